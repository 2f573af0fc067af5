//! Changes that Ruby code makes to resource types of other files.
//!
//! ```text
//! type file or function ─Extensions─▶ Extended ─▶ attributes, types and metaparameters of this run
//! ```
//!
//! As in the reference, a change is visible from the time the code has run, and attributes are judged
//! when the catalog is finished. The changes belong to the run: other nodes see them when their own code
//! makes them, so that the order of nodes never matters.

use std::borrow::Cow;
use std::sync::Arc;

use pupa_catalog::resource_type::{METAPARAMETERS, ResourceType};
use pupa_value::value::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::{CatalogState, Compilation};
use crate::loaded_type::TypeExtensions;
use crate::ruby;

/// The changes that a run has seen.
#[derive(Debug, Default)]
pub(super) struct Extended {
    /// The names of attributes by the name of their type.
    attributes: FxHashMap<Box<str>, FxHashSet<Box<str>>>,
    /// Types that no file is named after.
    types: FxHashMap<Box<str>, Arc<ResourceType>>,
    /// The names of metaparameters.
    metaparameters: Vec<Text>,
}

impl Extended {
    /// Whether code has given a type an attribute.
    pub(super) fn has_attribute(&self, type_name: &str, name: &str) -> bool {
        if self.metaparameters.iter().any(|known| known.as_str() == name) {
            return true;
        }
        // Code that requires the file of a type by its path makes it a type of its own.
        if self.types.get(type_name).is_some_and(|found| found.attribute(name).is_some()) {
            return true;
        }
        self.attributes.get(type_name).is_some_and(|added| added.contains(name))
    }

    /// The metaparameters that code has added.
    pub(super) fn metaparameters(&self) -> &[Text] {
        &self.metaparameters
    }

    /// Whether a metaparameter was added that was not known.
    fn add(&mut self, extensions: &TypeExtensions) -> bool {
        for (type_name, attributes) in &extensions.attributes {
            let known = self.attributes.entry(type_name.as_str().into()).or_default();
            known.extend(attributes.iter().map(|name| name.as_str().into()));
        }
        for found in &extensions.types {
            self.types.entry(found.name().into()).or_insert_with(|| Arc::clone(found));
        }
        let before = self.metaparameters.len();
        for name in &extensions.metaparameters {
            if self.metaparameters.iter().all(|known| known.as_str() != name.as_str()) {
                self.metaparameters.push(Text::from(name.as_str()));
            }
        }
        self.metaparameters.len() > before
    }
}

impl CatalogState {
    /// Makes the changes of the code of a type visible.
    pub(super) fn extend_types(&mut self, extensions: &TypeExtensions) {
        if self.extended.add(extensions) {
            // Definitions accept metaparameters.
            self.parameter_structs.clear();
        }
    }
}

impl Compilation<'_, '_> {
    /// Makes the changes of functions and templates of this run visible.
    pub(super) fn extend_types_by_functions(&mut self) {
        if let Some(extensions) = ruby::resource_type::extensions_of_run(self.evaluator) {
            self.evaluator.catalog_state.extend_types(&extensions);
        }
    }

    /// A type that code has defined and that no file is named after.
    pub(super) fn extended_type(&mut self, name: &str) -> Option<Arc<ResourceType>> {
        self.extend_types_by_functions();
        self.evaluator.catalog_state.extended.types.get(name).cloned()
    }
}

impl CatalogState {
    /// The names of metaparameters that containers hand down: those of Puppet that relate nothing, then
    /// those that code has added.
    pub(super) fn plain_metaparameters(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let plain = METAPARAMETERS.iter().filter(|one| one.relationship.is_none());
        let added = self.extended.metaparameters().iter();
        plain.map(|one| one.name.into()).chain(added.map(|name| name.as_str().into()))
    }
}
