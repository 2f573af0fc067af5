//! The crate map of ARCHITECTURE.md equals the dependencies in the `Cargo.toml` files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::sources::root;

type Map = BTreeMap<String, BTreeSet<String>>;

/// The crates of ours that the crate map names for each crate.
fn documented() -> Map {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut map = Map::new();
    for line in text.lines().filter(|line| line.starts_with("| `crates/")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [name, _, uses] = cells.as_slice() else { continue };
        let names = |cell: &str| -> Vec<String> {
            let quoted = cell.split('`').skip(1).step_by(2);
            quoted.map(|name| name.trim_start_matches("crates/").to_owned()).collect()
        };
        let Some(name) = names(name).into_iter().next() else { continue };
        map.insert(name, names(uses).into_iter().collect());
    }
    map
}

/// The crates of ours that each crate depends on, outside of tests.
fn real() -> Map {
    let mut map = Map::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut is_dependency = false;
        let mut uses = BTreeSet::new();
        for line in text.lines() {
            if line.starts_with('[') {
                is_dependency = line.ends_with("dependencies]") && !line.contains("dev-");
            } else if is_dependency && line.starts_with("pupa-") {
                let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
                uses.insert(line[..end].to_owned());
            }
        }
        map.insert(name, uses);
    }
    map
}

#[test]
fn crate_map_equals_dependencies() {
    let (documented, real) = (documented(), real());
    assert!(real.len() >= 11, "the crates were not found: {real:?}");
    for (name, uses) in &real {
        assert_eq!(
            documented.get(name),
            Some(uses),
            "ARCHITECTURE.md, section Rooms, names other dependencies of {name} than its Cargo.toml"
        );
    }
    assert_eq!(documented.len(), real.len(), "ARCHITECTURE.md names crates that are not there");
}

/// The rows of the section of ARCHITECTURE.md that follows one manifest: function and file.
fn path_of_a_manifest() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with("One manifest"));
    let rows = section.unwrap_or_default().lines().filter_map(|line| {
        let mut quoted = line.strip_prefix("| `")?.split('`');
        Some((quoted.next()?.to_owned(), quoted.nth(1)?.to_owned()))
    });
    rows.collect()
}

#[test]
fn functions_on_the_path_of_a_manifest_exist() {
    let rows = path_of_a_manifest();
    assert!(rows.len() > 20, "the path of a manifest was not found");
    for (function, file) in rows {
        let text = fs::read_to_string(root().join(&file)).unwrap_or_default();
        let is_there = [format!("fn {function}("), format!("fn {function}<")];
        assert!(
            is_there.iter().any(|wanted| text.contains(wanted)),
            "ARCHITECTURE.md names {function} in {file}, which is not there"
        );
    }
}
