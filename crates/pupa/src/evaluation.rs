//! Evaluates a single source text, and prints its diagnostics.

use std::sync::Arc;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, Settings};
use pupa_syntax::source::Source;
use pupa_value::{Value, text};

pub(crate) use pupa_project::compile_error::CompileError;

/// Reads a program.
pub(crate) fn read(source: Source, settings: &Settings) -> Result<Arc<Program>, CompileError> {
    let read = Program::read(Arc::new(source), settings);
    Ok(Arc::new(read?))
}

/// Parses and evaluates a source.
pub(crate) fn evaluate(
    evaluator: &mut Evaluator<'_>,
    source: Source,
) -> Result<Value, CompileError> {
    let program = read(source, evaluator.settings())?;
    Ok(evaluator.evaluate(&program)?)
}

/// Parses a source and compiles it as the main manifest of a node; returns its value.
pub(crate) fn compile(
    evaluator: &mut Evaluator<'_>,
    source: Source,
    node: &str,
) -> Result<Value, CompileError> {
    let program = read(source, evaluator.settings())?;
    evaluator.define(&program)?;
    Ok(evaluator.compile(&[program], node)?)
}

/// A value as Puppet source, unless it has more than `most` parts. Parts may be shared, so a small
/// manifest can create a value that is too large to print.
pub(crate) fn literal(value: &Value, most: usize) -> Result<String, String> {
    if text::has_more_parts_than(value, most) {
        return Err(format!("The value can't be shown, it has more than {most} parts"));
    }
    text::convert(value, &Value::from("%p")).map_err(|error| error.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_parts_count_every_time() {
        let mut value = Value::from("x");
        for _ in 0..40 {
            value = Value::array([value.clone(), value]);
        }
        assert!(text::has_more_parts_than(&value, 1_000_000));
        assert!(!text::has_more_parts_than(&Value::array([1.into(), 2.into()]), 3));
        assert!(text::has_more_parts_than(&Value::array([1.into(), 2.into()]), 2));
    }

    #[test]
    fn the_first_syntax_error_is_the_only_one() {
        let settings = Settings::default();
        let source = Source::new("", "$a = )\n$b = )\n");
        let Err(CompileError::Manifest(rejection)) = read(source, &settings) else { panic!() };
        assert_eq!(rejection.message, "Syntax error at ')'");
        assert_eq!(rejection.position(), Some((1, 6)));
        assert_eq!(rejection.logged().count(), 0);
    }

    #[test]
    fn several_errors_of_validation_are_logged() {
        let settings = Settings::default();
        let source = Source::new("", "$a::b = 1\n$c::d = 2\n");
        let Err(CompileError::Manifest(rejection)) = read(source, &settings) else { panic!() };
        assert_eq!(rejection.message, "Language validation logged 2 errors. Giving up");
        assert_eq!(rejection.position(), None);
        assert_eq!(rejection.logged().count(), 2);
    }
}
