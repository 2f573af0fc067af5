//! The kind of resources of a type, by the name of the type.
//!
//! ```text
//! managed resource types of the programs ─▶ described in files ─▶ Puppet's own ─▶ in Ruby
//!     ─▶ of modules that agents bring along
//!     ─▶ managed resource types of modules ─▶ defined types
//! ```
//!
//! Neither a description nor code replaces a type of Puppet itself.

use std::borrow::Cow;
use std::sync::Arc;

use pupa_catalog::resource_type::{self, METAPARAMETERS, ResourceType, SharedType};
use pupa_ruby::puppet::resource_types::redefinition;
use pupa_syntax::suggest::nearest;
use pupa_value::text::capitalize_segments;
use pupa_value::value::Text;

use super::declare::Declaration;
use super::reference::Reference;
use super::resource::Kind;
use super::{CatalogState, CatalogView, Compilation, ResourceId};
use crate::evaluator::Evaluator;
use crate::evaluator::error_location::with_help;
use crate::host::{NameKind, Owner, RubyFile, RubyKind};
use crate::loaded_type::{LoadedType, TypeLoadError};
use crate::log::Level;
use crate::stop::{Outcome, Stop, error};
use crate::{issues, ruby};

/// The help for a resource type whose Ruby code does not run in Pupa.
const GENERATE_TYPES: &str = "`puppet generate types` describes such types in `.resource_types` of \
     the environment, which Pupa reads";

/// Names with a special meaning in the compiler.
const RESERVED: [&str; 5] = ["class", "component", "node", "stage", "whit"];

impl Compilation<'_, '_> {
    /// Returns the kind of the resources of a type; `None` if the type does not exist.
    pub(super) fn resource_kind(&mut self, type_name: &str) -> Outcome<Option<Kind>> {
        let name = lower(type_name);
        if let Some(known) = self.evaluator.catalog_state.kinds.get(&*name) {
            return Ok(Some(known.clone()));
        }
        let kind = self.find_kind(&name)?;
        if let Some(kind) = &kind {
            self.evaluator.catalog_state.kinds.insert(Text::from(&*name), kind.clone());
        }
        Ok(kind)
    }

    /// Returns the kind of the resources in a declaration.
    pub(super) fn declared_kind(&mut self, declaration: &Declaration) -> Outcome<Kind> {
        let type_name = &declaration.type_name;
        match self.resource_kind(type_name)? {
            Some(Kind::Managed(defined)) if defined.is_abstract() => {
                Err(self.evaluator.objects().abstract_resource(defined.object_type()))
            }
            Some(Kind::BuiltIn(unchecked))
                if unchecked.is_unchecked() && self.evaluator.run.settings.strict_types =>
            {
                self.view().unchecked_type(declaration).map_or(Ok(Kind::BuiltIn(unchecked)), Err)
            }
            Some(kind) => Ok(kind),
            None if self.evaluator.objects().is_managed_resource(type_name) => {
                Err(error("ManagedResource is abstract, no resource of it can be declared"))
            }
            None => {
                let message = format!("Unknown resource type: '{type_name}'");
                let is_in_module = type_name.contains("::");
                let advice = is_in_module.then(|| self.view().advice_on_module_of(type_name));
                let help = advice.flatten().or_else(|| self.near_type(type_name));
                Err(self.view().declaration_error(declaration, message, help))
            }
        }
    }

    fn find_kind(&mut self, name: &str) -> Outcome<Option<Kind>> {
        let bare = name.strip_prefix("::").unwrap_or(name);
        if let Some(managed) = self.managed_kind(bare, false)? {
            return Ok(Some(managed));
        }
        // Only types that are defined in Puppet code have namespaces.
        if !name.contains(':')
            && let Some(known) = self.known_kind(name)?
        {
            return Ok(Some(known));
        }
        if let Some(managed) = self.managed_kind(bare, true)? {
            return Ok(Some(managed));
        }
        Ok(self.find_define(name)?.map(Kind::Define))
    }

    /// A type that is not defined in Puppet code: described in a file, built in or written in Ruby.
    fn known_kind(&mut self, name: &str) -> Outcome<Option<Kind>> {
        if resource_type::is_core(name) {
            return Ok(resource_type::find(name).map(|core| Kind::BuiltIn(core.into())));
        }
        let described =
            self.evaluator.run.host.resource_type(name).map_err(|problem| error(problem.0))?;
        if let Some(described) = described {
            return Ok(Some(self.evaluator.catalog_state.read_kind(described)));
        }
        if let Some(file) =
            self.evaluator.run.host.ruby_code(RubyKind::ResourceType, name, &Owner::Environment)
            && let Some(kind) = self.ruby_kind(name, &file)?
        {
            return Ok(Some(kind));
        }
        if let Some(built_in) = resource_type::find(name) {
            return Ok(Some(Kind::BuiltIn(built_in.into())));
        }
        Ok(self.extended_type(name).map(|found| self.evaluator.catalog_state.read_kind(found)))
    }

    /// A type that is written in Ruby.
    fn ruby_kind(&mut self, name: &str, file: &RubyFile) -> Outcome<Option<Kind>> {
        let Some(loaded) = self.view().load_ruby_file(name, file) else {
            return Ok(Some(
                self.evaluator
                    .catalog_state
                    .read_kind(Arc::new(ResourceType::unchecked(name.to_owned()))),
            ));
        };
        for (level, message) in loaded.messages.iter() {
            self.evaluator.run.push_log(*level, message.clone(), String::new(), None);
        }
        if let Some(extensions) = &loaded.extensions {
            self.evaluator.catalog_state.extend_types(extensions);
        }
        match loaded.outcome {
            Ok(Some(found)) => {
                self.view().check_redefined(name)?;
                Ok(Some(self.evaluator.catalog_state.read_kind(found)))
            }
            Ok(None) => {
                let message = format!("Loaded puppet/type/{name} but no class was created");
                self.evaluator.run.push_log(Level::Warning, message, String::new(), None);
                Ok(None)
            }
            Err(TypeLoadError::Failed(message)) => Err(error(message)),
            Err(TypeLoadError::Unsupported(detail)) => {
                if !self.evaluator.run.settings.strict_types {
                    let owner = file.owner.display();
                    let message = issues::ruby_resource_type(name, &owner, &file.path, &detail);
                    let message = format!(
                        "{}; its parameters are not checked ({GENERATE_TYPES})",
                        message.message
                    );
                    self.evaluator.run.push_log(Level::Warning, message, String::new(), None);
                }
                Ok(Some(
                    self.evaluator
                        .catalog_state
                        .read_kind(Arc::new(ResourceType::unchecked(name.to_owned()))),
                ))
            }
        }
    }

    /// A managed resource type.
    fn managed_kind(&mut self, name: &str, loads: bool) -> Outcome<Option<Kind>> {
        let found = self.evaluator.types.managed_type(name, loads);
        let Some(object_type) = found.map_err(|error| self.evaluator.unusable_type(error))? else {
            return Ok(None);
        };
        let Some(defined) = self.evaluator.objects().resource_object_type(&object_type) else {
            return Ok(None);
        };
        let label = object_type.label();
        let place = self.evaluator.types.managed_place(label).unwrap_or_default();
        if RESERVED.contains(&name) {
            let message = format!(
                "{label} can't be a resource type, the name has a meaning of its own ({label}, \
                 defined at {place})"
            );
            return Err(error(message));
        }
        if let Some(define) = self.find_define(name)? {
            let define = self.evaluator.catalog_state.definitions.get(define);
            let other = self
                .view()
                .origin_text(self.view().definition_origin(define.program, &define.code));
            let message = format!(
                "{label} is a type that is defined at {place}, and a defined type {other}; there \
                 can be only one"
            );
            return Err(error(message));
        }
        if label != capitalize_segments(name) {
            self.evaluator.catalog_state.managed_names.insert(Text::from(name), Text::from(label));
        }
        Ok(Some(Kind::Managed(defined)))
    }

    /// The capitalised name of a type. Type definitions may have more capitals in it.
    pub(super) fn reference_name(type_name: &str, kind: &Kind) -> Text {
        match kind {
            Kind::Managed(defined) => Text::from(defined.object_type().label()),
            _ => Reference::new(type_name, "x").type_name,
        }
    }

    /// The known resource type with the most similar name.
    pub(super) fn near_type(&self, name: &str) -> Option<String> {
        let name = lower(name);
        let mut known: Vec<String> = resource_type::names().map(str::to_owned).collect();
        known.extend(self.evaluator.catalog_state.definitions.define_names().map(str::to_owned));
        known.extend(self.evaluator.types.managed_names());
        known.extend(self.evaluator.run.host.names(NameKind::ResourceType));
        let near = nearest(&name, known.iter().map(String::as_str));
        near.map(|near| format!("did you mean `{near}`?"))
    }
}

impl CatalogState {
    /// Clears the cached kinds, since the next definition may change them.
    pub(crate) fn forget_kinds(&mut self) {
        self.kinds.clear();
    }

    fn read_kind(&mut self, read: Arc<ResourceType>) -> Kind {
        let name = Text::from(capitalize_segments(read.name()));
        let shared = SharedType::from(read);
        self.read_types.insert(name, shared.clone());
        Kind::BuiltIn(shared)
    }

    /// The parameter of a class or defined type that is most similar to an unknown one.
    pub(super) fn near_parameter(&self, id: ResourceId) -> Option<String> {
        let resource = self.resource(id);
        let (Kind::Class(definition) | Kind::Define(definition)) = &resource.kind else {
            return None;
        };
        let parameters = &self.definitions.get(*definition).code.parameters;
        let own = parameters.iter().map(|parameter| parameter.name.as_str());
        let metaparameters = METAPARAMETERS.iter().map(|metaparameter| metaparameter.name);
        let known = own.chain(metaparameters);
        let is_unknown = |name: &&Text| {
            name.as_str() != "name" && known.clone().all(|known| known != name.as_str())
        };
        let unknown = resource.parameters.keys().find(is_unknown)?;
        nearest(unknown, known.clone()).map(|near| format!("did you mean `{near}`?"))
    }
}

impl Evaluator<'_> {
    /// The resource type with a name that is not defined in Puppet code: built in, described in a
    /// file or written in Ruby.
    ///
    /// # Errors
    /// The message, if the type exists but can't be used.
    pub fn resource_type(&mut self, name: &str) -> Result<Option<SharedType>, String> {
        match self.compilation().known_kind(name) {
            Ok(Some(Kind::BuiltIn(found))) => Ok(Some(found)),
            Ok(_) => Ok(None),
            Err(stop) => Err(match *stop {
                Stop::Error(error) => error.text(),
                Stop::Diagnostic(diagnostic) => diagnostic.to_string(),
                _ => "the evaluation was interrupted".to_owned(),
            }),
        }
    }
}

impl CatalogView<'_, '_> {
    /// The resource type in a Ruby file, loaded once for all runs; `None` if the host does not
    /// share loaded types between runs.
    fn load_ruby_file(&self, name: &str, file: &RubyFile) -> Option<LoadedType> {
        let host = self.run.host.shared()?;
        let mut load = || ruby::resource_type::load(&self.run.settings, &host, name, &file.path);
        Some(self.run.host.loaded_type(name, &mut load))
    }

    /// Reports a resource type in Ruby that has the same name as a known defined type.
    fn check_redefined(&self, name: &str) -> Outcome<()> {
        let Some(define) = self.catalog.definitions.known_define(name) else { return Ok(()) };
        let origin = self.definition_origin(define.program, &define.code);
        let source = self.run.program_at(origin.program).source();
        let position = source.position(origin.offset);
        let (line, column) = (position.line, position.column);
        let place = format!("file://{}?line={line}&pos={column}", source.name());
        let detail = redefinition(name, &place);
        Err(error(format!("Could not autoload puppet/type/{name}: {detail}")))
    }

    /// The error about a type whose Ruby code does not run in Pupa.
    fn unchecked_type(&self, declaration: &Declaration) -> Option<Box<Stop>> {
        let name = lower(&declaration.type_name);
        let file = self.run.host.ruby_code(RubyKind::ResourceType, &name, &Owner::Environment)?;
        let detail = match self.load_ruby_file(&name, &file)?.outcome {
            Err(TypeLoadError::Unsupported(detail)) => detail,
            _ => return None,
        };
        let diagnostic =
            issues::ruby_resource_type(&name, &file.owner.display(), &file.path, &detail);
        let stop = match (declaration.at, self.run.innermost_call()) {
            (Some(at), _) => self.run.complain(at, diagnostic),
            (None, Some(call)) => self.run.raised_by(*call, diagnostic).into(),
            (None, None) => error(diagnostic.message),
        };
        Some(with_help(stop, Some(GENERATE_TYPES.to_owned())))
    }

    /// An error about a declaration, with a help text.
    pub(super) fn declaration_error(
        &self,
        declaration: &Declaration,
        message: String,
        help: Option<String>,
    ) -> Box<Stop> {
        match declaration.at {
            Some(at) => self.run.helped(message, at, help),
            None => self.run.call_error(message, help),
        }
    }

    /// The help text for a name in a missing module.
    fn advice_on_module_of(&self, name: &str) -> Option<String> {
        let name = name.trim_start_matches("::");
        let module = name.split_once("::").map_or(name, |(module, _)| module);
        self.run.host.advice_on_module(module)
    }

    /// The known class with the most similar name.
    pub(super) fn near_class(&self, name: &str) -> Option<String> {
        let name = name.trim_start_matches("::");
        if let Some(advice) = self.advice_on_module_of(name) {
            return Some(advice);
        }
        let mut known: Vec<String> =
            self.catalog.definitions.class_names().map(str::to_owned).collect();
        known.extend(self.run.host.names(NameKind::Module));
        let near = nearest(name, known.iter().map(String::as_str));
        if let Some(near) = near {
            return Some(format!("did you mean `{near}`?"));
        }
        // In `ngnix::server` only the name of the module may be wrong.
        let (module, rest) = name.split_once("::")?;
        let modules = self.run.host.names(NameKind::Module);
        if modules.iter().any(|known| known == module) {
            return None;
        }
        let near = nearest(module, modules.iter().map(String::as_str))?;
        Some(format!("there is no module `{module}`, did you mean `{near}::{rest}`?"))
    }
}

fn lower(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}
