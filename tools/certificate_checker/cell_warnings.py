"""The warnings of noise in cells, word for word."""
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Context, Decimal
from fractions import Fraction

from .cells import all_cells
from .lower_bound import LowerBound
from .noise import noise_of
from .numbers import MARGIN, confidence_of, dec, exp, number, written
from .profiled import is_profiled, law_of
from .profiled_error_bars import CLOSE, exceeds, paper_bound
from .question import most_in_cell
from .warped import Warped

LARGE_EPSILON, LARGE_DELTA = Fraction(5), Fraction(1, 10**4)
MOST_COUNT = 1 << 53
EMPTY_CELLS = "empty cells are listed by noise alone"
ROWS = "every row is taken for a person of its own; if people have several rows, name their column with `person`"
JSON_LINES = "JSON lines have no header: a misspelt column counts everybody as missing"
SUMS = "what one person adds to a cell is cut to the bounds of `sum_per_cell`: sums and intervals are about what is left"
SEVERAL_CELLS = "people in several cells are promised the sum of what they have, and nothing by their class"


def expected(certificate):
    result = of_profile(certificate) if is_profiled(certificate) else []
    first = certificate["guarantees"][0]
    epsilon, delta = (number(first[k]) if first["kind"] == "dp" else Fraction(0) for k in ("epsilon", "delta"))
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(epsilon), 2)}")
    if delta > LARGE_DELTA:
        result.append(f"delta {promised(delta)} is large: with that probability the promise says nothing; a usual delta is far below "
                      "one in the number of people")
    by_noise = listed_by_noise(certificate)
    if by_noise is not None and by_noise >= Decimal("0.05"):
        result.append(f"about {rounded_up(by_noise, 2)} {EMPTY_CELLS}; listed counts near {certificate['fewer_than']} are more often too "
                      "high than too low")
    if certificate["question"]["person"] == "one row":
        result.append(ROWS)
    elif caps := of_caps(certificate):
        result.append(caps)
    if "sum_per_cell" in certificate["question"].get("measure", {}):
        result.append(SUMS)
    return result + [JSON_LINES] * is_json_lines(certificate["question"]["table"])


def is_json_lines(table):
    """By its name, compressed or not."""
    table = "".join(c.lower() if "A" <= c <= "Z" else c for c in table)
    packed = next((e for e in (".gz", ".zst", ".zstd") if table.endswith(e)), "")
    return table.removesuffix(packed).endswith((".jsonl", ".ndjson"))


def of_caps(certificate):
    """What the caps may leave out; None where that can be nothing."""
    question, grouped = certificate["question"], bool(certificate["question"]["columns"])
    person = question["person"]
    rows, cells = person["rows_per_person"], min(person["rows_per_person"], person["cells_per_person"])
    times = lambda n, what: f"{n} {what}" + ("" if n == 1 else "s")
    in_cell = most_in_cell(person)
    once = in_cell == 1
    if once and question["verb"] in ("histogram", "count", "support", "mode"):
        if not grouped or certificate["mechanism"]["law"]["share"]["cells"] < cells:
            return None
        return (f"a person with rows in more than {times(cells, 'cell')} is counted in {cells} of them only, and is missing from the "
                "counts of the others")
    if once:
        kept = "one row of each person" + ("" if not grouped else " in one cell" if cells == 1 else
                                           f" in each of at most {times(cells, 'cell')}")
    elif not grouped:
        kept = f"at most {times(in_cell, 'row')} of each person"
    elif in_cell < rows and in_cell * cells <= rows:
        kept = f"at most {times(in_cell, 'row')} of each person in each of at most {times(cells, 'cell')}"
    else:
        alone = f", {in_cell} in one cell," if in_cell < rows else ""
        kept = f"at most {times(rows, 'row')} of each person{alone} in at most {times(cells, 'cell')}"
    return (f"{kept} {'is' if once else 'are'} taken and further rows are left out: numbers and intervals are about the rows that are "
            "kept, not about all rows")


def of_profile(certificate):
    outlier = next((g for g in certificate["guarantees"] if g["kind"] == "outlier"), None)
    if outlier is None:
        return [SEVERAL_CELLS]
    result, law = [], law_of(certificate["mechanism"]["law"]["numbers"][0])
    steps = outlier["profile"]
    if len(steps) > 1 and steps[-1][1] == "infinity":
        sampled = any(g["kind"] == "distributional" for g in certificate["guarantees"])
        whom = "from somebody who knows who was sampled" if sampled else "at all"
        result.append(f"people in classes above {steps[-2][0]} have no protection {whom}: their counts are published as they are")
    if isinstance(law, Warped) and law.least > 0:
        result.append(f"counts up to {law.least} are not told apart: {law.least} stands for all of them")
    beta = 1 - confidence_of(certificate)
    return [*result, f"cells under about {usable_from(law, beta)} people carry no usable count"]


def usable_from(law, beta):
    """The least count whose error is at most half of it."""
    close = MARGIN if isinstance(law, Warped) else CLOSE

    def usable(count):
        if isinstance(law, LowerBound):
            return paper_bound(law, beta) <= count // 2
        told_as_one = isinstance(law, Warped) and count <= law.least
        return not told_as_one and not exceeds(law, count, count // 2, beta, close)
    high = 2
    while high < MOST_COUNT // 2 and not usable(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = low + (high - low) // 2
        low, high = (low, middle) if usable(middle) else (middle, high)
    return high


def listed_by_noise(certificate):
    """How many empty cells reach fewer_than, on average; None where keys were not known, or no cell is hidden."""
    fewer, cells = certificate["fewer_than"], all_cells(certificate)
    if fewer is None or cells is None:
        return None
    noise = certificate["mechanism"]["law"]["numbers"][0]
    if noise["noise"] == "warped_geometric":
        return law_of(noise).at_least(fewer, 0) * cells
    if noise["noise"] != "discrete_laplace":
        return None
    scale = noise_of(noise)[1]
    return exp(-fewer / scale) / (1 + exp(-1 / scale)) * cells


def promised(value):
    """An epsilon or delta as texts write it: as it is, or rounded up to four digits where that is long."""
    text = written(value)
    return text if len(text) <= (9 if "/" in text else 14) else rounded_up(dec(value), 4)


def rounded_up(value, digits):
    """As C's %.*g of a number that is rounded up to so many digits. It may be as large as exp of millions."""
    up = Context(prec=digits, rounding=ROUND_CEILING, Emax=MAX_EMAX, Emin=MIN_EMIN).plus(value)
    if up == 0:
        return "0"
    exponent = up.adjusted()
    if -4 <= exponent < digits:
        text = f"{up:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa = f"{up.scaleb(-exponent):f}"
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
