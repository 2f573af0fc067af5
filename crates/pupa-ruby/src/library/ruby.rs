//! The libraries that are written in Ruby, and the constants that load them.

use std::sync::{Arc, OnceLock};

use crate::code::Code;
use crate::core::class;
use crate::machine::class::Constant;
use crate::machine::{Flow, Machine};
use crate::symbol::Symbol;
use crate::value::ClassId;

macro_rules! libraries {
    ($($file:literal: [$($name:literal),*] [$($constant:literal),*],)*) => {
        /// The constants that each library written in Ruby defines. The first use of such a
        /// constant loads the library.
        pub static AUTOLOADED: &[(&str, &str)] = &[$($(($constant, $file),)*)*];

        /// The names of all libraries written in Ruby.
        pub(super) static NAMES: &[&str] = &[$($file,)*];

        /// The source of a library, by any name that `require` accepts.
        pub(super) fn text(name: &str) -> Option<&'static str> {
            match name {
                $($file $(| $name)* => Some(include_str!(concat!("ruby/", $file, ".rb"))),)*
                _ => None,
            }
        }

        /// The file of a library, by any name that `require` accepts.
        fn file(name: &str) -> Option<&'static str> {
            match name {
                $($file $(| $name)* => Some($file),)*
                _ => None,
            }
        }

        /// The code of a library, which is parsed once per process.
        fn code(file: &str) -> Option<Arc<Code>> {
            match file {
                $($file => {
                    static CODE: OnceLock<Option<Arc<Code>>> = OnceLock::new();
                    CODE.get_or_init(|| parse($file, include_str!(concat!("ruby/", $file, ".rb"))))
                        .clone()
                })*
                _ => None,
            }
        }
    };
}

libraries! {
    "date": ["datetime"] ["Date", "DateTime"],
    "date/parse": [] [],
    "date/strptime": [] [],
    "time": [] [],
    "shellwords": [] ["Shellwords"],
    "pson": ["puppet/external/pson/common", "puppet/external/pson/pure", "puppet/external/pson/version"] ["PSON"],
    "puppet_x": [] [],
    "ipaddr": [] ["IPAddr"],
    "pathname": [] ["Pathname"],
    "strscan": [] ["StringScanner"],
    "ostruct": [] ["OpenStruct"],
    "forwardable": [] ["Forwardable", "SingleForwardable"],
    "singleton": [] ["Singleton"],
    "observer": [] ["Observable"],
    "delegate": [] ["Delegator", "SimpleDelegator"],
    "tsort": [] ["TSort"],
    "timeout": [] ["Timeout", "TimeoutError"],
    "securerandom": ["random/formatter"] ["SecureRandom"],
    "uri": ["uri/generic", "uri/http", "uri/common"] ["URI"],
    "cgi": ["cgi/util", "cgi/escape"] ["CGI"],
    "erb": [] ["ERB"],
    "rubygems": ["rubygems/version", "rubygems/requirement"] ["Gem"],
    "logger": [] ["Logger"],
    "benchmark": [] ["Benchmark"],
    "network": [
        "socket", "resolv", "net/http", "net/https", "net/protocol", "net/ftp", "open-uri"
    ] [
        "SocketError", "BasicSocket", "IPSocket", "TCPSocket", "UDPSocket", "TCPServer",
        "UNIXSocket", "Socket", "Addrinfo", "Resolv", "Net", "OpenURI"
    ],
    "system": ["open3", "tempfile", "tmpdir", "fileutils", "etc"] [
        "Open3", "Tempfile", "FileUtils", "Etc"
    ],
    "racc": ["racc/parser"] ["Racc"],
    "monitor": [] ["Monitor", "MonitorMixin"],
    "find": [] ["Find"],
    "openssl/asn1": [] ["OpenSSL::ASN1"],
    "puppet/logging": ["puppet/util/logging", "puppet/util/log"] [
        "Puppet::Util::Logging", "Puppet::Util::Log"
    ],
    "puppet/json": ["puppet/util/json"] ["Puppet::Util::Json"],
    "puppet/yaml": ["puppet/util/yaml"] ["Puppet::Util::Yaml"],
    "puppet/diff": ["puppet/util/diff"] ["Puppet::Util::Diff"],
    "puppet/checksums": ["puppet/util/checksums"] ["Puppet::Util::Checksums"],
    "puppet/platform": ["puppet/util/platform"] ["Puppet::Util::Platform"],
    "puppet/utils": [] ["Puppet::Pops::Utils"],
    "puppet/execution": ["puppet/util/execution"] ["Puppet::Util::Execution"],
    "puppet/feature": ["puppet/util/feature"] ["Puppet::Util::Feature"],
    "puppet/file_system": [] ["Puppet::FileSystem"],
    "puppet/symbolic_file_mode": ["puppet/util/symbolic_file_mode"] [
        "Puppet::Util::SymbolicFileMode"
    ],
    "puppet/file_serving": ["puppet/file_serving/content", "puppet/file_serving/metadata"] [
        "Puppet::FileServing"
    ],
    "puppet/module": [] ["Puppet::Module"],
    "puppet/http": [
        "puppet/network/http_pool", "puppet/network/http/connection"
    ] ["Puppet::HTTP", "Puppet::Network"],
}

/// The native module that contains a constant, and the last part of the constant's name.
fn owner(path: &'static str) -> (ClassId, &'static str) {
    let Some((outer, name)) = path.rsplit_once("::") else { return (class::OBJECT, path) };
    let found = crate::core::CLASSES.iter().position(|class| class.name == outer);
    (found.map_or(class::OBJECT, |number| ClassId(number as u32)), name)
}

fn parse(name: &str, text: &str) -> Option<Arc<Code>> {
    let options =
        crate::parse::Options { file: format!("<library>/{name}.rb"), ..Default::default() };
    crate::parse::parse(text.as_bytes(), &options).ok()
}

/// Runs a library in a machine, unless it already ran there. Returns whether it was loaded now;
/// `None` for an unknown library.
pub fn load(m: &mut Machine<'_>, name: &str) -> Flow<Option<bool>> {
    let file = match super::find(name) {
        super::Library::Unknown => return Ok(None),
        super::Library::Loaded => return Ok(Some(false)),
        super::Library::Refused(reason) => return Err(m.error(class::LOAD_ERROR, reason)),
        super::Library::Native => name,
        super::Library::Ruby(_) => file(super::bare(name)).unwrap_or(name),
    };
    let feature = format!("<library>/{file}.rb");
    if m.core.loaded.contains(&feature) {
        return Ok(Some(false));
    }
    m.core.loaded.push(feature);
    if let super::Library::Ruby(_) = super::find(name) {
        let Some(code) = code(file) else {
            return Err(m.not_implemented(&format!("the library {file}")));
        };
        // The library defines its constants itself.
        for &(path, _) in AUTOLOADED.iter().filter(|(_, library)| *library == file) {
            let (outer, constant) = owner(path);
            let constant = Symbol::new(constant);
            if matches!(m.own_constant(outer, constant), Some(Constant::Library(_))) {
                m.hide_constant(outer, constant);
            }
        }
        let main = m.main;
        m.run_top(code, main)?;
    }
    Ok(Some(true))
}
