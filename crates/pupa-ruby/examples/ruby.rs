//! Runs a Ruby program: `ruby FILE ARGS…` or `ruby -e CODE`. For development; users have
//! `pupa ruby`.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::io::Write;

use pupa_ruby::parse::{Options, parse};
use pupa_ruby::world::{FileError, FileKind, FileStat, LogLevel};
use pupa_ruby::{Core, Jump, Machine, Value, World};

struct Disk;

fn file_error(error: &std::io::Error) -> FileError {
    match error.kind() {
        std::io::ErrorKind::NotFound => FileError::NotFound,
        std::io::ErrorKind::PermissionDenied => FileError::Denied,
        std::io::ErrorKind::IsADirectory => FileError::IsDirectory,
        std::io::ErrorKind::NotADirectory => FileError::NotDirectory,
        _ => FileError::Other,
    }
}

impl World for Disk {
    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, FileError> {
        std::fs::read(path).map_err(|error| file_error(&error))
    }

    fn stat(&mut self, path: &str) -> Result<FileStat, FileError> {
        let meta = std::fs::metadata(path).map_err(|error| file_error(&error))?;
        let kind = if meta.is_dir() { FileKind::Directory } else { FileKind::File };
        let is_link = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        Ok(FileStat { kind, size: meta.len(), mode: 0o644, modified: (0, 0), is_link })
    }

    fn list_directory(&mut self, path: &str) -> Result<Vec<String>, FileError> {
        let entries = std::fs::read_dir(path).map_err(|error| file_error(&error))?;
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        Ok(names)
    }

    fn real_path(&mut self, path: &str) -> Result<String, FileError> {
        let path = std::fs::canonicalize(path).map_err(|error| file_error(&error))?;
        Ok(path.to_string_lossy().into_owned())
    }

    fn working_directory(&mut self) -> String {
        std::env::current_dir().map_or("/".to_owned(), |path| path.to_string_lossy().into_owned())
    }

    fn environment_variable(&mut self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn now(&mut self) -> (i64, u32) {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = now.unwrap_or_default();
        (now.as_secs() as i64, now.subsec_nanos())
    }

    fn random_bytes(&mut self, bytes: &mut [u8]) {
        use std::hash::{BuildHasher, Hasher};
        for chunk in bytes.chunks_mut(8) {
            let random = std::hash::RandomState::new().build_hasher().finish();
            chunk.copy_from_slice(&random.to_le_bytes()[..chunk.len()]);
        }
    }

    fn log(&mut self, level: LogLevel, message: &str) {
        eprintln!("{level:?}: {message}");
    }

    fn print(&mut self, text: &[u8]) {
        let _ = std::io::stdout().write_all(text);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (file, text) = match args.as_slice() {
        [flag, code, ..] if flag == "-e" => ("-e".to_owned(), code.clone().into_bytes()),
        [file, ..] => match std::fs::read(file) {
            Ok(text) => (file.clone(), text),
            Err(error) => {
                eprintln!("{file}: {error}");
                std::process::exit(2);
            }
        },
        [] => {
            eprintln!("usage: ruby FILE | -e CODE");
            std::process::exit(2);
        }
    };
    let code = match parse(&text, &Options { file: file.clone(), ..Options::default() }) {
        Ok(code) => code,
        Err(errors) => {
            for error in errors {
                eprintln!("{file}:{}: syntax error: {}", error.line, error.message);
            }
            std::process::exit(1);
        }
    };
    let mut disk = Disk;
    let mut machine = Machine::new(Core::new(), &mut disk);
    let rest = if file == "-e" { args.get(2..) } else { args.get(1..) };
    let list = rest.unwrap_or_default().iter().map(|arg| machine.new_str(arg.as_str())).collect();
    let list = machine.new_array(list);
    machine.set_constant(pupa_ruby::core::class::OBJECT, pupa_ruby::Symbol::new("ARGV"), list);
    let main = machine.main_object();
    let mut result = machine.run_top(code, main);
    if let Err(jump) = machine.run_at_exit() {
        result = Err(jump);
    }
    let exit = match result {
        Ok(_) => 0,
        Err(Jump::Raise(id))
            if machine.is_a(Value::Object(id), pupa_ruby::core::class::SYSTEM_EXIT) =>
        {
            match machine.call(Value::Object(id), pupa_ruby::Symbol::new("status"), &[]) {
                Ok(Value::Int(status)) => status as i32,
                _ => 1,
            }
        }
        Err(Jump::Raise(id)) => {
            let exception = Value::Object(id);
            let name = machine.class_name_of(exception);
            let message = machine.exception_message(exception);
            let lines = machine.raised_at(exception);
            let first = lines.first().cloned().unwrap_or_default();
            eprintln!("{first}: {message} ({name})");
            for line in lines.iter().skip(1).take(20) {
                eprintln!("\tfrom {line}");
            }
            1
        }
        Err(Jump::Stop(pupa_ruby::machine::jump::Stop::Exit(code))) => code,
        Err(jump) => {
            eprintln!("{jump:?}");
            1
        }
    };
    let _ = std::io::stdout().flush();
    std::process::exit(exit);
}
