//! Restores objects from tagged nodes, dates and times.

use pupa_data::yaml::tree::Node;

use super::load::Loader;
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::{Flow, Machine};
use crate::symbol::{Symbol, names};
use crate::value::Value;

impl Loader {
    /// Converts a sequence.
    pub(super) fn sequence(&mut self, m: &mut Machine<'_>, node: &Node, children: &[Node]) -> Flow {
        let tag = node.tag.as_deref().unwrap_or_default();
        if matches!(tag, "!omap" | "tag:yaml.org,2002:omap") {
            let hash = Value::Hash(m.new_hash());
            self.register(node, hash);
            for child in children {
                let item = self.accept(m, child)?;
                if let (Value::Hash(target), Value::Hash(item)) = (hash, item) {
                    let entries: Vec<_> = m.hash(item).iter().collect();
                    for (key, value) in entries {
                        m.hash_set(target, key, value)?;
                    }
                }
            }
            return Ok(hash);
        }
        let named = tag.strip_prefix("!seq:").or_else(|| tag.strip_prefix("!ruby/array:"));
        let array = match named {
            Some(name) => {
                let class = self.class(m, name)?;
                m.call(class, names::ALLOCATE, &[])?
            }
            None => m.new_array(Vec::with_capacity(children.len())),
        };
        self.register(node, array);
        self.elements(m, array, children)?;
        Ok(array)
    }

    /// Converts a mapping.
    pub(super) fn mapping(&mut self, m: &mut Machine<'_>, node: &Node, children: &[Node]) -> Flow {
        let Some(tag) = node.tag.as_deref() else { return self.hash(m, node, children, false) };
        if let Some(name) = tag.strip_prefix("!ruby/struct") {
            return self.structure(m, node, children, name.trim_start_matches(':'));
        }
        if let Some(name) = tag.strip_prefix("!ruby/exception") {
            return self.exception(m, node, children, name.trim_start_matches(':'));
        }
        if let Some(name) = tag.strip_prefix("!ruby/object") {
            return self.object(m, node, children, name.trim_start_matches(':'));
        }
        let named = tag.strip_prefix("!map:").or_else(|| tag.strip_prefix("!ruby/hash:"));
        if let Some(name) = named {
            let class = self.class(m, name)?;
            let hash = m.call(class, names::ALLOCATE, &[])?;
            self.register(node, hash);
            self.entries(m, hash, children, true)?;
            return Ok(hash);
        }
        match tag {
            "!ruby/range" => {
                self.check_class(m, "Range")?;
                let fields = self.fields(m, children)?;
                let begin = field(&fields, "begin");
                let end = field(&fields, "end");
                let range = m.new_range(begin, end, field(&fields, "excl").is_truthy());
                self.register(node, range);
                Ok(range)
            }
            "!set" | "tag:yaml.org,2002:set" => {
                self.check_class(m, "Psych::Set")?;
                let hash = m.call(Value::Class(class::PSYCH_SET), names::NEW, &[])?;
                self.register(node, hash);
                self.entries(m, hash, children, true)?;
                Ok(hash)
            }
            "!omap" | "tag:yaml.org,2002:omap" => {
                self.check_class(m, "Psych::Omap")?;
                self.hash(m, node, children, true)
            }
            "!ruby/string" | "!str" | "tag:yaml.org,2002:str" => {
                let fields = self.fields(m, children)?;
                Ok(field(&fields, "str"))
            }
            _ => self.hash(m, node, children, false),
        }
    }

    fn hash(
        &mut self,
        m: &mut Machine<'_>,
        node: &Node,
        children: &[Node],
        is_tagged: bool,
    ) -> Flow {
        let hash = Value::Hash(m.new_hash());
        self.register(node, hash);
        self.entries(m, hash, children, is_tagged)?;
        Ok(hash)
    }

    /// The entries of a mapping whose keys are names.
    fn fields(&mut self, m: &mut Machine<'_>, children: &[Node]) -> Flow<Vec<(String, Value)>> {
        let mut fields = Vec::new();
        for pair in children.chunks_exact(2) {
            let key = self.accept(m, &pair[0])?;
            let key = m.to_s_text(key)?;
            let value = self.accept(m, &pair[1])?;
            fields.push((key, value));
        }
        Ok(fields)
    }

    fn structure(
        &mut self,
        m: &mut Machine<'_>,
        node: &Node,
        children: &[Node],
        name: &str,
    ) -> Flow {
        if name.is_empty() {
            self.check_class(m, "Struct")?;
            let fields = self.fields(m, children)?;
            let members: Vec<Value> =
                fields.iter().map(|(name, _)| Value::Sym(Symbol::new(name))).collect();
            let class = m.call(Value::Class(class::STRUCT), names::NEW, &members)?;
            let values: Vec<Value> = fields.iter().map(|(_, value)| *value).collect();
            return m.call(class, names::NEW, &values);
        }
        let class = self.class(m, name)?;
        let object = m.call(class, names::ALLOCATE, &[])?;
        self.register(node, object);
        let fields = self.fields(m, children)?;
        self.fill(m, object, &fields, |m, object, name, value| {
            m.call(object, Symbol::new(name).writer(), &[value])?;
            Ok(())
        })?;
        Ok(object)
    }

    fn exception(
        &mut self,
        m: &mut Machine<'_>,
        node: &Node,
        children: &[Node],
        name: &str,
    ) -> Flow {
        let class = self.class(m, if name.is_empty() { "Exception" } else { name })?;
        let fields = self.fields(m, children)?;
        let object = m.call(class, names::ALLOCATE, &[])?;
        self.register(node, object);
        let message = field(&fields, "message");
        if let Value::Object(id) = object {
            m.set_payload(id, ExceptionData::new(message));
        }
        let backtrace = field(&fields, "backtrace");
        if !backtrace.is_nil() {
            m.call(object, names::SET_BACKTRACE, &[backtrace])?;
        }
        for (name, value) in fields {
            if name != "message" && name != "backtrace" {
                m.set_ivar(object, Symbol::new(&format!("@{name}")), value);
            }
        }
        Ok(object)
    }

    fn object(&mut self, m: &mut Machine<'_>, node: &Node, children: &[Node], name: &str) -> Flow {
        match name {
            "Hash" => return self.hash(m, node, children, true),
            "Complex" | "Rational" => {
                self.check_class(m, name)?;
                let fields = self.fields(m, children)?;
                let parts = if name == "Complex" {
                    [field(&fields, "real"), field(&fields, "image")]
                } else {
                    [field(&fields, "numerator"), field(&fields, "denominator")]
                };
                let main = m.main;
                return m.call(main, Symbol::new(name), &parts);
            }
            "Set" => {
                let class = self.class(m, name)?;
                let fields = self.fields(m, children)?;
                let hash = field(&fields, "hash");
                let keys = m.call(hash, Symbol::new("keys"), &[])?;
                let set = m.call(class, names::NEW, &[keys])?;
                self.register(node, set);
                return Ok(set);
            }
            _ => {}
        }
        let class = self.class(m, if name.is_empty() { "Object" } else { name })?;
        let object = m.call(class, names::ALLOCATE, &[])?;
        self.register(node, object);
        let fields = self.fields(m, children)?;
        self.fill(m, object, &fields, |m, object, name, value| {
            m.set_ivar(object, Symbol::new(&format!("@{name}")), value);
            Ok(())
        })?;
        Ok(object)
    }

    /// Sets the content of an object: calls `init_with` if it is defined, otherwise sets the
    /// instance variables.
    fn fill(
        &mut self,
        m: &mut Machine<'_>,
        object: Value,
        fields: &[(String, Value)],
        set: fn(&mut Machine<'_>, Value, &str, Value) -> Flow<()>,
    ) -> Flow<()> {
        let init = Symbol::new("init_with");
        if m.responds_to(object, init)? {
            let hash = m.new_hash();
            for (name, value) in fields {
                let key = m.new_str(name.as_str());
                m.hash_set(hash, key, *value)?;
            }
            let coder = m.call(Value::Class(class::PSYCH_CODER), names::NEW, &[Value::Nil])?;
            m.call(coder, Symbol::new("map="), &[Value::Hash(hash)])?;
            m.call(object, init, &[coder])?;
            return Ok(());
        }
        for (name, value) in fields {
            set(m, object, name, *value)?;
        }
        Ok(())
    }
}

fn field(fields: &[(String, Value)], name: &str) -> Value {
    fields.iter().find(|(known, _)| known == name).map_or(Value::Nil, |(_, value)| *value)
}

/// Converts `/source/options` to a regular expression.
pub(super) fn regexp(m: &mut Machine<'_>, text: &str) -> Flow {
    let inner = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let (source, letters) = inner.unwrap_or((text, ""));
    let mut options = 0;
    for letter in letters.chars() {
        options |= match letter {
            'i' => 1,
            'x' => 2,
            'm' => 4,
            'n' => 32,
            _ => 0,
        };
    }
    let source = m.new_str(source);
    m.call(Value::Class(class::REGEXP), names::NEW, &[source, Value::Int(options)])
}

/// Converts a string to a `Date`.
pub(super) fn date(m: &mut Machine<'_>, text: &str) -> Flow {
    let class = m.call(
        Value::Class(class::OBJECT),
        Symbol::new("const_get"),
        &[Value::Sym(Symbol::new("Date"))],
    )?;
    let parts: Vec<Value> =
        text.split('-').map(|part| Value::Int(part.parse().unwrap_or(0))).collect();
    m.call(class, names::NEW, &parts)
}

/// Converts a string in the form of a date and time to a `Time`.
pub(super) fn time(m: &mut Machine<'_>, text: &str) -> Flow {
    let at = text.find([' ', 't', 'T']).unwrap_or(text.len());
    let (day, clock) = (&text[..at], text.get(at + 1..).unwrap_or_default().trim_start());
    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
    let mut parts = day.trim_start_matches('-').split('-').map(number);
    let year = parts.next().unwrap_or(0) * if day.starts_with('-') { -1 } else { 1 };
    let (month, day) = (parts.next().unwrap_or(1), parts.next().unwrap_or(1));
    let end = clock.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(clock.len());
    let mut parts = clock[..end].split(':').map(number);
    let (hour, minute, second) =
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    let mut rest = &clock[end..];
    let mut nanoseconds = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        let digits: String = fraction.chars().take_while(char::is_ascii_digit).collect();
        rest = &fraction[digits.len()..];
        nanoseconds = number(&format!("{digits:0<9}")[..9]);
    }
    let class = Value::Class(class::TIME);
    let parts = [year, month, day, hour, minute, second].map(Value::Int);
    let utc = m.call(class, Symbol::new("utc"), &parts)?;
    let seconds = m.call(utc, names::TO_I, &[])?;
    let seconds = m.to_int(seconds)?;
    let zone = rest.trim();
    let unit = Value::Sym(Symbol::new("nsec"));
    let at = |m: &mut Machine<'_>, seconds: i64| {
        m.call(class, Symbol::new("at"), &[Value::Int(seconds), Value::Int(nanoseconds), unit])
    };
    match zone {
        "" => at(m, seconds),
        "Z" => {
            let time = at(m, seconds)?;
            m.call(time, Symbol::new("utc"), &[])
        }
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let digits = zone.trim_start_matches(['+', '-']);
            let (hours, minutes) = match digits.split_once(':') {
                Some((hours, minutes)) => (number(hours), number(minutes)),
                None if digits.len() > 2 => (number(&digits[..2]), number(&digits[2..])),
                None => (number(digits), 0),
            };
            let offset = sign * (hours * 3600 + minutes * 60);
            let time = at(m, seconds - offset)?;
            m.call(time, Symbol::new("localtime"), &[Value::Int(offset)])
        }
    }
}
