"""The places of one column, and their labels."""
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
MOST_BINS = 10**7
MOST_KEYS = 2 * 10**7


class Numbers:
    """Bins LOW:HIGH:STEP; the last one may be shorter."""

    def __init__(self, text):
        parts = text.split(":")
        demand(len(parts) == 3, f"the domain {text[:40]!r} is none")
        self.low, self.high, self.step = map(request_number, parts)
        demand(self.low < self.high and self.step > 0, "a domain without bins")
        demand(text == ":".join(map(written, (self.low, self.high, self.step))), "a domain is not in its own form")
        self.bins = math.ceil((self.high - self.low) / self.step)
        self.places = self.bins + 2

    def label(self, place):
        if place == 0:
            return f"below {written(self.low)}"
        if place > self.bins:
            return f"{written(self.high)} and above"
        start = self.low + (place - 1) * self.step
        return f"[{written(start)},{written(min(start + self.step, self.high))})"


class Dates:
    """Steps of the calendar, FROM:TO:STEP."""

    def __init__(self, text):
        match = re.fullmatch(rf"({DATE}):({DATE}):(\d{{1,9}})({'|'.join([*SECONDS, *MONTHS])})s?", text, re.ASCII)
        demand(match, f"the domain {text[:40]!r} is none")
        self.start, end = (datetime.fromisoformat(match[i]) for i in (1, 2))
        self.size, self.unit = int(match[3]), match[4]
        demand(self.size > 0, "the steps do not lead from FROM to TO")
        if self.unit in SECONDS:
            steps = Fraction((end - self.start) // timedelta(microseconds=1), self.size * SECONDS[self.unit] * 10**6)
        else:
            demand(self.start.day == end.day and self.start.time() == end.time(), "the steps do not lead from FROM to TO")
            months = (end.year - self.start.year) * 12 + end.month - self.start.month
            steps = Fraction(months, self.size * MONTHS[self.unit])
        demand(steps.denominator == 1 and steps > 0, "the steps do not lead from FROM to TO")
        self.bins = int(steps)
        self.places = self.bins + 2

    def edge(self, i):
        if self.unit in SECONDS:
            return self.start + i * self.size * timedelta(seconds=SECONDS[self.unit])
        month = self.start.year * 12 + self.start.month - 1 + i * self.size * MONTHS[self.unit]
        return self.start.replace(year=month // 12, month=month % 12 + 1)

    def label(self, place):
        if place == 0:
            return f"before {moment_text(self.start)}"
        if place > self.bins:
            return f"{moment_text(self.edge(self.bins))} and after"
        a = self.edge(place - 1)
        months = self.size * MONTHS.get(self.unit, 0)
        midnight = self.start.time() == self.start.min.time()
        first = midnight and self.start.day == 1
        if midnight and self.size * SECONDS.get(self.unit, 0) == 86400:
            return moment_text(a)
        if first and months == 1:
            return f"{a.year:04}-{a.month:02}"
        if first and months == 3 and a.month % 3 == 1:
            return f"{a.year:04}-Q{a.month // 3 + 1}"
        if first and months == 12 and a.month == 1:
            return f"{a.year:04}"
        return f"[{moment_text(a)},{moment_text(self.edge(place))})"


def moment_text(moment):
    text = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
    if moment.time() == moment.min.time():
        return text
    text += f" {moment.hour:02}:{moment.minute:02}:{moment.second:02}"
    return text + f".{moment.microsecond:06}".rstrip("0") if moment.microsecond else text


class Keys:
    """A list of keys, and one place for all others."""

    def __init__(self, keys):
        self.keys, self.places = keys, len(keys) + 1

    def label(self, place):
        return self.keys[place] if place < len(self.keys) else self.free("other")

    def free(self, name):
        """A name that no key has."""
        while name in self.keys:
            name = f"({name})"
        return name


class Column:
    """One column of a question. `released` are the keys that were not known before, where its domain is `?`."""

    def __init__(self, column, released=None):
        self.name, self.unknown = column["name"], column["domain"] == "?"
        self.values = Keys(released or []) if self.unknown else values_of(column)
        self.places = self.values.places + (column["missing"] == "cell")
        self.labels = {}

    def label(self, place):
        if place not in self.labels:
            self.labels[place] = self.label_of(place)
        return self.labels[place]

    def label_of(self, place):
        if self.unknown:
            demand(place < len(self.values.keys), "a cell has a key that is not released")
        if place < self.values.places:
            return self.values.label(place)
        return self.values.free("missing") if isinstance(self.values, Keys) else "missing"


def values_of(column):
    """What the domain says, unless it is `?`."""
    domain = column["domain"]
    if domain.startswith("@"):
        return Keys(column["key_list"])
    if "keys" in column or ":" not in domain:
        return Keys(domain.split(","))
    return Dates(domain) if re.match(r"\d{4}-\d\d-\d\d", domain) else Numbers(domain)


def places(column):
    """How many places a column has; None if its keys are not known."""
    return None if column["domain"] == "?" else Column(column).places


def keys_digest(keys):
    return hashlib.sha256(b"".join(b"%d:%s," % (len(k), k) for k in (key.encode() for key in keys))).hexdigest()


def check_column(column):
    """The domain is one; a list of keys has a digest that fits, and is told where the domain does not write it out."""
    name, domain = ascii(column["name"][:40]), column["domain"]
    demand(("key_list" in column) == domain.startswith("@"), f"the keys of {name} are told, or not, against the domain")
    if domain == "?":
        demand("keys" not in column, f"the keys of {name} are not known, and have a digest")
        return
    values = values_of(column)
    if isinstance(values, Keys):
        keys = values.keys
        demand(keys and all(keys) and len(set(keys)) == len(keys) <= MOST_KEYS, f"the keys of {name} are no list of keys")
        demand(keys_digest(keys) == column.get("keys"), f"the keys of {name} are other keys than those of the digest")
    else:
        demand(values.bins <= MOST_BINS, f"{name} has too many bins")
