//! Calls lambdas and functions written in Puppet: binds arguments to parameters and evaluates the
//! body.

use std::sync::Arc;

use pupa_ruby::puppet::RubyBlock;
use pupa_value::mismatch::{arguments_type, assert_instance_with, describe_signatures};
use pupa_value::signature::Signature;
use pupa_value::types::{CallableType, Size, TupleType, Type};
use pupa_value::value::Closure;
use pupa_value::{Error, Value};

use super::run::Frame;
use super::scope::{ScopeId, TOP};
use super::{Evaluator, NO_FRAME, NO_LOGIC, Run};
use crate::issues;
use crate::program::{ClosureSignature, FunctionCode, LambdaCode, ParameterCode};
use crate::stop::{Outcome, Stop, error};

/// The block of a call.
#[derive(Clone, Copy)]
pub(crate) enum Block<'c> {
    /// A lambda.
    Lambda(LambdaBlock<'c>),
    /// A block of Ruby code.
    Ruby(RubyBlock),
}

/// A lambda together with its surrounding frame.
#[derive(Clone, Copy)]
pub(crate) struct LambdaBlock<'c> {
    pub(crate) lambda: &'c Arc<LambdaCode>,
    /// The surrounding frame.
    pub(crate) frame: u32,
    /// The program it belongs to.
    pub(crate) program: u32,
}

impl<'c> Block<'c> {
    /// Returns the number of parameters.
    pub(crate) fn parameter_count(self) -> usize {
        match self {
            Block::Lambda(block) => block.lambda.parameters.len(),
            Block::Ruby(block) => block.parameters as usize + usize::from(block.takes_rest),
        }
    }

    /// Whether the last parameter captures all remaining arguments.
    pub(crate) fn captures_rest(self) -> bool {
        match self {
            Block::Lambda(block) => block.lambda.captures_rest(),
            Block::Ruby(block) => block.takes_rest,
        }
    }

    /// The names of its parameters, where they are known.
    pub(crate) fn parameter_names(self) -> Vec<&'c str> {
        match self {
            Block::Lambda(block) => {
                block.lambda.parameters.iter().map(|parameter| parameter.name.as_str()).collect()
            }
            Block::Ruby(_) => Vec::new(),
        }
    }
}

/// A block as a value, for explanations of mismatched calls.
#[derive(Debug)]
struct BlockValue(Type);

impl Closure for BlockValue {
    fn callable_type(&self) -> &Type {
        &self.0
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// The state that is restored after a call.
pub(crate) struct CallerState {
    frame: u32,
    base: usize,
    program: u32,
    matches: usize,
    stack: usize,
    logic: u32,
    scope: ScopeId,
}

impl Evaluator<'_> {
    /// Calls a block. The match variables are reset afterwards.
    pub(crate) fn call_block<A>(&mut self, block: Block<'_>, args: A) -> Outcome
    where
        A: IntoIterator<Item = Value>,
    {
        // An empty body counts no step of its own.
        self.run.step()?;
        let block = match block {
            Block::Lambda(block) => block,
            Block::Ruby(block) => {
                return self.ruby().call_ruby_block(block, args.into_iter().collect());
            }
        };
        let lambda = block.lambda;
        let saved = self.run.enter(block.program, block.frame, lambda.frame);
        self.run.stack.extend(args.into_iter().map(Some));
        let result = match self.bind(lambda, "lambda") {
            Ok(()) => self.run_body(lambda, "lambda"),
            Err(stop) => Err(stop),
        };
        self.run.leave(&saved);
        result
    }

    /// Calls a function. It sees only its own variables and those of the top scope.
    pub(super) fn call_puppet(
        &mut self,
        program: u32,
        code: &FunctionCode,
        args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        let lambda = &code.lambda;
        let saved = self.run.enter(program, NO_FRAME, lambda.frame);
        self.run.matches.push(None);
        self.run.logic = NO_LOGIC;
        // The function is called in the top scope, even from the definition of a node.
        self.run.scopes.current = TOP;
        let result = self.call_function_body(code, args, block);
        self.run.leave(&saved);
        result
    }

    fn call_function_body(
        &mut self,
        code: &FunctionCode,
        args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        let lambda = &code.lambda;
        let is_complete = args.len() == lambda.parameters.len() && !lambda.captures_rest();
        if block.is_some() || !lambda.is_plain || !is_complete {
            let signature = self.signature(lambda)?;
            let block_type = block.map(|block| self.block_type(block)).transpose()?;
            if !signature.signature.accepts_call(&args, block_type.as_ref()) {
                let block = block_type.map(|t| Value::closure(BlockValue(t)));
                return Err(mismatch(&code.name, &signature.signature, &args, block.as_ref()));
            }
        }
        self.run.stack.extend(args.into_iter().map(Some));
        if is_complete && lambda.reserved.is_none() {
            // Their types were checked.
            self.run.stack.resize(self.run.base + lambda.slots as usize, None);
        } else {
            self.bind(lambda, &code.name)?;
        }
        match self.run_body(lambda, &code.name) {
            Err(stop) => match *stop {
                // Compat: the value of `return` is not checked. Pinned by
                // `quirk-return-is-not-checked`.
                Stop::Return(value, _) => Ok(value),
                other => Err(Box::new(other)),
            },
            result => result,
        }
    }

    /// Evaluates type logic in its frame, with the value that it refers to.
    pub(crate) fn run_with(
        &mut self,
        lambda: &LambdaCode,
        name: &str,
        argument: Option<Value>,
    ) -> Outcome {
        self.run.step()?;
        self.run.stack.extend(argument.map(Some));
        self.bind(lambda, name)?;
        self.run_body(lambda, name)
    }

    /// Evaluates the body; `next` ends it.
    fn run_body(&mut self, lambda: &LambdaCode, name: &str) -> Outcome {
        let value = match self.eval(&lambda.body) {
            Ok(value) => value,
            Err(stop) => match *stop {
                Stop::Next(value, _) => value,
                other => return Err(Box::new(other)),
            },
        };
        if lambda.returns.is_some()
            && let Some(t) = &self.signature(lambda)?.returns
        {
            assert_instance_with(t, &value, || format!("value returned from {name}"))?;
        }
        Ok(value)
    }

    /// Converts the arguments on the stack to the variables of the frame.
    fn bind(&mut self, lambda: &LambdaCode, name: &str) -> Outcome<()> {
        if let Some(reserved) = &lambda.reserved {
            let name = &lambda.parameters[*reserved].name;
            return Err(error(format!("Attempt to assign to a reserved variable name: '{name}'")));
        }
        let given = self.run.stack.len() - self.run.base;
        let count = lambda.parameters.len();
        if given >= count && lambda.is_plain {
            // Compat: surplus arguments are dropped. Pinned by
            // `quirk-surplus-arguments-are-dropped`.
            self.run.stack.truncate(self.run.base + count);
        } else {
            self.bind_parameters(lambda, given, name)?;
        }
        self.run.stack.resize(self.run.base + lambda.slots as usize, None);
        Ok(())
    }

    /// Binds arguments in the cases other than one argument for each parameter: defaults, captured
    /// rests, types.
    fn bind_parameters(&mut self, lambda: &LambdaCode, given: usize, name: &str) -> Outcome<()> {
        let args: Vec<Value> = self.run.stack.drain(self.run.base..).flatten().collect();
        debug_assert_eq!(args.len(), given);
        self.run.stack.resize(self.run.base + lambda.slots as usize, None);
        let mut args = args.into_iter();
        for (index, parameter) in lambda.parameters.iter().enumerate() {
            let value = if parameter.captures_rest {
                self.rest(parameter, args.by_ref().collect())?
            } else {
                match args.next() {
                    Some(value) => value,
                    None => self.default_value(parameter)?,
                }
            };
            let slot = self.run.base + index;
            self.run.stack[slot] = Some(value);
        }
        self.check_types(lambda, name)
    }

    pub(super) fn default_value(&mut self, parameter: &ParameterCode) -> Outcome {
        let Some(default) = &parameter.default else {
            let diagnostic = issues::missing_required_parameter(&parameter.name);
            return Err(self.run.complain_at(parameter.name_span, diagnostic));
        };
        let matches = self.run.matches.len();
        let value = self.eval(default);
        self.run.matches.truncate(matches);
        value.map_err(|stop| match *stop {
            Stop::NotYetEvaluated(message) => error(message),
            other => Box::new(other),
        })
    }

    /// The array of the captured arguments for the last parameter.
    fn rest(&mut self, parameter: &ParameterCode, given: Vec<Value>) -> Outcome {
        let takes_default = given.is_empty() || matches!(given.as_slice(), [Value::Undef]);
        if !takes_default || parameter.default.is_none() {
            return Ok(given.into());
        }
        match self.default_value(parameter)? {
            array @ Value::Array(_) => Ok(array),
            single => Ok(Value::array([single])),
        }
    }

    fn check_types(&mut self, lambda: &LambdaCode, name: &str) -> Outcome<()> {
        let signature = self.signature(lambda)?;
        let fits = lambda.parameters.iter().zip(&signature.checks).enumerate().all(
            |(index, (parameter, check))| {
                let (Some(t), Some(value)) = (check, &self.run.stack[self.run.base + index]) else {
                    return true;
                };
                match value {
                    Value::Array(elements) if parameter.captures_rest => {
                        elements.iter().all(|element| t.is_instance(element))
                    }
                    value => t.is_instance(value),
                }
            },
        );
        let count = lambda.parameters.len();
        let has_rest = lambda.captures_rest();
        if fits && (!has_rest || self.run.rest_fits(&signature, count)) {
            return Ok(());
        }
        let mut args: Vec<Value> = self.run.stack[self.run.base..self.run.base + count]
            .iter()
            .flatten()
            .cloned()
            .collect();
        if has_rest && let Some(Value::Array(rest)) = args.pop() {
            args.extend(rest.iter().cloned());
        }
        Err(mismatch(name, &signature.signature, &args, None))
    }

    /// The `Callable` type of a block.
    pub(crate) fn block_type(&mut self, block: Block<'_>) -> Outcome<Type> {
        let block = match block {
            Block::Lambda(block) => block,
            Block::Ruby(block) => return Ok(block.callable_type()),
        };
        if let Some(signature) = self.known_signature(block.program, block.lambda) {
            return Ok(signature.signature.callable_type());
        }
        let saved = (self.run.frame, self.run.base, self.run.program);
        self.run.frame = block.frame;
        self.run.base = self.run.frames.get(block.frame as usize).map_or(0, |frame| frame.base);
        self.run.program = block.program;
        let signature = self.make_signature(block.lambda);
        (self.run.frame, self.run.base, self.run.program) = saved;
        Ok(signature?.signature.callable_type())
    }

    /// A block as a value, for explanations.
    pub(super) fn block_value(&mut self, block: Block<'_>) -> Outcome {
        Ok(Value::closure(BlockValue(self.block_type(block)?)))
    }

    /// The types of the lambda or function whose frame is the innermost.
    pub(super) fn signature(&mut self, lambda: &LambdaCode) -> Outcome<Arc<ClosureSignature>> {
        if let Some(signature) = self.known_signature(self.run.program, lambda) {
            return Ok(Arc::clone(signature));
        }
        // Type expressions of parameters are evaluated outside of the lambda.
        let saved = (self.run.frame, self.run.base);
        self.run.frame =
            self.run.frames.get(self.run.frame as usize).map_or(NO_FRAME, |frame| frame.parent);
        self.run.base = self.run.frames.get(self.run.frame as usize).map_or(0, |frame| frame.base);
        let signature = self.make_signature(lambda);
        (self.run.frame, self.run.base) = saved;
        signature
    }

    /// The types of a lambda or function of a program, when they are known.
    fn known_signature<'s>(
        &'s self,
        program: u32,
        lambda: &'s LambdaCode,
    ) -> Option<&'s Arc<ClosureSignature>> {
        let own = || self.known.signatures.get(&(program, lambda.frame));
        lambda.signature.get().or_else(own)
    }

    fn make_signature(&mut self, lambda: &LambdaCode) -> Outcome<Arc<ClosureSignature>> {
        let mut types = Vec::with_capacity(lambda.parameters.len());
        let (mut from, mut to) = (0, Some(0));
        let mut has_optional = false;
        for parameter in &lambda.parameters {
            let (t, least, most) = self.parameter_type(parameter)?;
            if least == 0 {
                has_optional = true;
            } else if has_optional && !lambda.is_by_name {
                let diagnostic = issues::required_parameter_after_optional(&parameter.name);
                return Err(self.run.complain_at(parameter.name_span, diagnostic));
            }
            from += least;
            to = to.zip(most).map(|(to, most)| to + most);
            types.push(t);
        }
        let returns = match &lambda.returns {
            Some(node) => Some(as_type(self.eval(node)?)?),
            None => None,
        };
        let checks = types.iter().map(|t| (*t != Type::Any).then(|| t.clone())).collect();
        let params = TupleType { types, size: Some(Size::new(from, to)) };
        let result = returns.clone().unwrap_or(Type::Any);
        let callable = CallableType::new(Some(params), None, Some(result));
        let names = lambda.parameters.iter().map(|parameter| parameter.name.clone());
        let signature = Arc::new(ClosureSignature {
            signature: Signature::new(callable, names),
            checks,
            returns: returns.filter(|t| *t != Type::Any),
        });
        if lambda.has_fixed_types {
            return Ok(Arc::clone(lambda.signature.get_or_init(|| signature)));
        }
        if lambda.has_constant_types {
            let key = (self.run.program, lambda.frame);
            self.known.signatures.insert(key, Arc::clone(&signature));
        }
        Ok(signature)
    }

    /// The type of a parameter, and the minimum and maximum number of arguments that it takes.
    fn parameter_type(&mut self, parameter: &ParameterCode) -> Outcome<(Type, i64, Option<i64>)> {
        let t = match &parameter.t {
            Some(node) => as_type(self.eval(node)?)?,
            None => Type::Any,
        };
        if parameter.captures_rest {
            return Ok(match &t {
                // For a captured rest, an `Array` type gives the number and the type of the
                // arguments.
                Type::Array(array) => {
                    let size = array.size.unwrap_or(Size::ANY);
                    (array.element.clone(), size.from, size.to)
                }
                _ => (t, 0, None),
            });
        }
        Ok((t, i64::from(parameter.default.is_none()), Some(1)))
    }
}

impl Run<'_> {
    pub(super) fn enter(&mut self, program: u32, parent: u32, layout: u32) -> CallerState {
        let saved = CallerState {
            frame: self.frame,
            base: self.base,
            program: self.program,
            matches: self.matches.len(),
            stack: self.stack.len(),
            logic: self.logic,
            scope: self.scopes.current,
        };
        self.frames.push(Frame { base: saved.stack, parent, program, layout });
        self.frame = (self.frames.len() - 1) as u32;
        self.base = saved.stack;
        self.program = program;
        saved
    }

    pub(crate) fn leave(&mut self, saved: &CallerState) {
        self.frames.truncate(self.frame as usize);
        self.stack.truncate(saved.stack);
        self.matches.truncate(saved.matches);
        self.frame = saved.frame;
        self.base = saved.base;
        self.program = saved.program;
        self.logic = saved.logic;
        self.scopes.current = saved.scope;
    }

    /// Whether the number of captured arguments is allowed for the last parameter.
    fn rest_fits(&self, signature: &ClosureSignature, count: usize) -> bool {
        match &self.stack[self.base + count - 1] {
            Some(Value::Array(rest)) => {
                signature.signature.arguments_range().contains(count - 1 + rest.len())
            }
            _ => true,
        }
    }
}

fn as_type(value: Value) -> Outcome<Type> {
    match value {
        Value::Type(t) => Ok(t),
        other => {
            Err(Error::argument(format!("{} is not a type", pupa_value::text::literal(&other)))
                .into())
        }
    }
}

fn mismatch(name: &str, signature: &Signature, args: &[Value], block: Option<&Value>) -> Box<Stop> {
    let types = arguments_type(args, block);
    let message = describe_signatures(name, std::slice::from_ref(signature), &types);
    Error::argument(message).into()
}
