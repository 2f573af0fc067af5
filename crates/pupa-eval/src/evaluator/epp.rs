//! EPP templates: how they are called, and their output.

use std::sync::Arc;

use pupa_syntax::Dialect;
use pupa_syntax::diagnostic::{Diagnostic, Location};
use pupa_syntax::source::Source;
use pupa_value::Value;
use pupa_value::mismatch::{Missing, validate_parameters};
use pupa_value::ruby::class_name;
use pupa_value::text::ruby::{inspect, to_s};
use pupa_value::types::{StructMember, StructType};
use pupa_value::value::{Hash, Text};

use super::interpolate::interpolated;
use super::{Evaluator, NO_FRAME, Run};
use crate::host::Owner;
use crate::issues;
use crate::log::Place;
use crate::program::names::SET_BY_PUPPET;
use crate::program::node::Node;
use crate::program::{LambdaCode, ManifestError, Program};
use crate::stop::{Outcome, Stop, UnlocatedError, error};

/// The name of an inline template in messages.
const INLINE: &str = "inlined-epp-text";

/// The output of a template so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    /// Whether the output contains a sensitive value.
    is_sensitive: bool,
}

/// Fails for a variable name that is not allowed for templates.
fn check_name(name: &str) -> Outcome<()> {
    if SET_BY_PUPPET.contains(&name) {
        Err(error(format!("Attempt to assign to a reserved variable name: '{name}'")))
    } else if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("Cannot assign to a numeric match result variable '${name}'");
        Err(error(message))
    } else {
        Ok(())
    }
}

/// Fails for an argument that can't become a variable of a template.
fn check_argument(key: &Value) -> Outcome<()> {
    match key.as_str() {
        Some(name) => check_name(name),
        None => Err(error(format!(
            "Scope variable name {} is a {}, not a string",
            inspect(key),
            class_name(key)
        ))),
    }
}

impl Run<'_> {
    pub(super) fn render_text(&mut self, text: &Text) -> Outcome {
        self.write(text)
    }

    /// Adds text to the output of the running template, up to the limit.
    fn write(&mut self, text: &str) -> Outcome {
        let written = self.templates.last().map_or(0, |output| output.text.len());
        self.check_text(written.saturating_add(text.len()))?;
        if let Some(output) = self.templates.last_mut() {
            output.text.push_str(text);
        }
        Ok(Value::Undef)
    }

    /// Whether a template is being evaluated.
    pub(super) fn is_in_template(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Reads the template at a path.
    pub(crate) fn template_of_file(&mut self, path: &str) -> Outcome<Arc<Program>> {
        let file = self.host.template(path).map_err(|problem| error(problem.0))?;
        let read = file.program(&self.settings);
        self.accept_template(read, "epp")
    }

    /// Logs the diagnostics about the text of a template; like the reference, for each call.
    fn accept_template(
        &mut self,
        read: Result<Arc<Program>, ManifestError>,
        function: &str,
    ) -> Outcome<Arc<Program>> {
        match read {
            Ok(program) => {
                self.log_warnings(&program);
                Ok(program)
            }
            Err(rejected) => {
                for (level, found) in rejected.logged() {
                    let source = Arc::clone(&rejected.source);
                    let place = Place { source, offset: found.span().start };
                    self.push_log(level, found.message.clone(), String::new(), Some(place));
                }
                // Compat: in the reference, Ruby parses regular expressions, and its message is
                // passed on unchanged.
                if rejected.is_illegal_regexp() {
                    return Err(error(rejected.to_string()));
                }
                let message = format!("{function}(): Invalid EPP: {}", rejected.message);
                Err(UnlocatedError::quoting(message, rejected.place()).into())
            }
        }
    }

    /// Sets the arguments with qualified names as variables of their own.
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
}

impl Evaluator<'_> {
    pub(super) fn render(&mut self, inner: &Node) -> Outcome {
        let value = self.eval(inner)?;
        let (edition, max) = (self.run.settings.edition, self.run.settings.limits.text);
        if let Value::Sensitive(hidden) = &value {
            if let Some(output) = self.run.templates.last_mut() {
                output.is_sensitive = true;
            }
            return self.run.write(&interpolated(hidden, edition, max));
        }
        self.run.write(&interpolated(&value, edition, max))
    }

    /// Evaluates a template in the top scope and returns its output.
    ///
    /// With arguments it sees them and global variables; without arguments it sees all variables of
    /// the top scope.
    ///
    /// # Errors
    /// When the template fails, or the arguments don't match its parameters.
    pub fn render_template(
        &mut self,
        program: &Arc<Program>,
        args: Option<&Hash>,
    ) -> Result<Value, Diagnostic> {
        self.run.program = self.run.add_program(program);
        let _metering = self.run.meter();
        self.run.budget.restart();
        self.run.log_warnings(program);
        let result = self.call_template(program, args, true).or_else(|stop| match *stop {
            Stop::Next(value, _) => Ok(value),
            stop => Err(Box::new(stop)),
        });
        self.run.matches.clear();
        let result = result.map_err(|stop| {
            match *stop {
                // No expression called it, so none gives the error a place.
                Stop::Error(error) => issues::records::runtime_error
                    .diagnostic(error.text())
                    .located(Location::of_file(program.source())),
                stop => self.run.failure(stop, program.tree.root()),
            }
        });
        self.ended(result)
    }

    /// Parses an inline template; each text only once.
    pub(crate) fn inline_template(&mut self, text: &Text) -> Outcome<Arc<Program>> {
        if let Some(program) = self.known.templates.get(text.as_str()) {
            let program = Arc::clone(program);
            self.run.log_warnings(&program);
            return Ok(program);
        }
        let source = Arc::new(Source::new(INLINE, text.as_str()));
        let owner = Owner::Environment;
        let read = Program::read_as(source, Dialect::Template, owner, &self.run.settings);
        let program = self.run.accept_template(read.map(Arc::new), "inline_epp")?;
        self.known.templates.insert(text.to_string(), Arc::clone(&program));
        Ok(program)
    }

    /// Evaluates a template. It sees local variables if `sees_locals`, otherwise only global ones.
    pub(crate) fn call_template(
        &mut self,
        program: &Arc<Program>,
        args: Option<&Hash>,
        sees_locals: bool,
    ) -> Outcome {
        let Some(template) = program.template.clone() else {
            return Err(error("The template has no content"));
        };
        let number = self.run.add_program(program);
        let (running, matches) = (self.run.scopes.current, self.run.matches.len());
        if !sees_locals {
            self.run.scopes.current = self.run.scopes.global();
            self.run.matches.push(None);
        }
        let parent = if sees_locals { self.run.frame } else { NO_FRAME };
        let declares = program.declares_parameters();
        let empty = Hash::new();
        let given = args.unwrap_or(&empty);
        let local = self.run.set_qualified(given);
        let result = if declares || args.is_none() {
            self.call_with_parameters(number, parent, &template, &local)
        } else {
            self.call_with_variables(number, parent, &template, &local)
        };
        self.run.scopes.current = running;
        self.run.matches.truncate(matches);
        result
    }

    /// Calls a template with declared parameters.
    fn call_with_parameters(
        &mut self,
        program: u32,
        parent: u32,
        template: &LambdaCode,
        args: &Hash,
    ) -> Outcome {
        let saved = self.run.enter(program, parent, template.frame);
        let result = self.bind_by_name(template, args).and_then(|()| self.written(template));
        self.run.leave(&saved);
        result
    }

    fn bind_by_name(&mut self, template: &LambdaCode, args: &Hash) -> Outcome<()> {
        let first = self.run.base;
        self.run.stack.resize(first + template.slots as usize, None);
        let given = args.iter().filter(|(_, value)| !value.is_undef());
        let mut bound: Hash = given.map(|(key, value)| (key.clone(), value.clone())).collect();
        // The default of a parameter can refer to all given arguments.
        for (index, parameter) in template.parameters.iter().enumerate() {
            self.run.stack[first + index] = bound.get_str(&parameter.name).cloned();
        }
        for (index, parameter) in template.parameters.iter().enumerate() {
            if self.run.stack[first + index].is_some() {
                continue;
            }
            let value = match &parameter.default {
                Some(_) => self.default_value(parameter)?,
                None if args.contains_str(&parameter.name) => Value::Undef,
                None => continue,
            };
            bound.insert(Value::String(parameter.name.clone()), value.clone());
            self.run.stack[first + index] = Some(value);
        }
        self.validate_by_name(template, &bound)?;
        template.parameters.iter().try_for_each(|parameter| check_name(&parameter.name))
    }

    fn validate_by_name(&mut self, template: &LambdaCode, args: &Hash) -> Outcome<()> {
        let signature = self.signature(template)?;
        let params = &signature.signature.callable.params;
        let types = params.iter().flat_map(|params| params.types.iter());
        let members = template.parameters.iter().zip(types).map(|(parameter, t)| {
            StructMember::new(parameter.name.clone(), parameter.default.is_some(), t.clone())
        });
        let parameters = StructType::new(members);
        let given: Vec<_> = args.iter().map(|(key, value)| (to_s(key), value)).collect();
        let given = given.iter().map(|(name, value)| (&**name, *value));
        let missing = Missing::Refused;
        Ok(validate_parameters("lambda", &parameters, given, missing, &mut |_| Ok(None))?)
    }

    /// Calls a template without declared parameters: all arguments become variables.
    fn call_with_variables(
        &mut self,
        program: u32,
        parent: u32,
        template: &LambdaCode,
        args: &Hash,
    ) -> Outcome {
        args.keys().try_for_each(check_argument)?;
        let variables = self.run.push_variables(parent, args);
        let saved = self.run.enter(program, variables, template.frame);
        self.run.stack.resize(self.run.base + template.slots as usize, None);
        let result = self.written(template);
        self.run.leave(&saved);
        self.run.pop_variables();
        result
    }

    /// Evaluates the body of a template and returns its output.
    fn written(&mut self, template: &LambdaCode) -> Outcome {
        let depth = self.run.templates.len();
        self.run.templates.push(Output::default());
        let result = self.eval(&template.body);
        let output = self.run.templates.drain(depth..).next().unwrap_or_default();
        result?;
        let text = Value::from(output.text);
        Ok(if output.is_sensitive { Value::sensitive(text) } else { text })
    }
}
