//! Evaluation: a byte of settings and a program, under limits that keep each run short.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_eval::limits::Limits;
use pupa_eval::program::Program;
use pupa_eval::{Evaluator, NoHost, Settings};
use pupa_fuzz::source;
use pupa_syntax::Edition;
use pupa_syntax::validate::Strict;
use pupa_value::{Value, text};
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let Some(source) = source(data) else { return };
    let limits = Limits {
        call_depth: 50,
        steps: Some(200_000),
        elements: 10_000,
        text: 100_000,
        ..Limits::default()
    };
    let settings = Settings {
        edition: if choice & 1 == 0 { Edition::Puppet8 } else { Edition::Draft },
        strict: if choice & 2 == 0 { Strict::Error } else { Strict::Warning },
        strict_variables: choice & 4 == 0,
        limits,
        ..Settings::default()
    };
    let Ok(program) = Program::read(source, &settings) else { return };
    let length = program.source().text().len();
    let mut evaluator = Evaluator::new(settings, &NoHost);
    match evaluator.evaluate(&Arc::new(program)) {
        Ok(value) => assert_within_limits(&value, length),
        Err(failure) => {
            // Every place named is a place in the text, at the border of characters.
            let text = failure.source.text();
            assert!(text.get(failure.span.start as usize..failure.span.end as usize).is_some());
            assert!(!failure.to_string().is_empty());
        }
    }
});

/// What is written in the program is not held against it.
fn assert_within_limits(value: &Value, length: usize) {
    match value {
        Value::Array(elements) => assert!(elements.len() <= 10_000 + length),
        Value::Hash(hash) => assert!(hash.len() <= 10_000 + length),
        Value::String(text) => assert!(text.len() <= 100_000 + length),
        _ => {}
    }
    // Showing a value ends as well.
    let _ = text::convert(value, &Value::from("%p"));
}
