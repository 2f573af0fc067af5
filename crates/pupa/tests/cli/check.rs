//! `pupa check`: which files, which exit code.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::sandbox::{BROKEN, PUPA, Sandbox};

const ERROR: &str = "Error: Could not parse for environment production: ";

#[test]
fn good_files_give_silence() {
    let sandbox = Sandbox::new(&[("a.pp", "notice('a')\n"), ("b.epp", "<%= 1 %>\n")]);
    sandbox.run(&["check", "--format", "line", "a.pp", "b.epp"]).expect(0, "", "");
    sandbox.run(&["check", "--format", "line"]).expect(0, "", "");
}

#[test]
fn reports_are_the_same_without_a_terminal() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN)]);
    let ran = sandbox.run(&["check", "a.pp"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.starts_with("error[syntax-error]: Syntax error at '}'\n --> a.pp:3:1\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("checked 1 file in "), "{}", ran.err);
    let expected = format!("{ERROR}Syntax error at '}}' (file: a.pp, line: 3, column: 1)\n");
    sandbox.run(&["check", "--format", "line", "a.pp"]).expect(1, "", &expected);
}

#[test]
fn plans_are_checked_as_plans() {
    let plan = "plan web($targets) {\n  run_task('a', $targets)\n  apply($targets) { notify { 'a': } }\n}\n";
    let sandbox = Sandbox::new(&[("plans/init.pp", plan), ("other/web.pp", plan)]);
    sandbox.run(&["check", "--format", "line", "plans"]).expect(0, "", "");
    sandbox.run(&["check", "--format", "line", "--tasks", "other"]).expect(0, "", "");
    let expected =
        format!("{ERROR}Syntax error at 'apply' (file: other/web.pp, line: 3, column: 3)\n");
    sandbox.run(&["check", "--format", "line", "other"]).expect(1, "", &expected);
}

#[test]
fn a_syntax_error_hides_no_other_mistakes() {
    let text = "class a {\n  notify { 'x'\n}\n}\nclass b {\n  $facts = 1\n  1\n  2\n}\n";
    let sandbox = Sandbox::new(&[("a.pp", text)]);
    let ran = sandbox.run(&["check", "--format", "line", "a.pp"]);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines[0].contains("Syntax error"), "{}", ran.err);
    assert!(lines.iter().any(|line| line.contains("line: 7")), "{}", ran.err);
}

#[test]
fn an_open_quote_hides_no_other_mistakes() {
    let text =
        "class a {\n  $x = 'abc\n  $y = 'def'\n}\nclass b {\n  notify { 'x': message => }\n}\n";
    let sandbox = Sandbox::new(&[("a.pp", text)]);
    let ran = sandbox.run(&["check", "--format", "line", "a.pp"]);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    assert!(
        ran.err.contains("Syntax error at '}' (file: a.pp, line: 6, column: 28)"),
        "{}",
        ran.err
    );
}

#[test]
fn names_of_metaparameters_are_found() {
    let sandbox = Sandbox::new(&[("a.pp", "class a(String $schedule) { }\n")]);
    let ran = sandbox.run(&["check", "--format", "line", "a.pp"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.err.contains("the parameter `$schedule` of `a` has the name of a metaparameter"),
        "{}",
        ran.err
    );
    sandbox.run(&["parser", "validate", "a.pp"]).expect(0, "", "");
}

#[test]
fn the_end_of_input_has_no_position() {
    let sandbox = Sandbox::new(&[("a.pp", "class a {")]);
    let expected = format!("{ERROR}Syntax error at end of input (file: a.pp)\n");
    sandbox.run(&["check", "--format", "line", "a.pp"]).expect(1, "", &expected);
}

#[test]
fn files_come_in_order() {
    let sandbox =
        Sandbox::new(&[("z/b.pp", BROKEN), ("z/a/c.pp", BROKEN), ("z/a.pp", BROKEN), ("y.pp", "")]);
    for jobs in ["1", "4"] {
        let ran =
            sandbox.run(&["check", "--format", "line", "--jobs", jobs, "z", "y.pp", "z/a.pp"]);
        let files: Vec<&str> =
            ran.err.lines().filter_map(|line| line.split(['(', ',']).nth(1)).collect();
        assert_eq!(files, ["file: z/a/c.pp", "file: z/a.pp", "file: z/b.pp"]);
    }
}

#[test]
fn bad_paths_do_not_stop_the_rest() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN), ("empty/readme.txt", ""), ("text", "")]);
    sandbox.write("latin.pp", b"# sch\xF6n\n");
    sandbox.write("binary.pp", b"\x7FELF\0\0");
    let paths = [
        "check",
        "--format",
        "line",
        "nosuch.pp",
        "empty",
        "latin.pp",
        "binary.pp",
        "text/x.pp",
        "a.pp",
    ];
    sandbox.run(&paths).expect(
        1,
        "",
        &format!(
            "{ERROR}no such file or directory (file: nosuch.pp)\n\
             {ERROR}the directory holds no manifests (.pp) and no templates (.epp) (file: empty)\n\
             {ERROR}invalid byte sequence in UTF-8 (file: latin.pp, line: 1, column: 6)\n\
             {ERROR}the file is binary, not Puppet code (file: binary.pp)\n\
             {ERROR}cannot be read: Not a directory (file: text/x.pp)\n\
             {ERROR}Syntax error at '}}' (file: a.pp, line: 3, column: 1)\n"
        ),
    );
}

#[test]
fn large_files_can_be_refused() {
    let sandbox = Sandbox::new(&[("a.pp", "# twenty bytes long\n")]);
    sandbox.run(&["check", "--format", "line", "--max-file-size", "20", "a.pp"]).expect(0, "", "");
    let message = "larger than the limit of 19 bytes (file: a.pp)\n";
    let ran = sandbox.run(&["check", "--format", "line", "--max-file-size", "19", "a.pp"]);
    ran.expect(1, "", &format!("{ERROR}{message}"));
}

#[test]
fn ignore_files_hold_in_directories_only() {
    let sandbox = Sandbox::new(&[
        (".gitignore", "/vendor/\n"),
        (".pupaignore", "*.tmp.pp\n!keep.tmp.pp\n"),
        (".hidden/a.pp", BROKEN),
        ("vendor/a.pp", BROKEN),
        ("x/b.tmp.pp", BROKEN),
        ("x/keep.tmp.pp", BROKEN),
        ("x/.pupaignore", "c.pp\n"),
        ("x/c.pp", BROKEN),
        ("c.pp", BROKEN),
    ]);
    let found = |args: &[&str]| {
        let json = sandbox.run(args).json();
        let diagnostics = json["diagnostics"].as_array().unwrap().clone();
        let files = diagnostics.iter().map(|found| found["file"].as_str().unwrap().to_owned());
        files.collect::<Vec<_>>()
    };
    assert_eq!(found(&["check", "--format", "json"]), ["c.pp", "x/keep.tmp.pp"]);
    assert_eq!(found(&["check", "--format", "json", "x"]), ["x/keep.tmp.pp"]);
    assert_eq!(found(&["check", "--format", "json", "vendor/a.pp"]), ["vendor/a.pp"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_are_not() {
    let sandbox = Sandbox::new(&[("real/a.pp", BROKEN), ("tree/b.pp", "")]);
    std::os::unix::fs::symlink("../real", sandbox.root().join("tree/link")).unwrap();
    std::os::unix::fs::symlink("../tree", sandbox.root().join("tree/loop")).unwrap();
    std::os::unix::fs::symlink("..", sandbox.root().join("tree/up")).unwrap();
    std::os::unix::fs::symlink("nowhere", sandbox.root().join("tree/dangling")).unwrap();
    let ran = sandbox.run(&["check", "--format", "line", "tree"]);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("(file: tree/link/a.pp,"), "{}", ran.err);
}

#[test]
fn standard_input_can_have_a_name() {
    let sandbox = Sandbox::new(&[]);
    let line = "(file: <stdin>, line: 3, column: 1)";
    let ran = sandbox.run_with_input(&["check", "--format", "line", "-"], BROKEN.as_bytes());
    ran.expect(1, "", &format!("{ERROR}Syntax error at '}}' {line}\n"));
    let args = ["check", "--format", "line", "--stdin-filename", "templates/a.epp", "-"];
    sandbox.run_with_input(&args, b"plain } text").expect(0, "", "");
}

#[test]
fn the_number_of_diagnostics_can_be_limited() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN), ("b.pp", BROKEN), ("c.pp", BROKEN)]);
    let ran = sandbox.run(&["check", "--format", "line", "--max-diagnostics", "2"]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 2));
    let ran = sandbox.run(&["check", "--max-diagnostics", "0", "--format", "text"]);
    assert_eq!(ran.code, 1);
    let (before, after) = ran.err.split_once(" in ").unwrap();
    assert_eq!(before, "checked 3 files");
    assert!(after.ends_with(": 3 errors (3 not shown)\n"), "{after}");
}

#[test]
fn quiet_leaves_the_diagnostics() {
    let sandbox = Sandbox::new(&[("a.pp", ""), ("b.pp", BROKEN)]);
    sandbox.run(&["check", "--quiet", "--format", "text", "a.pp"]).expect(0, "", "");
    let ran = sandbox.run(&["check", "-q", "--format", "text", "b.pp"]);
    assert!(ran.err.starts_with("error[syntax-error]: Syntax error at '}'\n"), "{}", ran.err);
    assert!(!ran.err.contains("checked"), "{}", ran.err);
}

#[test]
fn warnings_are_not_errors() {
    let sandbox = Sandbox::new(&[("a.pp", "$h = { a => 1, a => 2 }\n")]);
    let message = "The key 'a' is declared more than once (file: a.pp, line: 1, column: 18)\n";
    let ran = sandbox.run(&["check", "--format", "line", "a.pp"]);
    ran.expect(1, "", &format!("{ERROR}{message}"));
    let ran = sandbox.run(&["check", "--format", "line", "--strict", "warning", "a.pp"]);
    ran.expect(0, "", &format!("Warning: {message}"));
    sandbox.run(&["check", "--format", "line", "--strict", "off", "a.pp"]).expect(0, "", "");
}

#[test]
fn a_wrong_call_is_answered_with_two() {
    let sandbox = Sandbox::new(&[]);
    for args in [
        &["check", "--format", "line", "--frobnicate"][..],
        &["check", "--format", "xml"],
        &["check", "--format", "line", "--edition", "9"],
        &["check", "--format", "line", "--watch", "-"],
        &["check", "--format", "line", "--watch", "--stdin-filename", "a.pp"],
        &["check", "--format", "line", "--max-file-size", "0"],
        &["frobnicate"],
        &[],
    ] {
        let ran = sandbox.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(!ran.err.is_empty(), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let sandbox = Sandbox::new(&[]);
    for number in 0..2000 {
        sandbox.write(&format!("{number}.pp"), BROKEN.as_bytes());
    }
    let mut child = Command::new(PUPA)
        .args(["check", "--format", "json"])
        .current_dir(sandbox.root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 8];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"{\"files\"");
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn pipes_are_read_when_named_only() {
    let sandbox = Sandbox::new(&[("d/a.pp", "")]);
    let pipe = sandbox.root().join("d/pipe.pp");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("pipe.pp", sandbox.root().join("d/link.pp")).unwrap();
    let ran = sandbox.run(&["check", "--format", "json", "d"]);
    assert_eq!((ran.code, ran.json()["files"].as_u64()), (0, Some(1)), "{}", ran.out);
    sandbox.run(&["parser", "validate", "d"]).expect(0, "", "");
    let writer = std::thread::spawn(move || std::fs::write(pipe, BROKEN).unwrap());
    let ran = sandbox.run(&["check", "--format", "line", "d/pipe.pp"]);
    assert!(ran.err.contains("(file: d/pipe.pp, line: 3, column: 1)"), "{}", ran.err);
    writer.join().unwrap();
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_an_error() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    std::os::unix::fs::symlink("nowhere", sandbox.root().join("b.pp")).unwrap();
    for args in [&["check", "--format", "json"][..], &["check", "--format", "json", "a.pp", "b.pp"]]
    {
        let ran = sandbox.run(args);
        let json = ran.json();
        assert_eq!((ran.code, json["files"].as_u64()), (1, Some(1)), "{}", ran.out);
        assert_eq!(json["diagnostics"][0]["code"], "file-not-found");
        assert_eq!(json["diagnostics"][0]["file"], "b.pp");
    }
}

#[test]
fn a_file_given_by_several_paths_is_checked_once() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN)]);
    let absolute = sandbox.root().join("a.pp");
    let ran = sandbox.run(&[
        "check",
        "--format",
        "line",
        "a.pp",
        "./a.pp",
        absolute.to_str().unwrap(),
        ".",
    ]);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("(file: a.pp,"), "{}", ran.err);
}

#[test]
fn a_name_for_standard_input_implies_it() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    let ran = sandbox.run_with_input(
        &["check", "--format", "line", "--stdin-filename", "b.pp"],
        BROKEN.as_bytes(),
    );
    let expected = format!("{ERROR}Syntax error at '}}' (file: b.pp, line: 3, column: 1)\n");
    ran.expect(1, "", &expected);
    for command in ["check", "parse"] {
        sandbox.run(&[command, "--stdin-filename", "b.pp", "a.pp"]).expect(
            2,
            "",
            "error: --stdin-filename names standard input, but `-` is not among the paths\n",
        );
    }
}

#[test]
fn many_errors_on_one_long_line_are_reported_quickly() {
    let text = format!("$a={{{}}}\n", "a=>1,".repeat(40_000));
    let sandbox = Sandbox::new(&[("a.pp", &text)]);
    for format in ["text", "line", "json", "sarif", "github"] {
        let started = std::time::Instant::now();
        let ran = sandbox.run(&["check", "--format", format, "a.pp"]);
        assert_eq!(ran.code, 1);
        // When every diagnostic goes through the whole line it is a minute.
        assert!(started.elapsed().as_secs() < 10, "{format}: {:?}", started.elapsed());
    }
}

/// A function with names that Ruby, Puppet or nobody has.
const UNSUPPORTED: &str = "\
require 'ffi'
require 'acme/helper'
Puppet::Functions.create_function(:'acme::f') do
  def f(a)
    b = help(a).frobnicate
    Fiddle.dlopen(Puppet::Application.new)
    b.map(&:to_s).join + 'x'.squash
  end
end
";

#[test]
fn missing_pieces_of_ruby_code_are_found() {
    let sandbox = Sandbox::new(&[
        ("acme/metadata.json", "{}"),
        ("acme/lib/puppet/functions/acme/f.rb", UNSUPPORTED),
        ("acme/lib/acme/helper.rb", "def help(x) = x.help_more\ndef help_more = 1\n"),
        ("acme/lib/puppet/provider/p.rb", "frobnicate(Nothing)\n"),
        (
            "acme/lib/puppet/type/t.rb",
            "require 'puppet/resource_api/simple_provider'\nPuppet::Type.newtype(:t) do\n  \
             newparam(:a) { munge { |v| v.odd } }\n  \
             newparam(:owner, parent: Puppet::Type::File::Owner)\nend\n",
        ),
        ("acme/templates/a.erb", "<% @a.each_thing do |x| %>\n<%= x %><% end %>\n"),
    ]);
    sandbox.run(&["check", "--format", "line", "acme"]).expect(0, "", "");
    let ran = sandbox.run(&["check", "--format", "line", "--ruby-support", "acme"]);
    assert_eq!(ran.code, 0);
    let found: Vec<&str> = ran.err.lines().collect();
    let function = "file: acme/lib/puppet/functions/acme/f.rb";
    let expected = [
        format!("Warning: `require 'ffi'` names no library that Pupa or a module has ({function}, line: 1, column: 9)"),
        format!("Warning: the method `frobnicate` is defined neither by Pupa nor by the modules ({function}, line: 5, column: 17)"),
        format!("Warning: the constant `Fiddle` is defined neither by Pupa nor by the modules ({function}, line: 6, column: 5)"),
        format!("Warning: the method `dlopen` is defined neither by Pupa nor by the modules ({function}, line: 6, column: 12)"),
        format!("Warning: the constant `Puppet::Application` is not supported by Pupa ({function}, line: 6, column: 19)"),
        format!("Warning: the method `String#squash` is defined neither by Pupa nor by the modules ({function}, line: 7, column: 30)"),
        "Warning: the method `each_thing` is defined neither by Pupa nor by the modules (file: acme/templates/a.erb, line: 1, column: 7)".to_owned(),
    ];
    assert_eq!(found, expected);
    let ran = sandbox.run(&["check", "--ruby-support", "--format", "json", "acme"]);
    assert_eq!(ran.out.matches("\"code\":\"ruby-unsupported-use\"").count(), 7, "{}", ran.out);
    // Tests are left out.
    sandbox.write("acme/spec/functions/f_spec.rb", b"describe_it(Nothing)\n");
    let ran = sandbox.run(&["check", "--ruby-support", "--format", "json", "acme"]);
    assert_eq!(ran.out.matches("\"code\":\"ruby-unsupported-use\"").count(), 7, "{}", ran.out);
}
