//! Attributes and functions of objects: `$object.name`.

use std::sync::Arc;

use pupa_value::signature::Signature;
use pupa_value::types::object::Member;
use pupa_value::types::{CallableType, Size, TupleType};
use pupa_value::{Type, Value, infer, pcore};

use super::Evaluator;
use super::lambda::Block;
use crate::stop::{Outcome, error};

/// Whether values of this kind can have attributes or functions.
pub(crate) fn may_have_members(value: &Value) -> bool {
    matches!(value, Value::Object(_) | Value::Instance(_) | Value::Uri(_))
}

/// Whether the value has an attribute or function with this name.
pub(crate) fn has_member(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(object) => object.object_type.member(name).is_some(),
        Value::Instance(object) => object.table().find(name).is_some(),
        Value::Uri(_) => URI_PARTS.contains(&name),
        _ => false,
    }
}

/// The attributes of URIs.
const URI_PARTS: [&str; 8] =
    ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

impl Evaluator<'_> {
    /// Reads an attribute or calls a function of an object; `None` if the member does not exist.
    pub(super) fn call_member(
        &mut self,
        object: &Value,
        name: &str,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Outcome<Option<Value>> {
        if let Value::Instance(object) = object {
            return self.objects().read_feature(object, name);
        }
        let Value::Object(object) = object else { return Ok(uri_part(object, name)) };
        let Some(member) = object.object_type.member(name) else { return Ok(None) };
        let signatures = signatures(member);
        self.fitting_signature(&member.label(), &signatures, &signatures, args, block)?;
        if let Some(value) = self.lookup().call_context(object, name, args, block)? {
            return Ok(Some(value));
        }
        match member {
            Member::Attribute(_) => Ok(object.read(name)?.cloned()),
            Member::Function(function) => match pcore::call_builtin(object, name) {
                Some(value) => Ok(Some(value)),
                None => Err(error(format!("no method is implemented for {}", function.label()))),
            },
        }
    }
}

/// Returns the signatures of an attribute or function.
fn signatures(member: Member<'_>) -> Vec<Signature> {
    let of_type = |t: &Type| match t {
        Type::Callable(Some(callable)) => {
            let signature = Signature::new(Arc::clone(callable), [""; 0]);
            Some(match callable.block {
                Some(_) => signature.with_block_name("block"),
                None => signature,
            })
        }
        _ => None,
    };
    match member {
        Member::Attribute(_) => {
            let none = TupleType { types: Vec::new(), size: Some(Size::exactly(0)) };
            vec![Signature::new(CallableType::new(Some(none), None, None), [""; 0])]
        }
        Member::Function(function) => match &function.callable {
            Type::Variant(types) => types.iter().filter_map(of_type).collect(),
            single => of_type(single).into_iter().collect(),
        },
    }
}

fn uri_part(value: &Value, name: &str) -> Option<Value> {
    let Value::Uri(uri) = value else { return None };
    if !URI_PARTS.contains(&name) {
        return None;
    }
    Some(infer::uri_part(uri, name))
}
