//! Reads `metadata.json` of a module.

use std::io;
use std::path::Path;

use pupa_data::json;
use pupa_system::System;
use pupa_value::Value;
use pupa_value::value::Hash;

use crate::files::LARGEST_CONFIGURATION;

/// The required keys.
const REQUIRED: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

/// The metadata of a module.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata(Hash);

/// The reason why metadata can't be used.
#[derive(Debug)]
pub enum MetadataError {
    /// The file can't be read.
    File(io::Error),
    /// The file is not valid JSON; the parser's message.
    Json(String),
}

impl Metadata {
    /// Reads the metadata in a directory, at most `limit` bytes. An empty file, or one with another
    /// value than a hash, gives empty metadata.
    ///
    /// # Errors
    /// When the file is missing, can't be read or is not valid JSON.
    pub fn read(
        system: &dyn System,
        directory: &Path,
        limit: u64,
    ) -> Result<Metadata, MetadataError> {
        let path = directory.join("metadata.json");
        let text = system.read_text(&path, limit.min(LARGEST_CONFIGURATION));
        Metadata::parse(&text.map_err(MetadataError::File)?)
    }

    fn parse(text: &str) -> Result<Metadata, MetadataError> {
        if text.is_empty() {
            return Ok(Metadata::default());
        }
        match json::value(text) {
            Ok(Value::Hash(metadata)) => Ok(Metadata(metadata.as_ref().clone())),
            Ok(_) => Ok(Metadata::default()),
            Err(error) => Err(MetadataError::Json(error.message)),
        }
    }

    /// The name of the module: `apache` for `puppetlabs-apache` and `puppetlabs/apache`.
    pub fn name(&self) -> Option<&str> {
        let full = self.0.get_str("name")?.as_str()?;
        full.rsplit(['-', '/']).next().filter(|name| !name.is_empty())
    }

    /// The version of the module.
    pub fn version(&self) -> Option<&str> {
        self.0.get_str("version")?.as_str()
    }

    /// The data provider of the module, a deprecated setting.
    pub fn data_provider(&self) -> Option<&str> {
        self.0.get_str("data_provider")?.as_str()
    }

    /// The versions of Puppet that the module supports.
    pub fn puppet_requirements(&self) -> Vec<String> {
        let Some(Value::Array(requirements)) = self.0.get_str("requirements") else {
            return Vec::new();
        };
        let of_puppet = requirements.iter().filter_map(|requirement| {
            let Value::Hash(requirement) = requirement else { return None };
            let name = requirement.get_str("name")?.as_str()?;
            let range = requirement.get_str("version_requirement")?.as_str()?;
            matches!(name, "puppet" | "openvox").then(|| range.to_owned())
        });
        of_puppet.collect()
    }

    /// Checks whether the reference implementation would use a module of this name with this
    /// metadata.
    ///
    /// # Errors
    /// The message of the reference implementation if it leaves the module out.
    pub(crate) fn check(&self, name: &str) -> Result<(), String> {
        if self.0.is_empty() {
            return Ok(());
        }
        for key in REQUIRED {
            let value = self.0.get_str(key).filter(|value| !value.is_undef());
            let Some(value) = value else {
                return Err(format!("No {key} module metadata provided for {name}"));
            };
            if key == "dependencies" && !matches!(value, Value::Array(_)) {
                let found = pupa_value::text::ruby::to_s(value);
                return Err(format!(
                    "The value for the key dependencies in the file metadata.json of the module \
                     {name} must be an array, not: '{found}'"
                ));
            }
        }
        Ok(())
    }
}

/// Reads the metadata of a module like the reference implementation when it loads modules.
///
/// # Errors
/// The message, if the module is left out.
pub(crate) fn of_module(
    system: &dyn System,
    directory: &Path,
    name: &str,
    limit: u64,
) -> Result<Metadata, String> {
    match Metadata::read(system, directory, limit) {
        Ok(metadata) => metadata.check(name).map(|()| metadata),
        // The reference implementation would wait for a pipe, and read a file of any size.
        Err(MetadataError::File(error)) if error.kind() == io::ErrorKind::Other => {
            Err(format!("{name} has a metadata.json that cannot be read: {error}"))
        }
        Err(MetadataError::File(_)) => Ok(Metadata::default()),
        Err(MetadataError::Json(message)) => Err(format!(
            "{name} has an invalid and unparsable metadata.json file. The parse error: {message}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_system::Memory;

    fn check(text: &str) -> Result<(), String> {
        let memory = Memory::of([("/m/metadata.json", text)]);
        of_module(&memory, Path::new("/m"), "m", 1 << 20).map(|_| ())
    }

    #[test]
    fn metadata_must_be_whole() {
        let whole = r#"{"name":"a-m","source":"s","author":"a","version":"1","license":"l","dependencies":[]}"#;
        assert_eq!(check(whole), Ok(()));
        assert_eq!(check(""), Ok(()));
        assert_eq!(check("{}"), Ok(()));
        let message = |text| check(text).unwrap_err();
        assert_eq!(message(r#"{"name":"x"}"#), "No source module metadata provided for m");
        assert!(message("{").starts_with("m has an invalid and unparsable metadata.json file."));
        let wrong = whole.replace("[]", "\"none\"");
        assert!(message(&wrong).ends_with("must be an array, not: 'none'"));
    }

    #[test]
    fn requirements_name_puppet() {
        let ranges = |requirements: &str| {
            let text = format!("{{\"requirements\": {requirements}}}");
            Metadata::parse(&text).unwrap().puppet_requirements()
        };
        let puppet = r#"{"name": "puppet", "version_requirement": ">= 7.0.0"}"#;
        assert_eq!(ranges(&format!("[{puppet}]")), [">= 7.0.0"]);
        assert_eq!(ranges(&format!("[{}]", puppet.replace("puppet", "openvox"))), [">= 7.0.0"]);
        assert!(ranges(&format!("[{}, 1]", puppet.replace("puppet", "pe"))).is_empty());
        assert!(ranges(r#"[{"name": "puppet"}]"#).is_empty());
        assert!(ranges("{}").is_empty());
    }

    #[test]
    fn metadata_names_the_module() {
        let name = |text| Metadata::parse(text).ok()?.name().map(str::to_owned);
        assert_eq!(name(r#"{"name": "puppetlabs-apache"}"#), Some("apache".into()));
        assert_eq!(name(r#"{"name": "me/my_mod"}"#), Some("my_mod".into()));
        assert_eq!(name(r#"{"name": 1}"#), None);
        assert_eq!(name("not json"), None);
    }
}
