//! Functions that use the system: files of modules and commands. Also `import`, which was removed
//! from the language.

use std::sync::Arc;

use pupa_syntax::source::Span;
use pupa_value::Value;
use pupa_value::value::binary::Binary;

use super::argument_checks::{Arity, arguments, display, joined, undefined_method};
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::evaluator::error_location::with_prefix;
use crate::flatten::flattened;
use crate::host::ModuleFiles;
use crate::issues;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "binary_file",
        doc: "The content of a file as a `Binary`.\n\n\
              The argument is `<module>/<file>`, a file in the directory `files` of a module, or \
              an absolute path. A file that does not exist is an error.",
        examples: &[],
        dispatches: &[Dispatch { signature: "String $path", body: binary_file }],
        traits: Traits::SYSTEM,
    },
    Function {
        name: "file",
        doc: "The content of the first file that exists, as a string.\n\n\
              Each argument is `<module>/<file>`, a file in the directory `files` of a module, or \
              an absolute path. That none of them exists is an error.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any *$args", body: file }],
        traits: Traits { touches_system: true, ..Traits::UNTYPED },
    },
    Function {
        name: "find_file",
        doc: "The path of the first file that exists, or `undef` when none does.\n\n\
              Each argument, or each element of an array, is `<module>/<file>`, a file in the \
              directory `files` of a module, or an absolute path.",
        examples: &[
            Example { code: "find_file('nosuchmodule/file')", value: "undef" },
            Example { code: "find_file()", value: "undef" },
        ],
        dispatches: &[
            Dispatch { signature: "String *$paths", body: |call| find(call, ModuleFiles::Files) },
            Dispatch {
                signature: "Array[String] *$paths_array",
                body: |call| find(call, ModuleFiles::Files),
            },
        ],
        traits: Traits::SYSTEM,
    },
    Function {
        name: "find_template",
        doc: "The path of the first template that exists, or `undef` when none does.\n\n\
              Each argument, or each element of an array, is `<module>/<template>`, a file in the \
              directory `templates` of a module, or an absolute path.",
        examples: &[Example { code: "find_template(['nosuchmodule/a', 'b/c'])", value: "undef" }],
        dispatches: &[
            Dispatch {
                signature: "String *$paths",
                body: |call| find(call, ModuleFiles::Templates),
            },
            Dispatch {
                signature: "Array[String] *$paths_array",
                body: |call| find(call, ModuleFiles::Templates),
            },
        ],
        traits: Traits::SYSTEM,
    },
    Function {
        name: "generate",
        doc: "The output of a command: `generate(path, arguments…)`.\n\n\
              The path must be absolute, may hold letters, digits and `/ . - + _` only, and no \
              `..`. The command runs without a shell, in the directory it lies in; its output and \
              its error output together are the result. A command that can't be run or fails is an \
              error.\n\n\
              Commands run on the machine that evaluates the program. A setting turns them off.",
        examples: &[Example {
            code: "generate('date')",
            value: "Error: Evaluation Error: Error while evaluating a Function Call, Generators \
                    must be fully qualified",
        }],
        dispatches: &[Dispatch { signature: "Any *$args", body: generate }],
        traits: Traits { touches_system: true, ..Traits::UNTYPED },
    },
    Function {
        name: "import",
        doc: "Always an error: other manifests are found by themselves, in a directory of \
              manifests or in modules.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any *$args", body: import }],
        traits: Traits::NONE,
    },
    Function {
        name: "module_directory",
        doc: "The directory of the first module that exists, or `undef` when none does. Each \
              argument, or each element of an array, is the name of a module.",
        examples: &[Example { code: "module_directory('nosuchmodule')", value: "undef" }],
        dispatches: &[
            Dispatch { signature: "String *$names", body: module_directory },
            Dispatch { signature: "Array[String] *$names", body: module_directory },
        ],
        traits: Traits::SYSTEM,
    },
];

fn is_absolute(path: &str) -> bool {
    path.split('\n').any(|line| line.starts_with('/'))
}

/// The path of a file, if it exists.
pub(super) fn existing(call: &Call<'_, '_>, kind: ModuleFiles, reference: &str) -> Option<String> {
    if is_absolute(reference) {
        return call.host().exists(reference).then(|| reference.to_owned());
    }
    call.host().module_file(kind, reference)
}

fn content(call: &Call<'_, '_>, path: &str) -> Outcome<Vec<u8>> {
    let content = call.host().read_file(path).map_err(|problem| error(problem.0))?;
    call.check_text(content.len())?;
    Ok(content)
}

fn binary_file(call: &mut Call<'_, '_>) -> Outcome {
    let reference = call.text(0);
    let Some(path) = existing(call, ModuleFiles::Files, reference) else {
        let message = format!("binary_file(): The given file '{reference}' does not exist");
        return Err(error(message));
    };
    Ok(Value::Binary(Arc::new(Binary::new(content(call, &path)?))))
}

fn file(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::AtLeast(1))?;
    for arg in &args {
        let reference = arg.as_str().ok_or_else(|| undefined_method("split", arg))?;
        if let Some(path) = existing(call, ModuleFiles::Files, reference) {
            let content = content(call, &path)?;
            return text_of(content, &path).map(Value::from);
        }
    }
    Err(error(format!("Could not find any files from {}", joined(&args, ", ")?)))
}

/// Converts the content of a file to a string, without a byte order mark. Content that is not UTF-8
/// is an error, since a string can't contain it.
fn text_of(content: Vec<u8>, path: &str) -> Outcome<String> {
    let text = String::from_utf8(content);
    let mut text = text.map_err(|_| {
        error(format!("Could not read {path}: it is not UTF-8, which binary_file() can read"))
    })?;
    if text.starts_with('\u{FEFF}') {
        text.drain(..'\u{FEFF}'.len_utf8());
    }
    Ok(text)
}

/// The arguments as strings, or the elements of a single array.
fn names(call: &mut Call<'_, '_>) -> Outcome<Vec<Value>> {
    let args = std::mem::take(&mut call.args);
    match args.as_slice() {
        [Value::Array(names)] => Ok(names.to_vec()),
        // Compat: the signature allows several arrays, but Ruby fails. Pinned by
        // `quirk-several-arrays-of-files`.
        [Value::Array(_), ..] => {
            let given = args.len() + 1;
            Err(error(format!("wrong number of arguments (given {given}, expected 2)")))
        }
        _ => Ok(args),
    }
}

fn find(call: &mut Call<'_, '_>, kind: ModuleFiles) -> Outcome {
    let names = names(call)?;
    let found = names.iter().filter_map(Value::as_str).find_map(|name| existing(call, kind, name));
    Ok(found.map_or(Value::Undef, Value::from))
}

fn module_directory(call: &mut Call<'_, '_>) -> Outcome {
    let names = names(call)?;
    let host = call.host();
    let found = names.iter().filter_map(Value::as_str).find_map(|name| host.module_directory(name));
    Ok(found.map_or(Value::Undef, Value::from))
}

fn generate(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::AtLeast(1))?;
    let path = args.first().and_then(Value::as_str).unwrap_or_default().to_owned();
    check_generator(&path)?;
    let directory = match path.rsplit_once('/') {
        None | Some(("", _)) => "/",
        Some((directory, _)) => directory,
    };
    if !call.host().exists(directory) {
        return Err(error(format!("Working directory {directory} does not exist!")));
    }
    let words = flattened(&args);
    let command = words.iter().map(display).collect::<Outcome<Vec<String>>>()?;
    let output = call
        .host()
        .run(&command)
        .map_err(|problem| error(format!("Failed to execute generator {path}: {}", problem.0)))?;
    call.check_text(output.len())?;
    Ok(Value::from(output))
}

/// Fails for paths that are not allowed for commands.
fn check_generator(path: &str) -> Outcome<()> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-/_.+".contains(c);
    let is_valid = |line: &str| !line.is_empty() && line.chars().all(is_allowed);
    if !is_absolute(path) {
        Err(error("Generators must be fully qualified"))
    } else if !path.split('\n').any(is_valid) {
        Err(error("Generators can only contain alphanumerics, file separators, and dashes"))
    } else if path.contains("..") {
        Err(error("Can not use generators with '..' in them."))
    } else {
        Ok(())
    }
}

fn import(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.place();
    let error = with_prefix(issues::discontinued_import());
    Err(error.at(&place.source, Span::at(place.offset)).into())
}

#[cfg(test)]
mod tests {
    use pupa_syntax::source::Source;

    use super::*;
    use crate::host::{CodeHost, HostError, SiteHost, SystemHost};
    use crate::program::Program;
    use crate::stop::Stop;
    use crate::{Evaluator, Settings};

    /// A system with two files and two commands.
    struct Small;

    impl SystemHost for Small {
        fn exists(&self, path: &str) -> bool {
            ["/m/a/files/x", "/m/a/templates/t", "/bin", "/e"].contains(&path)
        }

        fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
            Ok(if path == "/e" { vec![0xff] } else { format!("in {path}").into_bytes() })
        }

        fn run(&self, command: &[String]) -> Result<String, HostError> {
            match command {
                [echo, words @ ..] if echo == "/bin/echo" => Ok(words.join("|")),
                _ => Err(HostError("no such command".to_owned())),
            }
        }
    }

    impl CodeHost for Small {
        fn module_file(&self, kind: ModuleFiles, reference: &str) -> Option<String> {
            let (module, file) = reference.split_once('/')?;
            let folder = if kind == ModuleFiles::Files { "files" } else { "templates" };
            Some(format!("/m/{module}/{folder}/{file}")).filter(|path| self.exists(path))
        }

        fn module_directory(&self, module: &str) -> Option<String> {
            (module == "a").then(|| "/m/a".to_owned())
        }
    }

    impl SiteHost for Small {}

    fn value(code: &str, settings: Settings) -> String {
        let source = Arc::new(Source::new("", code));
        let program = Arc::new(Program::read(source, &settings).unwrap());
        let result = Evaluator::new(settings, &Small).evaluate(&program);
        result.map_or_else(
            |error| {
                let prefix = "Evaluation Error: Error while evaluating a Function Call, ";
                error.message.strip_prefix(prefix).unwrap_or(&error.message).to_owned()
            },
            |value| pupa_value::text::literal(&value),
        )
    }

    #[test]
    fn files_are_found_in_modules_and_by_path() {
        let value = |code| value(code, Settings::default());
        assert_eq!(value("file('b/x', 'a/x')"), "'in /m/a/files/x'");
        assert_eq!(value("file('b/x', 'c')"), "Could not find any files from b/x, c");
        assert_eq!(value("file(1)"), "undefined method `split' for 1:Integer");
        assert_eq!(value("\"${binary_file('/e')}\""), "'/w=='");
        let missing = "binary_file(): The given file 'q' does not exist";
        assert_eq!(value("binary_file('q')"), missing);
        assert_eq!(value("find_file(['b/x', '/e', 'a/x'])"), "'/e'");
        assert_eq!(value("find_template('a/x', 'a/t')"), "'/m/a/templates/t'");
        assert_eq!(value("find_file('a/t')"), "undef");
        assert_eq!(value("find_file([], [])"), "wrong number of arguments (given 3, expected 2)");
        assert_eq!(value("module_directory('b', 'a')"), "'/m/a'");
    }

    #[test]
    fn commands_get_their_arguments_as_text() {
        let value = |code| value(code, Settings::default());
        let code = "generate('/bin/echo', 1, [2, [undef]], undef, /a/, File['/x'], {a => 1})";
        assert_eq!(value(code), "'1|2|||/a/|File[/x]|{\"a\"=>1}'");
        let failed = "Failed to execute generator /bin/no: no such command";
        assert_eq!(value("generate('/bin/no')"), failed);
        assert_eq!(value("generate('/no/x')"), "Working directory /no does not exist!");
    }

    #[test]
    fn the_system_can_be_turned_off() {
        let closed = || Settings { allow_system: false, ..Settings::default() };
        for call in ["file('/e')", "find_file('/e')", "generate('/bin/echo')"] {
            assert!(value(call, closed()).contains("turned off"), "{call}");
        }
    }

    #[test]
    fn commands_need_plain_absolute_paths() {
        let refusal = |path| match check_generator(path).map_err(|stop| *stop) {
            Err(Stop::Error(error)) => error.message,
            _ => String::new(),
        };
        assert_eq!(refusal("/usr/bin/g++-12_x.y"), "");
        assert_eq!(refusal("date"), "Generators must be fully qualified");
        assert_eq!(refusal("/bin/../x"), "Can not use generators with '..' in them.");
        assert!(refusal("/bin/a b").starts_with("Generators can only contain"));
        assert!(refusal("/bin/é").starts_with("Generators can only contain"));
    }
}
