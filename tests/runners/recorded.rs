//! Compares our answers with recorded answers of the reference, one test per file of records.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use pupa_suite::{evaluation, folder, recorded};

fn main() {
    let arguments = Arguments::from_args();
    let data = folder().join("data");
    let mut trials = Vec::new();
    for group in ["oracle", "recorded"] {
        for path in records(&data.join(group)) {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = format!("{group}/{}", stem.unwrap_or_default());
            trials.push(Trial::test(name, move || run(&path)));
        }
    }
    for group in ["values", "evaluation"] {
        for path in records(&data.join(group)) {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = format!("{group}/{}", stem.unwrap_or_default());
            trials.push(Trial::test(name, move || run_programs(&path, group)));
        }
    }
    trials.push(Trial::test("there-are-records", {
        let count = trials.len();
        move || if count > 0 { Ok(()) } else { Err("no files of records found".into()) }
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    paths
}

/// Records of programs that were run. Those about values and types tell no places.
fn run_programs(path: &Path, group: &str) -> Result<(), Failed> {
    let known = recorded::known_differences(&folder().join("data/known-differences.txt"))
        .map_err(|problem| problem.to_string())?;
    let text = std::fs::read_to_string(path).map_err(|problem| problem.to_string())?;
    let mut failures = Vec::new();
    for line in text.lines() {
        let difference = evaluation::difference(line, group == "evaluation")
            .map_err(|problem| problem.to_string())?;
        let name = format!("{group}/{}", difference.name);
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
    Err(format!("{} differ:\n{display}", failures.len()).into())
}

fn run(path: &Path) -> Result<(), Failed> {
    let known = recorded::known_differences(&folder().join("data/known-differences.txt"))
        .map_err(|problem| problem.to_string())?;
    let records = recorded::read(path).map_err(|problem| problem.to_string())?;
    let mut failures = Vec::new();
    for record in &records {
        let differences = recorded::differences(record);
        match (known.contains(&record.name), differences.is_empty()) {
            (false, true) | (true, false) => {}
            (true, true) => failures.push(format!("{}: no longer differs", record.name)),
            (false, false) => failures.push(format!(
                "{}: {}\n       {}",
                record.name,
                record.value["code"],
                differences.join("\n       ")
            )),
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let display = failures.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    Err(format!("{} of {} differ:\n{display}", failures.len(), records.len()).into())
}
