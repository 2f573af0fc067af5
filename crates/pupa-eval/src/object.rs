//! Objects of types that are defined with `type Name { attr … has … }`.
//!
//! ```text
//! new ─construct─▶ defaults ─▶ given features ─▶ initialiser ─▶ bounds ─▶ invariants ─▶ object
//!                      └─────────── set: set ─▶ shape ─▶ type ─▶ check ─▶ container ─▶ stored
//! ```
//!
//! While an object is built its features are kept here, by the run; the object itself is an
//! identity that others may refer to. [`logic`] runs what types say about their features, in a
//! scope of its own: the features of the object.

mod construct;
mod errors;
mod load;
mod logic;
mod read;
mod resource;
mod set;

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::types::Type;
use pupa_value::types::object::{FeatureTable, ObjectType};
use pupa_value::value::instance::{Instance, Stored};
use rustc_hash::FxHashMap;

use crate::evaluator::lambda::Block;
use crate::evaluator::{CallRecord, Evaluator};
use crate::program::type_code::{FeatureCode, TypeCode};
use crate::stop::{Outcome, error};
pub(super) use errors::place_text;
use logic::Logic;
pub(super) use resource::{Given, ResourceError};

/// The maximum number of types (aliases, `Optional`) around the type of an object.
const MAX_WRAPPERS: usize = 64;

/// Access to the objects of type definitions, with an evaluator for the logic of their types.
pub(crate) struct Objects<'e, 'h> {
    pub(crate) evaluator: &'e mut Evaluator<'h>,
}

/// The unfinished objects, and information about their types.
#[derive(Default)]
pub(super) struct ObjectState {
    /// The running logic of types, the innermost last.
    logics: Vec<Logic>,
    /// The objects under construction, the innermost last.
    building: Vec<Building>,
    /// The indexes of the unfinished objects, by their address.
    places: FxHashMap<usize, usize>,
    /// Prepared types by the address of their object type, which they keep alive.
    types: FxHashMap<usize, Rc<DefinedType>>,
    /// Objects that others refer to without owning them.
    kept: Vec<Arc<Instance>>,
    /// The index of the root of the tree that is being loaded from data.
    loading: Option<usize>,
}

/// An unfinished object.
struct Building {
    object: Arc<Instance>,
    defined: Rc<DefinedType>,
    features: Vec<Stored>,
    /// The call that builds it.
    call: Option<CallRecord>,
    /// The path of the object in the data from which it is loaded.
    path: Option<Box<str>>,
}

/// The type of a type definition, prepared for evaluation.
pub(super) struct DefinedType {
    object_type: Arc<ObjectType>,
    table: Arc<FeatureTable>,
    /// The definitions of the chain of inheritance, the outermost base first.
    chain: Vec<TypePart>,
}

/// The part of an object type that one definition of the chain contributes.
struct TypePart {
    /// The program that defines it.
    program: u32,
    code: Arc<TypeCode>,
    /// The index of the first of its own features.
    first: usize,
}

impl DefinedType {
    /// The code of a feature, and the program it belongs to.
    fn feature(&self, index: usize) -> Option<(u32, &FeatureCode)> {
        let part = self.chain.iter().rev().find(|part| part.first <= index)?;
        Some((part.program, part.code.features.get(index - part.first)?))
    }
}

impl ObjectState {
    /// Resets the state after an error.
    pub(crate) fn unwind(&mut self) {
        self.logics.clear();
        self.building.clear();
        self.places.clear();
        self.loading = None;
    }

    fn begin(&mut self, building: Building) -> usize {
        let place = self.building.len();
        self.places.insert(Arc::as_ptr(&building.object) as usize, place);
        self.building.push(building);
        place
    }

    fn end(&mut self) -> Option<Building> {
        let building = self.building.pop()?;
        self.places.remove(&(Arc::as_ptr(&building.object) as usize));
        Some(building)
    }

    /// The index of an unfinished object.
    fn place_of(&self, object: &Arc<Instance>) -> Option<usize> {
        self.places.get(&(Arc::as_ptr(object) as usize)).copied()
    }

    /// Whether the initialiser of an object ended early, for example with `return`.
    fn is_abandoned(&self, object: &Arc<Instance>) -> bool {
        object.stored().is_none() && self.place_of(object).is_none()
    }
}

/// The type of the objects that `new` of a type creates: without aliases and `Optional`.
fn made_type(t: &Type) -> &Type {
    let mut t = t.resolved();
    // An alias may hold itself.
    for _ in 0..MAX_WRAPPERS {
        match t {
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => t = inner.resolved(),
            _ => break,
        }
    }
    t
}

/// The object type of a type definition, if the type is one.
pub(super) fn defined_object(t: &Type) -> Option<&Arc<ObjectType>> {
    match made_type(t) {
        Type::Object(object_type) => object_type.features().map(|_| object_type),
        _ => None,
    }
}

impl Objects<'_, '_> {
    /// Returns the prepared form of a defined type.
    fn defined_type(&mut self, object_type: &Arc<ObjectType>) -> Option<Rc<DefinedType>> {
        let address = Arc::as_ptr(object_type) as usize;
        if let Some(known) = self.evaluator.object_state.types.get(&address) {
            return Some(Rc::clone(known));
        }
        let table = Arc::clone(object_type.features()?);
        let mut chain = Vec::new();
        let mut end = table.features.len();
        for object_type in object_type.ancestry() {
            let Some((program, code)) = self.evaluator.types.code_of(object_type.label()) else {
                break;
            };
            end -= code.model.features.len();
            let program = self.evaluator.run.add_program(&program);
            chain.push(TypePart { program, code, first: end });
        }
        chain.reverse();
        let defined = Rc::new(DefinedType { object_type: Arc::clone(object_type), table, chain });
        self.evaluator.object_state.types.insert(address, Rc::clone(&defined));
        Some(defined)
    }
}

impl Objects<'_, '_> {
    /// `T.new(…)`; `None` if the type has no type definition.
    pub(crate) fn construct_type(
        &mut self,
        t: &Type,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Option<Outcome> {
        if let Some(object_type) = defined_object(t) {
            return Some(self.construct(object_type, args, block));
        }
        if let Type::Init(Some(init)) = t.resolved()
            && init.args.is_empty()
            && let Some(object_type) = defined_object(&init.target)
        {
            return Some(match args {
                [value] if init.target.is_instance(value) => Ok(value.clone()),
                [Value::Array(args)] => self.construct(object_type, args, block),
                _ => self.construct(object_type, args, block),
            });
        }
        self.managed_type(t).map(|message| Err(error(message)))
    }

    /// `T.from_data(data)`; `None` if the type has no type definition.
    pub(crate) fn load_type_data(&mut self, t: &Type, args: &[Value]) -> Option<Outcome> {
        match args {
            [data] => {
                let object_type = defined_object(t)?;
                Some(self.object_from_data(object_type, data, None))
            }
            _ => None,
        }
    }

    /// The object of the named type that data describes.
    pub(crate) fn load_named(&mut self, type_name: &str, data: &Value) -> Outcome {
        match self.evaluator.load_type(type_name)? {
            Some(t) => match self.managed_type(&t) {
                Some(message) => Err(error(message)),
                None => self.load_type_data(&t, std::slice::from_ref(data)).unwrap_or_else(|| {
                    Err(error(format!(
                        "{type_name} is not defined with `type {type_name} {{ … }}`"
                    )))
                }),
            },
            None => Err(error(format!("There is no type {type_name}"))),
        }
    }

    /// The reason why no object of a type can be created, if it is a managed resource type.
    pub(crate) fn managed_type(&self, t: &Type) -> Option<String> {
        match made_type(t) {
            Type::Resource(Some(resource)) => self.managed_name(&resource.name),
            _ => None,
        }
    }

    /// The reason why no object of the named type can be created, if it is a managed resource type.
    fn managed_name(&self, name: &str) -> Option<String> {
        let place = self.evaluator.types.managed_place(name)?;
        Some(format!(
            "{name} is a resource type: declare a resource instead of making an object ({name}, \
             defined at {place})"
        ))
    }
}
