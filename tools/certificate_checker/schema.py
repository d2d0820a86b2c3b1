"""Checks a certificate by its schema, in parts: docs/certificate.schema.json is the envelope of every certificate, and
docs/certificate.NAME.schema.json what a family of mechanisms adds to it. Knows the keywords of JSON Schema that they use."""
import functools
import glob
import json
import os
import re

from .numbers import number
from .report import Unknown, Wrong, demand

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
ENVELOPE = "certificate.schema.json"
PARTS = "certificate.*.schema.json"
TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int}
KEYWORDS = {"$schema", "title", "description", "$defs", "$ref", "type", "properties", "required",
            "additionalProperties", "items", "minItems", "maxItems", "anyOf", "const", "enum",
            "pattern"}
REF = re.compile(rf"({re.escape(ENVELOPE)})?#/\$defs/(\w+)")
NUMBER = r"^-?[0-9]+(\.[0-9]+)?(/[0-9]+)?$"      # exact numbers


def check_schema(certificate):
    """By the envelope, and then by the part that knows the mechanism's name."""
    envelope = load_schema(ENVELOPE)
    check_part(certificate, envelope)
    check_known_part(certificate, certificate["mechanism"]["name"])


def check_known_part(certificate, name):
    """By the part that knows a mechanism of this name."""
    parts = [part for part in load_parts() if name in names_of(part)]
    demand(parts, f".mechanism.name {name[:40]!r} is that of no mechanism")
    check_part(certificate, parts[0])


def check_part(certificate, schema):
    fault = fault_of(certificate, schema, schema["$defs"])
    demand(fault is None, fault)


def names_of(part):
    """The mechanisms that a part of the schema is about."""
    return part["properties"]["mechanism"]["properties"]["name"]["enum"]


@functools.cache
def load_parts():
    files = sorted(glob.glob(os.path.join(FOLDER, PARTS)))
    parts = [load_schema(os.path.basename(file)) for file in files]
    names = [name for part in parts for name in names_of(part)]
    if len(set(names)) < len(names):
        raise Unknown("two parts of the schema are about one mechanism")
    return parts


@functools.cache
def load_schema(name):
    try:
        with open(os.path.join(FOLDER, name), "rb") as file:
            schema = json.load(file)
    except (OSError, ValueError):
        raise Unknown(f"docs/{name} is not there, or no JSON") from None
    understand(schema)
    return schema


def understand(schema):
    """Makes sure that this module knows all of a schema; what it does not know it cannot check."""
    strange = set(schema) - KEYWORDS
    if strange:
        raise Unknown(f"the schema has a keyword this program does not know: {sorted(strange)}")
    if not REF.fullmatch(schema.get("$ref", "#/$defs/any")):
        raise Unknown(f"the schema refers to {schema['$ref']}")
    pattern = schema.get("pattern", "^$")
    if pattern[0] != "^" or pattern[-1] != "$":
        raise Unknown("the schema has a pattern without ends")
    inner = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values(),
             *schema.get("anyOf", [])]
    inner += [schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)]
    for one in inner:
        understand(one)


def fault_of(value, schema, defs):
    """The first fault of a value, or None. `defs` are those of the file in which the schema stands."""
    for keyword, test in TESTS.items():
        if keyword in schema:
            fault = test(value, schema[keyword], defs)
            if fault:
                return fault
    if type(value) is dict:
        return fault_of_member(value, schema, defs)
    return None


def test_ref(value, name, defs):
    file, short = REF.fullmatch(name).groups()
    defs = load_schema(file)["$defs"] if file else defs
    return fault_of(value, defs[short], defs)


def test_type(value, name, defs):
    if type(value) is not TYPES[name]:
        return f"is no {name}"
    if name == "integer" and not -1 << 63 <= value < 1 << 63:
        return "is no whole number of 64 bits"
    return None


def test_const(value, wanted, defs):
    return test_enum(value, [wanted], defs)


def test_enum(value, choices, defs):
    if any(type(value) is type(choice) and value == choice for choice in choices):
        return None
    return f"is not {' or '.join(map(str, choices))}"


def test_pattern(value, pattern, defs):
    if type(value) is not str:
        return None
    if re.fullmatch(pattern[1:-1], value):
        return one_form(value) if pattern == NUMBER else None
    return f"{value[:40]!r} does not have the form {pattern}"


def one_form(text):
    """A number has one way to be written, which no pattern can say."""
    try:
        number(text)
    except (Wrong, Unknown) as why:
        return str(why)
    return None


def test_any_of(value, choices, defs):
    faults = []
    for choice in choices:
        fault = fault_of(value, choice, defs)
        if fault is None:
            return None
        faults.append(fault)
    likely = max(faults, key=lambda fault: (not fault.startswith("is no"), len(fault)))
    return f"fits none of its forms ({likely[:150]})"


def test_items(value, schema, defs):
    if type(value) is list:
        for i, entry in enumerate(value):
            fault = fault_of(entry, schema, defs)
            if fault:
                return f"[{i}] {fault}"
    return None


def test_min_items(value, least, defs):
    return "has a wrong length" if type(value) is list and len(value) < least else None


def test_max_items(value, most, defs):
    return "has a wrong length" if type(value) is list and len(value) > most else None


def test_required(value, names, defs):
    if type(value) is dict:
        for name in names:
            if name not in value:
                return f"has no {name}"
    return None


# In the order in which faults are told.
TESTS = {"$ref": test_ref, "type": test_type, "const": test_const, "enum": test_enum,
         "pattern": test_pattern, "anyOf": test_any_of, "items": test_items,
         "minItems": test_min_items, "maxItems": test_max_items, "required": test_required}


def fault_of_member(value, schema, defs):
    """The keywords properties and additionalProperties, which depend on each other."""
    named = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, entry in value.items():
        if name in named:
            fault = fault_of(entry, named[name], defs)
        elif isinstance(others, dict):
            fault = fault_of(entry, others, defs)
        else:
            fault = None if others else "is not known"
        if fault:
            return f".{name[:40]} {fault}"
    return None
