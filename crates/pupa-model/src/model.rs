//! The linked type definitions of a set of files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::tree::Tree;
use pupa_syntax::type_model::{
    self, Ancestry, Definition, Definitions, FeatureModel, Found, TypeModel, check_links,
};
use pupa_syntax::validate::DATA_TYPES;

/// The type definitions of a set of files.
#[derive(Debug, Default)]
pub struct Model {
    /// The definitions in the order of the files.
    types: Vec<Arc<Definition>>,
    by_name: BTreeMap<String, usize>,
}

/// The types of a namespace.
#[derive(Debug)]
pub struct Package<'m> {
    /// The segments of the namespace; empty for types without one.
    pub path: Vec<String>,
    /// Its types, in the order of the files.
    pub types: Vec<&'m Definition>,
}

impl Model {
    /// Links the definitions of valid trees and reports those that are inconsistent with others.
    /// Inconsistent definitions remain part of the model.
    pub fn link(trees: impl IntoIterator<Item = Arc<Tree>>) -> (Model, Vec<Diagnostic>) {
        let mut model = Model::default();
        let mut found = Vec::new();
        for tree in trees {
            for own in type_model::all(&tree) {
                found.extend(model.add(Definition { tree: Arc::clone(&tree), model: own }));
            }
        }
        for definition in &model.types {
            found.extend(check_links(definition.tree.source(), &definition.model, &model));
        }
        (model, found)
    }

    fn add(&mut self, definition: Definition) -> Option<Diagnostic> {
        let name = &definition.model.name;
        match self.by_name.entry(name.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(self.types.len());
                self.types.push(Arc::new(definition));
                None
            }
            Entry::Occupied(entry) => {
                let first = &self.types[*entry.get()];
                let source = first.tree.source();
                let line = source.position(first.model.name_span.start).line;
                let diagnostic = type_model::duplicate(definition.tree.source(), &definition.model)
                    .note(format!("first defined in {}:{line}", source.name()));
                Some(diagnostic)
            }
        }
    }

    /// The definitions, in the order of the files.
    pub fn types(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.types.iter().map(|definition| &**definition)
    }

    /// The definition with this name, such as `My::User`.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).map(|index| &*self.types[*index])
    }

    /// The types from which a type inherits.
    pub fn ancestry(&self, model: &TypeModel) -> Ancestry {
        Ancestry::of(model, self)
    }

    /// All features of a type with the definition that declares each, inherited ones first.
    pub fn all_features(&self, name: &str) -> Vec<(Arc<Definition>, FeatureModel)> {
        let Some(index) = self.by_name.get(name) else { return Vec::new() };
        let own = &self.types[*index];
        let mut chain = self.ancestry(&own.model).bases;
        chain.reverse();
        chain.push(Arc::clone(own));
        let features = chain.iter().flat_map(|definition| {
            let features = definition.model.features.iter();
            features.map(|feature| (Arc::clone(definition), feature.clone()))
        });
        features.collect()
    }

    /// The namespaces with their types, sorted by name.
    pub fn packages(&self) -> Vec<Package<'_>> {
        let mut packages: BTreeMap<Vec<String>, Vec<&Definition>> = BTreeMap::new();
        for definition in self.types() {
            let mut path: Vec<String> =
                definition.model.name.split("::").map(str::to_owned).collect();
            path.pop();
            packages.entry(path).or_default().push(definition);
        }
        packages.into_iter().map(|(path, types)| Package { path, types }).collect()
    }
}

impl Definitions for Model {
    fn find(&self, name: &str) -> Found {
        match self.by_name.get(name) {
            Some(index) => Found::Definition(Arc::clone(&self.types[*index])),
            None if DATA_TYPES.contains(&name) => Found::Other,
            None => Found::Missing,
        }
    }
}
