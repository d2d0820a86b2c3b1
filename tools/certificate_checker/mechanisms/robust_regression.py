"""A robust regression: all that a certificate says of it, from the question and the law."""
from fractions import Fraction

from ..acceptance import ONE, table
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, promised, rounded_up
from ..cells import drawn_rows
from ..column_unit import shown_as, unit_text
from ..numbers import confidence_of, divide_up, exp, number, written
from ..quantity import claimed, count_of_numbers
from ..report import demand
from ..scale import NumberUnit
from .quantile import NONE, least_bound
from .regression import (LEAST_EPSILON, MOST_EPSILON, MOST_NOISE, Explaining, ValueUnits, check_shared_law, check_shared_leaf, check_shared_request,
                         keys_warning)

NAMES = ("robust_regression",)
REASON = ("few people cannot move it: the coefficients with the least misses are told by the cell that they lie in, where tests say that few people"
          " could not move them out of it")
MOST_COEFFICIENTS, MOST_DEPTH = 5, 20_000
LEAST_DELTA = Fraction(1, 10**15)
MOST_HALF_OCTAVE, MOST_SIZE, MOST_MIDDLE_CODE = 200, 2**8 - 1, 2**40 - 1
WIDTH_BITS, MOST_STEP_BITS, MISS_BITS = 10, 110, 20
CELL_BITS_OF_TWO, CELL_BITS = 16, 11
MOST_SPACE_COORDINATE = 1 << 28
MOST_MIDDLE, MOST_COORDINATE, MOST_PEOPLE = 1 << 61, 1 << 40, 1 << 62


def least_size(place):
    """The least size of a half octave."""
    if place <= 1:
        return 1
    return ((2 + (place - 1) % 2) << ((place - 1) // 2)) // 2


def half_octave(drawn):
    return min(max(drawn, 0), MOST_HALF_OCTAVE)


class Terms:
    """T145 to T149: all numbers of the law follow from the request."""

    def __init__(self, certificate):
        measure, law = certificate["question"]["measure"], certificate["mechanism"]["law"]
        self.y, self.x = measure["column"], Explaining(measure["x"])
        self.unit, self.precision = ValueUnits(measure["unit"], [self.y, *self.x.numbers]), NumberUnit(measure["precision"])
        self.unit_text = measure["unit"]
        self.epsilon, self.delta = number(law["epsilon"]), number(law["delta"])
        demand(LEAST_EPSILON <= self.epsilon <= MOST_EPSILON, "no regression has this epsilon")
        self.coefficients = len(self.x.names) + 1
        demand(2 <= self.coefficients <= MOST_COEFFICIENTS, "there are too many columns")
        self.tests = self.coefficients + 1
        self.test, self.test_delta = self.epsilon * 13 / (20 * self.tests), self.delta / self.tests
        demand(LEAST_DELTA <= self.test_delta and self.delta < 1, "nothing can be shown at this delta")
        self.table = table(self.test, self.test_delta)
        demand(len(self.table) <= MOST_DEPTH, "epsilon is too small for a test")
        self.aimed = next(k for k, p in enumerate(self.table, 1) if Fraction(p, ONE) >= Fraction(99, 100))
        self.medians = 2 * len(self.x.numbers) + 3
        self.slope = self.epsilon * 3 / 10 / (2 * self.medians)
        self.blocks = -(-56 * self.medians * 10 // (3 * self.epsilon))
        self.most_coordinate = MOST_COORDINATE if self.coefficients == 2 else MOST_SPACE_COORDINATE
        self.count_scale = 20 / self.epsilon
        self.least_people = 2 * self.coefficients * self.blocks

    def law(self):
        return {"aimed_depth": self.aimed, "blocks": self.blocks, "count_scale": written(self.count_scale), "delta": written(self.delta),
                "depth": len(self.table), "epsilon": written(self.epsilon), "least_people": self.least_people, "precision": self.precision.text,
                "slope": written(self.slope), "test": written(self.test), "test_delta": written(self.test_delta), "unit": self.unit_text}

    def leaves(self):
        tests = {f"{name}_{i}": value for name, value in (("test", self.test), ("release", 0), ("delta", self.test_delta))
                 for i in range(1, self.tests + 1)}
        return [("discrete_laplace_cells", {"scale": self.count_scale, "sensitivity": 1}),
                ("block_medians", {"coefficients": self.medians, "slope": self.slope}),
                ("tested_cascade", {**tests, "neighbours": "add_remove_person"})]

    def shape(self, people, sizes):
        """Middles and spreads of x in codes, the middle of y, the bits of a step and the width of a cell in steps. [T149]"""
        spreads = [min(least_size(half_octave(size)), 1 << 60) for size in sizes[0:-1:2]]
        middles = [min(max(code * spread, -MOST_MIDDLE), MOST_MIDDLE) for code, spread in zip(sizes[1::2], spreads)]
        y_spread, y_middle = spreads.pop(), middles.pop()
        keys = len(self.x.names) - len(spreads)
        spreads, middles = spreads + [1] * keys, middles + [0] * keys
        p = self.coefficients
        width = divide_up(least_size(half_octave(sizes[-1]) + 1) * 6 * p * (p + 1) * self.aimed, max(people, 1))
        of_spread = y_spread << (MISS_BITS - (CELL_BITS_OF_TWO if p == 2 else CELL_BITS))
        width, bits = Fraction(max(width, 1 << WIDTH_BITS, of_spread)), 0
        while width >= 2 << WIDTH_BITS and bits < MOST_STEP_BITS:
            width, bits = width / 2, bits + 1
        return middles, spreads, y_middle, bits, min(-(-width // 1), 2 << WIDTH_BITS)


def check_request(certificate):
    """A request that the planner takes."""
    check_shared_request(Terms(certificate), certificate)
    demand(certificate["question"]["measure"]["mechanism"] == "robust", "another mechanism was asked for")


def check_law(certificate):
    """All of it follows from the request, epsilon and delta."""
    terms = Terms(certificate)
    check_shared_law(terms, certificate, REASON)
    return f"{terms.tests} tests of {len(terms.table)} depths"


def check_leaf(certificate):
    """The parts are the count, the medians and the tests."""
    check_shared_leaf(Terms(certificate), certificate)


def check_drawn_numbers(terms, numbers):
    """What a run can draw."""
    demand(len(numbers) == terms.medians + terms.coefficients + 2, "other numbers were drawn")
    people, sizes, cell = numbers[0], numbers[1:terms.medians + 1], numbers[terms.medians + 1:]
    demand(-MOST_NOISE <= people, "the count is outside all numbers")
    if people < terms.least_people:
        demand(all(other == NONE for other in numbers[1:]), "something was drawn although there seem to be too few people")
        return None, None
    demand(all(abs(size) <= (MOST_MIDDLE_CODE if i % 2 else MOST_SIZE) for i, size in enumerate(sizes)), "a size is outside its range")
    if cell[0] == NONE:
        demand(all(other == NONE for other in cell), "there is a cell although no test has passed")
        return sizes, None
    last = terms.most_coordinate // terms.shape(people, sizes)[-1] - 1
    demand(0 <= cell[0] < terms.tests and all(-last <= place < last for place in cell[1:]), "no run draws this cell")
    return sizes, cell


def times(ends, factor):
    return tuple(sorted(end * factor for end in ends))


def right_ends(terms, people, sizes, cell):
    """Lower and upper ends by name: they follow from the sizes and the cell. [T149]"""
    middles, spreads, y_middle, bits, width = terms.shape(people, sizes)
    step = Fraction(2) ** (bits - MISS_BITS)
    lows = [width * place + width * cell[0] // terms.tests for place in cell[1:]]
    ends = [times((low, low + width), step) for low in lows]
    ends[1:] = [times(of_x, Fraction(1, spread)) for of_x, spread in zip(ends[1:], spreads)]
    lower, upper = there = tuple(end + y_middle for end in ends[0])
    for of_x, middle in zip(ends[1:], middles):
        moved = times(of_x, middle)
        lower, upper = lower - moved[1], upper - moved[0]
    numbers = len(terms.x.numbers)
    y = terms.unit.y
    slopes = [times(of_x, worth) for of_x, worth in zip(ends[1:], terms.unit.slopes)] + [times(of_key, y) for of_key in ends[numbers + 1:]]
    return {"intercept": times((lower, upper), y), **{f"slope of {x}": of_x for x, of_x in zip(terms.x.names, slopes)},
            f"{terms.y} there": times(there, y)}


def told(ends, precision):
    """(value, lower, upper) in places of the precision; none where one of them is too large."""
    if ends is None:
        return None
    (lower, upper), scale = (end / precision.number for end in ends), precision.scale
    most = scale.value(scale.most)
    if lower < -most or upper > most:
        return None
    return [int(n) for n in (scale.nearest((lower + upper) / 2), scale.below(lower), scale.above(upper))]


def check_answer(certificate):
    """The numbers are those that follow from what was drawn. Intervals of coefficients are the ends of the cell."""
    terms = Terms(certificate)
    slopes = [f"slope of {x}" for x in terms.x.names]
    middles = [f"{size} of {x}" for size in ("middle", "spread") for x in terms.x.numbers]
    names = ["intercept", *slopes, *middles, f"{terms.y} there", "people"]
    precision = terms.precision.of_values
    units = [precision] * (len(slopes) + 1) + terms.unit.all[1:] * 2 + [precision, Fraction(1)]
    series = [{"name": name, "unit": unit_text(unit), "may_be_unknown": name != "people"} for name, unit in zip(names, units)]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    bound = least_bound(terms.count_scale, 1 - confidence_of(certificate))
    for row, numbers in drawn_rows(certificate):
        sizes, cell = check_drawn_numbers(terms, numbers)
        ends = right_ends(terms, numbers[0], sizes, cell) if cell else {}
        shown = [min(max(n, 0), MOST_PEOPLE) for n in (numbers[0], numbers[0] - bound, numbers[0] + bound)]
        for i, (name, unit) in enumerate(zip(names, units)):
            key, interval = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            if name in middles:
                places, spreads = (of[:len(terms.x.numbers)] for of in terms.shape(numbers[0], sizes)[:2]) if sizes is not None else ([], [])
                right = None if sizes is None else [(places + spreads)[middles.index(name)]]
            else:
                right = shown if name == "people" else told(ends.get(name), terms.precision)
            right = [None, None] if right is None else [shown_as(n, unit) for n in right] + [None] * (len(right) == 1)
            have = [row.get(key, ""), None] if row.get(interval) is None else [row[key], *row[interval]]
            demand(have == right, f"the {name} is {str(have)[:60]}, and should be {str(right)[:60]}")
    return f"{terms.coefficients} coefficients"


def check_accuracy(certificate):
    """The size of cells is not known before."""
    demand(certificate["accuracy"] == [] and certificate["error"] == [], "an error is promised")
    return "none before the data"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    if name == "people":
        return count_of_numbers(certificate)
    return None if name.startswith(("middle of ", "spread of ")) else claimed("least_misses", "rounded", certain=True)


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    result = ["there is an answer only where few people could not move it; no answer says nothing about the values",
              "intervals hold for certain, for the least sum of weighted misses of the rows as they are rounded; how far that is from other tables they do"
              " not say",
              f"{terms.unit.range()}; `unit` moves this range",
              "rows in which one of the columns holds no number are left out", *keys_warning(terms.x)]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    if question["person"] == "one row":
        result.append(ROWS)
    return result + [JSON_LINES] * is_json_lines(question["table"])
