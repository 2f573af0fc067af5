//! `pupa ruby` and `pupa erb`: Ruby programs and templates of people.

use crate::sandbox::Sandbox;

#[test]
fn programs_get_arguments_and_print() {
    let sandbox = Sandbox::new(&[
        ("a/sum.rb", "puts ARGV.sum(&:to_i)\nputs File.read('a/n')\n"),
        ("a/n", "7"),
    ]);
    sandbox.run(&["ruby", "a/sum.rb", "1", "2"]).expect(0, "3\n7\n", "");
    sandbox.run(&["ruby", "-e", "p ARGV", "a", "b"]).expect(0, "[\"a\", \"b\"]\n", "");
}

#[test]
fn exits_and_exceptions_are_exit_codes() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run(&["ruby", "-e", "exit"]).expect(0, "", "");
    sandbox.run(&["ruby", "-e", "exit 3"]).expect(1, "", "");
    sandbox.run(&["ruby", "-e", "raise 'no'"]).expect(
        1,
        "",
        "-e:1:in `<main>': no (RuntimeError)\n",
    );
    let ran = sandbox.run(&["ruby", "-e", "p 1 +"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(" --> -e:1:6\n"), "{}", ran.err);
}

#[test]
fn programs_stay_in_their_sandbox() {
    let sandbox = Sandbox::new(&[("secret/key", "x")]);
    let read = "print File.read('secret/key')";
    let ran = sandbox.run(&["ruby", "-e", read]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("Permission denied @ rb_sysopen - secret/key (Errno::EACCES)"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("`--read PATH` allows others"), "{}", ran.err);
    sandbox.run(&["ruby", "--read", "secret", "-e", read]).expect(0, "x", "");
    for (program, part) in [
        ("File.write('secret/key', 'y')", "It writes none"),
        ("`id`", "running commands is not allowed"),
        ("loop { }", "the program reached the limit of steps"),
        ("'a' * 10**10", "the program reached the limit of memory"),
        ("def again = again\nagain", "stack level too deep"),
        ("Thread.new { }", "Thread.new is not supported by Pupa"),
    ] {
        let ran = sandbox.run(&["ruby", "--max-steps", "1000000", "-e", program]);
        assert_eq!(ran.code, 1, "{program}");
        assert!(ran.err.contains(part), "{program}: {}", ran.err);
    }
}

const HOSTS: &str = "\
<%# The hosts of a network. -%>
<% @hosts.each do |name, address| -%>
<%= address %> <%= name %>
<% end -%>
";

#[test]
fn templates_are_rendered_and_translated() {
    let sandbox = Sandbox::new(&[
        ("hosts.erb", HOSTS),
        ("vars.yaml", "hosts:\n  web: 10.0.0.1\n  db: 10.0.0.2\n"),
        ("search.erb", "<% if has_variable?('domain') -%>\nsearch <%= @domain %>\n<% end -%>\n"),
    ]);
    sandbox.run(&["erb", "render", "hosts.erb", "--vars", "vars.yaml"]).expect(
        0,
        "10.0.0.1 web\n10.0.0.2 db\n",
        "",
    );
    sandbox.run(&["erb", "to-epp", "hosts.erb"]).expect(
        0,
        "<%- | $hosts | -%>\n<%# The hosts of a network. -%>\n<% $hosts.each |$name, $address| { -%>\n\
         <%= $address %> <%= $name %>\n<% } -%>\n",
        "",
    );
    let ran = sandbox.run(&["erb", "to-epp", "search.erb"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("search.erb:1: no translation for"), "{}", ran.err);
}

#[test]
fn mistakes_in_templates_have_their_line() {
    let sandbox = Sandbox::new(&[("call.erb", "x\n<%= @a.foo %>\n"), ("if.erb", "x\n<%= if %>\n")]);
    sandbox.run(&["erb", "render", "call.erb"]).expect(
        1,
        "",
        "Error: call.erb:2: undefined method `foo' for nil:NilClass (NoMethodError)\n",
    );
    let ran = sandbox.run(&["erb", "check", "call.erb", "if.erb"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(" --> if.erb:2:5\n"), "{}", ran.err);
    assert!(!ran.err.contains("call.erb"), "{}", ran.err);
}
