//! Signatures of callables: the arguments they accept.
//!
//! Functions written in Rust or Puppet, lambdas and the constructors of object types have
//! signatures. This module decides whether a signature accepts a call;
//! [`crate::mismatch::describe_signatures`] explains why none does.

use std::fmt;
use std::sync::Arc;

use crate::types::{CallableType, Size, TupleType, Type};
use crate::value::{Text, Value};

/// One signature of a callable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The types of the parameters, the block and the result.
    pub callable: Arc<CallableType>,
    /// The names of the parameters; empty if they are unknown.
    pub parameter_names: Vec<Text>,
    /// The name of the block.
    pub block_name: Option<Text>,
}

impl Signature {
    /// Creates a signature with these parameter names.
    ///
    /// ```
    /// use pupa_value::Type;
    /// use pupa_value::signature::Signature;
    /// use pupa_value::types::{CallableType, TupleType};
    /// let params = TupleType { types: vec![Type::STRING], size: None };
    /// let signature = Signature::new(CallableType::new(Some(params), None, None), ["text"]);
    /// assert_eq!(signature.to_string(), "String text");
    /// ```
    pub fn new<N: Into<Text>>(
        callable: impl Into<Arc<CallableType>>,
        parameter_names: impl IntoIterator<Item = N>,
    ) -> Signature {
        Signature {
            callable: callable.into(),
            parameter_names: parameter_names.into_iter().map(Into::into).collect(),
            block_name: None,
        }
    }

    /// The signature with a name for its block.
    #[must_use]
    pub fn with_block_name(self, name: impl Into<Text>) -> Signature {
        Signature { block_name: Some(name.into()), ..self }
    }

    /// Whether the signature accepts these arguments and this block.
    pub fn accepts(&self, args: &[Value], block: Option<&Value>) -> bool {
        let Some(params) = &self.callable.params else { return true };
        if !accepts_arguments(params, args) {
            return false;
        }
        match &self.callable.block {
            None => block.is_none(),
            Some(t) => t.is_instance(block.unwrap_or(&Value::Undef)),
        }
    }

    /// Like [`Signature::accepts`], with the `Callable` type of the block instead of the block.
    pub fn accepts_call(&self, args: &[Value], block: Option<&Type>) -> bool {
        let Some(params) = &self.callable.params else { return true };
        accepts_arguments(params, args)
            && match (&self.callable.block, block) {
                (None, block) => block.is_none(),
                (Some(expected), None) => expected.is_instance(&Value::Undef),
                (Some(expected), Some(block)) => expected.accepts(block),
            }
    }

    /// The `Callable` type of the signature.
    pub fn callable_type(&self) -> Type {
        Type::Callable(Some(Arc::clone(&self.callable)))
    }

    /// The number of arguments, not counting the block.
    pub fn arguments_range(&self) -> Size {
        self.callable.params.as_ref().map_or(Size::ANY, TupleType::size_range)
    }
}

fn accepts_arguments(params: &TupleType, args: &[Value]) -> bool {
    params.size_range().contains(args.len())
        && args
            .iter()
            .enumerate()
            .all(|(index, arg)| params.at(index).is_none_or(|t| t.is_instance(arg)))
}

/// Writes the parameters as in error messages: `String text, Integer count?, Callable &block`.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.arguments_range();
        let Some(params) = self.callable.params.as_ref().filter(|_| !size.is_empty()) else {
            // Compat: without parameters, the block is omitted.
            return Ok(());
        };
        let count = if self.parameter_names.is_empty() {
            params.types.len()
        } else {
            self.parameter_names.len()
        };
        for index in 0..count {
            if index > 0 {
                f.write_str(", ")?;
            }
            self.write_parameter(f, params, index, count)?;
        }
        self.write_block(f, count > 0)
    }
}

impl Signature {
    fn write_parameter(
        &self,
        f: &mut fmt::Formatter<'_>,
        params: &TupleType,
        index: usize,
        count: usize,
    ) -> fmt::Result {
        let size = self.arguments_range();
        let mut t = params.at(index);
        let repeated = size.to.is_none() && index + 1 == count;
        let indicator = if repeated {
            if usize::try_from(size.from) == Ok(count) { "+" } else { "*" }
        } else if usize::try_from(size.from).is_ok_and(|required| index >= required) {
            if let Some(Type::Optional(inner)) = t {
                t = inner.as_deref();
            }
            "?"
        } else {
            ""
        };
        write_type(f, t)?;
        let name = self.parameter_names.get(index).map_or("", Text::as_str);
        write!(f, " {name}{indicator}")
    }

    fn write_block(&self, f: &mut fmt::Formatter<'_>, after_parameters: bool) -> fmt::Result {
        let (t, indicator) = match &self.callable.block {
            Some(Type::Optional(inner)) => (inner.as_deref(), "?"),
            Some(callable @ Type::Callable(_)) => (Some(callable), ""),
            // Compat: a block of several possible types is omitted.
            _ => return Ok(()),
        };
        if after_parameters {
            f.write_str(", ")?;
        }
        write_type(f, t)?;
        write!(f, " {}{indicator}", self.block_name.as_deref().unwrap_or(""))
    }
}

/// Writes a type; an alias is followed by its type.
fn write_type(f: &mut fmt::Formatter<'_>, t: Option<&Type>) -> fmt::Result {
    match t {
        Some(t) => f.write_str(&t.display()),
        None => Ok(()),
    }
}

/// Whether all values of the type are callables, so that a last argument of this type is a block.
pub fn is_kind_of_callable(t: &Type) -> bool {
    kind_of_callable(t, &mut Vec::new())
}

fn kind_of_callable(t: &Type, visited: &mut Vec<*const ()>) -> bool {
    match t {
        Type::Callable(_) => true,
        Type::Variant(options) => options.iter().all(|option| kind_of_callable(option, visited)),
        Type::Optional(Some(inner)) => kind_of_callable(inner, visited),
        Type::Object(object) => object
            .definition()
            .and_then(|definition| definition.parent.as_ref())
            .is_some_and(|parent| kind_of_callable(parent, visited)),
        Type::Alias(alias) => {
            let identity = Arc::as_ptr(alias).cast();
            if visited.contains(&identity) {
                return false;
            }
            visited.push(identity);
            let verdict = alias.get().is_some_and(|inner| kind_of_callable(inner, visited));
            visited.pop();
            verdict
        }
        _ => false,
    }
}
