//! Choice of the base of each type: at most one, without cycles or overlong chains.

use pupa_syntax::type_model::MAX_BASES;

use super::Cx;
use super::model_set::{Kind, Target};
use super::xml::Element;

/// The inheritance among the classes.
#[derive(Debug)]
pub(super) struct Bases {
    /// The base of each classifier.
    pub(super) parents: Vec<Option<usize>>,
    /// All classifiers, bases before their subclasses.
    pub(super) order: Vec<usize>,
}

/// Chooses the base of each class.
pub(super) fn choose(cx: &mut Cx<'_>) -> Bases {
    let count = cx.models.classifiers.len();
    let parents = (0..count).map(|index| parent(cx, index)).collect();
    let mut bases = Bases { parents, order: Vec::with_capacity(count) };
    let mut states = vec![State::New; count];
    for start in 0..count {
        bases.follow(start, &mut states, cx);
    }
    bases
}

/// The state of a class in the traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// The class is on the current path.
    Open,
    /// Finished, with the number of its bases.
    Done(usize),
}

impl Bases {
    fn follow(&mut self, start: usize, states: &mut [State], cx: &mut Cx<'_>) {
        let mut path = Vec::new();
        let mut next = Some(start);
        while let Some(here) = next {
            match states[here] {
                State::New => {
                    states[here] = State::Open;
                    path.push(here);
                    next = self.parents[here];
                }
                State::Open => {
                    if let Some(&last) = path.last() {
                        let location = cx.location(last);
                        cx.warn(
                            &location,
                            "inherits from itself in a circle; it has no base".into(),
                        );
                        self.parents[last] = None;
                    }
                    break;
                }
                State::Done(_) => break,
            }
        }
        while let Some(here) = path.pop() {
            let depth = match self.parents[here].map(|parent| states[parent]) {
                Some(State::Done(depth)) => depth + 1,
                _ => 0,
            };
            states[here] = State::Done(depth);
            if depth > MAX_BASES {
                let location = cx.location(here);
                let message = format!("has more than {MAX_BASES} bases in a row; it has none now");
                cx.warn(&location, message);
                self.parents[here] = None;
                states[here] = State::Done(0);
            }
            self.order.push(here);
        }
    }

    /// The bases of a class, nearest first.
    pub(super) fn of(&self, class: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.parents[class], |base| self.parents[*base])
    }
}

/// The base of a class: the first supertype that is a class.
fn parent(cx: &mut Cx<'_>, index: usize) -> Option<usize> {
    let classifier = &cx.models.classifiers[index];
    if classifier.kind != Kind::Class {
        return None;
    }
    let element = classifier.element;
    let location = cx.location(index);
    let mut chosen = None;
    for reference in references(element) {
        match (cx.models.find(reference, location.file), chosen) {
            (Some(Target::Classifier(base)), None)
                if cx.models.classifiers[base].kind == Kind::Class =>
            {
                chosen = Some(base);
            }
            (Some(Target::Classifier(base)), _) => {
                let name = cx.models.classifiers[base].path.clone();
                let why = match chosen {
                    Some(_) => "a type has one base; the features of this one are missing",
                    None => "it is not a class",
                };
                cx.warn(&location, format!("supertype `{name}` is left out: {why}"));
            }
            (Some(Target::Ecore(name) | Target::XmlType(name)), _) => {
                cx.warn(&location, format!("supertype `{name}` of Ecore has no counterpart"));
            }
            (None, _) => {
                cx.warn(&location, format!("supertype `{reference}` is left out: it is not found"));
            }
        }
    }
    chosen
}

/// The supertypes of a class in all notations of Ecore.
fn references(element: &Element) -> Vec<&str> {
    let mut found: Vec<&str> = tokens(element.get("eSuperTypes")).collect();
    found.extend(element.all("eSuperTypes").filter_map(|one| one.get("href")));
    if found.is_empty() {
        let generic = element.all("eGenericSuperTypes");
        found.extend(generic.flat_map(super::features::classifier_of));
    }
    found
}

/// The references in an attribute, without the names of their types. As in EMF, a token without `#`
/// is a reference within the document, unless it contains a colon: then it is the type of the next
/// reference, such as `ecore:EClass`.
pub(super) fn tokens(value: Option<&str>) -> impl Iterator<Item = &str> {
    let is_reference = |token: &&str| token.contains('#') || !token.contains(':');
    value.into_iter().flat_map(str::split_ascii_whitespace).filter(is_reference)
}
