//! Flattens nested arrays.

use pupa_value::Value;

/// Replaces arrays among the values by their elements, at all levels.
pub(crate) fn flattened<'v>(values: impl IntoIterator<Item = &'v Value>) -> Vec<Value> {
    let mut flat = Vec::new();
    for value in values {
        push(&mut flat, value);
    }
    // An incomplete list is never a result: the run ends before it is used.
    if pupa_meter::is_exhausted() { Vec::new() } else { flat }
}

fn push(flat: &mut Vec<Value>, value: &Value) {
    if !pupa_meter::visit() {
        return;
    }
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| push(flat, element)),
        other => {
            // A vector that grows needs its old and its new memory for a while.
            if flat.len() == flat.capacity()
                && !pupa_meter::charge_memory(2 * size_of_val(&flat[..]))
            {
                return;
            }
            flat.push(other.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_taken_apart_and_others_stay() {
        let inner = Value::array([Value::array([2.into()]), Value::Undef, Value::array([])]);
        let flat = flattened(&[1.into(), inner]);
        assert_eq!(flat, [1.into(), 2.into(), Value::Undef]);
    }
}
