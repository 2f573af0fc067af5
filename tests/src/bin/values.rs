//! Answers programs about values and types, separated by NUL on standard input, with a line of
//! JSON each. Given a file of records (lines of JSON with `id`, `code` and the recorded answer),
//! it prints those that differ instead.

use std::io::{self, Read, Write};

use pupa_eval::Settings;
use pupa_suite::evaluation::{answer, difference};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    match std::env::args().nth(1) {
        Some(path) => {
            let with_places = std::env::args().nth(2).as_deref() == Some("places");
            compare(&std::fs::read_to_string(path)?, with_places, &mut out)
        }
        None => {
            let mut input = String::new();
            io::stdin().read_to_string(&mut input)?;
            for code in input.split('\0').filter(|code| !code.is_empty()) {
                writeln!(out, "{}", answer(code, &Settings::default(), &[]))?;
            }
            Ok(())
        }
    }
}

fn compare(records: &str, with_places: bool, out: &mut impl Write) -> io::Result<()> {
    let (mut same, mut different) = (0, 0);
    for line in records.lines() {
        let difference = difference(line, with_places)?;
        match difference.text {
            None => same += 1,
            Some(text) => {
                different += 1;
                writeln!(out, "{}: {text}", difference.name)?;
            }
        }
    }
    writeln!(out, "{same} equal, {different} different")
}
