//! Quoted strings in Ruby's messages.

/// An ASCII string in the form of `String#inspect`.
pub(super) fn inspect(text: &str) -> String {
    quote(text, |c| format!("\\u{:04X}", c as u32))
}

/// A string in the form of `String#dump`: in ASCII.
pub(super) fn dump(text: &str) -> String {
    quote(text, |c| match c as u32 {
        code @ 0..=0x7f => format!("\\x{code:02X}"),
        code @ 0x80..=0xffff => format!("\\u{code:04X}"),
        code => format!("\\u{{{code:X}}}"),
    })
}

/// Quotes a string; `other` escapes characters that are neither printable ASCII nor have an escape
/// letter.
fn quote(text: &str, other: impl Fn(char) -> String) -> String {
    let mut quoted = String::from("\"");
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let letter = match c {
            '"' | '\\' => c,
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => c,
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\x0c' => 'f',
            '\x0b' => 'v',
            '\x08' => 'b',
            '\x07' => 'a',
            '\x1b' => 'e',
            ' '..='~' => {
                quoted.push(c);
                continue;
            }
            c => {
                quoted.push_str(&other(c));
                continue;
            }
        };
        quoted.push('\\');
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}
