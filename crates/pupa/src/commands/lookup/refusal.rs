//! The reason why there is no answer, for people and as JSON.

use pupa_eval::lookup::LookupTrouble;
use pupa_hiera::error_origin::ErrorOrigin;
use pupa_project::trouble::Trouble;
use pupa_syntax::source::Source;
use pupa_value::value::Hash;

/// The reason why there is no answer.
#[derive(Debug, Default)]
pub(super) struct Refusal {
    /// The error.
    pub(super) message: String,
    /// The file that it is about.
    file: Option<String>,
    /// The line in that file.
    line: Option<u32>,
    /// Advice how to fix it, or the place to look at.
    help: Option<String>,
}

impl Refusal {
    /// An error without a place.
    pub(super) fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), ..Refusal::default() }
    }

    /// Returns the reason for a lookup that failed.
    pub(super) fn of_lookup(trouble: LookupTrouble, origin: Option<ErrorOrigin>) -> Refusal {
        let refusal = match trouble {
            LookupTrouble::Lookup { error, help } => Refusal {
                message: error.to_string(),
                file: error.file.as_ref().map(ToString::to_string),
                line: error.line,
                help,
            },
            LookupTrouble::Other(failure) => {
                let refusal = Refusal::new(failure.message.clone());
                refusal.at(&failure.source, failure.line()).advised(failure.help.clone())
            }
        };
        match origin {
            Some(origin) if refusal.is_without_line_in(&origin.file) => Refusal {
                file: Some(origin.file.to_string()),
                line: origin.place.map(|place| place.line),
                ..refusal
            },
            _ => refusal,
        }
    }

    /// Whether it has no place, or no line but may be about that file.
    fn is_without_line_in(&self, file: &str) -> bool {
        self.file.as_deref().is_none_or(|own| own == file && self.line.is_none())
    }

    /// Why the question could not be put.
    pub(super) fn of_trouble(trouble: &Trouble) -> Refusal {
        let refusal = Refusal::new(trouble.to_string());
        match trouble {
            Trouble::Unreadable(source, _) => refusal.at(source, None),
            Trouble::Rejected(rejected) => {
                let first = rejected.diagnostics.first();
                let line = first.map(|first| rejected.source.line_of(first.span.start));
                let help = first.and_then(|first| first.help.clone());
                refusal.at(&rejected.source, line).advised(help)
            }
            Trouble::Failed(failure) => {
                refusal.at(&failure.source, failure.line()).advised(failure.help.clone())
            }
            Trouble::Cycles { .. } | Trouble::NoNode(_) | Trouble::Other(_) => refusal,
        }
    }

    /// It with help.
    pub(super) fn advised(self, help: Option<String>) -> Refusal {
        Refusal { help, ..self }
    }

    fn at(self, source: &Source, line: Option<u32>) -> Refusal {
        let file = Some(source.name()).filter(|name| !name.is_empty()).map(str::to_owned);
        Refusal { file, line, ..self }
    }

    /// Adds it to an object.
    pub(super) fn tell(&self, object: &mut Hash) {
        object.insert("error", self.message.as_str());
        if let Some(file) = &self.file {
            object.insert("file", file.as_str());
        }
        if let Some(line) = self.line {
            object.insert("line", i64::from(line));
        }
        if let Some(help) = &self.help {
            object.insert("help", help.as_str());
        }
    }

    /// The lines for people.
    pub(super) fn lines(&self) -> String {
        let help = self.help.iter().map(|help| format!("  help: {help}\n"));
        format!("Error: {}\n{}", self.message, help.collect::<String>())
    }
}
