//! Tests of the index: an environment in memory, its definitions and uses, and files that change.

use std::path::Path;
use std::sync::Arc;

use pupa_eval::Settings;
use pupa_system::{Cancellation, Memory, System};

use super::*;
use crate::files::Files;
use crate::project::{Options, Project};

fn open(memory: &Arc<Memory>) -> Project {
    let system = Arc::clone(memory) as Arc<dyn System>;
    Project::open(Options::of("/env"), Files::on(system, 1 << 20)).unwrap()
}

fn read(project: &Project) -> Index {
    let rules = Settings::default().rules();
    Index::read(project.modules(), &rules, &Cancellation::default()).unwrap()
}

fn index(files: &[(&str, &str)]) -> Index {
    read(&open(&Arc::new(Memory::of(files.iter().copied()))))
}

/// The places of entries as `path below /env:line:column`.
fn display<'i>(locations: impl Iterator<Item = Location<'i>>) -> String {
    let lines = locations.map(|Location { file, entry }| {
        let path = file.file.path.strip_prefix("/env").unwrap_or(&file.file.path);
        let position = file.source.as_ref().unwrap().position(entry.span.start);
        format!("{}:{}:{}", path.display(), position.line, position.column)
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// The entries of a manifest, in order.
fn entries(text: &str) -> Vec<String> {
    let index = index(&[("/env/manifests/site.pp", text)]);
    index.files()[0].entries.iter().map(ToString::to_string).collect()
}

const FILES: &[(&str, &str)] = &[
    ("/env/manifests/site.pp", "include web\nweb::site { 'a': root => '/srv' }\n"),
    (
        "/env/modules/web/manifests/init.pp",
        "class web(Web::Port $port = 80) inherits web::base {\n  $url = web::url($port)\n  \
         file { '/etc/web': content => epp('web/conf.epp'), require => Package['web'] }\n  \
         package { 'web': }\n  notice($facts['os']['family'], lookup('users'), $url, $role)\n}\n",
    ),
    ("/env/modules/web/manifests/base.pp", "class web::base { }\n"),
    ("/env/modules/web/manifests/site.pp", "define web::site($root) {\n  notice($root)\n}\n"),
    ("/env/modules/web/functions/url.pp", "function web::url($x) { $x.map |$y| { $y } }\n"),
    ("/env/modules/web/types/port.pp", "type Web::Port = Integer\n"),
    ("/env/modules/web/templates/conf.epp", "<%= $web::url %>\n"),
    ("/env/modules/web/templates/old.erb", "<%= @port %> <%= scope['web::port'] %>\n"),
    (
        "/env/modules/web/lib/puppet/functions/web/now.rb",
        "Puppet::Functions.create_function(:'web::now') { }\n",
    ),
    ("/env/modules/web/lib/puppet/type/web_user.rb", "Puppet::Type.newtype(:web_user) { }\n"),
    ("/env/modules/web/lib/facter/role.rb", "Facter.add(:role) { }\n"),
    ("/env/modules/web/facts.d/site.txt", "site=a\n"),
    ("/env/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n"),
    ("/env/data/a.yaml", "web::port: 80\nusers:\n  - \"%{facts.role} %{lookup('web::port')}\"\n"),
];

#[test]
fn every_kind_of_name_is_found() {
    let index = index(FILES);
    let web = "modules/web/manifests/init.pp";
    let cases = [
        (Kind::Class, "web", format!("{web}:1:7"), "manifests/site.pp:1:9".to_owned()),
        (
            Kind::Class,
            "web::base",
            "modules/web/manifests/base.pp:1:7".into(),
            format!("{web}:1:42"),
        ),
        (
            Kind::ResourceType,
            "web::site",
            "modules/web/manifests/site.pp:1:8".into(),
            "manifests/site.pp:2:1".into(),
        ),
        (
            Kind::Parameter,
            "web::site::root",
            "modules/web/manifests/site.pp:1:18".into(),
            "manifests/site.pp:2:18".into(),
        ),
        (
            Kind::Function,
            "web::url",
            "modules/web/functions/url.pp:1:10".into(),
            format!("{web}:2:10"),
        ),
        (Kind::Type, "web::port", "modules/web/types/port.pp:1:6".into(), format!("{web}:1:11")),
        (
            Kind::Variable,
            "web::url",
            format!("{web}:2:3"),
            format!("{web}:5:51 modules/web/templates/conf.epp:1:5"),
        ),
        (Kind::Variable, "::role", String::new(), format!("{web}:5:57")),
        (
            Kind::Fact,
            "role",
            "modules/web/lib/facter/role.rb:1:13".into(),
            "data/a.yaml:3:5".into(),
        ),
        (Kind::Fact, "os.family", String::new(), format!("{web}:5:10")),
        (Kind::Fact, "site", "modules/web/facts.d/site.txt:1:1".into(), String::new()),
        (Kind::LookupKey, "users", String::new(), format!("{web}:5:34")),
        (Kind::LookupKey, "web::port", String::new(), "data/a.yaml:3:5".into()),
        (Kind::DataKey, "web::port", "data/a.yaml:1:1".into(), String::new()),
        (
            Kind::Template,
            "web/conf.epp",
            "modules/web/templates/conf.epp:1:1".into(),
            format!("{web}:3:37"),
        ),
        (Kind::Resource, "package[web]", format!("{web}:4:13"), format!("{web}:3:73")),
        (Kind::Resource, "web::site[a]", "manifests/site.pp:2:13".into(), String::new()),
        (
            Kind::Function,
            "web::now",
            "modules/web/lib/puppet/functions/web/now.rb:1:1".into(),
            String::new(),
        ),
        (
            Kind::ResourceType,
            "web_user",
            "modules/web/lib/puppet/type/web_user.rb:1:1".into(),
            String::new(),
        ),
    ];
    let mut wrong = Vec::new();
    for (kind, name, definitions, uses) in cases {
        let found = (display(index.definitions(kind, name)), display(index.uses(kind, name)));
        if found != (definitions.clone(), uses.clone()) {
            wrong.push(format!("{kind:?} {name}: {found:?}, not {:?}", (definitions, uses)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_use_leads_to_its_definition() {
    let index = index(FILES);
    let path = Path::new("/env/modules/web/manifests/init.pp");
    let source = index.file(path).unwrap().source.clone().unwrap();
    let leads_to = |text: &str| {
        let offset = source.text().find(text).unwrap() as u32;
        let found = index.at(path, offset);
        let definitions = found.into_iter().flat_map(|one| index.definitions_of(one));
        display(definitions)
    };
    assert_eq!(leads_to("web::base {"), "modules/web/manifests/base.pp:1:7");
    assert_eq!(leads_to("web::url($port)"), "modules/web/functions/url.pp:1:10");
    assert_eq!(leads_to("'web/conf.epp'"), "modules/web/templates/conf.epp:1:1");
    assert_eq!(leads_to("lookup('users')"), "data/a.yaml:2:1");
    assert_eq!(index.at(path, 9999).len(), 0);
    assert_eq!(index.at(Path::new("/nowhere"), 0).len(), 0);
}

#[test]
fn variables_belong_to_the_scope_that_sets_them() {
    assert_eq!(
        entries("$a = 1\nclass c { $b = $a\n notice($b, $::a, $x::y) }"),
        [
            "definition of variable ::a",
            "definition of class c",
            "definition of variable c::b",
            "use of variable ::a",
            "use of function notice",
            "use of variable c::b",
            "use of variable ::a",
            "use of variable x::y"
        ]
    );
    // The lambda sees the function's variable, the function not that of the file.
    let index = index(&[(
        "/env/manifests/site.pp",
        "$z = 0\nfunction f($a) { [1].each |$b| { notice($a, $b, $z) } }",
    )]);
    let file = &index.files()[0];
    let local = |name: &str| {
        let of_name = file.entries.iter().filter(|one| &*one.name == name);
        of_name.filter_map(|one| one.scope).map(|scope| scope.start).collect::<Vec<_>>()
    };
    assert_eq!((local("a").len(), local("b").len()), (2, 2));
    assert_ne!(local("a")[0], local("b")[0]);
    assert_eq!(index.uses(Kind::Variable, "::z").count(), 1);
}

#[test]
fn titles_are_found_in_lists_and_references() {
    assert_eq!(
        entries("file { ['/a', '/b']: }\nclass { 'c': x => 1 }\nFile['/a'] -> Class['c']"),
        [
            "use of resource type file",
            "definition of resource file[/a]",
            "definition of resource file[/b]",
            "use of class c",
            "use of parameter c::x",
            "use of resource type file",
            "use of resource file[/a]",
            "use of class c"
        ]
    );
    // Types with texts as parameters have no titles.
    assert_eq!(entries("$x = Enum['a']"), ["definition of variable ::x"]);
}

#[test]
fn broken_files_are_indexed_as_far_as_they_can_be_read() {
    let index = index(&[
        ("/env/manifests/a.pp", "class a { }\nclass b {"),
        ("/env/manifests/b.pp", "\u{0}"),
        ("/env/hiera.yaml", "version: 5"),
        ("/env/data/a.yaml", "a: ["),
        ("/env/modules/m/lib/facter/x.rb", "Facter.add("),
    ]);
    assert_eq!(display(index.definitions(Kind::Class, "a")), "manifests/a.pp:1:7");
    let broken = index.files().iter().filter(|file| file.is_broken).count();
    assert_eq!(broken, 2);
}

#[test]
fn only_changed_files_are_read_again() {
    let memory = Arc::new(Memory::of(FILES.iter().copied()));
    let mut project = open(&memory);
    let mut index = read(&project);
    let refresh = |project: &mut Project, index: &Index| {
        if let Some(refreshed) = project.refreshed().unwrap() {
            *project = refreshed;
        }
        index.refreshed(project.modules(), &Cancellation::default()).unwrap()
    };
    assert!(refresh(&mut project, &index).is_none());
    let base = "/env/modules/web/manifests/base.pp";
    let others = |index: &Index| {
        let others = index.files().iter().filter(|file| file.file.path != Path::new(base));
        others.map(Arc::as_ptr).collect::<Vec<_>>()
    };
    let before = others(&index);
    memory.set(base, "class web::base { $new = 1 }");
    index = refresh(&mut project, &index).unwrap();
    assert_eq!(others(&index), before, "files that did not change are kept");
    assert_eq!(index.definitions(Kind::Variable, "web::base::new").count(), 1);
    memory.remove(base);
    index = refresh(&mut project, &index).unwrap();
    assert_eq!(index.definitions(Kind::Class, "web::base").count(), 0);
    memory.set("/env/modules/new/manifests/init.pp", "class new { }");
    index = refresh(&mut project, &index).unwrap();
    assert_eq!(index.definitions(Kind::Class, "new").count(), 1);
    memory.set("/env/other/b.yaml", "new::key: 1");
    memory.set("/env/hiera.yaml", "{version: 5, hierarchy: [{name: b, datadir: other, path: b}]}");
    index = refresh(&mut project, &index).unwrap();
    assert_eq!(index.definitions(Kind::DataKey, "new::key").count(), 1);
    assert_eq!(index.definitions(Kind::DataKey, "users").count(), 0);
    assert!(refresh(&mut project, &index).is_none());
}

#[test]
fn a_cancelled_index_is_finished_by_the_next_one() {
    let project = open(&Arc::new(Memory::of(FILES.iter().copied())));
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let rules = Settings::default().rules();
    let cancelled = Index::read(project.modules(), &rules, &cancellation).unwrap();
    assert_eq!(cancelled.files().len(), 0);
    let whole = cancelled.refreshed(project.modules(), &Cancellation::default()).unwrap().unwrap();
    assert_eq!(whole.definitions(Kind::Class, "web").count(), 1);
}
