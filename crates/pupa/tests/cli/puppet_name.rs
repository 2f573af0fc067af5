//! The same program under the name `puppet`.

use std::path::PathBuf;

use crate::sandbox::{BROKEN, PUPA, Ran, Sandbox};

/// Copies the program under the reference's name.
fn puppet(sandbox: &Sandbox) -> PathBuf {
    let path = sandbox.root().join("bin/puppet");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::hard_link(PUPA, &path).or_else(|_| std::fs::copy(PUPA, &path).map(|_| ())).unwrap();
    path
}

/// Runs Pupa under the reference's name.
pub(crate) fn run(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run_program(&puppet_once(sandbox), args, b"")
}

fn puppet_once(sandbox: &Sandbox) -> PathBuf {
    let path = sandbox.root().join("bin/puppet");
    if path.exists() { path } else { puppet(sandbox) }
}

#[test]
fn the_version_is_the_reference_s() {
    run(&Sandbox::new(&[]), &["--version"]).expect(0, "8.28.1\n", "");
}

#[test]
fn hooks_just_work() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN), ("b.pp", "$b = 1\n")]);
    run(&sandbox, &["parser", "validate", "--color=false", "--storeconfigs", "b.pp"])
        .expect(0, "", "");
    run(&sandbox, &["parser", "validate", "--color=false", "a.pp"]).expect(
        1,
        "",
        "Error: Could not parse for environment production: Syntax error at '}' \
         (file: [ROOT]/a.pp, line: 3, column: 1)\n",
    );
    run(&sandbox, &["parser", "dump", "--format", "pn", "b.pp"]).expect(
        0,
        "--- b.pp(= (var \"b\") 1)\n",
        "",
    );
}

#[test]
fn data_is_looked_up() {
    let data = "---\nport: 80\nusers: {a: 1}\n";
    let sandbox = Sandbox::new(&[
        ("envs/test/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n"),
        ("envs/test/data/a.yaml", data),
        ("global/hiera.yaml", "version: 5\nhierarchy: [{name: g, path: g.yaml}]\n"),
        ("global/data/g.yaml", "users: {b: 2}\n"),
    ]);
    let settings = ["--environmentpath", "envs", "--environment", "test", "--node", "web01"];
    let look_up = |args: &[&str]| run(&sandbox, &[&["lookup"], args, &settings].concat());
    look_up(&["port"]).expect(0, "--- 80\n", "");
    look_up(&[
        "users",
        "--merge",
        "hash",
        "--hiera_config",
        "global/hiera.yaml",
        "--render-as",
        "s",
    ])
    .expect(0, "{\"a\"=>1, \"b\"=>2}\n", "");
    let explained = look_up(&["port", "--explain"]);
    assert!(explained.out.ends_with("Found key: \"port\" value: 80\n"), "{}", explained.out);
    look_up(&["none", "--default", "x", "--render-as", "json"]).expect(0, "\"x\"\n", "");
}

#[test]
fn lookups_reject_the_same_options_as_the_reference() {
    let sandbox = Sandbox::new(&[]);
    let look_up = |args: &[&str]| run(&sandbox, &[&["lookup", "--color=false"], args].concat());
    look_up(&[]).expect(1, "", "Error: Could not run: No keys were given to lookup.\n");
    look_up(&["x", "--merge", "frob"]).expect(
        1,
        "",
        "Error: Could not run: The --merge option only accepts 'first', 'hash', 'unique', or \
         'deep'\nRun 'puppet lookup --help' for more details\n",
    );
    look_up(&["x", "--render-as", "frob"]).expect(
        1,
        "",
        "Error: Could not run: Unknown rendering format 'frob'\n",
    );
}

#[test]
fn options_of_deep_merges_need_one() {
    let sandbox = Sandbox::new(&[]);
    for options in [
        &["--sort-merged-arrays"][..],
        &["--merge", "first", "--merge-hash-arrays"],
        &["--merge", "frob", "--knock-out-prefix", "--"],
    ] {
        run(&sandbox, &[&["lookup", "x"], options].concat()).expect(
            1,
            "",
            "Error: Could not run: The options --knock-out-prefix, --sort-merged-arrays, and \
             --merge-hash-arrays are only available with '--merge deep'\n\
             Run 'puppet lookup --help' for more details\n",
        );
    }
}

#[test]
fn facts_are_refused_in_the_words_of_the_reference() {
    let sandbox = Sandbox::new(&[("list.yaml", "[1]"), ("bad.yaml", "a: [\n")]);
    sandbox.write("dir.json/x", b"");
    let yaml = "(bad.yaml): did not find expected node content while parsing a flow node at line 2 \
                column 1";
    for (file, in_lookup, in_epp) in [
        (
            "list.yaml",
            "Incorrectly formatted data in list.yaml given via the --facts flag (only accepts yaml \
             and json files)",
            "Incorrect formatted data in list.yaml given via the --facts flag",
        ),
        ("none.yaml", "No such file or directory @ rb_sysopen - none.yaml", ""),
        ("dir.json", "Is a directory @ io_fread - dir.json", ""),
        ("bad.yaml", &format!("{yaml}\nWrapped exception:\n{yaml}"), ""),
    ] {
        run(&sandbox, &["lookup", "x", "--facts", file]).expect(
            1,
            "",
            &format!("Error: Could not run: {in_lookup}\n"),
        );
        let message = if in_epp.is_empty() { in_lookup } else { in_epp };
        run(&sandbox, &["epp", "render", "-e", "", "--facts", file]).expect(
            1,
            "",
            &format!("Error: {message}\nError: Try 'puppet help epp render' for usage\n"),
        );
    }
}

/// An environment whose main manifest speaks.
fn speaking(ending: &str) -> Sandbox {
    let says = "notice(\"one\\n\")\nwarning(\"two\")\nerr(\"three\\n\\n\")\ninfo(\"never seen\")\n\
                notice($trusted['authenticated'])\n";
    Sandbox::new(&[
        ("envs/test/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n"),
        ("envs/test/data/a.yaml", "port: 80\n"),
        ("envs/test/manifests/site.pp", &format!("{says}{ending}")),
    ])
}

const AROUND: [&str; 4] = ["--environmentpath", "envs", "--environment", "test"];

const NOTICES: &str = "Notice: Scope(Class[main]): one\nNotice: Scope(Class[main]): local\n";

const OTHERS: &str = "Warning: Scope(Class[main]): two\nError: Scope(Class[main]): three\n\n";

#[test]
fn notices_go_where_results_go() {
    let look_up = ["lookup", "port", "--node", "me", "--compile"];
    run(&speaking(""), &[&look_up[..], &AROUND].concat()).expect(
        0,
        &format!("{NOTICES}--- 80\n"),
        OTHERS,
    );
    let ran = run(&speaking(""), &[&["catalog", "compile", "me"], &AROUND[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, OTHERS));
    let compiled = format!("{NOTICES}Notice: Compiled catalog for me in environment test in ");
    assert!(ran.out.starts_with(&compiled), "{}", ran.out);
}

#[test]
fn a_lookup_without_its_catalog_fails() {
    let look_up = |ending| {
        let args = ["lookup", "port", "--node", "me", "--compile"];
        run(&speaking(ending), &[&args[..], &AROUND].concat())
    };
    let file = "file: [ROOT]/envs/test/manifests/site.pp";
    look_up("fail('no')\n").expect(
        1,
        NOTICES,
        &format!(
            "{OTHERS}Error: Could not run: Evaluation Error: Error while evaluating a Function \
             Call, no ({file}, line: 6, column: 1)\n"
        ),
    );
    let illegal = |name: &str, line: u32| {
        format!(
            "Error: Illegal attempt to assign to '{name}'. Cannot assign to variables in other \
             namespaces ({file}, line: {line}, column: 1)\n"
        )
    };
    look_up("$a::b = 1\n$c::d = 2\n").expect(
        1,
        "",
        &format!(
            "{}{}Error: Could not run: Could not parse for environment test: Language validation \
             logged 2 errors. Giving up ({file})\n",
            illegal("a::b", 6),
            illegal("c::d", 7)
        ),
    );
}

#[test]
fn values_of_lookups_can_be_tables() {
    let data = "\
        hash: {long key: text, 1: [x, ~], k: {x: y}}\n\
        array: [a, 1, ~, {x: 1}]\n\
        text: \"line\\n\"\n\
        nothing: ~\n\
        empty: {}\n";
    let sandbox = Sandbox::new(&[
        ("envs/test/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n"),
        ("envs/test/data/a.yaml", data),
    ]);
    let look_up = |key, form| {
        let args = ["lookup", "--node", "me", key, "--render-as", form];
        run(&sandbox, &[&args[..], &AROUND].concat())
    };
    let table = "1         [\"x\",null]\nk         {\"x\":\"y\"}\nlong key  \"text\"\n";
    look_up("hash", "console").expect(0, table, "");
    look_up("array", "console").expect(0, "a\n1\n\n{\"x\"=>1}\n", "");
    look_up("text", "console").expect(0, "line\n", "");
    look_up("nothing", "console").expect(0, "null\n", "");
    look_up("empty", "console").expect(0, "\n", "");
    look_up("array", "S").expect(0, "[\"a\", 1, nil, {\"x\"=>1}]\n", "");
    look_up("array", "JSON").expect(0, "[\"a\",1,null,{\"x\":1}]\n", "");
}

#[test]
fn missing_subcommands_are_errors() {
    let sandbox = Sandbox::new(&[]);
    for name in ["apply", "agent", "module"] {
        let expected = format!("error: `puppet {name}` is not available in Pupa yet\n");
        run(&sandbox, &[name, "--noop"]).expect(2, "", &expected);
    }
    run(&sandbox, &["frob"]).expect(
        1,
        "",
        "Error: Unknown subcommand 'frob'\nSee 'puppet help' for help on available subcommands\n",
    );
}

#[test]
fn help_is_given() {
    let sandbox = Sandbox::new(&[]);
    let ran = run(&sandbox, &["help"]);
    assert!(ran.code == 0 && ran.out.contains("parser validate"), "{}", ran.out);
    let ran = run(&sandbox, &["help", "parser", "validate"]);
    assert!(ran.code == 0 && ran.out.starts_with("Usage: parser validate"), "{}", ran.out);
}

#[test]
fn commands_of_our_own_are_there_too() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    run(&sandbox, &["check", "--format", "line", "a.pp"]).expect(0, "", "");
}

#[test]
fn help_on_missing_commands_is_an_error() {
    let sandbox = Sandbox::new(&[]);
    let message = "error: `puppet agent` is not available in Pupa yet\n";
    run(&sandbox, &["help", "agent"]).expect(2, "", message);
    run(&sandbox, &["help", "bogus"]).expect(
        1,
        "",
        "Error: Could not load help for the face bogus.\n\
         Please check the error logs for more information.\n\n\
         Detail: \"Could not find Puppet Face bogus\"\n\
         Error: Try 'puppet help help help' for usage\n",
    );
    let ran = run(&sandbox, &["help", "check"]);
    assert!(ran.code == 0 && ran.out.contains("--stdin-filename"), "{}", ran.out);
}
