//! Modules that do not support this version of Puppet, by their `metadata.json`.

use pupa_value::Value;
use pupa_value::data::from_json;
use pupa_value::value::semver::SemVer;
use pupa_value::value::semver_range::SemVerRange;

/// The directory of the module that a file of Ruby code lies in.
pub(super) fn module_root(file: &str) -> Option<&str> {
    let (root, _) = file.rsplit_once("/lib/puppet/").or_else(|| file.rsplit_once("/lib/"))?;
    Some(root)
}

/// Whether the `requirements` of a `metadata.json` name Puppet, and all of them end before a
/// version.
pub(super) fn ends_before(metadata: &str, version: &str) -> bool {
    let (Ok(Value::Hash(metadata)), Ok(version)) = (from_json(metadata), SemVer::parse(version))
    else {
        return false;
    };
    let Some(Value::Array(requirements)) = metadata.get_str("requirements") else { return false };
    let mut ranges = requirements.iter().filter_map(range_of_puppet).peekable();
    ranges.peek().is_some() && ranges.all(|range| is_before(&range, &version))
}

/// The versions of Puppet that a requirement accepts.
fn range_of_puppet(requirement: &Value) -> Option<SemVerRange> {
    let Value::Hash(requirement) = requirement else { return None };
    let name = requirement.get_str("name")?.as_str()?;
    if !matches!(name, "puppet" | "openvox") {
        return None;
    }
    SemVerRange::parse(requirement.get_str("version_requirement")?.as_str()?).ok()
}

fn is_before(range: &SemVerRange, version: &SemVer) -> bool {
    !range.includes(version) && range.end().is_some_and(|end| end.compare(version).is_le())
}

#[cfg(test)]
mod tests {
    use super::{ends_before, module_root};

    fn is_old(requirements: &str) -> bool {
        ends_before(&format!("{{\"requirements\": [{requirements}]}}"), "8.28.1")
    }

    #[test]
    fn requirements_that_exclude_a_version() {
        assert!(is_old(r#"{"name": "puppet", "version_requirement": ">= 6.0.0 < 8.0.0"}"#));
        assert!(is_old(r#"{"name": "puppet", "version_requirement": "5.x"}"#));
        assert!(!is_old(r#"{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"}"#));
        assert!(!is_old(r#"{"name": "puppet", "version_requirement": ">= 9.0.0"}"#));
        assert!(!is_old(r#"{"name": "pe", "version_requirement": "< 8.0.0"}"#));
        assert!(!is_old(
            r#"{"name": "puppet", "version_requirement": "< 8.0.0"},
               {"name": "openvox", "version_requirement": ">= 8.0.0"}"#
        ));
        assert!(!is_old(""));
        assert!(!ends_before("[", "8.28.1"));
    }

    #[test]
    fn roots_of_modules() {
        assert_eq!(module_root("/m/lib/puppet/functions/a/b.rb"), Some("/m"));
        assert_eq!(module_root("/lib/m/lib/puppet_x/a.rb"), Some("/lib/m"));
        assert_eq!(module_root("/m/templates/a.erb"), None);
    }
}
