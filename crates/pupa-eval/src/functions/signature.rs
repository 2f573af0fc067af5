//! Parses the signatures of native functions.

use pupa_value::loader::TypeLoader;
use pupa_value::signature::Signature;
use pupa_value::type_parser::parse_type;
use pupa_value::types::{CallableType, Size, TupleType};
use pupa_value::{Error, Result, Type};

use super::local_types::LocalTypes;

/// A parameter as it is written.
struct Parameter<'a> {
    t: Type,
    name: &'a str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Required,
    Optional,
    Repeated,
    RequiredRepeated,
    Block,
    OptionalBlock,
}

/// Reads a signature such as `Array $array, Integer $size?, Callable[1, 1] &$block`.
///
/// # Errors
/// When it is not well formed.
pub(crate) fn parse(text: &str, loader: &dyn TypeLoader) -> Result<Signature> {
    let mut types = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut block = None;
    let mut min = 0;
    let mut max = Some(0);
    let text = text.strip_prefix('!').unwrap_or(text);
    for part in split(text) {
        let parameter = parse_parameter(part, loader)?;
        match parameter.kind {
            Kind::Block => {
                block = Some((parameter.t, parameter.name));
                continue;
            }
            Kind::OptionalBlock => {
                block = Some((Type::optional(parameter.t), parameter.name));
                continue;
            }
            Kind::Required => min += 1,
            Kind::Optional => {}
            Kind::Repeated => max = None,
            Kind::RequiredRepeated => {
                min += 1;
                max = None;
            }
        }
        types.push(parameter.t);
        names.push(parameter.name);
        max = max.map(|max: i64| max + 1);
    }
    let size = Size::new(min, max);
    let params = TupleType { types, size: Some(size) };
    let (block_type, block_name) = block.unzip();
    let callable = CallableType::new(Some(params), block_type, None);
    let signature = Signature::new(callable, names);
    Ok(match block_name {
        Some(name) => signature.with_block_name(name),
        None => signature,
    })
}

fn parse_parameter<'a>(text: &'a str, loader: &dyn TypeLoader) -> Result<Parameter<'a>> {
    let malformed = || Error::parse(format!("'{text}' is not a parameter of a signature"));
    let (t, name) = text.rsplit_once('$').ok_or_else(malformed)?;
    let (name, is_optional) = match name.strip_suffix('?') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let t = t.trim_end();
    let (t, kind) = if let Some(t) = t.strip_suffix('*') {
        (t, Kind::Repeated)
    } else if let Some(t) = t.strip_suffix('+') {
        (t, Kind::RequiredRepeated)
    } else if let Some(t) = t.strip_suffix('&') {
        (t, if is_optional { Kind::OptionalBlock } else { Kind::Block })
    } else {
        (t, if is_optional { Kind::Optional } else { Kind::Required })
    };
    let t = t.trim();
    let t = if t.is_empty() { Type::Any } else { parse_type(t, &LocalTypes(loader))? };
    Ok(Parameter { t, name, kind })
}

/// Splits at commas outside of brackets, regular expressions and strings.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let mut quote = None;
    let mut escaped = false;
    text.split(move |c: char| {
        if escaped {
            escaped = false;
            return false;
        }
        match (quote, c) {
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '/') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            (None, ',') => return depth == 0,
            _ => {}
        }
        false
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_value::loader::Builtins;

    fn display(text: &str) -> String {
        parse(text, &Builtins).map_or_else(|error| error.message, |signature| signature.to_string())
    }

    #[test]
    fn reads_every_kind_of_parameter() {
        assert_eq!(display("String $text, Integer $n?"), "String text, Integer n?");
        assert_eq!(display("Any *$rest"), "Any rest*");
        assert_eq!(display("Any +$rest"), "Any rest+");
        assert_eq!(
            display("Hash[String, Any] $h, Callable[1, 1] &$block"),
            "Hash[String, Any] h, Callable[1, 1] block"
        );
        assert_eq!(display("Enum['a,', b] $x"), "Enum['a,', 'b'] x");
        assert_eq!(display("! Any *$rest"), "Any rest*");
        assert_eq!(display("nonsense"), "'nonsense' is not a parameter of a signature");
    }
}
