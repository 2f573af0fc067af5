//! Deserialisation: data to values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frame::{Content, Frames, UnfinishedObject, undefined};
use super::{
    DEFAULT, HASH, LOCAL_REFERENCE, SENSITIVE, SYMBOL, TYPE_KEY, VALUE_KEY, path, too_deep,
};
use crate::error::{Error, Result};
use crate::loader::TypeLoader;
use crate::new::{NewContext, new_instance};
use crate::pcore;
use crate::ruby::class_name;
use crate::text::ruby::inspect;
use crate::type_parser::parse_type;
use crate::types::{ObjectType, Type};
use crate::value::{Hash, Object, Text, Value};

/// Options of deserialisation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FromDataOptions {
    /// Whether to keep a rich value of an unknown type as a hash.
    ///
    /// Compat: this applies only to the outermost value; in arrays and hashes such values are
    /// omitted.
    pub allow_unresolved: bool,
}

/// Deserialises a value.
///
/// ```
/// use pupa_value::data::{FromDataOptions, from_data};
/// use pupa_value::loader::Builtins;
/// use pupa_value::{Type, Value};
/// let data = Value::hash([
///     ("__ptype".into(), "Pcore::IntegerType".into()),
///     ("from".into(), Value::Integer(1)),
///     ("to".into(), Value::Integer(2)),
/// ]);
/// let value = from_data(&data, &Builtins, &FromDataOptions::default())?;
/// assert_eq!(value, Type::integer(1, 2).into());
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// Symbols, which do not exist in Puppet, become strings.
///
/// # Errors
/// If a type is unknown, a value cannot be created, or a reference cannot be resolved.
pub fn from_data(
    data: &Value,
    loader: &dyn TypeLoader,
    options: &FromDataOptions,
) -> Result<Value> {
    let mut deserializer = Deserializer {
        loader,
        options: *options,
        frames: Frames::default(),
        types: FxHashMap::default(),
        is_detached: false,
        depth: 0,
    };
    deserializer.value(data).map(ReadResult::into_value)
}

struct Deserializer<'a> {
    loader: &'a dyn TypeLoader,
    options: FromDataOptions,
    frames: Frames,
    /// The types encountered so far, by name.
    types: FxHashMap<Text, Type>,
    /// Whether the next value is not a part of the value under construction.
    is_detached: bool,
    /// The number of enclosing sensitive values, which have no frames.
    depth: usize,
}

/// The result of reading a value.
enum ReadResult {
    Value(Value),
    /// A rich value of an unknown type, unchanged.
    Unresolved(Value),
}

impl ReadResult {
    fn into_value(self) -> Value {
        match self {
            ReadResult::Value(value) | ReadResult::Unresolved(value) => value,
        }
    }
}

impl Deserializer<'_> {
    fn value(&mut self, data: &Value) -> Result<ReadResult> {
        if !pupa_meter::charge(8) {
            return Err(too_deep());
        }
        match data {
            Value::Hash(hash) => match hash.get_str(TYPE_KEY) {
                Some(Value::String(name)) => self.rich(data, hash, name),
                Some(t @ Value::Hash(_)) => self.with_own_type(data, hash, t),
                _ => {
                    let entries = hash.iter().map(|(key, value)| (key.clone(), value));
                    self.entries(Content::Hash(Hash::with_capacity(hash.len())), entries)
                }
            },
            Value::Array(elements) => {
                let entries =
                    elements.iter().zip(0..).map(|(value, index)| (Value::Integer(index), value));
                self.entries(Content::Array(Vec::with_capacity(elements.len())), entries)
            }
            _ => Ok(ReadResult::Value(data.clone())),
        }
    }

    fn enter(&mut self, content: Content) -> Result<()> {
        if self.frames.depth() + self.depth >= Value::MAX_OUTPUT_DEPTH {
            return Err(too_deep());
        }
        let attached = !std::mem::take(&mut self.is_detached);
        self.frames.enter(content, attached);
        Ok(())
    }

    fn entries<'d>(
        &mut self,
        content: Content,
        entries: impl Iterator<Item = (Value, &'d Value)>,
    ) -> Result<ReadResult> {
        self.enter(content)?;
        for (key, value) in entries {
            self.add(key, value)?;
        }
        self.leave()
    }

    /// Adds a part to the value under construction.
    fn add(&mut self, key: Value, data: &Value) -> Result<()> {
        self.frames.set_key(key);
        if let ReadResult::Value(value) = self.value(data)? {
            self.frames.add(value);
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<ReadResult> {
        Ok(ReadResult::Value(match self.frames.leave() {
            Some(Content::Array(elements)) => elements.into(),
            Some(Content::Hash(hash)) => hash.into(),
            Some(Content::Object(unfinished)) => unfinished.finish()?,
            None => Value::Undef,
        }))
    }

    /// Creates a value that is not a part of the value under construction.
    fn read_detached(&mut self, data: &Value) -> Result<Value> {
        self.is_detached = true;
        let value = self.value(data)?.into_value();
        self.is_detached = false;
        Ok(value)
    }

    fn rich(&mut self, data: &Value, hash: &Hash, name: &Text) -> Result<ReadResult> {
        let value = hash.get_str(VALUE_KEY);
        match name.as_str() {
            HASH => self.extended_hash(value),
            SENSITIVE => self.sensitive(value.unwrap_or(&Value::Undef)),
            DEFAULT => Ok(ReadResult::Value(Value::Default)),
            SYMBOL => match value {
                Some(Value::String(text)) if text == "default" => {
                    Ok(ReadResult::Value(Value::Default))
                }
                Some(value) => {
                    Ok(ReadResult::Value(crate::text::ruby::to_s(value).as_ref().into()))
                }
                None => Ok(ReadResult::Value("".into())),
            },
            LOCAL_REFERENCE => self.reference(value),
            _ => self.typed(data, hash, name),
        }
    }

    fn extended_hash(&mut self, pairs: Option<&Value>) -> Result<ReadResult> {
        let pairs = match pairs {
            Some(Value::Array(pairs)) => pairs,
            Some(other) => return Err(cannot_create(&Type::any_hash(), other)),
            None => return Err(undefined("size", &Value::Undef)),
        };
        self.enter(Content::Hash(Hash::with_capacity(pairs.len() / 2)))?;
        for pair in pairs.chunks(2) {
            let key = self.read_detached(&pair[0])?;
            self.add(key, pair.get(1).unwrap_or(&Value::Undef))?;
        }
        self.leave()
    }

    fn sensitive(&mut self, data: &Value) -> Result<ReadResult> {
        if self.frames.depth() + self.depth >= Value::MAX_OUTPUT_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let value = self.value(data)?.into_value();
        self.depth -= 1;
        Ok(ReadResult::Value(Value::sensitive(value)))
    }

    fn reference(&mut self, path: Option<&Value>) -> Result<ReadResult> {
        let Some(Value::String(path)) = path else {
            let display = inspect(path.unwrap_or(&Value::Undef));
            return Err(Error::other(format!("Unable to parse jsonpath \"{display}\"")));
        };
        let keys = path::parse(path)?;
        self.frames.resolve(&keys).map(ReadResult::Value)
    }

    /// Reads a value whose type is given by name.
    fn typed(&mut self, data: &Value, hash: &Hash, name: &Text) -> Result<ReadResult> {
        match self.named_type(name)? {
            Type::Reference(_) if self.options.allow_unresolved => {
                Ok(ReadResult::Unresolved(data.clone()))
            }
            Type::Reference(_) => {
                Err(Error::other(format!("No implementation mapping found for Puppet Type {name}")))
            }
            t => match content(hash) {
                Payload::Attributes(attributes) => self.object(&t, attributes),
                Payload::Text(text) => self.create(&t, &[text.clone().into()]),
                Payload::Other(other) => Err(cannot_create(&t, other)),
            },
        }
    }

    fn named_type(&mut self, name: &Text) -> Result<Type> {
        if let Some(t) = self.types.get(name) {
            return Ok(t.clone());
        }
        let t = parse_type(name, self.loader)?;
        self.types.insert(name.clone(), t.clone());
        Ok(t)
    }

    /// Reads a value whose type is included in serialised form.
    fn with_own_type(&mut self, data: &Value, hash: &Hash, t: &Value) -> Result<ReadResult> {
        self.enter(Content::Object(UnfinishedObject::default()))?;
        self.frames.set_key(TYPE_KEY.into());
        let t = match self.value(t)?.into_value() {
            Value::Hash(_) if self.options.allow_unresolved => {
                self.frames.leave();
                return Ok(ReadResult::Unresolved(data.clone()));
            }
            t @ Value::Hash(_) => {
                let message = format!("Unable to deserialize type from {}", inspect(&t));
                return Err(Error::other(message));
            }
            Value::Type(t) => t,
            other => return Err(undefined("implementation_class", &other)),
        };
        match content(hash) {
            Payload::Attributes(attributes) if !attributes.is_empty() => {
                self.frames.set_type(implementation(&t)?);
                self.attributes(attributes)
            }
            payload => {
                self.frames.leave();
                match payload {
                    Payload::Text(text) => self.create(&t, &[text.clone().into()]),
                    Payload::Other(other) => Err(cannot_create(&t, other)),
                    Payload::Attributes(_) => self.create(&t, &[]),
                }
            }
        }
    }

    fn object(&mut self, t: &Type, attributes: Attributes<'_>) -> Result<ReadResult> {
        if attributes.is_empty() {
            return self.create(t, &[]);
        }
        let object_type = implementation(t)?;
        self.enter(Content::Object(UnfinishedObject::default()))?;
        self.frames.set_type(object_type);
        self.attributes(attributes)
    }

    fn attributes(&mut self, attributes: Attributes<'_>) -> Result<ReadResult> {
        for (key, value) in attributes.iter() {
            self.add(key.clone(), value)?;
        }
        self.leave()
    }

    /// Creates an instance with the constructor of its type. An instance of `Pcore::IntegerType` is
    /// a type.
    fn create(&mut self, t: &Type, args: &[Value]) -> Result<ReadResult> {
        let value = match t {
            Type::Object(object) if object.label().starts_with("Pcore::") => {
                if args.is_empty() {
                    pcore::type_from_init(object.label(), &Hash::new())?.into()
                } else {
                    pcore::construct(object, args)?
                }
            }
            Type::Object(object) => Value::Object(Arc::new(Object::from_args(object, args)?)),
            _ => new_instance(&NewContext::new(self.loader), t, args)?,
        };
        Ok(ReadResult::Value(value))
    }
}

/// The content of a rich value.
enum Payload<'d> {
    Attributes(Attributes<'d>),
    Text(&'d Text),
    Other(&'d Value),
}

/// The entries of a hash that are attributes.
struct Attributes<'d> {
    hash: &'d Hash,
    /// Whether the hash is the rich value itself, so that it also has the key of the type.
    has_type: bool,
}

impl<'d> Attributes<'d> {
    fn is_empty(&self) -> bool {
        self.hash.len() == usize::from(self.has_type)
    }

    fn iter(&self) -> impl Iterator<Item = (&'d Value, &'d Value)> + use<'d> {
        let has_type = self.has_type;
        self.hash.iter().filter(move |(key, _)| !(has_type && key.as_str() == Some(TYPE_KEY)))
    }
}

fn content(hash: &Hash) -> Payload<'_> {
    match hash.get_str(VALUE_KEY) {
        None => Payload::Attributes(Attributes { hash, has_type: true }),
        Some(Value::Hash(hash)) => Payload::Attributes(Attributes { hash, has_type: false }),
        Some(Value::String(text)) => Payload::Text(text),
        Some(other) => Payload::Other(other),
    }
}

/// The object type whose instances a type describes.
fn implementation(t: &Type) -> Result<Arc<ObjectType>> {
    match t.resolved() {
        Type::Object(object) => Ok(Arc::clone(object)),
        Type::ObjectExtension(extension) => Ok(Arc::clone(&extension.base)),
        other => Err(undefined("implementation_class", &other.clone().into())),
    }
}

fn cannot_create(t: &Type, value: &Value) -> Error {
    let text = t.to_string();
    let name = text.split('[').next().unwrap_or(&text);
    Error::other(format!("Cannot create a {name} from a {}", class_name(value)))
}
