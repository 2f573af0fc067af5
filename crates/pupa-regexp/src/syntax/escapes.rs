//! The first pass over a pattern, which resolves escapes for bytes and characters.
//!
//! Ruby resolves `\xHH`, octal, control, meta and Unicode escapes before it parses the pattern.
//! Escapes for ASCII characters become `\xHH`, so that an escaped bracket does not start a class;
//! other escapes become the character itself. The parser handles all other escapes.

use std::borrow::Cow;

use super::PatternError;

/// A pattern without escapes for characters.
#[derive(Debug)]
pub(crate) struct Resolved<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Whether a non-ASCII character or a property fixes the encoding to UTF-8.
    pub(crate) is_tied_to_unicode: bool,
    pattern_len: usize,
    /// The offsets after each rewritten escape, in the text and in the pattern.
    marks: Vec<(usize, usize)>,
}

impl Resolved<'_> {
    /// Converts an offset in the text to an offset in the pattern.
    pub(crate) fn source_offset(&self, offset: usize) -> usize {
        let behind = self.marks.partition_point(|&(text, _)| text <= offset);
        let (text, source) = behind
            .checked_sub(1)
            .and_then(|index| self.marks.get(index))
            .copied()
            .unwrap_or((0, 0));
        let limit = self.marks.get(behind).map_or(self.pattern_len, |&(_, source)| source);
        (source + (offset - text)).min(limit)
    }
}

/// Resolves the escapes for bytes and characters in a pattern.
pub(crate) fn resolve(pattern: &str) -> Result<Resolved<'_>, PatternError> {
    let mut reader = Reader {
        pattern,
        bytes: pattern.as_bytes(),
        at: 0,
        copied: 0,
        out: String::new(),
        is_tied_to_unicode: !pattern.is_ascii(),
        marks: Vec::new(),
    };
    while let Some(found) = pattern[reader.at..].find('\\') {
        reader.at += found;
        reader.escape()?;
    }
    Ok(reader.finish())
}

struct Reader<'a> {
    pattern: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// The length of the pattern that has been copied to `out`; nothing is copied before the first
    /// rewrite.
    copied: usize,
    out: String,
    is_tied_to_unicode: bool,
    marks: Vec<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn finish(mut self) -> Resolved<'a> {
        let text = if self.marks.is_empty() {
            Cow::Borrowed(self.pattern)
        } else {
            self.out.push_str(&self.pattern[self.copied..]);
            Cow::Owned(self.out)
        };
        Resolved {
            text,
            is_tied_to_unicode: self.is_tied_to_unicode,
            pattern_len: self.pattern.len(),
            marks: self.marks,
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Parses the escape at the current position.
    fn escape(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let Some(letter) = self.byte(start + 1) else {
            return Err(PatternError::new("too short escape sequence", start));
        };
        match letter {
            b'1'..=b'7' if self.octal(start + 1).0 <= 0o177 => self.at += 2,
            b'0'..=b'7' | b'x' | b'c' | b'C' | b'M' => self.byte_escape()?,
            b'u' => self.unicode_escape()?,
            b'p' | b'P' => {
                self.is_tied_to_unicode = true;
                self.at += 2;
            }
            _ => self.at += 1 + self.pattern[start + 1..].chars().next().map_or(0, char::len_utf8),
        }
        Ok(())
    }

    /// Writes `text` in place of the input since `start`.
    fn replace(&mut self, start: usize, text: &str) {
        self.out.push_str(&self.pattern[self.copied..start]);
        self.out.push_str(text);
        self.copied = self.at;
        self.marks.push((self.out.len(), self.at));
    }

    fn character(c: char, out: &mut String) {
        if c.is_ascii() {
            out.push_str(&format!("\\x{:02X}", c as u32));
        } else {
            out.push(c);
        }
    }

    /// Parses one or more escapes for bytes that form a character.
    fn byte_escape(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let mut bytes = [0; 4];
        for len in 1..=bytes.len() {
            bytes[len - 1] = self.escaped_byte()?;
            match std::str::from_utf8(&bytes[..len]) {
                Ok(text) => {
                    self.is_tied_to_unicode |= !text.is_ascii();
                    let mut out = String::new();
                    text.chars().for_each(|c| Self::character(c, &mut out));
                    self.replace(start, &out);
                    return Ok(());
                }
                Err(error) if error.error_len().is_none() => {}
                Err(_) => break,
            }
        }
        Err(PatternError::new("invalid multibyte escape", start))
    }

    /// `\xHH`, `\OOO`, `\n`, `\cX`, `\C-X`, `\M-X` and their combinations.
    fn escaped_byte(&mut self) -> Result<u8, PatternError> {
        let start = self.at;
        let fault = |text| Err(PatternError::new(text, start));
        if self.byte(self.at) != Some(b'\\') {
            return fault("too short escaped multibyte character");
        }
        self.at += 1;
        let (mut is_meta, mut is_control) = (false, false);
        let code = loop {
            let Some(letter) = self.byte(self.at) else {
                return fault("too short escape sequence");
            };
            self.at += 1;
            match letter {
                b'\\' => break u32::from(b'\\'),
                b'n' => break 10,
                b't' => break 9,
                b'r' => break 13,
                b'f' => break 12,
                b'v' => break 11,
                b'a' => break 7,
                b'e' => break 27,
                b'0'..=b'7' => {
                    let (code, len) = self.octal(self.at - 1);
                    self.at += len - 1;
                    break code;
                }
                b'x' => {
                    let (code, len) = self.hexadecimal(self.at, 2);
                    if len == 0 {
                        return fault("invalid hex escape");
                    }
                    self.at += len;
                    break code;
                }
                b'M' => {
                    if std::mem::replace(&mut is_meta, true) {
                        return fault("duplicate meta escape");
                    }
                    if self.byte(self.at) != Some(b'-') {
                        return fault("too short meta escape");
                    }
                    self.at += 1;
                    match self.byte(self.at) {
                        Some(b'\\') => self.at += 1,
                        Some(byte) if byte.is_ascii() => {
                            self.at += 1;
                            break u32::from(byte);
                        }
                        _ => return fault("too short meta escape"),
                    }
                }
                b'C' | b'c' => {
                    if letter == b'C' {
                        if self.byte(self.at) != Some(b'-') {
                            return fault("too short control escape");
                        }
                        self.at += 1;
                    }
                    if std::mem::replace(&mut is_control, true) {
                        return fault("duplicate control escape");
                    }
                    match self.byte(self.at) {
                        Some(b'\\') => self.at += 1,
                        Some(byte) if byte.is_ascii() => {
                            self.at += 1;
                            break u32::from(byte);
                        }
                        _ => return fault("too short control escape"),
                    }
                }
                _ => return fault("unexpected escape sequence"),
            }
        };
        let Ok(mut byte) = u8::try_from(code) else { return fault("invalid escape code") };
        if is_control {
            byte &= 0x1f;
        }
        if is_meta {
            byte |= 0x80;
        }
        Ok(byte)
    }

    /// `\uHHHH`, `\u{H H}`
    fn unicode_escape(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let mut out = String::new();
        match self.byte(start + 2) {
            None => return Err(PatternError::new("too short escape sequence", start)),
            Some(b'{') => {
                self.at += 3;
                self.unicode_list(start, &mut out)?;
            }
            Some(_) => {
                let (code, len) = self.hexadecimal(start + 2, 4);
                if len != 4 {
                    return Err(PatternError::new("invalid Unicode escape", start));
                }
                self.at += 6;
                self.scalar(code, start, &mut out)?;
            }
        }
        self.replace(start, &out);
        Ok(())
    }

    fn unicode_list(&mut self, start: usize, out: &mut String) -> Result<(), PatternError> {
        self.skip_blanks();
        loop {
            let (code, len) = self.hexadecimal(self.at, usize::MAX);
            if len == 0 {
                break;
            }
            if len > 6 {
                return Err(PatternError::new("invalid Unicode range", start));
            }
            self.at += len;
            self.scalar(code, start, out)?;
            self.skip_blanks();
        }
        if out.is_empty() || self.byte(self.at) != Some(b'}') {
            return Err(PatternError::new("invalid Unicode list", start));
        }
        self.at += 1;
        Ok(())
    }

    fn skip_blanks(&mut self) {
        while matches!(self.byte(self.at), Some(b' ' | b'\t'..=b'\r')) {
            self.at += 1;
        }
    }

    fn scalar(&mut self, code: u32, start: usize, out: &mut String) -> Result<(), PatternError> {
        let Some(c) = char::from_u32(code) else {
            return Err(PatternError::new("invalid Unicode range", start));
        };
        self.is_tied_to_unicode |= !c.is_ascii();
        Self::character(c, out);
        Ok(())
    }

    /// Parses up to three octal digits; returns their value and their number.
    fn octal(&self, at: usize) -> (u32, usize) {
        self.digits(at, 3, 8)
    }

    fn hexadecimal(&self, at: usize, limit: usize) -> (u32, usize) {
        self.digits(at, limit, 16)
    }

    fn digits(&self, at: usize, limit: usize, radix: u32) -> (u32, usize) {
        let digits = self.bytes.get(at..).unwrap_or_default().iter().take(limit);
        let mut value = 0u32;
        let mut len = 0;
        for digit in digits.map_while(|&byte| char::from(byte).to_digit(radix)) {
            value = value.saturating_mul(radix).saturating_add(digit);
            len += 1;
        }
        (value, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_beyond_ascii_are_resolved() {
        let resolved = resolve(r"\u00e9\cA\w").expect("valid escapes");
        assert_eq!(resolved.text, "é\\x01\\w");
        assert!(resolved.is_tied_to_unicode);
    }
}
