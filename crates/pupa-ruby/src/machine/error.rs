//! Exceptions raised from Rust.
//!
//! Each function makes an exception and returns the jump, so that native functions write `return
//! Err(m.type_error("…"))`.

use super::{Flow, Jump, Machine};
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::jump::Stop;
use crate::value::{ClassId, Value};

impl Machine<'_> {
    /// An exception of a class with a message, as a jump.
    #[cold]
    pub fn error(&mut self, class: ClassId, message: impl AsRef<str>) -> Jump {
        let message = self.new_str(message.as_ref());
        self.error_with_message(class, message)
    }

    /// An exception whose message is an object instead of a string.
    #[cold]
    pub fn error_with_message(&mut self, class: ClassId, message: Value) -> Jump {
        let exception = self.new_payload(class, ExceptionData::new(message));
        self.raise_value(exception)
    }

    /// The jump that raises an exception object: fills in its backtrace and cause.
    #[cold]
    pub fn raise_value(&mut self, exception: Value) -> Jump {
        let Value::Object(id) = exception else {
            return self.type_error("exception class/object expected");
        };
        let backtrace = self.backtrace_lines(0);
        // Building a line of the backtrace takes longer than a call.
        self.core.add_steps(backtrace.len() as u64 * 4);
        let cause = self.core.handled.last().copied().unwrap_or(Value::Nil);
        if let Some(data) = self.payload_mut::<ExceptionData>(exception) {
            if data.raised_at.is_none() {
                data.raised_at = Some(backtrace);
            }
            if data.cause.is_undef() && !cause.is_same(exception) {
                data.cause = cause;
            }
        }
        Jump::Raise(id)
    }

    /// `TypeError`
    #[cold]
    pub fn type_error(&mut self, message: impl AsRef<str>) -> Jump {
        self.error(class::TYPE_ERROR, message)
    }

    /// `ArgumentError`
    #[cold]
    pub fn argument_error(&mut self, message: impl AsRef<str>) -> Jump {
        self.error(class::ARGUMENT_ERROR, message)
    }

    /// `IndexError`
    #[cold]
    pub fn index_error(&mut self, message: impl AsRef<str>) -> Jump {
        self.error(class::INDEX_ERROR, message)
    }

    /// `RangeError`
    #[cold]
    pub fn range_error(&mut self, message: impl AsRef<str>) -> Jump {
        self.error(class::RANGE_ERROR, message)
    }

    /// `ZeroDivisionError`
    #[cold]
    pub fn zero_division(&mut self) -> Jump {
        self.error(class::ZERO_DIVISION_ERROR, "divided by 0")
    }

    /// `RuntimeError`
    #[cold]
    pub fn runtime_error(&mut self, message: impl AsRef<str>) -> Jump {
        self.error(class::RUNTIME_ERROR, message)
    }

    /// `NotImplementedError`: a feature of Ruby that this interpreter does not have.
    #[cold]
    pub fn not_implemented(&mut self, what: &str) -> Jump {
        let message = self.new_str(format!("{what} is not supported by Pupa"));
        let data = ExceptionData { missing: Some(what.into()), ..ExceptionData::new(message) };
        let exception = self.new_payload(class::NOT_IMPLEMENTED_ERROR, data);
        self.raise_value(exception)
    }

    /// `wrong number of arguments (given 1, expected 2..3)`; a negative `max` means any number.
    #[cold]
    pub fn arity_error(&mut self, given: usize, min: usize, max: Option<usize>) -> Jump {
        let expected = match max {
            Some(max) if max == min => format!("{min}"),
            Some(max) => format!("{min}..{max}"),
            None => format!("{min}+"),
        };
        self.argument_error(format!(
            "wrong number of arguments (given {given}, expected {expected})"
        ))
    }

    /// Checks the number of arguments of a native function whose record cannot express the limits.
    pub fn check_arity(&mut self, given: usize, min: usize, max: Option<usize>) -> Flow<()> {
        if given < min || max.is_some_and(|max| given > max) {
            return Err(self.arity_error(given, min, max));
        }
        Ok(())
    }

    /// Raises `FrozenError` if a value must not be changed.
    #[inline]
    pub fn check_frozen(&mut self, value: Value) -> Flow<()> {
        if self.is_frozen(value) { Err(self.frozen_error(value)) } else { Ok(()) }
    }

    #[cold]
    fn frozen_error(&mut self, value: Value) -> Jump {
        let class = self.class_name_of(value);
        // An `inspect` that changes the object would recurse endlessly.
        let recursive = "...".to_owned();
        let key = crate::symbol::Symbol::new("frozen");
        let text =
            match self.guard_recursion(key, value, Value::Nil, recursive, |m| m.inspect(value)) {
                Ok(text) => text,
                Err(jump) => return jump,
            };
        let jump = self.error(class::FROZEN_ERROR, format!("can't modify frozen {class}: {text}"));
        if let Jump::Raise(id) = jump
            && let Some(data) = self.payload_mut::<ExceptionData>(Value::Object(id))
        {
            data.receiver = value;
        }
        jump
    }

    /// The stop for a limit that was reached, by the name of the limit.
    #[cold]
    pub fn limit_error(&mut self, limit: &'static str) -> Jump {
        self.core.carried = self.core.new_str(limit);
        Jump::Stop(Stop::Limit)
    }

    /// The lines of the backtrace of an exception, innermost first.
    pub fn raised_at(&self, exception: Value) -> Vec<String> {
        let data = self.payload::<ExceptionData>(exception);
        data.and_then(|data| data.raised_at.clone()).unwrap_or_default()
    }

    /// The lines of the current backtrace, innermost first: `file:line:in `name'`.
    pub fn backtrace_lines(&mut self, skip: usize) -> Vec<String> {
        /// The number of lines that are kept at each end of the backtrace of a deep recursion.
        const INNERMOST: usize = 101;
        const OUTERMOST: usize = 21;
        let mut lines = Vec::new();
        let count = self.core.frames.len();
        let cut =
            if count > 200 { OUTERMOST..count.saturating_sub(skip + INNERMOST) } else { 0..0 };
        for index in (0..count.saturating_sub(skip)).rev().filter(|index| !cut.contains(index)) {
            let Some(frame) = self.core.frames.get(index) else { continue };
            let code = &frame.body.code;
            let name = self.frame_label(frame);
            lines.push(format!("{}:{}:in `{name}'", code.file, frame.line));
        }
        lines
    }

    fn frame_label(&self, frame: &super::Frame) -> String {
        use crate::code::CodeKind;
        let first = self.core.frames.first().map(|first| &first.body.code.file);
        let around = match frame.method {
            Some(method) => self.core.method(method).name.as_str(),
            // `<main>` is the program itself; files that it loaded are `<top (required)>`.
            None if first == Some(&frame.body.code.file) => "<main>",
            None => "<top (required)>",
        };
        match frame.body.code.kind {
            CodeKind::Top | CodeKind::Method => around.to_owned(),
            CodeKind::Block | CodeKind::Lambda => format!("block in {around}"),
            CodeKind::Class => format!("<class:{}>", frame.body.code.name),
        }
    }
}
