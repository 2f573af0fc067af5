//! Values under construction, and the resolution of local references.
//!
//! A reference is a path from the outermost value to one that was created before, possibly through
//! unfinished values. A reference to an unfinished value is recursive, which is allowed only for
//! type aliases and object types.

use std::sync::Arc;

use super::TYPE_KEY;
use crate::error::{Error, Result};
use crate::pcore;
use crate::ruby::class_name;
use crate::types::{ObjectType, Type, TypeAlias};
use crate::value::{Hash, Value};

/// The stack of values under construction, the outermost first.
#[derive(Default)]
pub(super) struct Frames(Vec<Frame>);

/// A value under construction.
struct Frame {
    content: Content,
    /// The key of the part that is being created.
    key: Value,
    /// Whether the value will be the part under the key of the previous frame; false for keys of
    /// hashes.
    attached: bool,
}

/// The parts of an unfinished value.
pub(super) enum Content {
    /// An array.
    Array(Vec<Value>),
    /// A hash.
    Hash(Hash),
    /// An object, or a type.
    Object(UnfinishedObject),
}

/// An object or a type under construction.
#[derive(Default)]
pub(super) struct UnfinishedObject {
    /// Its type, once known.
    pub(super) object_type: Option<Arc<ObjectType>>,
    /// The attributes so far.
    pub(super) attributes: Hash,
    /// The type itself, if a recursive reference has already requested it.
    requested_type: Option<Type>,
}

impl UnfinishedObject {
    /// Creates the object or type from its attributes.
    pub(super) fn finish(self) -> Result<Value> {
        match self.requested_type {
            Some(Type::Alias(alias)) => {
                if let Some(Value::Type(t)) = self.attributes.get_str("resolved_type") {
                    alias.resolve(t.clone(), true);
                }
                Ok(Type::Alias(alias).into())
            }
            Some(Type::Object(object)) => {
                let init = self.attributes.values().next().cloned().unwrap_or_default();
                object.initialize(&init)?;
                Ok(Type::Object(object).into())
            }
            _ => construct(self.object_type, self.attributes),
        }
    }
}

fn construct(object_type: Option<Arc<ObjectType>>, attributes: Hash) -> Result<Value> {
    let Some(object_type) = object_type else {
        return Err(undefined("allocate", &Value::Undef));
    };
    if object_type.label() == "Pcore::ObjectType"
        && let Some((_, init @ Value::Hash(_))) = attributes.at(0)
        && attributes.len() == 1
    {
        return Ok(Type::Object(ObjectType::from_init_hash(init)?).into());
    }
    let args: Vec<Value> = attributes.into_iter().map(|(_, value)| value).collect();
    pcore::construct(&object_type, &args)
}

/// The position in the resolution of a reference.
enum Cursor {
    /// A finished value.
    Done(Value),
    /// The unfinished value of this frame.
    Open(usize),
}

impl Frames {
    /// Begins a value.
    pub(super) fn enter(&mut self, content: Content, attached: bool) {
        self.0.push(Frame { content, key: Value::Undef, attached });
    }

    /// Ends the innermost value.
    pub(super) fn leave(&mut self) -> Option<Content> {
        self.0.pop().map(|frame| frame.content)
    }

    /// The number of values under construction.
    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    /// Sets the key of the next part.
    pub(super) fn set_key(&mut self, key: Value) {
        if let Some(frame) = self.0.last_mut() {
            frame.key = key;
        }
    }

    /// Sets the type of the innermost object.
    pub(super) fn set_type(&mut self, object_type: Arc<ObjectType>) {
        if let Some(Frame { content: Content::Object(unfinished), .. }) = self.0.last_mut() {
            unfinished.object_type = Some(object_type);
        }
    }

    /// Adds a part to the innermost value, under the key that was set.
    pub(super) fn add(&mut self, value: Value) {
        let Some(frame) = self.0.last_mut() else { return };
        let key = std::mem::take(&mut frame.key);
        match &mut frame.content {
            Content::Array(elements) => {
                // Preceding elements may have been omitted.
                let index = key.as_integer().and_then(|index| usize::try_from(index).ok());
                elements.resize(index.unwrap_or(elements.len()), Value::Undef);
                elements.push(value);
            }
            Content::Hash(hash) => {
                hash.insert(key, value);
            }
            Content::Object(unfinished) => {
                unfinished.attributes.insert(key, value);
            }
        }
    }

    /// The value at a path.
    pub(super) fn resolve(&mut self, keys: &[Value]) -> Result<Value> {
        let start = if self.0.is_empty() { Cursor::Done(Value::Undef) } else { Cursor::Open(0) };
        let end = keys.iter().try_fold(start, |cursor, key| match cursor {
            Cursor::Done(value) => step(&value, key).map(Cursor::Done),
            Cursor::Open(index) => self.open_step(index, key),
        })?;
        match end {
            Cursor::Done(value) => Ok(value),
            Cursor::Open(index) => self.request_type(index).map(Value::Type),
        }
    }

    fn open_step(&self, index: usize, key: &Value) -> Result<Cursor> {
        let frame = &self.0[index];
        let is_open = self.0.get(index + 1).is_some_and(|next| next.attached) && frame.key == *key;
        if is_open {
            return Ok(Cursor::Open(index + 1));
        }
        let value = match &frame.content {
            Content::Array(elements) => element(elements, key)?,
            Content::Hash(hash) => hash.get(key).cloned(),
            Content::Object(unfinished) if key.as_str() == Some(TYPE_KEY) => {
                unfinished.object_type.clone().map(|t| Type::Object(t).into())
            }
            Content::Object(unfinished) => unfinished.attributes.get(key).cloned(),
        };
        Ok(Cursor::Done(value.unwrap_or_default()))
    }

    /// The type under construction in a frame, whose definition is set when the frame is finished.
    fn request_type(&mut self, index: usize) -> Result<Type> {
        let name = self.requestable_name(index);
        let frame = self.0.get_mut(index);
        let Some((Frame { content: Content::Object(unfinished), .. }, name)) = frame.zip(name)
        else {
            return Err(Error::other(
                "Endless recursion detected when resolving a local reference",
            ));
        };
        let kind = unfinished.object_type.as_ref().map(|t| t.label());
        let requested_type = unfinished.requested_type.get_or_insert_with(|| match kind {
            Some("Pcore::ObjectType") => {
                Type::Object(Arc::new(ObjectType::unresolved(name.as_str().map(Into::into))))
            }
            _ => Type::Alias(Arc::new(TypeAlias::unresolved(name.as_str().unwrap_or_default()))),
        });
        Ok(requested_type.clone())
    }

    /// The name of the type under construction in a frame, if that type may be recursive.
    fn requestable_name(&self, index: usize) -> Option<Value> {
        let Content::Object(unfinished) = &self.0.get(index)?.content else { return None };
        match unfinished.object_type.as_ref()?.label() {
            "Pcore::TypeAliasType" => unfinished.attributes.get_str("name").cloned(),
            "Pcore::ObjectType" => match &self.0.get(index + 1)?.content {
                Content::Hash(init) => Some(init.get_str("name").cloned().unwrap_or_default()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The part of a finished value under a key.
fn step(value: &Value, key: &Value) -> Result<Value> {
    match value {
        Value::Array(elements) => Ok(element(elements, key)?.unwrap_or_default()),
        Value::Hash(hash) => Ok(hash.get(key).cloned().unwrap_or_default()),
        // The content of a sensitive value has the same path as the sensitive value.
        Value::Sensitive(inner) => step(inner, key),
        Value::Object(object) if key.as_str() == Some(TYPE_KEY) => {
            Ok(Type::Object(Arc::clone(&object.object_type)).into())
        }
        Value::Object(object) => {
            let attribute = key.as_str().and_then(|name| object.get(name));
            attribute.cloned().ok_or_else(|| undefined(&crate::text::ruby::to_s(key), value))
        }
        Value::Type(t) if key.as_str() == Some(TYPE_KEY) => {
            Ok(Type::Object(pcore::type_of_type(t)).into())
        }
        Value::Type(t) => {
            let mut arguments = pcore::type_arguments(t)?.into_iter();
            let argument = arguments.find(|(name, _)| key.as_str() == Some(name));
            Ok(argument.map(|(_, argument)| argument).unwrap_or_default())
        }
        _ => Err(undefined("[]", value)),
    }
}

fn element(elements: &[Value], index: &Value) -> Result<Option<Value>> {
    let index = match index {
        Value::Integer(index) => *index,
        Value::Undef => return Err(Error::other("no implicit conversion from nil to integer")),
        other => {
            let class = class_name(other);
            return Err(Error::other(format!("no implicit conversion of {class} into Integer")));
        }
    };
    let size = i64::try_from(elements.len()).unwrap_or(i64::MAX);
    let index = if index < 0 { index.saturating_add(size) } else { index };
    Ok(usize::try_from(index).ok().and_then(|index| elements.get(index)).cloned())
}

/// Ruby's message for calling a method that a value does not have.
pub(super) fn undefined(method: &str, value: &Value) -> Error {
    let display = match value {
        Value::Undef => "nil".to_owned(),
        _ => crate::text::ruby::inspect(value).into_owned(),
    };
    Error::other(format!("undefined method `{method}' for {display}:{}", class_name(value)))
}
