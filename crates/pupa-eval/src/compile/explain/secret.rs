//! Detects code with secrets, which explanations must hide.

use pupa_syntax::tree::{ExprId, ExprKind, Tree};

/// Whether code handles values that must be hidden. Such code may contain them as literals:
/// `Sensitive('secret').unwrap`.
pub(super) fn speaks_of_secrets(tree: &Tree, at: ExprId) -> bool {
    let mut waiting = vec![at];
    while let Some(expr) = waiting.pop() {
        if let ExprKind::Reference(name) = *tree.kind(expr)
            && tree.text(name).trim_start_matches("::").eq_ignore_ascii_case("sensitive")
        {
            return true;
        }
        tree.each_child(expr, &mut |child| waiting.push(child));
    }
    false
}
