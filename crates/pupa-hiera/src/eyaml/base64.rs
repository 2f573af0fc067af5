//! Lenient Base64, as Ruby's `Base64.decode64` reads it.

use ::base64::Engine;
use ::base64::alphabet::STANDARD;
use ::base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Decodes Base64. Bytes outside of the alphabet are skipped, `=` ends the input, and a single
/// trailing character, which holds less than a byte, is dropped.
pub(super) fn decode(text: &[u8]) -> Vec<u8> {
    let is_in_alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let before_padding = text.split(|byte| *byte == b'=').next().unwrap_or_default();
    let mut digits: Vec<u8> = before_padding.iter().copied().filter(is_in_alphabet).collect();
    if digits.len() % 4 == 1 {
        digits.pop();
    }
    LENIENT.decode(digits).unwrap_or_default()
}
