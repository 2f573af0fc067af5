//! Conversion of default literals of Ecore to Puppet.

use super::features::ValueType;
use crate::write::{quoted, word};

/// Returns the Puppet source of a default, or the reason why there is none.
pub(super) fn source(literal: &str, value_type: &ValueType) -> Result<String, &'static str> {
    match value_type {
        ValueType::Object(_) => Err("references have no defaults"),
        ValueType::Enum(values) if values.iter().any(|value| value == literal) => Ok(word(literal)),
        ValueType::Enum(_) => Err("it is not among the values"),
        ValueType::Data("Integer") => integer(literal.trim()),
        ValueType::Data("Float") => float(literal.trim()),
        ValueType::Data("Boolean") => boolean(literal.trim()),
        ValueType::Data(_) => Ok(quoted(literal)),
    }
}

fn integer(text: &str) -> Result<String, &'static str> {
    if let Ok(number) = text.parse::<i64>() {
        return Ok(number.to_string());
    }
    // Java's notation for hexadecimal integers is valid in Puppet too.
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    match hexadecimal.map(|digits| i64::from_str_radix(digits, 16)) {
        Some(Ok(number)) if number >= 0 => Ok(format!("{sign}{digits}")),
        _ => Err("it is not an integer of 64 bits"),
    }
}

fn float(text: &str) -> Result<String, &'static str> {
    let number = text.trim_end_matches(['f', 'F', 'd', 'D']);
    match number.parse::<f64>() {
        Ok(value) if !value.is_finite() => Err("there is no such literal"),
        Ok(_) if is_puppet_number(number) => Ok(number.to_owned()),
        // Rust's output has digits on both sides of the point, or no point.
        Ok(value) => Ok(format!("{value:?}").replace("e+", "e")),
        Err(_) => Err("it is not a number"),
    }
}

/// Whether a number is a valid Puppet literal as written.
fn is_puppet_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.strip_prefix('-').unwrap_or(text);
    let (number, exponent) = match number.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.strip_prefix('-').unwrap_or(exponent)),
        None => (number, "0"),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let has_no_zero = whole == "0" || !whole.starts_with('0');
    is_digits(whole) && has_no_zero && is_digits(fraction) && is_digits(exponent)
}

fn boolean(text: &str) -> Result<String, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        // XML has two notations for each value.
        "true" | "1" => Ok("true".to_owned()),
        "false" | "0" => Ok("false".to_owned()),
        "yes" | "no" | "y" | "n" => Ok(quoted(text)),
        _ => Err("it is neither true nor false"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(ty: &'static str, texts: &[&str]) -> Vec<String> {
        let one = |text: &&str| source(text, &ValueType::Data(ty));
        texts.iter().map(|text| one(text).unwrap_or_else(|_| "-".to_owned())).collect()
    }

    #[test]
    fn defaults_are_literals_of_their_type() {
        let numbers = ["5", "-7", "+3", "0x1F", "08", "x", "", "99999999999999999999", " 4 "];
        assert_eq!(all("Integer", &numbers), ["5", "-7", "3", "0x1F", "8", "-", "-", "-", "4"]);
        let numbers = ["1.5", "1", "-.5", "1e3", "1e+300", "1.0f", "NaN", "inf", "x", "01.5"];
        let expected = ["1.5", "1", "-0.5", "1e3", "1e300", "1.0", "-", "-", "-", "1.5"];
        assert_eq!(all("Float", &numbers), expected);
        assert_eq!(
            all("Boolean", &["true", "FALSE", "y", "1", "2"]),
            ["true", "false", "'y'", "true", "-"]
        );
        assert_eq!(all("String", &["", "it's"]), ["''", r"'it\'s'"]);
        let ty = ValueType::Enum(vec!["a".to_owned(), "B c".to_owned()]);
        assert_eq!(source("B c", &ty), Ok("'B c'".to_owned()));
        assert!(source("c", &ty).is_err());
    }
}
