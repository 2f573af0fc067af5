//! Catalogs as JSON, in the form that agents read.

use pupa_value::data::{ToDataOptions, to_data, to_json};
use pupa_value::value::Hash;
use pupa_value::{Result, Value};

use crate::catalog::{Catalog, Resource};
use crate::tags::Tags;

impl Catalog {
    /// The catalog as JSON.
    ///
    /// # Errors
    /// When a value can't be written.
    pub fn to_json(&self) -> Result<String> {
        to_json(&self.to_value()?)
    }

    fn to_value(&self) -> Result<Value> {
        let mut hash = Hash::new();
        hash.insert("tags", tags(&self.tags));
        hash.insert("name", self.name.as_str());
        hash.insert("version", self.version.clone());
        hash.insert("code_id", self.code_id.as_deref().map_or(Value::Undef, Value::from));
        hash.insert("catalog_uuid", self.uuid.as_str());
        hash.insert("catalog_format", 2);
        hash.insert("environment", self.environment.as_str());
        let resources = self.resources.iter().map(Resource::to_value);
        hash.insert("resources", resources.collect::<Result<Vec<_>>>()?);
        let edge = |(source, target): &(String, String)| {
            Value::hash([
                ("source".into(), source.as_str().into()),
                ("target".into(), target.as_str().into()),
            ])
        };
        hash.insert("edges", Value::array(self.edges.iter().map(edge)));
        hash.insert("classes", Value::array(self.classes.iter().cloned().map(Value::String)));
        Ok(hash.into())
    }
}

impl Resource {
    fn to_value(&self) -> Result<Value> {
        let mut hash = Hash::new();
        hash.insert("type", self.type_name.clone());
        hash.insert("title", self.title.clone());
        hash.insert("tags", tags(&self.tags));
        if let Some(file) = &self.file {
            hash.insert("file", file.as_str());
        }
        if let Some(line) = self.line {
            hash.insert("line", i64::from(line));
        }
        hash.insert("exported", self.is_exported);
        hash.insert("kind", self.kind.word());
        if !self.parameters.is_empty() {
            let parameters =
                self.parameters.iter().map(|(name, value)| (name.clone().into(), value.clone()));
            let options = ToDataOptions {
                symbol_as_string: true,
                local_reference: false,
                type_by_reference: true,
                message_prefix: self.reference(),
                ..ToDataOptions::rich()
            };
            hash.insert("parameters", to_data(&Value::hash(parameters), &options)?.0);
        }
        if !self.sensitive.is_empty() {
            let names = self.sensitive.iter().cloned().map(Value::String);
            hash.insert("sensitive_parameters", Value::array(names));
        }
        Ok(hash.into())
    }
}

fn tags(tags: &Tags) -> Value {
    Value::array(tags.iter().map(Value::from))
}
