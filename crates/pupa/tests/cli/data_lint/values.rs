//! Values against the types of parameters.

use super::told_of;
use crate::sandbox::BROKEN;

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

/// Parts of a value that certainly do not fit are reported.
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
    // If not all nodes have the options, the value may be used as it is.
    let files = [
        ("data/common.yaml", "app::port: 80\napp::title_text: x\n"),
        ("data/nodes/a.yaml", "lookup_options: {'app::title_text': {merge: unique}}\n"),
    ];
    assert_eq!(told_of(&files), [""; 0]);
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
    // A type that cannot be resolved is not checked.
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

/// A class that is given what a program looks up asks for nothing itself.
#[test]
fn values_that_programs_look_up() {
    let site = "class { 'app': port => lookup('app::port', Array, 'unique')[0] }\n";
    let data = ("data/common.yaml", "app::port: [80]\n");
    let mismatches = |files: &[(&str, &str)]| {
        let found = told_of(files);
        found.into_iter().filter(|line| line.contains("data-type-mismatch")).count()
    };
    assert_eq!(mismatches(&[data]), 1);
    assert_eq!(mismatches(&[data, ("manifests/site.pp", site)]), 0);
}

/// Of large values only the first error is reported, and recursive types do not multiply
/// it.
#[test]
fn values_that_are_large() {
    let alias =
        "type App::Json = Variant[Integer, Boolean, Array[App::Json], Hash[String, App::Json]]\n";
    let class = "class app(Integer $port = 1, String $mode = '', App::Json $tree = 1) { }\n";
    let mut value = "text".to_owned();
    for _ in 0..12 {
        value = format!("{{a: [1, {value}], b: [2, {value}]}}");
    }
    let data = format!("app::tree: {value}\n");
    let found = told_of(&[
        ("modules/app/types/json.pp", alias),
        ("modules/app/manifests/init.pp", class),
        ("data/common.yaml", &data),
    ]);
    let path = " entry 'a' index 1".repeat(12);
    let message = format!("Class[App]: parameter 'tree'{path} expects ");
    assert!(found[0].contains(&message), "{}", found[0]);
    assert!(found[0].len() < 1000, "{} bytes", found[0].len());
}
