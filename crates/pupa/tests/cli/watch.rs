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
    fn start(sandbox: &Sandbox) -> Watcher {
        let mut child = Command::new(PUPA)
            .args(["check", "--watch", "--format", "line"])
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

    fn interrupt(&mut self) -> Option<i32> {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.0.wait().unwrap().code()
    }
}

#[test]
fn changes_are_checked_and_ctrl_c_ends_with_the_last_result() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    let mut watcher = Watcher::start(&sandbox);
    assert_eq!(watcher.next_check(), [""; 0]);
    sandbox.write("new/b.pp", BROKEN.as_bytes());
    let lines = watcher.next_check();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("(file: new/b.pp, line: 3, column: 1)"), "{lines:?}");
    assert_eq!(watcher.interrupt(), Some(1));
}
