//! Evaluates programs, and compares what they give with recorded answers of the reference.
//!
//! A record is a line of JSON with `id`, `code`, the `facts` where they matter, and the answer:
//! `literal`, `type` and `logs`, or `error` with `line` and `column`.

use std::sync::Arc;

use pupa_data::json::value as from_json;
use pupa_eval::program::{ManifestError, Program};
use pupa_eval::{Evaluator, Host, NoHost, Settings};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use pupa_value::infer::infer;
use pupa_value::{Value, text};
use serde_json::{Value as Json, json};

/// What became of a program.
#[derive(Debug)]
pub struct Answer {
    /// Its value, or what is wrong with it.
    pub outcome: Result<Value, EvaluationError>,
    /// What it logged: level and message.
    pub logs: Vec<(String, String)>,
}

/// What is wrong with a program.
#[derive(Debug)]
pub struct EvaluationError {
    /// The message.
    pub message: String,
    /// The line and the column, where the reference names them.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
}

impl From<Diagnostic> for EvaluationError {
    fn from(error: Diagnostic) -> EvaluationError {
        EvaluationError { line: error.line(), column: error.column(), message: error.message }
    }
}

/// Evaluates a program with these variables in the top scope.
pub fn evaluate(code: &str, settings: &Settings, variables: &[(String, Value)]) -> Answer {
    evaluate_with(code, settings, variables, &NoHost)
}

/// Evaluates a program in a world.
pub fn evaluate_with(
    code: &str,
    settings: &Settings,
    variables: &[(String, Value)],
    host: &dyn Host,
) -> Answer {
    let source = Arc::new(Source::new("", code));
    let program = match Program::read(source, settings) {
        Ok(program) => Arc::new(program),
        Err(rejected) => return rejected_answer(&rejected),
    };
    let mut evaluator = Evaluator::new(settings.clone(), host);
    evaluator.set_variable("title", Value::from("main"));
    evaluator.set_variable("name", Value::from("main"));
    for (name, value) in variables {
        evaluator.set_variable(name, value.clone());
    }
    let compiled = evaluator.define(&program);
    let compiled = compiled.and_then(|_| evaluator.compile(&[program], "test.example.com"));
    let outcome = compiled.map_err(EvaluationError::from);
    let logs = evaluator.take_logs();
    let logs = logs.into_iter().map(|log| (log.level.name().to_owned(), log.message)).collect();
    Answer { outcome, logs }
}

fn rejected_answer(rejected: &ManifestError) -> Answer {
    let said = rejected.logged();
    let logs = said.map(|(level, found)| (level.name().to_owned(), found.message.clone()));
    let (line, column) = rejected.position().unzip();
    let error = EvaluationError { message: rejected.to_string(), line, column };
    Answer { logs: logs.collect(), outcome: Err(error) }
}

/// The value as the reference records it: in `%p` form, and its type.
pub fn display(value: &Value) -> (String, String) {
    let literal = text::convert(value, &Value::from("%p"));
    (literal.unwrap_or_else(|error| error.message), infer(value).display())
}

/// Our answer to a program, in the form of a record.
pub fn answer(code: &str, settings: &Settings, variables: &[(String, Value)]) -> Json {
    let answer = evaluate(code, settings, variables);
    let mut record = match answer.outcome {
        Ok(value) => {
            let (literal, t) = display(&value);
            json!({ "literal": literal, "type": t })
        }
        Err(problem) => {
            json!({ "error": problem.message, "line": problem.line, "column": problem.column })
        }
    };
    if !answer.logs.is_empty() {
        record["logs"] = json!(answer.logs);
    }
    record
}

/// The variables of the top scope that facts make.
pub fn fact_variables(facts: &Json) -> Vec<(String, Value)> {
    let Ok(value) = from_json(&facts.to_string()) else { return Vec::new() };
    let mut variables: Vec<(String, Value)> = value
        .as_hash()
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())))
        .collect();
    variables.push(("facts".to_owned(), value));
    variables
}

/// How a record differs from our answer.
#[derive(Debug)]
pub struct Difference {
    /// The name of the record.
    pub name: String,
    /// What differs; nothing when both agree.
    pub text: Option<String>,
}

/// Compares a record with our answer. Places of errors are compared where `with_places` and the
/// reference names one, and what was logged before them.
///
/// # Errors
/// When the line is no record.
pub fn difference(line: &str, with_places: bool) -> serde_json::Result<Difference> {
    let record: Json = serde_json::from_str(line)?;
    let code = record["code"].as_str().unwrap_or_default();
    let variables = record.get("facts").map(fact_variables).unwrap_or_default();
    let ours = answer(code, &Settings::default(), &variables);
    let keys: &[&str] = match record.get("error") {
        Some(_) if with_places && !record["line"].is_null() => &["error", "line", "column", "logs"],
        Some(_) => &["error"],
        None => &["literal", "type", "logs"],
    };
    let mut text = String::new();
    // No logs are no list, or an empty one.
    let part = |answer: &Json, key: &str| {
        let part = answer.get(key).filter(|part| part.as_array().is_none_or(|a| !a.is_empty()));
        part.cloned()
    };
    for key in keys.iter().filter(|key| part(&ours, key) != part(&record, key)) {
        let ours = if ours.get(*key).is_some() { &ours[*key] } else { &ours };
        text.push_str(&format!(
            "\n  {key}\n    expected {}\n    got      {ours}",
            record.get(*key).unwrap_or(&Json::Null),
        ));
    }
    Ok(Difference {
        name: record["id"].as_str().unwrap_or_default().to_owned(),
        text: (!text.is_empty()).then(|| format!("{code}{text}")),
    })
}
