//! YAML to data, as far as facts and values for templates need it: collections, anchors, and
//! scalars as Ruby reads the usual ones. What looks like a date stays a string.

use std::collections::HashMap;

use libyaml_safer::{Event, EventData, Parser, ScalarStyle};
use pupa_value::Value;
use pupa_value::value::Hash;

/// How deep collections may be nested.
const MAX_DEPTH: usize = 100;

/// Reads the first document.
pub fn parse(text: &str) -> Result<Value, String> {
    // The scanner does not expect a text to end in the middle of an escape.
    let text = if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    let mut bytes = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut bytes);
    let mut reader = Reader { parser, anchors: HashMap::new() };
    loop {
        match reader.next()?.data {
            EventData::StreamEnd => return Ok(Value::Undef),
            EventData::StreamStart { .. } | EventData::DocumentStart { .. } => {}
            first => return reader.value(first, 0),
        }
    }
}

struct Reader<'a> {
    parser: Parser<&'a mut &'a [u8]>,
    anchors: HashMap<String, Value>,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Event, String> {
        self.parser.parse().map_err(|error| {
            let problem = error.problem();
            match error.problem_mark() {
                Some(mark) => {
                    format!("{problem} (line: {}, column: {})", mark.line + 1, mark.column + 1)
                }
                None => problem.to_owned(),
            }
        })
    }

    fn value(&mut self, event: EventData, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err(format!("nesting of {depth} is too deep"));
        }
        let (anchor, value) = match event {
            EventData::Alias { anchor } => {
                let known = self.anchors.get(&anchor).cloned();
                return known.ok_or_else(|| format!("Unknown alias: {anchor}"));
            }
            EventData::Scalar { anchor, tag, value, style, .. } => {
                let is_plain = style == ScalarStyle::Plain && tag.is_none();
                (anchor, if is_plain { scalar(&value) } else { Value::from(value) })
            }
            EventData::SequenceStart { anchor, .. } => (anchor, self.sequence(depth)?),
            EventData::MappingStart { anchor, .. } => (anchor, self.mapping(depth)?),
            EventData::StreamStart { .. }
            | EventData::StreamEnd
            | EventData::DocumentStart { .. }
            | EventData::DocumentEnd { .. }
            | EventData::SequenceEnd
            | EventData::MappingEnd => return Ok(Value::Undef),
        };
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, value.clone());
        }
        Ok(value)
    }

    fn sequence(&mut self, depth: usize) -> Result<Value, String> {
        let mut elements = Vec::new();
        loop {
            match self.next()?.data {
                EventData::SequenceEnd => return Ok(Value::array(elements)),
                event => elements.push(self.value(event, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Value, String> {
        let mut hash = Hash::new();
        loop {
            let key = match self.next()?.data {
                EventData::MappingEnd => return Ok(Value::Hash(hash.into())),
                event => self.value(event, depth + 1)?,
            };
            let event = self.next()?.data;
            let value = self.value(event, depth + 1)?;
            match (key.as_str(), &value) {
                (Some("<<"), Value::Hash(merged)) => {
                    for (key, value) in merged.iter() {
                        hash.insert(key.clone(), value.clone());
                    }
                }
                _ => {
                    hash.insert(key, value);
                }
            }
        }
    }
}

/// A plain scalar.
fn scalar(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Undef,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => {
            Value::Boolean(true)
        }
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => {
            Value::Boolean(false)
        }
        ".inf" | ".Inf" | ".INF" => Value::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Value::Float(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => Value::Float(f64::NAN),
        _ => number(text).unwrap_or_else(|| Value::from(text)),
    }
}

fn number(text: &str) -> Option<Value> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("", &text[1..]),
        _ => ("", text),
    };
    let plain = digits.replace(['_', ','], "");
    if !plain.starts_with(|c: char| c.is_ascii_digit()) && !plain.starts_with('.') {
        return None;
    }
    let radix = |prefix: &str, radix| {
        let digits = plain.strip_prefix(prefix).filter(|digits| !digits.is_empty())?;
        i64::from_str_radix(&format!("{sign}{digits}"), radix).ok()
    };
    let integer = radix("0x", 16).or_else(|| radix("0b", 2)).or_else(|| radix("0o", 8));
    let integer =
        integer.or_else(|| radix("0", 8)).or_else(|| format!("{sign}{plain}").parse().ok());
    if let Some(integer) = integer {
        return Some(Value::Integer(integer));
    }
    let is_float = plain.contains('.') && plain.bytes().any(|byte| byte.is_ascii_digit());
    let float: f64 = format!("{sign}{plain}").parse().ok()?;
    is_float.then_some(Value::Float(float))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_value::text::literal;

    fn read(text: &str) -> String {
        parse(text).map_or_else(|error| format!("error: {error}"), |value| literal(&value))
    }

    #[test]
    fn collections_and_scalars() {
        assert_eq!(
            read("---\na: 1\nb: [x, 'y', \"2\", 2.5, yes, ~]\nc:\n  d: 0x1f\n"),
            "{'a' => 1, 'b' => ['x', 'y', '2', 2.5, true, undef], 'c' => {'d' => 31}}"
        );
        assert_eq!(
            read("- 017\n- 1_000\n- -5\n- 1.2.3\n- 2024-01-02\n- .5\n"),
            "[15, 1000, -5, '1.2.3', '2024-01-02', 0.5]"
        );
        assert_eq!(read(""), "undef");
    }

    #[test]
    fn anchors_and_merges() {
        assert_eq!(
            read("base: &b {x: 1}\nother:\n  <<: *b\n  y: 2\n"),
            "{'base' => {'x' => 1}, 'other' => {'x' => 1, 'y' => 2}}"
        );
        assert_eq!(read("*nobody"), "error: Unknown alias: nobody");
    }

    #[test]
    fn mistakes_have_a_place() {
        assert!(read("a: [1\nb: 2").contains("line: "), "{}", read("a: [1\nb: 2"));
        assert!(read(&"[".repeat(150)).starts_with("error: "));
    }
}
