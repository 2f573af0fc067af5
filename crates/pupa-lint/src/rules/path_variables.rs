//! Reports unknown variables, usually facts, in the paths of hierarchies.

use pupa_data::{Place, Step};
use pupa_hiera::config::{Datadir, Locations};
use pupa_hiera::interpolate::{Method, expressions};
use pupa_hiera::key::{Segment, split_key};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::suggest;
use pupa_value::Value;
use rustc_hash::FxHashSet;

use pupa_project::index::{FileKind, Index, Kind};

use crate::classes::Classes;
use crate::core_facts;
use crate::custom_facts::CustomFacts;
use crate::issues::{MALFORMED_HIERA_CONFIG, PATH_FROM_FACT, UNKNOWN_FACT};
use crate::layers::{ConfigText, Layer};
use crate::levels::{LevelAt, levels_of};
use crate::place::{diagnostic_at, word_at};
use crate::survey::{Rule, Survey};

/// The keys of `$trusted`; the content of `extensions` and `external` is unknown.
const TRUSTED: &[&str] =
    &["authenticated", "certname", "domain", "extensions", "external", "hostname"];

/// The keys of `$server_facts`.
const SERVER_FACTS: &[&str] =
    &["environment", "serverip", "serverip6", "servername", "serverversion"];

/// The facts that agents add to those of Facter; files of facts usually lack them.
const OF_AGENTS: &[&str] =
    &["agent_specified_environment", "clientcert", "clientnoop", "clientversion"];

/// Variables that exist for every node, or in every lookup.
const ALWAYS: &[&str] = &[
    "calling_class",
    "calling_class_path",
    "calling_module",
    "environment",
    "module_name",
    "name",
    "serverip",
    "serverip6",
    "servername",
    "serverversion",
    "title",
];

/// The known facts of nodes.
struct Known<'a> {
    /// The facts of some nodes; if empty, those of Facter.
    facts: &'a [Value],
    /// The facts that modules provide.
    custom_facts: CustomFacts,
    /// The variables of the main manifests.
    variables: FxHashSet<String>,
    /// The classes.
    classes: &'a Classes<'a>,
}

/// Variables in paths that no node has.
pub(super) static RULE: Rule = Rule {
    issues: &[&UNKNOWN_FACT, &PATH_FROM_FACT, &MALFORMED_HIERA_CONFIG],
    check: unknown_variables,
};

/// Finds variables that no node has.
fn unknown_variables(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let known = Known {
        facts: &survey.options.facts,
        custom_facts: CustomFacts::of_modules(survey.modules),
        variables: main_variables(survey.index),
        classes: survey.classes,
    };
    let mut findings = Vec::new();
    for layer in survey.layers {
        let Some(text) = &layer.text else { continue };
        let mut checker = Checker { text, known: &known, seen: FxHashSet::default(), findings };
        levels_of(&layer.config).for_each(|level| checker.level(layer, level));
        findings = checker.findings;
    }
    findings
}

/// The variables that main manifests assign anywhere.
fn main_variables(index: &Index) -> FxHashSet<String> {
    let mains = index.files().iter().filter(|file| file.file.kind == FileKind::MainManifest);
    let assigned = mains.flat_map(|file| {
        let parameters: FxHashSet<_> =
            file.definitions(Kind::Parameter).map(|entry| entry.span).collect();
        let variables = file.definitions(Kind::Variable);
        variables.filter(move |entry| !parameters.contains(&entry.span))
    });
    assigned.filter_map(|entry| entry.name.rsplit("::").next().map(str::to_owned)).collect()
}

/// Whether a path consists of the interpolation of a key, perhaps with an extension.
fn is_whole(path: &str, key: &str) -> bool {
    let rest = path.trim().strip_prefix("%{").and_then(|rest| rest.split_once('}'));
    rest.is_some_and(|(inner, end)| {
        inner.contains(key) && !end.contains(['%', '/']) && (end.is_empty() || end.starts_with('.'))
    })
}

struct Checker<'a> {
    text: &'a ConfigText,
    known: &'a Known<'a>,
    /// The variables already checked, since the error of each is reported once.
    seen: FxHashSet<String>,
    findings: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn level(&mut self, layer: &Layer, at: LevelAt<'_>) {
        match &at.level.datadir {
            Datadir::Interpolated(directory) | Datadir::Backend(Some(directory)) => {
                let [list, level] = at.at;
                let own = self.text.place(&[list, level, Step::Key("datadir")]);
                let default = [Step::Key("defaults"), Step::Key("datadir")];
                let has_own = self.text.has(&[list, level, Step::Key("datadir")]);
                let place = if has_own { own } else { self.text.place(&default) };
                self.path(directory, place, None);
            }
            Datadir::Plain(_) | Datadir::Backend(None) => {}
        }
        let (keys, paths) = match &at.level.locations {
            Locations::None => return,
            Locations::Paths(paths) => (["paths", "path"], paths),
            Locations::Globs(globs) => (["globs", "glob"], globs),
            Locations::Uris(uris) => (["uris", "uri"], uris),
            Locations::Mapped([variable, name, template]) => {
                let place = |index| at.place(layer, "mapped_paths", index);
                self.variable(variable, place(0), None);
                self.path(template, place(2), Some(name));
                return;
            }
        };
        let [list, level] = at.at;
        let has = |key: &&str| self.text.has(&[list, level, Step::Key(key)]);
        let key = keys.into_iter().find(has).unwrap_or(keys[1]);
        for (index, path) in paths.iter().enumerate() {
            self.path(path, at.place(layer, key, index), None);
        }
    }

    fn path(&mut self, path: &str, place: Option<Place>, local: Option<&str>) {
        for expression in expressions(path) {
            let place = place.map(|place| self.interpolation(expression.key, place));
            if expression.is_call {
                let message = "Interpolation using method syntax is not allowed in this context";
                let source = &self.text.source;
                let finding = diagnostic_at(&MALFORMED_HIERA_CONFIG, source, place, message);
                self.findings.push(finding);
            } else if expression.method == Ok(Method::Scope) {
                let count = self.findings.len();
                self.variable(expression.key, place, local);
                let is_reported = self.findings.len() > count;
                if !is_reported && local.is_none() && is_whole(path, expression.key) {
                    self.only_fact(expression.key, place);
                }
            }
        }
    }

    /// Warns of a fact that is all of a path, unless it is one of Facter's.
    fn only_fact(&mut self, key: &str, place: Option<Place>) {
        let key = key.strip_prefix("::").unwrap_or(key);
        let root = key.split('.').next().unwrap_or_default();
        let is_ours = matches!(root, "trusted" | "server_facts") || root.contains("::");
        if is_ours || ALWAYS.contains(&root) || self.known.variables.contains(root) {
            return;
        }
        let name = key.strip_prefix("facts.").unwrap_or(key);
        // `%{facts.os.family}.yaml` is in nearly every hierarchy, and its files belong to no node.
        if core_facts::is_known(&name.split('.').collect::<Vec<_>>()) {
            return;
        }
        let message = format!("the fact `{name}` alone decides which file this level reads");
        let help =
            "agents send facts: a directory before it, or `trusted.certname`, keeps nodes apart";
        let source = &self.text.source;
        let finding = diagnostic_at(&PATH_FROM_FACT, source, place, message);
        self.findings.push(finding.help(help));
    }

    /// Returns the place at which a path interpolates a variable, from a place on.
    fn interpolation(&self, key: &str, place: Place) -> Place {
        let source = &self.text.source;
        let start = word_at(source, place).start;
        let rest = &source.text()[start as usize..];
        let is_it = |(_, rest): &(usize, &str)| {
            rest[2..].split('}').next().is_some_and(|inner| inner.contains(key))
        };
        let mut found = rest.match_indices("%{").map(|(at, _)| (at, &rest[at..]));
        found.find(is_it).map_or(place, |(at, _)| {
            let position = source.position(start + at as u32);
            Place { line: position.line, column: position.column }
        })
    }

    fn variable(&mut self, key: &str, place: Option<Place>, local: Option<&str>) {
        let Some(segments) = split_key(key) else {
            let message = format!("Syntax error in string: {key}");
            let source = &self.text.source;
            self.findings.push(diagnostic_at(&MALFORMED_HIERA_CONFIG, source, place, message));
            return;
        };
        let names: Vec<String> = segments.iter().map(Segment::to_string).collect();
        let mut path: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(root) = path.first_mut() else { return };
        *root = root.strip_prefix("::").unwrap_or(root);
        if local == Some(*root) || !self.seen.insert(key.to_owned()) {
            return;
        }
        if let Some((message, help)) = self.known.judge(&path) {
            let source = &self.text.source;
            self.findings.push(diagnostic_at(&UNKNOWN_FACT, source, place, message).help_if(help));
        }
    }
}

impl Known<'_> {
    /// Returns the error of an unknown variable, and the most similar known name.
    fn judge(&self, path: &[&str]) -> Option<(String, Option<String>)> {
        match path {
            ["facts"] | ["trusted"] | ["server_facts"] | [] => None,
            ["facts", fact @ ..] => (!self.has_fact(fact)).then(|| self.unknown("facts.", fact)),
            ["trusted", name, ..] => member("trusted", name, TRUSTED),
            ["server_facts", name, ..] => member("server_facts", name, SERVER_FACTS),
            [root, ..] if root.contains("::") => self.judge_qualified(root),
            [root, ..] if ALWAYS.contains(root) || self.variables.contains(*root) => None,
            fact => self.judge_top_scope(fact),
        }
    }

    /// Checks a variable of the top scope. A classifier may set any variable, so only two cases are
    /// errors: a known fact without the requested part, and a name very similar to that of a known
    /// fact.
    fn judge_top_scope(&self, path: &[&str]) -> Option<(String, Option<String>)> {
        if self.has_fact(path) {
            return None;
        }
        let (message, help) = self.unknown("", path);
        let is_part = path.first().is_some_and(|root| self.is_given(&[root]));
        (is_part || help.is_some()).then_some((message, help))
    }

    fn judge_qualified(&self, name: &str) -> Option<(String, Option<String>)> {
        let (class, _) = name.rsplit_once("::")?;
        let is_known = class == "settings" || self.classes.get(class).is_some();
        if is_known || self.classes.may_await(name) {
            return None;
        }
        let near = suggest::nearest(class, self.classes.names());
        let help = near.map(|near| format!("did you mean the class `{near}`?"));
        Some((format!("no class `{class}` sets the variable `{name}`"), help))
    }

    fn has_fact(&self, path: &[&str]) -> bool {
        let Some(root) = path.first() else { return true };
        if self.custom_facts.has(root) || OF_AGENTS.contains(root) {
            return true;
        }
        // A program in a module may provide any fact, but probably none that other modules provide.
        // So may a module that is not installed yet.
        let are_open = self.custom_facts.are_open || self.classes.may_await(root);
        self.is_given(path) || (are_open && !self.is_given(&[root]))
    }

    fn is_given(&self, path: &[&str]) -> bool {
        match self.facts {
            [] => core_facts::is_known(path),
            facts => facts.iter().any(|facts| holds(facts, path)),
        }
    }

    fn unknown(&self, prefix: &str, path: &[&str]) -> (String, Option<String>) {
        let display = path.join(".");
        let message = match (self.facts, prefix) {
            ([], "") => format!("no fact or variable `{display}` is known"),
            ([], _) => format!("no fact `{display}` is known"),
            (_, "") => format!("no given facts have `{display}`, and no manifest sets it"),
            (_, _) => format!("no given facts have `{display}`"),
        };
        let given: Vec<String> = self.facts.iter().flat_map(|facts| paths_in(facts, "")).collect();
        let mut candidates: Vec<&str> = given.iter().map(String::as_str).collect();
        if self.facts.is_empty() {
            core_facts::paths().for_each(|path| candidates.push(path));
        }
        candidates.extend(self.custom_facts.names.iter().map(String::as_str));
        if prefix.is_empty() {
            candidates.extend(self.variables.iter().map(String::as_str));
        }
        let near = suggest::nearest(&display, candidates.into_iter());
        (message, near.map(|near| format!("did you mean `%{{{prefix}{near}}}`?")))
    }
}

fn member(of: &str, name: &str, known: &[&'static str]) -> Option<(String, Option<String>)> {
    if known.contains(&name) {
        return None;
    }
    let near = suggest::nearest(name, known.iter().copied());
    let help = near.map(|near| format!("did you mean `%{{{of}.{near}}}`?"));
    Some((format!("`${of}` has no `{name}`"), help))
}

/// Whether a path leads to a value.
fn holds(value: &Value, path: &[&str]) -> bool {
    let Some((first, rest)) = path.split_first() else { return true };
    match value {
        Value::Hash(hash) => hash.get_str(first).is_some_and(|inner| holds(inner, rest)),
        Value::Array(elements) => {
            let index = first.parse::<usize>().ok();
            index.and_then(|index| elements.get(index)).is_some_and(|inner| holds(inner, rest))
        }
        _ => false,
    }
}

/// The paths of all facts.
fn paths_in(facts: &Value, prefix: &str) -> Vec<String> {
    let Value::Hash(hash) = facts else { return Vec::new() };
    let named = hash.iter().filter_map(|(name, value)| Some((name.as_str()?, value)));
    named
        .flat_map(|(name, value)| {
            let path = format!("{prefix}{name}");
            let inner = paths_in(value, &format!("{path}."));
            std::iter::once(path).chain(inner)
        })
        .collect()
}
