//! The line editor for terminals: history, completion, input of several lines.

use std::borrow::Cow;
use std::path::PathBuf;

use pupa_syntax::Edition;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};

use super::completion::Names;
use super::is_incomplete;
use crate::report::Colors;

/// The line editor with assistance for the language.
pub(crate) type LineEditor = Editor<Assistant, FileHistory>;

/// Assistance while the user types.
pub(crate) struct Assistant {
    /// The names that are known at the moment.
    pub(crate) names: Names,
    /// The edition of the language.
    pub(crate) edition: Edition,
    /// Whether to use colour.
    pub(crate) colors: Colors,
}

/// The editor of this terminal.
pub(crate) fn line_editor(assistant: Assistant) -> rustyline::Result<LineEditor> {
    let config = Config::builder().auto_add_history(true).history_ignore_space(true).build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(assistant));
    Ok(editor)
}

/// Returns the file of the history: `pupa/history` in the user's directory for application state.
pub(crate) fn history_file() -> Option<PathBuf> {
    let variable = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let state = variable("XDG_STATE_HOME")
        .or_else(|| variable("HOME").map(|home| home.join(".local/state")))
        .or_else(|| variable("LOCALAPPDATA"))?;
    Some(state.join("pupa").join("history"))
}

impl Helper for Assistant {}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        _default: bool,
    ) -> Cow<'b, str> {
        match self.colors {
            Colors::On => Cow::Owned(format!("\x1b[1;34m{prompt}\x1b[0m")),
            Colors::Off => Cow::Borrowed(prompt),
        }
    }
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.names.complete(line, pos))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_incomplete(context.input(), self.edition) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}
