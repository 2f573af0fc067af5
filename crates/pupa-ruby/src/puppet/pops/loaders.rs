//! `Puppet::Pops::Loaders`: the objects from which Ruby code gets functions and types by name.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Pops::Loaders`
pub static LOADERS: NativeClass = NativeClass {
    name: "Puppet::Pops::Loaders",
    instances: Instances::Refused,
    methods: &[
        method("private_environment_loader", 0, 0, loader),
        method("public_environment_loader", 0, 0, loader),
        method("puppet_system_loader", 0, 0, loader),
        method("static_loader", 0, 0, loader),
        method("find_loader", 1, 1, loader),
        method("public_loader_for_module", 1, 1, loader),
        method("private_loader_for_module", 1, 1, loader),
    ],
    class_methods: &[method("find_loader", 1, 1, loader), method("loaders", 0, 0, loaders)],
    ..NativeClass::EMPTY
};

/// The methods of `Puppet::Pops::Loader::Loader`. One loader serves the whole environment, because
/// the visibility between modules is checked where functions and types are looked up.
pub const LOADER_METHODS: &[Method] = &[
    method("load", 2, 2, load),
    method("loader_name", 0, 0, |m, _, _| Ok(m.new_str("environment"))),
    method("private_loader", 0, 0, |_, this, _| Ok(this)),
    method("parent", 0, 0, |_, _, _| Ok(Value::Nil)),
];

/// A function that a loader has returned.
pub static FUNCTION: NativeClass = NativeClass {
    name: "Puppet::Pops::Loader::LoadedFunction",
    instances: Instances::Refused,
    methods: &[
        method("call", 1, -1, call),
        method("name", 0, 0, |m, this, _| Ok(m.ivar(this, Symbol::new("@name")))),
    ],
    ..NativeClass::EMPTY
};

fn loader(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_LOADER))
}

fn loaders(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_LOADERS))
}

/// `load(:function, 'name')` and `load(:type, 'name')`
fn load(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (kind, name) = (m.to_symbol(args[0])?, m.to_s_text(args[1])?);
    match kind.as_str() {
        "function" => {
            // Loaders know names in lower case and without leading colons.
            let name = name.strip_prefix("::").unwrap_or(&name).to_lowercase();
            if !m.puppet(|puppet| puppet.has_function(&name))? {
                return Ok(Value::Nil);
            }
            let function = m.new_object(class::PUPPET_LOADED_FUNCTION);
            let name = m.new_str(name);
            m.set_ivar(function, Symbol::new("@name"), name);
            Ok(function)
        }
        "type" => match m.puppet(|puppet| puppet.parse_type(&name, &[]))? {
            Ok(pupa_value::Type::Reference(_)) | Err(_) => Ok(Value::Nil),
            Ok(t) => Ok(m.new_puppet_data(pupa_value::Value::Type(t))),
        },
        other => Err(m.not_implemented(&format!("loading a {other}"))),
    }
}

/// `call(scope, *arguments)`
fn call(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.ivar(this, Symbol::new("@name"));
    let name = m.to_text(name)?;
    m.call_puppet_function(&name, &args.list[1..], args.block)
}
