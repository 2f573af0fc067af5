//! The validator: rules beyond the grammar, checked on a finished tree.
//!
//! One walk over the tree, in the order in which the reference walks, so that diagnostics come in
//! its order too. [`walk`] goes through the tree and names the check of each kind of node; the
//! checks are in the files beside it, one subject each. [`types`] has the rules of type
//! definitions, which the reference does not have.
//!
//! A rule here looks at one file. What needs other files, facts or values is not known here.

use crate::diagnostic::Diagnostic;
use crate::edition::Edition;
use crate::syntax_checker::Checkers;
use crate::tree::Tree;

mod big;
mod definitions;
mod duplicates;
mod expressions;
mod hostnames;
pub mod labels;
mod literal;
mod module_file;
mod names;
mod parameters;
mod queries;
mod redefinitions;
mod resources;
mod types;
mod values;
mod walk;

pub use module_file::module_file;
pub use redefinitions::redefinitions;
pub use types::{DATA_TYPES, is_metaparameter};

/// The severity of questionable constructs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strict {
    /// Nothing.
    Off,
    /// A warning.
    Warning,
    /// An error.
    #[default]
    Error,
}

/// The treatment of our extensions in edition `8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Extensions {
    /// They are rejected as the reference rejects them.
    Off,
    /// They work, with one warning per file.
    #[default]
    Warn,
    /// They work.
    On,
}

impl Extensions {
    /// Whether the parser reads them.
    pub const fn are_read(self) -> bool {
        !matches!(self, Extensions::Off)
    }
}

/// The place of a file in a module, which decides the definitions that are allowed in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleFile {
    /// Definitions must lie in this name space, in lower case: `apache::vhost`.
    Namespace(String),
    /// No definition is expected in this folder of a module.
    Misplaced,
}

/// The rules to validate by.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The edition of the language.
    pub edition: Edition,
    /// The severity of what the reference lets its setting `strict` decide.
    pub strict: Strict,
    /// The treatment of extensions.
    pub extensions: Extensions,
    /// Whether plans are read (the reference's setting `tasks`).
    pub tasks: bool,
    /// The place of the file in a module; absent outside of modules.
    pub module_file: Option<ModuleFile>,
    /// In how many heredocs the text lies; texts in texts are checked up to a depth.
    pub embedding: u8,
    /// Whether the texts of heredocs are checked when the program runs, and not before.
    pub defers_syntax_checks: bool,
    /// The checkers of heredocs besides those of this crate.
    pub checkers: Checkers,
}

impl Rules {
    /// Whether `type Name { … }` is a type definition.
    pub fn reads_type_definitions(&self) -> bool {
        self.extensions.are_read() || self.edition.has_type_definitions()
    }
}

/// Validates a tree that parsed without errors.
///
/// Diagnostics come in the order in which the reference finds them, except that what a syntax
/// checker finds in a heredoc comes first: the reference stops there and then.
pub fn validate(tree: &Tree, rules: &Rules) -> Vec<Diagnostic> {
    let mut checker = walk::Checker::new(tree, rules);
    checker.program();
    checker.finish()
}
