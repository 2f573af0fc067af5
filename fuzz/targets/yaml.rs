//! YAML: whatever is read is written and read again, the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_data::yaml::{self, Options};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(document) = yaml::read(text, Options::data("fuzz.yaml")) else { return };
    let written = yaml::write(&document.value);
    yaml::read(&written, Options::facts("fuzz.yaml")).expect("what is written can be read");
});
