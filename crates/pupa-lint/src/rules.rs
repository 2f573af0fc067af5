//! The list of the rules. Each rule is a record with its issues and its check, in a file of its
//! own.

mod duplicate_keys;
mod encrypted_values;
mod foreign_keys;
pub(crate) mod ignored_parts;
mod invalid_options;
mod level_functions;
mod malformed_code;
mod malformed_configurations;
mod malformed_data;
mod missing_files;
mod missing_keys;
pub(crate) mod parameter_values;
mod path_variables;
mod recursive_lookups;
mod unreachable_files;
mod unusable_levels;
mod unused_keys;

use crate::survey::Rule;

/// All rules.
pub(crate) static RULES: &[&Rule] = &[
    &duplicate_keys::RULE,
    &encrypted_values::RULE,
    &foreign_keys::RULE,
    &invalid_options::RULE,
    &level_functions::RULE,
    &malformed_code::RULE,
    &malformed_configurations::RULE,
    &malformed_data::RULE,
    &missing_files::RULE,
    &missing_keys::RULE,
    &parameter_values::RULE,
    &path_variables::RULE,
    &recursive_lookups::RULE,
    &unreachable_files::RULE,
    &unusable_levels::RULE,
    &unused_keys::RULE,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::issues::ISSUES;

    #[test]
    fn every_issue_has_a_rule() {
        for issue in ISSUES {
            let is_of = |rule: &&&Rule| rule.issues.iter().any(|one| one.code == issue.code);
            assert!(RULES.iter().any(|rule| is_of(&rule)), "no rule reports {}", issue.code);
        }
        for issue in RULES.iter().flat_map(|rule| rule.issues) {
            assert!(ISSUES.iter().any(|one| one.code == issue.code), "{} is missing", issue.code);
        }
    }
}
