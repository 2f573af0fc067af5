//! Whether a value is an instance of a type.

use std::sync::Arc;

use pupa_meter::Exceeded;

use crate::compare::matches_parameter;
use crate::guard::Guard;
use crate::infer::{infer, runtime_type};
use crate::regexp::{MatchError, Regexp};
use crate::types::{InitType, StringType, StructType, TupleType, Type, TypeAlias, Whole};
use crate::value::{Hash, Value};

/// The result for a recursive type, which may be undetermined during a recursion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    No,
    Unknown,
    Yes,
}

impl From<bool> for Verdict {
    fn from(is_instance: bool) -> Verdict {
        if is_instance { Verdict::Yes } else { Verdict::No }
    }
}

/// Whether any pattern matches. A pattern that exceeds its limits ends the run.
pub(crate) fn matches_any(patterns: &[Arc<Regexp>], text: &str) -> bool {
    patterns.iter().any(|pattern| is_match(pattern, text))
}

/// Whether a pattern matches. One that exceeds its limits ends the run.
pub(crate) fn is_match(pattern: &Regexp, text: &str) -> bool {
    pattern.is_match(text).unwrap_or_else(|error| {
        if error == MatchError::TooManySteps {
            pupa_meter::interrupt(Exceeded::Pattern);
        }
        false
    })
}

impl Type {
    /// Whether the value is an instance of this type.
    ///
    /// ```
    /// use pupa_value::{Type, Value};
    /// assert!(Type::integer(1, 9).is_instance(&Value::Integer(5)));
    /// assert!(!Type::integer(1, 9).is_instance(&Value::Float(5.0)));
    /// ```
    pub fn is_instance(&self, value: &Value) -> bool {
        // Most types have no component types and need no recursion guard.
        match self.is_simple_instance(value) {
            Some(answer) => answer,
            None => self.is_instance_guarded(value, &mut Guard::default()),
        }
    }

    /// The result for types without component types, and for unions of such types.
    fn is_simple_instance(&self, value: &Value) -> Option<bool> {
        Some(match self {
            Type::Any | Type::Unit => true,
            Type::Undef => value.is_undef(),
            Type::Default => matches!(value, Value::Default),
            Type::Scalar => is_scalar(value),
            Type::ScalarData => is_scalar_data(value),
            Type::Numeric => is_number(value),
            Type::Integer(range) => match value {
                Value::Integer(number) => range.contains_small(*number),
                Value::BigInteger(number) => range.contains(&Whole::Big(Arc::clone(number))),
                _ => false,
            },
            Type::Float(range) => matches!(value, Value::Float(number) if range.contains(*number)),
            Type::Boolean(expected) => {
                matches!(value, Value::Boolean(truth) if expected.is_none_or(|w| w == *truth))
            }
            Type::String(string) => {
                value.as_str().is_some_and(|text| is_string_instance(string, text))
            }
            Type::Enum(values) => value.as_str().is_some_and(|text| values.contains(text)),
            Type::Pattern(patterns) => value
                .as_str()
                .is_some_and(|text| patterns.is_empty() || matches_any(patterns, text)),
            Type::Regexp(expected) => match value {
                Value::Regexp(regexp) => {
                    expected.as_ref().is_none_or(|expected| expected == regexp)
                }
                _ => false,
            },
            Type::Binary => matches!(value, Value::Binary(_)),
            Type::Timestamp(range) => {
                matches!(value, Value::Timestamp(time) if range.contains(time))
            }
            Type::Timespan(range) => matches!(value, Value::Timespan(time) if range.contains(time)),
            Type::SemVer(ranges) => match value {
                Value::SemVer(version) => {
                    ranges.is_empty() || ranges.iter().any(|range| range.includes(version))
                }
                _ => false,
            },
            Type::SemVerRange => matches!(value, Value::SemVerRange(_)),
            Type::Uri(parameters) => is_uri_instance(parameters.as_deref(), value),
            Type::Collection(size) => {
                let actual = match value {
                    Value::Array(elements) => elements.len(),
                    Value::Hash(hash) => hash.len(),
                    _ => return Some(false),
                };
                size.as_ref().is_none_or(|size| size.contains(actual))
            }
            Type::Runtime(_) => match value {
                Value::Foreign(object) => self.accepts(&runtime_type(&object.class)),
                _ => false,
            },
            // Catalog entries are not values.
            Type::CatalogEntry | Type::Resource(_) | Type::Class(_) | Type::Reference(_) => false,
            Type::Variant(options) => {
                let mut is_decided = true;
                if !pupa_meter::charge(options.len()) {
                    return Some(false);
                }
                for option in options.iter() {
                    match option.is_simple_instance(value) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => is_decided = false,
                    }
                }
                return is_decided.then_some(false);
            }
            Type::Optional(inner) => match inner {
                _ if value.is_undef() => true,
                Some(inner) => return inner.is_simple_instance(value),
                None => false,
            },
            _ => return None,
        })
    }

    pub(crate) fn is_instance_guarded(&self, value: &Value, guard: &mut Guard) -> bool {
        if let Some(answer) = self.is_simple_instance(value) {
            return answer;
        }
        if !pupa_meter::visit() {
            return false;
        }
        match self {
            Type::Array(array) => match value {
                Value::Array(elements) => {
                    array.size.is_none_or(|size| size.contains(elements.len()))
                        && array.element.are_instances(elements.iter(), guard)
                }
                _ => false,
            },
            Type::Hash(hash) => match value {
                Value::Hash(entries) => {
                    hash.size.is_none_or(|size| size.contains(entries.len()))
                        && hash.key.are_instances(entries.keys(), guard)
                        && hash.value.are_instances(entries.values(), guard)
                }
                _ => false,
            },
            Type::Tuple(tuple) => match value {
                Value::Array(elements) => is_tuple_instance(tuple, elements, guard),
                _ => false,
            },
            Type::Struct(structure) => match value {
                Value::Hash(hash) => is_struct_instance(structure, hash, guard),
                _ => false,
            },
            Type::Variant(options) => options.iter().any(|t| t.is_instance_guarded(value, guard)),
            Type::Optional(inner) => {
                value.is_undef()
                    || inner.as_ref().is_some_and(|t| t.is_instance_guarded(value, guard))
            }
            Type::NotUndef(inner) => {
                !value.is_undef()
                    && inner.as_ref().is_none_or(|t| t.is_instance_guarded(value, guard))
            }
            Type::Sensitive(inner) => match value {
                Value::Sensitive(hidden) => inner.is_instance_guarded(hidden, guard),
                _ => false,
            },
            Type::Type(inner) => value.as_type().is_some_and(|t| {
                inner.as_ref().is_none_or(|inner| inner.accepts_guarded(t, guard))
            }),
            Type::Iterable(inner) => is_iterable(self, inner.as_deref(), value),
            Type::Iterator(inner) => match value {
                Value::Iterator(sequence) => inner.as_ref().is_none_or(|inner| {
                    sequence.element_type.as_ref().is_some_and(|t| inner.accepts_guarded(t, guard))
                }),
                _ => false,
            },
            Type::Callable(_) => match value {
                Value::Closure(closure) => self.accepts_guarded(closure.callable_type(), guard),
                _ => false,
            },
            Type::Init(_) | Type::Alias(_) => self.verdict(value, guard) == Verdict::Yes,
            Type::Object(object) => match value {
                Value::Object(instance) => object.is_assignable_from(&instance.object_type),
                Value::Instance(instance) => object.is_assignable_from(instance.object_type()),
                Value::Type(t) => object.is_assignable_from(&crate::pcore::type_of_type(t)),
                _ => false,
            },
            Type::ObjectExtension(extension) => match value {
                Value::Object(instance) => {
                    extension.base.is_assignable_from(&instance.object_type)
                        && extension.parameters.iter().all(|(name, expected)| {
                            name.as_str()
                                .and_then(|name| instance.get(name))
                                .is_some_and(|given| matches_parameter(given, expected))
                        })
                }
                _ => false,
            },
            Type::TypeSet(_) => matches!(value, Value::Type(Type::TypeSet(_))),
            // The remaining types are simple.
            _ => false,
        }
    }

    /// Whether all values are instances of this type; `Any` skips the iteration.
    fn are_instances<'v>(
        &self,
        mut values: impl Iterator<Item = &'v Value>,
        guard: &mut Guard,
    ) -> bool {
        matches!(self, Type::Any)
            || values.all(|value| pupa_meter::visit() && self.is_instance_guarded(value, guard))
    }

    /// Whether the value is an instance of this type, or `Unknown` if that depends on a recursion
    /// still in progress.
    fn verdict(&self, value: &Value, guard: &mut Guard) -> Verdict {
        if !pupa_meter::visit() {
            return Verdict::No;
        }
        match self {
            Type::Variant(options) => {
                let mut best = Verdict::No;
                for option in options.iter() {
                    best = best.max(option.verdict(value, guard));
                    if best == Verdict::Yes {
                        break;
                    }
                }
                best
            }
            Type::Alias(alias) => alias_verdict(alias, value, guard),
            Type::Init(None) => crate::builtin::rich_data().is_instance(value).into(),
            Type::Init(Some(init)) => init_verdict(init, value, guard),
            _ => self.is_instance_guarded(value, guard).into(),
        }
    }
}

fn alias_verdict(alias: &Arc<TypeAlias>, value: &Value, guard: &mut Guard) -> Verdict {
    let Some(t) = alias.get() else { return Verdict::No };
    let identity = Arc::as_ptr(alias) as usize;
    let answer = guard.memoized_instance(identity, value, |guard| {
        let verdict = if alias.is_self_recursive() {
            guard.scope(|guard| recursive_verdict(t, identity, value, guard))
        } else {
            t.verdict(value, guard)
        };
        (verdict != Verdict::Unknown).then_some(verdict == Verdict::Yes)
    });
    answer.map_or(Verdict::Unknown, Verdict::from)
}

/// The verdict for the type of a recursive alias.
fn recursive_verdict(t: &Type, alias: usize, value: &Value, guard: &mut Guard) -> Verdict {
    guard.with_that(std::ptr::from_ref(value) as usize, |guard| {
        guard.with_this(alias, |guard| {
            if guard.are_both_recursive() {
                guard.shorten();
                Verdict::Unknown
            } else {
                t.verdict(value, guard)
            }
        })
    })
}

fn init_verdict(init: &Arc<InitType>, value: &Value, guard: &mut Guard) -> Verdict {
    guard.with_this(Arc::as_ptr(init) as usize, |guard| {
        if guard.is_this_recursive() {
            return Verdict::Unknown;
        }
        // A type without a constructor accepts nothing here; the evaluator reports the error.
        let Ok(accepts) = init.accepts() else { return Verdict::No };
        let mut verdict = init.target.verdict(value, guard);
        if verdict < Verdict::Yes {
            verdict = verdict.max(accepts.single.verdict(value, guard));
        }
        if verdict < Verdict::Yes
            && let Some(several) = &accepts.several
        {
            let mut given = several.verdict(value, guard);
            if given == Verdict::No && accepts.has_optional_single {
                let alone = guard.keep_value(Value::array([value.clone()]));
                given = several.verdict(&alone, guard);
            }
            verdict = verdict.max(given);
        }
        verdict
    })
}

fn is_number(value: &Value) -> bool {
    // NaN is outside of every range.
    match value {
        Value::Integer(_) | Value::BigInteger(_) => true,
        Value::Float(number) => !number.is_nan(),
        _ => false,
    }
}

fn is_scalar_data(value: &Value) -> bool {
    matches!(
        value,
        Value::String(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::Boolean(_)
    )
}

fn is_scalar(value: &Value) -> bool {
    is_scalar_data(value)
        || matches!(
            value,
            Value::Regexp(_)
                | Value::SemVer(_)
                | Value::SemVerRange(_)
                | Value::Timespan(_)
                | Value::Timestamp(_)
        )
}

fn is_string_instance(string: &StringType, text: &str) -> bool {
    match string {
        StringType::Any => true,
        // Counting characters is slow; usually the number of bytes decides.
        StringType::Sized(size) => match size.to {
            None if size.from <= 1 => size.from == 0 || !text.is_empty(),
            _ => pupa_meter::charge_bytes(text.len()) && size.contains(text.chars().count()),
        },
        StringType::Exact(expected) => expected == text,
    }
}

fn is_uri_instance(parameters: Option<&Hash>, value: &Value) -> bool {
    let Value::Uri(uri) = value else { return false };
    let Some(parameters) = parameters else { return true };
    parameters.iter().all(|(name, expected)| {
        let part = name.as_str().map_or(Value::Undef, |name| crate::infer::uri_part(uri, name));
        matches_parameter(&part, expected)
    })
}

fn is_tuple_instance(tuple: &TupleType, elements: &[Value], guard: &mut Guard) -> bool {
    let fits = match tuple.size {
        Some(size) => size.contains(elements.len()),
        None => tuple.types.is_empty() || tuple.types.len() == elements.len(),
    };
    fits && (tuple.types.is_empty()
        || elements.iter().enumerate().all(|(index, element)| {
            tuple.at(index).is_some_and(|t| t.is_instance_guarded(element, guard))
        }))
}

fn is_struct_instance(structure: &StructType, hash: &Hash, guard: &mut Guard) -> bool {
    let mut matched = 0;
    structure.members().iter().all(|member| match hash.get_str(&member.name) {
        None => member.optional,
        Some(value) => {
            matched += 1;
            member.value.is_instance_guarded(value, guard)
        }
    }) && matched == hash.len()
}

fn is_iterable(iterable: &Type, element: Option<&Type>, value: &Value) -> bool {
    if element.is_some_and(|element| !element.accepts(&Type::Any)) {
        return iterable.accepts(&infer(value));
    }
    match value {
        Value::Iterator(_) | Value::String(_) | Value::Hash(_) | Value::Array(_) => true,
        Value::Integer(number) => *number >= 0,
        Value::Type(t) => match t.resolved() {
            Type::Enum(_) => true,
            Type::Integer(range) => range.finite().is_some(),
            _ => false,
        },
        _ => false,
    }
}
