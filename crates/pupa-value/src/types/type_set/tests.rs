use std::sync::Arc;

use super::TypeSet;
use crate::error::Result;
use crate::loader::{Builtins, TypeLoader};
use crate::type_parser::parse_constant;
use crate::types::Type;
use crate::value::Value;

fn constant(text: &str) -> Value {
    parse_constant(text, &Builtins).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A loader with a single type set.
struct SingleSetLoader(Arc<TypeSet>);

impl TypeLoader for SingleSetLoader {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        let known = self.0.name.as_deref() == Some(name);
        Ok(known.then(|| Type::TypeSet(Arc::clone(&self.0))))
    }
}

fn inner() -> Arc<TypeSet> {
    let init = "{name => 'Inner', pcore_version => '1.0.0', version => '1.2.0', \
                types => {'Port' => Integer[1]}}";
    TypeSet::from_init_hash(&constant(init)).unwrap_or_else(|error| panic!("{error}"))
}

fn outer(range: &str) -> Result<TypeSet> {
    let init = format!(
        "{{pcore_version => '1.0.0', types => {{'Name' => String}}, \
         references => {{'In' => {{name => 'Inner', version_range => '{range}'}}}}}}"
    );
    let set = TypeSet::unresolved(Some("Outer".into()));
    set.initialize(None, &constant(&init), &SingleSetLoader(inner()))?;
    Ok(set)
}

#[test]
fn types_are_found_regardless_of_case() {
    let set = inner();
    assert_eq!(set.get("PORT"), set.get("Port"));
    assert!(set.get("Port").is_some());
    assert_eq!(set.get("Ports"), None);
}

#[test]
fn types_are_found_in_other_sets() {
    let set = outer("1.x").unwrap_or_else(|error| panic!("{error}"));
    let port = set.get("in::port").unwrap_or(Type::Any);
    assert_eq!(Some(&port), inner().get("Port").as_ref());
    assert_eq!(set.name_for(&port).as_deref(), Some("In::Port"));
    assert_eq!(set.name_for(&Type::STRING).as_deref(), Some("Name"));
    assert!(!set.defines_type(&port));
}

#[test]
fn versions_must_match() {
    let message = outer("2.x").map(|_| ()).map_err(|error| error.message);
    assert_eq!(
        message,
        Err("TypeSet 'Outer' reference to TypeSet named 'Inner' resolves to an incompatible \
             version. Expected 2.x, got 1.2.0"
            .to_owned())
    );
}

#[test]
fn only_one_set_is_all_sets() {
    assert!(matches!(Type::any_type_set(), Type::TypeSet(set) if set.is_default()));
    assert!(!inner().is_default());
}
