//! Callable values, as far as values and types must know them.

use std::any::Any;
use std::fmt::Debug;

use crate::types::Type;

/// A callable value. The evaluator implements it; this crate uses only its type.
pub trait Closure: Debug + Send + Sync + Any {
    /// The `Callable` type of the closure.
    fn callable_type(&self) -> &Type;

    /// The closure itself, for downcasting by its creator.
    fn as_any(&self) -> &dyn Any;
}
