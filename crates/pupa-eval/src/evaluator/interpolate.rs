//! Values in strings: `"${x}"`.

use pupa_syntax::Edition;
use pupa_value::Value;
use pupa_value::text::ruby::to_s;
use pupa_value::value::Text;

use super::Evaluator;
use crate::program::node::{Node, Op};
use crate::stop::Outcome;

impl Evaluator<'_> {
    pub(super) fn concat(&mut self, parts: &[Node]) -> Outcome {
        if self.ruby_state.has_binary_texts() {
            return self.ruby().concat_encoded(parts);
        }
        let edition = self.run.settings.edition;
        let mut tail = std::mem::take(&mut self.run.scratch);
        tail.clear();
        let mut head = None;
        for (index, part) in parts.iter().enumerate() {
            match &part.op {
                Op::Constant(Value::String(constant)) => tail.push_str(constant),
                _ => match self.eval(part)? {
                    // A string without other owners grows in place, so that strings can be built
                    // piece by piece.
                    Value::String(text) if index == 0 && text.len() > SHORT && text.is_unique() => {
                        head = Some(text);
                    }
                    value => {
                        let value = self.object_state.as_it_is_now(value);
                        push_text(&mut tail, &value, edition, self.run.settings.limits.text);
                        self.run.check_text(tail.len())?;
                    }
                },
            }
        }
        let text = match head {
            Some(mut text) => {
                self.run.check_text(text.len() + tail.len())?;
                text.append(&tail);
                text
            }
            None => {
                self.run.check_text(tail.len())?;
                self.run.charge(tail.len() / 16)?;
                Text::from(tail.as_str())
            }
        };
        self.run.scratch = tail;
        Ok(Value::String(text))
    }
}

/// Shorter strings are not worth charging.
const LONG: usize = 512;

/// Texts up to this size are copied as quickly as they grow.
const SHORT: usize = 64;

/// The text of a value in an interpolated string. It is cut off shortly after `max` bytes, since
/// parts of a collection may be shared, so that a small collection can have an enormous text.
pub(crate) fn interpolated(value: &Value, edition: Edition, max: usize) -> String {
    let mut text = String::new();
    push_text(&mut text, value, edition, max);
    text
}

fn push_text(out: &mut String, value: &Value, edition: Edition, max: usize) {
    match value {
        _ if !pupa_meter::visit() => {}
        Value::Array(_) | Value::Hash(_) if out.len() > max => {}
        Value::String(text) => {
            if text.len() < LONG || pupa_meter::charge_memory(text.len()) {
                out.push_str(text);
            }
        }
        Value::Integer(number) => push_integer(out, *number),
        Value::Undef => {}
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_text(out, element, edition, max);
                if out.len() > max {
                    return;
                }
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_text(out, key, edition, max);
                out.push_str(" => ");
                push_text(out, value, edition, max);
                if out.len() > max {
                    return;
                }
            }
            out.push('}');
        }
        Value::Regexp(regexp) if edition.interpolates_regexps_as_patterns() => {
            out.push_str(&regexp.to_string());
        }
        Value::Regexp(regexp) => out.push_str(&regexp.with_delimiters()),
        other => out.push_str(&to_s(other)),
    }
}

/// Appends the digits of a number; much faster than formatting it.
fn push_integer(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        // A digit always fits.
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|digit| char::from(*digit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_as_rust_writes_them() {
        for number in [0, 7, -7, 10, 1_234_567_890, i64::MAX, i64::MIN] {
            assert_eq!(
                interpolated(&Value::Integer(number), Edition::Puppet8, 100),
                number.to_string()
            );
        }
    }
}
