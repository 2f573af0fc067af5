//! Help texts for errors about unknown names: the most similar known name, and how to provide
//! facts.

use pupa_syntax::suggest::nearest;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;

use super::{Evaluator, Run};
use crate::compile::variable_use;

/// The help text for a run without facts.
const GIVE_FACTS: &str = "this run has no facts; `--facts FILE` gives those of a node, and `pupa \
                          facts` lists built-in ones, such as `--facts debian-12`";

/// Names of facts that manifests use as variables, so that their absence means that there are no facts.
const WELL_KNOWN_FACTS: &[&str] = &[
    "architecture",
    "fqdn",
    "hostname",
    "ipaddress",
    "kernel",
    "lsbdistcodename",
    "memory",
    "networking",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "os",
    "osfamily",
    "processors",
];

impl Evaluator<'_> {
    /// The help text for a variable without a value.
    #[cold]
    pub(super) fn advice_on_variable(&self, name: &str) -> Option<String> {
        let absolute = name.strip_prefix("::").unwrap_or(name);
        if WELL_KNOWN_FACTS.contains(&absolute) && !self.run.has_facts() {
            return Some(GIVE_FACTS.to_owned());
        }
        match absolute.rsplit_once("::") {
            Some((class, variable)) => {
                let names = self.catalog_view().class_variable_names(class);
                let near = nearest(variable, names.iter().map(String::as_str))?;
                Some(format!("did you mean `${class}::{near}`?"))
            }
            None => {
                let mut names = self.run.scopes.visible_names();
                let variables = self.run.frame_variables();
                names.extend(variables.into_iter().map(|(name, _)| name.to_string()));
                names.sort_unstable();
                let near = nearest(absolute, names.iter().map(String::as_str))?;
                Some(format!("did you mean `${near}`?"))
            }
        }
    }

    /// The help text for an unknown function.
    #[cold]
    pub(super) fn advice_on_function(&self, name: &str) -> Option<String> {
        if let Some((module, _)) = name.split_once("::")
            && let Some(advice) = self.run.host.advice_on_module(module)
        {
            return Some(advice);
        }
        let names = self.function_names();
        let near = nearest(name, names.iter().map(String::as_str))?;
        Some(format!("did you mean `{near}`?"))
    }
}

impl Run<'_> {
    /// The help text for an access to a missing value: the name of a fact, or how to provide facts.
    #[cold]
    pub(super) fn advice_on_missing_fact(&self, accessed: ExprId) -> Option<String> {
        let used = variable_use(&self.current().tree, accessed)?;
        let name = used.name.trim_start_matches("::");
        let is_fact = name == "facts" || WELL_KNOWN_FACTS.contains(&name);
        if is_fact && !self.has_facts() {
            return Some(GIVE_FACTS.to_owned());
        }
        let mut value = self.scopes.top(name).filter(|_| is_fact)?;
        let mut before = String::new();
        for key in &used.keys {
            let hash = value.as_hash()?;
            match hash.get_str(key) {
                Some(found) => value = found,
                None => {
                    let near = nearest(key, hash.iter().filter_map(|(key, _)| key.as_str()))?;
                    return Some(format!("did you mean `${name}{before}['{near}']`?"));
                }
            }
            before.push_str(&format!("['{key}']"));
        }
        None
    }

    /// Whether there are facts besides those that the server adds.
    fn has_facts(&self) -> bool {
        let facts = self.scopes.top("facts").and_then(Value::as_hash);
        facts.is_some_and(|facts| {
            let mut names = facts.iter().filter_map(|(name, _)| name.as_str());
            names.any(|name| !name.starts_with("client") && name != "environment")
        })
    }
}
