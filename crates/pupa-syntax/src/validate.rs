//! The validator: checks rules beyond the grammar, on a finished tree.
//!
//! It walks the tree once, in the same order as the reference, so that diagnostics have its order,
//! too. [`walk`] traverses the tree and calls the checks of each kind of node; the checks are in
//! the other files, one subject each. [`types`] contains the rules of type definitions, which the
//! reference does not have.
//!
//! All rules are about a single file. Anything that depends on other files, facts or values is
//! unknown here.

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
    /// They are rejected with the reference's errors.
    Off,
    /// They work, with one warning per file.
    #[default]
    Warn,
    /// They work.
    On,
}

impl Extensions {
    /// Whether the parser accepts them.
    pub const fn are_read(self) -> bool {
        !matches!(self, Extensions::Off)
    }
}

/// The definitions that are allowed in a file, according to its path in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleFile {
    /// Definitions must be in this namespace, in lower case: `apache::vhost`.
    Namespace(String),
    /// No definitions are expected in this directory of a module.
    Misplaced,
}

/// The rules to validate by.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The edition of the language.
    pub edition: Edition,
    /// The severity of constructs for which the reference uses its setting `strict`.
    pub strict: Strict,
    /// The treatment of extensions.
    pub extensions: Extensions,
    /// Whether plans are parsed (the reference's setting `tasks`).
    pub tasks: bool,
    /// The allowed definitions; `None` outside of modules.
    pub module_file: Option<ModuleFile>,
    /// The number of heredocs around the text; heredocs in heredocs are checked up to a limit.
    pub embedding: u8,
    /// Whether heredocs are checked at run time rather than by the validator.
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

/// Validates a tree without syntax errors.
///
/// Diagnostics are in the order in which the reference finds them. An exception are errors of
/// syntax checkers in heredocs, which come first, since the reference stops there.
pub fn validate(tree: &Tree, rules: &Rules) -> Vec<Diagnostic> {
    let mut checker = walk::Checker::new(tree, rules);
    checker.program();
    checker.finish()
}
