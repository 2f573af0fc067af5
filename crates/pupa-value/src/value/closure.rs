//! Things that can be called, as far as values and types need to know them.

use std::any::Any;
use std::fmt::Debug;

use crate::types::Type;

/// Something that can be called. Evaluation knows what it does; here only its type matters.
pub trait Closure: Debug + Send + Sync + Any {
    /// The `Callable` type that describes it.
    fn callable_type(&self) -> &Type;

    /// The thing itself, for whoever made it.
    fn as_any(&self) -> &dyn Any;
}
