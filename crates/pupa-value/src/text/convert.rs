//! Values as text, under the control of formats.
//!
//! This is what `String(value, formats)` of the language does. Containers are in
//! [`super::container`].

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

/// Converts a value to text. The formats are `default`, a format for the value itself, or a hash
/// of types to formats.
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
/// Formats that can't be used, for the value or at all.
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

/// Converts a value to text by formats that have been merged already.
///
/// # Errors
/// Formats that can't be used for the value.
pub fn format(value: &Value, formats: &Formats) -> Result<String> {
    length::check_value(value)?;
    convert_value(value, formats, Indentation::default())
}

/// The type under which a format for a value is kept: one for arrays and one for hashes, whatever
/// is in them.
fn format_key(value: &Value) -> Type {
    match value {
        Value::Array(_) => Type::any_array(),
        Value::Hash(_) => Type::any_hash(),
        _ => infer_detailed(value),
    }
}

/// The formats that hold when none are given.
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
        let mut formats = known_formats(formats);
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

/// The formats of what is in a container.
pub(super) fn contained_formats() -> &'static Formats {
    static FORMATS: OnceLock<Formats> = OnceLock::new();
    FORMATS.get_or_init(|| known_formats([(Type::Any, "%p")]))
}

fn known_formats<const N: usize>(formats: [(Type, &str); N]) -> Formats {
    let parsed = formats.into_iter().filter_map(|(t, format)| {
        // These are all good.
        Format::parse(format).ok().map(|format| (t, format))
    });
    Formats(parsed.collect())
}

/// Where in nested containers a value stands.
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

/// Converts a value by the formats that apply where it stands.
pub(super) fn convert_value(
    value: &Value,
    formats: &Formats,
    indentation: Indentation,
) -> Result<String> {
    if indentation.level > Value::MAX_OUTPUT_DEPTH {
        return Err(Error::new(ErrorKind::Limit, "containers are nested too deep to be shown"));
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

/// The error about a letter that a type knows nothing of.
pub(super) fn illegal(f: &Format, of: &str, expected: &str) -> Error {
    Error::argument(format!(
        "Illegal format '{}' specified for value of {of} type - expected one of the characters '{expected}'",
        f.letter
    ))
}

/// Text in the width and precision of a format; other flags don't count.
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

/// Zeros at the beginning mean nothing.
fn precision_digits(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}

/// Text by a format whose letter is replaced wherever it stands.
fn substituted(f: &Format, letter: char, text: &str) -> Result<String> {
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
            substituted(f, 's', &text)
        }
        's' => substituted(f, if f.alternative { 'p' } else { 's' }, &ruby::inspect(value)),
        _ => Err(illegal(f, "Integer", "dxXobBeEfgGaAspc")),
    }
}

/// The character of a number.
fn character(value: &Value) -> Result<String> {
    let Value::Integer(number) = value else {
        return Err(Error::argument("bignum too big to convert into `long'"));
    };
    // Numbers that are no characters can't be in a text, though Ruby would try with some.
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
        's' => return substituted(f, 's', text),
        'p' if f.alternative => return in_field(f, &double_quote(text)),
        'p' => return in_field(f, &quote(text)),
        'c' => case::capitalize(text),
        'C' => case::capitalize_each(text),
        'u' => case::upcase(text),
        'd' => case::downcase(text),
        't' => strip(text).to_owned(),
        _ => return Err(illegal(f, "String", "cCudspt")),
    };
    if f.alternative { in_field(f, &quote(&changed)) } else { substituted(f, 's', &changed) }
}

fn regexp(regexp: &Regexp, f: &Format) -> Result<String> {
    match f.letter {
        'p' => substituted(f, 's', &regexp.with_delimiters()),
        's' if f.alternative => substituted(f, 's', &quote(&regexp.pattern())),
        's' => substituted(f, 's', &regexp.pattern()),
        _ => Err(illegal(f, "Regexp", "sp")),
    }
}

fn binary(binary: &Binary, f: &Format) -> Result<String> {
    let letter = if f.alternative { 'p' } else { 's' };
    match f.letter {
        's' if f.alternative => {
            // The letter `p` on bytes; the text is made here, since bytes are no argument.
            substituted(f, 's', &ruby::inspect_bytes(binary.bytes()))
        }
        's' => substituted(f, 's', bytes_as_text(binary.bytes())?),
        // Width and precision are those of the content.
        'p' => Ok(format!("Binary(\"{}\")", substituted(f, 's', &binary.to_string())?)),
        'b' => substituted(f, letter, &binary.to_base64_relaxed()),
        'B' => substituted(f, letter, &binary.to_string()),
        'u' => substituted(f, letter, &binary.to_base64_urlsafe()),
        't' => substituted(f, letter, "Binary"),
        'T' => substituted(f, letter, "BINARY"),
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
        's' if f.alternative => substituted(f, 's', &format!("\"{}\"", t.shown())),
        's' | 'p' => substituted(f, 's', &t.shown()),
        _ => Err(illegal(f, "Type", "sp")),
    }
}

/// A writer that goes on where the text stands.
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
        's' if f.alternative => substituted(f, 's', &quote(&ruby::to_s(value))),
        's' => substituted(f, 's', &ruby::to_s(value)),
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
