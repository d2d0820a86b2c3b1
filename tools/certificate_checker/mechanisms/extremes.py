"""A maximum, a minimum or a range: all that its certificate says, from the question and the law."""
import re
from fractions import Fraction
from functools import cache

from ..accuracy_rules import tree
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, entries_of
from ..column_unit import ColumnUnit, shown_as, unit_text
from ..extremes import (LEAST_EPSILON, MOST_CELLS, MOST_EPSILON, MOST_EXPONENTIAL_BINS, SHARES, Given, GivenDates, Octaves, UnitsOfDay,
                        beyond_exponential, beyond_threshold, range_of)
from ..moments import MICROSECONDS, MomentUnit
from ..numbers import confidence_of, exp, number, written
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs, times_of

NAMES = ("above_threshold", "exponential_extreme")
ENDS = {"max": ("max",), "min": ("min",), "range": ("min", "max")}
REASONS = {"above_threshold": "fewer rows lie beyond its answer than by the other form, and bins without rows cost next to nothing",
           "exponential_extreme": "it was asked for by name"}
MOST_ROWS, MOST_THRESHOLD = 10**6, 10**12
MOST_TERM = 2**62


@cache
def bins_of_text(text):
    return GivenDates(text) if re.match(r"\d{4}-\d{2}-\d{2}", text) else Given(text)


def bins_of(measure):
    """Of dates, as they begin with a year, a month and a day; of numbers; or of octaves."""
    if "bins" not in measure:
        unit = ColumnUnit(measure["unit"])
        return UnitsOfDay(unit.moments) if unit.moments else Octaves(unit)
    return bins_of_text(measure["bins"])


class Terms:
    """What was asked, the bins and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        self.person, self.verb = self.question["person"], self.question["verb"]
        self.grouped = bool(self.question["columns"])
        self.ends = ENDS[self.verb]
        self.exponential = certificate["mechanism"]["name"] == "exponential_extreme"
        measure = self.question["measure"]
        demand(("bins" in measure) != ("unit" in measure), "there are not either bins or a unit")
        if "unit" in measure:
            unit = ColumnUnit(measure["unit"])
            demand(not unit.moments or (unit.moments.of_day and unit.moments.size >= MICROSECONDS["second"]), "moments have no bins")
            demand(unit.usable, "the unit is none")
        self.bins = bins_of(measure)
        self.confidence = confidence_of(certificate)
        demand(("slope" in self.law) == self.exponential, "the law is of another mechanism")
        if self.exponential:
            self.slope, self.people = number(self.law["slope"]), self.law["people"]
        else:
            self.first, self.second, self.threshold = number(self.law["first"]), number(self.law["second"]), self.law["threshold"]

    @property
    def rows(self):
        """Of one person, that change something."""
        if self.person == "one row":
            return 1
        in_cell = most_in_cell(self.person)
        if not self.grouped:
            return in_cell
        return min(self.person["rows_per_person"], self.person["cells_per_person"] * in_cell)

    @property
    def epsilon(self):
        return (2 * self.slope if self.exponential else self.first + self.second) * self.rows * len(self.ends)

    @property
    def beyond(self):
        """Rows beyond each end; None where nothing is promised."""
        risk = (1 - self.confidence) / len(self.ends)
        if self.exponential:
            return beyond_exponential(self.slope, self.people, self.bins.bins, risk)
        return beyond_threshold(self.first, self.second, self.threshold, self.bins.bins, risk)

    @property
    def rows_word(self):
        return "people" if self.rows == 1 else "rows"


def check_request(certificate):
    """A request that the planner takes."""
    terms = Terms(certificate)
    caps = [] if terms.person == "one row" else [terms.person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    cells = all_cells(certificate)
    demand(cells is not None, "the keys of groups are not known")
    demand(cells <= MOST_CELLS // terms.bins.bins, "there are too many groups")
    demand(terms.question["measure"]["column"], "the column has no name")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    return f"{terms.bins.bins} bins"


def check_law(certificate):
    """The bins are those of the question, and the terms those of one epsilon."""
    terms = Terms(certificate)
    demand(terms.law["bins"] == terms.bins.bins, f"there are {terms.bins.bins} bins")
    octaves = isinstance(terms.bins, Octaves)
    demand(terms.law["step"] == (terms.bins.column_unit.text if octaves else written(terms.bins.step)), "values are rounded otherwise")
    if terms.exponential:
        demand(terms.slope > 0 and 1 <= terms.people <= MOST_THRESHOLD, "the terms are none")
        demand(terms.bins.bins <= MOST_EXPONENTIAL_BINS, "there are too many bins")
    else:
        demand(terms.first > 0 and terms.second > 0 and 0 <= terms.threshold <= MOST_THRESHOLD, "the terms are none")
        demand((terms.first / (terms.first + terms.second) * SHARES).denominator == 1, "the first share is no multiple of 1/64")
    epsilon = terms.epsilon
    demand(LEAST_EPSILON * terms.rows * len(terms.ends) <= epsilon <= MOST_EPSILON, "no extreme has this epsilon")
    demand(max(epsilon.numerator, epsilon.denominator) <= MOST_TERM, "epsilon has too many digits")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASONS[certificate["mechanism"]["name"]], "the reason is another")
    return f"epsilon {written(epsilon)}"


def check_leaf(certificate):
    """The first promise is T103 or T105 with these terms, twice for a range; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    if terms.exponential:
        wanted = {"slope": terms.slope, "rows_per_person": terms.rows}
    else:
        wanted = {"first": terms.first, "second": terms.second, "rows_per_person": terms.rows}
    for i, node in enumerate(derivations):
        if i:
            demand(node["rule"] == "replace_from_add_remove" and len(node["premises"]) == 1, "a promise of something else")
            node = node["premises"][0]
        if len(terms.ends) == 2:
            demand(node["rule"] == "basic_composition" and times_of(node) == [2], "not both ends are promised")
            node = node["premises"][0]
        demand(node["rule"] == certificate["mechanism"]["name"] and not node["premises"], f"the leaf {node['rule'][:40]} is another")
        demand(read_inputs(node["inputs"]) == wanted, "the leaf is about other terms")


def value_of(terms, end, bin_):
    """In units; None where nothing is known."""
    nobody = 0 if end == "max" else terms.bins.bins - 1
    if not terms.bins.known_at_once and bin_ == nobody:
        return None
    return terms.bins.upper(bin_) if end == "max" else terms.bins.lower(bin_)


def open_ends(bins, name, is_upper):
    """The bins at both ends of given ones hold all that lies outside; a range has none."""
    if name.startswith("range") or not bins.known_at_once:
        return {}
    text, last = lambda value: str(shown_as(value, bins.unit)), bins.bins - 1
    end = bins.upper if is_upper else bins.lower
    return {"above": {"at": text(end(last)), "from": text(bins.lower(last))}, "below": {"at": text(end(0)), "from": text(bins.upper(0))}}


def check_answer(certificate):
    """Every number is the end of the bin that was drawn, and has no interval."""
    terms, drawn = Terms(certificate), certificate["drawn"]["numbers"]
    demand(len(drawn) == len(terms.ends), "other numbers were drawn")
    demand(all(0 <= bin_ < terms.bins.bins for bins in drawn for bin_ in bins), "there is no such bin")
    names, units = list(terms.ends), [terms.bins.unit] * len(terms.ends)
    if len(names) == 2:
        moments = isinstance(terms.bins.unit, MomentUnit)
        names.insert(0, f"range in {terms.bins.unit.name}s" if moments else "range")
        units.insert(0, Fraction(1) if moments else terms.bins.unit)
    unknown = not terms.bins.known_at_once
    series = [{"name": name, "unit": unit_text(unit), "may_be_unknown": unknown, **open_ends(terms.bins, name, name == "max")} for name, unit in zip(names, units)]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    for row, bins in zip(entries_of(certificate), zip(*drawn), strict=True):
        values = [value_of(terms, end, bin_) for end, bin_ in zip(terms.ends, bins)]
        if len(values) == 2:
            values.insert(0, None if None in values else range_of(terms.bins, *values))
        right = {}
        for i, (name, unit, value) in enumerate(zip(names, units, values)):
            right["value" if i == 0 else name] = shown_as(value, unit)
            right["interval" if i == 0 else f"{name}_interval"] = None
        have = {key: value for key, value in row.items() if key != "cell"}
        demand(have == right, f"an answer is {str(have)[:80]}, and should be {str(right)[:80]}")
    return f"{len(drawn[0])}"


def metric_of(terms, end):
    side = "above" if end == "max" else "below"
    answer = "the answer" if len(terms.ends) == 1 else end
    text = f"{terms.rows_word} {side} the bin of {answer}"
    if terms.exponential:
        text += f" where there are {terms.people} or more"
    return ("in each group " if terms.grouped else "") + f"{text} (and at least one in it or {side})"


def check_accuracy(certificate):
    """T104, T105; there is no error of values."""
    terms = Terms(certificate)
    beyond, gamma = terms.beyond, written((1 - terms.confidence) / len(terms.ends))
    right = [] if beyond is None else [{"alpha": "0", "beta": str(beyond), "gamma": gamma, "distortion": "none",
                                        "metric": metric_of(terms, end)} for end in terms.ends]
    demand(certificate["accuracy"] == right, f"at most {beyond} {terms.rows_word} lie beyond, and that alone is to be said")
    demand(certificate["error"] == [], "an error of values is promised")
    return f"{beyond} {terms.rows_word}"


def accuracy_derivations(certificate):
    """T204, T291, for each end."""
    terms = Terms(certificate)
    if terms.beyond is None:
        return []
    if terms.exponential:
        rule, named = "people_beyond_drawn", (("slope", terms.slope), ("people", terms.people))
    else:
        rule, named = "people_beyond", (("first", terms.first), ("second", terms.second), ("threshold", terms.threshold))
    more = (("bins", terms.bins.bins), ("risk", (1 - terms.confidence) / len(terms.ends)))
    return [tree(rule, (("statistic", end), *named, *more)) for end in terms.ends]


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def of_range(terms):
    bins = terms.bins
    if not bins.known_at_once:
        return ColumnUnit(terms.question["measure"]["unit"]).range
    low, high = bins.ends
    text = f"all values below {low} lie in one bin, and all values from {high} on in another"
    return text + (bins.unit.zone_words if isinstance(bins.unit, MomentUnit) else "")


def of_few(terms):
    if terms.exponential:
        return f"with fewer than {terms.people} {terms.rows_word} nothing is promised, and the answer may lie anywhere"
    nobody = "the bin at the other end" if terms.bins.known_at_once else "unknown"
    if terms.threshold == 0:
        return f"the answer of an empty table is mostly {nobody}"
    return f"with about {terms.threshold} {terms.rows_word} or fewer the answer is mostly that of an empty table: {nobody}"


def interval_of(certificate, name):
    return None


def warnings(certificate):
    terms = Terms(certificate)
    result = ["the answer is the end of a bin that may be empty, and need not be a value of the table; "
              f"{terms.rows_word} beyond it are set aside", of_range(terms), of_few(terms)]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    result.append(ROWS if terms.person == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
