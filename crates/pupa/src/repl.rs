//! The interactive session of `pupa repl`: how inputs are interpreted, independent of the terminal.

pub(crate) mod completion;
pub(crate) mod editor;
mod highlight;
mod session;

pub(crate) use session::{NextStep, Session};

use std::sync::Arc;

use pupa_syntax::diagnostic::{Diagnostic, Issue, Named};
use pupa_syntax::issues::lexical;
use pupa_syntax::source::Source;
use pupa_syntax::{Dialect, Edition, ParseOptions, parse};

/// Errors that more input can fix, in addition to an unexpected end of input.
static OPEN: [&Issue; 5] = [
    &lexical::records::unclosed_quote,
    &lexical::records::unclosed_mlcomment,
    &lexical::records::heredoc_without_text,
    &lexical::records::heredoc_without_end_tagged_line,
    &lexical::records::heredoc_unclosed_parenthesis,
];

/// Whether an input is incomplete.
pub(crate) fn is_incomplete(input: &str, edition: Edition) -> bool {
    if input.trim_start().starts_with(':') && !input.trim_start().starts_with("::") {
        return false;
    }
    let options =
        ParseOptions { edition, extensions: true, dialect: Dialect::Manifest, tasks: false };
    let parsed = parse(Arc::new(Source::new("", input)), &options);
    let first = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    first.is_some_and(is_open)
}

fn is_open(diagnostic: &Diagnostic) -> bool {
    // Only for an unexpected end of input, the reference reports no location.
    let named = diagnostic.location.as_ref().map(|location| location.named);
    named == Some(Named::File) || diagnostic.is_any(&OPEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_when_more_must_come() {
        let incomplete = |input| is_incomplete(input, Edition::default());
        for input in
            ["[1,", "if true {", "'abc", "\"a${", "@(END)", "@(END)\n text", "/* x", "$a ="]
        {
            assert!(incomplete(input), "{input}");
        }
        for input in ["", "1 + 2", "[1, 2]", ")", "1 +* 2", "@(END)\n text\n| END", ":type [1,"] {
            assert!(!incomplete(input), "{input}");
        }
    }
}
