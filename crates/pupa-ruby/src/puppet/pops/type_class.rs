//! The classes of types: `Puppet::Pops::Types::PAnyType` and its subclasses.

use pupa_value::types::Type;

use super::{expect_type, new_type, type_of, type_parts};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::puppet::data::{equals, hash, inspected, text};
use crate::value::Value;

/// The superclass of all types.
pub static ANY: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::PAnyType",
    instances: Instances::Refused,
    methods: &[
        method("to_s", 0, 0, text),
        method("inspect", 0, 0, inspected),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
        method("name", 0, 0, name),
        method("simple_name", 0, 0, simple_name),
        method("to_alias_expanded_s", 0, 0, expanded),
        method("instance?", 1, 2, is_instance),
        method("really_instance?", 1, 2, is_instance),
        method("===", 1, 1, case_equals),
        method("assignable?", 1, 2, is_assignable),
        method("generalize", 0, 0, generalize),
        method("normalize", 0, 1, |_, this, _| Ok(this)),
        method("resolve", 0, 1, |_, this, _| Ok(this)),
        method("iterable?", 0, 1, is_iterable),
        method("iterable_type", 0, 1, iterable_type),
        method("kind_of_callable?", 0, 2, is_callable),
        method("create", 0, -1, create),
    ],
    class_methods: &[method("new", 0, -1, new), method("simple_name", 0, 0, class_simple_name)],
    constants: &[("DEFAULT", |m| new_type(m, Type::Any))],
    ..NativeClass::EMPTY
};

macro_rules! type_classes {
    ($($constant:ident = $name:literal < $superclass:literal [$($method:literal),*] {
        $($known:literal = $value:expr),*
    })*) => {
        $(
            #[doc = concat!("`Puppet::Pops::Types::", $name, "`")]
            pub static $constant: NativeClass = NativeClass {
                name: concat!("Puppet::Pops::Types::", $name),
                superclass: Some(concat!("Puppet::Pops::Types::", $superclass)),
                methods: &[$(method($method, 0, 0, type_parts::part),)*],
                constants: &[$(($known, |m| new_type(m, $value)),)*],
                ..NativeClass::EMPTY
            };
        )*
    };
}

/// The Puppet type of a name.
fn named(name: &str) -> Type {
    pupa_value::builtin::lookup(name).unwrap_or(Type::Any)
}

type_classes! {
    DEFAULT = "PDefaultType" < "PAnyType" [] {
        "DEFAULT" = Type::Default
    }
    UNDEF = "PUndefType" < "PAnyType" [] {
        "DEFAULT" = Type::Undef
    }
    UNIT = "PUnitType" < "PAnyType" [] {
        "DEFAULT" = Type::Unit
    }
    SCALAR = "PScalarType" < "PAnyType" [] {
        "DEFAULT" = Type::Scalar
    }
    SCALAR_DATA = "PScalarDataType" < "PScalarType" [] {
        "DEFAULT" = Type::ScalarData
    }
    NUMERIC = "PNumericType" < "PScalarDataType" ["from", "to", "unbounded?"] {
        "DEFAULT" = Type::Numeric
    }
    INTEGER = "PIntegerType" < "PNumericType" ["range", "size", "finite_range?"] {
        "DEFAULT" = Type::INTEGER
    }
    FLOAT = "PFloatType" < "PNumericType" [] {
        "DEFAULT" = Type::FLOAT
    }
    BOOLEAN = "PBooleanType" < "PScalarDataType" ["value"] {
        "DEFAULT" = Type::BOOLEAN,
        "TRUE" = Type::Boolean(Some(true)),
        "FALSE" = Type::Boolean(Some(false))
    }
    STRING = "PStringType" < "PScalarDataType" ["value", "size_type", "size_type_or_value"] {
        "DEFAULT" = Type::STRING,
        "NON_EMPTY" = Type::sized_string(1, None)
    }
    ENUM = "PEnumType" < "PScalarDataType" ["values", "case_insensitive?"] {
        "DEFAULT" = named("Enum")
    }
    PATTERN = "PPatternType" < "PScalarDataType" ["patterns"] {
        "DEFAULT" = named("Pattern")
    }
    REGEXP = "PRegexpType" < "PScalarType" ["pattern", "regexp"] {
        "DEFAULT" = Type::REGEXP
    }
    ABSTRACT_TIME_DATA = "PAbstractTimeDataType" < "PScalarType" ["from", "to"] {
    }
    TIMESTAMP = "PTimestampType" < "PAbstractTimeDataType" [] {
        "DEFAULT" = Type::TIMESTAMP
    }
    TIMESPAN = "PTimespanType" < "PAbstractTimeDataType" [] {
        "DEFAULT" = Type::TIMESPAN
    }
    SEM_VER = "PSemVerType" < "PScalarType" ["ranges"] {
        "DEFAULT" = named("SemVer")
    }
    SEM_VER_RANGE = "PSemVerRangeType" < "PAnyType" [] {
        "DEFAULT" = Type::SemVerRange
    }
    URI = "PURIType" < "PAnyType" [] {
        "DEFAULT" = Type::Uri(None)
    }
    COLLECTION = "PCollectionType" < "PAnyType" ["size_type", "size_range"] {
        "DEFAULT" = Type::COLLECTION,
        "DEFAULT_SIZE" = Type::Integer(pupa_value::types::Size::ANY.range()),
        "ZERO_SIZE" = Type::integer(0, 0),
        "NOT_EMPTY_SIZE" = Type::Integer(pupa_value::types::Size::NOT_EMPTY.range())
    }
    ARRAY = "PArrayType" < "PCollectionType" ["element_type"] {
        "DEFAULT" = Type::any_array(),
        "EMPTY" = Type::array(Type::Unit, Some(pupa_value::types::Size::exactly(0)))
    }
    HASH = "PHashType" < "PCollectionType" ["key_type", "value_type", "element_type"] {
        "DEFAULT" = Type::any_hash(),
        "EMPTY" = Type::hash(Type::Unit, Type::Unit, Some(pupa_value::types::Size::exactly(0)))
    }
    TUPLE = "PTupleType" < "PAnyType" ["types", "size_type", "size_range"] {
        "DEFAULT" = named("Tuple")
    }
    STRUCT = "PStructType" < "PAnyType" ["elements"] {
        "DEFAULT" = named("Struct")
    }
    VARIANT = "PVariantType" < "PAnyType" ["types"] {
        "DEFAULT" = named("Variant")
    }
    TYPE_WITH_CONTAINED = "PTypeWithContainedType" < "PAnyType" ["type"] {
    }
    OPTIONAL = "POptionalType" < "PTypeWithContainedType" ["optional_type"] {
        "DEFAULT" = Type::Optional(None)
    }
    NOT_UNDEF = "PNotUndefType" < "PTypeWithContainedType" [] {
        "DEFAULT" = Type::NotUndef(None)
    }
    TYPE = "PTypeType" < "PTypeWithContainedType" [] {
        "DEFAULT" = Type::TYPE
    }
    ITERABLE = "PIterableType" < "PTypeWithContainedType" ["element_type"] {
        "DEFAULT" = Type::ITERABLE
    }
    ITERATOR = "PIteratorType" < "PTypeWithContainedType" ["element_type"] {
        "DEFAULT" = Type::Iterator(None)
    }
    INIT = "PInitType" < "PTypeWithContainedType" [] {
        "DEFAULT" = Type::Init(None)
    }
    SENSITIVE = "PSensitiveType" < "PTypeWithContainedType" [] {
        "DEFAULT" = named("Sensitive")
    }
    CALLABLE = "PCallableType" < "PAnyType" ["param_types", "block_type", "return_type", "size_range"] {
        "DEFAULT" = Type::CALLABLE
    }
    RUNTIME = "PRuntimeType" < "PAnyType" ["runtime", "runtime_type_name"] {
        "DEFAULT" = named("Runtime")
    }
    META = "PMetaType" < "PAnyType" [] {
    }
    OBJECT = "PObjectType" < "PMetaType" [] {
        "DEFAULT" = named("Object")
    }
    TYPE_SET = "PTypeSetType" < "PMetaType" [] {
        "DEFAULT" = named("TypeSet")
    }
    OBJECT_TYPE_EXTENSION = "PObjectTypeExtension" < "PAnyType" [] {
    }
    CATALOG_ENTRY = "PCatalogEntryType" < "PAnyType" [] {
        "DEFAULT" = Type::CatalogEntry
    }
    RESOURCE = "PResourceType" < "PCatalogEntryType" ["type_name", "title", "downcased_name"] {
        "DEFAULT" = Type::RESOURCE
    }
    CLASS = "PClassType" < "PCatalogEntryType" ["class_name"] {
        "DEFAULT" = Type::Class(None)
    }
    TYPE_REFERENCE = "PTypeReferenceType" < "PAnyType" ["type_string"] {
        "DEFAULT" = named("TypeReference")
    }
    TYPE_ALIAS = "PTypeAliasType" < "PAnyType" ["resolved_type"] {
    }
    BINARY = "PBinaryType" < "PAnyType" [] {
        "DEFAULT" = Type::Binary
    }
}

fn name(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match type_of(m, this).as_ref() {
        Some(Type::Alias(alias)) => Ok(m.new_str(alias.name.as_str())),
        Some(Type::Object(object)) => Ok(match &object.name {
            Some(name) => m.new_str(name.as_str()),
            None => Value::Nil,
        }),
        _ => simple_name(m, this, args),
    }
}

/// `simple_name`: the name of the type without its parameters.
fn simple_name(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(Type::Object(object)) = type_of(m, this)
        && let Some(name) = &object.name
    {
        let last = name.rsplit("::").next().unwrap_or_default();
        return Ok(m.new_str(last));
    }
    let class = m.real_class_of(this);
    class_simple_name(m, Value::Class(class), args)
}

fn class_simple_name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Class(class) = this else { return Ok(Value::Nil) };
    let name = m.class_name(class);
    let last = name.rsplit("::").next().unwrap_or_default();
    let last = last.strip_prefix('P').unwrap_or(last);
    Ok(m.new_str(last.strip_suffix("Type").unwrap_or(last)))
}

fn expanded(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = type_of(m, this).map(|t| t.expanded_text()).unwrap_or_default();
    Ok(m.new_str(text))
}

fn is_instance(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let t = expect_type(m, this)?;
    let is_instance = super::is_instance(m, &t, args[0])?;
    Ok(Value::Bool(is_instance))
}

/// `===`: types of the reference do not override it, so it compares for equality.
fn case_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    equals(m, this, args)
}

fn is_assignable(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let t = expect_type(m, this)?;
    Ok(Value::Bool(type_of(m, args[0]).is_some_and(|other| t.accepts(&other))))
}

fn generalize(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let t = expect_type(m, this)?;
    new_type(m, t.generalize())
}

fn is_iterable(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(expect_type(m, this)?.is_iterable()))
}

fn iterable_type(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let t = expect_type(m, this)?;
    match t.is_iterable() {
        true => new_type(m, Type::Iterable(t.iterated_type().map(Into::into))),
        false => Ok(Value::Nil),
    }
}

fn is_callable(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let t = expect_type(m, this)?;
    Ok(Value::Bool(Type::optional(Type::CALLABLE).accepts(&t)))
}

/// `create(…)`: makes a value of the type, as the Puppet function `new` does.
fn create(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut all = vec![this];
    all.extend_from_slice(args.list);
    m.call_puppet_function("new", &all, args.block)
}

/// `new` of a type's class: makes the type with the arguments as its parameters.
fn new(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Class(class) = this else { return Ok(Value::Nil) };
    let made = super::factory::from_parts(m, class, args)?;
    match made {
        Some(t) => new_type(m, t),
        None => {
            let name = m.class_name(class);
            Err(m.not_implemented(&format!("{name}.new")))
        }
    }
}
