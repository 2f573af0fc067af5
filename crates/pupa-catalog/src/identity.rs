//! What tells one catalog from another: equal input gives equal bytes.

use pupa_value::data::to_json;
use pupa_value::{Result, Value};
use sha2::{Digest, Sha256};

use crate::catalog::Catalog;

impl Catalog {
    /// Derives version and identity from the content, where they are not given.
    ///
    /// # Errors
    /// When a value can't be written.
    pub fn identify(&mut self) -> Result<()> {
        if self.version.is_undef() || self.uuid.is_empty() {
            self.identify_by(&self.to_json()?);
        }
        Ok(())
    }

    /// The catalog as JSON, with version and identity derived from the content where they are not
    /// given: what [`identify`](Catalog::identify) and then [`to_json`](Catalog::to_json) give, in
    /// half the time.
    ///
    /// ```
    /// use pupa_catalog::catalog::Catalog;
    /// let mut catalog = Catalog { name: "node".to_owned(), ..Catalog::default() };
    /// let json = catalog.to_identified_json().expect("it can be written");
    /// assert_eq!(catalog.to_json(), Ok(json));
    /// ```
    ///
    /// # Errors
    /// When a value can't be written.
    pub fn to_identified_json(&mut self) -> Result<String> {
        let (mut json, places) = self.to_json_with_places()?;
        if self.version.is_undef() || self.uuid.is_empty() {
            self.identify_by(&json);
            // The identity comes after the version, whose place must not move before.
            json.replace_range(places.uuid, &to_json(&self.uuid.as_str().into())?);
            json.replace_range(places.version, &to_json(&self.version)?);
        }
        Ok(json)
    }

    fn identify_by(&mut self, json: &str) {
        let digest = Sha256::digest(json);
        if self.version.is_undef() {
            let number = digest.iter().skip(16).take(4);
            let number = number.fold(0i64, |number, byte| number << 8 | i64::from(*byte));
            self.version = Value::Integer(number);
        }
        if self.uuid.is_empty() {
            self.uuid = uuid(&digest);
        }
    }
}

/// The first half of a digest in the form of a UUID of version 8, which is free for such use.
fn uuid(digest: &[u8]) -> String {
    let mut text = String::with_capacity(36);
    for (index, byte) in digest.iter().take(16).enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        let byte = match index {
            6 => byte & 0x0f | 0x80,
            8 => byte & 0x3f | 0x80,
            _ => *byte,
        };
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_catalogs_have_one_identity() {
        let made = |name: &str| {
            let mut catalog = Catalog { name: name.to_owned(), ..Catalog::default() };
            catalog.identify().expect("it can be written");
            (catalog.uuid, catalog.version)
        };
        assert_eq!(made("a"), made("a"));
        assert_ne!(made("a"), made("b"));
        let (uuid, _) = made("a");
        assert_eq!((uuid.len(), &uuid[14..15]), (36, "8"));
    }
}
