//! Base64 as Ruby reads it when it is not strict.

use ::base64::Engine;
use ::base64::alphabet::STANDARD;
use ::base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes that a text stands for. What is not of the alphabet is skipped, `=` ends it, and a
/// last character that says too little is left out.
pub(super) fn decode(text: &[u8]) -> Vec<u8> {
    let of_alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let before_padding = text.split(|byte| *byte == b'=').next().unwrap_or_default();
    let mut digits: Vec<u8> = before_padding.iter().copied().filter(of_alphabet).collect();
    if digits.len() % 4 == 1 {
        digits.pop();
    }
    LENIENT.decode(digits).unwrap_or_default()
}
