//! Compares results of constructors with recorded results of the reference, and tests their limits.

use serde_json::Value as Json;

use super::*;
use crate::loader::Builtins;
use crate::type_parser::parse_type;
use crate::types::{InitType, TypeAlias};

fn t(text: &str) -> Type {
    parse_type(text, &Builtins).unwrap()
}

fn new(target: &str, args: &[Value]) -> Result<Value> {
    new_instance(&NewContext::new(&Builtins), &t(target), args)
}

fn error(target: &str, args: &[Value]) -> String {
    new(target, args).unwrap_err().message
}

/// A value from its recorded form: values beyond JSON are objects with one key.
fn value(json: &Json) -> Result<Value> {
    let Json::Object(object) = json else {
        return Ok(match json {
            Json::Null => Value::Undef,
            Json::Bool(truth) => Value::Boolean(*truth),
            Json::String(text) => Value::from(text.as_str()),
            Json::Array(elements) => {
                Value::from(elements.iter().map(value).collect::<Result<Vec<Value>>>()?)
            }
            other => panic!("no value: {other}"),
        });
    };
    let (kind, content) = object.iter().next().unwrap();
    let text = content.as_str().unwrap_or_default();
    let list = content.as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(match kind.as_str() {
        "i" => to_number(text).unwrap(),
        "f" => Value::Float(text.parse().unwrap()),
        "d" => Value::Default,
        "r" => Value::regexp(Regexp::new(text).unwrap()),
        "t" => Value::Type(t(text)),
        "h" => {
            let entry = |entry: &Json| Ok((value(&entry[0])?, value(&entry[1])?));
            Value::from(list.iter().map(entry).collect::<Result<Hash>>()?)
        }
        "new" => {
            let args: Vec<Value> = list[1..].iter().map(value).collect::<Result<_>>()?;
            new(list[0].as_str().unwrap(), &args)?
        }
        other => panic!("no kind of value: {other}"),
    })
}

#[test]
fn results_equal_recorded_ones() {
    let recorded = include_str!("tests/recorded.jsonl");
    let mut wrong = Vec::new();
    for line in recorded.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let answer = match value(&case["call"]) {
            Ok(made) => {
                let t = infer(&made).to_string();
                match &case["literal"] {
                    Json::Null => format!("type {t}"),
                    _ => {
                        let literal = crate::text::convert(&made, &"%p".into()).unwrap();
                        format!("{literal} of type {t}")
                    }
                }
            }
            Err(error) => error.message,
        };
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let expected = match (text("literal"), text("type"), text("error")) {
            (Some(literal), Some(t), _) => format!("{literal} of type {t}"),
            (None, Some(t), _) => format!("type {t}"),
            (_, _, error) => error.unwrap(),
        };
        if answer != expected {
            wrong.push(format!("{}\n  expected {expected}\n  got      {answer}", case["code"]));
        }
    }
    assert!(recorded.lines().count() > 300);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn integers_have_no_bounds() {
    let made = new("Integer", &["-0x8000000000000000".into()]);
    assert_eq!(made, Ok(Value::Integer(i64::MIN)));
    let made = new("Integer", &[i64::MIN.into(), Value::Default, true.into()]).unwrap();
    assert_eq!(crate::text::literal(&made), "9223372036854775808");
    assert_eq!(error("Integer", &[f64::INFINITY.into()]), "Infinity");
    assert_eq!(
        error("Integer", &[f64::NAN.into()]),
        "'new' Value of type Float cannot be converted to Integer"
    );
}

#[test]
fn zero_alone_is_a_float() {
    // The reference fails here.
    assert_eq!(new("Float", &["0".into()]), Ok(Value::Float(0.0)));
}

#[test]
fn collections_have_a_limit() {
    let context = NewContext { max_elements: 10, ..NewContext::new(&Builtins) };
    let array = |size: i64| new_instance(&context, &Type::any_array(), &[size.into()]);
    assert_eq!(array(10).map(|array| array.as_array().map(<[Value]>::len)), Ok(Some(10)));
    assert_eq!(array(11).unwrap_err().kind, ErrorKind::Limit);
    assert_eq!(array(i64::MAX).unwrap_err().kind, ErrorKind::Limit);
    let entry = |path: Vec<Value>, value: Value| Value::array([Value::from(path), value]);
    let tree = Value::array([
        entry(vec!["a".into()], Value::array([1.into()])),
        entry(vec!["a".into(), i64::MAX.into()], 2.into()),
    ]);
    let made = new_instance(&context, &Type::any_hash(), &[tree, "tree".into()]);
    assert_eq!(made.unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn the_current_time_comes_from_the_host() {
    assert_eq!(error("Timestamp", &[]), "The current time is not known here");
    let now = Timestamp::from_seconds(1);
    let context = NewContext { now: Some(now), ..NewContext::new(&Builtins) };
    let made = new_instance(&context, &Type::TIMESTAMP, &[]);
    assert_eq!(made, Ok(Value::Timestamp(Arc::new(now))));
}

#[test]
fn recursive_types_terminate() {
    let alias = Arc::new(TypeAlias::unresolved("Me"));
    let me = Type::Alias(Arc::clone(&alias));
    let init = Type::Init(Some(Arc::new(InitType::new(me.clone(), Vec::new()))));
    alias.resolve(init, true);
    // `Init` accepts any value, and so does a recursive `Init`.
    let made = new_instance(&NewContext::new(&Builtins), &me, &["x".into()]);
    assert_eq!(made, Ok("x".into()));
    let made = new_instance(&NewContext::new(&Builtins), &me, &["x".into(), "y".into()]);
    assert_eq!(
        made.map_err(|error| error.message),
        Err("'new_Init' expects 1 argument, got 2".to_owned())
    );
    let alias = Arc::new(TypeAlias::unresolved("Maybe"));
    let maybe = Type::Alias(Arc::clone(&alias));
    alias.resolve(Type::optional(maybe.clone()), true);
    assert!(constructor(&maybe).is_err());
}

#[test]
fn init_accepts_constructor_arguments() {
    let takes = |init: &str, value: Value| t(init).is_instance(&value);
    assert!(takes("Init[Integer]", "0x1f".into()));
    assert!(takes("Init[Integer]", Value::array(["0x1f".into(), 16.into()])));
    assert!(!takes("Init[Integer]", Value::array(["0x1f".into(), 3.into()])));
    assert!(takes("Init[Integer, 16]", "1f".into()) == takes("Init[Integer]", "1f".into()));
    assert!(!takes("Init[Callable]", 1.into()));
    assert_eq!(
        error("Init[Integer, 3]", &["1".into()]),
        "The type 'Init[Integer, 3]' does not represent a valid set of parameters for Integer.new()"
    );
}

#[test]
fn numbers_from_text_are_rubys() {
    use ruby_number::{float, integer};
    let whole = |text: &str, radix| integer(text, radix).map_err(|error| error.message);
    assert_eq!(whole(" -0b1_01\n", None), Ok(Value::Integer(-5)));
    assert_eq!(whole("0b1", Some(16)), Ok(Value::Integer(0xb1)));
    assert_eq!(whole("0o17", None), Ok(Value::Integer(15)));
    assert_eq!(whole("08", Some(10)), Ok(Value::Integer(8)));
    for bad in ["", "_1", "1_", "1__0", "0x", "08", "- 1", "1\0", "é"] {
        assert!(whole(bad, None).is_err(), "{bad:?}");
    }
    assert_eq!(whole("1\n#{", None), Err(r##"invalid value for Integer(): "1\n\#{""##.to_owned()));
    assert_eq!(float("1_0.5e-1"), Ok(1.05));
    assert_eq!(float("0x1.8p3"), Ok(12.0));
    assert_eq!(float("0x1.8p99999999999"), Ok(f64::INFINITY));
    assert_eq!(float("-1e400"), Ok(f64::NEG_INFINITY));
    for bad in ["", ".", "1.", "1.e5", "1e", "0x1.8", "1_.5", "Infinity", "NaN", "1e5e"] {
        assert!(float(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn operands_from_text() {
    assert_eq!(to_number("::\u{3000}+ 017\t"), Some(Value::Integer(15)));
    assert_eq!(to_number("-0.0").map(|zero| crate::text::literal(&zero)), Some("-0.0".to_owned()));
    for none in ["09", "09.5", "0e1", "0.00e1", "1e+5", "1.", "0b1", "1e999", "0x", "x", ""] {
        assert_eq!(to_number(none), None, "{none:?}");
    }
}
