//! Export of models for other tools: Ecore packages and the logic of their types.

use std::collections::BTreeMap;

use pupa_syntax::diagnostic::Diagnostic;

use crate::ast::{AST_FILE, instance, metamodel};
use crate::ecore::packages::{PackageFile, file, packages};
use crate::logic::{LogicEntry, LogicModel, write_json};
use crate::model::Model;
use crate::{ecore, issues};

/// The output format for the logic of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LogicForm {
    /// A file `PACKAGE.impl.xmi`, an instance of `puppet-ast.ecore`.
    #[default]
    Xmi,
    /// A file `PACKAGE.impl.json` with Puppet Notation.
    Json,
    /// Annotations in the package, with Puppet Notation.
    Annotations,
    /// The logic is left out.
    None,
}

/// The result of an export.
#[derive(Debug)]
pub struct Export {
    /// The files in a fixed order. They are unusable if the diagnostics contain errors.
    pub files: Vec<ModelFile>,
    /// Definitions that can't be exported faithfully.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFile {
    /// Its name; all files belong in the same directory.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// Converts a model to Ecore packages, one file per namespace, and to files of logic as required by
/// the form.
///
/// ```
/// use pupa_model::{LogicForm, Model, export};
/// use pupa_syntax::{ParseOptions, parse, source::Source};
/// let options = ParseOptions { extensions: true, ..ParseOptions::default() };
/// let parsed = parse(Source::new("user.pp", "type User { attr name }").into(), &options);
/// let (model, _) = Model::link([parsed.tree.into()]);
/// let export = export(&model, LogicForm::None);
/// assert_eq!(export.files[0].name, "puppet.ecore");
/// assert!(export.files[0].text.contains(r#"<eClassifiers xsi:type="ecore:EClass" name="User">"#));
/// ```
pub fn export(model: &Model, form: LogicForm) -> Export {
    let mut diagnostics = Vec::new();
    let packages = packages(model, form, &mut diagnostics);
    let mut files = Vec::new();
    for package in &packages {
        files.push(ModelFile { name: file(&package.stem), text: ecore::write(&package.package) });
        files.extend(logic_file(package, form, &mut diagnostics));
    }
    if form == LogicForm::Xmi {
        let text = ecore::write(&metamodel::metamodel());
        files.push(ModelFile { name: AST_FILE.to_owned(), text });
    }
    diagnostics.extend(file_conflicts(&packages));
    Export { files, diagnostics }
}

fn logic_file(
    package: &PackageFile<'_>,
    form: LogicForm,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ModelFile> {
    let entries = package.types.iter().flat_map(|definition| LogicEntry::all(definition)).collect();
    let model = LogicModel { file: file(&package.stem), entries };
    match form {
        LogicForm::Xmi => {
            let written = instance::write(&model);
            diagnostics.extend(written.illegal.iter().map(|(entry, illegal)| {
                let definition = entry.definition;
                let span = entry.feature.map_or(definition.model.name_span, |it| it.name_span);
                issues::illegal_in_xml(u32::from(*illegal)).at(definition.tree.source(), span)
            }));
            let name = format!("{}.impl.xmi", package.stem);
            Some(ModelFile { name, text: written.text })
        }
        LogicForm::Json => {
            let name = format!("{}.impl.json", package.stem);
            Some(ModelFile { name, text: write_json(&model) })
        }
        LogicForm::Annotations | LogicForm::None => None,
    }
}

/// Reports namespaces whose files would have the same name on a case-insensitive file system.
fn file_conflicts(packages: &[PackageFile<'_>]) -> Vec<Diagnostic> {
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for package in packages {
        let first = known.insert(package.stem.to_lowercase(), &package.display_name);
        if let (Some(first), Some(definition)) = (first, package.types.first()) {
            let conflict = issues::same_file(first, &package.display_name, &file(&package.stem))
                .at(definition.tree.source(), definition.model.name_span)
                .help("export the namespaces into different directories");
            found.push(conflict);
        }
    }
    found
}
