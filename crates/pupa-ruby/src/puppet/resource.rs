//! `Puppet::Resource` and `Puppet::Parser::Resource`.
//!
//! The object of a catalog resource holds a number; the properties are read from the compiler when
//! Ruby code needs them. A resource that Ruby code has made with `new` keeps them in instance
//! variables.

use pupa_value::Value as PuppetValue;
use pupa_value::text::capitalize_segments;
use pupa_value::types::Type;

use super::{ResourceDetails, TypeKind};
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// `Puppet::Resource`
pub static RESOURCE: NativeClass = NativeClass {
    name: "Puppet::Resource",
    includes: &["Enumerable"],
    methods: &[
        private("initialize", 1, 3, initialize),
        method("[]", 1, 1, parameter),
        method("[]=", 2, 2, set_parameter),
        method("to_hash", 0, 0, to_hash),
        method("parameters", 0, 0, parameters),
        method("each", 0, 0, each),
        method("keys", 0, 0, through_parameters),
        method("has_key?", 1, 1, through_parameters),
        method("length", 0, 0, through_parameters),
        method("empty?", 0, 0, through_parameters),
        method("delete", 1, 1, through_parameters),
        method("include?", 1, 1, has_parameter),
        method("type", 0, 0, type_of),
        method("title", 0, 0, title_of),
        method("name", 0, 0, name),
        method("ref", 0, 0, reference),
        method("to_ref", 0, 0, reference),
        method("to_s", 0, 0, reference),
        method("inspect", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("tags", 0, 0, tags),
        method("tag", 0, -1, add_tags),
        method("tagged?", 0, -1, is_tagged),
        method("virtual", 0, 0, is_virtual),
        method("virtual?", 0, 0, is_virtual),
        method("exported", 0, 0, is_exported),
        method("exported?", 0, 0, is_exported),
        method("evaluated?", 0, 0, is_evaluated),
        method("virtual=", 1, 1, set_attribute),
        method("exported=", 1, 1, set_attribute),
        method("file=", 1, 1, set_attribute),
        method("line=", 1, 1, set_attribute),
        method("strict=", 1, 1, set_attribute),
        method("kind=", 1, 1, set_attribute),
        method("environment=", 1, 1, set_attribute),
        method("file", 0, 0, file),
        method("line", 0, 0, line),
        method("kind", 0, 0, kind),
        method("class?", 0, 0, is_class),
        method("stage?", 0, 0, is_stage),
        method("builtin?", 0, 0, is_built_in),
        method("builtin_type?", 0, 0, is_built_in),
        method("resource_type", 0, 0, resource_type),
        method("key_attributes", 0, 0, key_attributes),
        method("uniqueness_key", 0, 0, uniqueness_key),
        method("sensitive_parameters", 0, 0, sensitive_parameters),
        method("environment", 0, 0, environment),
        method("catalog", 0, 0, catalog),
        method("copy_as_resource", 0, 0, copy),
    ],
    class_methods: &[method("type_and_title", 2, 2, type_and_title)],
    ..NativeClass::EMPTY
};

/// `Puppet::Parser::Resource`
pub static PARSER_RESOURCE: NativeClass = NativeClass {
    name: "Puppet::Parser::Resource",
    superclass: Some("Puppet::Resource"),
    methods: &[
        method("scope", 0, 0, |m, _, _| Ok(m.scope_object())),
        method("scope=", 1, 1, set_attribute),
        method("source=", 1, 1, set_attribute),
        method("set_parameter", 2, 2, set_parameter),
        method("isomorphic?", 0, 0, |_, _, _| Ok(Value::TRUE)),
    ],
    ..NativeClass::EMPTY
};

/// The Rust data of a catalog resource: its number.
#[derive(Debug, Clone, Copy)]
struct Entry(u32);

impl Payload for Entry {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(*self)
    }
}

/// The Ruby object of a catalog resource.
pub(super) fn catalog_resource(m: &mut Machine<'_>, number: u32) -> Value {
    m.new_payload(class::PUPPET_PARSER_RESOURCE, Entry(number))
}

/// The Ruby object of a resource reference: a resource without parameters.
pub(crate) fn referenced(m: &mut Machine<'_>, type_name: &str, title: &str) -> Value {
    let object = m.new_object(class::PUPPET_RESOURCE);
    let (type_name, title) = (m.new_str(type_name), m.new_str(title));
    begin(m, object, type_name, title);
    object
}

/// The Puppet form of a resource: a resource reference.
pub(crate) fn reference_of(m: &mut Machine<'_>, value: Value) -> Flow<Option<PuppetValue>> {
    if !m.is_a(value, class::PUPPET_RESOURCE) {
        return Ok(None);
    }
    let (type_name, title) = full_name(m, value)?;
    Ok(Some(PuppetValue::Type(if type_name.eq_ignore_ascii_case("class") {
        Type::Class(Some(title.as_str().into()))
    } else {
        Type::resource(type_name, Some(title.as_str().into()))
    })))
}

impl Machine<'_> {
    /// Converts a parameter to Ruby; resource references become resources.
    pub(crate) fn parameter_from_puppet(&mut self, value: &PuppetValue) -> Flow {
        match value {
            PuppetValue::Type(Type::Resource(Some(resource))) if resource.title.is_some() => {
                let title = resource.title.clone().unwrap_or_default();
                Ok(referenced(self, &resource.name, &title))
            }
            PuppetValue::Type(Type::Class(Some(name))) => {
                let title = capitalize_segments(name);
                Ok(referenced(self, "Class", &title))
            }
            PuppetValue::Array(elements) if elements.iter().any(holds_reference) => {
                let mut items = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    items.push(self.parameter_from_puppet(element)?);
                }
                Ok(self.new_array(items))
            }
            other => self.from_puppet(other),
        }
    }
}

fn holds_reference(value: &PuppetValue) -> bool {
    match value {
        PuppetValue::Type(Type::Resource(Some(_)) | Type::Class(Some(_))) => true,
        PuppetValue::Array(elements) => elements.iter().any(holds_reference),
        _ => false,
    }
}

/// Sets the instance variables that every resource made by Ruby code has.
fn begin(m: &mut Machine<'_>, this: Value, type_name: Value, title: Value) {
    let parameters = Value::Hash(m.new_hash());
    for (name, value) in [("@type", type_name), ("@title", title), ("@parameters", parameters)] {
        m.set_ivar(this, Symbol::new(name), value);
    }
}

/// `Puppet::Resource.new('File', '/tmp', parameters: {…})`
fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.is_a(args[0], class::PUPPET_RESOURCE) {
        let (type_name, title) = full_name(m, args[0])?;
        let (type_name, title) = (m.new_str(type_name), m.new_str(title));
        begin(m, this, type_name, title);
        let parameters = m.call(args[0], names::TO_HASH, &[])?;
        return add_parameters(m, this, parameters);
    }
    if let Value::Hash(hash) = args[0] {
        let mut texts = Vec::new();
        for name in ["type", "title"] {
            let value = match m.keyword(Some(hash), name) {
                Some(value) => value,
                None => m.hash_get_str(hash, name).unwrap_or(Value::Nil),
            };
            texts.push(m.inspect(value)?);
        }
        return Err(m.argument_error(format!(
            "Puppet::Resource.new does not take a hash as the first argument. Did you mean ({}) ?",
            texts.join(", ")
        )));
    }
    let (type_name, title) = split_name(m, args[0], args.or_nil(1))?;
    begin(m, this, type_name, title);
    let Some(Value::Hash(attributes)) = args.opt(2) else { return Ok(Value::Nil) };
    let entries: Vec<_> = m.hash(attributes).iter().collect();
    for (name, value) in entries {
        match m.to_symbol(name)?.as_str() {
            "parameters" if value.is_nil() => {}
            "parameters" => {
                add_parameters(m, this, value)?;
            }
            name => {
                m.call(this, Symbol::new(&format!("{name}=")), &[value])?;
            }
        }
    }
    Ok(Value::Nil)
}

/// Adds a resource that Ruby code has made to the catalog.
pub(super) fn add(m: &mut Machine<'_>, this: Value) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    let prefix = match details(m, this)? {
        ResourceDetails { is_exported: true, .. } => "@@",
        ResourceDetails { is_virtual: true, .. } => "@",
        _ => "",
    };
    let mut parameters = Vec::new();
    if let Value::Hash(hash) = own(m, this, "@parameters") {
        let entries: Vec<_> = m.hash(hash).iter().collect();
        for (name, value) in entries {
            parameters.push((m.to_s_text(name)?, m.to_puppet(value)?));
        }
    }
    let name = format!("{prefix}{type_name}");
    match m.puppet(|puppet| puppet.add_resource(&name, &title, parameters))? {
        Ok(()) => Ok(this),
        Err(puppet_error) => Err(m.puppet_error(puppet_error)),
    }
}

fn add_parameters(m: &mut Machine<'_>, this: Value, parameters: Value) -> Flow {
    let parameters = m.to_hash(parameters)?;
    let entries: Vec<_> = m.hash(parameters).iter().collect();
    for (name, value) in entries {
        m.call(this, Symbol::new("[]="), &[name, value])?;
    }
    Ok(Value::Nil)
}

/// The type and title from the arguments of `new`: two values, or a reference such as `File[/tmp]`.
fn split_name(m: &mut Machine<'_>, type_name: Value, title: Value) -> Flow<(Value, Value)> {
    let whole = match (type_name, title) {
        (Value::Str(text), Value::Nil) | (Value::Nil, Value::Str(text)) => m.text_of(text),
        _ => String::new(),
    };
    let parts = whole.strip_suffix(']').and_then(|text| text.split_once('['));
    let parts =
        parts.filter(|(name, title)| !name.is_empty() && !name.contains(']') && !title.is_empty());
    let (name, title) = match parts {
        Some((name, title)) => (name.to_owned(), m.new_str(title)),
        None if title.is_truthy() => (m.to_s_text(type_name)?, title),
        None => {
            let display = m.inspect(type_name)?;
            return Err(m.argument_error(format!(
                "No title provided and {display} is not a valid resource reference"
            )));
        }
    };
    let is_class = name.is_empty() || name.eq_ignore_ascii_case("component");
    let name = if is_class { "Class".to_owned() } else { capitalize_segments(&name) };
    let title = match title {
        Value::Str(text) if name == "Class" => match m.text_of(text).as_str() {
            "" => Value::Sym(Symbol::new("main")),
            text => m.new_str(capitalize_segments(text)),
        },
        other => other,
    };
    Ok((m.new_str(name), title))
}

fn type_and_title(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (type_name, title) = split_name(m, args[0], args[1])?;
    Ok(m.new_array(vec![type_name, title]))
}

fn entry(m: &Machine<'_>, this: Value) -> Option<u32> {
    m.payload::<Entry>(this).map(|entry| entry.0)
}

fn own(m: &Machine<'_>, this: Value, name: &str) -> Value {
    match m.ivar(this, Symbol::new(name)) {
        Value::Undef => Value::Nil,
        value => value,
    }
}

/// The type and title as strings.
fn full_name(m: &mut Machine<'_>, this: Value) -> Flow<(String, String)> {
    if let Some(number) = entry(m, this) {
        return m.puppet(|puppet| puppet.resource_name(number));
    }
    let (type_name, title) = (own(m, this, "@type"), own(m, this, "@title"));
    Ok((m.to_s_text(type_name)?, m.to_s_text(title)?))
}

fn details(m: &mut Machine<'_>, this: Value) -> Flow<ResourceDetails> {
    match entry(m, this) {
        Some(number) => m.puppet(|puppet| puppet.resource_details(number)),
        None => {
            let text = |m: &mut Machine<'_>, name| match own(m, this, name) {
                Value::Str(id) => Some(m.text_of(id)),
                _ => None,
            };
            let line = match own(m, this, "@line") {
                Value::Int(line) => u32::try_from(line).ok(),
                _ => None,
            };
            let tags = match own(m, this, "@tags") {
                Value::Array(tags) => m.array(tags).to_vec(),
                _ => Vec::new(),
            };
            let mut names = Vec::new();
            for tag in tags {
                names.push(m.to_s_text(tag)?);
            }
            Ok(ResourceDetails {
                tags: names,
                is_virtual: own(m, this, "@virtual").is_truthy(),
                is_exported: own(m, this, "@exported").is_truthy(),
                is_evaluated: false,
                place: text(m, "@file").map(|file| (file, line.unwrap_or_default())),
            })
        }
    }
}

/// The name of a parameter; `name` becomes the name of the key attribute.
fn parameter_name(m: &mut Machine<'_>, this: Value, name: Value) -> Flow<String> {
    let name = m.to_s_text(name)?.to_lowercase();
    if name != "name" || entry(m, this).is_some() {
        return Ok(name);
    }
    let (type_name, title) = full_name(m, this)?;
    let described = m.puppet(|puppet| puppet.describe_type(&type_name, &title))?;
    Ok(match described.key_attributes.as_slice() {
        [only] if described.kind == Some(TypeKind::BuiltIn) => only.clone(),
        _ => name,
    })
}

fn parameter(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = parameter_name(m, this, args[0])?;
    let Some(number) = entry(m, this) else {
        let Value::Hash(parameters) = own(m, this, "@parameters") else { return Ok(Value::Nil) };
        let found = m.hash_get(parameters, Value::Sym(Symbol::new(&name)))?;
        return Ok(found.unwrap_or(Value::Nil));
    };
    if name == "title" {
        return title_of(m, this, args);
    }
    match m.puppet(|puppet| puppet.resource_parameter(number, &name))? {
        Some(value) => m.parameter_from_puppet(&value),
        None => Ok(Value::Nil),
    }
}

fn set_parameter(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if entry(m, this).is_some() {
        return Err(m.not_implemented("Puppet::Parser::Resource#[]="));
    }
    let name = parameter_name(m, this, args[0])?;
    let Value::Hash(parameters) = own(m, this, "@parameters") else { return Ok(Value::Nil) };
    m.hash_set(parameters, Value::Sym(Symbol::new(&name)), args[1])?;
    Ok(args[1])
}

/// The explicit parameters, as a new hash.
fn given(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    let Some(number) = entry(m, this) else {
        let hash = m.new_hash();
        if let Value::Hash(parameters) = own(m, this, "@parameters") {
            let entries: Vec<_> = m.hash(parameters).iter().collect();
            for (name, value) in entries {
                m.hash_set(hash, name, value)?;
            }
        }
        return Ok(hash);
    };
    let all = m.puppet(|puppet| puppet.resource_parameters(number))?;
    let hash = m.new_hash();
    for (name, value) in all {
        let value = m.parameter_from_puppet(&value)?;
        if !value.is_nil() {
            m.hash_set(hash, Value::Sym(Symbol::new(&name)), value)?;
        }
    }
    Ok(hash)
}

/// `to_hash`: the attributes that the title sets, followed by the parameters.
fn to_hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    let described = m.puppet(|puppet| puppet.describe_type(&type_name, &title))?;
    let hash = m.new_hash();
    for (name, value) in described.title_values {
        let value = value.map_or(Value::Nil, |value| m.new_str(value));
        m.hash_set(hash, Value::Sym(Symbol::new(&name)), value)?;
    }
    let given = given(m, this)?;
    let entries: Vec<_> = m.hash(given).iter().collect();
    for (name, value) in entries {
        m.hash_set(hash, name, value)?;
    }
    Ok(Value::Hash(hash))
}

fn parameters(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    if entry(m, this).is_none() {
        return Ok(own(m, this, "@parameters"));
    }
    let given = given(m, this)?;
    let entries: Vec<_> = m.hash(given).iter().collect();
    let hash = m.new_hash();
    for (name, value) in entries {
        let param = new_param(m, name, value);
        m.hash_set(hash, name, param)?;
    }
    Ok(Value::Hash(hash))
}

/// `Puppet::Parser::Resource::Param`
pub static PARAM: NativeClass = NativeClass {
    name: "Puppet::Parser::Resource::Param",
    methods: &[
        method("name", 0, 0, |m, this, _| Ok(own(m, this, "@name"))),
        method("value", 0, 0, |m, this, _| Ok(own(m, this, "@value"))),
        method("to_s", 0, 0, param_text),
    ],
    ..NativeClass::EMPTY
};

/// A new `Puppet::Parser::Resource::Param`.
pub(super) fn new_param(m: &mut Machine<'_>, name: Value, value: Value) -> Value {
    let param = m.new_object(class::PUPPET_RESOURCE_PARAM);
    m.set_ivar(param, Symbol::new("@name"), name);
    m.set_ivar(param, Symbol::new("@value"), value);
    param
}

fn param_text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (name, value) = (own(m, this, "@name"), own(m, this, "@value"));
    let text = format!("{} => {}", m.to_s_text(name)?, m.to_s_text(value)?);
    Ok(m.new_str(text))
}

fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let given = given(m, this)?;
    let entries: Vec<_> = m.hash(given).iter().collect();
    for (name, value) in entries {
        m.yield_block(block, &[name, value])?;
    }
    Ok(this)
}

/// Forwards methods such as `each` to the hash of parameters.
fn through_parameters(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let parameters = match entry(m, this) {
        Some(_) => Value::Hash(given(m, this)?),
        None => own(m, this, "@parameters"),
    };
    m.call(parameters, args.name, args.list)
}

fn has_parameter(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = parameter_name(m, this, args[0])?;
    let given = given(m, this)?;
    let found = m.hash_get(given, Value::Sym(Symbol::new(&name)))?;
    Ok(Value::Bool(found.is_some()))
}

fn type_of(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match entry(m, this) {
        Some(_) => {
            let (type_name, _) = full_name(m, this)?;
            Ok(m.new_str(type_name))
        }
        None => Ok(own(m, this, "@type")),
    }
}

fn title_of(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match entry(m, this) {
        Some(_) => {
            let (_, title) = full_name(m, this)?;
            Ok(m.new_str(title))
        }
        None => Ok(own(m, this, "@title")),
    }
}

/// `name`: for a catalog resource the parameter `name` or the title; for any other one
/// `Type/title`.
fn name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    let Some(number) = entry(m, this) else { return Ok(m.new_str(format!("{type_name}/{title}"))) };
    match m.puppet(|puppet| puppet.resource_parameter(number, "name"))? {
        Some(value) if !value.is_undef() => m.from_puppet(&value),
        _ => Ok(m.new_str(title)),
    }
}

fn reference(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    Ok(m.new_str(format!("{type_name}[{title}]")))
}

fn inspect(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    let parameters = to_hash(m, this, args)?;
    let parameters = m.inspect(parameters)?;
    Ok(m.new_str(format!("{type_name}[{title}]{parameters}")))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    if !m.is_a(other, class::PUPPET_RESOURCE) || full_name(m, this)? != full_name(m, other)? {
        return Ok(Value::FALSE);
    }
    let a = m.call(this, names::TO_HASH, &[])?;
    let b = m.call(other, names::TO_HASH, &[])?;
    m.call(a, names::EQUALS, &[b])
}

/// The tags: the explicit ones, or those derived from the name of a new resource.
fn tag_names(m: &mut Machine<'_>, this: Value) -> Flow<Vec<String>> {
    let mut tags = details(m, this)?.tags;
    if entry(m, this).is_none() {
        let (type_name, title) = full_name(m, this)?;
        for name in [type_name.to_lowercase(), title.to_lowercase()] {
            let is_tag =
                name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:.-".contains(&byte));
            if is_tag && !tags.contains(&name) {
                tags.insert(0, name);
            }
        }
    }
    Ok(tags)
}

fn tags(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = tag_names(m, this)?;
    let names = names.into_iter().map(|name| m.new_str(name)).collect();
    let list = m.new_array(names);
    m.call(list, Symbol::new("to_set"), &[])
}

fn add_tags(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if entry(m, this).is_some() {
        return Err(m.not_implemented("Puppet::Parser::Resource#tag"));
    }
    let known = details(m, this)?.tags;
    let mut tags: Vec<Value> = known.into_iter().map(|tag| m.new_str(tag)).collect();
    for &tag in args.iter() {
        let text = m.to_s_text(tag)?.to_lowercase();
        tags.push(m.new_str(text));
    }
    let tags = m.new_array(tags);
    m.set_ivar(this, Symbol::new("@tags"), tags);
    Ok(Value::Nil)
}

fn is_tagged(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let tags = tag_names(m, this)?;
    let mut is_tagged = false;
    for &tag in args.iter() {
        is_tagged |= tags.contains(&m.to_s_text(tag)?);
    }
    Ok(Value::Bool(is_tagged))
}

fn is_virtual(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(details(m, this)?.is_virtual))
}

fn is_exported(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(details(m, this)?.is_exported))
}

fn is_evaluated(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(details(m, this)?.is_evaluated))
}

fn set_attribute(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if entry(m, this).is_some() {
        return Err(m.not_implemented(&format!("Puppet::Parser::Resource#{}", args.name)));
    }
    let name = format!("@{}", args.name.as_str().trim_end_matches('='));
    m.set_ivar(this, Symbol::new(&name), args[0]);
    Ok(args[0])
}

fn file(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let place = details(m, this)?.place;
    Ok(place.map_or(Value::Nil, |(file, _)| m.new_str(file)))
}

fn line(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    if entry(m, this).is_none() {
        return Ok(own(m, this, "@line"));
    }
    let place = details(m, this)?.place;
    Ok(place.map_or(Value::Nil, |(_, line)| Value::Int(line.into())))
}

/// The kind of a resource's type, the name of the type, and the title.
fn described_kind(m: &mut Machine<'_>, this: Value) -> Flow<(Option<TypeKind>, String, String)> {
    let (type_name, title) = full_name(m, this)?;
    let described = m.puppet(|puppet| puppet.describe_type(&type_name, &title))?;
    Ok((described.kind, type_name, title))
}

fn kind(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (kind, ..) = described_kind(m, this)?;
    Ok(m.new_str(match kind {
        Some(TypeKind::Class) => "class",
        Some(TypeKind::Defined) => "defined_type",
        Some(TypeKind::BuiltIn) => "compilable_type",
        None => "unknown",
    }))
}

fn is_class(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (type_name, _) = full_name(m, this)?;
    Ok(Value::Bool(type_name == "Class"))
}

fn is_stage(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (type_name, _) = full_name(m, this)?;
    Ok(Value::Bool(type_name.eq_ignore_ascii_case("stage")))
}

fn is_built_in(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (kind, ..) = described_kind(m, this)?;
    Ok(Value::Bool(kind == Some(TypeKind::BuiltIn)))
}

/// `resource_type`: the class, defined type or built-in type of a resource.
fn resource_type(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (kind, type_name, title) = described_kind(m, this)?;
    match kind {
        Some(TypeKind::Class) => {
            super::catalog::new_definition(m, &title.to_lowercase(), "hostclass")
        }
        Some(TypeKind::Defined) => {
            super::catalog::new_definition(m, &type_name.to_lowercase(), "definition")
        }
        Some(TypeKind::BuiltIn) => {
            super::pops::refused::built_in_type(m, &type_name.to_lowercase())
        }
        None => Ok(Value::Nil),
    }
}

fn key_attributes(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    let described = m.puppet(|puppet| puppet.describe_type(&type_name, &title))?;
    let keys = described.key_attributes.iter();
    let keys = keys.map(|key| Value::Sym(Symbol::new(key))).collect();
    Ok(m.new_array(keys))
}

fn uniqueness_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (type_name, title) = full_name(m, this)?;
    let described = m.puppet(|puppet| puppet.describe_type(&type_name, &title))?;
    let Value::Hash(hash) = to_hash(m, this, args)? else { return Ok(Value::Nil) };
    let mut keys = described.key_attributes;
    keys.sort();
    let mut values = Vec::new();
    for key in &keys {
        let value = m.hash_get(hash, Value::Sym(Symbol::new(key)))?;
        values.push(match value {
            Some(value) => value,
            None if keys.len() == 1 => m.new_str(title.clone()),
            None => Value::Nil,
        });
    }
    Ok(m.new_array(values))
}

fn sensitive_parameters(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let given = given(m, this)?;
    let entries: Vec<_> = m.hash(given).iter().collect();
    let mut names = Vec::new();
    for (name, value) in entries {
        if m.is_a(value, class::PUPPET_SENSITIVE) {
            names.push(name);
        }
    }
    Ok(m.new_array(names))
}

fn environment(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_ENVIRONMENT))
}

fn catalog(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match entry(m, this) {
        Some(_) => Ok(m.single_object(class::PUPPET_CATALOG)),
        None => Ok(Value::Nil),
    }
}

fn copy(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    m.call(Value::Class(class::PUPPET_RESOURCE), names::NEW, &[this])
}
