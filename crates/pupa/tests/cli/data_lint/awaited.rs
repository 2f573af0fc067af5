//! Modules of the `Puppetfile` that are not installed: what they may define and use is not judged.

use super::told_of;

const PUPPETFILE: &str = "mod 'petems/hiera_vault', '2.0.0'\nmod 'puppetlabs/stdlib'\n";

/// Returns the findings without a `Puppetfile` and with it.
fn told_of_both(files: &[(&str, &str)]) -> [Vec<String>; 2] {
    let with = [files, &[("Puppetfile", PUPPETFILE)]].concat();
    [told_of(files), told_of(&with)]
}

#[test]
fn functions_of_levels() {
    let hiera = |function: &str| {
        let level = format!("  - {{name: vault, lookup_key: '{function}'}}\n");
        format!("version: 5\nhierarchy:\n{level}  - {{name: common, path: common.yaml}}\n")
    };
    for function in ["hiera_vault", "hiera_vault::secret"] {
        let [before, after] = told_of_both(&[("hiera.yaml", &hiera(function))]);
        let message = format!("Unable to find 'lookup_key' function named '{function}'");
        assert!(before.len() == 1 && before[0].ends_with(&message), "{before:?}");
        assert_eq!(after, [""; 0]);
    }
    let [before, after] = told_of_both(&[("hiera.yaml", &hiera("app::secret"))]);
    assert_eq!((before.len(), after), (1, before));
}

#[test]
fn types_that_data_is_converted_to() {
    let options = "\
lookup_options:
  app::port: {convert_to: 'Stdlib::Port'}
  app::mode: {convert_to: 'App::Mod'}
app::port: 80
app::mode: fast
";
    let expected = ["data/common.yaml:3:3 error malformed-lookup-options `convert_to` of \
                     `app::mode`: there is no type `App::Mod`"];
    assert_eq!(told_of_both(&[("data/common.yaml", options)]), [expected; 2]);
}

#[test]
fn keys_without_a_module() {
    let data = "\
app::prt: 80
app::port: 80
ntp_servers: []
lookup_options: {ntp_pools: {merge: unique}, '^ntp': {merge: unique}}
";
    let [before, after] = told_of_both(&[("data/common.yaml", data)]);
    let unused = "data/common.yaml:1:1 warning unused-data-key class `app` has no parameter `prt`, \
                  and no lookup uses the key `app::prt` (did you mean `app::port`?)";
    assert_eq!((before.len(), after), (3, vec![unused.to_owned()]));
}

#[test]
fn facts_and_variables_in_paths() {
    let hiera = "\
version: 5
hierarchy:
  - {name: one, path: 'dc/%{facts.datacenter}.yaml'}
  - {name: two, path: 'dc/%{::stdlib::datacenter}.yaml'}
  - {name: three, path: 'os/%{facts.os.famly}.yaml'}
  - {name: common, path: common.yaml}
";
    let [before, after] = told_of_both(&[("hiera.yaml", hiera)]);
    let unknown = "hiera.yaml:5:29 warning unknown-fact no fact `os.famly` is known (did you mean \
                   `%{facts.os.family}`?)";
    assert_eq!((before.len(), after), (3, vec![unknown.to_owned()]));
}
