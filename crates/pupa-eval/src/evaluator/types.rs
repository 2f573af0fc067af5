//! Finds types by name: those of the language, of the programs, and of modules.

mod defined;
mod shared;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pupa_value::loader::TypeLoader;
use pupa_value::type_parser::{named_type, resolve};
use pupa_value::types::ObjectType;
use pupa_value::{Error, ErrorKind, Result, Type, builtin};
use rustc_hash::FxHashMap;

use super::Evaluator;
use super::definition::check_definition_file;
use crate::host::{DefinitionKind, Host, Owner};
use crate::program::{ManifestError, Program};
use crate::settings::Settings;
use crate::stop::{Outcome, Stop};

use defined::Defined;
use shared::Resolved;
pub(crate) use shared::SharedAlias;

/// A name that no type has. In a list of dependencies it marks that the type belongs to this run
/// only.
const UNSHARED: &str = "";

/// The maximum number of aliases between a name and its type.
const MAX_DEPTH: usize = 200;

/// The types that the reference has in all environments before it reads any file, and which have no
/// location there: aliases of the language, and resource types.
const KEPT_WITHOUT_PLACE: [&str; 18] = [
    "data",
    "richdata",
    "richdatakey",
    "component",
    "exec",
    "file",
    "filebucket",
    "group",
    "node",
    "notify",
    "package",
    "resources",
    "schedule",
    "service",
    "stage",
    "tidy",
    "user",
    "whit",
];

/// Knows types by name.
pub(crate) struct Types<'h> {
    host: &'h dyn Host,
    settings: Settings,
    /// Aliases, by name in lower case.
    definitions: RefCell<FxHashMap<String, Definition>>,
    /// Type definitions, by name.
    defined: RefCell<FxHashMap<String, Rc<Defined>>>,
    /// The names of type definitions, by name in lower case.
    lower_names: RefCell<FxHashMap<String, Vec<String>>>,
    managed_resource: OnceCell<Arc<ObjectType>>,
    /// The number of definitions that are being resolved, each because the one before needs it.
    depth: Cell<usize>,
    /// The resolved aliases, by name in lower case.
    resolved: RefCell<FxHashMap<String, Resolved>>,
    /// The resolved aliases that are not shared with later runs yet.
    unshared: RefCell<Vec<String>>,
    /// The names in each of the definitions that are being resolved.
    uses: RefCell<Vec<Vec<String>>>,
    /// The last file that was not a valid manifest; the errors of types can't contain it.
    rejected: RefCell<Option<ManifestError>>,
    /// The error of the file of a type that another type needs.
    unusable: RefCell<Option<Error>>,
}

/// The definition of a type.
#[derive(Clone)]
enum Definition {
    /// The definition has not been resolved.
    Waiting { t: Type, program: Arc<Program>, index: usize },
    /// The definition has been resolved, or is being resolved (a type may refer to itself).
    CodeFacts(Type),
    /// There is none.
    Missing,
}

impl<'h> Types<'h> {
    pub(crate) fn new(host: &'h dyn Host, settings: &Settings) -> Types<'h> {
        Types {
            host,
            settings: settings.clone(),
            definitions: RefCell::default(),
            defined: RefCell::default(),
            lower_names: RefCell::default(),
            managed_resource: OnceCell::new(),
            depth: Cell::new(0),
            resolved: RefCell::default(),
            unshared: RefCell::default(),
            uses: RefCell::default(),
            rejected: RefCell::default(),
            unusable: RefCell::default(),
        }
    }

    /// Adds the types of a program.
    pub(crate) fn define(&self, program: &Arc<Program>) {
        let mut definitions = self.definitions.borrow_mut();
        definitions.retain(|_, definition| !matches!(definition, Definition::Missing));
        for (index, definition) in program.aliases.iter().enumerate() {
            let t = named_type(&definition.name, &program.tree, definition.expr);
            let waiting = Definition::Waiting { t, program: Arc::clone(program), index };
            definitions.insert(definition.name.to_lowercase(), waiting);
        }
        for code in &program.types {
            let defined = Rc::new(Defined::new(program, code));
            let name = &code.model.name;
            if self.defined.borrow_mut().insert(name.clone(), defined).is_none() {
                let mut names = self.lower_names.borrow_mut();
                names.entry(name.to_lowercase()).or_default().push(name.clone());
            }
        }
    }

    /// Whether a program defines an alias; the name is in lower case.
    pub(crate) fn has_alias(&self, name: &str) -> bool {
        let definitions = self.definitions.borrow();
        definitions.get(name).is_some_and(|known| !matches!(known, Definition::Missing))
    }

    fn resolve(
        &self,
        key: &str,
        t: Type,
        program: &Arc<Program>,
        index: usize,
    ) -> Result<Option<Type>> {
        if self.depth.get() >= MAX_DEPTH {
            let message = format!("More than {MAX_DEPTH} types refer to each other in a row");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        let Some(code) = program.aliases.get(index) else { return Ok(Some(t)) };
        self.depth.set(self.depth.get() + 1);
        self.uses.borrow_mut().push(Vec::new());
        let resolved = resolve(&t, &program.tree, code.expr, self);
        let uses = self.uses.borrow_mut().pop().unwrap_or_default();
        self.depth.set(self.depth.get() - 1);
        match resolved {
            Ok(()) => {
                if matches!(t, Type::Alias(_)) {
                    let (program, alias) = (Arc::clone(program), t.clone());
                    let resolved = Resolved { program, index, alias, uses };
                    self.resolved.borrow_mut().insert(key.to_owned(), resolved);
                    self.share_outermost(key);
                }
                Ok(Some(t))
            }
            Err(error) => {
                // A second request must return the same error.
                self.definitions.borrow_mut().remove(key);
                self.unshared.borrow_mut().clear();
                Err(error)
            }
        }
    }

    /// Shares the aliases that were resolved together, after the outermost of them. Before that,
    /// the list of dependencies of the inner ones may be incomplete.
    fn share_outermost(&self, key: &str) {
        self.unshared.borrow_mut().push(key.to_owned());
        if self.uses.borrow().is_empty() {
            for key in self.unshared.take() {
                self.share(&key);
            }
        }
    }

    /// Reads the file that should define a type; returns whether it exists.
    fn load(&self, key: &str) -> Result<bool> {
        let file = self
            .host
            .definition(DefinitionKind::Type, key, &Owner::Environment)
            .map_err(|problem| Error::other(problem.0))?;
        let Some(file) = file else {
            self.definitions.borrow_mut().insert(key.to_owned(), Definition::Missing);
            return Ok(false);
        };
        let read = file.program(key, &self.settings);
        let program = read.map_err(|rejected| {
            let error = Error::parse(rejected_message(&rejected));
            self.rejected.replace(Some(rejected));
            error
        })?;
        check_definition_file(&program, key, DefinitionKind::Type).map_err(|stop| match *stop {
            Stop::Error(error) => Error::new(error.kind, error.text()),
            _ => Error::other("The definition can't be used"),
        })?;
        self.define(&program);
        Ok(true)
    }
}

impl TypeLoader for Types<'_> {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        if let Some(defined) = self.known_definition(name) {
            if let Some(uses) = self.uses.borrow_mut().last_mut() {
                // Type definitions belong to a run, so types that use one are not shared.
                uses.push(UNSHARED.to_owned());
            }
            return self.resolve_definition(&defined).map(Some);
        }
        let lower = name.to_lowercase();
        let key = lower.strip_prefix("::").unwrap_or(&lower);
        if let Some(uses) = self.uses.borrow_mut().last_mut()
            && !uses.iter().any(|known| known == key)
        {
            uses.push(key.to_owned());
        }
        let definition = self.definitions.borrow().get(key).cloned();
        match definition {
            Some(Definition::CodeFacts(t)) => Ok(Some(t)),
            Some(Definition::Missing) => Ok(self.built_in_definition(name)),
            Some(Definition::Waiting { t, program, index }) => {
                if let Some(shared) = self.shared_alias(key, &program, index) {
                    return Ok(Some(shared));
                }
                let known = Definition::CodeFacts(t.clone());
                self.definitions.borrow_mut().insert(key.to_owned(), known);
                self.resolve(key, t, &program, index)
            }
            None => {
                if let Some(t) = builtin::lookup(key) {
                    return Ok(Some(t));
                }
                // A file that defines the name in another case does not define this type.
                if self.load(key)? && self.is_known(name, key) {
                    return self.load_type(name);
                }
                Ok(self.built_in_definition(name))
            }
        }
    }
}

impl Evaluator<'_> {
    /// A type by its name, in the context of the running program.
    pub(crate) fn load_type(&mut self, name: &str) -> Outcome<Option<Type>> {
        if name.contains("::") {
            self.compilation().load_module_of(name)?;
        }
        self.types.load_type(name).map_err(|error| self.unusable_type(error))
    }

    /// Returns the error about a type. Errors in its file are located there.
    pub(crate) fn unusable_type(&mut self, error: Error) -> Box<Stop> {
        match self.types.rejected.take() {
            Some(rejected) => self.run.rejected_definition(&rejected),
            None => error.into(),
        }
    }

    /// Adds the types of a program.
    pub(crate) fn define_types(&mut self, program: &Arc<Program>) -> Outcome<()> {
        for definition in &program.aliases {
            if let Some(origin) = built_in_origin(&definition.name.to_lowercase()) {
                let message = redefinition(&definition.name, origin);
                // Compat: the reference reports this before the evaluation, without a location.
                return Err(self.catalog_view().bare_failure(message));
            }
        }
        self.check_single_definitions(program)?;
        self.types.define(program);
        Ok(())
    }
}

/// The reference implementation's message for a second definition of a type of the language.
fn redefinition(name: &str, origin: &str) -> String {
    let name = name.to_lowercase();
    format!("Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/{name}'. {origin}")
}

/// Returns the location that the reference implementation names for a type that manifests must not
/// define.
fn built_in_origin(name: &str) -> Option<&'static str> {
    if KEPT_WITHOUT_PLACE.contains(&name) {
        return Some("Set at unknown location");
    }
    builtin::core_type(name).map(|_| "Originally set by Puppet-Type-System/Static-Loader.")
}

/// Returns the first error of a file that is not a valid manifest, with its location.
pub(crate) fn rejected_message(rejected: &ManifestError) -> String {
    let place = rejected.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    let Some(diagnostic) = place else { return rejected.to_string() };
    let file = rejected.source.name();
    match (diagnostic.line(), diagnostic.column()) {
        (Some(line), Some(column)) => {
            format!("{rejected} (file: {file}, line: {line}, column: {column})")
        }
        _ => format!("{rejected} (file: {file})"),
    }
}
