//! Finds the mismatching parts of a type by walking the expected and the actual type together.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::description::{Kind, Mismatch};
use super::merge::merge_options;
use super::path::{Element, extend};
use super::unresolved;
use crate::types::{
    ArrayType, CallableType, HashType, Size, StructMember, StructType, TupleType, Type, TypeAlias,
};

/// The mismatches between `actual` and `expected`; empty if there are none.
pub(super) fn describe(expected: &Type, actual: &Type, path: &[Element]) -> Vec<Mismatch> {
    if [expected, actual].iter().any(|t| remaining_parts(t, MAX_PARTS).is_none()) {
        let fits = expected.accepts(actual);
        return if fits { Vec::new() } else { wrong_type(expected, actual, path) };
    }
    match unresolved::find(expected) {
        Some(name) => vec![Mismatch::new(path, Kind::UnresolvedType(name))],
        // An unresolved name in a part would have been found here, so the walk need not search
        // again.
        None => walk(expected, actual, path),
    }
}

/// The limit on the parts of a type. Types with more are compared as a whole: a list of that many
/// mismatches is unreadable, and a type with shared parts may be too large to walk.
const MAX_PARTS: usize = 100_000;

/// Subtracts the number of parts of a type from a budget; `None` if it is exceeded.
fn remaining_parts(t: &Type, parts: usize) -> Option<usize> {
    let parts = parts.checked_sub(1)?;
    match t {
        Type::Tuple(tuple) => {
            tuple.types.iter().try_fold(parts, |left, t| remaining_parts(t, left))
        }
        Type::Struct(structure) => {
            let mut values = structure.members().iter().map(|member| &member.value);
            values.try_fold(parts, |left, t| remaining_parts(t, left))
        }
        Type::Array(array) => remaining_parts(&array.element, parts),
        Type::Hash(hash) => remaining_parts(&hash.value, remaining_parts(&hash.key, parts)?),
        Type::Callable(Some(callable)) => {
            let params = callable.params.iter().flat_map(|params| &params.types);
            let mut types = params.chain(&callable.block).chain(&callable.returns);
            types.try_fold(parts, |left, t| remaining_parts(t, left))
        }
        Type::Variant(options) => {
            options.iter().try_fold(parts, |left, t| remaining_parts(t, left))
        }
        _ => Some(parts),
    }
}

fn walk(expected: &Type, actual: &Type, path: &[Element]) -> Vec<Mismatch> {
    describe_as(&expected.normalize(), expected, actual, path)
}

/// Walks by the kind of the expected type. `original` is the type to name in messages: the alias or
/// the `Optional` that wraps `expected`.
fn describe_as(expected: &Type, original: &Type, actual: &Type, path: &[Element]) -> Vec<Mismatch> {
    match expected {
        Type::Variant(options) => describe_variant(options, original, actual, path),
        Type::Struct(members) => describe_struct(members, original, actual, path),
        Type::Hash(hash) => describe_hash(hash, original, actual, path),
        Type::Tuple(tuple) => describe_tuple(tuple, original, actual, path),
        Type::Array(array) => describe_array(array, original, actual, path),
        Type::Callable(callable) => describe_callable(callable.as_deref(), original, actual, path),
        Type::Optional(inner) => {
            describe_optional(inner.as_deref(), expected, original, actual, path)
        }
        Type::Pattern(_) | Type::Enum(_) => {
            vec![Mismatch::new(path, Kind::wrong_pattern(original, actual))]
        }
        // Walking into such an alias would never end.
        Type::Alias(alias) if is_part_of_its_own_options(alias) => {
            if expected.accepts(actual) {
                Vec::new()
            } else {
                wrong_type(original, actual, path)
            }
        }
        Type::Alias(alias) => match alias.get() {
            Some(inner) => describe_as(&inner.normalize(), expected, actual, path),
            None => wrong_type(original, actual, path),
        },
        _ if expected.accepts(actual) => Vec::new(),
        _ => wrong_type(original, actual, path),
    }
}

/// Whether an alias resolves to a choice that includes the alias itself: `type A = Optional[A]`.
fn is_part_of_its_own_options(alias: &Arc<TypeAlias>) -> bool {
    let mut seen = FxHashSet::default();
    let mut open: Vec<&Type> =
        alias.get().filter(|_| alias.is_self_recursive()).into_iter().collect();
    while let Some(t) = open.pop() {
        match t {
            Type::Alias(other) if Arc::ptr_eq(other, alias) => return true,
            Type::Alias(other) if seen.insert(Arc::as_ptr(other)) => open.extend(other.get()),
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => open.push(inner),
            Type::Variant(options) => open.extend(options.iter()),
            _ => {}
        }
    }
    false
}

fn wrong_type(expected: &Type, actual: &Type, path: &[Element]) -> Vec<Mismatch> {
    vec![Mismatch::new(path, Kind::wrong_type(expected, actual))]
}

fn wrong_size(expected: Size, actual: Size, path: &[Element]) -> Vec<Mismatch> {
    vec![Mismatch::new(path, Kind::Size { expected, actual })]
}

fn describe_optional(
    inner: Option<&Type>,
    expected: &Type,
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    match inner {
        Some(inner) if !matches!(actual, Type::Undef) => {
            let named = if matches!(original, Type::Alias(_)) { original } else { expected };
            describe_as(inner, named, actual, path)
        }
        _ => Vec::new(),
    }
}

fn describe_variant(
    options: &[Type],
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    let undef = matches!(original, Type::Optional(_)).then_some(&Type::Undef);
    let mut by_option = Vec::new();
    for (index, option) in undef.into_iter().chain(options).enumerate() {
        let errors = walk(option, actual, &extend(path, Element::Variant(index)));
        if errors.is_empty() {
            return errors;
        }
        by_option.push(errors);
    }
    let errors = merge_options(path.len(), by_option);
    if errors.len() == 1 && matches!(original, Type::Alias(_)) {
        // All options failed in the same way, so the message names the alias instead of its
        // options.
        return wrong_type(original, actual, path);
    }
    errors
}

fn describe_array(
    expected: &ArrayType,
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    let expected_size = expected.size.unwrap_or(Size::ANY);
    match actual {
        Type::Tuple(tuple) => {
            let actual_size = tuple.size.unwrap_or_else(|| Size::exactly(tuple.types.len()));
            if !expected_size.covers(actual_size) {
                return wrong_size(expected_size, actual_size, path);
            }
            let element = &expected.element;
            let wrong = tuple.types.iter().enumerate().filter(|(_, t)| !element.accepts(t));
            wrong
                .flat_map(|(index, t)| walk(element, t, &extend(path, Element::Index(index))))
                .collect()
        }
        Type::Array(array) => {
            let actual_size = array.size.unwrap_or(Size::ANY);
            if !expected_size.covers(actual_size) {
                return wrong_size(expected_size, actual_size, path);
            }
            wrong_type(original, &Type::array(array.element.clone(), None), path)
        }
        actual => wrong_type(original, actual, path),
    }
}

/// The range of sizes of a hash with these members.
fn struct_size(members: &[StructMember]) -> Size {
    let required = members.iter().filter(|member| !member.optional).count();
    Size { from: Size::exactly(required).from, to: Size::exactly(members.len()).to }
}

fn describe_hash(
    expected: &HashType,
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    let expected_size = expected.size.unwrap_or(Size::ANY);
    match actual {
        Type::Struct(members) => {
            let actual_size = struct_size(members.members());
            if !expected_size.covers(actual_size) {
                return wrong_size(expected_size, actual_size, path);
            }
            let entries = members.members().iter();
            entries
                .flat_map(|entry| describe_entry(&expected.key, &expected.value, entry, path))
                .collect()
        }
        Type::Hash(hash) => describe_general_hash(expected_size, hash, original, path),
        actual => wrong_type(original, actual, path),
    }
}

/// The mismatch of a hash type, whose keys are unknown.
fn describe_general_hash(
    expected_size: Size,
    actual: &HashType,
    original: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    let actual_size = actual.size.unwrap_or(Size::ANY);
    if !expected_size.covers(actual_size) {
        return wrong_size(expected_size, actual_size, path);
    }
    wrong_type(original, &Type::hash(actual.key.clone(), actual.value.clone(), None), path)
}

fn describe_entry(
    key: &Type,
    value: &Type,
    actual: &StructMember,
    path: &[Element],
) -> Vec<Mismatch> {
    let mut errors = Vec::new();
    let actual_key = actual.key_type();
    if !key.accepts(&actual_key) {
        let path = extend(path, Element::KeyOfEntry(actual.name.clone()));
        errors.extend(walk(key, &actual_key, &path));
    }
    if !value.accepts(&actual.value) {
        let path = extend(path, Element::Entry(actual.name.clone()));
        errors.extend(walk(value, &actual.value, &path));
    }
    errors
}

fn describe_struct(
    expected: &StructType,
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    match actual {
        Type::Struct(actual) => describe_members(expected, actual, path),
        Type::Hash(hash) => {
            describe_general_hash(struct_size(expected.members()), hash, original, path)
        }
        actual => wrong_type(original, actual, path),
    }
}

fn describe_members(expected: &StructType, actual: &StructType, path: &[Element]) -> Vec<Mismatch> {
    let mut errors = Vec::new();
    for member in expected.members() {
        match actual.member(&member.name) {
            Some(given) => {
                errors.extend(describe_entry(&member.key_type(), &member.value, given, path));
            }
            None if member.optional => {}
            None => errors.push(Mismatch::new(path, Kind::MissingKey(member.name.clone()))),
        }
    }
    let unknown = actual.members().iter().filter(|given| expected.member(&given.name).is_none());
    errors.extend(unknown.map(|given| Mismatch::new(path, Kind::UnknownKey(given.name.clone()))));
    errors
}

fn describe_tuple(
    expected: &TupleType,
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    let expected_size = expected.size_range();
    let (errors, actual_size) = match actual {
        Type::Tuple(tuple) => (describe_positions(expected, tuple, path), tuple.size_range()),
        Type::Array(array) => (
            describe_elements(expected, &array.element, array.size, path),
            array.size.unwrap_or(Size::ANY),
        ),
        actual => return wrong_type(original, actual, path),
    };
    errors.unwrap_or_else(|| wrong_size(expected_size, actual_size, path))
}

/// The mismatches of the elements of a tuple; `None` if its size is wrong.
fn describe_positions(
    expected: &TupleType,
    actual: &TupleType,
    path: &[Element],
) -> Option<Vec<Mismatch>> {
    if expected == actual {
        return Some(Vec::new());
    }
    if !expected.size_range().covers(actual.size_range()) {
        return None;
    }
    let Some(last) = expected.types.len().checked_sub(1) else { return Some(Vec::new()) };
    let positions = actual.types.iter().enumerate().map(|(index, t)| (index.min(last), t));
    Some(
        positions
            .flat_map(|(index, t)| {
                // Compat: elements beyond the last type are reported with its index.
                // Pinned by `quirk-elements`.
                walk(&expected.types[index], t, &extend(path, Element::Index(index)))
            })
            .collect(),
    )
}

/// The mismatches of an array whose elements have one type; `None` if its size is wrong.
fn describe_elements(
    expected: &TupleType,
    element: &Type,
    size: Option<Size>,
    path: &[Element],
) -> Option<Vec<Mismatch>> {
    if expected.types.is_empty() {
        return Some(Vec::new());
    }
    expected.size_range().covers(size.unwrap_or(Size::ANY)).then(|| {
        let types = expected.types.iter().enumerate();
        types
            .flat_map(|(index, t)| walk(t, element, &extend(path, Element::Index(index))))
            .collect()
    })
}

fn describe_callable(
    expected: Option<&CallableType>,
    original: &Type,
    actual: &Type,
    path: &[Element],
) -> Vec<Mismatch> {
    let Type::Callable(actual_callable) = actual else { return wrong_type(original, actual, path) };
    let any = CallableType::default();
    let expected = expected.unwrap_or(&any);
    let given = actual_callable.as_deref().unwrap_or(&any);
    if let Some(params) = &expected.params {
        let Some(given_params) = &given.params else {
            // The actual callable accepts any parameters; the reference crashes here.
            return wrong_type(original, actual, path);
        };
        let errors = describe_positions(params, given_params, path).unwrap_or_else(|| {
            let (expected, actual) = (params.size_range(), given_params.size_range());
            vec![Mismatch::new(path, Kind::Count { expected, actual })]
        });
        if !errors.is_empty() {
            return errors;
        }
    } else if expected.returns.is_none() {
        return Vec::new();
    }
    describe_result_and_block(expected, given, path)
}

fn describe_result_and_block(
    expected: &CallableType,
    actual: &CallableType,
    path: &[Element],
) -> Vec<Mismatch> {
    let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
    let actual_returns = actual.returns.as_ref().unwrap_or(&Type::Any);
    if !returns.accepts(actual_returns) {
        return wrong_type(returns, actual_returns, &extend(path, Element::Return));
    }
    let block = expected.block.as_ref().unwrap_or(&Type::Undef);
    let actual_block = actual.block.as_ref().unwrap_or(&Type::Undef);
    // Blocks are contravariant: the caller passes a block of the expected type.
    if !actual_block.accepts(block) {
        return wrong_type(block, actual_block, &extend(path, Element::Block));
    }
    Vec::new()
}
