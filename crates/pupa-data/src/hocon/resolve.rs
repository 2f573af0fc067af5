//! Substitutions: what `${a.b}` stands for.
//!
//! A substitution sees the whole text, also what comes after it, with two exceptions. What it
//! looks up is resolved only as far as needed, so that objects may refer to parts of themselves.
//! And a value that is part of a stack of values for one key sees, of that key, only what is under
//! it: `a = 1, a = ${a}2`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Refusal;
use super::concatenation;
use super::node::{Entry, Item, Kind, List, Node, Object, Origin, node, over};
use super::render;
use crate::document::Place;

/// How deep values are resolved in one another.
const MAX_DEPTH: usize = 1000;

/// How many steps all substitutions of a text together may take; a copied entry or byte is one.
const MAX_STEPS: usize = 1 << 26;

/// The object of a text with nothing left to resolve.
pub(super) fn document(root: &Node, environment: &[(String, String)]) -> Result<Node, Refusal> {
    let mut resolver = Resolver {
        environment,
        under_way: Vec::new(),
        trace: Vec::new(),
        depth: 0,
        steps: 0,
        cycles: 0,
        known: FxHashMap::default(),
    };
    let source = Source { root: Rc::clone(root), hidden: None };
    match resolver.resolve(root, None, &source) {
        Ok(resolved) => Ok(resolved.unwrap_or_else(|| Rc::clone(root))),
        Err(Stop::Refused(refusal)) => Err(refusal),
        Err(Stop::Cycle(trace)) => Err(Refusal::new(format!("cycle of {trace}"))),
    }
}

/// The rest of the path along which an object is resolved; nothing for all of it.
type Along<'p> = Option<&'p [Rc<str>]>;

/// Why a value could not be resolved.
enum Stop {
    /// It is what is being resolved. The substitution that asked for it decides what to say; these
    /// are the substitutions that lead there.
    Cycle(String),
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

/// Where substitutions are looked up.
#[derive(Clone)]
struct Source {
    root: Node,
    hidden: Option<Rc<Hidden>>,
}

/// A stack of which only the lower part is seen.
struct Hidden {
    stack: Node,
    rest: Option<Node>,
    next: Option<Rc<Hidden>>,
}

impl Source {
    /// With only the rest of a stack to be seen.
    fn hiding(&self, stack: &Node, rest: Option<Node>) -> Source {
        let hidden = Hidden { stack: Rc::clone(stack), rest, next: self.hidden.clone() };
        Source { root: Rc::clone(&self.root), hidden: Some(Rc::new(hidden)) }
    }

    /// What is to be seen of a value.
    fn view(&self, node: &Node) -> Option<Node> {
        let mut node = Rc::clone(node);
        while let Some(rest) = self.rest(&node) {
            node = rest?;
        }
        Some(node)
    }

    /// What is to be seen of a stack of which not all is.
    fn rest(&self, node: &Node) -> Option<Option<Node>> {
        if !matches!(node.kind, Kind::Merge { .. }) {
            return None;
        }
        let mut hidden = self.hidden.as_ref();
        while let Some(one) = hidden {
            if Rc::ptr_eq(&one.stack, node) {
                return Some(one.rest.clone());
            }
            hidden = one.next.as_ref();
        }
        None
    }
}

struct Resolver<'e> {
    environment: &'e [(String, String)],
    /// The substitutions that are being resolved.
    under_way: Vec<Node>,
    /// The same, and those that were found to be, for messages.
    trace: Vec<Node>,
    depth: usize,
    steps: usize,
    /// How often a cycle was found.
    cycles: usize,
    /// What substitutions stand for that were resolved before. The library has no such memory
    /// that works; this one holds only what does not depend on how it was come by.
    known: FxHashMap<*const Item, (Node, Option<Node>)>,
}

impl Resolver<'_> {
    /// A value with nothing left to resolve, or nothing left along a path; `None` when it is only
    /// an optional substitution of what is not there.
    fn resolve(
        &mut self,
        node: &Node,
        along: Along<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        self.spend(1)?;
        if self.depth >= MAX_DEPTH {
            return Err(node.origin.refuse("substitutions are nested too deep").into());
        }
        self.depth += 1;
        let result = match &node.kind {
            Kind::Object(object) if !object.is_resolved => self.object(node, object, along, source),
            Kind::List(list) if !list.is_resolved && along.is_none() => {
                self.list(node, list, source)
            }
            Kind::Concatenation(pieces) => self.concatenation(pieces, source),
            Kind::Merge { stack, .. } => self.stack(node, stack, along, source),
            Kind::Reference { .. } => self.reference(node, along, source),
            _ => Ok(Some(Rc::clone(node))),
        };
        self.depth -= 1;
        result
    }

    fn spend(&mut self, steps: usize) -> Result<(), Refusal> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            return Err(Refusal::new("the substitutions of this text make it too big"));
        }
        Ok(())
    }

    fn object(
        &mut self,
        original: &Node,
        object: &Object,
        along: Along<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let mut changes = Vec::new();
        match along {
            // The end of the path itself is left as it is.
            Some([_] | []) => {}
            Some([key, rest @ ..]) => {
                if let Some(entry) = object.get(key) {
                    let change = self.child(&entry.node, Some(rest), source)?;
                    changes.push((Rc::clone(key), change));
                }
            }
            None => {
                for (key, entry) in object.iter() {
                    let change = self.child(&entry.node, None, source)?;
                    changes.push((Rc::clone(key), change));
                }
            }
        }
        changes.retain(|(key, change)| match (change, object.get(key)) {
            (Some(change), Some(entry)) => !Rc::ptr_eq(change, &entry.node),
            _ => true,
        });
        if changes.is_empty() {
            return Ok(Some(Rc::clone(original)));
        }
        self.spend(object.len())?;
        Ok(Some(node(original.origin.clone(), Kind::Object(object.with(changes)))))
    }

    fn child(
        &mut self,
        child: &Node,
        along: Along<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        match source.view(child) {
            Some(seen) => self.resolve(&seen, along, source),
            None => Ok(None),
        }
    }

    fn list(
        &mut self,
        original: &Node,
        list: &List,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let mut elements = Vec::with_capacity(list.elements.len());
        self.spend(list.elements.len())?;
        for entry in &list.elements {
            match self.resolve(&entry.node, None, source) {
                Ok(Some(node)) => elements.push(Entry { place: entry.place, node }),
                Ok(None) => {}
                // Compat: an array hides what is wrong in it.
                Err(Stop::Refused(refusal)) => {
                    let place = refusal.place;
                    let message = "unexpected exception".to_owned();
                    return Err(Stop::Refused(Refusal { message, place }));
                }
                Err(cycle) => return Err(cycle),
            }
        }
        Ok(Some(node(original.origin.clone(), Kind::List(List::new(elements)))))
    }

    fn concatenation(&mut self, pieces: &[Node], source: &Source) -> Result<Option<Node>, Stop> {
        let mut resolved = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let piece = self.resolve(piece, None, source)?;
            self.spend(piece.as_ref().map_or(0, size))?;
            resolved.extend(piece);
        }
        Ok(concatenation::join(resolved)?.pop())
    }

    fn stack(
        &mut self,
        whole: &Node,
        stack: &[Node],
        along: Along<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let mut result: Option<Node> = None;
        for (index, item) in stack.iter().enumerate() {
            let resolved = if item.is_unmergeable() {
                let below = stack.get(index + 1..).unwrap_or_default();
                self.spend(below.len())?;
                let rest = below.iter().cloned().reduce(over);
                self.resolve(item, along, &source.hiding(whole, rest))?
            } else {
                self.resolve(item, along, source)?
            };
            result = match (result, resolved) {
                (Some(upper), Some(lower)) => {
                    self.spend(size(&lower))?;
                    Some(over(upper, lower))
                }
                (upper, lower) => upper.or(lower),
            };
        }
        Ok(result)
    }

    fn reference(
        &mut self,
        node: &Node,
        along: Along<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let Kind::Reference { path, optional } = &node.kind else { return Ok(None) };
        let can_be_known = along.is_none() && source.hidden.is_none();
        if let Some((_, known)) = self.known.get(&Rc::as_ptr(node)).filter(|_| can_be_known) {
            return Ok(known.clone());
        }
        let (under_way, trace, depth) = (self.under_way.len(), self.trace.len(), self.depth);
        self.trace.push(Rc::clone(node));
        if self.under_way.iter().any(|other| Rc::ptr_eq(other, node)) {
            self.cycles += 1;
            let cycle = Stop::Cycle(self.trace_text());
            self.trace.truncate(trace);
            return Err(cycle);
        }
        let cycles = self.cycles;
        self.under_way.push(Rc::clone(node));
        let found = self.look_up(path, along, source);
        self.under_way.truncate(under_way);
        self.trace.truncate(trace);
        self.depth = depth;

        let text = || render::reference(path, *optional);
        let unresolved = |detail: String| {
            let words = "Could not resolve substitution to a value: ";
            Stop::Refused(node.origin.refuse(format!("{words}{detail}")))
        };
        match found {
            Err(Stop::Cycle(_)) if *optional => Ok(None),
            Err(Stop::Cycle(trace)) => Err(unresolved(format!(
                "{} was part of a cycle of substitutions involving {trace}",
                text()
            ))),
            Err(refused) => Err(refused),
            Ok(None) if !optional => Err(unresolved(text())),
            Ok(value) => {
                if can_be_known && self.cycles == cycles {
                    self.known.insert(Rc::as_ptr(node), (Rc::clone(node), value.clone()));
                }
                Ok(value)
            }
        }
    }

    /// The substitutions that lead here.
    fn trace_text(&self) -> String {
        let texts = self.trace.iter().map(|node| match &node.kind {
            Kind::Reference { path, optional } => render::reference(path, *optional),
            _ => String::new(),
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    /// What is at the end of a path, resolved; in the text, or else in the environment.
    fn look_up(
        &mut self,
        path: &[Rc<str>],
        along: Along<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let Some(root) = self.resolve(&source.root, Some(path), source)? else {
            return Ok(None);
        };
        let source = Source { root: Rc::clone(&root), hidden: source.hidden.clone() };
        match find(&root, path, &source)? {
            Some(found) => self.resolve(&found, along, &source),
            None => Ok(self.variable(path)),
        }
    }

    /// An environment variable.
    fn variable(&self, path: &[Rc<str>]) -> Option<Node> {
        let [name] = path else { return None };
        let text = |origin: &Origin, text: &str| {
            node(origin.clone(), Kind::Text { text: text.to_owned(), quoted: true })
        };
        let mut elements: Vec<(u64, &str)> = self
            .environment
            .iter()
            .filter_map(|(other, value)| {
                let (prefix, index) = other.rsplit_once('.')?;
                let is_index = index.bytes().all(|byte| byte.is_ascii_digit());
                (prefix == &**name && is_index).then(|| Some((index.parse().ok()?, &**value)))?
            })
            .collect();
        if elements.is_empty() {
            let (_, value) = self.environment.iter().find(|(other, _)| other == &**name)?;
            return Some(text(&Origin::elsewhere(format!("env var {name}")), value));
        }
        elements.sort();
        let origin = Origin::elsewhere(format!("env var list {name}"));
        let place = Place { line: 1, column: 1 };
        let elements =
            elements.into_iter().map(|(_, value)| Entry { place, node: text(&origin, value) });
        let list = List::new(elements.collect());
        Some(node(origin, Kind::List(list)))
    }
}

/// What is at the end of a path in an object that is resolved along it.
fn find(root: &Node, path: &[Rc<str>], source: &Source) -> Result<Option<Node>, Refusal> {
    let mut node = Rc::clone(root);
    for key in path {
        let Some(entry) = peek(&node, key).map_err(|Unknown| not_resolved(path))? else {
            return Ok(None);
        };
        let Some(seen) = source.view(&entry) else { return Ok(None) };
        node = seen;
    }
    Ok(Some(node))
}

/// It is not known yet what stands there.
struct Unknown;

/// The value of a key.
fn peek(node: &Node, key: &str) -> Result<Option<Node>, Unknown> {
    let value = |object: &Object| object.get(key).map(|entry| Rc::clone(&entry.node));
    let stack = match &node.kind {
        Kind::Object(object) => return Ok(value(object)),
        Kind::Merge { stack, is_object: true } => stack,
        _ => return Ok(None),
    };
    let mut found: Option<Node> = None;
    for layer in stack {
        let layer = match &layer.kind {
            Kind::Object(object) => value(object),
            _ if layer.is_unmergeable() => return Err(Unknown),
            // Nothing under something else than an object counts.
            _ => break,
        };
        found = match (found, layer) {
            (Some(upper), Some(lower)) => Some(over(upper, lower)),
            (upper, lower) => upper.or(lower),
        };
        if found.as_ref().is_some_and(|found| found.ignores_fallbacks()) {
            break;
        }
    }
    Ok(found)
}

fn not_resolved(path: &[Rc<str>]) -> Refusal {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = super::path::write_path(path, &mut text);
    Refusal::new(format!(
        "{text} has not been resolved, you need to call Config#resolve, see API docs for \
         Config#resolve"
    ))
}

/// What it takes to copy a value.
fn size(node: &Node) -> usize {
    match &node.kind {
        Kind::Text { text, .. } => text.len(),
        Kind::List(list) => list.elements.len(),
        Kind::Object(object) => object.len(),
        _ => 1,
    }
}
