//! `pupa types diagram`: a class diagram of types.

use pupa_model::{to_dot, to_mermaid, to_svg};

use super::{read_model, write_result};
use crate::cli::{DiagramFormat, TypesDiagramArgs};
use crate::output::{Exit, Output};
use crate::settings::Settings;

/// Draws the types of some files.
pub(super) fn run(args: &TypesDiagramArgs, settings: &Settings, output: &mut Output) -> Exit {
    let model = match read_model(&args.paths, settings, output) {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let text = match args.format {
        DiagramFormat::Svg => to_svg(&model),
        DiagramFormat::Dot => to_dot(&model),
        DiagramFormat::Mermaid => to_mermaid(&model),
    };
    write_result(&text, args.output.as_deref(), output)
}
