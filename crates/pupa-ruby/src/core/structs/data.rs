//! `Data`: immutable structs, an addition of Ruby 3.2.

use super::define::{make_class, member_names, new_instance, run_block};
use super::{StructInfo, each, info_of_class, inspect_as, members};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::value::{HashId, Value};

/// `Data`
pub static DATA: NativeClass = NativeClass {
    name: "Data",
    superclass: Some("Object"),
    methods: &[
        private("initialize", 0, -1, initialize),
        private("initialize_copy", 1, 1, initialize_copy),
        method("members", 0, 0, members::of_instance),
        method("deconstruct", 0, 0, each::to_a),
        method("deconstruct_keys", 1, 1, each::deconstruct_keys),
        method("to_h", 0, 0, each::to_h),
        method("with", 0, -1, with),
        method("==", 1, 1, super::equals),
        method("eql?", 1, 1, super::is_eql),
        method("hash", 0, 0, super::hash_code),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
    ],
    class_methods: &[
        method("define", 0, -1, define),
        method("new", 0, -1, new),
        method("[]", 0, -1, new),
        method("members", 0, 0, members::of_class),
    ],
    ..NativeClass::EMPTY
};

fn define(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    let members = member_names(m, args.list)?;
    if let Some(name) = members.iter().find(|name| name.as_str().ends_with('=')) {
        return Err(m.argument_error(format!("invalid data member: {name}")));
    }
    let info = StructInfo { members, keyword_init: Value::TRUE };
    let made = make_class(m, class, info, false)?;
    run_block(m, made, args)
}

/// `new`: converts positional arguments to keywords, so that `initialize` always gets keywords.
fn new(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    let Some(info) = info_of_class(m, class) else {
        let (name, class) = (args.name, m.class_name(class));
        return Err(m.error(
            crate::core::class::NO_METHOD_ERROR,
            format!("undefined method `{name}' for {class}:Class"),
        ));
    };
    if args.has_keywords {
        if args.len() > 1 {
            return Err(m.arity_error(args.len(), 0, Some(0)));
        }
        return new_instance(m, this, args);
    }
    m.check_arity(args.len(), 0, Some(info.members.len()))?;
    if args.is_empty() {
        return new_instance(m, this, args);
    }
    let entries = info.members.iter().zip(args.list);
    let keywords = m.hash_of(entries.map(|(&member, &value)| (Value::Sym(member), value)))?;
    let list = [Value::Hash(keywords)];
    new_instance(m, this, Args { list: &list, has_keywords: true, ..args })
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    let info = super::data(m, this)?.info.clone();
    let keywords = match *args.list {
        [] => None,
        [Value::Hash(keywords)] => Some(keywords),
        _ => return Err(m.arity_error(args.len(), 0, Some(0))),
    };
    let mut values = vec![Value::Undef; info.members.len()];
    let mut unknown = Vec::new();
    if let Some(keywords) = keywords {
        assign(m, &info, keywords, &mut values, &mut unknown);
    }
    let missing = info.members.iter().zip(&values).filter(|(_, value)| value.is_undef());
    let missing: Vec<_> = missing.map(|(member, _)| Value::Sym(*member)).collect();
    check_none(m, "missing", &missing)?;
    check_none(m, "unknown", &unknown)?;
    super::data(m, this)?.values = values;
    m.freeze(this);
    Ok(Value::Nil)
}

/// Assigns keywords to members.
fn assign(
    m: &Machine<'_>,
    info: &StructInfo,
    keywords: HashId,
    values: &mut [Value],
    unknown: &mut Vec<Value>,
) {
    for (key, value) in m.hash(keywords).iter() {
        match members::position_of_key(m, info, key) {
            Some(position) => values[position] = value,
            None => unknown.push(key),
        }
    }
}

/// `missing keywords: :a, :b`
fn check_none(m: &mut Machine<'_>, what: &str, keys: &[Value]) -> Flow<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut texts = Vec::new();
    for key in keys {
        texts.push(m.inspect(*key)?);
    }
    let s = if keys.len() > 1 { "s" } else { "" };
    let list = texts.join(", ");
    Err(m.argument_error(format!("{what} keyword{s}: {list}")))
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    super::initialize_copy(m, this, args)?;
    m.freeze(this);
    Ok(this)
}

fn with(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    if !list.is_empty() {
        return Err(m.arity_error(list.len(), 0, Some(0)));
    }
    let Some(changes) = keywords else { return Ok(this) };
    let Value::Hash(all) = each::to_h(m, this, Args { list: &[], block: None, ..args })? else {
        return Ok(this);
    };
    let entries: Vec<_> = m.hash(changes).iter().collect();
    for (key, value) in entries {
        let key = match key {
            Value::Str(_) => Value::Sym(m.to_symbol(key)?),
            other => other,
        };
        m.hash_set(all, key, value)?;
    }
    let class = m.real_class_of(this);
    let list = [Value::Hash(all)];
    let args = Args { list: &list, has_keywords: true, block: None, ..args };
    new_instance(m, Value::Class(class), args)
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = inspect_as(m, this, "data")?;
    Ok(m.new_str(text))
}
