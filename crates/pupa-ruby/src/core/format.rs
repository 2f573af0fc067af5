//! `Kernel#format` and `String#%`.
//!
//! The directives are parsed here, because the arguments are Ruby objects. Numbers are formatted by
//! Puppet's `sprintf`, which does the same as Ruby's.

use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use pupa_value::Value as PuppetValue;

use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::core::string::chars;
use crate::core::string::matching::Joined;
use crate::heap::RString;
use crate::machine::{Flow, Jump, Machine};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, StrId, Value};

/// The way in which arguments were selected so far; ways cannot be mixed.
#[derive(Clone, Copy)]
enum Mode {
    Undecided,
    /// In order; the field is the number of the last one.
    InOrder(usize),
    Numbered,
    Named,
}

/// One directive, as far as it was parsed.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent flags")]
struct Directive {
    space: bool,
    sharp: bool,
    plus: bool,
    minus: bool,
    zero: bool,
    width: Option<i64>,
    /// Whether a precision was given; a negative one is ignored.
    has_precision: bool,
    precision: Option<i64>,
    value: Option<Value>,
    name: Option<String>,
}

struct Run<'a> {
    format: &'a [u8],
    at: usize,
    args: &'a [Value],
    /// The number of the next argument, counted from 1.
    next: usize,
    mode: Mode,
    hash: Option<HashId>,
    out: Joined,
}

/// Formats arguments as `Kernel#format` does.
pub(crate) fn format(m: &mut Machine<'_>, format: StrId, args: &[Value]) -> Flow<StrId> {
    let source = m.string(format).clone();
    let mut run = Run {
        format: source.bytes(),
        at: 0,
        args,
        next: 1,
        mode: Mode::Undecided,
        hash: None,
        out: Joined::like(&source),
    };
    run.all(m)?;
    let result = run.out.finish();
    Ok(m.add_string(result))
}

impl Run<'_> {
    fn all(&mut self, m: &mut Machine<'_>) -> Flow<()> {
        while let Some(rest) = self.format.get(self.at..).filter(|rest| !rest.is_empty()) {
            let Some(found) = memchr::memchr(b'%', rest) else {
                self.out.push_own(Some(rest));
                return Ok(());
            };
            if found + 1 == rest.len() {
                return Err(
                    m.argument_error("incomplete format specifier; use %% (double %) instead")
                );
            }
            self.out.push_own(rest.get(..found));
            self.at += found + 1;
            self.directive(m)?;
        }
        Ok(())
    }

    /// The current byte; NUL at the end of the format, as in C.
    fn byte(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    /// Parses one directive after its `%`, and appends the result.
    fn directive(&mut self, m: &mut Machine<'_>) -> Flow<()> {
        let mut directive = Directive::default();
        loop {
            let byte = self.byte();
            match byte {
                b' ' | b'#' | b'+' | b'-' | b'0' => {
                    directive.check_for_flags(m)?;
                    match byte {
                        b' ' => directive.space = true,
                        b'#' => directive.sharp = true,
                        b'+' => directive.plus = true,
                        b'-' => directive.minus = true,
                        _ => directive.zero = true,
                    }
                    self.at += 1;
                }
                b'1'..=b'9' => self.width_or_number(m, &mut directive)?,
                b'*' => self.width_from_argument(m, &mut directive)?,
                b'.' => self.precision(m, &mut directive)?,
                b'<' | b'{' => {
                    self.name(m, &mut directive)?;
                    self.at += 1;
                    if byte == b'{' {
                        let value = self.argument(m, &directive)?;
                        let text = m.to_s(value)?;
                        return self.string(m, &directive, text);
                    }
                }
                _ => return self.conversion(m, byte, &directive),
            }
        }
    }

    fn conversion(&mut self, m: &mut Machine<'_>, letter: u8, directive: &Directive) -> Flow<()> {
        match letter {
            b'\n' | 0 | b'%' => {
                if !directive.is_plain() {
                    return Err(m.argument_error("invalid format character - %"));
                }
                self.out.push_own(Some(b"%"));
                // The end of the line or format is not part of the directive.
                if letter == b'%' {
                    self.at += 1;
                }
                return Ok(());
            }
            b'c' => {
                let value = self.argument(m, directive)?;
                let text = self.character(m, value)?;
                let plain = Directive {
                    minus: directive.minus,
                    width: directive.width,
                    ..Directive::default()
                };
                self.string(m, &plain, text)?;
            }
            b's' => {
                let value = self.argument(m, directive)?;
                let text = m.to_s(value)?;
                self.string(m, directive, text)?;
            }
            b'p' => {
                let value = self.argument(m, directive)?;
                let text = m.inspect(value)?;
                let text = m.add_string(RString::from_text(text.into()));
                self.string(m, directive, text)?;
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let value = self.argument(m, directive)?;
                if let (Value::Int(number), b'd', true) = (value, letter, directive.is_plain()) {
                    self.out.push_own(Some(number.to_string().as_bytes()));
                    self.at += 1;
                    return Ok(());
                }
                let number = integer(m, value)?;
                self.number(m, directive, letter, &number)?;
            }
            b'f' | b'g' | b'G' | b'e' | b'E' | b'a' | b'A' => {
                let value = self.argument(m, directive)?;
                self.float(m, directive, letter, value)?;
            }
            letter if (b' '..=b'~').contains(&letter) => {
                let message = format!("malformed format string - %{}", letter as char);
                return Err(m.argument_error(message));
            }
            _ => return Err(m.argument_error("malformed format string")),
        }
        self.at += 1;
        Ok(())
    }

    fn float(
        &mut self,
        m: &mut Machine<'_>,
        directive: &Directive,
        letter: u8,
        value: Value,
    ) -> Flow<()> {
        if letter == b'f' {
            match value {
                Value::Int(_) | Value::Big(_) => {
                    let number = puppet_integer(m.big(value));
                    return self.number(m, directive, letter, &number);
                }
                Value::Object(_) if m.is_a(value, class::RATIONAL) => {
                    return self.rational(m, directive, value);
                }
                _ => {}
            }
        }
        let number = match value {
            Value::Float(number) => number,
            Value::Int(number) => number as f64,
            _ => match m.call(Value::Nil, Symbol::new("Float"), &[value])? {
                Value::Float(number) => number,
                other => m.to_float(other)?,
            },
        };
        self.number(m, directive, letter, &PuppetValue::Float(number))
    }

    /// Formats a rational with the letter `f`: exactly, with the last digit rounded.
    fn rational(&mut self, m: &mut Machine<'_>, directive: &Directive, value: Value) -> Flow<()> {
        let numerator = m.call(value, Symbol::new("numerator"), &[])?;
        let denominator = m.call(value, Symbol::new("denominator"), &[])?;
        let (numerator, denominator) = (m.big(numerator), m.big(denominator));
        let places = directive.precision.unwrap_or(6).max(0);
        m.charge(usize::try_from(places).unwrap_or(0))?;
        let places = u32::try_from(places).unwrap_or(0);
        let scaled = BigInt::from(numerator.magnitude().clone()) * BigInt::from(10).pow(places);
        let rounded: BigInt = (scaled * 2 + &denominator) / (denominator * 2);
        let mut digits = rounded.to_string();
        let places = places as usize;
        if places > 0 {
            if digits.len() <= places {
                digits = format!("{digits:0>width$}", width = places + 1);
            }
            digits.insert(digits.len() - places, '.');
        }
        let sign = if numerator.sign() == Sign::Minus {
            "-"
        } else if directive.plus {
            "+"
        } else if directive.space {
            " "
        } else {
            ""
        };
        if directive.zero && !directive.minus {
            let width = usize::try_from(directive.width.unwrap_or(0)).unwrap_or(0);
            m.charge(width)?;
            let width = width.saturating_sub(sign.len());
            digits = format!("{digits:0>width$}");
        }
        let text = m.add_string(RString::from_text(format!("{sign}{digits}").into()));
        let plain =
            Directive { minus: directive.minus, width: directive.width, ..Directive::default() };
        self.string(m, &plain, text)
    }

    fn number(
        &mut self,
        m: &mut Machine<'_>,
        directive: &Directive,
        letter: u8,
        number: &PuppetValue,
    ) -> Flow<()> {
        let size = directive.width.unwrap_or(0).max(directive.precision.unwrap_or(0));
        m.charge(usize::try_from(size).unwrap_or(0))?;
        let text = directive.text(letter);
        match pupa_value::text::sprintf(&text, std::slice::from_ref(number)) {
            Ok(text) => {
                m.charge(text.len())?;
                self.out.push_own(Some(text.as_bytes()));
                Ok(())
            }
            Err(error) => Err(m.argument_error(error.to_string())),
        }
    }

    /// The character for an argument: a string or the number of a character.
    fn character(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<StrId> {
        if let Some(text) = m.try_str(value)? {
            if chars::count(m.string(text)) != 1 {
                return Err(m.argument_error("%c requires a character"));
            }
            return Ok(text);
        }
        let code = m.to_int(value)?;
        let encoding = self.out.encoding;
        if i32::try_from(code).is_err() {
            let size = if code < 0 { "small" } else { "big" };
            let message = format!("integer {code} too {size} to convert to `int'");
            return Err(m.error(class::RANGE_ERROR, message));
        }
        let mut bytes = Vec::new();
        // Compat: -1 and -2 produce the bytes 0xff and 0xfe.
        if let -2 | -1 = code {
            bytes.push(code as u8);
        } else if !u32::try_from(code)
            .is_ok_and(|code| chars::push_code(&mut bytes, code, encoding))
        {
            return Err(m.argument_error("invalid character"));
        }
        Ok(m.add_string(RString::from_bytes(bytes, encoding)))
    }

    /// Parses digits: the width, or, if `$` follows, the number of an argument.
    fn width_or_number(&mut self, m: &mut Machine<'_>, directive: &mut Directive) -> Flow<()> {
        let number = self.digits(m, "width")?;
        if self.byte() == b'$' {
            if directive.value.is_some() {
                return Err(m.argument_error(format!("value given twice - {number}$")));
            }
            directive.value = Some(self.numbered(m, number)?);
            self.at += 1;
            return Ok(());
        }
        directive.check_for_width(m)?;
        directive.width = Some(number);
        Ok(())
    }

    fn width_from_argument(&mut self, m: &mut Machine<'_>, directive: &mut Directive) -> Flow<()> {
        directive.check_for_width(m)?;
        let width = self.asterisk(m, "width")?;
        directive.width = Some(width);
        if width < 0 {
            directive.minus = true;
            directive.width = Some(-width);
            if -width > i64::from(i32::MAX) {
                return Err(m.argument_error("width too big"));
            }
        }
        self.at += 1;
        Ok(())
    }

    fn precision(&mut self, m: &mut Machine<'_>, directive: &mut Directive) -> Flow<()> {
        if directive.has_precision {
            return Err(m.argument_error("precision given twice"));
        }
        directive.has_precision = true;
        self.at += 1;
        if self.byte() == b'*' {
            let precision = self.asterisk(m, "precision")?;
            directive.precision = Some(precision).filter(|precision| *precision >= 0);
            self.at += 1;
        } else {
            directive.precision = Some(self.digits(m, "precision")?);
        }
        Ok(())
    }

    /// Parses a number in the format, which must not end after it.
    fn digits(&mut self, m: &mut Machine<'_>, what: &str) -> Flow<i64> {
        let mut number: i64 = 0;
        while let digit @ b'0'..=b'9' = self.byte() {
            number = number * 10 + i64::from(digit - b'0');
            if number > i64::from(i32::MAX) {
                return Err(m.argument_error(format!("{what} too big")));
            }
            self.at += 1;
        }
        if self.at >= self.format.len() {
            return Err(m.argument_error("malformed format string - %*[0-9]"));
        }
        Ok(number)
    }

    /// Parses `*` or `*1$`, an argument with the number. The last character is not consumed.
    fn asterisk(&mut self, m: &mut Machine<'_>, what: &str) -> Flow<i64> {
        let star = self.at;
        self.at += 1;
        let number = self.digits(m, what)?;
        let value = if self.byte() == b'$' {
            self.numbered(m, number)?
        } else {
            self.at = star;
            self.in_order(m)?
        };
        let number = m.to_int(value)?;
        if i32::try_from(number).is_err() {
            let side = if number < 0 { "small" } else { "big" };
            return Err(m.range_error(format!("integer {number} too {side} to convert to `int'")));
        }
        Ok(number)
    }

    /// Parses `<name>` or `{name}`. The closing bracket is not consumed.
    fn name(&mut self, m: &mut Machine<'_>, directive: &mut Directive) -> Flow<()> {
        let close = if self.byte() == b'<' { b'>' } else { b'}' };
        let start = self.at;
        let rest = self.format.get(start..).unwrap_or_default();
        let Some(length) = memchr::memchr(close, rest) else {
            return Err(m.argument_error("malformed name - unmatched parenthesis"));
        };
        self.at += length;
        let bracketed = String::from_utf8_lossy(rest.get(..=length).unwrap_or_default());
        let name = String::from_utf8_lossy(rest.get(1..length).unwrap_or_default());
        if let Some(former) = &directive.name {
            return Err(m.argument_error(format!("named{bracketed} after <{former}>")));
        }
        match self.mode {
            Mode::InOrder(last) => {
                let message = format!("named{bracketed} after unnumbered({last})");
                return Err(m.argument_error(message));
            }
            Mode::Numbered => {
                return Err(m.argument_error(format!("named{bracketed} after numbered")));
            }
            Mode::Undecided | Mode::Named => self.mode = Mode::Named,
        }
        let hash = self.keywords(m)?;
        directive.name = Some(name.clone().into_owned());
        let key = Value::Sym(Symbol::new(&name));
        let value = match m.hash_get(hash, key)? {
            Some(value) => value,
            None => {
                let default = m.call(Value::Hash(hash), names::DEFAULT, &[key])?;
                if default.is_nil() {
                    return Err(key_not_found(m, hash, key, &bracketed));
                }
                default
            }
        };
        directive.value = Some(value);
        Ok(())
    }

    fn keywords(&mut self, m: &mut Machine<'_>) -> Flow<HashId> {
        if let Some(hash) = self.hash {
            return Ok(hash);
        }
        let [value] = self.args else { return Err(m.argument_error("one hash required")) };
        let hash = match *value {
            Value::Hash(hash) => hash,
            value @ Value::Object(_) => match m.try_call(value, names::TO_HASH, &[])? {
                Some(Value::Hash(hash)) => hash,
                _ => return Err(m.argument_error("one hash required")),
            },
            _ => return Err(m.argument_error("one hash required")),
        };
        self.hash = Some(hash);
        Ok(hash)
    }

    fn argument(&mut self, m: &mut Machine<'_>, directive: &Directive) -> Flow {
        match directive.value {
            Some(value) => Ok(value),
            None => self.in_order(m),
        }
    }

    fn in_order(&mut self, m: &mut Machine<'_>) -> Flow {
        match self.mode {
            Mode::Numbered => {
                Err(m.argument_error(format!("unnumbered({}) mixed with numbered", self.next)))
            }
            Mode::Named => {
                Err(m.argument_error(format!("unnumbered({}) mixed with named", self.next)))
            }
            Mode::Undecided | Mode::InOrder(_) => {
                self.mode = Mode::InOrder(self.next);
                self.next += 1;
                self.nth(m, self.next - 1)
            }
        }
    }

    fn numbered(&mut self, m: &mut Machine<'_>, number: i64) -> Flow {
        match self.mode {
            Mode::InOrder(last) => {
                let message = format!("numbered({number}) after unnumbered({last})");
                return Err(m.argument_error(message));
            }
            Mode::Named => {
                return Err(m.argument_error(format!("numbered({number}) after named")));
            }
            Mode::Undecided | Mode::Numbered => {}
        }
        if number < 1 {
            return Err(m.argument_error(format!("invalid index - {number}$")));
        }
        self.mode = Mode::Numbered;
        self.nth(m, usize::try_from(number).unwrap_or(usize::MAX))
    }

    fn nth(&self, m: &mut Machine<'_>, number: usize) -> Flow {
        match self.args.get(number - 1) {
            Some(value) => Ok(*value),
            None => Err(m.argument_error("too few arguments")),
        }
    }

    /// Appends a string, cut to the precision and padded to the width.
    fn string(&mut self, m: &mut Machine<'_>, directive: &Directive, text: StrId) -> Flow<()> {
        let mut text = text;
        if let Some(most) = directive.precision {
            let (start, end) = chars::span(m.string(text), 0, most).unwrap_or((0, 0));
            if end < m.string(text).len() {
                let cut = chars::piece(m.string(text), start, end);
                text = m.add_string(cut);
            }
        }
        let Some(width) = directive.width else { return self.out.push(m, text) };
        let length = chars::count(m.string(text));
        let blanks = usize::try_from(width).unwrap_or(0).saturating_sub(length);
        m.charge(blanks)?;
        let blanks = vec![b' '; blanks];
        if !directive.minus {
            self.out.push_own(Some(&blanks));
        }
        self.out.push(m, text)?;
        if directive.minus {
            self.out.push_own(Some(&blanks));
        }
        Ok(())
    }
}

impl Directive {
    fn is_plain(&self) -> bool {
        let has_flags = self.space || self.sharp || self.plus || self.minus || self.zero;
        !has_flags && self.width.is_none() && !self.has_precision
    }

    fn check_for_flags(&self, m: &mut Machine<'_>) -> Flow<()> {
        if self.width.is_some() {
            return Err(m.argument_error("flag after width"));
        }
        if self.has_precision {
            return Err(m.argument_error("flag after precision"));
        }
        Ok(())
    }

    fn check_for_width(&self, m: &mut Machine<'_>) -> Flow<()> {
        if self.width.is_some() {
            return Err(m.argument_error("width given twice"));
        }
        if self.has_precision {
            return Err(m.argument_error("width after precision"));
        }
        Ok(())
    }

    /// The directive without references to arguments, for Puppet's `sprintf`.
    fn text(&self, letter: u8) -> String {
        let mut text = "%".to_owned();
        let flags = [
            (self.space, ' '),
            (self.sharp, '#'),
            (self.plus, '+'),
            (self.minus, '-'),
            (self.zero, '0'),
        ];
        text.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag));
        if let Some(width) = self.width.filter(|width| *width > 0) {
            text.push_str(&width.to_string());
        }
        if let Some(precision) = self.precision {
            text.push('.');
            text.push_str(&precision.to_string());
        }
        text.push(char::from(letter));
        text
    }
}

fn key_not_found(m: &mut Machine<'_>, hash: HashId, key: Value, bracketed: &str) -> Jump {
    let jump = m.error(class::KEY_ERROR, format!("key{bracketed} not found"));
    if let Jump::Raise(id) = jump
        && let Some(data) = m.payload_mut::<ExceptionData>(Value::Object(id))
    {
        data.receiver = Value::Hash(hash);
        data.detail = key;
    }
    jump
}

fn puppet_integer(number: BigInt) -> PuppetValue {
    match i64::try_from(&number) {
        Ok(small) => PuppetValue::Integer(small),
        Err(_) => PuppetValue::BigInteger(Arc::new(number)),
    }
}

/// Converts a value to an integer as `Integer()` does.
fn integer(m: &mut Machine<'_>, value: Value) -> Flow<PuppetValue> {
    let number = match value {
        Value::Int(number) => return Ok(PuppetValue::Integer(number)),
        Value::Big(_) => value,
        Value::Float(number) => m.float_to_integer(number)?,
        _ => m.call(Value::Nil, Symbol::new("Integer"), &[value])?,
    };
    Ok(puppet_integer(m.big(number)))
}
