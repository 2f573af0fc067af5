//! The syntax of version ranges.

use super::{Interval, no_method};
use crate::value::scalar_error::{ScalarError, ScalarErrorKind};
use crate::value::semver::{SemVer, VersionNumber, is_qualifier};

/// The operators, longer ones first.
const OPERATORS: [&str; 9] = ["<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"];

/// The distinct intervals of a range; `None` if the string is empty.
pub(super) fn intervals(text: &str) -> Result<Option<Vec<Interval>>, ScalarError> {
    let tight = tighten(text);
    let alternatives = alternatives(&tight);
    if alternatives.is_empty() {
        return Ok(None);
    }
    let mut intervals = Vec::new();
    for alternative in alternatives {
        if let Some(interval) = interval(text, alternative)?
            && !intervals.contains(&interval)
        {
            intervals.push(interval);
        }
    }
    Ok(Some(intervals))
}

/// Removes blanks between operators and versions, and the `v` of versions.
fn tighten(text: &str) -> String {
    let mut tight = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        tight.push(c);
        rest = &rest[c.len_utf8()..];
        if matches!(c, '>' | '<' | '=' | '~' | '^') {
            let trimmed = rest.trim_start_matches(is_blank);
            // Compat: a `v` is removed only if no blank is. Pinned by `quirk-version-ranges`.
            let cut =
                if trimmed.len() < rest.len() { Some(trimmed) } else { rest.strip_prefix('v') };
            if let Some(cut) = cut {
                rest = cut;
            }
        }
    }
    tight
}

/// The alternatives between `||`; empty ones at the end are dropped.
fn alternatives(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split("||").collect();
    let last = parts.len() - 1;
    for (index, part) in parts.iter_mut().enumerate() {
        if index > 0 {
            *part = part.trim_start_matches(is_blank);
        }
        if index < last {
            *part = part.trim_end_matches(is_blank);
        }
    }
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    parts
}

/// The interval of an alternative; `None` if it is empty.
fn interval(text: &str, alternative: &str) -> Result<Option<Interval>, ScalarError> {
    if let Some((min, max)) = hyphenated(alternative) {
        let (min, max) = (min.version()?, max.version()?);
        return Ok(Interval::GreaterOrEqual(min).intersection(&Interval::LessOrEqual(max)));
    }
    let mut words: Vec<&str> = alternative.split(is_blank).collect();
    while words.last().is_some_and(|word| word.is_empty()) {
        words.pop();
    }
    // A run of blanks separates once; only at the start is it preceded by an empty word.
    let words = words.iter().enumerate().filter(|(index, word)| *index == 0 || !word.is_empty());
    let intervals = words
        .map(|(_, word)| simple(word).ok_or_else(|| unparsable(text))?)
        .collect::<Result<Vec<_>, _>>()?;
    let mut intervals = intervals.into_iter();
    let mut common = intervals.next();
    for interval in intervals {
        // Compat: the reference fails on a third interval if the first two are disjoint.
        // Pinned by `quirk-third-interval-of-versions`.
        let Some(common_so_far) = common else { return Err(no_method("intersection")) };
        common = common_so_far.intersection(&interval);
    }
    Ok(common)
}

/// `1.2 - 1.4`
fn hyphenated(text: &str) -> Option<(Partial<'_>, Partial<'_>)> {
    let (min, rest) = text.split_once(is_blank)?;
    let rest = rest.trim_start_matches(is_blank).strip_prefix('-')?;
    let max = rest.trim_start_matches(is_blank);
    if max.len() == rest.len() {
        return None;
    }
    Some((Partial::parse(min)?, Partial::parse(max)?))
}

/// A version with an optional operator; `None` if the word is malformed.
fn simple(word: &str) -> Option<Result<Interval, ScalarError>> {
    let operator = OPERATORS.into_iter().find(|operator| word.starts_with(operator)).unwrap_or("");
    let partial = Partial::parse(&word[operator.len()..])?;
    Some(match operator {
        "~" | "~>" | "~=" => partial.tilde(),
        "^" => partial.caret(),
        ">" => partial.above(),
        ">=" => partial.version().map(Interval::GreaterOrEqual),
        "<" => partial.version().map(Interval::Less),
        "<=" => partial.up_to(),
        _ => partial.exactly(),
    })
}

fn unparsable(text: &str) -> ScalarError {
    ScalarError::argument(format!("Unparsable version range: \"{text}\""))
}

// Compat: the reference misspells the constant for the range of all versions.
fn all_range_error() -> ScalarError {
    ScalarError::new(
        ScalarErrorKind::Name,
        "undefined method `SINGLETON' for SemanticPuppet::VersionRange::AllRange:Class",
    )
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// A version that may lack trailing numbers, or have `x` in their place.
struct Partial<'a> {
    major: Option<VersionNumber>,
    minor: Option<VersionNumber>,
    patch: Option<VersionNumber>,
    prerelease: Option<&'a str>,
    build: Option<&'a str>,
}

impl<'a> Partial<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (major, rest) = number(text)?;
        let mut partial = Self { major, minor: None, patch: None, prerelease: None, build: None };
        let Some(rest) = after_dot(rest)? else { return Some(partial) };
        let (minor, rest) = number(rest)?;
        partial.minor = minor;
        let Some(rest) = after_dot(rest)? else { return Some(partial) };
        let (patch, rest) = number(rest)?;
        partial.patch = patch;
        partial.qualify(rest)?;
        Some(partial)
    }

    fn qualify(&mut self, text: &'a str) -> Option<()> {
        let (rest, build) = match text.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (text, None),
        };
        self.build = build;
        if !rest.is_empty() {
            self.prerelease = Some(rest.strip_prefix('-')?);
        }
        [self.prerelease, self.build].into_iter().flatten().all(is_qualifier).then_some(())
    }

    /// The version with zeros in place of missing numbers.
    fn version(&self) -> Result<SemVer, ScalarError> {
        let numbers = [self.major, self.minor, self.patch];
        let numbers = numbers.map(|number| number.unwrap_or(VersionNumber::ZERO));
        SemVer::with_qualifiers(numbers, self.prerelease, self.build)
    }

    /// `1.2.3`, `1.x`
    fn exactly(&self) -> Result<Interval, ScalarError> {
        match self.patch_updates() {
            Some(interval) => Ok(interval),
            None => self.version().map(Interval::Equal),
        }
    }

    /// `~1.2.3`
    fn tilde(&self) -> Result<Interval, ScalarError> {
        match (self.patch_updates(), self.major, self.minor) {
            (None, Some(major), Some(minor)) => {
                Ok(from_to(self.version()?, release(major, minor.next())))
            }
            (interval, ..) => Ok(interval.unwrap_or(Interval::All)),
        }
    }

    /// `^1.2.3`
    fn caret(&self) -> Result<Interval, ScalarError> {
        match self.major {
            None => Err(all_range_error()),
            Some(VersionNumber::ZERO) => self.tilde(),
            Some(major) => Ok(from_to(self.caret_begin(major)?, next_major(major))),
        }
    }

    fn caret_begin(&self, major: VersionNumber) -> Result<SemVer, ScalarError> {
        match (self.minor, self.patch, self.prerelease) {
            (None, ..) => Ok(release(major, VersionNumber::ZERO)),
            (Some(minor), None, _) => Ok(release(major, minor)),
            (Some(minor), Some(patch), None) => Ok(SemVer::release(major, minor, patch)),
            (Some(_), Some(_), Some(_)) => self.version(),
        }
    }

    /// `>1.2.3`
    fn above(&self) -> Result<Interval, ScalarError> {
        Ok(match (self.major, self.minor, self.patch) {
            (None, ..) => Interval::Nothing,
            (Some(major), None, _) => Interval::GreaterOrEqual(next_major(major)),
            (Some(major), Some(minor), None) => {
                Interval::GreaterOrEqual(release(major, minor.next()))
            }
            _ => Interval::Greater(self.version()?),
        })
    }

    /// `<=1.2.3`
    fn up_to(&self) -> Result<Interval, ScalarError> {
        Ok(match (self.major, self.minor, self.patch) {
            (None, ..) => return Err(all_range_error()),
            (Some(major), None, _) => Interval::Less(next_major(major)),
            (Some(major), Some(minor), None) => Interval::Less(release(major, minor.next())),
            _ => Interval::LessOrEqual(self.version()?),
        })
    }

    /// All versions that begin with these numbers, unless the version is complete.
    fn patch_updates(&self) -> Option<Interval> {
        match (self.major, self.minor, self.patch) {
            (None, ..) => Some(Interval::All),
            (Some(major), None, _) => {
                Some(from_to(release(major, VersionNumber::ZERO), next_major(major)))
            }
            (Some(major), Some(minor), None) => {
                Some(from_to(release(major, minor), release(major, minor.next())))
            }
            _ => None,
        }
    }
}

fn release(major: VersionNumber, minor: VersionNumber) -> SemVer {
    SemVer::release(major, minor, VersionNumber::ZERO)
}

fn next_major(major: VersionNumber) -> SemVer {
    release(major.next(), VersionNumber::ZERO)
}

fn from_to(min: SemVer, max: SemVer) -> Interval {
    Interval::between(Interval::GreaterOrEqual(min), Interval::Less(max))
}

/// A number or its placeholder, and the rest of the string.
fn number(text: &str) -> Option<(Option<VersionNumber>, &str)> {
    if let Some(rest) = text.strip_prefix(['x', 'X', '*']) {
        return Some((None, rest));
    }
    let length = if text.starts_with('0') {
        1
    } else {
        text.bytes().take_while(|byte| byte.is_ascii_digit()).count()
    };
    Some((Some(VersionNumber::parse(&text[..length])?), &text[length..]))
}

/// The rest after a dot; the inner `None` is the end of the string.
fn after_dot(text: &str) -> Option<Option<&str>> {
    if text.is_empty() { Some(None) } else { text.strip_prefix('.').map(Some) }
}
