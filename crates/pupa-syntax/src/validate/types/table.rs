//! The types that a file defines, and their bases.
//!
//! Bases are resolved once, when the table is built, so that the time is proportional to the length
//! of the file, even with long chains of inheritance. The table reports no errors, and does not
//! contain types of other files.

use std::collections::HashMap;
use std::iter;

use crate::source::Span;
use crate::tree::{ExprId, ExprKind, Feature, Tree, TypeDefinition};

use super::features;
use crate::type_model::{MANAGED_RESOURCE, canonical, referenced_name};

/// The maximum number of bases whose features are searched. No real design is that deep, and
/// searching each chain of a very long one would take quadratic time.
const MAX_BASES: usize = 256;

/// The types that a file defines.
#[derive(Debug)]
pub(in crate::validate) struct TypeTable<'t> {
    tree: &'t Tree,
    by_name: HashMap<String, FirstDefinition>,
    types: Vec<Entry<'t>>,
    /// The indexes of the names of features.
    feature_names: HashMap<&'t str, usize>,
}

/// The first definition or alias of a name.
#[derive(Debug, Clone, Copy)]
struct FirstDefinition {
    span: Span,
    /// The index of the type in the table, if it is a definition.
    index: Option<usize>,
}

/// The first definition of a type name.
#[derive(Debug)]
struct Entry<'t> {
    definition: &'t TypeDefinition,
    /// The first feature of each name, sorted by the indexes of the names.
    features: Vec<(usize, &'t Feature)>,
    base: Base,
    end: Chain,
    /// The number of types in the chain of bases, including this one, each counted once; zero until
    /// it is known.
    length: usize,
}

/// The base of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    /// A type of the file, by its index in the table.
    Type(usize),
    /// A type that the file does not define: the end of the chain.
    End(Chain),
}

/// The end of a chain of bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chain {
    /// A type that inherits from nothing.
    Root,
    /// The type of managed resources.
    Managed,
    /// A type that the file does not define, or a cycle that the type is not part of.
    Elsewhere,
    /// The first type of the chain.
    Cycle,
}

impl Chain {
    /// Returns the end of the chain of a type, given that of its base, if they do not form a cycle.
    fn for_derived(self) -> Chain {
        if self == Chain::Cycle { Chain::Elsewhere } else { self }
    }
}

/// The types that a type inherits from, as far as the file defines them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bases {
    pub(super) end: Chain,
    base: Base,
    length: usize,
}

impl Bases {
    /// Whether a base may have features that this table does not contain.
    pub(super) fn is_open(self) -> bool {
        self.end == Chain::Elsewhere || self.length > MAX_BASES
    }
}

impl<'t> TypeTable<'t> {
    /// Finds the definitions and aliases at the top of a file.
    pub(super) fn of(tree: &'t Tree) -> TypeTable<'t> {
        let mut table = TypeTable {
            tree,
            by_name: HashMap::new(),
            types: Vec::new(),
            feature_names: HashMap::new(),
        };
        let root = tree.root();
        match tree[root].kind {
            ExprKind::Block { statements, .. } => {
                tree[statements].iter().for_each(|&statement| table.add(statement));
            }
            _ => table.add(root),
        }
        for index in 0..table.types.len() {
            table.types[index].base = table.resolve(table.types[index].definition.parent);
        }
        for index in 0..table.types.len() {
            table.follow(index);
        }
        table
    }

    fn add(&mut self, statement: ExprId) {
        let tree = self.tree;
        let (name, span, definition) = match tree[statement].kind {
            ExprKind::TypeDefinition(definition) => {
                let definition = &tree[definition];
                (definition.name, definition.name_span, Some(definition))
            }
            ExprKind::TypeAlias(alias) => (tree[alias].name, tree[statement].span, None),
            _ => return,
        };
        let name = canonical(tree.text(name));
        if self.by_name.contains_key(&name) {
            return;
        }
        let index = definition.map(|definition| self.add_type(definition));
        self.by_name.insert(name, FirstDefinition { span, index });
    }

    fn add_type(&mut self, definition: &'t TypeDefinition) -> usize {
        let mut all = Vec::new();
        for feature in features(self.tree, definition.statements) {
            let next = self.feature_names.len();
            let name = *self.feature_names.entry(self.tree.text(feature.name)).or_insert(next);
            all.push((name, feature));
        }
        // The sort is stable, so the first of equal names is kept.
        all.sort_by_key(|&(name, _)| name);
        all.dedup_by_key(|&mut (name, _)| name);
        self.types.push(Entry {
            definition,
            features: all,
            base: Base::End(Chain::Root),
            end: Chain::Root,
            length: 0,
        });
        self.types.len() - 1
    }

    fn resolve(&self, parent: Option<ExprId>) -> Base {
        let Some(parent) = parent else { return Base::End(Chain::Root) };
        match referenced_name(self.tree, parent) {
            Some(name) if name == MANAGED_RESOURCE => Base::End(Chain::Managed),
            Some(name) => self.index(&name).map_or(Base::End(Chain::Elsewhere), Base::Type),
            None => Base::End(Chain::Elsewhere),
        }
    }

    /// Finds the ends of the chains of a type and of its bases, unless they are known.
    fn follow(&mut self, start: usize) {
        let mut path = Vec::new();
        let mut base = Base::Type(start);
        let (mut end, mut length) = loop {
            match base {
                Base::End(end) => break (end, 0),
                Base::Type(index) => {
                    let entry = &mut self.types[index];
                    match entry.length {
                        0 => {
                            // Until its end is known, a type on the path stores its position there.
                            path.push(index);
                            entry.length = path.len();
                            entry.end = Chain::Cycle;
                            base = entry.base;
                        }
                        place if path.get(place - 1) == Some(&index) => {
                            break self.close(path.split_off(place - 1));
                        }
                        length => break (entry.end.for_derived(), length),
                    }
                }
            }
        };
        for &index in path.iter().rev() {
            length += 1;
            self.types[index].end = end;
            self.types[index].length = length;
            end = end.for_derived();
        }
    }

    /// Marks the types of a cycle, and returns the end for types that inherit from them.
    fn close(&mut self, cycle: Vec<usize>) -> (Chain, usize) {
        for &index in &cycle {
            self.types[index].end = Chain::Cycle;
            self.types[index].length = cycle.len();
        }
        (Chain::Elsewhere, cycle.len())
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name)?.index
    }

    /// Returns the range of the first definition of a name.
    pub(super) fn first_span(&self, name: &str) -> Option<Span> {
        self.by_name.get(name).map(|first| first.span)
    }

    /// Returns the range of the first definition of a name, if it is a type definition.
    pub(super) fn first_definition(&self, name: &str) -> Option<Span> {
        self.by_name.get(name).filter(|first| first.index.is_some()).map(|first| first.span)
    }

    /// Returns the bases of a type, which need not be in the table itself.
    pub(super) fn bases(&self, definition: &TypeDefinition) -> Bases {
        let own = self
            .index(&canonical(self.tree.text(definition.name)))
            .map(|index| &self.types[index])
            .filter(|entry| entry.definition.name_span == definition.name_span);
        if let Some(entry) = own {
            return Bases { end: entry.end, base: entry.base, length: entry.length - 1 };
        }
        match self.resolve(definition.parent) {
            Base::End(end) => Bases { end, base: Base::End(end), length: 0 },
            Base::Type(index) => {
                let entry = &self.types[index];
                let end = entry.end.for_derived();
                Bases { end, base: Base::Type(index), length: entry.length }
            }
        }
    }

    /// The inherited features with a name, those of the nearest base first.
    pub(super) fn inherited(&self, bases: Bases, name: &str) -> impl Iterator<Item = &'t Feature> {
        let name = self.feature_names.get(name).copied();
        let first = name.and_then(|_| self.base_entry(bases.base));
        iter::successors(first, |entry| self.base_entry(entry.base))
            .take(bases.length.min(MAX_BASES))
            .filter_map(move |entry| entry.feature(name?))
    }

    fn base_entry(&self, base: Base) -> Option<&Entry<'t>> {
        match base {
            Base::Type(index) => self.types.get(index),
            Base::End(_) => None,
        }
    }

    /// Whether the file defines a resource type with this name.
    pub(super) fn is_managed(&self, name: &str) -> bool {
        self.index(name).is_some_and(|index| self.types[index].end == Chain::Managed)
    }
}

impl<'t> Entry<'t> {
    fn feature(&self, name: usize) -> Option<&'t Feature> {
        let at = self.features.binary_search_by_key(&name, |&(name, _)| name).ok()?;
        Some(self.features[at].1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::source::Source;
    use crate::{Dialect, Edition, ParseOptions, parse};

    /// More types than are searched for features.
    const MANY: usize = MAX_BASES + 44;

    /// Types that inherit one from the other. The last one inherits from `last`.
    fn chain(last: &str) -> Tree {
        let types: Vec<String> = (0..MANY)
            .map(|number| {
                let base = format!("T{}", number + 1);
                let base = if number + 1 == MANY { last } else { &base };
                format!("type T{number} inherits {base} {{ attr a{number} }}")
            })
            .collect();
        let options = ParseOptions {
            edition: Edition::Draft,
            extensions: true,
            dialect: Dialect::Manifest,
            tasks: false,
        };
        parse(Arc::new(Source::new("", types.join("\n"))), &options).tree
    }

    #[test]
    fn ends_of_long_chains_are_found() {
        let ends = [("ManagedResource", Chain::Managed), ("T0", Chain::Cycle)];
        for (last, end) in ends {
            let tree = chain(last);
            let table = TypeTable::of(&tree);
            assert_eq!(table.types.len(), MANY);
            assert!(table.types.iter().all(|entry| entry.end == end), "{last}");
        }
    }

    #[test]
    fn a_chain_that_runs_into_a_cycle_does_not_end_where_it_began() {
        let tree = chain("T290");
        let table = TypeTable::of(&tree);
        let in_cycle = |entry: &Entry<'_>| entry.end == Chain::Cycle;
        assert_eq!(table.types.iter().position(in_cycle), Some(290));
        assert_eq!(table.types[289].end, Chain::Elsewhere);
        assert_eq!(table.types[289].length, MANY - 289);
        assert!(table.types[290..].iter().all(|entry| entry.length == MANY - 290));
    }

    #[test]
    fn a_chain_that_is_not_searched_to_its_end_is_open() {
        let tree = chain("ManagedResource");
        let table = TypeTable::of(&tree);
        let bases = table.bases(table.types[0].definition);
        assert!(bases.is_open());
        let count = |name| table.inherited(bases, name).count();
        assert_eq!((count("a0"), count("a1"), count("a256"), count("a257")), (0, 1, 1, 0));
        assert!(!table.bases(table.types[MANY - MAX_BASES].definition).is_open());
    }
}
