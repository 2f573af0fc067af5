//! `pupa types load`: reads objects from data files, and checks them against their types.

use std::path::Path;
use std::sync::Arc;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, NoHost};
use pupa_model::Model;
use pupa_syntax::source::Source;
use pupa_value::Value;
use pupa_value::data::{ToDataOptions, to_data, to_json};

use super::read_model;
use crate::cli::TypesLoadArgs;
use crate::data_file;
use crate::output::{Exit, Output, Stream};
use crate::report::{Level, one_line};
use crate::settings::Settings;

/// Reads the objects of some files and prints them in their serialised form.
pub(super) fn run(args: &TypesLoadArgs, settings: &Settings, output: &mut Output) -> Exit {
    let model = match read_model(&args.types, settings, output) {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let mut evaluator = Evaluator::new(settings.evaluation(), &NoHost);
    if let Err(message) = define(&mut evaluator, &model) {
        return output.usage_error(message);
    }
    let colors = settings.colors(Stream::Err).into();
    let (mut good, mut bad) = (0, 0);
    for path in &args.files {
        let (objects, is_list) = match data_file::read(path, settings.max_file_size) {
            Ok(Value::Array(objects)) => (Arc::unwrap_or_clone(objects), true),
            Ok(object) => (vec![object], false),
            Err(error) => {
                output.err(&one_line(Level::Error, &format!("{error:#}"), colors));
                bad += 1;
                continue;
            }
        };
        for (index, data) in objects.iter().enumerate() {
            let place = place(path, is_list.then_some(index));
            match load(&mut evaluator, args.type_name.as_deref(), data) {
                Ok(text) => {
                    good += 1;
                    if !args.quiet {
                        output.out(&text);
                        output.out("\n");
                    }
                }
                Err(message) => {
                    bad += 1;
                    let message = format!("{place}: {message}");
                    output.err(&one_line(Level::Error, &message, colors));
                }
            }
        }
    }
    if bad > 0 {
        output.err(&format!("{good} good, {bad} bad\n"));
        return Exit::Errors;
    }
    Exit::Success
}

fn place(path: &Path, index: Option<usize>) -> String {
    match index {
        Some(index) => format!("{}[{index}]", path.display()),
        None => path.display().to_string(),
    }
}

fn define(evaluator: &mut Evaluator<'_>, model: &Model) -> Result<(), String> {
    let mut sources: Vec<&Arc<Source>> = Vec::new();
    for source in model.types().map(|definition| definition.tree.source()) {
        if !sources.iter().any(|known| Arc::ptr_eq(known, source)) {
            sources.push(source);
        }
    }
    let read = |source: &Arc<Source>| {
        let program = Program::read(Arc::clone(source), evaluator.settings());
        program.map(Arc::new).map_err(|rejected| rejected.to_string())
    };
    let programs = sources.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    evaluator.define_all(&programs).map_err(|failure| failure.to_string())
}

/// The serialised form of the object that data describes.
fn load(
    evaluator: &mut Evaluator<'_>,
    type_name: Option<&str>,
    data: &Value,
) -> Result<String, String> {
    let own_name = || data.as_hash()?.get_str("__ptype")?.as_str();
    let Some(name) = type_name.or_else(own_name) else {
        return Err("the data has no key `__ptype` with the name of its type; name the type \
             with --type"
            .to_owned());
    };
    let object = evaluator.load_object(name, data)?;
    let written = to_data(&object, &ToDataOptions::rich()).and_then(|(data, _)| to_json(&data));
    written.map_err(|error| error.message)
}
