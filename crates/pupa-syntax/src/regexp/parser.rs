//! The grammar of patterns: groups, alternatives, repetition, escapes.
//!
//! Open groups are on a stack of their own, so the depth of a pattern costs no stack
//! of the process.

use super::Fault;
use super::class::read_class;
use super::name::{GroupRef, Purpose, closing, read_name, read_name_with_level};
use super::properties::is_property;
use super::tree::{Call, CallTarget, GroupName, NodeId, Part, Tree};

/// The limit for the nesting of groups and classes.
pub(super) const MAX_DEPTH: usize = 4096;
const MAX_GROUPS: usize = 32_767;
const MAX_BACKREF: u32 = 1000;
const MAX_REPEAT: u32 = 100_000;

const UNMATCHED_OPEN: &str = "end pattern with unmatched parenthesis";
const UNDEFINED_OPTION: &str = "undefined group option";
const END_IN_GROUP: &str = "end pattern in group";

/// A place in the text of a pattern.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn text_end(&self) -> usize {
        self.text.len()
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn rest(&self) -> &'a str {
        self.slice(self.at, self.text.len())
    }

    pub(super) fn peek(&self) -> Option<char> {
        match self.text.as_bytes().get(self.at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            Some(_) => self.rest().chars().next(),
            None => None,
        }
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Goes on if the next character is `c`.
    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    pub(super) fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Reads decimal digits; nothing when their value is too big, 0 when there are none.
    pub(super) fn number(&mut self) -> Option<u32> {
        let mut value = 0u32;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.checked_mul(10)?.checked_add(digit)?;
            if value > i32::MAX as u32 {
                return None;
            }
            self.at += 1;
        }
        Some(value)
    }

    /// Reads at most `limit` digits as the code of an ASCII character.
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

/// Reads the name of a property up to its closing brace, which is read too.
pub(super) fn skip_property(cursor: &mut Cursor<'_>) -> Result<(), Fault> {
    let start = cursor.at();
    let mut last = start;
    while let Some(c) = cursor.peek() {
        last = cursor.at();
        cursor.bump();
        match c {
            '}' if is_property(cursor.slice(start, last)) => return Ok(()),
            '}' | '(' | ')' | '{' | '|' => break,
            _ => {}
        }
    }
    Err(Fault::naming("invalid character property name {", cursor.slice(start, last), "}", start))
}

/// A group that is open.
#[derive(Debug)]
struct Frame {
    kind: FrameKind,
    at: u32,
    /// Whether blanks were skipped outside of it.
    was_extended: bool,
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
    Options,
    /// `(?i)`, which reaches to the end of the group around it.
    RestOptions,
    Atomic,
    Absent,
    Condition {
        group: u32,
        is_by_name: bool,
    },
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    tree: Tree<'a>,
    frames: Vec<Frame>,
    branches: Vec<NodeId>,
    items: Vec<NodeId>,
    /// Whether the last item is text that further characters join.
    in_text: bool,
    /// Whether blanks and comments are skipped.
    is_extended: bool,
}

/// Parses the text of a pattern.
pub(super) fn parse(text: &str) -> Result<Tree<'_>, Fault> {
    let mut parser = Parser {
        cursor: Cursor { text, at: 0 },
        tree: Tree::for_text(text),
        frames: Vec::with_capacity(8),
        branches: Vec::with_capacity(8),
        items: Vec::with_capacity(16),
        in_text: false,
        is_extended: false,
    };
    parser.open(FrameKind::Whole, 0)?;
    while parser.step()? {}
    parser.finish()
}

impl<'a> Parser<'a> {
    /// Reads one part; false at the end.
    fn step(&mut self) -> Result<bool, Fault> {
        let start = self.cursor.at;
        let Some(c) = self.cursor.bump() else { return Ok(false) };
        match c {
            '\\' => self.escape(start)?,
            '.' => self.item(start, Part::One),
            '*' => self.repeat_operator(start, 0, None)?,
            '+' => self.repeat_operator(start, 1, None)?,
            '?' => self.repeat_operator(start, 0, Some(1))?,
            '{' => self.interval(start)?,
            '|' => self.end_branch(),
            '(' => self.open_group(start)?,
            ')' => self.close_group(start)?,
            '^' | '$' => self.item(start, Part::Anchor { may_look_behind: true }),
            '[' => {
                read_class(&mut self.cursor, self.frames.len())?;
                self.item(start, Part::One);
            }
            '#' if self.is_extended => self.skip_comment(),
            ' ' | '\t' | '\n' | '\r' | '\u{c}' if self.is_extended => {}
            _ => self.character(start),
        }
        Ok(true)
    }

    fn finish(mut self) -> Result<Tree<'a>, Fault> {
        while let Some(frame) = self.frames.last() {
            let (kind, at) = (frame.kind, frame.at as usize);
            if !matches!(kind, FrameKind::Whole | FrameKind::RestOptions) {
                return Err(Fault::new(UNMATCHED_OPEN, at));
            }
            self.close();
        }
        Ok(self.tree)
    }

    fn item(&mut self, at: usize, part: Part) {
        let id = self.tree.add(at as u32, part);
        self.items.push(id);
        self.in_text = false;
    }

    fn character(&mut self, at: usize) {
        if self.in_text
            && let Some(&id) = self.items.last()
            && let Part::Text { chars } = self.tree.node(id).part
        {
            self.tree.set(id, Part::Text { chars: chars + 1 });
            return;
        }
        self.item(at, Part::Text { chars: 1 });
        self.in_text = true;
    }

    fn skip_comment(&mut self) {
        while let Some(c) = self.cursor.bump() {
            if c == '\n' {
                break;
            }
        }
    }

    // Groups

    fn open(&mut self, kind: FrameKind, at: usize) -> Result<(), Fault> {
        if self.frames.len() + 1 > MAX_DEPTH {
            return Err(Fault::new("parse depth limit over", at));
        }
        self.frames.push(Frame {
            kind,
            at: at as u32,
            was_extended: self.is_extended,
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
            0 => self.tree.add(at, Part::Text { chars: 0 }),
            1 => self.items.pop().unwrap_or_default(),
            _ => self.tree.add_many(at, &mut self.items, mark, Part::Sequence),
        };
        self.branches.push(branch);
        self.in_text = false;
    }

    /// Ends the innermost group, which becomes an item of the one around it.
    fn close(&mut self) {
        self.end_branch();
        let Some(frame) = self.frames.pop() else { return };
        let inner = match self.branches.len() - frame.branches {
            1 => self.branches.pop().unwrap_or_default(),
            _ => {
                self.tree.add_many(frame.at, &mut self.branches, frame.branches, Part::Alternatives)
            }
        };
        self.is_extended = frame.was_extended;
        let part = match frame.kind {
            FrameKind::Whole => return,
            FrameKind::Plain => {
                self.items.push(inner);
                self.in_text = false;
                return;
            }
            FrameKind::Capture { is_named, .. } => Part::Capture { is_named, inner },
            FrameKind::Look { is_behind, is_negative } => {
                Part::Look { is_behind, is_negative, inner }
            }
            FrameKind::Options | FrameKind::RestOptions => Part::Options { inner },
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

    fn close_group(&mut self, at: usize) -> Result<(), Fault> {
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
        Err(Fault::new("unmatched close parenthesis", at))
    }

    fn open_group(&mut self, start: usize) -> Result<(), Fault> {
        if !self.cursor.eat('?') {
            if self.cursor.peek().is_none() {
                return Err(Fault::new(UNMATCHED_OPEN, start));
            }
            let number = self.add_group(start)?;
            return self.open(FrameKind::Capture { number, is_named: false }, start);
        }
        let Some(c) = self.cursor.bump() else { return Err(Fault::new(END_IN_GROUP, start)) };
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
                None => return Err(Fault::new(UNMATCHED_OPEN, start)),
                Some(next @ ('=' | '!')) => {
                    self.cursor.bump();
                    look(true, next == '!')
                }
                Some(_) => self.named_group(start, '>')?,
            },
            '(' => self.condition(start)?,
            '-' | 'i' | 'm' | 'x' | 'a' | 'd' | 'u' => return self.options(start, c),
            _ => return Err(Fault::new(UNDEFINED_OPTION, start)),
        };
        self.open(kind, start)
    }

    /// `(?# … )`
    fn comment_group(&mut self, start: usize) -> Result<(), Fault> {
        loop {
            match self.cursor.bump() {
                None => return Err(Fault::new(END_IN_GROUP, start)),
                Some('\\') => {
                    self.cursor.bump();
                }
                Some(')') => return Ok(()),
                Some(_) => {}
            }
        }
    }

    fn add_group(&mut self, at: usize) -> Result<u32, Fault> {
        if self.tree.groups.len() >= MAX_GROUPS {
            return Err(Fault::new("too many capture groups are specified", at));
        }
        self.tree.groups.push(None);
        Ok(self.tree.groups.len() as u32)
    }

    fn named_group(&mut self, start: usize, end: char) -> Result<FrameKind, Fault> {
        let name = read_name(&mut self.cursor, end, Purpose::Definition)?;
        let number = self.add_group(start)?;
        let name = self.cursor.slice(name.span.0, name.span.1);
        let fresh = GroupName { first: number, count: 0 };
        self.tree.names.entry(name).or_insert(fresh).count += 1;
        self.tree.named += 1;
        Ok(FrameKind::Capture { number, is_named: true })
    }

    /// `(?(1)`, `(?(<name>)`
    fn condition(&mut self, start: usize) -> Result<FrameKind, Fault> {
        match self.cursor.peek() {
            None => Err(Fault::new(UNDEFINED_OPTION, start)),
            Some(c) if c.is_ascii_digit() => {
                let group = read_name(&mut self.cursor, ')', Purpose::Reference)?;
                let group = group.number.unwrap_or_default() as u32;
                Ok(FrameKind::Condition { group, is_by_name: false })
            }
            Some(open @ ('<' | '\'')) => {
                self.cursor.bump();
                let (Part::NumberedBackref { group } | Part::NamedBackref { group }) =
                    self.named_backref(open)?
                else {
                    return Err(Fault::new(UNDEFINED_OPTION, start));
                };
                if !self.cursor.eat(')') {
                    return Err(Fault::new(UNDEFINED_OPTION, start));
                }
                Ok(FrameKind::Condition { group, is_by_name: true })
            }
            Some(_) => Err(Fault::new("invalid conditional pattern", start)),
        }
    }

    /// `(?i-m)`, `(?x: … )`
    fn options(&mut self, start: usize, first: char) -> Result<(), Fault> {
        let mut c = first;
        let mut is_off = false;
        let mut is_extended = self.is_extended;
        loop {
            match c {
                ':' | ')' => break,
                '-' => is_off = true,
                'x' => is_extended = !is_off,
                'i' | 'm' => {}
                'a' | 'u' | 'd' if !is_off => {}
                _ => return Err(Fault::new(UNDEFINED_OPTION, start)),
            }
            c = self.cursor.bump().ok_or_else(|| Fault::new(END_IN_GROUP, start))?;
        }
        let kind = if c == ':' { FrameKind::Options } else { FrameKind::RestOptions };
        self.open(kind, start)?;
        self.is_extended = is_extended;
        Ok(())
    }

    // Repetition

    fn repeat_operator(&mut self, at: usize, low: u32, high: Option<u32>) -> Result<(), Fault> {
        let is_possessive = !self.cursor.eat('?') && self.cursor.eat('+');
        self.repeat(at, low, high)?;
        if is_possessive && let Some(inner) = self.items.pop() {
            self.item(at, Part::Atomic { inner });
        }
        Ok(())
    }

    /// `{2}`, `{2,}`, `{,3}`, `{2,3}`; anything else that begins so is text.
    fn interval(&mut self, start: usize) -> Result<(), Fault> {
        let behind = self.cursor.at;
        match self.bounds(start)? {
            None => {
                self.cursor.back_to(behind);
                self.character(start);
                Ok(())
            }
            Some((low, high)) => self.repeat(start, low, high),
        }
    }

    fn bounds(&mut self, start: usize) -> Result<Option<(u32, Option<u32>)>, Fault> {
        let low = self.bound(start)?;
        let is_fixed = !self.cursor.eat(',');
        let high = if is_fixed { low } else { self.bound(start)? };
        if (low.is_none() && high.is_none()) || !self.cursor.eat('}') {
            return Ok(None);
        }
        let low = low.unwrap_or_default();
        if high.is_some_and(|high| low > high) {
            return Err(Fault::new("upper is smaller than lower in repeat range", start));
        }
        // `{2}?` is an optional `{2}`, where `{2,3}?` is reluctant.
        if !is_fixed {
            self.cursor.eat('?');
        }
        Ok(Some((low, high)))
    }

    fn bound(&mut self, start: usize) -> Result<Option<u32>, Fault> {
        let before = self.cursor.at;
        match self.cursor.number() {
            Some(bound) if bound <= MAX_REPEAT => Ok((self.cursor.at > before).then_some(bound)),
            _ => Err(Fault::new("too big number for repeat range", start)),
        }
    }

    fn repeat(&mut self, at: usize, low: u32, high: Option<u32>) -> Result<(), Fault> {
        let mark = self.frames.last().map_or(0, |frame| frame.items);
        let in_text = std::mem::take(&mut self.in_text);
        if self.items.len() <= mark {
            return Err(Fault::new("target of repeat operator is not specified", at));
        }
        if (low, high) == (1, Some(1)) {
            self.in_text = false;
            return Ok(());
        }
        let Some(mut inner) = self.items.pop() else { return Ok(()) };
        let node = self.tree.node(inner);
        if in_text
            && let Part::Text { chars } = node.part
            && chars > 1
        {
            // Only the last character of a text is repeated.
            self.items.push(inner);
            self.tree.set(inner, Part::Text { chars: chars - 1 });
            inner = self.tree.add(at as u32, Part::Text { chars: 1 });
        }
        self.item(node.at as usize, Part::Repeat { low, high, inner });
        Ok(())
    }

    // Escapes

    fn escape(&mut self, start: usize) -> Result<(), Fault> {
        let letter_at = self.cursor.at;
        let Some(c) = self.cursor.bump() else {
            return Err(Fault::new("end pattern at escape", start));
        };
        match c {
            'w' | 'W' | 's' | 'S' | 'd' | 'D' | 'h' | 'H' => self.item(start, Part::One),
            'b' | 'B' | 'A' | 'G' | 'K' => self.item(start, Part::Anchor { may_look_behind: true }),
            'Z' | 'z' => self.item(start, Part::Anchor { may_look_behind: false }),
            'R' | 'X' => self.item(start, Part::Cluster),
            'x' => {
                self.cursor.code(2, 16);
                self.character(start);
            }
            '1'..='9' => self.number_escape(start, letter_at),
            'k' => match self.cursor.peek() {
                Some(open @ ('<' | '\'')) => {
                    self.cursor.bump();
                    let part = self.named_backref(open)?;
                    self.item(start, part);
                }
                _ => self.character(start),
            },
            'g' => match self.cursor.peek() {
                Some(open @ ('<' | '\'')) => {
                    self.cursor.bump();
                    self.call(start, open)?;
                }
                _ => self.character(start),
            },
            'p' | 'P' if self.cursor.eat('{') => {
                self.cursor.eat('^');
                skip_property(&mut self.cursor)?;
                self.item(start, Part::One);
            }
            _ => self.character(start),
        }
        Ok(())
    }

    /// `\1`: a back-reference, or the octal code of a character.
    fn number_escape(&mut self, start: usize, digits_at: usize) {
        self.cursor.back_to(digits_at);
        let groups = self.tree.groups.len() as u32;
        if let Some(group) = self.cursor.number()
            && group <= MAX_BACKREF
            && (group <= groups || group <= 9)
        {
            self.item(start, Part::NumberedBackref { group });
            return;
        }
        self.cursor.back_to(digits_at);
        if matches!(self.cursor.peek(), Some('8' | '9')) {
            self.cursor.bump();
        } else {
            self.cursor.code(3, 8);
        }
        self.character(start);
    }

    /// `\k<name>`, whose `\k<` has been read.
    fn named_backref(&mut self, open: char) -> Result<Part, Fault> {
        let GroupRef { span, number } = read_name_with_level(&mut self.cursor, closing(open))?;
        if let Some(number) = number {
            let group = self.absolute(number, span.0)?;
            return Ok(Part::NumberedBackref { group });
        }
        let name = self.cursor.slice(span.0, span.1);
        match self.tree.names.get(name) {
            Some(found) => Ok(Part::NamedBackref { group: found.first }),
            None => Err(Fault::naming("undefined name <", name, "> reference", span.0)),
        }
    }

    /// The number of a group from one that may count back from here.
    fn absolute(&self, number: i64, at: usize) -> Result<u32, Fault> {
        let absolute = if number < 0 { self.tree.groups.len() as i64 + 1 + number } else { number };
        if absolute <= 0 {
            return Err(Fault::new("invalid backref number/name", at));
        }
        Ok(absolute as u32)
    }

    /// `\g<name>`, whose `\g<` has been read.
    fn call(&mut self, start: usize, open: char) -> Result<(), Fault> {
        let end = closing(open);
        let mut is_relative = false;
        if self.cursor.eat('0') {
            if self.cursor.eat(end) {
                let at = self.cursor.at;
                self.add_call(start, (at, at), CallTarget::Whole);
                return Ok(());
            }
        } else if self.cursor.eat('+') {
            is_relative = true;
        }
        let GroupRef { span, number } = read_name(&mut self.cursor, end, Purpose::Reference)?;
        let number = number.unwrap_or_default();
        let target = if is_relative || number < 0 {
            let ahead = if number > 0 { number - 1 } else { number };
            let absolute = self.tree.groups.len() as i64 + 1 + ahead;
            if absolute <= 0 {
                return Err(Fault::new("invalid backref number/name", start));
            }
            CallTarget::Number(absolute as u32)
        } else if number > 0 {
            CallTarget::Number(number as u32)
        } else {
            CallTarget::Name
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
