//! EPP templates: text that contains code between `<%` and `%>`.
//!
//! | tag | meaning |
//! |---|---|
//! | `<%` … `%>` | code |
//! | `<%=` … `%>` | an expression whose value is rendered |
//! | `<%#` … `%>` | a comment |
//! | `<%-` | removes the blanks before the tag |
//! | `-%>` | removes the blanks and the line break after the tag |
//! | `<%%`, `%%>` | the literal text `<%`, `%>` |

use super::{EppMode, Lexed, Lexer};
use crate::diagnostic::Diagnostic;
use crate::issues::lexical as issues;
use crate::source::Span;
use crate::token::TokenKind;

/// The end of a range of template text.
enum Opens {
    /// The end of the template. There is no text if the template ends directly after a comment or
    /// `<%%`.
    End,
    /// `<%` or `<%-`
    Code,
    /// `<%=`
    Expression,
}

impl Lexer<'_, '_> {
    /// Lexes a template up to its end.
    pub(super) fn run_template(&mut self) {
        self.epp = Some(EppMode::Text);
        let mark = self.out.tokens.len();
        if let Err(error) = self.epp_text(false) {
            self.give_up_token(mark, error);
        }
        self.after = self.out.tokens.last().map_or(TokenKind::End, |token| token.kind);
        self.run();
        if self.epp_open {
            let error = issues::epp_unbalanced_tag().at(self.source, self.here());
            self.out.push_error(error);
        }
    }

    /// `%>` or `-%>`
    pub(super) fn close_epp_tag(&mut self, len: usize) -> Lexed {
        let start = self.pos;
        let trims = len == 3;
        if self.epp == Some(EppMode::Expression) {
            let kind = if trims { TokenKind::EppEndTrim } else { TokenKind::EppEnd };
            self.push(kind, start, start + len);
        }
        self.pos = start + len;
        if !trims {
            self.epp = Some(EppMode::Text);
        }
        self.epp_text(trims)
    }

    /// Lexes text up to the next tag with code, or to the end.
    fn epp_text(&mut self, skip_leading: bool) -> Lexed {
        let before = self.pos;
        self.matched = None;
        let opens = match self.scan_epp_text(skip_leading) {
            Ok(opens) => opens,
            Err(error) => return Err(self.fatal(error)),
        };
        let (text, opens) = match opens {
            Some((text, opens)) => (Some(text), opens),
            None => (None, Opens::End),
        };
        let is_end = matches!(opens, Opens::End);
        if let Some(text) = text.filter(|text| is_end || !text.is_empty()) {
            let text = self.out.make_text(&text);
            self.push_text(TokenKind::RenderString, before, self.pos, text);
        }
        match opens {
            Opens::End => self.epp_open = false,
            Opens::Code => {
                self.epp = Some(EppMode::Code);
                self.epp_open = true;
            }
            Opens::Expression => {
                self.push(TokenKind::RenderExpr, before, before);
                self.epp = Some(EppMode::Expression);
                self.epp_open = true;
            }
        }
        Ok(())
    }

    /// Returns the text up to the next tag with code, and the kind of that tag; `None` if there is
    /// no text to render. The reference drops the text if only a comment or `<%%` separates it from
    /// the end.
    fn scan_epp_text(&mut self, skip_leading: bool) -> Result<Option<(String, Opens)>, Diagnostic> {
        let mut text = String::new();
        let mut skip_leading = skip_leading;
        while self.pos < self.end {
            let rest = &self.text[self.pos..self.end];
            let (part, behind) = match rest.find("<%") {
                Some(at) => (&rest[..at + 2], self.pos + at + 2),
                None => (rest, self.end),
            };
            let part = if std::mem::take(&mut skip_leading) { after_trim(part) } else { part };
            text.push_str(&part.replace("%%>", "%>"));
            self.pos = behind;
            match self.byte_at(behind) {
                0 if behind >= self.end => {
                    if text.ends_with("<%") {
                        return Err(
                            issues::epp_unbalanced_expression().at(self.source, self.here())
                        );
                    }
                    return Ok(Some((text, Opens::End)));
                }
                b'-' => {
                    self.pos += 1;
                    drop_tag(&mut text);
                    trim_blanks(&mut text);
                    return Ok(Some((text, Opens::Code)));
                }
                b'%' => self.pos += 1,
                b'=' => {
                    self.pos += 1;
                    drop_tag(&mut text);
                    return Ok(Some((text, Opens::Expression)));
                }
                b'#' => {
                    drop_tag(&mut text);
                    skip_leading = self.epp_comment(&mut text)?;
                }
                _ => {
                    drop_tag(&mut text);
                    return Ok(Some((text, Opens::Code)));
                }
            }
        }
        Ok(None)
    }

    /// Skips a comment. Returns whether it trims the text after it.
    fn epp_comment(&mut self, text: &mut String) -> Result<bool, Diagnostic> {
        let start = self.pos;
        let rest = &self.text[start..self.end];
        // `%%>` does not end a comment, and `#` itself may be the character before `%>`.
        let close = rest
            .match_indices("%>")
            .map(|(at, _)| at)
            .find(|&at| at > 0 && !rest[..at].ends_with('%'));
        let Some(close) = close else {
            return Err(issues::epp_unbalanced_comment().at(self.source, self.here()));
        };
        let comment = &rest[..close + 2];
        self.pos = start + comment.len();
        let span =
            Span::new(self.origin.place(start.saturating_sub(2)), self.origin.place(self.pos));
        self.out.comments.push(span);
        if comment.as_bytes().get(1) == Some(&b'-') {
            trim_blanks(text);
        }
        Ok(comment.ends_with("-%>"))
    }
}

/// Returns the text after `-%>` without its leading blanks, and without the line break if only
/// blanks precede it.
fn after_trim(part: &str) -> &str {
    let part = part.trim_start_matches([' ', '\t']);
    let part = part.strip_prefix('\r').unwrap_or(part);
    part.strip_prefix('\n').unwrap_or(part)
}

/// Removes the `<%` at the end.
fn drop_tag(text: &mut String) {
    text.truncate(text.len().saturating_sub(2));
}

fn trim_blanks(text: &mut String) {
    let len = text.trim_end_matches([' ', '\t']).len();
    text.truncate(len);
}
