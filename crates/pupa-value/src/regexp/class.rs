//! Character classes: `[a-z&&[^x][:alpha:]]`.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::cursor::Cursor;
use super::fold;
use super::options::InlineOptions;
use super::parser::escaped_char;
use super::property::{self, Kind, Property};
use super::tree::Node;

/// The maximum nesting depth of classes; deeper classes are ignored.
const MAX_DEPTH: usize = 200;

/// The names of the POSIX bracket expressions.
const POSIX_NAMES: [&str; 14] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "xdigit", "ascii", "word",
];

/// The maximum number of characters in which the `:]` of a `[:` is searched.
const POSIX_NAME_LIMIT: usize = 20;

/// Parses the `name}` of a property and returns whether it is inverted.
pub(super) fn property_set(cursor: &mut Cursor, is_negated: bool) -> (Property, bool) {
    let is_inverted = is_negated != cursor.eat('^');
    let name = cursor.until('}');
    (property::by_name(&name), is_inverted)
}

/// The members of a class.
#[derive(Debug, Clone)]
struct Members {
    all: ClassUnicode,
    /// The members that, when case is ignored, may match characters across the ASCII boundary.
    explicit: ClassUnicode,
}

impl Members {
    fn empty() -> Members {
        Members { all: ClassUnicode::empty(), explicit: ClassUnicode::empty() }
    }

    fn add_range(&mut self, from: char, to: char) {
        let range = ClassUnicodeRange::new(from, to);
        self.all.push(range);
        self.explicit.push(range);
    }

    fn add(&mut self, set: &ClassUnicode, is_explicit: bool) {
        self.all.union(set);
        if is_explicit {
            self.explicit.union(set);
        }
    }

    fn union(&mut self, other: &Members) {
        self.all.union(&other.all);
        self.explicit.union(&other.explicit);
    }

    fn intersect(&mut self, other: &Members) {
        self.all.intersect(&other.all);
        self.explicit.intersect(&other.explicit);
    }

    fn negate(&mut self) {
        self.all.negate();
        self.explicit.negate();
    }
}

#[derive(Debug, Clone)]
enum Token {
    End,
    Close,
    Open,
    And,
    /// `-`
    Range,
    Value(char),
    Set {
        chars: ClassUnicode,
        is_explicit: bool,
    },
}

/// The state of the parser within a class.
#[derive(Debug, Clone, Copy)]
enum State {
    /// A `-` here is a literal character.
    Start,
    /// After a single character.
    Value(char),
    /// After the `-` of a range that begins with this character.
    Range(char),
}

/// The parser of a class whose `[` has been consumed.
pub(super) struct ClassReader<'c> {
    cursor: &'c mut Cursor,
    options: InlineOptions,
}

impl<'c> ClassReader<'c> {
    pub(super) fn new(cursor: &'c mut Cursor, options: InlineOptions) -> ClassReader<'c> {
        ClassReader { cursor, options }
    }

    /// Parses the class up to its `]`.
    pub(super) fn read(mut self) -> Node {
        let (members, is_negated) = self.class(0);
        let only = match members.all.ranges() {
            [range] if range.start() == range.end() => Some(range.start()),
            _ => None,
        };
        if let Some(c) = only
            && !is_negated
        {
            return fold::character(c, self.options);
        }
        let mut set = if self.options.ignores_case {
            fold::class(&members.all, &members.explicit, is_negated)
        } else {
            members.all
        };
        if is_negated {
            set.negate();
        }
        Node::Set(set)
    }

    /// The members of a class, and whether it is negated.
    fn class(&mut self, depth: usize) -> (Members, bool) {
        let is_negated = self.cursor.eat('^');
        let mut left: Option<Members> = None;
        let mut members = Members::empty();
        let mut state = State::Start;
        let mut next = Some(match self.cursor.eat(']') {
            true => Token::Value(']'),
            false => self.token(),
        });
        loop {
            let token = next.take().unwrap_or_else(|| self.token());
            match token {
                Token::End | Token::Close => break,
                Token::Open => {
                    if depth < MAX_DEPTH {
                        let (mut inner, inverted) = self.class(depth + 1);
                        if inverted {
                            inner.negate();
                        }
                        members.union(&inner);
                    }
                }
                Token::And => {
                    left = Some(meet(left, std::mem::replace(&mut members, Members::empty())));
                    state = State::Start;
                }
                Token::Value(c) => state = value(&mut members, state, c),
                Token::Set { chars, is_explicit } => {
                    members.add(&chars, is_explicit);
                    state = State::Start;
                }
                Token::Range => (state, next) = self.range(&mut members, state),
            }
        }
        (meet(left, members), is_negated)
    }

    /// Handles `-`; returns the next state, and the next token if it had to be read ahead.
    fn range(&mut self, members: &mut Members, state: State) -> (State, Option<Token>) {
        if let State::Range(_) = state {
            return (value(members, state, '-'), None);
        }
        let next = self.token();
        let ends_here = matches!(next, Token::Close | Token::And);
        let state = match state {
            State::Value(from) if !ends_here => State::Range(from),
            other => value(members, other, '-'),
        };
        (state, Some(next))
    }

    fn token(&mut self) -> Token {
        match self.cursor.bump() {
            None => Token::End,
            Some(']') => Token::Close,
            Some('-') => Token::Range,
            Some('\\') => self.escape(),
            Some('[') => self.bracket(),
            Some('&') if self.cursor.eat('&') => Token::And,
            Some(c) => Token::Value(c),
        }
    }

    fn escape(&mut self) -> Token {
        let at = self.cursor.at();
        let Some(c) = self.cursor.bump() else { return Token::Value('\\') };
        match c {
            'w' | 'W' | 'd' | 'D' | 's' | 'S' | 'h' | 'H' => {
                let mut chars = property::character_type(c, self.options.types_are_ascii());
                if c.is_ascii_uppercase() {
                    chars.negate();
                }
                Token::Set { chars, is_explicit: !matches!(c, 'w' | 'W') }
            }
            'p' | 'P' if self.cursor.eat('{') => {
                let (mut property, is_inverted) = property_set(self.cursor, c == 'P');
                if is_inverted {
                    property.chars.negate();
                }
                Token::Set { chars: property.chars, is_explicit: property.kind != Kind::Ascii }
            }
            'x' => Token::Value(self.cursor.code(2, 16)),
            '0'..='7' => {
                self.cursor.back_to(at);
                Token::Value(self.cursor.code(3, 8))
            }
            'b' => Token::Value('\u{8}'),
            other => Token::Value(escaped_char(other)),
        }
    }

    /// `[` inside a class: a nested class, or `[:name:]`.
    fn bracket(&mut self) -> Token {
        let at = self.cursor.at();
        if self.cursor.peek() != Some(':') || !self.has_posix_end() {
            return Token::Open;
        }
        self.cursor.eat(':');
        let is_negated = self.cursor.eat('^');
        let name: String = self
            .cursor
            .rest()
            .iter()
            .take(POSIX_NAME_LIMIT)
            .take_while(|&&c| c != ':' && c != ']')
            .collect();
        if !POSIX_NAMES.contains(&name.as_str()) {
            self.cursor.back_to(at);
            return Token::Value('[');
        }
        self.cursor.until(']');
        let is_ascii = self.options.brackets_are_ascii();
        let mut chars = property::bracket(&name, is_ascii);
        if is_negated {
            chars.negate();
        }
        let is_explicit = !is_ascii && !matches!(name.as_str(), "word" | "ascii");
        Token::Set { chars, is_explicit }
    }

    /// Whether a `:]` comes before a lone `]`.
    fn has_posix_end(&self) -> bool {
        let rest = self.cursor.rest();
        let mut at = 1;
        loop {
            match rest.get(at) {
                None | Some(']') => return false,
                Some(':') if rest.get(at + 1) == Some(&']') => return true,
                Some('\\') => at += 2,
                Some(_) => at += 1,
            }
        }
    }
}

fn value(members: &mut Members, state: State, c: char) -> State {
    match state {
        State::Range(from) => {
            members.add_range(from, c);
            State::Start
        }
        State::Start | State::Value(_) => {
            members.add_range(c, c);
            State::Value(c)
        }
    }
}

fn meet(left: Option<Members>, right: Members) -> Members {
    match left {
        None => right,
        Some(mut left) => {
            left.intersect(&right);
            left
        }
    }
}
