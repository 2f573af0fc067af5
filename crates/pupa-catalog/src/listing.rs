//! Formats catalogs for reading: resources as Puppet source.

use std::fmt::Write as _;

use pupa_value::text::literal;

use crate::catalog::{Catalog, Resource};

impl Catalog {
    /// The resources as Puppet source, each with the location of its declaration. Sensitive values
    /// are redacted.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for resource in &self.resources {
            write_resource(&mut text, resource);
        }
        text
    }
}

fn write_resource(text: &mut String, resource: &Resource) {
    let title = literal(&resource.title.clone().into());
    let _ = write!(text, "{} {{ {title}:", resource.type_name.to_lowercase());
    if resource.parameters.is_empty() {
        text.push_str(" }");
    }
    if let (Some(file), Some(line)) = (&resource.file, resource.line) {
        let _ = write!(text, "  # {file}:{line}");
    }
    text.push('\n');
    if resource.parameters.is_empty() {
        return;
    }
    let width = resource.parameters.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or_default();
    for (name, value) in &resource.parameters {
        let value = match resource.sensitive.contains(name) {
            true => "Sensitive[value redacted]".to_owned(),
            false => literal(value),
        };
        let _ = writeln!(text, "  {name:width$} => {value},");
    }
    text.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::ResourceKind;
    use crate::tags::Tags;

    #[test]
    fn resources_are_listed_as_source_with_sensitive_values_redacted() {
        let resource = |title: &str, parameters| Resource {
            type_name: "File".into(),
            title: title.into(),
            tags: Tags::default(),
            file: Some("site.pp".into()),
            line: Some(3),
            is_exported: false,
            kind: ResourceKind::CompilableType,
            parameters,
            sensitive: vec!["content".into()],
        };
        let parameters = vec![("mode".into(), "0644".into()), ("content".into(), "x".into())];
        let resources = vec![resource("/a", Vec::new()), resource("/b", parameters)];
        let catalog = Catalog { resources, ..Catalog::default() };
        assert_eq!(
            catalog.listing(),
            "file { '/a': }  # site.pp:3\n\
             file { '/b':  # site.pp:3\n  mode    => '0644',\n  \
             content => Sensitive[value redacted],\n}\n"
        );
    }
}
