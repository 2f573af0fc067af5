//! `pupa epp` with templates of modules, in environments.

use crate::puppet_name::run;
use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("env/environment.conf", "modulepath = site:modules\n"),
        ("env/site/app/templates/motd.epp", "<%- | $who = 'you' | -%>\nHello <%= $who %>\n"),
        ("env/modules/app/templates/other.epp", "never seen\n"),
        ("env/modules/bad/templates/d/syntax.epp", "a\n<% } %>\n"),
        ("env/modules/bad/templates/two.epp", "<% $a::b = 1 %>\n<% $c::d = 2 %>\n"),
        ("env/modules/bad/templates/no.erb", "<% } %>\n"),
        ("env/modules/run/templates/fails.epp", "a\n  <%= 1 + 'x' %>\n"),
        ("env/modules/run/templates/says.epp", "<% notice('hi') %>x<%= \"\\q\" %>\n"),
        ("more/extra/templates/t.epp", "extra\n"),
        ("app/motd.epp", "a file of the same name\n"),
        ("file.epp", "a file\n"),
    ])
}

fn epp(action: &str, args: &[&str]) -> crate::sandbox::Ran {
    sandbox().run(&[&["epp", action, "--environment-dir", "env"], args].concat())
}

const SYNTAX: &str = "Syntax error at '}' \
    (file: [ROOT]/env/modules/bad/templates/d/syntax.epp, line: 2, column: 4)";

const RENDER_USAGE: &str = "Error: Try 'pupa help epp render' for usage\n";

#[test]
fn modules_of_the_environment_come_before_files() {
    epp("render", &["app/motd.epp"]).expect(0, "Hello you\n", "");
    epp("render", &["app/motd", "--values", "{who => me}"]).expect(0, "Hello me\n", "");
    epp("render", &["file.epp"]).expect(0, "a file\n", "");
    epp("render", &["--modulepath", "more", "extra/t"]).expect(0, "extra\n", "");
    let by_path = ["epp", "render", "--environmentpath", ".", "--environment", "env", "app/motd"];
    sandbox().run(&by_path).expect(0, "Hello you\n", "");
    let tree = "(lambda {:body [(epp (render-s \"extra\\n\"))]})\n";
    epp("dump", &["--format", "pn", "--modulepath", "more", "extra/t.epp"]).expect(0, tree, "");
}

#[test]
fn under_the_name_of_puppet_a_module_path_is_all_there_is() {
    let sandbox = sandbox();
    let render = |args: &[&str]| run(&sandbox, &[&["epp", "render"], args].concat());
    let around = ["--environmentpath", ".", "--environment", "env", "--modulepath", "more"];
    let given = |template| render(&[&[template], &around[..]].concat());
    given("extra/t.epp").expect(0, "extra\n", "");
    let usage = "Error: Try 'puppet help epp render' for usage\n";
    let missing = "Error: Could not find template 'app/motd.epp'\n";
    let failed = "Error: error while rendering epp\n";
    given("app/motd").expect(1, "", &format!("{missing}{failed}{usage}"));
    let own = ["app/motd", "--environmentpath", ".", "--environment", "env"];
    render(&own).expect(0, "Hello you\n", "");
    let validate = ["epp", "validate", "app/none.epp"];
    run(&sandbox, &[&validate, &around[..]].concat()).expect(
        1,
        "",
        "Error: One or more file(s) specified did not exist:\n   app/none.epp\n\
         Error: Try 'puppet help epp validate' for usage\n",
    );
}

#[test]
fn the_default_environment_need_not_be_there() {
    let render = |args: &[&str]| sandbox().run(&[&["epp", "render", "file.epp"], args].concat());
    render(&["--environmentpath", "more"]).expect(0, "a file\n", "");
    render(&["--environmentpath", "none", "--environment", "production"]).expect(0, "a file\n", "");
    render(&["--codedir", "more"]).expect(0, "a file\n", "");
    render(&["--environmentpath", "more", "--environment", "test"]).expect(
        1,
        "",
        &format!(
            "Error: Could not find a directory environment named 'test' anywhere in the path: more. \
             Does the directory exist?\n{RENDER_USAGE}"
        ),
    );
}

#[test]
fn a_module_hides_others_of_its_name() {
    epp("render", &["app/other"]).expect(
        1,
        "",
        &format!(
            "Error: Could not find template 'app/other.epp'\n\
             Error: error while rendering epp\n{RENDER_USAGE}"
        ),
    );
}

#[test]
fn a_missing_or_invalid_template_ends_the_call() {
    epp("render", &["none/x", "bad/d/syntax.epp", "app/motd"]).expect(
        1,
        "",
        &format!(
            "Error: --- none/x\nError: Could not find template 'none/x.epp'\n\
             Error: epp(): Invalid EPP: {SYNTAX}\n{RENDER_USAGE}"
        ),
    );
}

#[test]
fn a_failing_template_does_not_stop_the_next() {
    epp("render", &["run/fails", "none/x"]).expect(
        1,
        "",
        &format!(
            "Error: --- run/fails\n\
             Error: Evaluation Error: The value 'x' cannot be converted to Numeric. \
             (file: [ROOT]/env/modules/run/templates/fails.epp, line: 2, column: 11)\n\
             Error: --- none/x\nError: Could not find template 'none/x.epp'\n\
             Error: error while rendering epp\n{RENDER_USAGE}"
        ),
    );
}

#[test]
fn all_errors_of_a_template_are_reported() {
    let problem = "Cannot assign to variables in other namespaces";
    let file = "[ROOT]/env/modules/bad/templates/two.epp";
    epp("render", &["bad/two"]).expect(
        1,
        "",
        &format!(
            "Error: Illegal attempt to assign to 'a::b'. {problem} (file: {file}, line: 1, column: 4)\n\
             Error: Illegal attempt to assign to 'c::d'. {problem} (file: {file}, line: 2, column: 4)\n\
             Error: epp(): Invalid EPP: Language validation logged 2 errors. Giving up \
             (file: {file})\n{RENDER_USAGE}"
        ),
    );
}

#[test]
fn a_whole_environment_is_validated() {
    let ran = epp("validate", &[]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let errors = ran.err.lines().filter(|line| line.starts_with("Error: ")).count();
    assert_eq!(errors, 6, "{}", ran.err);
    assert!(ran.err.contains(SYNTAX), "{}", ran.err);
    assert!(ran.err.contains("Error: Errors while validating epp\n"), "{}", ran.err);
    epp("validate", &["app/motd.epp", "run/fails.epp"]).expect(0, "", "");
    let ran = epp("dump", &["--format", "pn"]);
    assert!(ran.out.contains("--- [ROOT]/env/site/app/templates/motd.epp\n"), "{}", ran.out);
}

#[test]
fn validation_stops_at_the_first_invalid_template() {
    let usage = "Error: Try 'pupa help epp validate' for usage\n";
    epp("validate", &["bad/d/syntax.epp", "none/x"]).expect(
        1,
        "",
        &format!("Error: {SYNTAX}\nError: Errors while validating epp\n{usage}"),
    );
    epp("validate", &["none/x", "app/motd.epp"]).expect(
        1,
        "",
        &format!("Error: One or more file(s) specified did not exist:\n   none/x\n{usage}"),
    );
}

#[test]
fn logs_of_templates_are_printed() {
    let ran = epp("render", &["run/says"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.ends_with(": hi\nx\\q\n"), "{}", ran.out);
    // Looking at a text twice would warn twice.
    assert_eq!(ran.err.matches("Unrecognized escape sequence '\\q'").count(), 1, "{}", ran.err);
}

#[test]
fn files_with_invalid_encodings_are_rejected() {
    let sandbox = sandbox();
    sandbox.write("env/modules/run/templates/latin1.epp", b"caf\xE9\n");
    sandbox.write("env/modules/run/files/latin1", b"caf\xE9\n");
    sandbox.write("env/modules/run/files/marked", b"\xEF\xBB\xBFtext");
    let eval = |code: &str| sandbox.run(&["eval", "--environment-dir", "env", "-e", code]);
    let ran = eval("epp('run/latin1')");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("invalid byte sequence in UTF-8"), "{}", ran.err);
    let ran = eval("file('run/latin1')");
    assert!(ran.err.contains("it is not UTF-8"), "{}", ran.err);
    eval("file('run/marked')").expect(0, "'text'\n", "");
    let ran = eval("epp('run//etc/passwd')");
    assert!(ran.err.contains("Could not find template 'run//etc/passwd.epp'"), "{}", ran.err);
}

#[test]
fn templates_that_can_not_be_read_are_named() {
    let sandbox = sandbox();
    sandbox.write("env/modules/run/templates/latin1.epp", b"a\ncaf\xE9\n");
    let message = "Error: invalid byte sequence in UTF-8 \
        (file: [ROOT]/env/modules/run/templates/latin1.epp, line: 2, column: 4)\n";
    let ran = sandbox.run(&["epp", "validate", "--environment-dir", "env"]);
    assert!(ran.code == 1 && ran.err.contains(message), "{}", ran.err);
    // All other trees are printed.
    for validates in ["--validate", "--no-validate"] {
        let ran =
            sandbox.run(&["epp", "dump", "--format", "pn", "--environment-dir", "env", validates]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains("env/modules/run/templates/latin1.epp"), "{}", ran.err);
        assert!(ran.out.contains("env/modules/run/templates/says.epp\n"), "{}", ran.out);
    }
    for args in [&["validate", "app"][..], &["dump", "--format", "pn", "app"]] {
        let ran = sandbox.run(&[&["epp"], args].concat());
        assert_eq!(ran.code, 1);
        assert!(ran.err.starts_with("Error: Is a directory @ io_fread - app\n"), "{}", ran.err);
    }
}
