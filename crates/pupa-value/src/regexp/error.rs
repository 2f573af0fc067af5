//! What can go wrong while a text is matched.

use std::fmt;

/// Why a text could not be matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchError {
    /// The search took too many steps.
    TooManySteps,
    /// Groups stand deeper in each other than is supported.
    TooDeep,
    /// The pattern is too large once its repetitions are written out.
    TooLarge,
    /// A replacement names a group that the pattern does not have.
    UndefinedGroupName(String),
    /// A replacement has a `\k<` that is not closed.
    InvalidGroupName,
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::TooManySteps => f.write_str("regular expression takes too many steps"),
            MatchError::TooDeep => f.write_str("regular expression is nested too deeply"),
            MatchError::TooLarge => f.write_str("regular expression is too large"),
            MatchError::UndefinedGroupName(name) => {
                write!(f, "undefined group name reference: {name}")
            }
            MatchError::InvalidGroupName => f.write_str("invalid group name reference format"),
        }
    }
}

impl std::error::Error for MatchError {}
