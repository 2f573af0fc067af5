//! Assignability: whether one type accepts all values of another.

mod callable;
mod collection;
mod scalar;

use std::sync::Arc;

use crate::compare::matches_parameter;
use crate::guard::Guard;
use crate::types::{InitType, ObjectExtension, RuntimeType, Type};
use crate::value::Hash;

impl Type {
    /// Whether every value of the other type is also an instance of this type.
    ///
    /// ```
    /// use pupa_value::Type;
    /// assert!(Type::Numeric.accepts(&Type::INTEGER));
    /// assert!(!Type::INTEGER.accepts(&Type::Numeric));
    /// ```
    pub fn accepts(&self, other: &Type) -> bool {
        self.accepts_guarded(other, &mut Guard::default())
    }

    /// Whether `undef` is an instance of this type.
    pub(crate) fn accepts_undef(&self, guard: &mut Guard) -> bool {
        self.accepts_guarded(&Type::Undef, guard)
    }

    pub(crate) fn accepts_guarded(&self, other: &Type, guard: &mut Guard) -> bool {
        if !pupa_meter::visit() {
            return false;
        }
        if guard.count_check() || matches!(self, Type::Alias(_)) || matches!(other, Type::Alias(_))
        {
            return guard.memoized_assignability(self, other, |guard| {
                self.accepts_unmemoized(other, guard)
            });
        }
        self.accepts_unmemoized(other, guard)
    }

    fn accepts_unmemoized(&self, other: &Type, guard: &mut Guard) -> bool {
        match self {
            Type::Unit => true,
            Type::Alias(alias) if alias.is_self_recursive() => {
                let identity = Arc::as_ptr(alias) as usize;
                guard.scope(|guard| {
                    guard.once(identity, std::ptr::from_ref(other) as usize, |guard| {
                        guard.with_this(identity, |guard| {
                            both_recursive(guard) || self.accepts_parts(other, guard)
                        })
                    })
                })
            }
            Type::Variant(options) => match other {
                Type::Undef if options.is_empty() => false,
                Type::Variant(_) if options.is_empty() => true,
                Type::Variant(others) => {
                    !others.is_empty() && others.iter().all(|t| self.accepts_parts(t, guard))
                }
                _ => self.accepts_parts(other, guard),
            },
            _ => self.accepts_parts(other, guard),
        }
    }

    /// Decomposes the other type where it is a union of several: aliases, variants, optionals.
    fn accepts_parts(&self, other: &Type, guard: &mut Guard) -> bool {
        match other {
            Type::Unit => true,
            Type::Alias(alias) if alias.is_self_recursive() => {
                let identity = Arc::as_ptr(alias) as usize;
                guard.scope(|guard| {
                    guard.add_that(identity);
                    both_recursive(guard)
                        || guard.once(std::ptr::from_ref(self) as usize, identity, |guard| {
                            alias.get().is_some_and(|t| self.accepts_guarded(t, guard))
                        })
                })
            }
            Type::Alias(alias) => alias.get().is_some_and(|t| self.accepts_guarded(t, guard)),
            Type::Variant(_) if matches!(self, Type::Any) => true,
            Type::Variant(options) if options.is_empty() => {
                matches!(self, Type::NotUndef(_)) && self.accepts_single(other, guard)
            }
            Type::Variant(options) => options.iter().all(|t| self.accepts_guarded(t, guard)),
            Type::Optional(inner) => {
                self.accepts_undef(guard)
                    && inner.as_ref().is_none_or(|t| self.accepts_guarded(t, guard))
            }
            Type::NotUndef(Some(inner)) if !inner.accepts_undef(guard) => {
                self.accepts_guarded(inner, guard)
            }
            _ => self.accepts_single(other, guard),
        }
    }

    /// Compares with a type that is not a union of several.
    fn accepts_single(&self, other: &Type, guard: &mut Guard) -> bool {
        match self {
            Type::Any | Type::Unit => true,
            Type::Undef => matches!(other, Type::Undef),
            Type::Default => matches!(other, Type::Default),
            Type::Binary => matches!(other, Type::Binary),
            Type::SemVerRange => matches!(other, Type::SemVerRange),
            Type::Scalar
            | Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Regexp(_)
            | Type::Timestamp(_)
            | Type::Timespan(_)
            | Type::SemVer(_) => scalar::accepts(self, other),
            Type::Collection(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Tuple(_)
            | Type::Struct(_)
            | Type::Iterable(_)
            | Type::Iterator(_) => collection::accepts(self, other, guard),
            Type::Uri(parameters) => uri_accepts(parameters.as_deref(), other),
            Type::Variant(options) => options.iter().any(|t| t.accepts_guarded(other, guard)),
            Type::Optional(inner) => {
                matches!(other, Type::Undef)
                    || inner.as_ref().is_none_or(|t| t.accepts_guarded(other, guard))
            }
            Type::NotUndef(inner) => {
                !other.accepts_undef(guard)
                    && inner.as_ref().is_none_or(|t| t.accepts_guarded(other, guard))
            }
            Type::Sensitive(inner) => match other {
                Type::Sensitive(t) => inner.accepts_guarded(t, guard),
                _ => false,
            },
            Type::Type(inner) => inner_accepts(
                inner.as_ref(),
                match other {
                    Type::Type(t) => Some(t.as_ref()),
                    _ => None,
                },
                guard,
            ),
            Type::Callable(callable) => match other {
                Type::Callable(theirs) => {
                    callable::accepts(callable.as_deref(), theirs.as_deref(), guard)
                }
                _ => false,
            },
            Type::Init(init) => init_accepts(init.as_ref(), other, guard),
            Type::Runtime(runtime) => runtime_accepts(runtime, other),
            Type::Object(object) => match other {
                Type::Object(theirs) => object.is_assignable_from(theirs),
                Type::ObjectExtension(theirs) => object.is_assignable_from(&theirs.base),
                _ => false,
            },
            Type::ObjectExtension(extension) => extension_accepts(extension, other),
            Type::TypeSet(set) => match other {
                Type::TypeSet(theirs) => set.is_default() || set == theirs,
                _ => false,
            },
            Type::CatalogEntry => {
                matches!(other, Type::CatalogEntry | Type::Resource(_) | Type::Class(_))
            }
            Type::Class(name) => match other {
                Type::Class(theirs) => name.is_none() || name == theirs,
                _ => false,
            },
            Type::Resource(resource) => match (resource, other) {
                (None, Type::Resource(_)) => true,
                (Some(mine), Type::Resource(Some(theirs))) => {
                    mine.key == theirs.key && (mine.title.is_none() || mine.title == theirs.title)
                }
                _ => false,
            },
            Type::Reference(_) => self == other,
            Type::Alias(alias) => alias.get().is_some_and(|t| t.accepts_guarded(other, guard)),
        }
    }
}

/// Whether the recursion is on both sides, in which case the reference's answer is true.
fn both_recursive(guard: &mut Guard) -> bool {
    let is_settled = guard.are_both_recursive();
    if is_settled {
        guard.shorten();
    }
    is_settled
}

/// `Type[T]` accepts `Type[S]` if `T` accepts `S`; without a parameter it accepts any type.
fn inner_accepts(
    mine: Option<&Arc<Type>>,
    theirs: Option<Option<&Arc<Type>>>,
    guard: &mut Guard,
) -> bool {
    match (mine, theirs) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(_), Some(None)) => false,
        (Some(mine), Some(Some(theirs))) => mine.accepts_guarded(theirs, guard),
    }
}

/// `Init[T]` accepts `T` and the types of the arguments from which `T` can be created.
fn init_accepts(init: Option<&Arc<InitType>>, other: &Type, guard: &mut Guard) -> bool {
    let Some(init) = init else {
        return matches!(other, Type::Init(_))
            || crate::builtin::rich_data().accepts_guarded(other, guard);
    };
    guard.with_this(Arc::as_ptr(init) as usize, |guard| {
        if guard.is_this_recursive() {
            return false;
        }
        // A type without a constructor accepts nothing here; the evaluator reports the error.
        let Ok(accepts) = init.accepts() else { return false };
        match other {
            Type::Init(None) => false,
            Type::Init(Some(theirs)) => init.target.accepts_guarded(&theirs.target, guard),
            _ => {
                init.target.accepts_guarded(other, guard)
                    || accepts.single.accepts_guarded(other, guard)
                    || accepts.several.as_ref().is_some_and(|several| {
                        several.accepts_guarded(other, guard)
                            || accepts.has_optional_single
                                && several.accepts(&Type::tuple([other.clone()], None))
                    })
            }
        }
    })
}

fn runtime_accepts(mine: &RuntimeType, other: &Type) -> bool {
    let Type::Runtime(theirs) = other else { return false };
    (mine.runtime.is_none() || mine.runtime == theirs.runtime)
        && (mine.name.is_none() || mine.name == theirs.name)
}

/// The base must be assignable, and every parameter of `mine` must be given in `other` and match.
fn extension_accepts(mine: &ObjectExtension, other: &Type) -> bool {
    let (base, parameters) = match other {
        Type::ObjectExtension(theirs) => (&theirs.base, Some(&theirs.parameters)),
        Type::Object(theirs) => (theirs, None),
        _ => return false,
    };
    mine.base.is_assignable_from(base) && parameters_match(&mine.parameters, parameters)
}

fn uri_accepts(mine: Option<&Hash>, other: &Type) -> bool {
    let Type::Uri(theirs) = other else { return false };
    mine.is_none_or(|mine| parameters_match(mine, theirs.as_deref()))
}

fn parameters_match(mine: &Hash, theirs: Option<&Hash>) -> bool {
    mine.iter().all(|(name, expected)| {
        theirs.and_then(|theirs| theirs.get(name)).is_some_and(|given| {
            matches_parameter(given, expected)
                || matches!((given.as_type(), expected.as_type()), (Some(a), Some(b)) if b.accepts(a))
        })
    })
}
