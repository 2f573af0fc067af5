//! Catalogs from JSON, in the format of agents and several related ones.
//!
//! Accepted are the output of [`Catalog::to_json`], the output of `puppet catalog compile` (with
//! log lines before it), the cache of an agent, the older format that is wrapped in
//! `{"document_type": "Catalog", "data": …}`, and answers of PuppetDB, where type and title of the
//! ends of an edge are separate fields.

use pupa_data::json;
use pupa_value::Value;
use pupa_value::data::{FromDataOptions, TYPE_KEY, VALUE_KEY, from_data};
use pupa_value::loader::Builtins;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashSet;

use crate::catalog::{Catalog, Resource, ResourceKind};
use crate::tags::Tags;

/// The reason why a text can't be read as a catalog. For a JSON syntax error, the message ends with
/// the line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The error message.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(ReadError { message: message.into() })
}

impl Catalog {
    /// Reads a catalog from JSON. Lines before the first one that begins with `{` are skipped.
    ///
    /// ```
    /// use pupa_catalog::catalog::Catalog;
    /// let text = "Notice: Compiled catalog for web01 in environment production\n\
    ///     {\"name\": \"web01\", \"resources\": [{\"type\": \"File\", \"title\": \"/tmp\"}]}";
    /// let catalog = Catalog::from_json(text)?;
    /// assert_eq!(catalog.resources[0].reference(), "File[/tmp]");
    /// let error = Catalog::from_json("{\"name\": \"web01\"}").unwrap_err();
    /// assert_eq!(error.message, "the catalog has no `resources`");
    /// # Ok::<(), pupa_catalog::read::ReadError>(())
    /// ```
    ///
    /// A value of a type that Pupa does not know remains the hash that represents it.
    ///
    /// # Errors
    /// If the text is not valid JSON, a field is missing or of another type, or two resources have
    /// the same type and title.
    pub fn from_json(text: &str) -> Result<Catalog> {
        let text = without_log_lines(text)?;
        let data = json::value(&text).map_err(|error| ReadError { message: error.message })?;
        catalog(object(&data, "the text")?)
    }
}

/// The text from the first line that begins with `{`. Each skipped line becomes an empty one, so
/// that line numbers in messages remain those of the whole text.
fn without_log_lines(text: &str) -> Result<std::borrow::Cow<'_, str>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut start = 0;
    for (skipped, line) in text.split_inclusive('\n').enumerate() {
        if line.trim_start().starts_with('{') {
            let rest = &text[start..];
            return Ok(match skipped {
                0 => rest.into(),
                _ => ("\n".repeat(skipped) + rest).into(),
            });
        }
        start += line.len();
    }
    match text.trim().is_empty() {
        true => fail("the text is empty"),
        false => fail("the text has no catalog: no line begins with `{`"),
    }
}

fn catalog(data: &Hash) -> Result<Catalog> {
    if let (Some(Value::Hash(inner)), None) = (data.get_str("data"), data.get_str("resources")) {
        return catalog(inner);
    }
    let context = "the catalog";
    let name = match (data.get_str("name"), data.get_str("certname")) {
        (Some(name), _) | (None, Some(name)) => string(name, "`name` of the catalog")?,
        (None, None) => return fail("the catalog has no `name`"),
    };
    let Some(resources) = data.get_str("resources") else {
        return fail("the catalog has no `resources`");
    };
    Ok(Catalog {
        name: name.to_string(),
        environment: optional_string(data, "environment", context)?.unwrap_or_default(),
        version: data.get_str("version").cloned().unwrap_or_default(),
        code_id: optional_string(data, "code_id", context)?,
        uuid: optional_string(data, "catalog_uuid", context)?.unwrap_or_default(),
        resources: all_resources(list(resources, "`resources`")?)?,
        edges: edges(data)?,
        classes: strings(data, "classes", context)?,
        tags: strings(data, "tags", context)?.into_iter().collect(),
    })
}

fn all_resources(data: &[Value]) -> Result<Vec<Resource>> {
    let mut known = FxHashSet::default();
    let mut resources = Vec::with_capacity(data.len());
    for (index, data) in data.iter().enumerate() {
        let resource = resource(object(data, &format!("resource {}", index + 1))?, index)?;
        if !known.insert((resource.type_name.clone(), resource.title.clone())) {
            return fail(format!("{} appears more than once", resource.reference()));
        }
        resources.push(resource);
    }
    Ok(resources)
}

fn resource(data: &Hash, index: usize) -> Result<Resource> {
    let required = |key: &str| match data.get_str(key) {
        Some(value) => string(value, &format!("`{key}` of resource {}", index + 1)),
        None => fail(format!("resource {} has no `{key}`", index + 1)),
    };
    let (type_name, title) = (required("type")?, required("title")?);
    let context = format!("{type_name}[{title}]");
    Ok(Resource {
        kind: kind(data, &type_name, &context)?,
        tags: strings(data, "tags", &context)?.into_iter().collect::<Tags>(),
        file: optional_string(data, "file", &context)?.map(Text::from),
        line: line(data, &context)?,
        is_exported: is_exported(data, &context)?,
        parameters: parameters(data, &context)?,
        sensitive: strings(data, "sensitive_parameters", &context)?,
        type_name,
        title,
    })
}

/// The kind of a type. Catalogs of older versions lack it; then only classes are recognised, by
/// name.
fn kind(data: &Hash, type_name: &str, context: &str) -> Result<ResourceKind> {
    let word = optional_string(data, "kind", context)?;
    Ok(match word.as_deref() {
        Some("class") => ResourceKind::Class,
        Some("defined_type") => ResourceKind::DefinedType,
        Some("compilable_type") => ResourceKind::CompilableType,
        None if type_name == "Class" => ResourceKind::Class,
        Some(_) | None => ResourceKind::Unknown,
    })
}

fn line(data: &Hash, context: &str) -> Result<Option<u32>> {
    match data.get_str("line") {
        None | Some(Value::Undef) => Ok(None),
        Some(Value::Integer(number)) if u32::try_from(*number).is_ok() => {
            Ok(u32::try_from(*number).ok())
        }
        Some(other) => mismatch(&format!("`line` of {context}"), "a line number", other),
    }
}

fn is_exported(data: &Hash, context: &str) -> Result<bool> {
    match data.get_str("exported") {
        None | Some(Value::Undef) => Ok(false),
        Some(Value::Boolean(truth)) => Ok(*truth),
        Some(other) => mismatch(&format!("`exported` of {context}"), "true or false", other),
    }
}

fn parameters(data: &Hash, context: &str) -> Result<Vec<(Text, Value)>> {
    let Some(parameters) = data.get_str("parameters").filter(|data| !data.is_undef()) else {
        return Ok(Vec::new());
    };
    let parameters = object(parameters, &format!("`parameters` of {context}"))?;
    let named = parameters.iter().map(|(name, data)| {
        let name = string(name, &format!("the name of a parameter of {context}"))?;
        Ok((name, value(data)))
    });
    named.collect()
}

/// The value that rich data represents. A hash whose type is unknown or whose content does not fit
/// its type is kept as a hash, but `Sensitive` values in it stay sensitive.
fn value(data: &Value) -> Value {
    let whole = match data {
        Value::Array(_) | Value::Hash(_) => from_data(data, &Builtins, &FromDataOptions::default()),
        _ => return data.clone(),
    };
    match (whole, data) {
        (Ok(value), _) => value,
        (Err(_), Value::Array(elements)) => Value::array(elements.iter().map(value)),
        (Err(_), Value::Hash(hash)) => {
            if hash.get_str(TYPE_KEY).and_then(Value::as_str) == Some("Sensitive") {
                return Value::sensitive(hash.get_str(VALUE_KEY).map(value).unwrap_or_default());
            }
            Value::hash(hash.iter().map(|(key, part)| (key.clone(), value(part))))
        }
        (Err(_), _) => data.clone(),
    }
}

fn edges(data: &Hash) -> Result<Vec<(Text, Text)>> {
    let Some(edges) = data.get_str("edges").filter(|data| !data.is_undef()) else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for (index, edge) in list(edges, "`edges`")?.iter().enumerate() {
        let context = format!("edge {}", index + 1);
        let edge = object(edge, &context)?;
        // PuppetDB also lists relationships as edges, which agents derive from parameters.
        let relationship = optional_string(edge, "relationship", &context)?;
        if relationship.is_none_or(|relationship| relationship == "contains") {
            let (source, target) =
                (edge_end(edge, "source", &context)?, edge_end(edge, "target", &context)?);
            all.push((source.into(), target.into()));
        }
    }
    Ok(all)
}

/// One end of an edge: a reference, or type and title separately.
fn edge_end(edge: &Hash, end: &str, context: &str) -> Result<String> {
    let part = |type_name: Option<&Value>, title: Option<&Value>| {
        let (Some(type_name), Some(title)) = (type_name, title) else {
            return fail(format!("{context} has no `{end}`"));
        };
        let context = format!("`{end}` of {context}");
        Ok(format!("{}[{}]", string(type_name, &context)?, string(title, &context)?))
    };
    match edge.get_str(end) {
        Some(Value::String(reference)) => Ok(reference.to_string()),
        Some(Value::Hash(hash)) => part(hash.get_str("type"), hash.get_str("title")),
        Some(other) => mismatch(&format!("`{end}` of {context}"), "a reference", other),
        None => {
            let type_name = edge.get_str(&format!("{end}_type"));
            part(type_name, edge.get_str(&format!("{end}_title")))
        }
    }
}

/// The elements of an array, or of an array that PuppetDB wraps in an object beside a link.
fn list<'a>(data: &'a Value, context: &str) -> Result<&'a [Value]> {
    match data {
        Value::Array(elements) => Ok(elements),
        Value::Hash(hash) => match hash.get_str("data") {
            Some(Value::Array(elements)) => Ok(elements),
            _ => mismatch(context, "an array", data),
        },
        _ => mismatch(context, "an array", data),
    }
}

fn object<'a>(data: &'a Value, context: &str) -> Result<&'a Hash> {
    match data {
        Value::Hash(hash) => Ok(hash),
        other => mismatch(context, "an object", other),
    }
}

fn string(data: &Value, context: &str) -> Result<Text> {
    match data {
        Value::String(string) => Ok(string.clone()),
        other => mismatch(context, "a string", other),
    }
}

fn optional_string(data: &Hash, key: &str, context: &str) -> Result<Option<String>> {
    match data.get_str(key) {
        None | Some(Value::Undef) => Ok(None),
        Some(value) => Ok(Some(string(value, &format!("`{key}` of {context}"))?.to_string())),
    }
}

fn strings(data: &Hash, key: &str, context: &str) -> Result<Vec<Text>> {
    let context = format!("`{key}` of {context}");
    match data.get_str(key) {
        None | Some(Value::Undef) => Ok(Vec::new()),
        Some(value) => {
            let elements = list(value, &context)?.iter();
            elements.map(|element| string(element, &format!("an element of {context}"))).collect()
        }
    }
}

/// The error for a value of the wrong type. It never contains the value, which may be a secret.
fn mismatch<T>(context: &str, expected: &str, found: &Value) -> Result<T> {
    let found = match found {
        Value::Undef => "null",
        Value::Boolean(_) => "a boolean",
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        _ => "an object",
    };
    fail(format!("{context} must be {expected}, found {found}"))
}

#[cfg(test)]
mod tests;
