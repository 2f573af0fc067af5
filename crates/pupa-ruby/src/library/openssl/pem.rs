//! Reads and writes the sections of PEM files.

use super::super::base64;

/// The bytes of the first section with a label.
pub(super) fn section(text: &[u8], label: &str) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(text);
    let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let mut lines = text.lines().map(str::trim_end);
    // Indented lines are not recognized.
    lines.find(|line| *line == begin)?;
    let mut body = String::new();
    for line in lines {
        if line == end {
            return Some(base64::decode(body.as_bytes()));
        }
        body.push_str(line);
    }
    None
}

/// The PEM section for DER bytes.
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
        assert_eq!(super::section(text.replace("-----B", " -----B").as_bytes(), "X"), None);
        assert_eq!(super::section(text.replace("-----E", " -----E").as_bytes(), "X"), None);
    }
}
