//! `JSON` as version 2.6.1 of the library: `parse`, `generate`, `pretty_generate`, `dump`, `load`,
//! `to_json`.

mod generate;
mod parse;
mod state;

pub(crate) use generate::{Generator, Settings};
pub(crate) use state::STATE;

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// `JSON`
pub(crate) static JSON: NativeClass = NativeClass {
    name: "JSON",
    methods: &[],
    class_methods: &[
        method("parse", 1, 2, parse),
        method("parse!", 1, 2, parse),
        method("generate", 1, 2, generate),
        method("unparse", 1, 2, generate),
        method("fast_generate", 1, 2, generate),
        method("fast_unparse", 1, 2, generate),
        method("pretty_generate", 1, 2, pretty_generate),
        method("pretty_unparse", 1, 2, pretty_generate),
        method("dump", 1, 4, dump),
        method("load", 1, 3, load),
        method("restore", 1, 3, load),
        method("load_file", 1, 2, load_file),
        method("load_file!", 1, 2, load_file),
        method("[]", 1, 2, element_reference),
        method("create_id", 0, 0, |m, _, _| {
            let name = m.new_str("json_class");
            m.freeze(name);
            Ok(name)
        }),
        method("state", 0, 0, |_, _, _| Ok(Value::Class(class::JSON_STATE))),
        method("generator", 0, 0, |_, _, _| Ok(Value::Class(class::JSON_GENERATOR))),
    ],
    constants: &[
        ("VERSION", |m| Ok(m.new_str("2.6.1"))),
        ("NaN", |_| Ok(Value::Float(f64::NAN))),
        ("Infinity", |_| Ok(Value::Float(f64::INFINITY))),
        ("MinusInfinity", |_| Ok(Value::Float(f64::NEG_INFINITY))),
        ("State", |_| Ok(Value::Class(class::JSON_STATE))),
        ("UnparserError", |_| Ok(Value::Class(class::JSON_GENERATOR_ERROR))),
        ("CircularDatastructure", |_| Ok(Value::Class(class::JSON_NESTING_ERROR))),
        ("JSON_LOADED", |_| Ok(Value::TRUE)),
        ("Parser", |_| Ok(Value::Class(class::JSON_PARSER))),
    ],
    ..NativeClass::MODULE
};

/// `JSON::JSONError`
pub(crate) static JSON_ERROR: NativeClass = NativeClass {
    name: "JSON::JSONError",
    superclass: Some("StandardError"),
    ..NativeClass::EMPTY
};

/// `JSON::ParserError`
pub(crate) static PARSER_ERROR: NativeClass = NativeClass {
    name: "JSON::ParserError",
    superclass: Some("JSON::JSONError"),
    ..NativeClass::EMPTY
};

/// `JSON::NestingError`
pub(crate) static NESTING_ERROR: NativeClass = NativeClass {
    name: "JSON::NestingError",
    superclass: Some("JSON::ParserError"),
    ..NativeClass::EMPTY
};

/// `JSON::GeneratorError`
pub(crate) static GENERATOR_ERROR: NativeClass = NativeClass {
    name: "JSON::GeneratorError",
    superclass: Some("JSON::JSONError"),
    ..NativeClass::EMPTY
};

/// `JSON::Ext`
pub(crate) static EXT: NativeClass = NativeClass { name: "JSON::Ext", ..NativeClass::MODULE };

/// `JSON::Ext::Generator`
pub(crate) static GENERATOR: NativeClass =
    NativeClass { name: "JSON::Ext::Generator", ..NativeClass::MODULE };

/// `JSON::Ext::Generator::GeneratorMethods`
pub(crate) static GENERATOR_METHODS: NativeClass =
    NativeClass { name: "JSON::Ext::Generator::GeneratorMethods", ..NativeClass::MODULE };

/// `JSON::Ext::Generator::GeneratorMethods::Object`, which `Object` includes. It also has the other
/// methods that libraries add to all objects.
pub(crate) static OBJECT_METHODS: NativeClass = NativeClass {
    name: "JSON::Ext::Generator::GeneratorMethods::Object",
    methods: &[
        method("to_json", 0, -1, to_json),
        method("to_yaml", 0, -1, super::yaml::to_yaml),
        private("JSON", 1, 2, element_reference),
        private("j", 0, -1, print_json),
        private("jj", 0, -1, print_json),
        private("y", 0, -1, super::yaml::print_yaml),
    ],
    ..NativeClass::MODULE
};

/// `JSON::Ext::Parser`
pub(crate) static PARSER: NativeClass = NativeClass {
    name: "JSON::Ext::Parser",
    methods: &[
        private("initialize", 1, 2, parser_initialize),
        method("parse", 0, 0, parser_parse),
        method("source", 0, 0, parser_source),
    ],
    ..NativeClass::EMPTY
};

fn parser_initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let source = m.to_str(args[0])?;
    m.set_ivar(this, Symbol::new("__source"), Value::Str(source));
    m.set_ivar(this, Symbol::new("__options"), args.or_nil(1));
    Ok(Value::Nil)
}

fn parser_parse(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let source = m.ivar(this, Symbol::new("__source"));
    let options = m.ivar(this, Symbol::new("__options"));
    parse(m, this, Args::new(args.name, &[source, options]))
}

fn parser_source(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let source = m.ivar(this, Symbol::new("__source"));
    m.call(source, names::DUP, &[])
}

/// The options, which are a hash, keywords or absent.
fn options(m: &mut Machine<'_>, value: Value) -> Flow<Option<HashId>> {
    match value {
        Value::Nil => Ok(None),
        Value::Hash(id) => Ok(Some(id)),
        other => Ok(Some(m.to_hash(other)?)),
    }
}

fn parse(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let hash = options(m, args.or_nil(1))?;
    let source = m.to_str(args[0])?;
    let mut settings = parse::Settings::default();
    if args.name.as_str() == "parse!" {
        settings.allow_nan = true;
        settings.max_nesting = 0;
    }
    settings.apply(m, hash)?;
    parse::parse(m, source, settings)
}

/// The settings in a `State` or a hash of options.
fn settings(m: &mut Machine<'_>, value: Value, base: Settings) -> Flow<Settings> {
    if let Some(state) = m.payload::<state::StateData>(value) {
        return Ok(state.settings.clone());
    }
    let mut settings = base;
    let hash = match value {
        Value::Nil => return Ok(settings),
        Value::Hash(id) => id,
        other => {
            let converted = match m.try_call(other, names::TO_HASH, &[])? {
                Some(hash) => Some(hash),
                None => m.try_call(other, names::TO_H, &[])?,
            };
            match converted {
                Some(Value::Hash(id)) => id,
                _ => {
                    let name = m.class_name_of(other);
                    return Err(m.type_error(format!("can't convert {name} into Hash")));
                }
            }
        }
    };
    settings.apply(m, hash)?;
    Ok(settings)
}

fn generate_with(m: &mut Machine<'_>, value: Value, settings: Settings, state: Value) -> Flow {
    let mut generator = Generator::new(settings, state);
    generator.value(m, value)?;
    let text = generator.finish();
    m.charge(text.len())?;
    Ok(m.new_bytes(text, crate::heap::Encoding::Utf8))
}

fn generate(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let given = args.or_nil(1);
    let mut base = Settings::default();
    if args.name.as_str().starts_with("fast") {
        base.max_nesting = 0;
    }
    let settings = settings(m, given, base)?;
    let state = if m.payload::<state::StateData>(given).is_some() { given } else { Value::Nil };
    generate_with(m, args[0], settings, state)
}

fn pretty_generate(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let settings = settings(m, args.or_nil(1), Settings::pretty())?;
    generate_with(m, args[0], settings, Value::Nil)
}

fn dump(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let (mut target, mut limit) =
        (list.get(1).copied().unwrap_or(Value::Nil), list.get(2).copied().unwrap_or(Value::Nil));
    if matches!(target, Value::Int(_)) && limit.is_nil() {
        (target, limit) = (Value::Nil, target);
    }
    let mut settings = Settings { allow_nan: true, max_nesting: 0, ..Settings::default() };
    if !limit.is_nil() {
        settings.max_nesting = m.to_int(limit)?;
    }
    if let Some(keywords) = keywords {
        settings.apply(m, keywords)?;
    }
    let text = match generate_with(m, args[0], settings, Value::Nil) {
        Err(crate::Jump::Raise(id)) if m.is_a(Value::Object(id), class::JSON_NESTING_ERROR) => {
            return Err(m.argument_error("exceed depth limit"));
        }
        other => other?,
    };
    if target.is_nil() {
        return Ok(text);
    }
    let target = m.try_call(target, Symbol::new("to_io"), &[])?.unwrap_or(target);
    m.call(target, names::WRITE, &[text])?;
    Ok(target)
}

fn load(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let Some(&first) = list.first() else { return Err(m.arity_error(0, 1, Some(3))) };
    let mut source = first;
    if m.try_str(source)?.is_none() {
        if let Some(io) = m.try_call(source, Symbol::new("to_io"), &[])? {
            source = m.call(io, Symbol::new("read"), &[])?;
        } else if let Some(text) = m.try_call(source, Symbol::new("read"), &[])? {
            source = text;
        }
    }
    let hash = match (list.get(2), keywords) {
        (Some(&value), _) => options(m, value)?,
        (None, keywords) => keywords,
    };
    if source.is_nil() {
        return Ok(Value::Nil);
    }
    let id = m.to_str(source)?;
    if m.string(id).is_empty() {
        return Ok(Value::Nil);
    }
    let mut settings = parse::Settings::default();
    settings.allow_nan = true;
    settings.max_nesting = 0;
    settings.apply(m, hash)?;
    let result = parse::parse(m, id, settings)?;
    let proc = list.get(1).copied().unwrap_or(Value::Nil);
    if !proc.is_nil() {
        visit(m, result, proc)?;
    }
    Ok(result)
}

/// Calls a proc with every part of a value, inner parts first.
fn visit(m: &mut Machine<'_>, value: Value, proc: Value) -> Flow<()> {
    match value {
        Value::Array(id) => {
            for item in m.array(id).to_vec() {
                visit(m, item, proc)?;
            }
        }
        Value::Hash(id) => {
            let entries: Vec<_> = m.hash(id).iter().collect();
            for (key, item) in entries {
                visit(m, key, proc)?;
                visit(m, item, proc)?;
            }
        }
        _ => {}
    }
    m.call(proc, names::CALL, &[value])?;
    Ok(())
}

fn load_file(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let content = crate::core::io::file::content(m, args[0])?;
    let text = m.new_bytes(content, crate::heap::Encoding::Utf8);
    let name = if args.name.as_str().ends_with('!') { "parse!" } else { "parse" };
    parse(m, this, Args::new(Symbol::new(name), &[text, args.or_nil(1)]))
}

fn element_reference(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match m.try_str(args[0])? {
        Some(text) => {
            let args = [Value::Str(text), args.or_nil(1)];
            parse(m, this, Args::new(Symbol::new("parse"), &args))
        }
        None => generate(m, this, Args { name: Symbol::new("generate"), ..args }),
    }
}

fn print_json(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    for &value in args.list {
        let settings = match args.name.as_str() {
            "jj" => Settings::pretty(),
            _ => Settings::default(),
        };
        let text = generate_with(m, value, Settings { allow_nan: true, ..settings }, Value::Nil)?;
        let main = m.main;
        m.call(main, names::PUTS, &[text])?;
    }
    Ok(Value::Nil)
}

/// `to_json` of all objects.
fn to_json(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let given = args.or_nil(0);
    let is_state = m.payload::<state::StateData>(given).is_some();
    let settings = match given {
        Value::Hash(_) => settings(m, given, Settings::default())?,
        _ if is_state => settings(m, given, Settings::default())?,
        _ => Settings::default(),
    };
    let mut generator = Generator::new(settings, if is_state { given } else { Value::Nil });
    generator.own_value(m, this)?;
    let text = generator.finish();
    m.charge(text.len())?;
    Ok(m.new_bytes(text, crate::heap::Encoding::Utf8))
}
