"""One quantile by a search among steps of sizes: all that its certificate says, from the question and the law."""
import math
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows, unknown_keys
from ..column_unit import ColumnUnit, unit_text
from ..numbers import at_most, confidence_of, exp, number, written
from ..quantile import LEAST_EPSILON, MOST_DENOMINATOR, MOST_EPSILON, MOST_GROUPS, MOST_ROWS, MOST_STOP, MOST_WINDOW_ROWS, fits
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs

NAMES = ("quantile_ladder",)
REASON = "a ladder needs fewer rows than a draw by ranks, and is less fine"
METRIC = "rows between the step of the answer and its rank"
PARTS = 1024                         # steps of an octave
MOST_SEARCHED = 1 << 50


def codes_of(step, scale):
    """The smallest and the largest code of a step, as places of their scale. [T169, T250]"""
    begins = lambda far: scale.cut(far if far < PARTS else (PARTS + far % PARTS) << (far // PARTS - 1))[0] if far > 1 else far
    far = abs(step)
    first, last = begins(far), scale.most if far == last_step(scale) else begins(far + 1) - 1
    return (-last, -first) if step < 0 else (first, last)


def last_step(scale):
    return PARTS * (scale.exponent - 9) - 1


class Terms:
    """What was asked, and what follows from it."""

    def __init__(self, certificate):
        question = certificate["question"]
        measure, person = question["measure"], question["person"]
        self.rows = 1 if person == "one row" else min(person["rows_per_person"], person["cells_per_person"] * most_in_cell(person))
        self.at, self.column_unit = number(measure["at"]), ColumnUnit(measure["unit"])
        demand(self.column_unit.usable and not self.column_unit.moments, "the unit is none of numbers")
        self.last = last_step(self.column_unit.scale)
        self.share = number(certificate["mechanism"]["law"]["first"])
        demand(self.share > 0, "there is no epsilon")
        self.epsilon = 2 * self.share * self.rows
        self.confidence = confidence_of(certificate)

    @property
    def up(self):
        return 2 * self.at >= 1

    @property
    def most(self):
        return math.ceil(MOST_STOP / self.share)

    @property
    def larger(self):
        return max(self.at.numerator, self.at.denominator - self.at.numerator)

    def early(self, rows):
        """P of a stop so many rows too early, or more, is at most this."""
        return 2 * self.last * exp(-self.share * min(rows, self.most))

    def late(self, rows):
        """P of going on where so many rows too many lie up to there."""
        step, whole = self.share / self.larger, self.at.denominator
        shift = min(rows, self.most)
        return exp(-step * (whole * shift + 1)) * (1 - exp(-self.share)) / (1 - exp(-self.share - step * whole))

    def least(self, risk_of, confidence):
        """The least number whose risk is small enough; None where there is none. [T170]"""
        risk = 1 - confidence
        high = 1
        while not at_most(risk_of(high), risk):
            if high >= MOST_SEARCHED:
                return None
            high *= 2
        low = -1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if at_most(risk_of(middle), risk) else (middle, high)
        return high

    def error(self):
        return self.least(lambda rows: self.early(rows + 1) + self.late(rows), self.confidence)

    def rows_needed(self, confidence):
        before = self.at if self.up else 1 - self.at
        return self.least(lambda rows: self.early(math.ceil(before * rows)) + self.late(math.floor((1 - before) * rows)), confidence)

    def code_of(self, step):
        """None where the search stopped at once."""
        if step == (-self.last if self.up else self.last):
            return None
        first, last = codes_of(step, self.column_unit.scale)
        # Where codes are not their own places the edge of a step is shown.
        edge = 1 if self.column_unit.places and first != last else 0
        return last + edge * (last > 0) if self.up else first - edge * (first < 0)


def check_request(certificate):
    """A request that the planner takes."""
    terms, question = Terms(certificate), certificate["question"]
    person = question["person"]
    demand(0 < terms.at < 1 and terms.at.denominator <= MOST_DENOMINATOR, "the quantile is not between 0 and 1, or has too many digits")
    caps = [] if person == "one row" else [person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    demand(not unknown_keys(certificate) and all_cells(certificate) <= MOST_GROUPS, "groups are not known, or too many")
    demand(question["measure"]["column"], "the column has no name")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(LEAST_EPSILON * terms.rows <= terms.epsilon <= MOST_EPSILON, "no ladder has this epsilon")
    whole = Fraction(terms.share.numerator * terms.most)
    demand(all(map(fits, (terms.epsilon, terms.share, whole, terms.larger / terms.share))), "epsilon has too many digits")
    demand(2 * (terms.most + 2) * all_cells(certificate) <= MOST_WINDOW_ROWS, "more would be read than can be")


def check_law(certificate):
    """All of it follows from the request and one epsilon."""
    terms, have = Terms(certificate), certificate["mechanism"]["law"]
    right = {"at": written(terms.at), "first": written(terms.share), "most": terms.most, "second": written(terms.share),
             "steps": 2 * terms.last + 1, "unit": terms.column_unit.text}
    for name in sorted(set(right) | set(have)):
        demand(have.get(name) == right.get(name), f"{name} is {str(have.get(name))[:60]}, and should be {str(right.get(name))[:60]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"epsilon {written(terms.epsilon)}"


def check_leaf(certificate):
    """The first promise is one search; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    wanted = {"first": terms.share, "second": terms.share, "searches": 1, "rows_per_person": terms.rows}
    demand(len(derivations) <= 2, "there are more promises")
    for i, derivation in enumerate(derivations):
        if i == 1:
            demand(derivation["rule"] == "replace_from_add_remove" and len(derivation["premises"]) == 1, "a promise of something else")
            derivation = derivation["premises"][0]
        demand(derivation["rule"] == "rank_thresholds" and not derivation["premises"] and read_inputs(derivation["inputs"]) == wanted,
               "the leaf is not that of one search with these terms")


def check_answer(certificate):
    """The end of each step that was drawn; where the search stopped at once there is none."""
    terms = Terms(certificate)
    name = "median" if terms.at == Fraction(1, 2) else f"{written(terms.at)} quantile"
    demand(len(certificate["drawn"]["numbers"]) == 1, "other numbers were drawn")
    demand(certificate["numbers"] == [{"name": name, "unit": unit_text(terms.column_unit.of_values), "may_be_unknown": True}], "the numbers have other names")
    for row, (step,) in drawn_rows(certificate):
        demand(abs(step) <= terms.last, "there is no such step")
        code = terms.code_of(step)
        right = terms.column_unit.shown(code)
        demand(row.get("value", "") == right, f"the quantile is {str(row.get('value', 'missing'))[:40]}, and should be {right}")
        demand(row["interval"] is None, "a ladder has no interval")
    return f"{len(certificate['drawn']['numbers'][0])} rows"


def check_accuracy(certificate):
    """T170; there is no error of values."""
    terms = Terms(certificate)
    beta = terms.error()
    right = [] if beta is None else [{"alpha": "0", "beta": str(beta), "gamma": written(1 - terms.confidence), "distortion": "none", "metric": METRIC}]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:120]}")
    demand(certificate["error"] == [], "an error of values is promised")
    return f"{beta} rows"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return None


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    rows = terms.rows_needed(terms.confidence)
    result = [terms.column_unit.range,
              "the answer is the end of a step that is up to a thousandth of its value wide, and need not be a value of the table",
              f"with fewer than {'no number of' if rows is None else rows} rows the answer may lie outside the data; where there are none it is"
              " mostly unknown"]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
