//! The syntax of version ranges.

use super::{Span, no_method};
use crate::value::scalar_error::{ScalarError, ScalarErrorKind};
use crate::value::semver::{SemVer, VersionNumber, is_qualifier};

/// The operators, longer ones first.
const OPERATORS: [&str; 9] = ["<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"];

/// The spans of a range's text, each once; `None` when the text has none.
pub(super) fn spans(text: &str) -> Result<Option<Vec<Span>>, ScalarError> {
    let tight = tighten(text);
    let alternatives = alternatives(&tight);
    if alternatives.is_empty() {
        return Ok(None);
    }
    let mut spans = Vec::new();
    for alternative in alternatives {
        if let Some(span) = span(text, alternative)?
            && !spans.contains(&span)
        {
            spans.push(span);
        }
    }
    Ok(Some(spans))
}

/// Takes out blanks between operators and versions, and the `v` of versions.
fn tighten(text: &str) -> String {
    let mut tight = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        tight.push(c);
        rest = &rest[c.len_utf8()..];
        if matches!(c, '>' | '<' | '=' | '~' | '^') {
            let trimmed = rest.trim_start_matches(is_blank);
            // Compat: a `v` goes only when no blank does.
            let cut =
                if trimmed.len() < rest.len() { Some(trimmed) } else { rest.strip_prefix('v') };
            if let Some(cut) = cut {
                rest = cut;
            }
        }
    }
    tight
}

/// What stands between the `||`; empty ones at the end do not count.
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

/// The span of one alternative; `None` when it accepts nothing.
fn span(text: &str, alternative: &str) -> Result<Option<Span>, ScalarError> {
    if let Some((min, max)) = hyphenated(alternative) {
        let (min, max) = (min.version()?, max.version()?);
        return Ok(Span::GreaterOrEqual(min).intersection(&Span::LessOrEqual(max)));
    }
    let mut words: Vec<&str> = alternative.split(is_blank).collect();
    while words.last().is_some_and(|word| word.is_empty()) {
        words.pop();
    }
    // A run of blanks separates once; only at the beginning is there an empty word before it.
    let words = words.iter().enumerate().filter(|(index, word)| *index == 0 || !word.is_empty());
    let spans = words
        .map(|(_, word)| simple(word).ok_or_else(|| unparsable(text))?)
        .collect::<Result<Vec<_>, _>>()?;
    let mut spans = spans.into_iter();
    let mut common = spans.next();
    for span in spans {
        // Compat: the reference trips over a third span when the first two have nothing in common.
        let Some(sofar) = common else { return Err(no_method("intersection")) };
        common = sofar.intersection(&span);
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

/// An operator, maybe, and a version; `None` when it is something else.
fn simple(word: &str) -> Option<Result<Span, ScalarError>> {
    let operator = OPERATORS.into_iter().find(|operator| word.starts_with(operator)).unwrap_or("");
    let partial = Partial::parse(&word[operator.len()..])?;
    Some(match operator {
        "~" | "~>" | "~=" => partial.tilde(),
        "^" => partial.caret(),
        ">" => partial.above(),
        ">=" => partial.version().map(Span::GreaterOrEqual),
        "<" => partial.version().map(Span::Less),
        "<=" => partial.up_to(),
        _ => partial.exactly(),
    })
}

fn unparsable(text: &str) -> ScalarError {
    ScalarError::argument(format!("Unparsable version range: \"{text}\""))
}

// Compat: the reference means the range of all versions, but misspells it.
fn misspelt_all() -> ScalarError {
    ScalarError::new(
        ScalarErrorKind::Name,
        "undefined method `SINGLETON' for SemanticPuppet::VersionRange::AllRange:Class",
    )
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// A version that may lack numbers at its end, or have `x` for them.
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

    /// The version, with zero for what is missing.
    fn version(&self) -> Result<SemVer, ScalarError> {
        let numbers = [self.major, self.minor, self.patch];
        let numbers = numbers.map(|number| number.unwrap_or(VersionNumber::ZERO));
        SemVer::with_qualifiers(numbers, self.prerelease, self.build)
    }

    /// `1.2.3`, `1.x`
    fn exactly(&self) -> Result<Span, ScalarError> {
        match self.patch_updates() {
            Some(span) => Ok(span),
            None => self.version().map(Span::Equal),
        }
    }

    /// `~1.2.3`
    fn tilde(&self) -> Result<Span, ScalarError> {
        match (self.patch_updates(), self.major, self.minor) {
            (None, Some(major), Some(minor)) => {
                Ok(from_to(self.version()?, release(major, minor.next())))
            }
            (span, ..) => Ok(span.unwrap_or(Span::All)),
        }
    }

    /// `^1.2.3`
    fn caret(&self) -> Result<Span, ScalarError> {
        match self.major {
            None => Err(misspelt_all()),
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
    fn above(&self) -> Result<Span, ScalarError> {
        Ok(match (self.major, self.minor, self.patch) {
            (None, ..) => Span::Nothing,
            (Some(major), None, _) => Span::GreaterOrEqual(next_major(major)),
            (Some(major), Some(minor), None) => Span::GreaterOrEqual(release(major, minor.next())),
            _ => Span::Greater(self.version()?),
        })
    }

    /// `<=1.2.3`
    fn up_to(&self) -> Result<Span, ScalarError> {
        Ok(match (self.major, self.minor, self.patch) {
            (None, ..) => return Err(misspelt_all()),
            (Some(major), None, _) => Span::Less(next_major(major)),
            (Some(major), Some(minor), None) => Span::Less(release(major, minor.next())),
            _ => Span::LessOrEqual(self.version()?),
        })
    }

    /// All versions that begin with these numbers, unless all numbers are there.
    fn patch_updates(&self) -> Option<Span> {
        match (self.major, self.minor, self.patch) {
            (None, ..) => Some(Span::All),
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

fn from_to(min: SemVer, max: SemVer) -> Span {
    Span::between(Span::GreaterOrEqual(min), Span::Less(max))
}

/// A number or its place holder, and what follows it.
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

/// What follows a dot; the inner `None` is the end of the text.
fn after_dot(text: &str) -> Option<Option<&str>> {
    if text.is_empty() { Some(None) } else { text.strip_prefix('.').map(Some) }
}
