"""Means and sums without bounds: all that a certificate says of them, from the question and the law."""
from fractions import Fraction

from ..bound_free import LEAST_EPSILON, MOST_SHOWN, WIDTH_BITS, BoundFree
from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, is_json_lines, of_caps, promised, rounded_up
from ..cells import all_cells, drawn_rows, unknown_keys
from ..column_unit import ColumnUnit, decimal_of, shown_as, unit_text
from ..numbers import confidence_of, exp, number, written
from ..quantile import MOST_EPSILON, MOST_GROUPS, MOST_ROWS, MOST_WINDOW_ROWS, fits
from ..quantity import count_of_numbers, of_kept_rows
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs
from ..scale import OCTAVES_OF_SUMS

NAMES = ("bound_free_mean", "bound_free_sum")
REASONS = {"mean": "no bounds are known, so a centre and a radius are found first, and the mean within them is published",
           "sum": "no bounds are known, so a radius about 0 is found first, and the sum within it is published"}


def terms_of(certificate):
    question = certificate["question"]
    person = question["person"]
    rows = 1 if person == "one row" else min(person["rows_per_person"], person["cells_per_person"] * most_in_cell(person))
    return BoundFree(question["verb"], number(certificate["mechanism"]["law"]["epsilon"]), ColumnUnit(question["measure"]["unit"]), rows)


def check_request(certificate):
    """A request that the planner takes."""
    question, person = certificate["question"], certificate["question"]["person"]
    demand(certificate["mechanism"]["name"] == f"bound_free_{question['verb']}", "the mechanism answers another verb")
    unit = ColumnUnit(question["measure"]["unit"])
    demand(unit.usable, "the unit is none")
    demand(not unit.moments or question["verb"] == "mean", "moments have no sum")
    caps = [] if person == "one row" else [person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    demand(number(certificate["mechanism"]["law"]["epsilon"]) > 0, "there is no epsilon")
    terms = terms_of(certificate)
    demand(not unknown_keys(certificate) and all_cells(certificate) <= MOST_GROUPS, "groups are not known, or too many")
    demand(question["measure"]["column"], "the column has no name")
    confidence_of(certificate)
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")
    demand(LEAST_EPSILON * terms.rows <= terms.epsilon <= MOST_EPSILON, "nothing without bounds has this epsilon")
    numbers = (terms.epsilon, terms.epsilon / 5, 100 * terms.rows / terms.epsilon, terms.sum_scale * (1 << WIDTH_BITS))
    demand(all(fits(x) for x in numbers), "epsilon has too many digits")
    if terms.is_mean:
        demand(terms.tree.window_rows() * all_cells(certificate) <= MOST_WINDOW_ROWS, "more would be read than can be")


def check_law(certificate):
    """All of it follows from the request and one epsilon."""
    terms, have = terms_of(certificate), certificate["mechanism"]["law"]
    right = terms.law()
    for name in sorted(set(right) | set(have)):
        demand(have.get(name) == right.get(name), f"{name} is {str(have.get(name))[:60]}, and should be {str(right.get(name))[:60]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASONS[certificate["question"]["verb"]], "the reason is another")
    return f"epsilon {written(terms.epsilon)}"


def check_leaf(certificate):
    """The first promise adds up those of centre, radius and sums; another one can only speak of replaced people."""
    wanted, derivations = terms_of(certificate).leaves(), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    for i, derivation in enumerate(derivations):
        if i == 1:
            demand(derivation["rule"] == "replace_from_add_remove" and len(derivation["premises"]) == 1, "a promise of something else")
            derivation = derivation["premises"][0]
        demand(derivation["rule"] == "basic_composition", "the promise does not add up its parts")
        demand([(leaf["rule"], read_inputs(leaf["inputs"])) for leaf in derivation["premises"] if not leaf["premises"]] == wanted,
               "the leaves are not those of centre, radius and sums")


def answers_of(terms, numbers, bounds):
    """The numbers of a row as (name, unit, may be unknown, value and interval or None)."""
    unit, shown = terms.column_unit.of_differences, terms.column_unit.of_values
    radius = f"radius in {terms.moments.name}s" if terms.moments else "radius"
    if not terms.is_mean:
        return [("sum", unit, False, terms.sum(numbers, bounds)), (radius, unit, False, (terms.radius(numbers[0]),))]
    mean, count = terms.mean(numbers, bounds)
    return [("mean", shown, True, mean), ("count", Fraction(1), False, count), ("centre", shown, True, mean and (numbers[0],)),
            (radius, unit, True, mean and (terms.radius(numbers[1]),))]


def check_answer(certificate):
    """The numbers are those that follow from what was drawn."""
    terms, confidence, known = terms_of(certificate), confidence_of(certificate), {}
    demand(len(certificate["drawn"]["numbers"]) > 0, "nothing was drawn")
    for row, numbers in drawn_rows(certificate):
        demand(terms.can_draw(numbers), "no run draws this")
        width = terms.width_bits(numbers[terms.is_mean])
        if width not in known:
            known[width] = terms.noise_bounds(numbers[terms.is_mean], confidence)
        answers = answers_of(terms, numbers, known[width])
        series = [{"name": name, "unit": unit_text(unit), "may_be_unknown": unknown} for name, unit, unknown, _ in answers]
        demand(certificate["numbers"] == series, "the numbers have other names")
        for i, (name, unit, _, right) in enumerate(answers):
            key, ends = ("value", "interval") if i == 0 else (name, f"{name}_interval")
            texts = None if right is None else [shown_as(n, unit) for n in right]
            value = texts and texts[0]
            demand(row.get(key, "") == value, f"the {name} is {str(row.get(key, 'missing'))[:40]}, and should be {value}")
            interval = texts[1:] if texts and len(texts) == 3 else None
            demand(row[ends] == interval, f"the interval of the {name} is {str(row[ends])[:60]}, and should be {interval}")
    return f"{len(certificate['drawn']['numbers'][0])} rows"


def check_accuracy(certificate):
    """It is a multiple of the radius, which is not known before."""
    demand(certificate["accuracy"] == [] and certificate["error"] == [], "an error is promised")
    return "none before the radius is known"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def most_shown(terms):
    return terms.places.reach(OCTAVES_OF_SUMS) if terms.places else decimal_of(MOST_SHOWN, terms.unit)


def interval_of(certificate, name):
    if name == "count":
        return count_of_numbers(certificate)
    return of_kept_rows(certificate, "radius", "rounded") if name in ("mean", "sum") else None


def warnings(certificate):
    terms, question = terms_of(certificate), certificate["question"]
    result = [terms.column_unit.range]
    if terms.is_mean:
        result += ["values farther from the centre than the radius count as its ends, which moves the answer towards the centre; the interval is"
                   " of the mean of these values",
                   f"where the noisy count is below {terms.least} there is no answer; below {terms.advised} the centre may be lost, and the answer"
                   " then lies far off"]
    else:
        result += [f"values beyond the radius count as the radius, and all are rounded to 2^-{WIDTH_BITS} of it, which moves the answer towards 0;"
                   " the interval is of the sum of these values",
                   f"with fewer than {terms.target} rows the answer is near 0, and sums of {most_shown(terms)} and more are shown as that bound"]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    return result + [JSON_LINES] * is_json_lines(question["table"])
