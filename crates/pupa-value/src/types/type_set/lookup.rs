//! Lookup in type sets: types by name, and names by type.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{TypeSet, TypeSetDefinition};
use crate::types::Type;
use crate::value::Text;

impl TypeSet {
    /// The type with this name: one of the set, or `Alias::Name` of a referenced set. Case is
    /// ignored.
    pub fn get(&self, name: &str) -> Option<Type> {
        let definition = self.definition()?;
        if let Some(t) = definition.types.get(self.spelling(definition, name)) {
            return Some(t.clone());
        }
        let (alias, rest) = match name.split_once("::") {
            Some((alias, rest)) => (alias, Some(rest)),
            None => (name, None),
        };
        let reference = definition.references.get(self.spelling(definition, alias))?;
        let set = reference.type_set.as_ref()?;
        match rest {
            Some(rest) => set.get(rest),
            None => Some(Type::TypeSet(Arc::clone(set))),
        }
    }

    /// Whether the set defines this type.
    pub fn defines_type(&self, t: &Type) -> bool {
        self.own_name(t).is_some()
    }

    /// The name of a type within the set.
    pub fn name_for(&self, t: &Type) -> Option<Text> {
        if let Some(name) = self.own_name(t) {
            return Some(name.clone());
        }
        self.definition()?.references.iter().find_map(|(alias, reference)| {
            let name = reference.type_set.as_ref()?.name_for(t)?;
            Some(Text::from(format!("{alias}::{name}")))
        })
    }

    fn own_name(&self, t: &Type) -> Option<&Text> {
        let types = &self.definition()?.types;
        types.iter().find(|(_, known)| *known == t).map(|(name, _)| name)
    }

    /// The name in the spelling of its definition.
    fn spelling<'a>(&'a self, definition: &'a TypeSetDefinition, name: &'a str) -> &'a str {
        if definition.types.contains_key(name) || definition.references.contains_key(name) {
            return name;
        }
        let names = self.names.get_or_init(|| spellings(definition));
        names.get(name.to_lowercase().as_str()).map_or(name, |name| name)
    }
}

fn spellings(definition: &TypeSetDefinition) -> FxHashMap<Text, Text> {
    let names = definition.types.keys().chain(definition.references.keys());
    names.map(|name| (Text::from(name.to_lowercase()), name.clone())).collect()
}
