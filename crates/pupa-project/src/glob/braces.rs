//! Expands the alternatives in patterns of files: `{a,b}`.

/// The maximum number of patterns from one with alternatives. A longer list is a mistake.
const MOST: usize = 1000;

/// The maximum total size of the intermediate patterns in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Returns one pattern for each combination of alternatives: `a.{json,yaml}` gives `a.json` and
/// `a.yaml`. If there are too many, only the first ones.
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
        // The sizes are computed before any of the strings is made.
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

/// Splits a pattern at its first alternatives: the text before them, the alternatives, the text
/// after them.
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
