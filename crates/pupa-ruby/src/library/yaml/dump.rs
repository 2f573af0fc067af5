//! Dumps values: builds the nodes of a YAML document as Psych does.

use pupa_data::yaml::emit::{Graph, Layout, Node, NodeKind, NodeNumber, ScalarStyle, string_style};
use rustc_hash::FxHashMap;

use super::coder;
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, HashId, Value};

/// Dumps a value.
pub(super) fn dump(
    m: &mut Machine<'_>,
    value: Value,
    options: Option<HashId>,
    safe: bool,
) -> Flow<String> {
    let mut layout = Layout::default();
    let mut fold_width = None;
    if let Some(indentation) = m.keyword(options, "indentation")
        && !indentation.is_nil()
    {
        layout.indentation = m.to_int(indentation)?;
    }
    if let Some(width) = m.keyword(options, "line_width")
        && !width.is_nil()
    {
        if !matches!(width, Value::Int(_) | Value::Float(_)) {
            let name = m.class_name_of(width);
            return Err(m.argument_error(format!("comparison of {name} with 0 failed")));
        }
        layout.width = m.to_int(width)?;
        fold_width = usize::try_from(layout.width).ok();
    }
    layout.canonical = m.keyword(options, "canonical").is_some_and(Value::is_truthy);
    layout.header =
        m.keyword(options, "header").is_some_and(Value::is_truthy) || is_version_1_1(m, options);
    let permitted = if safe { Some(permitted(m, options)?) } else { None };
    let aliases = !safe || m.keyword(options, "aliases").is_some_and(Value::is_truthy);
    let mut dumper = Dumper {
        graph: Graph::default(),
        known: FxHashMap::default(),
        last_anchor: 0,
        fold_width,
        permitted,
        aliases,
    };
    let root = dumper.accept(m, value)?;
    let text = dumper.graph.write(root, layout);
    m.charge(text.len())?;
    Ok(text)
}

/// Whether the options request the directive `%YAML 1.1`.
fn is_version_1_1(m: &mut Machine<'_>, options: Option<HashId>) -> bool {
    match m.keyword(options, "version") {
        Some(Value::Array(parts)) => {
            let parts: &[Value] = m.array(parts);
            matches!(parts, [Value::Int(1), Value::Int(1)])
        }
        Some(Value::Str(text)) => m.string(text).bytes() == b"1.1",
        _ => false,
    }
}

/// The names of the classes that `safe_dump` may write.
fn permitted(m: &mut Machine<'_>, options: Option<HashId>) -> Flow<Vec<String>> {
    let mut names: Vec<String> =
        ["TrueClass", "FalseClass", "NilClass", "Integer", "Float", "String", "Array", "Hash"]
            .map(str::to_owned)
            .to_vec();
    if let Some(Value::Array(list)) = m.keyword(options, "permitted_classes") {
        for item in m.array(list).to_vec() {
            names.push(m.to_s_text(item)?);
        }
    }
    Ok(names)
}

struct Dumper {
    graph: Graph,
    /// The nodes of objects that an alias may refer to.
    known: FxHashMap<(u8, u32), NodeNumber>,
    last_anchor: u32,
    /// The width beyond which strings are folded.
    fold_width: Option<usize>,
    /// The classes that may be written; `None` for all.
    permitted: Option<Vec<String>>,
    aliases: bool,
}

impl Dumper {
    fn accept(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        m.step()?;
        m.charge(64)?;
        if let Some(key) = value.heap_key()
            && let Some(&number) = self.known.get(&key)
        {
            return self.alias(m, number);
        }
        if let Some(permitted) = &self.permitted {
            let name = m.class_name_of(value);
            if !permitted.contains(&name) {
                let text = format!("Tried to dump unspecified class: {name}");
                return Err(m.error(class::PSYCH_DISALLOWED_CLASS, text));
            }
        }
        match value {
            Value::Array(_) | Value::Hash(_) | Value::Object(_) => {
                m.with_stack(128 * 1024, |m| self.visit(m, value))
            }
            _ => self.visit(m, value),
        }
    }

    fn alias(&mut self, m: &mut Machine<'_>, number: NodeNumber) -> Flow<NodeNumber> {
        if !self.aliases {
            let text = "Cannot dump multiple references to an object";
            return Err(m.error(class::PSYCH_BAD_ALIAS, text));
        }
        let next = self.last_anchor + 1;
        let Some(node) = self.graph.nodes.get_mut(number) else { return Ok(number) };
        let anchor = *node.anchor.get_or_insert(next);
        self.last_anchor = self.last_anchor.max(anchor);
        Ok(self.graph.add(Node { anchor: None, tag: None, kind: NodeKind::Alias(anchor) }))
    }

    fn plain(&mut self, text: impl Into<String>) -> NodeNumber {
        self.scalar(text.into(), None, ScalarStyle::Plain, false)
    }

    fn scalar(
        &mut self,
        text: String,
        tag: Option<String>,
        style: ScalarStyle,
        quoted: bool,
    ) -> NodeNumber {
        let kind = NodeKind::Scalar { text, style, quoted };
        self.graph.add(Node { anchor: None, tag, kind })
    }

    /// Adds an empty node for an object, so that its content can refer to it.
    fn open(&mut self, value: Value, tag: Option<String>, kind: NodeKind) -> NodeNumber {
        let number = self.graph.add(Node { anchor: None, tag, kind });
        self.register(value, number);
        number
    }

    fn register(&mut self, value: Value, number: NodeNumber) {
        if let Some(key) = value.heap_key() {
            self.known.insert(key, number);
        }
    }

    fn fill(&mut self, number: NodeNumber, content: Vec<NodeNumber>) {
        if let Some(node) = self.graph.nodes.get_mut(number) {
            match &mut node.kind {
                NodeKind::Sequence(children) | NodeKind::Mapping(children) => *children = content,
                NodeKind::Scalar { .. } | NodeKind::Alias(_) => {}
            }
        }
    }

    fn visit(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        match value {
            Value::Nil | Value::Undef => Ok(self.plain("")),
            Value::Bool(flag) => Ok(self.plain(flag.to_string())),
            Value::Int(number) => Ok(self.plain(number.to_string())),
            Value::Big(id) => {
                let text = m.heap.bigs[id].to_string();
                Ok(self.plain(text))
            }
            Value::Float(number) => Ok(self.float(number)),
            Value::Sym(name) => Ok(self.symbol(name)),
            Value::Str(_) => self.string(m, value),
            Value::Array(_) => self.array(m, value),
            Value::Hash(id) => self.hash(m, value, id),
            Value::Range(_) => self.range(m, value),
            Value::Regexp(_) => {
                let text = m.inspect(value)?;
                let tag = Some("!ruby/regexp".to_owned());
                let number = self.scalar(text, tag, ScalarStyle::Plain, false);
                self.register(value, number);
                Ok(number)
            }
            Value::Class(id) => self.class(m, value, id),
            Value::Proc(_) => {
                let tag = Some("!ruby/object:Proc".to_owned());
                Ok(self.open(value, tag, NodeKind::Mapping(Vec::new())))
            }
            Value::Object(_) => self.object(m, value),
        }
    }

    fn float(&mut self, number: f64) -> NodeNumber {
        if number.is_nan() {
            return self.plain(".nan");
        }
        if number.is_infinite() {
            return self.plain(if number > 0.0 { ".inf" } else { "-.inf" });
        }
        self.plain(crate::library::float_text(number))
    }

    fn symbol(&mut self, name: Symbol) -> NodeNumber {
        if name.as_str().is_empty() {
            let tag = Some("!ruby/symbol".to_owned());
            return self.scalar(String::new(), tag, ScalarStyle::Plain, false);
        }
        self.plain(format!(":{name}"))
    }

    fn string(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        let Value::Str(id) = value else { return Ok(self.plain("")) };
        let real = m.real_class_of(value);
        let tag = if real == class::STRING {
            None
        } else {
            Some(format!("!ruby/string:{}", m.class_name(real)))
        };
        let string = m.string(id);
        if string.encoding == Encoding::Binary && !string.is_ascii() {
            let text = crate::library::base64::strict(string.bytes());
            let tag = tag.or_else(|| Some("!binary".to_owned()));
            return Ok(self.scalar(text, tag, ScalarStyle::Literal, false));
        }
        let Some(text) = string.utf8() else {
            return Err(m.argument_error("invalid byte sequence in UTF-8"));
        };
        let mut style = string_style(text);
        let tag = tag.or_else(|| (text == "<<").then(|| "tag:yaml.org,2002:str".to_owned()));
        if let Some(width) = self.fold_width
            && style != ScalarStyle::Literal
            && !matches!(text, "<<" | "y" | "n")
            && text.chars().count() > width
        {
            style = ScalarStyle::Folded;
        }
        let text = text.to_owned();
        Ok(self.scalar(text, tag, style, true))
    }

    fn array(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        let Value::Array(id) = value else { return Ok(self.plain("")) };
        let real = m.real_class_of(value);
        let tag = if real == class::ARRAY {
            None
        } else {
            Some(format!("!ruby/array:{}", m.class_name(real)))
        };
        let number = self.open(value, tag, NodeKind::Sequence(Vec::new()));
        let mut content = Vec::new();
        for item in m.array(id).to_vec() {
            content.push(self.accept(m, item)?);
        }
        self.fill(number, content);
        Ok(number)
    }

    fn hash(&mut self, m: &mut Machine<'_>, value: Value, id: HashId) -> Flow<NodeNumber> {
        let real = m.real_class_of(value);
        let tag = match real {
            class::HASH => None,
            class::PSYCH_SET => Some("!set".to_owned()),
            class::PSYCH_OMAP => Some("!omap".to_owned()),
            _ => Some(format!("!ruby/hash:{}", m.class_name(real))),
        };
        let number = self.open(value, tag, NodeKind::Mapping(Vec::new()));
        let entries: Vec<_> = m.hash(id).iter().collect();
        let mut content = Vec::with_capacity(entries.len() * 2);
        for (key, value) in entries {
            content.push(self.accept(m, key)?);
            content.push(self.accept(m, value)?);
        }
        self.fill(number, content);
        Ok(number)
    }

    fn range(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        let Value::Range(id) = value else { return Ok(self.plain("")) };
        let (begin, end, exclusive) = {
            let range = &m.heap.ranges[id];
            (range.begin, range.end, range.exclusive)
        };
        let number =
            self.open(value, Some("!ruby/range".to_owned()), NodeKind::Mapping(Vec::new()));
        let fields = [("begin", begin), ("end", end), ("excl", Value::Bool(exclusive))];
        self.fields(m, number, &fields)?;
        Ok(number)
    }

    fn fields(
        &mut self,
        m: &mut Machine<'_>,
        number: NodeNumber,
        fields: &[(&str, Value)],
    ) -> Flow<()> {
        let mut content = Vec::new();
        for (name, value) in fields {
            content.push(self.plain(*name));
            content.push(self.accept(m, *value)?);
        }
        self.fill(number, content);
        Ok(())
    }

    fn class(&mut self, m: &mut Machine<'_>, value: Value, id: ClassId) -> Flow<NodeNumber> {
        let (kind, kind_name) =
            if m.class(id).is_module { ("module", "Module") } else { ("class", "Class") };
        if m.class(id).name.is_none() {
            let text = m.inspect(value)?;
            let display = if kind == "class" { kind_name.to_owned() } else { text };
            return Err(m.type_error(format!("can't dump anonymous {kind}: {display}")));
        }
        let name = m.class_name(id);
        let tag = Some(format!("!ruby/{kind}"));
        let number = self.scalar(name, tag, ScalarStyle::SingleQuoted, false);
        self.register(value, number);
        Ok(number)
    }

    fn object(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        let encode = Symbol::new("encode_with");
        if m.responds_to(value, encode)? {
            return self.encoded(m, value, encode);
        }
        let real = m.real_class_of(value);
        let named = m.class(real).name.is_some();
        let name = if named { m.class_name(real) } else { String::new() };
        if m.payload::<ExceptionData>(value).is_some() {
            return self.exception(m, value, &name);
        }
        if m.is_a(value, class::STRUCT) {
            return self.structure(m, value, &name);
        }
        if real == class::TIME {
            return self.time(m, value, None);
        }
        match name.as_str() {
            "Date" => {
                let text = m.to_s_text(value)?;
                let number = self.plain(text);
                self.register(value, number);
                return Ok(number);
            }
            "DateTime" => return self.time(m, value, Some("!ruby/object:DateTime".to_owned())),
            "Rational" => {
                return self.parts(
                    m,
                    value,
                    &name,
                    &[("denominator", "denominator"), ("numerator", "numerator")],
                );
            }
            "Complex" => {
                return self.parts(m, value, &name, &[("real", "real"), ("image", "imaginary")]);
            }
            "Encoding" => {
                let text = m.to_s_text(value)?;
                let tag = Some("!ruby/encoding".to_owned());
                return Ok(self.scalar(text, tag, ScalarStyle::Plain, false));
            }
            "Set" => return self.set(m, value),
            _ => {}
        }
        let tag = match name.as_str() {
            "" | "Object" => "!ruby/object".to_owned(),
            name => format!("!ruby/object:{name}"),
        };
        let number = self.open(value, Some(tag), NodeKind::Mapping(Vec::new()));
        let mut content = Vec::new();
        self.variables(m, value, &mut content)?;
        self.fill(number, content);
        Ok(number)
    }

    /// The instance variables of an object.
    fn variables(
        &mut self,
        m: &mut Machine<'_>,
        value: Value,
        content: &mut Vec<NodeNumber>,
    ) -> Flow<()> {
        for name in m.ivar_names(value) {
            content.push(self.plain(name.as_str().trim_start_matches('@')));
            let field = m.ivar(value, name);
            content.push(self.accept(m, field)?);
        }
        Ok(())
    }

    /// The results of methods, as the attributes of an object.
    fn parts(
        &mut self,
        m: &mut Machine<'_>,
        value: Value,
        name: &str,
        parts: &[(&str, &str)],
    ) -> Flow<NodeNumber> {
        let tag = Some(format!("!ruby/object:{name}"));
        let number = self.open(value, tag, NodeKind::Mapping(Vec::new()));
        let mut content = Vec::new();
        for (display, method) in parts {
            let part = m.call(value, Symbol::new(method), &[])?;
            content.push(self.plain(*display));
            content.push(self.accept(m, part)?);
        }
        self.fill(number, content);
        Ok(number)
    }

    fn set(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<NodeNumber> {
        let tag = Some("!ruby/object:Set".to_owned());
        let number = self.open(value, tag, NodeKind::Mapping(Vec::new()));
        let items = m.call(value, names::TO_A, &[])?;
        let items = m.to_ary(items)?;
        let mut content = Vec::new();
        for item in m.array(items).to_vec() {
            content.push(self.accept(m, item)?);
            content.push(self.plain("true"));
        }
        let kind = NodeKind::Mapping(content);
        let hash = self.graph.add(Node { anchor: None, tag: None, kind });
        let key = self.plain("hash");
        self.fill(number, vec![key, hash]);
        Ok(number)
    }

    fn exception(&mut self, m: &mut Machine<'_>, value: Value, name: &str) -> Flow<NodeNumber> {
        let tag = Some(format!("!ruby/exception:{name}"));
        let number = self.open(value, tag, NodeKind::Mapping(Vec::new()));
        let message = match m.payload::<ExceptionData>(value).map(|data| data.message) {
            Some(Value::Undef) | None => m.call(value, names::MESSAGE, &[])?,
            Some(message) => message,
        };
        let backtrace = m.call(value, names::BACKTRACE, &[])?;
        let mut content = vec![self.plain("message")];
        content.push(self.accept(m, message)?);
        content.push(self.plain("backtrace"));
        content.push(self.accept(m, backtrace)?);
        self.variables(m, value, &mut content)?;
        self.fill(number, content);
        Ok(number)
    }

    fn structure(&mut self, m: &mut Machine<'_>, value: Value, name: &str) -> Flow<NodeNumber> {
        let tag = if name.is_empty() {
            "!ruby/struct".to_owned()
        } else {
            format!("!ruby/struct:{name}")
        };
        let number = self.open(value, Some(tag), NodeKind::Mapping(Vec::new()));
        let members = m.call(value, names::MEMBERS, &[])?;
        let members = m.to_ary(members)?;
        let mut content = Vec::new();
        for member in m.array(members).to_vec() {
            let display = m.to_s_text(member)?;
            content.push(self.plain(display));
            let field = m.call(value, names::AREF, &[member])?;
            content.push(self.accept(m, field)?);
        }
        self.variables(m, value, &mut content)?;
        self.fill(number, content);
        Ok(number)
    }

    fn time(&mut self, m: &mut Machine<'_>, value: Value, tag: Option<String>) -> Flow<NodeNumber> {
        let utc = Symbol::new("utc?");
        let is_utc = match m.try_call(value, utc, &[])? {
            Some(answer) => answer.is_truthy(),
            None => {
                let offset = m.call(value, Symbol::new("offset"), &[])?;
                m.equals(offset, Value::Int(0))?
            }
        };
        let format = if is_utc { "%Y-%m-%d %H:%M:%S.%9N Z" } else { "%Y-%m-%d %H:%M:%S.%9N %:z" };
        let format = m.new_str(format);
        let text = m.call(value, Symbol::new("strftime"), &[format])?;
        let text = m.to_s_text(text)?;
        let number = self.scalar(text, tag, ScalarStyle::Plain, false);
        self.register(value, number);
        Ok(number)
    }

    /// Dumps an object that defines `encode_with`.
    fn encoded(&mut self, m: &mut Machine<'_>, value: Value, encode: Symbol) -> Flow<NodeNumber> {
        let name = m.class_name_of(value);
        let tag = m.new_str(format!("!ruby/object:{name}"));
        let coder = m.call(Value::Class(class::PSYCH_CODER), names::NEW, &[tag])?;
        m.call(value, encode, &[coder])?;
        let tag = match coder::field(m, coder, "tag") {
            Value::Nil => None,
            tag => Some(m.to_s_text(tag)?),
        };
        let kind = coder::field(m, coder, "type");
        let kind = m.to_s_text(kind)?;
        match kind.as_str() {
            "scalar" => {
                let text = coder::field(m, coder, "scalar");
                let text = m.to_s_text(text)?;
                let number = self.scalar(text, tag, ScalarStyle::Plain, false);
                self.register(value, number);
                Ok(number)
            }
            "seq" => {
                let number = self.open(value, tag, NodeKind::Sequence(Vec::new()));
                let list = coder::field(m, coder, "seq");
                let list = m.to_ary(list)?;
                let mut content = Vec::new();
                for item in m.array(list).to_vec() {
                    content.push(self.accept(m, item)?);
                }
                self.fill(number, content);
                Ok(number)
            }
            _ => {
                let number = self.open(value, tag, NodeKind::Mapping(Vec::new()));
                let map = coder::field(m, coder, "map");
                let map = m.to_hash(map)?;
                let entries: Vec<_> = m.hash(map).iter().collect();
                let mut content = Vec::new();
                for (key, item) in entries {
                    content.push(self.accept(m, key)?);
                    content.push(self.accept(m, item)?);
                }
                self.fill(number, content);
                Ok(number)
            }
        }
    }
}
