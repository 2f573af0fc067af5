//! Merges the mismatches of alternatives: if all alternatives fail in the same way, one is
//! reported.

use super::description::{Kind, Mismatch};
use crate::types::Type;

/// The kinds of mismatches that can be merged.
#[derive(Clone, Copy)]
enum Mergeable {
    Size,
    Count,
    MissingBlock,
    UnexpectedBlock,
    Type,
}

impl Mergeable {
    fn matches(self, kind: &Kind) -> bool {
        match self {
            Mergeable::Size => matches!(kind, Kind::Size { .. } | Kind::Count { .. }),
            Mergeable::Count => matches!(kind, Kind::Count { .. }),
            Mergeable::MissingBlock => matches!(kind, Kind::MissingBlock),
            Mergeable::UnexpectedBlock => matches!(kind, Kind::UnexpectedBlock),
            Mergeable::Type => matches!(kind, Kind::Type { .. } | Kind::Pattern { .. }),
        }
    }
}

/// Merges the mismatches of the options of a `Variant`; `position` is the index of the path step
/// that differs between them.
pub(super) fn merge_options(position: usize, options: Vec<Vec<Mismatch>>) -> Vec<Mismatch> {
    merge(position, Mergeable::Size, options)
}

/// Merges the mismatches of the signatures of a function.
pub(super) fn merge_signatures(signatures: Vec<Vec<Mismatch>>) -> Vec<Mismatch> {
    merge(0, Mergeable::Count, signatures)
}

fn merge(position: usize, size: Mergeable, alternatives: Vec<Vec<Mismatch>>) -> Vec<Mismatch> {
    let count = alternatives.len();
    let all: Vec<Mismatch> = alternatives.into_iter().flatten().collect();
    let order = [size, Mergeable::MissingBlock, Mergeable::UnexpectedBlock, Mergeable::Type];
    let merged = order.into_iter().find_map(|expected| merge_kind(expected, &all, count));
    let mut left = match merged {
        Some(one) => vec![one],
        None => without_repeated_blocks(all),
    };
    match (left.len(), left.pop()) {
        (1, Some(only)) => vec![only.without_step(position)],
        (_, last) => {
            left.extend(last);
            left
        }
    }
}

/// Merges all mismatches of one kind if there is one per alternative and all have the same path.
fn merge_kind(expected: Mergeable, all: &[Mismatch], count: usize) -> Option<Mismatch> {
    let same: Vec<&Mismatch> = all.iter().filter(|one| expected.matches(&one.kind)).collect();
    let (first, rest) = same.split_first().filter(|_| same.len() == count)?;
    rest.iter().all(|one| one.canonical_path().eq(first.canonical_path())).then(|| Mismatch {
        path: first.path.clone(),
        kind: rest.iter().fold(first.kind.clone(), |kind, one| merge_two(kind, &one.kind)),
    })
}

/// The less restrictive of two kinds. The types are normalised again, which may simplify them
/// further than the first time.
fn merge_two(first: Kind, second: &Kind) -> Kind {
    match (first, second) {
        (
            Kind::Size { expected, actual },
            Kind::Size { expected: other, .. } | Kind::Count { expected: other, .. },
        ) => Kind::Size { expected: expected.hull(*other), actual },
        (
            Kind::Count { expected, actual },
            Kind::Size { expected: other, .. } | Kind::Count { expected: other, .. },
        ) => Kind::Count { expected: expected.hull(*other), actual },
        (
            Kind::Type { expected, actual },
            Kind::Type { expected: other, .. } | Kind::Pattern { expected: other, .. },
        ) => Kind::wrong_type(&either(expected, other), &actual),
        (
            Kind::Pattern { expected, actual },
            Kind::Type { expected: other, .. } | Kind::Pattern { expected: other, .. },
        ) => Kind::wrong_pattern(&either(expected, other), &actual),
        (first, _) => first,
    }
}

fn either(one: Type, other: &Type) -> Type {
    Type::variant([one, other.clone()])
}

/// Compat: repeated mismatches are removed only if they concern blocks.
fn without_repeated_blocks(all: Vec<Mismatch>) -> Vec<Mismatch> {
    let mut unique: Vec<Mismatch> = Vec::with_capacity(all.len());
    for one in all {
        let repeated = is_about_block(&one)
            && unique.iter().any(|other| {
                std::mem::discriminant(&one.kind) == std::mem::discriminant(&other.kind)
                    && one.canonical_path().eq(other.canonical_path())
            });
        if !repeated {
            unique.push(one);
        }
    }
    unique
}

fn is_about_block(mismatch: &Mismatch) -> bool {
    matches!(mismatch.kind, Kind::MissingBlock | Kind::UnexpectedBlock)
}
