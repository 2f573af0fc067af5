//! Functions written in Rust: those of the language, and those of a program that embeds it.

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use pupa_value::loader::Builtins;
use pupa_value::signature::Signature;
use rustc_hash::FxHashMap;

use crate::call::Call;
use crate::functions::{self, Function, Traits, signature};
use crate::stop::Outcome;

/// A function of an embedding program.
///
/// ```
/// use pupa_eval::natives::NativeFunction;
/// use pupa_value::Value;
/// let shout = NativeFunction::new("shout", "The text in capitals, with a mark.")
///     .dispatch("String $text", |call| Ok(Value::from(format!("{}!", call.text(0).to_uppercase()))));
/// assert!(shout.is_ok());
/// ```
#[derive(Clone)]
pub struct NativeFunction {
    /// The name, which may be qualified.
    pub name: String,
    /// The description in Markdown.
    pub doc: String,
    /// Properties that evaluation depends on.
    pub traits: Traits,
    signatures: Vec<Signature>,
    bodies: Vec<SharedBody>,
}

/// The implementation of a function of an embedding program.
pub type SharedBody = Arc<dyn Fn(&mut Call<'_, '_>) -> Outcome + Send + Sync>;

impl NativeFunction {
    /// A function without signatures, which can't be called yet.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> NativeFunction {
        NativeFunction {
            name: name.into(),
            doc: doc.into(),
            traits: Traits::NONE,
            signatures: Vec::new(),
            bodies: Vec::new(),
        }
    }

    /// Adds a signature with its implementation, in the notation of [`crate::functions`].
    ///
    /// # Errors
    /// When the signature is malformed.
    pub fn dispatch(
        mut self,
        signature: &str,
        body: impl Fn(&mut Call<'_, '_>) -> Outcome + Send + Sync + 'static,
    ) -> pupa_value::Result<NativeFunction> {
        self.signatures.push(signature::parse(signature, &Builtins)?);
        self.bodies.push(Arc::new(body));
        Ok(self)
    }

    /// Sets the properties that evaluation depends on.
    #[must_use]
    pub fn with_traits(mut self, traits: Traits) -> NativeFunction {
        self.traits = traits;
        self
    }
}

impl fmt::Debug for NativeFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeFunction").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A native function that can be called.
#[derive(Debug, Clone)]
pub(crate) enum Native {
    Builtin(&'static Builtin),
    Embedded(Arc<NativeFunction>),
}

impl Native {
    /// The built-in function of that name.
    pub(crate) fn builtin(name: &str) -> Option<Native> {
        static BUILTINS: LazyLock<FxHashMap<&'static str, Builtin>> = LazyLock::new(|| {
            functions::all()
                .map(|function| {
                    let builtin = Builtin { function, signatures: OnceLock::new() };
                    (function.name, builtin)
                })
                .collect()
        });
        BUILTINS.get(name).map(Native::Builtin)
    }

    pub(crate) fn signatures(&self) -> pupa_value::Result<&[Signature]> {
        match self {
            Native::Builtin(builtin) => builtin.signatures(),
            Native::Embedded(function) => Ok(&function.signatures),
        }
    }

    /// Returns the number of documented signatures; the remaining ones explain wrong calls.
    pub(crate) fn listed(&self) -> usize {
        match self {
            Native::Builtin(builtin) => {
                builtin.function.dispatches.iter().filter(|d| !d.is_explanation()).count()
            }
            Native::Embedded(function) => function.signatures.len(),
        }
    }

    /// Whether the time of a call does not depend on the size of a collection among the arguments,
    /// apart from that of a block, which counts its own steps.
    pub(crate) fn takes_constant_time(&self) -> bool {
        const NAMES: &[&str] = &[
            "all",
            "any",
            "break",
            "call",
            "dig",
            "each",
            "empty",
            "filter",
            "get",
            "getvar",
            "length",
            "lest",
            "lookup",
            "map",
            "new",
            "reduce",
            "return",
            "size",
            "step",
            "then",
            "tree_each",
            "unwrap",
            "with",
        ];
        match self {
            Native::Builtin(builtin) => NAMES.contains(&builtin.function.name),
            Native::Embedded(_) => false,
        }
    }

    pub(crate) fn traits(&self) -> Traits {
        match self {
            Native::Builtin(builtin) => builtin.function.traits,
            Native::Embedded(function) => function.traits,
        }
    }

    /// Calls the implementation of a signature.
    pub(crate) fn run(&self, dispatch: usize, call: &mut Call<'_, '_>) -> Outcome {
        match self {
            Native::Builtin(builtin) => (builtin.function.dispatches[dispatch].body)(call),
            Native::Embedded(function) => function.bodies[dispatch](call),
        }
    }
}

/// A built-in function; its signatures are parsed when first needed.
#[derive(Debug)]
pub(crate) struct Builtin {
    function: &'static Function,
    signatures: OnceLock<Vec<Signature>>,
}

impl Builtin {
    fn signatures(&self) -> pupa_value::Result<&[Signature]> {
        if let Some(signatures) = self.signatures.get() {
            return Ok(signatures);
        }
        let dispatches = self.function.dispatches.iter();
        let signatures = dispatches
            .map(|dispatch| signature::parse(dispatch.signature, &Builtins))
            .collect::<pupa_value::Result<Vec<_>>>()?;
        Ok(self.signatures.get_or_init(|| signatures))
    }
}

/// The functions that an embedding program adds to the language.
#[derive(Debug, Clone, Default)]
pub struct Natives(FxHashMap<String, Arc<NativeFunction>>);

impl Natives {
    /// Adds a function; replaces one with the same name.
    pub fn register(&mut self, function: NativeFunction) {
        self.0.insert(function.name.clone(), Arc::new(function));
    }

    /// The function of that name.
    pub fn find(&self, name: &str) -> Option<&Arc<NativeFunction>> {
        self.0.get(name)
    }

    /// The names of all.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}
