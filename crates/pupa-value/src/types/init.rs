//! The `Init` type: values from which an instance can be created.

use std::sync::OnceLock;

use super::Type;
use crate::error::Result;
use crate::value::Value;

/// `Init[Integer, 16]`
#[derive(Debug)]
pub struct InitType {
    /// The type of the instance.
    pub target: Type,
    /// Further arguments of the constructor.
    pub args: Vec<Value>,
    /// The types that the constructor accepts; computed on first use.
    pub(crate) accepts: OnceLock<Result<InitAccepts>>,
}

/// The types that the constructor of a type accepts.
#[derive(Debug, Clone)]
pub(crate) struct InitAccepts {
    /// The type of a single argument.
    pub(crate) single: Type,
    /// The type of an array of several arguments.
    pub(crate) several: Option<Type>,
    /// Whether the array may contain a single argument.
    pub(crate) has_optional_single: bool,
}

impl InitType {
    /// The type of the values from which an instance of `target` can be created, given further
    /// arguments.
    pub fn new(target: Type, args: Vec<Value>) -> InitType {
        InitType { target, args, accepts: OnceLock::new() }
    }
}

impl PartialEq for InitType {
    fn eq(&self, other: &InitType) -> bool {
        self.target == other.target && self.args == other.args
    }
}

impl Eq for InitType {}

impl std::hash::Hash for InitType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.target.hash(state);
        self.args.hash(state);
    }
}
