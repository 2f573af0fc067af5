//! Explanations of mismatches, compared with recorded results of the reference.
//!
//! Each line of `mismatch.jsonl` is a case with its result `r`; `f` is the operation: `describe` an
//! expected type `e` and an actual type `a`; `assert` that a value `v` is an instance; `default`,
//! the same for the default value of a parameter; `validate` parameters `h` by a struct `s`, with
//! missing ones allowed if `m`; `signatures` `s` of a function `n` called with arguments of type
//! `a`. The first line defines aliases.

#![expect(clippy::panic, reason = "a record that can't be read must fail the test")]

use std::sync::Arc;

use pupa_syntax::source::Source;
use pupa_syntax::{ParseOptions, parse as parse_source};
use pupa_value::error::Result;
use pupa_value::loader::Builtins;
use pupa_value::mismatch::{self, Missing};
use pupa_value::regexp::Regexp;
use pupa_value::signature::Signature;
use pupa_value::type_parser::{TypeDefinitions, parse_type};
use pupa_value::{Type, Value};
use serde_json::Value as Json;

/// The aliases of the first line.
type Aliases = TypeDefinitions<'static>;

fn define(definitions: &Json) -> Aliases {
    let mut aliases = Aliases::new(&Builtins);
    for (name, text) in definitions.as_object().into_iter().flatten() {
        let source = Arc::new(Source::new("", text.as_str().unwrap_or_default()));
        let tree = Arc::new(parse_source(source, &ParseOptions::default()).tree);
        aliases.define(name, &tree, tree.root());
    }
    aliases
}

fn text<'a>(case: &'a Json, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

fn parse(source: &str, aliases: &Aliases) -> Type {
    parse_type(source, aliases).unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn value(json: &Json, aliases: &Aliases) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(truth) => Value::Boolean(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Integer(whole),
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(elements) => Value::array(elements.iter().map(|e| value(e, aliases))),
        Json::Object(special) => special
            .iter()
            .map(|(kind, inner)| special_value(kind, inner, aliases))
            .next()
            .unwrap_or_default(),
    }
}

fn special_value(kind: &str, inner: &Json, aliases: &Aliases) -> Value {
    match kind {
        "$type" => Value::Type(parse(inner.as_str().unwrap_or_default(), aliases)),
        "$regexp" => match Regexp::new(inner.as_str().unwrap_or_default()) {
            Ok(regexp) => Value::regexp(regexp),
            Err(error) => panic!("{inner}: {error:?}"),
        },
        "$default" => Value::Default,
        "$sensitive" => Value::sensitive(value(inner, aliases)),
        _ => Value::hash(
            inner
                .as_array()
                .into_iter()
                .flatten()
                .map(|entry| (value(&entry[0], aliases), value(&entry[1], aliases))),
        ),
    }
}

fn signature(json: &Json, aliases: &Aliases) -> Signature {
    let Type::Callable(Some(callable)) = parse(json[0].as_str().unwrap_or_default(), aliases)
    else {
        panic!("{json} is not callable");
    };
    let names = json[1].as_array().into_iter().flatten().filter_map(Json::as_str);
    let signature = Signature::new(callable, names);
    match json[2].as_str() {
        Some(block) => signature.with_block_name(block),
        None => signature,
    }
}

fn answer(case: &Json, aliases: &Aliases) -> Option<String> {
    let message = |result: Result<()>| result.err().map(|error| error.message);
    match text(case, "f") {
        "describe" => {
            let (expected, actual) =
                (parse(text(case, "e"), aliases), parse(text(case, "a"), aliases));
            Some(mismatch::describe_mismatch("x:", &expected, &actual))
        }
        "assert" => {
            let (expected, value) = (parse(text(case, "e"), aliases), value(&case["v"], aliases));
            message(mismatch::assert_instance("The thing", &expected, &value))
        }
        "default" => {
            let (expected, value) = (parse(text(case, "e"), aliases), value(&case["v"], aliases));
            message(mismatch::validate_default_parameter("Class[X]", "p", &expected, &value))
        }
        "validate" => message(validate(case, aliases)),
        _ => {
            let signatures = case["s"].as_array().into_iter().flatten();
            let signatures: Vec<Signature> =
                signatures.map(|json| signature(json, aliases)).collect();
            let args = parse(text(case, "a"), aliases);
            Some(mismatch::describe_signatures(text(case, "n"), &signatures, &args))
        }
    }
}

fn validate(case: &Json, aliases: &Aliases) -> Result<()> {
    let Type::Struct(parameters) = parse(text(case, "s"), aliases) else {
        panic!("{case} has no struct");
    };
    let entries = case["h"].as_array().into_iter().flatten();
    let given: Vec<(&str, Value)> = entries
        .map(|entry| (entry[0].as_str().unwrap_or_default(), value(&entry[1], aliases)))
        .collect();
    let missing =
        if case["m"].as_bool() == Some(true) { Missing::Allowed } else { Missing::Refused };
    let given = given.iter().map(|(name, value)| (*name, value));
    mismatch::validate_parameters("Class[X]", &parameters, given, missing, &mut |_| Ok(None))
}

#[test]
fn explanations_are_those_of_the_reference() {
    let lines: Vec<Json> = include_str!("mismatch.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let (first, cases) = lines.split_first().unwrap_or_else(|| panic!("no cases"));
    let aliases = define(&first["aliases"]);
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let (ours, theirs) = (answer(case, &aliases), case["r"].as_str().map(str::to_owned));
            (ours != theirs).then(|| format!("{case}\n  ours:   {ours:?}\n  theirs: {theirs:?}"))
        })
        .collect();
    assert!(cases.len() > 100, "only {} cases", cases.len());
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        cases.len(),
        wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}
