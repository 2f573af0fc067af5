//! The test suite: what it knows of fixtures, recorded answers and hostile input.
//!
//! The runners in `runners/` are thin; what they share is here. [`fixture`] reads the files in
//! `suite/`, [`runner`] runs them, [`stage`] says what a section of them should look like, [`commands`]
//! does that for sections with command lines, [`answer`] gives our answer
//! in the protocol that `tools/reference.rb` speaks, [`recorded`] compares it with recorded
//! answers, [`evaluation`] runs programs, [`example`] reads fixtures of programs that are run,
//! [`page`] finds such programs in the documentation, [`modules`] has the files they can load,
//! [`environment`] reads fixtures of whole environments, [`recorded_catalog`] compares catalogs with
//! recorded ones, both in a [`scratch`] directory, [`hostile`] makes input that tries to break the
//! front end. `README.md` in this folder describes the format of fixtures.

pub mod answer;
pub mod commands;
pub mod environment;
pub mod evaluation;
pub mod example;
pub mod fixture;
pub mod hostile;
pub mod marks;
pub mod modules;
pub mod page;
pub mod recorded;
pub mod recorded_catalog;
pub mod runner;
pub mod scratch;
pub mod stage;

use std::path::PathBuf;

/// The folder of the suite.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
