//! A cursor over the characters of a pattern.

#[derive(Debug)]
pub(super) struct Cursor {
    text: Vec<char>,
    at: usize,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Cursor {
        Cursor { text: text.chars().collect(), at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The characters that have not been consumed.
    pub(super) fn rest(&self) -> &[char] {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    /// Consumes the next character if it is `c`.
    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    /// Consumes the characters up to and including `end`, and returns them without `end`.
    pub(super) fn until(&mut self, end: char) -> String {
        let mut text = String::new();
        while let Some(c) = self.bump() {
            if c == end {
                break;
            }
            text.push(c);
        }
        text
    }

    /// Parses a decimal number, if there are digits.
    pub(super) fn number(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = Some(value.unwrap_or(0u32).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        value
    }

    /// Parses at most `limit` digits as the code of a character.
    pub(super) fn code(&mut self, limit: usize, radix: u32) -> char {
        let mut value = 0;
        for _ in 0..limit {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.at += 1;
        }
        char::from_u32(value).unwrap_or_default()
    }
}
