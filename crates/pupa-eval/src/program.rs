//! Programs in the form in which they run.
//!
//! ```text
//! tree ─lower─▶ code ─liveness─▶ code that knows the last use of each parameter
//! ```
//!
//! Code is made once per file and shared by every run. Local variables are numbered slots;
//! literals, regular expressions and names are values. What is evaluated keeps the number of its
//! expression in the tree, from which an error finds its place and its name.

pub(crate) mod breaks;
pub(crate) mod definition_code;
mod liveness;
mod lower;
mod manifest_error;
pub(crate) mod names;
pub(crate) mod node;
pub(crate) mod resource_code;
pub(crate) mod type_code;

use std::fmt;
use std::sync::{Arc, OnceLock};

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};
use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_syntax::validate::{ModuleFile, Rules};
use pupa_syntax::{Dialect, check};
use pupa_value::value::Text;
use pupa_value::{Type, signature::Signature};

use crate::evaluator::types::SharedAlias;
use crate::host::Owner;
use crate::settings::Settings;
use definition_code::DefinitionCode;
use node::Node;
use type_code::TypeCode;

pub use manifest_error::ManifestError;

/// A program: the code of one file.
pub struct Program {
    pub(crate) tree: Arc<Tree>,
    pub(crate) owner: Owner,
    pub(crate) root: Node,
    /// The functions it defines.
    pub(crate) functions: Vec<Arc<FunctionCode>>,
    /// The aliases it defines.
    pub(crate) aliases: Vec<AliasCode>,
    /// The classes, defined types and nodes that it defines, in the order in which their
    /// definitions end.
    pub(crate) catalog: Vec<Arc<DefinitionCode>>,
    /// The types it defines.
    pub(crate) types: Vec<Arc<TypeCode>>,
    /// The names of the slots of each lambda and function.
    pub(crate) frames: Vec<Box<[Text]>>,
    /// The code of the template, if the program is one.
    pub(crate) template: Option<Arc<LambdaCode>>,
    /// The addresses of string literals, which Ruby code must not change.
    pub(crate) literals: Vec<usize>,
    warnings: Vec<Diagnostic>,
}

/// `type Name = …`
#[derive(Debug, Clone)]
pub(crate) struct AliasCode {
    pub(crate) name: Text,
    /// The aliased type.
    pub(crate) expr: ExprId,
    /// The range of the name.
    pub(crate) name_span: Span,
    /// The resolved alias, after a run has resolved it.
    pub(crate) shared: SharedAlias,
}

impl Program {
    /// Parses, validates and compiles a manifest.
    ///
    /// # Errors
    /// When the text is not a valid manifest.
    pub fn read(source: Arc<Source>, settings: &Settings) -> Result<Program, ManifestError> {
        Program::read_as(source, Dialect::Manifest, Owner::Environment, settings)
    }

    /// Parses, validates and compiles a text of an owner.
    ///
    /// # Errors
    /// When the text is not a valid manifest.
    pub fn read_as(
        source: Arc<Source>,
        dialect: Dialect,
        owner: Owner,
        settings: &Settings,
    ) -> Result<Program, ManifestError> {
        Program::read_by(&settings.rules(), source, dialect, owner, settings)
    }

    /// Parses, validates and compiles a file that should define something.
    pub(crate) fn read_definition(
        source: Arc<Source>,
        owner: Owner,
        name: &str,
        settings: &Settings,
    ) -> Result<Program, ManifestError> {
        // A file of a module may define only names in the namespace of the module.
        let module_file = match owner {
            Owner::Environment => None,
            Owner::Module(_) => Some(ModuleFile::Namespace(name.to_lowercase())),
        };
        let rules = Rules { module_file, ..settings.rules() };
        Program::read_by(&rules, source, Dialect::Manifest, owner, settings)
    }

    fn read_by(
        rules: &Rules,
        source: Arc<Source>,
        dialect: Dialect,
        owner: Owner,
        settings: &Settings,
    ) -> Result<Program, ManifestError> {
        let checked = check(Arc::clone(&source), dialect, rules);
        if checked.has_errors() {
            return Err(ManifestError::new(source, checked.diagnostics, !checked.is_parsed));
        }
        let mut program = lower::lower(Arc::new(checked.tree), owner, settings);
        program.warnings = checked.diagnostics;
        Ok(program)
    }

    /// The text of the program.
    pub fn source(&self) -> &Arc<Source> {
        self.tree.source()
    }

    /// The syntax tree of the program.
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The names of the functions it defines.
    pub fn defined_functions(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|code| code.name.as_str())
    }

    /// Whether it is a template with a list of parameters, which may be empty.
    pub(crate) fn declares_parameters(&self) -> bool {
        match *self.tree.kind(self.tree.root()) {
            ExprKind::Epp(epp) => self.tree[epp].parameters.is_some(),
            _ => false,
        }
    }

    /// The warnings of parser and validator.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("source", &self.source().name()).finish_non_exhaustive()
    }
}

/// A function written in Puppet.
pub(crate) struct FunctionCode {
    pub(crate) name: Text,
    pub(crate) lambda: LambdaCode,
}

/// Callable code: a lambda, the body of a function, a template.
pub(crate) struct LambdaCode {
    pub(crate) parameters: Box<[ParameterCode]>,
    pub(crate) returns: Option<Node>,
    pub(crate) body: Node,
    /// The number of its frame in the program.
    pub(crate) frame: u32,
    /// The number of slots of a frame: parameters first, then variables that the body assigns.
    pub(crate) slots: u32,
    /// Whether arguments are given by name, as for templates.
    pub(crate) is_by_name: bool,
    /// The index of a parameter whose name only Puppet itself may set.
    pub(crate) reserved: Option<usize>,
    /// Whether all parameters are plain: without types, defaults and captured rest.
    pub(crate) is_plain: bool,
    /// The types of the parameters, cached if they are the same in every run.
    pub(crate) signature: OnceLock<Arc<ClosureSignature>>,
    /// Whether the types are the same in every run.
    pub(crate) has_fixed_types: bool,
    /// Whether the types are the same for every call of a run.
    pub(crate) has_constant_types: bool,
}

impl LambdaCode {
    /// Whether the last parameter captures all remaining arguments.
    pub(crate) fn captures_rest(&self) -> bool {
        self.parameters.last().is_some_and(|parameter| parameter.captures_rest)
    }
}

/// A parameter of a lambda or function.
pub(crate) struct ParameterCode {
    pub(crate) name: Text,
    /// The range that the reference reports for the parameter.
    pub(crate) name_span: Span,
    pub(crate) t: Option<Node>,
    pub(crate) default: Option<Node>,
    pub(crate) captures_rest: bool,
}

/// The parameter types of callable code.
#[derive(Debug)]
pub(crate) struct ClosureSignature {
    pub(crate) signature: Signature,
    /// The type of each parameter; for a captured rest, the type of an element. `None` for `Any`.
    pub(crate) checks: Box<[Option<Type>]>,
    /// None for `Any`.
    pub(crate) returns: Option<Type>,
}
