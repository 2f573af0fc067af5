//! `String`: the table of its methods, equality, order and appending. The submodules implement the
//! others by subject.

pub(crate) mod case;
pub(crate) mod chars;
pub(crate) mod convert;
pub(crate) mod dump;
mod each;
mod edit;
pub(crate) mod encode;
pub(crate) mod index;
pub(crate) mod matching;
mod normalize;
mod replace;
mod scan;
pub(crate) mod sets;
mod split;
pub(crate) mod succ;

use std::cmp::Ordering;

use crate::core::class;
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method, private, walking};
use crate::symbol::names;
use crate::value::{StrId, Value};

/// `String`
pub static STRING: NativeClass = NativeClass {
    name: "String",
    superclass: Some("Object"),
    includes: &["Comparable"],
    instances: Instances::Strings,
    methods: &METHODS,
    class_methods: &[method("try_convert", 1, 1, try_convert)],
    ..NativeClass::EMPTY
};

const OWN: &[Method] = &[
    private("initialize", 0, 2, initialize),
    private("initialize_copy", 1, 1, replace_content),
    method("replace", 1, 1, replace_content),
    walking("==", 1, 1, equals),
    walking("===", 1, 1, equals),
    walking("eql?", 1, 1, eql),
    walking("hash", 0, 0, hash),
    walking("<=>", 1, 1, compare),
    walking("casecmp", 1, 1, case::casecmp),
    walking("casecmp?", 1, 1, case::casecmp_p),
    method("+", 1, 1, plus),
    method("*", 1, 1, times),
    method("%", 1, 1, percent),
    method("<<", 1, 1, shift_left),
    method("concat", 0, -1, concat),
    walking("prepend", 0, -1, prepend),
    method("append_as_bytes", 0, -1, append_as_bytes),
    method("+@", 0, 0, unary_plus),
    method("-@", 0, 0, unary_minus),
    method("dedup", 0, 0, unary_minus),
    method("length", 0, 0, length),
    method("size", 0, 0, length),
    method("bytesize", 0, 0, bytesize),
    method("empty?", 0, 0, is_empty),
    method("clear", 0, 0, clear),
    method("to_s", 0, 0, to_s),
    method("to_str", 0, 0, to_s),
    method("freeze", 0, 0, freeze),
    method("chr", 0, 0, chr),
    walking("crypt", 1, 1, crypt),
    method("reverse", 0, 0, reverse),
    walking("reverse!", 0, 0, reverse_bang),
    method("unpack", 1, 2, crate::core::pack::unpack),
    walking("unpack1", 1, 2, crate::core::pack::unpack1),
];

const PARTS: &[&[Method]] = &[
    OWN,
    case::METHODS,
    convert::METHODS,
    dump::METHODS,
    each::METHODS,
    edit::METHODS,
    encode::METHODS,
    index::METHODS,
    normalize::METHODS,
    replace::METHODS,
    scan::METHODS,
    sets::METHODS,
    split::METHODS,
    succ::METHODS,
];

const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

static METHODS: [Method; COUNT] = {
    let mut methods = [OWN[0]; COUNT];
    let (mut at, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut place = 0;
        while place < PARTS[part].len() {
            methods[at] = PARTS[part][place];
            at += 1;
            place += 1;
        }
        part += 1;
    }
    methods
};

/// The ID of the string that a method was called on.
#[inline]
pub(crate) fn own(m: &mut Machine<'_>, this: Value) -> Flow<StrId> {
    match this {
        Value::Str(id) => Ok(id),
        _ => m.to_str(this),
    }
}

/// The ID of a string that a method is about to change; raises an error if it is frozen.
#[inline]
pub(super) fn own_mut(m: &mut Machine<'_>, this: Value) -> Flow<StrId> {
    m.check_frozen(this)?;
    own(m, this)
}

fn try_convert(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(m.try_str(args[0])?.map_or(Value::Nil, Value::Str))
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (positional, keywords) = args.split_keywords();
    if let Some(keywords) = keywords {
        encode::check_keywords(m, keywords, &["encoding", "capacity"])?;
    }
    let encoding = m.keyword(keywords, "encoding");
    let capacity = m.keyword(keywords, "capacity");
    if positional.len() > 1 {
        return Err(m.arity_error(positional.len(), 0, Some(1)));
    }
    let id = own(m, this)?;
    if let Some(capacity) = capacity.filter(|capacity| !capacity.is_nil()) {
        m.to_int(capacity)?;
    }
    match positional.first() {
        Some(source) => {
            let source = m.to_str(*source)?;
            m.check_frozen(this)?;
            assign(m, id, source);
        }
        None if m.string(id).is_empty() => m.string_mut(id).encoding = Encoding::Binary,
        None => {}
    }
    if let Some(encoding) = encoding.filter(|encoding| !encoding.is_nil()) {
        let encoding = crate::core::encoding::to_encoding(m, encoding)?;
        m.string_mut(id).encoding = encoding;
    }
    Ok(this)
}

/// Assigns the content of one string to another.
fn assign(m: &mut Machine<'_>, id: StrId, source: StrId) {
    if id != source {
        let source = m.string(source).clone();
        m.string_mut(id).assign(&source);
    }
}

fn replace_content(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let source = m.to_str(args[0])?;
    assign(m, id, source);
    Ok(this)
}

/// Whether two strings are equal.
#[inline]
pub(crate) fn is_equal(a: &RString, b: &RString) -> bool {
    a.bytes() == b.bytes() && (a.is_comparable(b) || a.is_empty() && b.is_empty())
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    match args[0] {
        Value::Str(other) => Ok((id == other || is_equal(m.string(id), m.string(other))).into()),
        other @ Value::Object(_) => {
            if !m.responds_to(other, names::TO_STR)? {
                return Ok(Value::FALSE);
            }
            Ok(m.call(other, names::EQUALS, &[this])?.is_truthy().into())
        }
        _ => Ok(Value::FALSE),
    }
}

fn eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    match args[0] {
        Value::Str(other) => Ok(is_equal(m.string(id), m.string(other)).into()),
        _ => Ok(Value::FALSE),
    }
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let code = m.plain_hash_code(this).unwrap_or(0);
    Ok(Value::Int((code >> 2) as i64))
}

/// The order of two strings: by bytes, then by encoding.
pub(crate) fn order(a: &RString, b: &RString) -> Ordering {
    a.bytes().cmp(b.bytes()).then_with(|| {
        if a.is_comparable(b) || a.is_empty() {
            return Ordering::Equal;
        }
        (a.encoding as u8).cmp(&(b.encoding as u8))
    })
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    match args[0] {
        Value::Str(other) => {
            let ordering = order(m.string(id), m.string(other));
            Ok(Value::Int(ordering as i64))
        }
        other @ Value::Object(_) => {
            if let Some(text) = m.try_str(other)? {
                return Ok(Value::Int(order(m.string(id), m.string(text)) as i64));
            }
            let run = |m: &mut Machine<'_>| m.try_call(other, names::COMPARE, &[this]);
            let result = m.guard_recursion(names::COMPARE, this, other, None, run)?;
            match result {
                None | Some(Value::Nil) => Ok(Value::Nil),
                Some(Value::Int(number)) => Ok(Value::Int(number.wrapping_neg())),
                Some(result) => m.call(Value::Int(0), names::MINUS, &[result]),
            }
        }
        _ => Ok(Value::Nil),
    }
}

/// Concatenates two strings: `+`.
pub(crate) fn join(m: &mut Machine<'_>, a: StrId, b: StrId) -> Flow<StrId> {
    let encoding = chars::check_compatible(m, a, b)?;
    let (left, right) = (m.string(a), m.string(b));
    let length = left.len() + right.len();
    let mut joined = match (left.utf8(), right.utf8()) {
        (Some(left), Some(right)) => {
            let mut text = ecow::EcoString::with_capacity(length);
            text.push_str(left);
            text.push_str(right);
            RString::from_text(text)
        }
        _ => RString::from_bytes([left.bytes(), right.bytes()].concat(), encoding),
    };
    joined.encoding = encoding;
    m.charge(length)?;
    Ok(m.add_string(joined))
}

fn plus(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let other = m.to_str(args[0])?;
    Ok(Value::Str(join(m, id, other)?))
}

fn times(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let count = m.to_int(args[0])?;
    if count < 0 {
        return Err(m.argument_error("negative argument"));
    }
    let length = m.string(id).len();
    let Some(total) = usize::try_from(count).ok().and_then(|count| length.checked_mul(count))
    else {
        return Err(m.argument_error("argument too big"));
    };
    if total as u64 > i64::MAX as u64 {
        return Err(m.argument_error("argument too big"));
    }
    m.charge(total)?;
    let count = if length == 0 { 0 } else { count as usize };
    let string = m.string(id);
    let mut repeated = match string.utf8() {
        Some(text) => RString::from_text(text.repeat(count).into()),
        None => RString::from_bytes(string.bytes().repeat(count), string.encoding),
    };
    repeated.encoding = string.encoding;
    Ok(Value::Str(m.add_string(repeated)))
}

fn percent(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let list = match m.try_ary(args[0])? {
        Some(list) => m.array(list).to_vec(),
        None => vec![args[0]],
    };
    Ok(Value::Str(crate::core::format::format(m, id, &list)?))
}

/// Appends a string to another, as `<<` does.
#[inline]
pub(crate) fn append(m: &mut Machine<'_>, id: StrId, other: StrId) -> Flow<()> {
    m.check_frozen(Value::Str(id))?;
    let more = m.string(other).clone();
    m.charge(more.len())?;
    let string = m.string(id);
    if string.encoding != more.encoding {
        let encoding = chars::check_compatible(m, id, other)?;
        m.string_mut(id).encoding = encoding;
    }
    match more.utf8() {
        Some(text) => m.string_mut(id).push_str(text),
        None => m.string_mut(id).push_bytes(more.bytes()),
    }
    Ok(())
}

fn shift_left(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    // The argument is converted before the check whether the receiver is frozen.
    let value = match args[0] {
        value @ (Value::Str(_) | Value::Int(_) | Value::Big(_)) => value,
        other => Value::Str(m.to_str(other)?),
    };
    let id = own_mut(m, this)?;
    append_value(m, id, value)?;
    Ok(this)
}

/// Appends a string, or the character with the number of an integer.
fn append_value(m: &mut Machine<'_>, id: StrId, value: Value) -> Flow<()> {
    match value {
        Value::Str(other) => append(m, id, other),
        Value::Int(code) => append_code(m, id, code),
        Value::Big(_) => Err(m.range_error("bignum out of char range")),
        _ => {
            let other = m.to_str(value)?;
            append(m, id, other)
        }
    }
}

fn append_code(m: &mut Machine<'_>, id: StrId, code: i64) -> Flow<()> {
    let mut encoding = m.string(id).encoding;
    let Ok(code) = u32::try_from(code) else {
        return Err(m.range_error(format!("{code} out of char range")));
    };
    // A character beyond ASCII changes the encoding US-ASCII to binary.
    if encoding == Encoding::UsAscii && (0x80..=0xff).contains(&code) {
        encoding = Encoding::Binary;
    }
    let mut bytes = Vec::new();
    if !chars::push_code(&mut bytes, code, encoding) {
        let is_unicode = matches!(encoding, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be);
        return Err(if is_unicode && code <= 0x10_ffff {
            let name = chars::encoding_name(encoding);
            m.range_error(format!("invalid codepoint 0x{code:X} in {name}"))
        } else {
            m.range_error(format!("{code} out of char range"))
        });
    }
    let string = m.string_mut(id);
    string.encoding = encoding;
    string.push_bytes(&bytes);
    Ok(())
}

fn concat(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    // All arguments are read before the string changes, because the string may be one of them.
    let list = copies(m, id, args.list);
    for value in list {
        append_value(m, id, value)?;
    }
    Ok(this)
}

/// The arguments, with copies of those that are the string itself.
fn copies(m: &mut Machine<'_>, id: StrId, list: &[Value]) -> Vec<Value> {
    if list.len() < 2 {
        return list.to_vec();
    }
    let mut copies = Vec::with_capacity(list.len());
    for value in list {
        copies.push(match value {
            Value::Str(other) if *other == id => {
                let copy = index::plain_copy(m.string(id));
                Value::Str(m.add_string(copy))
            }
            _ => *value,
        });
    }
    copies
}

fn prepend(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let list = copies(m, id, args.list);
    let mut at = 0;
    for value in list {
        let value = m.to_str(value)?;
        let length = m.string(value).len();
        m.charge(length)?;
        index::splice(m, id, at, at, value)?;
        at += length;
    }
    Ok(this)
}

fn append_as_bytes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let mut bytes = Vec::new();
    for value in args.list {
        match *value {
            Value::Str(other) => bytes.extend_from_slice(m.string(other).bytes()),
            Value::Int(number) => bytes.push(number as u8),
            Value::Big(_) => {
                bytes.push(m.big(*value).iter_u64_digits().next().unwrap_or(0) as u8);
            }
            other => {
                let name = m.name_for_conversion(other);
                let message = format!("wrong argument type {name} (expected String or Integer)");
                return Err(m.type_error(message));
            }
        }
    }
    m.charge(bytes.len())?;
    m.string_mut(id).push_bytes(&bytes);
    Ok(this)
}

fn unary_plus(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    if !m.is_frozen(this) {
        return Ok(this);
    }
    let id = own(m, this)?;
    let mut copy = m.string(id).clone();
    copy.frozen = false;
    Ok(Value::Str(m.add_string(copy)))
}

fn unary_minus(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let string = m.string(id);
    if string.class != class::STRING || m.side_ivars.contains_key(&(1, id.0)) {
        if string.frozen {
            return Ok(this);
        }
        let mut copy = string.clone();
        copy.frozen = true;
        return Ok(Value::Str(m.add_string(copy)));
    }
    dedup(m, id)
}

/// The frozen string that all equal strings share: `-string`.
fn dedup(m: &mut Machine<'_>, id: StrId) -> Flow {
    let owner = Value::Class(class::STRING);
    let table = match m.ivar(owner, names::EMPTY) {
        Value::Hash(table) => table,
        _ => {
            let table = m.new_hash();
            m.set_ivar(owner, names::EMPTY, Value::Hash(table));
            table
        }
    };
    let key = Value::Str(id);
    if let Some(known) = m.hash_get(table, key)? {
        if let Value::Str(other) = known
            && m.string(other).encoding == m.string(id).encoding
        {
            return Ok(known);
        }
        let mut copy = index::plain_copy(m.string(id));
        copy.frozen = true;
        return Ok(Value::Str(m.add_string(copy)));
    }
    let shared = if m.string(id).frozen {
        key
    } else {
        let mut copy = m.string(id).clone();
        copy.frozen = true;
        Value::Str(m.add_string(copy))
    };
    m.hash_set(table, shared, shared)?;
    Ok(shared)
}

fn length(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(chars::count(m.string(id)).into())
}

fn bytesize(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(m.string(id).len().into())
}

fn is_empty(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(m.string(id).is_empty().into())
}

fn clear(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    m.string_mut(id).set_text("".into());
    Ok(this)
}

fn to_s(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if m.string(id).class == class::STRING {
        return Ok(this);
    }
    let class = m.class_of(this);
    // A string with a singleton class still counts as a plain string.
    if m.class(class).attached.is_some() && m.class(class).superclass == Some(class::STRING) {
        return Ok(this);
    }
    let copy = index::plain_copy(m.string(id));
    Ok(Value::Str(m.add_string(copy)))
}

fn freeze(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    m.freeze(this);
    Ok(this)
}

fn chr(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let (_, end) = chars::span(m.string(id), 0, 1).unwrap_or((0, 0));
    Ok(chars::slice(m, id, 0, end))
}

fn crypt(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let salt = m.to_str(args[0])?;
    let (key, salt) = (m.string(id).to_vec(), m.string(salt).to_vec());
    let length = salt.iter().position(|byte| *byte == 0).unwrap_or(salt.len());
    if length < 2 {
        return Err(m.argument_error("salt too short (need >=2 bytes)"));
    }
    if key.contains(&0) {
        return Err(m.argument_error("string contains null byte"));
    }
    match crate::library::crypt::crypt(&key, &salt) {
        Some(hash) => Ok(m.new_bytes(hash.into_bytes(), Encoding::Binary)),
        None => Err(m.not_implemented("crypt with this kind of salt")),
    }
}

fn reversed(string: &RString) -> RString {
    let mut new = match (chars::layout(string), string.utf8()) {
        (chars::Layout::Utf8, Some(text)) => {
            RString::from_text(text.chars().rev().collect::<String>().into())
        }
        (chars::Layout::Bytes, _) => {
            RString::from_bytes(string.bytes().iter().rev().copied().collect(), string.encoding)
        }
        _ => {
            let places = chars::boundaries(string);
            let mut bytes = Vec::with_capacity(string.len());
            for pair in places.windows(2).rev() {
                if let [start, end] = pair {
                    bytes.extend_from_slice(string.bytes().get(*start..*end).unwrap_or_default());
                }
            }
            RString::from_bytes(bytes, string.encoding)
        }
    };
    new.encoding = string.encoding;
    new
}

fn reverse(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = reversed(m.string(id));
    Ok(Value::Str(m.add_string(new)))
}

fn reverse_bang(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = reversed(m.string(id));
    m.string_mut(id).assign(&new);
    Ok(this)
}

/// Assigns new content to a string: the receiver is returned if it has changed, otherwise `nil`, as
/// methods with `!` do.
pub(super) fn change(m: &mut Machine<'_>, this: Value, new: Option<RString>) -> Flow {
    match new {
        None => Ok(Value::Nil),
        Some(new) => {
            let id = own(m, this)?;
            m.string_mut(id).assign(&new);
            Ok(this)
        }
    }
}
