//! Walks through nested collections that return each value with its path, as `tree_each` does.

use std::collections::VecDeque;

use super::instance::{Instance, Stored};
use super::{Text, Value};
use crate::pcore;
use crate::types::object::{Attribute, AttributeKind};
use crate::types::{ObjectType, Type};

/// The order of the values of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TreeOrder {
    /// The content of a container follows the container immediately.
    #[default]
    DepthFirst,
    /// All values of a level precede those of the next.
    BreadthFirst,
}

/// A nested collection with the options of a walk through it.
#[derive(Debug, Clone)]
pub struct Tree {
    /// The outermost collection.
    pub root: Value,
    /// The types of the values to descend into.
    pub containers: Type,
    /// Whether to include the root.
    pub includes_root: bool,
    /// Whether to include containers below the root.
    pub includes_containers: bool,
    /// Whether to include values that are not containers. A breadth-first walk always does.
    pub includes_values: bool,
    /// Whether to descend into attributes that are references.
    pub includes_references: bool,
    /// The order.
    pub order: TreeOrder,
}

impl Tree {
    /// Creates a depth-first walk through arrays, hashes and objects that includes all values.
    ///
    /// ```
    /// use pupa_value::value::{Sequence, Tree, Value};
    /// let tree = Tree::new(Value::array([1.into()]));
    /// assert_eq!(Sequence::over_tree(tree).elements().count(), 2);
    /// ```
    pub fn new(root: Value) -> Tree {
        Tree {
            root,
            containers: Tree::all_containers(),
            includes_root: true,
            includes_containers: true,
            includes_values: true,
            includes_references: false,
            order: TreeOrder::DepthFirst,
        }
    }

    /// The types of all possible containers: arrays, hashes and objects.
    pub fn all_containers() -> Type {
        Type::variant([Type::any_array(), Type::any_hash(), Type::any_object()])
    }

    /// An iterator over the values, each an array of path and value.
    pub(super) fn elements(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        let root = (self.includes_root && self.includes_containers)
            .then(|| Value::array([Value::array([]), self.root.clone()]));
        let level = Level::of(self, Vec::new(), self.root.clone());
        match self.order {
            TreeOrder::DepthFirst => {
                let levels = level.into_iter().collect();
                Box::new(root.into_iter().chain(DepthFirst { tree: self, levels }))
            }
            TreeOrder::BreadthFirst => {
                let levels = level.into_iter().collect();
                Box::new(root.into_iter().chain(BreadthFirst { tree: self, levels }))
            }
        }
    }
}

/// A container that is being iterated.
struct Level {
    path: Vec<Value>,
    container: Value,
    /// The attributes of an object, with their values.
    attributes: Vec<(Text, Value)>,
    next: usize,
}

impl Level {
    /// The iteration over a value, if it is a container.
    fn of(tree: &Tree, path: Vec<Value>, value: Value) -> Option<Level> {
        let attributes = match &value {
            Value::Array(_) | Value::Hash(_) => Vec::new(),
            Value::Object(object) => own_attributes(tree, &object.object_type, |attribute| {
                object.get(&attribute.name).cloned()
            }),
            Value::Instance(object) => features(object),
            Value::Type(t) => type_attributes(tree, t),
            _ => return None,
        };
        let is_container = tree.containers.is_instance(&value);
        is_container.then_some(Level { path, container: value, attributes, next: 0 })
    }

    /// The next value in the container, with its path.
    fn next(&mut self) -> Option<(Vec<Value>, Value)> {
        let index = self.next;
        let (key, value) = match &self.container {
            Value::Array(elements) => {
                (Value::from(i64::try_from(index).ok()?), elements.get(index)?.clone())
            }
            Value::Hash(hash) => {
                let (key, value) = hash.at(index)?;
                (key.clone(), value.clone())
            }
            _ => {
                let (name, value) = self.attributes.get(index)?;
                (Value::from(name.clone()), value.clone())
            }
        };
        self.next += 1;
        pupa_meter::charge(4 + self.path.len());
        let mut path = Vec::with_capacity(self.path.len() + 1);
        path.extend_from_slice(&self.path);
        path.push(key);
        Some((path, value))
    }
}

/// The features of an object of a defined type. References are not included.
fn features(object: &Instance) -> Vec<(Text, Value)> {
    let values = object.entries().filter_map(|(feature, stored)| match stored {
        Stored::Value(value) => Some((feature.name.clone(), value.clone())),
        Stored::Unset | Stored::References(_) => None,
    });
    values.collect()
}

/// The own attributes of an object.
///
/// Compat: inherited attributes are omitted.
fn own_attributes(
    tree: &Tree,
    object_type: &ObjectType,
    value: impl Fn(&Attribute) -> Option<Value>,
) -> Vec<(Text, Value)> {
    let definition = object_type.definition().into_iter();
    definition
        .flat_map(|definition| definition.attributes.values())
        .filter(|a| tree.includes_references || a.kind != AttributeKind::Reference)
        .map(|attribute| (attribute.name.clone(), value(attribute).unwrap_or_default()))
        .collect()
}

/// The attributes of a type, which is an object too.
fn type_attributes(tree: &Tree, t: &Type) -> Vec<(Text, Value)> {
    let arguments = pcore::type_arguments(t).unwrap_or_default();
    own_attributes(tree, &pcore::type_of_type(t), |attribute| {
        let given = arguments.iter().find(|(name, _)| *name == attribute.name);
        given.map(|(_, value)| value.clone()).or_else(|| attribute.value.clone())
    })
}

fn element(path: Vec<Value>, value: Value) -> Value {
    Value::array([Value::from(path), value])
}

struct DepthFirst<'a> {
    tree: &'a Tree,
    /// The containers of the next value, the outermost first.
    levels: Vec<Level>,
}

impl Iterator for DepthFirst<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let Some((path, value)) = self.levels.last_mut()?.next() else {
                self.levels.pop();
                continue;
            };
            let is_included = match Level::of(self.tree, path.clone(), value.clone()) {
                Some(level) => {
                    self.levels.push(level);
                    self.tree.includes_containers
                }
                None => self.tree.includes_values,
            };
            if is_included {
                return Some(element(path, value));
            }
        }
    }
}

struct BreadthFirst<'a> {
    tree: &'a Tree,
    /// The containers that remain to be iterated.
    levels: VecDeque<Level>,
}

impl Iterator for BreadthFirst<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let Some((path, value)) = self.levels.front_mut()?.next() else {
                self.levels.pop_front();
                continue;
            };
            let level = Level::of(self.tree, path.clone(), value.clone());
            // Compat: values are included even if they are not requested.
            let is_included = level.is_none() || self.tree.includes_containers;
            self.levels.extend(level);
            if is_included {
                return Some(element(path, value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::literal;
    use crate::value::Sequence;

    /// `[1, {a => []}, [2, [3]]]`
    fn nested() -> Tree {
        let hash = Value::hash([("a".into(), Value::array([]))]);
        let inner = Value::array([2.into(), Value::array([3.into()])]);
        Tree::new(Value::array([1.into(), hash, inner]))
    }

    fn paths(tree: Tree) -> String {
        let elements = Sequence::over_tree(tree).elements().collect::<Vec<_>>();
        let paths = elements.iter().filter_map(|e| e.as_array()?.first());
        paths.map(literal).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn walks_depth_first() {
        assert_eq!(paths(nested()), "[] [0] [1] [1, 'a'] [2] [2, 0] [2, 1] [2, 1, 0]");
        let leaves = Tree { includes_containers: false, ..nested() };
        assert_eq!(paths(leaves), "[0] [2, 0] [2, 1, 0]");
        let containers = Tree { includes_values: false, includes_root: false, ..nested() };
        assert_eq!(paths(containers), "[1] [1, 'a'] [2] [2, 1]");
    }

    #[test]
    fn walks_breadth_first() {
        let tree = Tree { order: TreeOrder::BreadthFirst, includes_values: false, ..nested() };
        assert_eq!(paths(tree), "[] [0] [1] [2] [1, 'a'] [2, 0] [2, 1] [2, 1, 0]");
        let order = TreeOrder::BreadthFirst;
        let leaves = Tree { order, includes_containers: false, ..nested() };
        assert_eq!(paths(leaves), "[0] [2, 0] [2, 1, 0]");
    }

    #[test]
    fn walks_only_into_requested_containers() {
        let tree = Tree { containers: Type::any_array(), ..nested() };
        assert_eq!(paths(tree), "[] [0] [1] [2] [2, 0] [2, 1] [2, 1, 0]");
        let tree = Tree { containers: Type::any_hash(), ..nested() };
        assert_eq!(paths(tree), "[]");
    }
}
