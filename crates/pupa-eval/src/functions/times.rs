//! The text of times: `strftime`.

use pupa_value::Value;

use super::{Dispatch, Example, Function, Traits};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[Function {
    name: "strftime",
    doc: "The text of a `Timestamp` or a `Timespan` by a format.\n\n\
          A directive is `%`, flags (`-` no padding, `_` spaces, `0` zeros; for timestamps also \
          `^` capitals, `#` changed case, `:` colons in `%z`), a width, and a letter.\n\n\
          For a timestamp, dates: `Y C y m B b h d e j`; times: `H k I l P p M S L N`; zones: `z \
          Z`; days of the week: `A a u w`; weeks: `G g V U W`; seconds since 1970: `s`; \
          combinations: `c D F v x X r R T`; and `n`, `t`, `%` for themselves. A third argument \
          names the time zone to show it in: a name or offset, or `current` for that of the \
          machine. Without it the time is shown in UTC.\n\n\
          For a timespan: `D` days, `H` hours, `M` minutes, `S` seconds, `L` milliseconds, `N` \
          fractions of a second. The largest unit of the format takes all that is left, so that \
          `%M:%S` shows more than 60 minutes.\n\n\
          Deprecated: with a string as first argument the present time is shown, and the second \
          argument is the time zone.",
    examples: &[
        Example {
            code: "strftime(Timestamp('2016-08-24T12:13:14 UTC'), '%a %F %T')",
            value: "'Wed 2016-08-24 12:13:14'",
        },
        Example {
            code: "strftime(Timestamp('2016-08-24T12:13:14 UTC'), '%F %T %z', '-08:00')",
            value: "'2016-08-24 04:13:14 -0800'",
        },
        Example {
            code: "strftime(Timespan({ hours => 3, minutes => 20, seconds => 30 }), '%M:%S')",
            value: "'200:30'",
        },
    ],
    dispatches: &[
        Dispatch { signature: "Timespan $time_object, String $format", body: timespan },
        Dispatch {
            signature: "Timestamp $time_object, String $format, String $timezone?",
            body: timestamp,
        },
        Dispatch { signature: "String $format, String $timezone?", body: present_time },
    ],
    traits: Traits::NONE,
}];

fn timespan(call: &mut Call<'_, '_>) -> Outcome {
    match call.take(0) {
        Value::Timespan(span) => Ok(Value::from(span.format(call.text(1))?)),
        other => Ok(other),
    }
}

fn timestamp(call: &mut Call<'_, '_>) -> Outcome {
    let current = call.host().utc_offset();
    match call.take(0) {
        Value::Timestamp(time) => {
            Ok(Value::from(time.format(call.text(1), call.arg(2).as_str(), current)?))
        }
        other => Ok(other),
    }
}

fn present_time(call: &mut Call<'_, '_>) -> Outcome {
    call.warn_once(
        "legacy#strftime",
        "The argument signature (String format, [String timezone]) is deprecated for #strftime. \
         See #strftime documentation and Timespan type for more info",
    );
    let host = call.host();
    let now = host.now().ok_or_else(|| error("strftime(): there is no clock here"))?;
    Ok(Value::from(now.format(call.text(0), call.arg(1).as_str(), host.utc_offset())?))
}
