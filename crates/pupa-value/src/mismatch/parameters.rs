//! Named parameters: those of classes, defined types, plans and tasks.

use super::describe::describe;
use super::description::{Kind, Mismatch};
use super::join;
use super::path::Element;
use crate::error::{Error, Result};
use crate::infer::infer_detailed;
use crate::types::{StructType, Type};
use crate::value::{Object, Value};

/// The treatment of required parameters without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// They are errors.
    Refused,
    /// They are allowed, because not all values are known yet.
    Allowed,
}

/// Returns an error if parameters are missing, unknown or have a value of a wrong type. The message
/// begins with the subject and lists all mismatches.
///
/// `returned_by` returns the return type of a `Deferred` function call, if it is known; the type of
/// such a value is checked instead of the value.
pub fn validate_parameters<'a>(
    subject: &str,
    parameters: &StructType,
    given: impl IntoIterator<Item = (&'a str, &'a Value)>,
    missing: Missing,
    returned_by: &mut dyn FnMut(&Object) -> Result<Option<Type>>,
) -> Result<()> {
    report(subject, &describe_parameters(parameters, given, missing, returned_by)?)
}

/// Returns the mismatches that [`validate_parameters`] reports, one message for each.
pub fn describe_struct_signature<'a>(
    parameters: &StructType,
    given: impl IntoIterator<Item = (&'a str, &'a Value)>,
    missing: Missing,
    returned_by: &mut dyn FnMut(&Object) -> Result<Option<Type>>,
) -> Result<Vec<String>> {
    let errors = describe_parameters(parameters, given, missing, returned_by)?;
    Ok(errors.iter().map(ToString::to_string).collect())
}

/// Returns an error if the default value of a parameter is not an instance of its type.
pub fn validate_default_parameter(
    subject: &str,
    name: &str,
    expected: &Type,
    value: &Value,
) -> Result<()> {
    if expected.is_instance(value) {
        return Ok(());
    }
    let actual = infer_detailed(value).generalize();
    report(subject, &describe(expected, &actual, &[Element::Parameter(name.into())]))
}

fn report(subject: &str, errors: &[Mismatch]) -> Result<()> {
    match errors {
        [] => Ok(()),
        [error] => Err(Error::other(format!("{subject}:{error}"))),
        errors => Err(Error::other(format!("{subject}:\n {}", join(errors)))),
    }
}

fn describe_parameters<'a>(
    parameters: &StructType,
    given: impl IntoIterator<Item = (&'a str, &'a Value)>,
    missing: Missing,
    returned_by: &mut dyn FnMut(&Object) -> Result<Option<Type>>,
) -> Result<Vec<Mismatch>> {
    let mut errors = Vec::new();
    let given: Vec<(&str, &Value)> = given.into_iter().collect();
    if is_in_order(parameters, &given, missing) {
        let mut rest = given.iter().peekable();
        for member in parameters.members() {
            if let Some((_, value)) = rest.next_if(|(name, _)| *name == member.name.as_str()) {
                let path = [Element::Parameter(member.name.clone())];
                errors.extend(describe_value(&member.value, value, &path, returned_by)?);
            }
        }
        return Ok(errors);
    }
    let members = parameters.members();
    let mut values: Vec<Option<&Value>> = vec![None; members.len()];
    for (name, value) in given {
        match parameters.position(name) {
            Some(position) => values[position] = Some(value),
            None => errors.push(Mismatch::new(&[], Kind::UnknownParameter(name.into()))),
        }
    }
    let are_distinct = parameters.names() == members.len();
    for (position, member) in members.iter().enumerate() {
        let position = match are_distinct {
            true => position,
            false => parameters.position(&member.name).unwrap_or(position),
        };
        match values[position] {
            Some(value) => {
                let path = [Element::Parameter(member.name.clone())];
                errors.extend(describe_value(&member.value, value, &path, returned_by)?);
            }
            None if missing == Missing::Refused && !member.optional => {
                errors.push(Mismatch::new(&[], Kind::MissingParameter(member.name.clone())));
            }
            None => {}
        }
    }
    Ok(errors)
}

/// Whether the values are in the order of the parameters and none is missing. This is nearly always
/// so, and then no name needs to be searched for.
fn is_in_order(parameters: &StructType, given: &[(&str, &Value)], missing: Missing) -> bool {
    let mut rest = given.iter().peekable();
    let has_all = parameters.members().iter().all(|member| {
        rest.next_if(|(name, _)| *name == member.name.as_str()).is_some()
            || missing != Missing::Refused
            || member.optional
    });
    has_all && rest.next().is_none()
}

fn describe_value(
    expected: &Type,
    value: &Value,
    path: &[Element],
    returned_by: &mut dyn FnMut(&Object) -> Result<Option<Type>>,
) -> Result<Vec<Mismatch>> {
    if let Value::Object(object) = value
        && object.object_type.name.as_deref() == Some("Deferred")
    {
        return Ok(match returned_by(object)? {
            Some(returned) if !expected.generalize().accepts(&returned.generalize()) => {
                describe(expected, &returned, path)
            }
            _ => Vec::new(),
        });
    }
    if expected.is_instance(value) {
        return Ok(Vec::new());
    }
    Ok(describe(expected, &infer_detailed(value), path))
}
