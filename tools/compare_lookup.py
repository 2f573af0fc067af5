#!/usr/bin/env python3
"""Compares `pupa lookup` with the reference's over generated hierarchies.

    tools/compare_lookup.py PUPA                        # all areas of seed 1
    tools/compare_lookup.py PUPA --area modules --seed 7 --show 20
    tools/compare_lookup.py --record                    # asks the reference only

The hierarchies of `lookup_hierarchies.py` are written below `--folder`, and both sides are asked the same
questions. Standard output, the exit code, and the presence of the reference's error messages and
warnings are compared. The reference's answers are kept in the folder by question, so that a second run
does not start it. RUBYLIB chooses another version than the installed one.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import lookup_hierarchies

DRIVER = Path(__file__).with_name("compare_lookup.rb")
PLACE = re.compile(r" ?\((?:file: [^()]*|line: [^()]*|file & line not available)\)|\s+on node \S+")
ADDRESS = re.compile(r"#<[A-Z][\w:]*:0x[0-9a-f]{8,}")
PREFIX = re.compile(r"^(?:Error|Warning): (?:Could not run: |Could not parse application options: )?")


# Messages of defects of the reference; such answers are not compared.
DEFECTS = re.compile(
    r"private method `load' called"  # `--type` with an alias, such as `Data`
    r"|undefined method `load_typed' for nil"  # a backend that does not exist
    r"|^crash: |takes too long",
    re.M,
)
# Answers in a notation of Ruby alone: objects and symbols in YAML.
RUBY_YAML = re.compile(r"^--- !ruby/|^:(?:branches|key|type): ?", re.M)
# An error repeated as the cause of itself.
NOISE = re.compile(r"\nWrapped exception:\n.*", re.S)


# How Pupa ends when the call is wrong.
WRONG_CALL = 2


class Reference:
    """The reference's answers, asked once and then known."""

    def __init__(self, folder):
        self.process = None
        version = subprocess.run(
            ["ruby", "-e", "require 'puppet/version'; puts Puppet.version"], capture_output=True, text=True, check=True
        ).stdout.strip()
        self.version = version
        self.path = folder / f"answers-{version}.jsonl"
        self.known = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                key, answer = json.loads(line)
                self.known[key] = answer

    def server_facts(self):
        """The driver's data about the server, so that both sides have the same."""
        facts = {"serverversion": self.version, "servername": "server.example.com", "serverip": "192.0.2.1", "environment": "production"}
        is_named = int(self.version.split(".")[0]) >= 8
        return {"serverimplementation": "openvox", **facts} if is_named else facts

    def is_known(self, tree, args):
        return key_of(tree, args) in self.known

    def ask(self, tree, args):
        key = key_of(tree, args)
        if key not in self.known:
            if self.process is None:
                self.process = subprocess.Popen(["ruby", str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                self.process.stdout.readline()
            self.process.stdin.write(json.dumps(args) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the reference's driver ended")
            self.known[key] = json.loads(line)
            with self.path.open("a") as file:
                file.write(json.dumps([key, self.known[key]]) + "\n")
        return self.known[key]


def key_of(tree, args):
    return hashlib.sha256(json.dumps([tree, args]).encode()).hexdigest()[:32]


def write(folder, files):
    """Writes the files of a hierarchy, as far as they are not there, and removes others."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and str(path.relative_to(folder)) not in files:
            path.unlink()
    for name, text in files.items():
        path = folder / name
        text = text.replace("DIRECTORY", str(folder))
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def reference_args(folder, files, question):
    config = folder / ("hiera.yaml" if "hiera.yaml" in files else "no-hiera.yaml")
    return [
        *question, "--environmentpath", str(folder / "environments"), "--environment", "production", "--basemodulepath", str(folder / "none"),
        "--hiera_config", str(config), "--node", lookup_hierarchies.NODE, "--facts", str(folder / "facts.yaml"),
    ]


def our_args(folder, files, question):
    args = [
        "lookup", *question, "--environment-dir", str(folder / lookup_hierarchies.ENVIRONMENT),
        "--node", lookup_hierarchies.NODE, "--facts", str(folder / "facts.yaml"),
        "--server-facts", str(folder.parent / "server_facts.json"),
    ]
    return args + (["--hiera-config", str(folder / "hiera.yaml")] if "hiera.yaml" in files else [])


def run(pupa, args):
    try:
        done = subprocess.run([pupa, *args], capture_output=True, text=True, errors="replace", timeout=60, check=False, stdin=subprocess.DEVNULL)
        return {"code": done.returncode, "output": done.stdout, "errors": done.stderr}
    except subprocess.TimeoutExpired:
        return {"code": None, "output": "", "errors": "takes too long"}


def messages(errors, level):
    """The messages of a level on the reference's standard error, without their places."""
    texts = re.split(r"^(?=(?:Error|Warning|Notice|Info|Debug): )", errors, flags=re.M)
    return [bare(PREFIX.sub("", NOISE.sub("", text))) for text in texts if text.startswith(level)]


def bare(text):
    return " ".join(PLACE.sub("", text).split())


def is_same_output(theirs, ours):
    """Whether outputs are equal; lines in which the reference shows addresses of objects always are."""
    theirs = NOISE.sub("", theirs)
    if theirs == ours:
        return True
    a, b = theirs.split("\n"), ours.split("\n")
    return len(a) == len(b) and all(left == right or ADDRESS.search(left) for left, right in zip(a, b))


def differences(theirs, ours):
    """The differences between two answers."""
    if ours["code"] == WRONG_CALL and theirs["code"] == 1 and not theirs["output"]:
        return []  # Both refuse the call, each in its way.
    found = []
    if not is_same_output(theirs["output"], ours["output"]):
        found.append("output")
    if theirs["code"] != ours["code"]:
        found.append("code")
    said = bare(ours["errors"])
    if any(text not in said for text in messages(theirs["errors"], "Error")):
        found.append("error")
    if any(text not in said for text in messages(theirs["errors"], "Warning")):
        found.append("warning")
    return found


def first_difference(theirs, ours):
    """The first lines that differ, with their numbers."""
    a, b = theirs.splitlines(), ours.splitlines()
    for number in range(max(len(a), len(b))):
        left, right = (lines[number] if number < len(lines) else "(end)" for lines in (a, b))
        if left != right and not ADDRESS.search(left):
            return f"    line {number + 1}\n      reference: {left}\n      pupa:      {right}"
    return "    only the end of the last line differs"


def show(number, folder, question, found, theirs, ours):
    print(f"\n{number}. {folder}: lookup {shlex.join(question)}: {', '.join(found)}")
    if "output" in found:
        print(first_difference(theirs["output"], ours["output"]))
    if "code" in found:
        print(f"    exit code {theirs['code']}, ours {ours['code']}")
    if "output" in found or "code" in found or "error" in found or "warning" in found:
        for side, answer in (("reference", theirs), ("pupa", ours)):
            if answer["errors"].strip():
                print(f"    {side} says: " + " / ".join(answer["errors"].strip().splitlines()[:4])[:600])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pupa", nargs="?", help="the binary")
    parser.add_argument("--record", action="store_true", help="only ask the reference")
    parser.add_argument("--area", action="append", choices=list(lookup_hierarchies.AREAS), help="only these areas")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--folder", default=Path(tempfile.gettempdir()) / "pupa-lookup", help="where hierarchies and answers are kept")
    parser.add_argument("--show", type=int, default=8, help="how many differences to show")
    parser.add_argument("--only", help="only hierarchies whose name matches this regular expression")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    if not args.record and not args.pupa:
        parser.error("the path of a pupa binary is missing")

    root = Path(args.folder).resolve()
    root.mkdir(parents=True, exist_ok=True)
    reference = Reference(root)
    seed = root / f"seed{args.seed}"
    seed.mkdir(exist_ok=True)
    (seed / "server_facts.json").write_text(json.dumps(reference.server_facts()))
    cases = []
    for name, hierarchy in lookup_hierarchies.hierarchies(args.seed, args.area):
        if args.only and not re.search(args.only, name):
            continue
        folder = seed / name
        write(folder, hierarchy.files)
        for question in hierarchy.questions:
            cases.append((hierarchy, folder, question))
    asked = 0
    for hierarchy, folder, question in cases:
        theirs = reference_args(folder, hierarchy.files, question)
        if not reference.is_known(hierarchy.files, theirs):
            reference.ask(hierarchy.files, theirs)
            asked += 1
            if asked % 100 == 0:
                print(f"asked {asked}", file=sys.stderr)
    count = len({folder for _, folder, _ in cases})
    print(f"reference {reference.version}: {count} hierarchies, {len(cases)} questions, {asked} asked anew")
    if args.record:
        return
    compare(args, reference, cases)


def compare(args, reference, cases):
    """Asks our side, and prints figures by area and the first differences."""
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        answers = list(pool.map(lambda case: run(args.pupa, our_args(case[1], case[0].files, case[2])), cases))
    figures, shown, skipped = {}, [], 0
    for (hierarchy, folder, question), ours in zip(cases, answers):
        theirs = reference.ask(hierarchy.files, reference_args(folder, hierarchy.files, question))
        if DEFECTS.search(theirs["errors"]) or RUBY_YAML.search(theirs["output"]):
            skipped += 1
            continue
        found = differences(theirs, ours)
        kinds = [hierarchy.area.split(":")[0], "all"]
        kinds += ["(explanations)" if "--explain" in question or "--explain-options" in question else "(values)"]
        for kind in kinds:
            figure = figures.setdefault(kind, {"questions": 0, "equal": 0, "output": 0, "code": 0, "error": 0, "warning": 0})
            figure["questions"] += 1
            figure["equal"] += not found
            for what in found:
                figure[what] += 1
        if found:
            shown.append((folder, question, found, theirs, ours))
    print(f"{'area':16} questions  equal      %   differ in output  code  error  warning")
    order = [*(area for area in lookup_hierarchies.AREAS if area in figures), "(values)", "(explanations)", "all"]
    for area in order:
        if area in figures:
            f = figures[area]
            print(f"{area:16} {f['questions']:9} {f['equal']:6} {100 * f['equal'] / f['questions']:6.1f}   {f['output']:16} {f['code']:5} {f['error']:6} {f['warning']:8}")
    if skipped:
        print(f"{skipped} questions are left out: the reference breaks, or answers in Ruby's own YAML")
    for number, (folder, *rest) in enumerate(shown[: args.show], 1):
        show(number, folder.name, *rest)
    sys.exit(1 if shown else 0)


if __name__ == "__main__":
    main()
