//! Formatting of type definitions as Puppet code in a canonical layout.

use std::fmt::Write as _;

/// A type definition to write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeText {
    /// The lines of its comment, without `#`.
    pub comment: Vec<String>,
    /// The name: `My::User`.
    pub name: String,
    /// The type from which it inherits.
    pub parent: Option<String>,
    /// Whether it is abstract.
    pub is_abstract: bool,
    /// Attributes and references.
    pub features: Vec<FeatureText>,
    /// The invariants.
    pub invariants: Vec<InvariantText>,
}

/// An attribute or a reference to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureText {
    /// The lines of its comment, without `#`.
    pub comment: Vec<String>,
    /// Whether it is a reference, declared with `has`.
    pub is_reference: bool,
    /// The name.
    pub name: String,
    /// The type in source form: `Integer`, `enum[a, b]`, `My::User`.
    pub ty: String,
    /// The settings with their values in source form.
    pub settings: Vec<(&'static str, String)>,
}

/// An invariant to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvariantText {
    /// The title in source form, with its quotes.
    pub title: Option<String>,
    /// The block or lambda in source form.
    pub validation: String,
}

/// Writes a definition, with a final line break.
pub fn write_type(definition: &TypeText) -> String {
    let mut text = String::new();
    comment(&mut text, "", &definition.comment);
    let _ = write!(text, "type {}", definition.name);
    if let Some(parent) = &definition.parent {
        let _ = write!(text, " inherits {parent}");
    }
    let is_empty = definition.features.is_empty() && definition.invariants.is_empty();
    if is_empty && !definition.is_abstract {
        text.push_str(" {}\n");
        return text;
    }
    text.push_str(" {\n");
    if definition.is_abstract {
        text.push_str(if is_empty { "  abstract\n" } else { "  abstract\n\n" });
    }
    for (index, one) in definition.features.iter().enumerate() {
        if index > 0 && !one.comment.is_empty() {
            text.push('\n');
        }
        feature(&mut text, one);
    }
    for (index, one) in definition.invariants.iter().enumerate() {
        if index > 0 || !definition.features.is_empty() {
            text.push('\n');
        }
        let title = one.title.iter().map(|title| format!("{title} ")).collect::<String>();
        let _ = writeln!(text, "  invariant {title}{}", indented(&one.validation, "  "));
    }
    text.push_str("}\n");
    text
}

/// Writes several definitions, separated by empty lines.
pub fn write_types<'t>(definitions: impl IntoIterator<Item = &'t TypeText>) -> String {
    let texts: Vec<String> = definitions.into_iter().map(write_type).collect();
    texts.join("\n")
}

/// A string literal: in single quotes, or in double quotes if it contains control characters.
pub(crate) fn quoted(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 2);
    let is_plain = !text.contains(char::is_control);
    let quote = if is_plain { '\'' } else { '"' };
    result.push(quote);
    for character in text.chars() {
        match character {
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            '$' if !is_plain => result.push_str("\\$"),
            _ if character == quote => result.extend(['\\', quote]),
            _ if character.is_control() => {
                let _ = write!(result, "\\u{{{:x}}}", u32::from(character));
            }
            _ => result.push(character),
        }
    }
    result.push(quote);
    result
}

/// A string as a bare word if possible, otherwise as a string literal.
pub(crate) fn word(text: &str) -> String {
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name && !KEYWORDS.contains(&text) { text.to_owned() } else { quoted(text) }
}

/// Words that can't be used as bare words for strings.
const KEYWORDS: [&str; 27] = [
    "and",
    "application",
    "attr",
    "case",
    "class",
    "consumes",
    "default",
    "define",
    "else",
    "elsif",
    "environment",
    "false",
    "function",
    "if",
    "import",
    "in",
    "inherits",
    "node",
    "or",
    "plan",
    "private",
    "produces",
    "site",
    "true",
    "type",
    "undef",
    "unless",
];

fn comment(text: &mut String, indent: &str, lines: &[String]) {
    for line in lines {
        let line = format!("{indent}# {line}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn feature(text: &mut String, feature: &FeatureText) {
    comment(text, "  ", &feature.comment);
    let keyword = if feature.is_reference { "has" } else { "attr" };
    let _ = write!(text, "  {keyword} {}, {}", feature.name, feature.ty);
    match &feature.settings[..] {
        [] => {}
        [(name, value)] if !value.contains('\n') => {
            let _ = write!(text, " {{ {name} => {value} }}");
        }
        settings => {
            let width = settings.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            text.push_str(" {\n");
            for (name, value) in settings {
                let _ = writeln!(text, "    {name:width$} => {},", indented(value, "    "));
            }
            text.push_str("  }");
        }
    }
    text.push('\n');
}

/// Indents all lines of code except the first. The code must not contain multi-line strings.
fn indented(code: &str, indent: &str) -> String {
    code.replace('\n', &format!("\n{indent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        let texts = ["ext4", "a_B", "true", "Xfs", "1a", "", "it's", "a\\", "type", "a-b"];
        let written: Vec<String> = texts.iter().map(|text| word(text)).collect();
        let expected = [
            "ext4", "a_B", "'true'", "'Xfs'", "'1a'", "''", r"'it\'s'", r"'a\\'", "'type'", "'a-b'",
        ];
        assert_eq!(written, expected);
        assert_eq!(quoted("a\n\"$b\u{7}"), r#""a\n\"\$b\u{7}""#);
    }
}
