//! `pupa catalog diff` between revisions of Git.

use crate::sandbox::Sandbox;

fn repository() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("environment.conf", ""),
        ("Puppetfile", "mod 'puppetlabs-stdlib', '9.4.1'\n"),
        ("manifests/site.pp", "include web\n"),
        (
            "modules/web/manifests/init.pp",
            "class web { notify { 'one': } file { '/a': source => 'puppet:///modules/web/a' } }\n",
        ),
        ("modules/web/files/a", "first\n"),
        ("facts/web01.yaml", "a: 1\n"),
        ("facts/web02.yaml", "a: 1\n"),
    ]);
    sandbox.shell("git init -q -b main; git add -A; git commit -qm one");
    sandbox
}

#[test]
fn the_work_tree_is_compared_with_a_revision() {
    let sandbox = repository();
    let ran = sandbox.run(&["catalog", "diff", "HEAD"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no differences in 2 nodes\n"), "{}", ran.err);
    sandbox.write(
        "modules/web/manifests/init.pp",
        b"class web { notify { 'two': } include web::new }\n",
    );
    sandbox.write("modules/web/manifests/new.pp", b"class web::new { }\n");
    let ran = sandbox.run(&["catalog", "diff", "HEAD"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    for line in
        ["On 2 nodes (web01, web02):", "  - Notify[one]", "  + Notify[two]", "  + Class[Web::New]"]
    {
        assert!(ran.out.contains(line), "{line}: {}", ran.out);
    }
}

#[test]
fn two_revisions_are_compared_without_the_work_tree() {
    let sandbox = repository();
    sandbox.write("modules/web/files/a", b"second\n");
    sandbox.write("Puppetfile", b"mod 'puppetlabs-stdlib', '9.6.0'\n");
    sandbox.shell("git commit -qam two");
    sandbox.write("manifests/site.pp", b"this is broken {\n");
    for revisions in [&["HEAD~1..HEAD"][..], &["HEAD~1..."], &["main~1", "main"]] {
        let ran = sandbox.run(&[&["catalog", "diff"], revisions].concat());
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.out.contains("~ content of source:"), "{}", ran.out);
        assert!(ran.out.contains("-first") && ran.out.contains("+second"), "{}", ran.out);
        assert!(
            ran.err.contains("the Puppetfile changes: puppetlabs-stdlib 9.4.1 -> 9.6.0"),
            "{}",
            ran.err
        );
    }
    let site = std::fs::read_to_string(sandbox.root().join("manifests/site.pp")).unwrap();
    assert_eq!(site, "this is broken {\n");
}

#[test]
fn a_file_that_no_module_has_is_a_finding() {
    let sandbox = repository();
    std::fs::remove_file(sandbox.root().join("modules/web/files/a")).unwrap();
    let ran = sandbox.run(&["catalog", "diff", "HEAD"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let finding = "puppet:///modules/web/a of File[/a] does not exist (new side, web01, web02)";
    assert!(ran.err.contains(finding), "{}", ran.err);
}

#[test]
fn an_unknown_revision_is_a_usage_error() {
    let sandbox = repository();
    let ran = sandbox.run(&["catalog", "diff", "nowhere"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("nowhere is neither a file, a directory nor a revision"),
        "{}",
        ran.err
    );
}

#[test]
fn nodes_that_a_change_cannot_touch_are_skipped() {
    let sandbox = repository();
    let hiera =
        "version: 5\nhierarchy:\n  - name: nodes\n    path: nodes/%{trusted.certname}.yaml\n";
    sandbox.write("hiera.yaml", hiera.as_bytes());
    sandbox.write("data/nodes/web01.yaml", b"web::text: old\n");
    sandbox.write(
        "modules/web/manifests/init.pp",
        b"class web(String $text = 'none') { notify { $text: } }\n",
    );
    sandbox.shell("git add -A; git commit -qm data");
    sandbox.write("data/nodes/web01.yaml", b"web::text: new\n");
    let ran = sandbox.run(&["catalog", "diff", "HEAD"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("web01:") && ran.out.contains("+ Notify[new]"), "{}", ran.out);
    assert!(ran.out.contains("2 nodes: 1 same, 1 different"), "{}", ran.out);
    let note = "1 of 2 nodes are not compiled, since no changed file is one of theirs (--all compiles them): web02";
    assert!(ran.err.contains(note), "{}", ran.err);
    let all = sandbox.run(&["catalog", "diff", "HEAD", "--all"]);
    assert_eq!((all.out.as_str(), all.err.as_str()), (ran.out.as_str(), ""));
}

#[test]
fn a_change_with_other_lines_around_is_reported_once() {
    let sandbox = Sandbox::new(&[
        ("old/manifests/site.pp", "file { '/a': content => \"${facts['x']}\\nport 1\\n\" }\n"),
        ("new/manifests/site.pp", "file { '/a': content => \"${facts['x']}\\nport 2\\n\" }\n"),
        ("facts/web01.yaml", "x: one\n"),
        ("facts/web02.yaml", "x: two\n"),
    ]);
    let ran = sandbox.run(&["catalog", "diff", "old", "new", "--facts-dir", "facts"]);
    assert_eq!(ran.out.matches("+port 2").count(), 1, "{}", ran.out);
    let heading = "~ File[/a]  (the lines around the change are those of web01)";
    assert!(
        ran.out.contains("On 2 nodes (web01, web02):") && ran.out.contains(heading),
        "{}",
        ran.out
    );
}

#[test]
fn an_error_of_many_nodes_is_reported_once() {
    let sandbox = Sandbox::new(&[
        ("old/manifests/site.pp", "include nothing\n"),
        ("new/manifests/site.pp", "include nothing\n"),
        ("facts/web01.yaml", "x: one\n"),
        ("facts/web02.yaml", "x: two\n"),
    ]);
    let ran = sandbox.run(&["catalog", "diff", "old", "new", "--facts-dir", "facts"]);
    assert_eq!(ran.out.matches("no catalog on the old side").count(), 1, "{}", ran.out);
    assert!(ran.out.contains("On 2 nodes (web01, web02):"), "{}", ran.out);
}
