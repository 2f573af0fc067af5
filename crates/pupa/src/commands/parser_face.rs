//! `pupa parser validate` and `pupa parser dump`: the reference's commands for manifests.
//!
//! Arguments, output and exit codes are the reference's, except that colour is used only on
//! terminals, and that the dump format `old` is rejected.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::Dialect;
use pupa_syntax::source::Source;
use pupa_syntax::validate::redefinitions;
use serde_json::{Map, Value, json};

use super::face::options::Accepts;
use super::face::{self, Action, Caller, Checks, Face, Header, ParserError, parser_error};
use crate::files;
use crate::output::{Exit, Output};
use crate::reading::{self, Loaded};
use crate::report::Level;

/// The actions of `parser`.
pub(super) static ACTIONS: &[Action] = &[
    Action {
        command: "parser validate",
        help: "\
Usage: parser validate [OPTIONS] [MANIFEST]...

Validates the syntax of manifests, as `puppet parser validate` does: of each file the first
syntax error, or all errors of validation. Without a manifest it reads standard input.
`pupa check` says more, and faster.

Options: --render-as console|json, --strict off|warning|error, --max_errors N,
  --max_warnings N, --max_deprecations N, --modulepath DIRS, --environment NAME, --tasks,
  --color ansi|false; every other setting of Puppet is accepted and has no effect.

Example: pupa parser validate manifests/init.pp
",
        accepts: Accepts { values: &[], switches: &[] },
        run: validate,
    },
    Action {
        command: "parser dump",
        help: "\
Usage: parser dump --format pn|json [OPTIONS] [-e SOURCE | MANIFEST...]

Prints the tree of manifests as Puppet Notation, as `puppet parser dump` does. Without a
manifest it reads standard input.

Options: --pretty, --[no-]validate (default: syntax only), --render-as console|json, and
  every setting of Puppet.

Example: pupa parser dump --format pn -e '$x = 1'
",
        accepts: Accepts { values: &["e", "format"], switches: &["pretty", "validate"] },
        run: dump,
    },
];

/// Runs the action in the arguments.
pub(super) fn run(args: Vec<OsString>, caller: Caller<'_>, output: &mut Output) -> Exit {
    face::run("parser", ACTIONS, args, caller, output)
}

/// The error of one operand.
struct InvalidFile {
    operand: OsString,
    /// The file, absolute; `None` for standard input.
    file: Option<PathBuf>,
    error: ParserError,
}

fn validate(face: &mut Face<'_>) -> Exit {
    let rendering = face.options.value("render_as").unwrap_or("console").to_owned();
    if !matches!(rendering.as_str(), "console" | "json") {
        return face.refuse_rendering(&rendering);
    }
    let operands = face.options.operands.clone();
    let result = match operands.as_slice() {
        [] if std::io::stdin().is_terminal() => {
            return face.refuse("no manifest given on the command line or standard input");
        }
        [] => validate_stdin(face).map(|invalid| invalid.into_iter().collect()),
        _ => validate_files(face, &operands),
    };
    match result {
        Ok(invalid) if invalid.is_empty() => Exit::Success,
        Ok(invalid) if rendering == "json" => {
            let text = as_json(face, &invalid);
            face.print(&text);
            Exit::Errors
        }
        Ok(invalid) => {
            for one in &invalid {
                log_error(face, &one.error);
            }
            Exit::Errors
        }
        Err(message) => face.fail("parser validate", &message),
    }
}

fn validate_stdin(face: &mut Face<'_>) -> Result<Option<InvalidFile>, String> {
    let loaded = reading::read_stdin("", face.max_file_size());
    let error = validate_text(face, loaded, None)?;
    Ok(error.map(|error| InvalidFile { operand: "STDIN".into(), file: None, error }))
}

fn validate_files(face: &mut Face<'_>, operands: &[OsString]) -> Result<Vec<InvalidFile>, String> {
    let (present, missing): (Vec<&OsString>, Vec<&OsString>) =
        operands.iter().partition(|operand| Path::new(operand).exists());
    let mut invalid: Vec<InvalidFile> = Vec::new();
    for operand in present {
        if let Some((file, error)) = validate_operand(face, operand)? {
            // Compat: the reference has one result per operand, at the position of its first
            // occurrence.
            let found = InvalidFile { operand: operand.clone(), file: Some(file), error };
            match invalid.iter_mut().find(|other| other.operand == *operand) {
                Some(other) => *other = found,
                None => invalid.push(found),
            }
        }
    }
    if missing.is_empty() {
        return Ok(invalid);
    }
    // Compat: the reference prints the list as Ruby shows an array.
    let names: Vec<String> =
        missing.iter().map(|name| format!("\"   {}\\n\"", name.display())).collect();
    Err(format!("One or more file(s) specified did not exist:\n[{}]", names.join(", ")))
}

/// The first error in a file, or in the manifests of a directory.
fn validate_operand(
    face: &mut Face<'_>,
    operand: &OsStr,
) -> Result<Option<(PathBuf, ParserError)>, String> {
    let path = files::absolute(Path::new(operand));
    let manifests = if path.is_dir() { manifests_in(&path) } else { vec![path] };
    for path in manifests {
        let name = path.to_string_lossy().into_owned();
        let loaded = reading::read_file(&path, &name, face.max_file_size());
        if let Some(error) = validate_text(face, loaded, Some(&path))? {
            return Ok(Some((path, error)));
        }
    }
    Ok(None)
}

fn validate_text(
    face: &mut Face<'_>,
    loaded: Loaded,
    path: Option<&Path>,
) -> Result<Option<ParserError>, String> {
    match loaded {
        Loaded::Text(source) => {
            let source: Arc<Source> = Arc::new(source);
            Ok(match face.examine(&source, path, Dialect::Manifest, Checks::All) {
                Ok(tree) => redefinitions(&tree).first().map(parser_error),
                Err(error) => Some(error),
            })
        }
        Loaded::Unreadable(diagnostic) => Err(with_prefix(face, &diagnostic.message)),
    }
}

/// All manifests below a directory, in the order of their paths.
fn manifests_in(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = std::fs::read_dir(directory) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            // A link to a directory is not followed, since it may lead back here.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pp")
                && !never_ends(&path)
            {
                found.push(path);
            }
        }
    }
    found.sort_by(|left, right| left.as_os_str().cmp(right.as_os_str()));
    found
}

/// Whether a path is neither a file nor a directory, so that reading it may never end.
fn never_ends(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn with_prefix(face: &Face<'_>, message: &str) -> String {
    format!("Could not parse for environment {}: {message}", face.environment())
}

fn log_error(face: &mut Face<'_>, error: &ParserError) {
    let message =
        if error.is_summary() { error.message.clone() } else { with_prefix(face, &error.full()) };
    face.log(Level::Error, &message);
}

fn as_json(face: &Face<'_>, invalid: &[InvalidFile]) -> String {
    let mut all = Map::new();
    for one in invalid {
        let error = &one.error;
        let object = json!({
            "issue_code": error.issue_code,
            "message": error.message,
            "full_message": with_prefix(face, &error.full()),
            "file": one.file.as_ref().map(|file| file.to_string_lossy()),
            "line": error.position.map(|position| position.0),
            "pos": error.position.map(|position| position.1),
        });
        all.insert(one.operand.to_string_lossy().into_owned(), object);
    }
    format!("{:#}\n", Value::Object(all))
}

fn dump(face: &mut Face<'_>) -> Exit {
    if let Some(exit) = face.refuse_old_format() {
        return exit;
    }
    match dump_all(face) {
        Ok(dumps) => face.print_dump(&dumps),
        Err(message) => face.fail("parser dump", &message),
    }
}

fn dump_all(face: &mut Face<'_>) -> Result<String, String> {
    let validates = face.options.switch("validate").unwrap_or(false);
    let checks = if validates { Checks::All } else { Checks::Syntax };
    let limit = face.max_file_size();
    if let Some(dump) = face.dump_without_files(Dialect::Manifest, checks) {
        return dump;
    }
    let operands = face.options.operands.clone();
    let (present, missing): (Vec<&OsString>, Vec<&OsString>) =
        operands.iter().partition(|operand| Path::new(operand).exists());
    let mut dumps = String::new();
    for operand in present {
        let load = |name: &str| face::load(Path::new(operand), name, limit);
        let header = Header::Before("");
        dumps.push_str(&face.dump(operand.as_ref(), load, Dialect::Manifest, checks, header)?);
    }
    if !missing.is_empty() {
        let names: Vec<String> =
            missing.iter().map(|name| format!("   {}", name.display())).collect();
        dumps.push_str("One or more file(s) specified did not exist:\n");
        dumps.push_str(&names.join("\n"));
    }
    Ok(dumps)
}
