//! `Dir.glob`: the files that match a pattern.

use super::fnmatch::{self, DOTMATCH};
use crate::machine::{Flow, Machine};
use crate::world::FileKind;

/// The paths that match a pattern, relative to a directory unless the pattern is absolute.
pub(crate) fn glob(
    m: &mut Machine<'_>,
    pattern: &str,
    base: &str,
    flags: i64,
    results: &mut Vec<String>,
) -> Flow<()> {
    for one in fnmatch::expand_braces(pattern, flags) {
        if one.is_empty() {
            continue;
        }
        let is_absolute = one.starts_with('/');
        let directory_only = one.ends_with('/');
        let parts: Vec<&str> = one.split('/').filter(|part| !part.is_empty()).collect();
        let mut walk = Walk { base: base.to_owned(), flags, directory_only, results };
        let prefix = if is_absolute { "/" } else { "" };
        walk.parts(m, prefix, &parts, 0)?;
    }
    Ok(())
}

struct Walk<'r> {
    base: String,
    flags: i64,
    directory_only: bool,
    results: &'r mut Vec<String>,
}

impl Walk<'_> {
    fn real(&self, path: &str) -> String {
        match (self.base.is_empty(), path) {
            (true, "") => ".".to_owned(),
            (true, _) => path.to_owned(),
            (false, "") => self.base.clone(),
            (false, _) if path.starts_with('/') => path.to_owned(),
            (false, _) => format!("{}/{path}", self.base.trim_end_matches('/')),
        }
    }

    fn is_directory(&self, m: &mut Machine<'_>, path: &str) -> bool {
        let path = super::file::absolute(m, &self.real(path));
        m.world.stat(&path).is_ok_and(|stat| stat.kind == FileKind::Directory)
    }

    fn exists(&self, m: &mut Machine<'_>, path: &str) -> bool {
        let path = super::file::absolute(m, &self.real(path));
        m.world.stat(&path).is_ok()
    }

    fn names(&self, m: &mut Machine<'_>, path: &str) -> Vec<String> {
        let path = super::file::absolute(m, &self.real(path));
        m.world.list_directory(&path).unwrap_or_default()
    }

    fn found(&mut self, m: &mut Machine<'_>, path: &str) -> Flow<()> {
        if self.directory_only {
            if self.is_directory(m, path) {
                let slash = if path.ends_with('/') { "" } else { "/" };
                self.results.push(format!("{path}{slash}"));
            }
        } else if !path.is_empty() {
            self.results.push(path.to_owned());
        }
        m.charge(path.len() + 24)
    }

    fn parts(&mut self, m: &mut Machine<'_>, prefix: &str, parts: &[&str], depth: u32) -> Flow<()> {
        m.step()?;
        let Some((first, rest)) = parts.split_first() else {
            return self.found(m, prefix);
        };
        if *first == "**" && !rest.is_empty() {
            return self.recursive(m, prefix, rest, depth);
        }
        if !has_wildcard(first) {
            let path = format!("{prefix}{}", unescape(first, self.flags));
            if rest.is_empty() {
                return if self.exists(m, &path) { self.found(m, &path) } else { Ok(()) };
            }
            return self.parts(m, &format!("{path}/"), rest, depth);
        }
        let pattern: Vec<char> = first.chars().collect();
        let mut names = self.names(m, prefix);
        if self.flags & DOTMATCH != 0 && rest.is_empty() {
            names.insert(0, ".".to_owned());
        }
        for name in names {
            let characters: Vec<char> = name.chars().collect();
            if !fnmatch::segment(&pattern, &characters, self.flags) {
                continue;
            }
            let path = format!("{prefix}{name}");
            if rest.is_empty() {
                self.found(m, &path)?;
            } else if self.is_directory(m, &path) {
                self.parts(m, &format!("{path}/"), rest, depth)?;
            }
        }
        Ok(())
    }

    /// `**/`: matches in this directory and in all below it, without hidden ones.
    fn recursive(
        &mut self,
        m: &mut Machine<'_>,
        prefix: &str,
        rest: &[&str],
        depth: u32,
    ) -> Flow<()> {
        self.parts(m, prefix, rest, depth)?;
        if depth > 100 {
            return Ok(());
        }
        for name in self.names(m, prefix) {
            if name.starts_with('.') && self.flags & DOTMATCH == 0 {
                continue;
            }
            let path = format!("{prefix}{name}");
            let real = super::file::absolute(m, &self.real(&path));
            let stat = m.world.stat(&real);
            if stat.is_ok_and(|stat| stat.kind == FileKind::Directory && !stat.is_link) {
                self.recursive(m, &format!("{path}/"), rest, depth + 1)?;
            }
        }
        Ok(())
    }
}

fn has_wildcard(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

fn unescape(part: &str, flags: i64) -> String {
    if flags & fnmatch::NOESCAPE != 0 || !part.contains('\\') {
        return part.to_owned();
    }
    let mut result = String::new();
    let mut characters = part.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => result.extend(characters.next()),
            _ => result.push(c),
        }
    }
    result
}
