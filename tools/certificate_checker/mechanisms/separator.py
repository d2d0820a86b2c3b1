"""A maximum-margin separator read off counts that are never above the truth: all that its certificate says, from the question and the law."""
import math
from fractions import Fraction
from types import SimpleNamespace

from ..accuracy_rules import separator_of_drops
from ..cell_warnings import JSON_LINES, LARGE_DELTA, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import drawn_rows
from ..column_unit import shown_as
from ..domain import Numbers
from ..drops import most_in_all, weights
from ..numbers import confidence_of, exp, number, written
from ..quantity import of_kept_rows
from ..question import most_in_cell
from ..report import demand
from .drop_only import LEAST_DELTA, MOST_COUNT, MOST_DELTA, MOST_EPSILON, check_leaf

NAMES = ("drop_only_separator",)
REASON = "the widest margin is read off counts that are never above the truth"
MOST_AXES, MOST_POINTS, MOST_CAP, DIGITS, NO_SUPPORT = 5, 5 * 10**6, 10**6, 10**9, -1


def power_of_ten_above(x):
    power = Fraction(1)
    while power < x:
        power *= 10
    while power / 10 >= x:
        power /= 10
    return power


class Axis:
    """A column, where its grid begins, its step and how many there are."""

    def __init__(self, text):
        self.name, equals, grid = text.rpartition("=")
        demand(self.name and equals, "an axis has no grid")
        bins = Numbers(grid)
        self.low, self.size = bins.low, bins.bins
        self.step = bins.step if bins.bins > 1 else bins.high - bins.low


class Terms:
    """What was asked, the lattice and the terms of the law."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        measure = self.question["measure"]
        self.label, self.labels = measure["column"], measure["labels"].split(",")
        self.axes = [Axis(text) for text in measure["x"].split(",")]
        self.person, self.share = self.question["person"], self.law["share"]
        self.points = math.prod(axis.size for axis in self.axes)
        demand(self.points <= MOST_POINTS, "the grid has too many points")
        self.cells = 3 * math.prod(axis.size + 2 for axis in self.axes)
        self.epsilon, self.row_delta, self.delta = (number(self.law[name]) for name in ("epsilon", "row_delta", "delta"))
        demand(0 < self.epsilon <= MOST_EPSILON and LEAST_DELTA <= self.row_delta <= self.delta <= MOST_DELTA, "no drop has these terms")
        self.words = weights(self.epsilon, self.row_delta)
        self.width = len(self.words) - 1
        self.risk = 1 - confidence_of(certificate)

    @property
    def people(self):
        return "people" if self.share["rows"] == 1 else "rows"

    def wanted_share(self):
        """T30, of the cells of the lattice and those around it."""
        if self.person == "one row":
            return {"rows": 1, "cells": 1, "rows_in_cell": 1}
        rows, cells, in_cell = self.person["rows_per_person"], self.person["cells_per_person"], most_in_cell(self.person)
        demand(all(1 <= cap <= MOST_CAP for cap in (rows, cells, self.person.get("rows_per_cell", 1))), "caps are from 1 to 1000000")
        cells = min(rows, cells, self.cells)
        return {"rows": min(rows, cells * in_cell), "cells": cells, "rows_in_cell": in_cell}

    def coefficient_unit(self, axis):
        return power_of_ten_above(1 / axis.step) / DIGITS

    def offset_unit(self):
        most = 1 + sum(max(abs(axis.low), abs(axis.low + axis.step * axis.size)) / axis.step for axis in self.axes)
        return max(Fraction(1), power_of_ten_above(most) / DIGITS) / DIGITS

    def point(self, code):
        place, at = code // 2, []
        for axis in reversed(self.axes):
            at.insert(0, place % axis.size)
            place //= axis.size
        return at, code % 2 == 1

    def grid_sentence(self):
        return ("every value counts as the middle of its step, a margin is measured in steps, and rows outside the grid "
                f"{self.question['measure']['x']} or with another label are left out")


def check_request(certificate):
    """A request that the planner takes."""
    terms = Terms(certificate)
    question = terms.question
    names = [axis.name for axis in terms.axes]
    demand(question["verb"] == "separator" and question["columns"] == [] and terms.label, "the question is another")
    demand(len(names) <= MOST_AXES and len({*names, terms.label}) == len(names) + 1, "a column stands there twice, or there are too many")
    demand(len(terms.labels) == 2 and len(set(terms.labels)) == 2 and all(label and label == label.strip() for label in terms.labels),
           "there are not two labels")
    demand(terms.person == "one row" or terms.person["per_person"] != "all", "people have no caps")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(terms.share == terms.wanted_share(), "the share of a person is another")


def check_law(certificate):
    """The table is that of the two numbers of a row, the points are those of the question."""
    terms = Terms(certificate)
    right = {"epsilon": written(terms.epsilon), "row_delta": written(terms.row_delta), "delta": written(terms.delta),
             "width": terms.width, "share": terms.share, "points": terms.points}
    demand(terms.law == right, f"the law is {str(terms.law)[:80]}, and should be {str(right)[:80]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"width {terms.width}"


def solved(rows):
    """Gauss and Jordan, in fractions; None where they are singular."""
    size = len(rows)
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k and rows[i][k] != 0:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[-1] for row in rows]


def margin_of(supports):
    """T210: the nearest points of the two hulls, where every support has a share in them; None elsewhere."""
    signs = [1 if second else -1 for _, second in supports]
    size = len(supports)
    if len(set(signs)) < 2:
        return None
    rows = []
    for (at, second), sign in zip(supports, signs):
        products = [Fraction(sign * other * sum(a * b for a, b in zip(at, point))) for (point, _), other in zip(supports, signs)]
        rows.append(products + [Fraction(not second), Fraction(second), Fraction(0)])
    for side in (False, True):
        rows.append([Fraction(second == side) for _, second in supports] + [Fraction(0), Fraction(0), Fraction(1)])
    shares = solved(rows)
    if shares is None or min(shares[:size]) <= 0:
        return None
    w = [sum(share * sign * at[c] for (at, _), sign, share in zip(supports, signs, shares)) for c in range(len(supports[0][0]))]
    along = {second: sum(a * b for a, b in zip(w, at)) for at, second in supports}
    gap = sum(x * x for x in w)
    return SimpleNamespace(w=w, middle=(along[False] + along[True]) / 2, gap=gap) if gap else None


def check_drawn_numbers(terms, numbers):
    """What a run can draw; returns the margin, None where there is none."""
    demand(len(numbers) == len(terms.axes) + 3, "other numbers were drawn")
    left, codes = numbers[:2], list(numbers[2:])
    demand(all(0 <= count <= MOST_COUNT for count in left), "no count is that")
    known = [code for code in codes if code != NO_SUPPORT]
    demand(codes == known + [NO_SUPPORT] * (len(codes) - len(known)), "a support stands behind none")
    if not known:
        return None
    demand(all(0 <= code < 2 * terms.points for code in known) and all(a < b for a, b in zip(known, known[1:])), "the supports are not in their order")
    demand(all(sum(code % 2 == side for code in known) <= left[side] for side in (0, 1)), "there are more supports than people")
    margin = margin_of([terms.point(code) for code in known])
    demand(margin is not None, "the supports hold no plane")
    return margin


def values_of(terms, margin):
    """Coefficients, offset and margin as multiples of their units."""
    nearest = lambda x, unit: math.floor(x / unit + Fraction(1, 2))
    largest = max(map(abs, margin.w))
    coefficients = [w / largest / axis.step for w, axis in zip(margin.w, terms.axes)]
    offset = -margin.middle / largest - sum(c * (axis.low + axis.step / 2) for c, axis in zip(coefficients, terms.axes))
    values = [nearest(c, terms.coefficient_unit(axis)) for c, axis in zip(coefficients, terms.axes)]
    return [*values, nearest(offset, terms.offset_unit()), math.isqrt(math.floor(margin.gap / 4 * DIGITS**2))]


def check_answer(certificate):
    """The plane is that of the supports, and counts have what may be missing as their interval."""
    terms = Terms(certificate)
    units = [terms.coefficient_unit(axis) for axis in terms.axes] + [terms.offset_unit(), Fraction(1, DIGITS)]
    names = [f"coefficient of {axis.name}" for axis in terms.axes] + ["offset", "margin"]
    series = [{"name": name, "unit": written(unit), "may_be_unknown": True} for name, unit in zip(names, units)]
    counts = [f"count of {label}" for label in terms.labels]
    series += [{"name": name, "unit": "1", "may_be_unknown": False} for name in counts]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    most = most_in_all(terms.words, terms.points, terms.risk)
    for row, numbers in drawn_rows(certificate):
        margin = check_drawn_numbers(terms, numbers)
        values = values_of(terms, margin) if margin else [None] * len(names)
        for i, (name, unit, value) in enumerate(zip(names, units, values)):
            key, ends = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            right = shown_as(value, unit)
            demand(row.get(key, "") == right, f"the {name} is {str(row.get(key, 'missing'))[:40]}, and should be {right}")
            demand(row[ends] is None, "there is an interval")
        for name, count in zip(counts, numbers):
            demand(row[name] == count and row[f"{name}_interval"] == [count, count + most], f"the {name} is not {count} within {most}")
    return "a plane" if margin else "none"


def check_accuracy(certificate):
    """T212; there is no error of values."""
    terms = Terms(certificate)
    aside = f"{terms.people} set aside, without whom and with all others moved by at most half a step of each column the answer is exact,"
    entries = [(most_in_all(terms.words, 2 * terms.points, terms.risk), terms.risk, aside), (2 * terms.points * terms.width, Fraction(0), aside),
               (terms.width, Fraction(0), f"{terms.people} of one point and label set aside, never more,")]
    right = [{"alpha": "0", "beta": str(beta), "gamma": written(gamma), "distortion": "none", "metric": metric} for beta, gamma, metric in entries]
    demand(certificate["accuracy"] == right, f"the accuracy should be {str(right)[:160]}")
    demand(certificate["error"] == [], "an error of values is promised")


def accuracy_derivations(certificate):
    terms = Terms(certificate)
    return [separator_of_drops(terms.epsilon, terms.row_delta, 2 * terms.points, terms.risk)]


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    return of_kept_rows(certificate, "grid", counts=True, grouped=True) if name.startswith("count of ") else None


def warnings(certificate):
    terms = Terms(certificate)
    result = [f"the separator is that of a table from which up to {terms.width} {terms.people} of each point and label were dropped: points that "
              "hold few may count as empty", terms.grid_sentence()]
    epsilon = terms.epsilon * terms.share["rows"]
    if epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(epsilon), 2)}")
    if terms.delta > LARGE_DELTA:
        result.append(f"delta {promised(terms.delta)} is large: with that probability the promise says nothing; a usual delta is far below "
                      "one in the number of people")
    grouped = certificate | {"question": terms.question | {"columns": [terms.label]}}
    result.append(ROWS if terms.person == "one row" else of_caps(grouped))
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
