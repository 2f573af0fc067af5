//! Hostile input: no panic, no hang, no overflow, memory in proportion.
//!
//! Every test runs in a thread with the stack that the library promises to be content with.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use pupa_suite::fixture;
use pupa_suite::folder;
use pupa_suite::hostile::{self, NESTINGS, Random};
use pupa_syntax::Dialect;

/// What a thread has by default: the front end needs no more for any input.
const STACK: usize = 2 << 20;

/// How deep brackets and constructs are nested.
const DEPTH: usize = 100_000;

/// Long after any of these texts should be done, also without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs in a thread of the promised stack and says how long it took; fails when it panics or
/// does not end.
fn within_promise(name: &str, work: impl FnOnce() + Send + 'static) -> Duration {
    let begin = Instant::now();
    let (done, wait) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK);
    let run = move || {
        work();
        done.send(()).ok();
    };
    worker.spawn(run).unwrap();
    match wait.recv_timeout(PATIENCE) {
        Ok(()) => begin.elapsed(),
        Err(RecvTimeoutError::Timeout) => panic!("{name}: not done after {PATIENCE:?}"),
        Err(RecvTimeoutError::Disconnected) => panic!("{name}: panicked"),
    }
}

/// Ten times the depth must not take much more than ten times the time.
#[test]
fn constructs_nest_without_limit() {
    for nesting in NESTINGS {
        let time = |depth: usize| {
            let text = nesting.closed(depth);
            within_promise(nesting.name, move || hostile::survive(&text, nesting.dialect))
        };
        let (short, long) = (time(DEPTH / 10), time(DEPTH));
        let limit = short * 60 + Duration::from_millis(500);
        assert!(long < limit, "{}: {short:?} for a tenth, {long:?} for all", nesting.name);
    }
}

#[test]
fn constructs_that_are_never_closed() {
    for nesting in NESTINGS {
        within_promise(nesting.name, || {
            hostile::survive(&nesting.open(DEPTH), nesting.dialect);
        });
    }
}

#[test]
fn heredocs_in_heredocs() {
    within_promise("nested heredocs", || {
        hostile::survive(&hostile::nested_heredocs(1000), Dialect::Manifest);
    });
    within_promise("heredocs on one line", || {
        hostile::survive(&hostile::heredocs_on_one_line(20_000), Dialect::Manifest);
    });
}

#[test]
fn a_file_of_fifty_megabytes() {
    let piece = fs::read_to_string(folder().join("corpus/web.pp")).unwrap();
    let text = piece.repeat((50 << 20) / piece.len() + 1);
    within_promise("a large file", move || hostile::survive(&text, Dialect::Manifest));
}

#[test]
fn a_line_of_ten_megabytes() {
    let list = format!("$x = [{}]", "'abc', ".repeat((10 << 20) / 7));
    let string = format!("$x = \"{}\"", "é ${a} ".repeat((10 << 20) / 8));
    let comment = format!("# {}", "x".repeat(10 << 20));
    let error = format!("$x = [{}", "1, ) ".repeat((10 << 20) / 5));
    for (name, text) in
        [("list", list), ("string", string), ("comment", comment), ("errors", error)]
    {
        within_promise(name, move || hostile::survive(&text, Dialect::Manifest));
    }
}

#[test]
fn everything_wrong_everywhere() {
    for piece in hostile::PIECES {
        let text = piece.repeat(20_000);
        within_promise(piece, move || {
            hostile::survive(&text, Dialect::Manifest);
            hostile::survive(&text, Dialect::Template);
        });
    }
}

/// Each fixture and each manifest of the corpus, cut off at every character.
#[test]
fn texts_cut_off_anywhere() {
    let files = fixture::read_all(&folder().join("suite")).unwrap();
    let mut texts: Vec<_> = files
        .iter()
        .flat_map(|file| &file.sections)
        .filter(|section| section.stage != "catalog")
        .map(|section| (section.code(), pupa_suite::stage::dialect(section)))
        .collect();
    assert!(texts.len() > 500, "the fixtures were not found");
    for entry in fs::read_dir(folder().join("corpus")).unwrap() {
        let path = entry.unwrap().path();
        let template = path.extension().is_some_and(|extension| extension == "epp");
        let dialect = if template { Dialect::Template } else { Dialect::Manifest };
        texts.push((fs::read_to_string(path).unwrap(), dialect));
    }
    within_promise("texts cut off", move || {
        for (text, dialect) in &texts {
            for (end, _) in text.char_indices() {
                hostile::survive(&text[..end], *dialect);
            }
        }
    });
}

#[test]
fn random_programs() {
    within_promise("random programs", || {
        let mut random = Random::new(1);
        for round in 0..20_000 {
            let length = 1 + random.below(40);
            let text = hostile::soup(&mut random, length);
            let dialect = if round % 4 == 0 { Dialect::Template } else { Dialect::Manifest };
            hostile::survive(&text, dialect);
        }
        hostile::survive(&hostile::soup(&mut random, 200_000), Dialect::Manifest);
    });
}

#[test]
fn random_characters() {
    within_promise("random characters", || {
        let mut random = Random::new(2);
        for _ in 0..20_000 {
            let length = 1 + random.below(60);
            hostile::survive(&hostile::noise(&mut random, length), Dialect::Manifest);
        }
        hostile::survive(&hostile::noise(&mut random, 200_000), Dialect::Manifest);
    });
}
