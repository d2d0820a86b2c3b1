"""One quantile of a column by the universal prior: all that its certificate says, from the question and the law."""
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, ROWS, of_caps, promised, rounded_up
from ..numbers import exp, number, written
from ..quantile import (LEAST_EPSILON, MOST_CODE, MOST_DENOMINATOR, MOST_EPSILON, MOST_ROWS, epsilon_of, is_unit, law_of,
                        rank_error, rows_needed)
from ..question import most_in_cell
from ..report import demand
from ..rule import read_inputs

NAMES = ("universal_quantile",)
METRIC = "rows between the answer and its rank"
REASON = "every size of numbers within the public range is equally likely before the data speaks, so nothing else has to be known"


class Terms:
    """What was asked, and the slopes."""

    def __init__(self, certificate):
        question, law = certificate["question"], certificate["mechanism"]["law"]
        person = question["person"]
        self.rows = 1 if person == "one row" else most_in_cell(person)
        self.at, self.unit = (number(question["measure"][name]) for name in ("at", "unit"))
        self.left, self.right = number(law["left"]), number(law["right"])
        self.confidence = number(certificate["confidence"])

    @property
    def epsilon(self):
        return epsilon_of(self.at, self.left, self.right, self.rows)


def check_request(certificate):
    """A request that the planner takes."""
    terms = Terms(certificate)
    demand(0 < terms.at < 1 and terms.at.denominator <= MOST_DENOMINATOR, "the quantile is not between 0 and 1, or has too many digits")
    demand(is_unit(terms.unit), "the unit is no power of ten from 10^-18 to 10^6")
    person = certificate["question"]["person"]
    caps = [] if person == "one row" else [person.get(name, 1) for name in ("rows_per_person", "cells_per_person", "rows_per_cell")]
    demand(all(1 <= cap <= MOST_ROWS for cap in caps), "caps are not from 1 to 10^6")
    demand(not certificate["question"]["columns"], "there are groups")
    demand(certificate["question"]["measure"]["column"], "the column has no name")
    demand(0 < terms.confidence < 1, "the confidence is not between 0 and 1")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")


def check_law(certificate):
    """The slopes are those of one epsilon."""
    terms = Terms(certificate)
    demand(terms.left > 0 and terms.right > 0, "a slope is not above 0")
    demand(LEAST_EPSILON * terms.rows <= terms.epsilon <= MOST_EPSILON, "no quantile has this epsilon")
    right, have = law_of(terms.at, terms.epsilon, terms.unit, terms.rows), certificate["mechanism"]["law"]
    for name in sorted(set(right) | set(have)):
        demand(have.get(name) == right.get(name), f"{name} is {str(have.get(name))[:60]}, and should be {str(right.get(name))[:60]}")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == REASON, "the reason is another")
    return f"epsilon {written(terms.epsilon)}"


def check_leaf(certificate):
    """The first promise is T91 with these slopes; another one can only speak of replaced people."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) <= 2, "there are more promises")
    for derivation in derivations:
        leaf = derivation
        while leaf["premises"]:
            demand(len(leaf["premises"]) == 1 and leaf["rule"] == "replace_from_add_remove", "a promise of something else")
            leaf = leaf["premises"][0]
        demand(leaf["rule"] == "universal_quantile", f"the leaf {leaf['rule'][:40]} is not that of a quantile")
        wanted = {"at": terms.at, "left": terms.left, "right": terms.right, "rows_per_person": terms.rows}
        demand(read_inputs(leaf["inputs"]) == wanted, "the leaf is about other slopes")
    demand(not derivations[0]["premises"], "the first promise is not that of adding or removing a person")


def series_of(at):
    return "median" if at == Fraction(1, 2) else f"{written(at)} quantile"


def check_answer(certificate):
    """The number is the code that was drawn, and has no interval."""
    terms, drawn = Terms(certificate), certificate["drawn"]["numbers"]
    demand(len(drawn) == 1 and len(drawn[0]) == 1, "other numbers were drawn")
    code = drawn[0][0]
    demand(abs(code) <= MOST_CODE, "the code is outside the range")
    row = certificate["answer"]
    demand(row["interval"] is None and "count" not in row, "there is an interval")
    right = code if terms.unit == 1 else decimal_of(code, terms.unit)
    demand(row["value"] == right, f"the answer is {str(row['value'])[:40]}, and should be {right}")
    series = [{"name": series_of(terms.at), "unit": written(terms.unit), "may_be_unknown": False}]
    demand(certificate["numbers"] == series, "the number has another name")
    return str(right)


def decimal_of(code, unit):
    """A multiple of a power of ten in digits."""
    value = code * unit
    places = max(len(str(unit.denominator)) - 1, 0)
    digits = str(abs(value.numerator) * (10**places // value.denominator)).zfill(places + 1)
    text = f"{digits[:len(digits) - places]}.{digits[len(digits) - places:]}".rstrip("0").rstrip(".") if places else digits
    return "-" + text if value < 0 else text


def check_accuracy(certificate):
    """T93; there is no error of values."""
    terms = Terms(certificate)
    beta = rank_error(terms.left, terms.right, terms.confidence)
    right = [{"alpha": "0", "beta": str(beta), "gamma": written(1 - terms.confidence), "distortion": "none", "metric": METRIC}]
    demand(certificate["accuracy"] == right, f"at most {beta} rows lie between the answer and its rank, and that alone is to be said")
    demand(certificate["error"] == [], "an error of values is promised")
    return f"{beta} rows"


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def warnings(certificate):
    terms, question = Terms(certificate), certificate["question"]
    result = [f"sizes of {decimal_of(MOST_CODE, terms.unit)} and more count as that bound, and sizes below {written(terms.unit / 2)} as 0;"
              " `unit` moves this range",
              f"with fewer than {rows_needed(terms.at, terms.left, terms.right, terms.confidence)} rows the answer may lie anywhere, far"
              " outside the data, and nothing in it shows that"]
    if terms.epsilon > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.epsilon)} promises little: one person may change the odds of an output by a factor of "
                      f"{rounded_up(exp(terms.epsilon), 2)}")
    result.append(ROWS if question["person"] == "one row" else of_caps(certificate))
    table = "".join(c.lower() if "A" <= c <= "Z" else c for c in question["table"])
    return result + ([JSON_LINES] if table.endswith((".jsonl", ".ndjson")) else [])
