//! `pupa facts` and built-in facts.

use crate::sandbox::Sandbox;

const FILES: &[(&str, &str)] = &[
    ("environment.conf", ""),
    (
        "manifests/site.pp",
        "notify { \"${facts['os']['name']} ${facts['networking']['hostname']}\": }\n",
    ),
    ("facts/web01.example.com.yaml", "os: {name: Plan9}\nnetworking: {hostname: web01}\n"),
];

#[test]
fn sets_of_facts_are_listed() {
    let sandbox = Sandbox::new(FILES);
    let ran = sandbox.run(&["facts"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for name in ["web01.example.com", "debian-12", "redhat-9", "ubuntu-24.04", "windows-2022"] {
        assert!(ran.out.contains(&format!("  {name}")), "{name}: {}", ran.out);
    }
}

#[test]
fn a_set_of_facts_can_be_shown_and_read_back() {
    let sandbox = Sandbox::new(FILES);
    sandbox.run(&["facts", "debian-12", "os.release.major"]).expect(0, "--- '12'\n", "");
    sandbox.run(&["facts", "web01.example.com", "os.name"]).expect(0, "--- Plan9\n", "");
    let json = sandbox.run(&["facts", "redhat-9", "--format", "json", "--node", "a.b"]).json();
    assert_eq!(json["networking"]["fqdn"], "a.b");
    assert_eq!(json["osfamily"], "RedHat");
    sandbox.run(&["facts", "debian-21"]).expect(
        2,
        "",
        "error: there are no facts `debian-21`; did you mean `debian-11`?\n",
    );
}

#[test]
fn built_in_facts_have_the_name_of_the_node() {
    let sandbox = Sandbox::new(FILES);
    let args =
        ["compile", "--facts", "ubuntu-24.04", "--node", "db01.example.com", "--format", "text"];
    let ran = sandbox.run(&args);
    assert!(ran.out.contains("notify { 'Ubuntu db01':"), "{} {}", ran.out, ran.err);
}

#[test]
fn a_run_without_facts_says_how_to_give_some() {
    let sandbox = Sandbox::new(&[]);
    let ran = sandbox.run(&["compile", "-e", "notice($facts['os']['family'])"]);
    assert!(ran.err.contains("help: this run has no facts; `--facts FILE`"), "{}", ran.err);
    sandbox.write("facts.json", br#"{"os": {"family": "Debian"}}"#);
    let code = "notice($facts['os']['famly']['x'])";
    let ran = sandbox.run(&["compile", "--facts", "facts.json", "-e", code]);
    assert!(ran.err.contains("help: did you mean `$facts['os']['family']`?"), "{}", ran.err);
}
