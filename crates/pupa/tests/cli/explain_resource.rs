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
fn the_way_of_a_resource_is_told() {
    explain(&sandbox(), &["File[/srv/shop]"]).expect(
        0,
        "\
File[/srv/shop] (declared at [ROOT]/env/modules/app/manifests/site.pp:2)
  in App::Site[shop] (declared at [ROOT]/env/modules/app/manifests/init.pp:11)
    in Class[App] (declared at [ROOT]/env/manifests/site.pp:1)
      in Class[main] (everything that is declared outside of classes)

ensure => 'directory'
  given in the declaration, literal at [ROOT]/env/modules/app/manifests/site.pp:2

owner => 'root'
  resource default, literal at [ROOT]/env/modules/app/manifests/init.pp:2
",
        "",
    );
}

#[test]
fn values_are_traced_to_where_they_come_from() {
    let sandbox = sandbox();
    let content = explain(&sandbox, &["File[/etc/app.conf]", "--param", "content"]);
    assert_eq!((content.code, content.err.as_str()), (0, ""));
    let lines: Vec<&str> = content.out.lines().map(str::trim).collect();
    let place = "[ROOT]/env/modules/app/manifests/init.pp";
    for line in [
        "content => \"http://web1:8080\\n\"".to_owned(),
        format!("given in the declaration at {place}:5: \"${{url}}\\n\""),
        format!(
            "$url = 'http://web1:8080': assigned at {place}:3: \
             \"http://${{trusted['certname']}}:${{port}}\""
        ),
        "$port = 8080: parameter of Class[App], given in the declaration, literal at \
         [ROOT]/env/manifests/site.pp:1"
            .to_owned(),
    ] {
        assert!(lines.contains(&line.as_str()), "{line}\n{}", content.out);
    }
    assert!(!content.out.contains("mode =>"), "{}", content.out);
    let mode = explain(&sandbox, &["File[/etc/app.conf]", "--param", "mode"]);
    assert!(mode.out.contains("mode => '0600'"), "{}", mode.out);
    assert!(mode.out.contains("instead of '0644'"), "{}", mode.out);
    let root = explain(&sandbox, &["App::Site[shop]", "--param", "root"]);
    assert!(root.out.contains("default of the parameter"), "{}", root.out);
}

#[test]
fn explanations_can_be_read_by_programs() {
    let ran = explain(&sandbox(), &["File[/etc/app.conf]", "--format", "json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let json = ran.json();
    assert_eq!(json["resource"], "File[/etc/app.conf]");
    assert_eq!(json["declared"][1]["resource"], "Class[App]");
    assert_eq!(json["declared"][1]["place"]["line"], 1);
    let parameters = json["parameters"].as_array().unwrap();
    let mode = parameters.iter().find(|one| one["name"] == "mode").unwrap();
    assert_eq!((&mode["value"], &mode["replaced"][0]["value"]), (&"0600".into(), &"0644".into()));
    assert_eq!(mode["origin"]["how"], "collector");
}

#[test]
fn secrets_are_never_shown() {
    let sandbox = sandbox();
    for resource in ["File[/etc/key]", "File[/etc/literal]"] {
        for form in ["text", "json"] {
            let ran = explain(&sandbox, &[resource, "--format", form]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{resource}");
            assert!(!ran.out.contains("hunter"), "{resource}: {}", ran.out);
        }
        let text = explain(&sandbox, &[resource, "--param", "content"]).out;
        assert!(text.contains("content => [value redacted]"), "{text}");
    }
}

#[test]
fn what_is_not_there_is_told_with_what_is_near() {
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

#[test]
fn a_template_is_named_with_the_variables_that_it_reads() {
    let sandbox = Sandbox::new(&[
        ("env/manifests/site.pp", "class { 'web': port => 8080 }\n"),
        (
            "env/modules/web/manifests/init.pp",
            "\
class web(Integer $port, Sensitive[String] $key = Sensitive('hunter2')) {
  $unused = 1
  file { '/etc/web.conf': content => template('web/web.conf.erb') }
}
",
        ),
        ("env/modules/web/templates/web.conf.erb", "port <%= @port %> <%= @key.class %>\n"),
    ]);
    explain(&sandbox, &["File[/etc/web.conf]", "--param", "content"]).expect(
        0,
        "\
File[/etc/web.conf] (declared at [ROOT]/env/modules/web/manifests/init.pp:3)
  in Class[Web] (declared at [ROOT]/env/manifests/site.pp:1)
    in Class[main] (everything that is declared outside of classes)

content => \"port 8080 Puppet::Pops::Types::PSensitiveType::Sensitive\\n\"
  given in the declaration at [ROOT]/env/modules/web/manifests/init.pp:3: template('web/web.conf.erb')
    template [ROOT]/env/modules/web/templates/web.conf.erb
      $port = 8080: parameter of Class[Web], given in the declaration, literal at [ROOT]/env/manifests/site.pp:1
      $key = [value redacted]: parameter of Class[Web], default of the parameter at [ROOT]/env/modules/web/manifests/init.pp:1
",
        "",
    );
}

#[test]
fn a_function_in_ruby_is_named_with_its_arguments() {
    let sandbox = Sandbox::new(&[
        (
            "env/manifests/site.pp",
            "$port = 8080\nfile { '/etc/web.conf': content => web::line('port', $port) }\n",
        ),
        (
            "env/modules/web/lib/puppet/functions/web/line.rb",
            "\
# frozen_string_literal: true

Puppet::Functions.create_function(:'web::line') do
  dispatch :line do
    param 'String', :key
    param 'Integer', :value
  end

  def line(key, value)
    \"#{key}=#{value}\\n\"
  end
end
",
        ),
    ]);
    explain(&sandbox, &["File[/etc/web.conf]", "--param", "content"]).expect(
        0,
        "\
File[/etc/web.conf] (declared at [ROOT]/env/manifests/site.pp:2)
  in Class[main] (everything that is declared outside of classes)

content => \"port=8080\\n\"
  given in the declaration at [ROOT]/env/manifests/site.pp:2: web::line('port', $port)
    Ruby function web::line('port', 8080) at [ROOT]/env/modules/web/lib/puppet/functions/web/line.rb:3
    $port = 8080: assigned, literal at [ROOT]/env/manifests/site.pp:1
",
        "",
    );
}

#[test]
fn a_function_in_ruby_that_declares_resources_is_named() {
    let sandbox = Sandbox::new(&[
        ("env/manifests/site.pp", "web::all('a', 'b')\n"),
        (
            "env/modules/web/lib/puppet/functions/web/all.rb",
            "\
Puppet::Functions.create_function(:'web::all') do
  def all(*names)
    names.each { |name| call_function('create_resources', 'notify', { name => { 'message' => 'x' } }) }
  end
end
",
        ),
    ]);
    explain(&sandbox, &["Notify[b]", "--param", "message"]).expect(
        0,
        "\
Notify[b] (web::all at [ROOT]/env/manifests/site.pp:1)
  in Class[main] (everything that is declared outside of classes)

message => 'x'
  given to create_resources at [ROOT]/env/manifests/site.pp:1
    Ruby function web::all('a', 'b') at [ROOT]/env/modules/web/lib/puppet/functions/web/all.rb:1
",
        "",
    );
}
