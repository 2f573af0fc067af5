//! `pupa data lint`: what it finds, what it leaves alone, and wrong calls.

use std::fmt::Write;

use crate::sandbox::{BROKEN, Ran, Sandbox};

const HIERA: &str = "\
version: 5
hierarchy:
  - name: nodes
    path: nodes/%{trusted.certname}.yaml
  - name: common
    path: common.yaml
";

const APP: &str = "\
class app(
  Integer $port,
  App::Mode $mode = 'fast',
  Array[String] $users = [],
  Hash[String, Integer] $limits = {},
  Optional[String] $title_text = undef,
  Sensitive[String] $secret = Sensitive('x'),
) { }
";

const MODE: &str = "type App::Mode = Enum['fast', 'safe']\n";

/// An environment with one module and these files.
fn sandbox(files: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("hiera.yaml", HIERA),
        ("data/common.yaml", "app::port: 80\n"),
        ("modules/app/manifests/init.pp", APP),
        ("modules/app/types/mode.pp", MODE),
    ]);
    for (path, text) in files {
        sandbox.write(path, text.as_bytes());
    }
    sandbox
}

fn lint(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run(&[&["data", "lint"], args].concat())
}

/// All findings as `FILE:LINE:COLUMN SEVERITY CODE MESSAGE (HELP)`.
fn told(sandbox: &Sandbox, args: &[&str]) -> Vec<String> {
    let ran = lint(sandbox, &[&["--format", "json"], args].concat());
    assert_eq!(ran.err, "");
    let report = ran.json();
    let findings = report["diagnostics"].as_array().unwrap();
    let has_errors = findings.iter().any(|finding| finding["severity"] == "error");
    assert_eq!(ran.code, i32::from(has_errors));
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let line = |finding: &serde_json::Value| {
        let of = |key: &str| text(&finding[key]);
        let help =
            finding.get("help").map_or_else(String::new, |help| format!(" ({})", text(help)));
        format!(
            "{}:{}:{} {} {} {}{help}",
            of("file"),
            of("line"),
            of("column"),
            of("severity"),
            of("code"),
            of("message")
        )
    };
    findings.iter().map(line).collect()
}

/// What is told of an environment with these files.
fn told_of(files: &[(&str, &str)]) -> Vec<String> {
    told(&sandbox(files), &[])
}

#[test]
fn good_data_is_not_talked_about() {
    let sandbox = sandbox(&[("data/nodes/web.yaml", "app::mode: safe\n")]);
    let ran = lint(&sandbox, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    let summary = ran.err.strip_prefix("checked 2 keys in 2 data files, in ").unwrap();
    assert!(summary.ends_with(": no errors\n"), "{summary}");
    lint(&sandbox, &["--quiet"]).expect(0, "", "");
}

#[test]
fn findings_look_like_those_of_check() {
    let sandbox = sandbox(&[("data/common.yaml", "app::prot: 80\napp::port: many\n")]);
    lint(&sandbox, &["--quiet"]).expect(
        1,
        "",
        "\
warning[unused-data-key]: class `app` has no parameter `prot`, and no lookup uses the key `app::prot`
 --> data/common.yaml:1:1
  |
1 | app::prot: 80
  | ^^^^^^^^^
  |
  = help: did you mean `app::port`?

error[data-type-mismatch]: Class[App]: parameter 'port' expects an Integer value, got String
 --> data/common.yaml:2:1
  |
2 | app::port: many
  | ^^^^^^^^^

",
    );
    lint(&sandbox, &["--format", "line"]).expect(
        1,
        "",
        "\
Warning: class `app` has no parameter `prot`, and no lookup uses the key `app::prot` (file: data/common.yaml, line: 1, column: 1)
Error: Class[App]: parameter 'port' expects an Integer value, got String (file: data/common.yaml, line: 2, column: 1)
",
    );
    let sarif = lint(&sandbox, &["--format", "sarif"]).json();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let rules: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(rules, ["data-type-mismatch", "unused-data-key"]);
    let ran = lint(&sandbox, &["--max-diagnostics", "1"]);
    assert!(ran.err.ends_with(": 1 error, 1 warning (1 not shown)\n"), "{}", ran.err);
    let explained = sandbox.run(&["explain", "unused-data-key"]);
    assert!(
        explained.out.starts_with("unused-data-key (warning)\n\nNo class"),
        "{}",
        explained.out
    );
}

#[test]
fn keys_that_nothing_uses() {
    let data = "\
app::port: 80
app::sever::port: 80
::app::port: 80
app::vhost::port: 80
site_kye: 1
site_key: 1
";
    let found = told_of(&[
        ("data/common.yaml", data),
        ("manifests/site.pp", "lookup('site_key')\n"),
        ("modules/app/manifests/server.pp", "class app::server { }\n"),
        ("modules/app/manifests/vhost.pp", "define app::vhost($port) { }\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/common.yaml:2:1 warning unused-data-key no class `app::sever`, and no lookup \
             uses the key `app::sever::port` (did you mean the class `app::server`?)",
            "data/common.yaml:3:1 warning unused-data-key keys have no leading `::`, and no lookup \
             uses this one (did you mean `app::port`?)",
            "data/common.yaml:4:1 warning unused-data-key `app::vhost` is a defined type, whose \
             parameters are not looked up, and no lookup uses the key `app::vhost::port`",
            "data/common.yaml:5:1 warning unused-data-key no lookup uses the key `site_kye` (did \
             you mean `site_key`?)",
        ]
    );
}

/// Modules are often not installed where data is checked.
#[test]
fn data_of_modules_that_are_not_here() {
    let data = "\
ap::port: 80
apache::port: 80
apache::vhosts::all: {}
site::used: 1
role::web::port: 1
role::web::size: x
lookup_options:
  apache::mods: {merge: unique}
  '^apache::(vhosts|mods)': {merge: deep}
";
    let site = "\
lookup('site::used')
lookup('mysql::password')
class role::web(Integer $size = 1) { }
";
    let mut files = vec![
        ("data/common.yaml", data),
        ("data/nodes/a.yaml", "apache::port: 81\n"),
        ("manifests/site.pp", site),
    ];
    assert_eq!(
        told_of(&files),
        [
            "data/common.yaml:1:1 warning missing-module there is no module `ap` here, so \
             `ap::port` was not checked (did you mean the module `app`?)",
            "data/common.yaml:5:1 warning unused-data-key class `role::web` has no parameter \
             `port`, and no lookup uses the key `role::web::port`",
            "data/common.yaml:6:1 error data-type-mismatch Class[Role::Web]: parameter 'size' \
             expects an Integer value, got String",
            "data/nodes/a.yaml:1:1 warning missing-module there is no module `apache` here, so 2 \
             keys of it were not checked",
        ]
    );
    // It is known that it will be there.
    files.push(("Puppetfile", "mod 'puppetlabs/apache', '1.0.0'\n"));
    assert_eq!(
        told_of(&files)[3],
        "data/nodes/a.yaml:1:1 note missing-module the module `apache` of the Puppetfile is not \
         installed, so 2 keys of it were not checked"
    );
}

#[test]
fn every_lookup_is_a_use() {
    let data = "\
app::port: '%{lookup(\"in_data.x\")}'
in_data: '%{alias(\"in_alias\")}'
in_alias: {x: '%{hiera(\"in_hiera\")}'}
in_hiera: 1
plain: 1
first: 1
second: 1
named: 1
dug: {x: 1}
included: 1
received: 1
templated: 1
quoted: 1
site_web_port: 1
site_web_host: 1
inline: 1
";
    let site = "\
lookup('plain')
lookup(['first', 'second'])
lookup({ 'name' => 'named', 'merge' => 'deep' })
hiera('dug.x')
hiera_include('included')
'received'.lookup
lookup(\"site_${facts['role']}_port\")
inline_epp('<%= lookup(\"inline\") %>')
";
    let files = [
        ("data/common.yaml", data),
        ("manifests/site.pp", site),
        ("modules/app/manifests/init.pp", "class app($port) { }\n"),
        ("modules/app/templates/a.epp", "<%= lookup('templated') %>\n"),
        ("modules/app/templates/b.erb", "<%= scope.call_function('lookup', ['quoted']) %>\n"),
    ];
    assert_eq!(
        told_of(&files),
        ["data/common.yaml:15:1 warning unused-data-key no lookup uses the key `site_web_host`"]
    );
}

/// Ruby code is not read as a program, so that what it may look up counts as used.
#[test]
fn lookups_in_ruby_code() {
    let data = "app::port: 80\nleft: 1\nsecrets_a: 1\nrole_web: 1\nrole_db: 1\n";
    let unused = |files: &[(&str, &str)]| {
        let found = told_of(&[&[("data/common.yaml", data)], files].concat()).into_iter();
        let key = |line: String| line.split("the key `").nth(1).map(str::to_owned);
        found.filter_map(key).map(|key| key.trim_end_matches('`').to_owned()).collect::<Vec<_>>()
    };
    let all = ["left", "secrets_a", "role_web", "role_db"];
    assert_eq!(unused(&[]), all);
    let function = "modules/app/lib/puppet/functions/app/secret.rb";
    let in_part = "call_function('lookup', \"secrets_#{key}\")\n";
    assert_eq!(unused(&[(function, in_part)]), ["left", "role_web", "role_db"]);
    let template = "<%= scope.function_hiera([\"role_#{@role}\"]) %>\n";
    let template = ("modules/app/templates/a.erb", template);
    assert_eq!(unused(&[template]), ["left", "secrets_a"]);
    let plain = ("modules/app/templates/app.conf", template.1);
    assert_eq!(unused(&[plain]), ["left", "secrets_a"]);
    let helper = ("modules/app/lib/puppet_x/app/secret.rb", in_part);
    assert_eq!(unused(&[helper]), ["left", "role_web", "role_db"]);
    let file = ("modules/app/files/a.epp", "<%= lookup(\"role_${role}\") %>\n");
    assert_eq!(unused(&[file]), ["left", "secrets_a"]);
    let inline = "inline_epp(@(END))\n<%= lookup(\"role_${role}\") %>\n| END\n";
    assert_eq!(unused(&[("manifests/site.pp", inline)]), ["left", "secrets_a"]);
    // A function that is named as a lookup has the keys that it is called with.
    let named = "modules/app/lib/puppet/functions/app/lookup.rb";
    let wrapper = (named, "call_function('lookup', key)\n");
    let site = ("manifests/site.pp", "app::lookup('left')\n");
    assert_eq!(unused(&[wrapper, site]), all[1..]);

    let old = "modules/app/lib/puppet/parser/functions/find.rb";
    let any = [("data/common.yaml", data), (old, "function_hiera([args[0]])\n")];
    assert_eq!(
        told_of(&any),
        [
            "modules/app/lib/puppet/parser/functions/find.rb:1:1 note dynamic-lookup-key this lookup \
          may use any key, so keys that nothing uses are not reported"
        ]
    );
}

#[test]
fn keys_that_hold_what_others_repeat_are_used() {
    let data = "app::port: 80\nbase: &base {a: 1}\nleft: &left 1\napp::limits:\n  <<: *base\n";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        ["data/common.yaml:3:1 warning unused-data-key no lookup uses the key `left`"]
    );
}

#[test]
fn a_lookup_of_any_key_is_told_instead_of_unused_keys() {
    let found = told_of(&[
        ("data/common.yaml", "app::port: 80\nleft: 1\nlookup_options: {gone: {merge: deep}}\n"),
        ("manifests/site.pp", "$x = lookup($facts['key'])\n$y = lookup($facts['other'])\n"),
    ]);
    assert_eq!(
        found,
        ["manifests/site.pp:1:6 note dynamic-lookup-key this lookup may use any key, so keys \
          that nothing uses are not reported"]
    );
}

#[test]
fn values_that_do_not_fit() {
    let data = "\
app::port: '80'
app::mode: slow
app::users:
  - alice
  - 7
app::limits: {files: many, cores: 2}
app::title_text: [x]
app::secret: plain
";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        [
            "data/common.yaml:1:1 error data-type-mismatch Class[App]: parameter 'port' expects an \
             Integer value, got String",
            "data/common.yaml:2:1 error data-type-mismatch Class[App]: parameter 'mode' expects a \
             match for App::Mode = Enum['fast', 'safe'], got 'slow'",
            "data/common.yaml:5:5 error data-type-mismatch Class[App]: parameter 'users' index 1 \
             expects a String value, got Integer",
            "data/common.yaml:6:15 error data-type-mismatch Class[App]: parameter 'limits' entry \
             'files' expects an Integer value, got String",
            "data/common.yaml:7:1 error data-type-mismatch Class[App]: parameter 'title_text' \
             expects a value of type Undef or String, got Tuple",
            "data/common.yaml:8:1 error data-type-mismatch Class[App]: parameter 'secret' expects \
             a Sensitive[String] value, got String",
        ]
    );
}

#[test]
fn what_is_not_certain_is_not_judged() {
    let data = "\
app::port: '%{alias(\"port\")}'
port: 80
app::mode: '%{facts.kernel}'
app::users: [alice, '%{facts.kernel}']
app::limits: {'%{facts.kernel}': 2}
app::secret: plain
lookup_options:
  app::secret: {convert_to: Sensitive}
";
    assert_eq!(told_of(&[("data/common.yaml", data)]), [""; 0]);
    let data = "app::port: '%{facts.port}'\napp::users: {x: '%{facts.kernel}'}\n";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        [
            "data/common.yaml:1:1 error data-type-mismatch Class[App]: parameter 'port' expects an \
             Integer value, got String",
            "data/common.yaml:2:1 error data-type-mismatch Class[App]: parameter 'users' expects \
             an Array value, got Struct",
        ]
    );
}

/// Each level of the value could be of two types, and each of them again of two.
#[test]
fn types_that_hold_themselves_come_to_an_end() {
    let tree = "type App::Mode = Variant[Array[App::Mode], Array[Variant[App::Mode, Integer]]]\n";
    let leaf = |depth: usize| {
        format!("app::mode: {}'%{{facts.kernel}}'{}\n", "[".repeat(depth), "]".repeat(depth))
    };
    let told = |data: &str| {
        let files = [("modules/app/types/mode.pp", tree), ("data/common.yaml", data)];
        told_of(&files).into_iter().filter(|line| line.contains("data-type-mismatch")).count()
    };
    assert_eq!(told(&leaf(2)), 1);
    assert_eq!(told(&leaf(30)), 0, "nobody waits for it");
}

/// A program may have written the data, on one line.
#[test]
fn many_keys_on_one_line() {
    let count = 20_000;
    let mut data = "{\"app::port\": 80, \"base\": &base 1".to_owned();
    for key in 0..count {
        write!(data, ", \"kéy{key}\": *base").unwrap();
    }
    data.push('}');
    let sandbox = sandbox(&[("data/common.yaml", &data)]);
    let ran = lint(&sandbox, &["--format", "line", "--max-diagnostics", "1"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("no lookup uses the key `kéy0`"), "{}", ran.err);
}

/// Of a value in parts, those are told that do not fit whatever is interpolated.
#[test]
fn parts_that_may_fit_are_not_blamed() {
    let class = "\
class app(
  Integer $port,
  Array[Integer] $list,
  Hash[String, Struct[{ mode => Enum['a', 'b'], n => Integer }]] $parts,
) { }
";
    let data = "\
app::port: 80
app::list: [\"%{alias('app::port')}\", 2, x]
app::parts:
  one: {mode: '%{facts.kernel}', n: 1}
  two: {mode: c, n: \"%{alias('app::port')}\"}
  three: {mode: '%{facts.kernel}', n: x}
";
    let files = [("modules/app/manifests/init.pp", class), ("data/common.yaml", data)];
    assert_eq!(
        told_of(&files),
        [
            "data/common.yaml:2:41 error data-type-mismatch Class[App]: parameter 'list' index 2 \
             expects an Integer value, got String",
            "data/common.yaml:3:1 error data-type-mismatch Class[App]:\n  parameter 'parts' entry \
             'two' entry 'mode' expects a match for Enum['a', 'b'], got 'c'\n  parameter 'parts' \
             entry 'three' entry 'n' expects an Integer value, got String",
        ]
    );
}

#[test]
fn no_value_is_the_default_if_there_is_one() {
    assert_eq!(
        told_of(&[("data/common.yaml", "app::port: ~\napp::mode: ~\n")]),
        ["data/common.yaml:1:1 error data-type-mismatch Class[App]: parameter 'port' expects an \
          Integer value, got Undef"]
    );
}

#[test]
fn merged_values_are_judged_by_what_they_become() {
    let data = "\
app::port: 80
app::users: alice
app::limits: {files: many}
app::title_text: x
lookup_options:
  app::users: {merge: unique}
  '^app::limits$': {merge: {strategy: deep}}
  app::title_text: {merge: unique}
";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        ["data/common.yaml:4:1 error data-type-mismatch Class[App]: parameter 'title_text' \
          expects a value of type Undef or String, got Tuple"]
    );
    // Where not all nodes have the options, the value may be used as it is.
    let files = [
        ("data/common.yaml", "app::port: 80\napp::title_text: x\n"),
        ("data/nodes/a.yaml", "lookup_options: {'app::title_text': {merge: unique}}\n"),
    ];
    assert_eq!(told_of(&files), [""; 0]);
}

#[test]
fn options_of_lookups() {
    let data = "\
app::port: 80
lookup_options:
  app::port: {merg: first}
  app::prot: {merge: first}
  '^app::site': {merge: deep}
  '^app::': {merge: deeper}
  '^(': {merge: deep}
  app::mode: deep
";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        [
            "data/common.yaml:3:3 warning unused-lookup-options `merg` of `app::port` is no option \
             of lookups (did you mean `merge`?)",
            "data/common.yaml:4:3 warning unused-lookup-options no data has the key `app::prot`, \
             and nothing uses it (did you mean `app::port`?)",
            "data/common.yaml:5:3 warning unused-lookup-options no key of data matches `^app::site`, \
             and nothing uses a key that does",
            "data/common.yaml:6:3 error malformed-lookup-options Unknown merge strategy: 'deeper'",
            "data/common.yaml:7:3 error malformed-lookup-options end pattern with unmatched \
             parenthesis: /^(/",
            "data/common.yaml:8:3 error malformed-lookup-options the options of `app::mode` must \
             be a hash",
        ]
    );
    assert_eq!(
        told_of(&[("data/common.yaml", "lookup_options: {5: {merge: deep}}\n")]),
        ["data/common.yaml:1:18 error malformed-lookup-options `5` is no key that could have \
             options"]
    );
    assert_eq!(
        told_of(&[("data/common.yaml", "lookup_options: [x]\n")]),
        ["data/common.yaml:1:1 error malformed-lookup-options value of lookup_options must be a \
             hash"]
    );
}

#[test]
fn conversions_name_types() {
    let data = "\
app::port: '80'
app::mode: fast
app::users: []
app::limits: {}
app::title_text: x
lookup_options:
  app::port: {convert_to: Nope}
  app::mode: {convert_to: 'Integer['}
  app::users: {convert_to: 5}
  app::limits: {convert_to: []}
  app::title_text: {convert_to: [App::Mode, x]}
  '^app::p': {convert_to: '%{facts.x}'}
";
    let error = "error malformed-lookup-options";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        [
            format!(
                "data/common.yaml:7:3 {error} `convert_to` of `app::port`: there is no type `Nope`"
            ),
            format!(
                "data/common.yaml:8:3 {error} Invalid data type in lookup_options for key \
                 'app::mode' could not parse 'Integer[', error: 'Syntax error at end of input"
            ),
            format!(
                "data/common.yaml:9:3 {error} `convert_to` of `app::users` must name a type, and 5 is none"
            ),
            format!(
                "data/common.yaml:10:3 {error} `convert_to` of `app::limits` must name a type, and nil is none"
            ),
        ]
    );
    // What can't be read may define it.
    let files = [("data/common.yaml", data), ("manifests/site.pp", BROKEN)];
    assert!(!told_of(&files).iter().any(|line| line.contains("Nope")));
}

#[test]
fn keys_that_no_data_has() {
    let site = "\
lookup('site_key')
lookup('site_kye', String)
lookup(['one', 'two'], { merge => deep })
hiera_hash('app::limist.files')
lookup('one', String, 'first', 'default')
lookup('one') |$key| { $key }
lookup(['one', 'site_key'])
lookup(\"one_${facts['kernel']}\")
lookup('lookup_options')
";
    let module = "class app($port, $mode = lookup('app::no_mode')) { }\n";
    let data = "app::port: 80\nsite_key: 1\napp::limits: {}\n";
    let files = [
        ("data/common.yaml", data),
        ("data/nodes/web.yaml", "app::mode: x\n"),
        ("manifests/site.pp", site),
        ("modules/app/manifests/init.pp", module),
        ("modules/app/plans/run.pp", "plan app::run() { lookup('of_plans') }\n"),
        ("modules/app/templates/a.epp", "<%= lookup('templated') %>\n"),
    ];
    let told = |files: &[(&str, &str)]| {
        let found = told_of(files).into_iter();
        found.filter(|line| line.contains("missing-data-key")).collect::<Vec<_>>()
    };
    let in_module = "modules/app/manifests/init.pp:1:33 warning missing-data-key no data has the \
                     key `app::no_mode`, and there is no default (did you mean `app::mode`?)";
    let others = [
        "manifests/site.pp:2:8 warning missing-data-key no data has the key `site_kye`, and there \
         is no default (did you mean `site_key`?)",
        "manifests/site.pp:3:8 warning missing-data-key no data has one of the keys `one`, `two`, \
         and there is no default",
        "manifests/site.pp:4:12 warning missing-data-key no data has the key `app::limist`, and \
         there is no default (did you mean `app::limits`?)",
        in_module,
        "modules/app/templates/a.epp:1:12 warning missing-data-key no data has the key \
         `templated`, and there is no default",
    ];
    assert_eq!(told(&files), others);
    // The data of the module may have what begins with its name.
    let with = |name, text| told(&[files.as_slice(), &[(name, text)]].concat());
    let hiera = "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n";
    let own = [("modules/app/hiera.yaml", hiera), ("modules/app/data/a.yaml", "app::no_mode: 1\n")];
    let found = told(&[files.as_slice(), &own].concat());
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(!found.iter().any(|line| line == in_module), "{found:?}");
    assert_eq!(with("modules/app/hiera.yaml", "version: 6\n").len(), 3);
}

#[test]
fn keys_that_values_look_up_and_no_data_has() {
    let data = "\
app::port: 80
app::users:
  - \"%{lookup('admni')}\"
  - \"%{alias('nowhere.x')}\"
  - \"%{hiera('admin')}\"
app::mode: \"%{lookup('mysql::mode')}\"
admin: root
";
    let files = [("data/common.yaml", data)];
    let missing = |files: &[(&str, &str)]| {
        let found = told_of(files).into_iter();
        found.filter(|line| line.contains("missing-data-key")).collect::<Vec<_>>()
    };
    assert_eq!(
        missing(&files),
        [
            "data/common.yaml:3:5 warning missing-data-key no data has the key `admni`, so it \
             gives an empty text (did you mean `admin`?)",
            "data/common.yaml:4:5 warning missing-data-key no data has the key `nowhere`, so it \
             gives an empty text",
        ]
    );
    assert_eq!(missing(&[files[0], ("data/nodes/a.yaml", "nowhere: {}\nadmni: x\n")]), [""; 0]);
    assert_eq!(missing(&[files[0], ("data/nodes/a.yaml", "nowhere: [\n")]), [""; 0]);
}

/// Keys may come from where nobody looks.
#[test]
fn keys_that_data_may_have() {
    let told = |files: &[(&str, &str)]| {
        let site = ("manifests/site.pp", "lookup('key')\n");
        let found = told_of(&[&[site], files].concat()).into_iter();
        found.filter(|line| line.contains("missing-data-key")).count()
    };
    let level = |level: &str| {
        let common = "{name: common, path: common.yaml}";
        let hiera = format!("version: 5\nhierarchy:\n  - {common}\n  - {level}\n");
        told(&[
            ("hiera.yaml", &hiera),
            ("modules/app/functions/all.pp", "function app::all($options, $context) { {} }\n"),
            ("data/more/x.yaml", "other: 1\n"),
        ])
    };
    for certain in [
        "{name: a, path: 'more/%{facts.kernel}.yaml'}",
        "{name: a, path: 'none/%{facts.kernel}.yaml'}",
        "{name: a, glob: 'more/*.yaml'}",
        "{name: a, datadir: 'data/%{environment}', path: 'common.yaml'}",
        "{name: a, mapped_paths: [facts.os, part, 'more/%{part}.yaml']}",
        "{name: a, lookup_key: eyaml_lookup_key, path: more/x.yaml}",
    ] {
        assert_eq!(level(certain), 1, "{certain}");
    }
    for uncertain in [
        "{name: a, path: secret.yaml}",
        "{name: a, datadir: /none/such, path: '%{facts.kernel}.yaml'}",
        "{name: a, path: '/%{facts.kernel}.yaml'}",
        "{name: a, datadir: '.', path: '%{facts.kernel}/data/common.yaml'}",
        "{name: a, data_hash: app::all, path: common.yaml}",
        "{name: a, data_hash: app::all}",
        "{name: a, lookup_key: app::all, uri: 'https://example.com/'}",
    ] {
        assert_eq!(level(uncertain), 0, "{uncertain}");
    }
    assert_eq!(told(&[]), 1);
    assert_eq!(told(&[("data/nodes/a.yaml", "key: 1\n")]), 0);
    assert_eq!(told(&[("data/nodes/a.yaml", "key: [1\n")]), 0);
    assert_eq!(told(&[("data/nodes/a.yaml", "# nothing\n")]), 1);
    assert_eq!(told(&[("hiera.yaml", "version: 6\n")]), 0);
}

#[test]
fn values_that_need_themselves() {
    let data = "\
app::port: 80
itself: \"%{lookup('itself')}\"
one: {x: [\"%{alias('two')}\"]}
two: \"%{hiera('three.x')}\"
three: {x: \"%{lookup('one')}\"}
into: \"%{lookup('one')} %{lookup('app::port')} %{lookup('nothing')}\"
part: {x: \"%{lookup('part.y')}\", y: 1}
scope: '%{scope}'
";
    let told = |files: &[(&str, &str)]| {
        let found = told_of(files).into_iter();
        found.filter(|line| line.contains("recursive-lookup")).collect::<Vec<_>>()
    };
    let part = "data/common.yaml:7:1 error recursive-lookup the value of `part` looks up `part` \
                itself";
    let files = [("data/common.yaml", data)];
    assert_eq!(
        told(&files),
        [
            "data/common.yaml:2:1 error recursive-lookup the value of `itself` looks up `itself` \
             itself",
            "data/common.yaml:3:1 error recursive-lookup the value of `one` needs itself: `one` \
             looks up `two` looks up `three` looks up `one`",
            part,
        ]
    );
    // Whoever looks them up is told the same.
    let sandbox = sandbox(&files);
    for key in ["itself", "one", "two", "three", "into", "part", "part.y"] {
        let ran = sandbox.run(&["lookup", key, "--node", "a", "--environment-dir", "."]);
        assert_eq!(ran.code, 1, "{key}");
        assert!(ran.err.contains("Recursive lookup detected in ["), "{key}: {}", ran.err);
    }
    // Some nodes have other values.
    let web = ("data/nodes/web.yaml", "itself: 1\nthree: {x: 1}\n");
    assert_eq!(told(&[files[0], web]), [part]);
}

#[test]
fn values_in_several_files_that_need_themselves() {
    let told = |files: &[(&str, &str)]| {
        let found = told_of(files).into_iter();
        found.filter(|line| line.contains("recursive-lookup")).count()
    };
    let one = "app::port: 80\none: \"%{lookup('two')}\"\n";
    let two = "two: \"%{lookup('one')}\"\n";
    // Nodes that have one file have the other.
    assert_eq!(told(&[("data/common.yaml", one), ("data/nodes/a.yaml", two)]), 1);
    // No node has both.
    assert_eq!(told(&[("data/nodes/a.yaml", one), ("data/nodes/b.yaml", two)]), 0);
    // Nobody knows what else there is.
    let hiera = "version: 5\nhierarchy: [{name: a, paths: [common.yaml, secret.yaml]}]\n";
    let both = format!("{one}{two}");
    assert_eq!(told(&[("data/common.yaml", &both)]), 1);
    assert_eq!(told(&[("data/common.yaml", &both), ("hiera.yaml", hiera)]), 0);
    let count = 20_000;
    let mut long = String::new();
    for key in 0..count {
        writeln!(long, "k{key}: \"%{{lookup('k{}')}}\"", (key + 1) % count).unwrap();
    }
    assert_eq!(told(&[("data/common.yaml", &long)]), 1);
}

#[test]
fn files_and_levels() {
    let hiera = "\
version: 5
defaults: {datadir: 'data/%{environment}', data_hash: yaml_data}
hierarchy:
  - {name: a, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: b, glob: 'all/**/*.yaml'}
  - {name: c, mapped_paths: [facts.os, part, 'os/%{part}.yaml']}
  - {name: d, datadir: fixed, paths: [comon.yaml, common.yaml]}
  - {name: e, datadir: fixed, data_hash: json_data, path: data.json}
";
    let files = [
        ("hiera.yaml", hiera),
        ("data/production/nodes/a/b.yaml", "app::port: 1\n"),
        ("data/production/all/x/y/z.yaml", "app::port: 1\n"),
        ("data/production/os/name.yaml", "app::port: 1\n"),
        ("data/production/nodse/a.yaml", "app::port: 1\n"),
        ("data/common.yaml", "app::port: 1\n"),
        ("fixed/common.yaml", "app::port: 1\n"),
        ("fixed/data.json", "{\"app::port\": 1}"),
        ("fixed/more.json", "{}"),
        ("fixed/README.md", "no data"),
    ];
    let reads = "the levels read `nodes/%{trusted.certname}.yaml`, `all/**/*.yaml`, \
                 `os/%{part}.yaml`, `comon.yaml`, `common.yaml`, `data.json`";
    let unreachable = |file: &str| {
        format!(
            "{file}:1:1 warning unreachable-data-file no level of hiera.yaml can reach this file \
             ({reads})"
        )
    };
    assert_eq!(
        told_of(&files),
        [
            unreachable("data/common.yaml"),
            unreachable("data/production/nodse/a.yaml"),
            unreachable("fixed/more.json"),
            "hiera.yaml:7:39 warning missing-data-file there is no file fixed/comon.yaml (there is \
             `common.yaml` beside it)"
                .to_owned(),
        ]
    );
}

/// Bolt has levels of its own for plans.
#[test]
fn data_of_plans() {
    let hiera = "\
version: 5
hierarchy: [{name: a, path: common.yaml}]
plan_hierarchy: [{name: a, paths: [plans.yaml, none.yaml]}]
";
    let files = [
        ("hiera.yaml", hiera),
        ("data/plans.yaml", "app::port: no port\napp::run::hosts: []\nleft: 1\n"),
        ("modules/app/plans/run.pp", "plan app::run() { lookup('app::run::hosts') }\n"),
        ("manifests/site.pp", "lookup('gone')\n"),
    ];
    assert_eq!(
        told_of(&files),
        [
            "data/plans.yaml:3:1 warning unused-data-key no lookup uses the key `left`",
            "hiera.yaml:3:48 warning missing-data-file there is no file data/none.yaml",
            "manifests/site.pp:1:8 warning missing-data-key no data has the key `gone`, and there \
             is no default",
        ]
    );
}

#[test]
fn globs_reach_what_lookups_find() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, globs: ['\\*.yaml', '[a\\-c].yaml', '[]x].yaml', '**/{d/e,f}.yaml']}
";
    let files = [
        ("hiera.yaml", hiera),
        ("data/common.yaml", ""),
        ("data/*.yaml", "app::port: a\n"),
        ("data/-.yaml", "app::port: a\n"),
        ("data/b.yaml", "app::port: a\n"),
        ("data/x.yaml", "app::port: a\n"),
        ("data/d/e.yaml", "app::port: a\n"),
        ("data/d/f.yaml", "app::port: a\n"),
    ];
    let told = told_of(&files);
    let about = |code: &str| {
        let own = told.iter().filter(|line| line.split(' ').nth(2) == Some(code));
        own.filter_map(|line| line.split(':').next()).collect::<Vec<_>>()
    };
    assert_eq!(about("data-type-mismatch"), ["data/*.yaml", "data/-.yaml", "data/d/f.yaml"]);
    assert_eq!(
        about("unreachable-data-file"),
        ["data/b.yaml", "data/common.yaml", "data/d/e.yaml", "data/x.yaml"]
    );
}

#[test]
fn directories_are_not_told_by_the_beginning_of_their_names() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, path: common.yaml}
  - {name: b, datadir: data2, path: values.txt}
";
    let files = [
        ("hiera.yaml", hiera),
        ("data/notes.txt", "no data"),
        ("data2/values.txt", "app::port: 1\n"),
    ];
    assert_eq!(told_of(&files), [""; 0]);
}

#[test]
fn levels_that_cannot_be_used() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, data_hash: yaml_data, uri: 'https://example.com'}
  - {name: b, lookup_key: eyaml_lookup_key}
  - {name: c, path: common.yaml}
";
    let files = "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in \
                 hiera.yaml when using this";
    let error = "error malformed-hiera-config";
    assert_eq!(
        told_of(&[("hiera.yaml", hiera)]),
        [
            format!("hiera.yaml:3:37 {error} 'yaml_data' {files} data_hash function"),
            format!("hiera.yaml:4:6 {error} 'eyaml_lookup_key': {files} lookup_key function"),
        ]
    );
    let hiera = "\
version: 4
hierarchy:
  - name: a
    backend: bogus
  - name: common
    backend: yaml
";
    let told = told_of(&[("hiera.yaml", hiera)]);
    let unknown =
        format!("hiera.yaml:4:1 {error} No data provider is registered for backend 'bogus'");
    assert!(told.contains(&unknown), "{told:?}");
}

#[test]
fn facts_in_paths() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, path: '%{facts.os.famly}.yaml'}
  - {name: b, path: '%{::osfamily}/%{os.name}/%{environment}.yaml'}
  - {name: c, path: '%{trusted.certnam}.yaml'}
  - {name: d, path: '%{tier}/%{::datacenter}/%{zone}.yaml'}
  - {name: e, path: '%{app::port}/%{apps::port}.yaml'}
  - {name: f, path: \"%{lookup('x')}.yaml\"}
  - {name: g, path: 'again/%{facts.os.famly}.yaml'}
";
    let sandbox = sandbox(&[
        ("hiera.yaml", hiera),
        ("manifests/site.pp", "$datacenter = 'north'\n"),
        ("modules/app/lib/facter/tier.rb", "Facter.add(:tier) { setcode { 'x' } }\n"),
        ("facts.json", r#"{"osfamily": "x", "os": {"name": "x", "famly": "x"}}"#),
        ("more.yaml", "zone: x\n"),
    ]);
    let common = [
        "hiera.yaml:5:22 warning unknown-fact `$trusted` has no `certnam` (did you mean \
         `%{trusted.certname}`?)",
        "hiera.yaml:7:35 warning unknown-fact no class `apps` sets the variable `apps::port` (did \
         you mean the class `app`?)",
        "hiera.yaml:8:22 error malformed-hiera-config Interpolation using method syntax is not \
         allowed in this context",
    ];
    let own = |told: Vec<String>| {
        let about_config = |line: &String| line.starts_with("hiera.yaml");
        told.into_iter().filter(about_config).collect::<Vec<_>>()
    };
    assert_eq!(
        own(told(&sandbox, &[])),
        [
            "hiera.yaml:3:22 warning unknown-fact no fact `os.famly` is known (did you mean \
             `%{facts.os.family}`?)",
            common[0],
            "hiera.yaml:6:46 warning unknown-fact no fact or variable `zone` is known (did you \
             mean `%{zones}`?)",
            common[1],
            common[2],
        ]
    );
    let given = ["--facts", "facts.json", "--facts", "more.yaml"];
    assert_eq!(own(told(&sandbox, &given)), common);
}

#[cfg(unix)]
#[test]
fn facts_that_may_be_known() {
    use std::os::unix::fs::PermissionsExt;

    let hiera = "\
version: 5
hierarchy:
  - {name: a, path: '%{facts.role_1}.yaml'}
  - {name: b, path: '%{facts.rol_1}.yaml'}
  - {name: c, path: '%{clientcert}/%{facts.clientversion}/%{::clientnoop}.yaml'}
  - {name: d, path: '%{facts.agent_specified_environment}.yaml'}
  - {name: e, path: '%{facts.os.famly}.yaml'}
";
    let sandbox = sandbox(&[
        ("hiera.yaml", hiera),
        ("data/common.yaml", ""),
        ("modules/app/lib/facter/roles.rb", "Facter.add(\"role_#{i}\") { }\n"),
        ("modules/app/facts.d/README", "echo exec_fact=1\n"),
        ("facts.json", r#"{"os": {"family": "x"}}"#),
    ]);
    let places = |args: &[&str]| {
        let about_config = |line: &String| line.starts_with("hiera.yaml");
        let told = told(&sandbox, args).into_iter().filter(about_config);
        told.map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let given = ["--facts", "facts.json"];
    assert_eq!(places(&[]), ["hiera.yaml:4:22", "hiera.yaml:7:22"]);
    assert_eq!(places(&given), ["hiera.yaml:4:22", "hiera.yaml:7:22"]);
    // What is run may give any fact.
    let program = sandbox.root().join("modules/app/facts.d/README");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(places(&[]), ["hiera.yaml:7:22"]);
    assert_eq!(places(&given), ["hiera.yaml:7:22"]);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o644)).unwrap();
    sandbox.write("modules/app/facts.d/run.sh", b"#!/bin/sh\necho exec_fact=1\n");
    assert_eq!(places(&[]), ["hiera.yaml:7:22"]);
    std::fs::remove_file(sandbox.root().join("modules/app/facts.d/run.sh")).unwrap();
    sandbox.write("modules/app/lib/facter/any.rb", b"Facter.add(name) { }\n");
    assert_eq!(places(&given), ["hiera.yaml:7:22"]);
}

#[test]
fn data_that_is_malformed() {
    let found = told_of(&[
        ("data/common.yaml", "app::port: 80\napp::port: 81\n"),
        ("data/nodes/a.yaml", "app::port: [1\n"),
        ("data/nodes/b.yaml", "- 1\n"),
        ("data/nodes/c.yaml", "---\n"),
        ("data/nodes/d.yaml", "app::mode: \"x %{alias('y')}\"\n"),
        ("data/nodes/e.yaml", "app::mode: \"%{lokup('y')}\"\n"),
        ("data/nodes/f.yaml", "app::mode: :fast\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/common.yaml:2:1 warning duplicate-data-key the key `app::port` is here again, \
             and this value counts",
            "data/nodes/a.yaml:2:1 error malformed-data Unable to parse (data/nodes/a.yaml): did \
             not find expected ',' or ']' while parsing a flow sequence at line 1 column 12",
            "data/nodes/b.yaml:1:1 error malformed-data file does not contain a valid yaml hash",
            "data/nodes/c.yaml:1:1 warning malformed-data file does not contain a valid yaml hash",
            "data/nodes/d.yaml:1:1 error malformed-data 'alias' interpolation is only permitted if \
             the expression is equal to the entire string",
            "data/nodes/e.yaml:1:1 error malformed-data Unknown interpolation method 'lokup'",
            "data/nodes/f.yaml:1:1 error malformed-data the value of `app::mode` holds a symbol of \
             Ruby, which no lookup returns",
        ]
    );
}

/// Such files can be read, but not all of what they hold.
#[test]
fn data_that_is_lost() {
    let found = told_of(&[
        ("data/nodes/a.yaml", "\u{feff}app::port: 80\napp::prot: 81\n"),
        ("data/nodes/b.yaml", "---\napp::port: 80\n---\napp::prot: 81\n"),
        ("data/nodes/c.yaml", "# data\n---\napp::port: 80\n...\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/nodes/a.yaml:1:1 warning malformed-data the file begins with a byte order mark, \
             by which keys may be lost (save it as UTF-8 without one)",
            "data/nodes/b.yaml:3:1 warning malformed-data a second document begins here; only the \
             first one of a file is read",
        ]
    );
}

#[test]
fn encrypted_values_that_nobody_decrypts() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, lookup_key: eyaml_lookup_key, path: secret.yaml}
  - {name: b, paths: [common.yaml, secret.yaml]}
";
    let common = "app::port: 80\napp::users:\n  - ENC[PKCS7,MII=]\n";
    let secret = "\
app::mode: ENC[PKCS7,MII=]
app::users: ['ENC[PKCS7,MII=', 'ENC[PKCS7,]']
app::title_text: >
  ENC[PKCS7,MII
  MII=]
";
    let files = [("hiera.yaml", hiera), ("data/common.yaml", common), ("data/secret.yaml", secret)];
    assert_eq!(
        told_of(&files),
        [
            "data/common.yaml:3:5 warning undecrypted-value this value is encrypted, and its level \
             does not decrypt: lookups give it as it is (`lookup_key: eyaml_lookup_key` decrypts)",
            "data/secret.yaml:2:14 warning undecrypted-value the encrypted block has no `]` at its \
             end, so that it is not decrypted",
            "data/secret.yaml:2:32 warning undecrypted-value the encrypted block is empty, so that \
             it is not decrypted",
        ]
    );
}

#[test]
fn options_that_look_data_up() {
    let data = "\
app::port: 80
merge: first
lookup_options:
  app::port:
    merge: \"%{alias('merge')}\"
  '^app::mode': {convert_to: \"%{facts.kernel}\"}
";
    let sandbox = sandbox(&[("data/common.yaml", data), ("manifests/site.pp", "lookup(merge)\n")]);
    assert_eq!(
        told(&sandbox, &[]),
        ["data/common.yaml:5:5 error malformed-lookup-options lookup_options can't look anything \
          up: Recursive lookup detected in [lookup_options]"]
    );
    let ran = sandbox.run(&["lookup", "app::port", "--node", "a", "--environment-dir", "."]);
    assert!(ran.err.contains("Recursive lookup detected in [lookup_options]"), "{}", ran.err);
}

#[test]
fn data_of_modules() {
    let files = [
        ("modules/app/hiera.yaml", "version: 5\ndefault_hierarchy: [{name: d, path: d.yaml}]\n"),
        ("modules/app/data/common.yaml", "app::port: x\nother::key: 1\n"),
        ("modules/app/data/d.yaml", "lookup_options: {'other::key': {merge: deep}}\n"),
    ];
    assert_eq!(
        told_of(&files),
        [
            "modules/app/data/common.yaml:1:1 error data-type-mismatch Class[App]: parameter \
             'port' expects an Integer value, got String",
            "modules/app/data/common.yaml:2:1 warning foreign-key data of the module `app` must \
             have keys that begin with `app::`; `other::key` is ignored",
            "modules/app/data/d.yaml:1:18 error malformed-lookup-options all lookup_options keys \
             must start with module name 'app'",
        ]
    );
}

#[test]
fn configurations_that_cannot_be_used() {
    let config = |text: &str| told_of(&[("hiera.yaml", text)]);
    assert_eq!(
        config("version: 5\nhierarchy: [\n"),
        ["hiera.yaml:3:1 error malformed-hiera-config (hiera.yaml): did not find expected node \
          content while parsing a flow node at line 3 column 1"]
    );
    assert_eq!(
        config(
            "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n  - name: a\n    path: b.yaml\n"
        ),
        ["hiera.yaml:5:5 error malformed-hiera-config Hierarchy name 'a' defined more than \
          once. First defined at (line: 3)"]
    );
    assert_eq!(
        config(":backends: yaml\n"),
        [
            "hiera.yaml:1:1 deprecation malformed-hiera-config [ROOT]/hiera.yaml: Use of \
             'hiera.yaml' version 3 is deprecated. It should be converted to version 5",
            "hiera.yaml:1:1 error malformed-hiera-config hiera.yaml version 3 cannot be used in an \
             environment",
        ]
    );
}

#[test]
fn mistakes_in_configurations_have_places() {
    let told = |text: &str| {
        let found = told_of(&[("hiera.yaml", text)]);
        let of_config = found.iter().filter(|line| line.contains("error malformed-hiera-config"));
        of_config.map(|line| line.split(" error ").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let levels = |levels: &str| told(&format!("version: 5\nhierarchy:\n{levels}"));
    let common = "  - {name: common, path: common.yaml}\n";
    for (wrong, place) in [
        ("  - {name: a, pth: x.yaml}\n", "4:15"),
        ("  - {name: a, path: [x.yaml]}\n", "4:15"),
        ("  - {name: a, paths: [x.yaml, 1]}\n", "4:31"),
        ("  - {path: x.yaml}\n", "4:5"),
        ("  - {path: x, name: a, paths: [y]}\n", "4:15"),
        ("  - {name: a, data_hash: yaml_data, lookup_key: x, path: y}\n", "4:6"),
        ("  - {name: common, path: x.yaml}\n", "4:6"),
    ] {
        assert_eq!(levels(&format!("{common}{wrong}")), [format!("hiera.yaml:{place}")], "{wrong}");
    }
    assert_eq!(
        told("version: 5\ndefaults: {datadir: x}\nhierarchy: [{name: a}]\n"),
        ["hiera.yaml:3:14"]
    );
    assert_eq!(told("version: 5\ndefaults: {data_hash: a, data_dig: b}\n"), ["hiera.yaml:2:1"]);
    assert_eq!(told("version: 5\nhirarchy: []\n"), ["hiera.yaml:2:1"]);
    let without_version = told_of(&[("hiera.yaml", "hierarchy:\n  - {name: a, path: x.yaml}\n")]);
    assert!(
        without_version[1].ends_with("got Struct (is `version: 5` missing?)"),
        "{without_version:?}"
    );
}

#[test]
fn the_layer_above_all_environments() {
    let sandbox = sandbox(&[
        (
            "global/hiera.yaml",
            ":backends: [yaml]\n:yaml:\n  :datadir: /nowhere\n:hierarchy: [common]\n",
        ),
        ("other/hiera.yaml", "version: 5\nhierarchy: [{name: c, path: 'c.yaml'}]\n"),
        ("other/data/c.yaml", "app::port: x\nleft: 1\n"),
    ]);
    assert_eq!(
        told(&sandbox, &["--hiera-config", "other/hiera.yaml"]),
        [
            "other/data/c.yaml:1:1 error data-type-mismatch Class[App]: parameter 'port' expects \
             an Integer value, got String",
            "other/data/c.yaml:2:1 warning unused-data-key no lookup uses the key `left`",
        ]
    );
    let version_3 = told(&sandbox, &["--hiera-config", "global/hiera.yaml"]);
    assert_eq!(version_3.len(), 2, "{version_3:?}");
    assert!(version_3[0].contains("deprecation malformed-hiera-config"), "{version_3:?}");
    assert!(version_3[1].contains("there is no file /nowhere/common.yaml"), "{version_3:?}");
}

#[test]
fn broken_manifests_do_not_hide_the_rest() {
    let found = told_of(&[
        ("manifests/site.pp", BROKEN),
        ("data/common.yaml", "app::port: many\nleft: 1\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/common.yaml:1:1 error data-type-mismatch Class[App]: parameter 'port' expects an \
             Integer value, got String",
            "manifests/site.pp:3:1 error syntax-error Syntax error at '}'",
        ]
    );
    // A type that can't be resolved is no type to judge by.
    let files = [
        ("modules/app/types/mode.pp", "type App::Mode = App::Other\n"),
        ("modules/app/types/other.pp", "type App::Other = App::Mode\n"),
        ("data/common.yaml", "app::mode: 7\n"),
    ];
    assert_eq!(told_of(&files), [""; 0]);
    let files = [
        ("modules/app/types/mode.pp", "type App::Mode = App::None\n"),
        ("data/common.yaml", "app::mode: 7\n"),
    ];
    assert_eq!(told_of(&files), [""; 0]);
}

#[test]
fn backends_of_which_nothing_is_known() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, lookup_key: app::backend, path: secret.yaml}
  - {name: b, data_hash: app::all}
  - {name: c, lookup_key: eyaml_lookup_key, path: common.eyaml}
  - {name: d, data_hash: hocon_data, path: common.conf}
  - {name: e, data_dig: app::dig, uri: 'https://example.com'}
";
    let mut files = vec![
        ("hiera.yaml", hiera),
        ("modules/app/lib/puppet/functions/app/backend.rb", ""),
        ("modules/app/functions/all.pp", "function app::all($options, $context) >> Hash { {} }\n"),
        ("modules/app/lib/puppet/functions/app/dig.rb", ""),
        ("data/secret.yaml", "not: [yaml\n"),
        ("data/common.yaml", "app::port: 1\n"),
        ("data/common.eyaml", "app::mode: ENC[PKCS7,MII=]\napp::port: ENC[PKCS7,MII=]\n"),
        ("data/common.conf", "app { port = 1 }\n\"app::port\" = x\n"),
    ];
    let unused = "data/common.conf:1:1 warning unused-data-key no lookup uses the key `app`";
    let found = told_of(&files);
    assert_eq!(found[0], unused);
    assert!(
        found[1].starts_with("data/common.yaml:1:1 warning unreachable-data-file"),
        "{found:?}"
    );
    assert_eq!(found.len(), 2, "the backends may have options for the others: {found:?}");
    let known = "\
version: 5
hierarchy:
  - {name: a, path: common.yaml}
  - {name: c, lookup_key: eyaml_lookup_key, path: common.eyaml}
  - {name: d, data_hash: hocon_data, path: common.conf}
";
    files[0] = ("hiera.yaml", known);
    files.retain(|(path, _)| *path != "data/secret.yaml");
    assert_eq!(
        told_of(&files),
        [
            unused,
            "data/common.conf:2:1 error data-type-mismatch Class[App]: parameter 'port' expects an \
             Integer value, got String",
            "data/common.eyaml:2:1 error data-type-mismatch Class[App]: parameter 'port' expects \
             an Integer value, got String",
        ]
    );
}

/// Values are not judged that may be converted or merged by options that nobody sees.
#[test]
fn options_that_may_be_where_nobody_looks() {
    let told = |files: &[(&str, &str)]| {
        let found = told_of(&[&[("data/common.yaml", "app::port: '80'\n")], files].concat());
        found.into_iter().filter(|line| line.contains("data-type-mismatch")).count()
    };
    let function = "\
function app::data($options, $context) >> Hash {
  { 'lookup_options' => { 'app::port' => { 'convert_to' => 'Integer' } } }
}
";
    let function = ("modules/app/functions/data.pp", function);
    let backend = ("modules/app/lib/puppet/functions/app/data.rb", "");
    let level = |level: &str| format!("version: 5\nhierarchy: [{{name: f, {level}}}]\n");
    let (hash, key) = (level("data_hash: app::data"), level("lookup_key: app::data"));
    assert_eq!(told(&[]), 1);
    assert_eq!(told(&[function, ("modules/app/hiera.yaml", &hash)]), 0);
    assert_eq!(told(&[backend, ("modules/app/hiera.yaml", &key)]), 0);
    assert_eq!(told(&[("modules/app/hiera.yaml", "version: 6\n")]), 0);
    assert_eq!(told(&[("data/nodes/a.yaml", "lookup_options: [\n")]), 0);
    // The data of other modules is not asked.
    let other = [
        ("modules/other/hiera.yaml", hash.as_str()),
        ("modules/app/functions/data.pp", function.1),
    ];
    assert_eq!(told(&other), 1);
}

#[test]
fn levels_whose_function_does_not_exist() {
    let hiera = "\
version: 5
defaults:
  data_hash: app::none
hierarchy:
  - name: a
    data_hash: no_such_fn
    path: common.yaml
  - {name: b, path: common.yaml}
  - {name: c, lookup_key: '::own', path: common.yaml}
  - {name: d, data_dig: old, path: common.yaml}
  - {name: e, lookup_key: environment::own, path: common.yaml}
  - {name: f, lookup_key: app::in_ruby, path: common.yaml}
  - {name: g, lookup_key: in_main, path: common.yaml}
  - {name: h, data_hash: yaml_data, path: common.yaml}
";
    let mut files = vec![
        ("hiera.yaml", hiera),
        ("functions/own.pp", "function own($key, $options, $context) { 1 }\n"),
        ("lib/puppet/functions/environment/own.rb", ""),
        ("modules/app/lib/puppet/functions/app/in_ruby.rb", ""),
        ("modules/app/lib/puppet/functions/old.rb", ""),
        ("manifests/site.pp", "function in_main($key, $options, $context) { 1 }\n"),
    ];
    let told = "error malformed-hiera-config Unable to find 'data_hash' function named";
    assert_eq!(
        told_of(&files),
        [
            format!("hiera.yaml:6:5 {told} 'no_such_fn'"),
            format!("hiera.yaml:8:5 {told} 'app::none'"),
        ]
    );
    // What can't be read may define it.
    files.push(("manifests/broken.pp", BROKEN));
    let found = told_of(&files);
    assert!(found.len() == 1 && found[0].starts_with("manifests/broken.pp:"), "{found:?}");
}

#[test]
fn binary_files_are_no_data() {
    let sandbox = sandbox(&[("data/common.yaml", "a: \0\n")]);
    assert_eq!(
        told(&sandbox, &[]),
        ["data/common.yaml:1:1 error binary-file the file is binary, not data"]
    );
}

/// Nobody writes to the pipe: who reads it waits forever.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let sandbox = Sandbox::new(&[("hiera.yaml", HIERA), ("data/nodes/a.yaml", "")]);
    let root = sandbox.root();
    let common = root.join("data/common.yaml");
    std::os::unix::fs::symlink("/dev/zero", &common).unwrap();
    let data = "data/common.yaml:1:1 error malformed-data not a regular file";
    assert!(told(&sandbox, &[]).iter().any(|finding| finding == data));
    std::fs::remove_file(&common).unwrap();
    let make_pipe = |path: &std::path::Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    make_pipe(&common);
    assert!(told(&sandbox, &[]).iter().any(|finding| finding == data));

    let config = "hiera.yaml:1:1 error malformed-hiera-config not a regular file";
    std::fs::remove_file(root.join("hiera.yaml")).unwrap();
    make_pipe(&root.join("hiera.yaml"));
    assert_eq!(told(&sandbox, &[]), [config]);
    assert_eq!(told(&sandbox, &["--hiera-config", "hiera.yaml"]), [config]);
}

/// Lookups fail that reach them, so lint must tell.
#[cfg(unix)]
#[test]
fn pipes_and_devices_that_globs_match() {
    let hiera = "version: 5\nhierarchy: [{name: a, glob: '*.yaml'}]\n";
    let sandbox = sandbox(&[("hiera.yaml", hiera)]);
    std::os::unix::fs::symlink("/dev/zero", sandbox.root().join("data/zero.yaml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", sandbox.root().join("data/zero.txt")).unwrap();
    assert_eq!(told(&sandbox, &[]), ["data/zero.yaml:1:1 error malformed-data not a regular file"]);
}

/// Permissions would do, but not for those who may everything.
#[cfg(unix)]
#[test]
fn directories_that_cannot_be_read() {
    let sandbox = Sandbox::new(&[("hiera.yaml", HIERA)]);
    std::os::unix::fs::symlink("data", sandbox.root().join("data")).unwrap();
    let told = told(&sandbox, &[]);
    let [nodes, common] = told.as_slice() else { panic!("{told:?}") };
    let start = |line: u32, name: &str| {
        format!("hiera.yaml:{line}:5 warning missing-data-file {name} cannot be read: Too many")
    };
    assert!(nodes.starts_with(&start(4, "data/nodes")), "{nodes}");
    assert!(common.starts_with(&start(6, "data/common.yaml")), "{common}");
}

#[cfg(unix)]
#[test]
fn links_that_multiply_come_to_an_end() {
    let sandbox = sandbox(&[("data/nodes/a.yaml", "left: 1\n")]);
    let nodes = sandbox.root().join("data/nodes");
    for number in 0..24 {
        let directory = nodes.join(format!("d{number}"));
        std::fs::create_dir(&directory).unwrap();
        for link in ["a", "b"] {
            let target = nodes.join(format!("d{}", number + 1));
            std::os::unix::fs::symlink(target, directory.join(link)).unwrap();
        }
    }
    sandbox.write("manifests/site.pp", b"lookup('no_such_key')\n");
    let told = told(&sandbox, &[]);
    assert_eq!(told.len(), 1, "what was not seen may have the key: {told:?}");
    assert!(told[0].contains("unused-data-key"), "{told:?}");
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let sandbox = sandbox(&[("environment.conf", ""), ("modules/app/metadata.json", "")]);
    let grow = |path: &str| {
        let file = std::fs::File::create(sandbox.root().join(path)).unwrap();
        file.set_len(1 << 42).unwrap();
    };
    grow("modules/app/metadata.json");
    let ran = lint(&sandbox, &["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    grow("environment.conf");
    lint(&sandbox, &[]).expect(
        2,
        "",
        "error: cannot read [ROOT]/environment.conf: larger than the limit of 67108864 bytes\n",
    );
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_are_not_followed() {
    let sandbox = sandbox(&[("data/nodes/a.yaml", "app::port: x\n")]);
    let root = sandbox.root();
    std::os::unix::fs::symlink(".", root.join("data/nodes/back")).unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("data/nodes/gone.yaml")).unwrap();
    std::os::unix::fs::symlink("a.yaml", root.join("data/nodes/b.yaml")).unwrap();
    let message = "1:1 error data-type-mismatch Class[App]: parameter 'port' expects an Integer \
                   value, got String";
    let expected = ["a", "b"].map(|name| format!("data/nodes/{name}.yaml:{message}"));
    assert_eq!(told(&sandbox, &[]), expected);
}

#[test]
fn wrong_calls() {
    let sandbox = Sandbox::new(&[("empty/manifests/site.pp", ""), ("facts.json", "[]")]);
    lint(&sandbox, &["--environment-dir", "none"]).expect(
        2,
        "",
        "error: there is no directory [ROOT]/none\n",
    );
    let ran = lint(&sandbox, &["--hiera-config", "none.yaml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: cannot read none.yaml"), "{}", ran.err);
    lint(&sandbox, &["--facts", "facts.json"]).expect(2, "", "error: facts.json holds no hash\n");
    assert_eq!(sandbox.run(&["data"]).code, 2);
    assert_eq!(
        told(&sandbox, &["--environment-dir", "empty"]),
        ["empty/hiera.yaml:1:1 warning malformed-hiera-config there is no hiera.yaml, neither \
          here nor in a module, so there is no data"]
    );
}
