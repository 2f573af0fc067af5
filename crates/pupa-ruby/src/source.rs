//! Files of Ruby code, parsed once and shared by all machines.

use std::sync::{Arc, OnceLock};

use crate::code::Code;
use crate::parse::{self, Options, SyntaxError};
use crate::symbol::Symbol;

/// The local variable that the code of a function file sees: the loader of the function.
const LOADER: &str = "loader_injected_arg";

/// The code of a file, or its syntax errors.
pub type Parsed = Result<Arc<Code>, Vec<SyntaxError>>;

/// A file of Ruby code, which is parsed at most once.
#[derive(Debug, Clone)]
pub struct RubySource(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: String,
    text: Vec<u8>,
    code: OnceLock<Parsed>,
    function: OnceLock<Parsed>,
}

impl RubySource {
    /// A file of a path with its content.
    pub fn new(path: impl Into<String>, text: Vec<u8>) -> RubySource {
        let (code, function) = (OnceLock::new(), OnceLock::new());
        RubySource(Arc::new(Shared { path: path.into(), text, code, function }))
    }

    /// The path.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The content.
    pub fn text(&self) -> &[u8] {
        &self.0.text
    }

    /// The code of a file that `require` loads.
    ///
    /// # Errors
    /// When the text has syntax errors.
    pub fn code(&self) -> &Parsed {
        self.0.code.get_or_init(|| parse::parse(self.text(), &self.options(&[])))
    }

    /// The code of a file that defines a function: its first local variable is the loader.
    ///
    /// # Errors
    /// When the text has syntax errors.
    pub fn function_code(&self) -> &Parsed {
        self.0.function.get_or_init(|| parse::parse(self.text(), &self.options(&[LOADER])))
    }

    fn options(&self, locals: &[&str]) -> Options {
        let locals = locals.iter().map(|name| Symbol::new(name)).collect();
        Options { file: self.path().to_owned(), locals, ..Options::default() }
    }
}
