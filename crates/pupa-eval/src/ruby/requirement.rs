//! Finds modules that do not support this version of Puppet according to their `metadata.json`.

use pupa_value::value::semver::SemVer;
use pupa_value::value::semver_range::SemVerRange;

/// The directory of the module that contains a Ruby file.
pub(super) fn module_root(file: &str) -> Option<&str> {
    let (root, _) = file.rsplit_once("/lib/puppet/").or_else(|| file.rsplit_once("/lib/"))?;
    Some(root)
}

/// Whether all ranges end before a version, and there is at least one.
pub(super) fn end_before(ranges: &[String], version: &str) -> bool {
    let Ok(version) = SemVer::parse(version) else { return false };
    let mut ranges = ranges.iter().filter_map(|range| SemVerRange::parse(range).ok()).peekable();
    ranges.peek().is_some() && ranges.all(|range| is_before(&range, &version))
}

fn is_before(range: &SemVerRange, version: &SemVer) -> bool {
    !range.includes(version) && range.end().is_some_and(|end| end.compare(version).is_le())
}

#[cfg(test)]
mod tests {
    use super::{end_before, module_root};

    fn is_old(ranges: &[&str]) -> bool {
        let ranges: Vec<String> = ranges.iter().map(|range| (*range).to_owned()).collect();
        end_before(&ranges, "8.28.1")
    }

    #[test]
    fn requirements_that_exclude_a_version() {
        assert!(is_old(&[">= 6.0.0 < 8.0.0"]));
        assert!(is_old(&["5.x"]));
        assert!(!is_old(&[">= 7.0.0 < 9.0.0"]));
        assert!(!is_old(&[">= 9.0.0"]));
        assert!(!is_old(&["< 8.0.0", ">= 8.0.0"]));
        assert!(!is_old(&["no range"]));
        assert!(!is_old(&[]));
    }

    #[test]
    fn roots_of_modules() {
        assert_eq!(module_root("/m/lib/puppet/functions/a/b.rb"), Some("/m"));
        assert_eq!(module_root("/lib/m/lib/puppet_x/a.rb"), Some("/lib/m"));
        assert_eq!(module_root("/m/templates/a.erb"), None);
    }
}
