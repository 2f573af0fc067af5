//! Functions that search for elements: `any`, `all`, `index`.

use pupa_value::Value;
use pupa_value::compare::is_truthy;

use super::elements::{
    Counter, Go, ON, STOP, is_hash_style, is_stepped, pair, split_pair, take_iterable, walk,
};
use super::ruby_order::is_same;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::Outcome;

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "any",
        doc: "Whether a block gives something true for at least one element.\n\n\
              The values that can be iterated and the arguments of the block are those of `each`. \
              The first such element ends the iteration. For an empty collection the result is \
              `false`.",
        examples: &[
            Example { code: "[1, 2].any |$x| { $x > 1 }", value: "true" },
            Example { code: "{a => 1}.any |$key, $value| { $value > 1 }", value: "false" },
        ],
        dispatches: &[
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[2,2] &$block", body: any_2 },
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[1,1] &$block", body: any_1 },
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: any_2 },
            Dispatch { signature: "Iterable $enumerable, Callable[1,1] &$block", body: any_1 },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "all",
        doc: "Whether a block gives something true for every element.\n\n\
              The values that can be iterated and the arguments of the block are those of `each`. \
              The first element for which it does not ends the iteration. For an empty collection \
              the result is `true`.",
        examples: &[
            Example { code: "[1, 2].all |$x| { $x > 1 }", value: "false" },
            Example { code: "{a => 1}.all |$key, $value| { $value > 0 }", value: "true" },
        ],
        dispatches: &[
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[2,2] &$block", body: all_2 },
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[1,1] &$block", body: all_1 },
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: all_2 },
            Dispatch { signature: "Iterable $enumerable, Callable[1,1] &$block", body: all_1 },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "index",
        doc: "The index of the first element that a block accepts, or that equals a value.\n\n\
              With a block, the first element for which it gives something true; the block gets \
              the element, or index and element when it has two parameters. For a hash it gets the \
              value, or key and value. With a second argument, the first element that is equal to \
              it; upper and lower case differ.\n\n\
              In a string it looks for a string or a regular expression, and counts \
              characters.\n\n\
              The result is the index, for a hash the key, and `undef` when there is none.",
        examples: &[
            Example { code: "['a', 'b'].index('b')", value: "1" },
            Example { code: "index({a => 1, b => 2}) |$value| { $value > 1 }", value: "'b'" },
            Example { code: "index('hello', /l+/)", value: "2" },
            Example { code: "index([1], 2)", value: "undef" },
        ],
        dispatches: &[
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[2,2] &$block", body: index_2 },
            Dispatch { signature: "Hash[Any, Any] $hash, Callable[1,1] &$block", body: index_1 },
            Dispatch { signature: "Iterable $enumerable, Callable[2,2] &$block", body: index_2 },
            Dispatch { signature: "Iterable $enumerable, Callable[1,1] &$block", body: index_1 },
            Dispatch {
                signature: "String $str, Variant[String,Regexp] $match",
                body: index_in_text,
            },
            Dispatch { signature: "Iterable $enumerable, Any $match", body: index_of_value },
        ],
        traits: Traits::NONE,
    },
];

/// The arguments with which a block is called for an element.
#[derive(Clone, Copy)]
enum Question {
    /// Its one parameter is the element; for a hash the entry.
    Element,
    /// Its one parameter is the element; for a hash the value.
    Value,
    /// Its parameters are index and element; for a hash key and value.
    Both,
}

/// The calling function.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Any,
    All,
    Index,
}

/// The key or index of the first element that decides the result of the function.
fn find(call: &mut Call<'_, '_>, goal: Goal, question: Question) -> Outcome<Option<Value>> {
    let expected = goal != Goal::All;
    let iterable = take_iterable(call, "enumerable")?;
    let edition = call.edition();
    let by_key = is_hash_style(&iterable);
    // Compat: otherwise `break()` ends the iteration around the call. Pinned by
    // `quirk-break-leaves-the-iteration-around`.
    let catches_break = is_stepped(&iterable)
        || by_key && goal == Goal::Index && matches!(iterable, Value::Iterator(_));
    let mut found = None;
    let mut index = Counter::new();
    walk(call, iterable, |call, element| {
        let (key, value) = if by_key { split_pair(&element) } else { (index.next(), element) };
        let verdict = match question {
            Question::Element if by_key => ask(call, catches_break, [pair(key.clone(), value)])?,
            Question::Element | Question::Value => ask(call, catches_break, [value])?,
            Question::Both => ask(call, catches_break, [key.clone(), value])?,
        };
        Ok(match verdict {
            Some(verdict) if is_truthy(&verdict, edition) == expected => {
                found = Some(key);
                STOP
            }
            Some(_) => ON,
            None => STOP,
        })
    })?;
    Ok(found)
}

fn ask<const N: usize>(
    call: &mut Call<'_, '_>,
    catches_break: bool,
    args: [Value; N],
) -> Outcome<Option<Value>> {
    if catches_break { call.iterate_with(args) } else { call.yield_with(args).map(Some) }
}

fn any_1(call: &mut Call<'_, '_>) -> Outcome {
    Ok(find(call, Goal::Any, Question::Element)?.is_some().into())
}

fn any_2(call: &mut Call<'_, '_>) -> Outcome {
    Ok(find(call, Goal::Any, Question::Both)?.is_some().into())
}

fn all_1(call: &mut Call<'_, '_>) -> Outcome {
    Ok(find(call, Goal::All, Question::Element)?.is_none().into())
}

fn all_2(call: &mut Call<'_, '_>) -> Outcome {
    Ok(find(call, Goal::All, Question::Both)?.is_none().into())
}

fn index_1(call: &mut Call<'_, '_>) -> Outcome {
    Ok(find(call, Goal::Index, Question::Value)?.unwrap_or_default())
}

fn index_2(call: &mut Call<'_, '_>) -> Outcome {
    Ok(find(call, Goal::Index, Question::Both)?.unwrap_or_default())
}

fn index_in_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0);
    let offset = match call.arg(1) {
        Value::Regexp(regexp) => regexp.find(text)?.map(|span| span.start),
        pattern => text.find(pattern.as_str().unwrap_or_default()),
    };
    let before = offset.and_then(|offset| text.get(..offset));
    let index = before.and_then(|before| i64::try_from(before.chars().count()).ok());
    Ok(index.map_or(Value::Undef, Value::Integer))
}

fn index_of_value(call: &mut Call<'_, '_>) -> Outcome {
    let expected = call.take(1);
    let iterable = take_iterable(call, "enumerable")?;
    let by_key = is_hash_style(&iterable);
    let mut found = Value::Undef;
    let mut index = Counter::new();
    walk(call, iterable, |call, element| {
        call.step()?;
        let (key, value) = if by_key { split_pair(&element) } else { (index.next(), element) };
        Ok(match is_same(&value, &expected) {
            true => stop_with(&mut found, key),
            false => ON,
        })
    })?;
    Ok(found)
}

fn stop_with(found: &mut Value, key: Value) -> Go {
    *found = key;
    STOP
}
