//! Lookups of keys that no data has, and of those that need themselves.

use std::fmt::Write;

use super::{sandbox, told_of};

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

/// Keys may come from places that lint does not read.
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
    // A lookup gives the same error.
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
