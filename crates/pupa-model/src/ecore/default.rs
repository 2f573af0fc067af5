//! Default values in Ecore's notation for the attribute's type.
//!
//! The language converts a default as `new` of the type does, so `'0x10'` of an `Integer` is 16.
//! Tools that read the model don't, so the converted value is written.

use pupa_syntax::notation::{decimal, ruby_float};
use pupa_syntax::tree::{ExprId, ExprKind, Tree, UnaryOp};
use pupa_syntax::type_model::{DataType, default_text, word};

/// A literal of a default.
enum Literal {
    /// An integer in decimal digits, with a sign if it is negative.
    Integer(String),
    Float(f64),
    Boolean(bool),
    Text(String),
}

/// The literal for the default of a valid definition.
pub(crate) fn default_literal(tree: &Tree, default: ExprId, ty: &DataType) -> String {
    let literal = read(tree, default);
    match ty {
        DataType::Integer => integer(literal),
        DataType::Float => float(literal),
        DataType::Boolean => boolean(literal).to_string(),
        DataType::String | DataType::Enum(_) => text(literal),
    }
}

fn read(tree: &Tree, expr: ExprId) -> Literal {
    match *tree.kind(expr) {
        ExprKind::Integer { value, .. } => Literal::Integer(value.to_string()),
        ExprKind::BigInteger { radix } => {
            let digits = tree.source().slice(tree[expr].span);
            Literal::Integer(decimal(digits, radix).unwrap_or_else(|| digits.to_owned()))
        }
        ExprKind::Float(value) => Literal::Float(value),
        ExprKind::Boolean(truth) => Literal::Boolean(truth),
        ExprKind::Unary { op: UnaryOp::Minus, operand } => match read(tree, operand) {
            Literal::Integer(digits) if digits == "0" => Literal::Integer(digits),
            Literal::Integer(digits) => Literal::Integer(format!("-{digits}")),
            Literal::Float(value) => Literal::Float(-value),
            other => other,
        },
        _ => match word(tree, expr) {
            Some(word) => Literal::Text(word.to_owned()),
            None => Literal::Text(default_text(tree, expr)),
        },
    }
}

fn integer(literal: Literal) -> String {
    match literal {
        Literal::Integer(digits) => digits,
        Literal::Float(value) => format!("{:.0}", value.trunc() + 0.0),
        Literal::Boolean(truth) => u8::from(truth).to_string(),
        Literal::Text(text) => integer_of_text(&text).unwrap_or(text),
    }
}

fn float(literal: Literal) -> String {
    let value = match literal {
        Literal::Integer(digits) => digits.parse().unwrap_or(f64::INFINITY),
        Literal::Float(value) => value,
        Literal::Boolean(truth) => f64::from(u8::from(truth)),
        Literal::Text(text) => {
            integer_of_text(&text).unwrap_or(text).parse().unwrap_or(f64::INFINITY)
        }
    };
    ruby_float(value)
}

fn boolean(literal: Literal) -> bool {
    match literal {
        Literal::Integer(digits) => digits != "0",
        Literal::Float(value) => value != 0.0,
        Literal::Boolean(truth) => truth,
        Literal::Text(text) => {
            ["true", "yes", "y"].iter().any(|word| text.eq_ignore_ascii_case(word))
        }
    }
}

fn text(literal: Literal) -> String {
    match literal {
        Literal::Integer(digits) => digits,
        Literal::Float(value) => ruby_float(value),
        Literal::Boolean(truth) => truth.to_string(),
        Literal::Text(text) => text,
    }
}

/// Converts an integer with any prefix that a string may have (`0x`, `0b`, `0`) to decimal digits.
fn integer_of_text(text: &str) -> Option<String> {
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => ("-", number),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let number = number.trim_start();
    let lower = number.to_ascii_lowercase();
    let (digits, base) = if let Some(digits) = lower.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (digits, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (&lower[1..], 8)
    } else {
        (lower.as_str(), 10)
    };
    let value = i128::from_str_radix(digits, base).ok()?;
    Some(if value == 0 { "0".to_owned() } else { format!("{sign}{value}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_numbers_become_decimal() {
        let read = |text| integer_of_text(text).unwrap_or_default();
        let read: Vec<String> =
            ["5", "-5", "- 0x1f", "0b101", "010", "+7", "-0", "0"].map(read).into();
        assert_eq!(read, ["5", "-5", "-31", "5", "8", "7", "0", "0"]);
        assert_eq!(integer_of_text("1.5"), None);
    }

    #[test]
    fn values_take_the_form_of_the_type() {
        assert_eq!(integer(Literal::Float(-2.7)), "-2");
        assert_eq!(integer(Literal::Float(-0.7)), "0");
        assert_eq!(float(Literal::Text("0x10".to_owned())), "16.0");
        assert_eq!(float(Literal::Text("1e3".to_owned())), "1000.0");
        assert_eq!(float(Literal::Integer("5".to_owned())), "5.0");
        assert!(boolean(Literal::Text("Yes".to_owned())));
        assert!(!boolean(Literal::Float(0.0)));
        assert_eq!(text(Literal::Float(1.0)), "1.0");
    }
}
