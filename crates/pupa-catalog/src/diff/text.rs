//! The report as text for a terminal.

use std::fmt::Write as _;

use super::group::{groups, remark, shared_remarks};
use super::item::{Item, Mark, visible};
use super::{NodeDiff, NodeOutcome, Summary};

/// The style of the text report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// Without colours.
    Plain,
    /// With ANSI colours.
    Colored,
}

/// The maximum number of nodes listed for a shared change.
const NAMED_NODES: usize = 6;

/// Writes the report as text. A single node has no heading; of several nodes, shared changes come
/// first.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// use pupa_catalog::diff::{DiffOptions, TextStyle, compare_nodes, to_text};
/// let catalog = |titles: &[&str]| {
///     let resources: Vec<_> = titles
///         .iter()
///         .map(|title| format!(r#"{{"type": "Notify", "title": "{title}"}}"#))
///         .collect();
///     let json = format!(r#"{{"name": "n", "resources": [{}]}}"#, resources.join(","));
///     ("n".to_owned(), Catalog::from_json(&json).map_err(|error| error.message))
/// };
/// let (old, new) = (vec![catalog(&["a", "b"])], vec![catalog(&["b", "c"])]);
/// let nodes = compare_nodes(old, new, &DiffOptions::default());
/// assert_eq!(
///     to_text(&nodes, TextStyle::Plain),
///     "- Notify[a]\n+ Notify[c]\n\n1 resource added, 1 removed, 0 changed\n"
/// );
/// ```
pub fn to_text(nodes: &[NodeDiff], style: TextStyle) -> String {
    let mut writer = Writer { out: String::new(), style };
    if let [node] = nodes {
        writer.single(node);
    } else {
        writer.several(nodes);
    }
    writer.summary(nodes);
    writer.out
}

/// The text report under construction.
struct Writer {
    out: String,
    style: TextStyle,
}

impl Writer {
    fn single(&mut self, node: &NodeDiff) {
        for group in groups(std::slice::from_ref(node)) {
            self.items(&group.items, "");
        }
        self.remark(node);
    }

    fn several(&mut self, nodes: &[NodeDiff]) {
        let (shared, own): (Vec<_>, Vec<_>) =
            groups(nodes).into_iter().partition(|group| group.nodes.len() > 1);
        for group in shared {
            self.heading(&shared_heading(&group.nodes));
            self.items(&group.items, "  ");
            self.out.push('\n');
        }
        let failures = shared_remarks(nodes);
        for (names, lines) in &failures {
            self.heading(&shared_heading(names));
            for line in lines {
                self.out.push_str("  ");
                self.painted(Mark::Removed, &visible(line));
                self.out.push('\n');
            }
            self.out.push('\n');
        }
        let mut own = own.into_iter().peekable();
        for node in nodes {
            if let Some(group) = own.next_if(|group| group.nodes == [node.node.as_str()]) {
                self.heading(&format!("{}:", visible(&node.node)));
                self.items(&group.items, "  ");
                self.out.push('\n');
            }
            if !failures.iter().any(|(names, _)| names.contains(&node.node.as_str())) {
                self.remark(node);
            }
        }
    }

    fn remark(&mut self, node: &NodeDiff) {
        for line in remark(node).into_iter().flatten() {
            let mark = match node.outcome {
                NodeOutcome::OnlyNew(_) => Mark::Added,
                _ => Mark::Removed,
            };
            self.painted(mark, &format!("{}: {}", visible(&node.node), visible(&line)));
            self.out.push_str("\n\n");
        }
    }

    fn heading(&mut self, text: &str) {
        match self.style {
            TextStyle::Plain => self.out.push_str(text),
            TextStyle::Colored => {
                let _ = write!(self.out, "\x1b[1m{text}\x1b[0m");
            }
        }
        self.out.push('\n');
    }

    fn items(&mut self, items: &[Item], indent: &str) {
        for item in items {
            self.out.push_str(indent);
            self.painted(item.mark, &format!("{} {}", item.mark.sign(), visible(&item.heading)));
            if !item.note.is_empty() {
                let _ = write!(self.out, "  ({})", visible(&item.note));
            }
            self.out.push('\n');
            for line in &item.lines {
                let text = visible(&line.text);
                let (sign, space) = match (line.mark, line.is_inner) {
                    (Mark::Hunk, _) => ("".to_owned(), "        "),
                    (mark, true) => (mark.sign().to_string(), "        "),
                    (mark, false) => (format!("{} ", mark.sign()), "    "),
                };
                self.out.push_str(indent);
                self.out.push_str(space);
                self.painted(line.mark, format!("{sign}{text}").trim_end());
                self.out.push('\n');
            }
        }
    }

    fn painted(&mut self, mark: Mark, text: &str) {
        let color = match mark {
            Mark::Added => "32",
            Mark::Removed => "31",
            Mark::Changed => "33",
            Mark::Hunk => "36",
            Mark::Plain => "",
        };
        if self.style == TextStyle::Plain || color.is_empty() {
            self.out.push_str(text);
        } else {
            let _ = write!(self.out, "\x1b[{color}m{text}\x1b[0m");
        }
    }

    fn summary(&mut self, nodes: &[NodeDiff]) {
        let summary = Summary::new(nodes);
        if nodes.len() == 1 && summary.same == 1 {
            self.out.push_str("no differences\n");
            return;
        }
        if nodes.len() == 1 {
            let is_compared = matches!(nodes, [NodeDiff { outcome: NodeOutcome::Compared(_), .. }]);
            match is_compared {
                true => {
                    let _ = write!(self.out, "\n{}", resource_counts(&summary));
                }
                false => self.out.truncate(self.out.trim_end().len()),
            }
            self.out.push('\n');
            return;
        }
        let _ = writeln!(self.out, "{}", summary_line(&summary));
    }
}

/// The heading of changes that several nodes share: `On 3 nodes (a, b, c):`.
fn shared_heading(nodes: &[&str]) -> String {
    let count = nodes.len();
    let named: Vec<_> = nodes.iter().take(NAMED_NODES).map(|node| visible(node)).collect();
    let rest = match count - named.len() {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    format!("On {count} nodes ({}{rest}):", named.join(", "))
}

/// A summary in one line.
pub(super) fn summary_line(summary: &Summary) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let Summary { nodes, same, different, failed, .. } = *summary;
    if same == nodes {
        return match nodes {
            0 => "no catalogs to compare".to_owned(),
            _ => format!("no differences in {nodes} node{}", plural(nodes)),
        };
    }
    let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    format!(
        "{nodes} node{}: {same} same, {different} different{failed}; {}",
        plural(nodes),
        resource_counts(summary)
    )
}

fn resource_counts(summary: &Summary) -> String {
    let Summary { added, removed, changed, .. } = *summary;
    let noun = if added == 1 { "resource" } else { "resources" };
    format!("{added} {noun} added, {removed} removed, {changed} changed")
}
