//! A static check of Ruby code: the methods, constants and libraries that it uses and Pupa does not
//! have.
//!
//! The check queries the classes of a machine that has loaded the whole library, so that it cannot
//! drift from what runs. Names are compared, not types: a method counts as known if any class has a
//! method of that name, unless the receiver is a constant or a literal.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::core::class;
use crate::core::module::{MethodFilter, names_of};
use crate::library::{self, Library};
use crate::machine::{Core, Machine};
use crate::native::Visibility;
use crate::parse::uses::{Receiver, Use, UseKind, Uses};
use crate::puppet::missing;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};
use crate::world::EmptyWorld;

/// The names that the other files of a module define.
#[derive(Debug, Default)]
pub struct Surroundings {
    methods: FxHashSet<String>,
    constants: FxHashSet<String>,
}

impl Surroundings {
    /// Adds the definitions of a file.
    pub fn add(&mut self, uses: &Uses) {
        self.methods.extend(uses.methods.iter().cloned());
        for constant in &uses.constants {
            self.constants.insert(constant.clone());
            // The enclosing modules exist as well.
            for (at, _) in constant.match_indices("::") {
                self.constants.insert(constant[..at].to_owned());
            }
        }
    }
}

/// A use of something that Pupa does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The name: `String#unicode_normalize`, `Puppet::Pops::Parser`, `require 'ffi'`.
    pub name: String,
    /// The kind of name.
    pub kind: MissingKind,
    /// The bytes of the use.
    pub span: Range<usize>,
}

/// The kinds of missing names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingKind {
    /// A method that Ruby or Puppet has.
    Method,
    /// A method that no known class defines: a mistake, or a method of a gem.
    UnknownMethod,
    /// A constant of Ruby or Puppet.
    Constant,
    /// A constant that nothing defines: a mistake, or a constant of a gem.
    UnknownConstant,
    /// A library of Ruby or a gem.
    Library,
}

/// The classes, methods and libraries that Pupa has.
pub struct Support {
    core: Option<Box<Core>>,
    methods: FxHashSet<String>,
}

impl Support {
    /// Loads the whole library.
    pub fn new() -> Support {
        let mut support = Support { core: Some(Core::new()), methods: FxHashSet::default() };
        support.methods = support.ask(|machine| {
            for name in library::ruby_libraries() {
                // An error is ignored: the tests of the library would find it.
                let _ = library::load(machine, name);
            }
            let classes: Vec<ClassId> = (0..machine.classes.len() as u32).map(ClassId).collect();
            let mut methods = FxHashSet::default();
            for class in classes {
                let hidden = MethodFilter::Only(Visibility::Private);
                for filter in [MethodFilter::Callable, hidden] {
                    let names = names_of(machine, &[class], filter);
                    methods.extend(names.into_iter().map(|name| name.as_str().to_owned()));
                }
            }
            methods
        });
        support
    }

    fn ask<T>(&mut self, question: impl FnOnce(&mut Machine<'_>) -> T) -> T {
        let mut world = EmptyWorld::default();
        let core = self.core.take().unwrap_or_else(Core::new);
        let mut machine = Machine::new(core, &mut world);
        let answer = question(&mut machine);
        self.core = Some(machine.core);
        answer
    }

    /// The names that a file uses and that neither Pupa nor the surrounding files define.
    pub fn missing(&mut self, uses: &Uses, around: &Surroundings) -> Vec<Missing> {
        let mut all = Vec::new();
        for found in &uses.uses {
            let missing = match &found.kind {
                UseKind::Library => self.missing_library(found),
                UseKind::File => None,
                UseKind::Constant(scopes) => self.missing_constant(found, scopes, around),
                UseKind::Method(receiver) => self.missing_method(found, receiver, around),
            };
            all.extend(missing);
        }
        all
    }

    fn missing_library(&self, found: &Use) -> Option<Missing> {
        let is_missing = matches!(library::find(&found.name), Library::Unknown);
        is_missing.then(|| Missing {
            name: format!("require '{}'", found.name),
            kind: MissingKind::Library,
            span: found.span.clone(),
        })
    }

    fn missing_constant(
        &mut self,
        found: &Use,
        scopes: &[String],
        around: &Surroundings,
    ) -> Option<Missing> {
        let candidates = candidates(&found.name, scopes);
        if candidates.iter().any(|path| around.constants.contains(path)) {
            return None;
        }
        let is_known =
            self.ask(|machine| candidates.iter().any(|path| constant(machine, path).is_some()));
        if is_known {
            return None;
        }
        // A constant of a class of the module, which may be set by code that the check does not
        // see.
        let outer = found.name.trim_start_matches("::").rsplit_once("::").map(|(outer, _)| outer);
        let is_of_module = outer.is_some_and(|outer| {
            // `Puppet::Type::File::Owner`: types make a class for each attribute.
            let is_type = |path: &str| {
                path.strip_prefix("Puppet::Type::").is_some_and(|name| !name.contains("::"))
            };
            let candidates = candidates_of(outer, scopes);
            candidates.iter().any(|path| around.constants.contains(path) || is_type(path))
        });
        if is_of_module {
            return None;
        }
        let known = candidates.iter().find(|path| missing::is_known_constant(path));
        let kind = match known {
            Some(_) => MissingKind::Constant,
            None => MissingKind::UnknownConstant,
        };
        let name = known.cloned().unwrap_or(found.name.clone());
        Some(Missing { name, kind, span: found.span.clone() })
    }

    fn missing_method(
        &mut self,
        found: &Use,
        receiver: &Receiver,
        around: &Surroundings,
    ) -> Option<Missing> {
        if around.methods.contains(&found.name) {
            return None;
        }
        let span = found.span.clone();
        if let Some((owner, is_there)) = self.exact_method(&found.name, receiver, around) {
            return (!is_there).then(|| {
                let kind = match missing::is_known_method(&owner) {
                    true => MissingKind::Method,
                    false => MissingKind::UnknownMethod,
                };
                Missing { name: owner, kind, span }
            });
        }
        let is_of_scope = found.name.starts_with("function_");
        if is_of_scope || self.methods.contains(&found.name) {
            return None;
        }
        let kind = match missing::is_known_name(&found.name) {
            true => MissingKind::Method,
            false => MissingKind::UnknownMethod,
        };
        Some(Missing { name: format!("#{}", found.name), kind, span })
    }

    /// The full name of a method whose receiver is known, and whether it exists.
    fn exact_method(
        &mut self,
        name: &str,
        receiver: &Receiver,
        around: &Surroundings,
    ) -> Option<(String, bool)> {
        let name = Symbol::new(name);
        match receiver {
            Receiver::Any => None,
            Receiver::Literal(class) => self.ask(|machine| {
                let Some(Value::Class(id)) = constant(machine, class) else { return None };
                let is_there = machine.find_method(id, name).is_some();
                Some((format!("{class}#{name}"), is_there))
            }),
            Receiver::Constant(path, scopes) => {
                let candidates = candidates(path, scopes);
                if candidates.iter().any(|path| around.constants.contains(path)) {
                    return None;
                }
                self.ask(|machine| {
                    let value = candidates.iter().find_map(|path| constant(machine, path))?;
                    let Value::Class(_) = value else { return None };
                    let class = machine.singleton_class(value)?;
                    let is_there =
                        machine.find_method(class, name).is_some() || answers_all(machine, class);
                    Some((format!("{}.{name}", path.trim_start_matches("::")), is_there))
                })
            }
        }
    }
}

impl Default for Support {
    fn default() -> Support {
        Support::new()
    }
}

/// Whether a class has its own `method_missing`, so that it answers to any name.
fn answers_all(machine: &mut Machine<'_>, class: ClassId) -> bool {
    let found = machine.find_method(class, names::METHOD_MISSING);
    found.is_some_and(|found| machine.method(found).owner != class::BASIC_OBJECT)
}

/// The full names that a constant may have, from the innermost scope outwards.
fn candidates(path: &str, scopes: &[String]) -> Vec<String> {
    match path.strip_prefix("::") {
        Some(path) => vec![path.to_owned()],
        None => candidates_of(path, scopes),
    }
}

fn candidates_of(path: &str, scopes: &[String]) -> Vec<String> {
    let inner = scopes.iter().map(|scope| format!("{scope}::{path}"));
    inner.chain([path.to_owned()]).collect()
}

/// The value of a constant of the library.
fn constant(machine: &mut Machine<'_>, path: &str) -> Option<Value> {
    let mut value = Value::Class(class::OBJECT);
    for (number, name) in path.split("::").enumerate() {
        let Value::Class(outer) = value else { return None };
        value = machine.find_constant(outer, Symbol::new(name), number == 0).ok()??;
    }
    Some(value)
}
