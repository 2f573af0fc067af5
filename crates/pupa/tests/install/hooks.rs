//! `.pre-commit-hooks.yaml`: what pre-commit runs for each hook.

use crate::release;
use crate::scratch::{Scratch, has_program, repository};
use crate::yaml;

/// A repository with one mistake in code and one in data, both staged.
const REPOSITORY: [(&str, &str); 5] = [
    ("manifests/site.pp", "notify { 'a':\n  message => 'b'\n  loglevel => 'err',\n}\n"),
    ("manifests/fine.pp", "notice('fine')\n"),
    ("hiera.yaml", "---\nversion: 5\nhierarchy:\n  - name: Everywhere\n    path: common.yaml\n"),
    ("data/common.yaml", "---\nbroken: [\n"),
    ("README.md", "a readme\n"),
];

fn repository_with_mistakes() -> Scratch {
    let scratch = Scratch::new();
    for (path, text) in REPOSITORY {
        scratch.write(&format!("repository/{path}"), text);
    }
    scratch.shell("repository", "git init --quiet && git add --all", &[]).success();
    scratch
}

/// The path with the installed program first.
fn path() -> String {
    let directory = release::directory().join("root/usr/bin");
    format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default())
}

/// Runs a hook on the staged files, as pre-commit does.
fn run_hook(scratch: &Scratch, id: &str) -> (i32, String) {
    let hooks = yaml::read(".pre-commit-hooks.yaml");
    let is_wanted = |hook: &&serde_json::Value| hook["id"] == id;
    let hook = hooks.as_array().unwrap().iter().find(is_wanted).unwrap();
    assert_eq!(hook["language"], "system");
    let has_names = hook["pass_filenames"].as_bool().unwrap_or(true);
    let script = "git diff --cached --name-only -z | grep -zP \"$FILES\" > ../names || exit 0
        if [ -n \"$HAS_NAMES\" ]; then xargs -0 $ENTRY < ../names; else $ENTRY; fi";
    let ran = scratch.shell(
        "repository",
        script,
        &[
            ("PATH", &path()),
            ("FILES", &yaml::text(hook, "/files")),
            ("ENTRY", &yaml::text(hook, "/entry")),
            ("HAS_NAMES", if has_names { "1" } else { "" }),
        ],
    );
    (ran.code, ran.out + &ran.err)
}

#[test]
fn mistakes_stop_a_commit() {
    let scratch = repository_with_mistakes();
    let (code, output) = run_hook(&scratch, "pupa-check");
    assert!(code != 0 && output.contains("Syntax error at 'loglevel'"), "{output}");
    assert!(output.contains("manifests/site.pp") && !output.contains("README"), "{output}");
    let (code, output) = run_hook(&scratch, "pupa-data-lint");
    assert!(code != 0 && output.contains("data/common.yaml"), "{output}");
}

#[test]
fn corrected_files_pass() {
    let scratch = repository_with_mistakes();
    scratch.write("repository/manifests/site.pp", "notice(lookup('whole'))\n");
    scratch.write("repository/data/common.yaml", "---\nwhole: 1\n");
    scratch.shell("repository", "git add --all", &[]).success();
    for id in ["pupa-check", "pupa-data-lint"] {
        assert_eq!(run_hook(&scratch, id).0, 0, "{id}");
    }
}

#[test]
fn other_files_are_left_alone() {
    let scratch = repository_with_mistakes();
    scratch.shell("repository", "git rm --quiet --cached -r . && git add README.md", &[]).success();
    for id in ["pupa-check", "pupa-data-lint"] {
        assert_eq!(run_hook(&scratch, id), (0, String::new()), "{id}");
    }
}

/// With the real program where it is installed.
#[test]
fn pre_commit_runs_the_hooks() {
    if !has_program("pre-commit") {
        eprintln!("skipped: pre-commit is not installed");
        return;
    }
    let scratch = repository_with_mistakes();
    // A repository of hooks is cloned, so it has to be one of Git.
    let hooks = std::fs::read_to_string(repository().join(".pre-commit-hooks.yaml")).unwrap();
    scratch.write("hooks/.pre-commit-hooks.yaml", &hooks);
    let script = "git init --quiet && git add --all && git commit --quiet --message hooks";
    scratch.shell("hooks", script, &[]).success();
    let ran = scratch.shell(
        "repository",
        "pre-commit try-repo ../hooks --verbose",
        &[("PATH", &path()), ("PRE_COMMIT_HOME", &scratch.path("cache"))],
    );
    assert!(ran.code == 1 && ran.out.contains("Syntax error at 'loglevel'"), "{ran:?}");
    assert!(ran.out.contains("data/common.yaml"), "{ran:?}");
}
