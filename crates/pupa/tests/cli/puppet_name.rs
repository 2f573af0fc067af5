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
fn lookups_refuse_what_the_reference_refuses() {
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
fn missing_subcommands_say_so() {
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
    run(&sandbox, &["check", "a.pp"]).expect(0, "", "");
}

#[test]
fn help_about_what_is_not_there_is_refused() {
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
