//! Loads a resource type from its file.

use super::definition::Definition;
use super::{describe, manager, title};
use crate::machine::{Flow, Machine};
use crate::symbol::Symbol;
use crate::value::Value;

/// The result of running the file of a type.
#[derive(Debug)]
pub enum Loaded {
    /// The type that the file is named after was defined.
    Defined(Box<Definition>),
    /// Only another type was defined: its name, and the location of its definition.
    Other(String, String),
    /// No type was defined.
    Nothing,
}

impl Machine<'_> {
    /// Runs the file of a type and returns the definition.
    ///
    /// # Errors
    ///
    /// When the file raises an exception or exceeds a limit.
    pub fn load_resource_type(&mut self, name: &str, path: &str) -> Flow<Loaded> {
        self.require(path)?;
        let types = manager::registry(self);
        let known = self.hash_get(types, Value::Sym(Symbol::new(name)))?;
        if let Some(made @ Value::Class(_)) = known {
            return Ok(Loaded::Defined(Box::new(describe::definition(self, made)?)));
        }
        for (other, made) in self.hash(types).iter().collect::<Vec<_>>() {
            if let Some(origin) = manager::origin(self, made)
                && origin.contains(path)
            {
                return Ok(Loaded::Other(self.to_s_text(other)?, origin));
            }
        }
        Ok(Loaded::Nothing)
    }

    /// Calls the code of a title pattern of a loaded type, which converts the content of a group to
    /// the value of an attribute.
    ///
    /// # Errors
    ///
    /// When the code raises an exception or exceeds a limit.
    pub fn call_title_code(
        &mut self,
        name: &str,
        (rule, attribute): (usize, usize),
        text: Option<&str>,
    ) -> Flow<Option<String>> {
        let types = manager::registry(self);
        let known = self.hash_get(types, Value::Sym(Symbol::new(name)))?;
        let Some(made @ Value::Class(_)) = known else { return Ok(text.map(str::to_owned)) };
        title::call_code(self, made, (rule, attribute), text)
    }
}
