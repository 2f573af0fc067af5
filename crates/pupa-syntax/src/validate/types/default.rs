//! Checks the defaults of attributes: literals, which are converted like the argument of `new`.

use crate::tree::{ExprId, ExprKind, Tree, UnaryOp};
use crate::type_model::word;

/// The type of an attribute.
#[derive(Debug)]
pub(super) enum AttributeType<'t> {
    /// `Integer`
    Integer,
    /// `Float`
    Float,
    /// `String`, also when no type is given
    String,
    /// `Boolean`
    Boolean,
    /// `enum[a, b]` and its values
    Enum(Vec<&'t str>),
    /// Another type, which is reported elsewhere.
    Wrong,
}

impl AttributeType<'_> {
    /// Returns its name in messages.
    pub(super) fn describe(&self) -> String {
        match self {
            AttributeType::Integer => "an `Integer`".to_owned(),
            AttributeType::Float => "a `Float`".to_owned(),
            AttributeType::String | AttributeType::Wrong => "a `String`".to_owned(),
            AttributeType::Boolean => "a `Boolean`".to_owned(),
            AttributeType::Enum(values) => format!("one of `{}`", values.join("`, `")),
        }
    }
}

/// A literal that can be a default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum DefaultValue<'t> {
    /// A number, with or without a sign.
    Number,
    /// `true`, `false`
    Boolean,
    /// A string or a name.
    Text(&'t str),
}

/// Parses a default; `None` if the expression can't be one.
pub(super) fn read(tree: &Tree, expr: ExprId) -> Option<DefaultValue<'_>> {
    match tree[expr].kind {
        ExprKind::Integer { .. } | ExprKind::BigInteger { .. } | ExprKind::Float(_) => {
            Some(DefaultValue::Number)
        }
        ExprKind::Unary { op: UnaryOp::Minus, operand } => {
            read(tree, operand).filter(|value| *value == DefaultValue::Number)
        }
        ExprKind::Boolean(_) => Some(DefaultValue::Boolean),
        _ => word(tree, expr).map(DefaultValue::Text),
    }
}

/// Whether a default can be converted to a type.
pub(super) fn converts(value: DefaultValue<'_>, ty: &AttributeType<'_>) -> bool {
    match (ty, value) {
        (AttributeType::String | AttributeType::Wrong, _) => true,
        (AttributeType::Enum(values), DefaultValue::Text(text)) => values.contains(&text),
        (AttributeType::Enum(_), DefaultValue::Number | DefaultValue::Boolean) => false,
        (_, DefaultValue::Number | DefaultValue::Boolean) => true,
        (AttributeType::Integer, DefaultValue::Text(text)) => is_integer(unsigned(text)),
        (AttributeType::Float, DefaultValue::Text(text)) => is_float(unsigned(text)),
        (AttributeType::Boolean, DefaultValue::Text(text)) => {
            let words = ["true", "false", "yes", "no", "y", "n"];
            words.iter().any(|word| text.eq_ignore_ascii_case(word))
        }
    }
}

fn unsigned(text: &str) -> &str {
    match text.strip_prefix(['+', '-']) {
        Some(number) => number.trim_start_matches(|one: char| one.is_ascii_whitespace()),
        None => text,
    }
}

/// Decimal, or in another base by its prefix: `0x`, `0b`, `0`.
fn is_integer(text: &str) -> bool {
    match text.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => has_only(digits, |byte| byte.is_ascii_hexdigit()),
        [b'0', b'b' | b'B', digits @ ..] => has_only(digits, |byte| matches!(byte, b'0' | b'1')),
        [b'0', digits @ ..] => digits.iter().all(|byte| (b'0'..=b'7').contains(byte)),
        digits => has_only(digits, |byte| byte.is_ascii_digit()),
    }
}

fn has_only(digits: &[u8], is_digit: impl Fn(&u8) -> bool) -> bool {
    !digits.is_empty() && digits.iter().all(is_digit)
}

/// An integer, or a decimal number with a fraction or an exponent.
fn is_float(text: &str) -> bool {
    if is_integer(text) {
        return true;
    }
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.strip_prefix('-').unwrap_or(exponent)),
        None => (text, "0"),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let is_decimal = |digits: &str| has_only(digits.as_bytes(), |byte| byte.is_ascii_digit());
    is_decimal(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && is_decimal(fraction)
        && is_decimal(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted<'t>(ty: &AttributeType<'_>, texts: &[&'t str]) -> Vec<&'t str> {
        let good = |text: &&&str| converts(DefaultValue::Text(text), ty);
        texts.iter().filter(good).copied().collect()
    }

    #[test]
    fn strings_become_numbers_if_they_look_like_it() {
        let texts =
            ["5", "-5", "- 5", "0x1F", "010", "09", "0b2", "1.5", "1e3", "", "x", "1.", "-"];
        assert_eq!(converted(&AttributeType::Integer, &texts), ["5", "-5", "- 5", "0x1F", "010"]);
        assert_eq!(
            converted(&AttributeType::Float, &texts),
            ["5", "-5", "- 5", "0x1F", "010", "1.5", "1e3"]
        );
    }

    #[test]
    fn words_become_booleans_and_values_of_enumerations() {
        assert_eq!(converted(&AttributeType::Boolean, &["Yes", "n", "on"]), ["Yes", "n"]);
        let ty = AttributeType::Enum(vec!["a", "B"]);
        assert_eq!(converted(&ty, &["a", "b", "B"]), ["a", "B"]);
        assert!(!converts(DefaultValue::Number, &ty));
    }
}
