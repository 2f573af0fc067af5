//! What follows from the definitions of an object type and its parents, found out once.

use super::ObjectType;
use super::definition::{Attribute, Members, ObjectDefinition};
use crate::error::{Error, Result};
use crate::types::{StructMember, Type};
use crate::value::Text;

/// Where instances of an object type keep what, how they are made, and when they are equal.
#[derive(Debug)]
pub struct Layout {
    attributes: Members<Slot>,
    /// The index among `attributes` of each value that an instance holds.
    held: Vec<usize>,
    /// The position of the value that each argument of the constructor gives.
    parameters: Vec<usize>,
    /// How many arguments have no value to fall back on.
    required: usize,
    /// How many arguments the signature of the constructor demands.
    signature_required: usize,
    init_hash_type: Type,
    equality: Equality,
    unusable: Option<Error>,
}

/// An attribute and the position of its value in an instance, when it has one.
#[derive(Debug)]
struct Slot {
    attribute: Attribute,
    position: Option<usize>,
}

/// When two instances are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Equality {
    /// When they are one and the same.
    Identity,
    /// When these attributes are, and their types too if told so.
    Attributes { names: Vec<Text>, include_type: bool },
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            attributes: Members::default(),
            held: Vec::new(),
            parameters: Vec::new(),
            required: 0,
            signature_required: 0,
            init_hash_type: Type::structure([]),
            equality: Equality::Attributes { names: Vec::new(), include_type: true },
            unusable: None,
        }
    }
}

impl Layout {
    /// Finds out the layout of a type whose parents are resolved.
    pub(super) fn of(object_type: &ObjectType) -> Layout {
        let attributes = slots(object_type);
        let held: Vec<usize> =
            (0..attributes.len()).filter(|index| attributes[*index].position.is_some()).collect();
        let parameters = constructor_order(object_type, &attributes, &held);
        let required =
            held.iter().filter(|index| attributes[**index].attribute.value.is_none()).count();
        let members: Vec<StructMember> =
            held.iter().map(|index| init_member(&attributes[*index].attribute)).collect();
        Layout {
            parameters,
            required,
            signature_required: members.iter().filter(|member| !member.optional).count(),
            init_hash_type: Type::structure(members),
            equality: equality(object_type),
            unusable: unusable(object_type, &attributes, &held),
            attributes,
            held,
        }
    }

    /// All attributes, inherited ones first.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.values().map(|slot| &slot.attribute)
    }

    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name).map(|slot| &slot.attribute)
    }

    /// The attributes whose values an instance holds, in the order of the values.
    pub fn stored(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.held.iter().map(|index| &self.attributes[*index].attribute)
    }

    /// The position of the value of an attribute in an instance.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.attributes.get(name)?.position
    }

    /// The attributes that the arguments of the constructor give, in their order, each with the
    /// position of its value in an instance.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&Attribute, usize)> {
        self.parameters
            .iter()
            .map(|position| (&self.attributes[self.held[*position]].attribute, *position))
    }

    /// How many arguments have no value to fall back on.
    pub fn required(&self) -> usize {
        self.required
    }

    /// How many arguments the signature of the constructor demands. What accepts `undef` is not
    /// demanded, even when it has no value to fall back on.
    pub fn signature_required(&self) -> usize {
        self.signature_required
    }

    /// The type of hashes that an instance can be made from.
    pub fn init_hash_type(&self) -> &Type {
        &self.init_hash_type
    }

    /// When two instances are equal.
    pub(crate) fn equality(&self) -> &Equality {
        &self.equality
    }

    /// Whether instances can be made at all.
    pub(crate) fn check_constructible(&self) -> Result<()> {
        self.unusable.clone().map_or(Ok(()), Err)
    }

    /// Checks the number of arguments.
    pub(crate) fn check_arity(&self, given: usize) -> Result<()> {
        match arity_error(given, self.required, self.held.len()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The words of the reference's own language about a wrong number of arguments.
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

/// Positions of values, those without a value to fall back on first.
fn constructor_order(
    object_type: &ObjectType,
    attributes: &Members<Slot>,
    held: &[usize],
) -> Vec<usize> {
    let own_first = crate::pcore::takes_own_first(object_type);
    let mut positions: Vec<usize> = (0..held.len()).collect();
    positions.sort_by_key(|position| {
        let attribute = &attributes[held[*position]].attribute;
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
        // Compat: instances of a type that inherits from what is no object type are never equal.
        (None, Some(_)) => Equality::Identity,
        (None, None) if names.is_empty() && !definition.equality_include_type => Equality::Identity,
        (None, None) => {
            Equality::Attributes { names, include_type: definition.equality_include_type }
        }
    }
}

fn own_equality_names(definition: &ObjectDefinition) -> Vec<Text> {
    definition.equality.clone().unwrap_or_else(|| {
        let held = definition.attributes.values().filter(|attribute| attribute.kind.is_stored());
        held.map(|attribute| attribute.name.clone()).collect()
    })
}

/// Compat: in the reference the constructor of a type hands those arguments to its parent that the
/// type does not define itself. A type that overrides an attribute without a value hands over too
/// few, and no instance can be made.
fn unusable(object_type: &ObjectType, all: &Members<Slot>, held: &[usize]) -> Option<Error> {
    if object_type.features().is_some() {
        // Only evaluation can run its checks.
        let label = object_type.label();
        return Some(Error::other(format!("An object of {label} is made by {label}.new alone")));
    }
    let parent = object_type.parent()?.layout();
    if let Some(error) = &parent.unusable {
        return Some(error.clone());
    }
    let own = &object_type.definition()?.attributes;
    if !own.values().any(|attribute| attribute.kind.is_stored()) {
        return None;
    }
    let names = held.iter().filter_map(|index| all.get_index(*index)).map(|(name, _)| name);
    let handed_over = names.filter(|name| !own.contains_key(*name)).count();
    arity_error(handed_over, parent.required, parent.held.len())
}
