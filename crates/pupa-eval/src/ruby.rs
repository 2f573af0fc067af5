//! Ruby code in modules: templates, functions and resource types run here.
//!
//! A run has one machine for all of its Ruby code, made when the first is needed. [`door`] is the
//! run as Ruby code sees it, [`changes`] brings what it has changed into variables and parameters.

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

pub(crate) use function::RubyFunction;
pub(crate) use machine::Ruby;
pub(crate) use template::failed_template;
