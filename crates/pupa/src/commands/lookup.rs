//! `pupa lookup KEY…`: what data has for a key, and where that comes from.

use pupa_compiler::compiler::{Asked, Content, LookedUp, NoAnswer};
use pupa_data::yaml;
use pupa_eval::evaluator::LookupTrouble;
use pupa_hiera::Question;
use pupa_hiera::explanation::{DataPlace, Explanation};
use pupa_hiera::search::Reply;
use pupa_value::Value;
use pupa_value::data::{ToDataOptions, to_data, to_json};
use pupa_value::text::ruby::to_s;
use pupa_value::value::{Hash, Text};

use crate::cli::{LookupArgs, MergeArg, RenderAs, ValueFormat};
use crate::compilation::Compilation;
use crate::output::{Exit, Output, Stream};
use crate::report::{self, Format, TroubleReport};
use crate::settings::Settings;

/// The key whose options are explained when no key is given.
const NO_KEY: &str = "__global__";

/// Looks keys up for a node.
pub(super) fn run(args: &LookupArgs, settings: &Settings, output: &mut Output) -> Exit {
    if has_misplaced_options(args) {
        return output.usage_error(format_args!(
            "the options --knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are only \
             available with '--merge deep'"
        ));
    }
    let names = args.node.iter().cloned().collect();
    let compilation = Compilation::new(&args.compilation, names, Content::default(), settings);
    let compilation = match compilation {
        Ok(compilation) => compilation,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let colors = settings.colors(Stream::Err).into();
    output.err(&compilation.remarks(colors));
    let Some(name) = compilation.fleet.names.first().cloned() else {
        return output.usage_error(format_args!("there is no node"));
    };
    let looked_up = compilation.compilers.node(&compilation.fleet, &name);
    let looked_up = looked_up.map(|(node, compiler)| {
        let is_trusted = compilation.fleet.trusted.is_some();
        let node = if is_trusted { node } else { node.seen_locally() };
        compiler.look_up(&node, asked(args))
    });
    for log in looked_up.iter().flat_map(|looked_up| &looked_up.logs) {
        if log.level >= compilation.log_level {
            output.err(&report::log_line(log, colors));
        }
    }
    match looked_up {
        Ok(LookedUp { answer: Ok(reply), explanation, .. }) => {
            print(args, found(args, reply), explanation, output)
        }
        Ok(LookedUp { answer: Err(NoAnswer::NotAnswered(trouble)), explanation, .. }) => {
            print_trouble(args, trouble, explanation, output)
        }
        Ok(LookedUp { answer: Err(NoAnswer::NotAsked(trouble)), .. }) | Err(trouble) => {
            let environment = &compilation.compilers.first().environment().name;
            let report =
                TroubleReport { format: Format::suitable(), colors, node: &name, environment };
            output.err(&report.text(&trouble));
            Exit::Errors
        }
    }
}

/// Whether options of deep merges are given for another strategy.
fn has_misplaced_options(args: &LookupArgs) -> bool {
    let has_options =
        args.knock_out_prefix.is_some() || args.sort_merged_arrays || args.merge_hash_arrays;
    has_options && args.merge != Some(MergeArg::Deep)
}

/// Prints why there is no answer.
fn print_trouble(
    args: &LookupArgs,
    trouble: LookupTrouble,
    explanation: Option<Explanation>,
    output: &mut Output,
) -> Exit {
    let (exit, help) = match trouble {
        LookupTrouble::Lookup { error, help } => {
            (print(args, Err(error.to_string()), explanation, output), help)
        }
        LookupTrouble::Other(failure) => {
            output.err(&format!("Error: {}\n", failure.message));
            (Exit::Errors, failure.help)
        }
    };
    if exit != Exit::Success
        && args.format == ValueFormat::Text
        && let Some(help) = help
    {
        output.err(&format!("  help: {help}\n"));
    }
    exit
}

fn asked(args: &LookupArgs) -> Asked {
    let mut keys: Vec<Text> = args.keys.iter().map(|key| key.as_str().into()).collect();
    if keys.is_empty() {
        keys.push(NO_KEY.into());
    }
    let mut question = Question::of(keys);
    question.default = args.default.as_deref().map(Value::from);
    question.merge = merge(args);
    let explanation = if args.explain_options && !args.explain {
        Some(Explanation::of_options())
    } else {
        (args.explain || args.format == ValueFormat::Json).then(Explanation::default)
    };
    let type_text = args.value_type.clone();
    Asked { question, type_text, compiles: args.compile, explanation }
}

fn merge(args: &LookupArgs) -> Value {
    let Some(strategy) = args.merge else { return Value::Undef };
    let mut merge = Hash::new();
    merge.insert("strategy", strategy.name());
    if strategy == MergeArg::Deep {
        merge.insert("sort_merged_arrays", args.sort_merged_arrays);
        merge.insert("merge_hash_arrays", args.merge_hash_arrays);
        if let Some(prefix) = &args.knock_out_prefix {
            merge.insert("knockout_prefix", prefix.as_str());
        }
    }
    Value::from(merge)
}

/// The value, or the message that there is none.
fn found(args: &LookupArgs, reply: Reply) -> Result<Value, String> {
    match reply {
        Reply::Found(value) => Ok(value),
        Reply::NotFound => {
            let keys = args.keys.iter().map(|key| key.as_str().into()).collect();
            Err(Question::of(keys).not_found().to_string())
        }
    }
}

fn print(
    args: &LookupArgs,
    value: Result<Value, String>,
    mut explanation: Option<Explanation>,
    output: &mut Output,
) -> Exit {
    let is_explained = args.explain || args.explain_options;
    if let (Some(explanation), Err(message)) = (&mut explanation, &value) {
        explanation.say(message.as_str());
    }
    if args.format == ValueFormat::Json {
        let explanation = explanation.unwrap_or_default();
        output.out(&as_json(args, &value, &explanation, is_explained));
        return if value.is_ok() || is_explained { Exit::Success } else { Exit::Errors };
    }
    if let Some(explanation) = explanation.filter(|_| is_explained) {
        let text = match args.render_as {
            None | Some(RenderAs::S) => explanation.text(),
            Some(form) => rendered(&explanation.data(), form),
        };
        output.out(&with_line_end(text));
        return Exit::Success;
    }
    match value {
        Ok(value) => {
            output.out(&with_line_end(rendered(&value, args.render_as.unwrap_or(RenderAs::Yaml))));
            Exit::Success
        }
        Err(message) => {
            output.err(&format!("Error: {message}\n"));
            Exit::Errors
        }
    }
}

fn rendered(value: &Value, form: RenderAs) -> String {
    match form {
        RenderAs::S => to_s(value).into_owned(),
        RenderAs::Yaml => yaml::write(value),
        RenderAs::Json => json(value),
    }
}

/// A value as JSON. What JSON does not know is shown as its text: nothing sensitive is told.
fn json(value: &Value) -> String {
    let options = ToDataOptions { local_reference: false, ..ToDataOptions::default() };
    let data = to_data(&without_secrets(value), &options).map(|(data, _)| data);
    data.and_then(|data| to_json(&data)).unwrap_or_else(|_| "null".to_owned())
}

fn without_secrets(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => to_s(value).into_owned().into(),
        Value::Array(elements) => Value::array(elements.iter().map(without_secrets)),
        Value::Hash(hash) => {
            Value::hash(hash.iter().map(|(key, value)| (key.clone(), without_secrets(value))))
        }
        _ => value.clone(),
    }
}

fn with_line_end(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The value, where it stands, and how it was found, as one object.
fn as_json(
    args: &LookupArgs,
    value: &Result<Value, String>,
    explanation: &Explanation,
    is_explained: bool,
) -> String {
    let mut all = Hash::new();
    let keys = args.keys.iter().map(|key| Value::from(key.as_str()));
    all.insert("keys", Value::array(keys));
    all.insert("found", value.is_ok());
    match value {
        Ok(value) => all.insert("value", value.clone()),
        Err(message) => all.insert("error", message.as_str()),
    };
    let sources = args.keys.iter().map(|key| explanation.sources(key));
    let sources = sources.into_iter().find(|sources| !sources.is_empty()).unwrap_or_default();
    let is_secret = matches!(value, Ok(Value::Sensitive(_)));
    all.insert("sources", Value::array(sources.iter().map(|place| source(place, is_secret))));
    if is_explained {
        all.insert("explanation", explanation.data_with_places());
    }
    format!("{}\n", json(&Value::from(all)))
}

fn source(source: &DataPlace, is_secret: bool) -> Value {
    let mut hash = Hash::new();
    hash.insert("layer", source.layer.as_str());
    hash.insert("level", source.level.as_str());
    if let Some(file) = &source.file {
        hash.insert("file", file.clone());
    }
    if let Some(place) = source.place {
        hash.insert("line", i64::from(place.line));
        hash.insert("column", i64::from(place.column));
    }
    let value = source.value.clone();
    hash.insert("value", if is_secret { Value::sensitive(value) } else { value });
    Value::from(hash)
}
