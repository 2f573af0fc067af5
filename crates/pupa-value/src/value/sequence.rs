//! Iterators: sequences whose elements are created one by one.
//!
//! A [`Sequence`] describes an iteration; [`Sequence::elements`] performs it. A range of a billion
//! numbers, stepped and reversed, therefore costs nothing until its first element is requested. The
//! description does not grow with the number of steps and reversals.

use std::sync::Arc;

use super::tree::Tree;
use super::{Hash, Text, Value};
use crate::types::Type;

/// The description of an iteration.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// The type of the elements, if it is known.
    pub element_type: Option<Type>,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Array(Arc<Vec<Value>>),
    Hash(Arc<Hash>),
    Characters(Text),
    Range(Range),
    Tree(Tree),
    /// Every nth element of a sequence other than a step or a range.
    Step(Arc<Sequence>, usize),
    /// The reverse of a sequence that can be iterated backwards.
    Reverse(Arc<Sequence>),
}

impl Sequence {
    /// The elements of an array.
    pub fn over_array(elements: Arc<Vec<Value>>, element_type: Option<Type>) -> Sequence {
        Sequence { element_type, source: Source::Array(elements) }
    }

    /// The entries of a hash, each an array of key and value.
    pub fn over_hash(hash: Arc<Hash>, element_type: Option<Type>) -> Sequence {
        Sequence { element_type, source: Source::Hash(hash) }
    }

    /// The characters of a string.
    pub fn over_characters(text: Text) -> Sequence {
        let character = Type::sized_string(1, Some(1));
        Sequence { element_type: Some(character), source: Source::Characters(text) }
    }

    /// The integers from `first` to `last`, inclusive.
    pub fn over_range(first: i64, last: i64) -> Sequence {
        Range { from: first, to: last, step: 1 }.into()
    }

    /// The values in a tree, each an array of path and value.
    pub fn over_tree(tree: Tree) -> Sequence {
        Sequence { element_type: Some(Type::Any), source: Source::Tree(tree) }
    }

    /// Every `step`th element, beginning with the first. A step of zero counts as one.
    #[must_use]
    pub fn step(self: &Arc<Self>, step: usize) -> Sequence {
        match &self.source {
            Source::Range(range) => range.stepped(step.max(1)).into(),
            Source::Step(inner, pace) => {
                self.with(Source::Step(Arc::clone(inner), pace.saturating_mul(step.max(1))))
            }
            Source::Tree(_) => self.with(Source::Step(Arc::clone(self), step.max(1))),
            _ if step <= 1 => (**self).clone(),
            _ => self.with(Source::Step(Arc::clone(self), step)),
        }
    }

    /// The elements in reverse order.
    #[must_use]
    pub fn reverse(self: &Arc<Self>) -> Sequence {
        match &self.source {
            Source::Range(range) => range.reversed().into(),
            Source::Reverse(inner) if !inner.is_over_hash() => self.with(inner.source.clone()),
            // The entries of a hash that is reversed twice are arrays, which are not split into key
            // and value.
            Source::Reverse(_) | Source::Step(..) | Source::Tree(_) => {
                let mut elements: Vec<Value> = self.elements().collect();
                elements.reverse();
                self.with(Source::Array(Arc::new(elements)))
            }
            _ => self.with(Source::Reverse(Arc::clone(self))),
        }
    }

    fn with(&self, source: Source) -> Sequence {
        Sequence { element_type: self.element_type.clone(), source }
    }

    /// Whether the elements are the entries of a hash.
    pub fn is_over_hash(&self) -> bool {
        matches!(self.source, Source::Hash(_))
    }

    /// The tree whose values are the elements.
    pub fn tree(&self) -> Option<&Tree> {
        match &self.source {
            Source::Tree(tree) => Some(tree),
            _ => None,
        }
    }

    /// Whether this is a range, a tree, or a stepped sequence.
    pub fn is_stepped(&self) -> bool {
        matches!(self.source, Source::Range(_) | Source::Step(..) | Source::Tree(_))
    }

    /// An iterator over the elements.
    pub fn elements(&self) -> Elements<'_> {
        Elements(match &self.source {
            Source::Array(elements) => Box::new(elements.iter().cloned()),
            Source::Hash(hash) => Box::new(hash.iter().map(pair)),
            Source::Characters(text) => Box::new(text.chars().map(character)),
            Source::Range(range) => Box::new(range.numbers()),
            Source::Tree(tree) => tree.elements(),
            Source::Step(inner, step) => Box::new(inner.elements().step_by(*step)),
            Source::Reverse(inner) => inner.reversed(),
        })
    }

    fn reversed(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match &self.source {
            Source::Array(elements) => Box::new(elements.iter().rev().cloned()),
            Source::Hash(hash) => Box::new(hash.iter().rev().map(pair)),
            Source::Characters(text) => Box::new(text.chars().rev().map(character)),
            Source::Range(_) | Source::Tree(_) | Source::Step(..) | Source::Reverse(_) => {
                // Sequences that cannot be iterated backwards are collected first.
                let forwards: Vec<Value> = self.elements().collect();
                Box::new(forwards.into_iter().rev())
            }
        }
    }
}

fn pair((key, value): (&Value, &Value)) -> Value {
    Value::array([key.clone(), value.clone()])
}

fn character(character: char) -> Value {
    Value::string(character.encode_utf8(&mut [0; 4]) as &str)
}

/// An iterator over the elements of a sequence.
pub struct Elements<'a>(Box<dyn Iterator<Item = Value> + 'a>);

impl Iterator for Elements<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        self.0.next()
    }
}

/// Integers at regular steps: ascending from the lowest, or descending from the highest if the step
/// is negative.
#[derive(Debug, Clone, Copy)]
struct Range {
    from: i64,
    to: i64,
    /// Not zero; clamped to more than the length of any range.
    step: i128,
}

impl Range {
    /// Compat: an ascending range is shortened to the last integer that the step reaches. A
    /// descending range is shortened at the same end by the amount computed for the descending
    /// direction, so that it may lose its last integer: `Integer[1, 10].reverse_each.step(4)` is
    /// `[10, 6]`. Pinned by `quirk-steps-of-descending-ranges`.
    fn stepped(self, by: usize) -> Range {
        let by = i128::try_from(by).unwrap_or(i128::MAX);
        // No step needs to exceed the longest range.
        let step = self.step.saturating_mul(by).clamp(-(1 << 65), 1 << 65);
        let span = i128::from(self.to) - i128::from(self.from);
        let past = if step < 0 { -((-span).rem_euclid(step)) } else { span.rem_euclid(step) };
        let (mut from, mut to) = (self.from, self.to);
        if past < 0 {
            from = i64::try_from(i128::from(from) - past).unwrap_or(i64::MAX);
        } else if past > 0 {
            to = i64::try_from(i128::from(to) - past).unwrap_or(i64::MIN);
        }
        Range { from, to, step }
    }

    fn reversed(self) -> Range {
        Range { step: -self.step, ..self }
    }

    fn numbers(self) -> impl Iterator<Item = Value> {
        let (from, to) = (i128::from(self.from), i128::from(self.to));
        let first = if self.step < 0 { to } else { from };
        let mut next = first;
        std::iter::from_fn(move || {
            let number = i64::try_from(next).ok().filter(|_| (from..=to).contains(&next))?;
            next += self.step;
            Some(Value::Integer(number))
        })
    }
}

impl From<Range> for Sequence {
    fn from(range: Range) -> Sequence {
        let element_type = Some(Type::integer(range.from, range.to));
        Sequence { element_type, source: Source::Range(range) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(sequence: &Sequence) -> Vec<i64> {
        sequence.elements().filter_map(|value| value.as_integer()).collect()
    }

    #[test]
    fn steps_through_a_range() {
        let range = Arc::new(Sequence::over_range(1, 10));
        assert_eq!(numbers(&range.step(3)), [1, 4, 7, 10]);
        assert_eq!(numbers(&range.step(100)), [1]);
        assert_eq!(numbers(&Arc::new(range.step(2)).step(2)), [1, 5, 9]);
    }

    #[test]
    fn steps_and_reversals_combine() {
        let range = Arc::new(Sequence::over_range(1, 10));
        assert_eq!(numbers(&Arc::new(range.step(3)).reverse()), [10, 7, 4, 1]);
        assert_eq!(numbers(&Arc::new(range.reverse()).step(4)), [10, 6]);
        assert_eq!(numbers(&Arc::new(Arc::new(range.reverse()).step(4)).reverse()), [4, 8]);
        assert_eq!(numbers(&Arc::new(range.reverse()).step(3)), [10, 7, 4, 1]);
        let array = Arc::new(vec![1.into(), 2.into(), 3.into()]);
        let array = Arc::new(Sequence::over_array(array, None));
        assert_eq!(numbers(&Arc::new(array.reverse()).step(2)), [3, 1]);
        assert_eq!(numbers(&Arc::new(array.step(2)).reverse()), [3, 1]);
    }

    #[test]
    fn an_empty_range_stays_empty() {
        let range = Arc::new(Sequence::over_range(5, 4));
        assert!(numbers(&range).is_empty());
        assert!(numbers(&range.step(2)).is_empty());
        assert!(numbers(&range.reverse()).is_empty());
    }

    #[test]
    fn ranges_may_reach_to_the_limits() {
        let range = Arc::new(Sequence::over_range(i64::MIN, i64::MAX));
        assert_eq!(range.elements().next(), Some(Value::Integer(i64::MIN)));
        assert_eq!(range.reverse().elements().next(), Some(Value::Integer(i64::MAX)));
        let last = Arc::new(Sequence::over_range(i64::MAX - 1, i64::MAX));
        assert_eq!(numbers(&last), [i64::MAX - 1, i64::MAX]);
        assert_eq!(numbers(&last.step(usize::MAX)), [i64::MAX - 1]);
        let twice = Arc::new(Arc::new(range.step(usize::MAX)).step(usize::MAX));
        assert_eq!(numbers(&twice), [i64::MIN]);
    }

    #[test]
    fn characters_and_entries_come_one_by_one() {
        let text = Sequence::over_characters("aé".into());
        assert_eq!(text.elements().collect::<Vec<_>>(), ["a".into(), "é".into()]);
        let hash: Hash = [(Value::from("k"), Value::from(1))].into_iter().collect();
        let entries = Sequence::over_hash(Arc::new(hash), None);
        assert!(entries.is_over_hash());
        let entry = Value::array(["k".into(), 1.into()]);
        assert_eq!(entries.elements().collect::<Vec<_>>(), [entry]);
    }

    #[test]
    fn repeated_steps_and_reversals_do_not_nest() {
        let mut sequence = Arc::new(Sequence::over_characters("abc".into()));
        for _ in 0..100_000 {
            sequence = Arc::new(Arc::new(sequence.step(1)).reverse());
            sequence = Arc::new(sequence.step(1));
        }
        assert_eq!(sequence.elements().count(), 3);
        let mut array = Arc::new(Sequence::over_array(Arc::new(vec![1.into(), 2.into()]), None));
        for _ in 0..100_000 {
            array = Arc::new(Arc::new(array.step(2)).reverse());
        }
        assert_eq!(numbers(&array), [1]);
    }
}
