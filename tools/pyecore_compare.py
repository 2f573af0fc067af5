#!/usr/bin/env python3
"""Loads the models that Pupa exports with PyEcore, and compares what both accept.

    tools/pyecore_compare.py PATH...                  files and directories with type definitions
    tools/pyecore_compare.py --pupa target/debug/pupa tests/models
    tools/pyecore_compare.py --values tests/models/fleet.json examples/types/modules/fleet/types

Needs PyEcore (`pip install pyecore`). For the given definitions it

1. exports them in all forms and loads them: the type model, the metamodel of the tree and the
   implementation model, whose links into the type model must lead to what the JSON form names;
2. makes objects from the metamodel systematically: for every class and feature values of the right
   and of wrong types, too few and too many, features that can't be set, enumeration values in the
   wrong case, objects of other classes, abstract classes, objects with two containers;
3. asks PyEcore whether it accepts each. Types, abstract classes and enumerations it decides itself;
   bounds, changeability and containment it leaves to its users, so they are read from its metamodel;
4. asks Pupa the same of the program `Type.new({...})`.

Pupa also runs the logic of types, which PyEcore can't. So the question goes to two programs: to the
definitions as they are, which may refuse more where there is logic, and to definitions written from
PyEcore's metamodel, which have none and must agree in every case.

Values that logic accepts cannot be guessed. `--values FILE` has them: a JSON object with, for
`Type.feature`, valid values, or how many objects the smallest instance of the type has.

Exits with 1 when anything differs, with 2 when PyEcore is not there.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    from pyecore.ecore import BadValueError, EAttribute, EEnum, EObject, EReference
    from pyecore.resources import URI, ResourceSet
except ImportError:
    print("PyEcore is not installed: pip install pyecore", file=sys.stderr)
    sys.exit(2)

ROOT = pathlib.Path(__file__).resolve().parent.parent
AST = "puppet-ast.ecore"
MANAGED = "ManagedResource"


class Trouble(Exception):
    """Something that is wrong with the models themselves."""


# ---------------------------------------------------------------------------------------------
# Pupa


class Pupa:
    """The program under test."""

    def __init__(self, program, edition):
        self.program = program
        self.edition = edition

    def export(self, paths, directory, *options):
        command = [self.program, "types", "export", "--ecore", "--quiet", "--output", directory]
        command += ["--edition", self.edition, *options, *paths]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"export failed:\n{done.stderr}")

    def accepts(self, program):
        """Whether a program has a value; else the error."""
        command = [self.program, "eval", "--edition", self.edition, "--extensions", "on"]
        command += ["--format", "json", "-"]
        done = subprocess.run(command, input=program, capture_output=True, text=True)
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            raise Trouble(f"no answer to:\n{program}\n{done.stderr}") from None
        return done.returncode == 0, answer.get("error")


# ---------------------------------------------------------------------------------------------
# Models


def load(directory):
    """Loads everything in a directory: packages by file, models of logic by file."""
    resources = ResourceSet()
    packages, models = {}, {}
    for path in sorted(pathlib.Path(directory).glob("*.ecore")):
        package = resources.get_resource(URI(str(path))).contents[0]
        resources.metamodel_registry[package.nsURI] = package
        packages[path.name] = package
    for path in sorted(pathlib.Path(directory).glob("*.impl.xmi")):
        models[path.name] = resources.get_resource(URI(str(path))).contents[0]
    return packages, models


def type_name(eclass):
    """The name of the Puppet type of a class."""
    package = eclass.ePackage.nsURI.removeprefix("http://puppet.types/")
    space = [] if package == "puppet" else package.split("/")
    return "::".join([*(part[:1].upper() + part[1:] for part in space), eclass.name])


def check_logic(models, expected):
    """Compares the implementation model with its JSON form; gives the number of its nodes."""
    nodes = 0
    for file, model in models.items():
        found = []
        if model.functionSet != "puppet-type-functions 1":
            raise Trouble(f"{file}: function set {model.functionSet}")
        for logic in model.logic:
            if logic.eClass.name == "FeatureLogic":
                owner = logic.feature.eContainer()
                found.append((type_name(owner), logic.feature.name, str(logic.kind)))
            else:
                found.append((type_name(logic.type), None, "invariant"))
            if logic.body is None:
                raise Trouble(f"{file}: logic without a body")
        wanted = [(one["type"], one["feature"], one["kind"]) for one in expected[file]]
        if found != wanted:
            raise Trouble(f"{file}: the logic is of {found}, not of {wanted}")
        for node in [model, *model.eAllContents()]:
            nodes += 1
            for feature in node.eClass.eAllStructuralFeatures():
                if feature.required and not feature.many and node.eGet(feature) is None:
                    raise Trouble(f"{file}: a {node.eClass.name} has no {feature.name}")
    return nodes


# ---------------------------------------------------------------------------------------------
# Candidates: objects as data, for both sides


class Obj:
    """An object to be: its class and the values of its features."""

    def __init__(self, eclass, values):
        self.eclass = eclass
        self.values = values


class Word(str):
    """A text that denotes a value of an enumeration."""


def text_of(literal):
    """Puppet's name of a value of an enumeration."""
    return literal.literal if literal.literal is not None else literal.name


class Generator:
    """Makes candidates from a metamodel."""

    def __init__(self, classes, values):
        self.classes = classes
        self.values = values
        self.counter = 0

    def concrete(self, eclass):
        """The classes whose instances can replace those of a class."""
        fits = lambda other: other is eclass or eclass in other.eAllSuperTypes()
        return [c for c in self.classes if fits(c) and not c.abstract and not is_managed(c)]

    def right(self, feature, seen=()):
        """A value that a feature must take; None if there is none."""
        etype = feature.eType
        self.counter += 1
        if isinstance(given := self.given(feature), list):
            return given[self.counter % len(given)]
        if isinstance(etype, EEnum):
            return Word(text_of(etype.eLiterals[0]))
        if isinstance(feature, EReference):
            for eclass in self.concrete(etype):
                made = self.base(eclass, seen)
                if made is not None:
                    return made
            return None
        return {"ELong": self.counter, "EDouble": self.counter + 0.5, "EBoolean": True,
                "EString": f"text{self.counter}"}[etype.name]

    def given(self, feature, eclass=None):
        """The entry of a feature in the file of values, also for a class that inherits it."""
        owners = [feature.eContainer()] if eclass is None else [eclass, feature.eContainer()]
        found = (self.values.get(f"{type_name(owner)}.{feature.name}") for owner in owners)
        return next((one for one in found if one is not None), None)

    def several(self, feature, count, seen=()):
        return [self.right(feature, seen) for _ in range(count)]

    def base(self, eclass, seen=()):
        """The smallest object of a class that must be accepted; None if there is none."""
        if eclass in seen:
            return None
        values = {}
        for feature in eclass.eAllStructuralFeatures():
            wanted = self.given(feature, eclass)
            count = wanted if isinstance(wanted, int) else max(feature.lowerBound, wanted is not None)
            if wanted is None and (feature.derived or default_count(feature) >= count):
                continue
            if not feature.changeable:
                return None
            given = self.several(feature, count, (*seen, eclass))
            if None in given:
                return None
            values[feature.name] = given if feature.many else given[0]
        return Obj(eclass, values)

    def pool(self, feature):
        """Values of all kinds for a feature."""
        yield from [None, 1, -(2**62), 1.5, "text", "", "a 'b' \\ $c", True, [], {}, {"a": 1}]
        etype = feature.eType
        if isinstance(etype, EEnum):
            texts = {text_of(literal) for literal in etype.eLiterals}
            yield from map(Word, sorted(texts))
            yield from (text for text in map(str.upper, sorted(texts)) if text not in texts)
            # Legal names in place of other texts.
            yield from (one.name for one in etype.eLiterals if one.name not in texts)
            yield "no such value"
        for count in sorted({1, 2, 3, 4, feature.lowerBound, feature.upperBound,
                             feature.upperBound + 1} - {-1, 0}):
            yield self.several(feature, count)
        yield [[self.right(feature)]]
        yield [self.right(feature), ["nested"]]
        yield ["text"] * 1 + [1]
        for eclass in self.classes:
            if not eclass.abstract and not is_managed(eclass):
                yield self.base(eclass)
                yield [self.base(eclass)]

    def candidates(self):
        """Pairs of what is tried and a list of objects to make."""
        for eclass in self.classes:
            if is_managed(eclass):
                continue
            name = type_name(eclass)
            if eclass.abstract:
                yield f"{name}: abstract", [Obj(eclass, self.filled(eclass))]
                continue
            if (base := self.base(eclass)) is None:
                continue
            yield f"{name}: smallest", [base]
            yield f"{name}: empty", [Obj(eclass, {})]
            yield f"{name}: unknown feature", [Obj(eclass, {**base.values, "no_such": 1})]
            for feature in eclass.eAllStructuralFeatures():
                yield from self.of_feature(eclass, feature)

    def filled(self, eclass):
        features = [f for f in eclass.eAllStructuralFeatures() if f.changeable and f.lowerBound]
        return {f.name: self.several(f, f.lowerBound) if f.many else self.right(f)
                for f in features}

    def of_feature(self, eclass, feature):
        where = f"{type_name(eclass)}.{feature.name}"
        fresh = lambda: self.base(eclass).values
        if feature.name in fresh():
            values = fresh()
            del values[feature.name]
            yield f"{where}: left out", [Obj(eclass, values)]
        for value in self.pool(feature):
            yield f"{where}: {shown(value)}", [Obj(eclass, {**fresh(), feature.name: value})]
        if isinstance(feature, EReference) and feature.changeable and not feature.derived:
            yield from self.containers(eclass, feature, where, fresh)

    def containers(self, eclass, feature, where, fresh):
        """One object in two places."""
        if (value := self.right(feature)) is None:
            return
        given = [value, *self.several(feature, max(feature.lowerBound, 1) - 1)]
        placed = given if feature.many else value
        other = [value, *self.several(feature, max(feature.lowerBound, 1) - 1)]
        again = other if feature.many else value
        yield f"{where}: in two objects", [Obj(eclass, {**fresh(), feature.name: placed}),
                                           Obj(eclass, {**fresh(), feature.name: again})]
        for twin in eclass.eAllReferences():
            if twin is feature or not twin.changeable or twin.derived:
                continue
            if not any(value.eclass is c for c in self.concrete(twin.eType)):
                continue
            more = [value, *self.several(twin, max(twin.lowerBound, 1) - 1)]
            values = {**fresh(), feature.name: placed, twin.name: more if twin.many else value}
            yield f"{where}: and {twin.name}", [Obj(eclass, values)]


def is_managed(eclass):
    """Whether instances are resources, which `new` does not make."""
    return any(c.name == MANAGED for c in [eclass, *eclass.eAllSuperTypes()])


def default_count(feature):
    """The number of values of an unset feature."""
    return 1 if feature.defaultValueLiteral is not None else 0


def shown(value):
    if isinstance(value, Obj):
        return f"a {type_name(value.eclass)}"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    return repr(value)


# ---------------------------------------------------------------------------------------------
# PyEcore's answer


class Refused(Exception):
    """Why an object is not accepted."""


def judge(objects):
    """None if PyEcore and the metamodel accept the objects, else why not."""
    made = {}
    try:
        for one in objects:
            build(one, made)
    except Refused as why:
        return str(why)
    return None


def build(obj, made):
    if id(obj) in made:
        return made[id(obj)]
    try:
        instance = obj.eclass()
    except TypeError as why:
        raise Refused(f"PyEcore: {why}") from None
    counts = {f.name: default_count(f) for f in obj.eclass.eAllStructuralFeatures()}
    for name, value in obj.values.items():
        feature = obj.eclass.findEStructuralFeature(name)
        if feature is None:
            raise Refused(f"no feature {name}")
        if not feature.changeable:
            raise Refused(f"{name} is not changeable")
        counts[name] = put(instance, feature, value, made)
    for feature in obj.eclass.eAllStructuralFeatures():
        if not feature.derived and counts[feature.name] < feature.lowerBound:
            raise Refused(f"{feature.name} has {counts[feature.name]} of {feature.lowerBound}")
    made[id(obj)] = instance
    return instance


def put(instance, feature, value, made):
    """Sets a feature; gives the number of its values."""
    if value is None:
        return 0
    if feature.derived:
        # Its setter takes anything, and without one the value is lost.
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Obj):
                build(one, made)
        return 0
    values = value if isinstance(value, list) and feature.many else [value]
    if feature.many and 0 <= feature.upperBound < len(values):
        raise Refused(f"{feature.name} takes {feature.upperBound} values")
    for one in values:
        one = native(one, feature, made)
        if isinstance(feature, EReference) and feature.containment and one.eContainer():
            raise Refused(f"{feature.name}: the object has a container")
        try:
            if feature.many:
                instance.eGet(feature).append(one)
            else:
                instance.eSet(feature, one)
        except BadValueError as why:
            raise Refused(f"PyEcore: {why}") from None
    return len(values)


def native(value, feature, made):
    """A value as PyEcore takes it."""
    if isinstance(value, Obj):
        value = build(value, made)
        if not isinstance(feature, EReference):
            raise Refused(f"{feature.name} takes no objects")
        return value
    if isinstance(feature, EReference):
        # PyEcore would say so too, but by a failure inside of it.
        raise Refused(f"{feature.name} takes only objects")
    if isinstance(feature.eType, EEnum):
        literals = feature.eType.eLiterals
        # PyEcore knows values by their names, Puppet by their texts.
        return next((one for one in literals if text_of(one) == value), f"<{value}>")
    if isinstance(value, bool) and feature.eType.name == "ELong":
        raise Refused("a truth value is not a number, although it is one in Python")
    return value


# ---------------------------------------------------------------------------------------------
# Pupa's answer


def program(definitions, objects):
    """The program that makes the objects; those that are in several places first, as variables."""
    uses = collections.Counter()

    def count(value):
        if isinstance(value, list):
            for one in value:
                count(one)
        elif isinstance(value, Obj):
            uses[id(value)] += 1
            if uses[id(value)] == 1:
                for one in value.values.values():
                    count(one)

    for one in objects:
        count(one)
    lines, names = [], {}

    def write(value):
        if isinstance(value, Obj):
            if id(value) in names:
                return names[id(value)]
            values = "".join(f"{name} => {write(one)}, " for name, one in value.values.items())
            text = f"{type_name(value.eclass)}.new({{ {values}}})"
            if uses[id(value)] > 1:
                names[id(value)] = f"$o{len(names)}"
                lines.append(f"{names[id(value)]} = {text}")
                return names[id(value)]
            return text
        if isinstance(value, list):
            return f"[{', '.join(map(write, value))}]"
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{key} => {write(one)}" for key, one in value.items()) + " }"
        if value is None:
            return "undef"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, str):
            return quoted(value)
        return repr(value)

    made = [write(one) for one in objects]
    return "\n".join([definitions, *lines, f"$made = [{', '.join(made)}]", "true"])


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def sources(paths):
    """The definitions as they are."""
    files = []
    for path in map(pathlib.Path, paths):
        files += sorted(path.rglob("*.pp")) if path.is_dir() else [path]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def bare(classes):
    """The definitions as PyEcore's metamodel has them."""
    return "\n".join(bare_type(c) for c in classes if c.name != MANAGED)


def bare_type(eclass):
    supers = eclass.eSuperTypes
    inherits = f" inherits {type_name(supers[0])}" if len(supers) else ""
    lines = ["  abstract"] if eclass.abstract else []
    for feature in eclass.eStructuralFeatures:
        upper = "unbound" if feature.upperBound == -1 else feature.upperBound
        settings = [f"min => {feature.lowerBound}", f"max => {upper}"]
        for setting, flag in [("unsettable", feature.unsettable), ("transient", feature.transient),
                              ("setable", feature.changeable)]:
            settings.append(f"{setting} => {str(bool(flag)).lower()}")
        if isinstance(feature, EAttribute):
            word, etype = "attr", attribute_type(feature.eType)
            if feature.defaultValueLiteral is not None:
                settings.append(f"default => {quoted(feature.defaultValueLiteral)}")
        else:
            word, etype = "has", type_name(feature.eType)
            settings.append(f"containment => {str(bool(feature.containment)).lower()}")
        if feature.derived:
            settings.append("derived => || { undef }")
        lines.append(f"  {word} {feature.name}, {etype} {{ {', '.join(settings)} }}")
    return "\n".join([f"type {type_name(eclass)}{inherits} {{", *lines, "}"])


def attribute_type(etype):
    if isinstance(etype, EEnum):
        return f"enum[{', '.join(quoted(text_of(one)) for one in etype.eLiterals)}]"
    return {"ELong": "Integer", "EDouble": "Float", "EString": "String",
            "EBoolean": "Boolean"}[etype.name]


# ---------------------------------------------------------------------------------------------
# The comparison


def logic_of(expected):
    """The features with a `set` of their own, and the types whose logic may refuse an object."""
    every = [one for file in expected.values() for one in file]
    setters = {(one["type"], one["feature"]) for one in every if one["kind"] == "set"}
    refusing = {one["type"] for one in every if one["kind"] in ("check", "set", "invariant")}
    return setters, refusing


def has_logic(eclass, types, seen):
    """Whether making an object of a class may run logic."""
    if eclass in seen:
        return False
    seen.add(eclass)
    every = [eclass, *eclass.eAllSuperTypes()]
    targets = [reference.eType for reference in eclass.eAllReferences()]
    return any(type_name(c) in types for c in every) or any(
        has_logic(c, types, seen) for c in targets)


# A part of the message for a violated model, but not for logic that refuses or fails.
BY_MODEL = ", defined at "


def compare(pupa, classes, expected, definitions, args):
    setters, with_logic = logic_of(expected)
    counts = dict.fromkeys(["candidates", "accepted", "refused", "the same",
                            "refused by logic alone", "left to logic"], 0)
    differences = []

    def ask(candidate):
        label, objects = candidate
        theirs = judge(objects)
        return (label, objects, theirs, pupa.accepts(program(bare_definitions, objects)),
                pupa.accepts(program(definitions, objects)))

    bare_definitions = bare(classes)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        answers = list(pool.map(ask, Generator(classes, args.values).candidates()))
    for label, objects, theirs, (bare_ok, bare_error), (ours_ok, ours_error) in answers:
        counts["candidates"] += 1
        counts["accepted" if theirs is None else "refused"] += 1
        if bare_ok != (theirs is None):
            differences.append((label, theirs, bare_error, program("", objects)))
            continue
        may_run = any(has_logic(one.eclass, with_logic, set()) for one in objects)
        if ours_ok == (theirs is None):
            counts["the same"] += 1
        elif theirs is None and may_run and BY_MODEL not in (ours_error or ""):
            counts["refused by logic alone"] += 1
        elif theirs is not None and sets(objects, setters):
            counts["left to logic"] += 1
        else:
            differences.append((label, theirs, ours_error, program("", objects)))
    return counts, differences


def sets(objects, setters):
    """Whether a feature is set that transforms what it is given."""
    name = lambda feature: (type_name(feature.eContainer()), feature.name)
    return any(name(feature) in setters for feature in given_features(objects))


def given_features(objects):
    for one in objects:
        for name, value in one.values.items():
            if (feature := one.eclass.findEStructuralFeature(name)) is not None:
                yield feature
            inner = value if isinstance(value, list) else [value]
            yield from given_features([each for each in inner if isinstance(each, Obj)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--pupa", default=str(ROOT / "target" / "debug" / "pupa"))
    parser.add_argument("--edition", default="8")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--values", metavar="FILE", default={}, help="values that logic accepts",
                        type=lambda file: json.loads(pathlib.Path(file).read_text()))
    parser.add_argument("--show", type=int, default=20, help="differences to show")
    args = parser.parse_args()
    pupa = Pupa(args.pupa, args.edition)
    try:
        return run(pupa, args)
    except Trouble as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return 1


def run(pupa, args):
    with tempfile.TemporaryDirectory() as root:
        forms = {form: os.path.join(root, form) for form in ["xmi", "json", "annotations"]}
        for form, directory in forms.items():
            pupa.export(args.paths, directory, "--impl", form)
        packages, models = load(forms["xmi"])
        annotated, _ = load(forms["annotations"])
        expected = {path.name.replace(".json", ".xmi"): json.loads(path.read_text())
                    for path in sorted(pathlib.Path(forms["json"]).glob("*.impl.json"))}
        if set(annotated) != set(packages) - {AST} or set(expected) != set(models):
            raise Trouble("the forms have different files")
        nodes = check_logic(models, expected)
    classes = [one for file, package in packages.items() if file != AST
               for one in package.eClassifiers if not isinstance(one, EEnum)]
    entries = sum(map(len, expected.values()))
    print(f"loaded {len(packages) - 1} packages with {len(classes)} classes, the metamodel of the "
          f"tree with {len(packages[AST].eClassifiers)} classifiers, and {entries} pieces of logic "
          f"with {nodes} nodes")
    counts, differences = compare(pupa, classes, expected, sources(args.paths), args)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    if not counts["accepted"] or not counts["refused"]:
        raise Trouble("there was nothing to compare")
    for label, theirs, ours, text in differences[:args.show]:
        print(f"\n{label}\n  PyEcore: {theirs or 'accepted'}\n  Pupa: {ours or 'accepted'}")
        print("  " + re.sub(r"\n(true)?", "\n  ", text).strip())
    print(f"{len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
