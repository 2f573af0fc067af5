//! Loads the files that define functions.

use std::rc::Rc;

use super::Dispatch;
use crate::core::class;
use crate::machine::{Body, Cref, Flow, Machine};
use crate::native::NativeClass;
use crate::source::RubySource;
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `Puppet::Pops::Loader`
pub static LOADERS: NativeClass =
    NativeClass { name: "Puppet::Pops::Loader", ..NativeClass::MODULE };

/// The class in which function files of the Puppet 4 API run; constants that they define belong to
/// it.
pub static INSTANTIATOR: NativeClass =
    NativeClass { name: "Puppet::Pops::Loader::RubyFunctionInstantiator", ..NativeClass::EMPTY };

/// The class in which function files of the Puppet 3 API run.
pub static OLD_INSTANTIATOR: NativeClass = NativeClass {
    name: "Puppet::Pops::Loader::RubyLegacyFunctionInstantiator",
    ..NativeClass::EMPTY
};

/// The loader object that function files see.
pub static LOADER: NativeClass = NativeClass {
    name: "Puppet::Pops::Loader::Loader",
    methods: crate::puppet::pops::loaders::LOADER_METHODS,
    ..NativeClass::EMPTY
};

/// A function that can be called.
#[derive(Debug, Clone)]
pub struct LoadedFunction {
    /// The function object, which lives as long as the machine.
    pub object: Value,
    /// The dispatches.
    pub dispatches: Vec<Dispatch>,
    /// Whether it overrides `call`, which then chooses the dispatch.
    pub overrides_call: bool,
}

impl Machine<'_> {
    /// Loads the function that a file defines.
    ///
    /// # Errors
    ///
    /// When the file does not define the function, or raises.
    pub fn load_function(&mut self, source: &RubySource, name: &str) -> Flow<LoadedFunction> {
        let path = source.path();
        let marker = b"Puppet::Functions.create_function";
        if memchr::memmem::find(source.text(), marker).is_none() {
            return Err(self.argument_error(format!(
                "The code loaded from {path} does not seem to be a Puppet 4x API function - no \
                 create_function call."
            )));
        }
        let created = self.run_function_file(source, class::PUPPET_FUNCTION_INSTANTIATOR)?;
        let Value::Class(class) = created else {
            let class = self.class_name_of(created);
            return Err(self.argument_error(format!(
                "The code loaded from {path} did not produce a Function class when evaluated. Got \
                 '{class}'"
            )));
        };
        let found = self.call(created, Symbol::new("name"), &[])?;
        let found = self.to_s_text(found)?;
        if found != name {
            return Err(self.argument_error(format!(
                "The code loaded from {path} produced mis-matched name, expected '{name}', got \
                 {found}"
            )));
        }
        let loader = self.single_object(class::PUPPET_LOADER);
        let object = self.call(created, crate::symbol::names::NEW, &[Value::Nil, loader])?;
        self.core.bridge.function_objects.push(object);
        let dispatches = self.function_class(class).dispatches.clone();
        let overrides_call = self.overrides_call(class);
        Ok(LoadedFunction { object, dispatches, overrides_call })
    }

    /// Runs a function file inside a class of Puppet.
    pub(crate) fn run_function_file(&mut self, source: &RubySource, class: ClassId) -> Flow {
        let code = match source.function_code() {
            Ok(code) => code.clone(),
            Err(errors) => return Err(self.syntax_error(source.path(), errors)),
        };
        let parent = Some(self.core.top_cref.clone());
        let cref = Rc::new(Cref { class, parent, is_eval: false });
        let loader = self.single_object(class::PUPPET_LOADER);
        self.run_code(Body::new(code), Value::Class(class), cref, &[loader])
    }
}
