//! `pupa types export`.

use std::fs;

use crate::sandbox::{Ran, Sandbox};

const USER: &str = "type User { attr name, String { min => 1, check => { $it != '' } } }\n";

fn exported(sandbox: &Sandbox, directory: &str) -> Vec<String> {
    let entries = fs::read_dir(sandbox.root().join(directory)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn export(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run(&[&["types", "export", "--ecore"], args].concat())
}

#[test]
fn a_directory_becomes_models() {
    let sandbox = Sandbox::new(&[
        ("types/user.pp", USER),
        ("types/deep/role.pp", "type Shop::Role { has owner, User { containment => false } }"),
        ("types/alias.pp", "type Alias = Integer"),
        ("types/page.epp", "<%= $broken"),
    ]);
    export(&sandbox, &["-o", "out/models", "types"]).expect(
        0,
        "",
        "wrote out/models/puppet.ecore\nwrote out/models/puppet.impl.xmi\n\
         wrote out/models/Shop.ecore\nwrote out/models/Shop.impl.xmi\n\
         wrote out/models/puppet-ast.ecore\n",
    );
    assert_eq!(
        exported(&sandbox, "out/models"),
        ["Shop.ecore", "Shop.impl.xmi", "puppet-ast.ecore", "puppet.ecore", "puppet.impl.xmi"]
    );
    let shop = fs::read_to_string(sandbox.root().join("out/models/Shop.ecore")).unwrap();
    assert!(shop.contains(r#"eType="ecore:EClass puppet.ecore#//User""#), "{shop}");
}

#[test]
fn the_same_definitions_give_the_same_bytes() {
    let sandbox = Sandbox::new(&[("a.pp", USER), ("b.pp", "type Shop::Role { }")]);
    let read = |file: &str| fs::read(sandbox.root().join(file)).unwrap();
    let args = ["--quiet", "-o", "out", "."];
    export(&sandbox, &args).expect(0, "", "");
    let before = (read("out/puppet.ecore"), read("out/puppet.impl.xmi"));
    export(&sandbox, &args).expect(0, "", "");
    assert_eq!((read("out/puppet.ecore"), read("out/puppet.impl.xmi")), before);
}

#[test]
fn options_decide_where_logic_is_written() {
    let sandbox = Sandbox::new(&[("user.pp", USER)]);
    let files = |options: &[&str], directory: &str| {
        export(&sandbox, &[options, &["-q", "-o", directory, "user.pp"]].concat())
            .expect(0, "", "");
        exported(&sandbox, directory)
    };
    assert_eq!(files(&["--impl", "json"], "json"), ["puppet.ecore", "puppet.impl.json"]);
    assert_eq!(files(&["--annotations"], "notes"), ["puppet.ecore"]);
    assert_eq!(files(&["--impl", "none"], "none"), ["puppet.ecore"]);
    let read = |file: &str| fs::read_to_string(sandbox.root().join(file)).unwrap();
    assert!(read("notes/puppet.ecore").contains(r#"source="http://puppet.types/logic""#));
    assert!(!read("none/puppet.ecore").contains("eAnnotations"));
    let json: serde_json::Value = serde_json::from_str(&read("json/puppet.impl.json")).unwrap();
    assert_eq!(json[0]["pn"], r#"(block (!= (var "it") ""))"#);
}

#[test]
fn one_file_can_be_printed() {
    let sandbox = Sandbox::new(&[("user.pp", USER)]);
    let ran = export(&sandbox, &["--impl", "none", "-o", "-", "user.pp"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("<?xml ") && ran.out.ends_with("</ecore:EPackage>\n"));
    let piped = sandbox.run_with_input(
        &["types", "export", "--ecore", "--annotations", "-o", "-", "-"],
        USER.as_bytes(),
    );
    assert_eq!((piped.code, piped.err.as_str()), (0, ""));
    export(&sandbox, &["-o", "-", "user.pp"]).expect(
        2,
        "",
        "error: `--output -` prints one file, but there are 3: puppet.ecore, puppet.impl.xmi, \
         puppet-ast.ecore; name a directory, or write fewer files with --impl none\n",
    );
}

#[test]
fn only_types_of_a_module_are_read() {
    let sandbox = Sandbox::new(&[
        ("modules/shop/metadata.json", r#"{"name": "me-shop"}"#),
        ("modules/shop/manifests/init.pp", "class shop { $x = }"),
        ("modules/shop/types/role.pp", "type Shop::Role { }"),
    ]);
    export(&sandbox, &["--impl", "none", "modules"]).expect(0, "", "wrote Shop.ecore\n");
    let named = export(&sandbox, &["modules/shop/manifests/init.pp"]);
    assert_eq!(named.code, 1, "{}", named.err);
}

#[test]
fn errors_are_reported_and_nothing_is_written() {
    let sandbox = Sandbox::new(&[
        ("a.pp", "type A inherits Missing { }\ntype B { has a, Nowhere }\n"),
        ("b.pp", "type B { }\n"),
        ("broken.pp", "type C { attr }\n"),
        ("none.pp", "notice(1)\n"),
    ]);
    let ran = export(&sandbox, &["-o", "out", "a.pp", "b.pp"]);
    let errors = |err: &str| err.matches("error[").count();
    assert_eq!((ran.code, ran.out.as_str(), errors(&ran.err)), (1, "", 3), "{}", ran.err);
    assert!(ran.err.contains(" --> a.pp:1:17\n"), "{}", ran.err);
    assert!(ran.err.contains(" --> b.pp:1:6\n"), "{}", ran.err);
    let ran = export(&sandbox, &["-o", "out", "a.pp", "broken.pp", "missing.pp"]);
    assert_eq!((ran.code, errors(&ran.err)), (1, 2), "{}", ran.err);
    assert!(!sandbox.root().join("out").exists());
    let ran = export(&sandbox, &["none.pp"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(": there are no type definitions here\n--> none.pp\n"), "{}", ran.err);
}

#[test]
fn files_that_would_be_one_are_refused() {
    let sandbox = Sandbox::new(&[("a.pp", "type T { }\ntype Puppet::T { }\n")]);
    let ran = export(&sandbox, &["-o", "out", "a.pp"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`Puppet` would be exported to the same file, `Puppet.ecore`"));
    assert!(!sandbox.root().join("out").exists());
}

#[test]
fn types_need_extensions() {
    let sandbox = Sandbox::new(&[("user.pp", USER)]);
    let ran = export(&sandbox, &["--no-extensions", "user.pp"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: type definitions are an extension of edition 8"));
    let draft = export(&sandbox, &["--edition", "draft", "--no-extensions", "-q", "user.pp"]);
    draft.expect(0, "", "");
}

#[test]
fn unwritable_output_is_an_error() {
    let sandbox = Sandbox::new(&[("user.pp", USER), ("file", "")]);
    let ran = export(&sandbox, &["-o", "file/below", "user.pp"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: cannot write file/below: "), "{}", ran.err);
    // A directory stands in the way of the second file, so the first one is not written either.
    fs::create_dir_all(sandbox.root().join("out/puppet.impl.xmi")).unwrap();
    let ran = export(&sandbox, &["-o", "out", "user.pp"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("out/puppet.impl.xmi"), "{}", ran.err);
    assert_eq!(exported(&sandbox, "out"), ["puppet.impl.xmi"]);
}

#[test]
fn the_call_has_to_be_right() {
    let sandbox = Sandbox::new(&[("user.pp", USER)]);
    assert_eq!(sandbox.run(&["types", "export", "user.pp"]).code, 2);
    assert_eq!(export(&sandbox, &[]).code, 2);
    assert_eq!(export(&sandbox, &["--annotations", "--impl", "json", "user.pp"]).code, 2);
}
