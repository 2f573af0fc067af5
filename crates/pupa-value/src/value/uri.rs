//! `URI`: a uniform resource identifier with Ruby's semantics.

mod build;
mod characters;
mod display;
mod equality;
mod grammar;
mod merge;
mod quote;
#[cfg(test)]
mod tests;

pub use build::UriParts;

use super::scalar_error::{ScalarError, ScalarErrorKind};
use grammar::Components;

/// A URI.
///
/// URIs are equal if they have the same scheme and equal components, as far as the scheme compares
/// them. The case of the host is ignored, and an empty path equals the root.
///
/// ```
/// # use pupa_value::value::uri::Uri;
/// let uri = Uri::parse("HTTP://example.com:8080/a?b#c")?;
/// assert_eq!((uri.scheme(), uri.host(), uri.port()), (Some("http"), Some("example.com"), Some(8080)));
/// assert_eq!(uri.to_string(), "http://example.com:8080/a?b#c");
/// # Ok::<(), pupa_value::value::scalar_error::ScalarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Uri {
    class: Class,
    scheme: Option<String>,
    user: Option<String>,
    password: Option<String>,
    host: Option<String>,
    port: Option<u128>,
    /// As written in the string form; see [`path`](Self::path).
    path: Option<String>,
    opaque: Option<String>,
    query: Option<String>,
    fragment: Option<String>,
    typecode: Option<String>,
    mail: Option<Mail>,
}

/// The schemes with special rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Generic,
    File,
    Ftp,
    Http,
    Https,
    Ldap,
    Ldaps,
    MailTo,
    Ws,
}

/// The two parts after `mailto:`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Mail {
    to: String,
    headers: Vec<String>,
}

impl Class {
    fn of(scheme: &str) -> Self {
        match scheme.to_ascii_lowercase().as_str() {
            "file" => Self::File,
            "ftp" => Self::Ftp,
            "http" => Self::Http,
            "https" => Self::Https,
            "ldap" => Self::Ldap,
            "ldaps" => Self::Ldaps,
            "mailto" => Self::MailTo,
            "ws" => Self::Ws,
            _ => Self::Generic,
        }
    }

    fn default_port(self) -> Option<u128> {
        match self {
            Self::Ftp => Some(21),
            Self::Http | Self::Ws => Some(80),
            Self::Https => Some(443),
            Self::Ldap => Some(389),
            Self::Ldaps => Some(636),
            Self::Generic | Self::File | Self::MailTo => None,
        }
    }
}

/// # Construction
impl Uri {
    /// Parses a URI.
    ///
    /// # Errors
    ///
    /// `bad URI(is not URI?): "…"`, or an error of the scheme.
    pub fn parse(text: &str) -> Result<Self, ScalarError> {
        let Components { scheme, userinfo, host, port, path, opaque, query, fragment } =
            grammar::split(text)?;
        let class = scheme.map_or(Class::Generic, Class::of);
        let mut uri = Self::empty(class);
        uri.scheme = scheme.map(str::to_ascii_lowercase);
        let path = uri.scheme_path(path.map(str::to_owned))?;
        uri.set_userinfo(userinfo);
        uri.set_host(host.map(str::to_owned));
        uri.set_port(port.and_then(parse_port));
        uri.set_path(path);
        uri.set_query(query)?;
        uri.opaque = opaque;
        uri.set_fragment(fragment);
        uri.finish(Check::Trusted)?;
        Ok(uri)
    }

    fn empty(class: Class) -> Self {
        Self {
            class,
            scheme: None,
            user: None,
            password: None,
            host: None,
            port: None,
            path: None,
            opaque: None,
            query: None,
            fragment: None,
            typecode: None,
            mail: None,
        }
    }

    /// The path after the changes that the scheme makes before it is set.
    fn scheme_path(&self, path: Option<String>) -> Result<Option<String>, ScalarError> {
        match (self.class, path) {
            (Class::Ftp, None) => Err(invalid_uri("URI::InvalidURIError")),
            (Class::Ftp, Some(path)) => Ok(Some(ftp_path(&path))),
            (_, path) => Ok(path),
        }
    }

    /// Completes the URI after all components are set.
    fn finish(&mut self, check: Check) -> Result<(), ScalarError> {
        if self.path.is_none() && self.opaque.is_none() {
            self.set_path(Some(String::new()));
        }
        if self.port.is_none() {
            self.set_port(self.class.default_port());
        }
        match self.class {
            Class::Ftp => self.split_typecode(check),
            Class::Ldap | Class::Ldaps if self.fragment.is_some() || self.path.is_none() => {
                Err(invalid_uri("bad LDAP URL"))
            }
            Class::MailTo => self.split_mail(),
            _ => Ok(()),
        }
    }

    /// Splits `;type=a` off the path.
    fn split_typecode(&mut self, check: Check) -> Result<(), ScalarError> {
        let split = self.path.as_deref().and_then(|path| path.split_once(";type="));
        let Some((path, typecode)) = split else { return Ok(()) };
        if check == Check::Strict && !matches!(typecode, "a" | "i" | "d") {
            let message = format!("bad typecode(expected a, i, d): {typecode}");
            return Err(invalid_component(message));
        }
        self.typecode = Some(typecode.to_owned());
        self.path = Some(path.to_owned());
        Ok(())
    }

    fn split_mail(&mut self) -> Result<(), ScalarError> {
        if let (Some(query), None) = (&self.query, &self.opaque) {
            self.opaque = Some(format!("?{query}"));
        }
        let Some(opaque) = &self.opaque else {
            return Err(invalid_component("missing opaque part for mailto URL"));
        };
        let (to, headers) = match opaque.split_once('?') {
            Some((to, headers)) => (to, Some(headers)),
            None => (opaque.as_str(), None),
        };
        if !characters::is_address_list(to) {
            let message = format!("unrecognised opaque part for mailtoURL: {opaque}");
            return Err(invalid_component(message));
        }
        let mut headers: Vec<String> =
            headers.into_iter().flat_map(|text| text.split('&')).map(str::to_owned).collect();
        while headers.last().is_some_and(String::is_empty) {
            headers.pop();
        }
        self.mail = Some(Mail { to: to.to_owned(), headers });
        Ok(())
    }
}

/// Whether components were parsed by the grammar or must be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    Trusted,
    Strict,
}

/// # Components
impl Uri {
    /// The scheme in lower case.
    pub fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }

    /// The user and the password.
    pub fn userinfo(&self) -> Option<String> {
        let user = self.user.as_ref()?;
        Some(match &self.password {
            Some(password) => format!("{user}:{password}"),
            None => user.clone(),
        })
    }

    /// The host, with the brackets of an IPv6 address.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// The port, or the default port of the scheme.
    pub fn port(&self) -> Option<u128> {
        self.port
    }

    /// The path. That of an `ftp` URI is relative to the user's directory, and absolute if it
    /// begins with `%2F` in the string form.
    pub fn path(&self) -> Option<String> {
        match self.class {
            Class::Ftp => self.path.as_deref().map(ftp_path),
            _ => self.path.clone(),
        }
    }

    /// The query, without its question mark.
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// The fragment, without its number sign.
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// The part after the scheme that is not a path.
    pub fn opaque(&self) -> Option<&str> {
        self.opaque.as_deref()
    }

    /// The components that are parameters of the type of this URI, in their order: those that are
    /// present and, for port and path, not the default.
    pub fn components(&self) -> Vec<(&'static str, String)> {
        let default_port = match (self.scheme(), self.port) {
            (Some("http"), port) => port == Some(80),
            (Some("https"), port) => port == Some(443),
            _ => false,
        };
        let not_empty = |text: &String| !text.is_empty();
        let all = [
            ("scheme", self.scheme.clone()),
            ("userinfo", self.userinfo()),
            ("host", self.host.as_deref().map(str::to_lowercase).filter(not_empty)),
            ("port", self.port.filter(|_| !default_port).map(|port| port.to_string())),
            ("path", self.path().filter(not_empty)),
            ("query", self.query.clone()),
            ("fragment", self.fragment.clone()),
            ("opaque", self.opaque.clone()),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// # Setting components by the rules of the schemes
impl Uri {
    fn set_userinfo(&mut self, userinfo: Option<&str>) {
        if self.class == Class::File {
            return;
        }
        let (user, password) = split_userinfo(userinfo);
        self.user = user.map(str::to_owned);
        if let Some(password) = password {
            self.password = Some(password.to_owned());
        }
    }

    fn set_host(&mut self, host: Option<String>) {
        self.host = match (self.class, host) {
            (Class::File, None) => Some(String::new()),
            (Class::File, Some(host)) if host == "localhost" => Some(String::new()),
            (_, host) => host,
        };
    }

    fn set_port(&mut self, port: Option<u128>) {
        if self.class != Class::File {
            self.port = port;
        }
    }

    fn set_path(&mut self, path: Option<String>) {
        self.path = match (self.class, path) {
            (Class::Ftp, Some(path)) => Some(match path.strip_prefix('/') {
                Some(rest) => format!("/%2F{rest}"),
                None => format!("/{path}"),
            }),
            (_, path) => path,
        };
    }

    fn set_query(&mut self, query: Option<&str>) -> Result<(), ScalarError> {
        self.query = match query {
            None => None,
            Some(_) if self.opaque.is_some() => {
                return Err(invalid_uri("query conflicts with opaque"));
            }
            Some(query) => Some(characters::escape_query(query)?),
        };
        Ok(())
    }

    fn set_fragment(&mut self, fragment: Option<&str>) {
        self.fragment = fragment.map(characters::escape_fragment);
    }
}

fn invalid_uri(message: impl Into<String>) -> ScalarError {
    ScalarError::new(ScalarErrorKind::InvalidUri, message)
}

fn invalid_component(message: impl Into<String>) -> ScalarError {
    ScalarError::new(ScalarErrorKind::InvalidUriComponent, message)
}

/// The user and the password of `user:password`.
fn split_userinfo(userinfo: Option<&str>) -> (Option<&str>, Option<&str>) {
    match userinfo {
        None | Some("") => (None, None),
        Some(userinfo) => match userinfo.split_once(':') {
            Some((user, password)) => (Some(user), Some(password)),
            None => (Some(userinfo), None),
        },
    }
}

/// The path of an `ftp` URI without the slash before it in the string form.
fn ftp_path(path: &str) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    match path.strip_prefix("%2F") {
        Some(rest) => format!("/{rest}"),
        None => path.to_owned(),
    }
}

/// The number of a port; `None` if there are no digits.
fn parse_port(digits: &str) -> Option<u128> {
    (!digits.is_empty()).then(|| {
        digits.bytes().fold(0_u128, |number, digit| {
            number.saturating_mul(10).saturating_add(u128::from(digit - b'0'))
        })
    })
}
