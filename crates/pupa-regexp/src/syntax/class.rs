//! Parses character classes: `[a-z&&[^x][:alpha:]]`.

use super::PatternError;
use super::cursor::Cursor;
use super::parser::MAX_DEPTH;
use super::property_names::PropertyName;
use super::tree::ClassItem;

/// The tokens of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClassToken {
    End,
    Close,
    Open,
    And,
    /// `-`
    Range,
    Value {
        code: char,
        is_escaped: bool,
    },
    /// A set of characters: `\d`, `[:alpha:]`.
    Set(ClassItem),
}

/// The state of the parser in a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    /// Behind a character.
    Value(char),
    /// After a set of characters.
    Set,
    /// After the `-` of a range that starts with this character.
    Range(char),
    /// Behind a whole range.
    Complete,
}

/// The maximum distance at which the `:]` of a `[:` is searched.
const POSIX_NAME_LIMIT: usize = 20;

const POSIX_NAMES: [&str; 14] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "xdigit", "ascii", "word",
];

/// Parses a class, whose `[` has been consumed, into `items`; `depth` is its nesting in groups.
pub(crate) fn read_class(
    cursor: &mut Cursor<'_>,
    depth: usize,
    items: &mut Vec<ClassItem>,
) -> Result<(), PatternError> {
    let start = cursor.at().saturating_sub(1);
    Reader { cursor, items, start, posix: None }.read(depth)
}

/// Parses the name of a property and its closing brace. Also returns whether the property is
/// inverted.
pub(crate) fn read_property(
    cursor: &mut Cursor<'_>,
    is_negated: bool,
) -> Result<(PropertyName, bool), PatternError> {
    let is_inverted = is_negated != cursor.eat('^');
    let start = cursor.at();
    let mut last = start;
    while let Some(c) = cursor.peek() {
        last = cursor.at();
        cursor.bump();
        match c {
            '}' => match PropertyName::find(cursor.slice(start, last)) {
                Some(name) => return Ok((name, is_inverted)),
                None => break,
            },
            '(' | ')' | '{' | '|' => break,
            _ => {}
        }
    }
    Err(PatternError::naming(
        "invalid character property name {",
        cursor.slice(start, last),
        "}",
        start,
    ))
}

struct Reader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    items: &'c mut Vec<ClassItem>,
    /// The offset of the outermost class.
    start: usize,
    /// The last search for `:]`: its start, its end, and whether it was successful.
    posix: Option<(usize, usize, bool)>,
}

impl Reader<'_, '_> {
    fn read(&mut self, depth: usize) -> Result<(), PatternError> {
        // The states of the surrounding classes.
        let mut outer: Vec<State> = Vec::new();
        let mut state = State::Start;
        let mut token = self.first_token(depth)?;
        loop {
            let mut fetched = None;
            match token {
                ClassToken::End => {
                    return Err(PatternError::new("premature end of char-class", self.start));
                }
                ClassToken::Close => {
                    self.items.push(ClassItem::Close);
                    match outer.pop() {
                        Some(around) => state = around,
                        None => return Ok(()),
                    }
                }
                ClassToken::Open => {
                    outer.push(state);
                    state = State::Start;
                    fetched = Some(self.first_token(depth + outer.len())?);
                }
                ClassToken::And => {
                    self.items.push(ClassItem::And);
                    state = State::Start;
                }
                ClassToken::Value { code, .. } => state = self.value(state, code)?,
                ClassToken::Set(item) => state = self.set(state, item)?,
                ClassToken::Range => (state, fetched) = self.range(state)?,
            }
            token = match fetched {
                Some(token) => token,
                None => self.token()?,
            };
        }
    }

    /// Parses the first token after `[` or `[^`, where `]` is literal.
    fn first_token(&mut self, depth: usize) -> Result<ClassToken, PatternError> {
        let start = self.cursor.at().saturating_sub(1);
        if depth + 1 > MAX_DEPTH {
            return Err(PatternError::new("parse depth limit over", start));
        }
        let mut token = self.token()?;
        let is_negated = token == (ClassToken::Value { code: '^', is_escaped: false });
        self.items.push(ClassItem::Open { is_negated });
        if is_negated {
            token = self.token()?;
        }
        if token == ClassToken::Close {
            if !self.cursor.rest().contains(']') {
                return Err(PatternError::new("empty char-class", start));
            }
            token = ClassToken::Value { code: ']', is_escaped: false };
        }
        Ok(token)
    }

    fn value(&mut self, state: State, code: char) -> Result<State, PatternError> {
        match state {
            State::Range(from) if from > code => Err(PatternError::new(
                "empty range in char class",
                self.cursor.at().saturating_sub(1),
            )),
            State::Range(from) => {
                self.items.push(ClassItem::Range(from, code));
                Ok(State::Complete)
            }
            State::Start | State::Value(_) | State::Set | State::Complete => {
                self.items.push(ClassItem::Range(code, code));
                Ok(State::Value(code))
            }
        }
    }

    fn set(&mut self, state: State, item: ClassItem) -> Result<State, PatternError> {
        match state {
            State::Range(_) => {
                Err(PatternError::new("char-class value at end of range", self.cursor.at()))
            }
            State::Start | State::Value(_) | State::Set | State::Complete => {
                self.items.push(item);
                Ok(State::Set)
            }
        }
    }

    /// Parses `-`; returns the next state, and the next token if it was needed to decide.
    fn range(&mut self, state: State) -> Result<(State, Option<ClassToken>), PatternError> {
        let at = self.cursor.at().saturating_sub(1);
        if let State::Range(_) = state {
            return Ok((self.value(state, '-')?, None));
        }
        let next = self.token()?;
        let ends_here = matches!(next, ClassToken::Close | ClassToken::And);
        let state = match state {
            State::Value(from) if !ends_here => State::Range(from),
            State::Set if !ends_here => {
                return Err(PatternError::new("unmatched range specifier in char-class", at));
            }
            other => self.value(other, '-')?,
        };
        Ok((state, Some(next)))
    }

    fn token(&mut self) -> Result<ClassToken, PatternError> {
        let Some(c) = self.cursor.bump() else { return Ok(ClassToken::End) };
        Ok(match c {
            ']' => ClassToken::Close,
            '-' => ClassToken::Range,
            '\\' => self.escape()?,
            '[' => self.bracket()?,
            '&' if self.cursor.eat('&') => ClassToken::And,
            _ => ClassToken::Value { code: c, is_escaped: false },
        })
    }

    fn escape(&mut self) -> Result<ClassToken, PatternError> {
        let at = self.cursor.at();
        let Some(c) = self.cursor.bump() else {
            return Err(PatternError::new("end pattern at escape", at));
        };
        let code = match c {
            'w' | 'W' | 'd' | 'D' | 's' | 'S' | 'h' | 'H' => {
                return Ok(ClassToken::Set(ClassItem::Type(c as u8)));
            }
            'p' | 'P' if self.cursor.eat('{') => {
                let (name, is_inverted) = read_property(self.cursor, c == 'P')?;
                return Ok(ClassToken::Set(ClassItem::Property { name, is_inverted }));
            }
            'b' => '\u{8}',
            'x' => self.cursor.code(2, 16),
            '0'..='7' => {
                self.cursor.back_to(at);
                self.cursor.code(3, 8)
            }
            other => escaped_char(other),
        };
        Ok(ClassToken::Value { code, is_escaped: true })
    }

    /// Parses `[` in a class: a nested class, or `[:name:]`.
    fn bracket(&mut self) -> Result<ClassToken, PatternError> {
        let at = self.cursor.at();
        if self.cursor.peek() != Some(':') || !self.has_posix_end(at + 1) {
            return Ok(ClassToken::Open);
        }
        self.cursor.eat(':');
        if let Some(item) = self.posix_name()? {
            return Ok(ClassToken::Set(item));
        }
        self.cursor.back_to(at);
        Ok(ClassToken::Value { code: '[', is_escaped: false })
    }

    /// Whether `:]` comes before a single `]`. The last result is cached, so that a sequence of
    /// `[:` does not take quadratic time.
    fn has_posix_end(&mut self, from: usize) -> bool {
        if let Some((searched, until, found)) = self.posix
            && (searched..=until).contains(&from)
        {
            return found;
        }
        let rest = self.cursor.slice(from, self.cursor.text_end()).as_bytes();
        let mut at = 0;
        let found = loop {
            match rest.get(at) {
                None | Some(b']') => break false,
                Some(b':') if rest.get(at + 1) == Some(&b']') => break true,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        };
        self.posix = Some((from, from + at, found));
        found
    }

    /// Parses `alpha:]`; returns `None` if it is neither the name of a set nor similar to one.
    fn posix_name(&mut self) -> Result<Option<ClassItem>, PatternError> {
        let at = self.cursor.at();
        let invalid = PatternError::new("invalid POSIX bracket type", at);
        let is_negated = self.cursor.eat('^');
        let rest = self.cursor.rest();
        let is_long_enough = rest.chars().take(7).count() == 7;
        let name = POSIX_NAMES.iter().find(|name| is_long_enough && rest.starts_with(**name));
        if let Some(name) = name {
            if !rest[name.len()..].starts_with(":]") {
                return Err(invalid);
            }
            self.cursor.back_to(self.cursor.at() + name.len() + 2);
            return Ok(Some(ClassItem::Bracket { name, is_negated }));
        }
        let is_name = |c: char| c != ':' && c != ']';
        let skipped: usize = rest
            .chars()
            .take(POSIX_NAME_LIMIT)
            .take_while(|&c| is_name(c))
            .map(char::len_utf8)
            .sum();
        if rest[skipped..].starts_with(":]") {
            return Err(invalid);
        }
        Ok(None)
    }
}

/// Returns the character of a simple escape.
pub(crate) fn escaped_char(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\u{c}',
        'v' => '\u{b}',
        'a' => '\u{7}',
        'e' => '\u{1b}',
        other => other,
    }
}
