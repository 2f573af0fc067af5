//! `pupa resource-types [NAME]`: the resource types of an environment and their documentation.

use std::fmt::Write;

use pupa_catalog::resource_type::{
    self, AttributeDocumentation, AttributeKind, Documentation, ResourceType, SharedType,
};
use pupa_eval::host::{Host, NameKind};
use pupa_eval::{Evaluator, Settings as Evaluation};
use pupa_syntax::suggest;
use serde_json::{Value as Json, json};

use crate::cli::{ResourceTypesArgs, ResourceTypesFormat, SurroundingsArgs, WorldArgs};
use crate::output::{Exit, Output};
use crate::settings::Settings;
use crate::world::World;

/// A type with its origin, or the reason why it can't be used.
type Entry = (String, Result<SharedType, String>);

/// Lists all types, or describes one.
pub(super) fn run(args: &ResourceTypesArgs, settings: &Settings, output: &mut Output) -> Exit {
    let around = SurroundingsArgs {
        environment_dir: args.environment_dir.clone(),
        ruby_read: args.ruby_read.clone(),
        ..SurroundingsArgs::default()
    };
    let world = match World::new(&WorldArgs { around, ..WorldArgs::default() }, settings) {
        Ok(world) => world,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let host = world.machine();
    let evaluation = world.evaluation(settings);
    let known = names(&host);
    let requested = match &args.name {
        None => known,
        Some(name) => {
            let name = name.to_lowercase();
            if !known.contains(&name) {
                return unknown(&name, &known, output);
            }
            vec![name]
        }
    };
    let entries: Vec<Entry> =
        requested.into_iter().map(|name| (name.clone(), load(&evaluation, &host, &name))).collect();
    let is_listing = args.name.is_none();
    match (args.format, is_listing) {
        (ResourceTypesFormat::Json, true) => {
            let list: Vec<Json> = entries.iter().map(as_json).collect();
            output.out(&format!("{:#}\n", Json::from(list)));
        }
        (ResourceTypesFormat::Json, false) => {
            entries.iter().for_each(|entry| output.out(&format!("{:#}\n", as_json(entry))));
        }
        (ResourceTypesFormat::Text, true) => output.out(&overview(&entries)),
        (ResourceTypesFormat::Text, false) => {
            entries.iter().for_each(|entry| output.out(&description(entry)));
        }
    }
    let failed: Vec<&Entry> = entries.iter().filter(|(_, loaded)| loaded.is_err()).collect();
    for (name, loaded) in &failed {
        if let Err(message) = loaded {
            output.err(&format!("error: {name}: {message}\n"));
        }
    }
    if failed.is_empty() { Exit::Success } else { Exit::Errors }
}

/// The names of all types, in order.
fn names(host: &dyn Host) -> Vec<String> {
    let mut names: Vec<String> = resource_type::names().map(str::to_owned).collect();
    names.extend(host.names(NameKind::ResourceType));
    names.sort_unstable();
    names.dedup();
    names
}

fn unknown(name: &str, known: &[String], output: &mut Output) -> Exit {
    let hint = match suggest::near(name, known.iter().map(String::as_str)).as_slice() {
        [] => "`pupa resource-types` lists all".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    output.err(&format!("error: no resource type is called `{name}`; {hint}\n"));
    Exit::Errors
}

fn load(evaluation: &Evaluation, host: &dyn Host, name: &str) -> Result<SharedType, String> {
    let found = Evaluator::new(evaluation.clone(), host).resource_type(name)?;
    found.ok_or_else(|| "its file defines no resource type".to_owned())
}

/// The origin of a type: a file, or the program that provides it.
fn origin(resource_type: &ResourceType) -> &str {
    match resource_type.documentation() {
        Some(documentation) => &documentation.file,
        None if resource_type::is_core(resource_type.name()) => "Puppet",
        None if resource_type::find(resource_type.name()).is_some() => "a module of the agent",
        None => ".resource_types",
    }
}

fn kind_name(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::Property => "property",
        AttributeKind::Parameter => "parameter",
        AttributeKind::Metaparameter => "metaparameter",
    }
}

/// All types, a line each.
fn overview(entries: &[Entry]) -> String {
    let width = entries.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (name, loaded) in entries {
        let line = match loaded {
            Ok(found) => summary(found),
            Err(_) => "(can't be loaded)".to_owned(),
        };
        let _ = writeln!(text, "{}", format!("{name:width$}  {line}").trim_end());
    }
    text
}

/// The first sentence of the documentation, or else the origin.
fn summary(resource_type: &ResourceType) -> String {
    let doc = resource_type.documentation().map_or("", |documentation| &documentation.text);
    let paragraph = doc.trim().split("\n\n").next().unwrap_or_default();
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.find(". ") {
        Some(end) => text[..=end].to_owned(),
        None if text.is_empty() => format!("({})", origin(resource_type)),
        None => text,
    }
}

/// All about one type.
fn description((name, loaded): &Entry) -> String {
    let Ok(found) = loaded else { return String::new() };
    let mut text = format!("{name} ({})\n", origin(found));
    let empty = Documentation::default();
    let documentation = found.documentation().unwrap_or(&empty);
    if !documentation.text.is_empty() {
        let _ = writeln!(text, "\n{}", indented(&documentation.text, "  "));
    }
    for kind in [AttributeKind::Property, AttributeKind::Parameter, AttributeKind::Metaparameter] {
        let attributes = found.attributes().filter(|(_, known)| *known == kind);
        for (number, (name, _)) in attributes.enumerate() {
            if number == 0 {
                let heading = match kind {
                    AttributeKind::Property => "Properties",
                    AttributeKind::Parameter => "Parameters",
                    AttributeKind::Metaparameter => "Metaparameters",
                };
                let _ = writeln!(text, "\n{heading}");
            }
            let is_key = found.key_attributes().iter().any(|key| key == name);
            let _ = writeln!(text, "  {name}{}", if is_key { " (namevar)" } else { "" });
            if let Some(documented) = documentation.attributes.get(name) {
                text.push_str(&attribute_description(documented));
            }
        }
    }
    if !documentation.features.is_empty() {
        let _ = writeln!(text, "\nFeatures of providers");
        for (name, doc) in &documentation.features {
            let _ = writeln!(text, "  {name}: {}", doc.replace('\n', " "));
        }
    }
    if !documentation.providers.is_empty() {
        let _ = writeln!(text, "\nProviders\n  {}", documentation.providers.join(", "));
    }
    if !documentation.relations.is_empty() {
        let _ = writeln!(text, "\nRelated by itself to");
        for (kind, name) in &documentation.relations {
            let _ = writeln!(text, "  {name} ({kind})");
        }
    }
    text
}

fn attribute_description(documented: &AttributeDocumentation) -> String {
    let mut text = String::new();
    if !documented.text.is_empty() {
        let _ = writeln!(text, "{}", indented(&documented.text, "      "));
    }
    let mut line = |label: &str, value: String| {
        if !value.is_empty() {
            let _ = writeln!(text, "      {label}: {value}");
        }
    };
    line("type", documented.data_type.clone().unwrap_or_default());
    let values = documented.values.iter().map(|(name, aliases)| match aliases.is_empty() {
        true => name.clone(),
        false => format!("{name} (also {})", aliases.join(", ")),
    });
    line(
        "values",
        values.chain(documented.patterns.iter().cloned()).collect::<Vec<_>>().join(", "),
    );
    line("default", documented.default.clone().unwrap_or_default());
    line("needs", documented.required_features.join(", "));
    text
}

fn indented(text: &str, indent: &str) -> String {
    let lines = text.trim().lines().map(|line| format!("{indent}{line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// A type for programs.
fn as_json((name, loaded): &Entry) -> Json {
    let found = match loaded {
        Ok(found) => found,
        Err(message) => return json!({ "name": name, "error": message }),
    };
    let empty = Documentation::default();
    let documentation = found.documentation().unwrap_or(&empty);
    let attributes: Vec<Json> = found
        .attributes()
        .map(|(name, kind)| {
            let none = AttributeDocumentation::default();
            let documented = documentation.attributes.get(name).unwrap_or(&none);
            let values = documented.values.iter();
            json!({
                "name": name,
                "kind": kind_name(kind),
                "namevar": found.key_attributes().iter().any(|key| key == name),
                "doc": documented.text,
                "values": values.map(|(name, aliases)| {
                    json!({ "name": name, "aliases": aliases })
                }).collect::<Vec<_>>(),
                "patterns": documented.patterns,
                "default": documented.default,
                "required_features": documented.required_features,
                "required": documented.is_required,
                "type": documented.data_type,
            })
        })
        .collect();
    let features = documentation.features.iter();
    let relations = documentation.relations.iter();
    json!({
        "name": name,
        "origin": origin(found),
        "doc": documentation.text,
        "isomorphic": found.is_isomorphic(),
        "key_attributes": found.key_attributes(),
        "title_patterns": found.title_patterns().map(|patterns| {
            patterns.iter().map(|pattern| json!({
                "pattern": pattern.source(),
                "attributes": pattern.attributes(),
            })).collect::<Vec<_>>()
        }),
        "attributes": attributes,
        "features": features.map(|(name, doc)| {
            json!({ "name": name, "doc": doc })
        }).collect::<Vec<_>>(),
        "providers": documentation.providers,
        "relations": relations.map(|(kind, name)| {
            json!({ "kind": kind, "type": name })
        }).collect::<Vec<_>>(),
    })
}
