//! What a picture shows: boxes in boxes, and lines between them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::reduce::{Related, reduce};
use super::{Automatic, GraphContents, GraphOptions};
use crate::catalog::{Catalog, Resource};
use crate::relationships::{Containment, Origin};

/// How many resources must be related in the same way to share a frame.
const MIN_SHARED: usize = 2;

/// How many relationships are told of a line that stands for several.
const MAX_TOLD: usize = 8;

/// A picture. Nodes come after those that they are in.
#[derive(Debug)]
pub(super) struct Scene<'c> {
    pub(super) catalog: &'c Catalog,
    pub(super) nodes: Vec<Node>,
    /// The nodes that are in no other.
    pub(super) roots: Vec<usize>,
    pub(super) lines: Vec<Line>,
}

/// A box or frame.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) content: Content,
    /// Whether lines lead to or from it.
    pub(super) is_related: bool,
}

/// What a node shows.
#[derive(Debug)]
pub(super) enum Content {
    /// A class, a resource of a defined type or a stage, by its number.
    Container(usize),
    /// Several containers that are related to others in the same way.
    Frame,
    /// Resources that hold nothing, by their numbers.
    Rows(Vec<usize>),
}

/// A line between two nodes.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_refreshing: bool,
    pub(super) is_cyclic: bool,
    /// What it stands for, in words.
    pub(super) told: Vec<String>,
}

impl<'c> Scene<'c> {
    /// The picture of a catalog.
    pub(super) fn of(catalog: &'c Catalog, options: &GraphOptions) -> Scene<'c> {
        let relationships = catalog.relationships();
        let tree = Tree::of(catalog, &relationships.containment);
        let mut related = reduce(catalog, &relationships, |one| match options.contents {
            GraphContents::Containment => false,
            _ => options.automatic == Automatic::Shown || one.origin != Origin::Automatic,
        });
        let shown = shown(catalog, &tree, options, &related);
        related.retain(|one| shown[one.source] && shown[one.target]);
        let mut builder = Builder::of(catalog, &tree, &related);
        builder.add_all(&shown);
        builder.add_lines(&related);
        builder.scene
    }

    /// How many resources of every type there are, without containers, by name.
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

/// Where resources are, without circles and with one container for each.
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
        // Those that hold each other in a circle come last.
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

/// Which resources are shown.
fn shown(catalog: &Catalog, tree: &Tree, options: &GraphOptions, related: &[Related]) -> Vec<bool> {
    let mut shown = vec![options.only.is_none(); catalog.resources.len()];
    if let Some(pattern) = &options.only {
        let pattern = pattern.to_lowercase();
        for &one in &tree.order {
            let resource = &catalog.resources[one];
            shown[one] |= tree.is_container[one]
                && [resource.title.to_string(), resource.reference()]
                    .iter()
                    .any(|name| matches(&pattern, &name.to_lowercase()));
            if shown[one] {
                tree.children[one].iter().for_each(|child| shown[*child] = true);
            }
        }
    }
    if options.contents == GraphContents::Relationships {
        let ends: FxHashSet<usize> =
            related.iter().flat_map(|one| [one.source, one.target]).collect();
        for (one, is_shown) in shown.iter_mut().enumerate() {
            *is_shown &= ends.contains(&one);
        }
    }
    // What holds something that is shown is shown around it.
    let is_around =
        |one: usize, shown: &[bool]| tree.children[one].iter().any(|child| shown[*child]);
    for &one in tree.order.iter().rev() {
        shown[one] |= is_around(one, &shown);
    }
    shown
}

/// Whether a text is as a pattern says, where `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// What a resource is related to: whether it comes first, how, and the other's number.
type Signature = Vec<(bool, bool, usize)>;

struct Builder<'c, 't> {
    scene: Scene<'c>,
    tree: &'t Tree,
    signatures: FxHashMap<usize, Signature>,
    /// The node that shows a resource for lines, and the box or row itself.
    node_of: Vec<Option<usize>>,
}

impl<'c, 't> Builder<'c, 't> {
    fn of(catalog: &'c Catalog, tree: &'t Tree, related: &[Related]) -> Builder<'c, 't> {
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

    /// Adds all that is shown, containers before their contents.
    fn add_all(&mut self, shown: &[bool]) {
        let tree = self.tree;
        let (catalog, signatures) = (self.scene.catalog, self.signatures.clone());
        // Every catalog has these classes, mostly with nothing in them.
        let is_empty = |one: usize| {
            let resource = &catalog.resources[one];
            resource.type_name.as_str() == "Class"
                && matches!(resource.title.as_str(), "Settings" | "main" | "Main")
                && tree.children[one].is_empty()
                && !signatures.contains_key(&one)
        };
        let visible = |all: &[usize]| -> Vec<usize> {
            all.iter().copied().filter(|one| shown[*one] && !is_empty(*one)).collect()
        };
        let mut roots = visible(&tree.roots);
        // A single stage without relationships holds everything and says nothing.
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

    /// Adds what one container holds. Returns the boxes among it.
    fn add_members(&mut self, parent: Option<usize>, members: &[usize]) -> Vec<(usize, usize)> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut known: FxHashMap<(bool, Signature), usize> = FxHashMap::default();
        for &one in members {
            let is_box = self.tree.is_container[one];
            let signature = self.signatures.get(&one).cloned().unwrap_or_default();
            let key = (is_box, signature);
            // Boxes without relationships need no frame.
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

    /// Adds a line for all relationships between the same two nodes.
    fn add_lines(&mut self, related: &[Related]) {
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
                let (is_refreshing, told) = (one.is_refreshing, Vec::new());
                lines.push(Line { from, to, is_refreshing, is_cyclic: false, told });
                left_out.push(0);
            }
            lines[index].is_cyclic |= one.is_cyclic;
            for relationship in &one.relationships {
                if lines[index].told.len() < MAX_TOLD {
                    lines[index].told.push(told(self.scene.catalog, relationship));
                } else {
                    left_out[index] += 1;
                }
            }
        }
        for (line, left_out) in self.scene.lines.iter_mut().zip(left_out) {
            if left_out > 0 {
                line.told.push(format!("… and {left_out} more"));
            }
        }
    }
}

/// A relationship in words.
fn told(catalog: &Catalog, one: &crate::relationships::Relationship) -> String {
    let reference = |one: usize| catalog.resources[one].reference();
    let verb = if one.is_refreshing { "notifies" } else { "comes before" };
    let mut told = format!("{} {verb} {}", reference(one.source), reference(one.target));
    match one.origin {
        Origin::Automatic => told.push_str(" (by their types)"),
        Origin::Parameter { resource, name } => {
            told.push_str(&format!(": {name} of {}", reference(resource)));
            if let Some(place) = catalog.resources[resource].place() {
                told.push_str(&format!(" ({place})"));
            }
        }
    }
    told
}

/// A resource and the place of its declaration.
pub(super) fn described(resource: &Resource) -> String {
    match resource.place() {
        Some(place) => format!("{}\n{place}", resource.reference()),
        None => resource.reference(),
    }
}
