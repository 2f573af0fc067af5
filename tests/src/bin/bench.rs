//! Measures the front end on one core: `bench FOLDER…` prints one JSON object.
//!
//! All manifests below the folders are read first, then parsed (and validated) again and again;
//! the best of several rounds counts, as it is the one least disturbed. `tools/bench.py` runs
//! this and puts it beside the reference.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pupa_syntax::notation::{self, Style};
use pupa_syntax::source::Source;
use pupa_syntax::validate::Rules;
use pupa_syntax::{Dialect, ParseOptions, check, count_tokens, parse};
use serde_json::json;

const ROUNDS: usize = 7;

struct Input {
    source: Arc<Source>,
    dialect: Dialect,
}

#[expect(clippy::print_stdout, reason = "the result")]
fn main() -> io::Result<()> {
    let mut inputs = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(&PathBuf::from(folder), &mut inputs)?;
    }
    let bytes: usize = inputs.iter().map(|input| input.source.text().len()).sum();
    let rate = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!(
        "{}",
        json!({
            "files": inputs.len(),
            "bytes": bytes,
            "tokens": rate(best(|| inputs.iter().for_each(run_lexer))),
            "parse": rate(best(|| inputs.iter().for_each(run_parse))),
            "check": rate(best(|| inputs.iter().for_each(run_check))),
            "notation": rate(best(|| inputs.iter().for_each(run_notation))),
        })
    );
    Ok(())
}

fn best(mut work: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        work();
        best = best.min(begin.elapsed());
    }
    best
}

fn run_lexer(input: &Input) {
    let options = ParseOptions { dialect: input.dialect, ..ParseOptions::default() };
    std::hint::black_box(count_tokens(&input.source, &options));
}

fn run_parse(input: &Input) {
    let options = ParseOptions { dialect: input.dialect, ..ParseOptions::default() };
    std::hint::black_box(parse(Arc::clone(&input.source), &options));
}

fn run_check(input: &Input) {
    std::hint::black_box(check(Arc::clone(&input.source), input.dialect, &Rules::default()));
}

fn run_notation(input: &Input) {
    let options = ParseOptions { dialect: input.dialect, ..ParseOptions::default() };
    let parsed = parse(Arc::clone(&input.source), &options);
    std::hint::black_box(notation::to_pn(&parsed.tree, Style::Compact));
}

fn collect(path: &Path, inputs: &mut Vec<Input>) -> io::Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::path);
        return entries.iter().try_for_each(|entry| collect(&entry.path(), inputs));
    }
    let dialect = match path.extension().and_then(|extension| extension.to_str()) {
        Some("pp") => Dialect::Manifest,
        Some("epp") => Dialect::Template,
        _ => return Ok(()),
    };
    // Files that aren't UTF-8 are no manifests.
    if let Ok(text) = fs::read_to_string(path) {
        let source = Arc::new(Source::new(path.display().to_string(), text));
        inputs.push(Input { source, dialect });
    }
    Ok(())
}
