//! Parses expressions: operators by precedence, and what directly follows an operand.
//!
//! From weak to strong: `or`, `and`, `?`, comparison, equality, shift, `+ -`, `* / %`, match, `in`,
//! unary `-`, `*`, `!`, then collectors, access, method calls and calls.

use super::primary::LastComma;
use super::{Parse, Parser};
use crate::token::TokenKind;
use crate::tree::{BinaryOp, ExprId, ExprKind, SelectorEntry, UnaryOp};

/// The lowest precedence of operators; any expression has at least this one.
pub(super) const LOWEST: u8 = 0;
const OR: u8 = 1;
const AND: u8 = 2;
const SELECTOR: u8 = 3;
const COMPARISON: u8 = 4;
const EQUALITY: u8 = 5;
const SHIFT: u8 = 6;
const ADDITION: u8 = 7;
const MULTIPLICATION: u8 = 8;
const MATCH: u8 = 9;
const IN: u8 = 10;
const MINUS: u8 = 11;
const UNFOLD: u8 = 12;
const NOT: u8 = 13;

fn binary_operator(kind: TokenKind) -> Option<(u8, BinaryOp)> {
    use TokenKind as T;
    let operator = match kind {
        T::Or => (OR, BinaryOp::Or),
        T::And => (AND, BinaryOp::And),
        T::Less => (COMPARISON, BinaryOp::Less),
        T::LessEqual => (COMPARISON, BinaryOp::LessEqual),
        T::Greater => (COMPARISON, BinaryOp::Greater),
        T::GreaterEqual => (COMPARISON, BinaryOp::GreaterEqual),
        T::IsEqual => (EQUALITY, BinaryOp::Equal),
        T::NotEqual => (EQUALITY, BinaryOp::NotEqual),
        T::LeftShift => (SHIFT, BinaryOp::LeftShift),
        T::RightShift => (SHIFT, BinaryOp::RightShift),
        T::Plus => (ADDITION, BinaryOp::Add),
        T::Minus => (ADDITION, BinaryOp::Subtract),
        T::Times => (MULTIPLICATION, BinaryOp::Multiply),
        T::Divide => (MULTIPLICATION, BinaryOp::Divide),
        T::Modulo => (MULTIPLICATION, BinaryOp::Modulo),
        T::Match => (MATCH, BinaryOp::Match),
        T::NoMatch => (MATCH, BinaryOp::NotMatch),
        T::In => (IN, BinaryOp::In),
        _ => return None,
    };
    Some(operator)
}

impl Parser<'_> {
    /// An expression whose operators bind at least as strongly as `min`.
    pub(super) fn expression(&mut self, min: u8) -> Parse<ExprId> {
        self.nested(|parser| {
            let operand = parser.prefix()?;
            parser.operators(operand, min)
        })
    }

    /// Parses an expression that is followed by a block, so that `{` does not belong to it.
    pub(super) fn condition(&mut self) -> Parse<ExprId> {
        let outer = std::mem::replace(&mut self.block_follows, true);
        let result = self.expression(LOWEST);
        self.block_follows = outer;
        result
    }

    fn prefix(&mut self) -> Parse<ExprId> {
        let (op, strength) = match self.kind() {
            TokenKind::Not => (UnaryOp::Not, NOT),
            TokenKind::Minus => (UnaryOp::Minus, MINUS),
            TokenKind::Times => (UnaryOp::Unfold, UNFOLD),
            TokenKind::Name if self.is_not_operator() => (UnaryOp::Not, NOT),
            _ => return self.primary(),
        };
        let start = self.bump().span;
        let operand = self.expression(strength)?;
        let span = start.to(self.span_of(operand));
        Ok(self.add(span, ExprKind::Unary { op, operand }))
    }

    /// Whether the current name is the word `not` before an operand.
    fn is_not_operator(&self) -> bool {
        use TokenKind as T;
        let behind = self.tokens.tokens.get(self.pos + 2).map(|token| token.kind);
        let is_empty_call = self.next_kind() == T::LeftParen && behind == Some(T::RightParen);
        self.options.edition.not_is_an_operator()
            && self.read(self.text(self.token())) == "not"
            && !is_empty_call
            && matches!(
                self.next_kind(),
                T::Name
                    | T::Word
                    | T::Reference
                    | T::Variable
                    | T::Number
                    | T::String
                    | T::StringStart
                    | T::Regexp
                    | T::Heredoc
                    | T::True
                    | T::False
                    | T::Undef
                    | T::Default
                    | T::Not
                    | T::LeftParen
                    | T::LineParen
                    | T::ListStart
            )
    }

    /// Parses the operators after an operand, if their precedence is at least `min`.
    pub(super) fn operators(&mut self, operand: ExprId, min: u8) -> Parse<ExprId> {
        let mut left = operand;
        let mut links = 0;
        loop {
            let kind = self.kind();
            left = match kind {
                TokenKind::LeftBracket => self.access(left)?,
                TokenKind::ListStart if self.blank_is_access(left) => self.access(left)?,
                TokenKind::LeftParen => self.call(left)?,
                TokenKind::Dot => self.method_call(left)?,
                TokenKind::LeftCollect | TokenKind::LeftLeftCollect => self.collector(left)?,
                TokenKind::Question if min <= SELECTOR => self.selector(left)?,
                _ => match binary_operator(kind) {
                    Some((strength, op)) if strength >= min => {
                        let op_at = self.bump().span.start;
                        let right = self.expression(strength + 1)?;
                        self.binary(op, left, right, op_at)
                    }
                    _ => return Ok(left),
                },
            };
            self.chained(&mut links)?;
        }
    }

    /// Whether `[` after white space accesses the expression before it. It does not for a bare
    /// name, whose argument it is, and for a definition, which has no value.
    fn blank_is_access(&self, left: ExprId) -> bool {
        let kind = self.expr(left).kind;
        self.options.edition.blank_before_bracket_is_access()
            && !matches!(kind, ExprKind::Name(_))
            && !kind.is_definition()
    }

    /// `left '[' access_args ','? ']'`
    fn access(&mut self, left: ExprId) -> Parse<ExprId> {
        self.bump();
        let keys = self.bracketed(|parser| parser.access_keys(LastComma::Allowed))?;
        let close = self.expect(TokenKind::RightBracket)?;
        let span = self.span_of(left).to(close.span);
        Ok(self.add(span, ExprKind::Access { left, keys }))
    }

    /// `left '?' (option | '{' option (',' option)* ','? '}')`
    fn selector(&mut self, left: ExprId) -> Parse<ExprId> {
        self.bump();
        let mark = self.scratch.selector_entries.len();
        let end = if self.eat(TokenKind::SelectorBrace).is_some() {
            self.bracketed(Parser::selector_entries)?;
            self.expect(TokenKind::RightBrace)?.span
        } else {
            let entry = self.selector_entry()?;
            self.scratch.selector_entries.push(entry);
            self.span_of(entry.value)
        };
        let entries = self.tables.add_list(&mut self.scratch.selector_entries, mark);
        let span = self.span_of(left).to(end);
        Ok(self.add(span, ExprKind::Selector { left, entries }))
    }

    fn selector_entries(&mut self) -> Parse<()> {
        loop {
            let entry = self.selector_entry()?;
            self.scratch.selector_entries.push(entry);
            if self.eat(TokenKind::Comma).is_none() || self.at(TokenKind::RightBrace) {
                return Ok(());
            }
        }
    }

    fn selector_entry(&mut self) -> Parse<SelectorEntry> {
        let matcher = self.expression(LOWEST)?;
        let at = self.expect(TokenKind::FatArrow)?.span.start;
        let value = self.expression(LOWEST)?;
        Ok(SelectorEntry { matcher, value, at })
    }
}
