//! Functions that access nested collections: `dig`, `get`, `getvar`.

use std::sync::{Arc, LazyLock};

use pupa_value::infer::infer;
use pupa_value::regexp::Regexp;
use pupa_value::text::ruby::inspect;
use pupa_value::types::Type;
use pupa_value::value::Object;
use pupa_value::{Value, pcore};

use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "dig",
        doc: "The value in nested arrays and hashes at a path of keys and indices.\n\n\
              A negative index counts from the end. The result is `undef` when a key or index \
              leads nowhere, and when a key is `undef`. A value on the way that is not a \
              collection, or an index of an array that is not an integer, is an error.",
        examples: &[
            Example { code: "dig({a => [1, {b => 2}]}, 'a', 1, 'b')", value: "2" },
            Example { code: "dig({a => 1}, 'b', 'c')", value: "undef" },
        ],
        dispatches: &[Dispatch { signature: "Optional[Collection] $data, Any *$arg", body: dig }],
        traits: Traits::NONE,
    },
    Function {
        name: "get",
        doc: "The value in nested arrays and hashes at a path of keys and indices, separated by \
              periods.\n\n\
              A key with a period is quoted. A third argument is the result instead of `undef`. A \
              value on the way that is not a collection, or an index of an array that is not an \
              integer, is an error, unless there is a block: it gets the `Error` and returns the \
              result.",
        examples: &[
            Example { code: "get({a => [1, {b => 2}]}, 'a.1.b')", value: "2" },
            Example { code: "get({'a.b' => 1}, \"'a.b'\")", value: "1" },
            Example { code: "get({a => 1}, 'b', 'none')", value: "'none'" },
            Example {
                code: "get([1], 'a') |$error| { $error.issue_code }",
                value: "'EXPECTED_INTEGER_INDEX'",
            },
        ],
        dispatches: &[Dispatch {
            signature: "Any $value, String $dotted_string, Any $default_value?, Callable[1,1] &$block?",
            body: get,
        }],
        traits: Traits::NONE,
    },
    Function {
        name: "getvar",
        doc: "The value of a variable given by name, or a value in it.\n\n\
              The name has no `$`. It may be followed by keys and indices, separated by periods, \
              as in `get`; a default value and a block work as there. An unknown variable gives \
              the default value, or `undef`.",
        examples: &[
            Example { code: "$a = {b => [1, 2]} getvar('a.b.1')", value: "2" },
            Example { code: "getvar('unknown', 5)", value: "5" },
        ],
        dispatches: &[
            Dispatch {
                signature: "Pattern[/\\A(?:::)?(?:[a-z]\\w*::)*[a-z_]\\w*(?:\\.|\\Z)/] $get_string, \
                            Any $default_value?, Callable[1,1] &$block?",
                body: getvar,
            },
            Dispatch {
                signature: "! String $get_string, Any $default_value?, Callable &$block?",
                body: explain_getvar,
            },
        ],
        traits: Traits::READS_VARIABLES,
    },
];

fn dig(call: &mut Call<'_, '_>) -> Outcome {
    let mut args = std::mem::take(&mut call.args).into_iter();
    let data = args.next().unwrap_or_default();
    let keys: Vec<Value> = args.collect();
    walk_path(data, &keys).map_err(|path_error| error(path_error.message))
}

/// The error of a path that can't be followed.
struct PathError {
    message: String,
    issue_code: &'static str,
    walked_path: Value,
    /// The parameter that the type belongs to: `value_type` or `index_type`.
    about: &'static str,
    found: Type,
}

impl PathError {
    /// The error as a value of the language.
    fn into_value(self) -> Outcome {
        let details = Value::hash([
            ("walked_path".into(), self.walked_path),
            (self.about.into(), Value::Type(self.found)),
        ]);
        let args =
            [self.message.clone().into(), "SLICE_ERROR".into(), details, self.issue_code.into()];
        match pcore::lookup("error") {
            Some(Type::Object(t)) => {
                Ok(Value::Object(Arc::new(Object::from_checked_args(&t, &args)?)))
            }
            _ => Err(error(self.message)),
        }
    }
}

/// Follows keys and indices into nested collections.
fn walk_path(mut data: Value, keys: &[Value]) -> Result<Value, PathError> {
    for (index, key) in keys.iter().enumerate() {
        if data.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        data = match (&data, key) {
            (Value::Array(elements), Value::Integer(position)) => element(elements, *position),
            (Value::Array(_), Value::BigInteger(_)) => Value::Undef,
            (Value::Array(_), _) => {
                let walked_path = Value::array(keys[..=index].iter().cloned());
                return Err(path_error("index_type", walked_path, infer(key)));
            }
            (Value::Hash(hash), key) => hash.get(key).cloned().unwrap_or_default(),
            (other, _) => {
                let walked_path = Value::array(keys[..index].iter().cloned());
                return Err(path_error("value_type", walked_path, infer(other)));
            }
        };
    }
    Ok(data)
}

#[cold]
fn path_error(about: &'static str, walked_path: Value, found: Type) -> PathError {
    let (need, issue_code) = match about {
        "index_type" => ("requires an Integer index", "EXPECTED_INTEGER_INDEX"),
        _ => ("does not contain a Collection", "EXPECTED_COLLECTION"),
    };
    let path = inspect(&walked_path);
    let message = format!("The given data {need} at {path}, got '{}'", found.display());
    PathError { message, issue_code, walked_path, about, found }
}

/// The element at an index, which counts from the end if it is negative.
fn element(elements: &[Value], position: i64) -> Value {
    let index = if position < 0 {
        usize::try_from(position.unsigned_abs())
            .ok()
            .and_then(|back| elements.len().checked_sub(back))
    } else {
        usize::try_from(position).ok()
    };
    index.and_then(|index| elements.get(index)).cloned().unwrap_or_default()
}

fn get(call: &mut Call<'_, '_>) -> Outcome {
    let value = call.take(0);
    let path = call.take(1);
    get_from(call, value, path.as_str().unwrap_or_default())
}

/// Returns the result of `get`; default value and block are those of the call.
fn get_from(call: &mut Call<'_, '_>, value: Value, path: &str) -> Outcome {
    if value.is_undef() {
        return Ok(call.take(2));
    }
    if path.is_empty() {
        return Ok(value);
    }
    let keys = split_path(path)?;
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        // `dig` reports the errors.
        let args = std::iter::once(value).chain(keys).collect();
        return call.call_function("dig", args, false);
    }
    match walk_path(value, &keys) {
        Ok(Value::Undef) => Ok(call.take(2)),
        Ok(value) => Ok(value),
        Err(path_error) if call.has_block() => {
            let error = path_error.into_value()?;
            call.yield_with([error])
        }
        Err(path_error) => Err(error(path_error.message)),
    }
}

/// Splits a path such as `a.1.'b.c'` into keys and indices.
fn split_path(path: &str) -> Outcome<Vec<Value>> {
    static SEGMENT: LazyLock<Option<Regexp>> =
        LazyLock::new(|| Regexp::new(r#"(\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+)"#).ok());
    let syntax_error = || error("Syntax error in dotted-navigation string");
    let segment = SEGMENT.as_ref().ok_or_else(syntax_error)?;
    // The result alternates segments and separators, which must be single periods. The segment `x`
    // is added so that the first segment has a separator, too.
    let parts = segment.split(&format!("x.{path}"))?;
    let [before, parts @ ..] = parts.as_slice() else { return Err(syntax_error()) };
    let segments: Vec<&String> = parts.iter().filter(|part| *part != ".").collect();
    if !before.is_empty() || segments.len() * 2 != parts.len() + 1 {
        return Err(syntax_error());
    }
    Ok(segments.into_iter().skip(1).map(|segment| path_key(segment)).collect())
}

/// A segment of a path: text in quotes, an index, or a key.
fn path_key(segment: &str) -> Value {
    let segment =
        segment.trim_matches(|c: char| c.is_ascii_whitespace() || matches!(c, '\0' | '\x0b'));
    if segment.starts_with(['"', '\'']) {
        let mut inner = segment.chars();
        inner.next();
        inner.next_back();
        return Value::from(inner.as_str());
    }
    if segment.lines().any(is_index) {
        return Value::Integer(leading_integer(segment));
    }
    Value::from(segment)
}

fn is_index(text: &str) -> bool {
    let text = text.strip_prefix(':').unwrap_or(text);
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number at the start of a string, or 0. A number that is too large becomes the maximum, which
/// is not a valid index either.
fn leading_integer(text: &str) -> i64 {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    match digits.get(..end) {
        None | Some("") => 0,
        Some(digits) => format!("{sign}{digits}").parse().unwrap_or(i64::MAX),
    }
}

fn getvar(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.take(0);
    let text = text.as_str().unwrap_or_default();
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':')))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = rest.strip_prefix('.').unwrap_or_default();
    let default = call.take(1);
    match call.variable(name) {
        Some(value) => {
            // The position of the default value of `get`.
            call.args = vec![Value::Undef, Value::Undef, default];
            get_from(call, value, path)
        }
        None => Ok(default),
    }
}

fn explain_getvar(_: &mut Call<'_, '_>) -> Outcome {
    Err(error("'getvar' The given string does not start with a valid variable name"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Stop;

    fn display(path: &str) -> String {
        match split_path(path).map_err(|stop| *stop) {
            Ok(keys) => pupa_value::text::literal(&Value::from(keys)),
            Err(Stop::Error(error)) => error.message,
            Err(_) => String::new(),
        }
    }

    #[test]
    fn paths_are_split_at_periods() {
        assert_eq!(display("a.1.b"), "['a', 1, 'b']");
        assert_eq!(display("a.'b.c'.\"d\""), "['a', 'b.c', 'd']");
        assert_eq!(display(" a . -1 . +2.:3"), "['a', -1, 2, 0]");
        assert_eq!(display("'0'"), "['0']");
        assert_eq!(display("a b"), "['a b']");
    }

    #[test]
    fn malformed_paths_are_reported() {
        for path in ["a..b", ".a", "a.", "a.'b", "'a'b", "a'b'"] {
            assert_eq!(display(path), "Syntax error in dotted-navigation string", "{path}");
        }
    }
}
