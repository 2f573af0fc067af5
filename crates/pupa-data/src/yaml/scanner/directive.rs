//! Scans the directives `%YAML` and `%TAG`.

use std::borrow::Cow;

use super::{Result, Scanner};
use crate::yaml::cursor::Mark;
use crate::yaml::token::TokenData;

/// The maximum number of digits of a version number.
const MAX_DIGITS: usize = 9;

const DIRECTIVE: &str = "while scanning a directive";
const VERSION: &str = "while scanning a %YAML directive";
const TAG: &str = "while scanning a %TAG directive";

impl<'a> Scanner<'a> {
    pub(super) fn fetch_directive(&mut self) -> Result<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        let start = self.cursor.mark;
        self.cursor.skip();
        let data = self.scan_directive(start)?;
        let end = self.cursor.mark;
        self.cursor.skip_blanks();
        if self.cursor.peek(0) == b'#' {
            self.cursor.skip_to_break();
        }
        if !self.cursor.is_break_or_end() {
            return self.fail(DIRECTIVE, start, "did not find expected comment or line break");
        }
        self.cursor.skip_line_break();
        self.tokens.push_back(crate::yaml::token::Token { data, start, end });
        Ok(())
    }

    fn scan_directive(&mut self, start: Mark) -> Result<TokenData<'a>> {
        let name = self.read_word();
        if name.is_empty() {
            return self.fail(DIRECTIVE, start, "could not find expected directive name");
        }
        if !self.cursor.is_space_or_end(0) {
            return self.fail(DIRECTIVE, start, "found unexpected non-alphabetical character");
        }
        match name {
            "YAML" => self.scan_version(start),
            "TAG" => self.scan_tag_directive(start),
            _ => self.fail(DIRECTIVE, start, "found unknown directive name"),
        }
    }

    fn scan_version(&mut self, start: Mark) -> Result<TokenData<'a>> {
        self.cursor.skip_blanks();
        let major = self.scan_version_number(start)?;
        if self.cursor.peek(0) != b'.' {
            return self.fail(VERSION, start, "did not find expected digit or '.' character");
        }
        self.cursor.skip();
        let minor = self.scan_version_number(start)?;
        Ok(TokenData::Version(major, minor))
    }

    fn scan_version_number(&mut self, start: Mark) -> Result<u32> {
        let from = self.cursor.at;
        while self.cursor.peek(0).is_ascii_digit() {
            if self.cursor.at - from == MAX_DIGITS {
                return self.fail(VERSION, start, "found extremely long version number");
            }
            self.cursor.skip();
        }
        let digits = self.cursor.slice(from, self.cursor.at);
        match digits.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail(VERSION, start, "did not find expected version number"),
        }
    }

    fn scan_tag_directive(&mut self, start: Mark) -> Result<TokenData<'a>> {
        self.cursor.skip_blanks();
        let handle = self.scan_directive_handle(start)?;
        if !self.cursor.is_blank() {
            return self.fail(TAG, start, "did not find expected whitespace");
        }
        self.cursor.skip_blanks();
        let prefix = self.scan_tag_uri(true, "while parsing a %TAG directive", start)?;
        if !self.cursor.is_space_or_end(0) {
            return self.fail(TAG, start, "did not find expected whitespace or line break");
        }
        Ok(TokenData::TagDirective { handle, prefix: Cow::Owned(prefix) })
    }

    fn scan_directive_handle(&mut self, start: Mark) -> Result<&'a str> {
        let Some(handle) = self.scan_tag_handle() else {
            return self.fail("while scanning a tag directive", start, "did not find expected '!'");
        };
        if handle != "!" && !handle.ends_with('!') {
            return self.fail("while parsing a tag directive", start, "did not find expected '!'");
        }
        Ok(handle)
    }
}
