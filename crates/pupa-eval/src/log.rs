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

/// A message of a running program.
#[derive(Debug, Clone)]
pub struct Log {
    /// The level.
    pub level: Level,
    /// The text.
    pub message: String,
    /// The source, as the reference shows it: `Scope(Class[main])`. Empty when it is about the
    /// text of the program.
    pub source: String,
    /// The place in the manifest, where it is known.
    pub place: Option<Place>,
}

/// A place in a source text.
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
