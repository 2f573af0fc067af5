//! Tests that the sets of characters equal Ruby's. `tools/regexp_properties.rb` records Ruby's
//! sets; with `PUPA_UPDATE` the differences from the library are written to `property_tables.rs`.

use std::fmt::Write;

use super::*;

type Ranges = Vec<(u32, u32)>;

const TABLES: &str = "src/meaning/property_tables.rs";

const HEAD: &str = "\
//! Sets of characters for which the tables of the library are missing or differ from Ruby 3.1.
//!
//! Names are in lower case, without blanks, `-` and `_`. Written by the tests of
//! [`super::property`] from the output of `tools/regexp_properties.rb`.

/// A range of characters: the first and the last.
type Range = (u32, u32);

/// The blocks of Unicode 13, named `In…` in patterns.
#[rustfmt::skip]
pub(crate) static BLOCKS: &[(&str, u32, u32)] = &[
";

const NO_BLOCK_HEAD: &str = "\
];

/// The characters that are in no block.
#[rustfmt::skip]
pub(crate) static NO_BLOCK: &[Range] = &[
";

const CHANGES_HEAD: &str = "\
];

/// The difference between a set of the library, restricted to Unicode 13, and that of Ruby 3.1.
pub(crate) struct Change {
    pub(crate) name: &'static str,
    pub(crate) added: &'static [Range],
    pub(crate) removed: &'static [Range],
}

/// The sets that differ, by name.
#[rustfmt::skip]
pub(crate) static CHANGES: &[Change] = &[
";

/// The sets that Ruby supports, by name.
fn recorded() -> Option<Vec<(String, Ranges)>> {
    let path = std::env::var_os("PUPA_PROPERTIES")?;
    let text = std::fs::read_to_string(path).expect("the file that PUPA_PROPERTIES names");
    let number = |digits: &str| u32::from_str_radix(digits, 16).expect("a hexadecimal number");
    let range = |range: &str| {
        let (from, to) = range.split_once('-').expect("a range");
        (number(from), number(to))
    };
    let sets = text.lines().map(|line| {
        let (name, sets) = line.split_once('\t').expect("a name and its ranges");
        (name.to_owned(), sets.split_whitespace().map(range).collect())
    });
    Some(sets.collect())
}

/// The block for a property: its name without `In`, and its range.
fn as_block<'a>(name: &'a str, ranges: &Ranges) -> Option<(&'a str, u32, u32)> {
    match (name.strip_prefix("in"), ranges.as_slice()) {
        (Some(block), &[(from, to)]) => Some((block, from, to)),
        _ => None,
    }
}

fn code_points(set: &ClassUnicode) -> Ranges {
    set.iter().map(|range| (range.start() as u32, range.end() as u32)).collect()
}

fn hexadecimal(number: u32) -> String {
    match (number >> 16, number & 0xffff) {
        (0, low) => format!("0x{low:x}"),
        (high, low) => format!("0x{high:x}_{low:04x}"),
    }
}

fn write_ranges(ranges: &[(u32, u32)], indent: &str, out: &mut String) {
    for row in ranges.chunks(4) {
        let pairs: Vec<String> = row
            .iter()
            .map(|&(from, to)| format!("({}, {}),", hexadecimal(from), hexadecimal(to)))
            .collect();
        let _ = writeln!(out, "{indent}{}", pairs.join(" "));
    }
}

fn write_field(name: &str, ranges: &[(u32, u32)], out: &mut String) {
    if ranges.is_empty() {
        let _ = writeln!(out, "        {name}: &[],");
        return;
    }
    let _ = writeln!(out, "        {name}: &[");
    write_ranges(ranges, "            ", out);
    out.push_str("        ],\n");
}

fn tables(recorded: &[(String, Ranges)]) -> String {
    let mut out = HEAD.to_owned();
    let mut blocks: Vec<_> =
        recorded.iter().filter_map(|(name, ranges)| as_block(name, ranges)).collect();
    blocks.sort_unstable();
    for &(name, from, to) in &blocks {
        let (from, to) = (hexadecimal(from), hexadecimal(to));
        let _ = writeln!(out, "    (\"{name}\", {from}, {to}),");
    }
    out.push_str(NO_BLOCK_HEAD);
    for (_, ranges) in recorded.iter().filter(|(name, _)| name == "innoblock") {
        write_ranges(ranges, "    ", &mut out);
    }
    out.push_str(CHANGES_HEAD);
    for (name, ranges) in recorded {
        if as_block(name, ranges).is_some() || derived(name).is_some() {
            continue;
        }
        let library = restricted(name);
        let ruby = self::ranges(ranges);
        let mut added = ruby.clone();
        added.difference(&library);
        let mut removed = library;
        removed.difference(&ruby);
        if added.ranges().is_empty() && removed.ranges().is_empty() {
            continue;
        }
        let _ = writeln!(out, "    Change {{\n        name: \"{name}\",");
        write_field("added", &code_points(&added), &mut out);
        write_field("removed", &code_points(&removed), &mut out);
        out.push_str("    },\n");
    }
    out.push_str("];\n");
    out
}

#[test]
fn tables_equal_ruby() {
    let Some(recorded) = recorded() else { return };
    if std::env::var_os("PUPA_UPDATE").is_some() {
        std::fs::write(TABLES, tables(&recorded)).expect("a file of this crate");
        return;
    }
    for (name, ranges) in &recorded {
        assert_eq!(of_key(name), self::ranges(ranges), "{name}");
    }
    assert!(std::fs::read_to_string(TABLES).is_ok_and(|text| text == tables(&recorded)));
}
