//! The exceptions of `raise` and of failed calls, and the conditions of `rescue`.

use super::{Flow, Jump, Machine, MethodKind};
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::native::Visibility;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

impl Machine<'_> {
    /// The exception for a call of a method that does not exist or may not be called.
    #[cold]
    pub fn no_method_error(
        &mut self,
        receiver: Value,
        name: Symbol,
        args: &[Value],
        is_variable: bool,
        private: Option<Visibility>,
    ) -> Jump {
        if private.is_none()
            && let Some(missing) = self.missing_method(receiver, name)
        {
            return self.not_implemented(&missing);
        }
        let display = self.describe_receiver(receiver);
        let message = match private {
            Some(Visibility::Private) => format!("private method `{name}' called for {display}"),
            Some(Visibility::Protected) => {
                format!("protected method `{name}' called for {display}")
            }
            _ if is_variable => {
                format!("undefined local variable or method `{name}' for {display}")
            }
            _ => format!("undefined method `{name}' for {display}"),
        };
        let is_variable = is_variable && private.is_none();
        let class = if is_variable { class::NAME_ERROR } else { class::NO_METHOD_ERROR };
        self.call_error(class, message, receiver, name, args)
    }

    /// The exception for a jump to a frame that has ended.
    #[cold]
    pub(crate) fn local_jump_error(&mut self, message: &str, reason: &str, value: Value) -> Jump {
        let message = self.new_str(message);
        let mut data = ExceptionData::new(message);
        data.receiver = Value::Sym(Symbol::new(reason));
        data.detail = value;
        let exception = self.new_payload(class::LOCAL_JUMP_ERROR, data);
        self.raise_value(exception)
    }

    /// The exception for `super` if no ancestor has the method.
    #[cold]
    pub fn no_super_method(&mut self, receiver: Value, name: Symbol, args: &[Value]) -> Jump {
        let display = self.describe_receiver(receiver);
        let message = format!("super: no superclass method `{name}' for {display}");
        self.call_error(class::NO_METHOD_ERROR, message, receiver, name, args)
    }

    fn call_error(
        &mut self,
        class: ClassId,
        message: String,
        receiver: Value,
        name: Symbol,
        args: &[Value],
    ) -> Jump {
        let message = self.new_str(message);
        let mut data = ExceptionData::new(message);
        data.receiver = receiver;
        data.detail = Value::Sym(name);
        if class == class::NO_METHOD_ERROR {
            data.args = self.new_array(args.to_vec());
        }
        let exception = self.new_payload(class, data);
        self.raise_value(exception)
    }

    /// The receiver in messages about calls: `"abc":String`, `#<Foo:0x…>`, `String:Class`.
    pub(crate) fn describe_receiver(&mut self, receiver: Value) -> String {
        let text = match receiver {
            Value::Nil => "nil".to_owned(),
            Value::Bool(flag) => flag.to_string(),
            Value::Class(id) => self.class_name(id),
            _ => self.inspect_or_plain(receiver),
        };
        if text.starts_with('#') {
            return text;
        }
        format!("{text}:{}", self.class_name_of(receiver))
    }

    /// The result of `inspect`, or `#<Foo:0x…>` if that raises.
    pub(crate) fn inspect_or_plain(&mut self, value: Value) -> String {
        let class = self.class_of(value);
        if self.find_method(class, names::INSPECT).is_none() {
            return self.plain_inspect(value);
        }
        match self.inspect(value) {
            Ok(text) => text,
            Err(_) => self.plain_inspect(value),
        }
    }

    /// Makes the exception for the arguments of `raise`.
    pub fn exception_from(&mut self, args: &[Value]) -> Flow {
        match *args {
            [] => {
                if let Some(&current) = self.core.handled.last()
                    && !current.is_nil()
                {
                    return Ok(current);
                }
                let message = self.new_str("");
                Ok(self.new_payload(class::RUNTIME_ERROR, ExceptionData::new(message)))
            }
            [message @ Value::Str(_)] => {
                Ok(self.new_payload(class::RUNTIME_ERROR, ExceptionData::new(message)))
            }
            [first] => self.convert_exception(first, &[]),
            [first, message] => self.convert_exception(first, &[message]),
            [first, message, backtrace] => {
                let exception = self.convert_exception(first, &[message])?;
                if !backtrace.is_nil() {
                    self.call(exception, names::SET_BACKTRACE, &[backtrace])?;
                }
                Ok(exception)
            }
            _ => Err(self.arity_error(args.len(), 0, Some(3))),
        }
    }

    fn convert_exception(&mut self, first: Value, args: &[Value]) -> Flow {
        let responds = match first {
            Value::Object(_) | Value::Class(_) => self.try_call(first, names::EXCEPTION, args)?,
            _ => None,
        };
        let Some(exception) = responds else {
            return Err(self.type_error("exception class/object expected"));
        };
        if !self.is_a(exception, class::EXCEPTION) {
            return Err(self.type_error("exception object expected"));
        }
        Ok(exception)
    }

    /// The jump of `raise`, with the cause that was passed as a keyword.
    pub fn raise_with_cause(&mut self, exception: Value, cause: Option<Value>) -> Flow<Jump> {
        if let Some(cause) = cause {
            if !cause.is_nil() && !self.is_a(cause, class::EXCEPTION) {
                return Err(self.type_error("exception object expected"));
            }
            if !cause.is_same(exception) {
                self.check_circular(exception, cause)?;
                if let Some(data) = self.payload_mut::<ExceptionData>(exception) {
                    data.cause = cause;
                }
            }
        }
        Ok(self.raise_value(exception))
    }

    fn check_circular(&mut self, exception: Value, cause: Value) -> Flow<()> {
        let mut current = cause;
        let mut rounds: u64 = 0;
        while let Some(data) = self.payload::<ExceptionData>(current) {
            if data.cause.is_same(exception) {
                return Err(self.argument_error("circular causes"));
            }
            current = data.cause;
            rounds += 1;
            if rounds > 1000 {
                break;
            }
        }
        self.core.add_steps(rounds);
        Ok(())
    }

    /// The message of an exception: the result of `message`.
    pub fn exception_message(&mut self, exception: Value) -> String {
        match self.call(exception, names::MESSAGE, &[]) {
            Ok(Value::Str(id)) => self.text_of(id),
            Ok(other) => self.to_s_text(other).unwrap_or_default(),
            Err(_) => self.class_name_of(exception),
        }
    }

    /// Whether a class of a `rescue` clause matches an exception.
    pub fn matches_rescue(&mut self, class: Value, exception: Value) -> Flow<bool> {
        match class {
            Value::Class(id) => {
                let receiver = self.class_of(class);
                let method = self.find_method(receiver, names::CASE_EQUALS);
                let is_plain =
                    method.is_some_and(|id| matches!(self.method(id).kind, MethodKind::Native(_)));
                if is_plain && id != class::SYSTEM_CALL_ERROR {
                    return Ok(self.is_a(exception, id));
                }
                Ok(self.call(class, names::CASE_EQUALS, &[exception])?.is_truthy())
            }
            _ => Err(self.type_error("class or module required for rescue clause")),
        }
    }

    /// The location of the innermost frame: `file:line`.
    pub(crate) fn caller_place(&self) -> Option<String> {
        let frame = self.core.frames.last()?;
        Some(format!("{}:{}", frame.body.code.file, frame.line))
    }

    /// Writes a warning to `$stderr`, unless `$VERBOSE` is `nil`.
    pub fn warn(&mut self, message: &str) -> Flow<()> {
        let place = self.caller_place().unwrap_or_else(|| "main".to_owned());
        self.warn_at(&place, message)
    }

    /// Writes a warning with a location in the code.
    pub(crate) fn warn_at(&mut self, place: &str, message: &str) -> Flow<()> {
        if self.core.globals.get(&Symbol::new("$VERBOSE")).is_some_and(|value| value.is_nil()) {
            return Ok(());
        }
        let text = self.new_str(format!("{place}: warning: {message}\n"));
        let stream = self.global_get(Symbol::new("$stderr"))?;
        self.call(stream, names::WRITE, &[text])?;
        Ok(())
    }
}
