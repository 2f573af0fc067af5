//! Generalization: types without ranges, sizes and exact values.

use std::sync::Arc;

use crate::sharing::Memo;
use crate::types::{CallableType, InitType, StructMember, TupleType, Type};

impl Type {
    /// The type without its particulars: `Array[Integer[1, 2], 3, 3]` becomes `Array[Integer]`.
    #[must_use]
    pub fn generalize(&self) -> Type {
        self.generalize_memoized(&mut Memo::default())
    }

    /// Like [`Type::generalize`], but generalizes shared parts once.
    fn generalize_memoized(&self, memo: &mut Memo<Type>) -> Type {
        memo.of_type(self, |memo| self.generalize_parts(memo))
    }

    fn generalize_parts(&self, memo: &mut Memo<Type>) -> Type {
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
                element => Type::array(element.generalize_memoized(memo), None),
            },
            Type::Hash(hash) if hash.is_empty() => self.clone(),
            Type::Hash(hash) => Type::hash(
                hash.key.generalize_memoized(memo),
                hash.value.generalize_memoized(memo),
                None,
            ),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(generalize_tuple(tuple, memo))),
            Type::Struct(structure) => Type::structure(structure.members().iter().map(|member| {
                StructMember { value: member.value.generalize_memoized(memo), ..member.clone() }
            })),
            Type::Variant(options) if options.is_empty() => self.clone(),
            Type::Variant(options) => generalize_variant(self, options, memo),
            Type::Optional(t) => Type::Optional(generalize_inner(t.as_ref(), memo)),
            Type::NotUndef(t) => Type::NotUndef(generalize_inner(t.as_ref(), memo)),
            Type::Type(t) => Type::Type(generalize_inner(t.as_ref(), memo)),
            Type::Iterable(t) => Type::Iterable(generalize_inner(t.as_ref(), memo)),
            Type::Iterator(t) => Type::Iterator(generalize_inner(t.as_ref(), memo)),
            // Compat: a type that changes is generalized twice.
            Type::Sensitive(t) => {
                let general = t.generalize_memoized(memo);
                if general == **t { self.clone() } else { Type::sensitive(&general) }
            }
            Type::Init(Some(init)) => {
                let target = init.target.generalize_memoized(memo);
                if target == init.target {
                    self.clone()
                } else {
                    // The meaning of the further arguments for the general type is unknown.
                    Type::Init(Some(Arc::new(InitType::new(target, Vec::new()))))
                }
            }
            Type::Callable(Some(callable)) => Type::Callable(Some(Arc::new(CallableType {
                params: callable.params.as_ref().map(|t| generalize_tuple(t, memo)),
                block: callable.block.as_ref().map(|t| t.generalize_memoized(memo)),
                returns: callable.returns.as_ref().map(|t| t.generalize_memoized(memo)),
            }))),
            Type::ObjectExtension(extension) => Type::Object(Arc::clone(&extension.base)),
            _ => self.clone(),
        }
    }
}

fn generalize_inner(t: Option<&Arc<Type>>, memo: &mut Memo<Type>) -> Option<Arc<Type>> {
    t.map(|t| Arc::new(t.generalize_memoized(memo)))
}

fn generalize_tuple(tuple: &TupleType, memo: &mut Memo<Type>) -> TupleType {
    TupleType {
        types: tuple.types.iter().map(|t| t.generalize_memoized(memo)).collect(),
        size: tuple.size,
    }
}

/// The string type with the range of lengths of the values.
fn generalize_enum(values: &[crate::value::Text]) -> Type {
    let lengths = values.iter().map(|value| i64::try_from(value.chars().count()).unwrap_or(0));
    match (lengths.clone().min(), lengths.max()) {
        (Some(shortest), longest) => Type::sized_string(shortest, longest),
        _ => Type::STRING,
    }
}

/// Merges options that become equal; if no option changes, duplicates remain.
fn generalize_variant(variant: &Type, options: &[Type], memo: &mut Memo<Type>) -> Type {
    let general: Vec<Type> = options.iter().map(|t| t.generalize_memoized(memo)).collect();
    if general == options { variant.clone() } else { Type::variant(general) }
}
