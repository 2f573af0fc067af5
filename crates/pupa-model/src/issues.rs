//! The diagnostics of definitions that can't be exported faithfully.

use pupa_syntax::diagnostic::{Diagnostic, Issue, Severity};
use pupa_syntax::source::Span;

/// All kinds of diagnostics, sorted by code.
pub static ISSUES: &[&Issue] = &[&CHARACTER_NOT_IN_XML, &ECORE_BOUND_TOO_LARGE, &SAME_MODEL_FILE];

static CHARACTER_NOT_IN_XML: Issue = Issue {
    code: "character-not-in-xml",
    severity: Severity::Error,
    explanation: "A string of the definition (a default, a value of an enumeration, a string in its\n\
        logic) contains a character that XML does not allow: a control character, U+FFFE or\n\
        U+FFFF. For logic, `--impl json` has no such limit.",
};

static ECORE_BOUND_TOO_LARGE: Issue = Issue {
    code: "ecore-bound-too-large",
    severity: Severity::Warning,
    explanation: "Ecore counts the values of a feature with 32 bits. A larger `min` or `max` is\n\
        exported as 2147483647.",
};

static SAME_MODEL_FILE: Issue = Issue {
    code: "same-model-file",
    severity: Severity::Error,
    explanation: "The types of two namespaces would be written to files whose names are equal or differ\n\
        only in case, which many file systems ignore. Types without a namespace go to\n\
        `puppet.ecore`. Export the namespaces into different directories.",
};

pub(crate) fn illegal_in_xml(span: Span, illegal: char) -> Diagnostic {
    let message = format!("the character U+{:04X} can't be written in XML", u32::from(illegal));
    Diagnostic::new(&CHARACTER_NOT_IN_XML, span, message)
}

pub(crate) fn bound_too_large(span: Span, feature: &str, bound: u64) -> Diagnostic {
    let message = format!(
        "the bound {bound} of `{feature}` is too large for Ecore, which gets {} instead",
        i32::MAX
    );
    Diagnostic::new(&ECORE_BOUND_TOO_LARGE, span, message)
}

pub(crate) fn same_file(span: Span, packages: [&str; 2], file: &str) -> Diagnostic {
    let [first, second] = packages;
    let message = format!("{first} and {second} would be exported to the same file, `{file}`");
    Diagnostic::new(&SAME_MODEL_FILE, span, message)
        .help("export the namespaces into different directories")
}
