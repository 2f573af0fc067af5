//! The type definitions of some files, put together.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use pupa_syntax::tree::Tree;
use pupa_syntax::type_model::{
    self, Ancestry, Definition, Definitions, FeatureModel, Found, TypeModel, check_links,
};
use pupa_syntax::validate::DATA_TYPES;

/// The type definitions of some files.
#[derive(Debug, Default)]
pub struct Model {
    /// In the order in which they were found.
    types: Vec<Arc<Definition>>,
    by_name: BTreeMap<String, usize>,
}

/// Something that is wrong with a definition.
#[derive(Debug)]
pub struct Problem {
    /// The text it is about.
    pub source: Arc<Source>,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

impl Problem {
    /// Something that is wrong with a definition.
    pub(crate) fn new(definition: &Definition, diagnostic: Diagnostic) -> Problem {
        Problem { source: Arc::clone(definition.tree.source()), diagnostic }
    }
}

/// The types of one name space.
#[derive(Debug)]
pub struct Package<'m> {
    /// The segments of the name space; none for types at the top.
    pub path: Vec<String>,
    /// Its types, in the order in which they were found.
    pub types: Vec<&'m Definition>,
}

impl Model {
    /// Puts the definitions of valid trees together. Says what is wrong with those that don't fit
    /// each other; such are part of the model all the same.
    pub fn link(trees: impl IntoIterator<Item = Arc<Tree>>) -> (Model, Vec<Problem>) {
        let mut model = Model::default();
        let mut problems = Vec::new();
        for tree in trees {
            for found in type_model::all(&tree) {
                problems.extend(model.add(Definition { tree: Arc::clone(&tree), model: found }));
            }
        }
        for definition in &model.types {
            let wrong = check_links(&definition.model, &model);
            let source = definition.tree.source();
            let problem = |diagnostic| Problem { source: Arc::clone(source), diagnostic };
            problems.extend(wrong.into_iter().map(problem));
        }
        (model, problems)
    }

    fn add(&mut self, definition: Definition) -> Option<Problem> {
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
                let diagnostic = type_model::duplicate(&definition.model)
                    .note(format!("first defined in {}:{line}", source.name()));
                Some(Problem { source: Arc::clone(definition.tree.source()), diagnostic })
            }
        }
    }

    /// The definitions, in the order in which they were found.
    pub fn types(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.types.iter().map(|definition| &**definition)
    }

    /// The definition of that name: `My::User`.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).map(|index| &*self.types[*index])
    }

    /// The types that a type inherits from.
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

    /// The name spaces with their types, in the order of their names.
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
