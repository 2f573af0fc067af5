//! bcrypt: the password hashes that begin with `$2a$`, `$2b$`, `$2x$` and `$2y$`.

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

const DIGITS: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The plain text that is encrypted.
const MAGIC: &[u8; 24] = b"OrpheanBeholderScryDoubt";

/// The number of subkeys.
const SUBKEYS: usize = 18;

/// The number of entries of the four substitution boxes together.
const BOXES: usize = 4 * 256;

/// The maximum cost. It comes from data, which an attacker may choose, and each step doubles the
/// work.
const MAX_COST: u32 = 15;

/// The hash of a key with a salt; `None` for an invalid salt.
pub(super) fn crypt(key: &[u8], salt: &[u8]) -> Option<String> {
    let (&[b'$', b'2', variant, b'$', tens, units, b'$'], digits) =
        salt.split_first_chunk::<7>()?
    else {
        return None;
    };
    if !matches!(variant, b'a' | b'b' | b'x' | b'y') || !tens.is_ascii_digit() {
        return None;
    }
    let cost =
        u32::from(tens - b'0') * 10 + u32::from(units).checked_sub(48).filter(|n| *n < 10)?;
    if !(4..=MAX_COST).contains(&cost) {
        return None;
    }
    let salt_bytes = decode(digits.get(..22)?)?;
    let mut salt_words = [0; 4];
    for (word, bytes) in salt_words.iter_mut().zip(salt_bytes.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    let key_words = key_words(key, variant == b'x');
    let mut cipher = Cipher::new();
    cipher.expand(&salt_words, &key_words);
    let mut salt_subkeys = [0; SUBKEYS];
    for (index, word) in salt_subkeys.iter_mut().enumerate() {
        *word = salt_words[index % 4];
    }
    for _ in 0..1u32 << cost {
        cipher.expand(&[0; 4], &key_words);
        cipher.expand(&[0; 4], &salt_subkeys);
    }
    let mut output = Vec::with_capacity(MAGIC.len());
    for block in MAGIC.chunks_exact(8) {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let (mut left, mut right) = (word(&block[..4]), word(&block[4..]));
        for _ in 0..64 {
            (left, right) = cipher.encrypt(left, right);
        }
        output.extend_from_slice(&left.to_be_bytes());
        output.extend_from_slice(&right.to_be_bytes());
    }
    // The last byte of the cipher text is not part of the hash.
    output.pop();
    let prefix = format!("$2{}${cost:02}$", char::from(variant));
    Some(format!("{prefix}{}{}", encode(&salt_bytes), encode(&output)))
}

/// The key followed by a zero byte, repeated. The variant `x` keeps the bug of an old library that
/// treated bytes as signed.
fn key_words(key: &[u8], is_signed: bool) -> [u32; SUBKEYS] {
    let mut bytes = key.iter().copied().chain([0]).cycle();
    let mut words = [0u32; SUBKEYS];
    for word in &mut words {
        for byte in bytes.by_ref().take(4) {
            let extended = if is_signed { i32::from(byte as i8) as u32 } else { u32::from(byte) };
            *word = *word << 8 | extended;
        }
    }
    words
}

/// Decodes the 22 digits of a salt to 16 bytes.
fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let mut bits = 0u32;
    let mut count = 0;
    let mut bytes = Vec::with_capacity(16);
    for digit in digits {
        let value = DIGITS.iter().position(|known| known == digit)?;
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, index| {
            bits << 8 | u32::from(chunk.get(index).copied().unwrap_or(0))
        });
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

/// Blowfish with its tables.
struct Cipher {
    subkeys: [u32; SUBKEYS],
    boxes: Vec<u32>,
}

impl Cipher {
    fn new() -> Cipher {
        let (subkeys, boxes) = fraction_of_pi().split_at(SUBKEYS);
        let mut own = [0; SUBKEYS];
        own.copy_from_slice(subkeys);
        Cipher { subkeys: own, boxes: boxes.to_vec() }
    }

    fn encrypt(&self, mut left: u32, mut right: u32) -> (u32, u32) {
        for subkey in &self.subkeys[..16] {
            left ^= subkey;
            let [a, b, c, d] = left.to_be_bytes().map(usize::from);
            let sum = self.boxes[a].wrapping_add(self.boxes[256 + b]);
            right ^= (sum ^ self.boxes[512 + c]).wrapping_add(self.boxes[768 + d]);
            (left, right) = (right, left);
        }
        (right ^ self.subkeys[17], left ^ self.subkeys[16])
    }

    /// Mixes a key and a salt into the tables.
    fn expand(&mut self, salt: &[u32; 4], key: &[u32; SUBKEYS]) {
        for (subkey, word) in self.subkeys.iter_mut().zip(key) {
            *subkey ^= word;
        }
        let (mut left, mut right) = (0, 0);
        for pair in 0..(SUBKEYS + BOXES) / 2 {
            let half = pair % 2 * 2;
            (left, right) = self.encrypt(left ^ salt[half], right ^ salt[half + 1]);
            let at = pair * 2;
            let table = if at < SUBKEYS {
                &mut self.subkeys[at..]
            } else {
                &mut self.boxes[at - SUBKEYS..]
            };
            (table[0], table[1]) = (left, right);
        }
    }
}

/// The first words of the fractional part of pi, the initial values of Blowfish's tables.
fn fraction_of_pi() -> &'static [u32] {
    static WORDS: OnceLock<Vec<u32>> = OnceLock::new();
    WORDS.get_or_init(|| {
        // More bits than needed, so that rounding errors do not reach the used ones.
        const GUARD: usize = 64;
        let bits = 32 * (SUBKEYS + BOXES) + GUARD;
        // Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239).
        let pi = arctan_of_inverse(5, bits) * 16u32 - arctan_of_inverse(239, bits) * 4u32;
        let fraction: BigUint = (pi - (BigUint::from(3u32) << bits)) >> GUARD;
        let mut words = fraction.to_u32_digits();
        words.resize(SUBKEYS + BOXES, 0);
        words.reverse();
        words
    })
}

/// `arctan(1/n)` in units of `2^-bits`.
fn arctan_of_inverse(n: u32, bits: usize) -> BigUint {
    let mut power = (BigUint::from(1u32) << bits) / n;
    let (mut plus, mut minus) = (power.clone(), BigUint::ZERO);
    let mut odd = 1u32;
    while power.to_u32() != Some(0) {
        power /= n * n;
        odd += 2;
        let term = &power / odd;
        if odd % 4 == 3 { minus += term } else { plus += term }
    }
    plus - minus
}

#[cfg(test)]
mod tests {
    use super::{crypt, fraction_of_pi};

    #[test]
    fn tables_start_with_pi() {
        assert_eq!(fraction_of_pi()[..3], [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e]);
        assert_eq!(fraction_of_pi().last(), Some(&0x3ac3_72e6));
    }

    #[test]
    fn known_hashes() {
        for (key, hash) in [
            (b"secret".as_slice(), "$2b$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a"),
            (b"".as_slice(), "$2a$04$......................w74bL5gU7LSJClZClCa.Pkz14aTv/XO"),
            (
                b"p\xC3\xA4ss".as_slice(),
                "$2x$04$ABCDEFGHIJKLMNOPQRSTUOwavzyEr87yxklnbv5bvKuCwacfCLcre",
            ),
            (
                b"p\xC3\xA4ss".as_slice(),
                "$2y$04$ABCDEFGHIJKLMNOPQRSTUO1NTHugVxHn81Sd5SEcv9GhQehunWH6C",
            ),
            (
                b"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                    .as_slice(),
                "$2b$04$0123456789abcdefghijkeQTbmm.RcNPT0JaHsD9KFomKrKSIRYFm",
            ),
        ] {
            assert_eq!(crypt(key, &hash.as_bytes()[..29]).as_deref(), Some(hash));
        }
    }

    #[test]
    fn salts_that_are_not_valid() {
        for salt in ["$2b$03$abcdefghijklmnopqrstuu", "$2b$05$abc", "$2c$05$abcdefghijklmnopqrstuu"]
        {
            assert_eq!(crypt(b"secret", salt.as_bytes()), None);
        }
    }
}
