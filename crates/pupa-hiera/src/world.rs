//! What a lookup asks of what is around it.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::Text;
use pupa_value::{Type, Value};

use crate::context::FunctionContext;
use crate::error::Answer;
use crate::files::{DataFiles, Format};
use crate::state::Lookups;

/// Where data may come from: the same for all nodes of an environment.
pub trait DataSource: Send + Sync {
    /// The files.
    fn files(&self) -> &DataFiles;

    /// The configuration of the global layer, if one is used; the file need not exist.
    fn global_config(&self) -> Option<&str>;

    /// The directory that holds the environments, for configurations of version 3 that name no
    /// directory of data.
    fn code_directory(&self) -> &str;

    /// The environment; none when there is no directory of one.
    fn environment(&self) -> Option<EnvironmentData>;

    /// A module.
    fn module(&self, name: &str) -> Option<ModuleData>;

    /// Says which files will be asked for soon, the first ones first, so that they may be read
    /// meanwhile.
    fn read_ahead(self: Arc<Self>, _files: Vec<(Text, Format)>) {}
}

/// What is known of an environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentData {
    /// Its name.
    pub name: String,
    /// Its directory.
    pub path: String,
    /// What `environment_data_provider` in its `environment.conf` says, which is deprecated.
    pub data_provider: Option<String>,
}

/// What is known of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleData {
    /// Its directory.
    pub path: String,
    /// What `data_provider` in its `metadata.json` says, which is deprecated.
    pub data_provider: Option<String>,
}

/// How strict a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Questionable things pass.
    Off,
    /// They are warned of.
    Warning,
    /// They are errors.
    Error,
}

/// A function that gives data.
#[derive(Debug, Clone)]
pub struct DataFunction {
    /// The types that its signatures say it returns; none for one that says nothing.
    pub returns: Vec<Option<Type>>,
}

/// The run that looks something up.
pub trait World {
    /// How evaluation stops before its end.
    type Stop;

    /// What the run knows of data so far.
    fn lookups(&mut self) -> &mut Lookups;

    /// A variable as seen from the place of the lookup; none when there is no such variable.
    fn variable(&mut self, name: &str) -> Option<Value>;

    /// Whether a variable has the same value everywhere in the run.
    fn is_fixed(&self, name: &str) -> bool;

    /// How messages name a variable that is not there, and why it is not.
    fn missing_variable(&mut self, name: &str) -> (String, String);

    /// The class that the lookup is called from.
    fn calling_class(&self) -> Option<String>;

    /// How strict the run is.
    fn strictness(&self) -> Strictness;

    /// Counts work that data asks for.
    ///
    /// # Errors
    /// When it is more than the run may do.
    fn count_work(&mut self) -> Result<(), Self::Stop>;

    /// Looks at how long a text has become.
    ///
    /// # Errors
    /// When it is longer than the run may make one.
    fn check_text(&self, bytes: usize) -> Result<(), Self::Stop>;

    /// How many lookups may be under way at once, each for the one before.
    fn max_depth(&self) -> usize;

    /// Does something with enough stack for it.
    fn with_stack<T>(act: impl FnOnce() -> T) -> T;

    /// Does something again, of which nothing is to be said again.
    fn quietly<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T;

    /// Warns.
    fn warn(&mut self, message: String);

    /// Warns, unless a warning of that key was given.
    fn warn_once(&mut self, key: &str, message: String);

    /// Finds a function that gives data.
    ///
    /// # Errors
    /// When there is one that can't be used.
    fn find_function(&mut self, name: &str) -> Result<Option<DataFunction>, Self::Stop>;

    /// Calls a function that gives data. The context, when there is one, is its last argument.
    ///
    /// # Errors
    /// When it fails, or says that there is no such key.
    fn call_function(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
        context: Option<&Rc<FunctionContext>>,
    ) -> Answer<Value, Self::Stop>;

    /// Makes a new value of a type: the type, the value, further arguments.
    ///
    /// # Errors
    /// Why that can't be done.
    fn convert(&mut self, arguments: Vec<Value>) -> Result<Value, Self::Stop>;

    /// The type that a text says.
    ///
    /// # Errors
    /// Why it says none.
    fn parse_type(&mut self, text: &str) -> Result<Type, String>;

    /// The message of an error, with its place; none when evaluation stopped for another reason.
    fn error_text(&self, stop: &Self::Stop) -> Option<String>;

    /// The message of an error of the language, which becomes an error of the lookup: one that has its
    /// place, or is about a value that is not of the type it should be.
    fn language_error_text(&self, stop: &Self::Stop) -> Option<String>;
}

/// A variable that only paths see: an element of `mapped_paths`.
pub(crate) type LocalVariable = (Text, Value);

/// Where data comes from, shared.
pub type SharedSource = Arc<dyn DataSource>;
