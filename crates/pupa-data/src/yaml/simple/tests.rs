//! Compares the fast reader with the complete one.

use proptest::prelude::*;

use super::*;
use crate::yaml::reader;

/// Reads a text with both readers and fails if the results differ. Returns whether the text is in
/// the subset.
fn is_simple(text: &str) -> bool {
    let options = Options::data("data.yaml");
    let Some(simple) = read(text, &options) else { return false };
    let whole = match reader::read(text, &options) {
        Ok(whole) => whole,
        Err(error) => unreachable!("{}, but it was read:\n{text}", error.message),
    };
    assert_eq!(format!("{simple:#?}"), format!("{whole:#?}"), "\n{text}");
    true
}

#[test]
fn texts_in_the_subset() {
    for text in [
        "a: 1",
        "# data\n---\na: 1\n\n# more\nb:   two words   # said\n",
        "a:\n  b:\n    c: [1, x y, {d: e}]\n  f: {}\n",
        "list:\n- one\n- 2\nindented:\n  - yes\n  - ~\n",
        "list:\n- a: 1\n  b: 2\n-\n  c: 3\n- - x\n  - y\n-\nend:\n",
        "'quoted key': \"text: # no comment\"\n\"b\" : 'c'\n",
        "flow: [\n  a, b,\n  \"c\",\n]\njson: {\"a\":1, 'b': [true],\n  c}\n",
        "profile::web::port: 8080\nurl: http://example.com:80/#top\n",
        "key: |\n  line one\n    deeper\n\n  after\n\nnext: |-\n   x\nlast: |+\n x\n\n\n",
        "key: >\n  one\n  paragraph\nnext: >-\n  text\n",
        "größe: ä\nliste: [ü, ö, {ß: é}]\n",
        "a: 1\na: 2\nb: {c: 1, c: 2}\n",
        "negative: -5\ndash: -x\n",
        "8080: number\nyes: truth\n~: nothing\n1.5: float\n",
        "nested:\n    deep:\n        - a\n        - b\n",
        "a: [b\n]\n",
    ] {
        assert!(is_simple(text), "{text}");
    }
}

#[test]
fn texts_outside_of_the_subset() {
    for text in [
        "",
        "just text",
        "- a\n- b\n",
        " a: 1\n",
        " ---\na: 1\n",
        "a: &anchor 1\nb: *anchor\n",
        "a: !str 1\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n...\n",
        "a: one\n  two\n",
        "a:\n  one\n",
        "a: 'it''s'\n",
        "a: \"\\n\"\n",
        "a: \"two\n  lines\"\n",
        "a:\t1\n",
        "a: 1\r\n",
        "? a\n: b\n",
        "<<: {a: 1}\n",
        "'<<': {a: 1}\n",
        "a: {\"<<\": {b: 1}}\n",
        "a: :symbol\n",
        ":a: 1\n",
        "a: 2001-01-01\n",
        "a: b: c\n",
        "a: [b\n  c]\n",
        "a: [b]c\n",
        "a: [b: c]\n",
        "a: [b\n...\n]\n",
        "a: |2\n   x\n",
        "a: |\n\n  x\n",
        "a: >\n  one\n\n  two\n",
        "a: |\n  no end",
        "a: @x\n",
        "a: - b\n",
        "a:\n- b\n c\n",
        "\u{feff}a: 1\n",
        "a: \u{85}\n",
    ] {
        assert!(!is_simple(text), "{text}");
    }
}

#[test]
fn deep_nesting_is_outside_of_the_subset() {
    let flow = format!("a: {}{}\n", "[".repeat(5000), "]".repeat(5000));
    let blocks: String = (0..500).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    let entries = format!("a:\n{}x\n", "- ".repeat(5000));
    assert!(read(&flow, &Options::data("x")).is_none());
    assert!(read(&blocks, &Options::data("x")).is_none());
    assert!(read(&entries, &Options::data("x")).is_none());
}

/// Fragments of lines, both valid and invalid.
const PIECES: &[&str] = &[
    "a: ",
    "b: ",
    "key::name:",
    "\"q\": ",
    "'q': ",
    "- ",
    "-",
    "x",
    "two words",
    "1",
    "010",
    "1.5",
    "yes",
    "~",
    "'text'",
    "\"text\"",
    "[1, b]",
    "[",
    "]",
    "{c: d}",
    "{",
    "}",
    ", ",
    ": ",
    ":",
    " # said",
    "#",
    "|",
    "|-",
    "|+",
    ">",
    ">-",
    "---",
    "...",
    "&x ",
    "*x",
    "!t ",
    "<<: ",
    "'<<': ",
    "? ",
    " ",
    "'",
    "\"",
    "ä",
    "%",
    "@",
    "-1",
    "http://x:80/",
    "a#b",
    "é: ",
    ":sym",
    "2001-01-01",
    "\t",
    "[a, {b: [c]}, 'd']",
    "\\",
    "''",
    "{\"a\":1}",
    "{a: , b}",
    ".",
    "=",
    "<<",
];

/// A block collection to be generated.
#[derive(Clone, Debug)]
enum Block {
    /// A value on the line of its key or dash.
    Inline(&'static str),
    Mapping(Vec<(&'static str, Block)>),
    Sequence(Vec<Block>),
}

const KEYS: &[&str] = &["a", "b", "key::name", "'q'", "\"q r\"", "8080", "yes", "two words", "é"];

const VALUES: &[&str] = &[
    "1",
    "x y",
    "'q'",
    "\"text: # x\"",
    "[a, 'b', {c: d}]",
    "[\n  a,\n    b ]",
    "{\"a\":1, b: ~}",
    "",
    "|\n{}  text\n{}    more\n\n{}  end",
    ">-\n{}  one\n{}  two",
    "# none",
    "yes # said",
    "-5",
    "http://example.com/#x",
];

impl Block {
    /// Writes it with an indentation, after a key or a dash.
    fn write(&self, indent: usize, text: &mut String) {
        let margin = " ".repeat(indent);
        match self {
            Block::Inline(value) => {
                text.push(' ');
                text.push_str(&value.replace("{}", &margin));
                text.push('\n');
            }
            Block::Mapping(entries) => {
                text.push('\n');
                for (key, value) in entries {
                    text.push_str(&format!("{margin}{key}:"));
                    value.write(indent + 2, text);
                }
            }
            Block::Sequence(elements) => {
                text.push('\n');
                for element in elements {
                    text.push_str(&format!("{margin}-"));
                    let from = text.len();
                    element.write(indent + 2, text);
                    // A collection may begin on the line of the dash.
                    if matches!(element, Block::Mapping(_)) && elements.len() % 2 == 1 {
                        text.replace_range(from..from + 2 + indent + 1, " ");
                    }
                }
            }
        }
    }
}

fn blocks() -> impl Strategy<Value = Block> {
    let entries = |value| prop::collection::vec((prop::sample::select(KEYS), value), 1..4);
    let leaf = prop::sample::select(VALUES).prop_map(Block::Inline);
    let nested = leaf.prop_recursive(3, 16, 3, move |inner| {
        let sequence = prop::collection::vec(inner.clone(), 1..4).prop_map(Block::Sequence);
        prop_oneof![inner.clone(), entries(inner.boxed()).prop_map(Block::Mapping), sequence]
    });
    entries(nested.boxed()).prop_map(Block::Mapping)
}

/// A text of the subset, perhaps with an inserted fragment; the flag says that there is none.
fn texts() -> impl Strategy<Value = (String, bool)> {
    let piece = (any::<prop::sample::Index>(), prop::sample::select(PIECES));
    (blocks(), prop::option::weighted(0.7, piece)).prop_map(|(block, piece)| {
        let mut text = String::new();
        block.write(0, &mut text);
        if let Some((at, piece)) = &piece {
            let at = text.floor_char_boundary(at.index(text.len()));
            text.insert_str(at, piece);
        }
        (text, piece.is_none())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn both_readers_agree((text, must_be_simple) in texts()) {
        let is_simple = is_simple(&text);
        prop_assert!(is_simple || !must_be_simple, "\n{text}");
    }
}
