//! `Array#pack` and `String#unpack`: parsing their formats.

mod ascii;
mod read;
mod write;

pub(crate) use read::{unpack, unpack1};
pub(crate) use write::pack;

use crate::machine::{Flow, Machine};
use crate::symbol::Symbol;

/// The count after a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    /// No count was given.
    One,
    /// A number was given.
    Times(usize),
    /// `*`
    All,
}

/// One directive of a format.
#[derive(Debug, Clone, Copy)]
struct Directive {
    letter: u8,
    count: Count,
    /// Whether the size is that of the native C type: `_` or `!`.
    is_native: bool,
    is_big: Option<bool>,
}

/// Parses the directives of a format. Blanks and comments are skipped.
fn directives(m: &mut Machine<'_>, format: &[u8]) -> Flow<Vec<Directive>> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(&letter) = format.get(at) {
        at += 1;
        match letter {
            b' ' | b'\t'..=b'\r' | 0 => continue,
            b'#' => {
                while format.get(at).is_some_and(|byte| *byte != b'\n') {
                    at += 1;
                }
                continue;
            }
            _ => {}
        }
        let mut directive = Directive { letter, count: Count::One, is_native: false, is_big: None };
        while let Some(&modifier @ (b'_' | b'!' | b'<' | b'>')) = format.get(at) {
            let is_allowed = b"sSiIlLqQjJ".contains(&letter);
            if !is_allowed {
                let message =
                    format!("'{}' allowed only after types sSiIlLqQjJ", char::from(modifier));
                return Err(m.argument_error(message));
            }
            match modifier {
                b'_' | b'!' => directive.is_native = true,
                _ if directive.is_big.is_some() => {
                    return Err(m.range_error("Can't use both '<' and '>'"));
                }
                _ => directive.is_big = Some(modifier == b'>'),
            }
            at += 1;
        }
        if format.get(at) == Some(&b'*') {
            directive.count = Count::All;
            at += 1;
        } else if format.get(at).is_some_and(u8::is_ascii_digit) {
            let mut number: usize = 0;
            while let Some(&digit @ b'0'..=b'9') = format.get(at) {
                number = match number.checked_mul(10).filter(|number| *number < 1 << 60) {
                    Some(number) => number + usize::from(digit - b'0'),
                    None => return Err(m.range_error("pack length too big")),
                };
                at += 1;
            }
            directive.count = Count::Times(number);
        }
        list.push(directive);
    }
    Ok(list)
}

/// Warns about an unknown directive, if `$VERBOSE` is true.
fn warn_unknown(
    m: &mut Machine<'_>,
    directive: Directive,
    format: &[u8],
    method: &str,
) -> Flow<()> {
    let is_known = b"aAZbBhHcCsSiIlLqQjJnNvVUwmMuxX@dDfFeEgGpP%".contains(&directive.letter);
    let is_verbose = m.globals.get(&Symbol::new("$VERBOSE")).is_some_and(|value| value.is_truthy());
    if is_known || !is_verbose {
        return Ok(());
    }
    let letter = char::from(directive.letter);
    let format = String::from_utf8_lossy(format);
    m.warn(&format!("unknown {method} directive '{letter}' in '{format}'"))
}

/// The layout of an integer.
#[derive(Debug, Clone, Copy)]
struct Shape {
    size: usize,
    is_signed: bool,
    is_big: bool,
}

impl Directive {
    /// The layout of the integers, if the directive is for integers.
    fn integer(self) -> Option<Shape> {
        let big = self.is_big.unwrap_or(false);
        let long = if self.is_native { 8 } else { 4 };
        let (size, is_signed, is_big) = match self.letter {
            b'c' => (1, true, false),
            b'C' => (1, false, false),
            b's' => (2, true, big),
            b'S' => (2, false, big),
            b'i' => (4, true, big),
            b'I' => (4, false, big),
            b'l' => (long, true, big),
            b'L' => (long, false, big),
            b'q' | b'j' => (8, true, big),
            b'Q' | b'J' => (8, false, big),
            b'n' => (2, false, true),
            b'N' => (4, false, true),
            b'v' => (2, false, false),
            b'V' => (4, false, false),
            _ => return None,
        };
        Some(Shape { size, is_signed, is_big })
    }

    /// The size of the floats and whether the first byte is the highest, if the directive is for
    /// floats.
    fn float(self) -> Option<(usize, bool)> {
        match self.letter {
            b'd' | b'D' | b'E' => Some((8, false)),
            b'f' | b'F' | b'e' => Some((4, false)),
            b'G' => Some((8, true)),
            b'g' => Some((4, true)),
            _ => None,
        }
    }
}
