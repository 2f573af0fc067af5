//! Time zones: UTC, local time, and fixed offsets.

use num_traits::ToPrimitive;

use super::civil::{Civil, days_from_civil};
use super::{TimeData, exact_number};
use crate::core::numeric::ratio::{Ratio, Rounding};
use crate::machine::{Flow, Jump, Machine};
use crate::symbol::Symbol;
use crate::value::Value;

/// The zone of a time.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Zone {
    Utc,
    /// The zone of the world.
    Local,
    /// A fixed offset in seconds.
    Fixed(i64),
    /// A fixed offset with a part of a second, in nanoseconds.
    Exact(i64),
    /// A zone object with the method `utc_to_local`, and the offset that it has returned.
    Object(Value, i64),
}

/// The offset and the name of a zone at a point in time.
pub(crate) fn offset_at(
    m: &mut Machine<'_>,
    zone: Zone,
    seconds: i64,
) -> Flow<(i64, Option<String>)> {
    Ok(match zone {
        Zone::Utc => (0, Some("UTC".to_owned())),
        Zone::Local => {
            let (offset, name) = m.local_zone(seconds);
            (i64::from(offset), Some(name))
        }
        Zone::Fixed(offset) => (offset, None),
        Zone::Exact(nanos) => ((nanos + 500_000_000).div_euclid(1_000_000_000), None),
        Zone::Object(_, offset) => (offset, None),
    })
}

/// The exact offset of a zone whose offset has a fraction of a second.
pub(crate) fn exact_offset(zone: Zone) -> Option<Ratio> {
    match zone {
        Zone::Exact(nanos) => Some(Ratio::new(nanos.into(), 1_000_000_000.into())),
        _ => None,
    }
}

/// Converts a local date and time to seconds since 1970.
pub(crate) fn local_to_utc(m: &mut Machine<'_>, civil: Civil) -> i64 {
    let seconds = civil.to_seconds();
    let before = i64::from(m.local_zone(seconds.saturating_sub(86_400)).0);
    let after = i64::from(m.local_zone(seconds.saturating_add(86_400)).0);
    for offset in [before, after] {
        if i64::from(m.local_zone(seconds - offset).0) == offset {
            return seconds - offset;
        }
    }
    // The time is in the hour that daylight saving time skips.
    seconds - before
}

/// Whether daylight saving time applies: the offset is greater than the smaller one of winter and
/// summer.
pub(crate) fn is_dst(m: &mut Machine<'_>, zone: Zone, seconds: i64) -> bool {
    let Zone::Local = zone else { return false };
    let year = Civil::from_seconds(seconds).year;
    let winter = m.local_zone(days_from_civil(year, 1, 1).saturating_mul(86_400)).0;
    let summer = m.local_zone(days_from_civil(year, 7, 1).saturating_mul(86_400)).0;
    m.local_zone(seconds).0 > winter.min(summer)
}

fn invalid_offset(m: &mut Machine<'_>, text: &str) -> Jump {
    m.argument_error(format!(
        "\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: {text}"
    ))
}

/// The zone of an argument: `"+09:00"`, `"UTC"`, `"A"`, or a number of seconds.
///
/// Other names are passed to `find_timezone` of the class, if it has that method.
pub(crate) fn zone_argument(m: &mut Machine<'_>, class: Value, value: Value) -> Flow<Zone> {
    if let Some(id) = m.try_str(value)? {
        let text = m.text_of(id);
        return match parse_zone(&text) {
            Some(Zone::Fixed(offset)) if offset.abs() >= 86_400 => {
                Err(m.argument_error("utc_offset out of range"))
            }
            Some(zone) => Ok(zone),
            None => match m.try_call(class, Symbol::new("find_timezone"), &[value])? {
                Some(zone) => Ok(Zone::Object(zone, 0)),
                None => Err(invalid_offset(m, &text)),
            },
        };
    }
    if let Value::Object(_) = value
        && (m.responds_to(value, Symbol::new("local_to_utc"))?
            || m.responds_to(value, Symbol::new("utc_to_local"))?)
    {
        return Ok(Zone::Object(value, 0));
    }
    let exact = exact_number(m, value)?;
    let offset = exact.round(Rounding::HalfUp).to_i64().unwrap_or(i64::MAX);
    if offset.checked_abs().is_none_or(|size| size >= 86_400) {
        return Err(m.argument_error("utc_offset out of range"));
    }
    if exact.is_integer() {
        return Ok(Zone::Fixed(offset));
    }
    let nanos = exact.mul(&Ratio::from_integer(1_000_000_000.into()));
    Ok(Zone::Exact(nanos.round(Rounding::HalfUp).to_i64().unwrap_or(0)))
}

fn parse_zone(text: &str) -> Option<Zone> {
    let bytes = text.as_bytes();
    match bytes {
        b"UTC" | b"Z" => return Some(Zone::Utc),
        [letter @ b'A'..=b'I'] => return Some(Zone::Fixed(i64::from(letter - b'A' + 1) * 3600)),
        [letter @ b'K'..=b'M'] => return Some(Zone::Fixed(i64::from(letter - b'A') * 3600)),
        [letter @ b'N'..=b'Y'] => return Some(Zone::Fixed(-i64::from(letter - b'M') * 3600)),
        _ => {}
    }
    let sign = match bytes.first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits: Vec<u8> = match bytes.len() {
        3 | 5 | 7 => bytes[1..].to_vec(),
        6 if bytes[3] == b':' => [&bytes[1..3], &bytes[4..6]].concat(),
        9 if bytes[3] == b':' && bytes[6] == b':' => {
            [&bytes[1..3], &bytes[4..6], &bytes[7..9]].concat()
        }
        _ => return None,
    };
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let part = |index: usize| match digits.get(index * 2..index * 2 + 2) {
        Some(pair) => i64::from(pair[0] - b'0') * 10 + i64::from(pair[1] - b'0'),
        None => 0,
    };
    let (hours, minutes, seconds) = (part(0), part(1), part(2));
    if minutes > 59 || seconds > 59 {
        return None;
    }
    let offset = hours * 3600 + minutes * 60 + seconds;
    if sign < 0 && offset == 0 {
        return Some(Zone::Utc);
    }
    Some(Zone::Fixed(sign * offset))
}

/// Queries a zone object for the offset at a point in time.
pub(crate) fn resolve(m: &mut Machine<'_>, zone: Zone, at: &Ratio) -> Flow<Zone> {
    let Zone::Object(object, _) = zone else { return Ok(zone) };
    let utc = TimeData { at: at.clone(), zone: Zone::Utc };
    let time = super::new_time(m, crate::core::class::TIME, utc);
    let Some(local) = m.try_call(object, Symbol::new("utc_to_local"), &[time])? else {
        return Err(not_a_zone(m, object));
    };
    let local = seconds_of(m, local)?;
    let offset = local - at.floor().to_i64().unwrap_or(0);
    check_offset(m, offset)?;
    Ok(Zone::Object(object, offset))
}

/// Queries a zone object for the point in time of a local date and time.
pub(crate) fn object_to_utc(
    m: &mut Machine<'_>,
    object: Value,
    local: &Ratio,
) -> Flow<(Ratio, Zone)> {
    let data = TimeData { at: local.clone(), zone: Zone::Utc };
    let time = super::new_time(m, crate::core::class::TIME, data);
    let Some(utc) = m.try_call(object, Symbol::new("local_to_utc"), &[time])? else {
        return Err(not_a_zone(m, object));
    };
    let utc = seconds_of(m, utc)?;
    let offset = local.floor().to_i64().unwrap_or(0) - utc;
    check_offset(m, offset)?;
    let at = local.sub(&Ratio::from_integer(offset.into()));
    Ok((at, Zone::Object(object, offset)))
}

fn not_a_zone(m: &mut Machine<'_>, object: Value) -> Jump {
    let name = m.class_name_of(object);
    m.type_error(format!("can't convert {name} into an exact number"))
}

fn check_offset(m: &mut Machine<'_>, offset: i64) -> Flow<()> {
    if offset.abs() >= 86_400 {
        return Err(m.argument_error("utc_offset out of range"));
    }
    Ok(())
}

fn seconds_of(m: &mut Machine<'_>, value: Value) -> Flow<i64> {
    if let Some(data) = m.payload::<TimeData>(value) {
        // The date and time that the result shows count, so its offset is added.
        let (at, zone) = (data.at.floor().to_i64().unwrap_or(0), data.zone);
        return Ok(at + offset_at(m, zone, at)?.0);
    }
    if let Value::Int(seconds) = value {
        return Ok(seconds);
    }
    let seconds = m.call(value, crate::symbol::names::TO_I, &[])?;
    m.to_int(seconds)
}
