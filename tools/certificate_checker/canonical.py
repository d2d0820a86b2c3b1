"""The canonical form of docs/formats.md: one way to write a JSON value."""
import json

from .report import Wrong, demand

MOST_DEPTH = 60           # of values inside values
MOST_PLACES = 1000        # of a JSON number


def canonical(value):
    """The canonical form, as bytes."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def read_json(data):
    """One JSON value; refuses names that stand twice, numbers that are not whole, and monsters."""
    try:
        value = json.loads(data.decode("utf-8"), parse_int=whole, parse_float=no_fraction,
                           parse_constant=no_fraction, object_pairs_hook=names_once)
    except UnicodeDecodeError as why:
        raise Wrong(f"not UTF-8 at byte {why.start}") from None
    except json.JSONDecodeError as why:
        raise Wrong(f"no JSON: {why}") from None
    except RecursionError:
        raise Wrong("nested too deeply") from None
    limit_depth(value)
    return value


def whole(text):
    demand(len(text) <= MOST_PLACES, f"a number of more than {MOST_PLACES} digits")
    demand(text != "-0", "the number -0")
    return int(text)


def no_fraction(text):
    raise Wrong(f"the number {text[:30]} is not whole")


def names_once(pairs):
    result = dict(pairs)
    demand(len(result) == len(pairs), "a name stands twice in an object")
    return result


def limit_depth(value):
    depth, level = 0, [value]
    while level:
        depth += 1
        demand(depth <= MOST_DEPTH, f"nested more than {MOST_DEPTH} deep")
        level = [inner for outer in level for inner in inside(outer)
                 if isinstance(inner, (dict, list))]


def inside(value):
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else []


def canonical_object(data):
    """The object of a file that holds one canonical line."""
    value = read_json(data)
    try:
        again = canonical(value) + b"\n"
    except UnicodeEncodeError:
        raise Wrong("a string holds half a character (a surrogate)") from None
    if again != data:
        raise Wrong(f"not in canonical form, from byte {equal_bytes(again, data)} on")
    demand(isinstance(value, dict), "no object")
    return value


def equal_bytes(a, b):
    """How many bytes at their beginning are the same."""
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return i
    return min(len(a), len(b))
