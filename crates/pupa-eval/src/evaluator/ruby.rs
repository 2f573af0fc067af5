//! Ruby code in modules: templates and functions run here, resource types are only known.
//!
//! A run has one machine for all of its Ruby code, made when the first is needed. [`door`] is the
//! run as Ruby code sees it.

mod block;
mod door;
mod function;
mod machine;
mod raised;
mod template;
mod types;
mod variables;

pub(in crate::evaluator) use function::RubyFunction;
pub(in crate::evaluator) use machine::Ruby;
pub(crate) use template::failed_template;
