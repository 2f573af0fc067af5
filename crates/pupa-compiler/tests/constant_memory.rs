//! The memory of a process that compiles for a long time. It is the only test of this program, since
//! it measures the memory of the whole process.

use std::sync::Arc;

use pupa_compiler::compiler::{Compiler, Control, Options};
use pupa_compiler::node::Node;
use pupa_eval::Settings;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_system::Memory;
use pupa_value::Value;

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

/// Recursive aliases are cycles of references. They are shared by all compilations.
#[test]
fn recursive_aliases_take_no_more_memory_with_each_compilation() {
    let files = Files::on(Arc::new(Memory::of(RECURSIVE.iter().copied())), 1 << 20);
    let project = Project::open(project::Options::of("/env"), files).unwrap();
    let compiler = Compiler::new(project, &Settings::default(), Options::default());
    let compile = |times: usize| {
        for _ in 0..times {
            let node = Node::new("n", Value::hash([]), compiler.environment());
            let compiled = compiler.compile(&node, &Exported::default(), Control::default());
            assert!(compiled.catalog.is_ok(), "{:?}", compiled.catalog);
        }
    };
    compile(500);
    let before = resident();
    compile(10_000);
    let grown = resident().saturating_sub(before);
    // Without sharing, each compilation leaves some kilobytes.
    assert!(grown < 4 << 20, "{grown} bytes");
}

fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}
