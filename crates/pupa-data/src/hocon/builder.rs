//! Builds values from the syntax tree. Substitutions stay in them unresolved.

use std::rc::Rc;

use indexmap::IndexMap;
use pupa_value::Value;
use rustc_hash::FxBuildHasher;

use super::HoconError;
use super::concatenation::concatenate;
use super::node::{Entry, Kind, List, Node, Object, Origin, node, with_fallback};
use super::path::{self, Path};
use super::syntax::{Element, Field, Include, IncludeKind, Member, Root, Syntax, SyntaxKind};
use super::token::{Scalar, Token, TokenKind};
use crate::document::Place;

/// Builds the root object of a text.
pub(super) fn document(root: Root) -> Result<Node, HoconError> {
    let line = 1 + root.lines_before;
    let mut builder = Builder { line, path: Vec::new(), lists: 0, depth: 0 };
    let node = builder.value(root.value)?;
    match &node.kind {
        Kind::Object(_) => Ok(node),
        _ => Err(node.origin.error(" has type LIST rather than object at file root")),
    }
}

struct Builder {
    /// The line number in messages. It counts only some of the line breaks; see
    /// [`Member::Newline`].
    line: u32,
    /// The keys from the root to the current field.
    path: Vec<Rc<str>>,
    /// The number of enclosing arrays.
    lists: usize,
    /// The nesting of the current value.
    depth: usize,
}

impl Builder {
    fn value(&mut self, syntax: Syntax) -> Result<Node, HoconError> {
        let place = syntax.place;
        match syntax.kind {
            SyntaxKind::Simple(token) => simple(token),
            SyntaxKind::Object(members) => self.object(place, members),
            SyntaxKind::Array(elements) => self.list(place, elements),
            SyntaxKind::Concatenation(pieces) => {
                let pieces = pieces.into_iter().map(|piece| self.value(piece));
                let joined = concatenate(pieces.collect::<Result<_, _>>()?)?;
                joined.ok_or_else(|| HoconError::new("no value").at(place))
            }
        }
    }

    /// Runs `build` with the nesting increased by `levels`.
    fn nested<T>(
        &mut self,
        place: Place,
        levels: usize,
        build: impl FnOnce(&mut Self) -> Result<T, HoconError>,
    ) -> Result<T, HoconError> {
        if self.depth + levels > Value::MAX_DEPTH {
            return Err(HoconError::too_deep(self.depth + levels).at(place));
        }
        self.depth += levels;
        let result = build(self);
        self.depth -= levels;
        result
    }

    fn object(&mut self, place: Place, members: Vec<Member>) -> Result<Node, HoconError> {
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
    ) -> Result<(), HoconError> {
        let Field { path, place, appends, value } = field;
        let above = self.path.len();
        self.path.extend(path.iter().cloned());
        let value = if appends { self.append(place, value) } else { self.value(value) };
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
                // The entry must not keep the former value: a shared value would be copied.
                let former = std::mem::replace(&mut entry.node, Rc::clone(&value));
                *entry = Entry { place, node: with_fallback(value, former) };
            }
            None => {
                entries.insert(Rc::clone(first), Entry { place, node: value });
            }
        }
        Ok(())
    }

    /// Builds `key += value`, which is `key = ${?key} [value]`.
    fn append(&mut self, place: Place, value: Syntax) -> Result<Node, HoconError> {
        if self.lists > 0 {
            return Err(HoconError::at_line(
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
        concatenate(pieces)?.ok_or_else(|| HoconError::new("no value").at(place))
    }

    fn list(&mut self, place: Place, syntax: Vec<Element>) -> Result<Node, HoconError> {
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

    /// Ignores an include by name, as `Hocon.parse` does: the text has no directory to search. The
    /// library fails on `url()` and `classpath()` with internal errors. It reads `file()`, which is
    /// not supported here.
    fn include(&self, include: &Include) -> Result<(), HoconError> {
        let kind = match include.kind {
            IncludeKind::Name => return Ok(()),
            IncludeKind::Url => "url",
            IncludeKind::File => "file",
            IncludeKind::Classpath => "classpath",
        };
        let message = format!("include {kind}(\"{}\") is not supported", include.name);
        Err(HoconError::at_line(self.line, message).at(include.place))
    }
}

/// Builds a scalar or a substitution.
fn simple(token: Token) -> Result<Node, HoconError> {
    let origin = Origin::line(token.line.unwrap_or_default(), token.place);
    let kind = match token.kind {
        TokenKind::Scalar(Scalar::Null, _) => Kind::Null,
        TokenKind::Scalar(Scalar::Boolean(value), _) => Kind::Boolean(value),
        TokenKind::Scalar(Scalar::Number(value), text) => Kind::Number(value, text),
        TokenKind::Scalar(Scalar::Quoted(text), _) => Kind::String { text, quoted: true },
        TokenKind::Unquoted(text) => Kind::String { text, quoted: false },
        TokenKind::Substitution { optional, expression } => {
            let path = path::path(&expression)
                .map_err(|error| origin.error(error.message).at(token.place))?;
            Kind::Reference { path, optional }
        }
        // The parser accepts no other token as a value.
        _ => return Err(HoconError::new("no value").at(token.place)),
    };
    Ok(node(origin, kind))
}
