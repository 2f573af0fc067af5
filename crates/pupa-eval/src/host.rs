//! The traits through which evaluation uses its surroundings.
//!
//! The language core accesses no files, clock, environment variables or processes. It asks a
//! [`Host`], so that the same core runs in a compiler, an editor, a test or a browser.

mod code;
mod site;
mod system;

use std::sync::{Arc, OnceLock};

pub use pupa_meter::Watch;
pub use pupa_ruby::RubySource;
pub use pupa_ruby::world::{FileChange, FileError, FileKind, FileStat};
use pupa_syntax::source::Source;

use crate::program::{ManifestError, Program};
use crate::settings::Settings;
pub use code::CodeHost;
pub use site::SiteHost;
pub use system::SystemHost;

/// The owner of code, which determines the definitions that the code can see.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Owner {
    /// The environment: its manifests, or code from the command line.
    #[default]
    Environment,
    /// The module of that name.
    Module(Arc<str>),
}

impl Owner {
    /// The name of the owner in messages: `module ntp`.
    pub(crate) fn display(&self) -> String {
        match self {
            Owner::Environment => "environment".to_owned(),
            Owner::Module(name) => format!("module {name}"),
        }
    }
}

/// The kinds of definitions that have their own files and are found by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// A function, in `functions/`.
    Function,
    /// A type alias or type definition, in `types/`.
    Type,
}

/// A file that should define something.
///
/// It is compiled to a program once, for all runs that get a clone of this object. These runs must
/// have the same settings.
#[derive(Debug, Clone)]
pub struct DefinitionFile {
    /// The text.
    pub source: Arc<Source>,
    /// The owner of the file.
    pub owner: Owner,
    program: Arc<OnceLock<Result<Arc<Program>, ManifestError>>>,
}

impl DefinitionFile {
    /// A file of an owner.
    pub fn new(source: Arc<Source>, owner: Owner) -> DefinitionFile {
        DefinitionFile { source, owner, program: Arc::default() }
    }

    /// The compiled program in the file, which should define `name`.
    pub(crate) fn program(
        &self,
        name: &str,
        settings: &Settings,
    ) -> Result<Arc<Program>, ManifestError> {
        let program = self.program.get_or_init(|| {
            let (source, owner) = (Arc::clone(&self.source), self.owner.clone());
            let read = || Program::read_definition(source, owner, name, settings).map(Arc::new);
            pupa_meter::unmetered(read)
        });
        program.clone()
    }
}

/// The kinds of files in modules that programs can read.
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
    /// A function in `lib/puppet/parser/functions/`, for the API of Puppet 3.
    OldFunction,
}

/// A Ruby file that defines something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RubyFile {
    /// The owner of the file.
    pub owner: Owner,
    /// The path.
    pub path: String,
}

impl RubyFile {
    /// Whether it defines a function of the Puppet 3 API.
    pub fn is_old(&self) -> bool {
        self.path.contains("/lib/puppet/parser/functions/")
    }
}

/// Access of Ruby code to files.
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

    /// Changes a file or directory.
    ///
    /// # Errors
    /// When it can't be changed, or must not be.
    fn change(&self, _path: &str, _change: FileChange<'_>) -> Result<(), FileError> {
        Err(FileError::Denied)
    }

    /// Allows to read a file that data functions are asked to read.
    fn allow(&self, _path: &str) {}

    /// The file of a library that `require` names.
    fn library(&self, name: &str) -> Option<String>;

    /// The names, without extension, of the Ruby files in a subdirectory of the `lib` directories
    /// of modules.
    fn library_files(&self, _directory: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The kinds of names that a host can list, for suggestions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Modules.
    Module,
    /// Resource types from Ruby files or descriptions.
    ResourceType,
}

/// The error of a request to the host: a message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostError(pub String);

/// The world around a run: the system below it, the code that it may load, the site that it is for.
/// A type that implements these three traits is a host.
///
/// ```
/// use pupa_eval::Host;
/// use pupa_eval::host::{CodeHost, HostError, SiteHost, SystemHost};
///
/// struct Desk;
///
/// impl SystemHost for Desk {
///     fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
///         Ok(format!("the content of {path}").into_bytes())
///     }
/// }
/// impl CodeHost for Desk {}
/// impl SiteHost for Desk {}
///
/// let host: &dyn Host = &Desk;
/// assert!(host.read_file("/rules").is_ok());
/// assert!(host.manifest("ntp").is_ok_and(|file| file.is_none()));
/// ```
pub trait Host: SystemHost + CodeHost + SiteHost {}

impl<T: SystemHost + CodeHost + SiteHost + ?Sized> Host for T {}

/// A host that provides nothing, for programs that only compute values.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

impl SystemHost for NoHost {}
impl CodeHost for NoHost {}
impl SiteHost for NoHost {}
