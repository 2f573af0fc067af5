use super::{lookup, names, type_arguments, type_from_init, type_of_type};
use crate::loader::Builtins;
use crate::regexp::Regexp;
use crate::type_parser::parse_type;
use crate::types::Type;
use crate::value::{Hash, Value};

/// Types whose serialisation can be reversed.
const TYPES: &str = "Any|Undef|Default|Scalar|ScalarData|Numeric|Integer|Integer[1]|Float|\
    Integer[default, 5]|Float[1.0]|Boolean|String|String[1, 5]|Enum|Enum[a, b]|Enum[a, true]|\
    Pattern|Pattern[/a/, /b/]|Regexp|Regexp[/a/]|Binary|Timestamp|Timespan|SemVer|SemVerRange|\
    URI|Collection|Collection[1, 5]|Array|Array[Integer]|Array[Integer, 1, 5]|Array[0, 0]|Hash|\
    Hash[String, Integer]|Hash[String, Integer, 1]|Tuple|Tuple[Integer, String, 1, 3]|Struct|\
    Struct[{a => Integer, Optional[b] => String}]|Variant|Variant[Integer, String]|Optional|\
    Optional[Integer]|NotUndef|NotUndef[String]|Sensitive|Type|Type[Integer]|Iterable|Iterator|\
    Iterable[Integer]|Callable|Callable[Integer]|Callable[Integer, 1, 2, Callable[String]]|\
    Callable[[0, 0], String]|Init|Init[Integer, 16]|Runtime|Runtime[ruby, 'Symbol']|Object|\
    Object[{name => 'Foo', attributes => {a => Integer}}]|Error['k']|CatalogEntry|Resource|File|\
    File['a']|Class|Class[a]|Pcore::QRef|Deferred";

fn types() -> impl Iterator<Item = Type> {
    let parse = |text| parse_type(text, &Builtins).unwrap_or_else(|e| panic!("{text}: {e}"));
    TYPES.split('|').map(parse)
}

#[test]
fn types_survive() {
    for t in types() {
        let arguments = type_arguments(&t).unwrap_or_else(|error| panic!("{t}: {error}"));
        let init: Hash = arguments.into_iter().map(|(name, v)| (Value::from(name), v)).collect();
        let again = type_from_init(type_of_type(&t).label(), &init);
        assert_eq!(again.as_ref(), Ok(&t), "{t}");
    }
}

#[test]
fn every_kind_of_type_is_an_object_type() {
    for t in types() {
        let name = type_of_type(&t);
        assert!(name.label().starts_with("Pcore::"), "{t} is {}", name.label());
    }
}

#[test]
fn callables_keep_all_attributes() {
    let names: Vec<_> = type_arguments(&Type::CALLABLE).into_iter().flatten().collect();
    assert_eq!(names.len(), 3);
}

#[test]
fn patterns_are_patterns() {
    for name in names::ALIASES {
        let alias = lookup(&name.to_lowercase()).unwrap_or(Type::Any);
        match alias.resolved() {
            Type::Pattern(patterns) => assert_eq!(patterns.len(), 1, "{name}"),
            Type::Regexp(regexp) => assert!(regexp.is_some(), "{name}"),
            other => panic!("{name} is {other}"),
        }
    }
    assert!(Regexp::new(r"\A[$]?[a-z]").is_ok());
    assert!(names::uri().is_instance(&Value::from("http://puppet.com/2016.1/pcore")));
    assert!(!names::uri().is_instance(&Value::from("no uri")));
}

#[test]
fn attributes_come_in_the_order_of_the_constructor() {
    let t = Type::array(Type::INTEGER, Some(crate::types::Size::NOT_EMPTY));
    let names: Vec<_> =
        type_arguments(&t).into_iter().flatten().map(|(name, _)| name.to_string()).collect();
    assert_eq!(names, ["element_type", "size_type"]);
}
