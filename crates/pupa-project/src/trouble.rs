//! The reasons why there is no value or catalog.

mod said;

use std::fmt;
use std::sync::Arc;

use pupa_eval::failure::Failure;
use pupa_eval::program::Rejected;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;

pub use said::place;

/// Why a program has no value, or a node no catalog.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// Its file can't be read.
    Unreadable(Arc<Source>, Box<Diagnostic>),
    /// It is not a valid manifest.
    Rejected(Box<Rejected>),
    /// It fails.
    Failed(Box<Failure>),
    /// Resources depend on themselves.
    Cycles {
        /// The message of agents.
        message: String,
        /// The cycles, drawn.
        drawing: String,
    },
    /// The facts or the classification of the node cannot be read.
    NoNode(String),
    /// Something around it is wrong, such as the version of the configuration.
    Other(String),
}

impl From<Rejected> for Trouble {
    fn from(rejected: Rejected) -> Trouble {
        Trouble::Rejected(Box::new(rejected))
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Failed(Box::new(failure))
    }
}

/// The message alone.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Unreadable(source, diagnostic) => {
                write!(f, "{} (file: {})", diagnostic.message, source.name())
            }
            Trouble::Rejected(rejected) => rejected.fmt(f),
            Trouble::Failed(failure) => failure.fmt(f),
            Trouble::Cycles { message, .. }
            | Trouble::NoNode(message)
            | Trouble::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Trouble {}
