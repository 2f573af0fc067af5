//! Functions that order values: `sort`, `max`, `min`, `compare`.

use std::cmp::Ordering;
use std::sync::Arc;

use pupa_value::compare::to_float;
use pupa_value::iterable::iterable_over;
use pupa_value::text::ruby::{class_name, to_s};
use pupa_value::{Type, Value};

use super::ruby_order::{order, order_from, ordered};
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, Stop, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "sort",
        doc: "The elements of an array, or the characters of a string, in order.\n\n\
              Numbers are sorted by size, texts by the codes of their characters: upper case \
              before lower case. Values of different kinds can't be sorted, except with a block: \
              it gets two elements and returns a number below, above or equal to zero if the first \
              comes before, after or together with the second, as `compare` does. Elements that \
              are equal keep their order.",
        examples: &[
            Example { code: "sort([3, 1, 2])", value: "[1, 2, 3]" },
            Example { code: "sort('hello')", value: "'ehllo'" },
            Example { code: "sort([1, 2, 3]) |$a, $b| { compare($b, $a) }", value: "[3, 2, 1]" },
        ],
        dispatches: &[
            Dispatch { signature: "String $string_value, Callable[2,2] &$block?", body: sort_text },
            Dispatch { signature: "Array $array_value, Callable[2,2] &$block?", body: sort_array },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "max",
        doc: "The largest of the arguments, or of the elements of the one array given.\n\n\
              Numbers, texts, versions and times can be compared among each other. Texts of \
              numbers are compared as numbers, and values of different kinds as text; both are \
              deprecated. A block decides otherwise: it gets two values and returns a number \
              below, above or equal to zero if the first is smaller, larger or equal.",
        examples: &[
            Example { code: "max(1, 3, 2)", value: "3" },
            Example { code: "max(['a', 'b'])", value: "'b'" },
            Example {
                code: "max(['aa', 'b']) |$a, $b| { compare(size($a), size($b)) }",
                value: "'aa'",
            },
        ],
        dispatches: &[
            Dispatch { signature: "Numeric *$values", body: max_ordered },
            Dispatch { signature: "String *$values", body: max_texts },
            Dispatch { signature: "Semver *$values", body: max_ordered },
            Dispatch { signature: "Timespan *$values", body: max_ordered },
            Dispatch { signature: "Timestamp *$values", body: max_ordered },
            Dispatch {
                signature: "Array[Numeric] $values, Callable[2,2] &$block?",
                body: max_ordered_array,
            },
            Dispatch {
                signature: "Array[String] $values, Callable[2,2] &$block?",
                body: max_texts_array,
            },
            Dispatch {
                signature: "Array[Semver] $values, Callable[2,2] &$block?",
                body: max_ordered_array,
            },
            Dispatch {
                signature: "Array[Timespan] $values, Callable[2,2] &$block?",
                body: max_ordered_array,
            },
            Dispatch {
                signature: "Array[Timestamp] $values, Callable[2,2] &$block?",
                body: max_ordered_array,
            },
            Dispatch { signature: "Array $values, Callable[2,2] &$block?", body: max_any_array },
            Dispatch { signature: "Any *$values, Callable[2,2] &$block", body: max_by_block },
            Dispatch { signature: "Any *$values", body: max_any },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "min",
        doc: "The smallest of the arguments, or of the elements of the one array given.\n\n\
              Numbers, texts, versions and times can be compared among each other. Texts of \
              numbers are compared as numbers, and values of different kinds as text; both are \
              deprecated. A block decides otherwise: it gets two values and returns a number \
              below, above or equal to zero if the first is smaller, larger or equal.",
        examples: &[
            Example { code: "min(3, 1, 2)", value: "1" },
            Example { code: "min(['a', 'b'])", value: "'a'" },
            Example {
                code: "min(['aa', 'b']) |$a, $b| { compare(size($a), size($b)) }",
                value: "'b'",
            },
        ],
        dispatches: &[
            Dispatch { signature: "Numeric *$values", body: min_ordered },
            Dispatch { signature: "String *$values", body: min_texts },
            Dispatch { signature: "Semver *$values", body: min_ordered },
            Dispatch { signature: "Timespan *$values", body: min_ordered },
            Dispatch { signature: "Timestamp *$values", body: min_ordered },
            Dispatch {
                signature: "Array[Numeric] $values, Callable[2,2] &$block?",
                body: min_ordered_array,
            },
            Dispatch {
                signature: "Array[Semver] $values, Callable[2,2] &$block?",
                body: min_ordered_array,
            },
            Dispatch {
                signature: "Array[Timespan] $values, Callable[2,2] &$block?",
                body: min_ordered_array,
            },
            Dispatch {
                signature: "Array[Timestamp] $values, Callable[2,2] &$block?",
                body: min_ordered_array,
            },
            Dispatch {
                signature: "Array[String] $values, Callable[2,2] &$block?",
                body: min_texts_array,
            },
            Dispatch { signature: "Array $values, Callable[2,2] &$block?", body: min_any_array },
            Dispatch { signature: "Any *$values, Callable[2,2] &$block", body: min_by_block },
            Dispatch { signature: "Any *$values", body: min_any },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "compare",
        doc: "The order of two values: -1, 0 or 1 if the first is smaller than the second, equal \
              to it or larger.\n\n\
              Both must be numbers, texts, versions, points in time or lengths of time; times can \
              also be compared with numbers of seconds. Texts are compared without regard to the \
              case of ASCII letters, unless the third argument is `false`.",
        examples: &[
            Example { code: "compare(1, 2)", value: "-1" },
            Example { code: "compare('a', 'A')", value: "0" },
            Example { code: "compare('a', 'A', false)", value: "1" },
            Example {
                code: "compare(1, 'a')",
                value: "Error: Evaluation Error: Error while evaluating a Function Call, 'compare' \
                        compare(): Can only compare values of the same type (or for \
                        Timestamp/Timespan also against Numeric). Got Integer and String",
            },
        ],
        dispatches: &[
            Dispatch { signature: "Numeric $a, Numeric $b", body: compare_ordered },
            Dispatch {
                signature: "String $a, String $b, Boolean $ignore_case?",
                body: compare_texts,
            },
            Dispatch { signature: "Semver $a, Semver $b", body: compare_ordered },
            Dispatch {
                signature: "Numeric $a, Variant[Timespan, Timestamp] $b",
                body: compare_ordered,
            },
            Dispatch {
                signature: "Timestamp $a, Variant[Timestamp, Numeric] $b",
                body: compare_ordered,
            },
            Dispatch {
                signature: "Timespan $a, Variant[Timespan, Numeric] $b",
                body: compare_ordered,
            },
            Dispatch {
                signature: "! Variant[String, Semver, Numeric, Timespan, Timestamp] $a, \
                            Variant[String, Semver, Numeric, Timespan, Timestamp] $b, \
                            Any *$ignore_case",
                body: explain_comparison,
            },
            Dispatch {
                signature: "! Any $a, Any $b, Any *$ignore_case",
                body: explain_not_comparable,
            },
        ],
        traits: Traits::NONE,
    },
];

fn sort_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.take(0);
    let characters = iterable_over(&text);
    let characters = characters.iter().flat_map(|sequence| sequence.elements()).collect();
    let mut sorted = String::new();
    for character in sort(call, characters)? {
        sorted.push_str(character.as_str().unwrap_or_default());
    }
    Ok(Value::from(sorted))
}

fn sort_array(call: &mut Call<'_, '_>) -> Outcome {
    let elements = take_elements(call);
    Ok(Value::from(sort(call, elements)?))
}

/// The elements of the array that is the first argument.
fn take_elements(call: &mut Call<'_, '_>) -> Vec<Value> {
    match call.take(0) {
        Value::Array(elements) => Arc::unwrap_or_clone(elements),
        _ => Vec::new(),
    }
}

fn sort(call: &mut Call<'_, '_>, mut values: Vec<Value>) -> Outcome<Vec<Value>> {
    if call.has_block() {
        return merge_sort(values, &mut |a, b| by_block(call, a, b));
    }
    let is_plain = values.iter().all(|value| matches!(value, Value::Integer(_)))
        || values.iter().all(|value| matches!(value, Value::String(_)));
    if is_plain {
        // Values of these types can always be compared.
        values.sort_by(|a, b| order(a, b).ok().flatten().unwrap_or(Ordering::Equal));
        return Ok(values);
    }
    merge_sort(values, &mut |a, b| {
        call.step()?;
        ordered(a, b)
    })
}

/// Merge sort, with a comparison that may fail or be inconsistent. It compares in the same order as
/// the reference.
fn merge_sort(
    mut values: Vec<Value>,
    compare: &mut impl FnMut(&Value, &Value) -> Outcome<Ordering>,
) -> Outcome<Vec<Value>> {
    if values.len() < 2 {
        return Ok(values);
    }
    let size = values.len();
    let right = values.split_off(size / 2);
    let mut left = merge_sort(values, compare)?.into_iter().peekable();
    let mut right = merge_sort(right, compare)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(size);
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if compare(a, b)?.is_le() { left.next() } else { right.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

/// The order of two values according to the block.
fn by_block(call: &mut Call<'_, '_>, a: &Value, b: &Value) -> Outcome<Ordering> {
    let verdict = call.yield_with([a.clone(), b.clone()])?;
    order_from(&verdict, a, b)
}

/// The end of an order.
#[derive(Clone, Copy)]
enum End {
    Max,
    Min,
}

impl End {
    fn name(self) -> &'static str {
        match self {
            End::Max => "max",
            End::Min => "min",
        }
    }

    fn expected(self) -> Ordering {
        match self {
            End::Max => Ordering::Greater,
            End::Min => Ordering::Less,
        }
    }
}

/// The comparison of values.
#[derive(Clone, Copy)]
enum Measure {
    /// By their own order.
    Ordered,
    /// As strings, or as numbers if both strings are numbers.
    Texts,
    /// The same, after conversion to strings.
    Any,
    /// As the block says.
    Block,
}

fn max_ordered(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Max, Measure::Ordered)
}

fn max_texts(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Max, Measure::Texts)
}

fn max_any(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Max, Measure::Any)
}

fn max_by_block(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Max, Measure::Block)
}

fn max_ordered_array(call: &mut Call<'_, '_>) -> Outcome {
    of_array(call, End::Max, Measure::Ordered)
}

fn max_texts_array(call: &mut Call<'_, '_>) -> Outcome {
    of_array(call, End::Max, Measure::Texts)
}

fn max_any_array(call: &mut Call<'_, '_>) -> Outcome {
    of_array(call, End::Max, Measure::Any)
}

fn min_ordered(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Min, Measure::Ordered)
}

fn min_texts(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Min, Measure::Texts)
}

fn min_any(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Min, Measure::Any)
}

fn min_by_block(call: &mut Call<'_, '_>) -> Outcome {
    of_arguments(call, End::Min, Measure::Block)
}

fn min_ordered_array(call: &mut Call<'_, '_>) -> Outcome {
    of_array(call, End::Min, Measure::Ordered)
}

fn min_texts_array(call: &mut Call<'_, '_>) -> Outcome {
    of_array(call, End::Min, Measure::Texts)
}

fn min_any_array(call: &mut Call<'_, '_>) -> Outcome {
    of_array(call, End::Min, Measure::Any)
}

fn of_arguments(call: &mut Call<'_, '_>, end: End, measure: Measure) -> Outcome {
    let values = std::mem::take(&mut call.args);
    extreme(call, values, end, measure)
}

fn of_array(call: &mut Call<'_, '_>, end: End, measure: Measure) -> Outcome {
    let values = take_elements(call);
    let measure = if call.has_block() { Measure::Block } else { measure };
    extreme(call, values, end, measure)
}

fn extreme(call: &mut Call<'_, '_>, values: Vec<Value>, end: End, measure: Measure) -> Outcome {
    let mut values = values.into_iter();
    let Some(mut result) = values.next() else {
        if matches!(measure, Measure::Block) {
            return Ok(Value::Undef);
        }
        let name = end.name();
        return Err(error(format!("{name}(): Wrong number of arguments need at least one")));
    };
    for value in values {
        let order = match measure {
            Measure::Ordered => ordered(&value, &result)?,
            Measure::Texts => text_order(call, end, &value, &result, false),
            Measure::Any => text_order(call, end, &value, &result, true),
            Measure::Block => by_block(call, &value, &result)?,
        };
        if order == end.expected() {
            result = value;
        }
    }
    Ok(result)
}

/// The order of two values as strings, or as numbers if both strings are numbers.
fn text_order(call: &mut Call<'_, '_>, end: End, a: &Value, b: &Value, any: bool) -> Ordering {
    let name = end.name();
    let (text_a, text_b) = (to_s(a), to_s(b));
    if is_number_text(&text_a) && is_number_text(&text_b) {
        let warning = format!(
            "The {name}() function's auto conversion of String to Numeric is deprecated - change \
             to convert input before calling, or use lambda"
        );
        call.warn_once(&format!("{name}_function_numeric_coerce_string"), warning);
        let (a, b) = (number(a, &text_a), number(b, &text_b));
        return a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    }
    if any {
        let warning = format!(
            "The {name}() function's auto conversion of Any to String is deprecated - change to \
             convert input before calling, or use lambda"
        );
        call.warn_once(&format!("{name}_function_string_coerce_any"), warning);
    }
    text_a.as_bytes().cmp(text_b.as_bytes())
}

/// Whether `max` and `min` consider a string a number: digits, with an optional sign, fraction or
/// exponent.
fn is_number_text(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    match text.split_once(['.', '_', 'e', 'E']) {
        Some((whole, rest)) => is_digits(whole) && is_digits(rest),
        None => is_digits(text),
    }
}

fn number(value: &Value, text: &str) -> f64 {
    // Ruby skips underscores between digits.
    to_float(value).or_else(|| text.replace('_', "").parse().ok()).unwrap_or(0.0)
}

fn compare_ordered(call: &mut Call<'_, '_>) -> Outcome {
    let (a, b) = (call.arg(0), call.arg(1));
    // Only a value that is not a number at all can't be compared here.
    Ok(order(a, b)?.map_or(Value::Undef, as_number))
}

fn compare_texts(call: &mut Call<'_, '_>) -> Outcome {
    let (a, b) = (call.text(0), call.text(1));
    let ignores_case = call.arg(2).as_boolean().unwrap_or(true);
    Ok(as_number(if ignores_case {
        let [a, b] = [a, b].map(|text| text.bytes().map(|byte| byte.to_ascii_lowercase()));
        a.cmp(b)
    } else {
        a.as_bytes().cmp(b.as_bytes())
    }))
}

fn as_number(order: Ordering) -> Value {
    Value::Integer(order as i64)
}

fn explain_comparison(call: &mut Call<'_, '_>) -> Outcome {
    let (a, b) = (call.arg(0), call.arg(1));
    let rest = call.args.get(2..).unwrap_or_default();
    let are_texts = a.as_str().is_some() && b.as_str().is_some();
    Err(explanation(match rest {
        [] => format!(
            "Can only compare values of the same type (or for Timestamp/Timespan also against \
             Numeric). Got {} and {}",
            label(a),
            label(b)
        ),
        _ if !are_texts => {
            "The third argument (ignore case) can only be used when comparing strings".to_owned()
        }
        [given] => {
            format!("The third argument (ignore case) must be a Boolean. Got {}", label(given))
        }
        _ => format!("Accepts at most 3 arguments, got {}", call.args.len()),
    }))
}

fn explain_not_comparable(call: &mut Call<'_, '_>) -> Outcome {
    Err(explanation(format!(
        "Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and \
         Timestamp can be compared. Got {} and {}",
        label(call.arg(0)),
        label(call.arg(1))
    )))
}

fn explanation(text: String) -> Box<Stop> {
    error(format!("'compare' compare(): {text}"))
}

/// Returns the kind of a value for messages.
fn label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value".to_owned(),
        Value::Boolean(_) => "Boolean".to_owned(),
        Value::Default
        | Value::Object(_)
        | Value::Instance(_)
        | Value::Iterator(_)
        | Value::Uri(_) => "Object".to_owned(),
        Value::Closure(_) | Value::Foreign(_) => "Object".to_owned(),
        Value::Type(t @ Type::Resource(Some(resource))) if resource.title.is_some() => {
            format!("{t} Resource-Reference")
        }
        Value::Type(t) => format!("{}-Type", t.display()),
        Value::Sensitive(_) => "Sensitive".to_owned(),
        Value::Timestamp(_) => "Timestamp".to_owned(),
        Value::Timespan(_) => "Timespan".to_owned(),
        Value::SemVer(_) => "Semver".to_owned(),
        Value::SemVerRange(_) => "SemverRange".to_owned(),
        Value::Binary(_) => "Binary".to_owned(),
        _ => class_name(value).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(numbers: &[i64], order: impl Fn(i64, i64) -> Ordering) -> Vec<i64> {
        let values = numbers.iter().copied().map(Value::Integer).collect();
        let number = |value: &Value| value.as_integer().unwrap_or_default();
        let sorted = merge_sort(values, &mut |a, b| Ok(order(number(a), number(b))));
        sorted.map(|values| values.iter().map(number).collect()).unwrap_or_default()
    }

    #[test]
    fn merging_sorts_and_keeps_the_order_of_equals() {
        assert_eq!(sorted(&[3, 1, 2, 5, 4], |a, b| a.cmp(&b)), [1, 2, 3, 4, 5]);
        assert_eq!(sorted(&[31, 12, 32, 11], |a, b| (a / 10).cmp(&(b / 10))), [12, 11, 31, 32]);
    }

    #[test]
    fn a_contradicting_comparison_ends() {
        assert_eq!(sorted(&[1, 2, 3, 4], |_, _| Ordering::Greater), [4, 3, 2, 1]);
    }

    #[test]
    fn texts_of_numbers() {
        for text in ["1", "-1", "1.5", "1_5", "1e5", "1E5"] {
            assert!(is_number_text(text), "{text}");
        }
        for text in ["", "-", "1.", ".5", "1.5.5", "+1", "1e+5", "a", "1\n"] {
            assert!(!is_number_text(text), "{text}");
        }
    }
}
