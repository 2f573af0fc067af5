//! `pupa compile`: one node, many nodes, what is around them, and wrong calls.

use std::fs;

use crate::sandbox::{Ran, Sandbox};

const SITE: &str = "\
node /^web/ { include app }
node 'bad' { fail('no way') }
node default { notify { $trusted['certname']: } }
";

const APP: &str = "\
class app(Integer $port = 80) {
  file { '/etc/app.conf': content => \"port ${port} on ${facts['kernel']}\\n\" }
  file { '/etc/key': content => Sensitive('s3cret'), require => File['/etc/app.conf'] }
}
";

/// An environment with nodes that compile and one that fails, and their facts.
fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("env/manifests/site.pp", SITE),
        ("env/modules/app/manifests/init.pp", APP),
        ("facts/web1.json", r#"{"kernel": "Linux"}"#),
        ("facts/web2.yaml", "kernel: FreeBSD\n"),
        ("facts/db1.json", "{}"),
        ("facts/README", "no facts"),
    ])
}

fn compile(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run(&[&["compile", "--environment-dir", "env"], args].concat())
}

/// The files of a directory, with their content.
fn files(sandbox: &Sandbox, directory: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(sandbox.root().join(directory)).unwrap();
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn names(sandbox: &Sandbox, directory: &str) -> Vec<String> {
    files(sandbox, directory).into_iter().map(|(name, _)| name).collect()
}

/// The summary without durations.
fn summary(ran: &Ran) -> String {
    let last = ran.err.lines().last().unwrap_or_default();
    match (last.find(" in "), last.find(" s")) {
        (Some(from), Some(to)) => format!("{}{}", &last[..from], &last[to + 2..]),
        _ => last.to_owned(),
    }
}

#[test]
fn the_catalog_of_a_node_is_printed() {
    let sandbox = sandbox();
    let ran = compile(&sandbox, &["--node", "web1", "--facts", "facts/web1.json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let catalog = ran.json();
    assert_eq!(catalog["name"], "web1");
    assert_eq!(catalog["environment"], "env");
    assert_eq!(catalog["catalog_format"], 2);
    let resources = catalog["resources"].as_array().unwrap();
    let file = resources.iter().find(|one| one["title"] == "/etc/app.conf").unwrap();
    assert_eq!(file["parameters"]["content"], "port 80 on Linux\n");
    assert_eq!(file["file"], "[ROOT]/env/modules/app/manifests/init.pp");
    assert_eq!(file["line"], 2);
    // The same input gives the same bytes, the version and the identity included.
    let again = compile(&sandbox, &["--node", "web1", "--facts", "facts/web1.json"]);
    assert_eq!(again.out, ran.out);
    let other = compile(&sandbox, &["--node", "web1", "--facts", "facts/web2.yaml"]).json();
    assert_ne!(other["catalog_uuid"], catalog["catalog_uuid"]);
}

#[test]
fn catalogs_have_several_forms() {
    let sandbox = sandbox();
    let with = |form| {
        let args = ["--node", "web1", "--facts", "facts/web1.json", "--format", form];
        let ran = compile(&sandbox, &args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{form}");
        ran.out
    };
    let text = with("text");
    assert!(
        text.ends_with(
            "file { '/etc/app.conf':  # [ROOT]/env/modules/app/manifests/init.pp:2\n  \
             content => \"port 80 on Linux\\n\",\n}\n\
             file { '/etc/key':  # [ROOT]/env/modules/app/manifests/init.pp:3\n  \
             content => Sensitive[value redacted],\n  require => 'File[/etc/app.conf]',\n}\n"
        ),
        "{text}"
    );
    let dot = with("dot");
    assert!(dot.starts_with("digraph catalog {") && dot.contains("File[/etc/key]"), "{dot}");
    let svg = with("svg");
    assert!(svg.starts_with("<svg ") && svg.contains("File[/etc/key]"), "{svg}");
    for form in [&text, &dot, &svg] {
        assert!(!form.contains("s3cret"), "{form}");
    }
}

#[test]
fn code_can_be_given_instead_of_manifests() {
    let sandbox = sandbox();
    sandbox.write("other.pp", b"notify { 'other': }\n");
    let ran = compile(&sandbox, &["--node", "n", "-e", "notify { 'here': }", "--format", "text"]);
    assert!(ran.out.ends_with("notify { 'here': }\n"), "{}", ran.out);
    let ran = compile(&sandbox, &["--node", "n", "--manifest", "other.pp", "--format", "text"]);
    assert!(ran.out.ends_with("notify { 'other': }  # [ROOT]/other.pp:1\n"), "{}", ran.out);
    let ran = compile(&sandbox, &["--node", "n", "--manifest", "missing.pp"]);
    let message = "error: cannot read missing.pp: No such file or directory (os error 2)\n";
    ran.expect(2, "", message);
}

#[test]
fn programs_speak_while_they_run() {
    let sandbox = Sandbox::new(&[]);
    let code = "debug('a') notice('b') warning('c')\nfail('d')";
    sandbox.run(&["compile", "--node", "n", "-e", code]).expect(
        1,
        "",
        "Notice: Scope(Class[main]): b\nWarning: Scope(Class[main]): c\n\
         Error: Evaluation Error: Error while evaluating a Function Call, d (line: 2, column: 1) \
         on node n\n",
    );
    let ran = sandbox.run(&["compile", "--node", "n", "-e", code, "--log-level", "debug"]);
    assert!(ran.err.starts_with("Debug: Scope(Class[main]): a\n"), "{}", ran.err);
}

#[test]
fn many_nodes_have_a_file_each() {
    let sandbox = sandbox();
    let ran = compile(&sandbox, &["--facts-dir", "facts", "--output", "out"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert_eq!(summary(&ran), "Compiled 3 catalogs");
    assert_eq!(names(&sandbox, "out"), ["db1.json", "web1.json", "web2.json"]);
    // A node alone gives the same catalog.
    let one = compile(&sandbox, &["--facts-dir", "facts", "--node", "web2", "--storeconfigs"]);
    let written = fs::read_to_string(sandbox.root().join("out/web2.json")).unwrap();
    assert_eq!(one.out, written.replace(&*sandbox.root().to_string_lossy(), "[ROOT]"));
}

#[test]
fn threads_make_no_difference() {
    let sandbox = Sandbox::new(&[(
        "env/manifests/site.pp",
        "notice(\"compiling ${trusted['certname']}\")\n\
         @@notify { \"from ${trusted['certname']}\": }\n\
         Notify <<| |>>\n\
         if $trusted['certname'] =~ /5$/ { fail('five') }\n",
    )]);
    let nodes: String = (0..40).map(|n| format!("node{n}\n")).collect();
    sandbox.write("nodes", nodes.as_bytes());
    let with = |threads: &str, out: &str| {
        let args = ["--nodes-from", "nodes", "--threads", threads, "--output", out];
        let ran = compile(&sandbox, &args);
        assert_eq!(ran.code, 1);
        assert_eq!(summary(&ran), "Compiled 36 catalogs; 4 failed: node5, node15, node25, node35");
        let said: Vec<&str> = ran.err.lines().collect();
        (said[..said.len() - 1].join("\n"), files(&sandbox, out))
    };
    let (said, written) = with("1", "one");
    assert!(written.len() == 36 && written[0].1.contains("from node39"), "{}", written.len());
    assert!(said.contains("node7: Notice: Scope(Class[main]): compiling node7"), "{said}");
    assert_eq!((said, written), with("4", "four"));
}

/// Ruby code that changes everything it can reach: a core class, a global variable, a class
/// variable, an instance variable of the function, and a method of all templates.
const CHANGES_STATE: &str = "\
class ::String
  def marked(mark) = (@@marks = (defined?(@@marks) ? @@marks : []) << mark).join + self
end
$count = ($count || 0) + 1
Puppet::Functions.create_function(:'web::count') do
  def count(name)
    @calls = (@calls || 0) + 1
    \"#{name.marked('!')} #{@calls} #{$count}\"
  end
end
";

#[test]
fn ruby_code_of_one_node_does_not_reach_another() {
    let sandbox = Sandbox::new(&[
        (
            "env/manifests/site.pp",
            "$host = $trusted['certname']\n\
             notify { web::count($host): message => template('web/a.erb') }\n\
             web_thing { \"thing of ${host}\": size => '3' }\n",
        ),
        ("env/modules/web/lib/puppet/functions/web/count.rb", CHANGES_STATE),
        (
            "env/modules/web/lib/puppet/type/web_thing.rb",
            "Puppet::Type.newtype(:web_thing) { newparam(:name); newparam(:size) }\n",
        ),
        (
            "env/modules/web/templates/a.erb",
            "<% def twice(x) = x * 2 unless respond_to?(:twice, true) %><%= twice(@host) %>",
        ),
    ]);
    let nodes: String = (0..1000).map(|n| format!("node{n}\n")).collect();
    sandbox.write("nodes", nodes.as_bytes());
    let with = |threads: &str, out: &str| {
        let args = ["--nodes-from", "nodes", "--threads", threads, "--output", out];
        let ran = compile(&sandbox, &args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        files(&sandbox, out)
    };
    let written = with("1", "one");
    assert_eq!(written.len(), 1000);
    assert!(written.iter().all(|(_, catalog)| catalog.contains("\"!node")), "{}", written[0].1);
    assert!(written.iter().all(|(_, catalog)| catalog.contains(" 1 1\"")), "{}", written[0].1);
    assert_eq!(written, with("4", "four"));
}

#[test]
fn changes_of_resource_types_belong_to_a_node() {
    let sandbox = Sandbox::new(&[
        (
            "env/manifests/site.pp",
            "if $trusted['certname'] =~ /[02468]$/ { extender { 'e': } }\n\
             thing { 'a': extra => $trusted['certname'] }\n",
        ),
        (
            "env/modules/web/lib/puppet/type/thing.rb",
            "Puppet::Type.newtype(:thing) { newparam(:name) }\n",
        ),
        (
            "env/modules/web/lib/puppet/type/extender.rb",
            "Puppet::Type.newtype(:extender) { newparam(:name) }\n\
             Puppet::Type.type(:thing).newproperty(:extra)\n",
        ),
    ]);
    let nodes: String = (0..40).map(|n| format!("node{n:02}\n")).collect();
    sandbox.write("nodes", nodes.as_bytes());
    let with = |threads: &str, out: &str| {
        let args = ["--nodes-from", "nodes", "--threads", threads, "--output", out];
        let ran = compile(&sandbox, &args);
        assert_eq!(ran.code, 1);
        assert_eq!(ran.err.matches("no parameter named 'extra'").count(), 1, "{}", ran.err);
        let grouped = "The error of node01 is that of 19 more nodes: node03, node05,";
        assert!(ran.err.contains(grouped), "{}", ran.err);
        files(&sandbox, out)
    };
    let written = with("1", "one");
    assert_eq!(written.len(), 20);
    assert_eq!(written, with("4", "four"));
}

#[test]
fn failures_are_summed_up() {
    let sandbox = sandbox();
    sandbox.write("facts/bad.json", b"{}");
    sandbox.write("facts/torn.json", b"{");
    let ran = compile(&sandbox, &["--facts-dir", "facts", "--output", "out"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(summary(&ran), "Compiled 3 catalogs; 2 failed: bad, torn");
    let failed = "Error: Evaluation Error: Error while evaluating a Function Call, no way \
                  (file: [ROOT]/env/manifests/site.pp, line: 2, column: 14) on node bad\n";
    assert!(ran.err.contains(failed), "{}", ran.err);
    assert!(ran.err.contains("facts/torn.json: unexpected end of JSON text"), "{}", ran.err);
    assert_eq!(names(&sandbox, "out"), ["db1.json", "web1.json", "web2.json"]);
}

#[test]
fn nodes_come_from_a_file_or_standard_input() {
    let sandbox = sandbox();
    sandbox.write("nodes", b"# all of them\ndb1\n\n  web1  \ndb1\n");
    let args = ["--nodes-from", "nodes", "--facts-dir", "facts", "--output", "out"];
    assert_eq!(compile(&sandbox, &args).code, 0);
    assert_eq!(names(&sandbox, "out"), ["db1.json", "web1.json"]);
    let args = [
        "compile",
        "-e",
        "notify { 'x': }",
        "--nodes-from",
        "-",
        "--format",
        "text",
        "--output",
        "t",
    ];
    assert_eq!(sandbox.run_with_input(&args, b"a\nb\n").code, 0);
    assert_eq!(names(&sandbox, "t"), ["a.txt", "b.txt"]);
    sandbox.write("none", b"# nobody\n");
    compile(&sandbox, &["--nodes-from", "none"]).expect(2, "", "error: none names no nodes\n");
}

#[test]
fn node_data_comes_from_files_or_a_command() {
    let sandbox = sandbox();
    sandbox.write("data/db1.yaml", b"classes: {app: {port: 81}}\nparameters: {kernel: mine}\n");
    let content = |ran: &Ran| {
        let text = ran.out.lines().find(|line| line.contains("content => \"port"));
        text.map(|line| line.trim().to_owned())
    };
    let facts = ["--node", "db1", "--facts", "facts/web1.json", "--format", "text"];
    let ran = compile(&sandbox, &[&facts[..], &["--node-data", "data"]].concat());
    assert_eq!(content(&ran).as_deref(), Some("content => \"port 81 on Linux\\n\","));
    assert_eq!(
        ran.err,
        "Warning: The node parameter 'kernel' for node 'db1' was already set to 'mine'. It could \
         not be set to 'Linux'\n"
    );
    let ran = compile(&sandbox, &[&facts[..], &["--node-data", "data/db1.yaml"]].concat());
    assert!(content(&ran).is_some(), "{}", ran.err);
    let both = compile(&sandbox, &[&facts[..], &["--node-data", "data", "--enc", "x"]].concat());
    assert_eq!(both.code, 2);
}

#[cfg(unix)]
#[test]
fn a_classifier_is_called_with_the_name_of_the_node() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = sandbox();
    let script = "#!/bin/sh\n[ $2 = db1 ] || { echo unknown >&2; exit 3; }\n\
                  echo \"classes: {app: {port: $1}}\"\n";
    sandbox.write("enc.sh", script.as_bytes());
    let path = sandbox.root().join("enc.sh");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let facts = ["--facts", "facts/web1.json", "--format", "text", "--enc", "./enc.sh 8080"];
    let ran = compile(&sandbox, &[&facts[..], &["--node", "db1"]].concat());
    assert!(ran.out.contains("\"port 8080 on Linux\\n\""), "{}{}", ran.out, ran.err);
    compile(&sandbox, &[&facts[..], &["--node", "db2"]].concat()).expect(
        1,
        "",
        "Error: Failed when searching for node db2: Failed to find db2 via exec: Execution of \
         './enc.sh 8080 db2' returned 3: unknown\n",
    );
}

#[test]
fn the_catalog_version_is_given_or_comes_from_the_environment() {
    let sandbox = sandbox();
    let version = |args: &[&str]| {
        let ran = compile(&sandbox, &[&["--node", "n"], args].concat());
        ran.json()["version"].clone()
    };
    assert_eq!(version(&["--catalog-version", "v7"]), "v7");
    assert!(version(&[]).is_u64(), "{}", version(&[]));
    sandbox.write("env/environment.conf", b"config_version = /bin/echo\n");
    assert_eq!(version(&[]), "");
    assert_eq!(version(&["--catalog-version", "v7"]), "v7");
    let ran = compile(&sandbox, &["--node", "n", "--no-system"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.json()["version"].is_u64(), "{}", ran.out);
    assert!(ran.err.contains("`/bin/echo` is not run"), "{}", ran.err);
    sandbox.write(
        "env/environment.conf",
        b"config_version = '/bin/echo $environmentpath $environment'\n",
    );
    assert_eq!(version(&[]), "[ROOT] env");
    sandbox.write("env/environment.conf", b"config_version = '/bin/echo $enviroment'\n");
    let ran = compile(&sandbox, &["--node", "n"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("Could not find value for $enviroment"), "{}", ran.err);
}

#[test]
fn exported_resources_travel_in_catalogs() {
    let sandbox = Sandbox::new(&[(
        "env/manifests/site.pp",
        "node 'monitor' { Notify <<| tag == 'web' |>> { withpath => true } }\n\
         node default { @@notify { $trusted['certname']: tag => 'web' } }\n",
    )]);
    let nodes = ["--node", "web1", "--node", "web2", "--output", "stored", "--with-exported"];
    let ran = compile(&sandbox, &nodes);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let monitor = ["--node", "monitor", "--format", "text"];
    let ran = compile(&sandbox, &[&monitor[..], &["--exported-from", "stored"]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for node in ["web1", "web2"] {
        assert!(ran.out.contains(&format!("notify {{ '{node}':")), "{}", ran.out);
    }
    // A catalog for agents does not hold what is exported.
    let ran = compile(&sandbox, &["--node", "web1", "--storeconfigs"]);
    assert!(!ran.out.contains("\"Notify\""), "{}", ran.out);
    // A single node has nothing to collect, so there is a warning.
    let ran = compile(&sandbox, &monitor);
    assert!(
        ran.err.contains("cannot collect exported resources without storeconfigs"),
        "{}",
        ran.err
    );
    let ran = compile(&sandbox, &[&monitor[..], &["--exported-from", "missing"]].concat());
    ran.expect(2, "", "error: cannot read missing: No such file or directory (os error 2)\n");
    sandbox.write("stored/torn.json", b"{");
    let ran = compile(&sandbox, &[&monitor[..], &["--exported-from", "stored"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("stored/torn.json"), "{}", ran.err);
}

#[test]
fn cycles_are_errors_on_demand() {
    let sandbox = Sandbox::new(&[]);
    let code = "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }";
    let args = ["compile", "--node", "n", "-e", code];
    assert_eq!(sandbox.run(&args).code, 0);
    let ran = sandbox.run(&[&args[..], &["--check-cycles"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let message = "Error: Found 1 dependency cycle:\n(Notify[a] => Notify[b] => Notify[a])";
    assert!(ran.err.starts_with(message), "{}", ran.err);
    assert!(ran.err.contains("╭─▶ Notify[a]\n") && ran.err.contains("╰────╯"), "{}", ran.err);
    let chain = "notify { 'a': } -> notify { 'b': }";
    assert_eq!(sandbox.run(&["compile", "--node", "n", "-e", chain, "--check-cycles"]).code, 0);
}

#[test]
fn unsupported_ruby_types_are_warned_of_or_rejected() {
    let sandbox = sandbox();
    sandbox.write("env/modules/db/lib/puppet/type/database.rb", b"raise NotImplementedError");
    let code = "database { 'a': x => 1 }\ndatabase { 'b': }";
    let ran = compile(&sandbox, &["--node", "n", "-e", code]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.matches("are not checked").count(), 1, "{}", ran.err);
    assert!(ran.err.contains("[ROOT]/env/modules/db/lib/puppet/type/database.rb"), "{}", ran.err);
    let ran = compile(&sandbox, &["--node", "n", "-e", code, "--strict-types"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("Error: ") && ran.err.contains("database.rb"), "{}", ran.err);
}

#[test]
fn settings_of_the_environment_give_notes() {
    let sandbox = sandbox();
    sandbox.write("env/environment.conf", b"environment_timeout = 5m\nparser = future\n");
    sandbox.write("env/modules/torn/metadata.json", b"{}x");
    let ran = compile(&sandbox, &["--node", "db1", "--format", "text"]);
    assert_eq!(ran.code, 0);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.err);
    assert!(lines[0].starts_with("Warning: Invalid settings in environment.conf"), "{}", ran.err);
    assert!(lines[1].starts_with("Notice: environment_timeout"), "{}", ran.err);
    assert!(lines[2].starts_with("Error: torn has an invalid"), "{}", ran.err);
}

#[test]
fn wrong_arguments_are_reported() {
    let sandbox = sandbox();
    sandbox.write("torn.json", b"{\"a\": ");
    sandbox.write("torn.yaml", b"a: [\n");
    sandbox.write("list.json", b"[1]");
    sandbox.write("file", b"");
    let missing = "No such file or directory (os error 2)";
    for (args, message) in [
        (
            &["--node", "a", "--node", "b"] as &[&str],
            "the catalogs of 2 nodes need a directory: --output DIR".to_owned(),
        ),
        (
            &["--node", "a", "--facts", "missing.json"],
            format!("cannot read missing.json: {missing}"),
        ),
        (
            &["--node", "a", "--facts", "torn.json"],
            "torn.json: unexpected end of JSON text (line: 1, column: 7)".to_owned(),
        ),
        (
            &["--node", "a", "--facts", "torn.yaml"],
            "(torn.yaml): did not find expected node content while parsing a flow node at line 2 \
             column 1"
                .to_owned(),
        ),
        (&["--node", "a", "--facts", "list.json"], "list.json holds no hash".to_owned()),
        (&["--facts-dir", "missing"], format!("cannot read missing: {missing}")),
        (&["--nodes-from", "missing"], format!("cannot read missing: {missing}")),
        (&["--node", ""], "'' can't be the name of a node".to_owned()),
        (&["--node", "../x", "--output", "out"], "'../x' can't be the name of a node".to_owned()),
        (&["--node", "a/b"], "'a/b' can't be the name of a node".to_owned()),
    ] {
        compile(&sandbox, args).expect(2, "", &format!("error: {message}\n"));
    }
    let ran = sandbox.run(&["compile", "--environment-dir", "missing", "--node", "a"]);
    ran.expect(2, "", "error: there is no directory [ROOT]/missing\n");
    let ran = compile(&sandbox, &["--node", "a", "--output", "file/x"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    for args in [&["--facts", "a", "--facts-dir", "b"] as &[&str], &["--threads", "0"]] {
        assert_eq!(compile(&sandbox, args).code, 2, "{args:?}");
    }
}

#[test]
fn files_about_nodes_have_a_largest_size() {
    let sandbox = Sandbox::new(&[
        ("names", "web01\n# a long remark about it\n"),
        ("data.yaml", "classes: []\nparameters: {}\n"),
        ("stored/db01.json", "{                              }"),
    ]);
    let compile = |args: &[&str]| {
        let compile = ["compile", "--max-file-size", "20", "-e", ""];
        sandbox.run(&[&compile, args].concat())
    };
    let too_large = |file| format!("cannot read {file}: larger than the limit of 20 bytes\n");
    let wrong = |file| format!("error: {}", too_large(file));
    compile(&["--nodes-from", "names"]).expect(2, "", &wrong("names"));
    let stored = ["--node", "web01", "--exported-from", "stored"];
    compile(&stored).expect(2, "", &wrong("stored/db01.json"));
    let ran = compile(&["--node", "web01", "--node-data", "data.yaml"]);
    assert!(ran.code == 1 && ran.err.ends_with(&too_large("data.yaml")), "{}", ran.err);
}
