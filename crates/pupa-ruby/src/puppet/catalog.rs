//! `Puppet::Resource::Catalog`, `Puppet::Parser::Compiler`, and the classes and defined types of an
//! environment (`TypeCollection`, `Type`).

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Resource::Catalog`
pub static CATALOG: NativeClass = NativeClass {
    name: "Puppet::Resource::Catalog",
    instances: Instances::Refused,
    methods: &[
        method("classes", 0, 0, class_names),
        method("tags", 0, 0, tag_set),
        method("tagged?", 0, -1, is_tagged),
        method("resource", 1, 2, find),
        method("resources", 0, 0, resources),
        method("vertices", 0, 0, resources),
        method("resource_refs", 0, 0, references),
        method("resource_keys", 0, 0, resource_keys),
        method("name", 0, 0, super::node::name),
        method("environment", 0, 0, super::environment::name_text),
        method("environment_instance", 0, 0, environment),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Parser::Compiler`
pub static COMPILER: NativeClass = NativeClass {
    name: "Puppet::Parser::Compiler",
    instances: Instances::Refused,
    methods: &[
        method("catalog", 0, 0, catalog),
        method("node", 0, 0, node),
        method("environment", 0, 0, environment),
        method("topscope", 0, 0, scope),
        method("resources", 0, 0, resources),
        method("add_resource", 2, 2, |m, _, args| super::resource::add(m, args[1])),
        method("findresource", 1, 2, find),
        method("loaders", 0, 0, |m, _, _| Ok(m.single_object(class::PUPPET_LOADERS))),
        method("code_id", 0, 0, |_, _, _| Ok(Value::Nil)),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Resource::TypeCollection`
pub static TYPE_COLLECTION: NativeClass = NativeClass {
    name: "Puppet::Resource::TypeCollection",
    instances: Instances::Refused,
    methods: &[
        method("find_hostclass", 1, 1, find_class),
        method("find_definition", 1, 1, find_defined_type),
        method("hostclass", 1, 1, find_class),
        method("definition", 1, 1, find_defined_type),
        method("environment", 0, 0, environment),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Resource::Type`: a class or defined type
pub static DEFINITION: NativeClass = NativeClass {
    name: "Puppet::Resource::Type",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, read),
        method("to_s", 0, 0, definition_name),
        method("type", 0, 0, read),
        method("module_name", 0, 0, definition_module),
    ],
    ..NativeClass::EMPTY
};

/// A `Puppet::Resource::Type` for a class or defined type.
pub(super) fn new_definition(m: &mut Machine<'_>, name: &str, kind: &str) -> Flow {
    let object = m.new_object(class::PUPPET_DEFINITION);
    let name = m.new_str(name);
    m.set_ivar(object, Symbol::new("@name"), name);
    m.set_ivar(object, Symbol::new("@type"), Value::Sym(Symbol::new(kind)));
    Ok(object)
}

fn strings(m: &mut Machine<'_>, texts: Vec<String>) -> Value {
    let texts = texts.into_iter().map(|text| m.new_str(text)).collect();
    m.new_array(texts)
}

/// The tags of the catalog as a set.
pub(super) fn tags(m: &mut Machine<'_>) -> Flow {
    let tags = m.puppet(|puppet| puppet.tags())?;
    let list = strings(m, tags);
    match m.try_call(list, Symbol::new("to_set"), &[])? {
        Some(set) => Ok(set),
        None => Ok(list),
    }
}

fn tag_set(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    tags(m)
}

fn is_tagged(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let tags = m.puppet(|puppet| puppet.tags())?;
    let mut is_tagged = false;
    for &tag in args.iter() {
        is_tagged |= tags.contains(&m.to_s_text(tag)?);
    }
    Ok(Value::Bool(is_tagged))
}

fn class_names(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let names = m.puppet(|puppet| puppet.classes())?;
    Ok(strings(m, names))
}

/// `resource('File', '/tmp')` and `resource('File[/tmp]')`
pub(super) fn find(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let first = match args[0] {
        // The type is given as its Ruby class.
        Value::Class(_) => {
            let name = m.call(args[0], Symbol::new("name"), &[])?;
            m.to_s_text(name)?
        }
        other => m.to_s_text(other)?,
    };
    let (type_name, title) = match args.opt(1) {
        Some(title) if !title.is_nil() => (first, m.to_s_text(title)?),
        _ => match first.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((type_name, title)) => (type_name.to_owned(), title.to_owned()),
            None => {
                let display = m.inspect(args[0])?;
                return Err(m.argument_error(format!(
                    "No title provided and {display} is not a valid resource reference"
                )));
            }
        },
    };
    match m.puppet(|puppet| puppet.find_resource(&type_name, &title))? {
        Some(number) => Ok(super::resource::catalog_resource(m, number)),
        None => Ok(Value::Nil),
    }
}

fn resources(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let all = m.puppet(|puppet| puppet.resources())?;
    m.charge(all.len().saturating_mul(size_of::<Value>()))?;
    let all = all.into_iter().map(|number| super::resource::catalog_resource(m, number)).collect();
    Ok(m.new_array(all))
}

/// The types and titles of all resources.
fn resource_names(m: &mut Machine<'_>) -> Flow<Vec<(String, String)>> {
    m.puppet(|puppet| {
        let numbers = puppet.resources();
        numbers.into_iter().map(|number| puppet.resource_name(number)).collect()
    })
}

fn references(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let names = resource_names(m)?;
    let texts = names.into_iter().map(|(name, title)| format!("{name}[{title}]")).collect();
    Ok(strings(m, texts))
}

fn resource_keys(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let names = resource_names(m)?;
    let pairs = names.into_iter().map(|(name, title)| strings(m, vec![name, title])).collect();
    Ok(m.new_array(pairs))
}

fn catalog(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_CATALOG))
}

fn node(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_NODE))
}

fn environment(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_ENVIRONMENT))
}

fn scope(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.scope_object_of(Some(super::scope::TOP_SCOPE)))
}

/// `hostclass(name)`: the class of the name, or `nil`.
pub(super) fn find_class(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = definition_key(m, args[0])?;
    match m.puppet(|puppet| puppet.is_class(&name))? {
        true => new_definition(m, &name, "hostclass"),
        false => Ok(Value::Nil),
    }
}

/// `definition(name)`: the defined type of the name, or `nil`.
pub(super) fn find_defined_type(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = definition_key(m, args[0])?;
    match m.puppet(|puppet| puppet.is_defined_type(&name))? {
        true => new_definition(m, &name, "definition"),
        false => Ok(Value::Nil),
    }
}

fn definition_key(m: &mut Machine<'_>, name: Value) -> Flow<String> {
    let name = m.to_s_text(name)?;
    Ok(name.strip_prefix("::").unwrap_or(&name).to_lowercase())
}

fn read(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(m.ivar(this, Symbol::new(&format!("@{}", args.name))))
}

fn definition_name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(m.ivar(this, Symbol::new("@name")))
}

fn definition_module(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = m.ivar(this, Symbol::new("@name"));
    let name = m.to_s_text(name)?;
    let module = name.split("::").next().unwrap_or_default().to_owned();
    Ok(m.new_str(module))
}
