//! Fixtures of the stage `evaluate`: examples with what they give below them.
//!
//! ```text
//! '1' == 1
//! #8=> false
//! #draft=> true
//! ```
//!
//! A section holds any number of examples, each a program of its own. The lines that begin with
//! an arrow end it: what it logs, then its value in `%p` form or its error with line and column.
//! `#=>` holds in both editions. Blank lines and comments before an example don't belong to it.
//! Files that the programs can load stand before the first one: `#: file PATH`, then `#| ` lines.

use pupa_eval::Settings;
use pupa_syntax::Edition;
use pupa_syntax::validate::Extensions;

use crate::evaluation::{Answer, display, evaluate_with};
use crate::fixture::{Form, Section, foreign};
use crate::modules::Modules;
use crate::{answer, stage};

const FILE: &str = "#: file ";
const EDITIONS: [Edition; 2] = [Edition::Puppet8, Edition::Draft];

/// A program and what it is said to give.
#[derive(Debug, Default)]
pub struct Example {
    /// The lines before the arrows, prose included.
    lines: Vec<String>,
    /// The lines with arrows.
    arrows: Vec<String>,
    /// The program.
    pub code: String,
}

impl Example {
    /// What the fixture says that the program gives in an edition.
    pub fn expected(&self, edition: Edition) -> Vec<String> {
        self.arrows
            .iter()
            .filter_map(|line| arrow(line))
            .filter(|(of, _)| of.is_none_or(|of| of == edition))
            .map(|(_, text)| text.to_owned())
            .collect()
    }
}

/// The edition that a line with an arrow speaks of, none for both; and what it says.
pub(crate) fn arrow(line: &str) -> Option<(Option<Edition>, &str)> {
    let (edition, text) = line.strip_prefix('#')?.split_once("=>")?;
    let text = text.strip_prefix(' ').unwrap_or(text);
    match edition {
        "" => Some((None, text)),
        name => Edition::from_name(name).map(|edition| (Some(edition), text)),
    }
}

/// The files and the examples of a section.
pub fn read(section: &Section) -> (Modules, Vec<Example>) {
    let mut files = Modules::default();
    let mut examples = Vec::new();
    let mut example = Example::default();
    for line in &section.body {
        if arrow(line).is_some() {
            example.arrows.push(line.clone());
            continue;
        }
        if !example.arrows.is_empty() {
            examples.push(std::mem::take(&mut example));
        }
        if let Some(path) = line.strip_prefix(FILE) {
            files.begin(path);
        } else if let (Form::Plain, Some(text)) = (section.form(), foreign(line)) {
            files.push_line(text);
        }
        example.lines.push(line.clone());
    }
    examples.push(example);
    for example in &mut examples {
        example.code = match section.form() {
            Form::Escaped => section.code(),
            Form::Plain | Form::Template => code(&example.lines),
        };
    }
    (files, examples)
}

/// The program without what stands before it.
fn code(lines: &[String]) -> String {
    let is_prose = |line: &&String| line.trim().is_empty() || line.starts_with('#');
    lines.iter().skip_while(is_prose).map(|line| format!("{line}\n")).collect()
}

/// The editions that a section speaks of.
pub fn editions(section: &Section) -> Vec<Edition> {
    match section.option("edition").and_then(Edition::from_name) {
        Some(edition) => vec![edition],
        None => EDITIONS.to_vec(),
    }
}

/// The settings that a section's header asks for.
pub fn settings(section: &Section, edition: Edition) -> Settings {
    let mut settings = Settings {
        edition,
        strict: answer::strict(section.option("strict")),
        strict_variables: section.option("strict_variables") != Some("off"),
        extensions: match stage::rules(section).extensions {
            Extensions::Off if edition == Edition::Draft => Extensions::On,
            extensions => extensions,
        },
        ..Settings::default()
    };
    let number = |key: &str| section.option(key).and_then(|value| value.parse::<u32>().ok());
    if let Some(depth) = number("call_depth") {
        settings.limits.call_depth = depth;
    }
    if let Some(steps) = number("steps") {
        settings.limits.steps = Some(steps.into());
    }
    if let Some(elements) = number("elements") {
        settings.limits.elements = elements as usize;
    }
    if let Some(text) = number("text") {
        settings.limits.text = text as usize;
    }
    settings
}

/// The body of a section with what its examples give now.
pub fn rewrite(section: &Section) -> Vec<String> {
    let (files, examples) = read(section);
    let editions = editions(section);
    let mut body = Vec::new();
    for example in examples {
        body.extend(example.lines.iter().cloned());
        if example.code.is_empty() {
            continue;
        }
        let answers: Vec<Vec<String>> = editions
            .iter()
            .map(|edition| {
                let settings = settings(section, *edition);
                lines(&evaluate_with(&example.code, &settings, &[], &files), section)
            })
            .collect();
        let is_same = answers.iter().all(|lines| *lines == answers[0]);
        for (edition, answer) in editions.iter().zip(&answers) {
            let name = if is_same { "" } else { edition.name() };
            if is_same && *edition != editions[0] {
                continue;
            }
            body.extend(
                answer.iter().map(|line| format!("#{name}=> {line}").trim_end().to_owned()),
            );
        }
    }
    while body.last().is_some_and(|line| line.is_empty()) {
        body.pop();
    }
    body
}

/// What a program gave, in lines.
fn lines(answer: &Answer, section: &Section) -> Vec<String> {
    let log = |(level, message): &(String, String)| format!("{level}: {}", on_one_line(message));
    let mut lines: Vec<String> = answer.logs.iter().map(log).collect();
    lines.push(match &answer.outcome {
        Ok(value) => {
            let (literal, t) = display(value);
            match section.option("types") {
                Some("on") => format!("{} : {t}", on_one_line(&literal)),
                _ => on_one_line(&literal),
            }
        }
        Err(problem) => {
            let place = match (problem.line, problem.column) {
                (Some(line), Some(column)) => format!(" {line}:{column}"),
                (Some(line), None) => format!(" {line}"),
                _ => String::new(),
            };
            format!("error{place}: {}", on_one_line(&problem.message))
        }
    });
    lines
}

fn on_one_line(text: &str) -> String {
    text.replace('\r', "\\r").replace('\n', "\\n")
}
