"""A trimmed mean after two tests: all that its certificate says, from the question and the law."""
from fractions import Fraction

from ..acceptance import ends_of_octave, table
from ..bound_free import least_tail
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows, unknown_keys
from ..column_unit import decimal_of
from ..noise import laplace_tail
from ..numbers import confidence_of, divide_up, exp, number, written
from ..quantile import MOST_CODE, is_unit
from ..quantity import of_kept_rows
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs, times_of
from .quantile import NONE

NAMES = ("trimmed_mean",)
REASON = "no bounds are known, so two tests look for the size of the noise, and the mean is published where one of them passes"
MOST_ROWS, MOST_GROUPS, MOST_DENOMINATOR = 10**6, 10**6, 10**9
MOST_TEST, LEAST_DELTA, MOST_TERM = 20, Fraction(1, 10**15), 2**40
REACH_BITS, STEP_BITS, SHIFT = 20, 10, 20
MOST_OCTAVE, MOST_DRAWN, MOST_SHOWN = 166, (1 << 62) + (1 << 61), 1 << 60


class Terms:
    """What was asked and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        self.person = self.question["person"]
        self.unit, self.trimmed = (number(self.question["measure"][name]) for name in ("unit", "trimmed"))
        self.release, self.delta = number(self.law["release"]), number(self.law["delta"])
        self.test = self.release / 2
        self.confidence = confidence_of(certificate)

    @property
    def rows(self):
        return 1 if self.person == "one row" else most_in_cell(self.person)

    @property
    def groups(self):
        """Of one person."""
        return self.person["cells_per_person"] if self.person != "one row" and self.question["columns"] else 1

    @property
    def people_word(self):
        return "rows" if self.person == "one row" else "people"

    def noise(self, octave):
        """By how many bits a step is coarser than the reach, and the scale of the noise in steps. [T131]"""
        most = most_reach(octave)
        shift = max(0, most.bit_length() - STEP_BITS - 1)
        return shift, divide_up(self.rows * most, 1 << shift) / self.release

    def bound(self, octave):
        """What the noise exceeds in size with the risk at most."""
        scale = self.noise(octave)[1]
        return least_tail(scale, lambda t: laplace_tail(scale, t), 1 - self.confidence)

    def answer(self, octave, steps, bound):
        """(mean, lower, upper) in codes; none where it is too large to be told."""
        if octave == 0:
            return steps, steps, steps
        if abs(steps) > MOST_SHOWN:
            return None
        step = Fraction(2) ** (self.noise(octave)[0] - REACH_BITS)
        ends = (2 * steps - 2 * bound - 1) * step / 2, (2 * steps + 2 * bound + 1) * step / 2
        value = (2 * steps * step + 1) // 2
        return tuple(min(max(int(n), -MOST_CODE), MOST_CODE) for n in (value, ends[0] // 1, -(-ends[1] // 1)))


def most_reach(octave):
    """The largest reach of an octave; from 2^62 on its last 20 bits count for nothing."""
    if octave <= 124:
        return ends_of_octave(octave)[1]
    return ((ends_of_octave(octave - 2 * SHIFT)[1] + 1) << SHIFT) - 1


def check_request(certificate):
    """A request that the planner takes."""
    terms, question = Terms(certificate), certificate["question"]
    demand(question["verb"] == "trimmed-mean", "the verb is another")
    demand(0 < terms.trimmed < 1 and terms.trimmed.denominator <= MOST_DENOMINATOR, "the share is not between 0 and 1, or has too many digits")
    demand(question["measure"]["trimmed"] == written(terms.trimmed), "the share is not in its own form")
    demand(is_unit(terms.unit) and question["measure"]["unit"] == written(terms.unit), "the unit is no power of ten from 10^-18 to 10^6")
    caps = [] if terms.person == "one row" else [terms.person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    demand(not unknown_keys(certificate) and all_cells(certificate) <= MOST_GROUPS, "groups are not known, or too many")
    demand(question["measure"]["column"], "the column has no name")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(0 < terms.test <= MOST_TEST and max(terms.test.numerator, terms.test.denominator) <= MOST_TERM, "no test has this epsilon")
    demand(LEAST_DELTA <= terms.delta and terms.delta * 2 * terms.groups < 1, "nothing can be shown at this delta")


def check_law(certificate):
    """All follows from the question and the two numbers of one group."""
    terms = Terms(certificate)
    right = {"trimmed": written(terms.trimmed), "test": written(terms.test), "release": written(terms.release), "delta": written(terms.delta),
             "depth": len(table(terms.test, terms.delta)), "rows": terms.rows, "reach_bits": REACH_BITS, "step_bits": STEP_BITS,
             "unit": written(terms.unit)}
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"{right['depth']} depths"


def check_leaf(certificate):
    """The first promise is T127 for both tests, for each group of one person; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    right = {f"{name}_{i}": value for name, value in (("test", terms.test), ("release", terms.release), ("delta", terms.delta)) for i in (1, 2)}
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        if terms.groups > 1:
            demand(node["rule"] == "basic_composition" and times_of(node) == [terms.groups], "not all groups are promised")
            node = node["premises"][0]
        demand(node["rule"] == "tested_cascade" and not node["premises"], f"the leaf {node['rule'][:40]} is another")
        demand(read_inputs(node["inputs"]) == {**right, "neighbours": "add_remove_person"}, "the leaf is about other terms")


def check_answer(certificate):
    """Every number follows from the octave and the steps that were drawn, or there is none."""
    terms, bounds = Terms(certificate), {}
    series = [{"name": "trimmed mean", "unit": written(terms.unit), "may_be_unknown": True}]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    for row, numbers in drawn_rows(certificate):
        demand(len(numbers) == 2, "other numbers were drawn")
        octave, steps = numbers
        answer = None
        if numbers != [NONE, NONE] and numbers != (NONE, NONE):
            demand(0 <= octave <= MOST_OCTAVE and abs(steps) <= (MOST_CODE if octave == 0 else MOST_DRAWN), "no run draws this")
            if octave not in bounds:
                bounds[octave] = terms.bound(octave) if octave else 0
            answer = terms.answer(octave, steps, bounds[octave])
        right = [None, None] if answer is None else [n if terms.unit == 1 else decimal_of(n, terms.unit) for n in answer]
        have = [row["value"], None] if row["interval"] is None else [row["value"], *row["interval"]]
        demand(have == right, f"an answer is {str(row)[:80]}, and should be {str(right)[:80]}")
    return f"{len(certificate['drawn']['numbers'][0])} rows"


def check_accuracy(certificate):
    """It is a multiple of the reach, which is not known before."""
    demand(certificate["accuracy"] == [] and certificate["error"] == [], "an error is promised")
    return "none before the reach is known"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return of_kept_rows(certificate, "clamped", "rounded")


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    result = [f"there is an answer only where few {terms.people_word} could not change the size of the noise; no answer says nothing about the values",
              f"the lowest and the highest {written(terms.trimmed / 2)} of the rows are left out: where values lean to one side this is another number"
              " than their mean",
              f"sizes of {decimal_of(MOST_CODE, terms.unit)} and more count as that bound, and sizes below {written(terms.unit / 2)} as 0;"
              " `unit` moves this range"]
    epsilon = terms.release * 2 * terms.groups
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
