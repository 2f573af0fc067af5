//! Converts resolved HOCON values to Puppet values.

use std::rc::Rc;

use pupa_value::Value;
use pupa_value::value::Hash;
use rustc_hash::FxHashMap;

use super::HoconError;
use super::node::{Item, Kind, Node};
use crate::document::{Document, ParseError, Place, Places};

/// The maximum number of values and bytes that substitutions may add to those in the text. Shared
/// parts count each time, since later traversals of the value visit them each time.
const MAX_EXPANSION: u64 = 50_000_000;

/// The length above which a string is converted only once and then shared.
const MIN_SHARED_LENGTH: usize = 64;

/// The document with a root object at a place. `length` is that of the text.
pub(super) fn document(root: &Node, place: Place, length: usize) -> Result<Document, ParseError> {
    let max_size = MAX_EXPANSION.saturating_add(length as u64);
    let mut converter = Converter { memo: FxHashMap::default(), max_size };
    let converted = converter.convert(root, 0)?;
    Ok(Document::new(converted.value, converted.places.at(place)))
}

struct Converter {
    /// The converted collections and long strings. Those that occur more than once are shared, so
    /// that a few substitutions cannot fill the memory.
    memo: FxHashMap<*const Item, ConvertedValue>,
    /// The maximum size of the document.
    max_size: u64,
}

#[derive(Clone)]
struct ConvertedValue {
    value: Value,
    places: Places,
    /// The nesting of its collections.
    levels: usize,
    /// The number of values and bytes of strings in it. Shared parts count each time.
    size: u64,
}

impl Converter {
    fn convert(&mut self, node: &Node, depth: usize) -> Result<ConvertedValue, HoconError> {
        match &node.kind {
            Kind::Null => Ok(leaf(Value::Undef, 0)),
            Kind::Boolean(value) => Ok(leaf(Value::Boolean(*value), 0)),
            Kind::Number(value, _) => Ok(leaf(value.clone(), 0)),
            Kind::String { text, .. } if text.len() > MIN_SHARED_LENGTH => {
                let make = || leaf(Value::string(text.as_str()), text.len());
                Ok(self.memo.entry(Rc::as_ptr(node)).or_insert_with(make).clone())
            }
            Kind::String { text, .. } => Ok(leaf(Value::string(text.as_str()), text.len())),
            Kind::Object(_) | Kind::List(_) => {
                if let Some(memo) = self.memo.get(&Rc::as_ptr(node)) {
                    let memo = memo.clone();
                    check_depth(depth + memo.levels)?;
                    return Ok(memo);
                }
                check_depth(depth + 1)?;
                let converted = self.collection(node, depth + 1)?;
                self.memo.insert(Rc::as_ptr(node), converted.clone());
                Ok(converted)
            }
            // A resolved document contains none of these.
            Kind::Reference { .. } | Kind::Concatenation(_) | Kind::DelayedMerge { .. } => {
                Err(node.origin.error("substitution not resolved"))
            }
        }
    }

    fn collection(&mut self, node: &Node, depth: usize) -> Result<ConvertedValue, HoconError> {
        let mut levels = 0;
        let mut size = 1;
        let mut parts = Vec::new();
        let value = match &node.kind {
            Kind::Object(object) => {
                let mut hash = Hash::with_capacity(object.len());
                for (key, entry) in object.iter() {
                    let part = self.convert(&entry.node, depth)?;
                    levels = levels.max(part.levels);
                    size =
                        self.add(entry.place, size, part.size.saturating_add(key.len() as u64))?;
                    parts.push(part.places.at(entry.place));
                    hash.insert(&**key, part.value);
                }
                Value::Hash(hash.into())
            }
            Kind::List(list) => {
                let mut elements = Vec::with_capacity(list.elements.len());
                for entry in &list.elements {
                    let part = self.convert(&entry.node, depth)?;
                    levels = levels.max(part.levels);
                    size = self.add(entry.place, size, part.size)?;
                    parts.push(part.places.at(entry.place));
                    elements.push(part.value);
                }
                Value::array(elements)
            }
            _ => Value::Undef,
        };
        let nowhere = Place { line: 1, column: 1 };
        let places = Places::collection(nowhere, parts);
        Ok(ConvertedValue { value, places, levels: levels + 1, size })
    }

    /// Adds the size of a part to that of a collection. `place` is the start of the part.
    fn add(&self, place: Place, size: u64, part: u64) -> Result<u64, HoconError> {
        let size = size.saturating_add(part);
        if size > self.max_size {
            let message = format!(
                "substitutions expand to more than {MAX_EXPANSION} values and bytes of text"
            );
            return Err(HoconError::at_line(place.line, message).at(place));
        }
        Ok(size)
    }
}

/// A scalar; `bytes` is the length of its string.
fn leaf(value: Value, bytes: usize) -> ConvertedValue {
    let places = Places::leaf(Place { line: 1, column: 1 });
    ConvertedValue { value, places, levels: 0, size: 1 + bytes as u64 }
}

fn check_depth(levels: usize) -> Result<(), HoconError> {
    if levels > Value::MAX_DEPTH { Err(HoconError::too_deep(levels)) } else { Ok(()) }
}
