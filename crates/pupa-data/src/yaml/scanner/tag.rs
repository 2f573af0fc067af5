//! Scans tags: `!name`, `!!name`, `!handle!name` and `!<uri>`.

use std::borrow::Cow;

use super::{Result, Scanner, is_word_character};
use crate::yaml::cursor::Mark;
use crate::yaml::token::TokenData;

const SCANNING: &str = "while scanning a tag";
const PARSING: &str = "while parsing a tag";

impl<'a> Scanner<'a> {
    pub(super) fn fetch_tag(&mut self) -> Result<()> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.cursor.mark;
        let data = self.scan_tag(start)?;
        let may_end = self.flow_level > 0 && self.cursor.peek(0) == b',';
        if !self.cursor.is_space_or_end(0) && !may_end {
            let text = "did not find expected whitespace or line break";
            return self.fail(SCANNING, start, text);
        }
        self.push(data, start);
        Ok(())
    }

    fn scan_tag(&mut self, start: Mark) -> Result<TokenData<'a>> {
        if self.cursor.peek(1) == b'<' {
            self.cursor.skip_ascii(2);
            let suffix = self.scan_tag_uri(true, PARSING, start)?;
            if self.cursor.peek(0) != b'>' {
                return self.fail(SCANNING, start, "did not find the expected '>'");
            }
            self.cursor.skip();
            return Ok(TokenData::Tag { handle: "", suffix: Cow::Owned(suffix) });
        }
        let handle = self.scan_tag_handle().unwrap_or("!");
        if handle.len() > 1 && handle.ends_with('!') {
            let suffix = self.scan_tag_uri(false, PARSING, start)?;
            return Ok(TokenData::Tag { handle, suffix: Cow::Owned(suffix) });
        }
        // Without a closing `!`, the supposed handle is the start of the name.
        let mut suffix = handle.get(1..).unwrap_or_default().to_owned();
        self.scan_uri_characters(&mut suffix, false, PARSING, start)?;
        if suffix.is_empty() {
            // A lone `!`.
            return Ok(TokenData::Tag { handle: "", suffix: Cow::Borrowed("!") });
        }
        Ok(TokenData::Tag { handle: "!", suffix: Cow::Owned(suffix) })
    }

    /// Scans `!`, `!!` or `!name!`; also `!name`, which is not a handle. `None` if there is no `!`.
    pub(super) fn scan_tag_handle(&mut self) -> Option<&'a str> {
        if self.cursor.peek(0) != b'!' {
            return None;
        }
        let from = self.cursor.at;
        self.cursor.skip();
        self.read_word();
        if self.cursor.peek(0) == b'!' {
            self.cursor.skip();
        }
        Some(self.cursor.slice(from, self.cursor.at))
    }

    pub(super) fn scan_tag_uri(
        &mut self,
        with_flow_indicators: bool,
        context: &'static str,
        start: Mark,
    ) -> Result<String> {
        let mut uri = String::new();
        self.scan_uri_characters(&mut uri, with_flow_indicators, context, start)?;
        if uri.is_empty() {
            return self.fail(context, start, "did not find expected tag URI");
        }
        Ok(uri)
    }

    fn scan_uri_characters(
        &mut self,
        uri: &mut String,
        with_flow_indicators: bool,
        context: &'static str,
        start: Mark,
    ) -> Result<()> {
        loop {
            let byte = self.cursor.peek(0);
            if byte == b'%' {
                self.scan_uri_escape(uri, context, start)?;
            } else if is_word_character(byte)
                || b";/?:@&=+$.!~*'()".contains(&byte)
                || with_flow_indicators && b",[]".contains(&byte)
            {
                uri.push(char::from(byte));
                self.cursor.skip();
            } else {
                return Ok(());
            }
        }
    }

    /// Scans an escaped character: `%41`, or `%C3%A9` for one of several bytes.
    fn scan_uri_escape(
        &mut self,
        uri: &mut String,
        context: &'static str,
        start: Mark,
    ) -> Result<()> {
        let mut octets = Vec::with_capacity(4);
        let mut width = 1;
        while octets.len() < width {
            let digit = |ahead| char::from(self.cursor.peek(ahead)).to_digit(16);
            let (b'%', Some(high), Some(low)) = (self.cursor.peek(0), digit(1), digit(2)) else {
                return self.fail(context, start, "did not find URI escaped octet");
            };
            let octet = u8::try_from(high << 4 | low).unwrap_or_default();
            if octets.is_empty() {
                width = match octet {
                    0..0x80 => 1,
                    0xC0..0xE0 => 2,
                    0xE0..0xF0 => 3,
                    0xF0..0xF8 => 4,
                    _ => {
                        let text = "found an incorrect leading UTF-8 octet";
                        return self.fail(context, start, text);
                    }
                };
            } else if octet & 0xC0 != 0x80 {
                return self.fail(context, start, "found an incorrect trailing UTF-8 octet");
            }
            octets.push(octet);
            self.cursor.skip_ascii(3);
        }
        uri.push_str(&String::from_utf8_lossy(&octets));
        Ok(())
    }
}
