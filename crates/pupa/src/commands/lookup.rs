//! `pupa lookup KEY…`: looks up a key in data, and explains the origin of its value.

mod console;
mod error_output;
mod json;
mod object;

use std::path::Path;

use pupa_compiler::compiler::{Content, LookupRequest, LookupResponse, NodeLookupError};
use pupa_data::yaml;
use pupa_eval::log::Level as LogLevel;
use pupa_eval::lookup::QuestionError;
use pupa_hiera::Question;
use pupa_hiera::explanation::Explanation;
use pupa_hiera::search::Reply;
use pupa_project::compile_error::CompileError;
use pupa_project::puppet_settings;
use pupa_value::Value;
use pupa_value::text::ruby::to_s;
use pupa_value::value::{Hash, Text};

use super::face::{CommandName, facts_error};
use crate::cli::{LookupArgs, MergeArg, RenderAs, ValueFormat};
use crate::compilation::Compilation;
use crate::output::{Exit, Output, Stream};
use crate::report::{self, ErrorReport, Format};
use crate::settings::Settings;
use console::{console, pretty};
use error_output::ErrorOutput;
use json::json;
use object::Object;

/// The key of an explanation of `lookup_options` without a key.
const NO_KEY: &str = "__global__";

/// The error about options of deep merges without a deep merge.
pub(super) const MISPLACED_OPTIONS: &str = "options --knock-out-prefix, --sort-merged-arrays, and \
     --merge-hash-arrays are only available with '--merge deep'";

/// Looks keys up for a node.
pub(super) fn run(
    args: &LookupArgs,
    called_as: CommandName,
    settings: &Settings,
    output: &mut Output,
) -> Exit {
    if has_misplaced_options(args) {
        return output.usage_error(format_args!("the {MISPLACED_OPTIONS}"));
    }
    let asker = AnswerPrinter { args, called_as, settings };
    let mut names: Vec<String> = args.node.iter().cloned().collect();
    // If there are several nodes with facts, the first one is not the default.
    let around = &args.compilation.around;
    let has_facts = args.compilation.facts_dir.is_some() || around.facts.is_some();
    if names.is_empty() && !has_facts && settings.root.is_some() {
        names.push(puppet_settings::host_name());
    }
    let compilation = Compilation::new(&args.compilation, names, Content::default(), settings);
    let compilation = match compilation {
        Ok(compilation) => compilation,
        Err(error) => return asker.refuse_call(&error, output),
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
        compiler.look_up(&node, request(args))
    });
    for log in looked_up.iter().flat_map(|looked_up| &looked_up.logs) {
        if log.level >= compilation.log_level {
            output.write(asker.stream_of(log.level), &report::log_line(log, colors));
        }
    }
    let environment = &compilation.compilers.first().environment().name;
    let report = ErrorReport { format: Format::suitable(), colors, node: &name, environment };
    match looked_up {
        Ok(LookupResponse { answer, near_key, explanation, .. }) => match answer {
            Ok(reply) => asker.print(asker.found(reply, near_key), explanation, output),
            Err(NodeLookupError::Lookup { error, origin }) => {
                let is_of_data = matches!(error, QuestionError::Data(_));
                let error = ErrorOutput::of_lookup(error.diagnostic(), origin);
                match is_of_data {
                    true => asker.print(Err(error), explanation, output),
                    // Compat: other errors replace the explanation.
                    false if called_as == CommandName::Puppet => {
                        asker.refuse(&error.message, output)
                    }
                    false => asker.print_failed(error, output),
                }
            }
            Err(NodeLookupError::Type(message)) => asker.refuse_type(&message, output),
            Err(NodeLookupError::Compilation(error)) => asker.print_error(&error, &report, output),
        },
        Err(error) => asker.print_error(&error, &report, output),
    }
}

/// Whether options of deep merges are given without a deep merge.
fn has_misplaced_options(args: &LookupArgs) -> bool {
    let has_options =
        args.knock_out_prefix.is_some() || args.sort_merged_arrays || args.merge_hash_arrays;
    has_options && args.merge != Some(MergeArg::Deep)
}

fn request(args: &LookupArgs) -> LookupRequest {
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
    LookupRequest { question, type_text, compiles: args.compile, explanation }
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

/// The form and the receiver of the result.
struct AnswerPrinter<'a> {
    args: &'a LookupArgs,
    called_as: CommandName,
    settings: &'a Settings,
}

impl AnswerPrinter<'_> {
    /// The value, or the message that there is none.
    fn found(&self, reply: Reply, near_key: Option<Text>) -> Result<Value, ErrorOutput> {
        match reply {
            Reply::Found(value) => Ok(value),
            Reply::NotFound => {
                let keys = self.args.keys.iter().map(|key| key.as_str().into()).collect();
                let message = Question::of(keys).not_found().to_string();
                let near = near_key.map(|near| format!("did you mean `{near}`?"));
                Err(ErrorOutput::new(message).help(near.or_else(|| self.missing_environment())))
            }
        }
    }

    /// A hint that no environment was searched, a frequent mistake.
    fn missing_environment(&self) -> Option<String> {
        let given = self.args.compilation.around.environment_dir.as_deref();
        if self.settings.environment_directory(given).is_some()
            || self.called_as == CommandName::Puppet
        {
            return None;
        }
        Some("no environment was searched; --environment-dir DIR names one".to_owned())
    }

    fn print(
        &self,
        answer: Result<Value, ErrorOutput>,
        mut explanation: Option<Explanation>,
        output: &mut Output,
    ) -> Exit {
        let args = self.args;
        let is_explained = args.explain || args.explain_options;
        if let (Some(explanation), Err(error)) = (&mut explanation, &answer) {
            explanation.report_text(error.message.as_str());
        }
        if args.format == ValueFormat::Json {
            return self.print_object(&answer, &explanation.unwrap_or_default(), output);
        }
        if let Some(explanation) = explanation.filter(|_| is_explained) {
            // Compat: the reference shows the values that become sensitive.
            let explanation = if self.called_as == CommandName::Puppet {
                explanation
            } else {
                explanation.redacted(answer.as_ref().is_ok_and(Value::holds_sensitive))
            };
            return match args.render_as {
                None | Some(RenderAs::S) => print_text(explanation.text(), output),
                Some(RenderAs::Console) => self.print_result(pretty(&explanation.data()), output),
                Some(form) => self.print_rendered(&explanation.data(), form, output),
            };
        }
        match answer {
            Ok(value) => {
                self.print_rendered(&value, args.render_as.unwrap_or(RenderAs::Yaml), output)
            }
            Err(error) => self.print_failed(error, output),
        }
    }

    fn print_failed(&self, error: ErrorOutput, output: &mut Output) -> Exit {
        match self.args.format {
            ValueFormat::Text => output.err(&error.lines()),
            ValueFormat::Json => {
                self.print_object(&Err(error), &Explanation::default(), output);
            }
        }
        Exit::Errors
    }

    fn print_object(
        &self,
        answer: &Result<Value, ErrorOutput>,
        explanation: &Explanation,
        output: &mut Output,
    ) -> Exit {
        let is_explained = self.args.explain || self.args.explain_options;
        match (Object { keys: &self.args.keys, answer, explanation, is_explained }).line() {
            Ok(line) => {
                output.out(&line);
                if answer.is_ok() || is_explained { Exit::Success } else { Exit::Errors }
            }
            Err(line) => {
                output.out(&line);
                Exit::Errors
            }
        }
    }

    fn print_rendered(&self, value: &Value, form: RenderAs, output: &mut Output) -> Exit {
        let rendered = match form {
            RenderAs::S => Ok(to_s(value).into_owned()),
            RenderAs::Yaml => Ok(yaml::write(value)),
            RenderAs::Json => json(value),
            RenderAs::Console => console(value),
        };
        self.print_result(rendered, output)
    }

    fn print_result(
        &self,
        rendered: Result<String, pupa_value::Error>,
        output: &mut Output,
    ) -> Exit {
        match rendered {
            Ok(text) => print_text(text, output),
            Err(error) => self.refuse(&error.message, output),
        }
    }

    /// Prints the reason why nothing was looked up.
    fn print_error(
        &self,
        error: &CompileError,
        report: &ErrorReport<'_>,
        output: &mut Output,
    ) -> Exit {
        match (self.args.format, self.called_as) {
            (ValueFormat::Json, _) => self.print_failed(ErrorOutput::of_error(error), output),
            (ValueFormat::Text, CommandName::Pupa) => {
                output.err(&report.text(error));
                Exit::Errors
            }
            (ValueFormat::Text, CommandName::Puppet) => {
                let mut lines = error.messages(report.node, report.environment);
                let (_, last) = lines.pop().unwrap_or((LogLevel::Err, String::new()));
                output.err(&report.lines_of(lines));
                // Compat: this message does not contain the name of the node.
                let of_node = format!(" on node {}", report.node);
                self.refuse(last.strip_suffix(&of_node).unwrap_or(&last), output)
            }
        }
    }

    /// Prints an error about the call.
    fn refuse_call(&self, error: &anyhow::Error, output: &mut Output) -> Exit {
        match self.called_as {
            CommandName::Pupa => output.usage_error(format_args!("{error:#}")),
            CommandName::Puppet => self.refuse(&facts_error(error, ill_formed), output),
        }
    }

    /// Returns the stream for a message. Compat: the reference prints notices on the stream of
    /// values.
    fn stream_of(&self, level: LogLevel) -> Stream {
        match self.called_as {
            CommandName::Puppet if level <= LogLevel::Notice => Stream::Out,
            CommandName::Puppet | CommandName::Pupa => Stream::Err,
        }
    }

    fn refuse_type(&self, message: &str, output: &mut Output) -> Exit {
        let text = self.args.value_type.as_deref().unwrap_or_default();
        match self.called_as {
            CommandName::Pupa => {
                output.usage_error(format_args!("invalid type '{text}' of --type: {message}"))
            }
            CommandName::Puppet => self.refuse(message, output),
        }
    }

    fn refuse(&self, message: &str, output: &mut Output) -> Exit {
        let could_not = match self.called_as {
            CommandName::Pupa => "",
            CommandName::Puppet => "Could not run: ",
        };
        output.err(&format!("Error: {could_not}{message}\n"));
        Exit::Errors
    }
}

/// Returns the reference's error for facts that are not a hash.
fn ill_formed(path: &Path) -> String {
    format!(
        "Incorrectly formatted data in {} given via the --facts flag (only accepts yaml and json \
         files)",
        path.display()
    )
}

fn print_text(mut text: String, output: &mut Output) -> Exit {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    output.out(&text);
    Exit::Success
}
