//! Compilations of a process that lives long: they can be stopped, and leave nothing behind.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use pupa_compiler::compiler::{Compiled, Compiler, Control, Options};
use pupa_compiler::node::Node;
use pupa_eval::Settings;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_system::{Cancellation, Memory};
use pupa_value::Value;

fn compiler(files: &[(&str, &str)], settings: &Settings) -> Compiler {
    let system = Arc::new(Memory::of(files.iter().copied()));
    let files = Files::on(system, 1 << 20);
    let project = Project::open(project::Options::of("/env"), files).unwrap();
    Compiler::new(project, settings, Options::default())
}

fn compile(compiler: &Compiler, control: Control<'_>) -> Compiled {
    let node = Node::new("n", Value::hash([]), compiler.environment());
    compiler.compile(&node, &Exported::default(), control)
}

/// Compiles on another thread, stops that, and returns the error and the time that stopping took.
fn stopped(manifest: &str) -> (String, Duration) {
    let compiler = compiler(&[("/env/manifests/site.pp", manifest)], &Settings::default());
    let cancellation = Cancellation::new();
    let request = cancellation.clone();
    thread::scope(|scope| {
        let running = scope.spawn(|| {
            let compiled =
                compile(&compiler, Control { logger: None, cancellation: request.clone() });
            (compiled.catalog.unwrap_err().to_string(), Instant::now())
        });
        thread::sleep(Duration::from_millis(100));
        let begin = Instant::now();
        cancellation.cancel();
        let (error, end) = running.join().unwrap();
        (error, end.duration_since(begin))
    })
}

#[test]
fn compilations_are_cancelled() {
    let manifests = [
        "Integer[1, 1000000000].each |$i| { $x = $i + 1 }",
        "define d { Integer[1, 3].each |$i| { d { \"${title}${i}\": } } }\nd { 'a': }",
        "inline_template('<% loop { } %>')",
        "inline_template('<% begin; while true; x = 1; end; rescue Exception; retry; end %>')",
    ];
    for manifest in manifests {
        let (error, time) = stopped(manifest);
        assert!(error.contains("The evaluation was cancelled"), "{error}");
        // 50 ms of a machine that has nothing else to do.
        assert!(time < Duration::from_secs(2), "{time:?}");
    }
}

#[test]
fn nothing_is_compiled_after_cancellation() {
    let compiler = compiler(&[("/env/manifests/site.pp", "notice(1)")], &Settings::default());
    let cancellation = Cancellation::new();
    cancellation.cancel();
    let compiled = compile(&compiler, Control { logger: None, cancellation });
    assert!(compiled.catalog.unwrap_err().to_string().contains("cancelled"));
    assert!(compiled.logs.is_empty());
}

const RECURSIVE: &[(&str, &str)] = &[
    (
        "/env/manifests/site.pp",
        "type Own = Variant[Integer, Array[Own]]\n\
         class c(M::Tree $t, Own $o) { notify { 'n': message => \"${t} ${o}\" } }\n\
         class { 'c': t => [1, [2, { 'a' => 3 }]], o => [[1]] }",
    ),
    ("/env/modules/m/types/tree.pp", "type M::Tree = Variant[M::Leaf, Array[M::Tree], M::Branch]"),
    ("/env/modules/m/types/branch.pp", "type M::Branch = Hash[String, M::Tree]"),
    ("/env/modules/m/types/leaf.pp", "type M::Leaf = Integer"),
];

#[test]
fn changed_aliases_are_resolved_again() {
    let memory = Arc::new(Memory::of(RECURSIVE.iter().copied()));
    let files = Files::on(Arc::clone(&memory) as _, 1 << 20);
    let project = Project::open(project::Options::of("/env"), files).unwrap();
    let compiler = Compiler::new(project, &Settings::default(), Options::default());
    assert!(compile(&compiler, Control::default()).catalog.is_ok());
    // Neither the tree nor the branch has changed, but what they depend on.
    memory.set("/env/modules/m/types/leaf.pp", "type M::Leaf = String");
    let compiler = compiler.refreshed().unwrap().unwrap();
    let error = compile(&compiler, Control::default()).catalog.unwrap_err().to_string();
    assert!(error.contains("parameter 't'"), "{error}");
    memory.set("/env/modules/m/types/leaf.pp", "type M::Leaf = Integer");
    let compiler = compiler.refreshed().unwrap().unwrap();
    assert!(compile(&compiler, Control::default()).catalog.is_ok());
}
