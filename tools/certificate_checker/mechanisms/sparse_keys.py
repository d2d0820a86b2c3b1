"""Histograms of keys that were not known, with an average-case promise: a private test decides which are told (T345)."""
from fractions import Fraction

from ..cell_warnings import JSON_LINES, ROWS, is_json_lines
from ..cells import drawn_rows, unknown_keys
from ..error_bars import demand_least
from ..noise import laplace_bound, laplace_tail, mean_size
from ..numbers import at_most, confidence_of, dec, exp, number, rounded_up, written
from ..quantity import count_of_rows
from ..random_dp_rules import at_most_minus, average_case_warning, failure_given_singletons
from ..report import demand
from ..rule import read_inputs
from .sparse_histogram import LEAST_ERROR, LEAST_PEOPLE, MOST_ALPHA, MOST_COUNT, MOST_GAMMA, MOST_TERM

NAMES = ("sparse_keys",)
PUBLIC_PEOPLE = True
REASON = ("it was asked for by `average_case`, and whether so few people are alone in their keys that all can be told is tested "
          "privately")
TEST_PART, LEAST_ETA, MOST_ETA = Fraction(1, 5), Fraction(1, 10**40), Fraction(1, 1000)
RULE = ("scale", "test_scale", "people", "most", "passes", "threshold", "gamma", "eta")


class Terms:
    """What was asked and the terms of the law."""

    def __init__(self, certificate):
        self.law = certificate["mechanism"]["law"]
        for name in ("random_alpha", "random_gamma", "random_eta", "scale", "test_scale", "gamma", "eta"):
            setattr(self, name, number(self.law[name]))
        self.people, self.most, self.passes, self.threshold = (self.law[name] for name in ("people", "most", "passes", "threshold"))
        demand(0 < self.random_alpha <= MOST_ALPHA and 0 < self.random_gamma <= MOST_GAMMA and LEAST_ETA <= self.random_eta <= MOST_ETA
               and self.people >= LEAST_PEOPLE and self.scale > 0 and self.test_scale > 0 and 0 <= self.passes <= self.most <= self.people
               and 2 <= self.threshold, "no average-case release has these terms")
        self.confidence = confidence_of(certificate)
        self.bound = laplace_bound(self.scale, 1 - self.confidence)

    @property
    def alpha(self):
        return 2 / self.scale + 2 / self.test_scale


def check_request(certificate):
    """A request that the planner takes."""
    Terms(certificate)
    question = certificate["question"]
    demand(question["verb"] in ("histogram", "count") and "measure" not in question, "the verb is another")
    demand(unknown_keys(certificate), "all keys are known")
    demand(question["person"] == "one row", "not every row is a person of its own")
    demand(certificate["fewer_than"] is None, "something is not listed")


def check_noise(scale, wanted):
    fits = max(wanted.numerator, wanted.denominator) <= MOST_TERM
    demand(scale == wanted if fits else scale > wanted, "a scale does not follow from alpha")


def check_law(certificate):
    """The test takes a fifth of alpha and half of eta, and has the largest numbers with which both hold."""
    terms = Terms(certificate)
    check_noise(terms.scale, 2 / (terms.random_alpha * (1 - TEST_PART)))
    check_noise(terms.test_scale, 2 / (terms.random_alpha * TEST_PART))
    half, n, s, gap = terms.random_eta / 2, terms.people, terms.most, terms.most - terms.passes
    def within(singletons):
        return singletons <= n and failure_given_singletons(n, singletons) <= terms.random_gamma
    demand(within(s) and not within(s + 1), "the most people alone are others")
    def missed(steps):
        return at_most_minus(terms.test_scale, steps)
    demand(at_most(missed(gap), half) and (gap == 0 or not at_most(missed(gap - 1), half)), "the gap of the test is another")
    def hidden(threshold):
        shown = at_most_minus(terms.scale, threshold - 1)
        return at_most(shown, half) and at_most(shown + exp(-1 / terms.scale), Fraction(1))
    demand(hidden(terms.threshold) and (terms.threshold == 2 or not hidden(terms.threshold - 1)), "the threshold is another")
    failure = failure_given_singletons(n, s)
    demand(terms.gamma in ({min(g, terms.random_gamma) for g in rounded_up(dec(failure), 6)} if failure else {Fraction(0)}),
           "gamma is not that of so many people alone")
    eta = missed(gap) + at_most_minus(terms.scale, terms.threshold - 1)
    demand(terms.eta in {min(e, terms.random_eta) for e in rounded_up(eta, 6)}, "eta is not that of the test and the threshold")
    demand(certificate["mechanism"]["shown"] == {} and certificate["mechanism"]["reason"] == REASON, "something is done afterwards")
    return f"the test passes up to {terms.passes}"


def check_leaf(certificate):
    """The promise is T345 with these terms, alone."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) == 1, "there are more promises")
    node = derivations[0]
    wanted = {name: getattr(terms, name) for name in RULE}
    demand(node["rule"] == "tested_keys" and read_inputs(node["inputs"]) == wanted and not node["premises"], "the leaf is about other terms")


def check_answer(certificate):
    """Every count is what was drawn, and all are told from the same count on: from 1, or from the threshold."""
    terms = Terms(certificate)
    demand(certificate["numbers"] == [{"name": "count", "unit": "1", "may_be_unknown": False},
                                      {"name": "listed from", "unit": "1", "may_be_unknown": False}], "the numbers are others")
    demand(certificate["total"] is None, "there is a total")
    demand_least(lambda t: laplace_tail(terms.scale, t), terms.bound, 1 - terms.confidence)
    told = set()
    for row, (count, listed_from, *more) in drawn_rows(certificate):
        demand(not more and -MOST_COUNT <= count <= MOST_COUNT, "no count is that")
        demand(listed_from == 1 or listed_from == terms.threshold <= count, "a key is told that should not be")
        told.add(listed_from)
        least = max(1, count - terms.bound)
        have = {key: value for key, value in row.items() if key != "cell"}
        right = {"count": count, "interval": [least, max(least, count + terms.bound)], "listed from": listed_from,
                 "listed from_interval": None}
        demand(have == right, f"an answer is {str(have)[:80]}, and should be {str(right)[:80]}")
    demand(len(told) <= 1, "keys are told from different counts on")
    return f"{len(certificate['drawn']['numbers'][0])} keys"


def check_accuracy(certificate):
    """T5, of a key that is told."""
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
    return None if name == "listed from" else count_of_rows(certificate)


def warnings(certificate):
    """The warning of average-case releases comes first, whatever else is said."""
    terms = Terms(certificate)
    alternative = (f"`epsilon` {written(1 / terms.scale)} with `delta` {written(terms.eta)}, keys with differential privacy from "
                   f"{terms.threshold} on")
    return [average_case_warning(terms.alpha, terms.eta, terms.gamma, terms.people, alternative),
            f"`listed from` says which keys are told: from 1 on all that hold somebody, and from {terms.threshold} on those whose noisy count is "
            f"{terms.threshold} or more", ROWS] + [JSON_LINES] * is_json_lines(certificate["question"]["table"])
