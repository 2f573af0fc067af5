//! The scopes of variables outside of lambdas and functions: the top scope, and those of nodes,
//! classes and defined resources.

use std::collections::BTreeMap;

use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

pub(crate) use crate::compile::Parameters;
use crate::compile::{DefinitionId, ResourceId};

/// The number of a scope.
pub(crate) type ScopeId = u32;

/// The top scope, which contains all others.
pub(crate) const TOP: ScopeId = 0;

/// A scope: variables by name.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    variables: FxHashMap<Text, Value>,
    /// The scope in which it was created.
    pub(crate) parent: Option<ScopeId>,
    /// The scope to search next for other variables: that of the inherited class, or the
    /// surrounding top or node scope.
    pub(crate) next: Option<ScopeId>,
    /// The scope of the inherited class.
    pub(crate) inherited: Option<ScopeId>,
    /// Whether it is the scope of a node.
    pub(crate) is_node: bool,
    /// The resource whose code runs in it.
    pub(crate) resource: Option<ResourceId>,
    /// The class, defined type or node whose code runs in it.
    pub(crate) source: Option<DefinitionId>,
    /// The resource defaults set in it, by type.
    pub(crate) defaults: FxHashMap<Text, Parameters>,
    /// The names and values of the parameters, while these get their values.
    pub(crate) pending: Option<Vec<(Text, Option<Value>)>>,
}

/// The result of looking up a name in a scope.
pub(crate) enum Bound<'s> {
    /// Its value.
    Value(&'s Value),
    /// A parameter that has no value yet.
    NotYet,
    /// The scope has no such variable.
    Missing,
}

impl Scope {
    /// A variable of this scope, without outer ones.
    pub(crate) fn local(&self, name: &str) -> Bound<'_> {
        if let Some(pending) = &self.pending
            && let Some((_, value)) = pending.iter().find(|(known, _)| known.as_str() == name)
        {
            return match value {
                Some(value) => Bound::Value(value),
                None => Bound::NotYet,
            };
        }
        self.variables.get(name).map_or(Bound::Missing, Bound::Value)
    }

    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.variables.insert(Text::from(name), value);
    }

    pub(crate) fn extend(&mut self, variables: Vec<(Text, Value)>) {
        self.variables.extend(variables);
    }

    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.variables.contains_key(name)
    }

    /// Passes all values of the scope to a function that may replace them.
    #[expect(clippy::iter_over_hash_type, reason = "the order of replacements is not visible")]
    pub(crate) fn each_value(&mut self, mut act: impl FnMut(&mut Value)) {
        for value in self.variables.values_mut() {
            act(value);
        }
        let pending = self.pending.iter_mut().flatten();
        pending.filter_map(|(_, value)| value.as_mut()).for_each(act);
    }

    pub(super) fn forget(&mut self, name: &str) {
        self.variables.remove(name);
    }

    /// All variables, by name.
    fn all(&self) -> Vec<(&str, &Value)> {
        let mut all: Vec<(&str, &Value)> = Vec::with_capacity(self.variables.len());
        all.extend(self.variables.iter().map(|(name, value)| (name.as_str(), value)));
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }
}

/// The scopes of a run.
#[derive(Debug)]
pub(crate) struct Scopes {
    all: Vec<Scope>,
    /// The scope of the running code.
    pub(crate) current: ScopeId,
}

impl Default for Scopes {
    fn default() -> Scopes {
        Scopes { all: vec![Scope::default()], current: TOP }
    }
}

impl Scopes {
    /// Adds a scope inside of another. Variables that it does not have are searched in `inherited`,
    /// or else in the surrounding top or node scope.
    pub(crate) fn add(&mut self, parent: ScopeId, inherited: Option<ScopeId>) -> ScopeId {
        let enclosing = self.enclosing(parent);
        let scope = Scope {
            parent: Some(parent),
            next: inherited.or(Some(enclosing)),
            inherited,
            ..Scope::default()
        };
        self.all.push(scope);
        (self.all.len() - 1) as ScopeId
    }

    /// The scope itself if it is the top scope or that of a node, otherwise the one of these that
    /// surrounds it.
    fn enclosing(&self, scope: ScopeId) -> ScopeId {
        let mut scope = scope;
        while scope != TOP && !self.get(scope).is_node {
            scope = self.get(scope).parent.unwrap_or(TOP);
        }
        scope
    }

    /// The scope in which functions run.
    pub(crate) fn global(&self) -> ScopeId {
        self.enclosing(self.current)
    }

    pub(crate) fn get(&self, scope: ScopeId) -> &Scope {
        &self.all[scope as usize]
    }

    pub(crate) fn get_mut(&mut self, scope: ScopeId) -> &mut Scope {
        &mut self.all[scope as usize]
    }

    /// The number of scopes.
    pub(crate) fn count(&self) -> ScopeId {
        self.all.len() as ScopeId
    }

    /// The scope in which the code of a resource runs.
    pub(crate) fn of_resource(&self, id: ResourceId) -> Option<ScopeId> {
        let place = self.all.iter().skip(1).position(|scope| scope.resource == Some(id))?;
        Some(place as ScopeId + 1)
    }

    /// The running scope.
    pub(crate) fn here(&self) -> &Scope {
        self.get(self.current)
    }

    /// A variable as the running scope sees it.
    pub(super) fn find(&self, name: &str) -> Bound<'_> {
        let mut next = Some(self.current);
        while let Some(scope) = next {
            let scope = self.get(scope);
            match scope.local(name) {
                Bound::Missing => next = scope.next,
                found => return found,
            }
        }
        Bound::Missing
    }

    /// The scopes visible from the current one, itself first.
    fn visible(&self) -> impl Iterator<Item = &Scope> {
        let mut next = Some(self.current);
        std::iter::from_fn(move || {
            let scope = self.get(next?);
            next = scope.next;
            Some(scope)
        })
    }

    /// A variable visible from the current scope, without parameters that have no value yet.
    pub(crate) fn find_assigned(&self, name: &str) -> Option<&Value> {
        self.visible().find_map(|scope| scope.variables.get(name))
    }

    /// The variable whose name differs from this one only in characters that are underscores here.
    pub(crate) fn odd_name(&self, name: &str) -> Option<Text> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let matches = |known: &str| {
            known.len() == name.len()
                && known.chars().zip(name.chars()).all(|(a, b)| a == b || (b == '_' && !is_word(a)))
        };
        let mut names: Vec<&Text> = Vec::new();
        for scope in self.visible() {
            names.extend(scope.variables.keys().filter(|known| matches(known)));
        }
        names.into_iter().min_by(|a, b| a.as_str().cmp(b.as_str())).cloned()
    }

    /// Adds all variables visible from the current scope; those of inner scopes take precedence.
    pub(crate) fn collect_assigned(&self, all: &mut BTreeMap<String, Value>) {
        for scope in self.visible() {
            for (name, value) in scope.all() {
                all.entry(name.to_owned()).or_insert_with(|| value.clone());
            }
        }
    }

    /// The names of the variables that the running scope sees.
    pub(super) fn visible_names(&self) -> Vec<String> {
        let names = self.visible().flat_map(|scope| scope.all());
        names.map(|(name, _)| name.to_owned()).collect()
    }

    /// The names of the variables of a scope and of the classes that it inherits, in order.
    pub(crate) fn names_of_class(&self, scope: ScopeId) -> Vec<String> {
        let mut names = Vec::new();
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = self.get(scope);
            names.extend(scope.all().into_iter().map(|(name, _)| name.to_owned()));
            next = scope.inherited;
        }
        names
    }

    /// A variable of the top scope.
    pub(crate) fn top(&self, name: &str) -> Option<&Value> {
        self.get(TOP).variables.get(name)
    }

    pub(crate) fn set_top(&mut self, name: &str, value: Value) {
        self.get_mut(TOP).set(name, value);
    }

    pub(super) fn forget(&mut self, name: &str) {
        self.get_mut(TOP).forget(name);
    }

    /// The variables of the top scope, by name.
    pub(super) fn top_variables(&self) -> Vec<(&str, &Value)> {
        self.get(TOP).all()
    }
}
