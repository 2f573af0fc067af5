//! The block of `dispatch`, which declares parameters with their types.

use pupa_value::signature::{Signature, is_kind_of_callable};
use pupa_value::types::{CallableType, Size, TupleType, Type};
use pupa_value::value::Text;
use pupa_value::{Value as PuppetValue, ruby};

use super::{ArgumentSource, Dispatch, Injection};
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method};
use crate::puppet::data::PuppetData;
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `Puppet::Functions::DispatcherBuilder`: `self` in a block of `dispatch`
pub static BUILDER: NativeClass = NativeClass {
    name: "Puppet::Functions::DispatcherBuilder",
    methods: &[
        method("param", 2, 2, param),
        method("required_param", 2, 2, param),
        method("optional_param", 2, 2, optional_param),
        method("repeated_param", 2, 2, repeated_param),
        method("optional_repeated_param", 2, 2, repeated_param),
        method("required_repeated_param", 2, 2, required_repeated_param),
        method("block_param", 0, -1, block_param),
        method("required_block_param", 0, -1, block_param),
        method("optional_block_param", 0, -1, optional_block_param),
        method("return_type", 1, 1, return_type),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Functions::InternalDispatchBuilder`: `self` in a block of `dispatch` of functions that
/// may request objects of Puppet
pub static INTERNAL_BUILDER: NativeClass = NativeClass {
    name: "Puppet::Functions::InternalDispatchBuilder",
    superclass: Some("Puppet::Functions::DispatcherBuilder"),
    methods: &[
        method("scope_param", 0, 0, inject),
        method("cache_param", 0, 0, inject),
        method("compiler_param", 0, 0, inject),
        method("pal_compiler_param", 0, 0, inject),
        method("script_compiler_param", 0, 0, inject),
    ],
    ..NativeClass::EMPTY
};

/// A type as it is given; it is resolved at the end of the block.
#[derive(Debug, Clone)]
enum Given {
    Text(String),
    Type(Type),
}

/// The parameters that a block has declared so far.
#[derive(Debug, Clone)]
struct Builder {
    function: ClassId,
    types: Vec<Given>,
    names: Vec<String>,
    argument_sources: Vec<ArgumentSource>,
    min: i64,
    /// The maximum number of arguments; `None` if it is unlimited.
    max: Option<i64>,
    block: Option<(Type, String)>,
    returns: Option<Given>,
}

impl Payload for Builder {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// Runs the block of `dispatch` or `argument_mismatch`, and adds the dispatch that it declares.
pub(super) fn add_dispatch(
    m: &mut Machine<'_>,
    this: Value,
    args: Args<'_>,
    is_mismatch: bool,
) -> Flow {
    let Value::Class(function) = this else { return Ok(Value::Nil) };
    let method = m.to_symbol(args[0])?;
    let block = m.require_block(args)?;
    let is_internal = m.inherits(function, class::PUPPET_INTERNAL_FUNCTION);
    let class = if is_internal {
        class::PUPPET_INTERNAL_DISPATCHER_BUILDER
    } else {
        class::PUPPET_DISPATCHER_BUILDER
    };
    let builder = m.new_payload(
        class,
        Builder {
            function,
            types: Vec::new(),
            names: Vec::new(),
            argument_sources: Vec::new(),
            min: 0,
            max: Some(0),
            block: None,
            returns: None,
        },
    );
    m.yield_with_self(block, builder, None, &[builder])?;
    let Some(built) = m.payload::<Builder>(builder).cloned() else { return Ok(Value::Nil) };
    let dispatch = finished(m, built, method, is_mismatch)?;
    m.function_class(function).dispatches.push(dispatch);
    Ok(Value::Nil)
}

fn finished(
    m: &mut Machine<'_>,
    built: Builder,
    method: Symbol,
    is_mismatch: bool,
) -> Flow<Dispatch> {
    let mut types = Vec::with_capacity(built.types.len());
    for given in built.types {
        types.push(read(m, built.function, given)?);
    }
    let returns = match built.returns {
        Some(given) => Some(read(m, built.function, given)?),
        None => None,
    };
    let is_exact = built.min > 0 && built.max == Some(built.min);
    let size = (!is_exact).then(|| Size::new(built.min, built.max));
    let (block, block_name) = built.block.unzip();
    let callable = CallableType::new(Some(TupleType { types, size }), block, returns);
    let names = built.names.iter().map(|name| Text::from(name.as_str()));
    let signature = Signature::new(callable, names);
    let signature = match block_name {
        Some(name) => signature.with_block_name(name),
        None => signature,
    };
    let injects =
        built.argument_sources.iter().any(|knit| matches!(knit, ArgumentSource::Injected(_)));
    let argument_sources = injects.then_some(built.argument_sources);
    Ok(Dispatch { method, signature, is_mismatch, argument_sources })
}

/// Resolves the type of a parameter.
fn read(m: &mut Machine<'_>, function: ClassId, given: Given) -> Flow<Type> {
    match given {
        Given::Type(t) => Ok(t),
        Given::Text(text) => parse(m, function, &text)?.map_err(|message| {
            m.argument_error(format!(
                "Parsing of type string '\"{text}\"' failed with message: <{message}>.\n"
            ))
        }),
    }
}

/// Parses a type expression, or returns the reason why it is not a type.
fn parse(m: &mut Machine<'_>, function: ClassId, text: &str) -> Flow<Result<Type, String>> {
    let local_types = m.function_class(function).local_types.clone();
    m.puppet(|puppet| puppet.parse_type(text, &local_types))
}

fn builder<'a>(m: &'a mut Machine<'_>, this: Value) -> Flow<&'a mut Builder> {
    if m.payload::<Builder>(this).is_none() {
        return Err(m.runtime_error("parameters belong into a block of dispatch"));
    }
    match m.core.payload_mut::<Builder>(this) {
        Some(builder) => Ok(builder),
        None => unreachable!("the builder was there"),
    }
}

/// The type object or the string of an argument, if it is one.
fn given(m: &mut Machine<'_>, value: Value) -> Option<Given> {
    if let Value::Str(id) = value {
        return Some(Given::Text(m.text_of(id)));
    }
    match &m.payload::<PuppetData>(value)?.value {
        PuppetValue::Type(t) => Some(Given::Type(t.clone())),
        _ => None,
    }
}

/// Adds a parameter of any kind.
fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>, repeats: bool) -> Flow<()> {
    let current = builder(m, this)?;
    if current.block.is_some() {
        return Err(m.argument_error("Parameters cannot be added after a block parameter"));
    }
    if current.max.is_none() {
        return Err(m.argument_error("Parameters cannot be added after a repeated parameter"));
    }
    if let Value::Str(_) = args[1] {
        let class = m.class_name_of(args[1]);
        return Err(
            m.argument_error(format!("Parameter name argument must be a Symbol. Got {class}"))
        );
    }
    let Some(t) = given(m, args[0]) else {
        let class = m.class_name_of(args[0]);
        return Err(m.argument_error(format!(
            "Parameter 'type' must be a String reference to a Puppet Data Type. Got {class}"
        )));
    };
    let name = m.to_s_text(args[1])?;
    let builder = builder(m, this)?;
    let index = builder.types.len();
    builder.types.push(t);
    builder.names.push(name);
    builder.argument_sources.push(if repeats {
        ArgumentSource::Rest(index)
    } else {
        ArgumentSource::Argument(index)
    });
    Ok(())
}

fn param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add(m, this, args, false)?;
    let builder = builder(m, this)?;
    if builder.max != Some(builder.min) {
        let message = "A required parameter cannot be added after an optional parameter";
        return Err(m.argument_error(message));
    }
    builder.min += 1;
    builder.max = Some(builder.min);
    Ok(Value::Nil)
}

fn optional_param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add(m, this, args, false)?;
    let builder = builder(m, this)?;
    builder.max = builder.max.map(|max| max + 1);
    Ok(Value::Nil)
}

fn repeated_param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add(m, this, args, true)?;
    builder(m, this)?.max = None;
    Ok(Value::Nil)
}

fn required_repeated_param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add(m, this, args, true)?;
    let builder = builder(m, this)?;
    if builder.max != Some(builder.min) {
        let message = "A required repeated parameter cannot be added after an optional parameter";
        return Err(m.argument_error(message));
    }
    builder.min += 1;
    builder.max = None;
    Ok(Value::Nil)
}

fn block_param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add_block(m, this, args, |t| t)
}

fn optional_block_param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add_block(m, this, args, Type::optional)
}

fn add_block(
    m: &mut Machine<'_>,
    this: Value,
    args: Args<'_>,
    wrapped: impl FnOnce(Type) -> Type,
) -> Flow {
    let any = Type::Callable(None);
    let (t, name) = match *args.list {
        [] => (any, Value::Sym(Symbol::new("block"))),
        [name] => (any, name),
        [t, name] => (block_type(m, this, t)?, name),
        _ => {
            return Err(m.argument_error(format!(
                "block_param accepts max 2 arguments (type, name), got {}.",
                args.len()
            )));
        }
    };
    if !is_kind_of_callable(&t) {
        let class = ruby::class_name(&PuppetValue::Type(t));
        return Err(m.argument_error(format!(
            "Expected PCallableType or PVariantType thereof, got {class}"
        )));
    }
    let Value::Sym(name) = name else {
        let class = m.class_name_of(name);
        return Err(
            m.argument_error(format!("Expected block_param name to be a Symbol, got {class}"))
        );
    };
    let builder = builder(m, this)?;
    if builder.block.is_some() {
        return Err(m.argument_error("Attempt to redefine block"));
    }
    builder.block = Some((wrapped(t), name.as_str().to_owned()));
    Ok(Value::Nil)
}

fn block_type(m: &mut Machine<'_>, this: Value, t: Value) -> Flow<Type> {
    match given(m, t) {
        Some(Given::Type(t)) => Ok(t),
        Some(Given::Text(text)) => {
            let function = builder(m, this)?.function;
            parse(m, function, &text)?.map_err(|message| type_error(m, &message))
        }
        None => {
            let (text, class) = (m.inspect(t)?, m.class_name_of(t));
            Err(m.error(
                class::ARGUMENT_ERROR,
                format!("The type of a block must be a text, got {text} ({class})"),
            ))
        }
    }
}

fn type_error(m: &mut Machine<'_>, message: &str) -> Jump {
    m.error(class::PUPPET_PARSE_ERROR, message)
}

fn return_type(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(t) = given(m, args[0]) else {
        let class = m.class_name_of(args[0]);
        return Err(m.argument_error(format!(
            "Argument to 'return_type' must be a String reference to a Puppet Data Type. Got \
             {class}"
        )));
    };
    builder(m, this)?.returns = Some(t);
    Ok(Value::Nil)
}

/// `scope_param`, `cache_param` and `compiler_param`
fn inject(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let injection = match args.name.as_str() {
        "scope_param" => Injection::Scope,
        "cache_param" => Injection::Cache,
        _ => Injection::Compiler,
    };
    builder(m, this)?.argument_sources.push(ArgumentSource::Injected(injection));
    Ok(Value::Nil)
}
