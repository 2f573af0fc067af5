//! Loads and calls functions that are written in Ruby.

use std::rc::Rc;
use std::sync::Arc;

use pupa_ruby::native::Block as MachineBlock;
use pupa_ruby::value::Value as RubyValue;
use pupa_syntax::source::Source;
use pupa_value::mismatch::assert_instance_with;
use pupa_value::signature::Signature;
use pupa_value::types::Type;
use pupa_value::{Value, value::Text};

use super::{RubyCode, RubyState};
use crate::compile::RubySubject;
use crate::evaluator::lambda::Block;
use crate::evaluator::registry::Callable;
use crate::host::RubyFile;
use crate::stop::{Outcome, error};

/// A Ruby function of a module, loaded for this run.
pub(crate) struct RubyFunction {
    name: Text,
    path: String,
    /// The line of the definition.
    line: u32,
    form: Form,
}

enum Form {
    /// A function of the Puppet 4 API.
    New {
        object: RubyValue,
        signatures: Vec<Signature>,
        /// The documented signatures; the others explain wrong calls.
        listed: Vec<Signature>,
        /// The methods that implement the signatures.
        methods: Vec<String>,
        /// Whether it dispatches calls itself.
        overrides_call: bool,
    },
    /// A function of the Puppet 3 API.
    Old,
}

impl RubyFunction {
    fn subject(&self) -> RubySubject {
        let (name, file) = (self.name.to_string(), self.path.clone());
        RubySubject::Function { name, file, line: self.line }
    }

    /// The types of the results of its signatures.
    pub(crate) fn return_types(&self) -> Vec<Option<Type>> {
        match &self.form {
            Form::New { signatures, .. } => {
                signatures.iter().map(|signature| signature.callable.returns.clone()).collect()
            }
            Form::Old => vec![None],
        }
    }
}

impl RubyCode<'_, '_> {
    /// Loads the function in a file.
    pub(crate) fn load_ruby_function(&mut self, name: &str, file: &RubyFile) -> Outcome<Callable> {
        let path = &file.path;
        let source = self.evaluator.run.host.ruby_source(path);
        let source = source.map_err(|_| error(format!("Could not read {path}")))?;
        if let Err(errors) = source.function_code() {
            let text = String::from_utf8_lossy(source.text());
            let text = Arc::new(Source::new(path.as_str(), &*text));
            return Err(self.ruby_syntax_error(path, &text, errors));
        }
        let form = if file.is_old() {
            let loaded = self.with_ruby(|machine| machine.load_old_function(&source, name))?;
            loaded.map_err(|raised| self.raised_by_call(&raised))?;
            Form::Old
        } else {
            let loaded = self.with_ruby(|machine| machine.load_function(&source, name))?;
            let loaded = loaded.map_err(|raised| self.raised_by_call(&raised))?;
            let tells = loaded.dispatches.iter().filter(|dispatch| !dispatch.is_mismatch);
            let listed = tells.map(|dispatch| dispatch.signature.clone()).collect();
            let overrides_call = loaded.overrides_call;
            let (methods, signatures) = loaded
                .dispatches
                .into_iter()
                .map(|dispatch| (dispatch.method.as_str().to_owned(), dispatch.signature))
                .unzip();
            Form::New { object: loaded.object, signatures, listed, methods, overrides_call }
        };
        let line = definition_line(source.text());
        let function = RubyFunction { name: name.into(), path: path.clone(), line, form };
        Ok(Callable::Ruby(Rc::new(function)))
    }

    /// Calls a function, and records the call for explanations.
    pub(crate) fn call_ruby(
        &mut self,
        function: &RubyFunction,
        args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        self.evaluator.catalog_state.trace_ruby_begin(|| function.subject(), &args);
        let result = self.run_ruby_function(function, args, block);
        self.evaluator.compilation().trace_ruby_end();
        result
    }

    fn run_ruby_function(
        &mut self,
        function: &RubyFunction,
        args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        let name = &function.name;
        let Form::New { object, signatures, listed, methods, overrides_call } = &function.form
        else {
            let result = self.with_ruby(|machine| {
                let value = machine.call_old_function(name, &args)?;
                machine.to_puppet(value)
            })?;
            return result.map_err(|raised| self.raised_by_call(&raised));
        };
        let dispatch = match overrides_call {
            true => None,
            false => {
                Some(self.evaluator.fitting_signature(name, signatures, listed, &args, block)?)
            }
        };
        let options = self.evaluator.lookup().empty_options(&args).cloned();
        let value = self.with_block(block, |ruby, held| {
            let result = ruby.with_ruby(|machine| {
                // The reference passes the same frozen object.
                if let Some(options) = &options {
                    let options = machine.from_puppet(options)?;
                    machine.freeze(options);
                }
                let block = held.map(|held| held.enter(machine));
                let value = machine.call_function_object(*object, dispatch, &args, block)?;
                machine.to_puppet(value)
            })?;
            result.map_err(|raised| ruby.raised_by_call(&raised))
        })?;
        if let Some(dispatch) = dispatch
            && let Some(t) = &signatures[dispatch].callable.returns
        {
            let method = &methods[dispatch];
            assert_instance_with(t, &value, || format!("value returned from function '{method}'"))?;
        }
        Ok(value)
    }
}

impl RubyState {
    /// A Puppet 3 function that was defined by a file of another name.
    pub(crate) fn function_of_other_file(&self, name: &str) -> Option<Callable> {
        let core = self.started.as_ref()?.core.as_ref()?;
        let (path, line) = core.old_function_place(name)?;
        let function = RubyFunction { name: name.into(), path, line, form: Form::Old };
        Some(Callable::Ruby(Rc::new(function)))
    }
}

/// The line of a file of Ruby code that defines its function, from 1.
fn definition_line(text: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(text);
    let defines = |line: &str| line.contains("create_function") || line.contains("newfunction");
    let before = text.lines().position(defines).unwrap_or(0);
    u32::try_from(before).unwrap_or(0) + 1
}

/// A block that is passed to the machine.
pub(super) enum BlockHandle {
    /// A lambda.
    Lambda(pupa_ruby::puppet::block::PuppetBlock),
    /// A block that comes from the machine.
    Ruby(pupa_ruby::puppet::RubyBlock),
}

impl BlockHandle {
    fn enter(self, machine: &mut pupa_ruby::Machine<'_>) -> MachineBlock {
        match self {
            BlockHandle::Lambda(block) => machine.puppet_proc(block),
            BlockHandle::Ruby(block) => MachineBlock::Proc(block.proc),
        }
    }
}
