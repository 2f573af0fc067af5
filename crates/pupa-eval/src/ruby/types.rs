//! Types for Ruby code.

use super::RubyCode;
use std::sync::Arc;

use pupa_syntax::source::Source;
use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_syntax::{ParseOptions, parse};
use pupa_value::loader::TypeLoader;
use pupa_value::type_parser::{TypeDefinitions, parse_type};
use pupa_value::value::Text;
use pupa_value::{Result, Type};

/// Resolves the local types of a function, and the types of the run.
struct LocalTypes<'a> {
    own: &'a [(Text, Type)],
    others: &'a dyn TypeLoader,
}

impl TypeLoader for LocalTypes<'_> {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        let mut own = self.own.iter().rev();
        match own.find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, t)) => Ok(Some(t.clone())),
            None => self.others.load_type(name),
        }
    }
}

impl RubyCode<'_, '_> {
    /// The type of a text.
    pub(super) fn type_seen_by_ruby(&self, text: &str, own: &[(Text, Type)]) -> Result<Type> {
        parse_type(text, &LocalTypes { own, others: &self.evaluator.types })
    }

    /// Parses definitions of local types such as `Port = Integer[1, 65535]`.
    pub(super) fn types_of_texts(
        &self,
        definitions: &[String],
    ) -> std::result::Result<Vec<(String, Type)>, String> {
        let mut types = TypeDefinitions::new(&self.evaluator.types);
        let mut names = Vec::with_capacity(definitions.len());
        for text in definitions {
            let source = Arc::new(Source::new("", format!("type {text}")));
            let parsed = parse(source, &ParseOptions::default());
            let tree = Arc::new(parsed.tree);
            if let Some(problem) = parsed.diagnostics.iter().find(|found| found.is_error()) {
                return Err(problem.to_string());
            }
            let Some((name, expr)) = alias(&tree) else {
                return Err(format!(
                    "Expected a type alias assignment on the form 'AliasType = T', got '{text}'."
                ));
            };
            types.define(&name, &tree, expr);
            names.push(name);
        }
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            let t = types.load_type(&name).map_err(|error| error.message)?;
            found.extend(t.map(|t| (name, t)));
        }
        Ok(found)
    }
}

/// The name and the type in `type Name = T`, if the tree is nothing else.
fn alias(tree: &Tree) -> Option<(String, ExprId)> {
    let statement = match *tree.kind(tree.root()) {
        ExprKind::Block { statements, .. } => match tree[statements] {
            [only] => only,
            _ => return None,
        },
        _ => tree.root(),
    };
    let ExprKind::TypeAlias(id) = *tree.kind(statement) else { return None };
    let alias = &tree[id];
    Some((tree.text(alias.name).to_owned(), alias.type_expr))
}
