//! Checks the types in `convert_to` of `lookup_options`.

use pupa_value::loader::TypeLoader;
use pupa_value::text::ruby::inspect;
use pupa_value::type_parser::parse_type;
use pupa_value::{Type, Value};

use crate::classes::Classes;

/// The types that data may refer to.
#[derive(Clone, Copy)]
pub(super) struct Types<'t> {
    /// Knows them.
    pub(super) known: &'t dyn TypeLoader,
    /// Whether there may be other types: manifests that can't be read may define any.
    pub(super) are_open: bool,
    /// The classes, which know the installed modules.
    pub(super) classes: &'t Classes<'t>,
}

impl Types<'_> {
    /// Whether there is certainly no type with this name. Types of modules that are not installed
    /// are unknown.
    fn lack(&self, name: &str) -> bool {
        let module = name.split_once("::").map(|(module, _)| module.to_lowercase());
        !self.are_open && !module.is_some_and(|module| self.classes.is_absent(&module))
    }
}

/// The reason why the values of a key can't be converted; `None` if they may be.
pub(super) fn wrong_conversion(key: &str, convert_to: &Value, types: Types<'_>) -> Option<String> {
    let first = match convert_to {
        Value::Undef => return None,
        Value::Array(arguments) => arguments.first().unwrap_or(&Value::Undef),
        other => other,
    };
    let Value::String(text) = first else {
        let display = inspect(first);
        return Some(format!("`convert_to` of `{key}` must name a type, found {display}"));
    };
    if text.contains("%{") {
        return None;
    }
    match parse_type(text, types.known) {
        Err(error) => Some(format!(
            "Invalid data type in lookup_options for key '{key}' could not parse '{text}', error: \
             '{}",
            error.message
        )),
        Ok(Type::Reference(name)) if types.lack(&name) => {
            Some(format!("`convert_to` of `{key}`: there is no type `{name}`"))
        }
        Ok(_) => None,
    }
}
