//! `pupa types import`: reads Ecore models and writes type definitions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pupa_model::{Imported, TypeText, import, write_types};
use pupa_syntax::source::Source;

use crate::cli::TypesImportArgs;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Colors, Level, one_line};
use crate::settings::Settings;
use crate::writing;

/// Imports some models.
pub(super) fn run(args: &TypesImportArgs, settings: &Settings, output: &mut Output) -> Exit {
    let colors: Colors = settings.colors(Stream::Err).into();
    let mut sources = Vec::new();
    for (index, path) in args.files.iter().enumerate() {
        // A file that is given twice would define its classes twice.
        if args.files[..index].contains(path) {
            continue;
        }
        match read(path, settings) {
            Ok(source) => sources.push(source),
            Err(message) => {
                output.err(&one_line(Level::Error, &message, colors));
                return Exit::Errors;
            }
        }
    }
    let texts = sources.iter().map(|source| (source.name(), source.text()));
    let imported = match import(texts) {
        Ok(imported) => imported,
        Err(error) => {
            output.err(&one_line(Level::Error, &error.to_string(), colors));
            return Exit::Errors;
        }
    };
    for warning in &imported.warnings {
        output.err(&one_line(Level::Warning, &warning.to_string(), colors));
    }
    if imported.types.is_empty() {
        output.err(&one_line(Level::Error, "there are no classes in these models", colors));
        return Exit::Errors;
    }
    match args.output.as_deref() {
        None => {
            output.out(&imported.text());
            Exit::Success
        }
        Some(path) if path == Path::new("-") => {
            output.out(&imported.text());
            Exit::Success
        }
        Some(path) => write(&imported, path, args.quiet, output),
    }
}

fn read(path: &Path, settings: &Settings) -> Result<Source, String> {
    let limit = settings.max_file_size;
    let loaded = if path == Path::new("-") {
        reading::read_stdin("<stdin>", limit)
    } else {
        reading::read_file(path, &path.to_string_lossy(), limit)
    };
    match loaded {
        Loaded::Text(source) => Ok(source),
        Loaded::Unreadable(diagnostic) => Err(diagnostic.to_string()),
    }
}

/// Writes one file, or an environment.
fn write(imported: &Imported, path: &Path, quiet: bool, output: &mut Output) -> Exit {
    let files: BTreeMap<PathBuf, String> =
        if path.extension().is_some_and(|extension| extension == "pp") {
            BTreeMap::from([(path.to_owned(), imported.text())])
        } else {
            let files = by_file(&imported.types).into_iter();
            files.map(|(file, types)| (path.join(file), write_types(types))).collect()
        };
    for (file, text) in &files {
        let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let written =
            writing::write_all(directory.unwrap_or(Path::new(".")), &[(&name, text.as_str())]);
        if let Err(error) = written {
            return output.usage_error(error);
        }
        if !quiet {
            output.err(&format!("wrote {}\n", file.display()));
        }
    }
    Exit::Success
}

/// The types by the file in which an environment expects them. Names that differ only in case share
/// a file.
fn by_file(types: &[TypeText]) -> BTreeMap<PathBuf, Vec<&TypeText>> {
    let mut files: BTreeMap<PathBuf, Vec<&TypeText>> = BTreeMap::new();
    for one in types {
        files.entry(file_of(&one.name)).or_default().push(one);
    }
    files
}

/// Returns the path of a type in an environment: `types/user.pp`, `modules/my/types/user.pp`.
fn file_of(name: &str) -> PathBuf {
    let name = name.to_ascii_lowercase();
    let mut segments = name.split("::");
    let first = segments.next().unwrap_or_default();
    let rest: Vec<&str> = segments.collect();
    let Some((last, spaces)) = rest.split_last() else {
        return Path::new("types").join(format!("{first}.pp"));
    };
    let mut path = Path::new("modules").join(first).join("types");
    path.extend(spaces);
    path.join(format!("{last}.pp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_go_where_environments_look_for_them() {
        assert_eq!(file_of("User"), Path::new("types/user.pp"));
        assert_eq!(file_of("My::DbUser"), Path::new("modules/my/types/dbuser.pp"));
        assert_eq!(file_of("My::Db::User"), Path::new("modules/my/types/db/user.pp"));
    }
}
