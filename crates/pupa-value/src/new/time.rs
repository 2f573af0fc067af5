//! `Timespan(…)` and `Timestamp(…)`.

use std::sync::{Arc, LazyLock};

use num_traits::ToPrimitive;

use super::constructor::{Call, Constructor, local};
use crate::error::{Error, Result};
use crate::types::{Size, StructMember, Type};
use crate::value::scalar_error::ScalarError;
use crate::value::timespan::{NSECS_PER_SEC, Timespan, TimespanFields, out_of_range};
use crate::value::timestamp::{Formats, Timestamp};
use crate::value::{Hash, Value};

/// The fields of a timespan, in the order of the arguments.
const PARTS: [&str; 7] =
    ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];

pub(super) static TIMESPAN: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let part = |index: usize| (PARTS[index], Type::INTEGER);
    let parts = PARTS.map(|name| StructMember::new(name, true, Type::INTEGER));
    let fields = std::iter::once(StructMember::new("negative", true, Type::BOOLEAN)).chain(parts);
    let string = Type::structure([
        StructMember::new("string", false, non_empty()),
        StructMember::new("format", true, formats()),
    ]);
    Arc::new(
        Constructor::new(
            "new_timespan",
            "A duration from seconds, from a string in one of several formats, or from days, \
             hours, minutes, seconds and their fractions. The arguments may also come as a hash.",
        )
        .create(timespan_from_seconds, [("seconds", seconds())], [])
        .create(timespan_from_string, [("string", non_empty())], [("format", formats())])
        .create(
            timespan_from_fields,
            [part(0), part(1), part(2), part(3)],
            [part(4), part(5), part(6)],
        )
        .create(timespan_from_entries, [("hash_arg", string)], [])
        .create(timespan_from_entries, [("hash_arg", Type::structure(fields))], []),
    )
});

pub(super) static TIMESTAMP: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let string = Type::structure([
        StructMember::new("string", false, non_empty()),
        StructMember::new("format", true, formats()),
        StructMember::new("timezone", true, non_empty()),
    ]);
    Arc::new(
        Constructor::new(
            "new_timestamp",
            "A point in time: now, or from seconds since 1970 UTC, or from a string in one of \
             several formats, for which a time zone may be given. The arguments may also come as a \
             hash with the keys `string`, `format` and `timezone`.",
        )
        .create(now, [], [])
        .create(timestamp_from_seconds, [("seconds", seconds())], [])
        .create(
            timestamp_from_string,
            [("string", non_empty())],
            [("format", formats()), ("timezone", non_empty())],
        )
        .create(timestamp_from_entries, [("hash_arg", string)], []),
    )
});

fn seconds() -> Type {
    Type::variant([Type::INTEGER, Type::FLOAT])
}

fn non_empty() -> Type {
    Type::sized_string(1, None)
}

fn formats() -> Type {
    let format = Type::sized_string(2, None);
    let several = Type::array(format.clone(), Some(Size::NOT_EMPTY));
    local("Formats", Type::variant([format, several]))
}

fn timespan_from_seconds(call: &Call<'_>) -> Result<Value> {
    let span = match call.arg(0) {
        Value::Float(seconds) => Timespan::from_float_seconds(*seconds)?,
        whole => Timespan::from_nanoseconds(whole_nanoseconds(whole)?),
    };
    Ok(Value::Timespan(Arc::new(span)))
}

fn timespan_from_string(call: &Call<'_>) -> Result<Value> {
    Ok(Value::Timespan(Arc::new(parse_timespan(call.text(0), call.arg(1))?)))
}

fn timespan_from_fields(call: &Call<'_>) -> Result<Value> {
    Ok(Value::Timespan(Arc::new(timespan_of(false, |index| call.arg(index))?)))
}

fn timespan_from_entries(call: &Call<'_>) -> Result<Value> {
    let span = call.arg(0).as_hash().map_or(Ok(Timespan::ZERO), timespan_from_hash)?;
    Ok(Value::Timespan(Arc::new(span)))
}

/// Creates the timespan that a hash describes: by `string` and `format`, or by fields.
pub(crate) fn timespan_from_hash(hash: &Hash) -> Result<Timespan> {
    if hash.contains_str("string") {
        let text = entry(hash, "string").as_str().unwrap_or_default();
        return parse_timespan(text, entry(hash, "format"));
    }
    let negative = entry(hash, "negative").as_boolean() == Some(true);
    timespan_of(negative, |index| entry(hash, PARTS[index]))
}

fn entry<'h>(hash: &'h Hash, key: &str) -> &'h Value {
    hash.get_str(key).unwrap_or(&Value::Undef)
}

fn parse_timespan(text: &str, format: &Value) -> Result<Timespan> {
    let span = match format {
        Value::String(format) => Timespan::parse_format(text, format),
        Value::Array(formats) => Timespan::parse_any(text, &texts(formats)),
        _ => Timespan::parse(text),
    };
    Ok(span?)
}

fn timespan_of<'a>(negative: bool, part: impl Fn(usize) -> &'a Value) -> Result<Timespan> {
    let part = |index| whole(part(index));
    let fields = TimespanFields {
        negative,
        days: part(0)?,
        hours: part(1)?,
        minutes: part(2)?,
        seconds: part(3)?,
        milliseconds: part(4)?,
        microseconds: part(5)?,
        nanoseconds: part(6)?,
    };
    Ok(Timespan::from_fields(&fields)?)
}

fn now(call: &Call<'_>) -> Result<Value> {
    match call.context.now {
        Some(now) => Ok(Value::Timestamp(Arc::new(now))),
        None => Err(Error::other("The current time is not known here")),
    }
}

fn timestamp_from_seconds(call: &Call<'_>) -> Result<Value> {
    let time = match call.arg(0) {
        Value::Float(seconds) => Timestamp::from_float_seconds(*seconds)?,
        whole => Timestamp::from_nanoseconds(whole_nanoseconds(whole)?),
    };
    Ok(Value::Timestamp(Arc::new(time)))
}

fn timestamp_from_string(call: &Call<'_>) -> Result<Value> {
    let offset = call.context.utc_offset;
    let time = parse_timestamp(call.text(0), call.arg(1), call.arg(2), offset)?;
    Ok(Value::Timestamp(Arc::new(time)))
}

fn timestamp_from_entries(call: &Call<'_>) -> Result<Value> {
    let offset = call.context.utc_offset;
    let hash = call.arg(0).as_hash();
    let time = hash.map_or(Ok(Timestamp::EPOCH), |hash| timestamp_from_hash(hash, offset))?;
    Ok(Value::Timestamp(Arc::new(time)))
}

/// Creates the timestamp that a hash describes by `string`, `format` and `timezone`. `utc_offset`
/// is the offset of the time zone `current`.
pub(crate) fn timestamp_from_hash(hash: &Hash, utc_offset: i32) -> Result<Timestamp> {
    // The constructor has checked that `string` is present; a type parameter is not checked.
    let Some(text) = entry(hash, "string").as_str() else {
        return Err(Error::argument("no implicit conversion of nil into String"));
    };
    parse_timestamp(text, entry(hash, "format"), entry(hash, "timezone"), utc_offset)
}

fn parse_timestamp(text: &str, format: &Value, zone: &Value, utc_offset: i32) -> Result<Timestamp> {
    let several = format.as_array().map(texts).unwrap_or_default();
    let formats = match format {
        Value::String(format) => Formats::One(format),
        Value::Array(_) => Formats::Any(&several),
        _ => Formats::Default,
    };
    Ok(Timestamp::parse(text, formats, zone.as_str(), utc_offset)?)
}

fn texts(values: &[Value]) -> Vec<&str> {
    values.iter().filter_map(Value::as_str).collect()
}

/// An integer; zero if it is absent.
fn whole(value: &Value) -> std::result::Result<i128, ScalarError> {
    match value {
        Value::Integer(number) => Ok(i128::from(*number)),
        Value::BigInteger(number) => number.to_i128().ok_or_else(out_of_range),
        _ => Ok(0),
    }
}

fn whole_nanoseconds(seconds: &Value) -> std::result::Result<i128, ScalarError> {
    whole(seconds)?.checked_mul(NSECS_PER_SEC).ok_or_else(out_of_range)
}
