//! The system below a run.

use std::sync::Arc;

use pupa_meter::Watch;
use pupa_value::value::timestamp::Timestamp;

use super::HostError;

/// The system of a run: its clock, its random numbers, its files, its commands. By default, every
/// method returns that there is nothing, so that a host implements only what it provides.
pub trait SystemHost {
    /// The time.
    fn now(&self) -> Option<Timestamp> {
        None
    }

    /// The offset of a zone of the tz database from UTC at a given time, in seconds, and its
    /// abbreviation.
    fn named_zone(&self, name: &str, seconds: i64) -> Option<(i32, String)> {
        let _ = (name, seconds);
        None
    }

    /// The offset of local time from UTC, in seconds.
    fn utc_offset(&self) -> i32 {
        0
    }

    /// A number that differs in each call, for functions such as `fqdn_rand` without a seed.
    fn random(&self) -> u64 {
        0
    }

    /// Whether a path exists.
    fn exists(&self, _path: &str) -> bool {
        false
    }

    /// The content of a file.
    ///
    /// # Errors
    /// When it can't be read, or this host reads no files.
    fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        Err(HostError(format!("Could not read {path}: there are no files here")))
    }

    /// Runs a command and returns what it prints.
    ///
    /// # Errors
    /// When it can't be run or fails, or this host runs no commands.
    fn run(&self, _command: &[String]) -> Result<String, HostError> {
        Err(HostError("Running commands is turned off".to_owned()))
    }

    /// Runs a command for Ruby code; returns its output and exit code. A single word is a command
    /// line for the shell.
    ///
    /// # Errors
    /// When it can't be run, or Ruby code may not run commands.
    fn run_for_ruby(&self, _command: &[String]) -> Result<(Vec<u8>, i32), HostError> {
        Err(HostError("Ruby code may not run commands; `--ruby-run` allows it".to_owned()))
    }

    /// The memory and the time that the run uses, and requests to stop. Runs ask at least every
    /// few milliseconds.
    fn watch(&self) -> Option<Arc<dyn Watch>> {
        None
    }
}
