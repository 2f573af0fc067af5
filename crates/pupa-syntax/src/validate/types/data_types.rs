//! Names with special rules in type definitions: data types, metaparameters and functions.

/// The data types of the language, sorted.
pub const DATA_TYPES: [&str; 45] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "RichDataKey",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeAlias",
    "TypeReference",
    "TypeSet",
    "URI",
    "Undef",
    "Unit",
    "Variant",
];

/// The metaparameters of resources.
const METAPARAMETERS: [&str; 11] = [
    "alias",
    "audit",
    "before",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
];

/// Functions that the logic of types may call, version 1 of the set.
const FUNCTIONS: [&str; 36] = [
    "abs",
    "all",
    "any",
    "assert_type",
    "capitalize",
    "ceiling",
    "downcase",
    "each",
    "empty",
    "filter",
    "flatten",
    "floor",
    "index",
    "join",
    "keys",
    "length",
    "lstrip",
    "map",
    "match",
    "max",
    "min",
    "new",
    "reduce",
    "regsubst",
    "round",
    "rstrip",
    "size",
    "slice",
    "sort",
    "split",
    "strip",
    "type",
    "unique",
    "upcase",
    "values",
    "with",
];

/// Whether a name is that of a data type.
pub(super) fn is_data_type(name: &str) -> bool {
    DATA_TYPES.binary_search(&name).is_ok()
}

/// Whether a name is that of a metaparameter.
pub fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.binary_search(&name).is_ok()
}

/// Whether the logic of types may call a function.
pub(super) fn is_type_function(name: &str) -> bool {
    FUNCTIONS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(DATA_TYPES.is_sorted());
        assert!(METAPARAMETERS.is_sorted());
        assert!(FUNCTIONS.is_sorted());
    }
}
