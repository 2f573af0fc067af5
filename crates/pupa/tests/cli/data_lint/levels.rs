//! Levels, and the files that they reach.

use super::{sandbox, told, told_of};
use crate::sandbox::BROKEN;

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
    // An unreadable file may define it.
    files.push(("manifests/broken.pp", BROKEN));
    let found = told_of(&files);
    assert!(found.len() == 1 && found[0].starts_with("manifests/broken.pp:"), "{found:?}");
}

#[test]
fn facts_in_paths() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, path: '%{facts.os.famly}.yaml'}
  - {name: b, path: '%{::osfamily}/%{os.name}/%{environment}.yaml'}
  - {name: c, path: '%{trusted.certnam}.yaml'}
  - {name: d, path: '%{tier}/%{::datacenter}/%{zone}/%{set_by_enc}.yaml'}
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
    // A program may give any fact.
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
fn data_that_lies_elsewhere() {
    let hiera = "\
version: 5
defaults: {datadir: '/nowhere/code/%{environment}/data', data_hash: yaml_data}
hierarchy:
  - {name: nodes, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: common, path: common.yaml}
";
    let found = told_of(&[("hiera.yaml", hiera)]);
    assert_eq!(
        found,
        ["hiera.yaml:4:19 note missing-data-file there is no directory /nowhere/code here, so \
             its data was not checked",]
    );
}
