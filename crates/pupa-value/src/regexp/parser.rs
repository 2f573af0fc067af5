//! Reads a pattern into a tree.
//!
//! The pattern has passed the check of [`pupa_syntax::regexp`] and its escapes that stand for
//! characters are resolved, so nothing here can be wrong any more; what would be is read as
//! plain text. The rules are those of Ruby's engine: `(?i)` reaches over `|` to the end of its
//! group, groups without names are plain parentheses beside named ones, and a quantifier on a
//! quantifier is simplified.

use super::class::{ClassReader, property_set};
use super::cursor::Cursor;
use super::fold;
use super::options::{Inline, Range};
use super::property::{self, Kind};
use super::quantifier;
use super::tree::{Assertion, Backref, Node, Pattern};

/// How deep groups may stand in each other.
const MAX_DEPTH: usize = 200;

/// The pattern of `\X`, by the rules of grapheme clusters of Unicode.
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

/// The pattern is nested more deeply than is supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooDeep;

/// Reads a pattern whose escapes are resolved.
pub(super) fn parse(text: &str, options: Inline) -> Result<Pattern, TooDeep> {
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

/// Puts the number of a group in the place of a call by name, which has this mark.
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
    /// How many groups there are so far.
    groups: usize,
    names: Vec<(String, Vec<usize>)>,
    /// Whether groups without names capture.
    captures_plain: bool,
    has_plain_groups: bool,
    /// Calls by name with the mark that stands for the number.
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

    fn whole(&mut self, options: Inline) -> Result<Node, TooDeep> {
        let mut root = self.alternatives(options, 0)?;
        // A lone `)` can't be in a checked pattern; as text it does no harm.
        while self.cursor.eat(')') {
            let rest = self.alternatives(options, 0)?;
            root = Node::Concat(vec![root, Node::Char(')'), rest]);
        }
        Ok(root)
    }

    fn numbers_of(&self, name: &str) -> Vec<usize> {
        self.names.iter().find(|(known, _)| known == name).map_or_else(Vec::new, |(_, n)| n.clone())
    }

    /// `a|b` up to a `)` or the end.
    fn alternatives(&mut self, options: Inline, depth: usize) -> Result<Node, TooDeep> {
        if depth > MAX_DEPTH {
            return Err(TooDeep);
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

    fn branch(&mut self, options: Inline, depth: usize) -> Result<Node, TooDeep> {
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

    /// `{2}`, `{2,}`, `{,3}`, `{2,3}`; anything else that begins so is text.
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

    fn inner(&mut self, options: Inline, depth: usize) -> Result<Box<Node>, TooDeep> {
        let inner = self.alternatives(options, depth + 1)?;
        self.close();
        Ok(Box::new(inner))
    }

    fn group(
        &mut self,
        items: &mut Vec<Node>,
        options: Inline,
        depth: usize,
    ) -> Result<(), TooDeep> {
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
        options: Inline,
        depth: usize,
    ) -> Result<Node, TooDeep> {
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

    fn named(&mut self, end: char, options: Inline, depth: usize) -> Result<Node, TooDeep> {
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
    fn condition(&mut self, options: Inline, depth: usize) -> Result<Node, TooDeep> {
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
        options: Inline,
        depth: usize,
    ) -> Result<Node, TooDeep> {
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
                    // As its own part it is no quantifier that another one could absorb.
                    return Ok(Node::Concat(vec![*self.inner(new, depth)?]));
                }
                _ => {
                    // The parenthesis that closes the group around this is left to that group.
                    return self.alternatives(new, depth + 1);
                }
            }
            letter = self.cursor.bump();
        }
    }

    // Escapes

    fn escape(&mut self, items: &mut Vec<Node>, options: Inline) -> Result<(), TooDeep> {
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

    /// A pattern that an escape stands for.
    fn built_in(&self, text: &str) -> Result<Node, TooDeep> {
        let options = Inline {
            ignores_case: false,
            dot_matches_newline: false,
            is_extended: false,
            range: Range::Default,
        };
        Parser::new(text, false).whole(options)
    }

    fn property(&mut self, is_negated: bool, options: Inline) -> Node {
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
    fn number_escape(&mut self, digits_at: usize, options: Inline) -> Node {
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

    /// The name or number of a back-reference, with its level, up to `end`.
    fn reference(&mut self, end: char, ignores_case: bool) -> Backref {
        let text = self.cursor.until(end);
        let split = text.char_indices().skip(1).find(|&(_, c)| matches!(c, '+' | '-'));
        let (name, level) = match split {
            Some((at, _)) => (&text[..at], text[at..].trim_start_matches('+').parse().ok()),
            None => (text.as_str(), None),
        };
        let groups = match name.parse::<i64>() {
            Ok(number) => vec![self.absolute(number)],
            // The last one that is defined is tried first.
            Err(_) => self.numbers_of(name).into_iter().rev().collect(),
        };
        Backref { groups, ignores_case, level }
    }

    fn absolute(&self, number: i64) -> usize {
        let absolute = if number < 0 { self.groups as i64 + 1 + number } else { number };
        usize::try_from(absolute).unwrap_or_default()
    }

    /// `\g<name>`, whose `\g<` has been read.
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

/// The character that a simple escape stands for.
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
