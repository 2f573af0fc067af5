//! Implements the world of Ruby code with the run: its files, its clock, its log, and Puppet's API.

use std::sync::Arc;

use pupa_catalog::resource_type::{self, AttributeKind};
use pupa_ruby::puppet::resource_types::BuiltInType;
use pupa_ruby::puppet::{
    CallError, ErrorClass, FunctionCall, Puppet, ResourceDetails, Returned, Selected, TypeDetails,
    UnknownVariables,
};
use pupa_ruby::world::{FileChange, FileError, FileStat, LogLevel, World};
use pupa_ruby::{Core, RubySource};
use pupa_syntax::diagnostic::TraceEntry;
use pupa_syntax::validate::Strict;
use pupa_value::value::{Hash, Object, Text};
use pupa_value::{ErrorKind, Type, Value};

use super::requirement;
use crate::evaluator::lambda::Block;
use crate::evaluator::{Evaluator, NO_FRAME, Viewpoint};
use crate::host::{ModuleFiles, NameKind, Owner, RubyFiles, RubyKind};
use crate::issues;
use crate::log::Level;
use crate::stop::Stop;

/// The run while Ruby code is running in it.
pub(super) struct Door<'e, 'h> {
    pub(super) evaluator: &'e mut Evaluator<'h>,
}

impl Door<'_, '_> {
    /// Converts a stop to an error for Ruby code. Limits, and stops that are not errors, are kept
    /// and pass through Ruby code.
    fn call_error(&mut self, stop: Box<Stop>) -> CallError {
        let raised = |class, message| CallError::Raised { class, message };
        match *stop {
            Stop::Error(error) if error.kind != ErrorKind::Limit => {
                // An exception of another Ruby function keeps its class.
                if let Some((message, jump)) = self.evaluator.ruby_state.ruby_mut().raised.take()
                    && message == error.message
                {
                    return CallError::Jumped(jump);
                }
                let class = match error.kind {
                    ErrorKind::Parse => ErrorClass::Parse,
                    _ => ErrorClass::Argument,
                };
                self.evaluator.ruby_state.ruby_mut().quoted_places = error.quoted_places.clone();
                raised(class, error.text())
            }
            Stop::Diagnostic(error) if !error.is(&issues::records::limit_reached) => {
                let message = error.to_string();
                let class = match issues::is_lookup_error(&error) {
                    true => ErrorClass::Lookup,
                    false => ErrorClass::Preformatted,
                };
                self.evaluator.ruby_state.ruby_mut().received =
                    Some((message.clone(), error.into()));
                raised(class, message)
            }
            // Ruby code may use it to end its loops.
            Stop::Break(_) => {
                let message = "break() from context where this is illegal".to_owned();
                self.evaluator.ruby_state.ruby_mut().received = Some((message.clone(), stop));
                raised(ErrorClass::Break, message)
            }
            Stop::Ruby(jump) => CallError::Jumped(jump),
            _ => {
                self.evaluator.ruby_state.ruby_mut().stop = Some(stop);
                CallError::Stopped
            }
        }
    }
}

impl Door<'_, '_> {
    /// Whether a file belongs to a module that supports only older versions of Puppet.
    fn is_outdated(&mut self, file: &str) -> bool {
        let Some(root) = requirement::module_root(file) else { return false };
        if let Some(&known) = self.evaluator.ruby_state.ruby_mut().is_outdated.get(root) {
            return known;
        }
        let supported = self.evaluator.run.host.supported_versions(root);
        let is_outdated = requirement::end_before(&supported, &self.version());
        self.evaluator.ruby_state.ruby_mut().is_outdated.insert(root.to_owned(), is_outdated);
        is_outdated
    }
}

/// The class of the exception that a built-in function raises in the reference.
fn class_of_error(function: &str, message: &str) -> ErrorClass {
    let is_about_file = || {
        let starts = ["Could not find", "Failed to parse", "Generators ", "Failed to execute"];
        starts.iter().any(|start| message.starts_with(start))
    };
    match function {
        "fail" => ErrorClass::Parse,
        "file" | "template" | "inline_template" | "epp" | "generate" if is_about_file() => {
            ErrorClass::Parse
        }
        "include" | "contain" | "require" if message.starts_with("Could not find class") => {
            ErrorClass::Puppet
        }
        _ => ErrorClass::Argument,
    }
}

fn puppet_level(level: LogLevel) -> Level {
    match level {
        LogLevel::Debug => Level::Debug,
        LogLevel::Info => Level::Info,
        LogLevel::Notice => Level::Notice,
        LogLevel::Warning => Level::Warning,
        LogLevel::Err => Level::Err,
        LogLevel::Alert => Level::Alert,
        LogLevel::Emerg => Level::Emerg,
        LogLevel::Crit => Level::Crit,
    }
}

impl Door<'_, '_> {
    /// Asks for a file. That of a hierarchy level may be read by its function, wherever it lies.
    fn with_files<T>(
        &self,
        path: &str,
        ask: impl Fn(&dyn RubyFiles) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        let files = self.evaluator.run.host.ruby_files().ok_or(FileError::Denied)?;
        let asked = ask(files);
        let paths = &self.evaluator.lookup_state.paths;
        if matches!(asked, Err(FileError::Denied))
            && paths.iter().any(|known| known.as_str() == Some(path))
        {
            files.allow(path);
            return ask(files);
        }
        asked
    }
}

/// The number of steps after which Ruby code asks whether it is to stop.
const STEPS_BETWEEN_CHECKS: usize = 4096;

impl World for Door<'_, '_> {
    fn is_cancelled(&mut self) -> bool {
        !pupa_meter::charge(STEPS_BETWEEN_CHECKS)
    }

    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, FileError> {
        self.with_files(path, |files| files.read(path))
    }

    fn source(&mut self, path: &str) -> Result<RubySource, FileError> {
        self.evaluator.run.host.ruby_source(path)
    }

    fn stat(&mut self, path: &str) -> Result<FileStat, FileError> {
        self.with_files(path, |files| files.stat(path))
    }

    fn list_directory(&mut self, path: &str) -> Result<Vec<String>, FileError> {
        match self.evaluator.run.host.ruby_files() {
            Some(files) => files.list(path),
            None => Err(FileError::Denied),
        }
    }

    fn real_path(&mut self, path: &str) -> Result<String, FileError> {
        match self.evaluator.run.host.ruby_files() {
            Some(files) => files.real_path(path),
            None => Err(FileError::Denied),
        }
    }

    fn change_file(&mut self, path: &str, change: FileChange<'_>) -> Result<(), FileError> {
        match self.evaluator.run.host.ruby_files() {
            Some(files) => files.change(path, change),
            None => Err(FileError::Denied),
        }
    }

    fn find_library(&mut self, name: &str) -> Option<String> {
        self.evaluator.run.host.ruby_files()?.library(name)
    }

    fn library_files(&mut self, directory: &str) -> Vec<String> {
        self.evaluator
            .run
            .host
            .ruby_files()
            .map_or_else(Vec::new, |files| files.library_files(directory))
    }

    fn built_in_type(&mut self, name: &str) -> Option<BuiltInType> {
        let known = resource_type::find(name)?;
        let of_kind = |kind| {
            let all = known.attributes().filter(move |(_, known)| *known == kind);
            all.map(|(name, _)| name.to_owned()).collect()
        };
        Some(BuiltInType {
            properties: of_kind(AttributeKind::Property),
            parameters: of_kind(AttributeKind::Parameter),
            key_attributes: known.key_attributes().iter().map(|name| name.to_string()).collect(),
            is_isomorphic: known.is_isomorphic(),
        })
    }

    fn now(&mut self) -> (i64, u32) {
        let nanoseconds = self.evaluator.run.host.now().map_or(0, |now| now.nanoseconds());
        let seconds = nanoseconds.div_euclid(1_000_000_000);
        (seconds as i64, nanoseconds.rem_euclid(1_000_000_000) as u32)
    }

    fn zone(&mut self, _seconds: i64) -> (i32, String) {
        let offset = self.evaluator.run.host.utc_offset();
        let name = if offset == 0 { "UTC".to_owned() } else { String::new() };
        (offset, name)
    }

    fn named_zone(&mut self, name: &str, seconds: i64) -> Option<(i32, String)> {
        self.evaluator.run.host.named_zone(name, seconds)
    }

    fn random_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let random = self.evaluator.run.host.random().to_le_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
    }

    fn log(&mut self, level: LogLevel, message: &str) {
        self.evaluator.log(puppet_level(level), message.to_owned());
    }

    fn log_of_puppet(&mut self, level: LogLevel, message: &str) {
        self.evaluator.say(puppet_level(level), message.to_owned());
    }

    fn run_command(&mut self, command: &[String]) -> Result<(Vec<u8>, i32), String> {
        self.evaluator.run.host.run_for_ruby(command).map_err(|problem| problem.0)
    }

    /// Printed text is logged as debug message, since a compiler has no output for it.
    fn print(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        for line in text.lines().filter(|line| !line.is_empty()) {
            self.evaluator.log(Level::Debug, line.to_owned());
        }
    }

    fn puppet(&mut self) -> Option<&mut dyn Puppet> {
        Some(self)
    }
}

impl Puppet for Door<'_, '_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.evaluator.catalog_state.trace_ruby_variable(name);
        self.evaluator.dynamic_variable(name)
    }

    fn template_variable(&mut self, name: &str) -> Option<Value> {
        self.evaluator.catalog_state.trace_ruby_variable(name);
        self.evaluator.ruby().template_variable(name)
    }

    fn is_literal(&mut self, text: &Text) -> bool {
        self.evaluator.ruby().is_literal(text)
    }

    fn variables(&mut self) -> Vec<(String, Value)> {
        self.evaluator.ruby().visible_variables()
    }

    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), CallError> {
        self.evaluator
            .ruby()
            .set_dynamic_variable(name, value)
            .map_err(|message| CallError::Raised { class: ErrorClass::Parse, message })
    }

    fn values_changed(&mut self, changes: Vec<(Value, Value)>) -> Vec<(Value, Value)> {
        self.evaluator.ruby().replace_values(changes)
    }

    fn unknown_variables(&mut self) -> UnknownVariables {
        match self.evaluator.run.settings.strict {
            Strict::Error => UnknownVariables::Raise,
            Strict::Warning => UnknownVariables::Warn,
            Strict::Off => UnknownVariables::Ignore,
        }
    }

    fn call_function(&mut self, core: Box<Core>, call: FunctionCall<'_>) -> Returned {
        self.evaluator.ruby_state.ruby_mut().core = Some(core);
        let (name, block) = (call.name, call.block.map(Block::Ruby));
        let result = match (self.evaluator.has_function(name), call.caller) {
            (Ok(false), Some(caller)) => {
                Err(crate::stop::error(format!("Function {caller}(): Unknown function: '{name}'")))
            }
            _ => self.evaluator.call_by_name(name, call.args, block),
        };
        let result = result.map_err(|stop| match (self.call_error(stop), call.name) {
            (CallError::Raised { class: ErrorClass::Argument, message }, name) => {
                CallError::Raised { class: class_of_error(name, &message), message }
            }
            (error, _) => error,
        });
        (result, self.evaluator.ruby().take_core())
    }

    fn call_block(&mut self, core: Box<Core>, number: u32, args: Vec<Value>) -> Returned {
        self.evaluator.ruby_state.ruby_mut().core = Some(core);
        let result = self.evaluator.ruby().call_held_lambda(number, args);
        let result = result.map_err(|stop| self.call_error(stop));
        (result, self.evaluator.ruby().take_core())
    }

    fn select_scope(&mut self, scope: Option<u32>) -> Selected {
        let before = self.evaluator.run.vantage();
        if let Some(scope) = scope {
            self.evaluator.run.see_from(Viewpoint { scope, frame: NO_FRAME });
        }
        Selected { scope: before.scope, frame: before.frame }
    }

    fn restore_scope(&mut self, selected: Selected) {
        let Selected { scope, frame } = selected;
        self.evaluator.run.see_from(Viewpoint { scope, frame });
    }

    fn parse_type(&mut self, text: &str, local_types: &[(Text, Type)]) -> Result<Type, String> {
        self.evaluator.ruby().type_seen_by_ruby(text, local_types).map_err(|error| error.message)
    }

    fn local_types(&mut self, definitions: &[String]) -> Result<Vec<(String, Type)>, String> {
        self.evaluator.ruby().types_of_texts(definitions)
    }

    fn is_new_warning(&mut self, key: &str) -> bool {
        self.evaluator.run.is_new_warning(key)
    }

    fn has_function(&mut self, name: &str) -> bool {
        self.evaluator.has_function(name).unwrap_or(false)
    }

    fn old_function_file(&mut self, name: &str) -> Option<RubySource> {
        let host = self.evaluator.run.host;
        let file = host.ruby_code(RubyKind::OldFunction, name, &Owner::Environment)?;
        host.ruby_source(&file.path).ok()
    }

    fn classes(&mut self) -> Vec<String> {
        self.evaluator.catalog_state.evaluated_classes()
    }

    fn tags(&mut self) -> Vec<String> {
        self.evaluator.catalog_state.catalog_tags().iter().map(str::to_owned).collect()
    }

    fn scope_text(&mut self) -> String {
        self.evaluator.catalog_view().scope_text()
    }

    fn scope_resource(&mut self) -> Option<u32> {
        self.evaluator.catalog_view().scope_resource()
    }

    fn scope_source(&mut self) -> Option<String> {
        self.evaluator.catalog_view().scope_source()
    }

    fn scope_module(&mut self) -> Option<String> {
        let name = self.evaluator.dynamic_variable("module_name")?;
        name.as_str().filter(|name| !name.is_empty()).map(str::to_owned)
    }

    fn resource_defaults(&mut self, type_name: &str) -> Vec<(String, Value)> {
        self.evaluator.catalog_view().defaults_here(type_name)
    }

    fn find_resource(&mut self, type_name: &str, title: &str) -> Option<u32> {
        self.evaluator.catalog_state.find_resource(type_name, title)
    }

    fn resources(&mut self) -> Vec<u32> {
        self.evaluator.catalog_state.all_resources()
    }

    fn resource_name(&mut self, number: u32) -> (String, String) {
        self.evaluator.catalog_state.resource_name(number)
    }

    fn resource_parameter(&mut self, number: u32, name: &str) -> Option<Value> {
        self.evaluator.catalog_state.resource_parameter(number, name)
    }

    fn resource_parameters(&mut self, number: u32) -> Vec<(String, Value)> {
        self.evaluator.catalog_state.resource_parameters(number)
    }

    fn resource_details(&mut self, number: u32) -> ResourceDetails {
        self.evaluator.catalog_view().resource_details(number)
    }

    fn add_resource(
        &mut self,
        type_name: &str,
        title: &str,
        parameters: Vec<(String, Value)>,
    ) -> Result<(), CallError> {
        let parameters: Hash =
            parameters.into_iter().map(|(name, value)| (name.into(), value)).collect();
        let instances: Hash = [(title.into(), Value::from(parameters))].into_iter().collect();
        let mut compilation = self.evaluator.compilation();
        let added = compilation.create_from_hash_at(type_name, &instances, &Hash::default(), None);
        added.map_err(|stop| self.call_error(stop))
    }

    fn describe_type(&mut self, type_name: &str, title: &str) -> TypeDetails {
        self.evaluator.compilation().describe_type(type_name, title)
    }

    fn is_class(&mut self, name: &str) -> bool {
        self.evaluator.compilation().is_class(name)
    }

    fn is_defined_type(&mut self, name: &str) -> bool {
        self.evaluator.compilation().is_defined_type(name)
    }

    fn class_scope(&mut self, name: &str) -> Option<u32> {
        self.evaluator.catalog_state.class_scope(name)
    }

    fn context_number(&mut self, context: &Arc<Object>) -> Option<u32> {
        self.evaluator.lookup().context_number(context)
    }

    fn no_such_key(&mut self) -> CallError {
        self.call_error(Box::new(Stop::NoSuchKey))
    }

    fn is_lookup_explained(&mut self) -> bool {
        self.evaluator.lookup().is_lookup_explained()
    }

    fn explain_lookup(&mut self, text: &str) {
        self.evaluator.lookup().explain_lookup(text);
    }

    fn interpolate(&mut self, core: Box<Core>, value: Value) -> Returned {
        self.evaluator.ruby_state.ruby_mut().core = Some(core);
        let result = self.evaluator.lookup().interpolate_data(&value);
        let result = result.map_err(|stop| self.call_error(stop));
        (result, self.evaluator.ruby().take_core())
    }

    fn read_data_file(&mut self, path: &str) -> Result<Vec<u8>, CallError> {
        self.evaluator.lookup().read_data_file(path).map_err(|stop| self.call_error(stop))
    }

    fn call_stack(&mut self) -> Vec<(String, u32)> {
        let trace = self.evaluator.run.call_trace().into_iter();
        let place = |entry: TraceEntry| {
            (entry.location.source.name().to_owned(), entry.location.start().line)
        };
        let mut places: Vec<_> = trace.map(place).collect();
        // Compat: the main manifest is the outermost call.
        if let Some(main) = self.evaluator.run.programs().first() {
            places.push((main.tree.source().name().to_owned(), 0));
        }
        places
    }

    fn environment(&mut self) -> String {
        self.evaluator.run.settings.environment.clone()
    }

    fn node(&mut self) -> String {
        self.evaluator.catalog_state.node_name().to_owned()
    }

    fn setting(&mut self, name: &str) -> Option<Value> {
        let settings = &self.evaluator.run.settings;
        match name {
            "environment" => Some(settings.environment.as_str().into()),
            "strict" => Some(match settings.strict {
                Strict::Off => "off".into(),
                Strict::Warning => "warning".into(),
                Strict::Error => "error".into(),
            }),
            "strict_variables" => Some(settings.strict_variables.into()),
            "storeconfigs" => Some(settings.collects_exported.into()),
            "tasks" => Some(false.into()),
            _ => settings.puppet_settings.get_str(name).cloned(),
        }
    }

    /// Compat: Puppet 7 had another default. A module that does not support later versions sees
    /// that default, so that deprecated functions log warnings instead of failing.
    fn setting_in(&mut self, name: &str, file: &str) -> Option<Value> {
        if name == "strict"
            && self.evaluator.run.settings.strict_is_default
            && self.is_outdated(file)
        {
            return Some("warning".into());
        }
        self.setting(name)
    }

    fn find_template(&mut self, reference: &str) -> Option<String> {
        self.evaluator.ruby().module_path(ModuleFiles::Templates, reference)
    }

    fn find_file(&mut self, reference: &str) -> Option<String> {
        self.evaluator.ruby().module_path(ModuleFiles::Files, reference)
    }

    fn module_directory(&mut self, name: &str) -> Option<String> {
        self.evaluator.run.host.module_directory(name)
    }

    fn modules(&mut self) -> Vec<String> {
        let mut names = self.evaluator.run.host.names(NameKind::Module);
        names.sort();
        names
    }
}
