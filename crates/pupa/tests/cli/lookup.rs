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

/// Data with options of lookups.
const OPTIONS: &str = "\
Searching for \"lookup_options\"
  Global Data Provider (hiera configuration version 5)
    No such key: \"lookup_options\"
  Environment Data Provider (hiera configuration version 5)
    Using configuration \"[ROOT]/env/hiera.yaml\"
    Merge strategy hash
      Hierarchy entry \"node\"
        Path \"[ROOT]/env/data/nodes/web01.yaml\"
          Original path: \"nodes/%{trusted.certname}.yaml\"
          No such key: \"lookup_options\"
      Hierarchy entry \"common\"
        Path \"[ROOT]/env/data/common.yaml\"
          Original path: \"common.yaml\"
          Found key: \"lookup_options\" value: {
            \"app::tags\" => {
              \"merge\" => \"unique\"
            }
          }
      Merged result: {
        \"app::tags\" => {
          \"merge\" => \"unique\"
        }
      }
  Module \"app\" not found
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
fn values_in_three_forms() {
    let sandbox = sandbox();
    look_up(&sandbox, &["app::port"]).expect(0, "--- 8080\n", "");
    look_up(&sandbox, &["app::tags"]).expect(0, "---\n- web\n", "");
    look_up(&sandbox, &["users.ann", "--render-as", "json"]).expect(
        0,
        "{\"shell\":\"zsh\",\"groups\":[\"b\",\"--a\"]}\n",
        "",
    );
    let text = "{\"shell\"=>\"zsh\", \"groups\"=>[\"b\", \"--a\"]}\n";
    look_up(&sandbox, &["users.ann", "--render-as", "s"]).expect(0, text, "");
}

#[test]
fn the_first_key_that_is_found_counts() {
    look_up(&sandbox(), &["nowhere", "app::port", "users"]).expect(0, "--- 8080\n", "");
}

#[test]
fn values_are_merged_as_asked() {
    let sandbox = sandbox();
    let merged = |options: &[&str]| {
        let args = [&["users", "--render-as", "json", "--merge"], options].concat();
        let ran = look_up(&sandbox, &args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{options:?}");
        ran.json()
    };
    assert!(merged(&["first"]).get("ben").is_none());
    assert_eq!(merged(&["hash"])["ann"]["groups"], serde_json::json!(["b", "--a"]));
    assert_eq!(merged(&["deep"])["ann"]["groups"], serde_json::json!(["a", "b", "--a"]));
    let knocked_out = merged(&["deep", "--knock-out-prefix=--"]);
    assert_eq!(knocked_out["ann"]["groups"], serde_json::json!(["b"]));
    let sorted = merged(&["deep", "--sort-merged-arrays"]);
    assert_eq!(sorted["ann"]["groups"], serde_json::json!(["--a", "a", "b"]));
    look_up(&sandbox, &["app::port", "--merge", "unique"]).expect(0, "---\n- 8080\n- 80\n", "");
}

#[test]
fn facts_are_seen_and_variables_after_compiling() {
    let sandbox = sandbox();
    let greeting = look_up(&sandbox, &["greeting", "--facts", "facts.json"]);
    greeting.expect(0, "--- hello from Debian\n", "");
    look_up(&sandbox, &["role", "--compile"]).expect(0, "--- web\n", "");
    let unknown = look_up(&sandbox, &["role"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (1, ""));
    assert!(unknown.err.starts_with("Error: Undefined variable 'role'"), "{}", unknown.err);
    let place = "  help: the value of 'role' is from [ROOT]/env/data/common.yaml, line 8\n";
    assert!(unknown.err.ends_with(place), "{}", unknown.err);
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
    no_type.expect(2, "", "error: 'Foo[' of --type is no type: Syntax error at end of input\n");
    let args = ["lookup", "--environment-dir", "env", "app::port", "--type", "Foo["];
    let as_puppet = crate::puppet_name::run(&sandbox, &args);
    as_puppet.expect(1, "", "Error: Could not run: Syntax error at end of input\n");
}

#[test]
fn the_way_to_a_value_is_explained() {
    let found = "\
Searching for \"app::port\"
  Global Data Provider (hiera configuration version 5)
    No such key: \"app::port\"
  Environment Data Provider (hiera configuration version 5)
    Using configuration \"[ROOT]/env/hiera.yaml\"
    Hierarchy entry \"node\"
      Path \"[ROOT]/env/data/nodes/web01.yaml\"
        Original path: \"nodes/%{trusted.certname}.yaml\"
        Found key: \"app::port\" value: 8080
";
    let explained = look_up(&sandbox(), &["app::port", "--explain"]);
    explained.expect(0, &format!("{OPTIONS}{found}"), "");
}

#[test]
fn the_way_to_no_value_is_explained_too() {
    let ran = look_up(&sandbox(), &["app::nowhere", "--explain"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let last = "Function lookup() did not find a value for the name 'app::nowhere'\n";
    assert!(ran.out.ends_with(last), "{}", ran.out);
}

#[test]
fn options_of_lookups_are_explained_without_a_key() {
    let ran = look_up(&sandbox(), &["--explain-options"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let head = "Merge strategy hash\n  Global Data Provider (hiera configuration version 5)\n";
    assert!(ran.out.starts_with(head), "{}", ran.out);
    assert!(ran.out.contains("Found key: \"lookup_options\""), "{}", ran.out);
    assert!(!ran.out.contains("Searching for"), "{}", ran.out);
}

#[test]
fn programs_read_where_values_stand() {
    let sandbox = sandbox();
    let json = look_up(&sandbox, &["users", "--merge", "hash", "--format", "json"]).json();
    assert_eq!(json["found"], true);
    assert_eq!(json["value"]["ben"]["groups"][0], "c");
    let sources = json["sources"].as_array().unwrap();
    let places = sources.iter().map(|one| (&one["level"], &one["file"], &one["line"]));
    let expected = [("node", "nodes/web01.yaml", 2), ("common", "common.yaml", 5)];
    let expected = expected.map(|(level, file, line)| {
        (level.into(), format!("[ROOT]/env/data/{file}").into(), line.into())
    });
    assert!(places.eq(expected.iter().map(|(level, file, line)| (level, file, line))), "{json}");
    assert!(json.get("explanation").is_none(), "{json}");
    let explained = look_up(&sandbox, &["app::port", "--explain", "--format", "json"]).json();
    assert_eq!(explained["explanation"]["branches"][1]["key"], "app::port");
    let missing = look_up(&sandbox, &["nowhere", "--format", "json"]);
    assert_eq!((missing.code, missing.err.as_str()), (1, ""));
    assert_eq!(missing.json()["found"], false);
}

#[test]
fn backends_in_ruby_that_define_nothing() {
    let sandbox = Sandbox::new(&[
        ("env/hiera.yaml", "version: 5\nhierarchy: [{name: vault, lookup_key: vault::get}]\n"),
        ("env/modules/vault/lib/puppet/functions/vault/get.rb", ""),
    ]);
    let ran = sandbox.run(&["lookup", "a", "--node", "n", "--environment-dir", "env"]);
    let path = "[ROOT]/env/modules/vault/lib/puppet/functions/vault/get.rb";
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no create_function call") && ran.err.contains(path), "{}", ran.err);
}

#[test]
fn a_key_that_is_near_is_named() {
    let data = "app::port: { tcp: 80 }\nlookup_options:\n  app::port: { merge: first }\n";
    let sandbox =
        Sandbox::new(&[("env/hiera.yaml", "version: 5\n"), ("env/data/common.yaml", data)]);
    let message = "Error: Function lookup() did not find a value for the name";
    for (key, help) in [
        ("app::prot", "  help: did you mean `app::port`?\n"),
        ("app::prot.0", "  help: did you mean `app::port`?\n"),
        ("app::port.number", ""),
        ("lookup_option", ""),
        ("elsewhere", ""),
    ] {
        let ran = sandbox.run(&["lookup", key, "--node", "n", "--environment-dir", "env"]);
        ran.expect(1, "", &format!("{message} '{key}'\n{help}"));
    }
}

#[test]
fn what_is_not_there_is_an_error() {
    let sandbox = sandbox();
    let message = "Error: Function lookup() did not find a value for the name 'nowhere'\n";
    look_up(&sandbox, &["nowhere"]).expect(1, "", message);
    let message =
        "Error: Function lookup() did not find a value for any of the names ['nowhere', 'here']\n";
    look_up(&sandbox, &["nowhere", "here"]).expect(1, "", message);
}

#[test]
fn a_forgotten_environment_is_told() {
    let sandbox = sandbox();
    let ran = sandbox.run(&["lookup", "app::port"]);
    let message = "Error: Function lookup() did not find a value for the name 'app::port'\n";
    let help = "  help: no environment was searched; --environment-dir DIR names one";
    ran.expect(1, "", &format!("{message}{help}\n"));
    // With a hiera.yaml, the current directory is an environment.
    sandbox.write("hiera.yaml", HIERA.as_bytes());
    sandbox.run(&["lookup", "app::port"]).expect(1, "", message);
    sandbox.write("data/common.yaml", b"app::port: 443\n");
    sandbox.run(&["lookup", "app::port"]).expect(0, "--- 443\n", "");
}

/// Values that JSON has no words for, or that are deeper than Ruby writes.
#[test]
fn what_json_can_not_tell_is_an_error() {
    let deep = format!("{}1{}", "[".repeat(150), "]".repeat(150));
    let data = format!("k: [1, .inf]\nn: .nan\ndeep: {deep}\n");
    let sandbox = Sandbox::new(&[("env/hiera.yaml", HIERA), ("env/data/common.yaml", &data)]);
    let as_json = |key| look_up(&sandbox, &[key, "--render-as", "json"]);
    as_json("k").expect(1, "", "Error: Infinity not allowed in JSON\n");
    as_json("n").expect(1, "", "Error: NaN not allowed in JSON\n");
    as_json("deep").expect(0, &format!("{deep}\n"), "");
    let explained = look_up(&sandbox, &["k", "--explain", "--render-as", "json"]);
    explained.expect(1, "", "Error: Infinity not allowed in JSON\n");
    for args in [&["k", "--format", "json"][..], &["k", "--format", "json", "--explain"]] {
        let ran = look_up(&sandbox, args);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
        let json = ran.json();
        assert_eq!(json["error"], "Infinity not allowed in JSON");
        assert_eq!((&json["found"], &json["sources"][0]["line"]), (&true.into(), &1.into()));
    }
    let whole = look_up(&sandbox, &["deep", "--format", "json"]);
    assert!(whole.code == 0 && whole.out.contains(&deep), "{}", whole.out);
}

#[test]
fn programs_read_where_errors_are() {
    let data = "cycle: \"%{lookup('cycle')}\"\nmethod: \"%{foo('x')}\"\nport: 80\n";
    let broken = "x: [1\ny: 2\n";
    let sandbox = Sandbox::new(&[
        ("env/hiera.yaml", HIERA),
        ("env/data/common.yaml", data),
        ("env/data/nodes/broken.yaml", broken),
        ("env/manifests/site.pp", "\nfail('no catalog')\n"),
    ]);
    let common = "[ROOT]/env/data/common.yaml";
    for (args, file, line, part) in [
        (&["cycle"][..], common, 1, "Recursive lookup"),
        (&["method"], common, 2, "Unknown interpolation method"),
        (&["port", "--type", "String"], common, 3, "wrong type"),
        (&["x", "--node", "broken"], "[ROOT]/env/data/nodes/broken.yaml", 2, "did not find"),
        (&["port", "--compile"], "[ROOT]/env/manifests/site.pp", 2, "no catalog"),
    ] {
        let around = ["lookup", "--environment-dir", "env", "--format", "json"];
        let ran = sandbox.run(&[&around[..], args].concat());
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{args:?}");
        let json = ran.json();
        assert_eq!((&json["found"], &json["file"]), (&false.into(), &file.into()), "{json}");
        assert_eq!(json["line"], line, "{json}");
        assert!(json["error"].as_str().unwrap().contains(part), "{json}");
    }
    let json = look_up(&sandbox, &["cycle", "--format", "json"]).json();
    let help = format!("the value of 'cycle' is from {common}, line 1");
    assert_eq!(json["help"], help);
}

#[test]
fn explanations_for_programs_hide_sensitive_answers() {
    let data = "lookup_options: {pw: {convert_to: Sensitive}}\npw: \"hunter2 %{facts.os.name}\"\n";
    let sandbox = Sandbox::new(&[
        ("env/hiera.yaml", HIERA),
        ("env/data/common.yaml", data),
        ("facts.json", "{\"os\": {\"name\": \"Debian\"}}"),
    ]);
    let args = ["pw", "--facts", "facts.json", "--explain", "--format", "json"];
    let ran = look_up(&sandbox, &args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(!ran.out.contains("hunter2"), "{}", ran.out);
    assert!(ran.out.contains("convert_to"), "{}", ran.out);
    assert_eq!(ran.json()["explanation"]["branches"][1]["key"], "pw");
    // The text is that of the reference.
    let text = look_up(&sandbox, &["pw", "--facts", "facts.json", "--explain"]);
    assert!(text.out.contains("hunter2"), "{}", text.out);
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

const VERSION_3: &str = "\
:backends: [yaml, json]
:hierarchy: [above, below]
:merge_behavior: deeper
:yaml:
  :datadir: data
:json:
  :datadir: data
";

const ASKING: &str = "\
class app { notice(hiera('asks'), hiera_hash('users')) }
include app
";

#[test]
fn version_3_has_its_data_where_the_process_is() {
    let files = [
        ("hiera.yaml", VERSION_3),
        ("data/above.yaml", "a: above\nusers: {ann: {x: 1}}\n"),
        ("data/below.yaml", "a: below\nasks: \"%{calling_class}\"\nusers: {ann: {y: 2}}\n"),
        ("data/below.json", "{\"a\": \"json\", \"b\": \"json\"}"),
        ("env/manifests/site.pp", ASKING),
    ];
    let sandbox = Sandbox::new(&files);
    let ask = |key| look_up(&sandbox, &[key, "--hiera-config", "hiera.yaml"]);
    let deprecated = ask("a");
    assert_eq!((deprecated.code, deprecated.out.as_str()), (0, "--- above\n"));
    let warning = "Use of 'hiera.yaml' version 3 is deprecated";
    assert!(deprecated.err.contains(warning), "{}", deprecated.err);
    assert_eq!(ask("b").out, "--- json\n");
    let args = ["compile", "--environment-dir", "env", "--hiera-config", "hiera.yaml"];
    let compiled = sandbox.run(&args);
    assert_eq!(compiled.code, 0, "{}", compiled.err);
    let said = "Scope(Class[App]): app {ann => {y => 2, x => 1}}";
    assert!(compiled.err.contains(said), "{}", compiled.err);
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
