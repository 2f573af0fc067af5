//! Hostile programs that try to hang, to exhaust the memory or to reach outside: each ends with an
//! ordinary error.

use pupa_ruby::machine::Limits;
use pupa_ruby::machine::jump::Stop;
use pupa_ruby::parse::{Options, parse};
use pupa_ruby::world::EmptyWorld;
use pupa_ruby::{Core, Jump, Machine, Value};

/// The end of a program: the name of a limit, or the class and message of an exception.
fn end_of(text: &str) -> String {
    let options = Options { file: "hostile.rb".to_owned(), ..Options::default() };
    let code = match parse(text.as_bytes(), &options) {
        Ok(code) => code,
        Err(errors) => return format!("syntax error: {}", errors[0].message),
    };
    let mut world = EmptyWorld::default();
    let mut core = Core::new();
    core.limits = Limits { steps: 300_000, memory: 50 << 20, depth: 1_000 };
    let mut machine = Machine::new(core, &mut world);
    let main = machine.main_object();
    match machine.run_top(code, main) {
        Ok(_) => "no error".to_owned(),
        Err(Jump::Raise(id)) => {
            let class = machine.class_name_of(Value::Object(id));
            let message = machine.exception_message(Value::Object(id));
            format!("{class}: {message}")
        }
        Err(Jump::Stop(Stop::Limit)) => "limit".to_owned(),
        Err(jump) => format!("{jump:?}"),
    }
}

#[test]
fn endless_programs_reach_the_limit_of_steps() {
    for text in [
        "loop { }",
        "while true; end",
        "begin; raise 'x'; rescue; retry; end",
        "1.step { }",
        "(1..).each { }",
        "[1].cycle { }",
        "a = [1]; a.each { a << 1 }",
        "loop { begin; loop { }; rescue Exception; end }",
        "begin; loop { }; ensure; loop { }; end",
        "10_000_000_000.times { }",
        "(1..10**12).sum { 1 }",
        // Methods that walk over their receiver count its size as steps.
        "s = 'a' * 1_000_000; loop { s.index('b') }",
        "a = [1] * 100_000; loop { a.include?(0) }",
        "h = (1..50_000).to_h { |x| [x, x] }; loop { h.key(0) }",
        "x = 3**50_000; loop { x.gcd(2**70_001 + 1) }",
        "('9' * 3_000_000).to_i * 7",
        "(7**200_000).to_s.size; Integer.sqrt(10**900_000)",
        "class A; def to_ary = [self]; end; [A.new].flatten",
        "x = nil; loop { begin; raise 'a'; rescue; begin; raise 'b', cause: x; rescue => y; x = y; end; end }",
        "f = -> { begin; f.(); ensure; f.(); end }; f.()",
        "Hash.new { |h, k| h[k + 1] = h.size; redo }[0]",
        "Enumerator.produce(1) { |x| x + 1 }.each { }",
        "class A; include Comparable; def <=>(o) = loop { }; end; A.new < A.new",
        "require 'timeout'; Timeout.timeout(1) { loop { } }",
        "at_exit { }; catch(:a) { loop { catch(:b) { throw :b } } }",
    ] {
        assert_eq!(end_of(text), "limit", "{text}");
    }
}

#[test]
fn huge_values_reach_the_limit_of_memory() {
    for text in [
        "'a' * 10**10",
        "[0] * 10**10",
        "a = 'x'; loop { a += a }",
        "a = 'x'; loop { a << a }",
        "a = []; loop { a << a.dup }",
        "(1..10**10).to_a",
        "Array.new(10**10)",
        "'%1000000000s' % 1",
        "1 << 10**12",
        "h = {}; i = 0; loop { h[i += 1] = 'x' * 1000 }",
        "'abc'.ljust(10**11)",
        "[1, 2, 3].product(*[[1] * 100] * 10)",
        "s = 'a' * 1000; loop { s = s.gsub('a', 'aa') }",
        "(1..100).to_a.permutation.to_a",
        "[1].pack('x99999999999')",
        "['a'].pack('a9999999999')",
        "format('%-9999999999s|', 'a')",
        "'%.9999999999f' % 1.0",
        "a = []; a[10**10] = 1",
        "[1].fill(0, 10**10, 10)",
        "('a'..'zzzzzzzzzz').to_a",
        "i = 0; loop { \"a#{i += 1}#{'x' * 500}\".to_sym }",
        "require 'securerandom'; SecureRandom.hex(10**9)",
        "require 'json'; a = 'x' * 1000; loop { a = JSON.generate([a, a]) }",
        "e = RuntimeError.new('x' * 10**9)",
        "Struct.new(*(1..10**8).map { |i| :\"a#{i}\" })",
    ] {
        let end = end_of(text);
        let is_refused = end == "limit"
            || end.contains("too big")
            || end.contains("too long")
            || end.contains("too large");
        assert!(is_refused, "{text}: {end}");
    }
}

#[test]
fn deep_programs_are_ordinary_errors() {
    assert_eq!(end_of("def f = f; f"), "SystemStackError: stack level too deep");
    assert_eq!(end_of("a = []; a << a; a.flatten").split(':').next(), Some("ArgumentError"));
    let nested = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(end_of(&nested).starts_with("syntax error"), "{}", end_of(&nested));
    let chain = format!("1{}", "+1".repeat(50_000));
    assert!(!end_of(&chain).is_empty());
    let end = end_of("a = []; 100_000.times { a = [a] }; a.inspect; a.hash; a == [a]; a.flatten");
    assert!(!end.is_empty());
    assert_eq!(
        end_of("h = {}; h[h] = h; h.inspect; a = []; a << a; a.inspect; a.hash"),
        "no error"
    );
}

#[test]
fn nothing_outside_is_reachable() {
    for (text, expected) in [
        ("File.read('/etc/passwd')", "Errno::"),
        ("File.open('/tmp/x', 'w') { |f| f << 1 }", "Errno::"),
        ("`id`", ""),
        ("system('id') or raise 'refused'", ""),
        ("fork { }", "NotImplementedError"),
        ("Thread.new { }.join", "NotImplementedError"),
        ("require 'socket'; TCPSocket.new('localhost', 80)", ""),
        ("ENV['HOME'] and raise 'visible'", "no error"),
        ("require 'fiddle'", "LoadError"),
        ("open('|id').read", ""),
        ("IO.popen('id')", ""),
        ("IO.read('|id')", ""),
        ("exec('id')", "NotImplementedError"),
        ("spawn('id')", "NotImplementedError"),
        ("Kernel.send(:`, 'id')", ""),
        ("method(:system).unbind.bind(self).call('id')", ""),
        ("Process.kill(9, 1)", ""),
        ("Process.daemon", ""),
        ("Dir.entries('/')", "Errno::"),
        ("Dir.mkdir('/tmp/x')", ""),
        ("File.symlink('/etc', '/tmp/x')", ""),
        ("IO.copy_stream('/etc/passwd', '/tmp/x')", ""),
        ("IO.sysopen('/etc/passwd')", ""),
        ("require 'tempfile'; Tempfile.new('x')", "Errno::"),
        ("require 'fileutils'; FileUtils.mkdir_p('/tmp/x')", "Errno::"),
        ("require 'pathname'; Pathname.new('/etc/passwd').read", "Errno::"),
        ("require 'open-uri'; URI.open('http://localhost/')", ""),
        ("require 'net/http'; Net::HTTP.get(URI('http://localhost/'))", ""),
        ("require 'resolv'; Resolv.getaddress('localhost')", ""),
        ("require 'open3'; Open3.capture2('id')", "Errno::"),
        ("Puppet::FileSystem.read('/etc/passwd')", ""),
        ("Puppet::Util::Execution.execute('id')", ""),
        ("Facter::Core::Execution.execute('id')", ""),
        ("require '/etc/passwd'", "LoadError"),
        ("load '/etc/passwd'", "LoadError"),
        ("File.exist?('/etc/passwd') and raise 'visible'", "no error"),
        ("Dir['/etc/*'].empty? or raise 'visible'", "no error"),
    ] {
        let end = end_of(text);
        assert!(end.starts_with(expected), "{text}: {end}");
        if expected != "no error" {
            assert_ne!(end, "no error", "{text}");
        }
    }
}
