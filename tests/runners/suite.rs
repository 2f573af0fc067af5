//! Runs the fixtures of the stages that the libraries have; `crates/pupa/tests/suite` runs those of the
//! command line. Examples of the documentation are run too, but never updated.

use std::process::ExitCode;

use pupa_suite::runner;
use pupa_suite::stage::STAGES;

fn main() -> ExitCode {
    runner::main(STAGES, runner::Pages::Run)
}
