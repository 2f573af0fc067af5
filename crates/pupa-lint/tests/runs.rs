//! Runs of the check in a process that lives on: on files in memory, with an index that is kept, and
//! cancelled.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use pupa_syntax::diagnostic::Diagnostic;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use pupa_eval::Settings;
use pupa_lint::{FileNames, Linted, Options, lint, lint_indexed, rules};
use pupa_project::files::Files;
use pupa_project::index::Index;
use pupa_project::project::{self, Project};
use pupa_system::{Cancellation, Memory};

const FILES: &[(&str, &str)] = &[
    ("/env/hiera.yaml", "version: 5\n"),
    ("/env/data/common.yaml", "app::port: 80\napp::prot: 81\n"),
    ("/env/modules/app/manifests/init.pp", "class app(Integer $port) { }\n"),
];

fn project(memory: &Arc<Memory>) -> Project {
    let files = Files::on(Arc::clone(memory) as _, 1 << 24);
    Project::open(project::Options::of("/env"), files).unwrap()
}

fn options() -> Options {
    Options {
        settings: Settings::default(),
        facts: Vec::new(),
        names: FileNames { base: Some("/env".into()) },
        cancellation: Cancellation::default(),
    }
}

/// The findings as `FILE CODE MESSAGE`.
fn display(linted: &Linted) -> Vec<String> {
    let line = |finding: &Diagnostic| {
        format!("{} {} {}", finding.file().unwrap_or_default(), finding.issue.code, finding.message)
    };
    linted.findings.iter().map(line).collect()
}

#[test]
fn files_in_memory_are_checked() {
    let linted = lint(&project(&Arc::new(Memory::of(FILES.iter().copied()))), &options()).unwrap();
    assert_eq!(
        display(&linted),
        [
            "data/common.yaml unused-data-key class `app` has no parameter `prot`, and no lookup uses \
          the key `app::prot`"
        ]
    );
    assert!(!linted.is_cancelled);
}

#[test]
fn an_index_is_kept_between_runs() {
    let memory = Arc::new(Memory::of(FILES.iter().copied()));
    let project = project(&memory);
    let options = options();
    let index = Index::read(project.modules(), &rules(&options.settings), &options.cancellation);
    let index = index.unwrap();
    assert_eq!(lint_indexed(&project, &index, &options).unwrap().findings.len(), 1);
    memory.set("/env/modules/app/manifests/init.pp", "class app($port, $prot) {\n");
    let project = project.refreshed().unwrap().unwrap_or(project);
    let index = index.refreshed(project.modules(), &options.cancellation).unwrap().unwrap();
    let found = display(&lint_indexed(&project, &index, &options).unwrap());
    let [broken] = found.as_slice() else { panic!("{found:?}") };
    assert!(broken.starts_with("modules/app/manifests/init.pp syntax-error"), "{broken}");
}

#[test]
fn nothing_is_checked_after_cancellation() {
    let options = options();
    options.cancellation.cancel();
    let linted = lint(&project(&Arc::new(Memory::of(FILES.iter().copied()))), &options).unwrap();
    assert!(linted.is_cancelled);
    assert_eq!((linted.findings.len(), linted.data_files), (0, 0));
}

#[test]
fn a_check_is_cancelled() {
    let memory = Arc::new(Memory::of(FILES.iter().copied()));
    for number in 0..400 {
        let keys: String = (0..400).map(|key| format!("app::k{key}_{number}: 1\n")).collect();
        memory.set(format!("/env/data/nodes/n{number}.yaml"), keys);
    }
    memory.set("/env/hiera.yaml", "{version: 5, hierarchy: [{name: a, glob: '**/*.yaml'}]}");
    let (project, options) = (project(&memory), options());
    thread::scope(|scope| {
        let running = scope.spawn(|| {
            let linted = lint(&project, &options).unwrap();
            (linted.is_cancelled, Instant::now())
        });
        thread::sleep(Duration::from_millis(20));
        let begin = Instant::now();
        options.cancellation.cancel();
        let (is_cancelled, end) = running.join().unwrap();
        assert!(is_cancelled);
        // 50 ms of a machine that has nothing else to do.
        let time = end.saturating_duration_since(begin);
        assert!(time < Duration::from_secs(2), "{time:?}");
    });
}
