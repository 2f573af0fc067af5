//! The files of a release, made from the program under test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::scratch::repository;

/// The directory with the files; built once for all tests.
pub(crate) fn directory() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("release");
        let output = Command::new(repository().join("packaging/build"))
            .args(["--binary", env!("CARGO_BIN_EXE_pupa"), "--output"])
            .arg(&directory)
            .env("DPKG_DEB_COMPRESSOR_TYPE", "gzip")
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "packaging/build: {message}");
        directory
    })
}

/// The file of the release whose name ends so.
pub(crate) fn file(ending: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path());
    entries.into_iter().find(|path| path.to_string_lossy().ends_with(ending))
}
