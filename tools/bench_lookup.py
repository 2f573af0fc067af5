#!/usr/bin/env python3
"""Measures lookups of data beside the installed reference and prints a table.

    tools/bench_lookup.py [NAME...]          all scenarios when none is named
    tools/bench_lookup.py --part 0.1 --profile dev

Every scenario is an environment in a temporary directory, whose manifest looks up all keys. Both sides
look up in process: "s" is the time from a fresh environment, whose data is read and parsed, to what all
nodes find, "us/key" that time for each lookup, and "more" the time for each lookup of one node more, once
the data has been read and the merges have been made twice, after which Pupa keeps them. "x" says how many times faster Pupa is, "MB" by how much the process grew. "!"
marks answers that differ. Where Ruby finds no `puppet`, its columns stay empty; where it takes too long
(--patience), its times do. RUBYLIB chooses another version than the installed one.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = ("cargo", "build", "-q", "-p", "pupa-compiler", "--example", "bench_lookup")


def manifest(keys):
    """Looks up all keys; the result is the sum of their sizes and one value."""
    return (
        f"$sum = Integer[0, {keys - 1}].reduce(0) |$memo, $i| {{ $memo + length(lookup(\"app::key${{i}}\")) }}\n"
        "notify { 'found': message => \"${sum} ${lookup('app::key7')}\" }\n"
    )


def config(paths):
    levels = "".join(f"  - name: level {i}\n    path: {path}\n" for i, path in enumerate(paths))
    return "---\nversion: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n" + levels


def level(keys, number, options=""):
    """Data of one level: for each key a hash with parts that others have too, and some of its own."""
    lines = ["---\n" + options]
    for i in range(keys):
        lines.append(
            f"app::key{i}:\n  common: from {number}\n  level{number}: {i}\n  list: [a{number}, shared, b{i % 7}]\n"
            f"  nested:\n    port: {8000 + number}\n    tags: [t{number}, all]\n"
        )
    return "".join(lines)


DEEP = "lookup_options:\n  '^app::':\n    merge: deep\n"


def levels12(part):
    keys = max(10, int(10_000 * part))
    files = {f"data/l{i}.yaml": level(keys, i, DEEP if i == 11 else "") for i in range(12)}
    files["hiera.yaml"] = config([f"l{i}.yaml" for i in range(12)])
    files["manifests/site.pp"] = manifest(keys)
    return files, keys, 1


def nodes100(part):
    keys, nodes = max(10, int(1000 * part)), max(2, int(100 * part))
    files = {"data/common.yaml": level(keys, 4), "data/os/Debian.yaml": level(keys, 3)}
    for i in range(10):
        files[f"data/role/role{i}.yaml"] = level(keys // 2, 2 + i)
    for i in range(0, nodes, 2):
        files[f"data/nodes/node{i}.example.com.yaml"] = level(5, 100 + i)
    files["hiera.yaml"] = config([
        "nodes/%{trusted.certname}.yaml", "role/%{facts.role}.yaml", "os/%{facts.os.family}.yaml",
        "missing/%{facts.number}.yaml", "common.yaml"])
    files["manifests/site.pp"] = manifest(keys)
    return files, keys, nodes


def levels5(part):
    keys = max(10, int(2000 * part))
    files = {f"data/l{i}.yaml": level(keys, i, DEEP if i == 4 else "") for i in range(5)}
    files["hiera.yaml"] = config([f"l{i}.yaml" for i in range(5)])
    files["manifests/site.pp"] = manifest(keys)
    return files, keys, 1


def interpolated(part):
    keys = max(10, int(2000 * part))
    lines = ["---\n" + DEEP] + [
        f"app::key{i}: ['%{{facts.role}}', 'x %{{lookup(\"app::base\")}}', \"%{{facts.os.family}}-{i}\"]\n" for i in range(keys)]
    files = {"data/a.yaml": "".join(lines) + "app::base: '%{trusted.certname}'\n", "hiera.yaml": config(["'%{facts.role}.yaml'", "a.yaml"])}
    files["data/role0.yaml"] = "---\n" + "".join(f"app::key{i}: ['own %{{facts.number}}']\n" for i in range(0, keys, 3))
    files["manifests/site.pp"] = manifest(keys)
    return files, keys, 1


SCENARIOS = {
    "levels12": (levels12, "10,000 keys over 12 levels with deep merges"),
    "nodes100": (nodes100, "1,000 keys for 100 nodes"),
    "levels5": (levels5, "2,000 keys over 5 levels with deep merges"),
    "interpolated": (interpolated, "2,000 keys with interpolation"),
}


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def answers(command, asked, env=None):
    """The fields of each answer, by directory."""
    lines = "".join(f"{directory}\t{nodes}\n" for directory, nodes in asked)
    try:
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False, env=env)
    except FileNotFoundError:
        return {}
    if not done.stdout and done.stderr:
        print(done.stderr.strip().splitlines()[-1], file=sys.stderr)
    return {fields[0]: fields[1:] for fields in (line.split("\t") for line in done.stdout.splitlines())}


def number(fields, index):
    try:
        return float(fields[index])
    except (IndexError, ValueError):
        return None


def cell(value, form, width):
    return format(value, form).rjust(width) if value is not None else " " * width


def row(name, keys, nodes, theirs, ours):
    lookups = keys * nodes
    columns = [f"{name:14}{lookups:9}"]
    for fields in (theirs, ours):
        seconds, again, growth = number(fields, 0), number(fields, 1), number(fields, 3)
        columns.append(
            cell(seconds, ".3f", 10) + cell(seconds and seconds / lookups * 1e6, ".2f", 10) + cell(again and again / keys * 1e6, ".2f", 10)
            + cell(growth and growth / 1e6, ".1f", 8))
    for index in (0, 1):
        a, b = number(theirs, index), number(ours, index)
        columns.append(cell(a / b if a and b else None, ".0f", 7) + "x" if a and b else " " * 8)
    marks = ""
    if theirs and ours and theirs[2:3] != ours[2:3]:
        marks = " !"
    for side, fields in (("reference", theirs), ("pupa", ours)):
        if fields and fields[0] == "error":
            marks += f" {side}: {fields[1][:120]}"
    return "".join(columns) + marks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCENARIOS))
    parser.add_argument("--part", type=float, default=1.0, help="scales keys and nodes")
    parser.add_argument("--profile", default="dist", help="of the build")
    parser.add_argument("--binary", help="instead of building the example bench_lookup")
    parser.add_argument("--alone", action="store_true", help="without the reference")
    parser.add_argument("--patience", type=int, default=600, help="seconds for the reference, for each scenario")
    parser.add_argument("--repeat", type=int, default=3, help="runs of Pupa; the best counts")
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in SCENARIOS]
    if unknown:
        parser.error(f"no such scenario: {', '.join(unknown)}")
    binary = args.binary
    if not binary:
        subprocess.run([*BUILD, "--profile", args.profile], cwd=ROOT, check=True)
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
        binary = os.path.join(target, "debug" if args.profile == "dev" else args.profile, "examples", "bench_lookup")

    folder = tempfile.mkdtemp(prefix="pupa-bench-lookup")
    try:
        print(f"{'':23}{'reference':>38}{'pupa':>38}")
        head = f"{'s':>10}{'us/key':>10}{'more':>10}{'MB':>8}"
        print(f"{'scenario':14}{'lookups':>9}{head}{head}{'x':>8}{'x more':>8}")
        for name in args.names or SCENARIOS:
            files, keys, nodes = SCENARIOS[name][0](args.part)
            directory = os.path.join(folder, name)
            write(directory, files)
            asked = [(directory, nodes)]
            theirs = []
            if not args.alone:
                env = {**os.environ, "PATIENCE": str(args.patience)}
                theirs = answers(["ruby", os.path.join(ROOT, "tools", "bench_lookup.rb")], asked, env).get(directory, [])
            runs = [answers([binary], asked).get(directory, []) for _ in range(args.repeat)]
            ours = min(runs, key=lambda fields: number(fields, 0) or float("inf"))
            print(row(name, keys, nodes, theirs, ours), flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
