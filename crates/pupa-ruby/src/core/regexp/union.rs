//! `Regexp.union`: one pattern from several, with checks of their encodings.

use pupa_value::regexp::{Regexp, RegexpOptions, escape};

use super::{operand, option_bits, own_encoding, source_text};
use crate::heap::Encoding;
use crate::machine::{Flow, Jump, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{RegexpId, StrId, Value};

pub(super) fn union(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let list = match args.list {
        [one] => match m.try_ary(*one)? {
            Some(array) => m.array(array).to_vec(),
            None => vec![*one],
        },
        several => several.to_vec(),
    };
    if let [one] = list[..] {
        if let Value::Regexp(_) = one {
            return Ok(one);
        }
        let converted = m.try_call(one, Symbol::new("to_regexp"), &[])?;
        if let Some(regexp @ Value::Regexp(_)) = converted {
            return Ok(regexp);
        }
    }
    let is_single = list.len() == 1;
    let (mut source, mut encodings) = (String::new(), UnionEncodings::default());
    for (index, &part) in list.iter().enumerate() {
        if index > 0 {
            source.push('|');
        }
        match part {
            Value::Regexp(id) => {
                encodings.add_regexp(m, id)?;
                source.push_str(&m.regexp(id)?.to_string());
            }
            _ => {
                let string = if is_single { operand(m, part)? } else { m.to_str(part)? };
                encodings.add_string(m, string)?;
                let (text, _) = source_text(m, string);
                source.push_str(&escape(&text));
            }
        }
    }
    if list.is_empty() {
        source.push_str("(?!)");
    }
    let regexp = m.compile_regexp(&source, RegexpOptions::default())?;
    let regexp = m.new_regexp(regexp);
    if let Value::Regexp(id) = regexp {
        m.core.heap.regexps[id].encoding = encodings.result(source.is_ascii());
    }
    Ok(regexp)
}

/// The encodings of the parts.
#[derive(Default)]
struct UnionEncodings {
    /// An encoding that is not compatible with ASCII.
    wide: Option<Encoding>,
    /// An encoding that a part fixes.
    fixed: Option<Encoding>,
    has_ascii: bool,
}

impl UnionEncodings {
    fn add_regexp(&mut self, m: &mut Machine<'_>, id: RegexpId) -> Flow<()> {
        let encoding = own_encoding(m, id)?;
        let is_fixed = option_bits(m, Value::Regexp(id))? & i64::from(Regexp::FIXEDENCODING) != 0;
        self.add(m, encoding, !is_fixed)
    }

    fn add_string(&mut self, m: &mut Machine<'_>, string: StrId) -> Flow<()> {
        let (encoding, is_ascii) = (m.string(string).encoding, m.string(string).is_ascii());
        self.add(m, encoding, is_ascii)
    }

    fn add(&mut self, m: &mut Machine<'_>, encoding: Encoding, is_ascii: bool) -> Flow<()> {
        let is_wide = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
        if is_ascii && !is_wide {
            self.has_ascii = true;
        } else {
            let known = if is_wide { &mut self.wide } else { &mut self.fixed };
            let first = *known.get_or_insert(encoding);
            if first != encoding {
                return Err(conflict(m, first, encoding));
            }
        }
        match (self.wide, self.fixed) {
            (Some(wide), _) if self.has_ascii => {
                let message = format!("ASCII incompatible encoding: {}", wide.name());
                Err(m.argument_error(message))
            }
            (Some(wide), Some(fixed)) => Err(conflict(m, wide, fixed)),
            _ => Ok(()),
        }
    }

    /// The encoding of the union, if it is not that of its text. Plain ASCII does not fix one.
    fn result(&self, is_ascii: bool) -> Option<Encoding> {
        self.wide.or(self.fixed.filter(|_| !is_ascii))
    }
}

fn conflict(m: &mut Machine<'_>, a: Encoding, b: Encoding) -> Jump {
    m.argument_error(format!("incompatible encodings: {} and {}", a.name(), b.name()))
}
