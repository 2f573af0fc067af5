//! The access operator `x[…]` on strings, arrays, hashes, types and objects.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_value::Value;
use pupa_value::infer::infer_generic;
use pupa_value::new::to_number;
use pupa_value::parameterize::{AccessError, AccessErrorKind, AccessPart, parameterize};
use pupa_value::types::Type;
use pupa_value::value::binary::Binary;

use super::{Evaluator, Run};
use crate::flatten::flattened;
use crate::issues::{self, a_an, a_an_upper, label};
use crate::log::Level;
use crate::program::node::{Access, Node, Op};
use crate::stop::{Outcome, Stop};

impl Evaluator<'_> {
    pub(super) fn access(&mut self, access: &Access, at: ExprId) -> Outcome {
        let left = self.eval(&access.left)?;
        // The common cases need no list of keys.
        if let [key] = &*access.keys
            && !key.is_unfold()
        {
            match &left {
                Value::Hash(hash) => {
                    let key = self.eval(key)?;
                    return Ok(hash.get(&key).cloned().unwrap_or_default());
                }
                Value::Array(elements) => match self.eval(key)? {
                    Value::Integer(index) => return Ok(element(elements, index)),
                    key => return self.run.access_array(elements, vec![key], at),
                },
                _ => {}
            }
        }
        let keys = match &left {
            Value::Type(Type::Class(_)) => self.class_keys(&access.keys)?,
            _ => self.key_values(&access.keys)?,
        };
        self.access_value(&left, keys, at)
    }

    /// Compat: unfolding in keys gives an array, which most kinds of access flatten.
    /// Pinned by `quirk-splat-as-key`.
    fn key_values(&mut self, keys: &[Node]) -> Outcome<Vec<Value>> {
        self.values(keys, false)
    }

    /// Evaluates the keys of `Class[x]`, where an unknown type is a class name.
    fn class_keys(&mut self, keys: &[Node]) -> Outcome<Vec<Value>> {
        let key = |node: &Node| {
            if let Op::Cached(cached) = &node.op
                && let Op::Reference(name) = &cached.node.op
            {
                let known = self.load_type(name)?;
                let t = known.unwrap_or_else(|| Type::Reference(name.clone()));
                return Ok(Value::Type(t));
            }
            self.eval(node)
        };
        keys.iter().map(key).collect()
    }

    fn access_value(&mut self, left: &Value, keys: Vec<Value>, at: ExprId) -> Outcome {
        match left {
            Value::String(text) => {
                self.run.charge(text.len() / 8)?;
                let (start, count) = self.run.substring_range(text_length(text), keys, at)?;
                Ok(substring(text, start, count))
            }
            Value::Binary(binary) => {
                let bytes = binary.bytes();
                let (start, count) = self.run.substring_range(bytes.len(), keys, at)?;
                let start = start.min(bytes.len());
                let end = start.saturating_add(count).min(bytes.len());
                Ok(Value::Binary(Arc::new(Binary::new(&bytes[start..end]))))
            }
            Value::Array(elements) => self.run.access_array(elements, keys, at),
            Value::Hash(hash) => match keys.as_slice() {
                [] => Err(self.run.complain(self.run.left_at(at), issues::bad_hash_slice_arity(0))),
                [key] => Ok(hash.get(key).cloned().unwrap_or_default()),
                keys => {
                    let found = keys.iter().filter_map(|key| hash.get(key));
                    Ok(Value::array(found.filter(|value| !value.is_undef()).cloned()))
                }
            },
            Value::Type(t) => self.access_type(t, keys, at),
            Value::Instance(object) => self.objects().access_feature(object, &keys),
            other => self.access_object(other, keys, at),
        }
    }

    fn access_type(&mut self, t: &Type, keys: Vec<Value>, at: ExprId) -> Outcome {
        // Arrays among the keys are flattened.
        keys.iter().try_for_each(|key| self.run.check_shown(key))?;
        if let (Type::Resource(None), [Value::Type(Type::Resource(_))]) = (t, keys.as_slice()) {
            return Ok(keys.into_iter().next().unwrap_or_default());
        }
        // `User['bob']` is a resource even if there is a type definition `User`.
        let resource_type = match t {
            Type::Object(object) if object.features().is_some() => {
                Some(Type::resource(object.label(), None))
            }
            _ => None,
        };
        let t = resource_type.as_ref().unwrap_or(t);
        let reference = match t {
            Type::Resource(Some(resource)) => {
                resource.title.as_ref().map(|title| (resource.name.as_str(), title))
            }
            Type::Class(Some(name)) => Some(("Class", name)),
            _ => None,
        };
        if let Some((kind, title)) = reference
            && !keys.is_empty()
        {
            let several = keys.len() > 1 || matches!(keys[0], Value::Array(_));
            let keys = flattened(&keys);
            if keys.iter().all(Value::is_undef) {
                return Ok(self.run.empty_reference(several, at));
            }
            let (kind, title) = (kind.to_owned(), title.to_string());
            return self.resource_attributes(&kind, &title, &keys, several, at);
        }
        let several = keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)));
        match parameterize(t, keys) {
            Ok(value) => Ok(value),
            Err(AccessError { kind: AccessErrorKind::EmptyReference, .. }) => {
                Ok(self.run.empty_reference(several, at))
            }
            Err(error) => Err(self.run.access_failure(error, at)),
        }
    }

    /// `File['/tmp']['mode']`
    fn resource_attributes(
        &mut self,
        kind: &str,
        title: &str,
        keys: &[Value],
        several: bool,
        at: ExprId,
    ) -> Outcome {
        let mut values = Vec::with_capacity(keys.len());
        for key in keys {
            let name = pupa_value::text::ruby::to_s(key).into_owned();
            match self.compilation().resource_attribute(kind, title, &name)? {
                None => return Err(self.run.complain(at, issues::unknown_resource(kind, title))),
                Some(None) => {
                    let diagnostic = issues::unknown_resource_parameter(kind, title, &name);
                    return Err(self.run.complain(at, diagnostic));
                }
                Some(Some(value)) => values.push(value),
            }
        }
        if several {
            return Ok(values.into());
        }
        Ok(values.pop().unwrap_or_default())
    }

    fn access_object(&mut self, left: &Value, keys: Vec<Value>, at: ExprId) -> Outcome {
        match self.call_member(left, "[]", &keys, None)? {
            Some(value) => Ok(value),
            None => Err(self.run.not_applicable(left, at)),
        }
    }
}

impl Run<'_> {
    fn access_array(&mut self, elements: &[Value], keys: Vec<Value>, at: ExprId) -> Outcome {
        let keys = flattened(&keys);
        if !matches!(keys.len(), 1 | 2) {
            let diagnostic = issues::bad_array_slice_arity(keys.len());
            return Err(self.complain(self.left_at(at), diagnostic));
        }
        let numbers = keys
            .iter()
            .enumerate()
            .map(|(index, key)| self.number(key.clone(), self.key_at(at, index)))
            .collect::<Outcome<Vec<_>>>()?;
        let mut indices = Vec::with_capacity(2);
        for (position, number) in numbers.iter().enumerate() {
            let Value::Integer(index) = number else {
                let diagnostic =
                    issues::bad_slice_key_type(&a_an_upper("Array"), &key_type_name(number));
                return Err(self.complain(self.key_at(at, position), diagnostic));
            };
            indices.push(*index);
        }
        match indices.as_slice() {
            [index] => Ok(element(elements, *index)),
            [from, count] => {
                let (start, count) = stretch(elements.len(), *from, *count);
                let part = elements.get(start..).unwrap_or_default();
                self.charge(count.min(part.len()))?;
                Ok(Value::array(part.iter().take(count).cloned()))
            }
            _ => Ok(Value::Undef),
        }
    }

    /// The start and length of the substring for one or two keys.
    fn substring_range(
        &mut self,
        length: usize,
        keys: Vec<Value>,
        at: ExprId,
    ) -> Outcome<(usize, usize)> {
        let keys = flattened(&keys);
        if !matches!(keys.len(), 1 | 2) {
            let diagnostic = issues::bad_string_slice_arity(keys.len());
            return Err(self.complain(self.left_at(at), diagnostic));
        }
        let mut indices = Vec::with_capacity(2);
        for (position, key) in keys.iter().enumerate() {
            let number = match key {
                Value::String(text) => to_number(text),
                _ => None,
            };
            let number = number.as_ref().unwrap_or(key);
            let Value::Integer(index) = number else {
                let diagnostic = issues::bad_string_slice_key_type(&a_an(&key_type_name(number)));
                return Err(self.complain(self.key_at(at, position), diagnostic));
            };
            indices.push(*index);
        }
        match indices.as_slice() {
            [index] if index.is_negative() => {
                let index = i128::from(*index) + length as i128;
                Ok(usize::try_from(index).map_or((0, 0), |index| (index, 1)))
            }
            [index] => Ok((usize::try_from(*index).unwrap_or(usize::MAX), 1)),
            [from, count] => Ok(stretch(length, *from, *count)),
            _ => Ok((0, 0)),
        }
    }

    /// Returns the result of an empty reference, and logs a warning.
    fn empty_reference(&mut self, several: bool, at: ExprId) -> Value {
        let place = self.place_of(self.program, self.key_at(at, 0));
        let message = "Arguments to Resource[] are all empty/undefined".to_owned();
        self.push_log(Level::Warning, message, String::new(), Some(place));
        if several { Value::array([]) } else { Value::Undef }
    }

    fn access_failure(&self, error: AccessError, at: ExprId) -> Box<Stop> {
        match error.kind {
            AccessErrorKind::Value(error) => error.into(),
            AccessErrorKind::Issue(message) => {
                let blamed = match error.part {
                    AccessPart::Whole => at,
                    AccessPart::Left => self.left_at(at),
                    AccessPart::Key(index) => self.key_at(at, index),
                };
                self.complain(blamed, issues::bad_type_parameter(&message))
            }
            // Handled by the caller, which knows whether there were several keys.
            AccessErrorKind::EmptyReference => self.not_applicable(&Value::Undef, at),
        }
    }

    fn not_applicable(&self, left: &Value, at: ExprId) -> Box<Stop> {
        let diagnostic = issues::operator_not_applicable("[]", &a_an(&label(left)));
        let left_at = self.left_at(at);
        let help = if left.is_undef() { self.advice_on_missing_fact(left_at) } else { None };
        self.complain(left_at, diagnostic).advised(help)
    }

    /// The expression before the bracket.
    fn left_at(&self, at: ExprId) -> ExprId {
        match *self.current().tree.kind(at) {
            ExprKind::Access { left, .. } => left,
            _ => at,
        }
    }

    /// The expression of a key. Keys from an array share one.
    fn key_at(&self, at: ExprId, index: usize) -> ExprId {
        let keys = self.keys_at(at);
        keys.get(index).or(keys.last()).copied().unwrap_or(at)
    }
}

/// The element at an index; a negative index counts from the end.
fn element(elements: &[Value], index: i64) -> Value {
    let index = if index < 0 { index + elements.len() as i64 } else { index };
    let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
    element.cloned().unwrap_or_default()
}

/// Returns the start and the length of a range. A negative start counts from the end, a negative
/// count gives the end.
fn stretch(length: usize, from: i64, count: i64) -> (usize, usize) {
    let length = length as i128;
    let mut from = i128::from(from);
    let mut count = i128::from(count);
    if from < 0 {
        from += length;
    }
    if count < 0 {
        count += length - from + 1;
    }
    if from < 0 {
        count += from;
        from = 0;
    }
    let start = usize::try_from(from).unwrap_or(usize::MAX);
    (start, usize::try_from(count).unwrap_or(0))
}

fn text_length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

fn substring(text: &str, start: usize, count: usize) -> Value {
    if text.is_ascii() {
        let start = start.min(text.len());
        let end = start.saturating_add(count).min(text.len());
        return Value::from(&text[start..end]);
    }
    Value::from(text.chars().skip(start).take(count).collect::<String>())
}

/// The type of a key, in general terms.
fn key_type_name(key: &Value) -> String {
    match key {
        Value::Undef => "Undef".to_owned(),
        Value::Default => "Default".to_owned(),
        _ => infer_generic(key).to_string(),
    }
}
