//! Tests of merge strategies. Expectations are the reference's answers.

use proptest::prelude::*;
use pupa_value::text::ruby::inspect;

use super::*;

fn value(json: &str) -> Value {
    pupa_data::json::value(json).unwrap()
}

fn strategy(json: &str) -> MergeStrategy {
    MergeStrategy::from_value(&value(json)).unwrap()
}

fn strategy_error(json: &str) -> String {
    MergeStrategy::from_value(&value(json)).unwrap_err().message
}

/// The result of a merge as Ruby's `inspect` prints it, so that the order of keys counts.
fn merged(merge: &str, higher: &str, lower: &str) -> String {
    let strategy = strategy(merge);
    let start = strategy.start(value(higher)).unwrap();
    match strategy.merge(start, &value(lower)) {
        Ok(value) => inspect(&value).into_owned(),
        Err(error) => error.message,
    }
}

#[test]
fn names_of_strategies() {
    for name in ["default", "first", "unique", "hash", "deep", "reverse_deep"] {
        assert_eq!(strategy(&format!("\"{name}\"")).name(), name);
    }
    assert_eq!(strategy("null"), MergeStrategy::default());
    assert_eq!(strategy("false").name(), "default");
    assert_eq!(MergeStrategy::from_value(&Value::Default), Ok(MergeStrategy::default()));
    assert_eq!(strategy_error("\"x\""), "Unknown merge strategy: 'x'");
    assert_eq!(strategy_error("[1]"), "Unknown merge strategy: '[1]'");
    assert_eq!(strategy_error("{\"strategy\": true}"), "Unknown merge strategy: 'true'");
    assert_eq!(
        strategy_error("{\"sort_merged_arrays\": true}"),
        "The hash given as 'merge' must contain the name of a strategy in string form for the key \
         'strategy'"
    );
}

#[test]
fn unconstrained_is_deep_unless_it_has_options() {
    assert_eq!(strategy("\"unconstrained_deep\"").name(), "deep");
    assert_eq!(strategy(r#"{"strategy": "unconstrained_deep"}"#).name(), "deep");
    let own = strategy(r#"{"strategy": "unconstrained_deep", "x": 1}"#);
    assert_eq!((own.name(), own.options()), ("unconstrained_deep", Some(value(r#"{"x": 1}"#))));
}

#[test]
fn options_exclude_the_name_of_the_strategy() {
    let deep = strategy(r#"{"strategy": "deep", "knockout_prefix": "--"}"#);
    assert_eq!(deep.options(), Some(value(r#"{"knockout_prefix": "--"}"#)));
    assert_eq!(deep.configuration(), value(r#"{"strategy": "deep", "knockout_prefix": "--"}"#));
    let plain = strategy(r#"{"strategy": "deep"}"#);
    assert_eq!((plain.options(), plain.configuration()), (None, "deep".into()));
    assert_ne!(plain, deep);
}

#[test]
fn options_have_types() {
    assert_eq!(
        strategy_error(r#"{"strategy": "hash", "foo": 1}"#),
        "The merge options has wrong type, unrecognized key 'foo'"
    );
    assert_eq!(
        strategy_error(r#"{"strategy": "deep", "knockout_prefix": 5}"#),
        "The merge options has wrong type, entry 'knockout_prefix' expects a value of type Undef \
         or String, got Integer"
    );
    assert_eq!(
        strategy_error(r#"{"strategy": "reverse_deep", "": 5}"#),
        "The merge options has wrong type, expects a Hash[String[1], Any] value, got \
         Hash[Enum['', 'strategy'], Variant[String, Integer[5, 5]]]"
    );
}

#[test]
fn unique_flattens_arrays() {
    assert_eq!(merged("\"unique\"", "[1, [2, [1]]]", "[1.0, [3]]"), "[1, 2, 1.0, 3]");
    assert_eq!(merged("\"unique\"", "\"a\"", "[\"b\", \"a\"]"), "[\"a\", \"b\"]");
    let unique = strategy("\"unique\"");
    assert_eq!(unique.single(value("[1, [1], [1], 1]")), value("[1, [1]]"));
    assert_eq!(unique.start(value("[1, [1]]")), Ok(value("[1, 1]")));
}

#[test]
fn elements_have_types() {
    assert_eq!(
        merged("\"hash\"", "[1]", "{}"),
        "The first element of the merge has wrong type, expects a Hash value, got Tuple"
    );
    let hash = strategy("\"hash\"");
    let secret = Value::hash([("a".into(), Value::sensitive(1.into()))]);
    assert_eq!(
        hash.merge(value("{}"), &secret).unwrap_err().message,
        "The second element of the merge has wrong type, entry 'a' expects a Data value, got \
         Sensitive"
    );
}

#[test]
fn hashes_keep_the_order_of_the_lower_one() {
    let (higher, lower) = (r#"{"c": 1, "a": {"x": 1}}"#, r#"{"a": {"y": 1}, "b": 2}"#);
    assert_eq!(merged("\"hash\"", higher, lower), r#"{"a"=>{"x"=>1}, "b"=>2, "c"=>1}"#);
    assert_eq!(merged("\"deep\"", higher, lower), r#"{"a"=>{"y"=>1, "x"=>1}, "b"=>2, "c"=>1}"#);
    assert_eq!(
        merged("\"reverse_deep\"", higher, lower),
        r#"{"c"=>1, "a"=>{"x"=>1, "y"=>1}, "b"=>2}"#
    );
}

#[test]
fn a_hash_that_replaces_a_scalar_is_merged_with_itself() {
    // The first value is taken unchanged, the others are merged with themselves.
    let higher = r#"{"a": {"x": [1, 1], "y": [1, 1]}, "b": {}}"#;
    assert_eq!(
        merged("\"deep\"", higher, r#"{"a": 1, "b": 2}"#),
        r#"{"a"=>{"x"=>[1, 1], "y"=>[1]}, "b"=>2}"#
    );
}

#[test]
fn marked_elements_are_knocked_out() {
    let deep = r#"{"strategy": "deep", "knockout_prefix": "--"}"#;
    let lower = r#"{"a": ["x", "y"], "b": 1}"#;
    assert_eq!(merged(deep, r#"{"a": ["--x", "z"]}"#, lower), r#"{"a"=>["y", "z"], "b"=>1}"#);
    assert_eq!(merged(deep, r#"{"a": ["--", "z"]}"#, lower), r#"{"a"=>["z"], "b"=>1}"#);
    assert_eq!(merged(deep, r#"{"a": "--", "b": "--x"}"#, lower), r#"{"a"=>"", "b"=>""}"#);
    assert_eq!(
        merged(r#"{"strategy": "deep", "knockout_prefix": ""}"#, "{}", "{}"),
        "knockout_prefix cannot be an empty string in deep_merge!"
    );
    assert_eq!(
        merged(r#"{"strategy": "deep", "knockout_prefix": "("}"#, r#"{"a": ["x"]}"#, lower),
        "end pattern with unmatched parenthesis: /^(/"
    );
}

#[test]
fn new_arrays_are_knocked_out_of_themselves() {
    let deep = r#"{"strategy": "deep", "knockout_prefix": "--"}"#;
    // One level down both sides are the same array, and elements are deleted while it is traversed.
    let higher = r#"{"a": {"b": ["x", "--x", "y", "z"]}, "c": ["x", "--x", "y"]}"#;
    assert_eq!(merged(deep, higher, "{}"), r#"{"a"=>{"b"=>["y"]}, "c"=>["y", "x"]}"#);
}

#[test]
fn arrays_of_hashes_are_merged_by_place() {
    let deep = r#"{"strategy": "deep", "merge_hash_arrays": true}"#;
    assert_eq!(
        merged(deep, r#"[{"a": 1}, {"b": 2}]"#, r#"[{"c": 3}]"#),
        r#"[{"c"=>3, "a"=>1}, {"b"=>2}]"#
    );
    assert_eq!(merged(deep, r#"[{"a": 1}]"#, "[1]"), r#"[1, {"a"=>1}]"#);
}

#[test]
fn sorting_reports_values_that_cannot_be_compared() {
    let deep = r#"{"strategy": "deep", "sort_merged_arrays": true}"#;
    assert_eq!(merged(deep, "[3, 1]", "[2.5, 1.0]"), "[1.0, 1, 2.5, 3]");
    assert_eq!(merged(deep, "[1]", r#"["a"]"#), "comparison of String with 1 failed");
    assert_eq!(merged(deep, r#"["a"]"#, "[1]"), "comparison of Integer with String failed");
    assert_eq!(merged(deep, "[{}]", r#"[{"a": 1}]"#), "comparison of Hash with Hash failed");
    assert_eq!(merged(deep, "[null]", "[true]"), "comparison of TrueClass with nil failed");
}

#[test]
fn unconstrained_merges_have_more_options() {
    let with = |option: &str| format!(r#"{{"strategy": "unconstrained_deep", {option}}}"#);
    assert_eq!(
        merged(&with(r#""unpack_arrays": ",""#), r#"["1,2", 3]"#, r#"["4,,"]"#),
        r#"["4", "1", "2", "3"]"#
    );
    assert_eq!(merged(&with(r#""overwrite_arrays": true"#), "[1]", "[2]"), "[1]");
    assert_eq!(
        merged(&with(r#""extend_existing_arrays": true"#), r#"{"a": 1, "b": 2}"#, "[0]"),
        r#"[0, {"a"=>1, "b"=>2}, {"a"=>1, "b"=>2}]"#
    );
    assert_eq!(merged(&with(r#""preserve_unmergeables": true"#), "[1]", "2"), "2");
    assert_eq!(merged(&with(r#""keep_array_duplicates": true"#), "[1]", "[1]"), "[1, 1]");
    assert_eq!(merged(&with(r#""merge_nil_values": true"#), "null", "[1]"), "nil");
}

#[test]
fn unchanged_parts_are_shared() {
    let lower = value(r#"{"a": {"x": [1, 2]}, "b": [3]}"#);
    let higher = value(r#"{"b": [3], "c": {"y": [4]}}"#);
    let result = strategy("\"deep\"").merge(higher.clone(), &lower).unwrap();
    for (key, side) in [("a", &lower), ("b", &lower), ("c", &higher)] {
        let part = |value: &Value| value.as_hash().unwrap().get_str(key).unwrap().clone();
        match (part(&result), part(side)) {
            (Value::Hash(a), Value::Hash(b)) => assert!(Arc::ptr_eq(&a, &b), "{key}"),
            (Value::Array(a), Value::Array(b)) => assert!(Arc::ptr_eq(&a, &b), "{key}"),
            other => panic!("{other:?}"),
        }
    }
}

/// A small value with shared parts, which has 2^60 parts as a tree.
fn expanding_value(start: Value) -> Value {
    (0..60).fold(start, |part, _| Value::hash([("a".into(), part.clone()), ("b".into(), part)]))
}

#[test]
fn shared_parts_are_merged_once() {
    for merge in ["\"deep\"", r#"{"strategy": "deep", "knockout_prefix": "--"}"#] {
        let deep = strategy(merge);
        let (higher, lower) = (expanding_value(value("[1, 1]")), expanding_value(value("[2]")));
        let result = deep.merge(higher.clone(), &lower).unwrap();
        let alone = deep.merge(higher, &value("{}")).unwrap();
        let leaf = |value: &Value| {
            let down = |value: Value, _| value.as_hash().unwrap().get_str("b").unwrap().clone();
            inspect(&(0..60).fold(value.clone(), down)).into_owned()
        };
        assert_eq!((leaf(&result), leaf(&alone)), ("[2, 1]".into(), "[1]".into()));
    }
    let hash = strategy("\"hash\"");
    assert!(hash.merge(expanding_value(1.into()), &expanding_value(2.into())).is_ok());
}

#[test]
fn nesting_has_a_limit() {
    let nested =
        |levels| (0..levels).fold(Value::from(1), |part, _| Value::hash([("a".into(), part)]));
    let deep = strategy("\"deep\"");
    for levels in [Value::MAX_DEPTH, 2 * Value::MAX_DEPTH] {
        assert!(deep.merge(nested(levels), &nested(levels)).is_ok());
        assert!(deep.merge(nested(levels), &value("{}")).is_ok());
    }
    let error = deep.merge(nested(2 * Value::MAX_DEPTH + 1), &nested(2 * Value::MAX_DEPTH + 1));
    assert_eq!(error.unwrap_err().message, "stack level too deep");
}

#[test]
fn flat_arrays_have_a_limit() {
    let expanding_value =
        (0..40).fold(Value::from(1), |part, _| Value::array([part.clone(), part]));
    let error = strategy("\"unique\"").merge(expanding_value, &"a".into()).unwrap_err();
    assert_eq!(error.message, "array size too big");
}

fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Undef),
        any::<bool>().prop_map(Value::from),
        (0..5i64).prop_map(Value::from),
        "(--)?[abc]?".prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 40, 5, |part| {
        prop_oneof![
            prop::collection::vec(part.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec(("[abcd]", part), 0..5).prop_map(|entries| {
                Value::hash(entries.into_iter().map(|(key, part)| (key.into(), part)))
            }),
        ]
    })
}

fn keys(value: &Value) -> Vec<Value> {
    value.as_hash().map(|hash| hash.keys().cloned().collect()).unwrap_or_default()
}

proptest! {
    #[test]
    fn no_combination_of_options_fails(
        higher in any_value(),
        lower in any_value(),
        flags in prop::collection::vec(any::<bool>(), 7),
    ) {
        let names = [
            "merge_hash_arrays", "overwrite_arrays", "extend_existing_arrays", "merge_nil_values",
            "keep_array_duplicates", "preserve_unmergeables", "x",
        ];
        let mut options: Hash = [("strategy".into(), "unconstrained_deep".into())].into_iter().collect();
        for (name, flag) in names.into_iter().zip(flags) {
            options.insert(name, flag);
        }
        let plain = MergeStrategy::from_value(&options.clone().into()).unwrap();
        prop_assert!(plain.merge(higher.clone(), &lower).is_ok());
        options.insert("preserve_unmergeables", false);
        options.insert("knockout_prefix", "--");
        let knockout = MergeStrategy::from_value(&options.into()).unwrap();
        prop_assert!(knockout.merge(higher, &lower).is_ok());
    }

    #[test]
    fn batch_equals_sequential_merges(values in prop::collection::vec(any_value(), 1..5)) {
        let deep = strategy("\"deep\"");
        let mut rest = values.iter();
        let first = rest.next().cloned().unwrap_or_default();
        let expected = rest.fold(first, |higher, lower| deep.merge(higher, lower).unwrap());
        let merged = deep.merge_all(values).unwrap().unwrap_or_default();
        prop_assert_eq!(inspect(&merged), inspect(&expected));
    }

    #[test]
    fn keys_of_the_lower_hash_come_first(higher in any_value(), lower in any_value()) {
        let result = strategy("\"deep\"").merge(higher.clone(), &lower).unwrap();
        if let (Value::Hash(_), Value::Hash(_)) = (&higher, &lower) {
            let mut expected = keys(&lower);
            expected.extend(keys(&higher).into_iter().filter(|key| !keys(&lower).contains(key)));
            prop_assert_eq!(keys(&result), expected);
        }
    }

    #[test]
    fn merging_again_changes_nothing(higher in any_value(), lower in any_value()) {
        // The first merge removes all duplicates, so the second has nothing to do.
        let deep = strategy("\"deep\"");
        let once = deep.merge(lower.clone(), &lower).unwrap();
        let first_two = deep.merge(once.clone(), &once).unwrap();
        prop_assert_eq!(&once, &first_two);
        let empty = deep.merge(Value::Undef, &higher).unwrap();
        prop_assert_eq!(empty, higher);
    }
}

#[test]
fn cleared_strings_are_recorded_as_changes() {
    let deep = strategy(r#"{"strategy": "deep", "knockout_prefix": "--"}"#);
    let (higher, lower) = (value(r#"{"a": ["--", "x"]}"#), value(r#"{"a": "B", "b": "B"}"#));
    let (_, changes) = deep.merge_with_changes(higher, &lower).unwrap();
    assert_eq!(inspect(&changes.apply(&lower)), r#"{"a"=>"", "b"=>"B"}"#);
}

#[test]
fn changes_of_the_reference_are_recorded() {
    let deep = strategy(r#"{"strategy": "deep", "knockout_prefix": "--"}"#);
    let higher = value(r#"{"a": ["--x", "y"], "new": {"deep": {"list": [1, 1]}}, "same": [1]}"#);
    let lower = value(r#"{"a": ["x", "z"], "b": 1}"#);
    let (merged, changes) = deep.merge_with_changes(higher.clone(), &lower).unwrap();
    assert_eq!(merged, deep.merge(higher.clone(), &lower).unwrap());
    assert_eq!(
        inspect(&changes.apply(&higher)),
        r#"{"a"=>["y"], "new"=>{"deep"=>{"list"=>[1]}}, "same"=>[1]}"#
    );
    assert_eq!(changes.apply(&lower), lower);
    let (_, changes) = strategy("\"hash\"").merge_with_changes(higher, &lower).unwrap();
    assert!(changes.is_empty());
}
