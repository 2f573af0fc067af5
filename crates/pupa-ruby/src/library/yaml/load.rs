//! Loads values: converts the nodes of a YAML document to Ruby objects.

use pupa_data::yaml::tree::{Node, NodeKind};
use pupa_data::yaml::{Plain, is_date, is_time, resolve};
use rustc_hash::FxHashMap;

use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// Converts nodes to values.
pub(super) struct Loader {
    anchors: FxHashMap<String, Value>,
    /// The classes that may be loaded besides the plain ones; `None` allows all.
    permitted: Option<Vec<String>>,
    /// The symbols that may be loaded; empty allows all.
    permitted_symbols: Vec<Symbol>,
    aliases: bool,
    symbolize_names: bool,
    freeze: bool,
}

impl Loader {
    /// A loader that allows only plain classes, or all.
    pub(super) fn new(is_unsafe: bool) -> Loader {
        Loader {
            anchors: FxHashMap::default(),
            permitted: if is_unsafe { None } else { Some(Vec::new()) },
            permitted_symbols: Vec::new(),
            aliases: is_unsafe,
            symbolize_names: false,
            freeze: false,
        }
    }

    /// Allows a class.
    pub(super) fn permit(&mut self, name: &str) {
        if let Some(permitted) = &mut self.permitted {
            permitted.push(name.to_owned());
        }
    }

    /// Applies options.
    pub(super) fn apply(&mut self, m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow<()> {
        if let Some(Value::Array(list)) = m.keyword(keywords, "permitted_classes")
            && self.permitted.is_some()
        {
            // `load` allows only symbols by default.
            self.permitted = Some(Vec::new());
            for item in m.array(list).to_vec() {
                let name = m.to_s_text(item)?;
                self.permit(&name);
            }
        }
        if let Some(Value::Array(list)) = m.keyword(keywords, "permitted_symbols") {
            for item in m.array(list).to_vec() {
                let symbol = m.to_symbol(item)?;
                self.permitted_symbols.push(symbol);
            }
        }
        if let Some(aliases) = m.keyword(keywords, "aliases") {
            self.aliases = aliases.is_truthy() || self.permitted.is_none();
        }
        self.symbolize_names = m.keyword(keywords, "symbolize_names").is_some_and(Value::is_truthy);
        self.freeze = m.keyword(keywords, "freeze").is_some_and(Value::is_truthy);
        Ok(())
    }

    /// Raises an error if a class may not be loaded.
    pub(super) fn check_class(&self, m: &mut Machine<'_>, name: &str) -> Flow<()> {
        match &self.permitted {
            Some(permitted) if !permitted.iter().any(|known| known == name) => Err(m.error(
                class::PSYCH_DISALLOWED_CLASS,
                format!("Tried to load unspecified class: {name}"),
            )),
            _ => Ok(()),
        }
    }

    /// Records the value of a node with an anchor.
    pub(super) fn register(&mut self, node: &Node, value: Value) {
        if let Some(anchor) = &node.anchor {
            self.anchors.insert(anchor.clone(), value);
        }
    }

    /// Converts a node.
    pub(super) fn accept(&mut self, m: &mut Machine<'_>, node: &Node) -> Flow {
        m.step()?;
        let value = match &node.kind {
            NodeKind::Alias(name) => {
                let known = if self.aliases { self.anchors.get(name).copied() } else { None };
                return match known {
                    Some(value) => Ok(value),
                    None => Err(m.error(class::PSYCH_BAD_ALIAS, format!("Unknown alias: {name}"))),
                };
            }
            NodeKind::Scalar { text, is_string } => {
                let value = self.scalar(m, node, text, *is_string)?;
                self.register(node, value);
                value
            }
            NodeKind::Sequence(children) => {
                m.with_stack(128 * 1024, |m| self.sequence(m, node, children))?
            }
            NodeKind::Mapping(children) => {
                m.with_stack(128 * 1024, |m| self.mapping(m, node, children))?
            }
        };
        if self.freeze {
            m.freeze(value);
        }
        Ok(value)
    }

    fn scalar(&mut self, m: &mut Machine<'_>, node: &Node, text: &str, is_string: bool) -> Flow {
        m.charge(text.len())?;
        match &node.tag {
            _ if is_string => Ok(m.new_str(text)),
            None => self.plain(m, text),
            Some(tag) => self.tagged_scalar(m, tag, text),
        }
    }

    /// Converts a plain scalar.
    pub(super) fn plain(&mut self, m: &mut Machine<'_>, text: &str) -> Flow {
        match resolve(text) {
            Plain::String => Ok(m.new_str(text)),
            Plain::Value(value) => Ok(plain_value(m, &value)),
            Plain::Symbol(name) => self.symbol(m, name),
            Plain::Malformed(message) => Err(m.argument_error(message)),
            Plain::Date => {
                self.check_date(m, text)?;
                if !is_date(text) {
                    return Ok(m.new_str(text));
                }
                super::revive::date(m, text)
            }
            Plain::Time => {
                if !is_time(text) {
                    return Ok(m.new_str(text));
                }
                self.check_class(m, "Time")?;
                super::revive::time(m, text)
            }
        }
    }

    /// Raises an error for text in the form of a date if dates may not be loaded. If they may, text
    /// that is not a valid date becomes a string.
    fn check_date(&self, m: &mut Machine<'_>, text: &str) -> Flow<()> {
        if is_date(text) { self.check_class(m, "Date") } else { Ok(()) }
    }

    /// A symbol; raises an error if it may not be loaded.
    pub(super) fn symbol(&mut self, m: &mut Machine<'_>, name: &str) -> Flow {
        self.check_class(m, "Symbol")?;
        let symbol = Symbol::new(name);
        m.charge(name.len())?;
        if !self.permitted_symbols.is_empty() && !self.permitted_symbols.contains(&symbol) {
            let text = "Tried to load unspecified class: Symbol";
            return Err(m.error(class::PSYCH_DISALLOWED_CLASS, text));
        }
        Ok(Value::Sym(symbol))
    }

    fn tagged_scalar(&mut self, m: &mut Machine<'_>, tag: &str, text: &str) -> Flow {
        match tag {
            "!binary" | "tag:yaml.org,2002:binary" => {
                let bytes = crate::library::base64::decode(text.as_bytes());
                Ok(m.new_bytes(bytes, Encoding::Binary))
            }
            "tag:yaml.org,2002:str" | "!str" | "!ruby/string" => Ok(m.new_str(text)),
            "!float" | "tag:yaml.org,2002:float" => {
                let value = self.plain(m, text)?;
                let main = m.main;
                m.call(main, Symbol::new("Float"), &[value])
            }
            "!ruby/regexp" => {
                self.check_class(m, "Regexp")?;
                super::revive::regexp(m, text)
            }
            "!ruby/range" => {
                self.check_class(m, "Range")?;
                self.range_text(m, text)
            }
            "!ruby/class" | "!ruby/module" => self.class(m, text),
            "!ruby/encoding" => {
                let name = m.new_str(text);
                m.call(Value::Class(class::ENCODING), Symbol::new("find"), &[name])
            }
            _ => self.other_scalar(m, tag, text),
        }
    }

    fn other_scalar(&mut self, m: &mut Machine<'_>, tag: &str, text: &str) -> Flow {
        if tag.starts_with("!ruby/sym") {
            return self.symbol(m, text);
        }
        let string = tag.strip_prefix("!str:").or_else(|| tag.strip_prefix("!ruby/string:"));
        if let Some(name) = string {
            let class = self.class(m, name)?;
            let text = m.new_str(text);
            return m.call(class, names::NEW, &[text]);
        }
        if let Some(name) = tag.strip_prefix("!ruby/object:") {
            match name {
                "Complex" | "Rational" => {
                    self.check_class(m, name)?;
                    let text = m.new_str(text);
                    let main = m.main;
                    return m.call(main, Symbol::new(name), &[text]);
                }
                "DateTime" | "Date" | "BigDecimal" => {
                    let class = self.class(m, name)?;
                    let text = m.new_str(text);
                    return match name {
                        "BigDecimal" => m.call(class, Symbol::new("_load"), &[text]),
                        _ => m.call(class, Symbol::new("parse"), &[text]),
                    };
                }
                _ => {}
            }
        }
        self.plain(m, text)
    }

    fn range_text(&mut self, m: &mut Machine<'_>, text: &str) -> Flow {
        let (begin, rest) = text.split_once("..").unwrap_or((text, ""));
        let (rest, exclusive) = match rest.strip_prefix('.') {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let begin = self.plain(m, begin)?;
        let end = self.plain(m, rest)?;
        Ok(m.new_range(begin, end, exclusive))
    }

    /// The class of a name; raises an error if it may not be loaded.
    pub(super) fn class(&mut self, m: &mut Machine<'_>, name: &str) -> Flow {
        self.check_class(m, name)?;
        let mut outer = Value::Class(class::OBJECT);
        for part in name.split("::") {
            let symbol = Value::Sym(Symbol::new(part));
            let is_name = part.chars().next().is_some_and(char::is_uppercase);
            let known =
                is_name && m.call(outer, Symbol::new("const_defined?"), &[symbol])?.is_truthy();
            if !known {
                return Err(m.argument_error(format!("undefined class/module {name}")));
            }
            outer = m.call(outer, Symbol::new("const_get"), &[symbol])?;
        }
        Ok(outer)
    }

    /// Appends the elements of a sequence to an array.
    pub(super) fn elements(
        &mut self,
        m: &mut Machine<'_>,
        array: Value,
        children: &[Node],
    ) -> Flow<()> {
        let Value::Array(id) = array else { return Ok(()) };
        for child in children {
            let item = self.accept(m, child)?;
            m.charge(size_of::<Value>())?;
            m.array_mut(id).push(item);
        }
        Ok(())
    }

    /// Adds the entries of a mapping to a hash.
    pub(super) fn entries(
        &mut self,
        m: &mut Machine<'_>,
        hash: Value,
        children: &[Node],
        is_tagged: bool,
    ) -> Flow<()> {
        for pair in children.chunks_exact(2) {
            let key = self.accept(m, &pair[0])?;
            let value = self.accept(m, &pair[1])?;
            let is_merge = pair[0].tag.as_deref() != Some("tag:yaml.org,2002:str")
                && matches!(key, Value::Str(id) if m.string(id).bytes() == b"<<");
            if is_merge && self.merge(m, hash, &pair[1], value)? {
                continue;
            }
            let key = match key {
                Value::Str(id) if self.symbolize_names && !is_tagged => {
                    Value::Sym(Symbol::new(&m.string(id).lossy()))
                }
                Value::Str(id) => {
                    if pair[0].anchor.is_none() {
                        m.string_mut(id).frozen = true;
                    }
                    key
                }
                _ => key,
            };
            match hash {
                Value::Hash(id) => m.hash_set(id, key, value)?,
                other => {
                    m.call(other, names::ASET, &[key, value])?;
                }
            }
        }
        Ok(())
    }

    /// Handles the merge key `<<`; returns whether the value was merged.
    fn merge(&mut self, m: &mut Machine<'_>, hash: Value, node: &Node, value: Value) -> Flow<bool> {
        let Value::Hash(target) = hash else { return Ok(false) };
        let sources = match (&node.kind, value) {
            (NodeKind::Alias(_) | NodeKind::Mapping(_), Value::Hash(id)) => vec![id],
            (NodeKind::Sequence(_), Value::Array(list)) => {
                let mut sources = Vec::new();
                for &item in m.array(list).iter().rev() {
                    match item {
                        Value::Hash(id) => sources.push(id),
                        _ => return Ok(false),
                    }
                }
                sources
            }
            _ => return Ok(false),
        };
        for source in sources {
            let entries: Vec<_> = m.hash(source).iter().collect();
            for (key, value) in entries {
                m.step()?;
                m.hash_set(target, key, value)?;
            }
        }
        Ok(true)
    }
}

/// Converts a value of a plain class.
fn plain_value(m: &mut Machine<'_>, value: &pupa_value::Value) -> Value {
    match value {
        pupa_value::Value::Boolean(flag) => Value::Bool(*flag),
        pupa_value::Value::Integer(number) => Value::Int(*number),
        pupa_value::Value::BigInteger(number) => m.new_integer((**number).clone()),
        pupa_value::Value::Float(number) => Value::Float(*number),
        _ => Value::Nil,
    }
}
