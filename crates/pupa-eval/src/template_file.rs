//! Templates in files, decoded and compiled once for all runs.

use std::sync::{Arc, OnceLock};

use pupa_ruby::parse::SyntaxError;
use pupa_ruby::puppet::template::Template;
use pupa_syntax::Dialect;
use pupa_syntax::source::Source;

use crate::host::{HostError, Owner};
use crate::program::{ManifestError, Program};
use crate::settings::Settings;

/// The byte order marks of other encodings, with the names of those encodings.
const BYTE_ORDER_MARKS: [(&[u8], &str); 9] = [
    (&[0x00, 0x00, 0xFE, 0xFF], "UTF-32"),
    (&[0xFF, 0xFE, 0x00, 0x00], "UTF-32"),
    (&[0x84, 0x31, 0x95, 0x33], "GB-18030"),
    (&[0xDD, 0x73, 0x66, 0x73], "UTF-EBCDIC"),
    (&[0x0E, 0xFE, 0xFF], "SCSU"),
    (&[0xF7, 0x64, 0x4C], "UTF-1"),
    (&[0xFB, 0xEE, 0x28], "BOCU"),
    (&[0xFE, 0xFF], "UTF-16"),
    (&[0xFF, 0xFE], "UTF-16"),
];

/// A template in a file.
///
/// It is compiled to a program once, for all runs that get a clone of this object. These runs must
/// have the same settings.
#[derive(Debug, Clone)]
pub struct TemplateFile {
    /// The text.
    pub source: Arc<Source>,
    program: Arc<OnceLock<Result<Arc<Program>, ManifestError>>>,
    erb: Arc<OnceLock<Result<Template, Vec<SyntaxError>>>>,
}

impl TemplateFile {
    /// The template of that path, made of what is in the file.
    ///
    /// # Errors
    /// When the file is not valid UTF-8.
    ///
    /// ```
    /// use pupa_eval::template_file::TemplateFile;
    ///
    /// let file = TemplateFile::new("motd.epp", b"<%= 1 + 2 %>".to_vec()).expect("it is text");
    /// assert_eq!(file.source.text(), "<%= 1 + 2 %>");
    /// let problem = TemplateFile::new("motd.epp", vec![0xFF]).unwrap_err();
    /// assert_eq!(problem.0, "invalid byte sequence in UTF-8");
    /// ```
    pub fn new(path: &str, bytes: Vec<u8>) -> Result<TemplateFile, HostError> {
        let text = String::from_utf8(bytes).map_err(|error| refusal(error.as_bytes()))?;
        let source = Arc::new(Source::new(path, text));
        Ok(TemplateFile { source, program: Arc::default(), erb: Arc::default() })
    }

    /// The template compiled as EPP.
    pub(crate) fn program(&self, settings: &Settings) -> Result<Arc<Program>, ManifestError> {
        let program = self.program.get_or_init(|| {
            let source = Arc::clone(&self.source);
            Program::read_as(source, Dialect::Template, Owner::Environment, settings).map(Arc::new)
        });
        program.clone()
    }

    /// The template parsed as ERB.
    pub(crate) fn erb(&self) -> &Result<Template, Vec<SyntaxError>> {
        self.erb.get_or_init(|| Template::new(self.source.text(), Some(self.source.name())))
    }
}

/// Returns the error for a template that is not valid UTF-8.
fn refusal(bytes: &[u8]) -> HostError {
    let marked = BYTE_ORDER_MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
    HostError(match marked {
        None => "invalid byte sequence in UTF-8".to_owned(),
        Some((mark, encoding)) => {
            let mark: Vec<String> = mark.iter().map(|byte| format!("{byte:X}")).collect();
            format!(
                "epp(): Invalid EPP: Illegal {encoding} Byte Order mark at beginning of input: \
                 [{}] - remove these from the puppet source",
                mark.join(" ")
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_named() {
        let refused = |bytes: &[u8]| TemplateFile::new("t", bytes.to_vec()).unwrap_err().0;
        assert!(refused(b"\xFF\xFEa\0").contains("Illegal UTF-16 Byte"));
        assert!(refused(b"\xFF\xFE\0\0").contains("Illegal UTF-32 Byte"));
        assert!(refused(b"\0\0\xFE\xFFa").contains("[0 0 FE FF]"));
        assert_eq!(refused(b"a\xE4"), "invalid byte sequence in UTF-8");
    }
}
