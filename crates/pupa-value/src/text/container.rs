//! Arrays and hashes as strings: delimiters, separators, line breaks.

use super::convert::{Indentation, contained_formats, convert_value, illegal};
use super::format::{Format, Formats};
use super::length;
use super::strip::{rstrip, rstrip_in_place};
use crate::error::Result;
use crate::infer::infer;
use crate::types::Type;
use crate::value::{Hash, Value};

/// Formats an array.
pub(super) fn array(
    elements: &[Value],
    f: &Format,
    formats: &Formats,
    indentation: Indentation,
) -> Result<String> {
    if !matches!(f.letter, 'a' | 's' | 'p') {
        return Err(illegal(f, "Array", "asp"));
    }
    let indentation = indenting(f, indentation);
    let children =
        Indentation { level: indentation.level + 1, is_first: false, is_indenting: f.alternative };
    let mut bytes = 0;
    let texts = elements
        .iter()
        .map(|element| {
            let text = child(element, f, formats, children)?;
            bytes += text.len();
            length::check(bytes).map(|()| text)
        })
        .collect::<Result<Vec<String>>>()?;
    let (open, close) = f.delimiters(("[", "]"));
    let mut out = open_delimiter(open, indentation);
    join_elements(&mut out, elements, &texts, f, &children.padding());
    out.push_str(close);
    Ok(out)
}

/// Writes elements, with line breaks where the format requires them.
fn join_elements(
    out: &mut String,
    elements: &[Value],
    texts: &[String],
    f: &Format,
    padding: &str,
) {
    let separator = f.separator.as_deref().unwrap_or(", ");
    let breaks_each = f.alternative && is_too_wide(elements, texts, f);
    for (index, (element, text)) in elements.iter().zip(texts).enumerate() {
        let is_plain = !is_array_or_hash(element);
        if index == 0 {
            if breaks_each && is_plain {
                out.push(' ');
            }
        } else {
            out.push_str(separator);
            let after_container = f.alternative && is_array_or_hash(&elements[index - 1]);
            if is_plain && (breaks_each || after_container) {
                if !out.ends_with('\n') {
                    rstrip_in_place(out);
                }
                out.push('\n');
                out.push_str(padding);
            }
        }
        if out.ends_with(' ') && text.starts_with('\n') {
            rstrip_in_place(out);
        }
        out.push_str(text);
    }
}

/// Whether a run of elements between containers exceeds the width.
fn is_too_wide(elements: &[Value], texts: &[String], f: &Format) -> bool {
    let Some(width) = &f.width else { return false };
    // A width that overflows exceeds any length.
    let width: usize = width.parse().unwrap_or(usize::MAX);
    let mut run = 0;
    elements.iter().zip(texts).any(|(element, text)| {
        run = if is_array_or_hash(element) { 0 } else { run + text.chars().count() };
        run > width
    })
}

/// Formats a hash.
pub(super) fn hash(
    entries: &Hash,
    f: &Format,
    formats: &Formats,
    indentation: Indentation,
) -> Result<String> {
    match f.letter {
        'h' | 's' | 'p' => {}
        'a' => {
            let pairs = Value::array(
                entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])),
            );
            return convert_value(&pairs, formats, indentation);
        }
        _ => return Err(illegal(f, "Hash", "hasp")),
    }
    let mut separator = f.separator.as_deref().unwrap_or(", ").to_owned();
    let arrow = f.separator2.as_deref().unwrap_or(" => ");
    let indentation = indenting(f, indentation);
    let children =
        Indentation { level: indentation.level + 1, is_first: true, is_indenting: false };
    let mut padding = String::new();
    if f.alternative {
        if !separator.ends_with('\n') {
            separator.truncate(rstrip(&separator).len());
        }
        separator.push('\n');
        padding = children.padding();
    }
    let mut bytes = 0;
    let texts = entries
        .iter()
        .map(|(key, value)| {
            let key = child(key, f, formats, children)?;
            let value = child(value, f, formats, children)?;
            bytes += padding.len() + key.len() + arrow.len() + value.len();
            length::check(bytes)?;
            Ok(format!("{padding}{key}{arrow}{value}"))
        })
        .collect::<Result<Vec<String>>>()?;
    let (open, close) = f.delimiters(("{", "}"));
    let mut out = open_delimiter(open, indentation);
    if f.alternative {
        out.push('\n');
    }
    out.push_str(&texts.join(&separator));
    if f.alternative {
        out.push('\n');
        out.push_str(&indentation.padding());
    }
    out.push_str(close);
    Ok(out)
}

/// Formats a value in a container. Nested containers use the formats of the outer container, other
/// values the formats for its contents.
fn child(value: &Value, f: &Format, formats: &Formats, indentation: Indentation) -> Result<String> {
    let formats = match value {
        Value::Array(_) | Value::Hash(_) | Value::Instance(_) => formats,
        Value::Object(_) if matches!(infer(value), Type::Object(_)) => formats,
        _ => f.contained.as_ref().unwrap_or_else(|| contained_formats()),
    };
    convert_value(value, formats, indentation)
}

fn is_array_or_hash(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

fn indenting(f: &Format, indentation: Indentation) -> Indentation {
    Indentation { is_indenting: f.alternative || indentation.is_indenting, ..indentation }
}

/// The opening delimiter, on a new line if the enclosing container requires it.
fn open_delimiter(delimiter: &str, indentation: Indentation) -> String {
    let mut out = String::new();
    if indentation.breaks() {
        out.push('\n');
        out.push_str(&indentation.padding());
    }
    out.push_str(delimiter);
    out
}
