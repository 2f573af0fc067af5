//! `Puppet::Node::Environment`: the environment, its modules and its settings.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Puppet::Node::Environment`
pub static ENVIRONMENT: NativeClass = NativeClass {
    name: "Puppet::Node::Environment",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, name_symbol),
        method("to_sym", 0, 0, name_symbol),
        method("to_s", 0, 0, name_text),
        method("inspect", 0, 0, inspect),
        method("known_resource_types", 0, 0, type_collection),
        method("module", 1, 1, find_module),
        method("modules", 0, 0, modules),
        method("modules_by_name", 0, 0, modules_by_name),
        method("modulepath", 0, 0, module_path),
        method("full_modulepath", 0, 0, module_path),
        method("manifest", 0, 0, |m, _, _| setting(m, "manifest")),
        method("config_version", 0, 0, |m, _, _| setting(m, "config_version")),
        method("[]", 1, 1, any_setting),
        method("rich_data?", 0, 0, |m, _, _| setting(m, "rich_data")),
        method("configured_path", 0, 0, path),
        method("resolved_path", 0, 0, path),
        method("loaders", 0, 0, |m, _, _| Ok(m.single_object(class::PUPPET_LOADERS))),
    ],
    ..NativeClass::EMPTY
};

pub(super) fn name_text(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.environment())?;
    Ok(m.new_str(name))
}

pub(super) fn name_symbol(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.environment())?;
    Ok(Value::Sym(Symbol::new(&name)))
}

fn setting(m: &mut Machine<'_>, name: &str) -> Flow {
    match m.puppet(|puppet| puppet.setting(name))? {
        Some(value) => m.from_puppet(&value),
        None => Ok(Value::Nil),
    }
}

fn any_setting(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    setting(m, &name)
}

fn setting_text(m: &mut Machine<'_>, name: &str) -> Flow<String> {
    let value = setting(m, name)?;
    m.to_s_text(value)
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.environment())?;
    let (manifest, modulepath) = (setting_text(m, "manifest")?, setting_text(m, "modulepath")?);
    let id = m.object_id(this);
    let text = format!(
        "<Puppet::Node::Environment:{id} @name=\"{name}\" @manifest=\"{manifest}\" \
         @modulepath=\"{modulepath}\" >"
    );
    Ok(m.new_str(text))
}

fn type_collection(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_TYPE_COLLECTION))
}

/// The object of an existing module.
fn module_object(m: &mut Machine<'_>, this: Value, name: &str) -> Flow {
    let Some(path) = m.puppet(|puppet| puppet.module_directory(name))? else {
        return Ok(Value::Nil);
    };
    let class = m.constant_in(class::PUPPET, Symbol::new("Module"))?;
    let (name, path) = (m.new_str(name), m.new_str(path));
    m.call(class, names::NEW, &[name, path, this])
}

fn find_module(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    module_object(m, this, &name)
}

fn modules(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = m.puppet(|puppet| puppet.modules())?;
    let mut all = Vec::with_capacity(names.len());
    for name in names {
        all.push(module_object(m, this, &name)?);
    }
    Ok(m.new_array(all))
}

fn modules_by_name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = m.puppet(|puppet| puppet.modules())?;
    let hash = m.new_hash();
    for name in names {
        let (module, name) = (module_object(m, this, &name)?, m.new_str(name));
        m.hash_set(hash, name, module)?;
    }
    Ok(Value::Hash(hash))
}

fn module_path(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let text = setting_text(m, "modulepath")?;
    let paths = text.split(':').filter(|path| !path.is_empty());
    let paths = paths.map(|path| m.new_str(path)).collect();
    Ok(m.new_array(paths))
}

fn path(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.environment())?;
    let folder = setting_text(m, "environmentpath")?;
    Ok(m.new_str(format!("{folder}/{name}")))
}
