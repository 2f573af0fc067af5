//! Normalization of types: `Optional[Variant[Undef, Integer]]` becomes `Optional[Integer]`.

use std::sync::Arc;

use crate::sharing::Memo;
use crate::types::{
    CallableType, EnumType, InitType, IntegerRange, StructMember, TupleType, Type, Whole,
};
use crate::value::semver_range::SemVerRange;

impl Type {
    /// The type in its simplest form, as the reference normalizes type aliases.
    #[must_use]
    pub fn normalize(&self) -> Type {
        self.normalize_memoized(&mut Memo::default())
    }

    /// Like [`Type::normalize`], but normalizes shared parts once.
    fn normalize_memoized(&self, memo: &mut Memo<Type>) -> Type {
        if !pupa_meter::charge(4) {
            return self.clone();
        }
        memo.of_type(self, |memo| self.normalize_parts(memo))
    }

    fn normalize_parts(&self, memo: &mut Memo<Type>) -> Type {
        match self {
            Type::Type(Some(t)) => Type::type_of(t.normalize_memoized(memo)),
            Type::Iterable(Some(t)) => Type::iterable(t.normalize_memoized(memo)),
            Type::Iterator(Some(t)) => Type::iterator(t.normalize_memoized(memo)),
            // Compat: a type that changes is generalized. Pinned by `quirk-lost-sizes`.
            Type::Sensitive(t) => {
                let normal = t.normalize_memoized(memo);
                if normal == **t { self.clone() } else { Type::sensitive(&normal) }
            }
            Type::Init(Some(init)) => Type::Init(Some(Arc::new(InitType::new(
                init.target.normalize_memoized(memo),
                init.args.clone(),
            )))),
            Type::NotUndef(Some(t)) => normalize_not_undef(&t.normalize_memoized(memo), memo),
            Type::Optional(Some(t)) => normalize_optional(&t.normalize_memoized(memo), memo),
            // Compat: the size is lost. Pinned by `quirk-lost-sizes`.
            Type::Collection(_) => Type::COLLECTION,
            Type::Array(array) => match &array.element {
                // Compat: here as well.
                Type::Any => Type::any_array(),
                element => Type::array(element.normalize_memoized(memo), array.size),
            },
            Type::Hash(hash) => Type::hash(
                hash.key.normalize_memoized(memo),
                hash.value.normalize_memoized(memo),
                hash.size,
            ),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(normalize_tuple(tuple, memo))),
            Type::Struct(structure) => Type::structure(structure.members().iter().map(|member| {
                StructMember { value: member.value.normalize_memoized(memo), ..member.clone() }
            })),
            Type::Callable(Some(callable)) => Type::Callable(Some(Arc::new(CallableType {
                params: callable.params.as_ref().map(|t| normalize_tuple(t, memo)),
                block: callable.block.as_ref().map(|t| t.normalize_memoized(memo)),
                returns: callable.returns.as_ref().map(|t| t.normalize_memoized(memo)),
            }))),
            Type::Variant(options) if !options.is_empty() => normalize_variant(self, options, memo),
            _ => self.clone(),
        }
    }
}

fn normalize_tuple(tuple: &TupleType, memo: &mut Memo<Type>) -> TupleType {
    TupleType {
        types: tuple.types.iter().map(|t| t.normalize_memoized(memo)).collect(),
        size: tuple.size,
    }
}

fn normalize_not_undef(inner: &Type, memo: &mut Memo<Type>) -> Type {
    match inner {
        Type::Optional(None) => Type::NotUndef(None),
        Type::Optional(Some(t)) => Type::not_undef((**t).clone()).normalize_memoized(memo),
        _ if !inner.accepts(&Type::Undef) => inner.clone(),
        _ => Type::not_undef(inner.clone()),
    }
}

fn normalize_optional(inner: &Type, memo: &mut Memo<Type>) -> Type {
    match inner {
        Type::NotUndef(None) => Type::Optional(None),
        Type::NotUndef(Some(t)) => Type::optional((**t).clone()).normalize_memoized(memo),
        _ if inner.accepts(&Type::Undef) => inner.clone(),
        _ => Type::optional(inner.clone()),
    }
}

fn normalize_variant(variant: &Type, options: &[Type], memo: &mut Memo<Type>) -> Type {
    let normal: Vec<Type> = options.iter().map(|t| t.normalize_memoized(memo)).collect();
    if let [only] = normal.as_slice() {
        return only.clone();
    }
    if normal.iter().any(|t| matches!(t, Type::Undef | Type::Optional(_))) {
        let without_undef = normal.into_iter().filter_map(|t| match t {
            Type::Undef | Type::Optional(None) => None,
            Type::Optional(Some(t)) => Some((*t).clone()),
            other => Some(other),
        });
        return Type::optional(Type::variant(without_undef)).normalize_memoized(memo);
    }
    let is_modified = normal != options;
    let flat = flatten(normal);
    let before = flat.len();
    let merged = merge_all(flat);
    match merged.as_slice() {
        [only] => only.clone(),
        _ if is_modified || merged.len() != before => Type::variant(merged),
        _ => variant.clone(),
    }
}

fn flatten(types: Vec<Type>) -> Vec<Type> {
    let mut flat = Vec::with_capacity(types.len());
    for t in types {
        match t {
            Type::Variant(inner) => flat.extend(inner.iter().cloned()),
            other => flat.push(other),
        }
    }
    flat
}

/// Merges options of the same kind, in the reference's order.
fn merge_all(types: Vec<Type>) -> Vec<Type> {
    let types = merge(types, |t| matches!(t, Type::NotUndef(_)), merge_not_undefs);
    let types = merge(types, is_exact_strings, merge_strings);
    let types = merge(types, is_case_insensitive_enum, merge_case_insensitive);
    let types = merge(types, |t| matches!(t, Type::Pattern(_)), merge_patterns);
    let types = merge_first(types, |t| matches!(t, Type::SemVer(_)), merge_versions);
    let types = merge_first(types, |t| matches!(t, Type::Integer(_)), merge_ranges);
    let types = merge_first(types, |t| matches!(t, Type::Float(_)), merge_ranges);
    let types = merge_first(types, |t| matches!(t, Type::Timespan(_)), merge_ranges);
    merge_first(types, |t| matches!(t, Type::Timestamp(_)), merge_ranges)
}

/// Merges the options of a kind, if there are several; the result is appended.
fn merge(
    types: Vec<Type>,
    is_kind: impl Fn(&Type) -> bool,
    join: impl Fn(Vec<Type>) -> Type,
) -> Vec<Type> {
    if types.iter().filter(|t| is_kind(t)).count() < 2 {
        return types;
    }
    let (selected, mut others): (Vec<Type>, Vec<Type>) =
        types.into_iter().partition(|t| is_kind(t));
    others.push(join(selected));
    others
}

/// Like [`merge`], but the results are prepended.
fn merge_first(
    types: Vec<Type>,
    is_kind: impl Fn(&Type) -> bool,
    join: impl Fn(Vec<Type>) -> Vec<Type>,
) -> Vec<Type> {
    if types.iter().filter(|t| is_kind(t)).count() < 2 {
        return types;
    }
    let (selected, others): (Vec<Type>, Vec<Type>) = types.into_iter().partition(|t| is_kind(t));
    let mut all = join(selected);
    all.extend(others);
    all
}

fn merge_not_undefs(types: Vec<Type>) -> Type {
    let inner = types.into_iter().map(|t| match t {
        Type::NotUndef(Some(t)) => (*t).clone(),
        _ => Type::Any,
    });
    Type::not_undef(Type::variant(inner).normalize())
}

fn is_exact_strings(t: &Type) -> bool {
    match t {
        Type::Enum(values) => !values.values().is_empty() && !values.is_case_insensitive(),
        Type::String(string) => string.exact().is_some(),
        _ => false,
    }
}

fn merge_strings(types: Vec<Type>) -> Type {
    Type::enumeration(types.iter().flat_map(|t| match t {
        Type::Enum(values) => values.values().to_vec(),
        Type::String(string) => string.exact().cloned().into_iter().collect(),
        _ => Vec::new(),
    }))
}

fn is_case_insensitive_enum(t: &Type) -> bool {
    matches!(t, Type::Enum(values) if !values.values().is_empty() && values.is_case_insensitive())
}

fn merge_case_insensitive(types: Vec<Type>) -> Type {
    let values = types.iter().flat_map(|t| match t {
        Type::Enum(values) => values.values().to_vec(),
        _ => Vec::new(),
    });
    Type::Enum(Arc::new(EnumType::new(values.map(|value| value.to_lowercase().into()), true)))
}

fn merge_patterns(types: Vec<Type>) -> Type {
    Type::pattern(types.iter().flat_map(|t| match t {
        Type::Pattern(patterns) => patterns.to_vec(),
        _ => Vec::new(),
    }))
}

fn merge_versions(types: Vec<Type>) -> Vec<Type> {
    let ranges = types.iter().flat_map(|t| match t {
        Type::SemVer(ranges) => ranges.to_vec(),
        _ => Vec::new(),
    });
    vec![Type::sem_ver(ranges)]
}

impl Type {
    /// `SemVer[…]`: versions in any of the ranges, with adjacent ranges merged.
    pub fn sem_ver(ranges: impl IntoIterator<Item = Arc<SemVerRange>>) -> Type {
        let mut merged = merge_adjacent(ranges.into_iter().collect(), |a, b| {
            // Ranges that cannot be compared are not merged.
            SemVerRange::merge(a, b).ok().flatten().map(Arc::new)
        });
        merged.reverse();
        Type::SemVer(Arc::new(merged))
    }
}

/// Merges overlapping or adjacent items, beginning with the last, like the reference.
fn merge_adjacent<T: Clone>(mut items: Vec<T>, join: impl Fn(&T, &T) -> Option<T>) -> Vec<T> {
    let mut result = Vec::new();
    while let Some(last) = items.pop() {
        let mut apart = Vec::new();
        let joined = items.iter().fold(last, |memo, item| match join(&memo, item) {
            Some(joined) => joined,
            None => {
                apart.push(item.clone());
                memo
            }
        });
        result.push(joined);
        items = apart;
    }
    result
}

fn merge_ranges(types: Vec<Type>) -> Vec<Type> {
    merge_adjacent(types, |a, b| match (a, b) {
        (Type::Integer(a), Type::Integer(b)) => {
            are_adjacent(a, b).then(|| Type::Integer(a.hull(b)))
        }
        (Type::Float(a), Type::Float(b)) => {
            let ((from, to), (other_from, other_to)) = (a.ends(), b.ends());
            (to >= other_from && other_to >= from).then(|| Type::Float(a.hull(b)))
        }
        (Type::Timespan(a), Type::Timespan(b)) => {
            a.intersects(b).then(|| Type::Timespan(a.hull(b)))
        }
        (Type::Timestamp(a), Type::Timestamp(b)) => {
            a.intersects(b).then(|| Type::Timestamp(a.hull(b)))
        }
        _ => None,
    })
}

/// Whether two ranges overlap or are adjacent.
fn are_adjacent(a: &IntegerRange, b: &IntegerRange) -> bool {
    let reaches = |to: Option<&Whole>, from: Option<&Whole>| match (to, from) {
        (Some(to), Some(from)) => to.to_big() + 1 >= from.to_big(),
        _ => true,
    };
    reaches(a.to(), b.from()) && reaches(b.to(), a.from())
}
