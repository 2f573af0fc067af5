//! `pupa lookup`: the value of a key, its origin, and errors of the call.

use crate::sandbox::{Ran, Sandbox};

const HIERA: &str = "\
version: 5
hierarchy:
  - name: node
    path: \"nodes/%{trusted.certname}.yaml\"
  - name: common
    path: common.yaml
";

const NODE: &str = "\
app::port: 8080
users:
  ann: {shell: zsh, groups: [b, --a]}
";

const COMMON: &str = "\
lookup_options:
  app::tags: {merge: unique}
app::port: 80
app::tags: [web]
users:
  ann: {groups: [a], uid: 1}
  ben: {groups: [c]}
role: \"%{role}\"
greeting: \"hello from %{facts.os.name}\"
";

const SITE: &str = "\
$role = 'web'
class app(String $port, Array[String] $tags) { notify { 'tags': message => $tags } }
";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("env/hiera.yaml", HIERA),
        ("env/data/nodes/web01.yaml", NODE),
        ("env/data/common.yaml", COMMON),
        ("env/manifests/site.pp", SITE),
        ("facts.json", "{\"os\": {\"name\": \"Debian\"}}"),
    ])
}

fn look_up(sandbox: &Sandbox, args: &[&str]) -> Ran {
    let around = ["lookup", "--node", "web01", "--environment-dir", "env"];
    sandbox.run(&[&around, args].concat())
}

#[test]
fn facts_are_json_or_yaml() {
    let sandbox = sandbox();
    let greeting = |file| look_up(&sandbox, &["greeting", "--facts", file]);
    sandbox.write("json", b"{\"os\": {\"name\": \"Debian\"}}");
    greeting("json").expect(0, "--- hello from Debian\n", "");
    sandbox.write("facts.txt", b"os:\n  name: Debian\n");
    greeting("facts.txt").expect(0, "--- hello from Debian\n", "");
    sandbox.write("broken", b"{\"os\": {\"name\": \"Debian\"\n");
    let broken = greeting("broken");
    assert!(broken.code == 2 && broken.err.starts_with("error: broken: "), "{}", broken.err);
    sandbox.write("latin1.yaml", b"os:\n  name: caf\xE9\n");
    let message = "error: latin1.yaml, line 2: invalid byte sequence in UTF-8\n";
    greeting("latin1.yaml").expect(2, "", message);
}

#[test]
fn types_and_defaults() {
    let sandbox = sandbox();
    look_up(&sandbox, &["app::port", "--type", "Integer"]).expect(0, "--- 8080\n", "");
    look_up(&sandbox, &["nowhere", "--default", "none"]).expect(0, "--- none\n", "");
    let wrong = look_up(&sandbox, &["app::port", "--type", "Array[String]"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""));
    let message = "Found value has wrong type, expects an Array value, got Integer";
    assert!(wrong.err.contains(message), "{}", wrong.err);
    let place =
        "  help: the value of 'app::port' is from [ROOT]/env/data/nodes/web01.yaml, line 1\n";
    assert!(wrong.err.ends_with(place), "{}", wrong.err);
    let merged = look_up(&sandbox, &["users", "--merge", "hash", "--type", "String"]);
    let places = "[ROOT]/env/data/nodes/web01.yaml, line 2; [ROOT]/env/data/common.yaml, line 5\n";
    assert!(merged.err.ends_with(places), "{}", merged.err);
    let no_type = look_up(&sandbox, &["app::port", "--type", "Foo["]);
    no_type.expect(2, "", "error: invalid type 'Foo[' of --type: Syntax error at end of input\n");
    let args = ["lookup", "--environment-dir", "env", "app::port", "--type", "Foo["];
    let as_puppet = crate::puppet_name::run(&sandbox, &args);
    as_puppet.expect(1, "", "Error: Could not run: Syntax error at end of input\n");
}

#[test]
fn calls_that_are_wrong() {
    let sandbox = sandbox();
    for (args, part) in [
        (&[][..], "<KEY>"),
        (&["--explain"], "<KEY>"),
        (&["users", "--knock-out-prefix=--"], "only available with '--merge deep'"),
        (&["users", "--merge", "hash", "--sort-merged-arrays"], "'--merge deep'"),
        (&["users", "--merge", "deepest"], "invalid value 'deepest'"),
        (&["users", "--hiera-config", "nowhere.yaml"], "'nowhere.yaml'"),
        (&["users", "--hiera-config", "env"], "it is a directory, not a file"),
        (&["users", "--facts", "nowhere.json"], "nowhere.json"),
        (&["users", "--render-as", "toml"], "invalid value 'toml'"),
    ] {
        let ran = look_up(&sandbox, args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
}

#[test]
fn compile_names_the_data_of_a_wrong_parameter() {
    let code = format!("{SITE}include app");
    let args = ["compile", "--node", "web01", "--environment-dir", "env", "--execute", &code];
    let ran = sandbox().run(&args);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let message = "Class[App]: parameter 'port' expects a String value, got Integer";
    assert!(ran.err.contains(message), "{}", ran.err);
    let place = "the value of 'app::port' is from [ROOT]/env/data/nodes/web01.yaml, line 1\n";
    assert!(ran.err.ends_with(place), "{}", ran.err);
}

#[test]
fn resources_are_explained_down_to_the_data() {
    let code = "class app(Array $tags) { notify { 'tags': message => $tags } } include app";
    let around = ["explain", "web01", "--environment-dir", "env", "-e", code];
    let of = |resource| sandbox().run(&[&around[..], &[resource]].concat());
    let place = "[ROOT]/env/data/common.yaml:4";
    for resource in ["Class[App]", "Notify[tags]"] {
        let ran = of(resource);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{resource}");
        assert!(ran.out.contains("looked up in data"), "{}", ran.out);
        assert!(ran.out.contains(place), "{}", ran.out);
    }
}

const LOOKING_UP: &str = "\
$users = lookup('users', Hash, 'hash')
file { '/ann': content => String($users['ann']['uid']), mode => lookup('nowhere', undef, undef, '0644') }
['node', 'tags'].each |$key| {
  file { \"/${key}\": content => String(lookup(\"app::${key}\", undef, undef, 'none')) }
}
file { '/port': content => \"${hiera('app::port')} ${lookup({name => 'role', override => {role => 1}})}\" }
";

#[test]
fn lookups_of_programs_are_explained_down_to_the_data() {
    let sandbox = sandbox();
    let around = ["explain", "web01", "--environment-dir", "env", "--strict", "off"];
    let of = |resource, args: &[&str]| {
        let ran = sandbox.run(&[&around[..], &["-e", LOOKING_UP, resource], args].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{resource}");
        ran
    };
    let common = "level 'common' of the Environment Data Provider (hiera configuration version 5) \
                  at [ROOT]/env/data/common.yaml";
    let user = of("File[/ann]", &["--param", "content"]).out;
    assert!(user.contains("looked up in data: 'users'\n"), "{user}");
    assert!(user.contains("at [ROOT]/env/data/nodes/web01.yaml:2\n"), "{user}");
    assert!(user.contains(&format!("{common}:5\n")), "{user}");
    let mode = of("File[/ann]", &["--param", "mode"]).out;
    assert!(mode.contains("looked up in data: 'nowhere', which data does not have\n"), "{mode}");
    // In a loop each resource has the lookup of its own round.
    let tags = of("File[/tags]", &["--param", "content"]).out;
    assert!(tags.contains("looked up in data: 'app::tags'\n"), "{tags}");
    assert!(tags.contains(&format!("{common}:4\n")), "{tags}");
    let none = of("File[/node]", &["--param", "content"]).out;
    assert!(none.contains("'app::node', which data does not have\n"), "{none}");
    let port = of("File[/port]", &["--param", "content", "--format", "json"]).json();
    let lookups = &port["parameters"][0]["origin"]["lookups"];
    assert_eq!(lookups.as_array().unwrap().len(), 1, "what the caller gives is not from data");
    assert_eq!(
        (&lookups[0]["key"], &lookups[0]["data"][0]["line"]),
        (&"app::port".into(), &1.into())
    );
}

#[test]
fn explanations_of_lookups_show_no_secrets() {
    let data = "lookup_options: {pw: {convert_to: Sensitive}}\npw: hunter2\n";
    let sandbox = Sandbox::new(&[("env/hiera.yaml", HIERA), ("env/data/common.yaml", data)]);
    let code = "$pw = lookup('pw') file { '/a': content => String($pw.unwrap.length) }";
    for form in ["text", "json"] {
        let args = ["explain", "web01", "File[/a]", "--environment-dir", "env", "-e", code];
        let ran = sandbox.run(&[&args[..], &["--format", form]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("[ROOT]/env/data/common.yaml"), "{}", ran.out);
        assert!(!ran.out.contains("hunter"), "{}", ran.out);
    }
}
