//! Constructors: their signatures, and the implementation of each signature.

use std::sync::Arc;

use super::NewContext;
use crate::error::{Error, Result};
use crate::mismatch::{arguments_type, describe_signatures};
use crate::signature::Signature;
use crate::types::{CallableType, Size, TupleType, Type, TypeAlias};
use crate::value::{Text, Value};

/// The constructor of a type.
#[derive(Debug, Clone)]
pub struct Constructor {
    name: Text,
    documentation: &'static str,
    dispatches: Vec<Dispatch>,
}

/// A signature of a constructor with its action. The first matching signature is used.
#[derive(Debug, Clone)]
struct Dispatch {
    signature: Signature,
    action: Action,
}

#[derive(Debug, Clone, Copy)]
enum Action {
    /// Creates the instance.
    Create(fn(&Call<'_>) -> Result<Value>),
    /// Explains why the arguments are invalid.
    Explain(fn(&Call<'_>) -> Result<String>),
}

/// A call of a constructor.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    /// The environment of constructors.
    pub(super) context: &'a NewContext<'a>,
    /// The type whose constructor was called, with aliases resolved.
    pub(super) target: &'a Type,
    /// The arguments, which match the signature.
    pub(super) args: &'a [Value],
    /// The depth of nested constructor calls.
    pub(super) depth: usize,
}

impl Call<'_> {
    /// The argument at an index; `undef` if it is absent.
    pub(super) fn arg(&self, index: usize) -> &Value {
        self.args.get(index).unwrap_or(&Value::Undef)
    }

    /// The content of a string argument.
    pub(super) fn text(&self, index: usize) -> &str {
        self.arg(index).as_str().unwrap_or_default()
    }

    /// An entry of the hash that is the only argument; `undef` if it is absent.
    pub(super) fn entry(&self, key: &str) -> &Value {
        self.arg(0).as_hash().and_then(|hash| hash.get_str(key)).unwrap_or(&Value::Undef)
    }
}

/// A parameter of a constructor: its name and type.
pub(super) type Parameter = (&'static str, Type);

impl Constructor {
    /// Creates a constructor without signatures; `name` is its name in messages.
    pub(super) fn new(name: impl Into<Text>, documentation: &'static str) -> Constructor {
        Constructor { name: name.into(), documentation, dispatches: Vec::new() }
    }

    /// Adds a signature.
    pub(super) fn create<const R: usize, const O: usize>(
        self,
        create: fn(&Call<'_>) -> Result<Value>,
        required: [Parameter; R],
        optional: [Parameter; O],
    ) -> Constructor {
        self.with(signature(required, optional), Action::Create(create))
    }

    /// Adds a signature given as a [`Signature`].
    pub(super) fn create_with(
        self,
        create: fn(&Call<'_>) -> Result<Value>,
        signature: Signature,
    ) -> Constructor {
        self.with(signature, Action::Create(create))
    }

    /// Adds a signature of invalid arguments for which `explain` has a better message than a
    /// mismatch.
    pub(super) fn explain<const R: usize, const O: usize>(
        self,
        explain: fn(&Call<'_>) -> Result<String>,
        required: [Parameter; R],
        optional: [Parameter; O],
    ) -> Constructor {
        self.with(signature(required, optional), Action::Explain(explain))
    }

    fn with(mut self, signature: Signature, action: Action) -> Constructor {
        self.dispatches.push(Dispatch { signature, action });
        self
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description for users.
    pub fn documentation(&self) -> &'static str {
        self.documentation
    }

    /// The signatures for valid arguments.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.dispatches
            .iter()
            .filter(|dispatch| matches!(dispatch.action, Action::Create(_)))
            .map(|dispatch| &dispatch.signature)
    }

    /// Creates an instance, or returns an error that explains the mismatch of the arguments.
    pub(super) fn call(&self, call: &Call<'_>) -> Result<Value> {
        let matching = self.dispatches.iter().find(|d| d.signature.accepts(call.args, None));
        match matching.map(|dispatch| dispatch.action) {
            Some(Action::Create(create)) => create(call),
            Some(Action::Explain(explain)) => {
                let explanation = explain(call)?;
                Err(Error::argument(format!("'{}' {explanation}", self.name)))
            }
            None => {
                let signatures: Vec<Signature> = self.signatures().cloned().collect();
                let args = arguments_type(call.args, None);
                Err(Error::argument(describe_signatures(&self.name, &signatures, &args)))
            }
        }
    }
}

fn signature<const R: usize, const O: usize>(
    required: [Parameter; R],
    optional: [Parameter; O],
) -> Signature {
    // The size is given if there are optional parameters, or none at all.
    let size = (O > 0 || R == 0).then(|| Size { to: Size::exactly(R + O).to, ..Size::exactly(R) });
    let (names, types): (Vec<&str>, Vec<Type>) = required.into_iter().chain(optional).unzip();
    let params = TupleType { types, size };
    Signature::new(CallableType::new(Some(params), None, None), names)
}

/// An alias, by which messages about the arguments of a constructor name a type.
pub(super) fn local(name: &'static str, t: Type) -> Type {
    Type::Alias(Arc::new(TypeAlias::new(name, t)))
}
