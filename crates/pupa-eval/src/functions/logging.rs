//! The functions that log: one for each level.

use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::log::Level;
use crate::stop::Outcome;

/// A function that logs at a level.
macro_rules! log_function {
    ($name:ident, $level:ident, $doc:literal) => {{
        fn $name(call: &mut Call<'_, '_>) -> Outcome {
            log(call, Level::$level)
        }
        Function {
            name: stringify!($name),
            doc: concat!(
                $doc,
                "\n\nThe message is made of the arguments as text, as interpolation makes it, ",
                "separated by blanks. The result is `undef`."
            ),
            examples: &[Example {
                code: concat!(stringify!($name), "('a', [1, 'b'])"),
                value: "undef",
            }],
            dispatches: &[Dispatch { signature: "Any *$values", body: $name }],
            traits: Traits { returns: Some("Undef"), ..Traits::STATEMENT },
        }
    }};
}

pub(super) static FUNCTIONS: &[Function] = &[
    log_function!(debug, Debug, "Logs a message that only helps to find errors."),
    log_function!(info, Info, "Logs a message that informs."),
    log_function!(notice, Notice, "Logs a message that is worth a notice."),
    log_function!(warning, Warning, "Logs a warning."),
    log_function!(err, Err, "Logs an error, without failing."),
    log_function!(alert, Alert, "Logs a message that calls for action at once."),
    log_function!(emerg, Emerg, "Logs a message of the level of an emergency."),
    log_function!(crit, Crit, "Logs a message of the level of a critical condition."),
];

fn log(call: &mut Call<'_, '_>, level: Level) -> Outcome {
    let mut message = String::new();
    for (index, value) in std::mem::take(&mut call.args).iter().enumerate() {
        if index > 0 {
            message.push(' ');
        }
        message.push_str(&call.interpolated(value));
        call.check_text(message.len())?;
    }
    call.log(level, message);
    Ok(pupa_value::Value::Undef)
}
