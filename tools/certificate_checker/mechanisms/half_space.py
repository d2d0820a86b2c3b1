"""Counts in half-spaces: all that their certificate says, from the question and the law."""
import math
import re
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import drawn_rows
from ..numbers import confidence_of, exp, number, request_number, written
from ..quantity import of_kept_rows
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs
from .quantile import least_bound
from .separator import MOST_AXES, MOST_CAP, MOST_POINTS, Axis

NAMES = ("half_space_counts",)
REASON = "half-spaces are counted on the grid, each with noise of its own"
MOST_EPSILON, MOST_HALF_SPACES, MOST_NOISE, MOST_COUNT = 100, 100, 1 << 62, 1 << 61
NAME = r'(?:"([^"]+)"|([A-Za-z_\u0080-\U0010ffff][A-Za-z0-9_\u0080-\U0010ffff]*))'
TERM = re.compile(rf" *(?:([0-9./]+) *\* *)?{NAME}")
SIDE = re.compile(r" *(>=|>|<=|<) *(-?) *([0-9./]+) *$")


class HalfSpace:
    """Factors by column, and the text that such a half-space has."""

    def __init__(self, text):
        self.factors, at, sign = {}, 0, 1
        if text.startswith("-"):
            at, sign = 1, -1
        while True:
            term = TERM.match(text, at)
            demand(term, "a half-space is none")
            factor, name = request_number(term[1]) if term[1] else Fraction(1), term[2] or term[3]
            demand(name not in self.factors and factor > 0, "a column is there twice, or times 0")
            self.factors[name], at = sign * factor, term.end()
            more = re.compile(r" *([+-])").match(text, at)
            if not more:
                break
            sign, at = -1 if more[1] == "-" else 1, more.end()
        side = SIDE.match(text, at)
        demand(side, "a half-space is none")
        bound = request_number(side[3]) * (-1 if side[2] else 1)
        own = ""
        for name, factor in self.factors.items():
            own += ("-" if factor < 0 else "") if not own else " - " if factor < 0 else " + "
            plain = re.fullmatch(NAME, name) and not name.startswith('"')
            own += ("" if abs(factor) == 1 else written(abs(factor)) + "*") + (name if plain else f'"{name}"')
        demand(text == f"{own} {side[1]} {written(bound)}", "a half-space is not in its own form")
        self.text = text


class Terms:
    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        measure = self.question["measure"]
        self.half_spaces = [HalfSpace(text) for text in measure["half_spaces"].split("; ")]
        self.axes = {}
        for text in measure["x"].split(","):
            axis = Axis(text)
            demand(axis.name not in self.axes, "a column stands there twice")
            self.axes[axis.name] = axis
        self.person = self.question["person"]
        self.epsilon = number(self.law["epsilon"])
        demand(0 < self.epsilon <= MOST_EPSILON, "no counts have this epsilon")
        self.cells = math.prod(axis.size + 2 for axis in self.axes.values())
        self.confidence = confidence_of(certificate)

    def share(self):
        """T30, of the cells of the grid and those around it."""
        if self.person == "one row":
            return {"rows": 1, "cells": 1, "rows_in_cell": 1}
        rows, cells, in_cell = self.person["rows_per_person"], self.person["cells_per_person"], most_in_cell(self.person)
        demand(all(1 <= cap <= MOST_CAP for cap in (rows, cells, self.person.get("rows_per_cell", 1))), "caps are from 1 to 1000000")
        cells = min(rows, cells, self.cells)
        return {"rows": min(rows, cells * in_cell), "cells": cells, "rows_in_cell": in_cell}

    def sensitivity(self):
        return self.share()["rows"] * len(self.half_spaces)

    def scale(self):
        return self.sensitivity() / self.epsilon

    def bound(self):
        return least_bound(self.scale(), 1 - self.confidence)

    def moved(self, half_space):
        return sum(abs(factor) * self.axes[name].step / 2 for name, factor in half_space.factors.items())


def check_request(certificate):
    terms = Terms(certificate)
    question = terms.question
    demand(question["verb"] == "count" and question["columns"] == [] and question["measure"]["column"] == next(iter(terms.axes)), "the question is another")
    demand(len(terms.axes) <= MOST_AXES and math.prod(axis.size for axis in terms.axes.values()) <= MOST_POINTS, "the grid is too large")
    demand(len(terms.half_spaces) <= MOST_HALF_SPACES and all(set(h.factors) <= set(terms.axes) for h in terms.half_spaces), "a column has no grid")
    demand(terms.person == "one row" or terms.person["per_person"] != "all", "people have no caps")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")


def check_law(certificate):
    terms = Terms(certificate)
    right = {"epsilon": written(terms.epsilon), "scale": written(terms.scale()), "sensitivity": terms.sensitivity(), "share": terms.share()}
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"scale {written(terms.scale())}"


def check_leaf(certificate):
    """The first promise is T4 with this noise; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        wanted = {"scale": terms.scale(), "sensitivity": terms.sensitivity()}
        demand(node["rule"] == "discrete_laplace_cells" and read_inputs(node["inputs"]) == wanted, "the leaf is about other noise")


def check_answer(certificate):
    terms = Terms(certificate)
    names = [half_space.text for half_space in terms.half_spaces]
    demand(certificate["numbers"] == [{"name": name, "unit": "1", "may_be_unknown": False} for name in names], "the numbers have other names")
    bound = terms.bound()
    for row, numbers in drawn_rows(certificate):
        demand(len(numbers) == len(names) and all(-MOST_NOISE <= n <= MOST_COUNT + MOST_NOISE for n in numbers), "no count is that")
        for i, (name, count) in enumerate(zip(names, numbers)):
            key, ends = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            interval = [max(0, count - bound), max(0, count + bound)]
            demand(row.get(key) == count and row.get(ends) == interval, f"a count is not {count} within {bound}")
    return f"{len(names)} counts"


def check_accuracy(certificate):
    """T217; there is no error of values."""
    terms = Terms(certificate)
    right = [{"alpha": written(terms.moved(h)), "beta": str(terms.bound()), "gamma": written(1 - terms.confidence), "distortion": "move",
              "metric": f"error of the count where {h.text}"} for h in terms.half_spaces]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:160]}")
    demand(certificate["error"] == [], "an error of values is promised")


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    """T217: rows lie in the middles of their steps."""
    return of_kept_rows(certificate, "grid", counts=True, grouped=True)


def warnings(certificate):
    terms = Terms(certificate)
    result = [f"every value counts as the middle of its step, and rows outside the grid {terms.question['measure']['x']} are left out; a count is "
              "that of rows which moved by up to half a step of each column"]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    grouped = certificate | {"question": terms.question | {"columns": ["grid"]}}
    if terms.person == "one row":
        result.append(ROWS)
    elif caps := of_caps(grouped):
        result.append(caps)
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
