//! Reads files of code into the form that runs share: definitions, templates and Ruby code.

use std::path::Path;
use std::sync::Arc;

use pupa_eval::host::{DefinitionFile, FileError, HostError, Owner, RubySource};
use pupa_eval::template_file::TemplateFile;
use pupa_system::System;

use crate::reading::{self, Loaded};
use crate::sandbox::file_error;

/// The result of reading a file with a definition: `None` if the file is missing.
pub(crate) type Definition = Result<Option<DefinitionFile>, HostError>;

/// Reads and parses a file that should define something, if it exists.
pub(crate) fn definition(
    system: &dyn System,
    path: &Path,
    limit: u64,
    owner: impl FnOnce() -> Owner,
) -> Definition {
    let name = path.to_string_lossy();
    match reading::read_own_file(system, path, &name, limit) {
        Loaded::Text(source) => Ok(Some(DefinitionFile::new(Arc::new(source), owner()))),
        // Checking whether the file exists before reading it would take as long as reading most
        // files.
        Loaded::Unreadable(_) if !system.exists(path) || system.is_directory(path) => Ok(None),
        Loaded::Unreadable(diagnostic) => {
            Err(HostError(format!("{} (file: {name})", diagnostic.message)))
        }
    }
}

/// Reads a template.
pub(crate) fn template(
    system: &dyn System,
    path: &str,
    limit: u64,
) -> Result<TemplateFile, HostError> {
    TemplateFile::new(path, reading::read_bytes(system, path, limit)?)
}

/// Reads a file of Ruby code.
pub(crate) fn ruby(system: &dyn System, path: &str, limit: u64) -> Result<RubySource, FileError> {
    let contents = system.read(Path::new(path), limit).map_err(|error| file_error(&error))?;
    Ok(RubySource::new(path, contents.bytes))
}
