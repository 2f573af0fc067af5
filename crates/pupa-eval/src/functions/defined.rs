//! The function `defined`: whether a variable, class, resource type or resource exists.
//!
//! It checks the catalog in its state at the time of the call.

use pupa_value::Value;
use pupa_value::types::Type;

use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[Function {
    name: "defined",
    doc: "Whether at least one of the arguments is known.\n\n\
          | argument | searches |\n\
          |---|---|\n\
          | `'$name'` | a variable that can be seen from here |\n\
          | `'name'` | a class, defined type or resource type of that name |\n\
          | `File` | a resource type |\n\
          | `File['/tmp']` | a resource that is in the catalog so far |\n\
          | `Class[name]` | a class that is in the catalog so far |\n\
          | `Type[Class[name]]` | a class that could be declared |\n\n\
          The content of the catalog depends on the order of evaluation.",
    examples: &[
        Example { code: "$x = 1 defined('$x')", value: "true" },
        Example { code: "defined('$unknown')", value: "false" },
        Example { code: "defined('no_such_class', 'file')", value: "true" },
    ],
    dispatches: &[Dispatch {
        signature: "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] +$vals",
        body: defined,
    }],
    traits: Traits::READS_VARIABLES,
}];

fn defined(call: &mut Call<'_, '_>) -> Outcome {
    for value in std::mem::take(&mut call.args) {
        let is_defined = match &value {
            Value::String(text) => is_name_defined(call, text)?,
            Value::Type(t) => is_type_defined(call, t.resolved())?,
            _ => false,
        };
        if is_defined {
            return Ok(true.into());
        }
    }
    Ok(false.into())
}

fn is_name_defined(call: &mut Call<'_, '_>, text: &str) -> Outcome<bool> {
    Ok(match text.strip_prefix('$') {
        Some(name) if !name.is_empty() => {
            let is_match = name.bytes().all(|byte| byte.is_ascii_digit());
            // A match variable exists only after a match.
            call.variable(name).is_some_and(|value| !(is_match && value.is_undef()))
        }
        _ => match text {
            "" => false,
            // The class that contains everything outside of other classes.
            "main" => true,
            name => {
                let name = name.to_lowercase();
                is_resource_type(call, &name)?
                    || call.evaluator.compilation().find_class(&name)?.is_some()
            }
        },
    })
}

fn is_type_defined(call: &mut Call<'_, '_>, t: &Type) -> Outcome<bool> {
    Ok(match t {
        Type::Resource(None) => {
            return Err(error("The given resource type is a reference to all kind of types"));
        }
        Type::Resource(Some(resource)) => match &resource.title {
            None => is_resource_type(call, &resource.key)?,
            // Every catalog contains the main stage.
            Some(title) if resource.key == "stage" && title == "main" => true,
            Some(title) => call.evaluator.catalog_state.has_resource(&resource.key, title),
        },
        Type::Class(None) => return Err(all_classes()),
        Type::Class(Some(name)) => match name.trim_start_matches("::") {
            // Every catalog contains these classes.
            "main" | "settings" => true,
            name => call.evaluator.catalog_state.has_resource("class", name),
        },
        Type::Type(Some(inner)) => match inner.resolved() {
            resource @ Type::Resource(_) => is_type_defined(call, resource)?,
            Type::Class(None) => return Err(all_classes()),
            Type::Class(Some(name)) => call.evaluator.compilation().find_class(name)?.is_some(),
            _ => false,
        },
        _ => false,
    })
}

fn all_classes() -> Box<crate::stop::Stop> {
    error("The given class type is a reference to all classes")
}

/// Whether there is a resource type of that name, in lower case.
fn is_resource_type(call: &mut Call<'_, '_>, name: &str) -> Outcome<bool> {
    call.evaluator.compilation().is_resource_type(name)
}
