//! `Puppet::ResourceApi`: types that are defined by a hash.

use super::type_class::new_param;
use super::{elements, manager, option};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, Visibility, method};
use crate::symbol::Symbol;
use crate::value::Value;
use crate::world::LogLevel;

/// `Puppet::ResourceApi`
pub static RESOURCE_API: NativeClass = NativeClass {
    name: "Puppet::ResourceApi",
    class_methods: &[
        method("register_type", 1, 1, register_type),
        method("register_transport", 1, 1, |_, _, _| Ok(Value::Nil)),
    ],
    ..NativeClass::MODULE
};

/// The instance variable that marks types of the Resource API.
pub(super) const MARK: &str = "@is_of_resource_api";

/// Names that attributes may not have.
const RESERVED: [&str; 15] = [
    "title",
    "provider",
    "alias",
    "audit",
    "before",
    "consume",
    "export",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
];

/// The features that definitions may use.
const FEATURES: [&str; 6] = [
    "supports_noop",
    "canonicalize",
    "custom_insync",
    "remote_resource",
    "simple_get_filter",
    "custom_generate",
];

fn wrong<T>(m: &mut Machine<'_>, message: impl AsRef<str>) -> Flow<T> {
    Err(m.error(class::PUPPET_DEV_ERROR, message))
}

/// `register_type(name: 'x', attributes: { … })`
fn register_type(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let definition = args.opt(0);
    let name = check(m, args[0])?;
    let symbol = Value::Sym(Symbol::new(&name));
    manager::define(m, Args::new(args.name, &[symbol]), |m, made| fill(m, made, definition))
}

/// Adds the attributes of a definition to a type.
fn fill(m: &mut Machine<'_>, made: Value, definition: Option<Value>) -> Flow<()> {
    m.set_ivar(made, Symbol::new(MARK), Value::TRUE);
    if let Some(doc) = option(m, definition, "desc").or(option(m, definition, "docs")) {
        m.set_ivar(made, Symbol::new("@doc"), doc);
    }
    let attributes = option(m, definition, "attributes").unwrap_or(Value::Nil);
    let Value::Hash(attributes) = attributes else { return Ok(()) };
    let mut first_key = None;
    for (attribute, options) in m.hash(attributes).iter().collect::<Vec<_>>() {
        if add_attribute(m, made, attribute, options)? && first_key.is_none() {
            first_key = Some(attribute);
        }
    }
    let patterns = match option(m, definition, "title_patterns") {
        Some(patterns) => named_patterns(m, patterns)?,
        None => super::title::whole_title(m, first_key.unwrap_or(Value::Nil))?,
    };
    let variable = Symbol::new("@title_patterns");
    m.set_ivar(made, variable, patterns);
    let singleton = m.require_singleton(made)?;
    m.define_reader(singleton, Symbol::new("title_patterns"), Visibility::Public)?;
    for (kind, _) in super::relations::KINDS {
        let Some(Value::Hash(related)) = option(m, definition, kind) else { continue };
        for (related, _) in m.hash(related).iter().collect::<Vec<_>>() {
            let related = Value::Sym(Symbol::new(&m.to_s_text(related)?.to_lowercase()));
            m.call(made, Symbol::new(kind), &[related])?;
        }
    }
    Ok(())
}

/// Checks a definition and returns the name of the type.
fn check(m: &mut Machine<'_>, definition: Value) -> Flow<String> {
    const CLASS: &str = "Puppet::ResourceApi::TypeDefinition";
    if !matches!(definition, Value::Hash(_)) {
        let given = m.class_name_of(definition);
        return wrong(m, format!("{CLASS} must be a Hash, not `{given}`"));
    }
    let definition = Some(definition);
    let Some(name) = option(m, definition, "name") else {
        return wrong(m, format!("{CLASS} must have a name"));
    };
    let name = m.to_s_text(name)?;
    let attributes = match option(m, definition, "attributes") {
        Some(Value::Hash(attributes)) => attributes,
        None => return wrong(m, format!("{CLASS} must have `attributes`")),
        Some(other) => {
            let given = m.class_name_of(other);
            return wrong(m, format!("`{name}.attributes` must be a hash, not `{given}`"));
        }
    };
    for (key, attribute) in m.hash(attributes).iter().collect::<Vec<_>>() {
        let display = m.inspect(key)?;
        let key = m.to_s_text(key)?;
        if !matches!(attribute, Value::Hash(_)) {
            let given = m.class_name_of(attribute);
            return wrong(m, format!("`{name}.{key}` must be a Hash, not a {given}"));
        }
        if option(m, Some(attribute), "type").is_none() {
            return wrong(m, format!("`{name}.{key}` has no type"));
        }
        if RESERVED.contains(&key.as_str()) {
            return wrong(m, format!("must not define an attribute called `{display}`"));
        }
    }
    if let Some(patterns) = option(m, definition, "title_patterns")
        && !matches!(patterns, Value::Array(_))
    {
        let given = m.class_name_of(patterns);
        return wrong(m, format!("`:title_patterns` must be an array, not `{given}`"));
    }
    let features = option(m, definition, "features").unwrap_or(Value::Nil);
    let mut unknown = Vec::new();
    for feature in elements(m, features) {
        if !FEATURES.contains(&m.to_s_text(feature)?.as_str()) {
            unknown.push(feature);
        }
    }
    if !unknown.is_empty() {
        let unknown = m.new_array(unknown);
        let display = m.inspect(unknown)?;
        m.world.log(LogLevel::Warning, &format!("Unknown feature detected: {display}"));
    }
    Ok(name)
}

/// Adds an attribute, and returns whether it is a key attribute.
fn add_attribute(m: &mut Machine<'_>, made: Value, name: Value, options: Value) -> Flow<bool> {
    let options = Some(options);
    let behaviour = match option(m, options, "behaviour").or(option(m, options, "behavior")) {
        Some(behaviour) => m.to_s_text(behaviour)?,
        None => String::new(),
    };
    let name = Value::Sym(Symbol::new(&m.to_s_text(name)?));
    let attribute = match behaviour.as_str() {
        "namevar" | "parameter" | "read_only" => {
            new_param(m, made, Args::new(Symbol::new("newparam"), &[name]))?
        }
        "" | "init_only" => m.call(made, Symbol::new("newproperty"), &[name])?,
        other => {
            let message = format!("`{other}` is not a valid behaviour value");
            return Err(m.error(class::PUPPET_RESOURCE_ERROR, message));
        }
    };
    let data_type = option(m, options, "type").unwrap_or(Value::Nil);
    check_data_type(m, name, data_type)?;
    m.set_ivar(attribute, Symbol::new("@data_type"), data_type);
    if let Some(doc) = option(m, options, "desc") {
        let (doc, data_type) = (m.to_s_text(doc)?, m.to_s_text(data_type)?);
        let doc = m.new_str(format!("{doc} (a {data_type})"));
        m.set_ivar(attribute, Symbol::new("@doc"), doc);
    }
    if let Some(default) = option(m, options, "default") {
        m.set_ivar(attribute, Symbol::new("@default_value"), default);
    }
    if behaviour == "namevar" {
        m.call(attribute, Symbol::new("isnamevar"), &[])?;
    }
    Ok(behaviour == "namevar")
}

/// Raises an error if a data type is not valid.
fn check_data_type(m: &mut Machine<'_>, attribute: Value, data_type: Value) -> Flow<()> {
    let Value::Str(id) = data_type else { return Ok(()) };
    let text = m.text_of(id);
    if let Err(problem) = m.puppet(|puppet| puppet.parse_type(&text, &[]))? {
        let attribute = m.to_s_text(attribute)?;
        let verdict = match problem.starts_with("Syntax error") {
            true => "could not be parsed",
            false => "is not recognised",
        };
        let message =
            format!("The type of the `{attribute}` attribute `{text}` {verdict}: {problem}");
        return wrong(m, message);
    }
    Ok(())
}

/// Converts `[{ pattern: /(?<a>x)/ }]` to the form of `title_patterns`: the names of groups become
/// attributes.
fn named_patterns(m: &mut Machine<'_>, patterns: Value) -> Flow {
    let mut converted = Vec::new();
    for pattern in elements(m, patterns) {
        let regexp = option(m, Some(pattern), "pattern").unwrap_or(Value::Nil);
        let names = m.call(regexp, Symbol::new("names"), &[])?;
        let mut attributes = Vec::new();
        for name in elements(m, names) {
            let name = Value::Sym(Symbol::new(&m.to_s_text(name)?));
            attributes.push(m.new_array(vec![name]));
        }
        let attributes = m.new_array(attributes);
        converted.push(m.new_array(vec![regexp, attributes]));
    }
    Ok(m.new_array(converted))
}
