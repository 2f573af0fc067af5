//! Adds resources to the catalog, under their titles and their aliases.

use pupa_value::Value;
use pupa_value::value::Text;

use super::declare::text;
use super::reference::alias_of;
use super::resource::{Kind, Resource};
use super::table::{Alias, is_known_by_title, uniqueness_key};
use super::{Compilation, ResourceId};
use crate::flatten::flattened;
use crate::stop::{Outcome, error};

impl Compilation<'_, '_> {
    /// Adds a resource to the catalog.
    pub(super) fn add_resource(&mut self, resource: Resource) -> Outcome<ResourceId> {
        let id = self.enter_resource(resource)?;
        self.evaluator.catalog_state.declared.push(id);
        self.trace_declared(id);
        self.evaluator.catalog_state.interests.note(id);
        let resource = self.evaluator.catalog_state.resource(id);
        if !resource.is_class() && resource.given("stage").is_some() {
            return Err(error(format!(
                "Only classes can set 'stage'; normal resources like {} cannot change run stage",
                resource.reference()
            )));
        }
        if resource.is_class() || resource.is_stage() {
            return Ok(id);
        }
        if let Some(container) = self.evaluator.run.scopes.here().resource {
            self.evaluator.catalog_state.edges.insert((container, id));
        }
        Ok(id)
    }

    /// Adds a resource to the table; fails if there is one with the same name.
    pub(super) fn enter_resource(&mut self, resource: Resource) -> Outcome<ResourceId> {
        if let Some(first) =
            self.evaluator.catalog_state.table.find(&resource.type_name, &resource.title)
        {
            let first = self.evaluator.catalog_state.resource(first).origin;
            let place = first.map(|origin| format!(" at {}", self.view().origin_text(origin)));
            let message = format!(
                "Duplicate declaration: {} is already declared{}; cannot redeclare",
                resource.reference(),
                place.unwrap_or_default()
            );
            return Err(self.view().quoting(message, resource.origin));
        }
        let id = self.evaluator.catalog_state.resources.len() as ResourceId;
        self.evaluator.run.check_resources(self.evaluator.catalog_state.resources.len() + 1)?;
        self.evaluator.catalog_state.table.add(&resource, id);
        self.evaluator.catalog_state.resources.push(resource);
        self.add_aliases(id)?;
        Ok(id)
    }

    fn add_aliases(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource(id);
        let explicit: Vec<Text> =
            flattened(resource.given("alias")).iter().filter_map(text).collect();
        for alias in explicit {
            if alias != self.evaluator.catalog_state.resource(id).title {
                self.add_alias(id, &Alias::Title(alias), true)?;
            }
        }
        let resource = self.evaluator.catalog_state.resource(id);
        if matches!(&resource.kind, Kind::BuiltIn(built_in) if !built_in.is_isomorphic()) {
            return Ok(());
        }
        if is_known_by_title(resource) {
            return Ok(());
        }
        if let Kind::BuiltIn(built_in) = &resource.kind {
            built_in.parse_title(&resource.title).map_err(|none| error(none.to_string()))?;
        }
        let keys = uniqueness_key(resource);
        let is_title = matches!(keys.as_slice(), [Value::String(only)] if *only == resource.title);
        if is_title || keys.iter().all(Value::is_undef) {
            return Ok(());
        }
        self.add_alias(id, &alias_of(keys), false)
    }

    fn add_alias(&mut self, id: ResourceId, alias: &Alias, is_explicit: bool) -> Outcome<()> {
        let type_name = self.evaluator.catalog_state.resource(id).type_name.clone();
        let Some(known) = self.evaluator.catalog_state.table.add_alias(&type_name, alias, id)
        else {
            return Ok(());
        };
        let (resource, known) = (
            self.evaluator.catalog_state.resource(id),
            self.evaluator.catalog_state.resource(known),
        );
        let place =
            resource.origin.map(|origin| format!(" at {}", self.view().origin_text(origin)));
        let display = alias.display();
        let inner = display.trim_start_matches('[').trim_end_matches(']');
        let key = if is_explicit { display.clone() } else { format!("[{inner}]") };
        let new_reference = format!("[{:?}, {inner}]", type_name.as_str());
        let message = format!(
            "Cannot alias {} to {key}{}; resource {new_reference} already declared",
            resource.reference(),
            place.unwrap_or_default()
        );
        Err(self.view().quoting(message, known.origin))
    }
}
