//! `pupa functions [NAME]`: the built-in functions and their documentation.

use pupa_eval::functions;
use pupa_syntax::suggest;

use crate::cli::{DocFormat, FunctionsArgs};
use crate::function_docs;
use crate::output::{Exit, Output, Stream};
use crate::report::Colors;
use crate::settings::Settings;

/// Lists all functions, or describes one.
pub(super) fn run(args: &FunctionsArgs, settings: &Settings, output: &mut Output) -> Exit {
    let colors = settings.colors(Stream::Out).into();
    let Some(name) = &args.name else {
        output.out(&match args.format {
            DocFormat::Text => function_docs::overview(colors),
            DocFormat::Markdown => function_docs::page(),
        });
        return Exit::Success;
    };
    match about(name, args.format, colors) {
        Ok(text) => {
            output.out(&text);
            Exit::Success
        }
        Err(message) => {
            output.err(&format!("error: {message}\n"));
            Exit::Errors
        }
    }
}

/// The documentation of a function, or suggestions for an unknown name.
pub(crate) fn about(name: &str, format: DocFormat, colors: Colors) -> Result<String, String> {
    match (functions::find(name), format) {
        (Some(function), DocFormat::Text) => Ok(function_docs::about(function, colors)),
        (Some(function), DocFormat::Markdown) => Ok(function_docs::section(function)),
        (None, _) => {
            let near = suggest::near(name, functions::all().map(|function| function.name));
            let hint = match near.as_slice() {
                [] => "`pupa functions` lists all".to_owned(),
                near => format!("did you mean {}?", near.join(" or ")),
            };
            Err(format!("no built-in function is called `{name}`; {hint}"))
        }
    }
}
