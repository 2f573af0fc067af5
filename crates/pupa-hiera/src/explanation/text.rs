//! Explanations as text for people, as `puppet lookup --explain` prints them.

use std::fmt::Write as _;

use pupa_value::Value;
use pupa_value::text::ruby::inspect;

use super::{Event, Explanation, Node, Subject};

/// The maximum length of the text. Values share their parts, but explanations print them in full,
/// so a small value may need a long text.
const MAX_LENGTH: usize = 64 << 20;

/// The indentation of one level.
const INDENT: &str = "  ";

impl Explanation {
    /// The text that `puppet lookup --explain` prints.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let root = self.root();
        self.write_branches(&mut text, root, "");
        if text.len() > MAX_LENGTH {
            text.truncate(text.floor_char_boundary(MAX_LENGTH));
            text.push_str("\n... (the explanation is longer than 64 MB)\n");
        }
        write_texts(&mut text, root, "");
        text
    }

    fn write_branches(&self, out: &mut String, node: &Node, indent: &str) {
        for branch in self.branches(node) {
            if out.len() > MAX_LENGTH {
                return;
            }
            self.write_node(out, branch, indent);
        }
    }

    fn write_node(&self, out: &mut String, node: &Node, indent: &str) {
        let title = match &node.subject {
            Subject::Root | Subject::Segment => return write_outcome(out, node, indent),
            Subject::InvalidKey(key) => {
                return line(out, indent, &format!("Invalid key \"{key}\""));
            }
            Subject::MergeSource(source) => {
                return line(out, indent, &format!("Using merge options from \"{source}\" hash"));
            }
            Subject::Module { name, exists: false } => {
                return line(out, indent, &format!("Module \"{name}\" not found"));
            }
            Subject::Module { name, exists: true } => {
                let text = format!("Module data provider for module \"{name}\" not found");
                return line(out, indent, &text);
            }
            Subject::Merge(_) => return self.write_merge(out, node, indent),
            Subject::Top(key) => format!("Searching for \"{key}\""),
            Subject::Interpolate(expression) => format!("Interpolation on \"{expression}\""),
            Subject::DataProvider { name, .. } => name.clone(),
            Subject::Location { resolved, is_path, .. } => {
                format!("{} \"{resolved}\"", location_word(*is_path))
            }
            Subject::SubLookup(key) => format!("Sub key: \"{key}\""),
            Subject::Scope(name) => name.clone(),
        };
        line(out, indent, &title);
        let inner = format!("{indent}{INDENT}");
        write_details(out, node, &inner);
        self.write_branches(out, node, &inner);
        match (&node.subject, &node.event) {
            // Compat: the reference prints no outcome for these.
            (Subject::Top(_) | Subject::Interpolate(_), _) => return,
            (Subject::Location { is_path, .. }, Some(Event::LocationNotFound)) => {
                line(out, &inner, &format!("{} not found", location_word(*is_path)));
            }
            _ => {}
        }
        write_outcome(out, node, &inner);
    }

    fn write_merge(&self, out: &mut String, node: &Node, indent: &str) {
        let Subject::Merge(strategy) = &node.subject else { return };
        match node.branches.len() {
            0 => return,
            // Compat: a merge of a single value is not printed.
            1 => return self.write_branches(out, node, indent),
            _ => {}
        }
        line(out, indent, &format!("Merge strategy {}", strategy.name()));
        let inner = format!("{indent}{INDENT}");
        if let Some(options) = strategy.options() {
            let _ = write!(out, "{inner}Options: ");
            write_value(out, &inner, &options);
            out.push('\n');
        }
        self.write_branches(out, node, &inner);
        if let Some(Event::Result(value)) = &node.event {
            let _ = write!(out, "{inner}Merged result: ");
            write_value(out, &inner, value);
            out.push('\n');
        }
    }
}

fn write_details(out: &mut String, node: &Node, indent: &str) {
    match &node.subject {
        Subject::DataProvider { configuration: Some(path), .. } => {
            line(out, indent, &format!("Using configuration \"{path}\""));
        }
        Subject::Location { original, is_path, .. } => {
            let word = location_word(*is_path).to_lowercase();
            line(out, indent, &format!("Original {word}: \"{original}\""));
        }
        _ => {}
    }
}

fn location_word(is_path: bool) -> &'static str {
    if is_path { "Path" } else { "URI" }
}

fn line(out: &mut String, indent: &str, text: &str) {
    let _ = writeln!(out, "{indent}{text}");
}

fn write_outcome(out: &mut String, node: &Node, indent: &str) {
    match &node.event {
        Some(Event::NotFound(key)) => line(out, indent, &format!("No such key: \"{key}\"")),
        Some(Event::Found(key, value)) => write_found(out, indent, key, value, ""),
        Some(Event::FoundInOverrides(key, value)) => {
            write_found(out, indent, key, value, " in overrides");
        }
        Some(Event::FoundInDefaults(key, value)) => {
            write_found(out, indent, key, value, " in defaults");
        }
        Some(Event::Result(_) | Event::LocationNotFound) | None => {}
    }
    write_texts(out, node, indent);
}

fn write_found(out: &mut String, indent: &str, key: &str, value: &Value, suffix: &str) {
    let _ = write!(out, "{indent}Found key: \"{key}\" value: ");
    write_value(out, indent, value);
    let _ = writeln!(out, "{suffix}");
}

fn write_texts(out: &mut String, node: &Node, indent: &str) {
    for text in &node.texts {
        line(out, indent, text);
    }
}

/// Writes a value over several lines, with its parts indented one level deeper than `indent`.
fn write_value(out: &mut String, indent: &str, value: &Value) {
    if out.len() > MAX_LENGTH {
        return;
    }
    let inner = format!("{indent}{INDENT}");
    match value {
        Value::Hash(hash) => {
            let mut separator = "{\n";
            for (key, value) in hash.iter() {
                let _ = write!(out, "{separator}{inner}");
                write_value(out, &inner, key);
                out.push_str(" => ");
                write_value(out, &inner, value);
                separator = ",\n";
            }
            close(out, hash.is_empty(), indent, "{}");
        }
        Value::Array(elements) => {
            let mut separator = "[\n";
            for element in elements.iter() {
                let _ = write!(out, "{separator}{inner}");
                write_value(out, &inner, element);
                separator = ",\n";
            }
            close(out, elements.is_empty(), indent, "[]");
        }
        _ => out.push_str(&inspect(value)),
    }
}

fn close(out: &mut String, is_empty: bool, indent: &str, brackets: &str) {
    if is_empty {
        out.push_str(brackets);
    } else {
        let _ = write!(out, "\n{indent}{}", &brackets[1..]);
    }
}
