//! The runner of fixtures: `cargo suite [regex] [--stage s] [--update [--answers file]]`.
//!
//! `--update` writes the actual results into the fixtures. With `--answers`, a file of recorded answers
//! (`tools/compare.py snippets … --record`), it writes the reference's results where ours differ, and
//! names these sections.

use std::collections::BTreeMap;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use regex_lite::Regex;

use crate::fixture::{self, File, Section};
use crate::recorded::{self, Record};
use crate::stage::{self, Stage};
use crate::{folder, page};

/// The treatment of examples in the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pages {
    /// They are run.
    Run,
    /// They are left to another runner.
    Skip,
}

/// The arguments beyond the usual ones of tests.
#[derive(Default)]
struct Wish {
    stages: &'static [Stage],
    stage: Option<String>,
    update: bool,
    answers: Vec<Record>,
    pattern: Option<Regex>,
}

impl Wish {
    /// The stage of that name, if this runner has it.
    fn find(&self, name: &str) -> Option<&'static Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }

    fn includes(&self, section: &Section) -> bool {
        let is_known = stage::is_known(&section.stage);
        (!is_known || self.find(&section.stage).is_some())
            && self.stage.as_ref().is_none_or(|stage| *stage == section.stage)
            && self.pattern.as_ref().is_none_or(|pattern| pattern.is_match(&section.name))
    }
}

/// Runs or updates the fixtures of these stages.
pub fn main(stages: &'static [Stage], pages: Pages) -> ExitCode {
    let (wish, arguments) = match read_arguments() {
        Ok((wish, arguments)) => (Wish { stages, ..wish }, arguments),
        Err(problem) => return failure(&problem),
    };
    let files = match fixture::read_all(&folder().join("suite")) {
        Ok(files) => files,
        Err(problem) => return failure(&problem.to_string()),
    };
    if wish.update {
        return match update(files, &wish) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => failure(&problem.to_string()),
        };
    }
    let paths = if pages == Pages::Run { page::pages() } else { Vec::new() };
    let pages: io::Result<Vec<File>> = paths.iter().map(|path| page::read(path)).collect();
    match pages {
        Ok(pages) => {
            let files = files.into_iter().chain(pages).collect();
            libtest_mimic::run(&arguments, trials(files, &wish)).exit_code()
        }
        Err(problem) => failure(&problem.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "a test runner speaks to people")]
fn failure(problem: &str) -> ExitCode {
    eprintln!("error: {problem}");
    ExitCode::from(2)
}

/// Takes our own arguments out; the rest are the usual ones.
fn read_arguments() -> Result<(Wish, Arguments), String> {
    let mut wish = Wish::default();
    let mut rest = Vec::new();
    let mut given = std::env::args();
    rest.extend(given.next());
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--update" => wish.update = true,
            "--stage" => wish.stage = given.next(),
            "--answers" => {
                let path = given.next().unwrap_or_default();
                wish.answers = recorded::read(path.as_ref())
                    .map_err(|problem| format!("{path}: {problem}"))?;
            }
            _ => rest.push(argument),
        }
    }
    let mut arguments = Arguments::from_iter(rest);
    if !arguments.exact
        && let Some(filter) = arguments.filter.take()
    {
        wish.pattern = Some(Regex::new(&filter).map_err(|problem| problem.to_string())?);
    }
    Ok((wish, arguments))
}

fn trials(files: Vec<File>, wish: &Wish) -> Vec<Trial> {
    let duplicates = duplicates(&files);
    let mut trials = vec![Trial::test("names-are-unique", move || match duplicates.as_slice() {
        [] => Ok(()),
        some => Err(Failed::from(format!("names used twice: {}", some.join(", ")))),
    })];
    for file in files {
        let file = Arc::new(file);
        for index in (0..file.sections.len()).filter(|&n| wish.includes(&file.sections[n])) {
            let file = Arc::clone(&file);
            let name = file.sections[index].name.clone();
            let stage = wish.find(&file.sections[index].stage);
            trials.push(Trial::test(name, move || run(&file, &file.sections[index], stage)));
        }
    }
    trials
}

fn duplicates(files: &[File]) -> Vec<String> {
    let mut seen = BTreeMap::new();
    for section in files.iter().flat_map(|file| &file.sections) {
        *seen.entry(section.name.clone()).or_insert(0) += 1;
    }
    seen.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect()
}

fn run(file: &File, section: &Section, stage: Option<&Stage>) -> Result<(), Failed> {
    let place = format!("{}:{}", file.path.display(), section.line);
    let stage = stage.ok_or_else(|| format!("{place}: unknown stage `{}`", section.stage))?;
    let wanted = (stage.rewrite)(section);
    if wanted == section.body {
        return Ok(());
    }
    Err(format!("{place}\n{}", show(&section.body, &wanted)).into())
}

/// Both bodies, with the lines marked that only one of them has.
fn show(expected: &[String], got: &[String]) -> String {
    let mut text = String::new();
    let (mut left, mut right) = (expected.iter().peekable(), got.iter().peekable());
    while left.peek().is_some() || right.peek().is_some() {
        if left.peek() == right.peek() {
            text.extend(left.next().map(|line| format!("    {line}\n")));
            right.next();
        } else if left.peek().is_some_and(|line| !right.clone().any(|other| other == *line)) {
            text.extend(left.next().map(|line| format!("  - {line}\n")));
        } else {
            text.extend(right.next().map(|line| format!("  + {line}\n")));
            if right.peek().is_none() {
                text.extend(left.by_ref().map(|line| format!("  - {line}\n")));
            }
        }
    }
    text
}

#[expect(clippy::print_stderr, reason = "a test runner speaks to people")]
fn report_difference(section: &Section, answer: &Record) {
    eprintln!("{}: {}", section.name, recorded::differences(answer).join("\n  "));
}

fn update(files: Vec<File>, wish: &Wish) -> io::Result<()> {
    for mut file in files {
        let before = file.text();
        for section in file.sections.iter_mut().filter(|section| wish.includes(section)) {
            let Some(stage) = wish.find(&section.stage) else { continue };
            let answer = wish.answers.iter().find(|answer| answer.name == section.name);
            section.body = match answer.filter(|answer| !recorded::differences(answer).is_empty()) {
                Some(answer) => {
                    report_difference(section, answer);
                    stage::rewrite_from_reference(section, &answer.value)
                }
                None => (stage.rewrite)(section),
            };
        }
        if file.text() != before {
            std::fs::write(&file.path, file.text())?;
        }
    }
    Ok(())
}
