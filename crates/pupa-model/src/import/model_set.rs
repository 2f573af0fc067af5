//! The packages and classifiers of a set of Ecore files, and the resolution of references.
//!
//! A reference has the form `#//Class`, `#//package/Class`, `#//@eClassifiers.2`, `#/1/Class` (in a
//! file with several roots) or `#id`, preceded by a file or the URI of a package. Within a file,
//! `#` may be omitted.

use std::collections::HashMap;

use super::warnings::{ImportError, Warnings};
use super::xml::Element;
use crate::ecore::{ECORE_URI, XMI_URI, XSI_URI};

const XML_TYPE: &str = "http://www.eclipse.org/emf/2003/XMLType";
/// The prefixes of the namespaces of XMI in all its versions.
const XMI: [&str; 3] = [XMI_URI, "http://schema.omg.org/spec/XMI", "xmi"];

/// A file with its parsed document.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) document: Element,
}

/// A package in one of the files.
#[derive(Debug)]
pub(super) struct Package<'x> {
    pub(super) element: &'x Element,
    pub(super) file: usize,
    pub(super) parent: Option<usize>,
    /// The names of the package and its ancestors, separated by `/`.
    pub(super) path: String,
    packages: Vec<usize>,
    classifiers: Vec<Option<usize>>,
    packages_by_name: HashMap<&'x str, usize>,
    classifiers_by_name: HashMap<&'x str, usize>,
}

/// A class, an enumeration or a data type in one of the files.
#[derive(Debug)]
pub(super) struct Classifier<'x> {
    pub(super) element: &'x Element,
    pub(super) package: usize,
    pub(super) kind: Kind,
    /// The name of the classifier and those of its packages, separated by `/`.
    pub(super) path: String,
}

/// The kind of a classifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Class,
    Enum,
    DataType,
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A classifier of one of the files.
    Classifier(usize),
    /// An element of the Ecore metamodel itself.
    Ecore(String),
    /// An element of the XML Schema model.
    XmlType(String),
}

/// The packages and classifiers of all files of an import.
#[derive(Debug, Default)]
pub(super) struct ModelSet<'x> {
    pub(super) files: Vec<&'x str>,
    roots: Vec<Vec<Option<usize>>>,
    pub(super) packages: Vec<Package<'x>>,
    pub(super) classifiers: Vec<Classifier<'x>>,
    ids: HashMap<(usize, &'x str), usize>,
    uris: HashMap<&'x str, usize>,
}

impl<'x> ModelSet<'x> {
    /// Indexes the files.
    pub(super) fn of(
        files: &'x [File],
        warnings: &mut Warnings,
    ) -> Result<ModelSet<'x>, ImportError> {
        let mut models = ModelSet::default();
        for (index, file) in files.iter().enumerate() {
            models.files.push(&file.name);
            let document = &file.document;
            let is_xmi = document.name == "XMI"
                && XMI.iter().any(|start| document.namespace.starts_with(start));
            let roots: Vec<&Element> =
                if is_xmi { document.children.iter().collect() } else { vec![document] };
            let found: Vec<_> =
                roots.iter().map(|root| models.root(root, index, warnings)).collect();
            if found.iter().all(Option::is_none) {
                return Err(ImportError {
                    file: file.name.clone(),
                    line: document.line,
                    message: not_ecore(document, is_xmi),
                });
            }
            models.roots.push(found);
        }
        Ok(models)
    }

    fn root(&mut self, root: &'x Element, file: usize, warnings: &mut Warnings) -> Option<usize> {
        if root.name == "EPackage" && matches!(root.namespace.as_str(), ECORE_URI | "ecore") {
            return Some(self.package(root, file, None, warnings));
        }
        warnings.warn(file, root.line, &root.name, "is not a package and left out".to_owned());
        None
    }

    fn package(
        &mut self,
        element: &'x Element,
        file: usize,
        parent: Option<usize>,
        warnings: &mut Warnings,
    ) -> usize {
        let index = self.packages.len();
        let name = element.get("name").unwrap_or("unnamed");
        let path = match parent {
            Some(parent) => format!("{}/{name}", self.packages[parent].path),
            None => name.to_owned(),
        };
        self.packages.push(Package {
            element,
            file,
            parent,
            path,
            packages: Vec::new(),
            classifiers: Vec::new(),
            packages_by_name: HashMap::new(),
            classifiers_by_name: HashMap::new(),
        });
        if let Some(uri) = element.get("nsURI").filter(|uri| !uri.is_empty()) {
            self.uris.entry(uri).or_insert(index);
        }
        for child in &element.children {
            match child.name.as_str() {
                "eClassifiers" => {
                    let found = self.classifier(child, index, warnings);
                    let package = &mut self.packages[index];
                    package.classifiers.push(found);
                    if let (Some(found), Some(name)) = (found, child.get("name")) {
                        package.classifiers_by_name.entry(name).or_insert(found);
                    }
                }
                "eSubpackages" => {
                    let found = self.package(child, file, Some(index), warnings);
                    let package = &mut self.packages[index];
                    package.packages.push(found);
                    if let Some(name) = child.get("name") {
                        package.packages_by_name.entry(name).or_insert(found);
                    }
                }
                "eAnnotations" => {}
                other => {
                    let path = self.packages[index].path.clone();
                    let message = format!("element `{other}` is unknown; left out");
                    warnings.warn(file, child.line, &path, message);
                }
            }
        }
        index
    }

    fn classifier(
        &mut self,
        element: &'x Element,
        package: usize,
        warnings: &mut Warnings,
    ) -> Option<usize> {
        let Package { path, file, .. } = &self.packages[package];
        let (file, name) = (*file, element.get("name").unwrap_or("unnamed"));
        let path = format!("{path}/{name}");
        let kind = match element
            .get_in("type", XSI_URI)
            .or(element.get_in("type", "xsi"))
            .map(local)
        {
            Some("EClass") => Kind::Class,
            Some("EEnum") => Kind::Enum,
            Some("EDataType") => Kind::DataType,
            Some(other) => {
                warnings.warn(file, element.line, &path, format!("`{other}` is unknown; left out"));
                return None;
            }
            None => {
                let message = "has no `xsi:type`; it is taken for a class".to_owned();
                warnings.warn(file, element.line, &path, message);
                Kind::Class
            }
        };
        let index = self.classifiers.len();
        let ids = XMI.iter().find_map(|start| element.get_in("id", start));
        if let Some(id) = ids {
            self.ids.entry((file, id)).or_insert(index);
        }
        self.classifiers.push(Classifier { element, package, kind, path });
        Some(index)
    }

    /// The file that a classifier is in.
    pub(super) fn file_of(&self, classifier: usize) -> usize {
        self.packages[self.classifiers[classifier].package].file
    }

    /// Resolves a reference in a file.
    pub(super) fn find(&self, reference: &str, file: usize) -> Option<Target> {
        let (uri, fragment) = reference.split_once('#').unwrap_or(("", reference));
        let uri = decode(uri);
        if uri.is_empty() {
            return self.in_file(file, fragment).map(Target::Classifier);
        }
        if let Some(&package) = self.uris.get(uri.as_str()) {
            let segments = fragment.strip_prefix("//")?;
            return self.walk(package, segments).map(Target::Classifier);
        }
        if let Some(file) = self.file_named(&uri, file) {
            return self.in_file(file, fragment).map(Target::Classifier);
        }
        let name = || decode(fragment.strip_prefix("//").unwrap_or(fragment));
        match base_name(&uri) {
            _ if uri == ECORE_URI => Some(Target::Ecore(name())),
            "Ecore.ecore" => Some(Target::Ecore(name())),
            _ if uri == XML_TYPE => Some(Target::XmlType(name())),
            "XMLType.ecore" => Some(Target::XmlType(name())),
            _ => None,
        }
    }

    /// The file whose path ends with that of a URI; otherwise the only file with the same name.
    fn file_named(&self, uri: &str, from: usize) -> Option<usize> {
        let path = uri.trim_start_matches("./").trim_start_matches("../");
        let ends_with_path = |name: &str| {
            let name = name.replace('\\', "/");
            name.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        if path.is_empty() {
            return None;
        }
        if let Some(index) = self.files.iter().position(|name| ends_with_path(name)) {
            return Some(index);
        }
        let is_named = |index: &usize| base_name(self.files[*index]) == base_name(uri);
        let mut named = (0..self.files.len()).filter(is_named);
        let first = named.next()?;
        let is_only = named.next().is_none();
        (is_only || first == from).then_some(first)
    }

    fn in_file(&self, file: usize, fragment: &str) -> Option<usize> {
        let Some(path) = fragment.strip_prefix('/') else {
            return self.ids.get(&(file, fragment)).copied();
        };
        let (root, segments) = path.split_once('/')?;
        let root = if root.is_empty() { 0 } else { root.parse().ok()? };
        let package = (*self.roots.get(file)?.get(root)?)?;
        self.walk(package, segments)
    }

    /// Resolves `package/Class` or `@eSubpackages.0/@eClassifiers.1` relative to a package.
    fn walk(&self, mut package: usize, segments: &str) -> Option<usize> {
        let mut segments = segments.split('/').peekable();
        while let Some(segment) = segments.next() {
            let is_last = segments.peek().is_none();
            let here = &self.packages[package];
            if let Some(feature) = segment.strip_prefix('@') {
                let (feature, index) = feature.split_once('.')?;
                let index: usize = index.parse().ok()?;
                match feature {
                    "eClassifiers" if is_last => return *here.classifiers.get(index)?,
                    "eSubpackages" => package = *here.packages.get(index)?,
                    _ => return None,
                }
                continue;
            }
            let name = decode(segment);
            if is_last {
                return here.classifiers_by_name.get(name.as_str()).copied();
            }
            package = *here.packages_by_name.get(name.as_str())?;
        }
        None
    }
}

fn not_ecore(document: &Element, is_xmi: bool) -> String {
    if is_xmi {
        return "not an Ecore model: there is no `ecore:EPackage` in it".to_owned();
    }
    match document.namespace.as_str() {
        "" => format!("not an Ecore model: the root is `{}`, not `ecore:EPackage`", document.name),
        namespace => format!(
            "not an Ecore model: the root is `{}` of `{namespace}`, not `EPackage` of `{ECORE_URI}`",
            document.name
        ),
    }
}

/// The local part of a qualified name: `EClass` in `ecore:EClass`.
pub(super) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Decodes percent encoding.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        let digit = |at: usize| more.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.extend(u8::try_from(high * 16 + low));
                rest = &more[2..];
            }
            _ => {
                bytes.push(first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_undone() {
        assert_eq!(decode("a%20b%C3%A9%"), "a bé%");
        assert_eq!(decode("%zz%4"), "%zz%4");
    }
}
