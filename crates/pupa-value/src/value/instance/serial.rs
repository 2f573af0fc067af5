//! Serialisation of objects: `{"__ptype": "Team", "members": […], "lead": "#/members/1"}`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Feature, FeatureTable, Instance, Reference, Stored};
use crate::data::TYPE_KEY;
use crate::error::{Error, Result};
use crate::types::object::FeatureKind;
use crate::value::{Hash, Text, Value};

/// The features that can identify an object outside its tree; the first with a value is used.
const KEY_FEATURES: [&str; 3] = ["name", "id", "title"];

/// The URI of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uri {
    /// `#/members/1`: the steps from the root of the tree.
    Path(Vec<String>),
    /// `urn:pupa:Person:ann`
    Key {
        /// The name of the type.
        type_name: String,
        /// The key of the object.
        key: String,
    },
}

/// Parses the URI of a reference; `None` if it is not such a URI.
///
/// ```
/// use pupa_value::value::instance::{Uri, read_uri};
/// assert_eq!(read_uri("#/"), Some(Uri::Path(vec![])));
/// let key = Uri::Key { type_name: "My::User".into(), key: "a b".into() };
/// assert_eq!(read_uri("urn:pupa:My::User:a%20b"), Some(key));
/// assert_eq!(read_uri("ann"), None);
/// ```
pub fn read_uri(text: &str) -> Option<Uri> {
    if let Some(path) = text.strip_prefix("#/") {
        let steps = path.split('/').filter(|step| !step.is_empty());
        return Some(Uri::Path(steps.map(str::to_owned).collect()));
    }
    let (type_name, key) = text.strip_prefix("urn:pupa:")?.rsplit_once(':')?;
    Some(Uri::Key { type_name: type_name.to_owned(), key: percent_decode(key)? })
}

impl Instance {
    /// The serialised form: the name of the type and the features, without transient and derived
    /// ones.
    ///
    /// # Errors
    /// If it refers to an object outside of the tree that has neither name, id nor title.
    pub fn to_data(self: &Arc<Self>) -> Result<Hash> {
        Tree::of(self).object(self)
    }

    /// The key that identifies the object outside its tree.
    pub fn key(&self) -> Option<Text> {
        key_of(self.table(), self.stored()?)
    }
}

/// The key of an object with these features.
pub fn key_of(table: &FeatureTable, stored: &[Stored]) -> Option<Text> {
    KEY_FEATURES.iter().find_map(|name| match stored.get(table.find(name)?.0)? {
        Stored::Value(Value::Undef | Value::Array(_)) => None,
        Stored::Value(Value::String(text)) => Some(text.clone()),
        Stored::Value(value) => Some(crate::text::ruby::to_s(value).as_ref().into()),
        Stored::Unset | Stored::References(_) => None,
    })
}

/// Empty arrays are omitted, unless they differ from an unset feature.
fn is_written(feature: &Feature, value: &Value) -> bool {
    feature.is_unsettable || !matches!(value, Value::Array(elements) if elements.is_empty())
}

/// A tree of objects, within which references are paths.
#[derive(Debug)]
pub(crate) struct Tree {
    root: Arc<Instance>,
    /// The paths of the objects of the tree by their addresses; computed on first use.
    paths: Option<FxHashMap<usize, String>>,
}

impl Tree {
    /// Creates the tree of a root.
    pub(crate) fn of(root: &Arc<Instance>) -> Tree {
        Tree { root: Arc::clone(root), paths: None }
    }

    /// The features of an object of the tree for its string form: contained objects unchanged,
    /// references as URIs.
    pub(crate) fn readable_features(&mut self, object: &Instance) -> Hash {
        let mut hash = Hash::new();
        for (feature, stored) in object.entries().filter(|(feature, _)| feature.is_serialized()) {
            let value = match stored {
                Stored::References(references) => self
                    .references(feature, references)
                    .unwrap_or_else(|_| Value::from(&*feature.value_type.to_string())),
                Stored::Value(value) => value.clone(),
                Stored::Unset => continue,
            };
            if is_written(feature, &value) {
                hash.insert(feature.name.clone(), value);
            }
        }
        hash
    }

    fn object(&mut self, object: &Instance) -> Result<Hash> {
        let mut hash = Hash::new();
        hash.insert(TYPE_KEY, object.object_type().label());
        for (feature, stored) in object.entries().filter(|(feature, _)| feature.is_serialized()) {
            let value = match stored {
                Stored::Unset => continue,
                Stored::Value(value) => self.value(value)?,
                Stored::References(references) => self.references(feature, references)?,
            };
            if is_written(feature, &value) {
                hash.insert(feature.name.clone(), value);
            }
        }
        Ok(hash)
    }

    fn value(&mut self, value: &Value) -> Result<Value> {
        match value {
            Value::Instance(object) => Ok(self.object(object)?.into()),
            Value::Array(elements) => {
                let elements = elements.iter().map(|element| self.value(element));
                Ok(elements.collect::<Result<Vec<_>>>()?.into())
            }
            other => Ok(other.clone()),
        }
    }

    fn references(&mut self, feature: &Feature, references: &[Reference]) -> Result<Value> {
        let mut uris = references.iter().map(|reference| self.uri(feature, reference));
        if feature.is_multi_valued() {
            return Ok(uris.collect::<Result<Vec<_>>>()?.into());
        }
        uris.next().unwrap_or(Ok(Value::Undef))
    }

    fn uri(&mut self, feature: &Feature, reference: &Reference) -> Result<Value> {
        if let Reference::Unresolved(uri) = reference {
            return Ok(uri.clone().into());
        }
        let label = || format!("{}.{}", feature.container, feature.name);
        let Some(object) = reference.target() else {
            let message = format!("The object that {} refers to is gone", label());
            return Err(Error::other(message));
        };
        if let Some(path) = self.path(&object) {
            return Ok(path.into());
        }
        let name = object.object_type().label();
        match object.key() {
            Some(key) => Ok(format!("urn:pupa:{name}:{}", percent_encode(&key)).into()),
            None => Err(Error::other(format!(
                "{} refers to an object of type {name} outside of the tree, which has neither \
                 name, id nor title to refer to it by",
                label()
            ))),
        }
    }

    fn path(&mut self, object: &Arc<Instance>) -> Option<String> {
        let root = &self.root;
        let paths = self.paths.get_or_insert_with(|| {
            let mut paths = FxHashMap::default();
            add_paths(root, "#/", &mut paths);
            paths
        });
        paths.get(&(Arc::as_ptr(object) as usize)).cloned()
    }
}

/// Collects the paths of an object and of all objects that it contains.
fn add_paths(object: &Arc<Instance>, path: &str, paths: &mut FxHashMap<usize, String>) {
    let separator = if path.ends_with('/') { "" } else { "/" };
    for (feature, stored) in object.entries() {
        let Stored::Value(value) = stored else { continue };
        if feature.kind != FeatureKind::Containment || !feature.is_serialized() {
            continue;
        }
        let step = format!("{path}{separator}{}", feature.name);
        match value {
            Value::Instance(part) => add_paths(part, &step, paths),
            Value::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if let Value::Instance(part) = part {
                        add_paths(part, &format!("{step}/{index}"), paths);
                    }
                }
            }
            _ => {}
        }
    }
    paths.insert(Arc::as_ptr(object) as usize, path.to_owned());
}

/// Percent-encodes all characters that URIs do not leave unreserved.
fn percent_encode(text: &str) -> String {
    let mut uri = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let (digits, after) = after.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_their_way_through_a_uri() {
        for key in ["ann", "a b", "a:b/c", "ä%20", "", "#/"] {
            let uri = format!("urn:pupa:A::B:{}", percent_encode(key));
            let expected = Uri::Key { type_name: "A::B".into(), key: key.into() };
            assert_eq!(read_uri(&uri), Some(expected), "{uri}");
        }
        assert_eq!(read_uri("urn:pupa:A:%f"), None);
        assert_eq!(read_uri("urn:pupa:A:%zz"), None);
    }
}
