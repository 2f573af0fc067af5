//! Type definitions as Puppet text, in one canonical layout.

use std::fmt::Write as _;

/// A type definition that is to be written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeText {
    /// Lines of a comment above it, without `#`.
    pub comment: Vec<String>,
    /// The name: `My::User`.
    pub name: String,
    /// The type it inherits from.
    pub parent: Option<String>,
    /// Whether no instance can be made.
    pub is_abstract: bool,
    /// Attributes and references.
    pub features: Vec<FeatureText>,
    /// What must hold for instances.
    pub invariants: Vec<InvariantText>,
}

/// An attribute or a reference that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureText {
    /// Lines of a comment above it, without `#`.
    pub comment: Vec<String>,
    /// Whether it is written with `has`.
    pub is_reference: bool,
    /// The name.
    pub name: String,
    /// The type as it is written: `Integer`, `enum[a, b]`, `My::User`.
    pub ty: String,
    /// Settings with their values as they are written.
    pub settings: Vec<(&'static str, String)>,
}

/// An invariant that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvariantText {
    /// The title as it is written, with its quotes.
    pub title: Option<String>,
    /// The block or lambda as it is written.
    pub validation: String,
}

/// The text of a definition, with a line break at its end.
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

/// The text of several definitions, with empty lines between them.
pub fn write_types<'t>(definitions: impl IntoIterator<Item = &'t TypeText>) -> String {
    let texts: Vec<String> = definitions.into_iter().map(write_type).collect();
    texts.join("\n")
}

/// A string in quotes: in single ones, unless it has line breaks and the like in it.
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

/// A string as a bare word where it can be one, in quotes otherwise.
pub(crate) fn word(text: &str) -> String {
    let is_name = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name && !KEYWORDS.contains(&text) { text.to_owned() } else { quoted(text) }
}

/// Words that mean something else than themselves.
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

/// Code with all lines but the first moved to the right. It has no line breaks in strings.
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
