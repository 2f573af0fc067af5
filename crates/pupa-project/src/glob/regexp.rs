//! Patterns of files as regular expressions, for paths with unknown parts.

use pupa_value::regexp::escape;

use super::braces::without_braces;
use super::name::{NamePattern, Part, Set};
use super::{Segment, segments};

/// A regular expression without matches.
const NEVER: &str = "(?!)";

/// A regular expression for the paths that a pattern finds. Where the pattern has the character
/// `gap`, there may be any text. Links to directories count as directories.
pub fn as_regexp(pattern: &str, gap: char) -> String {
    let root = if pattern.starts_with('/') { "/" } else { "" };
    format!("{root}{}", below(pattern, gap))
}

/// As a walk finds paths: alternatives include all that follows, too, but after `**/` only
/// names.
fn below(pattern: &str, gap: char) -> String {
    let mut made = String::new();
    let segments = segments(pattern);
    let is_deep = |at: usize| segments[..at].contains(&Segment::Directories);
    for (at, segment) in segments.iter().enumerate() {
        let one = match segment {
            Segment::Directories => {
                made.push_str("(?:[^/.][^/]*/)*");
                continue;
            }
            Segment::Name(name) => literal(name, gap),
            Segment::Pattern(pattern) => name_as_regexp(pattern, gap),
            Segment::Alternatives { own, .. } if is_deep(at) => {
                one_of(own.iter().map(|pattern| name_as_regexp(pattern, gap)))
            }
            Segment::Alternatives { rest, .. } => {
                made.push_str(&one_of(without_braces(rest).iter().map(|rest| below(rest, gap))));
                return made;
            }
        };
        made.push_str(&one);
        if at + 1 < segments.len() {
            made.push('/');
        }
    }
    made
}

fn one_of(options: impl Iterator<Item = String>) -> String {
    let options: Vec<String> = options.collect();
    match options.is_empty() {
        true => NEVER.to_owned(),
        false => format!("(?:{})", options.join("|")),
    }
}

fn literal(name: &str, gap: char) -> String {
    name.split(gap).map(|text| escape(text).to_string()).collect::<Vec<_>>().join(".*")
}

fn name_as_regexp(pattern: &NamePattern, gap: char) -> String {
    let may_begin_with_dot =
        pattern.is_hidden() || pattern.parts.first().is_some_and(|part| part.has_gap(gap));
    let start = if may_begin_with_dot { "" } else { "(?!\\.)" };
    let parts = pattern.parts.iter().map(|part| match part {
        part if part.has_gap(gap) => ".*".to_owned(),
        Part::Any => "[^/]*".to_owned(),
        Part::One => "[^/]".to_owned(),
        Part::Set(set) => set_as_regexp(set),
        // No name has a slash.
        Part::Never | Part::Is('/') => NEVER.to_owned(),
        Part::Is(character) => escape(character.encode_utf8(&mut [0; 4])).to_string(),
    });
    format!("{start}{}", parts.collect::<String>())
}

impl Part {
    fn has_gap(&self, gap: char) -> bool {
        match self {
            Part::Is(character) => *character == gap,
            Part::Set(set) => set.ranges.iter().any(|(first, _)| *first == gap),
            Part::Any | Part::One | Part::Never => false,
        }
    }
}

fn set_as_regexp(set: &Set) -> String {
    let ranges = set.ranges.iter();
    let named: String = if set.is_negated {
        ranges.map(|range| range_as_regexp(*range)).collect()
    } else {
        ranges.flat_map(|range| without_slash(*range)).map(range_as_regexp).collect()
    };
    match set.is_negated {
        true => format!("[^/{named}]"),
        false if named.is_empty() => NEVER.to_owned(),
        false => format!("[{named}]"),
    }
}

fn range_as_regexp((first, last): (char, char)) -> String {
    match first == last {
        true => of_set(first),
        false => format!("{}-{}", of_set(first), of_set(last)),
    }
}

fn of_set(character: char) -> String {
    match character.is_ascii_punctuation() {
        true => format!("\\{character}"),
        false => character.to_string(),
    }
}

/// The characters of a range, but for the slash, which stands between `.` and `0`.
fn without_slash((first, last): (char, char)) -> impl Iterator<Item = (char, char)> {
    let parts = match (first..=last).contains(&'/') {
        true => [(first, '.'), ('0', last)],
        // The second is none.
        false => [(first, last), ('1', '0')],
    };
    parts.into_iter().filter(|(first, last)| first <= last)
}
