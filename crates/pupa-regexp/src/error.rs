//! Errors of matching.

use std::fmt;

/// The reason why a match failed with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchError {
    /// The search exceeded the step limit.
    TooManySteps,
    /// The groups are nested too deeply.
    TooDeep,
    /// The pattern is too large after expanding its repetitions.
    TooLarge,
    /// A replacement names a group that the pattern does not have.
    UndefinedGroupName(String),
    /// A replacement has an unclosed `\k<`.
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
