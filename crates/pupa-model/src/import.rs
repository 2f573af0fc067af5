//! Import of Ecore models as Puppet type definitions.
//!
//! ```text
//! text ─xml─▶ elements ─universe─▶ packages, classifiers ─▶ bases, features ─▶ TypeText
//! ```
//!
//! Elements without a counterpart in type definitions are left out with a warning that has their
//! path in the model. Only a text that is not an Ecore model is an error.
//!
//! ```
//! let text = r#"<ecore:EPackage xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
//!     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="shop">
//!   <eClassifiers xsi:type="ecore:EClass" name="Item"/>
//! </ecore:EPackage>"#;
//! let imported = pupa_model::import([("shop.ecore", text)]).expect("an Ecore model");
//! assert_eq!(imported.text(), "type Shop::Item {}\n");
//! ```

mod annotations;
mod bases;
mod data_types;
mod defaults;
mod features;
mod location;
mod logic;
mod model_set;
mod names;
mod pn;
mod unparse;
mod warnings;
mod xml;

use std::collections::{HashMap, HashSet};

use pupa_syntax::type_model::{FUNCTION_SET, MANAGED_RESOURCE};
use pupa_syntax::validate::is_metaparameter;

pub use warnings::{ImportError, ImportWarning};

use crate::ecore::{PUPPET_URI, TOP_PACKAGE};
use crate::write::{TypeText, write_types};
use bases::Bases;
use location::{Location, is_true};
use model_set::{File, Kind, ModelSet};
use names::Names;
use warnings::Warnings;
use xml::Element;

/// The imported types and the warnings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The types, in the order of files and of the classes in them.
    pub types: Vec<TypeText>,
    /// Warnings about elements without an exact counterpart.
    pub warnings: Vec<ImportWarning>,
}

impl Imported {
    /// All types as Puppet source.
    pub fn text(&self) -> String {
        write_types(&self.types)
    }
}

/// Imports Ecore models that may refer to each other, given as file names and contents.
pub fn import<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Imported, ImportError> {
    let mut read = Vec::new();
    for (name, text) in files {
        let document = xml::read(text).map_err(|error| ImportError {
            file: name.to_owned(),
            line: error.line,
            message: error.message,
        })?;
        read.push(File { name: name.to_owned(), document });
    }
    let names = read.iter().map(|file| file.name.clone()).collect();
    let mut warnings = Warnings { files: names, warnings: Vec::new() };
    let models = ModelSet::of(&read, &mut warnings)?;
    let mut cx = Cx { models, names: Vec::new(), warnings };
    cx.name_types();
    let bases = bases::choose(&mut cx);
    let types = types(&mut cx, &bases);
    cx.warn_unused();
    let mut warnings = cx.warnings.warnings;
    // Sorted by location, independent of the order of processing.
    warnings.sort_by(|a, b| {
        let file = |one: &ImportWarning| read.iter().position(|file| file.name == one.file);
        (file(a), a.line).cmp(&(file(b), b.line))
    });
    Ok(Imported { types, warnings })
}

/// The context of an import.
struct Cx<'x> {
    models: ModelSet<'x>,
    /// The type name of each classifier that is a class.
    names: Vec<Option<String>>,
    warnings: Warnings,
}

impl<'x> Cx<'x> {
    fn warn(&mut self, location: &Location, message: String) {
        self.warnings.warn(location.file, location.line, &location.path, message);
    }

    /// The location of a classifier.
    fn location(&self, classifier: usize) -> Location {
        let found = &self.models.classifiers[classifier];
        Location {
            file: self.models.file_of(classifier),
            line: found.element.line,
            path: found.path.clone(),
        }
    }

    fn name_types(&mut self) {
        let mut taken = Names::default();
        // A valid name is kept, so other names must not take it.
        let valid_names: HashSet<String> = (0..self.models.classifiers.len())
            .filter(|index| self.models.classifiers[*index].kind == Kind::Class)
            .filter_map(|index| {
                let (original, name) = self.wanted_name(index);
                keeps_name(original, &name).then_some(name)
            })
            .collect();
        for index in 0..self.models.classifiers.len() {
            let classifier = &self.models.classifiers[index];
            let name = (classifier.kind == Kind::Class)
                .then(|| self.type_name(index, &mut taken, &valid_names));
            self.names.push(name);
        }
    }

    fn type_name(
        &mut self,
        index: usize,
        taken: &mut Names,
        valid_names: &HashSet<String>,
    ) -> String {
        let (original, wanted) = self.wanted_name(index);
        if wanted == MANAGED_RESOURCE && self.is_top_package(index) {
            return wanted;
        }
        let is_valid = keeps_name(original, &wanted);
        let base = if names::is_taken(&wanted) { wanted.clone() + "Type" } else { wanted.clone() };
        let is_free = |name: &str| {
            !names::is_taken(name) && (!valid_names.contains(name) || (is_valid && name == wanted))
        };
        let name = taken.take(&base, is_free);
        if !is_valid || name != wanted {
            let location = self.location(index);
            self.warn(&location, format!("`{original}` can't be its name here; it is `{name}`"));
        }
        name
    }

    /// The name of a class in the model, and the preferred qualified name of its type.
    fn wanted_name(&self, index: usize) -> (&str, String) {
        let classifier = &self.models.classifiers[index];
        let original = classifier.element.get("name").unwrap_or_default();
        let mut segments = self.name_space(classifier.package);
        segments.push(names::type_segment(original));
        (original, segments.join("::"))
    }

    /// Whether a classifier belongs to the package of types without a namespace.
    fn is_top_package(&self, classifier: usize) -> bool {
        let package = &self.models.packages[self.models.classifiers[classifier].package];
        let uri = package.element.get("nsURI").and_then(|uri| uri.strip_prefix(PUPPET_URI));
        uri == Some(TOP_PACKAGE)
    }

    /// The segments of the namespace of a package.
    fn name_space(&self, package: usize) -> Vec<String> {
        let package = &self.models.packages[package];
        let uri = package.element.get("nsURI").unwrap_or_default();
        match uri.strip_prefix(PUPPET_URI).map(|path| path.trim_matches('/')) {
            Some(TOP_PACKAGE) => return Vec::new(),
            Some(path) if !path.is_empty() => {
                return path.split('/').map(names::type_segment).collect();
            }
            _ => {}
        }
        let mut segments = package.parent.map(|parent| self.name_space(parent)).unwrap_or_default();
        segments.push(names::type_segment(package.element.get("name").unwrap_or_default()));
        segments
    }

    /// Warns about annotations that no type uses.
    fn warn_unused(&mut self) {
        for index in 0..self.models.packages.len() {
            let package = &self.models.packages[index];
            let (element, path) = (package.element, package.path.clone());
            let location = Location { file: package.file, line: element.line, path };
            let logic = annotations::warn_unused(self, element, &location);
            let version = logic.iter().find(|(key, _)| *key == "functionSet");
            if let Some((_, version)) = version.filter(|(_, version)| *version != FUNCTION_SET) {
                let message = format!("its logic is for `{version}`, not for `{FUNCTION_SET}`");
                self.warn(&location, message);
            }
        }
        for index in 0..self.models.classifiers.len() {
            let classifier = &self.models.classifiers[index];
            let element = classifier.element;
            match classifier.kind {
                Kind::Class => {}
                Kind::Enum => {
                    let location = self.location(index);
                    annotations::warn_unused(self, element, &location);
                    self.warn_unused_of_enum(index, element, &location);
                }
                Kind::DataType => {
                    let location = self.location(index);
                    annotations::warn_unused(self, element, &location);
                }
            }
        }
    }

    /// Warns about properties of enumeration literals that have no counterpart.
    fn warn_unused_of_enum(&mut self, index: usize, element: &'x Element, location: &Location) {
        if element.all("eLiterals").count() != features::enum_values(self, index).len() {
            self.warn(location, "has a value twice; it is kept once".to_owned());
        }
        let mut is_counted = true;
        for (number, literal) in element.all("eLiterals").enumerate() {
            annotations::warn_unused(self, literal, &location.inside(literal));
            is_counted &= literal.get("value").unwrap_or("0") == number.to_string();
        }
        if !is_counted {
            self.warn(location, "the numbers of its values have no counterpart".to_owned());
        }
    }
}

/// Whether a type keeps the name of its class, apart from the namespace.
fn keeps_name(original: &str, name: &str) -> bool {
    name.rsplit("::").next() == Some(original)
}

/// Converts all classes to types, in the order of the files.
fn types(cx: &mut Cx<'_>, bases: &Bases) -> Vec<TypeText> {
    let mut features: HashMap<usize, Names> = HashMap::new();
    let mut found: Vec<(usize, TypeText)> = Vec::new();
    for &index in &bases.order {
        let Some(name) = cx.names[index].clone() else { continue };
        if name == MANAGED_RESOURCE {
            features.entry(index).or_default().take("name", |_| true);
            warn_extra_features(cx, index);
            continue;
        }
        found.push((index, type_text(cx, index, name, bases, &mut features)));
    }
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, text)| text).collect()
}

/// Warns about features of the built-in type other than its name, which can't be added.
fn warn_extra_features(cx: &mut Cx<'_>, index: usize) {
    let element = cx.models.classifiers[index].element;
    let location = cx.location(index);
    let features = element.all("eStructuralFeatures");
    for feature in features.filter(|feature| feature.get("name") != Some("name")) {
        let message = format!("`{MANAGED_RESOURCE}` is built in and has no such feature; left out");
        cx.warn(&location.inside(feature), message);
    }
}

fn type_text(
    cx: &mut Cx<'_>,
    index: usize,
    name: String,
    bases: &Bases,
    features: &mut HashMap<usize, Names>,
) -> TypeText {
    let element = cx.models.classifiers[index].element;
    let location = cx.location(index);
    let annotations = annotations::read(cx, element, &location);
    warn_without_counterpart(cx, element, &location);
    let mut own = Names::default();
    let mut text = TypeText {
        comment: annotations.comment,
        name,
        parent: bases.parents[index].and_then(|parent| cx.names[parent].clone()),
        is_abstract: is_true(element, "abstract") || is_true(element, "interface"),
        ..TypeText::default()
    };
    let originals = element.all("eStructuralFeatures").filter_map(|one| one.get("name"));
    let originals: HashSet<&str> = originals.collect();
    for feature in element.all("eStructuralFeatures") {
        let location = location.inside(feature);
        let known = FeatureNames { bases, index, features, originals: &originals };
        if let Some(name) = feature_name(cx, feature, &location, &mut own, &known) {
            text.features.extend(features::read(cx, feature, &location, name));
        }
    }
    features.insert(index, own);
    text.invariants = logic::of_type(cx, &annotations.logic, &location);
    text
}

/// The feature names of a class and its bases.
struct FeatureNames<'k> {
    bases: &'k Bases,
    /// The index of the class.
    index: usize,
    /// The names of the features of each processed class.
    features: &'k HashMap<usize, Names>,
    /// The names of the class's own features in the model.
    originals: &'k HashSet<&'k str>,
}

impl FeatureNames<'_> {
    /// The base that has a feature with this name.
    fn inherited(&self, name: &str) -> Option<usize> {
        let has = |base: &usize| self.features.get(base).is_some_and(|names| names.has(name));
        self.bases.of(self.index).find(has)
    }

    /// Whether the type inherits from that of managed resources.
    fn is_managed(&self, cx: &Cx<'_>) -> bool {
        let mut bases = self.bases.of(self.index);
        bases.any(|base| cx.names[base].as_deref() == Some(MANAGED_RESOURCE))
    }
}

/// The name of a feature; `None` if a base already has it.
fn feature_name(
    cx: &mut Cx<'_>,
    feature: &Element,
    location: &Location,
    own: &mut Names,
    known: &FeatureNames<'_>,
) -> Option<String> {
    let original = feature.get("name").unwrap_or_default();
    if let Some(base) = known.inherited(original) {
        let base = cx.names[base].clone().unwrap_or_default();
        cx.warn(location, format!("is declared by its base `{base}` already; left out"));
        return None;
    }
    let is_managed = known.is_managed(cx);
    let is_free = |name: &str| {
        // A valid name is kept, so other names must not take it.
        let is_left = name == original || !known.originals.contains(name);
        is_left && known.inherited(name).is_none() && !(is_managed && is_metaparameter(name))
    };
    let name = own.take(&names::feature_name(original), is_free);
    if name != original {
        cx.warn(location, format!("`{original}` can't be its name here; it is `{name}`"));
    }
    Some(name)
}

/// The elements that a class may contain.
const PARTS: [&str; 6] = [
    "eAnnotations",
    "eGenericSuperTypes",
    "eOperations",
    "eStructuralFeatures",
    "eSuperTypes",
    "eTypeParameters",
];

fn warn_without_counterpart(cx: &mut Cx<'_>, element: &Element, location: &Location) {
    for child in element.children.iter().filter(|child| !PARTS.contains(&child.name.as_str())) {
        let location = Location { line: child.line, ..location.clone() };
        cx.warn(&location, format!("element `{}` is unknown; left out", child.name));
    }
    if let Some(class) = element.get("instanceClassName").or(element.get("instanceTypeName")) {
        cx.warn(location, format!("its Java class `{class}` has no counterpart"));
    }
    if is_true(element, "interface") {
        cx.warn(location, "is an interface; it becomes an abstract type".to_owned());
    }
    for operation in element.all("eOperations") {
        let mut location = location.inside(operation);
        location.path.push_str("()");
        cx.warn(&location, "operations have no counterpart".to_owned());
    }
    for parameter in element.all("eTypeParameters") {
        cx.warn(&location.inside(parameter), "type parameters have no counterpart".to_owned());
    }
    for base in element.all("eGenericSuperTypes") {
        if base.get("eTypeParameter").is_some() {
            cx.warn(location, "a type parameter as its supertype has no counterpart".to_owned());
        }
        if base.all("eTypeArguments").next().is_some() {
            let message = "the arguments of its generic supertype have no counterpart".to_owned();
            cx.warn(location, message);
        }
    }
}
