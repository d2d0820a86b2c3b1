"""One number of another mechanism with noise on top: all that its certificate says, from the question, the law and the other one's module."""
import math
from fractions import Fraction

from ..cell_warnings import JSON_LINES, ROWS
from ..cells import drawn_rows
from ..error_bars import rounding
from ..noise import laplace_bound, noise_of
from ..numbers import confidence_of, number, written
from ..profiled import PARAMETERS
from ..question import grid
from ..report import demand
from ..robust_rules import MOST_MOVED
from ..rule import read_inputs
from ..schema import check_known_part
from . import modules
from .quantile import NONE, least_bound, shown_as

NAMES = ("robust_number",)
VERBS = ("count", "sum", "mean", "variance", "median", "quantile", "iqr", "max", "min", "range", "trimmed-mean")
MOST_VALUE, MOST_NOISE = 1 << 60, 1 << 62
# What a module says of an answer, which is hidden behind the noise here.
OF_THE_ANSWER = ("answer", "accuracy", "unit", "error bound", "intervals", "total", "drawn")
BEFORE_NOISE = "before the noise on top: "
NUMBERS = ("rho", "theta", "unit", "scale", "epsilon", "delta")


class Terms:
    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        robust = self.law["robust"]
        self.rho, self.theta, self.unit, self.scale, self.epsilon, self.delta = (number(robust[name]) for name in NUMBERS)
        demand(0 <= self.rho <= MOST_MOVED and self.scale > 0 and self.unit > 0, "no noise is that")
        demand(self.delta < 1, "a delta of 1 promises nothing")
        self.window, self.verb = robust["window"], self.question["verb"]
        self.confidence = confidence_of(certificate)

    def bound(self):
        """What the noise does not exceed with the confidence, with what was rounded before."""
        return (least_bound(self.scale, 1 - self.confidence) + (0 if self.verb == "count" else Fraction(1, 2))) * self.unit


def power_of_ten_below(x):
    power = Fraction(1)
    while power > x:
        power /= 10
    while power * 10 <= x:
        power *= 10
    return power


def under(certificate):
    """The certificate that the other mechanism would have, but for its answer."""
    mechanism, terms = certificate["mechanism"], certificate["mechanism"]["law"]
    demand("robust" not in terms["base"], "noise is on top of such noise")
    module = modules().get(terms["of"])
    demand(module is not None, "no module knows the other mechanism")
    derivations = certificate["derivation"]
    own = [d for d in derivations if d["conclusion"]["kind"] != "robust"]
    inner = certificate | {"mechanism": mechanism | {"name": terms["of"], "law": terms["base"]}, "derivation": own}
    # Before the noise it has the verb's name, and is known wherever a count or a sum is.
    verb = certificate["question"]["verb"]
    inner["numbers"] = [series | {"name": verb, "may_be_unknown": verb in ("mean", "variance")} for series in certificate["numbers"]]
    check_known_part(inner, terms["of"])
    return module, inner


def check_request(certificate):
    """One number, of a verb that has one."""
    terms = Terms(certificate)
    demand(terms.verb in VERBS and certificate["fewer_than"] is None, "it is no question about one number")
    columns = terms.question["columns"]
    demand(not columns or (len(columns) == 1 and columns[0]["domain"] != "?" and terms.law["of"] == "discrete_laplace"), "no such groups have a number each")
    demand(certificate["drawn"]["cells"] in (None, list(range(len(certificate["drawn"]["numbers"][0])))), "a group is missing")
    measure = terms.question.get("measure", {})
    demand(terms.verb != "quantile" or "," not in measure.get("at", ""), "it is a question about several quantiles")
    demand(";" not in measure.get("half_spaces", ""), "it is a question about several half-spaces")
    demand(certificate["total"] is None, "something is summed")
    shown = certificate["mechanism"]["shown"]
    summed = terms.law["of"] not in PARAMETERS      # under a profile one count has no sum
    demand(shown.get("totals", summed) is summed and shown.get("margins", []) == [], "the sums shown are not those that such a release shows")


def check_law(certificate):
    terms = Terms(certificate)
    unit = Fraction(1) if terms.verb == "count" or terms.rho == 0 else power_of_ten_below(terms.rho) / 1000
    demand(terms.unit == unit, "the unit of the noise is another")
    robust = terms.law["robust"]
    demand(all(robust[name] == written(getattr(terms, name)) for name in NUMBERS), "a number is not in its own form")
    return f"scale {written(terms.scale)}"


def check_leaf(certificate):
    """The last promise is T214 with these numbers, behind whatever was done before."""
    terms, derivation = Terms(certificate), [d for d in certificate["derivation"] if d["conclusion"]["kind"] == "robust"]
    demand(len(derivation) == 1 and derivation[0]["rule"] == "robust_after_any_step", "the promise of the noise is another")
    leaf = derivation[0]["premises"][0]
    wanted = {name: getattr(terms, name) for name in NUMBERS} | {"window": terms.window}
    demand(leaf["rule"] == "robust_noise" and read_inputs(leaf["inputs"]) == wanted, "the leaf is about other noise")


def interval_bound(certificate, terms):
    """T314, in units: half of the risk for either noise, where that of the other mechanism is the same for every number."""
    if terms.verb not in ("count", "sum") or terms.law["of"] != "discrete_laplace":
        return None
    _, inner = under(certificate)
    risk, (_, scale) = (1 - terms.confidence) / 2, noise_of(terms.law["base"]["numbers"][-1])
    unit, rounded = Fraction(1), Fraction(0)
    if terms.verb == "sum":
        unit, rounded = grid(inner).step * terms.law["base"]["numbers"][-1]["divisor"], Fraction(1, 2)
    before = math.ceil((laplace_bound(scale, risk) + rounding(inner, 1)) * unit / terms.unit + rounded)
    return None if before > MOST_VALUE else before + laplace_bound(terms.scale, risk)


def check_answer(certificate):
    terms = Terms(certificate)
    half_space = terms.question.get("measure", {}).get("half_spaces")
    name = "rough count" if terms.verb == "count" else terms.verb
    name += f" of {half_space}" if half_space else ""
    demand(certificate["numbers"] == [{"name": name, "unit": written(terms.unit), "may_be_unknown": True}], "the number has another name or unit")
    bound = interval_bound(certificate, terms)
    for row, numbers in drawn_rows(certificate):
        demand(len(numbers) == 1 and (numbers[0] == NONE or abs(numbers[0]) <= MOST_VALUE + MOST_NOISE), "no number is that")
        right = shown_as(None if numbers[0] == NONE else numbers[0], terms.unit)
        demand(row.get("value", "") == right, f"the answer is {str(row.get('value', 'missing'))[:40]}, and should be {right}")
        if bound is None or numbers[0] == NONE:
            demand(row["interval"] is None, "there is an interval")
            continue
        ends = [max(0, end) if terms.verb == "count" else end for end in (numbers[0] - bound, numbers[0] + bound)]
        demand(row["interval"] == [shown_as(end, terms.unit) for end in ends], "the interval is another")
    return terms.verb


def check_accuracy(certificate):
    terms = Terms(certificate)
    right = [{"alpha": "0", "beta": written(terms.bound()), "gamma": written(1 - terms.confidence), "distortion": "none",
              "metric": f"{'in each group ' if terms.question['columns'] else ''}from the {terms.verb} that is private without it"}]
    own, before = certificate["accuracy"][:1], certificate["accuracy"][1:]
    demand(own == right, f"the accuracy should be {str(right)[:120]}")
    module, inner = under(certificate)
    if hasattr(module, "accuracy_derivations") and terms.verb != "count":      # what it sets aside is about its own answer
        demand(all(one["metric"].startswith(BEFORE_NOISE) for one in before), "the answer is not that before the noise")
        module.check_accuracy(inner | {"accuracy": [one | {"metric": one["metric"].removeprefix(BEFORE_NOISE)} for one in before], "error": []})
    else:
        demand(before == [], "more is promised")
    demand(certificate["error"] == [], "an error of values is promised")


def checks(certificate):
    module, inner = under(certificate)
    below = [(f"before the noise: {what}", lambda _, check=check: check(inner)) for what, check in module.checks(inner) if what not in OF_THE_ANSWER]
    return [("request", check_request), ("law", check_law), ("leaf of the noise", check_leaf), *below, ("answer", check_answer),
            ("accuracy", check_accuracy)]


def interval_of(certificate, name):
    """It allows for the noise on top, and so holds what that of the other one holds."""
    terms = Terms(certificate)
    module, inner = under(certificate)
    return None if interval_bound(certificate, terms) is None else module.interval_of(inner, terms.verb)


def warnings(certificate):
    terms = Terms(certificate)
    module, inner = under(certificate)
    of_all = (ROWS, JSON_LINES)
    before = [said if said in of_all else BEFORE_NOISE + said for said in module.warnings(inner)]
    return [*before, f"noise of `robust` is added on top: the answer is further off than one without it, by at most "
            f"{written(terms.bound())} with probability {written(terms.confidence)}"]

