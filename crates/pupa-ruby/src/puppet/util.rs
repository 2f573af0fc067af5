//! `Puppet::Util` and `Puppet::Util::Package`.

use pupa_value::version_order::compare_versions;

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::Value;
use crate::world::LogLevel;

/// Functions that are methods of the module, and of everything that includes it.
macro_rules! functions {
    ($(($name:literal, $min:literal, $max:literal, $run:path),)*) => {
        const FUNCTIONS: &[Method] = &[
            $(method($name, $min, $max, $run),)*
            private("run_program", 1, 1, run_program),
        ];
        const MIXED_IN: &[Method] = &[$(private($name, $min, $max, $run),)*];
    };
}

functions! {
    ("absolute_path?", 1, 2, is_absolute_path),
    ("which", 1, 1, which),
    ("deterministic_rand", 2, 2, random_text),
    ("deterministic_rand_int", 2, 2, random_integer),
    ("symbolizehash", 1, 1, symbolize),
    ("get_env", 1, 2, environment_variable),
    ("uri_query_encode", 1, 1, encode_query),
    ("uri_encode", 1, 2, encode_address),
    ("uri_unescape", 1, 1, unescape),
    ("rfc2396_escape", 1, 1, escape),
    ("path_to_uri", 1, 1, path_to_uri),
    ("uri_to_path", 1, 1, uri_to_path),
    ("benchmark", 1, -1, benchmark),
}

/// `Puppet::Util`
pub static UTIL: NativeClass = NativeClass {
    name: "Puppet::Util",
    methods: MIXED_IN,
    class_methods: FUNCTIONS,
    constants: &[
        ("AbsolutePathPosix", |m| regexp(m, "^/", "")),
        ("AbsolutePathWindows", |m| regexp(m, WINDOWS_PATH, "i")),
    ],
    ..NativeClass::MODULE
};

/// Paths with a drive or a server.
const WINDOWS_PATH: &str =
    r"^(?:(?:[A-Z]:[\\/])|(?:[\\/][\\/][^\\/]+[\\/][^\\/]+)|(?:[\\/][\\/]\?[\\/][^\\/]+))";

/// `Puppet::Util::Package`
pub static PACKAGE: NativeClass = NativeClass {
    name: "Puppet::Util::Package",
    methods: &[private("versioncmp", 2, 3, versioncmp)],
    class_methods: &[method("versioncmp", 2, 3, versioncmp)],
    ..NativeClass::MODULE
};

fn regexp(m: &mut Machine<'_>, source: &str, options: &str) -> Flow {
    let source = m.new_str(source);
    let options = if options.is_empty() { Value::Nil } else { Value::TRUE };
    m.call(Value::Class(class::REGEXP), names::NEW, &[source, options])
}

fn is_absolute_path(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let Value::Str(id) = args[0] else {
        let (text, class) = (m.to_s_text(args[0])?, m.class_name_of(args[0]));
        let message = format!(
            "Cannot check if {text} is an absolute path because it is a '{class}' and not a String'"
        );
        m.world.log_of_puppet(LogLevel::Warning, &message);
        return Ok(Value::FALSE);
    };
    let platform = match args.opt(1) {
        Some(Value::Sym(platform)) => platform.as_str().to_owned(),
        Some(Value::Nil) | None => "posix".to_owned(),
        Some(other) => m.to_s_text(other)?,
    };
    match platform.as_str() {
        // A slash at the beginning of any line counts.
        "posix" => {
            let text = m.text_of(id);
            Ok(Value::Bool(text.split('\n').any(|line| line.starts_with('/'))))
        }
        "windows" => {
            let pattern = m.constant_in(class::PUPPET_UTIL, Symbol::new("AbsolutePathWindows"))?;
            m.call(pattern, Symbol::new("match?"), &[args[0]])
        }
        _ => {
            let message = format!("unknown platform {platform} in absolute_path");
            Err(m.error(class::PUPPET_DEV_ERROR, message))
        }
    }
}

/// Programs are found in directories that the sandbox lets Ruby code see, which are none by default.
fn which(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let program = m.to_text(args[0])?;
    let path = m.environment_variable("PATH").unwrap_or_default();
    let candidates: Vec<String> = match program.starts_with('/') {
        true => vec![program],
        false => path.split(':').map(|folder| format!("{folder}/{program}")).collect(),
    };
    for candidate in candidates {
        let is_program = m
            .world
            .stat(&candidate)
            .is_ok_and(|stat| stat.kind == crate::world::FileKind::File && stat.mode & 0o111 != 0);
        if is_program {
            return Ok(m.new_str(candidate));
        }
    }
    Ok(Value::Nil)
}

fn random_integer(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let random = m.call(Value::Class(class::RANDOM), names::NEW, &[args[0]])?;
    m.call(random, Symbol::new("rand"), &[args[1]])
}

fn random_text(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let number = random_integer(m, this, args)?;
    m.call(number, names::TO_S, &[])
}

fn symbolize(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let hash = m.to_hash(args[0])?;
    let entries: Vec<_> = m.hash(hash).iter().collect();
    let made = m.new_hash();
    for (key, value) in entries {
        let key = match m.try_call(key, Symbol::new("to_sym"), &[])? {
            Some(symbol) => symbol,
            None => key,
        };
        m.hash_set(made, key, value)?;
    }
    Ok(Value::Hash(made))
}

fn environment_variable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_text(args[0])?;
    let value = m.environment_variable(&name);
    Ok(value.map_or(Value::Nil, |value| m.new_str(value)))
}

/// Bytes as `%XX`, but for those that are kept.
fn percent(text: &str, is_kept: impl Fn(u8) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match is_kept(byte) {
            true => escaped.push(byte as char),
            false => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

fn query_text(text: &str) -> String {
    percent(text, |byte| byte.is_ascii_alphanumeric() || b"-_.*~".contains(&byte))
}

fn path_escaped(text: &str) -> String {
    percent(text, |byte| byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]".contains(&byte))
}

fn encode_query(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if args[0].is_nil() {
        return Ok(Value::Nil);
    }
    let text = m.to_text(args[0])?;
    Ok(m.new_str(query_text(&text)))
}

fn escape(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    Ok(m.new_str(path_escaped(&text)))
}

fn unescape(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) if byte == b'%' => {
                bytes.push(decoded);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(byte);
                rest = behind;
            }
        }
    }
    Ok(m.new_bytes(bytes, crate::heap::Encoding::Utf8))
}

/// Encodes the parts of an address: the path, the query, and a fragment if it is one.
fn encode_address(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if args[0].is_nil() {
        return Err(m.argument_error("path may not be nil"));
    }
    let options = match args.opt(1) {
        Some(Value::Hash(options)) => Some(options),
        _ => None,
    };
    let has_fragment = m.keyword(options, "allow_fragment").is_some_and(Value::is_truthy);
    let text = m.to_text(args[0])?;
    let (text, fragment) = match text.split_once('#') {
        Some((text, fragment)) => (text.to_owned(), Some(fragment.to_owned())),
        None => (text, None),
    };
    let (path, query) = match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (text.as_str(), None),
    };
    let scheme = path.find(':').filter(|end| *end > 0 && !path[..*end].contains('/'));
    let (scheme, path) = path.split_at(scheme.map_or(0, |end| end + 1));
    let (authority, path) = match path.strip_prefix("//") {
        Some(rest) => path.split_at(2 + rest.find('/').unwrap_or(rest.len())),
        None => ("", path),
    };
    let mut encoded = format!("{scheme}{authority}{}", path_escaped(path));
    if let Some(query) = query {
        let pair = |pair: &str| {
            let parts: Vec<String> = pair.split('=').map(query_text).collect();
            parts.join("=")
        };
        let pairs: Vec<String> = query.split('&').map(pair).collect();
        encoded.push('?');
        encoded.push_str(&pairs.join("&"));
    }
    if let Some(fragment) = fragment {
        encoded.push_str(if has_fragment { "#" } else { "%23" });
        encoded.push_str(&query_text(&fragment));
    }
    Ok(m.new_str(encoded))
}

fn path_to_uri(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args[0].is_nil() {
        return Ok(Value::Nil);
    }
    let encoded = encode_address(m, this, Args { list: &args.list[..1], ..args })?;
    let encoded = m.to_text(encoded)?;
    let address = m.new_str(format!("file:{encoded}"));
    let uri = m.constant_in(class::OBJECT, Symbol::new("URI"))?;
    m.call(uri, Symbol::new("parse"), &[address])
}

fn uri_to_path(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(path) = m.try_call(args[0], Symbol::new("path"), &[])? else { return Ok(Value::Nil) };
    unescape(m, this, Args { list: &[path], ..args })
}

/// The block runs; nothing measures it.
fn benchmark(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let result = m.yield_block(block, &[])?;
    // Compat: nothing is measured for levels that are not logged. Pinned by
    // `ruby-function-loaded-libraries`.
    let is_unseen = matches!(args.first(), Some(Value::Sym(level)) if matches!(level.as_str(), "debug" | "info" | "none"));
    Ok(if is_unseen { result } else { Value::Float(0.0) })
}

/// Runs a program and returns its output and exit code.
fn run_program(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let list = m.to_ary(args[0])?;
    let mut words = Vec::new();
    for word in m.array(list).to_vec() {
        words.push(m.to_text(word)?);
    }
    match m.world.run_command(&words) {
        Ok((output, code)) => {
            let output = m.new_bytes(output, crate::heap::Encoding::Utf8);
            Ok(m.new_array(vec![output, Value::Int(code.into())]))
        }
        Err(reason) => Err(m.error(class::SECURITY_ERROR, reason)),
    }
}

fn versioncmp(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut versions = Vec::new();
    for &version in &args.list[..2] {
        let Value::Str(id) = version else {
            return Err(m.no_method_error(version, Symbol::new("scan"), &[], false, None));
        };
        versions.push(m.text_of(id));
    }
    let ignores_zeros = args.or_nil(2).is_truthy();
    match compare_versions(&versions[0], &versions[1], ignores_zeros) {
        Some(order) => Ok(Value::Int(order as i64)),
        None => Err(m.no_method_error(Value::Nil, Symbol::new("sub!"), &[], false, None)),
    }
}
