//! Streams: the methods that `StringIO`, `File` and `IO` share.
//!
//! A stream reads from a Ruby string: a file's is its content, which is read when the file is
//! opened; that of a `StringIO` is the string of the program.

mod read;
mod write;

use crate::core::class;
use crate::core::io::change::{self, WrittenFile};
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{StrId, Value};

pub(crate) use read::*;
pub(crate) use write::*;

/// The kind of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A string of the program.
    StringIo,
    /// A file, read when it was opened.
    File,
    /// Standard input, which is empty.
    Input,
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// The Rust data of a stream.
#[derive(Debug, Clone)]
pub(crate) struct Stream {
    pub(crate) kind: Kind,
    /// The content; `nil` for streams without any.
    pub(crate) string: Value,
    pub(crate) position: usize,
    pub(crate) line: i64,
    pub(crate) readable: bool,
    pub(crate) writable: bool,
    /// Whether it was opened for reading and for writing.
    pub(crate) opened: (bool, bool),
    pub(crate) append: bool,
    pub(crate) closed: bool,
    /// The encoding of the strings that are read, if it differs from that of the content.
    pub(crate) encoding: Option<Encoding>,
    pub(crate) path: String,
    /// The file that the content is written to.
    pub(crate) file: Option<WrittenFile>,
}

impl Stream {
    /// A stream of a kind that reads from a string.
    pub(crate) fn new(kind: Kind, string: Value) -> Stream {
        let readable = matches!(kind, Kind::StringIo | Kind::File | Kind::Input);
        let writable = matches!(kind, Kind::StringIo | Kind::Output | Kind::Error);
        Stream {
            kind,
            string,
            position: 0,
            line: 0,
            readable,
            writable,
            opened: (readable, writable),
            append: false,
            closed: false,
            encoding: None,
            path: String::new(),
            file: None,
        }
    }
}

impl Payload for Stream {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.string);
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The stream of the receiver.
pub(crate) fn stream<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m mut Stream> {
    if m.payload::<Stream>(this).is_none() {
        return Err(m.error(class::IO_ERROR, "uninitialized stream"));
    }
    match m.payload_mut::<Stream>(this) {
        Some(stream) => Ok(stream),
        None => unreachable!("it was there"),
    }
}

/// Returns the content of a stream; raises an error if it cannot be read.
pub(crate) fn readable(m: &mut Machine<'_>, this: Value) -> Flow<StrId> {
    let stream = stream(m, this)?;
    if stream.closed && stream.kind != Kind::StringIo {
        return Err(m.error(class::IO_ERROR, "closed stream"));
    }
    if !stream.readable {
        return Err(m.error(class::IO_ERROR, "not opened for reading"));
    }
    match stream.string {
        Value::Str(id) => Ok(id),
        _ => {
            let Value::Str(id) = m.new_str("") else { unreachable!("it is a string") };
            Ok(id)
        }
    }
}

/// Raises an error if a stream cannot be written to.
pub(crate) fn writable(m: &mut Machine<'_>, this: Value) -> Flow<()> {
    let stream = stream(m, this)?;
    if stream.closed && stream.kind != Kind::StringIo {
        return Err(m.error(class::IO_ERROR, "closed stream"));
    }
    if !stream.writable {
        return Err(m.error(class::IO_ERROR, "not opened for writing"));
    }
    Ok(())
}

fn check_open(m: &mut Machine<'_>, this: Value) -> Flow<()> {
    let stream = stream(m, this)?;
    if stream.closed && stream.kind != Kind::StringIo {
        return Err(m.error(class::IO_ERROR, "closed stream"));
    }
    Ok(())
}

/// `pos`
pub(crate) fn position(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    check_open(m, this)?;
    Ok(Value::from(stream(m, this)?.position))
}

/// `pos=`
pub(crate) fn set_position(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    check_open(m, this)?;
    let position = m.to_int(args[0])?;
    let Ok(place) = usize::try_from(position) else { return Err(invalid(m)) };
    stream(m, this)?.position = place;
    Ok(args[0])
}

fn invalid(m: &mut Machine<'_>) -> crate::machine::Jump {
    m.error(class::EINVAL, "Invalid argument")
}

/// `seek`
pub(crate) fn seek(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = stream(m, this)?;
    if data.closed || !data.readable && !data.writable {
        return Err(m.error(class::IO_ERROR, "closed stream"));
    }
    let (current, string) = (data.position as i64, data.string);
    let offset = m.to_int(args[0])?;
    let length = match string {
        Value::Str(id) => m.string(id).len() as i64,
        _ => 0,
    };
    let base = match args.opt(1) {
        None | Some(Value::Int(0) | Value::Nil) => 0,
        Some(Value::Int(1)) => current,
        Some(Value::Int(2)) => length,
        Some(Value::Sym(name)) if name.as_str() == "SET" => 0,
        Some(Value::Sym(name)) if name.as_str() == "CUR" => current,
        Some(Value::Sym(name)) if name.as_str() == "END" => length,
        Some(whence) => {
            m.to_int(whence)?;
            return Err(m.error(class::EINVAL, "Invalid argument - invalid whence"));
        }
    };
    let Some(target) = base.checked_add(offset) else { return Err(invalid(m)) };
    let Ok(target) = usize::try_from(target) else { return Err(invalid(m)) };
    stream(m, this)?.position = target;
    Ok(Value::Int(0))
}

/// `rewind`
pub(crate) fn rewind(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    check_open(m, this)?;
    let stream = stream(m, this)?;
    stream.position = 0;
    stream.line = 0;
    Ok(Value::Int(0))
}

/// `lineno`
pub(crate) fn line_number(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    check_open(m, this)?;
    Ok(Value::Int(stream(m, this)?.line))
}

/// `lineno=`
pub(crate) fn set_line_number(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    check_open(m, this)?;
    let line = m.to_int(args[0])?;
    stream(m, this)?.line = line;
    Ok(args[0])
}

/// `eof?`
pub(crate) fn at_end(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = readable(m, this)?;
    let position = stream(m, this)?.position;
    Ok(Value::Bool(position >= m.string(id).len()))
}

/// `close`
pub(crate) fn close(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    change::save(m, this)?;
    let stream = stream(m, this)?;
    stream.closed = true;
    stream.readable = false;
    stream.writable = false;
    Ok(Value::Nil)
}

/// `close_read`
pub(crate) fn close_read(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = stream(m, this)?;
    if !data.readable {
        if data.closed || data.opened.0 {
            return Ok(Value::Nil);
        }
        return Err(m.error(class::IO_ERROR, "closing non-duplex IO for reading"));
    }
    data.readable = false;
    data.closed = !data.writable;
    Ok(Value::Nil)
}

/// `close_write`
pub(crate) fn close_write(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = stream(m, this)?;
    if !data.writable {
        if data.closed || data.opened.1 {
            return Ok(Value::Nil);
        }
        return Err(m.error(class::IO_ERROR, "closing non-duplex IO for writing"));
    }
    data.writable = false;
    data.closed = !data.readable;
    Ok(Value::Nil)
}

/// `closed?`
pub(crate) fn is_closed(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let stream = stream(m, this)?;
    Ok(Value::Bool(stream.closed || !stream.readable && !stream.writable))
}

/// `closed_read?`
pub(crate) fn is_closed_read(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(!stream(m, this)?.readable))
}

/// `closed_write?`
pub(crate) fn is_closed_write(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(!stream(m, this)?.writable))
}

/// `flush` and others without effect, which return the receiver
pub(crate) fn itself(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    stream(m, this)?;
    Ok(this)
}

/// `binmode`
pub(crate) fn binmode(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = stream(m, this)?;
    data.encoding = Some(Encoding::Binary);
    if let (Kind::StringIo, true, Value::Str(id)) = (data.kind, data.writable, data.string) {
        m.string_mut(id).encoding = Encoding::Binary;
    }
    Ok(this)
}

/// `flush`
pub(crate) fn flush(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    change::save(m, this)?;
    Ok(this)
}

/// `fsync`
pub(crate) fn fsync(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    change::save(m, this)?;
    Ok(Value::Int(0))
}

/// `flock`
pub(crate) fn zero(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(0))
}

/// `pid` and others that return `nil`
pub(crate) fn nothing(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

/// `tty?`
pub(crate) fn no(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::FALSE)
}

/// `sync`
pub(crate) fn yes(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::TRUE)
}

/// `sync=`
pub(crate) fn argument(_m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(args[0])
}

/// `fileno` of standard streams and files
pub(crate) fn file_number(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    check_open(m, this)?;
    Ok(match stream(m, this)?.kind {
        Kind::StringIo => Value::Nil,
        Kind::Input => Value::Int(0),
        Kind::Output => Value::Int(1),
        Kind::Error => Value::Int(2),
        Kind::File => Value::Int(5),
    })
}

/// The number of bytes.
pub(crate) fn size(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match stream(m, this)?.string {
        Value::Str(id) => Ok(Value::from(m.string(id).len())),
        _ => Err(m.error(class::IO_ERROR, "not opened")),
    }
}

/// `external_encoding`
pub(crate) fn external_encoding(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = stream(m, this)?;
    let (encoding, string) = (data.encoding, data.string);
    let name = match (encoding, string) {
        (Some(Encoding::Binary), _) => "ASCII-8BIT",
        (Some(Encoding::UsAscii), _) => "US-ASCII",
        (None, Value::Str(id)) => match m.string(id).encoding {
            Encoding::Binary => "ASCII-8BIT",
            Encoding::UsAscii => "US-ASCII",
            Encoding::Latin1 => "ISO-8859-1",
            _ => "UTF-8",
        },
        _ => "UTF-8",
    };
    let name = m.new_str(name);
    m.call(Value::Class(class::ENCODING), crate::Symbol::new("find"), &[name])
}

/// `set_encoding`
pub(crate) fn set_encoding(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = match args[0] {
        Value::Nil => String::new(),
        other => m.to_s_text(other)?,
    };
    let name = name.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let encoding = match name.as_str() {
        "binary" | "ascii-8bit" => Some(Encoding::Binary),
        "us-ascii" => Some(Encoding::UsAscii),
        "iso-8859-1" => Some(Encoding::Latin1),
        "" => None,
        _ => Some(Encoding::Utf8),
    };
    stream(m, this)?.encoding = encoding;
    Ok(this)
}

/// The method table of a stream class: the class's own methods, followed by the shared ones.
macro_rules! stream_methods {
    ($($extra:expr,)*) => {
        &[
            $($extra,)*
            method("read", 0, 2, stream::read),
            method("sysread", 0, 2, stream::sysread),
            method("readpartial", 0, 2, stream::sysread),
            method("read_nonblock", 0, 3, stream::sysread),
            method("pread", 2, 3, stream::pread),
            method("gets", 0, 3, stream::gets),
            method("readline", 0, 3, stream::readline),
            method("readlines", 0, 3, stream::readlines),
            method("each_line", 0, 3, stream::each_line),
            method("each", 0, 3, stream::each_line),
            method("each_char", 0, 0, stream::each_char),
            method("each_byte", 0, 0, stream::each_byte),
            method("each_codepoint", 0, 0, stream::each_codepoint),
            method("getc", 0, 0, stream::getc),
            method("getbyte", 0, 0, stream::getbyte),
            method("readchar", 0, 0, stream::readchar),
            method("readbyte", 0, 0, stream::readbyte),
            method("ungetc", 1, 1, stream::ungetc),
            method("ungetbyte", 1, 1, stream::ungetbyte),
            method("eof", 0, 0, stream::at_end),
            method("eof?", 0, 0, stream::at_end),
            method("pos", 0, 0, stream::position),
            method("tell", 0, 0, stream::position),
            method("pos=", 1, 1, stream::set_position),
            method("seek", 1, 2, stream::seek),
            method("rewind", 0, 0, stream::rewind),
            method("lineno", 0, 0, stream::line_number),
            method("lineno=", 1, 1, stream::set_line_number),
            method("close", 0, 0, stream::close),
            method("close_read", 0, 0, stream::close_read),
            method("close_write", 0, 0, stream::close_write),
            method("closed?", 0, 0, stream::is_closed),
            method("write", 0, -1, stream::write),
            method("syswrite", 1, 1, stream::write),
            method("write_nonblock", 1, 2, stream::syswrite),
            method("<<", 1, 1, stream::append),
            method("print", 0, -1, stream::print),
            method("puts", 0, -1, stream::puts),
            method("printf", 0, -1, stream::printf),
            method("putc", 1, 1, stream::putc),
            method("flush", 0, 0, stream::flush),
            method("fsync", 0, 0, stream::fsync),
            method("sync", 0, 0, stream::yes),
            method("sync=", 1, 1, stream::argument),
            method("fileno", 0, 0, stream::file_number),
            method("tty?", 0, 0, stream::no),
            method("isatty", 0, 0, stream::no),
            method("pid", 0, 0, stream::nothing),
            method("fcntl", 0, -1, stream::unsupported),
            method("binmode", 0, 0, stream::binmode),
            method("external_encoding", 0, 0, stream::external_encoding),
            method("internal_encoding", 0, 0, stream::nothing),
            method("set_encoding", 1, 3, stream::set_encoding),
            method("set_encoding_by_bom", 0, 0, stream::nothing),
        ]
    };
}
pub(crate) use stream_methods;

/// Raises `NotImplementedError` for a method that these streams cannot support.
pub(crate) fn unsupported(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = format!("{}() function is unimplemented on this machine", args.name);
    Err(m.error(class::NOT_IMPLEMENTED_ERROR, text))
}
