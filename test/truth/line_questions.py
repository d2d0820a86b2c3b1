"""Random regressions of tables whose rows lie on a line: each block has that line, and the cell of a
robust one holds it."""
import collections
import dataclasses
import fractions
import math
import random

from comparing import Faults
from domains import MISSING, Keys
from files import File
from predicates import a_test, column_text
from questions import Question
from reading import Reader
from tables import Table, sometimes

EPSILON = 50
# A coefficient is drawn with weight e^-42 for its place, and other places are this far: the draw misses
# with probability e^-33 at most.
NATS = 42 + 33
NOISE = 6  # of the number of blocks with a fit, at scale 10/50: more with probability e^-30
HALF = fractions.Fraction(1, 2)


@dataclasses.dataclass
class LineQuestion(Question):
    numbers: list = None       # columns of numbers in --x
    key_domain: Keys = None
    units: dict = None
    precision: fractions.Fraction = None
    robust: bool = False
    interval: bool = False
    blocks: int = None


def make_line_question(rng: random.Random, robust: bool, table: Table, file: File) -> LineQuestion:
    reader = Reader(file)
    y, x, other, key, flag, who = table.line
    ask = LineQuestion("regression", file, [], list(file.options), measure=y, robust=robust)
    ask.numbers = {"x": [x], "both": [x, other], "key": [], "x and key": [x], "all": [x, other]}[table.which]
    if table.which == "x" and sometimes(rng, 0.15):  # one more that adds nothing
        ask.numbers = [x, other]
    words = ",".join(c.name for c in ask.numbers)
    if table.which in ("key", "x and key", "all"):
        ask.key_domain = Keys.__new__(Keys)
        ask.key_domain.column = key
        ask.key_domain.keys = rng.sample(table.keys[1:], len(table.keys) - 1)
        if not robust and sometimes(rng, 0.05):
            ask.key_domain.keys = table.keys  # every row has one of them: no answer
        words += ("," if words else "") + f"{key.name}={','.join(ask.key_domain.keys)}"
    ask.options += ["--y", y.name, "--x", words]

    ask.units = {c.name: fractions.Fraction(1, 10 ** (c.places + rng.choice([0, 0, 1, 3]))) for c in (y, *ask.numbers)}
    if sometimes(rng, 0.5):
        finest = min(ask.units.values())
        ask.units = {name: finest for name in ask.units}
        ask.options += ["--unit", power(finest)]
    else:
        ask.options += ["--unit", ",".join(f"{name}={power(unit)}" for name, unit in ask.units.items())]
    # Rows that are not on the line are left out.
    name = column_text(rng, flag.name)
    text = f"{name} = true" if file.types.get(flag.name) == "BOOLEAN" or sometimes(rng, 0.5) else f"boolean({name})"
    if not text.endswith("true"):
        text += " = true"
    also = None
    if sometimes(rng, 0.2):
        also = a_test(rng, reader, table, 0.3)
        text = f"{text} and ({also.text})"
    ask.options += ["--where", text]
    kept = lambda row: reader.compared(flag.name, row, "flag") is True and (not also or also.truth(row) is True)
    ask.predicate = kept
    if table.by_person:
        ask.person = who
        ask.options += ["--person", who.name]
    ask.precision = fractions.Fraction(1, 2**32)
    if sometimes(rng, 0.3):
        ask.precision = fractions.Fraction(1, 10 ** rng.choice([1, 3, 8]))
        ask.options += ["--precision", power(ask.precision)]
    p = 1 + len(ask.numbers) + (len(ask.key_domain.keys) if ask.key_domain else 0)
    ask.options += ["--epsilon", str(EPSILON)]
    if robust:
        ask.options += ["--mechanism", "robust", "--delta", "1e-13"]
    else:
        ask.interval = sometimes(rng, 0.3)
        ask.blocks = math.ceil(120 * p / 20) if ask.interval else math.ceil(80 * p / 45)
        ask.blocks = max(ask.blocks, 28 + 8 * p + 12 * ask.interval)
        ask.options += ["--blocks", str(ask.blocks)] + ["--interval"] * ask.interval
    return ask


def power(unit: fractions.Fraction) -> str:
    return f"1e{round(math.log10(unit))}"


class Lines:
    """The rows that count, as they are rounded, and what they decide."""

    def __init__(self, ask: LineQuestion):
        reader, self.ask = Reader(ask.file), ask
        self.names = [f"slope of {c.name}" for c in ask.numbers]
        if ask.key_domain:
            self.names += [f"slope of {ask.key_domain.column.name}={key}" for key in ask.key_domain.keys]
        self.rows, self.people = [], collections.Counter()
        for row in range(ask.file.rows):
            if not ask.predicate(row):
                continue
            who = reader.person(ask.person.name, row) if ask.person else row
            read = [reader.number(c.name, row) for c in (ask.measure, *ask.numbers)]
            cell = ask.key_domain.cell(reader, row) if ask.key_domain else 0
            if who is None or cell is MISSING or None in read:
                continue
            read = [u * math.floor(n / u + HALF) for n, u in zip(read, (ask.units[c.name] for c in (ask.measure, *ask.numbers)))]
            keys = [int(cell == i) for i in range(len(ask.key_domain.keys))] if ask.key_domain else []
            self.rows.append((who, read[0], [1, *read[1:], *keys]))
            self.people[who] += 1
        self.size = 1 + len(self.names)
        self.line = self.solve()
        self.exact = self.line is not None and all(y == sum(a * b for a, b in zip(x, self.line)) for _, y, x in self.rows)

    def solve(self):
        """The line through the first rows that decide one; None where none do."""
        basis = []  # rows of a triangle: the place of the first entry, the entries and y
        for _, y, x in self.rows:
            entries = [fractions.Fraction(n) for n in (*x, y)]
            for place, other in basis:
                if entries[place]:
                    entries = [a - entries[place] * b for a, b in zip(entries, other)]
            place = next((i for i in range(self.size) if entries[i]), None)
            if place is not None:
                entries = [a / entries[place] for a in entries]
                basis = [(at, [a - b[place] * c for a, c in zip(b, entries)] if b[place] else b) for at, b in basis]
                basis.append((place, entries))
                if len(basis) == self.size:
                    return [entries[-1] for _, entries in sorted(basis, key=lambda b: b[0])]
        return None


def told(release: dict, name: str):
    """Value and ends of a number in its unit, whole; None where nothing is told."""
    answer = release["answer"]
    prefix = "" if name == "intercept" else name
    if answer[prefix or "value"] is None:
        return None
    units = answer.get(f"{prefix}_units" if prefix else "units")
    unit = unit_of(next(n["unit"] for n in release["numbers"] if n["name"] == name))
    if units is None:
        ends = answer[f"{prefix}_interval" if prefix else "interval"]
        units = [fractions.Fraction(x) / unit for x in (answer[prefix or "value"], *(ends or []))]
    return [unit * int(n) for n in units]


def unit_of(text: str) -> fractions.Fraction:
    return fractions.Fraction(1, 2 ** int(text[3:])) if text.startswith("2^-") else fractions.Fraction(text)


def compare_lines(ask: LineQuestion, truth: Lines, release: dict) -> Faults:
    faults = Faults()
    names = ["intercept", *truth.names]
    given = [n["name"] for n in release["numbers"]]
    faults.demand(given[:len(names)] == names, f"the numbers are {given}, not {names}")
    if faults:
        return faults
    faults.demand(unit_of(release["unit"]) == ask.precision, f"the precision is {release['unit']}")
    coefficients = [told(release, name) for name in names]
    shown = coefficients[0] is not None
    faults.demand(all((c is not None) == shown for c in coefficients), f"some are told and some are not: {coefficients}")
    faults.demand(not shown or truth.line is not None, f"no line is decided, and it is {list(map(str, coefficients))}")
    if ask.robust:
        count = release["answer"]["people"]
        faults.demand(abs(count - len(truth.people)) <= 12, f"{count} people, there are {len(truth.people)}")
        if shown and truth.line is not None and not faults:
            compare_robust(ask, truth, release, dict(zip(names, coefficients)), faults)
        return faults
    fitted = int(release["answer"]["fitted blocks"])
    faults.demand(truth.line is not None or fitted <= NOISE, f"{fitted} blocks have a fit, where no line is decided")
    faults.demand(shown == (fitted >= -(-5 * ask.blocks // 8)), f"{fitted} of {ask.blocks} blocks have a fit, answer: {shown}")
    slope = (0.4 if ask.interval else 0.9) * EPSILON / (2 * truth.size)
    sure = slope * (fitted - NOISE - ask.blocks / 2) >= NATS
    if shown and truth.line is not None and truth.exact and sure:
        for name, true, found in zip(names, truth.line, coefficients):
            place = ask.precision * math.floor(true / ask.precision + HALF)
            faults.demand(found[0] == place, f"{name}: {found[0]}, the line has {true}, so {place}")
            if ask.interval:
                faults.demand(found[1] <= place <= found[2], f"{name}: {found[1]} to {found[2]} does not hold {place}")
    # Of so many people two or more with other numbers lie in nearly every block.
    different = len({x[1] for _, _, x in truth.rows}) if truth.size == 2 and ask.numbers else 0
    if different >= 15 and len(truth.people) >= 8 * ask.blocks:
        faults.demand(shown, f"no answer, with {len(truth.people)} people in {ask.blocks} blocks")
    return faults


# ---- the least misses ----

def compare_robust(ask: LineQuestion, truth: Lines, release: dict, coefficients: dict, faults: Faults) -> None:
    middles = [told(release, f"middle of {c.name}")[0] for c in ask.numbers]
    spreads = [told(release, f"spread of {c.name}")[0] for c in ask.numbers]
    keys = truth.size - 1 - len(middles)
    middles, spreads = middles + [0] * keys, spreads + [1] * keys
    _, low, high = told(release, f"{ask.measure.name} there")
    across = [sum(map(abs, (abs(b) * s for b, s in zip(truth.line[1:], spreads)))), high - low]
    most_rows = max(truth.people.values())
    # Rows are rounded to 2^-20 of a spread, weights to 2^-28, for more coefficients to 2^-16.
    near = fractions.Fraction(1, 10**5) if truth.size == 2 else fractions.Fraction(4 * most_rows, 10**4)
    if truth.exact:
        there = truth.line[0] + sum(b * m for b, m in zip(truth.line[1:], middles))
        room = near * (across[0] + across[1] + max(map(abs, (low, high))) * (truth.size > 2))
        faults.demand(low - room <= there <= high + room, f"the line is {there} there, not from {low} to {high}")
        for name, true, spread in zip(truth.names, truth.line[1:], spreads):
            _, least, most = coefficients[name]
            faults.demand(least - room / spread <= true <= most + room / spread, f"{name} is {true}, not from {least} to {most}")
        # So is the intercept that follows from them.
        _, least, most = coefficients["intercept"]
        wide = room * (1 + sum(abs(m) / s for m, s in zip(middles, spreads)))
        faults.demand(least - wide <= truth.line[0] <= most + wide, f"the intercept is {truth.line[0]}, not from {least} to {most}")
    elif len(ask.numbers) < 2:
        misses = Misses(truth, float(middles[0]) if ask.numbers else 0, float(spreads[0]) if ask.numbers else 1)
        slopes = [[-1e4, 1e4], [float(n) for n in coefficients[truth.names[0]][1:]]] if ask.numbers else [[0, 0]] * 2
        # What the cell allows of each key; the corners that it has less only make it smaller.
        levels = {0: (float(low), float(high))}
        for i, name in enumerate(truth.names[len(ask.numbers):]):
            _, least, most = coefficients[name]
            levels[i + 1] = float(low + least), float(high + most)
        anywhere = misses.least_within(*slopes[0], dict.fromkeys(levels, (-math.inf, math.inf)))
        in_cell = misses.least_within(*slopes[1], levels)
        faults.demand(in_cell <= anywhere * (1 + (1e-6 if truth.size == 2 else 1e-4)),
                      f"the misses are {in_cell} at least in the cell, {anywhere} elsewhere")


class Misses:
    """The sum of misses of at most one column and of keys: each person weighs one, and less the farther
    from the middle. With a slope fixed each key has a level of its own."""

    def __init__(self, truth: Lines, middle: float, spread: float):
        self.groups = collections.defaultdict(list)
        numbers = len(truth.ask.numbers)
        for who, y, x in truth.rows:
            z = (float(x[1]) - middle) / spread if numbers else 0
            keys = x[1 + numbers:]
            weight = 1 / (truth.people[who] * math.hypot(1, z, *keys))
            self.groups[keys.index(1) + 1 if 1 in keys else 0].append((weight, float(y), z * spread))

    def at(self, slope: float, levels: dict) -> float:
        """The least over all lines of this slope whose levels at the middle are from here to there."""
        found = 0.0
        for key, rows in self.groups.items():
            misses = sorted((y - slope * x, w) for w, y, x in rows)
            half, passed = sum(w for _, w in misses) / 2, 0.0
            for level, weight in misses:
                passed += weight
                if passed >= half:
                    break
            level = min(max(level, levels[key][0]), levels[key][1])
            found += sum(w * abs(y - level) for y, w in misses)
        return found

    def least_within(self, least: float, most: float, levels: dict) -> float:
        """By thirds: it is convex."""
        for _ in range(90 if most > least else 0):
            a, b = least + (most - least) / 3, most - (most - least) / 3
            if self.at(a, levels) <= self.at(b, levels):
                most = b
            else:
                least = a
        return self.at((least + most) / 2, levels)
