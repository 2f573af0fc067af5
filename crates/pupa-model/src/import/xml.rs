//! A minimal XML reader: a tree of elements with their lines, as far as Ecore needs it.
//!
//! It reads no external entities and knows no entities beyond the five of XML, so the size of a
//! document is bounded by its text. Text is kept only in elements without child elements.

use quick_xml::escape::{EscapeError, resolve_predefined_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;
use quick_xml::{Error, XmlVersion};

/// The maximum nesting depth of elements.
const MAX_DEPTH: usize = 256;

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// The namespace; empty if there is none.
    pub(super) namespace: String,
    /// The local name.
    pub(super) name: String,
    /// The line of the start tag, from 1.
    pub(super) line: u32,
    pub(super) attributes: Vec<Attribute>,
    pub(super) children: Vec<Element>,
    /// The text content.
    pub(super) text: String,
}

/// An attribute of an element.
#[derive(Debug)]
pub(super) struct Attribute {
    /// The namespace; empty for most attributes.
    pub(super) namespace: String,
    /// The local name.
    pub(super) name: String,
    pub(super) value: String,
}

impl Element {
    /// The value of an attribute without a namespace.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.get_in(name, "")
    }

    /// The value of an attribute whose namespace starts with the given text.
    pub(super) fn get_in(&self, name: &str, namespace: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|attribute| {
            let is_there = match namespace {
                "" => attribute.namespace.is_empty(),
                _ => attribute.namespace.starts_with(namespace),
            };
            is_there && attribute.name == name
        });
        found.map(|attribute| attribute.value.as_str())
    }

    /// The child elements with this name.
    pub(super) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// The error for a text that is not well-formed XML.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct XmlError {
    /// The line, from 1.
    pub(super) line: u32,
    pub(super) message: String,
}

/// Parses a document.
pub(super) fn read(text: &str) -> Result<Element, XmlError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut document =
        Document { lines: Lines { text, at: 0, line: 1 }, open: Vec::new(), root: None };
    let mut reader = NsReader::from_str(text);
    loop {
        let line = document.lines.at(reader.buffer_position());
        let fail = |message: String| XmlError { line, message };
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let line = document.lines.at(reader.error_position());
                return Err(XmlError { line, message: lower(&error.to_string()) });
            }
        };
        match event {
            Event::Start(start) => {
                let element = element(&reader, &start, line).map_err(fail)?;
                if document.open.len() >= MAX_DEPTH {
                    let message = format!("elements are nested more than {MAX_DEPTH} deep");
                    return Err(fail(message));
                }
                document.open.push(element);
            }
            Event::Empty(start) => {
                let element = element(&reader, &start, line).map_err(fail)?;
                document.close(element).map_err(fail)?;
            }
            Event::End(_) => {
                if let Some(element) = document.open.pop() {
                    document.close(element).map_err(fail)?;
                }
            }
            Event::Text(text) => document.text(&text.xml10_content()).map_err(fail)?,
            Event::CData(text) => document.text(&text.xml10_content()).map_err(fail)?,
            Event::GeneralRef(reference) => {
                let text = resolve(&reference).map_err(fail)?;
                document.text(&text).map_err(fail)?;
            }
            Event::Eof => return document.end(line),
            // Entities declared in a document type are ignored, so using one is an error.
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

/// The state of the parser.
struct Document<'t> {
    lines: Lines<'t>,
    open: Vec<Element>,
    root: Option<Element>,
}

impl Document<'_> {
    fn close(&mut self, mut element: Element) -> Result<(), String> {
        if !element.children.is_empty() {
            element.text = String::new();
        }
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None if self.root.is_some() => {
                return Err("there is a second element behind the root of the document".to_owned());
            }
            None => self.root = Some(element),
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), String> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err("there is text outside of all elements".to_owned()),
        }
        Ok(())
    }

    fn end(self, line: u32) -> Result<Element, XmlError> {
        if let Some(open) = self.open.last() {
            let message = format!("element `{}` is not closed", open.name);
            return Err(XmlError { line: open.line, message });
        }
        self.root.ok_or_else(|| XmlError { line, message: "there is no element".to_owned() })
    }
}

/// A line counter for increasing offsets.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    /// The line of an offset, which must not be before the previous one.
    fn at(&mut self, offset: u64) -> u32 {
        let bytes = self.text.as_bytes();
        let end = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        if end > self.at {
            let breaks = bytes[self.at..end].iter().filter(|byte| **byte == b'\n').count();
            self.line = self.line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
            self.at = end;
        }
        self.line
    }
}

fn element(reader: &NsReader<&[u8]>, start: &BytesStart<'_>, line: u32) -> Result<Element, String> {
    let (namespace, name) = reader.resolver().resolve_element(start.name());
    let mut element = Element {
        namespace: namespace_text(namespace),
        name: name.as_ref().to_owned(),
        line,
        ..Element::default()
    };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| lower(&error.to_string()))?;
        if attribute.key.as_namespace_binding().is_some() {
            continue;
        }
        let (namespace, name) = reader.resolver().resolve_attribute(attribute.key);
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.map_err(|error| match error {
            Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => unknown_entity(&name),
            other => lower(&other.to_string()),
        })?;
        element.attributes.push(Attribute {
            namespace: namespace_text(namespace),
            name: name.as_ref().to_owned(),
            value: value.into_owned(),
        });
    }
    Ok(element)
}

/// The namespace of a name. An undeclared prefix is kept as the namespace, since tools often omit
/// the declaration of a standard prefix.
fn namespace_text(namespace: ResolveResult<'_>) -> String {
    match namespace {
        ResolveResult::Bound(namespace) => namespace.as_ref().to_owned(),
        ResolveResult::Unknown(prefix) => prefix,
        ResolveResult::Unbound => String::new(),
    }
}

fn resolve(reference: &BytesRef<'_>) -> Result<String, String> {
    let character = reference.resolve_char_ref().map_err(|error| lower(&error.to_string()))?;
    if let Some(character) = character {
        return Ok(character.to_string());
    }
    let name = reference.xml10_content();
    match resolve_predefined_entity(&name) {
        Some(text) => Ok(text.to_owned()),
        None => Err(unknown_entity(&name)),
    }
}

fn unknown_entity(name: &str) -> String {
    format!("entity `{name}` is unknown; those of a document type are not read")
}

/// A message of the parser in our style: starting in lower case.
fn lower(message: &str) -> String {
    let mut rest = message.chars();
    let first = rest.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(text: &str) -> (u32, String) {
        match read(text) {
            Ok(element) => (0, format!("{element:?}")),
            Err(error) => (error.line, error.message),
        }
    }

    #[test]
    fn elements_have_lines_and_namespaces() {
        let text = "<?xml version='1.0'?>\n<a:x xmlns:a='http://a'\n  b='&lt;1&#10;2' a:b='3'>\n  \
                    <y/>\n  <z>one &amp; two</z>\n</a:x>\n";
        let root = read(text).expect("this is XML");
        assert_eq!((root.namespace.as_str(), root.name.as_str(), root.line), ("http://a", "x", 2));
        assert_eq!((root.get("b"), root.get_in("b", "http://a")), (Some("<1\n2"), Some("3")));
        assert_eq!(root.children.iter().map(|one| one.line).collect::<Vec<_>>(), [4, 5]);
        assert_eq!(root.children[1].text, "one & two");
    }

    #[test]
    fn errors_have_the_line_of_the_mistake() {
        assert_eq!(failure(""), (1, "there is no element".to_owned()));
        assert_eq!(failure("<a>\n<b>\n</a>").0, 3);
        assert_eq!(failure("<a>\n<b>"), (2, "element `b` is not closed".to_owned()));
        assert_eq!(failure("{}").1, "there is text outside of all elements");
        assert_eq!(
            failure("<a/>\n<b/>").1,
            "there is a second element behind the root of the document"
        );
        assert_eq!(failure("<a b='1' b='2'/>").0, 1);
        assert_eq!(failure("<a b=1/>").0, 1);
    }

    #[test]
    fn entities_are_not_expanded() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]>\n<a>&c;</a>";
        let unknown = "entity `c` is unknown; those of a document type are not read";
        assert_eq!(failure(bomb), (2, unknown.to_owned()));
        let external = "<!DOCTYPE a [<!ENTITY c SYSTEM 'file:///x'>]>\n<a b='&c;'/>";
        assert_eq!(failure(external), (2, unknown.to_owned()));
    }

    #[test]
    fn nesting_has_a_limit() {
        let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
        assert!(read(&deep(MAX_DEPTH)).is_ok());
        let (_, message) = failure(&deep(MAX_DEPTH + 1));
        assert_eq!(message, "elements are nested more than 256 deep");
        assert!(failure(&"<a>".repeat(1_000_000)).1.contains("nested"));
    }
}
