//! Files that change between compilations, in a process that lives on.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pupa_compiler::compiler::{Compiler, Control, Options};
use pupa_compiler::node::Node;
use pupa_eval::Settings;
use pupa_eval::log::Level;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_system::{Command, Contents, Disk, Entry, Finished, Memory, Overlay, Stat, System};
use pupa_value::Value;

/// A system that remembers the files and directories whose content was read.
#[derive(Debug)]
struct Counting {
    below: Arc<dyn System>,
    reads: Mutex<Vec<String>>,
}

impl Counting {
    fn over(below: Arc<dyn System>) -> Arc<Counting> {
        Arc::new(Counting { below, reads: Mutex::default() })
    }

    fn note(&self, path: &Path) {
        self.reads.lock().unwrap().push(path.to_string_lossy().into_owned());
    }

    fn take_reads(&self) -> Vec<String> {
        std::mem::take(&mut self.reads.lock().unwrap())
    }
}

impl System for Counting {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents> {
        let read = self.below.read(path, limit);
        if read.is_ok() {
            self.note(path);
        }
        read
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let list = self.below.list(path);
        if list.is_ok() {
            self.note(path);
        }
        list
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.below.stat(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.below.real_path(path)
    }

    fn stat_entry(&self, path: &Path) -> io::Result<Stat> {
        self.below.stat_entry(path)
    }

    fn run(&self, command: &Command<'_>) -> io::Result<Finished> {
        self.below.run(command)
    }

    fn now(&self) -> i128 {
        self.below.now()
    }

    fn variables(&self) -> Vec<(String, String)> {
        self.below.variables()
    }
}

/// A process that compiles the catalog of one node again and again.
struct Process {
    memory: Arc<Memory>,
    system: Arc<Counting>,
    compiler: Compiler,
}

impl Process {
    fn new(files: &[(&str, &str)]) -> Process {
        let memory = Arc::new(Memory::of(files.iter().copied()));
        let system = Counting::over(Arc::clone(&memory) as Arc<dyn System>);
        let compiler = compiler("/env", Arc::clone(&system) as Arc<dyn System>);
        Process { memory, system, compiler }
    }

    /// Compiles, and returns the notices or the error.
    fn compile(&mut self) -> String {
        refresh(&mut self.compiler);
        messages(&self.compiler)
    }

    /// Compiles, and returns the notices and the files that were read for it.
    fn compile_and_reads(&mut self) -> (String, Vec<String>) {
        self.system.take_reads();
        let messages = self.compile();
        (messages, self.system.take_reads())
    }
}

fn compiler(directory: &str, system: Arc<dyn System>) -> Compiler {
    let files = Files::on(system, 1 << 20);
    let project = Project::open(project::Options::of(directory), files).unwrap();
    Compiler::new(project, &Settings::default(), Options::default())
}

fn refresh(compiler: &mut Compiler) {
    if let Some(refreshed) = compiler.refreshed().unwrap() {
        *compiler = refreshed;
    }
}

fn messages(compiler: &Compiler) -> String {
    let node = Node::new("n", Value::hash([]), compiler.environment());
    let compiled = compiler.compile(&node, &Exported::default(), Control::default());
    match compiled.catalog {
        Ok(_) => {
            let notices = compiled.logs.iter().filter(|log| log.level == Level::Notice);
            let messages = notices.map(|log| log.message.to_string());
            messages.collect::<Vec<_>>().join(", ")
        }
        Err(trouble) => trouble.to_string(),
    }
}

const SITE: (&str, &str) = ("/env/manifests/site.pp", "include web");

fn class(message: &str) -> String {
    format!("class web {{ notice({message}) }}")
}

#[test]
fn an_unchanged_environment_is_not_read_again() {
    let mut process = Process::new(&[
        SITE,
        (
            "/env/modules/web/manifests/init.pp",
            "class web($port) { notice(web::twice($port), epp('web/t.epp')) }",
        ),
        ("/env/modules/web/functions/twice.pp", "function web::twice(Web::Port $x) { $x * 2 }"),
        ("/env/modules/web/types/port.pp", "type Web::Port = Integer[1]"),
        ("/env/modules/web/templates/t.epp", "text"),
        ("/env/modules/web/metadata.json", "{}"),
        ("/env/hiera.yaml", "version: 5"),
        ("/env/data/common.yaml", "web::port: 40"),
    ]);
    assert_eq!(process.compile(), "80 text");
    assert!(!process.system.take_reads().is_empty());
    assert!(process.compiler.refreshed().unwrap().is_none());
    assert_eq!(process.compile_and_reads(), ("80 text".into(), vec![]));
}

#[test]
fn only_the_changed_manifest_is_read() {
    let path = "/env/modules/web/manifests/init.pp";
    let mut process =
        Process::new(&[SITE, (path, &class("1")), ("/env/modules/b/manifests/init.pp", "")]);
    assert_eq!(process.compile(), "1");
    process.memory.set(path, class("2"));
    assert_eq!(process.compile_and_reads(), ("2".into(), vec![path.into()]));
    process.memory.set(path, "class web {");
    assert!(process.compile().contains("Syntax error"));
    process.memory.set(path, class("3"));
    assert_eq!(process.compile_and_reads(), ("3".into(), vec![path.into()]));
    process.memory.remove(path);
    assert!(process.compile().contains("Could not find class ::web"));
}

#[test]
fn main_manifests_come_and_go() {
    let mut process = Process::new(&[("/env/manifests/a.pp", "notice(1)")]);
    assert_eq!(process.compile(), "1");
    process.memory.set("/env/manifests/b.pp", "notice(2)");
    let (messages, reads) = process.compile_and_reads();
    assert_eq!(messages, "1, 2");
    assert!(!reads.contains(&"/env/manifests/a.pp".to_owned()), "{reads:?}");
    process.memory.set("/env/manifests/a.pp", "notice(3)");
    assert_eq!(process.compile_and_reads(), ("3, 2".into(), vec!["/env/manifests/a.pp".into()]));
    process.memory.remove("/env/manifests/a.pp");
    assert_eq!(process.compile(), "2");
}

#[test]
fn modules_appear_and_vanish() {
    let mut process = Process::new(&[SITE, ("/env/modules/a/manifests/init.pp", "class a { }")]);
    assert!(process.compile().contains("Could not find class ::web"));
    process.memory.set("/env/modules/web/manifests/init.pp", class("1"));
    assert_eq!(process.compile(), "1");
    process.memory.set("/env/modules/web/metadata.json", "{");
    assert!(process.compile().contains("Could not find class ::web"));
    process.memory.set("/env/modules/web/metadata.json", "{}");
    assert_eq!(process.compile(), "1");
    process.memory.remove("/env/modules/web/manifests/init.pp");
    process.memory.remove("/env/modules/web/metadata.json");
    assert!(process.compile().contains("Could not find class ::web"));
}

#[test]
fn a_class_moves_to_a_file_that_comes_first() {
    let mut process = Process::new(&[
        ("/env/environment.conf", "modulepath = site:modules"),
        SITE,
        ("/env/modules/web/manifests/init.pp", &class("1")),
    ]);
    assert_eq!(process.compile(), "1");
    process.memory.set("/env/site/web/manifests/init.pp", class("2"));
    assert_eq!(process.compile(), "2");
    process.memory.set("/env/environment.conf", "modulepath = modules:site");
    assert_eq!(process.compile(), "1");
    process.memory.set("/env/environment.conf", "manifest = other.pp");
    process.memory.set("/env/other.pp", "notice($settings::manifest)");
    assert_eq!(process.compile(), "/env/other.pp");
    process.memory.set("/env/environment.conf", "no setting");
    assert!(process.compiler.refreshed().is_err());
}

#[test]
fn data_and_its_configuration_change() {
    let mut process = Process::new(&[
        ("/env/manifests/site.pp", "notice(lookup('key', default_value => 'none'))"),
        ("/env/hiera.yaml", "{version: 5, hierarchy: [{name: a, path: a.yaml}]}"),
    ]);
    assert_eq!(process.compile(), "none");
    process.memory.set("/env/data/a.yaml", "key: one");
    assert_eq!(process.compile(), "one");
    process.memory.set("/env/data/a.yaml", "key: two");
    assert_eq!(process.compile_and_reads(), ("two".into(), vec!["/env/data/a.yaml".into()]));
    process.memory.set("/env/data/b.yaml", "key: three");
    assert_eq!(process.compile(), "two");
    process.memory.set("/env/hiera.yaml", "{version: 5, hierarchy: [{name: b, path: b.yaml}]}");
    assert_eq!(process.compile(), "three");
    process.memory.remove("/env/hiera.yaml");
    process.memory.set("/env/data/common.yaml", "key: four");
    assert_eq!(process.compile(), "none");
}

#[test]
fn functions_types_templates_and_ruby_change() {
    let mut process = Process::new(&[
        ("/env/manifests/site.pp", "notice(m::f(1), epp('m/t.epp'), template('m/t.erb'), m::r())"),
        ("/env/modules/m/functions/f.pp", "function m::f(M::T $x) { $x }"),
        ("/env/modules/m/types/t.pp", "type M::T = Integer"),
        ("/env/modules/m/templates/t.epp", "epp"),
        ("/env/modules/m/templates/t.erb", "erb"),
        ("/env/modules/m/lib/puppet/functions/m/r.rb", &ruby_function("1")),
    ]);
    assert_eq!(process.compile(), "1 epp erb 1");
    let changes = [
        ("/env/modules/m/functions/f.pp", "function m::f(M::T $x) { $x + 1 }", "2 epp erb 1"),
        ("/env/modules/m/templates/t.epp", "EPP", "2 EPP erb 1"),
        ("/env/modules/m/templates/t.erb", "ERB", "2 EPP ERB 1"),
        ("/env/modules/m/lib/puppet/functions/m/r.rb", &ruby_function("2"), "2 EPP ERB 2"),
    ];
    for (path, text, expected) in changes {
        process.memory.set(path, text);
        assert_eq!(process.compile_and_reads(), (expected.to_owned(), vec![path.to_owned()]));
    }
    process.memory.set("/env/modules/m/types/t.pp", "type M::T = String");
    let refused = process.compile();
    assert!(refused.contains("expects a M::T = String value"), "{refused}");
}

fn ruby_function(result: &str) -> String {
    format!(
        "Puppet::Functions.create_function(:'m::r') {{ dispatch(:r) {{ }}\n def r\n {result}\n end }}"
    )
}

#[test]
fn resource_types_in_ruby_are_kept_until_ruby_code_changes() {
    let ty = "/env/modules/m/lib/puppet/type/thing.rb";
    let of_type = |parameter: &str| {
        format!("Puppet::Type.newtype(:thing) {{ newparam(:name)\n newparam(:{parameter}) }}")
    };
    let mut process = Process::new(&[
        ("/env/manifests/site.pp", "thing { 'a': size => 1 } notice(1)"),
        (ty, &of_type("size")),
    ]);
    assert_eq!(process.compile(), "1");
    process.memory.set("/env/manifests/site.pp", "thing { 'a': size => 1 } notice(2)");
    assert_eq!(process.compile_and_reads(), ("2".into(), vec!["/env/manifests/site.pp".into()]));
    process.memory.set(ty, of_type("width"));
    assert!(process.compile().contains("no parameter named 'size'"));
}

#[test]
fn unsaved_buffers_are_compiled() {
    let memory = Arc::new(Memory::of([SITE, ("/env/modules/web/manifests/init.pp", &class("1"))]));
    let overlay = Arc::new(Overlay::new(memory));
    let mut compiler = compiler("/env", Arc::clone(&overlay) as Arc<dyn System>);
    assert_eq!(messages(&compiler), "1");
    overlay.set("/env/modules/web/manifests/init.pp", class("2"));
    refresh(&mut compiler);
    assert_eq!(messages(&compiler), "2");
    overlay.remove("/env/modules/web/manifests/init.pp");
    refresh(&mut compiler);
    assert_eq!(messages(&compiler), "1");
}

/// Time stamps of file systems advance in steps, within which a change leaves no trace.
#[test]
fn quick_changes_on_disk_are_noticed() {
    let directory = std::env::temp_dir().join(format!("pupa-changes-{}", std::process::id()));
    let manifests = directory.join("manifests");
    std::fs::create_dir_all(&manifests).unwrap();
    std::fs::write(manifests.join("a.pp"), "notice(0)").unwrap();
    let mut compiler = compiler(&directory.to_string_lossy(), Arc::new(Disk));
    for number in 0..50 {
        std::fs::write(manifests.join("a.pp"), format!("notice({})", number % 10)).unwrap();
        refresh(&mut compiler);
        assert_eq!(messages(&compiler), (number % 10).to_string());
    }
    std::fs::remove_dir_all(&directory).unwrap();
}
