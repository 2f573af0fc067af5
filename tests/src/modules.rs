//! Modules in memory: the files of a fixture, as programs load them.

use std::sync::Arc;

use pupa_catalog::resource_type::{self, ResourceType};
use pupa_eval::host::{
    CodeHost, DefinitionFile, DefinitionKind, FileError, HostError, ModuleFiles, Owner, RubyFile,
    RubyKind, RubySource, SiteHost, SystemHost,
};
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
        Some(DefinitionFile::new(Arc::new(Source::new(path, text.as_str())), owner))
    }
}

impl SystemHost for Modules {}

impl CodeHost for Modules {
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

    fn manifest(&self, name: &str) -> Result<Option<DefinitionFile>, HostError> {
        let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
        let path = format!("modules/{module}/manifests/{}.pp", rest.replace("::", "/"));
        Ok(self.file(&path, Owner::Module(module.into())))
    }

    fn resource_type(&self, name: &str) -> Result<Option<Arc<ResourceType>>, HostError> {
        let path = format!(".resource_types/{name}.pp");
        let Some(file) = self.file(&path, Owner::Environment) else { return Ok(None) };
        let read = resource_type::read(&file.source, name);
        read.map(|read| Some(Arc::new(read))).map_err(|error| HostError(error.to_string()))
    }

    fn ruby_code(&self, kind: RubyKind, name: &str, _from: &Owner) -> Option<RubyFile> {
        let folders: &[&str] = match kind {
            RubyKind::ResourceType => &["type"],
            RubyKind::Function => &["functions", "parser/functions"],
            RubyKind::OldFunction => &["parser/functions"],
        };
        folders.iter().find_map(|folder| {
            let ending = format!("/lib/puppet/{folder}/{}.rb", name.replace("::", "/"));
            self.0.iter().find_map(|(path, _)| {
                let module = path.strip_prefix("modules/")?.strip_suffix(&ending)?;
                Some(RubyFile { owner: Owner::Module(module.into()), path: path.clone() })
            })
        })
    }

    fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        let found = self.0.iter().find(|(known, _)| known == path);
        let (_, text) = found.ok_or(FileError::NotFound)?;
        Ok(RubySource::new(path, text.clone().into_bytes()))
    }

    fn module_file(&self, kind: ModuleFiles, reference: &str) -> Option<String> {
        let folder = match kind {
            ModuleFiles::Files => "files",
            ModuleFiles::Templates => "templates",
        };
        let (module, file) = reference.split_once('/')?;
        let path = format!("modules/{module}/{folder}/{file}");
        self.0.iter().find_map(|(known, _)| (*known == path).then(|| path.clone()))
    }
}

impl SiteHost for Modules {}
