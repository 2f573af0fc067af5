//! Which type inherits from which: one base each, no circles, no endless chains.

use pupa_syntax::type_model::MAX_BASES;

use super::Cx;
use super::universe::{Kind, Target};
use super::xml::Element;

/// The bases of the classes.
#[derive(Debug)]
pub(super) struct Bases {
    /// By the number of a classifier.
    pub(super) parents: Vec<Option<usize>>,
    /// All classifiers, bases before what inherits from them.
    pub(super) order: Vec<usize>,
}

/// Chooses the base of every class.
pub(super) fn choose(cx: &mut Cx<'_>) -> Bases {
    let count = cx.universe.classifiers.len();
    let parents = (0..count).map(|index| parent(cx, index)).collect();
    let mut bases = Bases { parents, order: Vec::with_capacity(count) };
    let mut states = vec![State::New; count];
    for start in 0..count {
        bases.follow(start, &mut states, cx);
    }
    bases
}

/// How far a class has been looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the way that is being followed.
    Open,
    /// With so many bases.
    Done(usize),
}

impl Bases {
    fn follow(&mut self, start: usize, states: &mut [State], cx: &mut Cx<'_>) {
        let mut way = Vec::new();
        let mut next = Some(start);
        while let Some(here) = next {
            match states[here] {
                State::New => {
                    states[here] = State::Open;
                    way.push(here);
                    next = self.parents[here];
                }
                State::Open => {
                    if let Some(&last) = way.last() {
                        let place = cx.place(last);
                        cx.warn(&place, "inherits from itself in a circle; it has no base".into());
                        self.parents[last] = None;
                    }
                    break;
                }
                State::Done(_) => break,
            }
        }
        while let Some(here) = way.pop() {
            let depth = match self.parents[here].map(|parent| states[parent]) {
                Some(State::Done(depth)) => depth + 1,
                _ => 0,
            };
            states[here] = State::Done(depth);
            if depth > MAX_BASES {
                let place = cx.place(here);
                let message = format!("has more than {MAX_BASES} bases in a row; it has none now");
                cx.warn(&place, message);
                self.parents[here] = None;
                states[here] = State::Done(0);
            }
            self.order.push(here);
        }
    }

    /// The bases of a class, the nearest first.
    pub(super) fn of(&self, class: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.parents[class], |base| self.parents[*base])
    }
}

/// The base of a class: the first that is one.
fn parent(cx: &mut Cx<'_>, index: usize) -> Option<usize> {
    let classifier = &cx.universe.classifiers[index];
    if classifier.kind != Kind::Class {
        return None;
    }
    let element = classifier.element;
    let place = cx.place(index);
    let mut chosen = None;
    for reference in references(element) {
        match (cx.universe.find(reference, place.file), chosen) {
            (Some(Target::Classifier(base)), None)
                if cx.universe.classifiers[base].kind == Kind::Class =>
            {
                chosen = Some(base);
            }
            (Some(Target::Classifier(base)), _) => {
                let name = cx.universe.classifiers[base].path.clone();
                let why = match chosen {
                    Some(_) => "a type has one base; the features of this one are missing",
                    None => "it is no class",
                };
                cx.warn(&place, format!("supertype `{name}` is left out: {why}"));
            }
            (Some(Target::Ecore(name) | Target::XmlType(name)), _) => {
                cx.warn(&place, format!("supertype `{name}` of Ecore has no counterpart"));
            }
            (None, _) => {
                cx.warn(&place, format!("supertype `{reference}` is left out: it is not found"));
            }
        }
    }
    chosen
}

/// The supertypes of a class in all the ways they can be written.
fn references(element: &Element) -> Vec<&str> {
    let mut found: Vec<&str> = tokens(element.get("eSuperTypes")).collect();
    found.extend(element.all("eSuperTypes").filter_map(|one| one.get("href")));
    if found.is_empty() {
        let generic = element.all("eGenericSuperTypes");
        found.extend(generic.flat_map(super::features::classifier_of));
    }
    found
}

/// The references in an attribute, without the names of their types. As EMF reads them: what has no
/// `#` is a place in the same document, or with a colon the type of the next one: `ecore:EClass`.
pub(super) fn tokens(value: Option<&str>) -> impl Iterator<Item = &str> {
    let is_reference = |token: &&str| token.contains('#') || !token.contains(':');
    value.into_iter().flat_map(str::split_ascii_whitespace).filter(is_reference)
}
