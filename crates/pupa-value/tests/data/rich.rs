//! Rich data and back, in detail.

use std::sync::Arc;

use pupa_value::data::*;
use pupa_value::loader::Builtins;
use pupa_value::type_parser::parse_type;
use pupa_value::types::object::ObjectType;
use pupa_value::types::{Type, TypeAlias};
use pupa_value::value::Value;

use super::from_json;

fn rich(value: &Value) -> String {
    to_json(&to_data(value, &ToDataOptions::rich()).expect("serialises").0).expect("is data")
}

fn read(json: &str) -> pupa_value::Result<Value> {
    from_data(&from_json(json)?, &Builtins, &FromDataOptions::default())
}

fn parsed(text: &str) -> Value {
    Value::Type(parse_type(text, &Builtins).expect(text))
}

#[test]
fn a_repeated_value_is_a_reference() {
    let shared = Value::array([Value::Integer(1)]);
    let twin = Value::array([Value::Integer(1)]);
    let value = Value::hash([
        ("it's".into(), shared.clone()),
        ("b".into(), Value::array([shared.clone(), twin])),
    ]);
    let json = r#"{"it's":[1],"b":[{"__ptype":"LocalRef","__pvalue":"$['it\\'s']"},[1]]}"#;
    assert_eq!(rich(&value), json);
    assert_eq!(read(json), Ok(value.clone()));
    let options = ToDataOptions { local_reference: false, ..ToDataOptions::rich() };
    let (data, _) = to_data(&value, &options).expect("serialises");
    assert_eq!(to_json(&data).as_deref(), Ok(r#"{"it's":[1],"b":[[1],[1]]}"#));
}

#[test]
fn a_value_under_a_key_without_text_is_repeated() {
    let shared = Value::array([Value::Integer(1)]);
    let value =
        Value::hash([(Value::array([]), shared.clone()), (Value::Integer(2), shared.clone())]);
    assert_eq!(rich(&value), r#"{"__ptype":"Hash","__pvalue":[[],[1],2,[1]]}"#);
    let value =
        Value::hash([(Value::Integer(-1), shared.clone()), (Value::Integer(2), shared.clone())]);
    let json =
        r#"{"__ptype":"Hash","__pvalue":[-1,[1],2,{"__ptype":"LocalRef","__pvalue":"$[-1]"}]}"#;
    assert_eq!(rich(&value), json);
    assert_eq!(read(json), Ok(value));
}

#[test]
fn addresses_of_temporary_values_are_not_identities() {
    // The definition of each object type is temporary, so that addresses are reused.
    let object = |name: &str| {
        let attributes = Value::hash([("a".into(), Value::Type(Type::STRING))]);
        let init = Value::hash([("name".into(), name.into()), ("attributes".into(), attributes)]);
        Value::Type(Type::Object(ObjectType::from_init_hash(&init).expect("is a definition")))
    };
    let objects: Vec<Value> = (0..50).map(|index| object(&format!("X{index}"))).collect();
    let value = Value::from(objects);
    let json = rich(&value);
    assert_eq!(json.matches("LocalRef").count(), 49);
    assert!(json.contains("['X49'") || json.contains("\"name\":\"X49\""));
    assert_eq!(read(&json), Ok(value));
}

#[test]
fn recursive_aliases_are_serialised() {
    let json = rich(&pupa_value::builtin::data().into());
    assert!(json.contains(r#""element_type":{"__ptype":"LocalRef","__pvalue":"$"}"#), "{json}");
    let Ok(Value::Type(Type::Alias(alias))) = read(&json) else { panic!("no alias") };
    assert!(alias.is_self_recursive());
    let t = Type::Alias(alias);
    assert!(t.is_instance(&Value::array([Value::array([Value::Integer(1)])])));
    assert!(!t.is_instance(&Value::array([Value::array([Value::Default])])));

    let options = ToDataOptions { local_reference: false, ..ToDataOptions::rich() };
    let error = to_data(&pupa_value::builtin::data().into(), &options).expect_err("has no end");
    assert_eq!(
        error.message,
        "Endless recursion detected when attempting to serialize value of class \
         Puppet::Pops::Types::PTypeAliasType"
    );
}

#[test]
fn recursive_object_types_are_serialised() {
    let json = r#"{"__ptype":"Pcore::ObjectType","_pcore_init_hash":{"name":"Tree","attributes":{"left":{"type":{"__ptype":"Pcore::OptionalType","type":{"__ptype":"LocalRef","__pvalue":"$"}},"value":null}}}}"#;
    let value = read(json).expect("is a type");
    assert_eq!(rich(&value), json);
    let Value::Type(Type::Object(tree)) = &value else { panic!("no object type") };
    let leaf = pupa_value::types::object::new_object(tree, &[]).expect("a leaf");
    let branch = pupa_value::types::object::new_object(tree, &[leaf]).expect("a branch");
    assert!(tree.attribute("left").is_some_and(|left| left.value_type.is_instance(&branch)));
}

#[test]
fn a_recursive_value_is_rejected() {
    for json in [
        r#"[{"__ptype":"LocalRef","__pvalue":"$"}]"#,
        r#"{"__ptype":"Pcore::ArrayType","element_type":{"__ptype":"LocalRef","__pvalue":"$"}}"#,
    ] {
        let error = read(json).expect_err(json);
        assert_eq!(error.message, "Endless recursion detected when resolving a local reference");
    }
}

#[test]
fn places_lead_through_unfinished_and_sensitive_values_and_types() {
    let reference = |path: &str| format!(r#"{{"__ptype":"LocalRef","__pvalue":"{path}"}}"#);
    for (before, path, expected) in [
        (r#"{"a":[1,{"b":"x"}]}"#, "$[0]['a'][1]['b']", Value::from("x")),
        (r#"{"a":[1,2]}"#, "$[0].a[-1]", Value::Integer(2)),
        (r#"{"__ptype":"Sensitive","__pvalue":[[7]]}"#, "$[0][0]", Value::array([7.into()])),
        (r#"{"__ptype":"Deferred","name":"f"}"#, "$[0]['name']", "f".into()),
        (r#"{"__ptype":"Pcore::IntegerType","from":3}"#, "$[0]['from']", Value::Integer(3)),
        ("1", "$[5]", Value::Undef),
    ] {
        let json = format!("[{before},{}]", reference(path));
        let value = read(&json).expect(&json);
        assert_eq!(
            value.as_array().and_then(|elements| elements.get(1)),
            Some(&expected),
            "{json}"
        );
    }
    let error = read(&format!("[1,{}]", reference("$[5][1]"))).expect_err("leads nowhere");
    assert_eq!(error.message, "undefined method `[]' for nil:NilClass");
}

#[test]
fn unknown_types() {
    let json = r#"{"__ptype":"No::Such","a":1}"#;
    let error = read(json).expect_err("is unknown");
    assert_eq!(error.message, "No implementation mapping found for Puppet Type No::Such");
    let options = FromDataOptions { allow_unresolved: true };
    let data = from_json(json).expect("is JSON");
    assert_eq!(from_data(&data, &Builtins, &options), Ok(data.clone()));
    let nested = Value::array([Value::Integer(1), data, Value::Integer(2)]);
    let expected = Value::array([Value::Integer(1), Value::Undef, Value::Integer(2)]);
    assert_eq!(from_data(&nested, &Builtins, &options), Ok(expected));
}

#[test]
fn loss_is_an_error_when_strict() {
    let options = ToDataOptions {
        strict: true,
        message_prefix: "File[/a]['x']".into(),
        ..ToDataOptions::default()
    };
    let error = to_data(&Value::array([parsed("Integer")]), &options).expect_err("is lost");
    assert_eq!(
        error.message,
        "File[/a]['x'][0] contains an Integer-Type value. It will be converted to the String \
         'Integer'"
    );
}

#[test]
fn sensitive_keys_stay_apart() {
    let secret = Value::sensitive("a".into());
    let value = Value::hash([
        (secret.clone(), secret.clone()),
        (Value::sensitive("b".into()), Value::Integer(2)),
        ("__ptype".into(), Value::Integer(3)),
    ]);
    let json = stringify(&value).and_then(|data| to_json(&data));
    let expected = r##"{"#<Sensitive [value redacted]:8>":"#<Sensitive [value redacted]:8>","#<Sensitive [value redacted]:16>":2,"reserved key: __ptype":3}"##;
    assert_eq!(json.as_deref(), Ok(expected));
}

#[test]
fn depth_is_limited() {
    let nest = |depth: usize| (0..depth).fold(Value::Integer(1), |inner, _| Value::array([inner]));
    let deep = nest(Value::MAX_OUTPUT_DEPTH);
    let (data, _) = to_data(&deep, &ToDataOptions::rich()).expect("is not too deep");
    assert_eq!(from_data(&data, &Builtins, &FromDataOptions::default()), Ok(deep));
    assert!(stringify(&data).is_ok());
    let too_deep = nest(Value::MAX_OUTPUT_DEPTH + 1);
    assert!(to_data(&too_deep, &ToDataOptions::rich()).is_err());
    assert!(stringify(&too_deep).is_err());
    assert!(from_data(&too_deep, &Builtins, &FromDataOptions::default()).is_err());
    let time = Value::hash([
        (TYPE_KEY.into(), "Timespan".into()),
        (VALUE_KEY.into(), "0-00:00:01.0".into()),
    ]);
    let time = from_data(&time, &Builtins, &FromDataOptions::default()).expect("is a timespan");
    let options = ToDataOptions { type_by_reference: false, ..ToDataOptions::rich() };
    assert_eq!(to_data(&time, &options).expect_err("has no end").message, "stack level too deep");

    assert!(to_json(&nest(100)).is_ok());
    let error = to_json(&nest(101)).expect_err("is too deep");
    assert_eq!(error.message, "nesting of 100 is too deep");
    let brackets = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(from_json(&brackets(100)).is_ok());
    let error = from_json(&brackets(101)).expect_err("is too deep");
    assert_eq!(error.message, "nesting of 101 is too deep");
    assert!(from_json(&"[".repeat(1_000_000)).is_err());
}

#[test]
fn json_of_numbers_and_texts() {
    let big = from_json("[123456789012345678901234567890, -0, 1e2, 1E-7, 9223372036854775808]");
    let big = big.expect("is JSON");
    assert!(matches!(big.as_array(), Some([Value::BigInteger(_), Value::Integer(0), ..])));
    assert_eq!(
        to_json(&big).as_deref(),
        Ok("[123456789012345678901234567890,0,100.0,1.0e-07,9223372036854775808]")
    );
    for (number, message) in [
        (f64::NAN, "NaN not allowed in JSON"),
        (f64::INFINITY, "Infinity not allowed in JSON"),
        (f64::NEG_INFINITY, "-Infinity not allowed in JSON"),
    ] {
        assert_eq!(to_json(&Value::Float(number)).expect_err("is no number").message, message);
    }
    let text = Value::from("\u{0}\u{8}\u{b}\u{1f}\u{7f}\"\\/\u{2028}😀");
    let json = "\"\\u0000\\b\\u000b\\u001f\u{7f}\\\"\\\\/\u{2028}😀\"";
    assert_eq!(to_json(&text).as_deref(), Ok(json));
    assert_eq!(from_json(json), Ok(text));
    assert_eq!(from_json(r#""\ud83d\ude00\u00e9\/\q""#), Ok("😀é/q".into()));
}

#[test]
fn json_on_many_lines() {
    let data = from_json(r#"{"a":[],"b":{},"c":[1,[2]]}"#).expect("is JSON");
    let expected = "{\n  \"a\": [\n\n  ],\n  \"b\": {\n  },\n  \"c\": [\n    1,\n    [\n      2\n    ]\n  ]\n}";
    assert_eq!(to_pretty_json(&data).as_deref(), Ok(expected));
}

/// A generator of pseudo-random values.
struct Generator {
    state: u64,
    shared: Vec<Value>,
}

const SCALARS: [&str; 9] = [
    r#"{"__ptype":"Regexp","__pvalue":"a/b"}"#,
    r#"{"__ptype":"Timestamp","__pvalue":"2020-01-02T03:04:05.000000006 UTC"}"#,
    r#"{"__ptype":"Timespan","__pvalue":"1-02:03:04.5"}"#,
    r#"{"__ptype":"SemVer","__pvalue":"1.2.3-rc1"}"#,
    r#"{"__ptype":"SemVerRange","__pvalue":">=1.0.0 <2.0.0"}"#,
    r#"{"__ptype":"URI","__pvalue":"https://a@b:8/c?d#e"}"#,
    r#"{"__ptype":"Binary","__pvalue":"aGVsbG8="}"#,
    r#"{"__ptype":"Deferred","name":"f","arguments":[1,{"a":[2]}]}"#,
    r#"{"__ptype":"Error","msg":"m","kind":null,"details":{"a":1}}"#,
];

const TYPES: [&str; 16] = [
    "Integer",
    "Integer[1, 2]",
    "Float[default, 1.5]",
    "String[1, 5]",
    "Enum[a, b]",
    "Pattern[/a/, /b/]",
    "Array[String[1], 0, 3]",
    "Hash[String, Array[Integer]]",
    "Struct[{a => Integer, Optional[b] => String}]",
    "Variant[Integer, Undef]",
    "Tuple[Integer, String, 1, 9]",
    "Callable[[Integer, 1, 2, Callable[String]], Float]",
    "Data",
    "File['/a']",
    "Runtime[ruby, 'X']",
    "Timestamp['2020-01-01', '2021-01-01']",
];

impl Generator {
    fn below(&mut self, limit: u64) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((self.state >> 33) % limit).expect("is small")
    }

    fn plain(&mut self) -> Value {
        match self.below(9) {
            0 => Value::Undef,
            1 => Value::Boolean(true),
            2 => Value::Integer(i64::MIN),
            3 => Value::Integer(3),
            4 => Value::Float(-1.0e-7),
            5 => Value::Default,
            6 => "it's \u{1} ü$".into(),
            7 => TYPE_KEY.into(),
            _ => ["", "a", "b"][self.below(3)].into(),
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        let value = match self.below(if depth == 0 { 6 } else { 14 }) {
            0..3 => return self.plain(),
            3 => read(SCALARS[self.below(9)]).expect("is a value"),
            4 => parsed(TYPES[self.below(16)]),
            5 => match self.shared.len() {
                0 => Value::array([]),
                count => {
                    let index = self.below(count as u64);
                    self.shared[index].clone()
                }
            },
            // The content of a sensitive value has the same path, so it cannot be shared.
            6 => return Value::sensitive(self.plain()),
            7..10 => Value::array((0..self.below(4)).map(|_| self.value(depth - 1))),
            _ => Value::hash((0..self.below(4)).map(|_| {
                let key = match self.below(3) {
                    0 => self.plain(),
                    _ => "k".into(),
                };
                // A value under a key without text form, such as `default`, cannot be referenced,
                // so it must not be a recursive type.
                let value =
                    if key == Value::Default { self.plain() } else { self.value(depth - 1) };
                (key, value)
            })),
        };
        self.shared.push(value.clone());
        value
    }
}

#[test]
fn serialisation_is_reversible() {
    let mut generator = Generator { state: 42, shared: Vec::new() };
    let options =
        [ToDataOptions::rich(), ToDataOptions { symbol_as_string: true, ..ToDataOptions::rich() }];
    for round in 0..4000 {
        generator.shared.clear();
        let value = generator.value(5);
        for options in &options {
            let (data, issues) = to_data(&value, options).expect("serialises");
            assert!(issues.is_empty());
            let json = to_json(&data).expect("is data");
            assert_eq!(from_json(&json).as_ref(), Ok(&data), "{json}");
            let pretty = to_pretty_json(&data).expect("is data");
            assert_eq!(from_json(&pretty).as_ref(), Ok(&data), "{json}");
            let back = from_data(&data, &Builtins, &FromDataOptions::default());
            assert_eq!(back.as_ref(), Ok(&value), "round {round}: {json}");
        }
    }
}

#[test]
fn unresolved_aliases_are_written() {
    let alias = Value::Type(Type::Alias(Arc::new(TypeAlias::unresolved("A"))));
    assert_eq!(rich(&alias), r#"{"__ptype":"Pcore::TypeAliasType","name":"A","type_expr":null}"#);
}
