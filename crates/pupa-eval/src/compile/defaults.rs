//! Defaults of resources: `File { … }`.

use pupa_value::Value;
use pupa_value::infer::infer;
use pupa_value::text::capitalize_segments;
use pupa_value::types::Type;
use pupa_value::value::Text;

use super::{CatalogView, Compilation};
use crate::evaluator::scope::{Parameters, ScopeId};
use crate::explanation::ParameterSource;
use crate::issues;
use crate::program::resource_code::DefaultsNode;
use crate::stop::Outcome;

impl CatalogView<'_, '_> {
    /// The defaults of a resource type that are visible in a scope.
    pub(super) fn defaults_of(&self, scope: ScopeId, type_name: &str) -> Parameters {
        let mut chain = Vec::new();
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = self.run.scopes.get(scope);
            if let Some(defaults) = scope.defaults.get(type_name) {
                chain.push(defaults);
            }
            next = scope.parent;
        }
        let Some(outermost) = chain.pop() else { return Parameters::default() };
        let mut all = outermost.clone();
        for defaults in chain.into_iter().rev() {
            all.extend(defaults.iter().map(|(name, one)| (name.clone(), one.clone())));
        }
        all
    }
}

impl Compilation<'_, '_> {
    /// `File { … }`
    pub(crate) fn resource_defaults(&mut self, node: &DefaultsNode) -> Outcome {
        let value = self.evaluator.eval(&node.type_ref)?;
        let type_name = match &value {
            Value::Type(Type::Resource(Some(resource))) if resource.title.is_none() => {
                Text::from(capitalize_segments(&resource.name))
            }
            other => {
                let actual = infer(other).generalize().expanded_text();
                let diagnostic = issues::illegal_resource_type(&actual);
                return Err(self.evaluator.run.complain(node.type_ref.at, diagnostic));
            }
        };
        let mut given = Vec::new();
        for attribute in &node.attributes {
            given.extend(self.attribute(attribute)?);
        }
        for (name, parameter) in given {
            let current = self.evaluator.run.scopes.current;
            let defaults =
                self.evaluator.run.scopes.get_mut(current).defaults.entry(type_name.clone());
            let defaults = defaults.or_default();
            if defaults.contains_key(&name) {
                let message = format!(
                    "Default already defined for {type_name} {{ {name} }}; cannot redefine"
                );
                return Err(self.view().parse_error(message, parameter.origin));
            }
            defaults.insert(name, parameter.given_by(ParameterSource::ResourceDefault));
        }
        Ok(value)
    }
}
