//! Exceptions: the classes, and the data that every exception has.

use crate::heap::Payload;
use crate::native::{Instances, NativeClass};
use crate::value::Value;

/// The native part of an exception.
#[derive(Debug, Clone)]
pub struct ExceptionData {
    /// The message: a string, any other value given to `new`, or [`Value::Undef`] for the name of
    /// the class.
    pub message: Value,
    /// The lines of code where it was raised, innermost first.
    pub raised_at: Option<Vec<String>>,
    /// The backtrace that `set_backtrace` has given it, or [`Value::Undef`].
    pub backtrace: Value,
    /// The exception that was being handled when this one was raised, or [`Value::Undef`] before it
    /// is known.
    pub cause: Value,
    /// The object that a `NameError`, `KeyError` or `FrozenError` is about.
    pub receiver: Value,
    /// The name of a `NameError`, the key of a `KeyError`, the result of a `StopIteration`, the
    /// value of an `UncaughtThrowError`.
    pub detail: Value,
    /// The arguments of a `NoMethodError`.
    pub args: Value,
}

impl ExceptionData {
    /// The data of a new exception with a message.
    pub fn new(message: Value) -> ExceptionData {
        ExceptionData {
            message,
            raised_at: None,
            backtrace: Value::Undef,
            cause: Value::Undef,
            receiver: Value::Undef,
            detail: Value::Undef,
            args: Value::Undef,
        }
    }
}

impl Payload for ExceptionData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        for value in
            [self.message, self.backtrace, self.cause, self.receiver, self.detail, self.args]
        {
            mark(value);
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `Exception`
pub static EXCEPTION: NativeClass = NativeClass {
    name: "Exception",
    instances: Instances::Exceptions,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `NoMemoryError`
pub static NO_MEMORY_ERROR: NativeClass =
    NativeClass { name: "NoMemoryError", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `ScriptError`
pub static SCRIPT_ERROR: NativeClass =
    NativeClass { name: "ScriptError", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `LoadError`
pub static LOAD_ERROR: NativeClass =
    NativeClass { name: "LoadError", superclass: Some("ScriptError"), ..NativeClass::EMPTY };

/// `NotImplementedError`
pub static NOT_IMPLEMENTED_ERROR: NativeClass = NativeClass {
    name: "NotImplementedError",
    superclass: Some("ScriptError"),
    ..NativeClass::EMPTY
};

/// `SyntaxError`
pub static SYNTAX_ERROR: NativeClass =
    NativeClass { name: "SyntaxError", superclass: Some("ScriptError"), ..NativeClass::EMPTY };

/// `SecurityError`
pub static SECURITY_ERROR: NativeClass =
    NativeClass { name: "SecurityError", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `SignalException`
pub static SIGNAL_EXCEPTION: NativeClass =
    NativeClass { name: "SignalException", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `Interrupt`
pub static INTERRUPT: NativeClass =
    NativeClass { name: "Interrupt", superclass: Some("SignalException"), ..NativeClass::EMPTY };

/// `SystemExit`
pub static SYSTEM_EXIT: NativeClass =
    NativeClass { name: "SystemExit", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `SystemStackError`
pub static SYSTEM_STACK_ERROR: NativeClass =
    NativeClass { name: "SystemStackError", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `StandardError`
pub static STANDARD_ERROR: NativeClass =
    NativeClass { name: "StandardError", superclass: Some("Exception"), ..NativeClass::EMPTY };

/// `ArgumentError`
pub static ARGUMENT_ERROR: NativeClass =
    NativeClass { name: "ArgumentError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `UncaughtThrowError`
pub static UNCAUGHT_THROW_ERROR: NativeClass = NativeClass {
    name: "UncaughtThrowError",
    superclass: Some("ArgumentError"),
    ..NativeClass::EMPTY
};

/// `EncodingError`
pub static ENCODING_ERROR: NativeClass =
    NativeClass { name: "EncodingError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `FiberError`
pub static FIBER_ERROR: NativeClass =
    NativeClass { name: "FiberError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `IOError`
pub static IO_ERROR: NativeClass =
    NativeClass { name: "IOError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `EOFError`
pub static EOF_ERROR: NativeClass =
    NativeClass { name: "EOFError", superclass: Some("IOError"), ..NativeClass::EMPTY };

/// `IndexError`
pub static INDEX_ERROR: NativeClass =
    NativeClass { name: "IndexError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `KeyError`
pub static KEY_ERROR: NativeClass =
    NativeClass { name: "KeyError", superclass: Some("IndexError"), ..NativeClass::EMPTY };

/// `StopIteration`
pub static STOP_ITERATION: NativeClass =
    NativeClass { name: "StopIteration", superclass: Some("IndexError"), ..NativeClass::EMPTY };

/// `LocalJumpError`
pub static LOCAL_JUMP_ERROR: NativeClass =
    NativeClass { name: "LocalJumpError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `NameError`
pub static NAME_ERROR: NativeClass =
    NativeClass { name: "NameError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `NoMethodError`
pub static NO_METHOD_ERROR: NativeClass =
    NativeClass { name: "NoMethodError", superclass: Some("NameError"), ..NativeClass::EMPTY };

/// `RangeError`
pub static RANGE_ERROR: NativeClass =
    NativeClass { name: "RangeError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `FloatDomainError`
pub static FLOAT_DOMAIN_ERROR: NativeClass =
    NativeClass { name: "FloatDomainError", superclass: Some("RangeError"), ..NativeClass::EMPTY };

/// `RegexpError`
pub static REGEXP_ERROR: NativeClass =
    NativeClass { name: "RegexpError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `RuntimeError`
pub static RUNTIME_ERROR: NativeClass =
    NativeClass { name: "RuntimeError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `FrozenError`
pub static FROZEN_ERROR: NativeClass =
    NativeClass { name: "FrozenError", superclass: Some("RuntimeError"), ..NativeClass::EMPTY };

/// `SystemCallError`
pub static SYSTEM_CALL_ERROR: NativeClass = NativeClass {
    name: "SystemCallError",
    superclass: Some("StandardError"),
    ..NativeClass::EMPTY
};

/// `Errno`
pub static ERRNO: NativeClass = NativeClass { name: "Errno", ..NativeClass::MODULE };

/// `Errno::ENOENT`
pub static ENOENT: NativeClass = NativeClass {
    name: "Errno::ENOENT",
    superclass: Some("SystemCallError"),
    ..NativeClass::EMPTY
};

/// `Errno::EACCES`
pub static EACCES: NativeClass = NativeClass {
    name: "Errno::EACCES",
    superclass: Some("SystemCallError"),
    ..NativeClass::EMPTY
};

/// `Errno::EEXIST`
pub static EEXIST: NativeClass = NativeClass {
    name: "Errno::EEXIST",
    superclass: Some("SystemCallError"),
    ..NativeClass::EMPTY
};

/// `Errno::EISDIR`
pub static EISDIR: NativeClass = NativeClass {
    name: "Errno::EISDIR",
    superclass: Some("SystemCallError"),
    ..NativeClass::EMPTY
};

/// `Errno::ENOTDIR`
pub static ENOTDIR: NativeClass = NativeClass {
    name: "Errno::ENOTDIR",
    superclass: Some("SystemCallError"),
    ..NativeClass::EMPTY
};

/// `Errno::EINVAL`
pub static EINVAL: NativeClass = NativeClass {
    name: "Errno::EINVAL",
    superclass: Some("SystemCallError"),
    ..NativeClass::EMPTY
};

/// `Errno::EIO`
pub static EIO: NativeClass =
    NativeClass { name: "Errno::EIO", superclass: Some("SystemCallError"), ..NativeClass::EMPTY };

/// `Errno::EDOM`
pub static EDOM: NativeClass =
    NativeClass { name: "Errno::EDOM", superclass: Some("SystemCallError"), ..NativeClass::EMPTY };

/// `Errno::EPERM`
pub static EPERM: NativeClass =
    NativeClass { name: "Errno::EPERM", superclass: Some("SystemCallError"), ..NativeClass::EMPTY };

/// `ThreadError`
pub static THREAD_ERROR: NativeClass =
    NativeClass { name: "ThreadError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `TypeError`
pub static TYPE_ERROR: NativeClass =
    NativeClass { name: "TypeError", superclass: Some("StandardError"), ..NativeClass::EMPTY };

/// `ZeroDivisionError`
pub static ZERO_DIVISION_ERROR: NativeClass = NativeClass {
    name: "ZeroDivisionError",
    superclass: Some("StandardError"),
    ..NativeClass::EMPTY
};

/// `NoMatchingPatternError`
pub static NO_MATCHING_PATTERN_ERROR: NativeClass = NativeClass {
    name: "NoMatchingPatternError",
    superclass: Some("StandardError"),
    ..NativeClass::EMPTY
};

/// `NoMatchingPatternKeyError`
pub static NO_MATCHING_PATTERN_KEY_ERROR: NativeClass = NativeClass {
    name: "NoMatchingPatternKeyError",
    superclass: Some("NoMatchingPatternError"),
    ..NativeClass::EMPTY
};

/// `Encoding::CompatibilityError`
pub static COMPATIBILITY_ERROR: NativeClass = NativeClass {
    name: "Encoding::CompatibilityError",
    superclass: Some("EncodingError"),
    ..NativeClass::EMPTY
};

/// `Encoding::UndefinedConversionError`
pub static UNDEFINED_CONVERSION_ERROR: NativeClass = NativeClass {
    name: "Encoding::UndefinedConversionError",
    superclass: Some("EncodingError"),
    ..NativeClass::EMPTY
};

/// `Encoding::InvalidByteSequenceError`
pub static INVALID_BYTE_SEQUENCE_ERROR: NativeClass = NativeClass {
    name: "Encoding::InvalidByteSequenceError",
    superclass: Some("EncodingError"),
    ..NativeClass::EMPTY
};

/// `Encoding::ConverterNotFoundError`
pub static CONVERTER_NOT_FOUND_ERROR: NativeClass = NativeClass {
    name: "Encoding::ConverterNotFoundError",
    superclass: Some("EncodingError"),
    ..NativeClass::EMPTY
};
