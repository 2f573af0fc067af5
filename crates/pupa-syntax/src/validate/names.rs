//! The rules for names, as functions on strings.
//!
//! Letters are ASCII letters everywhere, as in the reference.

/// The bytes of names: letters, digits and the underscore.
static WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

fn is_word(byte: u8) -> bool {
    WORD[byte as usize]
}

/// The length of the word characters at the beginning.
fn word_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| !is_word(byte)).unwrap_or(bytes.len())
}

/// Whether `name` consists of words with `::` between them, each beginning with a byte that
/// `first` accepts.
fn is_path(name: &str, first: impl Fn(u8) -> bool) -> bool {
    let mut rest = name.as_bytes();
    loop {
        match rest.split_first() {
            Some((&head, _)) if first(head) => rest = &rest[word_len(rest)..],
            _ => return false,
        }
        match rest {
            [] => return true,
            [b':', b':', more @ ..] => rest = more,
            _ => return false,
        }
    }
}

/// `$name` of a parameter or a feature: one word.
pub(super) fn is_parameter_name(name: &str) -> bool {
    match name.as_bytes() {
        bytes @ [b'a'..=b'z' | b'_', ..] => word_len(bytes) == bytes.len(),
        _ => false,
    }
}

/// `$a::b::_c`: only the last word may begin with an underscore.
pub(super) fn is_variable_name(name: &str) -> bool {
    let mut rest = name.as_bytes();
    if let [b':', b':', relative @ ..] = rest {
        rest = relative;
    }
    loop {
        let is_last = match rest {
            [b'a'..=b'z', ..] => false,
            [b'_', ..] => true,
            _ => return false,
        };
        match &rest[word_len(rest)..] {
            [] => return true,
            [b':', b':', more @ ..] if !is_last => rest = more,
            _ => return false,
        }
    }
}

/// `$0`, `$12`: a match result.
pub(super) fn is_numeric_variable(name: &str) -> bool {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    is_number && !name.is_empty() && (name == "0" || !name.starts_with('0'))
}

/// A parameter that looks like a number, in decimal or hexadecimal form.
pub(super) fn is_numeric_parameter(name: &str) -> bool {
    let digits = name.strip_prefix("0x").unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `a::b`, the name of a class, defined type, function or plan.
pub(super) fn is_definition_name(name: &str) -> bool {
    is_path(name, |byte| byte.is_ascii_lowercase())
}

/// `A::B`, the name of a type.
pub(super) fn is_type_name(name: &str) -> bool {
    is_path(name, |byte| byte.is_ascii_uppercase())
}

/// Whether a host name has no character that is illegal in one.
pub(super) fn is_hostname(name: &str) -> bool {
    name.bytes().all(|byte| is_word(byte) || byte == b'-' || byte == b'.')
}

/// Names of data types that no class, defined type or function may have.
pub(super) fn is_reserved_type_name(name: &str) -> bool {
    const RESERVED: [&str; 28] = [
        "any",
        "array",
        "boolean",
        "collection",
        "enum",
        "float",
        "hash",
        "init",
        "integer",
        "numeric",
        "object",
        "optional",
        "pattern",
        "regexp",
        "runtime",
        "scalar",
        "semver",
        "semverrange",
        "sensitive",
        "string",
        "struct",
        "timespan",
        "timestamp",
        "tuple",
        "type",
        "typeset",
        "unit",
        "variant",
    ];
    RESERVED.binary_search(&name).is_ok()
}

/// Words that a later version of the language will reserve.
pub(super) fn is_future_reserved_word(word: &str) -> bool {
    word == "plan"
}

/// Parameters that every class and defined type has automatically.
pub(super) fn is_reserved_parameter(name: &str) -> bool {
    matches!(name, "name" | "title")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&str], rule: fn(&str) -> bool) -> Vec<bool> {
        names.iter().map(|name| rule(name)).collect()
    }

    #[test]
    fn only_the_last_part_of_a_variable_begins_with_an_underscore() {
        let good = ["a", "_a", "::a", "::_a", "a::b", "::a::b::_c", "aB9_"];
        let bad = ["", "A", "a::", "::", "_a::b", "a::_b::c", "a::::b", "a:b", "a::9", "é"];
        assert_eq!(all(&good, is_variable_name), [true; 7]);
        assert_eq!(all(&bad, is_variable_name), [false; 10]);
    }

    #[test]
    fn numbers_as_names() {
        assert_eq!(all(&["0", "1", "10"], is_numeric_variable), [true; 3]);
        assert_eq!(all(&["", "00", "01", "0x1", "1a"], is_numeric_variable), [false; 5]);
        assert_eq!(all(&["0", "00", "0x12"], is_numeric_parameter), [true; 3]);
        assert_eq!(all(&["", "0x", "0x1f", "x"], is_numeric_parameter), [false; 4]);
    }

    #[test]
    fn definitions_and_types_differ_by_case() {
        assert_eq!(all(&["a", "a::b9"], is_definition_name), [true; 2]);
        assert_eq!(all(&["", "A", "::a", "a::", "a-b", "_a"], is_definition_name), [false; 6]);
        assert_eq!(all(&["A", "A::B_"], is_type_name), [true; 2]);
        assert_eq!(all(&["", "a", "::A", "A::b", "A::"], is_type_name), [false; 5]);
    }

    #[test]
    fn reserved_names_are_found() {
        assert_eq!(all(&["any", "variant", "hash", "semver"], is_reserved_type_name), [true; 4]);
        assert_eq!(all(&["Any", "callable", "resource"], is_reserved_type_name), [false; 3]);
    }
}
