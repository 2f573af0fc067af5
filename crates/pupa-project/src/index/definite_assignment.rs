//! Definite assignment: finds the variables that a body sets on every path through it.

use pupa_syntax::tree::{BinaryOp, Condition, ExprId, ExprKind, Tree};
use rustc_hash::FxHashSet;

/// The functions that never return to the body.
const ENDING: &[&str] = &["break", "fail", "next", "return"];

/// The state after an expression.
#[derive(Default)]
struct Assignments<'t> {
    /// The variables that are set in any case.
    names: FxHashSet<&'t str>,
    /// Whether this point is never reached.
    is_end: bool,
}

/// The variables that a body sets in any case when it runs to its end.
pub(super) fn assigned(tree: &Tree, body: ExprId) -> FxHashSet<&str> {
    behind(tree, body).names
}

fn behind(tree: &Tree, expr: ExprId) -> Assignments<'_> {
    match *tree.kind(expr) {
        ExprKind::Class(_)
        | ExprKind::Define(_)
        | ExprKind::Function(_)
        | ExprKind::Plan(_)
        | ExprKind::Node(_)
        | ExprKind::Apply(_) => Assignments::default(),
        ExprKind::Binary { op: BinaryOp::Assign, left, right, .. } => {
            let mut found = behind(tree, right);
            if let ExprKind::Variable(name) = *tree.kind(left) {
                found.names.insert(tree.text(name));
            }
            found
        }
        ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, .. }
        | ExprKind::Selector { left, .. } => behind(tree, left),
        ExprKind::If(condition) | ExprKind::Unless(condition) => {
            let Condition { test, then, otherwise } = tree[condition];
            let branches = [Some(then), otherwise].into_iter().map(|one| branch(tree, one));
            either(behind(tree, test), branches)
        }
        ExprKind::Case { test, options } => {
            let is_default = |value: &ExprId| matches!(tree.kind(*value), ExprKind::Default);
            let mut values = tree[options].iter().flat_map(|option| &tree[option.values]);
            let none = (!values.any(is_default)).then(Assignments::default);
            let bodies = tree[options].iter().map(|option| branch(tree, Some(option.body)));
            either(behind(tree, test), bodies.chain(none))
        }
        ExprKind::Call(call) => {
            let call = tree[call];
            let mut found = all(tree, tree[call.arguments].iter().copied());
            found.is_end |= matches!(*tree.kind(call.functor), ExprKind::Name(name)
                if ENDING.contains(&tree.text(name)));
            found
        }
        ExprKind::MethodCall(call) => {
            let call = tree[call];
            all(tree, [call.functor].into_iter().chain(tree[call.arguments].iter().copied()))
        }
        _ => {
            let mut children = Vec::new();
            tree.each_child(expr, &mut |child| children.push(child));
            all(tree, children.into_iter())
        }
    }
}

fn branch(tree: &Tree, body: Option<ExprId>) -> Assignments<'_> {
    body.map(|body| behind(tree, body)).unwrap_or_default()
}

/// The state after several expressions in sequence.
fn all<'t>(tree: &'t Tree, exprs: impl Iterator<Item = ExprId>) -> Assignments<'t> {
    let mut found = Assignments::default();
    for expr in exprs {
        let one = behind(tree, expr);
        found.names.extend(one.names);
        found.is_end = one.is_end;
        if found.is_end {
            break;
        }
    }
    found
}

/// The state after a test and one of several branches. Branches that never reach their end don't
/// count.
fn either<'t>(
    mut test: Assignments<'t>,
    branches: impl Iterator<Item = Assignments<'t>>,
) -> Assignments<'t> {
    let going_on = branches.filter(|branch| !branch.is_end).map(|branch| branch.names);
    match going_on.reduce(|a, b| a.intersection(&b).copied().collect()) {
        Some(names) => test.names.extend(names),
        None => test.is_end = true,
    }
    test
}

#[cfg(test)]
mod tests {
    use pupa_syntax::source::Source;
    use pupa_syntax::{ParseOptions, parse};

    use super::*;

    fn found(text: &str) -> String {
        let parsed = parse(Source::new("", text).into(), &ParseOptions::default());
        let mut names: Vec<&str> = assigned(&parsed.tree, parsed.tree.root()).into_iter().collect();
        names.sort_unstable();
        names.join(" ")
    }

    #[test]
    fn variables_assigned_on_every_path() {
        assert_eq!(found("$a = 1\n$b = [$c = 2]"), "a b c");
        assert_eq!(found("if $x { $a = 1 $b = 1 } else { $a = 2 }"), "a");
        assert_eq!(found("if $x { $a = 1 } elsif $y { $a = 2 } else { fail('z') }"), "a");
        assert_eq!(found("case $x { 1: { $a = 1 } default: { $a = 2 } }"), "a");
        assert_eq!(found("$a = 1\nif $x { return() }\n$b = 2\nreturn()\n$c = 3"), "a b");
    }

    #[test]
    fn variables_assigned_on_some_paths_only() {
        for text in [
            "unless $a { $a = 1 }",
            "if $x { } else { $a = 1 }",
            "case $x { 1: { $a = 1 } }",
            "$x and ($a = 1)",
            "class c { $a = 1 }",
            "[1].each |$x| { $a = 1 }",
        ] {
            assert_eq!(found(text), "", "{text}");
        }
    }
}
