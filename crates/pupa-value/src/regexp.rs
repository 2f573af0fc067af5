//! Regular expressions with the meaning that Ruby 3.1 gives them.
//!
//! ```text
//! source ─pupa_syntax─▶ checked ─parser─▶ tree ─program─▶ machine: tries and goes back
//!                                          └───linear───▶ automata: time linear in the text
//! ```
//!
//! The machine knows all of Ruby's patterns and begins at once, which suits patterns that meet
//! a few short texts. When a pattern turns out to be busy, and needs nothing but what automata
//! can do, these take over; results are the same. Patterns that need the machine stop with a
//! [`MatchError`] after a number of steps instead of running for ages.
//!
//! Known differences from Ruby, all of them rare: when case is ignored, one character never
//! stands for several (`ß` for `ss`), and groups may nest 200 deep instead of 4096.

mod captures;
mod charset;
mod class;
mod cursor;
mod error;
mod first;
mod fold;
mod iterate;
mod length;
mod linear;
mod machine;
mod options;
mod parser;
mod program;
mod property;
mod property_tables;
mod quantifier;
mod replace;
mod search;
mod split;
mod text;
mod tree;
mod word;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

pub use captures::{Captures, Span, char_offset};
pub use error::MatchError;
pub use iterate::{CapturesIter, FindIter};
pub use pupa_syntax::regexp::RegexpError;
pub use text::escape;

use search::Compiled;

/// The options of a regular expression as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RegexpOptions {
    /// `i`: upper and lower case are the same.
    pub ignore_case: bool,
    /// `x`: blanks and comments in the pattern are skipped.
    pub extended: bool,
    /// `m`: `.` matches a newline too.
    pub multi_line: bool,
}

/// The bytes where each group of a match begins and ends; group 0 is the whole match.
pub type GroupSpans = Vec<Option<(usize, usize)>>;

/// A regular expression. A copy shares what the original has compiled.
///
/// ```
/// use pupa_value::regexp::Regexp;
/// let regexp = Regexp::new(r"(\w+)@(?:example)").expect("it is valid");
/// let captures = regexp.captures("to: joe@example").expect("few steps").expect("it matches");
/// assert_eq!(captures.text(1), Some("joe"));
/// assert_eq!(regexp.to_string(), r"(?-mix:(\w+)@(?:example))");
/// ```
#[derive(Clone)]
pub struct Regexp {
    shared: Arc<Shared>,
}

struct Shared {
    source: Box<str>,
    options: RegexpOptions,
    is_tied_to_unicode: bool,
    /// Compiled when it is first used.
    compiled: OnceLock<Result<Compiled, MatchError>>,
}

impl Regexp {
    /// Ruby's number for the option `i`.
    pub const IGNORECASE: u32 = 1;
    /// Ruby's number for the option `x`.
    pub const EXTENDED: u32 = 2;
    /// Ruby's number for the option `m`.
    pub const MULTILINE: u32 = 4;
    /// Ruby's number for patterns that are tied to an encoding.
    pub const FIXEDENCODING: u32 = 16;

    /// The regular expression of a pattern without delimiters.
    pub fn new(source: &str) -> Result<Regexp, RegexpError> {
        Regexp::with_options(source, RegexpOptions::default())
    }

    /// The regular expression of a pattern with options, as Ruby's `Regexp.new` makes it.
    pub fn with_options(source: &str, options: RegexpOptions) -> Result<Regexp, RegexpError> {
        search::check(source, options)?;
        let shared = Shared {
            source: source.into(),
            options,
            is_tied_to_unicode: pupa_syntax::regexp::is_tied_to_unicode(source),
            compiled: OnceLock::new(),
        };
        Ok(Regexp { shared: Arc::new(shared) })
    }

    /// The pattern.
    pub fn source(&self) -> &str {
        &self.shared.source
    }

    /// The options.
    pub fn options(&self) -> RegexpOptions {
        self.shared.options
    }

    /// The options as the number that Ruby's `Regexp#options` gives.
    pub fn option_bits(&self) -> u32 {
        let RegexpOptions { ignore_case, extended, multi_line } = self.shared.options;
        let bit = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        bit(ignore_case, Regexp::IGNORECASE)
            | bit(extended, Regexp::EXTENDED)
            | bit(multi_line, Regexp::MULTILINE)
            | bit(self.shared.is_tied_to_unicode, Regexp::FIXEDENCODING)
    }

    /// The pattern between slashes, as Ruby's `Regexp#inspect` shows it.
    pub fn inspect(&self) -> String {
        text::inspect(self.source(), self.options())
    }

    /// The pattern between slashes as Puppet shows it: with its options inside if it has any.
    pub fn with_delimiters(&self) -> String {
        if self.option_bits() == 0 { self.inspect() } else { format!("/{self}/") }
    }

    /// The pattern that a type `Regexp` keeps: without delimiters, with its options inside.
    pub fn pattern(&self) -> String {
        text::pattern(self.source(), self.options(), self.option_bits())
    }

    /// Whether the text matches somewhere.
    pub fn is_match(&self, text: &str) -> Result<bool, MatchError> {
        self.compiled()?.is_match(text)
    }

    /// The first match with its groups.
    pub fn captures<'t>(&self, text: &'t str) -> Result<Option<Captures<'t>>, MatchError> {
        self.captures_from(text, 0)
    }

    /// The first match at or behind a byte, which is where `\G` matches. Nothing is found from
    /// the inside of a character or from behind the text.
    pub fn captures_from<'t>(
        &self,
        text: &'t str,
        from: usize,
    ) -> Result<Option<Captures<'t>>, MatchError> {
        let compiled = self.compiled()?;
        if !text.is_char_boundary(from) {
            return Ok(None);
        }
        let spans = compiled.search(text, from)?;
        Ok(spans.map(|spans| Captures::new(text, spans, compiled.names())))
    }

    /// The places of the first match at or behind a byte and of its groups, as
    /// [`Regexp::captures_from`] finds them; groups that took no part have none.
    pub fn spans_from(&self, text: &str, from: usize) -> Result<Option<GroupSpans>, MatchError> {
        let compiled = self.compiled()?;
        if text.is_char_boundary(from) { compiled.search(text, from) } else { Ok(None) }
    }

    /// The place of the first match.
    pub fn find(&self, text: &str) -> Result<Option<Span>, MatchError> {
        self.find_from(text, 0)
    }

    /// The place of the first match at or behind a byte, as [`Regexp::captures_from`] finds it.
    pub fn find_from(&self, text: &str, from: usize) -> Result<Option<Span>, MatchError> {
        let compiled = self.compiled()?;
        if text.is_char_boundary(from) { compiled.find(text, from) } else { Ok(None) }
    }

    /// All matches, one behind the other, as Ruby's `scan` and `gsub` find them.
    pub fn captures_iter<'r, 't>(&'r self, text: &'t str) -> CapturesIter<'r, 't> {
        CapturesIter::new(self, text)
    }

    /// The places of all matches.
    pub fn find_iter<'r, 't>(&'r self, text: &'t str) -> FindIter<'r, 't> {
        FindIter::new(self, text)
    }

    /// The text with the first match replaced, as Ruby's `sub` does it.
    ///
    /// ```
    /// use pupa_value::regexp::Regexp;
    /// let regexp = Regexp::new("(b+)").expect("it is valid");
    /// assert_eq!(regexp.replace("abba", r"<\1>").expect("few steps"), "a<bb>a");
    /// ```
    pub fn replace(&self, text: &str, replacement: &str) -> Result<String, MatchError> {
        replace::replace(self, text, replacement, 1)
    }

    /// The text with all matches replaced, as Ruby's `gsub` does it.
    pub fn replace_all(&self, text: &str, replacement: &str) -> Result<String, MatchError> {
        replace::replace(self, text, replacement, usize::MAX)
    }

    /// The parts of the text between matches, as Ruby's `split` cuts it.
    pub fn split(&self, text: &str) -> Result<Vec<String>, MatchError> {
        self.split_limit(text, 0)
    }

    /// The same with a limit: at most that many parts; if it is negative, empty parts at the
    /// end stay.
    pub fn split_limit(&self, text: &str, limit: i64) -> Result<Vec<String>, MatchError> {
        split::split(self, text, limit)
    }

    /// The names of groups, in order.
    pub fn names(&self) -> Result<Vec<&str>, MatchError> {
        Ok(self.compiled()?.names().iter().map(|(name, _)| name.as_str()).collect())
    }

    /// The names of groups with the numbers of their groups.
    pub fn named_groups(&self) -> Result<&[(String, Vec<usize>)], MatchError> {
        Ok(self.compiled()?.names())
    }

    /// How many groups capture.
    pub fn group_count(&self) -> Result<usize, MatchError> {
        Ok(self.compiled()?.group_count())
    }

    fn compiled(&self) -> Result<&Compiled, MatchError> {
        let compile = || Compiled::new(self.source(), self.options());
        self.shared.compiled.get_or_init(compile).as_ref().map_err(Clone::clone)
    }
}

impl fmt::Display for Regexp {
    /// As Ruby's `Regexp#to_s` shows it: `(?-mix:a.b)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::to_s(self.source(), self.options()))
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Regexp({})", self.inspect())
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Regexp) -> bool {
        self.source() == other.source() && self.options() == other.options()
    }
}

impl Eq for Regexp {}

impl Hash for Regexp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source().hash(state);
        self.options().hash(state);
    }
}

#[cfg(test)]
mod tests;
