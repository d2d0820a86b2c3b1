"""Random tables: what stands in them, before any format is chosen."""
import dataclasses
import datetime
import decimal
import random
import struct

ODD_NAMES = ["Köln", "net wage", 'the "one"', "a,b", "semi;colon", "pipe|d", "日本", "it's",
             "in", "select", "a=b", "x.y", "Straße 1", "%", "e\u0301", "back\\slash", "total"]
ODD_TEXTS = ["red", "blue", "green", "O'Brien", 'say "hi"', "a,b", "a;b", "a|b", "two\nlines",
             "cr\r\nlf", "Zürich", "北京", "🙂", " lead", "trail ", "missing", "other",
             "(other)", "'missing'", "NULL", "true", "7", "07", "back\\slash", "\\x41", "%",
             "_", "A", "a", "\u00e9", "e\u0301", "@x", "?", "x=y", "tab\there", "10:20", '"',
             "long " * 30]
PEOPLE = ["anna", "Anna", "anna ", "bo", "O'Brien", 'd"q', "Ö", "7", "07", "a,b", "北京", "x\ny"]
NOT_NUMBERS = ["n/a", "abc", "1,234", "0x1f", "12%", "--1", "1e", "nan"]
NOT_DATES = ["yesterday", "2024-13-01", "2023-02-29", "2024-1-1", "n/a"]


@dataclasses.dataclass
class Column:
    name: str
    kind: str     # whole, decimal, float, text, date, time or flag
    values: list  # None where there is none; a Junk where a text file holds nonsense
    type: str     # of Parquet and DuckDB, as DuckDB calls it
    places: int = 0


class Junk(str):
    """A text that is no value of its column's kind; typed columns have nothing there."""


@dataclasses.dataclass
class Table:
    columns: list[Column]
    rows: int
    person: Column = None

    def of_kinds(self, *kinds: str) -> list[Column]:
        return [c for c in self.columns if c.kind in kinds and c is not self.person]


def sometimes(rng: random.Random, share: float) -> bool:
    return rng.random() < share


def whole_column(rng: random.Random, rows: int) -> tuple[list, str]:
    name, low, high = rng.choice([
        ("TINYINT", -100, 100), ("SMALLINT", -30000, 30000), ("INTEGER", -10**6, 10**6),
        ("BIGINT", -10**12, 10**12), ("UTINYINT", 0, 200), ("USMALLINT", 0, 60000),
        ("UINTEGER", 0, 10**6), ("UBIGINT", 0, 10**9), ("HUGEINT", -10**9, 10**9),
        ("INTEGER", 0, 9), ("INTEGER", 0, 100), ("VARCHAR", -50, 50)])
    return [rng.randint(low, high) for _ in range(rows)], name


def decimal_column(rng: random.Random, rows: int) -> tuple[list, str, int]:
    places = rng.randint(0, 6)
    centre = rng.choice([0, 0, 50, 1000, -20, 100000])
    spread = rng.choice([1, 10, 100, 1000])
    values = []
    for _ in range(rows):
        number = (centre * 10**places) + rng.randint(-spread * 10**places, spread * 10**places)
        values.append(decimal.Decimal(number).scaleb(-places))
    kind = rng.choice([f"DECIMAL({rng.choice([15, 18])},{places})", "DOUBLE", "VARCHAR"])
    return values, kind, places


def float_column(rng: random.Random, rows: int) -> tuple[list, str]:
    kind = rng.choice(["DOUBLE", "DOUBLE", "FLOAT"])
    scale = rng.choice([1.0, 100.0, 1e-3, 1e6])
    values = []
    for _ in range(rows):
        value = rng.gauss(0, 1) * scale
        if sometimes(rng, 0.03):
            value = rng.choice([float("inf"), float("-inf"), float("nan"), 0.0, -0.0])
        if kind == "FLOAT":
            value = struct.unpack("<f", struct.pack("<f", value))[0]
        values.append(value)
    return values, kind


def make_values(rng: random.Random, kind: str, rows: int) -> tuple[list, str, int]:
    if kind == "whole":
        return *whole_column(rng, rows), 0
    if kind == "decimal":
        return decimal_column(rng, rows)
    if kind == "float":
        return *float_column(rng, rows), 0
    if kind == "text":
        pool = rng.sample(ODD_TEXTS, rng.randint(1, 8)) + ([""] if sometimes(rng, 0.3) else [])
        return [rng.choice(pool) for _ in range(rows)], "VARCHAR", 0
    if kind == "flag":
        return [sometimes(rng, 0.6) for _ in range(rows)], rng.choice(["BOOLEAN"] * 3 + ["VARCHAR"]), 0
    first = datetime.datetime(2023, 1, 1) + datetime.timedelta(days=rng.randint(-400, 400))
    span = rng.choice([3, 60, 800])
    if kind == "date":
        return ([(first + datetime.timedelta(days=rng.randint(0, span))).date()
                 for _ in range(rows)], rng.choice(["DATE", "DATE", "VARCHAR"]), 0)
    grain = rng.choice([1, 10**6, 60 * 10**6])  # microseconds
    return ([first + datetime.timedelta(
        microseconds=rng.randrange(0, span * 86400 * 10**6 // grain) * grain)
        for _ in range(rows)], rng.choice(["TIMESTAMP", "TIMESTAMP", "VARCHAR"]), 0)


def make_people(rng: random.Random, name: str, rows: int) -> Column:
    """People with one row or many; some rows are nobody's."""
    count = max(1, rng.choice([rows, rows // 2, rows // 5, 3]))
    if sometimes(rng, 0.5):
        kind, pool = "text", [rng.choice(PEOPLE) + (str(i) if i >= len(PEOPLE) else "")
                              for i in range(count)]
        sort = "VARCHAR"
    else:
        kind, pool = "whole", [rng.randint(0, 10**6) for _ in range(count)]
        sort = rng.choice(["INTEGER", "BIGINT", "UINTEGER", "VARCHAR"])
    values = [rng.choice(pool) for _ in range(rows)]
    for i in range(rows):
        if sometimes(rng, 0.03):
            values[i] = None
        elif kind == "text" and sometimes(rng, 0.02):
            values[i] = ""
    return Column(name, kind, values, sort)


def make_table(rng: random.Random) -> Table:
    rows = rng.choice([0, 1, 2, rng.randint(3, 20), rng.randint(20, 80), rng.randint(20, 80),
                       rng.randint(80, 200)])
    kinds = ["text", "whole", "decimal", "float", "date", "time", "flag"]
    kinds += [rng.choice(kinds) for _ in range(rng.randint(1, 3))]
    names = [f"{kind}{i}" for i, kind in enumerate(kinds)] + ["who"]
    if sometimes(rng, 0.5):
        for i, odd in zip(rng.sample(range(len(names)), 4), rng.sample(ODD_NAMES, 4)):
            names[i] = odd
    columns = []
    for name, kind in zip(names, kinds):
        values, sort, places = make_values(rng, kind, rows)
        column = Column(name, kind, values, sort, places)
        gaps = rng.choice([0, 0, 0.05, 0.3])
        junk = rng.choice([0, 0, 0.1]) if kind not in ("text", "flag") else 0
        for i in range(rows):
            if sometimes(rng, gaps):
                values[i] = None
            elif sometimes(rng, junk):
                values[i] = Junk(rng.choice(NOT_DATES if kind in ("date", "time")
                                            else NOT_NUMBERS))
        columns.append(column)
    person = make_people(rng, names[-1], rows)
    columns.append(person)
    rng.shuffle(columns)
    return Table(columns, rows, person)
