//! Patterns for single names: `*.yaml`, `[a-c]?`.

/// A pattern for names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NamePattern {
    pub(super) parts: Vec<Part>,
}

/// A part of a pattern.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// `*`: any text.
    Any,
    /// `?`: one character.
    One,
    /// `[…]`: one character of a set.
    Set(Set),
    /// A literal character.
    Is(char),
    /// A set without a closing bracket, which matches nothing.
    Never,
}

/// A set of characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// Whether the set contains all characters except those in its ranges.
    pub(super) is_negated: bool,
    /// Ranges: the first and the last character of each.
    pub(super) ranges: Vec<(char, char)>,
}

impl NamePattern {
    /// Parses a pattern without alternatives.
    pub(super) fn new(text: &str) -> NamePattern {
        let text: Vec<char> = text.chars().collect();
        let mut parts = Vec::new();
        let mut rest = text.as_slice();
        while let Some((part, behind)) = part(rest) {
            rest = behind;
            // `**` in a name means the same as `*`.
            if part != Part::Any || parts.last() != Some(&Part::Any) {
                parts.push(part);
            }
        }
        NamePattern { parts }
    }

    /// Whether the pattern can match hidden names, which begin with a dot.
    pub(super) fn is_hidden(&self) -> bool {
        self.parts.first() == Some(&Part::Is('.'))
    }

    /// Whether a name matches.
    pub(super) fn is_match(&self, name: &str) -> bool {
        if name.starts_with('.') && !self.is_hidden() {
            return false;
        }
        let name: Vec<char> = name.chars().collect();
        let (mut at, mut in_name) = (0, 0);
        // The positions to retry from if the part after the last `*` does not match: the same part,
        // one character later in the name.
        let mut star: Option<(usize, usize)> = None;
        loop {
            let is_step = match (self.parts.get(at), name.get(in_name)) {
                (Some(Part::Any), _) => {
                    star = Some((at + 1, in_name));
                    at += 1;
                    continue;
                }
                (None, None) => return true,
                (Some(part), Some(character)) => part.has(*character),
                (None, Some(_)) | (Some(_), None) => false,
            };
            match star {
                _ if is_step => (at, in_name) = (at + 1, in_name + 1),
                Some((behind, from)) if from < name.len() => {
                    star = Some((behind, from + 1));
                    (at, in_name) = (behind, from + 1);
                }
                _ => return false,
            }
        }
    }
}

impl Part {
    /// Whether the set contains a character.
    fn has(&self, character: char) -> bool {
        match self {
            Part::Any | Part::One => true,
            Part::Set(set) => set.has(character),
            Part::Is(own) => *own == character,
            Part::Never => false,
        }
    }
}

impl Set {
    fn has(&self, character: char) -> bool {
        let names = self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&character));
        names != self.is_negated
    }
}

/// Parses the first part of a pattern; also returns the rest after it.
fn part(text: &[char]) -> Option<(Part, &[char])> {
    Some(match text {
        [] => return None,
        ['*', behind @ ..] => (Part::Any, behind),
        ['?', behind @ ..] => (Part::One, behind),
        ['[', inside @ ..] => match set(inside) {
            Some((set, behind)) => (Part::Set(set), behind),
            None => (Part::Never, &[]),
        },
        ['\\', escaped, behind @ ..] => (Part::Is(*escaped), behind),
        [first, behind @ ..] => (Part::Is(*first), behind),
    })
}

/// Parses a set; also returns the rest after its `]`.
fn set(text: &[char]) -> Option<(Set, &[char])> {
    let (is_negated, mut rest) = match text {
        ['!' | '^', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let mut ranges = Vec::new();
    loop {
        if let [']', behind @ ..] = rest {
            return Some((Set { is_negated, ranges }, behind));
        }
        let first = one_of_set(&mut rest)?;
        match rest {
            ['-', next, ..] if *next != ']' => {
                rest = &rest[1..];
                let last = one_of_set(&mut rest)?;
                match first <= last {
                    true => ranges.push((first, last)),
                    false => ranges.extend([(first, first), (last, last)]),
                }
            }
            _ => ranges.push((first, first)),
        }
    }
}

fn one_of_set(rest: &mut &[char]) -> Option<char> {
    if let ['\\', behind @ ..] = rest {
        *rest = behind;
    }
    let (first, behind) = rest.split_first()?;
    *rest = behind;
    Some(*first)
}
