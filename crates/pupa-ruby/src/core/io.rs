//! `IO`, its constants and the standard streams; `File`, `Dir` and `File::Stat` are in the
//! submodules.
//!
//! All files come from the machine's world, which decides which ones may be read and changed.

pub(crate) mod change;
pub(crate) mod dir;
pub(crate) mod file;
pub(crate) mod fnmatch;
pub(crate) mod glob;
pub(crate) mod path;
pub(crate) mod stat;

use crate::library::stream::{self, Kind, Stream, stream_methods};
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Instances, NativeClass, method, private};
use crate::value::Value;
use crate::world::FileError;

/// `File::Constants`
pub static FILE_CONSTANTS: NativeClass = NativeClass {
    name: "File::Constants",
    constants: &[
        ("FNM_NOESCAPE", |_| Ok(Value::Int(fnmatch::NOESCAPE))),
        ("FNM_PATHNAME", |_| Ok(Value::Int(fnmatch::PATHNAME))),
        ("FNM_DOTMATCH", |_| Ok(Value::Int(fnmatch::DOTMATCH))),
        ("FNM_CASEFOLD", |_| Ok(Value::Int(fnmatch::CASEFOLD))),
        ("FNM_EXTGLOB", |_| Ok(Value::Int(fnmatch::EXTGLOB))),
        ("FNM_SYSCASE", |_| Ok(Value::Int(0))),
        ("FNM_SHORTNAME", |_| Ok(Value::Int(0))),
        ("RDONLY", |_| Ok(Value::Int(0))),
        ("WRONLY", |_| Ok(Value::Int(1))),
        ("RDWR", |_| Ok(Value::Int(2))),
        ("CREAT", |_| Ok(Value::Int(0o100))),
        ("EXCL", |_| Ok(Value::Int(0o200))),
        ("NOCTTY", |_| Ok(Value::Int(0o400))),
        ("TRUNC", |_| Ok(Value::Int(0o1000))),
        ("APPEND", |_| Ok(Value::Int(0o2000))),
        ("NONBLOCK", |_| Ok(Value::Int(0o4000))),
        ("BINARY", |_| Ok(Value::Int(0))),
        ("SHARE_DELETE", |_| Ok(Value::Int(0))),
        ("LOCK_SH", |_| Ok(Value::Int(1))),
        ("LOCK_EX", |_| Ok(Value::Int(2))),
        ("LOCK_NB", |_| Ok(Value::Int(4))),
        ("LOCK_UN", |_| Ok(Value::Int(8))),
        ("NULL", |m| Ok(m.new_str("/dev/null"))),
    ],
    ..NativeClass::MODULE
};

/// `IO`
pub static IO: NativeClass = NativeClass {
    name: "IO",
    includes: &["File::Constants", "Enumerable"],
    methods: stream_methods! {
        private("initialize", 0, -1, refuse_new),
        method("inspect", 0, 0, inspect),
        method("to_io", 0, 0, stream::itself),
        method("to_i", 0, 0, stream::file_number),
        method("autoclose?", 0, 0, stream::yes),
        method("close_on_exec?", 0, 0, stream::yes),
        method("stat", 0, 0, file::stat_of_stream),
    },
    class_methods: &[
        method("read", 1, -1, file::read),
        method("binread", 1, 3, file::binread),
        method("readlines", 1, -1, file::readlines),
        method("foreach", 1, -1, file::foreach),
        method("write", 2, -1, change::write),
        method("binwrite", 2, -1, change::write),
        method("popen", 0, -1, refuse_process),
        method("pipe", 0, -1, refuse_process),
        method("select", 0, -1, refuse_process),
        method("sysopen", 1, 3, refuse_process),
        method("try_convert", 1, 1, try_convert),
    ],
    constants: &[
        ("SEEK_SET", |_| Ok(Value::Int(0))),
        ("SEEK_CUR", |_| Ok(Value::Int(1))),
        ("SEEK_END", |_| Ok(Value::Int(2))),
    ],
    instances: Instances::Objects,
    ..NativeClass::EMPTY
};

/// A new stream object for standard input, output or error. It is made once: the constants `STDIN`,
/// `STDOUT` and `STDERR` hold it.
fn standard(m: &mut Machine<'_>, kind: Kind, name: &str) -> Flow {
    let mut stream = Stream::new(kind, Value::Nil);
    stream.path = name.to_owned();
    Ok(m.new_payload(crate::core::class::IO, stream))
}

/// `STDIN`
pub(crate) fn stdin(m: &mut Machine<'_>) -> Flow {
    standard(m, Kind::Input, "<STDIN>")
}

/// `STDOUT`
pub(crate) fn stdout(m: &mut Machine<'_>) -> Flow {
    standard(m, Kind::Output, "<STDOUT>")
}

/// `STDERR`
pub(crate) fn stderr(m: &mut Machine<'_>) -> Flow {
    standard(m, Kind::Error, "<STDERR>")
}

fn refuse_new(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.not_implemented("IO.new"))
}

fn refuse_process(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let what = format!("IO.{}", args.name);
    Err(m.not_implemented(&what))
}

fn try_convert(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if m.is_a(args[0], crate::core::class::IO) {
        return Ok(args[0]);
    }
    Ok(m.try_call(args[0], crate::Symbol::new("to_io"), &[])?.unwrap_or(Value::Nil))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class = m.class_name_of(this);
    let text = match m.payload::<Stream>(this) {
        Some(stream) if stream.closed && stream.kind == Kind::File => {
            format!("#<{class}:{} (closed)>", stream.path)
        }
        Some(stream) => format!("#<{class}:{}>", stream.path),
        None => m.plain_inspect(this),
    };
    Ok(m.new_str(text))
}

/// The exception for a failed file operation: `No such file or directory @ rb_sysopen - PATH`.
#[cold]
pub(crate) fn file_error(
    m: &mut Machine<'_>,
    error: FileError,
    function: &str,
    path: &str,
) -> Jump {
    use crate::core::class;
    let (class, text) = match error {
        FileError::NotFound => (class::ENOENT, "No such file or directory"),
        FileError::Denied => (class::EACCES, "Permission denied"),
        FileError::IsDirectory => (class::EISDIR, "Is a directory"),
        FileError::NotDirectory => (class::ENOTDIR, "Not a directory"),
        FileError::Exists => (class::EEXIST, "File exists"),
        FileError::NotEmpty => (class::ENOTEMPTY, "Directory not empty"),
        FileError::Other => (class::EIO, "Input/output error"),
    };
    m.error(class, format!("{text} @ {function} - {path}"))
}
