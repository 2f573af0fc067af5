//! Serialisation: values to data.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::identity::{Identity, identity};
use super::issue::DataWarning;
use super::path::{PathTracker, SavedPath, Step};
use super::{DEFAULT, HASH, LOCAL_REFERENCE, SENSITIVE, SYMBOL, TYPE_KEY, VALUE_KEY, too_deep};
use crate::error::{Error, Result};
use crate::infer::infer;
use crate::pcore;
use crate::ruby::class_name;
use crate::text;
use crate::types::{ObjectExtension, Type};
use crate::value::{Hash, Object, Text, Value};

/// Options of serialisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToDataOptions {
    /// Whether rich values keep their types. Otherwise they are converted to strings, with issues.
    pub rich_data: bool,
    /// Whether a repeated value is written as a reference to its first occurrence.
    pub local_reference: bool,
    /// Whether the types of values are written by name. Otherwise their definitions are included.
    pub type_by_reference: bool,
    /// Whether symbols become strings, as does the key `default` without `rich_data`.
    pub symbol_as_string: bool,
    /// Whether the contents of sensitive values are left out.
    pub redacts_sensitive: bool,
    /// Whether an issue is an error.
    pub strict: bool,
    /// The prefix of the paths in issues.
    pub message_prefix: String,
}

impl Default for ToDataOptions {
    fn default() -> ToDataOptions {
        ToDataOptions {
            rich_data: false,
            local_reference: true,
            type_by_reference: true,
            symbol_as_string: false,
            redacts_sensitive: false,
            strict: false,
            message_prefix: String::new(),
        }
    }
}

impl ToDataOptions {
    /// The defaults, with rich data.
    pub fn rich() -> ToDataOptions {
        ToDataOptions { rich_data: true, ..ToDataOptions::default() }
    }
}

/// Serialises a value, and returns the issues about lost information.
///
/// ```
/// use pupa_value::data::{ToDataOptions, to_data};
/// use pupa_value::Value;
/// let value = Value::hash([("a".into(), Value::array([Value::Default]))]);
/// let (data, issues) = to_data(&value, &ToDataOptions::default())?;
/// assert_eq!(data, Value::hash([("a".into(), Value::array(["default".into()]))]));
/// assert_eq!(
///     issues[0].message,
///     "['a'][0] contains the special value default. It will be converted to the String 'default'"
/// );
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// If a value cannot be serialised, is recursive although references are not allowed, or, with
/// `strict`, if information is lost.
pub fn to_data(value: &Value, options: &ToDataOptions) -> Result<(Value, Vec<DataWarning>)> {
    let mut serializer = Serializer {
        options,
        path_tracker: PathTracker::default(),
        occurrences: FxHashMap::default(),
        open: FxHashSet::default(),
        issues: Vec::new(),
        depth: 0,
    };
    let data = serializer.data(value)?;
    Ok((data, serializer.issues))
}

/// The content of a sensitive value that is not shown.
const REDACTED: &str = "[value redacted]";

/// Data of an object, in which sensitive values are left as they are, without their contents.
fn redacted(data: &Value) -> Value {
    match data {
        _ if !pupa_meter::visit() => Value::Undef,
        Value::Sensitive(_) => rich(SENSITIVE, [(VALUE_KEY.into(), REDACTED.into())]),
        Value::Array(elements) => Value::array(elements.iter().map(redacted)),
        Value::Hash(hash) => {
            Value::hash(hash.iter().map(|(key, value)| (redacted(key), redacted(value))))
        }
        other => other.clone(),
    }
}

struct Serializer<'a> {
    options: &'a ToDataOptions,
    path_tracker: PathTracker,
    occurrences: FxHashMap<Identity, Occurrence>,
    /// The values in progress, to detect recursion where no references are written.
    open: FxHashSet<Identity>,
    issues: Vec<DataWarning>,
    depth: usize,
}

/// The first occurrence of a value.
struct Occurrence {
    place: Option<SavedPath>,
    reference: Option<Value>,
    /// Keeps the value alive, so that its address is not reused.
    _value: Value,
}

impl Serializer<'_> {
    fn data(&mut self, value: &Value) -> Result<Value> {
        if !pupa_meter::charge(4) {
            return Err(too_deep());
        }
        match value {
            Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::String(_) => Ok(value.clone()),
            Value::Default => self.default_value(),
            Value::Array(elements) => self.shared(value, |serializer| serializer.array(elements)),
            Value::Hash(hash) => self.shared(value, |serializer| serializer.hash(hash)),
            Value::Sensitive(inner) => self.shared(value, |serializer| {
                // Compat: the content has the same path as the sensitive value.
                let content = match serializer.options.redacts_sensitive {
                    true => REDACTED.into(),
                    false => serializer.data(inner)?,
                };
                Ok(rich(SENSITIVE, [(VALUE_KEY.into(), content)]))
            }),
            Value::Instance(object) => {
                let data = Value::from(object.to_data()?);
                Ok(if self.options.redacts_sensitive { redacted(&data) } else { data })
            }
            Value::Foreign(object) if object.is_symbol() => Ok(object.text.clone().into()),
            Value::Foreign(_) => self.text_with_issue(value),
            _ if !self.options.rich_data => self.text_with_issue(value),
            Value::Type(t) => self.type_value(value, t),
            Value::Object(object) => self.object(value, object),
            Value::Regexp(_) => self.scalar("Regexp", value),
            Value::Timestamp(_) => self.scalar("Timestamp", value),
            Value::Timespan(_) => self.scalar("Timespan", value),
            Value::SemVer(_) => self.scalar("SemVer", value),
            Value::SemVerRange(_) => self.scalar("SemVerRange", value),
            Value::Binary(_) => self.scalar("Binary", value),
            Value::Uri(_) => self.scalar("URI", value),
            Value::Iterator(_) | Value::Closure(_) => Err(Error::other(format!(
                "{} value cannot be serialized",
                infer(value).generalize()
            ))),
        }
    }

    fn default_value(&mut self) -> Result<Value> {
        if self.options.rich_data {
            return Ok(rich(DEFAULT, []));
        }
        let path = self.path()?;
        self.report(DataWarning::default_converted(&path))?;
        Ok("default".into())
    }

    /// Writes a value that may occur several times.
    fn shared(
        &mut self,
        value: &Value,
        write: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if self.depth >= Value::MAX_OUTPUT_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let data = match identity(value) {
            None => write(self),
            Some(identity) => self.write_with_identity(value, identity, write),
        };
        self.depth -= 1;
        data
    }

    fn write_with_identity(
        &mut self,
        value: &Value,
        identity: Identity,
        write: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !self.options.local_reference {
            return self.write_guarded(value, identity, write);
        }
        let Some(occurrence) = self.occurrences.get_mut(&identity) else {
            let place = self.path_tracker.save();
            let occurrence = Occurrence { place, reference: None, _value: value.clone() };
            self.occurrences.insert(identity, occurrence);
            return write(self);
        };
        if let Some(reference) = &occurrence.reference {
            return Ok(reference.clone());
        }
        let Some(path) = self.path_tracker.text_of(occurrence.place) else {
            // The path has a key without text form, so the value is repeated.
            return self.write_guarded(value, identity, write);
        };
        let reference = rich(LOCAL_REFERENCE, [(VALUE_KEY.into(), path.into())]);
        occurrence.reference = Some(reference.clone());
        Ok(reference)
    }

    /// Writes a value with a check for recursion, which only types can have.
    fn write_guarded(
        &mut self,
        value: &Value,
        identity: Identity,
        write: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !self.open.insert(identity.clone()) {
            return Err(Error::other(format!(
                "Endless recursion detected when attempting to serialize value of class {}",
                class_name(value)
            )));
        }
        let data = write(self);
        self.open.remove(&identity);
        data
    }

    fn within(&mut self, step: Step, value: &Value) -> Result<Value> {
        self.path_tracker.enter(step);
        let data = self.data(value);
        self.path_tracker.leave();
        data
    }

    fn array(&mut self, elements: &[Value]) -> Result<Value> {
        let data: Result<Vec<Value>> = elements
            .iter()
            .enumerate()
            .map(|(index, element)| self.within(Step::Index(index), element))
            .collect();
        data.map(Value::from)
    }

    fn hash(&mut self, hash: &Hash) -> Result<Value> {
        let is_plain = hash.keys().all(|key| key.as_str().is_some_and(|key| key != TYPE_KEY));
        if self.options.rich_data && !is_plain {
            return self.extended_hash(hash);
        }
        let mut data = Hash::with_capacity(hash.len());
        for (key, value) in hash {
            let key = self.text_key(key)?;
            let value = self.within(Step::Key(key.clone()), value)?;
            data.insert(key, value);
        }
        Ok(data.into())
    }

    /// A hash as an array of alternating keys and values.
    fn extended_hash(&mut self, hash: &Hash) -> Result<Value> {
        let mut pairs = Vec::with_capacity(hash.len() * 2);
        for (key, value) in hash {
            // Compat: the parts of a key have the path of the hash.
            let key = self.data(key)?;
            pairs.push(key.clone());
            pairs.push(self.within(Step::Key(key), value)?);
        }
        Ok(rich(HASH, [(VALUE_KEY.into(), pairs.into())]))
    }

    fn text_key(&mut self, key: &Value) -> Result<Value> {
        match key {
            Value::String(_) => Ok(key.clone()),
            Value::Default if self.options.symbol_as_string => Ok("default".into()),
            _ => {
                let text = plain_text(key);
                let path = self.path()?;
                self.report(DataWarning::key_converted(&path, key, &text))?;
                Ok(text.into())
            }
        }
    }

    fn text_with_issue(&mut self, value: &Value) -> Result<Value> {
        let text = plain_text(value);
        let path = self.path()?;
        self.report(DataWarning::value_converted(&path, value, &text))?;
        Ok(text.into())
    }

    /// Writes a value that is fully described by its string form.
    fn scalar(&mut self, name: &'static str, value: &Value) -> Result<Value> {
        let t = if self.options.type_by_reference {
            name.into()
        } else {
            if self.depth >= Value::MAX_OUTPUT_DEPTH {
                // The type of a point in time contains that point in time, and so on.
                return Err(too_deep());
            }
            self.depth += 1;
            let t = self.within(Step::Key(TYPE_KEY.into()), &infer(value).into());
            self.depth -= 1;
            t?
        };
        let text = text::convert(value, &Value::Default)?;
        let entries = [(TYPE_KEY.into(), t), (VALUE_KEY.into(), text.into())];
        Ok(Value::hash(entries))
    }

    fn type_value(&mut self, value: &Value, t: &Type) -> Result<Value> {
        self.shared(value, |serializer| serializer.type_data(t))
    }

    fn type_data(&mut self, t: &Type) -> Result<Value> {
        let arguments = pcore::type_arguments(t)?;
        let name = Value::from(pcore::type_of_type(t).label());
        self.attributes(name, arguments, |serializer, name, argument| match (t, argument) {
            (Type::Runtime(_), Value::String(text)) if name == "runtime" => {
                Ok(serializer.symbol(text))
            }
            // Each callable has parameters of its own, even if there are none.
            (Type::Callable(_), Value::Type(params @ Type::Tuple(_))) if name == "param_types" => {
                serializer.type_data(params)
            }
            _ => serializer.data(argument),
        })
    }

    /// A symbol, which occurs only as the language of a `Runtime` type.
    fn symbol(&self, text: &Text) -> Value {
        if self.options.symbol_as_string {
            return text.clone().into();
        }
        rich(SYMBOL, [(VALUE_KEY.into(), text.clone().into())])
    }

    fn object(&mut self, value: &Value, object: &Object) -> Result<Value> {
        let t = self.object_type(object)?;
        self.shared(value, |serializer| {
            serializer.attributes(t, object.arguments(), |serializer, _, argument| {
                serializer.data(argument)
            })
        })
    }

    fn object_type(&mut self, object: &Object) -> Result<Value> {
        let name = object.object_type.name.as_ref();
        let is_core = name.is_some_and(|name| name.starts_with("Pcore::"));
        if self.options.type_by_reference || is_core {
            return Ok(name.map_or(Value::Undef, |name| name.clone().into()));
        }
        let t = match ObjectExtension::of_instance(object) {
            Some(extension) => Type::ObjectExtension(Arc::new(extension)),
            None => Type::Object(Arc::clone(&object.object_type)),
        };
        self.within(Step::Key(TYPE_KEY.into()), &t.into())
    }

    fn attributes(
        &mut self,
        t: Value,
        arguments: Vec<(Text, Value)>,
        write: impl Fn(&mut Self, &str, &Value) -> Result<Value>,
    ) -> Result<Value> {
        let mut data = Hash::with_capacity(arguments.len() + 1);
        data.insert(TYPE_KEY, t);
        for (name, argument) in arguments {
            self.path_tracker.enter(Step::Key(name.clone().into()));
            let argument = write(self, &name, &argument);
            self.path_tracker.leave();
            data.insert(name, argument?);
        }
        Ok(data.into())
    }

    fn path(&self) -> Result<String> {
        // Without rich data all keys are strings, so every path has a text form.
        let path =
            self.path_tracker.text().ok_or_else(|| Error::other("Unable to write jsonpath"))?;
        Ok(format!("{}{path}", self.options.message_prefix))
    }

    fn report(&mut self, issue: DataWarning) -> Result<()> {
        if self.options.strict {
            return Err(Error::other(issue.message));
        }
        self.issues.push(issue);
        Ok(())
    }
}

fn rich<const N: usize>(name: &'static str, entries: [(Value, Value); N]) -> Value {
    Value::hash([(TYPE_KEY.into(), name.into())].into_iter().chain(entries))
}

/// The string form of a value whose type is lost.
pub(super) fn plain_text(value: &Value) -> String {
    match value {
        Value::Regexp(_) => text::ruby::inspect(value).into_owned(),
        _ => text::ruby::to_s(value).into_owned(),
    }
}
