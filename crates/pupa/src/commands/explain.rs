//! `pupa explain CODE`: the meaning of a diagnostic and how to fix it. `pupa explain NODE RESOURCE`:
//! the origin of a resource and its values.

mod resource;

use pupa_syntax::suggest;

use crate::cli::ExplainArgs;
use crate::issues;
use crate::output::{Exit, Output};
use crate::settings::Settings;

/// Explains a resource.
pub(super) fn run_resource(args: &ExplainArgs, settings: &Settings, output: &mut Output) -> Exit {
    resource::run(args, settings, output)
}

/// Explains one code, or lists all.
pub(super) fn run(args: &ExplainArgs, output: &mut Output) -> Exit {
    let known = issues::all();
    let Some(code) = &args.subject else {
        for issue in known {
            output.out(&format!("{}\n", issue.code));
        }
        return Exit::Success;
    };
    let requested = normalized(code);
    if let Some(issue) = known.iter().find(|issue| issue.code == requested) {
        let (severity, text) = (issue.severity.word(), issue.explanation());
        output.out(&format!("{} ({severity})\n\n{text}\n", issue.code));
        return Exit::Success;
    }
    match suggest::nearest(&requested, known.iter().map(|issue| issue.code)) {
        Some(near) => output
            .usage_error(format_args!("no diagnostic is called `{code}`; did you mean `{near}`?")),
        None => output.usage_error(format_args!(
            "no diagnostic is called `{code}`; `pupa explain` lists all"
        )),
    }
}

/// Normalises a code: `error[syntax-error]` and the reference's `SYNTAX_ERROR` are accepted, too.
fn normalized(code: &str) -> String {
    let inner = code.split_once('[').map_or(code, |(_, rest)| rest.trim_end_matches([']', ':']));
    inner.trim().to_ascii_lowercase().replace('_', "-")
}
