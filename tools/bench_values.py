#!/usr/bin/env python3
"""Measures values and types beside the installed reference and prints a table.

    tools/bench_values.py [NAME...]      all cases when none is named

Each case runs at a size and at a tenth of it; "growth" is how the times relate, so that 10 is
linear. "!" marks a result on which the two differ. Needs a build with the profile `dist` of the suite's
`bench_values`, which it makes. Where Ruby finds no `puppet`, its columns stay empty; where it takes
too long (--patience), its time does.
"""
import argparse
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def build(name):
    command = ["cargo", "build", "--quiet", "--profile", "dist", "-p", "pupa-suite", "--bin", name]
    subprocess.run(command, cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    return os.path.join(json.loads(metadata.stdout)["target_directory"], "dist", name)


def rows(command, text="", env=None):
    """The measurements of a program: (name, size) to (seconds, result)."""
    process = subprocess.run(command, input=text, env=env, stdout=subprocess.PIPE, text=True, check=False)
    lines = [line.split("\t") for line in process.stdout.splitlines()]
    return {(name, int(size)): (seconds, result) for name, size, seconds, result in lines}


def shown(seconds):
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return "%.3g %s" % (seconds * factor, unit)
    return "%.0f ns" % (seconds * 1e9)


def growth(measured, small, large):
    try:
        return "%.1f" % (float(measured[large][0]) / float(measured[small][0]))
    except (KeyError, ValueError, ZeroDivisionError):
        return ""


def measure_beside(doc, name, script, asked=None):
    """The table of what the suite's binary `name` measures and what `script` measures in the
    reference. `asked` says what the reference is asked; else it is the names and sizes."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="cases")
    parser.add_argument("--patience", type=int, default=60, help="seconds the reference may take for one line")
    parser.add_argument("--alone", action="store_true", help="don't ask the reference")
    options = parser.parse_args()
    binary = build(name)
    ours = rows([binary, *options.names])
    theirs = {}
    if not options.alone:
        text = asked(binary, options.names) if asked else "".join("%s\t%d\n" % key for key in ours)
        environment = {**os.environ, "PATIENCE": str(options.patience)}
        theirs = rows(["ruby", os.path.join(HERE, script)], text, environment)
    line = "%-40s %8s %10s %7s %12s %7s %9s %s"
    print(line % ("", "size", "pupa", "growth", "puppet", "growth", "ratio", ""))
    keys = list(ours)
    for small, large in zip(keys[::2], keys[1::2]):
        for key in (small, large):
            seconds, result = ours[key]
            other, other_result = theirs.get(key, ("", ""))
            known = other not in ("", "error")
            ratio = "%.3g×" % (float(other) / max(float(seconds), 1e-9)) if known else ""
            is_last = key == large
            print(
                line
                % (
                    key[0] if not is_last else "",
                    key[1],
                    shown(float(seconds)),
                    growth(ours, small, large) if is_last else "",
                    shown(float(other)) if known else other,
                    growth(theirs, small, large) if is_last else "",
                    ratio,
                    "! %s, %s" % (result, other_result) if known and result != other_result else "",
                )
            )


if __name__ == "__main__":
    measure_beside(__doc__, "bench_values", "bench_values.rb")
