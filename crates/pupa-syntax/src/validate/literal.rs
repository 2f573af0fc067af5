//! The values of literals: which expressions the reference considers literal, when two of them are
//! equal, and how messages show them.
//!
//! Compat: the reference's definition is unusual. A type with parameters equals the list of its
//! parameters, whatever its name is, and messages show values in Ruby's notation. Pinned by the
//! section on duplicate keys in the suite of the validator.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Display, Formatter, Write};
use std::hash::{Hash, Hasher};

use crate::tree::{Entry, ExprId, ExprKind, List, Radix, Tree, UnaryOp};

use super::big::BigDigits;

/// A literal value.
#[derive(Debug, Clone)]
pub(super) enum Literal<'t> {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`
    Boolean(bool),
    /// An integer of 64 bits, or its negation.
    Integer(i128),
    /// A larger integer, with its sign.
    Big(bool, BigDigits),
    /// A float.
    Float(f64),
    /// A string or a name.
    Text(Cow<'t, str>),
    /// A regular expression.
    Regexp(&'t str),
    /// An array, or the parameters of a type.
    Array(Vec<Literal<'t>>),
    /// A hash; each key once.
    Hash(Vec<(Literal<'t>, Literal<'t>)>),
}

/// The value of an expression, if it is literal.
pub(super) fn evaluate(tree: &Tree, expr: ExprId) -> Option<Literal<'_>> {
    Some(match tree[expr].kind {
        ExprKind::Undef => Literal::Undef,
        ExprKind::Default => Literal::Default,
        ExprKind::Boolean(value) => Literal::Boolean(value),
        ExprKind::Integer { value, .. } => Literal::Integer(i128::from(value)),
        ExprKind::BigInteger { radix } => big(tree, expr, radix)?,
        ExprKind::Float(value) => Literal::Float(value),
        ExprKind::String(text) | ExprKind::RenderString(text) | ExprKind::Name(text) => {
            Literal::Text(Cow::Borrowed(tree.text(text)))
        }
        ExprKind::Reference(name) => Literal::Text(Cow::Owned(tree.text(name).to_lowercase())),
        ExprKind::Regexp(pattern) => Literal::Regexp(tree.text(pattern)),
        ExprKind::Unary { op: UnaryOp::Minus, operand } => evaluate(tree, operand)?.negated()?,
        ExprKind::Access { keys, .. } if !tree.is_single_array(keys) => array(tree, keys)?,
        ExprKind::Array(items) => array(tree, items)?,
        ExprKind::Hash(entries) | ExprKind::BareHash(entries) => hash(tree, entries)?,
        _ => return None,
    })
}

fn big(tree: &Tree, expr: ExprId, radix: Radix) -> Option<Literal<'_>> {
    let digits = tree.source().slice(tree[expr].span);
    Some(Literal::Big(false, BigDigits::read(digits, radix)?))
}

fn array(tree: &Tree, items: List<ExprId>) -> Option<Literal<'_>> {
    tree[items].iter().map(|&item| evaluate(tree, item)).collect::<Option<_>>().map(Literal::Array)
}

fn hash(tree: &Tree, entries: List<Entry>) -> Option<Literal<'_>> {
    let mut pairs: Vec<(Literal<'_>, Literal<'_>)> = Vec::with_capacity(entries.len());
    let mut places: HashMap<Literal<'_>, usize> = HashMap::with_capacity(entries.len());
    for entry in &tree[entries] {
        let key = evaluate(tree, entry.key)?;
        let value = evaluate(tree, entry.value)?;
        match places.get(&key) {
            Some(&place) => pairs[place].1 = value,
            None => {
                places.insert(key.clone(), pairs.len());
                pairs.push((key, value));
            }
        }
    }
    Some(Literal::Hash(pairs))
}

impl Literal<'_> {
    /// The value after a minus sign. A string is unchanged.
    fn negated(self) -> Option<Self> {
        match self {
            Literal::Integer(value) => Some(Literal::Integer(-value)),
            Literal::Big(is_negative, digits) => Some(Literal::Big(!is_negative, digits)),
            Literal::Float(value) => Some(Literal::Float(-value)),
            Literal::Text(text) => Some(Literal::Text(text)),
            _ => None,
        }
    }
}

impl PartialEq for Literal<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Literal::Undef, Literal::Undef) | (Literal::Default, Literal::Default) => true,
            (Literal::Boolean(a), Literal::Boolean(b)) => a == b,
            (Literal::Integer(a), Literal::Integer(b)) => a == b,
            (Literal::Big(a, left), Literal::Big(b, right)) => a == b && left == right,
            (Literal::Float(a), Literal::Float(b)) => a == b,
            (Literal::Text(a), Literal::Text(b)) => a == b,
            (Literal::Regexp(a), Literal::Regexp(b)) => a == b,
            (Literal::Array(a), Literal::Array(b)) => a == b,
            (Literal::Hash(a), Literal::Hash(b)) => is_same_hash(a, b),
            _ => false,
        }
    }
}

/// A float literal is never a NaN, so equality is total.
impl Eq for Literal<'_> {}

fn is_same_hash<'t>(a: &[(Literal<'t>, Literal<'t>)], b: &[(Literal<'t>, Literal<'t>)]) -> bool {
    let values: HashMap<_, _> = b.iter().map(|(key, value)| (key, value)).collect();
    a.len() == b.len() && a.iter().all(|(key, value)| values.get(key) == Some(&value))
}

impl Hash for Literal<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Literal::Undef | Literal::Default => {}
            Literal::Boolean(value) => value.hash(state),
            Literal::Integer(value) => value.hash(state),
            Literal::Big(is_negative, digits) => (is_negative, digits).hash(state),
            // 0.0 and -0.0 are equal.
            Literal::Float(value) => (value + 0.0).to_bits().hash(state),
            Literal::Text(text) => text.hash(state),
            Literal::Regexp(pattern) => pattern.hash(state),
            Literal::Array(items) => items.hash(state),
            Literal::Hash(pairs) => {
                // Pairs may come in any order.
                let sum = pairs.iter().fold(0u64, |sum, pair| {
                    let mut hasher = DefaultHasher::new();
                    pair.hash(&mut hasher);
                    sum.wrapping_add(hasher.finish())
                });
                sum.hash(state);
            }
        }
    }
}

/// The form in the reference's messages.
impl Display for Literal<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Undef => Ok(()),
            Literal::Default => f.write_str("default"),
            Literal::Text(text) => f.write_str(text),
            Literal::Regexp(pattern) => write!(f, "(?-mix:{})", Slashed(pattern)),
            _ => self.inspect(f),
        }
    }
}

impl Literal<'_> {
    /// The form inside of arrays and hashes.
    fn inspect(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Undef => f.write_str("nil"),
            Literal::Default => f.write_str(":default"),
            Literal::Boolean(value) => write!(f, "{value}"),
            Literal::Integer(value) => write!(f, "{value}"),
            Literal::Big(is_negative, digits) => {
                write!(f, "{}{}", if *is_negative { "-" } else { "" }, digits.to_decimal())
            }
            Literal::Float(value) => inspect_float(*value, f),
            Literal::Text(text) => inspect_text(text, f),
            Literal::Regexp(pattern) => write!(f, "/{}/", Slashed(pattern)),
            Literal::Array(items) => inspect_array(items, f),
            Literal::Hash(pairs) => inspect_hash(pairs, f),
        }
    }
}

fn inspect_array(items: &[Literal<'_>], f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('[')?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        item.inspect(f)?;
    }
    f.write_char(']')
}

fn inspect_hash(pairs: &[(Literal<'_>, Literal<'_>)], f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('{')?;
    for (index, (key, value)) in pairs.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        key.inspect(f)?;
        f.write_str("=>")?;
        value.inspect(f)?;
    }
    f.write_char('}')
}

/// A float with the fewest digits that identify it, in exponent form if it is very large or small.
fn inspect_float(value: f64, f: &mut Formatter<'_>) -> fmt::Result {
    let size = value.abs();
    if value.is_infinite() {
        return f.write_str(if value > 0.0 { "Infinity" } else { "-Infinity" });
    }
    if size == 0.0 || (1e-4..1e16).contains(&size) {
        return write!(f, "{value:?}");
    }
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    write!(f, "{digits}{point}e{sign}{exponent:0>2}")
}

fn inspect_text(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            '#' if matches!(rest.peek(), Some('{' | '$' | '@')) => f.write_str("\\#")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{c}' => f.write_str("\\f")?,
            '\u{b}' => f.write_str("\\v")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{7}' => f.write_str("\\a")?,
            '\u{1b}' => f.write_str("\\e")?,
            // The reference considers this character printable.
            '\u{85}' => f.write_char(character)?,
            _ if character.is_control() => write!(f, "\\u{:04X}", u32::from(character))?,
            _ => f.write_char(character)?,
        }
    }
    f.write_char('"')
}

/// A pattern in which each `/` is escaped.
struct Slashed<'t>(&'t str);

impl Display for Slashed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut is_escaped = false;
        for character in self.0.chars() {
            if character == '/' && !is_escaped {
                f.write_char('\\')?;
            }
            f.write_char(character)?;
            is_escaped = character == '\\' && !is_escaped;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Literal<'_> {
        Literal::Text(Cow::Borrowed(text))
    }

    #[test]
    fn floats_look_like_the_references() {
        let display = |value| Literal::Float(value).to_string();
        assert_eq!(display(1.0), "1.0");
        assert_eq!(display(-0.5), "-0.5");
        assert_eq!(display(0.0001), "0.0001");
        assert_eq!(display(0.00001), "1.0e-05");
        assert_eq!(display(1e15), "1000000000000000.0");
        assert_eq!(display(1e16), "1.0e+16");
        assert_eq!(display(1.5e100), "1.5e+100");
    }

    #[test]
    fn strings_are_quoted_inside_collections_only() {
        assert_eq!(text("a").to_string(), "a");
        let list = Literal::Array(vec![text("a\"#{\n"), Literal::Undef, Literal::Default]);
        assert_eq!(list.to_string(), r#"["a\"\#{\n", nil, :default]"#);
        let hash = Literal::Hash(vec![(text("a"), Literal::Regexp("x/y"))]);
        assert_eq!(hash.to_string(), r#"{"a"=>/x\/y/}"#);
        assert_eq!(Literal::Regexp("x/y").to_string(), r"(?-mix:x\/y)");
    }

    #[test]
    fn hashes_are_equal_in_any_order() {
        let pair = |key, value| (text(key), Literal::Integer(value));
        let one = Literal::Hash(vec![pair("a", 1), pair("b", 2)]);
        let other = Literal::Hash(vec![pair("b", 2), pair("a", 1)]);
        let set: std::collections::HashSet<_> = [one, other].into_iter().collect();
        assert_eq!(set.len(), 1);
        assert_ne!(Literal::Integer(1), Literal::Float(1.0));
        assert_eq!(Literal::Float(0.0), Literal::Float(-0.0));
    }
}
