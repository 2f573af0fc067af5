//! The kinds of diagnostics about data.

pupa_syntax::issues! {
    /// The value that data has for the parameter of a class is not of the type of the
    /// parameter. Every node that gets the value from here has no catalog. What is not known
    /// before a node is, such as the text of an interpolation, is not judged; neither are values
    /// that `convert_to` of `lookup_options` converts.
    DATA_TYPE_MISMATCH = "data-type-mismatch", Error;

    /// A hash of a data file has the same key twice. The last value counts, and the
    /// others are lost without a word.
    DUPLICATE_DATA_KEY = "duplicate-data-key", Warning;

    /// The key of a lookup is not known before the program runs, and no part of it is
    /// constant, so that it may use any data. Keys that nothing else uses are not reported then.
    /// With a constant part, as in `lookup("site::${name}")`, all keys that have it are used.
    DYNAMIC_LOOKUP_KEY = "dynamic-lookup-key", Note;

    /// The data of a module may only have keys that begin with the name of the module
    /// and `::`. Others are ignored. Data for other modules belongs into the environment.
    FOREIGN_KEY = "foreign-key", Warning;

    /// A data file is not of its format, holds no hash, or has something that data may
    /// not have. Lookups that reach the file fail. It is a warning where they do not, but do
    /// not see all of the file: it begins with a byte order mark, or has a second document.
    MALFORMED_DATA = "malformed-data", Error;

    /// A `hiera.yaml` can't be used: it is not valid YAML, does not follow the schema of its
    /// version, has a version that is not allowed in its place, or has a level whose function or
    /// backend does not exist or that needs files and names none. Lookups that reach it fail.
    MALFORMED_HIERA_CONFIG = "malformed-hiera-config", Error;

    /// An entry of `lookup_options` can't be used: it is not a hash, its pattern is not a valid
    /// regular expression, its merge strategy or the type that values are converted to does not
    /// exist, it belongs to another module, or it looks up data, for which options are needed.
    MALFORMED_LOOKUP_OPTIONS = "malformed-lookup-options", Error;

    /// A level of a hierarchy names a file without interpolation, and there is no such
    /// file. The level has no data for any node. The same warning is given for a directory that
    /// can't be read, or that lies outside of the environment and does not exist on this machine.
    MISSING_DATA_FILE = "missing-data-file", Warning;

    /// A lookup has a constant key, which no data of the environment, its modules and
    /// the layer above has, and no default: neither a value, nor a hash of values, nor a block.
    /// Every node that comes to it has no catalog. In values of data, `%{lookup('key')}` and
    /// `%{alias('key')}` of such a key give an empty text. Nothing is said where a level has its
    /// data from elsewhere, such as a function, a URI or a file that is missing here, and of
    /// keys of modules that are not installed.
    MISSING_DATA_KEY = "missing-data-key", Warning;

    /// Data has keys that begin with the name of a module, no lookup uses them, and the
    /// module path has no such module. Since the module may use them, they are not checked. There
    /// is one warning for each module, at the first of its keys. Install the modules, as `r10k puppetfile install` does, or name the directory that has them with
    /// `--modulepath`; if there is no such module anywhere, the name is wrong, or the data is
    /// left from a module that is gone. Of modules that the `Puppetfile` names it is a note.
    MISSING_MODULE = "missing-module", Warning;

    /// The value of a key looks up other keys, by `lookup`, `hiera` or `alias`, whose
    /// values lead back to the first. Every lookup of one of them fails. Only keys that data has
    /// in one place are judged, since another level might have another value for a node.
    RECURSIVE_LOOKUP = "recursive-lookup", Error;

    /// A value is encrypted, `ENC[PKCS7,…]`, and lookups give it as it is: its level
    /// has another function than `eyaml_lookup_key`, or the block is empty, has no end, or is not
    /// Base64.
    UNDECRYPTED_VALUE = "undecrypted-value", Warning;

    /// A path of a hierarchy interpolates a variable that nothing is known to set. With
    /// `--facts` the facts in these files are known, without it those of Facter; besides them,
    /// the facts that modules bring along and variables of the main manifests. Where a module
    /// has a program that gives facts, any fact may be known but for parts of known ones. What a
    /// node classifier sets is not known here.
    UNKNOWN_FACT = "unknown-fact", Warning;

    /// A data file lies in a directory of data, and no level of any hierarchy can
    /// reach it, whatever is interpolated. Its data is never used.
    UNREACHABLE_DATA_FILE = "unreachable-data-file", Warning;

    /// No class has a parameter of that name, and no lookup in manifests, templates or
    /// data uses the key. It is a mistake in the name, or left from code that is gone.
    UNUSED_DATA_KEY = "unused-data-key", Warning;

    /// An entry of `lookup_options` is about a key that neither data has nor a class
    /// parameter or lookup uses, or it has an option that means nothing.
    UNUSED_LOOKUP_OPTIONS = "unused-lookup-options", Warning;
}
