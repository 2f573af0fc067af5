//! Compares resource types with the reference: reads the output of `tools/resource_types.rb
//! answers` and prints each difference and the number of questions of each kind.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use pupa_catalog::resource_type::metaparameter::Direction;
use pupa_catalog::resource_type::{
    self, AttributeKind, METAPARAMETERS, Metaparameter, ResourceType,
};

fn main() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    let mut has_differences = false;
    for line in io::stdin().lock().lines() {
        let parts: Vec<String> = line?.split('\t').map(unescape).collect();
        let Some((expected, question)) = parts.split_last() else { continue };
        let question: Vec<&str> = question.iter().map(String::as_str).collect();
        let kind = question.get(1).or(question.first()).copied().unwrap_or_default();
        *asked.entry(kind.to_owned()).or_default() += 1;
        let answer = answer(&question);
        if answer.as_ref() != Some(expected) {
            has_differences = true;
            writeln!(out, "{question:?}: reference {expected:?}, ours {answer:?}")?;
        }
    }
    for (kind, count) in asked {
        writeln!(out, "{count} questions: {kind}")?;
    }
    Ok(if has_differences { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Our answer to a question; `None` if the question is malformed or its type is unknown.
fn answer(question: &[&str]) -> Option<String> {
    Some(match *question {
        ["types"] => {
            let mut names: Vec<&str> = resource_type::names().collect();
            names.sort_unstable();
            names.join(" ")
        }
        ["metaparameters"] => join(METAPARAMETERS.iter().map(metaparameter)),
        [name, "attributes"] => join(known(name)?.attributes().map(attribute)),
        [name, "keys"] => known(name)?.key_attributes().join(" "),
        [name, "isomorphic"] => known(name)?.is_isomorphic().to_string(),
        [name, "ensurable"] => known(name)?.is_ensurable().to_string(),
        [name, "has", attribute] => known(name)?.has_attribute(attribute).to_string(),
        [name, "title", title] => parsed_title(known(name)?, title),
        _ => return None,
    })
}

fn known(name: &str) -> Option<&'static ResourceType> {
    resource_type::find(name)
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn metaparameter(metaparameter: &Metaparameter) -> String {
    let name = metaparameter.name;
    let Some(relationship) = metaparameter.relationship else { return name.to_owned() };
    let direction = match relationship.direction {
        Direction::In => "in",
        Direction::Out => "out",
    };
    let refresh = if relationship.is_refreshing { ":refresh" } else { "" };
    format!("{name}:{direction}{refresh}")
}

fn attribute((name, kind): (&str, AttributeKind)) -> String {
    let mark = if kind == AttributeKind::Property { "!" } else { "" };
    format!("{name}{mark}")
}

fn parsed_title(resource_type: &ResourceType, title: &str) -> String {
    match resource_type.parse_title(title) {
        Err(error) => format!("! {error}"),
        Ok(values) => join(values.into_iter().map(|(name, value)| match value {
            None => name.to_owned(),
            Some(value) => format!("{name}={value}"),
        })),
    }
}

/// Replaces the escapes `\n`, `\t` and `\\` by the characters they mean.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                other => plain.extend(other),
            },
            _ => plain.push(letter),
        }
    }
    plain
}
