//! Names of Ruby classes, which some messages of the reference contain.

use crate::types::Type;
use crate::value::Value;

/// The Ruby class of a value.
pub fn class_name(value: &Value) -> &'static str {
    match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Type(t) => type_class(t),
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::SemVer(_) => "SemanticPuppet::Version",
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Uri(uri) => crate::text::ruby::uri_class(&uri.to_string()),
        Value::Object(_) | Value::Instance(_) => "Object",
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator",
        Value::Closure(_) => "Puppet::Pops::Evaluator::Closure",
        Value::Foreign(object) if object.is_symbol() => "Symbol",
        Value::Foreign(_) => "Object",
    }
}

/// The Ruby class of a type.
pub(crate) fn type_class(t: &Type) -> &'static str {
    match t {
        Type::Any => "Puppet::Pops::Types::PAnyType",
        Type::Unit => "Puppet::Pops::Types::PUnitType",
        Type::Undef => "Puppet::Pops::Types::PUndefType",
        Type::Default => "Puppet::Pops::Types::PDefaultType",
        Type::Scalar => "Puppet::Pops::Types::PScalarType",
        Type::ScalarData => "Puppet::Pops::Types::PScalarDataType",
        Type::Numeric => "Puppet::Pops::Types::PNumericType",
        Type::Integer(_) => "Puppet::Pops::Types::PIntegerType",
        Type::Float(_) => "Puppet::Pops::Types::PFloatType",
        Type::Boolean(_) => "Puppet::Pops::Types::PBooleanType",
        Type::String(_) => "Puppet::Pops::Types::PStringType",
        Type::Enum(_) => "Puppet::Pops::Types::PEnumType",
        Type::Pattern(_) => "Puppet::Pops::Types::PPatternType",
        Type::Regexp(_) => "Puppet::Pops::Types::PRegexpType",
        Type::Binary => "Puppet::Pops::Types::PBinaryType",
        Type::Timestamp(_) => "Puppet::Pops::Types::PTimestampType",
        Type::Timespan(_) => "Puppet::Pops::Types::PTimespanType",
        Type::SemVer(_) => "Puppet::Pops::Types::PSemVerType",
        Type::SemVerRange => "Puppet::Pops::Types::PSemVerRangeType",
        Type::Uri(_) => "Puppet::Pops::Types::PURIType",
        Type::Collection(_) => "Puppet::Pops::Types::PCollectionType",
        Type::Array(_) => "Puppet::Pops::Types::PArrayType",
        Type::Hash(_) => "Puppet::Pops::Types::PHashType",
        Type::Tuple(_) => "Puppet::Pops::Types::PTupleType",
        Type::Struct(_) => "Puppet::Pops::Types::PStructType",
        Type::Variant(_) => "Puppet::Pops::Types::PVariantType",
        Type::Optional(_) => "Puppet::Pops::Types::POptionalType",
        Type::NotUndef(_) => "Puppet::Pops::Types::PNotUndefType",
        Type::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType",
        Type::Type(_) => "Puppet::Pops::Types::PTypeType",
        Type::Iterable(_) => "Puppet::Pops::Types::PIterableType",
        Type::Iterator(_) => "Puppet::Pops::Types::PIteratorType",
        Type::Callable(_) => "Puppet::Pops::Types::PCallableType",
        Type::Init(_) => "Puppet::Pops::Types::PInitType",
        Type::Runtime(_) => "Puppet::Pops::Types::PRuntimeType",
        Type::Object(_) => "Puppet::Pops::Types::PObjectType",
        Type::ObjectExtension(_) => "Puppet::Pops::Types::PObjectTypeExtension",
        Type::TypeSet(_) => "Puppet::Pops::Types::PTypeSetType",
        Type::CatalogEntry => "Puppet::Pops::Types::PCatalogEntryType",
        Type::Resource(_) => "Puppet::Pops::Types::PResourceType",
        Type::Class(_) => "Puppet::Pops::Types::PClassType",
        Type::Reference(_) => "Puppet::Pops::Types::PTypeReferenceType",
        Type::Alias(_) => "Puppet::Pops::Types::PTypeAliasType",
    }
}
