//! Calls of functions by name.

use std::borrow::Cow;
use std::sync::Arc;

use pupa_syntax::tree::ExprId;
use pupa_value::mismatch::{arguments_type, describe_signatures};
use pupa_value::signature::Signature;
use pupa_value::types::object::ObjectType;
use pupa_value::{Error, ErrorKind, Value};

use super::lambda::{Block, LambdaBlock};
use super::registry::Callable;
use super::{CallRecord, Evaluator, Run, exhausted};
use crate::call::Call;
use crate::issues;
use crate::natives::Native;
use crate::object::defined_object;
use crate::program::node::CallNode;
use crate::stop::{Outcome, error};

impl Evaluator<'_> {
    pub(super) fn call(&mut self, call: &CallNode, at: ExprId) -> Outcome {
        let args = self.values(&call.arguments, call.has_unfold)?;
        self.call_with_lambda(call, args, at)
    }

    pub(super) fn method_call(&mut self, call: &CallNode, at: ExprId) -> Outcome {
        let Some((receiver, arguments)) = call.arguments.split_first() else {
            return self.call(call, at);
        };
        let mut args = Vec::with_capacity(call.arguments.len());
        self.push_values(&mut args, std::slice::from_ref(receiver), call.has_unfold)?;
        if let Some(object) = args.first()
            && super::member::may_have_members(object)
            && super::member::has_member(object, &call.name)
            // `$object.name` without parentheses reads a feature.
            && (call.is_bare || !matches!(object, Value::Instance(_)))
        {
            let object = object.clone();
            let args = self.values(arguments, call.has_unfold)?;
            let block = self.run.block_of(call);
            if let Some(value) = self.call_member(&object, &call.name, &args, block)? {
                return Ok(value);
            }
        }
        self.push_values(&mut args, arguments, call.has_unfold)?;
        match args.first() {
            Some(Value::Type(t)) if call.name.as_str() == "from_data" => {
                if let Some(object_type) = defined_object(t).cloned() {
                    return self.call_from_data(call, &object_type, &args[1..], at);
                }
                if let Some(message) = self.objects().managed_type(t) {
                    return Err(error(message));
                }
            }
            Some(Value::Instance(object)) if call.is_bare => {
                let object = Arc::clone(object);
                if self.called_function(call)?.is_none() {
                    return self
                        .objects()
                        .access_feature(&object, &[Value::String(call.name.clone())]);
                }
            }
            _ => {}
        }
        self.call_with_lambda(call, args, at)
    }

    /// `T.from_data({…})`
    fn call_from_data(
        &mut self,
        call: &CallNode,
        object_type: &Arc<ObjectType>,
        args: &[Value],
        at: ExprId,
    ) -> Outcome {
        let [data] = args else {
            return Err(error(format!("from_data() expects one argument, got {}", args.len())));
        };
        let block = self.run.block_of(call);
        self.run.calls.push(CallRecord { program: self.run.program, at });
        let result =
            self.deeper(|evaluator| evaluator.objects().object_from_data(object_type, data, block));
        self.run.calls.pop();
        result
    }

    fn call_with_lambda(&mut self, call: &CallNode, args: Vec<Value>, at: ExprId) -> Outcome {
        let block = self.run.block_of(call);
        let Some(callable) = self.called_function(call)? else {
            let diagnostic = issues::unknown_function(&call.name);
            let help = self.advice_on_function(&call.name);
            return Err(self.run.complain(at, diagnostic).advised(help));
        };
        self.run.calls.push(CallRecord { program: self.run.program, at });
        let result = self.call_callable(&call.name, &callable, args, block);
        self.run.calls.pop();
        result
    }

    /// Calls a function on behalf of a running native function. The name may be in upper case and
    /// have a leading `::`.
    pub(crate) fn call_by_name(
        &mut self,
        name: &str,
        args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        let known = known_name(name);
        match self.find_function(&known)? {
            Some(callable) => self.call_callable(&known, &callable, args, block),
            None => Err(error(format!("Unknown function '{name}'"))),
        }
    }

    fn call_callable(
        &mut self,
        name: &str,
        callable: &Callable,
        args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        if self.run.calls.len() > self.run.settings.limits.call_depth as usize {
            let max = self.run.settings.limits.call_depth;
            let message =
                format!("More than {max} calls are under way at once (limit: --max-depth)");
            return Err(Error::new(ErrorKind::Limit, message).into());
        }
        self.deeper(|evaluator| match callable {
            Callable::Native(native) => evaluator.call_native(name, native, args, block),
            Callable::Puppet { program, code } => {
                evaluator.call_puppet(*program, code, args, block)
            }
            Callable::Ruby(function) => evaluator.ruby().call_ruby(function, args, block),
        })
    }

    fn call_native(
        &mut self,
        name: &str,
        native: &Native,
        mut args: Vec<Value>,
        block: Option<Block<'_>>,
    ) -> Outcome {
        let traits = native.traits();
        let dispatch = if traits.is_untyped {
            // Puppet 3 functions never get `undef`.
            for arg in args.iter_mut().filter(|arg| arg.is_undef()) {
                *arg = Value::from("");
            }
            0
        } else {
            self.dispatch(name, native, &args, block)?
        };
        if traits.touches_system && !self.run.settings.allow_system {
            return Err(error(format!("{name}(): the use of files and commands is turned off")));
        }
        charge_arguments(native, &args)?;
        let mut call = Call { evaluator: self, name, args, block };
        let value = native.run(dispatch, &mut call)?;
        charge_result(&value)?;
        if traits.is_statement && self.run.settings.edition.statement_functions_give_undef() {
            return Ok(Value::Undef);
        }
        Ok(value)
    }

    /// The index of the first signature that matches the arguments.
    fn dispatch(
        &mut self,
        name: &str,
        native: &Native,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Outcome<usize> {
        let signatures = native.signatures()?;
        let listed = signatures.get(..native.listed()).unwrap_or(signatures);
        self.fitting_signature(name, signatures, listed, args, block)
    }

    /// The index of the first signature that matches the arguments. If none does, the error
    /// describes the signatures in `listed`.
    pub(crate) fn fitting_signature(
        &mut self,
        name: &str,
        signatures: &[Signature],
        listed: &[Signature],
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Outcome<usize> {
        let block_type = block.map(|block| self.block_type(block)).transpose()?;
        let fits = signatures.iter().position(|s| s.accepts_call(args, block_type.as_ref()));
        if let Some(number) = fits {
            return Ok(number);
        }
        let block = block.map(|block| self.block_value(block)).transpose()?;
        let types = arguments_type(args, block.as_ref());
        Err(Error::argument(describe_signatures(name, listed, &types)).into())
    }
}

impl Run<'_> {
    fn block_of<'c>(&self, call: &'c CallNode) -> Option<Block<'c>> {
        let (frame, program) = (self.frame, self.program);
        let block = |lambda| Block::Lambda(LambdaBlock { lambda, frame, program });
        call.lambda.as_ref().map(block)
    }
}

/// Strings and collections up to this size are not worth charging.
const SMALL: usize = 256;

/// Charges a native function for its arguments: most read each string and each element once. This
/// is the least that a function is charged; those that take longer charge more on their own.
fn charge_arguments(native: &Native, args: &[Value]) -> Outcome<()> {
    const WORK_PER_ARGUMENT: usize = 8;
    let several = if args.len() > SMALL { args.len() * WORK_PER_ARGUMENT } else { 0 };
    let (mut read, mut visited) = (several, 0);
    for arg in args {
        match arg {
            Value::String(text) if text.len() > SMALL => read += text.len() / 4,
            Value::Array(elements) if elements.len() > SMALL => visited += elements.len(),
            Value::Hash(hash) if hash.len() > SMALL => visited += 2 * hash.len(),
            _ => {}
        }
    }
    if visited > 0 && native.takes_constant_time() {
        visited = 0;
    }
    if pupa_meter::charge(read + visited) { Ok(()) } else { Err(exhausted()) }
}

/// Charges a native function for the string that it has made.
fn charge_result(value: &Value) -> Outcome<()> {
    match value {
        Value::String(text) if text.len() > SMALL && !pupa_meter::charge(text.len() / 8) => {
            Err(exhausted())
        }
        _ if pupa_meter::is_exhausted() => Err(exhausted()),
        _ => Ok(()),
    }
}

/// A name as functions are known by: in lower case, without `::` before it.
fn known_name(name: &str) -> Cow<'_, str> {
    let name = name.strip_prefix("::").unwrap_or(name);
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
