//! Finds classes, defined types and node definitions by name, in the programs and in the files of
//! modules.

use std::sync::Arc;

use pupa_catalog::resource_type::metaparameter;
use pupa_syntax::diagnostic::{Location, Named};
use pupa_syntax::source::Source;
use pupa_value::value::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{CatalogView, Compilation, DefinitionId, Origin};
use crate::host::Owner;
use crate::issues;
use crate::log::{Level, Place};
use crate::program::definition_code::{DefinitionCode, DefinitionForm, HostMatcher};
use crate::program::{ManifestError, Program};
use crate::stop::{Outcome, UnlocatedError, error};

/// A class, defined type or node.
pub(super) struct Definition {
    pub(super) code: Arc<DefinitionCode>,
    pub(super) program: u32,
    /// The name in lower case; for a node definition, a name made from its matcher.
    pub(super) name: Text,
    /// The matcher of a node definition.
    pub(super) matcher: Option<HostMatcher>,
    /// The module it belongs to.
    pub(super) module: Option<Text>,
    /// Compat: once a collector in its code overrides an attribute, its code may override every
    /// attribute.
    pub(super) may_override: bool,
}

/// The definitions by name.
#[derive(Default)]
pub(super) struct Definitions {
    all: Vec<Definition>,
    classes: FxHashMap<Text, DefinitionId>,
    defines: FxHashMap<Text, DefinitionId>,
    nodes: Vec<DefinitionId>,
    /// The node definitions, by the names made from their matchers.
    node_names: FxHashMap<Text, DefinitionId>,
    /// The names for which no file has a definition.
    missing: FxHashSet<(DefinitionForm, Text)>,
    /// The modules whose `init.pp` has been read or does not exist.
    modules: FxHashSet<Text>,
    /// The files that were read.
    files: FxHashSet<String>,
}

impl Definitions {
    pub(super) fn get(&self, id: DefinitionId) -> &Definition {
        &self.all[id as usize]
    }

    pub(super) fn get_mut(&mut self, id: DefinitionId) -> &mut Definition {
        &mut self.all[id as usize]
    }

    fn known(&self, form: DefinitionForm, name: &str) -> Option<DefinitionId> {
        match form {
            DefinitionForm::Class => self.classes.get(name).copied(),
            DefinitionForm::Define => self.defines.get(name).copied(),
            DefinitionForm::Node => None,
        }
    }

    /// The defined type with this name, if its file has been read.
    pub(super) fn known_define(&self, name: &str) -> Option<&Definition> {
        self.defines.get(name).map(|id| self.get(*id))
    }

    /// The names of the classes whose files have been read, in any order.
    pub(super) fn class_names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(Text::as_str)
    }

    /// The names of the defined types whose files have been read, in any order.
    pub(super) fn define_names(&self) -> impl Iterator<Item = &str> {
        self.defines.keys().map(Text::as_str)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = DefinitionId> {
        self.nodes.iter().copied()
    }

    fn add(&mut self, definition: Definition) {
        let id = self.all.len() as DefinitionId;
        match definition.code.kind {
            DefinitionForm::Class => {
                self.classes.insert(definition.name.clone(), id);
            }
            DefinitionForm::Define => {
                self.defines.insert(definition.name.clone(), id);
            }
            DefinitionForm::Node => {
                self.node_names.insert(definition.name.clone(), id);
                self.nodes.push(id);
            }
        }
        self.all.push(definition);
    }
}

/// A manifest of a module that has been read, but whose definitions have not been added yet.
enum Manifest {
    Valid(Arc<Program>),
    /// It has two definitions of the same name.
    Twice(ManifestError),
}

impl Manifest {
    fn source(&self) -> &Arc<Source> {
        match self {
            Manifest::Valid(program) => program.source(),
            Manifest::Twice(rejected) => &rejected.source,
        }
    }
}

impl Compilation<'_, '_> {
    /// Adds the classes, defined types and nodes of a program.
    pub(crate) fn define_catalog(&mut self, program: &Arc<Program>, number: u32) -> Outcome<()> {
        let module = match &program.owner {
            Owner::Environment => None,
            Owner::Module(name) => Some(Text::from(&**name)),
        };
        for code in &program.catalog {
            self.view().check_redefinition(code, number)?;
            self.check_parameter_names(code, &program.owner)?;
            let add = |name: Text, matcher: Option<HostMatcher>| Definition {
                code: Arc::clone(code),
                program: number,
                name,
                matcher,
                module: module.clone(),
                may_override: false,
            };
            if code.kind != DefinitionForm::Node {
                self.evaluator.catalog_state.definitions.add(add(code.name.clone(), None));
            }
            for matcher in &code.matchers {
                self.view().check_node(code, number, matcher)?;
                let node = add(node_name(matcher), Some(matcher.clone()));
                self.evaluator.catalog_state.definitions.add(node);
            }
        }
        Ok(())
    }

    /// A parameter can't have the name of a metaparameter, unless it has a default.
    ///
    /// Compat: the error about a definition of a module names the expression that needs it; the one about
    /// a definition of the main manifest names no place. Pinned by
    /// `classes-metaparameter-as-a-parameter`.
    fn check_parameter_names(&mut self, code: &DefinitionCode, owner: &Owner) -> Outcome<()> {
        for parameter in &code.parameters {
            if metaparameter::find(&parameter.name).is_none() {
                continue;
            }
            let (name, definition) = (&parameter.name, &code.name);
            if parameter.default.is_none() {
                let message = format!(
                    "{name} is a metaparameter; please choose another parameter name in the \
                     {definition} definition"
                );
                return Err(match owner {
                    Owner::Environment => self.view().bare_failure(message),
                    Owner::Module(_) => error(message),
                });
            }
            let message = format!(
                "{name} is a metaparam; this value will inherit to all contained resources in the \
                 {definition} definition"
            );
            self.evaluator.run.push_log(Level::Warning, message, String::new(), None);
        }
        Ok(())
    }

    /// Returns a class by name; reads its file if necessary.
    pub(crate) fn find_class(&mut self, name: &str) -> Outcome<Option<DefinitionId>> {
        self.find_definition(DefinitionForm::Class, name)
    }

    /// Returns a defined type by name; reads its file if necessary.
    pub(super) fn find_define(&mut self, name: &str) -> Outcome<Option<DefinitionId>> {
        self.find_definition(DefinitionForm::Define, name)
    }

    fn find_definition(
        &mut self,
        form: DefinitionForm,
        name: &str,
    ) -> Outcome<Option<DefinitionId>> {
        let name = Text::from(name.strip_prefix("::").unwrap_or(name).to_lowercase());
        if let known @ Some(_) = self.evaluator.catalog_state.definitions.known(form, &name) {
            return Ok(known);
        }
        let key = (form, name.clone());
        if name.is_empty() || self.evaluator.catalog_state.definitions.missing.contains(&key) {
            return Ok(None);
        }
        // From `a::b::c` to `a`.
        let mut path = name.as_str();
        loop {
            self.load_manifests(path)?;
            if let known @ Some(_) = self.evaluator.catalog_state.definitions.known(form, &name) {
                return Ok(known);
            }
            match path.rfind("::") {
                Some(end) => path = &path[..end],
                None => break,
            }
        }
        self.evaluator.catalog_state.definitions.missing.insert(key);
        Ok(None)
    }

    /// Reads the `init.pp` of the module that a type belongs to, once.
    ///
    /// Compat: any resource type could be a defined type, which the reference searches for first.
    /// It searches for the file of each such type; we do so only for the first type of each module.
    pub(crate) fn load_module_of(&mut self, type_name: &str) -> Outcome<()> {
        let name = type_name.strip_prefix("::").unwrap_or(type_name).to_lowercase();
        match name.split_once("::") {
            Some((module, _))
                if !self.evaluator.catalog_state.definitions.modules.contains(module) =>
            {
                self.load_manifests(&name)
            }
            _ => Ok(()),
        }
    }

    /// Reads the manifest that should define a name, and the `init.pp` of its module before it;
    /// each once.
    fn load_manifests(&mut self, name: &str) -> Outcome<()> {
        let module = name.split_once("::").map_or(name, |(module, _)| module);
        let is_new = !self.evaluator.catalog_state.definitions.modules.contains(module);
        let init = if is_new { self.read_manifest(module)? } else { None };
        let own = if name == module { None } else { self.read_manifest(name)? };
        if is_new {
            self.evaluator.catalog_state.definitions.modules.insert(Text::from(module));
        }
        // Compat: both manifests are parsed before the definitions of the first are added.
        for manifest in init.into_iter().chain(own) {
            self.evaluator
                .catalog_state
                .definitions
                .files
                .insert(manifest.source().name().to_owned());
            self.define_manifest(manifest)?;
        }
        Ok(())
    }

    /// Returns the manifest that should define a name, unless it has been read before.
    fn read_manifest(&mut self, name: &str) -> Outcome<Option<Manifest>> {
        let file = self.evaluator.run.host.manifest(name).map_err(|problem| error(problem.0))?;
        let Some(file) = file else { return Ok(None) };
        if self.evaluator.catalog_state.definitions.files.contains(file.source.name()) {
            return Ok(None);
        }
        match file.program(name, &self.evaluator.run.settings) {
            Ok(program) => Ok(Some(Manifest::Valid(program))),
            Err(rejected) if rejected.is_redefinition() => Ok(Some(Manifest::Twice(rejected))),
            Err(rejected) => Err(self.evaluator.run.rejected_definition(&rejected)),
        }
    }

    /// Adds the definitions in a manifest of a module.
    fn define_manifest(&mut self, manifest: Manifest) -> Outcome<()> {
        let program = match manifest {
            Manifest::Valid(program) => program,
            Manifest::Twice(rejected) => {
                return Err(self.evaluator.run.rejected_definition(&rejected));
            }
        };
        let number = self.evaluator.run.add_program(&program);
        if let Some(message) = self.evaluator.redefined_entity(&program, number) {
            return Err(error(message));
        }
        let running = self.evaluator.run.switch_program(number);
        let defined = self.evaluator.define_functions(&program, number);
        let defined = defined.and_then(|()| self.define_manifest_types(&program));
        let defined = defined.and_then(|()| self.define_catalog(&program, number));
        self.evaluator.run.switch_program(running);
        defined
    }

    /// Defines the types of a manifest. Most manifests have none.
    fn define_manifest_types(&mut self, program: &Arc<Program>) -> Outcome<()> {
        if program.aliases.is_empty() && program.types.is_empty() {
            return Ok(());
        }
        self.evaluator.forget_known();
        self.evaluator.catalog_state.forget_kinds();
        self.evaluator.define_types(program)?;
        self.evaluator.link_definitions(program)
    }
}

impl CatalogView<'_, '_> {
    /// Fails if the name of a definition is taken.
    fn check_redefinition(&self, code: &DefinitionCode, program: u32) -> Outcome<()> {
        let definitions = &self.catalog.definitions;
        let name = &code.name;
        let class = definitions.classes.get(name);
        let define = definitions.defines.get(name);
        let (known, text): (_, fn(&str, &str) -> String) = match (code.kind, class, define) {
            (DefinitionForm::Class, Some(known), _) => (*known, |name, place| {
                format!("Class '{name}' is already defined{place}; cannot redefine")
            }),
            (DefinitionForm::Class, None, Some(known)) => (*known, |name, place| {
                format!(
                    "Definition '{name}' is already defined{place}; cannot be redefined as a class"
                )
            }),
            (DefinitionForm::Define, Some(known), _) => (*known, |name, place| {
                format!(
                    "'{name}' is already defined{place} as a class; cannot redefine as a definition"
                )
            }),
            // Two defined types of the same name are reported by another check.
            _ => return Ok(()),
        };
        let known = definitions.get(known);
        // In an interactive session a name may be defined again, and a program may be evaluated
        // again.
        if self.run.may_reassign() || std::ptr::eq(&*known.code, code) {
            return Ok(());
        }
        let place = self.origin_text(self.definition_origin(known.program, &known.code));
        let place = format!(" {place}");
        let origin = self.definition_origin(program, code);
        Err(self.parse_error(text(name, &place), Some(origin)))
    }

    /// Fails if there is already a definition for the same node.
    fn check_node(
        &self,
        code: &DefinitionCode,
        program: u32,
        matcher: &HostMatcher,
    ) -> Outcome<()> {
        let definitions = &self.catalog.definitions;
        let name = node_name(matcher);
        let known = definitions.node_names.get(&name).map(|id| definitions.get(*id));
        let other = known.filter(|known| !std::ptr::eq(&*known.code, code));
        let Some(other) = other.filter(|_| !self.run.may_reassign()) else { return Ok(()) };
        let place = self.origin_text(self.definition_origin(other.program, &other.code));
        let message = format!("Node '{name}' is already defined {place}; cannot redefine");
        Err(self.parse_error(message, Some(self.definition_origin(program, code))))
    }

    pub(super) fn definition_origin(&self, program: u32, code: &DefinitionCode) -> Origin {
        let tree = &self.run.program_at(program).tree;
        Origin { program, offset: tree.place(code.at), by_call: false }
    }

    /// Returns the location of a definition of the same defined type in another manifest.
    pub(crate) fn other_define(&self, name: &str, program: u32) -> Option<Place> {
        let definitions = &self.catalog.definitions;
        let known = definitions.get(*definitions.defines.get(name)?);
        (known.program != program).then(|| self.run.place_of(known.program, known.code.at))
    }

    /// ` (file: F, line: L)` without the leading space; empty for a text without a name.
    pub(super) fn origin_text(&self, origin: Origin) -> String {
        let source = self.run.program_at(origin.program).source();
        let line = source.line_of(origin.offset);
        match source.name() {
            "" if !origin.by_call => format!("(line: {line})"),
            "" => format!("(file: unknown, line: {line})"),
            name => format!("(file: {name}, line: {line})"),
        }
    }

    /// A message with a location at its end.
    pub(super) fn located(&self, message: &str, origin: Option<Origin>) -> String {
        match origin {
            Some(origin) => format!("{message} {}", self.origin_text(origin)),
            None => message.to_owned(),
        }
    }

    /// An error without a location, whose message ends with one.
    pub(super) fn quoting(
        &self,
        message: String,
        origin: Option<Origin>,
    ) -> Box<crate::stop::Stop> {
        let place = origin.map(|origin| format!(" {}", self.origin_text(origin)));
        UnlocatedError::quoting(message, place.unwrap_or_default()).into()
    }

    /// An error whose location is only a line, without a prefix of the message.
    pub(super) fn parse_error(
        &self,
        message: String,
        origin: Option<Origin>,
    ) -> Box<crate::stop::Stop> {
        let Some(origin) = origin else { return error(message) };
        let source = self.run.program_at(origin.program).source();
        let span = pupa_syntax::source::Span::at(origin.offset);
        let location = Location::new(source, span).naming(Named::Line);
        issues::catalog_error(&message).located(location).traced(self.run.call_trace()).into()
    }
}

/// Returns the name that identifies a node definition.
fn node_name(matcher: &HostMatcher) -> Text {
    match matcher {
        HostMatcher::Name(name) => name.clone(),
        HostMatcher::Default => "default".into(),
        HostMatcher::Pattern(regexp) => {
            let source = regexp.source().to_lowercase();
            let kept: String = source
                .chars()
                .filter(|one| one.is_alphanumeric() || "-_:.".contains(*one))
                .collect();
            Text::from(format!("__node_regexp__{}", kept.trim_start_matches('.')))
        }
    }
}
