//! Functions that change each string: case, ends, white space.

use std::sync::Arc;

use pupa_value::iterable::iterable_over;
use pupa_value::value::{Hash, Text};
use pupa_value::{Value, text};

use super::argument_checks::undefined_method;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::Outcome;

/// The signatures of a function on strings: numbers are returned unchanged, and an iterable value
/// gives an array of the results for its elements.
macro_rules! each_dispatches {
    ($body:expr) => {
        &[
            Dispatch { signature: "Numeric $arg", body: unchanged },
            Dispatch { signature: "String $arg", body: $body },
            Dispatch { signature: "Iterable[Variant[String, Numeric]] $arg", body: $body },
        ]
    };
}

/// The signatures of a function that changes strings in nested arrays and hashes, too.
macro_rules! deep_dispatches {
    ($body:expr) => {
        &[
            Dispatch { signature: "Numeric $arg", body: unchanged },
            Dispatch { signature: "String $arg", body: $body },
            Dispatch { signature: "Array[StringData] $arg", body: $body },
            Dispatch { signature: "Hash[StringData, StringData] $arg", body: $body },
        ]
    };
}

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "camelcase",
        doc: "A string with its parts between underscores joined, each with a capital first \
              letter and all others small.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[
            Example { code: "camelcase('hello_friend')", value: "'HelloFriend'" },
            Example { code: "camelcase(['abc_def', 'bcd_xyz'])", value: "['AbcDef', 'BcdXyz']" },
        ],
        dispatches: each_dispatches!(|call| each(call, camelcase)),
        traits: Traits::NONE,
    },
    Function {
        name: "capitalize",
        doc: "A string with its first letter as a capital and all others small.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[
            Example { code: "capitalize('hELLO')", value: "'Hello'" },
            Example { code: "capitalize(['abc', 'bcd'])", value: "['Abc', 'Bcd']" },
        ],
        dispatches: each_dispatches!(|call| each(call, |text| text::capitalize(text).into())),
        traits: Traits::NONE,
    },
    Function {
        name: "chomp",
        doc: "A string without one line end (`\\n`, `\\r` or `\\r\\n`) at its end.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[
            Example { code: r#"chomp("hello\r\n")"#, value: "'hello'" },
            Example { code: r#"chomp(["hello\n", "hi"])"#, value: "['hello', 'hi']" },
        ],
        dispatches: each_dispatches!(|call| each(call, |text| part(text, chomp(text)))),
        traits: Traits::NONE,
    },
    Function {
        name: "chop",
        doc: "A string without its last character; the line end `\\r\\n` counts as one.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[
            Example { code: "chop('hello')", value: "'hell'" },
            Example { code: r#"chop("hello\r\n")"#, value: "'hello'" },
            Example { code: "chop('')", value: "''" },
        ],
        dispatches: each_dispatches!(|call| each(call, |text| part(text, chop(text)))),
        traits: Traits::NONE,
    },
    Function {
        name: "downcase",
        doc: "A string in small letters.\n\n\
              It goes into arrays and hashes at any depth, and changes the keys of hashes too; of \
              keys that become the same, the last sets the value. Numbers stay as they are.",
        examples: &[
            Example { code: "downcase('HELLO')", value: "'hello'" },
            Example { code: "downcase({'A' => ['B', 1]})", value: "{'a' => ['b', 1]}" },
        ],
        dispatches: deep_dispatches!(|call| deep(call, text::downcase)),
        traits: Traits::NONE,
    },
    Function {
        name: "lstrip",
        doc: "A string without white space (spaces, tabs, line ends, NUL) at its beginning.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[Example { code: r#"lstrip("\n\t hello ")"#, value: "'hello '" }],
        dispatches: each_dispatches!(|call| each(call, |text| part(text, text::lstrip(text)))),
        traits: Traits::NONE,
    },
    Function {
        name: "rstrip",
        doc: "A string without white space (spaces, tabs, line ends, NUL) at its end.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[Example { code: r#"rstrip(" hello\n\t ")"#, value: "' hello'" }],
        dispatches: each_dispatches!(|call| each(call, |text| part(text, text::rstrip(text)))),
        traits: Traits::NONE,
    },
    Function {
        name: "strip",
        doc: "A string without white space (spaces, tabs, line ends, NUL) at both ends.\n\n\
              Of an array or another iterable value it gives an array of what its elements give. \
              Numbers stay as they are.",
        examples: &[
            Example { code: r#"strip(" hello\n")"#, value: "'hello'" },
            Example { code: "strip([' a', 'b '])", value: "['a', 'b']" },
        ],
        dispatches: each_dispatches!(|call| each(call, |text| part(text, text::strip(text)))),
        traits: Traits::NONE,
    },
    Function {
        name: "upcase",
        doc: "A string in capitals.\n\n\
              It goes into arrays and hashes at any depth, and changes the keys of hashes too; of \
              keys that become the same, the last sets the value. Numbers stay as they are.",
        examples: &[
            Example { code: "upcase('hello')", value: "'HELLO'" },
            Example { code: "upcase({'a' => ['b', 1]})", value: "{'A' => ['B', 1]}" },
        ],
        dispatches: deep_dispatches!(|call| deep(call, text::upcase)),
        traits: Traits::NONE,
    },
];

fn unchanged(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.take(0))
}

/// Changes a string, or each string in an iterable value.
fn each(call: &mut Call<'_, '_>, change: fn(&Text) -> Text) -> Outcome {
    let changed = |value: Value| match value {
        Value::String(text) => {
            pupa_meter::charge(text.len() / 2);
            Value::String(change(&text))
        }
        other => other,
    };
    match call.take(0) {
        text @ Value::String(_) => Ok(changed(text)),
        Value::Array(mut elements) => {
            for element in Arc::make_mut(&mut elements) {
                *element = changed(std::mem::take(element));
            }
            Ok(Value::Array(elements))
        }
        // Compat: types are iterable, but not for these functions. Pinned by
        // `quirk-types-are-not-mapped`.
        value @ Value::Type(_) => Err(undefined_method("map", &value)),
        value => {
            let mut out = Vec::new();
            let sequence = iterable_over(&value);
            for element in sequence.iter().flat_map(|sequence| sequence.elements()) {
                call.check_elements(out.len() + 1)?;
                out.push(changed(element));
            }
            Ok(Value::from(out))
        }
    }
}

/// Changes the strings in a value, also in nested arrays and hashes.
fn deep(call: &mut Call<'_, '_>, change: fn(&str) -> String) -> Outcome {
    let value = call.take(0);
    // A part that is shared is copied when it is changed.
    call.check_shown(&value)?;
    Ok(changed_deeply(value, change))
}

fn changed_deeply(value: Value, change: fn(&str) -> String) -> Value {
    if !pupa_meter::charge(4) {
        return value;
    }
    match value {
        Value::String(text) => {
            pupa_meter::charge(text.len());
            Value::from(change(&text))
        }
        Value::Array(mut elements) => {
            for element in Arc::make_mut(&mut elements) {
                *element = changed_deeply(std::mem::take(element), change);
            }
            Value::Array(elements)
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| {
                (changed_deeply(key.clone(), change), changed_deeply(value.clone(), change))
            });
            Value::from(entries.collect::<Hash>())
        }
        other => other,
    }
}

/// A part of a string; the whole string is shared, not copied.
fn part(text: &Text, part: &str) -> Text {
    if part.len() == text.len() { text.clone() } else { Text::from(part) }
}

fn camelcase(text: &Text) -> Text {
    let parts: String = text.split('_').map(text::capitalize).collect();
    parts.into()
}

fn chomp(text: &str) -> &str {
    match text.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => text.strip_suffix('\r').unwrap_or(text),
    }
}

fn chop(text: &str) -> &str {
    if let Some(line) = text.strip_suffix("\r\n") {
        return line;
    }
    let mut characters = text.chars();
    characters.next_back();
    characters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_end_is_taken_away() {
        let texts = ["a\n", "a\r\n", "a\r", "a\n\r", "a\n\n", "a", ""];
        assert_eq!(texts.map(chomp), ["a", "a", "a", "a\n", "a\n", "a", ""]);
        assert_eq!(texts.map(chop), ["a", "a", "a", "a\n", "a\n", "", ""]);
        assert_eq!(chop("aé"), "a");
    }
}
