//! The layout of instances, derived from the definitions of an object type and its parents.

use super::ObjectType;
use super::definition::{Attribute, Members, ObjectDefinition};
use crate::error::{Error, Result};
use crate::types::{StructMember, Type};
use crate::value::Text;

/// The positions of values in instances, the parameters of the constructor, and the rules of
/// equality.
#[derive(Debug)]
pub struct Layout {
    attributes: Members<Slot>,
    /// The index among `attributes` of each value that an instance stores.
    stored: Vec<usize>,
    /// The value position of each constructor argument.
    parameters: Vec<usize>,
    /// The number of arguments without a default value.
    required: usize,
    /// The number of arguments that the signature of the constructor requires.
    signature_required: usize,
    init_hash_type: Type,
    equality: Equality,
    construction_error: Option<Error>,
}

/// An attribute and the position of its value in an instance, if it has one.
#[derive(Debug)]
struct Slot {
    attribute: Attribute,
    position: Option<usize>,
}

/// The rule for equality of two instances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Equality {
    /// They are the same instance.
    Identity,
    /// These attributes are equal, and the types as well if `include_type` is set.
    Attributes { names: Vec<Text>, include_type: bool },
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            attributes: Members::default(),
            stored: Vec::new(),
            parameters: Vec::new(),
            required: 0,
            signature_required: 0,
            init_hash_type: Type::structure([]),
            equality: Equality::Attributes { names: Vec::new(), include_type: true },
            construction_error: None,
        }
    }
}

impl Layout {
    /// Derives the layout of a type whose parents are resolved.
    pub(super) fn of(object_type: &ObjectType) -> Layout {
        let attributes = slots(object_type);
        let stored: Vec<usize> =
            (0..attributes.len()).filter(|index| attributes[*index].position.is_some()).collect();
        let parameters = constructor_order(object_type, &attributes, &stored);
        let required =
            stored.iter().filter(|index| attributes[**index].attribute.value.is_none()).count();
        let members: Vec<StructMember> =
            stored.iter().map(|index| init_member(&attributes[*index].attribute)).collect();
        Layout {
            parameters,
            required,
            signature_required: members.iter().filter(|member| !member.optional).count(),
            init_hash_type: Type::structure(members),
            equality: equality(object_type),
            construction_error: construction_error(object_type, &attributes, &stored),
            attributes,
            stored,
        }
    }

    /// All attributes, inherited ones first.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.values().map(|slot| &slot.attribute)
    }

    /// The attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name).map(|slot| &slot.attribute)
    }

    /// The attributes whose values an instance stores, in the order of the values.
    pub fn stored(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.stored.iter().map(|index| &self.attributes[*index].attribute)
    }

    /// The position of the value of an attribute in an instance.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.attributes.get(name)?.position
    }

    /// The attributes in the order of the constructor's arguments, each with the position of its
    /// value in an instance.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&Attribute, usize)> {
        self.parameters
            .iter()
            .map(|position| (&self.attributes[self.stored[*position]].attribute, *position))
    }

    /// The number of arguments without a default value.
    pub fn required(&self) -> usize {
        self.required
    }

    /// The number of arguments that the signature of the constructor requires. An attribute that
    /// accepts `undef` is not required, even without a default value.
    pub fn signature_required(&self) -> usize {
        self.signature_required
    }

    /// The type of the hashes from which an instance can be created.
    pub fn init_hash_type(&self) -> &Type {
        &self.init_hash_type
    }

    /// The rule for equality of two instances.
    pub(crate) fn equality(&self) -> &Equality {
        &self.equality
    }

    /// Returns an error if the constructor cannot create instances.
    pub(crate) fn check_constructible(&self) -> Result<()> {
        self.construction_error.clone().map_or(Ok(()), Err)
    }

    /// Checks the number of arguments.
    pub(crate) fn check_arity(&self, given: usize) -> Result<()> {
        match arity_error(given, self.required, self.stored.len()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Ruby's message for a wrong number of arguments.
pub(crate) fn arity_error(given: usize, required: usize, max: usize) -> Option<Error> {
    if (required..=max).contains(&given) {
        return None;
    }
    let expected =
        if required == max { required.to_string() } else { format!("{required}..{max}") };
    Some(Error::argument(format!("wrong number of arguments (given {given}, expected {expected})")))
}

fn slots(object_type: &ObjectType) -> Members<Slot> {
    let mut attributes: Members<Attribute> = object_type
        .parent()
        .map(|parent| parent.layout().attributes().map(|a| (a.name.clone(), a.clone())).collect())
        .unwrap_or_default();
    if let Some(definition) = object_type.definition() {
        attributes.extend(definition.attributes.iter().map(|(name, a)| (name.clone(), a.clone())));
    }
    let mut next = 0;
    attributes
        .into_iter()
        .map(|(name, attribute)| {
            let position = attribute.kind.is_stored().then(|| {
                next += 1;
                next - 1
            });
            (name, Slot { attribute, position })
        })
        .collect()
}

/// The positions of values in the order of the constructor: those without a default first.
fn constructor_order(
    object_type: &ObjectType,
    attributes: &Members<Slot>,
    stored: &[usize],
) -> Vec<usize> {
    let own_first = crate::pcore::takes_own_first(object_type);
    let mut positions: Vec<usize> = (0..stored.len()).collect();
    positions.sort_by_key(|position| {
        let attribute = &attributes[stored[*position]].attribute;
        let is_inherited = attribute.container != object_type.label();
        (attribute.value.is_some(), own_first && is_inherited)
    });
    positions
}

fn init_member(attribute: &Attribute) -> StructMember {
    let optional = attribute.value.is_some() || attribute.value_type.accepts(&Type::Undef);
    StructMember::new(attribute.name.clone(), optional, attribute.value_type.clone())
}

fn equality(object_type: &ObjectType) -> Equality {
    let Some(definition) = object_type.definition() else { return Equality::Identity };
    let names = own_equality_names(definition);
    match (object_type.parent(), &definition.parent) {
        (Some(parent), _) => match parent.layout().equality() {
            Equality::Identity => Equality::Identity,
            Equality::Attributes { names: inherited, include_type } => {
                let mut all = inherited.clone();
                all.extend(names.into_iter().filter(|name| !inherited.contains(name)));
                let include_type = *include_type || definition.equality_include_type;
                Equality::Attributes { names: all, include_type }
            }
        },
        // Compat: instances of a type whose parent is not an object type are never equal.
        (None, Some(_)) => Equality::Identity,
        (None, None) if names.is_empty() && !definition.equality_include_type => Equality::Identity,
        (None, None) => {
            Equality::Attributes { names, include_type: definition.equality_include_type }
        }
    }
}

fn own_equality_names(definition: &ObjectDefinition) -> Vec<Text> {
    definition.equality.clone().unwrap_or_else(|| {
        let stored = definition.attributes.values().filter(|attribute| attribute.kind.is_stored());
        stored.map(|attribute| attribute.name.clone()).collect()
    })
}

/// Compat: in the reference, the constructor of a type passes to its parent only the arguments that
/// the type does not define itself. A type that overrides an attribute without a default passes too
/// few, so that no instance can be created.
fn construction_error(
    object_type: &ObjectType,
    all: &Members<Slot>,
    stored: &[usize],
) -> Option<Error> {
    if object_type.features().is_some() {
        // Only the evaluator can run its checks.
        let label = object_type.label();
        return Some(Error::other(format!(
            "An object of {label} can only be created with {label}.new"
        )));
    }
    let parent = object_type.parent()?.layout();
    if let Some(error) = &parent.construction_error {
        return Some(error.clone());
    }
    let own = &object_type.definition()?.attributes;
    if !own.values().any(|attribute| attribute.kind.is_stored()) {
        return None;
    }
    let names = stored.iter().filter_map(|index| all.get_index(*index)).map(|(name, _)| name);
    let inherited_count = names.filter(|name| !own.contains_key(*name)).count();
    arity_error(inherited_count, parent.required, parent.stored.len())
}
