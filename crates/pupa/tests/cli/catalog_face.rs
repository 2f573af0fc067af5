//! `puppet catalog compile` and `puppet master --compile`, as tools call them that compare catalogs.

use crate::puppet_name::run;
use crate::sandbox::Sandbox;

const SITE: &str = "\
node 'bad' { fail('no way') }
node default { notify { \"${facts['kernel']} ${environment}\": } }
";

/// Facts as the reference caches them.
const CACHED: &str = "\
--- !ruby/object:Puppet::Node::Facts
name: web1
values:
  kernel: Linux
timestamp: 2026-01-01 00:00:00.000000000 +00:00
expiration: 2026-01-01 00:30:00.000000000 +00:00
";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("environments/production/manifests/site.pp", SITE),
        ("environments/production/modules/app/manifests/init.pp", "class app($port) { }\n"),
        ("environments/test/manifests/site.pp", "notify { 'test': }\n"),
        ("var/yaml/facts/web1.yaml", CACHED),
    ])
}

/// The catalog that stands behind the lines of the log.
fn catalog(out: &str) -> serde_json::Value {
    let start = out.find('{').unwrap_or_else(|| panic!("no catalog: {out}"));
    serde_json::from_str(&out[start..]).unwrap()
}

#[test]
fn tools_that_compare_catalogs_get_one() {
    let sandbox = sandbox();
    let args = [
        "catalog",
        "compile",
        "web1",
        "--no-storeconfigs",
        "--factpath=var/yaml/facts",
        "--facts_terminus=yaml",
        "--no-daemonize",
        "--color=false",
        "--config_version=/bin/echo 17",
        "--environment=production",
        "--hiera_config=hiera.yaml",
        "--environmentpath=environments",
        "--vardir=var",
        "--logdir=var",
        "--ssldir=var/ssl",
        "--confdir=.",
    ];
    let ran = run(&sandbox, &args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.err);
    let first = ran.out.lines().next().unwrap();
    assert!(
        first.starts_with("Notice: Compiled catalog for web1 in environment production in "),
        "{first}"
    );
    let catalog = catalog(&ran.out);
    assert_eq!(catalog["version"], "17");
    assert_eq!(catalog["environment"], "production");
    let resources = catalog["resources"].as_array().unwrap();
    assert!(resources.iter().any(|one| one["title"] == "Linux production"), "{}", ran.out);
    // The older call of the same.
    let old = ["master", "--compile", "web1", "--environmentpath", "environments"];
    let more = ["--environment", "production", "--facts_terminus", "yaml", "--vardir", "var"];
    let old = run(&sandbox, &[&old[..], &more, &["--no-ca", "--parser=future"]].concat());
    assert_eq!((old.code, old.err.as_str()), (0, ""));
    assert!(old.out.contains("\"title\": \"Linux production\""), "{}", old.out);
}

#[cfg(unix)]
#[test]
fn nodes_are_classified_by_a_command() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = sandbox();
    let script =
        "#!/bin/sh\ncase $1 in web1) echo 'classes: {app: {port: 8080}}';; *) exit 3;; esac\n";
    sandbox.write("enc.sh", script.as_bytes());
    let path = sandbox.root().join("enc.sh");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let command = format!("--external_nodes={}", path.display());
    let compile = |node: &str| {
        let args = ["catalog", "compile", node, "--environmentpath=environments"];
        let more = ["--vardir=var", "--factpath=var/yaml/facts", "--node_terminus=exec", &command];
        run(&sandbox, &[&args[..], &more, &["--color=false"]].concat())
    };
    let ran = compile("web1");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("\"port\": 8080"), "{}", ran.out);
    let ran = compile("web2");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let message = "Failed when searching for node web2: Failed to find web2 via exec: Execution of \
                   '[ROOT]/enc.sh web2' returned 3:";
    assert!(ran.err.starts_with(&format!("Error: {message}")), "{}", ran.err);
    let args = ["catalog", "compile", "web1", "--node_terminus=exec"];
    let ran = run(&sandbox, &args);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("You must set the 'external_nodes' parameter"), "{}", ran.err);
}

#[test]
fn failures_have_the_messages_of_the_reference() {
    let sandbox = sandbox();
    let message = "Evaluation Error: Error while evaluating a Function Call, no way \
                   (file: [ROOT]/environments/production/manifests/site.pp, line: 1, column: 14) \
                   on node bad";
    let expected = format!(
        "Error: {message}\nError: Could not call 'find' on 'catalog': {message}\n\
         Error: Try 'puppet help catalog compile' for usage\n"
    );
    let args = ["catalog", "compile", "bad", "--environmentpath", "environments", "--color=false"];
    run(&sandbox, &args).expect(1, "", &expected);
    let args = ["catalog", "compile", "web1", "--environmentpath", "environments"];
    let ran = run(&sandbox, &[&args[..], &["--environment", "none"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let message = "Could not find a directory environment named 'none' anywhere in the path: \
                   environments. Does the directory exist?";
    assert!(ran.err.contains(message), "{}", ran.err);
    let ran = run(&sandbox, &[&args[..], &["--facts_terminus=yaml", "--factpath=none"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("Could not find facts for web1"), "{}", ran.err);
}

#[test]
fn another_environment_and_form_can_be_chosen() {
    let sandbox = sandbox();
    let args = ["catalog", "compile", "web1", "--environmentpath", "environments"];
    let more = ["--environment", "test", "--render-as", "dot", "--color=false"];
    let ran = run(&sandbox, &[&args[..], &more].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains("digraph catalog {") && ran.out.contains("Notify[test]"),
        "{}",
        ran.out
    );
    let find =
        ["catalog", "find", "web1", "--environmentpath", "environments", "--environment=test"];
    assert_eq!(catalog(&run(&sandbox, &find).out)["environment"], "test");
}

#[test]
fn several_errors_end_with_one() {
    let sandbox = Sandbox::new(&[("e/production/manifests/site.pp", "$a::b = 1\n$c::d = 2\n")]);
    let ran = run(&sandbox, &["catalog", "compile", "me", "--environmentpath", "e"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let last = "Could not parse for environment production: Language validation logged 2 errors. \
                Giving up (file: [ROOT]/e/production/manifests/site.pp) on node me\n";
    let end = format!(
        "Error: {last}Error: Could not call 'find' on 'catalog': {last}\
         Error: Try 'puppet help catalog compile' for usage\n"
    );
    assert!(ran.err.ends_with(&end), "{}", ran.err);
    assert_eq!(ran.err.matches("Illegal attempt to assign").count(), 2, "{}", ran.err);
}

#[test]
fn json_can_be_printed_on_one_line() {
    let sandbox = sandbox();
    let lines = |form: &[&str]| {
        let args = ["catalog", "compile", "web1", "--environmentpath", "environments"];
        let ran = run(&sandbox, &[&args[..], &["--environment", "test"], form].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().count()
    };
    assert_eq!(lines(&["--render-as", "json"]), 2);
    assert!(lines(&[]) > 20);
    assert_eq!(lines(&["--render-as", "console"]), lines(&[]));
}

#[test]
fn the_base_module_path_has_modules() {
    let sandbox = Sandbox::new(&[
        ("base/web/manifests/init.pp", "class web { notify { 'web': } }\n"),
        ("site.pp", "include web\n"),
    ]);
    let args = ["catalog", "compile", "a", "--basemodulepath", "base", "--manifest", "site.pp"];
    let ran = run(&sandbox, &args);
    assert!(ran.out.contains("\"title\": \"web\""), "{} {}", ran.out, ran.err);
}

#[test]
fn settings_that_would_change_catalogs_are_refused() {
    let sandbox = Sandbox::new(&[]);
    let ran = run(&sandbox, &["catalog", "compile", "a", "--node_name_fact", "id"]);
    ran.expect(2, "", "error: --node_name_fact id is not supported: it would change the catalog\n");
}
