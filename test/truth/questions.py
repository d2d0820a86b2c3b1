"""Random questions: a command line, and what its answer must be."""
import collections
import dataclasses
import fractions
import itertools
import math
import pathlib
import random

from domains import MISSING, Domain, beside, make_domain, may_be_keys, written
from files import File
from predicates import make_predicate
from reading import Reader
from tables import Column, Table, sometimes

VERBS = ["histogram", "count", "sum", "mean", "variance", "describe"]
SQUARES = ("variance", "describe")  # verbs that need the squares of values
# The noise is drawn anew in every run, so an interval may miss; it does so with at most
# this probability.
MISS = fractions.Fraction(1, 10**12)


@dataclasses.dataclass
class Question:
    verb: str
    file: File
    domains: list[Domain]
    options: list[str]
    measure: Column = None
    bounds: tuple = None
    person: Column = None
    rows_cap: int = 1
    cells_cap: int = 1
    first: bool = False        # --per-person first
    predicate: object = None
    profile: bool = False
    gaussian: bool = False
    fewer_than: int = None
    delta: bool = False
    step: fractions.Fraction = None  # --step


@dataclasses.dataclass
class Cell:
    """What is true of one cell: the rows that count there, or the least and the most."""
    labels: list
    values: list = dataclasses.field(default_factory=list)  # of the rows, clamped
    people: dict = dataclasses.field(default_factory=dict)  # person to their values


def toml_name(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def make_bounds(rng: random.Random, reader: Reader, column: Column) -> tuple:
    finite = [fractions.Fraction(n) for r in range(reader.file.rows)
              if (n := reader.number(column.name, r)) is not None and not isinstance(n, float)]
    low, high = min(finite, default=fractions.Fraction(0)), max(finite, default=fractions.Fraction(10))
    if sometimes(rng, 0.3) and finite:  # narrow: many values are cut
        low, high = sorted((rng.choice(finite), rng.choice(finite)))
    places = rng.choice([0, 0, 1, 2, 3, 6])
    low, high = (fractions.Fraction(round(n * 10**places), 10**places) for n in (low, high))
    if sometimes(rng, 0.3):
        low = min(low, fractions.Fraction(0))
    return low, max(high, low + fractions.Fraction(rng.choice([1, 10, 1000]), 10**places))


def make_question(rng: random.Random, verb: str, table: Table, file: File,
                  folder: pathlib.Path) -> Question:
    reader = Reader(file)
    ask = Question(verb, file, [], list(file.options))
    counts = verb in ("histogram", "count")
    ask.profile = counts and sometimes(rng, 0.12)
    ask.gaussian = not ask.profile and sometimes(rng, 0.02)
    unknown = not ask.gaussian and sometimes(rng, 0.15)

    # ---- columns ----
    candidates = [c for c in table.columns if c is not table.person
                  and not (c.kind == "float" and file.types.get(c.name) == "VARCHAR")]
    candidates = [c for c in candidates if c.kind != "flag" or may_be_keys(reader, c)]
    candidates = [c for c in candidates if c.kind != "text" or may_be_keys(reader, c)]
    if unknown:
        candidates = [c for c in candidates if may_be_keys(reader, c)]
    how_many = rng.choice([1, 1, 1, 2]) if verb == "histogram" or unknown else rng.choice([0, 1, 1, 2])
    for column in rng.sample(candidates, min(how_many, len(candidates))):
        ask.domains.append(make_domain(rng, reader, column, folder, unknown and sometimes(rng, 0.7)))
    ask.delta = ask.gaussian or any(d.unknown for d in ask.domains)

    # ---- what is measured ----
    if not counts:
        numbers = table.of_kinds("whole", "decimal", "float")
        if file.types:
            numbers += [c for c in table.of_kinds("flag") if file.types[c.name] == "BOOLEAN"]
        ask.measure = rng.choice(numbers)
        ask.bounds = make_bounds(rng, reader, ask.measure)
        # A grid has 10^17 steps from 0 to the larger bound, one of squares 10^13; narrower bounds are refused.
        farthest = max(map(abs, ask.bounds))
        least = farthest / (10**11 if verb in SQUARES else 10**15)
        if ask.bounds[1] - ask.bounds[0] < least:
            ask.bounds = ask.bounds[0], ask.bounds[0] + math.ceil(least)
        # Values that lie on the grid, and values that are rounded to it.
        if sometimes(rng, 0.2):
            step = fractions.Fraction(1, 10 ** rng.choice([ask.measure.places, 1, 3]))
            across, from_zero = (10**12, 10**13) if verb in SQUARES else (10**15, 10**17)
            if (10 * step <= ask.bounds[1] - ask.bounds[0] <= across * step
                    and max(map(abs, ask.bounds)) <= from_zero * step):
                ask.step = step
                ask.options += ["--step", written(step)]

    # ---- which rows, whose ----
    if sometimes(rng, 0.4):
        ask.predicate = make_predicate(rng, reader, table)
        ask.options += ["--where", ask.predicate.text]
    # Without a domain behind it, the = in a name would end the name.
    in_file = sometimes(rng, 0.15) and not any("=" in d.column.name for d in ask.domains)
    settings = []
    if sometimes(rng, 0.6):
        ask.person = table.person
        choose_caps(rng, ask, reader)
        if in_file:
            settings.append(f"person = {toml_name(ask.person.name)}")
            settings.append(f"rows_per_person = {ask.rows_cap}\ncells_per_person = {ask.cells_cap}")
            settings.append(f'per_person = "{"first" if ask.first else "sum"}"')
        else:
            ask.options += ["--person", ask.person.name, "--rows-per-person", str(ask.rows_cap),
                            "--cells-per-person", str(ask.cells_cap)]
            if ask.first or sometimes(rng, 0.2):
                ask.options += ["--per-person", "first" if ask.first else "sum"]
    if in_file:
        settings.append("[columns]")
    for domain in ask.domains:
        option = "--column" if verb == "histogram" else rng.choice(["--by", "--group-by"])
        if in_file:
            domain.drop_missing = sometimes(rng, 0.3) and not domain.unknown
            missing = ', missing = "drop"' if domain.drop_missing else ""
            both = f', bounds = "{bounds_text(ask)}"' if domain.column is ask.measure else ""
            settings.append(f"{toml_name(domain.column.name)} = {{ values = {domain.toml}{missing}{both} }}")
            ask.options += [option, domain.column.name]
        else:
            ask.options += [option, f"{domain.column.name}={domain.text}"]
    if ask.measure:
        ask.options += ["--column", ask.measure.name]
        if in_file:
            if not any(d.column is ask.measure for d in ask.domains):
                settings.append(f'{toml_name(ask.measure.name)} = {{ bounds = "{bounds_text(ask)}" }}')
        else:
            ask.options += ["--bounds", bounds_text(ask)]
    if in_file:
        path = folder / f"domain{rng.randrange(10**9)}.toml"
        path.write_text("\n".join(settings) + "\n", encoding="utf-8")
        ask.options += ["--domain", str(path)]

    # ---- how private ----
    if ask.profile:
        ask.options += ["--profile", rng.choice(["3:500,1000", "2:100,5:500,1000", "1:1000,1000"])]
    else:
        ask.options += ["--epsilon", "1000"]
    if ask.delta:
        ask.options += ["--delta", "1e-6"]
    if ask.gaussian:
        ask.options += ["--noise", "gaussian"]
    if counts and not ask.delta and not ask.profile and sometimes(rng, 0.1):
        ask.fewer_than = rng.randint(1, 4)
        ask.options += ["--fewer-than", str(ask.fewer_than)]
    return ask


def bounds_text(ask: Question) -> str:
    return ":".join(map(written, ask.bounds))


def choose_caps(rng: random.Random, ask: Question, reader: Reader) -> None:
    """Mostly caps that cut nothing; sometimes caps that cut, or one row of each cell."""
    rows, cells = collections.Counter(), collections.defaultdict(set)
    for row in range(ask.file.rows):
        who = reader.person(ask.person.name, row)
        if who is not None:
            rows[who] += 1
            cells[who].add(tuple(d.cell(reader, row) for d in ask.domains))
    most_rows = max(rows.values(), default=1)
    most_cells = max(map(len, cells.values()), default=1)
    ask.first = sometimes(rng, 0.25)
    if ask.profile:
        ask.rows_cap = ask.cells_cap = 1
    elif sometimes(rng, 0.2):
        ask.rows_cap = rng.randint(1, most_rows)
        ask.cells_cap = rng.randint(1, ask.rows_cap)
    else:
        ask.rows_cap = most_rows + rng.randint(0, 2)
        ask.cells_cap = rng.randint(most_cells, max(ask.rows_cap, most_cells))


# ---- the truth ----

class Truth:
    """The rows of each cell, and for each cell the least and the most that can be true."""

    def __init__(self, ask: Question):
        self.ask, reader = ask, Reader(ask.file)
        self.cells = {place: Cell([label for label in labels])
                      for place, labels in all_places(ask)}
        self.people = collections.defaultdict(lambda: collections.Counter())
        for row in range(ask.file.rows):
            self.add(reader, row)

    def add(self, reader: Reader, row: int) -> None:
        ask = self.ask
        if ask.predicate and ask.predicate.truth(row) is not True:
            return
        who = row
        if ask.person and (who := reader.person(ask.person.name, row)) is None:
            return
        place = []
        for domain in ask.domains:
            cell = domain.cell(reader, row)
            if cell is MISSING:
                if domain.drop_missing:
                    return
                cell = len(domain.labels)
            place.append(cell)
        value = 1
        if ask.measure:
            value = reader.number(ask.measure.name, row)
            if value is not None:
                value = fractions.Fraction(min(max(value, ask.bounds[0]), ask.bounds[1]))
                # Where a step is given, a sum is that of the rounded values.
                if ask.step and ask.verb == "sum":
                    value = ask.step * math.floor(value / ask.step + fractions.Fraction(1, 2))
        place = tuple(place)
        if value is not None:
            cell = self.cells.setdefault(place, Cell(None))
            cell.values.append(value)
            cell.people.setdefault(who, []).append(value)
        self.people[who][place] += 1

    def cut(self) -> bool:
        """Whether a cap leaves something to chance."""
        ask = self.ask
        if not ask.person:
            return False
        for cells in self.people.values():
            if len(cells) > ask.cells_cap:
                return True
            kept = len(cells) if ask.first else sum(cells.values())
            if kept > ask.rows_cap and not (len(cells) == 1 and not ask.measure):
                return True
            if ask.first and ask.measure and any(n > 1 for n in cells.values()):
                return True
        return False

    def counted(self, cell: Cell) -> int:
        """How many rows count, where chance decides nothing."""
        if not self.ask.person:
            return len(cell.values)
        if self.ask.first:
            return len(cell.people)
        return sum(min(len(rows), self.ask.rows_cap) for rows in cell.people.values())

    def surely(self, cell: Cell) -> int:
        """How many rows count whatever chance decides: those of people whom no cap cuts."""
        ask = self.ask
        return sum(1 if ask.first else len(rows) for who, rows in cell.people.items()
                   if len(self.people[who]) <= ask.cells_cap
                   and (ask.first or sum(self.people[who].values()) <= ask.rows_cap))

    def range(self, cell: Cell, number: str = "") -> tuple:
        """The least and the most that can be true of the cell; None if it is empty. `number`: which one of a description."""
        ask, exact = self.ask, not self.cut()
        n, verb = self.counted(cell), number or self.ask.verb
        if not ask.measure or verb == "count":
            # Of people with other rows than those with a number, chance may leave none.
            return (n, n) if exact else (0 if ask.measure else self.surely(cell), n)
        if verb == "sum":
            if exact:
                return (sum(cell.values),) * 2
            return sum(min(v, 0) for v in cell.values), sum(max(v, 0) for v in cell.values)
        if not cell.values:
            return None
        low, high = ask.bounds
        if exact:
            mean = sum(cell.values) / n
            if verb == "mean":
                return mean, mean
            return (sum(v * v for v in cell.values) / n - mean * mean,) * 2
        return (min(cell.values), max(cell.values)) if verb == "mean" else \
            (fractions.Fraction(0), (high - low) ** 2 / 4)

    def sum_of(self, cells) -> tuple:
        ranges = [self.range(cell) for cell in cells]
        return sum(r[0] for r in ranges), sum(r[1] for r in ranges)

    def margin(self, column: int, place: int) -> tuple:
        return self.sum_of(cell for at, cell in self.cells.items() if at[column] == place)

    def total(self) -> tuple:
        low, high = self.sum_of(self.cells.values())
        ask = self.ask
        if ask.person and not ask.measure:
            most = sum(min(ask.rows_cap, len(c) if ask.first else sum(c.values())) for c in self.people.values())
            high = min(high, most)
            low = max(low, len(self.people))  # everybody counts somewhere
        return low, high


def all_places(ask: Question):
    """Cells of the columns that are known, in the order of the answer. With unknown keys none:
    they follow from the rows."""
    if any(d.unknown for d in ask.domains):
        return
    axes = []
    for domain in ask.domains:
        labels = [*domain.labels]
        if not domain.drop_missing:
            labels.append(beside(getattr(domain, "keys", []), "missing"))
        axes.append(list(enumerate(labels)))
    for place in itertools.product(*axes):
        yield tuple(i for i, _ in place), [label for _, label in place]
