//! The string form of URIs.

use std::fmt;

use super::{Mail, Uri};

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(f, "{scheme}:")?;
        }
        match (&self.mail, &self.opaque) {
            (Some(mail), _) => write!(f, "{mail}")?,
            (None, Some(opaque)) => f.write_str(opaque)?,
            (None, None) => self.write_hierarchy(f)?,
        }
        match &self.fragment {
            Some(fragment) => write!(f, "#{fragment}"),
            None => Ok(()),
        }
    }
}

impl Uri {
    fn write_hierarchy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.is_some() || matches!(self.scheme(), Some("file" | "postgres")) {
            f.write_str("//")?;
        }
        if let Some(userinfo) = self.userinfo() {
            write!(f, "{userinfo}@")?;
        }
        f.write_str(self.host.as_deref().unwrap_or_default())?;
        if let Some(port) = self.port
            && Some(port) != self.class.default_port()
        {
            write!(f, ":{port}")?;
        }
        f.write_str(self.path.as_deref().unwrap_or_default())?;
        if let Some(typecode) = &self.typecode {
            write!(f, ";type={typecode}")?;
        }
        match &self.query {
            Some(query) => write!(f, "?{query}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to)?;
        if self.headers.is_empty() { Ok(()) } else { write!(f, "?{}", self.headers.join("&")) }
    }
}
