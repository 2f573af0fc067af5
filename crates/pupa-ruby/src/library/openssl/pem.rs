//! Sections of PEM files.

use super::super::base64;

/// The bytes of the first section with a label.
pub(super) fn section(text: &[u8], label: &str) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(text);
    let (_, rest) = text.split_once(&format!("-----BEGIN {label}-----"))?;
    let (body, _) = rest.split_once(&format!("-----END {label}-----"))?;
    Some(base64::decode(body.as_bytes()))
}

/// A section as text.
pub(super) fn text(label: &str, der: &[u8]) -> String {
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in der.chunks(48) {
        text.push_str(&base64::strict(line));
        text.push('\n');
    }
    text.push_str(&format!("-----END {label}-----\n"));
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn sections_survive_the_way_to_text_and_back() {
        let bytes: Vec<u8> = (0..100).collect();
        let text = super::text("X", &bytes);
        assert_eq!(text.lines().nth(1).map(str::len), Some(64));
        assert_eq!(super::section(text.as_bytes(), "X"), Some(bytes));
        assert_eq!(super::section(text.as_bytes(), "Y"), None);
    }
}
