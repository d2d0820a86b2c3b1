"""The places of one column."""
import hashlib
import math
import re
from datetime import datetime, timedelta
from fractions import Fraction

from .numbers import request_number, written
from .report import demand


DATE = r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?"


SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}


MONTHS = {"month": 1, "quarter": 3, "year": 12}


def is_dates(column):
    return re.match(r"\d{4}-\d\d-\d\d", column["domain"]) is not None


def date_steps(text):
    """How many steps FROM:TO:STEP has."""
    return date_parts(text)[3]


def date_parts(text):
    """FROM, the size and the unit of a step, and how many steps there are."""
    match = re.fullmatch(rf"({DATE}):({DATE}):(\d{{1,9}})({'|'.join([*SECONDS, *MONTHS])})s?", text, re.ASCII)
    demand(match, f"the domain {text[:40]!r} is none")
    start, end = (datetime.fromisoformat(match[i]) for i in (1, 2))
    size, unit = int(match[3]), match[4]
    if unit in SECONDS:
        steps = Fraction((end - start) // timedelta(microseconds=1), size * SECONDS[unit] * 10**6)
    else:
        demand(start.day == end.day and start.time() == end.time(), "the steps do not lead from FROM to TO")
        steps = Fraction((end.year - start.year) * 12 + end.month - start.month, size * MONTHS[unit])
    demand(steps.denominator == 1 and steps > 0, "the steps do not lead from FROM to TO")
    return start, size, unit, int(steps)


def keys_digest(keys):
    return hashlib.sha256(b"".join(b"%d:%s," % (len(k), k) for k in (key.encode() for key in keys))).hexdigest()


def bin_labels(column):
    """The labels of bins of numbers."""
    low, high, step = map(request_number, column["domain"].split(":"))
    edges = [low + i * step for i in range(math.ceil((high - low) / step))] + [high]
    bins = [f"[{written(a)},{written(b)})" for a, b in zip(edges, edges[1:])]
    return [f"below {written(low)}", *bins, f"{written(high)} and above"] + ["missing"] * (column["missing"] == "cell")


def places(column):
    """How many places a column has; None if that is not said."""
    domain, missing = column["domain"], column["missing"] == "cell"
    if domain == "?" or domain.startswith("@"):
        demand(("keys" in column) == (domain != "?"), "a list of keys has a digest, and nothing else has")
        return None
    if "keys" in column or ":" not in domain:
        keys = domain.split(",")
        demand(keys_digest(keys) == column.get("keys"), "the keys of a column are not those of its domain")
        return len(keys) + 1 + missing
    if is_dates(column):
        return date_steps(domain) + 2 + missing
    parts = domain.split(":")
    demand(len(parts) == 3, f"the domain {domain[:40]!r} is none")
    low, high, step = map(request_number, parts)
    demand(low < high and step > 0, "a domain without bins")
    demand(domain == ":".join(map(written, (low, high, step))), "a domain is not in its own form")
    return math.ceil((high - low) / step) + 2 + missing


def key_labels(keys, column):
    """Keys, and the cells of all others."""
    def free(name):
        while name in keys:
            name = f"({name})"
        return name
    return [*keys, free("other")] + [free("missing")] * (column["missing"] == "cell")


def moment_text(moment):
    text = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
    if moment.time() == moment.min.time():
        return text
    text += f" {moment.hour:02}:{moment.minute:02}:{moment.second:02}"
    return text + f".{moment.microsecond:06}".rstrip("0") if moment.microsecond else text


def date_labels(column):
    """The labels of steps of the calendar."""
    start, size, unit, steps = date_parts(column["domain"])

    def edge(i):
        if unit in SECONDS:
            return start + i * size * timedelta(seconds=SECONDS[unit])
        month = start.year * 12 + start.month - 1 + i * size * MONTHS[unit]
        return start.replace(year=month // 12, month=month % 12 + 1)
    edges = [edge(i) for i in range(steps + 1)]
    months, days = (size * MONTHS[unit], 0) if unit in MONTHS else (0, Fraction(size * SECONDS[unit], 86400))
    midnight = start.time() == start.min.time()
    first = midnight and start.day == 1

    def label(a, b):
        if days == 1 and midnight:
            return moment_text(a)
        if first and months == 1:
            return f"{a.year:04}-{a.month:02}"
        if first and months == 3 and a.month % 3 == 1:
            return f"{a.year:04}-Q{a.month // 3 + 1}"
        if first and months == 12 and a.month == 1:
            return f"{a.year:04}"
        return f"[{moment_text(a)},{moment_text(b)})"
    bins = [label(a, b) for a, b in zip(edges, edges[1:])]
    return [f"before {moment_text(edges[0])}", *bins, f"{moment_text(edges[-1])} and after"] + ["missing"] * (column["missing"] == "cell")


def labels_of(column):
    """All labels of a column in their order; None if they are not said."""
    if places(column) is None:
        return None
    if "keys" in column or ":" not in column["domain"]:
        return key_labels(column["domain"].split(","), column)
    return date_labels(column) if is_dates(column) else bin_labels(column)


def check_labels(column, labels):
    """The labels of a column of which every place is listed; those of a list of keys have the digest that the question names."""
    name, wanted = ascii(column["name"][:40]), labels_of(column)
    if wanted is None:
        keys = labels[:len(labels) - 1 - (column["missing"] == "cell")]
        demand(keys and keys_digest(keys) == column.get("keys"), f"the labels of {name} are other keys than the question's")
        wanted = key_labels(keys, column)
    demand(labels == wanted, f"the labels of {name} are not those of its places")
