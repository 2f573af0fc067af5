//! The kinds of diagnostics about data.

pupa_syntax::issues! {
    /// The value of a class parameter in data does not have the type of the parameter. Nodes that
    /// get this value cannot be compiled. Parts that depend on the node, such as an interpolation,
    /// are not checked; neither are values that `convert_to` of `lookup_options` converts.
    DATA_TYPE_MISMATCH = "data-type-mismatch", Error;

    /// A hash of a data file has the same key twice. The last value wins, and the others are lost
    /// silently.
    DUPLICATE_DATA_KEY = "duplicate-data-key", Warning;

    /// The key of a lookup is not known before the program runs, and no part of it is
    /// constant, so that it may use any data. Keys that nothing else uses are not reported then.
    /// With a constant part, as in `lookup("site::${name}")`, all keys that have it are used.
    DYNAMIC_LOOKUP_KEY = "dynamic-lookup-key", Note;

    /// The data of a module may only have keys that begin with the name of the module
    /// and `::`. Others are ignored. Data for other modules belongs into the environment.
    FOREIGN_KEY = "foreign-key", Warning;

    /// A data file is malformed, does not contain a hash, or has values that data may not have.
    /// Lookups that reach the file fail. It is a warning if lookups succeed, but ignore a part of
    /// the file: it begins with a byte order mark, or has a second document.
    MALFORMED_DATA = "malformed-data", Error;

    /// A `hiera.yaml` can't be used: it is not valid YAML, does not follow the schema of its
    /// version, has a version that is not allowed in its place, or has a level whose function or
    /// backend does not exist or that needs files and names none. Lookups that reach it fail.
    MALFORMED_HIERA_CONFIG = "malformed-hiera-config", Error;

    /// An entry of `lookup_options` can't be used: it is not a hash, its pattern is not a valid
    /// regular expression, its merge strategy or the type that values are converted to does not
    /// exist, it belongs to another module, or it looks up data, for which options are needed.
    MALFORMED_LOOKUP_OPTIONS = "malformed-lookup-options", Error;

    /// A level of a hierarchy names a file without interpolation, and the file does not exist. The
    /// level has no data for any node. The same warning is given for a directory that can't be
    /// read, or that lies outside of the environment and does not exist on this machine.
    MISSING_DATA_FILE = "missing-data-file", Warning;

    /// A lookup has a constant key that is missing in the data of the environment, its modules and
    /// the global layer, and it has no default: neither a value, nor a hash of values, nor a block.
    /// Nodes that run the lookup cannot be compiled. In values of data, `%{lookup('key')}` and
    /// `%{alias('key')}` of such a key give an empty string. There is no warning if a level gets
    /// its data from elsewhere, such as a function, a URI or a file that is missing here, and for
    /// keys of modules that are not installed.
    MISSING_DATA_KEY = "missing-data-key", Warning;

    /// Data has keys that begin with the name of a module, no lookup uses them, and the module path
    /// has no such module. Since the module may use them, they are not checked. There is one
    /// warning for each module, at the first of its keys. Install the modules, for example with
    /// `r10k puppetfile install`, or name their directory with `--modulepath`; if the module does
    /// not exist at all, the name is wrong, or the data is left from a removed module. For modules
    /// in the `Puppetfile` it is a note.
    MISSING_MODULE = "missing-module", Warning;

    /// The value of a key looks up other keys, by `lookup`, `hiera` or `alias`, whose values lead
    /// back to the first. Every lookup of one of them fails. Only keys with a single place in data
    /// are checked, since another level might have another value for a node.
    RECURSIVE_LOOKUP = "recursive-lookup", Error;

    /// A value is encrypted, `ENC[PKCS7,…]`, and lookups return it undecrypted: its level has
    /// another function than `eyaml_lookup_key`, or the block is empty, has no end, or is not
    /// Base64.
    UNDECRYPTED_VALUE = "undecrypted-value", Warning;

    /// A path of a hierarchy interpolates an unknown variable. With `--facts` the facts in these
    /// files are known, without it those of Facter; besides them, the facts of modules and
    /// variables of the main manifests. If a module has a program that produces facts, any fact may
    /// exist, but not new parts of known facts. Variables set by a node classifier are not known
    /// here.
    UNKNOWN_FACT = "unknown-fact", Warning;

    /// The path of a level is nothing but a fact. Agents send facts, so an agent chooses the file: it
    /// may read the data of another node, or with `..` a file outside of the data directory. Put
    /// such files below a directory of their own, or use what is signed: `trusted.certname`. The
    /// facts that Facter itself provides, such as `os.family`, are not reported.
    PATH_FROM_FACT = "path-from-fact", Warning;

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
