//! Answers programs about values and types, separated by NUL on standard input, with a line of
//! JSON each. Given a file of records (lines of JSON with `code` and the recorded answer), it
//! prints those that differ instead.

use std::io::{self, Read, Write};

use pupa_suite::constants::{Stop, evaluate, shown};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    match std::env::args().nth(1) {
        Some(path) => compare(&std::fs::read_to_string(path)?, &mut out),
        None => {
            let mut input = String::new();
            io::stdin().read_to_string(&mut input)?;
            for code in input.split('\0').filter(|code| !code.is_empty()) {
                writeln!(out, "{}", answer(code))?;
            }
            Ok(())
        }
    }
}

fn answer(code: &str) -> Value {
    match evaluate(code) {
        Ok(value) => {
            let (literal, t) = shown(&value);
            json!({ "literal": literal, "type": t })
        }
        Err(Stop::Error(error)) => json!({ "error": error }),
        Err(Stop::Beyond) => json!({ "beyond": true }),
    }
}

fn compare(records: &str, out: &mut impl Write) -> io::Result<()> {
    let (mut same, mut beyond, mut different) = (0, 0, 0);
    for line in records.lines() {
        let record: Value = serde_json::from_str(line)?;
        let ours = answer(record["code"].as_str().unwrap_or_default());
        if ours.get("beyond").is_some() {
            beyond += 1;
        } else if ["literal", "type", "error"].iter().all(|key| ours.get(key) == record.get(key)) {
            same += 1;
        } else {
            different += 1;
            writeln!(out, "{} {}", record["id"], record["code"])?;
            for key in ["literal", "type", "error"] {
                if ours.get(key) != record.get(key) {
                    writeln!(out, "  {key}\n    ref {}\n    our {}", record[key], ours[key])?;
                }
            }
        }
    }
    writeln!(out, "{same} equal, {different} different, {beyond} need an evaluator")
}
