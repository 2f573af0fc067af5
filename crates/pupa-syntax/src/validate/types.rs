//! Type definitions: `type Name inherits Base { attr .. has .. invariant .. }`.
//!
//! The rules that can be decided within one file: names, inheritance and features here, the
//! settings of features in [`settings`], their defaults in [`default`], and the restricted
//! language of their logic in [`logic`]. A base that the file does not define may be defined in
//! another one; nothing is said about it.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::source::Span;
use crate::tree::{
    ExprId, ExprKind, Feature, Id, List, Tree, TypeDefinition, TypeStatement, TypeStatementKind,
};

use super::definitions::Nesting;
use super::names;
use super::walk::{Checker, Cx};

mod data_types;
mod default;
mod logic;
mod settings;

/// The built-in abstract type of resource types.
const MANAGED_RESOURCE: &str = "ManagedResource";

/// How many bases of a type are looked at. No design is that deep, and following each chain of a
/// very long one to its end would take quadratic time.
const MAX_BASES: usize = 256;

/// The types that a file defines.
#[derive(Debug)]
pub(super) struct TypeTable<'t> {
    tree: &'t Tree,
    /// The first definition of each name.
    by_name: HashMap<String, ExprId>,
}

/// The types that a type inherits from, as far as the file defines them.
struct Bases<'t> {
    types: Vec<&'t TypeDefinition>,
    end: Chain,
}

/// How a chain of bases ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chain {
    /// At a type that inherits nothing.
    Root,
    /// At the type of managed resources.
    Managed,
    /// At a type that is not defined in the file.
    Elsewhere,
    /// Where it began.
    Cycle,
}

impl<'t> TypeTable<'t> {
    /// Finds the definitions and aliases at the top of a file.
    fn of(tree: &'t Tree) -> TypeTable<'t> {
        let root = tree.root();
        let statements = match tree[root].kind {
            ExprKind::Block { statements, .. } => &tree[statements],
            _ => &[root][..],
        };
        let mut by_name = HashMap::new();
        for &statement in statements {
            let name = match tree[statement].kind {
                ExprKind::TypeDefinition(definition) => tree[definition].name,
                ExprKind::TypeAlias(alias) => tree[alias].name,
                _ => continue,
            };
            by_name.entry(canonical(tree.text(name))).or_insert(statement);
        }
        TypeTable { tree, by_name }
    }

    fn definition(&self, name: &str) -> Option<(ExprId, &'t TypeDefinition)> {
        let &expr = self.by_name.get(name)?;
        match self.tree[expr].kind {
            ExprKind::TypeDefinition(definition) => Some((expr, &self.tree[definition])),
            _ => None,
        }
    }

    fn bases(&self, definition: &TypeDefinition) -> Bases<'t> {
        let mut types: Vec<&'t TypeDefinition> = Vec::new();
        let mut parent = definition.parent;
        let end = loop {
            let Some(reference) = parent else { break Chain::Root };
            let Some(name) = referenced_name(self.tree, reference) else { break Chain::Elsewhere };
            if name == MANAGED_RESOURCE {
                break Chain::Managed;
            }
            let Some((_, base)) = self.definition(&name) else { break Chain::Elsewhere };
            if base.name_span == definition.name_span {
                break Chain::Cycle;
            }
            let is_known = types.iter().any(|one| one.name_span == base.name_span);
            if is_known || types.len() == MAX_BASES {
                break Chain::Elsewhere;
            }
            types.push(base);
            parent = base.parent;
        };
        Bases { types, end }
    }

    /// Whether the file defines a resource type of that name.
    fn is_managed(&self, name: &str) -> bool {
        self.definition(name).is_some_and(|(_, one)| self.bases(one).end == Chain::Managed)
    }
}

/// The name of a type as references to it are written: without `::` at its beginning, each part
/// with an upper case letter.
fn canonical(name: &str) -> String {
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut result = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        if index > 0 {
            result.push_str("::");
        }
        let mut rest = segment.chars();
        result.extend(rest.next().map(|first| first.to_ascii_uppercase()));
        result.push_str(rest.as_str());
    }
    result
}

/// The canonical name that a reference to a type gives.
fn referenced_name(tree: &Tree, expr: ExprId) -> Option<String> {
    match tree[expr].kind {
        ExprKind::Reference(name) => Some(canonical(tree.text(name))),
        _ => None,
    }
}

fn features(tree: &Tree, statements: List<TypeStatement>) -> impl Iterator<Item = &Feature> {
    tree[statements].iter().filter_map(|statement| match &statement.kind {
        TypeStatementKind::Feature(feature) => Some(feature),
        TypeStatementKind::Invariant { .. } | TypeStatementKind::Abstract => None,
    })
}

impl<'t> Checker<'t> {
    pub(super) fn type_definition(&mut self, expr: ExprId, id: Id<TypeDefinition>, cx: Cx) {
        let definition = &self.tree[id];
        self.note_extension(definition.name_span);
        self.top(expr, Nesting::TopOnly, cx);
        self.type_name(expr, definition);
        self.base(definition);
        self.features(definition);
        self.visit_option(definition.parent, cx.inside());
        for statement in &self.tree[definition.statements] {
            self.type_statement(expr, statement, cx.inside());
        }
    }

    pub(super) fn type_table(&mut self) -> &TypeTable<'t> {
        let tree = self.tree;
        self.types.get_or_insert_with(|| TypeTable::of(tree))
    }

    fn type_name(&mut self, expr: ExprId, definition: &TypeDefinition) {
        let name = canonical(self.tree.text(definition.name));
        if !names::is_type_name(&name) {
            self.illegal_name(expr, &name);
        } else if data_types::is_data_type(&name) || name == MANAGED_RESOURCE {
            let what = self.a_an(expr);
            self.report(issue::reserved_type_name(definition.name_span, &name, &what));
        }
        self.single_definition(definition, &name);
    }

    fn single_definition(&mut self, definition: &TypeDefinition, name: &str) {
        let tree = self.tree;
        let Some(&first) = self.type_table().by_name.get(name) else { return };
        let first_span = match tree[first].kind {
            ExprKind::TypeDefinition(first) => tree[first].name_span,
            _ => tree[first].span,
        };
        if first_span != definition.name_span {
            self.report(
                issue::duplicate_type(definition.name_span, name)
                    .label(first_span, "first defined here"),
            );
        }
    }

    fn base(&mut self, definition: &TypeDefinition) {
        let Some(parent) = definition.parent else { return };
        let span = self.tree[parent].span;
        let Some(base) = referenced_name(self.tree, parent) else { return };
        if data_types::is_data_type(&base) {
            self.report(
                issue::data_type_as_base(span, &base)
                    .help("declare an attribute of that type instead"),
            );
        } else if self.type_table().bases(definition).end == Chain::Cycle {
            let name = canonical(self.tree.text(definition.name));
            self.report(issue::cyclic_inheritance(span, &name));
        }
    }

    /// Checks the names of the features, which must differ from each other and from those of the
    /// bases.
    fn features(&mut self, definition: &TypeDefinition) {
        let tree = self.tree;
        let bases = self.type_table().bases(definition);
        let is_managed = bases.end == Chain::Managed;
        let mut seen: HashMap<&str, Option<Span>> = HashMap::new();
        if is_managed {
            seen.insert("name", None);
        }
        for feature in bases.types.iter().rev().flat_map(|base| features(tree, base.statements)) {
            seen.entry(tree.text(feature.name)).or_insert(Some(feature.name_span));
        }
        for feature in features(tree, definition.statements) {
            let name = tree.text(feature.name);
            if !names::is_parameter_name(name) {
                self.report(illegal_feature_name(feature.name_span, name));
            } else if is_managed && data_types::is_metaparameter(name) {
                self.report(issue::feature_is_metaparameter(feature.name_span, name));
            }
            match seen.get(name) {
                Some(&first) => self.report(duplicate_feature(feature.name_span, name, first)),
                None => {
                    seen.insert(name, Some(feature.name_span));
                }
            }
        }
    }

    fn type_statement(&mut self, expr: ExprId, statement: &TypeStatement, cx: Cx) {
        match &statement.kind {
            TypeStatementKind::Feature(feature) => self.feature(expr, feature, cx),
            TypeStatementKind::Invariant { title, validation } => {
                if let &Some(title) = title {
                    self.type_logic_expr(title);
                    self.visit(title, cx);
                }
                self.logic(*validation, "`invariant`", logic::Arity::One, cx);
            }
            TypeStatementKind::Abstract => {}
        }
    }

    /// Whether the setter that is being visited may append to `left`, a feature of its type.
    pub(super) fn setter_appends(&mut self, left: ExprId) -> bool {
        let tree = self.tree;
        let Some(ExprKind::TypeDefinition(definition)) = self.setter_of.map(|expr| tree[expr].kind)
        else {
            return false;
        };
        let ExprKind::Variable(name) = tree[left].kind else { return false };
        let name = tree.text(name);
        let definition = &tree[definition];
        let bases = self.type_table().bases(definition);
        let feature = std::iter::once(definition)
            .chain(bases.types.iter().copied())
            .flat_map(|one| features(tree, one.statements))
            .find(|feature| tree.text(feature.name) == name);
        match feature {
            Some(feature) => {
                if !settings::is_multi_valued(tree, feature) {
                    self.report(issue::append_to_single_valued(self.span(left), name));
                }
                true
            }
            None => bases.end == Chain::Elsewhere,
        }
    }
}

fn illegal_feature_name(span: Span, name: &str) -> Diagnostic {
    issue::illegal_feature_name(span, name).help(
        "begin with a lower case letter or an underscore, then letters, digits and underscores",
    )
}

fn duplicate_feature(span: Span, name: &str, first: Option<Span>) -> Diagnostic {
    let diagnostic = issue::duplicate_feature(span, name);
    match first {
        Some(first) => diagnostic.label(first, "first declared here"),
        None => diagnostic.note(format!("`{MANAGED_RESOURCE}` has the attribute `{name}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_are_made_canonical() {
        assert_eq!(canonical("user"), "User");
        assert_eq!(canonical("::a::bC"), "A::BC");
        assert_eq!(canonical("User"), "User");
        assert_eq!(canonical(""), "");
        assert_eq!(canonical("a::::b"), "A::::B");
    }
}
