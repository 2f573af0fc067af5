//! The project around the working directory: commands need no options in it.

use crate::sandbox::Sandbox;

const SITE: &str = "node /^web/ { include profile::web }\nnode default { }\n";

const PROFILE: &str = "\
class profile::web(Integer $port) {
  file { '/etc/port': content => \"${port} on ${facts['kernel']}\" }
}
";

const HIERA: &str = "\
version: 5
hierarchy:
  - name: node
    path: \"nodes/%{trusted.certname}.yaml\"
  - name: common
    path: common.yaml
";

/// A control repository.
fn repository() -> Sandbox {
    Sandbox::new(&[
        ("control/environment.conf", "modulepath = site-modules:modules\n"),
        ("control/hiera.yaml", HIERA),
        ("control/data/common.yaml", "profile::web::port: 80\n"),
        ("control/data/nodes/web01.yaml", "profile::web::port: 8080\n"),
        ("control/facts/web01.yaml", "kernel: Linux\n"),
        ("control/facts/db01.json", "{\"kernel\": \"FreeBSD\"}"),
        ("control/manifests/site.pp", SITE),
        ("control/site-modules/profile/manifests/web.pp", PROFILE),
        ("control/site-modules/profile/templates/motd.epp", "<%= $facts['kernel'] %>\n"),
        (
            "control/site-modules/profile/functions/double.pp",
            "function profile::double($x) { $x * 2 }\n",
        ),
        ("outside/README", ""),
    ])
}

/// The directories of the repository from which it is found.
const INSIDE: [&str; 4] = [
    "control",
    "control/data/nodes",
    "control/manifests",
    "control/site-modules/profile/manifests",
];

#[test]
fn commands_need_no_options_in_a_project() {
    let sandbox = repository();
    for directory in INSIDE {
        let run = |args: &[&str]| sandbox.run_in(directory, args);
        let ran = run(&["compile", "--node", "web01", "--format", "text"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{directory}");
        assert!(ran.out.contains("content => '8080 on Linux'"), "{directory}: {}", ran.out);
        run(&["lookup", "profile::web::port", "--node", "web01"]).expect(0, "--- 8080\n", "");
        run(&["lookup", "profile::web::port"]).expect(0, "--- 80\n", "");
        run(&["eval", "-e", "profile::double(21)"]).expect(0, "42\n", "");
        run(&["eval", "--node", "db01", "-e", "$facts['kernel']"]).expect(0, "'FreeBSD'\n", "");
        let ran = run(&["explain", "web01", "File[/etc/port]"]);
        assert!(ran.out.contains("[ROOT]/control/data/nodes/web01.yaml:1"), "{}", ran.out);
        run(&["data", "lint", "--quiet"]).expect(0, "", "");
        let facts = sandbox.root().join("control/facts/web01.yaml");
        let facts = facts.to_str().unwrap();
        run(&["epp", "render", "profile/motd.epp", "--facts", facts]).expect(0, "Linux\n", "");
    }
}

#[test]
fn all_nodes_of_a_project_are_compiled() {
    let sandbox = repository();
    let ran = sandbox.run_in("control", &["compile", "--no-progress"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(
        ran.err.starts_with("Warning: The catalog of db01 has no classes and no resources\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("Compiled 2 catalogs in "), "{}", ran.err);
    assert!(ran.err.ends_with("help: --node NAME prints a catalog, --output DIR writes all\n"));
    let ran = sandbox.run_in("control", &["compile", "--output", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(sandbox.root().join("control/out/web01.json").is_file());
    // Nodes without facts are nodes too.
    let ran =
        sandbox.run_in("control", &["compile", "--node", "web77", "-e", "", "--format", "text"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_catalog_without_anything_is_worth_a_warning() {
    let sandbox = repository();
    let ran = sandbox.run_in("control", &["compile", "--node", "db01"]);
    assert_eq!(ran.json()["name"], "db01");
    let warning = "Warning: The catalog of db01 has no classes and no resources\n  help: the main \
                   manifest declares nothing for this node; compare its node definitions, or name \
                   another node with --node\n";
    assert_eq!((ran.code, ran.err.as_str()), (0, warning));
    let ran = sandbox.run_in("control", &["compile", "--node", "db01", "-e", ""]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_given_environment_wins() {
    let sandbox = repository();
    sandbox.write("other/manifests/site.pp", b"notify { 'other': }\n");
    let args = ["compile", "--environment-dir", "../other", "--node", "web01", "--format", "text"];
    let ran = sandbox.run_in("control", &args);
    assert!(
        ran.out.ends_with("notify { 'other': }  # [ROOT]/other/manifests/site.pp:1\n"),
        "{}",
        ran.out
    );
    // Its nodes are not those of the project around the working directory.
    let args = [
        "compile",
        "--environment-dir",
        "../other",
        "--node",
        "web01",
        "-e",
        "notify { String($facts['kernel']): }",
    ];
    let ran = sandbox.run_in("control", &args);
    assert_eq!(ran.code, 1, "{}", ran.out);
}

#[test]
fn nothing_to_compile_is_an_error() {
    let sandbox = repository();
    let message = "error: there is no environment in this directory or above it; --environment-dir \
                   DIR names one, --manifest FILE a manifest\n";
    sandbox.run_in("outside", &["compile", "--node", "web01"]).expect(2, "", message);
    sandbox.run_in("outside", &["explain", "web01", "File[/a]"]).expect(2, "", message);
    let ran = sandbox.run_in("outside", &["compile", "--node", "web01", "-e", ""]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_repository_of_environments_has_a_default() {
    let sandbox = Sandbox::new(&[
        ("environments/production/manifests/site.pp", "notify { $environment: }\n"),
        ("environments/test/manifests/site.pp", "notify { $environment: }\n"),
        ("facts/web01.yaml", "kernel: Linux\n"),
    ]);
    let compile = ["compile", "--node", "web01", "--format", "text"];
    for (directory, name) in [
        (".", "production"),
        ("facts", "production"),
        ("environments/test", "test"),
        ("environments/test/manifests", "test"),
    ] {
        let ran = sandbox.run_in(directory, &compile);
        assert!(ran.out.contains(&format!("notify {{ '{name}': }}")), "{directory}: {ran:?}");
    }
    let args = ["compile", "--environment-dir", "environments/test", "--node", "web01"];
    let ran = sandbox.run(&[&args[..], &["-e", "notice($facts['kernel'])"]].concat());
    assert!(ran.err.contains("Linux"), "{}", ran.err);

    let sandbox = Sandbox::new(&[
        ("environments/a/manifests/site.pp", ""),
        ("environments/b/manifests/site.pp", ""),
    ]);
    let message = "error: there are several environments: a, b; --environment-dir DIR names one\n";
    sandbox.run(&["compile"]).expect(2, "", message);
}

#[test]
fn a_module_is_a_project() {
    let metadata = "{\"name\": \"ann-web\", \"version\": \"1.0.0\", \"author\": \"ann\", \
                    \"license\": \"MIT\", \"source\": \"\", \"dependencies\": []}";
    let sandbox = Sandbox::new(&[
        ("puppet-web/metadata.json", metadata),
        (
            "puppet-web/manifests/init.pp",
            "class web(Integer $port = base::port()) { notify { \"${port}\": } }",
        ),
        (
            "puppet-web/lib/puppet/functions/web/ruby.rb",
            "Puppet::Functions.create_function(:'web::ruby') { def ruby; 7; end }",
        ),
        ("puppet-web/spec/fixtures/modules/base/functions/port.pp", "function base::port { 80 }"),
    ]);
    for directory in ["puppet-web", "puppet-web/manifests"] {
        let args = ["compile", "-e", "include web", "--node", "n", "--format", "text"];
        let ran = sandbox.run_in(directory, &args);
        assert!(ran.out.contains("notify { '80': }"), "{ran:?}");
        sandbox.run_in(directory, &["eval", "-e", "web::ruby()"]).expect(0, "7\n", "");
        let message = "error: the module web has no main manifest; give one with --manifest FILE, or \
                       code: -e 'include web'\n";
        sandbox.run_in(directory, &["compile"]).expect(2, "", message);
    }
}

#[test]
fn pupa_alone_describes_the_project() {
    let sandbox = repository();
    for directory in INSIDE {
        let ran = sandbox.run_in(directory, &[]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{directory}");
        for line in [
            "environment in [ROOT]/control (found by environment.conf)\n",
            "  environment   control\n",
            "  manifests     manifests\n",
            "  modules       site-modules (1), modules (0)\n",
            "  data          hiera.yaml\n",
            "  facts         facts (db01, web01)\n",
            "  pupa compile                     compile the catalogs of 2 nodes\n",
        ] {
            assert!(ran.out.contains(line), "{line}: {}", ran.out);
        }
    }
    let ran = sandbox.run_in("outside", &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let message = "no control repository, environment or module in this directory or above it\n";
    assert!(ran.err.starts_with(message) && ran.err.contains("Usage: pupa"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_reference_look_for_nothing() {
    let sandbox = repository();
    let puppet = sandbox.root().join("puppet");
    std::os::unix::fs::symlink(crate::sandbox::PUPA, &puppet).unwrap();
    let input = b"<%= profile::double(1) %>";
    let ran = sandbox.run_program(&puppet, &["epp", "render", "-"], input);
    assert_eq!(ran.code, 1, "{ran:?}");
}
