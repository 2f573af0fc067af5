//! The built-in object types: `Deferred`, `Error`, `Annotation` and others.

use std::sync::Arc;

use super::names;
use crate::builtin;
use crate::types::object::{
    Attribute, AttributeKind, AttributeRole, ObjectDefinition, ObjectFunction,
};
use crate::types::{ObjectType, Size, TupleType, Type};
use crate::value::{Object, Value};

/// Whether the reference implements the object type with this name in Ruby.
pub(super) fn is_native(name: &str) -> bool {
    matches!(name, "Annotation" | "RubyMethod" | "Pcore" | "Puppet::LookupContext")
        || name.starts_with("Pcore::")
        || name.starts_with("Puppet::Resource::")
}

/// Calls a function of an instance of a built-in type; `None` if the function does not exist here.
pub fn call_builtin(object: &Object, function: &str) -> Option<Value> {
    match (object.object_type.label(), function) {
        ("Error", "message") => object.get("msg").cloned(),
        _ => None,
    }
}

/// All built-in object types.
pub(super) fn all() -> Vec<Arc<ObjectType>> {
    let param = resource_param();
    vec![
        Arc::clone(&super::ANNOTATION),
        ruby_method(),
        define("Pcore", Parts::default()),
        resource_type(&param),
        param,
        lookup_context(),
        deferred(),
        error(),
    ]
}

/// The parts of an object type's definition.
#[derive(Default)]
struct Parts {
    parent: Option<Type>,
    type_parameters: Vec<(&'static str, Type)>,
    attributes: Vec<(&'static str, Type, Option<Value>)>,
    derived: Vec<(&'static str, Type)>,
    functions: Vec<(&'static str, Type)>,
    equality: Option<&'static str>,
}

fn define(name: &'static str, parts: Parts) -> Arc<ObjectType> {
    let derived = parts.derived.into_iter().map(|(attribute, t)| Attribute {
        kind: AttributeKind::Derived,
        ..Attribute::new(name, attribute, t)
    });
    let given = parts
        .attributes
        .into_iter()
        .map(|(attribute, t, value)| Attribute { value, ..Attribute::new(name, attribute, t) });
    let parameters = parts.type_parameters.into_iter().map(|(parameter, t)| Attribute {
        role: AttributeRole::TypeParameter,
        ..Attribute::new(name, parameter, Type::optional(t))
    });
    let functions =
        parts.functions.into_iter().map(|(function, t)| ObjectFunction::new(name, function, t));
    let definition = ObjectDefinition {
        parent: parts.parent,
        type_parameters: parameters.map(|p| (p.name.clone(), p)).collect(),
        attributes: derived.chain(given).map(|a| (a.name.clone(), a)).collect(),
        functions: functions.map(|f| (f.name.clone(), f)).collect(),
        equality: parts.equality.map(|name| vec![name.into()]),
        ..ObjectDefinition::empty()
    };
    Arc::new(ObjectType::new(Some(name.into()), definition))
}

fn name() -> Type {
    Type::sized_string(1, None)
}

fn optional(name: &'static str, t: Type) -> (&'static str, Type, Option<Value>) {
    (name, Type::optional(t), Some(Value::Undef))
}

fn ruby_method() -> Arc<ObjectType> {
    define(
        "RubyMethod",
        Parts {
            parent: Some(super::annotation()),
            attributes: vec![("body", Type::STRING, None), optional("parameters", name())],
            ..Parts::default()
        },
    )
}

fn deferred() -> Arc<ObjectType> {
    let function = names::pattern(r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z");
    define(
        "Deferred",
        Parts {
            attributes: vec![("name", function, None), optional("arguments", Type::any_array())],
            ..Parts::default()
        },
    )
}

fn error() -> Arc<ObjectType> {
    let parameter = || {
        Type::variant([
            Type::STRING,
            Type::REGEXP,
            Type::type_of(Type::enumeration([""; 0])),
            Type::type_of(Type::Pattern(Arc::default())),
            Type::type_of(Type::NotUndef(None)),
            Type::type_of(Type::Undef),
        ])
    };
    define(
        "Error",
        Parts {
            type_parameters: vec![("kind", parameter()), ("issue_code", parameter())],
            attributes: vec![
                ("msg", name(), None),
                optional("kind", name()),
                optional("details", Type::hash(name(), builtin::data(), None)),
                optional("issue_code", name()),
            ],
            functions: vec![("message", Type::callable(TupleType::default(), None, Some(name())))],
            ..Parts::default()
        },
    )
}

fn resource_param() -> Arc<ObjectType> {
    define(
        "Puppet::Resource::Param",
        Parts {
            attributes: vec![
                ("type", Type::TYPE, None),
                ("name", name(), None),
                ("name_var", Type::BOOLEAN, Some(Value::Boolean(false))),
            ],
            equality: Some("name"),
            ..Parts::default()
        },
    )
}

fn resource_type(param: &Arc<ObjectType>) -> Arc<ObjectType> {
    let params = || Type::array(Type::Object(Arc::clone(param)), None);
    let none = || Some(Value::array([]));
    let patterns = Type::hash(Type::REGEXP, Type::array(name(), None), None);
    define(
        "Puppet::Resource::ResourceType3",
        Parts {
            attributes: vec![
                ("name", name(), None),
                ("properties", params(), none()),
                ("parameters", params(), none()),
                optional("title_patterns_hash", patterns),
                ("isomorphic", Type::BOOLEAN, Some(Value::Boolean(true))),
                ("capability", Type::BOOLEAN, Some(Value::Boolean(false))),
            ],
            equality: Some("name"),
            ..Parts::default()
        },
    )
}

fn lookup_context() -> Arc<ObjectType> {
    let key = || Type::optional(Type::Scalar);
    let entries = Type::iterable(Type::tuple([key(), Type::Any], None));
    let on_file = callable(typed(vec![Type::array(Type::INTEGER, None)]), None, None);
    define(
        "Puppet::LookupContext",
        Parts {
            parent: Some(Type::Any),
            derived: vec![("environment_name", name())],
            attributes: vec![("module_name", Type::variant([name(), Type::Undef]), None)],
            functions: vec![
                ("not_found", callable(sized(0), None, Some(Type::Undef))),
                (
                    "explain",
                    callable(sized(0), Some(callable(sized(0), None, None)), Some(Type::Undef)),
                ),
                ("interpolate", callable(sized(1), None, None)),
                ("cache", callable(typed(vec![key(), Type::Any]), None, None)),
                (
                    "cache_all",
                    callable(
                        typed(vec![Type::hash(key(), Type::Any, None)]),
                        None,
                        Some(Type::Undef),
                    ),
                ),
                ("cache_has_key", callable(typed(vec![key()]), None, Some(Type::BOOLEAN))),
                ("cached_value", callable(typed(vec![key()]), None, None)),
                (
                    "cached_entries",
                    Type::variant([
                        callable(sized(0), Some(callable(sized(1), None, None)), Some(Type::Undef)),
                        callable(sized(0), Some(callable(sized(2), None, None)), Some(Type::Undef)),
                        callable(sized(0), None, Some(entries)),
                    ]),
                ),
                (
                    "cached_file_data",
                    callable(typed(vec![Type::STRING]), Some(Type::optional(on_file)), None),
                ),
            ],
            ..Parts::default()
        },
    )
}

fn callable(params: TupleType, block: Option<Type>, returns: Option<Type>) -> Type {
    Type::callable(params, block, returns)
}

/// Parameters with these types.
fn typed(types: Vec<Type>) -> TupleType {
    TupleType { types, size: None }
}

/// A number of parameters of any type.
fn sized(count: usize) -> TupleType {
    let types = if count == 0 { Vec::new() } else { vec![Type::Unit] };
    TupleType { types, size: Some(Size::exactly(count)) }
}
