//! `Puppet::Parser::Scope`: gives Ruby code access to variables, functions and classes of a scope.

use super::{CallError, TypeKind, UnknownVariables};
use crate::bridge::Frozen;
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Instances, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::Value;
use crate::world::LogLevel;

/// The number of the top scope.
pub const TOP_SCOPE: u32 = 0;

/// The Rust data of a scope other than the current one: its number.
#[derive(Debug, Clone, Copy)]
struct Numbered(u32);

impl Payload for Numbered {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(*self)
    }
}

/// Wraps a method so that it runs with the scope of its object as the current one.
macro_rules! in_own_scope {
    ($method:ident) => {
        |m, this, args| {
            let scope = m.scope_number(this);
            m.in_scope(scope, |m| $method(m, this, args))
        }
    };
}

/// `Puppet::Parser::Scope`
pub static SCOPE: NativeClass = NativeClass {
    name: "Puppet::Parser::Scope",
    instances: Instances::Refused,
    methods: &[
        method("lookupvar", 1, 2, in_own_scope!(lookupvar)),
        method("[]", 1, 2, in_own_scope!(lookupvar)),
        method("include?", 1, 1, in_own_scope!(is_set)),
        method("exist?", 1, 1, in_own_scope!(exists)),
        method("bound?", 1, 1, in_own_scope!(exists)),
        method("to_hash", 0, 2, in_own_scope!(to_hash)),
        method("setvar", 2, 3, in_own_scope!(set_variable)),
        method("[]=", 2, 3, in_own_scope!(set_variable)),
        method("call_function", 2, 2, in_own_scope!(call_function)),
        method("method_missing", 1, -1, in_own_scope!(method_missing)),
        private("respond_to_missing?", 2, 2, respond_to_missing),
        method("catalog", 0, 0, catalog),
        method("compiler", 0, 0, compiler),
        method("environment", 0, 0, environment),
        method("resource", 0, 0, in_own_scope!(resource)),
        method("source", 0, 0, in_own_scope!(source)),
        method("findresource", 1, 2, find_resource),
        method("find_hostclass", 1, 1, super::catalog::find_class),
        method("find_definition", 1, 1, super::catalog::find_defined_type),
        method("find_resource_type", 1, 1, find_resource_type),
        method("find_builtin_resource_type", 1, 1, find_resource_type),
        method("find_defined_resource_type", 1, 1, super::catalog::find_defined_type),
        method("find_global_scope", 0, 0, |m, _, _| Ok(m.scope_object_of(Some(TOP_SCOPE)))),
        method("class_scope", 1, 1, class_scope),
        method("lookupdefaults", 1, 1, in_own_scope!(defaults)),
        method("is_topscope?", 0, 0, in_own_scope!(is_top)),
        method("parent", 0, 0, in_own_scope!(parent)),
        method("module_name", 0, 0, in_own_scope!(module_name)),
        method("node", 0, 0, |m, _, _| Ok(m.single_object(class::PUPPET_NODE))),
        method("to_s", 0, 0, in_own_scope!(to_s)),
        method("inspect", 0, 0, in_own_scope!(to_s)),
        method("debug", 1, 1, log),
        method("info", 1, 1, log),
        method("notice", 1, 1, log),
        method("warning", 1, 1, log),
        method("err", 1, 1, log),
        method("alert", 1, 1, log),
        method("emerg", 1, 1, log),
        method("crit", 1, 1, log),
    ],
    class_methods: &[method("true?", 1, 1, is_true), method("number?", 1, 1, number)],
    ..NativeClass::EMPTY
};

/// The variables whose values are frozen, including everything inside them.
const FROZEN_VARIABLES: [&str; 3] = ["facts", "trusted", "server_facts"];

impl Machine<'_> {
    /// The object that represents the current scope.
    pub(crate) fn scope_object(&mut self) -> Value {
        self.single_object(class::PUPPET_SCOPE)
    }

    /// The object of a scope; without a number, of the current one.
    pub(crate) fn scope_object_of(&mut self, number: Option<u32>) -> Value {
        let Some(number) = number else { return self.scope_object() };
        if let Some(&known) = self.core.bridge.scopes.get(&number) {
            return known;
        }
        let object = self.new_payload(class::PUPPET_SCOPE, Numbered(number));
        self.core.bridge.scopes.insert(number, object);
        object
    }

    /// The number of a scope; `None` for the current one.
    pub(crate) fn scope_number(&self, scope: Value) -> Option<u32> {
        self.payload::<Numbered>(scope).map(|scope| scope.0)
    }

    /// The value of a Puppet variable as a Ruby value; [`Value::Undef`] if it is not set.
    fn scope_variable(&mut self, name: &str) -> Flow {
        match self.puppet(|puppet| puppet.variable(name))? {
            Some(value) => self.variable_from_puppet(name, &value),
            None => Ok(Value::Undef),
        }
    }

    /// Converts the value of a variable to Ruby.
    pub(crate) fn variable_from_puppet(&mut self, name: &str, value: &pupa_value::Value) -> Flow {
        let name = name.strip_prefix("::").unwrap_or(name);
        let is_frozen = FROZEN_VARIABLES.contains(&name);
        let frozen = if is_frozen { Frozen::Everything } else { Frozen::Literals };
        self.from_puppet_frozen(value, frozen)
    }
}

fn name_of(m: &mut Machine<'_>, value: Value) -> Flow<String> {
    match value {
        Value::Str(id) => Ok(m.text_of(id)),
        _ => {
            let (text, class) = (m.inspect(value)?, m.class_name_of(value));
            let message = format!("Scope variable name {text} is a {class}, not a string");
            Err(m.error(class::PUPPET_PARSE_ERROR, message))
        }
    }
}

fn lookupvar(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = name_of(m, args[0])?;
    match m.scope_variable(&name)? {
        Value::Undef => unknown_variable(m, &name),
        value => Ok(value),
    }
}

/// The result of reading a variable that is not set: `nil`, a warning or an error, as the setting
/// demands.
fn unknown_variable(m: &mut Machine<'_>, name: &str) -> Flow {
    let reason = missing_class(m, name)?;
    let name = match name.strip_prefix("::") {
        None if name.contains("::") && reason.is_empty() => format!("::{name}"),
        _ => name.to_owned(),
    };
    // Programs that expect this catch the `throw`.
    let tag = Value::Sym(Symbol::new("undefined_variable"));
    let caught = m.core.catches.iter().rev().find(|(_, known)| known.is_same(tag));
    if let Some(&(serial, _)) = caught {
        m.core.carried = if reason.is_empty() { Value::Nil } else { m.new_str(reason) };
        return Err(Jump::Throw(serial));
    }
    let message = format!("Undefined variable '{name}'; {reason}");
    match m.puppet(|puppet| puppet.unknown_variables())? {
        UnknownVariables::Raise => Err(m.argument_error(message)),
        UnknownVariables::Warn => {
            m.world.log(LogLevel::Warning, &message);
            Ok(Value::Nil)
        }
        UnknownVariables::Ignore => Ok(Value::Nil),
    }
}

/// The reason why a variable of a class is not available.
fn missing_class(m: &mut Machine<'_>, name: &str) -> Flow<String> {
    let absolute = name.strip_prefix("::").unwrap_or(name).to_owned();
    let Some((class, _)) = absolute.rsplit_once("::") else { return Ok(String::new()) };
    let (is_class, classes) = m.puppet(|puppet| (puppet.is_class(class), puppet.classes()))?;
    Ok(if !is_class {
        format!("class {class} could not be found")
    } else if !classes.iter().any(|known| known == class) {
        format!("class {class} has not been evaluated")
    } else {
        String::new()
    })
}

fn is_set(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = name_of(m, args[0])?;
    let value = m.scope_variable(&name)?;
    Ok(Value::Bool(!matches!(value, Value::Undef | Value::Nil)))
}

fn exists(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = name_of(m, args[0])?;
    Ok(Value::Bool(!m.scope_variable(&name)?.is_undef()))
}

fn to_hash(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let variables = m.puppet(|puppet| puppet.variables())?;
    let hash = m.new_hash();
    for (name, value) in variables {
        let value = m.variable_from_puppet(&name, &value)?;
        let name = m.new_str(name);
        m.hash_set(hash, name, value)?;
    }
    Ok(Value::Hash(hash))
}

fn set_variable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = name_of(m, args[0])?;
    let value = m.to_puppet(args[1])?;
    match m.puppet(|puppet| puppet.set_variable(&name, value))? {
        Ok(()) => Ok(args[1]),
        Err(puppet_error) => Err(m.puppet_error(puppet_error)),
    }
}

fn call_function(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = match args[0] {
        Value::Sym(symbol) => symbol.as_str().to_owned(),
        other => m.to_text(other)?,
    };
    // Compat: the arguments are splatted, so a hash is passed as an array of pairs.
    let list = match args[1] {
        Value::Array(id) => m.array(id).to_vec(),
        Value::Nil => Vec::new(),
        hash @ Value::Hash(_) => match m.call(hash, Symbol::new("to_a"), &[])? {
            Value::Array(id) => m.array(id).to_vec(),
            other => vec![other],
        },
        other => vec![other],
    };
    m.call_puppet_function(&name, &list, args.block)
}

fn method_missing(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    match name.as_str().strip_prefix("function_") {
        Some(function) => {
            super::functions::call_old(m, this, name, function, &args.list[1..], args.block)
        }
        None => {
            let is_variable = std::mem::take(&mut m.core.bridge.is_variable_missing);
            Err(m.no_method_error(this, name, &args.list[1..], is_variable, None))
        }
    }
}

/// The scope around: none for the top scope. That of a class which inherits is the top scope too.
fn parent(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match is_top(m, this, args)? {
        top if top.is_truthy() => Ok(Value::Nil),
        _ => Ok(m.scope_object_of(Some(TOP_SCOPE))),
    }
}

fn respond_to_missing(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let Some(function) = name.as_str().strip_prefix("function_") else { return Ok(Value::FALSE) };
    let exists = super::functions::has_old(m, function)?;
    Ok(Value::Bool(exists))
}

fn catalog(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_CATALOG))
}

fn compiler(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_COMPILER))
}

fn environment(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_ENVIRONMENT))
}

fn resource(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    match m.puppet(|puppet| puppet.scope_resource())? {
        Some(number) => Ok(super::resource::catalog_resource(m, number)),
        None => Ok(Value::Nil),
    }
}

/// `source`: the class, defined type or node whose code is being evaluated.
fn source(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.scope_source())?.unwrap_or_default();
    let is_defined_type = m.puppet(|puppet| puppet.is_defined_type(&name))?;
    let kind = if is_defined_type { "definition" } else { "hostclass" };
    super::catalog::new_definition(m, &name, kind)
}

fn module_name(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.scope_module())?;
    Ok(name.map_or(Value::Nil, |name| m.new_str(name)))
}

/// `find_resource_type(name)`: the built-in or defined type of a name.
fn find_resource_type(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let described = m.puppet(|puppet| puppet.describe_type(&name, ""))?;
    match described.kind {
        Some(TypeKind::BuiltIn) => super::pops::refused::built_in_type(m, &name.to_lowercase()),
        _ if args.name.as_str() == "find_builtin_resource_type" => Ok(Value::Nil),
        _ => super::catalog::find_defined_type(m, this, args),
    }
}

/// `class_scope(class)`: the scope of an evaluated class, or `nil`.
fn class_scope(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = match args[0] {
        Value::Str(id) => m.text_of(id),
        class => m.to_s_text(class)?,
    };
    if name.is_empty() {
        return Ok(m.scope_object_of(Some(TOP_SCOPE)));
    }
    match m.puppet(|puppet| puppet.class_scope(&name))? {
        Some(number) => Ok(m.scope_object_of(Some(number))),
        None => Ok(Value::Nil),
    }
}

/// `lookupdefaults(type)`: the default parameters of a resource type, by name.
fn defaults(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let all = m.puppet(|puppet| puppet.resource_defaults(&name))?;
    let hash = m.new_hash();
    for (name, value) in all {
        let value = m.parameter_from_puppet(&value)?;
        let name = Value::Sym(Symbol::new(&name));
        let param = super::resource::new_param(m, name, value);
        m.hash_set(hash, name, param)?;
    }
    Ok(Value::Hash(hash))
}

fn is_top(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let source = m.puppet(|puppet| puppet.scope_source())?;
    Ok(Value::Bool(source.is_none_or(|name| name.is_empty())))
}

fn find_resource(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    super::catalog::find(m, this, args)
}

fn to_s(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let text = m.puppet(|puppet| puppet.scope_text())?;
    Ok(m.new_str(text))
}

/// The logging methods (`notice`, `warning`, …); each logs at the level of its name.
pub(super) fn log(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let message = m.to_s_text(args[0])?;
    m.world.log(level(args.name), &message);
    Ok(Value::Nil)
}

pub(super) fn level(name: Symbol) -> LogLevel {
    match name.as_str() {
        "debug" => LogLevel::Debug,
        "info" => LogLevel::Info,
        "warning" | "warn" => LogLevel::Warning,
        "err" | "error" => LogLevel::Err,
        "alert" => LogLevel::Alert,
        "emerg" => LogLevel::Emerg,
        "crit" => LogLevel::Crit,
        _ => LogLevel::Notice,
    }
}

fn is_true(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(match args[0] {
        Value::Str(id) => !m.string(id).is_empty(),
        Value::Sym(symbol) => symbol.as_str() != "undef",
        other => other.is_truthy(),
    }))
}

/// `Puppet::Parser::Scope.number?`: the number that a string represents, or `nil`.
fn number(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = match args[0] {
        Value::Int(_) | Value::Float(_) | Value::Big(_) => return Ok(args[0]),
        Value::Str(id) => m.text_of(id),
        _ => return Ok(Value::Nil),
    };
    let unsigned = text.strip_prefix('-').unwrap_or(&text);
    let is_of = |text: &str, is_digit: fn(&u8) -> bool| {
        !text.is_empty() && text.as_bytes().iter().all(is_digit)
    };
    let hexadecimal = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    if hexadecimal.is_some_and(|digits| is_of(digits, u8::is_ascii_hexdigit)) {
        return m.call(args[0], Symbol::new("hex"), &[]);
    }
    if text.len() > 1 && text.starts_with('0') && is_of(&text, |byte| (b'0'..=b'7').contains(byte))
    {
        return m.call(args[0], Symbol::new("oct"), &[]);
    }
    if is_of(unsigned, u8::is_ascii_digit) {
        return m.call(args[0], Symbol::new("to_i"), &[]);
    }
    let is_number = unsigned.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && unsigned.as_bytes().last().is_some_and(u8::is_ascii_digit)
        && unsigned.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'e')
        && unsigned.parse::<f64>().is_ok();
    match is_number {
        true => m.call(args[0], Symbol::new("to_f"), &[]),
        false => Ok(Value::Nil),
    }
}

impl From<String> for CallError {
    fn from(message: String) -> CallError {
        CallError::error(message)
    }
}
