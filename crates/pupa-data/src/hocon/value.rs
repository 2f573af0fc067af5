//! From resolved values to those of Puppet.

use std::rc::Rc;

use pupa_value::Value;
use pupa_value::value::Hash;
use rustc_hash::FxHashMap;

use super::Refusal;
use super::node::{Item, Kind, Node};
use crate::document::{Document, Place, Places, Unreadable};

/// How much substitutions may stand for, beyond what a text holds itself. Whoever walks a value
/// meets what it shares again and again.
const MAX_EXPANSION: u64 = 50_000_000;

/// Texts longer than this are worth remembering.
const LONG: usize = 64;

/// The document of an object that stands in a text of that length.
pub(super) fn document(root: &Node, place: Place, length: usize) -> Result<Document, Unreadable> {
    let max_size = MAX_EXPANSION.saturating_add(length as u64);
    let mut converter = Converter { known: FxHashMap::default(), max_size };
    let converted = converter.convert(root, 0)?;
    Ok(Document::new(converted.value, converted.places.at(place)))
}

struct Converter {
    /// Collections and long texts that are there more than once are made once, so that a few
    /// substitutions do not make a value that fills the memory.
    known: FxHashMap<*const Item, Converted>,
    /// How big the whole may be.
    max_size: u64,
}

#[derive(Clone)]
struct Converted {
    value: Value,
    places: Places,
    /// How many levels of collections it has.
    levels: usize,
    /// How many values it has, and bytes of texts, each time that it has them.
    size: u64,
}

impl Converter {
    fn convert(&mut self, node: &Node, depth: usize) -> Result<Converted, Refusal> {
        match &node.kind {
            Kind::Null => Ok(leaf(Value::Undef, 0)),
            Kind::Boolean(value) => Ok(leaf(Value::Boolean(*value), 0)),
            Kind::Number(value, _) => Ok(leaf(value.clone(), 0)),
            Kind::Text { text, .. } if text.len() > LONG => {
                let make = || leaf(Value::string(text.as_str()), text.len());
                Ok(self.known.entry(Rc::as_ptr(node)).or_insert_with(make).clone())
            }
            Kind::Text { text, .. } => Ok(leaf(Value::string(text.as_str()), text.len())),
            Kind::Object(_) | Kind::List(_) => {
                if let Some(known) = self.known.get(&Rc::as_ptr(node)) {
                    let known = known.clone();
                    check_depth(depth + known.levels)?;
                    return Ok(known);
                }
                check_depth(depth + 1)?;
                let converted = self.collection(node, depth + 1)?;
                self.known.insert(Rc::as_ptr(node), converted.clone());
                Ok(converted)
            }
            // Resolving leaves none of these.
            Kind::Reference { .. } | Kind::Concatenation(_) | Kind::Merge { .. } => {
                Err(node.origin.refuse("substitution not resolved"))
            }
        }
    }

    fn collection(&mut self, node: &Node, depth: usize) -> Result<Converted, Refusal> {
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
        Ok(Converted { value, places, levels: levels + 1, size })
    }

    /// The size of a collection with one more part, which begins there.
    fn add(&self, place: Place, size: u64, part: u64) -> Result<u64, Refusal> {
        let size = size.saturating_add(part);
        if size > self.max_size {
            let message = format!(
                "substitutions stand for more than {MAX_EXPANSION} values and bytes of text"
            );
            return Err(Refusal::at_line(place.line, message).at(place));
        }
        Ok(size)
    }
}

/// A value that holds no others, with as many bytes of text.
fn leaf(value: Value, bytes: usize) -> Converted {
    let places = Places::leaf(Place { line: 1, column: 1 });
    Converted { value, places, levels: 0, size: 1 + bytes as u64 }
}

fn check_depth(levels: usize) -> Result<(), Refusal> {
    if levels > Value::MAX_DEPTH { Err(Refusal::too_deep(levels)) } else { Ok(()) }
}
