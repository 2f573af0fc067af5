//! Parses primary expressions: literals, variables, arrays, hashes, parentheses.

use super::{Parse, Parser};
use crate::issues::grammar as issues;
use crate::source::Span;
use crate::token::{Token, TokenKind};
use crate::tree::{Entry, ExprId, ExprKind, List, Radix};

/// The owner of a list of elements, which determines the allowed forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ElementsOf {
    Array,
    Call,
    Access,
}

/// Whether a comma is allowed before the closing bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastComma {
    Allowed,
    Refused,
}

/// An element, or the key of an element `key => value`.
enum Element {
    Value(ExprId),
    Key(ExprId),
}

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parse<ExprId> {
        use TokenKind as T;
        let token = self.token();
        let kind = match token.kind {
            T::Variable => ExprKind::Variable(self.text(token)),
            T::Name => ExprKind::Name(self.text(token)),
            T::String | T::Word => ExprKind::String(self.text(token)),
            T::StringStart => return self.interpolated_string(),
            T::Number => return self.number(),
            T::Reference => ExprKind::Reference(self.text(token)),
            T::True => ExprKind::Boolean(true),
            T::False => ExprKind::Boolean(false),
            T::Undef => ExprKind::Undef,
            T::Default => ExprKind::Default,
            T::Regexp => ExprKind::Regexp(self.text(token)),
            T::LeftBracket | T::ListStart => return self.array(),
            T::LeftBrace => return self.hash(),
            T::LeftParen | T::LineParen => return self.paren(),
            T::If => return self.if_expression(),
            T::Unless => return self.unless_expression(),
            T::Case => return self.case_expression(),
            T::Class => return self.class_definition(),
            T::Define => return self.defined_type(),
            T::Function => return self.function_definition(),
            T::Node => return self.node_definition(),
            T::Type => return self.type_keyword(),
            T::Plan => return self.plan_definition(),
            T::Apply => return self.apply_expression(),
            T::Heredoc => return self.heredoc(),
            T::Attr if !self.options.edition.reserves_attr() => ExprKind::Name(self.text(token)),
            T::Attr | T::Private => ExprKind::ReservedWord(self.text(token)),
            T::RenderString => ExprKind::RenderString(self.text(token)),
            T::RenderExpr => return self.render_expression(),
            _ => return self.unexpected(),
        };
        self.bump();
        Ok(self.add(token.span, kind))
    }

    fn number(&mut self) -> Parse<ExprId> {
        let token = self.bump();
        let text = self.read(self.text(token));
        match number_kind(text) {
            Some(kind) => Ok(self.add(token.span, kind)),
            None => {
                let error = issues::invalid_number(text)
                    .at(self.source, token.span)
                    .without_position()
                    .help("write `0.0` for zero; a number must not be larger than 1.8e308");
                self.report(error);
                Ok(self.add(token.span, ExprKind::Error))
            }
        }
    }

    /// `'(' assignment ')'`
    fn paren(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let inner = self.bracketed(Parser::assignment)?;
        let close = self.expect(TokenKind::RightParen)?;
        Ok(self.add(open.span.to(close.span), ExprKind::Paren(inner)))
    }

    /// `'[' (entry (',' entry)* ','?)? ']'`
    pub(super) fn array(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let mut items = List::EMPTY;
        if !self.at(TokenKind::RightBracket) {
            items = self.bracketed(Parser::array_entries)?;
        }
        let close = self.expect(TokenKind::RightBracket)?;
        Ok(self.add(open.span.to(close.span), ExprKind::Array(items)))
    }

    fn array_entries(&mut self) -> Parse<List<ExprId>> {
        self.elements(ElementsOf::Array, TokenKind::RightBracket, LastComma::Allowed)
    }

    /// `access_args: access_arg (',' access_arg)*`, where an argument is an expression or a pair.
    pub(super) fn access_keys(&mut self, last_comma: LastComma) -> Parse<List<ExprId>> {
        self.elements(ElementsOf::Access, TokenKind::RightBracket, last_comma)
    }

    /// `arguments: argument (',' argument)*`, in parentheses.
    pub(super) fn arguments(&mut self, last_comma: LastComma) -> Parse<List<ExprId>> {
        self.elements(ElementsOf::Call, TokenKind::RightParen, last_comma)
    }

    /// Parses elements separated by commas, up to `close`. Adjacent pairs form one hash.
    fn elements(
        &mut self,
        elements: ElementsOf,
        close: TokenKind,
        last_comma: LastComma,
    ) -> Parse<List<ExprId>> {
        let mark = self.scratch.exprs.len();
        let pairs = self.scratch.entries.len();
        let mut pairs_span = None;
        loop {
            match self.element(elements)? {
                Element::Value(value) => {
                    self.end_pairs(pairs, pairs_span.take());
                    self.scratch.exprs.push(value);
                }
                Element::Key(key) => {
                    let entry = self.entry_from(key)?;
                    let span = self.span_of(key).to(self.span_of(entry.value));
                    pairs_span = Some(pairs_span.map_or(span, |before: Span| before.to(span)));
                    self.scratch.entries.push(entry);
                }
            }
            let has_more = self.eat(TokenKind::Comma).is_some();
            if !has_more || last_comma == LastComma::Allowed && self.at(close) {
                self.end_pairs(pairs, pairs_span);
                return Ok(self.list(mark));
            }
        }
    }

    /// Makes a hash of the pairs read since `mark`.
    fn end_pairs(&mut self, mark: usize, span: Option<Span>) {
        if let Some(span) = span {
            let entries = self.tables.add_list(&mut self.scratch.entries, mark);
            let hash = self.add(span, ExprKind::BareHash(entries));
            self.scratch.exprs.push(hash);
        }
    }

    fn element(&mut self, elements: ElementsOf) -> Parse<Element> {
        if let Some(word) = self.keyword_value() {
            let stands_alone = elements == ElementsOf::Array && !self.at(TokenKind::FatArrow);
            return Ok(if stands_alone { Element::Value(word) } else { Element::Key(word) });
        }
        if elements == ElementsOf::Access {
            return self.access_element();
        }
        let value = self.assignment()?;
        match self.at(TokenKind::FatArrow) {
            true => Ok(Element::Key(value)),
            false => Ok(Element::Value(value)),
        }
    }

    /// Parses a key of an access. Only the key of a pair may be more than an expression.
    fn access_element(&mut self) -> Parse<Element> {
        use TokenKind as T;
        let begins_resource = matches!(self.kind(), T::At | T::AtAt)
            || self.at(T::Class) && self.next_kind() == T::LeftBrace;
        if begins_resource {
            return Ok(Element::Key(self.assignment()?));
        }
        let value = self.expression(super::expression::LOWEST)?;
        if matches!(self.kind(), T::Comma | T::RightBracket) {
            return Ok(Element::Value(value));
        }
        Ok(Element::Key(self.assignment_from_expression(value)?))
    }

    /// `'{' (entry (',' entry)* ','?)? '}'`
    pub(super) fn hash(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        self.hash_from(open.span)
    }

    fn hash_from(&mut self, open: Span) -> Parse<ExprId> {
        let mark = self.scratch.entries.len();
        if !self.at(TokenKind::RightBrace) {
            self.bracketed(|parser| {
                let key = parser.hash_entry()?;
                parser.hash_entries_from(key)
            })?;
        }
        self.end_hash(open, mark)
    }

    /// Parses the remaining pairs of a hash whose first key has been parsed.
    pub(super) fn hash_entries_from(&mut self, key: ExprId) -> Parse<()> {
        let mut key = key;
        loop {
            let entry = self.entry_from(key)?;
            self.scratch.entries.push(entry);
            if self.eat(TokenKind::Comma).is_none() || self.at(TokenKind::RightBrace) {
                return Ok(());
            }
            key = self.hash_entry()?;
        }
    }

    pub(super) fn end_hash(&mut self, open: Span, mark: usize) -> Parse<ExprId> {
        let close = self.expect(TokenKind::RightBrace)?;
        let entries = self.tables.add_list(&mut self.scratch.entries, mark);
        Ok(self.add(open.to(close.span), ExprKind::Hash(entries)))
    }

    fn entry_from(&mut self, key: ExprId) -> Parse<Entry> {
        let at = self.expect(TokenKind::FatArrow)?.span.start;
        let value = self.hash_entry()?;
        Ok(Entry { key, value, at })
    }

    /// `hash_entry: assignment | 'type' | 'function'`
    pub(super) fn hash_entry(&mut self) -> Parse<ExprId> {
        match self.keyword_value() {
            Some(word) => Ok(word),
            None => self.assignment(),
        }
    }

    /// Parses `type` and `function` as strings in a list, unless they start a definition.
    fn keyword_value(&mut self) -> Option<ExprId> {
        use TokenKind as T;
        let begins_more = match self.kind() {
            T::Type => matches!(self.next_kind(), T::LeftParen | T::Reference),
            T::Function => {
                matches!(self.next_kind(), T::Name | T::Word | T::Reference | T::Class | T::String)
            }
            _ => return None,
        };
        if begins_more {
            return None;
        }
        let token: Token = self.bump();
        let text = self.text(token);
        Some(self.add(token.span, ExprKind::String(text)))
    }
}

/// Parses a number. Returns `None` for floats that are too large, and for zeros with an exponent,
/// which the reference rejects.
fn number_kind(text: &str) -> Option<ExprKind> {
    let integer = |digits: &str, radix: Radix| match u64::from_str_radix(digits, radix.base()) {
        Ok(value) => ExprKind::Integer { value, radix },
        Err(_) => ExprKind::BigInteger { radix },
    };
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return Some(integer(digits, Radix::Hexadecimal));
    }
    if text.contains(['.', 'e', 'E']) {
        return float(text).map(ExprKind::Float);
    }
    let radix = if text.len() > 1 && text.starts_with('0') { Radix::Octal } else { Radix::Decimal };
    Some(integer(text, radix))
}

fn float(text: &str) -> Option<f64> {
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0' || byte == b'.');
    if let Some((mantissa, _)) = text.split_once(['e', 'E'])
        && is_zero(mantissa)
    {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_radix() {
        let integer = |text| match number_kind(text) {
            Some(ExprKind::Integer { value, radix }) => (value, radix.base()),
            other => unreachable!("{other:?}"),
        };
        assert_eq!(integer("0"), (0, 10));
        assert_eq!(integer("017"), (15, 8));
        assert_eq!(integer("0XfF"), (255, 16));
        assert!(matches!(number_kind("99999999999999999999"), Some(ExprKind::BigInteger { .. })));
    }

    #[test]
    fn odd_floats_are_refused() {
        assert!(matches!(number_kind("1.5e-3"), Some(ExprKind::Float(value)) if value == 0.0015));
        assert!(number_kind("0e1").is_none());
        assert!(number_kind("0.0e1").is_none());
        assert!(number_kind("1e999").is_none());
    }
}
