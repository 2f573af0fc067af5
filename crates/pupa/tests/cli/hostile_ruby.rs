//! Ruby code in modules that tries to hang, to exhaust memory or to reach outside: the node that
//! runs it fails with an ordinary error, and the others get their catalogs.

use std::fmt::Write;

use crate::sandbox::Sandbox;

/// The bodies of functions, and a part of the error of the node that calls it.
const PROGRAMS: &[(&str, &str)] = &[
    ("loop { }", "reached the limit of steps"),
    ("begin; loop { }; rescue Exception; retry; ensure; loop { }; end", "limit of steps"),
    ("'a' * 10**10", "reached the limit of memory"),
    ("[nil] * 10**10", "limit of memory"),
    ("again = ->(x) { again.(x) }; again.(1)", "stack level too deep"),
    ("/(a+)+\\1b/ =~ 'a' * 5000", "more than 200000 steps"),
    ("i = 0; loop { :\"a#{i += 1}#{'x' * 1000}\" }", "limit of"),
    ("i = 0; loop { Object.send(:define_method, \"m#{i += 1}\") { } }", "limit of"),
    ("'%1000000000000d' % 1", "width too big"),
    ("a = []; a << a; raise a.inspect", "[[...]]"),
    ("begin; raise 'first'; ensure; raise 'second'; end", "second"),
    ("throw :nothing", "uncaught throw :nothing"),
    ("File.read('/etc/hostname')", "Permission denied"),
    ("File.write('/tmp/pupa-hostile', 'x')", "Permission denied"),
    ("Dir.entries('/etc')", "Permission denied"),
    ("`id`", "--ruby-run"),
    ("system('id')", "--ruby-run"),
    ("Puppet::Util::Execution.execute('id')", "--ruby-run"),
    ("IO.popen('id')", "popen"),
    ("open('|id')", "Permission denied"),
    ("exec('id')", "exec is not supported by Pupa"),
    ("fork { }", "fork is not supported by Pupa"),
    ("require 'socket'; TCPSocket.new('localhost', 1)", "network access is off"),
    ("require 'net/http'; Net::HTTP.get(URI('http://localhost:1/'))", "network access is off"),
    ("exit!", "exit"),
    ("abort 'enough'", "enough"),
];

#[test]
fn nodes_with_hostile_code_fail_alone() {
    let mut site = String::from("notify { 'a': }\ncase $trusted['certname'] {\n");
    let mut nodes = String::new();
    let sandbox = Sandbox::new(&[]);
    for (number, (body, _)) in PROGRAMS.iter().enumerate() {
        let _ = writeln!(site, "  'bad{number}': {{ hostile::f{number}() }}");
        let _ = writeln!(nodes, "good{number}\nbad{number}");
        let file = format!("env/modules/hostile/lib/puppet/functions/hostile/f{number}.rb");
        let text = format!(
            "Puppet::Functions.create_function(:'hostile::f{number}') do\n  \
             def f{number}\n    {body}\n  end\nend\n"
        );
        sandbox.write(&file, text.as_bytes());
    }
    site.push_str("  default: { }\n}\n");
    sandbox.write("env/manifests/site.pp", site.as_bytes());
    sandbox.write("nodes", nodes.as_bytes());
    for threads in ["1", "4"] {
        let args =
            ["compile", "--environment-dir", "env", "--nodes-from", "nodes", "--output", "out"];
        let limits = ["--max-steps", "200000", "--max-memory", "300M", "--threads", threads];
        let ran = sandbox.run(&[&args[..], &limits].concat());
        assert_eq!(ran.code, 1, "{}", ran.err);
        let count = PROGRAMS.len();
        let (compiled, failed) =
            (format!("Compiled {count} catalogs in "), format!("; {count} failed: "));
        assert!(ran.err.contains(&compiled) && ran.err.contains(&failed), "{}", ran.err);
        for (number, (body, expected)) in PROGRAMS.iter().enumerate() {
            let node = format!("bad{number}");
            // As in the reference, exceptions outside of StandardError name no node.
            let ending = format!("on node {node}");
            let mut errors = ran.err.lines().filter(|line| {
                line.starts_with("Error: ")
                    && (line.ends_with(&ending) || !line.contains(" on node "))
            });
            assert!(errors.any(|line| line.contains(expected)), "{body}: {}", ran.err);
        }
        assert!(ran.err.contains("`--ruby-read PATH` allows others"), "{}", ran.err);
    }
    assert!(!std::path::Path::new("/tmp/pupa-hostile").exists());
}
