//! Encrypted strings in data in the format of `hiera-eyaml`: `ENC[PKCS7,…]`.
//!
//! This module does no I/O: the caller supplies the private keys and may cache them.
//!
//! ```
//! use pupa_hiera::eyaml;
//! assert!(eyaml::is_encrypted("password: ENC[PKCS7,MII=]"));
//! assert!(!eyaml::is_encrypted("password: none"));
//! ```

mod base64;
mod blocks;
mod key;
mod pkcs7;

#[cfg(test)]
mod tests;

pub use key::{KeySource, Keys, PrivateKey};

use pupa_value::value::Hash;

/// Whether a string contains an encrypted block.
///
/// Compat: the closing bracket must be on the line of the opening one.
pub fn is_encrypted(text: &str) -> bool {
    text.split('\n').any(|line| line.split_once("ENC[").is_some_and(|(_, rest)| rest.contains(']')))
}

/// Replaces every encrypted block in a string by its plain text, and removes one line break at the
/// end. The options are those of the hierarchy level.
///
/// # Errors
///
/// The message of `hiera-eyaml` or OpenSSL if the key is missing or wrong, or if the block is
/// damaged. It contains neither the key nor any decrypted text.
pub fn decrypt(text: &str, options: &Hash, keys: &dyn Keys) -> Result<String, String> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(block) = blocks::next(rest) {
        plain.extend_from_slice(block.before.as_bytes());
        let cipher = block.cipher()?;
        let key = keys.private_key(&KeySource::of(options)?)?;
        plain.extend(pkcs7::decrypt(&base64::decode(&cipher), &key)?);
        rest = block.after;
    }
    plain.extend_from_slice(rest.as_bytes());
    let mut plain =
        String::from_utf8(plain).map_err(|_| "invalid byte sequence in UTF-8".to_owned())?;
    chomp(&mut plain);
    Ok(plain)
}

/// Removes one line break at the end, as Ruby's `chomp!` does.
fn chomp(text: &mut String) {
    let length = ["\r\n", "\n", "\r"]
        .iter()
        .find_map(|end| text.strip_suffix(end))
        .map_or(text.len(), str::len);
    text.truncate(length);
}
