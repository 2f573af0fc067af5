//! `pupa doctor` and `pupa modules`: the state of an environment.

use crate::sandbox::Sandbox;

const PUPPETFILE: &str =
    "mod 'ann-tools', :git => './tools.git', :tag => 'v1'\nmod 'saz-sudo', '8.0.0'\n";

const FILES: &[(&str, &str)] = &[
    ("environment.conf", ""),
    ("Puppetfile", PUPPETFILE),
    ("manifests/site.pp", "node 'web01' { include profile }\nnode default { include sudo }\n"),
    ("modules/profile/manifests/init.pp", "class profile { notice(hiera('x', 1)) }\n"),
    (
        "modules/profile/lib/puppet/functions/profile/odd.rb",
        "Puppet::Functions.create_function(:'profile::odd') do\n  def odd\n    require 'nokogiri'\n  end\nend\n",
    ),
    ("facts/web01.yaml", "a: 1\n"),
    ("facts/db01.yaml", "a: 1\n"),
    ("facts/db02.yaml", "a: 1\n"),
];

#[test]
fn a_missing_module_is_named() {
    let sandbox = Sandbox::new(FILES);
    let ran = sandbox.run(&["compile", "--node", "db01"]);
    let help =
        "help: the module saz-sudo of the Puppetfile is not installed; `pupa modules install`";
    assert!(ran.err.contains(help), "{}", ran.err);
}

#[test]
fn modules_are_listed_with_their_state() {
    let sandbox = Sandbox::new(FILES);
    let ran = sandbox.run(&["modules"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("saz-sudo   8.0.0   -        missing    environment"), "{}", ran.out);
    let json = sandbox.run(&["modules", "--format", "json"]);
    let modules: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let sudo = modules.as_array().unwrap().iter().find(|module| module["name"] == "sudo").unwrap();
    assert_eq!(sudo["state"], "missing");
    assert_eq!(sudo["used_by"][0], "environment");
}

#[test]
fn the_doctor_finds_all_that_is_missing() {
    let sandbox = Sandbox::new(FILES);
    let ran = sandbox.run(&["doctor"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    for part in [
        "saz-sudo of the Puppetfile is not installed, used by environment",
        "2 of 3 nodes fail",
        "db01, db02: Evaluation Error: Error while evaluating a Function Call, Could not find class ::sudo",
        "the function hiera is deprecated: use lookup",
        "odd.rb:3: ",
        "\nnot ready\n",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let json = sandbox.run(&["doctor", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(report["ready"], false);
    assert_eq!(report["nodes"]["failures"][0]["nodes"][1], "db02");
    assert_eq!(report["ruby"]["unsupported"][0]["kind"], "function");
}

#[test]
fn modules_are_installed_from_git_and_archives() {
    let sandbox = Sandbox::new(&[
        ("environment.conf", ""),
        ("manifests/site.pp", "include tools\ninclude boxed\n"),
    ]);
    sandbox.shell(
        "mkdir -p tools/manifests boxed-1/manifests
         echo 'class tools { }' > tools/manifests/init.pp
         echo 'class boxed { }' > boxed-1/manifests/init.pp
         (cd tools && git init -q && git add -A && git commit -qm one && git tag v1)
         tar -czf boxed.tar.gz boxed-1",
    );
    let root = sandbox.root().to_string_lossy().into_owned();
    let puppetfile = format!(
        "mod 'ann-tools', :git => 'file://{root}/tools', :tag => 'v1'\n\
         mod 'ann-boxed', :type => 'tarball', :source => 'file://{root}/boxed.tar.gz'\n"
    );
    sandbox.write("Puppetfile", puppetfile.as_bytes());
    let install = ["modules", "install", "--cache-dir", "cache"];
    let ran = sandbox.run(&install);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("2 modules installed, 0 kept"), "{}", ran.err);
    assert_eq!(sandbox.run(&["compile", "--node", "a"]).code, 0);
    let ran = sandbox.run(&install);
    assert!(ran.err.contains("0 modules installed, 2 kept"), "{}", ran.err);
}
