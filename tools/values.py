#!/usr/bin/env python3
"""Compares values and types with the reference, live, on random programs.

    tools/values.py KIND... [--count N] [--seed S]      of the kinds below; all when none is named
    tools/values.py --file FILE                         programs separated by NUL
    tools/values.py KIND --record FILE                  writes programs and answers instead

Kinds: lattice (which type accepts which), instance (which value is of which type), inference,
parameters (types with right and wrong parameters), mismatch (what `assert_type` says), new
(construction), format (`String(value, format)`), alias (recursive aliases), equality.

The reference is asked by tools/evaluate.rb, Pupa by pupa-suite's binary `values`, which evaluates
only what needs no scope. See tools/README.md.
"""
import argparse
import collections
import json
import os
import random
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
OURS = "cargo run --quiet --release -p pupa-suite --bin values"
REFERENCE = "ruby " + shlex.quote(os.path.join(HERE, "evaluate.rb"))


class Maker:
    """Makes random types and values as Puppet source text."""

    STRINGS = ["", "a", "b", "ab", "A", "abc", "10", "-3", "0x1f", "true", "é", "a b", "1.5", "x::y"]
    PATTERNS = ["/a/", "/^a/", "/b$/", r"/\d+/", "/(?i:x)/"]

    def __init__(self, rng, aliases=()):
        self.rng = rng
        self.aliases = list(aliases)

    def pick(self, *choices):
        return self.rng.choice(choices)

    def string(self):
        return "'" + self.rng.choice(self.STRINGS) + "'"

    def integer(self):
        return str(self.pick(0, 1, 2, 3, 5, 10, -1, -5, 100, 9223372036854775807))

    def size(self):
        low = self.rng.randrange(4)
        return self.pick(str(low), f"{low}, {low + self.rng.randrange(3)}", f"default, {low}", "default")

    def range(self):
        low = self.rng.randrange(-3, 6)
        return self.pick(str(low), f"{low}, {low + self.rng.randrange(6)}", f"default, {low}")

    def leaf(self):
        simple = [
            "Any", "Undef", "Default", "Scalar", "ScalarData", "Numeric", "Integer", "Float", "Boolean",
            "String", "Enum", "Pattern", "Regexp", "Binary", "Timestamp", "Timespan", "SemVer",
            "SemVerRange", "URI", "Collection", "Array", "Hash", "Tuple", "Struct", "Variant", "Optional",
            "NotUndef", "Sensitive", "Type", "Iterable", "Iterator", "Callable", "Init", "Runtime",
            "Object", "TypeSet", "CatalogEntry", "Resource", "Class", "Data", "RichData", "RichDataKey",
            "File", "Deferred", "Error",
        ]
        made = [
            lambda: f"Integer[{self.range()}]",
            lambda: f"Float[{self.pick('1.0', '0.0, 2.5', 'default, 1.5', '-1.0, 1.0')}]",
            lambda: f"Boolean[{self.pick('true', 'false')}]",
            lambda: f"String[{self.size()}]",
            lambda: "Enum[" + ", ".join(self.string() for _ in range(self.rng.randrange(1, 4))) + self.pick("", "", ", true", ", false") + "]",
            lambda: "Pattern[" + ", ".join(self.rng.choice(self.PATTERNS) for _ in range(self.rng.randrange(1, 3))) + "]",
            lambda: f"Regexp[{self.rng.choice(self.PATTERNS)}]",
            lambda: f"Collection[{self.size()}]",
            lambda: f"SemVer['{self.pick('1.x', '>=1.0.0 <2.0.0', '2.0.0', '>=3.0.0')}']",
            lambda: f"Timespan[{self.pick('1', '0, 100', 'default, 5')}]",
            lambda: "Timestamp['2000-01-01', '2020-01-01']",
            lambda: f"URI[{{'scheme' => {self.pick(chr(39) + 'http' + chr(39), '/^h/', 'Enum[ftp]')}}}]",
            lambda: f"File[{self.pick('a', 'b')}]",
            lambda: f"Class[{self.pick('a', 'b')}]",
            lambda: "Resource['file']",
            lambda: f"Runtime[ruby, '{self.pick('String', 'Symbol')}']",
        ]
        if self.aliases and self.rng.random() < 0.35:
            return self.rng.choice(self.aliases)
        return self.rng.choice(simple) if self.rng.random() < 0.55 else self.rng.choice(made)()

    def type(self, depth=3):
        if depth <= 0 or self.rng.random() < 0.35:
            return self.leaf()
        inner = lambda: self.type(depth - 1)
        several = lambda low, high: ", ".join(inner() for _ in range(self.rng.randrange(low, high)))
        return self.rng.choice([
            lambda: f"Array[{inner()}{self.pick('', '', ', ' + self.size())}]",
            lambda: f"Hash[{inner()}, {inner()}{self.pick('', '', ', ' + self.size())}]",
            lambda: f"Tuple[{several(1, 4)}{self.pick('', '', ', ' + self.size())}]",
            lambda: "Struct[{" + self.members(inner) + "}]",
            lambda: f"Variant[{several(1, 4)}]",
            lambda: f"Optional[{self.pick(inner(), inner(), self.string() if self.rng.random() < .5 else inner())}]",
            lambda: f"NotUndef[{inner()}]",
            lambda: f"Sensitive[{inner()}]",
            lambda: f"Type[{inner()}]",
            lambda: f"Iterable[{inner()}]",
            lambda: f"Iterator[{inner()}]",
            lambda: self.callable(inner),
            lambda: f"Init[{self.pick('Integer', 'String', 'Array', 'Timestamp', 'Boolean', 'Hash')}]",
        ])()

    def callable(self, inner):
        params = [inner() for _ in range(self.rng.randrange(0, 3))]
        if self.rng.random() < 0.3:
            low = self.rng.randrange(3)
            params += [str(low), str(low + self.rng.randrange(3))]
        if self.rng.random() < 0.3:
            params.append(self.pick("Callable", "Callable[Integer]", "Optional[Callable]"))
        if self.rng.random() < 0.3:
            return f"Callable[[{', '.join(params)}], {inner()}]"
        return f"Callable[{', '.join(params)}]" if params else "Callable"

    def members(self, inner):
        names = self.rng.sample(["a", "b", "c", "d"], self.rng.randrange(1, 4))
        keys = [self.pick(name, name, f"Optional[{name}]", f"NotUndef[{name}]") for name in names]
        return ", ".join(f"{key} => {inner()}" for key in keys)

    def scalar(self):
        return self.rng.choice([
            self.integer, self.string, self.string,
            lambda: self.pick("1.5", "0.0", "-2.25", "1e20", "1.0e-7"),
            lambda: self.pick("true", "false"),
            lambda: "undef",
            lambda: "default",
            lambda: self.rng.choice(self.PATTERNS),
            lambda: self.type(1),
            lambda: f"Sensitive({self.string()})",
            lambda: f"Timespan({self.pick('0', '5', '1.5', '-60')})",
            lambda: f"Timestamp({self.pick('0', '1000000000', '1.25')})",
            lambda: f"SemVer('{self.pick('1.0.0', '1.2.3-rc1', '2.0.0')}')",
            lambda: f"SemVerRange('{self.pick('1.x', '>=1.0.0 <2.0.0')}')",
            lambda: "Binary('YWJj')",
            lambda: f"URI('{self.pick('http://example.com/a?b#c', 'ftp://x', 'mailto:a@b.c', '/p')}')",
        ])()

    def value(self, depth=3):
        if depth <= 0 or self.rng.random() < 0.4:
            return self.scalar()
        if self.rng.random() < 0.5:
            return "[" + ", ".join(self.value(depth - 1) for _ in range(self.rng.randrange(0, 4))) + "]"
        entries = {}
        for _ in range(self.rng.randrange(0, 4)):
            key = self.pick("a", "b", "c", "'x y'", "1", "2.5", "true", "undef") if self.rng.random() < .85 else self.value(1)
            entries[key] = self.value(depth - 1)
        return "{" + ", ".join(f"{key} => {value}" for key, value in entries.items()) + "}"

    def format(self):
        flags = "".join(self.rng.sample(" +-0#<[{(|", self.rng.randrange(0, 3)))
        width = self.pick("", "", "3", "10")
        precision = self.pick("", "", ".2", ".0")
        return f"%{flags}{width}{precision}{self.rng.choice('dxXobBeEfgGaAspcCuthvVynTYN')}"


# The reference answers some comparisons with nil, or with something else that is true, so the
# programs ask for the truth of the answer.


def lattice(m):
    left = m.type()
    rights = [m.type() for _ in range(6)]
    return "[" + ", ".join(f"!!({left} {op} {right})" for right in rights for op in ("<=", ">=")) + "]"


def instance(m):
    t = m.type()
    return f"$v = {m.value()} [" + ", ".join(f"$v =~ {t}" for t in [t] + [m.type() for _ in range(5)]) + "]"


def inference(m):
    return f"$v = {m.value(4)} [type($v), type($v, 'reduced'), type($v, 'generalized')]"


def parameters(m):
    name = m.pick("Integer", "Float", "String", "Boolean", "Enum", "Pattern", "Regexp", "Array", "Hash",
                  "Collection", "Tuple", "Struct", "Variant", "Optional", "NotUndef", "Type", "Sensitive",
                  "Iterable", "Iterator", "Callable", "Init", "Runtime", "Timestamp", "Timespan", "SemVer",
                  "SemVerRange", "URI", "Class", "Resource", "File", "Any", "Data", "Object", "Numeric")
    argument = lambda: m.rng.choice([lambda: m.value(1), lambda: m.type(1), m.integer, lambda: "default"])()
    return f"{name}[{', '.join(argument() for _ in range(m.rng.randrange(1, 5)))}]"


def mismatch(m):
    return f"assert_type({m.type()}, {m.value()})"


def new(m):
    name = m.pick("Integer", "Float", "Numeric", "Boolean", "String", "Array", "Hash", "Tuple[Integer]",
                  "Struct[{a => Integer}]", "Regexp", "Type", "Sensitive", "Timestamp", "Timespan", "SemVer",
                  "SemVerRange", "Binary", "URI", "Optional[Integer]", "Integer[1, 5]", "Array[String]",
                  "Init[Integer]", "Undef", "Any", "Variant[Integer, String]", "Deferred", "Error", "Data")
    return f"{name}({', '.join(m.value(2) for _ in range(m.rng.randrange(0, 4)))})"


def formats(m):
    if m.rng.random() < 0.6:
        return f"String({m.value(2)}, '{m.format()}')"
    entries = []
    for _ in range(m.rng.randrange(1, 4)):
        container = f"{{format => '{m.format()}', separator => '{m.pick(',', ';', ' ')}', string_formats => {{{m.type(1)} => '{m.format()}'}}}}"
        entries.append(f"{m.type(1)} => {m.pick(chr(39) + m.format() + chr(39), container)}")
    return f"String({m.value(2)}, {{{', '.join(entries)}}})"


def alias(m):
    names = ["A", "B"][: m.rng.randrange(1, 3)]
    maker = Maker(m.rng, names)
    defined = " ".join(f"type {name} = {maker.type(2)}" for name in names)
    tests = [f"{m.value(2)} =~ {m.rng.choice(names)}" for _ in range(3)]
    tests += [f"!!({m.rng.choice(names)} {m.pick('<=', '>=', '==')} {maker.type(2)})" for _ in range(3)]
    return f"{defined} $r = [{', '.join(tests)}] [$r, {', '.join(names)}]"


def equality(m):
    a, b = m.value(2), m.value(2)
    if m.rng.random() < 0.4:
        b = m.pick(a.upper() if "(" not in a and "/" not in a else a, a)
    return f"$a = {a} $b = {b} [$a == $b, $a != $b, $a == $a]"


KINDS = {
    "lattice": lattice, "instance": instance, "inference": inference, "parameters": parameters,
    "mismatch": mismatch, "new": new, "format": formats, "alias": alias, "equality": equality,
}


def is_defect(answer):
    """Whether the answer shows a mistake of the reference: an exception of Ruby, an address."""
    text = answer.get("error", "") + answer.get("literal", "")
    return "crash" in answer or "undefined method" in text or "#<Puppet" in text


def ask(command, programs):
    done = subprocess.run(shlex.split(command), cwd=ROOT, input="\0".join(programs) + "\0",
                          capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(programs):
        sys.exit(f"{command}: {len(answers)} answers to {len(programs)} programs\n{done.stderr[-2000:]}")
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--count", type=int, default=1000, help="programs of each kind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--file")
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--record", help="write programs with the reference's answers to this file")
    parser.add_argument("--ours", default=OURS)
    parser.add_argument("--reference", default=REFERENCE)
    options = parser.parse_args()
    unknown = [kind for kind in options.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"unknown kind {unknown[0]}; there are {', '.join(KINDS)}")
    kinds = options.kinds or list(KINDS)
    worst = 0
    for kind in ["file"] if options.file else kinds:
        if options.file:
            programs = [p for p in open(options.file, encoding="utf-8").read().split("\0") if p]
        else:
            rng = random.Random(f"{options.seed} {kind}")
            programs = [KINDS[kind](Maker(rng)) for _ in range(options.count)]
        theirs = ask(options.reference, programs)
        if options.record:
            with open(options.record, "a", encoding="utf-8") as out:
                for index, (program, answer) in enumerate(zip(programs, theirs)):
                    if not is_defect(answer):
                        record = {"id": f"{kind}-{index:04}", "code": program, **answer}
                        out.write(json.dumps(record, ensure_ascii=False) + "\n")
            continue
        ours = ask(options.ours, programs)
        count = collections.Counter()
        for program, their, our in zip(programs, theirs, ours):
            verdict = "crash" if is_defect(their) else "beyond" if "beyond" in our else "equal" if their == our else "different"
            count[verdict] += 1
            if verdict == "different" and count[verdict] <= options.show:
                print(f"{kind}: {program}\n  reference {json.dumps(their, ensure_ascii=False)}\n  pupa      {json.dumps(our, ensure_ascii=False)}")
        worst = max(worst, count["different"])
        print(f"{kind}: {count['equal']} equal, {count['different']} different, "
              f"{count['crash']} break the reference, {count['beyond']} not evaluated")
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
