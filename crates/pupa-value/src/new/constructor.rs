//! What a constructor is: the ways to call it, and what each of them does.

use std::sync::Arc;

use super::NewContext;
use crate::error::{Error, Result};
use crate::mismatch::{arguments_type, describe_signatures};
use crate::signature::Signature;
use crate::types::{CallableType, Size, TupleType, Type, TypeAlias};
use crate::value::{Text, Value};

/// How instances of a type are made.
#[derive(Debug, Clone)]
pub struct Constructor {
    name: Text,
    documentation: &'static str,
    dispatches: Vec<Dispatch>,
}

/// One way to call a constructor. The first one whose signature fits is taken.
#[derive(Debug, Clone)]
struct Dispatch {
    signature: Signature,
    action: Action,
}

#[derive(Debug, Clone, Copy)]
enum Action {
    /// Makes the instance.
    Create(fn(&Call<'_>) -> Result<Value>),
    /// Says what is wrong with arguments that can't be used.
    Explain(fn(&Call<'_>) -> Result<String>),
}

/// A call of a constructor, as those see it who make the instance.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    /// What the host supplies.
    pub(super) context: &'a NewContext<'a>,
    /// The type whose constructor was called, which is no alias.
    pub(super) target: &'a Type,
    /// The arguments, which fit the signature.
    pub(super) args: &'a [Value],
    /// How many constructors have called another.
    pub(super) depth: usize,
}

impl Call<'_> {
    /// An argument; `undef` where none was given.
    pub(super) fn arg(&self, index: usize) -> &Value {
        self.args.get(index).unwrap_or(&Value::Undef)
    }

    /// The text of an argument that is a string.
    pub(super) fn text(&self, index: usize) -> &str {
        self.arg(index).as_str().unwrap_or_default()
    }

    /// An entry of the hash that is the only argument; `undef` where there is none.
    pub(super) fn entry(&self, key: &str) -> &Value {
        self.arg(0).as_hash().and_then(|hash| hash.get_str(key)).unwrap_or(&Value::Undef)
    }
}

/// A parameter of a constructor: its name and type.
pub(super) type Parameter = (&'static str, Type);

impl Constructor {
    /// A constructor that can't be called yet. Messages call it by that name.
    pub(super) fn new(name: impl Into<Text>, documentation: &'static str) -> Constructor {
        Constructor { name: name.into(), documentation, dispatches: Vec::new() }
    }

    /// Another way to call it.
    pub(super) fn create<const R: usize, const O: usize>(
        self,
        create: fn(&Call<'_>) -> Result<Value>,
        required: [Parameter; R],
        optional: [Parameter; O],
    ) -> Constructor {
        self.with(signature(required, optional), Action::Create(create))
    }

    /// Another way to call it, whose signature is known.
    pub(super) fn create_with(
        self,
        create: fn(&Call<'_>) -> Result<Value>,
        signature: Signature,
    ) -> Constructor {
        self.with(signature, Action::Create(create))
    }

    /// Arguments that can't be used, but for which there is a better explanation than that they
    /// fit no signature.
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

    /// The name by which messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, for people.
    pub fn documentation(&self) -> &'static str {
        self.documentation
    }

    /// The ways to call it.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.dispatches
            .iter()
            .filter(|dispatch| matches!(dispatch.action, Action::Create(_)))
            .map(|dispatch| &dispatch.signature)
    }

    /// Makes an instance, or says why these arguments can't be used.
    pub(super) fn call(&self, call: &Call<'_>) -> Result<Value> {
        let fitting = self.dispatches.iter().find(|d| d.signature.accepts(call.args, None));
        match fitting.map(|dispatch| dispatch.action) {
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
    // The size is told only where the types don't say it.
    let size = (O > 0 || R == 0).then(|| Size { to: Size::exactly(R + O).to, ..Size::exactly(R) });
    let (names, types): (Vec<&str>, Vec<Type>) = required.into_iter().chain(optional).unzip();
    let params = TupleType { types, size };
    Signature::new(CallableType::new(Some(params), None, None), names)
}

/// A type that goes by a name of its own in messages about a constructor's arguments.
pub(super) fn local(name: &'static str, t: Type) -> Type {
    Type::Alias(Arc::new(TypeAlias::new(name, t)))
}
