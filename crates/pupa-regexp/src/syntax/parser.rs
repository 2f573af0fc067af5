//! Parses patterns: groups, alternatives, repetition, escapes.
//!
//! Open groups are on an explicit stack, so the call stack does not grow with the nesting of a
//! pattern.

use rustc_hash::FxHashMap;

use super::PatternError;
use super::class::{escaped_char, read_class, read_property};
use super::cursor::Cursor;
use super::name::{GroupRef, Purpose, closing, read_name, read_name_with_level};
use super::tree::{
    Backref, BackrefTarget, Call, CallTarget, Cluster, GroupName, NodeId, Part, Tree,
};
use crate::meaning::node::Assertion;
use crate::options::{InlineOptions, Range};

/// The maximum nesting of groups and classes.
pub(crate) const MAX_DEPTH: usize = 4096;
const MAX_GROUPS: usize = 32_767;
const MAX_BACKREF: u32 = 1000;
const MAX_REPEAT: u32 = 100_000;

const UNMATCHED_OPEN: &str = "end pattern with unmatched parenthesis";
const UNDEFINED_OPTION: &str = "undefined group option";
const END_IN_GROUP: &str = "end pattern in group";

/// A group that is open.
#[derive(Debug)]
struct Frame {
    kind: FrameKind,
    at: u32,
    /// The options in effect outside of it.
    options: InlineOptions,
    /// The start of its branches in [`Parser::branches`].
    branches: usize,
    /// The start of its current branch in [`Parser::items`].
    items: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FrameKind {
    Whole,
    /// `(?:`
    Plain,
    Capture {
        number: u32,
        is_named: bool,
    },
    Look {
        is_behind: bool,
        is_negative: bool,
    },
    /// `(?i:`
    Options,
    /// `(?i)`, which applies up to the end of the surrounding group.
    RestOptions,
    Atomic,
    Absent,
    Condition {
        group: u32,
        is_by_name: bool,
    },
}

/// The bounds of an interval: `{2,3}`.
struct Bounds {
    low: u32,
    high: Option<u32>,
    is_greedy: bool,
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    tree: Tree,
    /// The indexes of names in [`Tree::names`].
    names: FxHashMap<&'a str, u32>,
    frames: Vec<Frame>,
    branches: Vec<NodeId>,
    items: Vec<NodeId>,
    /// Whether the last item is text, which the next character can be appended to.
    in_text: bool,
    /// The options in effect.
    options: InlineOptions,
}

/// Parses the text of a pattern, in which escapes for characters have been resolved.
pub(crate) fn parse(text: &str, options: InlineOptions) -> Result<Tree, PatternError> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        tree: Tree::for_text(text),
        names: FxHashMap::default(),
        frames: Vec::with_capacity(8),
        branches: Vec::with_capacity(8),
        items: Vec::with_capacity(16),
        in_text: false,
        options,
    };
    parser.open(FrameKind::Whole, 0)?;
    while parser.step()? {}
    parser.finish()
}

impl<'a> Parser<'a> {
    /// Parses one part; returns `false` at the end.
    fn step(&mut self) -> Result<bool, PatternError> {
        let start = self.cursor.at();
        let Some(c) = self.cursor.bump() else { return Ok(false) };
        match c {
            '\\' => self.escape(start)?,
            '.' => {
                let matches_newline = self.options.dot_matches_newline;
                self.item(start, Part::Any { matches_newline });
            }
            '*' => self.repeat_operator(start, 0, None)?,
            '+' => self.repeat_operator(start, 1, None)?,
            '?' => self.repeat_operator(start, 0, Some(1))?,
            '{' => self.interval(start)?,
            '|' => self.end_branch(),
            '(' => self.open_group(start)?,
            ')' => self.close_group(start)?,
            '^' => self.item(start, Part::Assert(Assertion::LineStart)),
            '$' => self.item(start, Part::Assert(Assertion::LineEnd)),
            '[' => self.class(start)?,
            '#' if self.options.is_extended => self.skip_comment(),
            ' ' | '\t' | '\n' | '\r' | '\u{c}' if self.options.is_extended => {}
            _ => self.character(start, c),
        }
        Ok(true)
    }

    fn finish(mut self) -> Result<Tree, PatternError> {
        while let Some(frame) = self.frames.last() {
            let (kind, at) = (frame.kind, frame.at as usize);
            if !matches!(kind, FrameKind::Whole | FrameKind::RestOptions) {
                return Err(PatternError::new(UNMATCHED_OPEN, at));
            }
            self.close();
        }
        for call in &mut self.tree.calls {
            if let CallTarget::Name(target) = &mut call.target {
                let name = self.cursor.slice(call.name.0 as usize, call.name.1 as usize);
                *target = self.names.get(name).copied();
            }
        }
        Ok(self.tree)
    }

    fn item(&mut self, at: usize, part: Part) {
        let id = self.tree.add(at as u32, part);
        self.items.push(id);
        self.in_text = false;
    }

    fn character(&mut self, at: usize, c: char) {
        let from = self.tree.literals.len() as u32;
        self.tree.literals.push(c);
        let to = self.tree.literals.len() as u32;
        let ignores_case = self.options.ignores_case;
        if self.in_text
            && let Some(&id) = self.items.last()
            && let Part::Text { start, .. } = self.tree.node(id).part
        {
            self.tree.set(id, Part::Text { start, end: to, ignores_case });
            return;
        }
        self.item(at, Part::Text { start: from, end: to, ignores_case });
        self.in_text = true;
    }

    fn class(&mut self, at: usize) -> Result<(), PatternError> {
        let start = self.tree.class_items.len() as u32;
        read_class(&mut self.cursor, self.frames.len(), &mut self.tree.class_items)?;
        let end = self.tree.class_items.len() as u32;
        self.item(at, Part::Class { start, end, options: self.options });
        Ok(())
    }

    fn skip_comment(&mut self) {
        while let Some(c) = self.cursor.bump() {
            if c == '\n' {
                break;
            }
        }
    }

    // Groups

    fn open(&mut self, kind: FrameKind, at: usize) -> Result<(), PatternError> {
        if self.frames.len() + 1 > MAX_DEPTH {
            return Err(PatternError::new("parse depth limit over", at));
        }
        self.frames.push(Frame {
            kind,
            at: at as u32,
            options: self.options,
            branches: self.branches.len(),
            items: self.items.len(),
        });
        self.in_text = false;
        Ok(())
    }

    /// Ends a branch of the innermost group.
    fn end_branch(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let (at, mark) = (frame.at, frame.items);
        let branch = match self.items.len() - mark {
            0 => self.tree.add(at, Part::Text { start: 0, end: 0, ignores_case: false }),
            1 => self.items.pop().unwrap_or_default(),
            _ => self.tree.add_many(at, &mut self.items, mark, Part::Sequence),
        };
        self.branches.push(branch);
        self.in_text = false;
    }

    /// Ends the innermost group, which becomes an item of the surrounding one.
    fn close(&mut self) {
        self.end_branch();
        let Some(frame) = self.frames.pop() else { return };
        let inner = match self.branches.len() - frame.branches {
            1 => self.branches.pop().unwrap_or_default(),
            _ => {
                self.tree.add_many(frame.at, &mut self.branches, frame.branches, Part::Alternatives)
            }
        };
        self.options = frame.options;
        let part = match frame.kind {
            FrameKind::Whole => return,
            FrameKind::Plain => {
                self.items.push(inner);
                self.in_text = false;
                return;
            }
            FrameKind::Capture { number, is_named } => Part::Capture { number, is_named, inner },
            FrameKind::Look { is_behind, is_negative } => {
                Part::Look { is_behind, is_negative, inner }
            }
            FrameKind::Options => Part::Options { inner },
            FrameKind::RestOptions => Part::RestOptions { inner },
            FrameKind::Atomic => Part::Atomic { inner },
            FrameKind::Absent => Part::Absent { inner },
            FrameKind::Condition { group, is_by_name } => {
                Part::Condition { group, is_by_name, inner }
            }
        };
        self.item(frame.at as usize, part);
        if let FrameKind::Capture { number, .. } = frame.kind
            && let Some(slot) = self.tree.groups.get_mut(number as usize - 1)
        {
            *slot = self.items.last().copied();
        }
    }

    fn close_group(&mut self, at: usize) -> Result<(), PatternError> {
        while let Some(frame) = self.frames.last() {
            match frame.kind {
                FrameKind::Whole => break,
                FrameKind::RestOptions => self.close(),
                _ => {
                    self.close();
                    return Ok(());
                }
            }
        }
        Err(PatternError::new("unmatched close parenthesis", at))
    }

    fn open_group(&mut self, start: usize) -> Result<(), PatternError> {
        if !self.cursor.eat('?') {
            if self.cursor.peek().is_none() {
                return Err(PatternError::new(UNMATCHED_OPEN, start));
            }
            let number = self.add_group(start)?;
            return self.open(FrameKind::Capture { number, is_named: false }, start);
        }
        let Some(c) = self.cursor.bump() else {
            return Err(PatternError::new(END_IN_GROUP, start));
        };
        let look = |is_behind, is_negative| FrameKind::Look { is_behind, is_negative };
        let kind = match c {
            '#' => return self.comment_group(start),
            ':' => FrameKind::Plain,
            '=' => look(false, false),
            '!' => look(false, true),
            '>' => FrameKind::Atomic,
            '~' => FrameKind::Absent,
            '\'' => self.named_group(start, '\'')?,
            '<' => match self.cursor.peek() {
                None => return Err(PatternError::new(UNMATCHED_OPEN, start)),
                Some(next @ ('=' | '!')) => {
                    self.cursor.bump();
                    look(true, next == '!')
                }
                Some(_) => self.named_group(start, '>')?,
            },
            '(' => self.condition(start)?,
            '-' | 'i' | 'm' | 'x' | 'a' | 'd' | 'u' => return self.options(start, c),
            _ => return Err(PatternError::new(UNDEFINED_OPTION, start)),
        };
        self.open(kind, start)
    }

    /// `(?# … )`
    fn comment_group(&mut self, start: usize) -> Result<(), PatternError> {
        loop {
            match self.cursor.bump() {
                None => return Err(PatternError::new(END_IN_GROUP, start)),
                Some('\\') => {
                    self.cursor.bump();
                }
                Some(')') => return Ok(()),
                Some(_) => {}
            }
        }
    }

    fn add_group(&mut self, at: usize) -> Result<u32, PatternError> {
        if self.tree.groups.len() >= MAX_GROUPS {
            return Err(PatternError::new("too many capture groups are specified", at));
        }
        self.tree.groups.push(None);
        Ok(self.tree.groups.len() as u32)
    }

    fn named_group(&mut self, start: usize, end: char) -> Result<FrameKind, PatternError> {
        let name = read_name(&mut self.cursor, end, Purpose::Definition)?;
        let number = self.add_group(start)?;
        let name = self.cursor.slice(name.span.0, name.span.1);
        let names = &mut self.tree.names;
        let index = *self.names.entry(name).or_insert_with(|| {
            names.push(GroupName { text: name.into(), groups: Vec::with_capacity(1) });
            names.len() as u32 - 1
        });
        if let Some(name) = names.get_mut(index as usize) {
            name.groups.push(number);
        }
        self.tree.named += 1;
        Ok(FrameKind::Capture { number, is_named: true })
    }

    /// `(?(1)`, `(?(<name>)`
    fn condition(&mut self, start: usize) -> Result<FrameKind, PatternError> {
        match self.cursor.peek() {
            None => Err(PatternError::new(UNDEFINED_OPTION, start)),
            Some(c) if c.is_ascii_digit() => {
                let group = read_name(&mut self.cursor, ')', Purpose::Reference)?;
                let group = group.number.unwrap_or_default() as u32;
                Ok(FrameKind::Condition { group, is_by_name: false })
            }
            Some(open @ ('<' | '\'')) => {
                self.cursor.bump();
                let (target, _) = self.named_target(open)?;
                let group = self.tree.first_group(target);
                if !self.cursor.eat(')') {
                    return Err(PatternError::new(UNDEFINED_OPTION, start));
                }
                Ok(FrameKind::Condition { group, is_by_name: true })
            }
            Some(_) => Err(PatternError::new("invalid conditional pattern", start)),
        }
    }

    /// `(?i-m)`, `(?x: … )`
    fn options(&mut self, start: usize, first: char) -> Result<(), PatternError> {
        let mut c = first;
        let mut is_on = true;
        let mut options = self.options;
        loop {
            match c {
                ':' | ')' => break,
                '-' => is_on = false,
                'x' => options.is_extended = is_on,
                'i' => options.ignores_case = is_on,
                'm' => options.dot_matches_newline = is_on,
                'a' if is_on => options.range = Range::Ascii,
                'u' if is_on => options.range = Range::Unicode,
                'd' if is_on => options.range = Range::Default,
                _ => return Err(PatternError::new(UNDEFINED_OPTION, start)),
            }
            c = self.cursor.bump().ok_or_else(|| PatternError::new(END_IN_GROUP, start))?;
        }
        let kind = if c == ':' { FrameKind::Options } else { FrameKind::RestOptions };
        self.open(kind, start)?;
        self.options = options;
        Ok(())
    }

    // Repetition

    fn repeat_operator(
        &mut self,
        at: usize,
        low: u32,
        high: Option<u32>,
    ) -> Result<(), PatternError> {
        let is_greedy = !self.cursor.eat('?');
        let is_possessive = is_greedy && self.cursor.eat('+');
        self.repeat(at, low, high, is_greedy)?;
        if is_possessive && let Some(inner) = self.items.pop() {
            self.item(at, Part::Atomic { inner });
        }
        Ok(())
    }

    /// Parses `{2}`, `{2,}`, `{,3}` or `{2,3}`; another text after `{` is literal.
    fn interval(&mut self, start: usize) -> Result<(), PatternError> {
        let behind = self.cursor.at();
        match self.bounds(start)? {
            None => {
                self.cursor.back_to(behind);
                self.character(start, '{');
                Ok(())
            }
            Some(Bounds { low, high, is_greedy }) => self.repeat(start, low, high, is_greedy),
        }
    }

    fn bounds(&mut self, start: usize) -> Result<Option<Bounds>, PatternError> {
        let low = self.bound(start)?;
        let is_fixed = !self.cursor.eat(',');
        let high = if is_fixed { low } else { self.bound(start)? };
        if (low.is_none() && high.is_none()) || !self.cursor.eat('}') {
            return Ok(None);
        }
        let low = low.unwrap_or_default();
        if high.is_some_and(|high| low > high) {
            return Err(PatternError::new("upper is smaller than lower in repeat range", start));
        }
        // `{2}?` means an optional `{2}`, but `{2,3}?` is a lazy quantifier.
        let is_greedy = is_fixed || !self.cursor.eat('?');
        Ok(Some(Bounds { low, high, is_greedy }))
    }

    fn bound(&mut self, start: usize) -> Result<Option<u32>, PatternError> {
        let before = self.cursor.at();
        match self.cursor.number() {
            Some(bound) if bound <= MAX_REPEAT => Ok((self.cursor.at() > before).then_some(bound)),
            _ => Err(PatternError::new("too big number for repeat range", start)),
        }
    }

    fn repeat(
        &mut self,
        at: usize,
        low: u32,
        high: Option<u32>,
        is_greedy: bool,
    ) -> Result<(), PatternError> {
        let mark = self.frames.last().map_or(0, |frame| frame.items);
        let in_text = std::mem::take(&mut self.in_text);
        if self.items.len() <= mark {
            return Err(PatternError::new("target of repeat operator is not specified", at));
        }
        let Some(&last) = self.items.last() else { return Ok(()) };
        let node_at = self.tree.node(last).at;
        if in_text {
            self.split_last_character(last, at);
        }
        if (low, high) != (1, Some(1))
            && let Some(inner) = self.items.pop()
        {
            self.item(node_at as usize, Part::Repeat { low, high, is_greedy, inner });
        }
        Ok(())
    }

    /// Splits off the last character of a text, since only that character is repeated.
    fn split_last_character(&mut self, id: NodeId, at: usize) {
        let Part::Text { start, end, ignores_case } = self.tree.node(id).part else { return };
        let last = self.tree.literal(start, end).chars().next_back();
        let split = end - last.map_or(0, char::len_utf8) as u32;
        if split > start {
            self.tree.set(id, Part::Text { start, end: split, ignores_case });
            self.item(at, Part::Text { start: split, end, ignores_case });
        }
    }

    // Escapes

    fn escape(&mut self, start: usize) -> Result<(), PatternError> {
        let letter_at = self.cursor.at();
        let Some(c) = self.cursor.bump() else {
            return Err(PatternError::new("end pattern at escape", start));
        };
        match c {
            'w' | 'W' | 's' | 'S' | 'd' | 'D' | 'h' | 'H' => {
                let is_ascii = self.options.types_are_ascii();
                self.item(start, Part::Type { letter: c as u8, is_ascii });
            }
            'b' | 'B' => {
                let (is_ascii, is_negated) = (self.options.brackets_are_ascii(), c == 'B');
                self.assertion(start, Assertion::WordBoundary { is_ascii, is_negated });
            }
            'A' => self.assertion(start, Assertion::TextStart),
            'G' => self.assertion(start, Assertion::SearchStart),
            'Z' => self.assertion(start, Assertion::TextEndOrNewline),
            'z' => self.assertion(start, Assertion::TextEnd),
            'K' => self.item(start, Part::Keep),
            'R' => self.item(start, Part::Cluster(Cluster::LineBreak)),
            'X' => self.item(start, Part::Cluster(Cluster::Grapheme)),
            'x' => {
                let c = self.cursor.code(2, 16);
                self.character(start, c);
            }
            '1'..='9' => self.number_escape(start, letter_at),
            'k' => match self.cursor.peek() {
                Some(open @ ('<' | '\'')) => {
                    self.cursor.bump();
                    let (target, level) = self.named_target(open)?;
                    self.backref(start, target, level);
                }
                _ => self.character(start, 'k'),
            },
            'g' => match self.cursor.peek() {
                Some(open @ ('<' | '\'')) => {
                    self.cursor.bump();
                    self.call(start, open)?;
                }
                _ => self.character(start, 'g'),
            },
            'p' | 'P' if self.cursor.eat('{') => {
                let (name, is_inverted) = read_property(&mut self.cursor, c == 'P')?;
                let ignores_case = self.options.ignores_case;
                self.item(start, Part::Property { name, is_inverted, ignores_case });
            }
            _ => self.character(start, escaped_char(c)),
        }
        Ok(())
    }

    fn assertion(&mut self, at: usize, assertion: Assertion) {
        self.item(at, Part::Assert(assertion));
    }

    fn backref(&mut self, at: usize, target: BackrefTarget, level: Option<i64>) {
        let backref = self.tree.backrefs.len() as u32;
        let ignores_case = self.options.ignores_case;
        self.tree.backrefs.push(Backref { target, ignores_case, level });
        self.item(at, Part::Backref { backref });
    }

    /// Parses `\1`: a back-reference, or the octal code of a character.
    fn number_escape(&mut self, start: usize, digits_at: usize) {
        self.cursor.back_to(digits_at);
        let groups = self.tree.groups.len() as u32;
        if let Some(group) = self.cursor.number()
            && group <= MAX_BACKREF
            && (group <= groups || group <= 9)
        {
            self.backref(start, BackrefTarget::Number(group), None);
            return;
        }
        self.cursor.back_to(digits_at);
        let code = match self.cursor.peek() {
            Some(c @ ('8' | '9')) => {
                self.cursor.bump();
                c
            }
            _ => self.cursor.code(3, 8),
        };
        self.character(start, code);
    }

    /// Parses the rest of `\k<name>` after `\k<`; returns its groups and its level.
    fn named_target(&mut self, open: char) -> Result<(BackrefTarget, Option<i64>), PatternError> {
        let GroupRef { span, number, level } =
            read_name_with_level(&mut self.cursor, closing(open))?;
        if let Some(number) = number {
            return Ok((BackrefTarget::Number(self.absolute(number, span.0)?), level));
        }
        let text = self.cursor.slice(span.0, span.1);
        let found = self.names.get(text).and_then(|&name| {
            let groups = self.tree.names.get(name as usize)?.groups.len() as u32;
            Some(BackrefTarget::Name { name, groups })
        });
        let undefined = || PatternError::naming("undefined name <", text, "> reference", span.0);
        Ok((found.ok_or_else(undefined)?, level))
    }

    /// Converts the number of a group, which may count backwards from here.
    fn absolute(&self, number: i64, at: usize) -> Result<u32, PatternError> {
        let absolute = if number < 0 { self.tree.groups.len() as i64 + 1 + number } else { number };
        if absolute <= 0 {
            return Err(PatternError::new("invalid backref number/name", at));
        }
        Ok(absolute as u32)
    }

    /// Parses the rest of `\g<name>` after `\g<`.
    fn call(&mut self, start: usize, open: char) -> Result<(), PatternError> {
        let end = closing(open);
        let mut is_relative = false;
        if self.cursor.eat('0') {
            if self.cursor.eat(end) {
                let at = self.cursor.at();
                self.add_call(start, (at, at), CallTarget::Whole);
                return Ok(());
            }
        } else if self.cursor.eat('+') {
            is_relative = true;
        }
        let GroupRef { span, number, .. } = read_name(&mut self.cursor, end, Purpose::Reference)?;
        let number = number.unwrap_or_default();
        let target = if is_relative || number < 0 {
            let ahead = if number > 0 { number - 1 } else { number };
            let absolute = self.tree.groups.len() as i64 + 1 + ahead;
            if absolute <= 0 {
                return Err(PatternError::new("invalid backref number/name", start));
            }
            CallTarget::Number(absolute as u32)
        } else if number > 0 {
            CallTarget::Number(number as u32)
        } else {
            CallTarget::Name(None)
        };
        self.add_call(start, span, target);
        Ok(())
    }

    fn add_call(&mut self, start: usize, name: (usize, usize), target: CallTarget) {
        let call = self.tree.calls.len() as u32;
        self.tree.calls.push(Call {
            at: start as u32,
            name: (name.0 as u32, name.1 as u32),
            target,
        });
        self.item(start, Part::Call { call });
    }
}
