//! Secrets, which explanations must not show.

use pupa_syntax::tree::{ExprId, ExprKind, Tree};

/// Whether code speaks of values that must not be shown, which may then be written in it:
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
