//! A progress bar for long work on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{Output, Stream};

/// The duration of work without a bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar that appears if the work takes long.
pub(crate) struct Progress {
    started: Instant,
    total: u64,
    things: &'static str,
    done: u64,
    is_wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A bar for `total` things; shown only if wanted and standard error is a terminal.
    pub(crate) fn new(total: usize, things: &'static str, is_wanted: bool) -> Progress {
        let is_wanted = is_wanted && Stream::Err.is_terminal();
        let started = Instant::now();
        Progress { started, total: total as u64, things, done: 0, is_wanted, bar: None }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        if self.is_wanted && self.bar.is_none() && self.started.elapsed() > PATIENCE {
            let bar = ProgressBar::new(self.total);
            let template = format!("{{bar:40}} {{pos}}/{{len}} {}, {{eta}} left", self.things);
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// Calls `write`, which prints, while the bar is hidden.
    pub(crate) fn aside(&self, output: &mut Output, write: impl FnOnce(&mut Output)) {
        match &self.bar {
            Some(bar) => bar.suspend(|| {
                write(output);
                output.flush();
            }),
            None => write(output),
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
