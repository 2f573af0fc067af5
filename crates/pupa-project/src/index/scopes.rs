//! The variables of a manifest, each in the scope that sets it.

use pupa_syntax::tree::{ExprId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::assigned::assigned;

/// A scope, by its number.
pub(super) type ScopeId = usize;

/// The scopes of a manifest.
#[derive(Default)]
pub(super) struct Scopes {
    all: Vec<Scope>,
}

/// The body of a definition or a lambda, or what is outside of them.
#[derive(Default)]
struct Scope {
    /// The scope around, if its variables are seen here.
    outer: Option<ScopeId>,
    /// The values assigned to variables.
    assigned: FxHashMap<String, Vec<ExprId>>,
    /// Those that may hold anything.
    open: FxHashSet<String>,
}

impl Scopes {
    /// A new scope. The variables of the one around are seen in it, if one is given.
    pub(super) fn add(&mut self, outer: Option<ScopeId>) -> ScopeId {
        self.all.push(Scope { outer, ..Scope::default() });
        self.all.len() - 1
    }

    /// A variable is set to one of these values.
    pub(super) fn assign(
        &mut self,
        scope: ScopeId,
        name: &str,
        values: impl IntoIterator<Item = ExprId>,
    ) {
        self.all[scope].assigned.entry(name.to_owned()).or_default().extend(values);
    }

    /// A variable may hold anything.
    pub(super) fn open(&mut self, scope: ScopeId, name: &str) {
        self.all[scope].open.insert(name.to_owned());
    }

    /// Ends a scope: variables that its body sets on some ways only may hold what those outside do.
    pub(super) fn end(
        &mut self,
        scope: ScopeId,
        tree: &Tree,
        body: Option<ExprId>,
        bound: &[&str],
    ) {
        let certain = body.map(|body| self::assigned(tree, body)).unwrap_or_default();
        let Scope { assigned, open, .. } = &mut self.all[scope];
        let is_certain = |name: &str| certain.contains(name) || bound.contains(&name);
        open.extend(assigned.keys().filter(|name| !is_certain(name)).cloned());
    }

    /// Returns the value assigned to a variable as seen from a scope, and the scope that assigns
    /// it. `None` when that is not all known.
    pub(super) fn values(
        &self,
        tree: &Tree,
        scope: ScopeId,
        variable: ExprId,
        name: &str,
    ) -> Option<(ScopeId, &[ExprId])> {
        let mut id = scope;
        loop {
            let scope = &self.all[id];
            if scope.open.contains(name) {
                return None;
            }
            if let Some(values) = scope.assigned.get(name) {
                let is_set = tree[*values.first()?].span.start < tree[variable].span.start;
                return is_set.then_some((id, values.as_slice()));
            }
            id = scope.outer?;
        }
    }
}
