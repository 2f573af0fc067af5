#!/usr/bin/env python3
"""Measures the front end beside the installed reference and prints a table.

    tools/bench.py [FOLDER...]     folders with modules; without any, the manifests of tests/corpus

Needs a build with the profile `dist` of `pupa` and of the suite's `bench`, which it makes. Where no `puppet` is
installed its column stays empty.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def build():
    subprocess.run(["cargo", "build", "--quiet", "--profile", "dist", "-p", "pupa", "-p", "pupa-suite"], cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    return os.path.join(json.loads(metadata.stdout)["target_directory"], "dist")


def manifests(folders):
    for folder in folders:
        for below, names, files in os.walk(folder, followlinks=True):
            names.sort()
            yield from (os.path.join(below, name) for name in sorted(files) if name.endswith(".pp"))


def run(command):
    """Seconds of one run."""
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - begin


def median(command, rounds):
    return statistics.median(run(command) for _ in range(rounds))


def peak_memory(command):
    """Megabytes at the peak, as last reported by the kernel while the process runs.

    The figure of `wait4` would include the memory of this script, from which the process was forked.
    """
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            with open("/proc/%d/status" % process.pid, encoding="ascii") as status:
                lines = [line for line in status if line.startswith("VmHWM")]
            name = os.path.basename(os.readlink("/proc/%d/exe" % process.pid))
        except OSError:
            continue
        if lines and not name.startswith("python"):
            peak = int(lines[0].split()[1]) / 1024
    return "%.1f" % peak if peak else ""


def copy_tree(sources, count, folder):
    """A tree of so many manifests, whose paths lie in no module."""
    for number in range(count):
        target = os.path.join(folder, "part%02d" % (number % 40))
        os.makedirs(target, exist_ok=True)
        shutil.copyfile(sources[number % len(sources)], os.path.join(target, "%04d.pp" % number))
    return sum(os.path.getsize(path) for path in manifests([folder]))


def seconds(value):
    return "%.1f ms" % (value * 1000) if value < 1 else "%.2f s" % value


def reference_rate(puppet, sources, scratch):
    """Megabytes a second of the reference, without its start."""
    sample = sources[:: max(1, len(sources) // 200)][:200]
    folder = os.path.join(scratch, "sample")
    size = copy_tree(sample, len(sample), folder)
    start = median([*puppet, sample_file(scratch)], 3)
    whole = run([*puppet, *manifests([folder])])
    return size / 1e6 / max(whole - start, 0.001)


def sample_file(scratch):
    path = os.path.join(scratch, "small.pp")
    with open(path, "w", encoding="utf-8") as out:
        out.write("class small(Integer $port = 80) {\n  file { '/tmp/x': content => \"port ${port}\\n\" }\n}\n")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=[os.path.join(ROOT, "tests", "corpus")])
    parser.add_argument("--files", type=int, default=4000, help="files in the tree that is checked")
    options = parser.parse_args()
    programs = build()
    puppet = shutil.which("puppet") and [shutil.which("puppet"), "parser", "validate"]
    sources = list(manifests(options.folders))
    if not sources:
        sys.exit("no manifests below: " + " ".join(options.folders))
    rates = json.loads(subprocess.run([os.path.join(programs, "bench"), *options.folders], check=True, stdout=subprocess.PIPE).stdout)
    rows = [("", "pupa", "puppet")]
    with tempfile.TemporaryDirectory() as scratch:
        small = sample_file(scratch)
        tree = os.path.join(scratch, "tree")
        size = copy_tree(sources, options.files, tree)
        pupa = [os.path.join(programs, "pupa"), "check"]
        theirs = reference_rate(puppet, sources, scratch) if puppet else None
        rows.append(("tokens, MB/s on one core", "%.1f" % rates["tokens"], ""))
        rows.append(("parse, MB/s on one core", "%.1f" % rates["parse"], ""))
        rows.append(("parse and validate, MB/s on one core", "%.1f" % rates["check"], "%.2f" % theirs if theirs else ""))
        rows.append(("parse and write as PN, MB/s on one core", "%.1f" % rates["notation"], ""))
        guess = "about %s" % seconds(size / 1e6 / theirs) if theirs else ""
        rows.append(("check %d files, %.1f MB" % (options.files, size / 1e6), seconds(median([*pupa, tree], 7)), guess))
        rows.append(("  peak memory, MB", peak_memory([*pupa, tree]), ""))
        other = seconds(median([*puppet, small], 3)) if puppet else ""
        rows.append(("one small file, start to finish", seconds(median([*pupa, small], 31)), other))
        rows.append(("  peak memory, MB", peak_memory([*pupa, small]), peak_memory([*puppet, small]) if puppet else ""))
    print("%d files, %.2f MB of manifests" % (rates["files"], rates["bytes"] / 1e6))
    for name, ours, other in rows:
        print("%-42s %14s %16s" % (name, ours, other))


if __name__ == "__main__":
    main()
