//! Functions of the Puppet 4 API: `Puppet::Functions.create_function`.
//!
//! A function is a class with dispatches: a signature and the method to call. The evaluator chooses
//! the dispatch by the same rules as for its own functions, and calls the method.

mod builder;
mod dispatcher;
mod load;
mod local_types;

pub use builder::{BUILDER, INTERNAL_BUILDER};
pub use dispatcher::DISPATCHER;
pub use load::{INSTANTIATOR, LOADER, LOADERS, LoadedFunction, OLD_INSTANTIATOR};
pub use local_types::LOCAL_TYPES_BUILDER;

use pupa_value::Value as PuppetValue;
use pupa_value::signature::Signature;
use pupa_value::types::{CallableType, Size, TupleType, Type};
use pupa_value::value::Text;

use super::scope::TOP_SCOPE;
use crate::core::class;
use crate::core::procs::parameters::method_parameters;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Block, NativeClass, Visibility, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

/// The class of a function: everything that `create_function` has collected.
#[derive(Debug, Clone, Default)]
pub(crate) struct FunctionClass {
    /// The name of the function.
    pub(crate) name: String,
    /// The dispatches, in the order of their definition.
    pub(crate) dispatches: Vec<Dispatch>,
    /// The types that its signatures may use besides those of Puppet.
    pub(crate) local_types: Vec<(Text, Type)>,
}

/// A dispatch: a signature, and the method that implements it.
#[derive(Debug, Clone)]
pub struct Dispatch {
    /// The method.
    pub method: Symbol,
    /// The arguments that it accepts.
    pub signature: Signature,
    /// Whether the method returns the message for a wrong call (`argument_mismatch`).
    pub is_mismatch: bool,
    /// The sources of the arguments of the method; `None` if they are those of the call.
    argument_sources: Option<Vec<ArgumentSource>>,
}

/// The source of an argument of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArgumentSource {
    /// An argument of the call.
    Argument(usize),
    /// All arguments from an index onwards.
    Rest(usize),
    /// An object that Puppet adds, such as the scope.
    Injected(Injection),
}

/// The objects that a method can request with `scope_param` and similar calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Injection {
    Scope,
    Cache,
    Compiler,
}

/// `Puppet::Functions`
pub static FUNCTIONS: NativeClass = NativeClass {
    name: "Puppet::Functions",
    class_methods: &[
        method("create_function", 1, 2, create_function),
        method("create_loaded_function", 2, 3, create_loaded_function),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::Pops::Functions`
pub static POPS_FUNCTIONS: NativeClass =
    NativeClass { name: "Puppet::Pops::Functions", ..NativeClass::MODULE };

/// `Puppet::Pops::Functions::Function`
pub static POPS_FUNCTION: NativeClass = NativeClass {
    name: "Puppet::Pops::Functions::Function",
    methods: &[
        private("initialize", 2, 2, initialize),
        method("loader", 0, 0, loader),
        method("closure_scope", 0, 0, closure_scope),
        method("call_function", 1, -1, call_function),
        method("call", 1, -1, dispatcher::call),
    ],
    class_methods: &[method("dispatcher", 0, 0, dispatcher::dispatcher)],
    ..NativeClass::EMPTY
};

/// `Puppet::Functions::Function`
pub static FUNCTION: NativeClass = NativeClass {
    name: "Puppet::Functions::Function",
    superclass: Some("Puppet::Pops::Functions::Function"),
    class_methods: &[
        method("dispatch", 1, 1, dispatch),
        method("argument_mismatch", 1, 1, argument_mismatch),
        method("local_types", 0, 0, local_types::local_types),
        method("name", 0, 0, name),
        method("loader", 0, 0, loader),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Functions::InternalFunction`
pub static INTERNAL_FUNCTION: NativeClass = NativeClass {
    name: "Puppet::Functions::InternalFunction",
    superclass: Some("Puppet::Functions::Function"),
    methods: &[method("call_function_with_scope", 2, -1, call_function_with_scope)],
    ..NativeClass::EMPTY
};

/// `create_function(:name, base = Function) { … }`
fn create_function(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let base = args.opt(1).unwrap_or(Value::Class(class::PUPPET_FUNCTION));
    match create(m, args[0], base, block) {
        Err(Jump::Raise(id)) if m.is_a(Value::Object(id), class::STANDARD_ERROR) => {
            let message = m.exception_message(Value::Object(id));
            let name = m.to_s_text(args[0])?;
            Err(m.argument_error(format!("Function Load Error for function '{name}': {message}")))
        }
        other => other,
    }
}

/// `create_loaded_function(:name, loader, base = Function) { … }`
fn create_loaded_function(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let base = args.opt(2).unwrap_or(Value::Class(class::PUPPET_FUNCTION));
    create(m, args[0], base, block)
}

fn create(m: &mut Machine<'_>, name: Value, base: Value, block: Block) -> Flow {
    let parent = match base {
        Value::Class(id) if m.inherits(id, class::PUPPET_POPS_FUNCTION) => id,
        _ => {
            let base = m.to_s_text(base)?;
            return Err(m.argument_error(format!(
                "Functions must be based on Puppet::Pops::Functions::Function. Got {base}"
            )));
        }
    };
    let name = m.to_s_text(name)?;
    let class = m.make_class(parent);
    let record = FunctionClass { name: name.clone(), ..FunctionClass::default() };
    m.core.bridge.function_classes.insert(class, record);
    let this = Value::Class(class);
    m.yield_with_self(block, this, Some(class), &[this])?;
    if m.function_class(class).dispatches.is_empty() {
        let dispatch = default_dispatch(m, class, &name)?;
        m.function_class(class).dispatches.push(dispatch);
    }
    Ok(this)
}

/// The dispatch of a function that declares none: the method with the function's name, with
/// arguments of any type.
fn default_dispatch(m: &mut Machine<'_>, class: ClassId, name: &str) -> Flow<Dispatch> {
    let simple = name.rsplit("::").next().unwrap_or(name);
    let method = Symbol::new(simple);
    let found = m.find_method(class, method);
    let found = found.filter(|id| m.method(*id).visibility != Visibility::Private);
    let Some(found) = found else {
        return Err(m.argument_error(format!(
            "Function Creation Error, cannot create a default dispatcher for function \
             '{simple}', no method with this name found"
        )));
    };
    let (mut required, mut optional, mut has_rest) = (0, 0, false);
    let mut names = Vec::new();
    for parameter in method_parameters(m, found) {
        let Value::Array(parts) = parameter else { continue };
        let parts = m.array(parts).to_vec();
        match parts.first() {
            Some(Value::Sym(kind)) if kind.as_str() == "req" => required += 1,
            Some(Value::Sym(kind)) if kind.as_str() == "opt" => optional += 1,
            Some(Value::Sym(kind)) if kind.as_str() == "rest" => has_rest = true,
            // Compat: the reference cannot count other kinds of parameters, and fails.
            _ => return Err(m.no_method_error(Value::Nil, names::PLUS, &[], false, None)),
        }
        let name = parts.get(1).copied().unwrap_or(Value::Nil);
        names.push(Text::from(m.to_s_text(name)?));
    }
    let size = Size::new(required, (!has_rest).then_some(required + optional));
    let params = TupleType { types: vec![Type::Any], size: Some(size) };
    let signature = Signature::new(CallableType::new(Some(params), None, None), names);
    Ok(Dispatch { method, signature, is_mismatch: false, argument_sources: None })
}

fn dispatch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    builder::add_dispatch(m, this, args, false)
}

fn argument_mismatch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    builder::add_dispatch(m, this, args, true)
}

/// The name of the function; for classes of Puppet, the name of the class.
fn name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Class(class) = this else { return Ok(Value::Nil) };
    let name = match m.core.bridge.function_classes.get(&class) {
        Some(record) => record.name.clone(),
        None if m.class(class).name.is_none() => return Ok(Value::Nil),
        None => m.class_name(class),
    };
    Ok(m.new_str(name))
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@closure_scope"), args[0]);
    m.set_ivar(this, Symbol::new("@loader"), args[1]);
    Ok(Value::Nil)
}

fn loader(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_LOADER))
}

fn closure_scope(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.scope_object_of(Some(TOP_SCOPE)))
}

/// `call_function('name', arguments…)`: the scope of the function is the top scope.
fn call_function(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let caller = caller_name(m, this);
    let name = m.to_s_text(args[0])?;
    m.in_scope(Some(TOP_SCOPE), |m| {
        m.call_puppet_function_from(Some(&caller), &name, &args.list[1..], args.block)
    })
}

/// `call_function_with_scope(scope, 'name', arguments…)`
fn call_function_with_scope(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let caller = caller_name(m, this);
    let scope = m.scope_number(args[0]);
    let name = m.to_s_text(args[1])?;
    m.in_scope(scope, |m| {
        m.call_puppet_function_from(Some(&caller), &name, &args.list[2..], args.block)
    })
}

fn caller_name(m: &mut Machine<'_>, this: Value) -> String {
    let class = m.real_class_of(this);
    m.core.bridge.function_classes.get(&class).map(|record| record.name.clone()).unwrap_or_default()
}

impl Machine<'_> {
    fn function_class(&mut self, class: ClassId) -> &mut FunctionClass {
        self.core.bridge.function_classes.entry(class).or_default()
    }

    /// Calls a function by one of its dispatches, or by its own `call` without one.
    ///
    /// # Errors
    /// When its method raises.
    pub fn call_function_object(
        &mut self,
        object: Value,
        dispatch: Option<usize>,
        args: &[PuppetValue],
        block: Option<Block>,
    ) -> Flow {
        let class = self.real_class_of(object);
        let mut given = Vec::with_capacity(args.len());
        for arg in args {
            given.push(self.from_puppet(arg)?);
        }
        match dispatch {
            Some(dispatch) => self.invoke_dispatch(class, object, dispatch, &given, block),
            None => self.call_overridden(object, &given, block),
        }
    }

    fn invoke_dispatch(
        &mut self,
        class: ClassId,
        object: Value,
        dispatch: usize,
        given: &[Value],
        block: Option<Block>,
    ) -> Flow {
        let record = self.function_class(class);
        let name = record.name.clone();
        let Some(dispatch) = record.dispatches.get(dispatch).cloned() else {
            return Err(self.runtime_error("the function has no such dispatch"));
        };
        let method_arguments = match &dispatch.argument_sources {
            None => None,
            Some(argument_sources) => Some(self.method_arguments(argument_sources, given)?),
        };
        let call = Args::new(dispatch.method, method_arguments.as_deref().unwrap_or(given));
        if !dispatch.is_mismatch {
            return self.call_args(object, call.with_block(block));
        }
        let reason = self.call_args(object, call)?;
        let reason = self.to_s_text(reason)?;
        Err(self.argument_error(format!("'{name}' {reason}")))
    }

    /// The arguments of a method that also receives objects of Puppet.
    fn method_arguments(
        &mut self,
        argument_sources: &[ArgumentSource],
        args: &[Value],
    ) -> Flow<Vec<Value>> {
        let mut method_arguments = Vec::with_capacity(argument_sources.len());
        for knit in argument_sources {
            match *knit {
                ArgumentSource::Argument(index) => method_arguments.extend(args.get(index)),
                ArgumentSource::Rest(index) => method_arguments.extend(args.iter().skip(index)),
                ArgumentSource::Injected(Injection::Scope) => {
                    method_arguments.push(self.scope_object())
                }
                ArgumentSource::Injected(Injection::Cache) => {
                    method_arguments.push(self.single_object(class::PUPPET_OBJECT_CACHE));
                }
                ArgumentSource::Injected(Injection::Compiler) => {
                    method_arguments.push(self.single_object(class::PUPPET_COMPILER));
                }
            }
        }
        Ok(method_arguments)
    }
}
