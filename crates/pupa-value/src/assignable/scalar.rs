//! Assignability of scalars: numbers, strings, times, versions.

use crate::regexp::Regexp;
use crate::types::{EnumType, Size, StringType, Type};
use std::sync::Arc;

/// Whether a scalar type accepts another type that is not a union of several.
pub(super) fn accepts(mine: &Type, other: &Type) -> bool {
    match (mine, other) {
        (Type::Scalar, _) => is_scalar(other),
        (Type::ScalarData, _) => is_scalar_data(other),
        (Type::Numeric, _) => matches!(other, Type::Numeric | Type::Integer(_) | Type::Float(_)),
        (Type::Integer(mine), Type::Integer(theirs)) => mine.covers(theirs),
        (Type::Float(mine), Type::Float(theirs)) => mine.covers(theirs),
        (Type::Boolean(mine), Type::Boolean(theirs)) => mine.is_none() || mine == theirs,
        (Type::String(mine), _) => string_accepts(mine, other),
        (Type::Enum(mine), _) => enum_accepts(mine, other),
        (Type::Pattern(mine), _) => pattern_accepts(mine, other),
        (Type::Regexp(mine), Type::Regexp(theirs)) => mine.is_none() || mine == theirs,
        (Type::Timestamp(mine), Type::Timestamp(theirs)) => mine.covers(theirs),
        (Type::Timespan(mine), Type::Timespan(theirs)) => mine.covers(theirs),
        (Type::SemVer(mine), Type::SemVer(theirs)) => {
            mine.is_empty()
                || !theirs.is_empty()
                    && theirs
                        .iter()
                        .all(|t| mine.iter().any(|range| t.is_covered_by(range).unwrap_or(false)))
        }
        _ => false,
    }
}

fn is_scalar(t: &Type) -> bool {
    is_scalar_data(t)
        || matches!(
            t,
            Type::Scalar
                | Type::Regexp(_)
                | Type::SemVer(_)
                | Type::SemVerRange
                | Type::Timespan(_)
                | Type::Timestamp(_)
        )
}

fn is_scalar_data(t: &Type) -> bool {
    matches!(
        t,
        Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
    )
}

fn string_accepts(mine: &StringType, other: &Type) -> bool {
    match (mine, other) {
        (StringType::Any, _) => matches!(other, Type::String(_) | Type::Enum(_) | Type::Pattern(_)),
        (StringType::Sized(size), Type::String(theirs)) => size.covers(theirs.size()),
        (StringType::Sized(size), Type::Enum(values)) => size.covers(lengths(values)),
        (StringType::Sized(size), Type::Pattern(_)) => size.covers(Size::ANY),
        (StringType::Exact(_), Type::String(theirs)) => mine == theirs,
        // Compat: the reference compares only the number of values, not the value itself.
        // Pinned by `quirk-enums`.
        (StringType::Exact(_), Type::Enum(values)) => {
            values.values().len() == 1 && !values.is_case_insensitive()
        }
        _ => false,
    }
}

/// The range of the lengths of the strings of an `Enum`.
fn lengths(values: &EnumType) -> Size {
    let sizes = values.values().iter().map(|value| Size::exactly(value.chars().count()));
    sizes.reduce(Size::hull).unwrap_or(Size::ANY)
}

fn enum_accepts(mine: &EnumType, other: &Type) -> bool {
    match other {
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) if mine.values().is_empty() => {
            // Compat: a case-insensitive `Enum` without values is like any other `Enum` without
            // values.
            true
        }
        Type::String(string) => string.exact().is_some_and(|text| mine.contains(text)),
        Type::Enum(theirs) => {
            mine == &**theirs
                || !theirs.values().is_empty()
                    && (mine.is_case_insensitive() || !theirs.is_case_insensitive())
                    && theirs.values().iter().all(|text| mine.contains(text))
        }
        _ => false,
    }
}

fn pattern_accepts(mine: &[Arc<Regexp>], other: &Type) -> bool {
    match other {
        Type::String(_) | Type::Enum(_) if mine.is_empty() => true,
        Type::String(string) => {
            string.exact().is_some_and(|text| crate::instance::matches_any(mine, text))
        }
        Type::Enum(values) => {
            !values.values().is_empty()
                && values.values().iter().all(|text| crate::instance::matches_any(mine, text))
        }
        Type::Pattern(theirs) => {
            mine.is_empty() || mine.len() == theirs.len() && mine.iter().all(|m| theirs.contains(m))
        }
        _ => false,
    }
}
