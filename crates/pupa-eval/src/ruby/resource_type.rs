//! Resource types that are written in Ruby.
//!
//! ```text
//! file ─a machine of its own─▶ Definition ─▶ ResourceType, shared by all runs
//! ```
//!
//! Each file runs once for an environment, in a run without a node. Code of title patterns runs
//! later, again in a machine of its own, so that its results never depend on the order of nodes.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use pupa_catalog::resource_type::{
    AttributeDocumentation, AttributeKind, Documentation, Name, ResourceType, RubyResourceType,
    TitleCode, TitlePattern,
};
use pupa_ruby::puppet::resource_types::{
    AttributeDefinition, Definition, Extensions, Loaded, TitleRule, redefinition,
};
use pupa_syntax::source::Source;
use rustc_hash::FxHashMap;

use super::RubyCode;
use crate::evaluator::Evaluator;
use crate::host::Host;
use crate::loaded_type::{LoadedType, TypeExtensions, TypeLoadError};
use crate::log::Level;
use crate::program::Program;
use crate::settings::Settings;
use crate::stop::Stop;

/// A host that outlives runs.
pub(crate) type SharedHost = Arc<dyn Host + Send + Sync>;

/// The file of a type, with everything needed to run it.
#[derive(Clone)]
struct TypeFile {
    settings: Settings,
    host: SharedHost,
    name: String,
    path: String,
}

/// Loads the type of a file.
pub(crate) fn load(settings: &Settings, host: &SharedHost, name: &str, path: &str) -> LoadedType {
    let file = TypeFile {
        settings: settings.clone(),
        host: Arc::clone(host),
        name: name.to_owned(),
        path: path.to_owned(),
    };
    let mut messages = Vec::new();
    let loaded = file.run(&mut messages, |run| run.ruby().load_ruby_type(name, path));
    let file = Arc::new(file);
    let mut changes = None;
    let outcome = match loaded {
        Ok((Loaded::Defined(definition), extensions)) => {
            changes = shared_extensions(extensions, &file);
            Ok(Some(Arc::new(resource_type(*definition, &file))))
        }
        // Compat: the reference then loads the file again, which defines its type a second time.
        Ok((Loaded::Other(other, origin), _)) => {
            Err(TypeLoadError::Failed(file.autoload_error(&redefinition(&other, &origin))))
        }
        Ok((Loaded::Nothing, extensions)) => {
            changes = shared_extensions(extensions, &file);
            Ok(None)
        }
        Err(error) => Err(error),
    };
    LoadedType { outcome, extensions: changes, messages: messages.into() }
}

/// The changes that functions and templates of a run have made to resource types so far.
pub(crate) fn extensions_of_run(run: &mut Evaluator<'_>) -> Option<TypeExtensions> {
    if !run.ruby_state.started.as_ref()?.core.as_ref()?.has_resource_types() {
        return None;
    }
    let extensions = run.ruby().with_ruby(|machine| machine.type_extensions(None)).ok()?.ok()?;
    // There is no file to load the types again, so code of their title patterns can't run.
    let file = TypeFile {
        settings: run.run.settings.clone(),
        host: run.run.host.shared()?,
        name: String::new(),
        path: String::new(),
    };
    shared_extensions(extensions, &Arc::new(file)).map(Arc::unwrap_or_clone)
}

fn shared_extensions(found: Extensions, file: &Arc<TypeFile>) -> Option<Arc<TypeExtensions>> {
    if found.is_empty() {
        return None;
    }
    let attributes = found.attributes.into_iter().map(|added| {
        let all = added.properties.into_iter().chain(added.parameters);
        (added.type_name, all.map(|one| one.name).collect())
    });
    let types = found.types.into_iter().map(|one| Arc::new(resource_type(one, file)));
    Some(Arc::new(TypeExtensions {
        attributes: attributes.collect(),
        types: types.collect(),
        metaparameters: found.metaparameters.into_iter().map(|one| one.name).collect(),
    }))
}

impl TypeFile {
    /// Calls a function with a new machine. A panic becomes an error of this file only.
    fn run<T>(
        &self,
        messages: &mut Vec<(Level, String)>,
        work: impl FnOnce(&mut Evaluator<'_>) -> Result<T, TypeLoadError>,
    ) -> Result<T, TypeLoadError> {
        let host = &*self.host;
        let attempt = || {
            let mut evaluator = Evaluator::new(self.settings.clone(), host);
            let _metering = evaluator.run.meter();
            let result = evaluator.ruby().begin_empty().and_then(|()| work(&mut evaluator));
            (result, evaluator.take_logs())
        };
        let Ok((result, logs)) = catch_unwind(AssertUnwindSafe(attempt)) else {
            let detail = "an error inside of Pupa, which should be reported";
            return Err(TypeLoadError::Failed(self.autoload_error(detail)));
        };
        messages.extend(logs.into_iter().map(|log| (log.level, log.message)));
        result.map_err(|error| match error {
            TypeLoadError::Failed(detail) => TypeLoadError::Failed(self.autoload_error(&detail)),
            unsupported @ TypeLoadError::Unsupported(_) => unsupported,
        })
    }

    fn autoload_error(&self, detail: &str) -> String {
        format!("Could not autoload puppet/type/{}: {detail}", self.name)
    }
}

impl RubyCode<'_, '_> {
    /// Starts an empty program, since calls need a location.
    fn begin_empty(&mut self) -> Result<(), TypeLoadError> {
        let source = Arc::new(Source::new("", ""));
        let program = Program::read(source, &self.evaluator.run.settings);
        let program = program.map_err(|error| TypeLoadError::Failed(error.to_string()))?;
        let number = self.evaluator.run.add_program(&Arc::new(program));
        self.evaluator.run.switch_program(number);
        self.evaluator.run.begin();
        Ok(())
    }

    fn load_ruby_type(
        &mut self,
        name: &str,
        path: &str,
    ) -> Result<(Loaded, Extensions), TypeLoadError> {
        self.run_type_code(|machine| {
            let loaded = machine.load_resource_type(name, path)?;
            Ok((loaded, machine.type_extensions(Some(name))?))
        })
    }

    fn run_type_code<T>(
        &mut self,
        work: impl FnOnce(&mut pupa_ruby::Machine<'_>) -> pupa_ruby::Flow<T>,
    ) -> Result<T, TypeLoadError> {
        match self.with_ruby(work) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(raised)) if raised.class == "NotImplementedError" => {
                let place = raised.backtrace.first().and_then(|place| place.split(":in ").next());
                let place = place.map(|place| format!(" ({place})"));
                let message = format!("{}{}", raised.message, place.unwrap_or_default());
                Err(TypeLoadError::Unsupported(message))
            }
            Ok(Err(raised)) => Err(TypeLoadError::Failed(raised.message)),
            Err(stop) => Err(TypeLoadError::Failed(match *stop {
                Stop::Error(error) => error.text(),
                Stop::Diagnostic(diagnostic) => diagnostic.to_string(),
                _ => "the code was interrupted".to_owned(),
            })),
        }
    }
}

/// A type from its definition.
fn resource_type(definition: Definition, file: &Arc<TypeFile>) -> ResourceType {
    let groups = [
        (&definition.properties, AttributeKind::Property),
        (&definition.parameters, AttributeKind::Parameter),
        (&definition.metaparameters, AttributeKind::Metaparameter),
    ];
    let mut attributes: Vec<(Name, AttributeKind)> = Vec::new();
    let mut documentation = Documentation {
        text: definition.doc,
        features: definition.features,
        relations: definition
            .relations
            .into_iter()
            .map(|(kind, name)| (kind.to_owned(), name))
            .collect(),
        providers: definition.providers,
        file: file.path.clone(),
        ..Documentation::default()
    };
    for (group, kind) in groups {
        for attribute in group {
            if attributes.iter().all(|(known, _)| *known != attribute.name) {
                attributes.push((Cow::Owned(attribute.name.clone()), kind));
            }
            documentation.attributes.insert(attribute.name.clone(), documented(attribute));
        }
    }
    let rules = definition.title_rules;
    RubyResourceType {
        name: Cow::Owned(definition.name),
        attributes,
        key_attributes: definition.key_attributes.into_iter().map(Cow::Owned).collect(),
        title_patterns: rules.map(|rules| patterns(rules, file)),
        is_isomorphic: definition.is_isomorphic,
        documentation,
    }
    .into()
}

fn documented(attribute: &AttributeDefinition) -> AttributeDocumentation {
    let values = attribute.values.iter();
    AttributeDocumentation {
        text: attribute.doc.clone(),
        values: values.map(|value| (value.name.clone(), value.aliases.clone())).collect(),
        patterns: attribute.patterns.clone(),
        default: attribute.default.clone(),
        required_features: attribute.required_features.clone(),
        is_required: attribute.is_required,
        data_type: attribute.data_type.clone(),
    }
}

fn patterns(rules: Vec<TitleRule>, file: &Arc<TypeFile>) -> Vec<TitlePattern> {
    let pattern = |(number, rule): (usize, TitleRule)| {
        let (names, has_code): (Vec<String>, Vec<bool>) = rule.attributes.into_iter().unzip();
        let names: Vec<Name> = names.into_iter().map(Cow::Owned).collect();
        if !has_code.contains(&true) {
            return TitlePattern::new(rule.regexp, names);
        }
        let file = Arc::clone(file);
        let code = RubyTitleCode { file, rule: number, has_code, known: Mutex::default() };
        TitlePattern::with_code(rule.regexp, names, Arc::new(code))
    };
    rules.into_iter().enumerate().map(pattern).collect()
}

/// The value of an attribute, or the message of an exception.
type TitleValue = Result<Option<String>, String>;

/// The code of a title pattern. Its results are cached for all runs.
struct RubyTitleCode {
    file: Arc<TypeFile>,
    rule: usize,
    has_code: Vec<bool>,
    known: Mutex<FxHashMap<(usize, Option<String>), TitleValue>>,
}

impl fmt::Debug for RubyTitleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RubyTitleCode({}, {})", self.file.path, self.rule)
    }
}

impl TitleCode for RubyTitleCode {
    fn value(&self, index: usize, text: Option<&str>) -> TitleValue {
        if !self.has_code.get(index).copied().unwrap_or_default() {
            return Ok(text.map(str::to_owned));
        }
        let key = (index, text.map(str::to_owned));
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let file = &self.file;
        let result = file.run(&mut Vec::new(), |run| {
            run.ruby().run_type_code(|machine| {
                machine.load_resource_type(&file.name, &file.path)?;
                machine.call_title_code(&file.name, (self.rule, index), text)
            })
        });
        let result = result.map_err(|error| match error {
            TypeLoadError::Failed(message) | TypeLoadError::Unsupported(message) => {
                let bare = message.strip_prefix(&file.autoload_error(""));
                bare.map_or(message.clone(), str::to_owned)
            }
        });
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert(result).clone()
    }
}
