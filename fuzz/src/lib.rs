//! What the fuzz targets share.

use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use pupa_syntax::{Dialect, Edition, ParseOptions};

/// The input as text, when it is text.
pub fn source(data: &[u8]) -> Option<Arc<Source>> {
    let text = std::str::from_utf8(data).ok()?;
    Some(Arc::new(Source::new("fuzz.pp", text)))
}

/// Both editions.
pub const EDITIONS: [Edition; 2] = [Edition::Puppet8, Edition::Draft];

/// Options to parse with.
pub fn options(edition: Edition, dialect: Dialect) -> ParseOptions {
    ParseOptions { edition, extensions: true, dialect, tasks: false }
}

/// Every place named must be a place in the text, at the border of characters.
pub fn assert_places(source: &Source, diagnostics: &[Diagnostic]) {
    for found in diagnostics {
        let spans = found.labels.iter().map(|label| label.location.span).chain([found.span()]);
        for span in spans {
            assert!(span.start <= span.end, "{span:?} of {found:?}");
            assert!(span.end as usize <= source.text().len(), "{span:?} of {found:?}");
            assert!(source.text().is_char_boundary(span.start as usize), "{span:?} of {found:?}");
            assert!(source.text().is_char_boundary(span.end as usize), "{span:?} of {found:?}");
            source.position(span.start);
        }
        assert!(!found.message.is_empty());
    }
}
