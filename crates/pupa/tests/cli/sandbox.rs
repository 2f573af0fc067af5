//! A directory of files to run Pupa in.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The program under test.
pub(crate) const PUPA: &str = env!("CARGO_BIN_EXE_pupa");

/// A manifest with one syntax error, on its third line.
pub(crate) const BROKEN: &str = "class a {\n  $x =\n}\n";

/// A temporary directory, removed at the end.
pub(crate) struct Sandbox {
    root: PathBuf,
}

impl Sandbox {
    /// Runs a shell script in the directory, without the user's settings of Git.
    pub(crate) fn shell(&self, script: &str) {
        let done = Command::new("sh")
            .args(["-ec", script])
            .current_dir(self.root())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_NAME", "Ann")
            .env("GIT_AUTHOR_EMAIL", "ann@example.com")
            .env("GIT_COMMITTER_NAME", "Ann")
            .env("GIT_COMMITTER_EMAIL", "ann@example.com")
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// A directory with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Sandbox {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pupa-cli-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).unwrap();
        let sandbox = Sandbox { root: root.canonicalize().unwrap() };
        for (path, text) in files {
            sandbox.write(path, text.as_bytes());
        }
        sandbox
    }

    /// The directory.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file, with its directories.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Runs Pupa here.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.run_with_input(args, b"")
    }

    /// Runs Pupa in a directory below.
    pub(crate) fn run_in(&self, directory: &str, args: &[&str]) -> Ran {
        let output = Command::new(PUPA)
            .args(args)
            .current_dir(self.root.join(directory))
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Ran::new(&output, &self.root)
    }

    /// Runs Pupa here with something on standard input.
    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Ran {
        self.run_program(Path::new(PUPA), args, input)
    }

    /// Runs a program here.
    pub(crate) fn run_program(&self, program: &Path, args: &[&str], input: &[u8]) -> Ran {
        let mut child = Command::new(program)
            .args(args)
            .current_dir(&self.root)
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that reads no input may be gone already.
        let _ = child.stdin.take().unwrap().write_all(input);
        Ran::new(&child.wait_with_output().unwrap(), &self.root)
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The result of a run. The sandbox's own path is replaced by `[ROOT]`.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn new(output: &Output, root: &Path) -> Ran {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            text.replace(&*root.to_string_lossy(), "[ROOT]")
        };
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Compares everything with what is expected.
    #[track_caller]
    pub(crate) fn expect(&self, code: i32, out: &str, err: &str) {
        let found = (self.code, self.out.as_str(), self.err.as_str());
        assert_eq!(
            found,
            (code, out, err),
            "\n--- exit {}\n--- stdout\n{}--- stderr\n{}",
            self.code,
            self.out,
            self.err
        );
    }

    /// The result as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}
