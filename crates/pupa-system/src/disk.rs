//! The implementation of `System` on this machine.

use std::fs::{self, File, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::{
    Change, Command, Contents, Entry, Finished, Identity, Kind, NOT_REGULAR, Stamp, Stat, System,
    read_limited,
};

/// The empty device. Users name it in place of an optional file.
const NOTHING: &str = "/dev/null";

/// Opens a file without waiting: some files below `/proc` have content only now and then, and a
/// pipe may have taken the place of a file.
#[cfg(unix)]
#[cfg(target_os = "linux")]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    const O_NONBLOCK: i32 = 0o4000;
    File::options().read(true).custom_flags(O_NONBLOCK).open(path)
}

/// Opens a file.
#[cfg(not(target_os = "linux"))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// The machine of the process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl System for Disk {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents> {
        let found = fs::metadata(path)?;
        let kind = kind_of(found.file_type());
        if kind == Kind::Other && path != Path::new(NOTHING) {
            return Err(io::Error::other(NOT_REGULAR));
        }
        // The size of a directory is not that of its content; opening it succeeds, reading it
        // fails.
        let size = if kind == Kind::File { found.len() } else { 0 };
        let bytes = read_limited(open(path)?, size, limit)?;
        Ok(Contents { bytes, stamp: stamp_of(&found) })
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            entries.push(Entry { name: entry.file_name(), kind: kind_of(entry.file_type()?) });
        }
        Ok(entries)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Ok(stat_of(path, &fs::metadata(path)?))
    }

    fn stat_entry(&self, path: &Path) -> io::Result<Stat> {
        Ok(stat_of(path, &fs::symlink_metadata(path)?))
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn change(&self, path: &Path, change: &Change<'_>) -> io::Result<()> {
        change.apply(path)
    }

    fn run(&self, command: &Command<'_>) -> io::Result<Finished> {
        command.run()
    }

    fn now(&self) -> i128 {
        nanoseconds(SystemTime::now())
    }

    fn variables(&self) -> Vec<(String, String)> {
        let text = |value: std::ffi::OsString| value.into_string().ok();
        std::env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect()
    }
}

fn stat_of(path: &Path, found: &Metadata) -> Stat {
    Stat {
        kind: kind_of(found.file_type()),
        stamp: stamp_of(found),
        mode: properties::mode(found),
        identity: properties::identity(path, found),
    }
}

fn kind_of(kind: FileType) -> Kind {
    if kind.is_file() {
        Kind::File
    } else if kind.is_dir() {
        Kind::Directory
    } else if kind.is_symlink() {
        Kind::Link
    } else {
        Kind::Other
    }
}

fn stamp_of(found: &Metadata) -> Stamp {
    let modified = nanoseconds(found.modified().unwrap_or(SystemTime::UNIX_EPOCH));
    Stamp {
        inode: properties::number(found),
        size: found.len(),
        modified,
        changed: properties::changed(found).unwrap_or(modified),
    }
}

fn nanoseconds(time: SystemTime) -> i128 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}

#[cfg(unix)]
mod properties {
    //! Unix: files have a device, a number, permission bits and a time of their last change.
    use std::fs::Metadata;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::Path;

    use super::Identity;

    pub(super) fn identity(_path: &Path, found: &Metadata) -> Identity {
        Identity::Number(found.dev(), found.ino())
    }

    pub(super) fn number(found: &Metadata) -> u64 {
        found.ino()
    }

    pub(super) fn mode(found: &Metadata) -> u32 {
        found.permissions().mode()
    }

    pub(super) fn changed(found: &Metadata) -> Option<i128> {
        Some(i128::from(found.ctime()) * 1_000_000_000 + i128::from(found.ctime_nsec()))
    }
}

#[cfg(not(unix))]
mod properties {
    //! Other systems: the canonical path identifies a file.
    use std::fs::Metadata;
    use std::path::Path;

    use super::Identity;

    pub(super) fn identity(path: &Path, _found: &Metadata) -> Identity {
        Identity::Path(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    pub(super) fn number(_found: &Metadata) -> u64 {
        0
    }

    pub(super) fn mode(found: &Metadata) -> u32 {
        if found.permissions().readonly() { 0o444 } else { 0o644 }
    }

    pub(super) fn changed(_found: &Metadata) -> Option<i128> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::{CommandLimits, Streams};

    #[test]
    fn larger_files_are_not_read() {
        let path = std::env::temp_dir().join(format!("pupa-system-{}", std::process::id()));
        fs::write(&path, "four").unwrap();
        assert_eq!(Disk.read_text(&path, 4).unwrap(), "four");
        let error = |limit| Disk.read_text(&path, limit).unwrap_err().to_string();
        assert_eq!(error(3), "larger than the limit of 3 bytes");
        // A sparse file, which takes no space on the disk; reading must not allocate its size in
        // memory either.
        File::create(&path).unwrap().set_len(1 << 42).unwrap();
        let message = error(64 << 20);
        fs::remove_file(&path).unwrap();
        assert_eq!(message, "larger than the limit of 67108864 bytes");
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_not_read() {
        let error = Disk.read(Path::new("/dev/zero"), 10).unwrap_err();
        assert_eq!(error.to_string(), NOT_REGULAR);
        assert!(Disk.read(Path::new(NOTHING), 10).unwrap().bytes.is_empty());
    }

    #[test]
    #[cfg(unix)]
    fn commands_print() {
        let words = ["sh", "-c", "echo out; echo err >&2; exit 3"].map(str::to_owned);
        let limits = CommandLimits::default();
        let run = |streams| {
            Disk.run(&Command { words: &words, directory: None, streams, limits }).unwrap()
        };
        let merged = run(Streams::Merged);
        assert_eq!((merged.code, &*merged.output), (Some(3), &b"out\nerr\n"[..]));
        let separate = run(Streams::Separate);
        assert_eq!((&*separate.output, &*separate.errors), (&b"out\n"[..], &b"err\n"[..]));
    }

    #[test]
    #[cfg(unix)]
    fn commands_are_stopped_at_their_limits() {
        let limits =
            CommandLimits { time: Some(Duration::from_millis(100)), output: Some(1 << 20) };
        let message = |line: &str, streams| {
            let words = ["sh", "-c", line].map(str::to_owned);
            let command = Command { words: &words, directory: None, streams, limits };
            Disk.run(&command).unwrap_err().to_string()
        };
        for streams in [Streams::Merged, Streams::Separate] {
            assert_eq!(
                message("exec cat /dev/zero", streams),
                "it prints more than 1048576 bytes (limit: --max-command-output)"
            );
            assert_eq!(
                message("exec sleep 100", streams),
                "it takes more than 0.1 seconds (limit: --max-command-time)"
            );
            assert_eq!(
                message("exec sleep 100 >&- 2>&-", streams),
                "it takes more than 0.1 seconds (limit: --max-command-time)"
            );
        }
    }
}
