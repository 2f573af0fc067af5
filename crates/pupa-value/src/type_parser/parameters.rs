//! Parameterized types in constant expressions, with the errors of the reference's type parser.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, Tree};

use super::{invalid, parse_constant};
use crate::error::{Error, Result};
use crate::factory;
use crate::loader::TypeLoader;
use crate::types::object::ObjectExtension;
use crate::types::{EnumType, Size, StringType, Type};
use crate::value::{Text, Value};

/// A parameterized type in a manifest.
pub(super) struct Specification<'a> {
    pub(super) tree: &'a Tree,
    pub(super) expr: ExprId,
    pub(super) name: &'a str,
    pub(super) loader: &'a dyn TypeLoader,
}

impl Specification<'_> {
    /// The type with these parameters.
    pub(super) fn parameterize(&self, keys: &[Value]) -> Result<Type> {
        match self.name.to_lowercase().as_str() {
            "array" => self.array(keys),
            "hash" => self.hash(keys),
            "collection" => self.collection(keys),
            "class" => self.class(keys),
            "resource" => self.resource(keys),
            "regexp" => {
                self.count("Regexp", "1", keys, 1..=1)?;
                factory::regexp(&keys[0])
            }
            "enum" => self.enumeration(keys),
            "pattern" => {
                self.count("Pattern", "1 or more", keys, 1..=usize::MAX)?;
                factory::pattern(keys)
            }
            "uri" => {
                self.count("URI", "1", keys, 1..=1)?;
                factory::uri(&keys[0])
            }
            "variant" => {
                self.count("Variant", "1 or more", keys, 1..=usize::MAX)?;
                let types = keys.iter().map(|key| self.assert_type(key));
                Ok(Type::variant(types.collect::<Result<Vec<_>>>()?))
            }
            "tuple" => self.tuple(keys),
            "callable" => self.callable(keys),
            "struct" => {
                self.count("Struct", "1", keys, 1..=1)?;
                match &keys[0] {
                    Value::Hash(members) => factory::structure(members),
                    _ => Err(invalid(self.tree, self.expr)),
                }
            }
            "boolean" => {
                self.count("Boolean", "1", keys, 1..=1)?;
                match keys[0] {
                    Value::Boolean(truth) => Ok(Type::Boolean(Some(truth))),
                    _ => Err(Error::parse("Boolean parameter must be true or false")),
                }
            }
            "integer" => self.integer(keys),
            "float" => self.float(keys),
            "string" => self.string(keys),
            "object" => {
                self.count("Object", "1", keys, 1..=1)?;
                match &keys[0] {
                    Value::Hash(hash) if !hash.is_empty() => Type::object_from_hash(hash),
                    _ => Ok(Type::any_object()),
                }
            }
            "typeset" => {
                // Compat: the reference names the wrong type. Pinned by `quirk-type-sets`.
                self.count("Object", "1", keys, 1..=1)?;
                match &keys[0] {
                    Value::Hash(hash) if !hash.is_empty() => Type::type_set_from_hash(hash),
                    _ => Ok(Type::any_type_set()),
                }
            }
            "init" => match keys {
                [target, args @ ..] => Ok(factory::init(&self.assert_type(target)?, args)),
                [] => Err(invalid(self.tree, self.expr)),
            },
            "iterable" => Ok(Type::iterable(self.one_type("Iterable", keys)?)),
            "iterator" => Ok(Type::iterator(self.one_type("Iterator", keys)?)),
            "type" => Ok(Type::type_of(self.one_type("Type", keys)?)),
            "sensitive" => {
                self.count("Sensitive", "0 to 1", keys, 0..=1)?;
                match keys {
                    [key] => Ok(Type::sensitive(&self.assert_type(key)?)),
                    _ => Ok(Type::Sensitive(Arc::new(Type::Any))),
                }
            }
            "optional" => {
                self.count("Optional", "1", keys, 1..=1)?;
                self.type_or_string(&keys[0]).map(Type::optional)
            }
            "notundef" => {
                self.count("NotUndef", "0 to 1", keys, 0..=1)?;
                match keys {
                    [key] => self.type_or_string(key).map(Type::not_undef),
                    _ => Ok(Type::NotUndef(None)),
                }
            }
            "runtime" => {
                self.count("Runtime", "2", keys, 2..=2)?;
                factory::runtime(&keys[0], &keys[1])
            }
            "timespan" => {
                self.count("Timespan", "0 to 2", keys, 0..=2)?;
                factory::timespan(keys)
            }
            "timestamp" => {
                self.count("Timestamp", "0 to 2", keys, 0..=2)?;
                factory::timestamp(keys)
            }
            "semver" => {
                self.count("SemVer", "1 or more", keys, 1..=usize::MAX)?;
                factory::sem_ver(keys)
            }
            "any" | "data" | "catalogentry" | "scalar" | "undef" | "numeric" | "default"
            | "semverrange" => Err(self.not_parameterized()),
            _ => self.load_parameterized(keys),
        }
    }

    /// A type that is not built in.
    fn load_parameterized(&self, keys: &[Value]) -> Result<Type> {
        let load_parameterized = match crate::builtin::core_type(&self.name.to_lowercase()) {
            Some(t) => Some(t),
            None => self.loader.load_type(self.name)?,
        };
        match load_parameterized {
            None => {
                let text = self.tree.source().slice(self.tree[self.expr].span);
                Ok(Type::Reference(text.into()))
            }
            Some(Type::Resource(Some(resource))) => {
                self.count(self.name, "1", keys, 1..=1)?;
                let title = keys[0].as_str().map(Text::from);
                Ok(Type::resource(resource.name.clone(), title))
            }
            Some(Type::Object(object)) => {
                let extension = ObjectExtension::create(&object, keys)?;
                Ok(Type::ObjectExtension(Arc::new(extension)))
            }
            Some(_) => Err(self.not_parameterized()),
        }
    }

    fn not_parameterized(&self) -> Error {
        Error::parse(format!("Not a parameterize type <{}>", self.name))
    }

    fn count(
        &self,
        name: &str,
        required: &str,
        keys: &[Value],
        allowed: std::ops::RangeInclusive<usize>,
    ) -> Result<()> {
        if allowed.contains(&keys.len()) {
            return Ok(());
        }
        Err(Error::parse(format!(
            "Invalid number of type parameters specified: {name} requires {required}, {} provided",
            keys.len()
        )))
    }

    fn assert_type(&self, key: &Value) -> Result<Type> {
        key.as_type().cloned().ok_or_else(|| invalid(self.tree, self.expr))
    }

    fn one_type(&self, name: &str, keys: &[Value]) -> Result<Type> {
        self.count(name, "1", keys, 1..=1)?;
        self.assert_type(&keys[0])
    }

    fn type_or_string(&self, key: &Value) -> Result<Type> {
        match key {
            Value::String(text) => Ok(factory::string_parameter(text)),
            other => self.assert_type(other),
        }
    }

    fn assert_range(&self, key: &Value) -> Result<()> {
        if factory::is_range_parameter(key) { Ok(()) } else { Err(invalid(self.tree, self.expr)) }
    }

    /// A size with one or two bounds.
    fn size(&self, from: &Value, to: &Value) -> Result<Size> {
        self.assert_range(from)?;
        self.assert_range(to)?;
        factory::size(from, to)
    }

    /// A size from a range, or from its lower bound.
    fn size_or_range(&self, key: &Value) -> Result<Size> {
        match key {
            Value::Type(Type::Integer(range)) => Ok(factory::size_of_range(range)),
            from => self.size(from, &Value::Default),
        }
    }

    fn array(&self, keys: &[Value]) -> Result<Type> {
        Ok(match keys {
            [element] => Type::array(self.assert_type(element)?, None),
            [Value::Type(element), size] => factory::array(
                element.clone(),
                self.size_or_range(size)?,
                factory::is_open_below(size),
            ),
            [from, to] => {
                // Compat: the reference uses `default`, and thus `Default`, as the element type.
                // Pinned by `quirk-sizes`.
                factory::array(Type::Default, self.size(from, to)?, factory::is_open_below(from))
            }
            [element, from, to] => {
                let element = self.assert_type(element)?;
                factory::array(element, self.size(from, to)?, factory::is_open_below(from))
            }
            _ => return self.wrong_count("Array", "1 to 3", keys),
        })
    }

    fn wrong_count(&self, name: &str, required: &str, keys: &[Value]) -> Result<Type> {
        Err(Error::parse(format!(
            "Invalid number of type parameters specified: {name} requires {required}, {} provided",
            keys.len()
        )))
    }

    fn hash(&self, keys: &[Value]) -> Result<Type> {
        let (key, value, size, from) = match keys {
            [Value::Type(key), Value::Type(value)] => {
                return Ok(Type::hash(key.clone(), value.clone(), None));
            }
            [from, to] => (Type::Default, Type::Default, self.size(from, to)?, from),
            [key, value, size] => {
                let range = self.size_or_range(size)?;
                (self.assert_type(key)?, self.assert_type(value)?, range, size)
            }
            [key, value, from, to] => {
                let range = self.size(from, to)?;
                (self.assert_type(key)?, self.assert_type(value)?, range, from)
            }
            _ => return self.wrong_count("Hash", "2 to 4", keys),
        };
        Ok(factory::hash(key, value, size, factory::is_open_below(from)))
    }

    fn collection(&self, keys: &[Value]) -> Result<Type> {
        let size = match keys {
            [size] => self.size_or_range(size)?,
            [from, to] => self.size(from, to)?,
            _ => return self.wrong_count("Collection", "1 to 2", keys),
        };
        Ok(Type::Collection(Some(Arc::new(size))))
    }

    fn string(&self, keys: &[Value]) -> Result<Type> {
        let size = match keys {
            [size] => self.size_or_range(size)?,
            [from, to] => self.size(from, to)?,
            _ => return self.wrong_count("String", "1 to 2", keys),
        };
        Ok(Type::String(StringType::Sized(Arc::new(size))))
    }

    fn class(&self, keys: &[Value]) -> Result<Type> {
        self.count("Class", "1", keys, 1..=1)?;
        match &keys[0] {
            Value::String(name) => Ok(Type::class(name.strip_prefix("::").unwrap_or(name))),
            Value::Undef => Ok(Type::Class(None)),
            _ => Err(invalid(self.tree, self.expr)),
        }
    }

    fn resource(&self, keys: &[Value]) -> Result<Type> {
        let (name, rest) = match keys.split_first() {
            None => return self.wrong_count("Resource", "1 or 2", keys),
            Some((Value::Type(Type::Reference(text)), rest)) => match text.split_once('[') {
                None => (text.clone(), rest.to_vec()),
                Some((name, _)) => {
                    let keys = parse_constant(&text[name.len()..], self.loader)?;
                    let title = keys.as_array().and_then(|keys| keys.first().cloned());
                    (Text::from(name), title.into_iter().collect())
                }
            },
            Some((Value::Type(Type::Resource(Some(resource))), rest)) => {
                (resource.name.clone(), rest.to_vec())
            }
            Some((Value::String(name), rest)) => (name.clone(), rest.to_vec()),
            Some((other, _)) => {
                return Err(Error::argument(format!(
                    "The type name cannot be a {}",
                    crate::ruby::class_name(other)
                )));
            }
        };
        match rest.as_slice() {
            [] => factory::resource(&name, None),
            [title] => factory::resource(&name, title.as_str().map(Text::from)),
            _ => self.wrong_count("Resource", "1 or 2", keys),
        }
    }

    fn enumeration(&self, keys: &[Value]) -> Result<Type> {
        let (keys, case_insensitive) = match keys.split_last() {
            Some((Value::Boolean(flag), rest)) => (rest, *flag),
            _ => (keys, false),
        };
        self.count("Enum", "1 or more", keys, 1..=usize::MAX)?;
        let values = keys.iter().map(|key| match key {
            Value::String(text) => Ok(text.clone()),
            _ => Err(Error::parse("Enum parameters must be identifiers or strings")),
        });
        let values = values.collect::<Result<Vec<_>>>()?;
        Ok(Type::Enum(Arc::new(EnumType::new(values, case_insensitive))))
    }

    fn tuple(&self, keys: &[Value]) -> Result<Type> {
        self.count("Tuple", "1 or more", keys, 1..=usize::MAX)?;
        Ok(match keys {
            [types @ .., from, to] if factory::is_range_parameter(from) => {
                factory::tuple(types, Some(self.size(from, to)?))
            }
            [types @ .., from] if factory::is_range_parameter(from) => {
                factory::tuple(types, Some(factory::size(from, &Value::Default)?))
            }
            types => factory::tuple(types, None),
        })
    }

    fn callable(&self, keys: &[Value]) -> Result<Type> {
        if keys.len() > 1 && matches!(keys[0], Value::Array(_)) {
            self.count("callable", "2 when first parameter is an array", keys, 2..=2)?;
        }
        factory::callable(keys)
    }

    fn integer(&self, keys: &[Value]) -> Result<Type> {
        let (from, to) = match keys {
            [from @ (Value::Integer(_) | Value::BigInteger(_) | Value::Default)] => (from, None),
            [_] => return Err(invalid(self.tree, self.expr)),
            [from, to] => (from, Some(to)),
            _ => return self.wrong_count("Integer", "1 or 2", keys),
        };
        let to = to.and_then(factory::range_end);
        Ok(Type::Integer(factory::integer_range(factory::range_end(from), to)?))
    }

    fn float(&self, keys: &[Value]) -> Result<Type> {
        let (from, to) = match keys {
            [from @ (Value::Integer(_) | Value::Float(_) | Value::Default)] => (from, None),
            [_] => return Err(invalid(self.tree, self.expr)),
            [from, to] => (from, Some(to)),
            _ => return self.wrong_count("Float", "1 or 2", keys),
        };
        let to = to.and_then(factory::float_end);
        Ok(Type::Float(factory::float_range(factory::float_end(from), to)?))
    }
}
