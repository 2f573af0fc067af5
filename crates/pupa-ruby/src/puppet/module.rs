//! The module `Puppet` and its helpers, and `Facter`.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::value::Value;
use crate::world::LogLevel;

/// `Puppet`
pub static PUPPET: NativeClass = NativeClass {
    name: "Puppet",
    class_methods: &[
        method("[]", 1, 1, setting),
        method("settings", 0, 0, settings),
        method("version", 0, 0, version),
        method("lookup", 1, 1, lookup),
        method("debug", 0, 1, log),
        method("info", 0, 1, log),
        method("notice", 0, 1, log),
        method("warning", 0, 1, log),
        method("err", 0, 1, log),
        method("alert", 0, 1, log),
        method("emerg", 0, 1, log),
        method("crit", 0, 1, log),
        method("warnonce", 1, 1, warn_once),
        method("deprecation_warning", 1, 2, warn_once),
    ],
    constants: &[("PUPPETVERSION", |m| version_string(m))],
    ..NativeClass::MODULE
};

/// `Puppet::Settings`
pub static SETTINGS: NativeClass = NativeClass {
    name: "Puppet::Settings",
    instances: Instances::Refused,
    methods: &[method("[]", 1, 1, setting), method("value", 1, 2, setting)],
    ..NativeClass::EMPTY
};

/// A module with nothing in it.
macro_rules! module {
    ($(#[$doc:meta])* $constant:ident, $name:literal) => {
        $(#[$doc])*
        pub static $constant: NativeClass = NativeClass { name: $name, ..NativeClass::MODULE };
    };
}

module!(
    /// `Puppet::Pops`
    POPS, "Puppet::Pops"
);
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

/// `Puppet::Util`
pub static UTIL: NativeClass = NativeClass {
    name: "Puppet::Util",
    class_methods: &[method("absolute_path?", 1, 2, is_absolute_path)],
    ..NativeClass::MODULE
};

module!(
    /// `Puppet::Util::Errors`
    UTIL_ERRORS, "Puppet::Util::Errors"
);

/// `Puppet::Util::Package`
pub static PACKAGE: NativeClass = NativeClass {
    name: "Puppet::Util::Package",
    methods: &[method("versioncmp", 2, 3, versioncmp)],
    class_methods: &[method("versioncmp", 2, 3, versioncmp)],
    ..NativeClass::MODULE
};

/// `Puppet::Parser::Files`
pub static FILES: NativeClass = NativeClass {
    name: "Puppet::Parser::Files",
    class_methods: &[
        method("find_file", 1, 2, find_file),
        method("find_template", 1, 2, find_template),
    ],
    ..NativeClass::MODULE
};

/// `Facter`
pub static FACTER: NativeClass = NativeClass {
    name: "Facter",
    class_methods: &[
        method("value", 1, 1, fact),
        method("[]", 1, 1, fact),
        method("fact", 1, 1, fact),
    ],
    ..NativeClass::MODULE
};

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

fn setting(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    match m.puppet(|puppet| puppet.setting(&name))? {
        Some(value) => m.from_puppet(&value),
        None => {
            Err(m.argument_error(format!("Attempt to assign a value to unknown setting :{name}")))
        }
    }
}

fn settings(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_SETTINGS))
}

/// `Puppet.lookup(:current_environment)`
fn lookup(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    match (name.as_str(), args.block) {
        ("current_environment" | "root_environment", _) => {
            Ok(m.single_object(class::PUPPET_ENVIRONMENT))
        }
        ("global_scope", _) => Ok(m.scope_object_of(Some(super::scope::TOP_SCOPE))),
        (_, Some(block)) => m.yield_block(block, &[]),
        _ => {
            let message = format!("no '{name}' in the context of this program");
            Err(m.error(class::PUPPET_DEV_ERROR, message))
        }
    }
}

pub(crate) fn log(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match (args.opt(0), args.block) {
        (Some(_), _) => super::scope::log(m, this, args),
        // The message is a block where building it costs something.
        (None, Some(block)) => {
            let message = m.yield_block(block, &[])?;
            super::scope::log(m, this, Args { list: &[message], ..args })
        }
        (None, None) => Ok(Value::Nil),
    }
}

/// `Puppet.warnonce(message)`
fn warn_once(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let message = m.to_s_text(args[0])?;
    m.world.log(LogLevel::Warning, &message);
    Ok(Value::Nil)
}

impl Machine<'_> {
    /// Warns of something that has no place, unless a warning of the key was given before.
    pub(crate) fn warn_once(&mut self, key: &str, message: &str) -> Flow<()> {
        if self.puppet(|puppet| puppet.is_new_warning(key))? {
            let message = format!("{message}\n   (file & line not available)");
            self.world.log(LogLevel::Warning, &message);
        }
        Ok(())
    }
}

fn is_absolute_path(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = m.to_text(args[0])?;
    Ok(Value::Bool(path.starts_with('/')))
}

fn versioncmp(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    m.call_puppet_function("versioncmp", &args.list[..2], None)
}

fn path_or_nil(m: &mut Machine<'_>, path: Option<String>) -> Value {
    path.map_or(Value::Nil, |path| m.new_str(path))
}

fn find_file(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let reference = m.to_text(args[0])?;
    let path = m.puppet(|puppet| puppet.find_file(&reference))?;
    Ok(path_or_nil(m, path))
}

fn find_template(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let reference = m.to_text(args[0])?;
    let path = m.puppet(|puppet| puppet.find_template(&reference))?;
    Ok(path_or_nil(m, path))
}

/// `Facter.value('networking.ip')`
fn fact(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let Some(facts) = m.puppet(|puppet| puppet.variable("facts"))? else { return Ok(Value::Nil) };
    let mut found = facts.as_hash().and_then(|facts| facts.get_str(&name)).cloned();
    if found.is_none() {
        let mut current = Some(facts);
        for part in name.split('.') {
            current = current
                .and_then(|value| value.as_hash().and_then(|hash| hash.get_str(part)).cloned());
        }
        found = current;
    }
    match found {
        Some(value) => m.from_puppet(&value),
        None => Ok(Value::Nil),
    }
}
