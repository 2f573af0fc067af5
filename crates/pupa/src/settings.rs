//! The settings of a run: the command line overrides `pupa.toml`, which overrides the defaults.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use pupa_eval::limits::Limits;
use pupa_project::config::{Bound, Bounds, ColorChoice, Config, ConfiguredOption};
use pupa_project::files::Files;
use pupa_project::project::{Options, Project};
use pupa_project::project_root::ProjectRoot;
use pupa_syntax::Edition;
use pupa_syntax::source::MAX_SOURCE_LEN;
use pupa_syntax::validate::{Extensions, Rules, Strict};
use pupa_system::{CommandLimits, Disk, System};

use crate::cli::Globals;
use crate::output::Stream;

/// The settled values.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The edition of the language.
    pub(crate) edition: Edition,
    /// The severity of questionable constructs.
    pub(crate) strict: Strict,
    /// Whether `strict` has its default.
    pub(crate) strict_is_default: bool,
    /// The treatment of extensions.
    pub(crate) extensions: Extensions,
    /// Whether unknown variables are errors.
    pub(crate) strict_variables: bool,
    /// The absolute directories of modules.
    pub(crate) modulepath: Vec<PathBuf>,
    /// Whether `modulepath` replaces the module path of the environment.
    pub(crate) only_given_modules: bool,
    /// When to use colour.
    pub(crate) color: ColorChoice,
    /// The maximum size of files to read.
    pub(crate) max_file_size: u64,
    /// The limits of commands.
    pub(crate) commands: CommandLimits,
    /// The limits of a run.
    pub(crate) limits: Limits,
    /// The files that projects are read from, if these are not those of this machine.
    pub(crate) system: Option<Arc<dyn System>>,
    /// Options of commands that `pupa.toml` sets.
    pub(crate) options: Vec<ConfiguredOption>,
    /// The root of the project around the working directory. Only Pupa's own commands look for it.
    pub(crate) root: Option<ProjectRoot>,
}

impl Settings {
    /// Reads the configuration, and applies the command line to it.
    ///
    /// `pupa.toml` is searched for from the environment's directory upwards if one is given,
    /// otherwise from the working directory.
    pub(crate) fn load(globals: &Globals, environment: Option<&Path>) -> Result<Settings> {
        let known = crate::cli::known_options;
        let config = match (&globals.config, environment) {
            (Some(path), _) => Config::read(path, known)?,
            (None, Some(directory)) => Config::find(&crate::files::absolute(directory), known)?,
            (None, None) => Config::find(&std::env::current_dir().unwrap_or_default(), known)?,
        };
        Ok(Settings::settle(globals, config))
    }

    fn settle(globals: &Globals, config: Config) -> Settings {
        let extensions =
            if globals.no_extensions { Some(Extensions::Off) } else { globals.extensions };
        let strict_variables = match (globals.strict_variables, globals.no_strict_variables) {
            (_, true) => Some(false),
            (true, _) => Some(true),
            (false, false) => None,
        };
        let modulepath = globals.modulepath.clone().map(|path| path.0).or(config.modulepath);
        Settings {
            edition: globals.edition.or(config.edition).unwrap_or_default(),
            strict: globals.strict.or(config.strict).unwrap_or_default(),
            strict_is_default: globals.strict.or(config.strict).is_none(),
            extensions: extensions.or(config.extensions).unwrap_or_default(),
            strict_variables: strict_variables.or(config.strict_variables).unwrap_or(true),
            modulepath: modulepath
                .unwrap_or_default()
                .iter()
                .map(|directory| crate::files::absolute(directory))
                .collect(),
            only_given_modules: false,
            color: globals.color.or(config.color).unwrap_or_default(),
            commands: command_limits(&globals.bounds.bounds(), &config.bounds),
            max_file_size: globals
                .max_file_size
                .or(config.max_file_size)
                .map_or(MAX_SOURCE_LEN as u64, |size| size.min(MAX_SOURCE_LEN as u64)),
            limits: limits(&globals.bounds.bounds(), &config.bounds),
            system: None,
            options: config.options,
            root: None,
        }
    }

    /// Finds the project around the working directory.
    pub(crate) fn with_project_root(mut self) -> Settings {
        let directory = std::env::current_dir().ok();
        self.root = directory.and_then(|directory| ProjectRoot::find(&Disk, &directory));
        self
    }

    /// The project for an environment's directory, or else the one around the working directory, or
    /// else one without an environment. Its module path includes the given directories.
    ///
    /// # Errors
    /// When the directory is missing, or its configuration cannot be read.
    pub(crate) fn project(&self, mut options: Options) -> Result<Project> {
        options.modulepath.clone_from(&self.modulepath);
        options.only_given_modules = self.only_given_modules;
        if let (None, Some(root)) = (&options.directory, &self.root) {
            options.directory = root.environment().map(Path::to_owned);
            options.module =
                root.module().map(|(name, directory)| (name.to_owned(), directory.to_owned()));
            options.modulepath.extend(root.modulepath_of_module(&Disk));
        }
        Project::open(options, self.files())
    }

    /// The directory of the environment: the given one, or else that of the project around the
    /// working directory.
    pub(crate) fn environment_directory(&self, given: Option<&Path>) -> Option<PathBuf> {
        let found = || self.root.as_ref().and_then(ProjectRoot::environment);
        given.or_else(found).map(Path::to_owned)
    }

    /// The directory with the facts of nodes in the project around the working directory, if the
    /// environment belongs to it.
    pub(crate) fn facts_directory(&self, environment: Option<&Path>) -> Option<&Path> {
        let root = self.root.as_ref()?;
        let is_inside =
            environment.is_none_or(|given| root.contains(&crate::files::absolute(given)));
        root.facts.as_deref().filter(|_| is_inside)
    }

    /// The files that projects are read from.
    pub(crate) fn files(&self) -> Files {
        let system = self.system.clone().unwrap_or_else(|| Arc::new(Disk));
        Files::on(system, self.max_file_size).with_command_limits(self.commands)
    }

    /// Returns the settings of evaluation.
    pub(crate) fn evaluation(&self) -> pupa_eval::Settings {
        pupa_eval::Settings {
            edition: self.edition,
            strict: self.strict,
            strict_is_default: self.strict_is_default,
            strict_variables: self.strict_variables,
            extensions: self.extensions,
            limits: self.limits.clone(),
            ..pupa_eval::Settings::default()
        }
    }

    /// The rules for a file outside of modules.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            edition: self.edition,
            strict: self.strict,
            extensions: self.extensions,
            checkers: pupa_data::heredoc::CHECKERS,
            ..Rules::default()
        }
    }

    /// Whether output to a stream is coloured.
    pub(crate) fn colors(&self, stream: Stream) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stream.wants_color(),
        }
    }
}

/// A bound of the command line, else of the file, else the default.
fn lifted(bound: Option<Bound>, default: Option<u64>) -> Option<u64> {
    match bound {
        Some(Bound::At(most)) => Some(most),
        Some(Bound::None) => None,
        None => default,
    }
}

fn command_limits(given: &Bounds, config: &Bounds) -> CommandLimits {
    let defaults = CommandLimits::default();
    let time = given.max_command_time.or(config.max_command_time);
    let default = defaults.time.map(|time| time.as_millis() as u64);
    CommandLimits {
        time: lifted(time, default).map(Duration::from_millis),
        output: lifted(given.max_command_output.or(config.max_command_output), defaults.output),
    }
}

/// The bounds of a run: those of the command line, else of the file, else the defaults.
fn limits(given: &Bounds, config: &Bounds) -> Limits {
    let defaults = Limits::default();
    Limits {
        call_depth: given.max_depth.or(config.max_depth).unwrap_or(defaults.call_depth),
        steps: lifted(given.max_steps.or(config.max_steps), defaults.steps),
        memory: lifted(given.max_memory.or(config.max_memory), defaults.memory),
        time: lifted(given.max_time.or(config.max_time), None).map(Duration::from_millis),
        output: lifted(given.max_output.or(config.max_output), defaults.output),
        elements: given.max_elements.or(config.max_elements).unwrap_or(defaults.elements),
        text: given.max_text.or(config.max_text).map_or(defaults.text, |bytes| bytes as usize),
        resources: given.max_resources.or(config.max_resources).unwrap_or(defaults.resources),
        ..defaults
    }
}

/// Parses the path of a directory that must exist.
pub(crate) fn existing_directory(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.is_dir() { Ok(path) } else { Err("there is no such directory".to_owned()) }
}

/// Parses the path of a directory that must exist, and makes it absolute.
pub(crate) fn absolute_directory(text: &str) -> Result<PathBuf, String> {
    existing_directory(text).map(|path| crate::files::absolute(&path))
}

/// A file that must be there: a name that is mistyped would silently mean something else.
pub(crate) fn existing_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match std::fs::metadata(&path) {
        Ok(found) if found.is_dir() => Err("it is a directory, not a file".to_owned()),
        Ok(_) if path.is_file() => Ok(path),
        Ok(_) => Err("it is not a regular file".to_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            Err("it may not be read: permission denied".to_owned())
        }
        Err(_) => Err("there is no such file".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_wins_over_the_file() {
        let config = Config { edition: Some(Edition::Draft), ..Config::default() };
        let globals = Globals { no_extensions: true, ..Globals::default() };
        let settings = Settings::settle(&globals, config);
        assert_eq!(settings.edition, Edition::Draft);
        assert_eq!(settings.extensions, Extensions::Off);
        let globals = Globals { edition: Some(Edition::Puppet8), ..Globals::default() };
        let config = Config { edition: Some(Edition::Draft), ..Config::default() };
        assert_eq!(Settings::settle(&globals, config).edition, Edition::Puppet8);
    }
}
