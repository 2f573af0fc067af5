//! Patterns in which `*` matches any characters.

/// Whether a text matches a pattern.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    text.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_characters() {
        for (pattern, text, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("a*b", "ab", true),
            ("a*b", "a", false),
            ("ab*ba", "aba", false),
            ("*.conf", "/etc/ü.conf", true),
            ("a*b*c", "a1b2b3c", true),
            ("a*b*c", "acb", false),
            ("**", "x", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }
}
