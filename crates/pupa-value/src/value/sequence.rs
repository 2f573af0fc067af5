//! Iterators: sequences whose elements are made one by one.
//!
//! A [`Sequence`] only describes what it runs over; [`Sequence::elements`] runs. So a range of a
//! billion numbers, stepped and reversed, costs nothing until it is asked for its first element.

use std::sync::Arc;

use super::{Hash, Text, Value};
use crate::types::Type;

/// What can be iterated without building it.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// The type of the elements, when known.
    pub element_type: Option<Type>,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Array(Arc<Vec<Value>>),
    Hash(Arc<Hash>),
    Characters(Text),
    /// From the first to the last, which is included; `step` may be negative but not zero.
    Range {
        first: i64,
        last: i64,
        step: i64,
    },
    Step(Arc<Sequence>, usize),
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

    /// The numbers from one to the other, both included.
    pub fn over_range(first: i64, last: i64) -> Sequence {
        Sequence {
            element_type: Some(Type::integer(first, last)),
            source: Source::Range { first, last, step: 1 },
        }
    }

    /// Every `step`th element, beginning with the first. A step of zero counts as one.
    #[must_use]
    pub fn step(self: &Arc<Self>, step: usize) -> Sequence {
        let step = step.max(1);
        if let Source::Range { first, last, step: pace } = self.source
            && let Some(pace) = i64::try_from(step).ok().and_then(|step| pace.checked_mul(step))
        {
            return self.with(stepped_range(first, last, pace));
        }
        self.with(Source::Step(Arc::clone(self), step))
    }

    /// The elements from the last to the first.
    #[must_use]
    pub fn reverse(self: &Arc<Self>) -> Sequence {
        match &self.source {
            Source::Range { first, last, step } if *step != i64::MIN => {
                self.with(Source::Range { first: *last, last: *first, step: -step })
            }
            Source::Reverse(inner) => self.with(inner.source.clone()),
            _ => self.with(Source::Reverse(Arc::clone(self))),
        }
    }

    fn with(&self, source: Source) -> Sequence {
        let element_type = match source {
            Source::Range { first, last, .. } => {
                Some(Type::integer(first.min(last), first.max(last)))
            }
            _ => self.element_type.clone(),
        };
        Sequence { element_type, source }
    }

    /// Whether the elements are the entries of a hash.
    pub fn is_over_hash(&self) -> bool {
        matches!(self.source, Source::Hash(_))
    }

    /// Runs over the elements.
    pub fn elements(&self) -> Elements<'_> {
        Elements(match &self.source {
            Source::Array(elements) => Box::new(elements.iter().cloned()),
            Source::Hash(hash) => Box::new(hash.iter().map(pair)),
            Source::Characters(text) => Box::new(text.chars().map(character)),
            Source::Range { first, last, step } => Box::new(Range::new(*first, *last, *step)),
            Source::Step(inner, step) => Box::new(inner.elements().step_by(*step)),
            Source::Reverse(inner) => inner.reversed(),
        })
    }

    fn reversed(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match &self.source {
            Source::Array(elements) => Box::new(elements.iter().rev().cloned()),
            Source::Hash(hash) => Box::new(hash.iter().rev().map(pair)),
            Source::Characters(text) => Box::new(text.chars().rev().map(character)),
            Source::Range { .. } | Source::Step(..) | Source::Reverse(_) => {
                // What can't be run backwards is run forwards first.
                let forwards: Vec<Value> = self.elements().collect();
                Box::new(forwards.into_iter().rev())
            }
        }
    }
}

/// A range cut to the elements that a step reaches, as the reference does it.
fn stepped_range(first: i64, last: i64, step: i64) -> Source {
    let is_empty = if step < 0 { first < last } else { first > last };
    if is_empty {
        return Source::Range { first, last, step };
    }
    let span = i128::from(last) - i128::from(first);
    let past = span % i128::from(step);
    // The difference of two numbers of a range is in it again.
    let last = i64::try_from(i128::from(last) - past).unwrap_or(first);
    Source::Range { first, last, step }
}

fn pair((key, value): (&Value, &Value)) -> Value {
    Value::array([key.clone(), value.clone()])
}

fn character(character: char) -> Value {
    Value::string(character.encode_utf8(&mut [0; 4]) as &str)
}

/// The elements of a sequence, one by one.
pub struct Elements<'a>(Box<dyn Iterator<Item = Value> + 'a>);

impl Iterator for Elements<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        self.0.next()
    }
}

/// Numbers at a pace.
struct Range {
    next: Option<i64>,
    last: i64,
    step: i64,
}

impl Range {
    fn new(first: i64, last: i64, step: i64) -> Range {
        let is_empty = if step < 0 { first < last } else { first > last };
        Range { next: (!is_empty).then_some(first), last, step }
    }
}

impl Iterator for Range {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let number = self.next?;
        let is_past =
            |next: &i64| if self.step < 0 { *next < self.last } else { *next > self.last };
        self.next = number.checked_add(self.step).filter(|next| !is_past(next));
        Some(Value::Integer(number))
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
    fn reverses_what_is_stepped_and_steps_what_is_reversed() {
        let range = Arc::new(Sequence::over_range(1, 10));
        assert_eq!(numbers(&Arc::new(range.step(3)).reverse()), [10, 7, 4, 1]);
        assert_eq!(numbers(&Arc::new(range.reverse()).step(4)), [10, 6, 2]);
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
}
