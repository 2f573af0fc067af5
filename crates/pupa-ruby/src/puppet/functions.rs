//! Functions of the Puppet 3 API: `newfunction`, and calls such as
//! `scope.function_name([arguments])`.

use pupa_value::Value as PuppetValue;

use crate::core::class;
use crate::core::procs::make_lambda;
use crate::heap::procs::ProcKind;
use crate::machine::{Core, Flow, Machine};
use crate::native::{Args, Block, NativeClass, method};
use crate::source::RubySource;
use crate::symbol::Symbol;
use crate::value::{ProcId, Value};
use crate::world::LogLevel;

/// A function that a file has defined with `newfunction`.
#[derive(Debug, Clone, Copy)]
pub struct Function3x {
    /// The block.
    pub body: ProcId,
    /// Whether it returns a value (`:type => :rvalue`).
    pub has_value: bool,
    /// The number of arguments; `-n - 1` for at least `n`.
    pub arity: i64,
}

/// Functions of Puppet itself that can still be called through the Puppet 3 API.
const OLD: &[&str] = &[
    "create_resources",
    "digest",
    "fail",
    "file",
    "fqdn_rand",
    "generate",
    "inline_template",
    "md5",
    "realize",
    "scanf",
    "sha1",
    "sha256",
    "shellquote",
    "sprintf",
    "tag",
    "tagged",
    "template",
    "versioncmp",
    "include",
    "require",
    "contain",
    "debug",
    "info",
    "notice",
    "warning",
    "err",
    "alert",
    "emerg",
    "crit",
];

/// Functions that can no longer be called through the Puppet 3 API: a call raises an error that
/// says so. With the number of arguments; `-n - 1` for at least `n`.
const GONE: &[(&str, i64)] = &[
    ("assert_type", -3),
    ("binary_file", 1),
    ("break", 0),
    ("defined", -2),
    ("dig", -1),
    ("each", -3),
    ("epp", -2),
    ("filter", -3),
    ("find_file", -2),
    ("hiera", -2),
    ("hiera_array", -2),
    ("hiera_hash", -2),
    ("hiera_include", -2),
    ("inline_epp", -2),
    ("lest", -2),
    ("lookup", -2),
    ("map", -3),
    ("match", 2),
    ("new", -1),
    ("next", -2),
    ("reduce", -3),
    ("regsubst", -4),
    ("return", -2),
    ("reverse_each", -1),
    ("slice", -3),
    ("split", 2),
    ("step", -1),
    ("strftime", -3),
    ("then", -2),
    ("type", -1),
    ("with", -1),
];

/// Functions of Puppet itself that return no value.
const STATEMENTS: &[&str] = &[
    "alert",
    "contain",
    "create_resources",
    "crit",
    "debug",
    "emerg",
    "err",
    "fail",
    "include",
    "info",
    "notice",
    "realize",
    "require",
    "tag",
    "warning",
];

/// `Puppet::Parser::Functions`
pub static FUNCTIONS: NativeClass = NativeClass {
    name: "Puppet::Parser::Functions",
    class_methods: &[
        method("newfunction", 1, 2, new_function),
        method("function", 1, 2, function),
        method("rvalue?", 1, 2, has_value),
        method("arity", 1, 2, arity),
        method("autoloader", 0, 0, autoloader),
        method("loadall", 0, 0, load_all),
    ],
    ..NativeClass::MODULE
};

/// `newfunction(:name, type: :rvalue, arity: 1) { |args| … }`
fn new_function(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let block = m.require_block(args)?;
    let Value::Proc(body) = make_lambda(m, block) else { return Ok(Value::Nil) };
    let options = match args.opt(1) {
        Some(Value::Hash(options)) => Some(options),
        _ => None,
    };
    if m.core.bridge.functions.contains_key(&name) {
        let message = format!("Overwriting previous definition for function {name}");
        m.world.log(LogLevel::Warning, &message);
    }
    let kind = m.keyword(options, "type").filter(|kind| kind.is_truthy());
    let kind = kind.unwrap_or(Value::Sym(Symbol::new("statement")));
    let is_kind = |name: &str| matches!(kind, Value::Sym(kind) if kind.as_str() == name);
    let has_value = is_kind("rvalue");
    if !has_value && !is_kind("statement") {
        let display = m.inspect(kind)?;
        let message = format!("Invalid statement type {display}");
        return Err(m.error(class::PUPPET_DEV_ERROR, message));
    }
    let arity = match m.keyword(options, "arity") {
        Some(Value::Int(arity)) => arity,
        _ => -1,
    };
    m.core.bridge.functions.insert(name, Function3x { body, has_value, arity });
    let documentation = m.keyword(options, "doc").filter(|text| text.is_truthy());
    let full_name = m.new_str(format!("function_{name}"));
    let info = m.new_hash();
    let entries = [("arity", Value::Int(arity)), ("type", kind), ("name", full_name)];
    for (key, value) in entries.into_iter().chain(documentation.map(|text| ("doc", text))) {
        m.hash_set(info, Value::Sym(Symbol::new(key)), value)?;
    }
    Ok(Value::Hash(info))
}

/// `Puppet::Parser::Functions.function(:name)`: loads a function and returns the name of its
/// method, or `false`.
fn function(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    if has_old(m, name.as_str())? {
        return Ok(m.new_str(format!("function_{name}")));
    }
    Ok(Value::FALSE)
}

/// `Puppet::Parser::Functions.rvalue?(:name)`
fn has_value(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let own = m.core.bridge.functions.get(&name).map(|function| function.has_value);
    let is_statement = STATEMENTS.contains(&name.as_str());
    Ok(Value::Bool(own.unwrap_or_else(|| OLD.contains(&name.as_str()) && !is_statement)))
}

/// `Puppet::Parser::Functions.arity(:name)`
fn arity(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let own = m.core.bridge.functions.get(&name).map_or(-1, |function| function.arity);
    Ok(Value::Int(own))
}

fn autoloader(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_AUTOLOADER))
}

fn load_all(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

/// The object that `Puppet::Parser::Functions.autoloader` returns.
pub static AUTOLOADER: NativeClass = NativeClass {
    name: "Puppet::Util::Autoload",
    methods: &[
        method("load", 1, 2, load_deprecated),
        method("loaded?", 1, 1, is_loaded_deprecated),
        method("loadall", 0, 1, load_all_deprecated),
    ],
    ..NativeClass::EMPTY
};

/// `autoloader.load(:name)`
fn load_deprecated(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let message = format!(
        "The method 'Puppet::Parser::Functions.autoloader#load(\"{name}\")' is deprecated in favor \
         of using 'Scope#call_function'."
    );
    m.warn_once(&format!("Puppet::Parser::Functions#load('{name}')"), &message)?;
    Ok(Value::Bool(has_old(m, &name)?))
}

/// `autoloader.loaded?(:name)`
fn is_loaded_deprecated(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let message = format!(
        "The method 'Puppet::Parser::Functions.autoloader#loaded?(\"{name}\")' is deprecated in \
         favor of using 'Scope#call_function'."
    );
    m.warn_once(&format!("Puppet::Parser::Functions.loaded?('{name}')"), &message)?;
    Ok(Value::Bool(m.core.bridge.functions.contains_key(&Symbol::new(&name))))
}

/// `autoloader.loadall`
fn load_all_deprecated(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let message = "The method 'Puppet::Parser::Functions.autoloader#loadall' is deprecated in \
                   favor of using 'Scope#call_function'.";
    m.warn_once("Puppet::Parser::Functions#loadall", message)?;
    Ok(Value::Nil)
}

/// Whether the Puppet 3 API has a function.
pub(super) fn has_old(m: &mut Machine<'_>, name: &str) -> Flow<bool> {
    Ok(OLD.contains(&name) || gone(name).is_some() || load(m, name)?.is_some())
}

/// The function that a file of a module defines; loads the file if necessary.
fn load(m: &mut Machine<'_>, name: &str) -> Flow<Option<Function3x>> {
    let symbol = Symbol::new(name);
    if let Some(&known) = m.core.bridge.functions.get(&symbol) {
        return Ok(Some(known));
    }
    let Some(source) = m.puppet(|puppet| puppet.old_function_file(name))? else { return Ok(None) };
    m.run_source(&source)?;
    Ok(m.core.bridge.functions.get(&symbol).copied())
}

/// Calls a function by the method `function_NAME` of a scope.
pub(super) fn call_old(
    m: &mut Machine<'_>,
    this: Value,
    method: Symbol,
    name: &str,
    args: &[Value],
    block: Option<Block>,
) -> Flow {
    let own = load(m, name)?;
    if own.is_none() && !OLD.contains(&name) && gone(name).is_none() {
        return Err(m.no_method_error(this, method, args, false, None));
    }
    let &[Value::Array(list)] = args else {
        return Err(m.argument_error(
            "custom functions must be called with a single array that contains the arguments. For \
             example, function_example([1]) instead of function_example(1)",
        ));
    };
    match own {
        Some(function) => call_own(m, this, name, function, args),
        None if gone(name).is_some() => {
            check_count(m, name, gone(name).unwrap_or(-1), args)?;
            let message = format!(
                "{name}() can only be called using the 4.x function API. See Scope#call_function"
            );
            Err(m.error(class::PUPPET_PARSE_ERROR, message))
        }
        None => {
            let list = m.array(list).to_vec();
            let value = m.call_puppet_function(name, &list, block)?;
            if ["contain", "include", "require"].contains(&name) {
                let message = format!(
                    "Calling function_{name} via the Scope class is deprecated. Use \
                     Scope#call_function instead"
                );
                m.warn_once(&format!("3xfunction#{name}"), &message)?;
            }
            Ok(value)
        }
    }
}

fn call_own(
    m: &mut Machine<'_>,
    this: Value,
    name: &str,
    function: Function3x,
    args: &[Value],
) -> Flow {
    check_count(m, name, function.arity, args)?;
    let value = m.yield_with_self(Block::Proc(function.body), this, None, args)?;
    let value = m.old_result(value)?;
    Ok(if function.has_value { value } else { Value::Nil })
}

/// Checks the number of arguments of a call.
fn check_count(m: &mut Machine<'_>, name: &str, arity: i64, args: &[Value]) -> Flow<()> {
    let given = match args {
        [Value::Array(list)] => m.array(*list).len() as i64,
        _ => 0,
    };
    let wrong = match arity {
        arity if arity >= 0 && given != arity => Some(format!("{given} for {arity}")),
        arity if arity < 0 && given < arity.abs() - 1 => {
            Some(format!("{given} for minimum {}", arity.abs() - 1))
        }
        _ => None,
    };
    if let Some(wrong) = wrong {
        let message = format!("{name}(): Wrong number of arguments given ({wrong})");
        return Err(m.argument_error(message));
    }
    Ok(())
}

/// The number of arguments of a function that can no longer be called through the Puppet 3 API.
fn gone(name: &str) -> Option<i64> {
    GONE.iter().find(|(known, _)| *known == name).map(|(_, arity)| *arity)
}

impl Core {
    /// The file and line that defined a function of the Puppet 3 API.
    pub fn old_function_place(&self, name: &str) -> Option<(String, u32)> {
        let function = self.bridge.functions.get(&Symbol::new(name))?;
        match &self.heap.procs[function.body].kind {
            ProcKind::Block(block) => {
                Some((block.body.code.file.to_string(), block.body.code.line))
            }
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// Loads the function that a file defines with the Puppet 3 API.
    ///
    /// # Errors
    ///
    /// When the file does not define the function, or raises.
    pub fn load_old_function(&mut self, source: &RubySource, name: &str) -> Flow<()> {
        if self.core.bridge.functions.contains_key(&Symbol::new(name)) {
            return Ok(());
        }
        let path = source.path();
        let survey = crate::parse::survey(source.text());
        if let Some((method, place)) = survey.method {
            return Err(self.error(
                class::SECURITY_ERROR,
                format!(
                    "Illegal method definition of method '{method}' in source {path} on line \
                     {place} in legacy function. See \
                     https://puppet.com/docs/puppet/latest/functions_refactor_legacy.html for more \
                     information"
                ),
            ));
        }
        if !survey.calls_newfunction {
            return Err(self.argument_error(format!(
                "The code loaded from {path} does not seem to be a Puppet 3x API function - no \
                 'newfunction' call."
            )));
        }
        let info = self.run_function_file(source, class::PUPPET_OLD_FUNCTION_INSTANTIATOR)?;
        let Value::Hash(id) = info else {
            let class = self.class_name_of(info);
            return Err(self.argument_error(format!(
                "Illegal legacy function definition! The code loaded from {path} did not return \
                 the result of calling 'newfunction'. Got '{class}'"
            )));
        };
        let found = self.keyword(Some(id), "name").unwrap_or(Value::Nil);
        let found = self.to_s_text(found)?;
        if found != format!("function_{name}") {
            return Err(self.argument_error(format!(
                "The code loaded from {path} produced mis-matched name, expected \
                 'function_{name}', got '{found}'"
            )));
        }
        Ok(())
    }

    /// Calls a function of the Puppet 3 API in the current scope.
    ///
    /// # Errors
    ///
    /// When it raises.
    pub fn call_old_function(&mut self, name: &str, args: &[PuppetValue]) -> Flow {
        let Some(&function) = self.core.bridge.functions.get(&Symbol::new(name)) else {
            return Err(self.runtime_error("the function is not loaded"));
        };
        let mut items = Vec::with_capacity(args.len());
        for arg in args {
            items.push(self.old_argument(arg)?);
        }
        let list = self.new_array(items);
        let scope = self.scope_object();
        call_own(self, scope, name, function, &[list])
    }
}
