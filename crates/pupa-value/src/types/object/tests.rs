use std::sync::Arc;

use super::{ObjectExtension, ObjectType, new_object};
use crate::loader::Builtins;
use crate::text::literal;
use crate::type_parser::parse_constant;
use crate::types::Type;
use crate::value::{Object, Value};

fn constant(text: &str) -> Value {
    parse_constant(text, &Builtins).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Defines a named object type, with an optional parent.
fn define(name: &str, parent: Option<&Arc<ObjectType>>, init: &str) -> Arc<ObjectType> {
    try_define(name, parent, init).unwrap_or_else(|error| panic!("{init}: {error}"))
}

fn try_define(
    name: &str,
    parent: Option<&Arc<ObjectType>>,
    init: &str,
) -> crate::Result<Arc<ObjectType>> {
    let mut hash = constant(init).as_hash().cloned().unwrap_or_default();
    if let Some(parent) = parent {
        hash.insert("parent", Type::Object(Arc::clone(parent)));
    }
    let object_type = Arc::new(ObjectType::unresolved(Some(name.into())));
    object_type.initialize(&Value::from(hash))?;
    Ok(object_type)
}

fn error_of<T>(result: crate::Result<T>) -> String {
    match result {
        Ok(_) => panic!("no error"),
        Err(error) => error.message,
    }
}

fn instance(object_type: &Arc<ObjectType>, args: &str) -> Object {
    let args = constant(args);
    Object::from_args(object_type, args.as_array().unwrap_or_default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// `type Name = { attributes => { next => Name, number => Integer } }`
fn recursive(name: &str) -> Arc<ObjectType> {
    let object_type = Arc::new(ObjectType::unresolved(Some(name.into())));
    let next = Value::Type(Type::optional(Type::Object(Arc::clone(&object_type))));
    let attributes =
        Value::hash([("next".into(), next), ("number".into(), Value::Type(Type::INTEGER))]);
    let init = Value::hash([("attributes".into(), attributes)]);
    object_type.initialize(&init).unwrap_or_else(|error| panic!("{error}"));
    object_type
}

#[test]
fn recursive_types_can_be_compared() {
    assert_eq!(recursive("A"), recursive("A"));
    assert_ne!(recursive("A"), recursive("B"));
}

#[test]
fn arguments_without_a_default_come_first() {
    let t = define("A", None, "{attributes => {b => {type => Integer, value => 2}, a => Integer}}");
    let object = instance(&t, "[1]");
    assert_eq!(object.get("a"), Some(&Value::Integer(1)));
    assert_eq!(object.get("b"), Some(&Value::Integer(2)));
    assert_eq!(literal(&Value::from(object.init_hash())), "{'a' => 1}");
    let arguments = instance(&t, "[1, 3]").arguments();
    assert_eq!(arguments, [("a".into(), Value::Integer(1)), ("b".into(), Value::Integer(3))]);
}

#[test]
fn constants_belong_to_the_type() {
    let t = define("A", None, "{constants => {c => 7}, attributes => {a => Integer}}");
    let object = instance(&t, "[1]");
    assert_eq!(object.get("c"), Some(&Value::Integer(7)));
    assert_eq!(object.values.len(), 1);
}

#[test]
fn derived_attributes_need_code() {
    let t = define("A", None, "{attributes => {a => {type => Integer, kind => derived}}}");
    let object = instance(&t, "[]");
    assert_eq!(error_of(object.read("a")), "no method is implemented for derived attribute A[a]");
}

#[test]
fn instances_are_compared_by_their_equality_attributes() {
    let all = define("A", None, "{attributes => {a => Integer, b => Integer}}");
    assert_ne!(instance(&all, "[1, 2]"), instance(&all, "[1, 3]"));
    let some = define("A", None, "{attributes => {a => Integer, b => Integer}, equality => a}");
    assert_eq!(instance(&some, "[1, 2]"), instance(&some, "[1, 3]"));
    assert_ne!(instance(&some, "[1, 2]"), instance(&some, "[2, 2]"));
}

#[test]
fn types_of_instances_are_compared_by_default() {
    let attributes = "attributes => {a => Integer}";
    let plain = |name| define(name, None, &format!("{{{attributes}}}"));
    assert_ne!(instance(&plain("A"), "[1]"), instance(&plain("B"), "[1]"));
    let loose =
        |name| define(name, None, &format!("{{equality_include_type => false, {attributes}}}"));
    assert_eq!(instance(&loose("A"), "[1]"), instance(&loose("B"), "[1]"));
    let bare = define("A", None, "{equality_include_type => false}");
    assert_ne!(instance(&bare, "[]"), instance(&bare, "[]"));
}

#[test]
fn members_are_inherited() {
    let parent = define("P", None, "{attributes => {p => Integer}, functions => {f => Callable}}");
    let child = define("C", Some(&parent), "{attributes => {c => String}}");
    assert_eq!(
        child.attribute("p").map(super::Attribute::label).as_deref(),
        Some("attribute P[p]")
    );
    assert!(child.function("f").is_some());
    assert!(parent.is_assignable_from(&child));
    assert!(!child.is_assignable_from(&parent));
    assert_eq!(instance(&child, "[1, 'x']").get("p"), Some(&Value::Integer(1)));
}

#[test]
fn overriding_is_checked() {
    let parent = define("P", None, "{attributes => {p => Integer}}");
    let message = error_of(try_define("C", Some(&parent), "{attributes => {p => Integer}}"));
    assert_eq!(
        message,
        "attribute C[p] attempts to override attribute P[p] without having override => true"
    );
    let init = "{attributes => {q => {type => Integer, override => true}}}";
    assert_eq!(
        error_of(try_define("C", Some(&parent), init)),
        "expected attribute C[q] to override an inherited attribute, but no such attribute was found"
    );
}

#[test]
fn a_type_does_not_inherit_from_itself() {
    let t = Arc::new(ObjectType::unresolved(Some("A".into())));
    let init = Value::hash([("parent".into(), Value::Type(Type::Object(Arc::clone(&t))))]);
    assert_eq!(error_of(t.initialize(&init)), "The Object type 'A' inherits from itself");
}

#[test]
fn instances_of_a_type_that_overrides_can_not_be_made() {
    let parent = define("P", None, "{attributes => {p => Integer}}");
    let init = "{attributes => {p => {type => Integer[1], override => true}}}";
    let child = define("C", Some(&parent), init);
    assert_eq!(
        error_of(new_object(&child, &[Value::Integer(1)])),
        "wrong number of arguments (given 0, expected 1)"
    );
}

#[test]
fn the_initialiser_hash_is_short() {
    let init = "{attributes => {a => Integer, b => {type => String, value => 'x'}}, \
                constants => {c => 1}, functions => {f => Callable}, equality => a}";
    let t = define("A", None, init);
    assert_eq!(
        literal(&Value::from(t.init_hash())),
        "{'name' => 'A', 'attributes' => {'a' => Integer, 'b' => {'type' => String, \
         'value' => 'x'}}, 'constants' => {'c' => 1}, 'functions' => {'f' => Callable}, \
         'equality' => ['a']}"
    );
    assert_eq!(*t, *define("A", None, &literal(&Value::from(t.init_hash()))));
}

#[test]
fn parameters_by_position_and_by_name() {
    let t = define("A", None, "{type_parameters => {p => String, q => Integer}}");
    let named = ObjectExtension::create(&t, &[constant("{q => 5}")]);
    let positional = ObjectExtension::create(&t, &[Value::Default, Value::Integer(5)]);
    assert_eq!(named, positional);
    let display = named.map(|extension| literal(&extension.init_parameters()));
    assert_eq!(display.as_deref(), Ok("[default, 5]"));
    assert_eq!(
        error_of(ObjectExtension::create(&t, &[constant("{zz => 5}")])),
        "'zz' is not a known type parameter for A-Type"
    );
    assert_eq!(
        error_of(ObjectExtension::create(&t, &[Value::Integer(5)])),
        "type_parameter A[p] has wrong type, expects a value of type Undef or String, got Integer"
    );
}

#[test]
fn arguments_are_checked() {
    let t = define("Car", None, "{attributes => {reg => String}}");
    assert_eq!(
        error_of(Object::from_args(&t, &[Value::Integer(1)])),
        "Car[reg] has wrong type, expects a String value, got Integer"
    );
    assert_eq!(
        error_of(Object::from_hash(&t, &constant("{reg => 1}"))),
        "Car initializer has wrong type, entry 'reg' expects a String value, got Integer"
    );
}
