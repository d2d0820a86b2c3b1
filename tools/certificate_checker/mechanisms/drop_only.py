"""Counts that are never above the truth: all that their certificate says, from the question and the law."""
from fractions import Fraction

from ..accuracy_rules import MOST_PLACES, statistic_of_drops, tree
from ..cell_warnings import JSON_LINES, LARGE_DELTA, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows, places_of, released_columns, unknown_keys
from ..drops import mean, most_dropped, most_in_all, weights
from ..numbers import confidence_of, exp, number, written
from ..quantity import count_of_rows
from ..question import MOST_LISTED, check_share
from ..report import demand
from ..rule import read_inputs

NAMES = ("drop_only",)
ASKED = "it was asked for by `drop_only`"
READ_OFF = "an answer is read off counts that are never above the truth"
MOST_TOTALLED, MOST_COUNT = 10**6, 2**61
MOST_EPSILON, LEAST_DELTA, MOST_DELTA = 20, Fraction(1, 10**15), Fraction(1, 2)


class Terms:
    """What was asked and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        self.verb, self.share = self.question["verb"], self.law["share"]
        self.epsilon, self.row_delta, self.delta = (number(self.law[name]) for name in ("epsilon", "row_delta", "delta"))
        demand(0 < self.epsilon <= MOST_EPSILON and LEAST_DELTA <= self.row_delta <= self.delta <= MOST_DELTA, "no drop has these terms")
        self.words = weights(self.epsilon, self.row_delta)
        self.confidence = confidence_of(certificate)
        self.likely = most_dropped(self.words, self.confidence)
        self.bars = all_cells(certificate)

    @property
    def width(self):
        return len(self.words) - 1

    @property
    def people(self):
        return "people" if self.share["rows"] == 1 else "rows"

    @property
    def in_all(self):
        return most_in_all(self.words, self.bars, 1 - self.confidence)


def check_request(certificate):
    """A request that the planner takes."""
    terms, fewer = Terms(certificate), certificate["fewer_than"]
    demand(terms.verb in ("histogram", "count", "support", "mode"), "the verb is another")
    demand("measure" not in terms.question, "nothing is measured")
    check_share(certificate)
    demand(fewer is None or fewer >= 1, "fewer_than is below 1")
    demand(fewer is not None or not (terms.verb == "support" or unknown_keys(certificate)), "it is not said what is not listed")
    demand(terms.verb != "mode" or (fewer is None and terms.bars is not None), "a mode hides something, or has keys that are not known")
    demand(fewer is not None or terms.bars <= MOST_LISTED, "that many cells are not listed")


def check_law(certificate):
    """The table is that of the two numbers of a row."""
    terms = Terms(certificate)
    right = {"epsilon": written(terms.epsilon), "row_delta": written(terms.row_delta), "delta": written(terms.delta),
             "width": terms.width, "share": terms.share}
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    reason = READ_OFF if terms.verb in ("support", "mode") else ASKED
    demand(certificate["mechanism"]["reason"] == reason, "the reason is another")
    return f"width {terms.width}"


def check_leaf(certificate):
    """The first promise is T162 with these terms; another one can only speak of replaced people."""
    law, derivations = certificate["mechanism"]["law"], certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    wanted = {name: number(law[name]) for name in ("epsilon", "row_delta", "delta")}
    wanted |= {name: law["share"][name] for name in ("rows", "rows_in_cell")}
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        demand(node["rule"] == "drop_only_cells" and not node["premises"], f"the leaf {node['rule'][:40]} is another")
        demand(read_inputs(node["inputs"]) == wanted, "the leaf is about other terms")


def check_answer(certificate):
    """Every count is what was drawn, with what may be missing as its interval."""
    terms, fewer = Terms(certificate), certificate["fewer_than"]
    demand(certificate["numbers"] == [{"name": "count", "unit": "1", "may_be_unknown": False}], "the numbers are no counts")
    for row, numbers in drawn_rows(certificate):
        demand(len(numbers) == 1 and 0 <= numbers[0] <= MOST_COUNT, "no count is that")
        demand(fewer is None or numbers[0] >= fewer, "a cell below fewer_than is shown")
        have = {key: value for key, value in row.items() if key != "cell"}
        right = {"count": numbers[0], "interval": [numbers[0], numbers[0] + terms.likely]}
        demand(have == right, f"an answer is {str(have)[:80]}, and should be {str(right)[:80]}")
    if terms.verb == "mode":
        check_mode(certificate)
    check_total(certificate)
    return f"{len(certificate['drawn']['numbers'][0])} counts"


def check_mode(certificate):
    """Of one group all cells have the same count, and something is left in each."""
    columns, cells, groups = released_columns(certificate), certificate["drawn"]["cells"], {}
    counts = certificate["drawn"]["numbers"][0]
    for cell, count in zip(range(len(counts)) if cells is None else cells, counts):
        group = tuple(places_of(cell, columns)[:-1])
        demand(count >= 1 and groups.setdefault(group, count) == count, "a mode has not the largest count of its group")


def check_total(certificate):
    """T163, where all cells of a domain are there."""
    terms, total = Terms(certificate), certificate["total"]
    listed = certificate["fewer_than"] is None and terms.verb != "mode" and terms.question["columns"] and terms.bars <= MOST_TOTALLED
    if not listed:
        demand(total is None, "there is a total of what is not all there")
        return
    value = sum(certificate["drawn"]["numbers"][0])
    demand(value <= MOST_COUNT, "the total is too large")
    right = {"count": value, "interval": [value, value + terms.in_all]}
    demand(total == right, f"the total is {str(total)[:80]}, and should be {str(right)[:80]}")


def check_accuracy(certificate):
    """T163: what is missing from a count, probably and at most, and from all of them."""
    terms = Terms(certificate)
    risk, one = written(1 - terms.confidence), f"{terms.people} missing from one count"
    entries = [(terms.likely, risk, one), (terms.width, "0", one)]
    if terms.bars is not None:
        entries.append((terms.in_all, risk, f"{terms.people} missing from all counts together"))
    right = [{"alpha": "0", "beta": str(beta), "gamma": gamma, "distortion": "none", "metric": metric} for beta, gamma, metric in entries]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:120]}")
    error = [{"count": None, "mean_abs": written(mean(terms.words)), "bound": terms.likely, "confidence": written(terms.confidence)}]
    demand(certificate["error"] == error, f"the error should be {str(error)[:120]}")


def accuracy_derivations(certificate):
    """T203, T205: of the histogram, or of what is read off it; T292 where the keys are not known."""
    terms = Terms(certificate)
    if terms.bars is None:
        return [tree("dropped_of_key", (("epsilon", terms.epsilon), ("row_delta", terms.row_delta), ("risk", 1 - terms.confidence)))]
    if terms.bars > MOST_PLACES:
        return []
    statistic = terms.verb if terms.verb in ("support", "mode") else "identity"
    return [statistic_of_drops(statistic, terms.epsilon, terms.row_delta, terms.bars, 1 - terms.confidence)]


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return count_of_rows(certificate)


def warnings(certificate):
    terms = Terms(certificate)
    result = [f"counts are never above the truth, and up to {terms.width} {terms.people} may be missing from each: a count of 0 stands "
              f"for 0 to {terms.width}"]
    epsilon = terms.epsilon * terms.share["rows"]
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(epsilon), 2)}")
    if terms.delta > LARGE_DELTA:
        result.append(f"delta {promised(terms.delta)} is large: with that probability the promise says nothing; a usual delta is far below "
                      "one in the number of people")
    if terms.question["person"] == "one row":
        result.append(ROWS)
    elif caps := of_caps(certificate):
        result.append(caps)
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
