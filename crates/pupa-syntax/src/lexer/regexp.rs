//! Regular expression literals: `/…/`.

use super::{Lexed, Lexer};
use crate::issues::lexical as issues;
use crate::token::TokenKind;

impl Lexer<'_, '_> {
    /// Lexes a regular expression, or a division sign if no other slash follows.
    pub(super) fn regexp(&mut self) -> Lexed {
        let start = self.pos;
        let Some(close) = self.regexp_close(start + 1) else {
            self.matched = None;
            self.emit(TokenKind::Divide, 1);
            return Ok(());
        };
        let end = close + 1;
        self.matched = Some((start, end));
        let pattern = &self.text[start + 1..close];
        let unescaped = pattern.contains("\\/").then(|| pattern.replace("\\/", "/"));
        let pattern = unescaped.as_deref().unwrap_or(pattern);
        if let Err(problem) = pupa_regexp::check(pattern) {
            let span = self.origin.span(start, end);
            let error =
                issues::illegal_regexp(&problem.message).at(self.source, span).without_position();
            return Err(self.error(error, end));
        }
        match unescaped {
            None => self.emit_to(TokenKind::Regexp, end),
            Some(unescaped) => {
                let text = self.out.make_text(&unescaped);
                self.push_text(TokenKind::Regexp, start, end, text);
                self.after = TokenKind::Regexp;
                self.pos = end;
            }
        }
        Ok(())
    }

    /// Finds the slash that ends a pattern starting at `from`. A slash after an odd number of
    /// backslashes belongs to the pattern.
    fn regexp_close(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            let slash = at + self.bytes[at..self.end].iter().position(|&byte| byte == b'/')?;
            let backslashes =
                self.bytes[from..slash].iter().rev().take_while(|&&byte| byte == b'\\').count();
            if backslashes % 2 == 0 {
                return Some(slash);
            }
            at = slash + 1;
        }
    }
}
