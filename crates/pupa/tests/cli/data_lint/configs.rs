//! Configurations that can't be used, and where they are wrong.

use super::findings_of;

#[test]
fn byte_order_marks_of_configurations() {
    let found = findings_of(&[("hiera.yaml", "\u{feff}version: 5\nhierarchy: []\n")]);
    let mark = "warning malformed-hiera-config the file begins with a byte order mark, by which keys \
                may be lost (save it as UTF-8 without one)";
    assert!(found.contains(&format!("hiera.yaml:1:1 {mark}")), "{found:?}");
}
