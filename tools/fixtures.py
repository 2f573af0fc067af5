#!/usr/bin/env python3
"""Asks the reference about the fixtures of the stage `evaluate`.

Every example is given to `tools/evaluate.rb`, and what it answers is compared with what the fixture
says of edition `8`. Whichever `puppet` Ruby finds first answers (set RUBYLIB for another).
Intended differences are marked in the section's header as `reference=differs`.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def examples():
    command = ["cargo", "run", "-q", "-p", "pupa-suite", "--bin", "programs"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def on_one_line(text):
    return text.replace("\r", "\\r").replace("\n", "\\n")


def lines(answer, options):
    """An answer as a fixture shows it."""
    shown = [f"{level}: {on_one_line(message)}" for level, message in answer.get("logs", [])]
    if "crash" in answer:
        shown.append(f"crash: {answer['crash']}")
    elif "error" in answer:
        place = [answer.get("line"), answer.get("column")]
        place = ":".join(str(number) for number in place if number is not None)
        message = re.sub(r" \(file: [^()]*\)$", "", answer["error"])
        shown.append(f"error{' ' + place if place else ''}: {on_one_line(message)}")
    elif options.get("types") == "on":
        shown.append(f"{on_one_line(answer['literal'])} : {answer['type']}")
    else:
        shown.append(on_one_line(answer["literal"]))
    return [line.rstrip() for line in shown]


def write_files(files, folder):
    for path, text in files:
        target = pathlib.Path(folder, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def ask(group, programs, folder):
    strict, strict_variables, files = json.loads(group)
    write_files(files, folder)
    environment = dict(os.environ, DETAILS="1", STRICT=strict, STRICT_VARIABLES=strict_variables,
                       MODULEPATH=str(pathlib.Path(folder, "modules")) if files else "")
    given = "".join(program["code"] + "\0" for program in programs)
    output = subprocess.run(["ruby", ROOT / "tools/evaluate.rb"], env=environment, input=given,
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    # Fixtures name their files without the folder.
    output = output.replace(f"{folder}/", "")
    return [json.loads(line) for line in output.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pattern", nargs="?", default="", help="part of the names of sections")
    wanted = parser.parse_args().pattern
    groups = {}
    for example in examples():
        example["options"] = options = dict(example["options"])
        if wanted not in example["name"] or options.get("reference") == "differs":
            continue
        key = json.dumps([options.get("strict", "error"), options.get("strict_variables", "on"),
                          example["files"]])
        groups.setdefault(key, []).append(example)
    count = differing = 0
    for group, programs in groups.items():
        with tempfile.TemporaryDirectory() as folder:
            answers = ask(group, programs, folder)
        for example, answer in zip(programs, answers, strict=True):
            count += 1
            theirs = lines(answer, example["options"])
            if theirs != example["expected"]:
                differing += 1
                show = lambda texts: "".join(f"\n    {text}" for text in texts)
                print(f"{example['name']}\n{example['code']}  fixture{show(example['expected'])}"
                      f"\n  reference{show(theirs)}\n")
    print(f"{count} examples, {differing} differ from the reference")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
