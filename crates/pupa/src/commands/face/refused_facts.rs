//! Why the file of `--facts` can't be used, as the reference says it.

use std::path::Path;

use pupa_project::data_file::{Unreadable, Why};

/// The reference's words for an error about facts; faces differ in how they call data that is not a
/// hash. Other errors stay as they are.
pub(in crate::commands) fn refused_facts(
    error: &anyhow::Error,
    no_hash: impl FnOnce(&Path) -> String,
) -> String {
    let Some(unreadable) = error.downcast_ref::<Unreadable>() else { return format!("{error:#}") };
    match &unreadable.why {
        Why::NoHash => no_hash(&unreadable.path),
        // Compat: the reference reports its own error, and the wrapped one of the library.
        Why::Yaml(message) => format!("{message}\nWrapped exception:\n{message}"),
        Why::File(_) | Why::NoText { .. } | Why::Json(_) => unreadable.as_ruby_says(),
    }
}
