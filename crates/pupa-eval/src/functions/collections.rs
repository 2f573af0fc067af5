//! Functions of collections: `keys`, `length`, `flatten`, `unique`, `join`, `group_by`.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::compare::is_truthy;
use pupa_value::iterable::iterable_over;
use pupa_value::text::ruby::to_s;
use pupa_value::value::Hash;
use rustc_hash::FxHashSet;

use super::elements::{Counter, ON, pair, push, range_size, take_iterable, walk, walk_entries};
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::Outcome;

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "keys",
        doc: "The keys of a hash, in order.",
        examples: &[Example { code: "keys({a => 1, b => 2})", value: "['a', 'b']" }],
        dispatches: &[Dispatch { signature: "Hash $hsh", body: keys }],
        traits: Traits::NONE,
    },
    Function {
        name: "values",
        doc: "The values of a hash, in the order of its keys.",
        examples: &[Example { code: "values({a => 1, b => 2})", value: "[1, 2]" }],
        dispatches: &[Dispatch { signature: "Hash $hsh", body: values }],
        traits: Traits::NONE,
    },
    Function {
        name: "length",
        doc: "The number of elements of an array, entries of a hash, characters of a string or \
              bytes of a binary.",
        examples: &[
            Example { code: "length([1, 2])", value: "2" },
            Example { code: "length('grün')", value: "4" },
        ],
        dispatches: &[
            Dispatch { signature: "Collection $arg", body: length },
            Dispatch { signature: "String $arg", body: length },
            Dispatch { signature: "Binary $arg", body: length },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "size",
        doc: "The number of elements of an array, entries of a hash, characters of a string or \
              bytes of a binary. The same as `length`.",
        examples: &[Example { code: "size({a => 1})", value: "1" }],
        dispatches: &[Dispatch {
            signature: "Variant[Collection, String, Binary] $arg",
            body: length,
        }],
        traits: Traits::NONE,
    },
    Function {
        name: "empty",
        doc: "Whether a collection, string or binary is empty.\n\n\
              The content of a sensitive string counts. `undef` is empty. A number is never empty; \
              a call with a number is deprecated.",
        examples: &[
            Example { code: "empty([])", value: "true" },
            Example { code: "empty('a')", value: "false" },
            Example { code: "empty(undef)", value: "true" },
        ],
        dispatches: &[
            Dispatch { signature: "Collection $coll", body: empty },
            Dispatch { signature: "Sensitive[String] $str", body: empty },
            Dispatch { signature: "String $str", body: empty },
            Dispatch { signature: "Numeric $num", body: empty_number },
            Dispatch { signature: "Binary $bin", body: empty },
            Dispatch { signature: "Undef $x", body: empty },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "flatten",
        doc: "One array of all arguments, with the elements of arrays in their place, however \
              deeply they are nested. Hashes stay as they are.",
        examples: &[
            Example { code: "flatten([1, [2, [3]]], 4)", value: "[1, 2, 3, 4]" },
            Example { code: "flatten({a => [1]})", value: "[{'a' => [1]}]" },
        ],
        dispatches: &[Dispatch { signature: "Any *$args", body: flatten }],
        traits: Traits::NONE,
    },
    Function {
        name: "unique",
        doc: "Each element once, in the order of the first of its kind.\n\n\
              Of a string it keeps the first of each character. Of a hash the result is a hash \
              from the keys that have a value in common, as an array, to the array of their \
              different values. With a block, the results of the block for elements, or for the \
              values of a hash, are compared. Numbers of different kinds differ, and so do texts \
              that differ in case.",
        examples: &[
            Example { code: "unique([1, 2, 1])", value: "[1, 2]" },
            Example { code: "unique('hello')", value: "'helo'" },
            Example {
                code: "unique({a => 1, b => 2, c => 1})",
                value: "{['a', 'c'] => [1], ['b'] => [2]}",
            },
            Example { code: "unique([1, 2, 3]) |$x| { $x % 2 }", value: "[1, 2]" },
        ],
        dispatches: &[
            Dispatch { signature: "String $string, Callable[String] &$block?", body: unique_text },
            Dispatch { signature: "Hash $hash, Callable[Any] &$block?", body: unique_hash },
            Dispatch { signature: "Array $array, Callable[Any] &$block?", body: unique },
            Dispatch { signature: "Iterable $iterable, Callable[Any] &$block?", body: unique },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "join",
        doc: "One string of the elements of an array, with a delimiter between them, by default \
              the empty string.\n\n\
              Elements of nested arrays are joined likewise. `undef` is empty. Other values are \
              written as Ruby writes them, so hashes look like `{\"a\"=>1}`: convert them before.",
        examples: &[
            Example { code: "join([1, [2, undef]], ',')", value: "'1,2,'" },
            Example { code: "join(['a', 'b'])", value: "'ab'" },
        ],
        dispatches: &[Dispatch { signature: "Array $arg, String $delimiter?", body: join }],
        traits: Traits::NONE,
    },
    Function {
        name: "group_by",
        doc: "A hash from the results of a block to arrays of the elements with that result.\n\n\
              A block with two parameters gets index and element; for a hash, key and value. \
              Entries of a hash are arrays of key and value in the result.",
        examples: &[
            Example {
                code: "group_by([1, 2, 3]) |$x| { $x % 2 }",
                value: "{1 => [1, 3], 0 => [2]}",
            },
            Example {
                code: "group_by({a => 1}) |$key, $value| { $value }",
                value: "{1 => [['a', 1]]}",
            },
        ],
        dispatches: &[
            Dispatch {
                signature: "Collection $collection, Callable[1,1] &$block",
                body: group_by_1,
            },
            Dispatch { signature: "Array $array, Callable[2,2] &$block", body: group_by_2 },
            Dispatch {
                signature: "Collection $collection, Callable[2,2] &$block",
                body: group_by_2,
            },
        ],
        traits: Traits { returns: Some("Hash"), ..Traits::NONE },
    },
    Function {
        name: "partition",
        doc: "Two arrays: the elements for which a block gives something true, and the others.\n\n\
              A block with two parameters gets index and element; for a hash, key and value. \
              Entries of a hash are arrays of key and value in the result.",
        examples: &[
            Example { code: "partition([1, 2, 3]) |$x| { $x > 1 }", value: "[[2, 3], [1]]" },
            Example {
                code: "partition({a => 1}) |$key, $value| { $value > 1 }",
                value: "[[], [['a', 1]]]",
            },
        ],
        dispatches: &[
            Dispatch {
                signature: "Collection $collection, Callable[1,1] &$block",
                body: partition_1,
            },
            Dispatch { signature: "Array $array, Callable[2,2] &$block", body: partition_2 },
            Dispatch {
                signature: "Collection $collection, Callable[2,2] &$block",
                body: partition_2,
            },
        ],
        traits: Traits { returns: Some("Tuple[Array, Array]"), ..Traits::NONE },
    },
];

fn keys(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::array(call.arg(0).as_hash().into_iter().flat_map(Hash::keys).cloned()))
}

fn values(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::array(call.arg(0).as_hash().into_iter().flat_map(Hash::values).cloned()))
}

fn length(call: &mut Call<'_, '_>) -> Outcome {
    let length = match call.arg(0) {
        Value::Array(elements) => elements.len(),
        Value::Hash(hash) => hash.len(),
        Value::String(text) => text.chars().count(),
        Value::Binary(binary) => binary.bytes().len(),
        _ => 0,
    };
    Ok(i64::try_from(length).unwrap_or(i64::MAX).into())
}

fn empty(call: &mut Call<'_, '_>) -> Outcome {
    Ok(is_empty(call.arg(0)).into())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Binary(binary) => binary.bytes().is_empty(),
        Value::Sensitive(hidden) => is_empty(hidden),
        Value::Undef => true,
        _ => false,
    }
}

fn empty_number(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.place();
    let key = format!("empty-from-{}-{}", place.source.name(), place.line());
    call.warn_once(&key, "Calling function empty() with Numeric value is deprecated.");
    Ok(false.into())
}

fn flatten(call: &mut Call<'_, '_>) -> Outcome {
    let args = std::mem::take(&mut call.args);
    let mut flat = Vec::with_capacity(args.len());
    for arg in args {
        flatten_into(call, arg, &mut flat)?;
    }
    Ok(Value::from(flat))
}

fn flatten_into(call: &Call<'_, '_>, value: Value, flat: &mut Vec<Value>) -> Outcome<()> {
    let Value::Array(elements) = value else {
        return push(call, flat, value);
    };
    match Arc::try_unwrap(elements) {
        Ok(elements) => elements.into_iter().try_for_each(|e| flatten_into(call, e, flat)),
        Err(shared) => shared.iter().try_for_each(|e| flatten_into(call, e.clone(), flat)),
    }
}

/// The value by which an element is compared: the result of the block, or the element itself.
fn criterion(call: &mut Call<'_, '_>, element: &Value) -> Outcome {
    if call.has_block() { call.yield_with([element.clone()]) } else { Ok(element.clone()) }
}

fn unique(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "iterable")?;
    if !call.has_block() {
        call.check_elements(range_size(&iterable))?;
    }
    // Compat: the block is not called for a single element of an array. Pinned by
    // `quirk-only-elements-are-not-compared`.
    if let Value::Array(elements) = &iterable
        && elements.len() < 2
    {
        return Ok(iterable);
    }
    let mut seen = FxHashSet::default();
    let mut unique = Vec::new();
    walk(call, iterable, |call, element| {
        call.step()?;
        if seen.insert(criterion(call, &element)?) {
            push(call, &mut unique, element)?;
        }
        Ok(ON)
    })?;
    Ok(Value::from(unique))
}

fn unique_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.take(0);
    // Compat: the block is not called for a single character. Pinned by
    // `quirk-only-elements-are-not-compared`.
    if text.as_str().is_some_and(|text| text.chars().nth(1).is_none()) {
        return Ok(text);
    }
    let mut seen = FxHashSet::default();
    let mut unique = String::new();
    // The block needs the characters as values.
    for character in iterable_over(&text).iter().flat_map(|sequence| sequence.elements()) {
        if seen.insert(criterion(call, &character)?) {
            unique.push_str(character.as_str().unwrap_or_default());
        }
    }
    Ok(Value::from(unique))
}

fn unique_hash(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let mut groups: Groups<(Vec<Value>, Vec<Value>)> = Groups::default();
    walk_entries(call, &hash, |call, key, value| {
        let (keys, values) = groups.group(criterion(call, value)?);
        keys.push(key.clone());
        values.push(value.clone());
        Ok(ON)
    })?;
    Ok(Value::hash(groups.into_iter().map(|(_, (keys, values))| {
        let mut seen = FxHashSet::default();
        let values = values.into_iter().filter(|value| seen.insert(value.clone()));
        (Value::from(keys), Value::array(values))
    })))
}

/// Elements grouped by a value, in the order of the first element of each group.
struct Groups<T> {
    /// The positions of groups.
    positions: Hash,
    groups: Vec<(Value, T)>,
}

impl<T> Default for Groups<T> {
    fn default() -> Groups<T> {
        Groups { positions: Hash::new(), groups: Vec::new() }
    }
}

impl<T: Default> Groups<T> {
    /// The group of a value.
    fn group(&mut self, by: Value) -> &mut T {
        let known = self.positions.get(&by).and_then(Value::as_integer);
        let position = match known.and_then(|position| usize::try_from(position).ok()) {
            Some(position) => position,
            None => {
                let position = self.groups.len();
                self.positions.insert(by.clone(), i64::try_from(position).unwrap_or(i64::MAX));
                self.groups.push((by, T::default()));
                position
            }
        };
        &mut self.groups[position].1
    }

    fn into_iter(self) -> impl Iterator<Item = (Value, T)> {
        self.groups.into_iter()
    }
}

fn join(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Array(elements) = call.arg(0) else { return Ok(Value::Undef) };
    let delimiter = call.text(1);
    let mut joined = String::new();
    join_into(call, elements, delimiter, &mut joined)?;
    call.check_text(joined.len())?;
    Ok(Value::from(joined))
}

fn join_into(
    call: &Call<'_, '_>,
    elements: &[Value],
    delimiter: &str,
    joined: &mut String,
) -> Outcome<()> {
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            joined.push_str(delimiter);
        }
        match element {
            Value::Array(nested) => join_into(call, nested, delimiter, joined)?,
            other => {
                call.check_shown(other)?;
                joined.push_str(&to_s(other));
            }
        }
        call.check_growing_text(joined.len())?;
    }
    Ok(())
}

fn group_by_1(call: &mut Call<'_, '_>) -> Outcome {
    group_by(call, |call, _, element| call.yield_with([element]))
}

fn group_by_2(call: &mut Call<'_, '_>) -> Outcome {
    group_by(call, with_both)
}

fn group_by<'c, 'h>(
    call: &mut Call<'c, 'h>,
    ask: impl FnMut(&mut Call<'c, 'h>, Option<Value>, Value) -> Outcome,
) -> Outcome {
    let mut groups: Groups<Vec<Value>> = Groups::default();
    judge_all(call, ask, |_, verdict, element| groups.group(verdict).push(element))?;
    Ok(Value::hash(groups.into_iter().map(|(by, elements)| (by, Value::from(elements)))))
}

fn partition_1(call: &mut Call<'_, '_>) -> Outcome {
    partition(call, |call, _, element| call.yield_with([element]))
}

fn partition_2(call: &mut Call<'_, '_>) -> Outcome {
    partition(call, with_both)
}

fn partition<'c, 'h>(
    call: &mut Call<'c, 'h>,
    ask: impl FnMut(&mut Call<'c, 'h>, Option<Value>, Value) -> Outcome,
) -> Outcome {
    let edition = call.edition();
    let (mut chosen, mut others) = (Vec::new(), Vec::new());
    judge_all(call, ask, |_, verdict, element| {
        let part = if is_truthy(&verdict, edition) { &mut chosen } else { &mut others };
        part.push(element);
    })?;
    Ok(Value::array([Value::from(chosen), Value::from(others)]))
}

/// Calls a block with index and element, or with key and value.
fn with_both(call: &mut Call<'_, '_>, index: Option<Value>, element: Value) -> Outcome {
    match (index, element.as_array()) {
        (Some(index), _) => call.yield_with([index, element]),
        (None, Some([key, value])) => call.yield_with([key.clone(), value.clone()]),
        (None, _) => call.yield_with([element]),
    }
}

/// Calls the block for each element of a collection, and passes its result on to `take`. The
/// elements of an array have an index.
fn judge_all<'c, 'h>(
    call: &mut Call<'c, 'h>,
    mut ask: impl FnMut(&mut Call<'c, 'h>, Option<Value>, Value) -> Outcome,
    mut take: impl FnMut(&mut Call<'c, 'h>, Value, Value),
) -> Outcome<()> {
    match call.take(0) {
        Value::Hash(hash) => walk_entries(call, &hash, |call, key, value| {
            let entry = pair(key.clone(), value.clone());
            let verdict = ask(call, None, entry.clone())?;
            take(call, verdict, entry);
            Ok(ON)
        }),
        other => {
            let mut index = Counter::new();
            walk(call, other, |call, element| {
                let verdict = ask(call, Some(index.next()), element.clone())?;
                take(call, verdict, element);
                Ok(ON)
            })
        }
    }
}
