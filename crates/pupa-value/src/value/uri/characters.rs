//! The characters that each component may contain, and escaping of others.

use super::invalid_uri;
use crate::value::scalar_error::ScalarError;

/// Whether a string consists of percent escapes and bytes of a class.
pub(super) fn consists_of(text: &str, class: impl Fn(u8) -> bool) -> bool {
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = match escape_length(rest) {
            Some(length) => &rest[length..],
            None if class(*byte) => tail,
            None => return false,
        };
    }
    true
}

/// RFC 3986: user and password.
pub(super) fn is_userinfo(byte: u8) -> bool {
    is_registered_name(byte) || byte == b':'
}

/// RFC 3986: a host name.
pub(super) fn is_registered_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!$&'()*+,-.;=_~".contains(&byte)
}

/// RFC 3986: a segment of a path.
pub(super) fn is_segment(byte: u8) -> bool {
    is_userinfo(byte) || byte == b'@'
}

/// RFC 3986: a fragment.
pub(super) fn is_fragment(byte: u8) -> bool {
    is_segment(byte) || matches!(byte, b'/' | b'?')
}

/// RFC 2396: unreserved characters.
pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte)
}

/// RFC 2396: a path with its slashes.
pub(super) fn is_rfc2396_path(byte: u8) -> bool {
    is_unreserved(byte) || b":@&=+$,;/".contains(&byte)
}

/// RFC 2396: the first segment of a relative path.
pub(super) fn is_rfc2396_first_segment(byte: u8) -> bool {
    is_unreserved(byte) || b";@&=+$,".contains(&byte)
}

/// RFC 2396: user and password.
pub(super) fn is_rfc2396_userinfo(byte: u8) -> bool {
    is_unreserved(byte) || b";:&=+$,".contains(&byte)
}

/// RFC 2396: an opaque part.
pub(super) fn is_rfc2396_opaque(byte: u8) -> bool {
    is_unreserved(byte) || b";/?:@&=+$,[]".contains(&byte)
}

/// Whether a string is a valid scheme.
pub(super) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Whether a string consists of mail addresses separated by commas or semicolons.
pub(super) fn is_address_list(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    let text = text.strip_suffix([',', ';']).unwrap_or(text);
    let is_address = |address: &str| {
        address
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'))
    };
    text.split([',', ';']).all(is_address)
}

/// Escapes the invalid characters of a query.
pub(super) fn escape_query(query: &str) -> Result<String, ScalarError> {
    let query = without_line_breaks(query);
    if let Some(bad) = bad_escape(&query) {
        return Err(invalid_uri(format!("invalid percent escape: {bad}")));
    }
    Ok(escape(&query, |byte| {
        byte == b'!' || matches!(byte, b'$'..=b'&' | b'('..=b';' | b'=' | b'?'..=b'_' | b'a'..=b'~')
    }))
}

/// Escapes the invalid characters of a fragment.
pub(super) fn escape_fragment(fragment: &str) -> String {
    escape(&without_line_breaks(fragment), |byte| byte.is_ascii_graphic())
}

fn without_line_breaks(text: &str) -> String {
    text.replace(['\t', '\r', '\n'], "")
}

/// The first percent sign that is followed by two bytes that are not hexadecimal digits.
fn bad_escape(text: &str) -> Option<String> {
    let found = text.as_bytes().windows(3).find(|window| {
        window[0] == b'%' && !window[1].is_ascii_hexdigit() && !window[2].is_ascii_hexdigit()
    })?;
    Some(String::from_utf8_lossy(found).into_owned())
}

fn escape(text: &str, class: impl Fn(u8) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if class(byte) {
            escaped.push(byte as char);
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

/// The length of the percent escape at the start of a string.
fn escape_length(text: &[u8]) -> Option<usize> {
    match text {
        [b'%', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => Some(3),
        _ => None,
    }
}
