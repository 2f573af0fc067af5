//! Explains the origin of a resource and its values, as text and as JSON.

use std::fmt::Write;

use pupa_compiler::compiler::{Content, Explained};
use pupa_eval::explanation::{
    Called, ExplainedLookup, ExplainedParameter, ExplainedRubyCall, ExplainedVariable, Explanation,
    Origin, SourceLine, VariableSource,
};
use pupa_hiera::explanation::DataPlace;
use pupa_syntax::suggest;
use pupa_value::Value;
use pupa_value::data::{ToDataOptions, to_data, to_json};
use serde_json::json;

use crate::cli::{ExplainArgs, ValueFormat};
use crate::compilation::{Compilation, ensure_program};
use crate::evaluation::literal;
use crate::output::{Exit, Output, Stream};
use crate::report::{ErrorReport, Format};
use crate::settings::Settings;

/// The limit for the length of a shown value.
const MOST_SHOWN: usize = 200;

/// Compiles the catalog of a node and explains a resource of it.
pub(super) fn run(args: &ExplainArgs, settings: &Settings, output: &mut Output) -> Exit {
    let (Some(node), Some(resource)) = (&args.subject, &args.resource) else {
        return output.usage_error(format_args!("a node and a resource are needed"));
    };
    if !resource.ends_with(']') || !resource.contains('[') {
        return output.usage_error(format_args!(
            "`{resource}` is not a resource reference such as 'File[/etc/motd]'"
        ));
    }
    let names = vec![node.clone()];
    let compilation = ensure_program(&args.compilation, settings)
        .and_then(|()| Compilation::new(&args.compilation, names, Content::WithExported, settings));
    let compilation = match compilation {
        Ok(compilation) => compilation,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let colors = settings.colors(Stream::Err).into();
    output.err(&compilation.remarks(colors));
    let explained = compilation
        .compilers
        .node(&compilation.fleet, node)
        .and_then(|(node, compiler)| compiler.explain(&node, &compilation.exported, resource));
    match explained {
        Ok(Explained::Resource(explanation)) => print(args, *explanation, settings, output),
        Ok(Explained::Missing { nearest }) => {
            let help = nearest.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            output.err(&format!("Error: the catalog of {node} has no {resource}{help}\n"));
            Exit::Errors
        }
        Err(error) => {
            let environment = &compilation.compilers.first().environment().name;
            let report = ErrorReport { format: Format::suitable(), colors, node, environment };
            output.err(&report.text(&error));
            Exit::Errors
        }
    }
}

fn print(
    args: &ExplainArgs,
    mut explanation: Explanation,
    settings: &Settings,
    output: &mut Output,
) -> Exit {
    if let Some(wanted) = &args.param {
        let known = explanation.parameters.iter().map(|parameter| parameter.name.as_str());
        let near = suggest::nearest(wanted, known);
        let help = near.map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
        explanation.parameters.retain(|parameter| parameter.name == *wanted);
        if explanation.parameters.is_empty() {
            let resource = &explanation.resource;
            output.err(&format!("Error: {resource} has no parameter '{wanted}'{help}\n"));
            return Exit::Errors;
        }
    }
    match args.format {
        ValueFormat::Text => {
            let limit = settings.limits.elements;
            output.out(&Page { text: String::new(), limit }.written(&explanation));
        }
        ValueFormat::Json => output.out(&format!("{}\n", as_json(&explanation))),
    }
    Exit::Success
}

/// The explanation as text.
struct Page {
    text: String,
    limit: usize,
}

impl Page {
    fn written(mut self, explanation: &Explanation) -> String {
        let mut depth = 0;
        for step in &explanation.declared {
            let place = step.place.as_ref().map(|place| format!(" at {}", display(place)));
            let place = place.unwrap_or_default();
            let arrow = if depth == 0 { "" } else { "in " };
            self.line(depth, &format!("{arrow}{} ({}{place})", step.resource, step.by));
            for call in &step.through {
                depth += 1;
                let place = display(&call.place);
                self.line(depth, &format!("by function {} (called at {place})", call.function));
            }
            depth += 1;
        }
        if let Some(title) = &explanation.title {
            self.line(0, "");
            self.origin(title, "title", 0);
        }
        for parameter in &explanation.parameters {
            self.parameter(parameter);
        }
        self.text
    }

    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn value(&self, value: Option<&Value>) -> String {
        let Some(value) = value else { return "[value redacted]".to_owned() };
        let text = literal(value, self.limit).unwrap_or_else(|message| message);
        let line = text.replace('\n', "\\n");
        match line.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }

    fn parameter(&mut self, parameter: &ExplainedParameter) {
        let value = self.value(parameter.value.as_ref());
        self.line(0, "");
        self.line(0, &format!("{} => {value}", parameter.name));
        self.origin(&parameter.origin, parameter.origin.how.words(), 1);
        for replaced in &parameter.replaced {
            let value = self.value(replaced.value.as_ref());
            self.line(1, &format!("instead of {value}"));
            self.origin(replaced, replaced.how.words(), 2);
        }
    }

    fn origin(&mut self, origin: &Origin, words: &str, depth: usize) {
        let place = origin.place.as_ref().map(|place| format!(" at {}", display(place)));
        let kind = if origin.is_literal { ", literal" } else { "" };
        let code = match &origin.code {
            Some(code) if !origin.is_literal => format!(": {}", first_line(code)),
            _ => String::new(),
        };
        self.line(depth, &format!("{words}{kind}{}{code}", place.unwrap_or_default()));
        for place in &origin.data {
            self.data_place(place, depth + 1);
        }
        for lookup in &origin.lookups {
            let missing = if lookup.places.is_empty() { ", which data does not have" } else { "" };
            self.line(depth + 1, &format!("looked up in data: '{}'{missing}", lookup.key));
            for place in &lookup.places {
                self.data_place(place, depth + 2);
            }
        }
        for call in &origin.ruby_calls {
            self.ruby_call(call, depth + 1);
        }
        for variable in &origin.variables {
            self.variable(variable, depth + 1);
        }
    }

    fn ruby_call(&mut self, call: &ExplainedRubyCall, depth: usize) {
        let place = call.place.as_ref();
        let line = match (&call.function, place) {
            (Some(function), place) => {
                let arguments: Vec<_> =
                    call.arguments.iter().map(|value| self.value(value.as_ref())).collect();
                let place = place.map(|place| format!(" at {}", display(place)));
                let arguments = arguments.join(", ");
                format!("Ruby function {function}({arguments}){}", place.unwrap_or_default())
            }
            (None, Some(place)) => format!("template {}", place.file),
            (None, None) => "inline template".to_owned(),
        };
        self.line(depth, &line);
        for variable in &call.variables {
            self.variable(variable, depth + 1);
        }
    }

    fn data_place(&mut self, place: &DataPlace, depth: usize) {
        let line = place.place.map(|at| format!(":{}", at.line)).unwrap_or_default();
        let at = place.file.as_ref().map(|file| format!(" at {file}{line}")).unwrap_or_default();
        let words = format!("level '{}' of the {}{at}", place.level, place.layer);
        self.line(depth, &words);
    }

    fn variable(&mut self, variable: &ExplainedVariable, depth: usize) {
        let keys = variable.keys.iter().map(|key| format!("['{key}']")).collect::<String>();
        let name = format!("{}{keys}", variable.name);
        let value = match (&variable.source, &variable.value) {
            (VariableSource::Local, None) | (VariableSource::Unset, _) => String::new(),
            (_, value) => format!(" = {}", self.value(value.as_ref())),
        };
        match &variable.source {
            VariableSource::Parameter { resource, origin } => {
                let words =
                    format!("${name}{value}: parameter of {resource}, {}", origin.how.words());
                self.origin(origin, &words, depth);
            }
            VariableSource::Assigned(origin) => {
                self.origin(origin, &format!("${name}{value}: assigned"), depth);
            }
            VariableSource::Title { resource } => {
                self.line(depth, &format!("${name}{value}: title of {resource}"));
            }
            VariableSource::Compiler => {
                self.line(depth, &format!("${name}{value}: set by the compiler"));
            }
            VariableSource::Node => {
                self.line(depth, &format!("${name}{value}: comes with the node"));
            }
            VariableSource::Iterated { function, origin } => {
                let words = format!("${name}{value}: parameter of the lambda of {function}");
                self.origin(origin, &words, depth);
            }
            VariableSource::Local => {
                self.line(
                    depth,
                    &format!("${name}{value}: of the lambda, function or template around it"),
                );
            }
            VariableSource::Unset => self.line(depth, &format!("${name}: not set")),
        }
    }
}

fn display(spot: &SourceLine) -> String {
    match spot.file.as_str() {
        "" => format!("line {}", spot.line),
        file => format!("{file}:{}", spot.line),
    }
}

fn first_line(code: &str) -> String {
    let mut lines = code.lines();
    let first = lines.next().unwrap_or_default().trim_end();
    if lines.next().is_some() { format!("{first} …") } else { first.to_owned() }
}

fn as_json(explanation: &Explanation) -> serde_json::Value {
    let declared: Vec<_> = explanation
        .declared
        .iter()
        .map(|step| {
            let called = |call: &Called| {
                json!({"function": call.function, "place": place(&Some(call.place.clone()))})
            };
            let through: Vec<_> = step.through.iter().map(called).collect();
            json!({
                "resource": step.resource,
                "by": step.by,
                "place": place(&step.place),
                "through": through,
            })
        })
        .collect();
    let parameters: Vec<_> = explanation
        .parameters
        .iter()
        .map(|parameter| {
            let replaced: Vec<_> = parameter.replaced.iter().map(origin).collect();
            json!({
                "name": parameter.name,
                "value": value(parameter.value.as_ref()),
                "redacted": parameter.value.is_none(),
                "origin": origin(&parameter.origin),
                "replaced": replaced,
            })
        })
        .collect();
    json!({
        "resource": explanation.resource,
        "declared": declared,
        "title": explanation.title.as_ref().map(origin),
        "parameters": parameters,
    })
}

fn place(spot: &Option<SourceLine>) -> serde_json::Value {
    match spot {
        Some(spot) => json!({"file": spot.file, "line": spot.line}),
        None => serde_json::Value::Null,
    }
}

/// A value as rich data; null if it is hidden or can't be represented in JSON.
fn value(value: Option<&Value>) -> serde_json::Value {
    let text = value.and_then(|value| {
        let options = ToDataOptions { redacts_sensitive: true, ..ToDataOptions::rich() };
        let (data, _) = to_data(value, &options).ok()?;
        to_json(&data).ok()
    });
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn origin(from: &Origin) -> serde_json::Value {
    let variables: Vec<_> = from.variables.iter().map(variable).collect();
    let lookups: Vec<_> = from.lookups.iter().map(lookup).collect();
    let ruby_calls: Vec<_> = from.ruby_calls.iter().map(ruby_call).collect();
    let data: Vec<_> = from.data.iter().map(data_place).collect();
    json!({
        "how": from.how.code(),
        "value": value(from.value.as_ref()),
        "place": place(&from.place),
        "code": from.code,
        "literal": from.is_literal,
        "variables": variables,
        "lookups": lookups,
        "ruby": ruby_calls,
        "data": data,
    })
}

fn lookup(from: &ExplainedLookup) -> serde_json::Value {
    let data: Vec<_> = from.places.iter().map(data_place).collect();
    json!({"key": from.key, "data": data})
}

fn ruby_call(from: &ExplainedRubyCall) -> serde_json::Value {
    let arguments: Vec<_> = from.arguments.iter().map(|given| value(given.as_ref())).collect();
    let variables: Vec<_> = from.variables.iter().map(variable).collect();
    json!({
        "kind": if from.function.is_some() { "function" } else { "template" },
        "function": from.function,
        "place": place(&from.place),
        "arguments": arguments,
        "variables": variables,
    })
}

fn data_place(from: &DataPlace) -> serde_json::Value {
    json!({
        "layer": from.layer,
        "level": from.level,
        "file": from.file.as_ref().map(ToString::to_string),
        "line": from.place.map(|place| place.line),
        "column": from.place.map(|place| place.column),
        "value": value(Some(&from.value)),
    })
}

fn variable(from: &ExplainedVariable) -> serde_json::Value {
    let (kind, resource, its_origin) = match &from.source {
        VariableSource::Parameter { resource, origin } => {
            ("parameter", Some(resource), Some(origin))
        }
        VariableSource::Assigned(origin) => ("assigned", None, Some(origin)),
        VariableSource::Title { resource } => ("title", Some(resource), None),
        VariableSource::Compiler => ("compiler", None, None),
        VariableSource::Node => ("node", None, None),
        VariableSource::Iterated { origin, .. } => ("lambda", None, Some(origin)),
        VariableSource::Local => ("local", None, None),
        VariableSource::Unset => ("unset", None, None),
    };
    json!({
        "name": from.name,
        "keys": from.keys,
        "value": value(from.value.as_ref()),
        "source": kind,
        "resource": resource,
        "origin": its_origin.map(|from| origin(from)),
    })
}
