//! Ecore models as Puppet type definitions.
//!
//! ```text
//! text ─xml─▶ elements ─universe─▶ packages, classifiers ─▶ bases, features ─▶ TypeText
//! ```
//!
//! What a type definition can't say is left out with a warning that names the element by its path
//! in the model. Only a text that is no Ecore model at all is an error.
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
mod logic;
mod names;
mod notes;
mod place;
mod pn;
mod universe;
mod unparse;
mod xml;

use std::collections::{HashMap, HashSet};

use pupa_syntax::type_model::{FUNCTION_SET, MANAGED_RESOURCE};
use pupa_syntax::validate::is_metaparameter;

pub use notes::{ImportError, ImportWarning};

use crate::ecore::{PUPPET_URI, TOP_PACKAGE};
use crate::write::{TypeText, write_types};
use bases::Bases;
use names::Names;
use notes::Notes;
use place::{Place, flag};
use universe::{File, Kind, Universe};
use xml::Element;

/// The types of some models, and what could not be kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The types, in the order of files and of the classes in them.
    pub types: Vec<TypeText>,
    /// What has no counterpart.
    pub warnings: Vec<ImportWarning>,
}

impl Imported {
    /// All types as one text.
    pub fn text(&self) -> String {
        write_types(&self.types)
    }
}

/// Reads Ecore models that may refer to each other, given as names of files and texts.
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
    let mut notes = Notes { files: names, warnings: Vec::new() };
    let universe = Universe::of(&read, &mut notes)?;
    let mut cx = Cx { universe, names: Vec::new(), notes };
    cx.name_types();
    let bases = bases::choose(&mut cx);
    let types = types(&mut cx, &bases);
    cx.unused();
    let mut warnings = cx.notes.warnings;
    // By place, whatever order the work was done in.
    warnings.sort_by(|a, b| {
        let file = |one: &ImportWarning| read.iter().position(|file| file.name == one.file);
        (file(a), a.line).cmp(&(file(b), b.line))
    });
    Ok(Imported { types, warnings })
}

/// What is known during an import.
struct Cx<'x> {
    universe: Universe<'x>,
    /// The names of types, by the number of the classifier; none for what is no class.
    names: Vec<Option<String>>,
    notes: Notes,
}

impl<'x> Cx<'x> {
    fn warn(&mut self, place: &Place, message: String) {
        self.notes.warn(place.file, place.line, &place.path, message);
    }

    /// The place of a classifier.
    fn place(&self, classifier: usize) -> Place {
        let found = &self.universe.classifiers[classifier];
        Place {
            file: self.universe.file_of(classifier),
            line: found.element.line,
            path: found.path.clone(),
        }
    }

    fn name_types(&mut self) {
        let mut taken = Names::default();
        // What has a legal name keeps it, whatever the others become.
        let good: HashSet<String> = (0..self.universe.classifiers.len())
            .filter(|index| self.universe.classifiers[*index].kind == Kind::Class)
            .filter_map(|index| {
                let (original, name) = self.wanted_name(index);
                is_kept(original, &name).then_some(name)
            })
            .collect();
        for index in 0..self.universe.classifiers.len() {
            let classifier = &self.universe.classifiers[index];
            let name =
                (classifier.kind == Kind::Class).then(|| self.type_name(index, &mut taken, &good));
            self.names.push(name);
        }
    }

    fn type_name(&mut self, index: usize, taken: &mut Names, good: &HashSet<String>) -> String {
        let (original, wanted) = self.wanted_name(index);
        if wanted == MANAGED_RESOURCE && self.is_ours(index) {
            return wanted;
        }
        let is_good = is_kept(original, &wanted);
        let base = if names::is_taken(&wanted) { wanted.clone() + "Type" } else { wanted.clone() };
        let is_free = |name: &str| {
            !names::is_taken(name) && (!good.contains(name) || (is_good && name == wanted))
        };
        let name = taken.take(&base, is_free);
        if !is_good || name != wanted {
            let place = self.place(index);
            self.warn(&place, format!("`{original}` can't be its name here; it is `{name}`"));
        }
        name
    }

    /// The name of a class in the model, and the whole name of the type that it is to become.
    fn wanted_name(&self, index: usize) -> (&str, String) {
        let classifier = &self.universe.classifiers[index];
        let original = classifier.element.get("name").unwrap_or_default();
        let mut segments = self.name_space(classifier.package);
        segments.push(names::type_segment(original));
        (original, segments.join("::"))
    }

    /// Whether a classifier is in the package that types without a name space are exported to.
    fn is_ours(&self, classifier: usize) -> bool {
        let package = &self.universe.packages[self.universe.classifiers[classifier].package];
        let uri = package.element.get("nsURI").and_then(|uri| uri.strip_prefix(PUPPET_URI));
        uri == Some(TOP_PACKAGE)
    }

    /// The segments of the name space that a package becomes.
    fn name_space(&self, package: usize) -> Vec<String> {
        let package = &self.universe.packages[package];
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

    /// Warns of what is in the files and not used by any type.
    fn unused(&mut self) {
        for index in 0..self.universe.packages.len() {
            let package = &self.universe.packages[index];
            let (element, path) = (package.element, package.path.clone());
            let place = Place { file: package.file, line: element.line, path };
            let logic = annotations::unused(self, element, &place);
            let version = logic.iter().find(|(key, _)| *key == "functionSet");
            if let Some((_, version)) = version.filter(|(_, version)| *version != FUNCTION_SET) {
                let message = format!("its logic is for `{version}`, not for `{FUNCTION_SET}`");
                self.warn(&place, message);
            }
        }
        for index in 0..self.universe.classifiers.len() {
            let classifier = &self.universe.classifiers[index];
            let element = classifier.element;
            match classifier.kind {
                Kind::Class => {}
                Kind::Enum => {
                    let place = self.place(index);
                    annotations::unused(self, element, &place);
                    self.unused_of_enum(index, element, &place);
                }
                Kind::DataType => {
                    let place = self.place(index);
                    annotations::unused(self, element, &place);
                }
            }
        }
    }

    /// Warns of what the values of an enumeration have beside their text.
    fn unused_of_enum(&mut self, index: usize, element: &'x Element, place: &Place) {
        if element.all("eLiterals").count() != features::enum_values(self, index).len() {
            self.warn(place, "has a value twice; it is kept once".to_owned());
        }
        let mut is_counted = true;
        for (number, literal) in element.all("eLiterals").enumerate() {
            annotations::unused(self, literal, &place.inside(literal));
            is_counted &= literal.get("value").unwrap_or("0") == number.to_string();
        }
        if !is_counted {
            self.warn(place, "the numbers of its values have no counterpart".to_owned());
        }
    }
}

/// Whether a class has the same name as its type, name spaces apart.
fn is_kept(original: &str, name: &str) -> bool {
    name.rsplit("::").next() == Some(original)
}

/// The types of all classes, in their order in the files.
fn types(cx: &mut Cx<'_>, bases: &Bases) -> Vec<TypeText> {
    let mut features: HashMap<usize, Names> = HashMap::new();
    let mut found: Vec<(usize, TypeText)> = Vec::new();
    for &index in &bases.order {
        let Some(name) = cx.names[index].clone() else { continue };
        if name == MANAGED_RESOURCE {
            features.entry(index).or_default().take("name", |_| true);
            built_in(cx, index);
            continue;
        }
        found.push((index, type_text(cx, index, name, bases, &mut features)));
    }
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, text)| text).collect()
}

/// Warns of what the class of the built-in type has beside its name, which nobody can add.
fn built_in(cx: &mut Cx<'_>, index: usize) {
    let element = cx.universe.classifiers[index].element;
    let place = cx.place(index);
    let features = element.all("eStructuralFeatures");
    for feature in features.filter(|feature| feature.get("name") != Some("name")) {
        let message = format!("`{MANAGED_RESOURCE}` is built in and has no such feature; left out");
        cx.warn(&place.inside(feature), message);
    }
}

fn type_text(
    cx: &mut Cx<'_>,
    index: usize,
    name: String,
    bases: &Bases,
    features: &mut HashMap<usize, Names>,
) -> TypeText {
    let element = cx.universe.classifiers[index].element;
    let place = cx.place(index);
    let annotations = annotations::read(cx, element, &place);
    without_counterpart(cx, element, &place);
    let mut own = Names::default();
    let mut text = TypeText {
        comment: annotations.comment,
        name,
        parent: bases.parents[index].and_then(|parent| cx.names[parent].clone()),
        is_abstract: flag(element, "abstract") || flag(element, "interface"),
        ..TypeText::default()
    };
    let originals = element.all("eStructuralFeatures").filter_map(|one| one.get("name"));
    let originals: HashSet<&str> = originals.collect();
    for feature in element.all("eStructuralFeatures") {
        let place = place.inside(feature);
        let known = Known { bases, index, features, originals: &originals };
        if let Some(name) = feature_name(cx, feature, &place, &mut own, &known) {
            text.features.extend(features::read(cx, feature, &place, name));
        }
    }
    features.insert(index, own);
    text.invariants = logic::of_type(cx, &annotations.logic, &place);
    text
}

/// What is known of the features of a class and its bases.
struct Known<'k> {
    bases: &'k Bases,
    /// The class.
    index: usize,
    /// The names of the features of its bases, by the number of the base.
    features: &'k HashMap<usize, Names>,
    /// The names of its own features in the model.
    originals: &'k HashSet<&'k str>,
}

impl Known<'_> {
    /// The base that has a feature of that name.
    fn inherited(&self, name: &str) -> Option<usize> {
        let has = |base: &usize| self.features.get(base).is_some_and(|names| names.has(name));
        self.bases.of(self.index).find(has)
    }

    /// Whether the type is that of a resource.
    fn is_managed(&self, cx: &Cx<'_>) -> bool {
        let mut bases = self.bases.of(self.index);
        bases.any(|base| cx.names[base].as_deref() == Some(MANAGED_RESOURCE))
    }
}

/// The name that a feature gets; none if a base has it already.
fn feature_name(
    cx: &mut Cx<'_>,
    feature: &Element,
    place: &Place,
    own: &mut Names,
    known: &Known<'_>,
) -> Option<String> {
    let original = feature.get("name").unwrap_or_default();
    if let Some(base) = known.inherited(original) {
        let base = cx.names[base].clone().unwrap_or_default();
        cx.warn(place, format!("is declared by its base `{base}` already; left out"));
        return None;
    }
    let is_managed = known.is_managed(cx);
    let is_free = |name: &str| {
        // What has a legal name keeps it, whatever the others become.
        let is_left = name == original || !known.originals.contains(name);
        is_left && known.inherited(name).is_none() && !(is_managed && is_metaparameter(name))
    };
    let name = own.take(&names::feature_name(original), is_free);
    if name != original {
        cx.warn(place, format!("`{original}` can't be its name here; it is `{name}`"));
    }
    Some(name)
}

/// What a class can be made of.
const PARTS: [&str; 6] = [
    "eAnnotations",
    "eGenericSuperTypes",
    "eOperations",
    "eStructuralFeatures",
    "eSuperTypes",
    "eTypeParameters",
];

fn without_counterpart(cx: &mut Cx<'_>, element: &Element, place: &Place) {
    for child in element.children.iter().filter(|child| !PARTS.contains(&child.name.as_str())) {
        let place = Place { line: child.line, ..place.clone() };
        cx.warn(&place, format!("element `{}` is unknown; left out", child.name));
    }
    if let Some(class) = element.get("instanceClassName").or(element.get("instanceTypeName")) {
        cx.warn(place, format!("its Java class `{class}` has no counterpart"));
    }
    if flag(element, "interface") {
        cx.warn(place, "is an interface; it becomes an abstract type".to_owned());
    }
    for operation in element.all("eOperations") {
        let mut place = place.inside(operation);
        place.path.push_str("()");
        cx.warn(&place, "operations have no counterpart".to_owned());
    }
    for parameter in element.all("eTypeParameters") {
        cx.warn(&place.inside(parameter), "type parameters have no counterpart".to_owned());
    }
    for base in element.all("eGenericSuperTypes") {
        if base.get("eTypeParameter").is_some() {
            cx.warn(place, "a type parameter as its supertype has no counterpart".to_owned());
        }
        if base.all("eTypeArguments").next().is_some() {
            let message = "the arguments of its generic supertype have no counterpart".to_owned();
            cx.warn(place, message);
        }
    }
}
