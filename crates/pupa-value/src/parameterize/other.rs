//! Parameters of callables, object types, and types of types.

use std::sync::Arc;

use super::check::{arity, label_uc};
use super::{AccessPart, Outcome, issue};
use crate::factory;
use crate::ruby;
use crate::types::Type;
use crate::types::object::{ObjectDefinition, ObjectExtension, ObjectType};
use crate::value::{Text, Value};

pub(super) fn callable(t: &Type, keys: &[Value]) -> Outcome<Type> {
    if let [Value::Array(_), rest @ ..] = keys
        && rest.len() != 1
    {
        return issue(AccessPart::Whole, arity(&label_uc(t), 2, Some(2), keys.len()));
    }
    Ok(factory::callable(keys)?)
}

pub(super) fn object_type(object: &Arc<ObjectType>, keys: &[Value]) -> Outcome<Type> {
    if object.definition().is_some() && object.name.is_some() {
        let extension = ObjectExtension::create(object, keys)?;
        return Ok(Type::ObjectExtension(Arc::new(extension)));
    }
    match keys {
        [Value::Hash(hash)] if hash.is_empty() => Ok(Type::any_object()),
        [Value::Hash(hash)] => Ok(Type::object_from_hash(hash)?),
        // Compat: a string creates an object type with this name and without members.
        // Pinned by `quirk-object-names`.
        [Value::Undef] => Ok(Type::any_object()),
        [key] => {
            let names = crate::pcore::names::qualified_reference();
            crate::mismatch::assert_instance("object name", &names, key)?;
            let definition = ObjectDefinition::empty();
            let name = key.as_str().map(Text::from);
            Ok(Type::Object(Arc::new(ObjectType::new(name, definition))))
        }
        _ => issue(AccessPart::Whole, arity("Object-Type", 1, Some(1), keys.len())),
    }
}

pub(super) fn not_undef(keys: &[Value]) -> Outcome<Type> {
    match keys {
        [] => Ok(Type::NotUndef(None)),
        [Value::String(text)] => Ok(Type::not_undef(factory::string_parameter(text))),
        [Value::Type(t)] => Ok(Type::not_undef(t.clone())),
        [other] => issue(
            AccessPart::Key(0),
            format!(
                "NotUndef-Type[] argument must be a Type or a String. Got {}",
                ruby::class_name(other)
            ),
        ),
        _ => issue(AccessPart::Whole, arity("NotUndef-Type", 0, Some(1), keys.len())),
    }
}

pub(super) fn init(keys: &[Value]) -> Outcome<Type> {
    match keys {
        [Value::Type(target), args @ ..] => Ok(factory::init(target, args)),
        [] => issue(AccessPart::Whole, "Init-Type[] arguments must be types. Got NilClass"),
        [other, ..] => issue(
            AccessPart::Key(0),
            format!("Init-Type[] arguments must be types. Got {}", ruby::class_name(other)),
        ),
    }
}
