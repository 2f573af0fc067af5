//! `Puppet::Pops::Functions::Dispatcher`, for functions that override `call`.

use pupa_value::mismatch::{arguments_type, describe_signatures};
use pupa_value::signature::Signature;
use pupa_value::types::Type;

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine, MethodKind};
use crate::native::{Args, Block, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

/// `Puppet::Pops::Functions::Dispatcher`
pub static DISPATCHER: NativeClass = NativeClass {
    name: "Puppet::Pops::Functions::Dispatcher",
    methods: &[method("dispatch", 3, 3, dispatch), method("empty?", 0, 0, is_empty)],
    ..NativeClass::EMPTY
};

/// The ID of the function class that has the dispatches.
#[derive(Debug, Clone, Copy)]
struct Dispatcher(ClassId);

impl Payload for Dispatcher {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(*self)
    }
}

/// `self.class.dispatcher`
pub(super) fn dispatcher(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Class(class) = this else { return Ok(Value::Nil) };
    Ok(m.new_payload(class::PUPPET_DISPATCHER, Dispatcher(class)))
}

/// `dispatcher.dispatch(function, scope, arguments)`
fn dispatch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(&Dispatcher(class)) = m.payload::<Dispatcher>(this) else { return Ok(Value::Nil) };
    let list = m.to_ary(args[2])?;
    let list = m.array(list).to_vec();
    m.dispatch_values(class, args[0], args[1], &list, args.block)
}

fn is_empty(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Some(&Dispatcher(class)) = m.payload::<Dispatcher>(this) else { return Ok(Value::Nil) };
    Ok(Value::Bool(m.function_class(class).dispatches.is_empty()))
}

/// `function.call(scope, arguments…)`
pub(super) fn call(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.real_class_of(this);
    m.dispatch_values(class, this, args[0], &args.list[1..], args.block)
}

impl Machine<'_> {
    /// Whether a function class overrides `call`.
    pub(super) fn overrides_call(&mut self, class: ClassId) -> bool {
        let found = self.find_method(class, names::CALL);
        found.is_some_and(|id| !matches!(self.method(id).kind, MethodKind::Native(_)))
    }

    /// Calls a function by the first dispatch whose signature accepts the arguments.
    fn dispatch_values(
        &mut self,
        class: ClassId,
        function: Value,
        scope: Value,
        args: &[Value],
        block: Option<Block>,
    ) -> Flow {
        let mut converted = Vec::with_capacity(args.len());
        for arg in args {
            converted.push(self.to_puppet(*arg)?);
        }
        let block_type = match block {
            Some(block) => Some(self.ruby_block(block)?.callable_type()),
            None => None,
        };
        let record = self.function_class(class);
        let fits = |signature: &Signature| signature.accepts_call(&converted, block_type.as_ref());
        let found = record.dispatches.iter().position(|dispatch| fits(&dispatch.signature));
        if let Some(number) = found {
            let scope = self.scope_number(scope);
            return self
                .in_scope(scope, |m| m.invoke_dispatch(class, function, number, args, block));
        }
        let listed = record.dispatches.iter().filter(|dispatch| !dispatch.is_mismatch);
        let listed: Vec<Signature> = listed.map(|dispatch| dispatch.signature.clone()).collect();
        let types = arguments_type(&converted, None);
        let message = describe_signatures(&record.name.clone(), &listed, &types);
        Err(self.argument_error(message))
    }

    /// Calls a function that overrides `call`.
    pub(super) fn call_overridden(
        &mut self,
        function: Value,
        args: &[Value],
        block: Option<Block>,
    ) -> Flow {
        let mut list = Vec::with_capacity(args.len() + 1);
        list.push(self.scope_object());
        list.extend(args);
        self.call_args(function, Args::new(Symbol::new("call"), &list).with_block(block))
    }
}

impl super::super::RubyBlock {
    /// The `Callable` type of the block, with the number of its parameters.
    pub fn callable_type(self) -> Type {
        use pupa_value::types::{CallableType, Size, TupleType};
        let types = if self.takes_rest { 1 } else { self.parameters as usize };
        let to = (!self.takes_rest).then_some(i64::from(self.parameters));
        let size = Some(Size::new(i64::from(self.required), to));
        let params = TupleType { types: vec![Type::Any; types], size };
        Type::Callable(Some(CallableType::new(Some(params), None, None).into()))
    }
}
