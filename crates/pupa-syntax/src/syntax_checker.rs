//! Checking the text of heredocs that name a syntax: `@(END:json)`.
//!
//! A checker is looked up by the whole name of the syntax and then by ever shorter ends of it:
//! `schema+json` is checked as `json` unless there is a checker of that very name. Text without
//! interpolation is checked by [`check_heredoc`] when a program is validated; interpolated text
//! by [`check_text`] when it has been evaluated. A syntax without a checker is never wrong.
//!
//! The checkers of this crate need nothing else: Puppet code, templates, Base64, XML. Those that
//! need a reader of data (`json`, `yaml`) are in `pupa-data`; callers of the validation or the
//! evaluation give them in [`Rules::checkers`].
//!
//! **To add a checker**, implement [`SyntaxChecker`] in a file of its own and list it in a table of
//! [`Checkers`]; its kind of diagnostic goes into `issues/syntax_checker.rs`. Those that the
//! reference has (`json`, `base64`, `pp`, `epp`) give its messages and are errors. What others find
//! is a warning in edition `8`, where the reference would say nothing.
//!
//! Checkers don't know where their text comes from. They say at which of its bytes the trouble
//! is, and `place` finds that byte in the source file.

mod base64;
mod place;
mod puppet;
mod xml;

use std::fmt;

use crate::diagnostic::{Diagnostic, Named, Severity};
use crate::issues::syntax_checker as issues;
use crate::tree::{ExprId, ExprKind, Tree};
use crate::validate::Rules;

/// Checks texts of one syntax.
pub trait SyntaxChecker: Sync {
    /// The name of the syntax, as in heredocs.
    fn syntax(&self) -> &'static str;

    /// Returns the function that makes a diagnostic from the full syntax name and the error
    /// message.
    fn issue(&self) -> fn(&str, &str) -> Diagnostic;

    /// Checks a text.
    fn check(&self, text: &str, request: &Request<'_>) -> Result<(), SyntaxError>;
}

/// The input of a checker.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The full name of the syntax, which ends with the checker's name.
    pub syntax: &'a str,
    /// The rules for the program that contains the text.
    pub rules: &'a Rules,
}

/// An error that a checker finds in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The description for the message.
    pub message: String,
    /// The offset of the error in the text, with a remark about that position.
    pub place: Option<(usize, String)>,
    /// Whether the text was not checked, since the name of the syntax is unsuitable.
    pub is_unchecked: bool,
}

impl SyntaxError {
    /// An error at a position in the text.
    pub fn at(offset: usize, message: impl Into<String>, label: impl Into<String>) -> SyntaxError {
        SyntaxError {
            message: message.into(),
            place: Some((offset, label.into())),
            is_unchecked: false,
        }
    }
}

/// The error about a text that does not have its syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The diagnostic, without a location.
    pub diagnostic: Diagnostic,
    /// The parts of its location that the one-line form shows.
    pub named: Named,
    /// The offset of the error in the text, with a remark about that position.
    pub place: Option<(usize, String)>,
}

/// A table of checkers.
#[derive(Clone, Copy, Default)]
pub struct Checkers(pub &'static [&'static dyn SyntaxChecker]);

impl Checkers {
    fn find(self, syntax: &str) -> Option<&'static dyn SyntaxChecker> {
        self.0.iter().find(|checker| checker.syntax() == syntax).copied()
    }
}

impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|checker| checker.syntax())).finish()
    }
}

/// The checkers of this crate.
static OWN: Checkers =
    Checkers(&[&base64::Base64, &puppet::MANIFEST, &puppet::TEMPLATE, &xml::Xml]);

pub use issues::{illegal_json, illegal_yaml};

/// Whether a diagnostic is an error from a checker of the reference. The reference stops at the
/// first of them, and reports nothing else about the program.
pub fn stops_validation(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && diagnostic.is_any(issues::ISSUES)
}

/// Whether a diagnostic is a warning from a checker that the reference does not have.
pub fn is_own_warning(diagnostic: &Diagnostic) -> bool {
    !diagnostic.is_error() && diagnostic.is_any(issues::ISSUES)
}

/// Checks the text of a heredoc, if it names a syntax and has no interpolation.
pub fn check_heredoc(tree: &Tree, heredoc: ExprId, rules: &Rules) -> Option<Diagnostic> {
    let ExprKind::Heredoc(heredoc) = *tree.kind(heredoc) else { return None };
    let heredoc = tree[heredoc];
    let ExprKind::String(text) = *tree.kind(heredoc.text) else { return None };
    let text = tree.text(text);
    let error = check_text(text, tree.text(heredoc.syntax), rules).err()?;
    let whole = tree[heredoc.text].span;
    let label = error.place.map(|(offset, label)| {
        (place::in_source(tree.source().text(), whole.start, text, offset), label)
    });
    // The reference reports its errors at the start of the text; our own checkers point into it.
    let is_own = error.diagnostic.issue.severity != Severity::Error
        || rules.edition.own_syntax_checkers_give_errors();
    let span = match &label {
        Some((inner, _)) if is_own => *inner,
        _ => whole,
    };
    let diagnostic = error.diagnostic.at(tree.source(), span).naming(error.named);
    Some(match label {
        Some((inner, text)) => diagnostic.label(inner, text),
        None => diagnostic,
    })
}

/// Checks a text of a syntax.
///
/// ```
/// use pupa_syntax::syntax_checker::check_text;
/// use pupa_syntax::validate::Rules;
/// let rules = Rules::default();
/// assert!(check_text("<a/>", "schema+xml", &rules).is_ok());
/// assert!(check_text("<a>", "xml", &rules).is_err());
/// assert!(check_text("<a>", "unknown", &rules).is_ok());
/// ```
pub fn check_text(text: &str, syntax: &str, rules: &Rules) -> Result<(), TextError> {
    let Some(checker) = checker_for(syntax, rules.checkers) else { return Ok(()) };
    checker.check(text, &Request { syntax, rules }).map_err(|error| {
        let (diagnostic, named) = if error.is_unchecked {
            (issues::unsuitable_syntax_name(&error.message), Named::File)
        } else {
            (checker.issue()(syntax, &error.message), Named::Position)
        };
        let diagnostic = match rules.edition.own_syntax_checkers_give_errors() {
            true => diagnostic.severity(Severity::Error),
            false => diagnostic,
        };
        TextError { diagnostic, named, place: error.place }
    })
}

/// The checker for the longest suffix of a syntax name that has one.
fn checker_for(syntax: &str, given: Checkers) -> Option<&'static dyn SyntaxChecker> {
    // Compat: a `+` at the end does not count. Pinned by `names_are_looked_up_from_the_left`.
    let mut name = syntax.trim_end_matches('+');
    while !name.is_empty() {
        if let Some(checker) = given.find(name).or_else(|| OWN.find(name)) {
            return Some(checker);
        }
        name = name.split_once('+').map_or("", |(_, rest)| rest);
    }
    None
}

/// A message of at most `limit` characters, on one line.
pub fn one_line(message: &str, limit: usize) -> String {
    let end = message.char_indices().nth(limit).map_or(message.len(), |(at, _)| at);
    message[..end].replace("\r\n", "\\n").replace('\n', "\\n")
}

#[cfg(test)]
mod tests;
