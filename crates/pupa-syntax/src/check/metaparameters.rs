//! Checks for parameters of classes and defined types with the name of a metaparameter.

use crate::diagnostic::Diagnostic;
use crate::issues::validation;
use crate::tree::{ExprId, ExprKind, List, Parameter, Text, Tree};
use crate::validate::is_metaparameter;

/// The warnings about parameters with the name of a metaparameter.
pub(super) fn metaparameter_names(tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut waiting = vec![tree.root()];
    while let Some(expr) = waiting.pop() {
        if let Some((name, parameters)) = definition(tree, expr) {
            let of_definition = tree[parameters].iter();
            found.extend(of_definition.filter_map(|parameter| warning(tree, name, parameter)));
        }
        tree.each_child(expr, &mut |child| waiting.push(child));
    }
    found.sort_by_key(|warning| warning.span().start);
    found
}

fn definition(tree: &Tree, expr: ExprId) -> Option<(Text, List<Parameter>)> {
    match *tree.kind(expr) {
        ExprKind::Class(class) => Some((tree[class].name, tree[class].parameters)),
        ExprKind::Define(define) => Some((tree[define].name, tree[define].parameters)),
        _ => None,
    }
}

fn warning(tree: &Tree, definition: Text, parameter: &Parameter) -> Option<Diagnostic> {
    let name = tree.text(parameter.name);
    if !is_metaparameter(name) {
        return None;
    }
    let consequence = match parameter.default {
        None => "it can't be used",
        Some(_) => "all resources in it get the value",
    };
    let warning = validation::parameter_is_metaparameter(name, tree.text(definition), consequence);
    Some(warning.at(tree.source(), parameter.name_span).help("choose another name"))
}
