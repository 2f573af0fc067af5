//! The conversion of Ruby values to JSON.

use super::state::StateData;
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// The settings of a generator.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) indent: String,
    pub(crate) space: String,
    pub(crate) space_before: String,
    pub(crate) object_nl: String,
    pub(crate) array_nl: String,
    /// The maximum nesting; 0 means unlimited.
    pub(crate) max_nesting: i64,
    pub(crate) allow_nan: bool,
    pub(crate) ascii_only: bool,
    pub(crate) escape_slash: bool,
    /// The number of collections that enclose the current value.
    pub(crate) depth: i64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            indent: String::new(),
            space: String::new(),
            space_before: String::new(),
            object_nl: String::new(),
            array_nl: String::new(),
            max_nesting: 100,
            allow_nan: false,
            ascii_only: false,
            escape_slash: false,
            depth: 0,
        }
    }
}

impl Settings {
    /// The settings of `pretty_generate`.
    pub(crate) fn pretty() -> Settings {
        Settings {
            indent: "  ".to_owned(),
            space: " ".to_owned(),
            object_nl: "\n".to_owned(),
            array_nl: "\n".to_owned(),
            ..Settings::default()
        }
    }

    /// Applies a hash of options.
    pub(crate) fn apply(&mut self, m: &mut Machine<'_>, hash: HashId) -> Flow<()> {
        let entries: Vec<_> = m.hash(hash).iter().collect();
        for (key, value) in entries {
            let name = match key {
                Value::Sym(name) => name.as_str().to_owned(),
                Value::Str(id) => m.text_of(id),
                _ => continue,
            };
            self.set(m, &name, value)?;
        }
        Ok(())
    }

    /// Applies one option; unknown ones are ignored.
    pub(crate) fn set(&mut self, m: &mut Machine<'_>, name: &str, value: Value) -> Flow<()> {
        match name {
            "indent" => self.indent = m.to_text(value)?,
            "space" => self.space = m.to_text(value)?,
            "space_before" => self.space_before = m.to_text(value)?,
            "object_nl" => self.object_nl = m.to_text(value)?,
            "array_nl" => self.array_nl = m.to_text(value)?,
            "max_nesting" => {
                self.max_nesting = if value.is_truthy() { m.to_int(value)? } else { 0 };
            }
            "depth" => self.depth = if value.is_truthy() { m.to_int(value)? } else { 0 },
            "allow_nan" => self.allow_nan = value.is_truthy(),
            "ascii_only" => self.ascii_only = value.is_truthy(),
            "escape_slash" | "script_safe" => self.escape_slash = value.is_truthy(),
            _ => {}
        }
        Ok(())
    }

    /// The value of an option: a string, or another Ruby value.
    pub(crate) fn get(&self, name: &str) -> Option<Result<String, Value>> {
        Some(match name {
            "indent" => Ok(self.indent.clone()),
            "space" => Ok(self.space.clone()),
            "space_before" => Ok(self.space_before.clone()),
            "object_nl" => Ok(self.object_nl.clone()),
            "array_nl" => Ok(self.array_nl.clone()),
            "max_nesting" => Err(Value::Int(self.max_nesting)),
            "depth" => Err(Value::Int(self.depth)),
            "allow_nan" => Err(Value::Bool(self.allow_nan)),
            "ascii_only" => Err(Value::Bool(self.ascii_only)),
            "escape_slash" => Err(Value::Bool(self.escape_slash)),
            _ => return None,
        })
    }
}

/// Generates the JSON of one value.
pub(crate) struct Generator {
    settings: Settings,
    /// The `State` object for `to_json` methods of the program; `nil` until it is needed.
    state: Value,
    out: Vec<u8>,
}

impl Generator {
    pub(crate) fn new(settings: Settings, state: Value) -> Generator {
        Generator { settings, state, out: Vec::new() }
    }

    /// The generated JSON.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.out
    }

    /// Generates a value inside another one. For classes that may define `to_json` that method is
    /// called.
    pub(crate) fn value(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        match value {
            Value::Nil => self.out.extend_from_slice(b"null"),
            Value::Bool(true) => self.out.extend_from_slice(b"true"),
            Value::Bool(false) => self.out.extend_from_slice(b"false"),
            Value::Int(number) => {
                use std::io::Write;
                let _ = write!(self.out, "{number}");
            }
            Value::Big(id) => {
                let text = m.heap.bigs[id].to_string();
                self.out.extend_from_slice(text.as_bytes());
            }
            Value::Float(number) => self.float(m, number)?,
            Value::Hash(id) if m.class_of(value) == class::HASH => self.object(m, id)?,
            Value::Array(_) if m.class_of(value) == class::ARRAY => self.array(m, value)?,
            Value::Str(_) if m.class_of(value) == class::STRING => self.string(m, value)?,
            _ => self.other(m, value)?,
        }
        Ok(())
    }

    /// Generates a value whose own `to_json` was called: instances of subclasses count as plain
    /// strings, arrays or hashes.
    pub(crate) fn own_value(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        match value {
            Value::Hash(id) => self.object(m, id),
            Value::Array(_) => self.array(m, value),
            Value::Str(_) => self.string(m, value),
            Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => {
                self.value(m, value)
            }
            _ => {
                let text = m.call(value, names::TO_S, &[])?;
                let text = m.to_s(text)?;
                self.string(m, Value::Str(text))
            }
        }
    }

    /// Calls `to_json` of an object.
    fn other(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        let name = Symbol::new("to_json");
        if !m.responds_to(value, name)? {
            let text = m.to_s(value)?;
            return self.string(m, Value::Str(text));
        }
        let state = self.state_object(m);
        match m.call(value, name, &[state])? {
            Value::Str(id) => {
                let bytes = m.string(id).to_vec();
                self.out.extend(bytes);
                Ok(())
            }
            other => {
                let class = m.class_name_of(other);
                Err(m.type_error(format!("wrong argument type {class} (expected String)")))
            }
        }
    }

    fn state_object(&mut self, m: &mut Machine<'_>) -> Value {
        if self.state.is_nil() {
            let data = StateData { settings: self.settings.clone() };
            self.state = m.new_payload(class::JSON_STATE, data);
        }
        let depth = self.settings.depth;
        if let Some(data) = m.payload_mut::<StateData>(self.state) {
            data.settings.depth = depth;
        }
        self.state
    }

    fn float(&mut self, m: &mut Machine<'_>, number: f64) -> Flow<()> {
        let display = if number.is_nan() {
            Some((1003, "NaN"))
        } else if number == f64::INFINITY {
            Some((1000, "Infinity"))
        } else if number == f64::NEG_INFINITY {
            Some((1000, "-Infinity"))
        } else {
            None
        };
        if let Some((line, display)) = display {
            if !self.settings.allow_nan {
                let text = format!("{line}: {display} not allowed in JSON");
                return Err(m.error(class::JSON_GENERATOR_ERROR, text));
            }
            self.out.extend_from_slice(display.as_bytes());
            return Ok(());
        }
        let text = super::super::float_text(number);
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn enter(&mut self, m: &mut Machine<'_>) -> Flow<()> {
        self.settings.depth += 1;
        let (depth, most) = (self.settings.depth, self.settings.max_nesting);
        if most != 0 && depth > most || depth > 5_000 {
            self.settings.depth -= 1;
            let text = format!("nesting of {} is too deep", depth - 1);
            return Err(m.error(class::JSON_NESTING_ERROR, text));
        }
        m.step()
    }

    fn indent(&mut self) {
        for _ in 0..self.settings.depth {
            self.out.extend_from_slice(self.settings.indent.as_bytes());
        }
    }

    fn object(&mut self, m: &mut Machine<'_>, id: HashId) -> Flow<()> {
        self.enter(m)?;
        self.out.push(b'{');
        let mut position = 0;
        let mut is_first = true;
        while let Some((next, key, value)) = m.hash(id).next_from(position) {
            position = next;
            if !is_first {
                self.out.push(b',');
            }
            is_first = false;
            self.out.extend_from_slice(self.settings.object_nl.as_bytes());
            if !self.settings.object_nl.is_empty() || !self.settings.indent.is_empty() {
                self.indent();
            }
            self.key(m, key)?;
            self.out.extend_from_slice(self.settings.space_before.as_bytes());
            self.out.push(b':');
            self.out.extend_from_slice(self.settings.space.as_bytes());
            self.nested(m, value)?;
        }
        self.settings.depth -= 1;
        if !self.settings.object_nl.is_empty() {
            self.out.extend_from_slice(self.settings.object_nl.as_bytes());
            self.indent();
        }
        self.out.push(b'}');
        m.charge(64)
    }

    /// Generates a value inside a collection, with enough native stack.
    fn nested(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        match value {
            Value::Hash(_) | Value::Array(_) => m.with_stack(64 * 1024, |m| self.value(m, value)),
            _ => self.value(m, value),
        }
    }

    fn key(&mut self, m: &mut Machine<'_>, key: Value) -> Flow<()> {
        match key {
            Value::Str(_) => self.string(m, key),
            Value::Sym(name) => self.text(m, name.as_str().as_bytes()),
            other => {
                let text = m.to_s(other)?;
                self.string(m, Value::Str(text))
            }
        }
    }

    fn array(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        let Value::Array(id) = value else { return Ok(()) };
        self.enter(m)?;
        self.out.push(b'[');
        self.out.extend_from_slice(self.settings.array_nl.as_bytes());
        let mut index = 0;
        while let Some(item) = m.heap.arrays[id].get(index) {
            if index > 0 {
                self.out.push(b',');
                self.out.extend_from_slice(self.settings.array_nl.as_bytes());
            }
            self.indent();
            self.nested(m, item)?;
            index += 1;
        }
        self.settings.depth -= 1;
        if !self.settings.array_nl.is_empty() {
            self.out.extend_from_slice(self.settings.array_nl.as_bytes());
            self.indent();
        }
        self.out.push(b']');
        Ok(())
    }

    fn string(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        let Value::Str(id) = value else { return Ok(()) };
        let string = m.string(id);
        if matches!(
            string.encoding,
            crate::heap::Encoding::Utf16Le
                | crate::heap::Encoding::Utf16Be
                | crate::heap::Encoding::Latin1
        ) && !string.is_ascii()
        {
            let target = m.new_str("UTF-8");
            let encoded = m.call(value, Symbol::new("encode"), &[target])?;
            let encoded = m.to_str(encoded)?;
            let bytes = m.string(encoded).to_vec();
            return self.text(m, &bytes);
        }
        // The content is shared, so that no bytes are copied.
        if let Some(text) = string.shared_text() {
            return self.text(m, text.as_bytes());
        }
        let bytes = string.to_vec();
        self.text(m, &bytes)
    }

    fn text(&mut self, m: &mut Machine<'_>, bytes: &[u8]) -> Flow<()> {
        if let Err(error) = std::str::from_utf8(bytes) {
            return Err(malformed(m, bytes, error.valid_up_to()));
        }
        self.out.push(b'"');
        let mut from = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let escape: &[u8] = match byte {
                b'"' => b"\\\"",
                b'\\' => b"\\\\",
                b'\n' => b"\\n",
                b'\r' => b"\\r",
                b'\t' => b"\\t",
                0x0c => b"\\f",
                0x08 => b"\\b",
                b'/' if self.settings.escape_slash => b"\\/",
                0..0x20 => b"",
                0xc0.. if self.settings.ascii_only => b"",
                0x80..0xc0 if self.settings.ascii_only => {
                    from = at + 1;
                    continue;
                }
                _ => continue,
            };
            self.out.extend_from_slice(&bytes[from..at]);
            from = at + 1;
            if escape.is_empty() {
                self.escape(&bytes[at..]);
            } else {
                self.out.extend_from_slice(escape);
            }
        }
        self.out.extend_from_slice(bytes.get(from..).unwrap_or_default());
        self.out.push(b'"');
        Ok(())
    }

    /// Appends the `\u…` escape for the first character of valid text.
    fn escape(&mut self, bytes: &[u8]) {
        use std::io::Write;
        let text = std::str::from_utf8(bytes.get(..4).unwrap_or(bytes));
        let text = match text {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        let Some(character) = text.chars().next() else { return };
        for unit in character.encode_utf16(&mut [0; 2]) {
            let _ = write!(self.out, "\\u{unit:04x}");
        }
    }
}

/// The error for bytes that are not UTF-8, as the library reports it.
fn malformed(m: &mut Machine<'_>, bytes: &[u8], from: usize) -> crate::Jump {
    let first = bytes.get(from).copied().unwrap_or(0);
    let trailing = match first {
        0xfc.. => 5,
        0xf8.. => 4,
        0xf0.. => 3,
        0xe0.. => 2,
        0xc0.. => 1,
        _ => 0,
    };
    let text = if from + trailing >= bytes.len() && trailing > 0 {
        "partial character in source, but hit end"
    } else {
        "source sequence is illegal/malformed utf-8"
    };
    m.error(class::JSON_GENERATOR_ERROR, text)
}
