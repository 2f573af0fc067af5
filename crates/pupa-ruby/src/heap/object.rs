//! Ruby objects: instances of all classes without a table of their own.

use std::any::Any;
use std::fmt::Debug;

use crate::value::{ClassId, Value};

/// Rust data that belongs to a Ruby object: the fields of a match, an exception or a time.
pub trait Payload: Any + Debug {
    /// Calls `mark` with every value that the payload holds.
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        let _ = mark;
    }

    /// Whether unset instance variables may have a value from elsewhere: in a template they are
    /// variables of Puppet.
    fn provides_ivars(&self) -> bool {
        false
    }

    /// A copy for `dup` and `clone`.
    fn duplicate(&self) -> Box<dyn Payload>;
}

/// An object.
#[derive(Debug)]
pub struct RObject {
    /// The class, or the singleton class if there is one.
    pub class: ClassId,
    /// Whether it must not be changed.
    pub frozen: bool,
    /// Instance variables, by the numbers that the class gives them. Unset ones are
    /// [`Value::Undef`].
    pub ivars: Vec<Value>,
    /// The Rust data of the object.
    pub payload: Option<Box<dyn Payload>>,
}

impl RObject {
    /// An object without instance variables.
    pub fn new(class: ClassId) -> RObject {
        RObject { class, frozen: false, ivars: Vec::new(), payload: None }
    }

    /// The Rust data, if it has the type `T`.
    pub fn payload<T: Payload>(&self) -> Option<&T> {
        let payload: &dyn Any = &**self.payload.as_ref()?;
        payload.downcast_ref()
    }

    /// The Rust data as a mutable reference, if it has the type `T`.
    pub fn payload_mut<T: Payload>(&mut self) -> Option<&mut T> {
        let payload: &mut dyn Any = &mut **self.payload.as_mut()?;
        payload.downcast_mut()
    }
}
