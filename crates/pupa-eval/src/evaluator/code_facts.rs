//! Cached facts about code. They depend on the definitions of a run, so other runs may have others.

use std::sync::Arc;

use pupa_value::Value;
use rustc_hash::FxHashMap;

use crate::program::{ClosureSignature, Program};

/// The facts about the code of each manifest. They are cleared when definitions are added.
#[derive(Default)]
pub(super) struct CodeFacts {
    /// The values of type expressions without variables.
    pub(super) types: FxHashMap<(u32, u32), Value>,
    /// The types of lambdas and functions, by the number of their frame.
    pub(super) signatures: FxHashMap<(u32, u32), Arc<ClosureSignature>>,
    /// The inline templates, so that a call in a loop parses its template once.
    pub(super) templates: FxHashMap<String, Arc<Program>>,
    /// Whether lambdas may call `break()`, by the number of their frame.
    pub(super) breaking: FxHashMap<(u32, u32), bool>,
}

impl CodeFacts {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = CodeFacts::default();
    }
}
