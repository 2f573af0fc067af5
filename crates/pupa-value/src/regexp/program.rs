//! Instructions for the machine, made from the tree of a pattern.

use super::charset::CharSet;
use super::length;
use super::tree::{Assertion, Backref, Node, Pattern};

/// Where an instruction stands.
pub(super) type Address = usize;

/// How many instructions a pattern may have.
const MAX_SIZE: usize = 400_000;

/// What one instruction does.
#[derive(Debug, Clone)]
pub(super) enum Instruction {
    /// These characters, as they are.
    Text(Box<str>),
    One(One),
    /// The same kind of character several times.
    Many {
        one: One,
        low: u32,
        high: u32,
        is_greedy: bool,
    },
    Assert(Assertion),
    Keep,
    /// Goes on behind, and keeps the other address to come back to.
    Split(Address),
    Jump(Address),
    /// The start of a group. Of a group that can't be left by going back, the former state need
    /// not be kept.
    GroupStart {
        group: usize,
        is_undone: bool,
    },
    /// The end of a group. That of a group that is called looks for the start of its own level.
    GroupEnd {
        group: usize,
        is_called: bool,
    },
    EmptyStart(usize),
    /// Leaves a loop at `exit` if nothing was matched since the start of this round.
    EmptyEnd {
        check: usize,
        watches_groups: bool,
        exit: Address,
    },
    CountStart(usize),
    CountNext {
        counter: usize,
        low: u32,
        high: u32,
        is_greedy: bool,
        body: Address,
    },
    AheadStart,
    AheadEnd,
    /// Goes to the address if what follows does not match.
    NotAheadStart(Address),
    NotAheadEnd,
    /// Goes back by that many characters.
    Back(u32),
    NotBehindStart {
        chars: u32,
        exit: Address,
    },
    AtomicStart,
    AtomicEnd,
    AbsentStart,
    Absent(Address),
    AbsentEnd,
    Call(Address),
    Return,
    /// Goes to the address unless the group has matched.
    Condition {
        group: usize,
        otherwise: Address,
    },
    Backref(Backref),
    Match,
}

/// What matches one character.
#[derive(Debug, Clone)]
pub(super) enum One {
    Char(char),
    Set(CharSet),
    Any,
    AnyButNewline,
}

/// A pattern for the machine.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) groups: usize,
    pub(super) counters: usize,
    /// Whether groups are called.
    pub(super) has_calls: bool,
    /// Whether the state of a group outlives a failed attempt.
    pub(super) has_lasting_groups: bool,
    /// The bytes with which a match can begin, if it can't begin with any.
    pub(super) first_bytes: Option<Box<[bool; 256]>>,
    /// Whether a match can only begin where the text does.
    pub(super) is_anchored: bool,
}

/// The pattern is too large when its repetitions are written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Compiles a pattern.
pub(super) fn compile(pattern: &Pattern) -> Result<Program, TooLarge> {
    let mut called = vec![false; pattern.groups + 1];
    let mut leveled = vec![false; pattern.groups + 1];
    mark_referred(&pattern.root, &mut called, &mut leveled);
    let mut undone = vec![false; pattern.groups + 1];
    mark_undone(&pattern.root, false, &called, &mut undone);
    let has_calls = called.iter().any(|&is_called| is_called);
    let mut compiler = Compiler {
        instructions: Vec::new(),
        pattern,
        called,
        leveled,
        undone,
        has_calls,
        starts: vec![0; pattern.groups + 1],
        pending: Vec::new(),
        checks: 0,
        counters: 0,
        parts: 0,
    };
    compiler.whole()?;
    let has_lasting_groups = compiler.undone.iter().skip(1).any(|is_undone| !is_undone);
    let Compiler { instructions, counters, .. } = compiler;
    Ok(Program {
        instructions,
        groups: pattern.groups,
        has_calls,
        has_lasting_groups,
        counters,
        first_bytes: super::first::bytes(pattern),
        is_anchored: super::first::is_anchored(&pattern.root),
    })
}

/// Notes the groups that are called, and those that a back-reference with a level asks for.
fn mark_referred(node: &Node, called: &mut [bool], leveled: &mut [bool]) {
    match node {
        Node::Call(group) => {
            if let Some(is_called) = called.get_mut(*group) {
                *is_called = true;
            }
        }
        Node::Backref(Backref { groups, level: Some(_), .. }) => {
            for &group in groups {
                if let Some(is_leveled) = leveled.get_mut(group) {
                    *is_leveled = true;
                }
            }
        }
        _ => node.children().into_iter().for_each(|child| mark_referred(child, called, leveled)),
    }
}

/// Notes the groups whose state is restored when the machine goes back: those that stand in
/// alternatives, repetitions, negative look-around or calls, or are referred to.
// Compat: others keep it, which shows only where they stand in `(?~…)`.
fn mark_undone(node: &Node, is_inside: bool, called: &[bool], undone: &mut [bool]) {
    let mut is_inside = is_inside;
    let mut mark = |group: usize| {
        if let Some(slot) = undone.get_mut(group) {
            *slot = true;
        }
    };
    match node {
        Node::Group { number, .. } => {
            if is_inside {
                mark(*number);
            }
            is_inside |= called.get(*number).copied().unwrap_or_default();
        }
        Node::Backref(backref) => backref.groups.iter().for_each(|&group| mark(group)),
        Node::Call(group) => mark(*group),
        Node::Alternatives(_) | Node::Look { is_negative: true, .. } => is_inside = true,
        Node::Repeat { low, high, .. } => is_inside |= *high != Some(*low),
        _ => {}
    }
    for child in node.children() {
        mark_undone(child, is_inside, called, undone);
    }
}

struct Compiler<'p> {
    instructions: Vec<Instruction>,
    pattern: &'p Pattern,
    called: Vec<bool>,
    leveled: Vec<bool>,
    /// Groups whose state is restored when the machine goes back.
    undone: Vec<bool>,
    has_calls: bool,
    /// Where the bodies of groups begin that are called.
    starts: Vec<Address>,
    /// Calls whose address is still to be filled in, with their groups.
    pending: Vec<(Address, usize)>,
    checks: usize,
    counters: usize,
    /// How many parts have been compiled.
    parts: usize,
}

impl Compiler<'_> {
    fn whole(&mut self) -> Result<(), TooLarge> {
        let pattern = self.pattern;
        if self.called.first() == Some(&true) {
            // The whole pattern is a group that is called.
            let call = self.emit(Instruction::Call(0))?;
            self.emit(Instruction::Match)?;
            let start = self.here();
            self.set(call, Instruction::Call(start));
            self.set_start(0, start);
            self.node(&pattern.root)?;
            self.emit(Instruction::Return)?;
        } else {
            self.node(&pattern.root)?;
            self.emit(Instruction::Match)?;
        }
        for (address, group) in std::mem::take(&mut self.pending) {
            let start = self.starts.get(group).copied().unwrap_or_default();
            self.set(address, Instruction::Call(start));
        }
        Ok(())
    }

    fn here(&self) -> Address {
        self.instructions.len()
    }

    fn emit(&mut self, instruction: Instruction) -> Result<Address, TooLarge> {
        if self.instructions.len() >= MAX_SIZE {
            return Err(TooLarge);
        }
        self.instructions.push(instruction);
        Ok(self.instructions.len() - 1)
    }

    fn set(&mut self, address: Address, instruction: Instruction) {
        if let Some(slot) = self.instructions.get_mut(address) {
            *slot = instruction;
        }
    }

    fn set_start(&mut self, group: usize, start: Address) {
        if let Some(slot) = self.starts.get_mut(group) {
            *slot = start;
        }
    }

    fn node(&mut self, node: &Node) -> Result<(), TooLarge> {
        // Parts that need no instruction count too, or repeating them could take forever.
        self.parts += 1;
        if self.parts > MAX_SIZE {
            return Err(TooLarge);
        }
        match node {
            Node::Empty => {}
            Node::Char(_) | Node::Set(_) | Node::Any { .. } => {
                if let Some(one) = one(node) {
                    self.emit(Instruction::One(one))?;
                }
            }
            Node::Assert(assertion) => {
                self.emit(Instruction::Assert(*assertion))?;
            }
            Node::Keep => {
                self.emit(Instruction::Keep)?;
            }
            Node::Group { number, inner } => self.group(*number, inner)?,
            Node::Look { is_behind, is_negative, inner } => match (is_behind, is_negative) {
                (false, false) => self.ahead(inner)?,
                (false, true) => self.not_ahead(inner)?,
                (true, false) => self.behind(inner)?,
                (true, true) => self.not_behind(inner)?,
            },
            Node::Atomic(inner) => {
                self.emit(Instruction::AtomicStart)?;
                self.node(inner)?;
                self.emit(Instruction::AtomicEnd)?;
            }
            Node::Absent(inner) => self.absent(inner)?,
            Node::Condition { group, yes, no } => self.condition(*group, yes, no)?,
            Node::Backref(backref) => {
                self.emit(Instruction::Backref(backref.clone()))?;
            }
            Node::Call(group) => {
                let address = self.emit(Instruction::Call(0))?;
                self.pending.push((address, *group));
            }
            Node::Concat(items) => self.concat(items)?,
            Node::Alternatives(branches) => self.alternatives(branches)?,
            Node::Repeat { low, high, is_greedy, inner } => {
                self.repeat(*low, *high, *is_greedy, inner)?;
            }
        }
        Ok(())
    }

    fn concat(&mut self, items: &[Node]) -> Result<(), TooLarge> {
        let mut text = String::new();
        for (index, item) in items.iter().enumerate() {
            if let Node::Char(c) = item {
                text.push(*c);
                let next_is_char = matches!(items.get(index + 1), Some(Node::Char(_)));
                if !next_is_char {
                    self.text(std::mem::take(&mut text))?;
                }
                continue;
            }
            self.node(item)?;
        }
        Ok(())
    }

    fn text(&mut self, text: String) -> Result<(), TooLarge> {
        let mut chars = text.chars();
        let instruction = match (chars.next(), chars.next()) {
            (Some(c), None) => Instruction::One(One::Char(c)),
            _ => Instruction::Text(text.into_boxed_str()),
        };
        self.emit(instruction)?;
        Ok(())
    }

    fn alternatives(&mut self, branches: &[Node]) -> Result<(), TooLarge> {
        self.branches(branches, |_, _| Ok(()))
    }

    /// Tries one branch after the other, each after what is to be done `before` it.
    fn branches(
        &mut self,
        branches: &[Node],
        before: impl Fn(&mut Self, &Node) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let mut jumps = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            let is_last = index + 1 == branches.len();
            let split = if is_last { None } else { Some(self.emit(Instruction::Split(0))?) };
            before(self, branch)?;
            self.node(branch)?;
            if let Some(split) = split {
                jumps.push(self.emit(Instruction::Jump(0))?);
                let next = self.here();
                self.set(split, Instruction::Split(next));
            }
        }
        let end = self.here();
        jumps.into_iter().for_each(|jump| self.set(jump, Instruction::Jump(end)));
        Ok(())
    }

    fn group(&mut self, number: usize, inner: &Node) -> Result<(), TooLarge> {
        let is_called = self.called.get(number).copied().unwrap_or_default();
        let is_leveled = self.leveled.get(number).copied().unwrap_or_default();
        let mut over = None;
        if is_called {
            let call = self.emit(Instruction::Call(0))?;
            over = Some(self.emit(Instruction::Jump(0))?);
            let start = self.here();
            self.set(call, Instruction::Call(start));
            self.set_start(number, start);
        }
        let is_undone = self.undone.get(number).copied().unwrap_or(true);
        self.emit(Instruction::GroupStart { group: number, is_undone })?;
        self.node(inner)?;
        let is_called = is_called || is_leveled || self.has_calls;
        self.emit(Instruction::GroupEnd { group: number, is_called })?;
        if let Some(over) = over {
            self.emit(Instruction::Return)?;
            let end = self.here();
            self.set(over, Instruction::Jump(end));
        }
        Ok(())
    }

    fn ahead(&mut self, inner: &Node) -> Result<(), TooLarge> {
        self.emit(Instruction::AheadStart)?;
        self.node(inner)?;
        self.emit(Instruction::AheadEnd)?;
        Ok(())
    }

    fn not_ahead(&mut self, inner: &Node) -> Result<(), TooLarge> {
        let start = self.emit(Instruction::NotAheadStart(0))?;
        self.node(inner)?;
        self.emit(Instruction::NotAheadEnd)?;
        let end = self.here();
        self.set(start, Instruction::NotAheadStart(end));
        Ok(())
    }

    /// Each alternative of a look-behind goes back by its own length.
    fn behind(&mut self, inner: &Node) -> Result<(), TooLarge> {
        self.branches(branches(inner), |program, branch| {
            program.emit(Instruction::Back(length::of(branch, program.pattern))).map(drop)
        })
    }

    fn not_behind(&mut self, inner: &Node) -> Result<(), TooLarge> {
        for branch in branches(inner) {
            let chars = length::of(branch, self.pattern);
            let start = self.emit(Instruction::NotBehindStart { chars, exit: 0 })?;
            self.node(branch)?;
            self.emit(Instruction::NotAheadEnd)?;
            let exit = self.here();
            self.set(start, Instruction::NotBehindStart { chars, exit });
        }
        Ok(())
    }

    fn absent(&mut self, inner: &Node) -> Result<(), TooLarge> {
        self.emit(Instruction::AbsentStart)?;
        let absent = self.emit(Instruction::Absent(0))?;
        self.node(inner)?;
        self.emit(Instruction::AbsentEnd)?;
        let end = self.here();
        self.set(absent, Instruction::Absent(end));
        Ok(())
    }

    fn condition(&mut self, group: usize, yes: &Node, no: &Node) -> Result<(), TooLarge> {
        let condition = self.emit(Instruction::Condition { group, otherwise: 0 })?;
        self.node(yes)?;
        let jump = self.emit(Instruction::Jump(0))?;
        let otherwise = self.here();
        self.set(condition, Instruction::Condition { group, otherwise });
        self.node(no)?;
        let end = self.here();
        self.set(jump, Instruction::Jump(end));
        Ok(())
    }

    // Repetition

    fn repeat(
        &mut self,
        low: u32,
        high: Option<u32>,
        is_greedy: bool,
        inner: &Node,
    ) -> Result<(), TooLarge> {
        if let Some(one) = one(inner) {
            let high = high.unwrap_or(u32::MAX);
            self.emit(Instruction::Many { one, low, high, is_greedy })?;
            return Ok(());
        }
        match high {
            Some(0) => {
                // It never matches, but a call may reach a group in it.
                if self.has_calls {
                    let jump = self.emit(Instruction::Jump(0))?;
                    self.node(inner)?;
                    let end = self.here();
                    self.set(jump, Instruction::Jump(end));
                }
                Ok(())
            }
            Some(1) => self.optional(is_greedy, inner),
            Some(high) if is_greedy && self.is_written_out(inner, high) => {
                self.times(low, inner)?;
                let mut splits = Vec::new();
                for _ in low..high {
                    splits.push(self.emit(Instruction::Split(0))?);
                    self.node(inner)?;
                }
                let end = self.here();
                splits.into_iter().for_each(|split| self.set(split, Instruction::Split(end)));
                Ok(())
            }
            None if low <= 1 || self.is_written_out(inner, low) => {
                self.times(low, inner)?;
                self.endless(is_greedy, inner)
            }
            high => self.counted(low, high.unwrap_or(u32::MAX), is_greedy, inner),
        }
    }

    /// Whether a part is repeated by writing it out as often, since that is short, or since
    /// calls would mix up the counters.
    fn is_written_out(&self, inner: &Node, times: u32) -> bool {
        self.has_calls || length::code_size(inner).saturating_mul(times as usize) <= 50
    }

    fn times(&mut self, times: u32, inner: &Node) -> Result<(), TooLarge> {
        for _ in 0..times {
            self.node(inner)?;
        }
        Ok(())
    }

    fn optional(&mut self, is_greedy: bool, inner: &Node) -> Result<(), TooLarge> {
        let split = self.emit(Instruction::Split(0))?;
        if is_greedy {
            self.node(inner)?;
            let end = self.here();
            self.set(split, Instruction::Split(end));
            return Ok(());
        }
        let jump = self.emit(Instruction::Jump(0))?;
        let body = self.here();
        self.set(split, Instruction::Split(body));
        self.node(inner)?;
        let end = self.here();
        self.set(jump, Instruction::Jump(end));
        Ok(())
    }

    fn endless(&mut self, is_greedy: bool, inner: &Node) -> Result<(), TooLarge> {
        if is_greedy {
            let split = self.emit(Instruction::Split(0))?;
            let empty_end = self.checked(inner)?;
            self.emit(Instruction::Jump(split))?;
            let end = self.here();
            self.set(split, Instruction::Split(end));
            self.leave_at(empty_end, end);
            return Ok(());
        }
        let jump = self.emit(Instruction::Jump(0))?;
        let body = self.here();
        let empty_end = self.checked(inner)?;
        let again = self.here();
        self.emit(Instruction::Split(body))?;
        self.set(jump, Instruction::Jump(again));
        self.leave_at(empty_end, again + 1);
        Ok(())
    }

    fn counted(
        &mut self,
        low: u32,
        high: u32,
        is_greedy: bool,
        inner: &Node,
    ) -> Result<(), TooLarge> {
        let counter = self.counters;
        self.counters += 1;
        self.emit(Instruction::CountStart(counter))?;
        let mut way_out = None;
        if low == 0 {
            way_out = Some(self.emit(Instruction::Split(0))?);
            if !is_greedy {
                self.emit(Instruction::Jump(0))?;
            }
        }
        let body = self.here();
        let empty_end = self.checked(inner)?;
        self.emit(Instruction::CountNext { counter, low, high, is_greedy, body })?;
        let end = self.here();
        self.leave_at(empty_end, end);
        if let Some(split) = way_out {
            if is_greedy {
                self.set(split, Instruction::Split(end));
            } else {
                self.set(split, Instruction::Split(body));
                self.set(split + 1, Instruction::Jump(end));
            }
        }
        Ok(())
    }

    /// The body of a loop, with a check for rounds that match nothing if that can be.
    fn checked(&mut self, inner: &Node) -> Result<Option<Address>, TooLarge> {
        if !length::may_be_empty(inner, self.pattern) {
            self.node(inner)?;
            return Ok(None);
        }
        let check = self.checks;
        self.checks += 1;
        self.emit(Instruction::EmptyStart(check))?;
        self.node(inner)?;
        let watches_groups = length::has_groups(inner, self.pattern);
        self.emit(Instruction::EmptyEnd { check, watches_groups, exit: 0 }).map(Some)
    }

    fn leave_at(&mut self, empty_end: Option<Address>, at: Address) {
        if let Some(address) = empty_end
            && let Some(Instruction::EmptyEnd { exit, .. }) = self.instructions.get_mut(address)
        {
            *exit = at;
        }
    }
}

/// The alternatives of a part, or the part.
fn branches(node: &Node) -> &[Node] {
    match node {
        Node::Alternatives(branches) => branches,
        other => std::slice::from_ref(other),
    }
}

/// What matches one character, if the part does.
fn one(node: &Node) -> Option<One> {
    match node {
        Node::Char(c) => Some(One::Char(*c)),
        Node::Set(set) => Some(One::Set(CharSet::new(set))),
        Node::Any { matches_newline: true } => Some(One::Any),
        Node::Any { matches_newline: false } => Some(One::AnyButNewline),
        _ => None,
    }
}
