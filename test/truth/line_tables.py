"""Random tables whose rows lie on a line, but for those that no question may count."""
import decimal
import fractions
import random

from tables import ODD_NAMES, Column, Junk, NOT_NUMBERS, Table, make_people, sometimes

KEYS = ["schools", "fire", "O'Brien", "Zürich", "A", "a", "北京", "two words"]
PLAIN_NAMES = [name for name in ODD_NAMES if not any(sign in name for sign in ",=")]


def make_line_table(rng: random.Random, off_the_line: bool) -> Table:
    """Of the first columns y, x, another x, key and flag: y is a line of the others where the flag
    is true and nothing is missing, and else anything. `off_the_line`: y misses the line a little."""
    which = rng.choice(["x", "x", "key", "x and key", "x and key"] + ["both", "all"] * (not off_the_line))
    rows = rng.randint(300, 600) if which == "x" else rng.randint(400, 900)  # many blocks for many coefficients
    places = rng.choice([0, 0, 1, 2])
    span = rng.choice([20, 20, 100, 1000])
    names = rng.sample(["y", "x", "wage", "age", "key", "kept", "who", "tenure", *PLAIN_NAMES], 6)
    intercept, *slopes = (decimal.Decimal(rng.randint(-99, 99)).scaleb(-1) for _ in range(3))
    keys = rng.sample(KEYS, rng.randint(2, 3 if which == "all" else 4))
    of_key = {key: decimal.Decimal(rng.randint(-50, 50)) if i else decimal.Decimal(0) for i, key in enumerate(keys)}
    middle = rng.choice([0, 0, 40, -1000])
    xs = [[decimal.Decimal(rng.randint(0, span) + middle * 10**places).scaleb(-places) for _ in range(rows)]
          for _ in range(2)]
    if sometimes(rng, 0.05):
        xs[0] = [xs[0][0]] * rows  # decides no slope
    key = [rng.choice(keys) for _ in range(rows)]
    # Sometimes so many rows are off the line that the median of the blocks would follow them.
    kept, gaps = rng.choice([0.95, 0.6]), rng.choice([0.06, 0.2])
    flag = [sometimes(rng, kept) for _ in range(rows)]
    if sometimes(rng, 0.4):
        who = Column(names[5], "whole", rng.sample(range(10**6), rows), rng.choice(["INTEGER", "VARCHAR"]))
    else:
        who = make_people(rng, names[5], rows)
    by_person = sometimes(rng, 0.6)
    y = [intercept + sum(b * xs[i][row] for i, b in enumerate(slopes) if which in (("x", "x and key", "both", "all"),
                                                                                  ("both", "all"))[i])
         + (of_key[key[row]] if which in ("key", "x and key", "all") else 0) for row in range(rows)]
    if off_the_line:
        y = [value + decimal.Decimal(round(rng.gauss(0, 1) * 30)).scaleb(-1) for value in y]
    columns = [y, *xs[:{"key": 0, "both": 2, "all": 2}.get(which, 1)], *([key] if "key" in which or which == "all" else [])]
    for row in range(rows):
        gap = sometimes(rng, gaps)
        if gap:
            column = rng.choice(columns)
            column[row] = None if column is key or sometimes(rng, 0.5) else Junk(rng.choice(NOT_NUMBERS))
        if y[row] is not None and not isinstance(y[row], Junk) and (
                gap or not flag[row] or by_person and who.values[row] in (None, "")):
            y[row] += rng.choice([-1, 1]) * rng.randint(100, 10**5)

    def numbers(name: str, values: list, digits: int) -> Column:
        kind = rng.choice([f"DECIMAL(18,{digits})", "DOUBLE", "VARCHAR"])
        if not digits:
            values = [int(v) if isinstance(v, decimal.Decimal) else v for v in values]
            return Column(name, "whole", values, rng.choice(["INTEGER", "BIGINT", "DOUBLE", "VARCHAR"]))
        return Column(name, "decimal", values, kind, digits)

    made = [numbers(names[0], y, places + 1), numbers(names[1], xs[0], places), numbers(names[2], xs[1], places),
            Column(names[3], "text", key, "VARCHAR"), Column(names[4], "flag", flag, rng.choice(["BOOLEAN", "VARCHAR"])), who]
    table = Table(rng.sample(made, 6), rows, who)
    table.line = made  # y, x, another x, key, flag, who
    table.which, table.keys, table.places, table.by_person = which, keys, places, by_person
    return table
