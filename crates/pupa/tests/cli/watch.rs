//! `pupa check --watch`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::sandbox::{BROKEN, PUPA, Sandbox};

/// Ends the watcher when a test fails before it does.
struct Watcher(Child, Receiver<String>);

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

impl Watcher {
    fn start(sandbox: &Sandbox, paths: &[&str]) -> Watcher {
        let mut child = Command::new(PUPA)
            .args(["check", "--watch", "--format", "line"])
            .args(paths)
            .current_dir(sandbox.root())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Watcher(child, lines)
    }

    /// The lines of one check, up to the one that says that it waits.
    fn next_check(&self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.1.recv_timeout(Duration::from_secs(20)).unwrap();
            if line.contains("watching for changes") {
                return lines;
            }
            lines.push(line);
        }
    }

    /// Waits for the check whose only line ends so; one change may give several checks.
    fn check_until(&self, end: &str) {
        loop {
            match self.next_check().as_slice() {
                [] if end.is_empty() => return,
                [line] if !end.is_empty() && line.ends_with(end) => return,
                _ => {}
            }
        }
    }

    fn interrupt(&mut self) -> Option<i32> {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.0.wait().unwrap().code()
    }
}

#[test]
fn changes_are_checked_and_ctrl_c_ends_with_the_last_result() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    let mut watcher = Watcher::start(&sandbox, &[]);
    assert_eq!(watcher.next_check(), [""; 0]);
    sandbox.write("new/b.pp", BROKEN.as_bytes());
    let lines = watcher.next_check();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("(file: new/b.pp, line: 3, column: 1)"), "{lines:?}");
    assert_eq!(watcher.interrupt(), Some(1));
}

#[test]
fn a_directory_that_is_made_again_is_watched_again() {
    let sandbox = Sandbox::new(&[("site.d/a.pp", "")]);
    let mut watcher = Watcher::start(&sandbox, &["site.d"]);
    assert_eq!(watcher.next_check(), [""; 0]);
    std::fs::remove_dir_all(sandbox.root().join("site.d")).unwrap();
    watcher.check_until("no such file or directory (file: site.d)");
    sandbox.write("site.d/a.pp", b"");
    watcher.check_until("");
    sandbox.write("site.d/a.pp", BROKEN.as_bytes());
    watcher.check_until("(file: site.d/a.pp, line: 3, column: 1)");
    assert_eq!(watcher.interrupt(), Some(1));
}
