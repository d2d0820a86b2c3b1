"""Histograms whose empty cells are 0 surely, and whose small counts are too: T31 over cells that are known."""
from ..cell_warnings import JSON_LINES, LARGE_DELTA, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised
from ..cell_warnings import rounded_up as shortened
from ..cells import all_cells, drawn_rows, unknown_keys
from ..error_bars import demand_least
from ..noise import laplace_bound, laplace_tail
from ..numbers import confidence_of, exp, number, written
from ..quantity import count_of_rows
from ..question import MOST_LISTED, check_share
from ..report import demand
from ..rule import read_inputs

NAMES = ("stable_histogram",)
REASON = "with so few full cells the least error is expected of it"
MOST_COUNT = 2**61


class Terms:
    def __init__(self, certificate):
        self.law = certificate["mechanism"]["law"]
        self.scale, self.threshold, self.share = number(self.law["scale"]), self.law["stable_threshold"], self.law["share"]
        demand(self.scale > 0 and self.share["rows_in_cell"] < self.threshold <= MOST_COUNT // 2, "no histogram has these terms")
        self.confidence = confidence_of(certificate)
        self.of_noise = laplace_bound(self.scale, 1 - self.confidence)
        self.bound = self.threshold - 1 + self.of_noise


def check_request(certificate):
    """A request that the planner takes."""
    question = certificate["question"]
    demand(question["verb"] in ("histogram", "count") and "measure" not in question, "the verb is another")
    demand(not unknown_keys(certificate) and all_cells(certificate) <= MOST_LISTED, "the cells are not known, or too many")
    demand(certificate["fewer_than"] is None, "something is not listed")
    check_share(certificate)


def check_law(certificate):
    terms = Terms(certificate)
    right = {"scale": written(terms.scale), "stable_threshold": terms.threshold, "share": terms.share}
    demand(terms.law == right, "the law has other numbers")
    demand(certificate["mechanism"]["shown"] == {} and certificate["mechanism"]["reason"] == REASON, "something is done afterwards")
    return f"threshold {terms.threshold}"


def check_leaf(certificate):
    """The first promise is T31 with these terms; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    wanted = {"scale": terms.scale, "threshold": terms.threshold, "rows": terms.share["rows"], "cells": terms.share["cells"],
              "rows_in_cell": terms.share["rows_in_cell"]}
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        have = read_inputs(node["inputs"])
        demand(node["rule"] == "key_threshold" and not node["premises"], "the leaf is another")
        demand(all(have.get(name) == value for name, value in wanted.items()) and len(have) == len(wanted), "the leaf is about other terms")


def check_answer(certificate):
    """Every count is what was drawn: 0, or from the threshold on."""
    terms = Terms(certificate)
    demand(certificate["numbers"] == [{"name": "count", "unit": "1", "may_be_unknown": False}], "the numbers are no counts")
    demand(certificate["total"] is None, "there is a total")
    demand_least(lambda t: laplace_tail(terms.scale, t), terms.of_noise, 1 - terms.confidence)
    for row, (count, *more) in drawn_rows(certificate):
        demand(not more and (count == 0 or terms.threshold <= count <= MOST_COUNT), "no count is that")
        have = {key: value for key, value in row.items() if key != "cell"}
        ends = [max(1, count - terms.of_noise), count + terms.of_noise] if count else [0, terms.bound]
        demand(have == {"count": count, "interval": ends}, f"an answer is {str(have)[:80]}, and should have {ends}")
    return f"{len(certificate['drawn']['numbers'][0])} counts"


def check_accuracy(certificate):
    terms = Terms(certificate)
    risk = written(1 - terms.confidence)
    right = [{"alpha": "0", "beta": str(terms.bound), "gamma": risk, "distortion": "none", "metric": "absolute error of one count"}]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:120]}")
    demand(certificate["error"] == [], "the error depends on the count")


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return count_of_rows(certificate)


def warnings(certificate):
    terms, first = Terms(certificate), certificate["guarantees"][0]
    epsilon, delta = number(first["epsilon"]), number(first["delta"])
    result = [f"a count of 0 stands for 0 to about {terms.bound}: what does not reach {terms.threshold} is not told"]
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{shortened(exp(epsilon), 2)}")
    if delta > LARGE_DELTA:
        result.append(f"delta {promised(delta)} is large: with that probability the promise says nothing; a usual delta is far below "
                      "one in the number of people")
    if certificate["question"]["person"] == "one row":
        result.append(ROWS)
    elif caps := of_caps(certificate):
        result.append(caps)
    return result + [JSON_LINES] * is_json_lines(certificate["question"]["table"])
