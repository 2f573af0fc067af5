//! Automatic relationships: a file comes after its directory, its owner and its group.
//!
//! An agent asks the implementations of its types. This module covers those whose answer depends on
//! the catalog alone. It leaves out answers that depend on the machine (the default user of `cron`
//! jobs) and types whose relationships need more than names (`zfs`, `zone`, types of modules).

use rustc_hash::FxHashMap;

use pupa_value::Value;

use super::lookup::Lookup;
use crate::catalog::{Catalog, Resource};

/// Returns the automatic relationships as pairs of source and target, in an agent's order.
pub(super) fn pairs(catalog: &Catalog, lookup: &Lookup) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (groups, mounted) = (groups(catalog), mounted_files(catalog));
    for (index, resource) in catalog.resources.iter().enumerate() {
        let mut autorequires = Autorequires { lookup, index, pairs: &mut pairs };
        match resource.type_name.as_str() {
            "File" => autorequires.file(resource),
            "Exec" => autorequires.exec(resource),
            "Package" => autorequires.package(resource),
            "User" => autorequires.user(resource, &groups),
            "Mount" => autorequires.mount(resource, &mounted),
            "Cron" | "Ssh_authorized_key" => autorequires.require("User", resource.text("user")),
            "Selmodule" => autorequires.selmodule(resource),
            _ => {}
        }
    }
    pairs
}

/// The collector of the automatic relationships of one resource.
struct Autorequires<'f> {
    lookup: &'f Lookup,
    index: usize,
    pairs: &'f mut Vec<(usize, usize)>,
}

impl Autorequires<'_> {
    /// Adds a relationship from the resource of this type and title, if the catalog has it.
    fn require(&mut self, type_name: &str, title: Option<&str>) {
        let found = title.and_then(|title| self.lookup.find_by_title(type_name, title));
        self.pairs.extend(found.map(|found| (found, self.index)));
    }

    fn file(&mut self, resource: &Resource) {
        let path = path_of(resource);
        let nearest = ancestors(path).find(|one| self.lookup.find_by_title("File", one).is_some());
        self.require("File", nearest);
        // The target of a link may also be the value of `ensure`.
        let target = resource.text("ensure").filter(|text| text.starts_with('/'));
        self.require("File", resource.text("target").or(target));
        for (type_name, parameter) in [("User", "owner"), ("Group", "group")] {
            self.require(type_name, resource.text(parameter).filter(|name| !is_number(name)));
        }
    }

    fn exec(&mut self, resource: &Resource) {
        self.require("File", resource.text("cwd"));
        let command = match resource.parameter("command") {
            Some(value) => commands(value).into_iter().next(),
            None => Some(resource.title.as_str()),
        };
        for line in command.into_iter().flat_map(str::lines) {
            self.require("File", program(line));
        }
        for line in command.into_iter().flat_map(str::lines) {
            let quoted = line.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            self.require("File", quoted.map(|(path, _)| path).filter(|path| !path.is_empty()));
        }
        for parameter in ["onlyif", "unless"] {
            let given = resource.parameter(parameter).map(commands).unwrap_or_default();
            for line in given.into_iter().flat_map(str::lines) {
                self.require("File", program(line));
            }
        }
        self.require("User", resource.text("user").filter(|name| !is_number(name)));
    }

    fn package(&mut self, resource: &Resource) {
        self.require("File", resource.text("responsefile"));
        self.require("File", resource.text("adminfile"));
        self.require("File", resource.text("source").filter(|source| source.starts_with('/')));
    }

    fn user(&mut self, resource: &Resource, groups: &FxHashMap<i64, usize>) {
        for group in resource.parameter("gid").into_iter().flat_map(flat) {
            match (group, number(group)) {
                (_, Some(number)) => {
                    let found = groups.get(&number);
                    self.pairs.extend(found.map(|found| (*found, self.index)));
                }
                (Value::String(name), None) => self.require("Group", Some(name)),
                _ => {}
            }
        }
        for (type_name, parameter) in [("Group", "groups"), ("User", "roles")] {
            for name in resource.parameter(parameter).into_iter().flat_map(flat) {
                for name in name.as_str().unwrap_or_default().split(',') {
                    self.require(type_name, Some(name));
                }
            }
        }
    }

    fn mount(&mut self, resource: &Resource, mounted: &FxHashMap<&str, Vec<usize>>) {
        let path = resource.text("name").unwrap_or(&resource.title);
        let mut parent: Vec<&str> = ancestors(path).collect();
        parent.reverse();
        parent.into_iter().for_each(|one| self.require("Mount", Some(one)));
        let files = mounted.get(path).into_iter().flatten();
        self.pairs.extend(files.map(|file| (self.index, *file)));
    }

    fn selmodule(&mut self, resource: &Resource) {
        if let Some(path) = resource.text("selmodulepath") {
            return self.require("File", Some(path));
        }
        let folder = resource.text("selmoduledir").unwrap_or("/usr/share/selinux/targeted");
        let name = resource.text("name").unwrap_or(&resource.title);
        self.require("File", Some(&format!("{folder}/{name}.pp")));
    }
}

/// The first group with each numeric ID.
fn groups(catalog: &Catalog) -> FxHashMap<i64, usize> {
    let mut groups = FxHashMap::default();
    for (index, resource) in catalog.resources.iter().enumerate() {
        if resource.type_name.as_str() == "Group"
            && let Some(number) = resource.parameter("gid").and_then(number)
        {
            groups.entry(number).or_insert(index);
        }
    }
    groups
}

/// The files below each mount point.
fn mounted_files(catalog: &Catalog) -> FxHashMap<&str, Vec<usize>> {
    let mut files: FxHashMap<&str, Vec<usize>> = catalog
        .resources
        .iter()
        .filter(|resource| resource.type_name.as_str() == "Mount")
        .map(|mount| (mount.text("name").unwrap_or(&mount.title), Vec::new()))
        .collect();
    if files.is_empty() {
        return files;
    }
    for (index, resource) in catalog.resources.iter().enumerate() {
        if resource.type_name.as_str() == "File" {
            for parent in ancestors(path_of(resource)) {
                if let Some(files) = files.get_mut(parent) {
                    files.push(index);
                }
            }
        }
    }
    files
}

fn path_of(file: &Resource) -> &str {
    let path = file.text("path").unwrap_or(&file.title);
    let bare = path.trim_end_matches('/');
    if bare.is_empty() { path } else { bare }
}

/// The directories above a path, from its parent to the root.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(parent(path), |path| parent(path))
}

/// The parent directory of a path; `None` for the root.
fn parent(path: &str) -> Option<&str> {
    let bare = path.trim_end_matches('/');
    let end = bare.rfind('/')?;
    let parent = bare[..end].trim_end_matches('/');
    Some(if parent.is_empty() { "/" } else { parent })
}

/// The program of a command line, if its path is absolute.
fn program(line: &str) -> Option<&str> {
    let word = line.split(|one: char| one.is_ascii_whitespace()).next()?;
    (word.len() > 1 && word.starts_with('/')).then_some(word)
}

/// The commands in a value: a string, an array of strings, or of arrays that begin with a command.
fn commands(value: &Value) -> Vec<&str> {
    match value {
        Value::String(line) => vec![line],
        Value::Array(lines) => lines.iter().filter_map(first_text).collect(),
        _ => Vec::new(),
    }
}

fn first_text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Array(values) => values.first()?.as_str(),
        _ => None,
    }
}

/// The elements of an array, or the value itself as the only element.
fn flat(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        _ => std::slice::from_ref(value),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::String(text) if is_number(text) => text.parse().ok(),
        _ => None,
    }
}

impl Resource {
    /// The string value of a parameter, or the first one of an array.
    fn text(&self, name: &str) -> Option<&str> {
        first_text(self.parameter(name)?)
    }
}
