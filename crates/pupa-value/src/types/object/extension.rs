//! Parameterized object types: `MyType[1]`.

use std::sync::Arc;

use super::ObjectType;
use super::definition::{Attribute, Members};
use crate::error::{Error, Result};
use crate::mismatch::assert_instance_with;
use crate::value::{Hash, Object, Text, Value};

/// A parameterized object type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectExtension {
    /// The type without parameters.
    pub base: Arc<ObjectType>,
    /// The given parameters by name.
    pub parameters: Hash,
}

/// The maximum number of parameters that are written by position.
const MAX_POSITIONAL: usize = 2;

impl ObjectExtension {
    /// Creates the type with these parameters: by position, or by name in a single hash. `default`
    /// omits a parameter.
    pub fn create(base: &Arc<ObjectType>, given: &[Value]) -> Result<ObjectExtension> {
        let known = base.all_type_parameters();
        let label = base.label();
        let Some((_, first)) = known.first() else {
            return Err(Error::parse(format!("The {label}-Type cannot be parameterized using []")));
        };
        let parameters = match given {
            // A hash may also be the value of the first parameter.
            [Value::Hash(named)] if !first.value_type.is_instance(&given[0]) => {
                by_name(base, &known, named)?
            }
            _ => by_position(&known, given)?,
        };
        if parameters.is_empty() {
            return Err(Error::parse(format!(
                "The {label}-Type cannot be parameterized using an empty parameter list"
            )));
        }
        Ok(ObjectExtension { base: Arc::clone(base), parameters })
    }

    /// The type of an instance: each parameter has the value of the attribute with the same name.
    /// `None` if the instance's type has no parameters.
    pub fn of_instance(object: &Object) -> Option<ObjectExtension> {
        let base = &object.object_type;
        if !base.is_parameterized() {
            return None;
        }
        let parameters = base.all_type_parameters();
        let value = |name: &Text| object.get(name).cloned().unwrap_or_default();
        let given: Vec<Value> = parameters.keys().map(value).collect();
        ObjectExtension::create(base, &given).ok()
    }

    /// The parameters in source form: an array by position, or a hash by name if there are many.
    pub fn init_parameters(&self) -> Value {
        let known = self.base.all_type_parameters();
        if known.len() > MAX_POSITIONAL {
            return Value::from(self.parameters.clone());
        }
        let mut values: Vec<Value> = known
            .keys()
            .map(|name| self.parameters.get_str(name).cloned().unwrap_or(Value::Default))
            .collect();
        while values.last() == Some(&Value::Default) {
            values.pop();
        }
        Value::from(values)
    }
}

fn by_name(base: &ObjectType, known: &Members<&Attribute>, named: &Hash) -> Result<Hash> {
    let mut parameters = Hash::new();
    for (name, value) in named {
        let Some(parameter) = name.as_str().and_then(|name| known.get(name)) else {
            let name = crate::text::ruby::to_s(name);
            let label = base.label();
            return Err(Error::parse(format!(
                "'{name}' is not a known type parameter for {label}-Type"
            )));
        };
        set(&mut parameters, parameter, value)?;
    }
    Ok(parameters)
}

fn by_position(known: &Members<&Attribute>, given: &[Value]) -> Result<Hash> {
    let mut parameters = Hash::new();
    for (parameter, value) in known.values().zip(given) {
        set(&mut parameters, parameter, value)?;
    }
    Ok(parameters)
}

fn set(parameters: &mut Hash, parameter: &Attribute, value: &Value) -> Result<()> {
    if *value != Value::Default {
        assert_instance_with(&parameter.value_type, value, || parameter.label())?;
        parameters.insert(parameter.name.clone(), value.clone());
    }
    Ok(())
}
