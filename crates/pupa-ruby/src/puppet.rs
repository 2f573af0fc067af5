//! Puppet as Ruby code in modules sees it: the compiler around a machine, and the Ruby classes that
//! represent it.
//!
//! The compiler is reached through the trait [`Puppet`]; everything that Ruby code can do with
//! Puppet calls one of its methods.

pub mod block;
pub mod cache;
pub mod catalog;
pub mod data;
pub mod environment;
pub mod errors;
pub mod facter;
pub mod function;
pub mod functions;
pub mod lookup;
pub(crate) mod missing;
pub mod module;
pub mod node;
pub mod old_arguments;
pub mod pops;
pub mod resource;
pub mod resource_types;
pub mod scope;
pub mod template;
pub mod util;
pub mod util_errors;

pub(crate) use template::missing_ivar;

use pupa_value::Value as PuppetValue;
use pupa_value::types::Type;
use pupa_value::value::Text;

use crate::core::class;
use crate::machine::jump::Stop;
use crate::machine::{Core, Flow, Jump, Machine};
use crate::native::Block;
use crate::source::RubySource;
use crate::value::{ClassId, ProcId, Value};

/// The compiler around a machine: the services that templates and functions use.
pub trait Puppet {
    /// The value of a variable that is visible from the current scope, by its name without `$`;
    /// `None` if it is not set.
    fn variable(&mut self, name: &str) -> Option<PuppetValue>;

    /// The value of a variable for `@name` in a template. It is never a match variable, a variable
    /// of another class, or a parameter whose value is not set yet.
    fn template_variable(&mut self, name: &str) -> Option<PuppetValue> {
        self.variable(name)
    }

    /// Whether a string is a literal of Puppet code, which Ruby code must not change because all
    /// runs share it.
    fn is_literal(&mut self, text: &pupa_value::value::Text) -> bool {
        let _ = text;
        true
    }

    /// All variables that are visible from the current scope, except for those with the value
    /// `undef`.
    fn variables(&mut self) -> Vec<(String, PuppetValue)> {
        Vec::new()
    }

    /// Sets a variable of the current scope.
    ///
    /// # Errors
    /// When it may not be set.
    fn set_variable(&mut self, name: &str, value: PuppetValue) -> Result<(), CallError> {
        let _ = (name, value);
        Err(CallError::error("variables cannot be set here"))
    }

    /// Replaces values that Ruby code has changed by their new form, in all variables and
    /// parameters that hold the same value. Returns the collections that were copied because they
    /// contain such a value, each with its new form.
    fn values_changed(
        &mut self,
        changes: Vec<(PuppetValue, PuppetValue)>,
    ) -> Vec<(PuppetValue, PuppetValue)> {
        let _ = changes;
        Vec::new()
    }

    /// The treatment of variables that are not set.
    fn unknown_variables(&mut self) -> UnknownVariables {
        UnknownVariables::Raise
    }

    /// Makes a scope the current one, and returns the previous one. Without a number it is the
    /// scope of the Puppet code that called Ruby.
    fn select_scope(&mut self, scope: Option<u32>) -> Selected {
        let _ = scope;
        Selected::default()
    }

    /// Makes the scope that [`Puppet::select_scope`] replaced the current one again.
    fn restore_scope(&mut self, selected: Selected) {
        let _ = selected;
    }

    /// Calls a Puppet function. The machine's core is lent for the call and given back.
    fn call_function(&mut self, core: Box<Core>, call: FunctionCall<'_>) -> Returned;

    /// Calls a Puppet lambda that was passed to Ruby code. The core is lent and given back.
    fn call_block(&mut self, core: Box<Core>, number: u32, args: Vec<PuppetValue>) -> Returned {
        let _ = (number, args);
        (Err(CallError::error("there are no lambdas here")), core)
    }

    /// Parses a type expression. Local types take precedence over Puppet's.
    ///
    /// # Errors
    ///
    /// The reason why the text is not a type.
    fn parse_type(&mut self, text: &str, local_types: &[(Text, Type)]) -> Result<Type, String> {
        let _ = local_types;
        pupa_value::type_parser::parse_type(text, &pupa_value::loader::Builtins)
            .map_err(|error| error.message)
    }

    /// The types that definitions such as `Port = Integer[1, 65535]` declare, by name.
    fn local_types(&mut self, definitions: &[String]) -> Result<Vec<(String, Type)>, String> {
        let _ = definitions;
        Err("there are no types here".to_owned())
    }

    /// Whether no warning with the key was issued before.
    fn is_new_warning(&mut self, key: &str) -> bool {
        let _ = key;
        true
    }

    /// Whether a function of the name exists, written in any language.
    fn has_function(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The file that defines a function of the Puppet 3 API.
    fn old_function_file(&mut self, name: &str) -> Option<RubySource> {
        let _ = name;
        None
    }

    /// The names of the classes that were evaluated.
    fn classes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The tags of the catalog.
    fn tags(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The current scope as a string: `Scope(Class[main])`.
    fn scope_text(&mut self) -> String {
        "Scope(Class[main])".to_owned()
    }

    /// The number of the resource whose code is being evaluated.
    fn scope_resource(&mut self) -> Option<u32> {
        None
    }

    /// The name of the class, defined type or node whose code is being evaluated.
    fn scope_source(&mut self) -> Option<String> {
        None
    }

    /// The name of the module whose code is being evaluated.
    fn scope_module(&mut self) -> Option<String> {
        None
    }

    /// The default parameters of a resource type in the current scope.
    fn resource_defaults(&mut self, type_name: &str) -> Vec<(String, PuppetValue)> {
        let _ = type_name;
        Vec::new()
    }

    /// The number of a resource of the catalog, by its type and title.
    fn find_resource(&mut self, type_name: &str, title: &str) -> Option<u32> {
        let _ = (type_name, title);
        None
    }

    /// The numbers of all resources of the catalog, in order.
    fn resources(&mut self) -> Vec<u32> {
        Vec::new()
    }

    /// The type and title of a resource.
    fn resource_name(&mut self, number: u32) -> (String, String) {
        let _ = number;
        (String::new(), String::new())
    }

    /// The value of one parameter of a resource.
    fn resource_parameter(&mut self, number: u32, name: &str) -> Option<PuppetValue> {
        let _ = (number, name);
        None
    }

    /// The parameters of a resource.
    fn resource_parameters(&mut self, number: u32) -> Vec<(String, PuppetValue)> {
        let _ = number;
        Vec::new()
    }

    /// The other properties of a resource.
    fn resource_details(&mut self, number: u32) -> ResourceDetails {
        let _ = number;
        ResourceDetails::default()
    }

    /// Adds a resource to the catalog, as a part of the running scope. The type begins with `@` if
    /// it is virtual, with `@@` if it is exported.
    fn add_resource(
        &mut self,
        type_name: &str,
        title: &str,
        parameters: Vec<(String, PuppetValue)>,
    ) -> Result<(), CallError> {
        let _ = (type_name, title, parameters);
        Err(CallError::error("there is no catalog"))
    }

    /// The description of a resource type, class or defined type.
    fn describe_type(&mut self, type_name: &str, title: &str) -> TypeDetails {
        let _ = type_name;
        TypeDetails {
            kind: None,
            key_attributes: vec!["name".to_owned()],
            title_values: vec![("name".to_owned(), Some(title.to_owned()))],
        }
    }

    /// Whether a class of the name exists.
    fn is_class(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Whether a defined type of the name exists.
    fn is_defined_type(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The number of the scope of a class that has been evaluated.
    fn class_scope(&mut self, name: &str) -> Option<u32> {
        let _ = name;
        None
    }

    /// The number of the function and the data level that the context of a lookup belongs to; none
    /// after the lookup.
    fn context_number(
        &mut self,
        context: &std::sync::Arc<pupa_value::value::Object>,
    ) -> Option<u32> {
        let _ = context;
        None
    }

    /// The error that leaves a lookup function without a value for the key.
    fn no_such_key(&mut self) -> CallError {
        CallError::error("uncaught throw :no_such_key")
    }

    /// Whether the current lookup is explained.
    fn is_lookup_explained(&mut self) -> bool {
        false
    }

    /// Adds a line of text to the explanation of the lookup.
    fn explain_lookup(&mut self, text: &str) {
        let _ = text;
    }

    /// Interpolates a value from data. The core is lent and given back.
    fn interpolate(&mut self, core: Box<Core>, value: PuppetValue) -> Returned {
        (Ok(value), core)
    }

    /// Reads a data file.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn read_data_file(&mut self, path: &str) -> Result<Vec<u8>, CallError> {
        Err(CallError::error(format!("there is no file {path}")))
    }

    /// The files and lines of the active calls in Puppet code, innermost first.
    fn call_stack(&mut self) -> Vec<(String, u32)> {
        Vec::new()
    }

    /// The name of the environment.
    fn environment(&mut self) -> String {
        "production".to_owned()
    }

    /// The name of the node.
    fn node(&mut self) -> String {
        String::new()
    }

    /// The value of a Puppet setting for code of a file.
    fn setting_in(&mut self, name: &str, file: &str) -> Option<PuppetValue> {
        let _ = file;
        self.setting(name)
    }

    /// The value of a Puppet setting.
    fn setting(&mut self, name: &str) -> Option<PuppetValue> {
        let _ = name;
        None
    }

    /// The Puppet version whose language is implemented.
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

    /// The names of all modules.
    fn modules(&mut self) -> Vec<String> {
        Vec::new()
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
    /// The name of the function that makes the call with `call_function`.
    pub caller: Option<&'a str>,
    /// The arguments.
    pub args: Vec<PuppetValue>,
    /// The block.
    pub block: Option<RubyBlock>,
}

/// A block of Ruby code that is given to a Puppet function.
#[derive(Debug, Clone, Copy)]
pub struct RubyBlock {
    /// The proc.
    pub proc: ProcId,
    /// The number of required parameters.
    pub required: u32,
    /// The number of all parameters, without `*rest`.
    pub parameters: u32,
    /// Whether it has `*rest`, so that it takes any number of arguments.
    pub takes_rest: bool,
}

/// A scope that will become current again, in the compiler's numbering of scopes and frames.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selected {
    /// The scope.
    pub scope: u32,
    /// The frame.
    pub frame: u32,
}

/// The result of a call, and the core that was lent for it.
pub type Returned = (Result<PuppetValue, CallError>, Box<Core>);

/// The properties of a resource besides its name and parameters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResourceDetails {
    /// The tags.
    pub tags: Vec<String>,
    /// Whether it is virtual.
    pub is_virtual: bool,
    /// Whether it is exported.
    pub is_exported: bool,
    /// Whether its code has been evaluated.
    pub is_evaluated: bool,
    /// The file and line of its declaration.
    pub place: Option<(String, u32)>,
}

/// The kinds of resource types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeKind {
    /// Classes.
    Class,
    /// Defined types.
    Defined,
    /// Resource types that agents know.
    BuiltIn,
}

/// The description of a resource type, with the attributes that a title sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeDetails {
    /// The kind; none if the type does not exist.
    pub kind: Option<TypeKind>,
    /// The attributes that identify a resource.
    pub key_attributes: Vec<String>,
    /// The attributes that the title sets.
    pub title_values: Vec<(String, Option<String>)>,
}

/// The reason why a call to Puppet failed or was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    /// An error, which Ruby code sees as an exception.
    Raised {
        /// The class of the exception.
        class: ErrorClass,
        /// The message.
        message: String,
    },
    /// A stop of the compilation that passes through Ruby code; the compiler keeps the details.
    Stopped,
    /// A jump out of a Ruby block, which passes through a Puppet function.
    Jumped(Jump),
}

impl CallError {
    /// A `Puppet::Error` with a message.
    pub fn error(message: impl Into<String>) -> CallError {
        CallError::Raised { class: ErrorClass::Puppet, message: message.into() }
    }
}

/// The classes of the exceptions that calls to Puppet raise.
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
    /// `Puppet::DataBinding::LookupError`
    Lookup,
    /// `Puppet::Pops::Evaluator::PuppetStopIteration`: `break()` in a lambda
    Break,
}

impl Machine<'_> {
    /// Calls the compiler around the machine.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub(crate) fn puppet<T>(&mut self, ask: impl FnOnce(&mut dyn Puppet) -> T) -> Flow<T> {
        match self.world.puppet() {
            Some(puppet) => Ok(ask(puppet)),
            None => Err(self.runtime_error("this program does not run inside of Puppet")),
        }
    }

    /// Converts a failed call to the jump that Ruby code sees.
    pub(crate) fn puppet_error(&mut self, puppet_error: CallError) -> Jump {
        match puppet_error {
            CallError::Raised { class: kind, message } => {
                let class = match kind {
                    ErrorClass::Argument => class::ARGUMENT_ERROR,
                    ErrorClass::Puppet => class::PUPPET_ERROR,
                    ErrorClass::Parse => class::PUPPET_PARSE_ERROR,
                    ErrorClass::Preformatted => class::PUPPET_PREFORMATTED_ERROR,
                    ErrorClass::Lookup => class::PUPPET_LOOKUP_ERROR,
                    ErrorClass::Break => class::PUPPET_STOP_ITERATION,
                };
                self.error(class, message)
            }
            CallError::Stopped => Jump::Stop(Stop::Host),
            CallError::Jumped(jump) => jump,
        }
    }

    /// Calls a Puppet function with Ruby values.
    pub(crate) fn call_puppet_function(
        &mut self,
        name: &str,
        args: &[Value],
        block: Option<Block>,
    ) -> Flow {
        self.call_puppet_function_from(None, name, args, block)
    }

    /// Calls a Puppet function on behalf of another one, whose name appears in some messages.
    pub(crate) fn call_puppet_function_from(
        &mut self,
        caller: Option<&str>,
        name: &str,
        args: &[Value],
        block: Option<Block>,
    ) -> Flow {
        let mut converted = Vec::with_capacity(args.len());
        for arg in args {
            converted.push(self.to_puppet(*arg)?);
        }
        let block = block.map(|block| self.ruby_block(block)).transpose()?;
        let call = FunctionCall { name, caller, args: converted, block };
        self.lending_core(|puppet, core| puppet.call_function(core, call))
    }

    /// The block of a call, with the number of its parameters.
    pub(crate) fn ruby_block(&mut self, block: Block) -> Flow<RubyBlock> {
        let value = self.block_to_proc(block);
        let Value::Proc(proc) = value else { return Err(self.type_error("no proc given")) };
        let mut found = RubyBlock { proc, required: 0, parameters: 0, takes_rest: false };
        let parameters = self.call(value, crate::symbol::Symbol::new("parameters"), &[])?;
        let Value::Array(list) = parameters else { return Ok(found) };
        for parameter in self.array(list) {
            let Value::Array(parts) = *parameter else { continue };
            let Some(Value::Sym(kind)) = self.array(parts).first() else { continue };
            match kind.as_str() {
                "rest" => {
                    found.takes_rest = true;
                    break;
                }
                "req" => found.required += 1,
                _ => {}
            }
            found.parameters += 1;
        }
        Ok(found)
    }

    /// Runs a closure while another scope is current.
    pub(crate) fn in_scope(
        &mut self,
        scope: Option<u32>,
        run: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        if scope.is_none() {
            return run(self);
        }
        let before = self.puppet(|puppet| puppet.select_scope(scope))?;
        let result = run(self);
        self.puppet(|puppet| puppet.restore_scope(before))?;
        result
    }

    /// The only instance of a class in this machine; it is made at the first call.
    pub(crate) fn single_object(&mut self, class: ClassId) -> Value {
        if let Some(known) = self.core.bridge.singletons.get(&class.0) {
            return *known;
        }
        let object = self.new_object(class);
        self.core.bridge.singletons.insert(class.0, object);
        object
    }
}
