//! Pages of the user documentation that are made from tables in the code.
//!
//! The pages are committed. These tests prove them fresh; with `PUPA_UPDATE=1` they write them.

use std::fmt::Write;
use std::path::PathBuf;

use pupa_syntax::all_issues;
use pupa_syntax::edition::{Edition, RULES};

#[test]
fn codes_are_unique_and_in_kebab_case() {
    let mut codes: Vec<&str> = all_issues().map(|issue| issue.code).collect();
    codes.sort_unstable();
    let all = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), all, "a code is used twice");
    for code in codes {
        assert!(
            code.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')),
            "{code}"
        );
    }
}

#[test]
fn the_page_of_editions_is_fresh() {
    let mut page = String::from(
        "# Editions\n\n\
         The language has two editions, chosen with `--edition` or in `pupa.toml`: `8`, the \
         default, is what\nPuppet 8 does; `draft` is what the design documents say. An edition \
         holds for a whole run.\n\n\
         These rules differ:\n\n| rule | `8` | `draft` |\n|---|---|---|\n",
    );
    for rule in RULES {
        let mark = |edition| if rule.edition == edition { "yes" } else { "no" };
        let (eight, draft) = (mark(Edition::Puppet8), mark(Edition::Draft));
        let text = rule.text.trim().replace('|', "\\|");
        writeln!(page, "| {text} | {eight} | {draft} |").unwrap();
    }
    assert_fresh("editions.md", &page);
}

fn assert_fresh(name: &str, page: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("PUPA_UPDATE").is_some() {
        std::fs::write(&path, page).expect("the documentation can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == page, "docs/{name} is stale: run the tests with PUPA_UPDATE=1");
}
