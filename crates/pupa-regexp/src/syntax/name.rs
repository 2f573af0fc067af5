//! Parses names and numbers of groups: `(?<name>`, `\k<name+1>`, `\g<-1>`, `(?(1)`.

use super::PatternError;
use super::cursor::Cursor;

/// The name or number of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupRef {
    /// The offsets of its start and end.
    pub(crate) span: (usize, usize),
    /// The number, if it is one; a negative number counts backwards from here.
    pub(crate) number: Option<i64>,
    /// The recursion level of a back-reference.
    pub(crate) level: Option<i64>,
}

/// The purpose of a name, which determines whether it may be a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Definition,
    Reference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Word,
    Digits,
    /// A sign without digits.
    Sign,
}

const EMPTY: &str = "group name is empty";

fn invalid_name(cursor: &Cursor<'_>, start: usize, end: usize) -> PatternError {
    PatternError::naming("invalid group name <", cursor.slice(start, end), ">", start)
}

fn invalid_char(cursor: &Cursor<'_>, start: usize, end: usize) -> PatternError {
    PatternError::naming("invalid char in group name <", cursor.slice(start, end), ">", start)
}

/// Returns the delimiter that closes a name opened by `open`.
pub(crate) fn closing(open: char) -> char {
    match open {
        '<' => '>',
        '(' => ')',
        other => other,
    }
}

/// Parses a name and its closing delimiter `end`.
pub(crate) fn read_name(
    cursor: &mut Cursor<'_>,
    end: char,
    purpose: Purpose,
) -> Result<GroupRef, PatternError> {
    let start = cursor.at();
    let mut shape = Shape::Word;
    let mut last = match cursor.bump() {
        None => return Err(PatternError::new(EMPTY, start)),
        Some(c) if c == end => return Err(PatternError::new(EMPTY, start)),
        Some(c) => c,
    };
    if last.is_ascii_digit() || last == '-' {
        if purpose == Purpose::Definition {
            let name_end = skip_name(cursor, end);
            return Err(invalid_name(cursor, start, name_end));
        }
        shape = if last == '-' { Shape::Sign } else { Shape::Digits };
    }
    let mut name_end = cursor.text_end();
    while let Some(c) = cursor.peek() {
        name_end = cursor.at();
        cursor.bump();
        last = c;
        if c == end || c == ')' {
            if shape == Shape::Sign {
                let name_end = skip_name(cursor, end);
                return Err(invalid_name(cursor, start, name_end));
            }
            break;
        }
        if shape != Shape::Word {
            if !c.is_ascii_digit() {
                let is_word = c.is_alphanumeric() || c == '_';
                let fault = if is_word { invalid_name } else { invalid_char };
                let name_end = skip_name(cursor, end);
                return Err(fault(cursor, start, name_end));
            }
            shape = Shape::Digits;
        }
    }
    if last != end {
        return Err(invalid_name(cursor, start, cursor.text_end()));
    }
    let number = match shape {
        Shape::Word => None,
        Shape::Digits | Shape::Sign => match number(cursor, start, name_end)? {
            0 => return Err(invalid_name(cursor, start, name_end)),
            number => Some(number),
        },
    };
    Ok(GroupRef { span: (start, name_end), number, level: None })
}

/// Skips the rest of an invalid name; returns the offset of its end.
fn skip_name(cursor: &mut Cursor<'_>, end: char) -> usize {
    let mut name_end = cursor.text_end();
    while let Some(c) = cursor.peek() {
        name_end = cursor.at();
        cursor.bump();
        if c == end || c == ')' {
            break;
        }
    }
    if cursor.peek().is_none() { cursor.text_end() } else { name_end }
}

/// Parses the name of a back-reference, which may contain a level: `name+1`, `-1-2`.
pub(crate) fn read_name_with_level(
    cursor: &mut Cursor<'_>,
    end: char,
) -> Result<GroupRef, PatternError> {
    let start = cursor.at();
    let mut shape = Shape::Word;
    let mut is_wrong = false;
    let mut last = match cursor.bump() {
        None => return Err(PatternError::new(EMPTY, start)),
        Some(c) if c == end => return Err(PatternError::new(EMPTY, start)),
        Some(c) => c,
    };
    if last.is_ascii_digit() {
        shape = Shape::Digits;
    } else if last == '-' {
        shape = Shape::Sign;
    }
    let mut name_end = cursor.text_end();
    while let Some(c) = cursor.peek() {
        name_end = cursor.at();
        cursor.bump();
        last = c;
        if c == end || matches!(c, ')' | '+' | '-') {
            is_wrong |= shape == Shape::Sign;
            break;
        }
        if shape != Shape::Word {
            shape = if c.is_ascii_digit() {
                Shape::Digits
            } else {
                is_wrong = true;
                Shape::Word
            };
        }
    }
    if is_wrong {
        return Err(invalid_name(cursor, start, name_end));
    }
    let level = match last == end {
        true => None,
        false => Some(read_level(cursor, last, end, start, name_end)?),
    };
    let number = match shape {
        Shape::Word => None,
        Shape::Digits | Shape::Sign => match number(cursor, start, name_end)? {
            0 => return Err(invalid_name(cursor, start, cursor.text_end())),
            number => Some(number),
        },
    };
    Ok(GroupRef { span: (start, name_end), number, level })
}

/// Parses the level after `sign`, and the end of the name.
fn read_level(
    cursor: &mut Cursor<'_>,
    sign: char,
    end: char,
    start: usize,
    name_end: usize,
) -> Result<i64, PatternError> {
    if matches!(sign, '+' | '-') {
        match cursor.peek() {
            None => return Err(invalid_char(cursor, start, name_end)),
            Some(c) if c.is_ascii_digit() => {
                let Some(level) = cursor.number() else {
                    return Err(PatternError::new("too big number", start));
                };
                if cursor.bump() == Some(end) {
                    let level = i64::from(level);
                    return Ok(if sign == '-' { -level } else { level });
                }
            }
            Some(_) => {}
        }
    }
    Err(invalid_name(cursor, start, cursor.text_end()))
}

/// The value of the digits in a name, with its sign.
fn number(cursor: &Cursor<'_>, start: usize, end: usize) -> Result<i64, PatternError> {
    let text = cursor.slice(start, end);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = digits.bytes().try_fold(0i64, |value, digit| {
        let value = value * 10 + i64::from(digit.wrapping_sub(b'0'));
        (value <= i64::from(i32::MAX)).then_some(value)
    });
    value.map(|value| value * sign).ok_or_else(|| PatternError::new("too big number", start))
}
