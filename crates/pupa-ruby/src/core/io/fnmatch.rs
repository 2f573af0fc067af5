//! Shell patterns: `File.fnmatch`, and matching names for `Dir.glob`.

/// A backslash is an ordinary character.
pub(crate) const NOESCAPE: i64 = 1;
/// Wildcards do not match a slash.
pub(crate) const PATHNAME: i64 = 2;
/// Wildcards match a leading dot.
pub(crate) const DOTMATCH: i64 = 4;
/// Upper and lower case are the same.
pub(crate) const CASEFOLD: i64 = 8;
/// Braces are alternatives.
pub(crate) const EXTGLOB: i64 = 16;

/// Whether a pattern matches a complete path.
pub(crate) fn matches(pattern: &str, path: &str, flags: i64) -> bool {
    if flags & EXTGLOB != 0 {
        return expand_braces(pattern, flags).iter().any(|one| matches_one(one, path, flags));
    }
    matches_one(pattern, path, flags)
}

fn matches_one(pattern: &str, path: &str, flags: i64) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let path: Vec<char> = path.chars().collect();
    if flags & PATHNAME == 0 {
        return segment(&pattern, &path, flags);
    }
    segments(&pattern, &path, flags)
}

/// Matches segment by segment; `**/` matches any number of directories.
fn segments(mut pattern: &[char], mut path: &[char], flags: i64) -> bool {
    loop {
        if let ['*', '*', '/', rest @ ..] = pattern {
            let mut rest = rest;
            while let ['*', '*', '/', more @ ..] = rest {
                rest = more;
            }
            let mut at = path;
            loop {
                if segments(rest, at, flags) {
                    return true;
                }
                let hidden = at.first() == Some(&'.') && flags & DOTMATCH == 0;
                match at.iter().position(|&c| c == '/') {
                    Some(slash) if !hidden => at = &at[slash + 1..],
                    _ => return false,
                }
            }
        }
        let pattern_end = pattern_part(pattern, flags);
        let path_end = path.iter().position(|&c| c == '/').unwrap_or(path.len());
        if !segment(&pattern[..pattern_end], &path[..path_end], flags) {
            return false;
        }
        match (pattern_end < pattern.len(), path_end < path.len()) {
            (false, false) => return true,
            (true, true) => {
                pattern = &pattern[pattern_end + 1..];
                path = &path[path_end + 1..];
            }
            _ => return false,
        }
    }
}

/// The length of the first segment of a pattern.
fn pattern_part(pattern: &[char], flags: i64) -> usize {
    let mut at = 0;
    while at < pattern.len() {
        match pattern[at] {
            '/' => return at,
            '\\' if flags & NOESCAPE == 0 && pattern.get(at + 1).is_some_and(|&c| c != '/') => {
                at += 2;
            }
            _ => at += 1,
        }
    }
    pattern.len()
}

/// Whether a segment of a pattern matches a name.
pub(crate) fn segment(pattern: &[char], name: &[char], flags: i64) -> bool {
    let escapes = flags & NOESCAPE == 0;
    let first_literal = match pattern {
        ['\\', c, ..] if escapes => Some(*c),
        [c, ..] => Some(*c),
        [] => None,
    };
    if name.first() == Some(&'.') && flags & DOTMATCH == 0 && first_literal != Some('.') {
        return false;
    }
    let (mut p, mut n) = (0, 0);
    // The positions to backtrack to: after the last star in the pattern, and in the name.
    let mut star: Option<(usize, usize)> = None;
    loop {
        if p < pattern.len() && pattern[p] == '*' {
            while p < pattern.len() && pattern[p] == '*' {
                p += 1;
            }
            star = Some((p, n));
            continue;
        }
        if n == name.len() {
            if p == pattern.len() || p + 1 == pattern.len() && pattern[p] == '\\' && escapes {
                return true;
            }
            return false;
        }
        match one(pattern, p, name[n], flags) {
            Some(next) => {
                p = next;
                n += 1;
            }
            None => match star {
                Some((after, from)) if from < name.len() => {
                    star = Some((after, from + 1));
                    p = after;
                    n = from + 1;
                }
                _ => return false,
            },
        }
    }
}

/// Matches one character; returns the position after the part of the pattern that matched it.
fn one(pattern: &[char], at: usize, character: char, flags: i64) -> Option<usize> {
    let slash_is_special = flags & PATHNAME != 0;
    match *pattern.get(at)? {
        '?' => (!(slash_is_special && character == '/')).then_some(at + 1),
        '[' => bracket(pattern, at + 1, character, flags),
        '\\' if flags & NOESCAPE == 0 && at + 1 < pattern.len() => {
            equal(pattern[at + 1], character, flags).then_some(at + 2)
        }
        literal => equal(literal, character, flags).then_some(at + 1),
    }
}

fn equal(a: char, b: char, flags: i64) -> bool {
    a == b || flags & CASEFOLD != 0 && a.to_lowercase().eq(b.to_lowercase())
}

fn bracket(pattern: &[char], start: usize, character: char, flags: i64) -> Option<usize> {
    let mut at = start;
    let negated = matches!(pattern.get(at), Some('!' | '^'));
    if negated {
        at += 1;
    }
    let mut found = false;
    let literal = |at: &mut usize| -> Option<char> {
        if pattern.get(*at) == Some(&'\\') && flags & NOESCAPE == 0 {
            *at += 1;
        }
        let c = *pattern.get(*at)?;
        *at += 1;
        Some(c)
    };
    loop {
        if *pattern.get(at)? == ']' {
            break;
        }
        let low = literal(&mut at)?;
        let mut high = low;
        if pattern.get(at) == Some(&'-') && pattern.get(at + 1).is_some_and(|&c| c != ']') {
            at += 1;
            high = literal(&mut at)?;
        }
        let folded = |c: char| c.to_lowercase().next().unwrap_or(c);
        found |= if flags & CASEFOLD != 0 {
            (folded(low)..=folded(high)).contains(&folded(character))
                || (low..=high).contains(&character)
        } else {
            (low..=high).contains(&character)
        };
    }
    if flags & PATHNAME != 0 && character == '/' {
        return None;
    }
    (found != negated).then_some(at + 1)
}

/// The expansions of a pattern with braces, in order.
pub(crate) fn expand_braces(pattern: &str, flags: i64) -> Vec<String> {
    let mut results = Vec::new();
    expand_into(pattern, flags, &mut results, 0);
    results
}

fn expand_into(pattern: &str, flags: i64, results: &mut Vec<String>, depth: usize) {
    let escapes = flags & NOESCAPE == 0;
    let bytes = pattern.as_bytes();
    let (mut open, mut close, mut level) = (None, None, 0);
    let mut commas = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if escapes => at += 1,
            b'{' => {
                if level == 0 {
                    open = Some(at);
                    commas.clear();
                }
                level += 1;
            }
            b',' if level == 1 => commas.push(at),
            b'}' if level > 0 => {
                level -= 1;
                if level == 0 {
                    close = Some(at);
                    break;
                }
            }
            _ => {}
        }
        at += 1;
    }
    // A pattern with thousands of alternatives is not expanded further, because of its memory.
    let (Some(open), Some(close)) = (open, close) else {
        results.push(pattern.to_owned());
        return;
    };
    if depth > 32 || results.len() > 10_000 {
        results.push(pattern.to_owned());
        return;
    }
    let mut from = open + 1;
    commas.push(close);
    for end in commas {
        let one = format!("{}{}{}", &pattern[..open], &pattern[from..end], &pattern[close + 1..]);
        expand_into(&one, flags, results, depth + 1);
        from = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("ca[a-z]", "cat", 0));
        assert!(!matches("ca[^t]", "cat", 0));
        assert!(matches("**/foo", "a/b/c/foo", PATHNAME));
        assert!(!matches("**/foo", "/a/.b/c/foo", PATHNAME));
        assert!(matches("**/foo", "/a/.b/c/foo", PATHNAME | DOTMATCH));
        assert!(!matches("*", ".profile", 0));
        assert!(matches(".*", ".profile", 0));
        assert!(matches("c{at,ub}s", "cats", EXTGLOB));
        assert!(!matches("c{at,ub}s", "cats", 0));
        assert!(matches("\\*", "*", 0));
        assert!(matches("\\a?", "\\a?", NOESCAPE));
    }
}
