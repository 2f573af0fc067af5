//! `Time`: `now`, `at`, `new`, `utc`, `local` and the parsing of their arguments.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::civil::Civil;
use super::strftime::MONTHS;
use super::zone::{self, Zone, local_to_utc, zone_argument};
use super::{TimeData, exact_number, new_time};
use crate::core::class;
use crate::core::number_text::parse_integer;
use crate::core::numeric::ratio::Ratio;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{ClassId, HashId, Value};

fn receiver_class(this: Value) -> ClassId {
    match this {
        Value::Class(id) => id,
        _ => class::TIME,
    }
}

fn current(m: &mut Machine<'_>) -> Ratio {
    let (seconds, nanos) = m.world.now();
    let nanos = Ratio::new(nanos.into(), 1_000_000_000.into());
    Ratio::from_integer(seconds.into()).add(&nanos)
}

/// The zone in the keyword `in`.
fn zone_keyword(m: &mut Machine<'_>, class: Value, keywords: Option<HashId>) -> Flow<Option<Zone>> {
    if let Some(id) = keywords {
        let unknown = m
            .hash(id)
            .iter()
            .map(|(key, _)| key)
            .find(|key| !matches!(key, Value::Sym(name) if *name == Symbol::new("in")));
        if let Some(key) = unknown {
            let text = m.inspect(key)?;
            return Err(m.argument_error(format!("unknown keyword: {text}")));
        }
    }
    match m.keyword(keywords, "in") {
        None | Some(Value::Nil) => Ok(None),
        Some(zone) => zone_argument(m, class, zone).map(Some),
    }
}

pub(crate) fn now(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    m.check_arity(list.len(), 0, Some(0))?;
    let zone = zone_keyword(m, this, keywords)?.unwrap_or(Zone::Local);
    let at = current(m);
    let zone = zone::resolve(m, zone, &at)?;
    Ok(new_time(m, receiver_class(this), TimeData { at, zone }))
}

pub(crate) fn at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    m.check_arity(list.len(), 1, Some(3))?;
    let given_zone = zone_keyword(m, this, keywords)?;
    let mut zone = Zone::Local;
    let at = match (m.payload::<TimeData>(list[0]).cloned(), list.len()) {
        (Some(data), 1) => {
            zone = data.zone;
            data.at
        }
        _ => {
            let mut at = exact_number(m, list[0])?;
            if let Some(&part) = list.get(1) {
                let unit = subsecond_unit(m, list.get(2).copied())?;
                let part = exact_number(m, part)?;
                at = at.add(&part.div(&Ratio::from_integer(unit.into())));
            }
            at
        }
    };
    let zone = zone::resolve(m, given_zone.unwrap_or(zone), &at)?;
    Ok(new_time(m, receiver_class(this), TimeData { at, zone }))
}

/// The number of units in a second for the third argument of `Time.at`.
fn subsecond_unit(m: &mut Machine<'_>, unit: Option<Value>) -> Flow<i64> {
    let name = match unit {
        None => return Ok(1_000_000),
        Some(Value::Sym(name)) => name.as_str(),
        Some(_) => "",
    };
    match name {
        "millisecond" => Ok(1000),
        "usec" | "microsecond" => Ok(1_000_000),
        "nsec" | "nanosecond" => Ok(1_000_000_000),
        _ => {
            let text = match unit {
                Some(unit) => m.to_s_text(unit)?,
                None => String::new(),
            };
            Err(m.argument_error(format!("unexpected unit: {text}")))
        }
    }
}

/// The date and time in the arguments, with the fraction of a second.
struct Parts {
    civil: Civil,
    subsec: Ratio,
}

impl Parts {
    /// The seconds since 1970, taking the parts as UTC.
    fn seconds(&self) -> Ratio {
        Ratio::from_integer(self.civil.to_seconds().into()).add(&self.subsec)
    }

    /// The point in time, taking the parts as local time in a zone.
    fn at(&self, m: &mut Machine<'_>, zone: Zone) -> Flow<(Ratio, Zone)> {
        let shift = |offset: i64| self.seconds().sub(&Ratio::from_integer(offset.into()));
        Ok(match zone {
            Zone::Utc => (self.seconds(), zone),
            Zone::Fixed(offset) => (shift(offset), zone),
            Zone::Exact(_) => match zone::exact_offset(zone) {
                Some(offset) => (self.seconds().sub(&offset), zone),
                None => (self.seconds(), zone),
            },
            Zone::Local => {
                let seconds = local_to_utc(m, self.civil);
                (Ratio::from_integer(seconds.into()).add(&self.subsec), zone)
            }
            Zone::Object(object, _) => zone::object_to_utc(m, object, &self.seconds())?,
        })
    }
}

fn integer_part(m: &mut Machine<'_>, value: Value) -> Flow<i64> {
    if let Some(id) = m.try_str(value)? {
        let bytes = m.string(id).bytes().to_vec();
        return match parse_integer(&bytes, 10, true) {
            Some(number) => Ok(number.to_i64().unwrap_or(i64::MAX)),
            None => {
                let text = m.inspect(Value::Str(id))?;
                Err(m.argument_error(format!("invalid value for Integer(): {text}")))
            }
        };
    }
    let number = crate::core::integer::integer_operand(m, value)?;
    m.to_int(number)
}

/// A part that must fit into a number of bits, as in Ruby.
fn small_part(m: &mut Machine<'_>, value: Value, bits: u32, default: i64) -> Flow<i64> {
    if value.is_nil() {
        return Ok(default);
    }
    let number = integer_part(m, value)?;
    if !(0..1 << bits).contains(&number) {
        return Err(m.argument_error("argument out of range"));
    }
    Ok(number)
}

fn month_part(m: &mut Machine<'_>, value: Value) -> Flow<i64> {
    if let Value::Str(id) = value {
        let text = m.text_of(id);
        let month = MONTHS.iter().position(|name| name[..3].eq_ignore_ascii_case(&text));
        if let Some(index) = month {
            return Ok(index as i64 + 1);
        }
    }
    small_part(m, value, 4, 1)
}

/// The whole seconds and the fraction.
fn second_part(m: &mut Machine<'_>, value: Value) -> Flow<(i64, Ratio)> {
    let zero = Ratio::from_integer(BigInt::zero());
    match value {
        Value::Nil => Ok((0, zero)),
        Value::Str(_) | Value::Int(_) => Ok((small_part(m, value, 6, 0)?, zero)),
        _ => {
            let exact = exact_number(m, value)?;
            let whole = exact.floor();
            let rest = exact.sub(&Ratio::from_integer(whole.clone()));
            match whole.to_i64().filter(|whole| (0..64).contains(whole)) {
                Some(whole) => Ok((whole, rest)),
                None => Err(m.argument_error("argument out of range")),
            }
        }
    }
}

/// Parses year, month, day, hour, minute, second, and microseconds where they are allowed.
fn parse_parts(m: &mut Machine<'_>, list: &[Value]) -> Flow<Parts> {
    let part = |index: usize| list.get(index).copied().unwrap_or(Value::Nil);
    let year = integer_part(m, part(0))?;
    if year.unsigned_abs() > 100_000_000_000 {
        return Err(m.argument_error("argument out of range"));
    }
    let month = month_part(m, part(1))?;
    let day = small_part(m, part(2), 5, 1)?;
    let hour = small_part(m, part(3), 5, 0)?;
    let minute = small_part(m, part(4), 6, 0)?;
    let (second, mut subsec) = if part(6).is_nil() {
        second_part(m, part(5))?
    } else {
        (second_part(m, part(5))?.0, Ratio::from_integer(BigInt::zero()))
    };
    if !part(6).is_nil() {
        let micros = match part(6) {
            text @ Value::Str(_) => Ratio::from_integer(integer_part(m, text)?.into()),
            number => exact_number(m, number)?,
        };
        subsec = micros.div(&Ratio::from_integer(1_000_000.into()));
        if subsec.num.is_negative() || subsec >= Ratio::from_integer(BigInt::one()) {
            return Err(m.argument_error("subsecx out of range"));
        }
    }
    let problem = if !(1..=12).contains(&month) {
        "mon out of range"
    } else if day < 1 {
        "mday out of range"
    } else if hour > 24 {
        "hour out of range"
    } else if minute > if hour == 24 { 0 } else { 59 } {
        "min out of range"
    } else if second > if hour == 24 { 0 } else { 60 } {
        "sec out of range"
    } else {
        ""
    };
    if !problem.is_empty() {
        return Err(m.argument_error(problem));
    }
    let civil = Civil { year, month, day, hour, minute, second, ..Civil::default() };
    Ok(Parts { civil, subsec })
}

/// Puts the ten arguments in the order of `to_a` into the usual order.
fn usual_order(list: &[Value]) -> Vec<Value> {
    match list {
        [second, minute, hour, day, month, year, _, _, _, _] => {
            vec![*year, *month, *day, *hour, *minute, *second]
        }
        [_, _, _, _, _, _, _, _] => list[..6].to_vec(),
        _ => list.to_vec(),
    }
}

fn from_parts(m: &mut Machine<'_>, this: Value, args: Args<'_>, zone: Zone) -> Flow {
    if args.len() != 10 {
        m.check_arity(args.len(), 1, Some(8))?;
    }
    let parts = parse_parts(m, &usual_order(args.list))?;
    let (at, zone) = parts.at(m, zone)?;
    Ok(new_time(m, receiver_class(this), TimeData { at, zone }))
}

pub(crate) fn utc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    from_parts(m, this, args, Zone::Utc)
}

pub(crate) fn local(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    from_parts(m, this, args, Zone::Local)
}

pub(crate) fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    m.check_arity(list.len(), 0, Some(7))?;
    let class = Value::Class(m.real_class_of(this));
    let mut zone = zone_keyword(m, class, keywords)?;
    if let Some(&given) = list.get(6)
        && !given.is_nil()
    {
        if zone.is_some() {
            return Err(
                m.argument_error("timezone argument given as positional and keyword arguments")
            );
        }
        zone = match given {
            Value::Sym(name) if matches!(name.as_str(), "std" | "dst") => None,
            given => Some(zone_argument(m, class, given)?),
        };
    }
    let zone = zone.unwrap_or(Zone::Local);
    let (at, zone) = if list.is_empty() {
        let at = current(m);
        let zone = zone::resolve(m, zone, &at)?;
        (at, zone)
    } else {
        let fields: Vec<Value> = list.iter().take(6).copied().collect();
        parse_parts(m, &fields)?.at(m, zone)?
    };
    if let Value::Object(id) = this {
        m.set_payload(id, TimeData { at, zone });
    }
    Ok(Value::Nil)
}
