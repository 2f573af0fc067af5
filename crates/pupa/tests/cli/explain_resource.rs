//! `pupa explain NODE RESOURCE`: where resources and their values come from.

use crate::sandbox::{Ran, Sandbox};

const APP: &str = "\
class app(Integer $port = 80, String $password = 'hunter2') {
  File { owner => 'root' }
  $url = \"http://${trusted['certname']}:${port}\"
  file { '/etc/app.conf':
    content => \"${url}\\n\",
    mode    => '0644',
  }
  $hidden = Sensitive(\"pw ${password}\")
  file { '/etc/key': content => $hidden }
  file { '/etc/literal': content => Sensitive('hunter3') }
  app::site { 'shop': }
}
";

const DEFINED: &str = "\
define app::site($root = \"/srv/${title}\") {
  file { $root: ensure => directory }
}
";

const SITE: &str = "\
class { 'app': port => 8080 }
File <| title == '/etc/app.conf' |> { mode => '0600' }
";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("env/manifests/site.pp", SITE),
        ("env/modules/app/manifests/init.pp", APP),
        ("env/modules/app/manifests/site.pp", DEFINED),
    ])
}

fn explain(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run(&[&["explain", "web1"], args, &["--environment-dir", "env"]].concat())
}

#[test]
fn missing_resources_and_parameters_have_suggestions() {
    let sandbox = sandbox();
    explain(&sandbox, &["File[/etc/app.cnf]"]).expect(
        1,
        "",
        "Error: the catalog of web1 has no File[/etc/app.cnf]; did you mean File[/etc/app.conf]?\n",
    );
    explain(&sandbox, &["Service[nothing-like-it]"]).expect(
        1,
        "",
        "Error: the catalog of web1 has no Service[nothing-like-it]\n",
    );
    explain(&sandbox, &["File[/etc/key]", "--param", "group"]).expect(
        1,
        "",
        "Error: File[/etc/key] has no parameter 'group'\n",
    );
    let ran = sandbox.run(&["explain", "n", "File[/x]", "-e", "fail('no')"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.ends_with("no (line: 1, column: 1) on node n\n"), "{}", ran.err);
    assert_eq!(sandbox.run(&["explain", "n", "--param", "x"]).code, 2);
}
