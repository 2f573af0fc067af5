//! Objects of Ruby code, which manifests can only pass around.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Text;

/// An object of Ruby code: a symbol, a set, an instance of any class.
///
/// The creator identifies the object by its number. Symbols have no number; symbols with equal
/// names are equal.
#[derive(Clone)]
pub struct Foreign {
    /// The name of its class.
    pub class: Text,
    /// Its string form in interpolations.
    pub text: Text,
    /// Its `inspect` form.
    pub inspect: Text,
    /// The registry that created the object, and its number there.
    pub origin: Option<(Arc<dyn Any + Send + Sync>, u32)>,
}

impl Foreign {
    /// Creates a symbol.
    ///
    /// ```
    /// use pupa_value::value::Foreign;
    /// let symbol = Foreign::symbol("file");
    /// assert!(symbol.is_symbol() && symbol == Foreign::symbol("file"));
    /// assert_eq!(symbol.inspect.as_str(), ":file");
    /// ```
    pub fn symbol(name: &str) -> Foreign {
        let inspect = format!(":{name}").into();
        Foreign { class: "Symbol".into(), text: name.into(), inspect, origin: None }
    }

    /// Whether this is a symbol.
    pub fn is_symbol(&self) -> bool {
        self.origin.is_none() && self.class.as_str() == "Symbol"
    }

    /// Whether the operator `==` treats both as equal. Different objects differ in their `inspect`
    /// form, which contains their state or their address.
    pub(crate) fn looks_like(&self, other: &Foreign) -> bool {
        self == other || (self.class == other.class && self.inspect == other.inspect)
    }

    /// The number of the object in this registry.
    pub fn number_for(&self, keeper: &Arc<dyn Any + Send + Sync>) -> Option<u32> {
        let (own, number) = self.origin.as_ref()?;
        Arc::ptr_eq(own, keeper).then_some(*number)
    }
}

impl PartialEq for Foreign {
    fn eq(&self, other: &Foreign) -> bool {
        match (&self.origin, &other.origin) {
            (None, None) => self.class == other.class && self.text == other.text,
            (Some((keeper, number)), Some(_)) => other.number_for(keeper) == Some(*number),
            _ => false,
        }
    }
}

impl Eq for Foreign {}

impl Hash for Foreign {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.origin {
            Some((_, number)) => number.hash(state),
            None => self.text.hash(state),
        }
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Foreign({})", self.inspect)
    }
}
