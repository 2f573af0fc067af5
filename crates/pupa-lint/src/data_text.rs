//! Data files with their text, and the findings about each file on its own.

use std::sync::Arc;

use pupa_data::{Duplicate, Place, Places};
use pupa_hiera::files::{Conformance, Content, DataFile, DataFileError, DataHash, Format};
use pupa_hiera::key::is_of_module;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;
use pupa_value::Value;
use rustc_hash::FxHashSet;

use crate::anchors::holders;
use crate::data_uses::{Use, data_uses};
use crate::file_names::FileNames;
use crate::issues::MALFORMED_DATA;
use crate::levels::ReachedFile;
use crate::place::diagnostic_at;
use crate::rules::ignored_parts::ignored_parts;
use pupa_project::files::Files;
use pupa_project::reading::{self, Loaded};

/// A data file.
#[derive(Debug)]
pub(super) struct DataText {
    /// The path and the levels that reach it.
    pub(super) reached: ReachedFile,
    /// The module that contains it; `None` for the environment and the global layer.
    pub(super) module: Option<String>,
    /// Its text.
    pub(super) source: Arc<Source>,
    /// The content; `None` for a file that could not be read.
    file: Option<DataFile>,
    /// The lookups in its values.
    pub(super) uses: Vec<Use>,
    /// The positions of keys whose values contain a part that aliases refer to.
    pub(super) repeated: FxHashSet<Place>,
    /// The findings about it.
    pub(super) findings: Vec<Diagnostic>,
}

/// An entry of a data file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'d> {
    /// The key.
    pub(super) key: &'d str,
    /// The value.
    pub(super) value: &'d Value,
    /// The place of the key.
    pub(super) place: Option<Place>,
    /// The place of the value, and those of its parts.
    pub(super) places: Option<&'d Places>,
}

impl DataText {
    /// Reads a file.
    pub(super) fn read(
        reached: ReachedFile,
        module: Option<String>,
        names: &FileNames,
        files: &Files,
    ) -> DataText {
        let name = names.name(&reached.path);
        let format = reached.backend.format().unwrap_or(Format::Yaml);
        let (system, path, limit) = (&*files.system, &reached.path, files.max_size);
        let loaded = reading::read_data_file(system, path, &name, limit, &MALFORMED_DATA);
        let (source, error) = match loaded {
            Loaded::Unreadable(error) => (Arc::new(Source::new(name.clone(), "")), Some(error)),
            Loaded::Text(source) => (Arc::new(source), None),
        };
        let mut text = DataText {
            reached,
            module,
            source,
            file: None,
            uses: Vec::new(),
            repeated: FxHashSet::default(),
            findings: Vec::new(),
        };
        match error {
            Some(error) => text.findings.push(*error),
            None => text.understand(&name, format),
        }
        text
    }

    /// Parses the text and checks it.
    fn understand(&mut self, name: &str, format: Format) {
        match DataFile::parse(name, format, self.source.text(), Vec::new) {
            Ok(file) => self.check(file, format),
            Err(unreadable) => {
                let (message, place) = match unreadable {
                    DataFileError::Malformed { error, place } => (error.message, place),
                    DataFileError::Io(message) => (message, None),
                };
                let mut findings = vec![self.finding(&MALFORMED_DATA, place, message)];
                findings.extend(ignored_parts(self, format));
                self.findings = findings;
            }
        }
    }

    /// The entries that lookups can see: in a module, only keys in its namespace.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.all_entries().filter(|entry| self.is_own(entry.key))
    }

    /// Data by key.
    pub(super) fn hash(&self) -> Option<&DataHash> {
        match &self.file.as_ref()?.content {
            Content::Hash(hash) => Some(hash),
            Content::Other(_) => None,
        }
    }

    /// Whether the content is known, even if it is empty.
    pub(super) fn is_understood(&self) -> bool {
        self.file.as_ref().is_some_and(|file| match &file.content {
            Content::Hash(_) => true,
            Content::Other(value) => matches!(value, Value::Undef | Value::Boolean(false)),
        })
    }

    /// All entries, including those outside of the module's namespace.
    pub(super) fn all_entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.hash().into_iter().flat_map(|data| {
            data.hash.iter().enumerate().filter_map(|(index, (key, value))| {
                let places = data.places().part(index);
                let place = places.map(|places| places.place);
                Some(Entry { key: key.as_str()?, value, place, places })
            })
        })
    }

    /// Whether lookups can see a key in the data of this module.
    pub(super) fn is_own(&self, key: &str) -> bool {
        self.module.as_ref().is_none_or(|module| is_of_module(key, module))
    }

    /// A finding at a position in the file.
    pub(super) fn finding(
        &self,
        issue: &'static pupa_syntax::diagnostic::Issue,
        place: Option<Place>,
        message: impl Into<String>,
    ) -> Diagnostic {
        diagnostic_at(issue, &self.source, place, message)
    }

    fn check(&mut self, file: DataFile, format: Format) {
        let repeated = file.aliased.clone();
        self.file = Some(file);
        let mut findings = self.malformed(format);
        findings.extend(ignored_parts(self, format));
        let (uses, wrong) = data_uses(self);
        findings.extend(wrong);
        let keys = self.all_entries().filter_map(|entry| entry.place);
        self.repeated = holders(keys, &repeated);
        self.uses = uses;
        self.findings = findings;
    }

    fn malformed(&self, format: Format) -> Vec<Diagnostic> {
        let Some(file) = &self.file else { return Vec::new() };
        match &file.content {
            Content::Other(value) if format == Format::Yaml => {
                let message = "file does not contain a valid yaml hash";
                let is_empty = matches!(value, Value::Undef | Value::Boolean(false));
                let severity = if is_empty { Severity::Warning } else { Severity::Error };
                let finding = self.finding(&MALFORMED_DATA, None, message);
                vec![finding.severity(severity)]
            }
            Content::Other(_) => {
                vec![self.finding(&MALFORMED_DATA, None, "the file holds no hash")]
            }
            Content::Hash(data) => self.unfit(data),
        }
    }

    fn unfit(&self, data: &DataHash) -> Vec<Diagnostic> {
        let unfit = self.entries().filter_map(|entry| {
            let what = match data.get(entry.key)?.1.conformance {
                Conformance::RichData => return None,
                Conformance::Other => "a key that is neither a string nor a number",
                Conformance::Symbol => "a symbol of Ruby",
            };
            let message =
                format!("the value of `{}` holds {what}, which no lookup returns", entry.key);
            Some(self.finding(&MALFORMED_DATA, entry.place, message))
        });
        unfit.collect()
    }

    /// The keys that occur twice.
    pub(super) fn duplicates(&self) -> &[Duplicate] {
        self.file.as_ref().map_or(&[], |file| &file.duplicates)
    }
}
