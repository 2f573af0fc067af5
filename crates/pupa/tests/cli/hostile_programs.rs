//! Hostile programs end soon, with the error of a limit, and within the memory that they are
//! given. The harness limits the address space, and measures time and memory.
//!
//! Without optimisation programs take several times as long, so that they get fewer steps.

#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::sandbox::{PUPA, Sandbox};

/// The memory limit that is given, in megabytes.
const MEMORY: u64 = 300;

/// The steps that are given.
const STEPS: &str = if cfg!(debug_assertions) { "20000000" } else { "100000000" };

/// The processor time that a program may take.
const TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 6 } else { 1 });

/// The longest time to wait on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The address space, in kilobytes: far more than the limit, since allocators reserve some.
const ADDRESS_SPACE: u64 = 3_000_000;

/// The result of a run.
#[derive(Debug)]
struct Measured {
    code: Option<i32>,
    error: String,
    /// Processor time.
    time: Duration,
    /// The most memory in use, in megabytes.
    memory: u64,
}

/// The processor time and the peak of the memory of a process so far.
fn usage(id: u32) -> Option<(Duration, u64)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, which may have spaces, ends with a parenthesis.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    let time = Duration::from_millis((ticks(11)? + ticks(12)?) * 10);
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some((time, kilobytes >> 10))
}

fn measure(sandbox: &Sandbox, args: &[&str]) -> Measured {
    let errors = fs::File::create(sandbox.root().join("errors")).unwrap();
    let mut child: Child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\""), PUPA])
        .args(args)
        .current_dir(sandbox.root())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()
        .unwrap();
    let began = Instant::now();
    let (mut time, mut memory) = (Duration::ZERO, 0);
    let code = loop {
        if let Some(used) = usage(child.id()) {
            (time, memory) = (time.max(used.0), memory.max(used.1));
        }
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if time > 4 * TIME || began.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let error = fs::read(sandbox.root().join("errors")).unwrap();
    Measured { code, error: String::from_utf8_lossy(&error).into_owned(), time, memory }
}

/// The error in the end of a program, if there is one.
fn diagnostic(name: &str, measured: &Measured, words: &str) -> Option<String> {
    let Measured { code, error, time, memory } = measured;
    let first: String = error.chars().take(300).collect();
    let is_fast = *time <= TIME && *memory <= MEMORY * 3 / 2;
    let fits = match words {
        "" => code.is_some(),
        words => *code == Some(1) && error.contains(words),
    };
    // Messages of the program itself may be long.
    let is_short = error.lines().all(|line| line.starts_with("Notice: ") || line.len() < 4000);
    (!(is_fast && fits && is_short))
        .then(|| format!("{name}: exit {code:?}, {time:?}, {memory} MB\n  {first}\n"))
}

fn check_all<'a>(programs: impl IntoIterator<Item = (&'a str, String, &'a str)>) {
    let sandbox = Sandbox::new(&[]);
    let mut wrong = String::new();
    for (name, code, words) in programs {
        sandbox.write("program.pp", code.as_bytes());
        let memory = format!("{MEMORY}M");
        let limits = ["--max-memory", &memory, "--max-steps", STEPS];
        let args = [&["compile", "--manifest", "program.pp", "--node", "n"][..], &limits].concat();
        let measured = measure(&sandbox, &args);
        if let Some(diagnostic) = diagnostic(name, &measured, words) {
            let _ = write!(wrong, "{diagnostic}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The end with the error of one of the limits.
const LIMIT: &str = "(limit: --max-";

/// A value that shares its parts: as a tree it would have 2⁶⁰ of them.
const SHARED: &str = "$x = Integer[1, 60].reduce(['a']) |$m, $i| { [$m, $m] }\n";

/// The same of references.
const REFERENCES: &str =
    "notify { 'a': }\n$y = Integer[1, 60].reduce([Notify['a']]) |$m, $i| { [$m, $m] }\n";

#[test]
fn shared_values_in_catalogs() {
    const USES: &[(&str, &str)] = &[
        ("parameter", "notify { 'a': message => $x }"),
        ("title", "notify { $x: }"),
        ("tag", "notify { 'a': tag => $x }"),
        ("function tag", "tag($x)"),
        ("require", "notify { 'a': require => $x }"),
        ("default", "Notify { message => $x }\nnotify { 'a': }"),
        ("override", "@notify { 'a': }\nNotify <| |> { message => $x }"),
        ("override of tags", "@notify { 'a': }\nNotify <| |> { tag +> $x }"),
        ("create_resources", "create_resources(notify, {'a' => {message => $x}})"),
        (
            "create_resources with defaults",
            "create_resources(notify, {'a' => {}}, {message => $x})",
        ),
        ("splatted attributes", "notify { 'a': * => {message => $x} }"),
        ("defined type", "define d($p) { notify { 'z': message => $p } }\nd { 'a': p => $x }"),
        ("parameter of a defined type", "define d(Array $p) { }\nd { 'a': p => $x }"),
        ("class", "class c($p) { }\nclass { 'c': p => $x }"),
        ("Sensitive", "notify { 'a': message => Sensitive($x) }"),
        ("include", "include $x"),
        ("contain", "contain $x"),
        ("require a class", "require $x"),
        ("realize", "realize($x)"),
        ("exported", "@@notify { 'a': message => $x }"),
        ("flatten", "flatten($x)"),
        ("tree_each", "$x.tree_each |$v| { }"),
        ("join", "join($x, ',')"),
    ];
    check_all(USES.iter().map(|(name, code)| (*name, format!("{SHARED}{code}"), LIMIT)));
    const OF_REFERENCES: &[(&str, &str)] = &[
        ("realize references", "realize($y)"),
        ("arrow", "$y -> Notify['a']"),
        ("require references", "notify { 'b': require => $y }"),
    ];
    let programs = OF_REFERENCES.iter();
    check_all(programs.map(|(name, code)| (*name, format!("{REFERENCES}{code}"), LIMIT)));
    // Values that need no walk as a tree.
    const HARMLESS: &[(&str, &str)] = &[
        ("query", "@notify { 'a': }\nNotify <| message == $x |>"),
        ("equality", "$y = $x\n$x == [$y]"),
        ("type", "type($x) =~ Type"),
    ];
    check_all(HARMLESS.iter().map(|(name, code)| (*name, format!("{SHARED}{code}"), "")));
}

/// Work on a string of 30 MB, in a loop of 2,000 rounds.
#[test]
fn work_on_large_strings() {
    const WORK: &[&str] = &[
        "md5($b)",
        "sha1($b)",
        "sha256($b)",
        "digest($b)",
        "split($b, 'q')",
        "$b.split(/q/)",
        "upcase($b)",
        "downcase($b)",
        "capitalize($b)",
        "length($b)",
        "strip($b)",
        "chop($b)",
        "camelcase($b)",
        "[$b] + [$b] == [$c] + [$c]",
        "$b == $c",
        "'q' in $b",
        "/q/ in $b",
        "$b =~ /q/",
        "$b =~ Pattern[/q/]",
        "regsubst($b, 'q', 'r')",
        "regsubst($b, ' ', '', 'G')",
        "\"${b}$i\"",
        "$b < $c",
        "compare($b, $c)",
        "String($b, '%s')",
        "sprintf('%p', $b)",
        "$b[5, 20000000]",
        "versioncmp($b, $c)",
        "join([$b], ',')",
        "fqdn_rand(5, $b)",
        "case $b { /q/: { } default: { } }",
        "sort([$b, $c])",
        "match($b, /q/)",
        "notice($b)",
        "inline_template('<%= @b.upcase.size %>')",
    ];
    const VALUES: &str = "$b = sprintf('%30000000s', 'x')\n$c = sprintf('%30000000s', 'x')\n";
    let program = |code: &'static str| {
        (code, format!("{VALUES}Integer[1, 2000].each |$i| {{ {code} }}"), LIMIT)
    };
    check_all(WORK.iter().map(|code| program(code)));
}

/// Work on arrays of 300,000 elements.
#[test]
fn work_on_large_arrays() {
    const WORK: &[&str] = &[
        "-1 in $l",
        "$l == $m",
        "type($l) =~ Type",
        "type($l, 'detailed') =~ Type",
        "$l =~ Array[Integer]",
        "sort($l)",
        "unique($l)",
        "join($l)",
        "flatten($l)",
        "$l + 1",
        "$l - $m",
        "$l[1, 200000]",
        "max(*$l)",
        "\"${l}\"",
        "{$l => 1} == {$m => 1}",
        "with($l) |Array[Integer] $q| { }",
        "[*$l].length",
        "$l.filter |$x| { false }",
    ];
    const VALUES: &str = "$l = Integer[1, 300000].map |$i| { $i }\n$m = $l.map |$x| { $x }\n";
    let program = |code: &'static str| {
        (code, format!("{VALUES}Integer[1, 5000].each |$i| {{ {code} }}"), LIMIT)
    };
    check_all(WORK.iter().map(|code| program(code)));
}

#[test]
fn overrides() {
    let program = |change: &str| {
        format!(
            "Integer[1, 3000].each |$i| {{ @notify {{ \"n$i\": }} }}\n\
             Integer[1, 3000].each |$i| {{ Notify <| |> {{ {change} }} }}"
        )
    };
    check_all([
        ("messages", program("message => \"t$i\""), ""),
        ("tags", program("tag +> \"t$i\""), ""),
    ]);
}

#[test]
fn output() {
    let program = |body: &str| {
        format!("$t = sprintf('%1000000s', 'x')\nInteger[1, 1500].each |$i| {{ {body} }}")
    };
    check_all([
        ("catalog", program("notify { \"n$i\": message => $t }"), "limit: --max-output"),
        ("sensitive", program("notify { \"n$i\": message => Sensitive($t) }"), LIMIT),
        ("messages", program("notice($t)"), LIMIT),
    ]);
}

#[test]
fn patterns() {
    const TEXT: &str = "$s = sprintf('%030000d', 0).regsubst('0', 'a', 'G')\n";
    let program = |name: &'static str, code: &str| (name, format!("{TEXT}{code}"), "steps");
    check_all([
        program("type", "Integer[1, 20].each |$i| { $s =~ Pattern[/(a*)\\1b/] }"),
        program("operator", "Integer[1, 20].each |$i| { $s =~ /(a*)\\1b/ }"),
        program("case", "case $s { Pattern[/(a*)\\1b/]: { } default: { } }"),
        program("parameter", "define d(Optional[Pattern[/(a*)\\1b/]] $x) { }\nd { 'a': x => $s }"),
    ]);
}

#[test]
fn types() {
    let variant = |name: &str| {
        format!("${name} = Variant[*Integer[1, 20000].map |$i| {{ Enum[\"e$i\", \"f$i\"] }}]\n")
    };
    check_all([
        (
            "Init of itself",
            "type One = Object[{attributes => {init_one => Variant[Init[One], String]}}]\n\
             notice(Init[One]('w'))"
                .to_owned(),
            "",
        ),
        ("equal variants", format!("{}{}notice($t == $u)", variant("t"), variant("u")), ""),
        ("accepted variants", format!("{}{}notice($t <= $u)", variant("t"), variant("u")), ""),
    ]);
}

/// A run ends soon after its time is over, whatever it does.
#[test]
fn time() {
    const PROGRAMS: &[&str] = &[
        "Integer[1, 4000000000].each |$i| { }",
        "$b = sprintf('%30000000s', 'x')\nInteger[1, 4000000000].each |$i| { md5($b) }",
        "$l = Integer[1, 1000000].map |$i| { $i }\nInteger[1, 4000000000].each |$i| { sort($l) }",
        "$s = sprintf('%030000d', 0).regsubst('0', 'a', 'G')\n$s =~ /(a*)\\1b/",
        "inline_template('<% loop { } %>')",
        "generate('/bin/sleep', '100')",
    ];
    let sandbox = Sandbox::new(&[]);
    for program in PROGRAMS {
        sandbox.write("program.pp", program.as_bytes());
        let limits = ["--max-time", "0.5", "--max-steps", "none"];
        let args = [&["compile", "--manifest", "program.pp", "--node", "n"][..], &limits].concat();
        let measured = measure(&sandbox, &args);
        let is_named = measured.error.contains("more than 0.5 seconds (limit: --max-time)");
        assert!(is_named && measured.code == Some(1), "{program}: {measured:?}");
        // The start and the end of the process take some time without optimisation.
        assert!(measured.time < Duration::from_millis(900), "{program}: {measured:?}");
    }
}

/// Commands that never stop writing, or never end.
#[test]
fn commands() {
    let sandbox = Sandbox::new(&[("env/manifests/site.pp", "notify { 'a': }")]);
    let limits = ["--max-command-time", "0.3", "--max-command-output", "1M"];
    let check = |args: &[&str], words: &str| {
        let ran = sandbox.run(&[args, &limits].concat());
        assert!(ran.code != 0 && ran.err.contains(words), "{args:?}: {}", ran.err);
        assert!(ran.err.len() < 2000, "{args:?}: {}", ran.err.len());
    };
    let compile = ["compile", "--environment-dir", "env", "--node", "n"];
    let with = |more: &[&'static str]| [&compile[..], more].concat();
    let (writes, lasts) = ("limit: --max-command-output", "limit: --max-command-time");
    check(&with(&["--enc", "/bin/cat /dev/zero"]), writes);
    sandbox.write("lasting", b"exec sleep 100\n");
    check(&with(&["--enc", "/bin/sh lasting"]), lasts);
    check(&with(&["-e", "generate('/bin/cat', '/dev/zero')"]), writes);
    check(&with(&["-e", "generate('/bin/sleep', '100')"]), lasts);
    sandbox.write("env/environment.conf", b"config_version = /bin/cat /dev/zero\n");
    check(&compile, writes);
    sandbox.write("env/environment.conf", b"config_version = /bin/sleep 100\n");
    check(&compile, lasts);
}

/// A classifier that prints nothing knows no node, as in the reference.
#[test]
fn enc_without_answer() {
    let sandbox = Sandbox::new(&[("env/manifests/site.pp", "notify { 'a': }")]);
    let ran =
        sandbox.run(&["compile", "--environment-dir", "env", "--node", "n", "--enc", "/bin/true"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("Could not find node 'n'; cannot compile"), "{}", ran.err);
}

/// Files that have no end, or content only now and then.
#[test]
fn files_that_block() {
    let sandbox = Sandbox::new(&[("env/manifests/b.pp", "notify { 'a': }")]);
    let made = Command::new("mkfifo").arg(sandbox.root().join("env/manifests/x.pp")).status();
    assert!(made.unwrap().success());
    let compile = ["compile", "--environment-dir", "env", "--node", "n"];
    let ran = sandbox.run(&compile);
    assert!(ran.code == 1 && ran.err.contains("x.pp"), "{}", ran.err);
    fs::remove_file(sandbox.root().join("env/manifests/x.pp")).unwrap();
    for path in ["/proc/kmsg", "/dev/zero", "/dev/tty"] {
        let code = format!("file('{path}', '/dev/null')");
        let measured = measure(&sandbox, &[&compile[..], &["-e", &code]].concat());
        assert!(measured.code.is_some() && measured.memory < 100, "{path}: {measured:?}");
    }
}
