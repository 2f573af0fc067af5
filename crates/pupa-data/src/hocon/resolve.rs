//! Resolves substitutions: replaces `${a.b}` by its value.
//!
//! A substitution may refer to any part of the text, including later ones, with two exceptions. The
//! objects on the path to its target are resolved only along that path, so that objects may refer
//! to parts of themselves. And in a delayed merge, where one key has several values, a value that
//! refers to its own key sees only the values below it: `a = 1, a = ${a}2`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::HoconError;
use super::concatenation;
use super::node::{Entry, Item, Kind, List, Node, Object, Origin, node, with_fallback};
use super::render;
use crate::document::Place;

/// The maximum recursion of the resolver.
const MAX_DEPTH: usize = 1000;

/// The maximum number of steps for all substitutions of a text. Each copied entry or byte is one.
const MAX_STEPS: usize = 1 << 23;

/// Resolves all substitutions in the root object of a text.
pub(super) fn document(root: &Node, environment: &[(String, String)]) -> Result<Node, HoconError> {
    let mut resolver = Resolver {
        environment,
        in_progress: Vec::new(),
        trace: Vec::new(),
        depth: 0,
        steps: 0,
        cycles: 0,
        memo: FxHashMap::default(),
    };
    let source = Source { root: Rc::clone(root), hidden: None };
    match resolver.resolve(root, None, &source) {
        Ok(resolved) => Ok(resolved.unwrap_or_else(|| Rc::clone(root))),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Cycle(trace)) => Err(HoconError::new(format!("cycle of {trace}"))),
    }
}

/// The path along which an object is to be resolved; `None` to resolve all of it.
type Restriction<'p> = Option<&'p [Rc<str>]>;

/// The reason why a value was not resolved.
enum Stop {
    /// The value is being resolved already. Holds the chain of substitutions; the one that refers
    /// to the value turns this into an error, or into no value if it is optional.
    Cycle(String),
    Error(HoconError),
}

impl From<HoconError> for Stop {
    fn from(error: HoconError) -> Stop {
        Stop::Error(error)
    }
}

/// The root in which substitutions are looked up, with the values that are hidden from them.
#[derive(Clone)]
struct Source {
    root: Node,
    hidden: Option<Rc<HiddenLayers>>,
}

/// A delayed merge whose upper values are hidden; a node of a linked list.
struct HiddenLayers {
    stack: Node,
    rest: Option<Node>,
    next: Option<Rc<HiddenLayers>>,
}

impl Source {
    /// A source in which only `rest` of a delayed merge is visible.
    fn hiding(&self, stack: &Node, rest: Option<Node>) -> Source {
        let hidden = HiddenLayers { stack: Rc::clone(stack), rest, next: self.hidden.clone() };
        Source { root: Rc::clone(&self.root), hidden: Some(Rc::new(hidden)) }
    }

    /// The visible part of a value; `None` if all of it is hidden.
    fn view(&self, node: &Node) -> Option<Node> {
        let mut node = Rc::clone(node);
        while let Some(rest) = self.rest(&node) {
            node = rest?;
        }
        Some(node)
    }

    /// The visible part of a delayed merge, if some of its values are hidden; otherwise `None`.
    fn rest(&self, node: &Node) -> Option<Option<Node>> {
        if !matches!(node.kind, Kind::DelayedMerge { .. }) {
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
    /// The substitutions being resolved, to detect cycles.
    in_progress: Vec<Node>,
    /// The chain of substitutions for messages; it includes the one that closes a cycle.
    trace: Vec<Node>,
    depth: usize,
    steps: usize,
    /// The number of cycles found so far. A result is memoised only if none was found meanwhile.
    cycles: usize,
    /// The values of substitutions that are independent of the context in which they were resolved.
    /// The library's own memo table has no effect.
    memo: FxHashMap<*const Item, (Node, Option<Node>)>,
}

impl Resolver<'_> {
    /// Resolves a value, or only the part along `restriction`. Returns `None` for an optional
    /// substitution without a value.
    fn resolve(
        &mut self,
        node: &Node,
        restriction: Restriction<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        self.spend(1)?;
        if self.depth >= MAX_DEPTH {
            return Err(node.origin.error("substitutions are nested too deep").into());
        }
        self.depth += 1;
        let result = match &node.kind {
            Kind::Object(object) if !object.is_resolved => {
                self.object(node, object, restriction, source)
            }
            Kind::List(list) if !list.is_resolved && restriction.is_none() => {
                self.list(node, list, source)
            }
            Kind::Concatenation(pieces) => self.concatenation(pieces, source),
            Kind::DelayedMerge { stack, .. } => self.stack(node, stack, restriction, source),
            Kind::Reference { .. } => self.reference(node, restriction, source),
            _ => Ok(Some(Rc::clone(node))),
        };
        self.depth -= 1;
        result
    }

    fn spend(&mut self, steps: usize) -> Result<(), HoconError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            return Err(HoconError::new("resolving the substitutions takes too many steps"));
        }
        Ok(())
    }

    fn object(
        &mut self,
        original: &Node,
        object: &Object,
        restriction: Restriction<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let mut changes = Vec::new();
        match restriction {
            // The target itself is not resolved.
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
        restriction: Restriction<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        match source.view(child) {
            Some(visible) => self.resolve(&visible, restriction, source),
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
                // Compat: the library replaces an error in an array by this message.
                // Pinned by `substitutions_that_cannot_be_resolved`.
                Err(Stop::Error(error)) => {
                    let place = error.place;
                    let message = "unexpected exception".to_owned();
                    return Err(Stop::Error(HoconError { message, place }));
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
        restriction: Restriction<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let mut result: Option<Node> = None;
        for (index, item) in stack.iter().enumerate() {
            let resolved = if item.is_unmergeable() {
                let below = stack.get(index + 1..).unwrap_or_default();
                self.spend(below.len())?;
                let rest = below.iter().cloned().reduce(with_fallback);
                self.resolve(item, restriction, &source.hiding(whole, rest))?
            } else {
                self.resolve(item, restriction, source)?
            };
            result = match (result, resolved) {
                (Some(upper), Some(lower)) => {
                    self.spend(size(&lower))?;
                    Some(with_fallback(upper, lower))
                }
                (upper, lower) => upper.or(lower),
            };
        }
        Ok(result)
    }

    fn reference(
        &mut self,
        node: &Node,
        restriction: Restriction<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let Kind::Reference { path, optional } = &node.kind else { return Ok(None) };
        let can_memoise = restriction.is_none() && source.hidden.is_none();
        if let Some((_, memoised)) = self.memo.get(&Rc::as_ptr(node)).filter(|_| can_memoise) {
            return Ok(memoised.clone());
        }
        let (in_progress, trace, depth) = (self.in_progress.len(), self.trace.len(), self.depth);
        self.trace.push(Rc::clone(node));
        if self.in_progress.iter().any(|other| Rc::ptr_eq(other, node)) {
            self.cycles += 1;
            let cycle = Stop::Cycle(self.trace_text());
            self.trace.truncate(trace);
            return Err(cycle);
        }
        let cycles = self.cycles;
        self.in_progress.push(Rc::clone(node));
        let found = self.look_up(path, restriction, source);
        self.in_progress.truncate(in_progress);
        self.trace.truncate(trace);
        self.depth = depth;

        let text = || render::reference(path, *optional);
        let unresolved = |detail: String| {
            let words = "Could not resolve substitution to a value: ";
            Stop::Error(node.origin.error(format!("{words}{detail}")))
        };
        match found {
            Err(Stop::Cycle(_)) if *optional => Ok(None),
            Err(Stop::Cycle(trace)) => Err(unresolved(format!(
                "{} was part of a cycle of substitutions involving {trace}",
                text()
            ))),
            Err(stop) => Err(stop),
            Ok(None) if !optional => Err(unresolved(text())),
            Ok(value) => {
                if can_memoise && self.cycles == cycles {
                    self.memo.insert(Rc::as_ptr(node), (Rc::clone(node), value.clone()));
                }
                Ok(value)
            }
        }
    }

    /// The chain of substitutions, as messages show it.
    fn trace_text(&self) -> String {
        let texts = self.trace.iter().map(|node| match &node.kind {
            Kind::Reference { path, optional } => render::reference(path, *optional),
            _ => String::new(),
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    /// The resolved value at a path of the text, or else the environment variable of that name.
    fn look_up(
        &mut self,
        path: &[Rc<str>],
        restriction: Restriction<'_>,
        source: &Source,
    ) -> Result<Option<Node>, Stop> {
        let Some(root) = self.resolve(&source.root, Some(path), source)? else {
            return Ok(None);
        };
        let source = Source { root: Rc::clone(&root), hidden: source.hidden.clone() };
        match find(&root, path, &source)? {
            Some(found) => self.resolve(&found, restriction, &source),
            None => Ok(self.variable(path)),
        }
    }

    /// The value of an environment variable, or the array of `NAME.0`, `NAME.1` …
    fn variable(&self, path: &[Rc<str>]) -> Option<Node> {
        let [name] = path else { return None };
        let text = |origin: &Origin, text: &str| {
            node(origin.clone(), Kind::String { text: text.to_owned(), quoted: true })
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

/// The value at a path of an object that was resolved along this path.
fn find(root: &Node, path: &[Rc<str>], source: &Source) -> Result<Option<Node>, HoconError> {
    let mut node = Rc::clone(root);
    for key in path {
        let Some(entry) = peek(&node, key).map_err(|Unresolved| unresolved_error(path))? else {
            return Ok(None);
        };
        let Some(visible) = source.view(&entry) else { return Ok(None) };
        node = visible;
    }
    Ok(Some(node))
}

/// The value of a key is unresolved.
struct Unresolved;

/// The value of a key in an object or a delayed merge of objects.
fn peek(node: &Node, key: &str) -> Result<Option<Node>, Unresolved> {
    let value = |object: &Object| object.get(key).map(|entry| Rc::clone(&entry.node));
    let stack = match &node.kind {
        Kind::Object(object) => return Ok(value(object)),
        Kind::DelayedMerge { stack, is_object: true } => stack,
        _ => return Ok(None),
    };
    let mut found: Option<Node> = None;
    for layer in stack {
        let layer = match &layer.kind {
            Kind::Object(object) => value(object),
            _ if layer.is_unmergeable() => return Err(Unresolved),
            // Values below a value that is not an object are ignored.
            _ => break,
        };
        found = match (found, layer) {
            (Some(upper), Some(lower)) => Some(with_fallback(upper, lower)),
            (upper, lower) => upper.or(lower),
        };
        if found.as_ref().is_some_and(|found| found.ignores_fallbacks()) {
            break;
        }
    }
    Ok(found)
}

fn unresolved_error(path: &[Rc<str>]) -> HoconError {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = super::path::write_path(path, &mut text);
    HoconError::new(format!(
        "{text} has not been resolved, you need to call Config#resolve, see API docs for \
         Config#resolve"
    ))
}

/// The number of steps that copying a value takes.
fn size(node: &Node) -> usize {
    match &node.kind {
        Kind::String { text, .. } => text.len(),
        Kind::List(list) => list.elements.len(),
        Kind::Object(object) => object.len(),
        _ => 1,
    }
}
