//! Runs the fixtures in `tests/suite` that are about the command line: lookups, the check of data, and
//! explanations of resources.

use std::path::Path;
use std::process::ExitCode;

use pupa_suite::commands;
use pupa_suite::fixture::Section;
use pupa_suite::runner::{self, Pages};
use pupa_suite::stage::Stage;

/// The stages: each runs the commands of its sections.
static STAGES: &[Stage] = &[
    Stage { name: "explain", rewrite },
    Stage { name: "lint", rewrite },
    Stage { name: "lookup", rewrite },
];

fn main() -> ExitCode {
    runner::main(STAGES, Pages::Skip)
}

fn rewrite(section: &Section) -> Vec<String> {
    commands::rewrite(section, Path::new(env!("CARGO_BIN_EXE_pupa")))
}
