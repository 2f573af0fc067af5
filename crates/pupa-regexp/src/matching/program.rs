//! The instructions of the machine, compiled from the tree of a pattern.

use super::charset::CharSet;
use crate::meaning::length;
use crate::meaning::node::{Assertion, Backref, Node, Pattern};

/// The index of an instruction.
pub(crate) type Address = usize;

/// The maximum number of instructions of a program.
const MAX_SIZE: usize = 400_000;

/// An instruction of the machine.
#[derive(Debug, Clone)]
pub(crate) enum Instruction {
    /// Matches these characters.
    Text(Box<str>),
    One(One),
    /// Matches a character of this kind between `low` and `high` times.
    Many {
        one: One,
        low: u32,
        high: u32,
        is_greedy: bool,
    },
    Assert(Assertion),
    Keep,
    /// Continues with the next instruction, and with the other address when backtracking.
    Split(Address),
    Jump(Address),
    /// The start of a group. `is_restored` is false if backtracking never leaves the group, so that
    /// its former value need not be kept.
    GroupStart {
        group: usize,
        is_restored: bool,
    },
    /// The end of a group. A called group must find the start of its own recursion level.
    GroupEnd {
        group: usize,
        is_called: bool,
    },
    EmptyStart(usize),
    /// Leaves a loop at `exit` if the current iteration matched the empty string.
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
    /// Continues at the address if the look-around does not match.
    NotAheadStart(Address),
    NotAheadEnd,
    /// Moves back by this number of characters.
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
    /// Jumps to the address unless the group has matched.
    Condition {
        group: usize,
        otherwise: Address,
    },
    Backref(Backref),
    Match,
}

/// The kinds of single characters.
#[derive(Debug, Clone)]
pub(crate) enum One {
    Char(char),
    Set(CharSet),
    Any,
    AnyButNewline,
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) groups: usize,
    pub(crate) counters: usize,
    /// Whether there are subexpression calls.
    pub(crate) has_calls: bool,
    /// Whether the value of a group survives a failed attempt.
    pub(crate) has_lasting_groups: bool,
    /// The bytes with which a match can begin, if they are limited.
    pub(crate) first_bytes: Option<Box<[bool; 256]>>,
    /// Whether a match can only begin at the start of the string.
    pub(crate) is_anchored: bool,
}

/// The pattern is too large after expanding its repetitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Compiles a pattern.
pub(crate) fn compile(pattern: &Pattern) -> Result<Program, TooLarge> {
    let mut called = vec![false; pattern.groups + 1];
    let mut with_level = vec![false; pattern.groups + 1];
    mark_referred(&pattern.root, &mut called, &mut with_level);
    let mut restored = vec![false; pattern.groups + 1];
    mark_restored(&pattern.root, false, &called, &mut restored);
    let has_calls = called.iter().any(|&is_called| is_called);
    let mut compiler = Compiler {
        instructions: Vec::new(),
        pattern,
        called,
        with_level,
        restored,
        has_calls,
        starts: vec![0; pattern.groups + 1],
        pending: Vec::new(),
        checks: 0,
        counters: 0,
        nodes: 0,
    };
    compiler.whole()?;
    let has_lasting_groups = compiler.restored.iter().skip(1).any(|is_restored| !is_restored);
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

/// Marks the groups that are called, and those in back-references with a level.
fn mark_referred(node: &Node, called: &mut [bool], with_level: &mut [bool]) {
    match node {
        Node::Call(group) => {
            if let Some(is_called) = called.get_mut(*group) {
                *is_called = true;
            }
        }
        Node::Backref(Backref { groups, level: Some(_), .. }) => {
            for &group in groups {
                if let Some(is_with_level) = with_level.get_mut(group) {
                    *is_with_level = true;
                }
            }
        }
        _ => node.children().for_each(|child| mark_referred(child, called, with_level)),
    }
}

/// Marks the groups whose value is restored by backtracking: those in alternatives, repetitions,
/// negative look-arounds or calls, and those in back-references.
// Compat: the others keep their value, which is visible only within `(?~…)`.
fn mark_restored(node: &Node, is_inside: bool, called: &[bool], restored: &mut [bool]) {
    let mut is_inside = is_inside;
    let mut mark = |group: usize| {
        if let Some(slot) = restored.get_mut(group) {
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
        mark_restored(child, is_inside, called, restored);
    }
}

struct Compiler<'p> {
    instructions: Vec<Instruction>,
    pattern: &'p Pattern,
    called: Vec<bool>,
    with_level: Vec<bool>,
    /// The groups whose value is restored by backtracking.
    restored: Vec<bool>,
    has_calls: bool,
    /// The addresses of the bodies of called groups.
    starts: Vec<Address>,
    /// The calls whose address is not yet known, with their groups.
    pending: Vec<(Address, usize)>,
    checks: usize,
    counters: usize,
    /// The number of compiled nodes.
    nodes: usize,
}

impl Compiler<'_> {
    fn whole(&mut self) -> Result<(), TooLarge> {
        let pattern = self.pattern;
        if self.called.first() == Some(&true) {
            // A recursive call of the whole pattern.
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
        // Empty nodes count as well, since repeating them could otherwise take forever.
        self.nodes += 1;
        if self.nodes > MAX_SIZE {
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

    /// Emits branches that are tried in order, each preceded by the instructions of `before`.
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
        let is_with_level = self.with_level.get(number).copied().unwrap_or_default();
        let mut over = None;
        if is_called {
            let call = self.emit(Instruction::Call(0))?;
            over = Some(self.emit(Instruction::Jump(0))?);
            let start = self.here();
            self.set(call, Instruction::Call(start));
            self.set_start(number, start);
        }
        let is_restored = self.restored.get(number).copied().unwrap_or(true);
        self.emit(Instruction::GroupStart { group: number, is_restored })?;
        self.node(inner)?;
        let is_called = is_called || is_with_level || self.has_calls;
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

    /// Each alternative of a look-behind moves back by its own length.
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
                // The part never matches, but a call may reach a group in it.
                if self.has_calls {
                    let jump = self.emit(Instruction::Jump(0))?;
                    self.node(inner)?;
                    let end = self.here();
                    self.set(jump, Instruction::Jump(end));
                }
                Ok(())
            }
            Some(1) => self.repeat_optional(is_greedy, inner),
            Some(high) if is_greedy && self.is_written_out(inner, high) => {
                self.repeat_exactly(low, inner)?;
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
                self.repeat_exactly(low, inner)?;
                self.repeat_unbounded(is_greedy, inner)
            }
            high => self.repeat_counted(low, high.unwrap_or(u32::MAX), is_greedy, inner),
        }
    }

    /// Whether a repetition is expanded instead of counted: either it is short, or calls would mix
    /// up the counters.
    fn is_written_out(&self, inner: &Node, repeat_exactly: u32) -> bool {
        self.has_calls || length::code_size(inner).saturating_mul(repeat_exactly as usize) <= 50
    }

    fn repeat_exactly(&mut self, repeat_exactly: u32, inner: &Node) -> Result<(), TooLarge> {
        for _ in 0..repeat_exactly {
            self.node(inner)?;
        }
        Ok(())
    }

    fn repeat_optional(&mut self, is_greedy: bool, inner: &Node) -> Result<(), TooLarge> {
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

    fn repeat_unbounded(&mut self, is_greedy: bool, inner: &Node) -> Result<(), TooLarge> {
        if is_greedy {
            let split = self.emit(Instruction::Split(0))?;
            let empty_end = self.loop_body(inner)?;
            self.emit(Instruction::Jump(split))?;
            let end = self.here();
            self.set(split, Instruction::Split(end));
            self.set_exit(empty_end, end);
            return Ok(());
        }
        let jump = self.emit(Instruction::Jump(0))?;
        let body = self.here();
        let empty_end = self.loop_body(inner)?;
        let again = self.here();
        self.emit(Instruction::Split(body))?;
        self.set(jump, Instruction::Jump(again));
        self.set_exit(empty_end, again + 1);
        Ok(())
    }

    fn repeat_counted(
        &mut self,
        low: u32,
        high: u32,
        is_greedy: bool,
        inner: &Node,
    ) -> Result<(), TooLarge> {
        let counter = self.counters;
        self.counters += 1;
        self.emit(Instruction::CountStart(counter))?;
        let mut exit_split = None;
        if low == 0 {
            exit_split = Some(self.emit(Instruction::Split(0))?);
            if !is_greedy {
                self.emit(Instruction::Jump(0))?;
            }
        }
        let body = self.here();
        let empty_end = self.loop_body(inner)?;
        self.emit(Instruction::CountNext { counter, low, high, is_greedy, body })?;
        let end = self.here();
        self.set_exit(empty_end, end);
        if let Some(split) = exit_split {
            if is_greedy {
                self.set(split, Instruction::Split(end));
            } else {
                self.set(split, Instruction::Split(body));
                self.set(split + 1, Instruction::Jump(end));
            }
        }
        Ok(())
    }

    /// Emits the body of a loop; if it may match the empty string, with a check for empty
    /// iterations.
    fn loop_body(&mut self, inner: &Node) -> Result<Option<Address>, TooLarge> {
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

    fn set_exit(&mut self, empty_end: Option<Address>, at: Address) {
        if let Some(address) = empty_end
            && let Some(Instruction::EmptyEnd { exit, .. }) = self.instructions.get_mut(address)
        {
            *exit = at;
        }
    }
}

/// The alternatives of a node, or the node itself.
fn branches(node: &Node) -> &[Node] {
    match node {
        Node::Alternatives(branches) => branches,
        other => std::slice::from_ref(other),
    }
}

/// The kind of a node that matches exactly one character.
fn one(node: &Node) -> Option<One> {
    match node {
        Node::Char(c) => Some(One::Char(*c)),
        Node::Set(set) => Some(One::Set(CharSet::new(set))),
        Node::Any { matches_newline: true } => Some(One::Any),
        Node::Any { matches_newline: false } => Some(One::AnyButNewline),
        _ => None,
    }
}
