"""Random domains of a column: their text, their cells, and the cell of a row."""
import bisect
import datetime
import fractions
import math
import pathlib
import random
import re

from reading import Reader
from tables import ODD_TEXTS, Column, sometimes

MISSING = object()  # the cell of rows without a value


class Domain:
    column: Column
    text: str             # as after NAME=
    toml: str             # the same in a domain file
    labels: list[str]     # None where the docs leave the form open
    unknown = False
    drop_missing = False

    def cell(self, reader: Reader, row: int):
        """The number of the row's cell; for unknown keys the key; or MISSING."""
        raise NotImplementedError


def written(number: fractions.Fraction) -> str:
    """An exact decimal, or a fraction."""
    for places in range(8):
        if (number * 10**places).denominator == 1:
            whole = int(abs(number) * 10**places)
            digits = str(whole).rjust(places + 1, "0")
            text = digits[:len(digits) - places] + ("." + digits[-places:] if places else "")
            return ("-" if number < 0 else "") + text
    return str(number)


class Bins(Domain):
    def __init__(self, rng: random.Random, reader: Reader, column: Column):
        self.column = column
        finite = [n for r in range(reader.file.rows)
                  if (n := reader.number(column.name, r)) is not None and not isinstance(n, float)]
        near = fractions.Fraction(rng.choice(finite)) if finite else fractions.Fraction(0)
        spread = fractions.Fraction(max(map(abs, finite), default=10)) or fractions.Fraction(1)
        scale = fractions.Fraction(10) ** rng.choice([0, 1, 2, 3, 6])
        self.low = fractions.Fraction(round(near * scale), 1) / scale - rng.choice([0, 0, 1, 5])
        unit = fractions.Fraction(10) ** math.floor(math.log10(float(spread)) - rng.choice([0, 1]))
        self.step = unit * rng.choice([1, 2, 5, fractions.Fraction(5, 2)])
        if sometimes(rng, 0.05):
            self.step = fractions.Fraction(1, 3)
        self.step = max(self.step, fractions.Fraction(1, 10**6))
        self.bins = rng.randint(1, 7)
        self.high = self.low + self.step * self.bins
        if sometimes(rng, 0.2):
            self.high -= self.step / 2
        self.edges = [self.low + i * self.step for i in range(self.bins)] + [self.high]
        self.text = ":".join(map(written, (self.low, self.high, self.step)))
        self.toml = f'"{self.text}"'
        self.labels = ([f"below {written(self.low)}"]
                       + [f"[{written(a)},{written(b)})" for a, b in zip(self.edges, self.edges[1:])]
                       + [f"{written(self.high)} and above"])
        if any("/" in label for label in self.labels):
            self.labels = [None] * len(self.labels)

    def cell(self, reader: Reader, row: int):
        number = reader.number(self.column.name, row)
        if number is None:
            return MISSING
        if reader.exact(self.column.name):
            return bisect.bisect_right(self.edges, number)
        return bisect.bisect_right([float(e) for e in self.edges], float(number))


UNITS = {"second": datetime.timedelta(seconds=1), "minute": datetime.timedelta(minutes=1),
         "hour": datetime.timedelta(hours=1), "day": datetime.timedelta(days=1),
         "week": datetime.timedelta(days=7)}
MONTHS = {"month": 1, "quarter": 3, "year": 12}


def later(start: datetime.datetime, count: int, unit: str) -> datetime.datetime:
    if unit in UNITS:
        return start + count * UNITS[unit]
    months = start.year * 12 + start.month - 1 + count * MONTHS[unit]
    return start.replace(year=months // 12, month=months % 12 + 1)


class Steps(Domain):
    """Steps of the calendar."""

    def __init__(self, rng: random.Random, reader: Reader, column: Column):
        self.column = column
        seen = [m for r in range(reader.file.rows) if (m := reader.moment(column.name, r))]
        start = rng.choice(seen) if seen else datetime.datetime(2024, 2, 29)
        unit = rng.choice([*UNITS, *MONTHS])
        count, self.bins = rng.choice([1, 1, 1, 2, 3, 10]), rng.randint(1, 8)
        timed = unit in ("second", "minute", "hour") or sometimes(rng, 0.2)
        if timed:
            start = start.replace(microsecond=0) if sometimes(rng, 0.8) else start
        else:
            start = start.replace(hour=0, minute=0, second=0, microsecond=0)
        if unit in MONTHS:
            start = start.replace(day=1 if sometimes(rng, 0.7) else min(start.day, 28))
            if unit == "quarter" and sometimes(rng, 0.5):
                start = start.replace(month=(start.month - 1) // 3 * 3 + 1)
            if unit == "year" and sometimes(rng, 0.5):
                start = start.replace(month=1)
        self.edges = [later(start, i * count, unit) for i in range(self.bins + 1)]

        def form(moment: datetime.datetime) -> str:
            return moment.isoformat() if timed else moment.date().isoformat()

        word = f"{count}{unit}{'s' if count > 1 and sometimes(rng, 0.5) else ''}"
        self.text = f"{form(self.edges[0])}:{form(self.edges[-1])}:{word}"
        self.toml = f'"{self.text}"'
        midnight = all(e.time() == datetime.time() for e in self.edges)
        first = all(e.day == 1 for e in self.edges) and midnight
        names = [None] * self.bins
        if count == 1 and unit == "month" and first:
            names = [f"{e:%Y-%m}" for e in self.edges[:-1]]
        elif count == 1 and unit == "quarter" and first and start.month % 3 == 1:
            names = [f"{e.year}-Q{e.month // 3 + 1}" for e in self.edges[:-1]]
        elif count == 1 and unit == "year" and first and start.month == 1:
            names = [f"{e.year}" for e in self.edges[:-1]]
        elif count == 1 and unit == "day" and midnight:
            names = [f"{e:%Y-%m-%d}" for e in self.edges[:-1]]
        self.labels = [None] + names + [None]

    def cell(self, reader: Reader, row: int):
        moment = reader.moment(self.column.name, row)
        return MISSING if moment is None else bisect.bisect_right(self.edges, moment)


class Keys(Domain):
    """Named keys: inline, in a file, or in an array of the domain file."""

    def __init__(self, rng: random.Random, reader: Reader, column: Column, folder: pathlib.Path):
        self.column = column
        seen = sorted({k for r in range(reader.file.rows) if (k := reader.key(column.name, r))})
        keys = rng.sample(seen, min(len(seen), rng.randint(0, 6))) + rng.sample(ODD_TEXTS, rng.randint(0, 2))
        keys = [k for k in dict.fromkeys(keys) if "\n" not in k and "\r" not in k and "\t" not in k]
        self.keys = keys or ["nobody has this"]
        rng.shuffle(self.keys)
        self.toml = "[" + ", ".join('"' + k.replace("\\", "\\\\").replace('"', '\\"') + '"'
                                    for k in self.keys) + "]"
        if all(fits_inline(k) for k in self.keys) and sometimes(rng, 0.7):
            self.text = ",".join(self.keys)
        else:
            path = folder / f"keys{rng.randrange(10**9)}.txt"
            end = rng.choice(["\n", "\r\n"])
            path.write_bytes((end.join(self.keys) + rng.choice(["", end])).encode())
            self.text = f"@{path}"
        self.labels = [*self.keys, beside(self.keys, "other")]

    def cell(self, reader: Reader, row: int):
        key = reader.key(self.column.name, row)
        if key is None or key in self.keys:
            return MISSING if key is None else self.keys.index(key)
        # Keys that are all numbers are found by their value: +7 is 7.
        number = reader.number(self.column.name, row) if all(map(is_short_number, self.keys)) else None
        same = [i for i, k in enumerate(self.keys) if number is not None and fractions.Fraction(k) == number]
        return same[0] if same else len(self.keys)


def is_short_number(key: str) -> bool:
    return re.fullmatch(r"0|-?([1-9][0-9]*|0(?=[.]))([.][0-9]*[1-9])?", key) is not None


def beside(keys: list[str], label: str) -> str:
    """The label in as many parentheses as set it apart from the keys."""
    while label in keys:
        label = f"({label})"
    return label


def fits_inline(key: str) -> bool:
    return not any(sign in key for sign in ",:=@?\"'") and key == key.strip() and key != "" \
        and not key.startswith("-") and len(key) < 40


class Unknown(Domain):
    unknown = True

    def __init__(self, column: Column):
        self.column, self.text, self.toml, self.labels = column, "?", '"?"', []

    def cell(self, reader: Reader, row: int):
        key = reader.key(self.column.name, row)
        if key is None:
            return "missing"
        if re.fullmatch(r"('*)missing\1", key):
            return f"'{key}'"
        return key.replace("\\", "\\\\") if "\\x" in key else key


def may_be_keys(reader: Reader, column: Column) -> bool:
    kind = reader.file.types.get(column.name, "VARCHAR")
    if kind == "VARCHAR" or not reader.file.types:
        return column.kind in ("text", "whole", "flag", "date")
    return column.kind in ("whole", "flag", "date")


def make_domain(rng: random.Random, reader: Reader, column: Column, folder: pathlib.Path,
                unknown: bool) -> Domain:
    forms = []
    if column.kind in ("whole", "decimal", "float"):
        forms += ["bins"] * 3
    if column.kind in ("date", "time"):
        forms += ["steps"] * 3
    if may_be_keys(reader, column):
        forms += ["keys"]
    form = rng.choice(forms)
    if form == "keys" and unknown:
        return Unknown(column)
    if form == "keys":
        return Keys(rng, reader, column, folder)
    return (Bins if form == "bins" else Steps)(rng, reader, column)
