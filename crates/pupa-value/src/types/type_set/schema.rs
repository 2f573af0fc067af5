//! The types of the hashes from which type sets and their references are created.

use std::sync::LazyLock;

use crate::pcore::names;
use crate::types::object::schema::{annotations, object, optional, required};
use crate::types::{Size, Type};

/// The type of an initialiser of a type set.
pub(crate) fn type_set() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        let version =
            || Type::variant([Type::sized_string(1, None), Type::SemVer(Default::default())]);
        let definition = Type::variant([Type::TYPE, object().clone()]);
        let types = Type::hash(names::simple_type_name(), definition, Some(Size::NOT_EMPTY));
        let references = Type::hash(names::simple_type_name(), reference(), Some(Size::NOT_EMPTY));
        Type::structure([
            optional("pcore_uri", names::uri()),
            required("pcore_version", version()),
            optional("name_authority", names::uri()),
            optional("name", names::qualified_reference()),
            optional("version", version()),
            optional("types", types),
            optional("references", references),
            optional("annotations", annotations()),
        ])
    });
    &TYPE
}

/// The type of an initialiser of a reference.
fn reference() -> Type {
    Type::structure([
        required("name", names::qualified_reference()),
        required("version_range", Type::variant([Type::sized_string(1, None), Type::SemVerRange])),
        optional("name_authority", names::uri()),
        optional("annotations", annotations()),
    ])
}
