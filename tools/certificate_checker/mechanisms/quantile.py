"""Quantiles of a column by a public prior: all that a certificate says of them, from the question and the law."""
import math
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows, unknown_keys
from ..column_unit import ColumnUnit, shown_as, unit_text
from ..noise import laplace_tail
from ..numbers import at_most, confidence_of, exp, number, request_number, written
from ..quantile import (INTERVAL_PARTS, LEAST_EPSILON, MOST_CODE, MOST_DENOMINATOR, MOST_EPSILON, MOST_GROUPS, MOST_QUANTILES, MOST_ROWS,
                        MOST_WINDOW_ROWS, PARTS, TIES, Ends, Prior, Tree, fits, is_end, law_of, rank_error, rows_needed)
from ..quantity import count_of_numbers, of_kept_rows
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs

NAMES = ("universal_quantile",)
METRIC = "rows between the answer and its rank"
REASON = "every size of numbers within the public range is equally likely before the data speaks, so nothing else has to be known"
MOMENTS_REASON = "every moment within the public range is equally likely before the data speaks, so nothing else has to be known"
NONE = -(1 << 63)          # stands where the guard has stopped
LEAST_COUNT, MOST_COUNT = -(1 << 62), (1 << 62) + 10**12
SHARES = 1000
LARGEST_BOUND = 10**24


class Terms:
    """What was asked, and what follows from it."""

    def __init__(self, certificate):
        question = certificate["question"]
        measure, person = question["measure"], question["person"]
        self.rows = 1 if person == "one row" else min(person["rows_per_person"], person["cells_per_person"] * most_in_cell(person))
        self.at = [number(text) for text in measure["at"].split(",")]
        self.column_unit = ColumnUnit(measure["unit"])
        self.moments, self.unit = self.column_unit.moments, self.column_unit.number
        self.part = number(certificate["mechanism"]["law"]["epsilon"])
        self.guard, self.check, self.interval = "no_guard" not in measure, "check" in measure, "interval" in measure
        self.bounds = measure.get("bounds")
        self.confidence = confidence_of(certificate)

    @property
    def epsilon(self):
        return self.part * PARTS / (PARTS - self.guard - self.check - INTERVAL_PARTS * self.interval)

    @property
    def of_counts(self):
        """The epsilon of each noisy count."""
        return self.epsilon / PARTS

    @property
    def ends(self):
        """Of intervals, where there are any."""
        return Ends(self.at, self.epsilon * INTERVAL_PARTS / PARTS, self.rows, self.confidence) if self.interval else None

    @property
    def tree(self):
        return Tree(self.at, self.part, self.rows)

    @property
    def prior(self):
        codes = None
        if self.moments:
            codes = self.moments.codes(self.bounds)
        elif self.bounds:
            codes = [math.floor(x / self.unit + Fraction(1, 2)) for x in self.of_bounds()]
        return Prior(self.column_unit.of_numbers, codes, TIES if len(self.at) > 1 else 0)

    def of_bounds(self):
        demand(self.bounds.count(":") == 1, "bounds are none")
        ends = [request_number(x) for x in self.bounds.split(":")]
        demand(self.bounds == ":".join(map(written, ends)), "the bounds are not in their own form")
        return ends


def check_request(certificate):
    """A request that the planner takes."""
    terms, question = Terms(certificate), certificate["question"]
    demand(1 <= len(terms.at) <= MOST_QUANTILES, "there are no quantiles, or too many")
    demand(all(0 < q < 1 and q.denominator <= MOST_DENOMINATOR for q in terms.at), "a quantile is not between 0 and 1, or has too many digits")
    demand(all(a < b for a, b in zip(terms.at, terms.at[1:])), "the quantiles do not rise")
    fixed = {"median": [Fraction(1, 2)], "iqr": [Fraction(i, 4) for i in (1, 2, 3)]}.get(question["verb"], terms.at)
    demand(terms.at == fixed, "the verb asks for other quantiles")
    demand(terms.column_unit.usable, "the unit is none")
    demand(not terms.bounds or not terms.column_unit.places, "the unit goes without bounds")
    demand(not (terms.bounds and terms.moments and terms.moments.of_day), "times of day have bounds")
    if terms.bounds and not terms.moments:
        low, high = terms.of_bounds()
        demand(low < high and max(abs(low), abs(high)) <= min(LARGEST_BOUND, terms.unit * MOST_CODE), "the bounds are exchanged or too large")
    demand(terms.prior.lowest < terms.prior.most, "the bounds are one unit")
    person = question["person"]
    caps = [] if person == "one row" else [person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    demand(not unknown_keys(certificate) and all_cells(certificate) <= MOST_GROUPS, "groups are not known, or too many")
    demand(question["measure"]["column"], "the column has no name")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(LEAST_EPSILON * terms.rows <= terms.epsilon <= MOST_EPSILON, "no quantile has this epsilon")
    demand(fits(terms.epsilon) and fits(terms.rows / terms.of_counts), "epsilon has too many digits")
    ends = terms.ends
    reach = {at: ends.reach(i) for i, at in enumerate(terms.at)} if ends else {}
    demand(terms.tree.window_rows(reach) * all_cells(certificate) <= MOST_WINDOW_ROWS, "more would be read than can be")
    demand(not ends or fits_ends(terms.at, ends), "epsilon has too many digits")


def check_law(certificate):
    """Prior, slopes, ties and the guard follow from the request and one epsilon."""
    terms = Terms(certificate)
    right = law_of(terms.at, terms.tree, terms.part, terms.column_unit.text, terms.prior, terms.guard, terms.check, terms.rows / terms.of_counts,
                   terms.ends)
    have = certificate["mechanism"]["law"]
    for name in sorted(set(right) | set(have)):
        demand(have.get(name) == right.get(name), f"{name} is {str(have.get(name))[:60]}, and should be {str(right.get(name))[:60]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == (MOMENTS_REASON if terms.moments else REASON), "the reason is another")
    return f"epsilon {written(terms.epsilon)}"


def check_leaf(certificate):
    """The first promise is that of the quantiles and of the noisy counts beside them; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    count = ("discrete_laplace_cells", {"scale": terms.rows / terms.of_counts, "sensitivity": terms.rows})
    tree = terms.tree
    first = tree.nodes[0]
    if len(tree.nodes) == 1:
        quantiles = ("universal_quantile", {"at": first.at, "left": first.left, "right": first.right, "rows_per_person": terms.rows})
    else:
        quantiles = ("split_quantiles", {"levels": tree.levels, "epsilon": tree.of_level / terms.rows, "rows_per_person": terms.rows})
    wanted = [count] * terms.guard + [quantiles] + [count] * terms.check
    if terms.interval:
        share = terms.ends.share
        wanted.append(("rank_thresholds", {"first": share, "second": share, "searches": terms.ends.searches, "rows_per_person": terms.rows}))
    demand(len(derivations) <= 2, "there are more promises")
    for i, derivation in enumerate(derivations):
        if i == 1:
            demand(derivation["rule"] == "replace_from_add_remove" and len(derivation["premises"]) == 1, "a promise of something else")
            derivation = derivation["premises"][0]
        leaves = [derivation]
        if len(wanted) > 1:
            demand(derivation["rule"] == "basic_composition", "the promise does not add up its parts")
            leaves = derivation["premises"]
        demand([(leaf["rule"], read_inputs(leaf["inputs"])) for leaf in leaves if not leaf["premises"]] == wanted,
               "the leaves are not those of the quantiles and their counts")


def fits_ends(at, ends):
    """Whether the draws of the ends take their fractions."""
    whole = [Fraction(max(q.numerator, q.denominator - q.numerator)) / ends.share for q in at]
    return all(map(fits, whole)) and fits(Fraction(ends.share.numerator * ends.most)) and fits(ends.share)


def intervals_of(terms, numbers):
    """The codes of the ends, none farther out than those of the quantiles around allow."""
    start = len(terms.at) + terms.check * (len(terms.at) + 1)
    ends = numbers[start:start + 2 * len(terms.at)]
    lower, upper = list(ends[::2]), list(ends[1::2])
    for i in range(1, len(lower)):
        lower[i] = max(lower[i], lower[i - 1])
    for i in reversed(range(1, len(upper))):
        upper[i - 1] = min(upper[i - 1], upper[i])
    return list(zip(lower, upper))


def series_of(at):
    return "median" if at == Fraction(1, 2) else f"{written(at)} quantile"


def answers_of(terms, verb, numbers):
    """The numbers of a row as (name, unit, multiple of it or None, may be unknown, interval or None), from what was drawn; of the count it is True."""
    listed = len(terms.at)
    stopped = numbers[0] == NONE
    unit = terms.column_unit
    name = f"IQR in {terms.moments.name}s" if terms.moments else "IQR"
    values = [] if verb != "iqr" else [(name, unit.of_differences, 0 if stopped else unit.apart(numbers[0], numbers[listed - 1])[0])]
    values += [(series_of(at), unit.of_values, code) for at, code in zip(terms.at, numbers)]
    intervals = [None] * len(values)
    if terms.interval and not stopped:
        intervals = intervals_of(terms, numbers)
        if verb == "iqr":
            first, last = intervals[0], intervals[-1]
            intervals.insert(0, (max(0, unit.apart(first[1], last[0])[1]), unit.apart(first[0], last[1])[2]))
    result = [(name, unit, None if stopped else value, terms.guard, ends) for (name, unit, value), ends in zip(values, intervals)]
    if terms.check:
        parts = numbers[listed:2 * listed + 1]
        for i, at in enumerate(terms.at):
            below, whole = sum(parts[:i + 1]), sum(parts)
            share = None if stopped or whole <= 0 else min(max((2 * SHARES * below + whole) // (2 * whole), 0), SHARES)
            result.append((f"share below {series_of(at)}", Fraction(1, SHARES), share, True, None))
    if terms.guard:
        result.append(("count", Fraction(1), numbers[-1], False, True))
    return result


def check_drawn_numbers(terms, least, numbers):
    """What a run can draw."""
    listed, is_count = len(terms.at), lambda n: LEAST_COUNT <= n <= MOST_COUNT
    drawn_ends = listed + terms.check * (listed + 1)
    demand(len(numbers) == drawn_ends + 2 * listed * terms.interval + terms.guard, "other numbers were drawn")
    others = numbers[:-1] if terms.guard else numbers
    if terms.guard:
        demand(is_count(numbers[-1]), "a count is outside all numbers")
        if numbers[-1] < least:
            demand(all(n == NONE for n in others), "there are answers although the guard has stopped")
            return
    codes = numbers[:listed]
    demand(list(codes) == sorted(codes), "the quantiles do not rise")
    demand(terms.prior.lowest <= codes[0] and codes[-1] <= terms.prior.most, "a code is outside the range")
    demand(all(is_count(n) for n in others[listed:drawn_ends]), "a count is outside all numbers")
    lowest, most = terms.prior.lowest, terms.prior.most
    for code, lower, upper in zip(codes, others[drawn_ends::2], others[drawn_ends + 1::2]):
        demand(is_end(code - lower, code - lowest) and is_end(upper - code, most - code), "an interval has an end that no search has")


def check_answer(certificate):
    """The numbers are those that follow from what was drawn. Counts have intervals, quantiles where they were asked for."""
    terms, verb = Terms(certificate), certificate["question"]["verb"]
    least = certificate["mechanism"]["law"].get("guard", {}).get("least")
    demand(len(certificate["drawn"]["numbers"]) > 0, "nothing was drawn")
    scale, beta = terms.rows / terms.of_counts, 1 - terms.confidence
    bound = None
    for row, numbers in drawn_rows(certificate):
        check_drawn_numbers(terms, least, numbers)
        answers = answers_of(terms, verb, numbers)
        series = [{"name": name, "unit": unit_text(unit), "may_be_unknown": unknown} for name, unit, _, unknown, _ in answers]
        demand(certificate["numbers"] == series, "the numbers have other names")
        for i, (name, unit, value, _, interval) in enumerate(answers):
            key, ends = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            shown = shown_as(value, unit)
            demand(row.get(key, "") == shown, f"the {name} is {str(row.get(key, 'missing'))[:40]}, and should be {shown}")
            if interval is not True:
                right = interval and [shown_as(end, unit) for end in interval]
                demand(row[ends] == right, f"the interval of the {name} is {str(row[ends])[:60]}, and should be {right}")
                continue
            if bound is None:
                bound = least_bound(scale, beta)
            demand(row[ends] == [max(0, value - bound), max(0, value + bound)], f"the count is not within {bound}")
    return f"{len(certificate['drawn']['numbers'][0])} rows"


def least_bound(scale, beta):
    """What noise of this scale exceeds with probability beta at most."""
    high = 1
    while not at_most(laplace_tail(scale, high), beta):
        high *= 2
    low = -1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if at_most(laplace_tail(scale, middle), beta) else (middle, high)
    return high


def check_accuracy(certificate):
    """T93, T97; there is no error of values."""
    terms = Terms(certificate)
    beta = rank_error(terms.tree, terms.prior.certain(), terms.confidence)
    right = [{"alpha": "0", "beta": str(beta), "gamma": written(1 - terms.confidence), "distortion": "none", "metric": METRIC}]
    demand(certificate["accuracy"] == right, f"at most {beta} rows lie between the answer and its rank, and that alone is to be said")
    demand(certificate["error"] == [], "an error of values is promised")
    return f"{beta} rows"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    if name == "count":
        return count_of_numbers(certificate)
    measure = certificate["question"]["measure"]
    if name.startswith("share below ") or "interval" not in measure:
        return None
    return of_kept_rows(certificate, "clamped", "rounded")


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    zone = terms.moments.zone_words if terms.moments else ""
    result = [f"values beyond {terms.bounds} count as the bound that is next to them{zone}" if terms.bounds else terms.column_unit.range]
    if terms.guard:
        result.append(f"where the noisy count is below {certificate['mechanism']['law']['guard']['least']} there is no answer, since it might"
                      " lie anywhere; a group of few rows may still pass by chance")
    else:
        result.append(f"with fewer than {rows_needed(terms.tree, terms.prior.certain(), terms.confidence)} rows the answer may lie anywhere,"
                      " far outside the data, and nothing in it shows that")
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
