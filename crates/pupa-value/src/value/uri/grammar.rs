//! The grammar of RFC 3986, as implemented by Ruby.

use super::characters::{
    consists_of, is_fragment, is_registered_name, is_scheme, is_segment, is_userinfo,
};
use super::invalid_uri;
use super::quote::{dump, inspect};
use crate::value::scalar_error::ScalarError;

/// The components of a parsed URI.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Components<'a> {
    pub(super) scheme: Option<&'a str>,
    pub(super) userinfo: Option<&'a str>,
    pub(super) host: Option<&'a str>,
    pub(super) port: Option<&'a str>,
    pub(super) path: Option<&'a str>,
    pub(super) opaque: Option<String>,
    pub(super) query: Option<&'a str>,
    pub(super) fragment: Option<&'a str>,
}

/// The kind of URI that an authority is part of; the rules for bracketed addresses differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UriKind {
    Absolute,
    Relative,
}

/// Splits a string into components.
pub(super) fn split(text: &str) -> Result<Components<'_>, ScalarError> {
    if !text.is_ascii() {
        return Err(invalid_uri(format!("URI must be ascii only {}", dump(text))));
    }
    absolute(text)
        .or_else(|| relative(text))
        .ok_or_else(|| invalid_uri(format!("bad URI(is not URI?): {}", inspect(text))))
}

fn absolute(text: &str) -> Option<Components<'_>> {
    let (scheme, rest) = text.split_once(':')?;
    if !is_scheme(scheme) {
        return None;
    }
    let (part, split) = tail(rest)?;
    let mut split = Components { scheme: Some(scheme), ..split };
    if let Some(rest) = part.strip_prefix("//") {
        split.authority(rest, UriKind::Absolute)?;
    } else if part.is_empty() || part.starts_with('/') {
        split.path = Some(path(part)?);
    } else {
        let query = split.query.take().map(|query| format!("?{query}"));
        split.opaque = Some(path(part)?.to_owned() + &query.unwrap_or_default());
    }
    Some(split)
}

fn relative(text: &str) -> Option<Components<'_>> {
    let (part, mut split) = tail(text)?;
    if let Some(rest) = part.strip_prefix("//") {
        split.authority(rest, UriKind::Relative)?;
        return Some(split);
    }
    let first = part.split('/').next().unwrap_or_default();
    if first.contains(':') {
        return None;
    }
    split.path = Some(path(part)?);
    Some(split)
}

/// The part before query and fragment, and these two components.
fn tail(text: &str) -> Option<(&str, Components<'_>)> {
    let (rest, fragment) = split_once(text, '#');
    let (part, query) = split_once(rest, '?');
    if !fragment.is_none_or(|fragment| consists_of(fragment, is_fragment)) {
        return None;
    }
    Some((part, Components { query, fragment, ..Components::default() }))
}

fn split_once(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn path(text: &str) -> Option<&str> {
    consists_of(text, |byte| is_segment(byte) || byte == b'/').then_some(text)
}

impl<'a> Components<'a> {
    /// `user:password@host:port/path`
    fn authority(&mut self, text: &'a str, kind: UriKind) -> Option<()> {
        let (authority, rest) = text.split_at(text.find('/').unwrap_or(text.len()));
        self.path = Some(path(rest)?);
        let (userinfo, server) = match authority.split_once('@') {
            Some((userinfo, server)) => (Some(userinfo), server),
            None => (None, authority),
        };
        if !userinfo.is_none_or(|userinfo| consists_of(userinfo, is_userinfo)) {
            return None;
        }
        self.userinfo = userinfo;
        let host = host_length(server, kind)?;
        let (host, port) = server.split_at(host);
        self.host = (!host.is_empty()).then_some(host);
        self.port = match port.strip_prefix(':') {
            Some(digits) => Some(digits),
            None if port.is_empty() => None,
            None => return None,
        };
        let digits = self.port.unwrap_or_default();
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
    }
}

/// The length of the host in `host:port`.
fn host_length(server: &str, kind: UriKind) -> Option<usize> {
    if let Some(rest) = server.strip_prefix('[') {
        return match kind {
            UriKind::Absolute => {
                let end = rest.find(']')?;
                let address = &rest[..end];
                (is_ipv6(address) || is_future_address(address)).then_some(end + 2)
            }
            UriKind::Relative => open_address_length(rest).map(|length| length + 1),
        };
    }
    if kind == UriKind::Relative
        && let Some(end) = server.find(']')
        && is_future_address(&server[..end])
    {
        return Some(end + 1);
    }
    let end = server.find(':').unwrap_or(server.len());
    consists_of(&server[..end], is_registered_name).then_some(end)
}

// Compat: due to a bug in Ruby's regular expression, relative references must omit the closing
// bracket of an IPv6 address, and the opening one of a future address.
// Pinned by `quirk-relative-uris-with-addresses`.
fn open_address_length(text: &str) -> Option<usize> {
    let is_rest = |rest: &str| {
        rest.is_empty()
            || rest
                .strip_prefix(':')
                .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
    };
    (0..=text.len()).rev().find(|&end| is_rest(&text[end..]) && is_ipv6(&text[..end]))
}

/// `v1.something`
fn is_future_address(text: &str) -> bool {
    let parts = text.strip_prefix('v').and_then(|rest| rest.split_once('.'));
    parts.is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && address.bytes().all(is_userinfo)
    })
}

/// Whether the string is an IPv6 address.
fn is_ipv6(text: &str) -> bool {
    let Some((before, after)) = text.split_once("::") else {
        return groups(text, Ipv4::Allowed) == Some(8);
    };
    let (Some(before), Some(after)) =
        (groups(before, Ipv4::Forbidden), groups(after, Ipv4::Allowed))
    else {
        return false;
    };
    match after {
        7 => before == 0,
        // Compat: Ruby requires exactly one group before the colons here.
        6 => before == 1,
        0..=5 => before <= 7 - after,
        _ => false,
    }
}

/// Whether an IPv4 address may replace the last two groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ipv4 {
    Allowed,
    Forbidden,
}

/// The number of groups in a part of an IPv6 address.
fn groups(text: &str, ipv4: Ipv4) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let (text, last) = match text.rsplit_once(':') {
        Some((rest, last)) if last.contains('.') => (Some(rest), Some(last)),
        None if text.contains('.') => (None, Some(text)),
        _ => (Some(text), None),
    };
    let address = match last {
        Some(address) if ipv4 == Ipv4::Allowed && is_ipv4(address) => 2,
        Some(_) => return None,
        None => 0,
    };
    let is_group = |group: &str| {
        (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let mut count = 0;
    for group in text.into_iter().flat_map(|text| text.split(':')) {
        if !is_group(group) {
            return None;
        }
        count += 1;
    }
    Some(count + address)
}

fn is_ipv4(text: &str) -> bool {
    let is_octet = |octet: &str| {
        let plain = octet == "0" || !octet.starts_with('0');
        plain && octet.bytes().all(|byte| byte.is_ascii_digit()) && octet.parse::<u8>().is_ok()
    };
    text.split('.').count() == 4 && text.split('.').all(is_octet)
}
