//! Resolved aliases that all runs share.
//!
//! A recursive alias is a cycle of references, which is never freed. If each run resolved it anew,
//! a process that compiles many catalogs would leak memory. Therefore a resolved alias is stored
//! with its definition, together with everything that it depends on; later runs use it if they have
//! the same definitions.

use std::sync::{Arc, PoisonError, RwLock, Weak};

use pupa_value::Type;
use pupa_value::types::TypeAlias;
use rustc_hash::FxHashSet;

use super::{Definition, Types};
use crate::program::Program;

/// The maximum number of other aliases that a shared alias may depend on, since each run compares
/// them all.
const MOST_MEMBERS: usize = 1000;

/// The slot for a shared alias in its definition.
#[derive(Clone, Default)]
pub(crate) struct SharedAlias(Arc<RwLock<Option<Arc<AliasGroup>>>>);

impl std::fmt::Debug for SharedAlias {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedAlias").finish_non_exhaustive()
    }
}

/// An alias, with all aliases that it depends on.
#[derive(Debug)]
pub(crate) struct AliasGroup {
    members: Vec<Member>,
    /// The names that had no definition, in lower case.
    missing: Vec<String>,
}

/// An alias of a group.
#[derive(Debug)]
struct Member {
    /// The name in lower case.
    key: String,
    /// The program that defines it, and the index of the definition.
    program: Weak<Program>,
    index: usize,
    alias: Type,
    /// The names in its definition.
    uses: Vec<String>,
}

/// An alias that this run has resolved, or taken over from an earlier one.
#[derive(Clone)]
pub(super) struct Resolved {
    pub(super) program: Arc<Program>,
    pub(super) index: usize,
    pub(super) alias: Type,
    /// The names in its definition.
    pub(super) uses: Vec<String>,
}

impl SharedAlias {
    fn get(&self) -> Option<Arc<AliasGroup>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, group: AliasGroup) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(group));
    }
}

impl Types<'_> {
    /// The alias that an earlier run has resolved, if this run has the same definitions.
    pub(super) fn shared_alias(&self, key: &str, program: &Program, index: usize) -> Option<Type> {
        let group = program.aliases.get(index)?.shared.get()?;
        let is_same = group.members.iter().all(|member| self.has_member(member))
            && group.missing.iter().all(|name| self.lacks(name));
        if !is_same {
            return None;
        }
        let mut result = None;
        for member in &group.members {
            let Some(program) = member.program.upgrade() else { continue };
            if member.key == key {
                result = Some(member.alias.clone());
            }
            let known = Definition::CodeFacts(member.alias.clone());
            self.definitions.borrow_mut().insert(member.key.clone(), known);
            let (index, alias) = (member.index, member.alias.clone());
            let resolved = Resolved { program, index, alias, uses: member.uses.clone() };
            self.resolved.borrow_mut().insert(member.key.clone(), resolved);
        }
        result
    }

    /// Whether this run has the definition of a member, and has not resolved it differently.
    fn has_member(&self, member: &Member) -> bool {
        if self.is_unknown(&member.key) && self.load(&member.key).is_err() {
            return false;
        }
        match self.definitions.borrow().get(&member.key) {
            Some(Definition::Waiting { program, index, .. }) => {
                Arc::as_ptr(program) == member.program.as_ptr() && *index == member.index
            }
            Some(Definition::CodeFacts(t)) => is_identical(t, &member.alias),
            Some(Definition::Missing) | None => false,
        }
    }

    fn lacks(&self, key: &str) -> bool {
        if self.is_unknown(key) && self.load(key).is_err() {
            return false;
        }
        matches!(self.definitions.borrow().get(key), Some(Definition::Missing))
    }

    fn is_unknown(&self, key: &str) -> bool {
        !self.definitions.borrow().contains_key(key)
    }

    /// Stores an alias for later runs, unless it depends on definitions that runs do not share.
    pub(super) fn share(&self, key: &str) {
        let Some(group) = self.group_of(key) else { return };
        let resolved = self.resolved.borrow();
        let Some(own) = resolved.get(key) else { return };
        if let Some(code) = own.program.aliases.get(own.index) {
            code.shared.set(group);
        }
    }

    /// The alias with everything that it depends on.
    fn group_of(&self, key: &str) -> Option<AliasGroup> {
        // The built-in type definition belongs to a run.
        if self.managed_resource.get().is_some() {
            return None;
        }
        let (resolved, definitions) = (self.resolved.borrow(), self.definitions.borrow());
        let mut group = AliasGroup { members: Vec::new(), missing: Vec::new() };
        let mut seen = FxHashSet::from_iter([key.to_owned()]);
        let mut open = vec![key.to_owned()];
        while let Some(key) = open.pop() {
            match (resolved.get(&key), definitions.get(&key)) {
                (Some(known), Some(Definition::CodeFacts(_))) => {
                    for name in &known.uses {
                        if seen.insert(name.clone()) {
                            open.push(name.clone());
                        }
                    }
                    group.members.push(Member {
                        key,
                        program: Arc::downgrade(&known.program),
                        index: known.index,
                        alias: known.alias.clone(),
                        uses: known.uses.clone(),
                    });
                }
                (None, Some(Definition::Missing)) if !self.is_definition(&key) => {
                    group.missing.push(key);
                }
                (None, None) if pupa_value::builtin::lookup(&key).is_some() => {}
                _ => return None,
            }
            if group.members.len() > MOST_MEMBERS {
                return None;
            }
        }
        Some(group)
    }

    /// Whether a type definition has this name in any case; such types belong to a run.
    fn is_definition(&self, key: &str) -> bool {
        self.lower_names.borrow().contains_key(key)
    }
}

fn is_identical(one: &Type, other: &Type) -> bool {
    let address = |t: &Type| match t {
        Type::Alias(alias) => Some(Arc::<TypeAlias>::as_ptr(alias)),
        _ => None,
    };
    address(one).is_some() && address(one) == address(other)
}
