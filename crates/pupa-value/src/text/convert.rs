//! Conversion of values to strings by formats, as in `String(value, formats)`.
//!
//! Arrays and hashes are in [`super::container`].

use std::sync::OnceLock;

use super::container::{array, hash};
use super::format::{Format, Formats};
use super::sprintf::as_float;
use super::strip::strip;
use super::writer::Writer;
use super::{case, double_quote, length, quote, ruby, sprintf};
use crate::error::{Error, ErrorKind, Result};
use crate::infer::infer_detailed;
use crate::regexp::Regexp;
use crate::ruby::class_name;
use crate::types::Type;
use crate::value::Value;
use crate::value::binary::Binary;

/// Converts a value to a string. The formats are `default`, a format for the value itself, or a
/// hash of types to formats.
///
/// ```
/// use pupa_value::{text, Value};
/// let value = Value::array([1.into(), "a".into()]);
/// assert_eq!(text::convert(&value, &Value::Default)?, "[1, 'a']");
/// assert_eq!(text::convert(&value, &"%(a".into())?, "(1, 'a')");
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// If a format is invalid, or not applicable to the value.
pub fn convert(value: &Value, formats: &Value) -> Result<String> {
    match formats {
        Value::Default => format(value, default_formats()),
        Value::String(given) => {
            let given = Formats(vec![(format_key(value), Format::parse(given)?)]);
            format(value, &default_formats().merge(&given))
        }
        Value::Hash(_) => format(value, &default_formats().merge(&Formats::from_value(formats)?)),
        _ => Err(Error::argument(format!(
            "string conversion expects a Default value or a Hash of type to format mappings, got a '{}'",
            class_name(formats)
        ))),
    }
}

/// Converts a value to a string by merged formats.
///
/// # Errors
/// If a format is not applicable to the value.
pub fn format(value: &Value, formats: &Formats) -> Result<String> {
    length::check_value(value)?;
    convert_value(value, formats, Indentation::default())
}

/// The type key of a format for this value. Arrays and hashes of any content share a key.
fn format_key(value: &Value) -> Type {
    match value {
        Value::Array(_) => Type::any_array(),
        Value::Hash(_) => Type::any_hash(),
        _ => infer_detailed(value),
    }
}

/// The default formats.
pub fn default_formats() -> &'static Formats {
    static FORMATS: OnceLock<Formats> = OnceLock::new();
    FORMATS.get_or_init(|| {
        let formats = [
            (Type::any_object(), "%p"),
            (Type::FLOAT, "%f"),
            (Type::Numeric, "%d"),
            (Type::any_array(), "%a"),
            (Type::any_hash(), "%h"),
            (Type::Binary, "%B"),
            (Type::Any, "%s"),
        ];
        let mut formats = formats_of(formats);
        for (t, format) in &mut formats.0 {
            let separator2 = match t {
                Type::Array(_) => ", ",
                Type::Hash(_) => " => ",
                _ => continue,
            };
            format.separator = Some(", ".into());
            format.separator2 = Some(separator2.into());
            format.contained = Some(contained_formats().clone());
        }
        formats
    })
}

/// The default formats of the contents of a container.
pub(super) fn contained_formats() -> &'static Formats {
    static FORMATS: OnceLock<Formats> = OnceLock::new();
    FORMATS.get_or_init(|| formats_of([(Type::Any, "%p")]))
}

fn formats_of<const N: usize>(formats: [(Type, &str); N]) -> Formats {
    let parsed = formats.into_iter().filter_map(|(t, format)| {
        // All of these are valid.
        Format::parse(format).ok().map(|format| (t, format))
    });
    Formats(parsed.collect())
}

/// The position of a value in nested containers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indentation {
    pub(super) level: usize,
    pub(super) is_first: bool,
    pub(super) is_indenting: bool,
}

impl Default for Indentation {
    fn default() -> Indentation {
        Indentation { level: 0, is_first: true, is_indenting: false }
    }
}

impl Indentation {
    pub(super) fn breaks(self) -> bool {
        self.is_indenting && self.level > 0 && !self.is_first
    }

    pub(super) fn padding(self) -> String {
        "  ".repeat(self.level)
    }
}

/// Converts a value by the format that applies to its type.
pub(super) fn convert_value(
    value: &Value,
    formats: &Formats,
    indentation: Indentation,
) -> Result<String> {
    if indentation.level > Value::MAX_OUTPUT_DEPTH {
        return Err(Error::new(
            ErrorKind::Limit,
            "collections are nested too deeply to be converted to a string",
        ));
    }
    if !pupa_meter::charge(16) {
        return Err(super::length::too_long());
    }
    let fallback;
    let f = match formats.for_value(value) {
        Some(format) => format,
        None => {
            fallback = Format::parse("%s")?;
            &fallback
        }
    };
    match value {
        Value::Undef => undef(f),
        Value::Default => default(f),
        Value::Boolean(truth) => boolean(*truth, f),
        Value::Integer(_) | Value::BigInteger(_) => integer(value, f),
        Value::Float(number) => float(*number, f),
        Value::String(text) => string(text, f),
        Value::Regexp(regexp) => self::regexp(regexp, f),
        Value::Binary(binary) => self::binary(binary, f),
        Value::Type(t) => type_text(t, f),
        Value::Uri(_) => uri(value, f, indentation),
        Value::Object(_) | Value::Instance(_) => object(value, f, indentation),
        Value::Array(elements) => array(elements, f, formats, indentation),
        Value::Hash(entries) => hash(entries, f, formats, indentation),
        Value::Iterator(sequence) => {
            let elements = Value::array(sequence.elements());
            convert_value(&elements, formats, indentation)
        }
        Value::Foreign(object) => match f.letter {
            's' => Ok(object.text.to_string()),
            'p' => Ok(quote(&object.text)),
            'q' => Ok(object.inspect.to_string()),
            _ => Err(illegal(f, "Runtime", "spq")),
        },
        Value::Sensitive(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Closure(_) => sprintf(&f.original, std::slice::from_ref(value)),
    }
}

/// The error for a format letter that the type does not support.
pub(super) fn illegal(f: &Format, of: &str, expected: &str) -> Error {
    Error::argument(format!(
        "Illegal format '{}' specified for value of {of} type - expected one of the characters '{expected}'",
        f.letter
    ))
}

/// Formats a string with the width and precision of a format; its other flags are ignored.
fn in_field(f: &Format, text: &str) -> Result<String> {
    if !f.left && f.width.is_none() && f.precision.is_none() {
        return Ok(text.to_owned());
    }
    let mut format = "%".to_owned();
    if f.left {
        format.push('-');
    }
    format.push_str(f.width.as_deref().unwrap_or_default());
    if let Some(precision) = &f.precision {
        format.push('.');
        format.push_str(precision_digits(precision));
    }
    format.push('s');
    sprintf(&format, &[text.into()])
}

/// Removes leading zeros.
fn precision_digits(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}

/// Formats a string after replacing every occurrence of the letter in the format.
fn substitute(f: &Format, letter: char, text: &str) -> Result<String> {
    let format = f.original.replace(f.letter, letter.encode_utf8(&mut [0; 4]));
    sprintf(&format, &[text.into()])
}

fn undef(f: &Format) -> Result<String> {
    let pick = |plain, alternative| if f.alternative { alternative } else { plain };
    let text = match f.letter {
        'n' => pick("nil", "null"),
        'u' => pick("undef", "undefined"),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => "NaN",
        'v' => "n/a",
        'V' => "N/A",
        's' => pick("", "\"\""),
        'p' => pick("undef", "\"undef\""),
        _ => return Err(illegal(f, "Undef", "nudxXobBeEfgGaAvVsp")),
    };
    in_field(f, text)
}

fn default(f: &Format) -> Result<String> {
    let text = match (f.letter, f.alternative) {
        ('d' | 's' | 'p', false) => "default",
        ('d' | 's' | 'p', true) => "\"default\"",
        ('D', false) => "Default",
        ('D', true) => "\"Default\"",
        _ => return Err(illegal(f, "Default", "dDsp")),
    };
    in_field(f, text)
}

fn boolean(truth: bool, f: &Format) -> Result<String> {
    let pick = |yes, no| if truth { yes } else { no };
    let text = match f.letter {
        't' => pick("true", "false"),
        'T' => pick("True", "False"),
        'y' => pick("yes", "no"),
        'Y' => pick("Yes", "No"),
        's' | 'p' => return in_field(f, pick("true", "false")),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => return integer(&Value::Integer(i64::from(truth)), f),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            return float(if truth { 1.0 } else { 0.0 }, f);
        }
        _ => return Err(illegal(f, "Boolean", "tTyYdxXobBeEfgGaAsp")),
    };
    in_field(f, if f.alternative { &text[..1] } else { text })
}

fn integer(value: &Value, f: &Format) -> Result<String> {
    let args = std::slice::from_ref(value);
    match f.letter {
        'd' | 'p' | 's' if f.original.len() == 2 => Ok(ruby::inspect(value).into_owned()),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'p' => sprintf(&f.original, args),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            sprintf(&f.original, &[Value::Float(as_float(value)?)])
        }
        'c' => {
            let character = character(value)?;
            let text = if f.alternative { format!("\"{character}\"") } else { character };
            substitute(f, 's', &text)
        }
        's' => substitute(f, if f.alternative { 'p' } else { 's' }, &ruby::inspect(value)),
        _ => Err(illegal(f, "Integer", "dxXobBeEfgGaAspc")),
    }
}

/// The character of a code point.
fn character(value: &Value) -> Result<String> {
    let Value::Integer(number) = value else {
        return Err(Error::argument("bignum too big to convert into `long'"));
    };
    // Surrogates cannot be in a string, though Ruby tries to convert some.
    u32::try_from(*number)
        .ok()
        .and_then(char::from_u32)
        .map(String::from)
        .ok_or_else(|| Error::argument("pack(U): value out of range"))
}

fn float(number: f64, f: &Format) -> Result<String> {
    let value = Value::Float(number);
    match f.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' | 'p' => {
            sprintf(&f.original, &[value])
        }
        's' => {
            let text = ruby::inspect(&value);
            let text = if f.alternative { format!("\"{text}\"").into() } else { text };
            sprintf(&f.original, &[text.into_owned().into()])
        }
        _ => Err(illegal(f, "Float", "dxXobBeEfgGaAsp")),
    }
}

fn string(text: &str, f: &Format) -> Result<String> {
    let changed = match f.letter {
        's' if f.original.len() == 2 => return Ok(text.to_owned()),
        's' => return substitute(f, 's', text),
        'p' if f.alternative => return in_field(f, &double_quote(text)),
        'p' => return in_field(f, &quote(text)),
        'c' => case::capitalize(text),
        'C' => case::capitalize_each(text),
        'u' => case::upcase(text),
        'd' => case::downcase(text),
        't' => strip(text).to_owned(),
        _ => return Err(illegal(f, "String", "cCudspt")),
    };
    if f.alternative { in_field(f, &quote(&changed)) } else { substitute(f, 's', &changed) }
}

fn regexp(regexp: &Regexp, f: &Format) -> Result<String> {
    match f.letter {
        'p' => substitute(f, 's', &regexp.with_delimiters()),
        's' if f.alternative => substitute(f, 's', &quote(&regexp.pattern())),
        's' => substitute(f, 's', &regexp.pattern()),
        _ => Err(illegal(f, "Regexp", "sp")),
    }
}

fn binary(binary: &Binary, f: &Format) -> Result<String> {
    let letter = if f.alternative { 'p' } else { 's' };
    match f.letter {
        's' if f.alternative => {
            // The letter `p` for bytes; formatted here because bytes cannot be an argument of
            // `sprintf`.
            substitute(f, 's', &ruby::inspect_bytes(binary.bytes()))
        }
        's' => substitute(f, 's', bytes_as_text(binary.bytes())?),
        // Width and precision apply to the content.
        'p' => Ok(format!("Binary(\"{}\")", substitute(f, 's', &binary.to_string())?)),
        'b' => substitute(f, letter, &binary.to_base64_relaxed()),
        'B' => substitute(f, letter, &binary.to_string()),
        'u' => substitute(f, letter, &binary.to_base64_urlsafe()),
        't' => substitute(f, letter, "Binary"),
        'T' => substitute(f, letter, "BINARY"),
        _ => Err(illegal(f, "Binary", "bButTsp")),
    }
}

fn bytes_as_text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|_| {
        let first = bytes.iter().find(|byte| !byte.is_ascii()).copied().unwrap_or_default();
        Error::argument(format!("\"\\x{first:02X}\" from ASCII-8BIT to UTF-8"))
    })
}

fn type_text(t: &Type, f: &Format) -> Result<String> {
    match f.letter {
        's' if f.alternative => substitute(f, 's', &format!("\"{}\"", t.display())),
        's' | 'p' => substitute(f, 's', &t.display()),
        _ => Err(illegal(f, "Type", "sp")),
    }
}

/// Creates a writer with the indentation of the current position.
fn writer_at(f: &Format, indentation: Indentation) -> Writer {
    if f.alternative || indentation.is_indenting {
        Writer::default().indented(indentation.level)
    } else {
        Writer::default()
    }
}

fn uri(value: &Value, f: &Format, indentation: Indentation) -> Result<String> {
    match f.letter {
        'p' => Ok(writer_at(f, indentation).value_text(value)),
        's' if f.alternative => substitute(f, 's', &quote(&ruby::to_s(value))),
        's' => substitute(f, 's', &ruby::to_s(value)),
        _ => Err(illegal(f, "URI", "sp")),
    }
}

fn object(value: &Value, f: &Format, indentation: Indentation) -> Result<String> {
    match f.letter {
        'p' => Ok(writer_at(f, indentation).value_text(value)),
        's' | 'q' => Ok(Writer::default().value_text(value)),
        _ => Err(illegal(f, "Object", "spq")),
    }
}
