//! Options of commands in `pupa.toml`, and `pupa init`, which writes one.

use crate::sandbox::Sandbox;

const SITE: &str = "notify { \"${facts['os']['name']}\": }\n";

#[test]
fn options_of_commands_can_be_set() {
    let sandbox = Sandbox::new(&[
        ("code/manifests/site.pp", SITE),
        (
            "pupa.toml",
            "environment_dir = \"code\"\nfacts = \"debian-12\"\n[compile]\nformat = \"text\"\nnode = [\"web01\"]\n",
        ),
        ("own.yaml", "os: {name: Own}\n"),
    ]);
    let ran = sandbox.run(&["compile"]);
    assert!(ran.out.contains("notify { 'Debian':"), "{} {}", ran.out, ran.err);
    // Options win, also over those that exclude them.
    let ran = sandbox.run(&["compile", "--facts", "own.yaml"]);
    assert!(ran.out.contains("notify { 'Own':"), "{} {}", ran.out, ran.err);
    sandbox.write("facts/web01.yaml", b"os: {name: Directory}\n");
    let ran = sandbox.run(&["compile", "--facts-dir", "facts"]);
    assert!(ran.out.contains("notify { 'Directory':"), "{} {}", ran.out, ran.err);
}

#[test]
fn mistakes_in_options_have_a_place_and_a_suggestion() {
    let sandbox = Sandbox::new(&[]);
    for (text, message) in [
        ("fact = \"a\"\n", ":1:1: unknown key `fact`; did you mean `facts`?"),
        ("[chek]\n", ":1:2: unknown key `chek`; did you mean `check`?"),
        ("[check]\nfromat = \"text\"\n", ":2:1: unknown key `fromat`; did you mean `format`?"),
        ("[catalog.dif]\nignore = []\n", ":1:10: unknown key `dif`; did you mean `diff`?"),
        ("[check]\nquiet = 1\n", ":2:9: expected `true` or `false` for `quiet`, found `1`"),
    ] {
        sandbox.write("pupa.toml", text.as_bytes());
        let ran = sandbox.run(&["check"]);
        let expected = format!("error: [ROOT]/pupa.toml{message}\n");
        assert_eq!((ran.code, ran.err.as_str()), (2, expected.as_str()));
    }
}

#[test]
fn init_writes_a_file_that_is_valid() {
    let sandbox = Sandbox::new(&[
        ("environments/production/manifests/site.pp", SITE),
        ("facts/web01.yaml", "os: {name: Known}\n"),
    ]);
    let ran = sandbox.run(&["init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = std::fs::read_to_string(sandbox.root().join("pupa.toml")).unwrap();
    assert!(text.contains("environment_dir = \"environments/production\""), "{text}");
    assert!(text.contains("facts_dir = \"facts\""), "{text}");
    let ran = sandbox.run(&["compile", "--node", "web01", "--format", "text"]);
    assert!(ran.out.contains("notify { 'Known':"), "{} {}", ran.out, ran.err);
    let again = sandbox.run(&["init"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("is there already; --force replaces it"), "{}", again.err);
}

#[test]
fn the_schema_knows_all_keys() {
    let schema = Sandbox::new(&[]).run(&["init", "--schema"]).json();
    let of = |path: &str| schema.pointer(path).unwrap_or_else(|| panic!("{path}"));
    assert_eq!(of("/properties/edition/enum/1"), "draft");
    assert_eq!(of("/properties/facts_dir/type/0"), "string");
    assert_eq!(of("/properties/check/properties/format/enum/0"), "text");
    assert_eq!(of("/properties/catalog/properties/diff/properties/tags/type"), "boolean");
    assert_eq!(of("/additionalProperties"), false);
}
