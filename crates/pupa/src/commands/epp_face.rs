//! `pupa epp validate`, `pupa epp dump` and `pupa epp render`: the reference's commands for
//! templates. What rendering does is in [`super::epp_render`].

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::Dialect;

use super::face::options::Accepts;
use super::face::{self, Action, Checks, Face, Header};
use crate::output::{Exit, Output};
use crate::reading::{self, Loaded};
use crate::report::Level;
use crate::settings::Settings;

static ACTIONS: &[Action] = &[
    Action {
        command: "epp validate",
        help: "\
Usage: epp validate [OPTIONS] [TEMPLATE]...

Validates the syntax of EPP templates, as `puppet epp validate` does. A template is a file, or
MODULE/TEMPLATE of a module on the module path. Without one it reads standard input.

Options: --continue_on_error, --modulepath DIRS, --strict off|warning|error, --max_errors N,
  --color ansi|false; every other setting of Puppet is accepted and has no effect.

Example: pupa epp validate templates/vhost.conf.epp
",
        accepts: Accepts { values: &[], switches: &["continue_on_error"] },
        run: validate,
    },
    Action {
        command: "epp dump",
        help: "\
Usage: epp dump --format pn|json [OPTIONS] [-e SOURCE | TEMPLATE...]

Prints the tree of EPP templates as Puppet Notation, as `puppet epp dump` does. Without a
template it reads standard input.

Options: --pretty, --[no-]validate (default: validate), --[no-]header, --render-as
  console|json, and every setting of Puppet.

Example: pupa epp dump --format pn -e 'port=<%= $port %>'
",
        accepts: Accepts { values: &["e", "format"], switches: &["header", "pretty", "validate"] },
        run: dump,
    },
    Action {
        command: "epp render",
        help: "\
Usage: epp render [OPTIONS] [-e SOURCE | TEMPLATE...]

Prints what EPP templates write, as `puppet epp render` does. A template is a file, or
MODULE/TEMPLATE of a module on the module path. Without one it reads standard input.

Options: --values HASH (Puppet code that gives the values of parameters), --values_file FILE
  (.yaml, .json or .pp), --facts FILE (JSON, or YAML if it ends in .yaml), --node NAME,
  --[no-]header (names of files when there are several), --render-as console|json, and every
  setting of Puppet. Of Pupa's own: --edition 8|draft, --environment-dir DIR, --trusted FILE,
  --server-facts FILE, --no-system.

Example: pupa epp render -e 'port=<%= $port %>' --values '{port => 80}'
",
        accepts: Accepts {
            values: &[
                "e",
                "edition",
                "environment_dir",
                "facts",
                "node",
                "server_facts",
                "trusted",
                "values",
                "values_file",
            ],
            switches: &["header", "system"],
        },
        run: super::epp_render::render,
    },
];

/// Runs the action that the arguments name.
pub(super) fn run(args: Vec<OsString>, settings: &Settings, output: &mut Output) -> Exit {
    face::run("epp", ACTIONS, args, settings, output)
}

/// Whether a template is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Valid,
    Invalid,
}

fn validate(face: &mut Face<'_>) -> Exit {
    let operands = face.options.operands.clone();
    let limit = face.max_file_size();
    let continues = face.options.switch("continue_on_error").unwrap_or(false);
    let mut verdict = Verdict::Valid;
    if operands.is_empty() {
        if std::io::stdin().is_terminal() {
            face.log(Level::Notice, "No template specified. No action taken");
            return Exit::Success;
        }
        verdict = validate_text(face, reading::read_stdin("<stdin>", limit));
    }
    let mut missing = Vec::new();
    for operand in &operands {
        if verdict == Verdict::Invalid && !continues {
            break;
        }
        match find_template(face.modulepath(), operand) {
            None => missing.push(operand.as_os_str()),
            Some(path) => {
                let loaded = reading::read_file(&path, &path.to_string_lossy(), limit);
                if validate_text(face, loaded) == Verdict::Invalid {
                    verdict = Verdict::Invalid;
                }
            }
        }
    }
    match verdict {
        _ if !missing.is_empty() => face.fail("epp validate", &did_not_exist(&missing)),
        Verdict::Invalid => face.fail("epp validate", "Errors while validating epp"),
        Verdict::Valid => Exit::Success,
    }
}

fn validate_text(face: &mut Face<'_>, loaded: Loaded) -> Verdict {
    let message = match loaded {
        Loaded::Problem(_, diagnostic) => diagnostic.message,
        Loaded::Text(source) => {
            let source = Arc::new(source);
            match face.examine(&source, None, Dialect::Template, Checks::All) {
                Ok(_) => return Verdict::Valid,
                Err(failure) if failure.is_summary() => failure.message,
                Err(failure) => failure.full(),
            }
        }
    };
    face.log(Level::Error, &message);
    Verdict::Invalid
}

fn dump(face: &mut Face<'_>) -> Exit {
    if let Some(exit) = face.refuse_old_format() {
        return exit;
    }
    match dump_all(face) {
        Ok(dumps) => face.print_dump(&dumps),
        Err(message) => face.fail("epp dump", &message),
    }
}

fn dump_all(face: &mut Face<'_>) -> Result<String, String> {
    let validates = face.options.switch("validate").unwrap_or(true);
    let checks = if validates { Checks::All } else { Checks::Syntax };
    let limit = face.max_file_size();
    if let Some(dump) = face.dump_without_files(Dialect::Template, checks) {
        return dump;
    }
    let operands = face.options.operands.clone();
    let mut templates = Vec::new();
    let mut missing = Vec::new();
    for operand in &operands {
        match find_template(face.modulepath(), operand) {
            Some(path) => templates.push(path),
            None => missing.push(operand.as_os_str()),
        }
    }
    let header = match face.options.switch("header") {
        _ if templates.len() < 2 => Header::None,
        Some(false) => Header::InMessages,
        Some(true) | None => Header::Before("\n"),
    };
    let mut dumps = String::new();
    for path in &templates {
        let load = |name: &str| reading::read_file(path, name, limit);
        dumps.push_str(&face.dump(path, load, Dialect::Template, checks, header)?);
    }
    if missing.is_empty() { Ok(dumps) } else { Err(did_not_exist(&missing)) }
}

fn did_not_exist(missing: &[&OsStr]) -> String {
    let names: Vec<String> = missing.iter().map(|name| format!("   {}", name.display())).collect();
    format!("One or more file(s) specified did not exist:\n{}", names.join("\n"))
}

/// The template of a module if there is one, else the file of that name.
pub(super) fn find_template(modulepath: &[PathBuf], name: &OsStr) -> Option<PathBuf> {
    let in_modules = module_and_template(Path::new(name)).and_then(|(module, template)| {
        modulepath
            .iter()
            .map(|directory| directory.join(module).join("templates").join(template))
            .find(|path| path.exists())
    });
    in_modules.or_else(|| Some(PathBuf::from(name)).filter(|path| Path::exists(path)))
}

fn module_and_template(name: &Path) -> Option<(&OsStr, &Path)> {
    let mut components = name.components();
    match components.next() {
        Some(Component::Normal(module)) => Some((module, components.as_path())),
        _ => None,
    }
    .filter(|(_, template)| *template != Path::new(""))
}
