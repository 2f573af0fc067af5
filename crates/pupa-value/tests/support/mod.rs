//! What the tests of properties share: types and values of every kind, at random.

pub(crate) mod exceptions;
pub(crate) mod names;
pub(crate) mod types;
pub(crate) mod values;
