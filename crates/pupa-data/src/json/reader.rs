//! The JSON grammar, with errors at the places where the library stops.
//!
//! Compat: an error in an array is reported at the offending character. An error in an object is
//! reported by the enclosing array or the document, which did not expect the object as a whole.
//! Pinned by `errors_are_located_in_arrays_but_not_in_objects`.

use pupa_value::Value;
use pupa_value::value::Hash;

use super::{JsonError, JsonSyntaxError, Line, number, string};
use crate::cursor::Cursor;
use crate::document::{Document, Duplicate, Places};

/// The maximum nesting of arrays and objects.
const MAX_NESTING: usize = 100;

/// Parses one value with white space and comments around it.
pub(super) fn document(text: &str) -> Result<Document, JsonError> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        cursor: Cursor::new(text),
        duplicates: Vec::new(),
        mistake: None,
    };
    reader.document().map_err(|error| {
        let mistake = reader.mistake.or(error.mistake);
        JsonError { mistake, ..error }
    })
}

/// The reason why no value was parsed.
enum Stop {
    /// There is no value at this offset. The caller decides on the message.
    NoValue(usize),
    /// An error with a message.
    Error(JsonError),
}

/// A parsed value.
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
    /// The first mistake. The library's message may be about a construct around it.
    mistake: Option<JsonSyntaxError>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Document, JsonError> {
        let text = self.text;
        let unexpected = |offset| JsonError::unexpected(Line::Document, text, offset);
        let start = self.skip_blanks(0).map_err(unexpected)?;
        let part = match self.value(start, 0) {
            Ok(part) => part,
            Err(Stop::NoValue(offset)) => return Err(JsonError { offset, ..unexpected(start) }),
            Err(Stop::Error(error)) => return Err(error),
        };
        let end = self.skip_blanks(part.end).map_err(unexpected)?;
        if end < text.len() {
            self.note(end, "expected the end of the text");
            return Err(unexpected(end));
        }
        let mut document = Document::new(part.value, part.places);
        document.duplicates = std::mem::take(&mut self.duplicates);
        Ok(document)
    }

    /// Notes a mistake; the first one counts.
    fn note(&mut self, offset: usize, description: &'static str) {
        self.mistake.get_or_insert(JsonSyntaxError::at(offset, description));
    }

    /// Notes a mistake that the caller reports.
    fn no_value(&mut self, offset: usize, description: &'static str) -> Stop {
        self.note(offset, description);
        Stop::NoValue(offset)
    }

    /// Parses a value.
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
            None => Err(self.no_value(at, "expected a value")),
        }
    }

    fn number(&mut self, at: usize) -> Result<Part, Stop> {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with("-Infinity") {
            return Err(self.unexpected(Line::NegativeInfinity, at));
        }
        let Some((value, length)) = number::number(rest) else {
            let digits = at + usize::from(rest.starts_with('-'));
            let has_digit = self.bytes.get(digits).is_some_and(u8::is_ascii_digit);
            let description =
                if has_digit { "a number must not begin with 0" } else { "expected a digit" };
            self.note(digits, description);
            return Err(Stop::NoValue(at));
        };
        Ok(Part { value, places: Places::leaf(self.cursor.place(at)), end: at + length })
    }

    /// Parses `null`, `true` and `false`; rejects `NaN` and `Infinity`.
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
            // Compat: the library quotes one character too many.
            // Pinned by `json_errors_are_those_of_ruby`.
            return Err(self.unexpected(Line::Infinity, at.saturating_sub(1)));
        } else {
            return Err(self.no_value(at, "expected a value"));
        };
        Ok(Part { value, places: Places::leaf(self.cursor.place(at)), end: at + length })
    }

    /// Parses the string whose quote is at an offset; also returns the offset after it.
    fn string(&mut self, at: usize) -> Result<(Value, usize), Stop> {
        let end = string::end(self.bytes, at + 1).map_err(|mistake| {
            self.mistake.get_or_insert(mistake);
            Stop::NoValue(at)
        })?;
        let text = string::unescape(self.text, at + 1, end).map_err(Stop::Error)?;
        Ok((Value::string(&*text), end + 1))
    }

    fn array(&mut self, at: usize, nesting: usize) -> Result<Part, Stop> {
        self.check_nesting(at, nesting)?;
        let place = self.cursor.place(at);
        let (mut elements, mut parts) = (Vec::new(), Vec::new());
        let mut next = self.skip_blanks_in_array(at + 1)?;
        // An array may end right after its opening bracket, but not after a comma.
        while self.bytes.get(next) != Some(&b']') || !elements.is_empty() {
            let element = match self.value(next, nesting) {
                Err(Stop::NoValue(offset)) => {
                    self.note(offset, "expected a value or `]`");
                    let error = JsonError::unexpected(Line::Array, self.text, next);
                    return Err(Stop::Error(JsonError { offset, ..error }));
                }
                other => other?,
            };
            elements.push(element.value);
            parts.push(element.places);
            next = self.skip_blanks_in_array(element.end)?;
            match self.bytes.get(next) {
                Some(b',') => next = self.skip_blanks_in_array(next + 1)?,
                Some(b']') => break,
                _ => {
                    self.note(next, "expected `,` or `]`");
                    return Err(self.unexpected(Line::Array, next));
                }
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
        let mut next = self.skip_blanks_in_object(at + 1)?;
        // As in an array, a trailing comma is an error.
        while self.bytes.get(next) != Some(&b'}') || !hash.is_empty() {
            next = self.entry(next, nesting, &mut hash, &mut parts)?;
            next = self.skip_blanks_in_object(next)?;
            match self.bytes.get(next) {
                Some(b',') => next = self.skip_blanks_in_object(next + 1)?,
                Some(b'}') => break,
                _ => return Err(self.no_value(next, "expected `,` or `}`")),
            }
        }
        let places = Places::collection(place, parts);
        Ok(Part { value: Value::Hash(hash.into()), places, end: next + 1 })
    }

    /// Parses an entry of an object and returns the offset after it. A duplicate key replaces the
    /// value.
    fn entry(
        &mut self,
        at: usize,
        nesting: usize,
        hash: &mut Hash,
        parts: &mut Vec<Places>,
    ) -> Result<usize, Stop> {
        if self.bytes.get(at) != Some(&b'"') {
            return Err(self.no_value(at, "expected a name in double quotes"));
        }
        let place = self.cursor.place(at);
        let (key, end) = self.string(at)?;
        let colon = self.skip_blanks_in_object(end)?;
        if self.bytes.get(colon) != Some(&b':') {
            return Err(self.no_value(colon, "expected `:`"));
        }
        let start = self.skip_blanks_in_object(colon + 1)?;
        let part = self.value(start, nesting)?;
        let places = part.places.at(place);
        match hash.index_of(&key).and_then(|index| parts.get_mut(index)) {
            Some(first) => {
                let key = key.as_str().unwrap_or_default().to_owned();
                self.duplicates.push(Duplicate { key, first: first.place, second: place });
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
        Err(Stop::Error(JsonError { message, offset: at, mistake: None, is_limit: true }))
    }

    fn unexpected(&self, line: Line, at: usize) -> Stop {
        Stop::Error(JsonError::unexpected(line, self.text, at))
    }

    fn skip_blanks_in_array(&mut self, at: usize) -> Result<usize, Stop> {
        self.skip_blanks(at).map_err(|offset| self.unexpected(Line::Array, offset))
    }

    fn skip_blanks_in_object(&mut self, at: usize) -> Result<usize, Stop> {
        self.skip_blanks(at).map_err(Stop::NoValue)
    }

    /// The offset after white space and comments. The error is the offset at which a comment is
    /// malformed.
    fn skip_blanks(&mut self, mut at: usize) -> Result<usize, usize> {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
                Some(b'/') => at = self.skip_comment(at + 1)?,
                _ => return Ok(at),
            }
        }
    }

    /// The offset after a comment whose first slash is before `at`.
    fn skip_comment(&mut self, at: usize) -> Result<usize, usize> {
        let end = match self.bytes.get(at) {
            Some(b'*') => "*/",
            // Compat: a line comment must end with a line break, even at the end of the text.
            // Pinned by `comments`.
            Some(b'/') => "\n",
            _ => {
                self.note(at - 1, "unfinished comment");
                return Err(at);
            }
        };
        let rest = self.text.get(at + 1..).unwrap_or_default();
        match rest.find(end) {
            Some(found) => Ok(at + 1 + found + end.len()),
            None => {
                self.note(at - 1, "unfinished comment");
                Err(self.text.len())
            }
        }
    }
}
