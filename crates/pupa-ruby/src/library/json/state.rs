//! `JSON::State`: the settings of a generator as an object, which `to_json` methods receive.

use super::{Generator, Settings};
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::Value;

/// The Rust data of a state.
#[derive(Debug, Clone)]
pub(crate) struct StateData {
    pub(crate) settings: Settings,
}

impl Payload for StateData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `JSON::Ext::Generator::State`
pub(crate) static STATE: NativeClass = NativeClass {
    name: "JSON::Ext::Generator::State",
    methods: &[
        private("initialize", 0, 1, initialize),
        method("generate", 1, 1, generate),
        method("indent", 0, 0, get),
        method("space", 0, 0, get),
        method("space_before", 0, 0, get),
        method("object_nl", 0, 0, get),
        method("array_nl", 0, 0, get),
        method("max_nesting", 0, 0, get),
        method("depth", 0, 0, get),
        method("escape_slash", 0, 0, get),
        method("buffer_initial_length", 0, 0, |_, _, _| Ok(Value::Int(1024))),
        method("indent=", 1, 1, set),
        method("space=", 1, 1, set),
        method("space_before=", 1, 1, set),
        method("object_nl=", 1, 1, set),
        method("array_nl=", 1, 1, set),
        method("max_nesting=", 1, 1, set),
        method("depth=", 1, 1, set),
        method("escape_slash=", 1, 1, set),
        method("escape_slash?", 0, 0, get),
        method("allow_nan?", 0, 0, get),
        method("ascii_only?", 0, 0, get),
        method("check_circular?", 0, 0, check_circular),
        method("[]", 1, 1, element_reference),
        method("[]=", 2, 2, element_set),
        method("configure", 1, 1, configure),
        method("merge", 1, 1, configure),
        method("to_h", 0, 0, to_h),
        method("to_hash", 0, 0, to_h),
    ],
    class_methods: &[
        method("from_state", 1, 1, from_state),
        method("generate", 2, 2, class_generate),
    ],
    ..NativeClass::EMPTY
};

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let settings = super::settings(m, args.or_nil(0), Settings::default())?;
    if let Value::Object(id) = this {
        m.set_payload(id, StateData { settings });
    }
    Ok(Value::Nil)
}

fn settings<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m mut Settings> {
    if m.payload::<StateData>(this).is_none() {
        return Err(m.runtime_error("uninitialized state"));
    }
    match m.payload_mut::<StateData>(this) {
        Some(data) => Ok(&mut data.settings),
        None => unreachable!("it was there"),
    }
}

fn generate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let settings = settings(m, this)?.clone();
    let mut generator = Generator::new(settings, this);
    generator.value(m, args[0])?;
    let text = generator.finish();
    Ok(m.new_bytes(text, crate::heap::Encoding::Utf8))
}

fn class_generate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let state = m.call(this, crate::symbol::names::NEW, &[args[1]])?;
    generate(m, state, Args::new(args.name, &[args[0]]))
}

fn from_state(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.payload::<StateData>(args[0]).is_some() {
        return Ok(args[0]);
    }
    let given = if let Value::Hash(_) = args[0] { args.list } else { &[] };
    m.call(this, crate::symbol::names::NEW, given)
}

fn get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let settings = settings(m, this)?.clone();
    let name = args.name.as_str().trim_end_matches('?');
    Ok(match settings.get(name) {
        Some(Ok(text)) => m.new_str(text),
        Some(Err(value)) => value,
        None => Value::Nil,
    })
}

fn set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = args.name.as_str().trim_end_matches('=');
    let mut copy = settings(m, this)?.clone();
    copy.set(m, name, args[0])?;
    *settings(m, this)? = copy;
    Ok(args[0])
}

fn check_circular(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(settings(m, this)?.max_nesting != 0))
}

fn element_reference(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    if settings(m, this)?.get(name.as_str()).is_some() {
        return get(m, this, Args::new(name, &[]));
    }
    let value = m.ivar(this, Symbol::new(&format!("@{name}")));
    Ok(if value.is_undef() { Value::Nil } else { value })
}

fn element_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    if settings(m, this)?.get(name.as_str()).is_some() {
        return set(m, this, Args::new(name, &[args[1]]));
    }
    m.set_ivar(this, Symbol::new(&format!("@{name}")), args[1]);
    Ok(args[1])
}

fn configure(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let base = settings(m, this)?.clone();
    let new = super::settings(m, args[0], base)?;
    *settings(m, this)? = new;
    Ok(this)
}

fn to_h(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = [
        "indent",
        "space",
        "space_before",
        "object_nl",
        "array_nl",
        "allow_nan",
        "ascii_only",
        "max_nesting",
        "escape_slash",
        "depth",
    ];
    let hash = m.new_hash();
    for name in names {
        let name = Symbol::new(name);
        let value = get(m, this, Args::new(name, &[]))?;
        m.hash_set(hash, Value::Sym(name), value)?;
    }
    let name = Value::Sym(Symbol::new("buffer_initial_length"));
    m.hash_set(hash, name, Value::Int(1024))?;
    Ok(Value::Hash(hash))
}
