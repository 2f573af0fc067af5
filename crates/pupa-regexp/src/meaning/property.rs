//! Named sets of characters: `\p{Greek}`, `[[:alpha:]]`, `\w`.
//!
//! Ruby 3.1 uses Unicode 13. Most sets come from the newer tables of a library, without the
//! characters added since; the remaining differences are in the tables of
//! [`super::property_tables`].

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::property_tables::{BLOCKS, CHANGES, NO_BLOCK};

/// A property with its characters.
#[derive(Debug, Clone)]
pub(crate) struct Property {
    pub(crate) chars: ClassUnicode,
    pub(crate) kind: Kind,
}

/// Whether the property is `ASCII`, which is excluded from case folding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ascii,
    Other,
}

/// The property with this name, which is in lower case, without blanks, `-` and `_`.
pub(crate) fn of_name(key: &str) -> Property {
    let kind = if key == "ascii" { Kind::Ascii } else { Kind::Other };
    Property { chars: of_key(key), kind }
}

/// The set of a POSIX bracket expression: `[:alpha:]`.
pub(crate) fn of_bracket(name: &str, is_ascii: bool) -> ClassUnicode {
    let mut set = match name {
        "punct" => of_key("xposixpunct"),
        other => of_key(other),
    };
    if is_ascii {
        set.intersect(&ascii());
    }
    set
}

/// The set of `\w`, `\D`, `\s` or `\H`.
pub(crate) fn of_type(letter: u8, is_ascii: bool) -> ClassUnicode {
    let mut set = match (letter.to_ascii_lowercase(), is_ascii) {
        (b'w', true) => ranges(&[(48, 57), (65, 90), (95, 95), (97, 122)]),
        (b'd', true) => ranges(&[(48, 57)]),
        (b's', true) => ranges(&[(9, 13), (32, 32)]),
        (b'w', false) => of_key("word"),
        (b'd', false) => of_key("digit"),
        (b's', false) => of_key("space"),
        _ => of_key("xdigit"),
    };
    if letter.is_ascii_uppercase() {
        set.negate();
    }
    set
}

fn of_key(key: &str) -> ClassUnicode {
    derived(key).or_else(|| block(key)).unwrap_or_else(|| from_library(key))
}

/// A set that is composed of other sets, or available in the library unchanged.
fn derived(key: &str) -> Option<ClassUnicode> {
    Some(match key {
        "any" => ranges(&[(0, 0x10_ffff)]),
        "ascii" => ascii(),
        "alnum" => union(&["alphabetic", "nd"]),
        "alpha" => of_key("alphabetic"),
        "blank" => plus(of_key("zs"), &[(9, 9)]),
        "cntrl" => of_key("cc"),
        "digit" => of_key("nd"),
        "graph" => without(assigned(), &["whitespace", "cc"]),
        "lower" => of_key("lowercase"),
        "print" => without(assigned(), &["cc", "zl", "zp"]),
        "punct" => of_key("p"),
        "space" => of_key("whitespace"),
        "upper" => of_key("uppercase"),
        "xdigit" => ranges(&[(48, 57), (65, 70), (97, 102)]),
        "word" => union(&["alphabetic", "m", "nd", "pc"]),
        "xposixpunct" => plus(of_key("p"), PUNCTUATION_SYMBOLS),
        "assigned" => assigned(),
        "cn" | "unassigned" => negated(assigned()),
        "c" | "other" => negated(without(assigned(), &["cc", "cf", "co"])),
        "unknown" | "zzzz" => negated(without(assigned(), &["co"])),
        "innoblock" => ranges(NO_BLOCK),
        "nchar" | "noncharactercodepoint" => library_set(key),
        _ if key.starts_with("age=") => library_set(key),
        _ => return None,
    })
}

/// The ASCII symbols that count as punctuation.
const PUNCTUATION_SYMBOLS: &[(u32, u32)] = &[
    (0x24, 0x24),
    (0x2b, 0x2b),
    (0x3c, 0x3e),
    (0x5e, 0x5e),
    (0x60, 0x60),
    (0x7c, 0x7c),
    (0x7e, 0x7e),
];

/// A Unicode block.
fn block(key: &str) -> Option<ClassUnicode> {
    let name = key.strip_prefix("in")?;
    let at = BLOCKS.binary_search_by_key(&name, |&(name, _, _)| name).ok()?;
    BLOCKS.get(at).map(|&(_, from, to)| ranges(&[(from, to)]))
}

/// A set from the library's tables, adjusted to Ruby.
fn from_library(key: &str) -> ClassUnicode {
    let mut set = restricted(key);
    if let Ok(at) = CHANGES.binary_search_by_key(&key, |change| change.name)
        && let Some(change) = CHANGES.get(at)
    {
        set.union(&ranges(change.added));
        set.difference(&ranges(change.removed));
    }
    set
}

/// A set of the library without the characters that Unicode 13 does not have.
fn restricted(key: &str) -> ClassUnicode {
    let mut set = library_set(key);
    set.intersect(&assigned());
    set
}

fn library_set(name: &str) -> ClassUnicode {
    let parsed = regex_syntax::Parser::new().parse(&format!("\\p{{{name}}}"));
    match parsed.map(|hir| hir.into_kind()) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        // The library returns a set of one character as a literal.
        Ok(HirKind::Literal(literal)) => {
            let text = std::str::from_utf8(&literal.0).unwrap_or_default();
            ClassUnicode::new(text.chars().map(|c| ClassUnicodeRange::new(c, c)))
        }
        _ => ClassUnicode::empty(),
    }
}

fn assigned() -> ClassUnicode {
    let mut set = library_set("age=13.0");
    // Noncharacters have an age but are not assigned.
    set.difference(&library_set("noncharactercodepoint"));
    set
}

fn ascii() -> ClassUnicode {
    ranges(&[(0, 0x7f)])
}

fn ranges(list: &[(u32, u32)]) -> ClassUnicode {
    let range = |&(from, to): &(u32, u32)| {
        Some(ClassUnicodeRange::new(char::from_u32(from)?, char::from_u32(to)?))
    };
    ClassUnicode::new(list.iter().filter_map(range))
}

fn union(keys: &[&str]) -> ClassUnicode {
    let mut set = ClassUnicode::empty();
    keys.iter().for_each(|key| set.union(&of_key(key)));
    set
}

fn plus(mut set: ClassUnicode, more: &[(u32, u32)]) -> ClassUnicode {
    set.union(&ranges(more));
    set
}

fn without(mut set: ClassUnicode, keys: &[&str]) -> ClassUnicode {
    keys.iter().for_each(|key| set.difference(&of_key(key)));
    set
}

fn negated(mut set: ClassUnicode) -> ClassUnicode {
    set.negate();
    set
}

#[cfg(test)]
mod tests;
