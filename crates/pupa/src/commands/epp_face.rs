//! `pupa epp validate`, `pupa epp dump` and `pupa epp render`: the reference's commands for
//! templates. Rendering is implemented in [`super::epp_render`].

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::Dialect;

use super::epp_templates::Templates;
use super::face::options::Accepts;
use super::face::{self, Action, Caller, Checks, Face, Header};
use crate::output::{Exit, Output};
use crate::reading::{self, Loaded};
use crate::report::Level;

/// The actions of `epp`.
pub(super) static ACTIONS: &[Action] = &[
    Action {
        command: "epp validate",
        help: "\
Usage: epp validate [OPTIONS] [TEMPLATE]...

Validates the syntax of EPP templates, as `puppet epp validate` does. A template is a file, or
MODULE/TEMPLATE.epp of a module. Without one it reads standard input; with --environment-dir it
validates all templates of all modules of the environment.

Options: --continue_on_error, --environmentpath DIR, --modulepath DIRS,
  --strict off|warning|error, --max_errors N, --color ansi|false; every other setting of Puppet is
  accepted and has no effect. Of Pupa's own: --environment-dir DIR.

Examples: pupa epp validate templates/vhost.conf.epp
          pupa epp validate --environment-dir . apache/vhost.conf.epp
          pupa epp validate --environment-dir .
",
        accepts: Accepts { values: &["environment_dir"], switches: &["continue_on_error"] },
        run: validate,
    },
    Action {
        command: "epp dump",
        help: "\
Usage: epp dump --format pn|json [OPTIONS] [-e SOURCE | TEMPLATE...]

Prints the tree of EPP templates as Puppet Notation, as `puppet epp dump` does. A template is a
file, or MODULE/TEMPLATE.epp of a module. Without one it reads standard input; with
--environment-dir it prints all templates of all modules of the environment.

Options: --pretty, --[no-]validate (default: validate), --[no-]header, --render-as
  console|json, and every setting of Puppet. Of Pupa's own: --environment-dir DIR.

Examples: pupa epp dump --format pn -e 'port=<%= $port %>'
          pupa epp dump --format json --environment-dir . apache/vhost.conf.epp
",
        accepts: Accepts {
            values: &["e", "environment_dir", "format"],
            switches: &["header", "pretty", "validate"],
        },
        run: dump,
    },
    Action {
        command: "epp render",
        help: "\
Usage: epp render [OPTIONS] [-e SOURCE | TEMPLATE...]

Prints what EPP templates write, as `puppet epp render` does. A template is a file, or
MODULE/TEMPLATE of a module, with or without its ending. Without one it reads standard input.

Options: --values HASH (Puppet code that gives the values of parameters), --values_file FILE
  (.yaml, .json or .pp), --facts FILE (JSON or YAML), --node NAME,
  --[no-]header (names of files when there are several), --render-as console|json, and every
  setting of Puppet. Of Pupa's own: --edition 8|draft, --environment-dir DIR, --trusted FILE,
  --server-facts FILE, --no-system.

Examples: pupa epp render -e 'port=<%= $port %>' --values '{port => 80}'
          pupa epp render --environment-dir . apache/vhost.conf.epp --values_file web.yaml
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

/// Runs the action in the arguments.
pub(super) fn run(args: Vec<OsString>, caller: Caller<'_>, output: &mut Output) -> Exit {
    face::run("epp", ACTIONS, args, caller, output)
}

/// Whether a template is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Valid,
    Invalid,
}

/// The template with a name, or the name if no template has it.
type NamedTemplate = Result<PathBuf, OsString>;

/// Returns the templates of a call; `None` for standard input. A call with an environment and
/// without templates applies to all templates of its modules.
fn named(face: &Face<'_>) -> Result<Option<Vec<NamedTemplate>>, String> {
    let operands = &face.options.operands;
    if operands.is_empty() && face.options.value("environment_dir").is_none() {
        return Ok(None);
    }
    let templates = Templates::around(face)?;
    if operands.is_empty() {
        return Ok(Some(templates.all().into_iter().map(Ok).collect()));
    }
    let find = |name: &OsString| templates.find(name).ok_or_else(|| name.clone());
    Ok(Some(operands.iter().map(find).collect()))
}

fn validate(face: &mut Face<'_>) -> Exit {
    let limit = face.max_file_size();
    let named = match named(face) {
        Ok(named) => named,
        Err(message) => return face.fail("epp validate", &message),
    };
    let Some(named) = named else {
        if std::io::stdin().is_terminal() {
            face.log(Level::Notice, "No template specified. No action taken");
            return Exit::Success;
        }
        let verdict =
            validate_text(face, Path::new("<stdin>"), Ok(reading::read_stdin("<stdin>", limit)));
        return judged(face, verdict);
    };
    // Validating a whole environment reports all errors.
    let is_all = face.options.operands.is_empty();
    let continues = face.options.switch("continue_on_error").unwrap_or(is_all);
    let mut verdict = Verdict::Valid;
    let mut missing = Vec::new();
    for template in named {
        if verdict == Verdict::Invalid && !continues {
            break;
        }
        match template {
            Err(name) => missing.push(name),
            Ok(path) => {
                let loaded = face::load(&path, &path.to_string_lossy(), limit);
                if validate_text(face, &path, loaded) == Verdict::Invalid {
                    verdict = Verdict::Invalid;
                }
            }
        }
    }
    if missing.is_empty() {
        judged(face, verdict)
    } else {
        face.fail("epp validate", &did_not_exist(&missing))
    }
}

fn judged(face: &mut Face<'_>, verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Invalid => face.fail("epp validate", "Errors while validating epp"),
        Verdict::Valid => Exit::Success,
    }
}

fn validate_text(face: &mut Face<'_>, path: &Path, loaded: Result<Loaded, String>) -> Verdict {
    let message = match loaded {
        Err(message) => message,
        Ok(Loaded::Unreadable(diagnostic)) => face::unreadable(path, &diagnostic),
        Ok(Loaded::Text(source)) => {
            let source = Arc::new(source);
            match face.examine(&source, None, Dialect::Template, Checks::All) {
                Ok(_) => return Verdict::Valid,
                Err(error) if error.is_summary() => error.message,
                Err(error) => error.full(),
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
        Ok(Dumps { text, are_all: true }) => face.print_dump(&text),
        Ok(Dumps { text, are_all: false }) => {
            face.print_dump(&text);
            face.fail("epp dump", "Errors while reading epp")
        }
        Err(message) => face.fail("epp dump", &message),
    }
}

/// The trees of templates.
struct Dumps {
    text: String,
    /// Whether every template could be read.
    are_all: bool,
}

fn dump_all(face: &mut Face<'_>) -> Result<Dumps, String> {
    let validates = face.options.switch("validate").unwrap_or(true);
    let checks = if validates { Checks::All } else { Checks::Syntax };
    let limit = face.max_file_size();
    let named = if face.options.value("e").is_some() { None } else { named(face)? };
    let Some(named) = named else {
        let dump = face.dump_without_files(Dialect::Template, checks);
        let text = dump.unwrap_or_else(|| Ok(String::new()))?;
        return Ok(Dumps { text, are_all: true });
    };
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for template in named {
        match template {
            Ok(path) => found.push(path),
            Err(name) => missing.push(name),
        }
    }
    let header = match face.options.switch("header") {
        _ if found.len() < 2 => Header::None,
        Some(false) => Header::InMessages,
        Some(true) | None => Header::Before("\n"),
    };
    // An action on a whole environment continues after errors.
    let continues = face.options.operands.is_empty();
    let mut dumps = Dumps { text: String::new(), are_all: true };
    for path in &found {
        let load = |name: &str| face::load(path, name, limit);
        match face.dump(path, load, Dialect::Template, checks, header) {
            Ok(dump) => dumps.text.push_str(&dump),
            Err(message) if continues => {
                face.log(Level::Error, &message);
                dumps.are_all = false;
            }
            Err(message) => return Err(message),
        }
    }
    if missing.is_empty() { Ok(dumps) } else { Err(did_not_exist(&missing)) }
}

fn did_not_exist(missing: &[OsString]) -> String {
    let names: Vec<String> = missing.iter().map(|name| format!("   {}", name.display())).collect();
    format!("One or more file(s) specified did not exist:\n{}", names.join("\n"))
}
