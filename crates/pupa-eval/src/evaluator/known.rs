//! Facts that a run has found out about code. They may differ in other runs.

use std::sync::Arc;

use pupa_value::Value;
use rustc_hash::FxHashMap;

use crate::program::{ClosureSignature, Program};

/// The facts about the code of manifests, each by its number. All of them depend on what is
/// defined, and is forgotten when that changes.
#[derive(Default)]
pub(crate) struct Known {
    /// The values of types that are written without variables.
    pub(crate) types: FxHashMap<(u32, u32), Value>,
    /// The types of lambdas and functions, by the number of their frame.
    pub(crate) signatures: FxHashMap<(u32, u32), Arc<ClosureSignature>>,
    /// Templates that are given as text: a call in a loop reads them once.
    pub(crate) templates: FxHashMap<String, Arc<Program>>,
    /// Whether lambdas may call `break()`, by the number of their frame.
    pub(crate) breaking: FxHashMap<(u32, u32), bool>,
}

impl Known {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Known::default();
    }
}
