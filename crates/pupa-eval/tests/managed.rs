//! Resources of types that inherit `ManagedResource`, as catalogs have them.

use std::sync::Arc;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, NoHost, Settings};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;

/// The catalog of a program as JSON, or why there is none.
fn compiled(code: &str) -> Result<serde_json::Value, Diagnostic> {
    let settings = Settings::default();
    let source = Arc::new(Source::new("site.pp", code));
    let program = Arc::new(Program::read(source, &settings).expect("it is valid"));
    let mut evaluator = Evaluator::new(settings, &NoHost);
    evaluator.define(&program)?;
    evaluator.compile(&[program], "node")?;
    let json = evaluator.catalog().to_json().expect("it can be written");
    Ok(serde_json::from_str(&json).expect("it is JSON"))
}

/// The resource of a title, with what tests look at.
fn resource(code: &str, title: &str) -> serde_json::Value {
    let catalog = compiled(code).expect("it compiles");
    let resources = catalog["resources"].as_array().cloned().unwrap_or_default();
    resources.into_iter().find(|one| one["title"] == title).expect("it is in the catalog")
}

fn parameters(code: &str, title: &str) -> String {
    resource(code, title)["parameters"].to_string()
}

const USER: &str = "type Db_user inherits ManagedResource {
  attr quota, Integer { default => 10 }
  attr shards, String { max => unbound, set => |$v| { downcase($v) } }
  attr secret, String { transient => true }
  attr label, String { derived => || { \"${name}!\" } }
  attr note, String
}
";

fn user(body: &str) -> String {
    parameters(&format!("{USER}db_user {{ 'bob': {body} }}"), "bob")
}

#[test]
fn stored_values_come_in_the_order_of_declaration() {
    assert_eq!(user(""), r#"{"quota":10}"#);
    assert_eq!(
        user("tag => 't', note => 'n', shards => 'A', quota => 3, secret => 's', noop => true"),
        r#"{"quota":3,"shards":["a"],"note":"n","tag":"t","noop":true}"#
    );
    assert_eq!(user("quota => undef, shards => []"), "null");
}

#[test]
fn a_given_name_is_an_attribute() {
    assert_eq!(user("name => 'robert'"), r#"{"name":"robert","quota":10}"#);
    assert_eq!(user("name => 'bob'"), r#"{"name":"bob","quota":10}"#);
}

#[test]
fn managed_resources_are_ordinary_resources() {
    let code = format!("{USER}class c {{ db_user {{ 'bob': tag => 'x' }} }}\ninclude c");
    let bob = resource(&code, "bob");
    assert_eq!(bob["type"], "Db_user");
    assert_eq!((&bob["kind"], &bob["line"]), (&"compilable_type".into(), &8.into()));
    let tags = bob["tags"].as_array().cloned().unwrap_or_default();
    for tag in ["db_user", "bob", "x", "c", "class"] {
        assert!(tags.contains(&tag.into()), "{tag}");
    }
}

#[test]
fn overrides_come_before_setters() {
    let code = format!(
        "{USER}@db_user {{ 'bob': shards => 'A' }}\nDb_user <| |> {{ shards +> 'B', quota => 2 }}"
    );
    assert_eq!(parameters(&code, "bob"), r#"{"quota":2,"shards":["a","b"]}"#);
}

#[test]
fn capitals_within_a_name_stay() {
    let code = "type DbUser inherits ManagedResource { attr a, Integer }
        dbuser { 'bob': }
        notify { 'n': require => 'DbUser[bob]', subscribe => DbUser['bob'] }
        DbUser <| |> { a => 1 }
        notify { \"${defined(DbUser['bob'])}\": }";
    let bob = resource(code, "bob");
    assert_eq!(
        (&bob["type"], bob["parameters"].to_string()),
        (&"DbUser".into(), r#"{"a":1}"#.into())
    );
    assert_eq!(resource(code, "true")["type"], "Notify");
}

#[test]
fn parts_are_data_and_references_are_uris() {
    let code = "type Person { attr name { min => 1 } }
        type Team inherits ManagedResource {
          has members, Person { max => unbound }
          has lead, Person { containment => false }
          has guest, Person { containment => false }
        }
        $ann = Person.new({ name => 'ann' })
        team { 'x': members => [$ann], lead => $ann, guest => Person.new({ name => 'bo' }) }";
    assert_eq!(
        parameters(code, "x"),
        r##"{"members":[{"__ptype":"Person","name":"ann"}],"lead":"#/members/0","guest":"urn:pupa:Person:bo"}"##
    );
}

#[test]
fn values_derived_from_sensitive_ones_are_sensitive() {
    let code = "type Addr inherits ManagedResource {
          attr host { setable => false }
          attr port { setable => false }
          attr note
          attr url { derived => || { \"${host}:${port}\" }, setable => true,
            set => |$v| { if $v =~ /^(.*):(\\d+)$/ { $host = $1 $port = $2 } } }
        }
        addr { 'a': note => 'n', url => Sensitive('db:5432') }";
    let addr = resource(code, "a");
    assert_eq!(addr["parameters"].to_string(), r#"{"host":"db","port":"5432","note":"n"}"#);
    assert_eq!(addr["sensitive_parameters"].to_string(), r#"["host","port"]"#);
}

#[test]
fn failures_have_a_code_and_advice() {
    let failure = compiled(
        "type T inherits ManagedResource { attr n, Integer }\nT { n => 'x' }\n\nt { 'a': }",
    )
    .expect_err("the default is no number");
    assert_eq!((failure.issue.code, failure.line()), ("rejected-resource", Some(2)));
    assert_eq!(failure.help.as_deref(), Some("T[a] is declared (file: site.pp, line: 4)"));
    let help = |code: &str| compiled(code).expect_err("it fails").help;
    let meant = |name: &str| Some(format!("did you mean `{name}`?"));
    assert_eq!(help("fiel { '/a': }"), meant("file"));
    assert_eq!(help("file { '/a': ower => 'x' }"), meant("owner"));
    assert_eq!(help("Fiel <| |>"), meant("file"));
    assert_eq!(help("create_resources('fiel', { '/a' => {} })"), meant("file"));
    assert_eq!(help("define site { }\nsiet { 'a': }"), meant("site"));
    assert_eq!(help("type Db inherits ManagedResource { }\ndbs { 'a': }"), meant("db"));
    assert_eq!(help("class nginx { }\ninclude ngnix"), meant("nginx"));
    assert_eq!(help("class nginx { }\nclass { 'ngnix': }"), meant("nginx"));
    assert_eq!(help("include wibble"), None);
    assert_eq!(help("class c($port = 1) { }\nclass { 'c': prot => 2 }"), meant("port"));
    assert_eq!(help("define d($port = 1) { }\nd { 'a': prot => 2 }"), meant("port"));
    assert_eq!(help("define d { fiel { 'x': } }\nd { 'a': }"), meant("file"));
}
