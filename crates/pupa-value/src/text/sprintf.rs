//! Ruby's `Kernel#format`, which formats arguments by a format string.
//!
//! It implements the function `sprintf` of the language and most conversions of
//! [`super::convert()`]. Flags, widths, precisions, argument numbers and names, and the error
//! messages are Ruby's.

mod digits;
mod float;
mod integer;
mod operand;

use std::borrow::Cow;

pub(super) use operand::float as as_float;

use super::{length, ruby};
use crate::error::{Error, ErrorKind, Result};
use crate::value::Value;

/// The maximum width of a field. Ruby would allow two thousand million characters.
const MAX_FIELD: i64 = 1 << 26;

/// Formats arguments like Ruby's `format`.
///
/// ```
/// use pupa_value::text::sprintf;
/// assert_eq!(sprintf("%05.1f|%-3s|%x", &[2.25.into(), "a".into(), (-255).into()])?, "002.2|a  |..f01");
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// If the format string is malformed, an argument is missing, or cannot be converted.
pub fn sprintf(format: &str, args: &[Value]) -> Result<String> {
    let mut run = Formatter {
        format: format.as_bytes(),
        at: 0,
        args,
        next: 1,
        mode: Mode::Undecided,
        out: String::new(),
    };
    run.all(format)?;
    Ok(run.out)
}

/// The kind of argument references used so far.
#[derive(Clone, Copy)]
enum Mode {
    Undecided,
    /// Sequential arguments, with the number of the last one.
    InOrder(usize),
    Numbered,
    Named,
}

/// The flags of a directive.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent flags")]
struct Flags {
    space: bool,
    sharp: bool,
    plus: bool,
    minus: bool,
    zero: bool,
    has_width: bool,
    /// Whether a precision is in effect.
    has_precision: bool,
    /// Whether a precision was given; a negative one has no effect.
    precision_given: bool,
}

impl Flags {
    fn none(self) -> bool {
        !(self.space
            || self.sharp
            || self.plus
            || self.minus
            || self.zero
            || self.has_width
            || self.precision_given)
    }

    fn check_for_flags(self) -> Result<()> {
        if self.has_width {
            return Err(Error::argument("flag after width"));
        }
        if self.precision_given {
            return Err(Error::argument("flag after precision"));
        }
        Ok(())
    }

    fn check_for_width(self) -> Result<()> {
        if self.has_width {
            return Err(Error::argument("width given twice"));
        }
        if self.precision_given {
            return Err(Error::argument("width after precision"));
        }
        Ok(())
    }
}

/// A partially parsed directive.
#[derive(Default)]
struct Directive<'a> {
    flags: Flags,
    width: i64,
    precision: i64,
    /// The argument, if the directive selects one.
    value: Option<&'a Value>,
    /// The name of the selected argument.
    name: Option<&'a str>,
}

struct Formatter<'a> {
    format: &'a [u8],
    at: usize,
    args: &'a [Value],
    /// The number of the next sequential argument, from 1.
    next: usize,
    mode: Mode,
    out: String,
}

impl<'a> Formatter<'a> {
    fn all(&mut self, format: &'a str) -> Result<()> {
        while self.at < self.format.len() {
            let rest = &format[self.at..];
            let Some(literal) = rest.find('%') else {
                self.out.push_str(rest);
                return Ok(());
            };
            if literal + 1 == rest.len() {
                return Err(Error::argument(
                    "incomplete format specifier; use %% (double %) instead",
                ));
            }
            self.out.push_str(&rest[..literal]);
            self.at += literal + 1;
            self.directive(format)?;
            length::check(self.out.len())?;
        }
        Ok(())
    }

    /// The current byte; NUL at the end, as in C.
    fn byte(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    /// Parses a directive after its `%` and writes the formatted argument.
    fn directive(&mut self, format: &'a str) -> Result<()> {
        let mut directive = Directive { width: -1, precision: -1, ..Directive::default() };
        loop {
            let byte = self.byte();
            match byte {
                b' ' | b'#' | b'+' | b'-' | b'0' => {
                    directive.flags.check_for_flags()?;
                    match byte {
                        b' ' => directive.flags.space = true,
                        b'#' => directive.flags.sharp = true,
                        b'+' => directive.flags.plus = true,
                        b'-' => directive.flags.minus = true,
                        _ => directive.flags.zero = true,
                    }
                    self.at += 1;
                }
                b'1'..=b'9' => self.width_or_number(&mut directive)?,
                b'*' => self.width_from_argument(&mut directive)?,
                b'.' => self.precision(&mut directive)?,
                b'<' | b'{' => {
                    self.name(format, &mut directive)?;
                    if byte == b'{' {
                        self.at += 1;
                        let value = self.argument(&directive)?;
                        check_length(value)?;
                        return self.string(&directive, &ruby::to_s(value));
                    }
                    self.at += 1;
                }
                _ => return self.conversion(byte, &directive),
            }
        }
    }

    fn conversion(&mut self, letter: u8, directive: &Directive<'a>) -> Result<()> {
        match letter {
            b'\n' | 0 | b'%' => {
                if !directive.flags.none() {
                    return Err(Error::argument("invalid format character - %"));
                }
                self.out.push('%');
                // The newline or the end of the string is not consumed.
                if letter == b'%' {
                    self.at += 1;
                }
                return Ok(());
            }
            b'c' => {
                let character = operand::character(self.argument(directive)?)?;
                let width = directive.width - 1;
                self.write_padded(directive.flags, width, &character)?;
            }
            b's' => {
                let value = self.argument(directive)?;
                check_length(value)?;
                self.string(directive, &ruby::to_s(value))?;
            }
            b'p' => {
                let value = self.argument(directive)?;
                check_length(value)?;
                self.string(directive, &ruby::inspect(value))?;
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let number = operand::integer(self.argument(directive)?)?;
                check_field(directive)?;
                integer::write(&mut self.out, letter, directive, &number);
            }
            b'f' | b'g' | b'G' | b'e' | b'E' | b'a' | b'A' => {
                let value = self.argument(directive)?;
                check_field(directive)?;
                match operand::whole(value) {
                    Some(number) if letter == b'f' => {
                        integer::write_as_float(&mut self.out, directive, &number);
                    }
                    _ => {
                        let number = operand::float(value)?;
                        float::write(&mut self.out, letter, directive, number);
                    }
                }
            }
            letter if (b' '..=b'~').contains(&letter) => {
                let message = format!("malformed format string - %{}", letter as char);
                return Err(Error::argument(message));
            }
            _ => return Err(Error::argument("malformed format string")),
        }
        self.at += 1;
        Ok(())
    }

    /// Parses digits: the width, or the number of an argument if `$` follows.
    fn width_or_number(&mut self, directive: &mut Directive<'a>) -> Result<()> {
        let number = self.number("width")?;
        if self.byte() == b'$' {
            if directive.value.is_some() {
                return Err(Error::argument(format!("value given twice - {number}$")));
            }
            directive.value = Some(self.numbered_argument(number)?);
            self.at += 1;
            return Ok(());
        }
        directive.flags.check_for_width()?;
        directive.width = number;
        directive.flags.has_width = true;
        Ok(())
    }

    fn width_from_argument(&mut self, directive: &mut Directive<'a>) -> Result<()> {
        directive.flags.check_for_width()?;
        directive.flags.has_width = true;
        directive.width = self.asterisk("width")?;
        if directive.width < 0 {
            directive.flags.minus = true;
            directive.width = -directive.width;
            if directive.width > i64::from(i32::MAX) {
                return Err(Error::argument("width too big"));
            }
        }
        self.at += 1;
        Ok(())
    }

    fn precision(&mut self, directive: &mut Directive<'a>) -> Result<()> {
        if directive.flags.precision_given {
            return Err(Error::argument("precision given twice"));
        }
        directive.flags.has_precision = true;
        directive.flags.precision_given = true;
        self.at += 1;
        if self.byte() == b'*' {
            directive.precision = self.asterisk("precision")?;
            if directive.precision < 0 {
                directive.flags.has_precision = false;
            }
            self.at += 1;
        } else {
            directive.precision = self.number("precision")?;
        }
        Ok(())
    }

    /// Parses a number, which must not be at the end of the format string.
    fn number(&mut self, what: &str) -> Result<i64> {
        let mut number: i64 = 0;
        while let digit @ b'0'..=b'9' = self.byte() {
            number = number * 10 + i64::from(digit - b'0');
            if number > i64::from(i32::MAX) {
                return Err(Error::argument(format!("{what} too big")));
            }
            self.at += 1;
        }
        if self.at >= self.format.len() {
            return Err(Error::argument("malformed format string - %*[0-9]"));
        }
        Ok(number)
    }

    /// Parses `*` or `*1$`, a number given as an argument. The last character is not consumed.
    fn asterisk(&mut self, what: &str) -> Result<i64> {
        let star = self.at;
        self.at += 1;
        let number = self.number(what)?;
        let value = if self.byte() == b'$' {
            self.numbered_argument(number)?
        } else {
            self.at = star;
            self.next_argument()?
        };
        operand::small(value).map(i64::from)
    }

    /// Parses `<name>` or `{name}`. The closing bracket is not consumed.
    fn name(&mut self, format: &'a str, directive: &mut Directive<'a>) -> Result<()> {
        let close = if self.byte() == b'<' { '>' } else { '}' };
        let start = self.at;
        let Some(length) = format[start..].find(close) else {
            return Err(Error::argument("malformed name - unmatched parenthesis"));
        };
        self.at += length;
        let (bracketed, name) =
            (&format[start..=start + length], &format[start + 1..start + length]);
        if let Some(former) = directive.name {
            return Err(Error::argument(format!("named{bracketed} after <{former}>")));
        }
        match self.mode {
            Mode::InOrder(last) => {
                let message = format!("named{bracketed} after unnumbered({last})");
                return Err(Error::argument(message));
            }
            Mode::Numbered => {
                return Err(Error::argument(format!("named{bracketed} after numbered")));
            }
            Mode::Undecided | Mode::Named => self.mode = Mode::Named,
        }
        let [Value::Hash(hash)] = self.args else {
            return Err(Error::argument("one hash required"));
        };
        directive.name = Some(name);
        // Names are symbols in Ruby and strings in Puppet.
        directive.value = hash.get_str(name);
        if directive.value.is_none() {
            return Err(Error::argument(format!("key{bracketed} not found")));
        }
        Ok(())
    }

    fn argument(&mut self, directive: &Directive<'a>) -> Result<&'a Value> {
        match directive.value {
            Some(value) => Ok(value),
            None => self.next_argument(),
        }
    }

    fn next_argument(&mut self) -> Result<&'a Value> {
        match self.mode {
            Mode::Numbered => {
                Err(Error::argument(format!("unnumbered({}) mixed with numbered", self.next)))
            }
            Mode::Named => {
                Err(Error::argument(format!("unnumbered({}) mixed with named", self.next)))
            }
            Mode::Undecided | Mode::InOrder(_) => {
                self.mode = Mode::InOrder(self.next);
                self.next += 1;
                self.nth(self.next - 1)
            }
        }
    }

    fn numbered_argument(&mut self, number: i64) -> Result<&'a Value> {
        match self.mode {
            Mode::InOrder(last) => {
                let message = format!("numbered({number}) after unnumbered({last})");
                return Err(Error::argument(message));
            }
            Mode::Named => {
                return Err(Error::argument(format!("numbered({number}) after named")));
            }
            Mode::Undecided | Mode::Numbered => {}
        }
        if number < 1 {
            return Err(Error::argument(format!("invalid index - {number}$")));
        }
        self.mode = Mode::Numbered;
        self.nth(usize::try_from(number).unwrap_or(usize::MAX))
    }

    fn nth(&self, number: usize) -> Result<&'a Value> {
        self.args.get(number - 1).ok_or_else(|| Error::argument("too few arguments"))
    }

    /// Writes a string in a field; a precision truncates it.
    fn string(&mut self, directive: &Directive<'a>, text: &str) -> Result<()> {
        let cut: Cow<'_, str> = match usize::try_from(directive.precision) {
            Ok(most) if directive.flags.has_precision => text.chars().take(most).collect(),
            _ => text.into(),
        };
        if !directive.flags.has_width {
            self.out.push_str(&cut);
            return Ok(());
        }
        let length = i64::try_from(cut.chars().count()).unwrap_or(i64::MAX);
        self.write_padded(directive.flags, directive.width - length, &cut)
    }

    /// Writes a string with `blanks` blanks before it, or after it with the flag `-`.
    fn write_padded(&mut self, flags: Flags, blanks: i64, text: &str) -> Result<()> {
        if blanks > MAX_FIELD {
            return Err(too_long());
        }
        if !flags.minus {
            fill(&mut self.out, ' ', blanks);
        }
        self.out.push_str(text);
        if flags.minus {
            fill(&mut self.out, ' ', blanks);
        }
        Ok(())
    }
}

fn too_long() -> Error {
    Error::new(ErrorKind::Limit, "a format requires more characters than are allowed")
}

/// Returns an error if the string form of a value would be too long.
fn check_length(value: &Value) -> Result<()> {
    if length::is_plain(value) { Ok(()) } else { length::check_value(value) }
}

fn check_field(directive: &Directive<'_>) -> Result<()> {
    if directive.width > MAX_FIELD || directive.precision > MAX_FIELD {
        return Err(too_long());
    }
    Ok(())
}

/// Writes a character `times` times; none if the number is negative.
fn fill(out: &mut String, character: char, times: i64) {
    out.extend(std::iter::repeat_n(character, usize::try_from(times).unwrap_or(0)));
}
