//! Parser and validator, with every setting of the rules the input's first byte asks for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_fuzz::{assert_places, source};
use pupa_syntax::validate::{Extensions, ModuleFile, Rules, Strict};
use pupa_syntax::{Dialect, Edition, check};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let Some(source) = source(data) else { return };
    let rules = Rules {
        edition: if choice & 1 == 0 { Edition::Puppet8 } else { Edition::Draft },
        strict: if choice & 2 == 0 { Strict::Error } else { Strict::Warning },
        extensions: if choice & 4 == 0 { Extensions::Off } else { Extensions::Warn },
        tasks: choice & 8 != 0,
        module_file: (choice & 16 != 0).then(|| ModuleFile::Namespace("a::b".to_owned())),
        ..Rules::default()
    };
    let checked = check(source.clone(), Dialect::Manifest, &rules);
    assert_places(&source, &checked.diagnostics);
});
