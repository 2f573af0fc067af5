//! Formats values for error messages.

use std::fmt::{self, Write};

use pupa_value::text::ruby;

use super::node::{Item, Kind, Object};
use super::path::{write_json_string, write_path};

/// The maximum length of a formatted value: substitutions can make a value huge.
const MAX_LENGTH: usize = 1 << 20;

/// The class name and content of a value, as Ruby's `inspect` prints them.
pub(super) fn debug(item: &Item) -> String {
    let name = match &item.kind {
        Kind::Null => "ConfigNull",
        Kind::Boolean(_) => "ConfigBoolean",
        Kind::Number(pupa_value::Value::Float(_), _) => "ConfigDouble",
        Kind::Number(..) => "ConfigInt",
        Kind::String { quoted: true, .. } => "Quoted",
        Kind::String { quoted: false, .. } => "Unquoted",
        Kind::Object(_) => "SimpleConfigObject",
        Kind::List(_) => "SimpleConfigList",
        Kind::Reference { .. } => "ConfigReference",
        Kind::Concatenation(_) => "ConfigConcatenation",
        Kind::DelayedMerge { is_object: false, .. } => "ConfigDelayedMerge",
        Kind::DelayedMerge { is_object: true, .. } => "ConfigDelayedMergeObject",
    };
    let mut text = Limited(format!("{name}("));
    // The only error is that the text is long enough.
    let _ = write_item(item, &mut text);
    text.0.push(')');
    text.0
}

/// Formats a substitution: `${path}` or `${?path}`.
pub(super) fn reference(path: &[std::rc::Rc<str>], optional: bool) -> String {
    let mut text = String::from(if optional { "${?" } else { "${" });
    // Writing to a string does not fail.
    let _ = write_path(path, &mut text);
    text.push('}');
    text
}

/// A string that rejects further text once it exceeds [`MAX_LENGTH`].
struct Limited(String);

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() > MAX_LENGTH {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

fn write_item(item: &Item, f: &mut Limited) -> fmt::Result {
    match &item.kind {
        Kind::Null => f.write_str("null"),
        Kind::Boolean(value) => write!(f, "{value}"),
        Kind::Number(value, _) => f.write_str(&ruby::to_s(value)),
        Kind::String { text, .. } => write_json_string(text, f),
        Kind::Object(object) => write_object(object, f),
        Kind::List(list) => {
            f.write_char('[')?;
            for (index, entry) in list.elements.iter().enumerate() {
                if index > 0 {
                    f.write_char(',')?;
                }
                write_item(&entry.node, f)?;
            }
            f.write_char(']')
        }
        Kind::Reference { path, optional } => f.write_str(&reference(path, *optional)),
        Kind::Concatenation(nodes) | Kind::DelayedMerge { stack: nodes, .. } => {
            nodes.iter().try_for_each(|node| write_item(node, f))
        }
    }
}

/// Writes an object with its keys sorted: numbers in numeric order, then the others in
/// alphabetical order.
fn write_object(object: &Object, f: &mut Limited) -> fmt::Result {
    let mut entries: Vec<_> = object.iter().collect();
    entries.sort_by(|(a, _), (b, _)| sort_key(a).cmp(&sort_key(b)));
    // The values of a delayed merge are written as separate fields, in the order of the text.
    let fields = entries.into_iter().flat_map(|(key, entry)| {
        let values = match &entry.node.kind {
            Kind::DelayedMerge { stack, .. } => stack.as_slice(),
            _ => std::slice::from_ref(&entry.node),
        };
        values.iter().rev().map(move |value| (key, value))
    });
    f.write_char('{')?;
    for (index, (key, value)) in fields.enumerate() {
        if index > 0 {
            f.write_char(',')?;
        }
        write_json_string(key, f)?;
        f.write_char(':')?;
        write_item(value, f)?;
    }
    f.write_char('}')
}

/// The key by which keys are sorted. Numbers are compared by length without leading zeros, then by
/// digits, which is their numeric order.
fn sort_key(key: &str) -> (bool, usize, &str) {
    let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let digits = if is_number { key.trim_start_matches('0') } else { key };
    (!is_number, if is_number { digits.len() } else { 0 }, digits)
}
