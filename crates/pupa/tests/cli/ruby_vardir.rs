//! `--ruby-vardir`: the one directory in which Ruby code may write files.

use crate::sandbox::Sandbox;

/// A function that keeps a generated value, as those for passwords do.
const KEEP: &str = "require 'fileutils'
require 'yaml'

Puppet::Functions.create_function(:'kept::keep') do
  dispatch :keep do
    param 'String', :name
    param 'Any', :initial
  end

  def keep(name, initial)
    directory = File.join(Puppet[:vardir], 'kept')
    file = File.join(directory, name)
    return YAML.safe_load(File.read(file)) if File.exist?(file)

    FileUtils.mkdir_p(directory)
    File.open(file, 'w', 0o600) { |f| f.write(YAML.dump(initial)) }
    File.chown(File.stat(Puppet[:vardir]).uid, nil, file)
    initial
  end
end
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("env/manifests/site.pp", "notify { 'kept': message => kept::keep('x', $facts['new']) }\n"),
        ("env/modules/kept/lib/puppet/functions/kept/keep.rb", KEEP),
        ("one.json", r#"{"new": "first"}"#),
        ("two.json", r#"{"new": "second"}"#),
        ("var/readme", ""),
    ]);
    sandbox.write("secret", b"outside\n");
    sandbox
}

fn text(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.root().join(path)).unwrap()
}

fn compile(sandbox: &Sandbox, facts: &str, more: &[&str]) -> crate::sandbox::Ran {
    let args = ["compile", "--environment-dir", "env", "--node", "n", "--facts", facts];
    sandbox.run(&[&args[..], more].concat())
}

#[test]
fn values_are_kept_in_the_directory() {
    let sandbox = sandbox();
    let ran = compile(&sandbox, "one.json", &["--ruby-vardir", "var"]);
    assert!(ran.code == 0 && ran.out.contains("\"first\""), "{}{}", ran.out, ran.err);
    assert_eq!(text(&sandbox, "var/kept/x"), "--- first\n");
    let ran = compile(&sandbox, "two.json", &["--ruby-vardir", "var"]);
    assert!(ran.code == 0 && ran.out.contains("\"first\""), "{}{}", ran.out, ran.err);
}

#[test]
fn without_the_option_nothing_is_written() {
    let sandbox = sandbox();
    let ran = compile(&sandbox, "one.json", &[]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("Permission denied"), "{}", ran.err);
    assert!(ran.err.contains("below the directory of `--ruby-vardir` only"), "{}", ran.err);
    let ran = compile(&sandbox, "one.json", &["--ruby-vardir", "missing"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is no such directory"), "{}", ran.err);
}

#[test]
fn files_outside_of_the_directory_stay() {
    let changes = [
        "File.write(File.join(Puppet[:vardir], '../secret'), 'x')",
        "File.open(File.join(Puppet[:vardir], '..', 'secret'), 'a') { |f| f << 'x' }",
        "File.delete(File.join(Puppet[:vardir], '../secret'))",
        "File.rename(File.join(Puppet[:vardir], '../secret'), File.join(Puppet[:vardir], 'x'))",
        "File.rename(File.join(Puppet[:vardir], 'readme'), File.join(Puppet[:vardir], '../x'))",
        "File.symlink('/etc', File.join(Puppet[:vardir], 'x'))",
        "require 'fileutils'; FileUtils.rm_r(File.join(Puppet[:vardir], '..'))",
        "require 'fileutils'; FileUtils.mkdir_p(File.join(Puppet[:vardir], '../made'))",
        "File.write(__FILE__, 'x')",
    ];
    for change in changes {
        let sandbox = sandbox();
        let template = format!("<% {change} %>");
        sandbox.write("env/modules/kept/templates/t.erb", template.as_bytes());
        sandbox
            .write("env/manifests/site.pp", b"notify { 'n': message => template('kept/t.erb') }\n");
        let ran = compile(&sandbox, "one.json", &["--ruby-vardir", "var"]);
        assert_eq!(ran.code, 1, "{change}: {}", ran.out);
        assert!(ran.err.contains("Permission denied"), "{change}: {}", ran.err);
        assert_eq!(text(&sandbox, "secret"), "outside\n");
    }
}

#[test]
fn files_are_changed_as_ruby_changes_them() {
    let sandbox = sandbox();
    let template = "<%
require 'fileutils'
v = Puppet[:vardir]
FileUtils.mkdir_p(File.join(v, 'a/b'))
f = File.join(v, 'a/b/c')
r = []
r << File.write(f, \"one\\n\") << File.read(f)
File.open(f, 'a') { |x| x.puts 'two' }
r << File.readlines(f, chomp: true) << File.size(f) << File.writable?(f) << File.writable?(__FILE__)
File.open(f, 'r+') { |x| x.write 'ONE'; x.flush }
r << File.read(f)
begin; File.open(f, 'wx'); rescue SystemCallError => e; r << e.class; end
begin; Dir.mkdir(File.join(v, 'a')); rescue SystemCallError => e; r << e.class; end
begin; Dir.rmdir(File.join(v, 'a')); rescue SystemCallError => e; r << e.class; end
FileUtils.cp(f, f + '2'); FileUtils.mv(f + '2', f + '3'); FileUtils.touch(f + '4')
r << Dir.children(File.dirname(f)).sort << File.delete(f) << File.exist?(f)
FileUtils.rm_rf(File.join(v, 'a'))
r << Dir.exist?(File.join(v, 'a'))
-%><%= r.inspect %>";
    sandbox.write("env/modules/kept/templates/t.erb", template.as_bytes());
    sandbox.write("env/manifests/site.pp", b"notice(template('kept/t.erb'))\n");
    let ran = compile(&sandbox, "one.json", &["--ruby-vardir", "var"]);
    let expected = "[4, \"one\\n\", [\"one\", \"two\"], 8, true, false, \"ONE\\ntwo\\n\", Errno::EEXIST, \
                    Errno::EEXIST, Errno::ENOTEMPTY, [\"c\", \"c3\", \"c4\"], 1, false, false]";
    assert!(ran.code == 0 && ran.err.contains(expected), "{}", ran.err);
}
