//! Templates.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_fuzz::{EDITIONS, assert_places, source};
use pupa_syntax::validate::Rules;
use pupa_syntax::{Dialect, check};

fuzz_target!(|data: &[u8]| {
    let Some(source) = source(data) else { return };
    for edition in EDITIONS {
        let rules = Rules { edition, ..Rules::default() };
        let checked = check(source.clone(), Dialect::Template, &rules);
        assert_places(&source, &checked.diagnostics);
    }
});
