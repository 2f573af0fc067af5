//! Evaluates the part of the language that values and types can answer for themselves: literals,
//! types with parameters, comparison and matching, the construction of instances, and a few
//! functions that only ask for types. No scopes, no lambdas, no logs.
//!
//! It lets recorded answers of the reference about types be checked without an evaluator.

use std::collections::HashMap;
use std::sync::Arc;

use pupa_syntax::source::Source;
use pupa_syntax::tree::{BinaryOp, ExprId, ExprKind, Tree, UnaryOp};
use pupa_syntax::validate::Rules;
use pupa_syntax::{Dialect, Edition, check};
use pupa_value::compare::{compare, equals, is_truthy, matches, types_are_equal};
use pupa_value::infer::{infer, infer_detailed};
use pupa_value::loader::{Builtins, TypeLoader};
use pupa_value::new::{NewContext, new_instance};
use pupa_value::parameterize::{Problem, parameterize};
use pupa_value::regexp::Regexp;
use pupa_value::type_parser::TypeDefinitions;
use pupa_value::{Error, Type, Value, mismatch, text};
use serde_json::json;

/// Why a program has no value.
#[derive(Debug)]
pub enum Stop {
    /// It is wrong: the reference's message.
    Error(String),
    /// It needs an evaluator.
    Beyond,
}

type Outcome = Result<Value, Stop>;

const EDITION: Edition = Edition::Puppet8;

/// The value of the last expression of a program.
pub fn evaluate(code: &str) -> Outcome {
    let source = Arc::new(Source::new("", code));
    let checked = check(source, Dialect::Manifest, &Rules::default());
    if checked.has_errors() {
        return Err(Stop::Beyond);
    }
    let tree = Arc::new(checked.tree);
    let statements: Vec<ExprId> = match *tree.kind(tree.root()) {
        ExprKind::Block { statements, .. } => tree[statements].to_vec(),
        _ => vec![tree.root()],
    };
    let mut definitions = TypeDefinitions::new(&Builtins);
    for statement in &statements {
        if let ExprKind::TypeAlias(alias) = *tree.kind(*statement) {
            let alias = tree[alias];
            definitions.define(tree.text(alias.name), &tree, alias.type_expr);
        }
    }
    let mut program = Program { tree: &tree, types: &definitions, variables: HashMap::new() };
    let mut last = Value::Undef;
    for statement in statements {
        last = program.value(statement)?;
    }
    Ok(last)
}

struct Program<'a> {
    tree: &'a Tree,
    types: &'a TypeDefinitions<'a>,
    variables: HashMap<&'a str, Value>,
}

fn failure(doing: &str, error: &Error) -> Stop {
    Stop::Error(format!("Evaluation Error: Error while evaluating a {doing}, {}", error.message))
}

impl<'a> Program<'a> {
    fn values(&mut self, exprs: &[ExprId]) -> Result<Vec<Value>, Stop> {
        exprs.iter().map(|expr| self.value(*expr)).collect()
    }

    fn value(&mut self, expr: ExprId) -> Outcome {
        let tree = self.tree;
        Ok(match *tree.kind(expr) {
            ExprKind::Undef | ExprKind::Nop | ExprKind::TypeAlias(_) => Value::Undef,
            ExprKind::Default => Value::Default,
            ExprKind::Boolean(truth) => Value::Boolean(truth),
            ExprKind::Integer { value, .. } => {
                Value::Integer(i64::try_from(value).map_err(|_| Stop::Beyond)?)
            }
            ExprKind::Float(number) => Value::Float(number),
            ExprKind::String(text) | ExprKind::Name(text) => Value::from(tree.text(text)),
            ExprKind::Regexp(source) => {
                Value::regexp(Regexp::new(tree.text(source)).map_err(|_| Stop::Beyond)?)
            }
            ExprKind::Heredoc(heredoc) => self.value(tree[heredoc].text)?,
            ExprKind::Paren(inner) => self.value(inner)?,
            ExprKind::Variable(name) => {
                self.variables.get(tree.text(name)).cloned().ok_or(Stop::Beyond)?
            }
            ExprKind::Array(elements) => Value::from(self.values(&tree[elements])?),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => {
                let mut hash = pupa_value::value::Hash::new();
                for entry in &tree[entries] {
                    hash.insert(self.value(entry.key)?, self.value(entry.value)?);
                }
                hash.into()
            }
            ExprKind::Unary { op, operand } => self.unary(op, operand)?,
            ExprKind::Binary { op, left, right, .. } => self.binary(op, left, right)?,
            ExprKind::Reference(name) => Value::Type(self.reference(tree.text(name))?),
            ExprKind::Access { left, keys } => self.access(left, &tree[keys])?,
            ExprKind::Call(call) => {
                let call = tree[call];
                if call.lambda.is_some() {
                    return Err(Stop::Beyond);
                }
                match *tree.kind(call.functor) {
                    ExprKind::Name(name) => {
                        let args = self.values(&tree[call.arguments])?;
                        self.call(tree.text(name), &args, "Function Call")?
                    }
                    _ => {
                        let Value::Type(target) = self.value(call.functor)? else {
                            return Err(Stop::Beyond);
                        };
                        let args = self.values(&tree[call.arguments])?;
                        self.made(&target, &args, "Function Call")?
                    }
                }
            }
            ExprKind::MethodCall(call) => {
                let call = tree[call];
                let ExprKind::NamedAccess { left, name, .. } = *tree.kind(call.functor) else {
                    return Err(Stop::Beyond);
                };
                let ExprKind::Name(name) = *tree.kind(name) else { return Err(Stop::Beyond) };
                if call.lambda.is_some() {
                    return Err(Stop::Beyond);
                }
                let mut args = vec![self.value(left)?];
                args.extend(self.values(&tree[call.arguments])?);
                self.call(tree.text(name), &args, "Method call")?
            }
            _ => return Err(Stop::Beyond),
        })
    }

    fn reference(&self, name: &str) -> Result<Type, Stop> {
        match self.types.load_type(name) {
            Ok(Some(t)) => Ok(t),
            Ok(None) => Err(Stop::Error(format!(
                "Evaluation Error: Resource type not found: {}",
                text::capitalize_segments(name)
            ))),
            Err(error) => Err(failure("Type-Name", &error)),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Outcome {
        let operand = self.value(operand)?;
        match (op, operand) {
            (UnaryOp::Not, value) => Ok(Value::Boolean(!is_truthy(&value, EDITION))),
            (UnaryOp::Minus, Value::Integer(number)) => {
                Ok(Value::Integer(number.checked_neg().ok_or(Stop::Beyond)?))
            }
            (UnaryOp::Minus, Value::Float(number)) => Ok(Value::Float(-number)),
            _ => Err(Stop::Beyond),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Outcome {
        if op == BinaryOp::Assign {
            let ExprKind::Variable(name) = *self.tree.kind(left) else { return Err(Stop::Beyond) };
            let value = self.value(right)?;
            self.variables.insert(self.tree.text(name), value.clone());
            return Ok(value);
        }
        let a = self.value(left)?;
        let b = self.value(right)?;
        let truth = match op {
            BinaryOp::And => is_truthy(&a, EDITION) && is_truthy(&b, EDITION),
            BinaryOp::Or => is_truthy(&a, EDITION) || is_truthy(&b, EDITION),
            BinaryOp::Equal => same(&a, &b),
            BinaryOp::NotEqual => !same(&a, &b),
            BinaryOp::Match | BinaryOp::NotMatch => {
                let is_match = match (&a, &b) {
                    (_, Value::Type(_)) | (Value::String(_), Value::Regexp(_)) => {
                        matches(&a, &b, EDITION).map_err(|_| Stop::Beyond)?
                    }
                    (
                        Value::SemVer(_) | Value::String(_),
                        Value::SemVerRange(_) | Value::SemVer(_),
                    ) => matches(&a, &b, EDITION).map_err(|_| Stop::Beyond)?,
                    _ => return Err(Stop::Beyond),
                };
                is_match == (op == BinaryOp::Match)
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                order(op, &a, &b)?
            }
            _ => return Err(Stop::Beyond),
        };
        Ok(Value::Boolean(truth))
    }

    fn access(&mut self, left: ExprId, keys: &[ExprId]) -> Outcome {
        let left = self.value(left)?;
        let keys = self.values(keys)?;
        match left {
            Value::Type(t) => {
                if let (Type::Resource(None), [Value::Type(Type::Resource(_))]) = (&t, &*keys) {
                    return Ok(keys[0].clone());
                }
                if let Type::Resource(Some(resource)) = &t
                    && resource.title.is_some()
                {
                    return Err(Stop::Beyond);
                }
                parameterize(&t, keys).map_err(|error| match error.problem {
                    Problem::Issue(message) => Stop::Error(format!("Evaluation Error: {message}")),
                    Problem::EmptyReference => Stop::Beyond,
                    Problem::Failure(error) => failure("'[]' expression", &error),
                })
            }
            Value::Hash(hash) if keys.len() == 1 => {
                Ok(hash.get(&keys[0]).cloned().unwrap_or_default())
            }
            Value::Array(elements) => match keys.as_slice() {
                [Value::Integer(index)] => {
                    let size = i64::try_from(elements.len()).unwrap_or(i64::MAX);
                    let index = if *index < 0 { size + index } else { *index };
                    let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
                    Ok(element.cloned().unwrap_or_default())
                }
                _ => Err(Stop::Beyond),
            },
            _ => Err(Stop::Beyond),
        }
    }

    fn made(&self, target: &Type, args: &[Value], doing: &str) -> Outcome {
        let context = NewContext::new(self.types);
        new_instance(&context, target, args).map_err(|error| failure(doing, &error))
    }

    fn call(&mut self, name: &str, args: &[Value], doing: &str) -> Outcome {
        match (name, args) {
            ("new", [Value::Type(target), args @ ..]) => self.made(target, args, doing),
            ("type", [value]) => Ok(infer_detailed(value).into()),
            ("type", [value, Value::String(how)]) => match how.as_str() {
                "detailed" => Ok(infer_detailed(value).into()),
                "reduced" => Ok(infer(value).into()),
                "generalized" => Ok(infer(value).generalize().into()),
                _ => Err(Stop::Beyond),
            },
            ("assert_type", [Value::Type(t), value]) => {
                if t.is_instance(value) {
                    return Ok(value.clone());
                }
                let message =
                    mismatch::describe_mismatch("assert_type():", t, &infer_detailed(value));
                Err(failure(doing, &Error::assertion(message)))
            }
            ("unwrap", [Value::Sensitive(value)]) => Ok((**value).clone()),
            ("sprintf", [Value::String(format), args @ ..]) => {
                // The function hands on texts for what Ruby would not know.
                let args: Vec<Value> = args.iter().map(as_function_argument).collect();
                let text = text::sprintf(format, &args);
                text.map(Value::from).map_err(|error| failure(doing, &error))
            }
            (attribute, [Value::Object(object)]) => {
                object.get(attribute).cloned().ok_or(Stop::Beyond)
            }
            _ => Err(Stop::Beyond),
        }
    }
}

fn as_function_argument(value: &Value) -> Value {
    match value {
        Value::Undef => Value::from(""),
        Value::Regexp(regexp) => Value::from(regexp.with_delimiters()),
        other => other.clone(),
    }
}

/// `==`, by which types are equal when each accepts the other.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Type(a), Value::Type(b)) => types_are_equal(a, b),
        (Value::Type(_), _) => false,
        _ => equals(a, b, EDITION),
    }
}

fn order(op: BinaryOp, a: &Value, b: &Value) -> Result<bool, Stop> {
    if let Value::Type(left) = a {
        let Value::Type(right) = b else { return Ok(false) };
        return Ok(match op {
            BinaryOp::Less => right.accepts(left) && !same(a, b),
            BinaryOp::LessEqual => right.accepts(left),
            BinaryOp::Greater => left.accepts(right) && !same(a, b),
            _ => left.accepts(right),
        });
    }
    let order = compare(a, b, EDITION).map_err(|_| Stop::Beyond)?;
    Ok(match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        _ => order.is_ge(),
    })
}

/// The value as the reference records it: in `%p` form, and its type.
pub fn shown(value: &Value) -> (String, String) {
    let literal = text::convert(value, &Value::from("%p"));
    (literal.unwrap_or_else(|error| error.message), infer(value).shown())
}

/// How a record differs from our answer.
#[derive(Debug)]
pub struct Difference {
    /// The name of the record.
    pub name: String,
    /// What differs; nothing when both agree.
    pub text: Option<String>,
}

/// Our answer to a program, in the form of a record.
pub fn answer(code: &str) -> serde_json::Value {
    match evaluate(code) {
        Ok(value) => {
            let (literal, t) = shown(&value);
            json!({ "literal": literal, "type": t })
        }
        Err(Stop::Error(error)) => json!({ "error": error }),
        Err(Stop::Beyond) => json!({ "beyond": true }),
    }
}

/// Compares a record, a line of JSON with `id`, `code` and the recorded answer, with our answer.
///
/// # Errors
/// When the line is no record.
pub fn difference(line: &str) -> serde_json::Result<Difference> {
    let record: serde_json::Value = serde_json::from_str(line)?;
    let code = record["code"].as_str().unwrap_or_default();
    let ours = answer(code);
    let differs = |key: &&str| ours.get(*key) != record.get(*key);
    let mut text = String::new();
    for key in ["literal", "type", "error"].into_iter().filter(differs) {
        text.push_str(&format!(
            "\n  {key}\n    expected {}\n    got      {}",
            record[key], ours[key]
        ));
    }
    Ok(Difference {
        name: record["id"].as_str().unwrap_or_default().to_owned(),
        text: (!text.is_empty()).then(|| format!("{code}{text}")),
    })
}
