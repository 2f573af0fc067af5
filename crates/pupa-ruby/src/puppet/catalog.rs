//! The catalog, the compiler, the node and the environment as objects.

use super::Resource;
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Puppet::Resource::Catalog`
pub static CATALOG: NativeClass = NativeClass {
    name: "Puppet::Resource::Catalog",
    instances: Instances::Refused,
    methods: &[
        method("classes", 0, 0, class_names),
        method("tags", 0, 0, tag_set),
        method("resource", 1, 2, find),
        method("resources", 0, 0, resources),
        method("name", 0, 0, node_name),
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
        method("topscope", 0, 0, top_scope),
        method("resources", 0, 0, resources),
        method("findresource", 1, 2, find),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Node`
pub static NODE: NativeClass = NativeClass {
    name: "Puppet::Node",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, node_name),
        method("to_s", 0, 0, node_name),
        method("environment", 0, 0, environment),
        method("facts", 0, 0, this_object),
        method("values", 0, 0, facts),
        method("parameters", 0, 0, facts),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Node::Environment`
pub static ENVIRONMENT: NativeClass = NativeClass {
    name: "Puppet::Node::Environment",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, environment_symbol),
        method("to_sym", 0, 0, environment_symbol),
        method("to_s", 0, 0, environment_name),
        method("inspect", 0, 0, environment_name),
        method("known_resource_types", 0, 0, type_collection),
        method("module", 1, 1, find_module),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Resource::TypeCollection`
pub static TYPE_COLLECTION: NativeClass = NativeClass {
    name: "Puppet::Resource::TypeCollection",
    instances: Instances::Refused,
    methods: &[
        method("find_hostclass", 1, 1, super::scope::find_definition),
        method("find_definition", 1, 1, super::scope::find_definition),
        method("hostclass", 1, 1, super::scope::find_definition),
        method("definition", 1, 1, super::scope::find_definition),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Resource::Type`: a class or defined type.
pub static DEFINITION: NativeClass = NativeClass {
    name: "Puppet::Resource::Type",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, definition_name),
        method("to_s", 0, 0, definition_name),
        method("module_name", 0, 0, definition_module),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Module`
pub static PUPPET_MODULE: NativeClass = NativeClass {
    name: "Puppet::Module",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, ivar_attribute),
        method("path", 0, 0, ivar_attribute),
        method("to_s", 0, 0, module_text),
    ],
    class_methods: &[method("find", 1, 2, find_module), method("new", 3, 3, new_module)],
    ..NativeClass::EMPTY
};

/// `Puppet::Resource`, the module around the catalog too.
pub static RESOURCE: NativeClass = NativeClass {
    name: "Puppet::Resource",
    instances: Instances::Refused,
    methods: &[
        method("[]", 1, 1, parameter),
        method("to_hash", 0, 0, parameters),
        method("type", 0, 0, resource_type),
        method("title", 0, 0, resource_title),
        method("name", 0, 0, resource_title),
        method("ref", 0, 0, reference),
        method("to_s", 0, 0, reference),
        method("tags", 0, 0, resource_tags),
        method("virtual?", 0, 0, is_virtual),
        method("exported?", 0, 0, is_exported),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Parser::Resource`
pub static PARSER_RESOURCE: NativeClass = NativeClass {
    name: "Puppet::Parser::Resource",
    superclass: Some("Puppet::Resource"),
    ..NativeClass::EMPTY
};

/// The native part of a resource.
#[derive(Debug, Clone)]
struct ResourceData(Resource);

impl Payload for ResourceData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The object of a resource.
pub(super) fn new_resource(m: &mut Machine<'_>, resource: Resource) -> Value {
    m.new_payload(class::PUPPET_PARSER_RESOURCE, ResourceData(resource))
}

/// The object of a reference to a resource.
pub(super) fn new_reference(m: &mut Machine<'_>, resource: Resource) -> Value {
    m.new_payload(class::PUPPET_RESOURCE, ResourceData(resource))
}

/// The Puppet form of a resource: a reference to it.
pub(crate) fn reference_of(m: &Machine<'_>, value: Value) -> Option<pupa_value::Value> {
    let resource = &m.payload::<ResourceData>(value)?.0;
    let title = resource.title.as_str();
    Some(pupa_value::Value::Type(if resource.type_name.eq_ignore_ascii_case("class") {
        pupa_value::Type::Class(Some(title.into()))
    } else {
        pupa_value::Type::resource(resource.type_name.as_str(), Some(title.into()))
    }))
}

/// The object of a class or defined type.
pub(super) fn new_definition(m: &mut Machine<'_>, name: &str) -> Flow {
    let object = m.new_object(class::PUPPET_DEFINITION);
    let name = m.new_str(name);
    m.set_ivar(object, Symbol::new("@name"), name);
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

fn class_names(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let names = m.puppet(|puppet| puppet.classes())?;
    Ok(strings(m, names))
}

/// `resource('File', '/tmp')` and `resource('File[/tmp]')`
pub(super) fn find_resource(m: &mut Machine<'_>, args: Args<'_>) -> Flow {
    let first = m.to_s_text(args[0])?;
    let (type_name, title) = match args.opt(1) {
        Some(title) if !title.is_nil() => (first, m.to_s_text(title)?),
        _ => match first.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((type_name, title)) => (type_name.to_owned(), title.to_owned()),
            None => return Ok(Value::Nil),
        },
    };
    match m.puppet(|puppet| puppet.resource(&type_name, &title))? {
        Some(resource) => Ok(new_resource(m, resource)),
        None => Ok(Value::Nil),
    }
}

fn find(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    find_resource(m, args)
}

fn resources(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let all = m.puppet(|puppet| puppet.resources())?;
    let all = all.into_iter().map(|resource| new_resource(m, resource)).collect();
    Ok(m.new_array(all))
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

fn type_collection(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_TYPE_COLLECTION))
}

fn top_scope(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.scope_object_of(Some(super::scope::TOP_SCOPE)))
}

fn node_name(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.node())?;
    Ok(m.new_str(name))
}

fn this_object(_m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(this)
}

fn facts(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    match m.puppet(|puppet| puppet.variable("facts"))? {
        Some(facts) => m.variable_from_puppet("facts", &facts),
        None => Ok(Value::Nil),
    }
}

fn environment_name(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.environment())?;
    Ok(m.new_str(name))
}

fn environment_symbol(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.environment())?;
    Ok(Value::Sym(Symbol::new(&name)))
}

fn find_module(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let Some(path) = m.puppet(|puppet| puppet.module_directory(&name))? else {
        return Ok(Value::Nil);
    };
    let object = m.new_object(class::PUPPET_MODULE);
    let (name, path) = (m.new_str(name), m.new_str(path));
    m.set_ivar(object, Symbol::new("@name"), name);
    m.set_ivar(object, Symbol::new("@path"), path);
    Ok(object)
}

fn new_module(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let object = m.new_object(class::PUPPET_MODULE);
    m.set_ivar(object, Symbol::new("@name"), args[0]);
    m.set_ivar(object, Symbol::new("@path"), args[1]);
    Ok(object)
}

fn ivar_attribute(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(m.ivar(this, Symbol::new(&format!("@{}", args.name))))
}

fn module_text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = m.ivar(this, Symbol::new("@name"));
    let name = m.to_s_text(name)?;
    Ok(m.new_str(format!("Module {name}")))
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

fn data<'m>(m: &'m Machine<'_>, this: Value) -> Option<&'m Resource> {
    m.payload::<ResourceData>(this).map(|data| &data.0)
}

fn parameter(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.call(args[0], names::TO_S, &[])?;
    let name = m.to_text(name)?;
    let found = data(m, this).and_then(|resource| {
        let found = resource.parameters.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.clone())
    });
    match (found, name.as_str()) {
        (Some(value), _) => m.from_puppet(&value),
        (None, "title" | "name") => resource_title(m, this, args),
        _ => Ok(Value::Nil),
    }
}

fn parameters(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let all = data(m, this).map(|resource| resource.parameters.clone()).unwrap_or_default();
    let hash = m.new_hash();
    for (name, value) in all {
        let value = m.from_puppet(&value)?;
        m.hash_set(hash, Value::Sym(Symbol::new(&name)), value)?;
    }
    Ok(Value::Hash(hash))
}

fn resource_type(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = data(m, this).map(|resource| resource.type_name.clone()).unwrap_or_default();
    Ok(m.new_str(name))
}

fn resource_title(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let title = data(m, this).map(|resource| resource.title.clone()).unwrap_or_default();
    Ok(m.new_str(title))
}

fn reference(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = data(m, this).map(|resource| format!("{}[{}]", resource.type_name, resource.title));
    Ok(m.new_str(text.unwrap_or_default()))
}

fn resource_tags(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let tags = data(m, this).map(|resource| resource.tags.clone()).unwrap_or_default();
    Ok(strings(m, tags))
}

fn is_virtual(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(data(m, this).is_some_and(|resource| resource.is_virtual)))
}

fn is_exported(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(data(m, this).is_some_and(|resource| resource.is_exported)))
}
