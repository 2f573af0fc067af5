//! Compares our catalogs with recorded ones of the reference, one test per file of records.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use pupa_suite::{folder, recorded, recorded_catalog};

/// How many records there are, so that none gets lost.
const RECORDS: usize = 2051;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::from_args();
    let data = folder().join("data/catalogs");
    let facts = fs::read_to_string(data.join("facts.json"))?;
    let known = recorded::known_differences(&data.join("known-differences.txt"))?;
    let mut trials = Vec::new();
    let mut names = BTreeSet::new();
    for path in files(&data)? {
        let text = fs::read_to_string(&path)?;
        for line in text.lines() {
            let record: serde_json::Value = serde_json::from_str(line)?;
            names.insert(record["id"].as_str().unwrap_or_default().to_owned());
        }
        let area = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (facts, known) = (facts.clone(), known.clone());
        trials.push(Trial::test(area, move || run(&text, &facts, &known)));
    }
    let strangers: Vec<String> = known.into_iter().filter(|name| !names.contains(name)).collect();
    let count = names.len();
    trials.push(Trial::test("all-records-are-there", move || {
        let message = format!("{count} records; differences of no record: {strangers:?}");
        if count == RECORDS && strangers.is_empty() { Ok(()) } else { Err(message.into()) }
    }));
    libtest_mimic::run(&arguments, trials).exit()
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    Ok(paths)
}

fn run(text: &str, facts: &str, known: &[String]) -> Result<(), Failed> {
    let mut failures = Vec::new();
    for line in text.lines() {
        let difference = recorded_catalog::difference(line, facts)?;
        let name = difference.name;
        match (known.contains(&name), difference.text) {
            (false, None) | (true, Some(_)) => {}
            (true, None) => failures.push(format!("{name}: no longer differs")),
            (false, Some(text)) => failures.push(format!("{name}: {text}")),
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let display = failures.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    Err(format!("{} of {} differ:\n{display}", failures.len(), text.lines().count()).into())
}
