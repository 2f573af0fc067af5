//! The module `Puppet`: settings, log, warnings, and the bindings of `Puppet.lookup` and
//! `Puppet.override`.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};
use crate::world::LogLevel;

/// `Puppet`
pub static PUPPET: NativeClass = NativeClass {
    name: "Puppet",
    class_methods: &[
        method("[]", 1, 1, setting),
        method("[]=", 2, 2, |m, _, _| Err(m.not_implemented("changing settings of Puppet"))),
        method("settings", 0, 0, settings),
        method("version", 0, 0, version),
        method("features", 0, 0, features),
        method("lookup", 1, 1, lookup),
        method("override", 1, 2, override_context),
        method("debug", 0, -1, debug),
        method("info", 1, 1, log),
        method("notice", 1, 1, log),
        method("warning", 1, 1, log),
        method("err", 1, 1, log),
        method("alert", 1, 1, log),
        method("emerg", 1, 1, log),
        method("crit", 1, 1, log),
        method("send_log", 2, 2, send_log),
        method("log_exception", 1, 3, log_exception),
        method("deprecation_warning", 1, 2, deprecation_warning),
        method("puppet_deprecation_warning", 1, 2, place_deprecation_warning),
        method("warn_once", 3, 6, warn_once),
        method("run_mode", 0, 0, run_mode),
    ],
    constants: &[
        ("PUPPETVERSION", |m| version_string(m)),
        ("OLDEST_RECOMMENDED_RUBY_VERSION", |m| Ok(m.new_str("3.1.0"))),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::Settings`
pub static SETTINGS: NativeClass = NativeClass {
    name: "Puppet::Settings",
    instances: Instances::Refused,
    methods: &[
        method("[]", 1, 1, setting),
        method("value", 1, 3, setting),
        method("include?", 1, 1, has_setting),
    ],
    ..NativeClass::EMPTY
};

/// Declares modules without methods.
macro_rules! module {
    ($(#[$doc:meta])* $constant:ident, $name:literal) => {
        $(#[$doc])*
        pub static $constant: NativeClass = NativeClass { name: $name, ..NativeClass::MODULE };
    };
}

module!(
    /// `PuppetX`: the namespace of extensions.
    PUPPET_X, "PuppetX"
);

/// `Puppet::Pops`
pub static POPS: NativeClass = NativeClass {
    name: "Puppet::Pops",
    constants: &[
        ("EMPTY_HASH", |m| {
            let hash = Value::Hash(m.new_hash());
            m.freeze(hash);
            Ok(hash)
        }),
        ("EMPTY_ARRAY", |m| {
            let array = m.new_array(Vec::new());
            m.freeze(array);
            Ok(array)
        }),
        ("EMPTY_STRING", |m| {
            let text = m.new_str("");
            m.freeze(text);
            Ok(text)
        }),
    ],
    ..NativeClass::MODULE
};
module!(
    /// `Puppet::Pops::Types`
    TYPES, "Puppet::Pops::Types"
);
module!(
    /// `Puppet::Pops::Time`
    TIME, "Puppet::Pops::Time"
);
module!(
    /// `SemanticPuppet`
    SEMANTIC, "SemanticPuppet"
);
module!(
    /// `Puppet::Parser`
    PARSER, "Puppet::Parser"
);

/// `Puppet::Parser::Files`
pub static FILES: NativeClass = NativeClass {
    name: "Puppet::Parser::Files",
    class_methods: &[
        method("find_file", 1, 2, find_file),
        method("find_template", 1, 2, find_template),
        method("split_file_path", 1, 1, split_file_path),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::Util::RunMode`
pub static RUN_MODE: NativeClass = NativeClass {
    name: "Puppet::Util::RunMode",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, |_, _, _| Ok(Value::Sym(Symbol::new("server")))),
        method("server?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("master?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("agent?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("user?", 0, 0, |_, _, _| Ok(Value::FALSE)),
    ],
    ..NativeClass::EMPTY
};

/// Settings whose values are symbols.
const SYMBOLS: [&str; 8] = [
    "strict",
    "node_terminus",
    "data_binding_terminus",
    "catalog_terminus",
    "default_file_terminus",
    "facts_terminus",
    "certificate_revocation",
    "storeconfigs_backend",
];

fn version_string(m: &mut Machine<'_>) -> Flow {
    let version = match m.world.puppet() {
        Some(puppet) => puppet.version(),
        None => "8.28.1".to_owned(),
    };
    Ok(m.new_str(version))
}

fn version(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    version_string(m)
}

/// `Puppet[:name]`: the value of a setting; `nil` for unknown ones.
fn setting(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let file = m.core.frames.last().map(|frame| frame.body.code.file.clone());
    let value = match m.world.puppet() {
        Some(puppet) => puppet.setting_in(&name, file.as_deref().unwrap_or("")),
        None => None,
    };
    match (value, name.as_str()) {
        (Some(value), "disable_warnings" | "server_list" | "http_extra_headers") => {
            match value.as_str() {
                Some("") => Ok(m.new_array(Vec::new())),
                _ => m.from_puppet(&value),
            }
        }
        (Some(value), name) if SYMBOLS.contains(&name) => match value.as_str() {
            Some(text) => Ok(Value::Sym(Symbol::new(text))),
            None => m.from_puppet(&value),
        },
        (Some(value), _) => m.from_puppet(&value),
        (None, "debug") => Ok(Value::Bool(m.world.logs(LogLevel::Debug))),
        (None, "disable_warnings") => Ok(m.new_array(Vec::new())),
        (None, _) => Ok(Value::Nil),
    }
}

fn has_setting(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let found = m.puppet(|puppet| puppet.setting(&name))?;
    Ok(Value::Bool(found.is_some()))
}

fn settings(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_SETTINGS))
}

fn run_mode(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_RUN_MODE))
}

/// `Puppet.features`: the collection of features, which is made once.
fn features(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = Symbol::new("@features");
    match m.ivar(this, name) {
        Value::Undef => {
            let class = m.constant_in(class::PUPPET_UTIL, Symbol::new("Feature"))?;
            let features = m.call(class, names::NEW, &[])?;
            m.set_ivar(this, name, features);
            Ok(features)
        }
        known => Ok(known),
    }
}

/// The bindings of `Puppet.override`, innermost last.
fn overrides(m: &Machine<'_>) -> Vec<Value> {
    match m.ivar(Value::Class(class::PUPPET), Symbol::new("@overrides")) {
        Value::Array(list) => m.array(list).to_vec(),
        _ => Vec::new(),
    }
}

/// `Puppet.lookup(:current_environment)`
fn lookup(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    for bindings in overrides(m).into_iter().rev() {
        if let Value::Hash(bindings) = bindings
            && let Some(value) = m.hash_get(bindings, args[0])?
        {
            return match value {
                Value::Proc(_) => m.call_proc(value, Args::new(Symbol::new("call"), &[])),
                other => Ok(other),
            };
        }
    }
    let name = m.to_s_text(args[0])?;
    match (name.as_str(), args.block) {
        ("current_environment" | "root_environment", _) => {
            Ok(m.single_object(class::PUPPET_ENVIRONMENT))
        }
        ("global_scope", _) => Ok(m.scope_object_of(Some(super::scope::TOP_SCOPE))),
        ("loaders", _) => Ok(m.single_object(class::PUPPET_LOADERS)),
        ("rich_data", _) => Ok(Value::TRUE),
        ("stringify_rich", _) => Ok(Value::FALSE),
        (
            "environments"
            | "pal_script_compiler"
            | "pal_catalog_compiler"
            | "http_session"
            | "ssl_context"
            | "trusted_information"
            | "plugins",
            None,
        ) => Err(m.not_implemented(&format!("Puppet.lookup(:{name})"))),
        (_, Some(block)) => m.yield_block(block, &[]),
        _ => {
            let message = format!("Unable to lookup '{name}'");
            Err(m.error(class::PUPPET_UNDEFINED_BINDING, message))
        }
    }
}

/// `Puppet.override(name: value) { … }`
fn override_context(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let bindings = Value::Hash(m.to_hash(args[0])?);
    let outer = overrides(m);
    let mut all = outer.clone();
    all.push(bindings);
    let all = m.new_array(all);
    m.set_ivar(this, Symbol::new("@overrides"), all);
    let result = m.yield_block(block, &[]);
    let outer = m.new_array(outer);
    m.set_ivar(this, Symbol::new("@overrides"), outer);
    result
}

/// `Puppet.debug('message')` and `Puppet.debug { 'message' }`. The block is called only if the
/// message is kept.
fn debug(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if !m.world.logs(LogLevel::Debug) {
        return Ok(Value::Nil);
    }
    let message = match args.block {
        Some(block) => {
            let message = m.yield_block(block, args.list)?;
            m.to_s_text(message)?
        }
        None => {
            let mut parts = Vec::with_capacity(args.len());
            for &part in args.iter() {
                parts.push(m.to_s_text(part)?);
            }
            parts.join(" ")
        }
    };
    m.world.log_of_puppet(LogLevel::Debug, &message);
    Ok(Value::Nil)
}

/// The logging methods of `Puppet` and of resource types, with a message, a list of words or a
/// block.
pub(crate) fn log(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if args.is_empty() {
        return match args.block {
            Some(block) => {
                let message = m.yield_block(block, &[])?;
                log_entry(m, Args { list: &[message], ..args })
            }
            None => Ok(Value::Nil),
        };
    }
    let Value::Array(list) = args[0] else { return log_entry(m, args) };
    let space = m.new_str(" ");
    let message = m.call(Value::Array(list), Symbol::new("join"), &[space])?;
    log_entry(m, Args { list: &[message], ..args })
}

/// Logs a message at the level that the method is named after.
fn log_entry(m: &mut Machine<'_>, args: Args<'_>) -> Flow {
    let message = m.to_s_text(args[0])?;
    m.world.log_of_puppet(super::scope::level(args.name), &message);
    Ok(Value::Nil)
}

fn send_log(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let level = m.to_symbol(args[0])?;
    log_entry(m, Args { list: &args.list[1..], name: level, ..args })
}

fn log_exception(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let message = match args.opt(1) {
        Some(Value::Str(message)) => m.text_of(message),
        _ => m.to_s_text(args[0])?,
    };
    m.world.log_of_puppet(LogLevel::Err, &message);
    Ok(Value::Nil)
}

/// Whether a warning should be issued: warnings of its kind are enabled, and none with its key was
/// issued before. A global variable keeps the keys.
fn is_first_warning(m: &mut Machine<'_>, kind: &str, memory: &str, key: Value) -> Flow<bool> {
    let disabled = match m.world.puppet().and_then(|puppet| puppet.setting("disable_warnings")) {
        Some(value) => value,
        None => pupa_value::Value::Undef,
    };
    let is_disabled = match &disabled {
        pupa_value::Value::Array(kinds) => kinds.iter().any(|known| known.as_str() == Some(kind)),
        other => other.as_str() == Some(kind),
    };
    if is_disabled {
        return Ok(false);
    }
    let memory = Symbol::new(memory);
    let known: HashId = match m.global_get(memory)? {
        Value::Hash(known) => known,
        _ => {
            let known = m.new_hash();
            m.global_set(memory, Value::Hash(known))?;
            known
        }
    };
    if m.hash(known).len() >= 100 || m.hash_get(known, key)?.is_some() {
        return Ok(false);
    }
    m.hash_set(known, key, Value::TRUE)?;
    Ok(true)
}

fn deprecation_warning(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let place = m.backtrace_lines(0).into_iter().next().unwrap_or_default();
    let key = match args.or_nil(1) {
        Value::Nil => m.new_str(place.clone()),
        key => key,
    };
    if is_first_warning(m, "deprecations", "$deprecation_warnings", key)? {
        let message = m.to_s_text(args[0])?;
        m.world.log_of_puppet(LogLevel::Warning, &format!("{message}\n   (location: {place})"));
    }
    Ok(Value::Nil)
}

/// `(file: a.pp, line: 3)`, with `unknown` for missing parts
fn place_text(file: Option<String>, line: Option<String>) -> String {
    let unknown = || "unknown".to_owned();
    format!("(file: {}, line: {})", file.unwrap_or_else(unknown), line.unwrap_or_else(unknown))
}

/// The value as a string; `None` if it is `nil` or empty.
fn non_empty_text(m: &mut Machine<'_>, value: Option<Value>) -> Flow<Option<String>> {
    match value {
        None | Some(Value::Nil) => Ok(None),
        Some(value) => Ok(Some(m.to_s_text(value)?).filter(|text| !text.is_empty())),
    }
}

fn place_deprecation_warning(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let options = match args.opt(1) {
        Some(Value::Hash(options)) => Some(options),
        _ => None,
    };
    let (file, line) = (m.keyword(options, "file"), m.keyword(options, "line"));
    let (file, line) = (non_empty_text(m, file)?, non_empty_text(m, line)?);
    let key = match m.keyword(options, "key").filter(|key| !key.is_nil()) {
        Some(key) => key,
        None if file.is_none() || line.is_none() => {
            let message = "Need either :file and :line, or :key";
            return Err(m.error(class::PUPPET_DEV_ERROR, message));
        }
        None => {
            let key =
                format!("{}:{}", file.as_deref().unwrap_or(""), line.as_deref().unwrap_or(""));
            m.new_str(key)
        }
    };
    if is_first_warning(m, "deprecations", "$deprecation_warnings", key)? {
        let message = m.to_s_text(args[0])?;
        m.world
            .log_of_puppet(LogLevel::Warning, &format!("{message}\n   {}", place_text(file, line)));
    }
    Ok(Value::Nil)
}

impl Machine<'_> {
    /// Issues a warning without a location, unless one with the key was issued before.
    pub(crate) fn warn_once(&mut self, key: &str, message: &str) -> Flow<()> {
        if self.puppet(|puppet| puppet.is_new_warning(key))? {
            let message = format!("{message}\n   (file & line not available)");
            self.world.log_of_puppet(LogLevel::Warning, &message);
        }
        Ok(())
    }
}

/// `warn_once(kind, key, message, file, line, level)`
fn warn_once(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let kind = m.to_s_text(args[0])?;
    if !is_first_warning(m, &kind, "$unique_warnings", args[1])? {
        return Ok(Value::Nil);
    }
    let mut message = m.to_s_text(args[2])?;
    let is_default = |value: Option<Value>| matches!(value, Some(Value::Sym(name)) if name.as_str() == "default");
    if !(is_default(args.opt(3)) && is_default(args.opt(4))) {
        let (file, line) = (non_empty_text(m, args.opt(3))?, non_empty_text(m, args.opt(4))?);
        message.push_str("\n   ");
        message.push_str(&match (file, line) {
            (None, None) => "(file & line not available)".to_owned(),
            (Some(file), None) => format!("(file: {file})"),
            (None, Some(line)) => format!("(line: {line})"),
            (Some(file), Some(line)) => format!("(file: {file}, line: {line})"),
        });
    }
    let level = match args.opt(5) {
        Some(level) => m.to_symbol(level)?,
        None => Symbol::new("warning"),
    };
    let message = m.new_str(message);
    log_entry(m, Args { list: &[message], name: level, ..args })
}

fn path_or_nil(m: &mut Machine<'_>, path: Option<String>) -> Value {
    path.map_or(Value::Nil, |path| m.new_str(path))
}

fn find_file(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let reference = m.to_text(args[0])?;
    if reference.starts_with('/') {
        return Ok(args[0]);
    }
    let path = m.puppet(|puppet| puppet.find_file(&reference))?;
    Ok(path_or_nil(m, path))
}

fn find_template(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let reference = m.to_text(args[0])?;
    if reference.starts_with('/') {
        return Ok(args[0]);
    }
    let path = m.puppet(|puppet| puppet.find_template(&reference))?;
    Ok(path_or_nil(m, path))
}

fn split_file_path(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = m.to_text(args[0])?;
    if path.is_empty() || path.starts_with('/') {
        return Ok(Value::Nil);
    }
    let parts = path.splitn(2, '/').map(|part| m.new_str(part)).collect();
    Ok(m.new_array(parts))
}

/// `n_('one', 'many', count)`: selects the form by the count, without translation.
pub(crate) fn plural(_m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(if matches!(args[2], Value::Int(1)) { args[0] } else { args[1] })
}
