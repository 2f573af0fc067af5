//! Patterns for names and URIs in initialisers of object types and type sets.

use std::sync::{Arc, LazyLock};

use crate::regexp::Regexp;
use crate::types::{Type, TypeAlias};

/// The names of the aliases.
pub(super) const ALIASES: [&str; 6] = [
    "Pcore::URI_RX",
    "Pcore::URI",
    "Pcore::SimpleTypeName",
    "Pcore::MemberName",
    "Pcore::TypeName",
    "Pcore::QRef",
];

const SIMPLE_TYPE_NAME: &str = r"\A[A-Z]\w*\z";
const QUALIFIED_REFERENCE: &str = r"\A[A-Z]\w*(?:::[A-Z]\w*)*\z";
const MEMBER_NAME: &str = r"\A[a-z_]\w*\z";

/// Ruby's pattern for URIs. It is part of messages, so its text must not change.
const URI: &str = include_str!("uri_pattern.txt");

/// The name of a type in a type set.
pub(crate) fn simple_type_name() -> Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| pattern(SIMPLE_TYPE_NAME));
    TYPE.clone()
}

/// The name of a type.
pub(crate) fn qualified_reference() -> Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| pattern(QUALIFIED_REFERENCE));
    TYPE.clone()
}

/// The name of an attribute or function.
pub(crate) fn member_name() -> Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| pattern(MEMBER_NAME));
    TYPE.clone()
}

/// A URI.
pub(crate) fn uri() -> Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| pattern(URI));
    TYPE.clone()
}

/// The alias with this lower-case name.
pub(super) fn alias(key: &str) -> Option<Type> {
    let (name, t) = match key {
        "pcore::uri_rx" => ("Pcore::URI_RX", Type::Regexp(regexp(URI))),
        "pcore::uri" => ("Pcore::URI", uri()),
        "pcore::simpletypename" => ("Pcore::SimpleTypeName", simple_type_name()),
        "pcore::membername" => ("Pcore::MemberName", member_name()),
        "pcore::typename" => ("Pcore::TypeName", qualified_reference()),
        "pcore::qref" => ("Pcore::QRef", qualified_reference()),
        _ => return None,
    };
    Some(Type::Alias(Arc::new(TypeAlias::new(name, t))))
}

/// `Pattern[…]` with one constant pattern.
pub(super) fn pattern(source: &str) -> Type {
    Type::pattern(regexp(source))
}

fn regexp(source: &str) -> Option<Arc<Regexp>> {
    Regexp::new(source).ok().map(Arc::new)
}
