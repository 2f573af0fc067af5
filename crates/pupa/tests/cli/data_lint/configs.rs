//! Configurations that can't be used, and where they are wrong.

use super::{sandbox, told, told_of};

#[test]
fn configurations_that_cannot_be_used() {
    let config = |text: &str| told_of(&[("hiera.yaml", text)]);
    assert_eq!(
        config("version: 5\nhierarchy: [\n"),
        ["hiera.yaml:3:1 error malformed-hiera-config (hiera.yaml): did not find expected node \
          content while parsing a flow node at line 3 column 1"]
    );
    assert_eq!(
        config(
            "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n  - name: a\n    path: b.yaml\n"
        ),
        ["hiera.yaml:5:5 error malformed-hiera-config Hierarchy name 'a' defined more than \
          once. First defined at (line: 3)"]
    );
    assert_eq!(
        config(":backends: yaml\n"),
        [
            "hiera.yaml:1:1 deprecation malformed-hiera-config hiera.yaml: Use of \
             'hiera.yaml' version 3 is deprecated. It should be converted to version 5",
            "hiera.yaml:1:1 error malformed-hiera-config hiera.yaml version 3 cannot be used in an \
             environment",
        ]
    );
}

#[test]
fn byte_order_marks_of_configurations() {
    let found = told_of(&[("hiera.yaml", "\u{feff}version: 5\nhierarchy: []\n")]);
    let mark = "warning malformed-hiera-config the file begins with a byte order mark, by which keys \
                may be lost (save it as UTF-8 without one)";
    assert!(found.contains(&format!("hiera.yaml:1:1 {mark}")), "{found:?}");
}

#[test]
fn mistakes_in_configurations_have_places() {
    let told = |text: &str| {
        let found = told_of(&[("hiera.yaml", text)]);
        let of_config = found.iter().filter(|line| line.contains("error malformed-hiera-config"));
        of_config.map(|line| line.split(" error ").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let levels = |levels: &str| told(&format!("version: 5\nhierarchy:\n{levels}"));
    let common = "  - {name: common, path: common.yaml}\n";
    for (wrong, place) in [
        ("  - {name: a, pth: x.yaml}\n", "4:15"),
        ("  - {name: a, path: [x.yaml]}\n", "4:15"),
        ("  - {name: a, paths: [x.yaml, 1]}\n", "4:31"),
        ("  - {path: x.yaml}\n", "4:5"),
        ("  - {path: x, name: a, paths: [y]}\n", "4:15"),
        ("  - {name: a, data_hash: yaml_data, lookup_key: x, path: y}\n", "4:6"),
        ("  - {name: common, path: x.yaml}\n", "4:6"),
    ] {
        assert_eq!(levels(&format!("{common}{wrong}")), [format!("hiera.yaml:{place}")], "{wrong}");
    }
    assert_eq!(
        told("version: 5\ndefaults: {datadir: x}\nhierarchy: [{name: a}]\n"),
        ["hiera.yaml:3:14"]
    );
    assert_eq!(told("version: 5\ndefaults: {data_hash: a, data_dig: b}\n"), ["hiera.yaml:2:1"]);
    assert_eq!(told("version: 5\nhirarchy: []\n"), ["hiera.yaml:2:1"]);
    let without_version = told_of(&[("hiera.yaml", "hierarchy:\n  - {name: a, path: x.yaml}\n")]);
    assert!(
        without_version[1].ends_with("got Struct (is `version: 5` missing?)"),
        "{without_version:?}"
    );
}

#[test]
fn the_layer_above_all_environments() {
    let sandbox = sandbox(&[
        (
            "global/hiera.yaml",
            ":backends: [yaml]\n:yaml:\n  :datadir: /nowhere\n:hierarchy: [common]\n",
        ),
        ("other/hiera.yaml", "version: 5\nhierarchy: [{name: c, path: 'c.yaml'}]\n"),
        ("other/data/c.yaml", "app::port: x\nleft: 1\n"),
    ]);
    assert_eq!(
        told(&sandbox, &["--hiera-config", "other/hiera.yaml"]),
        [
            "other/data/c.yaml:1:1 error data-type-mismatch Class[App]: parameter 'port' expects \
             an Integer value, got String",
            "other/data/c.yaml:2:1 warning unused-data-key no lookup uses the key `left`",
        ]
    );
    let version_3 = told(&sandbox, &["--hiera-config", "global/hiera.yaml"]);
    assert_eq!(version_3.len(), 2, "{version_3:?}");
    assert!(version_3[0].contains("deprecation malformed-hiera-config"), "{version_3:?}");
    assert!(version_3[1].contains("there is no file /nowhere/common.yaml"), "{version_3:?}");
}
