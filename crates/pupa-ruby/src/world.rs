//! The world around a machine: files, clock, random numbers, log, and Puppet.

use std::collections::BTreeMap;

use crate::puppet::Puppet;
use crate::puppet::resource_types::BuiltInType;
use crate::source::RubySource;

/// The reason why a file operation failed, as the errors of Ruby's `Errno` name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileError {
    /// `Errno::ENOENT`
    NotFound,
    /// `Errno::EACCES`: the sandbox does not allow it.
    Denied,
    /// `Errno::EISDIR`
    IsDirectory,
    /// `Errno::ENOTDIR`
    NotDirectory,
    /// `Errno::EEXIST`
    Exists,
    /// `Errno::ENOTEMPTY`
    NotEmpty,
    /// `Errno::EIO`: anything else.
    Other,
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// Anything else.
    Other,
}

/// The properties of a file.
#[derive(Debug, Clone, Copy)]
pub struct FileStat {
    /// The kind.
    pub kind: FileKind,
    /// The number of bytes.
    pub size: u64,
    /// The permission bits.
    pub mode: u32,
    /// The time of the last change, in seconds and nanoseconds since 1970.
    pub modified: (i64, u32),
    /// Whether the path itself is a symbolic link.
    pub is_link: bool,
}

/// A change of a file or directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileChange<'a> {
    /// Nothing: only asks whether changes are allowed.
    Nothing,
    /// The content of a file, which is created if it does not exist, with these permission bits.
    Content(&'a [u8], Option<u32>),
    /// The creation of a directory.
    NewDirectory,
    /// The permission bits.
    Mode(u32),
    /// The removal of a file.
    Removal,
    /// The removal of an empty directory.
    DirectoryRemoval,
    /// Another path.
    Path(&'a str),
}

/// The level of a log entry, as Puppet names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    /// `debug`
    Debug,
    /// `info`
    Info,
    /// `notice`
    #[default]
    Notice,
    /// `warning`
    Warning,
    /// `err`
    Err,
    /// `alert`
    Alert,
    /// `emerg`
    Emerg,
    /// `crit`
    Crit,
}

/// The access of a program to everything outside its machine.
pub trait World {
    /// Reads a file.
    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, FileError>;

    /// Reads a file of Ruby code. A world that shares parsed files with others returns the shared
    /// one.
    fn source(&mut self, path: &str) -> Result<RubySource, FileError> {
        Ok(RubySource::new(path, self.read_file(path)?))
    }

    /// The properties of a file, following symbolic links.
    fn stat(&mut self, path: &str) -> Result<FileStat, FileError>;

    /// The names in a directory, without `.` and `..`, sorted.
    fn list_directory(&mut self, path: &str) -> Result<Vec<String>, FileError>;

    /// The absolute path with symbolic links resolved.
    fn real_path(&mut self, path: &str) -> Result<String, FileError>;

    /// Changes a file or directory.
    fn change_file(&mut self, path: &str, change: FileChange<'_>) -> Result<(), FileError> {
        let _ = (path, change);
        Err(FileError::Denied)
    }

    /// The working directory, against which relative paths are resolved.
    fn working_directory(&mut self) -> String {
        "/".to_owned()
    }

    /// The file that `require` loads for a library name, from the `lib` directories of modules.
    fn find_library(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The names, without extension, of the Ruby files in a directory below the `lib` directories
    /// of modules.
    fn library_files(&mut self, directory: &str) -> Vec<String> {
        let _ = directory;
        Vec::new()
    }

    /// The attributes of a built-in resource type of Puppet.
    fn built_in_type(&mut self, name: &str) -> Option<BuiltInType> {
        let _ = name;
        None
    }

    /// The value of an environment variable.
    fn environment_variable(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// All environment variables that the program may see.
    fn environment_variables(&mut self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// The time in seconds and nanoseconds since 1970.
    fn now(&mut self) -> (i64, u32);

    /// The offset of a zone of the tz database from UTC at a moment, in seconds, and its
    /// abbreviation.
    fn named_zone(&mut self, name: &str, seconds: i64) -> Option<(i32, String)> {
        let _ = (name, seconds);
        None
    }

    /// The offset of local time from UTC at a moment, in seconds, and the name of the zone.
    fn zone(&mut self, seconds: i64) -> (i32, String) {
        let _ = seconds;
        (0, "UTC".to_owned())
    }

    /// Random bytes.
    fn random_bytes(&mut self, bytes: &mut [u8]);

    /// Receives a log entry.
    fn log(&mut self, level: LogLevel, message: &str);

    /// Receives a log entry of Puppet itself, which has no scope.
    fn log_of_puppet(&mut self, level: LogLevel, message: &str) {
        self.log(level, message);
    }

    /// Whether entries of the level are kept, so that building entries of other levels can be
    /// skipped.
    fn logs(&mut self, level: LogLevel) -> bool {
        level != LogLevel::Debug
    }

    /// Receives text that a program prints, for example with `puts`.
    fn print(&mut self, text: &[u8]);

    /// Runs a command and returns its output and exit code; `Err` is the reason why it was refused.
    fn run_command(&mut self, command: &[String]) -> Result<(Vec<u8>, i32), String> {
        let _ = command;
        Err("running commands is not allowed here".to_owned())
    }

    /// Whether the program must stop.
    fn is_cancelled(&mut self) -> bool {
        false
    }

    /// The Puppet compiler around the machine, if there is one.
    fn puppet(&mut self) -> Option<&mut dyn Puppet> {
        None
    }
}

/// A world without files, whose clock always shows the same time and whose random numbers repeat.
#[derive(Debug, Default)]
pub struct EmptyWorld {
    /// Everything that was printed.
    pub output: Vec<u8>,
    /// Everything that was logged.
    pub entries: Vec<(LogLevel, String)>,
    random: u64,
}

impl World for EmptyWorld {
    fn read_file(&mut self, _path: &str) -> Result<Vec<u8>, FileError> {
        Err(FileError::NotFound)
    }

    fn stat(&mut self, _path: &str) -> Result<FileStat, FileError> {
        Err(FileError::NotFound)
    }

    fn list_directory(&mut self, _path: &str) -> Result<Vec<String>, FileError> {
        Err(FileError::NotFound)
    }

    fn real_path(&mut self, _path: &str) -> Result<String, FileError> {
        Err(FileError::NotFound)
    }

    fn now(&mut self) -> (i64, u32) {
        (1_700_000_000, 0)
    }

    fn random_bytes(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (self.random >> 33) as u8;
        }
    }

    fn log(&mut self, level: LogLevel, message: &str) {
        self.entries.push((level, message.to_owned()));
    }

    fn print(&mut self, text: &[u8]) {
        self.output.extend_from_slice(text);
    }
}
