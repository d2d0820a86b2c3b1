"""Rows that were drawn at random, with noise: all that their certificate says, from the question and the law."""
import re
from fractions import Fraction

from ..accuracy_rules import row_drawn
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import drawn_rows
from ..column_unit import shown_as
from ..domain import Numbers
from ..noise import laplace_bound
from ..numbers import confidence_of, exp, number, written
from ..quantity import claimed
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs

NAMES = ("private_sample",)
REASON = "a row that is drawn is hidden among the others, and the noise hides the rest"
MOST_EPSILON, MOST_DRAWS, MOST_WEIGHT, MOST_PLACES, MOST_ROWS, MOST_CAP = 100, 100, 10**6, 10**6, 10**12, 10**6
FARTHEST, MOST_UNITS_PER_STEP, MOST_UNITS = 1 << 40, 1 << 20, 1 << 60
WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")


def whole(text):
    demand(WHOLE.fullmatch(text), "a whole number is not in its own form")
    return int(text)


class Terms:
    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        measure = self.question["measure"]
        self.grid, self.at_least, self.draws = Numbers(measure["grid"]), whole(measure["at_least"]), whole(measure["draws"])
        demand(2 <= self.grid.bins <= MOST_PLACES and 1 <= self.draws <= MOST_DRAWS, "no sample has this grid, or so many draws")
        self.step = self.grid.step
        weights = [whole(word) for word in measure["weights"].split(",")] if "weights" in measure else [1]
        demand(0 < max(weights) <= MOST_WEIGHT and ("weights" not in measure or len(weights) == self.grid.bins), "the weights are no weights")
        self.most_weight, self.person = max(weights), self.question["person"]
        self.epsilon, self.scale = number(self.law["epsilon"]), number(self.law["scale"])
        demand(0 < self.epsilon <= MOST_EPSILON and self.scale > 0, "no sample has this epsilon or scale")
        demand(self.share()["rows"] * self.most_weight <= self.at_least <= MOST_ROWS, "one person may weigh more than all rows")
        self.confidence = confidence_of(certificate)

    def share(self):
        """T30, of the steps of the grid and the two beside it."""
        if self.person == "one row":
            return {"rows": 1, "cells": 1, "rows_in_cell": 1}
        rows, cells, in_cell = self.person["rows_per_person"], self.person["cells_per_person"], most_in_cell(self.person)
        demand(all(1 <= cap <= MOST_CAP for cap in (rows, cells, self.person.get("rows_per_cell", 1))), "caps are from 1 to 1000000")
        cells = min(rows, cells, self.grid.bins + 2)
        return {"rows": min(rows, cells * in_cell), "cells": cells, "rows_in_cell": in_cell}

    def theta(self):
        return Fraction(self.share()["rows"] * self.most_weight, self.at_least)

    def unit(self):
        for places in range(-15, 16):
            unit = Fraction(10) ** -places
            if (self.grid.low / unit).denominator == (self.step / 2 / unit).denominator == 1:
                demand(self.step / unit <= MOST_UNITS_PER_STEP and abs(self.grid.low) / unit <= MOST_UNITS, "the grid has too many digits")
                return unit
        demand(False, "the grid has too many digits")

    def bound(self):
        return (laplace_bound(self.scale, 1 - self.confidence) + Fraction(1, 2)) * self.step


def check_request(certificate):
    terms = Terms(certificate)
    question = terms.question
    demand(question["verb"] == "sample" and question["columns"] == [] and question["measure"]["column"] != "", "the question is another")
    demand(terms.person == "one row" or terms.person["per_person"] != "all", "people have no caps")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")


def check_law(certificate):
    terms = Terms(certificate)
    right = {"epsilon": written(terms.epsilon), "span": terms.grid.bins - 1, "theta": written(terms.theta()), "scale": written(terms.scale),
             "share": terms.share()}
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"scale {written(terms.scale)}"


def check_leaf(certificate):
    """The first promise is T311 with this noise, for each draw; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        if terms.draws > 1:
            demand(node["rule"] == "basic_composition" and read_inputs(node["inputs"]) == {"times_1": terms.draws} and len(node["premises"]) == 1,
                   "the draws are not added up")
            node = node["premises"][0]
        wanted = {"theta": terms.theta(), "moved": 0, "span": terms.grid.bins - 1, "scale": terms.scale, "epsilon": terms.epsilon / terms.draws}
        demand(node["rule"] == "private_draw_within" and read_inputs(node["inputs"]) == wanted, "the leaf is about other noise")


def check_answer(certificate):
    terms = Terms(certificate)
    unit, names = terms.unit(), ["draw"] if terms.draws == 1 else [f"draw {i + 1}" for i in range(terms.draws)]
    demand(certificate["numbers"] == [{"name": name, "unit": written(unit), "may_be_unknown": False} for name in names], "the numbers have other names")
    bound = min(terms.bound(), (FARTHEST + Fraction(1, 2)) * terms.step) / unit
    for row, numbers in drawn_rows(certificate):
        demand(len(numbers) == len(names) and all(abs(n) <= FARTHEST for n in numbers), "no draw is that")
        for i, (name, drawn) in enumerate(zip(names, numbers)):
            key, ends = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            at = (terms.grid.low + (drawn + Fraction(1, 2)) * terms.step) / unit
            value, interval = shown_as(int(at), unit), [shown_as(int(end), unit) for end in (at - bound, at + bound)]
            demand(row.get(key) == value and row.get(ends) == interval, f"a draw is not {value} within {interval}")
    return f"{len(names)} draws"


def check_accuracy(certificate):
    """T313; there is no error of values."""
    terms = Terms(certificate)
    right = [{"alpha": "0", "beta": written(terms.bound()), "gamma": written(1 - terms.confidence), "distortion": "none",
              "metric": "of each draw from the value of a row that is drawn so"}]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:160]}")
    demand(certificate["error"] == [], "an error of values is promised")


def accuracy_derivations(certificate):
    terms = Terms(certificate)
    return [row_drawn(terms.step * terms.grid.bins, terms.grid.bins, terms.scale, 1 - terms.confidence)]


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return claimed("grid", "filled")


def warnings(certificate):
    terms = Terms(certificate)
    grid = terms.question["measure"]["grid"]
    result = [f"every value counts as the middle of its step, and rows outside the grid {grid} are left out; where the others weigh less than "
              f"{terms.at_least}, the middle of the grid stands for what is missing",
              f"a draw is no row of the table: noise was added, and with probability {written(1 - terms.confidence)} it is more than "
              f"{written(terms.bound())} away from the row that was drawn, perhaps outside the grid"]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    grouped = certificate | {"question": terms.question | {"columns": ["grid"]}}
    if terms.person == "one row":
        result.append(ROWS)
    elif caps := of_caps(grouped):
        result.append(caps)
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
