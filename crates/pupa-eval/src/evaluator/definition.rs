//! Checks that a file for a single function or type contains the definition that its path implies.

use std::sync::Arc;

use pupa_syntax::diagnostic::Location;
use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_value::ErrorKind;

use super::{Evaluator, Run};
use crate::host::{DefinitionKind, Owner};
use crate::log::{Level, Place};
use crate::program::definition_code::DefinitionForm;
use crate::program::{ManifestError, Program};
use crate::stop::{Outcome, Stop, error};

/// Fails unless a file contains exactly the definition that its path implies.
pub(crate) fn check_definition_file(
    program: &Program,
    name: &str,
    kind: DefinitionKind,
) -> Outcome<()> {
    let source = program.source().name();
    let tree = program.tree();
    let root = [tree.root()];
    let statements = statements(program, &root);
    let mut definitions = statements.iter().filter(|&&expr| tree.kind(expr).is_definition());
    let (first, has_more) = (definitions.next(), definitions.next().is_some());
    let word = match kind {
        DefinitionKind::Function => "function",
        DefinitionKind::Type => "type",
    };
    let promised = format!("the {word} '{name}'");
    let problem = match first {
        None => format!("does not define {promised} - it is empty."),
        Some(_) if has_more => {
            format!("must contain only {promised} - it has additional definitions.")
        }
        Some(&expr) => match (kind, defined_name(program, expr, kind)) {
            (DefinitionKind::Function, None) => {
                format!("does not define {promised} - no function found.")
            }
            (DefinitionKind::Type, None) => {
                format!("does not define {promised} - no type alias or type definition found.")
            }
            (DefinitionKind::Function, Some(actual)) if actual != name => {
                format!("produced function with the wrong name, expected {name}, actual {actual}")
            }
            (DefinitionKind::Type, Some(actual)) if actual.to_lowercase() != name => {
                format!("produced type with the wrong name, expected '{name}', actual '{actual}'")
            }
            _ if statements.len() == 1 => return Ok(()),
            (DefinitionKind::Function, _) => {
                format!("contains additional logic - can only contain the function {name}")
            }
            (DefinitionKind::Type, _) => {
                format!("contains additional logic - can only contain the type '{name}'")
            }
        },
    };
    Err(error(format!("The code loaded from {source} {problem}")))
}

/// Returns the statements of a manifest, whose root expression is `root`.
fn statements<'p>(program: &'p Program, root: &'p [ExprId; 1]) -> &'p [ExprId] {
    match *program.tree().kind(root[0]) {
        ExprKind::Block { statements, .. } => &program.tree()[statements],
        _ => root,
    }
}

/// The name that an expression defines, if it is a definition of this kind.
fn defined_name(program: &Program, expr: ExprId, kind: DefinitionKind) -> Option<&str> {
    match (kind, program.tree().kind(expr)) {
        (DefinitionKind::Function, ExprKind::Function(_)) => {
            program.functions.first().map(|code| code.name.as_str())
        }
        (DefinitionKind::Type, ExprKind::TypeAlias(_)) => {
            program.aliases.first().map(|alias| alias.name.as_str())
        }
        (DefinitionKind::Type, ExprKind::TypeDefinition(_)) => {
            program.types.first().map(|code| code.model.name.as_str())
        }
        _ => None,
    }
}

/// The reference implementation's message for a second definition of a function or type; `first` is
/// the location of the first one.
fn redefinition(kind: &str, name: &str, first: &str) -> String {
    format!(
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'. Originally \
         set {first}."
    )
}

/// A location in the form in which the reference implementation names the first definition.
fn address(place: &Place) -> String {
    let position = place.source.position(place.offset);
    let file = match place.source.name() {
        "" => "string:".to_owned(),
        file => format!("file://{file}"),
    };
    format!("at {file}?line={}&pos={}", position.line, position.column)
}

/// Returns the location of the definition of a function in a manifest.
fn function_place(program: &Program, name: &str) -> Option<Place> {
    let tree = program.tree();
    let defines = |expr: &ExprId| match *tree.kind(*expr) {
        ExprKind::Function(function) => {
            tree.text(tree[function].name).trim_start_matches("::") == name
        }
        _ => false,
    };
    let root = [tree.root()];
    let found = statements(program, &root).iter().copied().find(defines)?;
    Some(Place { source: Arc::clone(program.source()), offset: tree.report_span(found).start })
}

impl Evaluator<'_> {
    /// The error about a function or type of a program that already exists.
    ///
    /// Compat: in the reference, the functions of the environment and of each module are separate;
    /// types of modules must differ from those of the environment; and types must differ from
    /// defined types, but not the other way round. So the order of the definitions matters.
    pub(crate) fn redefined_entity(&self, program: &Program, number: u32) -> Option<String> {
        // In an interactive session a name may be defined again.
        if self.run.reassigns {
            return None;
        }
        let functions = program.functions.iter().filter_map(|code| {
            let first = self.first_function(&code.name, program, number)?;
            Some(redefinition("function", &code.name, &first))
        });
        let aliases = program.aliases.iter().filter_map(|alias| {
            let name = alias.name.to_lowercase();
            let first = self.first_type(&name, program, number)?;
            Some(redefinition("type", &name, &first))
        });
        let defines = program.catalog.iter().filter_map(|code| {
            let is_define = code.kind == DefinitionForm::Define;
            let first =
                self.catalog_view().other_define(&code.name, number).filter(|_| is_define)?;
            Some(redefinition("type", &code.name, &address(&first)))
        });
        functions.chain(aliases).chain(defines).next()
    }

    /// Returns the location of a function with the same owner that another manifest has defined.
    fn first_function(&self, name: &str, program: &Program, number: u32) -> Option<String> {
        let known = self.defining_program(name).filter(|known| *known != number);
        if let Some(first) = known.map(|known| &self.run.programs[known as usize])
            && first.owner == program.owner
        {
            return Some(address(&function_place(first, name)?));
        }
        match program.owner {
            Owner::Environment => None,
            Owner::Module(_) => self.function_file(name).map(str::to_owned),
        }
    }

    /// Returns the location of a type that another manifest has defined, if it must not be defined
    /// again.
    fn first_type(&self, name: &str, program: &Program, number: u32) -> Option<String> {
        if self.types.has_alias(name) {
            let others = self.run.programs.iter().zip(0u32..).filter(|(other, at)| {
                *at != number && [&Owner::Environment, &program.owner].contains(&&other.owner)
            });
            for (other, _) in others {
                let mut aliases = other.aliases.iter();
                if let Some(first) = aliases.find(|alias| alias.name.to_lowercase() == name) {
                    let source = Arc::clone(other.source());
                    return Some(address(&Place { source, offset: first.name_span.start }));
                }
            }
        }
        self.catalog_view().other_define(name, number).map(|place| address(&place))
    }
}

impl Run<'_> {
    /// Returns the error about a file that is not a valid manifest. Its location is the one in the
    /// file, or that of the code that needs the file.
    pub(crate) fn rejected_definition(&mut self, rejected: &ManifestError) -> Box<Stop> {
        let Some(first) = rejected.errors.first() else { return error(rejected.to_string()) };
        let Some(named) = rejected.named() else {
            // In the reference only this error comes from the lexer, which treats variables
            // differently.
            let kind =
                if rejected.is_byte_order_mark() { ErrorKind::Parse } else { ErrorKind::Argument };
            return pupa_value::Error::new(kind, rejected.to_string()).into();
        };
        if rejected.errors.len() > 1 {
            for found in &rejected.errors {
                let source = Arc::clone(&rejected.source);
                let place = Place { source, offset: found.span().start };
                self.push_log(Level::Err, found.message.clone(), String::new(), Some(place));
            }
        }
        let location = Location::new(&rejected.source, first.span()).naming(named);
        let error = first.issue.diagnostic(rejected.to_string());
        error.located(location).traced(self.call_trace()).into()
    }
}
