//! The order of package versions, as implemented by the function `versioncmp`.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::text::upcase;

/// Compares two versions piece by piece. Trailing zeros and dots of the part before the first
/// hyphen may be ignored; then a version that consists of hyphens has no order.
///
/// ```
/// use pupa_value::version_order::compare_versions;
/// assert_eq!(compare_versions("1.2", "1.10", false), Some(std::cmp::Ordering::Less));
/// ```
pub fn compare_versions(a: &str, b: &str, ignores_zeros: bool) -> Option<Ordering> {
    Some(match ignores_zeros {
        true => compare(&without_zeros(a)?, &without_zeros(b)?),
        false => compare(a, b),
    })
}

fn compare(a: &str, b: &str) -> Ordering {
    let pieces = pieces(a).zip(pieces(b)).find(|(a, b)| a != b);
    let Some((left, right)) = pieces else { return a.cmp(b) };
    match (left, right) {
        ("-", _) => Ordering::Less,
        (_, "-") => Ordering::Greater,
        (".", _) => Ordering::Less,
        (_, ".") => Ordering::Greater,
        _ if is_number(left) && is_number(right) => {
            if left.starts_with('0') || right.starts_with('0') {
                left.cmp(right)
            } else {
                left.len().cmp(&right.len()).then_with(|| left.cmp(right))
            }
        }
        _ => upcase(left).cmp(&upcase(right)),
    }
}

fn is_number(piece: &str) -> bool {
    piece.starts_with(|c: char| c.is_ascii_digit())
}

/// The pieces of a version: a dot, a hyphen, or a run of digits or of other characters.
fn pieces(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            '-' | '.' => Some(1),
            '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()),
            _ => rest.find(|c: char| matches!(c, '-' | '.' | '0'..='9')),
        };
        let (piece, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        Some(piece)
    })
}

/// The version without trailing zeros and dots in the part before the first hyphen, on the first
/// line that ends with one; `None` if there are only hyphens.
fn without_zeros(version: &str) -> Option<Cow<'_, str>> {
    let version = version.trim_end_matches('-');
    if version.is_empty() {
        return None;
    }
    let (main, suffix) = version.split_at(version.find('-').unwrap_or(version.len()));
    let mut begin = 0;
    for line in main.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        let trimmed = text.trim_end_matches(['.', '0']);
        if trimmed.len() < text.len() {
            let (from, to) = (begin + trimmed.len(), begin + text.len());
            return Some(Cow::Owned(format!("{}{}{suffix}", &main[..from], &main[to..])));
        }
        begin += line.len();
    }
    Some(Cow::Borrowed(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fall_into_pieces() {
        let found: Vec<&str> = pieces("1.0-rc10.é").collect();
        assert_eq!(found, ["1", ".", "0", "-", "rc", "10", ".", "é"]);
    }

    #[test]
    fn zeros_at_the_end_are_taken_away_before_the_first_hyphen() {
        let versions = ["1.0.0", "1.0-1.0", "10", "0.0", "1.0\n2.0", "1.5-", "1"];
        let trimmed = versions.map(|version| without_zeros(version).unwrap().into_owned());
        assert_eq!(trimmed, ["1", "1-1.0", "1", "", "1\n2.0", "1.5", "1"]);
        assert_eq!(without_zeros("--"), None);
    }
}
