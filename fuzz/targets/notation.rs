//! Trees written down in every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_fuzz::{EDITIONS, options, source};
use pupa_syntax::notation::{self, Style};
use pupa_syntax::{Dialect, parse};

fuzz_target!(|data: &[u8]| {
    let Some(source) = source(data) else { return };
    for edition in EDITIONS {
        let parsed = parse(source.clone(), &options(edition, Dialect::Manifest));
        for style in [Style::Compact, Style::Pretty] {
            notation::to_pn(&parsed.tree, style);
            notation::to_json(&parsed.tree, style);
        }
    }
});
