//! Templates in ERB.

use std::sync::Arc;

use pupa_ruby::puppet::errors::Raised;
use pupa_ruby::puppet::template::Template;
use pupa_syntax::diagnostic::{Diagnostic, Location, Named};
use pupa_syntax::source::{Source, Span};
use pupa_value::value::Text;

use super::RubyCode;
use super::machine::Ran;
use crate::compile::RubySubject;
use crate::evaluator::Evaluator;
use crate::host::ModuleFiles;
use crate::issues;
use crate::program::Program;
use crate::stop::{Outcome, error};

impl RubyCode<'_, '_> {
    /// Runs a template and returns its text, or the exception that ended it.
    pub(crate) fn render_erb(&mut self, template: &Template) -> Outcome<Ran<String>> {
        let path = || template.path().map(str::to_owned);
        self.evaluator
            .catalog_state
            .trace_ruby_begin(|| RubySubject::Template { path: path() }, &[]);
        let rendered = self.with_ruby(|machine| {
            let value = machine.render(template)?;
            machine.to_s_text(value)
        });
        self.evaluator.compilation().trace_ruby_end();
        rendered
    }

    /// Parses an inline template; each text once.
    pub(crate) fn inline_erb(&mut self, text: &Text) -> Outcome<Template> {
        if let Some(template) = self.evaluator.ruby_state.ruby_mut().inline.get(text) {
            return Ok(template.clone());
        }
        match Template::new(text, None) {
            Ok(template) => {
                self.evaluator.ruby_state.ruby_mut().inline.insert(text.clone(), template.clone());
                Ok(template)
            }
            Err(errors) => {
                let source = Arc::new(Source::new("", text.as_str()));
                Err(self.ruby_syntax_error("(erb)", &source, &errors))
            }
        }
    }

    /// Reads the template of that path.
    pub(crate) fn erb_of_file(&mut self, path: &str) -> Outcome<Template> {
        let file = self.evaluator.run.host.template(path).map_err(|problem| error(problem.0))?;
        match file.erb() {
            Ok(template) => Ok(template.clone()),
            Err(errors) => Err(self.ruby_syntax_error(path, &file.source, errors)),
        }
    }

    /// The path of an existing file: one of a module, or an absolute path.
    pub(super) fn module_path(&self, kind: ModuleFiles, reference: &str) -> Option<String> {
        let host = self.evaluator.run.host;
        if reference.starts_with('/') {
            return host.exists(reference).then(|| reference.to_owned());
        }
        host.module_file(kind, reference)
    }
}

impl Evaluator<'_> {
    /// Evaluates an ERB template in the top scope and returns its output. `path` is the file of the
    /// template, if it has one.
    ///
    /// # Errors
    /// When the template has syntax errors, or raises an exception.
    pub fn render_erb_text(
        &mut self,
        text: &str,
        path: Option<&str>,
    ) -> Result<String, Diagnostic> {
        let source = Arc::new(Source::new(path.unwrap_or_default(), text));
        // Calls need locations in a program, so there is an empty one.
        let empty = Arc::new(Source::new("", ""));
        let program = Program::read(Arc::clone(&empty), &self.run.settings).map(Arc::new);
        let program = program
            .map_err(|rejected| issues::records::runtime_error.diagnostic(rejected.to_string()))?;
        let number = self.run.add_program(&program);
        self.run.switch_program(number);
        let _metering = self.run.meter();
        self.run.begin();
        let rendered = match Template::new(text, path) {
            Ok(template) => self.ruby().render_erb(&template),
            Err(errors) => {
                Err(self.ruby().ruby_syntax_error(path.unwrap_or("(erb)"), &source, &errors))
            }
        };
        let result = match rendered {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(raised)) => Err(raised_in_text(&raised, &source)),
            Err(stop) => Err(self.run.failure(*stop, program.tree.root())),
        };
        self.ended(result)
    }
}

/// The error for an exception of a template that is rendered on its own, located at the line that
/// raised it.
fn raised_in_text(raised: &Raised, source: &Arc<Source>) -> Diagnostic {
    let name = if source.name().is_empty() { "(erb)" } else { source.name() };
    let place = raised.backtrace.iter().find_map(|line| {
        let (number, _) = line.strip_prefix(name)?.strip_prefix(':')?.split_once(':')?;
        number.parse::<usize>().ok()
    });
    let mut start = 0;
    let mut lines = source.text().split_inclusive('\n');
    for line in lines.by_ref().take(place.unwrap_or(1).saturating_sub(1)) {
        start += line.len();
    }
    let length = lines.next().map_or(0, |line| line.trim_end().len());
    let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let span = Span::new(offset(start), offset(start + length));
    let message = match place {
        Some(line) => format!("{name}:{line}: {} ({})", raised.message, raised.class),
        None => format!("{} ({})", raised.message, raised.class),
    };
    issues::ruby_error(&message).located(Location::new(source, span).naming(Named::Nothing))
}

/// The text of a template that failed, as the reference words it.
pub(crate) fn failed_template(name: &str, raised: &Raised) -> String {
    let line = raised.backtrace.first().map(String::as_str).unwrap_or_default();
    let mut parts = line.split(':');
    let (path, number) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    format!(
        "Failed to parse template {name}:\n  Filepath: {path}\n  Line: {number}\n  Detail: {}\n",
        raised.message
    )
}
