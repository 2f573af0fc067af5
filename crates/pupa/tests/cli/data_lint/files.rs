//! Special files and directories.

use super::{HIERA, findings, lint, sandbox};
use crate::sandbox::Sandbox;

/// Nobody writes to the pipe: who reads it waits forever.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let sandbox = Sandbox::new(&[("hiera.yaml", HIERA), ("data/nodes/a.yaml", "")]);
    let root = sandbox.root();
    let common = root.join("data/common.yaml");
    std::os::unix::fs::symlink("/dev/zero", &common).unwrap();
    let data = "data/common.yaml:1:1 error malformed-data not a regular file";
    assert!(findings(&sandbox, &[]).iter().any(|finding| finding == data));
    std::fs::remove_file(&common).unwrap();
    let make_pipe = |path: &std::path::Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    make_pipe(&common);
    assert!(findings(&sandbox, &[]).iter().any(|finding| finding == data));

    let config = "hiera.yaml:1:1 error malformed-hiera-config not a regular file";
    std::fs::remove_file(root.join("hiera.yaml")).unwrap();
    make_pipe(&root.join("hiera.yaml"));
    assert_eq!(findings(&sandbox, &[]), [config]);
    assert_eq!(findings(&sandbox, &["--hiera-config", "hiera.yaml"]), [config]);
}

/// Lookups that reach them fail, so lint must report them.
#[cfg(unix)]
#[test]
fn pipes_and_devices_that_globs_match() {
    let hiera = "version: 5\nhierarchy: [{name: a, glob: '*.yaml'}]\n";
    let sandbox = sandbox(&[("hiera.yaml", hiera)]);
    std::os::unix::fs::symlink("/dev/zero", sandbox.root().join("data/zero.yaml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", sandbox.root().join("data/zero.txt")).unwrap();
    assert_eq!(
        findings(&sandbox, &[]),
        ["data/zero.yaml:1:1 error malformed-data not a regular file"]
    );
}

/// Permissions would do, but not for those who may everything.
#[cfg(unix)]
#[test]
fn directories_that_cannot_be_read() {
    let sandbox = Sandbox::new(&[("hiera.yaml", HIERA)]);
    std::os::unix::fs::symlink("data", sandbox.root().join("data")).unwrap();
    let findings = findings(&sandbox, &[]);
    let [nodes, common] = findings.as_slice() else { panic!("{findings:?}") };
    let start = |line: u32, name: &str| {
        format!("hiera.yaml:{line}:5 warning missing-data-file {name} cannot be read: Too many")
    };
    assert!(nodes.starts_with(&start(4, "data/nodes")), "{nodes}");
    assert!(common.starts_with(&start(6, "data/common.yaml")), "{common}");
}

#[cfg(unix)]
#[test]
fn links_that_multiply_come_to_an_end() {
    let sandbox = sandbox(&[("data/nodes/a.yaml", "left: 1\n")]);
    let nodes = sandbox.root().join("data/nodes");
    for number in 0..24 {
        let directory = nodes.join(format!("d{number}"));
        std::fs::create_dir(&directory).unwrap();
        for link in ["a", "b"] {
            let target = nodes.join(format!("d{}", number + 1));
            std::os::unix::fs::symlink(target, directory.join(link)).unwrap();
        }
    }
    sandbox.write("manifests/site.pp", b"lookup('no_such_key')\n");
    let findings = findings(&sandbox, &[]);
    assert_eq!(findings.len(), 1, "files that were not read may have the key: {findings:?}");
    assert!(findings[0].contains("unused-data-key"), "{findings:?}");
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let sandbox = sandbox(&[("environment.conf", ""), ("modules/app/metadata.json", "")]);
    let grow = |path: &str| {
        let file = std::fs::File::create(sandbox.root().join(path)).unwrap();
        file.set_len(1 << 42).unwrap();
    };
    grow("modules/app/metadata.json");
    let ran = lint(&sandbox, &["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    grow("environment.conf");
    lint(&sandbox, &[]).expect(
        2,
        "",
        "error: cannot read [ROOT]/environment.conf: larger than the limit of 67108864 bytes\n",
    );
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_are_not_followed() {
    let sandbox = sandbox(&[("data/nodes/a.yaml", "app::port: x\n")]);
    let root = sandbox.root();
    std::os::unix::fs::symlink(".", root.join("data/nodes/back")).unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("data/nodes/gone.yaml")).unwrap();
    std::os::unix::fs::symlink("a.yaml", root.join("data/nodes/b.yaml")).unwrap();
    let message = "1:1 error data-type-mismatch Class[App]: parameter 'port' expects an Integer \
                   value, got String";
    let expected = ["a", "b"].map(|name| format!("data/nodes/{name}.yaml:{message}"));
    assert_eq!(findings(&sandbox, &[]), expected);
}
