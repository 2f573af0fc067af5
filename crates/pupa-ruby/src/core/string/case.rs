//! `String`: upper and lower case, and comparison without regard to case.

use std::cmp::Ordering;

use super::chars;
use super::{change, own, own_mut};
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("upcase", 0, -1, upcase),
    walking("upcase!", 0, -1, upcase_bang),
    method("downcase", 0, -1, downcase),
    walking("downcase!", 0, -1, downcase_bang),
    method("capitalize", 0, -1, capitalize),
    walking("capitalize!", 0, -1, capitalize_bang),
    method("swapcase", 0, -1, swapcase),
    walking("swapcase!", 0, -1, swapcase_bang),
];

/// The conversion that a method performs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Up,
    Down,
    Capital,
    Swap,
}

/// The options of a conversion.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    ascii: bool,
    turkic: bool,
    fold: bool,
}

/// The options in the arguments.
pub(crate) fn options(m: &mut Machine<'_>, args: &[Value], change: Change) -> Flow<Options> {
    let mut options = Options::default();
    let name = |value: &Value| match value {
        Value::Sym(symbol) => symbol.as_str(),
        _ => "",
    };
    match args.iter().map(name).collect::<Vec<_>>().as_slice() {
        [] => {}
        ["turkic" | "lithuanian", ""] => return Err(m.argument_error("invalid second option")),
        [_, _, _, ..] | ["ascii" | "fold" | "", _] => {
            return Err(m.argument_error("too many options"));
        }
        ["ascii"] => options.ascii = true,
        ["fold"] if change == Change::Down => options.fold = true,
        ["fold"] => {
            return Err(m.argument_error("option :fold only allowed for downcasing"));
        }
        ["turkic"] | ["turkic", "lithuanian"] | ["lithuanian", "turkic"] => options.turkic = true,
        ["lithuanian"] => {}
        ["turkic" | "lithuanian", _] => return Err(m.argument_error("invalid second option")),
        _ => return Err(m.argument_error("invalid option")),
    }
    Ok(options)
}

/// A string in another case.
pub(crate) fn changed(string: &RString, change: Change, options: Options) -> RString {
    if let chars::Layout::Wide(_) = chars::layout(string) {
        return changed_wide(string, change, options);
    }
    let text = string.utf8().filter(|_| string.encoding == Encoding::Utf8);
    let mut new = match text {
        Some(text) if !options.ascii && (options.turkic || !text.is_ascii()) => {
            RString::from_text(unicode(text, change, options).into())
        }
        Some(text) => {
            let text = match change {
                Change::Up => text.to_ascii_uppercase(),
                Change::Down => text.to_ascii_lowercase(),
                _ => String::from_utf8(ascii(text.as_bytes(), change)).unwrap_or_default(),
            };
            RString::from_text(text.into())
        }
        None if string.encoding == Encoding::Latin1 && !options.ascii => {
            RString::from_bytes(latin(string.bytes(), change), string.encoding)
        }
        None => RString::from_bytes(ascii(string.bytes(), change), string.encoding),
    };
    new.encoding = string.encoding;
    new
}

/// Converts UTF-16 by way of UTF-8.
fn changed_wide(string: &RString, change: Change, options: Options) -> RString {
    let text = super::encode::decoded(string);
    let new = match options.ascii {
        true => String::from_utf8(ascii(text.as_bytes(), change)).unwrap_or(text),
        false => unicode(&text, change, options),
    };
    let mut bytes = Vec::with_capacity(string.len());
    for letter in new.chars() {
        chars::push_code(&mut bytes, u32::from(letter), string.encoding);
    }
    RString::from_bytes(bytes, string.encoding)
}

fn ascii(bytes: &[u8], change: Change) -> Vec<u8> {
    let one = |(index, byte): (usize, &u8)| match change {
        Change::Up => byte.to_ascii_uppercase(),
        Change::Down => byte.to_ascii_lowercase(),
        Change::Capital if index == 0 => byte.to_ascii_uppercase(),
        Change::Capital => byte.to_ascii_lowercase(),
        Change::Swap if byte.is_ascii_lowercase() => byte.to_ascii_uppercase(),
        Change::Swap => byte.to_ascii_lowercase(),
    };
    bytes.iter().enumerate().map(one).collect()
}

/// Converts ISO-8859-1, which has both cases of most of its letters.
fn latin(bytes: &[u8], change: Change) -> Vec<u8> {
    let up = |byte: u8| match byte {
        0xe0..=0xf6 | 0xf8..=0xfe => byte - 0x20,
        _ => byte.to_ascii_uppercase(),
    };
    let down = |byte: u8| match byte {
        0xc0..=0xd6 | 0xd8..=0xde => byte + 0x20,
        _ => byte.to_ascii_lowercase(),
    };
    let one = |(index, &byte): (usize, &u8)| match change {
        Change::Up => up(byte),
        Change::Down => down(byte),
        Change::Capital if index == 0 => up(byte),
        Change::Capital => down(byte),
        Change::Swap if up(byte) == byte => down(byte),
        Change::Swap => up(byte),
    };
    bytes.iter().enumerate().map(one).collect()
}

/// Raises an error for an invalid string, whose letters are unknown.
fn check_valid(m: &mut Machine<'_>, id: StrId, change: Change, options: Options) -> Flow<()> {
    let string = m.string(id);
    let is_bytewise = options.ascii && matches!(change, Change::Up | Change::Down);
    if string.encoding == Encoding::Utf8 && !is_bytewise && string.utf8().is_none() {
        return Err(m.argument_error("input string invalid"));
    }
    Ok(())
}

fn unicode(text: &str, change: Change, options: Options) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, letter) in text.chars().enumerate() {
        match change {
            Change::Up => up(&mut out, letter, options),
            Change::Down => down(&mut out, letter, options),
            Change::Capital if index == 0 => title(&mut out, letter, options),
            Change::Capital => down(&mut out, letter, options),
            Change::Swap => swap(&mut out, letter, options),
        }
    }
    out
}

fn up(out: &mut String, letter: char, options: Options) {
    match letter {
        'i' if options.turkic => out.push('İ'),
        _ => out.extend(letter.to_uppercase()),
    }
}

fn down(out: &mut String, letter: char, options: Options) {
    match letter {
        'I' if options.turkic => out.push('ı'),
        'İ' if options.turkic => out.push('i'),
        _ if options.fold => out.push_str(&fold(letter)),
        _ => out.extend(letter.to_lowercase()),
    }
}

fn title(out: &mut String, letter: char, options: Options) {
    match letter {
        'i' if options.turkic => out.push('İ'),
        _ => out.push_str(&pupa_value::text::capitalize(letter.encode_utf8(&mut [0; 4]))),
    }
}

fn swap(out: &mut String, letter: char, options: Options) {
    match letter {
        // Title case letters: a capital and a small letter in one character.
        'ǅ' => out.push_str("dŽ"),
        'ǈ' => out.push_str("lJ"),
        'ǋ' => out.push_str("nJ"),
        'ǲ' => out.push_str("dZ"),
        'ᾈ'..='ᾏ' | 'ᾘ'..='ᾟ' | 'ᾨ'..='ᾯ' | 'ᾼ' | 'ῌ' | 'ῼ' => {
            let mut upper = letter.to_uppercase();
            out.extend(upper.next().into_iter().flat_map(char::to_lowercase));
            out.extend(upper);
        }
        _ if letter.is_uppercase() => down(out, letter, options),
        _ if letter.to_uppercase().eq([letter]) => down(out, letter, options),
        _ => up(out, letter, options),
    }
}

/// The case folding of a character, for comparison without regard to case.
pub(crate) fn fold(letter: char) -> String {
    match letter {
        'ẞ' | 'ß' => return "ss".to_owned(),
        'ς' => return "σ".to_owned(),
        'ſ' => return "s".to_owned(),
        'ı' => return "ı".to_owned(),
        '\u{345}' | '\u{1fbe}' => return "ι".to_owned(),
        '\u{13a0}'..='\u{13f5}' => return letter.to_string(),
        '\u{ab70}'..='\u{abbf}' | '\u{13f8}'..='\u{13fd}' => {
            return letter.to_uppercase().collect();
        }
        _ => {}
    }
    let upper: String = letter.to_uppercase().collect();
    if upper.chars().count() > 1 {
        return upper.chars().flat_map(char::to_lowercase).collect();
    }
    // Most letters fold to the lower case of their upper case.
    upper.chars().flat_map(char::to_lowercase).collect()
}

fn plain(m: &mut Machine<'_>, this: Value, args: Args<'_>, change: Change) -> Flow {
    let options = options(m, args.list, change)?;
    let id = own(m, this)?;
    check_valid(m, id, change, options)?;
    let new = changed(m.string(id), change, options);
    m.charge(new.len())?;
    Ok(Value::Str(m.add_string(new)))
}

fn bang(m: &mut Machine<'_>, this: Value, args: Args<'_>, kind: Change) -> Flow {
    let options = options(m, args.list, kind)?;
    let id = own_mut(m, this)?;
    check_valid(m, id, kind, options)?;
    let new = changed(m.string(id), kind, options);
    let is_changed = new.bytes() != m.string(id).bytes();
    change(m, this, is_changed.then_some(new))
}

fn upcase(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    plain(m, this, args, Change::Up)
}

fn upcase_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    bang(m, this, args, Change::Up)
}

fn downcase(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    plain(m, this, args, Change::Down)
}

fn downcase_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    bang(m, this, args, Change::Down)
}

fn capitalize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    plain(m, this, args, Change::Capital)
}

fn capitalize_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    bang(m, this, args, Change::Capital)
}

fn swapcase(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    plain(m, this, args, Change::Swap)
}

fn swapcase_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    bang(m, this, args, Change::Swap)
}

/// The order of two strings without regard to the case of ASCII letters; `None` if their encodings
/// are not compatible.
pub(crate) fn order_ignoring_case(a: &RString, b: &RString) -> Option<Ordering> {
    chars::compatible(a, b)?;
    let lower = |byte: &u8| byte.to_ascii_lowercase();
    Some(a.bytes().iter().map(lower).cmp(b.bytes().iter().map(lower)))
}

/// Whether two strings are equal without regard to case; `None` if their encodings are not
/// compatible.
pub(crate) fn equal_ignoring_case(a: &RString, b: &RString) -> Option<bool> {
    chars::compatible(a, b)?;
    if let (Some(a), Some(b)) = (a.text(), b.text()) {
        if a.is_ascii() && b.is_ascii() {
            return Some(a.eq_ignore_ascii_case(b));
        }
        return Some(
            a.chars().map(fold).collect::<String>() == b.chars().map(fold).collect::<String>(),
        );
    }
    Some(a.bytes().eq_ignore_ascii_case(b.bytes()))
}

/// `casecmp`
pub(super) fn casecmp(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let Some(other) = m.try_str(args[0])? else { return Ok(Value::Nil) };
    let ordering = order_ignoring_case(m.string(id), m.string(other));
    Ok(ordering.map_or(Value::Nil, |ordering| Value::Int(ordering as i64)))
}

/// `casecmp?`
pub(super) fn casecmp_p(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let Some(other) = m.try_str(args[0])? else { return Ok(Value::Nil) };
    if chars::compatible(m.string(id), m.string(other)).is_none() {
        return Ok(Value::Nil);
    }
    for string in [id, other] {
        let string = m.string(string);
        if !string.is_valid() {
            return Err(m.argument_error("input string invalid"));
        }
    }
    let equal = equal_ignoring_case(m.string(id), m.string(other));
    Ok(equal.map_or(Value::Nil, Value::Bool))
}
