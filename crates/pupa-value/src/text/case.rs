//! Case conversion in Ruby's manner: letter by letter, independent of the context.

/// Converts all letters to upper case.
pub fn upcase(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).collect()
}

/// Converts all letters to lower case.
pub fn downcase(text: &str) -> String {
    // By letter, since Ruby does not convert to a final sigma.
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Converts the first letter to title case and all others to lower case.
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    let mut out = characters.next().map(titlecase).unwrap_or_default();
    out.extend(characters.flat_map(char::to_lowercase));
    out
}

/// Capitalises each segment of a qualified name, unless the name begins with an ASCII capital.
///
/// ```
/// use pupa_value::text::capitalize_segments;
/// assert_eq!(capitalize_segments("my::file"), "My::File");
/// assert_eq!(capitalize_segments("MY::file"), "MY::file");
/// ```
pub fn capitalize_segments(name: &str) -> String {
    if name.is_ascii() && !name.contains('\n') {
        return match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => name.to_owned(),
            false => capitalize_ascii(name),
        };
    }
    if name.lines().any(|line| line.starts_with(|c: char| c.is_ascii_uppercase())) {
        return name.to_owned();
    }
    capitalize_each(name)
}

/// A fast path: most names are ASCII, where case conversion keeps the length.
fn capitalize_ascii(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut is_start = true;
    let mut colons = 0;
    for letter in name.trim_end_matches("::").chars() {
        out.push(match is_start {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        });
        // Of three colons, the first two are the separator.
        colons = if letter == ':' { colons + 1 } else { 0 };
        is_start = colons == 2;
        if is_start {
            colons = 0;
        }
    }
    out
}

/// Capitalises each segment of a qualified name.
pub(crate) fn capitalize_each(name: &str) -> String {
    // Ruby drops empty segments at the end.
    let segments: Vec<String> = name.trim_end_matches("::").split("::").map(capitalize).collect();
    segments.join("::")
}

fn titlecase(letter: char) -> String {
    match letter {
        // Digraphs, whose title case is a capital and a small letter.
        'Ǆ'..='ǆ' => 'ǅ'.into(),
        'Ǉ'..='ǉ' => 'ǈ'.into(),
        'Ǌ'..='ǌ' => 'ǋ'.into(),
        'Ǳ'..='ǳ' => 'ǲ'.into(),
        // Georgian has no title case; its capitals are for whole words only.
        'ა'..='ჺ' | 'ჽ'..='ჿ' | 'Ა'..='Ჿ' => letter.to_lowercase().collect(),
        'ŉ' => "ʼN".to_owned(),
        'ᾀ'..='ᾯ' | 'ᾳ' | 'ᾼ' | 'ῃ' | 'ῌ' | 'ῳ' | 'ῼ' => with_iota(letter).into(),
        _ => mixed(letter),
    }
}

/// Greek capitals with adscript iota.
fn with_iota(letter: char) -> char {
    let code = u32::from(letter);
    let capital = match letter {
        'ᾳ' => 0x1FBC,
        'ῃ' => 0x1FCC,
        'ῳ' => 0x1FFC,
        'ᾼ' | 'ῌ' | 'ῼ' => code,
        _ => code | 8,
    };
    char::from_u32(capital).unwrap_or(letter)
}

/// Keeps the first letter of the upper-case form and converts the others to lower case.
fn mixed(letter: char) -> String {
    let mut upper = letter.to_uppercase();
    let mut out: String = upper.next().into_iter().collect();
    for next in upper {
        match next {
            // A subscript iota stays a subscript.
            'Ι' if ('ᾲ'..='ῷ').contains(&letter) => out.push('\u{345}'),
            _ => out.extend(next.to_lowercase()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_names_are_capitalised_as_others_are() {
        for name in [
            "a",
            "my::file",
            "mY::FILE::x_1",
            "a::",
            "a::::",
            "::a",
            "a:::b",
            "a::::b",
            "a:b",
            "",
            ":",
            "1x",
        ] {
            assert_eq!(capitalize_ascii(name), capitalize_each(name), "{name}");
        }
    }
}
