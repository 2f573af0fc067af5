//! `Symbol`: its methods, most of which forward to `String`, and `inspect`.

use crate::core::class;
use crate::core::string::{case, chars, succ};
use crate::heap::procs::ProcKind;
use crate::heap::{Encoding, RProc, RString};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Symbol`
pub static SYMBOL: NativeClass = NativeClass {
    name: "Symbol",
    superclass: Some("Object"),
    includes: &["Comparable"],
    instances: Instances::Refused,
    methods: &[
        method("==", 1, 1, equals),
        method("===", 1, 1, equals),
        method("hash", 0, 0, hash),
        method("<=>", 1, 1, compare),
        method("casecmp", 1, 1, casecmp),
        method("casecmp?", 1, 1, casecmp_p),
        method("=~", 1, 1, delegate),
        method("match", 1, -1, delegate),
        method("match?", 1, -1, delegate),
        method("[]", 1, 2, delegate),
        method("slice", 1, 2, delegate),
        method("length", 0, 0, delegate),
        method("size", 0, 0, delegate),
        method("empty?", 0, 0, delegate),
        method("start_with?", 0, -1, delegate),
        method("end_with?", 0, -1, delegate),
        method("encoding", 0, 0, delegate),
        method("upcase", 0, -1, upcase),
        method("downcase", 0, -1, downcase),
        method("capitalize", 0, -1, capitalize),
        method("swapcase", 0, -1, swapcase),
        method("succ", 0, 0, successor),
        method("next", 0, 0, successor),
        method("to_s", 0, 0, to_s),
        method("id2name", 0, 0, to_s),
        method("name", 0, 0, name),
        method("to_sym", 0, 0, |_, this, _| Ok(this)),
        method("intern", 0, 0, |_, this, _| Ok(this)),
        method("to_proc", 0, 0, to_proc),
        method("inspect", 0, 0, inspect),
    ],
    class_methods: &[method("all_symbols", 0, 0, all_symbols)],
    ..NativeClass::EMPTY
};

fn own(m: &mut Machine<'_>, this: Value) -> Flow<Symbol> {
    match this {
        Value::Sym(symbol) => Ok(symbol),
        _ => Err(m.type_error("wrong argument type (expected Symbol)")),
    }
}

/// The name of a symbol as a string, in US-ASCII if possible.
pub(crate) fn string_of(symbol: Symbol) -> RString {
    let name = symbol.as_str();
    let mut string = RString::from_text(name.into());
    if name.is_ascii() {
        string.encoding = Encoding::UsAscii;
    }
    string
}

fn equals(_m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(this.is_same(args[0]).into())
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let code = m.plain_hash_code(this).unwrap_or(0);
    Ok(Value::Int((code >> 2) as i64))
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    Ok(match args[0] {
        Value::Sym(other) => {
            Value::Int(symbol.as_str().as_bytes().cmp(other.as_str().as_bytes()) as i64)
        }
        _ => Value::Nil,
    })
}

fn casecmp(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    let Value::Sym(other) = args[0] else { return Ok(Value::Nil) };
    let ordering = case::order_ignoring_case(&string_of(symbol), &string_of(other));
    Ok(ordering.map_or(Value::Nil, |ordering| Value::Int(ordering as i64)))
}

fn casecmp_p(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    let Value::Sym(other) = args[0] else { return Ok(Value::Nil) };
    let equal = case::equal_ignoring_case(&string_of(symbol), &string_of(other));
    Ok(equal.map_or(Value::Nil, Value::Bool))
}

/// Calls the method of the same name on the name as a string.
fn delegate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let string = string_of(own(m, this)?);
    let string = Value::Str(m.add_string(string));
    m.call_args(string, args)
}

fn changed(m: &mut Machine<'_>, this: Value, args: Args<'_>, change: case::Change) -> Flow {
    let symbol = own(m, this)?;
    let options = case::options(m, args.list, change)?;
    let new = case::changed(&string_of(symbol), change, options);
    Ok(Value::Sym(Symbol::new(new.utf8().unwrap_or_default())))
}

fn upcase(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    changed(m, this, args, case::Change::Up)
}

fn downcase(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    changed(m, this, args, case::Change::Down)
}

fn capitalize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    changed(m, this, args, case::Change::Capital)
}

fn swapcase(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    changed(m, this, args, case::Change::Swap)
}

fn successor(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    let new = succ::successor(&string_of(symbol));
    Ok(Value::Sym(Symbol::new(&new.lossy())))
}

fn to_s(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    Ok(Value::Str(m.add_string(string_of(symbol))))
}

fn name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    let owner = Value::Class(class::SYMBOL);
    match m.ivar(owner, symbol) {
        Value::Undef => {
            let mut string = string_of(symbol);
            string.frozen = true;
            let string = Value::Str(m.add_string(string));
            m.set_ivar(owner, symbol, string);
            Ok(string)
        }
        known => Ok(known),
    }
}

fn to_proc(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    let kind = ProcKind::Symbol(symbol);
    let proc = RProc { kind, is_lambda: true, class: class::PROC, frozen: false };
    Ok(Value::Proc(m.heap.procs.add(proc)))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let symbol = own(m, this)?;
    let text = inspected(symbol.as_str());
    let is_ascii = text.is_ascii() && is_plain(symbol.as_str());
    let encoding = if is_ascii { Encoding::UsAscii } else { Encoding::Utf8 };
    Ok(chars::text_like(m, text, encoding))
}

fn all_symbols(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.new_array(vec![Value::Sym(names::EACH), Value::Sym(names::TO_S)]))
}

/// The result of `inspect` for the symbol of a name.
pub(crate) fn inspected(name: &str) -> String {
    if is_plain(name) {
        return format!(":{name}");
    }
    let mut string = RString::from_text(name.into());
    if name.is_ascii() {
        string.encoding = Encoding::UsAscii;
    }
    format!(":{}", crate::core::string::dump::inspected(&string))
}

/// Whether a symbol can be written without quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    if is_operator(name) {
        return true;
    }
    if let Some(global) = name.strip_prefix('$') {
        return is_special_global(global) || is_identifier(global);
    }
    if let Some(variable) = name.strip_prefix("@@").or_else(|| name.strip_prefix('@')) {
        return is_identifier(variable);
    }
    let stem = name.strip_suffix(['?', '!', '=']).unwrap_or(name);
    is_identifier(stem)
}

fn is_operator(name: &str) -> bool {
    const OPERATORS: &[&str] = &[
        "[]", "[]=", "+", "-", "*", "/", "%", "**", "==", "!=", "===", "=~", "!~", "!", "~", "+@",
        "-@", "<", "<=", ">", ">=", "<=>", "<<", ">>", "&", "|", "^", "`",
    ];
    OPERATORS.contains(&name)
}

fn is_special_global(name: &str) -> bool {
    match name.as_bytes() {
        [b'-', letter] => letter.is_ascii_alphanumeric() || *letter == b'_',
        [one] if !one.is_ascii_digit() => b"~*$?!@/\\;,.=:<>\"&`'+_".contains(one),
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    }
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: char| {
        letter == '_' || letter.is_ascii_alphabetic() || !letter.is_ascii() && is_shown(letter)
    };
    let mut letters = name.chars();
    letters.next().is_some_and(is_letter)
        && letters.all(|letter| is_letter(letter) || letter.is_ascii_digit())
}

/// Whether `inspect` shows a character unchanged.
fn is_shown(letter: char) -> bool {
    let mut string = RString::from_text("".into());
    let mut bytes = Vec::new();
    chars::push_code(&mut bytes, u32::from(letter), Encoding::Utf8);
    string.set_bytes(bytes);
    !crate::core::string::dump::inspected(&string).starts_with("\"\\")
}
