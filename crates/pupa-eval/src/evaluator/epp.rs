//! Templates: what they write, and how they are called.

use std::sync::Arc;

use pupa_syntax::Dialect;
use pupa_syntax::source::{Source, Span};
use pupa_value::Value;
use pupa_value::mismatch::{Missing, validate_parameters};
use pupa_value::types::{StructMember, StructType};
use pupa_value::value::{Hash, Text};

use super::interpolate::interpolated;
use super::{Evaluator, NO_FRAME};
use crate::failure::{Failure, Named, Outcome, Stop, error};
use crate::host::Owner;
use crate::program::node::Node;
use crate::program::{LambdaCode, Program};

/// What a template has written so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    /// Whether some of it must not be shown.
    is_sensitive: bool,
}

impl Evaluator<'_> {
    pub(super) fn render_text(&mut self, text: &Text) -> Outcome {
        if let Some(output) = self.templates.last_mut() {
            output.text.push_str(text);
        }
        Ok(Value::Undef)
    }

    pub(super) fn render(&mut self, inner: &Node) -> Outcome {
        let value = self.eval(inner)?;
        let (edition, max) = (self.settings.edition, self.settings.limits.text);
        if let Some(output) = self.templates.last_mut() {
            match &value {
                Value::Sensitive(hidden) => {
                    output.is_sensitive = true;
                    output.text.push_str(&interpolated(hidden, edition, max));
                }
                value => output.text.push_str(&interpolated(value, edition, max)),
            }
        }
        let written = self.templates.last().map_or(0, |output| output.text.len());
        self.check_text(written)?;
        Ok(Value::Undef)
    }

    /// Evaluates a template in the top scope and returns the text that it writes.
    ///
    /// With arguments it sees them and global variables, without it sees all variables of the top
    /// scope.
    ///
    /// # Errors
    /// When the template fails, or the arguments are not what it declares.
    pub fn render_template(
        &mut self,
        program: &Arc<Program>,
        args: Option<&Hash>,
    ) -> Result<Value, Failure> {
        self.program = self.add_program(program);
        self.budget.restart();
        let result = self.call_template(program, args, true);
        self.matches.clear();
        result.map_err(|stop| {
            let failure = match *stop {
                // No expression called it, so none gives the error a place.
                Stop::Error(error) => {
                    let (source, span) = (program.source(), Span::at(0));
                    Failure::new("runtime-error", error.message, source, span)
                        .naming(Named::Nothing)
                }
                stop => self.failure(stop, program.tree.root()),
            };
            self.unwind();
            failure
        })
    }

    /// Whether a template is being evaluated.
    pub(super) fn is_in_template(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Reads a template, once for each text of that name.
    pub(crate) fn read_template(
        &mut self,
        name: &str,
        text: &str,
        function: &str,
    ) -> Outcome<Arc<Program>> {
        let known = self.known.templates.get(name).and_then(|texts| texts.get(text));
        if let Some(program) = known {
            return Ok(Arc::clone(program));
        }
        let source = Arc::new(Source::new(name, text));
        let owner = Owner::Environment;
        match Program::read_as(source, Dialect::Template, owner, &self.settings) {
            Ok(program) => {
                let program = Arc::new(program);
                let texts = self.known.templates.entry(name.to_owned()).or_default();
                texts.insert(text.to_owned(), Arc::clone(&program));
                Ok(program)
            }
            Err(rejected) => {
                let detail = super::types::rejected_message(&rejected);
                Err(error(format!("{function}(): Invalid EPP: {detail}")))
            }
        }
    }

    /// Evaluates a template. It sees local variables when `sees_locals`, else global ones only.
    pub(crate) fn call_template(
        &mut self,
        program: &Arc<Program>,
        args: Option<&Hash>,
        sees_locals: bool,
    ) -> Outcome {
        let Some(template) = program.template.clone() else {
            return Err(error("The template has no content"));
        };
        let number = self.add_program(program);
        let running = self.scopes.current;
        if !sees_locals {
            self.scopes.current = self.scopes.global();
        }
        let parent = if sees_locals { self.frame } else { NO_FRAME };
        let declares = program.declares_parameters();
        let empty = Hash::new();
        let given = args.unwrap_or(&empty);
        let local = self.set_qualified(given);
        let result = if declares || args.is_none() {
            self.call_with_parameters(number, parent, &template, &local)
        } else {
            self.call_with_variables(number, parent, &template, &local)
        };
        self.scopes.current = running;
        result
    }

    /// Qualified names among the arguments are variables of their own.
    fn set_qualified(&mut self, args: &Hash) -> Hash {
        let mut local = Hash::new();
        for (key, value) in args {
            match key.as_str() {
                Some(name) if name.contains("::") => {
                    let name = name.strip_prefix("::").unwrap_or(name);
                    self.scopes.set_top(name, value.clone());
                }
                _ => {
                    local.insert(key.clone(), value.clone());
                }
            }
        }
        local
    }

    /// Calls a template that declares what it takes.
    fn call_with_parameters(
        &mut self,
        program: u32,
        parent: u32,
        template: &LambdaCode,
        args: &Hash,
    ) -> Outcome {
        let saved = self.enter(program, parent, template.frame);
        let result = self.bind_by_name(template, args).and_then(|()| self.written(template));
        self.leave(&saved);
        result
    }

    fn bind_by_name(&mut self, template: &LambdaCode, args: &Hash) -> Outcome<()> {
        let first = self.base;
        self.stack.resize(first + template.slots as usize, None);
        let given = args.iter().filter(|(_, value)| !value.is_undef());
        let mut bound: Hash = given.map(|(key, value)| (key.clone(), value.clone())).collect();
        for (index, parameter) in template.parameters.iter().enumerate() {
            let given = args.get_str(&parameter.name).filter(|value| !value.is_undef());
            let value = match (given, &parameter.default) {
                (Some(value), _) => Some(value.clone()),
                (None, Some(_)) => Some(self.default_value(parameter)?),
                (None, None) => args.contains_str(&parameter.name).then_some(Value::Undef),
            };
            if let Some(value) = value {
                bound.insert(Value::String(parameter.name.clone()), value.clone());
                self.stack[first + index] = Some(value);
            }
        }
        self.validate_by_name(template, &bound)
    }

    fn validate_by_name(&mut self, template: &LambdaCode, args: &Hash) -> Outcome<()> {
        let signature = self.signature(template)?;
        let params = &signature.signature.callable.params;
        let types = params.iter().flat_map(|params| params.types.iter());
        let members = template.parameters.iter().zip(types).map(|(parameter, t)| {
            StructMember::new(parameter.name.clone(), parameter.default.is_some(), t.clone())
        });
        let parameters = StructType::new(members);
        let given = args.iter().filter_map(|(key, value)| Some((key.as_str()?, value)));
        let missing = Missing::Refused;
        Ok(validate_parameters("lambda", &parameters, given, missing, &mut |_| Ok(None))?)
    }

    /// Calls a template that declares nothing: all arguments are its variables.
    fn call_with_variables(
        &mut self,
        program: u32,
        parent: u32,
        template: &LambdaCode,
        args: &Hash,
    ) -> Outcome {
        let variables = self.push_variables(parent, args);
        let saved = self.enter(program, variables, template.frame);
        self.stack.resize(self.base + template.slots as usize, None);
        let result = self.written(template);
        self.leave(&saved);
        self.pop_variables();
        result
    }

    /// Evaluates the body and returns what it writes.
    fn written(&mut self, template: &LambdaCode) -> Outcome {
        let depth = self.templates.len();
        self.templates.push(Output::default());
        let result = self.eval(&template.body);
        let output = self.templates.drain(depth..).next().unwrap_or_default();
        result?;
        let text = Value::from(output.text);
        Ok(if output.is_sensitive { Value::sensitive(text) } else { text })
    }
}
