use std::sync::Arc;

use super::*;
use crate::signature::Signature;
use crate::types::{CallableType, Size, StructMember, StructType, TupleType};
use crate::value::{Object, Text};

fn described(expected: &Type, value: &Value) -> String {
    describe_mismatch("x:", expected, &infer_detailed(value))
}

fn signature(types: Vec<Type>, size: Option<Size>, names: &[&'static str]) -> Signature {
    let params = TupleType { types, size };
    Signature::new(CallableType::new(Some(params), None, None), names.iter().copied())
}

fn not_deferred(_: &Object) -> Result<Option<Type>> {
    Ok(None)
}

#[test]
fn short_names_are_used_when_they_differ() {
    assert_eq!(described(&Type::INTEGER, &"a".into()), "x: expects an Integer value, got String");
    let optional = Type::optional(Type::integer(1, 9));
    assert_eq!(
        described(&optional, &"a".into()),
        "x: expects a value of type Undef or Integer, got String"
    );
}

#[test]
fn types_of_one_kind_are_written_out() {
    assert_eq!(
        described(&Type::integer(1, 9), &Value::Integer(12)),
        "x: expects an Integer[1, 9] value, got Integer[12, 12]"
    );
}

#[test]
fn options_that_fail_alike_are_merged() {
    let variant = Type::variant([Type::INTEGER, Type::array(Type::STRING, None), Type::BOOLEAN]);
    assert_eq!(
        described(&variant, &"a".into()),
        "x: expects a value of type Integer, Array, or Boolean, got String"
    );
    let sizes = Type::variant([
        Type::array(Type::INTEGER, Some(Size::new(2, Some(3)))),
        Type::array(Type::INTEGER, Some(Size::new(5, None))),
    ]);
    assert_eq!(
        described(&sizes, &Value::array([1.into()])),
        "x: expects size to be at least 2, got 1"
    );
}

#[test]
fn options_that_fail_in_different_places_are_listed() {
    let variant = Type::variant([Type::INTEGER, Type::array(Type::INTEGER, None)]);
    assert_eq!(
        described(&variant, &Value::array([1.into(), "a".into()])),
        " x: variant 0 expects an Integer value, got Tuple\n  \
         x: variant 1 index 1 expects an Integer value, got String"
    );
}

#[test]
fn keys_are_missing_or_unknown() {
    let expected = Type::structure([
        StructMember::new("a", false, Type::INTEGER),
        StructMember::new("b", true, Type::INTEGER),
    ]);
    let value = Value::hash([("b".into(), "x".into()), ("c".into(), 1.into())]);
    assert_eq!(
        described(&expected, &value),
        " x: expects a value for key 'a'\n  \
         x: entry 'b' expects an Integer value, got String\n  x: unrecognized key 'c'"
    );
}

#[test]
fn unresolved_types_are_reported_first() {
    let expected = Type::array(Type::Reference("No::Such".into()), None);
    assert_eq!(described(&expected, &1.into()), "x: references an unresolved type 'No::Such'");
}

#[test]
fn an_empty_variant_names_nothing() {
    let empty = Type::Variant(Arc::default());
    assert_eq!(describe_mismatch("x:", &empty, &Type::Undef), "");
    let in_array = Type::array(empty, None);
    assert_eq!(described(&in_array, &Value::array([1.into()])), "");
}

#[test]
fn argument_counts_have_messages() {
    let cases = [
        (Size::new(1, Some(1)), "expects 1 argument, got none"),
        (Size::new(1, None), "expects at least 1 argument, got none"),
        (Size::new(2, Some(2)), "expects 2 arguments, got none"),
        (Size::new(2, Some(3)), "expects between 2 and 3 arguments, got none"),
    ];
    for (size, type_names) in cases {
        let one = signature(vec![Type::INTEGER], Some(size), &["a"]);
        let text = describe_signatures("f", &[one], &arguments_type(&[], None));
        assert_eq!(text, format!("'f' {type_names}"));
    }
}

#[test]
fn a_wrong_argument_is_reported_by_its_name() {
    let one = signature(vec![Type::INTEGER, Type::STRING], Some(Size::new(1, None)), &["a", "b"]);
    let args = arguments_type(&[1.into(), "x".into(), 2.into()], None);
    assert_eq!(
        describe_signatures("lambda", &[one], &args),
        "block parameter 'b' expects a String value, got Integer"
    );
}

#[test]
fn several_signatures_are_listed_with_their_mismatches() {
    let signatures = [
        signature(vec![Type::INTEGER], None, &["a"]),
        signature(
            vec![Type::STRING, Type::optional(Type::STRING)],
            Some(Size::new(1, Some(2))),
            &["b", "c"],
        ),
    ];
    assert_eq!(
        describe_signatures("f", &signatures, &arguments_type(&[1.5.into()], None)),
        "The function 'f' was called with arguments it does not accept. It expects one of:\n  \
         (Integer a)\n    rejected: parameter 'a' expects an Integer value, got Float\n  \
         (String b, String c?)\n    rejected: parameter 'b' expects a String value, got Float"
    );
}

#[test]
fn a_missing_block_is_reported_without_parameters() {
    let callable = CallableType::new(
        Some(TupleType { types: Vec::new(), size: Some(Size::new(0, Some(0))) }),
        Some(Type::CALLABLE),
        None,
    );
    let one = Signature::new(callable, Vec::<Text>::new()).with_block_name("block");
    assert!(!one.accepts(&[], None));
    assert_eq!(describe_signatures("f", &[one], &arguments_type(&[], None)), "'f' expects a block");
}

#[test]
fn parameters_are_checked_all_at_once() {
    let parameters = StructType::new([
        StructMember::new("a", false, Type::INTEGER),
        StructMember::new("b", false, Type::INTEGER),
    ]);
    let (wrong, known) = (Value::from("x"), Value::from(1));
    let validate = |given: &[(&str, &Value)], missing| {
        let given = given.iter().copied();
        validate_parameters("Class[C]", &parameters, given, missing, &mut not_deferred)
            .map_err(|error| error.message)
    };
    assert_eq!(validate(&[("a", &known), ("b", &known)], Missing::Refused), Ok(()));
    assert_eq!(validate(&[("a", &known)], Missing::Allowed), Ok(()));
    assert_eq!(
        validate(&[("a", &known)], Missing::Refused),
        Err("Class[C]: expects a value for parameter 'b'".to_owned())
    );
    assert_eq!(
        validate(&[("c", &known), ("a", &wrong)], Missing::Refused),
        Err("Class[C]:\n  has no parameter named 'c'\n  \
             parameter 'a' expects an Integer value, got String\n  \
             expects a value for parameter 'b'"
            .to_owned())
    );
}

#[test]
fn default_values_are_reported_with_generalized_types() {
    let checked = validate_default_parameter("Class[C]", "p", &Type::integer(1, 9), &12.into());
    // Compat: the value is reported with its generalized type, Integer.
    assert_eq!(
        checked.map_err(|error| error.message),
        Err("Class[C]: parameter 'p' expects an Integer[1, 9] value, got Integer".to_owned())
    );
}
