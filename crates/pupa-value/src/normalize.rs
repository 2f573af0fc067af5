//! Types in their simplest form: `Optional[Variant[Undef, Integer]]` is `Optional[Integer]`.

use std::sync::Arc;

use crate::sharing::Memo;
use crate::types::{
    CallableType, EnumType, InitType, IntegerRange, StructMember, TupleType, Type, Whole,
};
use crate::value::semver_range::SemVerRange;

impl Type {
    /// The type in its simplest form, as the reference finds it for type aliases.
    #[must_use]
    pub fn normalize(&self) -> Type {
        self.normalize_knowing(&mut Memo::default())
    }

    /// Like [`Type::normalize`]; what is shared is looked at once.
    fn normalize_knowing(&self, known: &mut Memo<Type>) -> Type {
        known.of_type(self, |known| self.normalized_anew(known))
    }

    fn normalized_anew(&self, known: &mut Memo<Type>) -> Type {
        match self {
            Type::Type(Some(t)) => Type::type_of(t.normalize_knowing(known)),
            Type::Iterable(Some(t)) => Type::iterable(t.normalize_knowing(known)),
            Type::Iterator(Some(t)) => Type::iterator(t.normalize_knowing(known)),
            // Compat: what changes is generalised.
            Type::Sensitive(t) => {
                let normal = t.normalize_knowing(known);
                if normal == **t { self.clone() } else { Type::sensitive(&normal) }
            }
            Type::Init(Some(init)) => Type::Init(Some(Arc::new(InitType::new(
                init.target.normalize_knowing(known),
                init.args.clone(),
            )))),
            Type::NotUndef(Some(t)) => normalize_not_undef(&t.normalize_knowing(known), known),
            Type::Optional(Some(t)) => normalize_optional(&t.normalize_knowing(known), known),
            // Compat: the size gets lost.
            Type::Collection(_) => Type::COLLECTION,
            Type::Array(array) => match &array.element {
                // Compat: here too.
                Type::Any => Type::any_array(),
                element => Type::array(element.normalize_knowing(known), array.size),
            },
            Type::Hash(hash) => Type::hash(
                hash.key.normalize_knowing(known),
                hash.value.normalize_knowing(known),
                hash.size,
            ),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(normalize_tuple(tuple, known))),
            Type::Struct(structure) => Type::structure(structure.members().iter().map(|member| {
                StructMember { value: member.value.normalize_knowing(known), ..member.clone() }
            })),
            Type::Callable(Some(callable)) => Type::Callable(Some(Arc::new(CallableType {
                params: callable.params.as_ref().map(|t| normalize_tuple(t, known)),
                block: callable.block.as_ref().map(|t| t.normalize_knowing(known)),
                returns: callable.returns.as_ref().map(|t| t.normalize_knowing(known)),
            }))),
            Type::Variant(options) if !options.is_empty() => {
                normalize_variant(self, options, known)
            }
            _ => self.clone(),
        }
    }
}

fn normalize_tuple(tuple: &TupleType, known: &mut Memo<Type>) -> TupleType {
    TupleType {
        types: tuple.types.iter().map(|t| t.normalize_knowing(known)).collect(),
        size: tuple.size,
    }
}

fn normalize_not_undef(inner: &Type, known: &mut Memo<Type>) -> Type {
    match inner {
        Type::Optional(None) => Type::NotUndef(None),
        Type::Optional(Some(t)) => Type::not_undef((**t).clone()).normalize_knowing(known),
        _ if !inner.accepts(&Type::Undef) => inner.clone(),
        _ => Type::not_undef(inner.clone()),
    }
}

fn normalize_optional(inner: &Type, known: &mut Memo<Type>) -> Type {
    match inner {
        Type::NotUndef(None) => Type::Optional(None),
        Type::NotUndef(Some(t)) => Type::optional((**t).clone()).normalize_knowing(known),
        _ if inner.accepts(&Type::Undef) => inner.clone(),
        _ => Type::optional(inner.clone()),
    }
}

fn normalize_variant(variant: &Type, options: &[Type], known: &mut Memo<Type>) -> Type {
    let normal: Vec<Type> = options.iter().map(|t| t.normalize_knowing(known)).collect();
    if let [only] = normal.as_slice() {
        return only.clone();
    }
    if normal.iter().any(|t| matches!(t, Type::Undef | Type::Optional(_))) {
        let without_undef = normal.into_iter().filter_map(|t| match t {
            Type::Undef | Type::Optional(None) => None,
            Type::Optional(Some(t)) => Some((*t).clone()),
            other => Some(other),
        });
        return Type::optional(Type::variant(without_undef)).normalize_knowing(known);
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

/// Joins options of one kind, in the reference's order.
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

/// Takes out all options of a kind; when there are several, what becomes of them is put last.
fn merge(
    types: Vec<Type>,
    is_such: impl Fn(&Type) -> bool,
    join: impl Fn(Vec<Type>) -> Type,
) -> Vec<Type> {
    if types.iter().filter(|t| is_such(t)).count() < 2 {
        return types;
    }
    let (such, mut others): (Vec<Type>, Vec<Type>) = types.into_iter().partition(|t| is_such(t));
    others.push(join(such));
    others
}

/// The same, but what becomes of them comes first.
fn merge_first(
    types: Vec<Type>,
    is_such: impl Fn(&Type) -> bool,
    join: impl Fn(Vec<Type>) -> Vec<Type>,
) -> Vec<Type> {
    if types.iter().filter(|t| is_such(t)).count() < 2 {
        return types;
    }
    let (such, others): (Vec<Type>, Vec<Type>) = types.into_iter().partition(|t| is_such(t));
    let mut all = join(such);
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
    /// `SemVer[…]`: versions of any of the ranges, those that touch being one.
    pub fn sem_ver(ranges: impl IntoIterator<Item = Arc<SemVerRange>>) -> Type {
        let mut merged = merge_touching(ranges.into_iter().collect(), |a, b| {
            // Ranges that can't be compared are kept apart.
            SemVerRange::merge(a, b).ok().flatten().map(Arc::new)
        });
        merged.reverse();
        Type::SemVer(Arc::new(merged))
    }
}

/// Joins what touches, beginning with the last, as the reference does it.
fn merge_touching<T: Clone>(mut items: Vec<T>, join: impl Fn(&T, &T) -> Option<T>) -> Vec<T> {
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
    merge_touching(types, |a, b| match (a, b) {
        (Type::Integer(a), Type::Integer(b)) => touch(a, b).then(|| Type::Integer(a.hull(b))),
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

/// Whether two ranges have a number in common, or one begins right after the other.
fn touch(a: &IntegerRange, b: &IntegerRange) -> bool {
    let reaches = |to: Option<&Whole>, from: Option<&Whole>| match (to, from) {
        (Some(to), Some(from)) => to.to_big() + 1 >= from.to_big(),
        _ => true,
    };
    reaches(a.to(), b.from()) && reaches(b.to(), a.from())
}
