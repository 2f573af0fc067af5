//! Checks the parameters of classes and defined types, including `Deferred` values.

use pupa_value::Value;
use pupa_value::mismatch::{Missing, validate_parameters};
use pupa_value::type_parser::parse_type;
use pupa_value::types::{StructType, Type};
use pupa_value::value::{Object, Text};

use super::Compilation;
use crate::evaluator::registry::Callable;
use crate::evaluator::scope::TOP;
use crate::functions;
use crate::log::Level;
use crate::stop::Outcome;

impl Compilation<'_, '_> {
    /// Fails if a parameter has a value of the wrong type. For a `Deferred`, the return type of its
    /// function is checked, if it is known.
    pub(super) fn check_parameters(
        &mut self,
        subject: &str,
        expected: &StructType,
        given: &[(Text, Value)],
    ) -> Outcome<()> {
        let mut returned: Vec<(Text, Type)> = Vec::new();
        for (name, value) in given {
            if let Some(function) = deferred_function(value)
                && expected.member(name).is_some()
                && let Some(t) = self.deferred_type(&function)?
            {
                returned.push((function, t));
            }
        }
        let given = given.iter().map(|(name, value)| (name.as_str(), value));
        let mut returned_by = |object: &Object| {
            let name = object.get("name").and_then(Value::as_str);
            let known = returned.iter().find(|(known, _)| Some(known.as_str()) == name);
            Ok(known.map(|(_, t)| t.clone()))
        };
        validate_parameters(subject, expected, given, Missing::Refused, &mut returned_by)?;
        Ok(())
    }

    /// Returns the declared return type of a function. The reference warns if there is none.
    fn deferred_type(&mut self, function: &str) -> Outcome<Option<Type>> {
        let returned = match self.evaluator.find_function(function)? {
            Some(Callable::Native(_)) => {
                let declared = functions::find(function).and_then(|known| known.traits.returns);
                declared.map(|text| parse_type(text, self.evaluator.types())).transpose()?
            }
            Some(Callable::Ruby(function)) => function.return_types().into_iter().flatten().next(),
            Some(Callable::Puppet { program, code }) => match &code.lambda.returns {
                Some(node) => match self.evaluator.in_scope(program, TOP, |e| e.eval(node))? {
                    Value::Type(t) => Some(t),
                    _ => None,
                },
                None => None,
            },
            None => return Ok(None),
        };
        if returned.is_none()
            && self.evaluator.run.is_new_warning(&format!("{function}_deferred_warning"))
        {
            let message = format!(
                "Deferred function {function} has no return_type, unable to guarantee value type \
                 during compilation.\n   (file & line not available)"
            );
            self.evaluator.run.push_log(Level::Warning, message, String::new(), None);
        }
        Ok(returned)
    }
}

/// The name of the function that a `Deferred` will call.
fn deferred_function(value: &Value) -> Option<Text> {
    let Value::Object(object) = value else { return None };
    let is_deferred = object.object_type.name.as_deref() == Some("Deferred");
    object.get("name").filter(|_| is_deferred)?.as_str().map(Text::from)
}
