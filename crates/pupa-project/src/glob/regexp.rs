//! Converts patterns of files to regular expressions, for patterns that are only partly known, such
//! as paths with interpolations.

use pupa_value::regexp::escape;

use super::braces::without_braces;
use super::name::{NamePattern, Part, Set};
use super::{Segment, segments};

/// A regular expression that never matches.
const NEVER: &str = "(?!)";

/// A regular expression for the paths that a pattern finds. The character `gap` in the pattern
/// matches any text, also slashes. Unlike in the file system, links to directories can't be
/// recognised, so they count as directories.
pub fn as_regexp(pattern: &str, gap: char) -> String {
    let root = if pattern.starts_with('/') { "/" } else { "" };
    format!("{root}{}", below(pattern, gap))
}

/// Like a walk: alternatives include everything after them in the pattern, but after `**/` they
/// apply to a single name.
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
        // A name never contains a slash.
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

/// The ranges that contain the characters of a range except the slash, which is between `.` and
/// `0`.
fn without_slash((first, last): (char, char)) -> impl Iterator<Item = (char, char)> {
    let parts = match (first..=last).contains(&'/') {
        true => [(first, '.'), ('0', last)],
        // The second range is empty.
        false => [(first, last), ('1', '0')],
    };
    parts.into_iter().filter(|(first, last)| first <= last)
}
