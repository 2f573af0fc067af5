//! `File` and `FileTest`: opening and reading files, tests of files, and operations on paths.

use super::{change, file_error, fnmatch, path, stat};
use crate::core::class;
use crate::heap::Encoding;
use crate::library::stream::{self, Kind, Stream};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{StrId, Value};
use crate::world::{FileError, FileKind};

/// `File`
pub(crate) static FILE: NativeClass = NativeClass {
    name: "File",
    superclass: Some("IO"),
    methods: &[
        private("initialize", 1, 4, initialize),
        method("path", 0, 0, path_of),
        method("to_path", 0, 0, path_of),
        method("size", 0, 0, stream::size),
        method("mtime", 0, 0, mtime_of),
        method("atime", 0, 0, mtime_of),
        method("ctime", 0, 0, mtime_of),
        method("birthtime", 0, 0, mtime_of),
        method("lstat", 0, 0, stat_of_stream),
        method("flock", 1, 1, stream::zero),
        method("truncate", 1, 1, refuse_change_of),
        method("chmod", 1, 1, refuse_change_of),
        method("chown", 2, 2, refuse_change_of),
    ],
    class_methods: &[
        method("join", 0, -1, join),
        method("basename", 1, 2, basename),
        method("dirname", 1, 2, dirname),
        method("extname", 1, 1, extname),
        method("split", 1, 1, split),
        method("expand_path", 1, 2, expand_path),
        method("absolute_path", 1, 2, absolute_path),
        method("absolute_path?", 1, 1, is_absolute),
        method("path", 1, 1, path_argument),
        method("fnmatch", 2, 3, fnmatch_),
        method("fnmatch?", 2, 3, fnmatch_),
        method("realpath", 1, 2, realpath),
        method("realdirpath", 1, 2, realdirpath),
        method("readlink", 1, 1, readlink),
        method("exist?", 1, 1, exist),
        method("exists?", 1, 1, exist),
        method("file?", 1, 1, is_file),
        method("directory?", 1, 1, is_directory),
        method("symlink?", 1, 1, is_symlink),
        method("readable?", 1, 1, is_readable),
        method("readable_real?", 1, 1, is_readable),
        method("world_readable?", 1, 1, world_readable),
        method("writable?", 1, 1, change::is_writable),
        method("writable_real?", 1, 1, change::is_writable),
        method("world_writable?", 1, 1, nil),
        method("executable?", 1, 1, is_executable),
        method("executable_real?", 1, 1, is_executable),
        method("zero?", 1, 1, is_zero),
        method("empty?", 1, 1, is_zero),
        method("size", 1, 1, size),
        method("size?", 1, 1, size_or_nil),
        method("owned?", 1, 1, exist),
        method("grpowned?", 1, 1, exist),
        method("pipe?", 1, 1, never),
        method("socket?", 1, 1, never),
        method("blockdev?", 1, 1, never),
        method("chardev?", 1, 1, never),
        method("setuid?", 1, 1, never),
        method("setgid?", 1, 1, never),
        method("sticky?", 1, 1, never),
        method("identical?", 2, 2, identical),
        method("ftype", 1, 1, ftype),
        method("stat", 1, 1, stat_),
        method("lstat", 1, 1, stat_),
        method("mtime", 1, 1, mtime),
        method("atime", 1, 1, mtime),
        method("ctime", 1, 1, mtime),
        method("birthtime", 1, 1, mtime),
        method("open", 1, -1, open),
        method("delete", 0, -1, change::delete),
        method("unlink", 0, -1, change::delete),
        method("rename", 2, 2, change::rename),
        method("symlink", 2, 2, change::refuse_link),
        method("link", 2, 2, change::refuse_link),
        method("chmod", 1, -1, change::chmod),
        method("lchmod", 1, -1, change::chmod),
        method("chown", 2, -1, change::leave),
        method("lchown", 2, -1, change::leave),
        method("utime", 2, -1, change::leave),
        method("truncate", 2, 2, refuse_first),
        method("mkfifo", 1, 2, refuse_first),
        method("umask", 0, 1, umask),
    ],
    constants: &[
        ("SEPARATOR", |m| Ok(m.new_str("/"))),
        ("Separator", |m| Ok(m.new_str("/"))),
        ("ALT_SEPARATOR", |_| Ok(Value::Nil)),
        ("PATH_SEPARATOR", |m| Ok(m.new_str(":"))),
    ],
    ..NativeClass::EMPTY
};

/// `FileTest`
pub(crate) static FILE_TEST: NativeClass = NativeClass {
    name: "FileTest",
    class_methods: &[
        method("exist?", 1, 1, exist),
        method("exists?", 1, 1, exist),
        method("file?", 1, 1, is_file),
        method("directory?", 1, 1, is_directory),
        method("symlink?", 1, 1, is_symlink),
        method("readable?", 1, 1, is_readable),
        method("readable_real?", 1, 1, is_readable),
        method("world_readable?", 1, 1, world_readable),
        method("writable?", 1, 1, change::is_writable),
        method("writable_real?", 1, 1, change::is_writable),
        method("world_writable?", 1, 1, nil),
        method("executable?", 1, 1, is_executable),
        method("executable_real?", 1, 1, is_executable),
        method("zero?", 1, 1, is_zero),
        method("empty?", 1, 1, is_zero),
        method("size", 1, 1, size),
        method("size?", 1, 1, size_or_nil),
        method("owned?", 1, 1, exist),
        method("grpowned?", 1, 1, exist),
        method("pipe?", 1, 1, never),
        method("socket?", 1, 1, never),
        method("blockdev?", 1, 1, never),
        method("chardev?", 1, 1, never),
        method("setuid?", 1, 1, never),
        method("setgid?", 1, 1, never),
        method("sticky?", 1, 1, never),
        method("identical?", 2, 2, identical),
    ],
    ..NativeClass::MODULE
};

/// Converts a path argument to a string with `to_path`, then `to_str`; zero bytes raise an error.
pub(crate) fn path_string(m: &mut Machine<'_>, value: Value) -> Flow<StrId> {
    let value = match value {
        Value::Str(_) => value,
        Value::Object(_) => m.try_call(value, names::TO_PATH, &[])?.unwrap_or(value),
        _ => value,
    };
    let id = m.to_str(value)?;
    if m.string(id).bytes().contains(&0) {
        return Err(m.argument_error("string contains null byte"));
    }
    Ok(id)
}

/// The content of a path argument.
pub(crate) fn path_text(m: &mut Machine<'_>, value: Value) -> Flow<String> {
    let id = path_string(m, value)?;
    Ok(m.text_of(id))
}

/// The absolute form of a path. Only the machine knows its working directory, so the world gets
/// absolute paths.
pub(crate) fn absolute(m: &mut Machine<'_>, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let directory = m.world.working_directory();
    format!("{}/{path}", directory.trim_end_matches('/'))
}

pub(super) fn world_path(m: &mut Machine<'_>, value: Value) -> Flow<String> {
    if let Some(stream) = m.payload::<Stream>(value) {
        let path = stream.path.clone();
        return Ok(absolute(m, &path));
    }
    let path = path_text(m, value)?;
    if path.is_empty() {
        return Ok(path);
    }
    Ok(absolute(m, &path))
}

fn join(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut result = String::new();
    join_into(m, args.list, &mut result)?;
    Ok(m.new_str(result))
}

fn join_into(m: &mut Machine<'_>, parts: &[Value], result: &mut String) -> Flow<()> {
    for (index, &part) in parts.iter().enumerate() {
        let text = match part {
            Value::Array(id) => {
                let inner = m.guard_recursion(Symbol::new("join"), part, part, None, |m| {
                    let items = m.array(id).to_vec();
                    let mut inner = String::new();
                    join_into(m, &items, &mut inner)?;
                    Ok(Some(inner))
                })?;
                match inner {
                    Some(inner) => inner,
                    None => return Err(m.argument_error("recursive array")),
                }
            }
            other => path_text(m, other)?,
        };
        if index == 0 {
            result.push_str(&text);
        } else {
            path::append(result, &text);
        }
    }
    Ok(())
}

fn basename(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let name = match args.opt(1) {
        Some(suffix) => {
            let suffix = m.to_text(suffix)?;
            path::basename_without(&text, &suffix)
        }
        None => path::basename(&text),
    };
    Ok(m.new_str(name))
}

fn dirname(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let levels = match args.opt(1) {
        Some(level) => m.to_int(level)?,
        None => 1,
    };
    let Ok(levels) = usize::try_from(levels) else {
        return Err(m.argument_error(format!("negative level: {levels}")));
    };
    if levels == 0 {
        return Ok(m.new_str(text));
    }
    Ok(m.new_str(path::dirname(&text, levels)))
}

fn extname(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    // Compat: Ruby makes the empty string without an encoding, which catalogs show as Binary.
    // Pinned by `ruby-function-binary-text`.
    Ok(match path::extname(&text) {
        "" => m.new_bytes(Vec::new(), Encoding::Binary),
        extension => m.new_str(extension),
    })
}

fn split(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let directory = m.new_str(path::dirname(&text, 1));
    let name = m.new_str(path::basename(&text));
    Ok(m.new_array(vec![directory, name]))
}

/// The absolute form of a path, relative to a directory.
pub(crate) fn expand(
    m: &mut Machine<'_>,
    text: &str,
    directory: Option<Value>,
    with_home: bool,
) -> Flow<String> {
    if with_home && text.starts_with('~') {
        return expand_home(m, text);
    }
    if text.starts_with('/') {
        return Ok(path::normalize(text));
    }
    let base = match directory {
        None | Some(Value::Nil) => m.world.working_directory(),
        Some(directory) => {
            let directory = path_text(m, directory)?;
            expand(m, &directory, None, with_home)?
        }
    };
    Ok(path::normalize(&format!("{}/{text}", base.trim_end_matches('/'))))
}

fn expand_home(m: &mut Machine<'_>, text: &str) -> Flow<String> {
    let (user, rest) = text[1..].split_once('/').unwrap_or((&text[1..], ""));
    if !user.is_empty() {
        return Err(m.argument_error(format!("user {user} doesn't exist")));
    }
    let home = m.environment_variable("HOME");
    let Some(home) = home else {
        let message = "couldn't find HOME environment -- expanding `~'";
        return Err(m.argument_error(message));
    };
    if !home.starts_with('/') {
        return Err(m.argument_error("non-absolute home"));
    }
    Ok(path::normalize(&format!("{home}/{rest}")))
}

fn expand_path(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let result = expand(m, &text, args.opt(1), true)?;
    Ok(m.new_str(result))
}

fn absolute_path(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let result = expand(m, &text, args.opt(1), false)?;
    Ok(m.new_str(result))
}

fn is_absolute(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    Ok(Value::Bool(text.starts_with('/')))
}

fn path_argument(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    Ok(m.new_str(text))
}

fn fnmatch_(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let pattern = m.to_text(args[0])?;
    let text = path_text(m, args[1])?;
    let flags = match args.opt(2) {
        Some(flags) => m.to_int(flags)?,
        None => 0,
    };
    Ok(Value::Bool(fnmatch::matches(&pattern, &text, flags)))
}

fn realpath(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let full = expand(m, &text, args.opt(1), false)?;
    match m.world.real_path(&full) {
        Ok(real) => Ok(m.new_str(real)),
        Err(error) => Err(file_error(m, error, "rb_check_realpath_internal", &full)),
    }
}

fn realdirpath(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    let full = expand(m, &text, args.opt(1), false)?;
    if let Ok(real) = m.world.real_path(&full) {
        return Ok(m.new_str(real));
    }
    let directory = path::dirname(&full, 1).to_owned();
    match m.world.real_path(&directory) {
        Ok(real) => {
            let mut real = real;
            path::append(&mut real, path::basename(&full));
            Ok(m.new_str(real))
        }
        Err(error) => Err(file_error(m, error, "rb_check_realpath_internal", &directory)),
    }
}

fn readlink(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = world_path(m, args[0])?;
    let display = path_text(m, args[0])?;
    match m.world.stat(&path) {
        Ok(stat) if stat.is_link => match m.world.real_path(&path) {
            Ok(real) => Ok(m.new_str(real)),
            Err(error) => Err(file_error(m, error, "rb_readlink", &display)),
        },
        Ok(_) => Err(m.error(class::EINVAL, format!("Invalid argument @ rb_readlink - {display}"))),
        Err(error) => Err(file_error(m, error, "rb_readlink", &display)),
    }
}

fn stat_if_any(m: &mut Machine<'_>, value: Value) -> Flow<Option<crate::world::FileStat>> {
    let path = world_path(m, value)?;
    if path.is_empty() {
        return Ok(None);
    }
    Ok(m.world.stat(&path).ok())
}

fn exist(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(stat_if_any(m, args[0])?.is_some()))
}

fn is_kind(m: &mut Machine<'_>, value: Value, kind: FileKind) -> Flow {
    Ok(Value::Bool(stat_if_any(m, value)?.is_some_and(|stat| stat.kind == kind)))
}

fn is_file(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    is_kind(m, args[0], FileKind::File)
}

pub(super) fn is_directory(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    is_kind(m, args[0], FileKind::Directory)
}

fn is_symlink(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(stat_if_any(m, args[0])?.is_some_and(|stat| stat.is_link)))
}

fn is_readable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(stat_if_any(m, args[0])?.is_some()))
}

fn world_readable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(match stat_if_any(m, args[0])? {
        Some(stat) if stat.mode & 0o4 != 0 => Value::Int(i64::from(stat.mode & 0o777)),
        _ => Value::Nil,
    })
}

fn is_executable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(stat_if_any(m, args[0])?.is_some_and(|stat| stat.mode & 0o111 != 0)))
}

/// Tests that are always false: no file is a pipe, a socket or a device, or has a special bit such
/// as setuid.
fn never(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    path_text(m, args[0])?;
    Ok(Value::FALSE)
}

fn nil(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    path_text(m, args[0])?;
    Ok(Value::Nil)
}

fn is_zero(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(stat_if_any(m, args[0])?.is_some_and(|stat| stat.size == 0)))
}

fn size(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let stat = required_stat(m, args[0], "rb_file_s_size")?;
    Ok(Value::Int(stat.size as i64))
}

fn size_or_nil(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(match stat_if_any(m, args[0])? {
        Some(stat) if stat.size > 0 => Value::Int(stat.size as i64),
        _ => Value::Nil,
    })
}

fn identical(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let first = world_path(m, args[0])?;
    let Ok(first) = m.world.real_path(&first) else { return Ok(Value::FALSE) };
    let second = world_path(m, args[1])?;
    Ok(Value::Bool(m.world.real_path(&second) == Ok(first)))
}

fn required_stat(
    m: &mut Machine<'_>,
    value: Value,
    function: &str,
) -> Flow<crate::world::FileStat> {
    let path = world_path(m, value)?;
    let display = path_text(m, value)?;
    let found = if path.is_empty() { Err(FileError::NotFound) } else { m.world.stat(&path) };
    match found {
        Ok(stat) => Ok(stat),
        Err(error) => Err(file_error(m, error, function, &display)),
    }
}

fn ftype(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let stat = required_stat(m, args[0], "rb_file_s_ftype")?;
    Ok(m.new_str(stat::kind_name(&stat)))
}

fn stat_(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let found = required_stat(m, args[0], "rb_file_s_stat")?;
    Ok(m.new_payload(class::FILE_STAT, stat::StatData(found)))
}

/// `stat` of an open file
pub(super) fn stat_of_stream(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let found = required_stat(m, this, "rb_file_s_stat")?;
    Ok(m.new_payload(class::FILE_STAT, stat::StatData(found)))
}

fn mtime(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let found = required_stat(m, args[0], "rb_file_s_mtime")?;
    stat::time(m, found.modified)
}

fn mtime_of(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let found = required_stat(m, this, "rb_file_s_mtime")?;
    stat::time(m, found.modified)
}

fn path_of(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let path = stream::stream(m, this)?.path.clone();
    Ok(m.new_str(path))
}

/// Reads a whole file. Errors show the path as the program has given it.
pub(crate) fn content(m: &mut Machine<'_>, value: Value) -> Flow<Vec<u8>> {
    let text = path_text(m, value)?;
    let path = absolute(m, &text);
    let read = if text.is_empty() { Err(FileError::NotFound) } else { m.world.read_file(&path) };
    match read {
        Ok(bytes) => {
            m.charge(bytes.len())?;
            Ok(bytes)
        }
        Err(FileError::IsDirectory) => {
            Err(m.error(class::EISDIR, format!("Is a directory @ io_fread - {text}")))
        }
        Err(error) => Err(file_error(m, error, "rb_sysopen", &text)),
    }
}

/// The mode and the encoding in the arguments of `open` and `read`.
struct Mode {
    /// `r`, `w` or `a` with what follows it.
    access: String,
    writes: bool,
    encoding: Encoding,
}

fn mode(m: &mut Machine<'_>, list: &[Value], keywords: Option<crate::value::HashId>) -> Flow<Mode> {
    let mut text = match list.get(1).copied().or_else(|| m.keyword(keywords, "mode")) {
        None | Some(Value::Nil) => "r".to_owned(),
        Some(Value::Int(bits)) => flags_as_text(bits).to_owned(),
        Some(text) => m.to_text(text)?,
    };
    if let Some(name) =
        m.keyword(keywords, "encoding").or_else(|| m.keyword(keywords, "external_encoding"))
        && !name.is_nil()
    {
        let name = m.to_s_text(name)?;
        text = format!("{text}:{name}");
    }
    let binary = m.keyword(keywords, "binmode").is_some_and(Value::is_truthy);
    let access = text.split(':').next().unwrap_or_default();
    let valid = matches!(access.chars().next(), Some('r' | 'w' | 'a'))
        && access[1..].chars().all(|c| matches!(c, 'b' | 't' | '+' | 'x'));
    if !valid {
        return Err(m.argument_error(format!("invalid access mode {text}")));
    }
    let name = text.split(':').nth(1).unwrap_or_default().to_ascii_lowercase();
    let name = name.strip_prefix("bom|").unwrap_or(&name);
    let encoding = match name {
        "binary" | "ascii-8bit" => Encoding::Binary,
        "us-ascii" | "ascii" => Encoding::UsAscii,
        "iso-8859-1" => Encoding::Latin1,
        "" if binary || access.contains('b') => Encoding::Binary,
        _ => Encoding::Utf8,
    };
    let access = access.to_owned();
    Ok(Mode { writes: !access.starts_with('r') || access.contains('+'), encoding, access })
}

/// The text that means the same as flags of `open(2)`.
fn flags_as_text(bits: i64) -> &'static str {
    let [reads_only, both] = [bits & 3 == 0, bits & 3 == 2];
    let [creates, exclusive, truncates, appends] =
        [0o100, 0o200, 0o1000, 0o2000].map(|flag| bits & flag != 0);
    match (reads_only, both) {
        (true, _) if !creates => "r",
        _ if creates && exclusive => "wx",
        _ if appends => "a",
        (_, true) if truncates => "w+",
        (_, true) if creates => "a+",
        (_, true) => "r+",
        _ => "w",
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let (list, keywords) = args.split_keywords();
    let Some(&target) = list.first() else { return Err(m.arity_error(0, 1, Some(3))) };
    let mode = mode(m, list, keywords)?;
    let text = path_text(m, target)?;
    if mode.writes {
        let permissions = change::permissions(m, keywords, list.get(2).copied())?;
        let stream = change::open(m, &text, &mode.access, permissions, mode.encoding)?;
        m.set_payload(id, stream);
        return Ok(Value::Nil);
    }
    let path = absolute(m, &text);
    let is_directory = m.world.stat(&path).is_ok_and(|stat| stat.kind == FileKind::Directory);
    let mut bytes = if is_directory { Vec::new() } else { content(m, target)? };
    if let Some(Value::Str(mode)) = list.get(1)
        && m.string(*mode).lossy().to_ascii_lowercase().contains("bom|")
        && bytes.starts_with(b"\xef\xbb\xbf")
    {
        bytes.drain(..3);
    }
    let string = m.new_bytes(bytes, mode.encoding);
    let mut stream = Stream::new(Kind::File, string);
    stream.path = text;
    m.set_payload(id, stream);
    Ok(Value::Nil)
}

/// `File.open`
pub(crate) fn open(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let inner = Args { block: None, name: names::NEW, ..args };
    let file = m.call_args(this, inner)?;
    let Some(block) = args.block else { return Ok(file) };
    let result = m.yield_one(block, file);
    if m.payload::<Stream>(file).is_some() {
        stream::close(m, file, Args::new(args.name, &[]))?;
    }
    result
}

/// `File.read`
pub(crate) fn read(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let Some(&target) = list.first() else { return Err(m.arity_error(0, 1, Some(3))) };
    let mode = mode(m, &[target], keywords)?;
    m.check_arity(list.len(), 1, Some(3))?;
    let bytes = content(m, target)?;
    part(m, bytes, list.get(1), list.get(2), mode.encoding)
}

fn part(
    m: &mut Machine<'_>,
    mut bytes: Vec<u8>,
    length: Option<&Value>,
    offset: Option<&Value>,
    encoding: Encoding,
) -> Flow {
    if let Some(&offset) = offset
        && !offset.is_nil()
    {
        let offset = m.to_int(offset)?;
        let Ok(offset) = usize::try_from(offset) else {
            return Err(m.argument_error(format!("negative offset {offset} given")));
        };
        bytes.drain(..offset.min(bytes.len()));
    }
    let mut encoding = encoding;
    if let Some(&length) = length
        && !length.is_nil()
    {
        let length = m.to_int(length)?;
        let Ok(length) = usize::try_from(length) else {
            return Err(m.argument_error(format!("negative length {length} given")));
        };
        if length > 0 && bytes.is_empty() {
            return Ok(Value::Nil);
        }
        bytes.truncate(length);
        if encoding != Encoding::Binary {
            encoding = Encoding::Utf8;
        }
    }
    Ok(m.new_bytes(bytes, encoding))
}

/// `File.binread`
pub(crate) fn binread(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let bytes = content(m, args[0])?;
    part(m, bytes, args.list.get(1), args.list.get(2), Encoding::Binary)
}

/// Opens a file for methods that read it line by line, and returns the arguments after the path.
fn lines_of<'a>(m: &mut Machine<'_>, args: Args<'a>) -> Flow<(Value, Args<'a>)> {
    let (list, keywords) = args.split_keywords();
    let Some(&target) = list.first() else { return Err(m.arity_error(0, 1, Some(3))) };
    let mode = mode(m, &[target], keywords)?;
    let bytes = content(m, target)?;
    let string = m.new_bytes(bytes, mode.encoding);
    let mut stream = Stream::new(Kind::File, string);
    stream.path = path_text(m, target)?;
    let file = m.new_payload(class::FILE, stream);
    Ok((file, Args { list: args.list.get(1..).unwrap_or_default(), ..args }))
}

/// `File.readlines`
pub(crate) fn readlines(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (file, rest) = lines_of(m, args)?;
    stream::readlines(m, file, rest)
}

/// `File.foreach`
pub(crate) fn foreach(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        return m.enumerator(this, args);
    }
    let (file, rest) = lines_of(m, args)?;
    stream::each_line(m, file, rest)?;
    Ok(Value::Nil)
}

fn refuse_first(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = path_text(m, args[0])?;
    Err(file_error(m, FileError::Denied, &format!("rb_file_s_{}", args.name), &text))
}

fn refuse_change_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let path = stream::stream(m, this)?.path.clone();
    Err(file_error(m, FileError::Denied, &format!("rb_file_{}", args.name), &path))
}

fn umask(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(0o22))
}
