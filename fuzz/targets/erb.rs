//! Templates with Ruby code: compiled, parsed, and translated to EPP.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_ruby::erb;
use pupa_ruby::parse::Options;

fuzz_target!(|data: &[u8]| {
    let program = erb::compile(data);
    for offset in [0, program.text.len() / 2, program.text.len()] {
        assert!(program.template_offset(offset) <= data.len());
    }
    if let Err(errors) = erb::parse(data, &Options::default()) {
        for error in errors {
            assert!(error.span.start <= error.span.end && error.span.end <= data.len());
        }
    }
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = erb::to_epp::translate(text);
    }
});
