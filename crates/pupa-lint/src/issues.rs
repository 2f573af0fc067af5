//! Kinds of findings.

use pupa_syntax::diagnostic::{Issue, Severity};

/// All kinds of findings.
pub static ISSUES: &[&Issue] = &[
    &DATA_TYPE_MISMATCH,
    &DUPLICATE_DATA_KEY,
    &DYNAMIC_LOOKUP_KEY,
    &FOREIGN_KEY,
    &MALFORMED_DATA,
    &MALFORMED_HIERA_CONFIG,
    &MALFORMED_LOOKUP_OPTIONS,
    &MISSING_DATA_FILE,
    &MISSING_DATA_KEY,
    &MISSING_MODULE,
    &RECURSIVE_LOOKUP,
    &UNDECRYPTED_VALUE,
    &UNKNOWN_FACT,
    &UNREACHABLE_DATA_FILE,
    &UNUSED_DATA_KEY,
    &UNUSED_LOOKUP_OPTIONS,
];

/// A value that a class parameter does not accept.
pub(super) static DATA_TYPE_MISMATCH: Issue = Issue {
    code: "data-type-mismatch",
    severity: Severity::Error,
    explanation: "The value that data has for the parameter of a class is not of the type of the\n\
        parameter. Every node that gets the value from here has no catalog. What is not known\n\
        before a node is, such as the text of an interpolation, is not judged; neither are values\n\
        that `convert_to` of `lookup_options` converts.",
};

/// A key that comes twice.
pub(super) static DUPLICATE_DATA_KEY: Issue = Issue {
    code: "duplicate-data-key",
    severity: Severity::Warning,
    explanation: "A hash of a data file has the same key twice. The last value counts, and the\n\
        others are lost without a word.",
};

/// A lookup that may be of any key.
pub(super) static DYNAMIC_LOOKUP_KEY: Issue = Issue {
    code: "dynamic-lookup-key",
    severity: Severity::Note,
    explanation: "The key of a lookup is not known before the program runs, and no part of it is\n\
        constant, so that it may use any data. Keys that nothing else uses are not reported then.\n\
        With a constant part, as in `lookup(\"site::${name}\")`, all keys that have it are used.",
};

/// A key outside of its module.
pub(super) static FOREIGN_KEY: Issue = Issue {
    code: "foreign-key",
    severity: Severity::Warning,
    explanation: "The data of a module may only have keys that begin with the name of the module\n\
        and `::`. Others are ignored. Data for other modules belongs into the environment.",
};

/// Data that can't be read.
pub(super) static MALFORMED_DATA: Issue = Issue {
    code: "malformed-data",
    severity: Severity::Error,
    explanation: "A data file is not of its format, holds no hash, or has something that data may\n\
        not have. Lookups that reach the file fail. It is a warning where they do not, but do\n\
        not see all of the file: it begins with a byte order mark, or has a second document.",
};

/// A configuration that can't be used.
pub(super) static MALFORMED_HIERA_CONFIG: Issue = Issue {
    code: "malformed-hiera-config",
    severity: Severity::Error,
    explanation: "A `hiera.yaml` can't be used: it is no YAML, has not the shape of its version,\n\
        or it has a version that may not be used where it is, or a level whose function or\n\
        backend does not exist, or reads files and names none. Lookups that get there fail.",
};

/// Options that can't be used.
pub(super) static MALFORMED_LOOKUP_OPTIONS: Issue = Issue {
    code: "malformed-lookup-options",
    severity: Severity::Error,
    explanation: "An entry of `lookup_options` can't be used: it is no hash, its pattern is no\n\
        regular expression, its merge strategy or the type that values are converted to does not\n\
        exist, it belongs to another module, or it looks up data, for which options are needed.",
};

/// A missing file that a level names.
pub(super) static MISSING_DATA_FILE: Issue = Issue {
    code: "missing-data-file",
    severity: Severity::Warning,
    explanation: "A level of a hierarchy names a file without interpolation, and there is no such\n\
        file. The level has no data for any node. The same is said where a directory can't be\n\
        read, or lies outside of the environment and is not here, so that nobody knows what is\n\
        in it.",
};

/// A lookup of a key that no data has.
pub(super) static MISSING_DATA_KEY: Issue = Issue {
    code: "missing-data-key",
    severity: Severity::Warning,
    explanation: "A lookup has a constant key, which no data of the environment, its modules and\n\
        the layer above has, and no default: neither a value, nor a hash of values, nor a block.\n\
        Every node that comes to it has no catalog. In values of data, `%{lookup('key')}` and\n\
        `%{alias('key')}` of such a key give an empty text. Nothing is said where a level has its\n\
        data from elsewhere, such as a function, a URI or a file that is missing here, and of\n\
        keys of modules that are not installed.",
};

/// Data of a module that is not here.
pub(super) static MISSING_MODULE: Issue = Issue {
    code: "missing-module",
    severity: Severity::Warning,
    explanation: "Data has keys that begin with the name of a module, no lookup uses them, and the\n\
        module path has no such module. Nobody knows whether the module uses them, so that they\n\
        were not checked. It is told once for each module, at the first of its keys. Install the\n\
        modules, as `r10k puppetfile install` does, or name the directory that has them with\n\
        `--modulepath`; if there is no such module anywhere, the name is wrong, or the data is\n\
        left from a module that is gone. Of modules that the `Puppetfile` names it is a note.",
};

/// A value that needs itself.
pub(super) static RECURSIVE_LOOKUP: Issue = Issue {
    code: "recursive-lookup",
    severity: Severity::Error,
    explanation: "The value of a key looks up other keys, by `lookup`, `hiera` or `alias`, whose\n\
        values lead back to the first. Every lookup of one of them fails. Only keys that data has\n\
        in one place are judged, since another level might have another value for a node.",
};

/// An encrypted value that stays so.
pub(super) static UNDECRYPTED_VALUE: Issue = Issue {
    code: "undecrypted-value",
    severity: Severity::Warning,
    explanation: "A value is encrypted, `ENC[PKCS7,…]`, and lookups give it as it is: its level\n\
        has another function than `eyaml_lookup_key`, or the block is empty, has no end, or is not\n\
        Base64.",
};

/// A fact that no node has.
pub(super) static UNKNOWN_FACT: Issue = Issue {
    code: "unknown-fact",
    severity: Severity::Warning,
    explanation: "A path of a hierarchy interpolates a variable that nobody is known to set. With\n\
        `--facts` the facts in these files are known, without it those of Facter; besides them,\n\
        the facts that modules bring along and variables of the main manifests. Where a module\n\
        has a program that gives facts, any fact may be known but for parts of known ones. What a\n\
        node classifier sets is not known here.",
};

/// A file that no level wants.
pub(super) static UNREACHABLE_DATA_FILE: Issue = Issue {
    code: "unreachable-data-file",
    severity: Severity::Warning,
    explanation: "A data file lies in a directory of data, and no level of any hierarchy can\n\
        reach it, whatever is interpolated. Its data is never used.",
};

/// A key that nothing looks up.
pub(super) static UNUSED_DATA_KEY: Issue = Issue {
    code: "unused-data-key",
    severity: Severity::Warning,
    explanation: "No class has a parameter of that name, and no lookup in manifests, templates or\n\
        data uses the key. It is a mistake in the name, or left from code that is gone.",
};

/// Options of a key that no data has and nothing looks up.
pub(super) static UNUSED_LOOKUP_OPTIONS: Issue = Issue {
    code: "unused-lookup-options",
    severity: Severity::Warning,
    explanation: "An entry of `lookup_options` is about a key that neither data has nor a class\n\
        parameter or lookup uses, or it has an option that means nothing.",
};
