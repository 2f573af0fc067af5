//! Arbitrarily large integers for messages: parses digits, and shows them in another base.

use crate::tree::Radix;

/// The maximum number of digits to convert, since the time is quadratic.
const MAX_DIGITS: usize = 4096;

/// A natural number in parts of 32 bits, the lowest first; the highest is not 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct BigDigits {
    parts: Vec<u32>,
}

impl BigDigits {
    /// Parses the digits of a literal with its prefix; `None` if there are too many or invalid
    /// ones.
    pub(super) fn read(literal: &str, radix: Radix) -> Option<BigDigits> {
        let digits = match radix {
            Radix::Hexadecimal => literal.get(2..)?,
            Radix::Octal | Radix::Decimal => literal,
        };
        let digits = digits.trim_start_matches('0');
        if digits.len() > MAX_DIGITS {
            return None;
        }
        let mut number = BigDigits { parts: Vec::new() };
        for digit in digits.chars() {
            number.multiply_add(radix.base(), digit.to_digit(radix.base())?);
        }
        Some(number)
    }

    /// The number as a lower case hexadecimal literal without prefix.
    pub(super) fn to_hex(&self) -> String {
        let Some((highest, rest)) = self.parts.split_last() else { return "0".to_owned() };
        let rest: String = rest.iter().rev().map(|part| format!("{part:08x}")).collect();
        format!("{highest:x}{rest}")
    }

    /// The number as a decimal literal.
    pub(super) fn to_decimal(&self) -> String {
        const CHUNK: u32 = 1_000_000_000;
        let mut number = self.clone();
        let mut chunks = Vec::new();
        while !number.parts.is_empty() {
            chunks.push(number.divide(CHUNK));
        }
        let Some((highest, rest)) = chunks.split_last() else { return "0".to_owned() };
        let rest: String = rest.iter().rev().map(|chunk| format!("{chunk:09}")).collect();
        format!("{highest}{rest}")
    }

    fn multiply_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for part in &mut self.parts {
            let product = u64::from(*part) * u64::from(factor) + carry;
            *part = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.parts.push(carry as u32);
        }
    }

    /// Divides in place and returns the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut remainder = 0;
        for part in self.parts.iter_mut().rev() {
            let dividend = (remainder << 32) | u64::from(*part);
            *part = (dividend / u64::from(divisor)) as u32;
            remainder = dividend % u64::from(divisor);
        }
        while self.parts.last() == Some(&0) {
            self.parts.pop();
        }
        remainder as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(literal: &str, radix: Radix) -> String {
        BigDigits::read(literal, radix).unwrap().to_hex()
    }

    #[test]
    fn converts_between_bases() {
        assert_eq!(hex("18446744073709551616", Radix::Decimal), "10000000000000000");
        assert_eq!(hex("0x0FFFFFFFFFFFFFFFFFFFFFFFF", Radix::Hexadecimal), "f".repeat(24));
        assert_eq!(hex("02000000000000000000000", Radix::Octal), "10000000000000000");
        assert_eq!(hex("0", Radix::Decimal), "0");
        let number = BigDigits::read("0x10000000000000000", Radix::Hexadecimal).unwrap();
        assert_eq!(number.to_decimal(), "18446744073709551616");
        let number = BigDigits::read("1000000000000000000000000000", Radix::Decimal).unwrap();
        assert_eq!(number.to_decimal(), "1000000000000000000000000000");
    }

    #[test]
    fn gives_up_on_endless_literals() {
        assert_eq!(BigDigits::read(&"9".repeat(MAX_DIGITS + 1), Radix::Decimal), None);
        assert_eq!(BigDigits::read("09", Radix::Octal), None);
    }
}
