//! Finds files by patterns, with the meaning and the order of Ruby's `Dir.glob`: sorted by name,
//! depth first.

mod braces;
mod name;
mod regexp;

use std::path::Path;

use pupa_system::{Kind, System};

use braces::{has_alternatives, without_braces};
use name::NamePattern;
pub use regexp::as_regexp;

/// The maximum number of directory entries that are checked for one pattern. Links may lead through
/// the same directories again and again, and no real site has that many files.
const MOST_ENTRIES: usize = 1_000_000;

/// The cost of reading a directory, in entries.
const DIRECTORY: usize = 50;

/// The maximum length of a path on common systems.
const LONGEST_PATH: usize = 4096;

/// The files and directories that match a pattern such as `data/**/*.yaml` or `data/{a,b}.yaml`. If
/// the limit is reached, the result contains those found until then.
pub fn glob(system: &dyn System, pattern: &str) -> Vec<String> {
    let mut found = WalkResult { system, paths: Vec::new(), room: MOST_ENTRIES };
    let root = if pattern.starts_with('/') { "/" } else { "" };
    Walk { segments: &segments(pattern), found: &mut found }.walk(root, &[0]);
    found.paths
}

/// A segment of a pattern, between slashes.
#[derive(Debug, PartialEq, Eq)]
enum Segment<'p> {
    /// `**/`: any number of directories, neither hidden nor linked.
    Directories,
    /// A literal name.
    Name(String),
    /// A name with `*`, `?` or `[…]`.
    Pattern(NamePattern),
    /// A segment with `{…,…}`: the patterns of the segment itself, and the pattern from here to its
    /// end.
    Alternatives { own: Vec<NamePattern>, rest: &'p str },
}

fn segments(pattern: &str) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    let mut rest = pattern.trim_start_matches('/');
    while !rest.is_empty() {
        let end = end_of_segment(rest);
        let (own, behind) = rest.split_at(end);
        let behind = behind.trim_start_matches('/');
        match own {
            // As the last segment, `**` means `*`.
            "**" if !behind.is_empty() => {
                if segments.last() != Some(&Segment::Directories) {
                    segments.push(Segment::Directories);
                }
            }
            own if has_alternatives(own) => {
                let own = without_braces(own);
                let own = own.iter().map(|own| NamePattern::new(own)).collect();
                segments.push(Segment::Alternatives { own, rest });
            }
            own if own.contains(['*', '?', '[']) => {
                segments.push(Segment::Pattern(NamePattern::new(own)));
            }
            own => segments.push(Segment::Name(unescaped(own))),
        }
        rest = behind;
    }
    segments
}

/// Returns the offset of the next slash outside of braces.
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
            Segment::Name(own) => own == name,
            Segment::Pattern(pattern) => pattern.is_match(name),
            Segment::Alternatives { own, .. } => own.iter().any(|pattern| pattern.is_match(name)),
        }
    }
}

/// The result of a walk.
struct WalkResult<'s> {
    system: &'s dyn System,
    paths: Vec<String>,
    /// The number of entries that may still be checked.
    room: usize,
}

/// A walk through directories.
struct Walk<'w, 's> {
    segments: &'w [Segment<'w>],
    found: &'w mut WalkResult<'s>,
}

impl Walk<'_, '_> {
    /// Checks a path and the entries below it. `matched` lists how many segments of the pattern the
    /// path may have matched.
    fn walk(&mut self, path: &str, matched: &[usize]) {
        if path.len() > LONGEST_PATH {
            return;
        }
        let here = if path.is_empty() { "." } else { path };
        if matched.contains(&self.segments.len()) && self.found.exists(here) {
            self.found.paths.push(path.to_owned());
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
                    Segment::Name(name) => Some((at, name.clone())),
                    _ => None,
                })
                .collect();
            for (at, name) in names {
                self.walk(&join(path, &name), &[at + 1]);
            }
            return;
        }
        for (name, is_directory) in self.found.entries(here) {
            let next = self.matched_by(&name, is_directory, matched);
            if !next.is_empty() {
                self.walk(&join(path, &name), &next);
            }
        }
    }

    /// Returns how many segments may be matched after an entry, without duplicates.
    fn matched_by(&self, name: &str, is_directory: bool, matched: &[usize]) -> Vec<usize> {
        let mut next = Vec::new();
        let mut add = |at| {
            if !next.contains(&at) {
                next.push(at);
            }
        };
        for &at in matched {
            let mut at = at;
            if self.segments.get(at) == Some(&Segment::Directories) {
                if is_directory && !name.starts_with('.') {
                    add(at);
                }
                at += 1;
            }
            if self.segments.get(at).is_some_and(|segment| segment.is_match(name)) {
                add(at + 1);
            }
        }
        next
    }
}

impl WalkResult<'_> {
    /// Whether a path exists, even as a link to a missing file.
    fn exists(&self, path: &str) -> bool {
        self.system.exists(Path::new(path)) || self.system.is_link(Path::new(path))
    }

    /// The entries of a directory, sorted, and whether each is a directory. At most as many as the
    /// limit still allows.
    fn entries(&mut self, directory: &str) -> Vec<(String, bool)> {
        let Some(room) = self.room.checked_sub(DIRECTORY) else { return Vec::new() };
        let entries = self.system.list(Path::new(directory)).unwrap_or_default().into_iter();
        let mut entries: Vec<(String, bool)> = entries
            .take(room)
            .filter_map(|entry| {
                Some((entry.name.into_string().ok()?, entry.kind == Kind::Directory))
            })
            .collect();
        self.room = room.saturating_sub(entries.len());
        entries.sort();
        entries
    }
}

fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        "/" => format!("/{name}"),
        _ => format!("{directory}/{name}"),
    }
}

/// A name without its escaping backslashes.
fn unescaped(name: &str) -> String {
    let mut characters = name.chars();
    let mut plain = String::with_capacity(name.len());
    while let Some(character) = characters.next() {
        plain.push(if character == '\\' { characters.next().unwrap_or('\\') } else { character });
    }
    plain
}

#[cfg(test)]
mod tests {
    use pupa_value::regexp::Regexp;

    use std::fs;

    use super::*;
    use pupa_system::Disk;

    /// Whether the only file is found by the walk, and whether its path matches the regular
    /// expression.
    fn is_found(pattern: &str, path: &str) -> (bool, bool) {
        let directory = std::env::temp_dir().join(format!("pupa-glob-{}", std::process::id()));
        let root = directory.to_string_lossy().into_owned();
        let file = directory.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "").unwrap();
        let pattern = format!("{root}/{pattern}");
        let path = file.to_string_lossy().into_owned();
        let walked = glob(&Disk, &pattern).contains(&path);
        fs::remove_dir_all(&directory).unwrap();
        let regexp = Regexp::new(&format!("(?m:\\A{}\\z)", as_regexp(&pattern, '\0'))).unwrap();
        (walked, regexp.is_match(&path).unwrap())
    }

    #[test]
    fn files() {
        for (pattern, name, expected) in [
            ("*.yaml", "a.yaml", true),
            ("*.yaml", ".a.yaml", false),
            ("*.yaml", "a/b.yaml", false),
            (".*.yaml", ".a.yaml", true),
            (r"\.*.yaml", ".a.yaml", true),
            ("**", "a", true),
            ("**a.yaml", "bca.yaml", true),
            ("[^a].yaml", "a.yaml", false),
            ("[^a].yaml", "b.yaml", true),
            ("[!a-c].yaml", "b.yaml", false),
            ("[c-a]", "b", false),
            ("[c-a]", "c", true),
            ("[a-]", "-", true),
            ("[[a]", "[", true),
            ("[&&a]", "&", true),
            ("x[--1]y", "x/y", false),
            ("x[--1]y", "x0y", true),
            (r"[a\-c].yaml", "-.yaml", true),
            (r"[a\-c].yaml", "b.yaml", false),
            (r"[\]]", "]", true),
            (r"[\^a]", "^", true),
            ("[]a]", "a", false),
            ("[]a]", "a]", false),
            ("[^]a]", "ba]", true),
            ("[a", "a", false),
            ("[a", "[a", false),
            (r"\*", "*", true),
            (r"\*", "a", false),
            (r"\*.yaml", "*.yaml", true),
            (r"\a.yaml", "a.yaml", true),
            (r"\{a,b}", "{a,b}", true),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("a.yaml", "axyaml", false),
            ("**/*.yaml", "a.yaml", true),
            ("**/*.yaml", "a/b/c.yaml", true),
            ("**/*.yaml", "a/.b/c.yaml", false),
            ("x/**/y/*.yaml", "x/y/z.yaml", true),
            ("x/**/y/*.yaml", "x/a/y/z.yaml", true),
            ("{a/b,c}.yaml", "a/b.yaml", true),
            ("{a,b}/{c/d,e}/*", "b/c/d/f", true),
            // Compat: after `**/`, alternatives apply to a single name.
            ("**/{a/b,c}.yaml", "a/b.yaml", false),
            ("**/{a/b,c}.yaml", "x/c.yaml", true),
            ("**/x/{c/d,e}", "x/c/d", false),
            ("**/x/{c/d,e}", "x/e", true),
        ] {
            assert_eq!(is_found(pattern, name), (expected, expected), "{pattern} {name}");
        }
    }

    #[test]
    fn links_that_lead_back_come_to_an_end() {
        let directory = std::env::temp_dir().join(format!("pupa-glob-link-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        for link in ["a", "b", "c"] {
            std::os::unix::fs::symlink(".", directory.join(link)).unwrap();
        }
        let found = glob(&Disk, &format!("{}/{}x", directory.display(), "*/".repeat(30)));
        fs::remove_dir_all(&directory).unwrap();
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn ways_to_match_do_not_multiply() {
        let directory = std::env::temp_dir().join(format!("pupa-glob-deep-{}", std::process::id()));
        fs::create_dir_all(directory.join("d/".repeat(40))).unwrap();
        let found = glob(&Disk, &format!("{}/{}x", directory.display(), "**/*/".repeat(15)));
        fs::remove_dir_all(&directory).unwrap();
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn impossible_paths_are_not_looked_up() {
        assert_eq!(glob(&Disk, &format!("{}*", "a/".repeat(200_000))), [""; 0]);
    }

    #[test]
    fn directories_stand_before_slashes() {
        let own = ["c/d", "e"].map(NamePattern::new).into();
        let expected = [
            Segment::Name("a".to_owned()),
            Segment::Directories,
            Segment::Pattern(NamePattern::new("b*")),
            Segment::Alternatives { own, rest: "{c/d,e}/**" },
            Segment::Pattern(NamePattern::new("**")),
        ];
        assert_eq!(segments("/a/**/**/b*//{c/d,e}/**"), expected);
    }
}
