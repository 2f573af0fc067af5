//! `YAML` (`Psych` 4): `load`, `safe_load`, `dump`, `load_file` and so on. The format is that of
//! libyaml.

mod coder;
mod dump;
mod load;
mod revive;

pub(crate) use coder::CODER;

use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};
use load::Loader;
use pupa_data::yaml::tree::{DocumentError, Documents};

/// `Psych`
pub(crate) static PSYCH: NativeClass = NativeClass {
    name: "Psych",
    class_methods: &[
        method("load", 1, 2, load_),
        method("safe_load", 1, 2, load_),
        method("unsafe_load", 1, 2, load_),
        method("load_file", 1, 2, load_file),
        method("safe_load_file", 1, 2, load_file),
        method("unsafe_load_file", 1, 2, load_file),
        method("load_stream", 1, 2, load_stream),
        method("load_documents", 1, 2, load_stream),
        method("dump", 1, 3, dump_),
        method("safe_dump", 1, 3, dump_),
        method("dump_stream", 0, -1, dump_stream),
        method("to_json", 1, 1, to_json),
        method("parse", 1, 2, unsupported),
        method("parse_file", 1, 2, unsupported),
        method("parse_stream", 1, 2, unsupported),
        method("add_tag", 2, 2, unsupported),
        method("libyaml_version", 0, 0, version),
    ],
    constants: &[
        ("VERSION", |m| Ok(m.new_str("4.0.3"))),
        ("LIBYAML_VERSION", |m| Ok(m.new_str("0.2.5"))),
    ],
    ..NativeClass::MODULE
};

macro_rules! errors {
    ($($constant:ident $name:literal $superclass:literal,)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub(crate) static $constant: NativeClass = NativeClass {
                name: $name,
                superclass: Some($superclass),
                ..NativeClass::EMPTY
            };
        )*
    };
}

errors! {
    EXCEPTION "Psych::Exception" "RuntimeError",
    BAD_ALIAS "Psych::BadAlias" "Psych::Exception",
    DISALLOWED_CLASS "Psych::DisallowedClass" "Psych::Exception",
    OMAP "Psych::Omap" "Hash",
    SET "Psych::Set" "Hash",
}

/// `Psych::SyntaxError`
pub(crate) static SYNTAX_ERROR: NativeClass = NativeClass {
    name: "Psych::SyntaxError",
    superclass: Some("Psych::Exception"),
    methods: &[
        method("file", 0, 0, error_field),
        method("line", 0, 0, error_field),
        method("column", 0, 0, error_field),
        method("offset", 0, 0, error_field),
        method("problem", 0, 0, error_field),
        method("context", 0, 0, error_field),
    ],
    ..NativeClass::EMPTY
};

fn error_field(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = m.ivar(this, Symbol::new(&format!("@{}", args.name)));
    Ok(if value.is_undef() { Value::Nil } else { value })
}

fn unsupported(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let what = format!("Psych.{}", args.name);
    Err(m.not_implemented(&what))
}

fn version(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.new_array(vec![Value::Int(0), Value::Int(2), Value::Int(5)]))
}

/// The exception for invalid YAML.
fn syntax_error(m: &mut Machine<'_>, problem: &DocumentError, file: Value) -> Jump {
    let display = match file {
        Value::Str(id) => m.text_of(id),
        _ => "<unknown>".to_owned(),
    };
    let gap = if problem.context.is_empty() { "" } else { " " };
    let DocumentError { problem: text, context, line, column, offset } = problem;
    let message = format!("({display}): {text}{gap}{context} at line {line} column {column}");
    let jump = m.error(class::PSYCH_SYNTAX_ERROR, message);
    if let Jump::Raise(id) = jump {
        let this = Value::Object(id);
        let text_value = m.new_str(text.as_str());
        let context_value =
            if context.is_empty() { Value::Nil } else { m.new_str(context.as_str()) };
        let fields = [
            ("@file", file),
            ("@line", Value::Int(i64::from(*line))),
            ("@column", Value::Int(i64::from(*column))),
            ("@offset", Value::from(*offset)),
            ("@problem", text_value),
            ("@context", context_value),
        ];
        for (name, value) in fields {
            m.set_ivar(this, Symbol::new(name), value);
        }
    }
    jump
}

/// The text of a source: a string, or an object with `read`. Bytes that are not UTF-8 are a syntax
/// error.
fn source(m: &mut Machine<'_>, value: Value, file: Value) -> Flow<String> {
    let value = match value {
        Value::Object(_) if m.responds_to(value, Symbol::new("read"))? => {
            m.call(value, Symbol::new("read"), &[])?
        }
        _ => value,
    };
    let id = m.to_str(value)?;
    let string = m.string(id);
    let id = match string.encoding {
        Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Latin1 => {
            let target = m.new_str("UTF-8");
            let converted = m.call(Value::Str(id), Symbol::new("encode"), &[target])?;
            m.to_str(converted)?
        }
        _ => id,
    };
    let string = m.string(id);
    if let Some(text) = string.utf8() {
        return Ok(text.to_owned());
    }
    let bytes = string.to_vec();
    let valid = std::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let first = bytes.get(valid).copied().unwrap_or(0);
    let is_leading = matches!(first, 0xc2..=0xf4);
    let problem = match () {
        () if !is_leading => "invalid leading UTF-8 octet",
        () if valid + 2 > bytes.len() => "incomplete UTF-8 octet sequence",
        () => "invalid trailing UTF-8 octet",
    };
    let problem = DocumentError {
        problem: problem.to_owned(),
        context: String::new(),
        line: 1,
        column: 1,
        offset: valid,
    };
    Err(syntax_error(m, &problem, file))
}

/// The loader for a method, by the method's name.
fn loader(m: &mut Machine<'_>, name: &str, keywords: Option<HashId>) -> Flow<Loader> {
    let mut loader = Loader::new(name.starts_with("unsafe"));
    if name == "load" || name == "load_file" {
        loader.permit("Symbol");
    }
    loader.apply(m, keywords)?;
    Ok(loader)
}

fn load_text(
    m: &mut Machine<'_>,
    text: &str,
    mut loader: Loader,
    file: Value,
    fallback: Value,
) -> Flow {
    let document = match Documents::new(text).next_document() {
        Ok(document) => document,
        Err(problem) => return Err(syntax_error(m, &problem, file)),
    };
    match document {
        Some(root) => loader.accept(m, &root),
        None => Ok(fallback),
    }
}

fn options(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Option<HashId>> {
    match args.list {
        [_] => Ok(None),
        [_, Value::Hash(keywords)] if args.has_keywords => Ok(Some(*keywords)),
        list => Err(m.arity_error(list.len(), 1, Some(1))),
    }
}

fn load_(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let keywords = options(m, args)?;
    let file = m.keyword(keywords, "filename").unwrap_or(Value::Nil);
    let default = if args.name.as_str() == "unsafe_load" { Value::FALSE } else { Value::Nil };
    let fallback = m.keyword(keywords, "fallback").unwrap_or(default);
    let loader = loader(m, args.name.as_str(), keywords)?;
    let text = source(m, args[0], file)?;
    load_text(m, &text, loader, file, fallback)
}

fn load_file(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let keywords = options(m, args)?;
    let mut content = crate::core::io::file::content(m, args[0])?;
    if content.starts_with(b"\xef\xbb\xbf") {
        content.drain(..3);
    }
    let file = crate::core::io::file::path_string(m, args[0])?;
    let default = if args.name.as_str() == "safe_load_file" { Value::Nil } else { Value::FALSE };
    let fallback = m.keyword(keywords, "fallback").unwrap_or(default);
    let loader = loader(m, args.name.as_str(), keywords)?;
    let text = m.new_bytes(content, Encoding::Utf8);
    let text = source(m, text, Value::Str(file))?;
    load_text(m, &text, loader, Value::Str(file), fallback)
}

fn load_stream(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let keywords = options(m, args)?;
    let file = m.keyword(keywords, "filename").unwrap_or(Value::Nil);
    let text = source(m, args[0], file)?;
    let mut documents = Documents::new(&text);
    let mut values = Vec::new();
    loop {
        let root = match documents.next_document() {
            Ok(Some(root)) => root,
            Ok(None) => break,
            Err(problem) => return Err(syntax_error(m, &problem, file)),
        };
        let mut loader = Loader::new(true);
        loader.apply(m, keywords)?;
        let value = loader.accept(m, &root)?;
        match args.block {
            Some(block) => {
                m.yield_one(block, value)?;
            }
            None => values.push(value),
        }
    }
    Ok(m.new_array(values))
}

fn dump_(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let mut io = Value::Nil;
    let mut hash = keywords;
    for &value in list.iter().skip(1) {
        match value {
            Value::Hash(id) => hash = Some(id),
            Value::Nil => {}
            other => io = other,
        }
    }
    let safe = args.name.as_str() == "safe_dump";
    let text = dump::dump(m, args[0], hash, safe)?;
    let text = m.new_str(text);
    if io.is_nil() {
        return Ok(text);
    }
    m.call(io, names::WRITE, &[text])?;
    Ok(io)
}

fn dump_stream(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut text = String::new();
    for &value in args.list {
        text.push_str(&dump::dump(m, value, None, false)?);
    }
    Ok(m.new_str(text))
}

fn to_json(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.call(args[0], Symbol::new("to_json"), &[])?;
    let end = m.new_str("\n");
    m.call(text, names::PLUS, &[end])
}

/// `to_yaml`
pub(crate) fn to_yaml(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = match args.opt(0) {
        None | Some(Value::Nil) => None,
        Some(options) => Some(m.to_hash(options)?),
    };
    let text = dump::dump(m, this, hash, false)?;
    Ok(m.new_str(text))
}

/// `y`
pub(crate) fn print_yaml(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    for &value in args.list {
        let text = dump::dump(m, value, None, false)?;
        let text = m.new_str(text);
        let main = m.main;
        m.call(main, names::PUTS, &[text])?;
    }
    Ok(Value::Nil)
}
