//! `Hocon`: the part of the gem that parses configuration, implemented by `pupa-data`.

use pupa_value::Value as PuppetValue;

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `Hocon`
pub(crate) static HOCON: NativeClass = NativeClass {
    name: "Hocon",
    class_methods: &[method("parse", 1, 2, parse), method("load", 1, 2, load)],
    ..NativeClass::MODULE
};

/// `Hocon::ConfigFactory`
pub(crate) static FACTORY: NativeClass = NativeClass {
    name: "Hocon::ConfigFactory",
    class_methods: &[
        method("parse_string", 1, 2, parse_string),
        method("parse_file", 1, 2, parse_file),
    ],
    ..NativeClass::EMPTY
};

/// `Hocon::Config`: a parsed configuration. It serves also as the intermediate objects of the gem.
pub(crate) static CONFIG: NativeClass = NativeClass {
    name: "Hocon::Config",
    methods: &[
        method("resolve", 0, 1, resolve),
        method("root", 0, 0, |_, this, _| Ok(this)),
        method("unwrapped", 0, 0, unwrapped),
    ],
    ..NativeClass::EMPTY
};

/// `Hocon::ConfigError`
pub(crate) static ERROR: NativeClass = NativeClass {
    name: "Hocon::ConfigError",
    superclass: Some("StandardError"),
    ..NativeClass::EMPTY
};

/// `Hocon::ConfigError::ConfigParseError`
pub(crate) static PARSE_ERROR: NativeClass = NativeClass {
    name: "Hocon::ConfigError::ConfigParseError",
    superclass: Some("Hocon::ConfigError"),
    ..NativeClass::EMPTY
};

/// `Hocon::ConfigError::UnresolvedSubstitutionError`
pub(crate) static UNRESOLVED: NativeClass = NativeClass {
    name: "Hocon::ConfigError::UnresolvedSubstitutionError",
    superclass: Some("Hocon::ConfigError::ConfigParseError"),
    ..NativeClass::EMPTY
};

/// The value of a configuration, or the message of an unresolved substitution.
#[derive(Debug, Clone)]
struct ConfigData(Result<PuppetValue, String>);

impl Payload for ConfigData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// Parses a configuration. The gem resolves substitutions later, so their errors are kept until
/// then.
fn config(m: &mut Machine<'_>, text: &str) -> Flow {
    let data = match pupa_data::hocon::read(text) {
        Ok(document) => Ok(document.value),
        Err(error) if error.message.contains("Could not resolve substitution") => {
            Err(error.message)
        }
        Err(error) => return Err(m.error(class::HOCON_PARSE_ERROR, error.message)),
    };
    Ok(m.new_payload(class::HOCON_CONFIG, ConfigData(data)))
}

fn parse_string(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    config(m, &text)
}

fn parse_file(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let read = m.call(Value::Class(class::FILE), crate::Symbol::new("read"), &args.list[..1])?;
    let text = m.to_text(read)?;
    config(m, &text)
}

fn resolve(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    value(m, this)?;
    Ok(this)
}

fn value(m: &mut Machine<'_>, this: Value) -> Flow<PuppetValue> {
    match m.payload::<ConfigData>(this) {
        Some(ConfigData(Ok(value))) => Ok(value.clone()),
        Some(ConfigData(Err(message))) => {
            let message = message.clone();
            Err(m.error(class::HOCON_UNRESOLVED, message))
        }
        None => Err(m.type_error("uninitialized Hocon::Config")),
    }
}

fn unwrapped(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let value = value(m, this)?;
    m.from_puppet(&value)
}

fn parse(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let config = parse_string(m, this, args)?;
    unwrapped(m, config, args)
}

fn load(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let config = parse_file(m, this, args)?;
    unwrapped(m, config, args)
}
