//! Data with something wrong: every error names the file, and the line where there is one; nothing
//! hangs or crashes.

use std::fmt::Write;
use std::fs;

use crate::sandbox::{Ran, Sandbox};

const PRIVATE_KEY: &str =
    include_str!("../../../pupa-hiera/tests/eyaml/test_private_key.pkcs7.pem");
const OTHER_PRIVATE_KEY: &str =
    include_str!("../../../pupa-hiera/tests/eyaml/other_test_private_key.pkcs7.pem");
const ENCRYPTED: &str = include_str!("../../../pupa-hiera/tests/eyaml/aes-256-cbc.txt");

/// Looks up `a` in an environment with one data file.
fn look_up_in(name: &str, content: &[u8]) -> Ran {
    let hash = match name.rsplit('.').next() {
        Some("json") => "json_data",
        Some("conf") => "hocon_data",
        _ => "yaml_data",
    };
    let hiera =
        format!("version: 5\nhierarchy:\n  - {{name: x, data_hash: {hash}, path: {name}}}\n");
    let sandbox = Sandbox::new(&[("env/hiera.yaml", &hiera)]);
    sandbox.write(&format!("env/data/{name}"), content);
    look_up(&sandbox)
}

fn look_up(sandbox: &Sandbox) -> Ran {
    sandbox.run(&["lookup", "a", "--node", "web01", "--environment-dir", "env"])
}

#[track_caller]
fn refused(ran: &Ran, parts: &[&str]) {
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    for part in parts {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn invalid_yaml_is_refused() {
    for (content, message) in [
        (&b"a: 1\nb: [1, 2\nc: 3\n"[..], "flow sequence at line 2 column 4"),
        (b"a:\n\tb: 1\n", "at line 2 column 1"),
        (b"a: 1\nb: \xE4\n", "invalid trailing UTF-8 octet at line 2 column 4"),
        (b"\x7FELF\x02\x01\x01\0\0\xFF", "invalid leading UTF-8 octet at line 1"),
        (b"a: 1\0", "control characters are not allowed"),
        (b"a: &a [*a]\n", "the alias a refers to a collection that contains it at line 1 column 8"),
        (b"a: *nowhere\n", "nowhere"),
        (b"- a\n", "file does not contain a valid yaml hash"),
    ] {
        refused(&look_up_in("x.yaml", content), &["[ROOT]/env/data/x.yaml", message]);
    }
}

#[test]
fn invalid_json_and_hocon_are_refused() {
    let json = look_up_in("x.json", b"{\"a\": 1,\n \"b\": }\n");
    refused(&json, &["Unable to parse ([ROOT]/env/data/x.json): ", "x.json, line 2\n"]);
    let hocon = look_up_in("x.conf", b"a = 1\nb = ${nowhere}\n");
    refused(&hocon, &["Unable to parse ([ROOT]/env/data/x.conf): String: 2: ", "${nowhere}"]);
}

#[test]
fn deep_data_is_refused() {
    for (name, content) in [
        ("x.yaml", format!("a: {}", "[".repeat(10_000))),
        ("x.yaml", format!("a: {}{}", "[".repeat(10_000), "]".repeat(10_000))),
        ("x.json", format!("{{\"a\": {}", "[".repeat(10_000))),
        ("x.conf", format!("a = {}", "[".repeat(10_000))),
    ] {
        refused(&look_up_in(name, content.as_bytes()), &[&format!("[ROOT]/env/data/{name}")]);
    }
}

/// Each line refers to the line before nine times.
#[test]
fn aliases_do_not_fill_the_memory() {
    let mut text = "l0: &l0 [lol, lol, lol]\n".to_owned();
    for i in 1..30 {
        let aliases = vec![format!("*l{}", i - 1); 9].join(", ");
        let _ = writeln!(text, "l{i}: &l{i} [{aliases}]");
    }
    text.push_str("a: *l29\n");
    refused(&look_up_in("x.yaml", text.as_bytes()), &["[ROOT]/env/data/x.yaml", "aliases"]);
}

/// Each line asks nine times for the line before.
#[test]
fn lookups_in_data_come_to_an_end() {
    let mut text = "l0: ''\n".to_owned();
    for i in 1..30 {
        let lookups = format!("%{{lookup('l{}')}}", i - 1).repeat(9);
        let _ = writeln!(text, "l{i}: \"{lookups}\"");
    }
    text.push_str("a: \"%{lookup('l29')}\"\n");
    let hiera = "version: 5\nhierarchy:\n  - {name: x, path: x.yaml}\n";
    let sandbox = Sandbox::new(&[("env/hiera.yaml", hiera), ("env/data/x.yaml", &text)]);
    let args = ["lookup", "a", "--node", "web01", "--environment-dir", "env"];
    let ran = sandbox.run(&[&args[..], &["--max-steps", "1000000"]].concat());
    refused(&ran, &["takes more than 1000000 steps", "[ROOT]/env/data/x.yaml, line"]);
}

#[test]
fn data_that_needs_itself() {
    let text = "a: \"%{lookup('b')}\"\nb: \"%{alias('c')}\"\nc: \"%{hiera('a')}\"\n";
    look_up_in("x.yaml", text.as_bytes()).expect(
        1,
        "",
        "Error: Lookup of key 'a' failed: Recursive lookup detected in [a, b, c]\n  \
         help: the value of 'c' is from [ROOT]/env/data/x.yaml, line 3\n",
    );
}

#[test]
fn values_that_cannot_be_used() {
    for (text, message, line) in [
        ("x: 1\na: \"%{lokup('b')}\"\n", "Unknown interpolation method 'lokup'", 2),
        ("a: \"x %{alias('b')}\"\nb: 1\n", "'alias' interpolation is only permitted", 1),
        ("a: \"%{nowhere}\"\n", "Undefined variable 'nowhere'", 1),
        ("lookup_options: {a: {convert_to: Integer}}\na: x\n", "cannot be converted", 2),
    ] {
        let place = format!("[ROOT]/env/data/x.yaml, line {line}\n");
        refused(&look_up_in("x.yaml", text.as_bytes()), &[message, &place]);
    }
}

#[test]
fn a_directory_is_not_a_data_file() {
    let hiera = "version: 5\nhierarchy:\n  - {name: x, path: x.yaml}\n";
    let sandbox = Sandbox::new(&[("env/hiera.yaml", hiera), ("env/data/x.yaml/file", "")]);
    refused(&look_up(&sandbox), &["Is a directory @ io_fread - [ROOT]/env/data/x.yaml"]);
}

/// Nobody writes to the pipe: who reads it waits forever.
#[cfg(unix)]
#[test]
fn pipes_are_not_read() {
    let hiera = "version: 5\nhierarchy:\n  - {name: x, path: x.yaml}\n";
    let sandbox = Sandbox::new(&[("env/hiera.yaml", hiera), ("env/data/y.yaml", "")]);
    let pipe = sandbox.root().join("env/data/x.yaml");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    refused(&look_up(&sandbox), &["not a regular file - [ROOT]/env/data/x.yaml"]);
}

/// A file that is named on the command line may be a pipe.
#[cfg(unix)]
#[test]
fn pipes_that_are_named_are_read() {
    let sandbox = Sandbox::new(&[("env/hiera.yaml", "version: 5\n")]);
    let data = "a: '%{facts.kernel}'\n";
    sandbox.write("env/data/common.yaml", data.as_bytes());
    let args = ["lookup", "a", "--environment-dir", "env", "--facts", "/dev/stdin"];
    sandbox.run_with_input(&args, br#"{"kernel": "Plan9"}"#).expect(0, "--- Plan9\n", "");
    let args = ["compile", "--node", "a", "--manifest", "/dev/stdin", "--format", "text"];
    let ran = sandbox.run_with_input(&args, b"notify { 'piped': }");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("piped"), "{}", ran.out);
}

#[test]
fn files_larger_than_the_limit_are_not_read() {
    let hiera = "version: 5\nhierarchy:\n  - {name: x, path: x.yaml}\n";
    let data = format!("a: {}\n", "x".repeat(2000));
    let sandbox = Sandbox::new(&[("env/hiera.yaml", hiera), ("env/data/x.yaml", &data)]);
    let args = ["lookup", "a", "--node", "n", "--environment-dir", "env", "--max-file-size", "1K"];
    refused(&sandbox.run(&args), &["larger than the limit of 1024 bytes - [ROOT]/env/data/x.yaml"]);
}

#[test]
fn encrypted_values_need_their_key() {
    let hiera = "\
version: 5
hierarchy:
  - name: secrets
    lookup_key: eyaml_lookup_key
    path: x.eyaml
    options: {pkcs7_private_key: keys/private_key.pem}
";
    let data = format!("b: 1\na: {}\n", ENCRYPTED.trim());
    let files = [("env/hiera.yaml", hiera), ("env/data/x.eyaml", &data)];
    let with_key = |key: &str| {
        let sandbox = Sandbox::new(&files);
        sandbox.write("keys/private_key.pem", key.as_bytes());
        look_up(&sandbox)
    };
    let found = with_key(PRIVATE_KEY);
    assert_eq!((found.code, found.err.as_str()), (0, ""), "{}", found.err);
    let place = "when looking up a in [ROOT]/env/data/x.eyaml. Error was ";
    let line = "  help: the value of 'a' is from [ROOT]/env/data/x.eyaml, line 2; \
                the private key is that of the file keys/private_key.pem\n";
    for key in [OTHER_PRIVATE_KEY, "no key at all"] {
        let ran = with_key(key);
        refused(&ran, &[place, line]);
        assert!(!ran.err.contains("PRIVATE KEY"), "{}", ran.err);
    }
    let without = look_up(&Sandbox::new(&files));
    refused(&without, &[place, "file keys/private_key.pem does not exist", line]);
}

#[test]
fn a_missing_key_is_reported_with_its_lookup_call() {
    let sandbox = Sandbox::new(&[
        ("env/hiera.yaml", "version: 5\n"),
        ("env/data/common.yaml", "app::port: 80\nother: 1\n"),
        ("env/manifests/site.pp", "include app\n"),
        ("env/modules/app/manifests/init.pp", "class app {\n  $port = lookup('app::prot')\n}\n"),
    ]);
    let ran = sandbox.run(&["compile", "--node", "n", "--environment-dir", "env"]);
    let message =
        "Error: Function lookup() did not find a value for the name 'app::prot' on node n\n";
    let place =
        "  help: in the call of `lookup` at [ROOT]/env/modules/app/manifests/init.pp:2:11\n";
    ran.expect(1, "", &format!("{message}  help: did you mean `app::port`?\n{place}"));
}

#[test]
fn configurations_that_cannot_be_used() {
    for (config, message) in [
        ("version: 5\nhierarchy: [\n", "at line 3 column 1"),
        ("version: 6\n", "does not support hiera.yaml version 6"),
        ("version: 5\nhierarchies: []\n", "unrecognized key 'hierarchies'"),
        ("version: 5\nhierarchy: [{name: a, path: b, glob: c}]\n", "Only one of path, paths, glob"),
        ("version: 5\nhierarchy: [{name: a, data_hash: b}]\n", "function named 'b'"),
        (
            "version: 5\nhierarchy: [{name: a, path: b, options: {path: c}}]\n",
            "Option key 'path' used in hierarchy 'a' is reserved by Puppet",
        ),
        (
            "version: 5\nhierarchy:\n  - name: a\n    path: b\n  - name: a\n    path: c\n",
            "Hierarchy name 'a' defined more than once. First defined at (line: 3) \
             (file: [ROOT]/env/hiera.yaml, line: 5)",
        ),
    ] {
        let ran = look_up(&Sandbox::new(&[("env/hiera.yaml", config)]));
        refused(&ran, &["[ROOT]/env/hiera.yaml", message]);
    }
}

/// As root every file can be read.
#[cfg(unix)]
#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let hiera = "version: 5\nhierarchy:\n  - {name: x, path: x.yaml}\n";
    let sandbox = Sandbox::new(&[("env/hiera.yaml", hiera), ("env/data/x.yaml", "a: 1\n")]);
    let path = sandbox.root().join("env/data/x.yaml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        return;
    }
    refused(&look_up(&sandbox), &["Permission denied @ rb_sysopen - [ROOT]/env/data/x.yaml"]);
}
