//! What an instance can be made from.

use std::sync::OnceLock;

use super::Type;
use crate::error::Result;
use crate::value::Value;

/// `Init[Integer, 16]`
#[derive(Debug)]
pub struct InitType {
    /// The type of the instance.
    pub target: Type,
    /// Further arguments of its constructor.
    pub args: Vec<Value>,
    /// What the constructor takes, found out when first needed.
    pub(crate) accepts: OnceLock<Result<InitAccepts>>,
}

/// What the constructor of a type takes.
#[derive(Debug, Clone)]
pub(crate) struct InitAccepts {
    /// One value.
    pub(crate) single: Type,
    /// Several values in an array.
    pub(crate) several: Option<Type>,
    /// Whether several may be just one.
    pub(crate) has_optional_single: bool,
}

impl InitType {
    /// What an instance of the target can be made from, given further arguments.
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
