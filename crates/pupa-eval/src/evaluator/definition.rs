//! Files that define one function or type: whether they define what their name promises.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, ExprKind};

use super::Evaluator;
use crate::failure::{Failure, Named, Outcome, Stop, error};
use crate::host::DefinitionKind;
use crate::log::{Level, Place};
use crate::program::{Program, Rejected};

/// Complains unless a file defines just what its name promises.
pub(super) fn check_definition_file(
    program: &Program,
    name: &str,
    kind: DefinitionKind,
) -> Outcome<()> {
    let source = program.source().name();
    let tree = program.tree();
    let root = [tree.root()];
    let statements: &[ExprId] = match *tree.kind(root[0]) {
        ExprKind::Block { statements, .. } => &tree[statements],
        _ => &root,
    };
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

/// The name of what an expression defines, if it is of that kind.
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

impl Evaluator<'_> {
    /// What is wrong with a file that is no valid program; it is told with the file's own place.
    pub(super) fn rejected_definition(&mut self, rejected: &Rejected) -> Box<Stop> {
        let errors = &rejected.errors;
        let Some(first) = errors.first() else { return error(rejected.to_string()) };
        let mut message = rejected.to_string();
        let mut named = Named::Position;
        if errors.len() > 1 {
            named = Named::Nothing;
            message.push_str(&format!(" (file: {})", rejected.source.name()));
            for found in errors {
                let source = Arc::clone(&rejected.source);
                let place = Place { source, offset: found.span.start };
                self.push_log(Level::Err, found.message.clone(), String::new(), Some(place));
            }
        }
        Failure::new(first.issue.code, message, &rejected.source, first.span)
            .naming(named)
            .called_by(self.call_sites())
            .into()
    }
}
