//! Files by patterns, as Ruby's `Dir.glob` finds them: in the order of names, depth first.

use std::fs;

/// The files and directories that match a pattern: `data/**/*.yaml`, `data/{a,b}.yaml`.
pub(crate) fn glob(pattern: &str) -> Vec<String> {
    let mut found = Vec::new();
    let root = if pattern.starts_with('/') { "/" } else { "" };
    Walk { segments: &segments(pattern), found: &mut found }.walk(root, &[0]);
    found
}

/// A part of a pattern between slashes.
#[derive(Debug, PartialEq, Eq)]
enum Segment<'p> {
    /// `**/`: any directories, none of them hidden or linked.
    Directories,
    /// A name.
    Name(&'p str),
    /// A name with `*`, `?` or `[…]`.
    Pattern(&'p str),
    /// One with `{…,…}`, and all that follows it.
    Alternatives { own: &'p str, rest: &'p str },
}

fn segments(pattern: &str) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    let mut rest = pattern.trim_start_matches('/');
    while !rest.is_empty() {
        let end = end_of_segment(rest);
        let (own, behind) = rest.split_at(end);
        let behind = behind.trim_start_matches('/');
        match own {
            // At the end it means no more than `*`.
            "**" if !behind.is_empty() => {
                if segments.last() != Some(&Segment::Directories) {
                    segments.push(Segment::Directories);
                }
            }
            own if alternatives(own).is_some() => {
                segments.push(Segment::Alternatives { own, rest });
            }
            own if own.contains(['*', '?', '[']) => segments.push(Segment::Pattern(own)),
            own => segments.push(Segment::Name(own)),
        }
        rest = behind;
    }
    segments
}

/// Where the next slash is that does not stand in braces.
fn end_of_segment(pattern: &str) -> usize {
    let mut depth = 0_usize;
    let mut characters = pattern.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '/' if depth == 0 => return at,
            _ => {}
        }
    }
    pattern.len()
}

impl Segment<'_> {
    fn is_match(&self, name: &str) -> bool {
        match self {
            Segment::Directories => false,
            Segment::Name(pattern) | Segment::Pattern(pattern) => is_match(pattern, name),
            Segment::Alternatives { own, .. } => {
                without_braces(own).iter().any(|pattern| is_match(pattern, name))
            }
        }
    }
}

/// A walk through directories.
struct Walk<'w> {
    segments: &'w [Segment<'w>],
    found: &'w mut Vec<String>,
}

impl Walk<'_> {
    /// Looks at a path for which so many segments may have been matched.
    fn walk(&mut self, path: &str, matched: &[usize]) {
        let here = if path.is_empty() { "." } else { path };
        if matched.contains(&self.segments.len()) && fs::symlink_metadata(here).is_ok() {
            self.found.push(path.to_owned());
        }
        if let [at] = matched
            && let Some(Segment::Alternatives { rest, .. }) = self.segments.get(*at)
        {
            for pattern in without_braces(rest) {
                Walk { segments: &segments(&pattern), found: self.found }.walk(path, &[0]);
            }
            return;
        }
        let open = || matched.iter().filter_map(|at| Some((*at, self.segments.get(*at)?)));
        let is_name = |(_, segment): (usize, &Segment<'_>)| matches!(segment, Segment::Name(_));
        if open().all(is_name) {
            let names: Vec<(usize, String)> = open()
                .filter_map(|(at, segment)| match segment {
                    Segment::Name(name) => Some((at, unescaped(name))),
                    _ => None,
                })
                .collect();
            for (at, name) in names {
                self.walk(&join(path, &name), &[at + 1]);
            }
            return;
        }
        let Ok(entries) = fs::read_dir(here) else { return };
        let mut entries: Vec<(String, bool)> = entries
            .flatten()
            .filter_map(|entry| {
                let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
                Some((entry.file_name().into_string().ok()?, is_directory))
            })
            .collect();
        entries.sort();
        for (name, is_directory) in entries {
            let next = self.matched_by(&name, is_directory, matched);
            if !next.is_empty() {
                self.walk(&join(path, &name), &next);
            }
        }
    }

    /// How many segments may be matched with an entry.
    fn matched_by(&self, name: &str, is_directory: bool, matched: &[usize]) -> Vec<usize> {
        let mut next = Vec::new();
        for &at in matched {
            let mut at = at;
            if self.segments.get(at) == Some(&Segment::Directories) {
                if is_directory && !name.starts_with('.') {
                    next.push(at);
                }
                at += 1;
            }
            if self.segments.get(at).is_some_and(|segment| segment.is_match(name)) {
                next.push(at + 1);
            }
        }
        next
    }
}

fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        "/" => format!("/{name}"),
        _ => format!("{directory}/{name}"),
    }
}

/// A name without the backslashes that take the meaning of characters.
fn unescaped(name: &str) -> String {
    let mut characters = name.chars();
    let mut plain = String::with_capacity(name.len());
    while let Some(character) = characters.next() {
        plain.push(if character == '\\' { characters.next().unwrap_or('\\') } else { character });
    }
    plain
}

/// Whether a name matches a pattern. Hidden names do when the pattern begins with a dot too.
fn is_match(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.trim_start_matches('\\').starts_with('.') {
        return false;
    }
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut in_name) = (0, 0);
    // Where to go on when what follows a `*` does not match: one character later.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let rest = pattern.get(at..).unwrap_or_default();
        let step = match (rest.first(), name.get(in_name)) {
            (Some('*'), _) => {
                star = Some((at + 1, in_name));
                at += 1;
                continue;
            }
            (None, None) => return true,
            (Some(_), Some(character)) => step(rest, *character),
            (None, Some(_)) | (Some(_), None) => None,
        };
        match (step, star) {
            (Some(length), _) => (at, in_name) = (at + length, in_name + 1),
            (None, Some((behind, from))) if from < name.len() => {
                star = Some((behind, from + 1));
                (at, in_name) = (behind, from + 1);
            }
            (None, _) => return false,
        }
    }
}

/// How long the part of a pattern is that stands for one character, if it matches it.
fn step(pattern: &[char], character: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['[', set @ ..] => Some(1 + bracket(set, character)?),
        ['\\', escaped, ..] => (*escaped == character).then_some(2),
        [first, ..] => (*first == character).then_some(1),
        [] => None,
    }
}

/// How long a set of characters is, with its `]`, if it has the character.
fn bracket(set: &[char], character: char) -> Option<usize> {
    let is_negated = matches!(set.first(), Some('!' | '^'));
    let mut at = usize::from(is_negated);
    let mut has = false;
    while *set.get(at)? != ']' {
        let first = one_of_set(set, &mut at)?;
        if set.get(at) == Some(&'-') && *set.get(at + 1)? != ']' {
            at += 1;
            let last = one_of_set(set, &mut at)?;
            has |= (first..=last).contains(&character) || first == character || last == character;
        } else {
            has |= first == character;
        }
    }
    (has != is_negated).then_some(at + 1)
}

fn one_of_set(set: &[char], at: &mut usize) -> Option<char> {
    if set.get(*at) == Some(&'\\') {
        *at += 1;
    }
    let character = *set.get(*at)?;
    *at += 1;
    Some(character)
}

/// The patterns that one with alternatives stands for: `a.{json,yaml}` is `a.json` and `a.yaml`.
pub(crate) fn without_braces(pattern: &str) -> Vec<String> {
    /// Who has more alternatives than these has made a mistake.
    const MOST: usize = 1000;
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        match alternatives(&pattern) {
            Some((before, parts, behind)) if done.len() + open.len() < MOST => {
                let expanded = parts.iter().rev().map(|part| format!("{before}{part}{behind}"));
                open.extend(expanded);
            }
            _ => done.push(pattern),
        }
    }
    done
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
    fn names() {
        for (pattern, name, expected) in [
            ("*.yaml", "a.yaml", true),
            ("*.yaml", ".a.yaml", false),
            (".*.yaml", ".a.yaml", true),
            ("**", "a", true),
            ("**a.yaml", "bca.yaml", true),
            ("[^a].yaml", "a.yaml", false),
            ("[^a].yaml", "b.yaml", true),
            ("[!a-c].yaml", "b.yaml", false),
            (r"[a\-c].yaml", "-.yaml", true),
            (r"[a\-c].yaml", "b.yaml", false),
            ("[]a]", "a", false),
            ("[a", "a", false),
            (r"\*", "*", true),
            (r"\*", "a", false),
            ("a?c", "abc", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
        ] {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn directories_stand_before_slashes() {
        let expected = [
            Segment::Name("a"),
            Segment::Directories,
            Segment::Pattern("b*"),
            Segment::Alternatives { own: "{c/d,e}", rest: "{c/d,e}/**" },
            Segment::Pattern("**"),
        ];
        assert_eq!(segments("/a/**/**/b*//{c/d,e}/**"), expected);
    }
}
