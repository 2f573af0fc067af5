//! `File::Stat`: the properties of a file, as the machine's world gives them.
//!
//! The world gives the kind, the size, the mode and the time of the last change. Everything else
//! has a fixed answer.

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::Value;
use crate::world::{FileKind, FileStat};

/// The Rust data of a `File::Stat` object.
#[derive(Debug, Clone)]
pub(crate) struct StatData(pub(crate) FileStat);

impl Payload for StatData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `File::Stat`
pub(crate) static FILE_STAT: NativeClass = NativeClass {
    name: "File::Stat",
    includes: &["Comparable"],
    methods: &[
        private("initialize", 1, 1, initialize),
        method("size", 0, 0, size),
        method("size?", 0, 0, size_or_nil),
        method("zero?", 0, 0, |m, this, _| Ok(Value::Bool(stat(m, this).size == 0))),
        method("mode", 0, 0, mode),
        method("file?", 0, 0, |m, this, _| Ok(Value::Bool(stat(m, this).kind == FileKind::File))),
        method("directory?", 0, 0, |m, this, _| {
            Ok(Value::Bool(stat(m, this).kind == FileKind::Directory))
        }),
        method("symlink?", 0, 0, |m, this, _| Ok(Value::Bool(stat(m, this).is_link))),
        // A file that the world shows counts as readable. `writable?` is always false here;
        // `File.writable?` asks the world.
        method("readable?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("writable?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("executable?", 0, 0, |m, this, _| Ok(Value::Bool(stat(m, this).mode & 0o111 != 0))),
        method("ftype", 0, 0, ftype),
        method("mtime", 0, 0, mtime),
        // The world gives one time for each file.
        method("atime", 0, 0, mtime),
        method("ctime", 0, 0, mtime),
        method("birthtime", 0, 0, mtime),
        method("ino", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("dev", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("nlink", 0, 0, |_, _, _| Ok(Value::Int(1))),
        method("uid", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("gid", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("owned?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("pipe?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("socket?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("blockdev?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("chardev?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("<=>", 1, 1, compare),
    ],
    ..NativeClass::EMPTY
};

fn stat(m: &Machine<'_>, this: Value) -> FileStat {
    match m.payload::<StatData>(this) {
        Some(data) => data.0,
        None => {
            FileStat { kind: FileKind::Other, size: 0, mode: 0, modified: (0, 0), is_link: false }
        }
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = super::file::path_text(m, args[0])?;
    let path = super::file::absolute(m, &text);
    match (m.world.stat(&path), this) {
        (Ok(found), Value::Object(id)) => {
            m.set_payload(id, StatData(found));
            Ok(Value::Nil)
        }
        (Err(error), _) => Err(super::file_error(m, error, "rb_file_s_stat", &text)),
        // `new` always passes an object; there is nothing to set up in any other receiver.
        _ => Ok(Value::Nil),
    }
}

fn size(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(stat(m, this).size as i64))
}

fn size_or_nil(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(match stat(m, this).size {
        0 => Value::Nil,
        size => Value::Int(size as i64),
    })
}

fn mode(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let stat = stat(m, this);
    let kind = match stat.kind {
        FileKind::File => 0o100_000,
        FileKind::Directory => 0o40_000,
        FileKind::Other => 0,
    };
    Ok(Value::Int(i64::from(kind | stat.mode & 0o7777)))
}

/// The name of a kind of file, as `File.ftype` returns it.
pub(crate) fn kind_name(stat: &FileStat) -> &'static str {
    match stat.kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Other => "unknown",
    }
}

fn ftype(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = kind_name(&stat(m, this));
    Ok(m.new_str(name))
}

/// The `Time` of a number of seconds and nanoseconds since 1970.
pub(crate) fn time(m: &mut Machine<'_>, (seconds, nanoseconds): (i64, u32)) -> Flow {
    let unit = Value::Sym(Symbol::new("nsec"));
    let nanoseconds = Value::Int(i64::from(nanoseconds));
    m.call(Value::Class(class::TIME), Symbol::new("at"), &[Value::Int(seconds), nanoseconds, unit])
}

fn mtime(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let modified = stat(m, this).modified;
    time(m, modified)
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.payload::<StatData>(args[0]).is_none() {
        return Ok(Value::Nil);
    }
    let order = stat(m, this).modified.cmp(&stat(m, args[0]).modified);
    Ok(Value::Int(order as i64))
}
