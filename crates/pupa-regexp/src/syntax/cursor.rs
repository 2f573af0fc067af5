//! A cursor over the text of a pattern.

/// A position in the text of a pattern.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn text_end(&self) -> usize {
        self.text.len()
    }

    pub(crate) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.slice(self.at, self.text.len())
    }

    pub(crate) fn peek(&self) -> Option<char> {
        match self.text.as_bytes().get(self.at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            Some(_) => self.rest().chars().next(),
            None => None,
        }
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Consumes the next character if it is `c`.
    pub(crate) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    pub(crate) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Parses decimal digits; returns `None` if the value is too large, and 0 if there are no
    /// digits.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let mut value = 0u32;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.checked_mul(10)?.checked_add(digit)?;
            if value > i32::MAX as u32 {
                return None;
            }
            self.at += 1;
        }
        Some(value)
    }

    /// Parses at most `limit` digits as the code of an ASCII character.
    pub(crate) fn code(&mut self, limit: usize, radix: u32) -> char {
        let mut value = 0;
        for _ in 0..limit {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.at += 1;
        }
        char::from_u32(value).unwrap_or_default()
    }
}
