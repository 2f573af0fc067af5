use super::*;

fn display(text: &str) -> String {
    Uri::parse(text).map_or_else(|error| error.message, |uri| uri.to_string())
}

#[test]
fn texts_are_normalised() {
    let cases = [
        ("HTTP://Example.com:80/a b", "bad URI(is not URI?): \"HTTP://Example.com:80/a b\""),
        ("HTTP://Example.com:80/a", "http://Example.com/a"),
        ("http://h?a'b c%2g", "http://h?a%27b%20c%2g"),
        ("http://h?%zz", "invalid percent escape: %zz"),
        ("file://localhost/x", "file:///x"),
        ("file:/x", "file:///x"),
        ("ftp://h/%2Fa;type=i", "ftp://h/%2Fa;type=i"),
        ("ftp:x", "URI::InvalidURIError"),
        ("mailto:a@b?c=d&", "mailto:a@b?c=d"),
        ("mailto:,", "unrecognised opaque part for mailtoURL: ,"),
        ("mailto:a", "unrecognised opaque part for mailtoURL: a"),
        ("http://[::1]:80/", "http://[::1]/"),
        ("//[::1]/", "bad URI(is not URI?): \"//[::1]/\""),
        ("http://h/é", "URI must be ascii only \"http://h/\\u00E9\""),
        ("a\tb", "bad URI(is not URI?): \"a\\tb\""),
        ("ldap://h/dc=x?cn#f", "bad LDAP URL"),
    ];
    for (text, expected) in cases {
        assert_eq!(display(text), expected, "{text}");
    }
}

#[test]
fn equality_depends_on_the_scheme() {
    let uri = |text| Uri::parse(text).unwrap();
    assert_eq!(uri("http://A.com"), uri("HTTP://a.com:80/"));
    assert_ne!(uri("http://a.com#x"), uri("http://a.com"));
    assert_eq!(uri("ftp://a.com/b#x"), uri("ftp://a.com/b"));
    assert_ne!(uri("x://a.com/b"), uri("http://a.com/b"));
}

#[test]
fn components_omit_defaults() {
    let uri = Uri::parse("https://u:p@Host:443/?q").unwrap();
    let components =
        [("scheme", "https"), ("userinfo", "u:p"), ("host", "host"), ("path", "/"), ("query", "q")];
    assert_eq!(uri.components(), components.map(|(name, value)| (name, value.to_owned())));
}

#[test]
fn merging() {
    let merge = |base: &str, reference: &str| {
        Uri::parse(base).unwrap().merge_text(reference).map(|uri| uri.to_string())
    };
    assert_eq!(merge("http://a/b/c/d;p?q", "../g").unwrap(), "http://a/b/g");
    assert_eq!(merge("http://a/b/c/d;p?q", "./").unwrap(), "http://a/b/c/");
    assert_eq!(merge("http://a/b/c/d;p?q", "//g").unwrap(), "http://g");
    assert_eq!(merge("http://a/b?q", "#s").unwrap(), "http://a/b?q#s");
    assert_eq!(merge("a", "b").unwrap_err().message, "both URI are relative");
}

#[test]
fn building() {
    let build = |parts| Uri::build(parts).map(|uri| uri.to_string()).map_err(|error| error.message);
    let parts = |scheme: &str, host: &str| UriParts {
        scheme: Some(scheme.to_owned()),
        host: Some(host.to_owned()),
        ..UriParts::default()
    };
    assert_eq!(build(parts("https", "::1")).unwrap(), "https://[::1]");
    assert_eq!(
        build(parts("x", "a_b")).unwrap_err(),
        "bad component(expected host component): a_b"
    );
    assert_eq!(
        build(UriParts { path: Some("b".to_owned()), ..parts("x", "a") }).unwrap_err(),
        "bad component(expected absolute path component): b"
    );
    assert_eq!(
        build(UriParts { opaque: Some("b".to_owned()), ..parts("x", "a") }).unwrap_err(),
        "can not set opaque with host, port, userinfo or path"
    );
    assert_eq!(build(parts("ftp", "a")).unwrap_err(), "undefined method `sub' for nil:NilClass");
    assert_eq!(build(parts("ldap", "a")).unwrap(), "ldap://a?");
}
