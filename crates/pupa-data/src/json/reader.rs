//! The grammar of JSON, and where the library stops when a text does not follow it.
//!
//! Compat: an array says at which character it stopped. An object does not: it is as a whole what
//! was not expected, by the array around it or by the document.

use pupa_value::Value;
use pupa_value::value::Hash;

use super::{Line, Refusal, number, string};
use crate::cursor::Cursor;
use crate::document::{Document, Duplicate, Places};

/// How deep arrays and objects may be nested.
const MAX_NESTING: usize = 100;

/// Reads one value, and what may stand around it.
pub(super) fn document(text: &str) -> Result<Document, Refusal> {
    let mut reader =
        Reader { text, bytes: text.as_bytes(), cursor: Cursor::new(text), duplicates: Vec::new() };
    let unexpected = |offset| Refusal::unexpected(Line::Document, text, offset);
    let start = reader.blanks(0).map_err(unexpected)?;
    let part = match reader.value(start, 0) {
        Ok(part) => part,
        Err(Stop::Unmatched(offset)) => return Err(Refusal { offset, ..unexpected(start) }),
        Err(Stop::Refused(refusal)) => return Err(refusal),
    };
    let end = reader.blanks(part.end).map_err(unexpected)?;
    if end < text.len() {
        return Err(unexpected(end));
    }
    let mut document = Document::new(part.value, part.places);
    document.duplicates = reader.duplicates;
    Ok(document)
}

/// Why a value was not read.
enum Stop {
    /// What stands at this offset is not a value. Who asked for one decides what to say.
    Unmatched(usize),
    /// There is something to say about it.
    Refused(Refusal),
}

/// A value that was read.
struct Part {
    value: Value,
    places: Places,
    /// The offset after it.
    end: usize,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    cursor: Cursor<'t>,
    duplicates: Vec<Duplicate>,
}

impl Reader<'_> {
    /// Any value.
    fn value(&mut self, at: usize, nesting: usize) -> Result<Part, Stop> {
        match self.bytes.get(at) {
            Some(b'{') => self.object(at, nesting + 1),
            Some(b'[') => self.array(at, nesting + 1),
            Some(b'"') => {
                let places = Places::leaf(self.cursor.place(at));
                let (text, end) = self.string(at)?;
                Ok(Part { value: text, places, end })
            }
            Some(b'-' | b'0'..=b'9') => self.number(at),
            Some(_) => self.word(at),
            None => Err(Stop::Unmatched(at)),
        }
    }

    fn number(&mut self, at: usize) -> Result<Part, Stop> {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with("-Infinity") {
            return Err(self.unexpected(Line::NegativeInfinity, at));
        }
        let (value, length) = number::number(rest).ok_or(Stop::Unmatched(at))?;
        Ok(Part { value, places: Places::leaf(self.cursor.place(at)), end: at + length })
    }

    /// `null`, `true` and `false`. The words for what is not a number are known, and refused.
    fn word(&mut self, at: usize) -> Result<Part, Stop> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let (value, length) = if rest.starts_with(b"null") {
            (Value::Undef, 4)
        } else if rest.starts_with(b"true") {
            (Value::Boolean(true), 4)
        } else if rest.starts_with(b"false") {
            (Value::Boolean(false), 5)
        } else if rest.starts_with(b"NaN") {
            return Err(self.unexpected(Line::NotANumber, at));
        } else if rest.starts_with(b"Infinity") {
            // Compat: the library shows one character too many.
            return Err(self.unexpected(Line::Infinity, at.saturating_sub(1)));
        } else {
            return Err(Stop::Unmatched(at));
        };
        Ok(Part { value, places: Places::leaf(self.cursor.place(at)), end: at + length })
    }

    /// The string whose quote stands at an offset, and where it ends.
    fn string(&self, at: usize) -> Result<(Value, usize), Stop> {
        let end = string::end(self.bytes, at + 1).ok_or(Stop::Unmatched(at))?;
        let text = string::unescape(self.text, at + 1, end).map_err(Stop::Refused)?;
        Ok((Value::string(&*text), end + 1))
    }

    fn array(&mut self, at: usize, nesting: usize) -> Result<Part, Stop> {
        self.check_nesting(at, nesting)?;
        let place = self.cursor.place(at);
        let (mut elements, mut parts) = (Vec::new(), Vec::new());
        let mut next = self.blanks_in_array(at + 1)?;
        // Only right after the bracket it can close; after a comma an element has to come.
        while self.bytes.get(next) != Some(&b']') || !elements.is_empty() {
            let element = match self.value(next, nesting) {
                Err(Stop::Unmatched(offset)) => {
                    let refusal = Refusal::unexpected(Line::Array, self.text, next);
                    return Err(Stop::Refused(Refusal { offset, ..refusal }));
                }
                other => other?,
            };
            elements.push(element.value);
            parts.push(element.places);
            next = self.blanks_in_array(element.end)?;
            match self.bytes.get(next) {
                Some(b',') => next = self.blanks_in_array(next + 1)?,
                Some(b']') => break,
                _ => return Err(self.unexpected(Line::Array, next)),
            }
        }
        let places = Places::collection(place, parts);
        Ok(Part { value: Value::array(elements), places, end: next + 1 })
    }

    fn object(&mut self, at: usize, nesting: usize) -> Result<Part, Stop> {
        self.check_nesting(at, nesting)?;
        let place = self.cursor.place(at);
        let mut hash = Hash::new();
        let mut parts = Vec::new();
        let mut next = self.blanks_in_object(at + 1)?;
        // As in an array, no comma may stand before the brace.
        while self.bytes.get(next) != Some(&b'}') || !hash.is_empty() {
            next = self.entry(next, nesting, &mut hash, &mut parts)?;
            next = self.blanks_in_object(next)?;
            match self.bytes.get(next) {
                Some(b',') => next = self.blanks_in_object(next + 1)?,
                Some(b'}') => break,
                _ => return Err(Stop::Unmatched(next)),
            }
        }
        let places = Places::collection(place, parts);
        Ok(Part { value: Value::Hash(hash.into()), places, end: next + 1 })
    }

    /// One entry of an object, and where it ends. A key that comes again replaces the value.
    fn entry(
        &mut self,
        at: usize,
        nesting: usize,
        hash: &mut Hash,
        parts: &mut Vec<Places>,
    ) -> Result<usize, Stop> {
        if self.bytes.get(at) != Some(&b'"') {
            return Err(Stop::Unmatched(at));
        }
        let place = self.cursor.place(at);
        let (key, end) = self.string(at)?;
        let colon = self.blanks_in_object(end)?;
        if self.bytes.get(colon) != Some(&b':') {
            return Err(Stop::Unmatched(colon));
        }
        let start = self.blanks_in_object(colon + 1)?;
        let part = self.value(start, nesting)?;
        let places = part.places.at(place);
        match hash.index_of(&key).and_then(|index| parts.get_mut(index)) {
            Some(first) => {
                let key = key.as_str().unwrap_or_default().to_owned();
                self.duplicates.push(Duplicate { key, first: first.place, again: place });
                *first = places;
            }
            None => parts.push(places),
        }
        hash.insert(key, part.value);
        Ok(part.end)
    }

    fn check_nesting(&self, at: usize, nesting: usize) -> Result<(), Stop> {
        if nesting <= MAX_NESTING {
            return Ok(());
        }
        let message = format!("nesting of {nesting} is too deep");
        Err(Stop::Refused(Refusal { message, offset: at }))
    }

    fn unexpected(&self, line: Line, at: usize) -> Stop {
        Stop::Refused(Refusal::unexpected(line, self.text, at))
    }

    fn blanks_in_array(&self, at: usize) -> Result<usize, Stop> {
        self.blanks(at).map_err(|offset| self.unexpected(Line::Array, offset))
    }

    fn blanks_in_object(&self, at: usize) -> Result<usize, Stop> {
        self.blanks(at).map_err(Stop::Unmatched)
    }

    /// The offset after blanks and comments; as an error, where a comment stops being one.
    fn blanks(&self, mut at: usize) -> Result<usize, usize> {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
                Some(b'/') => at = self.comment(at + 1)?,
                _ => return Ok(at),
            }
        }
    }

    /// The offset after a comment whose slash stands before `at`.
    fn comment(&self, at: usize) -> Result<usize, usize> {
        let end = match self.bytes.get(at) {
            Some(b'*') => "*/",
            // Compat: also the last line of a text must end, if it is a comment.
            Some(b'/') => "\n",
            _ => return Err(at),
        };
        let rest = self.text.get(at + 1..).unwrap_or_default();
        rest.find(end).map(|found| at + 1 + found + end.len()).ok_or(self.text.len())
    }
}
