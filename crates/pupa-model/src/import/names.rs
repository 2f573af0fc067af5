//! Conversion of Ecore names to Puppet names.

use std::collections::{HashMap, HashSet};

use pupa_syntax::type_model::MANAGED_RESOURCE;
use pupa_syntax::validate::DATA_TYPES;

/// A segment of a type name: starts with an upper case letter.
pub(super) fn type_segment(name: &str) -> String {
    let word = word(name);
    match word.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => {
            first.to_ascii_uppercase().to_string() + &word[1..]
        }
        Some(_) => format!("T{word}"),
        None => "Unnamed".to_owned(),
    }
}

/// The name of a feature: starts with a lower case letter or an underscore.
pub(super) fn feature_name(name: &str) -> String {
    let word = word(name);
    let is_upper_case = word.bytes().any(|byte| byte.is_ascii_uppercase())
        && !word.bytes().any(|byte| byte.is_ascii_lowercase());
    let name = match word.chars().next() {
        _ if is_upper_case && !word.starts_with(|first: char| first.is_ascii_digit()) => {
            word.to_ascii_lowercase()
        }
        Some(first) if first.is_ascii_alphabetic() || first == '_' => {
            first.to_ascii_lowercase().to_string() + &word[1..]
        }
        Some(_) => format!("_{word}"),
        None => "unnamed".to_owned(),
    };
    // These words are always values.
    if matches!(name.as_str(), "true" | "false") { name + "_" } else { name }
}

/// Whether the language has a type with this name.
pub(super) fn is_taken(name: &str) -> bool {
    DATA_TYPES.contains(&name) || name == MANAGED_RESOURCE
}

/// A set of names in use.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The next number for each name, so that many equal names take linear time.
    next: HashMap<String, u64>,
}

impl Names {
    /// Adds the first of `name`, `name_2`, `name_3` … that is not in use and that `is_free`
    /// accepts.
    pub(super) fn take(&mut self, name: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut candidate = name.to_owned();
        while self.taken.contains(&candidate) || !is_free(&candidate) {
            let number = self.next.entry(name.to_owned()).or_insert(2);
            candidate = format!("{name}_{number}");
            *number += 1;
        }
        self.taken.insert(candidate.clone());
        candidate
    }

    /// Whether a name is in use.
    pub(super) fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
}

/// Replaces all characters except letters, digits and underscores by an underscore.
fn word(name: &str) -> String {
    let legal = |one: char| if one.is_ascii_alphanumeric() || one == '_' { one } else { '_' };
    name.trim().chars().map(legal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_legal() {
        let types = ["user", "User", "my-user", "1st", "_x", "", "Größe", "été"].map(type_segment);
        assert_eq!(types, ["User", "User", "My_user", "T1st", "T_x", "Unnamed", "Gr__e", "T_t_"]);
        let features = ["name", "Name", "URL", "MAX_AGE", "1st", "_x", "a.b", "", "X1", "2X"]
            .map(feature_name);
        let expected =
            ["name", "name", "url", "max_age", "_1st", "_x", "a_b", "unnamed", "x1", "_2X"];
        assert_eq!(features, expected);
        assert_eq!(["true", "TRUE", "False"].map(feature_name), ["true_", "true_", "false_"]);
    }

    #[test]
    fn names_in_use_get_a_number() {
        let mut names = Names::default();
        let mut take = |name| names.take(name, |candidate| candidate != "a_3");
        assert_eq!(["a", "a", "b", "a"].map(&mut take), ["a", "a_2", "b", "a_4"]);
    }
}
