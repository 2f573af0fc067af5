//! Measures evaluation on one core: `bench_eval [NAME…]` prints a line for each case and size, with
//! tabs between the name, the size, the seconds of one run, and the value in short.
//!
//! The programs are in [`CASES`]; `N` stands for the size. Each runs at its size and at a tenth of
//! it, so that what grows faster than its input shows; the best of several rounds counts.
//! `--programs` prints the programs instead, for the reference: `tools/bench_eval.py` puts both side
//! by side.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, NoHost, Settings};
use pupa_syntax::source::Source;
use pupa_value::text;

/// As in the `pupa` binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CASES: &[(&str, usize, &str)] = &[
    ("map", 100_000, "Integer[1, N].map |$x| { $x * 2 }.length"),
    ("filter", 100_000, "Integer[1, N].filter |$x| { $x % 3 == 0 }.length"),
    ("reduce", 100_000, "Integer[1, N].reduce |$sum, $x| { $sum + $x }"),
    ("each with two parameters", 100_000, "Array(Integer[1, N]).each |$i, $x| { $i }.length"),
    ("interpolation", 100_000, "Integer[1, N].map |$x| { \"host${x}.example.com\" }.length"),
    (
        "string building",
        100_000,
        "Integer[1, N].reduce('') |$text, $x| { \"${text}${x}, \" }.length",
    ),
    ("array building", 100_000, "Integer[1, N].reduce([]) |$all, $x| { $all + [$x] }.length"),
    ("array appending", 100_000, "Integer[1, N].reduce([]) |$all, $x| { $all << $x }.length"),
    (
        "hash merging",
        100_000,
        "Integer[1, N].reduce({}) |$all, $x| { $all + { \"k${x}\" => $x } }.length",
    ),
    (
        "function calls",
        100_000,
        "function f($x) { $x + 1 } Integer[1, N].map |$x| { f($x) }.length",
    ),
    (
        "recursion",
        25,
        "function fib($n) { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } } fib(N)",
    ),
    (
        "regsubst",
        100_000,
        "Integer[1, N].map |$x| { regsubst(\"node${x}.example.com\", '\\.example\\.com$', '') }.length",
    ),
    (
        "match",
        100_000,
        "Integer[1, N].map |$x| { if \"web${x}\" =~ /^([a-z]+)(\\d+)$/ { $2 } }.length",
    ),
    (
        "struct check",
        100_000,
        "Integer[1, N].filter |$x| { {a => $x, b => 'x', c => [1]} =~ Struct[{a => Integer, b => String, Optional[c] => Array[Integer]}] }.length",
    ),
    (
        "typed parameters",
        100_000,
        "function g(Integer[0] $n, Optional[String] $s = undef) >> String { \"${n}\" } Integer[1, N].map |$x| { g($x) }.length",
    ),
    (
        "case",
        100_000,
        "Integer[1, N].map |$x| { case $x % 4 { 0: { 'a' } 1, 2: { 'b' } default: { 'c' } } }.length",
    ),
    (
        "access",
        100_000,
        "$h = {a => {b => [1, 2, 3]}} Integer[1, N].map |$x| { $h[a][b][1] }.length",
    ),
    (
        "nested lambdas",
        300,
        "Integer[1, N].map |$x| { Integer[1, N].reduce |$s, $y| { $s + $x } }.length",
    ),
];

fn main() -> io::Result<()> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let only_programs = wanted.first().is_some_and(|first| first == "--programs");
    if only_programs {
        wanted.remove(0);
    }
    let mut out = io::stdout().lock();
    for (name, size, code) in CASES {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| name.contains(wanted.as_str())) {
            continue;
        }
        let small = if *name == "recursion" { 18 } else { size / 10 };
        for size in [small, *size] {
            let program = code.replace('N', &size.to_string());
            if only_programs {
                writeln!(out, "{name}\t{size}\t{program}")?;
                continue;
            }
            let (seconds, value) = measured(&program);
            writeln!(out, "{name}\t{size}\t{seconds:.9}\t{value}")?;
        }
    }
    Ok(())
}

/// The seconds of the best round, and the value of the program.
fn measured(code: &str) -> (f64, String) {
    const ROUNDS: usize = 5;
    let settings = Settings::default();
    let source = Arc::new(Source::new("", code));
    let program = match Program::read(source, &settings) {
        Ok(program) => Arc::new(program),
        Err(rejected) => return (0.0, rejected.to_string()),
    };
    let mut best = f64::INFINITY;
    let mut shown = String::new();
    for _ in 0..ROUNDS {
        let mut evaluator = Evaluator::new(settings.clone(), &NoHost);
        let start = Instant::now();
        let value = evaluator.evaluate(&program);
        best = best.min(start.elapsed().as_secs_f64());
        shown = value.map_or_else(|failure| failure.to_string(), |value| text::literal(&value));
    }
    (best, shown)
}
