//! Checks for names that one file defines twice.
//!
//! The reference finds these when it adds the definitions of an otherwise valid file, and stops at
//! the first. Names defined in several files are found when an environment is compiled.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::source::Span;
use crate::tree::{ExprId, ExprKind, Text, Tree};

/// Finds the names that a valid tree defines twice.
pub fn redefinitions(tree: &Tree) -> Vec<Diagnostic> {
    let mut names = Names { tree, defined: HashMap::new(), found: Vec::new() };
    if let ExprKind::Block { statements, .. } = *tree.kind(tree.root()) {
        tree[statements].iter().for_each(|&statement| names.definition(statement));
    } else {
        names.definition(tree.root());
    }
    names.found
}

/// The kind of a definition. Classes, nodes and defined types share a namespace; functions and
/// types have others.
///
/// Compat: a type must not have the name of a defined type before it; the other order is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Class,
    Node,
    Define,
    Function,
    Type,
}

struct Names<'t> {
    tree: &'t Tree,
    defined: HashMap<(Kind, String), Span>,
    found: Vec<Diagnostic>,
}

impl Names<'_> {
    /// Adds a definition after those inside of it, in the order in which the reference's parser
    /// finishes them.
    fn definition(&mut self, expr: ExprId) {
        let tree = self.tree;
        let at = tree.report_span(expr);
        match *tree.kind(expr) {
            ExprKind::Class(class) => {
                if let Some(body) = tree[class].body
                    && let ExprKind::Block { statements, .. } = *tree.kind(body)
                {
                    tree[statements].iter().for_each(|&statement| self.definition(statement));
                }
                self.class(tree[class].name, at);
            }
            ExprKind::Define(define) => self.defined_type(tree[define].name, at),
            ExprKind::Node(node) => {
                for &matcher in &tree[tree[node].matchers] {
                    self.node(matcher, at);
                }
            }
            ExprKind::Function(function) => {
                let name = tree[function].name;
                self.entity(Kind::Function, &[Kind::Function], "function", name, at);
            }
            ExprKind::TypeAlias(alias) => {
                let taken = [Kind::Type, Kind::Define];
                self.entity(Kind::Type, &taken, "type", tree[alias].name, at);
            }
            _ => {}
        }
    }

    fn class(&mut self, name: Text, at: Span) {
        let name = self.tree.text(name).to_ascii_lowercase();
        if let Some(first) = self.first(Kind::Class, &name) {
            let message =
                issue::class_redefined(&name, &self.context(first)).at(self.tree.source(), at);
            self.report(message, first);
        } else if let Some(first) = self.first(Kind::Node, &name) {
            let message = issue::node_redefined_as_class(&name, &self.context(first))
                .at(self.tree.source(), at);
            self.report(message, first);
        } else if let Some(first) = self.first(Kind::Define, &name) {
            let message = issue::define_redefined_as_class(&name, &self.context(first))
                .at(self.tree.source(), at);
            self.report(message, first);
        }
        self.defined.entry((Kind::Class, name)).or_insert(at);
    }

    fn defined_type(&mut self, name: Text, at: Span) {
        self.entity(Kind::Define, &[Kind::Define], "type", name, at);
        let name = self.tree.text(name).to_ascii_lowercase();
        if let Some(first) = self.first(Kind::Class, &name) {
            let message = issue::class_redefined_as_define(&name, &self.context(first))
                .at(self.tree.source(), at);
            self.report(message, first);
        }
    }

    /// Adds a node by its name, or by the name made from its pattern.
    fn node(&mut self, matcher: ExprId, at: Span) {
        let name = match *self.tree.kind(matcher) {
            ExprKind::String(name) | ExprKind::Name(name) => {
                self.tree.text(name).to_ascii_lowercase()
            }
            ExprKind::Default => "default".to_owned(),
            ExprKind::Regexp(pattern) => pattern_name(self.tree.text(pattern)),
            _ => return,
        };
        if let Some(first) = self.first(Kind::Node, &name) {
            let message =
                issue::node_redefined(&name, &self.context(first)).at(self.tree.source(), at);
            self.report(message, first);
        } else if let Some(first) = self.first(Kind::Class, &name) {
            let message = issue::class_redefined_as_node(&name, &self.context(first))
                .at(self.tree.source(), at);
            self.report(message, first);
        }
        self.defined.entry((Kind::Node, name)).or_insert(at);
    }

    /// Adds a function or type. Its name must not be used by the kinds in `taken`.
    fn entity(&mut self, kind: Kind, taken: &[Kind], word: &str, name: Text, at: Span) {
        let name = self.tree.text(name).to_ascii_lowercase();
        if let Some(first) = taken.iter().find_map(|&taken| self.first(taken, &name)) {
            let message =
                issue::entity_redefined(word, &name, &self.uri(first)).at(self.tree.source(), at);
            self.report(message.without_position(), first);
        }
        self.defined.entry((kind, name)).or_insert(at);
    }

    fn first(&self, kind: Kind, name: &str) -> Option<Span> {
        self.defined.get(&(kind, name.to_owned())).copied()
    }

    fn report(&mut self, diagnostic: Diagnostic, first: Span) {
        self.found.push(diagnostic.label(first, "first defined here"));
    }

    /// The location of a definition in the reference's messages.
    fn context(&self, at: Span) -> String {
        let source = self.tree.source();
        let line = source.line_of(at.start);
        match source.name() {
            "" => format!(" (line: {line})"),
            file => format!(" (file: {file}, line: {line})"),
        }
    }

    /// The location of a definition as a URI.
    fn uri(&self, at: Span) -> String {
        let source = self.tree.source();
        let position = source.position(at.start);
        let file = match source.name() {
            "" => "string:".to_owned(),
            file => format!("file://{file}"),
        };
        format!("{file}?line={}&pos={}", position.line, position.column)
    }
}

/// The name made from the pattern of a node.
///
/// Compat: only letters, digits and `-_:.` of the pattern count, so different patterns can have the
/// same name. Groups with options are included in words. Pinned by `node-pattern-twice`.
fn pattern_name(pattern: &str) -> String {
    let pattern = pattern.to_lowercase();
    let mut spelled = String::with_capacity(pattern.len());
    let mut rest = pattern.as_str();
    while let Some(start) = rest.find("(?") {
        let Some(len) = rest[start..].find(')') else { break };
        spelled.push_str(&rest[..start]);
        rest[start..=start + len].chars().for_each(|c| spelled.push_str(&spelling(c)));
        rest = &rest[start + len + 1..];
    }
    spelled.push_str(rest);
    let belongs = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
    let name: String = spelled.chars().filter(belongs).collect();
    format!("__node_regexp__{}", name.trim_start_matches('.'))
}

fn spelling(c: char) -> String {
    match c {
        '(' => "lp".to_owned(),
        '?' => "qu".to_owned(),
        '<' => "lt".to_owned(),
        '>' => "gt".to_owned(),
        '!' => "ex".to_owned(),
        '=' => "eq".to_owned(),
        ')' => "rp".to_owned(),
        other => other.to_string(),
    }
}
