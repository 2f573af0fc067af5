//! The identity of a catalog: equal content gives equal bytes.

use pupa_value::data::to_json;
use pupa_value::{Error, ErrorKind, Result, Value};
use twox_hash::XxHash3_128;

use crate::catalog::Catalog;

impl Catalog {
    /// Derives version and UUID from the content if they are not set.
    ///
    /// # Errors
    /// If a value can't be serialised.
    pub fn identify(&mut self) -> Result<()> {
        if self.version.is_undef() || self.uuid.is_empty() {
            self.identify_by(XxHash3_128::oneshot(self.to_json()?.as_bytes()));
        }
        Ok(())
    }

    /// Writes the catalog as JSON, with version and UUID derived from the content if they are not
    /// set. The result is that of [`identify`](Catalog::identify) followed by
    /// [`to_json`](Catalog::to_json), in half the time.
    ///
    /// ```
    /// use pupa_catalog::catalog::Catalog;
    /// let mut catalog = Catalog { name: "node".to_owned(), ..Catalog::default() };
    /// let json = catalog.to_identified_json().expect("it can be written");
    /// assert_eq!(catalog.to_json(), Ok(json));
    /// ```
    ///
    /// # Errors
    /// If a value can't be serialised.
    pub fn to_identified_json(&mut self) -> Result<String> {
        let (mut json, ranges) = self.to_json_with_ranges()?;
        if self.version.is_undef() || self.uuid.is_empty() {
            self.identify_by(XxHash3_128::oneshot(json.as_bytes()));
            // The UUID follows the version, so it is replaced first: the range of the version stays
            // valid.
            json.replace_range(ranges.uuid, &to_json(&self.uuid.as_str().into())?);
            json.replace_range(ranges.version, &to_json(&self.version)?);
        }
        Ok(json)
    }

    /// Passes the catalog as JSON to `write`, in pieces if it is large, with version and UUID
    /// derived from the content if they are not set.
    ///
    /// # Errors
    /// If a value can't be serialised.
    pub fn write_identified_json(&mut self, write: &mut dyn FnMut(&str)) -> Result<()> {
        if self.version.is_undef() || self.uuid.is_empty() {
            let mut hash = XxHash3_128::new();
            let mut is_large = false;
            let mut json = String::with_capacity(256 + self.resources.len() * 256);
            let ranges = self.write_json(&mut json, &mut |piece| {
                if piece.len() > PIECE {
                    is_large = true;
                    hash.write(piece.as_bytes());
                    piece.clear();
                }
            })?;
            hash.write(json.as_bytes());
            self.identify_by(hash.finish_128());
            if !is_large {
                json.replace_range(ranges.uuid, &to_json(&self.uuid.as_str().into())?);
                json.replace_range(ranges.version, &to_json(&self.version)?);
                write(&json);
                return Ok(());
            }
        }
        let mut json = String::new();
        self.write_json(&mut json, &mut |piece| {
            if piece.len() > PIECE {
                write(piece);
                piece.clear();
            }
        })?;
        write(&json);
        Ok(())
    }

    /// Checks that the output of the catalog will not be larger than a limit, as far as its strings
    /// show that.
    ///
    /// # Errors
    /// If they have more than `max` bytes; the message names the resource where they do.
    pub fn check_output(&self, max: Option<u64>) -> Result<()> {
        let Some(max) = max else { return Ok(()) };
        let mut total = 0;
        for resource in &self.resources {
            let values = resource.parameters.iter().map(|(_, value)| size(value));
            total += values.sum::<u64>() + resource.title.len() as u64;
            if total > max {
                let place = match (&resource.file, resource.line) {
                    (Some(file), Some(line)) => format!(" (file: {file}, line: {line})"),
                    _ => String::new(),
                };
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!(
                        "The output would have more than {max} bytes (limit: --max-output), \
                         reached at {}{place}",
                        shortened(&resource.reference())
                    ),
                ));
            }
        }
        Ok(())
    }

    /// No standard asks for a cryptographic digest here, and a collision gives no advantage to anyone:
    /// the fastest hash of the same length is enough.
    fn identify_by(&mut self, hash: u128) {
        if self.version.is_undef() {
            let low = u32::try_from(hash & u128::from(u32::MAX)).unwrap_or_default();
            self.version = Value::Integer(i64::from(low));
        }
        if self.uuid.is_empty() {
            self.uuid = uuid(hash);
        }
    }
}

/// The size from which a catalog is written in pieces.
const PIECE: usize = 4 << 20;

/// The bytes of the strings in a value.
fn size(value: &Value) -> u64 {
    match value {
        _ if !pupa_meter::visit() => 0,
        Value::String(text) => text.len() as u64,
        Value::Array(elements) => elements.iter().map(size).sum(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| size(key) + size(value)).sum(),
        Value::Sensitive(hidden) => size(hidden),
        _ => 0,
    }
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Formats a hash as a UUID of version 8, the version for custom contents.
fn uuid(hash: u128) -> String {
    let mut text = String::with_capacity(36);
    for (index, byte) in hash.to_be_bytes().into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        let byte = match index {
            6 => byte & 0x0f | 0x80,
            8 => byte & 0x3f | 0x80,
            _ => byte,
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
