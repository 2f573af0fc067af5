//! The classes whose parameters data may set.

use pupa_syntax::suggest;
use rustc_hash::{FxHashMap, FxHashSet};

use pupa_project::index::{Class, ClassParameter, Index, IndexedFile, Kind};
use pupa_project::modules::is_module_name;

/// The classes of all manifests.
pub(super) struct Classes<'m> {
    by_name: FxHashMap<&'m str, ClassSource<'m>>,
    /// The names by their first segment, the module.
    by_module: FxHashMap<&'m str, Vec<&'m str>>,
    /// The names by the segments after the module.
    by_rest: FxHashMap<&'m str, Vec<&'m str>>,
    /// Defined types.
    defined_types: FxHashSet<&'m str>,
    /// The installed modules.
    installed: FxHashSet<&'m str>,
    /// Whether the Puppetfile names modules that are not installed.
    awaits_modules: bool,
}

/// A class.
#[derive(Clone, Copy)]
pub(super) struct ClassSource<'m> {
    /// The manifest that defines it.
    pub(super) file: &'m IndexedFile,
    /// The class.
    pub(super) class: &'m Class,
    /// Whether there is another class with this name.
    pub(super) is_ambiguous: bool,
}

impl<'m> Classes<'m> {
    /// The classes of manifests, given the installed modules and those in the Puppetfile.
    pub(super) fn new(
        index: &'m Index,
        installed: &[&'m str],
        not_installed: &FxHashSet<String>,
    ) -> Classes<'m> {
        let mut classes = Classes {
            by_name: FxHashMap::default(),
            by_module: FxHashMap::default(),
            by_rest: FxHashMap::default(),
            defined_types: FxHashSet::default(),
            installed: installed.iter().copied().collect(),
            awaits_modules: false,
        };
        for file in index.files().iter().filter(|file| file.file.kind.is_puppet()) {
            let defined_types = file.definitions(Kind::ResourceType).map(|entry| &*entry.name);
            classes.defined_types.extend(defined_types);
            file.classes.iter().for_each(|class| classes.add(file, class));
        }
        classes.awaits_modules = not_installed.iter().any(|module| classes.is_absent(module));
        classes
    }

    fn add(&mut self, file: &'m IndexedFile, class: &'m Class) {
        let name = class.name.as_str();
        if let Some(known) = self.by_name.get_mut(name) {
            known.is_ambiguous = true;
            return;
        }
        self.by_name.insert(name, ClassSource { file, class, is_ambiguous: false });
        let (module, rest) = split(name);
        self.by_module.entry(module).or_default().push(name);
        self.by_rest.entry(rest).or_default().push(name);
    }

    /// The class of that name.
    pub(super) fn get(&self, name: &str) -> Option<ClassSource<'m>> {
        self.by_name.get(name).copied()
    }

    /// The names of all classes.
    pub(super) fn names(&self) -> impl Iterator<Item = &'m str> {
        self.by_name.keys().copied()
    }

    /// Whether there is a defined type with this name.
    pub(super) fn is_defined_type(&self, name: &str) -> bool {
        self.defined_types.contains(name)
    }

    /// The modules that are installed.
    pub(super) fn modules(&self) -> impl Iterator<Item = &'m str> {
        self.installed.iter().copied()
    }

    /// Whether nothing is known about a module: it is not installed, and no manifest defines a name
    /// in its namespace.
    pub(super) fn is_absent(&self, module: &str) -> bool {
        let is_its_own = |name: &&str| split(name).0 == module;
        is_module_name(module)
            && !self.installed.contains(module)
            && !self.by_module.contains_key(module)
            && !self.defined_types.iter().any(is_its_own)
    }

    /// Whether a module that is not installed yet may define or use a name. A name without a module
    /// may belong to any.
    pub(super) fn may_await(&self, name: &str) -> bool {
        let module = name.split_once("::").map(|(module, _)| module);
        self.awaits_modules && module.is_none_or(|module| self.is_absent(module))
    }

    /// The class parameter that a key sets.
    pub(super) fn parameter(&self, key: &str) -> Option<(ClassSource<'m>, &'m ClassParameter)> {
        let (class, name) = key.rsplit_once("::")?;
        let found = self.get(class)?;
        let parameter = found.class.parameters.iter().find(|one| one.name == name)?;
        Some((found, parameter))
    }

    /// The most similar class name, which differs either in the module or in the rest.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        let (module, rest) = split(name);
        let of_module = self.by_module.get(module).into_iter().flatten().map(|name| split(name).1);
        if let Some(near) = suggest::nearest(rest, of_module) {
            return Some(format!("{module}::{near}"));
        }
        let of_rest = self.by_rest.get(rest).into_iter().flatten().map(|name| split(name).0);
        let near = suggest::nearest(module, of_rest)?;
        Some(if rest.is_empty() { near.to_owned() } else { format!("{near}::{rest}") })
    }
}

/// Splits a name into the module and the rest.
fn split(name: &str) -> (&str, &str) {
    name.split_once("::").unwrap_or((name, ""))
}
