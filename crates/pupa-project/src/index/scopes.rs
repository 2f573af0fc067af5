//! The scopes of a manifest, with the values that each assigns to its variables.

use pupa_syntax::tree::{ExprId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::definite_assignment::assigned;

/// The index of a scope.
pub(super) type ScopeId = usize;

/// The scopes of a manifest.
#[derive(Default)]
pub(super) struct Scopes {
    all: Vec<Scope>,
}

/// The body of a definition or lambda, or the top level of the file.
#[derive(Default)]
struct Scope {
    /// The surrounding scope, if its variables are visible here.
    outer: Option<ScopeId>,
    /// The values assigned to variables.
    assigned: FxHashMap<String, Vec<ExprId>>,
    /// The variables whose values are unknown.
    open: FxHashSet<String>,
}

impl Scopes {
    /// Adds a scope. The variables of `outer`, if given, are visible in it.
    pub(super) fn add(&mut self, outer: Option<ScopeId>) -> ScopeId {
        self.all.push(Scope { outer, ..Scope::default() });
        self.all.len() - 1
    }

    /// Records that a variable may have any of these values.
    pub(super) fn assign(
        &mut self,
        scope: ScopeId,
        name: &str,
        values: impl IntoIterator<Item = ExprId>,
    ) {
        self.all[scope].assigned.entry(name.to_owned()).or_default().extend(values);
    }

    /// Records that the value of a variable is unknown.
    pub(super) fn open(&mut self, scope: ScopeId, name: &str) {
        self.all[scope].open.insert(name.to_owned());
    }

    /// Ends a scope. A variable that its body sets only on some paths may also have a value from
    /// outside, so its value is unknown. `bound` lists variables that are set in any case.
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

    /// Returns the possible values of a variable seen from a scope, and the scope that assigns
    /// them; `None` if not all of them are known.
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
