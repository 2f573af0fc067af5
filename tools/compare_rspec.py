#!/usr/bin/env python3
"""Runs what the rspec files of modules expect of functions and type aliases with Pupa.

    tools/compare_rspec.py MODULES NAME... [--pupa PATH] [--show N] [--only REGEXP]

MODULES is a folder of modules, NAME a module in it. `compare_rspec.rb` collects the calls; each is evaluated
with MODULES as the module path, and compared: value, or text of the error. 
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def collected(options):
    if options.cases and os.path.exists(options.cases):
        with open(options.cases, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]
    folders = [os.path.join(options.modules, name) for name in options.names]
    command = [*shlex.split(options.reference), os.path.join(HERE, "compare_rspec.rb"), *folders]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    if options.cases:
        with open(options.cases, "wb") as out:
            out.write(run.stdout)
    return [json.loads(line) for line in run.stdout.splitlines()]


def ask(options, case):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as facts:
        json.dump(case["facts"], facts)
        facts.flush()
        command = [options.pupa, "eval", "--format", "json", "--modulepath", options.modules]
        command += ["--facts", facts.name, "-e", case["code"]]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    try:
        return json.loads(run.stdout)
    except ValueError:
        return {"broken": run.stderr.decode("utf-8", "replace")[-500:]}


def pattern(expected):
    """Ruby's options: 1 ignores case, 2 is extended, 4 lets the dot match line breaks."""
    flags = re.MULTILINE
    for bit, flag in ((1, re.IGNORECASE), (2, re.VERBOSE), (4, re.DOTALL)):
        flags |= flag if expected["options"] & bit else 0
    source = expected["__regexp"].replace("\\A", "^").replace("\\z", "$").replace("\\Z", "$").replace("(?<", "(?P<")
    return re.compile(source.replace("(?P<=", "(?<=").replace("(?P<!", "(?<!"), flags)


def same(expected, value):
    if isinstance(expected, dict) and "__regexp" in expected:
        return isinstance(value, str) and pattern(expected).search(value) is not None
    if isinstance(expected, bool) or isinstance(value, bool) or type(expected) is not type(value):
        return expected is value
    if isinstance(expected, list):
        return len(expected) == len(value) and all(same(a, b) for a, b in zip(expected, value))
    if isinstance(expected, dict):
        return expected.keys() == value.keys() and all(same(expected[key], value[key]) for key in expected)
    return expected == value


def wrong(case, answer):
    """A description of the difference, or None."""
    expected = case["expected"]
    if "broken" in answer:
        return "no answer: " + answer["broken"]
    if case["kind"] == "error":
        if "error" not in answer:
            return "wanted error %s, got %s" % (json.dumps(expected), answer.get("literal"))
        text = answer["error"]
        found = expected is None or (pattern(expected).search(text) if isinstance(expected, dict) else expected in text)
        return None if found else "wanted error %s, got %s" % (json.dumps(expected), text)
    if "error" in answer:
        return "wanted %s, got error %s" % (json.dumps(expected, ensure_ascii=False), answer["error"])
    if case["kind"] == "runs" or same(expected, answer.get("value")):
        return None
    return "wanted %s, got %s" % (json.dumps(expected, ensure_ascii=False), answer.get("literal"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=os.path.abspath)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--pupa", type=os.path.abspath, default=os.path.join(ROOT, "target", "debug", "pupa"))
    parser.add_argument("--reference", default="ruby -W0", help="the command that runs Ruby")
    parser.add_argument("--cases", help="a file that keeps the collected calls outside of the repository")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--only", help="a regular expression for places and code")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    lines = collected(options)
    cases = [line for line in lines if "code" in line]
    if options.only:
        cases = [case for case in cases if re.search(options.only, case["place"] + " " + case["code"])]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda case: wrong(case, ask(options, case)), cases))
    failures = [(case, found) for case, found in zip(cases, results) if found]
    for case, found in failures[: options.show]:
        print("%s %s  %s\n    %s" % (case["module"], case["place"], case["code"], found))
    for name in options.names:
        total = sum(case["module"] == name for case in cases)
        bad = sum(case["module"] == name for case, _ in failures)
        skipped = collections.Counter(line["skipped"] for line in lines if line["module"] == name and "skipped" in line)
        print("%-12s %5d calls, %5d as expected, %4d not; %d not collected" % (name, total, total - bad, bad, sum(skipped.values())))
        for reason, count in skipped.most_common(3):
            print("    %d %s" % (count, reason))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
