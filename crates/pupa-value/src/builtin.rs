//! The built-in types and aliases, by name.

use std::sync::{Arc, LazyLock};

use crate::types::{RuntimeType, Type, TypeAlias};

static DATA: LazyLock<Arc<TypeAlias>> = LazyLock::new(|| {
    let alias = Arc::new(TypeAlias::unresolved("Data"));
    let data = Type::Alias(Arc::clone(&alias));
    let options = [
        Type::ScalarData,
        Type::Undef,
        Type::hash(Type::STRING, data.clone(), None),
        Type::array(data, None),
    ];
    alias.resolve(Type::Variant(Arc::new(options.into())), true);
    alias
});

static RICH_DATA_KEY: LazyLock<Arc<TypeAlias>> = LazyLock::new(|| {
    let options = vec![Type::STRING, Type::Numeric];
    Arc::new(TypeAlias::new("RichDataKey", Type::Variant(Arc::new(options))))
});

static RICH_DATA: LazyLock<Arc<TypeAlias>> = LazyLock::new(|| {
    let alias = Arc::new(TypeAlias::unresolved("RichData"));
    let rich_data = Type::Alias(Arc::clone(&alias));
    let options = [
        Type::Scalar,
        Type::SemVerRange,
        Type::Binary,
        Type::Sensitive(Arc::new(Type::Any)),
        Type::TYPE,
        Type::any_type_set(),
        Type::Uri(None),
        Type::any_object(),
        Type::Undef,
        Type::Default,
        Type::hash(rich_data_key(), rich_data.clone(), None),
        Type::array(rich_data, None),
    ];
    alias.resolve(Type::Variant(Arc::new(options.into())), true);
    alias
});

static LOOKUP_KEY: LazyLock<Arc<TypeAlias>> =
    LazyLock::new(|| Arc::new(TypeAlias::new("Puppet::LookupKey", rich_data_key())));

static LOOKUP_VALUE: LazyLock<Arc<TypeAlias>> =
    LazyLock::new(|| Arc::new(TypeAlias::new("Puppet::LookupValue", rich_data())));

/// `Data`: the values that JSON can represent.
pub fn data() -> Type {
    Type::Alias(Arc::clone(&DATA))
}

/// Whether an alias is `Data`.
pub(crate) fn is_data(alias: &Arc<TypeAlias>) -> bool {
    Arc::ptr_eq(alias, &DATA)
}

/// `RichData`: the values that can be serialised.
pub fn rich_data() -> Type {
    Type::Alias(Arc::clone(&RICH_DATA))
}

/// `RichDataKey`: the keys of hashes in `RichData`.
pub fn rich_data_key() -> Type {
    Type::Alias(Arc::clone(&RICH_DATA_KEY))
}

/// Whether an alias with this name is built in, and thus written without its type.
pub fn is_builtin_alias(name: &str) -> bool {
    matches!(
        name,
        "Data" | "RichDataKey" | "RichData" | "Puppet::LookupKey" | "Puppet::LookupValue"
    )
}

/// The resource types that are known without a definition.
static RESOURCE_TYPES: [&str; 15] = [
    "Component",
    "Exec",
    "File",
    "Filebucket",
    "Group",
    "Node",
    "Notify",
    "Package",
    "Resources",
    "Schedule",
    "Service",
    "Stage",
    "Tidy",
    "User",
    "Whit",
];

/// The built-in type with this lower-case name, excluding aliases and types of modules.
///
/// ```
/// use pupa_value::{Type, builtin::core_type};
/// assert_eq!(core_type("integer"), Some(Type::INTEGER));
/// assert_eq!(core_type("apache::port"), None);
/// ```
pub fn core_type(name: &str) -> Option<Type> {
    Some(match name {
        "any" => Type::Any,
        "array" => Type::any_array(),
        "binary" => Type::Binary,
        "boolean" => Type::BOOLEAN,
        "callable" => Type::CALLABLE,
        "catalogentry" => Type::CatalogEntry,
        "class" => Type::Class(None),
        "collection" => Type::COLLECTION,
        "default" => Type::Default,
        "enum" => Type::enumeration([""; 0]),
        "float" => Type::FLOAT,
        "hash" => Type::any_hash(),
        "init" => Type::Init(None),
        "integer" => Type::INTEGER,
        "iterable" => Type::ITERABLE,
        "iterator" => Type::Iterator(None),
        "notundef" => Type::NotUndef(None),
        "numeric" => Type::Numeric,
        "object" => Type::any_object(),
        "optional" => Type::Optional(None),
        "pattern" => Type::Pattern(Arc::default()),
        "regexp" => Type::REGEXP,
        "resource" => Type::RESOURCE,
        "runtime" => Type::Runtime(Arc::new(RuntimeType::default())),
        "scalar" => Type::Scalar,
        "scalardata" => Type::ScalarData,
        "semver" => Type::SemVer(Arc::default()),
        "semverrange" => Type::SemVerRange,
        "sensitive" => Type::Sensitive(Arc::new(Type::Any)),
        "string" => Type::STRING,
        "struct" => Type::structure([]),
        "timespan" => Type::TIMESPAN,
        "timestamp" => Type::TIMESTAMP,
        "tuple" => Type::tuple([], None),
        "type" => Type::TYPE,
        "typealias" => Type::Alias(Arc::new(TypeAlias::new(
            "UnresolvedAlias",
            Type::Reference("UnresolvedReference".into()),
        ))),
        "typereference" => Type::Reference("UnresolvedReference".into()),
        "typeset" => Type::any_type_set(),
        "undef" => Type::Undef,
        "uri" => Type::Uri(None),
        "variant" => Type::Variant(Arc::default()),
        _ => return None,
    })
}

/// The type with this name that needs no module: a built-in type, alias or object type, or a core
/// resource type. Case is ignored.
pub fn lookup(name: &str) -> Option<Type> {
    let key = name.to_lowercase();
    if let Some(t) = core_type(&key) {
        return Some(t);
    }
    Some(match key.as_str() {
        "data" => data(),
        "richdatakey" => rich_data_key(),
        "richdata" => rich_data(),
        "puppet::lookupkey" => Type::Alias(Arc::clone(&LOOKUP_KEY)),
        "puppet::lookupvalue" => Type::Alias(Arc::clone(&LOOKUP_VALUE)),
        _ => match RESOURCE_TYPES.iter().find(|resource| resource.eq_ignore_ascii_case(&key)) {
            Some(resource) => Type::resource(*resource, None),
            None => return crate::pcore::lookup(&key),
        },
    })
}
