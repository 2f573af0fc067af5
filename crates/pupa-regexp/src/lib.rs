//! Regular expressions with the meaning and the messages of Ruby 3.1.
//!
//! ```text
//! source ─syntax─▶ tree ─meaning─▶ pattern ─program─▶ machine: backtracking
//!          │                         └───────linear──▶ automata: time linear in the haystack
//!          └─▶ Ruby's message
//! ```
//!
//! A pattern is parsed once. Its tree is checked at once and compiled when the pattern is first
//! matched; [`check`] is for those who only want the message.
//!
//! The backtracking machine supports all of Ruby's patterns and starts immediately, which suits
//! patterns that are matched against a few short strings. If a pattern is used a lot and automata
//! can express it, these take over with the same results. A search in the machine ends with a
//! [`MatchError`] when it exceeds a step limit.
//!
//! Known differences from Ruby, all of them rare: a case-insensitive character never matches
//! several characters (`ß` for `ss`), and groups may be nested 200 deep instead of 4096.

mod captures;
mod error;
mod iterate;
mod matching;
mod meaning;
mod notation;
mod options;
mod regexp;
mod replace;
mod split;
mod syntax;

pub use captures::{Captures, Span, char_offset};
pub use error::MatchError;
pub use iterate::{CapturesIter, FindIter};
pub use notation::escape;
pub use options::RegexpOptions;
pub use regexp::{GroupSpans, Regexp};
pub use syntax::{RegexpError, check, is_tied_to_unicode};

#[cfg(test)]
mod tests;
