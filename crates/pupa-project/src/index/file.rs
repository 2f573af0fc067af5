//! The part of the index that is computed from a single file.

use std::sync::Arc;

use pupa_syntax::check;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};
use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_syntax::validate::Rules;
use pupa_system::System;

use super::embedded_lookups::embedded_lookups;
use super::entry::{Entry, Kind, Role, normal};
use super::keys::PartialKey;
use super::lookups::{is_lookup, lookups};
use super::mandatory_lookups::{MandatoryLookup, mandatory_lookups};
use super::ruby_lookups::ruby_lookups;
use super::source_files::{FileKind, SourceFile};
use super::{code, data, ruby};
use crate::reading::{self, Loaded};
use crate::walk::ending;

/// The definitions and uses of a file, and the results of parsing it.
#[derive(Debug)]
pub struct IndexedFile {
    /// The file.
    pub file: SourceFile,
    /// The text, named by the path; `None` for Ruby code that cannot be read.
    pub source: Option<Arc<Source>>,
    /// The tree of Puppet code.
    pub tree: Option<Arc<Tree>>,
    /// Whether Puppet code could not be read or parsed, so that definitions may be missing.
    pub is_broken: bool,
    /// The diagnostics of reader, parser and validator about Puppet code.
    pub diagnostics: Vec<Diagnostic>,
    /// The definitions and uses, sorted by position.
    pub entries: Vec<Entry>,
    /// The classes with their parameters.
    pub classes: Vec<Class>,
    /// The lookups with their ranges.
    pub lookups: Vec<(PartialKey, Span)>,
    /// The lookups that fail without data.
    pub mandatory_lookups: Vec<MandatoryLookup>,
}

/// A class.
#[derive(Debug)]
pub struct Class {
    /// The name, in lower case and without leading `::`.
    pub name: String,
    /// The parameters.
    pub parameters: Vec<ClassParameter>,
}

/// A parameter of a class.
#[derive(Debug)]
pub struct ClassParameter {
    /// The name.
    pub name: String,
    /// The type, if it has one.
    pub ty: Option<ExprId>,
    /// Whether it has a default.
    pub has_default: bool,
}

impl IndexedFile {
    /// Reads a file.
    pub(super) fn read(
        file: &SourceFile,
        system: &dyn System,
        limit: u64,
        rules: &Rules,
    ) -> IndexedFile {
        let name = file.path.to_string_lossy();
        let loaded = reading::read_own_file(system, &file.path, &name, limit);
        let mut indexed = IndexedFile {
            file: file.clone(),
            source: None,
            tree: None,
            is_broken: false,
            diagnostics: Vec::new(),
            entries: Vec::new(),
            classes: Vec::new(),
            lookups: Vec::new(),
            mandatory_lookups: Vec::new(),
        };
        indexed.add_template();
        match loaded {
            Loaded::Text(source) => indexed.add_text(Arc::new(source), rules),
            Loaded::Unreadable(error) if file.kind.is_puppet() => {
                indexed.source = Some(Arc::new(Source::new(&*name, "")));
                indexed.diagnostics.push(*error);
                indexed.is_broken = true;
            }
            Loaded::Unreadable(_) => {}
        }
        indexed.entries.sort_by_key(|entry| (entry.span.start, entry.kind, entry.role));
        indexed
    }

    /// The names that the file defines.
    pub fn definitions(&self, kind: Kind) -> impl Iterator<Item = &Entry> {
        let is_one = move |entry: &&Entry| entry.kind == kind && entry.role == Role::Definition;
        self.entries.iter().filter(is_one)
    }

    /// Adds the definition of a template: a file below `templates`, which is named by its path.
    fn add_template(&mut self) {
        let place = self.file.place.to_string_lossy().replace('\\', "/");
        let (Some(module), Some(name)) = (&self.file.module, place.strip_prefix("templates/"))
        else {
            return;
        };
        self.entries.push(Entry {
            kind: Kind::Template,
            role: Role::Definition,
            name: format!("{module}/{name}").into(),
            span: Span::at(0),
            scope: None,
        });
    }

    fn add_text(&mut self, source: Arc<Source>, rules: &Rules) {
        self.source = Some(Arc::clone(&source));
        let text = source.text();
        match self.file.kind {
            FileKind::MainManifest | FileKind::Manifest | FileKind::Plan | FileKind::Epp => {
                self.add_code(source, rules);
            }
            FileKind::Template => {
                self.entries.extend(ruby::variables(text));
                self.add_ruby_lookups(text);
            }
            FileKind::Ruby => {
                self.entries.extend(ruby::definition(&self.file.place, text));
                self.add_ruby_lookups(text);
            }
            FileKind::FactCode => self.entries.extend(ruby::facts(text)),
            FileKind::FactFile | FileKind::Data => {
                let ending = ending(source.name()).unwrap_or_default();
                self.entries.extend(match self.file.kind {
                    FileKind::FactFile => data::facts(&source, &ending),
                    _ => data::entries(&source, ending == "json"),
                });
            }
        }
    }

    fn add_code(&mut self, source: Arc<Source>, rules: &Rules) {
        let tasks = self.file.kind == FileKind::Plan;
        let rules = Rules { tasks, ..rules.clone() };
        let checked = check(source, reading::dialect_of(&self.file.path), &rules);
        self.is_broken = !checked.is_parsed;
        self.diagnostics = checked.diagnostics;
        let tree = checked.tree;
        self.lookups = lookups(&tree);
        self.lookups.extend(embedded_lookups(&tree));
        // Plans use other data than manifests.
        if !tasks {
            self.mandatory_lookups = mandatory_lookups(&tree);
        }
        self.entries.extend(code::entries(&tree));
        self.add_lookup_uses();
        self.add_classes(&tree, tree.root());
        self.tree = Some(Arc::new(tree));
    }

    /// Adds the possible lookups in Ruby code. A function with the name of a lookup function is a
    /// lookup itself, whose keys are the arguments of its calls.
    fn add_ruby_lookups(&mut self, text: &str) {
        self.lookups = ruby_lookups(text);
        if self.ruby_function().is_some_and(|name| is_lookup(&name)) {
            self.lookups.retain(|(key, _)| *key != PartialKey::Any);
        }
        self.add_lookup_uses();
    }

    fn add_lookup_uses(&mut self) {
        // The quoted strings that may be keys have no position in the file.
        let uses = self.lookups.iter().filter_map(|(key, span)| match key {
            PartialKey::Exact(key) if span.start < span.end => Some(Entry {
                kind: Kind::LookupKey,
                role: Role::Use,
                name: key.as_str().into(),
                span: *span,
                scope: None,
            }),
            _ => None,
        });
        self.entries.extend(uses);
    }

    /// The function that a Ruby file defines according to its path: `functions/simplib/lookup.rb`.
    fn ruby_function(&self) -> Option<String> {
        let name = self.file.path.file_stem()?.to_str()?;
        match self.file.path.parent()?.file_name()?.to_str()? {
            "functions" => Some(name.to_owned()),
            module => Some(format!("{module}::{name}")),
        }
    }

    fn add_classes(&mut self, tree: &Tree, expr: ExprId) {
        if let ExprKind::Class(class) = *tree.kind(expr) {
            let class = tree[class];
            let parameters = tree[class.parameters].iter().map(|parameter| ClassParameter {
                name: tree.text(parameter.name).to_owned(),
                ty: parameter.ty,
                has_default: parameter.default.is_some(),
            });
            let name = normal(tree.text(class.name));
            self.classes.push(Class { name, parameters: parameters.collect() });
        }
        let mut children = Vec::new();
        tree.each_child(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.add_classes(tree, child));
    }
}
