//! Type definitions: `type Name inherits Base { attr .. has .. invariant .. }`.
//!
//! The rules that can be decided within one file: names, inheritance and features here, the
//! settings of features in [`settings`], their defaults in [`default`], and the restricted language
//! of their logic in [`logic`]; [`table`] finds what a type inherits. A base that the file does not
//! define may be defined in another one; nothing is said about it.

use std::collections::HashMap;
use std::collections::hash_map::Entry as MapEntry;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::source::{Source, Span};
use crate::tree::{
    ExprId, ExprKind, Feature, Id, List, Tree, TypeDefinition, TypeStatement, TypeStatementKind,
};
use crate::type_model::{self, MANAGED_RESOURCE, canonical, referenced_name};

use super::definitions::Nesting;
use super::names;
use super::walk::{Checker, Cx};

mod data_types;
mod default;
mod logic;
mod settings;
mod table;

pub use data_types::{DATA_TYPES, is_metaparameter};

pub(super) use table::TypeTable;
use table::{Bases, Chain};

/// The keys that hold the type of a value in data.
const SERIALIZED_KEYS: [&str; 2] = ["__ptype", "__pvalue"];

fn features(tree: &Tree, statements: List<TypeStatement>) -> impl Iterator<Item = &Feature> {
    tree[statements].iter().filter_map(|statement| match &statement.kind {
        TypeStatementKind::Feature(feature) => Some(feature),
        TypeStatementKind::Invariant { .. } | TypeStatementKind::Abstract => None,
    })
}

impl<'t> Checker<'t> {
    pub(super) fn type_definition(&mut self, expr: ExprId, id: Id<TypeDefinition>, cx: Cx) {
        let definition = &self.tree[id];
        self.note_extension(definition.name_span, "type definitions are an extension");
        self.top(expr, Nesting::TopOnly, cx);
        self.type_name(expr, definition);
        let bases = self.type_table().bases(definition);
        self.base(definition, bases);
        self.features(definition, bases);
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
            self.report(
                issue::reserved_type_name(&name, &what)
                    .at(self.tree.source(), definition.name_span),
            );
        }
        self.single_definition(definition, &name);
    }

    fn single_definition(&mut self, definition: &TypeDefinition, name: &str) {
        let Some(first_span) = self.type_table().first_span(name) else { return };
        if first_span != definition.name_span {
            self.report(
                issue::duplicate_type(name)
                    .at(self.tree.source(), definition.name_span)
                    .label(first_span, "first defined here"),
            );
        }
    }

    /// Checks that no type definition has the name of an alias that comes after it.
    pub(super) fn alias_of_definition(&mut self, name: &str, span: Span) {
        if let Some(first) = self.type_table().first_definition(name) {
            let problem = issue::duplicate_type(name).at(self.tree.source(), span);
            self.report(problem.label(first, "first defined here"));
        }
    }

    fn base(&mut self, definition: &TypeDefinition, bases: Bases) {
        let Some(parent) = definition.parent else { return };
        let span = self.tree[parent].span;
        let Some(base) = referenced_name(self.tree, parent) else { return };
        if data_types::is_data_type(&base) {
            self.report(
                issue::data_type_as_base(&base)
                    .at(self.tree.source(), span)
                    .help("declare an attribute of that type instead"),
            );
        } else if bases.end == Chain::Cycle {
            let name = canonical(self.tree.text(definition.name));
            self.report(issue::cyclic_inheritance(&name).at(self.tree.source(), span));
        }
    }

    /// Checks the names of the features, which must differ from each other and from those of the
    /// bases.
    fn features(&mut self, definition: &TypeDefinition, bases: Bases) {
        let tree = self.tree;
        let is_managed = bases.end == Chain::Managed;
        let mut seen: HashMap<&str, Option<Span>> = HashMap::new();
        if is_managed {
            seen.insert("name", None);
        }
        for feature in features(tree, definition.statements) {
            let name = tree.text(feature.name);
            if !names::is_parameter_name(name) {
                self.report(illegal_feature_name(name).at(self.tree.source(), feature.name_span));
            } else if SERIALIZED_KEYS.contains(&name) {
                let help = "objects have their type under that key when they are data";
                self.report(
                    issue::illegal_feature_name(name)
                        .at(self.tree.source(), feature.name_span)
                        .help(help),
                );
            } else if is_managed && data_types::is_metaparameter(name) {
                self.report(
                    issue::feature_is_metaparameter(name).at(self.tree.source(), feature.name_span),
                );
            }
            let first = match seen.entry(name) {
                MapEntry::Occupied(entry) => Some(*entry.get()),
                MapEntry::Vacant(entry) => {
                    let inherited = self.type_table().inherited(bases, name).last();
                    let first = inherited.unwrap_or(feature).name_span;
                    entry.insert(Some(first));
                    inherited.map(|_| Some(first))
                }
            };
            if let Some(first) = first {
                self.report(duplicate_feature(self.tree.source(), feature.name_span, name, first));
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
        let table = self.type_table();
        let bases = table.bases(definition);
        let feature = features(tree, definition.statements)
            .find(|feature| tree.text(feature.name) == name)
            .or_else(|| table.inherited(bases, name).next());
        match feature {
            Some(feature) => {
                if !type_model::is_multi_valued(tree, feature) {
                    self.report(
                        issue::append_to_single_valued(name)
                            .at(self.tree.source(), self.span(left)),
                    );
                }
                true
            }
            None => bases.is_open(),
        }
    }
}

fn illegal_feature_name(name: &str) -> Diagnostic {
    issue::illegal_feature_name(name).help(
        "begin with a lower case letter or an underscore, then letters, digits and underscores",
    )
}

fn duplicate_feature(
    source: &Arc<Source>,
    span: Span,
    name: &str,
    first: Option<Span>,
) -> Diagnostic {
    let diagnostic = issue::duplicate_feature(name).at(source, span);
    match first {
        Some(first) => diagnostic.label(first, "first declared here"),
        None => diagnostic.note(format!("`{MANAGED_RESOURCE}` has the attribute `{name}`")),
    }
}
