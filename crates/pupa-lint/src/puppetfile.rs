//! The modules that a `Puppetfile` names, which r10k installs.

use std::path::Path;

use pupa_value::regexp::Regexp;
use rustc_hash::FxHashSet;

use pupa_project::files::Files;
use pupa_project::reading::{self, Loaded};

/// `mod 'puppetlabs/apache', '1.0.0'`, `mod "apache",`
const MODULE: &str = r#"^\s*mod[\s(]+['"](?:\w+[-/])?(\w+)['"]"#;

/// The names of the modules of a directory's `Puppetfile`; empty without such a file.
pub(super) fn modules(directory: Option<&Path>, files: &Files) -> FxHashSet<String> {
    let path = directory.map(|directory| directory.join("Puppetfile"));
    let (system, limit) = (&*files.system, files.max_size);
    let read = |path: &Path| reading::read_own_file(system, path, "Puppetfile", limit);
    match path.filter(|path| system.is_file(path)).as_deref().map(read) {
        Some(Loaded::Text(source)) => names(source.text()),
        Some(Loaded::Problem(..)) | None => FxHashSet::default(),
    }
}

fn names(text: &str) -> FxHashSet<String> {
    let Ok(module) = Regexp::new(MODULE) else { return FxHashSet::default() };
    let found = module.captures_iter(text).flatten();
    found.filter_map(|found| found.text(1).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_known_by_their_names() {
        let text = "\
forge 'https://forge.puppet.com'
mod 'puppetlabs/apache', '1.0.0'
mod \"puppet-nginx\"
  mod('own_module', git: 'https://example.com/x.git')
# mod 'puppetlabs/gone', '1.0.0'
";
        let mut found: Vec<String> = names(text).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["apache", "nginx", "own_module"]);
    }
}
