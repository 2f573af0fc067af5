//! The types of the hashes from which object types and their members are created.

use std::sync::LazyLock;

use crate::pcore::names;
use crate::types::{StructMember, Type};

/// The type of an initialiser of an object type.
pub(crate) fn object() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        let members = Type::hash(names::member_name(), Type::not_undef(Type::Any), None);
        let functions = Type::hash(
            Type::variant([names::member_name(), Type::exact_string("[]")]),
            Type::not_undef(Type::Any),
            None,
        );
        let constants = Type::hash(names::member_name(), Type::Any, None);
        let equality =
            Type::variant([names::member_name(), Type::array(names::member_name(), None)]);
        Type::structure([
            optional("name", names::qualified_reference()),
            optional("parent", Type::TYPE),
            optional("type_parameters", members.clone()),
            optional("attributes", members),
            optional("constants", constants),
            optional("functions", functions),
            optional("equality", equality),
            optional("equality_include_type", Type::BOOLEAN),
            optional("checks", Type::Any),
            optional("annotations", annotations()),
        ])
    });
    &TYPE
}

/// The type of an initialiser of an attribute.
pub(crate) fn attribute() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        let kinds = Type::enumeration(["constant", "derived", "given_or_derived", "reference"]);
        Type::structure([
            required("type", Type::TYPE),
            optional("final", Type::BOOLEAN),
            optional("override", Type::BOOLEAN),
            optional("kind", kinds),
            optional("value", Type::Any),
            optional("annotations", annotations()),
        ])
    });
    &TYPE
}

/// The type of an initialiser of a function.
pub(crate) fn function() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        Type::structure([
            required("type", function_type()),
            optional("final", Type::BOOLEAN),
            optional("override", Type::BOOLEAN),
            optional("annotations", annotations()),
        ])
    });
    &TYPE
}

/// The type of a function's signature.
pub(crate) fn function_type() -> Type {
    Type::type_of(Type::CALLABLE)
}

/// The type of annotations.
pub(crate) fn annotations() -> Type {
    let annotation = Type::hash(names::member_name(), Type::Any, None);
    Type::optional(Type::hash(Type::type_of(crate::pcore::annotation()), annotation, None))
}

/// A required member.
pub(crate) fn required(name: &'static str, value: Type) -> StructMember {
    StructMember::new(name, false, value)
}

/// An optional member.
pub(crate) fn optional(name: &'static str, value: Type) -> StructMember {
    StructMember::new(name, true, value)
}
