//! Paths in the form in which messages show them.

use std::path::{Component, Path, PathBuf};

/// Makes a path absolute and removes `.` and `..`, without access to the file system.
pub fn absolute(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut clean = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                clean.push(component);
            }
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_are_clean() {
        assert_eq!(absolute(Path::new("/a/./b/../c//d.pp")), Path::new("/a/c/d.pp"));
        assert_eq!(absolute(Path::new("/../x")), Path::new("/x"));
        assert!(absolute(Path::new("x")).is_absolute());
    }
}
