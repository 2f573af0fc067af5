//! Input that tries to break the front end: deep, long, cut off, random.
//!
//! Everything here is made from small recipes, so that a failure can be repeated.

use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::notation::{self, Style};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, Edition, check};

/// A construct that nests: `open` and `close` are repeated around `core`.
#[derive(Debug)]
pub struct Nesting {
    /// What it is, for messages.
    pub name: &'static str,
    /// Stands once in front.
    pub prefix: &'static str,
    /// Repeated in front of the core.
    pub open: &'static str,
    /// Stands once in the middle.
    pub core: &'static str,
    /// Repeated behind the core.
    pub close: &'static str,
    /// Whether it is a template.
    pub dialect: Dialect,
}

impl Nesting {
    /// The text with so many levels, closed again.
    pub fn closed(&self, depth: usize) -> String {
        let (open, close) = (self.open.repeat(depth), self.close.repeat(depth));
        format!("{}{open}{}{close}{}\n", self.prefix, self.core, self.end())
    }

    /// What closes that which the prefix opened.
    fn end(&self) -> &'static str {
        match self.prefix {
            prefix if prefix.ends_with('/') => "/",
            prefix if prefix.contains("@(END") => "\nEND",
            _ => "",
        }
    }

    /// The text with so many levels, never closed.
    pub fn open(&self, depth: usize) -> String {
        format!("{}{}{}{}", self.prefix, self.open.repeat(depth), self.core, self.end())
    }
}

const fn nesting(
    name: &'static str,
    prefix: &'static str,
    open: &'static str,
    core: &'static str,
    close: &'static str,
) -> Nesting {
    Nesting { name, prefix, open, core, close, dialect: Dialect::Manifest }
}

/// Every construct that nests or chains.
pub static NESTINGS: &[Nesting] = &[
    nesting("parentheses", "$x = ", "(", "1", ")"),
    nesting("parentheses on lines", "$x = ", "(\n", "1", ")\n"),
    nesting("arrays", "$x = ", "[", "1", "]"),
    nesting("hashes", "$x = ", "{ a => ", "1", " }"),
    nesting("hash keys", "$x = ", "{ ", "1", " => 1 }"),
    nesting("access", "$x = ", "$a[", "1", "]"),
    nesting("access chain", "$x = $a", "[1]", "", ""),
    nesting("call arguments", "", "foo(", "1", ")"),
    nesting("call chain", "foo", "()", "", ""),
    nesting("method chain", "$x = $a", ".b", "", ""),
    nesting("method chain with arguments", "$x = $a", ".b(1)", "", ""),
    nesting("method arguments", "$x = ", "$a.b(", "1", ")"),
    nesting("lambdas", "", "foo() |$x| { ", "1", " }"),
    nesting("method lambdas", "", "$a.each |$x| { ", "1", " }"),
    nesting("lambda chain", "$a", ".map |$x| { $x }", "", ""),
    nesting("lambda parameter defaults", "", "foo() |$a = ", "1", "| { }"),
    nesting("not", "$x = ", "!", "true", ""),
    nesting("minus", "$x = ", "- ", "1", ""),
    nesting("splat", "$x = ", "*", "$a", ""),
    nesting("sum", "$x = 1", " + 1", "", ""),
    nesting("sum of sums", "$x = ", "1 + (", "1", ")"),
    nesting("product and sum", "$x = 1", " * 2 + 3", "", ""),
    nesting("comparison chain", "$x = 1", " < 2", "", ""),
    nesting("and chain", "$x = $a", " and $b", "", ""),
    nesting("or and chain", "$x = $a", " or $b and $c", "", ""),
    nesting("match chain", "$x = $a", " =~ /b/", "", ""),
    nesting("in chain", "$x = $a", " in $b", "", ""),
    nesting("shift chain", "$x = $a", " << $b", "", ""),
    nesting("assignment chain", "", "$x = ", "1", ""),
    nesting("append chain", "", "$x += ", "1", ""),
    nesting("relationship chain", "A['a']", " -> B['b']", "", ""),
    nesting("if", "", "if $a { ", "1", " }"),
    nesting("if condition", "", "if if $a { ", "1", " } else { 2 } { }"),
    nesting("else", "", "if $a { } else { ", "1", " }"),
    nesting("elsif chain", "if $a { }", " elsif $b { }", "", ""),
    nesting("unless", "", "unless $a { ", "1", " }"),
    nesting("case", "", "case $a { 1: { ", "1", " } }"),
    nesting("case options", "case $a { ", "1: { } ", "", "}"),
    nesting("case values", "", "case ", "1", " { 1: { } }"),
    nesting("selectors", "$x = ", "$a ? { 1 => ", "1", " }"),
    nesting("selectors without braces", "$x = ", "$a ? 1 => ", "1", ""),
    nesting("selector chain", "$x = $a", " ? { 1 => 2 }", "", ""),
    nesting("selector options", "$x = ", "$a ? { ", "1", " => 1 }"),
    nesting("classes", "", "class a { ", "", " }"),
    nesting("class parameter defaults", "class a($b = ", "[", "1", "]"),
    nesting("types of parameters", "class a(", "Array[", "Integer", "]"),
    nesting("functions", "", "function a() { ", "1", " }"),
    nesting("resource titles", "", "file { ", "'a'", ": }"),
    nesting("resource values", "", "file { 'a': b => ", "1", " }"),
    nesting("resource bodies", "file { ", "'a': ; ", "", "}"),
    nesting("resource attributes", "file { 'a': ", "b => 1, ", "", "}"),
    nesting("resource types", "", "file { 'a': } -> ", "B['c']", ""),
    nesting("resource without title", "", "a { b => ", "1", " }"),
    nesting("virtual", "", "@", "file { 'a': }", ""),
    nesting("collectors", "File <| ", "(a == 1 and ", "b == 2", ")"),
    nesting("collector queries", "", "File <| ", "a == 1", " |>"),
    nesting("strings", "$x = ", "\"${", "1", "}\""),
    nesting("strings with text", "$x = ", "\"a ${b} ${", "1", "} c\""),
    nesting("interpolations", "$x = \"", "${a}", "", "\""),
    nesting("regexp groups", "$x = /", "(", "a", ")"),
    nesting("regexp classes", "$x = /", "[", "a", "]"),
    nesting("regexp alternatives", "$x = /", "b|", "", ""),
    nesting("regexp repeats", "$x = a =~ /", "b{1}", "", ""),
    nesting("regexp look-ahead", "$x = /", "(?=", "a", ")"),
    nesting("json in a heredoc", "$x = @(END:json)\n", "[", "1", "]"),
    nesting("json objects in a heredoc", "$x = @(END:json)\n", "{\"a\":", "1", "}"),
    nesting("yaml in a heredoc", "$x = @(END:yaml)\n", "[", "1", "]"),
    nesting("yaml lists in a heredoc", "$x = @(END:yaml)\n", "- ", "1", ""),
    nesting("code in a heredoc", "$x = @(END:pp)\n", "(", "1", ")"),
    nesting("template in a heredoc", "$x = @(END:epp)\n", "<% if $a { %>", "1", "<% } %>"),
    nesting("type aliases", "type A = ", "Variant[", "Integer", "]"),
    nesting("type definitions", "", "type A { invariant { ", "true", " } }"),
    nesting("statement calls", "", "notice ", "1", ""),
    nesting("statement arguments", "notice 1", ", 1", "", ""),
    nesting("statements", "", "notice(1) ", "", ""),
    nesting("semicolons", "", ";", "", ""),
    nesting("commas", "foo(", ",", "", ")"),
    nesting("braces", "", "{", "", "}"),
    nesting("stray closers", "", "", "", ")]}"),
    nesting("mixed brackets", "$x = ", "([{ a => ", "1", "}])"),
    nesting("wrong brackets", "$x = ", "([{", "1", ")]}"),
    nesting("node names", "node a", ", b", "", " { }"),
    nesting("dotted node names", "node a", ".b", "", " { }"),
    nesting("name segments", "include a", "::a", "", ""),
    nesting("reference segments", "$x = A", "::A", "", ""),
    nesting("dashes", "$x = a", "-a", "", ""),
    nesting("block comments", "", "/* ", "", " */"),
    nesting("heredoc tags", "foo(1", ", @(A)", "", ")"),
    nesting("plans", "", "plan a { ", "", " }"),
    nesting("apply", "", "apply(", "1", ") { }"),
    Nesting {
        name: "template blocks",
        prefix: "",
        open: "<% if $a { %>x",
        core: "y",
        close: "<% } %>",
        dialect: Dialect::Template,
    },
    Nesting {
        name: "template expressions",
        prefix: "",
        open: "<%= $a %>",
        core: "",
        close: "",
        dialect: Dialect::Template,
    },
    Nesting {
        name: "template tags",
        prefix: "",
        open: "<%",
        core: "",
        close: "%>",
        dialect: Dialect::Template,
    },
    Nesting {
        name: "template comments",
        prefix: "",
        open: "<%#",
        core: "",
        close: " %>",
        dialect: Dialect::Template,
    },
];

/// Heredocs inside interpolations of heredocs, so many levels deep.
pub fn nested_heredocs(depth: usize) -> String {
    let mut text = String::from("$x = ");
    for level in 0..depth {
        text.push_str(&format!("@(\"T{level}\")\n${{"));
    }
    text.push('1');
    for level in (0..depth).rev() {
        text.push_str(&format!("}}\nT{level}\n"));
    }
    text
}

/// Heredocs opened on one line, their texts below.
pub fn heredocs_on_one_line(count: usize) -> String {
    let openings: String = (0..count).map(|n| format!("@(T{n}), ")).collect();
    let texts: String = (0..count).map(|n| format!("text\nT{n}\n")).collect();
    format!("foo({openings})\n{texts}")
}

/// Reads, validates and, if valid, writes down a program in both editions. What matters is that
/// it returns, and that every place it names exists.
pub fn survive(text: &str, dialect: Dialect) {
    let source = Arc::new(Source::new("hostile.pp", text));
    for edition in [Edition::Puppet8, Edition::Draft] {
        let rules = Rules {
            edition,
            extensions: Extensions::On,
            checkers: pupa_data::heredoc::CHECKERS,
            ..Rules::default()
        };
        let checked = check(Arc::clone(&source), dialect, &rules);
        checked.diagnostics.iter().for_each(|found| assert_places(&source, found));
        if !checked.has_errors() {
            notation::to_pn(&checked.tree, Style::Compact);
        }
    }
}

/// Every place that a diagnostic names lies in the text, at the border of characters.
fn assert_places(source: &Source, found: &Diagnostic) {
    let text = source.text();
    for span in found.labels.iter().map(|label| label.location.span).chain([found.span()]) {
        let (start, end) = (span.start as usize, span.end as usize);
        let fits = start <= end && text.is_char_boundary(start) && text.is_char_boundary(end);
        assert!(fits, "{span:?} of {found:?}");
    }
}

/// A small generator of random numbers that repeats itself for the same seed (SplitMix64).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Begins at a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_number() % limit.max(1) as u64) as usize
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Pieces of Puppet that random programs are made of.
pub static PIECES: &[&str] = &[
    " ",
    "\n",
    "\t",
    "\r\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<|",
    "|>",
    "<<|",
    "|>>",
    "=",
    "+=",
    "-=",
    "==",
    "!=",
    "=~",
    "!~",
    ">",
    ">=",
    "<",
    "<=",
    "=>",
    "+>",
    "<<",
    ">>",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    ".",
    "|",
    "||",
    "@",
    "@@",
    ":",
    "::",
    ";",
    ",",
    "?",
    "~",
    "->",
    "~>",
    "<-",
    "<~",
    "and",
    "or",
    "in",
    "if",
    "elsif",
    "else",
    "unless",
    "case",
    "default",
    "define",
    "class",
    "node",
    "inherits",
    "function",
    "type",
    "undef",
    "true",
    "false",
    "private",
    "attr",
    "plan",
    "apply",
    "has",
    "invariant",
    "abstract",
    "not",
    "$x",
    "$_y",
    "$",
    "${",
    "${z}",
    "$::a::b",
    "$0",
    "\"",
    "'",
    "\"a${b}c\"",
    "'d'",
    "\\",
    "\\n",
    "\\u{41}",
    "\\q",
    "#",
    "# comment\n",
    "/*",
    "*/",
    "/re/",
    "foo",
    "Foo",
    "foo::bar",
    "Foo::Bar",
    "foo-bar",
    "::",
    "0",
    "1",
    "0x1F",
    "1.5",
    "1e3",
    "99999999999999999999",
    "@(END)",
    "@(\"END\"/)",
    "@(A:json)",
    "\nEND\n",
    "\n| END\n",
    "| A\n",
    "<%",
    "%>",
    "<%=",
    "-%>",
    "<%-",
    "<%#",
    "<%%",
    "%%>",
    "notice",
    "include",
    "file",
    "File",
    "\\é",
    "é",
    "☃",
    "\u{feff}",
    "\u{0}",
    "\u{a0}",
    "`",
    "^",
    "&",
];

/// A random program of so many pieces.
pub fn soup(random: &mut Random, pieces: usize) -> String {
    (0..pieces).map(|_| *random.pick(PIECES)).collect()
}

/// Random characters, mostly ASCII.
pub fn noise(random: &mut Random, length: usize) -> String {
    let wide = ['é', '☃', '😀', '\u{feff}', '\u{85}', '\u{2028}', '\u{10FFFF}'];
    let mut text = String::new();
    for _ in 0..length {
        match random.below(20) {
            0 => text.push(*random.pick(&wide)),
            _ => text.push(random.below(128) as u8 as char),
        }
    }
    text
}
