#!/usr/bin/env python3
"""Compares catalogs of real modules with the reference, class by class.

    tools/compare_modules.py fetch FOLDER                    the modules of modules.txt, into FOLDER
    tools/compare_modules.py record STORE --modulepath DIR   the reference's answers, kept in STORE
    tools/compare_modules.py record STORE --modulepath DIR --manifests DIR    the same for manifests
    tools/compare_modules.py compare STORE [--pupa PATH]     Pupa's answers beside them
    tools/compare_modules.py show STORE CLASS FACTS          both answers to one class, as a diff

For each class of each module of the module path, `include CLASS` is compiled with each fact set of
`tests/data/facts`. Catalogs are compared in a normal form (resources with parameters, tags, file and
line, edges, classes), errors by their text. See tools/README.md.
"""
import argparse
import collections
import concurrent.futures
import difflib
import gzip
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DRIVER = os.path.join(HERE, "compare_modules.rb")
MODULES = os.path.join(HERE, "modules.txt")
FACTS = os.path.join(ROOT, "tests", "data", "facts")
SERVER_FACTS = {
    "serverversion": "8.28.1",
    "servername": "puppet.example.com",
    "serverip": "192.0.2.1",
    "environment": "production",
}

# ---------------------------------------------------------------------------------------------
# Modules and their classes


def fetch(options):
    with open(MODULES, encoding="utf-8") as lines:
        rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    for name, repository, tag in rows:
        target = os.path.join(options.folder, name)
        if os.path.isdir(target):
            continue
        owner, project = repository.split("/")
        url = options.source.format(owner=owner, name=project)
        command = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", tag, url, target]
        if subprocess.run(command).returncode != 0:
            print("not fetched: %s %s" % (repository, tag), file=sys.stderr)


CLASS = re.compile(r"^[ \t]*class[ \t]+(?:::)?([a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*)", re.MULTILINE)


def classes_of(folder, module):
    """The names of the classes that the manifests of a module define."""
    names = set()
    top = os.path.join(folder, "manifests")
    for directory, _, files in os.walk(top, followlinks=True):
        for file in files:
            if file.endswith(".pp"):
                with open(os.path.join(directory, file), encoding="utf-8", errors="replace") as text:
                    names.update(CLASS.findall(text.read()))
    return sorted(name for name in names if name.split("::")[0] == module)


def all_classes(modulepath):
    """Module names with their classes; the first folder that has a module decides."""
    found = {}
    for path in modulepath:
        for module in sorted(os.listdir(path)):
            if module not in found and re.fullmatch(r"[a-z][a-z0-9_]*", module):
                found[module] = classes_of(os.path.join(path, module), module)
    return {module: names for module, names in sorted(found.items()) if names}


def environment_of(store, name):
    """The directory of the environment that includes a class, made if need be."""
    directory = os.path.join(store, "environments", name.replace("::", "-"), "production")
    manifest = os.path.join(directory, "manifests", "site.pp")
    if not os.path.exists(manifest):
        os.makedirs(os.path.join(directory, "modules"), exist_ok=True)
        os.makedirs(os.path.dirname(manifest), exist_ok=True)
        with open(manifest, "w", encoding="utf-8") as out:
            out.write("include %s\n" % name)
    return directory


def manifests_of(folder):
    """The names of the manifests of a folder, with their text."""
    files = sorted(file for file in os.listdir(folder) if file.endswith(".pp"))
    named = {}
    for file in files:
        with open(os.path.join(folder, file), encoding="utf-8") as text:
            named[re.sub(r"\W", "_", file[: -len(".pp")])] = text.read()
    return named


def write_manifest(store, name, text):
    """Makes the environment of a manifest; whether it was not there with this text."""
    path = os.path.join(environment_of(store, name), "manifests", "site.pp")
    with open(path, "r+", encoding="utf-8") as file:
        if file.read() == text:
            return False
        file.seek(0)
        file.truncate()
        file.write(text)
    return True


# ---------------------------------------------------------------------------------------------
# Normal form


def normal_resource(resource):
    normal = {
        "parameters": resource.get("parameters") or {},
        "tags": sorted(resource.get("tags") or []),
        "exported": bool(resource.get("exported")),
        "file": resource.get("file"),
        "line": resource.get("line"),
    }
    if resource.get("sensitive_parameters"):
        normal["sensitive_parameters"] = sorted(resource["sensitive_parameters"])
    return normal


def normal_form(catalog):
    """The catalog without version and identity, in an order that does not depend on evaluation."""
    resources = {"%s[%s]" % (r["type"], r["title"]): normal_resource(r) for r in catalog.get("resources", [])}
    return {
        "name": catalog.get("name"),
        "environment": catalog.get("environment"),
        "classes": sorted(catalog.get("classes") or []),
        "resources": dict(sorted(resources.items())),
        "edges": sorted([edge["source"], edge["target"]] for edge in catalog.get("edges", [])),
    }


def exact(value):
    """Text that keeps apart what Python's `==` does not: 1, 1.0 and true. Hashes keep their order."""
    return json.dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------------------------------------
# The reference's answers


def settings_of(options):
    sets = {}
    for file in sorted(os.listdir(FACTS)):
        name, ending = os.path.splitext(file)
        if ending == ".json":
            with open(os.path.join(FACTS, file), encoding="utf-8") as text:
                sets[name] = json.load(text)
    return {
        "modulepath": [os.path.abspath(path) for path in options.modulepath.split(":")],
        "strict": options.strict,
        "strict_variables": options.strict_variables,
        "server_facts": SERVER_FACTS,
        "fact_sets": sets,
        "patience": options.patience,
    }


def read_settings(store):
    with open(os.path.join(store, "settings.json"), encoding="utf-8") as text:
        return json.load(text)


class Progress:
    def __init__(self, total):
        self.total, self.done, self.lock = total, 0, threading.Lock()

    def step(self, label):
        with self.lock:
            self.done += 1
            if sys.stderr.isatty() or self.done % 100 == 0 or self.done == self.total:
                end = "\r" if sys.stderr.isatty() else "\n"
                print("%5d of %d  %-50s" % (self.done, self.total, label[:50]), end=end, file=sys.stderr, flush=True)


class Reference:
    """A process of `compare_modules.rb`."""

    def __init__(self, command, settings):
        self.process = subprocess.Popen(
            [*shlex.split(command), DRIVER, settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        greeting = self.process.stdout.readline()
        if not greeting:
            sys.exit("the reference does not start: " + command)
        self.version = json.loads(greeting)["version"]

    def ask(self, name, directory, sets):
        self.process.stdin.write((json.dumps({"id": name, "directory": directory}) + "\n").encode())
        self.process.stdin.flush()
        answers = [json.loads(self.process.stdout.readline()) for _ in sets]
        for answer in answers:
            if "catalog" in answer:
                answer["catalog"] = normal_form(answer["catalog"])
        return answers


def answers_file(store, name):
    return os.path.join(store, "answers", name.replace("::", "-") + ".jsonl.gz")


# The reference was recorded with a scratch directory as `confdir`, which settings show.
SCRATCH = re.compile(r"/tmp/d\d{8}-\d+-\w+")


def read_answers(store, name):
    with gzip.open(answers_file(store, name), "rt", encoding="utf-8") as lines:
        return [json.loads(SCRATCH.sub("/etc/puppetlabs/puppet", line)) for line in lines]


def write_answers(store, name, answers):
    scratch = answers_file(store, name) + ".new"
    with gzip.open(scratch, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(answer, ensure_ascii=False) + "\n" for answer in answers)
    os.replace(scratch, answers_file(store, name))


def recorded_classes(store):
    ending = ".jsonl.gz"
    files = sorted(os.listdir(os.path.join(store, "answers")))
    return [file[: -len(ending)].replace("-", "::") for file in files if file.endswith(ending)]


def record(options):
    settings = settings_of(options)
    store = os.path.abspath(options.store)
    os.makedirs(os.path.join(store, "answers"), exist_ok=True)
    path = os.path.join(store, "settings.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump(settings, out, indent=1)
    if options.manifests:
        manifests = manifests_of(options.manifests)
        changed = {name for name, text in manifests.items() if write_manifest(store, name, text)}
        todo = list(manifests)
    else:
        modules = all_classes(settings["modulepath"])
        changed = set()
        todo = [name for module in chosen(modules, options) for name in modules[module]]
    is_new = lambda name: name in changed or not os.path.exists(answers_file(store, name))
    todo = [name for name in todo if options.again or is_new(name)]
    progress = Progress(len(todo))
    lock = threading.Lock()

    def work():
        reference = Reference(options.reference, path)
        while True:
            with lock:
                if not todo:
                    return
                name = todo.pop(0)
            write_answers(store, name, reference.ask(name, environment_of(store, name), settings["fact_sets"]))
            progress.step(name)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for worker in [pool.submit(work) for _ in range(options.jobs)]:
            worker.result()
    return 0


def chosen(modules, options):
    """The modules to work on, in the order in which they were asked for."""
    return [m for m in options.module if m in modules] if options.module else list(modules)


# ---------------------------------------------------------------------------------------------
# Pupa's answers


class Pupa:
    def __init__(self, options, store, settings):
        self.path, self.patience = os.path.abspath(options.pupa), options.patience
        self.store, self.settings = store, settings
        self.folder = os.path.join(store, "input")
        os.makedirs(self.folder, exist_ok=True)
        self.write("server_facts", settings["server_facts"])
        for name, facts in settings["fact_sets"].items():
            self.write(name, facts["facts"])

    def file(self, name):
        return os.path.join(self.folder, name + ".json")

    def write(self, name, data):
        with open(self.file(name), "w", encoding="utf-8") as out:
            json.dump(data, out)

    def command(self, name, facts):
        strict = [] if self.settings["strict_variables"] else ["--no-strict-variables"]
        return [
            self.path, "compile", "--environment-dir", environment_of(self.store, name),
            "--node", self.settings["fact_sets"][facts]["node"], "--facts", self.file(facts),
            "--server-facts", self.file("server_facts"), "--modulepath", ":".join(self.settings["modulepath"]),
            "--strict", self.settings["strict"], *strict, "--format", "json",
        ]  # fmt: skip

    def ask(self, wanted):
        with tempfile.TemporaryDirectory() as vardir:
            write_files(vardir, wanted.get("files") or {})
            return self.ask_with(wanted["id"], wanted["facts"], vardir)

    def ask_with(self, name, facts, vardir):
        try:
            run = subprocess.run(
                [*self.command(name, facts), "--ruby-vardir", vardir], stdin=subprocess.DEVNULL, capture_output=True, timeout=self.patience
            )
        except subprocess.TimeoutExpired:
            return {"error": "timeout", "text": ""}
        text = run.stderr.decode("utf-8", "replace")
        if run.returncode == 0:
            return {"catalog": normal_form(json.loads(run.stdout))}
        plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
        plain = re.sub(r"^  help: .*\n?", "", plain, flags=re.MULTILINE)
        errors = re.findall(r"^(?:Error|error): (.*(?:\n(?!\w+: ).*)*)", plain, re.MULTILINE)
        plain = re.sub(r"^Error: ", "", plain, flags=re.MULTILINE)
        return {"error": (errors[-1] if errors else plain).strip(), "text": plain}


def write_files(directory, files):
    """The files that the reference's Ruby code wrote, with passwords that would be others next time."""
    for name, text in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)


# ---------------------------------------------------------------------------------------------
# Differences


def resource_difference(wanted, given):
    """The first difference between two tables of resources: where, and both values."""
    for reference in wanted:
        if reference not in given:
            return "missing resource", reference, wanted[reference].get("file"), None
    for reference in given:
        if reference not in wanted:
            return "resource too many", reference, None, given[reference].get("file")
    for reference, resource in wanted.items():
        other = given[reference]
        if exact(resource) == exact(other):
            continue
        if resource["parameters"] != other["parameters"] or list(resource["parameters"]) != list(other["parameters"]):
            return parameter_difference(reference, resource["parameters"], other["parameters"])
        for key in ("tags", "exported", "sensitive_parameters", "file", "line", "parameters"):
            if exact(resource.get(key)) != exact(other.get(key)):
                return key, reference, resource.get(key), other.get(key)
    return None


def parameter_difference(reference, wanted, given):
    for name in wanted:
        if name not in given:
            return "missing parameter " + name, reference, wanted[name], None
    for name in given:
        if name not in wanted:
            return "parameter too many " + name, reference, None, given[name]
    for name in wanted:
        if exact(wanted[name]) != exact(given[name]):
            return "parameter " + name, reference, wanted[name], given[name]
    return "order of parameters", reference, list(wanted), list(given)


def catalog_difference(wanted, given):
    found = resource_difference(wanted["resources"], given["resources"])
    if found:
        return found
    for key in ("edges", "classes", "name", "environment"):
        if wanted[key] != given[key]:
            missing = [x for x in wanted[key] if x not in given[key]][:3]
            more = [x for x in given[key] if x not in wanted[key]][:3]
            return key, "", missing, more
    return None


def has_message(text, message):
    return ("\n" + text.strip("\n") + "\n").find("\n" + message.strip("\n") + "\n") >= 0


NAMED = ("Unknown function", "Unknown resource type", "undefined method", "undefined local", "Could not find", "NotImplemented", "uninitialized constant", "no method", "can't", "cannot")


def nameless(message):
    """A message without the names and places that make each occurrence another."""
    message = re.sub(r" ?\((?:file|line): [^()]*\)", "", message)
    message = re.sub(r" on node \S+$", "", message, flags=re.MULTILINE)
    message = re.sub(r"(?:/[\w.%-]+)+/", "…/", message)
    if not any(word in message for word in NAMED):
        message = re.sub(r"'[^'\n]*'", "'…'", message)
        message = re.sub(r"\[[^\]\n]*\]", "[…]", message)
    return re.sub(r"\d+", "N", message).strip()[:300]


def difference(wanted, given):
    """The cause of a difference as text without names, and its details; None when both are equal."""
    if "crash" in wanted:
        return None
    if "error" in wanted:
        if "catalog" in given:
            return "accepted: " + nameless(wanted["error"]), wanted["error"]
        if has_message(given["text"], wanted["error"]):
            return None
        same = nameless(wanted["error"]) == nameless(given["error"])
        cause = "place: " + nameless(wanted["error"]) if same else "message: %s\n      ours: %s" % (
            nameless(wanted["error"]), nameless(given["error"])
        )  # fmt: skip
        return cause, "wanted %s\n      ours   %s" % (wanted["error"], given["error"])
    if "error" in given:
        return "refused: " + nameless(given["error"]), given["error"]
    found = catalog_difference(wanted["catalog"], given["catalog"])
    if found is None:
        return None
    what, reference, one, other = found
    cause = "catalog: %s of %s" % (what, reference.split("[")[0] or "catalog")
    return cause, "%s: wanted %s\n      ours   %s" % (reference, exact(one)[:1500], exact(other)[:1500])


# ---------------------------------------------------------------------------------------------
# The table

COLUMNS = ["classes", "catalogs", "identical", "errors", "equal", "crashes"]


def count(row, wanted, equal):
    row["cases"] += 1
    if "crash" in wanted:
        row["crashes"] += 1
    elif "catalog" in wanted:
        row["catalogs"] += 1
        row["identical"] += equal
    else:
        row["errors"] += 1
        row["equal"] += equal


def print_table(table, markdown):
    total = collections.Counter()
    for row in table.values():
        total.update(row)
    columns = ["cases", *COLUMNS[1:]]
    rows = [*table.items(), ("total", total)]
    if markdown:
        print("| module | %s |\n|---|%s" % (" | ".join(columns), "---:|" * len(columns)))
        for module, row in rows:
            print("| %s | %s |" % (module, " | ".join(str(row[column]) for column in columns)))
    else:
        print("%-24s" % "module" + "".join("%10s" % column for column in columns))
        for module, row in rows:
            if module == "total" or row["identical"] + row["equal"] + row["crashes"] < row["cases"]:
                print("%-24s" % module + "".join("%10d" % row[column] for column in columns))


def compare(options):
    store = os.path.abspath(options.store)
    settings = read_settings(store)
    pupa = Pupa(options, store, settings)
    recorded = collections.defaultdict(list)
    for name in recorded_classes(store):
        recorded[name.split("::")[0]].append(name)
    names = [(module, name) for module in chosen(recorded, options) for name in recorded[module]]
    if options.only:
        names = [pair for pair in names if re.search(options.only, pair[1])]
    cases = [(module, wanted) for module, name in names[:: options.part] for wanted in read_answers(store, name)]
    progress = Progress(len(cases))

    def work(case):
        _, wanted = case
        given = pupa.ask(wanted)
        progress.step(wanted["id"])
        return difference(wanted, given)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(work, cases))
    table, causes = {}, collections.defaultdict(list)
    for (module, wanted), found in zip(cases, results):
        count(table.setdefault(module, collections.Counter()), wanted, found is None)
        if found:
            causes[found[0]].append((wanted["id"], wanted["facts"], found[1]))
    print_causes(causes, options)
    print_table(table, options.markdown)
    return 1 if causes else 0


def print_causes(causes, options):
    order = sorted(causes.items(), key=lambda item: -len(item[1]))
    for cause, places in order[: options.show]:
        print("%5d  %s" % (len(places), cause))
        for name, facts, detail in places[: options.examples]:
            print("    %s %s\n      %s" % (name, facts, detail[:3000]))
    if len(order) > options.show:
        print("and %d causes more" % (len(order) - options.show))


def show(options):
    store = os.path.abspath(options.store)
    settings = read_settings(store)
    wanted = [answer for answer in read_answers(store, options.cls) if answer["facts"] == options.facts]
    pupa = Pupa(options, store, settings)
    print(shlex.join(pupa.command(options.cls, options.facts)))
    sides = [wanted[0], pupa.ask(wanted[0])]
    texts = [json.dumps(s.get("catalog", s.get("error")), indent=1, ensure_ascii=False).splitlines() for s in sides]
    for line in difflib.unified_diff(*texts, "reference", "pupa", lineterm="", n=4):
        print(line)
    return 0


# ---------------------------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("fetch")
    one.add_argument("folder")
    one.add_argument("--source", default="https://github.com/{owner}/{name}", help="where repositories are")
    one.set_defaults(run=fetch)
    one = commands.add_parser("record")
    one.add_argument("store")
    one.add_argument("--modulepath", required=True)
    one.add_argument("--manifests", metavar="DIR", help="compile these manifests, instead of classes")
    one.add_argument("--strict", default="error", choices=["off", "warning", "error"])
    one.add_argument("--no-strict-variables", dest="strict_variables", action="store_false")
    one.add_argument("--reference", default="ruby -W0", help="the command that runs Ruby")
    one.add_argument("--patience", type=float, default=300, help="seconds for both catalogs of a class")
    one.add_argument("--again", action="store_true", help="ask again for modules that have answers")
    one.set_defaults(run=record)
    two = commands.add_parser("compare")
    two.add_argument("store")
    two.add_argument("--show", type=int, default=30, help="the number of causes to print")
    two.add_argument("--examples", type=int, default=2, help="the number of examples of each")
    two.add_argument("--only", help="a regular expression for names of classes")
    two.add_argument("--part", type=int, default=1, metavar="N", help="every Nth class")
    two.add_argument("--markdown", action="store_true")
    two.set_defaults(run=compare)
    three = commands.add_parser("show")
    three.add_argument("store")
    three.add_argument("cls")
    three.add_argument("facts")
    three.set_defaults(run=show)
    for each in (one, two):
        each.add_argument("--module", action="append", help="only this module")
        each.add_argument("--jobs", type=int, default=2)
    for each in (two, three):
        each.add_argument("--pupa", default=os.path.join(ROOT, "target", "debug", "pupa"))
        each.add_argument("--patience", type=float, default=60)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
