#!/usr/bin/env python3
"""Runs ruby/spec with the interpreter of pupa-ruby and counts the examples that pass.

    tools/ruby_spec.py SPEC_DIRECTORY [language core/array library/set …]

Every file runs in a process of its own. The same files run with the `ruby` of the system once (the
results are kept in `--kept DIRECTORY`), and only examples that pass there are counted. Writes a table
to standard output and the failures to `--failures FILE`.

`--known FILE` names the failures that are known, with a reason for each group. The exit code is 1 if
another example fails, or if a known one passes; `--update` writes the file anew, with new failures at
its end and without a reason. Examples of a group whose reason begins with `out of scope` are not
counted: neither as passed nor in the total.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RUNNER = os.path.join(HERE, "..", "crates", "pupa-ruby", "spec", "runner.rb")
# Files whose whole subject is left out by name: other encodings, processes, signals, sockets, threads,
# fibers, ractors, refinements, ObjectSpace, GC, TracePoint, Marshal.
EXCLUDED = re.compile(
    r"^(core/(encoding|process|signal|thread|threadgroup|fiber|ractor|refinement|objectspace|gc"
    r"|tracepoint|marshal|mutex|queue|sizedqueue|conditionvariable"
    r"|main/using|module/(refine|using|used_refinements|refinements)"
    r"|kernel/(fork|exec|spawn|system|trap|backtick|set_trace_func))(/|_spec)"
    r"|library/(socket|thread|drb|net-ftp|net-http|resolv|win32ole|syslog|fiber|io-wait|objectspace"
    r"|expect|weakref|open3)/"
    r"|language/(source_encoding|encoding|regexp/encoding)_spec)"
)


def files(root, parts):
    for part in parts:
        path = os.path.join(root, part)
        if path.endswith(".rb"):
            yield part
            continue
        for below, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.endswith("_spec.rb"):
                    found = os.path.relpath(os.path.join(below, name), root)
                    if not EXCLUDED.search(found):
                        yield found


def run(command, root, path, timeout):
    """Results of the examples of a file: a list of (description, message or None)."""
    env = dict(os.environ, MSPEC_RUNNER="1", LC_ALL="C.UTF-8")
    try:
        done = subprocess.run(
            [*command, RUNNER, os.path.join(root, path)], cwd=root, env=env, timeout=timeout,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        out, err, code = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as error:
        out, err, code = error.stdout or b"", b"timeout", -1
    results, is_done = [], False
    for line in out.decode("utf-8", "replace").split("\n"):
        if line.startswith("\x01"):
            kind, _, rest = line[1:].partition("\t")
            name, _, message = rest.partition("\t")
            if kind in ("ok", "fail"):
                results.append((name, message if kind == "fail" else None))
            is_done = is_done or kind == "done"
    if not is_done:
        tail = err.decode("utf-8", "replace").strip().split("\n")
        results.append((f"{path} (end)", f"exit {code}: {tail[0][:300]}"))
    return results


def numbered(results):
    """Descriptions made unique by numbers."""
    counts = collections.Counter()
    for name, message in results:
        name = re.sub(r"0x[0-9a-f]{8,}", "0x", name)
        counts[name] += 1
        yield (f"{name} #{counts[name]}" if counts[name] > 1 else name), message


def reference(root, path, folder, timeout):
    """Descriptions of the examples that pass with the `ruby` of the system."""
    kept = os.path.join(folder, path.replace("/", "__") + ".json")
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as handle:
            return json.load(handle)
    names = [name for name, message in numbered(run(["ruby"], root, path, timeout)) if message is None]
    with open(kept, "w", encoding="utf-8") as handle:
        json.dump(names, handle)
    return names


OUT_OF_SCOPE = "out of scope"


def known_failures(path):
    """The reason of every known failure, by file and description."""
    known, reason = {}, "unexplained"
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as handle:
            for line in handle:
                line = line.rstrip("\n")
                if line.startswith("## "):
                    reason = line[3:]
                elif line and not line.startswith("#"):
                    known[line] = reason
    return known


def write_known(path, known):
    """Writes the known failures by their reasons, and keeps the comment at the top."""
    head = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as handle:
            for line in handle:
                if line.startswith("## "):
                    break
                head.append(line)
    groups = collections.defaultdict(list)
    for name, reason in known.items():
        groups[reason].append(name)
    order = sorted(groups, key=lambda reason: (reason == "unexplained", not reason.startswith(OUT_OF_SCOPE), reason))
    with open(path, "w", encoding="utf-8") as handle:
        handle.write("".join(head).rstrip("\n") + "\n")
        for reason in order:
            handle.write(f"\n## {reason}\n\n")
            handle.writelines(name + "\n" for name in sorted(groups[reason]))


def group(path):
    parts = path.split("/")
    return parts[0] if parts[0] == "language" or len(parts) < 3 else "/".join(parts[:2])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("root")
    options.add_argument("parts", nargs="*", default=["language", "core", "library"])
    options.add_argument("--interpreter", default=os.path.join(HERE, "..", "target", "release", "examples", "ruby"))
    options.add_argument("--timeout", type=float, default=20)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--kept", default="/tmp/ruby_spec_reference")
    options.add_argument("--failures", default="/tmp/ruby_spec_failures.txt")
    options.add_argument("--known", help="the file of known failures")
    options.add_argument("--update", action="store_true", help="writes the file of known failures anew")
    options = options.parse_args()
    known = known_failures(options.known)
    root = os.path.abspath(options.root)
    options.interpreter = os.path.abspath(options.interpreter)
    os.makedirs(options.kept, exist_ok=True)

    def one(path):
        wanted = reference(root, path, options.kept, options.timeout)
        results = dict(numbered(run([options.interpreter], root, path, options.timeout)))
        passed = [name for name in wanted if name in results and results[name] is None]
        faults = [(n, results.get(n, "did not run")) for n in wanted if results.get(n, "-") is not None]
        others = [(n, m) for n, m in results.items() if m is not None and n.endswith((" (load)", " (end)", " (describe)"))]
        return path, len(wanted), len(passed), faults, others

    table = collections.defaultdict(lambda: [0, 0, 0])
    failed, ran = {}, set()
    with open(options.failures, "w", encoding="utf-8") as out:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for path, total, passed, faults, others in pool.map(one, files(root, options.parts)):
                ran.add(path)
                keys = {f"{path}: {name}": message for name, message in faults}
                outside = sum(known.get(key, "").startswith(OUT_OF_SCOPE) for key in keys)
                failed.update(keys)
                row = table[group(path)]
                row[0] += total - outside
                row[1] += passed
                row[2] += outside
                if faults or others:
                    out.write(f"== {path} {passed}/{total}\n")
                    for name, message in others + faults:
                        out.write(f"   {name}\n      {message[:400]}\n")
    rows = sorted(table.items())
    rows.append(("all", [sum(row[place] for _, row in rows) for place in range(3)]))
    for name, (total, passed, outside) in rows:
        share = f"{name:30} {passed:6} of {total:6}  {100 * passed / max(total, 1):5.1f} %"
        print(share + (f"  ({outside} out of scope)" if outside else ""))
    if not options.known:
        return
    new = {key: message for key, message in failed.items() if key not in known}
    gone = [key for key in known if key.split(": ")[0] in ran and key not in failed]
    if options.update:
        kept = {key: reason for key, reason in known.items() if key not in gone}
        write_known(options.known, {**kept, **{key: "unexplained" for key in new}})
        return
    for key, message in new.items():
        print(f"fails: {key}\n   {message[:300]}")
    for key in gone:
        print(f"passes now: {key}")
    sys.exit(1 if new or gone else 0)


main()
