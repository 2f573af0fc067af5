//! Adds to a catalog what does not come from its manifests: classes from a classifier, and
//! resources that other nodes export.

use std::sync::Arc;

use pupa_catalog::catalog::Resource as CatalogResource;
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use super::collect::CollectionId;
use super::reference::Reference;
use super::resource::Parameter;
use super::{Compilation, ResourceId};
use crate::evaluator::Evaluator;
use crate::evaluator::scope::{Parameters, TOP};
use crate::explanation::ParameterSource;
use crate::stop::Outcome;

impl Evaluator<'_> {
    /// Sets the classes that an external node classifier gives the node, each with its parameters.
    /// They are declared after the main programs and the definition of the node have been
    /// evaluated.
    pub fn set_node_classes(&mut self, classes: Vec<(String, Hash)>) {
        self.catalog_state.node_classes = classes;
    }

    /// Whether the catalog collects resources of other nodes.
    pub fn collects_exported(&self) -> bool {
        self.catalog_state.collects_exported
    }
}

impl Compilation<'_, '_> {
    /// Declares the classes from the classifier; those with parameters first, as in the reference.
    pub(super) fn declare_node_classes(&mut self) -> Outcome<()> {
        let classes = std::mem::take(&mut self.evaluator.catalog_state.node_classes);
        let scope = self.evaluator.catalog_state.node_scope.unwrap_or(TOP);
        let (with, without): (Vec<_>, Vec<_>) =
            classes.into_iter().partition(|(_, parameters)| !parameters.is_empty());
        self.evaluator.in_scope(self.evaluator.run.program_number(), scope, |evaluator| {
            evaluator.compilation().declare_given(&with)?;
            evaluator.compilation().declare_given(&without)
        })
    }

    fn declare_given(&mut self, classes: &[(String, Hash)]) -> Outcome<()> {
        let mut found = Vec::with_capacity(classes.len());
        for (name, parameters) in classes {
            let Some(id) = self.find_class(name)? else {
                let node = &self.evaluator.catalog_state.node;
                return Err(self
                    .view()
                    .bare_failure(format!("Could not find class {name} for {node}")));
            };
            found.push((id, parameters));
        }
        for (id, parameters) in found {
            let parameters = given_parameters(parameters.iter());
            self.declare_given_class(id, &parameters)?;
        }
        Ok(())
    }

    /// Adds the matching resources of other nodes for a collector; returns the new ones.
    pub(super) fn import_exported(&mut self, number: CollectionId) -> Outcome<Vec<ResourceId>> {
        let Some((type_name, scope)) = self.view().exported_query(number) else {
            return Ok(Vec::new());
        };
        self.evaluator.catalog_state.collects_exported = true;
        let mut imported = Vec::new();
        for foreign in self.evaluator.run.host.exported(&type_name) {
            let id = self.evaluator.in_scope(
                self.evaluator.run.program_number(),
                scope,
                |evaluator| evaluator.compilation().import(number, &foreign),
            )?;
            imported.extend(id);
        }
        Ok(imported)
    }

    fn import(
        &mut self,
        number: CollectionId,
        foreign: &Arc<CatalogResource>,
    ) -> Outcome<Option<ResourceId>> {
        let Some(kind) = self.resource_kind(&foreign.type_name)? else { return Ok(None) };
        let given = foreign.parameters.iter().map(|(name, value)| {
            let is_sensitive = foreign.sensitive.contains(name);
            (
                name.clone(),
                if is_sensitive {
                    Value::Sensitive(Arc::new(value.clone()))
                } else {
                    value.clone()
                },
            )
        });
        let parameters = parameters(given);
        let mut resource =
            self.bare_resource(&foreign.type_name, &foreign.title, kind, &parameters)?;
        resource.tags.merge(&foreign.tags);
        if !self.view().is_wanted(number, &resource) {
            return Ok(None);
        }
        let reference = Reference::new(&foreign.type_name, &foreign.title);
        if let Some(known) = self.evaluator.catalog_state.find(&reference) {
            // Another collector may find the same resource, but two nodes must not export the same.
            let before = self.evaluator.catalog_state.imported.get(&known);
            if before.is_some_and(|before| Arc::ptr_eq(before, foreign)) {
                return Ok(None);
            }
            return Err(self.view().bare_failure(format!(
                "A duplicate resource was found while collecting exported resources, with the \
                 type and title {reference}"
            )));
        }
        let id = self.add_resource(resource)?;
        self.evaluator.catalog_state.imported.insert(id, Arc::clone(foreign));
        Ok(Some(id))
    }
}

fn given_parameters<'v>(given: impl Iterator<Item = (&'v Value, &'v Value)>) -> Parameters {
    parameters(
        given
            .map(|(name, value)| (Text::from(&*pupa_value::text::ruby::to_s(name)), value.clone())),
    )
}

fn parameters(given: impl Iterator<Item = (Text, Value)>) -> Parameters {
    let parameter = |value| Parameter::made(value, None, ParameterSource::Outside);
    given.map(|(name, value)| (name, parameter(value))).collect()
}
