//! Parses a pattern into a tree.
//!
//! The pattern was validated by [`pupa_syntax::regexp`], and its character escapes are resolved, so
//! parsing cannot fail; a malformed part would be parsed as literal characters. The rules are those
//! of Ruby's engine: `(?i)` extends across `|` to the end of its group, unnamed groups do not
//! capture if there are named ones, and nested quantifiers are simplified.

use super::class::{ClassReader, property_set};
use super::cursor::Cursor;
use super::fold;
use super::options::{InlineOptions, Range};
use super::property::{self, Kind};
use super::quantifier;
use super::tree::{Assertion, Backref, Node, Pattern};

/// The maximum nesting depth of groups.
const MAX_DEPTH: usize = 200;

/// The pattern of `\X`, an extended grapheme cluster of Unicode.
const CLUSTER: &str = concat!(
    r"(?>\x0D\x0A|[\p{Grapheme_Cluster_Break=Control}\x0D\x0A]",
    r"|\p{Grapheme_Cluster_Break=Prepend}*(?:",
    r"\p{Grapheme_Cluster_Break=L}*(?:\p{Grapheme_Cluster_Break=V}+",
    r"|\p{Grapheme_Cluster_Break=LV}\p{Grapheme_Cluster_Break=V}*",
    r"|\p{Grapheme_Cluster_Break=LVT})\p{Grapheme_Cluster_Break=T}*",
    r"|\p{Grapheme_Cluster_Break=L}+|\p{Grapheme_Cluster_Break=T}+",
    r"|\p{Grapheme_Cluster_Break=Regional_Indicator}{2}",
    r"|\p{Extended_Pictographic}(?:\p{Grapheme_Cluster_Break=Extend}*",
    r"\p{Grapheme_Cluster_Break=ZWJ}\p{Extended_Pictographic})*",
    r"|[^\p{Grapheme_Cluster_Break=Control}\x0D\x0A])",
    r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=ZWJ}",
    r"\p{Grapheme_Cluster_Break=SpacingMark}]*|(?m:.))",
);

/// The pattern of `\R`.
const LINE_BREAK: &str = "(?>\\x0D\\x0A|[\\x0A-\\x0D\u{85}\u{2028}\u{2029}])";

/// The groups of the pattern are nested too deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NestingTooDeep;

/// Parses a pattern whose character escapes are resolved.
pub(super) fn parse(text: &str, options: InlineOptions) -> Result<Pattern, NestingTooDeep> {
    let mut parser = Parser::new(text, true);
    let mut root = parser.whole(options)?;
    if !parser.names.is_empty() && parser.has_plain_groups {
        parser = Parser::new(text, false);
        root = parser.whole(options)?;
    }
    for (name, call) in std::mem::take(&mut parser.calls) {
        let number = parser.numbers_of(&name).first().copied().unwrap_or_default();
        resolve_call(&mut root, call, number);
    }
    Ok(Pattern { root, groups: parser.groups, names: parser.names })
}

/// Replaces the placeholder of a call by name with the number of its group.
fn resolve_call(node: &mut Node, mark: usize, number: usize) {
    match node {
        Node::Call(call) if *call == mark => *call = number,
        Node::Group { inner, .. }
        | Node::Look { inner, .. }
        | Node::Atomic(inner)
        | Node::Absent(inner)
        | Node::Repeat { inner, .. } => resolve_call(inner, mark, number),
        Node::Condition { yes, no, .. } => {
            resolve_call(yes, mark, number);
            resolve_call(no, mark, number);
        }
        Node::Concat(items) | Node::Alternatives(items) => {
            items.iter_mut().for_each(|item| resolve_call(item, mark, number));
        }
        _ => {}
    }
}

struct Parser {
    cursor: Cursor,
    /// The number of groups so far.
    groups: usize,
    names: Vec<(String, Vec<usize>)>,
    /// Whether unnamed groups capture.
    captures_plain: bool,
    has_plain_groups: bool,
    /// The names of calls with the placeholders of their group numbers.
    calls: Vec<(String, usize)>,
}

impl Parser {
    fn new(text: &str, captures_plain: bool) -> Parser {
        Parser {
            cursor: Cursor::new(text),
            groups: 0,
            names: Vec::new(),
            captures_plain,
            has_plain_groups: false,
            calls: Vec::new(),
        }
    }

    fn whole(&mut self, options: InlineOptions) -> Result<Node, NestingTooDeep> {
        let mut root = self.alternatives(options, 0)?;
        // A validated pattern contains no lone `)`; it would be a literal character.
        while self.cursor.eat(')') {
            let rest = self.alternatives(options, 0)?;
            root = Node::Concat(vec![root, Node::Char(')'), rest]);
        }
        Ok(root)
    }

    fn numbers_of(&self, name: &str) -> Vec<usize> {
        self.names.iter().find(|(known, _)| known == name).map_or_else(Vec::new, |(_, n)| n.clone())
    }

    /// Parses `a|b` up to a `)` or the end.
    fn alternatives(
        &mut self,
        options: InlineOptions,
        depth: usize,
    ) -> Result<Node, NestingTooDeep> {
        if depth > MAX_DEPTH {
            return Err(NestingTooDeep);
        }
        let mut branches = Vec::new();
        loop {
            let branch = self.branch(options, depth)?;
            branches.push(branch);
            if !self.cursor.eat('|') {
                return Ok(Node::alternatives(branches));
            }
        }
    }

    fn branch(&mut self, options: InlineOptions, depth: usize) -> Result<Node, NestingTooDeep> {
        let mut items: Vec<Node> = Vec::new();
        while let Some(c) = self.cursor.peek() {
            if c == '|' || c == ')' {
                break;
            }
            self.cursor.bump();
            match c {
                '(' => self.group(&mut items, options, depth)?,
                '*' | '+' | '?' => self.repeat_operator(&mut items, c),
                '{' => self.interval(&mut items),
                '\\' => self.escape(&mut items, options)?,
                '#' if options.is_extended => {
                    while self.cursor.bump().is_some_and(|c| c != '\n') {}
                }
                ' ' | '\t' | '\n' | '\r' | '\u{c}' if options.is_extended => {}
                '[' => {
                    let node = ClassReader::new(&mut self.cursor, options).read();
                    items.push(node);
                }
                '.' => items.push(Node::Any { matches_newline: options.dot_matches_newline }),
                '^' => items.push(Node::Assert(Assertion::LineStart)),
                '$' => items.push(Node::Assert(Assertion::LineEnd)),
                _ => items.push(fold::character(c, options)),
            }
        }
        Ok(Node::concat(items))
    }

    // Repetition

    fn repeat_operator(&mut self, items: &mut Vec<Node>, operator: char) {
        let (low, high) = match operator {
            '*' => (0, None),
            '+' => (1, None),
            _ => (0, Some(1)),
        };
        let is_greedy = !self.cursor.eat('?');
        let is_possessive = is_greedy && self.cursor.eat('+');
        let Some(target) = items.pop() else { return };
        let node = quantifier::repeat(target, low, high, is_greedy);
        items.push(if is_possessive { Node::Atomic(Box::new(node)) } else { node });
    }

    /// Parses `{2}`, `{2,}`, `{,3}` or `{2,3}`; anything else after `{` is literal.
    fn interval(&mut self, items: &mut Vec<Node>) {
        let behind = self.cursor.at();
        let low = self.cursor.number();
        let is_fixed = !self.cursor.eat(',');
        let high = if is_fixed { low } else { self.cursor.number() };
        if (low.is_none() && high.is_none()) || !self.cursor.eat('}') {
            self.cursor.back_to(behind);
            items.push(Node::Char('{'));
            return;
        }
        let is_greedy = is_fixed || !self.cursor.eat('?');
        let Some(target) = items.pop() else { return };
        items.push(quantifier::repeat(target, low.unwrap_or(0), high, is_greedy));
    }

    // Groups

    fn close(&mut self) {
        self.cursor.eat(')');
    }

    fn inner(&mut self, options: InlineOptions, depth: usize) -> Result<Box<Node>, NestingTooDeep> {
        let inner = self.alternatives(options, depth + 1)?;
        self.close();
        Ok(Box::new(inner))
    }

    fn group(
        &mut self,
        items: &mut Vec<Node>,
        options: InlineOptions,
        depth: usize,
    ) -> Result<(), NestingTooDeep> {
        if !self.cursor.eat('?') {
            self.has_plain_groups = true;
            let node = if self.captures_plain {
                self.groups += 1;
                let number = self.groups;
                Node::Group { number, inner: self.inner(options, depth)? }
            } else {
                *self.inner(options, depth)?
            };
            items.push(node);
            return Ok(());
        }
        let node = match self.cursor.bump() {
            Some('#') => {
                self.comment();
                return Ok(());
            }
            Some(':') => *self.inner(options, depth)?,
            Some('=') => self.look(false, false, options, depth)?,
            Some('!') => self.look(false, true, options, depth)?,
            Some('>') => Node::Atomic(self.inner(options, depth)?),
            Some('~') => Node::Absent(self.inner(options, depth)?),
            Some('\'') => self.named('\'', options, depth)?,
            Some('<') if self.cursor.eat('=') => self.look(true, false, options, depth)?,
            Some('<') if self.cursor.eat('!') => self.look(true, true, options, depth)?,
            Some('<') => self.named('>', options, depth)?,
            Some('(') => self.condition(options, depth)?,
            Some(c) => self.with_options(c, options, depth)?,
            None => return Ok(()),
        };
        items.push(node);
        Ok(())
    }

    fn look(
        &mut self,
        is_behind: bool,
        is_negative: bool,
        options: InlineOptions,
        depth: usize,
    ) -> Result<Node, NestingTooDeep> {
        Ok(Node::Look { is_behind, is_negative, inner: self.inner(options, depth)? })
    }

    /// `(?# … )`
    fn comment(&mut self) {
        while let Some(c) = self.cursor.bump() {
            match c {
                '\\' => {
                    self.cursor.bump();
                }
                ')' => return,
                _ => {}
            }
        }
    }

    fn named(
        &mut self,
        end: char,
        options: InlineOptions,
        depth: usize,
    ) -> Result<Node, NestingTooDeep> {
        let name = self.cursor.until(end);
        self.groups += 1;
        let number = self.groups;
        match self.names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, numbers)) => numbers.push(number),
            None => self.names.push((name, vec![number])),
        }
        Ok(Node::Group { number, inner: self.inner(options, depth)? })
    }

    /// `(?(1)yes|no)`, `(?(<name>)yes|no)`
    fn condition(&mut self, options: InlineOptions, depth: usize) -> Result<Node, NestingTooDeep> {
        let group = match self.cursor.peek() {
            Some(open @ ('<' | '\'')) => {
                self.cursor.bump();
                let reference = self.reference(closing(open), false);
                reference.groups.last().copied().unwrap_or_default()
            }
            _ => self.cursor.number().unwrap_or_default() as usize,
        };
        self.cursor.eat(')');
        let inner = *self.inner(options, depth)?;
        let (yes, no) = match inner {
            Node::Alternatives(mut branches) if branches.len() == 2 => {
                let no = branches.pop().unwrap_or(Node::Empty);
                (branches.pop().unwrap_or(Node::Empty), no)
            }
            other => (other, Node::Empty),
        };
        Ok(Node::Condition { group, yes: Box::new(yes), no: Box::new(no) })
    }

    /// `(?i-m)`, `(?x: … )`
    fn with_options(
        &mut self,
        first: char,
        options: InlineOptions,
        depth: usize,
    ) -> Result<Node, NestingTooDeep> {
        let mut new = options;
        let mut is_on = true;
        let mut letter = Some(first);
        loop {
            match letter {
                Some('-') => is_on = false,
                Some('i') => new.ignores_case = is_on,
                Some('m') => new.dot_matches_newline = is_on,
                Some('x') => new.is_extended = is_on,
                Some('a') => new.range = Range::Ascii,
                Some('u') => new.range = Range::Unicode,
                Some('d') => new.range = Range::Default,
                Some(':') => {
                    // Wrapped, so that a quantifier in it is not merged with a following one.
                    return Ok(Node::Concat(vec![*self.inner(new, depth)?]));
                }
                _ => {
                    // The enclosing group consumes the closing parenthesis.
                    return self.alternatives(new, depth + 1);
                }
            }
            letter = self.cursor.bump();
        }
    }

    // Escapes

    fn escape(
        &mut self,
        items: &mut Vec<Node>,
        options: InlineOptions,
    ) -> Result<(), NestingTooDeep> {
        let letter_at = self.cursor.at();
        let Some(c) = self.cursor.bump() else {
            items.push(Node::Char('\\'));
            return Ok(());
        };
        let node = match c {
            'w' | 'W' | 'd' | 'D' | 's' | 'S' | 'h' | 'H' => {
                let mut set = property::character_type(c, options.types_are_ascii());
                if c.is_ascii_uppercase() {
                    set.negate();
                }
                Node::Set(set)
            }
            'b' | 'B' => Node::Assert(Assertion::WordBoundary {
                is_ascii: options.brackets_are_ascii(),
                is_negated: c == 'B',
            }),
            'A' => Node::Assert(Assertion::TextStart),
            'z' => Node::Assert(Assertion::TextEnd),
            'Z' => Node::Assert(Assertion::TextEndOrNewline),
            'G' => Node::Assert(Assertion::SearchStart),
            'K' => Node::Keep,
            'R' => self.built_in(LINE_BREAK)?,
            'X' => self.built_in(CLUSTER)?,
            'x' => fold::character(self.cursor.code(2, 16), options),
            '1'..='9' => self.number_escape(letter_at, options),
            'k' => match self.cursor.peek() {
                Some(open @ ('<' | '\'')) => {
                    self.cursor.bump();
                    Node::Backref(self.reference(closing(open), options.ignores_case))
                }
                _ => fold::character('k', options),
            },
            'g' => match self.cursor.peek() {
                Some(open @ ('<' | '\'')) => {
                    self.cursor.bump();
                    self.call(closing(open))
                }
                _ => fold::character('g', options),
            },
            'p' | 'P' if self.cursor.eat('{') => self.property(c == 'P', options),
            other => fold::character(escaped_char(other), options),
        };
        items.push(node);
        Ok(())
    }

    /// Parses the pattern of an escape such as `\R`.
    fn built_in(&self, text: &str) -> Result<Node, NestingTooDeep> {
        let options = InlineOptions {
            ignores_case: false,
            dot_matches_newline: false,
            is_extended: false,
            range: Range::Default,
        };
        Parser::new(text, false).whole(options)
    }

    fn property(&mut self, is_negated: bool, options: InlineOptions) -> Node {
        let (mut set, is_inverted) = property_set(&mut self.cursor, is_negated);
        if options.ignores_case && set.kind != Kind::Ascii {
            let known = set.chars.clone();
            set.chars = fold::class(&set.chars, &known, is_inverted);
        }
        if is_inverted {
            set.chars.negate();
        }
        Node::Set(set.chars)
    }

    /// `\1`: a back-reference, or the octal code of a character.
    fn number_escape(&mut self, digits_at: usize, options: InlineOptions) -> Node {
        self.cursor.back_to(digits_at);
        if let Some(number) = self.cursor.number() {
            let group = number as usize;
            if group <= 1000 && (group <= self.groups || group <= 9) {
                let ignores_case = options.ignores_case;
                return Node::Backref(Backref { groups: vec![group], ignores_case, level: None });
            }
        }
        self.cursor.back_to(digits_at);
        let code = match self.cursor.peek() {
            Some(c @ ('8' | '9')) => {
                self.cursor.bump();
                c
            }
            _ => self.cursor.code(3, 8),
        };
        fold::character(code, options)
    }

    /// Parses the name or number of a back-reference, and its level, up to `end`.
    fn reference(&mut self, end: char, ignores_case: bool) -> Backref {
        let text = self.cursor.until(end);
        let split = text.char_indices().skip(1).find(|&(_, c)| matches!(c, '+' | '-'));
        let (name, level) = match split {
            Some((at, _)) => (&text[..at], text[at..].trim_start_matches('+').parse().ok()),
            None => (text.as_str(), None),
        };
        let groups = match name.parse::<i64>() {
            Ok(number) => vec![self.absolute(number)],
            // The group that was defined last is tried first.
            Err(_) => self.numbers_of(name).into_iter().rev().collect(),
        };
        Backref { groups, ignores_case, level }
    }

    fn absolute(&self, number: i64) -> usize {
        let absolute = if number < 0 { self.groups as i64 + 1 + number } else { number };
        usize::try_from(absolute).unwrap_or_default()
    }

    /// `\g<name>`, after its `\g<`.
    fn call(&mut self, end: char) -> Node {
        let text = self.cursor.until(end);
        if let Some(ahead) = text.strip_prefix('+').and_then(|digits| digits.parse::<usize>().ok())
        {
            return Node::Call(self.groups + ahead);
        }
        if let Ok(number) = text.parse::<i64>() {
            return Node::Call(self.absolute(number));
        }
        let mark = usize::MAX - self.calls.len();
        self.calls.push((text, mark));
        Node::Call(mark)
    }
}

fn closing(open: char) -> char {
    if open == '<' { '>' } else { open }
}

/// The character of a simple escape.
pub(super) fn escaped_char(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\u{c}',
        'v' => '\u{b}',
        'a' => '\u{7}',
        'e' => '\u{1b}',
        other => other,
    }
}
