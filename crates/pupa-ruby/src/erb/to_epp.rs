//! Converts ERB templates to EPP where the result certainly means the same.
//!
//! Conditions, loops, assignments and expressions of variables, literals, operators and common
//! methods have an equivalent in Puppet. Everything else stays as a comment and is reported.

use std::collections::{BTreeMap, BTreeSet};

/// A converted template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Translation {
    /// The EPP template.
    pub text: String,
    /// The names of the variables that it takes as parameters, sorted.
    pub parameters: Vec<String>,
    /// The code that could not be converted, with its line number.
    pub problems: Vec<(u32, String)>,
}

/// Converts an ERB template to EPP.
pub fn translate(template: &str) -> Translation {
    let mut translator = Translator::default();
    let mut rest = template;
    while let Some(found) = rest.find("<%") {
        let (text, tag) = rest.split_at(found);
        translator.copy(text);
        if let Some(behind) = tag.strip_prefix("<%%") {
            translator.copy("<%%");
            rest = behind;
            continue;
        }
        let Some(length) = tag.get(2..).and_then(|inner| inner.find("%>")) else {
            rest = tag;
            break;
        };
        let (whole, behind) = tag.split_at(length + 4);
        translator.tag(whole);
        rest = behind;
    }
    translator.copy(rest);
    translator.finish()
}

/// The output for the beginning of a block, which determines that for its `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Translated,
    Comment,
}

#[derive(Debug, Default)]
struct Translator {
    text: String,
    /// The number of line breaks before the current position.
    line: u32,
    open: Vec<Open>,
    parameters: BTreeSet<String>,
    /// The local variables, with the number of open blocks at their declaration.
    locals: BTreeMap<String, usize>,
    problems: Vec<(u32, String)>,
}

impl Translator {
    fn copy(&mut self, text: &str) {
        self.text.push_str(text);
        self.count_lines(text);
    }

    fn count_lines(&mut self, text: &str) {
        self.line += text.bytes().filter(|byte| *byte == b'\n').count() as u32;
    }

    fn tag(&mut self, whole: &str) {
        let inner = &whole[2..whole.len() - 2];
        let (inner, trims_after) = match inner.strip_suffix('-') {
            Some(inner) => (inner, "-"),
            None => (inner, ""),
        };
        let (mark, code) = match inner.chars().next() {
            Some(mark @ ('=' | '#' | '-')) => (&inner[..mark.len_utf8()], &inner[1..]),
            _ => ("", inner),
        };
        let translated = match mark {
            "#" => Some(code.to_owned()),
            "=" => self.expression(code.trim()).map(|code| format!(" {code} ")),
            _ => self.statement(code.trim()).map(|code| format!(" {code} ")),
        };
        match translated {
            Some(code) => self.text.push_str(&format!("<%{mark}{code}{trims_after}%>")),
            None => {
                let display = code.trim().to_owned();
                self.text.push_str(&format!("<%# ERB: {display} {trims_after}%>"));
                self.problems.push((self.line + 1, display));
            }
        }
        self.count_lines(whole);
    }

    fn statement(&mut self, code: &str) -> Option<String> {
        let word = code.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let rest = code.get(word.len()..).unwrap_or_default().trim();
        match word {
            "if" | "unless" => {
                let condition = self.expression(rest.trim_end_matches(" then"));
                let result = condition.map(|condition| format!("{word} {condition} {{"));
                self.begin(result)
            }
            "elsif" => match self.open.last() {
                Some(Open::Translated) => {
                    let condition = self.expression(rest.trim_end_matches(" then"))?;
                    Some(format!("}} elsif {condition} {{"))
                }
                _ => None,
            },
            "else" if rest.is_empty() => match self.open.last() {
                Some(Open::Translated) => Some("} else {".to_owned()),
                _ => None,
            },
            "end" if rest.is_empty() => self.end(),
            _ if code == "}" => self.end(),
            "case" | "while" | "until" | "for" | "begin" | "def" | "class" => self.begin(None),
            _ if code.ends_with(" do") || code.ends_with('{') || code.ends_with('|') => {
                let result = self.iteration(code);
                self.begin(result)
            }
            _ => self.assignment(code),
        }
    }

    fn begin(&mut self, result: Option<String>) -> Option<String> {
        let open = if result.is_some() { Open::Translated } else { Open::Comment };
        self.open.push(open);
        result
    }

    fn end(&mut self) -> Option<String> {
        let depth = self.open.len();
        self.locals.retain(|_, known| *known < depth);
        match self.open.pop() {
            Some(Open::Translated) => Some("}".to_owned()),
            _ => None,
        }
    }

    /// `@list.each do |item|`: a call of `each` with a lambda.
    fn iteration(&mut self, code: &str) -> Option<String> {
        let (call, parameters) = code.strip_suffix('|')?.rsplit_once('|')?;
        let call = call.trim_end();
        let call = call.strip_suffix("do").or_else(|| call.strip_suffix('{'))?.trim_end();
        let (subject, method) = call.rsplit_once('.')?;
        let mut names: Vec<&str> = parameters.split(',').map(str::trim).collect();
        if !names.iter().all(|name| is_name(name)) {
            return None;
        }
        match (method, names.len()) {
            ("each", 1 | 2) | ("each_pair", 2) => {}
            ("each_with_index", 2) => names.reverse(),
            _ => return None,
        }
        let subject = self.expression(subject)?;
        let depth = self.open.len() + 1;
        for name in &names {
            self.locals.insert((*name).to_owned(), depth);
        }
        let names: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
        Some(format!("{subject}.each |{}| {{", names.join(", ")))
    }

    /// `name = value`: the first assignment only, because a Puppet variable is set once.
    fn assignment(&mut self, code: &str) -> Option<String> {
        let (name, value) = code.split_once('=')?;
        let name = name.trim();
        if !is_name(name) || value.starts_with(['=', '~', '>']) || self.locals.contains_key(name) {
            return None;
        }
        let value = self.expression(value.trim())?;
        self.locals.insert(name.to_owned(), self.open.len());
        Some(format!("${name} = {value}"))
    }

    fn expression(&mut self, code: &str) -> Option<String> {
        let mut reader = Reader { rest: code, translator: self, output: String::new() };
        reader.expression()?;
        let output = reader.output;
        (!output.trim().is_empty()).then_some(output)
    }

    fn finish(self) -> Translation {
        let parameters: Vec<String> = self.parameters.into_iter().collect();
        let mut text = String::new();
        if !parameters.is_empty() {
            let names: Vec<String> = parameters.iter().map(|name| format!("${name}")).collect();
            text.push_str(&format!("<%- | {} | -%>\n", names.join(", ")));
        }
        text.push_str(&self.text);
        Translation { text, parameters, problems: self.problems }
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Ruby methods and the Puppet functions that do the same.
const METHODS: &[(&str, &str)] = &[
    ("join", "join"),
    ("size", "length"),
    ("length", "length"),
    ("upcase", "upcase"),
    ("downcase", "downcase"),
    ("capitalize", "capitalize"),
    ("strip", "strip"),
    ("lstrip", "lstrip"),
    ("rstrip", "rstrip"),
    ("chomp", "chomp"),
    ("sort", "sort"),
    ("flatten", "flatten"),
    ("uniq", "unique"),
    ("keys", "keys"),
    ("values", "values"),
    ("empty?", "empty"),
];

/// Converts one expression, from left to right.
struct Reader<'r, 't> {
    rest: &'r str,
    translator: &'t mut Translator,
    output: String,
}

impl Reader<'_, '_> {
    /// Converts the rest of the expression; `None` if a part has no equivalent.
    fn expression(&mut self) -> Option<()> {
        while let Some(first) = self.rest.chars().next() {
            match first {
                ' ' | '\t' | '\n' | '\r' => self.keep(1),
                '@' => self.variable()?,
                '\'' => self.single_quoted()?,
                '"' => self.double_quoted()?,
                '0'..='9' => self.keep_while(|c| c.is_ascii_digit() || c == '.'),
                '.' => self.method()?,
                'a'..='z' | '_' => self.word()?,
                _ => self.operator()?,
            }
        }
        Some(())
    }

    fn keep(&mut self, length: usize) {
        let (kept, rest) = self.rest.split_at(length);
        self.output.push_str(kept);
        self.rest = rest;
    }

    fn keep_while(&mut self, is_part: impl Fn(char) -> bool) {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        self.keep(end);
    }

    fn take_name(&mut self) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        if self.rest[end..].starts_with('?') {
            end += 1;
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.to_owned()
    }

    fn variable(&mut self) -> Option<()> {
        self.rest = self.rest.strip_prefix('@')?;
        let name = self.take_name();
        if !is_name(&name) {
            return None;
        }
        self.output.push_str(&format!("${name}"));
        self.translator.parameters.insert(name);
        Some(())
    }

    fn single_quoted(&mut self) -> Option<()> {
        let end = self.rest.get(1..)?.find('\'')? + 2;
        if self.rest[..end].contains('\\') {
            return None;
        }
        self.keep(end);
        Some(())
    }

    fn double_quoted(&mut self) -> Option<()> {
        let end = self.rest.get(1..)?.find('"')? + 1;
        let (text, rest) = (&self.rest[1..end], &self.rest[end + 1..]);
        if text.contains(['\\', '$']) {
            return None;
        }
        let mut output = String::from("\"");
        let mut left = text;
        while let Some((before, behind)) = left.split_once("#{") {
            let (code, after) = behind.split_once('}')?;
            let code = self.translator.expression(code.trim())?;
            let code = code.strip_prefix('$')?;
            output.push_str(&format!("{before}${{{code}}}"));
            left = after;
        }
        output.push_str(left);
        output.push('"');
        self.output.push_str(&output);
        self.rest = rest;
        Some(())
    }

    fn word(&mut self) -> Option<()> {
        let name = self.take_name();
        let word = match name.as_str() {
            "true" | "false" | "and" | "or" => name,
            "not" => "!".to_owned(),
            "nil" => "undef".to_owned(),
            "scope" => return self.scope(),
            _ if self.translator.locals.contains_key(&name) => format!("${name}"),
            _ => return None,
        };
        self.output.push_str(&word);
        Some(())
    }

    /// `scope['a::b']` and `scope.lookupvar('a::b')`
    fn scope(&mut self) -> Option<()> {
        let rest = self.rest;
        let (rest, close) = match rest.strip_prefix('[') {
            Some(rest) => (rest, ']'),
            None => (rest.strip_prefix(".lookupvar(")?, ')'),
        };
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let (name, rest) = rest.get(1..)?.split_once(quote)?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
        if name.is_empty() || !name.chars().all(is_part) {
            return None;
        }
        self.rest = rest.strip_prefix(close)?;
        self.output.push_str(&format!("${name}"));
        Some(())
    }

    fn method(&mut self) -> Option<()> {
        self.rest = self.rest.strip_prefix('.')?;
        let name = self.take_name();
        match name.as_str() {
            "to_s" if self.rest.trim().is_empty() => return Some(()),
            "first" if !self.rest.starts_with('(') => self.output.push_str("[0]"),
            "last" if !self.rest.starts_with('(') => self.output.push_str("[-1]"),
            "nil?" => self.output.push_str(" == undef"),
            _ => {
                let (_, function) = METHODS.iter().find(|(method, _)| *method == name)?;
                self.output.push_str(&format!(".{function}"));
            }
        }
        Some(())
    }

    fn operator(&mut self) -> Option<()> {
        // `+` and `=` are missing: Ruby's `+` also joins strings and `=` assigns, so templates with
        // them are reported.
        const OPERATORS: &[(&str, &str)] = &[
            ("&&", "and"),
            ("||", "or"),
            ("==", "=="),
            ("!=", "!="),
            ("<=", "<="),
            (">=", ">="),
            ("=>", "=>"),
            ("<", "<"),
            (">", ">"),
            ("!", "!"),
            ("-", "-"),
            ("*", "*"),
            ("(", "("),
            (")", ")"),
            ("[", "["),
            ("]", "]"),
            (",", ","),
        ];
        let (ruby, puppet) = OPERATORS.iter().find(|(ruby, _)| self.rest.starts_with(ruby))?;
        self.output.push_str(puppet);
        self.rest = &self.rest[ruby.len()..];
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epp(template: &str) -> String {
        translate(template).text
    }

    #[test]
    fn variables_become_parameters() {
        assert_eq!(
            epp("port <%= @port %>\nhost <%= @conf['host'] -%>\n"),
            "<%- | $conf, $port | -%>\nport <%= $port %>\nhost <%= $conf['host'] -%>\n"
        );
        assert_eq!(epp("<%= scope['ntp::port'] %>"), "<%= $ntp::port %>");
    }

    #[test]
    fn conditions_and_loops_get_braces() {
        assert_eq!(
            epp("<% if @a && !@b -%>\nx\n<% else -%>\ny\n<% end -%>\n"),
            "<%- | $a, $b | -%>\n<% if $a and !$b { -%>\nx\n<% } else { -%>\ny\n<% } -%>\n"
        );
        assert_eq!(
            epp("<% @list.sort.each do |x| %><%= x.upcase %><% end %>"),
            "<%- | $list | -%>\n<% $list.sort.each |$x| { %><%= $x.upcase %><% } %>"
        );
        assert_eq!(
            epp("<% @l.each_with_index do |x, i| %><%= i %><% end %>"),
            "<%- | $l | -%>\n<% $l.each |$i, $x| { %><%= $i %><% } %>"
        );
    }

    #[test]
    fn other_code_stays_as_a_comment() {
        let translation = translate("a\n<%= @x.gsub('a', 'b') %>\n<% @x.map do |y| %><% end %>");
        assert_eq!(
            translation.problems,
            [
                (2, "@x.gsub('a', 'b')".to_owned()),
                (3, "@x.map do |y|".to_owned()),
                (3, "end".to_owned())
            ]
        );
        assert!(translation.text.contains("<%# ERB: @x.gsub('a', 'b') %>"));
    }

    #[test]
    fn odd_tags_do_no_harm() {
        assert_eq!(epp("<%>"), "<%>");
        assert_eq!(epp("<%%> <%"), "<%%> <%");
        assert_eq!(translate("<%= \u{e4} %>").problems.len(), 1);
    }

    #[test]
    fn interpolation_and_comments() {
        assert_eq!(epp("<%# note %>"), "<%# note %>");
        assert_eq!(epp("<%= \"#{@a}:1\" %>"), "<%- | $a | -%>\n<%= \"${a}:1\" %>");
    }
}
