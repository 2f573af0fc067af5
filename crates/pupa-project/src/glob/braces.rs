//! Alternatives in patterns of files: `{a,b}`.

/// So many patterns are made of one at most; who has more alternatives has made a mistake.
const MOST: usize = 1000;

/// The limit for the bytes of all intermediate patterns.
const MOST_BYTES: usize = 1 << 20;

/// Returns the patterns for each alternative: `a.{json,yaml}` gives `a.json` and `a.yaml`.
/// Where there are too many of them, the first ones.
pub(super) fn without_braces(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut room = MOST_BYTES;
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop()
        && done.len() < MOST
    {
        let Some((before, mut parts, behind)) = alternatives(&pattern) else {
            done.push(pattern);
            continue;
        };
        // They are counted before they are made.
        let fits = |part: &&&str| {
            let left = room.checked_sub(before.len() + part.len() + behind.len() + 1);
            room = left.unwrap_or_default();
            left.is_some()
        };
        let count = parts.iter().take(MOST).take_while(fits).count();
        parts.truncate(count);
        open.extend(parts.iter().rev().map(|part| format!("{before}{part}{behind}")));
    }
    done
}

/// Whether a pattern has alternatives.
pub(super) fn has_alternatives(pattern: &str) -> bool {
    alternatives(pattern).is_some()
}

/// The first alternatives of a pattern, and what stands before and behind them.
fn alternatives(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let mut start = None;
    let (mut depth, mut from) = (0_usize, 0);
    let mut parts = Vec::new();
    let mut characters = pattern.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '{' => {
                depth += 1;
                if start.is_none() {
                    start = Some(at);
                    from = at + 1;
                }
            }
            ',' if depth == 1 => {
                parts.push(&pattern[from..at]);
                from = at + 1;
            }
            '}' if depth == 1 => {
                parts.push(&pattern[from..at]);
                return Some((&pattern[..start?], parts, &pattern[at + 1..]));
            }
            '}' if depth > 1 => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces() {
        assert_eq!(without_braces("a.{json,yaml}"), ["a.json", "a.yaml"]);
        assert_eq!(without_braces("{a,b{c,d}}/x"), ["a/x", "bc/x", "bd/x"]);
        assert_eq!(without_braces("a{b"), ["a{b"]);
        assert_eq!(without_braces(r"\{a,b}"), [r"\{a,b}"]);
        assert_eq!(without_braces("plain"), ["plain"]);
    }

    #[test]
    fn too_many_are_the_first_ones() {
        let many = without_braces(&"{a,b,c,d,e,f}".repeat(9));
        assert_eq!(many.len(), MOST);
        assert_eq!(many[..2], ["aaaaaaaaa", "aaaaaaaab"]);
        let long = format!("{{{}}}{}", "a,".repeat(100_000), "b".repeat(100_000));
        let bytes: usize = without_braces(&long).iter().map(String::len).sum();
        assert!(bytes > 0 && bytes <= MOST_BYTES, "{bytes}");
        assert_eq!(without_braces(&"{a,b}".repeat(100_000)), [""; 0]);
    }
}
