//! Ruby text to code.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_ruby::parse::{Options, parse};

fuzz_target!(|data: &[u8]| {
    if let Err(errors) = parse(data, &Options::default()) {
        for error in errors {
            assert!(error.span.start <= error.span.end && error.span.end <= data.len());
        }
    }
});
