//! Generators of random types and values for the property tests.

pub(crate) mod exceptions;
pub(crate) mod names;
pub(crate) mod types;
pub(crate) mod values;
