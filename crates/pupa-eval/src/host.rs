//! The traits through which evaluation reaches the world around it.
//!
//! The language core touches no files, no clock, no environment and no other process. It asks a
//! [`Host`], so that the same core runs in a compiler, an editor, a test or a browser.

use std::sync::{Arc, OnceLock};

use pupa_catalog::catalog::Resource;
use pupa_catalog::resource_type::ResourceType;
pub use pupa_ruby::RubySource;
pub use pupa_ruby::world::{FileError, FileKind, FileStat};
use pupa_syntax::source::Source;
use pupa_value::value::timestamp::Timestamp;

use crate::loaded_type::LoadedType;
use crate::log::Log;
use crate::program::{Program, Rejected};
use crate::settings::Settings;
use crate::template_file::TemplateFile;

/// Whose code something is, which decides what it can see.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Owner {
    /// The environment itself: its manifests, or a program given on the command line.
    #[default]
    Environment,
    /// The module of that name.
    Module(Arc<str>),
}

impl Owner {
    /// Its name in messages: `module ntp`.
    pub(crate) fn shown(&self) -> String {
        match self {
            Owner::Environment => "environment".to_owned(),
            Owner::Module(name) => format!("module {name}"),
        }
    }
}

/// The kinds of definitions that have a file of their own and are found by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// A function, in `functions/`.
    Function,
    /// A type alias or type definition, in `types/`.
    Type,
}

/// A file that should define something.
///
/// Its text becomes a program once, for all runs that get a clone of it. Those must have the same
/// settings.
#[derive(Debug, Clone)]
pub struct DefinitionFile {
    /// The text.
    pub source: Arc<Source>,
    /// Whose it is.
    pub owner: Owner,
    program: Arc<OnceLock<Result<Arc<Program>, Rejected>>>,
}

impl DefinitionFile {
    /// A file that belongs to an owner.
    pub fn new(source: Arc<Source>, owner: Owner) -> DefinitionFile {
        DefinitionFile { source, owner, program: Arc::default() }
    }

    /// The program that it holds; it should define `name`.
    pub(crate) fn program(
        &self,
        name: &str,
        settings: &Settings,
    ) -> Result<Arc<Program>, Rejected> {
        let program = self.program.get_or_init(|| {
            let (source, owner) = (Arc::clone(&self.source), self.owner.clone());
            Program::read_definition(source, owner, name, settings).map(Arc::new)
        });
        program.clone()
    }
}

/// A kind of files that modules carry for programs to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModuleFiles {
    /// `files/`
    Files,
    /// `templates/`
    Templates,
}

/// The kinds of Ruby files in modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RubyKind {
    /// A resource type, in `lib/puppet/type/`.
    ResourceType,
    /// A function, in `lib/puppet/functions/` or `lib/puppet/parser/functions/`.
    Function,
    /// A function in `lib/puppet/parser/functions/`, for the interface of Puppet 3.
    OldFunction,
}

/// A file in Ruby that defines something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RubyFile {
    /// Whose it is.
    pub owner: Owner,
    /// The path.
    pub path: String,
}

impl RubyFile {
    /// Whether it defines a function for the interface of Puppet 3.
    pub fn is_old(&self) -> bool {
        self.path.contains("/lib/puppet/parser/functions/")
    }
}

/// Files as Ruby code sees them.
pub trait RubyFiles {
    /// The content of a file.
    ///
    /// # Errors
    /// When it can't be read, or must not be.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;

    /// The properties of a file.
    ///
    /// # Errors
    /// When the file does not exist or the sandbox hides it.
    fn stat(&self, path: &str) -> Result<FileStat, FileError>;

    /// The names in a directory, in order.
    ///
    /// # Errors
    /// When it can't be read, or must not be.
    fn list(&self, path: &str) -> Result<Vec<String>, FileError>;

    /// The absolute path without symbolic links.
    ///
    /// # Errors
    /// When the file does not exist or the sandbox hides it.
    fn real_path(&self, path: &str) -> Result<String, FileError>;

    /// The file of a library that `require` names.
    fn library(&self, name: &str) -> Option<String>;

    /// The names, without their ending, of the Ruby files in a directory below the `lib`
    /// directories of modules.
    fn library_files(&self, _directory: &str) -> Vec<String> {
        Vec::new()
    }
}

/// A kind of things whose names a host may know, for suggestions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Modules.
    Module,
    /// Resource types that modules or descriptions bring along.
    ResourceType,
}

/// Why the host could not do what it was asked for; a message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostError(pub String);

/// The world around a run. Every method has an answer of "there is nothing", so that a host
/// offers just what it wants to.
pub trait Host {
    /// Receives a message as soon as it is logged.
    fn log(&self, _log: &Log) {}

    /// The source of data; `None` without data.
    fn data(&self) -> Option<pupa_hiera::SharedSource> {
        None
    }

    /// The time.
    fn now(&self) -> Option<Timestamp> {
        None
    }

    /// The offset of a zone of the tz database from UTC at a moment, in seconds, and its
    /// abbreviation.
    fn named_zone(&self, name: &str, seconds: i64) -> Option<(i32, String)> {
        let _ = (name, seconds);
        None
    }

    /// The offset of local time from UTC, in seconds.
    fn utc_offset(&self) -> i32 {
        0
    }

    /// A number that differs from call to call, for `fqdn_rand` and its like without a seed.
    fn random(&self) -> u64 {
        0
    }

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

    /// The resources of a type (`File`) that other nodes export.
    fn exported(&self, _type_name: &str) -> Vec<Arc<Resource>> {
        Vec::new()
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

    /// The path of a file of a module: `ntp/motd` is `motd` in the `files` of the module `ntp`.
    fn module_file(&self, _kind: ModuleFiles, _reference: &str) -> Option<String> {
        None
    }

    /// The directory of a module.
    fn module_directory(&self, _module: &str) -> Option<String> {
        None
    }

    /// Whether there is a file or directory of that path.
    fn exists(&self, _path: &str) -> bool {
        false
    }

    /// The content of a file.
    ///
    /// # Errors
    /// When it can't be read, or this host reads no files.
    fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        Err(HostError(format!("Could not read {path}: there are no files here")))
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

    /// Runs a command and returns what it prints.
    ///
    /// # Errors
    /// When it can't be run or fails, or this host runs no commands.
    fn run(&self, _command: &[String]) -> Result<String, HostError> {
        Err(HostError("Running commands is turned off".to_owned()))
    }

    /// Runs a command for Ruby code and returns its output and exit code. One word is a line for
    /// the shell.
    ///
    /// # Errors
    /// When it can't be run, or Ruby code may not run commands.
    fn run_for_ruby(&self, _command: &[String]) -> Result<(Vec<u8>, i32), HostError> {
        Err(HostError("Ruby code may not run commands; `--ruby-run` allows it".to_owned()))
    }

    /// Returns the number of bytes that the process uses, where it is known.
    fn memory_in_use(&self) -> Option<u64> {
        None
    }
}

/// A host that offers nothing: for programs that only calculate.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

impl Host for NoHost {}
