//! Equality of URIs.

use std::hash::{Hash, Hasher};

use super::{Class, Uri};

impl Uri {
    /// The components that are compared.
    fn key(&self) -> [Option<String>; 9] {
        let scheme = self.scheme.clone();
        let userinfo = self.userinfo();
        let host = self.host.as_deref().map(str::to_lowercase);
        let port = self.port.map(|port| port.to_string());
        let path = self.path().map(|path| if path.is_empty() { "/".to_owned() } else { path });
        let query = self.query.clone();
        let fragment = self.fragment.clone();
        match self.class {
            Class::Generic => {
                let opaque = self.opaque.clone();
                [scheme, userinfo, host, port, path, opaque, query, fragment, None]
            }
            Class::Http | Class::Https => {
                [scheme, userinfo, host, port, path, query, fragment, None, None]
            }
            Class::Ws => [scheme, userinfo, host, port, path, query, None, None, None],
            Class::Ftp => {
                let typecode = self.typecode.clone();
                [scheme, userinfo, host, port, path, typecode, None, None, None]
            }
            Class::File => {
                let host = host.filter(|host| host != "localhost");
                let host = Some(host.unwrap_or_default());
                [scheme, host, path, None, None, None, None, None, None]
            }
            Class::Ldap | Class::Ldaps => {
                let name = self.path.as_ref().and_then(|path| path.get(1..)).map(str::to_owned);
                let [attributes, scope, filter, extensions] = self.ldap_fields();
                [scheme, host, port, name, attributes, scope, filter, extensions, None]
            }
            Class::MailTo => {
                let mail = self.mail.as_ref();
                let to = mail.map(|mail| mail.to.clone());
                let headers = mail.map(|mail| mail.headers.join("&"));
                [scheme, to, headers, None, None, None, None, None, None]
            }
        }
    }

    /// The parts of the query of an `ldap` URI.
    fn ldap_fields(&self) -> [Option<String>; 4] {
        let mut fields = self.query.as_deref().unwrap_or_default().split('?');
        [(); 4].map(|()| fields.next().filter(|field| !field.is_empty()).map(str::to_owned))
    }
}

impl PartialEq for Uri {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class && self.key() == other.key()
    }
}

impl Eq for Uri {}

impl Hash for Uri {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
