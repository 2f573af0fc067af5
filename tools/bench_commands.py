#!/usr/bin/env python3
"""Measures whole commands beside the installed reference, by CPU time, and prints a table.

    tools/bench_commands.py PUPA [--puppet COMMAND] [--rounds N]

Each row is a question that a user has, asked of the repositories in `examples/repositories`: the command of Pupa, and the commands of the reference that answer it.
CPU time (user and system, of all threads) is used because it hardly depends on what else the machine
does; start and end of the processes count. Each figure is the least of N rounds.
"""
import argparse
import os
import platform
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NODES = ["db01.example.com", "web01.example.com"]


def cpu_time(commands, folder):
    """Seconds of CPU time of commands in a directory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        # Differences are an answer too.
        expected = 1 if "diff" in command else 0
        if done.returncode != expected:
            sys.exit("%s: %s" % (shlex.join(command)[:200], done.stderr.decode()))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def manifests(folder):
    found = (os.path.join(below, name) for below, _, names in os.walk(folder) for name in names)
    return sorted(path for path in found if path.endswith(".pp"))


def copies(scratch, count):
    """A tree with copies of the manifests."""
    sources = manifests(os.path.join(ROOT, "examples", "repositories"))
    for number in range(count):
        folder = os.path.join(scratch, "copies", "part%02d" % (number % 40))
        os.makedirs(folder, exist_ok=True)
        with open(sources[number % len(sources)], encoding="utf-8") as file:
            text = file.read()
        # The reference rejects a second definition of the same name.
        text = re.sub("^(class|define) ", r"\1 copy%d::" % number, text, flags=re.MULTILINE)
        text = re.sub("^type ", "type Copy%d::" % number, text, flags=re.MULTILINE)
        with open(os.path.join(folder, "%04d.pp" % number), "w", encoding="utf-8") as file:
            file.write(text)
    return os.path.join(scratch, "copies")


def environments(scratch):
    """Two states of the repository `small`, as environments of the reference."""
    for name in ("before", "after"):
        shutil.copytree(os.path.join(ROOT, "examples", "repositories", "small"), os.path.join(scratch, name))
    path = os.path.join(scratch, "after", "data", "common.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("ntp2", "ntp3"))


def scenarios(pupa, puppet, scratch):
    """Rows: question, our commands, those of the reference."""
    tree = copies(scratch, 1000)
    environments(scratch)
    facts = os.path.join(scratch, "before", "facts")
    vardir = ["--vardir", os.path.join(scratch, "var"), "--confdir", os.path.join(scratch, "conf")]
    known = ["--environmentpath", scratch, *vardir]

    def lookup(option, environment, node):
        return [*puppet, "lookup", "chrony::servers", option, "--environment", environment, "--node", node,
                "--facts", os.path.join(facts, node + ".yaml"), *known]

    one = NODES[1]
    of_one = ["--environment-dir", "before", "--facts", os.path.join(facts, one + ".yaml")]
    yield ("check 1,000 manifests", [[pupa, "check", "--quiet", tree]],
           [[*puppet, "parser", "validate", *vardir, *manifests(tree)]])
    yield ("explain a lookup", [[pupa, "lookup", "--explain", "chrony::servers", *of_one]], [lookup("--explain", "before", one)])
    yield ("compile a catalog", [[pupa, "lookup", "--compile", "chrony::servers", *of_one]],
           [lookup("--compile", "before", one)])
    yield ("compile two nodes before and after a change",
           [[pupa, "catalog", "diff", "before", "after", "--facts-dir", facts]],
           [lookup("--compile", environment, node) for environment in ("before", "after") for node in NODES])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pupa", type=os.path.abspath, help="a release build")
    parser.add_argument("--puppet", default="puppet", help="the command of the reference")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    puppet = shlex.split(options.puppet)
    version = subprocess.run([*puppet, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    print("%s, reference %s" % (processor(), version))
    print("%-48s %10s %12s %8s" % ("", "pupa", "reference", "ratio"))
    with tempfile.TemporaryDirectory() as scratch:
        for name, ours, theirs in scenarios(options.pupa, puppet, scratch):
            mine = min(cpu_time(ours, scratch) for _ in range(options.rounds))
            other = min(cpu_time(theirs, scratch) for _ in range(options.rounds))
            print("%-48s %7.0f ms %9.0f ms %8.0f" % (name, mine * 1000, other * 1000, other / max(mine, 0.001)))


def processor():
    """The name of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
        return "%d × %s" % (len(names), names[0])
    except (OSError, IndexError):
        return platform.processor()


if __name__ == "__main__":
    main()
