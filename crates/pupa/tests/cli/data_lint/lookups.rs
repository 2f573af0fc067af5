//! Lookups of keys that no data has, and of those that need themselves.

use std::fmt::Write;

use super::{findings_of, sandbox};

/// Keys may come from places that lint does not read.
#[test]
fn keys_that_data_may_have() {
    let findings = |files: &[(&str, &str)]| {
        let site = ("manifests/site.pp", "lookup('key')\n");
        let found = findings_of(&[&[site], files].concat()).into_iter();
        found.filter(|line| line.contains("missing-data-key")).count()
    };
    let level = |level: &str| {
        let common = "{name: common, path: common.yaml}";
        let hiera = format!("version: 5\nhierarchy:\n  - {common}\n  - {level}\n");
        findings(&[
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
    assert_eq!(findings(&[]), 1);
    assert_eq!(findings(&[("data/nodes/a.yaml", "key: 1\n")]), 0);
    assert_eq!(findings(&[("data/nodes/a.yaml", "key: [1\n")]), 0);
    assert_eq!(findings(&[("data/nodes/a.yaml", "# nothing\n")]), 1);
    assert_eq!(findings(&[("hiera.yaml", "version: 6\n")]), 0);
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
    let findings = |files: &[(&str, &str)]| {
        let found = findings_of(files).into_iter();
        found.filter(|line| line.contains("recursive-lookup")).collect::<Vec<_>>()
    };
    let part = "data/common.yaml:7:1 error recursive-lookup the value of `part` looks up `part` \
                itself";
    let files = [("data/common.yaml", data)];
    assert_eq!(
        findings(&files),
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
    assert_eq!(findings(&[files[0], web]), [part]);
}

#[test]
fn values_in_several_files_that_need_themselves() {
    let findings = |files: &[(&str, &str)]| {
        let found = findings_of(files).into_iter();
        found.filter(|line| line.contains("recursive-lookup")).count()
    };
    let one = "app::port: 80\none: \"%{lookup('two')}\"\n";
    let two = "two: \"%{lookup('one')}\"\n";
    // Nodes that have one file have the other.
    assert_eq!(findings(&[("data/common.yaml", one), ("data/nodes/a.yaml", two)]), 1);
    // No node has both.
    assert_eq!(findings(&[("data/nodes/a.yaml", one), ("data/nodes/b.yaml", two)]), 0);
    // Nobody knows what else there is.
    let hiera = "version: 5\nhierarchy: [{name: a, paths: [common.yaml, secret.yaml]}]\n";
    let both = format!("{one}{two}");
    assert_eq!(findings(&[("data/common.yaml", &both)]), 1);
    assert_eq!(findings(&[("data/common.yaml", &both), ("hiera.yaml", hiera)]), 0);
    let count = 20_000;
    let mut long = String::new();
    for key in 0..count {
        writeln!(long, "k{key}: \"%{{lookup('k{}')}}\"", (key + 1) % count).unwrap();
    }
    assert_eq!(findings(&[("data/common.yaml", &long)]), 1);
}
