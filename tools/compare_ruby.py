#!/usr/bin/env python3
"""Compares the Ruby interpreter of pupa-ruby with the installed Ruby, live.

    tools/compare_ruby.py calls [--count N] [--seed S] [--only CLASS#METHOD]    generated calls
    tools/compare_ruby.py programs [--count N] [--seed S]                       generated programs
    tools/compare_ruby.py templates DIR... [--count N] [--seed S]               .erb files below DIR

A case is a piece of Ruby text. Many cases run in one process; each prints the inspected value, or the
class and message of the exception that ended it. A case that ends the process, or takes longer than
`--patience` seconds, answers `no end`, and the cases after it run in a new process.

Differences that `ruby-known-differences.txt` explains are counted by reason; all others are shown, and
the exit code is 1 if there are any. See tools/README.md.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import re
import resource
import selectors
import subprocess
import sys
import tempfile

import ruby_calls
import ruby_programs
import ruby_templates

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
OURS = os.path.join(ROOT, "target", "debug", "examples", "ruby")
RUBY = ["ruby", "-W0", "--disable=did_you_mean,error_highlight,gems"]
KNOWN = os.path.join(HERE, "ruby-known-differences.txt")
# The memory that a process may use: some calls ask for more than a machine has.
MEMORY = 2 << 30

PRELUDE = r'''
def __text(value)
  value.inspect
end

def __start(number)
  STDOUT.write("\x01", number.to_s, "\n")
  STDOUT.flush
end

def __answer(text)
  STDOUT.write("\x02", text.b.gsub("\n", "\\n"), "\n")
  STDOUT.flush
end

def __case(number)
  __start(number)
  text =
    begin
      __text(yield)
    rescue Exception => error
      message = begin
        error.message
      rescue Exception => other
        "#{other.class} of message"
      end
      "#{error.class}: #{message}"
    end
  __answer(text)
end
'''


# ---------------------------------------------------------------------------------------------
# Running cases


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def output(command, patience):
    """Everything that a process prints until it ends, or is silent for too long."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limit,
        # Puppet reads and writes UTF-8 in any locale.
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    parts = []
    with process, selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while selector.select(patience):
            part = process.stdout.read1(1 << 16)
            if not part:
                return b"".join(parts)
            parts.append(part)
        process.kill()
    return b"".join(parts)


def run(command, cases, patience, prelude):
    """The answers of an interpreter to a list of cases."""
    answers = {}
    first = 0
    while first < len(cases):
        with tempfile.NamedTemporaryFile("w", suffix=".rb", delete=False, encoding="utf-8") as handle:
            handle.write(prelude)
            for number in range(first, len(cases)):
                handle.write(f"\n__case({number}) do\n{cases[number]}\nend\n")
        out = output([*command, handle.name], patience)
        os.unlink(handle.name)
        last = None
        for part in out.split(b"\x01")[1:]:
            number, _, rest = part.partition(b"\n")
            if not number.isdigit():
                continue
            last = int(number)
            _, mark, text = rest.partition(b"\x02")
            if mark:
                answers[last] = text.partition(b"\n")[0].decode("utf-8", "replace")
        if last is None:
            # Nothing ran: a syntax error in one of the cases.
            rest = cases[first:]
            if len(rest) == 1:
                answers[first] = "no program"
            else:
                half = len(rest) // 2
                parts = [run(command, part, patience, prelude) for part in (rest[:half], rest[half:])]
                answers.update(enumerate(parts[0] + parts[1], first))
            break
        answers.setdefault(last, "no end")
        first = last + 1
    return [answers.get(number, "no end") for number in range(len(cases))]


def kept(folder, command, cases, patience, prelude):
    """The answers of an interpreter, which are kept in a folder if one is given."""
    if not folder:
        return run(command, cases, patience, prelude)
    text = json.dumps([command, prelude, cases])
    path = os.path.join(folder, hashlib.sha256(text.encode()).hexdigest() + ".json")
    if not os.path.exists(path):
        answers = run(command, cases, patience, prelude)
        with open(path, "w", encoding="utf-8") as handle:
            json.dump(answers, handle)
    with open(path, encoding="utf-8") as handle:
        return json.load(handle)


ADDRESS = re.compile(r"0[xX][0-9a-fA-F]{8,16}")
RESOURCES = re.compile(r"^(NoMemoryError: |RangeError: .*too big|ArgumentError: argument too big|no end$|SystemStackError)")


def plain(answer):
    """An answer without addresses, and one text for all kinds of exhaustion."""
    if RESOURCES.match(answer):
        return "too much"
    answer = re.sub(r"/tmp/tmp\w+\.rb:\d+(:in `[^']*')?", "FILE", answer)
    return ADDRESS.sub("0x", answer)


# ---------------------------------------------------------------------------------------------
# Known differences


def without(pattern, text):
    """A text without the parts that a pattern matches; its first group stays."""
    return pattern.sub(lambda match: (match.group(1) or "") if pattern.groups else "", text)


class Known:
    """One paragraph of the file of known differences."""

    def __init__(self, lines):
        fields = dict(re.split(r":\s*", line, maxsplit=1) for line in lines)
        self.reason = fields.pop("reason")
        self.ignore = re.compile(fields.pop("ignore")) if "ignore" in fields else None
        self.patterns = {name: re.compile(text, re.S) for name, text in fields.items()}
        self.count = 0

    def explains(self, kind, case, reference, ours):
        texts = {"kind": kind, "case": case, "reference": reference, "ours": ours}
        if self.ignore and without(self.ignore, reference) != without(self.ignore, ours):
            return False
        return all(pattern.search(texts[name]) for name, pattern in self.patterns.items())


def known_differences(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as handle:
        text = "\n".join(line for line in handle.read().split("\n") if not line.startswith("#"))
    return [Known(part.strip().split("\n")) for part in text.split("\n\n") if part.strip()]


# ---------------------------------------------------------------------------------------------


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("kind", choices=["calls", "programs", "templates"])
    options.add_argument("folders", nargs="*")
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--seed", default="1")
    options.add_argument("--only", help="a class, or a class and a method: String, String#tr")
    options.add_argument("--batch", type=int, default=500)
    options.add_argument("--patience", type=float, default=4)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--show", type=int, default=40)
    options.add_argument("--interpreter", default=OURS)
    options.add_argument("--known", default=KNOWN)
    options.add_argument("--out", help="a file for all differences")
    options.add_argument("--cache", help="a folder that keeps the answers of the installed Ruby")
    options = options.parse_args()
    if options.cache:
        os.makedirs(options.cache, exist_ok=True)
    makers = {"calls": ruby_calls, "programs": ruby_programs, "templates": ruby_templates}
    maker = makers[options.kind]
    rng = random.Random(options.seed)
    groups = maker.cases(rng, options)
    known = known_differences(options.known)
    prelude = PRELUDE + maker.PRELUDE

    def both(batch):
        cases = [case for _, case in batch]
        reference = kept(options.cache, RUBY, cases, options.patience, prelude)
        ours = run([os.path.abspath(options.interpreter)], cases, options.patience, prelude)
        return batch, reference, ours

    batches = [groups[at:at + options.batch] for at in range(0, len(groups), options.batch)]
    equal, explained, differ = 0, 0, collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for batch, reference, ours in pool.map(both, batches):
            for (name, case), theirs, mine in zip(batch, map(plain, reference), map(plain, ours)):
                if theirs == mine:
                    equal += 1
                    continue
                entry = next((one for one in known if one.explains(options.kind, case, theirs, mine)), None)
                if entry:
                    entry.count += 1
                    explained += 1
                else:
                    differ[name].append((case, theirs, mine))
    lines = []
    for name, found in sorted(differ.items(), key=lambda item: -len(item[1])):
        lines.append(f"== {name}: {len(found)}")
        for case, theirs, mine in sorted(found, key=lambda one: len(one[0])):
            lines.append(f"   {case}\n      ruby {theirs[:400]}\n      ours {mine[:400]}")
    if options.out:
        with open(options.out, "w", encoding="utf-8") as handle:
            handle.write("\n".join(lines) + "\n")
    shown = 0
    for name, found in sorted(differ.items(), key=lambda item: -len(item[1])):
        for case, theirs, mine in sorted(found, key=lambda one: len(one[0]))[:2]:
            if shown < options.show:
                print(f"== {name} ({len(found)})\n{case}\n  ruby {theirs[:300]}\n  ours {mine[:300]}")
                shown += 1
    total = sum(len(found) for found in differ.values())
    print(f"{len(groups)} {options.kind}, seed {options.seed}: {equal} equal, {explained} known, {total} differ")
    for entry in known:
        if entry.count:
            print(f"  {entry.count:6} known: {entry.reason}")
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
