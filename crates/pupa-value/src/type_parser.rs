//! Parses types, and interprets constant expressions of manifests: the types of aliases and
//! parameters.
//!
//! A constant expression is a literal, an array, a hash, or a type whose parameters are constant
//! expressions.

mod alias;
mod definitions;
mod parameters;

pub use alias::{named_type, resolve};
pub use definitions::TypeDefinitions;

use std::sync::Arc;

use num_bigint::BigInt;
use pupa_syntax::source::Source;
use pupa_syntax::tree::{Entry, ExprId, ExprKind, List, Tree, UnaryOp};
use pupa_syntax::{ParseOptions, parse};

use crate::builtin::core_type;
use crate::error::{Error, Result};
use crate::factory;
use crate::loader::TypeLoader;
use crate::types::Type;
use crate::value::{Hash, Value};

/// Parses a type.
///
/// ```
/// use pupa_value::{Type, loader::Builtins, type_parser::parse_type};
/// let t = parse_type("Array[Integer]", &Builtins).unwrap();
/// assert_eq!(t, Type::array(Type::INTEGER, None));
/// ```
///
/// # Errors
/// If the string is not a type.
pub fn parse_type(text: &str, loader: &dyn TypeLoader) -> Result<Type> {
    let tree = parse_expression(text)?;
    interpret_type(&tree, tree.root(), loader)
}

/// Parses a constant: a literal, an array, a hash or a type.
///
/// # Errors
/// If the string is not a constant expression.
pub fn parse_constant(text: &str, loader: &dyn TypeLoader) -> Result<Value> {
    let tree = parse_expression(text)?;
    interpret(&tree, tree.root(), loader)
}

fn parse_expression(text: &str) -> Result<Arc<Tree>> {
    let source = Arc::new(Source::new("", text));
    let parsed = parse(source, &ParseOptions::default());
    match parsed.diagnostics.into_iter().find(|diagnostic| diagnostic.is_error()) {
        Some(diagnostic) => Err(Error::parse(diagnostic.message)),
        None => Ok(Arc::new(parsed.tree)),
    }
}

/// The type that an expression of a manifest denotes.
///
/// # Errors
/// If the expression is not a type.
pub fn interpret_type(tree: &Tree, expr: ExprId, loader: &dyn TypeLoader) -> Result<Type> {
    match interpret(tree, expr, loader)? {
        Value::Type(t) => Ok(t),
        _ => Err(invalid(tree, expr)),
    }
}

/// The value of a constant expression of a manifest.
///
/// # Errors
/// If the expression is not constant.
pub fn interpret(tree: &Tree, expr: ExprId, loader: &dyn TypeLoader) -> Result<Value> {
    Ok(match *tree.kind(expr) {
        ExprKind::Undef => Value::Undef,
        ExprKind::Default => Value::Default,
        ExprKind::Boolean(truth) => Value::Boolean(truth),
        ExprKind::Integer { value, .. } => Value::from_big(BigInt::from(value)),
        ExprKind::BigInteger { radix } => {
            let text = tree.source().slice(tree[expr].span);
            let digits = text.trim_start_matches("0x").trim_start_matches("0X");
            let number = BigInt::parse_bytes(digits.as_bytes(), radix.base());
            Value::from_big(number.ok_or_else(|| invalid(tree, expr))?)
        }
        ExprKind::Float(number) => Value::Float(number),
        ExprKind::String(text) | ExprKind::Name(text) => Value::from(tree.text(text)),
        ExprKind::Regexp(pattern) => Value::regexp(factory::compile(tree.text(pattern))?),
        ExprKind::Array(elements) => {
            let elements = tree[elements].iter().map(|element| interpret(tree, *element, loader));
            Value::from(elements.collect::<Result<Vec<_>>>()?)
        }
        ExprKind::Hash(entries) | ExprKind::BareHash(entries) => {
            interpret_hash(tree, entries, loader)?
        }
        ExprKind::Heredoc(heredoc) => interpret(tree, tree[heredoc].text, loader)?,
        ExprKind::Unary { op: UnaryOp::Minus, operand } => {
            negate(&interpret(tree, operand, loader)?).ok_or_else(|| invalid(tree, expr))?
        }
        ExprKind::Reference(name) => Value::Type(reference(tree.text(name), loader)?),
        ExprKind::Access { left, keys } => match *tree.kind(left) {
            ExprKind::Reference(name) => {
                let keys = tree[keys].iter().map(|key| interpret(tree, *key, loader));
                let keys = keys.collect::<Result<Vec<_>>>()?;
                let call = parameters::Specification { tree, expr, name: tree.text(name), loader };
                Value::Type(call.parameterize(&keys)?)
            }
            _ => return Err(invalid(tree, expr)),
        },
        ExprKind::Block { statements, .. } => match tree[statements] {
            [only] => interpret(tree, only, loader)?,
            _ => return Err(invalid(tree, expr)),
        },
        _ => return Err(invalid(tree, expr)),
    })
}

fn interpret_hash(tree: &Tree, entries: List<Entry>, loader: &dyn TypeLoader) -> Result<Value> {
    let mut hash = Hash::with_capacity(entries.len());
    for entry in &tree[entries] {
        hash.insert(interpret(tree, entry.key, loader)?, interpret(tree, entry.value, loader)?);
    }
    Ok(hash.into())
}

fn negate(value: &Value) -> Option<Value> {
    match value {
        Value::Integer(number) => Some(Value::from_big(-BigInt::from(*number))),
        Value::BigInteger(number) => Some(Value::from_big(-(**number).clone())),
        Value::Float(number) => Some(Value::Float(-number)),
        _ => None,
    }
}

/// The type with this name; an unknown name becomes a type reference.
fn reference(name: &str, loader: &dyn TypeLoader) -> Result<Type> {
    if let Some(t) = core_type(&name.to_lowercase()) {
        return Ok(t);
    }
    Ok(loader.load_type(name)?.unwrap_or_else(|| Type::Reference(name.into())))
}

fn invalid(tree: &Tree, expr: ExprId) -> Error {
    let text = tree.source().slice(tree[expr].span);
    Error::parse(format!("The expression <{text}> is not a valid type specification."))
}
