//! Ruby code in modules: templates run here, functions and resource types are only known.
//!
//! A run has one machine for all of its Ruby code, made when the first is needed. [`door`] is the
//! run as Ruby code sees it.

mod door;
mod template;
mod variables;

use super::Evaluator;
use crate::host::RubyKind;
use crate::issues::{self, Complaint};
pub(in crate::evaluator) use template::Ruby;
pub(crate) use template::failed_template;

/// A complaint with advice, if there is some.
pub(super) type Advice = (Complaint, Option<String>);

impl Evaluator<'_> {
    /// The error for a call to an unknown function that exists only in Ruby.
    pub(super) fn written_in_ruby(&self, name: &str) -> Option<Advice> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let file = self.host.ruby_code(RubyKind::Function, name)?;
        Some((issues::ruby_function(name, &file.owner.shown(), &file.path), None))
    }

    /// Whether a module has a function of that name in Ruby.
    pub(super) fn ruby_function(&self, name: &str) -> bool {
        let name = name.strip_prefix("::").unwrap_or(name);
        self.host.ruby_code(RubyKind::Function, name).is_some()
    }
}
