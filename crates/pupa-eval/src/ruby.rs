//! Runs the Ruby code of modules: templates, functions and resource types.
//!
//! A run has one machine for all of its Ruby code, created when first needed. [`door`] implements
//! the world of the machine with the run; [`changes`] applies changes that Ruby code made to values
//! to variables and parameters.

mod binary_text;
mod block;
mod changes;
mod door;
mod function;
mod machine;
mod raised;
mod requirement;
pub(crate) mod resource_type;
mod template;
mod types;
mod variables;

use crate::evaluator::Evaluator;
pub(crate) use function::RubyFunction;
pub(crate) use machine::Ruby;
pub(crate) use template::failed_template;

/// Access to the Ruby code of modules, which may call back into the run.
pub(crate) struct RubyCode<'e, 'h> {
    pub(crate) evaluator: &'e mut Evaluator<'h>,
}

/// The state of Ruby code in a run.
#[derive(Default)]
pub(crate) struct RubyState {
    /// The machine and its state, after it was first needed.
    started: Option<Box<Ruby>>,
}

impl RubyState {
    /// Whether the machine or its state exists.
    pub(crate) fn has_begun(&self) -> bool {
        self.started.is_some()
    }
}
