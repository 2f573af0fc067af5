//! Paths as strings, joined as Ruby's `Pathname` does.

/// The parent directory of a path.
pub fn parent(path: &str) -> &str {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
        None if path.starts_with('/') => "/",
        None => ".",
    }
}

/// Joins a path to a directory; an absolute path stays as it is.
///
/// ```
/// use pupa_hiera::path::join;
/// assert_eq!(join("/env", "data/common.yaml"), "/env/data/common.yaml");
/// assert_eq!(join("/env/data", "../hieradata"), "/env/hieradata");
/// assert_eq!(join("/env", "/etc/data"), "/etc/data");
/// ```
pub fn join(directory: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let (mut directory, mut path) = (directory, path);
    loop {
        if path == "." || path.is_empty() {
            return directory.to_owned();
        }
        if let Some(rest) = path.strip_prefix("./") {
            path = rest.trim_start_matches('/');
            continue;
        }
        let up = if path == ".." { Some("") } else { path.strip_prefix("../") };
        match up {
            Some(rest) if !directory.ends_with("..") && directory != "." => {
                directory = parent(directory);
                path = rest.trim_start_matches('/');
            }
            _ => break,
        }
    }
    match directory {
        "." => path.to_owned(),
        _ if directory.ends_with('/') => format!("{directory}{path}"),
        _ => format!("{directory}/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents() {
        assert_eq!(parent("/a/b"), "/a");
        assert_eq!(parent("/a"), "/");
        assert_eq!(parent("/"), "/");
        assert_eq!(parent("a"), ".");
    }

    #[test]
    fn joining() {
        for (directory, path, joined) in [
            ("/a", ".", "/a"),
            ("/a", "./b", "/a/b"),
            ("/a/b", "../../c", "/c"),
            ("/", "b", "/b"),
            ("/", "../b", "/b"),
            (".", "b", "b"),
            ("/a", "b/../c", "/a/b/../c"),
            ("/a", "..", "/"),
        ] {
            assert_eq!(join(directory, path), joined, "{directory} + {path}");
        }
    }
}
