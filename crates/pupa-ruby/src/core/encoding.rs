//! `Encoding`: the objects for the supported encodings, and names of encodings.

use crate::core::class;
use crate::core::string::chars::{self, encoding_name};
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Encoding`
pub static ENCODING: NativeClass = NativeClass {
    name: "Encoding",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, name),
        method("to_s", 0, 0, name),
        method("inspect", 0, 0, inspect),
        method("names", 0, 0, names),
        method("ascii_compatible?", 0, 0, is_ascii_compatible),
        method("dummy?", 0, 0, |_, _, _| Ok(Value::FALSE)),
    ],
    class_methods: &[
        method("list", 0, 0, list),
        method("name_list", 0, 0, name_list),
        method("aliases", 0, 0, aliases),
        method("find", 1, 1, find_encoding),
        method("compatible?", 2, 2, compatible),
        method("default_external", 0, 0, |m, _, _| Ok(default(m, "external"))),
        method("default_external=", 1, 1, set_default_external),
        method("default_internal", 0, 0, |m, _, _| Ok(default(m, "internal"))),
        method("default_internal=", 1, 1, set_default_internal),
        method("locale_charmap", 0, 0, |m, _, _| {
            Ok(chars::text_like(m, "UTF-8".to_owned(), Encoding::UsAscii))
        }),
    ],
    constants: &[
        ("UTF_8", |m| Ok(encoding_object(m, Encoding::Utf8))),
        ("CP65001", |m| Ok(encoding_object(m, Encoding::Utf8))),
        ("ASCII_8BIT", |m| Ok(encoding_object(m, Encoding::Binary))),
        ("BINARY", |m| Ok(encoding_object(m, Encoding::Binary))),
        ("US_ASCII", |m| Ok(encoding_object(m, Encoding::UsAscii))),
        ("ASCII", |m| Ok(encoding_object(m, Encoding::UsAscii))),
        ("ANSI_X3_4_1968", |m| Ok(encoding_object(m, Encoding::UsAscii))),
        ("ISO_8859_1", |m| Ok(encoding_object(m, Encoding::Latin1))),
        ("ISO8859_1", |m| Ok(encoding_object(m, Encoding::Latin1))),
        ("UTF_16LE", |m| Ok(encoding_object(m, Encoding::Utf16Le))),
        ("UTF_16BE", |m| Ok(encoding_object(m, Encoding::Utf16Be))),
        ("UCS_2BE", |m| Ok(encoding_object(m, Encoding::Utf16Be))),
    ],
    ..NativeClass::EMPTY
};

const ALL: [Encoding; 6] = [
    Encoding::Binary,
    Encoding::Utf8,
    Encoding::UsAscii,
    Encoding::Latin1,
    Encoding::Utf16Be,
    Encoding::Utf16Le,
];

/// The aliases of an encoding.
fn other_names(encoding: Encoding) -> &'static [&'static str] {
    match encoding {
        Encoding::Utf8 => &["CP65001"],
        Encoding::Binary => &["BINARY"],
        Encoding::UsAscii => &["ASCII", "ANSI_X3.4-1968", "646"],
        Encoding::Latin1 => &["ISO8859-1"],
        Encoding::Utf16Be => &["UCS-2BE"],
        Encoding::Utf16Le => &[],
    }
}

/// The Rust data of an `Encoding` object.
#[derive(Debug, Clone)]
struct EncodingData(Encoding);

impl Payload for EncodingData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The `Encoding` object of an encoding; always the same one.
pub(crate) fn encoding_object(m: &mut Machine<'_>, encoding: Encoding) -> Value {
    let owner = Value::Class(class::ENCODING);
    let key = Symbol::new(encoding_name(encoding));
    match m.ivar(owner, key) {
        Value::Undef => {
            let object = m.new_payload(class::ENCODING, EncodingData(encoding));
            m.set_ivar(owner, key, object);
            object
        }
        object => object,
    }
}

/// The encoding of an `Encoding` object.
pub(crate) fn of_object(m: &Machine<'_>, value: Value) -> Option<Encoding> {
    m.payload::<EncodingData>(value).map(|data| data.0)
}

/// The encoding of a name.
pub(crate) fn find(name: &str) -> Option<Encoding> {
    let is_name = |encoding: &&Encoding| {
        encoding_name(**encoding).eq_ignore_ascii_case(name)
            || other_names(**encoding).iter().any(|other| other.eq_ignore_ascii_case(name))
    };
    if let Some(encoding) = ALL.iter().find(is_name) {
        return Some(*encoding);
    }
    let is_default = ["locale", "external", "filesystem"]
        .iter()
        .any(|special| special.eq_ignore_ascii_case(name));
    is_default.then_some(Encoding::Utf8)
}

/// The encoding of an argument: an `Encoding` object or a name.
pub(crate) fn to_encoding(m: &mut Machine<'_>, value: Value) -> Flow<Encoding> {
    if let Some(encoding) = of_object(m, value) {
        return Ok(encoding);
    }
    let name = m.to_text(value)?;
    match find(&name) {
        Some(encoding) => Ok(encoding),
        None => Err(m.argument_error(format!("unknown encoding name - {name}"))),
    }
}

fn own(m: &mut Machine<'_>, this: Value) -> Flow<Encoding> {
    match of_object(m, this) {
        Some(encoding) => Ok(encoding),
        None => Err(m.type_error("wrong argument type (expected Encoding)")),
    }
}

fn ascii(m: &mut Machine<'_>, text: &str) -> Value {
    chars::text_like(m, text.to_owned(), Encoding::UsAscii)
}

fn name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let encoding = own(m, this)?;
    Ok(ascii(m, encoding_name(encoding)))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let encoding = own(m, this)?;
    Ok(ascii(m, &format!("#<Encoding:{}>", encoding_name(encoding))))
}

fn names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let encoding = own(m, this)?;
    let mut texts = vec![encoding_name(encoding)];
    texts.extend(other_names(encoding));
    if encoding == Encoding::Utf8 {
        texts.extend(["locale", "external", "filesystem"]);
    }
    let list = texts.into_iter().map(|text| ascii(m, text)).collect();
    Ok(m.new_array(list))
}

fn is_ascii_compatible(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let encoding = own(m, this)?;
    Ok((!matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be)).into())
}

fn list(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let list = ALL.into_iter().map(|encoding| encoding_object(m, encoding)).collect();
    Ok(m.new_array(list))
}

fn name_list(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let mut list = Vec::new();
    for encoding in ALL {
        list.push(ascii(m, encoding_name(encoding)));
        for other in other_names(encoding) {
            list.push(ascii(m, other));
        }
    }
    for special in ["locale", "external", "filesystem", "internal"] {
        list.push(ascii(m, special));
    }
    Ok(m.new_array(list))
}

fn aliases(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let mut entries = Vec::new();
    for encoding in ALL {
        for other in other_names(encoding) {
            let key = ascii(m, other);
            entries.push((key, ascii(m, encoding_name(encoding))));
        }
    }
    for special in ["locale", "external", "filesystem"] {
        let key = ascii(m, special);
        entries.push((key, ascii(m, "UTF-8")));
    }
    Ok(Value::Hash(m.hash_of(entries)?))
}

fn find_encoding(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if of_object(m, args[0]).is_some() {
        return Ok(args[0]);
    }
    let name = m.to_text(args[0])?;
    if name.eq_ignore_ascii_case("internal") {
        return Ok(default(m, "internal"));
    }
    if name.eq_ignore_ascii_case("external") {
        return Ok(default(m, "external"));
    }
    match find(&name) {
        Some(encoding) => Ok(encoding_object(m, encoding)),
        None => Err(m.argument_error(format!("unknown encoding name - {name}"))),
    }
}

/// The encoding of an object that has one, and whether it is a string.
fn encoding_of(m: &mut Machine<'_>, value: Value) -> Option<Encoding> {
    match value {
        Value::Str(id) => Some(m.string(id).encoding),
        Value::Sym(symbol) if symbol.as_str().is_ascii() => Some(Encoding::UsAscii),
        Value::Sym(_) => Some(Encoding::Utf8),
        Value::Regexp(id) => {
            let source = m.heap.regexps[id].regexp.as_ref()?.source();
            Some(if source.is_ascii() { Encoding::UsAscii } else { Encoding::Utf8 })
        }
        _ => of_object(m, value),
    }
}

fn compatible(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (left, right) = (encoding_of(m, args[0]), encoding_of(m, args[1]));
    let (Some(left), Some(right)) = (left, right) else { return Ok(Value::Nil) };
    let found = match (args[0], args[1]) {
        (Value::Str(a), Value::Str(b)) => chars::compatible(m.string(a), m.string(b)),
        _ if left == right => Some(left),
        (Value::Str(a), _) if m.string(a).is_empty() => Some(right),
        (_, Value::Str(b)) if m.string(b).is_empty() => Some(left),
        _ if [left, right].iter().any(|e| matches!(e, Encoding::Utf16Le | Encoding::Utf16Be)) => {
            None
        }
        (Value::Str(a), _) if right == Encoding::UsAscii => {
            let _ = a;
            Some(left)
        }
        (Value::Str(a), _) if m.string(a).is_ascii() => Some(right),
        (_, Value::Str(b)) if m.string(b).is_ascii() => Some(left),
        _ if right == Encoding::UsAscii => Some(left),
        _ if left == Encoding::UsAscii => Some(right),
        _ => None,
    };
    Ok(found.map_or(Value::Nil, |encoding| encoding_object(m, encoding)))
}

fn default(m: &mut Machine<'_>, which: &str) -> Value {
    match m.ivar(Value::Class(class::ENCODING), Symbol::new(which)) {
        Value::Undef if which == "external" => encoding_object(m, Encoding::Utf8),
        Value::Undef => Value::Nil,
        value => value,
    }
}

/// The encoding that `Encoding.default_internal` is set to.
pub(crate) fn default_internal(m: &mut Machine<'_>) -> Option<Encoding> {
    let value = default(m, "internal");
    of_object(m, value)
}

fn set_default_external(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args[0].is_nil() {
        return Err(m.argument_error("default external can not be nil"));
    }
    let encoding = to_encoding(m, args[0])?;
    let object = encoding_object(m, encoding);
    m.set_ivar(this, Symbol::new("external"), object);
    Ok(args[0])
}

fn set_default_internal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let object = if args[0].is_nil() {
        Value::Nil
    } else {
        let encoding = to_encoding(m, args[0])?;
        encoding_object(m, encoding)
    };
    m.set_ivar(this, Symbol::new("internal"), object);
    Ok(args[0])
}
