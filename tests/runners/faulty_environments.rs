//! Environments with something wrong: files that can't be read, links in circles, files that change
//! during a run, catalogs of great size. Each ends soon, with a catalog or a clear error.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

use std::fmt::Write;
use std::fs;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pupa_compiler::compiler::{Compiled, Compiler, Control, Options};
use pupa_compiler::node::Node;
use pupa_eval::Settings;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_suite::scratch::Scratch;
use pupa_value::Value;

/// The stack that embedding programs are told to give.
const STACK: usize = 64 << 20;

/// Long after any of these should be done, also without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Does something in a thread of its own; fails when it panics or does not end.
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK);
    worker.spawn(move || done.send(work()).ok()).unwrap();
    match wait.recv_timeout(PATIENCE) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => panic!("not done after {PATIENCE:?}"),
        Err(RecvTimeoutError::Disconnected) => panic!("panicked"),
    }
}

fn environment(files: &[(&str, &[u8])]) -> Scratch {
    let scratch = Scratch::new().unwrap();
    fs::create_dir_all(scratch.path("production/manifests")).unwrap();
    for (path, content) in files {
        scratch.write(&format!("production/{path}"), content).unwrap();
    }
    scratch
}

fn compiler(scratch: &Scratch) -> Compiler {
    Compiler::new(open(scratch).unwrap(), &Settings::default(), Options::default())
}

fn open(scratch: &Scratch) -> anyhow::Result<Project> {
    Project::open(project::Options::of(scratch.path("production")), Files::on_disk(64 << 20))
}

fn compile_with(compiler: &Compiler, name: &str) -> Compiled {
    let node = Node::new(name, Value::hash([]), compiler.environment());
    compiler.compile(&node, &Exported::default(), Control::default())
}

/// How many resources the catalog of a node has, or the error, with paths in the environment.
fn outcome(scratch: Scratch) -> Result<usize, String> {
    in_time(move || {
        let root = format!("{}/", scratch.path("production").display());
        match compile_with(&compiler(&scratch), "web01").catalog {
            Ok(catalog) => Ok(catalog.resources.len()),
            Err(trouble) => {
                let said = trouble.messages("web01", "production").pop();
                Err(said.map(|(_, text)| text.replace(&root, "")).unwrap_or_default())
            }
        }
    })
}

fn error(files: &[(&str, &[u8])]) -> String {
    outcome(environment(files)).unwrap_err()
}

/// The resources of an environment that has only a main manifest.
fn resources(site: &str) -> Result<usize, String> {
    outcome(environment(&[("manifests/site.pp", site.as_bytes())]))
}

/// What every catalog has.
const ALWAYS: usize = 3;

#[test]
fn main_manifests_with_invalid_encodings() {
    assert_eq!(
        error(&[("manifests/site.pp", b"notify { '\xE4': }")]),
        "Could not parse for environment production: invalid byte sequence in UTF-8 \
         (file: manifests/site.pp, line: 1, column: 11) on node web01"
    );
    assert_eq!(
        error(&[("manifests/a.pp", b""), ("manifests/b.pp", b"notify\0")]),
        "Could not parse for environment production: the file is binary, not Puppet code \
         (file: manifests/b.pp) on node web01"
    );
    assert_eq!(
        error(&[("manifests/site.pp", b"\xFF\xFEn\0o\0")]),
        "Could not parse for environment production: the file is UTF-16 text, not UTF-8 \
         (file: manifests/site.pp) on node web01"
    );
    let error = error(&[("manifests/site.pp", b"\xEF\xBB\xBFnotify { 'a': }")]);
    assert!(error.contains("Illegal UTF-8 Byte Order mark"), "{error}");
}

#[test]
fn module_files_with_invalid_encodings() {
    let site: (&str, &[u8]) = ("manifests/site.pp", b"include m");
    for (content, message) in [
        (&b"class m { # \xE4\n}"[..], "invalid byte sequence in UTF-8"),
        (b"class m {\0}", "the file is binary, not Puppet code"),
        (b"\x7FELF\x02\x01\x01\0\0\0", "the file is binary, not Puppet code"),
    ] {
        let error = error(&[site, ("modules/m/manifests/init.pp", content)]);
        assert!(error.contains(message), "{error}");
        assert!(error.contains("modules/m/manifests/init.pp"), "{error}");
    }
    let error = error(&[site, ("modules/m/manifests/init.pp", b"class m {\n  $x =\n}\n")]);
    assert_eq!(
        error,
        "Syntax error at '}' (file: modules/m/manifests/init.pp, line: 3, column: 1) on node web01"
    );
}

#[test]
fn a_broken_file_affects_only_its_users() {
    let files: &[(&str, &[u8])] = &[
        ("manifests/site.pp", b"node 'bad' { include m }\nnode default { notify { 'fine': } }"),
        ("modules/m/manifests/init.pp", b"class m {"),
        ("modules/n/manifests/init.pp", b"\0"),
    ];
    in_time(move || {
        let scratch = environment(files);
        let compiler = compiler(&scratch);
        // Also when it was asked for before.
        for name in ["bad", "good", "bad", "good"] {
            assert_eq!(compile_with(&compiler, name).catalog.is_ok(), name == "good", "{name}");
        }
    });
}

#[test]
fn directories_with_the_names_of_manifests() {
    let scratch = environment(&[("manifests/site.pp", b"notify { 'site': }\ninclude m")]);
    fs::create_dir_all(scratch.path("production/manifests/x.pp")).unwrap();
    fs::create_dir_all(scratch.path("production/modules/m/manifests/init.pp")).unwrap();
    let error = outcome(scratch).unwrap_err();
    assert!(error.contains("Could not find class ::m for web01"), "{error}");
    // What lies in such a directory is read.
    let scratch = environment(&[("manifests/x.pp/y.pp", b"notify { 'y': }")]);
    assert_eq!(outcome(scratch), Ok(ALWAYS + 1));
}

/// Nobody writes to the pipes: who reads them waits forever.
#[cfg(unix)]
mod pipes {
    use std::process::Command;

    use super::*;

    /// The environment with a pipe in it.
    fn with_pipe(files: &[(&str, &str)], pipe: &str) -> Scratch {
        let files: Vec<(&str, &[u8])> =
            files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        let scratch = environment(&files);
        let path = scratch.path(&format!("production/{pipe}"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        scratch
    }

    fn refused(site: &str, pipe: &str) -> String {
        outcome(with_pipe(&[("manifests/site.pp", site)], pipe)).unwrap_err()
    }

    #[test]
    fn for_files_of_modules() {
        let class = refused("include m", "modules/m/manifests/init.pp");
        assert!(class.contains("cannot be read: not a regular file"), "{class}");
        assert!(class.contains("(file: modules/m/manifests/init.pp)"), "{class}");
        let template = refused("notice(epp('m/x.epp'))", "modules/m/templates/x.epp");
        assert!(template.contains("not a regular file - modules/m/templates/x.epp"), "{template}");
        let file = refused("notice(file('m/x'))", "modules/m/files/x");
        assert!(file.contains("not a regular file - modules/m/files/x"), "{file}");
        let empty = [("manifests/site.pp", "notice(file('/no/such/file', '/dev/null'))")];
        assert_eq!(outcome(environment(&empty.map(|(p, t)| (p, t.as_bytes())))), Ok(ALWAYS));
    }

    #[test]
    fn for_data() {
        let config = refused("notice(lookup('a'))", "hiera.yaml");
        assert!(config.contains("not a regular file - hiera.yaml"), "{config}");
        let files = [("manifests/site.pp", "notice(lookup('a'))"), ("hiera.yaml", "version: 5\n")];
        let data = outcome(with_pipe(&files, "data/common.yaml")).unwrap_err();
        assert!(data.contains("not a regular file - data/common.yaml"), "{data}");
    }

    #[test]
    fn for_metadata() {
        let files = [("manifests/site.pp", ""), ("modules/m/manifests/init.pp", "class m {}")];
        let problems = in_time(move || {
            let scratch = with_pipe(&files, "modules/m/metadata.json");
            compiler(&scratch).modules().problems().to_vec()
        });
        assert_eq!(problems, ["m has a metadata.json that cannot be read: not a regular file"]);
    }

    #[test]
    fn for_configuration_and_main_manifests() {
        let opened = in_time(move || {
            let scratch = with_pipe(&[], "environment.conf");
            let opened = open(&scratch);
            opened.map(|_| ()).map_err(|error| format!("{error:#}"))
        });
        let error = opened.unwrap_err();
        assert!(error.ends_with("environment.conf: not a regular file"), "{error}");
        let files = [("environment.conf", "manifest = main.pp\n")];
        let main = outcome(with_pipe(&files, "main.pp")).unwrap_err();
        assert!(main.contains("cannot be read: not a regular file"), "{main}");
    }
}

#[test]
fn empty_and_missing_environments() {
    assert_eq!(outcome(environment(&[])), Ok(ALWAYS));
    // As in the reference, a main manifest that is not there is an empty one.
    let scratch = environment(&[
        ("environment.conf", b"manifest = none.pp"),
        ("manifests/a.pp", b"fail('x')"),
    ]);
    assert_eq!(outcome(scratch), Ok(ALWAYS));
    let scratch = Scratch::new().unwrap();
    scratch.write("production", "no directory").unwrap();
    assert!(open(&scratch).is_err());
    let scratch = environment(&[("environment.conf", b"modulepath = \xE4")]);
    assert!(open(&scratch).is_err());
    // Modules that are files.
    assert_eq!(
        outcome(environment(&[("modules", b"no directory"), ("manifests/a.pp", b"")])),
        Ok(ALWAYS)
    );
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn that_lead_nowhere() {
        let scratch = environment(&[("manifests/site.pp", b"include m")]);
        symlink("nowhere", scratch.path("production/manifests/x.pp")).unwrap();
        let error = outcome(scratch).unwrap_err();
        assert_eq!(
            error,
            "Could not parse for environment production: no such file or directory \
             (file: manifests/x.pp) on node web01"
        );
        let scratch = environment(&[("manifests/site.pp", b"include m"), ("modules/a/b", b"")]);
        symlink("nowhere", scratch.path("production/modules/m")).unwrap();
        let error = outcome(scratch).unwrap_err();
        assert!(error.contains("Could not find class ::m for web01"), "{error}");
    }

    #[test]
    fn that_go_in_circles() {
        let scratch = environment(&[
            ("manifests/site.pp", b"include m\ninclude m::m::m::deep"),
            ("modules/m/manifests/init.pp", b"class m { }"),
            ("environment.conf", b"modulepath = modules:loop:modules/*"),
        ]);
        let root = scratch.path("production");
        symlink(".", root.join("manifests/again")).unwrap();
        symlink("..", root.join("manifests/up")).unwrap();
        symlink(".", root.join("modules/modules")).unwrap();
        symlink(".", root.join("modules/m/m")).unwrap();
        symlink(".", root.join("modules/m/manifests/m")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        symlink("b", root.join("modules/a")).unwrap();
        symlink("a", root.join("modules/b")).unwrap();
        symlink(".", root.join(".resource_types")).unwrap();
        fs::create_dir_all(root.join("modules/m/lib/puppet/type")).unwrap();
        symlink(".", root.join("modules/m/lib/puppet/type/type")).unwrap();
        let error = outcome(scratch).unwrap_err();
        assert!(error.contains("Could not find class ::m::m::m::deep"), "{error}");
    }
}

#[test]
fn all_nodes_see_the_first_version_of_a_file() {
    in_time(|| {
        let scratch = environment(&[
            ("manifests/site.pp", b"notify { 'site 1': }\ninclude m"),
            ("modules/m/manifests/init.pp", b"class m { notify { 'm 1': } }"),
        ]);
        let compiler = compiler(&scratch);
        let listing = |name| {
            let catalog = compile_with(&compiler, name).catalog.unwrap();
            let titles = catalog.resources.iter().map(|one| one.title.to_string());
            titles.filter(|title| title.ends_with(|c: char| c.is_ascii_digit())).collect::<Vec<_>>()
        };
        assert_eq!(listing("a"), ["site 1", "m 1"]);
        scratch.write("production/manifests/site.pp", "notify { 'site 2': }").unwrap();
        scratch.write("production/modules/m/manifests/init.pp", "class m { syntax error").unwrap();
        assert_eq!(listing("b"), ["site 1", "m 1"]);
        fs::remove_dir_all(scratch.path("production")).unwrap();
        assert_eq!(listing("c"), ["site 1", "m 1"]);
    });
}

/// Programs are read once, data again when it has changed: files of data, configurations, files
/// that are new, and files that are gone.
#[test]
fn data_is_read_again_when_it_has_changed() {
    in_time(|| {
        let scratch = environment(&[
            ("manifests/site.pp", b"notify { 'n': message => lookup('a') }"),
            ("hiera.yaml", b"version: 5\n"),
            ("data/common.yaml", b"a: first\n"),
        ]);
        let compiler = compiler(&scratch);
        let message = || match compile_with(&compiler, "web01").catalog {
            Ok(catalog) => catalog.listing().lines().find_map(|line| {
                Some(line.trim().strip_prefix("message => '")?.trim_end_matches("',").to_owned())
            }),
            Err(trouble) => Some(trouble.messages("web01", "production").pop()?.1),
        };
        let write = |path: &str, text| scratch.write(&format!("production/{path}"), text).unwrap();
        assert_eq!(message().as_deref(), Some("first"));
        write("data/common.yaml", "a: the second\n");
        assert_eq!(message().as_deref(), Some("the second"));
        // A new file in its place, of the same size.
        write("data/new.yaml", "a: third one.\n");
        let path = |name| scratch.path("production/data").join(name);
        fs::rename(path("new.yaml"), path("common.yaml")).unwrap();
        assert_eq!(message().as_deref(), Some("third one."));
        write("data/common.yaml", "a: [\n");
        let error = message().unwrap_or_default();
        assert!(error.contains("data/common.yaml") && error.contains("line 2"), "{error}");
        write("hiera.yaml", "version: 5\nhierarchy: [{name: other, path: other.yaml}]\n");
        let error = message().unwrap_or_default();
        assert!(error.contains("did not find a value for the name 'a'"), "{error}");
        write("data/other.yaml", "a: other\n");
        assert_eq!(message().as_deref(), Some("other"));
        fs::remove_file(path("other.yaml")).unwrap();
        let error = message().unwrap_or_default();
        assert!(error.contains("did not find a value for the name 'a'"), "{error}");
    });
}

/// Merges that nodes share are kept; each node must have what it has when it is alone, also after
/// a file has changed.
#[test]
fn shared_hierarchy_levels_do_not_change_results() {
    in_time(|| {
        let scratch = environment(&[
            ("manifests/site.pp", b"notify { 'n': message => lookup('a').convert_to(String) }"),
            (
                "hiera.yaml",
                b"version: 5\nhierarchy:\n\
                - {name: node, path: \"%{trusted.certname}.yaml\"}\n\
                - {name: all, paths: [one.yaml, two.yaml]}\n",
            ),
            ("data/one.yaml", b"a: {x: [1], y: {z: one}}\n"),
            ("data/two.yaml", b"a: {x: [2], y: {w: two}}\nlookup_options: {a: {merge: deep}}\n"),
            ("data/web02.yaml", b"a: {x: [3]}\n"),
            ("data/web03.yaml", b"a: {y: {z: \"%{trusted.certname}\"}}\n"),
        ]);
        let message = |compiler: &Compiler, name: &str| {
            let listing = compile_with(compiler, name).catalog.unwrap().listing();
            let line = listing.lines().find(|line| line.contains("message => ")).unwrap();
            line.trim().to_owned()
        };
        let shared = compiler(&scratch);
        let check = || {
            let mut all = Vec::new();
            for name in ["web01", "web02", "web03", "web04"].repeat(3) {
                let alone = message(&compiler(&scratch), name);
                assert_eq!(message(&shared, name), alone, "{name}");
                all.push(alone);
            }
            all
        };
        let before = check();
        assert!(before[1].contains("[2, 1, 3]"), "{before:?}");
        assert!(before[2].contains("web03"), "{before:?}");
        scratch.write("production/data/one.yaml", "a: {x: [11], y: {z: another}}\n").unwrap();
        let after = check();
        assert!(after[0].contains("[2, 11]"), "{after:?}");
    });
}

#[test]
fn data_that_asks_for_data_ends() {
    let site: (&str, &[u8]) = ("manifests/site.pp", b"notice(lookup('k0'))");
    let config: (&str, &[u8]) = ("hiera.yaml", b"version: 5");
    let chain = |length: usize| {
        let line = |at: usize| format!("k{at}: \"%{{lookup('k{}')}}\"\n", at + 1);
        (0..length).map(line).collect::<String>() + &format!("k{length}: end\n")
    };
    let short = chain(500);
    let files = [site, config, ("data/common.yaml", short.as_bytes())];
    assert_eq!(outcome(environment(&files)), Ok(ALWAYS));
    let long = chain(100_000);
    let error_of_chain = error(&[site, config, ("data/common.yaml", long.as_bytes())]);
    assert!(error_of_chain.contains("nested lookups"), "{error_of_chain}");

    let doubling = |at: usize| format!("$v{at} = '%{{v{}}}%{{v{}}}'\n", at + 1, at + 1);
    let doubling: String = (0..40).map(doubling).collect();
    let site = format!("$v40 = 'x'\n{doubling}notice(lookup('k0'))");
    let data: (&str, &[u8]) = ("data/common.yaml", b"k0: '%{v0}'");
    let error_of_steps = error(&[("manifests/site.pp", site.as_bytes()), config, data]);
    assert!(error_of_steps.contains("takes more than"), "{error_of_steps}");

    let text = "x".repeat(1 << 20);
    let large = format!("k0: \"{}\"\nb: {text}\n", "%{lookup('b')}".repeat(100));
    let site: (&str, &[u8]) = ("manifests/site.pp", b"notice(length(lookup('k0')))");
    let error_of_text = error(&[site, config, ("data/common.yaml", large.as_bytes())]);
    assert!(error_of_text.contains("A string would have more than"), "{error_of_text}");
}

#[test]
fn data_of_great_size() {
    let config: (&str, &[u8]) =
        ("hiera.yaml", b"version: 5\nhierarchy: [{name: a, paths: [a.yaml, b.yaml]}]");
    let numbers = |prefix: &str, count: usize| {
        (0..count).map(|at| format!("{prefix}{at}")).collect::<Vec<String>>().join(", ")
    };
    let site: (&str, &[u8]) =
        ("manifests/site.pp", b"if length(lookup('k')) != 600000 { fail('') }");
    let one_line = format!("k: [{}\u{e9}]\n", numbers("x", 600_000));
    let files = [site, config, ("data/a.yaml", one_line.as_bytes())];
    assert_eq!(outcome(environment(&files)), Ok(ALWAYS));

    let site: (&str, &[u8]) = (
        "manifests/site.pp",
        b"$found = lookup('k', 'merge' => { 'strategy' => 'deep', 'knockout_prefix' => '--' })
        if $found != ['y'] { fail('') }",
    );
    let marked = format!("k: [{}]\n", numbers("--x", 150_000));
    let removed = format!("k: [y, {}]\n", numbers("x", 150_000));
    let (marked, removed) = (marked.as_bytes(), removed.as_bytes());
    let files = [site, config, ("data/a.yaml", marked), ("data/b.yaml", removed)];
    assert_eq!(outcome(environment(&files)), Ok(ALWAYS));
}

#[test]
fn a_hundred_thousand_resources() {
    let code =
        "Integer[1, 100000].each |$i| {\n  file { \"/srv/${i}\": mode => '0644', tag => 't' }\n}\n";
    assert_eq!(resources(code), Ok(ALWAYS + 100_000));
    let code = "define d { notify { $title: } }\n\
                Integer[1, 50000].each |$i| { d { \"d${i}\": } }\n\
                D <| title == 'd77' |> { tag => 'x' }\n\
                Notify <| |> -> exec { '/bin/true': }\n";
    assert_eq!(resources(code), Ok(ALWAYS + 100_001));
    let code = "Integer[1, 20000].each |$i| { @notify { \"n${i}\": } }\n\
                Integer[1, 20000].each |$i| { realize(Notify[\"n${i}\"]) }\n\
                Integer[1, 2000].each |$i| { Notify <| title == \"n${i}\" |> { message => 'x' } }\n";
    assert_eq!(resources(code), Ok(ALWAYS + 20_000));
}

#[test]
fn long_chains() {
    let mut code = String::from("notify { 'n0': }\n");
    for n in 1..20_000 {
        writeln!(code, "notify {{ 'n{n}': require => Notify['n{}'] }}", n - 1).unwrap();
    }
    assert_eq!(resources(&code), Ok(ALWAYS + 20_000));
    let arrows = (0..5_000).map(|n| format!("notify {{ 'n{n}': }}")).collect::<Vec<_>>();
    let error = resources(&arrows.join(" -> ")).unwrap_err();
    assert!(error.contains("the program is nested too deeply at this place"), "{error}");
}

#[test]
fn nested_definitions() {
    // The reference gives up after a thousand rounds, so do we.
    let mut code = String::from("define d5000 { notify { 'inside': } }\nd0 { 'a': }\n");
    for n in 0..5_000 {
        writeln!(code, "define d{n} {{ d{} {{ \"${{title}}\": }} }}", n + 1).unwrap();
    }
    let error = resources(&code).unwrap_err();
    assert_eq!(
        error,
        "Somehow looped more than 1000 times while evaluating host catalog on node web01"
    );
    let code = code.replace("d0 { 'a': }", "d4100 { 'a': }");
    assert_eq!(resources(&code), Ok(ALWAYS + 902));
    let endless = "define d { d { \"${title}x\": } }\nd { 'a': }";
    assert_eq!(resources(endless).unwrap_err(), error);
    let wide = "define d { Integer[1, 3].each |$i| { d { \"${title}${i}\": } } }\nd { 'a': }";
    let settled = in_time(|| resources_with_steps(wide, 2_000_000));
    assert!(settled.unwrap_err().contains("The program takes more than"));
}

fn resources_with_steps(site: &str, steps: u64) -> Result<usize, String> {
    let scratch = environment(&[("manifests/site.pp", site.as_bytes())]);
    let mut settings = Settings::default();
    settings.limits.steps = Some(steps);
    let compiler = Compiler::new(open(&scratch).unwrap(), &settings, Options::default());
    let catalog = compile_with(&compiler, "web01").catalog;
    catalog.map(|catalog| catalog.resources.len()).map_err(|trouble| trouble.to_string())
}

#[test]
fn chains_of_classes_in_files() {
    let scratch = environment(&[("manifests/site.pp", b"include m::c0")]);
    for n in 0..2_000 {
        let path = format!("production/modules/m/manifests/c{n}.pp");
        let text = format!("class m::c{n} {{ contain m::c{} }}\n", n + 1);
        scratch.write(&path, text).unwrap();
    }
    scratch.write("production/modules/m/manifests/c2000.pp", "class m::c2000 { }").unwrap();
    assert_eq!(outcome(scratch), Ok(ALWAYS + 2_001));
    let circle = "class a { include b }\nclass b { include c }\nclass c { include a }\ninclude c";
    assert_eq!(resources(circle), Ok(ALWAYS + 3));
    let contained = "class a { contain b }\nclass b { contain a }\ninclude a";
    assert_eq!(resources(contained), Ok(ALWAYS + 2));
}

#[test]
fn huge_titles_and_values() {
    let title = "x".repeat(4 << 20);
    let code = format!(
        "notify {{ '{title}': message => '{title}' }}\nNotify['{title}'] -> Notify['b']\nnotify {{ 'b': }}"
    );
    assert_eq!(resources(&code), Ok(ALWAYS + 2));
    let title = &title[..64 << 10];
    let code = format!("file {{ '/a': {title} => 1 }}");
    assert!(resources(&code).unwrap_err().contains("no parameter named"));
    let code = format!("{title} {{ 'a': }}");
    assert!(resources(&code).unwrap_err().contains("Unknown resource type"));
    let code = format!("include {title}");
    assert!(resources(&code).unwrap_err().contains("Could not find class"));
    let code = format!("include {}a", "a::".repeat(100_000));
    assert!(resources(&code).unwrap_err().contains("Could not find class"));
    let titles = (0..20_000).map(|n| format!("'t{n}'")).collect::<Vec<_>>().join(", ");
    assert_eq!(resources(&format!("notify {{ [{titles}]: }}")), Ok(ALWAYS + 20_000));
    assert!(resources("notify { '': }").unwrap_err().contains("Empty string title at 0"));
    for title in [" ", "a]b[c", "\u{7f}\u{1}\t\n", "😀", "\\\\"] {
        assert_eq!(resources(&format!("notify {{ \"{title}\": }}")), Ok(ALWAYS + 1), "{title:?}");
    }
}
