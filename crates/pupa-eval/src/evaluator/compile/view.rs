//! The catalog under construction as Ruby code sees it.

use pupa_ruby::puppet::Resource as RubyResource;

use super::ResourceId;
use crate::evaluator::Evaluator;

impl Evaluator<'_> {
    /// The names of the classes that are evaluated, in order.
    pub(in crate::evaluator) fn evaluated_classes(&self) -> Vec<String> {
        self.compilation.classes.iter().map(|name| name.to_string()).collect()
    }

    /// The resource whose code is running.
    pub(in crate::evaluator) fn scope_resource(&self) -> Option<RubyResource> {
        let id = self.scopes.here().resource.or(self.compilation.main)?;
        Some(self.viewed(id))
    }

    /// The name of the class, defined type or node whose code is running.
    pub(in crate::evaluator) fn scope_source(&self) -> Option<String> {
        let source = self.scopes.here().source?;
        Some(self.compilation.definitions.get(source).name.to_string())
    }

    /// A resource of the catalog.
    pub(in crate::evaluator) fn find_resource(
        &self,
        type_name: &str,
        title: &str,
    ) -> Option<RubyResource> {
        let capitalized: Vec<String> = type_name.split("::").map(capitalize).collect();
        let id = self.compilation.table.find(&capitalized.join("::"), title)?;
        Some(self.viewed(id))
    }

    /// All resources of the catalog.
    pub(in crate::evaluator) fn all_resources(&self) -> Vec<RubyResource> {
        self.compilation.table.order.iter().map(|id| self.viewed(*id)).collect()
    }

    /// Whether there is a class or defined type of the name.
    pub(in crate::evaluator) fn is_class_or_define(&mut self, name: &str) -> bool {
        let is_class = matches!(self.find_class(name), Ok(Some(_)));
        is_class || matches!(self.find_define(name), Ok(Some(_)))
    }

    /// The name of the node.
    pub(in crate::evaluator) fn node_name(&self) -> &str {
        &self.compilation.node
    }

    fn viewed(&self, id: ResourceId) -> RubyResource {
        let resource = self.compilation.resource(id);
        let parameters = resource.parameters.iter();
        RubyResource {
            type_name: resource.type_name.to_string(),
            title: resource.title.to_string(),
            parameters: parameters
                .map(|(name, parameter)| (name.to_string(), parameter.value.clone()))
                .collect(),
            tags: resource.tags.iter().map(str::to_owned).collect(),
            is_virtual: resource.is_virtual,
            is_exported: resource.is_exported,
        }
    }
}

fn capitalize(segment: &str) -> String {
    let mut chars = segment.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
