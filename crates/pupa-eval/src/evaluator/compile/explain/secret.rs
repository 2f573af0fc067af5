//! What explanations must not show.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_value::Value;
use rustc_hash::FxHashSet;

/// Whether a value is or holds one that must not be shown.
pub(super) fn holds_secret(value: &Value) -> bool {
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut waiting = vec![value.clone()];
    while let Some(value) = waiting.pop() {
        // Values share their parts: each is looked at once.
        match &value {
            Value::Sensitive(_) => return true,
            Value::Array(all) if seen.insert(Arc::as_ptr(all).addr()) => {
                waiting.extend(all.iter().cloned());
            }
            Value::Hash(all) if seen.insert(Arc::as_ptr(all).addr()) => {
                waiting.extend(all.iter().flat_map(|(key, value)| [key.clone(), value.clone()]));
            }
            Value::Object(object) if seen.insert(Arc::as_ptr(object).addr()) => {
                waiting.extend(object.values.iter().cloned());
            }
            Value::Instance(object) if seen.insert(Arc::as_ptr(object).addr()) => {
                waiting.extend(object.parts());
            }
            _ => {}
        }
    }
    false
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_at_any_depth() {
        let secret = Value::sensitive("x".into());
        let array = Value::array([1.into(), secret.clone()]);
        assert!(holds_secret(&secret));
        assert!(holds_secret(&Value::hash([("a".into(), array)])));
        assert!(holds_secret(&Value::hash([(secret, 1.into())])));
        assert!(!holds_secret(&Value::array(["a".into(), Value::Undef])));
    }

    #[test]
    fn shared_parts_are_looked_at_once() {
        let mut value = Value::from(1);
        for _ in 0..100 {
            value = Value::array([value.clone(), value]);
        }
        assert!(!holds_secret(&value));
    }
}
