//! Modules in memory: the files of a fixture, as programs load them.

use std::sync::Arc;

use pupa_eval::Host;
use pupa_eval::host::{DefinitionFile, DefinitionKind, HostError, Owner};
use pupa_syntax::source::Source;

/// The files of an environment, by path: `modules/NAME/functions/…` or `functions/…`.
#[derive(Debug, Default)]
pub struct Modules(Vec<(String, String)>);

impl Modules {
    /// Begins a file.
    pub fn begin(&mut self, path: &str) {
        self.0.push((path.trim().to_owned(), String::new()));
    }

    /// Adds a line to the file that was begun last.
    pub fn push_line(&mut self, line: &str) {
        if let Some((_, text)) = self.0.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }

    /// All files: path and text.
    pub fn files(&self) -> &[(String, String)] {
        &self.0
    }

    fn file(&self, path: &str, owner: Owner) -> Option<DefinitionFile> {
        let (_, text) = self.0.iter().find(|(known, _)| known == path)?;
        Some(DefinitionFile { source: Arc::new(Source::new(path, text.as_str())), owner })
    }
}

impl Host for Modules {
    fn definition(
        &self,
        kind: DefinitionKind,
        name: &str,
        _from: &Owner,
    ) -> Result<Option<DefinitionFile>, HostError> {
        let folder = match kind {
            DefinitionKind::Function => "functions",
            DefinitionKind::Type => "types",
        };
        let name = name.to_lowercase();
        let of_environment = name.strip_prefix("environment::").unwrap_or(&name);
        let path = format!("{folder}/{}.pp", of_environment.replace("::", "/"));
        if let Some(file) = self.file(&path, Owner::Environment) {
            return Ok(Some(file));
        }
        let Some((module, rest)) = name.split_once("::") else { return Ok(None) };
        let path = format!("modules/{module}/{folder}/{}.pp", rest.replace("::", "/"));
        Ok(self.file(&path, Owner::Module(module.into())))
    }
}
