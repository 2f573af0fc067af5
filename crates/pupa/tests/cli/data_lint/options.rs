//! `lookup_options`.

use super::{findings, sandbox};

#[test]
fn options_that_look_data_up() {
    let data = "\
app::port: 80
merge: first
lookup_options:
  app::port:
    merge: \"%{alias('merge')}\"
  '^app::mode': {convert_to: \"%{facts.kernel}\"}
";
    let sandbox = sandbox(&[("data/common.yaml", data), ("manifests/site.pp", "lookup(merge)\n")]);
    assert_eq!(
        findings(&sandbox, &[]),
        ["data/common.yaml:5:5 error malformed-lookup-options lookup_options can't look anything \
          up: Recursive lookup detected in [lookup_options]"]
    );
    let ran = sandbox.run(&["lookup", "app::port", "--node", "a", "--environment-dir", "."]);
    assert!(ran.err.contains("Recursive lookup detected in [lookup_options]"), "{}", ran.err);
}
