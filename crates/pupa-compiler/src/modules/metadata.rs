//! `metadata.json` of a module, as far as it decides whether the module can be used.

use std::path::Path;

use pupa_value::Value;
use pupa_value::data::from_json;

/// What every `metadata.json` must say.
const REQUIRED: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

/// Whether a module can be used.
///
/// # Errors
/// When its metadata is wrong; the reference leaves the module out with this message.
pub(super) fn check(directory: &Path, name: &str) -> Result<(), String> {
    let Ok(text) = std::fs::read_to_string(directory.join("metadata.json")) else { return Ok(()) };
    check_text(&text, name)
}

fn check_text(text: &str, name: &str) -> Result<(), String> {
    if text.is_empty() {
        return Ok(());
    }
    let metadata = from_json(text).map_err(|error| {
        format!(
            "{name} has an invalid and unparsable metadata.json file. The parse error: {}",
            error.message
        )
    })?;
    let Value::Hash(metadata) = metadata else { return Ok(()) };
    if metadata.is_empty() {
        return Ok(());
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_must_be_whole() {
        let whole = r#"{"name":"a-m","source":"s","author":"a","version":"1","license":"l","dependencies":[]}"#;
        assert_eq!(check_text(whole, "m"), Ok(()));
        assert_eq!(check_text("", "m"), Ok(()));
        assert_eq!(check_text("{}", "m"), Ok(()));
        let message = |text| check_text(text, "m").unwrap_err();
        assert_eq!(message(r#"{"name":"x"}"#), "No source module metadata provided for m");
        assert!(message("{").starts_with("m has an invalid and unparsable metadata.json file."));
        let wrong = whole.replace("[]", "\"none\"");
        assert!(message(&wrong).ends_with("must be an array, not: 'none'"));
    }
}
