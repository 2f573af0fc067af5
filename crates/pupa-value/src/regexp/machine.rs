//! The machine that matches by trying and going back, as Ruby's engine does.
//!
//! All that may have to be undone stands on one stack: places to go back to, and the former
//! state of groups and counters. So the depth of a match costs no stack of the process. The
//! number of steps is limited.

use super::fold;
use super::program::{Address, Instruction, One, Program};
use super::tree::{Assertion, Backref};
use super::word;

/// Why a search was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GaveUp;

/// The place of a group that has not matched.
const NOWHERE: usize = usize::MAX;

/// How many entries the stack may have.
const MAX_STACK: usize = 2_000_000;

/// Start and end of the match and of each group.
pub(super) type Spans = Vec<Option<(usize, usize)>>;

/// A place to go back to, or a former state.
#[derive(Debug, Clone, Copy)]
enum Entry {
    Choice(Place),
    /// A greedy run of characters, which can give back down to `low`.
    Run {
        place: Place,
        low: usize,
    },
    /// A reluctant run, which can take that many characters more.
    LazyRun {
        place: Place,
        left: u32,
    },
    /// Where to go on if the look-around that begins here fails, as it should.
    NotAhead(Place),
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
struct Place {
    address: Address,
    at: usize,
    /// Where the match begins.
    keep: usize,
    /// The call that is being run.
    frame: usize,
}

/// A call that is or was being run.
#[derive(Debug, Clone, Copy)]
struct Frame {
    back_to: Address,
    outer: usize,
}

/// Looks for the first match at or behind `from`. `budget` is how many steps may be made, and
/// is what is left of them afterwards.
pub(super) fn search(
    program: &Program,
    text: &str,
    from: usize,
    budget: &mut u64,
) -> Result<Option<Spans>, GaveUp> {
    let mut machine = Machine {
        program,
        text,
        bytes: text.as_bytes(),
        from,
        end: text.len() as isize,
        starts: vec![NOWHERE; program.groups + 1],
        ends: vec![NOWHERE; program.groups + 1],
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
    /// Where the search began.
    from: usize,
    /// Up to where text may be matched; inside `(?~…)` that is not the end of the text, and
    /// may be before its beginning.
    end: isize,
    starts: Vec<usize>,
    ends: Vec<usize>,
    counters: Vec<u32>,
    stack: Vec<Entry>,
    frames: Vec<Frame>,
    budget: &'a mut u64,
}

/// What an instruction led to.
enum Next {
    GoOn,
    Fail,
}

impl From<bool> for Next {
    fn from(is_fine: bool) -> Next {
        if is_fine { Next::GoOn } else { Next::Fail }
    }
}

impl Machine<'_> {
    fn search(&mut self) -> Result<Option<Spans>, GaveUp> {
        let mut at = self.from;
        if self.program.is_anchored && at > 0 {
            return Ok(None);
        }
        loop {
            if let Some(first) = &self.program.first_bytes {
                let rest = self.bytes.get(at..).unwrap_or_default();
                match rest.iter().position(|&byte| first[usize::from(byte)]) {
                    Some(skipped) => at += skipped,
                    None => return Ok(None),
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

    /// Goes back by one character.
    fn step_back(&self, at: usize) -> Option<usize> {
        let mut at = at.checked_sub(1)?;
        while !self.text.is_char_boundary(at) {
            at = at.checked_sub(1)?;
        }
        Some(at)
    }

    fn match_at(&mut self, start: usize) -> Result<Option<Spans>, GaveUp> {
        let program = self.program;
        self.frames.clear();
        if program.has_lasting_groups {
            self.starts.fill(NOWHERE);
            self.ends.fill(NOWHERE);
        }
        let mut place = Place { address: 0, at: start, keep: start, frame: NOWHERE };
        loop {
            self.spend(1)?;
            let Some(instruction) = program.instructions.get(place.address) else {
                return Ok(None);
            };
            if let Instruction::Match = instruction {
                return Ok(Some(self.spans(place)));
            }
            if let Next::Fail = self.run(instruction, &mut place)? {
                match self.go_back() {
                    Some(former) => place = former,
                    None => return Ok(None),
                }
            }
        }
    }

    fn spend(&mut self, steps: u64) -> Result<(), GaveUp> {
        if *self.budget < steps || self.stack.len() > MAX_STACK {
            return Err(GaveUp);
        }
        *self.budget -= steps;
        Ok(())
    }

    fn spans(&self, place: Place) -> Spans {
        let groups = self.starts.iter().zip(&self.ends).skip(1);
        let span = |(&start, &end): (&usize, &usize)| (end != NOWHERE).then_some((start, end));
        std::iter::once(Some((place.keep.min(place.at), place.at)))
            .chain(groups.map(span))
            .collect()
    }

    // Going back

    /// Takes back what was done since the last place to go back to.
    fn go_back(&mut self) -> Option<Place> {
        loop {
            match self.stack.pop()? {
                Entry::Choice(place) | Entry::NotAhead(place) => return Some(place),
                Entry::Run { place, low } => {
                    if let Some(place) = self.shorten(place, low) {
                        return Some(place);
                    }
                }
                Entry::LazyRun { place, left } => {
                    if let Some(place) = self.lengthen(place, left) {
                        return Some(place);
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
            _ => (NOWHERE, NOWHERE),
        }
    }

    fn set_counter(&mut self, counter: usize, value: u32) {
        if let Some(slot) = self.counters.get_mut(counter) {
            *slot = value;
        }
    }

    /// Gives back one character of a run, or more where what follows can't match.
    fn shorten(&mut self, mut place: Place, low: usize) -> Option<Place> {
        let next = match self.program.instructions.get(place.address) {
            Some(Instruction::One(One::Char(c))) => c.encode_utf8(&mut [0; 4]).bytes().next(),
            Some(Instruction::Text(text)) => text.bytes().next(),
            _ => None,
        };
        loop {
            if place.at <= low {
                return None;
            }
            place.at = self.step_back(place.at)?;
            if next.is_none() || self.bytes.get(place.at).copied() == next {
                break;
            }
        }
        if place.at > low {
            self.stack.push(Entry::Run { place, low });
        }
        Some(place)
    }

    /// Lets a reluctant run take one character more.
    fn lengthen(&mut self, mut place: Place, left: u32) -> Option<Place> {
        let Some(Instruction::Many { one, .. }) = self.program.instructions.get(place.address)
        else {
            return None;
        };
        place.at = self.one(one, place.at)?;
        if left > 1 {
            let left = if left == u32::MAX { left } else { left - 1 };
            self.stack.push(Entry::LazyRun { place, left });
        }
        place.address += 1;
        Some(place)
    }

    // Instructions

    fn run(&mut self, instruction: &Instruction, place: &mut Place) -> Result<Next, GaveUp> {
        let here = *place;
        place.address += 1;
        Ok(match instruction {
            Instruction::Text(text) => self.take(text, place),
            Instruction::One(one) => match self.one(one, place.at) {
                Some(at) => {
                    place.at = at;
                    Next::GoOn
                }
                None => Next::Fail,
            },
            Instruction::Many { one, low, high, is_greedy } => {
                return self.many(one, *low, *high, *is_greedy, place);
            }
            Instruction::Assert(assertion) => self.holds(*assertion, place.at).into(),
            Instruction::Keep => {
                place.keep = place.at;
                Next::GoOn
            }
            Instruction::Split(other) => {
                self.stack.push(Entry::Choice(Place { address: *other, ..here }));
                Next::GoOn
            }
            Instruction::Jump(address) => {
                place.address = *address;
                Next::GoOn
            }
            Instruction::GroupStart { group, is_undone } => {
                let (group, at) = (*group, place.at);
                if *is_undone {
                    let (old_start, old_end) = self.group(group);
                    self.stack.push(Entry::GroupStart { group, at, old_start, old_end });
                }
                self.set_group(group, at, NOWHERE);
                Next::GoOn
            }
            Instruction::GroupEnd { group, is_called } => {
                self.end_group(*group, *is_called, place.at);
                Next::GoOn
            }
            Instruction::EmptyStart(check) => {
                self.stack.push(Entry::EmptyStart { check: *check, at: place.at });
                Next::GoOn
            }
            Instruction::EmptyEnd { check, watches_groups, exit } => {
                self.end_round(*check, *watches_groups, *exit, place)
            }
            Instruction::CountStart(counter) => {
                self.count(*counter, 0);
                Next::GoOn
            }
            Instruction::CountNext { counter, low, high, is_greedy, body } => {
                let count = self.counters.get(*counter).copied().unwrap_or_default() + 1;
                self.count(*counter, count);
                if count < *low {
                    place.address = *body;
                } else if count < *high {
                    let body = Place { address: *body, ..*place };
                    let (first, second) = if *is_greedy { (body, *place) } else { (*place, body) };
                    self.stack.push(Entry::Choice(second));
                    *place = first;
                }
                Next::GoOn
            }
            Instruction::AheadStart => {
                self.stack.push(Entry::Ahead { at: place.at });
                Next::GoOn
            }
            Instruction::AheadEnd => {
                if let Some(at) = self.commit() {
                    place.at = at;
                }
                Next::GoOn
            }
            Instruction::NotAheadStart(exit) => {
                self.stack.push(Entry::NotAhead(Place { address: *exit, ..here }));
                Next::GoOn
            }
            Instruction::NotAheadEnd => {
                self.undo_until(|entry| matches!(entry, Entry::NotAhead(_)));
                Next::Fail
            }
            Instruction::Back(chars) => match self.back(place.at, *chars) {
                Some(at) => {
                    place.at = at;
                    Next::GoOn
                }
                None => Next::Fail,
            },
            Instruction::NotBehindStart { chars, exit } => {
                match self.back(place.at, *chars) {
                    Some(at) => {
                        self.stack.push(Entry::NotAhead(Place { address: *exit, ..here }));
                        place.at = at;
                    }
                    // What is behind is too short to match.
                    None => place.address = *exit,
                }
                Next::GoOn
            }
            Instruction::AtomicStart => {
                self.stack.push(Entry::Atomic);
                Next::GoOn
            }
            Instruction::AtomicEnd => {
                self.commit();
                Next::GoOn
            }
            Instruction::AbsentStart => {
                self.stack.push(Entry::AbsentAt { start: place.at, end: self.end });
                Next::GoOn
            }
            Instruction::Absent(exit) => self.absent(*exit, here, place),
            Instruction::AbsentEnd => {
                let last = self.step_back(place.at).map_or(-1, |at| at as isize);
                self.end = self.end.min(last);
                self.undo_until(|entry| matches!(entry, Entry::Absent));
                Next::Fail
            }
            Instruction::Call(address) => {
                self.frames.push(Frame { back_to: place.address, outer: place.frame });
                self.stack.push(Entry::Call);
                place.frame = self.frames.len() - 1;
                place.address = *address;
                Next::GoOn
            }
            Instruction::Return => match self.frames.get(place.frame) {
                Some(frame) => {
                    place.address = frame.back_to;
                    place.frame = frame.outer;
                    self.stack.push(Entry::Return);
                    Next::GoOn
                }
                None => Next::Fail,
            },
            Instruction::Condition { group, otherwise } => {
                if self.group(*group).1 == NOWHERE {
                    place.address = *otherwise;
                }
                Next::GoOn
            }
            Instruction::Backref(backref) => self.backref(backref, place),
            Instruction::Match => Next::Fail,
        })
    }

    fn take(&self, text: &str, place: &mut Place) -> Next {
        let end = place.at + text.len();
        let is_there = end as isize <= self.end
            && self.bytes.get(place.at..end).is_some_and(|found| found == text.as_bytes());
        if is_there {
            place.at = end;
        }
        is_there.into()
    }

    /// Matches one character; says where it ends.
    fn one(&self, one: &One, at: usize) -> Option<usize> {
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
            One::Char(wanted) => *wanted == c,
            One::Set(set) => set.has(c),
            One::Any | One::AnyButNewline => true,
        };
        matches.then(|| at + c.len_utf8())
    }

    fn many(
        &mut self,
        one: &One,
        low: u32,
        high: u32,
        is_greedy: bool,
        place: &mut Place,
    ) -> Result<Next, GaveUp> {
        let start = place.at;
        let limit = if is_greedy { high } else { low };
        let (mut count, mut low_at) = (0, start);
        while count < limit {
            if count == low {
                low_at = place.at;
            }
            match self.one(one, place.at) {
                Some(at) => place.at = at,
                None => break,
            }
            count += 1;
        }
        self.spend(u64::from(count / 8))?;
        if count < low {
            return Ok(Next::Fail);
        }
        if count == low {
            low_at = place.at;
        }
        if !is_greedy {
            if high > low {
                let left = if high == u32::MAX { high } else { high - low };
                let again = Place { address: place.address - 1, ..*place };
                self.stack.push(Entry::LazyRun { place: again, left });
            }
        } else if place.at > low_at {
            self.stack.push(Entry::Run { place: *place, low: low_at });
        }
        Ok(Next::GoOn)
    }

    fn back(&self, at: usize, chars: u32) -> Option<usize> {
        (0..chars).try_fold(at, |at, _| self.step_back(at))
    }

    fn holds(&self, assertion: Assertion, at: usize) -> bool {
        let len = self.bytes.len();
        let newline_at = |at: usize| self.bytes.get(at) == Some(&b'\n');
        match assertion {
            // Ruby knows no line behind the last newline.
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
            // The entry of the start restores the end too.
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

    /// The end of a round of a loop: leaves the loop if the round has matched nothing and has
    /// not changed a group either.
    fn end_round(
        &mut self,
        check: usize,
        watches_groups: bool,
        exit: Address,
        place: &mut Place,
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
            Some(Entry::EmptyStart { at, .. }) => *at == place.at,
            _ => false,
        };
        let mut verdict = Round::Empty;
        if !is_empty {
            verdict = Round::Full;
        } else if watches_groups {
            verdict = self.round_of_groups(begin.unwrap_or_default(), place.at);
        }
        match verdict {
            Round::Empty => {
                place.address = exit;
                Next::GoOn
            }
            Round::Moved => Next::Fail,
            Round::Full => {
                if self.program.has_calls {
                    self.stack.push(Entry::EmptyEnd { check });
                }
                Next::GoOn
            }
        }
    }

    /// What a round that matched nothing did to groups.
    fn round_of_groups(&self, begin: usize, at: usize) -> Round {
        let mut verdict = Round::Empty;
        for entry in self.stack.get(begin..).unwrap_or_default() {
            if let Entry::GroupStart { old_start, old_end, .. } = entry {
                if *old_end == NOWHERE || old_start != old_end {
                    return Round::Full;
                }
                if *old_end != at {
                    verdict = Round::Moved;
                }
            }
        }
        verdict
    }

    /// Gives up all places to go back to since the look-ahead or atomic group began, but keeps
    /// what else must be undone. Says where a look-ahead began.
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

    /// Takes back everything down to such an entry, which goes too.
    fn undo_until(&mut self, is_last: impl Fn(&Entry) -> bool) {
        while let Some(entry) = self.stack.pop() {
            if is_last(&entry) {
                return;
            }
            self.undo(entry);
        }
    }

    /// `(?~…)`: takes characters one by one as long as the pattern inside matches nowhere in
    /// them. The instruction is run once for each character.
    fn absent(&mut self, exit: Address, here: Place, place: &mut Place) -> Next {
        let Some(Entry::AbsentAt { start, end }) = self.stack.pop() else { return Next::Fail };
        let found_end = std::mem::replace(&mut self.end, end);
        let (at, begin) = (place.at as isize, start as isize);
        if begin > found_end && at > begin {
            // The pattern inside matches the empty text: nothing is without it.
            self.go_back();
            return Next::Fail;
        }
        if at >= found_end && at > begin {
            if at > found_end || at > self.end {
                return Next::Fail;
            }
            place.address = exit;
            return Next::GoOn;
        }
        let width = self.char_at(place.at).map_or(1, char::len_utf8);
        self.stack.push(Entry::Choice(Place { address: exit, ..here }));
        self.stack.push(Entry::AbsentAt { start, end });
        self.stack.push(Entry::Choice(Place { at: place.at + width, ..here }));
        self.stack.push(Entry::Absent);
        self.end = found_end;
        Next::GoOn
    }

    // Back-references

    fn backref(&self, backref: &Backref, place: &mut Place) -> Next {
        if let Some(level) = backref.level {
            return match self.span_at_level(&backref.groups, level) {
                Some((start, end)) => self.repeats(start, end, backref, place).into(),
                None => Next::Fail,
            };
        }
        for &group in &backref.groups {
            let (start, end) = self.group(group);
            if end == NOWHERE || start == NOWHERE {
                continue;
            }
            if self.repeats(start, end, backref, place) {
                return Next::GoOn;
            }
        }
        Next::Fail
    }

    /// Matches what a group has matched once more.
    fn repeats(&self, start: usize, end: usize, backref: &Backref, place: &mut Place) -> bool {
        let Some(wanted) = self.text.get(start..end) else { return false };
        if !backref.ignores_case {
            return matches!(self.take(wanted, place), Next::GoOn);
        }
        let mut at = place.at;
        for c in wanted.chars() {
            match self.char_at(at) {
                Some(found) if fold::equal(c, found) && (at as isize) < self.end => {
                    at += found.len_utf8();
                }
                _ => return false,
            }
        }
        place.at = at;
        true
    }

    /// What one of the groups has matched at a level of recursion, counted from here.
    fn span_at_level(&self, groups: &[usize], wanted: i64) -> Option<(usize, usize)> {
        let mut level = 0;
        let mut end = None;
        for entry in self.stack.iter().rev() {
            match entry {
                Entry::Call => level -= 1,
                Entry::Return => level += 1,
                Entry::GroupStart { group, at, .. }
                    if level == wanted && groups.contains(group) =>
                {
                    if let Some(end) = end {
                        return Some((*at, end));
                    }
                }
                Entry::GroupEnd { group, at, .. } if level == wanted && groups.contains(group) => {
                    end = Some(*at);
                }
                _ => {}
            }
        }
        None
    }
}

/// What a round of a loop did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Round {
    /// It matched text, or changed a group.
    Full,
    /// Nothing.
    Empty,
    /// It matched nothing, but a group is empty at another place now.
    Moved,
}
