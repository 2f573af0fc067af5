//! `Psych::Coder`: the object through which `encode_with` and `init_with` exchange the content of
//! an object.

use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Psych::Coder`
pub(crate) static CODER: NativeClass = NativeClass {
    name: "Psych::Coder",
    methods: &[
        private("initialize", 1, 1, initialize),
        method("tag", 0, 0, get),
        method("tag=", 1, 1, set),
        method("style", 0, 0, get),
        method("style=", 1, 1, set),
        method("implicit", 0, 0, get),
        method("implicit=", 1, 1, set),
        method("object", 0, 0, get),
        method("object=", 1, 1, set),
        method("type", 0, 0, get),
        method("scalar", 0, -1, get),
        method("scalar=", 1, 1, set_typed),
        method("seq", 0, 0, get),
        method("seq=", 1, 1, set_typed),
        method("map", 0, 2, map),
        method("map=", 1, 1, set_typed),
        method("[]", 1, 1, element_reference),
        method("[]=", 2, 2, element_set),
        method("add", 2, 2, element_set),
        method("represent_scalar", 2, 2, represent),
        method("represent_seq", 2, 2, represent),
        method("represent_map", 2, 2, represent),
        method("represent_object", 2, 2, represent),
    ],
    ..NativeClass::EMPTY
};

fn variable(name: &str) -> Symbol {
    Symbol::new(&format!("@{name}"))
}

/// The value of an attribute of a coder, or `nil`.
pub(super) fn field(m: &Machine<'_>, this: Value, name: &str) -> Value {
    let value = m.ivar(this, variable(name));
    if value.is_undef() { Value::Nil } else { value }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = Value::Hash(m.new_hash());
    m.set_ivar(this, variable("map"), hash);
    let list = m.new_array(Vec::new());
    m.set_ivar(this, variable("seq"), list);
    m.set_ivar(this, variable("implicit"), Value::FALSE);
    m.set_ivar(this, variable("type"), Value::Sym(Symbol::new("map")));
    m.set_ivar(this, variable("tag"), args[0]);
    m.set_ivar(this, variable("style"), Value::Int(1));
    Ok(Value::Nil)
}

fn get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(field(m, this, args.name.as_str()))
}

fn set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, variable(args.name.as_str().trim_end_matches('=')), args[0]);
    Ok(args[0])
}

fn set_typed(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = args.name.as_str().trim_end_matches('=');
    m.set_ivar(this, variable("type"), Value::Sym(Symbol::new(name)));
    m.set_ivar(this, variable(name), args[0]);
    Ok(args[0])
}

fn map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(tag) = args.opt(0) {
        m.set_ivar(this, variable("tag"), tag);
    }
    m.set_ivar(this, variable("type"), Value::Sym(Symbol::new("map")));
    let hash = field(m, this, "map");
    if let Some(block) = args.block {
        m.yield_one(block, hash)?;
    }
    Ok(hash)
}

fn element_reference(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = field(m, this, "map");
    m.call(hash, crate::symbol::names::AREF, &[args[0]])
}

fn element_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, variable("type"), Value::Sym(Symbol::new("map")));
    if let Value::Hash(hash) = field(m, this, "map") {
        m.hash_set(hash, args[0], args[1])?;
    }
    Ok(args[1])
}

fn represent(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = args.name.as_str().trim_start_matches("represent_");
    m.set_ivar(this, variable("tag"), args[0]);
    m.set_ivar(this, variable("type"), Value::Sym(Symbol::new(name)));
    m.set_ivar(this, variable(name), args[1]);
    Ok(args[1])
}
