//! Documentation as a self-contained HTML page.

mod markdown;

use std::fmt::Write as _;

use super::comment::Comment;
use super::{Documentation, FeatureDoc, InvariantDoc, TypeDoc, anchor};
use pupa_drawing::xml as escaped;

const STYLE: &str = include_str!("html/style.css");

/// Writes the documentation as an HTML page. An optional diagram in SVG is placed above the types.
pub fn to_html(documentation: &Documentation, diagram: Option<&str>) -> String {
    let mut page = String::new();
    page.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = write!(page, "<title>Types</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n");
    page.push_str("<nav>\n<h1>Types</h1>\n<ul>\n");
    for one in &documentation.types {
        let _ = writeln!(page, "<li>{}</li>", link(documentation, &one.name));
    }
    page.push_str("</ul>\n</nav>\n<main>\n");
    if let Some(diagram) = diagram {
        let _ = write!(page, "<figure>\n{diagram}</figure>\n");
    }
    for one in &documentation.types {
        type_section(&mut page, documentation, one);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn type_section(page: &mut String, documentation: &Documentation, one: &TypeDoc) {
    let name = escaped(&one.name);
    let _ = writeln!(page, "<section id=\"{}\">\n<h2>{name}</h2>", escaped(&anchor(&one.name)));
    let link = |name: &String| link(documentation, name);
    comment(page, &one.comment);
    let facts = one.facts(link);
    if !facts.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", facts.join(" "));
    }
    features(page, documentation, one);
    for (base, names) in &one.inherited {
        let names: Vec<String> = names.iter().map(|name| code(name)).collect();
        let _ = writeln!(page, "<p>From {}: {}.</p>", link(base), names.join(", "));
    }
    invariants(page, &one.invariants);
    examples(page, one);
    let location = format!("{}:{}", one.location.file, one.location.line);
    let _ = writeln!(page, "<p class=\"place\">Defined in {}.</p>\n</section>", code(&location));
}

fn comment(page: &mut String, comment: &Comment) {
    if let Some(summary) = &comment.summary {
        let _ = writeln!(page, "<p>{}</p>", markdown::inline(summary));
    }
    page.push_str(&markdown::blocks(&comment.text));
    for (name, text) in &comment.tags {
        let _ =
            writeln!(page, "<p><strong>{}</strong>: {}</p>", escaped(name), markdown::inline(text));
    }
}

fn features(page: &mut String, documentation: &Documentation, one: &TypeDoc) {
    if one.features.is_empty() {
        return;
    }
    page.push_str("<table>\n<thead><tr>");
    for title in ["feature", "type", "values", "settings", "default", "description"] {
        let _ = write!(page, "<th scope=\"col\">{title}</th>");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for feature in &one.features {
        feature_row(page, documentation, feature);
    }
    page.push_str("</tbody>\n</table>\n");
}

fn feature_row(page: &mut String, documentation: &Documentation, feature: &FeatureDoc) {
    let ty = match feature.is_reference {
        true => link(documentation, &feature.ty),
        false => code(&feature.ty),
    };
    let default = feature.default.as_deref().map(code).unwrap_or_default();
    let mut description = markdown::inline(&feature.comment.line());
    for (kind, source) in &feature.logic {
        let source = escaped(source);
        let _ = write!(description, "<div>{kind}<pre><code>{source}</code></pre></div>");
    }
    let _ = writeln!(
        page,
        "<tr><td>{}</td><td>{ty}</td><td>{}</td><td>{}</td><td>{default}</td><td>{description}</td></tr>",
        code(&feature.name),
        escaped(&feature.multiplicity),
        escaped(&feature.settings.join(", ")),
    );
}

fn invariants(page: &mut String, invariants: &[InvariantDoc]) {
    if invariants.is_empty() {
        return;
    }
    page.push_str("<h3>Invariants</h3>\n<ul>\n");
    for invariant in invariants {
        let title = invariant.title.as_deref().map_or_else(|| "Without a title".to_owned(), code);
        let text = markdown::inline(&invariant.comment.line());
        let source = escaped(&invariant.source);
        let _ = writeln!(page, "<li>{title}: {text}<pre><code>{source}</code></pre></li>");
    }
    page.push_str("</ul>\n");
}

fn examples(page: &mut String, one: &TypeDoc) {
    for (title, lines) in &one.comment.examples {
        let title = if title.is_empty() { "Example" } else { title };
        example(page, title, &lines.join("\n"));
    }
    if let Some(code) = &one.example {
        example(page, "Construction", code);
    }
}

fn example(page: &mut String, title: &str, code: &str) {
    let (title, code) = (escaped(title), escaped(code));
    let _ = writeln!(page, "<h3>{title}</h3>\n<pre><code>{code}</code></pre>");
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// The name of a type, with a link if it is documented on the page.
fn link(documentation: &Documentation, name: &str) -> String {
    match documentation.has_type(name) {
        true => format!("<a href=\"#{}\">{}</a>", escaped(&anchor(name)), code(name)),
        false => code(name),
    }
}
