//! The built-in functions: one table, one file per family.
//!
//! A [`Function`] has its name, its documentation, its examples and its ways to be called in one
//! place. The user reference is printed from this table, and the examples are run as tests.
//!
//! A way to be called, a [`Dispatch`], begins with its signature, written as in the reference:
//!
//! | notation | meaning |
//! |---|---|
//! | `String $text` | a parameter |
//! | `String $text?` | one that may be left out |
//! | `String *$texts` | any number of arguments |
//! | `String +$texts` | at least one argument |
//! | `Callable[1, 1] &$block` | the block |
//! | `Callable[1, 1] &$block?` | a block that may be left out |
//! | `! Any *$args` | a way to call it wrongly, whose body explains what is wrong; the last ones |

mod argument_checks;
mod catalog;
mod collections;
mod control;
mod data;
mod defined;
mod digests;
mod elements;
mod epp;
mod erb;
mod families;
mod formatting;
mod iteration;
mod leading_number;
pub(crate) mod legacy;
mod local_types;
mod logging;
mod navigation;
mod numbers;
mod ordering;
mod pattern_cache;
mod patterns;
mod random;
mod ruby_order;
mod scan;
mod search;
mod sequences;
pub(crate) mod signature;
mod system;
mod texts;
mod times;
mod typing;
mod versions;

pub use families::{FAMILIES, Family, all, find};

use crate::call::Call;
use crate::stop::Outcome;

/// A built-in function.
#[derive(Debug)]
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The description in Markdown. The first paragraph is a summary.
    pub doc: &'static str,
    /// Example code with its results, run as tests.
    pub examples: &'static [Example],
    /// The signatures with their implementations; the first that matches a call is used.
    pub dispatches: &'static [Dispatch],
    /// Properties that evaluation depends on.
    pub traits: Traits,
}

/// A program and its value.
#[derive(Debug)]
pub struct Example {
    /// The program.
    pub code: &'static str,
    /// The value as Puppet source, or `Error: ` and the message.
    pub value: &'static str,
}

/// A signature of a function with its implementation.
#[derive(Debug)]
pub struct Dispatch {
    /// The signature in the notation of this module.
    pub signature: &'static str,
    /// The implementation.
    pub body: Body,
}

impl Dispatch {
    /// Whether it matches only wrong calls, whose error it explains.
    pub fn is_explanation(&self) -> bool {
        self.signature.starts_with('!')
    }
}

/// The implementation of a function.
pub type Body = fn(&mut Call<'_, '_>) -> Outcome;

/// The properties of a function that evaluation depends on, beyond its signatures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traits {
    /// The function is called for its effect; in edition `draft` its value is `undef`.
    pub is_statement: bool,
    /// The function reads variables of the calling scope.
    pub reads_variables: bool,
    /// The function uses files or commands of the system.
    pub touches_system: bool,
    /// The function checks its arguments itself, like the functions of Puppet 3; `undef` arguments
    /// become empty strings.
    pub is_untyped: bool,
    /// The type of its values, where the reference declares one.
    pub returns: Option<&'static str>,
}

impl Traits {
    /// Nothing special.
    pub const NONE: Traits = Traits {
        is_statement: false,
        reads_variables: false,
        touches_system: false,
        is_untyped: false,
        returns: None,
    };
    /// Called for its effect.
    pub const STATEMENT: Traits = Traits { is_statement: true, ..Traits::NONE };
    /// Reads variables of the calling scope.
    pub const READS_VARIABLES: Traits = Traits { reads_variables: true, ..Traits::NONE };
    /// Asks the system.
    pub const SYSTEM: Traits = Traits { touches_system: true, ..Traits::NONE };
    /// Checks its arguments itself.
    pub const UNTYPED: Traits = Traits { is_untyped: true, ..Traits::NONE };
}
