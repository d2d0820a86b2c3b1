"""A quantile, or the octave of a spread, exactly or not at all: all that its certificate says, from the question and the law."""
from fractions import Fraction

from ..acceptance import ends_of_octave, octave_of, table
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows, unknown_keys
from ..column_unit import ColumnUnit, shown_as, unit_text
from ..numbers import confidence_of, exp, number, written
from ..quantity import of_kept_rows
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs, times_of
from .quantile import NONE, series_of

NAMES = ("certain_quantile", "certain_spread")
REASON = "it was asked for by `certain`"
MOST_ROWS, MOST_GROUPS, MOST_DENOMINATOR = 10**6, 10**6, 10**9
MOST_EPSILON, LEAST_DELTA = 20, Fraction(1, 10**15)


class Terms:
    """What was asked and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        self.person = self.question["person"]
        self.spread = self.question["verb"] == "iqr"
        measure = self.question["measure"]
        self.column_unit = ColumnUnit(measure["unit"])
        self.moments, self.unit = self.column_unit.moments, self.column_unit.number
        self.at = None if self.spread else number(measure["at"])
        self.epsilon, self.delta = number(self.law["epsilon"]), number(self.law["delta"])
        self.confidence = confidence_of(certificate)

    @property
    def rows(self):
        return 1 if self.person == "one row" else most_in_cell(self.person)

    @property
    def tests(self):
        """That are added up for one person."""
        groups = self.person["cells_per_person"] if self.person != "one row" and self.question["columns"] else 1
        return groups * (2 if self.spread else 1)

    @property
    def people_word(self):
        return "rows" if self.person == "one row" else "people"

    @property
    def series(self):
        return series_of(self.at) if not self.spread else f"IQR in {self.moments.name}s" if self.moments else "IQR"

    @property
    def between_bounds(self):
        """The codes that can be shown: not what stands for all beyond it too. A day has no times but its own."""
        first, last = self.column_unit.codes
        bounds = 0 if self.moments and self.moments.of_day else 1
        return first + bounds, last - bounds

    @property
    def shown_unit(self):
        """Of the answer: how far moments are apart is a number."""
        return self.column_unit.of_differences if self.spread else self.column_unit.of_values


def check_request(certificate):
    """A request that the planner takes."""
    terms, question = Terms(certificate), certificate["question"]
    demand(question["verb"] in ("median", "quantile", "iqr"), "the verb is another")
    demand((certificate["mechanism"]["name"] == "certain_spread") == terms.spread, "the mechanism is that of another verb")
    demand(question["measure"]["certain"] == "yes" and ("at" in question["measure"]) != terms.spread, "the question is another")
    if not terms.spread:
        demand(0 < terms.at < 1 and terms.at.denominator <= MOST_DENOMINATOR, "the quantile is not between 0 and 1, or has too many digits")
        demand(question["verb"] != "median" or terms.at == Fraction(1, 2), "the verb asks for another quantile")
        demand(question["measure"]["at"] == written(terms.at), "the quantile is not in its own form")
    demand(terms.column_unit.usable and not (terms.spread and terms.column_unit.places), "the unit is none of such a question")
    caps = [] if terms.person == "one row" else [terms.person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    demand(not unknown_keys(certificate) and all_cells(certificate) <= MOST_GROUPS, "groups are not known, or too many")
    demand(question["measure"]["column"], "the column has no name")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(0 < terms.epsilon <= MOST_EPSILON and LEAST_DELTA <= terms.delta and terms.delta * terms.tests < 1, "nothing can be shown at these")


def check_law(certificate):
    """All follows from the question and the two numbers of one test."""
    terms = Terms(certificate)
    right = {"epsilon": written(terms.epsilon), "delta": written(terms.delta), "depth": len(table(terms.epsilon, terms.delta)),
             "rows": terms.rows, "unit": terms.column_unit.text}
    if not terms.spread:
        right["at"] = written(terms.at)
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"{right['depth']} depths"


def check_leaf(certificate):
    """The first promise is T125, for each test of one person; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        if terms.tests > 1:
            demand(node["rule"] == "basic_composition" and times_of(node) == [terms.tests], "not all tests are promised")
            node = node["premises"][0]
        demand(node["rule"] == "stable_value" and not node["premises"], f"the leaf {node['rule'][:40]} is another")
        demand(read_inputs(node["inputs"]) == {"epsilon": terms.epsilon, "delta": terms.delta}, "the leaf is about other terms")


def check_answer(certificate):
    """Every number is what was drawn, with itself or its octave as the interval, or there is none."""
    terms = Terms(certificate)
    series = [{"name": terms.series, "unit": unit_text(terms.shown_unit), "may_be_unknown": True}]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    lowest, highest = terms.between_bounds
    widest = highest - lowest
    most = max(octave_of(widest, half) for half in (False, True))
    for row, numbers in drawn_rows(certificate):
        demand(len(numbers) == 1, "other numbers were drawn")
        drawn = numbers[0]
        if drawn == NONE:
            demand(row["value"] is None and row["interval"] is None, "there is an answer although none was drawn")
            continue
        if terms.spread:
            demand(0 <= drawn <= most, "there is no such octave")
            least, last, value = ends_of_octave(drawn, widest)
        else:
            demand(lowest <= drawn <= highest, "a code is a bound of the range, or outside")
            least, last, value = drawn, drawn, drawn
        right = [shown_as(x, terms.shown_unit) for x in (value, least, last)]
        demand([row["value"], *row["interval"]] == right, f"an answer is {str(row)[:80]}, and should be {str(right)[:80]}")
    return f"{len(certificate['drawn']['numbers'][0])} rows"


def check_accuracy(certificate):
    """There is no error where there is an answer."""
    metric = ("how far the interquartile range lies outside the interval, where there is an answer" if Terms(certificate).spread else
              "rows between the answer and its rank, where there is one")
    right = [{"alpha": "0", "beta": "0", "gamma": "0", "distortion": "none", "metric": metric}]
    demand(certificate["accuracy"] == right, "what is shown has no error, and that alone is to be said")
    demand(certificate["error"] == [], "an error of values is promised")


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return of_kept_rows(certificate, "rounded") | {"certain": True}


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    result = [f"there is an answer only where few {terms.people_word} could not change it; no answer says nothing about the values",
              terms.column_unit.range]
    if not (terms.moments and terms.moments.of_day):
        result.append(f"where {'a quartile' if terms.spread else 'the quantile'} is at a bound of this range there is no answer")
    epsilon = terms.epsilon * terms.tests
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
