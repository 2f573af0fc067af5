//! Catalogs from JSON, in the form that agents read and in those that are found beside it.
//!
//! Understood are what [`Catalog::to_json`] writes, what `puppet catalog compile` prints (with the
//! log lines before it), what agents keep in their cache, the older form that is wrapped in
//! `{"document_type": "Catalog", "data": …}`, and what PuppetDB answers, whose edges name types and
//! titles one by one.

use pupa_value::Value;
use pupa_value::data::{FromDataOptions, TYPE_KEY, VALUE_KEY, from_data, from_json};
use pupa_value::loader::Builtins;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashSet;

use crate::catalog::{Catalog, Resource, ResourceKind};
use crate::tags::Tags;

/// Why a text is no catalog. Where the JSON is broken, the message ends in line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong, and where.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

fn wrong<T>(message: impl Into<String>) -> Result<T> {
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
    /// A value of a type that Pupa does not know is kept as the hash it is written as.
    ///
    /// # Errors
    /// When the text is no JSON, a field is missing or of another type, or two resources have the
    /// same type and title.
    pub fn from_json(text: &str) -> Result<Catalog> {
        let text = without_log_lines(text)?;
        let data = from_json(&text).map_err(|error| ReadError { message: error.message })?;
        catalog(object(&data, "the text")?)
    }
}

/// The text from the first line that begins with `{`. Skipped lines stay as empty ones, so that
/// places in messages are those of the whole.
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
        true => wrong("the text is empty"),
        false => wrong("the text has no catalog: no line begins with `{`"),
    }
}

fn catalog(data: &Hash) -> Result<Catalog> {
    if let (Some(Value::Hash(inner)), None) = (data.get_str("data"), data.get_str("resources")) {
        return catalog(inner);
    }
    let about = "the catalog";
    let name = match (data.get_str("name"), data.get_str("certname")) {
        (Some(name), _) | (None, Some(name)) => text(name, "`name` of the catalog")?,
        (None, None) => return wrong("the catalog has no `name`"),
    };
    let Some(resources) = data.get_str("resources") else {
        return wrong("the catalog has no `resources`");
    };
    Ok(Catalog {
        name: name.to_string(),
        environment: optional_text(data, "environment", about)?.unwrap_or_default(),
        version: data.get_str("version").cloned().unwrap_or_default(),
        code_id: optional_text(data, "code_id", about)?,
        uuid: optional_text(data, "catalog_uuid", about)?.unwrap_or_default(),
        resources: all_resources(list(resources, "`resources`")?)?,
        edges: edges(data)?,
        classes: texts(data, "classes", about)?,
        tags: texts(data, "tags", about)?.into_iter().collect(),
    })
}

fn all_resources(data: &[Value]) -> Result<Vec<Resource>> {
    let mut known = FxHashSet::default();
    let mut resources = Vec::with_capacity(data.len());
    for (index, data) in data.iter().enumerate() {
        let resource = resource(object(data, &format!("resource {}", index + 1))?, index)?;
        if !known.insert((resource.type_name.clone(), resource.title.clone())) {
            return wrong(format!("{} is there more than once", resource.reference()));
        }
        resources.push(resource);
    }
    Ok(resources)
}

fn resource(data: &Hash, index: usize) -> Result<Resource> {
    let required = |key: &str| match data.get_str(key) {
        Some(value) => text(value, &format!("`{key}` of resource {}", index + 1)),
        None => wrong(format!("resource {} has no `{key}`", index + 1)),
    };
    let (type_name, title) = (required("type")?, required("title")?);
    let about = format!("{type_name}[{title}]");
    Ok(Resource {
        kind: kind(data, &type_name, &about)?,
        tags: texts(data, "tags", &about)?.into_iter().collect::<Tags>(),
        file: optional_text(data, "file", &about)?.map(Text::from),
        line: line(data, &about)?,
        is_exported: is_exported(data, &about)?,
        parameters: parameters(data, &about)?,
        sensitive: texts(data, "sensitive_parameters", &about)?,
        type_name,
        title,
    })
}

/// What the type is. Catalogs of older versions do not say; classes are known by their name.
fn kind(data: &Hash, type_name: &str, about: &str) -> Result<ResourceKind> {
    let word = optional_text(data, "kind", about)?;
    Ok(match word.as_deref() {
        Some("class") => ResourceKind::Class,
        Some("defined_type") => ResourceKind::DefinedType,
        Some("compilable_type") => ResourceKind::CompilableType,
        None if type_name == "Class" => ResourceKind::Class,
        Some(_) | None => ResourceKind::Unknown,
    })
}

fn line(data: &Hash, about: &str) -> Result<Option<u32>> {
    match data.get_str("line") {
        None | Some(Value::Undef) => Ok(None),
        Some(Value::Integer(number)) if u32::try_from(*number).is_ok() => {
            Ok(u32::try_from(*number).ok())
        }
        Some(other) => mismatch(&format!("`line` of {about}"), "a line number", other),
    }
}

fn is_exported(data: &Hash, about: &str) -> Result<bool> {
    match data.get_str("exported") {
        None | Some(Value::Undef) => Ok(false),
        Some(Value::Boolean(truth)) => Ok(*truth),
        Some(other) => mismatch(&format!("`exported` of {about}"), "true or false", other),
    }
}

fn parameters(data: &Hash, about: &str) -> Result<Vec<(Text, Value)>> {
    let Some(parameters) = data.get_str("parameters").filter(|data| !data.is_undef()) else {
        return Ok(Vec::new());
    };
    let parameters = object(parameters, &format!("`parameters` of {about}"))?;
    let named = parameters.iter().map(|(name, data)| {
        let name = text(name, &format!("the name of a parameter of {about}"))?;
        Ok((name, value(data)))
    });
    named.collect()
}

/// The value that data stands for. What can't be made, because its type is unknown or what it is
/// made of is wrong, stays the hash it is written as; what is sensitive in it stays sensitive.
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
        let about = format!("edge {}", index + 1);
        let edge = object(edge, &about)?;
        // PuppetDB lists relationships too, which agents find in parameters.
        let relationship = optional_text(edge, "relationship", &about)?;
        if relationship.is_none_or(|relationship| relationship == "contains") {
            let (source, target) =
                (edge_end(edge, "source", &about)?, edge_end(edge, "target", &about)?);
            all.push((source.into(), target.into()));
        }
    }
    Ok(all)
}

/// One end of an edge: a reference, or type and title.
fn edge_end(edge: &Hash, end: &str, about: &str) -> Result<String> {
    let part = |type_name: Option<&Value>, title: Option<&Value>| {
        let (Some(type_name), Some(title)) = (type_name, title) else {
            return wrong(format!("{about} has no `{end}`"));
        };
        let about = format!("`{end}` of {about}");
        Ok(format!("{}[{}]", text(type_name, &about)?, text(title, &about)?))
    };
    match edge.get_str(end) {
        Some(Value::String(reference)) => Ok(reference.to_string()),
        Some(Value::Hash(hash)) => part(hash.get_str("type"), hash.get_str("title")),
        Some(other) => mismatch(&format!("`{end}` of {about}"), "a reference", other),
        None => {
            let type_name = edge.get_str(&format!("{end}_type"));
            part(type_name, edge.get_str(&format!("{end}_title")))
        }
    }
}

/// The elements of an array, or of one that PuppetDB keeps beside a link to it.
fn list<'a>(data: &'a Value, about: &str) -> Result<&'a [Value]> {
    match data {
        Value::Array(elements) => Ok(elements),
        Value::Hash(hash) => match hash.get_str("data") {
            Some(Value::Array(elements)) => Ok(elements),
            _ => mismatch(about, "an array", data),
        },
        _ => mismatch(about, "an array", data),
    }
}

fn object<'a>(data: &'a Value, about: &str) -> Result<&'a Hash> {
    match data {
        Value::Hash(hash) => Ok(hash),
        other => mismatch(about, "an object", other),
    }
}

fn text(data: &Value, about: &str) -> Result<Text> {
    match data {
        Value::String(text) => Ok(text.clone()),
        other => mismatch(about, "a string", other),
    }
}

fn optional_text(data: &Hash, key: &str, about: &str) -> Result<Option<String>> {
    match data.get_str(key) {
        None | Some(Value::Undef) => Ok(None),
        Some(value) => Ok(Some(text(value, &format!("`{key}` of {about}"))?.to_string())),
    }
}

fn texts(data: &Hash, key: &str, about: &str) -> Result<Vec<Text>> {
    let about = format!("`{key}` of {about}");
    match data.get_str(key) {
        None | Some(Value::Undef) => Ok(Vec::new()),
        Some(value) => {
            let elements = list(value, &about)?.iter();
            elements.map(|element| text(element, &format!("an element of {about}"))).collect()
        }
    }
}

/// Says what was expected. It never shows the value, which may be a secret.
fn mismatch<T>(about: &str, expected: &str, found: &Value) -> Result<T> {
    let found = match found {
        Value::Undef => "null",
        Value::Boolean(_) => "a boolean",
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        _ => "an object",
    };
    wrong(format!("{about} must be {expected}, found {found}"))
}

#[cfg(test)]
mod tests;
