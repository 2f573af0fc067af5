//! Construction of URIs from components, with Ruby's checks.
//!
//! The checks are those of RFC 2396, which is stricter than the grammar that parses strings.

use super::characters::{
    consists_of, is_rfc2396_first_segment, is_rfc2396_opaque, is_rfc2396_path, is_rfc2396_userinfo,
    is_scheme,
};
use super::{Check, Class, Uri, invalid_component, invalid_uri, split_userinfo};
use crate::value::scalar_error::{ScalarError, ScalarErrorKind};

/// The components of a URI.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct UriParts {
    /// `http`
    pub scheme: Option<String>,
    /// `user` or `user:password`
    pub userinfo: Option<String>,
    /// A name or an address; the brackets of an IPv6 address are optional.
    pub host: Option<String>,
    /// `8080`
    pub port: Option<u64>,
    /// The path, including its leading slash.
    pub path: Option<String>,
    /// The query, without its question mark.
    pub query: Option<String>,
    /// The fragment, without its number sign.
    pub fragment: Option<String>,
    /// The part after the scheme that is not a path.
    pub opaque: Option<String>,
}

impl Uri {
    /// Creates a URI from components.
    ///
    /// # Errors
    ///
    /// If a component contains invalid characters, components exclude each other, or the scheme
    /// requires others.
    pub fn build(parts: UriParts) -> Result<Self, ScalarError> {
        let class = parts.scheme.as_deref().map_or(Class::Generic, Class::of);
        let parts = scheme_parts(class, parts)?;
        let mut uri = Self::empty(class);
        uri.check_scheme(parts.scheme)?;
        let path = uri.scheme_path(parts.path)?;
        if let Some(userinfo) = &parts.userinfo {
            uri.check_userinfo(userinfo)?;
            uri.set_userinfo(Some(userinfo));
        }
        let host = parts.host.map(add_brackets);
        check_host(host.as_deref())?;
        uri.set_host(host);
        uri.set_port(parts.port.map(u128::from));
        uri.check_path(path.as_deref())?;
        uri.set_path(path);
        uri.set_query(parts.query.as_deref())?;
        uri.check_opaque(parts.opaque.as_deref())?;
        uri.opaque = parts.opaque;
        uri.set_fragment(parts.fragment.as_deref());
        uri.finish(Check::Strict)?;
        Ok(uri)
    }

    fn check_scheme(&mut self, scheme: Option<String>) -> Result<(), ScalarError> {
        if let Some(scheme) = scheme.as_deref().filter(|scheme| !is_scheme(scheme)) {
            let message = format!("bad component(expected scheme component): {scheme}");
            return Err(invalid_component(message));
        }
        self.scheme = scheme.map(|scheme| scheme.to_ascii_lowercase());
        Ok(())
    }

    fn check_userinfo(&self, userinfo: &str) -> Result<(), ScalarError> {
        if self.class == Class::File {
            return Err(invalid_uri("can not set userinfo for file URI"));
        }
        let (user, password) = split_userinfo(Some(userinfo));
        if let Some(user) = user.filter(|user| !consists_of(user, is_rfc2396_userinfo)) {
            let message =
                format!("bad component(expected userinfo component or user component): {user}");
            return Err(invalid_component(message));
        }
        if password.is_some_and(|password| !consists_of(password, is_rfc2396_userinfo)) {
            return Err(invalid_component("bad password component"));
        }
        Ok(())
    }

    fn check_path(&self, path: Option<&str>) -> Result<(), ScalarError> {
        let Some(path) = path.filter(|path| !path.is_empty()) else { return Ok(()) };
        let is_absolute = path.starts_with('/') && consists_of(path, is_rfc2396_path);
        let expected = if self.scheme.is_some() && self.class != Class::Ftp {
            "absolute"
        } else if is_relative_path(path) {
            return Ok(());
        } else {
            "relative"
        };
        if is_absolute {
            return Ok(());
        }
        let message = format!("bad component(expected {expected} path component): {path}");
        Err(invalid_component(message))
    }

    fn check_opaque(&self, opaque: Option<&str>) -> Result<(), ScalarError> {
        let Some(opaque) = opaque else { return Ok(()) };
        let taken = self.host.is_some() || self.port.is_some() || self.user.is_some();
        if taken || self.path.is_some() {
            return Err(invalid_uri("can not set opaque with host, port, userinfo or path"));
        }
        let begins = !opaque.is_empty() && !opaque.starts_with(['/', '[', ']']);
        if !begins || !consists_of(opaque, is_rfc2396_opaque) {
            let message = format!("bad component(expected opaque component): {opaque}");
            return Err(invalid_component(message));
        }
        Ok(())
    }
}

/// The changes that the class of a scheme makes to the components before they are checked.
fn scheme_parts(class: Class, mut parts: UriParts) -> Result<UriParts, ScalarError> {
    match class {
        Class::Ftp => {
            let Some(path) = parts.path else {
                let message = "undefined method `sub' for nil:NilClass";
                return Err(ScalarError::new(ScalarErrorKind::Name, message));
            };
            parts.path = Some(match path.strip_prefix('/') {
                Some(rest) => format!("/%2F{rest}"),
                None => format!("/{path}"),
            });
        }
        // Compat: these two classes have other components, which cannot be given here, and their
        // values replace the given ones. Pinned by `quirk-components-of-uris`.
        Class::Ldap | Class::Ldaps => parts.query = Some(String::new()),
        Class::MailTo => parts.opaque = Some(String::new()),
        _ => {}
    }
    Ok(parts)
}

/// The host, with brackets if it must be an IPv6 address.
fn add_brackets(host: String) -> String {
    let has_brackets = host.starts_with('[') && host.ends_with(']');
    if !has_brackets && host.contains(':') { format!("[{host}]") } else { host }
}

fn check_host(host: Option<&str>) -> Result<(), ScalarError> {
    let Some(host) = host else { return Ok(()) };
    let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_host =
        address.map_or_else(|| !host.is_empty() && consists_of(host, is_name), is_rfc2732_ipv6);
    if is_host {
        return Ok(());
    }
    Err(invalid_component(format!("bad component(expected host component): {host}")))
}

/// Whether the string is an IPv6 address by the lenient rules of RFC 2732: any number of groups.
fn is_rfc2732_ipv6(text: &str) -> bool {
    match text.split_once("::") {
        Some((before, after)) => {
            (before.is_empty() || is_groups(before, false))
                && (after.is_empty() || is_groups(after, true))
        }
        None => is_groups(text, true),
    }
}

fn is_groups(text: &str, with_ipv4: bool) -> bool {
    let is_group = |group: &str| {
        (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let is_octet = |octet: &str| {
        (1..=3).contains(&octet.len()) && octet.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_ipv4 = |text: &str| text.split('.').count() == 4 && text.split('.').all(is_octet);
    let (rest, last) = match text.rsplit_once(':') {
        Some((rest, last)) => (Some(rest), last),
        None => (None, text),
    };
    rest.is_none_or(|rest| rest.split(':').all(is_group))
        && (is_group(last) || (with_ipv4 && is_ipv4(last)))
}

fn is_relative_path(path: &str) -> bool {
    let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
    !first.is_empty()
        && consists_of(first, is_rfc2396_first_segment)
        && consists_of(rest, is_rfc2396_path)
}
