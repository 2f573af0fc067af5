//! Numbers and strings: printing floats, parsing numbers, and `Integer()`, `Float()`, `Rational()`,
//! `Complex()`.

use num_bigint::BigInt;
use num_traits::{Pow, ToPrimitive, Zero};

use super::numeric::complex;
use super::numeric::ratio::Ratio;
use super::numeric::tower::{self, rational_value};
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::heap::Encoding;
use crate::machine::{Flow, Jump, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{HashId, StrId, Value};

/// A float as `Float#to_s` prints it: the shortest digits that parse to the same float, with an
/// exponent outside the range 0.0001 to 10**15.
pub(crate) fn float_to_s(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let scientific = shortest(number.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let digits: String = digits.chars().filter(|&c| c != '.').collect();
    if number == 0.0 {
        return format!("{sign}0.0");
    }
    match exponent {
        -4..=-1 => {
            let zeros = "0".repeat((-exponent - 1) as usize);
            format!("{sign}0.{zeros}{digits}")
        }
        // Sixteen digits before the point are followed by at least one.
        0..=15 if exponent < 15 || digits.len() > 16 => {
            let point = exponent as usize + 1;
            if digits.len() <= point {
                let zeros = "0".repeat(point - digits.len());
                format!("{sign}{digits}{zeros}.0")
            } else {
                let (whole, fraction) = digits.split_at(point);
                format!("{sign}{whole}.{fraction}")
            }
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { "0" } else { rest };
            let mark = if exponent < 0 { '-' } else { '+' };
            format!("{sign}{first}.{rest}e{mark}{:02}", exponent.abs())
        }
    }
}

/// The shortest digits that read back as a positive float, in scientific notation. Of two that are
/// equally near, Ruby takes the even one, which is how Rust rounds to a given number of digits. Fewer
/// than sixteen digits never have such a neighbour.
fn shortest(number: f64) -> String {
    let text = format!("{number:e}");
    let count = text.bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit).count();
    if count < 16 {
        return text;
    }
    let even = format!("{number:.*e}", count - 1);
    if even.parse() == Ok(number) { even } else { text }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn skip_space(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_space(byte)).unwrap_or(text.len());
    &text[start..]
}

/// Removes a sign; the flag is whether it was a minus.
fn take_sign(text: &[u8]) -> (bool, &[u8]) {
    match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

/// Removes the prefix of an integer literal; returns the base and the rest.
fn take_prefix(text: &[u8], base: u32) -> (u32, &[u8]) {
    let known = match text {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'd' | b'D', ..] => 10,
        [b'0', b'b' | b'B', ..] => 2,
        [b'0', _, ..] if base == 0 => return (8, text),
        _ => 0,
    };
    match (base, known) {
        (0, 0) => (10, text),
        (0, known) => (known, &text[2..]),
        (base, known) if base == known => (base, &text[2..]),
        _ => (base, text),
    }
}

/// Whether an integer begins with a prefix such as `0x`.
fn has_prefix(text: &[u8]) -> bool {
    let (_, rest) = take_sign(skip_space(text));
    matches!(rest, [b'0', _, ..])
}

/// The digits at the start of a string, with single underscores between them removed, and the rest
/// of the string. The rest is `None` if an underscore is misplaced.
fn take_digits(text: &[u8], base: u32) -> (Vec<u8>, Option<&[u8]>) {
    let mut digits = Vec::new();
    let mut after_underscore = false;
    let mut index = 0;
    while let Some(&byte) = text.get(index) {
        if byte == b'_' {
            if digits.is_empty() || after_underscore {
                return (digits, None);
            }
            after_underscore = true;
        } else if (byte as char).is_digit(base) {
            digits.push(byte);
            after_underscore = false;
        } else {
            break;
        }
        index += 1;
    }
    (digits, if after_underscore { None } else { Some(&text[index..]) })
}

/// Parses an integer in a base from 2 to 36; for 0 a prefix determines the base. A strict parse
/// allows only white space around the number.
pub(crate) fn parse_integer(text: &[u8], base: u32, strict: bool) -> Option<BigInt> {
    let (negative, rest) = take_sign(skip_space(text));
    let (base, rest) = take_prefix(rest, base);
    let (digits, rest) = take_digits(rest, base);
    let is_complete = rest.is_some_and(|rest| skip_space(rest).is_empty());
    if digits.is_empty() || (strict && !is_complete) {
        return None;
    }
    let number = if digits.len() <= 12 {
        BigInt::from(i64::from_str_radix(std::str::from_utf8(&digits).ok()?, base).ok()?)
    } else {
        BigInt::parse_bytes(&digits, base)?
    };
    Some(if negative { -number } else { number })
}

/// The parts of a decimal number at the start of a string.
struct Decimal<'a> {
    negative: bool,
    whole: Vec<u8>,
    fraction: Vec<u8>,
    exponent: Option<(bool, Vec<u8>)>,
    /// The string after the number; `None` if an underscore is misplaced.
    rest: Option<&'a [u8]>,
}

impl Decimal<'_> {
    fn parse(text: &[u8]) -> Option<Decimal<'_>> {
        let (negative, text) = take_sign(text);
        let (whole, rest) = take_digits(text, 10);
        let mut number = Decimal { negative, whole, fraction: Vec::new(), exponent: None, rest };
        if let Some([b'.', after @ ..]) = number.rest
            && after.first().is_some_and(u8::is_ascii_digit)
        {
            (number.fraction, number.rest) = take_digits(after, 10);
        }
        if number.whole.is_empty() && number.fraction.is_empty() {
            return None;
        }
        if let Some([b'e' | b'E', after @ ..]) = number.rest {
            let (negative, after) = take_sign(after);
            if after.first().is_some_and(u8::is_ascii_digit) {
                let (digits, rest) = take_digits(after, 10);
                number.exponent = Some((negative, digits));
                number.rest = rest;
            }
        }
        Some(number)
    }

    fn is_plain_integer(&self) -> bool {
        self.fraction.is_empty() && self.exponent.is_none()
    }

    fn to_f64(&self) -> f64 {
        let mut text = String::with_capacity(self.whole.len() + self.fraction.len() + 8);
        text.push(if self.negative { '-' } else { '+' });
        text.extend(self.whole.iter().map(|&byte| byte as char));
        text.push('.');
        text.extend(self.fraction.iter().map(|&byte| byte as char));
        if self.whole.is_empty() && self.fraction.is_empty() {
            text.push('0');
        }
        if let Some((negative, digits)) = &self.exponent {
            text.push('e');
            text.push(if *negative { '-' } else { '+' });
            text.extend(digits.iter().map(|&byte| byte as char));
        }
        text.parse().unwrap_or(0.0)
    }

    /// The exact value; `None` if the exponent is too large.
    fn to_ratio(&self) -> Option<Ratio> {
        let mut digits = self.whole.clone();
        digits.extend_from_slice(&self.fraction);
        let mut number = BigInt::parse_bytes(&digits, 10).unwrap_or_default();
        if self.negative {
            number = -number;
        }
        let mut exponent = -(self.fraction.len() as i64);
        if let Some((negative, digits)) = &self.exponent {
            let size: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
            exponent = exponent.checked_add(if *negative { -size } else { size })?;
        }
        if exponent.abs() > 1_000_000 && !number.is_zero() {
            return None;
        }
        let ten = Pow::pow(BigInt::from(10), exponent.unsigned_abs().min(1_000_000));
        Some(if exponent >= 0 {
            Ratio::from_integer(number * ten)
        } else {
            Ratio::new(number, ten)
        })
    }
}

/// `Float("…")`
fn parse_float(text: &[u8]) -> Option<f64> {
    let text = skip_space(text);
    let (negative, unsigned) = take_sign(text);
    if let [b'0', b'x' | b'X', digits @ ..] = unsigned {
        let number = parse_hex_float(digits)?;
        return Some(if negative { -number } else { number });
    }
    let number = Decimal::parse(text)?;
    skip_space(number.rest?).is_empty().then(|| number.to_f64())
}

/// Parses `1.8p3`, after `0x`.
fn parse_hex_float(text: &[u8]) -> Option<f64> {
    let (mut digits, rest) = take_digits(text, 16);
    let mut rest = rest?;
    let mut exponent = 0i64;
    if digits.is_empty() {
        return None;
    }
    if let [b'.', after @ ..] = rest {
        let (fraction, after) = take_digits(after, 16);
        if fraction.is_empty() {
            return None;
        }
        exponent -= 4 * fraction.len() as i64;
        digits.extend(fraction);
        rest = after?;
    }
    if let [b'p' | b'P', after @ ..] = rest {
        let (negative, after) = take_sign(after);
        let (power, after) = take_digits(after, 10);
        let power: i64 = std::str::from_utf8(&power).ok()?.parse().ok()?;
        exponent = exponent.saturating_add(if negative { -power } else { power });
        rest = after?;
    }
    if !skip_space(rest).is_empty() {
        return None;
    }
    let mantissa = BigInt::parse_bytes(&digits, 16)?.to_f64()?;
    Some(super::numeric::ratio::scale(mantissa, exponent))
}

/// A fraction, and the string after it. The error is a division by zero.
type Fraction<'a> = (Result<Ratio, ()>, Option<&'a [u8]>);

/// Parses the fraction at the start of a string.
fn parse_ratio(text: &[u8]) -> Option<Fraction<'_>> {
    let number = Decimal::parse(text)?;
    let mut rest = number.rest;
    if let Some([b'.', after @ ..]) = rest
        && !after.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && number.is_plain_integer()
    {
        rest = Some(after);
    }
    let mut ratio = number.to_ratio()?;
    if let Some([b'/', after @ ..]) = rest
        && after.first().is_some_and(u8::is_ascii_digit)
        && let Some(below) = Decimal::parse(after)
    {
        rest = below.rest;
        let below = below.to_ratio()?;
        if below.num.is_zero() {
            return Some((Err(()), rest));
        }
        ratio = ratio.div(&below);
    }
    Some((Ok(ratio), rest))
}

/// Parses a real part of a complex number: an integer, fraction or float.
fn real_number<'a>(m: &mut Machine<'_>, text: &'a [u8]) -> Option<(Value, Option<&'a [u8]>)> {
    let number = Decimal::parse(text)?;
    let is_fraction = matches!(number.rest, Some([b'/', b'0'..=b'9', ..]));
    if is_fraction {
        let (ratio, rest) = parse_ratio(text)?;
        return Some((rational_value(m, ratio.ok()?), rest));
    }
    let value = if number.is_plain_integer() {
        let ratio = number.to_ratio()?;
        m.new_integer(ratio.num)
    } else {
        Value::Float(number.to_f64())
    };
    Some((value, number.rest))
}

/// Parses a complex number at the start of a string; the flag is whether it is the whole string.
fn parse_complex(m: &mut Machine<'_>, text: &[u8]) -> Flow<(Option<Value>, bool)> {
    let text = skip_space(text);
    let is_unit = |text: &[u8]| matches!(text, [b'i' | b'I' | b'j' | b'J', ..]);
    let at_end = |rest: Option<&[u8]>| rest.is_some_and(|rest| skip_space(rest).is_empty());
    // The imaginary unit alone: `i`, `-i`.
    let (negative, unsigned) = take_sign(text);
    if is_unit(unsigned) {
        let imag = Value::Int(if negative { -1 } else { 1 });
        let value = complex::new_complex(m, Value::Int(0), imag);
        return Ok((Some(value), at_end(Some(&unsigned[1..]))));
    }
    let Some((first, rest)) = real_number(m, text) else { return Ok((None, false)) };
    let plain = |m: &mut Machine<'_>| complex::new_complex(m, first, Value::Int(0));
    let Some(rest) = rest else { return Ok((Some(plain(m)), false)) };
    if is_unit(rest) {
        let value = complex::new_complex(m, Value::Int(0), first);
        return Ok((Some(value), at_end(Some(&rest[1..]))));
    }
    if let [b'@', after @ ..] = rest {
        return match real_number(m, after) {
            Some((angle, rest)) => {
                let value = complex::polar_value(m, first, angle)?;
                Ok((Some(value), at_end(rest)))
            }
            None => Ok((Some(plain(m)), false)),
        };
    }
    if let [b'+' | b'-', after @ ..] = rest {
        if is_unit(after) {
            let imag = Value::Int(if rest[0] == b'-' { -1 } else { 1 });
            let value = complex::new_complex(m, first, imag);
            return Ok((Some(value), at_end(Some(&after[1..]))));
        }
        if let Some((imag, Some(behind))) = real_number(m, rest)
            && is_unit(behind)
        {
            let value = complex::new_complex(m, first, imag);
            return Ok((Some(value), at_end(Some(&behind[1..]))));
        }
        return Ok((Some(plain(m)), false));
    }
    Ok((Some(plain(m)), skip_space(rest).is_empty()))
}

/// Whether errors are raised: false with the keyword `exception: false`.
fn raises(m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow<bool> {
    match m.keyword(keywords, "exception") {
        None | Some(Value::Bool(true)) => Ok(true),
        Some(Value::Bool(false)) => Ok(false),
        Some(other) => {
            let text = m.inspect(other)?;
            Err(m.argument_error(format!("expected true or false as exception: {text}")))
        }
    }
}

/// Replaces an exception by `nil`, unless errors are raised.
fn settle(m: &mut Machine<'_>, result: Flow, raises: bool) -> Flow {
    match result {
        Err(Jump::Raise(id)) if !raises && m.is_a(Value::Object(id), class::STANDARD_ERROR) => {
            Ok(Value::Nil)
        }
        result => result,
    }
}

/// The keywords and the positional arguments of a conversion function.
fn conversion_args<'a>(
    m: &mut Machine<'_>,
    args: &Args<'a>,
    max: usize,
) -> Flow<(&'a [Value], bool)> {
    let (list, keywords) = args.split_keywords();
    m.check_arity(list.len(), 1, Some(max))?;
    Ok((list, raises(m, keywords)?))
}

/// `Kernel#Integer`
pub(crate) fn kernel_integer(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (list, raises) = conversion_args(m, &args, 2)?;
    let base = list.get(1).copied().unwrap_or(Value::Nil);
    let result = integer_of(m, list[0], base);
    settle(m, result, raises)
}

/// The base of an integer: 0, which leaves it to the text, for objects without `to_int`.
fn base_argument(m: &mut Machine<'_>, base: Value) -> Flow<i64> {
    match base {
        Value::Nil => Ok(0),
        Value::Int(_) | Value::Big(_) | Value::Float(_) => m.to_int(base),
        _ => match m.try_call(base, names::TO_INT, &[])? {
            Some(base) => m.to_int(base),
            None => Ok(0),
        },
    }
}

fn integer_of(m: &mut Machine<'_>, value: Value, base: Value) -> Flow {
    let has_base = !matches!(base, Value::Nil | Value::Int(0));
    let text = match value {
        Value::Str(id) => Some(id),
        Value::Object(_) if has_base => m.try_str(value)?,
        _ => None,
    };
    if let Some(id) = text {
        let given = base_argument(m, base)?;
        let base = checked_base(m, given)?;
        tower::charge_digits(m, m.string(id).len())?;
        let bytes = m.string(id).bytes();
        // With a negative base, a prefix takes precedence.
        let base = if given < 0 && has_prefix(bytes) { 0 } else { base };
        return match parse_integer(bytes, base, true) {
            Some(number) => Ok(m.new_integer(number)),
            None => Err(invalid_value(m, Value::Str(id), "Integer")),
        };
    }
    if has_base && base_argument(m, base)? != 0 {
        return Err(m.argument_error("base specified for non string value"));
    }
    match value {
        Value::Int(_) | Value::Big(_) => return Ok(value),
        Value::Float(number) => return m.float_to_integer(number),
        Value::Nil => return Err(m.type_error("can't convert nil into Integer")),
        Value::Bool(flag) => {
            return Err(m.type_error(format!("can't convert {flag} into Integer")));
        }
        _ => {}
    }
    for name in [names::TO_INT, names::TO_STR, names::TO_I] {
        match m.try_call(value, name, &[])? {
            Some(number @ (Value::Int(_) | Value::Big(_))) if name != names::TO_STR => {
                return Ok(number);
            }
            Some(text @ Value::Str(_)) if name == names::TO_STR => {
                return integer_of(m, text, Value::Nil);
            }
            Some(result) if name == names::TO_I => {
                let (from, got) = (m.class_name_of(value), m.class_name_of(result));
                return Err(m.type_error(format!(
                    "can't convert {from} to Integer ({from}#to_i gives {got})"
                )));
            }
            _ => {}
        }
    }
    let name = m.name_for_conversion(value);
    Err(m.type_error(format!("can't convert {name} into Integer")))
}

/// Checks the base for parsing an integer: 0 or 2 to 36; the sign of a negative one is dropped.
pub(crate) fn checked_base(m: &mut Machine<'_>, base: i64) -> Flow<u32> {
    let size = if base < 0 { base.unsigned_abs() } else { base as u64 };
    match size {
        0 | 2..=36 => Ok(size as u32),
        1 if base < 0 => Ok(0),
        _ => Err(m.argument_error(format!("invalid radix {base}"))),
    }
}

fn invalid_value(m: &mut Machine<'_>, value: Value, target: &str) -> Jump {
    match m.inspect(value) {
        Ok(text) => m.argument_error(format!("invalid value for {target}(): {text}")),
        Err(jump) => jump,
    }
}

/// The error for a string that is not a valid float.
fn invalid_float(m: &mut Machine<'_>, id: StrId) -> Jump {
    // Compat: its message is a binary string, so characters beyond ASCII are shown as bytes.
    let bytes = m.string(id).to_vec();
    let binary = m.new_bytes(bytes, Encoding::Binary);
    match m.inspect(binary) {
        Ok(text) => {
            let message = format!("invalid value for Float(): {text}").into_bytes();
            let message = m.new_bytes(message, Encoding::Binary);
            m.error_with_message(class::ARGUMENT_ERROR, message)
        }
        Err(jump) => jump,
    }
}

/// `Kernel#Float`
pub(crate) fn kernel_float(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (list, raises) = conversion_args(m, &args, 1)?;
    let result = float_of(m, list[0]);
    let result = settle(m, result, raises);
    if let Err(Jump::Raise(id)) = result {
        // Compat: in Ruby 3.1 this method is written in Ruby, so errors come from its file, which is
        // visible in templates.
        let here = m.backtrace_lines(0);
        if let Some(data) = m.payload_mut::<ExceptionData>(Value::Object(id))
            && let Some(lines) = &mut data.raised_at
            && *lines == here
        {
            lines.insert(0, "<internal:kernel>:173:in `Float'".to_owned());
        }
    }
    result
}

fn float_of(m: &mut Machine<'_>, value: Value) -> Flow {
    if let Value::Str(id) = value {
        let bytes = m.string(id).bytes();
        if bytes.contains(&0) {
            return Err(m.argument_error("string for Float contains null byte"));
        }
        return match parse_float(bytes) {
            Some(number) => Ok(Value::Float(number)),
            None => Err(invalid_float(m, id)),
        };
    }
    if complex::parts(m, value).is_some() {
        return m.call(value, names::TO_F, &[]);
    }
    if let Value::Object(_) = value
        && !m.is_a(value, class::NUMERIC)
        && let Some(result) = m.try_call(value, names::TO_F, &[])?
    {
        if let Value::Float(_) = result {
            return Ok(result);
        }
        let (from, got) = (m.class_name_of(value), m.class_name_of(result));
        return Err(
            m.type_error(format!("can't convert {from} to Float ({from}#to_f gives {got})"))
        );
    }
    m.to_float(value).map(Value::Float)
}

/// `Kernel#Rational`
pub(crate) fn kernel_rational(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (list, raises) = conversion_args(m, &args, 2)?;
    let result = match *list {
        [above, below] => rational_of_two(m, above, below),
        _ => rational_part(m, list[0]).and_then(|value| finish_rational(m, value)),
    };
    settle(m, result, raises)
}

fn finish_rational(m: &mut Machine<'_>, value: Value) -> Flow {
    if let Some(ratio) = tower::ratio_of(m, value) {
        return Ok(rational_value(m, ratio));
    }
    if complex::parts(m, value).is_some() {
        return Err(complex::conversion_error(m, value, "Rational"));
    }
    if m.is_a(value, class::NUMERIC) || m.responds_to(value, names::TO_R)? {
        let result = m.call(value, names::TO_R, &[])?;
        if m.payload::<Ratio>(result).is_some() {
            return Ok(result);
        }
        let (from, got) = (m.class_name_of(value), m.class_name_of(result));
        return Err(
            m.type_error(format!("can't convert {from} to Rational ({from}#to_r gives {got})"))
        );
    }
    let name = m.name_for_conversion(value);
    Err(m.type_error(format!("can't convert {name} into Rational")))
}

fn rational_of_two(m: &mut Machine<'_>, above: Value, below: Value) -> Flow {
    let above = rational_part(m, above)?;
    let below = rational_part(m, below)?;
    for part in [above, below] {
        if !m.is_a(part, class::NUMERIC) {
            finish_rational(m, part)?;
        }
    }
    if let (Some(x), Some(y)) = (tower::ratio_of(m, above), tower::ratio_of(m, below)) {
        if y.num.is_zero() {
            return Err(m.zero_division());
        }
        return Ok(rational_value(m, x.div(&y)));
    }
    if tower::is_number(m, above) {
        tower::quo(m, above, below)
    } else {
        m.call(above, names::DIVIDE, &[below])
    }
}

/// An operand of `Rational()` in exact form, if there is one.
fn rational_part(m: &mut Machine<'_>, value: Value) -> Flow {
    let value = complex::exact_real(m, value).unwrap_or(value);
    match value {
        Value::Nil => Err(m.type_error("can't convert nil into Rational")),
        Value::Int(_) | Value::Big(_) => Ok(value),
        Value::Float(number) => {
            if !number.is_finite() {
                return m.float_to_integer(number);
            }
            Ok(rational_value(m, Ratio::from_float(number)))
        }
        Value::Str(id) => {
            let bytes = m.string(id).bytes().to_vec();
            if bytes.contains(&0) {
                return Err(m.argument_error("string contains null byte"));
            }
            match parse_ratio(skip_space(&bytes)) {
                Some((Ok(ratio), Some(rest))) if skip_space(rest).is_empty() => {
                    Ok(rational_value(m, ratio))
                }
                Some((Err(()), Some(rest))) if skip_space(rest).is_empty() => {
                    Err(m.zero_division())
                }
                _ => Err(invalid_value(m, value, "convert")),
            }
        }
        Value::Object(_) if !tower::is_number(m, value) => {
            for name in [names::TO_INT, names::TO_R] {
                let is_numeric = m.is_a(value, class::NUMERIC);
                if is_numeric && name == names::TO_INT {
                    continue;
                }
                if let Some(result) = m.try_call(value, name, &[])?
                    && tower::ratio_of(m, result).is_some()
                {
                    return Ok(result);
                }
            }
            Ok(value)
        }
        _ => Ok(value),
    }
}

/// `Kernel#Complex`
pub(crate) fn kernel_complex(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (list, raises) = conversion_args(m, &args, 2)?;
    if let [real, imag] = *list {
        let result = complex_of_two(m, real, imag);
        // An object of another class raises an error anyway.
        let is_foreign = list.iter().any(|&part| {
            !matches!(part, Value::Nil | Value::Str(_)) && !m.is_a(part, class::NUMERIC)
        });
        return settle(m, result, raises || is_foreign);
    }
    let result = complex_of_one(m, list[0]);
    settle(m, result, raises)
}

fn complex_part(m: &mut Machine<'_>, value: Value) -> Flow {
    match value {
        Value::Nil => Err(m.type_error("can't convert nil into Complex")),
        Value::Str(id) => {
            let bytes = m.string(id).bytes().to_vec();
            if bytes.contains(&0) {
                return Err(m.argument_error("string contains null byte"));
            }
            match parse_complex(m, &bytes)? {
                (Some(value), true) => Ok(value),
                _ => Err(invalid_value(m, value, "convert")),
            }
        }
        _ => Ok(value),
    }
}

fn complex_of_one(m: &mut Machine<'_>, value: Value) -> Flow {
    let part = complex_part(m, value)?;
    if complex::parts(m, part).is_some() {
        return Ok(part);
    }
    if m.is_a(part, class::NUMERIC) {
        if complex::is_real(m, part)? {
            return Ok(complex::new_complex(m, part, Value::Int(0)));
        }
        return Ok(part);
    }
    if let Some(result) = m.try_call(part, Symbol::new("to_c"), &[])?
        && complex::parts(m, result).is_some()
        && !matches!(part, Value::Nil)
    {
        return Ok(result);
    }
    let name = m.name_for_conversion(value);
    Err(m.type_error(format!("can't convert {name} into Complex")))
}

fn complex_of_two(m: &mut Machine<'_>, real: Value, imag: Value) -> Flow {
    let (real, imag) = (complex_part(m, real)?, complex_part(m, imag)?);
    let real = complex::exact_real(m, real).unwrap_or(real);
    let imag = complex::exact_real(m, imag).unwrap_or(imag);
    for part in [real, imag] {
        if !m.is_a(part, class::NUMERIC) {
            return Err(m.type_error("not a real"));
        }
    }
    complex::combine(m, real, imag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_in_ruby() {
        for (number, text) in [
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1e-4, "0.0001"),
            (1e-5, "1.0e-05"),
            (-0.0, "-0.0"),
            (123_456.789, "123456.789"),
            (5e-324, "5.0e-324"),
        ] {
            assert_eq!(float_to_s(number), text);
        }
    }

    #[test]
    fn integers_parse_as_in_ruby() {
        let strict = |text: &str, base| parse_integer(text.as_bytes(), base, true);
        assert_eq!(strict("0x1f", 0), Some(BigInt::from(31)));
        assert_eq!(strict(" -1_000 ", 10), Some(BigInt::from(-1000)));
        assert_eq!(strict("08", 0), None);
        assert_eq!(strict("1__0", 10), None);
        assert_eq!(strict("0x_1", 0), None);
        assert_eq!(parse_integer(b"12abc", 10, false), Some(BigInt::from(12)));
    }
}
