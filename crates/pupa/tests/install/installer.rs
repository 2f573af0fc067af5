//! `packaging/install.sh`.

use std::fs;

use crate::release;
use crate::scratch::Scratch;

fn from() -> String {
    release::directory().to_string_lossy().into_owned()
}

#[test]
fn installs_from_a_directory() {
    let scratch = Scratch::new();
    let script = "sh \"$FROM/install.sh\" --from \"$FROM\"";
    let out = scratch.shell("", script, &[("FROM", &from())]).success();
    assert!(out.contains(&format!("add {} to PATH", scratch.path("home/.local/bin"))), "{out}");
    scratch.shell("", "test \"$(~/.local/bin/pupa eval -e '1 + 2')\" = 3", &[]).success();
    for file in ["man/man1/pupa-compile.1.gz", "bash-completion/completions/pupa"] {
        assert!(scratch.root().join("home/.local/share").join(file).is_file(), "{file}");
    }
    // Installing again replaces everything.
    scratch.shell("", script, &[("FROM", &from())]).success();
}

#[test]
fn installs_from_an_address() {
    let scratch = Scratch::new();
    let address = format!("file://{}", from());
    let script = "sh \"${FROM#file://}/install.sh\" --from \"$FROM\" --prefix there";
    scratch.shell("", script, &[("FROM", &address)]).success();
    assert!(scratch.root().join("there/bin/pupa").is_file());
}

#[test]
fn a_wrong_checksum_installs_nothing() {
    let scratch = Scratch::new();
    let script = "cp \"$FROM\"/*.tar.gz \"$FROM/SHA256SUMS\" . && printf x >> pupa-*.tar.gz
        sh \"$FROM/install.sh\" --from . --prefix there";
    let ran = scratch.shell("", script, &[("FROM", &from())]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("error: the checksum of pupa-"), "{}", ran.err);
    assert!(!scratch.root().join("there").exists());
}

#[test]
fn wrong_calls_are_explained() {
    let scratch = Scratch::new();
    for (arguments, code, message) in [
        ("--from nowhere", 1, "error: cannot get SHA256SUMS from nowhere\n"),
        ("--from", 2, "error: --from needs a value\n"),
        ("--form x", 2, "error: unknown option --form\n"),
    ] {
        let script = format!("sh \"$FROM/install.sh\" {arguments}");
        let ran = scratch.shell("", &script, &[("FROM", &from())]);
        assert!(ran.code == code && ran.err.ends_with(message), "{arguments}: {ran:?}");
    }
    scratch.write("SHA256SUMS", "0  pupa-0.1.0-pdp11.tar.gz\n");
    let ran = scratch.shell("", "sh \"$FROM/install.sh\" --from .", &[("FROM", &from())]);
    assert!(ran.code == 1 && ran.err.contains("has no archive for"), "{ran:?}");
    let ran = scratch.shell("", "sh \"$FROM/install.sh\" --help", &[("FROM", &from())]);
    assert!(ran.success().starts_with("Installs Pupa"));
}

#[test]
fn an_installer_of_no_release_asks_for_one() {
    let scratch = Scratch::new();
    let source = crate::scratch::repository().join("packaging/install.sh");
    scratch.write("install.sh", &fs::read_to_string(source).unwrap());
    let ran = scratch.shell("", "sh install.sh", &[]);
    assert!(ran.code == 2 && ran.err.contains("use --from"), "{ran:?}");
}
