//! The parser of timespan formats.

use super::{Field, Pad, Segment, Unit};
use crate::value::scalar_error::ScalarError;

/// The parser of a format.
pub(super) struct FormatParser<'a> {
    text: &'a str,
    segments: Vec<Segment>,
}

/// An incomplete specifier with its start.
struct Specifier {
    start: usize,
    pad: Pad,
    width: Option<u128>,
    /// Whether a padding flag may follow.
    fresh: bool,
}

impl<'a> FormatParser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, segments: Vec::new() }
    }

    pub(super) fn parse(mut self) -> Result<Vec<Segment>, ScalarError> {
        let mut open: Option<Specifier> = None;
        let mut last = 0;
        for (position, c) in self.text.chars().enumerate() {
            last = position;
            open = match open {
                None if c == '%' => Some(Specifier::at(position)),
                None => {
                    self.literal(c);
                    None
                }
                Some(specifier) => self.specifier(specifier, position, c)?,
            };
        }
        match open {
            // Compat: the position is that of the last character, not the one after it.
            // Pinned by `quirk-places-in-formats`.
            Some(specifier) => Err(self.bad(&specifier, last)),
            None => Ok(self.segments),
        }
    }

    /// Parses a character of a specifier and returns the specifier if it is still incomplete.
    fn specifier(
        &mut self,
        mut specifier: Specifier,
        position: usize,
        c: char,
    ) -> Result<Option<Specifier>, ScalarError> {
        if let Some(unit) = Unit::of(c) {
            let Specifier { pad, width, .. } = specifier;
            self.segments.push(Segment::Field(Field { unit, pad, width, total: false }));
            return Ok(None);
        }
        match c {
            '%' => {
                self.literal(c);
                return Ok(None);
            }
            '-' if specifier.fresh => specifier.pad = Pad::None,
            '_' if specifier.fresh => specifier.pad = Pad::Space,
            '0' if specifier.fresh => specifier.pad = Pad::Zero,
            '0'..='9' => {
                let digit = u128::from(c as u32 - '0' as u32);
                let width = specifier.width.unwrap_or(0);
                specifier.width = Some(width.saturating_mul(10).saturating_add(digit));
            }
            _ => return Err(self.bad(&specifier, position)),
        }
        specifier.fresh = false;
        Ok(Some(specifier))
    }

    fn literal(&mut self, c: char) {
        if let Some(Segment::Literal(literal)) = self.segments.last_mut() {
            literal.push(c);
        } else {
            self.segments.push(Segment::Literal(c.to_string()));
        }
    }

    fn bad(&self, specifier: &Specifier, position: usize) -> ScalarError {
        let start = specifier.start;
        let expression: String = self.text.chars().skip(start).take(position - start).collect();
        let format = self.text;
        ScalarError::argument(format!(
            "Bad format specifier '{expression}' in '{format}', at position {position}"
        ))
    }
}

impl Specifier {
    fn at(start: usize) -> Self {
        Self { start, pad: Pad::Zero, width: None, fresh: true }
    }
}
