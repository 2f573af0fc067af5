//! Runs commands on the machine.

use std::io::{self, Read};
use std::path::Path;
use std::process::{self, Child, Stdio};

/// A command, which gets no input.
#[derive(Debug, Clone, Copy)]
pub struct Command<'a> {
    /// The program and its arguments.
    pub words: &'a [String],
    /// The directory to run it in; default: the working directory.
    pub directory: Option<&'a Path>,
    /// The treatment of its error output.
    pub streams: Streams,
}

/// The treatment of the error output of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Streams {
    /// Merged with the standard output, in the order in which both were written.
    Merged,
    /// Captured separately.
    Separate,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The exit code; `None` when a signal ended the command.
    pub code: Option<i32>,
    /// The standard output.
    pub output: Vec<u8>,
    /// The standard error output; empty if both were merged.
    pub errors: Vec<u8>,
}

impl Finished {
    /// Whether the command succeeded.
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }
}

impl Command<'_> {
    /// The maximum size of a command's output in bytes.
    pub const MAX_PRINTED: u64 = 256 << 20;

    /// Runs the command on this machine.
    pub(crate) fn run(&self) -> io::Result<Finished> {
        let Some((program, args)) = self.words.split_first() else {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        };
        let mut command = process::Command::new(program);
        command.args(args).stdin(Stdio::null());
        if let Some(directory) = self.directory {
            command.current_dir(directory);
        }
        match self.streams {
            Streams::Merged => merged(command),
            Streams::Separate => {
                let output = command.output()?;
                let code = output.status.code();
                Ok(Finished { code, output: output.stdout, errors: output.stderr })
            }
        }
    }
}

fn merged(mut command: process::Command) -> io::Result<Finished> {
    let (reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // `command` holds the writing ends of the pipe, so reading would not end while it exists.
    drop(command);
    let mut output = Vec::new();
    let read = reader.take(Command::MAX_PRINTED + 1).read_to_end(&mut output);
    if read.is_err() || output.len() as u64 > Command::MAX_PRINTED {
        return Err(stopped(child));
    }
    Ok(Finished { code: child.wait()?.code(), output, errors: Vec::new() })
}

/// Kills a command that has printed too much.
fn stopped(mut child: Child) -> io::Error {
    match child.kill().and_then(|()| child.wait()) {
        Ok(_) => io::Error::from(io::ErrorKind::FileTooLarge),
        Err(error) => error,
    }
}
