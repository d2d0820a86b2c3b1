"""Checks a value by docs/certificate.schema.json: the keywords of JSON Schema that it uses."""
import functools
import json
import os
import re

from .numbers import number
from .report import Unknown, Wrong, demand

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs",
                      "certificate.schema.json")
TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int}
KEYWORDS = {"$schema", "title", "description", "$defs", "$ref", "type", "properties", "required",
            "additionalProperties", "items", "minItems", "maxItems", "anyOf", "const", "enum",
            "pattern"}
REF = "#/$defs/"
NUMBER = r"^-?[0-9]+(\.[0-9]+)?(/[0-9]+)?$"      # exact numbers


def check_schema(certificate):
    schema = load_schema()
    fault = fault_of(certificate, schema, schema["$defs"])
    demand(fault is None, fault)


@functools.cache
def load_schema():
    try:
        with open(SCHEMA, "rb") as file:
            schema = json.load(file)
    except (OSError, ValueError):
        raise Unknown("docs/certificate.schema.json is not there, or no JSON") from None
    understand(schema)
    return schema


def understand(schema):
    """Makes sure that this module knows all of a schema; what it does not know it cannot check."""
    strange = set(schema) - KEYWORDS
    if strange:
        raise Unknown(f"the schema has a keyword this program does not know: {sorted(strange)}")
    if not schema.get("$ref", REF).startswith(REF):
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
    """The first fault of a value, or None."""
    for keyword, test in TESTS.items():
        if keyword in schema:
            fault = test(value, schema[keyword], defs)
            if fault:
                return fault
    if type(value) is dict:
        return fault_of_member(value, schema, defs)
    return None


def test_ref(value, name, defs):
    return fault_of(value, defs[name[len(REF):]], defs)


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
