//! Functions that control evaluation: `break`, `next`, `return`, `fail`, `call`, `with`, `then`,
//! `lest`.

use pupa_value::Value;
use pupa_value::text::ruby::to_s;
use pupa_value::value::Object;

use super::legacy::legacy_argument;
use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, Stop, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "break",
        doc: "Ends the iteration whose block it is called in, as if there were no further \
              elements. The iterating function returns its result so far.",
        examples: &[Example {
            code: "[1, 2, 3].map |$x| { if $x == 2 { break() } $x }",
            value: "[1]",
        }],
        dispatches: &[Dispatch { signature: "", body: break_off }],
        traits: Traits::NONE,
    },
    Function {
        name: "next",
        doc: "Ends the calling block or function, which returns the value, `undef` without one. In \
              an iteration, the next element follows.",
        examples: &[Example {
            code: "[1, 2, 3].map |$x| { if $x == 2 { next('two') } $x }",
            value: "[1, 'two', 3]",
        }],
        dispatches: &[Dispatch { signature: "Any $value?", body: next }],
        traits: Traits::NONE,
    },
    Function {
        name: "return",
        doc: "Ends the function, class or defined type it is called in, also from within a block. \
              A function gives the value, `undef` without one.",
        examples: &[Example {
            code: "function first_big($xs) { $xs.each |$x| { if $x > 1 { return($x) } } }\n\
                   first_big([1, 2, 3])",
            value: "2",
        }],
        dispatches: &[Dispatch { signature: "Any $value?", body: return_value }],
        traits: Traits::NONE,
    },
    Function {
        name: "fail",
        doc: "Fails with a message: the arguments as text, separated by blanks.",
        examples: &[Example {
            code: "fail('no', 5)",
            value: "Error: Evaluation Error: Error while evaluating a Function Call, no 5",
        }],
        dispatches: &[Dispatch { signature: "Any *$args, Callable &$block?", body: fail }],
        traits: Traits { is_statement: true, ..Traits::UNTYPED },
    },
    Function {
        name: "call",
        doc: "Calls a function by its name, with the arguments and the block that follow.\n\n\
              With a `Deferred` value, calls its function, whose arguments may be `Deferred` too; \
              or, if its name begins with `$`, reads a variable, into which the arguments lead as \
              in `dig`.",
        examples: &[
            Example { code: "call('max', 1, 2)", value: "2" },
            Example { code: "call('map', [1, 2]) |$x| { $x * 2 }", value: "[2, 4]" },
            Example { code: "call(Deferred('max', [1, 2]))", value: "2" },
        ],
        dispatches: &[
            Dispatch {
                signature: "String $function_name, Any *$arguments, Callable &$block?",
                body: call_function,
            },
            Dispatch { signature: "Deferred $deferred", body: call_deferred },
        ],
        traits: Traits::READS_VARIABLES,
    },
    Function {
        name: "with",
        doc: "Calls a block with the arguments, and returns its result: variables of the block are \
              not visible outside.",
        examples: &[Example { code: "with(1, 2) |$a, $b| { $a + $b }", value: "3" }],
        dispatches: &[Dispatch { signature: "Any *$arg, Callable &$block", body: with }],
        traits: Traits::NONE,
    },
    Function {
        name: "then",
        doc: "Calls a block with a value, unless that is `undef`; then the result is `undef`.",
        examples: &[
            Example { code: "{a => 1}['a'].then |$x| { $x + 1 }", value: "2" },
            Example { code: "{a => 1}['b'].then |$x| { $x + 1 }", value: "undef" },
        ],
        dispatches: &[Dispatch { signature: "Any $arg, Callable[1,1] &$block", body: then }],
        traits: Traits::NONE,
    },
    Function {
        name: "lest",
        doc: "Returns a value, or the result of a block if the value is `undef`.",
        examples: &[
            Example { code: "{a => 1}['a'].lest || { 'none' }", value: "1" },
            Example { code: "{a => 1}['b'].lest || { 'none' }", value: "'none'" },
        ],
        dispatches: &[Dispatch { signature: "Any $arg, Callable[0,0] &$block", body: lest }],
        traits: Traits::NONE,
    },
];

fn break_off(call: &mut Call<'_, '_>) -> Outcome {
    Err(Box::new(Stop::Break(call.place())))
}

fn next(call: &mut Call<'_, '_>) -> Outcome {
    Err(Box::new(Stop::Next(call.take(0), call.place())))
}

fn return_value(call: &mut Call<'_, '_>) -> Outcome {
    Err(Box::new(Stop::Return(call.take(0), call.place())))
}

fn fail(call: &mut Call<'_, '_>) -> Outcome {
    let mut message = String::new();
    for (index, arg) in call.args.iter().enumerate() {
        if index > 0 {
            message.push(' ');
        }
        call.check_shown(arg)?;
        message.push_str(&to_s(&legacy_argument(arg)?));
        call.check_text(message.len())?;
    }
    Err(error(message))
}

fn call_function(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.take(0);
    let args = call.args.split_off(1.min(call.args.len()));
    call.call_function(name.as_str().unwrap_or_default(), args, true)
}

fn call_deferred(call: &mut Call<'_, '_>) -> Outcome {
    match call.take(0) {
        Value::Object(deferred) => resolve_deferred(call, &deferred),
        other => Ok(other),
    }
}

/// Returns the value of a `Deferred`.
fn resolve_deferred(call: &mut Call<'_, '_>, deferred: &Object) -> Outcome {
    let name = deferred.get("name").and_then(Value::as_str).unwrap_or_default();
    let mut args = Vec::new();
    for argument in deferred.get("arguments").and_then(Value::as_array).unwrap_or_default() {
        args.push(resolve(call, argument)?);
    }
    match name.strip_prefix('$') {
        Some(variable) => {
            let Some(value) = call.variable(variable) else {
                return Err(error(format!("Undefined variable '{variable}'; ")));
            };
            args.insert(0, value);
            call.call_function("dig", args, false)
        }
        None => call.call_function(name, args, false),
    }
}

/// A value in which all `Deferred` values are resolved.
fn resolve(call: &mut Call<'_, '_>, value: &Value) -> Outcome {
    call.step()?;
    match value {
        Value::Object(object) if object.object_type.name.as_deref() == Some("Deferred") => {
            resolve_deferred(call, object)
        }
        Value::Array(elements) => {
            let elements: Outcome<Vec<Value>> =
                elements.iter().map(|element| resolve(call, element)).collect();
            Ok(Value::from(elements?))
        }
        Value::Hash(hash) => {
            let mut resolved = pupa_value::value::Hash::with_capacity(hash.len());
            for (key, value) in &**hash {
                resolved.insert(key.clone(), resolve(call, value)?);
            }
            Ok(Value::from(resolved))
        }
        Value::Sensitive(hidden) => Ok(Value::sensitive(resolve(call, hidden)?)),
        other => Ok(other.clone()),
    }
}

fn with(call: &mut Call<'_, '_>) -> Outcome {
    let args = std::mem::take(&mut call.args);
    call.yield_all(args)
}

fn then(call: &mut Call<'_, '_>) -> Outcome {
    match call.take(0) {
        Value::Undef => Ok(Value::Undef),
        value => call.yield_with([value]),
    }
}

fn lest(call: &mut Call<'_, '_>) -> Outcome {
    match call.take(0) {
        Value::Undef => call.yield_with([]),
        value => Ok(value),
    }
}
