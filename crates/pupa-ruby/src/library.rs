//! The standard library: native classes in Rust, and libraries written in Ruby.
//!
//! Native classes exist from the start, and `require` of their library loads nothing. Libraries in
//! Ruby are parsed once per process. A machine runs one when it is required, or when one of its
//! constants is first used.

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

/// The kinds of libraries that `require` finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    /// Its classes exist from the start.
    Native,
    /// It is a part of Puppet whose classes exist from the start.
    Loaded,
    /// It is written in Ruby; the field is its source.
    Ruby(&'static str),
    /// It exists in Ruby but is not supported; the field is the message of the `LoadError`.
    Refused(&'static str),
    /// No library has the name.
    Unknown,
}

/// The name of a library without a file extension.
fn bare(name: &str) -> &str {
    name.strip_suffix(".rb").or(name.strip_suffix(".so")).unwrap_or(name)
}

/// The names of the libraries that are written in Ruby.
pub fn ruby_libraries() -> &'static [&'static str] {
    ruby::NAMES
}

/// Finds the library of a name.
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

/// Whether a name is that of a file of Puppet itself.
fn is_of_puppet(name: &str) -> bool {
    static FILES: OnceLock<FxHashSet<&str>> = OnceLock::new();
    let is_candidate = name.starts_with("puppet") || name.starts_with("hiera");
    is_candidate && FILES.get_or_init(|| PUPPET_FILES.lines().collect()).contains(name)
}

/// The decimal notation of a float, as `Float#to_s` returns it.
pub(crate) fn float_text(number: f64) -> String {
    pupa_value::text::ruby::inspect(&pupa_value::Value::Float(number)).into_owned()
}
