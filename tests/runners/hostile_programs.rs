//! Hostile programs: each ends soon, with the error of the limit that it runs into.
//!
//! Every program runs in a thread with the stack that embedding programs are told to give. Limits
//! are lower than the default ones: what grows without end ends in any case, and need not take long
//! here.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pupa_eval::Settings;
use pupa_eval::limits::Limits;
use pupa_suite::evaluation::{Answer, evaluate};
use pupa_suite::hostile::{self, Random};
use pupa_suite::{example, fixture, folder};
use pupa_syntax::Edition;
use pupa_value::Value;

const STACK: usize = 64 << 20;

/// Long after any of these programs should be done, also without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a program must come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// An error that holds these words.
    Error(&'static str),
    /// Some value.
    Value,
    /// A value or an error: it ends, that is all.
    Any,
}

use End::{Any, Error};

const STEPS: End = Error("The program takes more than");
const ELEMENTS: End = Error("A collection would have more than");
const TEXT: End = Error("A string would have more than");
const CALLS: End = Error("calls are under way at once");
const NESTING: End = Error("A value is nested more than");
const PARTS: End = Error("A value has more parts than can be shown");

fn settings(edition: Edition) -> Settings {
    let limits =
        Limits { steps: Some(3_000_000), elements: 1_000_000, text: 8 << 20, ..Limits::default() };
    Settings { edition, limits, ..Settings::default() }
}

/// Runs a program in a thread of its own; fails when it panics or does not end.
fn run<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK);
    worker.spawn(move || done.send(work()).ok()).unwrap();
    match wait.recv_timeout(PATIENCE) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => panic!("not done after {PATIENCE:?}: {name}"),
        Err(RecvTimeoutError::Disconnected) => panic!("panicked: {name}"),
    }
}

/// What became of a program, in short.
fn outcome(code: String, settings: Settings) -> Result<(), String> {
    run(&code.clone(), move || {
        let answer = evaluate(&code, &settings, &[]);
        answer.outcome.map(drop).map_err(|problem| problem.message)
    })
}

fn check_in(edition: Edition, code: &str, end: End) -> Option<String> {
    let outcome = outcome(code.to_owned(), settings(edition));
    let fits = match (&outcome, end) {
        // Work is counted too: a long text may take more steps than are allowed.
        (Err(message), TEXT | PARTS) if message.contains("more than 3000000 steps") => true,
        (Err(message), Error(words)) => message.contains(words),
        (Ok(()), End::Value) | (_, Any) => true,
        _ => false,
    };
    let display = |message: &str| message.chars().take(200).collect::<String>();
    (!fits).then(|| format!("{code}\n  {:?}\n", outcome.map_err(|message| display(&message))))
}

fn check_all(programs: impl IntoIterator<Item = (String, End)>) {
    let wrong = programs
        .into_iter()
        .filter_map(|(code, end)| check_in(Edition::Puppet8, &code, end))
        .collect::<String>();
    assert!(wrong.is_empty(), "{wrong}");
}

fn owned(programs: &[(&str, End)]) -> Vec<(String, End)> {
    programs.iter().map(|(code, end)| ((*code).to_owned(), *end)).collect()
}

#[test]
fn recursion() {
    check_all(owned(&[
        ("function f($n) { f($n + 1) }\nf(0)", CALLS),
        ("function f($n) { g($n) }\nfunction g($n) { f($n) }\nf(0)", CALLS),
        ("function f($n) { if $n == 0 { 0 } else { 1 + f($n - 1) } }\nf(2000)", End::Value),
        ("function f($n) { [$n].map |$x| { with($x) |$y| { f($y + 1) } } }\nf(0)", CALLS),
        ("function f($n = f()) { $n }\nf()", CALLS),
        ("function f($n, $m = f($n + 1)) { $n }\nf(1)", CALLS),
        ("function f($n) >> Integer { f($n) + 1 }\nf(1)", CALLS),
        ("function f($n) { call('f', $n) }\nf(1)", CALLS),
        ("function f($n) { [1, 2].reduce |$memo, $x| { f($x) } }\nf(1)", CALLS),
        ("function f($n) { inline_epp('<%= f(1) %>') }\nf(1)", CALLS),
        (
            "$t = '<%- | $t | -%>x<%= inline_epp($t, {t => $t}) %>'\ninline_epp($t, {'t' => $t})",
            CALLS,
        ),
        ("function f($n) { if $n == 0 { 1 } else { f($n - 1) + f($n - 1) } }\nf(60)", STEPS),
    ]));
}

#[test]
fn objects() {
    const CHAIN: &str = "Integer[1, 100000].reduce(N.new) |$memo, $x| { N.new({next => $memo}) }";
    check_all([
        (format!("type N {{ has next, N }}\n{CHAIN}"), NESTING),
        (format!("type N {{ has next, N {{ containment => false }} }}\n{CHAIN}"), NESTING),
    ]);
    check_all(owned(&[
        (
            "type A { attr a { derived => || { $b } } attr b { derived => || { $a } } }\nA.new[a]",
            Error("nested more than"),
        ),
        ("type A { attr x { set => |$v| { A.new({x => $v}) } } }\nA.new({x => 'a'})", CALLS),
        ("type A { attr x { check => { A.new({x => $it}) } } }\nA.new({x => 'a'})", CALLS),
        ("type A { attr x invariant { A.new =~ A } }\nA.new", CALLS),
        ("type A { attr x { derived => || { A.new.x } } }\nA.new.x", Error("nested more than")),
        (
            "type A { attr x, Integer { max => unbound } }\n\
             A.new |$t| { Integer[1, 100000].each |$i| { $t[x] += $i } }[x].size",
            End::Value,
        ),
        (
            "type A { has x, A { max => unbound, containment => false } }\n\
             $a = A.new\n\
             A.new |$t| { Integer[1, 100000].each |$i| { $t[x] += $a } }[x].size",
            End::Value,
        ),
        (
            "type A { attr x, Integer { max => unbound } }\n\
             A.new |$t| { Integer[1, 4000000000].each |$i| { $t[x] += $i } }",
            STEPS,
        ),
        (
            "type A { attr name has x, A { max => unbound, containment => false } }\n\
             $a = A.new |$t| { $t[x] = $t }\n\
             [\"${a}\", $a == $a, $a == A.new, $a[x][0][x][0] == $a, {$a => 1}[$a]]",
            End::Value,
        ),
        (
            "type A { has x, A { max => unbound } has y, A { max => unbound, containment => false } }\n\
             $data = Integer[0, 9999].map |$i| { {y => ['#/', \"#/x/${9999 - $i}\"]} }\n\
             $a = A.from_data({x => $data})\n\
             $b = A.from_data({x => $data})\n\
             [$a == $b, $a == $a, $a[x][5000][y][1][y][0] == $a, \"${a}\".size]",
            End::Value,
        ),
    ]));
    let types = (0..3000).map(|n| format!("type T{n} inherits T{} {{ attr a{n} }}\n", n + 1));
    let chain = types.collect::<String>() + "type T3000 {}\nT0.new";
    check_all([(chain, Error("types to inherit from"))]);
}

#[test]
fn catalogs() {
    check_all(owned(&[
        (
            "class a inherits b { }\nclass b inherits a { }\ninclude a",
            Error("inherits from itself"),
        ),
        ("class a inherits a { }\nclass { 'a': }", Error("inherits from itself")),
        ("define d { d { \"${title}x\": } }\nd { 'a': }", Error("looped more than 1000 times")),
        ("define d { d { $title: } }\nd { 'a': }", Error("Duplicate declaration")),
        ("class a { include b }\nclass b { include a }\ninclude a", End::Value),
        ("class a { class { 'a': } }\ninclude a", Error("Duplicate declaration")),
        ("class a { f() }\nfunction f() { include a }\ninclude a", End::Value),
        ("class a($x = $a::y) { $y = $x }\ninclude a", Error("Unknown variable: 'a::y'")),
        ("class a { contain b }\nclass b { contain a }\ninclude a", End::Value),
        (
            "notify { 'a': alias => 'b' }\nnotify { 'b': alias => 'a' }",
            Error("Duplicate declaration"),
        ),
        ("notify { 'a': }\nNotify['a'] -> Notify['a']", End::Value),
        ("stage { 'a': before => Stage['b'] }\nstage { 'b': before => Stage['a'] }", End::Value),
        ("define d { realize(D['b']) }\n@d { 'b': }\nd { 'a': }", End::Value),
        ("Notify <| |> { tag +> 'x' }\nNotify <| |> { tag +> 'x' }\nnotify { 'a': }", End::Value),
        (
            "create_resources(notify, Hash(Integer[1, 50000].map |$i| { [\"n${i}\", { }] }))",
            End::Value,
        ),
        (
            "define d($n) { if $n > 0 { d { \"${title}${n}\": n => $n - 1 } } }\nd { 'a': n => 900 }",
            End::Value,
        ),
        (
            "$a = Integer[1, 300].map |$i| { \"a${i}\" }\n$b = Integer[1, 300].map |$i| { \"b${i}\" }\n\
             notify { $a + $b: }\nNotify[$a] -> Notify[$b]",
            End::Value,
        ),
        (
            "Integer[1, 100000].each |$i| { notify { \"n${i}\": } }\n\
             Notify <| title == 'n5' |> { message => 'x' }",
            End::Value,
        ),
    ]));
    let classes = (0..5000).map(|n| format!("class c{n} {{ include c{} }}\n", n + 1));
    let chain = classes.collect::<String>() + "class c5000 { }\ninclude c0";
    check_all([(chain, Any)]);
    let classes = (0..5000).map(|n| format!("class c{n} inherits c{} {{ }}\n", n + 1));
    let chain = classes.collect::<String>() + "class c5000 { }\ninclude c0";
    check_all([(chain, Error("too many classes"))]);
}

#[test]
fn giant_ranges() {
    const WALKS: &[(&str, End)] = &[
        ("each |$x| { }", STEPS),
        ("map |$x| { $x }", Any),
        ("filter |$x| { true }", Any),
        ("filter |$x| { false }", STEPS),
        ("reduce |$memo, $x| { $x }", STEPS),
        ("slice(2) |$x| { }", STEPS),
        ("slice(2)", ELEMENTS),
        ("step(2) |$x| { }", STEPS),
        ("step(2)", End::Value),
        ("reverse_each |$x| { }", STEPS),
        ("any |$x| { false }", STEPS),
        ("all |$x| { true }", STEPS),
        ("index |$x| { false }", STEPS),
        ("each |$i, $x| { }", STEPS),
        ("unique", Any),
        ("step(3).reverse_each.map |$x| { $x }", Any),
        ("step(3).step(5).reverse_each.step(7).each |$x| { }", STEPS),
    ];
    let of = |range: &str| {
        let programs = WALKS.iter().map(|(walk, end)| (format!("{range}.{walk}"), *end));
        programs.collect::<Vec<_>>()
    };
    check_all(of("Integer[1, 4611686018427387904]"));
    check_all(of("4611686018427387904"));
    check_all(owned(&[
        ("Array(Integer[1, 4611686018427387904])", ELEMENTS),
        ("[*Integer[1, 4611686018427387904]]", Any),
        ("notice(*4611686018427387904)", Any),
        ("Array(Integer[1, 4611686018427387904].step(2))", ELEMENTS),
        ("Hash(Integer[1, 4611686018427387904].step(2))", Any),
        ("\"${Integer[1, 4611686018427387904].step(2)}\"", End::Value),
        (
            "Integer[1, 9999].each |$a| { Integer[1, 9999].each |$b| { [$a, $b].each |$c| { } } }",
            STEPS,
        ),
        ("Array(Integer[1, 9999]) - Array(Integer[10000, 19999])", STEPS),
    ]));
}

/// What doubles a text or an array with each round.
#[test]
fn doubling() {
    const ROUNDS: &[(&str, &str, End)] = &[
        ("'x'", "\"${m}${m}\"", TEXT),
        ("'x'", "join([$m, $m], $m)", TEXT),
        ("'x'", "sprintf('%s%s', $m, $m)", TEXT),
        ("'x'", "sprintf('%1$s%1$s%1$s', $m)", TEXT),
        ("'x'", "inline_epp('<%= $m %><%= $m %>', {m => $m})", TEXT),
        ("'x'", "regsubst($m, 'x', 'xx', 'G')", TEXT),
        ("'x'", r"regsubst($m, '^.*$', '\0\0\0\0', 'G')", TEXT),
        ("'xx'", "regsubst($m, '', $m, 'G')", TEXT),
        (r#""'""#, "String([$m, $m], '%p')", TEXT),
        ("[1]", "$m + $m", ELEMENTS),
        ("[1]", "flatten([$m, $m])", ELEMENTS),
    ];
    check_all(ROUNDS.iter().map(|(first, next, end)| {
        (format!("Integer[1, 100].reduce({first}) |$m, $i| {{ {next} }}"), *end)
    }));
}

#[test]
fn formats_with_giant_fields() {
    let mut programs = Vec::new();
    for width in ["1000000000", "9223372036854775807", "99999999999999999999999"] {
        for letter in ["d", "x", "s", "f", "e", "p"] {
            programs.push((format!("sprintf('%{width}{letter}', 1)"), Error("")));
            programs.push((format!("String(1, '%{width}{letter}')"), Error("")));
            programs.push((format!("sprintf('%.{width}{letter}', 1)"), Any));
        }
        for value in ["'x'", "undef", "true", "/a/", "Integer", "1.5", "Timespan(1)", "default"] {
            programs.push((format!("String({value}, '%{width}s')"), Any));
        }
        for time in ["Timespan(1)", "Timestamp(1)"] {
            for letter in ["H", "N", "S", "Y"] {
                programs.push((format!("strftime({time}, '%{width}{letter}')"), Any));
            }
        }
        programs.push((format!("scanf('x', '%{width}s')"), Any));
        programs.push((format!("'x' =~ Regexp('a{{{width}}}')"), Error("")));
    }
    programs.push((format!("sprintf('{}', 1)", "%1$60000000d".repeat(100)), TEXT));
    programs.push((
        "String(Array(Integer[1, 1000]), {Array => {format => '%a', \
         string_formats => {Integer => '%1000000d'}}})"
            .to_owned(),
        TEXT,
    ));
    check_all(programs);
}

#[test]
fn regexps_that_take_for_ever() {
    const PATTERNS: &[&str] = &[
        "(a+)+$",
        "(a*)*b",
        "(a|aa)+$",
        "(.*)*(.*)*x",
        "((a?){30})a{30}",
        r"(a+)\1+b",
        "([a-z]+)*1",
        "(x+x+)+y",
    ];
    let subject = format!("'{}!'", "a".repeat(40));
    let mut programs = vec![(
        "'x' =~ Regexp('((((((a{1000}){1000}){1000}){1000}){1000}){1000})')".to_owned(),
        Any,
    )];
    for pattern in PATTERNS {
        for code in [
            format!("{subject} =~ Regexp('{pattern}')"),
            format!("match({subject}, '{pattern}')"),
            format!("regsubst({subject}, '{pattern}', 'x', 'G')"),
            format!("split({subject}, '{pattern}')"),
            format!("{subject} =~ Pattern['{pattern}']"),
            format!("case {subject} {{ Regexp('{pattern}'): {{ 1 }} default: {{ 2 }} }}"),
        ] {
            programs.push((code, Any));
        }
    }
    check_all(programs);
}

/// Values that share their parts: as trees they would have 2⁶⁰ of them.
#[test]
fn shared_parts() {
    const WRAPS: &[&str] = &[
        "[$m, $m]",
        "{a => $m, b => $m}",
        "{$m => $m}",
        "[Sensitive($m), $m]",
        "{[$m] => 1, $m => 2}",
    ];
    const USES: &[(&str, End)] = &[
        ("$x == $y", End::Value),
        ("$x == $z", End::Value),
        ("$x in [$y]", End::Value),
        ("\"${x}\"", Any),
        ("notice($x)", Any),
        ("String($x)", TEXT),
        ("String($x, '%#p')", TEXT),
        ("sprintf('%s', $x)", PARTS),
        ("type($x)", End::Value),
        ("type($x, generalized)", End::Value),
        ("type([$x, $y, $z])", End::Value),
        ("$x =~ Data", End::Value),
        ("$x =~ RichData", End::Value),
        ("assert_type(Integer, $x)", Error("expects an Integer value")),
        ("assert_type(Tuple[Integer, String], $x)", Error("expects")),
        ("abs($x)", Error("expects")),
        ("upcase([$x])", Any),
        ("flatten($x)", Any),
        ("unique([$x, $y])", End::Value),
        ("({$x => 1, $y => 2})[$x]", End::Value),
        ("group_by([$x, $y]) |$v| { $v }", End::Value),
        ("[[$x, 1]] - [[$y, 2]]", End::Value),
        ("case $x { $y: { 1 } default: { 2 } }", Any),
        ("tree_each($x) |$v| { }", Any),
        ("join([$x], ',')", Any),
        ("inline_epp('<%= $x %>', {x => $x})", Any),
        ("fail($x)", PARTS),
        ("Integer($x)", Error("")),
        ("with($x) |Array[Integer] $v| { }", Error("expects")),
        ("compare($x, $y)", Error("")),
        ("Sensitive($x) == Sensitive($y)", End::Value),
    ];
    for wrap in WRAPS {
        let mut values = String::new();
        for (name, first) in [("x", 1), ("y", 1), ("z", 2)] {
            let reduce = format!("Integer[1, 60].reduce({first}) |$m, $i| {{ {wrap} }}");
            writeln!(values, "${name} = {reduce}").unwrap();
        }
        check_all(USES.iter().map(|(code, end)| (format!("{values}{code}"), *end)));
    }
}

#[test]
fn shared_parts_of_types() {
    const WRAPS: &[&str] =
        &["Tuple[$m, $m]", "Struct[{a => $m, b => $m}]", "Hash[$m, $m]", "Callable[[$m, $m], $m]"];
    const USES: &[(&str, End)] = &[
        ("$x == $y", End::Value),
        ("$x == $z", End::Value),
        ("$x <= $z", End::Value),
        ("1 =~ $x", End::Value),
        ("assert_type($x, 1)", Any),
        ("({$x => 1})[$y]", End::Value),
        ("unique([$x, $y])", End::Value),
        ("$x =~ Type[$z]", End::Value),
        ("type([$x, $z])", End::Value),
        ("type($x, generalized)", End::Value),
    ];
    for wrap in WRAPS {
        let mut types = String::new();
        for (name, first) in [("x", "Integer"), ("y", "Integer"), ("z", "String")] {
            let reduce = format!("Integer[1, 60].reduce({first}) |$m, $i| {{ {wrap} }}");
            writeln!(types, "${name} = {reduce}").unwrap();
        }
        check_all(USES.iter().map(|(code, end)| (format!("{types}{code}"), *end)));
    }
}

#[test]
fn deep_values() {
    const WRAPS: &[(&str, End)] = &[
        ("[$m]", NESTING),
        ("{a => $m}", NESTING),
        ("[] << $m", NESTING),
        ("{} + {a => $m}", NESTING),
        ("Sensitive([$m])", Any),
        ("[$m].map |$x| { $x }", NESTING),
        ("Array[$m]", Any),
        ("type($m)", Any),
        ("[$m].reverse_each", Any),
        ("Deferred('f', [$m])", Any),
    ];
    check_all(
        WRAPS.iter().map(|(wrap, end)| {
            (format!("Integer[1, 100000].reduce(1) |$m, $i| {{ {wrap} }}"), *end)
        }),
    );
}

#[test]
fn deep_expressions() {
    let nested = |open: &str, core: &str, close: &str, depth: usize| {
        (format!("{}{core}{}", open.repeat(depth), close.repeat(depth)), Any)
    };
    check_all([
        (format!("1{}", "+1".repeat(100_000)), Error("nested too deeply")),
        (format!("1{}", "+1".repeat(1_000)), End::Value),
        nested("(", "1", ")", 20_000),
        nested("[", "1", "]", 20_000),
        nested("{a => ", "1", "}", 20_000),
        nested("!", "true", "", 100_000),
        nested("if true { ", "1", " }", 20_000),
        nested("[1].each |$x| { ", "1", " }", 3_000),
        nested("\"${", "1", "}\"", 3_000),
        nested("Array[", "Integer", "]", 20_000),
        nested("1 ? { default => ", "1", " }", 20_000),
        nested("case 1 { default: { ", "1", " } }", 20_000),
        nested("abs(", "1", ")", 20_000),
        (format!("1{}", ".abs".repeat(50_000)), Any),
        (format!("true{}", " and true".repeat(100_000)), Any),
    ]);
}

#[test]
fn aliases_of_themselves() {
    const ALIASES: &[&str] = &[
        "type A = A",
        "type A = B\ntype B = A",
        "type A = Array[A]",
        "type A = Variant[Integer, Array[A]]",
        "type A = Variant[Integer, Tuple[A, A]]",
        "type A = Variant[Integer, Hash[A, A]]",
        "type A = Optional[A]",
        "type A = Type[A]",
        "type A = Variant[Integer, Array[B]]\ntype B = Variant[String, Array[A]]",
        "type A = Variant[Tuple[A, A], Tuple[B, B], Integer]\n\
         type B = Variant[Tuple[B, A], Tuple[A, B], Integer]",
    ];
    const USES: &[&str] = &[
        "1 =~ A",
        "[[[[1]]]] =~ A",
        "A == Array[A]",
        "\"${A}\"",
        "type(A)",
        "assert_type(A, [['x', ['y']], {a => 'x'}])",
        "A.new(1)",
        "Array[A] <= A",
        "$x = Integer[1, 60].reduce(1) |$m, $i| { [$m, $m] }\n$x =~ A",
        "$x = Integer[1, 60].reduce('x') |$m, $i| { [$m, $m] }\nassert_type(A, $x)",
    ];
    check_all(
        ALIASES
            .iter()
            .flat_map(|alias| USES.iter().map(move |code| (format!("{alias}\n{code}"), Any))),
    );
}

#[test]
fn giant_numbers() {
    for code in [
        "1 << 1000000000000",
        "1 << 9223372036854775807",
        "1 >> -9223372036854775807",
        "Integer[1, 100].reduce(3) |$m, $i| { $m * $m }",
        "Integer[1, 100].reduce(1) |$m, $i| { $m << 1000000 }",
        "Integer[1, 1 << 100].map |$x| { $x }",
        "Array(1 << 100)",
        "Timespan(1 << 100)",
        "sprintf('%d', 1 << 100000)",
    ] {
        for edition in [Edition::Puppet8, Edition::Draft] {
            assert_eq!(check_in(edition, code, Any), None);
        }
    }
}

/// Limits so small that random programs run into them.
fn tight(edition: Edition) -> Settings {
    let limits = Limits {
        call_depth: 50,
        steps: Some(100_000),
        elements: 5_000,
        text: 100_000,
        ..Limits::default()
    };
    Settings { edition, limits, ..Settings::default() }
}

/// No value is larger than the limits of its run allow.
fn assert_within_limits(code: &str, answer: &Answer, limits: &Limits) {
    let Ok(value) = &answer.outcome else { return };
    let (size, most) = match value {
        Value::Array(elements) => (elements.len(), limits.elements),
        Value::Hash(hash) => (hash.len(), limits.elements),
        // What is written in the program is not held against it.
        Value::String(text) => (text.len(), limits.text.max(code.len())),
        _ => return,
    };
    assert!(size <= most, "{size} of {most}: {code}");
}

fn survive(code: &str) {
    for edition in [Edition::Puppet8, Edition::Draft] {
        let settings = tight(edition);
        let answer = evaluate(code, &settings, &[]);
        assert_within_limits(code, &answer, &settings.limits);
    }
}

/// Runs many programs; names the one that panics or does not end.
fn survive_all(programs: Vec<String>) {
    for chunk in programs.chunks(100) {
        let chunk = chunk.to_vec();
        let name = chunk.join("\n--------\n");
        run(&name, move || chunk.iter().for_each(|code| survive(code)));
    }
}

#[test]
fn random_programs() {
    let mut random = Random::new(4);
    survive_all(
        (0..5_000)
            .map(|_| {
                let length = 1 + random.below(30);
                hostile::soup(&mut random, length)
            })
            .collect(),
    );
}

/// Examples of the suite, with pieces taken out, put in, and exchanged with others.
#[test]
fn programs_with_random_edits() {
    let files = fixture::read_all(&folder().join("suite")).unwrap();
    let sections = files.iter().flat_map(|file| &file.sections);
    let programs: Vec<String> = sections
        .filter(|section| section.stage == "evaluate")
        .flat_map(|section| example::read(section).1)
        .map(|example| example.code)
        .filter(|code| !code.is_empty())
        .collect();
    assert!(programs.len() > 200, "only {} examples were found", programs.len());
    let mut random = Random::new(5);
    survive_all((0..20_000).map(|_| edited(&mut random, &programs)).collect());
}

/// A program with one to three edits.
fn edited(random: &mut Random, programs: &[String]) -> String {
    let mut code = random.pick(programs).clone();
    for _ in 0..=random.below(3) {
        let characters: Vec<char> = code.chars().collect();
        let from = random.below(characters.len() + 1);
        let to = (from + random.below(12)).min(characters.len());
        let other: Vec<char> = random.pick(programs).chars().collect();
        let start = random.below(other.len() + 1);
        let new: String = match random.below(4) {
            0 => String::new(),
            1 => (*random.pick(hostile::PIECES)).to_owned(),
            2 => random.pick(GREAT).to_string(),
            _ => other[start..].iter().take(1 + random.below(30)).collect(),
        };
        let before: String = characters[..from].iter().collect();
        let after: String = characters[to..].iter().collect();
        code = format!("{before}{new}{after}");
    }
    code
}

/// What makes programs large.
const GREAT: &[&str] = &[
    "9223372036854775807",
    "-9223372036854775808",
    "Integer[1, 4611686018427387904]",
    "1.7976931348623157e308",
    "'%999999999d'",
    "Array(Integer[1, 4000])",
    "(Integer[1, 40].reduce(1) |$m, $i| { [$m, $m] })",
    "'\u{10FFFF}é'",
    "/(a+)+$/",
    "undef",
    "default",
];
