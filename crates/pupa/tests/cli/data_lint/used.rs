//! Which keys are used, and which nothing uses.

use std::fmt::Write;

use super::{lint, sandbox, told_of};

#[test]
fn keys_that_nothing_uses() {
    let data = "\
app::port: 80
app::sever::port: 80
::app::port: 80
app::vhost::port: 80
site_kye: 1
site_key: 1
";
    let found = told_of(&[
        ("data/common.yaml", data),
        ("manifests/site.pp", "lookup('site_key')\n"),
        ("modules/app/manifests/server.pp", "class app::server { }\n"),
        ("modules/app/manifests/vhost.pp", "define app::vhost($port) { }\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/common.yaml:2:1 warning unused-data-key no class `app::sever`, and no lookup \
             uses the key `app::sever::port` (did you mean the class `app::server`?)",
            "data/common.yaml:3:1 warning unused-data-key keys have no leading `::`, and no lookup \
             uses this one (did you mean `app::port`?)",
            "data/common.yaml:4:1 warning unused-data-key `app::vhost` is a defined type, whose \
             parameters are not looked up, and no lookup uses the key `app::vhost::port`",
            "data/common.yaml:5:1 warning unused-data-key no lookup uses the key `site_kye` (did \
             you mean `site_key`?)",
        ]
    );
}

/// Modules are often not installed where data is checked.
#[test]
fn data_of_modules_that_are_not_here() {
    let data = "\
ap::port: 80
apache::port: 80
apache::vhosts::all: {}
site::used: 1
role::web::port: 1
role::web::size: x
lookup_options:
  apache::mods: {merge: unique}
  '^apache::(vhosts|mods)': {merge: deep}
";
    let site = "\
lookup('site::used')
lookup('mysql::password')
class role::web(Integer $size = 1) { }
";
    let mut files = vec![
        ("data/common.yaml", data),
        ("data/nodes/a.yaml", "apache::port: 81\n"),
        ("manifests/site.pp", site),
    ];
    assert_eq!(
        told_of(&files),
        [
            "data/common.yaml:1:1 warning missing-module there is no module `ap` here, so \
             `ap::port` was not checked (did you mean the module `app`?)",
            "data/common.yaml:5:1 warning unused-data-key class `role::web` has no parameter \
             `port`, and no lookup uses the key `role::web::port`",
            "data/common.yaml:6:1 error data-type-mismatch Class[Role::Web]: parameter 'size' \
             expects an Integer value, got String",
            "data/nodes/a.yaml:1:1 warning missing-module there is no module `apache` here, so 2 \
             keys of it were not checked",
        ]
    );
    // It is known that it will be there.
    files.push(("Puppetfile", "mod 'puppetlabs/apache', '1.0.0'\n"));
    assert_eq!(
        told_of(&files)[3],
        "data/nodes/a.yaml:1:1 note missing-module the module `apache` of the Puppetfile is not \
         installed, so 2 keys of it were not checked"
    );
}

#[test]
fn every_lookup_is_a_use() {
    let data = "\
app::port: '%{lookup(\"in_data.x\")}'
in_data: '%{alias(\"in_alias\")}'
in_alias: {x: '%{hiera(\"in_hiera\")}'}
in_hiera: 1
plain: 1
first: 1
second: 1
named: 1
dug: {x: 1}
included: 1
received: 1
templated: 1
quoted: 1
site_web_port: 1
site_web_host: 1
inline: 1
";
    let site = "\
lookup('plain')
lookup(['first', 'second'])
lookup({ 'name' => 'named', 'merge' => 'deep' })
hiera('dug.x')
hiera_include('included')
'received'.lookup
lookup(\"site_${facts['role']}_port\")
inline_epp('<%= lookup(\"inline\") %>')
";
    let files = [
        ("data/common.yaml", data),
        ("manifests/site.pp", site),
        ("modules/app/manifests/init.pp", "class app($port) { }\n"),
        ("modules/app/templates/a.epp", "<%= lookup('templated') %>\n"),
        ("modules/app/templates/b.erb", "<%= scope.call_function('lookup', ['quoted']) %>\n"),
    ];
    assert_eq!(
        told_of(&files),
        ["data/common.yaml:15:1 warning unused-data-key no lookup uses the key `site_web_host`"]
    );
}

/// Functions of modules that are named as lookups may look up something else.
#[test]
fn lookups_of_something_else_are_no_uses() {
    let site = "class secrets($path) { $a = vault_lookup::lookup($path) }\n";
    let found = told_of(&[
        ("data/common.yaml", "app::port: 80\nleft: 1\nsite.a: 1\n"),
        ("manifests/site.pp", &format!("{site}lookup(\"'site.${{x}}'\")\n")),
    ]);
    assert_eq!(
        found,
        ["data/common.yaml:2:1 warning unused-data-key no lookup uses the key `left`"]
    );
}

#[test]
fn plans_in_yaml_use_what_they_quote() {
    let found = told_of(&[
        ("data/common.yaml", "app::port: 80\nleft: 1\nplanned: 1\n"),
        ("plans/a.yaml", "steps:\n  - eval: $x = lookup('planned')\n"),
    ]);
    assert_eq!(
        found,
        ["data/common.yaml:2:1 warning unused-data-key no lookup uses the key `left`"]
    );
}

/// Ruby code is not read as a program, so that what it may look up counts as used.
#[test]
fn lookups_in_ruby_code() {
    let data = "app::port: 80\nleft: 1\nsecrets_a: 1\nrole_web: 1\nrole_db: 1\n";
    let unused = |files: &[(&str, &str)]| {
        let found = told_of(&[&[("data/common.yaml", data)], files].concat()).into_iter();
        let key = |line: String| line.split("the key `").nth(1).map(str::to_owned);
        found.filter_map(key).map(|key| key.trim_end_matches('`').to_owned()).collect::<Vec<_>>()
    };
    let all = ["left", "secrets_a", "role_web", "role_db"];
    assert_eq!(unused(&[]), all);
    let function = "modules/app/lib/puppet/functions/app/secret.rb";
    let in_part = "call_function('lookup', \"secrets_#{key}\")\n";
    assert_eq!(unused(&[(function, in_part)]), ["left", "role_web", "role_db"]);
    let template = "<%= scope.function_hiera([\"role_#{@role}\"]) %>\n";
    let template = ("modules/app/templates/a.erb", template);
    assert_eq!(unused(&[template]), ["left", "secrets_a"]);
    let plain = ("modules/app/templates/app.conf", template.1);
    assert_eq!(unused(&[plain]), ["left", "secrets_a"]);
    let helper = ("modules/app/lib/puppet_x/app/secret.rb", in_part);
    assert_eq!(unused(&[helper]), ["left", "role_web", "role_db"]);
    let file = ("modules/app/files/a.epp", "<%= lookup(\"role_${role}\") %>\n");
    assert_eq!(unused(&[file]), ["left", "secrets_a"]);
    let inline = "inline_epp(@(END))\n<%= lookup(\"role_${role}\") %>\n| END\n";
    assert_eq!(unused(&[("manifests/site.pp", inline)]), ["left", "secrets_a"]);
    // A function that is known to be a lookup has the keys that it is called with.
    let named = "modules/simplib/lib/puppet/functions/simplib/lookup.rb";
    let wrapper = (named, "call_function('lookup', key)\n");
    let site = ("manifests/site.pp", "simplib::lookup('left')\n");
    assert_eq!(unused(&[wrapper, site]), all[1..]);
    // Of another one it is not known what it does with them.
    let other = ("modules/app/lib/puppet/functions/app/lookup.rb", wrapper.1);
    assert_eq!(unused(&[other]), [""; 0]);
    // Comments call nothing.
    for comment in ["x # function_hiera(b)\n", "=begin\nfunction_hiera(b)\n=end\n"] {
        assert_eq!(unused(&[(function, comment)]), all, "{comment}");
    }
    let commented = "call_function('lookup', ['left', # one\n 'secrets_a'])\n";
    assert_eq!(unused(&[(function, commented)]), all[2..]);
    let merged = "Puppet::Pops::Lookup.search_and_merge('left', invocation, nil)\n";
    assert_eq!(unused(&[(function, merged)]), all[1..]);

    let old = "modules/app/lib/puppet/parser/functions/find.rb";
    let any = [("data/common.yaml", data), (old, "function_hiera([args[0]])\n")];
    assert_eq!(
        told_of(&any),
        [
            "modules/app/lib/puppet/parser/functions/find.rb:1:1 note dynamic-lookup-key this lookup \
          may use any key, so keys that nothing uses are not reported"
        ]
    );
}

#[test]
fn keys_that_hold_what_others_repeat_are_used() {
    let data = "app::port: 80\nbase: &base {a: 1}\nleft: &left 1\napp::limits:\n  <<: *base\n";
    assert_eq!(
        told_of(&[("data/common.yaml", data)]),
        ["data/common.yaml:3:1 warning unused-data-key no lookup uses the key `left`"]
    );
}

/// A program may have written the data, on one line.
#[test]
fn many_keys_on_one_line() {
    let count = 20_000;
    let mut data = "{\"app::port\": 80, \"base\": &base 1".to_owned();
    for key in 0..count {
        write!(data, ", \"kéy{key}\": *base").unwrap();
    }
    data.push('}');
    let sandbox = sandbox(&[("data/common.yaml", &data)]);
    let ran = lint(&sandbox, &["--format", "line", "--max-diagnostics", "1"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("no lookup uses the key `kéy0`"), "{}", ran.err);
}

#[test]
fn a_lookup_of_any_key_is_told_instead_of_unused_keys() {
    let found = told_of(&[
        ("data/common.yaml", "app::port: 80\nleft: 1\nlookup_options: {gone: {merge: deep}}\n"),
        ("manifests/site.pp", "$x = lookup($facts['key'])\n$y = lookup($facts['other'])\n"),
    ]);
    assert_eq!(
        found,
        ["manifests/site.pp:1:6 note dynamic-lookup-key this lookup may use any key, so keys \
          that nothing uses are not reported"]
    );
}
