//! Operations on paths that need no files: `File.join`, `basename`, `dirname`, `extname`,
//! `expand_path`.

/// Appends a part with a separator, as `File.join` does.
pub(crate) fn append(result: &mut String, part: &str) {
    let bare = result.trim_end_matches('/').len();
    if part.starts_with('/') {
        result.truncate(bare);
    } else if bare == result.len() {
        result.push('/');
    }
    result.push_str(part);
}

/// The last part of a path.
pub(crate) fn basename(path: &str) -> &str {
    if path.is_empty() {
        return "";
    }
    let bare = path.trim_end_matches('/');
    if bare.is_empty() {
        return "/";
    }
    bare.rsplit('/').next().unwrap_or(bare)
}

/// The last part of a path without a suffix; `.*` removes any extension.
pub(crate) fn basename_without<'p>(path: &'p str, suffix: &str) -> &'p str {
    let name = basename(path);
    if suffix == ".*" {
        let leading = name.len() - name.trim_start_matches('.').len();
        let first = name.chars().next().map_or(0, char::len_utf8);
        let start = leading.max(first);
        return match name.get(start..).and_then(|rest| rest.rfind('.')) {
            Some(at) if leading < name.len() => &name[..start + at],
            _ => name,
        };
    }
    match name.strip_suffix(suffix) {
        Some(rest) if !rest.is_empty() => rest,
        _ => name,
    }
}

/// The path without its last `levels` parts.
pub(crate) fn dirname(path: &str, levels: usize) -> &str {
    let mut rest = path;
    let root = path.len() - path.trim_start_matches('/').len();
    for _ in 0..levels {
        let bare = rest.trim_end_matches('/');
        match bare.rfind('/') {
            Some(at) => rest = bare[..at].trim_end_matches('/'),
            None => {
                rest = "";
                break;
            }
        }
    }
    if !rest.is_empty() {
        return rest;
    }
    if root > 0 && levels > 0 { "/" } else { "." }
}

/// The extension of the last part of a path, with its dot.
pub(crate) fn extname(path: &str) -> &str {
    let name = basename(path);
    let bare = name.trim_start_matches('.');
    match bare.rfind('.') {
        Some(at) => &bare[at..],
        None => "",
    }
}

/// An absolute path without `.`, `..` and repeated separators (except at the beginning).
pub(crate) fn normalize(path: &str) -> String {
    let root = path.len() - path.trim_start_matches('/').len();
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("{}{}", &path[..root.max(1).min(path.len())], parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions() {
        for (path, name, extension) in [
            ("..", "..", ""),
            (".a.", ".a", "."),
            ("a..", "a.", "."),
            ("..a.", "..a", "."),
            (".a.b.", ".a.b", "."),
            ("a...b", "a..", ".b"),
            ("/", "/", ""),
            ("x/foo.rb/", "foo", ".rb"),
            (".bashrc", ".bashrc", ""),
        ] {
            assert_eq!(basename_without(path, ".*"), name, "{path}");
            assert_eq!(extname(path), extension, "{path}");
        }
    }

    #[test]
    fn directories() {
        for (path, levels, expected) in [
            ("/a/b/c", 1, "/a/b"),
            ("/a/b/c", 2, "/a"),
            ("/a/b/c", 9, "/"),
            ("a", 1, "."),
            ("//a", 1, "/"),
            ("", 1, "."),
            ("a/b", 0, "a/b"),
            ("a//b/", 1, "a"),
        ] {
            assert_eq!(dirname(path, levels), expected, "{path}");
        }
    }
}
