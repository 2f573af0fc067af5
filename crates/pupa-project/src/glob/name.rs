//! Patterns of names: `*.yaml`, `[a-c]?`.

/// A pattern of names.
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
    /// This character.
    Is(char),
    /// A set without an end, which nothing matches.
    Never,
}

/// A set of characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// Whether it has all but those that it names.
    pub(super) is_negated: bool,
    /// The first and the last of characters that follow each other.
    pub(super) ranges: Vec<(char, char)>,
}

impl NamePattern {
    /// The pattern of a text without alternatives.
    pub(super) fn new(text: &str) -> NamePattern {
        let text: Vec<char> = text.chars().collect();
        let mut parts = Vec::new();
        let mut rest = text.as_slice();
        while let Some((part, behind)) = part(rest) {
            rest = behind;
            // Two mean no more than one.
            if part != Part::Any || parts.last() != Some(&Part::Any) {
                parts.push(part);
            }
        }
        NamePattern { parts }
    }

    /// Whether hidden names may match: those that begin with a dot.
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
        // The positions to retry from when the part behind a `*` does not match: one character
        // later.
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
    /// Whether the set has a character.
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

/// The first part of a pattern, and what stands behind it.
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

/// A set, and what stands behind its `]`.
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
