//! YAML: whatever is read is written and read again, the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_data::yaml::{self, Options};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(document) = yaml::read(text, Options::data("fuzz.yaml")) else { return };
    let written = yaml::write(&document.value);
    // Ruby writes what looks like a day or time, but is none, as it reads it nowhere.
    let options = Options { classes: &["Date", "Time"], ..Options::facts("fuzz.yaml") };
    let again = yaml::read(&written, options).expect("what is written can be read");
    assert_eq!(again.value, document.value, "{written}");
});
