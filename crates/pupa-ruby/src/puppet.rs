//! Puppet as Ruby code in modules sees it: the compiler around a machine, and the Ruby classes on
//! top of it.
//!
//! The compiler is reached through the trait [`Puppet`]; everything that Ruby code can do with
//! Puppet ends in one of its methods.

pub mod catalog;
pub mod data;
pub mod errors;
pub mod functions;
pub mod module;
pub mod scope;
pub mod template;

pub(crate) use template::missing_ivar;

use pupa_value::Value as PuppetValue;

use crate::core::class;
use crate::machine::jump::Stop;
use crate::machine::{Core, Flow, Jump, Machine};
use crate::value::{ClassId, ProcId, Value};

/// The compiler around a machine: the services that templates and functions ask for.
pub trait Puppet {
    /// The value of a variable that is visible from the current scope, by its name without `$`.
    /// `None` if it is not set.
    fn variable(&mut self, name: &str) -> Option<PuppetValue>;

    /// The value of a variable for `@name` in a template: never a match result, a variable of
    /// another class, or a parameter that is about to get its value.
    fn template_variable(&mut self, name: &str) -> Option<PuppetValue> {
        self.variable(name)
    }

    /// Whether Ruby code must not change a string: the texts of literals are shared by all runs.
    fn is_literal(&mut self, text: &pupa_value::value::Text) -> bool {
        let _ = text;
        true
    }

    /// All variables that are visible from the current scope and not `undef`.
    fn variables(&mut self) -> Vec<(String, PuppetValue)> {
        Vec::new()
    }

    /// Sets a variable of the current scope.
    ///
    /// # Errors
    /// When it may not be set.
    fn set_variable(&mut self, name: &str, value: PuppetValue) -> Result<(), Trouble> {
        let _ = (name, value);
        Err(Trouble::error("variables cannot be set here"))
    }

    /// The treatment of variables that are not set.
    fn unknown_variables(&mut self) -> UnknownVariables {
        UnknownVariables::Raise
    }

    /// Calls a function. The machine's core is lent for the time of the call, and given back.
    fn call_function(&mut self, core: Box<Core>, call: FunctionCall<'_>) -> Returned;

    /// Whether there is a function of the name, written in any language.
    fn has_function(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The file that defines a function for the interface of Puppet 3.
    fn old_function_file(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The names of the classes that are evaluated.
    fn classes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The tags of the catalog.
    fn tags(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The text of the current scope: `Scope(Class[main])`.
    fn scope_text(&mut self) -> String {
        "Scope(Class[main])".to_owned()
    }

    /// The resource whose code is running, as a reference: `Class[Ntp]`.
    fn scope_resource(&mut self) -> Option<Resource> {
        None
    }

    /// The name of the class, defined type or node whose code is running.
    fn scope_source(&mut self) -> Option<String> {
        None
    }

    /// A resource of the catalog, by its type and title.
    fn resource(&mut self, type_name: &str, title: &str) -> Option<Resource> {
        let _ = (type_name, title);
        None
    }

    /// All resources of the catalog.
    fn resources(&mut self) -> Vec<Resource> {
        Vec::new()
    }

    /// Whether there is a class or defined type of the name.
    fn is_defined(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The name of the environment.
    fn environment(&mut self) -> String {
        "production".to_owned()
    }

    /// The name of the node.
    fn node(&mut self) -> String {
        String::new()
    }

    /// The value of a setting of Puppet.
    fn setting(&mut self, name: &str) -> Option<PuppetValue> {
        let _ = name;
        None
    }

    /// The version of Puppet that the language is.
    fn version(&mut self) -> String {
        "8.28.1".to_owned()
    }

    /// The path of a template: `module/file.erb`, or an absolute path.
    fn find_template(&mut self, reference: &str) -> Option<String> {
        let _ = reference;
        None
    }

    /// The path of a file of a module: `module/file`, or an absolute path.
    fn find_file(&mut self, reference: &str) -> Option<String> {
        let _ = reference;
        None
    }

    /// The directory of a module.
    fn module_directory(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// The treatment of variables that are not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownVariables {
    /// They are errors.
    Raise,
    /// They are `nil`, with a warning.
    Warn,
    /// They are `nil`.
    Ignore,
}

/// A call of a Puppet function by Ruby code.
#[derive(Debug)]
pub struct FunctionCall<'a> {
    /// The name.
    pub name: &'a str,
    /// The arguments.
    pub args: Vec<PuppetValue>,
    /// The block.
    pub block: Option<ProcId>,
    /// The number of parameters of the block, as `Proc#arity` gives it.
    pub block_arity: i64,
}

/// The result of a call, and the core that was lent for it.
pub type Returned = (Result<PuppetValue, Trouble>, Box<Core>);

/// A resource as Ruby code sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// The type: `File`.
    pub type_name: String,
    /// The title.
    pub title: String,
    /// The parameters.
    pub parameters: Vec<(String, PuppetValue)>,
    /// The tags.
    pub tags: Vec<String>,
    /// Whether it is virtual.
    pub is_virtual: bool,
    /// Whether it is exported.
    pub is_exported: bool,
}

/// A reason why Puppet did not do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// An error, which Ruby code sees as an exception.
    Raised {
        /// The class of the exception.
        class: ErrorClass,
        /// The message.
        message: String,
    },
    /// A stop that passes through Ruby code; the compiler keeps its details.
    Stopped,
}

impl Trouble {
    /// A `Puppet::Error` with a message.
    pub fn error(message: impl Into<String>) -> Trouble {
        Trouble::Raised { class: ErrorClass::Puppet, message: message.into() }
    }
}

/// The classes of exceptions that calls of Puppet raise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorClass {
    /// `ArgumentError`
    Argument,
    /// `Puppet::Error`
    Puppet,
    /// `Puppet::ParseError`
    Parse,
    /// `Puppet::PreformattedError`
    Preformatted,
}

impl Machine<'_> {
    /// Asks the compiler around the machine.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn puppet<T>(&mut self, ask: impl FnOnce(&mut dyn Puppet) -> T) -> Flow<T> {
        match self.world.puppet() {
            Some(puppet) => Ok(ask(puppet)),
            None => Err(self.runtime_error("this program does not run inside of Puppet")),
        }
    }

    /// The jump for a trouble of Puppet.
    pub(crate) fn trouble(&mut self, trouble: Trouble) -> Jump {
        match trouble {
            Trouble::Raised { class: kind, message } => {
                let class = match kind {
                    ErrorClass::Argument => class::ARGUMENT_ERROR,
                    ErrorClass::Puppet => class::PUPPET_ERROR,
                    ErrorClass::Parse => class::PUPPET_PARSE_ERROR,
                    ErrorClass::Preformatted => class::PUPPET_PREFORMATTED_ERROR,
                };
                self.error(class, message)
            }
            Trouble::Stopped => Jump::Stop(Stop::Host),
        }
    }

    /// Calls a function of Puppet with Ruby values.
    pub(crate) fn call_puppet_function(
        &mut self,
        name: &str,
        args: &[Value],
        block: Option<crate::native::Block>,
    ) -> Flow {
        let mut converted = Vec::with_capacity(args.len());
        for arg in args {
            converted.push(self.to_puppet(*arg)?);
        }
        let block_arity = block.map_or(0, |block| self.block_arity(block));
        let block = match block.map(|block| self.block_to_proc(block)) {
            Some(Value::Proc(id)) => Some(id),
            _ => None,
        };
        let call = FunctionCall { name, args: converted, block, block_arity };
        if self.world.puppet().is_none() {
            return Err(self.runtime_error("this program does not run inside of Puppet"));
        }
        let core = std::mem::replace(&mut self.core, Core::hollow());
        let Some(puppet) = self.world.puppet() else {
            self.core = core;
            return Ok(Value::Nil);
        };
        let (result, core) = puppet.call_function(core, call);
        self.core = core;
        match result {
            Ok(value) => self.from_puppet(&value),
            Err(trouble) => Err(self.trouble(trouble)),
        }
    }

    /// The object of a class of which a machine has one.
    pub(crate) fn single_object(&mut self, class: ClassId) -> Value {
        if let Some(known) = self.core.bridge.singletons.get(&class.0) {
            return *known;
        }
        let object = self.new_object(class);
        self.core.bridge.singletons.insert(class.0, object);
        object
    }
}
