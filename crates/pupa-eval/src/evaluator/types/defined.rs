//! Builds the types of type definitions (`type Name { … }`): one type from the definitions of a
//! chain of inheritance.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use pupa_syntax::tree::{ExprId, Tree};
use pupa_syntax::type_model::{
    Ancestry, DataType, Definition, Definitions, FeatureKind as ModelKind, FeatureModel, Found,
    MANAGED_RESOURCE, canonical, check_links, duplicate, word,
};
use pupa_value::loader::TypeLoader as _;
use pupa_value::new::{NewContext, new_instance};
use pupa_value::type_parser::interpret;
use pupa_value::types::ObjectType;
use pupa_value::types::object::{Feature, FeatureKind, FeatureTable, Members, ObjectDefinition};
use pupa_value::{Error, Result, Type, Value, builtin};

use super::Types;
use crate::evaluator::Evaluator;
use crate::object::place_text;
use crate::program::Program;
use crate::program::type_code::TypeCode;
use crate::stop::Outcome;

/// A type definition of a program or a module.
pub(crate) struct Defined {
    program: Arc<Program>,
    code: Arc<TypeCode>,
    definition: Arc<Definition>,
    object_type: Arc<ObjectType>,
    /// Whether its features are known or being resolved; a type may refer to itself.
    is_started: Cell<bool>,
    is_managed: Cell<bool>,
}

impl Defined {
    pub(crate) fn new(program: &Arc<Program>, code: &Arc<TypeCode>) -> Defined {
        let model = code.model.clone();
        let name = Some(model.name.as_str().into());
        Defined {
            definition: Arc::new(Definition { tree: Arc::clone(&program.tree), model }),
            program: Arc::clone(program),
            code: Arc::clone(code),
            object_type: Arc::new(ObjectType::unresolved(name)),
            is_started: Cell::new(false),
            is_managed: Cell::new(false),
        }
    }

    /// Returns the type that the name refers to: for a managed type, a resource type.
    fn named_type(&self) -> Type {
        if self.is_managed.get() {
            return Type::resource(self.code.model.name.as_str(), None);
        }
        Type::Object(Arc::clone(&self.object_type))
    }
}

impl Types<'_> {
    /// The definition with this name, if it has been read.
    pub(crate) fn known_definition(&self, name: &str) -> Option<Rc<Defined>> {
        let defined = self.defined.borrow();
        if defined.is_empty() {
            return None;
        }
        defined.get(&canonical(name)).cloned()
    }

    /// Whether a file that has been read defines a name.
    pub(crate) fn is_known(&self, name: &str, key: &str) -> bool {
        self.known_definition(name).is_some() || self.definitions.borrow().contains_key(key)
    }

    /// The definition with this name; its file is read if necessary.
    fn definition(&self, name: &str) -> Option<Rc<Defined>> {
        let key = name.to_lowercase();
        if let known @ Some(_) = self.known_definition(name) {
            return known;
        }
        let is_other = self.definitions.borrow().contains_key(&key);
        if is_other || builtin::lookup(&key).is_some() {
            return None;
        }
        match self.load(&key) {
            Ok(true) => self.known_definition(name),
            Ok(false) => None,
            Err(error) => {
                self.unusable.replace(Some(error));
                None
            }
        }
    }

    /// The program and the code of a defined type.
    pub(crate) fn code_of(&self, name: &str) -> Option<(Arc<Program>, Arc<TypeCode>)> {
        let defined = self.known_definition(name)?;
        Some((Arc::clone(&defined.program), Arc::clone(&defined.code)))
    }

    /// Returns the location of the definition of a managed resource type.
    pub(crate) fn managed_place(&self, name: &str) -> Option<String> {
        let defined = self.known_definition(name).filter(|defined| defined.is_managed.get())?;
        Some(place_text(defined.program.source(), defined.code.model.name_span.start))
    }

    /// The managed resource type with this name in lower case. Its file is read if necessary,
    /// unless `loads` is false.
    pub(crate) fn managed_type(&self, key: &str, loads: bool) -> Result<Option<Arc<ObjectType>>> {
        if loads && !self.is_looked_for(key) {
            self.load(key)?;
        }
        let names = self.lower_names.borrow().get(key).cloned().unwrap_or_default();
        let mut managed: Option<Rc<Defined>> = None;
        for name in &names {
            let Some(defined) = self.known_definition(name) else { continue };
            self.resolve_definition(&defined)?;
            if !defined.is_managed.get() {
                continue;
            }
            if let Some(other) = managed {
                let other = &other.code.model.name;
                let message = format!("{other} and {name} are both the resource type '{key}'");
                return Err(Error::other(message));
            }
            managed = Some(defined);
        }
        Ok(managed.map(|defined| Arc::clone(&defined.object_type)))
    }

    /// Whether the file for the name has been read or searched for, or can't exist.
    fn is_looked_for(&self, key: &str) -> bool {
        !self.settings.rules().reads_type_definitions()
            || self.lower_names.borrow().contains_key(key)
            || self.definitions.borrow().contains_key(key)
            || builtin::lookup(key).is_some()
    }

    /// The names of the known managed resource types, in lower case and any order.
    pub(crate) fn managed_names(&self) -> Vec<String> {
        let defined = self.defined.borrow();
        let managed = defined.values().filter(|defined| defined.is_managed.get());
        managed.map(|defined| defined.code.model.name.to_lowercase()).collect()
    }

    /// `ManagedResource`, if type definitions are allowed.
    pub(crate) fn built_in_definition(&self, name: &str) -> Option<Type> {
        if canonical(name) != MANAGED_RESOURCE || !self.settings.rules().reads_type_definitions() {
            return None;
        }
        let object_type = self.managed_resource.get_or_init(|| Arc::new(managed_resource()));
        Some(Type::Object(Arc::clone(object_type)))
    }

    /// Resolves the features of a type and of the types it inherits from.
    pub(crate) fn resolve_definition(&self, defined: &Defined) -> Result<Type> {
        if !defined.is_started.replace(true)
            && let Err(error) = self.resolve_features(defined)
        {
            // A second request must return the same error.
            defined.is_started.set(false);
            return Err(error);
        }
        Ok(defined.named_type())
    }

    fn resolve_features(&self, defined: &Defined) -> Result<()> {
        let model = &defined.code.model;
        if let Some(problem) = check_links(defined.program.source(), model, self).first() {
            if let Some(error) = self.unusable.take() {
                return Err(error);
            }
            return Err(Error::parse(placed(defined.program.source(), problem)));
        }
        let ancestry = Ancestry::of(model, self);
        defined.is_managed.set(ancestry.is_managed());
        let mut parent = None;
        let mut features = Members::default();
        if let Some(base) = ancestry.bases.first()
            && let Some(base) = self.definition(&base.model.name)
        {
            self.resolve_definition(&base)?;
            if let Some(table) = base.object_type.features() {
                features.extend(table.features.iter().map(|(name, f)| (name.clone(), f.clone())));
            }
            parent = Some(Type::Object(Arc::clone(&base.object_type)));
        } else if ancestry.is_managed() {
            features.insert("name".into(), managed_name());
        }
        for feature in &model.features {
            let feature = self.feature(&defined.program.tree, &model.name, feature)?;
            features.insert(feature.name.clone(), feature);
        }
        let table = FeatureTable { is_abstract: model.is_abstract, features };
        defined.object_type.resolve(ObjectDefinition {
            parent,
            features: Some(Arc::new(table)),
            ..ObjectDefinition::empty()
        });
        Ok(())
    }

    fn feature(&self, tree: &Tree, container: &str, model: &FeatureModel) -> Result<Feature> {
        let (kind, value_type) = match &model.kind {
            ModelKind::Attribute(data_type) => (FeatureKind::Attribute, attribute_type(data_type)),
            ModelKind::Reference { target, is_containment } => {
                let kind = match is_containment {
                    true => FeatureKind::Containment,
                    false => FeatureKind::Reference,
                };
                let object_type = self.definition(&target.name).map(|d| Arc::clone(&d.object_type));
                (kind, object_type.map_or_else(Type::any_object, Type::Object))
            }
        };
        let default = match model.default {
            Some(expr) => Some(self.default_value(tree, expr, &value_type)?),
            None => None,
        };
        Ok(Feature {
            name: model.name.as_str().into(),
            container: container.into(),
            kind,
            value_type,
            min: model.min,
            max: model.max,
            is_unsettable: model.is_unsettable,
            is_transient: model.is_transient,
            is_derived: model.derived.is_some(),
            is_setable: model.is_setable,
            default,
        })
    }

    /// The value of a default: the literal converted by `new` of the attribute's type.
    fn default_value(&self, tree: &Tree, expr: ExprId, t: &Type) -> Result<Value> {
        let literal = match word(tree, expr) {
            Some(word) => Value::from(word),
            None => interpret(tree, expr, self)?,
        };
        if t.is_instance(&literal) {
            return Ok(literal);
        }
        new_instance(&NewContext::new(self), t, &[literal])
    }
}

impl Definitions for Types<'_> {
    fn find(&self, name: &str) -> Found {
        match self.definition(name) {
            Some(defined) => Found::Definition(Arc::clone(&defined.definition)),
            None if matches!(self.load_type(name), Ok(Some(_))) && name != MANAGED_RESOURCE => {
                Found::Other
            }
            None => Found::Missing,
        }
    }
}

impl Evaluator<'_> {
    /// Fails for a type that another program has defined.
    pub(super) fn check_single_definitions(&mut self, program: &Arc<Program>) -> Outcome<()> {
        for code in &program.types {
            let Some(first) = self.types.known_definition(&code.model.name) else { continue };
            if self.run.reassigns || Arc::ptr_eq(&first.program, program) {
                continue;
            }
            let span = first.code.model.name_span;
            let place = place_text(first.program.source(), span.start);
            let error = duplicate(program.source(), &code.model);
            let error = error.help(format!("the first definition is at {place}"));
            return Err(error.traced(self.run.call_trace()).into());
        }
        Ok(())
    }

    /// Resolves the types of a program; fails with the first error.
    pub(crate) fn link_definitions(&mut self, program: &Arc<Program>) -> Outcome<()> {
        for code in &program.types {
            if let Some(problem) =
                check_links(program.source(), &code.model, &self.types).into_iter().next()
            {
                if let Some(error) = self.types.unusable.take() {
                    return Err(self.unusable_type(error));
                }
                let mut error = problem.traced(self.run.call_trace());
                let notes = std::mem::take(&mut error.notes);
                error.help = notes.into_iter().chain(error.help).next();
                return Err(error.into());
            }
            if let Some(defined) = self.types.known_definition(&code.model.name) {
                let resolved = self.types.resolve_definition(&defined);
                resolved.map_err(|error| self.unusable_type(error))?;
            }
        }
        Ok(())
    }
}

/// The abstract base of all managed resource types.
fn managed_resource() -> ObjectType {
    let mut features = Members::default();
    features.insert("name".into(), managed_name());
    let features = Some(Arc::new(FeatureTable { is_abstract: true, features }));
    let definition = ObjectDefinition { features, ..ObjectDefinition::empty() };
    ObjectType::new(Some(MANAGED_RESOURCE.into()), definition)
}

fn attribute_type(data_type: &DataType) -> Type {
    match data_type {
        DataType::Integer => Type::INTEGER,
        DataType::Float => Type::FLOAT,
        DataType::String => Type::STRING,
        DataType::Boolean => Type::BOOLEAN,
        DataType::Enum(values) => Type::enumeration(values.iter().map(|value| value.as_str())),
    }
}

/// The attribute that every managed resource has.
fn managed_name() -> Feature {
    Feature {
        name: "name".into(),
        container: MANAGED_RESOURCE.into(),
        kind: FeatureKind::Attribute,
        value_type: Type::STRING,
        min: 1,
        max: Some(1),
        is_unsettable: false,
        is_transient: false,
        is_derived: false,
        is_setable: true,
        default: None,
    }
}

/// A message about a problem in a file, with its location.
fn placed(source: &Source, problem: &Diagnostic) -> String {
    let position = source.position(problem.span().start);
    let (message, line, column) = (&problem.message, position.line, position.column);
    let notes: String = problem.notes.iter().map(|note| format!(": {note}")).collect();
    let file = match source.name() {
        "" => String::new(),
        name => format!("file: {name}, "),
    };
    format!("{message}{notes} ({file}line: {line}, column: {column})")
}
