//! Implements the host of the evaluator: the files, the clock, the commands and the modules of this
//! machine.

use std::cell::OnceCell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_catalog::catalog::Resource;
use pupa_catalog::resource_type::ResourceType;
use pupa_eval::Host;
use pupa_eval::host::{
    CodeHost, DefinitionFile, DefinitionKind, FileError, HostError, ModuleFiles, NameKind, Owner,
    RubyFile, RubyFiles, RubyKind, RubySource, SiteHost, SystemHost, Watch,
};
use pupa_eval::loaded_type::LoadedType;
use pupa_eval::log::Log;
use pupa_eval::template_file::TemplateFile;
use pupa_hiera::SharedSource;
use pupa_system::{Cancellation, Command, Finished, Streams, System};
use pupa_value::value::timestamp::Timestamp;

use crate::data::Data;
use crate::exported_resources::Exported;
use crate::memory::RunWatch;
use crate::modules::Modules;
use crate::sandbox::Sandbox;
use crate::shared_host::SharedHost;

/// A callback that gets each message as soon as it is logged.
pub type Logger<'a> = Box<dyn Fn(&Log) + 'a>;

/// The machine as one run sees it.
pub struct Machine<'a> {
    modules: Arc<Modules>,
    allow_system: bool,
    allow_ruby_commands: bool,
    logger: Option<Logger<'a>>,
    exported: Option<(&'a Exported, &'a str)>,
    data: Option<Arc<Data>>,
    sandbox: Sandbox,
    ruby_paths: Vec<PathBuf>,
    /// The host for the files of resource types, used if this run is the first to load them.
    shared: OnceCell<Arc<SharedHost>>,
    watch: Arc<RunWatch>,
}

impl<'a> Machine<'a> {
    /// The machine for runs in an environment.
    pub fn new(modules: Arc<Modules>, allow_system: bool) -> Machine<'a> {
        let sandbox = modules.sandbox(&[]);
        let ruby_paths = Vec::new();
        Machine {
            modules,
            allow_system,
            allow_ruby_commands: false,
            logger: None,
            exported: None,
            data: None,
            sandbox,
            ruby_paths,
            shared: OnceCell::new(),
            watch: Arc::new(RunWatch::begin(Cancellation::default())),
        }
    }

    /// Sets the additional paths that Ruby code may read.
    #[must_use]
    pub fn with_ruby_paths(mut self, paths: &[PathBuf]) -> Machine<'a> {
        self.sandbox = self.modules.sandbox(paths);
        self.ruby_paths = paths.to_vec();
        self
    }

    /// Sets the directory below which Ruby code may write files.
    #[must_use]
    pub fn with_ruby_vardir(mut self, directory: Option<&Path>) -> Machine<'a> {
        self.sandbox = self.sandbox.with_vardir(directory);
        self
    }

    /// Says whether Ruby code may run commands.
    #[must_use]
    pub fn with_ruby_commands(mut self, allowed: bool) -> Machine<'a> {
        self.allow_ruby_commands = allowed;
        self
    }

    /// Sets the data for lookups.
    #[must_use]
    pub fn with_data(mut self, data: Arc<Data>) -> Machine<'a> {
        self.data = Some(data);
        self
    }

    /// Sets the resources that other nodes export, and the name of this node.
    #[must_use]
    pub fn with_exported(mut self, exported: &'a Exported, node: &'a str) -> Machine<'a> {
        self.exported = Some((exported, node));
        self
    }

    /// Sets the callback for messages.
    #[must_use]
    pub fn with_logger(mut self, logger: Logger<'a>) -> Machine<'a> {
        self.logger = Some(logger);
        self
    }

    /// Sets the request with which another thread can cancel the run.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Machine<'a> {
        self.watch = Arc::new(RunWatch::begin(cancellation));
        self
    }

    fn system(&self) -> &dyn System {
        &*self.modules.files().system
    }

    /// Runs a command in the directory of the program. Standard output and standard error are
    /// merged.
    fn execute(&self, words: &[String]) -> io::Result<Finished> {
        let program = words.first().map(|program| Path::new(program.as_str()));
        let directory = program.and_then(Path::parent);
        let directory = directory.filter(|directory| self.system().is_directory(directory));
        let limits = self.modules.files().commands;
        self.system().run(&Command { words, directory, streams: Streams::Merged, limits })
    }

    fn may_read(&self, path: &str) -> Result<(), HostError> {
        if self.allow_system {
            return Ok(());
        }
        Err(HostError(format!("Could not read {path}: reading files is turned off")))
    }
}

impl SystemHost for Machine<'_> {
    fn now(&self) -> Option<Timestamp> {
        Some(Timestamp::from_nanoseconds(self.system().now()))
    }

    fn named_zone(&self, name: &str, seconds: i64) -> Option<(i32, String)> {
        let zone =
            jiff::tz::TimeZone::get(name).or_else(|_| jiff::tz::TimeZone::posix(name)).ok()?;
        let info = zone.to_offset_info(jiff::Timestamp::from_second(seconds).ok()?);
        Some((info.offset().seconds(), info.abbreviation().to_owned()))
    }

    fn utc_offset(&self) -> i32 {
        jiff::Zoned::now().offset().seconds()
    }

    fn random(&self) -> u64 {
        // Each state has its own keys, made from the system's random numbers.
        RandomState::new().build_hasher().finish()
    }

    fn exists(&self, path: &str) -> bool {
        self.allow_system && self.system().exists(Path::new(path))
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        self.may_read(path)?;
        self.modules.read_file(path)
    }

    fn run(&self, command: &[String]) -> Result<String, HostError> {
        if !self.allow_system {
            return Err(HostError("Running commands is turned off".to_owned()));
        }
        let display = command.join(" ");
        match self.execute(command) {
            Ok(finished) if finished.is_success() => Ok(printed(&finished)),
            Ok(finished) => {
                Err(returned(&display, finished.code.unwrap_or(1), &printed(&finished)))
            }
            // Compat: a missing command is reported like one that failed without output.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(returned(&display, 1, "")),
            Err(error) => Err(HostError(format!("Execution of '{display}' failed: {error}"))),
        }
    }

    fn run_for_ruby(&self, command: &[String]) -> Result<(Vec<u8>, i32), HostError> {
        if !self.allow_ruby_commands {
            return Err(HostError(
                "Ruby code may not run commands; `--ruby-run` allows it".to_owned(),
            ));
        }
        let command = match command {
            [line] => vec!["/bin/sh".to_owned(), "-c".to_owned(), line.clone()],
            words => words.to_vec(),
        };
        match self.execute(&command) {
            Ok(finished) => Ok((printed(&finished).into_bytes(), finished.code.unwrap_or(1))),
            Err(error) => Err(HostError(format!("{}: {error}", command.join(" ")))),
        }
    }

    fn watch(&self) -> Option<Arc<dyn Watch>> {
        Some(Arc::clone(&self.watch) as Arc<dyn Watch>)
    }
}

impl CodeHost for Machine<'_> {
    fn definition(
        &self,
        kind: DefinitionKind,
        name: &str,
        _from: &Owner,
    ) -> Result<Option<DefinitionFile>, HostError> {
        self.modules.definition(kind, name)
    }

    fn manifest(&self, name: &str) -> Result<Option<DefinitionFile>, HostError> {
        self.modules.manifest(name)
    }

    fn resource_type(&self, name: &str) -> Result<Option<Arc<ResourceType>>, HostError> {
        self.modules.resource_type(name)
    }

    fn ruby_code(&self, kind: RubyKind, name: &str, from: &Owner) -> Option<RubyFile> {
        self.modules.ruby_code(kind, name, from)
    }

    fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        self.sandbox.check(path)?;
        self.modules.ruby_source(path)
    }

    fn shared(&self) -> Option<Arc<dyn Host + Send + Sync>> {
        let host = self.shared.get_or_init(|| {
            Arc::new(SharedHost::new(&self.modules, self.allow_system, &self.ruby_paths))
        });
        Some(Arc::clone(host) as Arc<dyn Host + Send + Sync>)
    }

    fn loaded_type(&self, name: &str, load: &mut dyn FnMut() -> LoadedType) -> LoadedType {
        self.modules.loaded_type(name, load)
    }

    fn names(&self, kind: NameKind) -> Vec<String> {
        match kind {
            NameKind::Module => self.modules.names().into_iter().map(str::to_owned).collect(),
            NameKind::ResourceType => self.modules.resource_type_names(),
        }
    }

    fn advice_on_module(&self, module: &str) -> Option<String> {
        self.modules.advice_on_module(module)
    }

    fn module_file(&self, kind: ModuleFiles, reference: &str) -> Option<String> {
        let path = self.allow_system.then(|| self.modules.file(kind, reference))??;
        Some(path.to_string_lossy().into_owned())
    }

    fn module_directory(&self, module: &str) -> Option<String> {
        self.modules.directory(module).map(|path| path.to_string_lossy().into_owned())
    }

    fn supported_versions(&self, directory: &str) -> Vec<String> {
        match self.allow_system {
            true => self.modules.supported_versions(Path::new(directory)),
            false => Vec::new(),
        }
    }

    fn ruby_files(&self) -> Option<&dyn RubyFiles> {
        self.allow_system.then_some(&self.sandbox)
    }

    fn template(&self, path: &str) -> Result<TemplateFile, HostError> {
        self.may_read(path)?;
        self.modules.template(path)
    }
}

impl SiteHost for Machine<'_> {
    fn log(&self, log: &Log) {
        if let Some(logger) = &self.logger {
            logger(log);
        }
    }

    fn data(&self) -> Option<SharedSource> {
        let data = self.data.as_ref()?;
        Some(Arc::clone(data) as SharedSource)
    }

    fn exported(&self, type_name: &str) -> Vec<Arc<Resource>> {
        let known = self.exported;
        known.map_or_else(Vec::new, |(exported, node)| exported.by_others(type_name, node))
    }
}

fn returned(command: &str, code: i32, printed: &str) -> HostError {
    HostError(format!("Execution of '{command}' returned {code}: {}", printed.trim()))
}

/// Returns the output of a command as text.
fn printed(finished: &Finished) -> String {
    String::from_utf8_lossy(&finished.output).into_owned()
}
