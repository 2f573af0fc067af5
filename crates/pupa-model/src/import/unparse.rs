//! Conversion of Puppet Notation to Puppet code, for the subset used in type logic.

use super::pn::Pn;
use crate::write::quoted;

/// The maximum length of a block on one line.
const MAX_LINE: usize = 60;

/// The code of an expression of the notation; `None` if it is outside of the subset.
pub(super) fn code(pn: &Pn) -> Option<String> {
    match pn {
        Pn::Plain(word) => match word.as_str() {
            "nil" => Some("undef".to_owned()),
            // A number in Ruby's notation.
            word => Some(word.replace("e+", "e")),
        },
        Pn::Text(text) => Some(quoted(text)),
        Pn::List(_) | Pn::Map(_) => None,
        Pn::Call(name, elements) => call(name, elements),
    }
}

fn call(name: &str, elements: &[Pn]) -> Option<String> {
    match (name, elements) {
        ("default", []) => Some("default".to_owned()),
        ("qn" | "qr" | "reserved", [Pn::Text(text)]) => Some(text.clone()),
        ("var", [Pn::Text(text)]) => Some(format!("${text}")),
        ("regexp", [Pn::Text(text)]) => Some(regexp(text)),
        ("int", [map]) => integer(map),
        ("concat", parts) => concat(parts),
        ("paren", [inner]) => Some(format!("({})", code(inner)?)),
        ("!" | "-", [operand]) => Some(format!("{name}{}", code(operand)?)),
        ("unfold", [operand]) => Some(format!("*{}", code(operand)?)),
        (".", [left, right]) => Some(format!("{}.{}", code(left)?, code(right)?)),
        ("array", items) => Some(format!("[{}]", all(items)?)),
        ("hash", []) => Some("{}".to_owned()),
        ("hash", entries) => Some(format!("{{ {} }}", all(entries)?)),
        ("access", [left, keys @ ..]) => Some(format!("{}[{}]", code(left)?, all(keys)?)),
        ("?", [left, options]) => {
            Some(format!("{} ? {{ {} }}", code(left)?, all(options.list()?)?))
        }
        ("call" | "invoke" | "call-method", [map]) => any_call(map, name == "call-method"),
        ("lambda", [map]) => lambda(map),
        ("block", statements) => block(statements),
        ("if", [map]) => condition("if", map),
        ("unless", [map]) => condition("unless", map),
        ("case", [test, options]) => case(test, options.list()?),
        (operator, [left, right]) if OPERATORS.contains(&operator) => {
            Some(format!("{} {operator} {}", code(left)?, code(right)?))
        }
        _ => None,
    }
}

const OPERATORS: [&str; 22] = [
    "+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "in", "and",
    "or", "=", "+=", "-=", "=>",
];

/// The code of several expressions, separated by commas.
fn all(items: &[Pn]) -> Option<String> {
    let items: Option<Vec<String>> = items.iter().map(code).collect();
    Some(items?.join(", "))
}

/// A regular expression literal with slashes in the pattern escaped.
fn regexp(pattern: &str) -> String {
    // Notation has patterns with non-ASCII characters in Ruby's long form.
    let inner = pattern.strip_prefix("(?-imx:").and_then(|rest| rest.strip_suffix(')'));
    let pattern = inner.filter(|inner| !inner.is_ascii()).unwrap_or(pattern);
    let mut text = "/".to_owned();
    let mut is_escaped = false;
    for one in pattern.chars() {
        if one == '/' && !is_escaped {
            text.push('\\');
        }
        is_escaped = one == '\\' && !is_escaped;
        text.push(one);
    }
    text.push('/');
    text
}

fn integer(map: &Pn) -> Option<String> {
    let (Pn::Plain(radix), Pn::Plain(value)) = (map.get("radix")?, map.get("value")?) else {
        return None;
    };
    let value: u128 = value.parse().ok()?;
    match radix.as_str() {
        "16" => Some(format!("0x{value:X}")),
        "8" => Some(format!("0{value:o}")),
        _ => None,
    }
}

/// A string with interpolation.
fn concat(parts: &[Pn]) -> Option<String> {
    let mut text = "\"".to_owned();
    for part in parts {
        match part {
            Pn::Text(piece) => piece.chars().for_each(|one| match one {
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\t' => text.push_str("\\t"),
                '"' | '\\' | '$' => text.extend(['\\', one]),
                _ => text.push(one),
            }),
            Pn::Call(name, inner) if name == "str" => match &inner[..] {
                [Pn::Call(kind, name)] if kind == "var" => {
                    let [Pn::Text(name)] = &name[..] else { return None };
                    text.push_str(&format!("${{{name}}}"));
                }
                [inner] => text.push_str(&format!("${{{}}}", code(inner)?)),
                _ => return None,
            },
            _ => return None,
        }
    }
    text.push('"');
    Some(text)
}

fn any_call(map: &Pn, is_method: bool) -> Option<String> {
    let arguments = map.get("args")?.list()?;
    let mut text = code(map.get("functor")?)?;
    if !is_method || !arguments.is_empty() {
        text.push_str(&format!("({})", all(arguments)?));
    }
    if let Some(lambda) = map.get("block") {
        text.push(' ');
        text.push_str(&code(lambda)?);
    }
    Some(text)
}

fn lambda(map: &Pn) -> Option<String> {
    let parameters = match map.get("params") {
        Some(Pn::Map(parameters)) => parameters.as_slice(),
        Some(_) => return None,
        None => &[],
    };
    let parameters: Option<Vec<String>> =
        parameters.iter().map(|(name, settings)| parameter(name, settings)).collect();
    let returns = match map.get("returns") {
        Some(returns) => format!(" >> {}", code(returns)?),
        None => String::new(),
    };
    let body = match map.get("body") {
        Some(body) => block(body.list()?)?,
        None => "{ }".to_owned(),
    };
    Some(format!("|{}|{returns} {body}", parameters?.join(", ")))
}

fn parameter(name: &str, settings: &Pn) -> Option<String> {
    let ty = match settings.get("type") {
        Some(ty) => code(ty)? + " ",
        None => String::new(),
    };
    let splat = if settings.get("splat").is_some() { "*" } else { "" };
    let default = match settings.get("value") {
        Some(value) => format!(" = {}", code(value)?),
        None => String::new(),
    };
    Some(format!("{ty}{splat}${name}{default}"))
}

/// Statements in braces, on one line if they are short.
fn block(statements: &[Pn]) -> Option<String> {
    let nothing = Pn::Call("nop".to_owned(), Vec::new());
    let written = statements.iter().filter(|one| **one != nothing).map(code);
    let written = written.collect::<Option<Vec<String>>>()?;
    match &written[..] {
        [] => Some("{ }".to_owned()),
        [only] if !only.contains('\n') && only.len() <= MAX_LINE => Some(format!("{{ {only} }}")),
        _ => {
            let lines = written.join("\n").replace('\n', "\n  ");
            Some(format!("{{\n  {lines}\n}}"))
        }
    }
}

fn condition(word: &str, map: &Pn) -> Option<String> {
    let part = |key: &str| match map.get(key) {
        Some(statements) => statements.list().map(<[Pn]>::to_vec),
        None => Some(Vec::new()),
    };
    let test = code(map.get("test")?)?;
    let mut text = format!("{word} {test} {}", block(&part("then")?)?);
    match &part("else")?[..] {
        [] => {}
        [Pn::Call(name, inner)] if name == "if" && word == "if" => {
            let [inner] = &inner[..] else { return None };
            text.push_str(&format!(" els{}", condition("if", inner)?));
        }
        statements => text.push_str(&format!(" else {}", block(statements)?)),
    }
    Some(text)
}

fn case(test: &Pn, options: &[Pn]) -> Option<String> {
    let mut text = format!("case {} {{\n", code(test)?);
    for option in options {
        let (values, body) = (option.get("when")?.list()?, option.get("then")?.list()?);
        let body = block(body)?.replace('\n', "\n  ");
        text.push_str(&format!("  {}: {body}\n", all(values)?));
    }
    text.push('}');
    Some(text)
}
