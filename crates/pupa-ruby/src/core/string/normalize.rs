//! Unicode normalization, of which only the forms of ASCII are known.

use super::{own, own_mut};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method};
use crate::value::{StrId, Value};

/// The methods of this file.
pub(super) const METHODS: &[Method] = &[
    method("unicode_normalize", 0, 1, unicode_normalize),
    method("unicode_normalize!", 0, 1, unicode_normalize_bang),
    method("unicode_normalized?", 0, 1, is_unicode_normalized),
];

fn check(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<()> {
    if let Some(form) = args.opt(0) {
        let name = match form {
            Value::Sym(symbol) => symbol.as_str(),
            _ => "",
        };
        if !["nfc", "nfd", "nfkc", "nfkd"].contains(&name) {
            let text = m.to_s_text(form)?;
            return Err(m.argument_error(format!("Invalid normalization form {text}.")));
        }
    }
    if !m.string(id).is_ascii() {
        return Err(m.not_implemented("Unicode normalization"));
    }
    Ok(())
}

fn unicode_normalize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    check(m, id, args)?;
    let copy = super::index::plain_copy(m.string(id));
    Ok(Value::Str(m.add_string(copy)))
}

fn unicode_normalize_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    check(m, id, args)?;
    Ok(this)
}

fn is_unicode_normalized(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    check(m, id, args)?;
    Ok(Value::TRUE)
}
