//! Fuzzes with random edits of seed files, without the compiler flags that the targets in `fuzz/`
//! need:
//!
//!     mutate parse|erb|run SECONDS SEED FILE_OR_DIRECTORY…
//!
//! An input that panics, or takes longer than two seconds, is printed; the exit code is then 1.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pupa_ruby::machine::Limits;
use pupa_ruby::parse::{Options, parse};
use pupa_ruby::world::EmptyWorld;
use pupa_ruby::{Core, Jump, Machine, erb};

const PATIENCE: Duration = Duration::from_secs(2);
const LONGEST: usize = 4096;

/// Words that edits insert.
const WORDS: &str = include_str!("../../../fuzz/ruby.dict");

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, seconds, seed, paths @ ..] = args.as_slice() else {
        eprintln!("usage: mutate parse|erb|run SECONDS SEED FILE_OR_DIRECTORY…");
        std::process::exit(2);
    };
    let run: fn(&[u8]) = match kind.as_str() {
        "parse" => read_program,
        "erb" => read_template,
        _ => run_program,
    };
    let mut seeds = Vec::new();
    paths.iter().for_each(|path| read_seeds(Path::new(path), &mut seeds));
    let words: Vec<Vec<u8>> = WORDS.lines().map(word).collect();
    let mut random = Random(seed.parse().unwrap_or(1) | 1);
    let current: Arc<Mutex<(Instant, Vec<u8>)>> =
        Arc::new(Mutex::new((Instant::now(), Vec::new())));
    watch(Arc::clone(&current));
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let end = Instant::now() + Duration::from_secs(seconds.parse().unwrap_or(60));
    let (mut count, mut failed) = (0_u64, 0);
    while Instant::now() < end {
        let input = edited(&seeds, &words, &mut random);
        if let Ok(mut current) = current.lock() {
            *current = (Instant::now(), input.clone());
        }
        if catch_unwind(AssertUnwindSafe(|| run(&input))).is_err() {
            failed += 1;
            println!("--- panic\n{}", String::from_utf8_lossy(&input));
        }
        count += 1;
    }
    println!("{kind}: {count} inputs from {} seeds, {failed} panics", seeds.len());
    std::process::exit(i32::from(failed > 0));
}

/// Ends the process when an input takes too long.
fn watch(current: Arc<Mutex<(Instant, Vec<u8>)>>) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let Ok(current) = current.lock() else { return };
            if current.0.elapsed() > PATIENCE && !current.1.is_empty() {
                println!("--- too slow\n{}", String::from_utf8_lossy(&current.1));
                if current.0.elapsed() > PATIENCE * 5 {
                    std::process::exit(1);
                }
            }
        }
    });
}

fn read_seeds(path: &Path, seeds: &mut Vec<Vec<u8>>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        paths.iter().for_each(|path| read_seeds(path, seeds));
    } else if let Ok(text) = std::fs::read(path)
        && text.len() <= LONGEST
    {
        seeds.push(text);
    }
}

fn word(line: &str) -> Vec<u8> {
    line.trim_matches('"').replace("\\n", "\n").replace("\\\"", "\"").into_bytes()
}

fn edited(seeds: &[Vec<u8>], words: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let pick = |random: &mut Random| seeds.get(random.below(seeds.len())).cloned();
    let mut text = pick(random).unwrap_or_default();
    for _ in 0..=random.below(6) {
        let at = random.below(text.len() + 1);
        let length = random.below(20).min(text.len() - at);
        match random.below(9) {
            0 => drop(text.drain(at..at + length)),
            1 => drop(text.splice(at..at + length, words[random.below(words.len())].clone())),
            2 => drop(text.splice(at..at, words[random.below(words.len())].clone())),
            3 => {
                let part = text[at..at + length].to_vec();
                let to = random.below(text.len() + 1);
                drop(text.splice(to..to, part));
            }
            4 => {
                let other = pick(random).unwrap_or_default();
                let from = random.below(other.len() + 1);
                let part = other[from..(from + random.below(200)).min(other.len())].to_vec();
                drop(text.splice(at..at, part));
            }
            5 => {
                let other = pick(random).unwrap_or_default();
                let line = other.split(|byte| *byte == b'\n').nth(random.below(30));
                let line = line.unwrap_or_default().to_vec();
                drop(text.splice(at..at, line));
            }
            6 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = (random.below(256)) as u8;
                }
            }
            7 => {
                // A number becomes an edge.
                const EDGES: [&str; 9] = [
                    "0",
                    "-1",
                    "2",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "18446744073709551616",
                    "1e308",
                    "10**40",
                    "1000000",
                ];
                if let Some(digit) = text.iter().skip(at).position(u8::is_ascii_digit) {
                    let edge = EDGES[random.below(EDGES.len())];
                    drop(text.splice(at + digit..=at + digit, edge.bytes()));
                }
            }
            _ => {
                // A literal becomes another one.
                const VALUES: [&str; 14] = [
                    "nil",
                    "[]",
                    "{}",
                    "''",
                    ":a",
                    "self",
                    "1.5",
                    "(1..)",
                    "(..1)",
                    "Object.new",
                    "'\\xff'",
                    "->(x) { x }",
                    "[nil, [1]]",
                    "Class.new",
                ];
                let value = VALUES[random.below(VALUES.len())];
                let starts = [b'(', b'[', b' ', b','];
                if let Some(place) = text.iter().skip(at).position(|byte| starts.contains(byte)) {
                    let start = at + place + 1;
                    let stop = text.iter().skip(start).position(|byte| b")], .\n".contains(byte));
                    let stop = stop.map_or(text.len(), |stop| start + stop);
                    drop(text.splice(start..stop, value.bytes()));
                }
            }
        }
    }
    text.truncate(LONGEST);
    text
}

fn read_program(data: &[u8]) {
    if let Err(errors) = parse(data, &Options::default()) {
        for error in errors {
            assert!(error.span.start <= error.span.end && error.span.end <= data.len());
        }
    }
}

fn read_template(data: &[u8]) {
    if let Err(errors) = erb::parse(data, &Options::default()) {
        for error in errors {
            assert!(error.span.start <= error.span.end && error.span.end <= data.len());
        }
    }
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = erb::to_epp::translate(text);
    }
}

fn run_program(data: &[u8]) {
    let Ok(code) = parse(data, &Options::default()) else { return };
    let mut world = EmptyWorld::default();
    let mut core = Core::new();
    core.limits = Limits { steps: 50_000, memory: 32 << 20, depth: 500 };
    core.begin_entry();
    let mut machine = Machine::new(core, &mut world);
    let main = machine.main_object();
    match machine.run_top(code, main) {
        Ok(value) => drop(machine.to_puppet(value)),
        Err(Jump::Raise(exception)) => drop(machine.raised(exception)),
        Err(_) => {}
    }
    machine.core.end_entry();
}
