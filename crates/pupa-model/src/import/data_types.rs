//! Mapping of the data types of Ecore, XML Schema and Java to those of Puppet.

/// The loss of information in a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// All values are preserved.
    None,
    /// Some values can't be represented, for this reason.
    Some(&'static str),
}

/// The data type of Puppet that corresponds to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counterpart {
    pub(super) name: &'static str,
    pub(super) loss: Loss,
}

const STRING: Counterpart = Counterpart { name: "String", loss: Loss::None };
const INTEGER: Counterpart = Counterpart { name: "Integer", loss: Loss::None };
const FLOAT: Counterpart = Counterpart { name: "Float", loss: Loss::None };
const BOOLEAN: Counterpart = Counterpart { name: "Boolean", loss: Loss::None };
const BIG_INTEGER: Counterpart =
    Counterpart { name: "Integer", loss: Loss::Some("edition 8 has integers of 64 bits only") };
const BIG_DECIMAL: Counterpart =
    Counterpart { name: "Float", loss: Loss::Some("a Float has about 16 digits") };

/// The counterpart of an Ecore data type, such as `EString`.
pub(super) fn of_ecore(name: &str) -> Option<Counterpart> {
    Some(match name {
        "EString" => STRING,
        "EInt" | "EIntegerObject" | "ELong" | "ELongObject" | "EShort" | "EShortObject"
        | "EByte" | "EByteObject" => INTEGER,
        "EBigInteger" => BIG_INTEGER,
        "EFloat" | "EFloatObject" | "EDouble" | "EDoubleObject" => FLOAT,
        "EBigDecimal" => BIG_DECIMAL,
        "EBoolean" | "EBooleanObject" => BOOLEAN,
        _ => return None,
    })
}

/// The counterpart of an XML Schema data type, such as `NMTOKEN`.
pub(super) fn of_xml_type(name: &str) -> Option<Counterpart> {
    Some(match name.strip_suffix("Object").unwrap_or(name) {
        "String" | "NormalizedString" | "Token" | "Name" | "NCName" | "NMTOKEN" | "AnyURI"
        | "Language" | "ID" | "IDREF" => STRING,
        "Int" | "Long" | "Short" | "Byte" | "UnsignedInt" | "UnsignedShort" | "UnsignedByte" => {
            INTEGER
        }
        "Integer" | "NonNegativeInteger" | "NonPositiveInteger" | "PositiveInteger"
        | "NegativeInteger" | "UnsignedLong" => BIG_INTEGER,
        "Float" | "Double" => FLOAT,
        "Decimal" => BIG_DECIMAL,
        "Boolean" => BOOLEAN,
        _ => return None,
    })
}

/// The counterpart of a Java class, with which models define their data types.
pub(super) fn of_java(name: &str) -> Option<Counterpart> {
    Some(match name.strip_prefix("java.lang.").unwrap_or(name) {
        "String" => STRING,
        "int" | "Integer" | "long" | "Long" | "short" | "Short" | "byte" | "Byte" => INTEGER,
        "java.math.BigInteger" => BIG_INTEGER,
        "float" | "Float" | "double" | "Double" => FLOAT,
        "java.math.BigDecimal" => BIG_DECIMAL,
        "boolean" | "Boolean" => BOOLEAN,
        _ => return None,
    })
}
