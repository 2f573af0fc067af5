//! Exceptions from the laws of types, due to the reference's rules. Each exception is as narrow as
//! possible, and the property tests contain examples of those that can be shown by example.

use pupa_value::types::{FloatRange, Size, TupleType};
use pupa_value::value::semver_range::SemVerRange;
use pupa_value::{Type, Value};

use super::types::parts;

fn any_part(t: &Type, is_such: impl Fn(&Type) -> bool) -> bool {
    parts(t).iter().any(is_such)
}

/// Types that do not accept themselves.
pub(crate) fn is_irreflexive(t: &Type) -> bool {
    any_part(t, |part| match part {
        // It rejects types that accept `undef`, and its parameter does.
        Type::NotUndef(Some(inner)) => inner.accepts(&Type::Undef),
        // Without options it is accepted by itself and by `Any`, but not by an `Optional` of it.
        Type::Variant(options) => options.is_empty(),
        // Accepts nothing if its type has no constructor.
        Type::Init(_) => true,
        _ => false,
    })
}

fn has_odd_size(tuple: &TupleType) -> bool {
    tuple.types.is_empty()
        || tuple.size.is_some_and(|size| size != Size::exactly(tuple.types.len()))
}

/// Types whose assignability does not correspond to the sets of their values.
pub(crate) fn is_intransitive(t: &Type) -> bool {
    is_irreflexive(t)
        || has_recursive_neighbour(t)
        || any_part(t, |part| match part {
            // Accepts everything and is accepted by everything.
            Type::Unit => true,
            // Accepts everything, but is accepted like `Undef`.
            Type::Optional(None) => true,
            // A single-string type accepts every enumeration of one string, whatever the string;
            // and a case-insensitive enumeration is accepted by case-sensitive patterns.
            Type::Enum(values) => values.values().len() == 1 || values.is_case_insensitive(),
            // Types at indices beyond the size are ignored, and a tuple without types is empty for
            // arrays but any tuple for tuples.
            Type::Tuple(tuple) => has_odd_size(tuple),
            Type::Callable(Some(callable)) => callable.params.as_ref().is_some_and(has_odd_size),
            // Optional members count for the size, and their types are not compared with those of a
            // hash.
            Type::Struct(structure) => structure.members().iter().any(|member| member.optional),
            // A `String` is iterable, a `Pattern` is not; the element type is known for some types
            // only.
            Type::Iterable(_) => true,
            _ => false,
        })
}

/// During the check of a recursive alias, after another recursive alias was found in one part, all
/// following parts are accepted: `Data` accepts `Variant[Data, SemVerRange]`.
fn has_recursive_neighbour(t: &Type) -> bool {
    let mut parts = Vec::new();
    t.each_part(&mut |part| parts.push(part.clone()));
    parts.len() > 1 && parts.iter().any(holds_recursive)
        || parts.iter().any(has_recursive_neighbour)
}

fn holds_recursive(t: &Type) -> bool {
    any_part(t, |part| matches!(part, Type::Alias(alias) if alias.is_self_recursive()))
}

/// An empty enumeration accepts all strings, and has no instance.
pub(crate) fn is_empty_enum(t: &Type) -> bool {
    any_part(t, |part| matches!(part, Type::Enum(values) if values.values().is_empty()))
}

/// Types with parameters of callables: more general parameters accept more, and are accepted by
/// less.
pub(crate) fn has_parameters(t: &Type) -> bool {
    any_part(t, |part| matches!(part, Type::Callable(Some(_))))
}

/// `Optional[NotUndef]` is normalized to `Optional`, whose only instance is `undef`.
pub(crate) fn is_optional_not_undef(t: &Type) -> bool {
    any_part(t, |part| match part {
        Type::Optional(None) => true,
        Type::Optional(Some(inner)) => matches!(inner.normalize(), Type::NotUndef(None)),
        Type::Variant(options) => {
            options.iter().any(|t| matches!(t.normalize(), Type::NotUndef(None)))
        }
        _ => false,
    })
}

/// Types that their common type with another type does not accept.
pub(crate) fn is_lost_in_common(t: &Type) -> bool {
    is_irreflexive(t)
        || any_part(t, |part| match part {
            // Has no effect beside other types.
            Type::Undef | Type::Unit | Type::Optional(_) => true,
            // Joined patterns accept only the same patterns.
            Type::Pattern(patterns) => !patterns.is_empty(),
            // Case-insensitivity is lost.
            Type::Enum(values) => values.is_case_insensitive(),
            _ => false,
        })
}

/// Types whose string form cannot be parsed, or is parsed as another type.
pub(crate) fn is_text_lossy(t: &Type) -> bool {
    any_part(t, |part| match part {
        // Puppet has no `+` in exponents, but Ruby writes it.
        Type::Float(range) => has_plus(range),
        // Written in a form that only the evaluator accepts, or with an unknown name.
        Type::Reference(_) | Type::Unit => true,
        Type::SemVer(ranges) => ranges.iter().any(|range| is_joined(range)),
        // Several single-string options are written as one.
        Type::Variant(options) => {
            let texts: std::collections::HashSet<_> = options.iter().map(Type::to_string).collect();
            texts.len() < options.len()
        }
        // Generalized each time it is parsed.
        Type::Sensitive(inner) => inner.generalize() != **inner,
        // A callable last parameter is parsed as the block.
        Type::Callable(Some(callable)) => callable
            .params
            .as_ref()
            .and_then(|params| params.types.last())
            .is_some_and(|last| last.is_callable(true)),
        // A single time is parsed as the lower bound of an open range.
        Type::Timestamp(range) => range.from().is_some() && range.from() == range.to(),
        Type::Timespan(range) => range.from().is_some() && range.from() == range.to(),
        _ => false,
    })
}

/// Whether the string of a range was composed when it was merged from others.
fn is_joined(range: &SemVerRange) -> bool {
    SemVerRange::parse(&range.to_string()).as_ref() != Ok(range)
}

fn has_plus(range: &FloatRange) -> bool {
    let is_large = |end: Option<f64>| end.is_some_and(|end| end.abs() >= 1e16);
    is_large(range.from()) || is_large(range.to())
}

/// Whether the predicate is true for any part of a value.
pub(crate) fn any_value(value: &Value, is_such: &dyn Fn(&Value) -> bool) -> bool {
    is_such(value)
        || match value {
            Value::Array(elements) => elements.iter().any(|e| any_value(e, is_such)),
            Value::Hash(hash) => {
                hash.iter().any(|(k, v)| any_value(k, is_such) || any_value(v, is_such))
            }
            Value::Sensitive(hidden) => any_value(hidden, is_such),
            _ => false,
        }
}

/// Values that are not instances of their own detailed type.
pub(crate) fn is_not_of_own_type(value: &Value) -> bool {
    any_value(value, &|part| match part {
        Value::Type(t) => is_irreflexive(t) || matches!(t, Type::Optional(None)),
        // The type of a sensitive value is generalized.
        Value::Sensitive(hidden) => {
            any_value(hidden, &|v| matches!(v, Value::Closure(_) | Value::Type(_) | Value::Undef))
        }
        _ => false,
    })
}

/// `undef` has no effect on the common type of elements beside other types.
pub(crate) fn contains_undef(value: &Value) -> bool {
    any_value(value, &|part| part.is_undef() || matches!(part, Value::Type(_)))
}

/// Values whose string form is parsed as another value.
pub(crate) fn is_literal_lossy(value: &Value) -> bool {
    any_value(value, &|part| match part {
        Value::Float(number) => number.abs() >= 1e16,
        // A backslash is doubled only before a quote.
        Value::String(text) => text.contains('\\'),
        _ => false,
    })
}
