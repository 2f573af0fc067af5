//! The constructor of an object type and its signatures.

use std::sync::Arc;

use super::ObjectType;
use crate::error::{Error, Result};
use crate::mismatch::{arguments_type, describe_signatures};
use crate::pcore;
use crate::signature::Signature;
use crate::types::{CallableType, Size, TupleType, Type};
use crate::value::{Object, Value};

/// The signatures of the constructor: from a hash, and from positional arguments.
pub fn constructor_signatures(object_type: &ObjectType) -> Vec<Signature> {
    if object_type.features().is_some() {
        let from_nothing = signature(Vec::new(), Size::exactly(0), []);
        return vec![signature(vec![Type::any_hash()], Size::exactly(1), ["hash"]), from_nothing];
    }
    let from_hash = pcore::constructs_from_hash(object_type).then(|| hash_signature(object_type));
    from_hash.into_iter().chain([arguments_signature(object_type)]).collect()
}

/// Creates an instance, or returns an error that explains the mismatch of the arguments.
///
/// ```
/// use pupa_value::types::{ObjectType, object::new_object};
/// use pupa_value::{Type, Value};
/// let attributes = Value::hash([("reg".into(), Value::Type(Type::STRING))]);
/// let init = Value::hash([("name".into(), "Car".into()), ("attributes".into(), attributes)]);
/// let car = ObjectType::from_init_hash(&init).unwrap();
/// let error = new_object(&car, &[]).unwrap_err();
/// assert_eq!(error.message, "'new_Car' expects 1 argument, got none");
/// ```
pub fn new_object(object_type: &Arc<ObjectType>, args: &[Value]) -> Result<Value> {
    if pcore::constructs_from_hash(object_type)
        && hash_signature(object_type).accepts(args, None)
        && let [hash] = args
    {
        let object = Object::from_checked_hash(object_type, hash)?;
        return Ok(Value::Object(Arc::new(object)));
    }
    if arguments_signature(object_type).accepts(args, None) {
        return pcore::construct(object_type, args);
    }
    let name = format!("new_{}", object_type.name.as_deref().unwrap_or(""));
    let signatures = constructor_signatures(object_type);
    Err(Error::argument(describe_signatures(&name, &signatures, &arguments_type(args, None))))
}

fn hash_signature(object_type: &ObjectType) -> Signature {
    let init_hash_type = object_type.layout().init_hash_type().clone();
    signature(vec![init_hash_type], Size::exactly(1), ["hash"])
}

fn arguments_signature(object_type: &ObjectType) -> Signature {
    let layout = object_type.layout();
    let types: Vec<Type> = layout.parameters().map(|(a, _)| a.value_type.clone()).collect();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let size = Size::new(count(layout.signature_required()), Some(count(types.len())));
    signature(types, size, layout.parameters().map(|(a, _)| a.name.as_str()))
}

fn signature<'a>(
    types: Vec<Type>,
    size: Size,
    names: impl IntoIterator<Item = &'a str>,
) -> Signature {
    let params = TupleType { types, size: Some(size) };
    Signature::new(CallableType::new(Some(params), None, None), names)
}
