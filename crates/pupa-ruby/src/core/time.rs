//! `Time`: exact points in time, shown in a time zone.

pub(crate) mod civil;
pub(crate) mod make;
pub(crate) mod strftime;
pub(crate) mod zone;

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Pow, ToPrimitive, Zero};

use self::civil::{Civil, iso_week};
use self::strftime::Fields;
use self::zone::{Zone, exact_offset, offset_at, zone_argument};
use super::integer::ascii_string;
use super::numeric::ratio::{Ratio, Rounding};
use super::numeric::tower;
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

/// `Time`
pub static TIME: NativeClass = NativeClass {
    name: "Time",
    superclass: Some("Object"),
    includes: &["Comparable"],
    methods: METHODS,
    class_methods: &[
        method("now", 0, 1, make::now),
        method("at", 0, -1, make::at),
        method("utc", 0, -1, make::utc),
        method("gm", 0, -1, make::utc),
        method("local", 0, -1, make::local),
        method("mktime", 0, -1, make::local),
        private("__format", 15, 15, format_fields),
    ],
    ..NativeClass::EMPTY
};

const METHODS: &[Method] = &[
    private("initialize", 0, -1, make::initialize),
    private("initialize_copy", 1, 1, initialize_copy),
    method("+", 1, 1, add),
    method("-", 1, 1, subtract),
    method("<=>", 1, 1, compare),
    method("==", 1, 1, equals),
    method("eql?", 1, 1, eql),
    method("hash", 0, 0, hash),
    method("year", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.year))),
    method("month", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.month))),
    method("mon", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.month))),
    method("day", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.day))),
    method("mday", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.day))),
    method("hour", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.hour))),
    method("min", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.minute))),
    method("sec", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.second))),
    method("wday", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.weekday))),
    method("yday", 0, 0, |m, this, _| Ok(Value::Int(civil(m, this)?.yearday))),
    method("sunday?", 0, 0, |m, this, _| is_weekday(m, this, 0)),
    method("monday?", 0, 0, |m, this, _| is_weekday(m, this, 1)),
    method("tuesday?", 0, 0, |m, this, _| is_weekday(m, this, 2)),
    method("wednesday?", 0, 0, |m, this, _| is_weekday(m, this, 3)),
    method("thursday?", 0, 0, |m, this, _| is_weekday(m, this, 4)),
    method("friday?", 0, 0, |m, this, _| is_weekday(m, this, 5)),
    method("saturday?", 0, 0, |m, this, _| is_weekday(m, this, 6)),
    method("nsec", 0, 0, |m, this, _| subsec_digits(m, this, 9)),
    method("tv_nsec", 0, 0, |m, this, _| subsec_digits(m, this, 9)),
    method("usec", 0, 0, |m, this, _| subsec_digits(m, this, 6)),
    method("tv_usec", 0, 0, |m, this, _| subsec_digits(m, this, 6)),
    method("subsec", 0, 0, subsec),
    method("to_i", 0, 0, to_i),
    method("tv_sec", 0, 0, to_i),
    method("to_f", 0, 0, |m, this, _| Ok(Value::Float(data(m, this)?.at.to_f64()))),
    method("to_r", 0, 0, to_r),
    method("to_a", 0, 0, to_a),
    method("deconstruct_keys", 1, 1, deconstruct_keys),
    method("utc_offset", 0, 0, utc_offset),
    method("gmt_offset", 0, 0, utc_offset),
    method("gmtoff", 0, 0, utc_offset),
    method("zone", 0, 0, zone_name),
    method("utc?", 0, 0, is_utc),
    method("gmt?", 0, 0, is_utc),
    method("dst?", 0, 0, is_dst),
    method("isdst", 0, 0, is_dst),
    method("utc", 0, 0, to_utc),
    method("gmtime", 0, 0, to_utc),
    method("getutc", 0, 0, getutc),
    method("getgm", 0, 0, getutc),
    method("localtime", 0, 1, localtime),
    method("getlocal", 0, 1, getlocal),
    method("round", 0, 1, |m, this, args| round(m, this, args, Rounding::HalfUp)),
    method("floor", 0, 1, |m, this, args| round(m, this, args, Rounding::Floor)),
    method("ceil", 0, 1, |m, this, args| round(m, this, args, Rounding::Ceil)),
    method("strftime", 1, 1, strftime_method),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, inspect),
    method("ctime", 0, 0, |m, this, _| formatted(m, this, "%a %b %e %T %Y")),
    method("asctime", 0, 0, |m, this, _| formatted(m, this, "%a %b %e %T %Y")),
];

/// The Rust data of a `Time`.
#[derive(Debug, Clone)]
pub(crate) struct TimeData {
    /// Seconds since 1970.
    pub(crate) at: Ratio,
    pub(crate) zone: Zone,
}

impl Payload for TimeData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        if let Zone::Object(object, _) = self.zone {
            mark(object);
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// A new time of a class.
pub(crate) fn new_time(m: &mut Machine<'_>, class: ClassId, data: TimeData) -> Value {
    m.new_payload(class, data)
}

/// The data of a receiver.
pub(crate) fn data(m: &mut Machine<'_>, this: Value) -> Flow<TimeData> {
    match m.payload::<TimeData>(this) {
        Some(data) => Ok(data.clone()),
        None => Err(m.type_error("uninitialized Time")),
    }
}

/// The exact value of a number of seconds that is added to a time.
pub(crate) fn exact_number(m: &mut Machine<'_>, value: Value) -> Flow<Ratio> {
    if let Some(ratio) = tower::ratio_of(m, value) {
        return Ok(ratio);
    }
    match value {
        Value::Float(number) if number.is_finite() => return Ok(Ratio::from_float(number)),
        Value::Float(number) => {
            m.float_to_integer(number)?;
        }
        Value::Object(_) => {
            let exact = m.try_call(value, names::TO_R, &[])?;
            if m.responds_to(value, names::TO_INT)? {
                if let Some(ratio) = exact.and_then(|exact| tower::ratio_of(m, exact)) {
                    return Ok(ratio);
                }
                let whole = m.to_integer(value)?;
                return Ok(Ratio::from_integer(m.big(whole)));
            }
        }
        _ => {}
    }
    let name = m.class_name_of(value);
    Err(m.type_error(format!("can't convert {name} into an exact number")))
}

/// The whole seconds, limited to the range of the calendar.
pub(crate) fn whole_seconds(at: &Ratio) -> i64 {
    let whole = at.floor();
    whole.to_i64().map_or(i64::MAX / 2, |seconds| seconds.clamp(i64::MIN / 2, i64::MAX / 2))
}

/// The date and time in the zone of the receiver.
pub(crate) fn civil(m: &mut Machine<'_>, this: Value) -> Flow<Civil> {
    let data = data(m, this)?;
    let (civil, _, _) = local_fields(m, &data)?;
    Ok(civil)
}

fn local_fields(m: &mut Machine<'_>, data: &TimeData) -> Flow<(Civil, i64, Option<String>)> {
    let (offset, name) = offset_at(m, data.zone, whole_seconds(&data.at))?;
    let whole = match exact_offset(data.zone) {
        Some(exact) => data.at.add(&exact).floor(),
        None => data.at.floor() + offset,
    };
    let civil = match whole.to_i64() {
        Some(seconds) if seconds.unsigned_abs() < 1 << 62 => Civil::from_seconds(seconds),
        _ => far_civil(&whole),
    };
    Ok((civil, offset, name))
}

/// The date for seconds beyond 64 bits. The calendar repeats every 400 years.
fn far_civil(seconds: &BigInt) -> Civil {
    let cycle = BigInt::from(146_097i64 * 86_400);
    let (cycles, rest) = seconds.div_mod_floor(&cycle);
    let mut civil = Civil::from_seconds(rest.to_i64().unwrap_or(0));
    civil.year = civil.year.saturating_add(cycles.to_i64().unwrap_or(i64::MAX).saturating_mul(400));
    civil
}

fn fraction(at: &Ratio) -> Ratio {
    at.sub(&Ratio::from_integer(at.floor()))
}

/// The values for `strftime`.
pub(crate) fn fields(m: &mut Machine<'_>, this: Value) -> Flow<Fields> {
    let data = data(m, this)?;
    let (civil, offset, mut name) = local_fields(m, &data)?;
    if let Zone::Object(object, _) = data.zone
        && let Some(abbreviation) = m.try_call(object, Symbol::new("abbr"), &[this])?
    {
        name = Some(m.to_s_text(abbreviation)?);
    }
    Ok(Fields {
        iso_week: iso_week(&civil),
        civil,
        subsec: fraction(&data.at),
        offset,
        zone: name.unwrap_or_default(),
        epoch: data.at.floor(),
        is_utc: matches!(data.zone, Zone::Utc),
        is_date: false,
    })
}

/// A time in one of our own formats.
pub(crate) fn formatted(m: &mut Machine<'_>, this: Value, format: &str) -> Flow {
    let fields = fields(m, this)?;
    let text = strftime::strftime(format, &fields).unwrap_or_default();
    Ok(ascii_string(m, &text))
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let (Some(copy), Value::Object(id)) = (m.payload::<TimeData>(args[0]).cloned(), this) {
        m.set_payload(id, copy);
    }
    Ok(this)
}

fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if m.payload::<TimeData>(args[0]).is_some() {
        return Err(m.type_error("time + time?"));
    }
    let offset = exact_number(m, args[0])?;
    moved(m, &data, data.at.add(&offset))
}

fn subtract(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if let Some(other) = m.payload::<TimeData>(args[0]) {
        return Ok(Value::Float(data.at.sub(&other.at).to_f64()));
    }
    let offset = exact_number(m, args[0])?;
    moved(m, &data, data.at.sub(&offset))
}

/// Another point in time in the same zone.
fn moved(m: &mut Machine<'_>, data: &TimeData, at: Ratio) -> Flow {
    let zone = zone::resolve(m, data.zone, &at)?;
    Ok(new_time(m, class::TIME, TimeData { at, zone }))
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if let Some(other) = m.payload::<TimeData>(args[0]) {
        return Ok(Value::Int(data.at.cmp(&other.at) as i64));
    }
    let other = args[0];
    let operation = Symbol::new("Time#<=>");
    let result = m.guard_recursion(operation, this, other, Value::Nil, |m| {
        Ok(m.try_call(other, names::COMPARE, &[this])?.unwrap_or(Value::Nil))
    })?;
    if result.is_nil() {
        return Ok(Value::Nil);
    }
    let order = m.ordering(result, this, other)?;
    Ok(Value::Int(order.reverse() as i64))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if let Some(other) = m.payload::<TimeData>(args[0]) {
        return Ok(Value::Bool(data.at == other.at));
    }
    let result = compare(m, this, args)?;
    Ok(Value::Bool(!result.is_nil() && m.ordering(result, this, args[0])? == Ordering::Equal))
}

fn eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let other = m.payload::<TimeData>(args[0]);
    Ok(Value::Bool(other.is_some_and(|other| other.at == data.at)))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    data(m, this)?.at.hash(&mut hasher);
    Ok(Value::Int(hasher.finish() as i64 >> 2))
}

fn is_weekday(m: &mut Machine<'_>, this: Value, weekday: i64) -> Flow {
    Ok(Value::Bool(civil(m, this)?.weekday == weekday))
}

fn subsec_digits(m: &mut Machine<'_>, this: Value, digits: u64) -> Flow {
    let part = fraction(&data(m, this)?.at);
    let unit = Ratio::from_integer(Pow::pow(BigInt::from(10), digits));
    Ok(Value::Int(part.mul(&unit).floor().to_i64().unwrap_or(0)))
}

fn subsec(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let part = fraction(&data(m, this)?.at);
    if part.num.is_zero() {
        return Ok(Value::Int(0));
    }
    Ok(tower::rational_value(m, part))
}

fn to_i(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let whole = data(m, this)?.at.floor();
    Ok(m.new_integer(whole))
}

fn to_r(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let at = data(m, this)?.at;
    Ok(tower::rational_value(m, at))
}

fn to_a(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let civil = civil(m, this)?;
    let is_dst = is_dst(m, this, args)?;
    let zone = zone_name(m, this, args)?;
    let list = [
        civil.second,
        civil.minute,
        civil.hour,
        civil.day,
        civil.month,
        civil.year,
        civil.weekday,
        civil.yearday,
    ];
    let mut list: Vec<Value> = list.into_iter().map(Value::Int).collect();
    list.extend([is_dst, zone]);
    Ok(m.new_array(list))
}

const KEYS: [&str; 11] =
    ["year", "month", "day", "yday", "wday", "hour", "min", "sec", "subsec", "dst", "zone"];

/// `deconstruct_keys`: the values as a hash for pattern matching, an addition of Ruby 3.2.
fn deconstruct_keys(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let names: Vec<Value> = match args[0] {
        Value::Nil => KEYS.iter().map(|key| Value::Sym(Symbol::new(key))).collect(),
        Value::Array(id) => m.array(id).to_vec(),
        other => {
            let name = m.class_name_of(other);
            let message = format!("wrong argument type {name} (expected Array or nil)");
            return Err(m.type_error(message));
        }
    };
    let hash = m.new_hash();
    for name in names {
        let Value::Sym(symbol) = name else { continue };
        if !KEYS.contains(&symbol.as_str()) {
            continue;
        }
        let method = if symbol.as_str() == "dst" { Symbol::new("dst?") } else { symbol };
        let value = m.call(this, method, &[])?;
        m.hash_set(hash, name, value)?;
    }
    Ok(Value::Hash(hash))
}

fn utc_offset(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if let Some(exact) = exact_offset(data.zone) {
        return Ok(tower::rational_value(m, exact));
    }
    let (offset, _) = offset_at(m, data.zone, whole_seconds(&data.at))?;
    Ok(Value::Int(offset))
}

fn zone_name(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if let Zone::Object(object, _) = data.zone {
        return Ok(object);
    }
    match offset_at(m, data.zone, whole_seconds(&data.at))?.1 {
        Some(name) => Ok(ascii_string(m, &name)),
        None => Ok(Value::Nil),
    }
}

fn is_utc(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Bool(matches!(data(m, this)?.zone, Zone::Utc)))
}

fn is_dst(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    if let Zone::Object(object, _) = data.zone {
        let result = m.try_call(object, Symbol::new("dst?"), &[this])?;
        return Ok(Value::Bool(result.is_some_and(Value::is_truthy)));
    }
    Ok(Value::Bool(zone::is_dst(m, data.zone, whole_seconds(&data.at))))
}

/// Changes the zone of the receiver.
fn set_zone(m: &mut Machine<'_>, this: Value, zone: Zone) -> Flow {
    let at = data(m, this)?.at;
    m.check_frozen(this)?;
    let zone = zone::resolve(m, zone, &at)?;
    if let Some(data) = m.payload_mut::<TimeData>(this) {
        data.zone = zone;
    }
    Ok(this)
}

/// A copy of the receiver in another zone.
fn with_zone(m: &mut Machine<'_>, this: Value, zone: Zone) -> Flow {
    let at = data(m, this)?.at;
    let zone = zone::resolve(m, zone, &at)?;
    let class = m.real_class_of(this);
    Ok(new_time(m, class, TimeData { at, zone }))
}

fn to_utc(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    if let Zone::Utc = data(m, this)?.zone {
        return Ok(this);
    }
    set_zone(m, this, Zone::Utc)
}

fn getutc(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    with_zone(m, this, Zone::Utc)
}

fn optional_zone(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow<Zone> {
    match args.or_nil(0) {
        Value::Nil => Ok(Zone::Local),
        zone => {
            let class = Value::Class(m.real_class_of(this));
            zone_argument(m, class, zone)
        }
    }
}

fn localtime(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let zone = optional_zone(m, this, args)?;
    if let (Zone::Local, Zone::Local) = (zone, data(m, this)?.zone) {
        return Ok(this);
    }
    set_zone(m, this, zone)
}

fn getlocal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let zone = optional_zone(m, this, args)?;
    with_zone(m, this, zone)
}

fn round(m: &mut Machine<'_>, this: Value, args: Args<'_>, rounding: Rounding) -> Flow {
    let data = data(m, this)?;
    let digits = match args.opt(0) {
        Some(digits) => m.to_int(digits)?,
        None => 0,
    };
    if digits < 0 {
        return Err(m.argument_error("negative ndigits given"));
    }
    if digits > 4096 {
        return moved(m, &data, data.at.clone());
    }
    let unit = Ratio::from_integer(Pow::pow(BigInt::from(10), digits as u64));
    let at = Ratio::from_integer(data.at.mul(&unit).round(rounding)).div(&unit);
    moved(m, &data, at)
}

fn strftime_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let fields = fields(m, this)?;
    format_with(m, &fields, args[0])
}

/// `strftime` of a date, from its format and its fields.
fn format_fields(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let mut numbers = [0; 14];
    for (index, number) in numbers.iter_mut().enumerate() {
        if let Value::Int(value) = args[index + 1] {
            *number = value;
        }
    }
    let [year, month, day, hour, minute, second, _, weekday, yearday, offset, _, _, cwyear, cweek] =
        numbers;
    let fields = Fields {
        civil: Civil { year, month, day, hour, minute, second, weekday, yearday },
        iso_week: (cwyear, cweek),
        subsec: exact_number(m, args[7])?,
        offset,
        zone: m.to_text(args[11])?,
        epoch: m.big(args[12]),
        is_utc: false,
        is_date: true,
    };
    format_with(m, &fields, args[0])
}

/// Formats values with a format of the program; the result has the encoding of the format.
pub(crate) fn format_with(m: &mut Machine<'_>, fields: &Fields, format: Value) -> Flow {
    let id = m.to_str(format)?;
    let encoding = m.string(id).encoding;
    let format = m.text_of(id);
    m.charge(format.len() * 4)?;
    match strftime::strftime(&format, fields) {
        Ok(text) => Ok(m.new_bytes(text.into_bytes(), encoding)),
        Err(directive) => {
            Err(m.range_error(format!("Numerical result out of range - {directive}")))
        }
    }
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let is_utc = matches!(data(m, this)?.zone, Zone::Utc);
    formatted(m, this, if is_utc { "%Y-%m-%d %H:%M:%S UTC" } else { "%Y-%m-%d %H:%M:%S %z" })
}

fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let mut text = {
        let fields = fields(m, this)?;
        strftime::strftime("%Y-%m-%d %H:%M:%S", &fields).unwrap_or_default()
    };
    let part = fraction(&data.at);
    if !part.num.is_zero() {
        let nanos = part.mul(&Ratio::from_integer(1_000_000_000.into()));
        if nanos.is_integer() {
            let digits = format!("{:09}", nanos.num.to_i64().unwrap_or(0));
            text.push('.');
            text.push_str(digits.trim_end_matches('0'));
        } else {
            text.push_str(&format!(" {}/{}", part.num, part.den));
        }
    }
    if let Zone::Utc = data.zone {
        text.push_str(" UTC");
    } else {
        let (offset, _) = offset_at(m, data.zone, whole_seconds(&data.at))?;
        let size = offset.abs();
        let sign = if offset < 0 { '-' } else { '+' };
        text.push_str(&format!(" {sign}{:02}{:02}", size / 3600, size / 60 % 60));
        if size % 60 > 0 {
            text.push_str(&format!("{:02}", size % 60));
        }
    }
    Ok(ascii_string(m, &text))
}
