//! `pupa epp render`: what templates write.

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("t.epp", "<%- | $x, $y = 'why' | -%>\nx=<%= $x %> y=<%= $y %>\n"),
        ("plain.epp", "a\n"),
        ("bad.epp", "<%= ) %>\n"),
        ("m/k/templates/k.epp", "in a module\n"),
        ("values.yaml", "x: from yaml\n"),
        ("values.pp", "$global = 'g'\n$values = { x => 'from pp', y => $global }\n$values\n"),
        ("values.txt", ""),
        ("facts.json", r#"{"os": {"family": "Debian"}}"#),
    ])
}

fn render(args: &[&str]) -> crate::sandbox::Ran {
    sandbox().run(&[&["epp", "render"], args].concat())
}

#[test]
fn values_come_from_the_command_line_and_from_files() {
    render(&["t.epp", "--values", "{x => 1}"]).expect(0, "x=1 y=why\n", "");
    render(&["t.epp", "--values_file", "values.yaml"]).expect(0, "x=from yaml y=why\n", "");
    render(&["t.epp", "--values-file", "values.pp", "--values", "{x => 2}"]).expect(
        0,
        "x=2 y=g\n",
        "",
    );
}

#[test]
fn texts_and_standard_input_are_templates_too() {
    render(&["-e", "<%= 1 + 2 %>!"]).expect(0, "3!\n", "");
    let ran = sandbox().run_with_input(&["epp", "render"], b"in <%= 'put' %>\n");
    ran.expect(0, "in put\n", "");
    render(&["--facts", "facts.json", "-e", "<%= $facts['os']['family'] %>"])
        .expect(0, "Debian\n", "");
    render(&["-e", "<%= $trusted['certname'] %>", "--node", "me"]).expect(0, "me\n", "");
    render(&["-e", "<%= Sensitive('s') %>"]).expect(0, "s\n", "");
}

#[test]
fn templates_of_modules_are_found() {
    render(&["--modulepath", "m", "k/k.epp"]).expect(0, "in a module\n", "");
}

#[test]
fn several_have_headers() {
    render(&["plain.epp", "plain.epp"]).expect(0, "--- plain.epp\na\n\n--- plain.epp\na\n", "");
    render(&["--no-header", "plain.epp", "plain.epp"]).expect(0, "a\na\n", "");
}

#[test]
fn mistakes_are_told() {
    let usage = "Error: Try 'pupa help epp render' for usage\n";
    render(&["-e", "<%- | $x | -%><%= $x %>"]).expect(
        1,
        "",
        &format!("Error: lambda: expects a value for parameter 'x'\n{usage}"),
    );
    render(&["-e", "a <%= $xyz %>"]).expect(
        1,
        "",
        &format!(
            "Error: Evaluation Error: Unknown variable: 'xyz'. \
             (file: inlined-epp-text, line: 1, column: 7)\n{usage}"
        ),
    );
    render(&["-e", "<%= ) %>"]).expect(
        1,
        "",
        &format!(
            "Error: inline_epp(): Invalid EPP: Syntax error at ')' \
             (file: inlined-epp-text, line: 1, column: 5)\n{usage}"
        ),
    );
    render(&["none.epp"]).expect(
        1,
        "",
        &format!(
            "Error: Could not find template 'none.epp'\nError: error while rendering epp\n{usage}"
        ),
    );
    let ran = render(&["bad.epp"]);
    assert!(ran.err.contains("epp(): Invalid EPP: Syntax error at ')'"), "{}", ran.err);
    let ran = render(&["plain.epp", "--values", "[1]"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("--values option must evaluate to a Hash or undef, got: 'Array'"),
        "{}",
        ran.err
    );
    // As in the reference, a file that can't be loaded gives no values.
    let ran = render(&["plain.epp", "--values_file", "values.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "a\n"));
    assert!(ran.err.contains("can be used as a --values_file"), "{}", ran.err);
}

#[test]
fn literal_text_is_bounded_too() {
    let code = "<% Integer[1, 5000].each |$i| { -%>a long line of text<% } -%>";
    let ran =
        Sandbox::new(&[("pupa.toml", "max_text = 65536\n")]).run(&["epp", "render", "-e", code]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert!(ran.err.contains("more than 65536 bytes"), "{}", ran.err);
}
