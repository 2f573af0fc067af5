//! Ruby's `Kernel#format`: text from a format string and arguments.
//!
//! The function `sprintf` of the language is this, and so are most conversions of
//! [`super::convert()`]. Flags, widths, precisions, argument numbers and names, and the texts of the
//! errors are Ruby's.

mod digits;
mod float;
mod integer;
mod operand;

use std::borrow::Cow;

pub(super) use operand::float as as_float;

use super::{length, ruby};
use crate::error::{Error, ErrorKind, Result};
use crate::value::Value;

/// The longest field that is made. Ruby would make two thousand million characters.
const MAX_FIELD: i64 = 1 << 26;

/// Formats arguments as Ruby's `format` does.
///
/// ```
/// use pupa_value::text::sprintf;
/// assert_eq!(sprintf("%05.1f|%-3s|%x", &[2.25.into(), "a".into(), (-255).into()])?, "002.2|a  |..f01");
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// A malformed format string, missing arguments, arguments that can't be converted.
pub fn sprintf(format: &str, args: &[Value]) -> Result<String> {
    let mut run = Run {
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

/// How arguments were asked for up to now.
#[derive(Clone, Copy)]
enum Mode {
    Undecided,
    /// One after the other; this one was the last.
    InOrder(usize),
    Numbered,
    Named,
}

/// The flags of one directive.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent flags")]
struct Flags {
    space: bool,
    sharp: bool,
    plus: bool,
    minus: bool,
    zero: bool,
    has_width: bool,
    /// A precision that counts.
    has_precision: bool,
    /// A precision was given, though a negative one doesn't count.
    precision_seen: bool,
}

impl Flags {
    fn none(self) -> bool {
        !(self.space
            || self.sharp
            || self.plus
            || self.minus
            || self.zero
            || self.has_width
            || self.precision_seen)
    }

    fn check_for_flags(self) -> Result<()> {
        if self.has_width {
            return Err(Error::argument("flag after width"));
        }
        if self.precision_seen {
            return Err(Error::argument("flag after precision"));
        }
        Ok(())
    }

    fn check_for_width(self) -> Result<()> {
        if self.has_width {
            return Err(Error::argument("width given twice"));
        }
        if self.precision_seen {
            return Err(Error::argument("width after precision"));
        }
        Ok(())
    }
}

/// One directive, as far as it has been read.
#[derive(Default)]
struct Directive<'a> {
    flags: Flags,
    width: i64,
    precision: i64,
    /// The argument, when it was told which.
    value: Option<&'a Value>,
    /// The name by which it was told.
    name: Option<&'a str>,
}

struct Run<'a> {
    format: &'a [u8],
    at: usize,
    args: &'a [Value],
    /// The number of the next argument, from 1.
    next: usize,
    mode: Mode,
    out: String,
}

impl<'a> Run<'a> {
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

    /// The byte at hand; the text ends with a NUL, as in C.
    fn byte(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    /// Reads one directive, the `%` of which has been read, and writes its text.
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
                        check_shown(value)?;
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
                // The end of a line or of the text stays where it is.
                if letter == b'%' {
                    self.at += 1;
                }
                return Ok(());
            }
            b'c' => {
                let character = operand::character(self.argument(directive)?)?;
                let width = directive.width - 1;
                self.padded(directive.flags, width, &character)?;
            }
            b's' => {
                let value = self.argument(directive)?;
                check_shown(value)?;
                self.string(directive, &ruby::to_s(value))?;
            }
            b'p' => {
                let value = self.argument(directive)?;
                check_shown(value)?;
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

    /// Digits: the width, or with `$` the number of the argument.
    fn width_or_number(&mut self, directive: &mut Directive<'a>) -> Result<()> {
        let number = self.number("width")?;
        if self.byte() == b'$' {
            if directive.value.is_some() {
                return Err(Error::argument(format!("value given twice - {number}$")));
            }
            directive.value = Some(self.numbered(number)?);
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
        if directive.flags.precision_seen {
            return Err(Error::argument("precision given twice"));
        }
        directive.flags.has_precision = true;
        directive.flags.precision_seen = true;
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

    /// A number in the format string, which must not be the end of it.
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

    /// `*` or `*1$`: a number given as an argument. The last character of it is left to read.
    fn asterisk(&mut self, what: &str) -> Result<i64> {
        let star = self.at;
        self.at += 1;
        let number = self.number(what)?;
        let value = if self.byte() == b'$' {
            self.numbered(number)?
        } else {
            self.at = star;
            self.in_order()?
        };
        operand::small(value).map(i64::from)
    }

    /// `<name>` or `{name}`. The closing bracket is left to read.
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
        // A symbol in Ruby; names are strings in the language.
        directive.value = hash.get_str(name);
        if directive.value.is_none() {
            return Err(Error::argument(format!("key{bracketed} not found")));
        }
        Ok(())
    }

    fn argument(&mut self, directive: &Directive<'a>) -> Result<&'a Value> {
        match directive.value {
            Some(value) => Ok(value),
            None => self.in_order(),
        }
    }

    fn in_order(&mut self) -> Result<&'a Value> {
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

    fn numbered(&mut self, number: i64) -> Result<&'a Value> {
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

    /// Text in a field; a precision cuts it.
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
        self.padded(directive.flags, directive.width - length, &cut)
    }

    /// Text with so many blanks before it, or with the flag `-` after it.
    fn padded(&mut self, flags: Flags, blanks: i64, text: &str) -> Result<()> {
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
    Error::new(ErrorKind::Limit, "a format asks for more characters than are allowed")
}

/// Complains when the text of a value would be too long.
fn check_shown(value: &Value) -> Result<()> {
    if length::is_plain(value) { Ok(()) } else { length::check_value(value) }
}

fn check_field(directive: &Directive<'_>) -> Result<()> {
    if directive.width > MAX_FIELD || directive.precision > MAX_FIELD {
        return Err(too_long());
    }
    Ok(())
}

/// Writes a character so many times; not at all when the number is negative.
fn fill(out: &mut String, character: char, times: i64) {
    out.extend(std::iter::repeat_n(character, usize::try_from(times).unwrap_or(0)));
}
