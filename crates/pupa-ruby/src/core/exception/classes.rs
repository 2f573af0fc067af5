//! The exception classes without methods of their own.

use crate::native::NativeClass;

macro_rules! exceptions {
    ($($constant:ident = $name:literal < $superclass:literal,)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub static $constant: NativeClass = NativeClass {
                name: $name,
                superclass: Some($superclass),
                ..NativeClass::EMPTY
            };
        )*
    };
}

exceptions! {
    NO_MEMORY_ERROR = "NoMemoryError" < "Exception",
    SCRIPT_ERROR = "ScriptError" < "Exception",
    NOT_IMPLEMENTED_ERROR = "NotImplementedError" < "ScriptError",
    SECURITY_ERROR = "SecurityError" < "Exception",
    SYSTEM_STACK_ERROR = "SystemStackError" < "Exception",
    CLOSED_QUEUE_ERROR = "ClosedQueueError" < "StopIteration",
    STANDARD_ERROR = "StandardError" < "Exception",
    ARGUMENT_ERROR = "ArgumentError" < "StandardError",
    ENCODING_ERROR = "EncodingError" < "StandardError",
    FIBER_ERROR = "FiberError" < "StandardError",
    IO_ERROR = "IOError" < "StandardError",
    EOF_ERROR = "EOFError" < "IOError",
    INDEX_ERROR = "IndexError" < "StandardError",
    RANGE_ERROR = "RangeError" < "StandardError",
    FLOAT_DOMAIN_ERROR = "FloatDomainError" < "RangeError",
    REGEXP_ERROR = "RegexpError" < "StandardError",
    RUNTIME_ERROR = "RuntimeError" < "StandardError",
    THREAD_ERROR = "ThreadError" < "StandardError",
    TYPE_ERROR = "TypeError" < "StandardError",
    ZERO_DIVISION_ERROR = "ZeroDivisionError" < "StandardError",
    NO_MATCHING_PATTERN_ERROR = "NoMatchingPatternError" < "StandardError",
    COMPATIBILITY_ERROR = "Encoding::CompatibilityError" < "EncodingError",
    UNDEFINED_CONVERSION_ERROR = "Encoding::UndefinedConversionError" < "EncodingError",
    INVALID_BYTE_SEQUENCE_ERROR = "Encoding::InvalidByteSequenceError" < "EncodingError",
    CONVERTER_NOT_FOUND_ERROR = "Encoding::ConverterNotFoundError" < "EncodingError",
}
