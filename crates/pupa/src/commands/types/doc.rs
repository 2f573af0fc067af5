//! `pupa types doc`: the documentation of types.

use pupa_model::{document, to_html, to_json, to_markdown, to_svg};

use super::{read_model, write_result};
use crate::cli::{TypeDocFormat, TypesDocArgs};
use crate::output::{Exit, Output};
use crate::settings::Settings;

/// The maximum number of types in a diagram that is still an overview.
const MAX_IN_DIAGRAM: usize = 60;

/// Documents the types of some files.
pub(super) fn run(args: &TypesDocArgs, settings: &Settings, output: &mut Output) -> Exit {
    let model = match read_model(&args.paths, settings, output) {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let documentation = document(&model);
    let text = match args.format {
        TypeDocFormat::Markdown => to_markdown(&documentation),
        TypeDocFormat::Json => to_json(&documentation),
        TypeDocFormat::Html => {
            let count = model.types().len();
            let diagram = (2..=MAX_IN_DIAGRAM).contains(&count).then(|| to_svg(&model));
            to_html(&documentation, diagram.as_deref())
        }
    };
    write_result(&text, args.output.as_deref(), output)
}
