//! Formats: how values of a type are converted to strings.
//!
//! A format has the form `%<flags><width>.<precision><letter>`. A map from types to formats
//! determines the format of a value: the first type that accepts the value's type applies, so the
//! map is sorted with the most specific types first.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::infer::infer_detailed;
use crate::ruby::class_name;
use crate::text::ruby;
use crate::types::{ArrayType, HashType, Type};
use crate::value::{Hash, Text, Value};

/// A format for values of one type.
#[derive(Clone, Debug)]
pub struct Format {
    /// The format as given.
    pub(super) original: Text,
    /// The conversion letter.
    pub(super) letter: char,
    pub(super) alternative: bool,
    pub(super) left: bool,
    /// The flag that omits the delimiters of containers.
    pub(super) is_spaced: bool,
    /// The opening delimiter for containers.
    pub(super) delimiter: Option<char>,
    /// The digits as given, which may overflow an integer.
    pub(super) width: Option<Text>,
    pub(super) precision: Option<Text>,
    /// The separator between the elements of a container.
    pub(super) separator: Option<Text>,
    /// The separator between the key and the value of a hash entry.
    pub(super) separator2: Option<Text>,
    /// The formats of the contents of a container.
    pub(super) contained: Option<Formats>,
}

/// Formats by type, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct Formats(pub(super) Vec<(Type, Format)>);

const DELIMITERS: [(char, &str, &str); 5] =
    [('[', "[", "]"), ('{', "{", "}"), ('(', "(", ")"), ('<', "<", ">"), ('|', "|", "|")];

impl Format {
    /// Parses a format.
    ///
    /// # Errors
    /// If the string is not a format, repeats a flag, or has several delimiters.
    pub fn parse(format: &str) -> Result<Format> {
        let Some(parts) =
            format.split('\n').scan(0, line_at).find_map(|at| Parts::read(format, at))
        else {
            return Err(not_valid(format));
        };
        let mut flags: Vec<char> = parts.flags.chars().collect();
        flags.sort_unstable();
        if flags.windows(2).any(|pair| pair[0] == pair[1]) {
            let message = format!("The same flag can only be used once, got '{format}'");
            return Err(Error::argument(message));
        }
        let mut delimiters = DELIMITERS.iter().filter(|(open, ..)| parts.flags.contains(*open));
        let delimiter = delimiters.next().map(|(open, ..)| *open);
        if delimiters.next().is_some() {
            return Err(Error::argument(format!(
                "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{format}'"
            )));
        }
        Ok(Format {
            original: format.into(),
            letter: parts.letter,
            alternative: parts.flags.contains('#'),
            left: parts.flags.contains('-'),
            is_spaced: parts.flags.contains(' '),
            delimiter,
            width: parts.width.map(Into::into),
            precision: parts.precision.map(Into::into),
            separator: None,
            separator2: None,
            contained: None,
        })
    }

    /// The pair of delimiters, or the default if the format has none.
    pub(super) fn delimiters(
        &self,
        default: (&'static str, &'static str),
    ) -> (&'static str, &'static str) {
        match self.delimiter {
            Some(open) => DELIMITERS
                .iter()
                .find(|(known, ..)| *known == open)
                .map_or(default, |(_, open, close)| (open, close)),
            None if self.is_spaced => ("", ""),
            None => default,
        }
    }

    /// The other format, with its missing options taken from this one.
    fn merge(&self, other: &Format) -> Format {
        Format {
            separator: other.separator.clone().or_else(|| self.separator.clone()),
            separator2: other.separator2.clone().or_else(|| self.separator2.clone()),
            contained: match (&self.contained, &other.contained) {
                (Some(lower), Some(higher)) => Some(lower.merge(higher)),
                (lower, higher) => higher.clone().or_else(|| lower.clone()),
            },
            ..other.clone()
        }
    }
}

fn not_valid(format: &str) -> Error {
    Error::argument(format!(
        "The format '{format}' is not a valid format on the form '%<flags><width>.<prec><format>'"
    ))
}

/// The start of a line, given the lengths of the preceding lines.
#[expect(clippy::unnecessary_wraps, reason = "a function for `scan`")]
fn line_at(next: &mut usize, line: &str) -> Option<usize> {
    let at = *next;
    *next += line.len() + 1;
    Some(at)
}

/// The parts of a format.
struct Parts<'a> {
    flags: &'a str,
    width: Option<&'a str>,
    precision: Option<&'a str>,
    letter: char,
}

impl<'a> Parts<'a> {
    /// Parses a format that begins at a line start and ends at a line end. Its flags may contain
    /// newlines.
    fn read(format: &'a str, at: usize) -> Option<Parts<'a>> {
        let rest = format.get(at..)?.strip_prefix('%')?;
        let is_flag = |c: char| {
            matches!(c, ' ' | '\t'..='\r' | '[' | '+' | '#' | '0' | '{' | '<' | '(' | '|' | '-')
        };
        let (flags, rest) = split_while(rest, is_flag);
        let (width, rest) = split_while(rest, |c| c.is_ascii_digit());
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (digits, rest) = split_while(rest, |c| c.is_ascii_digit());
                (Some(digits), rest)
            }
            None => (None, rest),
        };
        if precision == Some("") {
            return None;
        }
        let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let after = &rest[1..];
        (after.is_empty() || after.starts_with('\n')).then_some(Parts {
            flags,
            width: Some(width).filter(|width| !width.is_empty()),
            precision,
            letter,
        })
    }
}

fn split_while(text: &str, accepts: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !accepts(c)).unwrap_or(text.len());
    text.split_at(end)
}

impl Formats {
    /// Parses a hash from types to formats, or to hashes with `format`, `separator`, `separator2`
    /// and `string_formats`.
    ///
    /// # Errors
    /// If the hash does not have this form.
    pub fn from_value(formats: &Value) -> Result<Formats> {
        let Value::Hash(formats) = formats else {
            return Err(Error::argument(format!(
                "expected a hash with type to format mappings, got instance of '{}'",
                class_name(formats)
            )));
        };
        let mut result = Formats::default();
        for (key, value) in formats.iter() {
            let Value::Type(t) = key else {
                return Err(Error::argument(format!(
                    "top level keys in the format hash must be data types, got instance of '{}'",
                    class_name(key)
                )));
            };
            let format = match value {
                Value::Hash(options) => container_format(options)?,
                _ => given_format(value)?,
            };
            result.0.push((t.clone(), format));
        }
        Ok(result)
    }

    /// The format for a value: the first whose type accepts the value's type.
    pub(super) fn for_value(&self, value: &Value) -> Option<&Format> {
        // Few formats depend on the contents of a container, and inferring its full type is
        // expensive.
        let inferred = OnceCell::new();
        let accepts = |key: &Type| {
            accepts_container(key, value)
                .unwrap_or_else(|| key.accepts(inferred.get_or_init(|| type_for_format(value))))
        };
        self.0.iter().find(|(key, _)| accepts(key)).map(|(_, format)| format)
    }

    fn exact(&self, t: &Type) -> Option<&Format> {
        self.0.iter().find(|(key, _)| key == t).map(|(_, format)| format)
    }

    /// Overrides these formats by others. A format is dropped if the others contain one for a more
    /// general type.
    pub(super) fn merge(&self, higher: &Formats) -> Formats {
        let is_overridden =
            |lower: &Type| higher.0.iter().any(|(key, _)| key != lower && key.accepts(lower));
        let mut merged: Vec<(Type, Format)> = Vec::new();
        for (key, format) in self.0.iter().filter(|(key, _)| !is_overridden(key)) {
            let format = match higher.exact(key) {
                Some(other) => format.merge(other),
                None => format.clone(),
            };
            merged.push((key.clone(), format));
        }
        for (key, format) in &higher.0 {
            if !merged.iter().any(|(known, _)| known == key) {
                merged.push((key.clone(), format.clone()));
            }
        }
        Formats(sort(merged))
    }
}

/// Whether a type accepts the type of an array or hash; `None` if that depends on its contents.
fn accepts_container(key: &Type, value: &Value) -> Option<bool> {
    let (is_array, is_hash) = (matches!(value, Value::Array(_)), matches!(value, Value::Hash(_)));
    if !is_array && !is_hash {
        return None;
    }
    match key {
        Type::Any => Some(true),
        Type::Numeric
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Boolean(_)
        | Type::String(_)
        | Type::Binary
        | Type::Object(_) => Some(false),
        Type::Array(array) if !is_array || is_any_array(array) => Some(is_array),
        Type::Hash(hash) if !is_hash || is_any_hash(hash) => Some(is_hash),
        _ => None,
    }
}

fn is_any_array(array: &ArrayType) -> bool {
    matches!(array, ArrayType { element: Type::Any, size: None })
}

fn is_any_hash(hash: &HashType) -> bool {
    matches!(hash, HashType { key: Type::Any, value: Type::Any, size: None })
}

/// The type of a value, without parameters if it is an object.
fn type_for_format(value: &Value) -> Type {
    match infer_detailed(value) {
        Type::ObjectExtension(extension) => Type::Object(Arc::clone(&extension.base)),
        t => t,
    }
}

/// Parses a format given as a value.
fn given_format(value: &Value) -> Result<Format> {
    match value {
        Value::String(format) => Format::parse(format),
        Value::Undef => Err(not_valid("")),
        Value::Default => Err(not_valid("default")),
        _ => Err(Error::argument(format!(
            "no implicit conversion of {} into String",
            ruby::class_or_value(value)
        ))),
    }
}

fn container_format(options: &Hash) -> Result<Format> {
    const KEYS: [&str; 4] = ["separator", "separator2", "format", "string_formats"];
    if options.keys().any(|key| key.as_str().is_none_or(|key| !KEYS.contains(&key))) {
        let got = Value::from(options.clone());
        return Err(Error::argument(format!(
            "only 'separator', 'separator2', 'format', 'string_formats' are allowed in a container format, got {}",
            ruby::inspect(&got)
        )));
    }
    let option = |key| options.get_str(key).unwrap_or(&Value::Undef);
    let text = |key| option(key).as_str().map(Text::from);
    let mut format = given_format(option("format"))?;
    format.separator = text("separator");
    format.separator2 = text("separator2");
    format.contained = match option("string_formats") {
        Value::Undef => None,
        formats => Some(Formats::from_value(formats)?),
    };
    Ok(format)
}

/// Sorts specific types before general ones.
///
/// The order is not total, so the result depends on the algorithm. This is a top-down merge sort,
/// like that of the C library that the reference runs on.
fn sort(mut formats: Vec<(Type, Format)>) -> Vec<(Type, Format)> {
    if formats.len() < 2 {
        return formats;
    }
    let right = formats.split_off(formats.len() / 2);
    let mut left = sort(formats).into_iter().peekable();
    let mut right = sort(right).into_iter().peekable();
    let mut merged = Vec::new();
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let side = if compare(&a.0, &b.0).is_le() { &mut left } else { &mut right };
        merged.extend(side.next());
    }
    merged.extend(left);
    merged.extend(right);
    merged
}

fn compare(a: &Type, b: &Type) -> std::cmp::Ordering {
    if a == b {
        return std::cmp::Ordering::Equal;
    }
    match (b.accepts(a), a.accepts(b)) {
        (true, false) => std::cmp::Ordering::Less,
        (false, true) => std::cmp::Ordering::Greater,
        _ => match (rank(a), rank(b)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => a.display().cmp(&b.display()),
        },
    }
}

/// The specificity rank of types that do not accept each other.
fn rank(t: &Type) -> Option<u8> {
    match t {
        Type::Struct(_) => Some(1),
        Type::Hash(_) => Some(2),
        Type::Tuple(_) => Some(3),
        Type::Array(_) => Some(4),
        Type::Pattern(_) => Some(10),
        Type::Enum(_) => Some(11),
        Type::String(_) => Some(12),
        _ => None,
    }
}
