//! `pupa check --watch`: checks again after each change.
//!
//! Ctrl-C ends it, with the exit code of the last check.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use pupa_project::puppet_files;

use super::check::{Plan, check_once};
use crate::files;
use crate::output::{Exit, Output, Stream};

/// Changes closer together than this are one change.
const QUIET: Duration = Duration::from_millis(80);

/// The number of attempts to watch a path.
const ATTEMPTS: u32 = 4;

/// The interval of checks for Ctrl-C.
const PULSE: Duration = Duration::from_millis(100);

/// Checks now and after every change, until interrupted.
pub(super) fn run(plan: &Plan<'_>, output: &mut Output) -> Exit {
    watch(plan, output).unwrap_or_else(|error| output.usage_error(format_args!("{error:#}")))
}

fn watch(plan: &Plan<'_>, output: &mut Output) -> Result<Exit> {
    if plan.paths.iter().any(|path| path == Path::new("-")) {
        bail!("standard input cannot be watched");
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted))
            .context("cannot watch for Ctrl-C")?;
    }
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    let roots: Vec<PathBuf> = plan.paths.iter().map(|path| files::absolute(path)).collect();
    loop {
        // Registered again each time, since a directory that was removed and created again is
        // another one; and before the check, so that no change in between is missed.
        watch_all(&mut watcher, &plan.paths)?;
        clear(output);
        let exit = check_once(plan, output);
        output.err(&format!("[{}] watching for changes, Ctrl-C ends\n", clock()));
        output.flush();
        if !wait_for_change(&events, &roots, &interrupted)? {
            return Ok(exit);
        }
    }
}

fn watch_all(watcher: &mut impl Watcher, paths: &[PathBuf]) -> Result<()> {
    // A second registration of a path replaces the first.
    let (directories, others): (Vec<_>, Vec<_>) = paths.iter().partition(|path| path.is_dir());
    others.into_iter().chain(directories).try_for_each(|path| watch_one(watcher, path))
}

fn watch_one(watcher: &mut impl Watcher, path: &Path) -> Result<()> {
    let mut attempts = 0;
    loop {
        let (place, mode) = watched(path);
        let Err(error) = watcher.watch(&place, mode) else { return Ok(()) };
        attempts += 1;
        // The path may have been removed just now; then another one must be watched.
        if attempts == ATTEMPTS {
            return Err(error).with_context(|| format!("cannot watch {}", place.display()));
        }
    }
}

/// Returns the path to watch for a path: editors replace files, so a file is watched by its
/// directory, and a missing one by the nearest existing directory.
fn watched(path: &Path) -> (PathBuf, RecursiveMode) {
    if path.is_dir() {
        return (path.to_owned(), RecursiveMode::Recursive);
    }
    let above = path.ancestors().skip(1).find(|above| above.is_dir());
    (above.unwrap_or(Path::new(".")).to_owned(), RecursiveMode::NonRecursive)
}

/// Waits for a relevant change and until changes have stopped; returns `false` on Ctrl-C.
fn wait_for_change(
    events: &Receiver<notify::Result<Event>>,
    roots: &[PathBuf],
    interrupted: &AtomicBool,
) -> Result<bool> {
    let mut has_changed = false;
    loop {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(false);
        }
        match events.recv_timeout(if has_changed { QUIET } else { PULSE }) {
            Ok(Ok(event)) => has_changed |= is_relevant(&event, roots),
            Ok(Err(error)) => return Err(error).context("cannot watch files"),
            Err(RecvTimeoutError::Timeout) if has_changed => return Ok(true),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("cannot watch files any longer"),
        }
    }
}

/// Reading a file is not a change, and a growing log file beside the manifests is not relevant.
fn is_relevant(event: &Event, roots: &[PathBuf]) -> bool {
    if matches!(event.kind, EventKind::Access(_)) {
        return false;
    }
    // A renamed or removed directory is reported by its own name only.
    let structural = matches!(
        event.kind,
        EventKind::Remove(_) | EventKind::Modify(notify::event::ModifyKind::Name(_))
    );
    event.paths.iter().any(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        puppet_files::is_puppet_file(path)
            || matches!(name, ".gitignore" | ".pupaignore" | "metadata.json" | "environment.conf")
            || (structural && path.extension().is_none())
            || path.is_dir()
            || roots.contains(&files::absolute(path))
    })
}

fn clear(output: &mut Output) {
    if Stream::Err.is_terminal() {
        output.err("\x1b[2J\x1b[3J\x1b[H");
    }
}

/// The time of day in UTC, with the name of the zone; the standard library does not know time
/// zones.
fn clock() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (hours, minutes, seconds) = (now / 3600 % 24, now / 60 % 60, now % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02} UTC")
}
