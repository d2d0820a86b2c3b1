"""A maximum, a minimum, a range, a quantile or the highest bin of at least K people, read off counts that are never above the truth."""
from fractions import Fraction

from ..accuracy_rules import statistic_of_drops
from ..cell_warnings import JSON_LINES, LARGE_DELTA, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, entries_of
from ..column_unit import shown_as
from ..drops import most_in_all, most_in_empty, weights
from ..extremes import Given, range_of
from ..numbers import confidence_of, exp, number, written
from ..quantity import count_of_numbers
from ..question import most_in_cell
from ..report import demand
from .drop_only import LEAST_DELTA, MOST_COUNT, MOST_DELTA, MOST_EPSILON, READ_OFF, check_leaf
from .extremes import open_ends

NAMES = ("drop_only_value",)
VERBS = ("max", "min", "range", "quantile", "max-k")
MOST_ROWS, MOST_BARS, MOST_DENOMINATOR, MOST_PEOPLE = 10**6, 10**6, 10**9, 10**12


class Terms:
    """What was asked, the bins and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        self.verb, self.person, self.share = self.question["verb"], self.question["person"], self.law["share"]
        self.grouped = bool(self.question["columns"])
        measure = self.question["measure"]
        self.bins = Given(measure["bins"])
        self.at = number(measure["at"]) if "at" in measure else None
        least = measure.get("at_least", "1")
        demand(least.isascii() and least.isdecimal() and len(least) <= 13, "no number of people is that")
        self.least = int(least) if "at_least" in measure else None
        self.epsilon, self.row_delta, self.delta = (number(self.law[name]) for name in ("epsilon", "row_delta", "delta"))
        demand(0 < self.epsilon <= MOST_EPSILON and LEAST_DELTA <= self.row_delta <= self.delta <= MOST_DELTA, "no drop has these terms")
        self.words = weights(self.epsilon, self.row_delta)
        self.width = len(self.words) - 1
        self.risk = 1 - confidence_of(certificate)

    @property
    def rows(self):
        """Of one person, that change something."""
        if self.person == "one row":
            return 1
        in_cell = most_in_cell(self.person)
        return min(self.person["rows_per_person"], self.person["cells_per_person"] * in_cell) if self.grouped else in_cell

    @property
    def people(self):
        return "people" if self.share["rows"] == 1 else "rows"

    @property
    def aside(self):
        return most_in_all(self.words, self.bins.bins, self.risk)


def check_request(certificate):
    """A request that the planner takes."""
    terms, measure = Terms(certificate), certificate["question"]["measure"]
    demand(terms.verb in VERBS and measure["drop_only"] == "yes" and measure["column"], "the question is another")
    demand((terms.at is not None) == (terms.verb == "quantile") and (terms.least is not None) == (terms.verb == "max-k"), "the question is another")
    demand(terms.at is None or (0 < terms.at < 1 and terms.at.denominator <= MOST_DENOMINATOR), "the quantile is not between 0 and 1")
    demand(terms.least is None or (1 <= terms.least <= MOST_PEOPLE and measure["at_least"] == str(terms.least)), "there is no such bin")
    caps = [] if terms.person == "one row" else [terms.person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps) and terms.rows <= MOST_ROWS, "caps are not from 1 to 10^6")
    cells = all_cells(certificate)
    demand(cells is not None and cells <= MOST_BARS // terms.bins.bins, "groups are not known, or too many")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    in_bar = min(terms.rows, 1 if terms.person == "one row" else most_in_cell(terms.person))
    demand(terms.share == {"rows": terms.rows, "cells": terms.rows, "rows_in_cell": in_bar}, "the share of a person is another")


def check_law(certificate):
    """The table is that of the two numbers of a row, the bins are those of the question."""
    terms = Terms(certificate)
    right = {"epsilon": written(terms.epsilon), "row_delta": written(terms.row_delta), "delta": written(terms.delta),
             "width": terms.width, "share": terms.share, "bins": terms.bins.bins, "step": written(terms.bins.step)}
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == (READ_OFF if terms.verb == "max-k" else "it was asked for by name"), "the reason is another")
    return f"width {terms.width}"


def places_of(terms, counts):
    """T165: the bins of the answer; none where nothing is left."""
    if terms.verb == "quantile":
        rank, below = -(-terms.at * sum(counts) // 1), 0
        for bin_, count in enumerate(counts):
            below += count
            if below >= rank > 0:
                return [bin_]
        return []
    left = [bin_ for bin_, count in enumerate(counts) if count >= (terms.least or 1)]
    if not left:
        return []
    return [left[0], left[-1]] if terms.verb == "range" else [left[0] if terms.verb == "min" else left[-1]]


def check_answer(certificate):
    """Every number is read off the counts that were drawn, and their sum has what may be missing as its interval."""
    terms, drawn = Terms(certificate), certificate["drawn"]["numbers"]
    demand(len(drawn) == terms.bins.bins, "other numbers were drawn")
    demand(all(0 <= count <= MOST_COUNT for counts in drawn for count in counts), "no count is that")
    names = ["range", "min", "max"] if terms.verb == "range" else [f"{written(terms.at)} quantile" if terms.at else terms.verb]
    series = [{"name": name, "unit": written(terms.bins.unit), "may_be_unknown": True, **open_ends(terms.bins, name, name != "min")}
              for name in names]
    demand(certificate["numbers"] == [*series, {"name": "count", "unit": "1", "may_be_unknown": False}], "the numbers have other names or units")
    for row, counts in zip(entries_of(certificate), zip(*drawn), strict=True):
        demand(sum(counts) <= MOST_COUNT, "the counts are too many")
        places = places_of(terms, counts)
        if not places:
            values = [None] * len(names)
        elif terms.verb == "range":
            low, high = terms.bins.lower(places[0]), terms.bins.upper(places[1])
            values = [range_of(terms.bins, low, high), low, high]
        else:
            values = [terms.bins.lower(places[0]) if terms.verb == "min" else terms.bins.upper(places[0])]
        right = {"count": sum(counts), "count_interval": [sum(counts), sum(counts) + terms.aside]}
        for i, (name, value) in enumerate(zip(names, values)):
            right["value" if i == 0 else name] = shown_as(value, terms.bins.unit)
            right["interval" if i == 0 else f"{name}_interval"] = None
        have = {key: value for key, value in row.items() if key != "cell"}
        demand(have == right, f"an answer is {str(have)[:80]}, and should be {str(right)[:80]}")
    return f"{len(drawn[0])}"


def check_accuracy(certificate):
    """T163, T164; there is no error of values."""
    terms = Terms(certificate)
    before = "in each group " if terms.grouped else ""
    aside = f"{before}{terms.people} set aside, without whom the answer is exact in bins,"
    entries = [(terms.aside, terms.risk, aside), (terms.bins.bins * terms.width, Fraction(0), aside)]
    if terms.verb in ("max", "min"):
        side = "above" if terms.verb == "max" else "below"
        entries.append((most_in_empty(terms.words, terms.bins.bins, terms.risk), terms.risk, f"{before}{terms.people} {side} the bin of the answer"))
    right = [{"alpha": "0", "beta": str(beta), "gamma": written(gamma), "distortion": "none", "metric": metric} for beta, gamma, metric in entries]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:160]}")
    demand(certificate["error"] == [], "an error of values is promised")
    return f"{terms.aside} {terms.people}"


def accuracy_derivations(certificate):
    """T203, T205: of the bins of one group."""
    terms = Terms(certificate)
    return [statistic_of_drops(terms.verb.replace("-", "_"), terms.epsilon, terms.row_delta, terms.bins.bins, terms.risk)]


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return count_of_numbers(certificate) if name == "count" else None


def warnings(certificate):
    terms = Terms(certificate)
    low, high = terms.bins.ends
    result = [f"the answer is that of a table from which up to {terms.width} {terms.people} of each bin were dropped: bins that hold few may "
              "count as empty",
              f"an answer is the end of one of {terms.bins.bins} bins: all values below {low} lie in one bin, and all values from {high} on in another"]
    epsilon = terms.epsilon * terms.share["rows"]
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(epsilon), 2)}")
    if terms.delta > LARGE_DELTA:
        result.append(f"delta {promised(terms.delta)} is large: with that probability the promise says nothing; a usual delta is far below "
                      "one in the number of people")
    result.append(ROWS if terms.person == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
