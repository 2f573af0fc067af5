//! Runs commands on the machine.

use std::io::{self, Read};
use std::path::Path;
use std::process::{self, Child, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// A command, which gets no input.
#[derive(Debug, Clone, Copy)]
pub struct Command<'a> {
    /// The program and its arguments.
    pub words: &'a [String],
    /// The directory to run it in; default: the working directory.
    pub directory: Option<&'a Path>,
    /// The treatment of its error output.
    pub streams: Streams,
    /// The limits of its time and its outputs.
    pub limits: CommandLimits,
}

/// The limits of a command; `None` is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandLimits {
    /// The time that it may take.
    pub time: Option<Duration>,
    /// The bytes that it may print, on both outputs together.
    pub output: Option<u64>,
}

impl Default for CommandLimits {
    fn default() -> CommandLimits {
        CommandLimits { time: Some(Duration::from_secs(300)), output: Some(64 << 20) }
    }
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
        let (child, outputs) = match self.streams {
            Streams::Merged => {
                let (reader, writer) = io::pipe()?;
                command.stdout(writer.try_clone()?).stderr(writer);
                let child = command.spawn()?;
                // The command holds the ends of the pipe that are written to: reading ends when the
                // child's own ends are closed.
                drop(command);
                (child, vec![Box::new(reader) as Box<dyn Read + Send>])
            }
            Streams::Separate => {
                let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
                let output = child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>);
                let errors = child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>);
                (child, output.into_iter().chain(errors).collect())
            }
        };
        Running { child, limits: self.limits, began: Instant::now() }.finish(outputs)
    }
}

/// A command that runs.
struct Running {
    child: Child,
    limits: CommandLimits,
    began: Instant,
}

/// The interval in which a run is asked whether it is to stop.
const INTERVAL: Duration = Duration::from_millis(20);

impl Running {
    /// Collects the outputs of the command until it ends. A command that reaches a limit is stopped.
    fn finish(mut self, outputs: Vec<Box<dyn Read + Send>>) -> io::Result<Finished> {
        let (send, pieces) = mpsc::sync_channel(16);
        let count = outputs.len();
        for (number, output) in outputs.into_iter().enumerate() {
            let send = send.clone();
            thread::Builder::new().spawn(move || forward(output, number, &send))?;
        }
        drop(send);
        let mut collected = vec![Vec::new(); count.max(2)];
        let result = self.collect(&pieces, &mut collected).and_then(|()| self.wait());
        match result {
            Ok(code) => {
                let errors = collected.pop().unwrap_or_default();
                Ok(Finished { code, output: collected.swap_remove(0), errors })
            }
            Err(error) => {
                // Its threads end with the channel.
                self.child.kill()?;
                self.child.wait()?;
                Err(error)
            }
        }
    }

    fn collect(&self, pieces: &Receiver<Piece>, collected: &mut [Vec<u8>]) -> io::Result<()> {
        let mut total = 0;
        loop {
            match pieces.recv_timeout(INTERVAL) {
                Ok((number, bytes)) => {
                    let bytes = bytes?;
                    total += bytes.len() as u64;
                    if let Some(max) = self.limits.output
                        && total > max
                    {
                        let message = format!(
                            "it prints more than {max} bytes (limit: --max-command-output)"
                        );
                        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
                    }
                    if let Some(output) = collected.get_mut(number) {
                        output.extend(bytes);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.check_time()?;
        }
    }

    /// Waits for the end of a command that has closed its outputs.
    fn wait(&mut self) -> io::Result<Option<i32>> {
        let mut pause = Duration::from_micros(50);
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.code());
            }
            self.check_time()?;
            thread::sleep(pause);
            pause = (pause * 2).min(INTERVAL);
        }
    }

    fn check_time(&self) -> io::Result<()> {
        if let Some(max) = self.limits.time
            && self.began.elapsed() > max
        {
            let seconds = max.as_secs_f64();
            let message =
                format!("it takes more than {seconds} seconds (limit: --max-command-time)");
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        pupa_meter::check().map_err(|exceeded| io::Error::other(exceeded.to_string()))
    }
}

/// A piece of one of the outputs.
type Piece = (usize, io::Result<Vec<u8>>);

/// Sends what a command prints, until the output or the receiver ends.
fn forward(mut output: impl Read, number: usize, pieces: &SyncSender<Piece>) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let piece = match output.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => Ok(buffer.get(..length).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        if pieces.send((number, piece)).is_err() {
            return;
        }
    }
}
