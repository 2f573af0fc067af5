//! The content of data files.

use super::findings_of;

/// Such files can be read, but not all of what they hold.
#[test]
fn data_that_is_lost() {
    let found = findings_of(&[
        ("data/nodes/a.yaml", "\u{feff}app::port: 80\napp::prot: 81\n"),
        ("data/nodes/b.yaml", "---\napp::port: 80\n---\napp::prot: 81\n"),
        ("data/nodes/c.yaml", "# data\n---\napp::port: 80\n...\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/nodes/a.yaml:1:1 warning malformed-data the file begins with a byte order mark, \
             by which keys may be lost (save it as UTF-8 without one)",
            "data/nodes/b.yaml:3:1 warning malformed-data a second document begins here; only the \
             first one of a file is read",
        ]
    );
}
