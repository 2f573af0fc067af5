//! Ruby code in modules: templates, functions and resource types run here.
//!
//! A run has one machine for all of its Ruby code, made when the first is needed. [`door`] is the
//! run as Ruby code sees it, [`changes`] brings what it has changed into variables and parameters.

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

/// The Ruby code of modules, in a run that it may call back.
pub(crate) struct RubyCode<'e, 'h> {
    pub(crate) evaluator: &'e mut Evaluator<'h>,
}

/// The state of Ruby code in a run.
#[derive(Default)]
pub(crate) struct RubyState {
    /// The machine and its surroundings, once there was Ruby code.
    begun: Option<Box<Ruby>>,
}

impl RubyState {
    /// Whether there is a machine, or the state for one.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }
}
