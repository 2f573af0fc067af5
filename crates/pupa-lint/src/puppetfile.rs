//! The modules that a `Puppetfile` names, which may not be installed.

use std::path::Path;

use pupa_project::files::Files;
use pupa_project::puppetfile::Puppetfile;
use rustc_hash::FxHashSet;

/// The names of the modules in the `Puppetfile` of a directory; empty if it is missing or can't be
/// read.
pub(super) fn modules(directory: Option<&Path>, files: &Files) -> FxHashSet<String> {
    let read = |directory| Puppetfile::read(&*files.system, directory).ok().flatten();
    let puppetfile = directory.and_then(read);
    let modules = puppetfile.iter().flat_map(|puppetfile| &puppetfile.modules);
    modules.map(|module| module.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pupa_system::Memory;

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
        let system = Arc::new(Memory::of([("/env/Puppetfile", text)]));
        let files = Files::on(system, 1 << 20);
        let mut found: Vec<String> = modules(Some(Path::new("/env")), &files).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["apache", "nginx", "own_module"]);
        assert!(modules(Some(Path::new("/nowhere")), &files).is_empty());
        assert!(modules(None, &files).is_empty());
    }
}
