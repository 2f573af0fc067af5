//! The messages that a manifest logs while it runs.

use std::sync::Arc;

use pupa_syntax::source::Source;

/// The levels of messages, from the least important to the most important.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is named like the function that logs it")]
pub enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl Level {
    /// All levels, in order.
    pub const ALL: [Level; 8] = [
        Level::Debug,
        Level::Info,
        Level::Notice,
        Level::Warning,
        Level::Err,
        Level::Alert,
        Level::Emerg,
        Level::Crit,
    ];

    /// The name of the function that logs at this level.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Notice => "notice",
            Level::Warning => "warning",
            Level::Err => "err",
            Level::Alert => "alert",
            Level::Emerg => "emerg",
            Level::Crit => "crit",
        }
    }
}

/// A message that a run logs.
#[derive(Debug, Clone)]
pub struct Log {
    /// The level.
    pub level: Level,
    /// The text.
    pub message: String,
    /// The source, as the reference shows it: `Scope(Class[main])`. Empty for a message about the
    /// text of a program.
    pub source: String,
    /// The location in the manifest, if known.
    pub place: Option<Place>,
    /// Whether it is a debug message of the evaluator, which the program did not log.
    pub is_trace: bool,
}

impl Log {
    /// The message without the location that ends some warnings of the reference as a separate
    /// line.
    pub fn message_without_location(&self) -> &str {
        match self.message.rsplit_once("\n   (") {
            Some((message, location)) if is_location(location) => message,
            _ => &self.message,
        }
    }
}

/// Whether the end of a message is a location, without its opening parenthesis.
fn is_location(text: &str) -> bool {
    let starts = ["location: ", "file: ", "line: ", "file & line not available"];
    text.ends_with(')')
        && !text.contains('\n')
        && starts.iter().any(|start| text.starts_with(start))
}

/// A location in a source text.
#[derive(Debug, Clone)]
pub struct Place {
    /// The text.
    pub source: Arc<Source>,
    /// The offset in bytes.
    pub offset: u32,
}

impl Place {
    /// The line, from 1.
    pub fn line(&self) -> u32 {
        self.source.line_of(self.offset)
    }

    /// The column, in characters from 1.
    pub fn column(&self) -> u32 {
        self.source.position(self.offset).column
    }
}
