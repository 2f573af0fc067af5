//! The kinds of diagnostics about files as such; those about their text come from `pupa_syntax`.

pupa_syntax::issues! {
    /// A path given on the command line does not exist. The other paths are still
    /// checked.
    FILE_NOT_FOUND = "file-not-found", Error;

    /// A file or directory exists and can't be read, for example because its
    /// permissions forbid it. The others are still checked.
    FILE_UNREADABLE = "file-unreadable", Error;

    /// A file is larger than the limit set with `--max-file-size` or
    /// `max_file_size` in pupa.toml. No file may have 2 GiB or more.
    FILE_TOO_LARGE = "file-too-large", Error;

    /// A file holds NUL bytes, so Puppet cannot read it as text. Text saved as UTF-16 has
    /// them too: save it as UTF-8.
    BINARY_FILE = "binary-file", Error;

    /// Puppet code is UTF-8. This file has bytes that are not; it was probably saved
    /// in another encoding such as ISO 8859-1. Convert it, for example with
    /// `iconv -f latin1 -t utf8`.
    INVALID_UTF8 = "invalid-utf8", Error;

    /// Ruby code that a compiler may run uses a method, a constant or a library that Pupa
    /// does not have. The code fails with `ruby-not-supported`, but only when it gets there.
    /// `pupa check --ruby-support` looks for such uses. It compares names: a method is known if
    /// any class that Pupa has, or any file of the module, defines one of that name. A name that
    /// neither Ruby nor Puppet has either is a mistake, or comes from a gem.
    RUBY_UNSUPPORTED_USE = "ruby-unsupported-use", Warning;

    /// The facts of a node, or the classes, parameters and environment that a classifier gives it,
    /// cannot be read.
    UNUSABLE_NODE = "unusable-node", Error;

    /// Resources depend on each other in a circle, so that no order of them is right. Agents reject
    /// such a catalog. The drawing shows the circles and the relationships that close them.
    DEPENDENCY_CYCLE = "dependency-cycle", Error;

    /// The catalog cannot be compiled for a reason outside of the manifests: the command of
    /// `config_version` fails, the form of catalogs cannot hold a value, a file of the output
    /// cannot be written, or the compilation was cancelled.
    COMPILATION_ERROR = "compilation-error", Error;
}
