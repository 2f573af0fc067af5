//! `pupa types export`: writes Ecore packages and the logic of types.
//!
//! If any definition has an error, nothing is written.

use std::path::Path;

use pupa_model::{Export, Model, ModelFile, export};

use super::read_model;
use crate::cli::{ImplForm, TypesExportArgs};
use crate::output::{Exit, Output, Stream};
use crate::report::{Format, Rendered, Report};
use crate::settings::Settings;
use crate::writing;

/// Exports the models of some files.
pub(super) fn run(args: &TypesExportArgs, settings: &Settings, output: &mut Output) -> Exit {
    let model = match read_model(&args.paths, settings, output) {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let files = match exported(&model, args, settings, output) {
        Ok(files) => files,
        Err(exit) => return exit,
    };
    match args.output.as_deref() {
        Some(path) if path == Path::new("-") => print(&files, output),
        directory => write(&files, directory, args, output),
    }
}

fn exported(
    model: &Model,
    args: &TypesExportArgs,
    settings: &Settings,
    output: &mut Output,
) -> Result<Vec<ModelFile>, Exit> {
    let form = if args.annotations { ImplForm::Annotations } else { args.implementation };
    let Export { files, diagnostics } = export(model, form.into());
    let format = Format::Text;
    let reporter = format.renderer(settings.colors(Stream::Err).into());
    let mut report = Report::begin(&*reporter, Stream::Err, usize::MAX, 0, output);
    for diagnostic in &diagnostics {
        report.add(&Rendered::new(&*reporter, diagnostic), output);
    }
    match report.end(output).errors {
        0 => Ok(files),
        _ => Err(Exit::Errors),
    }
}

fn print(files: &[ModelFile], output: &mut Output) -> Exit {
    let [file] = files else {
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        return output.usage_error(format_args!(
            "`--output -` prints one file, but there are {}: {}; name a directory, or write fewer \
             files with --impl none",
            files.len(),
            names.join(", ")
        ));
    };
    output.out(&file.text);
    Exit::Success
}

fn write(
    files: &[ModelFile],
    directory: Option<&Path>,
    args: &TypesExportArgs,
    output: &mut Output,
) -> Exit {
    let texts: Vec<(&str, &str)> =
        files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    if let Err(error) = writing::write_all(directory.unwrap_or(Path::new(".")), &texts) {
        return output.usage_error(error);
    }
    if !args.quiet {
        for file in files {
            let place = directory.unwrap_or(Path::new("")).join(&file.name);
            output.err(&format!("wrote {}\n", place.display()));
        }
    }
    Exit::Success
}

impl From<ImplForm> for pupa_model::LogicForm {
    fn from(form: ImplForm) -> pupa_model::LogicForm {
        match form {
            ImplForm::Xmi => pupa_model::LogicForm::Xmi,
            ImplForm::Json => pupa_model::LogicForm::Json,
            ImplForm::Annotations => pupa_model::LogicForm::Annotations,
            ImplForm::None => pupa_model::LogicForm::None,
        }
    }
}
