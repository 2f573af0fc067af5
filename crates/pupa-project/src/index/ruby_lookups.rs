//! Finds lookups in Ruby code and ERB templates. The code is not parsed. In a file with lookups,
//! every quoted string may be a key, and a lookup whose key is not a literal may use any key.

use pupa_syntax::source::Span;
use pupa_value::regexp::Regexp;

use super::keys::{KeyPart, PartialKey, root};

/// The calls that look up data: `scope.call_function('lookup', [`, `call_function(:hiera, `,
/// `function_hiera([`, `Puppet::Pops::Lookup.lookup(`. If one of the first two groups matches, the
/// arguments are in an array.
const CALL: &str = concat!(
    r#"(scope(?:\(\))?\.)?call_function[ (]\s*:?['"]?(?:simplib)?(?:::)?(?:lookup|hiera(?:_\w+)?)['"]?\s*,"#,
    r"|(function_(?:lookup|hiera(?:_array|_hash|_include)?))[ (]",
    r"|\b(?:Lookup\.(?:lookup|search_and_merge)|DataBinding\.indirection\.find|hiera\.lookup)[ (]"
);

/// Quoted strings, and the words in lists: `%w[a b]`.
const QUOTED: &str = r#"'([\w:.-]+)'|"([\w:.-]+)"|%[wi][\[({<]([\w:.\s-]+)[\])}>]"#;

/// The maximum length of arguments in bytes. Longer ones count as unknown.
const LONGEST_ARGUMENTS: usize = 1000;

/// The texts that may follow a literal key.
const ENDS: &[&str] = &[",", ")", "]", "\n", "\r", "%>", "-%>", "#"];

/// The words of lookups. Code without any of them has no lookups.
const WORDS: &[&str] = &["lookup", "hiera", "Lookup", "DataBinding"];

/// Returns the possible lookups of Ruby code with their ranges.
pub(super) fn ruby_lookups(text: &str) -> Vec<(PartialKey, Span)> {
    if !WORDS.iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let mut found: Vec<(PartialKey, Span)> =
        quoted(text).into_iter().map(|key| (PartialKey::Exact(root(key)), Span::at(0))).collect();
    let Ok(call) = Regexp::new(CALL) else { return found };
    let mut line = Line::default();
    for head in call.captures_iter(text).flatten() {
        let whole = head.whole();
        line.go_to(text, whole.start);
        if line.is_comment(text) {
            continue;
        }
        let span = Span::new(whole.start as u32, whole.end as u32);
        let is_array = head.text(1).or(head.text(2)).is_some();
        let keys = keys_of_call(beginning(head.after()), is_array);
        found.extend(keys.into_iter().map(|key| (key, span)));
    }
    found
}

/// The start of a text, as long as arguments may be.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST_ARGUMENTS)]
}

fn quoted(text: &str) -> Vec<&str> {
    let Ok(quoted) = Regexp::new(QUOTED) else { return Vec::new() };
    let texts = quoted.captures_iter(text).flatten();
    let found = texts.filter_map(|found| found.text(1).or(found.text(2)).or(found.text(3)));
    found.flat_map(str::split_whitespace).collect()
}

/// The line of a position, up to that position. It moves forward only, so that each part of the
/// text is read once.
#[derive(Default)]
struct Line {
    start: usize,
    end: usize,
    /// Whether the line contains the start of code in a template.
    has_code: bool,
    /// Whether the line is between `=begin` and `=end`.
    is_block: bool,
}

impl Line {
    fn go_to(&mut self, text: &str, place: usize) {
        let passed = &text[self.end..place];
        for line in passed.split_inclusive('\n') {
            // `passed` may start in the middle of a line, and only whole lines start or end a block
            // comment.
            let is_whole = self.end == 0 || line.as_ptr() != passed.as_ptr();
            self.is_block |= is_whole && line.starts_with("=begin");
            self.is_block &= !(is_whole && line.starts_with("=end"));
        }
        let own = match passed.rfind('\n') {
            Some(at) => {
                self.start = self.end + at + 1;
                self.has_code = false;
                &text[self.start..place]
            }
            None => passed,
        };
        self.has_code |= own.contains("<%");
        self.end = place;
    }

    /// Whether the position is in a comment. In a template, a comment of the rendered text may
    /// contain code.
    fn is_comment(&self, text: &str) -> bool {
        self.is_block || (has_comment(&text[self.start..self.end]) && !self.has_code)
    }
}

/// Whether a comment starts in a line: at the start of the line, or after code in which all quotes
/// are closed.
fn has_comment(line: &str) -> bool {
    let is_closed = |before: &str| ['"', '\''].iter().all(|c| before.matches(*c).count() % 2 == 0);
    line.trim_start().starts_with('#')
        || line.find(" # ").is_some_and(|start| is_closed(&line[..start]))
}

/// Returns a text without its leading comments.
fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    rest
}

/// The keys in the first argument of a call.
fn keys_of_call(arguments: &str, is_array: bool) -> Vec<PartialKey> {
    let arguments = behind_comments(arguments);
    let first = if is_array { arguments.strip_prefix('[') } else { Some(arguments) };
    first.map(behind_comments).and_then(keys).unwrap_or_else(|| vec![PartialKey::Any])
}

/// Parses one key or several: `'a'`, `['a', "b_#{c}"]`, `%w[a b]`. Returns `None` if any of them
/// may be unknown.
fn keys(text: &str) -> Option<Vec<PartialKey>> {
    if text.starts_with("%w") || text.starts_with("%i") {
        let words = text[2..].split([']', ')', '}', '>']).next()?;
        let words = words.get(1..)?.split_whitespace();
        return Some(words.map(|word| PartialKey::Exact(root(word))).collect());
    }
    let Some(mut rest) = text.strip_prefix('[') else {
        return Some(vec![key(text)?.0]);
    };
    let mut found = Vec::new();
    loop {
        let (one, behind) = key(behind_comments(rest))?;
        found.push(one);
        let behind = behind_comments(behind);
        match behind.strip_prefix(',') {
            Some(more) => rest = more,
            None => return behind.starts_with(']').then_some(found),
        }
    }
}

/// Parses a key that is a string literal, or starts with one; also returns the rest of the text.
fn key(text: &str) -> Option<(PartialKey, &str)> {
    let (mut parts, mut behind) = literal(text)?;
    let next = behind.trim_start_matches([' ', '\t']);
    if next.starts_with('+') {
        parts.push(KeyPart::Any);
        behind = &next[next.find([',', ']', ')']).unwrap_or(next.len())..];
    } else if !ENDS.iter().any(|end| next.starts_with(end)) && !next.is_empty() {
        return None;
    }
    Some((PartialKey::new(&parts), behind))
}

/// Parses a literal: `'a'`, `"a#{b}"`, `:a`, `:"a"`.
fn literal(text: &str) -> Option<(Vec<KeyPart>, &str)> {
    let (is_symbol, inner) = match text.strip_prefix(':') {
        Some(inner) => (true, inner),
        None => (false, text),
    };
    let quote = inner.chars().next()?;
    if matches!(quote, '\'' | '"') {
        return quoted_literal(&inner[1..], quote);
    }
    let end = inner.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inner.len());
    let (word, behind) = inner.split_at(end);
    (is_symbol && end > 0).then(|| (vec![KeyPart::Text(word.to_owned())], behind))
}

/// Parses a string up to its closing quote.
fn quoted_literal(text: &str, quote: char) -> Option<(Vec<KeyPart>, &str)> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next().map(|(_, escaped)| escaped)),
            '#' if quote == '"' && text[at..].starts_with("#{") => {
                parts.push(KeyPart::Text(std::mem::take(&mut plain)));
                parts.push(KeyPart::Any);
                let mut depth = 0_usize;
                for (_, c) in chars.by_ref() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 1 => break,
                        '}' => depth -= 1,
                        _ => {}
                    }
                }
            }
            c if c == quote => {
                parts.push(KeyPart::Text(plain));
                return Some((parts, &text[at + 1..]));
            }
            c => plain.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(text: &str) -> String {
        let found = ruby_lookups(text).into_iter().filter(|(_, span)| *span != Span::at(0));
        let words = found.map(|(key, _)| match key {
            PartialKey::Exact(key) => key,
            PartialKey::Pattern(pattern) => format!("{pattern:?}"),
            PartialKey::Any => "anything".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn quoted_words_of_ruby_are_possible_keys() {
        let keys = |text| {
            let found = ruby_lookups(text).into_iter().filter(|(_, span)| *span == Span::at(0));
            found.map(|(key, _)| key).collect::<Vec<_>>()
        };
        let text = "<%= scope.call_function('lookup', ['a::b.c']) %> \"x y\" %w[c d]";
        let expected = ["lookup", "a::b", "c", "d"].map(|key| PartialKey::Exact(key.to_owned()));
        assert_eq!(keys(text), expected);
        assert_eq!(keys("puts 'a'"), []);
    }

    #[test]
    fn calls_with_plain_keys() {
        for text in [
            "call_function('lookup', 'a')",
            "call_function(:lookup, :a, nil)",
            "call_function 'hiera', 'a.b'\n",
            "closure_scope.call_function('lookup', ['a', nil, nil, value])",
            "<%= scope.function_hiera(['a']) -%>",
            "<%= scope.function_hiera ['a'] %>",
            "# <%= scope().call_function('lookup', [\"a\"]) %>",
            "Puppet::Pops::Lookup.lookup('a', nil, '', true, nil, invocation)",
            "Puppet::Pops::Lookup.search_and_merge('a', invocation, nil)",
            "Puppet::DataBinding.indirection.find('a')",
            "call_function('lookup', 'a' # why\n)",
            "call_function('lookup', # why\n 'a')",
            "\"x # #{call_function('lookup', 'a')}\"",
            "=begin\nfunction_hiera(b)\n=end\nfunction_hiera(['a'])",
        ] {
            assert_eq!(calls(text), "a", "{text}");
        }
        assert_eq!(calls("call_function('lookup', ['a', :b])"), "a b");
        assert_eq!(calls("function_hiera([['a', # one\n 'b' # two\n]])"), "a b");
        assert_eq!(calls("function_hiera([%w[a b]])"), "a b");
    }

    #[test]
    fn calls_with_keys_that_are_known_in_part() {
        for text in [
            "call_function('lookup', \"a_#{f({1 => 2})}\")",
            "function_hiera([\"a_#{@role}\", {}])",
            "function_hiera(['a_' + role, {}])",
        ] {
            assert_eq!(calls(text), "KeyPattern([\"a_\", \"\"])", "{text}");
        }
    }

    #[test]
    fn calls_that_may_be_of_any_key() {
        for text in [
            "call_function('lookup', key)",
            "call_function('lookup', *args)",
            "call_function('lookup', 'name' => key)",
            "call_function('lookup', ['a', key])",
            "scope.call_function('lookup', args)",
            "function_hiera([args[0]])",
            "function_hiera(args)",
            "Puppet::Pops::Lookup.search_and_merge(key, invocation, nil)",
            "function_hiera([\"#{key}\"])",
            "function_hiera(['a'.sub(x, y)])",
            "function_hiera(['a_%s' % role])",
            "function_hiera(['a",
        ] {
            assert_eq!(calls(text), "anything", "{text}");
        }
        assert_eq!(calls(&format!("function_hiera(['{}'])", "é".repeat(1000))), "anything");
    }

    #[test]
    fn other_ruby_calls_are_not_lookups() {
        for text in [
            "  # call_function('lookup', key)",
            "'<%'\n# function_hiera(a) function_hiera(b)",
            "scope.lookupvar(name)",
            "Puppet::Type.lookup(name)",
            "respond_to?(:function_hiera)",
            "call_function('fail', key) # lookup",
            "x('a') # call_function('lookup', key)",
            "x\n=begin\ncall_function('lookup', key) function_hiera(b)\n=end\n",
            "call_function('vault_lookup::lookup', key)",
        ] {
            assert_eq!(calls(text), "", "{text}");
        }
    }
}
