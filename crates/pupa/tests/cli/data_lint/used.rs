//! Which keys are used, and which nothing uses.

use std::fmt::Write;

use super::{lint, sandbox};

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
