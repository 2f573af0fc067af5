//! Types in general terms: without ranges, sizes and exact values.

use std::sync::Arc;

use crate::sharing::Memo;
use crate::types::{CallableType, InitType, StructMember, TupleType, Type};

impl Type {
    /// The type without what is particular: `Array[Integer[1, 2], 3, 3]` becomes `Array[Integer]`.
    #[must_use]
    pub fn generalize(&self) -> Type {
        self.generalize_knowing(&mut Memo::default())
    }

    /// Like [`Type::generalize`]; what is shared is looked at once.
    fn generalize_knowing(&self, known: &mut Memo<Type>) -> Type {
        known.of_type(self, |known| self.generalized_anew(known))
    }

    fn generalized_anew(&self, known: &mut Memo<Type>) -> Type {
        match self {
            Type::Integer(_) => Type::INTEGER,
            Type::Float(_) => Type::FLOAT,
            Type::Boolean(_) => Type::BOOLEAN,
            Type::String(_) => Type::STRING,
            Type::Enum(values) => generalize_enum(values.values()),
            Type::Timestamp(_) => Type::TIMESTAMP,
            Type::Timespan(_) => Type::TIMESPAN,
            Type::Collection(_) => Type::COLLECTION,
            Type::Uri(_) => Type::Uri(None),
            Type::Array(array) => match &array.element {
                Type::Any => Type::any_array(),
                element => Type::array(element.generalize_knowing(known), None),
            },
            Type::Hash(hash) if hash.is_empty() => self.clone(),
            Type::Hash(hash) => Type::hash(
                hash.key.generalize_knowing(known),
                hash.value.generalize_knowing(known),
                None,
            ),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(generalize_tuple(tuple, known))),
            Type::Struct(structure) => Type::structure(structure.members().iter().map(|member| {
                StructMember { value: member.value.generalize_knowing(known), ..member.clone() }
            })),
            Type::Variant(options) if options.is_empty() => self.clone(),
            Type::Variant(options) => generalize_variant(self, options, known),
            Type::Optional(t) => Type::Optional(generalize_inner(t.as_ref(), known)),
            Type::NotUndef(t) => Type::NotUndef(generalize_inner(t.as_ref(), known)),
            Type::Type(t) => Type::Type(generalize_inner(t.as_ref(), known)),
            Type::Iterable(t) => Type::Iterable(generalize_inner(t.as_ref(), known)),
            Type::Iterator(t) => Type::Iterator(generalize_inner(t.as_ref(), known)),
            // Compat: what changes is generalised twice.
            Type::Sensitive(t) => {
                let general = t.generalize_knowing(known);
                if general == **t { self.clone() } else { Type::sensitive(&general) }
            }
            Type::Init(Some(init)) => {
                let target = init.target.generalize_knowing(known);
                if target == init.target {
                    self.clone()
                } else {
                    // What further arguments mean to the general type is not known.
                    Type::Init(Some(Arc::new(InitType::new(target, Vec::new()))))
                }
            }
            Type::Callable(Some(callable)) => Type::Callable(Some(Arc::new(CallableType {
                params: callable.params.as_ref().map(|t| generalize_tuple(t, known)),
                block: callable.block.as_ref().map(|t| t.generalize_knowing(known)),
                returns: callable.returns.as_ref().map(|t| t.generalize_knowing(known)),
            }))),
            Type::ObjectExtension(extension) => Type::Object(Arc::clone(&extension.base)),
            _ => self.clone(),
        }
    }
}

fn generalize_inner(t: Option<&Arc<Type>>, known: &mut Memo<Type>) -> Option<Arc<Type>> {
    t.map(|t| Arc::new(t.generalize_knowing(known)))
}

fn generalize_tuple(tuple: &TupleType, known: &mut Memo<Type>) -> TupleType {
    TupleType {
        types: tuple.types.iter().map(|t| t.generalize_knowing(known)).collect(),
        size: tuple.size,
    }
}

/// Strings of the lengths that the values have.
fn generalize_enum(values: &[crate::value::Text]) -> Type {
    let lengths = values.iter().map(|value| i64::try_from(value.chars().count()).unwrap_or(0));
    match (lengths.clone().min(), lengths.max()) {
        (Some(shortest), longest) => Type::sized_string(shortest, longest),
        _ => Type::STRING,
    }
}

/// Options that become the same are one; when nothing changes, duplicates stay as they are.
fn generalize_variant(variant: &Type, options: &[Type], known: &mut Memo<Type>) -> Type {
    let general: Vec<Type> = options.iter().map(|t| t.generalize_knowing(known)).collect();
    if general == options { variant.clone() } else { Type::variant(general) }
}
