//! The backtracking machine, which matches like Ruby's engine.
//!
//! One stack holds everything that may have to be undone: the states to return to, and the former
//! values of groups and counters. The depth of a match therefore uses no call stack. The number of
//! steps is limited.

use super::program::{Address, Instruction, One, Program};
use super::word;
use crate::meaning::fold;
use crate::meaning::node::{Assertion, Backref};

/// The search exceeded the step limit or the stack limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LimitExceeded;

/// The offset of a group that has not matched.
const UNSET: usize = usize::MAX;

/// The number of bytes that are skipped in the time of a step.
const BYTES_PER_STEP: u64 = 64;

/// The maximum number of entries on the stack.
const MAX_STACK: usize = 2_000_000;

/// The binary logarithm of the number of steps after which the meter of the run is charged.
const CHARGED_BITS: u32 = 14;

/// Charges the meter of the run for steps of the machine.
fn charge(steps: u64) -> bool {
    /// The time of a step, in units of the meter.
    const UNITS_PER_STEP: u64 = 4;
    pupa_meter::charge(usize::try_from(steps * UNITS_PER_STEP).unwrap_or(usize::MAX))
}

/// Charges the meter for the steps since it was last charged, and for what a search takes besides.
pub(crate) fn charge_rest(steps: u64) -> bool {
    const STEPS_PER_SEARCH: u64 = 4;
    charge((steps & ((1 << CHARGED_BITS) - 1)) + STEPS_PER_SEARCH)
}

/// The start and end of the match and of each group.
pub(crate) type Spans = Vec<Option<(usize, usize)>>;

/// A state to return to, or a former value to restore.
#[derive(Debug, Clone, Copy)]
enum Entry {
    Choice(State),
    /// A greedy run of characters, which can be shortened down to `low`.
    Run {
        state: State,
        low: usize,
    },
    /// A lazy run, which can be extended by `left` more characters.
    LazyRun {
        state: State,
        left: u32,
    },
    /// The state to continue with when the negative look-around that begins here fails to match.
    NotAhead(State),
    GroupStart {
        group: usize,
        at: usize,
        old_start: usize,
        old_end: usize,
    },
    GroupEnd {
        group: usize,
        at: usize,
        old_start: usize,
        old_end: usize,
    },
    Counter {
        counter: usize,
        old: u32,
    },
    EmptyStart {
        check: usize,
        at: usize,
    },
    EmptyEnd {
        check: usize,
    },
    Ahead {
        at: usize,
    },
    Atomic,
    AbsentAt {
        start: usize,
        end: isize,
    },
    Absent,
    Call,
    Return,
}

#[derive(Debug, Clone, Copy)]
struct State {
    address: Address,
    at: usize,
    /// The start of the match, which `\K` moves.
    keep: usize,
    /// The frame of the current subexpression call.
    frame: usize,
}

/// The frame of a subexpression call, which may already have returned.
#[derive(Debug, Clone, Copy)]
struct Frame {
    back_to: Address,
    outer: usize,
}

/// Finds the first match at or after `from`. `budget` is the number of allowed steps, and is
/// reduced by the steps taken.
pub(crate) fn search(
    program: &Program,
    text: &str,
    from: usize,
    budget: &mut u64,
) -> Result<Option<Spans>, LimitExceeded> {
    let mut machine = Machine {
        program,
        text,
        bytes: text.as_bytes(),
        from,
        end: text.len() as isize,
        starts: vec![UNSET; program.groups + 1],
        ends: vec![UNSET; program.groups + 1],
        counters: vec![0; program.counters],
        stack: Vec::new(),
        frames: Vec::new(),
        budget,
    };
    machine.search()
}

struct Machine<'a> {
    program: &'a Program,
    text: &'a str,
    bytes: &'a [u8],
    /// The offset at which the search began.
    from: usize,
    /// The limit up to which characters may be matched. Inside `(?~…)` it may be before the end of
    /// the string, and even negative.
    end: isize,
    starts: Vec<usize>,
    ends: Vec<usize>,
    counters: Vec<u32>,
    stack: Vec<Entry>,
    frames: Vec<Frame>,
    budget: &'a mut u64,
}

/// The result of an instruction.
enum Next {
    Continue,
    Fail,
}

impl From<bool> for Next {
    fn from(has_matched: bool) -> Next {
        if has_matched { Next::Continue } else { Next::Fail }
    }
}

impl Machine<'_> {
    fn search(&mut self) -> Result<Option<Spans>, LimitExceeded> {
        let mut at = self.from;
        if self.program.is_anchored && at > 0 {
            return Ok(None);
        }
        loop {
            if let Some(first) = &self.program.first_bytes {
                let rest = self.bytes.get(at..).unwrap_or_default();
                match rest.iter().position(|&byte| first[usize::from(byte)]) {
                    Some(skipped) => {
                        self.spend(skipped as u64 / BYTES_PER_STEP)?;
                        at += skipped;
                    }
                    None => {
                        self.spend(rest.len() as u64 / BYTES_PER_STEP)?;
                        return Ok(None);
                    }
                }
            }
            if let Some(spans) = self.match_at(at)? {
                return Ok(Some(spans));
            }
            match self.char_at(at) {
                Some(c) if !self.program.is_anchored => at += c.len_utf8(),
                _ => return Ok(None),
            }
        }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        match self.bytes.get(at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            Some(_) => self.text.get(at..)?.chars().next(),
            None => None,
        }
    }

    fn char_before(&self, at: usize) -> Option<char> {
        match self.bytes.get(at.checked_sub(1)?) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            _ => self.text.get(..at)?.chars().next_back(),
        }
    }

    /// The offset of the previous character.
    fn step_back(&self, at: usize) -> Option<usize> {
        let mut at = at.checked_sub(1)?;
        while !self.text.is_char_boundary(at) {
            at = at.checked_sub(1)?;
        }
        Some(at)
    }

    fn match_at(&mut self, start: usize) -> Result<Option<Spans>, LimitExceeded> {
        let program = self.program;
        self.frames.clear();
        if program.has_lasting_groups {
            self.starts.fill(UNSET);
            self.ends.fill(UNSET);
        }
        let mut state = State { address: 0, at: start, keep: start, frame: UNSET };
        loop {
            self.spend(1)?;
            let Some(instruction) = program.instructions.get(state.address) else {
                return Ok(None);
            };
            if let Instruction::Match = instruction {
                return Ok(Some(self.spans(state)));
            }
            if let Next::Fail = self.run(instruction, &mut state)? {
                match self.backtrack() {
                    Some(former) => state = former,
                    None => return Ok(None),
                }
            }
        }
    }

    fn spend(&mut self, steps: u64) -> Result<(), LimitExceeded> {
        if *self.budget < steps || self.stack.len() > MAX_STACK {
            return Err(LimitExceeded);
        }
        let left = *self.budget - steps;
        let is_due = (left ^ *self.budget) >> CHARGED_BITS != 0;
        *self.budget = left;
        if is_due && !charge(steps.max(1 << CHARGED_BITS)) {
            return Err(LimitExceeded);
        }
        Ok(())
    }

    fn spans(&self, state: State) -> Spans {
        let groups = self.starts.iter().zip(&self.ends).skip(1);
        let span = |(&start, &end): (&usize, &usize)| (end != UNSET).then_some((start, end));
        std::iter::once(Some((state.keep.min(state.at), state.at)))
            .chain(groups.map(span))
            .collect()
    }

    // Backtracking

    /// Undoes everything since the last state to return to, and returns that state.
    fn backtrack(&mut self) -> Option<State> {
        loop {
            match self.stack.pop()? {
                Entry::Choice(state) | Entry::NotAhead(state) => return Some(state),
                Entry::Run { state, low } => {
                    if let Some(state) = self.shorten_run(state, low) {
                        return Some(state);
                    }
                }
                Entry::LazyRun { state, left } => {
                    if let Some(state) = self.extend_run(state, left) {
                        return Some(state);
                    }
                }
                other => self.undo(other),
            }
        }
    }

    fn undo(&mut self, entry: Entry) {
        match entry {
            Entry::GroupStart { group, old_start, old_end, .. }
            | Entry::GroupEnd { group, old_start, old_end, .. } => {
                self.set_group(group, old_start, old_end);
            }
            Entry::Counter { counter, old } => self.set_counter(counter, old),
            Entry::AbsentAt { end, .. } => self.end = end,
            Entry::Choice(_)
            | Entry::Run { .. }
            | Entry::LazyRun { .. }
            | Entry::NotAhead(_)
            | Entry::EmptyStart { .. }
            | Entry::EmptyEnd { .. }
            | Entry::Ahead { .. }
            | Entry::Atomic
            | Entry::Absent
            | Entry::Call
            | Entry::Return => {}
        }
    }

    fn set_group(&mut self, group: usize, start: usize, end: usize) {
        if let (Some(old_start), Some(old_end)) =
            (self.starts.get_mut(group), self.ends.get_mut(group))
        {
            (*old_start, *old_end) = (start, end);
        }
    }

    fn group(&self, group: usize) -> (usize, usize) {
        match (self.starts.get(group), self.ends.get(group)) {
            (Some(&start), Some(&end)) => (start, end),
            _ => (UNSET, UNSET),
        }
    }

    fn set_counter(&mut self, counter: usize, value: u32) {
        if let Some(slot) = self.counters.get_mut(counter) {
            *slot = value;
        }
    }

    /// Shortens a run by one character, or by more where the next instruction cannot match.
    fn shorten_run(&mut self, mut state: State, low: usize) -> Option<State> {
        let next = match self.program.instructions.get(state.address) {
            Some(Instruction::One(One::Char(c))) => c.encode_utf8(&mut [0; 4]).bytes().next(),
            Some(Instruction::Text(text)) => text.bytes().next(),
            _ => None,
        };
        loop {
            if state.at <= low {
                return None;
            }
            state.at = self.step_back(state.at)?;
            if next.is_none() || self.bytes.get(state.at).copied() == next {
                break;
            }
        }
        if state.at > low {
            self.stack.push(Entry::Run { state, low });
        }
        Some(state)
    }

    /// Extends a lazy run by one character.
    fn extend_run(&mut self, mut state: State, left: u32) -> Option<State> {
        let Some(Instruction::Many { one, .. }) = self.program.instructions.get(state.address)
        else {
            return None;
        };
        state.at = self.match_one(one, state.at)?;
        if left > 1 {
            let left = if left == u32::MAX { left } else { left - 1 };
            self.stack.push(Entry::LazyRun { state, left });
        }
        state.address += 1;
        Some(state)
    }

    // Instructions

    fn run(&mut self, instruction: &Instruction, state: &mut State) -> Result<Next, LimitExceeded> {
        let here = *state;
        state.address += 1;
        Ok(match instruction {
            Instruction::Text(text) => self.match_text(text, state),
            Instruction::One(one) => match self.match_one(one, state.at) {
                Some(at) => {
                    state.at = at;
                    Next::Continue
                }
                None => Next::Fail,
            },
            Instruction::Many { one, low, high, is_greedy } => {
                return self.match_many(one, *low, *high, *is_greedy, state);
            }
            Instruction::Assert(assertion) => self.holds(*assertion, state.at).into(),
            Instruction::Keep => {
                state.keep = state.at;
                Next::Continue
            }
            Instruction::Split(other) => {
                self.stack.push(Entry::Choice(State { address: *other, ..here }));
                Next::Continue
            }
            Instruction::Jump(address) => {
                state.address = *address;
                Next::Continue
            }
            Instruction::GroupStart { group, is_restored } => {
                let (group, at) = (*group, state.at);
                if *is_restored {
                    let (old_start, old_end) = self.group(group);
                    self.stack.push(Entry::GroupStart { group, at, old_start, old_end });
                }
                self.set_group(group, at, UNSET);
                Next::Continue
            }
            Instruction::GroupEnd { group, is_called } => {
                self.end_group(*group, *is_called, state.at);
                Next::Continue
            }
            Instruction::EmptyStart(check) => {
                self.stack.push(Entry::EmptyStart { check: *check, at: state.at });
                Next::Continue
            }
            Instruction::EmptyEnd { check, watches_groups, exit } => {
                self.end_iteration(*check, *watches_groups, *exit, state)
            }
            Instruction::CountStart(counter) => {
                self.count(*counter, 0);
                Next::Continue
            }
            Instruction::CountNext { counter, low, high, is_greedy, body } => {
                let count = self.counters.get(*counter).copied().unwrap_or_default() + 1;
                self.count(*counter, count);
                if count < *low {
                    state.address = *body;
                } else if count < *high {
                    let body = State { address: *body, ..*state };
                    let (first, second) = if *is_greedy { (body, *state) } else { (*state, body) };
                    self.stack.push(Entry::Choice(second));
                    *state = first;
                }
                Next::Continue
            }
            Instruction::AheadStart => {
                self.stack.push(Entry::Ahead { at: state.at });
                Next::Continue
            }
            Instruction::AheadEnd => {
                if let Some(at) = self.commit() {
                    state.at = at;
                }
                Next::Continue
            }
            Instruction::NotAheadStart(exit) => {
                self.stack.push(Entry::NotAhead(State { address: *exit, ..here }));
                Next::Continue
            }
            Instruction::NotAheadEnd => {
                self.undo_until(|entry| matches!(entry, Entry::NotAhead(_)));
                Next::Fail
            }
            Instruction::Back(chars) => match self.back(state.at, *chars) {
                Some(at) => {
                    state.at = at;
                    Next::Continue
                }
                None => Next::Fail,
            },
            Instruction::NotBehindStart { chars, exit } => {
                match self.back(state.at, *chars) {
                    Some(at) => {
                        self.stack.push(Entry::NotAhead(State { address: *exit, ..here }));
                        state.at = at;
                    }
                    // There are not enough characters before this position for a match.
                    None => state.address = *exit,
                }
                Next::Continue
            }
            Instruction::AtomicStart => {
                self.stack.push(Entry::Atomic);
                Next::Continue
            }
            Instruction::AtomicEnd => {
                self.commit();
                Next::Continue
            }
            Instruction::AbsentStart => {
                self.stack.push(Entry::AbsentAt { start: state.at, end: self.end });
                Next::Continue
            }
            Instruction::Absent(exit) => self.absent(*exit, here, state),
            Instruction::AbsentEnd => {
                let last = self.step_back(state.at).map_or(-1, |at| at as isize);
                self.end = self.end.min(last);
                self.undo_until(|entry| matches!(entry, Entry::Absent));
                Next::Fail
            }
            Instruction::Call(address) => {
                self.frames.push(Frame { back_to: state.address, outer: state.frame });
                self.stack.push(Entry::Call);
                state.frame = self.frames.len() - 1;
                state.address = *address;
                Next::Continue
            }
            Instruction::Return => match self.frames.get(state.frame) {
                Some(frame) => {
                    state.address = frame.back_to;
                    state.frame = frame.outer;
                    self.stack.push(Entry::Return);
                    Next::Continue
                }
                None => Next::Fail,
            },
            Instruction::Condition { group, otherwise } => {
                if self.group(*group).1 == UNSET {
                    state.address = *otherwise;
                }
                Next::Continue
            }
            Instruction::Backref(backref) => self.backref(backref, state),
            Instruction::Match => Next::Fail,
        })
    }

    fn match_text(&self, text: &str, state: &mut State) -> Next {
        let end = state.at + text.len();
        let is_there = end as isize <= self.end
            && self.bytes.get(state.at..end).is_some_and(|found| found == text.as_bytes());
        if is_there {
            state.at = end;
        }
        is_there.into()
    }

    /// Matches one character and returns the offset after it.
    fn match_one(&self, one: &One, at: usize) -> Option<usize> {
        if at as isize >= self.end {
            return None;
        }
        let byte = *self.bytes.get(at)?;
        if byte.is_ascii() {
            let matches = match one {
                One::Char(c) => *c == char::from(byte),
                One::Set(set) => set.has_ascii(byte),
                One::Any => true,
                One::AnyButNewline => byte != b'\n',
            };
            return matches.then_some(at + 1);
        }
        let c = self.char_at(at)?;
        let matches = match one {
            One::Char(expected) => *expected == c,
            One::Set(set) => set.has(c),
            One::Any | One::AnyButNewline => true,
        };
        matches.then(|| at + c.len_utf8())
    }

    fn match_many(
        &mut self,
        one: &One,
        low: u32,
        high: u32,
        is_greedy: bool,
        state: &mut State,
    ) -> Result<Next, LimitExceeded> {
        let start = state.at;
        let limit = if is_greedy { high } else { low };
        let (mut count, mut low_at) = (0, start);
        while count < limit {
            if count == low {
                low_at = state.at;
            }
            match self.match_one(one, state.at) {
                Some(at) => state.at = at,
                None => break,
            }
            count += 1;
        }
        self.spend(u64::from(count / 8))?;
        if count < low {
            return Ok(Next::Fail);
        }
        if count == low {
            low_at = state.at;
        }
        if !is_greedy {
            if high > low {
                let left = if high == u32::MAX { high } else { high - low };
                let again = State { address: state.address - 1, ..*state };
                self.stack.push(Entry::LazyRun { state: again, left });
            }
        } else if state.at > low_at {
            self.stack.push(Entry::Run { state: *state, low: low_at });
        }
        Ok(Next::Continue)
    }

    fn back(&self, at: usize, chars: u32) -> Option<usize> {
        (0..chars).try_fold(at, |at, _| self.step_back(at))
    }

    fn holds(&self, assertion: Assertion, at: usize) -> bool {
        let len = self.bytes.len();
        let newline_at = |at: usize| self.bytes.get(at) == Some(&b'\n');
        match assertion {
            // In Ruby, no line starts after a final newline.
            Assertion::LineStart => at == 0 || (at < len && newline_at(at - 1)),
            Assertion::LineEnd => at == len || newline_at(at),
            Assertion::TextStart => at == 0,
            Assertion::TextEnd => at == len,
            Assertion::TextEndOrNewline => at == len || (at + 1 == len && newline_at(at)),
            Assertion::SearchStart => at == self.from,
            Assertion::WordBoundary { is_ascii, is_negated } => {
                let is_word = |c: Option<char>| c.is_some_and(|c| word::is_word(c, is_ascii));
                let is_boundary = is_word(self.char_before(at)) != is_word(self.char_at(at));
                is_boundary != is_negated
            }
        }
    }

    fn count(&mut self, counter: usize, value: u32) {
        let old = self.counters.get(counter).copied().unwrap_or_default();
        self.stack.push(Entry::Counter { counter, old });
        self.set_counter(counter, value);
    }

    fn end_group(&mut self, group: usize, is_called: bool, at: usize) {
        let (old_start, old_end) = self.group(group);
        if !is_called {
            // The entry of the group's start restores its end as well.
            self.set_group(group, old_start, at);
            return;
        }
        let mut level = 0;
        let mut start = old_start;
        for entry in self.stack.iter().rev() {
            match entry {
                Entry::GroupEnd { group: found, .. } if *found == group => level += 1,
                Entry::GroupStart { group: found, at, .. } if *found == group => {
                    if level == 0 {
                        start = *at;
                        break;
                    }
                    level -= 1;
                }
                _ => {}
            }
        }
        self.stack.push(Entry::GroupEnd { group, at, old_start, old_end });
        self.set_group(group, start, at);
    }

    /// The end of an iteration of a loop: leaves the loop if the iteration matched the empty string
    /// and changed no group.
    fn end_iteration(
        &mut self,
        check: usize,
        watches_groups: bool,
        exit: Address,
        state: &mut State,
    ) -> Next {
        let mut level = 0;
        let begin = self.stack.iter().rposition(|entry| match entry {
            Entry::EmptyEnd { check: found } if *found == check => {
                level += 1;
                false
            }
            Entry::EmptyStart { check: found, .. } if *found == check => {
                level -= 1;
                level < 0
            }
            _ => false,
        });
        let is_empty = match begin.map(|begin| &self.stack[begin]) {
            Some(Entry::EmptyStart { at, .. }) => *at == state.at,
            _ => false,
        };
        let mut effect = Iteration::Empty;
        if !is_empty {
            effect = Iteration::Full;
        } else if watches_groups {
            effect = self.group_changes(begin.unwrap_or_default(), state.at);
        }
        match effect {
            Iteration::Empty => {
                state.address = exit;
                Next::Continue
            }
            Iteration::Moved => Next::Fail,
            Iteration::Full => {
                if self.program.has_calls {
                    self.stack.push(Entry::EmptyEnd { check });
                }
                Next::Continue
            }
        }
    }

    /// The effect on groups of an iteration that matched the empty string.
    fn group_changes(&self, begin: usize, at: usize) -> Iteration {
        let mut effect = Iteration::Empty;
        for entry in self.stack.get(begin..).unwrap_or_default() {
            if let Entry::GroupStart { old_start, old_end, .. } = entry {
                if *old_end == UNSET || old_start != old_end {
                    return Iteration::Full;
                }
                if *old_end != at {
                    effect = Iteration::Moved;
                }
            }
        }
        effect
    }

    /// Removes all states to return to since the start of the look-ahead or atomic group, but keeps
    /// the values to restore. Returns the offset at which a look-ahead began.
    fn commit(&mut self) -> Option<usize> {
        let is_start = |entry: &Entry| matches!(entry, Entry::Ahead { .. } | Entry::Atomic);
        let begin = self.stack.iter().rposition(is_start)?;
        let at = match self.stack.get(begin) {
            Some(Entry::Ahead { at }) => Some(*at),
            _ => None,
        };
        let mut kept = begin;
        for index in begin..self.stack.len() {
            let entry = self.stack[index];
            let must_stay = matches!(
                entry,
                Entry::GroupStart { .. }
                    | Entry::GroupEnd { .. }
                    | Entry::Counter { .. }
                    | Entry::AbsentAt { .. }
                    | Entry::Call
                    | Entry::Return
            );
            if must_stay {
                self.stack[kept] = entry;
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        at
    }

    /// Undoes everything down to and including the entry for which `is_last` is true.
    fn undo_until(&mut self, is_last: impl Fn(&Entry) -> bool) {
        while let Some(entry) = self.stack.pop() {
            if is_last(&entry) {
                return;
            }
            self.undo(entry);
        }
    }

    /// `(?~…)`: consumes characters one by one as long as they contain no match of the inner
    /// pattern. The instruction runs once per character.
    fn absent(&mut self, exit: Address, here: State, state: &mut State) -> Next {
        let Some(Entry::AbsentAt { start, end }) = self.stack.pop() else { return Next::Fail };
        let found_end = std::mem::replace(&mut self.end, end);
        let (at, begin) = (state.at as isize, start as isize);
        if begin > found_end && at > begin {
            // The inner pattern matches the empty string, so every string contains a match.
            self.backtrack();
            return Next::Fail;
        }
        if at >= found_end && at > begin {
            if at > found_end || at > self.end {
                return Next::Fail;
            }
            state.address = exit;
            return Next::Continue;
        }
        let width = self.char_at(state.at).map_or(1, char::len_utf8);
        self.stack.push(Entry::Choice(State { address: exit, ..here }));
        self.stack.push(Entry::AbsentAt { start, end });
        self.stack.push(Entry::Choice(State { at: state.at + width, ..here }));
        self.stack.push(Entry::Absent);
        self.end = found_end;
        Next::Continue
    }

    // Back-references

    fn backref(&self, backref: &Backref, state: &mut State) -> Next {
        if let Some(level) = backref.level {
            return match self.span_at_level(&backref.groups, level) {
                Some((start, end)) => self.match_again(start, end, backref, state).into(),
                None => Next::Fail,
            };
        }
        for &group in &backref.groups {
            let (start, end) = self.group(group);
            if end == UNSET || start == UNSET {
                continue;
            }
            if self.match_again(start, end, backref, state) {
                return Next::Continue;
            }
        }
        Next::Fail
    }

    /// Matches the text of a group again.
    fn match_again(&self, start: usize, end: usize, backref: &Backref, state: &mut State) -> bool {
        let Some(expected) = self.text.get(start..end) else { return false };
        if !backref.ignores_case {
            return matches!(self.match_text(expected, state), Next::Continue);
        }
        let mut at = state.at;
        for c in expected.chars() {
            match self.char_at(at) {
                Some(found) if fold::equal(c, found) && (at as isize) < self.end => {
                    at += found.len_utf8();
                }
                _ => return false,
            }
        }
        state.at = at;
        true
    }

    /// The span of the first of the groups that matched at a recursion level relative to the
    /// current one.
    fn span_at_level(&self, groups: &[usize], target_level: i64) -> Option<(usize, usize)> {
        let mut level = 0;
        let mut end = None;
        for entry in self.stack.iter().rev() {
            match entry {
                Entry::Call => level -= 1,
                Entry::Return => level += 1,
                Entry::GroupStart { group, at, .. }
                    if level == target_level && groups.contains(group) =>
                {
                    if let Some(end) = end {
                        return Some((*at, end));
                    }
                }
                Entry::GroupEnd { group, at, .. }
                    if level == target_level && groups.contains(group) =>
                {
                    end = Some(*at);
                }
                _ => {}
            }
        }
        None
    }
}

/// The effect of an iteration of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Iteration {
    /// It matched characters or changed a group.
    Full,
    /// None.
    Empty,
    /// It matched the empty string, but an empty group is at a different position now.
    Moved,
}
