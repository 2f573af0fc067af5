//! `Puppet::Util::ClassGen`: makes classes from a name and a block.

use super::{ivar_array, ivar_hash};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `Puppet::Util::ClassGen`
pub static CLASS_GEN: NativeClass = NativeClass {
    name: "Puppet::Util::ClassGen",
    methods: &[
        method("genclass", 1, 2, genclass),
        method("rmclass", 2, 2, rmclass),
        private("genmodule", 1, 2, |m, _, _| Err(m.not_implemented("genmodule"))),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::ConstantAlreadyDefined`
pub static CONSTANT_ALREADY_DEFINED: NativeClass = NativeClass {
    name: "Puppet::ConstantAlreadyDefined",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// `Puppet::SubclassAlreadyDefined`
pub static SUBCLASS_ALREADY_DEFINED: NativeClass = NativeClass {
    name: "Puppet::SubclassAlreadyDefined",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// The parameters of `generate`.
pub(super) struct Plan<'a> {
    /// The class in which the constant is defined.
    pub(super) owner: ClassId,
    pub(super) name: Symbol,
    pub(super) parent: ClassId,
    /// The prefix of the constant's name.
    pub(super) prefix: &'a str,
    /// A hash of attributes to set with their writers.
    pub(super) attributes: Option<Value>,
    /// Whether an existing class of the name is replaced.
    pub(super) overwrites: bool,
    /// The block with the body.
    pub(super) block: Option<Block>,
}

/// Makes a class and runs its body.
pub(super) fn generate(m: &mut Machine<'_>, plan: Plan<'_>) -> Flow<ClassId> {
    let name = Symbol::new(&plan.name.as_str().to_lowercase());
    let id = m.make_class(plan.parent);
    let made = Value::Class(id);
    m.call(Value::Class(plan.parent), crate::symbol::names::INHERITED, &[made])?;
    m.set_ivar(made, Symbol::new("@name"), Value::Sym(name));
    assign_constant(m, &plan, name, id)?;
    m.call(made, Symbol::new("initvars"), &[])?;
    if let Some(Value::Hash(attributes)) = plan.attributes {
        for (key, value) in m.hash(attributes).iter().collect::<Vec<_>>() {
            let writer = Symbol::new(&format!("{}=", m.to_s_text(key)?));
            if m.responds_to(made, writer)? {
                m.call(made, writer, &[value])?;
            }
        }
    }
    call_hook(m, made, "preinit")?;
    if let Some(block) = plan.block {
        m.yield_with_self(block, made, Some(id), &[made])?;
    }
    call_hook(m, made, "postinit")?;
    Ok(id)
}

fn call_hook(m: &mut Machine<'_>, made: Value, name: &str) -> Flow<()> {
    let name = Symbol::new(name);
    if m.responds_to(made, name)? {
        m.call(made, name, &[])?;
    }
    Ok(())
}

/// `file` becomes `File`, `ini_setting` becomes `Ini_setting`.
pub(super) fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect(),
        None => String::new(),
    }
}

fn assign_constant(m: &mut Machine<'_>, plan: &Plan<'_>, name: Symbol, made: ClassId) -> Flow<()> {
    let constant = Symbol::new(&format!("{}{}", plan.prefix, capitalized(name.as_str())));
    let owner = Value::Class(plan.owner);
    if m.own_constant(plan.owner, constant).is_some() {
        if !plan.overwrites {
            let text = m.to_s_text(owner)?;
            let message = format!("Class {constant} is already defined in {text}");
            return Err(m.error(class::PUPPET_CONSTANT_ALREADY_DEFINED, message));
        }
        m.call(owner, Symbol::new("remove_const"), &[Value::Sym(constant)])?;
    }
    m.call(owner, Symbol::new("const_set"), &[Value::Sym(constant), Value::Class(made)])?;
    Ok(())
}

/// Adds a class to the hash, and to the array if there is one, in instance variables of its type.
pub(super) fn store(
    m: &mut Machine<'_>,
    owner: Value,
    made: ClassId,
    hash: &str,
    array: Option<&str>,
) -> Flow<()> {
    let name = super::ivar(m, Value::Class(made), "@name");
    let known = ivar_hash(m, owner, hash);
    m.hash_set(known, name, Value::Class(made))?;
    if let Some(array) = array {
        let list = ivar_array(m, owner, array);
        m.array_mut(list).push(Value::Class(made));
    }
    Ok(())
}

/// `genclass(name, :parent => x, :prefix => 'Y', …) { }`
pub(super) fn genclass(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Class(owner) = this else { return Err(m.type_error("not a class")) };
    let name = m.to_s_text(args[0])?;
    let options = args.opt(1);
    let parent = match super::option(m, options, "parent") {
        Some(Value::Class(parent)) => parent,
        _ => owner,
    };
    let prefix = match super::option(m, options, "prefix") {
        Some(prefix) => m.to_s_text(prefix)?,
        None => String::new(),
    };
    let block = match super::option(m, options, "block") {
        Some(block) if args.block.is_none() => m.value_to_block(block)?,
        _ => args.block,
    };
    let plan = Plan {
        owner,
        name: Symbol::new(&name),
        parent,
        prefix: &prefix,
        attributes: super::option(m, options, "attributes"),
        overwrites: super::option(m, options, "overwrite").is_some_and(Value::is_truthy),
        block,
    };
    let made = generate(m, plan)?;
    let name = super::ivar(m, Value::Class(made), "@name");
    if let Some(Value::Hash(hash)) = super::option(m, options, "hash") {
        m.hash_set(hash, name, Value::Class(made))?;
    }
    if let Some(Value::Array(list)) = super::option(m, options, "array") {
        m.array_mut(list).push(Value::Class(made));
    }
    Ok(Value::Class(made))
}

/// `rmclass(name, :hash => x, :prefix => 'Y')`
pub(super) fn rmclass(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Class(owner) = this else { return Err(m.type_error("not a class")) };
    let name = m.to_s_text(args[0])?;
    let prefix = match super::option(m, args.opt(1), "prefix") {
        Some(prefix) => m.to_s_text(prefix)?,
        None => String::new(),
    };
    let constant = Symbol::new(&format!("{prefix}{}", capitalized(&name)));
    let mut is_removed = false;
    if m.own_constant(owner, constant).is_some() {
        m.call(this, Symbol::new("remove_const"), &[Value::Sym(constant)])?;
        is_removed = true;
    }
    if let Some(Value::Hash(hash)) = super::option(m, args.opt(1), "hash") {
        is_removed |= m.hash_delete(hash, Value::Sym(Symbol::new(&name)))?.is_some();
    }
    Ok(Value::Bool(is_removed))
}
