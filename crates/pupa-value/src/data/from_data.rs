//! Data to values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frame::{Building, Content, Frames, undefined};
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

/// How data becomes values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FromDataOptions {
    /// Whether a rich value of a type that nobody knows is kept as the hash it is.
    ///
    /// Compat: only where it stands alone; in arrays and hashes it is left out.
    pub allow_unresolved: bool,
}

/// Makes the value that data describes.
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
/// Symbols, which the language does not have, become strings.
///
/// # Errors
/// When a type is not known, a value can't be made, or a reference leads nowhere.
pub fn from_data(
    data: &Value,
    loader: &dyn TypeLoader,
    options: &FromDataOptions,
) -> Result<Value> {
    let mut reader = Reader {
        loader,
        options: *options,
        frames: Frames::default(),
        types: FxHashMap::default(),
        detached: false,
        depth: 0,
    };
    reader.value(data).map(Built::into_value)
}

struct Reader<'a> {
    loader: &'a dyn TypeLoader,
    options: FromDataOptions,
    frames: Frames,
    /// The types by name that were met.
    types: FxHashMap<Text, Type>,
    /// Whether the next value is not part of the one being built.
    detached: bool,
    /// How many sensitive values we are in; they have no frames.
    depth: usize,
}

/// What data becomes.
enum Built {
    Value(Value),
    /// A rich value of an unknown type, as it was.
    Unresolved(Value),
}

impl Built {
    fn into_value(self) -> Value {
        match self {
            Built::Value(value) | Built::Unresolved(value) => value,
        }
    }
}

impl Reader<'_> {
    fn value(&mut self, data: &Value) -> Result<Built> {
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
            _ => Ok(Built::Value(data.clone())),
        }
    }

    fn enter(&mut self, content: Content) -> Result<()> {
        if self.frames.depth() + self.depth >= Value::MAX_OUTPUT_DEPTH {
            return Err(too_deep());
        }
        let attached = !std::mem::take(&mut self.detached);
        self.frames.enter(content, attached);
        Ok(())
    }

    fn entries<'d>(
        &mut self,
        content: Content,
        entries: impl Iterator<Item = (Value, &'d Value)>,
    ) -> Result<Built> {
        self.enter(content)?;
        for (key, value) in entries {
            self.add(key, value)?;
        }
        self.leave()
    }

    /// Adds an entry to the value being built.
    fn add(&mut self, key: Value, data: &Value) -> Result<()> {
        self.frames.set_key(key);
        if let Built::Value(value) = self.value(data)? {
            self.frames.add(value);
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<Built> {
        Ok(Built::Value(match self.frames.leave() {
            Some(Content::Array(elements)) => elements.into(),
            Some(Content::Hash(hash)) => hash.into(),
            Some(Content::Object(building)) => building.finish()?,
            None => Value::Undef,
        }))
    }

    /// Makes a value that is not part of the one being built.
    fn detached(&mut self, data: &Value) -> Result<Value> {
        self.detached = true;
        let value = self.value(data)?.into_value();
        self.detached = false;
        Ok(value)
    }

    fn rich(&mut self, data: &Value, hash: &Hash, name: &Text) -> Result<Built> {
        let value = hash.get_str(VALUE_KEY);
        match name.as_str() {
            HASH => self.extended_hash(value),
            SENSITIVE => self.sensitive(value.unwrap_or(&Value::Undef)),
            DEFAULT => Ok(Built::Value(Value::Default)),
            SYMBOL => match value {
                Some(Value::String(text)) if text == "default" => Ok(Built::Value(Value::Default)),
                Some(value) => Ok(Built::Value(crate::text::ruby::to_s(value).as_ref().into())),
                None => Ok(Built::Value("".into())),
            },
            LOCAL_REFERENCE => self.reference(value),
            _ => self.typed(data, hash, name),
        }
    }

    fn extended_hash(&mut self, pairs: Option<&Value>) -> Result<Built> {
        let pairs = match pairs {
            Some(Value::Array(pairs)) => pairs,
            Some(other) => return Err(cannot_create(&Type::any_hash(), other)),
            None => return Err(undefined("size", &Value::Undef)),
        };
        self.enter(Content::Hash(Hash::with_capacity(pairs.len() / 2)))?;
        for pair in pairs.chunks(2) {
            let key = self.detached(&pair[0])?;
            self.add(key, pair.get(1).unwrap_or(&Value::Undef))?;
        }
        self.leave()
    }

    fn sensitive(&mut self, data: &Value) -> Result<Built> {
        if self.frames.depth() + self.depth >= Value::MAX_OUTPUT_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let value = self.value(data)?.into_value();
        self.depth -= 1;
        Ok(Built::Value(Value::sensitive(value)))
    }

    fn reference(&mut self, path: Option<&Value>) -> Result<Built> {
        let Some(Value::String(path)) = path else {
            let shown = inspect(path.unwrap_or(&Value::Undef));
            return Err(Error::other(format!("Unable to parse jsonpath \"{shown}\"")));
        };
        let keys = path::parse(path)?;
        self.frames.resolve(&keys).map(Built::Value)
    }

    /// A value whose type is given by name.
    fn typed(&mut self, data: &Value, hash: &Hash, name: &Text) -> Result<Built> {
        match self.named_type(name)? {
            Type::Reference(_) if self.options.allow_unresolved => {
                Ok(Built::Unresolved(data.clone()))
            }
            Type::Reference(_) => {
                Err(Error::other(format!("No implementation mapping found for Puppet Type {name}")))
            }
            t => match content(hash) {
                Given::Attributes(attributes) => self.object(&t, attributes),
                Given::Text(text) => self.create(&t, &[text.clone().into()]),
                Given::Other(other) => Err(cannot_create(&t, other)),
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

    /// A value whose type comes along with it.
    fn with_own_type(&mut self, data: &Value, hash: &Hash, t: &Value) -> Result<Built> {
        self.enter(Content::Object(Building::default()))?;
        self.frames.set_key(TYPE_KEY.into());
        let t = match self.value(t)?.into_value() {
            Value::Hash(_) if self.options.allow_unresolved => {
                self.frames.leave();
                return Ok(Built::Unresolved(data.clone()));
            }
            t @ Value::Hash(_) => {
                let message = format!("Unable to deserialize type from {}", inspect(&t));
                return Err(Error::other(message));
            }
            Value::Type(t) => t,
            other => return Err(undefined("implementation_class", &other)),
        };
        match content(hash) {
            Given::Attributes(attributes) if !attributes.is_empty() => {
                self.frames.set_type(implementation(&t)?);
                self.attributes(attributes)
            }
            given => {
                self.frames.leave();
                match given {
                    Given::Text(text) => self.create(&t, &[text.clone().into()]),
                    Given::Other(other) => Err(cannot_create(&t, other)),
                    Given::Attributes(_) => self.create(&t, &[]),
                }
            }
        }
    }

    fn object(&mut self, t: &Type, attributes: Attributes<'_>) -> Result<Built> {
        if attributes.is_empty() {
            return self.create(t, &[]);
        }
        let object_type = implementation(t)?;
        self.enter(Content::Object(Building::default()))?;
        self.frames.set_type(object_type);
        self.attributes(attributes)
    }

    fn attributes(&mut self, attributes: Attributes<'_>) -> Result<Built> {
        for (key, value) in attributes.iter() {
            self.add(key.clone(), value)?;
        }
        self.leave()
    }

    /// An instance made by the constructor of its type. An instance of `Pcore::IntegerType` is a
    /// type.
    fn create(&mut self, t: &Type, args: &[Value]) -> Result<Built> {
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
        Ok(Built::Value(value))
    }
}

/// What a rich value is made of.
enum Given<'d> {
    Attributes(Attributes<'d>),
    Text(&'d Text),
    Other(&'d Value),
}

/// The entries of a hash that are attributes.
struct Attributes<'d> {
    hash: &'d Hash,
    /// Whether the hash is that of the rich value itself, and so has its type.
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

fn content(hash: &Hash) -> Given<'_> {
    match hash.get_str(VALUE_KEY) {
        None => Given::Attributes(Attributes { hash, has_type: true }),
        Some(Value::Hash(hash)) => Given::Attributes(Attributes { hash, has_type: false }),
        Some(Value::String(text)) => Given::Text(text),
        Some(other) => Given::Other(other),
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
