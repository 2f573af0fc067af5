//! Which files are judged as files of a module.

use crate::sandbox::Sandbox;

/// A class whose name fits no file of the tests.
const STRAY: &str = "class stray { }\n";

/// The files in which the stray class is reported.
fn rejected(sandbox: &Sandbox, options: &[&str]) -> Vec<String> {
    let args: Vec<&str> = ["check", "--format", "json"].iter().chain(options).copied().collect();
    let json = sandbox.run(&args).json();
    let diagnostics = json["diagnostics"].as_array().unwrap().iter();
    diagnostics
        .map(|found| {
            assert_eq!(found["code"], "illegal-definition-location", "{found}");
            found["file"].as_str().unwrap().to_owned()
        })
        .collect()
}

#[test]
fn metadata_makes_a_module() {
    let sandbox = Sandbox::new(&[
        ("checkout/metadata.json", r#"{"name": "me-web"}"#),
        ("checkout/manifests/init.pp", "class web { }\n"),
        ("checkout/manifests/vhost.pp", "define web::vhost() { }\n"),
        ("checkout/manifests/wrong.pp", STRAY),
        ("checkout/examples/demo.pp", STRAY),
        ("checkout/spec/fixtures/site.pp", STRAY),
    ]);
    assert_eq!(rejected(&sandbox, &[]), ["checkout/manifests/wrong.pp"]);
    assert_eq!(
        rejected(&sandbox, &["checkout/manifests/wrong.pp"]),
        ["checkout/manifests/wrong.pp"]
    );
}

#[test]
fn a_directory_of_modules_makes_modules() {
    let sandbox = Sandbox::new(&[
        ("modules/web/manifests/init.pp", "class web { }\n"),
        ("modules/web/manifests/a/b.pp", "class web::a::b { }\n"),
        ("modules/web/manifests/c.pp", STRAY),
        ("modules/web/functions/d.pp", STRAY),
        ("modules/me-mail/metadata.json", r#"{"name": "me-mail"}"#),
        ("modules/me-mail/manifests/init.pp", "class mail { }\n"),
        ("modules/me-other/manifests/init.pp", STRAY),
    ]);
    let expected = ["modules/web/functions/d.pp", "modules/web/manifests/c.pp"];
    assert_eq!(rejected(&sandbox, &[]), expected);
}

#[test]
fn an_environment_is_not_a_module() {
    let sandbox = Sandbox::new(&[
        ("metadata.json", r#"{"name": "me-control"}"#),
        ("environment.conf", ""),
        ("manifests/site.pp", STRAY),
        ("other/modules/x/manifests/init.pp", "class x { }\n"),
        ("other/metadata.json", r#"{"name": "me-other"}"#),
        ("other/manifests/site.pp", STRAY),
        ("plain/manifests/site.pp", STRAY),
    ]);
    assert_eq!(rejected(&sandbox, &[]), [""; 0]);
}

#[test]
fn the_module_path_is_as_strict_as_the_reference() {
    let sandbox =
        Sandbox::new(&[("site/web/examples/a.pp", STRAY), ("site/web/manifests/b.pp", STRAY)]);
    assert_eq!(rejected(&sandbox, &[]), [""; 0]);
    let expected = ["site/web/examples/a.pp", "site/web/manifests/b.pp"];
    assert_eq!(rejected(&sandbox, &["--modulepath", "elsewhere:site"]), expected);
    sandbox.write("pupa.toml", b"modulepath = [\"site\"]\n");
    assert_eq!(rejected(&sandbox, &[]), expected);
}

#[test]
fn standard_input_lies_where_its_name_says() {
    let sandbox = Sandbox::new(&[("metadata.json", r#"{"name": "me-web"}"#)]);
    let args = ["check", "--format", "line", "--stdin-filename", "manifests/a.pp", "-"];
    assert_eq!(sandbox.run_with_input(&args, STRAY.as_bytes()).code, 1);
    assert_eq!(
        sandbox.run_with_input(&["check", "--format", "line", "-"], STRAY.as_bytes()).code,
        0
    );
}

#[test]
fn commands_of_the_reference_know_the_module_path_only() {
    let sandbox = Sandbox::new(&[("modules/web/manifests/a.pp", STRAY)]);
    let file = "modules/web/manifests/a.pp";
    sandbox.run(&["parser", "validate", file]).expect(0, "", "");
    sandbox.run(&["parser", "validate", "--modulepath", "modules", file]).expect(
        1,
        "",
        "Error: Could not parse for environment production: Unacceptable location. The name \
         'stray' is unacceptable in file '[ROOT]/modules/web/manifests/a.pp' \
         (file: [ROOT]/modules/web/manifests/a.pp, line: 1, column: 1)\n",
    );
}
