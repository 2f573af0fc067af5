//! Functions that iterate: `each`, `map`, `filter`, `reduce`, `slice`.

use pupa_value::Value;
use pupa_value::compare::is_truthy;
use pupa_value::types::{Size, Type};
use pupa_value::value::Hash;

use super::elements::{
    Counter, Go, ON, STOP, is_hash_style, pair, push, range_size, size_hint, split_pair,
    take_iterable, walk, walk_entries,
};
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "each",
        doc: "Calls a block for each element of a value, for the effect of the block.\n\n\
              `each(iterable) |$element| { … }` runs over arrays, the entries of hashes, the \
              characters of strings, the numbers below an integer, ranges such as `Integer[1, 5]`, \
              the values of an `Enum`, and iterators. A block with two parameters gets the index \
              and the element; for a hash, the key and the value. With one parameter an entry of a \
              hash is an array of key and value.\n\n\
              `break()` in the block ends the iteration, `next()` goes on with the next \
              element.\n\n\
              The result is the value that was iterated over. In edition `draft` it is the block's \
              result for the last element, and only arrays, hashes and iterators can be iterated.",
        examples: &[
            Example { code: "[1, 2].each |$x| { }", value: "[1, 2]" },
            Example { code: "{a => 1}.each |$key, $value| { }", value: "{'a' => 1}" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Hash[Any, Any] $hash, Callable[2,2] &$block",
                body: each_hash_2,
            },
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[1,1] &$block", body: each_1 },
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: each_2 },
            Dispatch { signature: "Iterable $enumerable, Callable[1,1] &$block", body: each_1 },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "map",
        doc: "Returns an array of the results of a block for each element.\n\n\
              The values that can be iterated and the arguments of the block are those of `each`. \
              `next(value)` in the block gives the value for this element; `break()` ends with the \
              results so far.",
        examples: &[
            Example { code: "[1, 2, 3].map |$x| { $x * 10 }", value: "[10, 20, 30]" },
            Example { code: "[a, b].map |$index, $x| { \"${index}${x}\" }", value: "['0a', '1b']" },
            Example { code: "{a => 1}.map |$key, $value| { $value }", value: "[1]" },
            Example { code: "3.map |$x| { $x }", value: "[0, 1, 2]" },
        ],
        dispatches: &[
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[2,2] &$block", body: map_hash_2 },
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[1,1] &$block", body: map_1 },
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: map_2 },
            Dispatch { signature: "Iterable $enumerable, Callable[1,1] &$block", body: map_1 },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "filter",
        doc: "Keeps the elements for which a block gives something true.\n\n\
              The values that can be iterated and the arguments of the block are those of `each`. \
              The result is an array, for a hash a hash. In edition `draft` it is an array also \
              for a hash, of entries that are arrays of key and value.\n\n\
              `break()` in the block ends with the elements so far, except for a hash, where it \
              ends the iteration around the call.",
        examples: &[
            Example { code: "[1, 2, 3].filter |$x| { $x > 1 }", value: "[2, 3]" },
            Example {
                code: "{a => 1, b => 2}.filter |$key, $value| { $value > 1 }",
                value: "{'b' => 2}",
            },
            Example { code: "[a, b].filter |$index, $x| { $index == 0 }", value: "['a']" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Hash[Any, Any] $hash, Callable[2,2] &$block",
                body: filter_hash_2,
            },
            Dispatch {
                signature: "Hash[Any, Any] $hash, Callable[1,1] &$block",
                body: filter_hash_1,
            },
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: filter_2 },
            Dispatch { signature: "Iterable $enumerable, Callable[1,1] &$block", body: filter_1 },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "reduce",
        doc: "Combines the elements of a collection to one value.\n\n\
              The block gets its result for the elements so far, and the next element. The \
              iteration begins with the value given as second argument; without one, with the \
              first element, and the block is called from the second on. For an empty collection \
              the result is the given value, or `undef`.\n\n\
              An entry of a hash is an array of key and value. `break()` in the block ends with \
              the result before this element.",
        examples: &[
            Example { code: "[1, 2, 3].reduce |$sum, $x| { $sum + $x }", value: "6" },
            Example { code: "[1, 2, 3].reduce(10) |$sum, $x| { $sum + $x }", value: "16" },
            Example { code: "{a => 1, b => 2}.reduce(0) |$sum, $e| { $sum + $e[1] }", value: "3" },
            Example { code: "[].reduce |$sum, $x| { $sum + $x }", value: "undef" },
        ],
        dispatches: &[
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: reduce },
            Dispatch {
                signature: "Iterable $enumerable, Any $memo, Callable[2,2] &$block",
                body: reduce_from,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "slice",
        doc: "Cuts a collection into slices of a given size.\n\n\
              Without a block the result is an array of slices, which are arrays; the last may be \
              shorter. With a block, each slice is given to it: as one array when the block has \
              one parameter, element by element when it has as many as a slice has elements. \
              Missing elements of the last slice are `undef` then, and `[]` for a hash. The result \
              is the sliced value.",
        examples: &[
            Example { code: "[1, 2, 3].slice(2)", value: "[[1, 2], [3]]" },
            Example { code: "{a => 1, b => 2}.slice(1)", value: "[[['a', 1]], [['b', 2]]]" },
            Example { code: "[1, 2].slice(2) |$a, $b| { }", value: "[1, 2]" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Hash[Any, Any] $hash, Integer[1, default] $slice_size, Callable &$block?",
                body: slice,
            },
            Dispatch {
                signature: "Iterable $enumerable, Integer[1, default] $slice_size, Callable &$block?",
                body: slice,
            },
        ],
        traits: Traits::NONE,
    },
];

/// Returns the result of `each`: the value iterated over, or the last result of the block.
fn each_result(call: &Call<'_, '_>, iterable: Value, last: Value) -> Value {
    if call.edition().each_gives_last_result() { last } else { iterable }
}

fn each_1(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    let mut last = Value::Undef;
    walk(call, iterable.clone(), |call, element| {
        let result = call.iterate_with([element])?;
        Ok(keep(&mut last, result))
    })?;
    Ok(each_result(call, iterable, last))
}

fn each_hash_2(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let mut last = Value::Undef;
    walk_entries(call, &hash, |call, key, value| {
        let result = call.iterate_with([key.clone(), value.clone()])?;
        Ok(keep(&mut last, result))
    })?;
    Ok(each_result(call, Value::Hash(hash), last))
}

fn each_2(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    let by_key = is_hash_style(&iterable);
    let mut last = Value::Undef;
    let mut index = Counter::new();
    walk(call, iterable.clone(), |call, element| {
        let result = call.iterate_with(numbered(by_key, &mut index, element))?;
        Ok(keep(&mut last, result))
    })?;
    Ok(each_result(call, iterable, last))
}

/// Stores the result of a block; no result means `break()`.
fn keep(last: &mut Value, result: Option<Value>) -> Go {
    match result {
        Some(value) => {
            *last = value;
            ON
        }
        None => STOP,
    }
}

/// Returns the arguments of a block with two parameters: key and value, or index and element.
fn numbered(by_key: bool, index: &mut Counter, element: Value) -> [Value; 2] {
    if by_key {
        let (key, value) = split_pair(&element);
        [key, value]
    } else {
        [index.next(), element]
    }
}

fn map_1(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    let mut results = Vec::with_capacity(size_hint(&iterable));
    walk(call, iterable, |call, element| {
        let result = call.iterate_with([element])?;
        collect(call, &mut results, result)
    })?;
    Ok(Value::from(results))
}

fn map_hash_2(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let mut results = Vec::with_capacity(hash.len());
    walk_entries(call, &hash, |call, key, value| {
        let result = call.iterate_with([key.clone(), value.clone()])?;
        collect(call, &mut results, result)
    })?;
    Ok(Value::from(results))
}

fn map_2(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    let by_key = is_hash_style(&iterable);
    let mut results = Vec::with_capacity(size_hint(&iterable));
    let mut index = Counter::new();
    walk(call, iterable, |call, element| {
        let args = numbered(by_key, &mut index, element);
        // Compat: `break()` does not end the iteration over a hash here.
        let result = if by_key { Some(call.yield_with(args)?) } else { call.iterate_with(args)? };
        collect(call, &mut results, result)
    })?;
    Ok(Value::from(results))
}

/// Adds the result of a block; no result means `break()`.
fn collect(call: &Call<'_, '_>, results: &mut Vec<Value>, result: Option<Value>) -> Outcome<Go> {
    match result {
        Some(value) => push(call, results, value).map(|()| ON),
        None => Ok(STOP),
    }
}

fn filter_1(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    let edition = call.edition();
    let mut kept = Vec::new();
    walk(call, iterable, |call, element| match call.iterate_with([element.clone()])? {
        Some(verdict) if is_truthy(&verdict, edition) => {
            push(call, &mut kept, element).map(|()| ON)
        }
        Some(_) => Ok(ON),
        None => Ok(STOP),
    })?;
    Ok(Value::from(kept))
}

fn filter_2(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    let edition = call.edition();
    let by_key = is_hash_style(&iterable);
    let mut kept = Vec::new();
    let mut index = Counter::new();
    walk(call, iterable, |call, element| {
        match call.iterate_with(numbered(by_key, &mut index, element.clone()))? {
            Some(verdict) if is_truthy(&verdict, edition) => {
                push(call, &mut kept, element).map(|()| ON)
            }
            Some(_) => Ok(ON),
            None => Ok(STOP),
        }
    })?;
    if by_key && !edition.filter_of_hash_gives_array() {
        return Ok(Value::hash(kept.iter().map(split_pair)));
    }
    Ok(Value::from(kept))
}

fn filter_hash_1(call: &mut Call<'_, '_>) -> Outcome {
    filter_hash(call, |call, key, value| call.yield_with([pair(key.clone(), value.clone())]))
}

fn filter_hash_2(call: &mut Call<'_, '_>) -> Outcome {
    filter_hash(call, |call, key, value| call.yield_with([key.clone(), value.clone()]))
}

fn filter_hash<'c, 'h>(
    call: &mut Call<'c, 'h>,
    mut judge: impl FnMut(&mut Call<'c, 'h>, &Value, &Value) -> Outcome,
) -> Outcome {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let edition = call.edition();
    let mut kept = Hash::new();
    walk_entries(call, &hash, |call, key, value| {
        if is_truthy(&judge(call, key, value)?, edition) {
            kept.insert(key.clone(), value.clone());
        }
        Ok(ON)
    })?;
    if edition.filter_of_hash_gives_array() {
        return Ok(Value::array(kept.into_iter().map(|(key, value)| pair(key, value))));
    }
    Ok(Value::from(kept))
}

fn reduce(call: &mut Call<'_, '_>) -> Outcome {
    reduce_with(call, None)
}

fn reduce_from(call: &mut Call<'_, '_>) -> Outcome {
    let memo = call.take(1);
    reduce_with(call, Some(memo))
}

fn reduce_with(call: &mut Call<'_, '_>, mut memo: Option<Value>) -> Outcome {
    let iterable = take_iterable(call, "enumerable")?;
    // Without a copy, the block may change its argument in place. Only `break()` needs a copy.
    let keeps_copy = call.block_may_break();
    walk(call, iterable, |call, element| {
        let Some(before) = memo.take() else {
            memo = Some(element);
            return Ok(ON);
        };
        let copy = if keeps_copy { before.clone() } else { Value::Undef };
        match call.iterate_with([before, element])? {
            Some(value) => {
                memo = Some(value);
                Ok(ON)
            }
            None => {
                memo = Some(copy);
                Ok(STOP)
            }
        }
    })?;
    Ok(memo.unwrap_or_default())
}

/// The way in which a block gets a slice.
#[derive(Clone, Copy, PartialEq)]
enum Serving {
    /// As one array.
    Whole,
    /// As this number of arguments.
    Parts(usize),
}

fn slice(call: &mut Call<'_, '_>) -> Outcome {
    let size = call.arg(1).as_integer().and_then(|size| usize::try_from(size).ok()).unwrap_or(1);
    let iterable = take_iterable(call, "enumerable")?;
    if !call.has_block() {
        return slices(call, iterable, size);
    }
    let serving = serving(call, size)?;
    let filler = match iterable {
        Value::Hash(_) => Value::array([]),
        _ => Value::Undef,
    };
    let mut part = Vec::new();
    let mut is_stopped = false;
    walk(call, iterable.clone(), |call, element| {
        push(call, &mut part, element)?;
        if part.len() < size {
            return Ok(ON);
        }
        let go = serve(call, std::mem::take(&mut part), serving, &filler)?;
        is_stopped = go.is_break();
        Ok(go)
    })?;
    if !part.is_empty() && !is_stopped {
        let _ = serve(call, part, serving, &filler)?;
    }
    Ok(iterable)
}

fn slices(call: &mut Call<'_, '_>, iterable: Value, size: usize) -> Outcome {
    let count = range_size(&iterable);
    call.check_elements(count.div_ceil(size).max(count.min(size)))?;
    let mut slices = Vec::new();
    let mut part = Vec::new();
    walk(call, iterable, |call, element| {
        push(call, &mut part, element)?;
        if part.len() >= size {
            push(call, &mut slices, Value::from(std::mem::take(&mut part)))?;
        }
        Ok(ON)
    })?;
    if !part.is_empty() {
        slices.push(Value::from(part));
    }
    Ok(Value::from(slices))
}

/// Returns the number of arguments that the block is called with.
fn serving(call: &mut Call<'_, '_>, size: usize) -> Outcome<Serving> {
    let count = match block_arity(call)? {
        Arity::Exactly(count) => count,
        Arity::Varying => size,
    };
    if count == 0 {
        return Err(error("slice(): block must define at least one parameter. Block has 0."));
    }
    if count == 1 {
        return Ok(Serving::Whole);
    }
    if count != size {
        let names = call.block_parameter_names().join(", ");
        return Err(error(format!(
            "slice(): block must define one parameter, or the same number of parameters as the \
             given size of the slice ({size}). Block has {count}; {names}"
        )));
    }
    Ok(Serving::Parts(count))
}

fn serve(
    call: &mut Call<'_, '_>,
    mut part: Vec<Value>,
    serving: Serving,
    filler: &Value,
) -> Outcome<Go> {
    let result = match serving {
        Serving::Whole => call.iterate_with([Value::from(part)])?,
        Serving::Parts(count) => {
            call.check_elements(count)?;
            part.resize(count, filler.clone());
            call.iterate_with_all(part)?
        }
    };
    Ok(if result.is_some() { ON } else { STOP })
}

/// The number of arguments with which a block can be called.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Arity {
    /// With exactly this number.
    Exactly(usize),
    /// Several numbers of arguments are possible.
    Varying,
}

/// Returns the number of arguments with which the block can be called.
pub(super) fn block_arity(call: &mut Call<'_, '_>) -> Outcome<Arity> {
    let Some(Type::Callable(Some(callable))) = call.block_type()? else {
        return Ok(Arity::Varying);
    };
    let range = callable.params.as_ref().map_or(Size::ANY, |params| params.size_range());
    Ok(match usize::try_from(range.from) {
        Ok(count) if range.to == Some(range.from) => Arity::Exactly(count),
        _ => Arity::Varying,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_taken_apart_and_elements_are_numbered() {
        let mut index = Counter::new();
        let entry = pair("a".into(), 1.into());
        assert_eq!(numbered(true, &mut index, entry.clone()), ["a".into(), 1.into()]);
        assert_eq!(numbered(false, &mut index, entry.clone()), [0.into(), entry]);
        assert_eq!(numbered(false, &mut index, 5.into()), [1.into(), 5.into()]);
    }
}
