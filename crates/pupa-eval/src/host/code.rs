//! The code and the files of an environment and its modules.

use std::sync::Arc;

use pupa_catalog::resource_type::ResourceType;
use pupa_ruby::RubySource;
use pupa_ruby::world::FileError;

use super::{
    DefinitionFile, DefinitionKind, Host, HostError, ModuleFiles, NameKind, Owner, RubyFile,
    RubyFiles, RubyKind, SystemHost,
};
use crate::loaded_type::LoadedType;
use crate::template_file::TemplateFile;

/// The code of an environment and its modules, and the other files of modules. Every method has an
/// answer of "there is nothing".
pub trait CodeHost: SystemHost {
    /// The file that should define something, as seen by the code of `from`.
    ///
    /// # Errors
    /// When there is such a file and it can't be read.
    fn definition(
        &self,
        _kind: DefinitionKind,
        _name: &str,
        _from: &Owner,
    ) -> Result<Option<DefinitionFile>, HostError> {
        Ok(None)
    }

    /// The manifest of a module that should define a class or defined type: `init.pp` for `ntp`,
    /// `server/linux.pp` for `ntp::server::linux`. The name is in lower case.
    ///
    /// # Errors
    /// When there is such a file and it can't be read.
    fn manifest(&self, _name: &str) -> Result<Option<DefinitionFile>, HostError> {
        Ok(None)
    }

    /// A resource type that is described in a file of the environment, as `puppet generate types`
    /// writes them. The name is in lower case; [`pupa_catalog::resource_type::read`] reads such a
    /// file.
    ///
    /// # Errors
    /// When there is such a file and it can't be read.
    fn resource_type(&self, _name: &str) -> Result<Option<Arc<ResourceType>>, HostError> {
        Ok(None)
    }

    /// The file in Ruby that defines something, as seen by the code of `from`. The name is in lower
    /// case.
    fn ruby_code(&self, _kind: RubyKind, _name: &str, _from: &Owner) -> Option<RubyFile> {
        None
    }

    /// A file of Ruby code, which all runs share.
    ///
    /// # Errors
    /// When it can't be read, or must not be.
    fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        match self.ruby_files() {
            Some(files) => Ok(RubySource::new(path, files.read(path)?)),
            None => Err(FileError::Denied),
        }
    }

    /// A host of the same environment that outlives the run, without its log: for the files of
    /// resource types in Ruby, which all runs share.
    fn shared(&self) -> Option<Arc<dyn Host + Send + Sync>> {
        None
    }

    /// The resource type of a file in Ruby, which is loaded once for all runs.
    fn loaded_type(&self, _name: &str, load: &mut dyn FnMut() -> LoadedType) -> LoadedType {
        load()
    }

    /// The names of all things of a kind, in any order.
    fn names(&self, _kind: NameKind) -> Vec<String> {
        Vec::new()
    }

    /// The advice for a module that is missing, if it is known how to get it.
    fn advice_on_module(&self, _module: &str) -> Option<String> {
        None
    }

    /// The path of a file of a module that exists: `ntp/motd` is `motd` in the `files` of the module
    /// `ntp`.
    fn module_file(&self, _kind: ModuleFiles, _reference: &str) -> Option<String> {
        None
    }

    /// The directory of a module.
    fn module_directory(&self, _module: &str) -> Option<String> {
        None
    }

    /// The versions of Puppet that the module in a directory supports, by its metadata; several ranges
    /// are alternatives.
    fn supported_versions(&self, _directory: &str) -> Vec<String> {
        Vec::new()
    }

    /// The files that Ruby code may read; none without.
    fn ruby_files(&self) -> Option<&dyn RubyFiles> {
        None
    }

    /// The template of that path.
    ///
    /// # Errors
    /// When it can't be read, or this host reads no files.
    fn template(&self, path: &str) -> Result<TemplateFile, HostError> {
        TemplateFile::new(path, self.read_file(path)?)
    }
}
