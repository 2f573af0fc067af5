//! Trees as text.
//!
//! [`to_pn`] and [`to_json`] write Puppet Notation, byte for byte what the reference's
//! `puppet parser dump` prints, so that trees can be compared over whole code bases.
//! [`to_tree_text`] writes an outline for people.
//!
//! `transform` makes the notation of a node and hands it, piece by piece, to a `Sink`:
//! `pn` writes S-expressions, `json` the same as JSON. Nothing here uses the stack of the
//! process to go down a tree, which may be as deep as its source is long.
//!
//! Forms that the reference doesn't have, or fails to print:
//!
//! ```text
//! (apply {:args […] :body […]})                   apply(…) { … }
//! {:rest {:type … :splat true}}                   *$rest among parameters
//! (int {:radix 16 :digits "ff…"})                 a number of thousands of digits
//! (error)                                         what could not be parsed
//! (type {:name "user" :parent (qr "Base")         type user inherits Base { … }
//!        :features [(attr {:name "a" :type (qr "String") :settings [(=> "min" 1)]})
//!                   (has {:name "b" :type (qr "Other")})
//!                   (invariant {:title "t" :body […]})
//!                   (abstract)]})
//! ```
//!
//! The value of a setting is an expression, `(block …)` for `{ … }`, or a `(lambda …)`; an
//! invariant has `:body` for `{ … }` and `:lambda` for a lambda. `docs/notation.md` describes
//! the whole notation.

mod float;
mod integer;
mod json;
mod outline;
mod pn;
mod transform;

pub use float::ruby_float;
pub use outline::to_tree_text;

use crate::tree::{ExprId, Logic, Radix, Tree};

/// The layout of the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// On one line.
    #[default]
    Compact,
    /// One element on each line, indented by depth.
    Pretty,
}

/// Writes a tree as Puppet Notation.
///
/// ```
/// use pupa_syntax::notation::{Style, to_pn};
/// use pupa_syntax::{ParseOptions, parse, source::Source};
/// let parsed = parse(Source::new("", "$a = [1, 'b']").into(), &ParseOptions::default());
/// assert_eq!(to_pn(&parsed.tree, Style::Compact), r#"(= (var "a") (array 1 "b"))"#);
/// ```
pub fn to_pn(tree: &Tree, style: Style) -> String {
    let mut sink = pn::PnSink::new(style);
    transform::transform(tree, &mut sink);
    sink.finish()
}

/// Writes a tree as Puppet Notation in JSON: calls are `{"^": [name, …]}`, maps are
/// `{"#": [key, value, …]}`.
///
/// ```
/// use pupa_syntax::notation::{Style, to_json};
/// use pupa_syntax::{ParseOptions, parse, source::Source};
/// let parsed = parse(Source::new("", "$a").into(), &ParseOptions::default());
/// assert_eq!(to_json(&parsed.tree, Style::Compact), r#"{"^":["var","a"]}"#);
/// ```
pub fn to_json(tree: &Tree, style: Style) -> String {
    let mut sink = json::JsonSink::new(style);
    transform::transform(tree, &mut sink);
    sink.finish()
}

/// Writes one expression of a tree as Puppet Notation.
pub fn expr_to_pn(tree: &Tree, expr: ExprId, style: Style) -> String {
    logic_to_pn(tree, Logic::Expr(expr), style)
}

/// Writes the logic of a type definition as Puppet Notation: an expression, a `(block …)` or a
/// `(lambda …)`.
///
/// ```
/// use pupa_syntax::notation::{Style, logic_to_pn};
/// use pupa_syntax::{ParseOptions, parse, source::Source, type_model};
/// let text = "type T { invariant |$t| { $t[a] } }";
/// let options = ParseOptions { extensions: true, ..ParseOptions::default() };
/// let tree = parse(Source::new("", text).into(), &options).tree;
/// let logic = type_model::all(&tree)[0].invariants[0].validation;
/// let pn = r#"(lambda {:params {:t {}} :body [(access (var "t") (qn "a"))]})"#;
/// assert_eq!(logic_to_pn(&tree, logic, Style::Compact), pn);
/// ```
pub fn logic_to_pn(tree: &Tree, logic: Logic, style: Style) -> String {
    let mut sink = pn::PnSink::new(style);
    transform::transform_logic(tree, logic, &mut sink);
    sink.finish()
}

/// The decimal digits of an integer from its source text; nothing when they are too many to be
/// worth the time.
pub fn decimal(text: &str, radix: Radix) -> Option<String> {
    integer::decimal(text, radix)
}

/// The output of notation, which receives one piece after the other.
trait Sink {
    /// Begins `(name …)`.
    fn open_call(&mut self, name: &str);
    /// Ends a call.
    fn close_call(&mut self);
    /// Begins `[…]`.
    fn open_list(&mut self);
    /// Ends a list.
    fn close_list(&mut self);
    /// Begins `{:key value …}`.
    fn open_map(&mut self);
    /// Ends a map.
    fn close_map(&mut self);
    /// Writes the key of the next value.
    fn key(&mut self, key: &str);
    /// Writes the absent value.
    fn nil(&mut self);
    /// Writes what is its own notation: a number, `true`, `false`.
    fn plain(&mut self, text: &str);
    /// Writes a string.
    fn string(&mut self, text: &str);
}

/// From this depth on nothing is indented any more: the reference fails before it gets there,
/// and indentation must not make the text of a deep tree grow with the square of its depth.
const DEEPEST_INDENT: usize = 2000;

/// Begins a line that is indented by `levels`.
fn push_line(out: &mut String, levels: usize) {
    const BLANKS: &str = "                                                                ";
    out.push('\n');
    let mut count = levels * 2;
    while count > 0 {
        let part = count.min(BLANKS.len());
        out.push_str(&BLANKS[..part]);
        count -= part;
    }
}

#[cfg(test)]
mod tests;
