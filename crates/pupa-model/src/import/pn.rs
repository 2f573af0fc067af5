//! Parser for Puppet Notation: S-expressions with strings, lists and maps.

/// The maximum nesting depth of calls, lists and maps.
const MAX_DEPTH: usize = 200;

/// An expression of the notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pn {
    /// A call: `(name …)`.
    Call(String, Vec<Pn>),
    /// A list: `[…]`.
    List(Vec<Pn>),
    /// A map: `{:key value …}`.
    Map(Vec<(String, Pn)>),
    /// A string: `"text"`.
    Text(String),
    /// An atom: `nil`, `true`, `-1`.
    Plain(String),
}

/// Parses a text; `None` if it is not valid notation.
pub(super) fn read(text: &str) -> Option<Pn> {
    let mut reader = Reader { rest: text, depth: 0 };
    let value = reader.value()?;
    reader.blanks();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, one: char) -> bool {
        self.blanks();
        match self.rest.strip_prefix(one) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Option<Pn> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.eat('(') {
            let name = self.word().to_owned();
            Pn::Call(name, self.until(')', Reader::value)?)
        } else if self.eat('[') {
            Pn::List(self.until(']', Reader::value)?)
        } else if self.eat('{') {
            Pn::Map(self.until('}', Reader::entry)?)
        } else if self.eat('"') {
            Pn::Text(self.text()?)
        } else {
            Pn::Plain(Some(self.word()).filter(|word| !word.is_empty())?.to_owned())
        };
        self.depth -= 1;
        Some(value)
    }

    fn until<T>(&mut self, end: char, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut elements = Vec::new();
        while !self.eat(end) {
            elements.push(element(self)?);
        }
        Some(elements)
    }

    fn entry(&mut self) -> Option<(String, Pn)> {
        if !self.eat(':') {
            return None;
        }
        let key = self.word().to_owned();
        Some((key, self.value()?))
    }

    /// The text up to the next space, bracket or quote.
    fn word(&mut self) -> &'t str {
        self.blanks();
        let is_end = |one: char| {
            one.is_whitespace() || matches!(one, '(' | ')' | '[' | ']' | '{' | '}' | '"')
        };
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// The rest of a string, after its opening quote.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let at = self.rest.find(['"', '\\'])?;
            text.push_str(&self.rest[..at]);
            let is_end = self.rest[at..].starts_with('"');
            self.rest = &self.rest[at + 1..];
            if is_end {
                return Some(text);
            }
            let escaped = self.rest.chars().next()?;
            self.rest = &self.rest[escaped.len_utf8()..];
            text.push(match escaped {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                '"' | '\\' => escaped,
                'o' => {
                    let code = u8::from_str_radix(self.rest.get(..3)?, 8).ok()?;
                    self.rest = self.rest.get(3..)?;
                    char::from(code)
                }
                _ => return None,
            });
        }
    }
}

impl Pn {
    /// The value of a key in a map.
    pub(super) fn get(&self, key: &str) -> Option<&Pn> {
        let Pn::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Replaces heredocs by strings, since heredocs can't be written in a single line.
    pub(super) fn without_heredocs(self) -> Pn {
        let all = |elements: Vec<Pn>| elements.into_iter().map(Pn::without_heredocs).collect();
        match self {
            Pn::Call(name, mut elements) => match &mut elements[..] {
                [Pn::Map(entries)] if name == "heredoc" => {
                    let text = entries.iter().position(|(key, _)| key == "text");
                    match text.map(|at| entries.swap_remove(at)) {
                        Some((_, text)) => text.without_heredocs(),
                        None => Pn::Call(name, elements),
                    }
                }
                _ => Pn::Call(name, all(elements)),
            },
            Pn::List(elements) => Pn::List(all(elements)),
            Pn::Map(entries) => {
                let entries = entries.into_iter();
                Pn::Map(entries.map(|(key, value)| (key, value.without_heredocs())).collect())
            }
            Pn::Text(_) | Pn::Plain(_) => self,
        }
    }

    /// The elements of a list.
    pub(super) fn list(&self) -> Option<&[Pn]> {
        match self {
            Pn::List(elements) => Some(elements),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_read() {
        let pn = read(r#"(f {:a [1 "x\n\"\o007"] :b nil})"#).expect("notation");
        let Pn::Call(name, elements) = &pn else { panic!("{pn:?}") };
        assert_eq!((name.as_str(), elements.len()), ("f", 1));
        let list = elements[0].get("a").and_then(Pn::list);
        let text = Pn::Text("x\n\"\u{7}".to_owned());
        assert_eq!(list, Some(&[Pn::Plain("1".to_owned()), text][..]));
        assert_eq!(elements[0].get("b"), Some(&Pn::Plain("nil".to_owned())));
    }

    #[test]
    fn heredocs_become_strings() {
        let pn =
            r#"(f [(heredoc {:syntax "json" :text (concat "a" (str (heredoc {:text "b"})))})])"#;
        let plain = r#"(f [(concat "a" (str "b"))])"#;
        assert_eq!(read(pn).map(Pn::without_heredocs), read(plain));
    }

    #[test]
    fn invalid_notation_is_rejected() {
        for text in ["", "(", "(a", "[1", "{a 1}", "\"x", "(a) b", "\"\\q\"", "\"\\o9\"", ")"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"(a ".repeat(100_000)), None);
    }
}
