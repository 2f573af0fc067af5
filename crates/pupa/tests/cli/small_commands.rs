//! `explain`, `completions`, `--version`, `--help`.

use crate::sandbox::{PUPA, Sandbox};

#[test]
fn codes_are_explained() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run(&["explain", "binary-file"]).expect(
        0,
        "\
binary-file (error)

A file holds NUL bytes, so Puppet cannot read it as text. Text saved as UTF-16 has
them too: save it as UTF-8.
",
        "",
    );
    for form in ["error[syntax-error]", "SYNTAX_ERROR", "syntax-error"] {
        let ran = sandbox.run(&["explain", form]);
        assert!(ran.out.starts_with("syntax-error (error)\n\n"), "{form}: {}", ran.out);
    }
}

#[test]
fn near_misses_are_suggested() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run(&["explain", "sintax-eror"]).expect(
        2,
        "",
        "error: no diagnostic is called `sintax-eror`; did you mean `syntax-error`?\n",
    );
    sandbox.run(&["explain", "wibble"]).expect(
        2,
        "",
        "error: no diagnostic is called `wibble`; `pupa explain` lists all\n",
    );
}

#[test]
fn all_codes_are_listed_in_order() {
    let sandbox = Sandbox::new(&[]);
    let ran = sandbox.run(&["explain"]);
    let codes: Vec<&str> = ran.out.lines().collect();
    assert!(codes.contains(&"syntax-error") && codes.contains(&"invalid-utf8"));
    assert!(codes.is_sorted());
}

#[test]
fn shells_are_completed() {
    let sandbox = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = sandbox.run(&["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        assert!(ran.out.contains("stdin-filename"), "{shell}");
    }
    assert_eq!(sandbox.run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn options_of_puppet_commands_are_completed() {
    let script = Sandbox::new(&[]).run(&["completions", "bash"]).out;
    let offered = |command: &str| -> Vec<String> {
        let (_, section) = script.split_once(&format!("        {command})\n")).unwrap();
        let (_, words) = section.split_once("opts=\"").unwrap();
        words.split('"').next().unwrap().split(' ').map(str::to_owned).collect()
    };
    for (command, words) in [
        ("pupa__subcmd__epp", &["render", "validate", "dump"][..]),
        ("pupa__subcmd__parser", &["validate", "dump"]),
        ("pupa__subcmd__epp__subcmd__render", &["-e", "--values", "--values-file", "--strict"]),
        ("pupa__subcmd__epp__subcmd__dump", &["--format", "--environment-dir"]),
    ] {
        let offered = offered(command);
        for word in words {
            assert!(offered.iter().any(|one| one == word), "{command}: {word} in {offered:?}");
        }
        assert!(!offered.iter().any(|one| one == "--max-depth"), "{command}: {offered:?}");
    }
    assert!(offered("pupa__subcmd__lookup").iter().any(|one| one == "--max-depth"));
}

#[test]
fn help_of_every_command() {
    let sandbox = Sandbox::new(&[]);
    for command in [
        &["check", "--format", "line"][..],
        &["lookup"],
        &["data", "lint"],
        &["catalog", "diff"],
        &["types", "load"],
        &["parser", "dump"],
        &["epp", "render"],
        &["epp"],
        &[],
    ] {
        let asked = sandbox.run(&[&["help"], command].concat());
        let expected = sandbox.run(&[command, &["--help"]].concat());
        asked.expect(0, &expected.out, "");
    }
    let unknown = sandbox.run(&["help", "lokup"]);
    assert!(unknown.code == 2 && unknown.err.contains("lookup"), "{}", unknown.err);
}

#[test]
fn short_help_has_the_options_that_matter() {
    let sandbox = Sandbox::new(&[]);
    for command in ["check", "compile", "lookup"] {
        let short = sandbox.run(&[command, "-h"]).out;
        let long = sandbox.run(&[command, "--help"]).out;
        assert!(!short.contains("--max-steps") && short.contains("--modulepath"), "{short}");
        for heading in ["Language options", "Limits of evaluation", "Global options"] {
            assert!(long.contains(&format!("\n{heading}")), "{long}");
        }
        assert!(long.contains("--max-steps") && long.contains("--edition"), "{long}");
        assert!(short.lines().count() * 2 < long.lines().count(), "{short}");
    }
}

#[test]
fn manual_pages_are_written() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run(&["man-pages", "man/man1"]).expect(0, "", "");
    let page = |name: &str| {
        std::fs::read_to_string(sandbox.root().join(format!("man/man1/{name}.1"))).unwrap()
    };
    assert!(page("pupa").contains("pupa\\-catalog(1)"), "{}", page("pupa"));
    assert!(page("pupa-catalog-diff").contains("\\-\\-ignore"));
    assert!(page("pupa-epp-render").contains("values_file"));
    sandbox.write("file", b"");
    let ran = sandbox.run(&["man-pages", "file"]);
    assert!(ran.code == 2 && ran.err.starts_with("error: cannot create file"), "{}", ran.err);
}

#[test]
fn the_version_is_printed() {
    let expected = format!("pupa {}\n", env!("CARGO_PKG_VERSION"));
    Sandbox::new(&[]).run(&["--version"]).expect(0, &expected, "");
}

#[test]
fn every_help_has_an_example() {
    let sandbox = Sandbox::new(&[]);
    for command in [
        &["--help"][..],
        &["check", "--format", "line", "--help"],
        &["parse", "--help"],
        &["eval", "--help"],
        &["repl", "--help"],
        &["functions", "--help"],
        &["catalog", "--help"],
        &["catalog", "diff", "--help"],
        &["data", "--help"],
        &["types", "--help"],
        &["erb", "--help"],
        &["erb", "render", "--help"],
        &["erb", "check", "--help"],
        &["man-pages", "--help"],
        &["explain", "--help"],
        &["completions", "--help"],
        &["parser", "--help"],
        &["parser", "validate", "--help"],
        &["parser", "dump", "--help"],
        &["epp", "--help"],
        &["epp", "dump", "-h"],
        &["epp", "render", "-h"],
    ] {
        let ran = sandbox.run(command);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{command:?}");
        assert!(ran.out.contains("Example"), "{command:?}: {}", ran.out);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["--version"][..], &["check", "--format", "line", "--help"], &["explain"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(PUPA).args(args).stdout(full).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(message.starts_with("error: cannot write standard output: "), "{message}");
    }
}
