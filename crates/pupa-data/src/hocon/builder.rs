//! From what stands in a text to values, with the substitutions still in them.

use std::rc::Rc;

use indexmap::IndexMap;
use pupa_value::Value;
use rustc_hash::FxBuildHasher;

use super::Refusal;
use super::concatenation::concatenate;
use super::node::{Entry, Kind, List, Node, Object, Origin, node, over};
use super::path::{self, Path};
use super::syntax::{Element, Field, Include, IncludeKind, Member, Root, Syntax, SyntaxKind};
use super::token::{Scalar, Token, TokenKind};
use crate::document::Place;

/// The object that a text holds.
pub(super) fn document(root: Root) -> Result<Node, Refusal> {
    let line = 1 + root.lines_before;
    let mut builder = Builder { line, path: Vec::new(), lists: 0, depth: 0 };
    let node = builder.value(root.value)?;
    match &node.kind {
        Kind::Object(_) => Ok(node),
        _ => Err(node.origin.refuse(" has type LIST rather than object at file root")),
    }
}

struct Builder {
    /// The line that messages name: how many ends of lines were seen, which are not all.
    line: u32,
    /// The keys down to the field that is being built.
    path: Vec<Rc<str>>,
    /// How many arrays are around it.
    lists: usize,
    /// How deep the value is nested.
    depth: usize,
}

impl Builder {
    fn value(&mut self, syntax: Syntax) -> Result<Node, Refusal> {
        let place = syntax.place;
        match syntax.kind {
            SyntaxKind::Simple(token) => simple(token),
            SyntaxKind::Object(members) => self.object(place, members),
            SyntaxKind::Array(elements) => self.list(place, elements),
            SyntaxKind::Concatenation(pieces) => {
                let pieces = pieces.into_iter().map(|piece| self.value(piece));
                let joined = concatenate(pieces.collect::<Result<_, _>>()?)?;
                joined.ok_or_else(|| Refusal::new("no value").at(place))
            }
        }
    }

    /// Goes some levels down.
    fn nested<T>(
        &mut self,
        place: Place,
        levels: usize,
        build: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if self.depth + levels > Value::MAX_DEPTH {
            return Err(Refusal::too_deep(self.depth + levels).at(place));
        }
        self.depth += levels;
        let result = build(self);
        self.depth -= levels;
        result
    }

    fn object(&mut self, place: Place, members: Vec<Member>) -> Result<Node, Refusal> {
        let origin = Origin::line(self.line, place);
        let mut entries = IndexMap::with_hasher(FxBuildHasher);
        for member in members {
            match member {
                Member::Newline => self.line = self.line.saturating_add(1),
                Member::Include(include) => self.include(&include)?,
                Member::Field(field) => {
                    let levels = field.path.len();
                    self.nested(field.place, levels, |it| it.field(field, &mut entries))?;
                }
            }
        }
        Ok(node(origin, Kind::Object(Object::new(entries))))
    }

    fn field(
        &mut self,
        field: Field,
        entries: &mut IndexMap<Rc<str>, Entry, FxBuildHasher>,
    ) -> Result<(), Refusal> {
        let Field { path, place, appends, value } = field;
        let above = self.path.len();
        self.path.extend(path.iter().cloned());
        let value = if appends { self.appended(place, value) } else { self.value(value) };
        let value = value?;
        self.path.truncate(above);

        let Some((first, below)) = path.split_first() else { return Ok(()) };
        let value = below.iter().rev().fold(value, |value, key| {
            let origin = value.origin.clone();
            let entry = (Rc::clone(key), Entry { place, node: value });
            node(origin, Kind::Object(Object::new([entry].into_iter().collect())))
        });
        match entries.get_mut(first) {
            Some(entry) => {
                // Nobody else may have the former value, or it would have to be copied.
                let former = std::mem::replace(&mut entry.node, Rc::clone(&value));
                *entry = Entry { place, node: over(value, former) };
            }
            None => {
                entries.insert(Rc::clone(first), Entry { place, node: value });
            }
        }
        Ok(())
    }

    /// `key += value` is `key = ${?key} [value]`.
    fn appended(&mut self, place: Place, value: Syntax) -> Result<Node, Refusal> {
        if self.lists > 0 {
            return Err(Refusal::at_line(
                self.line,
                "Due to current limitations of the config parser, += does not work nested inside \
                 a list. += expands to a ${} substitution and the path in ${} cannot currently \
                 refer to list elements. You might be able to move the += outside of the list \
                 and then refer to it from inside the list with ${}.",
            )
            .at(place));
        }
        self.lists += 1;
        let first = value.place;
        let path: Path = self.path.as_slice().into();
        let value = self.value(value)?;
        self.lists -= 1;
        let origin = value.origin.clone();
        let former = node(origin.clone(), Kind::Reference { path, optional: true });
        let list = List::new(vec![Entry { place: first, node: value }]);
        let pieces = vec![former, node(origin, Kind::List(list))];
        concatenate(pieces)?.ok_or_else(|| Refusal::new("no value").at(place))
    }

    fn list(&mut self, place: Place, syntax: Vec<Element>) -> Result<Node, Refusal> {
        let origin = Origin::line(self.line, place);
        self.lists += 1;
        let elements = self.nested(place, 1, |it| {
            let mut elements = Vec::new();
            for element in syntax {
                match element {
                    Element::Newline => it.line = it.line.saturating_add(1),
                    Element::Value(value) => {
                        elements.push(Entry { place: value.place, node: it.value(value)? });
                    }
                }
            }
            Ok(elements)
        })?;
        self.lists -= 1;
        Ok(node(origin, Kind::List(List::new(elements))))
    }

    /// An include by name finds nothing: `Hocon.parse` is given a text, which lies nowhere. The
    /// library fails on addresses and on the class path with words that say nothing; it does read
    /// files that are named with `file()`, which cannot be done here.
    fn include(&self, include: &Include) -> Result<(), Refusal> {
        let kind = match include.kind {
            IncludeKind::Name => return Ok(()),
            IncludeKind::Url => "url",
            IncludeKind::File => "file",
            IncludeKind::Classpath => "classpath",
        };
        let message = format!("include {kind}(\"{}\") is not supported", include.name);
        Err(Refusal::at_line(self.line, message).at(include.place))
    }
}

/// A value that holds no other.
fn simple(token: Token) -> Result<Node, Refusal> {
    let origin = Origin::line(token.line.unwrap_or_default(), token.place);
    let kind = match token.kind {
        TokenKind::Scalar(Scalar::Null, _) => Kind::Null,
        TokenKind::Scalar(Scalar::Boolean(value), _) => Kind::Boolean(value),
        TokenKind::Scalar(Scalar::Number(value), text) => Kind::Number(value, text),
        TokenKind::Scalar(Scalar::Quoted(text), _) => Kind::Text { text, quoted: true },
        TokenKind::Text(text) => Kind::Text { text, quoted: false },
        TokenKind::Substitution { optional, expression } => {
            let path = path::path(&expression)
                .map_err(|refusal| origin.refuse(refusal.message).at(token.place))?;
            Kind::Reference { path, optional }
        }
        // The parser takes nothing else for a value.
        _ => return Err(Refusal::new("no value").at(token.place)),
    };
    Ok(node(origin, kind))
}
