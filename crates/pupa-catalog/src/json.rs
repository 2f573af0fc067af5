//! Catalogs as JSON, in the form that agents read.

use std::fmt::Write;
use std::ops::Range;

use pupa_value::data::{ToDataOptions, to_data, write_json_text, write_json_within};
use pupa_value::value::Text;
use pupa_value::{Result, Value};

use crate::catalog::{Catalog, Resource};

/// How deep the parameters of a resource are in the JSON of a catalog.
const PARAMETERS_DEPTH: usize = 3;

/// Where the JSON of a catalog says what tells it from others.
#[derive(Default)]
pub(crate) struct Identity {
    pub(crate) version: Range<usize>,
    pub(crate) uuid: Range<usize>,
}

impl Catalog {
    /// The catalog as JSON.
    ///
    /// # Errors
    /// When a value can't be written.
    pub fn to_json(&self) -> Result<String> {
        self.to_json_with_places().map(|(json, _)| json)
    }

    /// The catalog as JSON, and where it says its version and its identity.
    pub(crate) fn to_json_with_places(&self) -> Result<(String, Identity)> {
        let mut places = Identity::default();
        let mut out = String::with_capacity(256 + self.resources.len() * 256);
        out.push('{');
        texts("tags", self.tags.iter(), &mut out);
        text(",\"name\":", &self.name, &mut out);
        out.push_str(",\"version\":");
        let start = out.len();
        write_json_within(&self.version, 1, &mut out)?;
        places.version = start..out.len();
        match &self.code_id {
            Some(id) => text(",\"code_id\":", id, &mut out),
            None => out.push_str(",\"code_id\":null"),
        }
        out.push_str(",\"catalog_uuid\":");
        let start = out.len();
        write_json_text(&self.uuid, &mut out);
        places.uuid = start..out.len();
        text(",\"catalog_format\":2,\"environment\":", &self.environment, &mut out);
        out.push_str(",\"resources\":[");
        for (index, resource) in self.resources.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            resource.write_json(&mut out)?;
        }
        out.push_str("],\"edges\":[");
        for (index, (source, target)) in self.edges.iter().enumerate() {
            let start = if index > 0 { ",{\"source\":" } else { "{\"source\":" };
            text(start, source, &mut out);
            text(",\"target\":", target, &mut out);
            out.push('}');
        }
        out.push_str("],");
        texts("classes", self.classes.iter().map(Text::as_str), &mut out);
        out.push('}');
        Ok((out, places))
    }
}

impl Resource {
    fn write_json(&self, out: &mut String) -> Result<()> {
        text("{\"type\":", &self.type_name, out);
        text(",\"title\":", &self.title, out);
        out.push(',');
        texts("tags", self.tags.iter(), out);
        if let Some(file) = &self.file {
            text(",\"file\":", file, out);
        }
        if let Some(line) = self.line {
            // Writing to a string can't fail.
            let _ = write!(out, ",\"line\":{line}");
        }
        out.push_str(if self.is_exported { ",\"exported\":true" } else { ",\"exported\":false" });
        text(",\"kind\":", self.kind.word(), out);
        if !self.parameters.is_empty() {
            out.push_str(",\"parameters\":");
            self.write_parameters(out)?;
        }
        if !self.sensitive.is_empty() {
            out.push(',');
            texts("sensitive_parameters", self.sensitive.iter().map(Text::as_str), out);
        }
        out.push('}');
        Ok(())
    }

    fn write_parameters(&self, out: &mut String) -> Result<()> {
        let is_plain = |(name, value): &(Text, Value)| !name.starts_with("__") && is_plain(value);
        if !self.parameters.iter().all(is_plain) {
            let parameters =
                self.parameters.iter().map(|(name, value)| (name.clone().into(), value.clone()));
            let options = ToDataOptions {
                symbol_as_string: true,
                local_reference: false,
                type_by_reference: true,
                message_prefix: self.reference(),
                ..ToDataOptions::rich()
            };
            let data = to_data(&Value::hash(parameters), &options)?.0;
            return write_json_within(&data, PARAMETERS_DEPTH, out);
        }
        for (index, (name, value)) in self.parameters.iter().enumerate() {
            text(if index > 0 { "," } else { "{" }, name, out);
            out.push(':');
            write_json_within(value, PARAMETERS_DEPTH + 1, out)?;
        }
        out.push('}');
        Ok(())
    }
}

/// Whether a value is the same as data.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Boolean(_) => true,
        Value::Array(elements) => elements.iter().all(|element| {
            matches!(element, Value::String(_) | Value::Integer(_) | Value::Boolean(_))
        }),
        _ => false,
    }
}

/// What comes before a text, and the text.
fn text(before: &str, text: &str, out: &mut String) {
    out.push_str(before);
    write_json_text(text, out);
}

/// `"name":["text"]`
fn texts<'t>(name: &str, texts: impl Iterator<Item = &'t str>, out: &mut String) {
    write_json_text(name, out);
    out.push_str(":[");
    for (index, one) in texts.enumerate() {
        text(if index > 0 { "," } else { "" }, one, out);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::ResourceKind;
    use crate::tags::Tags;

    fn resource(parameters: Vec<(Text, Value)>) -> Resource {
        Resource {
            type_name: "Notify".into(),
            title: "a \"b\"".into(),
            tags: Tags::default(),
            file: None,
            line: Some(3),
            is_exported: false,
            kind: ResourceKind::CompilableType,
            parameters,
            sensitive: Vec::new(),
        }
    }

    #[test]
    fn plain_parameters_are_written_as_rich_ones_are() {
        let list = Value::array(["x\n".into(), 1.into(), true.into()]);
        let plain = vec![("message".into(), "é".into()), ("loglevel".into(), list)];
        let mut rich = plain.clone();
        rich.push(("noop".into(), Value::Default));
        let written = |parameters| {
            let mut out = String::new();
            resource(parameters).write_json(&mut out).expect("it can be written");
            out
        };
        let plain = written(plain);
        assert_eq!(
            plain,
            r#"{"type":"Notify","title":"a \"b\"","tags":[],"line":3,"exported":false,"kind":"compilable_type","parameters":{"message":"é","loglevel":["x\n",1,true]}}"#
        );
        let rich = written(rich);
        assert!(rich.starts_with(plain.trim_end_matches("}}")), "{rich}");
    }

    #[test]
    fn places_of_the_identity() {
        let mut catalog = Catalog { uuid: "u".to_owned(), ..Catalog::default() };
        catalog.resources.push(resource(Vec::new()));
        catalog.edges.push(("Class[Main]".into(), "Notify[a \"b\"]".into()));
        let (json, places) = catalog.to_json_with_places().expect("it can be written");
        assert_eq!((&json[places.version], &json[places.uuid]), ("null", "\"u\""));
        assert!(json.ends_with(
            r#""edges":[{"source":"Class[Main]","target":"Notify[a \"b\"]"}],"classes":[]}"#
        ));
    }
}
