//! The wording of type mismatches.
//!
//! Types are named without their parameters when the names differ: `expects an Integer value, got
//! String`. Otherwise they are written out: `expects an Integer[1, 9] value, got Integer[10, 10]`.

use std::fmt;
use std::mem::discriminant;
use std::sync::Arc;

use crate::types::object::{ObjectDefinition, ObjectType};
use crate::types::{EnumType, RuntimeType, StringType, Type};
use crate::value::Text;

/// Writes the message for a value of a wrong type.
pub(super) fn write_type(
    f: &mut fmt::Formatter<'_>,
    expected: &Type,
    actual: &Type,
) -> fmt::Result {
    let (expected, optional) = without_optional(expected);
    let options = match expected {
        Some(Type::Variant(options)) => options.as_slice(),
        Some(single) => std::slice::from_ref(single),
        None => &[],
    };
    let (mut names, actual) = type_names(options, actual);
    if optional {
        names.insert(0, "Undef".to_owned());
    }
    match names.as_slice() {
        [name] => write!(f, " expects {} {name} value, got {actual}", article(name)),
        [first, second] => {
            write!(f, " expects a value of type {first} or {second}, got {actual}")
        }
        [others @ .., last] => {
            write!(f, " expects a value of type {}, or {last}, got {actual}", others.join(", "))
        }
        // Compat: a `Variant` without options leaves the names empty.
        [] => write!(f, " expects a value of type , or , got {actual}"),
    }
}

/// Writes the message for a string that matches no pattern.
pub(super) fn write_pattern(
    f: &mut fmt::Formatter<'_>,
    expected: &Type,
    actual: &Type,
) -> fmt::Result {
    let (inner, optional) = without_optional(expected);
    let undef = if optional { "an undef value or " } else { "" };
    let pattern = inner.unwrap_or(expected).expanded_text();
    write!(f, " expects {undef}a match for {pattern}, got ")?;
    match actual {
        Type::String(StringType::Exact(text)) => write!(f, "'{text}'"),
        actual => f.write_str(&short_name(actual)),
    }
}

fn without_optional(t: &Type) -> (Option<&Type>, bool) {
    match t {
        Type::Optional(inner) => (inner.as_deref(), true),
        t => (Some(t), false),
    }
}

/// The names of the options and of the actual type.
fn type_names(options: &[Type], actual: &Type) -> (Vec<String>, String) {
    if options.iter().any(|t| is_alike(t, actual))
        || options.iter().any(|t| default_of(t).accepts(actual))
    {
        let names = options.iter().map(Type::expanded_text).collect();
        return (names, detailed_actual(options, actual));
    }
    let mut names: Vec<String> = Vec::new();
    for name in options.iter().map(short_name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (names, short_name(actual))
}

/// The actual type written out, or only its name if its generalized form is rejected as well.
fn detailed_actual(options: &[Type], actual: &Type) -> String {
    let general = actual.generalize();
    let in_full = options.iter().map(Type::resolved).any(|t| is_alike(t, actual))
        || options.iter().any(|t| t.resolved().accepts(&general));
    if in_full { actual.expanded_text() } else { simple_name(actual).to_owned() }
}

/// Whether the two types must be written out to be distinguished.
fn is_alike(expected: &Type, actual: &Type) -> bool {
    discriminant(expected) == discriminant(actual)
        || matches!(
            (expected, actual),
            (Type::Alias(_), _)
                | (_, Type::Alias(_))
                | (Type::Struct(_), Type::Hash(_))
                | (Type::Tuple(_), Type::Array(_))
        )
}

/// The name without parameters; a wrapper type has the name of the wrapped type in brackets.
fn short_name(t: &Type) -> String {
    let inner = match t {
        Type::Optional(inner)
        | Type::NotUndef(inner)
        | Type::Type(inner)
        | Type::Iterable(inner)
        | Type::Iterator(inner) => inner.as_deref(),
        Type::Sensitive(inner) => Some(&**inner),
        Type::Init(init) => init.as_ref().map(|init| &init.target),
        _ => None,
    };
    match inner {
        None | Some(Type::Any) => name(t).unwrap_or_else(|| simple_name(t)).to_owned(),
        // Compat: an anonymous object type leaves the brackets empty.
        // Pinned by `quirk-anonymous-objects`.
        Some(inner) => format!("{}[{}]", simple_name(t), name(inner).unwrap_or("")),
    }
}

/// The name of a type; object types and type sets may be anonymous.
fn name(t: &Type) -> Option<&str> {
    match t {
        Type::Alias(alias) => Some(&alias.name),
        Type::Object(object) => object.name.as_deref(),
        Type::TypeSet(set) => set.name.as_deref(),
        t => Some(simple_name(t)),
    }
}

/// The name of the kind of type; for an object type the last segment of its own name.
fn simple_name(t: &Type) -> &str {
    match t {
        Type::Object(object) => last_segment(object.label()),
        Type::ObjectExtension(extension) => last_segment(extension.base.label()),
        t => kind_name(t),
    }
}

fn last_segment(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

fn kind_name(t: &Type) -> &'static str {
    match t {
        Type::Any => "Any",
        Type::Unit => "Unit",
        Type::Undef => "Undef",
        Type::Default => "Default",
        Type::Scalar => "Scalar",
        Type::ScalarData => "ScalarData",
        Type::Numeric => "Numeric",
        Type::Integer(_) => "Integer",
        Type::Float(_) => "Float",
        Type::Boolean(_) => "Boolean",
        Type::String(_) => "String",
        Type::Enum(_) => "Enum",
        Type::Pattern(_) => "Pattern",
        Type::Regexp(_) => "Regexp",
        Type::Binary => "Binary",
        Type::Timestamp(_) => "Timestamp",
        Type::Timespan(_) => "Timespan",
        Type::SemVer(_) => "SemVer",
        Type::SemVerRange => "SemVerRange",
        Type::Uri(_) => "URI",
        Type::Collection(_) => "Collection",
        Type::Array(_) => "Array",
        Type::Hash(_) => "Hash",
        Type::Tuple(_) => "Tuple",
        Type::Struct(_) => "Struct",
        Type::Variant(_) => "Variant",
        Type::Optional(_) => "Optional",
        Type::NotUndef(_) => "NotUndef",
        Type::Sensitive(_) => "Sensitive",
        Type::Type(_) => "Type",
        Type::Iterable(_) => "Iterable",
        Type::Iterator(_) => "Iterator",
        Type::Callable(_) => "Callable",
        Type::Init(_) => "Init",
        Type::Runtime(_) => "Runtime",
        Type::Object(_) | Type::ObjectExtension(_) => "Object",
        Type::TypeSet(_) => "TypeSet",
        Type::CatalogEntry => "CatalogEntry",
        Type::Resource(_) => "Resource",
        Type::Class(_) => "Class",
        Type::Reference(_) => "TypeReference",
        Type::Alias(_) => "TypeAlias",
    }
}

/// The type without its parameters.
fn default_of(t: &Type) -> Type {
    match t {
        Type::Integer(_) => Type::INTEGER,
        Type::Float(_) => Type::FLOAT,
        Type::Boolean(_) => Type::BOOLEAN,
        Type::String(_) => Type::STRING,
        Type::Enum(_) => Type::Enum(Arc::new(EnumType::new([], false))),
        Type::Pattern(_) => Type::pattern([]),
        Type::Regexp(_) => Type::REGEXP,
        Type::Timestamp(_) => Type::TIMESTAMP,
        Type::Timespan(_) => Type::TIMESPAN,
        Type::SemVer(_) => Type::SemVer(Arc::default()),
        Type::Uri(_) => Type::Uri(None),
        Type::Collection(_) => Type::COLLECTION,
        Type::Array(_) => Type::any_array(),
        Type::Hash(_) => Type::any_hash(),
        Type::Tuple(_) => Type::tuple([], None),
        Type::Struct(_) => Type::structure([]),
        Type::Variant(_) => Type::Variant(Arc::default()),
        Type::Optional(_) => Type::Optional(None),
        Type::NotUndef(_) => Type::NotUndef(None),
        Type::Sensitive(_) => Type::sensitive(&Type::Any),
        Type::Type(_) => Type::TYPE,
        Type::Iterable(_) => Type::ITERABLE,
        Type::Iterator(_) => Type::Iterator(None),
        Type::Callable(_) => Type::CALLABLE,
        Type::Init(_) => Type::Init(None),
        Type::Runtime(_) => Type::Runtime(Arc::new(RuntimeType::default())),
        Type::Object(_) => Type::Object(Arc::new(ObjectType::new(None, ObjectDefinition::empty()))),
        // Compat: a parameterized object type counts as a kind of type without a default form.
        Type::ObjectExtension(_) => Type::Any,
        Type::Resource(_) => Type::RESOURCE,
        Type::Class(_) => Type::Class(None),
        Type::Reference(_) | Type::Alias(_) => Type::Reference(Text::from("UnresolvedReference")),
        // These types have no parameters; type sets already differ in their kind.
        Type::Any
        | Type::Unit
        | Type::Undef
        | Type::Default
        | Type::Scalar
        | Type::ScalarData
        | Type::Numeric
        | Type::Binary
        | Type::SemVerRange
        | Type::TypeSet(_)
        | Type::CatalogEntry => t.clone(),
    }
}

/// `an` before a vowel, and the reference counts `y` as one.
fn article(text: &str) -> &'static str {
    let mut letters = text.chars();
    let first = match letters.next() {
        Some('"' | '\'') => letters.next(),
        first => first,
    };
    match first.map(|letter| letter.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'y') => "an",
        _ => "a",
    }
}
