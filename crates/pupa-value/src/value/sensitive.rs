//! Detection of sensitive values, which must not be logged or printed.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Value;

impl Value {
    /// Whether the value is sensitive or contains a sensitive value.
    ///
    /// ```
    /// use pupa_value::Value;
    /// let secret = Value::array(["user".into(), Value::sensitive("password".into())]);
    /// assert!(secret.holds_sensitive());
    /// ```
    pub fn holds_sensitive(&self) -> bool {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut waiting = vec![self.clone()];
        while let Some(value) = waiting.pop() {
            // A run that has ended may hold anything.
            if !pupa_meter::visit() {
                return true;
            }
            // Values share their parts; each is visited once.
            match &value {
                Value::Sensitive(_) => return true,
                Value::Array(all) if seen.insert(Arc::as_ptr(all).addr()) => {
                    waiting.extend(all.iter().cloned());
                }
                Value::Hash(all) if seen.insert(Arc::as_ptr(all).addr()) => {
                    waiting
                        .extend(all.iter().flat_map(|(key, value)| [key.clone(), value.clone()]));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_values_are_found_at_any_depth() {
        let secret = Value::sensitive("x".into());
        let array = Value::array([1.into(), secret.clone()]);
        assert!(secret.holds_sensitive());
        assert!(Value::hash([("a".into(), array)]).holds_sensitive());
        assert!(Value::hash([(secret, 1.into())]).holds_sensitive());
        assert!(!Value::array(["a".into(), Value::Undef]).holds_sensitive());
    }

    #[test]
    fn shared_parts_are_visited_once() {
        let mut value = Value::from(1);
        for _ in 0..100 {
            value = Value::array([value.clone(), value]);
        }
        assert!(!value.holds_sensitive());
    }
}
