"""The places of one column."""
import hashlib
import math
import re
from datetime import datetime, timedelta
from fractions import Fraction

from .numbers import request_number, written
from .report import Unknown, demand


DATE = r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?"


SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}


MONTHS = {"month": 1, "quarter": 3, "year": 12}


def date_steps(text):
    """How many steps FROM:TO:STEP has."""
    match = re.fullmatch(rf"({DATE}):({DATE}):(\d{{1,9}})({'|'.join([*SECONDS, *MONTHS])})s?", text, re.ASCII)
    if not match:
        raise Unknown(f"the domain {text[:40]!r} is not understood")
    start, end = (datetime.fromisoformat(match[i]) for i in (1, 2))
    size, unit = int(match[3]), match[4]
    if unit in SECONDS:
        steps = Fraction((end - start) // timedelta(microseconds=1), size * SECONDS[unit] * 10**6)
    else:
        demand(start.day == end.day and start.time() == end.time(), "the steps do not lead from FROM to TO")
        steps = Fraction((end.year - start.year) * 12 + end.month - start.month, size * MONTHS[unit])
    demand(steps.denominator == 1 and steps > 0, "the steps do not lead from FROM to TO")
    return int(steps)


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
        return None
    if "keys" in column or ":" not in domain:
        keys = domain.split(",")
        return len(keys) + 1 + missing if keys_digest(keys) == column.get("keys") else None
    if re.match(r"\d{4}-\d\d-\d\d", domain):
        return date_steps(domain) + 2 + missing
    parts = domain.split(":")
    if len(parts) != 3:
        raise Unknown(f"the domain {domain[:40]!r} is not understood")
    low, high, step = map(request_number, parts)
    demand(low < high and step > 0, "a domain without bins")
    return math.ceil((high - low) / step) + 2 + missing


def check_labels(column, labels):
    """The labels of bins; those of a list of keys have the digest that the question names."""
    name = ascii(column["name"][:40])
    if "keys" in column or ":" not in column["domain"]:
        keys = labels[:len(labels) - 1 - (column["missing"] == "cell")]
        demand(keys_digest(keys) == column.get("keys"), f"the labels of {name} are other keys than the question's")
    elif not re.match(r"\d{4}-\d\d-\d\d", column["domain"]):
        demand(labels == bin_labels(column), f"the labels of {name} are not those of its bins")
