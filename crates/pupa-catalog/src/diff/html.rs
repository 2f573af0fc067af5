//! The report as a self-contained HTML page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::group::{Group, groups, remark};
use super::item::{Item, Line, Mark, visible};
use super::text::summary_line;
use super::{NodeDiff, NodeOutcome, Summary};

const STYLE: &str = include_str!("page.css");

/// The program of the page, which filters what is shown. Without it, everything is.
const SCRIPT: &str = include_str!("page.js");

/// Writes the report as one page of HTML: changes that several nodes share, then a collapsible
/// section for each node that differs. The reader can search, and filter by kind of change, type of
/// resource and node. The page follows the reader's light or dark mode and loads nothing.
pub fn to_html(nodes: &[NodeDiff]) -> String {
    let summary = Summary::new(nodes);
    let mut page = Page { out: String::new() };
    page.head(&summary);
    page.filters(nodes);
    let (shared, own): (Vec<_>, Vec<_>) =
        groups(nodes).into_iter().partition(|group| group.nodes.len() > 1);
    if !shared.is_empty() {
        page.push("<h2>On several nodes</h2>\n");
    }
    for (index, group) in shared.iter().enumerate() {
        page.shared(group, index);
    }
    let mut shared_with: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, group) in shared.iter().enumerate() {
        for node in &group.nodes {
            shared_with.entry(node).or_default().push(index);
        }
    }
    let own: BTreeMap<&str, &Group<'_>> =
        own.iter().filter_map(|group| Some((*group.nodes.first()?, group))).collect();
    page.push("<h2>By node</h2>\n");
    let is_same = |node: &&NodeDiff| {
        nodes.len() > 1 && matches!(&node.outcome, NodeOutcome::Compared(diff) if diff.is_empty())
    };
    for node in nodes.iter().filter(|node| !is_same(node)) {
        let name = node.node.as_str();
        let shared = shared_with.get(name).map_or(&[][..], Vec::as_slice);
        page.node(node, own.get(name).copied(), shared, nodes.len() == 1);
    }
    let same: Vec<&str> = nodes.iter().filter(is_same).map(|node| node.node.as_str()).collect();
    page.same(&same);
    page.push("</main>\n<script>\n");
    page.push(SCRIPT);
    page.push("</script>\n</body>\n</html>\n");
    page.out
}

/// The HTML page under construction.
struct Page {
    out: String,
}

impl Page {
    fn push(&mut self, html: &str) {
        self.out.push_str(html);
    }

    fn head(&mut self, summary: &Summary) {
        self.push("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        self.push("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        self.push("<meta name=\"color-scheme\" content=\"light dark\">\n");
        let _ = write!(self.out, "<title>Catalog differences</title>\n<style>\n{STYLE}</style>\n");
        let line = escape(&summary_line(summary));
        let _ = write!(
            self.out,
            "</head>\n<body>\n<main>\n<h1>Catalog differences</h1>\n<p class=\"summary\">{line}</p>\n"
        );
    }

    /// The controls that filter; they are hidden until the program runs.
    fn filters(&mut self, nodes: &[NodeDiff]) {
        let mut types = BTreeSet::new();
        for group in groups(nodes) {
            types.extend(group.items.iter().filter_map(|item| type_of(item)).map(str::to_owned));
        }
        self.push(
            "<form id=\"filters\" hidden>\n\
             <input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\">\n\
             <select id=\"kind\" aria-label=\"Kind of change\">\
             <option value=\"\">All changes</option>\
             <option value=\"added\">Added</option>\
             <option value=\"removed\">Removed</option>\
             <option value=\"changed\">Changed</option></select>\n\
             <select id=\"type\" aria-label=\"Type of resource\">\
             <option value=\"\">All types</option>",
        );
        for name in &types {
            let name = escape(name);
            let _ = write!(self.out, "<option value=\"{name}\">{name}</option>");
        }
        self.push(
            "</select>\n<input id=\"node\" list=\"nodes\" placeholder=\"Node\" aria-label=\"Node\">\n\
             <datalist id=\"nodes\">",
        );
        for node in nodes {
            let _ = write!(self.out, "<option value=\"{}\">", escape(&node.node));
        }
        self.push(
            "</datalist>\n<button id=\"theme\" type=\"button\">Dark or light</button>\n\
             <output id=\"count\"></output>\n</form>\n",
        );
    }

    /// The nodes without differences.
    fn same(&mut self, nodes: &[&str]) {
        if nodes.is_empty() {
            return;
        }
        let plural = if nodes.len() == 1 { "" } else { "s" };
        let _ = write!(
            self.out,
            "<details class=\"same\">\n<summary>{} node{plural} without differences</summary>\n<p>",
            nodes.len()
        );
        for (at, node) in nodes.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let _ = write!(self.out, "{comma}{}", escape(node));
        }
        self.push("</p>\n</details>\n");
    }

    fn shared(&mut self, group: &Group<'_>, index: usize) {
        let count = group.nodes.len();
        let _ = write!(
            self.out,
            "<details class=\"group\" id=\"group-{}\" open>\n\
             <summary>On {count} nodes{}</summary>\n\
             <details class=\"names\">\n<summary>which</summary>\n<p>",
            index + 1,
            counts(&group.items)
        );
        for (at, node) in group.nodes.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let _ = write!(self.out, "{comma}{}", escape(node));
        }
        self.push("</p>\n</details>\n");
        self.items(&group.items);
        self.push("</details>\n");
    }

    fn node(&mut self, node: &NodeDiff, own: Option<&Group<'_>>, shared: &[usize], open: bool) {
        let items = own.map_or(&[][..], |group| &group.items);
        let state = match &node.outcome {
            NodeOutcome::Failed { .. } => " <span class=\"removed\">failed</span>".to_owned(),
            NodeOutcome::OnlyOld(_) => " <span class=\"removed\">only old</span>".to_owned(),
            NodeOutcome::OnlyNew(_) => " <span class=\"added\">only new</span>".to_owned(),
            NodeOutcome::Compared(diff) if diff.is_empty() => " <span>same</span>".to_owned(),
            NodeOutcome::Compared(_) => counts(items),
        };
        let open = if open { " open" } else { "" };
        let name = escape(&node.node);
        let _ = write!(
            self.out,
            "<details class=\"node\" data-node=\"{name}\"{open}>\n<summary><b>{name}</b>{state}</summary>\n"
        );
        for line in remark(node).into_iter().flatten() {
            let _ = writeln!(self.out, "<p>{}</p>", escape(&line));
        }
        for index in shared {
            let number = index + 1;
            let _ = writeln!(
                self.out,
                "<p><a href=\"#group-{number}\">Changes shared with other nodes, group {number}</a></p>"
            );
        }
        self.items(items);
        self.push("</details>\n");
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            let class = class(item.mark);
            let _ = write!(
                self.out,
                "<details class=\"item\" data-kind=\"{class}\" data-type=\"{}\" open>\n<summary><code class=\"{class}\">{} {}</code>",
                escape(type_of(item).unwrap_or_default()),
                item.mark.sign(),
                escape(&item.heading)
            );
            if !item.note.is_empty() {
                let _ = write!(self.out, " <small>{}</small>", escape(&item.note));
            }
            self.push("</summary>\n");
            if !item.lines.is_empty() {
                self.push("<pre>");
                item.lines.iter().for_each(|line| self.line(line));
                self.push("</pre>\n");
            }
            self.push("</details>\n");
        }
    }

    fn line(&mut self, line: &Line) {
        let text = escape(&line.text);
        let sign = line.mark.sign();
        let indent = if line.is_inner { "    " } else { "" };
        let space = if line.is_inner { "" } else { " " };
        let class = class(line.mark);
        let _ = writeln!(self.out, "<span class=\"{class}\">{indent}{sign}{space}{text}</span>");
    }
}

/// The type of the resource that an item is about.
fn type_of(item: &Item) -> Option<&str> {
    let (name, _) = item.heading.split_once('[')?;
    Some(name).filter(|name| !name.contains(' '))
}

fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Added => "added",
        Mark::Removed => "removed",
        Mark::Changed => "changed",
        Mark::Hunk => "hunk",
        Mark::Plain => "plain",
    }
}

/// The number of changes of each kind, as HTML: ` +1 -2 ~3`.
fn counts(items: &[Item]) -> String {
    let mut text = String::new();
    for mark in [Mark::Added, Mark::Removed, Mark::Changed] {
        let count = items.iter().filter(|item| item.mark == mark).count();
        if count > 0 {
            let _ = write!(text, " <span class=\"{}\">{}{count}</span>", class(mark), mark.sign());
        }
    }
    text
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
