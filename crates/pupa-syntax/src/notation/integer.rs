//! Converts integers that don't fit in 64 bits to decimal.

use crate::tree::Radix;

/// The maximum number of digits to convert, since the time grows with their square.
const MOST_DIGITS: usize = 10_000;

/// The decimal digits of a number from its source text; `None` if there are too many.
pub(super) fn decimal(text: &str, radix: Radix) -> Option<String> {
    let digits = digits(text, radix);
    if radix == Radix::Decimal {
        return Some(digits.to_owned());
    }
    if digits.len() > MOST_DIGITS {
        return None;
    }
    // Limbs of nine decimal digits, the least first.
    const LIMB: u64 = 1_000_000_000;
    let base = u64::from(radix.base());
    let mut limbs: Vec<u64> = vec![0];
    for digit in digits.chars().filter_map(|c| c.to_digit(radix.base())) {
        let mut carry = u64::from(digit);
        for limb in &mut limbs {
            let value = *limb * base + carry;
            *limb = value % LIMB;
            carry = value / LIMB;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let mut limbs = limbs.iter().rev();
    let mut out = limbs.next().map(u64::to_string).unwrap_or_default();
    limbs.for_each(|limb| out.push_str(&format!("{limb:09}")));
    Some(out)
}

/// The digits of a number without the prefix of its base.
pub(super) fn digits(text: &str, radix: Radix) -> &str {
    match radix {
        Radix::Decimal => text,
        Radix::Octal => text.trim_start_matches('0'),
        Radix::Hexadecimal => text.trim_start_matches("0x").trim_start_matches("0X"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_numbers_of_any_size() {
        let convert = |text| decimal(text, Radix::Hexadecimal);
        assert_eq!(convert("0xff").as_deref(), Some("255"));
        assert_eq!(
            convert("0x10000000000000000000000000000000").as_deref(),
            Some("21267647932558653966460912964485513216")
        );
        let octal = decimal("07777777777777777777777777", Radix::Octal);
        assert_eq!(octal.as_deref(), Some("37778931862957161709567"));
        assert_eq!(
            decimal("123456789012345678901234", Radix::Decimal).unwrap_or_default().len(),
            24
        );
        assert_eq!(convert(&format!("0x{}", "f".repeat(20_000))), None);
    }
}
