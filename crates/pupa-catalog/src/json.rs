//! Catalogs as JSON, in the format that agents read.

use std::fmt::Write;
use std::ops::Range;

use pupa_value::data::{ToDataOptions, to_data, write_json_text, write_json_within};
use pupa_value::value::Text;
use pupa_value::{Result, Value};

use crate::catalog::{Catalog, Resource};

/// The nesting depth of the parameters of a resource in the JSON of a catalog.
const PARAMETERS_DEPTH: usize = 3;

/// The byte ranges of version and UUID in the JSON of a catalog.
#[derive(Default)]
pub(crate) struct IdentityRanges {
    pub(crate) version: Range<usize>,
    pub(crate) uuid: Range<usize>,
}

impl Catalog {
    /// Writes the catalog as JSON.
    ///
    /// # Errors
    /// If a value can't be serialised.
    pub fn to_json(&self) -> Result<String> {
        self.to_json_with_ranges().map(|(json, _)| json)
    }

    /// Writes the catalog as JSON, and returns the ranges of its version and UUID.
    pub(crate) fn to_json_with_ranges(&self) -> Result<(String, IdentityRanges)> {
        let mut out = String::with_capacity(256 + self.resources.len() * 256);
        let ranges = self.write_json(&mut out, &mut |_| {})?;
        Ok((out, ranges))
    }

    /// Appends the catalog as JSON, and returns the ranges of its version and UUID. After each of
    /// its parts `drain` may take away what is written so far.
    pub(crate) fn write_json(
        &self,
        out: &mut String,
        drain: &mut dyn FnMut(&mut String),
    ) -> Result<IdentityRanges> {
        let mut ranges = IdentityRanges::default();
        out.push('{');
        write_strings("tags", self.tags.iter(), out);
        write_string(",\"name\":", &self.name, out);
        out.push_str(",\"version\":");
        let start = out.len();
        write_json_within(&self.version, 1, out)?;
        ranges.version = start..out.len();
        match &self.code_id {
            Some(id) => write_string(",\"code_id\":", id, out),
            None => out.push_str(",\"code_id\":null"),
        }
        out.push_str(",\"catalog_uuid\":");
        let start = out.len();
        write_json_text(&self.uuid, out);
        ranges.uuid = start..out.len();
        write_string(",\"catalog_format\":2,\"environment\":", &self.environment, out);
        out.push_str(",\"resources\":[");
        for (index, resource) in self.resources.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            resource.write_json(out)?;
            drain(out);
        }
        out.push_str("],\"edges\":[");
        for (index, (source, target)) in self.edges.iter().enumerate() {
            let start = if index > 0 { ",{\"source\":" } else { "{\"source\":" };
            write_string(start, source, out);
            write_string(",\"target\":", target, out);
            out.push('}');
            drain(out);
        }
        out.push_str("],");
        write_strings("classes", self.classes.iter().map(Text::as_str), out);
        out.push('}');
        Ok(ranges)
    }
}

impl Resource {
    fn write_json(&self, out: &mut String) -> Result<()> {
        write_string("{\"type\":", &self.type_name, out);
        write_string(",\"title\":", &self.title, out);
        out.push(',');
        write_strings("tags", self.tags.iter(), out);
        if let Some(file) = &self.file {
            write_string(",\"file\":", file, out);
        }
        if let Some(line) = self.line {
            // Writing to a string can't fail.
            let _ = write!(out, ",\"line\":{line}");
        }
        out.push_str(if self.is_exported { ",\"exported\":true" } else { ",\"exported\":false" });
        write_string(",\"kind\":", self.kind.word(), out);
        if !self.parameters.is_empty() {
            out.push_str(",\"parameters\":");
            self.write_parameters(out)?;
        }
        if !self.sensitive.is_empty() {
            out.push(',');
            write_strings("sensitive_parameters", self.sensitive.iter().map(Text::as_str), out);
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
            write_string(if index > 0 { "," } else { "{" }, name, out);
            out.push(':');
            write_json_within(value, PARAMETERS_DEPTH + 1, out)?;
        }
        out.push('}');
        Ok(())
    }
}

/// Whether rich data conversion leaves a value unchanged.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Boolean(_) => true,
        Value::Array(elements) => elements.iter().all(|element| {
            matches!(element, Value::String(_) | Value::Integer(_) | Value::Boolean(_))
        }),
        _ => false,
    }
}

/// Writes `before` and then a JSON string.
fn write_string(before: &str, text: &str, out: &mut String) {
    out.push_str(before);
    write_json_text(text, out);
}

/// Writes an array of strings: `"name":["text"]`.
fn write_strings<'t>(name: &str, texts: impl Iterator<Item = &'t str>, out: &mut String) {
    write_json_text(name, out);
    out.push_str(":[");
    for (index, one) in texts.enumerate() {
        write_string(if index > 0 { "," } else { "" }, one, out);
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
        let (json, ranges) = catalog.to_json_with_ranges().expect("it can be written");
        assert_eq!((&json[ranges.version], &json[ranges.uuid]), ("null", "\"u\""));
        assert!(json.ends_with(
            r#""edges":[{"source":"Class[Main]","target":"Notify[a \"b\"]"}],"classes":[]}"#
        ));
    }
}
