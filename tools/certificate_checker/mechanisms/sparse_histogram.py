"""Histograms with an average-case promise: all that their certificate says, from the question and the law."""
import math
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, promised
from ..cell_warnings import rounded_up as shortened
from ..cells import all_cells, drawn_rows, unknown_keys
from ..error_bars import demand_least
from ..noise import laplace_bound, laplace_tail, mean_size
from ..numbers import at_most, confidence_of, dec, exactly, exp, number, rounded_up, written
from ..quantity import count_of_rows
from ..question import MOST_LISTED, most_in_cell
from ..random_dp_rules import average_case_warning, sparse_gamma, sparse_people_gamma
from ..report import demand
from ..rule import read_inputs

NAMES = ("sparse_histogram",)
PUBLIC_PEOPLE = True
FULL = "it was asked for by `average_case`, and so few people can be alone in a cell that only full cells have noise"
EVERY = ("it was asked for by `average_case`, and every cell has noise because too many people could be alone in a cell: the promise is "
         "the worst-case one")
MOST_GAMMA, LEAST_PEOPLE, MOST_ALPHA, MOST_COUNT = Fraction(1, 10), 100, 100, 2**61
SURVIVES, LEAST_ERROR, MOST_TERM = Fraction(1, 20), Fraction(1, 10**6), 2**62


class Terms:
    """What was asked and the terms of the law."""

    def __init__(self, certificate):
        self.law = certificate["mechanism"]["law"]
        self.asked_alpha, self.asked_gamma, self.scale = (number(self.law[name]) for name in ("random_alpha", "random_gamma", "scale"))
        self.people, self.cells = self.law["people"], self.law["cells"]
        demand(0 < self.asked_alpha <= MOST_ALPHA and 0 < self.asked_gamma <= MOST_GAMMA and self.people >= LEAST_PEOPLE and self.scale > 0,
               "no average-case release has these terms")
        question = certificate["question"]
        self.person = None if question["person"] == "one row" else question["person"]
        demand(not unknown_keys(certificate), "some keys are not known")
        self.listed = all_cells(certificate)
        # rows that are left out are in one cell more, which is told nowhere
        left_out = question.get("where") is not None and self.person is None
        demand(self.listed <= MOST_LISTED and self.cells == self.listed + left_out, "the cells are others")
        # what a replaced person changes all counts by
        self.changed = 2 if self.person is None else self.cells
        self.full_only = self.law["noise_in"] == "full_cells"
        self.gamma = number(self.law["gamma"])
        self.confidence = confidence_of(certificate)
        self.bound = laplace_bound(self.scale, 1 - self.confidence)

    @property
    def worst_case(self):
        """The epsilon of the same noise in every cell."""
        return (1 if self.person is None else self.cells) / self.scale

    @property
    def threshold(self):
        """T231: the least count that at most one table in twenty shows for an empty cell."""
        most = SURVIVES / self.listed
        def reached(t):
            return exp(-t / self.scale) / (1 + exp(-1 / self.scale))
        guess = dec(self.scale) * (1 / (dec(most) * (1 + exp(-1 / self.scale)))).ln()
        t = max(1, math.ceil(exactly(guess)))
        while t > 1 and at_most(reached(t - 1), most):
            t -= 1
        while not at_most(reached(t), most):
            t += 1
        return t


def check_request(certificate):
    """A request that the planner takes."""
    terms, question = Terms(certificate), certificate["question"]
    demand(question["verb"] in ("histogram", "count") and "measure" not in question, "the verb is another")
    if terms.person:
        caps = [terms.person["rows_per_person"], terms.person["cells_per_person"]]
        demand(most_in_cell(terms.person) == 1 and all(terms.cells <= cap <= 10**6 for cap in caps),
               "some of a person's rows are chosen from, or count twice in a cell")
    demand(certificate["fewer_than"] is None, "something is not listed")


def check_law(certificate):
    """Only full cells have noise where gamma says so; its numbers follow from those that were asked."""
    terms = Terms(certificate)
    wanted = terms.changed / terms.asked_alpha
    fits = max(wanted.numerator, wanted.denominator) <= MOST_TERM
    demand(terms.scale == wanted if fits else terms.scale > wanted, "the scale does not follow from alpha")
    alone = sparse_people_gamma if terms.person else sparse_gamma
    achieved = rounded_up(alone(terms.cells, terms.people), 6) if terms.cells > 1 else {Fraction(0)}
    if terms.full_only:
        demand(terms.gamma in achieved and 0 < terms.gamma <= terms.asked_gamma, "gamma is not that of so many cells and people")
    else:
        demand(terms.gamma == 0 and (0 in achieved or max(achieved) > terms.asked_gamma), "only full cells should have noise")
    demand(terms.law["noise_in"] in ("full_cells", "every_cell"), "the noise is elsewhere")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == (FULL if terms.full_only else EVERY), "the reason is another")
    return f"gamma {terms.law['gamma'][:20]}" if terms.full_only else "noise in every cell"


def check_leaf(certificate):
    """The promise is T232 or T346 with these terms, or T4; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    if terms.full_only:
        demand(len(derivations) == 1, "there are more promises")
        wanted = ("sparse_people" if terms.person else "sparse_cells", {"scale": terms.scale, "cells": terms.cells, "people": terms.people, "gamma": terms.gamma})
    else:
        demand(len(derivations) <= 2, "there are more promises")
        wanted = ("discrete_laplace_cells", {"scale": terms.scale, "sensitivity": terms.cells if terms.person else 1})
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        demand((node["rule"], read_inputs(node["inputs"])) == wanted and not node["premises"], "the leaf is about other terms")


def check_answer(certificate):
    """Every count is what was drawn; where only full cells have noise, which are full is drawn too, and the others are empty."""
    terms = Terms(certificate)
    demand(certificate["numbers"] == [{"name": "count", "unit": "1", "may_be_unknown": False}], "the numbers are no counts")
    demand(certificate["total"] is None, "there is a total")
    demand_least(lambda t: laplace_tail(terms.scale, t), terms.bound, 1 - terms.confidence)
    for row, (count, *full) in drawn_rows(certificate):
        demand(-MOST_COUNT <= count <= MOST_COUNT and len(full) == terms.full_only, "no count is that")
        least, most = count - terms.bound, count + terms.bound
        if terms.full_only:
            demand(full == [1] or (full == [0] and count == 0), "people are in an empty cell")
            least, most = (max(1, least), max(1, most)) if full == [1] else (0, 0)
        have = {key: value for key, value in row.items() if key != "cell"}
        right = {"count": count, "interval": [least, max(least, most)]}
        demand(have == right, f"an answer is {str(have)[:80]}, and should be {str(right)[:80]}")
    return f"{len(certificate['drawn']['numbers'][0])} counts"


def check_accuracy(certificate):
    """T5, of a full cell."""
    terms = Terms(certificate)
    right = [{"alpha": "0", "beta": str(terms.bound), "gamma": written(1 - terms.confidence), "distortion": "none",
              "metric": "absolute error of one count"}]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:120]}")
    demand(len(certificate["error"]) == 1, "not one bound")
    error = certificate["error"][0]
    demand((error["count"], error["bound"], number(error["confidence"])) == (None, terms.bound, terms.confidence), "the bound is another")
    size = mean_size({"noise": "discrete_laplace", "scale": written(terms.scale)})
    demand(number(error["mean_abs"]) in {max(x, LEAST_ERROR) for x in rounded_up(size, 6)}, "mean_abs is not rounded up to six digits")


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return count_of_rows(certificate)


def warnings(certificate):
    """The warning of average-case releases comes first, whatever else is said."""
    terms = Terms(certificate)
    others = [ROWS] * (terms.person is None) + [JSON_LINES] * is_json_lines(certificate["question"]["table"])
    epsilon = terms.worst_case
    if not terms.full_only:
        large = [f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                 f"{shortened(exp(epsilon), 2)}"] * (epsilon > LARGE_EPSILON)
        return large + others
    alternative = f"`epsilon` {written(epsilon)} with `sparse`, a histogram with differential privacy and threshold {terms.threshold}"
    return [average_case_warning(terms.changed / terms.scale, 0, terms.gamma, terms.people, alternative), *others]
