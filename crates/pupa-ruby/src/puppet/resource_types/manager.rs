//! `Puppet::MetaType::Manager`: the registry of types, with `newtype`, `type`, `eachtype` and
//! `rmtype`.

use super::generate::{Plan, generate};
use super::{built_in, extensions, intern, ivar_hash};
use crate::core::class;
use crate::heap::procs::ProcKind;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Block, NativeClass};
use crate::symbol::Symbol;
use crate::value::{HashId, Value};
use crate::world::LogLevel;

/// `Puppet::MetaType`
pub static META_TYPE: NativeClass = NativeClass { name: "Puppet::MetaType", ..NativeClass::MODULE };

/// `Puppet::MetaType::Manager`
pub static MANAGER: NativeClass =
    NativeClass { name: "Puppet::MetaType::Manager", ..NativeClass::MODULE };

/// `Puppet::CompilableResourceType`
pub static COMPILABLE: NativeClass =
    NativeClass { name: "Puppet::CompilableResourceType", ..NativeClass::MODULE };

/// The instance variable with the location of a type's definition.
const ORIGIN: &str = "@origin";

/// The instance variable that marks types defined by Ruby code of modules.
const DEFINED: &str = "@is_defined";

/// The types of the machine by name, with `nil` for names without a type.
pub(super) fn registry(m: &mut Machine<'_>) -> HashId {
    ivar_hash(m, Value::Class(class::PUPPET_TYPE), "@types")
}

/// `newtype(name, options) { }`
pub(super) fn newtype(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    define(m, args, |_, _| Ok(()))
}

/// Defines a type; the block of the call or the function `body` defines its attributes.
pub(super) fn define(
    m: &mut Machine<'_>,
    args: Args<'_>,
    body: impl FnOnce(&mut Machine<'_>, Value) -> Flow<()>,
) -> Flow {
    let options = args.opt(1);
    if let Some(other) = options.filter(|options| !matches!(options, Value::Hash(_))) {
        let (name, given) = (m.to_s_text(args[0])?, m.inspect(other)?);
        let message = format!(
            "Puppet::Type.newtype({name}) now expects a hash as the second argument, not {given}"
        );
        m.world.log(LogLevel::Warning, &message);
    }
    let name = intern(m, args[0])?;
    let name = Symbol::new(&name.as_str().to_lowercase());
    let types = registry(m);
    let older = m.hash_get(types, Value::Sym(name))?.unwrap_or(Value::Nil);
    let older = if older.is_nil() { None } else { origin(m, older) };
    let plan = Plan {
        owner: class::PUPPET_TYPE,
        name,
        parent: class::PUPPET_TYPE,
        prefix: "",
        attributes: options,
        overwrites: true,
        block: args.block,
    };
    let made = Value::Class(generate(m, plan)?);
    body(m, made)?;
    m.hash_set(types, Value::Sym(name), made)?;
    let needs_ensure = m.call(made, Symbol::new("ensurable?"), &[])?.is_truthy();
    let ensure = [Value::Sym(Symbol::new("ensure"))];
    if needs_ensure && !m.call(made, Symbol::new("validproperty?"), &ensure)?.is_truthy() {
        m.call(made, Symbol::new("ensurable"), &[])?;
    }
    let providers = m.call(made, Symbol::new("providers"), &[])?;
    if !super::elements(m, providers).is_empty() {
        m.call(made, Symbol::new("providify"), &[])?;
    }
    if let Some(older) = older {
        return Err(m.argument_error(redefinition(name.as_str(), &older)));
    }
    if let Some(place) = args.block.and_then(|block| place_of(m, block)) {
        let place = m.new_str(place);
        m.set_ivar(made, Symbol::new(ORIGIN), place);
    }
    m.set_ivar(made, Symbol::new(DEFINED), Value::TRUE);
    extensions::settle(m, made);
    Ok(made)
}

/// The message for a second type of the same name.
pub fn redefinition(name: &str, origin: &str) -> String {
    format!(
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/{name}'. Originally set \
         at {origin}."
    )
}

/// The file and line of a block as a URI.
fn place_of(m: &mut Machine<'_>, block: Block) -> Option<String> {
    let Value::Proc(id) = m.block_to_proc(block) else { return None };
    match &m.heap.procs[id].kind {
        ProcKind::Block(block) => {
            let code = &block.body.code;
            Some(format!("file://{}?line={}", code.file, code.line))
        }
        _ => None,
    }
}

/// Whether Ruby code of a module defines the type.
pub(super) fn is_defined_here(m: &Machine<'_>, made: Value) -> bool {
    super::ivar(m, made, DEFINED).is_truthy()
}

/// The location where Ruby code defined a type.
pub(super) fn origin(m: &mut Machine<'_>, made: Value) -> Option<String> {
    match super::ivar(m, made, ORIGIN) {
        Value::Str(id) => Some(m.text_of(id)),
        _ => None,
    }
}

/// `type(name)`: the type of the name, which is loaded at first use.
pub(super) fn find(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_s_text(args[0])?;
    if text.contains(':') {
        return Ok(Value::Nil);
    }
    let types = registry(m);
    let name = match args[0] {
        Value::Sym(name) => name,
        _ => Symbol::new(&text.to_lowercase()),
    };
    if let Some(known) = m.hash_get(types, Value::Sym(name))? {
        return Ok(known);
    }
    match m.world.find_library(&format!("puppet/type/{name}")) {
        Some(path) => {
            autoload(m, name.as_str(), &path)?;
            if let Some(made) = m.hash_get(types, Value::Sym(name))? {
                extensions::settle_file(m, made);
            } else {
                let message = format!("Loaded puppet/type/{name} but no class was created");
                m.world.log(LogLevel::Warning, &message);
            }
        }
        None => {
            let made = built_in::make(m, name)?;
            m.hash_set(types, Value::Sym(name), made)?;
        }
    }
    Ok(m.hash_get(types, Value::Sym(name))?.unwrap_or(Value::Nil))
}

/// Runs the file of a type. Its exceptions become `Puppet::Error`s.
fn autoload(m: &mut Machine<'_>, name: &str, path: &str) -> Flow<()> {
    match m.require(path) {
        Err(Jump::Raise(exception)) => {
            let detail = m.raised(exception).message;
            let message = format!("Could not autoload puppet/type/{name}: {detail}");
            Err(m.error(class::PUPPET_ERROR, message))
        }
        other => other.map(|_| ()),
    }
}

/// `eachtype { |type| … }`
pub(super) fn each(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let types = registry(m);
    for made in m.hash(types).values() {
        if !made.is_nil() {
            m.yield_one(block, made)?;
        }
    }
    Ok(Value::Nil)
}

/// `rmtype(name)`
pub(super) fn remove(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let types = registry(m);
    let list = [args[0], Value::Nil];
    super::generate::rmclass(m, this, Args::new(args.name, &list))?;
    Ok(m.hash_delete(types, args[0])?.unwrap_or(Value::Nil))
}

/// `Puppet::Type::File`: loads the type that the constant is named after.
pub(super) fn const_missing(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let constant = m.to_symbol(args[0])?;
    if this.is_same(Value::Class(class::PUPPET_TYPE)) {
        let name = Value::Sym(Symbol::new(&constant.as_str().to_lowercase()));
        let found = find(m, this, Args::new(args.name, &[name]))?;
        if !found.is_nil() && m.own_constant(class::PUPPET_TYPE, constant).is_some() {
            return Ok(found);
        }
    }
    let id = super::type_class::class_id(m, this)?;
    Err(m.uninitialized_constant(id, constant))
}
