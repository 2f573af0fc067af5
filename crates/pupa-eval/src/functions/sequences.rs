//! The functions that iterate lazily: `reverse_each`, `step` and `tree_each`. Without a block they
//! return an iterator over a [`Sequence`], which computes elements when they are needed.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::iterable::iterable_over;
use pupa_value::value::{Sequence, Tree, TreeOrder};

use super::elements::{Go, ON, STOP, split_pair, take_iterable, untyped_sequence, walk_sequence};
use super::iteration::{Arity, block_arity};
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "reverse_each",
        doc: "Runs over an iterable value from its last element to its first.\n\n\
              Without a block the result is an iterator, which can be given to other iterating \
              functions; nothing is copied. With a block, the block is called for each element and \
              the result is `undef`. An entry of a hash is an array of key and value.",
        examples: &[
            Example { code: "[1, 2, 3].reverse_each.map |$x| { $x }", value: "[3, 2, 1]" },
            Example { code: "Array(3.reverse_each)", value: "[2, 1, 0]" },
            Example { code: "[1, 2].reverse_each |$x| { }", value: "undef" },
        ],
        dispatches: &[
            Dispatch { signature: "Iterable $iterable", body: reverse_each },
            Dispatch {
                signature: "Iterable $iterable, Callable[1,1] &$block",
                body: reverse_each_block,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "step",
        doc: "Runs over every nth element of an iterable value, beginning with the first.\n\n\
              Without a block the result is an iterator, which can be given to other iterating \
              functions; nothing is copied. With a block, the block is called for each element \
              that is not skipped, and the result is `undef`.",
        examples: &[
            Example { code: "[1, 2, 3, 4].step(2).map |$x| { $x }", value: "[1, 3]" },
            Example { code: "Array(Integer[0, 10].step(5))", value: "[0, 5, 10]" },
            Example { code: "[1, 2].step(2) |$x| { }", value: "undef" },
        ],
        dispatches: &[
            Dispatch { signature: "Iterable $iterable, Integer[1] $step", body: step },
            Dispatch {
                signature: "Iterable $iterable, Integer[1] $step, Callable[1,1] &$block",
                body: step_block,
            },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "tree_each",
        doc: "Runs over all values in nested arrays, hashes and objects.\n\n\
              A block with two parameters gets the path to a value, as an array of keys and \
              indices, and the value; one with one parameter gets the value. The result is the \
              tree. Without a block the result is an iterator over arrays of path and value.\n\n\
              Options, as a hash in the second argument:\n\n\
              * `order`: `depth_first` (the default) or `breadth_first`\n\
              * `include_root`: whether the tree itself is included, with the path `[]`; yes by default\n\
              * `include_containers`: whether containers are included; yes by default. If not, the \
              root is not included either\n\
              * `include_values`: whether values other than containers are included; yes by \
              default, and always with `breadth_first`, which ignores the option\n\
              * `container_type`: what counts as a container and is walked into; \
              `Variant[Array, Hash, Object]` by default\n\
              * `include_refs`: whether attributes of objects that are references are included; \
              no by default",
        examples: &[
            Example {
                code: "Array(tree_each({a => [1]}))",
                value: "[[[], {'a' => [1]}], [['a'], [1]], [['a', 0], 1]]",
            },
            Example {
                code: "Array(tree_each([1, [2]], {include_containers => false}))",
                value: "[[[0], 1], [[1, 0], 2]]",
            },
            Example { code: "tree_each([1]) |$path, $value| { }", value: "[1]" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options?, Callable[2,2] &$block",
                body: tree_each_2,
            },
            Dispatch {
                signature: "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options?, Callable[1,1] &$block",
                body: tree_each_1,
            },
            Dispatch {
                signature: "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options?",
                body: tree_each,
            },
        ],
        traits: Traits::NONE,
    },
];

fn reverse_each(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "iterable")?;
    let sequence = typed_sequence(call, &iterable)?;
    Ok(Value::Iterator(Arc::new(sequence.reverse())))
}

fn reverse_each_block(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "iterable")?;
    let sequence = untyped_sequence(call, &iterable)?.reverse();
    give_all(call, &sequence)
}

fn step(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "iterable")?;
    let sequence = typed_sequence(call, &iterable)?;
    Ok(Value::Iterator(Arc::new(sequence.step(pace(call)))))
}

fn step_block(call: &mut Call<'_, '_>) -> Outcome {
    let iterable = take_iterable(call, "iterable")?;
    let sequence = untyped_sequence(call, &iterable)?.step(pace(call));
    give_all(call, &sequence)
}

fn pace(call: &Call<'_, '_>) -> usize {
    call.arg(1).as_integer().and_then(|step| usize::try_from(step).ok()).unwrap_or(usize::MAX)
}

/// The sequence of an iterable value. If possible, it keeps the element type, which the type of the
/// resulting iterator shows.
fn typed_sequence(call: &Call<'_, '_>, iterable: &Value) -> Outcome<Arc<Sequence>> {
    match iterable_over(iterable) {
        Some(sequence) => Ok(sequence),
        None => untyped_sequence(call, iterable),
    }
}

/// Calls the block for each element; an element is spread over several block parameters.
fn give_all(call: &mut Call<'_, '_>, sequence: &Sequence) -> Outcome {
    // Compat: if the block can take more than one argument, an array is spread over its parameters.
    let is_spread = block_arity(call)? != Arity::Exactly(1);
    walk_sequence(call, sequence, |call, element| {
        let result = if is_spread {
            call.iterate_with_all(spread(element))?
        } else {
            call.iterate_with([element])?
        };
        Ok(go_on(&result))
    })?;
    Ok(Value::Undef)
}

/// The arguments that `*value` gives.
fn spread(value: Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => Arc::unwrap_or_clone(elements),
        Value::Hash(hash) => {
            hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
        }
        Value::Undef => Vec::new(),
        other => vec![other],
    }
}

fn go_on(result: &Option<Value>) -> Go {
    if result.is_some() { ON } else { STOP }
}

fn tree_each(call: &mut Call<'_, '_>) -> Outcome {
    let tree = tree(call)?;
    Ok(Value::Iterator(Arc::new(Sequence::over_tree(tree))))
}

fn tree_each_1(call: &mut Call<'_, '_>) -> Outcome {
    give_tree(call, |call, _, value| call.iterate_with([value]))
}

fn tree_each_2(call: &mut Call<'_, '_>) -> Outcome {
    give_tree(call, |call, path, value| call.iterate_with([path, value]))
}

fn give_tree<'c, 'h>(
    call: &mut Call<'c, 'h>,
    mut give: impl FnMut(&mut Call<'c, 'h>, Value, Value) -> Outcome<Option<Value>>,
) -> Outcome {
    let sequence = Sequence::over_tree(tree(call)?);
    walk_sequence(call, &sequence, |call, element| {
        let (path, value) = split_pair(&element);
        // Drops the pair first, so that the block gets path and value without other owners and can
        // change them without copying.
        drop(element);
        Ok(go_on(&give(call, path, value)?))
    })?;
    Ok(call.take(0))
}

/// The tree to walk, as the arguments of the call describe it.
fn tree(call: &Call<'_, '_>) -> Outcome<Tree> {
    let mut tree = Tree::new(call.arg(0).clone());
    let Some(options) = call.arg(1).as_hash() else { return Ok(tree) };
    let is_set = |name: &str, default: bool| {
        options.get_str(name).and_then(Value::as_boolean).unwrap_or(default)
    };
    if let Some(containers) = options.get_str("container_type").and_then(Value::as_type) {
        if !tree.containers.accepts(containers) {
            return Err(error(format!(
                "Only Array, Hash, and Object types can be used as container types. Got {}",
                containers.display()
            )));
        }
        tree.containers = containers.clone();
    }
    tree.includes_root = is_set("include_root", true);
    tree.includes_containers = is_set("include_containers", true);
    tree.includes_values = is_set("include_values", true);
    tree.includes_references = is_set("include_refs", false);
    if options.get_str("order").and_then(Value::as_str) == Some("breadth_first") {
        tree.order = TreeOrder::BreadthFirst;
    }
    if !tree.includes_containers && !tree.includes_values {
        return Err(error(
            "Options 'include_containers' and 'include_values' cannot both be false",
        ));
    }
    Ok(tree)
}
