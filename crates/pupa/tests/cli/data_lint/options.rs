//! `lookup_options`.

use super::{sandbox, told, told_of};
use crate::sandbox::BROKEN;

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
    // An unreadable file may define it.
    let files = [("data/common.yaml", data), ("manifests/site.pp", BROKEN)];
    assert!(!told_of(&files).iter().any(|line| line.contains("Nope")));
}

/// Values that unknown options may convert or merge are not checked.
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
    // A function that is asked for each key hardly has options, and a file that is not there has
    // none.
    assert_eq!(told(&[backend, ("modules/app/hiera.yaml", &key)]), 1);
    assert_eq!(told(&[("modules/app/hiera.yaml", &level("path: elsewhere.yaml"))]), 1);
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
fn keys_with_interpolation_may_be_of_others() {
    let data = |key: &str| {
        format!(
            "app::port: 80\napp::secret: x\nlookup_options: {{'{key}': {{convert_to: Sensitive}}}}\n"
        )
    };
    for key in ["app::%{facts.which}", "^%{facts.which}::.*secret"] {
        assert_eq!(told_of(&[("data/common.yaml", &data(key))]), [""; 0], "{key}");
    }
    let other = told_of(&[("data/common.yaml", &data("app::p%{facts.which}"))]);
    assert!(other.len() == 1 && other[0].contains("data-type-mismatch"), "{other:?}");
}
