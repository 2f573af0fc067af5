//! Encrypted strings in data, as `hiera-eyaml` has them: `ENC[PKCS7,…]`.
//!
//! Nothing here reads files or the environment: keys come from the caller, who keeps them.
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

/// Whether a string has something to decrypt.
///
/// Compat: a block whose bracket closes on another line does not count on its own.
pub fn is_encrypted(text: &str) -> bool {
    text.split('\n').any(|line| line.split_once("ENC[").is_some_and(|(_, rest)| rest.contains(']')))
}

/// The string with every encrypted block replaced by what it hides, and without one line break at
/// its end. The options are those of the level of the hierarchy.
///
/// # Errors
///
/// What `hiera-eyaml` or OpenSSL say when there is no key, the wrong one, or the block is damaged.
/// The message holds neither the key nor what was decrypted.
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

/// Takes one line break off the end.
fn chomp(text: &mut String) {
    let length = ["\r\n", "\n", "\r"]
        .iter()
        .find_map(|end| text.strip_suffix(end))
        .map_or(text.len(), str::len);
    text.truncate(length);
}
