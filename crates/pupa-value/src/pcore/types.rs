//! The object types of types: `Pcore::IntegerType`.

use std::sync::Arc;

use crate::types::object::{Attribute, Members, ObjectDefinition, schema};
use crate::types::{ObjectType, Size, StructMember, Type, type_set};
use crate::value::Value;

/// The kinds of types with their parents; parents precede their children.
const KINDS: [(&str, &str); 45] = [
    ("AbstractTimeDataType", "AnyType"),
    ("BinaryType", "AnyType"),
    ("CallableType", "AnyType"),
    ("CatalogEntryType", "AnyType"),
    ("CollectionType", "AnyType"),
    ("DefaultType", "AnyType"),
    ("InitType", "AnyType"),
    ("IterableType", "AnyType"),
    ("IteratorType", "AnyType"),
    ("NotUndefType", "AnyType"),
    ("ObjectType", "AnyType"),
    ("ObjectTypeExtenType", "AnyType"),
    ("OptionalType", "AnyType"),
    ("RuntimeType", "AnyType"),
    ("ScalarType", "AnyType"),
    ("SemVerRangeType", "AnyType"),
    ("SensitiveType", "AnyType"),
    ("StructType", "AnyType"),
    ("TupleType", "AnyType"),
    ("TypeAliasType", "AnyType"),
    ("TypeReferenceType", "AnyType"),
    ("TypeSetType", "AnyType"),
    ("TypeType", "AnyType"),
    ("UndefType", "AnyType"),
    ("UnitType", "AnyType"),
    ("URIType", "AnyType"),
    ("VariantType", "AnyType"),
    ("ClassType", "CatalogEntryType"),
    ("ResourceType", "CatalogEntryType"),
    ("ArrayType", "CollectionType"),
    ("HashType", "CollectionType"),
    ("RegexpType", "ScalarType"),
    ("ScalarDataType", "ScalarType"),
    ("SemVerType", "ScalarType"),
    ("TimespanType", "ScalarType"),
    ("TimestampType", "ScalarType"),
    ("BooleanType", "ScalarDataType"),
    ("EnumType", "ScalarDataType"),
    ("NumericType", "ScalarDataType"),
    ("PatternType", "ScalarDataType"),
    ("StringType", "ScalarDataType"),
    ("FloatType", "NumericType"),
    ("IntegerType", "NumericType"),
    // These two are created first, outside the list.
    ("AnyType", ""),
    ("StructElement", ""),
];

/// The kind of a type: the name of its object type without the namespace.
pub(super) fn kind(t: &Type) -> &'static str {
    match t {
        Type::Any => "AnyType",
        Type::Unit => "UnitType",
        Type::Undef => "UndefType",
        Type::Default => "DefaultType",
        Type::Scalar => "ScalarType",
        Type::ScalarData => "ScalarDataType",
        Type::Numeric => "NumericType",
        Type::Integer(_) => "IntegerType",
        Type::Float(_) => "FloatType",
        Type::Boolean(_) => "BooleanType",
        Type::String(_) => "StringType",
        Type::Enum(_) => "EnumType",
        Type::Pattern(_) => "PatternType",
        Type::Regexp(_) => "RegexpType",
        Type::Binary => "BinaryType",
        Type::Timestamp(_) => "TimestampType",
        Type::Timespan(_) => "TimespanType",
        Type::SemVer(_) => "SemVerType",
        Type::SemVerRange => "SemVerRangeType",
        Type::Uri(_) => "URIType",
        Type::Collection(_) => "CollectionType",
        Type::Array(_) => "ArrayType",
        Type::Hash(_) => "HashType",
        Type::Tuple(_) => "TupleType",
        Type::Struct(_) => "StructType",
        Type::Variant(_) => "VariantType",
        Type::Optional(_) => "OptionalType",
        Type::NotUndef(_) => "NotUndefType",
        Type::Sensitive(_) => "SensitiveType",
        Type::Type(_) => "TypeType",
        Type::Iterable(_) => "IterableType",
        Type::Iterator(_) => "IteratorType",
        Type::Callable(_) => "CallableType",
        Type::Init(_) => "InitType",
        Type::Runtime(_) => "RuntimeType",
        Type::Object(_) => "ObjectType",
        // Compat: the reference removes too much of the class name.
        Type::ObjectExtension(_) => "ObjectTypeExtenType",
        Type::TypeSet(_) => "TypeSetType",
        Type::CatalogEntry => "CatalogEntryType",
        Type::Resource(_) => "ResourceType",
        Type::Class(_) => "ClassType",
        Type::Reference(_) => "TypeReferenceType",
        Type::Alias(_) => "TypeAliasType",
    }
}

/// Whether instances of the object type with this name are types.
pub(super) fn is_kind(name: &str) -> bool {
    let kind = name.strip_prefix("Pcore::");
    kind.is_some_and(|kind| kind != "StructElement" && KINDS.iter().any(|(name, _)| *name == kind))
}

/// All object types of types.
pub(super) fn all() -> Vec<Arc<ObjectType>> {
    let mut made: Members<Arc<ObjectType>> = Members::default();
    let element = object_type("StructElement", None, Vec::new());
    let element_type = Type::Object(Arc::clone(&element));
    made.insert("AnyType".into(), object_type("AnyType", Some(Type::Any), Vec::new()));
    for (kind, parent) in KINDS {
        if parent.is_empty() {
            continue;
        }
        let parent = made.get(parent).map(|parent| Type::Object(Arc::clone(parent)));
        made.insert(kind.into(), object_type(kind, parent, attributes(kind, &element_type)));
    }
    made.insert("StructElement".into(), element);
    made.into_values().collect()
}

fn object_type(
    kind: &str,
    parent: Option<Type>,
    attributes: Vec<(&'static str, Type, Option<Value>)>,
) -> Arc<ObjectType> {
    let name = format!("Pcore::{kind}");
    let attributes = match kind {
        "StructElement" => vec![("key_type", Type::TYPE, None), ("value_type", Type::TYPE, None)],
        _ => attributes,
    };
    let attribute = |(attribute, value_type, value)| {
        let attribute: &'static str = attribute;
        (
            attribute.into(),
            Attribute { value, ..Attribute::new(name.as_str(), attribute, value_type) },
        )
    };
    let attributes = attributes.into_iter().map(attribute).collect();
    let definition = ObjectDefinition { parent, attributes, ..ObjectDefinition::empty() };
    Arc::new(ObjectType::new(Some(name.as_str().into()), definition))
}

/// The own attributes of a kind of type.
fn attributes(kind: &str, element: &Type) -> Vec<(&'static str, Type, Option<Value>)> {
    let optional = |name, t| (name, Type::optional(t), Some(Value::Undef));
    let types = || Type::array(Type::TYPE, None);
    let name = || Type::sized_string(1, None);
    let any = || Some(Value::Type(Type::Any));
    let size = || optional("size_type", Type::type_of(Type::INTEGER));
    match kind {
        "TypeType" | "OptionalType" | "NotUndefType" | "IterableType" | "IteratorType" => {
            vec![optional("type", Type::TYPE)]
        }
        "InitType" => vec![
            optional("type", Type::TYPE),
            ("init_args", Type::any_array(), Some(Value::array([]))),
        ],
        "EnumType" => vec![
            ("values", Type::array(name(), None), None),
            ("case_insensitive", Type::BOOLEAN, Some(Value::Boolean(false))),
        ],
        "NumericType" => vec![optional("from", Type::Numeric), optional("to", Type::Numeric)],
        "TimestampType" => vec![optional("from", Type::TIMESTAMP), optional("to", Type::TIMESTAMP)],
        "TimespanType" => vec![optional("from", Type::TIMESPAN), optional("to", Type::TIMESPAN)],
        "CollectionType" => vec![size()],
        "StringType" => vec![optional(
            "size_type_or_value",
            Type::variant([Type::STRING, Type::type_of(Type::INTEGER)]),
        )],
        "RegexpType" => {
            let pattern = Type::variant([Type::Undef, Type::STRING, Type::REGEXP]);
            vec![("pattern", pattern, Some(Value::Undef))]
        }
        "PatternType" => vec![("patterns", Type::array(Type::REGEXP, None), None)],
        "StructType" => vec![("elements", Type::array(element.clone(), None), None)],
        "TupleType" => vec![("types", types(), None), size()],
        "VariantType" => vec![("types", types(), None)],
        "CallableType" => vec![
            optional("param_types", Type::type_of(Type::tuple([], None))),
            optional("block_type", Type::type_of(Type::CALLABLE)),
            ("return_type", Type::optional(Type::TYPE), any()),
        ],
        "ArrayType" => vec![("element_type", Type::optional(Type::TYPE), any())],
        "HashType" => vec![
            ("key_type", Type::optional(Type::TYPE), any()),
            ("value_type", Type::optional(Type::TYPE), any()),
        ],
        "ClassType" => vec![optional("class_name", name())],
        "ResourceType" => vec![optional("type_name", name()), optional("title", name())],
        "TypeReferenceType" => vec![("type_string", name(), None)],
        "TypeAliasType" => vec![
            ("name", name(), None),
            ("type_expr", Type::Any, None),
            optional("resolved_type", Type::TYPE),
        ],
        "SemVerType" => {
            let ranges = Type::array(Type::variant([Type::SemVerRange, name()]), None);
            vec![("ranges", ranges, Some(Value::array([])))]
        }
        "RuntimeType" => {
            let pair = Type::tuple([Type::REGEXP, name()], None);
            vec![
                optional("runtime", name()),
                optional("name_or_pattern", Type::variant([name(), pair])),
            ]
        }
        "URIType" => vec![optional("parameters", uri_parameters())],
        "ObjectType" => vec![("_pcore_init_hash", schema::object().clone(), None)],
        "ObjectTypeExtenType" => {
            vec![("base_type", Type::TYPE, None), ("init_parameters", Type::any_array(), None)]
        }
        "TypeSetType" => vec![("_pcore_init_hash", type_set::schema::type_set().clone(), None)],
        _ => Vec::new(),
    }
}

fn uri_parameters() -> Type {
    let of = |t| Type::type_of(t);
    let text = Type::optional(Type::variant([
        Type::sized_string(1, None),
        Type::REGEXP,
        of(Type::Pattern(Arc::default())),
        of(Type::enumeration([""; 0])),
        of(Type::NotUndef(None)),
        of(Type::Undef),
    ]));
    let port = Type::optional(Type::variant([
        Type::Integer(Size::ANY.range()),
        of(Type::NotUndef(None)),
        of(Type::Undef),
    ]));
    let parts =
        ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"].map(|part| {
            StructMember::new(part, true, if part == "port" { port.clone() } else { text.clone() })
        });
    Type::variant([Type::sized_string(1, None), Type::structure(parts)])
}
