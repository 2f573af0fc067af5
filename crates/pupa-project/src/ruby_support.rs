//! Finds the uses of unsupported Ruby and Puppet features in the Ruby code of modules.
//!
//! A compiler runs functions, data types, the definitions of resource types, templates, and the files
//! that they require. Of a resource type, and of files that only types require, it runs the code that
//! is executed when the file is loaded; methods of instances run on agents. Providers, facts, tests
//! and tasks do not concern a compiler.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_ruby::erb;
use pupa_ruby::library;
use pupa_ruby::parse::uses::{Part, UseKind, Uses, uses};
use pupa_ruby::support::{Missing, MissingKind, Support, Surroundings};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};

use pupa_system::Disk;

use crate::issues::RUBY_UNSUPPORTED_USE;
use crate::named_file;
use crate::walk;

/// The Ruby code of some modules.
#[derive(Debug, Default)]
pub struct RubyCode {
    files: BTreeMap<PathBuf, File>,
    around: Surroundings,
}

#[derive(Debug)]
struct File {
    uses: Uses,
    /// The part of the file that a compiler runs; `None` if no compiler loads the file.
    part: Option<Part>,
    /// The path relative to `lib`, without extension.
    library: Option<String>,
    text: Vec<u8>,
}

/// The use of an unsupported feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedUse {
    /// The file.
    pub path: PathBuf,
    /// The use.
    pub missing: Missing,
}

impl UnsupportedUse {
    /// A diagnostic about the use, located in the text of the file.
    pub fn diagnostic(&self, source: &Arc<Source>) -> Diagnostic {
        let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let span = Span::new(offset(self.missing.span.start), offset(self.missing.span.end));
        let name = self.missing.name.trim_start_matches('#');
        let message = match self.missing.kind {
            MissingKind::Method => format!("the method `{name}` is not supported by Pupa"),
            MissingKind::UnknownMethod => {
                format!("the method `{name}` is defined neither by Pupa nor by the modules")
            }
            MissingKind::Constant => format!("the constant `{name}` is not supported by Pupa"),
            MissingKind::UnknownConstant => {
                format!("the constant `{name}` is defined neither by Pupa nor by the modules")
            }
            MissingKind::Library => format!("`{name}` names no library that Pupa or a module has"),
        };
        RUBY_UNSUPPORTED_USE.diagnostic(message).at(source, span)
    }
}

impl RubyCode {
    /// The Ruby code of the modules in some directories, and of other files. Files above the size
    /// limit are left out.
    pub fn read(modules: &[PathBuf], files: &[PathBuf], max_file_size: u64) -> RubyCode {
        let mut code = RubyCode::default();
        for module in modules {
            for part in ["lib", "templates"] {
                for path in walk::files_below(&Disk, &module.join(part), &[]) {
                    let place = path.strip_prefix(module).unwrap_or(&path).to_owned();
                    code.add(path, &place, max_file_size);
                }
            }
        }
        for path in files {
            code.add(path.clone(), Path::new(""), max_file_size);
        }
        code.follow();
        code
    }

    fn add(&mut self, path: PathBuf, place: &Path, max_file_size: u64) {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let (Some(ending @ ("rb" | "erb")), false) = (ending, self.files.contains_key(&path))
        else {
            return;
        };
        let Ok(text) = named_file::read_named(&path, max_file_size) else { return };
        let part = match ending {
            "erb" => Some(Part::All),
            _ if place == Path::new("") => Some(Part::All),
            _ => part_of(place),
        };
        let uses = match ending {
            "erb" => uses_of_template(&text),
            _ => uses(&text, part.unwrap_or(Part::All)),
        };
        self.around.add(&uses);
        let library = place.strip_prefix("lib").ok().filter(|_| ending == "rb");
        let library = library.map(|path| path.with_extension("").to_string_lossy().into_owned());
        self.files.insert(path, File { uses, part, library, text });
    }

    /// Marks the files that marked files require.
    fn follow(&mut self) {
        let libraries: BTreeMap<String, Vec<PathBuf>> =
            self.files.iter().fold(BTreeMap::new(), |mut all, (path, file)| {
                if let Some(library) = &file.library {
                    all.entry(library.clone()).or_insert_with(Vec::new).push(path.clone());
                }
                all
            });
        let marked = |file: &File| file.part.is_some();
        let mut queue: VecDeque<PathBuf> = self
            .files
            .iter()
            .filter(|(_, file)| marked(file))
            .map(|(path, _)| path.clone())
            .collect();
        while let Some(path) = queue.pop_front() {
            let Some(file) = self.files.get(&path) else { continue };
            let Some(part) = file.part else { continue };
            let mut required = Vec::new();
            for found in &file.uses.uses {
                let name = found.name.strip_suffix(".rb").unwrap_or(&found.name);
                match found.kind {
                    UseKind::Library if library::is_of_resource_api(name) => {}
                    UseKind::Library => required.extend(libraries.get(name).into_iter().flatten()),
                    UseKind::File if !name.is_empty() => {
                        let ends = |library: &str| {
                            library
                                .strip_suffix(name)
                                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
                        };
                        let files = libraries.iter().filter(|(library, _)| ends(library));
                        required.extend(files.flat_map(|(_, paths)| paths));
                    }
                    _ => {}
                }
            }
            for other in required {
                let Some(file) = self.files.get_mut(other) else { continue };
                if file.part.is_none_or(|known| known < part) {
                    file.part = Some(part);
                    file.uses = uses(&file.text, part);
                    queue.push_back(other.clone());
                }
            }
        }
    }

    /// The uses of unsupported features, by file and position.
    pub fn unsupported(&self) -> Vec<UnsupportedUse> {
        let mut support = Support::new();
        let mut all = Vec::new();
        for (path, file) in &self.files {
            if file.part.is_none() {
                continue;
            }
            let mut missing = support.missing(&file.uses, &self.around);
            missing.sort_by_key(|missing| missing.span.start);
            for missing in missing {
                let is_of_module =
                    missing.kind == MissingKind::Library && self.has_library(&missing);
                if !is_of_module {
                    all.push(UnsupportedUse { path: path.clone(), missing });
                }
            }
        }
        all
    }

    fn has_library(&self, missing: &Missing) -> bool {
        let name = missing.name.trim_start_matches("require '").trim_end_matches('\'');
        let name = name.strip_suffix(".rb").unwrap_or(name);
        self.files.values().any(|file| file.library.as_deref() == Some(name))
    }
}

/// The names in a template, with their positions in the template.
fn uses_of_template(text: &[u8]) -> Uses {
    let program = erb::compile(text);
    let mut found = uses(&program.text, Part::All);
    for found in &mut found.uses {
        let start = program.template_offset(found.span.start);
        found.span = start..program.template_offset(found.span.end).max(start);
    }
    found
}

/// The part of a file that a compiler runs, according to its path in the module.
fn part_of(place: &Path) -> Option<Part> {
    let whole = ["lib/puppet/functions", "lib/puppet/parser/functions", "lib/puppet/datatypes"];
    if whole.iter().any(|directory| place.starts_with(directory)) {
        return Some(Part::All);
    }
    place.starts_with("lib/puppet/type").then_some(Part::Loading)
}

/// The directory of the module that contains a file, if its path is one of those of Ruby code in
/// modules.
pub fn module_of(path: &Path) -> Option<PathBuf> {
    let is_code = |path: &&Path| path.ends_with("lib") || path.ends_with("templates");
    let mut around: Vec<&Path> = path.ancestors().skip(1).filter(is_code).collect();
    around.retain(|directory| directory.parent().is_some());
    let is_module = |directory: &&&Path| {
        let Some(module) = directory.parent() else { return false };
        let marks = ["metadata.json", "manifests", "lib/puppet"];
        marks.iter().any(|mark| module.join(mark).exists())
    };
    // The directory may be one of templates that is called `lib`.
    let found = around.iter().find(is_module).or(around.first())?;
    found.parent().map(Path::to_owned)
}

/// Whether a file lies somewhere in a module or an environment. Files outside of `lib` and `templates`
/// are tests, tasks and their like, which no compiler runs.
pub fn is_of_module(path: &Path) -> bool {
    let marks = ["metadata.json", "manifests"];
    path.ancestors().skip(1).any(|directory| marks.iter().any(|mark| directory.join(mark).exists()))
}
