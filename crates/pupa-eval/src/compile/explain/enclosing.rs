//! Finds the code around a position: the title of a resource, and the collection that a lambda
//! iterates over.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{ExprId, ExprKind, Id, Lambda, Tree};

/// A call with a lambda that has the requested parameter.
pub(super) struct Iteration {
    /// The call.
    pub(super) call: ExprId,
    /// The receiver of the call, or its first argument.
    pub(super) collection: ExprId,
}

/// The innermost call around an expression whose lambda has a parameter with this name.
pub(super) fn iteration_around(tree: &Tree, at: ExprId, name: &str) -> Option<Iteration> {
    let inner = tree[at].span;
    let mut found = None;
    each_around(tree, inner, &mut |expr| {
        let (lambda, collection) = match *tree.kind(expr) {
            ExprKind::Call(call) => {
                (tree[call].lambda, tree[tree[call].arguments].first().copied())
            }
            ExprKind::MethodCall(call) => match *tree.kind(tree[call].functor) {
                ExprKind::NamedAccess { left, .. } => (tree[call].lambda, Some(left)),
                _ => (None, None),
            },
            _ => return,
        };
        let Some((lambda, collection)) = lambda.zip(collection) else { return };
        if contains(tree[lambda].span, inner) && has_parameter(tree, lambda, name) {
            found = Some(Iteration { call: expr, collection });
        }
    });
    found
}

/// The expression for the title of the resource that is declared at an offset.
pub(super) fn title_at(tree: &Tree, offset: u32) -> Option<ExprId> {
    let place = Span::new(offset, offset);
    let mut found = None;
    each_around(tree, place, &mut |expr| {
        let ExprKind::Resource(resource) = *tree.kind(expr) else { return };
        let bodies = &tree[tree[resource].bodies];
        let body = match bodies {
            [only] => Some(only),
            several => several.iter().find(|body| contains(body.span, place)),
        };
        found = body.map(|body| body.title);
    });
    found
}

/// Calls `visit` with the expressions around a range, the outermost first.
fn each_around(tree: &Tree, inner: Span, visit: &mut dyn FnMut(ExprId)) {
    let mut waiting = vec![tree.root()];
    while let Some(expr) = waiting.pop() {
        visit(expr);
        tree.each_child(expr, &mut |child| {
            if contains(tree[child].span, inner) {
                waiting.push(child);
            }
        });
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn has_parameter(tree: &Tree, lambda: Id<Lambda>, name: &str) -> bool {
    tree[tree[lambda].parameters].iter().any(|parameter| tree.text(parameter.name) == name)
}
