//! `File` and `Dir`: methods that change files and directories. The world decides which changes are
//! allowed.

use super::file::{self, absolute, path_text};
use super::file_error;
use crate::heap::Encoding;
use crate::library::stream::{self, Kind, Stream};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{HashId, StrId, Value};
use crate::world::{FileChange, FileError};

/// The state of a stream on a file that was opened for writing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WrittenFile {
    /// The permission bits of a new file.
    mode: Option<u32>,
    /// Whether the content of the stream has changes that were not written to the file.
    pub(crate) is_changed: bool,
}

/// The maximum size of a content that is written to the file at each change. Larger ones are
/// written when the stream is flushed or closed.
const WRITTEN_AT_ONCE: usize = 4096;

fn change(m: &mut Machine<'_>, path: &str, change: FileChange<'_>, function: &str) -> Flow<()> {
    let full = absolute(m, path);
    match m.world.change_file(&full, change) {
        Ok(()) => Ok(()),
        Err(error) => Err(file_error(m, error, function, path)),
    }
}

/// A stream for writing to a file: `File.open` with a mode for writing.
pub(super) fn open(
    m: &mut Machine<'_>,
    path: &str,
    access: &str,
    mode: Option<u32>,
    encoding: Encoding,
) -> Flow<Stream> {
    change(m, path, FileChange::Nothing, "rb_sysopen")?;
    let full = absolute(m, path);
    let old = m.world.read_file(&full);
    let content = match (old, access.chars().next()) {
        (Ok(_), _) if access.contains('x') => {
            return Err(file_error(m, FileError::Exists, "rb_sysopen", path));
        }
        (Ok(bytes), Some('r' | 'a')) => bytes,
        (Ok(_) | Err(FileError::NotFound), Some('w' | 'a')) => Vec::new(),
        (Err(error), _) => return Err(file_error(m, error, "rb_sysopen", path)),
        (Ok(_), _) => Vec::new(),
    };
    m.charge(content.len())?;
    let string = m.new_bytes(content, encoding);
    let mut stream = Stream::new(Kind::File, string);
    path.clone_into(&mut stream.path);
    stream.writable = true;
    stream.readable = access.starts_with('r') || access.contains('+');
    stream.opened = (stream.readable, stream.writable);
    stream.append = access.starts_with('a');
    stream.file = Some(WrittenFile { mode, is_changed: !access.starts_with('r') });
    Ok(stream)
}

/// Records that the content of a stream has changed, and writes a small content at once.
pub(crate) fn note_change(m: &mut Machine<'_>, this: Value, content: StrId) -> Flow<()> {
    let Some(file) = &mut stream::stream(m, this)?.file else { return Ok(()) };
    file.is_changed = true;
    match m.string(content).len() {
        0..=WRITTEN_AT_ONCE => save(m, this),
        _ => Ok(()),
    }
}

/// Writes the content of a stream to its file, if it has changed.
pub(crate) fn save(m: &mut Machine<'_>, this: Value) -> Flow<()> {
    let data = stream::stream(m, this)?;
    let (Some(file), Value::Str(id)) = (data.file, data.string) else { return Ok(()) };
    if !file.is_changed {
        return Ok(());
    }
    let path = data.path.clone();
    data.file = Some(WrittenFile { is_changed: false, ..file });
    let bytes = m.string(id).to_vec();
    change(m, &path, FileChange::Content(&bytes, file.mode), "fptr_finalize_flush")
}

/// `File.write` and `File.binwrite`
pub(crate) fn write(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let (Some(&target), Some(&text)) = (list.first(), list.get(1)) else {
        return Err(m.arity_error(list.len(), 2, Some(3)));
    };
    let path = path_text(m, target)?;
    let offset = match list.get(2).copied() {
        None | Some(Value::Nil) => None,
        Some(offset) => Some(m.to_int(offset)?),
    };
    let access = match m.keyword(keywords, "mode") {
        Some(mode) => m.to_text(mode)?,
        None if offset.is_some() => "r+".to_owned(),
        None => "w".to_owned(),
    };
    let mode = permissions(m, keywords, None)?;
    let stream = open(m, &path, &access, mode, Encoding::Utf8)?;
    let file = m.new_payload(crate::core::class::FILE, stream);
    if let Some(offset) = offset {
        let Ok(offset) = usize::try_from(offset) else {
            return Err(file_error(m, FileError::Other, "rb_sysopen", &path));
        };
        stream::stream(m, file)?.position = offset;
    }
    let id = m.to_s(text)?;
    let bytes = m.string(id).to_vec();
    stream::write_bytes(m, file, &bytes)?;
    save(m, file)?;
    Ok(Value::from(bytes.len()))
}

/// The permission bits in the arguments of `open` and `write`.
pub(super) fn permissions(
    m: &mut Machine<'_>,
    keywords: Option<HashId>,
    argument: Option<Value>,
) -> Flow<Option<u32>> {
    match argument.or_else(|| m.keyword(keywords, "perm")) {
        None | Some(Value::Nil) => Ok(None),
        Some(bits) => Ok(u32::try_from(m.to_int(bits)?).ok()),
    }
}

/// `File.delete`
pub(super) fn delete(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    for &target in args.list {
        let path = path_text(m, target)?;
        let full = absolute(m, &path);
        if matches!(m.world.stat(&full), Err(FileError::NotFound)) {
            return Err(file_error(m, FileError::NotFound, "apply2files", &path));
        }
        change(m, &path, FileChange::Removal, "apply2files")?;
    }
    Ok(Value::from(args.list.len()))
}

/// `File.rename`
pub(super) fn rename(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let from = path_text(m, args[0])?;
    let to = path_text(m, args[1])?;
    let (full, target) = (absolute(m, &from), absolute(m, &to));
    match m.world.change_file(&full, FileChange::Path(&target)) {
        Ok(()) => Ok(Value::Int(0)),
        Err(error) => Err(file_error(m, error, "rb_file_s_rename", &format!("({from}, {to})"))),
    }
}

/// `File.symlink` and `File.link`
pub(super) fn refuse_link(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let from = path_text(m, args[0])?;
    let to = path_text(m, args[1])?;
    let function = format!("rb_file_s_{}", args.name);
    Err(file_error(m, FileError::Denied, &function, &format!("({from}, {to})")))
}

/// `File.chmod`
pub(super) fn chmod(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mode = m.to_int(args[0])?;
    let mode = u32::try_from(mode & 0o7777).unwrap_or_default();
    for &target in &args.list[1..] {
        let path = path_text(m, target)?;
        change(m, &path, FileChange::Mode(mode), "apply2files")?;
    }
    Ok(Value::from(args.list.len() - 1))
}

/// `File.chown` and `File.utime`: without effect on files that may be changed
pub(super) fn leave(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let files = args.list.get(2..).unwrap_or_default();
    for &target in files {
        let path = path_text(m, target)?;
        change(m, &path, FileChange::Nothing, "apply2files")?;
        let full = absolute(m, &path);
        if let Err(error) = m.world.stat(&full) {
            return Err(file_error(m, error, "apply2files", &path));
        }
    }
    Ok(Value::from(files.len()))
}

/// `File.writable?`
pub(super) fn is_writable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = file::world_path(m, args[0])?;
    let exists = m.world.stat(&path).is_ok();
    Ok(Value::Bool(exists && m.world.change_file(&path, FileChange::Nothing).is_ok()))
}

/// `Dir.mkdir`
pub(super) fn mkdir(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = path_text(m, args[0])?;
    let path = path.strip_suffix('/').unwrap_or(&path);
    change(m, path, FileChange::NewDirectory, "dir_s_mkdir")?;
    Ok(Value::Int(0))
}

/// `Dir.rmdir`
pub(super) fn rmdir(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = path_text(m, args[0])?;
    change(m, &path, FileChange::DirectoryRemoval, "dir_s_rmdir")?;
    Ok(Value::Int(0))
}
