#!/usr/bin/env python3
"""Compares evaluation with the reference, live, on random programs.

    tools/programs.py KIND... [--count N] [--seed S]    of the kinds below; all when none is named
    tools/programs.py --file FILE                       programs separated by NUL
    tools/programs.py KIND --record FILE                writes programs and answers instead

Kinds: operators, access, interpolation, strings, conditionals, assignment, matching, lambdas,
functions (written in Puppet), control, iteration, unfolding, aliases, epp, logging, builtins,
mixed (longer programs of them all, which mostly succeed).

Value, inferred type, what was logged, or the message of the error and its line and column must be
the same. The reference is asked by tools/evaluate.rb, Pupa by pupa-suite's binary `values`.
"""
import argparse
import collections
import datetime
import json
import random
import re
import sys

import values
from values import ask


class Maker(values.Maker):
    """Makes random expressions; `names` are the variables that may be used."""

    WORDS = ["", "a", "b", "abc", "Abc", "10", "-3", "0x1f", "017", "1.5", "1e3", "true", "é", "a b", "x::y", "a,b,c",
             " pad ", "42abc", "hello world", "ÄÖ", "1.2.3", "%d", "%s-%s", "a.b", "A::B"]

    def __init__(self, rng, names=()):
        super().__init__(rng)
        self.names = list(names)

    def many(self, make, low, high):
        return ", ".join(make() for _ in range(self.rng.randrange(low, high + 1)))

    def word(self):
        return "'" + self.rng.choice(self.WORDS) + "'"

    def number(self):
        return self.rng.choice([
            "0", "1", "2", "3", "7", "-1", "-5", "10", "100", "9223372036854775807", "-9223372036854775807", "0x1F",
            "017",
            "1.5", "0.0", "-2.25", "1e20", "1.0e-7", "3.0", "0.5",
        ])

    def rich(self):
        return self.rng.choice([
            lambda: f"Timespan({self.pick('0', '5', '1.5', '-60', '90061')})",
            lambda: f"Timestamp({self.pick('0', '1000000000', '1.25', '-5')})",
            lambda: f"SemVer('{self.pick('1.0.0', '1.2.3-rc1', '2.0.0')}')",
            lambda: f"SemVerRange('{self.pick('1.x', '>=1.0.0 <2.0.0')}')",
            lambda: f"Binary('{self.pick('YWJj', '', 'AQID')}')",
            lambda: f"URI('{self.pick('http://example.com/a?b#c', '/p', 'ftp://x/y/')}')",
            lambda: f"Sensitive({self.pick(self.word(), self.number(), '[1, 2]')})",
            lambda: self.rng.choice(self.PATTERNS),
            lambda: self.type(1),
        ])()

    def plain(self):
        return self.rng.choice([
            self.number, self.number, self.word, self.word,
            lambda: self.pick("true", "false"), lambda: "undef", lambda: "default",
        ])()

    def key(self):
        return self.pick("a", "b", "c", "'x y'", "1", "2.5", "true", "undef", "default", "'10'")

    def array(self, depth=1):
        return "[" + self.many(lambda: self.any(depth - 1), 0, 4) + "]"

    def numbers(self):
        return "[" + self.many(lambda: self.pick("1", "2", "3", "5", "8", "-4", "2"), 0, 5) + "]"

    def words(self):
        return "[" + self.many(self.word, 0, 4) + "]"

    def hash(self, depth=1):
        keys = self.rng.sample(["a", "b", "c", "'x y'", "1", "2.5", "true", "undef", "[1]", "Integer"],
            self.rng.randrange(4))
        return "{" + ", ".join(f"{key} => {self.any(depth - 1)}" for key in keys) + "}"

    def any(self, depth=2):
        """Any value, without operators."""
        roll = self.rng.random()
        if self.names and roll < 0.25:
            return "$" + self.rng.choice(self.names)
        if depth <= 0 or roll < 0.6:
            return self.plain()
        if roll < 0.75:
            return self.rich()
        return self.array(depth) if roll < 0.89 else self.hash(depth)

    def iterable(self):
        return self.rng.choice([
            self.numbers, self.numbers, self.words, lambda: self.array(2), lambda: self.hash(2), lambda: self.hash(1),
            lambda: self.pick("3", "0", "5", "1", "-2"), self.word,
            lambda: f"Integer[{self.pick('1, 4', '0, 2', '3', '-2, 1')}]",
            lambda: "Enum['x', 'yy', 'z']", lambda: f"{self.numbers()}.reverse_each",
            lambda: f"Integer[1, 7].step({self.pick(1, 2, 3)})",
            lambda: "Binary('YWJj')", lambda: self.pick("undef", "1.5", "true", "Integer", "String", "default"),
            lambda: f"{self.numbers()}.slice(2)", lambda: f"{self.hash(1)}.reverse_each",
        ])()

    def operator(self):
        return self.rng.choice("+ - * / % << >> == != < > <= >= =~ !~ in and or".split())

    def expression(self, depth=2):
        """Any expression of values and operators."""
        if depth <= 0 or self.rng.random() < 0.35:
            return self.any(1)
        return self.rng.choice([
            lambda: f"{self.expression(depth - 1)} {self.operator()} {self.expression(depth - 1)}",
            lambda: f"({self.expression(depth - 1)}) {self.operator()} ({self.expression(depth - 1)})",
            lambda: f"{self.pick('-', '!')}({self.expression(depth - 1)})",
            lambda: f"({self.expression(depth - 1)})[{self.pick('0', '1', '-1', 'a', '0, 2')}]",
            lambda: f"\"x${{{self.expression(depth - 1)}}}\"",
            lambda: f"[{self.expression(depth - 1)}, {self.expression(depth - 1)}]",
            lambda: f"{self.expression(depth - 1)} ? {{ {self.any(1)} => {self.any(1)}, default => {self.any(1)} }}",
        ])()

    def simple(self, names):
        """An expression that mostly succeeds when the names are numbers."""
        operand = lambda: "$" + self.rng.choice(names) if names and self.rng.random() < 0.75 else self.pick("1", "2",
            "'3'", "10")
        return self.rng.choice([
            operand, lambda: f"{operand()} {self.pick('+', '-', '*', '%')} {operand()}",
            lambda: f"{operand()} {self.pick('==', '<', '>=', '!=')} {operand()}",
            lambda: f"[{operand()}, {operand()}]", lambda: f"\"<${{{operand()}}}>\"",
            lambda: f"{{ {operand()} => {operand()} }}",
        ])()

    def parameter_type(self):
        return self.pick("Integer", "String", "Numeric", "Any", "Optional[Integer]", "Array", "Hash",
            "Variant[Integer, String]",
                         "Array[Integer]", "Boolean", "Scalar", "Integer[0, 5]", "String[2]", "Callable", "Enum[a, b]",
                         "Type",
                         "Undef", "Default", "Struct[{a => Integer, Optional[b] => String}]", "Tuple[Integer, String]",
                         "Pattern[/a/]", "NotUndef", "Data", "Collection", "Iterable", "Sensitive", "Optional[String]")

    def parameters(self, names, typed=0.4, rest=0.2, default=0.3):
        parts, optional = [], False
        for index, name in enumerate(names):
            text = f"{self.parameter_type()} " if self.rng.random() < typed else ""
            if index == len(names) - 1 and self.rng.random() < rest:
                text += "*"
                optional = True if self.rng.random() < 0.15 else optional
            text += f"${name}"
            if "*" not in text and (optional and self.rng.random() < 0.9 or self.rng.random() < default):
                optional = True
                text += " = " + (self.any(1) if self.rng.random() < 0.7 or index == 0 else "$" + self.rng.choice(names[:index]))
            parts.append(text)
        return ", ".join(parts)

    def lambda_(self, low=1, high=2, body=None, typed=0.2):
        names = ["x", "y", "z", "w"][: self.rng.randrange(low, high + 1)]
        text = body(names) if body else self.simple(names)
        return f"|{self.parameters(names, typed, 0.12, 0.15)}| {{ {text} }}"

    def statements(self, *lines):
        """Statements with random white space between them, so that lines and columns matter."""
        return "".join(line + self.pick("\n", "\n", "  \n  ", " ", "\n# comment\n") for line in lines)


def operators(m):
    unary = lambda: m.pick(f"-{m.expression(1)}", f"!{m.expression(1)}", f"*{m.any(1)}", f"[*{m.any(1)}]",
        f"-({m.any(2)})")
    binary = lambda: f"{m.any(2)} {m.operator()} {m.any(2)}"
    several = lambda: f"{m.any(1)} {m.operator()} {m.any(1)} {m.operator()} {m.any(1)}"
    return m.rng.choice([binary, binary, binary, several, lambda: m.expression(3), unary])()


def access(m):
    receiver = m.rng.choice([
        lambda: m.word(), lambda: m.array(2), lambda: m.hash(2), lambda: m.any(2), lambda: m.type(1), m.rich,
        lambda: m.pick("Integer", "String", "Array", "Hash", "Tuple", "Struct", "Enum", "Pattern", "Variant",
        "Callable", "Type",
                       "Resource", "Class", "File", "Optional", "Timestamp", "Regexp", "Foo", "Foo::Bar"),
    ])()
    keys = lambda: m.many(lambda: m.rng.choice([m.plain, lambda: m.pick("0", "1", "-1", "2", "-9", "a", "'1'"),
        lambda: m.any(1), lambda: m.type(0)])(), 1, 3)
    text = f"$v = {receiver}\n$v[{keys()}]" if m.rng.random() < 0.7 else f"{receiver}[{keys()}]"
    return text + (f"[{keys()}]" if m.rng.random() < 0.3 else "")


def interpolation(m):
    inner = lambda: m.rng.choice([
        lambda: f"${{{m.expression(1)}}}", lambda: "$v", lambda: "${v}",
        lambda: f"${{v[{m.pick('0', 'a', '-1', '0, 1')}]}}",
        lambda: "$v[0]", lambda: "$v.length", lambda: "${v.length}", lambda: "${v.map |$i| { $i }}", lambda: "${$v}",
        lambda: "${[1, 2].map |$i| { \"<${i}>\" }}", lambda: "${upcase('x')}", lambda: "${if true { 'y' }}",
        lambda: f"${{{m.word()}}}",
        lambda: f"${{{m.rich()}}}", lambda: "${w}", lambda: "${undef}", lambda: "${v['a']['b']}", lambda: "$::v",
        lambda: "${::v}",
        lambda: "${a}", lambda: "${default}", lambda: "${true}", lambda: "${v}${v}", lambda: "${case 1 { 1: { 'c' } }}",
        lambda: "${keys($v)}", lambda: "${1}", lambda: "${v =~ String}", lambda: "${-1}", lambda: "${facts}",
    ])()
    text = "".join(m.pick("", "a", " ", "-") + inner() for _ in range(m.rng.randrange(1, 4)))
    if m.rng.random() < 0.15:
        return f"$v = {m.any(2)}\n$r = @(\"E\")\n  {text}\n  | E\n$r"
    return f"$v = {m.any(2)}\n\"{text}{m.pick('', 'z', '$', ' $ ')}\""


def strings(m):
    piece = lambda: m.pick("a", "\\n", "\\t", "\\s", "\\$", "\\\\", "\\'", "\\\"", "\\u00e9", "\\u{1F600}", "\\r",
    "\\x", "\\q", "$", "\\0",
                           "é", "  ", "{", "}", "\\u12", "\\u{110000}", "\\u{}", "#", "%", "\\\n", "\n")
    text = "".join(piece() for _ in range(m.rng.randrange(1, 6)))
    roll = m.rng.random()
    if roll < 0.3:
        return "'" + text.replace("'", "").rstrip("\\") + "'"
    if roll < 0.75:
        return '"' + text + '"'
    flags = m.pick("", "/", "/n", "/t", "/$", "/nts", "/L", "/u", "/rn", "/x", "/tt")
    quoted = m.pick("E", '"E"', '"E"', '"E":json', "E:x")
    return f"$x = @({quoted}{flags})\n  {text}\n{m.pick('', '  b', '    c')}\n  {m.pick('', '|', '-', '|-', '| -')} E\n$x.length\n$x"


def option(m):
    return m.rng.choice([
        lambda: m.any(1), lambda: m.type(1), lambda: m.rng.choice(m.PATTERNS), m.word, lambda: "default",
        lambda: f"*{m.array(1)}",
        lambda: f"*[{m.type(0)}, {m.word()}]", lambda: f"[{m.any(0)}, {m.type(0)}]", lambda: "/^(.)(.)?/", m.number,
        lambda: f"{{a => {m.type(0)}}}", lambda: f"{m.any(0)}, {m.type(0)}",
    ])()


def conditionals(m):
    body = lambda: m.rng.choice([m.plain, lambda: "$0", lambda: "\"<$1>\"", lambda: "$v", lambda: "", lambda: "$w = 5",
        lambda: "notice($v)"])()
    head = f"$v = {m.any(2)}\n"
    kind = m.rng.randrange(4)
    if kind == 0:
        text = f"if {m.expression(2)} {{ {body()} }}"
        text += f" elsif {m.expression(1)} {{ {body()} }}" if m.rng.random() < 0.4 else ""
        text += f" else {{ {body()} }}" if m.rng.random() < 0.6 else ""
    elif kind == 1:
        text = f"unless {m.expression(2)} {{ {body()} }}" + (f" else {{ {body()} }}" if m.rng.random() < 0.5 else "")
    elif kind == 2:
        options = "".join(f"  {option(m)}: {{ {body()} }}\n" for _ in range(m.rng.randrange(1, 4)))
        text = f"case {m.pick('$v', m.any(2), m.word())} {{\n{options}}}"
    else:
        value = lambda: m.rng.choice([m.plain, lambda: "$0", lambda: "\"<$1>\"", lambda: "$v"])()
        entry = lambda: m.pick(m.any(1), m.type(1), m.rng.choice(m.PATTERNS), "default", "*" + m.array(1), "/^(.)(.)?/")
        options = ", ".join(f"{entry()} => {value()}" for _ in range(m.rng.randrange(1, 4)))
        text = f"{m.pick('$v', m.any(2), m.word())} ? {{ {options} }}"
    if m.rng.random() < 0.6:
        return f"{head}$r = {text}\n[$r, $v]" if kind == 3 or m.rng.random() < 0.5 else f"{head}{text}"
    return head + text


def assignment(m):
    names = "[" + ", ".join(m.pick("$a", "$b", "$c", "[$d, $e]", "$a") for _ in range(m.rng.randrange(1, 4))) + "]"
    value = m.rng.choice([
        lambda: "[" + m.many(lambda: m.any(1), 1, 3) + "]", lambda: "[1, [2, 3]]", lambda: "[1, 2, [3, 4]]",
        lambda: m.any(2),
        lambda: "{a => 1, b => 2, c => 3, d => 4, e => 5}", lambda: "{a => 1, b => undef}", lambda: "[1, 2]",
        lambda: "[1, 2, 3]",
        lambda: "[[1, 2], 3]",
    ])()
    lines = [m.rng.choice([lambda: f"{names} = {value}", lambda: f"$a = {m.any(2)}", lambda: f"$a = $b = {m.any(1)}",
                           lambda: f"$x = ($a = {m.any(1)}) + {m.number()}", lambda: f"{names} = {value}"])()]
    lines.append(m.rng.choice([
        lambda: "[$a]", lambda: "[$a, $b]", lambda: "$a = 2", lambda: "[1].each |$i| { $a = $i }\n$a",
        lambda: "with(5) |$b| { $a + $b }",
        lambda: f"with(5) |$b| {{ {names} = {value} [$b] }}", lambda: "if true { $z = 1 }\n$z",
        lambda: f"$r = ({names} = {value})\n$r",
        lambda: "[1, 2].map |$a| { $q = $a  $q + 1 }\n", lambda: "function f() { $a }\nf()", lambda: "$::a",
        lambda: "$a += 1\n$a",
        lambda: "[$d, $e]", lambda: "$title", lambda: "$name = 5", lambda: "$0 = 1", lambda: "[1].each |$i| { $i = 2 }",
        lambda: "$x::y = 1", lambda: "$facts = 1", lambda: "$trusted = 1",
        lambda: f"case {m.number()} {{ default: {{ $k = 1 }} }}\n$k",
    ])())
    return m.statements(*lines)


def matching(m):
    subject = m.pick("'abc'", "'hello world'", "'10'", "''", "'ABC'", "'a-b-c'", "'key=value'", m.any(1))
    regexp = m.pick("/(b)(c)?/", "/^(\\w+)\\W(\\w+)/", "/\\d+/", "/(?<n>a)/", "/x/", "/(a)|(z)/",
    "/([a-c])([a-c])([a-c])/", "'b'", "'(b)'", "/(?i)ABC/",
                    "String", "Integer", "Pattern[/(b)/]", "/(.)\\1/", "/\\Aa/", "/c\\z/", "'['", "5", "undef")
    show = m.pick("[$0, $1]", "$1", "$2", "\"$1-$2\"", "$0", "[$0, $1, $2, $3]", "[$1, $9]")
    op = m.pick("=~", "=~", "=~", "!~")
    test = f"{subject} {op} {regexp}"
    return m.rng.choice([
        lambda: f"{test}\n{show}", lambda: f"if {test} {{ {show} }} else {{ [no, $0] }}",
        lambda: f"if {test} {{ }}\n{show}",
        lambda: f"if {test} {{ if 'zz' =~ /(z)/ {{ $1 }} {show} }}",
        lambda: f"case {subject} {{ {regexp}: {{ {show} }} default: {{ [d, $0] }} }}",
        lambda: f"{subject} ? {{ {regexp} => {show}, default => [d, $0] }}",
        lambda: f"{test}\n[1].map |$i| {{ {show} }}",
        lambda: f"{test}\n[1].each |$i| {{ 'q' =~ /(q)/ }}\n{show}", lambda: f"function f() {{ {show} }}\n{test}\nf()",
        lambda: f"function f() {{ 'q' =~ /(q)/  $1 }}\n{test}\n$r = f()\n[$r, {show}]", lambda: f"[{test}, {show}]",
        lambda: f"unless {test} {{ [un, $0] }} else {{ {show} }}", lambda: f"match({subject}, {regexp})",
        lambda: f"match({m.words()}, {regexp})",
        lambda: f"{test} and 'x' =~ /(x)/\n{show}", lambda: f"$t = {test}\n[$t, {show}]",
        lambda: f"['abc', 'xyz'].map |$s| {{ if $s =~ {regexp} {{ {show} }} else {{ $s }} }}",
        lambda: f"{subject} in {m.words()}", lambda: f"{regexp} in {m.words()}\n$0",
        lambda: f"[*{m.words()}].filter |$s| {{ $s {op} {regexp} }}",
        lambda: f"with('abc') |$s| {{ $s =~ /(.)/ with(1) |$q| {{ {show} }} }}",
    ])()


def lambdas(m):
    names = ["a", "b", "c", "d"][: m.rng.randrange(0, 4)]
    body = m.rng.choice([
        lambda: "[" + ", ".join("$" + name for name in names) + "]", lambda: m.simple(names), lambda: "",
        lambda: f"with({m.any(1)}) |$a| {{ [$a{', $' + names[-1] if names else ''}] }}",
        lambda: f"[1, 2].map |$i| {{ {m.simple(names + ['i'])} }}", lambda: "$outer", lambda: "$outer = 2  $outer",
        lambda: "$missing",
        lambda: "$a = 1", lambda: f"{m.expression(1)}",
    ])()
    arguments = m.many(lambda: m.any(1), 0, 4)
    block = f"|{m.parameters(names, 0.5, 0.3, 0.35)}|{m.pick('', '', ' >> Integer', ' >> String')} {{ {body} }}"
    call = m.rng.choice([
        lambda: f"with({arguments}) {block}", lambda: f"{m.any(1)}.with {block}", lambda: f"{m.any(1)}.then {block}",
        lambda: f"lest({m.any(0)}) {block}",
        lambda: f"{m.iterable()}.map {block}", lambda: f"{m.iterable()}.each {block}",
        lambda: f"{m.iterable()}.reduce {block}",
        lambda: f"{m.iterable()}.reduce({m.any(1)}) {block}", lambda: f"{m.iterable()}.filter {block}",
        lambda: f"assert_type({m.type(0)}, {m.any(1)}) {block}",
        lambda: f"sort({m.array()}) {block}", lambda: f"with({arguments}) {block}",
        lambda: f"with({arguments}) {block}",
    ])()
    return m.statements("$outer = 1", call, *m.rng.choice([[], [], ["$outer"], ["$a"]]))


def functions(m):
    names = ["a", "b", "c"][: m.rng.randrange(0, 4)]
    body = m.rng.choice([
        lambda: "[" + ", ".join("$" + name for name in names) + "]", lambda: m.simple(names), lambda: "",
        lambda: m.expression(1),
        lambda: f"return({m.any(1)})", lambda: f"if true {{ return {m.any(1)} }} 5", lambda: "$block", lambda: "$title",
        lambda: "$top",
        lambda: "$blk.call", lambda: f"g({m.many(lambda: m.any(0), 0, 2)})", lambda: "notice('in f')",
        lambda: "fail('bad')",
        lambda: "with(1) |$q| { return($q) } 7", lambda: "[1, 2, 3].map |$q| { if $q == 2 { return($q) } $q }",
        lambda: "$local = 3  $local",
    ])()
    returned = m.pick("", "", "", " >> Integer", " >> String", " >> Array", " >> Optional[Integer]",
        " >> Variant[Integer, String]", " >> Undef")
    parameters = m.parameters(names, 0.5, 0.25, 0.35)
    block = m.pick("", "", "", "Callable &$blk", "Optional[Callable] &$blk", "Callable[Integer] &$blk", "&$blk",
        "Callable[1, 1] &$blk")
    if block:
        parameters = f"{parameters}, {block}" if parameters else block
        body = m.pick(body, "$blk", "[$blk =~ Callable]", "$blk =~ Undef")
    arguments = m.many(lambda: m.any(1), 0, 4)
    tail = m.pick("", "", f" {m.lambda_(0, 2)}") if block or m.rng.random() < 0.1 else ""
    call = m.pick(f"f({arguments}){tail}", f"f({arguments}){tail}", f"{m.any(1)}.f({arguments}){tail}",
    f"call('f', {arguments or '1'}){tail}",
                  f"[f({arguments}), f({arguments})]")
    other = "function g($x = 1, *$y) >> Any { [$x, $y] }"
    recursive = ["function fact(Integer $n) { if $n < 2 { 1 } else { $n * fact($n - 1) } }",
        f"fact({m.pick('5', '0', '20', '25', m.word())})"]
    if m.rng.random() < 0.06:
        return m.statements(*recursive)
    return m.statements("$top = 1", other, f"function f({parameters}){returned} {{ {body} }}", call)


def control(m):
    jump = lambda: m.rng.choice(["break()", "next()", "next($x)", "next([$x, 'n'])", "return()", "return($x)",
        "return('r')", "fail('stop')", "break", "next", "return"])
    condition = lambda: m.pick("$x == 2", "$x == 'b'", "true", "false", "$x =~ Integer", "$x =~ String", "$x == 3",
        "$i == 1")
    inner = lambda: m.rng.choice([
        lambda: f"if {condition()} {{ {jump()} }} $x", lambda: f"unless {condition()} {{ {jump()} }} [$x]",
        lambda: f"{jump()} $x",
        lambda: f"[7, 8].{m.pick('map', 'each', 'filter')} |$y| {{ if {condition()} {{ {jump()} }} $y }}",
        lambda: f"with($x) |$z| {{ if {condition()} {{ {jump()} }} $z }}",
        lambda: f"$x ? {{ 2 => {m.pick('next(5)', 'break()', 'return(6)')}, default => $x }}",
        lambda: f"case $x {{ 2: {{ {jump()} }} default: {{ $x }} }}",
        lambda: f"g($x)", lambda: f"notice($x) if {condition()} {{ {jump()} }} notice('after')",
        lambda: f"$x.then |$q| {{ {jump()} }} 9",
    ])()
    name = m.pick("each", "map", "filter", "each", "map", "any", "all", "reverse_each", "index", "group_by",
    "partition", "unique", "tree_each", "step", "slice",
                  "reduce", "then", "with", "sort", "max", "lest")
    receiver = m.pick("[1, 2, 3, 4]", "['a', 'b', 'c']", "{a => 1, b => 2}", "4", "Integer[1, 3]", "[[1, 2], [3]]")
    arguments = {"step": "(1)", "slice": "(2)"}.get(name, m.pick("", "", "(10)") if name == "reduce" else "")
    names = {"reduce": "|$m, $x|", "sort": "|$i, $x|", "max": "|$i, $x|", "lest": "||"}.get(name,
        m.pick("|$x|", "|$x|", "|$i, $x|"))
    call = f"{receiver}.{name}{arguments} {names} {{ {inner()} }}"
    g = f"function g($x) {{ {m.rng.choice([f'if {condition()} {{ {jump()} }} [g, $x]', jump(), '[1, 2].map |$x| { return($x) }', 'with($x) |$x| { next(3) } 4'])} }}"
    f = f"function f($i) {{ $r = {call}\n [f, $r] }}"
    return m.rng.choice([
        lambda: m.statements("$i = 0", g, call), lambda: m.statements("$i = 0", g, f"$r = {call}", "[done, $r]"),
        lambda: m.statements(g, f, "f(1)"),
        lambda: m.statements(g, f, "[1, 2].map |$q| { f($q) }"), lambda: m.statements("$x = 1", "$i = 1", g, inner()),
    ])()


ITERATING = ["each", "map", "filter", "reduce", "slice", "step", "reverse_each", "any", "all", "index", "group_by",
"partition", "unique", "tree_each",
             "flatten", "sort", "length", "keys", "values", "join", "type", "max", "min", "empty", "then", "get", "dig"]


def link(m):
    name = m.rng.choice(ITERATING[:13]) if m.rng.random() < 0.75 else m.rng.choice(ITERATING)
    arguments = ""
    if name in ("slice", "step"):
        arguments = f"({m.pick('1', '2', '3', '2', '0', '-1', m.any(0))})"
    elif name == "reduce" and m.rng.random() < 0.4 or name in ("get", "dig",
        "join") or name == "index" and m.rng.random() < 0.3:
        arguments = f"({m.any(1)})"
    elif name == "tree_each" and m.rng.random() < 0.5:
        entry = m.pick("order => breadth_first", "include_root => false", "include_containers => false",
        "include_values => false", "include_refs => true",
                       "container_type => Array", "containers_first => true")
        arguments = f"({{{entry}}})"
    block = ""
    if name in ("reduce", "sort", "max", "min"):
        block = m.lambda_(2, 2) if name == "reduce" or m.rng.random() < 0.4 else ""
    elif name in ("each", "map", "filter", "any", "all", "group_by", "partition", "then"):
        block = m.lambda_(1, 2)
    elif name in ("slice", "step", "reverse_each", "unique", "tree_each", "index") and m.rng.random() < 0.4:
        block = m.lambda_(1, 3)
    if m.rng.random() < 0.05:
        block = "" if block else m.lambda_(0, 3)
    return f".{name}{arguments} {block}".rstrip()


def iteration(m):
    chain = m.iterable() + "".join(link(m) for _ in range(m.rng.randrange(1, 4)))
    return m.rng.choice([lambda: chain, lambda: chain, lambda: f"$r = {chain}\n[$r]", lambda: f"[*{chain}]",
        lambda: f"\"${{{chain}}}\"", lambda: f"Array({chain})"])()


def unfolding(m):
    spread = lambda: m.rng.choice([lambda: f"*{m.array(1)}", lambda: f"*{m.any(1)}", lambda: f"*{m.hash(1)}",
        lambda: f"*[{m.any(1)}, {m.any(1)}]", lambda: m.any(1), lambda: "*[]"])()
    several = lambda: m.many(spread, 1, 3)
    return m.rng.choice([
        lambda: f"[{several()}]", lambda: f"flatten({several()})", lambda: f"with({several()}) |*$a| {{ $a }}",
        lambda: f"max({several()})",
        lambda: f"function f($a, $b = 2, *$c) {{ [$a, $b, $c] }}\nf({several()})", lambda: f"Integer[{several()}]",
        lambda: f"Variant[{several()}]",
        lambda: f"'abc'[{several()}]", lambda: f"[1, 2, 3][{several()}]", lambda: f"sprintf('%s %s', {several()})",
        lambda: f"notice({several()})",
        lambda: f"case {m.any(1)} {{ {several()}: {{ yes }} default: {{ no }} }}",
        lambda: f"{m.any(1)} ? {{ *{m.array(1)} => yes, default => no }}",
        lambda: f"Enum[{several()}]", lambda: f"dig({m.array(2)}, {several()})", lambda: f"{{ a => [{several()}] }}",
        lambda: f"$x = {m.any(1)}\n[*$x, *$x]",
        lambda: f"{m.array(1)}.call({several()})", lambda: f"Tuple[{several()}]", lambda: f"Struct[{several()}]",
    ])()


def aliases(m):
    target = m.rng.choice([lambda: m.type(2), lambda: m.type(1), lambda: "Integer[1, 5]",
    lambda: "Variant[Integer, Array[A]]", lambda: "Array[Integer]", lambda: "Hash[String, A]",
                           lambda: "Struct[{a => Integer, Optional[b] => String}]", lambda: "Enum['x', 'y']",
                           lambda: "B", lambda: "Pattern[/^a/]", lambda: "Optional[B]"])()
    use = m.rng.choice([
        lambda: f"function f(A $p) {{ [f, $p] }}\nf({m.any(2)})",
        lambda: f"function f(B $p = {m.any(1)}) >> A {{ $p }}\nf({m.any(1)})", lambda: f"{m.any(2)} =~ A",
        lambda: f"assert_type(A, {m.any(2)})", lambda: f"[{m.any(1)}].map |A $i| {{ $i }}", lambda: f"A({m.any(1)})",
        lambda: f"A.new({m.any(1)})", lambda: "type(A)", lambda: "[A, B]",
        lambda: f"case {m.any(1)} {{ A: {{ yes }} default: {{ no }} }}", lambda: f"A[{m.any(1)}]", lambda: "\"${A}\"",
        lambda: f"function f(Array[A] *$p) {{ $p }}\nf({m.any(2)})",
        lambda: f"{m.any(1)} ? {{ A => yes, default => no }}", lambda: f"!!(A <= {m.type(1)})",
        lambda: f"with({m.any(1)}, {m.any(1)}) |A $x, Optional[B] $y = undef| {{ [$x, $y] }}",
        lambda: f"{m.any(1)}.convert_to(A)", lambda: "A == B",
        lambda: f"function f(Hash[A, B] $h) {{ $h }}\nf({m.hash(1)})",
    ])()
    return m.statements(f"type A = {target}", f"type B = {m.type(1)}", use)


def epp(m):
    piece = lambda: m.rng.choice([
        lambda: "text ", lambda: "\n", lambda: "<%= $a %>", lambda: "<%= $b -%>\n",
        lambda: "  <%- if $a == 1 { -%>\nyes\n  <%- } -%>\n", lambda: "<%# comment %>",
        lambda: "<%# comment -%>\n", lambda: "<%%", lambda: "%%>", lambda: f"<%= {m.number()} %>",
        lambda: "<% [1, 2].each |$i| { %>[<%= $i %>]<% } %>", lambda: "<%= $missing %>", lambda: "<%= [$a, $b] %>",
        lambda: "<%- $c = 3 -%>\n<%= $c %>", lambda: "   <%= 5 -%>   \n",
        lambda: "<%= undef %>", lambda: "<%= {x => 1} %>", lambda: "<%= Integer %>", lambda: "<%= Sensitive(secret) %>",
        lambda: "<%= Timespan(5) %>", lambda: "$a ${a}",
        lambda: "<%= $title %>", lambda: "<%= $top %>", lambda: "<%= epp %>", lambda: "<%", lambda: "<%= %>",
        lambda: "<% } %>", lambda: "é<%= upcase(é) %>", lambda: "<%= default %>",
        lambda: "<%= [undef, 1.0, [2]] %>", lambda: "-%>", lambda: "<% return(1) %>", lambda: "<% next() %>",
        lambda: "<%= inline_epp(inner) %>", lambda: "<% notice($a) %>",
    ])()
    header = m.pick("", "", "<%- | | -%>\n", "<%- | $a, $b = 5 | -%>\n", "<% | $a | %>",
    "<%- |Integer $a, String $b = x| -%>\n", "<%- | $a = 1, $b = $a | -%>", "<%- | Sensitive $a, $b | -%>\n",
                    "<%- |Optional[Integer] $a = undef, *$b| -%>\n")
    text = header + "".join(piece() for _ in range(m.rng.randrange(1, 5)))
    text = text.replace("\\", "\\\\").replace("'", "\\'")
    given = m.pick("", "", ", {}", ", {a => 1}", ", {a => 1, b => 2}", ", {a => x, c => 3}",
    ", {'a' => Sensitive('s'), b => 1}", f", {{a => {m.any(1)}, b => {m.any(1)}}}", f", {m.any(1)}",
                    ", {'a b' => 1}", ", {a => undef}", ", {1 => 2}")
    lines = [m.pick("$top = 1", "$a = 7", "$b = 'bb' $a = 1", "")]
    return m.statements(*lines, f"inline_epp('{text}'{given})")


LEVELS = ["debug", "info", "notice", "warning", "err", "crit", "alert", "emerg"]


def logging(m):
    def one():
        before, after = m.pick(("(", ")"), (" ", ""))
        return f"{m.rng.choice(LEVELS)}{before}{m.many(lambda: m.any(2), 1, 3)}{after}"

    line = lambda: m.rng.choice([
        one, lambda: f"{m.iterable()}.each |$i| {{ {m.rng.choice(LEVELS)}($i) }}",
        lambda: f"$r{m.rng.randrange(9)} = {m.rng.choice(LEVELS)}({m.any(1)})",
        lambda: f"{m.rng.choice(LEVELS)}(\"a ${{{m.any(1)}}}\")",
        lambda: f"if {m.rng.choice(LEVELS)}(x) {{ notice(y) }}", lambda: f"{m.any(1)}.{m.rng.choice(LEVELS)}",
        lambda: f"{m.rng.choice(LEVELS)}({m.expression(1)})",
        lambda: f"fail({m.many(lambda: m.any(2), 1, 3)})" if m.rng.random() < 0.4 else "notice()",
    ])()
    return m.statements(*(line() for _ in range(m.rng.randrange(1, 5))))


# Functions that use the machine, the clock or the library of a version are left out.
BUILTINS = """abs all any assert_type call camelcase capitalize ceiling chomp chop compare convert_to defined dig digest downcase each
empty fail filter flatten floor fqdn_rand get getvar group_by index inline_epp join keys length lest lstrip map match max md5 min new
partition reduce regsubst reverse_each round rstrip sha1 sha256 shellquote size slice sort split sprintf step strip then
tree_each type unique unwrap upcase values versioncmp with strftime""".split()

LIKELY = {
    "join": lambda m: f"{m.array(2)}{m.pick('', ', ' + m.word())}", "keys": lambda m: m.hash(1),
    "values": lambda m: m.hash(1),
    "split": lambda m: f"{m.pick(m.word(), 'Sensitive(' + m.word() + ')')}, {m.pick(m.word(), '/,/', '/(b)/', '//', 'Regexp[/b/]', m.any(1))}",
    "regsubst": lambda m: f"{m.pick(m.word(), m.words(), 'Sensitive(' + m.word() + ')')}, {m.pick(m.word(), '/b/', '/(.)(.)/', '/(?<n>a)/', 'Regexp[/a/]', 'Regexp')}, "
                          f"{m.pick(m.word(), chr(39) + chr(92) + '1-' + chr(92) + '0' + chr(39), '{a => X}', m.any(1))}{m.pick('', ', G', ', GI', ', I', ', ' + m.any(0), ', M')}",
    "sprintf": lambda m: f"'{m.pick('%d', '%s', '%05.1f|%s', '%x', '%<a>s', '%{a}', '%-5s|', '%%', '%c', '%e', '%b %o', '%+d', '%p', '%10.3s', '%*d', '%1$s %1$s', '%', '%z')}'"
                         f", {m.many(lambda: m.any(1), 1, 3)}",
    "dig": lambda m: f"{m.pick(m.array(2), m.hash(2), m.any(1))}, {m.many(lambda: m.pick('0', '1', 'a', 'b', m.any(0)), 0, 3)}".rstrip(", "),
    "get": lambda m: f"{m.any(2)}, '{m.pick('', '0', 'a', 'a.0', '0.a', '1.1.1', 'a.b.c', chr(34) + 'x y' + chr(34), 'a..b', '-1', '.', 'a.')}'{m.pick('', ', ' + m.any(1))}",
    "getvar": lambda m: f"'{m.pick('v', 'v.0', 'v.a', 'v.a.b', '::v', 'missing', 'missing.a', 'a::b', 'V', '1', '', 'v.1.0', 'v..0', 'a-b', 'title', '$v')}'{m.pick('', ', ' + m.any(1))}",
    "versioncmp": lambda m: f"'{m.pick('1.0', '2', '1.2.3', 'a', '1.0.0', '', '1-1')}', '{m.pick('1.0', '2.0', '1.10', 'b', '1', '1.a')}'{m.pick('', ', true', ', false', ', 1')}",
    "compare": lambda m: f"{m.any(1)}, {m.any(1)}{m.pick('', '', ', true', ', 1')}",
    "sort": lambda m: m.pick(m.numbers(), m.words(), m.word(), m.array(1)),
    "max": lambda m: m.many(m.pick(m.number, m.word, m.rich, lambda: m.any(1)), 1, 4),
    "min": lambda m: m.many(m.pick(m.number, m.word, m.rich, lambda: m.any(1)), 1, 4),
    "strftime": lambda m: f"{m.pick('Timespan(93784.5)', 'Timestamp(1000000000)', 'Timestamp(1.25)', 'Timespan(-5)')}, "
                          f"'{m.pick('%Y-%m-%d', '%H:%M:%S', '%D-%H:%M:%S.%-N', '%s', '%j', '%A', '%e|%k', '%N', '%L', '%3N', '%-m', '%c', '%Z', '%z', '%%', '%q', '%_5S', '%F', '%10H', '%:z', '%^a', '%U', '%G-%V')}'"
                          f"{m.pick('', '', ', ' + chr(39) + m.pick('UTC', 'CET', '+02:00', 'PST', 'EST5', 'Nowhere', '') + chr(39))}",
    "convert_to": lambda m: f"{m.any(1)}, {m.type(1)}{m.pick('', ', ' + m.any(0))}",
    "new": lambda m: f"{m.type(0)}, {m.many(lambda: m.any(1), 0, 2)}".rstrip(", "),
    "assert_type": lambda m: f"{m.pick(m.type(1), m.type(1), chr(39) + m.type(0) + chr(39))}, {m.any(1)}",
    "type": lambda m: f"{m.any(2)}{m.pick('', ', detailed', ', reduced', ', generalized', ', x')}",
    "call": lambda m: f"'{m.pick('abs', 'upcase', 'join', 'nope', 'notice', 'size', 'with', 'max')}', {m.many(lambda: m.any(1), 0, 3)}".rstrip(", "),
    "defined": lambda m: m.many(lambda: m.pick("'$v'", "'$nope'", "'file'", "File", "'abs'", "File['/x']", "'main'",
    "Class[main]", "'$title'", "'File'", "Integer", "''", "'Foo'", "Foo", "Type[File]", m.any(0)), 1, 2),
    "match": lambda m: f"{m.pick(m.word(), m.words())}, {m.pick('/(a)(b)?/', m.word(), 'Pattern[/b/, /a/]', 'Regexp[/c/]', m.type(0), m.any(1))}",
    "round": lambda m: m.number(),
    "index": lambda m: f"{m.pick(m.array(1), m.word(), m.hash(1))}, {m.pick(m.any(1), m.word(), '/b/')}",
    "slice": lambda m: f"{m.iterable()}, {m.pick('1', '2', '3', m.any(0))}",
    "step": lambda m: f"{m.iterable()}, {m.pick('1', '2', '3', m.any(0))}",
    "unwrap": lambda m: m.pick("Sensitive(1)", "Sensitive('a')", m.any(1)),
    "shellquote": lambda m: m.many(lambda: m.pick(m.word(), m.words(), m.any(1)), 0, 3),
    "fqdn_rand": lambda m: f"{m.pick('10', '100', m.any(0))}{m.pick('', ', a', ', 1, 2', ', ' + m.any(1))}",
    "abs": lambda m: m.pick(m.number(), m.word()), "flatten": lambda m: m.many(lambda: m.any(2), 0, 3),
    "camelcase": lambda m: m.pick("'a_b_c'", "'foo_bar::baz'", "[a_b, 5]", "'_x__y'", m.any(1)),
    "capitalize": lambda m: m.pick("'abc def'", "'éa'", "'a::b'", "ABC", m.words()),
    "floor": lambda m: m.pick(m.number(), m.word()), "ceiling": lambda m: m.pick(m.number(), m.word()),
    "unique": lambda m: m.pick(m.array(2), m.hash(2), m.word(), m.numbers()),
}
WITH_BLOCK = {"all", "any", "each", "filter", "group_by", "lest", "map", "partition", "reduce", "then", "with"}
MAYBE_BLOCK = {"assert_type", "sort", "max", "min", "slice", "step", "reverse_each", "unique", "tree_each", "index",
    "unwrap", "convert_to", "get", "getvar", "call", "new"}


def builtins(m):
    name = m.rng.choice(BUILTINS)
    likely = LIKELY.get(name)
    if likely and (name == "strftime" or m.rng.random() < 0.75):
        arguments = likely(m)
    elif name in WITH_BLOCK | MAYBE_BLOCK and m.rng.random() < 0.7:
        arguments = m.iterable() + (", " + m.any(1) if m.rng.random() < 0.2 else "")
    else:
        arguments = m.many(lambda: m.pick(m.any(2), m.word(), m.words(), m.any(1)), m.pick(0, 1, 1, 1),
            m.pick(1, 2, 2, 3))
    roll, block = m.rng.random(), ""
    if name in WITH_BLOCK and roll < 0.92 or name in MAYBE_BLOCK and roll < 0.3 or roll < 0.02:
        block = " " + m.lambda_(m.pick(0, 1, 1, 1), 2)
    call = f"{name}({arguments}){block}"
    if m.rng.random() < 0.15 and arguments and name != "strftime":
        call = f"{m.any(1)}.{name}({arguments}){block}" if m.rng.random() < 0.5 else f"{m.any(2)}.{name}{block}"
    head = f"$v = {m.any(2)}\n" if name in ("getvar", "defined") or m.rng.random() < 0.1 else ""
    return head + call


class Program:
    """A longer program of nested functions, lambdas and conditions, in which most things succeed.

    Values are numbers, arrays of numbers or hashes of numbers; `scope` says which names are which.
    """

    def __init__(self, m):
        self.m = m
        self.count = 0
        self.functions = []

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def of(self, scope, kind):
        """A variable of a kind, or a literal."""
        known = [name for name, k in scope.items() if k == kind]
        if known and self.m.rng.random() < 0.8:
            return "$" + self.m.rng.choice(known)
        return {"n": self.m.pick("1", "2", "3", "10"), "a": self.m.pick("[1, 2, 3]", "[5]", "[4, 2]", "[]"),
                "h": self.m.pick("{a => 1, b => 2}", "{c => 3}", "{}")}[kind]

    def number(self, scope, depth):
        m = self.m
        if depth <= 0:
            return self.of(scope, "n")
        inner = lambda: self.number(scope, depth - 1)
        return m.rng.choice([
            lambda: self.of(scope, "n"),
            lambda: f"({inner()} {m.pick('+', '-', '*', '%')} {m.pick('3', '7', inner())})",
            lambda: f"{self.array(scope, depth - 1)}.length",
            lambda: f"{self.array(scope, depth - 1)}.reduce(0) {self.block(scope, depth, 'nn', 'n')}",
            lambda: f"{self.hash(scope, depth - 1)}.length",
            lambda: f"({self.condition(scope, depth - 1)} ? {{ true => {inner()}, default => {inner()} }})",
            lambda: f"with({inner()}, {self.array(scope, depth - 1)}) {self.block(scope, depth, 'na', 'n')}",
            lambda: self.call(scope, depth, "n"),
            lambda: f"({self.hash(scope, depth - 1)}['a'] ? {{ undef => {inner()}, default => 4 }})",
            lambda: f"{inner()}.then {self.block(scope, depth, 'n', 'n')}",
        ])()

    def array(self, scope, depth):
        m = self.m
        if depth <= 0:
            return self.of(scope, "a")
        inner = lambda: self.array(scope, depth - 1)
        return m.rng.choice([
            lambda: self.of(scope, "a"), lambda: f"({inner()} + {inner()})",
            lambda: f"({inner()} << {self.number(scope, depth - 1)})", lambda: f"({inner()} - {inner()})",
            lambda: f"{inner()}.map {self.block(scope, depth, 'n', 'n')}",
            lambda: f"{inner()}.map {self.block(scope, depth, 'nn', 'n')}",
            lambda: f"{inner()}.filter {self.block(scope, depth, 'n', 'b')}",
            lambda: f"[{self.number(scope, depth - 1)}, {self.number(scope, depth - 1)}]",
            lambda: f"[*{inner()}, {self.number(scope, depth - 1)}]", lambda: f"{self.hash(scope, depth - 1)}.values",
            lambda: f"{inner()}.sort", lambda: f"{inner()}.unique",
            lambda: self.call(scope, depth, "a"), lambda: f"flatten({inner()}, {inner()})",
            lambda: f"{inner()}.reverse_each.map {self.block(scope, depth, 'n', 'n')}",
            lambda: f"{inner()}[0, 2]", lambda: f"with({inner()}, {inner()}) {self.block(scope, depth, 'aa', 'a')}",
        ])()

    def hash(self, scope, depth):
        m = self.m
        if depth <= 0:
            return self.of(scope, "h")
        inner = lambda: self.hash(scope, depth - 1)
        return m.rng.choice([
            lambda: self.of(scope, "h"), lambda: f"({inner()} + {inner()})",
            lambda: f"({inner()} - {m.pick('a', 'b', '[a, c]')})",
            lambda: f"({inner()} + {{ {m.pick('a', 'b', 'd')} => {self.number(scope, depth - 1)} }})",
            lambda: f"{inner()}.filter {self.block(scope, depth, 'sn', 'b')}",
            lambda: f"Hash({inner()}.map {self.block(scope, depth, 'sn', 'p')})", lambda: self.call(scope, depth, "h"),
        ])()

    def condition(self, scope, depth):
        m = self.m
        return m.rng.choice([
            lambda: f"({self.number(scope, depth - 1)} {m.pick('<', '>', '==', '!=')} {self.number(scope, depth - 1)})",
            lambda: f"{self.array(scope, depth - 1)}.empty",
            lambda: f"({self.number(scope, depth - 1)} in {self.array(scope, depth - 1)})",
            lambda: f"{self.array(scope, depth - 1)}.any {self.block(scope, depth, 'n', 'b')}",
            lambda: f"('a' in {self.hash(scope, depth - 1)})", lambda: f"!{self.array(scope, depth - 1)}.empty",
        ])()

    def value(self, scope, depth, kind):
        if kind == "b":
            return self.condition(scope, depth)
        if kind == "p":
            return f"[$k, {self.number(scope, depth - 1)}]"
        return {"n": self.number, "a": self.array, "h": self.hash}[kind](scope, depth)

    def body(self, scope, depth, kind, jump):
        """Statements that end with a value of a kind."""
        m, scope, lines = self.m, dict(scope), []
        for _ in range(m.rng.randrange(3)):
            roll = m.rng.random()
            if roll < 0.6:
                name, of = self.name(), m.pick("n", "a", "h")
                lines.append(f"${name} = {self.value(scope, depth - 1, of)}")
                scope[name] = of
            elif roll < 0.75 and kind != "p":
                lines.append(f"if {self.condition(scope, depth - 1)} {{ {jump}({self.value(scope, depth - 1, kind)}) }}")
            elif roll < 0.85:
                lines.append(f"notice({self.value(scope, depth - 1, m.pick('n', 'a', 'h'))})")
            else:
                lines.append(f"{self.array(scope, depth - 1)}.each |$e| {{ notice($e, {self.number(scope, depth - 1)}) }}")
        last = self.value(scope, depth - 1, kind)
        if m.rng.random() < 0.25:
            last = f"if {self.condition(scope, depth - 1)} {{ {last} }} else {{ {self.value(scope, depth - 1, kind)} }}"
        return m.pick(";\n", "; ").join([*lines, last])

    def block(self, scope, depth, kinds, result):
        names = ["k" if kind == "s" else self.name() for kind in kinds]
        inner = dict(scope)
        inner.update((name, kind) for name, kind in zip(names, kinds) if kind != "s")
        parameters = ", ".join("$" + name for name in names)
        return f"|{parameters}| {{ {self.body(inner, depth - 1, result, 'next')} }}"

    def call(self, scope, depth, kind):
        known = [(name, kinds) for name, kinds, result in self.functions if result == kind]
        if not known:
            return self.of(scope, kind)
        name, kinds = self.m.rng.choice(known)
        arguments = [self.value(scope, depth - 1, k) for k in kinds]
        if arguments and self.m.rng.random() < 0.3:
            return f"{arguments[0]}.{name}({', '.join(arguments[1:])})"
        return f"{name}({', '.join(arguments)})"

    def text(self):
        m, lines, scope = self.m, ["$v0 = 1"], {"v0": "n"}
        for number in range(m.rng.randrange(3)):
            kinds, result = [m.pick("n", "a", "h") for _ in range(m.rng.randrange(1, 4))], m.pick("n", "a", "h")
            names = [self.name() for _ in kinds]
            types = {"n": "Integer", "a": "Array[Integer]", "h": "Hash[String, Integer]"}
            typed = [(types[kind] + " " if m.rng.random() < 0.4 else "") + "$" + name for name,
                kind in zip(names, kinds)]
            returned = f" >> {types[result]}" if m.rng.random() < 0.3 else ""
            body = self.body(dict(zip(names, kinds)), 3, result, "return")
            lines.append(f"function f{number}({', '.join(typed)}){returned} {{ {body} }}")
            self.functions.append((f"f{number}", kinds, result))
        for _ in range(m.rng.randrange(1, 4)):
            name, kind = self.name(), m.pick("n", "a", "h")
            lines.append(f"; ${name} = {self.value(scope, 3, kind)}")
            scope[name] = kind
        shown = ", ".join("$" + name for name in scope)
        lines.append(f"; [{shown}, {self.value(scope, 3, m.pick('n', 'a', 'h'))}, {shown}]")
        return m.statements(*lines)


def mixed(m):
    return Program(m).text()


KINDS = {
    "operators": operators, "access": access, "interpolation": interpolation, "strings": strings,
    "conditionals": conditionals, "assignment": assignment,
    "matching": matching, "lambdas": lambdas, "functions": functions, "control": control, "iteration": iteration,
    "unfolding": unfolding, "aliases": aliases,
    "epp": epp, "logging": logging, "builtins": builtins, "mixed": mixed,
}

# Answers that show a mistake of the reference, or of the machine it runs on.
DEFECTS = re.compile(r"undefined method|#<(?!Sensitive \[value redacted\])|stack level too deep|NoMethodError|private method|0x0000|uninitialized constant|wrong number of arguments \(given|RGen")


TIMES = re.compile(r"#<Puppet::Pops::Time::(Time(?:span|stamp)):0x\w+ @nsecs=(-?\d+)>")


def time_text(found):
    """A time of the reference, which shows an address, in our words."""
    nanoseconds = int(found[2])
    seconds, fraction = divmod(abs(nanoseconds), 10 ** 9)
    if found[1] == "Timestamp":
        seconds, fraction = divmod(nanoseconds, 10 ** 9)
        time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
        return f"Timestamp('{time:%Y-%m-%dT%H:%M:%S}.{fraction:09} UTC')"
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    fraction = f"{fraction:09}".rstrip("0") or "0"
    return f"Timespan('{'-' if nanoseconds < 0 else ''}{days}-{hours:02}:{minutes:02}:{seconds:02}.{fraction}')"


def with_times(answer):
    """The reference's answer with times as we write them."""
    return {**answer, "literal": TIMES.sub(time_text, answer["literal"])} if "literal" in answer else answer


def is_defect(answer):
    """Whether the answer shows a mistake of the reference: an exception of Ruby, an address."""
    logged = " ".join(message for _, message in answer.get("logs", []))
    text = f"{answer.get('error', '')} {answer.get('literal', '')} {answer.get('type', '')} {logged}"
    return "crash" in answer or DEFECTS.search(text) is not None


def same(their, our):
    """Whether answers agree. Where the reference names no place, ours may."""
    if their.get("error") is not None and their.get("line") is None:
        our = {**our, "line": None, "column": None}
    return their == our


# An iterator that `each` has walked is empty afterwards in the reference, but not here.
USED_UP = re.compile(r"(step\(|reverse_each|slice\(|tree_each).*[.]each|each\((.*(step\(|reverse_each|slice\(|tree_each))")


def programs_of(kind, options):
    rng = random.Random(f"{options.seed} {kind}")
    programs = []
    while len(programs) < options.count:
        program = KINDS[kind](Maker(rng))
        if not USED_UP.search(program):
            programs.append(program)
    return programs


def record(path, kind, programs, answers):
    with open(path, "a", encoding="utf-8") as out:
        for index, (program, answer) in enumerate(zip(programs, answers)):
            if not is_defect(answer):
                line = {"id": f"{kind}-{index:04}", "code": program, **answer}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")


def compare(kind, programs, theirs, ours, show):
    count = collections.Counter()
    for program, their, our in zip(programs, map(with_times, theirs), ours):
        verdict = "broken" if is_defect(their) else "equal" if same(their, our) else "different"
        count[verdict] += 1
        if verdict == "different" and count[verdict] <= show:
            print(f"--- {kind}: {program}\n  reference {json.dumps(their, ensure_ascii=False)}\n  pupa      {json.dumps(our, ensure_ascii=False)}")
    print(f"{kind}: {count['equal']} equal, {count['different']} different, {count['broken']} break the reference",
        flush=True)
    return count["different"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--count", type=int, default=1000, help="programs of each kind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--file")
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--record", help="write programs with the reference's answers to this file")
    parser.add_argument("--ours", default=values.OURS)
    parser.add_argument("--reference", default=values.REFERENCE)
    options = parser.parse_args()
    unknown = [kind for kind in options.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"unknown kind {unknown[0]}; there are {', '.join(KINDS)}")
    worst = 0
    for kind in ["file"] if options.file else options.kinds or list(KINDS):
        if options.file:
            programs = [p for p in open(options.file, encoding="utf-8").read().split("\0") if p]
        else:
            programs = programs_of(kind, options)
        theirs = ask(options.reference, programs)
        if options.record:
            record(options.record, kind, programs, theirs)
        else:
            worst = max(worst, compare(kind, programs, theirs, ask(options.ours, programs), options.show))
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
