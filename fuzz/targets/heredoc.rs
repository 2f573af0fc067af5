//! Heredocs: the input is the inside of `@(…)`, a line break, and the text.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use pupa_fuzz::{EDITIONS, assert_places};
use pupa_syntax::source::Source;
use pupa_syntax::validate::Rules;
use pupa_syntax::{Dialect, check};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (tag, text) = text.split_once('\n').unwrap_or((text, ""));
    let name = tag.split([':', '/']).next().unwrap_or_default().trim().trim_matches('"').trim();
    let program = format!("$x = [@({tag}), @(B)]\n{text}\n| {name}\nb\n  |- B\nnotice($x)\n");
    let source = Arc::new(Source::new("fuzz.pp", program));
    for edition in EDITIONS {
        let rules = Rules { edition, ..Rules::default() };
        let checked = check(Arc::clone(&source), Dialect::Manifest, &rules);
        assert_places(&source, &checked.diagnostics);
    }
});
