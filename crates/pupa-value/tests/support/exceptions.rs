//! Where the reference's rules break a law that types should obey. Each exception is as narrow as
//! its reason, and those that can be shown by example are, in the tests of properties.

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
        // It asks of the other type that it does not accept `undef`, but the other does.
        Type::NotUndef(Some(inner)) => inner.accepts(&Type::Undef),
        // Without options it is accepted by itself and by `Any`, but not as part of an `Optional`.
        Type::Variant(options) => options.is_empty(),
        // Accepts nothing when its type has no constructor.
        Type::Init(_) => true,
        _ => false,
    })
}

fn has_odd_size(tuple: &TupleType) -> bool {
    tuple.types.is_empty()
        || tuple.size.is_some_and(|size| size != Size::exactly(tuple.types.len()))
}

/// Types that accept, or are accepted by, more than sets of values would.
pub(crate) fn is_intransitive(t: &Type) -> bool {
    is_irreflexive(t)
        || has_recursive_neighbour(t)
        || any_part(t, |part| match part {
            // Accepts everything and is accepted everywhere.
            Type::Unit => true,
            // Accepts everything, but is accepted as if it meant `undef` only.
            Type::Optional(None) => true,
            // A string type accepts every enumeration of one string, whichever it is; and one that
            // ignores case is accepted by patterns that do not.
            Type::Enum(values) => values.values().len() == 1 || values.is_case_insensitive(),
            // Types at positions beyond those told are not looked at, and a tuple without types
            // is empty to arrays but any tuple to tuples.
            Type::Tuple(tuple) => has_odd_size(tuple),
            Type::Callable(Some(callable)) => callable.params.as_ref().is_some_and(has_odd_size),
            // Members that may be missing count for sizes, and their types are not looked at when
            // a hash is asked about.
            Type::Struct(structure) => structure.members().iter().any(|member| member.optional),
            // A string can be iterated, a `Pattern` can't; what iterating gives is known of some
            // types only.
            Type::Iterable(_) => true,
            _ => false,
        })
}

/// While a recursive alias is asked about a type, and has met another in one part of it, all that
/// comes after is accepted: `Data` accepts `Variant[Data, SemVerRange]`.
fn has_recursive_neighbour(t: &Type) -> bool {
    let mut parts = Vec::new();
    t.each_part(&mut |part| parts.push(part.clone()));
    parts.len() > 1 && parts.iter().any(holds_recursive)
        || parts.iter().any(has_recursive_neighbour)
}

fn holds_recursive(t: &Type) -> bool {
    any_part(t, |part| matches!(part, Type::Alias(alias) if alias.is_self_recursive()))
}

/// An enumeration of nothing accepts all strings, and has no instance.
pub(crate) fn is_empty_enum(t: &Type) -> bool {
    any_part(t, |part| matches!(part, Type::Enum(values) if values.values().is_empty()))
}

/// What takes parameters: with more general ones it takes more, and so is accepted by less.
pub(crate) fn has_parameters(t: &Type) -> bool {
    any_part(t, |part| matches!(part, Type::Callable(Some(_))))
}

/// `Optional[NotUndef]` is simplified to `Optional`, of which only `undef` is an instance.
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

/// Types whose common type with another does not accept them.
pub(crate) fn is_lost_in_common(t: &Type) -> bool {
    is_irreflexive(t)
        || any_part(t, |part| match part {
            // Does not show beside other types.
            Type::Undef | Type::Unit | Type::Optional(_) => true,
            // Patterns joined accept only the same patterns.
            Type::Pattern(patterns) => !patterns.is_empty(),
            // That case is ignored gets lost.
            Type::Enum(values) => values.is_case_insensitive(),
            _ => false,
        })
}

/// Types whose text can't be read, or is read as another.
pub(crate) fn is_text_lossy(t: &Type) -> bool {
    any_part(t, |part| match part {
        // The language has no `+` in exponents, but Ruby writes it.
        Type::Float(range) => has_plus(range),
        // Written in a form that only the evaluator reads, or under a name that nobody knows.
        Type::Reference(_) | Type::Unit => true,
        Type::SemVer(ranges) => ranges.iter().any(|range| is_joined(range)),
        // Options that mean one string each are written alike, and read as one.
        Type::Variant(options) => {
            let texts: std::collections::HashSet<_> = options.iter().map(Type::to_string).collect();
            texts.len() < options.len()
        }
        // Made more general again each time it is read.
        Type::Sensitive(inner) => inner.generalize() != **inner,
        // A last parameter that can be called is read as the block.
        Type::Callable(Some(callable)) => callable
            .params
            .as_ref()
            .and_then(|params| params.types.last())
            .is_some_and(|last| last.is_callable(true)),
        // One time alone is read as the first of all that follow.
        Type::Timestamp(range) => range.from().is_some() && range.from() == range.to(),
        Type::Timespan(range) => range.from().is_some() && range.from() == range.to(),
        _ => false,
    })
}

/// A range that was joined from others keeps a text that is not its own.
fn is_joined(range: &SemVerRange) -> bool {
    SemVerRange::parse(&range.to_string()).as_ref() != Ok(range)
}

fn has_plus(range: &FloatRange) -> bool {
    let is_large = |end: Option<f64>| end.is_some_and(|end| end.abs() >= 1e16);
    is_large(range.from()) || is_large(range.to())
}

/// Whether some part of a value is such.
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

/// Values that are not of their own detailed type.
pub(crate) fn is_of_no_type(value: &Value) -> bool {
    any_value(value, &|part| match part {
        Value::Type(t) => is_irreflexive(t) || matches!(t, Type::Optional(None)),
        // What is sensitive is known in general terms only.
        Value::Sensitive(hidden) => {
            any_value(hidden, &|v| matches!(v, Value::Closure(_) | Value::Type(_) | Value::Undef))
        }
        _ => false,
    })
}

/// `undef` among other things does not show in the common type of elements.
pub(crate) fn holds_undef(value: &Value) -> bool {
    any_value(value, &|part| part.is_undef() || matches!(part, Value::Type(_)))
}

/// Values whose text is not read as the same value.
pub(crate) fn is_literal_lossy(value: &Value) -> bool {
    any_value(value, &|part| match part {
        Value::Float(number) => number.abs() >= 1e16,
        // A backslash is doubled only where a quote follows.
        Value::String(text) => text.contains('\\'),
        _ => false,
    })
}
