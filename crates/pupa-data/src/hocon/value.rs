//! From resolved values to those of Puppet.

use std::rc::Rc;

use pupa_value::Value;
use pupa_value::value::Hash;
use rustc_hash::FxHashMap;

use super::Refusal;
use super::node::{Item, Kind, Node};
use crate::document::{Document, Place, Places, Unreadable};

/// The document of an object.
pub(super) fn document(root: &Node, place: Place) -> Result<Document, Unreadable> {
    let mut converter = Converter { known: FxHashMap::default() };
    let converted = converter.convert(root, 0)?;
    Ok(Document::new(converted.value, converted.places.at(place)))
}

struct Converter {
    /// Collections that are there more than once are made once, so that a few substitutions do
    /// not make a value that fills the memory.
    known: FxHashMap<*const Item, Converted>,
}

#[derive(Clone)]
struct Converted {
    value: Value,
    places: Places,
    /// How many levels of collections it has.
    levels: usize,
}

impl Converter {
    fn convert(&mut self, node: &Node, depth: usize) -> Result<Converted, Refusal> {
        let nowhere = Place { line: 1, column: 1 };
        let leaf = |value| Ok(Converted { value, places: Places::leaf(nowhere), levels: 0 });
        match &node.kind {
            Kind::Null => leaf(Value::Undef),
            Kind::Boolean(value) => leaf(Value::Boolean(*value)),
            Kind::Number(value, _) => leaf(value.clone()),
            Kind::Text { text, .. } => leaf(Value::string(text.as_str())),
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
        let mut parts = Vec::new();
        let value = match &node.kind {
            Kind::Object(object) => {
                let mut hash = Hash::with_capacity(object.len());
                for (key, entry) in object.iter() {
                    let part = self.convert(&entry.node, depth)?;
                    levels = levels.max(part.levels);
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
                    parts.push(part.places.at(entry.place));
                    elements.push(part.value);
                }
                Value::array(elements)
            }
            _ => Value::Undef,
        };
        let nowhere = Place { line: 1, column: 1 };
        let places = Places::collection(nowhere, parts);
        Ok(Converted { value, places, levels: levels + 1 })
    }
}

fn check_depth(levels: usize) -> Result<(), Refusal> {
    if levels > Value::MAX_DEPTH { Err(Refusal::too_deep(levels)) } else { Ok(()) }
}
