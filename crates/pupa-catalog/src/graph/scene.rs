//! The model of a graph: nested boxes, and lines between them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::reduce::{RelatedPair, reduce};
use super::{Automatic, GraphContents, GraphOptions};
use crate::catalog::{Catalog, Resource};
use crate::relationships::{Containment, Origin};
use crate::wildcard::matches;

/// The minimum number of containers with equal relationships that share a frame.
const MIN_SHARED: usize = 2;

/// The maximum number of relationships listed in the tooltip of a line.
const MAX_DESCRIPTIONS: usize = 8;

/// The boxes and lines of a graph. Nodes come after their parents.
#[derive(Debug)]
pub(super) struct Scene<'c> {
    pub(super) catalog: &'c Catalog,
    pub(super) nodes: Vec<Node>,
    /// The nodes without a parent.
    pub(super) roots: Vec<usize>,
    pub(super) lines: Vec<Line>,
}

/// A box or frame.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) content: Content,
    /// Whether a line starts or ends at the node.
    pub(super) is_related: bool,
}

/// The content of a node.
#[derive(Debug)]
pub(super) enum Content {
    /// A class, a resource of a defined type or a stage, by its index.
    Container(usize),
    /// A frame around containers that have the same relationships.
    Frame,
    /// Resources that are not containers, by their indices.
    Rows(Vec<usize>),
}

/// A line between two nodes.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_refreshing: bool,
    pub(super) is_cyclic: bool,
    /// A description of each relationship that the line represents.
    pub(super) descriptions: Vec<String>,
}

impl<'c> Scene<'c> {
    /// Builds the scene of a catalog.
    pub(super) fn of(catalog: &'c Catalog, options: &GraphOptions) -> Scene<'c> {
        let relationships = catalog.relationships();
        let tree = Tree::of(catalog, &relationships.containment);
        let mut related = reduce(catalog, &relationships, |one| match options.contents {
            GraphContents::Containment => false,
            _ => options.automatic == Automatic::Shown || one.origin != Origin::Automatic,
        });
        let is_visible = visibility(catalog, &tree, options, &related);
        related.retain(|one| is_visible[one.source] && is_visible[one.target]);
        let mut builder = Builder::of(catalog, &tree, &related);
        builder.add_all(&is_visible);
        builder.add_lines(&related);
        builder.scene
    }

    /// The number of resources of each type, sorted by type. Containers are not counted.
    pub(super) fn counts(&self) -> Vec<(&'c str, usize)> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for node in &self.nodes {
            if let Content::Rows(rows) = &node.content {
                for row in rows {
                    *counts.entry(self.catalog.resources[*row].type_name.as_str()).or_default() +=
                        1;
                }
            }
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_unstable();
        counts
    }
}

/// The containment as a forest: without circles, and with one container per resource.
struct Tree {
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
    /// All resources, each after its container.
    order: Vec<usize>,
    is_container: Vec<bool>,
}

impl Tree {
    fn of(catalog: &Catalog, containment: &Containment) -> Tree {
        let count = catalog.resources.len();
        let mut tree = Tree {
            roots: Vec::new(),
            children: vec![Vec::new(); count],
            order: Vec::with_capacity(count),
            is_container: (0..count)
                .map(|one| containment.is_container(one) || !containment.contents(one).is_empty())
                .collect(),
        };
        let mut is_placed = vec![false; count];
        let tops = (0..count).filter(|one| containment.container(*one).is_none());
        // Resources that contain each other in a circle come last.
        for root in tops.chain(0..count) {
            if is_placed[root] {
                continue;
            }
            is_placed[root] = true;
            tree.roots.push(root);
            let mut open = vec![root];
            while let Some(one) = open.pop() {
                tree.order.push(one);
                for &child in containment.contents(one) {
                    if containment.container(child) == Some(one) && !is_placed[child] {
                        is_placed[child] = true;
                        tree.children[one].push(child);
                        open.push(child);
                    }
                }
            }
        }
        tree
    }
}

/// Returns for each resource whether it is drawn.
fn visibility(
    catalog: &Catalog,
    tree: &Tree,
    options: &GraphOptions,
    related: &[RelatedPair],
) -> Vec<bool> {
    let mut is_visible = vec![options.only.is_none(); catalog.resources.len()];
    if let Some(pattern) = &options.only {
        let pattern = pattern.to_lowercase();
        for &one in &tree.order {
            let resource = &catalog.resources[one];
            is_visible[one] |= tree.is_container[one]
                && [resource.title.to_string(), resource.reference()]
                    .iter()
                    .any(|name| matches(&pattern, &name.to_lowercase()));
            if is_visible[one] {
                tree.children[one].iter().for_each(|child| is_visible[*child] = true);
            }
        }
    }
    if options.contents == GraphContents::Relationships {
        let ends: FxHashSet<usize> =
            related.iter().flat_map(|one| [one.source, one.target]).collect();
        for (one, is_shown) in is_visible.iter_mut().enumerate() {
            *is_shown &= ends.contains(&one);
        }
    }
    // Containers of visible resources are visible too.
    let has_visible_child =
        |one: usize, is_visible: &[bool]| tree.children[one].iter().any(|child| is_visible[*child]);
    for &one in tree.order.iter().rev() {
        is_visible[one] |= has_visible_child(one, &is_visible);
    }
    is_visible
}

/// The relationships of a resource: whether it is the source, whether they refresh, and the other
/// end.
type Signature = Vec<(bool, bool, usize)>;

struct Builder<'c, 't> {
    scene: Scene<'c>,
    tree: &'t Tree,
    signatures: FxHashMap<usize, Signature>,
    /// The node at which the lines of each resource end: its rows, its box, or the frame around
    /// that.
    node_of: Vec<Option<usize>>,
}

impl<'c, 't> Builder<'c, 't> {
    fn of(catalog: &'c Catalog, tree: &'t Tree, related: &[RelatedPair]) -> Builder<'c, 't> {
        let mut signatures: FxHashMap<usize, Signature> = FxHashMap::default();
        for one in related {
            let (source, target) = (one.source, one.target);
            signatures.entry(source).or_default().push((true, one.is_refreshing, target));
            signatures.entry(target).or_default().push((false, one.is_refreshing, source));
        }
        #[expect(clippy::iter_over_hash_type, reason = "each is sorted for itself")]
        for signature in signatures.values_mut() {
            signature.sort_unstable();
        }
        Builder {
            scene: Scene { catalog, nodes: Vec::new(), roots: Vec::new(), lines: Vec::new() },
            tree,
            signatures,
            node_of: vec![None; catalog.resources.len()],
        }
    }

    /// Adds all visible resources, containers before their contents.
    fn add_all(&mut self, is_visible: &[bool]) {
        let tree = self.tree;
        let (catalog, signatures) = (self.scene.catalog, self.signatures.clone());
        // Every catalog has these classes, and they are usually empty.
        let is_empty = |one: usize| {
            let resource = &catalog.resources[one];
            resource.type_name.as_str() == "Class"
                && matches!(resource.title.as_str(), "Settings" | "main" | "Main")
                && tree.children[one].is_empty()
                && !signatures.contains_key(&one)
        };
        let visible = |all: &[usize]| -> Vec<usize> {
            all.iter().copied().filter(|one| is_visible[*one] && !is_empty(*one)).collect()
        };
        let mut roots = visible(&tree.roots);
        // A single stage without relationships would be a box around everything.
        if let [only] = roots.as_slice()
            && self.scene.catalog.resources[*only].type_name.as_str() == "Stage"
            && !self.signatures.contains_key(only)
        {
            roots = visible(&tree.children[*only]);
        }
        let mut open = vec![(None, roots)];
        while let Some((parent, members)) = open.pop() {
            let boxes = self.add_members(parent, &members);
            for (node, resource) in boxes.into_iter().rev() {
                open.push((Some(node), visible(&tree.children[resource])));
            }
        }
    }

    /// Adds the visible contents of a container. Returns its boxes: node and resource.
    fn add_members(&mut self, parent: Option<usize>, members: &[usize]) -> Vec<(usize, usize)> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut known: FxHashMap<(bool, Signature), usize> = FxHashMap::default();
        for &one in members {
            let is_box = self.tree.is_container[one];
            let signature = self.signatures.get(&one).cloned().unwrap_or_default();
            let key = (is_box, signature);
            // A box without relationships needs no frame.
            if is_box && key.1.is_empty() {
                groups.push(vec![one]);
                continue;
            }
            let index = *known.entry(key).or_insert(groups.len());
            match groups.get_mut(index) {
                Some(group) => group.push(one),
                None => groups.push(vec![one]),
            }
        }
        groups.into_iter().flat_map(|group| self.add_group(parent, group)).collect()
    }

    fn add_group(&mut self, parent: Option<usize>, group: Vec<usize>) -> Vec<(usize, usize)> {
        let is_box = group.first().is_some_and(|one| self.tree.is_container[*one]);
        if !is_box {
            let members = group.clone();
            let node = self.add(parent, Content::Rows(group));
            members.iter().for_each(|one| self.node_of[*one] = Some(node));
            return Vec::new();
        }
        let frame = (group.len() >= MIN_SHARED).then(|| self.add(parent, Content::Frame));
        let mut boxes = Vec::new();
        for one in group {
            let node = self.add(frame.or(parent), Content::Container(one));
            self.node_of[one] = Some(frame.unwrap_or(node));
            boxes.push((node, one));
        }
        boxes
    }

    fn add(&mut self, parent: Option<usize>, content: Content) -> usize {
        let node = self.scene.nodes.len();
        self.scene.nodes.push(Node { parent, children: Vec::new(), content, is_related: false });
        match parent {
            Some(parent) => self.scene.nodes[parent].children.push(node),
            None => self.scene.roots.push(node),
        }
        node
    }

    /// Adds one line for all relationships between the same two nodes.
    fn add_lines(&mut self, related: &[RelatedPair]) {
        let mut known: FxHashMap<(usize, usize, bool), usize> = FxHashMap::default();
        let mut left_out: Vec<usize> = Vec::new();
        for one in related {
            let ends = (self.node_of[one.source], self.node_of[one.target]);
            let (Some(from), Some(to)) = ends else { continue };
            self.scene.nodes[from].is_related = true;
            self.scene.nodes[to].is_related = true;
            let lines = &mut self.scene.lines;
            let index = *known.entry((from, to, one.is_refreshing)).or_insert(lines.len());
            if index == lines.len() {
                let (is_refreshing, descriptions) = (one.is_refreshing, Vec::new());
                lines.push(Line { from, to, is_refreshing, is_cyclic: false, descriptions });
                left_out.push(0);
            }
            lines[index].is_cyclic |= one.is_cyclic;
            for relationship in &one.relationships {
                if lines[index].descriptions.len() < MAX_DESCRIPTIONS {
                    lines[index].descriptions.push(describe(self.scene.catalog, relationship));
                } else {
                    left_out[index] += 1;
                }
            }
        }
        for (line, left_out) in self.scene.lines.iter_mut().zip(left_out) {
            if left_out > 0 {
                line.descriptions.push(format!("… and {left_out} more"));
            }
        }
    }
}

/// A relationship in words.
fn describe(catalog: &Catalog, one: &crate::relationships::Relationship) -> String {
    let reference = |one: usize| catalog.resources[one].reference();
    let verb = if one.is_refreshing { "notifies" } else { "comes before" };
    let mut description = format!("{} {verb} {}", reference(one.source), reference(one.target));
    match one.origin {
        Origin::Automatic => description.push_str(" (automatic relationship)"),
        Origin::Parameter { resource, name } => {
            description.push_str(&format!(": {name} of {}", reference(resource)));
            if let Some(place) = catalog.resources[resource].location() {
                description.push_str(&format!(" ({place})"));
            }
        }
    }
    description
}

/// The reference of a resource and the location of its declaration.
pub(super) fn tooltip(resource: &Resource) -> String {
    match resource.location() {
        Some(place) => format!("{}\n{place}", resource.reference()),
        None => resource.reference(),
    }
}
