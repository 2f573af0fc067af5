//! Measures evaluation on one core: `bench_eval [NAME…]` prints a line for each case and size, with
//! tabs between the name, the size, the seconds of one run, and the value in short.
//!
//! The programs are in [`CASES`]; `N` stands for the size. Each runs at its size and at a tenth of
//! it, so that what grows faster than its input shows; the best of several rounds counts.
//! `--programs` prints the programs instead, for the reference: `tools/bench_eval.py` puts both side
//! by side. [`TYPE_CASES`] are about type definitions, which the reference does not know.

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

/// Objects of types with checks, defaults, a setter and an invariant, and of types without.
const TYPE_CASES: &[(&str, usize, &str)] = &[
    (
        "objects: plain",
        100_000,
        "type Account { attr name, String { min => 1 } attr uid, Integer }
         Integer[1, N].map |$n| { Account.new({ name => \"user${n}\", uid => $n }) }.length",
    ),
    (
        "objects: checked",
        100_000,
        "type Account {
           attr name, String { min => 1, set => |$v| { downcase($v) }, check => { $it =~ /\\A[a-z]\\w*\\z/ } }
           attr uid, Integer { min => 1, check => $it > 0 }
           attr shell, String { default => '/bin/sh' }
           attr limit, Integer { default => 10 }
           invariant \"${name} is above its limit\" { $limit < $uid + 100 }
         }
         Integer[1, N].map |$n| { Account.new({ name => \"User${n}\", uid => $n }) }.length",
    ),
    (
        "objects: initialisers",
        100_000,
        "type Account { attr name, String { min => 1 } attr groups, String { max => unbound } }
         Integer[1, N].map |$n| { Account.new |$a| { $a[name] = 'x' $a[groups] += 'a' $a[groups] += ['b', 'c'] } }.length",
    ),
    (
        "objects: from data",
        100_000,
        "type Role { attr name, String { min => 1, check => $it != '' } }
         type Account {
           attr name, String { min => 1, check => $it != '' }
           attr uid, Integer { check => $it > 0 }
           has roles, Role { max => unbound }
           invariant { $roles != [] or $uid == 0 }
         }
         $data = { 'name' => 'x', 'uid' => 7, 'roles' => [{ 'name' => 'a' }, { 'name' => 'b' }] }
         Integer[1, N].map |$n| { Account.from_data($data) }.length",
    ),
    (
        "objects: one large tree from data",
        100_000,
        "type Host { attr name, String { min => 1, check => $it != '' } has next, Host { containment => false } }
         type Fleet { has hosts, Host { max => unbound } }
         $data = Integer[1, N].map |$n| { { 'name' => \"h${n}\", 'next' => '#/hosts/0' } }
         Fleet.from_data({ 'hosts' => $data })[hosts].length",
    ),
    (
        "objects: one large tree as text",
        100_000,
        "type Host { attr name, String { min => 1 } has next, Host { containment => false } }
         type Fleet { has hosts, Host { max => unbound } }
         $data = Integer[1, N].map |$n| { { 'name' => \"h${n}\", 'next' => '#/hosts/0' } }
         String(Fleet.from_data({ 'hosts' => $data })).length",
    ),
    (
        "objects: comparing",
        100_000,
        "type Host { attr name, String { min => 1 } attr port, Integer { default => 80 } }
         Integer[1, N].filter |$n| { Host.new({ name => \"h${n}\" }) == Host.new({ name => \"h${n}\" }) }.length",
    ),
    (
        "objects: as hash keys",
        100_000,
        "type Host { attr name, String { min => 1 } attr port, Integer { default => 80 } }
         Hash(Integer[1, N].map |$n| { [Host.new({ name => \"h${n}\" }), $n] }).length",
    ),
    (
        "objects: reading",
        100_000,
        "type Lease { attr hours, Integer { get => |$v| { $v / 3600 } } attr days, Integer { derived => || { $hours / 86400 } } }
         $lease = Lease.new({ hours => 864000 })
         Integer[1, N].reduce(0) |$sum, $n| { $sum + $lease[hours] + $lease.days }",
    ),
    (
        "objects: appending",
        100_000,
        "type List { attr all, Integer { max => unbound } }
         List.new |$l| { Integer[1, N].each |$n| { $l[all] += $n } }[all].length",
    ),
];

fn main() -> io::Result<()> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let only_programs = wanted.first().is_some_and(|first| first == "--programs");
    if only_programs {
        wanted.remove(0);
    }
    let mut out = io::stdout().lock();
    let own = if only_programs { &[] } else { TYPE_CASES };
    for (name, size, code) in CASES.iter().chain(own) {
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
    let mut display = String::new();
    for _ in 0..ROUNDS {
        let mut evaluator = Evaluator::new(settings.clone(), &NoHost);
        let start = Instant::now();
        let value = evaluator.evaluate(&program);
        best = best.min(start.elapsed().as_secs_f64());
        display = value.map_or_else(|failure| failure.to_string(), |value| text::literal(&value));
    }
    (best, display)
}
