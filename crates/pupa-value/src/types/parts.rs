//! The component types of a type.

use super::Type;

impl Type {
    /// Calls `visit` for each direct component of this type. An aliased type is not a component of
    /// its alias.
    pub fn each_part(&self, visit: &mut dyn FnMut(&Type)) {
        match self {
            Type::Array(array) => visit(&array.element),
            Type::Hash(hash) => {
                visit(&hash.key);
                visit(&hash.value);
            }
            Type::Tuple(tuple) => tuple.types.iter().for_each(visit),
            Type::Struct(structure) => structure.members().iter().for_each(|m| visit(&m.value)),
            Type::Variant(options) => options.iter().for_each(visit),
            Type::Optional(t)
            | Type::NotUndef(t)
            | Type::Type(t)
            | Type::Iterable(t)
            | Type::Iterator(t) => {
                if let Some(t) = t {
                    visit(t);
                }
            }
            Type::Sensitive(t) => visit(t),
            Type::Init(Some(init)) => visit(&init.target),
            Type::Callable(Some(callable)) => {
                callable.params.iter().flat_map(|params| &params.types).for_each(&mut *visit);
                callable.block.iter().for_each(&mut *visit);
                callable.returns.iter().for_each(visit);
            }
            Type::Object(object) => {
                if let Some(definition) = object.definition() {
                    definition.parent.iter().for_each(&mut *visit);
                    definition.type_parameters.values().for_each(|p| visit(&p.value_type));
                    definition.attributes.values().for_each(|a| visit(&a.value_type));
                    definition.functions.values().for_each(|f| visit(&f.callable));
                }
            }
            Type::TypeSet(set) => {
                if let Some(definition) = set.definition() {
                    definition.types.values().for_each(visit);
                }
            }
            _ => {}
        }
    }
}
