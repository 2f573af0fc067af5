//! The schemas of `hiera.yaml` as Puppet types, and the defaults of missing entries.

use std::sync::LazyLock;

use pupa_data::Step;
use pupa_value::loader::Builtins;
use pupa_value::mismatch::{Part, assert_instance, way_to_mismatch};
use pupa_value::type_parser::parse_type;
use pupa_value::value::Hash;
use pupa_value::{Type, Value};

const HIERARCHY_5: &str = "Array[Struct[{\
    name => String[1], \
    Optional[options] => Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data], \
    Optional[data_hash] => String[1], \
    Optional[lookup_key] => String[1], \
    Optional[hiera3_backend] => String[1], \
    Optional[v4_data_hash] => String[1], \
    Optional[data_dig] => String[1], \
    Optional[path] => String[1], \
    Optional[paths] => Array[String[1], 1], \
    Optional[glob] => String[1], \
    Optional[globs] => Array[String[1], 1], \
    Optional[uri] => String[1], \
    Optional[uris] => Array[String[1], 1], \
    Optional[mapped_paths] => Array[String[1], 3, 3], \
    Optional[datadir] => String[1]}]]";

const DEFAULTS_5: &str = "Struct[{\
    Optional[data_hash] => String[1], \
    Optional[lookup_key] => String[1], \
    Optional[data_dig] => String[1], \
    Optional[datadir] => String[1], \
    Optional[options] => Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data]}]";

/// The schema of version 5.
static VERSION_5: LazyLock<Type> = LazyLock::new(|| {
    type_of(&format!(
        "Struct[{{version => Integer[5, 5], \
         Optional[defaults] => {DEFAULTS_5}, \
         Optional[hierarchy] => {HIERARCHY_5}, \
         Optional[plan_hierarchy] => {HIERARCHY_5}, \
         Optional[default_hierarchy] => {HIERARCHY_5}}}]"
    ))
});

/// The schema of version 4.
static VERSION_4: LazyLock<Type> = LazyLock::new(|| {
    type_of(
        "Struct[{version => Integer[4, 4], \
         Optional[datadir] => String[1], \
         Optional[hierarchy] => Array[Struct[{\
         backend => String[1], \
         name => String[1], \
         Optional[datadir] => String[1], \
         Optional[path] => String[1], \
         Optional[paths] => Array[String[1]]}]]}]",
    )
});

fn type_of(text: &str) -> Type {
    // Only called with valid constants, and with names of backends, which are quoted.
    parse_type(text, &Builtins).unwrap_or(Type::Any)
}

/// Adds the defaults of missing entries.
pub(super) fn add_defaults(version: i64, config: &mut Hash) {
    for (key, value) in defaults(version) {
        // Compat: as with Ruby's `||=`, undef and `false` count as missing.
        let given = config.get_str(key);
        if matches!(given, None | Some(Value::Undef | Value::Boolean(false))) {
            config.insert(key, value);
        }
    }
}

fn defaults(version: i64) -> Vec<(&'static str, Value)> {
    let hash = |entries: [(&str, &str); 2]| Value::hash(entries.map(|(k, v)| (k.into(), v.into())));
    match version {
        5 => vec![
            ("defaults", hash([("datadir", "data"), ("data_hash", "yaml_data")])),
            ("hierarchy", Value::array([hash([("name", "Common"), ("path", "common.yaml")])])),
        ],
        4 => vec![
            ("datadir", "data".into()),
            ("hierarchy", Value::array([hash([("name", "common"), ("backend", "yaml")])])),
        ],
        _ => vec![
            ("version", Value::Integer(3)),
            ("backends", Value::array(["yaml".into()])),
            ("hierarchy", Value::array(["nodes/%{::trusted.certname}".into(), "common".into()])),
            ("merge_behavior", "native".into()),
            ("deep_merge_options", Value::from(Hash::new())),
        ],
    }
}

/// Whether a configuration has no version, but entries that only version 5 has.
pub(super) fn lacks_version(config: &Hash) -> bool {
    let levels = config.get_str("hierarchy").and_then(Value::as_array).unwrap_or_default();
    !config.contains_str("version")
        && (config.contains_str("defaults") || levels.iter().any(|level| level.as_hash().is_some()))
}

/// A value in a configuration that does not match the schema, with the path to it.
pub(super) struct Mismatch {
    pub(super) message: String,
    pub(super) path: Vec<Part>,
}

/// Converts a step of such a path into a step in the document.
pub(super) fn step(part: &Part) -> Step<'_> {
    match part {
        Part::Entry(key) => Step::Key(key),
        Part::Element(index) => Step::Index(*index),
    }
}

/// Checks a configuration against the schema of its version.
pub(super) fn check(version: i64, path: &str, config: &Hash) -> Result<(), Mismatch> {
    let subject = format!("The Lookup Configuration at '{path}'");
    let value = Value::from(config.clone());
    let expected = match version {
        5 => VERSION_5.clone(),
        4 => VERSION_4.clone(),
        _ => version_3(config),
    };
    assert_instance(&subject, &expected, &value).map_err(|error| Mismatch {
        message: error.message,
        path: way_to_mismatch(&expected, &value),
    })
}

/// The schema of version 3, which has a key for every backend.
fn version_3(config: &Hash) -> Type {
    let backends = super::levels::strings(config.get_str("backends"));
    let quoted = |name: &str| format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"));
    let backends: String = backends
        .iter()
        .map(|backend| format!(", Optional[{}] => Hash[String[1], Any]", quoted(backend)))
        .collect();
    type_of(&format!(
        "Struct[{{Optional[version] => Integer[3, 3], \
         Optional[backends] => Variant[String[1], Array[String[1]]], \
         Optional[logger] => String[1], \
         Optional[merge_behavior] => Enum['deep', 'deeper', 'native'], \
         Optional[deep_merge_options] => Hash[String[1], Variant[String, Boolean]], \
         Optional[hierarchy] => Variant[String[1], Array[String[1]]]{backends}}}]"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_parse() {
        assert_ne!(*VERSION_5, Type::Any);
        assert_ne!(*VERSION_4, Type::Any);
        let mut config = Hash::new();
        config.insert("backends", Value::array(["it's".into()]));
        assert_ne!(version_3(&config), Type::Any);
    }
}
