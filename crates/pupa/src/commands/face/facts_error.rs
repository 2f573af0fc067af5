//! The reference's messages for an invalid file of `--facts`.

use std::path::Path;

use pupa_project::data_file::{DataErrorKind, Unreadable};

/// The reference's message for an error about facts. Faces have different messages for data that is
/// not a hash; other errors are unchanged.
pub(in crate::commands) fn facts_error(
    error: &anyhow::Error,
    no_hash: impl FnOnce(&Path) -> String,
) -> String {
    let Some(unreadable) = error.downcast_ref::<Unreadable>() else { return format!("{error:#}") };
    match &unreadable.why {
        DataErrorKind::NoHash => no_hash(&unreadable.path),
        // Compat: the reference reports its own error, and the wrapped one of the library.
        DataErrorKind::Yaml(message) => format!("{message}\nWrapped exception:\n{message}"),
        DataErrorKind::File(_) | DataErrorKind::NoText { .. } | DataErrorKind::Json(_) => {
            unreadable.as_ruby_says()
        }
    }
}
