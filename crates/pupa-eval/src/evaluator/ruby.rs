//! What modules have in Ruby, which is not run: who asks for it is told where it is.
//!
//! The [`Host`](crate::Host) knows the files. Running them would begin here too.

use pupa_value::Value;

use super::Evaluator;
use crate::failure::{Outcome, error};
use crate::flatten::flattened;
use crate::host::{ModuleFiles, Owner, RubyKind};
use crate::issues::{self, Complaint};

/// A complaint with advice, if there is some.
pub(super) type Advice = (Complaint, Option<String>);

impl Evaluator<'_> {
    /// What is wrong with the call of a function that nobody knows, when it is written in Ruby.
    pub(super) fn written_in_ruby(&self, name: &str, args: &[Value]) -> Outcome<Option<Advice>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        match name {
            "template" | "inline_template" if args.is_empty() => {
                Err(error(format!("{name}(): Wrong number of arguments given (0 for minimum 1)")))
            }
            "template" => self.ruby_template(args),
            "inline_template" => {
                let help = "texts of `inline_epp` are written in Puppet".to_owned();
                Ok(Some((issues::ruby_inline_template(), Some(help))))
            }
            _ => {
                let file = self.host.ruby_code(RubyKind::Function, name);
                let complaint = file.map(|file| {
                    (issues::ruby_function(name, &file.owner.shown(), &file.path), None)
                });
                Ok(complaint)
            }
        }
    }

    /// Whether a module has a function of that name in Ruby.
    pub(super) fn ruby_function(&self, name: &str) -> bool {
        let name = name.strip_prefix("::").unwrap_or(name);
        self.host.ruby_code(RubyKind::Function, name).is_some()
    }

    /// `template('module/file.erb')`
    fn ruby_template(&self, args: &[Value]) -> Outcome<Option<Advice>> {
        let mut first = None;
        for name in flattened(args) {
            let name = pupa_value::text::ruby::to_s(&name).into_owned();
            match self.host.module_file(ModuleFiles::Templates, &name) {
                Some(path) => first = first.or(Some((name, path))),
                None => return Err(error(format!("Could not find template '{name}'"))),
            }
        }
        let Some((name, path)) = first else { return Ok(None) };
        let owner = match name.split_once('/') {
            Some((module, _)) if !module.is_empty() => {
                format!("{}, ", Owner::Module(module.into()).shown())
            }
            _ => String::new(),
        };
        let help = if name.ends_with(".epp") {
            format!("it is written in Puppet: call `epp('{name}')`")
        } else {
            let stem = name.strip_suffix(".erb").unwrap_or(&name);
            format!("write it in Puppet, and call `epp('{stem}.epp')`")
        };
        Ok(Some((issues::ruby_template(&name, &owner, &path), Some(help))))
    }
}
