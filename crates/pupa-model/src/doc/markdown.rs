//! Documentation as Markdown.

use std::fmt::Write as _;

use super::comment::Comment;
use super::{Documentation, FeatureDoc, InvariantDoc, TypeDoc, anchor};

/// Writes the documentation as a Markdown page.
pub fn to_markdown(documentation: &Documentation) -> String {
    let mut page = "# Types\n\n".to_owned();
    for one in &documentation.types {
        let summary = one.comment.summary.clone().or_else(|| one.comment.text.first().cloned());
        let summary = summary.map(|text| format!(": {}", text.trim())).unwrap_or_default();
        let _ = writeln!(page, "- [{}](#{}){summary}", escaped(&one.name), anchor(&one.name));
    }
    for one in &documentation.types {
        page.push('\n');
        type_section(&mut page, documentation, one);
    }
    page
}

fn type_section(page: &mut String, documentation: &Documentation, one: &TypeDoc) {
    let _ = writeln!(page, "<a id=\"{}\"></a>\n", anchor(&one.name));
    let _ = writeln!(page, "## {}\n", escaped(&one.name));
    let link = |name: &String| link(documentation, name);
    let facts = one.facts(link);
    comment(page, &one.comment);
    if !facts.is_empty() {
        let _ = writeln!(page, "{}\n", facts.join(" "));
    }
    features(page, documentation, one);
    one.features.iter().for_each(|feature| feature_logic(page, feature));
    for (base, names) in &one.inherited {
        let names: Vec<String> = names.iter().map(|name| code(name)).collect();
        let _ = writeln!(page, "From {}: {}.\n", link(base), names.join(", "));
    }
    invariants(page, &one.invariants);
    examples(page, one);
    let _ = writeln!(
        page,
        "Defined in {}.",
        code(&format!("{}:{}", one.location.file, one.location.line))
    );
}

fn comment(page: &mut String, comment: &Comment) {
    if let Some(summary) = &comment.summary {
        let _ = writeln!(page, "{summary}\n");
    }
    if !comment.text.is_empty() {
        let _ = writeln!(page, "{}\n", comment.text.join("\n"));
    }
    for (name, text) in &comment.tags {
        let _ = writeln!(page, "**{}**: {text}\n", escaped(name));
    }
}

fn features(page: &mut String, documentation: &Documentation, one: &TypeDoc) {
    if one.features.is_empty() {
        return;
    }
    page.push_str("| feature | type | values | settings | default | description |\n");
    page.push_str("|---|---|---|---|---|---|\n");
    for feature in &one.features {
        let ty = match feature.is_reference {
            true => link(documentation, &feature.ty),
            false => code(&feature.ty),
        };
        let cells = [
            code(&feature.name),
            ty,
            feature.multiplicity.replace('*', "\\*"),
            feature.settings.join(", "),
            feature.default.as_deref().map(code).unwrap_or_default(),
            cell(&feature.comment.line()),
        ];
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
    page.push('\n');
}

fn feature_logic(page: &mut String, feature: &FeatureDoc) {
    for (kind, source) in &feature.logic {
        let _ = writeln!(page, "{} of {}:\n", code(kind), code(&feature.name));
        block(page, "", source);
    }
}

fn invariants(page: &mut String, invariants: &[InvariantDoc]) {
    if invariants.is_empty() {
        return;
    }
    page.push_str("### Invariants\n\n");
    for invariant in invariants {
        let text = invariant.comment.line();
        let text = if text.is_empty() { text } else { format!(" {text}") };
        let title = invariant.title.as_deref().map_or_else(|| "Without a title".to_owned(), code);
        let _ = writeln!(page, "- {title}:{text}\n");
        block(page, "  ", &invariant.source);
    }
}

fn examples(page: &mut String, one: &TypeDoc) {
    for (title, lines) in &one.comment.examples {
        let title = if title.is_empty() { "Example" } else { title };
        let _ = writeln!(page, "### {title}\n");
        block(page, "", &lines.join("\n"));
    }
    if let Some(example) = &one.example {
        page.push_str("### Construction\n\n");
        block(page, "", example);
    }
}

/// A fenced code block; the fence is longer than any run of backticks in the code.
fn block(page: &mut String, indent: &str, source: &str) {
    let fence = "`".repeat(longest_run(source).max(2) + 1);
    let _ = writeln!(page, "{indent}{fence}puppet");
    for line in source.lines() {
        let line = format!("{indent}{line}");
        let _ = writeln!(page, "{}", line.trim_end());
    }
    let _ = writeln!(page, "{indent}{fence}\n");
}

/// A code span that may be part of a table cell.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let blank =
        if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    cell(&format!("{fence}{blank}{text}{blank}{fence}"))
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|one| one != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// Escapes characters that are part of Markdown's syntax.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for one in text.chars() {
        if matches!(one, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            result.push('\\');
        }
        result.push(one);
    }
    result
}

/// The name of a type, with a link if it is documented on the page.
fn link(documentation: &Documentation, name: &str) -> String {
    match documentation.has_type(name) {
        true => format!("[{}](#{})", escaped(name), anchor(name)),
        false => code(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_longer_than_backticks_in_the_code() {
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        let mut page = String::new();
        block(&mut page, "", "```\nx");
        assert_eq!(page, "````puppet\n```\nx\n````\n\n");
    }
}
