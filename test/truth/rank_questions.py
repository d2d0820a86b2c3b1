"""Random questions about ranks: exact answers, trimmed means, answers after a test."""
import dataclasses
import fractions
import math
import pathlib
import random

import questions
import rank_truth
from files import File
from predicates import make_predicate
from comparing import Faults
from questions import MISS, Question, Truth
from reading import Reader
from tables import Column, Table, sometimes

# verb and mechanism
KINDS = [("median", "certain"), ("iqr", "certain"), ("trimmed-mean", "usual"), ("quantile", "certain"),
         ("median", "tested"), ("iqr", "tested"), ("trimmed-mean", "tested")]
# Large ones that a program confirms that looks at nothing less likely than 2^-50.
EPSILON = {("median", "certain"): 20, ("quantile", "certain"): 20, ("iqr", "certain"): 34,
           ("trimmed-mean", "usual"): 68, ("median", "tested"): 120, ("iqr", "tested"): 60,
           ("trimmed-mean", "tested"): 100}
FAR = fractions.Fraction(10**40)       # infinite values count as these
MOST_CODE = 2**60 - 1


# Ranks of the ends, as shares of the rows.
SHARES = {kind: [fractions.Fraction(text) for text in shares.split()] for kind, shares in zip(KINDS, (
    "1/2", "1/4", "1/20 1/20 1/100 1/10 1/4 9/20", "1/10 1/4 9/10 99/100 1/3 1/2", "1/2", "1/4",
    "1/20 1/20 1/100 1/10 1/4 9/20"))}


@dataclasses.dataclass
class RankQuestion(Question):
    way: str = "certain"
    at: fractions.Fraction = None      # the quantile
    trim: fractions.Fraction = None    # the share that is left out
    people: int = None                 # --people
    unit: fractions.Fraction = None
    chance: fractions.Fraction = None  # --delta, and that something is shown at depth 1


def make_rank_question(rng: random.Random, kind: tuple, table: Table, file: File,
                       folder: pathlib.Path) -> RankQuestion:
    verb, way = kind
    reader = Reader(file)
    ask = RankQuestion(verb, file, [], list(file.options), bounds=(-FAR, FAR), way=way)
    numbers = table.of_kinds("whole", "whole", "decimal", "float")
    if file.types:
        numbers += [c for c in table.of_kinds("flag") if file.types[c.name] == "BOOLEAN"]
    edge = getattr(table, "edge", None)
    ask.measure = edge or rng.choice(numbers)
    unit = "1" if edge else a_unit(rng, reader, ask.measure.name)
    ask.unit = fractions.Fraction(unit)
    ask.options += ["--column", ask.measure.name, "--unit", unit]
    share = table.edge_share if edge else None
    if verb == "quantile":
        ask.at = share or rng.choice(SHARES[kind])
        ask.options += ["--at", str(ask.at)]
    ask.at = ask.at or fractions.Fraction(1, 2)
    if verb == "trimmed-mean":
        ask.trim = 2 * (share or rng.choice(SHARES[kind]))
        ask.options += ["--trim", str(float(ask.trim))]
    if sometimes(rng, 0.35) and not edge:
        ask.predicate = make_predicate(rng, reader, table)
        ask.options += ["--where", ask.predicate.text]
    if way != "tested" and sometimes(rng, 0.35) and not edge:
        candidates = [c for c in table.columns if c not in (table.person, ask.measure)
                      and (c.kind not in ("flag", "text") or questions.may_be_keys(reader, c))
                      and not (c.kind == "float" and file.types.get(c.name) == "VARCHAR")]
        domain = questions.make_domain(rng, reader, rng.choice(candidates), folder, False)
        ask.domains.append(domain)
        ask.options += ["--by", f"{domain.column.name}={domain.text}"]
    if not edge and sometimes(rng, 0.4 if way != "tested" else 0.1):
        ask.person = table.person
        ask.options += ["--person", ask.person.name]
        if way != "tested":
            questions.choose_caps(rng, ask, reader)
            # A person with many rows asks for a look at more rows than there may be.
            ask.rows_cap, ask.cells_cap = min(ask.rows_cap, 8), min(ask.cells_cap, 4)
            ask.options += ["--rows-per-person", str(ask.rows_cap), "--cells-per-person", str(ask.cells_cap),
                            "--per-person", "first" if ask.first else "sum"]
    ask.options += {"certain": ["--certain"], "usual": [],
                    "tested": ["--mechanism", "propose-test-release"]}[way]
    if way == "tested":
        rows = sum(len(cell.values) for cell in Truth(ask).cells.values())
        ask.people = max(3, rows + rng.choice([0, 0, 0, 1, -1, 2, -7, 7]))
        if ask.trim and math.ceil(ask.trim / 2 * ask.people) * 2 >= ask.people:
            ask.people = 40
        ask.options += ["--people", str(ask.people)]
    ask.chance = rng.choice([fractions.Fraction(1, 10**6), fractions.Fraction(1, 10**13)])
    ask.options += ["--epsilon", str(EPSILON[kind]), "--delta", str(ask.chance)]
    return ask


def add_edges(rng: random.Random, kind: tuple, table: Table) -> None:
    """A column of three values, the first of which goes up to about the rank that is asked for."""
    table.edge_share = rng.choice(SHARES[kind])
    rows, low = table.rows, math.ceil(table.edge_share * table.rows)
    first = max(low + rng.randint(-4, 3), 0)
    last = rows - low + rng.randint(-3, 4) if table.edge_share < fractions.Fraction(1, 2) else rows - rng.randint(0, 5)
    a, b, c = sorted(rng.sample(range(-50, 100), 3))
    values = [a if row < first else b if row < last else c for row in range(rows)]
    rng.shuffle(values)
    table.edge = Column("the edge", "whole", values, rng.choice(["INTEGER", "DOUBLE", "VARCHAR"]))
    table.columns.append(table.edge)


def a_unit(rng: random.Random, reader: Reader, name: str) -> str:
    """Fine, or so coarse that rows share values; the codes of what is finite fit."""
    finite = [abs(n) for r in range(reader.file.rows)
              if (n := reader.number(name, r)) is not None and not isinstance(n, float)]
    largest = max(finite, default=1) or 1
    power = math.floor(math.log10(float(largest))) - rng.choice([-1, 0, 0, 0, 1, 1, 2, 4, 9])
    return f"1e{min(max(power, -18), 6)}"


# ---- what must be so ----

def compare_ranks(ask: RankQuestion, truth: Truth, release: dict) -> Faults:
    faults = Faults()
    cells, answer = list(truth.cells.values()), release["answer"]
    entries = answer if ask.domains else [answer]
    faults.demand(len(entries) == len(cells), f"{len(entries)} groups, there are {len(cells)}")
    given = release["mechanism"]["parameters"]
    groups = ask.cells_cap if ask.person and ask.domains else 1
    share = fractions.Fraction(EPSILON[ask.verb, ask.way], groups)
    sure = int(given.get("margin", 0)) + 1
    if ask.way != "tested":
        tests = {"median": 1, "quantile": 1, "iqr": 2, "trimmed-mean": 4}[ask.verb]
        delta = ask.chance / groups / (1 if tests == 1 else 2)
        hidden = rank_truth.hidden(float(share / tests), float(delta))
        depth, sure = len(hidden), 1 + next(i for i, chance in enumerate(hidden) if chance <= MISS / 10)
        faults.demand(abs(int(given["depth"]) - depth) <= depth // 1000,
                      f"shown from depth {given['depth']} on, not {depth}")
    faults.demand(fractions.Fraction(release["unit"]) == ask.unit, f"the unit is {release['unit']}")
    if truth.cut():
        return faults
    for entry, cell in zip(entries, cells):
        where = f"cell {entry['cell']}" if ask.domains else "the answer"
        codes = sorted(min(max(math.floor(v / ask.unit + fractions.Fraction(1, 2)), -MOST_CODE), MOST_CODE)
                       for v in cell.values)
        shown = None
        if entry["value"] is not None:
            shown = [int(n) for n in entry.get("units") or
                     [fractions.Fraction(x) / ask.unit for x in (entry["value"], *entry["interval"])]]
        compare_one(ask, codes, shown, sure, float(share / 2), where, faults)
    return faults


def compare_one(ask: RankQuestion, codes: list, shown, sure: int, release: float, where: str,
                faults: Faults) -> None:
    rows = ask.rows_cap if ask.person and not ask.first else 1
    if ask.way == "tested":
        compare_tested(ask, codes, shown, sure, where, faults)
        return
    at_a_bound = bool(codes) and (codes[0] == -MOST_CODE or codes[-1] == MOST_CODE)
    if not codes:
        faults.demand(shown is None, f"{where}: nobody is in it, and it is {shown}")
        return
    least = (sure - 1) * rows + 1  # so many rows at least must be able to come or leave
    if ask.verb == "trimmed-mean":
        true = rank_truth.TrimmedMean(codes, ask.trim)
        surely = least <= 7 and not at_a_bound and true.kept >= 2 and true.withstands(least)
        if shown is not None:
            faults.demand(true.kept >= 2, f"{where}: {true.kept} rows are kept, and it is {shown}")
        weak = ask.chance <= MISS and true.kept >= 2 and not true.withstands(rows + 1)
        if shown is not None and true.kept >= 2:
            value, low, high = shown
            exact = low <= true.mean <= high if true.reach else value == low == high == true.mean
            faults.demand(exact, f"{where}: {shown} units do not hold {float(true.mean)!r}")
            if true.reach and abs(low) < MOST_CODE and abs(high) < MOST_CODE:
                lengths = rank_truth.interval_lengths(true.reach, rows, release, float(MISS))
                faults.demand(any(short - 1 <= high - low <= long + 1 for short, long in lengths),
                              f"{where}: the interval {low} to {high} is {high - low} long, not {lengths}")
    elif ask.verb == "iqr":
        true = rank_truth.Spread(codes)
        surely = least <= 7 and not at_a_bound and true.withstands(least)
        weak = ask.chance <= MISS and not true.withstands(rows + 1)
        if shown is not None:
            _, low, high = shown
            faults.demand(low <= true.spread <= high <= 2 * low,
                          f"{where}: {low} to {high} does not hold the range {true.spread}, or is no octave")
            faults.demand(not true.is_at_a_bound(MOST_CODE), f"{where}: a quartile is at a bound, and it is {shown}")
    else:
        value, depth = rank_truth.quantile(codes, ask.at), rank_truth.quantile_depth(codes, ask.at)
        surely = depth >= least and abs(value) != MOST_CODE
        weak = ask.chance <= MISS and depth <= rows
        if shown is not None:
            faults.demand(set(shown) == {value} and abs(value) != MOST_CODE,
                          f"{where}: {shown}, the truth is {value}")
    faults.demand(shown is None or not weak, f"{where}: shown, but one person could change it")
    faults.demand(shown is not None or not surely, f"{where}: no answer where there surely is one")


def compare_tested(ask: RankQuestion, codes: list, shown, threshold: int, where: str, faults: Faults) -> None:
    """`threshold`: of the noisy number of rows that may be replaced; one more is enough but for e^-40."""
    at_a_bound = bool(codes) and (codes[0] == -MOST_CODE or codes[-1] == MOST_CODE)
    rows = rank_truth.MiddleRows(codes, ask.people)
    if ask.verb == "iqr":
        ends = ((ask.people + 3) // 4, (3 * ask.people + 3) // 4)
        low_row, high_row = rows.at(ends[0]), rows.at(ends[1])
        true = high_row - low_row
    elif ask.verb == "median":
        ends = ((ask.people + 1) // 2,) * 2
        true = rows.at(ends[0])
        ends = (ask.people + 3) // 4, (3 * ask.people + 3) // 4
    else:
        out = math.ceil(ask.trim / 2 * ask.people)
        ends = out, ask.people - out + 1
        kept = [rows.at(rank) for rank in range(out + 1, ask.people - out + 1)]
        true = sum(kept) if any(map(math.isinf, kept)) else fractions.Fraction(sum(kept), len(kept))
    if shown is not None and not at_a_bound:
        value, low, high = shown
        faults.demand(not math.isnan(true) and not math.isinf(true) and low <= true <= high + (ask.verb == "iqr"),
                      f"{where}: {shown} units do not hold {float(true)!r}")
    # Where rows around the ends share a value the spread is 0 and what is told is exact.
    def alike(off: int) -> bool:
        around = {rows.at(rank) for rank in range(ends[0] - off, ends[1] + off + 1)}
        return len(around) == 1 and not any(map(math.isinf, around)) and not at_a_bound
    if alike(threshold):
        exact = 0 if ask.verb == "iqr" else rows.at(ends[0])
        faults.demand(shown is not None and set(shown) == {exact}, f"{where}: {shown}, all around it is {exact}")
    if alike(0) and not alike(threshold - 2):
        faults.demand(shown is None, f"{where}: {shown}, and {threshold - 2} rows could change it")
