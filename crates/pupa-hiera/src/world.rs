//! The traits that connect lookups with the rest: [`World`], the run that asks (its scope and its
//! functions), and [`DataSource`], the data files of the environment.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::Text;
use pupa_value::{Type, Value};

use crate::context::FunctionContext;
use crate::error::LookupResult;
use crate::files::{DataFiles, Format};
use crate::state::Lookups;

/// The places that data may come from. They are the same for all nodes of an environment.
pub trait DataSource: Send + Sync {
    /// The data files and configurations.
    fn files(&self) -> &DataFiles;

    /// The path of the global `hiera.yaml`, if there is a global layer. The file need not exist.
    fn global_config(&self) -> Option<&str>;

    /// The directory that holds the environments. Configurations of version 3 that set no
    /// `:datadir:` need it.
    fn code_directory(&self) -> &str;

    /// The environment, or `None` if it has no directory.
    fn environment(&self) -> Option<EnvironmentData>;

    /// The module with this name, if it is installed.
    fn module(&self, name: &str) -> Option<ModuleData>;

    /// Announces files that will be needed soon, in that order, so that they can be read in the
    /// background.
    fn read_ahead(self: Arc<Self>, _files: Vec<(Text, Format)>) {}
}

/// The properties of an environment that matter to lookups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentData {
    /// Its name.
    pub name: String,
    /// Its directory.
    pub path: String,
    /// The deprecated setting `environment_data_provider` of its `environment.conf`.
    pub data_provider: Option<String>,
}

/// The properties of a module that matter to lookups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleData {
    /// Its directory.
    pub path: String,
    /// The deprecated entry `data_provider` of its `metadata.json`.
    pub data_provider: Option<String>,
}

/// The setting `strict`: how a run treats questionable constructs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// They are accepted silently.
    Off,
    /// They cause warnings.
    Warning,
    /// They are errors.
    Error,
}

/// A function that serves as the backend of a hierarchy level.
#[derive(Debug, Clone)]
pub struct DataFunction {
    /// The declared return type of each of its signatures; `None` where none is declared.
    pub returns: Vec<Option<Type>>,
}

/// The run that looks up keys.
pub trait World {
    /// The reason why evaluation of a function ends early: an error or a control transfer.
    type Stop;

    /// The state of the lookups of this run.
    fn lookups(&mut self) -> &mut Lookups;

    /// The value of a variable in the scope of the lookup, or `None` if it is not set.
    fn variable(&mut self, name: &str) -> Option<Value>;

    /// Whether a variable keeps one value throughout the run, as facts do.
    fn is_constant(&self, name: &str) -> bool;

    /// The name of an unset variable as messages show it, and the reason why it is unset.
    fn missing_variable(&mut self, name: &str) -> (String, String);

    /// The class whose code calls the lookup.
    fn calling_class(&self) -> Option<String>;

    /// The strictness of the run.
    fn strictness(&self) -> Strictness;

    /// Counts one unit of work against the budget of the run.
    ///
    /// # Errors
    /// When the budget is exhausted.
    fn count_work(&mut self) -> Result<(), Self::Stop>;

    /// Checks the length of a string that interpolation builds.
    ///
    /// # Errors
    /// When the string exceeds the limit of the run.
    fn check_text(&self, bytes: usize) -> Result<(), Self::Stop>;

    /// The maximum depth of nested lookups.
    fn max_depth(&self) -> usize;

    /// Runs `act` with enough native stack for a nested lookup.
    fn with_stack<T>(act: impl FnOnce() -> T) -> T;

    /// Runs `act` with logging suppressed. Used when a lookup is repeated for diagnostics only.
    fn without_logging<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T;

    /// Logs a warning.
    fn warn(&mut self, message: String);

    /// Logs a warning unless one with the same key was logged before.
    fn warn_once(&mut self, key: &str, message: String);

    /// Finds the backend function of a hierarchy level.
    ///
    /// # Errors
    /// When the function exists but cannot be loaded.
    fn find_function(&mut self, name: &str) -> Result<Option<DataFunction>, Self::Stop>;

    /// Calls a backend function. The context, if given, is passed as the last argument.
    ///
    /// # Errors
    /// When the function fails or calls `not_found`.
    fn call_function(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
        context: Option<&Rc<FunctionContext>>,
    ) -> LookupResult<Value, Self::Stop>;

    /// Calls `new` with a type, a value and further arguments, as `convert_to` requires.
    ///
    /// # Errors
    /// When the conversion fails.
    fn convert(&mut self, arguments: Vec<Value>) -> Result<Value, Self::Stop>;

    /// Parses a type expression.
    ///
    /// # Errors
    /// The message of the parser when the string is not a type.
    fn parse_type(&mut self, text: &str) -> Result<Type, String>;

    /// The message of an error with its location, or `None` if evaluation stopped for another
    /// reason.
    fn error_text(&self, stop: &Self::Stop) -> Option<String>;

    /// The message of a `Puppet::Error`: one that carries its own location, or reports a value of
    /// the wrong type. The lookup turns such errors into lookup errors. `None` for all others.
    fn puppet_error_text(&self, stop: &Self::Stop) -> Option<String>;
}

/// The variable that `mapped_paths` sets to each element while a level is read.
pub(crate) type LocalVariable = (Text, Value);

/// A shared data source.
pub type SharedSource = Arc<dyn DataSource>;
