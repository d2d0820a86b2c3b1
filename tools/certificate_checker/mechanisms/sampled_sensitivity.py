"""Means and regressions with an average-case promise by sampled sensitivity: all that their certificate says, from the question and the law."""
import math
from fractions import Fraction

from ..cell_warnings import JSON_LINES, LARGE_EPSILON, is_json_lines, promised
from ..cell_warnings import rounded_up as shortened
from ..cells import drawn_rows
from ..column_unit import decimal_of
from ..error_bars import demand_least
from ..noise import laplace_bound, laplace_tail, least_from
from ..numbers import at_most, confidence_of, dec, exp, number, request_number, rounded_up, written
from ..quantity import claimed
from ..question import power_above, power_below
from ..report import demand
from ..rule import read_inputs
from ..sampled_scale_rules import Pairs

NAMES = ("sampled_sensitivity",)
PUBLIC_PEOPLE = True
VERBS = ("mean", "trimmed-mean", "ridge", "logistic")
PRIVATE = ("it was asked for by `average_case`: noise for what almost every pair of rows differs by, a size that is drawn from a public list")
SMOOTH = ("it was asked for by `average_case` and `mechanism`: noise for what almost every pair of rows differs by, by a rank that one row changes "
          "little")
LEAST_DRAWN = "the scale that was drawn is the least one of the list: nearly all rows are alike, and such noise hides nobody who differs from them"
LEAST_PEOPLE, MOST_PEOPLE, MOST_GAMMA, MOST_X = 100, 10**8, Fraction(1, 10), 8
ACROSS, FROM_ZERO, LARGEST = 10**9, 10**17, Fraction(10)**24
ONE, STEP = 2**20, 2**30      # of a number of a row, and of a coefficient
MOST_RELEASED, MOST_NOISE, MOST_TERM = 2**61, 2**45, 2**62
LEAST_LAMBDA, MOST_LAMBDA = Fraction(1, 10**4), 100


def root_up(x):
    """The least multiple of 2^-20 that is at least the square root."""
    root = math.isqrt(math.floor(x * 2**40))
    while root * root < x * 2**40:
        root += 1
    return Fraction(root, 2**20)


class Steps:
    """Bounds as whole steps."""

    def __init__(self, bounds, step=None):
        demand(bounds.count(":") == 1, "bounds are none")
        self.low, self.high = (request_number(x) for x in bounds.split(":"))
        largest = max(abs(self.low), abs(self.high))
        demand(self.low < self.high and largest <= LARGEST, "the bounds are exchanged or too large")
        finest = max((self.high - self.low) / ACROSS, largest / FROM_ZERO)
        self.step = max(Fraction(1, 10**18), power_above(finest)) if step is None else step
        demand(self.step >= finest and self.step.numerator <= 10**18 and 10**18 % self.step.denominator == 0, "there is no such step")
        self.lowest, self.highest = (math.floor(x / self.step + Fraction(1, 2)) for x in (self.low, self.high))
        self.most = self.highest - self.lowest
        demand(self.most >= 1, "the bounds are one step")
        self.middle, self.half = self.step * (self.lowest + self.highest) / 2, self.step * self.most / 2


def shown_unit(size, width):
    return max(power_below(width / 10**12), power_above(size / 10**17))


class Number:
    """A released number: offset + factor v, v from least to most, shown in units."""

    def __init__(self, name, offset, factor, least, most, slack, unit):
        self.name, self.offset, self.factor, self.least, self.most, self.slack, self.unit = name, offset, factor, least, most, slack, unit

    def at(self, v):
        return (self.offset + self.factor * min(max(v, self.least), self.most)) / self.unit

    def answer(self, v, apart):
        value = math.floor(self.at(v) + Fraction(1, 2))
        if apart is None:
            return [value]
        return [value, math.floor(self.at(v - apart - self.slack)), math.ceil(self.at(v + apart + self.slack))]


class Terms:
    """All follows from the question and what was asked."""

    def __init__(self, certificate):
        self.question, self.law = certificate["question"], certificate["mechanism"]["law"]
        self.verb, self.measure = self.question["verb"], self.question["measure"]
        demand(self.verb in VERBS, "the verb is another")
        self.alpha, self.asked_gamma, self.eta, self.least_scale = (
            number(self.law[name]) for name in ("random_alpha", "random_gamma", "random_eta", "least_scale"))
        self.people, self.smooth = self.law["people"], self.law["scale"] == "smooth"
        self.confidence = confidence_of(certificate)
        demand(Fraction(1, 1000) <= self.alpha <= 100 and bits(self.alpha) <= 40, "no such answer has this alpha")
        demand(0 < self.asked_gamma <= MOST_GAMMA and Fraction(1, 10**30) <= self.eta <= Fraction(1, 1000), "gamma or eta is none")
        demand(LEAST_PEOPLE <= self.people <= MOST_PEOPLE, "the number of people is not from 100 to 10^8")
        demand(Fraction(1, 10**4) <= self.least_scale < 1, "the least scale is no part of the largest")
        self.numbered = "pair_by" in self.measure
        demand(self.measure.get("pair_by") not in ("", self.measure["column"]), "the rows are numbered by nothing, or by the column itself")
        self.pairs = Pairs(not self.numbered, self.people)
        self.read_model()
        self.scales = [math.ceil(self.least_scale * self.most)]
        while self.scales[-1] < self.most:
            self.scales.append(min(self.most, max(self.scales[-1] + 1, (5 * self.scales[-1] + 3) // 4)))
        demand(len(self.scales) >= 2, "there is one scale alone")
        self.find_ranks()

    def read_model(self):
        if self.verb in ("ridge", "logistic"):
            self.read_fit()
            return
        wanted = {"column", "bounds", "step"} | ({"trimmed"} if self.verb == "trimmed-mean" else set()) | ({"pair_by"} if self.numbered else set())
        demand(set(self.measure) == wanted, "the question asks for something else")
        steps = Steps(self.measure["bounds"], number(self.measure["step"]))
        demand(self.measure["bounds"] == f"{written(steps.low)}:{written(steps.high)}" and steps.most >= 2, "the bounds are not in their own form")
        kept = self.people
        if self.verb == "trimmed-mean":
            trimmed = number(self.measure["trimmed"])
            demand(0 < trimmed < 1 and trimmed.denominator <= 10**9, "the share is not between 0 and 1, or has too many digits")
            kept -= 2 * math.ceil(self.people * trimmed / 2)
            demand(kept > 0, "nothing is left over")
        self.most, self.per_distance, self.beside = steps.most, Fraction(1), Fraction(0)
        unit = shown_unit(max(abs(steps.low), abs(steps.high)), steps.high - steps.low)
        self.numbers = [Number(self.verb.replace("-", " "), steps.step * steps.lowest, steps.step / kept, 0, kept * steps.most, Fraction(kept, 2), unit)]

    def read_fit(self):
        logistic = self.verb == "logistic"
        wanted = {"column", "at_least" if logistic else "bounds", "x", "lambda"} | ({"pair_by"} if self.numbered else set())
        demand(set(self.measure) == wanted, "the question asks for something else")
        lam = number(self.measure["lambda"])
        demand(LEAST_LAMBDA <= lam <= MOST_LAMBDA and bits(lam) <= 40, "the penalty is not from 0.0001 to 100")
        columns = [part.rpartition("=") for part in self.measure["x"].split(",")]
        names = [name for name, _, _ in columns]
        demand(1 <= len(columns) <= MOST_X and all(names), "there are too many columns, or one without a name")
        others = [self.measure["column"], self.measure.get("pair_by", "")]
        demand(len(set(names)) == len(names) and not set(names) & set(others), "a column is named twice")
        if logistic:
            at_least = number(self.measure["at_least"])
            demand(at_least != 0, "the threshold is 0")
            step = 2 * abs(at_least)
            Steps(f"0:{written(step)}" if at_least > 0 else f"{written(-step)}:0", step)
            middle, half = Fraction(0), Fraction(1)
        else:
            y = Steps(self.measure["bounds"])
            demand(self.measure["bounds"] == f"{written(y.low)}:{written(y.high)}", "the bounds are not in their own form")
            middle, half = y.middle, y.half
        width = len(columns) + 1
        longest = math.isqrt(width * ONE * ONE)
        longest += longest * longest < width * ONE * ONE
        pull = math.ceil(root_up(1 / lam) * ONE)
        influence = -(-longest * (ONE * ONE + longest * pull) // (ONE * ONE))
        self.most = 2 * (longest if logistic else influence)
        across = root_up(Fraction(width))
        self.per_distance = across * STEP / (lam * ONE * self.people)
        off = (width + lam) * 2 / lam
        self.beside = across * off * 2 if logistic else Fraction(width)
        size = root_up((2 if logistic else 1) / lam)
        most = math.ceil(size * STEP) + 1
        self.numbers = []
        for name, scale, offset in [("middle", half, middle)] + [(f"slope of {name}", half / Steps(bounds).half, Fraction(0)) for name, _, bounds in columns]:
            self.numbers.append(Number(name, offset, scale / STEP, -most, most, off if logistic else Fraction(1, 2),
                                       shown_unit(abs(offset) + scale * size, scale)))

    def find_ranks(self):
        """A quarter of alpha draws the scale, or a half where that is too little; of a smooth scale a half is for its spread."""
        self.covered = self.pairs.covered(self.asked_gamma)
        self.choice, self.gap = self.alpha / 2, 1
        if not self.smooth:
            for part in (4, 2):
                self.choice = self.alpha / part
                self.gap = self.least_gap()
                if self.pairs.rank(self.covered, self.gap) <= self.pairs.pairs:
                    break
        self.rank = self.pairs.rank(self.covered, self.gap)
        demand(self.rank <= self.pairs.pairs, "there are too few people for this promise")
        self.noise = self.alpha - self.choice
        achieved = self.pairs.gamma(self.covered)
        self.gammas = {min(self.asked_gamma, x) for x in rounded_up(dec(achieved), 6)} if achieved else {Fraction(0)}
        self.gamma = number(self.law["gamma"])
        largest = self.noise_scale(len(self.scales) - 1)
        demand(largest <= MOST_NOISE and max(largest.numerator, largest.denominator) <= MOST_TERM, "there is too much noise")

    def least_gap(self):
        guess = math.floor(2 * self.pairs.moved / self.choice * Fraction(str(dec(Fraction(len(self.scales)) / self.eta).ln().quantize(dec(Fraction(1, 10**12))))))
        return least_from(max(guess, 1), lambda gap: gap >= 1 and at_most(self.pairs.eta(self.choice, gap, len(self.scales)), self.eta))

    def decays(self):
        """p ln(2p / eta) of p values, the logarithm rounded up to six digits, over itself and the spread; in parts of 2^-20."""
        values = len(self.numbers)
        logs = (values * x for x in rounded_up(dec(2 * values / self.eta).ln(), 6))
        return {Fraction(math.ceil(x / (x + self.choice) * ONE), ONE) for x in logs}

    def noise_scale(self, scale):
        return math.ceil(self.per_distance * self.scales[scale] + self.beside) / self.noise

    @property
    def exposed(self):
        return math.ceil(self.gamma * self.people)


def bits(x):
    """As the program counts them: of numerator and denominator together."""
    return x.numerator.bit_length() + x.denominator.bit_length()


def check_request(certificate):
    """A request that the planner takes."""
    Terms(certificate)
    question = certificate["question"]
    demand(question["person"] == "one row" and question.get("where") is None and not question["columns"], "not every row is a person of its own")
    demand(certificate["fewer_than"] is None and certificate["total"] is None, "something is hidden or summed")


def check_law(certificate):
    """All of it follows from what was asked."""
    terms = Terms(certificate)
    right = {"random_alpha": written(terms.alpha), "random_gamma": written(terms.asked_gamma), "random_eta": written(terms.eta), "people": terms.people,
             "pairs": "numbered" if terms.numbered else "all", "scale": "smooth" if terms.smooth else "private",
             "least_scale": written(terms.least_scale), "scales": len(terms.scales), "largest": terms.most, "covered": terms.covered,
             "rank": terms.rank, "choice": written(terms.choice), "noise": written(terms.noise), "gamma": terms.law["gamma"],
             "per_distance": written(terms.per_distance), "beside": written(terms.beside)}
    if terms.smooth:
        right["decay"] = terms.law.get("decay")
        demand(number(terms.law["decay"]) in terms.decays(), "the decay is another")
    for name in sorted(set(right) | set(terms.law)):
        demand(terms.law.get(name) == right.get(name), f"{name} is {str(terms.law.get(name))[:60]}, and should be {str(right.get(name))[:60]}")
    demand(terms.gamma in terms.gammas, "gamma is not that of so many pairs")
    demand(certificate["mechanism"]["shown"] == {}, "something is done afterwards")
    demand(certificate["mechanism"]["reason"] == (SMOOTH if terms.smooth else PRIVATE), "the reason is another")
    return f"rank {terms.rank} of {terms.pairs.pairs}"


def check_leaf(certificate):
    """The promise is T331 or T332 with these terms."""
    terms, derivations = Terms(certificate), certificate["derivation"]
    demand(len(derivations) == 1 and not derivations[0]["premises"], "there are more promises")
    ranks = {"people": terms.people, "all_pairs": int(not terms.numbered), "covered": terms.covered, "eta": terms.eta, "gamma": terms.gamma}
    wanted = ("smooth_scale", {"noise": terms.noise, "spread": terms.choice, "decay": number(terms.law["decay"]), "values": len(terms.numbers), **ranks}) if terms.smooth else (
        "sampled_scale", {"choice": terms.choice, "noise": terms.noise, "scales": len(terms.scales), "gap": terms.gap, **ranks})
    demand((derivations[0]["rule"], read_inputs(derivations[0]["inputs"])) == wanted, "the leaf is about other terms")


def check_answer(certificate):
    """Every number is what was drawn, within what the noise of the drawn scale exceeds; of a smooth scale nobody knows that."""
    terms = Terms(certificate)
    series = [{"name": one.name, "unit": written(one.unit), "may_be_unknown": False} for one in terms.numbers]
    demand(certificate["numbers"] == series, "the numbers have other names or units")
    for row, numbers in drawn_rows(certificate):
        numbers, apart = list(numbers), None
        if not terms.smooth:
            place = numbers.pop(0)
            demand(0 <= place < len(terms.scales), "no such scale is there")
            scale = terms.noise_scale(place)
            apart = laplace_bound(scale, 1 - terms.confidence)
            demand_least(lambda t: laplace_tail(scale, t), apart, 1 - terms.confidence)
        demand(len(numbers) == len(terms.numbers) and all(abs(v) <= MOST_RELEASED for v in numbers), "no run draws this")
        for i, (one, v) in enumerate(zip(terms.numbers, numbers)):
            key, ends = ("value", "interval") if i == 0 else (one.name, f"{one.name}_interval")
            right = [n if one.unit == 1 else decimal_of(n, one.unit) for n in one.answer(v, apart)]
            have = [row[key], *(row[ends] or [])]
            demand(have == right, f"an answer is {str(have)[:80]}, and should be {str(right)[:80]}")
    return f"{len(terms.numbers)} numbers"


def check_accuracy(certificate):
    """The scale is not known before."""
    demand(certificate["accuracy"] == [] and certificate["error"] == [], "an error is promised")
    return "none before the scale is known"


def check_notes(certificate):
    """Where the least scale was drawn, that is said."""
    least = not Terms(certificate).smooth and certificate["drawn"]["numbers"][0] == [0]
    demand((LEAST_DRAWN in certificate["notes"]) == least, "whether the least scale was drawn is not said")


def checks(certificate):
    return [("request", check_request), ("law", check_law), ("notes", check_notes), ("leaves of the derivations", check_leaf), ("answer", check_answer),
            ("accuracy", check_accuracy)]


def alternative(terms):
    alpha = written(terms.alpha)
    return {"mean": f"`epsilon` {alpha} with the same `bounds`, a clamped mean with differential privacy",
            "trimmed-mean": f"a trimmed mean with `epsilon` {alpha} and a `delta`", "ridge": f"a regression with `epsilon` {alpha}",
            "logistic": f"a separator with `epsilon` {alpha} and a `delta`"}[terms.verb]


def interval_of(certificate, name):
    if certificate["mechanism"]["law"]["scale"] == "smooth":
        return None
    return claimed("clamped", "penalty" if certificate["question"]["verb"] in ("ridge", "logistic") else "filled")


def warnings(certificate):
    """The warning of average-case releases comes first, whatever else is said."""
    terms = Terms(certificate)
    n = terms.people
    result = [f"Average-case protection only. This release uses random differential privacy (alpha = {written(terms.alpha)}, eta = {written(terms.eta)}, "
              f"gamma = {written(terms.gamma)}). It assumes the {n} rows are independent draws from one population. People with common values are "
              f"protected as by differential privacy. Up to an expected {terms.exposed} of the {n} people, those with rare values, may have NO "
              "protection: the noise scale was estimated from the data, and does not hide a row that moves the answer by more. Someone who already "
              "knows the other rows can identify such a person with certainty. Do not use this for health, criminal, political or other sensitive "
              "attributes, for small populations, or when a person could be unique. Alternative with a worst-case guarantee: "
              + alternative(terms)]
    if terms.numbered:
        result.append(f"rows are paired by the numbers in '{terms.measure['pair_by']}', which are taken as public: a promise is made only if they do not "
                      "follow from the values, and whoever is replaced leaves theirs")
    missing = ("a row that misses a number counts, and pulls at nothing" if terms.verb in ("ridge", "logistic")
               else "a row without a number is in the number as the middle of the bounds")
    result.append(f"the table is read as {n} rows, each of them a person of its own: {missing}")
    if terms.alpha > LARGE_EPSILON:
        result.append(f"epsilon {promised(terms.alpha)} promises little: one person may change the odds of an output by a factor of "
                      f"{shortened(exp(terms.alpha), 2)}")
    return result + [JSON_LINES] * is_json_lines(terms.question["table"])
