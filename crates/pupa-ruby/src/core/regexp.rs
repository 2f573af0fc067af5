//! `Regexp`: construction, matching, `inspect`, encodings and `escape`.

pub mod match_data;
mod union;

use pupa_value::regexp::{Regexp, RegexpOptions, escape};

pub use match_data::MATCH_DATA;

use crate::core::class;
use crate::heap::{Encoding, RRegexp, RString};
use crate::machine::class::Constant;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::{RegexpId, StrId, Value};

/// The number of the option `n`.
const NO_ENCODING: i64 = 32;

/// `Regexp`
pub static REGEXP: NativeClass = NativeClass {
    name: "Regexp",
    superclass: Some("Object"),
    instances: Instances::Regexps,
    methods: &[
        private("initialize", 1, 3, initialize),
        private("initialize_copy", 1, 1, initialize_copy),
        method("=~", 1, 1, match_operator),
        method("===", 1, 1, case_equals),
        method("~", 0, 0, match_last_line),
        method("match", 1, 2, match_method),
        method("match?", 1, 2, is_match),
        method("source", 0, 0, source),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, inspect),
        method("options", 0, 0, options),
        method("names", 0, 0, names),
        method("named_captures", 0, 0, named_captures),
        method("casefold?", 0, 0, ignores_case),
        method("fixed_encoding?", 0, 0, has_fixed_encoding),
        method("encoding", 0, 0, encoding),
        method("timeout", 0, 0, timeout),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
    ],
    class_methods: &[
        method("compile", 0, -1, compile),
        method("escape", 1, 1, escape_text),
        method("quote", 1, 1, escape_text),
        method("union", 0, -1, union::union),
        method("last_match", 0, 1, last_match),
        method("try_convert", 1, 1, try_convert),
        method("linear_time?", 1, 3, is_linear),
        method("timeout", 0, 0, timeout),
    ],
    constants: &[
        ("IGNORECASE", |_| Ok(Value::Int(1))),
        ("EXTENDED", |_| Ok(Value::Int(2))),
        ("MULTILINE", |_| Ok(Value::Int(4))),
        ("FIXEDENCODING", |_| Ok(Value::Int(16))),
        ("NOENCODING", |_| Ok(Value::Int(NO_ENCODING))),
    ],
    ..NativeClass::EMPTY
};

/// The options for the number that `Regexp.new` takes.
pub fn options_of_bits(bits: i64) -> RegexpOptions {
    RegexpOptions {
        ignore_case: bits & i64::from(Regexp::IGNORECASE) != 0,
        extended: bits & i64::from(Regexp::EXTENDED) != 0,
        multi_line: bits & i64::from(Regexp::MULTILINE) != 0,
    }
}

/// The pattern of a regexp for bytes: each byte escape becomes the character with that number,
/// because binary strings are searched as such characters.
pub fn pattern_of_bytes(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 16);
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let number = escape.get(2..4).filter(|_| escape.starts_with("\\x"));
        let number = number.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let length = match number {
            Some(byte @ 0x80..) => {
                out.push_str(&format!("\\u{byte:04x}"));
                4
            }
            _ => {
                let length = 1 + escape[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&escape[..length]);
                length
            }
        };
        rest = &escape[length..];
    }
    out.push_str(rest);
    out
}

fn id_of(m: &mut Machine<'_>, this: Value) -> Flow<RegexpId> {
    match this {
        Value::Regexp(id) => Ok(id),
        _ => Err(m.type_error("uninitialized Regexp")),
    }
}

fn regexp_of(m: &mut Machine<'_>, this: Value) -> Flow<Regexp> {
    let id = id_of(m, this)?;
    m.regexp(id)
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = id_of(m, this)?;
    m.check_frozen(this)?;
    if m.heap.regexps[id].regexp.is_some() {
        return Err(m.type_error("already initialized regexp"));
    }
    let (list, _) = args.split_keywords();
    if let Some(&Value::Regexp(other)) = list.first() {
        if list.len() > 1 {
            m.warn("flags ignored")?;
        }
        copy(m, id, other)?;
        return Ok(Value::Nil);
    }
    let bits = match list.get(1) {
        None | Some(Value::Nil | Value::Bool(false)) => 0,
        Some(Value::Int(bits)) => *bits,
        Some(_) => 1,
    };
    let source = m.to_str(args.or_nil(0))?;
    let mut no_encoding = bits & NO_ENCODING != 0;
    if let Some(&letter) = list.get(2)
        && !letter.is_nil()
    {
        let letter = m.to_str(letter)?;
        no_encoding |= matches!(m.string(letter).bytes().first(), Some(b'n' | b'N'));
    }
    let own_encoding = m.string(source).encoding;
    let (source, mut encoding) = source_text(m, source);
    if bits & i64::from(Regexp::FIXEDENCODING) != 0 {
        encoding = Some(own_encoding);
    }
    let regexp = match m.compile_regexp(&source, options_of_bits(bits)) {
        Err(_) if no_encoding => {
            m.compile_regexp(&pattern_of_bytes(&source), options_of_bits(bits))?
        }
        result => result?,
    };
    let object = &mut m.core.heap.regexps[id];
    object.regexp = Some(regexp);
    object.no_encoding = no_encoding;
    object.encoding = encoding;
    Ok(Value::Nil)
}

/// The pattern in a string, and the encoding that it fixes if that is not UTF-8. In a string of
/// another encoding each byte counts as the character with its number.
pub(crate) fn source_text(m: &mut Machine<'_>, string: StrId) -> (String, Option<Encoding>) {
    let source = m.string(string);
    let encoding = source.encoding;
    match encoding {
        Encoding::Binary | Encoding::Latin1 if !source.is_ascii() => {
            (source.bytes().iter().map(|&byte| char::from(byte)).collect(), Some(encoding))
        }
        Encoding::Utf16Le | Encoding::Utf16Be => {
            let unit = |pair: &[u8]| match encoding {
                Encoding::Utf16Le => u16::from_le_bytes([pair[0], pair[1]]),
                _ => u16::from_be_bytes([pair[0], pair[1]]),
            };
            let units: Vec<u16> = source.bytes().chunks_exact(2).map(unit).collect();
            (String::from_utf16_lossy(&units), Some(encoding))
        }
        _ => (m.text_of(string), None),
    }
}

/// Copies a regexp to another.
fn copy(m: &mut Machine<'_>, id: RegexpId, other: RegexpId) -> Flow<()> {
    let regexp = m.regexp(other)?;
    let RRegexp { no_encoding, encoding, .. } = m.heap.regexps[other];
    let object = &mut m.core.heap.regexps[id];
    object.regexp = Some(regexp);
    object.no_encoding = no_encoding;
    object.encoding = encoding;
    Ok(())
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = id_of(m, this)?;
    if this.is_same(args[0]) {
        return Ok(this);
    }
    m.check_frozen(this)?;
    let Value::Regexp(other) = args[0] else {
        return Err(m.type_error("wrong argument type"));
    };
    copy(m, id, other)?;
    Ok(this)
}

fn compile(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.call_args(this, Args { name: crate::symbol::names::NEW, ..args })
}

/// The string that a pattern is matched against: from a string, a symbol, or an object with
/// `to_str`.
fn operand(m: &mut Machine<'_>, value: Value) -> Flow<StrId> {
    match value {
        Value::Str(id) => Ok(id),
        Value::Sym(symbol) => Ok(m.add_string(RString::from_text(symbol.as_str().into()))),
        _ => m.to_str(value),
    }
}

fn match_operator(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args[0].is_nil() {
        m.set_last_match(Value::Nil);
        return Ok(Value::Nil);
    }
    let regexp = id_of(m, this)?;
    let string = operand(m, args[0])?;
    let found = m.match_regexp(regexp, string, 0)?;
    Ok(match_data::start_of(m, found))
}

fn case_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let regexp = id_of(m, this)?;
    let string = match args[0] {
        Value::Str(id) => Some(id),
        Value::Sym(_) => Some(operand(m, args[0])?),
        other => m.try_str(other)?,
    };
    let Some(string) = string else {
        m.set_last_match(Value::Nil);
        return Ok(Value::FALSE);
    };
    let found = m.match_regexp(regexp, string, 0)?;
    Ok(Value::Bool(!found.is_nil()))
}

fn match_last_line(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let line = m.globals.get(&Symbol::new("$_")).copied().unwrap_or(Value::Nil);
    match line {
        Value::Str(_) => match_operator(m, this, Args { list: &[line], ..args }),
        _ => {
            m.set_last_match(Value::Nil);
            Ok(Value::Nil)
        }
    }
}

/// The byte offset of a search position, which arguments give in characters.
fn start_byte(m: &mut Machine<'_>, string: StrId, position: Option<Value>) -> Flow<Option<usize>> {
    let Some(position) = position else { return Ok(Some(0)) };
    let position = m.to_int(position)?;
    Ok(match_data::byte_offset(m.string(string), position))
}

fn match_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let regexp = id_of(m, this)?;
    if args[0].is_nil() {
        m.regexp(regexp)?;
        m.set_last_match(Value::Nil);
        return Ok(Value::Nil);
    }
    let string = operand(m, args[0])?;
    let from = match start_byte(m, string, args.opt(1))? {
        Some(from) => from,
        // Compat: a search from a position after the end begins at the end.
        None if m.to_int(args.or_nil(1))? > 0 => m.string(string).len(),
        None => {
            m.set_last_match(Value::Nil);
            return Ok(Value::Nil);
        }
    };
    let found = m.match_regexp(regexp, string, from)?;
    match args.block {
        Some(block) if !found.is_nil() => m.yield_one(block, found),
        _ => Ok(found),
    }
}

fn is_match(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let regexp = id_of(m, this)?;
    if args[0].is_nil() {
        m.regexp(regexp)?;
        return Ok(Value::FALSE);
    }
    let string = operand(m, args[0])?;
    match start_byte(m, string, args.opt(1))? {
        Some(from) => Ok(Value::Bool(m.regexp_matches(regexp, string, from)?)),
        None => Ok(Value::FALSE),
    }
}

fn source(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = id_of(m, this)?;
    let text = m.regexp(id)?.source().to_owned();
    let encoding = own_encoding(m, id)?;
    Ok(match encoding {
        Encoding::Latin1 | Encoding::Utf16Le | Encoding::Utf16Be => {
            let text = m.new_str(text);
            let name = m.new_str(encoding.name());
            m.call(text, Symbol::new("encode"), &[name])?
        }
        // The characters of such a pattern have the numbers of its bytes.
        Encoding::Binary => {
            let bytes = text.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect();
            m.new_bytes(bytes, encoding)
        }
        _ => m.new_bytes(text.into_bytes(), encoding),
    })
}

fn to_s(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let regexp = regexp_of(m, this)?;
    Ok(m.new_str(regexp.to_string()))
}

/// A pattern for bytes in the notation of Ruby's `inspect`.
fn bytes_shown(text: &str) -> String {
    let mut display = String::new();
    for char in text.chars() {
        match char.is_ascii() {
            true => display.push(char),
            false => display.push_str(&format!("\\x{:02X}", u32::from(char))),
        }
    }
    display
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = id_of(m, this)?;
    let object = &m.heap.regexps[id];
    let text = match &object.regexp {
        Some(regexp) if object.no_encoding => regexp.inspect() + "n",
        Some(regexp) if matches!(object.encoding, Some(Encoding::Latin1 | Encoding::Binary)) => {
            bytes_shown(&regexp.inspect())
        }
        Some(regexp) => regexp.inspect(),
        None => m.core.plain_inspect(this),
    };
    Ok(m.new_str(text))
}

/// The encoding of a regexp: US-ASCII for plain ASCII, unless an option fixes another.
fn own_encoding(m: &mut Machine<'_>, id: RegexpId) -> Flow<Encoding> {
    let has_others = m.regexp(id)?.option_bits() & Regexp::FIXEDENCODING != 0;
    let object = &m.heap.regexps[id];
    Ok(match object.encoding {
        Some(encoding) => encoding,
        None if has_others && object.no_encoding => Encoding::Binary,
        None if has_others => Encoding::Utf8,
        None => Encoding::UsAscii,
    })
}

fn option_bits(m: &mut Machine<'_>, this: Value) -> Flow<i64> {
    let id = id_of(m, this)?;
    let mut bits = i64::from(m.regexp(id)?.option_bits());
    let object = &m.heap.regexps[id];
    if object.encoding.is_some() {
        bits |= i64::from(Regexp::FIXEDENCODING);
    }
    if object.no_encoding {
        bits |= NO_ENCODING;
    }
    Ok(bits)
}

fn options(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(option_bits(m, this)?))
}

fn names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = group_names(m, this)?;
    let names = names.into_iter().map(|(name, _)| m.new_str(name)).collect();
    Ok(m.new_array(names))
}

/// The names of the groups, each with the numbers of its groups.
fn group_names(m: &mut Machine<'_>, this: Value) -> Flow<Vec<(String, Vec<usize>)>> {
    let regexp = regexp_of(m, this)?;
    match regexp.named_groups() {
        Ok(names) => Ok(names.to_vec()),
        Err(error) => Err(m.match_error(&error)),
    }
}

fn named_captures(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = m.new_hash();
    for (name, numbers) in group_names(m, this)? {
        let name = m.new_str(name);
        let numbers = m.new_array(numbers.into_iter().map(Value::from).collect());
        m.hash_set(hash, name, numbers)?;
    }
    Ok(Value::Hash(hash))
}

fn ignores_case(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(regexp_of(m, this)?.options().ignore_case))
}

fn has_fixed_encoding(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(option_bits(m, this)? & i64::from(Regexp::FIXEDENCODING) != 0))
}

fn encoding(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = id_of(m, this)?;
    let name = own_encoding(m, id)?.name().replace('-', "_");
    match m.own_constant(class::ENCODING, Symbol::new(&name)) {
        Some(Constant::Value(value)) => Ok(value),
        Some(Constant::Native(compute)) => compute(m),
        _ => Ok(Value::Nil),
    }
}

fn timeout(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) {
        return Ok(Value::TRUE);
    }
    let (Value::Regexp(a), Value::Regexp(b)) = (this, args[0]) else { return Ok(Value::FALSE) };
    let is_same = m.regexp(a)? == m.regexp(b)? && fixed_encoding(m, a)? == fixed_encoding(m, b)?;
    Ok(Value::Bool(is_same))
}

/// The encoding that an option or a character of the pattern fixes.
fn fixed_encoding(m: &mut Machine<'_>, id: RegexpId) -> Flow<Option<Encoding>> {
    let is_ascii = m.regexp(id)?.source().is_ascii();
    Ok(m.heap.regexps[id].encoding.or((!is_ascii).then_some(Encoding::Utf8)))
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    use std::hash::{Hash, Hasher};
    let regexp = regexp_of(m, this)?;
    let mut hasher = rustc_hash::FxHasher::default();
    regexp.hash(&mut hasher);
    Ok(Value::Int((hasher.finish() >> 2) as i64))
}

fn escape_text(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let string = operand(m, args[0])?;
    escaped(m, string)
}

/// A string escaped as a pattern. Plain ASCII becomes a string in US-ASCII.
fn escaped(m: &mut Machine<'_>, string: StrId) -> Flow {
    let source = m.string(string);
    let encoding = match source.is_ascii() {
        true => Encoding::UsAscii,
        false => source.encoding,
    };
    let result = match source.utf8() {
        Some(text) => escape(text).into_bytes(),
        None => source.bytes().iter().flat_map(|&byte| escaped_byte(byte)).collect(),
    };
    Ok(m.new_bytes(result, encoding))
}

fn escaped_byte(byte: u8) -> Vec<u8> {
    match byte {
        0..=127 => escape(char::from(byte).encode_utf8(&mut [0; 4])).into_bytes(),
        _ => vec![byte],
    }
}

fn last_match(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let found = m.last_match();
    match args.opt(0) {
        Some(group) if !found.is_nil() => {
            let number = match_data::group_number(m, found, group)?;
            Ok(number.map_or(Value::Nil, |number| m.match_group(found, number)))
        }
        Some(_) => Ok(Value::Nil),
        None => Ok(found),
    }
}

fn try_convert(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if let Value::Regexp(_) = args[0] {
        return Ok(args[0]);
    }
    match m.try_call(args[0], Symbol::new("to_regexp"), &[])? {
        None | Some(Value::Nil) => Ok(Value::Nil),
        Some(regexp @ Value::Regexp(_)) => Ok(regexp),
        Some(other) => {
            let (from, got) = (m.class_name_of(args[0]), m.class_name_of(other));
            Err(m.type_error(format!(
                "can't convert {from} to Regexp ({from}#to_regexp gives {got})"
            )))
        }
    }
}

/// `Regexp.linear_time?`: true for patterns without backreferences, lookaround and atomic groups.
fn is_linear(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let source = match args[0] {
        Value::Regexp(id) => m.regexp(id)?.source().to_owned(),
        other => m.to_text(other)?,
    };
    let slow = ["\\k<", "\\k'", "\\g<", "\\g'", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?("];
    let has_number = |(at, _): (usize, &str)| {
        source.as_bytes().get(at + 1).is_some_and(|byte| matches!(byte, b'1'..=b'9'))
    };
    let is_slow =
        slow.iter().any(|part| source.contains(part)) || source.match_indices('\\').any(has_number);
    Ok(Value::Bool(!is_slow))
}
