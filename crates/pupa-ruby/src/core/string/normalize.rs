//! `String`: `unicode_normalize` and `unicode_normalized?`.

use unicode_normalization::UnicodeNormalization;

use super::{own, own_mut};
use crate::core::class;
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("unicode_normalize", 0, 1, unicode_normalize),
    method("unicode_normalize!", 0, 1, unicode_normalize_bang),
    walking("unicode_normalized?", 0, 1, is_unicode_normalized),
];

/// A string in the normalization form of an argument; `None` for ASCII text, which is the same in
/// all forms.
fn normalized(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<RString>> {
    let encoding = m.string(id).encoding;
    if encoding == Encoding::UsAscii {
        return Ok(None);
    }
    let form = match args.opt(0) {
        None => "nfc".to_owned(),
        Some(form) => m.to_s_text(form)?,
    };
    if encoding != Encoding::Utf8 {
        let message = format!("Unicode Normalization not appropriate for {}", encoding.name());
        return Err(m.error(class::COMPATIBILITY_ERROR, message));
    }
    let normalize: fn(&str) -> String = match form.as_str() {
        "nfc" => |text: &str| text.nfc().collect(),
        "nfd" => |text: &str| text.nfd().collect(),
        "nfkc" => |text: &str| text.nfkc().collect(),
        "nfkd" => |text: &str| text.nfkd().collect(),
        _ => return Err(m.argument_error(format!("Invalid normalization form {form}."))),
    };
    if m.string(id).is_ascii() {
        return Ok(None);
    }
    // The compatibility form of a character has at most 18 characters.
    m.charge(m.string(id).len() * 18)?;
    match m.string(id).utf8() {
        Some(text) => Ok(Some(RString::from_text(normalize(text).into()))),
        None => Err(m.argument_error("invalid byte sequence in UTF-8")),
    }
}

fn unicode_normalize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let result = match normalized(m, id, args)? {
        Some(result) => result,
        None => super::index::plain_copy(m.string(id)),
    };
    Ok(Value::Str(m.add_string(result)))
}

fn unicode_normalize_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    if let Some(result) = normalized(m, id, args)? {
        let result = Value::Str(m.add_string(result));
        m.call(this, crate::Symbol::new("replace"), &[result])?;
    }
    Ok(this)
}

fn is_unicode_normalized(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let result = normalized(m, id, args)?;
    Ok(Value::Bool(result.is_none_or(|result| result.bytes() == m.string(id).bytes())))
}
