//! Values to data.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::identity::{Identity, identity};
use super::issue::DataIssue;
use super::path::{Place, Step, Trail};
use super::{DEFAULT, HASH, LOCAL_REFERENCE, SENSITIVE, SYMBOL, TYPE_KEY, VALUE_KEY, too_deep};
use crate::error::{Error, Result};
use crate::infer::infer;
use crate::pcore;
use crate::ruby::class_name;
use crate::text;
use crate::types::{ObjectExtension, Type};
use crate::value::{Hash, Object, Text, Value};

/// How values become data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToDataOptions {
    /// Whether values that JSON does not know keep their types. Else they become strings, and
    /// issues tell of it.
    pub rich_data: bool,
    /// Whether a value that comes again is written as a reference to where it came first.
    pub local_reference: bool,
    /// Whether types of values are written by name. Else they are written with all they are made
    /// of.
    pub type_by_reference: bool,
    /// Whether symbols become strings, among them the key `default` when `rich_data` is off.
    pub symbol_as_string: bool,
    /// Whether an issue is an error.
    pub strict: bool,
    /// What issues say before the place.
    pub message_prefix: String,
}

impl Default for ToDataOptions {
    fn default() -> ToDataOptions {
        ToDataOptions {
            rich_data: false,
            local_reference: true,
            type_by_reference: true,
            symbol_as_string: false,
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

/// Makes data of a value, and says what is lost.
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
/// When a value can't be serialised, holds itself without references being allowed, or, with
/// `strict`, when something is lost.
pub fn to_data(value: &Value, options: &ToDataOptions) -> Result<(Value, Vec<DataIssue>)> {
    let mut writer = Writer {
        options,
        trail: Trail::default(),
        seen: FxHashMap::default(),
        open: FxHashSet::default(),
        issues: Vec::new(),
        depth: 0,
    };
    let data = writer.data(value)?;
    Ok((data, writer.issues))
}

struct Writer<'a> {
    options: &'a ToDataOptions,
    trail: Trail,
    seen: FxHashMap<Identity, Seen>,
    /// The values that are being written, where references don't keep them from going in circles.
    open: FxHashSet<Identity>,
    issues: Vec<DataIssue>,
    depth: usize,
}

/// A value that was met before.
struct Seen {
    place: Option<Place>,
    reference: Option<Value>,
    /// Keeps the value alive, so that no other can come to have its address.
    _value: Value,
}

impl Writer<'_> {
    fn data(&mut self, value: &Value) -> Result<Value> {
        match value {
            Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::String(_) => Ok(value.clone()),
            Value::Default => self.default_value(),
            Value::Array(elements) => self.shared(value, |writer| writer.array(elements)),
            Value::Hash(hash) => self.shared(value, |writer| writer.hash(hash)),
            Value::Sensitive(inner) => self.shared(value, |writer| {
                // Compat: what is inside has the place of the sensitive value itself.
                Ok(rich(SENSITIVE, [(VALUE_KEY.into(), writer.data(inner)?)]))
            }),
            Value::Instance(object) => Ok(object.to_data()?.into()),
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
        self.report(DataIssue::default_converted(&path))?;
        Ok("default".into())
    }

    /// Writes a value that other places may share.
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
            Some(identity) => self.identified(value, identity, write),
        };
        self.depth -= 1;
        data
    }

    fn identified(
        &mut self,
        value: &Value,
        identity: Identity,
        write: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !self.options.local_reference {
            return self.guarded(value, identity, write);
        }
        let Some(seen) = self.seen.get_mut(&identity) else {
            let place = self.trail.note();
            let seen = Seen { place, reference: None, _value: value.clone() };
            self.seen.insert(identity, seen);
            return write(self);
        };
        if let Some(reference) = &seen.reference {
            return Ok(reference.clone());
        }
        let Some(path) = self.trail.text_of(seen.place) else {
            // A key on the way can't be written, so the value has to be repeated.
            return self.guarded(value, identity, write);
        };
        let reference = rich(LOCAL_REFERENCE, [(VALUE_KEY.into(), path.into())]);
        seen.reference = Some(reference.clone());
        Ok(reference)
    }

    /// Writes a value that must not hold itself. Only types can.
    fn guarded(
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
        self.trail.enter(step);
        let data = self.data(value);
        self.trail.leave();
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

    /// A hash as a list of keys and values in turn.
    fn extended_hash(&mut self, hash: &Hash) -> Result<Value> {
        let mut pairs = Vec::with_capacity(hash.len() * 2);
        for (key, value) in hash {
            // Compat: what is in a key has the place of the hash itself.
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
                self.report(DataIssue::key_converted(&path, key, &text))?;
                Ok(text.into())
            }
        }
    }

    fn text_with_issue(&mut self, value: &Value) -> Result<Value> {
        let text = plain_text(value);
        let path = self.path()?;
        self.report(DataIssue::value_converted(&path, value, &text))?;
        Ok(text.into())
    }

    /// A value whose text says all about it.
    fn scalar(&mut self, name: &'static str, value: &Value) -> Result<Value> {
        let t = if self.options.type_by_reference {
            name.into()
        } else {
            if self.depth >= Value::MAX_OUTPUT_DEPTH {
                // The type of a point in time holds that point in time.
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
        self.shared(value, |writer| writer.type_data(t))
    }

    fn type_data(&mut self, t: &Type) -> Result<Value> {
        let arguments = pcore::type_arguments(t)?;
        let name = Value::from(pcore::type_of_type(t).label());
        self.attributes(name, arguments, |writer, name, argument| match (t, argument) {
            (Type::Runtime(_), Value::String(text)) if name == "runtime" => Ok(writer.symbol(text)),
            // Every callable has parameters of its own, even when it has none.
            (Type::Callable(_), Value::Type(params @ Type::Tuple(_))) if name == "param_types" => {
                writer.type_data(params)
            }
            _ => writer.data(argument),
        })
    }

    /// The one symbol that values of the language hold.
    fn symbol(&self, text: &Text) -> Value {
        if self.options.symbol_as_string {
            return text.clone().into();
        }
        rich(SYMBOL, [(VALUE_KEY.into(), text.clone().into())])
    }

    fn object(&mut self, value: &Value, object: &Object) -> Result<Value> {
        let t = self.object_type(object)?;
        self.shared(value, |writer| {
            writer.attributes(t, object.arguments(), |writer, _, argument| writer.data(argument))
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
            self.trail.enter(Step::Key(name.clone().into()));
            let argument = write(self, &name, &argument);
            self.trail.leave();
            data.insert(name, argument?);
        }
        Ok(data.into())
    }

    fn path(&self) -> Result<String> {
        // Without rich data all keys are strings, so that every place can be written.
        let path = self.trail.text().ok_or_else(|| Error::other("Unable to write jsonpath"))?;
        Ok(format!("{}{path}", self.options.message_prefix))
    }

    fn report(&mut self, issue: DataIssue) -> Result<()> {
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

/// The text that a value becomes when its type is lost.
pub(super) fn plain_text(value: &Value) -> String {
    match value {
        Value::Regexp(_) => text::ruby::inspect(value).into_owned(),
        _ => text::ruby::to_s(value).into_owned(),
    }
}
