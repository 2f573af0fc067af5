//! `Random`: random numbers that are the same as Ruby's for the same seed.

pub(crate) mod twister;

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, ToPrimitive, Zero};

use self::twister::Twister;
use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Random`
pub static RANDOM: NativeClass = NativeClass {
    name: "Random",
    superclass: Some("Object"),
    methods: &[
        private("initialize", 0, 1, initialize),
        private("initialize_copy", 1, 1, initialize_copy),
        method("rand", 0, 1, random_rand),
        method("random_number", 0, 1, random_number),
        method("bytes", 1, 1, random_bytes),
        method("seed", 0, 0, |m, this, _| seed_of(m, this)),
        method("==", 1, 1, equals),
    ],
    class_methods: &[
        method("rand", 0, 1, |m, _, args| random_rand(m, Value::Nil, args)),
        method("random_number", 0, 1, |m, _, args| random_number(m, Value::Nil, args)),
        method("bytes", 1, 1, |m, _, args| random_bytes(m, Value::Nil, args)),
        method("seed", 0, 0, |m, _, _| seed_of(m, Value::Nil)),
        method("srand", 0, 1, srand),
        method("new_seed", 0, 0, new_seed),
        method("urandom", 1, 1, urandom),
    ],
    ..NativeClass::EMPTY
};

/// The Rust data of a generator.
#[derive(Debug, Clone)]
struct Generator {
    twister: Twister,
    seed: BigInt,
}

impl Generator {
    fn new(seed: BigInt) -> Generator {
        Generator { twister: Twister::from_seed(&seed), seed }
    }
}

impl Payload for Generator {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

const DEFAULT: &str = "random";

/// A seed of 128 random bits.
fn fresh_seed(m: &mut Machine<'_>) -> BigInt {
    let mut bytes = [0u8; 16];
    m.world.random_bytes(&mut bytes);
    BigInt::from_bytes_le(Sign::Plus, &bytes)
}

/// The generator of an object; for other values the default one.
fn generator<'a>(m: &'a mut Machine<'_>, this: Value) -> &'a mut Generator {
    let is_default = m.payload::<Generator>(this).is_none();
    let is_missing = !m.core.extensions.get(DEFAULT).is_some_and(|known| known.is::<Generator>());
    if is_default && is_missing {
        let seed = fresh_seed(m);
        m.core.extensions.insert(DEFAULT, Box::new(Generator::new(seed)));
    }
    let core = &mut *m.core;
    if !is_default
        && let Value::Object(id) = this
        && let Some(generator) = core.heap.objects[id].payload_mut::<Generator>()
    {
        return generator;
    }
    let default =
        core.extensions.entry(DEFAULT).or_insert_with(|| Box::new(Generator::new(BigInt::zero())));
    match default.downcast_mut::<Generator>() {
        Some(generator) => generator,
        None => unreachable!("the entry was made by this function"),
    }
}

/// A random number from zero up to, but not including, a limit: for `shuffle` and `sample`. The
/// generator may be any object with `rand`; without one the default generator is used.
pub(crate) fn random_below(m: &mut Machine<'_>, rng: Option<Value>, limit: u64) -> Flow<u64> {
    let last = limit.saturating_sub(1);
    match rng {
        None | Some(Value::Nil | Value::Class(class::RANDOM)) => {
            Ok(generator(m, Value::Nil).twister.up_to(last))
        }
        Some(rng) if m.payload::<Generator>(rng).is_some() => {
            Ok(generator(m, rng).twister.up_to(last))
        }
        Some(rng) => {
            let result = m.call(rng, Symbol::new("rand"), &[Value::Int(limit as i64)])?;
            let number = m.to_int(result)?;
            if number < 0 {
                return Err(m.range_error(format!("random number too small {number}")));
            }
            if number as u64 > last {
                return Err(m.range_error(format!("random number too big {number}")));
            }
            Ok(number as u64)
        }
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let seed = match args.opt(0) {
        Some(seed) => {
            let seed = super::integer::integer_operand(m, seed)?;
            m.big(seed)
        }
        None => fresh_seed(m),
    };
    if let Value::Object(id) = this {
        m.charge(2600)?;
        m.set_payload(id, Generator::new(seed));
    }
    Ok(Value::Nil)
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(copy) = m.payload::<Generator>(args[0]).cloned()
        && let Value::Object(id) = this
    {
        m.set_payload(id, copy);
    }
    Ok(this)
}

fn seed_of(m: &mut Machine<'_>, this: Value) -> Flow {
    let seed = generator(m, this).seed.clone();
    Ok(m.new_integer(seed))
}

fn new_seed(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let seed = fresh_seed(m);
    Ok(m.new_integer(seed))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.real_class_of(this) != m.real_class_of(args[0]) {
        return Ok(Value::FALSE);
    }
    let (a, b) = (m.payload::<Generator>(this), m.payload::<Generator>(args[0]));
    Ok(Value::Bool(match (a, b) {
        (Some(a), Some(b)) => a.seed == b.seed && a.twister == b.twister,
        _ => false,
    }))
}

fn srand(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let seed = match args.opt(0) {
        Some(seed) => {
            let seed = super::integer::integer_operand(m, seed)?;
            m.big(seed)
        }
        None => fresh_seed(m),
    };
    let before = seed_of(m, Value::Nil)?;
    *generator(m, Value::Nil) = Generator::new(seed);
    Ok(before)
}

fn invalid_argument(m: &mut Machine<'_>, value: Value) -> Jump {
    match m.to_s_text(value) {
        Ok(text) => m.argument_error(format!("invalid argument - {text}")),
        Err(jump) => jump,
    }
}

fn domain_error(m: &mut Machine<'_>) -> Jump {
    m.error(class::EDOM, "Numerical argument out of domain")
}

/// A random integer below a positive limit.
fn integer_below(m: &mut Machine<'_>, this: Value, limit: &BigInt) -> Value {
    let last: BigInt = limit - 1;
    let generator = generator(m, this);
    match last.to_u64() {
        Some(last) if last <= i64::MAX as u64 => Value::Int(generator.twister.up_to(last) as i64),
        _ => {
            let number = generator.twister.big_up_to(&last);
            m.new_integer(number)
        }
    }
}

/// `Random#rand` and `Random.rand`; limits that are not positive raise an error.
fn random_rand(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(limit) = args.opt(0) else {
        return Ok(Value::Float(generator(m, this).twister.real()));
    };
    match limit {
        Value::Nil => Err(invalid_argument(m, limit)),
        Value::Float(max) => {
            if !max.is_finite() {
                return Err(domain_error(m));
            }
            if max < 0.0 {
                return Err(invalid_argument(m, limit));
            }
            let real = generator(m, this).twister.real();
            Ok(Value::Float(if max == 0.0 { real } else { real * max }))
        }
        Value::Range(_) => match in_range(m, this, limit)? {
            Some(result) => Ok(result),
            None => Err(invalid_argument(m, limit)),
        },
        _ => {
            let number = m.to_integer(limit)?;
            let number = m.big(number);
            if !number.is_positive() {
                return Err(invalid_argument(m, limit));
            }
            Ok(integer_below(m, this, &number))
        }
    }
}

/// `Random::Formatter#random_number`; a limit that is not positive requests a float.
fn random_number(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match args.or_nil(0) {
        Value::Nil => random_rand(m, this, Args { list: &[], ..args }),
        Value::Float(max) if max <= 0.0 => random_rand(m, this, Args { list: &[], ..args }),
        limit @ (Value::Int(_) | Value::Big(_)) if !m.big(limit).is_positive() => {
            random_rand(m, this, Args { list: &[], ..args })
        }
        limit => {
            if let Some(result) = in_range(m, this, limit)? {
                return Ok(result);
            }
            random_rand(m, this, args)
        }
    }
}

/// A random element of a range of numbers; `None` if the value is not a range.
fn in_range(m: &mut Machine<'_>, this: Value, range: Value) -> Flow<Option<Value>> {
    let Value::Range(id) = range else { return Ok(None) };
    let data = m.heap.ranges[id].clone();
    if data.begin.is_nil() || data.end.is_nil() {
        return Err(domain_error(m));
    }
    let size = m.call(data.end, names::MINUS, &[data.begin])?;
    let offset = match size {
        Value::Int(_) | Value::Big(_) => {
            let mut size = m.big(size);
            if !data.exclusive {
                size += BigInt::one();
            }
            if !size.is_positive() {
                return Err(invalid_argument(m, range));
            }
            integer_below(m, this, &size)
        }
        Value::Float(size) => return float_in_range(m, this, range, size).map(Some),
        _ => match m.try_call(size, names::TO_INT, &[])? {
            Some(whole) => {
                let mut size = m.big(whole);
                if !data.exclusive {
                    size += BigInt::one();
                }
                if !size.is_positive() {
                    return Err(invalid_argument(m, range));
                }
                integer_below(m, this, &size)
            }
            None => {
                let size = m.to_float(size)?;
                return float_in_range(m, this, range, size).map(Some);
            }
        },
    };
    m.call(data.begin, names::PLUS, &[offset]).map(Some)
}

fn float_in_range(m: &mut Machine<'_>, this: Value, range: Value, size: f64) -> Flow {
    let Value::Range(id) = range else { return Ok(Value::Nil) };
    let data = m.heap.ranges[id].clone();
    if size.is_nan() {
        return Err(domain_error(m));
    }
    let real = |m: &mut Machine<'_>| {
        let generator = generator(m, this);
        if data.exclusive { generator.twister.real() } else { generator.twister.real_inclusive() }
    };
    if size.is_infinite() {
        let (min, max) = (m.to_float(data.begin)? / 2.0, m.to_float(data.end)? / 2.0);
        if !min.is_finite() || !max.is_finite() {
            return Err(domain_error(m));
        }
        let number = (real(m) - 0.5) * (max - min) * 2.0 + (max + min);
        return Ok(Value::Float(number));
    }
    let offset = if size > 0.0 {
        real(m) * size
    } else if size == 0.0 && !data.exclusive {
        0.0
    } else {
        return Err(invalid_argument(m, range));
    };
    m.call(data.begin, names::PLUS, &[Value::Float(offset)])
}

fn random_bytes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = m.to_int(args[0])?;
    if count < 0 {
        return Err(m.argument_error("negative string size (or size too big)"));
    }
    m.charge(count as usize)?;
    let bytes = generator(m, this).twister.bytes(count as usize);
    Ok(m.new_bytes(bytes, Encoding::Binary))
}

/// `Random.urandom`: bytes from the world's random source.
fn urandom(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let count = m.to_int(args[0])?;
    if count < 0 {
        return Err(m.argument_error("negative string size (or size too big)"));
    }
    m.charge(count as usize)?;
    let mut bytes = vec![0; count as usize];
    m.world.random_bytes(&mut bytes);
    Ok(m.new_bytes(bytes, Encoding::Binary))
}
