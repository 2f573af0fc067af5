#!/usr/bin/env python3
"""Reads the models of the fleet with PyEcore, makes an object, and prints it as data for Pupa.

    pip install pyecore
    pupa types export --ecore --output models examples/types/modules/fleet/types
    examples/types/fleet.py models > web.json
"""
import json
import sys

from pyecore.ecore import EEnum
from pyecore.resources import URI, ResourceSet


def package(resources, path):
    """Reads a metamodel, and makes it known to those that are read later."""
    found = resources.get_resource(URI(path)).contents[0]
    resources.metamodel_registry[found.nsURI] = found
    return found


def data(value):
    """An object in the form that `from_data` reads."""
    if not hasattr(value, "eClass"):
        return value
    found = {"__ptype": "Fleet::" + value.eClass.name}
    for feature in value.eClass.eAllStructuralFeatures():
        if feature.transient or not value.eIsSet(feature):
            continue
        plain = str if isinstance(feature.eType, EEnum) else data
        held = value.eGet(feature)
        found[feature.name] = [plain(one) for one in held] if feature.many else plain(held)
    return found


def main(models):
    """Reads all three models."""
    resources = ResourceSet()
    package(resources, f"{models}/puppet-ast.ecore")
    fleet = package(resources, f"{models}/Fleet.ecore")

    # The type model: PyEcore makes classes of it, and checks data types, enumerations and abstract
    # classes.
    Server, Interface = fleet.getEClassifier("Server"), fleet.getEClassifier("Interface")
    web = Server(name="web", stage="staging")
    web.interfaces.append(Interface(name="eth0", mac="001a2b3c4d60"))
    print(json.dumps(data(web)))

    # The implementation model: which logic belongs to which feature or class.
    logic = resources.get_resource(URI(f"{models}/Fleet.impl.xmi")).contents[0]
    for one in logic.logic:
        is_feature = one.eClass.name == "FeatureLogic"
        subject = f"{one.feature.eContainer().name}.{one.feature.name}" if is_feature else one.type.name
        kind = one.kind if is_feature else "invariant"
        print(f"{subject}: {kind}, a {one.body.eClass.name}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
