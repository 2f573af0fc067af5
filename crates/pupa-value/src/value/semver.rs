//! `SemVer`: a semantic version.

use std::cmp::Ordering;
use std::fmt;

use super::scalar_error::ScalarError;

/// A version such as `1.2.3-rc.1+build.5`.
///
/// Versions are equal if all their parts are. [Precedence](Self::compare) ignores the build, which
/// is why versions do not implement `Ord`: two unequal versions may have the same precedence.
///
/// ```
/// # use pupa_value::value::semver::SemVer;
/// # use std::cmp::Ordering;
/// let candidate = SemVer::parse("1.2.3-rc.1")?;
/// assert_eq!(candidate.compare(&SemVer::parse("1.2.3")?), Ordering::Less);
/// # Ok::<(), pupa_value::value::scalar_error::ScalarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SemVer {
    major: VersionNumber,
    minor: VersionNumber,
    patch: VersionNumber,
    /// An empty list precedes every other prerelease.
    prerelease: Option<Vec<Identifier>>,
    build: Option<Vec<String>>,
}

/// The major, minor or patch number of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VersionNumber(u128);

/// An identifier of a prerelease. Numbers precede words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Identifier {
    /// Digits without leading zeros.
    Number(String),
    Word(String),
}

impl VersionNumber {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// Greater than all numbers: the major number of the [highest version](SemVer::MAX).
    pub const INFINITY: Self = Self(u128::MAX);

    /// The next number.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The number, unless it is [infinite](Self::INFINITY).
    pub fn value(self) -> Option<u128> {
        (self != Self::INFINITY).then_some(self.0)
    }

    /// Parses digits; `None` if the number is too large.
    pub(crate) fn parse(digits: &str) -> Option<Self> {
        digits.parse().ok().map(Self).filter(|&number| number != Self::INFINITY)
    }
}

impl From<u64> for VersionNumber {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for VersionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("Infinity"),
        }
    }
}

/// # Construction
impl SemVer {
    /// Precedes all versions.
    pub const MIN: Self = Self {
        major: VersionNumber::ZERO,
        minor: VersionNumber::ZERO,
        patch: VersionNumber::ZERO,
        prerelease: Some(Vec::new()),
        build: None,
    };

    /// Follows all versions.
    pub const MAX: Self =
        Self::release(VersionNumber::INFINITY, VersionNumber::ZERO, VersionNumber::ZERO);

    /// Creates a version without prerelease and build.
    pub const fn release(major: VersionNumber, minor: VersionNumber, patch: VersionNumber) -> Self {
        Self { major, minor, patch, prerelease: None, build: None }
    }

    /// The version that `SemVer($major, $minor, $patch, $prerelease, $build)` creates.
    ///
    /// The prerelease is a single word, even if it contains dots or digits, and so is the build.
    pub fn from_parts(
        major: u64,
        minor: u64,
        patch: u64,
        prerelease: Option<&str>,
        build: Option<&str>,
    ) -> Self {
        Self {
            prerelease: prerelease.map(|word| vec![Identifier::Word(word.to_owned())]),
            build: build.map(|word| vec![word.to_owned()]),
            ..Self::release(major.into(), minor.into(), patch.into())
        }
    }

    /// Parses a version.
    ///
    /// # Errors
    ///
    /// `Unable to parse '…' as a semantic version identifier`, or an error about a number of the
    /// prerelease with a leading zero.
    pub fn parse(text: &str) -> Result<Self, ScalarError> {
        let parts = Parts::split(text).ok_or_else(|| {
            ScalarError::argument(format!(
                "Unable to parse '{text}' as a semantic version identifier"
            ))
        })?;
        Ok(Self {
            prerelease: parts.prerelease.map(parse_prerelease).transpose()?,
            build: parts.build.map(parse_build),
            ..Self::release(parts.major, parts.minor, parts.patch)
        })
    }

    /// Whether a string is a valid version.
    pub fn is_valid(text: &str) -> bool {
        Self::parse(text).is_ok()
    }

    /// Creates a version with a parsed prerelease and build.
    pub(crate) fn with_qualifiers(
        numbers: [VersionNumber; 3],
        prerelease: Option<&str>,
        build: Option<&str>,
    ) -> Result<Self, ScalarError> {
        let [major, minor, patch] = numbers;
        Ok(Self {
            prerelease: prerelease.map(parse_prerelease).transpose()?,
            build: build.map(parse_build),
            ..Self::release(major, minor, patch)
        })
    }
}

/// # Properties
impl SemVer {
    /// The major number.
    pub const fn major(&self) -> VersionNumber {
        self.major
    }

    /// The minor number.
    pub const fn minor(&self) -> VersionNumber {
        self.minor
    }

    /// The patch number.
    pub const fn patch(&self) -> VersionNumber {
        self.patch
    }

    /// The prerelease, after the hyphen.
    pub fn prerelease(&self) -> Option<String> {
        let words = self.prerelease.as_ref().filter(|words| !words.is_empty())?;
        Some(words.iter().map(Identifier::text).collect::<Vec<_>>().join("."))
    }

    /// The build, after the plus sign.
    pub fn build(&self) -> Option<String> {
        self.build.as_ref().filter(|words| !words.is_empty()).map(|words| words.join("."))
    }

    /// Whether the version has no prerelease.
    pub fn is_stable(&self) -> bool {
        self.prerelease.as_ref().is_none_or(Vec::is_empty)
    }

    /// The version without its prerelease.
    #[must_use]
    pub fn to_stable(&self) -> Self {
        Self { prerelease: None, ..self.clone() }
    }

    /// The release with the next patch number.
    #[must_use]
    pub const fn next_patch(&self) -> Self {
        Self::release(self.major, self.minor, self.patch.next())
    }

    /// Compares the precedence, which ignores the build.
    pub fn compare(&self, other: &Self) -> Ordering {
        let numbers = |version: &Self| (version.major, version.minor, version.patch);
        numbers(self).cmp(&numbers(other)).then_with(|| self.compare_prerelease(other))
    }

    /// Whether the major, minor and patch numbers are equal.
    pub(crate) fn is_same_release(&self, other: &Self) -> bool {
        (self.major, self.minor, self.patch) == (other.major, other.minor, other.patch)
    }

    fn compare_prerelease(&self, other: &Self) -> Ordering {
        match (&self.prerelease, &other.prerelease) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(mine), Some(theirs)) => mine.cmp(theirs),
        }
    }
}

impl Identifier {
    fn text(&self) -> &str {
        match self {
            Self::Number(text) | Self::Word(text) => text,
        }
    }
}

impl Ord for Identifier {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => (a.len(), a).cmp(&(b.len(), b)),
            (Self::Number(_), Self::Word(_)) => Ordering::Less,
            (Self::Word(_), Self::Number(_)) => Ordering::Greater,
            (Self::Word(a), Self::Word(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Identifier {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for SemVer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if self.prerelease.is_some() {
            write!(f, "-{}", self.prerelease().unwrap_or_default())?;
        }
        if self.build.is_some() {
            write!(f, "+{}", self.build().unwrap_or_default())?;
        }
        Ok(())
    }
}

/// The parts of a version string.
struct Parts<'a> {
    major: VersionNumber,
    minor: VersionNumber,
    patch: VersionNumber,
    prerelease: Option<&'a str>,
    build: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn split(text: &'a str) -> Option<Self> {
        // Compat: a trailing newline is accepted. Pinned by `quirk-version-with-line-break`.
        let text = text.strip_suffix('\n').unwrap_or(text);
        let (rest, build) = split_at(text, '+');
        let (numbers, prerelease) = split_at(rest, '-');
        let mut numbers = numbers.split('.').map(release_number);
        let parts = Self {
            major: numbers.next()??,
            minor: numbers.next()??,
            patch: numbers.next()??,
            prerelease,
            build,
        };
        let qualified = [prerelease, build].into_iter().flatten().all(is_qualifier);
        (qualified && numbers.next().is_none()).then_some(parts)
    }
}

fn split_at(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// A number of a version: digits without a leading zero.
fn release_number(digits: &str) -> Option<VersionNumber> {
    let plain = digits == "0" || !digits.starts_with('0');
    let plain = plain && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { VersionNumber::parse(digits) } else { None }
}

/// Whether a string consists of words separated by dots.
pub(crate) fn is_qualifier(text: &str) -> bool {
    text.split('.').all(|word| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

fn parse_prerelease(text: &str) -> Result<Vec<Identifier>, ScalarError> {
    text.split('.').map(parse_identifier).collect()
}

fn parse_identifier(word: &str) -> Result<Identifier, ScalarError> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Identifier::Word(word.to_owned()));
    }
    if word.len() > 1 && word.starts_with('0') {
        return Err(ScalarError::argument(
            "Numeric pre-release identifiers MUST NOT contain leading zeroes",
        ));
    }
    Ok(Identifier::Number(word.to_owned()))
}

fn parse_build(text: &str) -> Vec<String> {
    text.split('.').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precedence() {
        let ordered = [
            "0.0.1",
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-99999999999999999999999999999999999999999",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0",
            "1.0.10",
            "1.2.0",
        ];
        let versions = ordered.map(|text| SemVer::parse(text).unwrap());
        for pair in versions.windows(2) {
            assert_eq!(pair[0].compare(&pair[1]), Ordering::Less);
        }
        assert_eq!(SemVer::MIN.compare(&versions[0]), Ordering::Less);
        assert_eq!(SemVer::MAX.compare(&versions[9]), Ordering::Greater);
    }

    #[test]
    fn builds_matter_for_equality_alone() {
        let (a, b) = (SemVer::parse("1.0.0+a").unwrap(), SemVer::parse("1.0.0+b").unwrap());
        assert_ne!(a, b);
        assert_eq!(a.compare(&b), Ordering::Equal);
    }

    #[test]
    fn texts() {
        for text in ["1.2.3-rc.1+build.5", "0.0.0--", "1.0.0+001"] {
            assert_eq!(SemVer::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(SemVer::MIN.to_string(), "0.0.0-");
        assert_eq!(SemVer::MAX.to_string(), "Infinity.0.0");
        assert_eq!(SemVer::parse("1.2.3\n").unwrap().to_string(), "1.2.3");
    }

    #[test]
    fn invalid_versions_are_rejected() {
        for text in
            ["", "1", "1.2", "v1.2.3", "01.2.3", "1.2.3-", "1.2.3+a+b", "1.2.3.4", "1.2.3-a..b"]
        {
            assert_eq!(
                SemVer::parse(text).unwrap_err().message,
                format!("Unable to parse '{text}' as a semantic version identifier")
            );
        }
        assert_eq!(
            SemVer::parse("1.2.3-01").unwrap_err().message,
            "Numeric pre-release identifiers MUST NOT contain leading zeroes"
        );
    }
}
