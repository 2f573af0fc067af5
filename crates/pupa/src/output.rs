//! The writer for all output: everything that Pupa prints goes through [`Output`].
//!
//! Both streams are buffered. A reader that disappears (`pupa check … | head`) is not an error:
//! further output for it is dropped, and the exit code is that of the work.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

/// The exit code of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Success,
    /// The input has errors.
    Errors,
    /// The call is wrong.
    Usage,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Errors => 1,
            Exit::Usage => 2,
        })
    }
}

/// Which stream to write to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Results.
    Out,
    /// Messages for people and logs.
    Err,
}

impl Stream {
    /// Whether the stream is a terminal.
    pub(crate) fn is_terminal(self) -> bool {
        match self {
            Stream::Out => io::stdout().is_terminal(),
            Stream::Err => io::stderr().is_terminal(),
        }
    }

    /// Whether output to the stream is coloured by default.
    pub(crate) fn wants_color(self) -> bool {
        // https://no-color.org: the variable must be set and not empty.
        self.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    }
}

/// Standard output and standard error.
pub(crate) struct Output {
    out: Sink<io::Stdout>,
    err: Sink<io::Stderr>,
}

impl Output {
    /// The streams of the process.
    pub(crate) fn new() -> Output {
        Output { out: Sink::new(io::stdout()), err: Sink::new(io::stderr()) }
    }

    /// Writes a text unchanged.
    ///
    /// The other stream is flushed first, so that the order is preserved on a terminal.
    pub(crate) fn write(&mut self, stream: Stream, text: &str) {
        self.write_bytes(stream, text.as_bytes());
    }

    fn write_bytes(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Out => {
                self.err.flush();
                self.out.write(bytes);
            }
            Stream::Err => {
                self.out.flush();
                self.err.write(bytes);
            }
        }
    }

    /// A writer to a stream, whose errors are kept here.
    pub(crate) fn writer(&mut self, stream: Stream) -> StreamWriter<'_> {
        StreamWriter { output: self, stream }
    }

    /// Stores an error of writing to a stream.
    pub(crate) fn note(&mut self, stream: Stream, result: io::Result<()>) {
        match stream {
            Stream::Out => self.out.note(result),
            Stream::Err => self.err.note(result),
        }
    }

    /// Writes results.
    pub(crate) fn out(&mut self, text: &str) {
        self.write(Stream::Out, text);
    }

    /// Writes a message.
    pub(crate) fn err(&mut self, text: &str) {
        self.write(Stream::Err, text);
    }

    /// Reports an error in the arguments.
    pub(crate) fn usage_error(&mut self, message: impl std::fmt::Display) -> Exit {
        self.err(&format!("error: {message}\n"));
        Exit::Usage
    }

    /// Writes the buffered output.
    pub(crate) fn flush(&mut self) {
        self.out.flush();
        self.err.flush();
    }

    /// Whether the reader of a stream has disappeared.
    pub(crate) fn is_closed(&self, stream: Stream) -> bool {
        match stream {
            Stream::Out => self.out.state.is_some(),
            Stream::Err => self.err.state.is_some(),
        }
    }

    /// Flushes the streams; a failure to write results (such as a full disk) determines the exit
    /// code.
    pub(crate) fn finish(mut self, exit: Exit) -> Exit {
        self.flush();
        match self.out.state.take() {
            Some(Closed::Failed(error)) => {
                self.usage_error(format_args!("cannot write standard output: {error}"));
                self.flush();
                Exit::Usage
            }
            Some(Closed::Quietly) | None => exit,
        }
    }
}

/// A writer to one of the streams.
pub(crate) struct StreamWriter<'a> {
    output: &'a mut Output,
    stream: Stream,
}

impl Write for StreamWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write_bytes(self.stream, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush();
        Ok(())
    }
}

/// The reason why nothing more can be written.
enum Closed {
    /// The reader has disappeared.
    Quietly,
    /// Writing failed otherwise.
    Failed(io::Error),
}

/// A buffered stream that survives the loss of its reader.
struct Sink<W: Write> {
    writer: BufWriter<W>,
    state: Option<Closed>,
}

impl<W: Write> Sink<W> {
    fn new(writer: W) -> Sink<W> {
        Sink { writer: BufWriter::with_capacity(1 << 16, writer), state: None }
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.state.is_none() {
            let result = self.writer.write_all(bytes);
            self.note(result);
        }
    }

    fn flush(&mut self) {
        if self.state.is_none() && !self.writer.buffer().is_empty() {
            let result = self.writer.flush();
            self.note(result);
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        self.state = match result {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Some(Closed::Quietly),
            Err(error) => Some(Closed::Failed(error)),
        };
    }
}
