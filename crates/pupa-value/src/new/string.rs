//! `String(…)`, `Regexp(…)` and `Type(…)`.

use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor, local};
use super::pattern;
use crate::error::Result;
use crate::factory::compile;
use crate::types::{StructMember, Type};
use crate::value::Value;

/// The pattern of a format.
const FORMAT: &str = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$";

pub(super) static STRING: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let format = local("Format", pattern(FORMAT));
    let container = local(
        "ContainerFormat",
        Type::structure([
            StructMember::new("format", true, format.clone()),
            StructMember::new("separator", true, Type::STRING),
            StructMember::new("separator2", true, Type::STRING),
            StructMember::new("string_formats", true, Type::hash(Type::TYPE, format.clone(), None)),
        ]),
    );
    let map = local("TypeMap", Type::hash(Type::TYPE, Type::variant([format, container]), None));
    let non_empty = Type::sized_string(1, None);
    let formats = local("Formats", Type::variant([Type::Default, non_empty, map]));
    Arc::new(
        Constructor::new(
            "new_string",
            "The string form of any value, by a format such as `%x`, or by a hash of formats by \
             type, which also apply to the contents of collections.",
        )
        .create(
            string,
            [("from", local("Convertible", Type::Any))],
            [("string_formats", formats)],
        ),
    )
});

pub(super) static REGEXP: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    Arc::new(
        // Compat: the reference uses this name. Pinned by `quirk-names-of-constructors`.
        Constructor::new(
            "new_float",
            "A regular expression from a string. With `escape` it matches exactly that string.",
        )
        .create(regexp, [("pattern", Type::STRING)], [("escape", Type::BOOLEAN)]),
    )
});

pub(super) static TYPE: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    Arc::new(Constructor::new("new_type", "A type from its text.").create(
        type_from_text,
        [("type_string", Type::sized_string(1, None))],
        [],
    ))
});

fn string(call: &Call<'_>) -> Result<Value> {
    let formats = call.args.get(1).unwrap_or(&Value::Default);
    crate::text::convert(call.arg(0), formats).map(Value::from)
}

fn regexp(call: &Call<'_>) -> Result<Value> {
    let source = call.text(0);
    let escaped = call.arg(1).as_boolean() == Some(true);
    let regexp = if escaped { compile(&escape(source)) } else { compile(source) };
    regexp.map(Value::regexp)
}

fn type_from_text(call: &Call<'_>) -> Result<Value> {
    crate::type_parser::parse_type(call.text(0), call.context.loader).map(Value::Type)
}

/// A pattern that matches exactly this string.
fn escape(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        let escaped = match character {
            '\n' => 'n',
            '\t' => 't',
            '\r' => 'r',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^'
            | '$' | ' ' | '#' => character,
            _ => {
                pattern.push(character);
                continue;
            }
        };
        pattern.push('\\');
        pattern.push(escaped);
    }
    pattern
}
