//! `Puppet::Pops::Serialization`: converts values to data and back.

use pupa_value::data::{FromDataOptions, ToDataOptions, from_data, to_data};
use pupa_value::loader::Builtins;

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::{HashId, Value};
use crate::world::LogLevel;

/// `Puppet::Pops::Serialization`
pub static SERIALIZATION: NativeClass =
    NativeClass { name: "Puppet::Pops::Serialization", ..NativeClass::MODULE };

/// `Puppet::Pops::Serialization::SerializationError`
pub static ERROR: NativeClass = NativeClass {
    name: "Puppet::Pops::Serialization::SerializationError",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Serialization::ToDataConverter`
pub static TO_DATA: NativeClass = NativeClass {
    name: "Puppet::Pops::Serialization::ToDataConverter",
    methods: &[private("initialize", 0, 1, keep_options), method("convert", 1, 1, to_data_kept)],
    class_methods: &[method("convert", 1, 2, to_data_with)],
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Serialization::FromDataConverter`
pub static FROM_DATA: NativeClass = NativeClass {
    name: "Puppet::Pops::Serialization::FromDataConverter",
    methods: &[private("initialize", 0, 1, keep_options), method("convert", 1, 1, from_data_kept)],
    class_methods: &[method("convert", 1, 2, from_data_with)],
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Serialization::ToStringifiedConverter`
pub static STRINGIFIED: NativeClass = NativeClass {
    name: "Puppet::Pops::Serialization::ToStringifiedConverter",
    methods: &[private("initialize", 0, 1, keep_options), method("convert", 1, 1, stringify)],
    class_methods: &[method("convert", 1, 2, stringify)],
    ..NativeClass::EMPTY
};

fn keep_options(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@options"), args.or_nil(0));
    Ok(Value::Nil)
}

fn hash_of(value: Value) -> Option<HashId> {
    match value {
        Value::Hash(options) => Some(options),
        _ => None,
    }
}

fn to_data_kept(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let options = m.ivar(this, Symbol::new("@options"));
    write(m, args[0], hash_of(options))
}

fn to_data_with(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    write(m, args[0], hash_of(args.or_nil(1)))
}

fn write(m: &mut Machine<'_>, value: Value, given: Option<HashId>) -> Flow {
    let defaults = ToDataOptions::default();
    let mut flag = |name: &str, default: bool| match m.keyword(given, name) {
        None | Some(Value::Nil) => default,
        Some(value) => value.is_truthy(),
    };
    let mut options = ToDataOptions {
        rich_data: flag("rich_data", defaults.rich_data),
        local_reference: flag("local_reference", defaults.local_reference),
        type_by_reference: flag("type_by_reference", defaults.type_by_reference),
        symbol_as_string: flag("symbol_as_string", defaults.symbol_as_string),
        ..defaults
    };
    if let Some(prefix) = m.keyword(given, "message_prefix").filter(|prefix| !prefix.is_nil()) {
        options.message_prefix = m.to_s_text(prefix)?;
    }
    let strict = m.world.puppet().and_then(|puppet| puppet.setting("strict"));
    let strict = strict.as_ref().and_then(|strict| strict.as_str()).unwrap_or("error").to_owned();
    options.strict = strict == "error";
    let value = m.to_puppet(value)?;
    match to_data(&value, &options) {
        Ok((data, issues)) => {
            if strict != "off" {
                for issue in issues {
                    m.world.log(LogLevel::Warning, &issue.message);
                }
            }
            m.from_puppet(&data)
        }
        Err(error) => Err(m.error(class::PUPPET_PARSE_ERROR, error.message)),
    }
}

fn from_data_kept(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let options = m.ivar(this, Symbol::new("@options"));
    read(m, args[0], hash_of(options))
}

fn from_data_with(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    read(m, args[0], hash_of(args.or_nil(1)))
}

fn read(m: &mut Machine<'_>, data: Value, _given: Option<HashId>) -> Flow {
    let data = m.to_puppet(data)?;
    match from_data(&data, &Builtins, &FromDataOptions::default()) {
        Ok(value) => m.from_puppet(&value),
        Err(error) => Err(m.error(class::PUPPET_SERIALIZATION_ERROR, error.message)),
    }
}

fn stringify(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let value = m.to_puppet(args[0])?;
    match pupa_value::data::stringify(&value) {
        Ok(data) => m.from_puppet(&data),
        Err(error) => Err(m.error(class::PUPPET_ERROR, error.message)),
    }
}
