//! Finds functions by name.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::definition::check_definition_file;
use super::{Evaluator, Run};
use crate::host::{DefinitionKind, Owner, RubyFile, RubyKind};
use crate::natives::Native;
use crate::program::node::CallNode;
use crate::program::{FunctionCode, Program};
use crate::ruby::RubyFunction;
use crate::stop::{Outcome, error};

/// A function that can be called.
#[derive(Clone)]
pub(crate) enum Callable {
    Native(Native),
    Puppet { program: u32, code: Arc<FunctionCode> },
    Ruby(Rc<RubyFunction>),
}

/// The functions that programs define, and those found elsewhere so far.
#[derive(Default)]
pub(crate) struct Registry {
    /// The functions defined by the programs of the environment.
    defined: FxHashMap<Text, Callable>,
    /// The functions found for the code of each program; `None` if the search failed.
    found: Vec<FxHashMap<Text, Option<Callable>>>,
    /// The callees of the calls of each manifest, by the number of the call.
    by_site: Vec<Vec<Option<Callable>>>,
    /// Files that were read, by path.
    files: FxHashMap<String, u32>,
    /// The Ruby functions by the path of their file, so that all code calls the same object.
    ruby: FxHashMap<String, Callable>,
}

impl Evaluator<'_> {
    /// Adds the functions of a program.
    pub(crate) fn define_functions(&mut self, program: &Arc<Program>, number: u32) -> Outcome<()> {
        for code in &program.functions {
            // Functions of the environment are found before those of modules.
            if self.function_owner(&code.name) == Some(&Owner::Environment)
                && program.owner != Owner::Environment
            {
                continue;
            }
            let callable = Callable::Puppet { program: number, code: Arc::clone(code) };
            self.registry.defined.insert(code.name.clone(), callable);
        }
        if !program.functions.is_empty() {
            self.registry.found.clear();
            self.registry.by_site.clear();
        }
        Ok(())
    }

    /// The owner of a function that a program defines: the environment or a module.
    fn function_owner(&self, name: &str) -> Option<&Owner> {
        let program = self.defining_program(name)?;
        Some(&self.run.programs[program as usize].owner)
    }

    /// The program that defines a function.
    pub(super) fn defining_program(&self, name: &str) -> Option<u32> {
        match self.registry.defined.get(name)? {
            Callable::Puppet { program, .. } => Some(*program),
            Callable::Native(_) | Callable::Ruby(_) => None,
        }
    }

    /// The file from which a function was loaded when it was called.
    pub(super) fn function_file(&self, name: &str) -> Option<&str> {
        let defines = |number: u32| {
            let functions = &self.run.programs[number as usize].functions;
            functions.iter().any(|code| code.name.as_str() == name)
        };
        let mut files = self.registry.files.iter();
        files.find(|(_, number)| defines(**number)).map(|(path, _)| path.as_str())
    }

    /// Whether a function with this name exists.
    pub(crate) fn has_function(&mut self, name: &str) -> Outcome<bool> {
        Ok(self.find_function(name)?.is_some())
    }

    /// The callee of a call in the running program. It is cached, since finding it by name would
    /// take longer than many calls.
    pub(super) fn called_function(&mut self, call: &CallNode) -> Outcome<Option<Callable>> {
        let (program, site) = (self.run.program as usize, call.site as usize);
        if let Some(Some(known)) = self.registry.by_site.get(program).and_then(|s| s.get(site)) {
            return Ok(Some(known.clone()));
        }
        let found = self.find_function(&call.name)?;
        let sites = &mut self.registry.by_site;
        if sites.len() <= program {
            sites.resize_with(program + 1, Vec::new);
        }
        if sites[program].len() <= site {
            sites[program].resize_with(site + 1, || None);
        }
        sites[program][site].clone_from(&found);
        Ok(found)
    }

    /// The function with this name, as seen from the running program.
    pub(crate) fn find_function(&mut self, name: &str) -> Outcome<Option<Callable>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let program = self.run.program as usize;
        if let Some(found) = self.registry.found.get(program).and_then(|found| found.get(name)) {
            return Ok(found.clone().or_else(|| self.ruby_state.function_of_other_file(name)));
        }
        let owner = self.run.programs[program].owner.clone();
        let found = self.look_for_function(name, &owner)?;
        if self.registry.found.len() <= program {
            self.registry.found.resize_with(program + 1, FxHashMap::default);
        }
        self.registry.found[program].insert(Text::from(name), found.clone());
        Ok(found.or_else(|| self.ruby_state.function_of_other_file(name)))
    }

    fn look_for_function(&mut self, name: &str, from: &Owner) -> Outcome<Option<Callable>> {
        let native = self.run.native(name);
        if self.run.settings.edition.built_in_functions_win() && native.is_some() {
            return Ok(native.map(Callable::Native));
        }
        if let Some(callable) = self.registry.defined.get(name) {
            return Ok(Some(callable.clone()));
        }
        // Compat: files are searched only for names that are not built-in functions.
        if let Some(native) = native {
            return Ok(Some(Callable::Native(native)));
        }
        let ruby = self.run.host.ruby_code(RubyKind::Function, name, from);
        let is_new = ruby.as_ref().is_some_and(|file| !file.is_old());
        if let Some(file) = ruby.as_ref().filter(|_| is_new) {
            return self.ruby_function(name, file).map(Some);
        }
        if let Some(callable) = self.load_function(name, from)? {
            return Ok(Some(callable));
        }
        ruby.map(|file| self.ruby_function(name, &file)).transpose()
    }

    /// The function in a Ruby file, which is loaded when first called.
    fn ruby_function(&mut self, name: &str, file: &RubyFile) -> Outcome<Callable> {
        if let Some(known) = self.registry.ruby.get(&file.path) {
            return Ok(known.clone());
        }
        let callable = self.ruby().load_ruby_function(name, file)?;
        self.registry.ruby.insert(file.path.clone(), callable.clone());
        Ok(callable)
    }

    /// Reads the file that should define a function, if it exists.
    fn load_function(&mut self, name: &str, from: &Owner) -> Outcome<Option<Callable>> {
        let file = self.run.host.definition(DefinitionKind::Function, name, from);
        let Some(file) = file.map_err(|problem| error(problem.0))? else { return Ok(None) };
        let path = file.source.name().to_owned();
        let number = match self.registry.files.get(&path) {
            Some(number) => *number,
            None => {
                let read = file.program(name, &self.run.settings);
                let program = read.map_err(|rejected| self.run.rejected_definition(&rejected))?;
                let number = self.run.add_program(&program);
                self.registry.files.insert(path.clone(), number);
                number
            }
        };
        let program = Arc::clone(&self.run.programs[number as usize]);
        check_definition_file(&program, name, DefinitionKind::Function)?;
        let code = program.functions.iter().find(|code| code.name.as_str() == name);
        Ok(code.map(|code| Callable::Puppet { program: number, code: Arc::clone(code) }))
    }

    /// The names of all functions that can be found without reading files.
    pub fn function_names(&self) -> Vec<String> {
        let natives = crate::functions::all().map(|function| function.name.to_owned());
        let embedded = self.run.settings.natives.names().into_iter().map(str::to_owned);
        let defined = self.registry.defined.keys().map(|name| name.to_string());
        let mut names: Vec<String> = natives.chain(embedded).chain(defined).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl Run<'_> {
    fn native(&self, name: &str) -> Option<Native> {
        let embedded = self.settings.natives.find(name).cloned().map(Native::Embedded);
        embedded.or_else(|| Native::builtin(name))
    }
}
