//! Lexer and parser, in both editions.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use pupa_fuzz::{EDITIONS, assert_places, options, source};
use pupa_syntax::{Dialect, parse};

fuzz_target!(|data: &[u8]| {
    let Some(source) = source(data) else { return };
    for edition in EDITIONS {
        let parsed = parse(Arc::clone(&source), &options(edition, Dialect::Manifest));
        assert_places(&source, &parsed.diagnostics);
    }
});
