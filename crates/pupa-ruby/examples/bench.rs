//! Measures the time to run templates and to parse Ruby files: `bench [DIRECTORY]`.
//!
//! Each figure is the shortest of many rounds, because other processes can only make a round
//! longer. Where the system reports how long a thread has run, the time of other threads is not
//! counted. `tools/bench_ruby.py --templates` prints the figures beside those of Ruby.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pupa_ruby::code::Code;
use pupa_ruby::machine::{Body, Cref};
use pupa_ruby::parse::{Options, SyntaxError, parse};
use pupa_ruby::world::EmptyWorld;
use pupa_ruby::{Core, Machine, Symbol, Value, erb};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A template of 300 bytes and 5 tags, and one of 2 KB.
const SMALL: &str = include_str!("../../../tools/bench_ruby/small.erb");
const MIDDLE: &str = include_str!("../../../tools/bench_ruby/middle.erb");

fn shortest(rounds: u32, mut round: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed());
    }
    best
}

/// The same for rounds that are so long that other threads run in between.
fn least_work(rounds: u32, mut round: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        let Some(start) = thread_time() else { return shortest(rounds, round) };
        round();
        best = best.min(thread_time().unwrap_or(Duration::MAX).saturating_sub(start));
    }
    best
}

/// The processor time of this thread.
fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn template(text: &str) -> Option<Arc<Code>> {
    let options = Options { file: "bench.erb".to_owned(), ..Options::default() };
    erb::parse(text.as_bytes(), &options).ok()
}

/// An object with the variables that the templates read.
fn variables(machine: &mut Machine<'_>) -> Value {
    let this = machine.new_object(pupa_ruby::core::class::OBJECT);
    let hosts = ["a", "b", "c"].map(|host| machine.new_str(host)).to_vec();
    let values = [
        ("@hostname", machine.new_str("web01")),
        ("@port", Value::Int(8080)),
        ("@ssl", Value::TRUE),
        ("@hosts", machine.new_array(hosts)),
    ];
    for (name, value) in values {
        machine.set_ivar(this, Symbol::new(name), value);
    }
    this
}

fn scope() -> std::rc::Rc<Cref> {
    let class = pupa_ruby::core::class::OBJECT;
    std::rc::Rc::new(Cref { class, parent: None, is_eval: false })
}

fn warm(text: &str, rounds: u32) -> Option<Duration> {
    const TIMES: u32 = 100;
    let body = Body::new(template(text)?);
    let mut world = EmptyWorld::default();
    let mut machine = Machine::new(Core::new(), &mut world);
    let this = variables(&mut machine);
    let cref = scope();
    let time = shortest(rounds, || {
        for _ in 0..TIMES {
            let _ = machine.run_code(body.clone(), this, cref.clone(), &[]);
        }
    });
    Some(time / TIMES)
}

fn first(text: &str, rounds: u32) -> Duration {
    let mut world = EmptyWorld::default();
    let mut machine = Machine::new(Core::new(), &mut world);
    let this = variables(&mut machine);
    let cref = scope();
    shortest(rounds, || {
        if let Some(code) = template(text) {
            let _ = machine.run_code(Body::new(code), this, cref.clone(), &[]);
        }
    })
}

type Parse = fn(&[u8], &Options) -> Result<Arc<Code>, Vec<SyntaxError>>;

/// The Ruby files and templates below a directory, without those of tests.
fn collect(folder: &Path, files: &mut Vec<(Parse, Vec<u8>)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if entry.file_name() != "spec" && entry.file_name() != "acceptance" {
                collect(&path, files);
            }
            continue;
        }
        let run: Parse = match path.extension().and_then(|ending| ending.to_str()) {
            Some("rb") => parse,
            Some("erb") => erb::parse,
            _ => continue,
        };
        if let Ok(text) = std::fs::read(&path) {
            files.push((run, text));
        }
    }
}

fn main() {
    // The parser needs a large stack, so the thread gets one from the start.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    if thread.map(std::thread::JoinHandle::join).is_err() {
        eprintln!("no thread can be started");
    }
}

fn run() {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    if let Some(time) = warm(SMALL, 1000) {
        println!("small template, warm: {:.2} µs", micros(time));
    }
    println!("2 KB template, first render: {:.1} µs", micros(first(MIDDLE, 2000)));
    println!("a new machine: {:.1} µs", micros(shortest(1000, || drop(Core::new()))));
    let Some(folder) = std::env::args().nth(1) else { return };
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files);
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let mut refused = 0;
    let time = least_work(10, || {
        let options = Options::default();
        refused = files.iter().filter(|(run, text)| run(text, &options).is_err()).count();
    });
    let count = files.len();
    println!("{count} files, {bytes} bytes, {refused} refused: {:.1} ms", micros(time) / 1e3);
}
