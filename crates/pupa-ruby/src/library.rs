//! The standard library: native classes in Rust, and libraries written in Ruby.
//!
//! Native classes exist from the start, and `require` of their library loads nothing. Libraries in
//! Ruby are parsed once per process and run in a machine when they are required, or when one of
//! their constants is first used.

pub(crate) mod base64;
pub(crate) mod crypt;
pub(crate) mod digest;
pub(crate) mod hocon;
pub(crate) mod json;
pub(crate) mod openssl;
mod ruby;
pub(crate) mod set;
pub(crate) mod stream;
pub(crate) mod stringio;
pub(crate) mod yaml;
pub(crate) mod zlib;

pub use ruby::{AUTOLOADED, load};

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

/// A library by its name, as `require` finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    /// Its classes exist already.
    Native,
    /// It is a part of Puppet, which is loaded before any program runs.
    Loaded,
    /// It is written in Ruby: the text.
    Ruby(&'static str),
    /// It exists, but not here: the message of the `LoadError`.
    Refused(&'static str),
    /// No library has the name.
    Unknown,
}

/// The name of a library without the ending of a file.
fn bare(name: &str) -> &str {
    name.strip_suffix(".rb").or(name.strip_suffix(".so")).unwrap_or(name)
}

/// The names of the libraries that are written in Ruby.
pub fn ruby_libraries() -> &'static [&'static str] {
    ruby::NAMES
}

/// Finds a library.
pub fn find(name: &str) -> Library {
    let name = bare(name);
    if let Some(text) = ruby::text(name) {
        return Library::Ruby(text);
    }
    match name {
        "json"
        | "json/ext"
        | "json/common"
        | "json/version"
        | "json/add/core"
        | "yaml"
        | "psych"
        | "psych/y"
        | "digest"
        | "digest/md5"
        | "digest/sha1"
        | "digest/sha2"
        | "digest/version"
        | "digest/sha2/loader"
        | "openssl"
        | "openssl/digest"
        | "openssl/hmac"
        | "base64"
        | "zlib"
        | "stringio"
        | "set"
        | "set/sorted_set"
        | "date"
        | "time"
        | "thread"
        | "thread.rb"
        | "rational"
        | "complex"
        | "enumerator"
        | "fiber"
        | "bigdecimal"
        | "bigdecimal/util"
        | "rbconfig"
        | "English"
        | "io/console"
        | "pp"
        | "prettyprint"
        | "kconv"
        | "nkf"
        | "etc"
        | "continuation"
        | "io/wait"
        | "io/nonblock"
        | "ruby2_keywords"
        | "hocon"
        | "hocon/config_factory"
        | "hocon/config_error"
        | "hocon/config_syntax"
        | "hocon/version"
        | "digest/bubblebabble" => Library::Native,
        "facter" | "semantic_puppet" | "semantic_puppet/version" => Library::Loaded,
        _ if is_of_puppet(name) || is_of_resource_api(name) => Library::Loaded,
        "optparse" => Library::Refused("cannot load such file -- optparse"),
        _ => Library::Unknown,
    }
}

/// Whether a file belongs to the Resource API. It is built in, and goes before the module of the name,
/// whose code needs an agent.
pub fn is_of_resource_api(name: &str) -> bool {
    let name = bare(name);
    name == "puppet/resource_api" || name.starts_with("puppet/resource_api/")
}

/// The files of Puppet itself, in order. Their classes exist from the start, as far as there are any
/// here; using others raises.
static PUPPET_FILES: &str = include_str!("library/puppet_files.txt");

/// Whether a file of Puppet itself has the name.
fn is_of_puppet(name: &str) -> bool {
    static FILES: OnceLock<FxHashSet<&str>> = OnceLock::new();
    let is_candidate = name.starts_with("puppet") || name.starts_with("hiera");
    is_candidate && FILES.get_or_init(|| PUPPET_FILES.lines().collect()).contains(name)
}

/// The text of a float, as `Float#to_s` gives it.
pub(crate) fn float_text(number: f64) -> String {
    pupa_value::text::ruby::inspect(&pupa_value::Value::Float(number)).into_owned()
}
