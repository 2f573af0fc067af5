//! The content of data files.

use super::{sandbox, told, told_of};

#[test]
fn data_that_is_malformed() {
    let found = told_of(&[
        ("data/common.yaml", "app::port: 80\napp::port: 81\n"),
        ("data/nodes/a.yaml", "app::port: [1\n"),
        ("data/nodes/b.yaml", "- 1\n"),
        ("data/nodes/c.yaml", "---\n"),
        ("data/nodes/d.yaml", "app::mode: \"x %{alias('y')}\"\n"),
        ("data/nodes/e.yaml", "app::mode: \"%{lokup('y')}\"\n"),
        ("data/nodes/f.yaml", "app::mode: :fast\n"),
    ]);
    assert_eq!(
        found,
        [
            "data/common.yaml:2:1 warning duplicate-data-key the key `app::port` is here again, \
             and this value counts",
            "data/nodes/a.yaml:1:12 error malformed-data Unable to parse (data/nodes/a.yaml): did \
             not find expected ',' or ']' while parsing a flow sequence at line 1 column 12",
            "data/nodes/b.yaml:1:1 error malformed-data file does not contain a valid yaml hash",
            "data/nodes/c.yaml:1:1 warning malformed-data file does not contain a valid yaml hash",
            "data/nodes/d.yaml:1:1 error malformed-data 'alias' interpolation is only permitted if \
             the expression is equal to the entire string",
            "data/nodes/e.yaml:1:1 error malformed-data Unknown interpolation method 'lokup'",
            "data/nodes/f.yaml:1:1 error malformed-data the value of `app::mode` holds a symbol of \
             Ruby, which no lookup returns",
        ]
    );
}

/// Such files can be read, but not all of what they hold.
#[test]
fn data_that_is_lost() {
    let found = told_of(&[
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

#[test]
fn encrypted_values_that_nobody_decrypts() {
    let hiera = "\
version: 5
hierarchy:
  - {name: a, lookup_key: eyaml_lookup_key, path: secret.yaml}
  - {name: b, paths: [common.yaml, secret.yaml]}
";
    let common = "app::port: 80\napp::users:\n  - ENC[PKCS7,MII=]\n";
    let secret = "\
app::mode: ENC[PKCS7,MII=]
app::users: ['ENC[PKCS7,MII=', 'ENC[PKCS7,]']
app::title_text: >
  ENC[PKCS7,MII
  MII=]
";
    let files = [("hiera.yaml", hiera), ("data/common.yaml", common), ("data/secret.yaml", secret)];
    assert_eq!(
        told_of(&files),
        [
            "data/common.yaml:3:5 warning undecrypted-value this value is encrypted, and its level \
             does not decrypt: lookups give it as it is (`lookup_key: eyaml_lookup_key` decrypts)",
            "data/secret.yaml:2:14 warning undecrypted-value the encrypted block has no `]` at its \
             end, so that it is not decrypted",
            "data/secret.yaml:2:32 warning undecrypted-value the encrypted block is empty, so that \
             it is not decrypted",
        ]
    );
}

#[test]
fn data_of_modules() {
    let files = [
        ("modules/app/hiera.yaml", "version: 5\ndefault_hierarchy: [{name: d, path: d.yaml}]\n"),
        ("modules/app/data/common.yaml", "app::port: x\nother::key: 1\n"),
        ("modules/app/data/d.yaml", "lookup_options: {'other::key': {merge: deep}}\n"),
    ];
    assert_eq!(
        told_of(&files),
        [
            "modules/app/data/common.yaml:1:1 error data-type-mismatch Class[App]: parameter \
             'port' expects an Integer value, got String",
            "modules/app/data/common.yaml:2:1 warning foreign-key data of the module `app` must \
             have keys that begin with `app::`; `other::key` is ignored",
            "modules/app/data/d.yaml:1:18 error malformed-lookup-options all lookup_options keys \
             must start with module name 'app'",
        ]
    );
}

#[test]
fn binary_files_are_no_data() {
    let sandbox = sandbox(&[("data/common.yaml", "a: \0\n")]);
    assert_eq!(
        told(&sandbox, &[]),
        ["data/common.yaml:1:1 error binary-file the file is binary, not data"]
    );
}
