//! Formats the documentation of the built-in functions: for terminals, and as the page
//! `docs/functions.md`.

use std::fmt::Write;

use pupa_eval::functions::{FAMILIES, Function};

use crate::report::Colors;

/// The width of text at a terminal.
const WIDTH: usize = 88;

/// The introduction of the page.
const INTRODUCTION: &str = "\
# Functions

The functions that are built in, made from their table; `pupa functions NAME` shows the same. Every
example is run as a test.

In signatures `?` marks a parameter that may be left out, `*` one that takes any number of
arguments, `+` one that takes at least one, and `&` the block. A function with several signatures
takes the first that fits.
";

/// All functions by family, a line each.
pub(crate) fn overview(colors: Colors) -> String {
    let width = FAMILIES.iter().flat_map(|family| family.functions);
    let width = width.map(|function| function.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for family in FAMILIES {
        let _ = writeln!(text, "{}", styled(family.title, Style::Heading, colors));
        for function in by_name(family.functions) {
            let name = styled(&format!("{:width$}", function.name), Style::Name, colors);
            let _ = writeln!(text, "  {name}  {}", summary(function));
        }
        text.push('\n');
    }
    text.push_str("`pupa functions NAME` describes one.\n");
    text
}

/// All about one function.
pub(crate) fn about(function: &Function, colors: Colors) -> String {
    let mut text = String::new();
    for signature in signatures(function) {
        let name = styled(function.name, Style::Name, colors);
        let _ = writeln!(text, "{name}({signature})");
    }
    let _ = write!(text, "\n{}", wrapped(function.doc));
    if !function.examples.is_empty() {
        let _ = writeln!(text, "\n{}", styled("Examples", Style::Heading, colors));
    }
    for example in function.examples {
        let code = example.code.lines().map(|line| format!("  {line}\n"));
        text.extend(code);
        let value = example.value.replace('\n', "\n  ");
        let _ = writeln!(text, "  {}", styled(&format!("#=> {value}"), Style::Comment, colors));
    }
    text
}

/// The whole page, in Markdown.
pub(crate) fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    for family in FAMILIES {
        let names: Vec<String> = by_name(family.functions)
            .iter()
            .map(|function| format!("[`{0}`](#{0})", function.name))
            .collect();
        let _ = write!(page, "\n- {}: {}", family.title, names.join(", "));
    }
    page.push('\n');
    for family in FAMILIES {
        let _ = write!(page, "\n## {}\n", family.title);
        for function in by_name(family.functions) {
            let _ = write!(page, "\n{}", section(function));
        }
    }
    page
}

/// A function, in Markdown.
pub(crate) fn section(function: &Function) -> String {
    let mut section = format!("### {}\n\n", function.name);
    let signatures: Vec<String> = signatures(function)
        .map(|signature| format!("    {}({signature})\n", function.name))
        .collect();
    let _ = writeln!(section, "{}", signatures.concat());
    let _ = writeln!(section, "{}", wrapped(function.doc).trim_end());
    if !function.examples.is_empty() {
        section.push_str("\n```puppet\n");
        for example in function.examples {
            let value = example.value.replace('\n', "\n#   ");
            let _ = writeln!(section, "{}\n#=> {value}", example.code.trim_end());
        }
        section.push_str("```\n");
    }
    section
}

/// The functions of a family in the order of their names.
fn by_name(functions: &'static [Function]) -> Vec<&'static Function> {
    let mut functions: Vec<&Function> = functions.iter().collect();
    functions.sort_by_key(|function| function.name);
    functions
}

fn signatures(function: &Function) -> impl Iterator<Item = &'static str> + use<> {
    let dispatches = function.dispatches.iter();
    dispatches.filter(|dispatch| !dispatch.is_explanation()).map(|dispatch| dispatch.signature)
}

/// The first sentence of the documentation.
fn summary(function: &Function) -> String {
    let paragraph = function.doc.split("\n\n").next().unwrap_or_default();
    let text: Vec<&str> = paragraph.split_whitespace().collect();
    let text = text.join(" ");
    match text.find(". ") {
        Some(end) => text[..=end].to_owned(),
        None => text,
    }
}

/// Breaks paragraphs into lines; lists and code stay as they are.
fn wrapped(doc: &str) -> String {
    let paragraphs = doc.trim().split("\n\n").map(|paragraph| {
        let is_laid_out = paragraph.lines().any(|line| {
            ["- ", "* ", "|", " ", "```", "1."].iter().any(|mark| line.starts_with(mark))
        });
        if is_laid_out { format!("{}\n", paragraph.trim_end()) } else { wrap(paragraph) }
    });
    paragraphs.collect::<Vec<_>>().join("\n")
}

fn wrap(paragraph: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
    text
}

/// The style of a piece of text.
enum Style {
    Heading,
    Name,
    Comment,
}

fn styled(text: &str, style: Style, colors: Colors) -> String {
    let code = match style {
        Style::Heading => "1",
        Style::Name => "1;36",
        Style::Comment => "32",
    };
    match colors {
        Colors::On => format!("\x1b[{code}m{text}\x1b[0m"),
        Colors::Off => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// The generated page is committed; this checks that it is up to date. With `PUPA_UPDATE=1`,
    /// writes it.
    #[test]
    fn the_page_of_functions_is_fresh() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/functions.md");
        if std::env::var_os("PUPA_UPDATE").is_some() {
            std::fs::write(&path, page()).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == page(),
            "docs/functions.md is stale: run the tests with PUPA_UPDATE=1"
        );
    }

    #[test]
    fn paragraphs_are_wrapped_and_lists_are_kept() {
        let long = "word ".repeat(30);
        let text = wrapped(&format!("{long}\n\n- one\n- two"));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.ends_with("\n\n- one\n- two\n"), "{text}");
    }

    #[test]
    fn every_function_has_a_summary_and_a_signature() {
        for function in pupa_eval::functions::all() {
            assert!(!summary(function).is_empty(), "{}", function.name);
            assert!(signatures(function).next().is_some(), "{}", function.name);
        }
    }
}
