#!/usr/bin/env python3
"""Compares Pupa's front end with the reference, live: trees, verdicts, messages, positions.

    tools/compare.py files DIR...                 every .pp and .epp below the directories
    tools/compare.py edits DIR... --count N       N random edits of such files, or of snippets
    tools/compare.py grammar --count N            N random programs made from the grammar
    tools/compare.py snippets FILE.jsonl...       programs, one JSON object with "code" a line

Both sides speak the protocol described in tools/reference.rb. See tools/README.md.
"""
import argparse
import collections
import hashlib
import json
import os
import random
import re
import shlex
import sqlite3
import subprocess
import sys
import threading

import grammar
from edits import SPLIT, edited

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
OURS = "cargo run --quiet --release -p pupa-suite --bin answer"
REFERENCE = "ruby " + shlex.quote(os.path.join(HERE, "reference.rb"))

# ---------------------------------------------------------------------------------------------
# Talking to both sides


class Side:
    """A process that answers requests, with a memory on disk if one is given."""

    def __init__(self, command, cache=None):
        self.command = command
        self.process = None
        self.start()
        self.cache = cache

    def start(self):
        self.process = subprocess.Popen(
            shlex.split(self.command), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        greeting = self.process.stdout.readline()
        if not greeting:
            sys.exit("no answer from: " + self.command)
        self.version = json.loads(greeting)["version"]

    def ask(self, cases):
        """The answers to many cases, in their order."""
        answers = [self.remembered(case) for case in cases]
        open_cases = [n for n, answer in enumerate(answers) if answer is None]
        position = 0
        while position < len(open_cases):
            done = self.ask_process([(n, cases[n]) for n in open_cases[position:]], answers)
            position += done
            if position < len(open_cases):
                n = open_cases[position]
                answers[n] = {"crash": "process ended", "message": "exit %s" % self.process.wait()}
                position += 1
                self.start()
        for n in open_cases:
            self.remember(cases[n], answers[n])
        if self.cache and open_cases:
            self.cache.commit()
        return answers

    def ask_process(self, numbered, answers):
        def write():
            try:
                for n, case in numbered:
                    line = json.dumps({"id": n, **case.request()}) + "\n"
                    self.process.stdin.write(line.encode())
                self.process.stdin.flush()
            except BrokenPipeError:
                pass

        writer = threading.Thread(target=write)
        writer.start()
        done = 0
        for n, _ in numbered:
            line = self.process.stdout.readline()
            if not line:
                break
            answer = json.loads(line)
            if answer.pop("id") != n:
                sys.exit("answers out of order from: " + self.command)
            answers[n] = answer
            done += 1
        writer.join()
        return done

    def key(self, case):
        text = json.dumps([self.version, case.request()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def remembered(self, case):
        if not self.cache:
            return None
        row = self.cache.execute("select answer from answers where key = ?", (self.key(case),)).fetchone()
        return json.loads(row[0]) if row else None

    def remember(self, case, answer):
        if self.cache and "crash" not in answer:
            self.cache.execute(
                "insert or replace into answers values (?, ?)", (self.key(case), json.dumps(answer))
            )


def open_cache(path):
    if not path:
        return None
    cache = sqlite3.connect(path)
    cache.execute("create table if not exists answers (key text primary key, answer text)")
    return cache


class Case:
    # Further forms of the tree to compare.
    forms = []

    def __init__(self, name, code, mode="pp", path=None, settings=None):
        self.name, self.code, self.mode, self.path = name, code, mode, path
        self.settings = settings or {}

    def request(self):
        request = {"code": self.code, "mode": self.mode, "want": ["pn", "diagnostics", *self.forms], **self.settings}
        if self.path:
            request["path"] = self.path
        return request

    def with_code(self, code):
        return Case(self.name, code, self.mode, self.path, self.settings)


# ---------------------------------------------------------------------------------------------
# The definition of a difference


def place(answer):
    return (answer.get("line"), answer.get("column"))


def known_to_reference(found):
    """Our own advice has codes that begin with `pupa-`; the reference can't know it."""
    return not (found[-1] or "").startswith("pupa-")


def diagnostics(answer):
    return [found[:4] for found in answer.get("all", []) if known_to_reference(found)]


def warnings(answer):
    return [found[:3] for found in answer.get("warnings", []) if known_to_reference(found)]


def difference(reference, ours):
    """The first kind of difference, or None."""
    if "crash" in ours:
        return "we crash"
    if "crash" in reference:
        # A defect of the reference; all we ask of ourselves is an answer.
        return None
    if ("error" in reference) != ("error" in ours):
        return "we accept" if "error" in reference else "we reject"
    if reference.get("error") != ours.get("error"):
        return "message"
    if place(reference) != place(ours):
        return "position"
    if reference.get("issue") and reference["issue"] != ours.get("issue"):
        return "issue"
    for form in ("pn", "pretty", "json"):
        if "skip" not in reference and reference.get(form) != ours.get(form):
            return "tree" if form == "pn" else "tree as " + form
    if "all" in reference and diagnostics(reference) != diagnostics(ours):
        return "diagnostics"
    if warnings(reference) != warnings(ours):
        return "warnings"
    return None


def describe(answer):
    """One side's answer in a line or two, for people."""
    if "crash" in answer:
        return "crash: %s %s" % (answer["crash"], answer.get("message", ""))
    parts = []
    if "error" in answer:
        parts.append("%s:%s [%s] %s" % (*place(answer), answer.get("issue"), answer["error"]))
    if answer.get("all"):
        parts.append("all: %s" % json.dumps(answer["all"]))
    if answer.get("warnings"):
        parts.append("warnings: %s" % json.dumps(answer["warnings"]))
    if "pn" in answer:
        parts.append("tree: " + answer["pn"][:2000])
    return "\n    ".join(parts) or "valid"


# ---------------------------------------------------------------------------------------------
# Known differences


class Known:
    """An entry of the list of known differences."""

    def __init__(self, fields):
        self.reason = fields["reason"]
        self.versions = fields.get("versions")
        self.kind = fields.get("kind")
        self.reference = re.compile(fields.get("reference", ""))
        self.ours = re.compile(fields.get("ours", ""))
        self.program = re.compile(fields.get("program", ""))
        self.snippet = json.loads(fields["snippet"])
        self.mode = fields.get("mode", "pp")
        self.count = 0

    def applies(self, version):
        return not self.versions or version.split(".")[0] in self.versions.split()

    def explains(self, case, kind, reference, ours):
        return (
            (not self.kind or self.kind == kind)
            and self.program.search(case.code)
            and self.reference.search(describe(reference))
            and self.ours.search(describe(ours))
        )


def load_known(path):
    """Entries are paragraphs of `key: value` lines; `#` begins a comment."""
    entries, fields = [], {}
    with open(path, encoding="utf-8") as handle:
        for line in [*handle, ""]:
            line = line.strip()
            if line.startswith("#"):
                continue
            if line:
                key, _, value = line.partition(":")
                fields[key] = value.strip()
            elif fields:
                entries.append(Known(fields))
                fields = {}
    return entries


# ---------------------------------------------------------------------------------------------
# Cases


def manifests(directories):
    for directory in directories:
        if os.path.isfile(directory):
            yield directory
        for folder, folders, files in os.walk(directory, followlinks=True):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith((".pp", ".epp")))


def module_path(path):
    """A manifest's place below the module path, when it lies in a module."""
    parts = os.path.abspath(path).split(os.sep)
    for folder in ("manifests", "functions", "types", "plans"):
        if folder in parts[1:-1]:
            return "/".join(parts[parts.index(folder, 1) - 1:])
    return None


def read_case(path):
    try:
        with open(path, encoding="utf-8", newline="") as handle:
            code = handle.read()
    except UnicodeDecodeError:
        return None
    mode = "epp" if path.endswith(".epp") else "pp"
    return Case(path, code, mode, module_path(path) if mode == "pp" else None)


def snippet_cases(paths):
    for path in paths:
        with open(path, encoding="utf-8") as handle:
            for number, line in enumerate(handle, 1):
                entry = json.loads(line)
                name = entry.get("name") or entry.get("id") or "%s:%d" % (path, number)
                settings = {key: entry[key] for key in ("tasks", "strict") if key in entry}
                yield Case(str(name), entry["code"], entry.get("mode", "pp"), entry.get("path"), settings)


# ---------------------------------------------------------------------------------------------
# Random programs


def grammar_cases(seed, count):
    rng = random.Random(seed)
    for number in range(count):
        yield Case("seed %s, program %d" % (seed, number), grammar.program(rng))


def edit_cases(sources, seed, count):
    rng = random.Random(seed)
    templates = [source for source in sources if source.mode == "epp"] or sources
    for number in range(count):
        source = rng.choice(templates if rng.random() < 0.15 else sources)
        name = "%s (seed %s, edit %d)" % (source.name, seed, number)
        yield Case(name, edited(rng, source.code), source.mode, settings=source.settings)


# ---------------------------------------------------------------------------------------------
# Shrinking


class Shrinker:
    """Removes what does not matter from a text whose answers differ."""

    def __init__(self, reference, ours, kind, budget=400):
        self.reference, self.ours, self.kind, self.budget = reference, ours, kind, budget

    def still(self, case):
        self.budget -= 1
        return difference(self.reference.ask([case])[0], self.ours.ask([case])[0]) == self.kind

    def shrink(self, case):
        for split in (lambda text: text.splitlines(keepends=True), SPLIT.findall, list):
            pieces = split(case.code)
            if len(pieces) > 1:
                case = self.remove(case, pieces)
        return case

    def remove(self, case, pieces):
        size = max(1, len(pieces) // 2)
        while size and self.budget > 0:
            at, shorter = 0, False
            while at < len(pieces) and self.budget > 0:
                rest = pieces[:at] + pieces[at + size:]
                candidate = case.with_code("".join(rest))
                if rest and self.still(candidate):
                    pieces, case, shorter = rest, candidate, True
                else:
                    at += size
            size = size if shorter and size == 1 else size // 2
        return case


# ---------------------------------------------------------------------------------------------
# The run


class Report:
    def __init__(self, known, version):
        self.known = [entry for entry in known if entry.applies(version)]
        self.tally = collections.Counter()
        self.found = []

    def add(self, case, reference, ours):
        kind = difference(reference, ours)
        if "crash" in reference and kind is None:
            self.tally["reference crashes, we %s" % ("reject" if "error" in ours else "accept")] += 1
        elif kind is None:
            self.tally["equal, valid" if "error" not in ours else "equal, with the same first error"] += 1
        elif entry := next((entry for entry in self.known if entry.explains(case, kind, reference, ours)), None):
            entry.count += 1
            self.tally["known difference"] += 1
        else:
            self.tally["DIFFERENT: " + kind] += 1
            self.found.append((case, kind))


def check_known(report, reference, ours):
    """Whether each entry of the list still differs."""
    stale = []
    for entry in report.known:
        case = Case("known difference", entry.snippet, entry.mode)
        theirs, answer = reference.ask([case])[0], ours.ask([case])[0]
        kind = difference(theirs, answer)
        if kind is None or not entry.explains(case, kind, theirs, answer):
            stale.append(entry)
    return stale


def show(report, reference, ours, options, out):
    seen = set()
    for case, kind in report.found:
        if len(seen) >= options.show:
            break
        if options.shrink:
            case = Shrinker(reference, ours, kind).shrink(case)
        theirs, answer = reference.ask([case])[0], ours.ask([case])[0]
        shape = (kind, re.sub(r"'[^']*'|\d+", "", theirs.get("error", "")), re.sub(r"'[^']*'|\d+", "", answer.get("error", "")),
                 case.code if not options.distinct else "")
        if shape in seen:
            continue
        seen.add(shape)
        print("\n## %s: %s\n\n    %s\n" % (kind, case.name, json.dumps(case.code, ensure_ascii=False)), file=out)
        print("reference:\n    %s\nours:\n    %s" % (describe(theirs), describe(answer)), file=out)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("files", "edits", "grammar", "snippets"))
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--count", type=int, default=2000, help="number of edits or programs")
    parser.add_argument("--seed", default="1", help="begin of the random sequence")
    parser.add_argument("--largest", type=int, default=6000, help="bytes of the largest file that is edited")
    parser.add_argument("--ours", default=OURS, help="command that answers for us")
    parser.add_argument("--reference", default=REFERENCE, help="command that answers for the reference")
    parser.add_argument("--show", type=int, default=10, help="how many differences to show")
    parser.add_argument("--distinct", action="store_true", help="show one difference per pair of messages")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="show the texts as they are")
    parser.add_argument("--known", default=os.path.join(HERE, "known-differences.txt"))
    parser.add_argument("--cache", help="file that remembers the reference's answers")
    parser.add_argument("--forms", action="store_true", help="compare indented PN and JSON too")
    parser.add_argument("--record", help="write the cases and the reference's answers to this file and stop")
    parser.add_argument("--out", help="append the differences to this file")
    return parser.parse_args()


def cases_of(options):
    if options.what == "grammar":
        return list(grammar_cases(options.seed, options.count))
    if options.what == "snippets":
        return list(snippet_cases(options.paths))
    snippets = [path for path in options.paths if path.endswith(".jsonl")]
    folders = [path for path in options.paths if path not in snippets]
    sources = [case for case in map(read_case, manifests(folders)) if case]
    sources.extend(snippet_cases(snippets))
    if options.what == "files":
        return sources
    small = [case for case in sources if len(case.code) <= options.largest]
    return list(edit_cases(small, options.seed, options.count))


def record(cases, answers, path):
    with open(path, "w", encoding="utf-8") as out:
        for case, answer in zip(cases, answers):
            entry = {"name": case.name, "mode": case.mode, "code": case.code, **case.settings, **answer}
            if case.path:
                entry["path"] = case.path
            out.write(json.dumps(entry, ensure_ascii=False) + "\n")


def main():
    options = parse_arguments()
    if options.forms:
        Case.forms = ["pretty", "json"]
    cases = cases_of(options)
    reference = Side(options.reference, open_cache(options.cache))
    theirs = reference.ask(cases)
    if options.record:
        record(cases, theirs, options.record)
        return 0
    ours = Side(options.ours)
    report = Report(load_known(options.known), reference.version)
    for case, answer, own in zip(cases, theirs, ours.ask(cases)):
        report.add(case, answer, own)
    out = open(options.out, "a", encoding="utf-8") if options.out else sys.stdout
    show(report, reference, ours, options, out)
    print("\n%d cases, reference %s" % (len(cases), reference.version))
    for what, count in sorted(report.tally.items()):
        print("%8d  %s" % (count, what))
    for entry in report.known:
        if entry.count:
            print("%8d  known: %s" % (entry.count, entry.reason))
    stale = check_known(report, reference, ours)
    for entry in stale:
        print("no longer different, remove from the list: " + entry.reason)
    return 1 if report.found or stale else 0


if __name__ == "__main__":
    sys.exit(main())
