//! `metadata.json` of a module, as far as it decides whether the module can be used.

use std::io;
use std::path::Path;

use pupa_value::Value;
use pupa_value::data::from_json;

use crate::regular_file::{self, LARGEST_CONFIGURATION};

/// The required keys of `metadata.json`.
const REQUIRED: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

/// Whether a module can be used; what its metadata says of its data. It may have as many bytes as
/// `limit` says.
///
/// # Errors
/// When its metadata is wrong; the reference leaves the module out with this message.
pub(super) fn check(directory: &Path, name: &str, limit: u64) -> Result<Option<String>, String> {
    let path = directory.join("metadata.json");
    match regular_file::read_to_string(&path, limit.min(LARGEST_CONFIGURATION)) {
        Ok(text) => check_text(&text, name),
        // The reference would wait for what is in a pipe, and read what is too large.
        Err(error) if error.kind() == io::ErrorKind::Other => {
            Err(format!("{name} has a metadata.json that cannot be read: {error}"))
        }
        Err(_) => Ok(None),
    }
}

fn check_text(text: &str, name: &str) -> Result<Option<String>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let metadata = from_json(text).map_err(|error| {
        format!(
            "{name} has an invalid and unparsable metadata.json file. The parse error: {}",
            error.message
        )
    })?;
    let Value::Hash(metadata) = metadata else { return Ok(None) };
    if metadata.is_empty() {
        return Ok(None);
    }
    for key in REQUIRED {
        let value = metadata.get_str(key).filter(|value| !value.is_undef());
        let Some(value) = value else {
            return Err(format!("No {key} module metadata provided for {name}"));
        };
        if key == "dependencies" && !matches!(value, Value::Array(_)) {
            let shown = pupa_value::text::ruby::to_s(value);
            return Err(format!(
                "The value for the key dependencies in the file metadata.json of the module \
                 {name} must be an array, not: '{shown}'"
            ));
        }
    }
    let provider = metadata.get_str("data_provider").and_then(Value::as_str);
    Ok(provider.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_must_be_whole() {
        let whole = r#"{"name":"a-m","source":"s","author":"a","version":"1","license":"l","dependencies":[]}"#;
        assert_eq!(check_text(whole, "m"), Ok(None));
        assert_eq!(check_text("", "m"), Ok(None));
        assert_eq!(check_text("{}", "m"), Ok(None));
        let message = |text| check_text(text, "m").unwrap_err();
        assert_eq!(message(r#"{"name":"x"}"#), "No source module metadata provided for m");
        assert!(message("{").starts_with("m has an invalid and unparsable metadata.json file."));
        let wrong = whole.replace("[]", "\"none\"");
        assert!(message(&wrong).ends_with("must be an array, not: 'none'"));
    }
}
