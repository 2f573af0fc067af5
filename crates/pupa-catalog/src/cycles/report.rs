//! Cycles in the words and in the DOT form of the reference.

use std::fmt::Write as _;

use super::{Cycle, CyclePath, reference};
use crate::catalog::Catalog;

/// The error of `puppet apply` that follows [`message`] when it gives up.
pub const FAILURE: &str = "One or more resource dependency cycles detected in graph";

/// The error message of `puppet apply` about cycles.
pub fn message(catalog: &Catalog, cycles: &[Cycle]) -> String {
    let noun = if cycles.len() == 1 { "cycle" } else { "cycles" };
    let mut text = format!("Found {} dependency {noun}:\n", cycles.len());
    for path in cycles.iter().filter_map(|cycle| cycle.paths.first()) {
        // Compat: the reference writes a backslash and an `n` instead of a line break.
        // Pinned by `cycles_and_their_members_are_sorted`.
        let _ = write!(text, "({})\\n", references(catalog, path).join(" => "));
    }
    text.push_str(
        "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz",
    );
    text
}

/// Writes cycles as DOT, like the `cycles.dot` of `puppet apply --graph`.
pub fn to_dot(catalog: &Catalog, cycles: &[Cycle]) -> String {
    let mut text = "digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n".to_owned();
    for path in cycles.iter().flat_map(|cycle| &cycle.paths) {
        let quoted = references(catalog, path).into_iter();
        let quoted = quoted.map(|one| format!("\"{}\"", one.replace('"', "\\\"")));
        text.push_str(&quoted.collect::<Vec<_>>().join(" -> "));
        text.push('\n');
    }
    text.push_str("}\n");
    text
}

fn references(catalog: &Catalog, path: &CyclePath) -> Vec<String> {
    let resources = path.resources.iter().filter_map(|one| catalog.resources.get(*one));
    resources.map(reference).collect()
}
