//! The part of the host that provides code and files of an environment and its modules.

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

/// The code of an environment and its modules, and the other files of modules. By default, every
/// method returns that there is nothing.
pub trait CodeHost: SystemHost {
    /// The file that should define something, as seen by the code of `from`.
    ///
    /// # Errors
    /// When the file exists but can't be read.
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
    /// When the file exists but can't be read.
    fn manifest(&self, _name: &str) -> Result<Option<DefinitionFile>, HostError> {
        Ok(None)
    }

    /// A resource type that a file of the environment describes, which `puppet generate types` has
    /// written. The name is in lower case; [`pupa_catalog::resource_type::read`] reads such a file.
    ///
    /// # Errors
    /// When the file exists but can't be read.
    fn resource_type(&self, _name: &str) -> Result<Option<Arc<ResourceType>>, HostError> {
        Ok(None)
    }

    /// The Ruby file that defines something, as seen by the code of `from`. The name is in lower
    /// case.
    fn ruby_code(&self, _kind: RubyKind, _name: &str, _from: &Owner) -> Option<RubyFile> {
        None
    }

    /// A file of Ruby code, shared by all runs.
    ///
    /// # Errors
    /// When it can't be read, or must not be.
    fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        match self.ruby_files() {
            Some(files) => Ok(RubySource::new(path, files.read(path)?)),
            None => Err(FileError::Denied),
        }
    }

    /// A host of the same environment, without the log of this run. It outlives the run, since the
    /// files of resource types in Ruby are shared by all runs.
    fn shared(&self) -> Option<Arc<dyn Host + Send + Sync>> {
        None
    }

    /// The resource type in a Ruby file, loaded once for all runs.
    fn loaded_type(&self, _name: &str, load: &mut dyn FnMut() -> LoadedType) -> LoadedType {
        load()
    }

    /// The names of all things of this kind, in any order.
    fn names(&self, _kind: NameKind) -> Vec<String> {
        Vec::new()
    }

    /// The help text for a missing module, if it is known how to install it.
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

    /// The versions of Puppet that the module in a directory supports according to its metadata, as
    /// alternative ranges.
    fn supported_versions(&self, _directory: &str) -> Vec<String> {
        Vec::new()
    }

    /// Access to files for Ruby code; `None` if it may read none.
    fn ruby_files(&self) -> Option<&dyn RubyFiles> {
        None
    }

    /// The template at a path.
    ///
    /// # Errors
    /// When it can't be read, or this host reads no files.
    fn template(&self, path: &str) -> Result<TemplateFile, HostError> {
        TemplateFile::new(path, self.read_file(path)?)
    }
}
