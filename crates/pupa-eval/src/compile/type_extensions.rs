//! Changes that Ruby code makes to resource types that another file defines, such as
//! `Puppet::Type.type(:file).newparam(:x)`.
//!
//! ```text
//! type file or function ─TypeExtensions─▶ Extended, the sum in this compilation ─▶ known attributes
//! ```
//!
//! As in the reference implementation, a change is visible from the time the code has run, and
//! attributes are checked when the catalog is finished. A change counts only in the compilation whose
//! code made it, so the order in which nodes are compiled does not matter.

use std::borrow::Cow;
use std::sync::Arc;

use pupa_catalog::resource_type::{METAPARAMETERS, ResourceType};
use pupa_value::value::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::{CatalogState, Compilation};
use crate::loaded_type::TypeExtensions;
use crate::ruby;

/// The changes that the code of this compilation has made so far.
#[derive(Debug, Default)]
pub(super) struct Extended {
    /// The added attributes, by the name of their type.
    attributes: FxHashMap<Box<str>, FxHashSet<Box<str>>>,
    /// Types defined by other means than a type file of their name.
    types: FxHashMap<Box<str>, Arc<ResourceType>>,
    /// The names of the added metaparameters.
    metaparameters: Vec<Text>,
}

impl Extended {
    /// Whether Ruby code has added an attribute of this name to a type.
    pub(super) fn has_attribute(&self, type_name: &str, name: &str) -> bool {
        if self.metaparameters.iter().any(|known| known.as_str() == name) {
            return true;
        }
        // A type file that is loaded by its path, with `require`, defines the type itself.
        if self.types.get(type_name).is_some_and(|found| found.attribute(name).is_some()) {
            return true;
        }
        self.attributes.get(type_name).is_some_and(|added| added.contains(name))
    }

    /// The metaparameters that code has added.
    pub(super) fn metaparameters(&self) -> &[Text] {
        &self.metaparameters
    }

    /// Adds the changes of one piece of code; returns whether a metaparameter is new.
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
    /// Makes the changes visible that the code of a type file has made.
    pub(super) fn extend_types(&mut self, extensions: &TypeExtensions) {
        if self.extended.add(extensions) {
            // The cached parameter structs of definitions list the metaparameters, so they are out
            // of date.
            self.parameter_structs.clear();
        }
    }
}

impl Compilation<'_, '_> {
    /// Makes the changes visible that functions and templates of this compilation have made so far.
    pub(super) fn extend_types_by_functions(&mut self) {
        if let Some(extensions) = ruby::resource_type::extensions_of_run(self.evaluator) {
            self.evaluator.catalog_state.extend_types(&extensions);
        }
    }

    /// A type that Ruby code has defined by other means than a type file of its name.
    pub(super) fn extended_type(&mut self, name: &str) -> Option<Arc<ResourceType>> {
        self.extend_types_by_functions();
        self.evaluator.catalog_state.extended.types.get(name).cloned()
    }
}

impl CatalogState {
    /// The names of the metaparameters that a container passes on to its resources: Puppet's own
    /// without the relationships (`require`, `before` and so on), then the added ones.
    pub(super) fn plain_metaparameters(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let plain = METAPARAMETERS.iter().filter(|one| one.relationship.is_none());
        let added = self.extended.metaparameters().iter();
        plain.map(|one| one.name.into()).chain(added.map(|name| name.as_str().into()))
    }
}
