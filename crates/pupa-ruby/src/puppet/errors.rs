//! The exception classes of Puppet, and the conversion of an uncaught exception for the evaluator.

use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{ObjectId, Value};

/// `Puppet::Error`
pub static ERROR: NativeClass = NativeClass {
    name: "Puppet::Error",
    superclass: Some("RuntimeError"),
    methods: &[
        private("initialize", 1, 2, initialize),
        method("original", 0, 0, original),
        method("original=", 1, 1, set_original),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::ExternalFileError`: errors with a location in a file
pub static EXTERNAL_FILE_ERROR: NativeClass = NativeClass {
    name: "Puppet::ExternalFileError",
    methods: &[
        private("initialize", 1, 5, initialize_with_place),
        method("file", 0, 0, read_attribute),
        method("line", 0, 0, read_attribute),
        method("pos", 0, 0, read_attribute),
        method("file=", 1, 1, write_attribute),
        method("line=", 1, 1, write_attribute),
        method("pos=", 1, 1, write_attribute),
        method("to_s", 0, 0, to_s_with_place),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::ParseError`
pub static PARSE_ERROR: NativeClass = NativeClass {
    name: "Puppet::ParseError",
    superclass: Some("Puppet::Error"),
    includes: &["Puppet::ExternalFileError"],
    ..NativeClass::EMPTY
};

/// `Puppet::ResourceError`
pub static RESOURCE_ERROR: NativeClass = NativeClass {
    name: "Puppet::ResourceError",
    superclass: Some("Puppet::Error"),
    includes: &["Puppet::ExternalFileError"],
    ..NativeClass::EMPTY
};

/// `Puppet::DevError`
pub static DEV_ERROR: NativeClass = NativeClass {
    name: "Puppet::DevError",
    superclass: Some("Puppet::Error"),
    includes: &["Puppet::ExternalFileError"],
    ..NativeClass::EMPTY
};

/// `Puppet::ParseErrorWithIssue`
pub static PARSE_ERROR_WITH_ISSUE: NativeClass = NativeClass {
    name: "Puppet::ParseErrorWithIssue",
    superclass: Some("Puppet::ParseError"),
    methods: &[
        private("initialize", 1, 7, initialize_with_issue),
        method("issue_code", 0, 0, read_attribute),
        method("basic_message", 0, 0, read_attribute),
        method("arguments", 0, 0, read_attribute),
        method("environment", 0, 0, read_attribute),
        method("environment=", 1, 1, write_attribute),
        method("node", 0, 0, read_attribute),
        method("node=", 1, 1, write_attribute),
        method("to_s", 0, 0, to_s_with_issue),
        method("to_h", 0, 0, to_h),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::PreformattedError`: its message already contains a location
pub static PREFORMATTED_ERROR: NativeClass = NativeClass {
    name: "Puppet::PreformattedError",
    superclass: Some("Puppet::ParseErrorWithIssue"),
    ..NativeClass::EMPTY
};

/// `Puppet::ExecutionFailure`
pub static EXECUTION_FAILURE: NativeClass = NativeClass {
    name: "Puppet::ExecutionFailure",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// `Puppet::MissingCommand`
pub static MISSING_COMMAND: NativeClass = NativeClass {
    name: "Puppet::MissingCommand",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// `Puppet::ErrorWithData`
pub static ERROR_WITH_DATA: NativeClass = NativeClass {
    name: "Puppet::ErrorWithData",
    superclass: Some("Puppet::Error"),
    includes: &["Puppet::ExternalFileError"],
    methods: &[
        private("initialize", 2, 3, initialize_with_data),
        method("error_data", 0, 0, read_attribute),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::LockError`
pub static LOCK_ERROR: NativeClass = NativeClass {
    name: "Puppet::LockError",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// `Puppet::Resource::Catalog::DuplicateResourceError`
pub static DUPLICATE_RESOURCE: NativeClass = NativeClass {
    name: "Puppet::Resource::Catalog::DuplicateResourceError",
    superclass: Some("Puppet::Error"),
    includes: &["Puppet::ExternalFileError"],
    ..NativeClass::EMPTY
};

/// `Puppet::Context`
pub static CONTEXT: NativeClass = NativeClass { name: "Puppet::Context", ..NativeClass::EMPTY };

/// `Puppet::Context::UndefinedBindingError`
pub static UNDEFINED_BINDING: NativeClass = NativeClass {
    name: "Puppet::Context::UndefinedBindingError",
    superclass: Some("Puppet::Error"),
    ..NativeClass::EMPTY
};

/// `Puppet::DataBinding`
pub static DATA_BINDING: NativeClass =
    NativeClass { name: "Puppet::DataBinding", ..NativeClass::EMPTY };

/// `Puppet::DataBinding::LookupError`
pub static LOOKUP_ERROR: NativeClass = NativeClass {
    name: "Puppet::DataBinding::LookupError",
    superclass: Some("Puppet::PreformattedError"),
    ..NativeClass::EMPTY
};

/// `Puppet::DataBinding::RecursiveLookupError`
pub static RECURSIVE_LOOKUP_ERROR: NativeClass = NativeClass {
    name: "Puppet::DataBinding::RecursiveLookupError",
    superclass: Some("Puppet::DataBinding::LookupError"),
    ..NativeClass::EMPTY
};

/// An exception that Ruby code has not rescued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised {
    /// The name of its class.
    pub class: String,
    /// Whether it is a `StandardError`, which a `rescue` without classes matches.
    pub is_standard: bool,
    /// Its message.
    pub message: String,
    /// The lines of its backtrace, innermost first.
    pub backtrace: Vec<String>,
    /// Whether the reference passes it on unchanged, because its message contains the location.
    pub has_place: bool,
    /// The name that Pupa does not implement, if that is the reason for the exception or for one of
    /// its causes.
    pub missing: Option<String>,
}

impl Machine<'_> {
    fn has_own_place(&mut self, exception: Value) -> bool {
        if self.is_a(exception, class::PUPPET_PREFORMATTED_ERROR)
            || self.is_a(exception, class::STOP_ITERATION)
        {
            return true;
        }
        let is_set = |name| ivar_or_nil(self, exception, name).is_truthy();
        let has_place = is_set("@file") || is_set("@line");
        has_place && self.is_a(exception, class::PUPPET_PARSE_ERROR)
    }

    /// The name that an exception, or one of its causes, reports as not implemented.
    fn missing_thing(&mut self, exception: Value) -> Option<String> {
        const CAUSES: usize = 100;
        let mut current = exception;
        for _ in 0..CAUSES {
            let data = self.payload::<ExceptionData>(current)?;
            if let Some(missing) = &data.missing {
                return Some(missing.to_string());
            }
            current = data.cause;
        }
        None
    }

    /// The details of an exception.
    pub fn raised(&mut self, exception: ObjectId) -> Raised {
        let exception = Value::Object(exception);
        let class = self.class_name_of(exception);
        let is_standard = self.is_a(exception, class::STANDARD_ERROR);
        let message = self.call(exception, names::MESSAGE, &[]);
        let message = message.and_then(|message| self.to_s_text(message));
        let message = message.unwrap_or_else(|_| class.clone());
        let data = self.payload::<ExceptionData>(exception);
        let given = data.map_or(Value::Undef, |data| data.backtrace);
        let backtrace = match given {
            Value::Array(lines) => self.array(lines).to_vec(),
            _ => Vec::new(),
        };
        let mut backtrace: Vec<String> = backtrace
            .into_iter()
            .filter_map(|line| match line {
                Value::Str(id) => Some(self.text_of(id)),
                _ => None,
            })
            .collect();
        if backtrace.is_empty() {
            let data = self.payload::<ExceptionData>(exception);
            backtrace = data.and_then(|data| data.raised_at.clone()).unwrap_or_default();
        }
        let has_place = self.has_own_place(exception);
        let missing = self.missing_thing(exception);
        Raised { class, is_standard, message, backtrace, has_place, missing }
    }
}

fn set_message(m: &mut Machine<'_>, this: Value, message: Value) {
    if let Some(data) = m.payload_mut::<ExceptionData>(this) {
        data.message = message;
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    set_message(m, this, args[0]);
    m.set_ivar(this, Symbol::new("@original"), args.or_nil(1));
    Ok(Value::Nil)
}

fn initialize_with_place(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    set_message(m, this, args[0]);
    let (mut pos, mut original) = (args.or_nil(3), args.or_nil(4));
    if m.is_a(pos, class::EXCEPTION) {
        (pos, original) = (Value::Nil, pos);
    }
    for (name, value) in [
        ("@file", args.or_nil(1)),
        ("@line", args.or_nil(2)),
        ("@pos", pos),
        ("@original", original),
    ] {
        if !value.is_nil() {
            m.set_ivar(this, Symbol::new(name), value);
        }
    }
    Ok(Value::Nil)
}

/// Arguments: those of an error with a location, then the code of an issue and its arguments.
fn initialize_with_issue(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let first = args.list.len().min(5);
    initialize_with_place(m, this, Args { list: &args.list[..first], ..args })?;
    let parts = [
        ("@issue_code", args.or_nil(5)),
        ("@basic_message", args[0]),
        ("@arguments", args.or_nil(6)),
    ];
    for (name, value) in parts {
        m.set_ivar(this, Symbol::new(name), value);
    }
    Ok(Value::Nil)
}

/// `ErrorWithData.new(data, message, file: …, line: …, pos: …, original: …)`
fn initialize_with_data(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (_, keywords) = args.split_keywords();
    set_message(m, this, args[1]);
    m.set_ivar(this, Symbol::new("@error_data"), args[0]);
    for name in ["file", "line", "pos", "original"] {
        let value = m.keyword(keywords, name).unwrap_or(Value::Nil);
        m.set_ivar(this, Symbol::new(&format!("@{name}")), value);
    }
    Ok(Value::Nil)
}

fn to_s_with_issue(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = to_s_with_place(m, this, args)?;
    let mut text = m.to_text(text)?;
    let environment = ivar_or_nil(m, this, "@environment");
    if environment.is_truthy() {
        let environment = m.to_s_text(environment)?;
        text = format!("Could not parse for environment {environment}: {text}");
    }
    let node = ivar_or_nil(m, this, "@node");
    if node.is_truthy() {
        let node = m.to_s_text(node)?;
        text = format!("{text} on node {node}");
    }
    Ok(m.new_str(text))
}

fn to_h(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = to_s_with_issue(m, this, args)?;
    let hash = m.new_hash();
    let part = |m: &Machine<'_>, name| ivar_or_nil(m, this, name);
    let (environment, node) = (part(m, "@environment"), part(m, "@node"));
    let (environment, node) = (m.to_s_text(environment)?, m.to_s_text(node)?);
    let (environment, node) = (m.new_str(environment), m.new_str(node));
    for (name, value) in [
        ("issue_code", part(m, "@issue_code")),
        ("message", part(m, "@basic_message")),
        ("full_message", text),
        ("file", part(m, "@file")),
        ("line", part(m, "@line")),
        ("pos", part(m, "@pos")),
        ("environment", environment),
        ("node", node),
    ] {
        m.hash_set(hash, Value::Sym(Symbol::new(name)), value)?;
    }
    Ok(Value::Hash(hash))
}

fn ivar_or_nil(m: &Machine<'_>, this: Value, name: &str) -> Value {
    match m.ivar(this, Symbol::new(name)) {
        Value::Undef => Value::Nil,
        value => value,
    }
}

fn original(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(ivar_or_nil(m, this, "@original"))
}

fn set_original(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@original"), args[0]);
    Ok(args[0])
}

fn read_attribute(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = format!("@{}", args.name);
    Ok(ivar_or_nil(m, this, &name))
}

fn write_attribute(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = format!("@{}", args.name.as_str().trim_end_matches('='));
    m.set_ivar(this, Symbol::new(&name), args[0]);
    Ok(args[0])
}

fn to_s_with_place(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let message = m.payload::<ExceptionData>(this).map_or(Value::Undef, |data| data.message);
    let mut text = match message {
        Value::Undef => m.class_name_of(this),
        message => m.to_s_text(message)?,
    };
    let part = |m: &mut Machine<'_>, name: &str| -> Flow<Option<String>> {
        match ivar_or_nil(m, this, name) {
            Value::Nil => Ok(None),
            value => Ok(Some(m.to_s_text(value)?).filter(|text| !text.is_empty())),
        }
    };
    let file = part(m, "@file")?;
    let line = part(m, "@line")?;
    let column = part(m, "@pos")?;
    text.push_str(&match (file, line, column) {
        (Some(file), Some(line), Some(column)) => {
            format!(" (file: {file}, line: {line}, column: {column})")
        }
        (Some(file), Some(line), None) => format!(" (file: {file}, line: {line})"),
        (None, Some(line), Some(column)) => format!(" (line: {line}, column: {column})"),
        (None, Some(line), None) => format!(" (line: {line})"),
        (Some(file), None, _) => format!(" (file: {file})"),
        (None, None, _) => String::new(),
    });
    Ok(m.new_str(text))
}
