//! The errors of arithmetic with unsupported operands of times.
//!
//! `operand` is the label of the operand's class in the reference, with its article: `a String`, or
//! `A String` at the start of the message.

use crate::value::scalar_error::ScalarError;

/// `A String cannot be added to a Timespan`
pub fn add_to_timespan(operand: &str) -> ScalarError {
    ScalarError::argument(format!("{operand} cannot be added to a Timespan"))
}

/// `A String cannot be subtracted from a Timespan`
pub fn subtract_from_timespan(operand: &str) -> ScalarError {
    ScalarError::argument(format!("{operand} cannot be subtracted from a Timespan"))
}

/// `A Timestamp cannot be multiplied by a String`
// Compat: the reference names the wrong type here.
pub fn multiply_timespan(operand: &str) -> ScalarError {
    ScalarError::argument(format!("A Timestamp cannot be multiplied by {operand}"))
}

/// `A Timespan cannot be divided by a String`
pub fn divide_timespan(operand: &str) -> ScalarError {
    ScalarError::argument(format!("A Timespan cannot be divided by {operand}"))
}

/// `Can not do modulus on a Timespan using a a String`
// Compat: the reference repeats the article.
pub fn modulus_of_timespan(operand: &str) -> ScalarError {
    ScalarError::argument(format!("Can not do modulus on a Timespan using a {operand}"))
}

/// `A String cannot be added to a Timestamp`
pub fn add_to_timestamp(operand: &str) -> ScalarError {
    ScalarError::argument(format!("{operand} cannot be added to a Timestamp"))
}

/// `A String cannot be subtracted from a Timestamp`
pub fn subtract_from_timestamp(operand: &str) -> ScalarError {
    ScalarError::argument(format!("{operand} cannot be subtracted from a Timestamp"))
}
